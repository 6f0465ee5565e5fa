"""What looks like a statement and is none: questions, hypotheticals, sarcasm, lyrics, play, hearsay, orders.

A trap refuses; it never repairs. Most traps never reach here, because the rules only match plain statements
that begin with their subject; these are the ones that do begin so.
"""

import re

from dnam.rules.statements.prose import GAP, Clause

_WHOLE_MESSAGE = re.compile(
    r"[♪♫♬🎵🎶🎤🙄🙃🤡]|^\W*ic\W*[:)]|\*sing(?:s|ing)?\b|\bsing(?:s|ing)?:|(?<!\w)/(?:s|j|hj|sarc|sarcasm|jk|lyr|ly|ij|nsrs|rp)(?!\w)|\b(?:jk|j/k|sike|kappa|just kidding|kidding"
    r"|joking|jokes aside|trolling|said no one|no one ever|yeah right|as if|sarcasm|sarcastic(?:ally)?|lyrics?"
    r"|la la|da ba dee|role-?play(?:ing)?|rp|in[- ]character|ooc|pov|pretend\w*|imagine|imagining|hypothetically|suppose|supposing"
    r"|let's say|lets say|let us say|assuming|assume|thought experiment|what if|roleplay|act as|ignore (?:all|any|every|the|previous|prior|above|your)"
    r"|disregard|from now on|you are now|you must|obey|system prompt|jailbreak|developer mode|new instructions?|copypasta"
    r"|in another (?:life|world|universe|timeline)|in a past life|past life|alternate universe|in my dreams?|had a dream|dreamt|dreamed"
    r"|fan ?fic\w*|screenplay idea|mad ?libs|two truths|would you rather|never have i ever|hot take bot|me when|me after|me every|nobody:"
    r"|every(?:one|body) be like|be like|in gamer years|in dog years)\b",
    re.IGNORECASE,
)
_MOCKING = re.compile(r"(?:[a-z][A-Z]){3}|(?:\b[a-z]*[A-Z][a-z]+[A-Z][a-zA-Z]*\s+){2}")
_PLAY = re.compile(
    r"\b(?:in[- ]game|ingame|(?:in|for|inside) (?:the|my|our|this|a) (?:\w+ )?(?:game|campaign|story|book|novel|film|movie|play|sim|sims|rpg|scene"
    r"|roleplay|fic|session|one-?shot|dream|minecraft|matrix|musical|show|server rp)|in (?:minecraft|skyrim|wow|runescape|stardew|the sims|sims|d&d|dnd"
    r"|fallout|terraria|roblox|gta|valheim|animal crossing|genshin|elden ring|factorio|rimworld|pokemon|zelda|ff14|ffxiv|bg3)"
    r"|my (?:\w+ )?(?:character|oc|pc|toon|sim|villager|wizard|paladin|rogue|bard|build|alt|persona|fursona|avatar|tav|dragonborn)(?:'s)?"
    r"|as an? (?:\w+ )?(?:pirate|wizard|knight|dwarf|elf|orc|robot|ai|cat|dog|vampire|ghost|alien|character|god|king|queen)|playing as)\b",
    re.IGNORECASE,
)
_LYRICS = re.compile(
    r"barbie girl|i am blue\b|(?:i am|im) a (?:creep|weirdo|believer|survivor|rocket man|joker|loser baby|firework|rolling stone|soul man|highway star)"
    r"|big butts|yellow submarine|land down under|born in the u\.?s\.?a|born to run|slim shady|sexy and i know|just a poor boy|from a poor family"
    r"|99 problems|highway to hell|the walrus|kissed a girl|shot the sheriff|my heart will go on|my milkshake|like a virgin|i will survive"
    r"|want it that way|never gonna give|hello darkness|bohemian|girls just|living on a prayer|hit me baby|i am titanium|man in the mirror|wrecking ball"
    r"|call me maybe|my name is[,.]* (?:what|who|jonas|inigo)|what's my age again|losing my religion|take me home country|a material (?:girl|world)"
    r"|i love rock|smells like|eye of the tiger|the champions|king of the world|i am your father|my precious|the one who knocks|i see dead people"
    r"|i am (?:batman|groot|iron man|spartacus|the law|inevitable|the night|legend|sparta|the captain now)|call me ishmael|like (?:turtles|trains)|to move it"
    r"|take you to the candy|i am walking on sunshine|i am a little teapot|i am an? alien,? i am|englishman in new york|a cowboy",
    re.IGNORECASE,
)
_LYRIC_BREAK = re.compile(r"\w[,!]? / \w+ \w+")
_SECRET = re.compile(
    r"\b(?:pass ?words?|passwd|passphrase|passcode|api[ _-]?keys?|(?:access|auth|bot|discord|secret|bearer|session|login|github|api) (?:token|key)s?"
    r"|token (?:is|was|:)|secret (?:key|is)|private key|seed phrase|recovery (?:phrase|code)|ssn|social security|credit card|debit card|card number"
    r"|cvv|cvc|iban|account number|routing number|pin(?: code| number)? (?:is|:)|2fa|otp|login is|passport number|licen[cs]e number)\b"
    r"|\b(?:sk|pk|ghp|gho|xox[bp]|AKIA|eyJ)[-_A-Za-z0-9]{12,}|\b(?=\w*\d)(?=\w*[a-zA-Z])[\w-]{24,}\b|\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}\b",
    re.IGNORECASE,
)
_HEARSAY = re.compile(
    r"(?<!\bI)(?<!\bi)\s(?:said|says|say|saying|told|tells|tell|think|thinks|thought|claims?|claimed|asked|asks|goes|went|(?:was|is|were|are|am) (?:all )?like"
    r"|believes?|believed|assumes?|assumed|reckons?|wrote|insists?|heard|joked|jokes|figured|swears|yells?|yelled|announced|replied|texted)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^\W*(?:(?:and|but|so|ok|okay|well|yeah|oh|then|lol)\W+)*(?:if|when|whenever|once|until|before|after|as though|one day|someday|maybe"
    r"|perhaps)\b|\b(?:if|unless|whether|wish(?:es|ed)?)\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:apparently|supposedly|allegedly|according to|i guess|i think|i suppose|i assume|probably|maybe|perhaps|possibly|not sure|or something|sort of like"
    r"|for now|today|tonight|this (?:morning|afternoon|evening)|right this|in (?:an?|\d+|one|two|five|ten|a few|half an) (?:hours?|hrs?|mins?|minutes?|secs?|seconds?|bit|moment|sec)"
    r"|later|at the mo|any ?more like|so to speak|in my head|on paper|at heart|in spirit|at this point|deep down|these days i)\b",
    re.IGNORECASE,
)
_ASKED_AFTER = re.compile(
    r"(?:and\s+|so\s+|but\s+|or\s+)?(?:you|u|wbu|hbu|what|how|where|who|when|why|which|do|does|did|is|are|can|could|any|anyone|anybody|should|would|will|has|have)\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"(?:right|yeah|no|correct|true|huh|eh|innit|isn't it|isnt it|don't i|dont i|am i|are not I|do not I|is it|did i|do i)\W*$",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not like|never said|nobody said|not that|no way|not because|as if)\b", re.IGNORECASE
)


def spoils_message(text: str) -> bool:
    """Say whether a mark anywhere in a message makes all of it unbelievable or not its author's."""
    return bool(
        _WHOLE_MESSAGE.search(text)
        or _LYRICS.search(text)
        or _LYRIC_BREAK.search(text)
        or _MOCKING.search(text)
    )


def spoils_sentence(sentence: str) -> bool:
    """Say whether a sentence is play, or holds a secret: neither is a fact."""
    return bool(_PLAY.search(sentence) or _SECRET.search(sentence))


def spoils_clause(clause: Clause) -> bool:
    """Say whether what surrounds a clause makes it asked, reported, supposed or denied."""
    if GAP in clause.text or _HEDGE.search(clause.text) or _HEDGE.match(clause.after):
        return True
    if clause.question and not (_ASKED_AFTER.match(clause.after) and not _TAG.search(clause.after)):
        return True
    before = f" {clause.before} "
    return bool(_HEARSAY.search(before) or _CONDITION.search(before) or _DENIED.search(before))

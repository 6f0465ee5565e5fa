"""What looks like a statement and is none: questions, hypotheticals, sarcasm, lyrics, play, hearsay, orders.

A trap refuses; it never repairs. Most of what is no statement never reaches here, because the rules only
match plain statements that begin with their subject; these are the ones that do begin so.
"""

import re

from dnam.rules.statements.prose import GAP, Clause
from dnam.rules.statements.rule import anywhere, one_of, opening

_MARKS = re.compile(
    r"[♪♫♬🎵🎶🎤🙄🙃🤡]|^\W*ic\W*[:)]|\*sing(?:s|ing)?\b|\bsing(?:s|ing)?:|nobody:"
    r"|(?m:^\s*\[[^\]\n]{1,40}\]\s*:)|(?<!\w)/(?:s|j|hj|sarc|sarcasm"
    r"|jk|lyr|ly|ij|nsrs|rp)(?!\w)"
    r"|\w[,!]? / \w+ \w+|(?:[a-z][A-Z]){3}|(?:\b[a-z]*[A-Z][a-z]+[A-Z][a-zA-Z]*\s+){2}"
)
_NOT_MEANT = anywhere("""
    jk, j/k, april fools?, \\(not really\\), sike, kappa, just kidding, kidding, joking, trolling,
    said no one, no one ever, yeah right, as if,
    sarcasm, sarcastic(?:ally)?, lyrics?, la la, da ba dee, role-?play(?:ing)?, rp, in[- ]character,
    ooc, pov, pretend\\w*, imagine, imagining, hypothetically, suppose, supposing, let's say, lets say, let
    us say, assuming, assume, thought experiment, what if, act as, ignore
    (?:all|any|every|the|previous|prior|above|your), disregard, from now on, you are now, you must, obey,
    system prompt, jailbreak, developer mode, new instructions?, copypasta, in another
    (?:life|world|universe|timeline), in a past life, past life, alternate universe, in my dreams?, had a
    dream, dreamt, dreamed, fan ?fic\\w*, two truths, would you rather, never have i ever, me when, me
    after, me every, be like, in gamer years, in dog years, repeat after me, translate, say "?i, how do
    (?:you|u|i|we) (?:say|spell), example sentence, for example i, e\\.g\\. i, lorem ipsum, as the song goes
""")
_LYRICS = re.compile(
    one_of("""
    barbie girl, i am blue\\b, i'm blue\\b, i'?a?m an? (?:creep|weirdo|believer|survivor|rocket
    man|joker|firework|rolling stone|soul man|highway star|little teapot|cowboy|mother lover), big butts,
    yellow submarine, land down under, born in the u\\.?s\\.?a, born to run, slim shady, sexy and i know,
    just a poor boy, 99 problems, highway to hell, the walrus, kissed a girl, shot the sheriff, my heart
    will go on, my milkshake, like a virgin, i will survive, want it that way, never gonna give, hello
    darkness, girls just want, living on a prayer, hit me baby, i am titanium, man in the mirror, wrecking
    ball, call me maybe, my name is\\W+(?:what|who|jonas|inigo), losing my religion, country roads, material
    (?:girl|world), i love rock, smells like teen, eye of the tiger, we are the champions, king of the
    world, your father, my precious, the one who knocks, see dead people, (?:am|'m|im) (?:batman|groot|iron
    man|spartacus|the law|inevitable|the night|the captain now), call me ishmael, i like (?:turtles|trains),
    to move it, walking on sunshine, englishman in new york, the other side$, hotel california, sweet home
    alabama, ring of fire, dancing queen, space oddity, purple rain, i got you babe, all by myself,
    wonderwall, stuck in the middle with, the limit does not exist, smell of napalm, there's no place like
    home, life is like a box
    """),
    re.IGNORECASE,
)
_PLAY = anywhere("""
    in[- ]game, ingame, playing as, (?:in|for|inside) (?:the|my|our|this|a) (?:\\w+ )?(?:game|campaign
    |story|book|novel|film|movie|play|sim|sims|rpg|scene|fic|session|one-?shot|dream|matrix|musical|show
    |server rp), in (?:minecraft|skyrim|wow|runescape|stardew|the
    sims|sims|d&d|dnd|fallout|terraria|roblox|gta|valheim|animal crossing|genshin|elden
    ring|factorio|rimworld|pokemon|zelda|ff14|ffxiv|bg3|baldur's gate|vrchat|second life|eve online), my
    (?:\\w+ )?(?:character|oc|toon|sim|villager|wizard|paladin|rogue|bard|build|alt|persona|fursona|avatar
    |tav|dragonborn)(?:'s)?, as an? (?:\\w+ )?(?:pirate|wizard|knight|dwarf|elf|orc|robot|ai|cat|dog
    |vampire|ghost|alien|character|god|king|queen), hogwarts, in the (?:show|anime|manga|movie)
""")
_SECRET = re.compile(
    anywhere("""
    pass ?words?, passwd, passphrase, passcode, api[ _-]?keys?, (?:access|auth|bot|discord|secret|bearer
    |session|login|github|api) (?:token|key)s?, token (?:is|was), secret (?:key|is), private key, seed
    phrase, recovery (?:phrase|code), ssn, social security, credit card, debit card, card number, cvv, cvc,
    iban, account number, routing number, pin(?: code| number)? is, 2fa, otp, login is, passport number,
    licen[cs]e number, (?:home|street|email|e-mail|ip) address is, phone number, (?:my )?e-?mail is
    """).pattern
    + r"|\b(?:sk|pk|ghp|gho|xox[bp]|AKIA|eyJ)[-_A-Za-z0-9]{12,}|\b(?=\w*\d)(?=\w*[a-zA-Z])[\w-]{24,}\b"
    r"|\b\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b|\b\d{3}-\d{2}-\d{4}\b",
    re.IGNORECASE,
)
_HEARSAY = re.compile(
    r"(?<!\bI)\s"
    + one_of("""
    said, says, say, saying, told, tells, tell, think, thinks, thought, claims?, claimed, asked, asks, goes,
    went, (?:was|is|were|are|am) (?:all )?like, believes?, believed, assumes?, assumed, reckons?, wrote,
    insists?, heard, joked, jokes, figured, swears, yells?, yelled, announced, replied, texted, posted,
    tweeted, quoted
    """)
    + r"\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^\W*(?:(?:and|but|so|ok|okay|well|yeah|oh|then|lol)\W+)*(?:if|when|whenever|once|until|before|after"
    r"|as though|one day|someday"
    r"|maybe|perhaps)\b|\b(?:if|unless|whether|wish(?:es|ed)?)\b",
    re.IGNORECASE,
)
_HEDGE = anywhere("""
    apparently, supposedly, allegedly, according to, i guess, i think, i suppose, i assume, probably, maybe,
    perhaps, possibly, not sure, or something, sort of like, for now, today, tonight, this
    (?:morning|afternoon|evening), right this, later, at the mo, in (?:an?|\\d+|one|two|five|ten|a few|half
    an|like \\d+) (?:hours?|hrs?|mins?|minutes?|secs?|seconds?|bit|moment|sec), so to speak, basically,
    pretty much, essentially, in my head, on paper, at heart, in spirit, at this point, deep down, half the
    time, as a joke, in theory, mentally, spiritually, emotionally, metaphorically, figuratively, on tv, in
    a sense, more or less, practically, virtually, nearly, inside, in disguise
""")
_HEDGED_AFTER = opening("""
    I think, I guess, I suppose, I assume, apparently, probably, supposedly, allegedly, not sure, or
    something, maybe$, or so I, at least I think, if I remember, I believe
""")
_ASKED_AFTER = opening("""
    you, u, wbu, hbu, what, how, where, who, when, why, which, do, does, did, is, are, can, could, any,
    anyone, anybody, should, would, will, has, have, and you, so what, so how, and what, but what, but is,
    but how, or is, what's, whats, how's, got any, is there
""")
_TAG = re.compile(
    r"(?:right|yeah|no|correct|true|huh|eh|innit|is it|is not it|did I|do I|am I|do not I|are not I"
    r"|is that (?:ok|weird|bad))\W*$",
    re.IGNORECASE,
)
_DENIED = anywhere("""
    not like, never said, nobody said, not that, no way, not because, as if, not saying, not to say, hard to
    believe
""")
_SARCASTIC = re.compile(
    r"(?:^|\b)(?:oh|ah|wow|yay|great|oh yes|ah yes|sure)\W+.*\b(?:just|so|totally|absolutely) (?:love|enjoy"
    r"|adore)\b"
    r"|\bjust (?:love|adore|enjoy) \w+ing\b|\b(?:LOVE|ENJOY|ADORE)\b(?=.*[a-z])|\btotally (?:love|enjoy)\b"
    r"|^(?:ah yes|oh sure|sure|wow|oh great"
    r"|oh joy|yay|oh yay|oh yes)\b"
)


def spoils_message(text: str) -> bool:
    """Say whether a mark anywhere in a message makes all of it unbelievable or not its author's."""
    return bool(_MARKS.search(text) or _NOT_MEANT.search(text) or _LYRICS.search(text))


def spoils_sentence(sentence: str) -> bool:
    """Say whether a sentence is play, sarcasm, or holds a secret: none is a fact."""
    return bool(_PLAY.search(sentence) or _SECRET.search(sentence) or _SARCASTIC.search(sentence))


def spoils_clause(clause: Clause) -> bool:
    """Say whether what surrounds a clause makes it asked, reported, supposed or denied."""
    if GAP in clause.text or _HEDGE.search(clause.text) or _HEDGED_AFTER.match(clause.after):
        return True
    if clause.question and not (_ASKED_AFTER.match(clause.after) and not _TAG.search(clause.after)):
        return True
    before = f" {clause.before} "
    return bool(_HEARSAY.search(before) or _CONDITION.search(before.strip()) or _DENIED.search(before))

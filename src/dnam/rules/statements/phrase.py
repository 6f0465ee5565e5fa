"""What a statement is about: a phrase cut to size, made third person, or refused.

"pizza because it's cheap lol" is "pizza"; "my wife and me" are "their wife and them"; "it", "that idea" and
"the second one" point at the conversation and mean nothing in a month.
"""

import re

from dnam.rules.statements.rule import anywhere, one_of, opening

_AFTER_COMMA = one_of("""
    which, who, that, so, but, because, since, it, he, she, they, we, you, I, not, and I, hbu, wbu, tbh,
    ngl, lol, though, especially, mostly, mainly, at least, even, thanks, please, for example, like, anyway,
    basically, among, honestly, if, happy, glad, just, feel free, hope, let, used to, would, could, can, do,
    does, did, is, are, was, will, should, what, how, when, where, why, then, also, still, only, never,
    always, though, too, yes, no, yeah, right
""")
_AFTER_SPACE = one_of("""
    because, since(?! \\d), so that, but, though, although, even though, while, whereas, cause, which, as
    long as, so(?! much), lol, lmao, lmfao, haha+, hehe+, btw, tbh, ngl, imo, imho, fwiw, innit, i mean, you
    know, y'know, for what it's worth, if (?:that|you|anyone|it) \\w+, thank god, unfortunately, sadly,
    luckily, hence, if you, except when, unless, when (?:I|I'm|it|it's|you|we|they|he|she|the), whenever
""")
_AFTER_AND = one_of("""
    I, it, it's, its, he, he's, hes, she, she's, they, we, you, that, this, then, so, my, now, am, was,
    would, will, could, can, honestly, tbh, there, loving, (?:love|hate|never|hating) (?:it|looked), don't,
    do not, what, how, where
""")
_CUT = re.compile(
    rf"(?:\s*,\s+{_AFTER_COMMA}(?!\w)|\s{_AFTER_SPACE}(?!\w)|\sand\s+{_AFTER_AND}(?!\w)|\s⟂|\s?[:;](?:\s"
    rf"|$)).*",
    re.IGNORECASE | re.DOTALL,
)
_LIST_ENDS = re.compile(r"(?:^|\s)(?:and|or|&|nor)\s", re.IGNORECASE)
_FILLER = one_of("""
    too, as well, also, now, currently, rn, atm, at the moment, these days, nowadays, lately, right now,
    already, anyways?, so much, soo+ much, a lot, very much, fr, ong, man, dude, bro, guys, y'all, yall,
    folks, pls, please, thanks, again, of course, obviously, though, tho, mostly, mainly, originally,
    actually, really, honestly, personally, in general, generally, for sure, no cap, sadly, either, at all,
    ever, by the way, here, still, myself, everyone, lol, xd, heh, lmao, ok, okay, and all, or whatever, and
    stuff, even, by far, of all time, hands down, easily, period, yeah, sorry, first of all, more than
    anything, the most, exactly, soon, recently, about, around, almost, just, no joke, literally, and shit,
    or so, kinda, sort of, and everything, these last few years, and, or, but, not, so
""")
_DANGLING = re.compile(
    r"\b(?:for|with|when|to|of|at|the|an?|my|their|from|by|as|than|if|is|are|while|who|that|into|every)$",
    re.IGNORECASE,
)
_DURATION = (
    r"for (?:(?:the past|the last|about|over|almost|nearly|around|like|just under|at least|more than"
    r"|well over|only|just) )*(?:\d+|an?"
    r"|a few|several|many|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|a couple(?: of)?"
    r"|half a|a good \w+)\+? ?(?:days?"
    r"|weeks?|months?|years?|yrs?|decades?)(?: or so)?|for (?:years|ages|decades|months|a while|a long time"
    r"|as long as .+|most of .+ life)"
    r"|(?:all|my whole|my entire|most of) (?:my )?life|since .+"
)
_TAIL = re.compile(rf"\s+(?:{_DURATION})$|(?:[\s,]+{_FILLER})+$|[\s.,!…~*_:;\"'-]+$", re.IGNORECASE)
_MINE = {
    **{"i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themself"},
    **{"we": "they", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"},
}
_MINE_WORD = re.compile(
    r"(?<![\w'/-])(?:i|me|my|mine|myself|we|(?<!the )(?-i:us)|our|ours|ourselves)(?![\w'/-])", re.IGNORECASE
)
_VAGUE = opening("""
    it, that, this, those, these, them, they, him, her, you, your, yours, u, ur, yall, y'all, everything,
    nothing, anything, something, someone, everyone, everybody, nobody, anyone, people$, one$, ones, both$,
    both (?:options|ideas|of|versions|ones|designs|approaches|answers), all$, either, neither, how, when,
    what, whatever, where, why, who, if, whether, to$, seeing, such, option, options, number \\d, answer,
    choice \\w, plan \\w$, door \\w$, team \\w$, more$, less, here, there, not, no, myself, me, us, his,
    their, to (?:see|hear|know|think|say|be|point|imagine|believe|go$|come|do$|ask|admit|break|burst|get
    |tell|bring|interrupt|disagree|agree|help$|meet you|have|make sure|complain|brag|argue|watch
    (?:you|him|her|them|it|people)|sound|look|start by|give), the (?:way|idea|fact|(?:sound|looks?)(?! of)
    |new|old|other|first|second|third|last|latest|former|latter|next|one|ones|concept|plan|thought|part
    |bit|vibe|vibes|energy|results?|design|logo|colors?|colours?|update|changes?|approach|suggestion|same
    |whole|current|original|proposal|name|option|version|feature|point|enthusiasm|spirit|draft|blue|red
    |green|pic|photo|picture|song|video|thing|most|least|process|team|app|site|website|bot|server|channel
    |meme|memes|joke|theme|title|font|layout), my (?:life|self|brain), its, how's, another, each other, some
    of, most of, any of, half of, parts? of, a bit, a lot, a little, all (?:of
    )?(?:the|your|you|that|this|these), and, or, but, so, too, very, still, just, being, getting, having to,
    having, waiting, paying, life, mondays?, meetings?, taxes, traffic, spam, it's, that's, as, than, for,
    from, with, on, in, at, of, by, about, into, up, out, off, back, going$, well, anyway, self, things,
    stuff, nothing, none, someone's, him, saying, the odds
""")
_STILL_FINE = opening(
    "both \\w+ and, being (?:alone|outside|outdoors|outside|near|by|in nature|barefoot"
    "|a \\w+), getting up early, having people over,"
    " to (?:go (?:to|for|hiking|running|camping|out)|be (?:alone|outside|outdoors)), waiting tables"
)
_POINTING = re.compile(
    anywhere("""
    you, your, yours, u, ur, this, that(?! (?:is|are|can|lets?|helps?|\\w+s) ), these, those, it, him, her,
    them, he, she, they, said, says, would, could, might, should, will, if, unless, whether, yesterday,
    today, tonight, tomorrow, supposedly, apparently, again, here, I, someone else, somebody else, too much
    to, ever since, its, it's, instead, anymore like
    """).pattern
    + r"|\w'll\b|⟂|[?@<>{}\[\]=|\\]",
    re.IGNORECASE,
)
_JOKES = anywhere("""
    tears, trauma, brain cells, idiots, hindsight, googling, breathing, staring at, deprivation, crying,
    hard bargain, air guitar, dangerously, big words, every port, lube, adulting, being late, being wrong,
    danger, my problems, dreams$, procrastinat\\w+, sarcasm, overthinking, napping, complaining, whining,
    shitposting, disappoint\\w+, bad decisions, poor life choices, regret, chaos, vibes, my own stupidity,
    anxiety and caffeine, spite
""")
MAX_WORDS = 14


def cut(text: str) -> str:
    """Cut a phrase where something else begins, and trim what says nothing."""
    text = _listed(_CUT.sub("", f" {text}").strip())
    before = None
    while before != text:
        before, text = text, _TAIL.sub("", text).strip()
    return text


def _listed(text: str) -> str:
    """Keep commas of a list and of "Portland, Oregon"; cut at the first one otherwise."""
    head, comma, rest = text.partition(",")
    pieces = rest.split(",")
    short = all(len(piece.split()) <= (5 if _LIST_ENDS.search(piece) else 3) for piece in pieces)
    enumerated = (
        _LIST_ENDS.search(pieces[-1]) is not None
        or len(pieces) > 1
        or re.fullmatch(r" (?:\w+|[A-Z]\w+ [A-Z]\w+)", rest) is not None
    )
    return text if not comma or (short and enumerated) else head


def third(text: str) -> str:
    """Speak of the author: "my wife and me" are "their wife and them"."""
    return _MINE_WORD.sub(lambda found: _MINE[found.group().lower()], text)


def points(text: str) -> bool:
    """Say whether a phrase points at the conversation, at a moment or at somebody unnamed."""
    return _POINTING.search(text) is not None


def thing(text: str) -> str | None:
    """Give what somebody likes, uses or does, when it can be understood on its own."""
    text = cut(text)
    if (len(text) < 2 and text not in ("R", "C", "D", "J")) or len(text.split()) > MAX_WORDS:
        return None
    if _VAGUE.match(text) and not _STILL_FINE.match(text):
        return None
    return (
        None
        if points(text) or _JOKES.search(text) or _DANGLING.search(text) or not re.search(r"\w", text)
        else third(text)
    )


_THIRD = {"have": "has", "am": "is", "do": "does", "go": "goes", "cannot": "cannot", "can": "can"}


def conjugated(verb: str) -> str:
    """Give the third person of a verb in its base form."""
    word = verb.lower()
    if word in _THIRD:
        return _THIRD[word]
    if word.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2:-1] not in "aeiou" else f"{word}s"

"""What follows "I" when it is not "am": the tables of life and tastes, what is over, and habits."""

import re

from dnam.model import Kind
from dnam.rules.statements import life, tastes
from dnam.rules.statements.fits import habit
from dnam.rules.statements.lexicon import CRAFTS, OFTEN, PURSUITS
from dnam.rules.statements.phrase import conjugated, cut, thing
from dnam.rules.statements.rule import Found, by_first_word, first_found, opening

_VERBS = by_first_word((*life.RULES, *tastes.RULES))
_OVER = re.compile(r"(?P<verb>\w+)(?P<rest> .+?)? (?:anymore|any more|any longer|no more)\b.*", re.IGNORECASE)
_NO_LONGER = re.compile(r"no longer (?P<verb>\w+)(?P<rest> .+)?", re.IGNORECASE)
_MENTAL = opening("""
    know, care, think, want, feel, believe, trust, remember, see, need, get, understand, mind, even, have,
    wish, hope, talk, look, hear
""")
_TOPICS = {
    "work": "work",
    "live": "home",
    "eat": "diet",
    "drink": "diet",
    "like": "dislikes",
    "love": "dislikes",
}
_ROUTINE = re.compile(r"(?P<often>always|usually|normally|typically|generally) (?P<habit>.+)", re.IGNORECASE)
_REGULAR = re.compile(rf"(?P<habit>.+ (?:{OFTEN})(?: at \d+(?::\d\d)? ?(?:am|pm)?)?)", re.IGNORECASE)
_PASSING = opening("""
    or, the(?! [A-Z]), it, that, this, up$, out$, off, on$, a bit, a lot$, to, for$, more, less, too, and,
    like, so, well$
""")
_SOFTLY = re.compile(
    r"(?:(?:really|actually|even|particularly|generally|usually|normally|ever|typically|personally|much) )+",
    re.IGNORECASE,
)


def read_doing(predicate: str) -> list[Found]:
    """Read what follows "I" when it is not "am"."""
    if predicate[:7].lower() == "do not ":
        return _negated(_SOFTLY.sub("", predicate[7:], count=1))
    if over := _NO_LONGER.fullmatch(predicate):
        return _retracted(over)
    first = predicate.partition(" ")[0].lower()
    found = first_found(_VERBS.get(first, ()), predicate)
    return [found] if found else _habits(predicate)


def _negated(rest: str) -> list[Found]:
    if over := _OVER.fullmatch(rest):
        return _retracted(over)
    found = first_found(tastes.NEGATED, rest)
    return [found] if found else []


def _retracted(over: re.Match[str]) -> list[Found]:
    """Say what is no longer done; what is no longer thought or felt is not kept."""
    verb = over["verb"].lower()
    rest = thing(f"x{over['rest']}") if over["rest"] else "x"
    if rest is None or _MENTAL.match(verb):
        return []
    kind = Kind.PREFERENCE if verb in ("like", "love", "eat", "drink") else Kind.FACT
    kind = Kind.PROFILE if verb in ("work", "live", "study") else kind
    text = f"No longer {conjugated(verb)}{rest[1:]}"
    return [Found(text=text, kind=kind, tags=(_TOPICS.get(verb, "change"),), retracts=True)]


def _habits(predicate: str) -> list[Found]:
    """Read "always ...", and whatever is done every day, on Tuesdays or before each merge."""
    routine = _ROUTINE.fullmatch(predicate)
    if routine and (done := habit(routine["habit"])):
        text = f"{routine['often'].capitalize()} {done}"
        return [Found(text=text, kind=Kind.WORKFLOW, tags=("routine",), confidence=0.85)]
    if predicate.endswith(" for work") and (done := habit(predicate.removesuffix(" for work"))):
        return [Found(text=f"{done[:1].upper()}{done[1:]} for work", kind=Kind.PROFILE, tags=("work",))]
    regular = _REGULAR.fullmatch(cut(predicate))
    if regular and (done := habit(regular["habit"])):
        return [
            Found(text=done[:1].upper() + done[1:], kind=Kind.WORKFLOW, tags=("routine",), confidence=0.85)
        ]
    return _pursuits(predicate)


def _told(rest: str) -> bool:
    """Say whether it is told what is done, or at least where or with what."""
    return re.match(r"(?:in|on|at|with|for|from|around|by) ", rest) is not None or thing(rest) is not None


def _pursuits(predicate: str) -> list[Found]:
    """Read "sell earrings": what one does in the plain present, one does again and again."""
    verb, _, rest = cut(predicate).partition(" ")
    if (
        verb.lower() not in PURSUITS
        or _PASSING.match(rest)
        or (done := habit(f"{verb} {rest}")) is None
        or not _told(rest)
    ):
        return []
    made_with = verb.lower() in CRAFTS and re.search(r"(?:^|\s)(?:in|with|using) \w", rest) is not None
    return [
        Found(
            text=done[:1].upper() + done[1:],
            kind=Kind.TOOL if made_with else Kind.FACT,
            tags=("tool" if made_with else "pursuit",),
            confidence=0.8,
        )
    ]

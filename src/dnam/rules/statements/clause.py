"""One clause into facts: whose it is, whether it names a time, and what the tables make of it."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from dnam.model import Kind
from dnam.rules.dates import When, find_when
from dnam.rules.statements.being import read_being
from dnam.rules.statements.doing import read_doing
from dnam.rules.statements.fits import plain_name
from dnam.rules.statements.lexicon import KIN
from dnam.rules.statements.mine import read_called, read_mine
from dnam.rules.statements.names import NAMES
from dnam.rules.statements.openers import without_openers
from dnam.rules.statements.others import read_lore, read_other
from dnam.rules.statements.phrase import cut
from dnam.rules.statements.plans import read_plan, read_undated
from dnam.rules.statements.prose import STARTS_WITH_VERB, Clause
from dnam.rules.statements.rule import Found, one_of
from dnam.rules.text import collapse

_SUBJECT = re.compile(r"(?P<who>I|my|we|our)\s+(?P<rest>.+)", re.IGNORECASE)
_AND_I = re.compile(
    r"(?:(?:my|the) (?:\w+ ){1,2}and (?:I|me)|me and my \w+|both of us)\s+(?P<rest>.+)", re.IGNORECASE
)
_ADVERBS = one_of("""
    really, just, also, still, actually, currently, mostly, kinda, honestly, personally, now, absolutely,
    definitely, truly, genuinely, recently, low-?key, high-?key, fucking, freaking, hella, super, very,
    quite, pretty, literally, already, even, finally, officially, proudly, originally, technically, mainly,
    primarily, sadly, unfortunately, luckily, obviously, sometimes, often, both, ofc, defo, deffo, def, tbh,
    sort of, kind of, newly, happily, deeply, only just, too, myself, for one, sure, (?:very )?much, do(?=
    (?:like|love|hate|enjoy|prefer|have|live|work|use|speak|play))
""")
_ADVERB = re.compile(rf"(?:{_ADVERBS}\s+)+", re.IGNORECASE)
_PERFECT = re.compile(
    r"have (?:(?:(?:actually|always|recently) )?been (?=\w)|got (?=\w)|(?:(?:actually|always|just"
    r"|recently) )?(?P<verb>lived|worked"
    r"|studied|used|played|driven|owned|taught|moved|started|joined|switched|adopted|stopped|quit)\b)",
    re.IGNORECASE,
)
_BASE = {
    **{
        "lived": "live",
        "worked": "work",
        "studied": "study",
        "used": "use",
        "played": "play",
        "driven": "drive",
    },
    **{"owned": "own", "taught": "teach"},
}
_DOING_LONG = re.compile(
    r"(?P<verb>play|collect|cod|teach|us|driv|knit|paint|draw|climb|speak|runn)(?:t)?ing (?P<rest>.+)",
    re.IGNORECASE,
)
_LONG = {"cod": "code", "us": "use", "driv": "drive", "runn": "run"}
_LASTING = re.compile(r"\b(?:for|since|all my life|my (?:whole|entire) life)\b", re.IGNORECASE)
_PAST = re.compile(
    one_of("""
    moved, relocated, started, joined, got, adopted, bought, rescued, turned, was, grew, switched, changed,
    quit, left, stopped, graduated, married, made, built, wrote, founded, released, published, created
    """)
    + r"\b",
    re.IGNORECASE,
)
_RUN_ON = re.compile(
    r",? (?=(?:I|my) (?:am|have|do|live|work|love|like|hate|use|cannot|can|play|always|usually|speak|prefer"
    r"|study|name|favourite)\b)"
)
_BARE = re.compile(
    r"(?P<be>\d\d years old|(?:unemployed|retired|self-employed|pescatarian|colou?rblind|dyslexic|autistic"
    r"|diabetic|celiac|left-handed|divorced)(?=$| and|,)|(?:not )?(?:an? )?(?:big |huge |massive )?fan of|"
    r"(?:big|not really|not that|not super|not) into|obsessed with"
    r"|allergic to|based in|based out of"
    r"|fluent in|originally from|living in|working (?:at|as|for|on (?:an?|my))|turning|trying to learn"
    r"|teaching myself|studying|(?:going|heading|flying"
    r"|moving) to"
    r"|visiting|getting married|learning|building an?|writing an?|training for|on (?:vacation|holiday|leave)"
    r"|terrified of|married to"
    r"|vegan|vegetarian|lactose intolerant|been|born (?:and raised )?in)\b"
    r"|(?:live in|work (?:at|as|for|in)|grew up|cannot stand|hate|despise|prefer|love|do not (?:like|eat"
    r"|drink)|moved|adopted|switched (?:from|to)|quit|joined"
    r"|never (?:eat|drink|touch|use|been|liked|cared)|started an?|started at|got (?:an?|two|three|four|my)"
    r"|have (?:an?|two|three|four|\d)|currently (?:living|working"
    r"|studying))\b",
    re.IGNORECASE,
)
_PLAIN_BARE = re.compile(
    r"(?:allergic to|not a|cannot stand|hate|prefer|love|do not|vegan|vegetarian|lactose)\b", re.IGNORECASE
)
_LOVE_NAME = re.compile(r"love \w*[^sg\W]", re.IGNORECASE)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|will|can|makes?|takes?|brings?|means?|feels?|seems?|helps?)\b",
    re.IGNORECASE,
)
_AS_ONE = re.compile(
    r"(?:(?:speaking|and|but|so|well|yeah|honestly) )?as an? (?P<what>[\w -]{3,40})", re.IGNORECASE
)
_STATES_NOW = re.compile(
    one_of("""
    I (?:can|do|am|have|love|hate|know|think|use|work|see|deal|often|always|cannot|really|feel|agree|spend
    |get|need|find|usually)
    """)
    + r"\b",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"(?:(?:fellow|resident|another|also) )?(?:an? )?(?P<what>[\w -]{3,40}?)(?: (?:right |over )?here| by "
    r"(?:trade|profession))",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?P<key>name|age|location|pronouns|time ?zone|job|favou?rite [\w ]+?)\s*:\s*(?P<value>.+)",
    re.IGNORECASE,
)
_AT_NOW = re.compile(r"at (?P<where>[A-Za-z][\w&'. -]{1,30}?) now\b.*", re.IGNORECASE)
_LEFT_WORK = re.compile(r"\b(?:not work|no longer work|quit|left)\b", re.IGNORECASE)
_KIN_IS = re.compile(
    rf"^(?P<kin>(?:[\w-]+ )?(?:{KIN}))'?s (?=(?!wedding|evening|building|king|ring|wing)(?:\w+ing|called"
    rf"|named|an?|from|allergic|\d+)\b)",
    re.IGNORECASE,
)
_MINE = ("my", "our")
_SHARED = {
    "we": frozenset(("home", "pet", "family", "plan", "belongings", "household", "project")),
    "our": frozenset(("pet", "family", "tool", "project", "plan")),
}
"""What may be said of oneself as "we" and "our"; whom else they mean is anybody's guess."""
_BARE_TOPICS = frozenset(
    """
    age habit home work health origin diet language self study likes dislikes food project plan pet fears
    goal learning tool family change
    """.split()
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What a clause says, and its subject, which the next clause may go on with."""

    found: tuple[Found, ...] = ()
    subject: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Hearing:
    """What is known where a clause is said."""

    at: datetime
    known: Collection[str]
    """Folded names of people mentioned or present."""
    subject: str = ""
    """The subject of the clause before."""
    first: bool = True
    """It opens the message: only there may a subject be left out."""


def read_clause(clause: Clause, hearing: Hearing) -> Reading:
    """Give what a clause states."""
    if (as_one := _AS_ONE.fullmatch(clause.text)) and _STATES_NOW.match(clause.after):
        return Reading(found=tuple(read_being(f"a {as_one['what']}")))
    text = without_openers(clause.text)
    if lore := read_lore(text):
        return Reading(found=tuple(lore))
    if match := _SUBJECT.fullmatch(text):
        who = match["who"].lower()
        rest = _KIN_IS.sub(r"\g<kin> is ", match["rest"]) if who in _MINE else match["rest"]
        return Reading(found=_own(who, rest, clause, hearing), subject=who if who not in _MINE else "")
    if match := _AND_I.fullmatch(text):
        return Reading(found=_own("i", match["rest"], clause, hearing), subject="i")
    if clause.continues and hearing.subject:
        rest = text if STARTS_WITH_VERB.match(text) else f"am {text}"
        return Reading(found=_own(hearing.subject, rest, clause, hearing), subject=hearing.subject)
    return _without_subject(text, clause, hearing) if text else Reading()


def _own(who: str, rest: str, clause: Clause, hearing: Hearing) -> tuple[Found, ...]:
    """Read what somebody says of themself, and what runs on after it without a comma."""
    rest = _bare_of_adverbs(rest)
    head, *tail = _RUN_ON.split(rest, maxsplit=1) if who not in _MINE else [rest]
    if tail and (joined := re.search(r" (?:when|whenever|while|because|since|as|so|and|but|where)$", head)):
        head, tail = head[: joined.start()], []
    if tail and re.search(r"\b(?:the|what|that|who|where|every|all|any)(?: \w+)?$", head):
        return ()
    found = _dated(who, head if who in _MINE else _present(head), clause, hearing)
    more: tuple[Found, ...] = ()
    if found and found[0].topic in ("name", "age"):
        more = tuple(one for piece in head.split(",")[1:] for one in _apposed(piece))
    if tail and found and (match := _SUBJECT.fullmatch(tail[0])):
        more = _own(match["who"].lower(), match["rest"], clause, hearing)
    return (
        *(one for one in found if who not in _SHARED or one.topic in _SHARED[who] or _at_work(who, one)),
        *more,
    )


def _apposed(piece: str) -> list[Found]:
    """Read what stands beside a name: "I'm Tariq, a student", "I'm Jo, student from Cork"."""
    said = cut(piece)
    return read_being(said) or read_being(f"a {said}")


def _at_work(who: str, found: Found) -> bool:
    """Say whether "we" are those somebody works with: then the tools are theirs too."""
    return (
        who == "we"
        and found.topic == "tool"
        and re.search(r" at (?:their )?(?:work|job|company)$", found.text) is not None
    )


def _without_subject(text: str, clause: Clause, hearing: Hearing) -> Reading:
    """Read names, labels and what people say of themselves without saying "I"."""
    if found := read_called(text) or read_other(text, hearing.known) or _labelled(text):
        return Reading(found=tuple(found))
    if here := _HERE.fullmatch(text):
        said = read_being(f"a {here['what']}") or read_being(here["what"])
        return Reading(found=tuple(replace(one, confidence=0.8) for one in said), subject="i")
    text = _bare_of_adverbs(text)
    bare = _BARE.match(text)
    opens = not clause.before and (hearing.first or _PLAIN_BARE.match(text))
    if bare is None or not opens or _FINITE.search(text) or _LOVE_NAME.fullmatch(text):
        return Reading()
    text = re.sub(r"^currently ", "", text, flags=re.IGNORECASE)
    text = re.sub(r"^(?=(?:big|huge|massive) fan)", "a ", text, flags=re.IGNORECASE)
    text = re.sub(r"^big into", "into", text, flags=re.IGNORECASE)
    if re.match(r"(?:been|never (?:been|liked|cared)) ", text, re.IGNORECASE):
        return Reading(found=_own("i", f"have {text}", clause, hearing), subject="i")
    predicate = f"am {text}" if bare["be"] or re.match(r"\w+ing\b", text) else text
    said = _dated("i", predicate, clause, hearing)
    found = [replace(one, confidence=0.75) for one in said if one.topic in _BARE_TOPICS]
    return Reading(found=tuple(found), subject="i")


def _labelled(text: str) -> list[Found]:
    """Read "Pronouns: she/her" and "favourite band is Radiohead"."""
    if label := _LABEL.fullmatch(text):
        verb = "are" if label["key"].lower() == "pronouns" else "is"
        return read_mine(f"{label['key']} {verb} {label['value']}")
    text = re.sub(r"^the (?=name is )", "", text, flags=re.IGNORECASE)
    return read_mine(text) if re.match(r"(?:least )?favou?rite |name is ", text, re.IGNORECASE) else []


def _dated(who: str, predicate: str, clause: Clause, hearing: Hearing) -> list[Found]:
    """Read a predicate with the time it names, if any: a plan, or a fact that began then."""
    who = "my" if who in _MINE else who
    if who == "my" and predicate.lower().startswith(("birthday", "date of birth")):
        return _birthday(predicate, hearing.at)
    today = hearing.at.date()
    when = find_when(predicate, hearing.at, past=_PAST.match(predicate) is not None)
    if when is None or predicate.lower().startswith("was born"):
        return _plain(who, predicate, clause)
    if re.match(r"\s*or\b", predicate[when.end :]):
        return []
    without = collapse(f"{predicate[: when.start]} {predicate[when.end :]}".replace(" ,", ","))
    before = predicate[: when.start].strip(" ,")
    if plan := read_plan(who, cut(without), when, today) or read_plan(who, cut(before), when, today):
        return plan
    if when.first is None or when.first > today or (when.last is not None and when.last >= today):
        return [one for one in _plain(who, without, clause) if one.topic in ("goal", "project", "learning")]
    began = When(start=0, end=0, first=when.first, last=None)
    return [replace(one, when=began) for one in _plain(who, without, clause)]


def _birthday(predicate: str, at: datetime) -> list[Found]:
    if found := read_mine(predicate):
        return found
    when = find_when(predicate, at)
    if when is None or when.first is None or when.first != when.last:
        return []
    return [
        Found(text=f"Birthday is {when.first:%B} {when.first.day}", kind=Kind.PROFILE, tags=("birthday",))
    ]


def _plain(who: str, predicate: str, clause: Clause) -> list[Found]:
    said = cut(predicate)
    if who == "my":
        return read_mine(said)
    if not re.match(r"(?:am|are)\s", said, re.IGNORECASE):
        return read_doing(said)
    rest = _bare_of_adverbs(said.split(" ", 1)[1])
    return (
        read_being(rest)
        or read_undated(f"am {rest}")
        or read_doing(said)
        or _employed_now(predicate, clause)
        or _named(rest, clause)
    )


def _employed_now(predicate: str, clause: Clause) -> list[Found]:
    """Read "I'm at Initech now" as work only when the sentence speaks of work that ended."""
    match = _AT_NOW.fullmatch(predicate.split(" ", 1)[1])
    if match is None or not _LEFT_WORK.search(clause.before):
        return []
    return [Found(text=f"Works at {match['where']}", kind=Kind.PROFILE, tags=("work",))]


def _named(rest: str, clause: Clause) -> list[Found]:
    name = plain_name(rest)
    introduced = (
        clause.before
        or clause.after
        or without_openers(clause.text) != clause.text
        or not clause.text.endswith(name or "")
    )
    if name is None or clause.written.isupper() or not (introduced or name.split()[0].lower() in NAMES):
        return []
    return [Found(text=f"Name is {name}", kind=Kind.PROFILE, tags=("name",), confidence=0.85)]


def _bare_of_adverbs(rest: str) -> str:
    match = _ADVERB.match(rest)
    return rest[match.end() :] if match else rest


def _present(rest: str) -> str:
    """Bring "have been living" and "have lived ... for years" to the present they speak of."""
    match = _PERFECT.match(rest)
    if match is None:
        return rest
    after = rest[match.end() :]
    if match["verb"] is None:
        if (place := re.match(r"(?:at|with) (?=[A-Z])", after)) and _LASTING.search(after):
            return f"work at {after[place.end() :]}"
        long = _DOING_LONG.fullmatch(after)
        if long and (_LASTING.search(after) or long["verb"].lower() == "us"):
            return f"{_LONG.get(long['verb'].lower(), long['verb'])} {long['rest']}"
        return f"have {after}" if "got" in match.group().lower() else f"am {after}"
    verb = match["verb"].lower()
    if verb not in _BASE:
        return f"{verb}{after}"
    return f"{_BASE[verb]}{after}" if _LASTING.search(after) else rest

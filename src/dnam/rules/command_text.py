"""Answers to commands: lists that fit a Discord message whole, never cut in the middle of an entry.

`names` are as `rules/quoting.py` shows them, no two people alike.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dnam.audience import Audience, knows_place
from dnam.errors import BadInput
from dnam.model import Action, Context, Fact, Message, Status
from dnam.rules.fact_ranking import age_in_words
from dnam.rules.quoting import one_line, spoken
from dnam.rules.text import clip, excerpt

_SEVERAL = re.compile(r"\b(\w+?)(ies|s)\b")

PAGE = 10
"""The most entries on a page."""
LIMIT = 2000
"""Discord's longest message."""

ENTRY = 600
"""The most one entry of a list may take, so that several always fit."""

NUMBER = 6
"""What the number before an entry and the break after it take."""
PAGE_ROOM = LIMIT - 200
"""What a page leaves to its entries beside head and tail."""


ELSEWHERE = "elsewhere"
"""Where something was said, for people from whom that place is hidden."""


def fit(head: str, entries: Sequence[str], tail: str = "", *, more: str = "(N more)") -> tuple[str, int]:
    """Join as many whole entries as fit between head and tail; tell how many did.

    What did not fit is counted in `more`, where N is replaced by the number.
    """
    end = f"\n{tail}" if tail else ""
    shown: list[str] = []
    room = LIMIT - len(head) - len(end) - len(more) - 12
    for entry in entries:
        line = clip(entry, ENTRY)
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        shown.append(line)
    left = len(entries) - len(shown)
    rest = [more.replace("N", str(left), 1)] if left else []
    return "\n".join([head, *shown, *rest]) + end, len(shown)


@dataclass(frozen=True, kw_only=True, slots=True)
class ListPage:
    """A page of a list, and which of its entries are on it."""

    text: str
    first: int
    last: int


def paged(entries: Sequence[str], page: str, *, head: Callable[[int, int], str], again: str) -> ListPage:
    """Write one page of a list, numbered from 1, with the command that gives the next. Raises BadInput."""
    divided = pages(entries, PAGE)
    wanted = 1 if not page else number(page) if page.isdecimal() else 0
    if not 1 <= wanted <= len(divided):
        raise BadInput(f'There is no page "{page[:20]}": `{again}` has pages 1 to {len(divided)}.')
    first = sum(map(len, divided[: wanted - 1]))
    shown = [f"{i}. {entry}" for i, entry in enumerate(divided[wanted - 1], 1)]
    tail = f"Next: `{again} {wanted + 1}`" if wanted < len(divided) else ""
    text, count = fit(head(wanted, len(divided)), shown, tail)
    return ListPage(text=text, first=first, last=first + count)


def number(digits: str) -> int:
    """Read a number somebody typed; one too long to mean anything is still only a number."""
    return int(digits[:12])


def pages(entries: Sequence[str], most: int) -> list[list[str]]:
    """Divide a list into pages that fit whole, of so many entries at most; there is always a first."""
    found: list[list[str]] = [[]]
    for entry in entries:
        taken = sum(min(len(held), ENTRY) + NUMBER for held in found[-1])
        if len(found[-1]) == most or taken + min(len(entry), ENTRY) + NUMBER > PAGE_ROOM:
            found.append([])
        found[-1].append(entry)
    return found


def bullet(fact: Fact, names: Mapping[int, str]) -> str:
    """Write a fact for `show`, as the seeds do."""
    told = _hearsay(fact) or fact.status is Status.CLAIMED
    by = f", according to {_name(names, fact.asserted_by)}" if told else ""
    pin = ", pinned" if fact.pinned else ""
    return f"- [{fact.kind}] {one_line(fact.text)} (src: {fact.source.type}{by}{pin})"


def place_note(fact: Fact, audience: Audience | None) -> str:
    """Name the channel a fact was said in, to those who may know of it; None is whoever runs the memory."""
    if audience is not None and not knows_place(audience, fact):
        return ELSEWHERE
    return f"#{one_line(fact.source.channel_name)}" if fact.source.channel_name else ""


def record(
    fact: Fact, names: Mapping[int, str], at: datetime, audience: Audience, *, whose: bool = False
) -> str:
    """Write a fact for `show all`: id, state, origin and age, and if asked for whose it is."""
    notes = [str(fact.status), str(fact.source.type)]
    if whose and fact.subject:
        notes.append(f"about {_name(names, fact.subject)}")
    if where := place_note(fact, audience):
        notes.append(where)
    elif fact.origin.startswith("d"):
        notes.append("direct message")
    if _hearsay(fact):
        notes.append(f"according to {_name(names, fact.asserted_by)}")
    notes += ["pinned"] * fact.pinned + ["everywhere"] * fact.widened
    notes.append(age_in_words((at - fact.updated_at).total_seconds() / 86_400))
    text = clip(one_line(fact.text), ENTRY - 180)
    return f"`{fact.id}` [{fact.kind}] {text} ({', '.join(notes)})"


def choice(nth: int, fact: Fact) -> str:
    """Write a fact in a list to pick from."""
    return f"{nth}. [{fact.kind}] {one_line(fact.text)}"


def known_fact(nth: int, fact: Fact, names: Mapping[int, str]) -> str:
    """Write a fact in brief, with whose word it is when it is somebody else's."""
    by = f" (according to {_name(names, fact.asserted_by)})" if _hearsay(fact) else ""
    return f"{nth}. {clip(one_line(fact.text), 300)}{by}"


def sizes(context: Context) -> str:
    """Say what each layer of a prompt takes."""
    parts = [f"{s.layer} {len(s.text)} characters (~{s.tokens} tokens)" for s in context.sections]
    return "In the next prompt: " + (", ".join(parts) or "nothing")


def link(guild: int, channel: int, message: int) -> str:
    """Give the address Discord jumps to."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def found_fact(nth: int, fact: Fact, reasons: Sequence[str], names: Mapping[int, str]) -> str:
    """Write a found fact with the reasons it was found."""
    whose = "" if not fact.subject else f"{_name(names, fact.subject)}: "
    by = (f"according to {_name(names, fact.asserted_by)}",) if _hearsay(fact) else ()
    return f"{nth}. [{fact.kind}] {whose}{clip(one_line(fact.text), 300)} ({'; '.join((*by, *reasons))})"


def found_message(
    message: Message, reasons: Sequence[str], names: Mapping[int, str], asked: Collection[str] = ()
) -> str:
    """Write a found message with its day, speaker, reasons and link; of a long one, the words asked for."""
    text = excerpt(one_line(spoken(message, names)), asked, 240)
    jump = link(message.place.guild, message.place.channel, message.id)
    who = _name(names, message.author.id)
    return f"- {message.sent_at:%Y-%m-%d} [{who}]: {text} ({'; '.join(reasons)}) <{jump}>"


def used_fact(fact: Fact, names: Mapping[int, str], audience: Audience) -> str:
    """Write a fact an answer was made from, with the link to where it was said if they may know of it."""
    source = fact.source
    where = ""
    if not knows_place(audience, fact):
        where = f" (said {ELSEWHERE})"
    elif source.channel and source.message:
        where = f" <{link(source.guild or 0, source.channel, source.message)}>"
    gone = "" if fact.status is Status.ACTIVE else f", now {fact.status}"
    by = f", according to {_name(names, fact.asserted_by)}" if _hearsay(fact) else ""
    return f"- [{fact.kind}] {clip(one_line(fact.text), 300)} (src: {source.type}{by}{gone}){where}"


def logged(action: Action, names: Mapping[int, str], channels: Mapping[int, str]) -> str:
    """Write a line of the action log; what a provider said of an error may quote somebody and is left out."""
    failed = action.outcome != "ok"
    parts = [f"{action.at:%Y-%m-%d %H:%M} {action.kind}", action.task, "" if failed else action.detail]
    if action.person:
        parts.append(f"by {names.get(action.person, 'somebody')}")
    if where := channels.get(action.channel):
        parts.append(f"in #{where}")
    return "- " + ", ".join(part for part in (*parts, action.outcome if failed else "") if part)


def plural(count: int, noun: str) -> str:
    """Count things."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def counted(count: int, what: str) -> str:
    """Count things that are named as several, such as "log lines" or "facts about you"."""
    one = _SEVERAL.sub(lambda noun: noun[1] + ("y" if noun[2] == "ies" else ""), what, count=1)
    return f"{count} {one if count == 1 else what}"


def listed(people: Iterable[int], names: Mapping[int, str], last: str = " and ") -> str:
    """Name people in a sentence."""
    *some, one = sorted(_name(names, person) for person in people)
    return f"{', '.join(some)}{last}{one}" if some else one


def _hearsay(fact: Fact) -> bool:
    return bool(fact.subject) and fact.asserted_by != fact.subject


def _name(names: Mapping[int, str], person: int) -> str:
    return names.get(person) or f"user {person}"

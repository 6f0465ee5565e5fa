"""The texts of answers to commands: lists that fit one Discord message, cut only between entries.

`names` are as `rules/quoting.py` shows them, no two people alike.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from dnam.audience import Audience, knows_place, visibility_of
from dnam.domain import Action, Context, Fact, Message, Spending, Status, Usage, Visibility
from dnam.errors import BadInput
from dnam.languages import reply
from dnam.rules.fact_ranking import age_in_words
from dnam.rules.quoting import one_line, spoken
from dnam.rules.text import clip, excerpt

_SEVERAL = re.compile(r"\b(\w+?)(ies|s)\b")

PAGE = 10
LIMIT = 2000
"""The length of Discord's longest message."""
ENTRY = 600
"""The most characters of one entry, so that several always fit."""
NUMBER = 6
"""Characters of the number before an entry and the line break after it."""
PAGE_ROOM = LIMIT - 200
"""Characters of a page for its entries, without head and tail."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """Who sees a list, and when: what is named, and how, follows from that."""

    names: Mapping[int, str]
    audience: Audience
    at: datetime
    language: str = "en"


def fit(head: str, entries: Sequence[str], tail: str = "", *, more: str = "(+N)") -> tuple[str, int]:
    """Join as many whole entries as fit between head and tail; return the text and how many did.

    `more` tells how many did not fit, in place of its N.
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


def paged(
    says: Callable[..., str], entries: Sequence[str], page: str, *, head: str, again: str
) -> tuple[str, slice]:
    """Return one page of a list, numbered from 1, and which entries are on it. Raises BadInput.

    `head` names the sentence above it.
    """
    divided = pages(entries)
    wanted = 1 if not page else number(page) if page.isdecimal() else 0
    if not 1 <= wanted <= len(divided):
        raise BadInput(says("no_page", page=page[:20], again=again, pages=len(divided)))
    first = sum(map(len, divided[: wanted - 1]))
    shown = [f"{i}. {entry}" for i, entry in enumerate(divided[wanted - 1], 1)]
    tail = says("next_page", again=f"{again} {wanted + 1}") if wanted < len(divided) else ""
    text, count = fit(says(head, count=len(entries), page=wanted, pages=len(divided)), shown, tail)
    return text, slice(first, first + count)


def number(digits: str) -> int:
    """Parse a typed number; only its first 12 digits count, so that no length is an error."""
    return int(digits[:12])


def pages(entries: Sequence[str]) -> list[list[str]]:
    """Divide a list into pages that fit one message, with at most `PAGE` entries; there is always one."""
    divided: list[list[str]] = [[]]
    for entry in entries:
        used = sum(min(len(other), ENTRY) + NUMBER for other in divided[-1])
        if len(divided[-1]) == PAGE or used + min(len(entry), ENTRY) + NUMBER > PAGE_ROOM:
            divided.append([])
        divided[-1].append(entry)
    return divided


def with_subject(fact: Fact, names: Mapping[int, str], language: str = "en") -> str:
    """Return a fact's text behind the name of whom it is about: "Ann: Likes tea"."""
    whose = name_of(names, fact.subject) if fact.subject else reply(language, "lore")
    return f"{whose}: {clip(one_line(fact.text), 300)}"


def place_note(fact: Fact, audience: Audience | None, language: str = "en") -> str:
    """Return the channel a fact was said in, hidden from an audience that may not know of it."""
    if audience is not None and not knows_place(audience, fact):
        return reply(language, "elsewhere")
    return f"#{one_line(fact.source.channel_name)}" if fact.source.channel_name else ""


def said_where(fact: Fact, audience: Audience, language: str) -> str:
    """Return where a fact was said, as far as the audience may know; empty when nobody noted it."""
    in_dm = reply(language, "in_dm") if visibility_of(fact.origin) is Visibility.DM else ""
    return place_note(fact, audience, language) or in_dm


def record(fact: Fact, seen: Seen, *, whose: bool = False) -> str:
    """Return a fact as a line of `show all`: id, state, origin and age, and with `whose` its subject."""
    names, language = seen.names, seen.language
    notes = [_state(fact, language), learned(fact, language)]
    if whose and fact.subject:
        notes.append(reply(language, "about", who=name_of(names, fact.subject)))
    notes += [said_where(fact, seen.audience, language), according_to(fact, names, language)]
    notes += [reply(language, "note_pinned")] * fact.pinned
    notes += [reply(language, "note_everywhere")] * fact.widened
    notes.append(age_in_words((seen.at - fact.updated_at).total_seconds() / 86_400, language))
    text = clip(one_line(fact.text), ENTRY - 180)
    return f"`{fact.id}` [{fact.kind}] {text} ({', '.join(filter(None, notes))})"


def learned(fact: Fact, language: str = "en") -> str:
    return reply(language, f"learned_{fact.source.type}")


def _state(fact: Fact, language: str) -> str:
    state = reply(language, f"status_{fact.status}")
    return f"{state}: {fact.ended_because}" if fact.ended_because else state


def choice(nth: int, fact: Fact, names: Mapping[int, str], language: str = "en") -> str:
    """Return a fact as a line of a list to pick from, with whom it is about and whose word it is."""
    return f"{nth}. {with_subject(fact, names, language)}{_notes(fact, names, language)}"


def known_fact(nth: int, fact: Fact, names: Mapping[int, str], language: str = "en") -> str:
    """Return a fact as a line of a list about one person, with whose word it is."""
    return f"{nth}. {clip(one_line(fact.text), 300)}{_notes(fact, names, language)}"


def _notes(fact: Fact, names: Mapping[int, str], language: str) -> str:
    """Return who said it, when that is not its subject, and whether it is pinned; empty when neither."""
    by = according_to(fact, names, language, always=fact.status is Status.CLAIMED)
    notes = ", ".join(filter(None, (by, reply(language, "note_pinned") if fact.pinned else "")))
    return f" ({notes})" if notes else ""


def sizes(context: Context, language: str = "en") -> str:
    parts = [
        reply(language, "size", layer=each.layer, chars=len(each.text), tokens=each.tokens)
        for each in context.sections
    ]
    return f"{reply(language, 'sizes_head')} {', '.join(parts) or reply(language, 'nothing')}"


def link(guild: int, channel: int, message: int) -> str:
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def found_fact(
    nth: int, fact: Fact, reasons: Sequence[str], names: Mapping[int, str], language: str = "en"
) -> str:
    notes = "; ".join(filter(None, (according_to(fact, names, language), *reasons)))
    return f"{nth}. {with_subject(fact, names, language)} ({notes})"


def found_message(
    message: Message, reasons: Sequence[str], names: Mapping[int, str], asked: Collection[str] = ()
) -> str:
    """Return a message that a search found, with day, speaker, reasons and link; a long one as an excerpt."""
    text = excerpt(one_line(spoken(message, names)), asked, 240)
    jump = link(message.place.guild, message.place.channel, message.id)
    who = name_of(names, message.author.id)
    return f"- {message.sent_at:%Y-%m-%d} [{who}]: {text} ({'; '.join(reasons)}) <{jump}>"


def used_fact(fact: Fact, seen: Seen) -> str:
    """Return a fact an answer was made from, with a link to its message if the audience may see that."""
    source, names, language = fact.source, seen.names, seen.language
    where = ""
    if not knows_place(seen.audience, fact):
        where = f" ({reply(language, 'said_elsewhere')})"
    elif source.channel and source.message:
        where = f" <{link(source.guild or 0, source.channel, source.message)}>"
    state = _state(fact, language)
    gone = "" if fact.status is Status.ACTIVE else reply(language, "now_status", status=state)
    notes = ", ".join(filter(None, (learned(fact, language), according_to(fact, names, language), gone)))
    return f"- {with_subject(fact, names, language)} ({notes}){where}"


def logged(
    action: Action, names: Mapping[int, str], channels: Mapping[int, str], language: str = "en"
) -> str:
    """Return a line of the action log, without details of errors: a provider's words may quote somebody."""
    failed = action.outcome != "ok"
    parts = [f"{action.at:%Y-%m-%d %H:%M} {action.kind}", action.task, "" if failed else action.detail]
    if action.person:
        parts.append(reply(language, "by_whom", who=names.get(action.person, reply(language, "somebody"))))
    if where := channels.get(action.channel):
        parts.append(f"#{where}")
    return "- " + ", ".join(part for part in (*parts, action.outcome if failed else "") if part)


def spent(rows: Iterable[Spending], language: str = "en") -> str:
    each = [*rows]
    usage = sum((row.usage for row in each), Usage())
    calls, tokens = sum(row.calls for row in each), usage.input_tokens + usage.output_tokens
    cost = reply(language, "spent", calls=f"{calls:,}", tokens=f"{tokens:,}", cost=f"{usage.cost_usd:.4f}")
    return f"{cost}, {reply(language, 'unpriced', count=usage.unpriced)}" if usage.unpriced else cost


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, which is given in the singular."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def counted(count: int, what: str) -> str:
    """Return a count with its noun, which is given in the plural: "log lines", "facts about you"."""
    one = _SEVERAL.sub(lambda noun: noun[1] + ("y" if noun[2] == "ies" else ""), what, count=1)
    return f"{count} {one if count == 1 else what}"


def listed(people: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(sorted(name_of(names, person) for person in people))


def according_to(fact: Fact, names: Mapping[int, str], language: str = "en", *, always: bool = False) -> str:
    """Return "according to NAME" for hearsay, else an empty text."""
    if not always and (not fact.subject or fact.asserted_by == fact.subject):
        return ""
    return reply(language, "according_to", who=name_of(names, fact.asserted_by))


def name_of(names: Mapping[int, str], person: int) -> str:
    return names.get(person) or f"user {person}"

"""Days: when they begin and end, how a model is shown them and their people, and their summary without one.

Everything that people wrote is escaped: no text can end its own element or imitate another person's.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate, pairwise
from xml.sax.saxutils import escape
from zoneinfo import ZoneInfo

import regex

from dnam.domain import Day, Fact, HeldFact, Message
from dnam.rules.contradictions import stated
from dnam.rules.extractive_summary import only_asks, worth_keeping
from dnam.rules.quoting import one_line, spoken
from dnam.rules.text import clip, content

CONTENT_CHARS = 500
"""The most characters of one message that a model is shown."""
QUOTE_CHARS = 140
"""The most characters of one message that a summary without a model quotes."""

MOST_ALIASES = 5
"""How many other names of one person are used."""

_MENTION = regex.compile(r"<@!?(\d+)>")


def today_in(zone: ZoneInfo, at: datetime) -> date:
    return at.astimezone(zone).date()


def bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return when a day begins and ends in UTC; it may have 23 or 25 hours."""
    begins = datetime.combine(day, time.min, zone)
    ends = datetime.combine(day + timedelta(days=1), time.min, zone)
    return begins.astimezone(UTC), ends.astimezone(UTC)


def fingerprint(*parts: str) -> str:
    """Return a hash that is the same only for the same parts."""
    joined = "\0".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def element(name: str, text: str) -> str:
    """Return an XML element with quoted, escaped text in it."""
    return f"<{name}>{escape(one_line(text))}</{name}>"


def aliases_of(facts: Iterable[HeldFact]) -> tuple[str, ...]:
    """Return what a person's facts say they are called, in their order, each once."""
    aliases: dict[str, str] = {}
    for item in facts:
        statement = stated(item.fact.text) if item.slot in ("name", None) else None
        if statement is not None and statement.slot == "name" and not statement.over:
            aliases.setdefault(statement.value, statement.written)
    return tuple(aliases.values())[:MOST_ALIASES]


def people_xml(names: Mapping[int, str], aliases: Mapping[int, Sequence[str]]) -> str:
    rows = []
    for id_, name in names.items():
        also = element("also_known_as", ", ".join(aliases[id_])) if aliases.get(id_) else ""
        rows.append(f"<person>{element('id', str(id_))}{element('name', name)}{also}</person>")
    return "\n".join(rows)


def messages_xml(messages: Sequence[Message], names: Mapping[int, str], zone: ZoneInfo) -> list[str]:
    """Return messages as XML, with mentions as names; only messages that others reply to have an id."""
    answered = {message.reply_to for message in messages} & {message.id for message in messages}
    return [_message_xml(message, names, zone, answered) for message in messages]


def _message_xml(
    message: Message, names: Mapping[int, str], zone: ZoneInfo, answered: set[int | None]
) -> str:
    text = _MENTION.sub(lambda mention: f"@{names.get(int(mention[1]), 'somebody')}", message.text)
    parts = [
        element("id", str(message.id)) if message.id in answered else "",
        element("timestamp", f"{message.sent_at.astimezone(zone):%H:%M}"),
        element("author_id", str(message.author.id)),
        element("author", names[message.author.id]),
        element("reply_to", str(message.reply_to)) if message.reply_to in answered else "",
        element("content", clip(text, CONTENT_CHARS)),
    ]
    return f"<message>{''.join(parts)}</message>"


def parts_of(lengths: Sequence[int], most: int) -> list[slice]:
    """Divide a day's messages into parts of about `most` characters, as few as possible and about equal."""
    total = sum(lengths)
    count = max(1, -(-total // most))
    sums = list(accumulate(lengths, initial=0))
    ends = [bisect_left(sums, total * part // count) for part in range(count + 1)]
    return [slice(begin, end) for begin, end in pairwise(ends) if begin < end]


def digest_of_day(messages: Sequence[Message], *, limit: int) -> str:
    """Return quotes of what a person said in a day: those that say most, in their order, as many as fit."""
    telling = (message for message in messages if worth_keeping(message) and not only_asks(message.text))
    order = {one_line(spoken(message)): n for n, message in enumerate(telling)}
    ranked = sorted(order, key=lambda text: (-len(set(content(text))), order[text]))
    quotes: dict[int, str] = {}
    room = limit
    for text in ranked:
        quote = clip(text, QUOTE_CHARS)
        if len(quote) + 4 <= room:
            quotes[order[text]] = f"“{quote}”"
            room -= len(quote) + 4
    return "; ".join(quotes[position] for position in sorted(quotes))


def facts_text(facts: Sequence[Fact]) -> str:
    return " ".join(f"{one_line(fact.text).rstrip('.')}." for fact in facts)


def days_text(days: Sequence[Day]) -> str:
    return " ".join(f"{day.date.isoformat()}: {one_line(day.text)}" for day in days)


def today_text(today: Sequence[Day]) -> str:
    """Return today as one text, as each origin could see it."""
    return " ".join(one_line(day.text) for day in today)


def joined(facts: str, today: Sequence[Day], days: Sequence[Day], *, limit: int) -> str:
    """Return the text of facts, today and the days before as one text, cut at the end."""
    now = today_text(today)
    parts = (facts, f"Today: {now}" if now else "", days_text(days))
    return clip(" ".join(part for part in parts if part), limit)

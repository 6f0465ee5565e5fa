"""The content of the readable files: pure functions of facts and messages.

The same memory always renders the same text, so that a file changes only when what it shows has changed.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from dnam.domain import LORE, Fact, Message, Person, ShortTermEntry, Source, Status, Summary, Visibility
from dnam.rules.fact_merge import standing
from dnam.rules.prompt_lines import fact_line
from dnam.rules.quoting import one_line, shown_name, shown_names, spoken, with_names
from dnam.rules.text import clip

VERSION = 1
"""The version of DiscoClaw's durable files."""

SHORTEST = 2
"""Messages shorter than this have no line in the journal."""

State = Literal["active", "deprecated"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TEXT = re.compile(r'"text"\s*:\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")')


def durable(facts: Iterable[Fact], at: datetime) -> str:
    """Return the facts about one person as DiscoClaw's JSON, oldest first."""
    ordered = sorted(facts, key=lambda fact: (fact.created_at, fact.id, fact.guild, fact.origin))
    file = {
        "version": VERSION,
        "updatedAt": max((millis(fact.updated_at) for fact in ordered), default=0),
        "items": [item(fact, at) for fact in ordered],
    }
    return json.dumps(file, ensure_ascii=False, indent=2) + "\n"


def fact_texts(file: str) -> list[str]:
    """Return the texts of the items in such a file, also in one that is not valid JSON any more."""
    return [json.loads(quoted, strict=False) for quoted in _TEXT.findall(file)]


def item(fact: Fact, at: datetime) -> dict[str, object]:
    """Return a fact as an item of DiscoClaw's JSON."""
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "text": fact.text,
        "tags": list(tokens(fact.tags)),
        "status": state(fact, at),
        "source": _source(fact.source),
        "createdAt": millis(fact.created_at),
        "updatedAt": millis(fact.updated_at),
    }


def state(fact: Fact, at: datetime) -> State:
    """Return whether a fact is in use at a time, in DiscoClaw's terms."""
    return "active" if standing(fact, at).status is Status.ACTIVE else "deprecated"


def tokens(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags as distinct lowercase tokens."""
    lowered = (tag.strip().lower() for tag in tags)
    return tuple(dict.fromkeys(tag for tag in lowered if tag))


def millis(moment: datetime) -> int:
    """Return a moment as JavaScript does: milliseconds since 1970."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def moment(counted: int) -> datetime:
    """Return the moment of a JavaScript timestamp."""
    return _EPOCH + timedelta(milliseconds=counted)


def _source(source: Source) -> dict[str, str]:
    ids = {"channelId": source.channel, "messageId": source.message, "guildId": source.guild}
    known = {name: str(id_) for name, id_ in ids.items() if id_}
    named = {"channelName": source.channel_name} if source.channel_name else {}
    return {"type": source.type.value, **known, **named}


def rolling_name(session: str) -> str:
    """Return the file name of a session: unsafe characters become dashes."""
    return re.sub(r"[^A-Za-z0-9:_-]+", "-", session) + ".json"


def rolling(summary: Summary) -> str:
    """Return a rolling summary as DiscoClaw's JSON."""
    file = {"summary": summary.text, "updatedAt": millis(summary.updated_at)}
    return json.dumps(file, ensure_ascii=False, indent=2) + "\n"


def short_term(entries: Sequence[ShortTermEntry]) -> str:
    """Return what was just talked about in a guild's public channels as JSON, newest first."""
    items = [
        {
            "channelId": str(entry.channel),
            "channelName": entry.channel_name,
            "messageId": str(entry.message),
            "summary": entry.text,
            "timestamp": millis(entry.at),
        }
        for entry in entries
    ]
    return json.dumps({"version": VERSION, "entries": items}, ensure_ascii=False, indent=2) + "\n"


def journal_name(day: date) -> str:
    return f"{day.isoformat()}.md"


def journal(day: date, messages: Iterable[Message], *, limit: int) -> str | None:
    """Return a day's journal, a line for each message; None when there are none."""
    lines = [line for message in messages if (line := _journal_line(message, limit))]
    return "\n".join([f"# Journal of {day.isoformat()} (UTC)", "", *lines, ""]) if lines else None


def _journal_line(message: Message, limit: int) -> str | None:
    text = one_line(spoken(message))
    if len(text) < SHORTEST:
        return None
    author = shown_name(message.author) + (", bot" if message.author.bot else "")
    return f"- {message.sent_at:%H:%M:%S} [{author}] ({_scope(message)}) {clip(text, limit)}"


def _scope(message: Message) -> str:
    place = message.place
    if place.visibility is Visibility.DM:
        return "DM"
    return f"#{one_line(place.name) or place.channel} @ {one_line(place.guild_name) or place.guild}"


def snapshot(
    facts: Sequence[Fact],
    *,
    people: Mapping[int, Person],
    guilds: Mapping[int, str],
    highlights: Sequence[tuple[str, str]],
    logs: Sequence[str],
) -> str:
    """Return `MEMORY.md`: facts about everyone, each guild's lore, the latest messages, and the journals.

    `facts` are those in use; `highlights` are lines of the journals, each with its day.
    """
    about: dict[int, list[Fact]] = {}
    lore: dict[int, list[Fact]] = {}
    for fact in facts:
        group, key = (lore, fact.guild) if fact.subject == LORE else (about, fact.subject)
        group.setdefault(key, []).append(fact)
    names = shown_names(dict(people))
    lines = ["# Memory", "", "## People", ""]
    for id_, known in sorted(about.items()):
        name = shown_name(people.get(id_, Person(id=id_, name="")))
        lines += [f"### {name} ({id_})", "", *(fact_line(fact, names, None) for fact in known), ""]
    lines += ["## Ongoing lore", ""]
    for guild, stories in sorted(lore.items()):
        name = one_line(guilds.get(guild, "")) or f"guild {guild}"
        lines += [
            f"### {name} ({guild})",
            "",
            *(f"- {one_line(with_names(fact.text, names))}" for fact in stories),
            "",
        ]
    lines += ["## Recent journal highlights", "", *(f"- {day} {line[2:]}" for day, line in highlights), ""]
    lines += ["## Source daily logs", "", *(f"- {name}" for name in logs), ""]
    return "\n".join(lines)

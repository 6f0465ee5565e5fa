"""A conversation as a model is shown it, message by message, and the facts it answers with, read back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from dnam.domain import Kind, Message, Person
from dnam.log_lines import log
from dnam.prompts.replies import Learned
from dnam.rules.fact_merge import Upsert
from dnam.rules.quoting import one_line
from dnam.rules.statement_facts import bearer
from dnam.rules.text import clip


def people_in(messages: Iterable[Message]) -> dict[int, Person]:
    """Return everyone who speaks or is mentioned, without bots."""
    return {p.id: p for m in messages for p in (m.author, *m.mentions) if not p.bot}


def numbered(messages: Sequence[Message], names: Mapping[int, str], *, chars: int) -> str:
    """Return messages a line each, with their number, day and author; so many characters of each."""
    lines = []
    for number, m in enumerate(messages, 1):
        who = f"{names[m.author.id]} (id {m.author.id}{', a bot' if m.author.bot else ''})"
        lines.append(f"{number}. {m.sent_at:%Y-%m-%d} {who}: {clip(one_line(m.text), chars)}")
    return "\n".join(lines)


def cited(messages: Sequence[Message], number: int) -> Message | None:
    """Return the message a model cites; None for a bot's: nothing is learned from bots."""
    message = messages[number - 1] if 1 <= number <= len(messages) else None
    return None if message is None or message.author.bot else message


def learned_from(
    messages: Sequence[Message], answered: Iterable[Learned], people: Mapping[int, Person]
) -> Iterator[tuple[Message, int, Upsert]]:
    """Yield what a model learned: the message, whom it is about, what; not what cites nobody present."""
    for learned in answered:
        if message := cited(messages, learned.message):
            subject = _subject(learned.about.strip(), message, people)
            if subject is not None:
                yield message, subject, _upsert(learned)


def _subject(about: str, message: Message, people: Mapping[int, Person]) -> int | None:
    """Return whom a fact is about: the author, or somebody present; None for an ambiguous name."""
    if not about:
        return message.author.id
    if about.isdecimal():
        return next((id_ for id_ in people if str(id_) == about), None)
    return bearer(about, people)


def _upsert(learned: Learned) -> Upsert:
    until = None
    if learned.until:
        try:
            until = datetime.fromisoformat(learned.until).replace(tzinfo=UTC) + timedelta(days=1)
        except (ValueError, OverflowError):
            log.info("ignored an unreadable expiry date", action="memory_fact", given=learned.until[:40])
    return Upsert(
        text=learned.text,
        kind=Kind.parse(learned.kind),
        id=learned.id or None,
        tags=tuple(tag.lower() for tag in learned.tags[:5]),
        confidence=0.9,
        evidence=learned.evidence,
        expires_at=until,
    )

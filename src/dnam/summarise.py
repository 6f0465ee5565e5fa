"""Rolling summaries and short-term memory: what a conversation is about, made after the reply.

A summary is replaced as its conversation goes on, never grown, and never longer than its limit. It carries
the origin of what it was made from; one made where fewer could hear is not carried over when a channel is
opened. Without a model the latest lines stand for it, marked to be done better when there is one.
"""

from collections.abc import Sequence
from datetime import timedelta

import structlog

from dnam.audience import audience_of, origin_of, session_key
from dnam.model import Message, Place, Recent, Summary, Visibility
from dnam.models.meter import Answered, Meter
from dnam.ports import Clock, Store
from dnam.prompts import load_prompt
from dnam.prompts.replies import SessionSummary
from dnam.rules.digest import digest, exchange
from dnam.rules.quote import one_line, shown_names
from dnam.rules.text import clip
from dnam.settings import Settings

REPLY_CHARS, SAID_CHARS = 500, 2000
"""The most of an answer of the assistant, and of a person's message, that a summary is made from."""
MOST = 80
"""The most messages one summary reads."""

log = structlog.get_logger("dnam")


class Summariser:
    """Keeps each conversation's summary and the guild's short-term memory."""

    def __init__(self, store: Store, *, meter: Meter, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._meter = meter
        self._settings = settings
        self._clock = clock

    async def count(self, reply: Message) -> None:
        """Count an answer as a turn of its conversation, and summarise when enough have gathered."""
        if self._on and await self._store.count_turn(reply.place) >= self._settings.rolling_every:
            await self.summarise(reply.place)

    async def summarise_due(self) -> None:
        """Summarise every conversation whose turn has come: what a restart left undone."""
        if self._on:
            for place in await self._store.due_places(turns=self._settings.rolling_every):
                await self.summarise(place)

    @property
    def _on(self) -> bool:
        return self._settings.rolling_enabled and self._settings.rolling_chars > 0

    async def summarise(self, place: Place) -> bool:
        """Make a conversation's summary anew; False when a newer one was kept meanwhile."""
        session, audience = session_key(place), audience_of(place)
        held = await self._store.get_summary(session)
        previous = held if held is not None and held.origin in audience.origins else None
        recent = await self._store.recent_messages(audience, place.channel, limit=MOST)
        new = [m for m in recent if previous is None or m.sent_at > previous.updated_at]
        kept = True
        if new:
            text, offline = await self._text(place, previous.text if previous else "", new)
            summary = Summary(
                session=session,
                guild=place.guild,
                origin=origin_of(place),
                sequence=(held.sequence if held else 0) + 1,
                text=clip(text, self._settings.rolling_chars),
                offline=offline,
                updated_at=new[-1].sent_at,
            )
            kept = await self._store.put_summary(summary, [message.id for message in new])
        if not kept:
            log.info("a late summary was left out", action="summarise", session=session)
        await self._store.reset_turns(session)
        return kept

    async def _text(self, place: Place, previous: str, new: Sequence[Message]) -> tuple[str, bool]:
        limit, prompt = self._settings.rolling_chars, load_prompt("summarise_session")
        asked = prompt.fill(limit=str(limit), previous=previous, exchange=_exchange(new))
        answer = await self._meter.ask("summarise_session", place.guild, asked, SessionSummary)
        if not isinstance(answer, Answered):
            return digest(previous, list(new), limit=limit), True
        text = answer.value.summary.strip()
        if len(text) > limit:
            shorter = prompt.fill(limit=str(limit), previous=text)
            again = await self._meter.ask("summarise_session", place.guild, shorter, SessionSummary)
            text = again.value.summary.strip() if isinstance(again, Answered) else text
        return text or previous, False

    async def note_exchange(self, reply: Message) -> None:
        """Keep what was just talked about in a public channel, for the other channels of its guild."""
        place = reply.place
        public = place.visibility is Visibility.PUBLIC and not place.invite_only
        if not self._settings.short_term_enabled or not public:
            return
        recent = await self._store.recent_messages(
            audience_of(place), place.channel, limit=5, before=reply.id
        )
        asked = next((m for m in reversed(recent) if not m.author.bot), None)
        entry = Recent(
            guild=place.guild,
            message=reply.id if asked is None else asked.id,
            channel=place.channel,
            channel_name=place.name,
            origin=origin_of(place),
            text=exchange(asked, reply),
            at=reply.sent_at,
        )
        oldest = self._clock.now() - timedelta(hours=self._settings.short_term_hours)
        await self._store.add_recent(entry, keep=self._settings.short_term_entries, since=oldest)


def _exchange(messages: Sequence[Message]) -> str:
    names = shown_names({m.author.id: m.author for m in messages})
    lines = []
    for message in messages:
        most = REPLY_CHARS if message.author.bot else SAID_CHARS
        lines.append(f"[{names[message.author.id]}]: {clip(one_line(message.text), most)}")
    return "\n".join(lines)

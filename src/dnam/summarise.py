"""Rolling summaries and short-term memory: what a conversation is about, made after the reply.

A summary is replaced as its conversation goes on, never grown, and never longer than its limit. It carries
the origin of what it was made from; one made where fewer could hear is not carried over when a channel is
opened. Without a model the latest lines stand for it, marked to be done better when there is one; a model
that fails now and then leaves it as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import structlog

from dnam.answer_retraction import visible_message
from dnam.audience import audience_of, origin_of, session_key
from dnam.errors import Silence
from dnam.lanes import FACTS, Lanes
from dnam.model import Message, Place, ShortTermEntry, Summary, Visibility
from dnam.models.meter import OF_PROVIDER, Answered, Meter
from dnam.ports import Clock, Store
from dnam.prompts import load_prompt
from dnam.prompts.replies import SessionSummary
from dnam.rules.cadence import fresh_start, tried_anew
from dnam.rules.extractive_summary import digest, exchange
from dnam.rules.quoting import INDENT, block, one_line, shown_names, spoken
from dnam.rules.text import clip
from dnam.settings import Settings

REPLY_CHARS, SAID_CHARS = 500, 2000
"""The most of an answer of the assistant, and of a person's message, that a summary is made from."""
MOST = 80
"""The most messages one summary reads."""
NEW = "(new conversation)"

log = structlog.get_logger("dnam")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Made:
    """A summary's text, whether it was made without a model, and whether one has refused to make it."""

    text: str
    offline: bool = False
    refused: bool = False


class Summariser:
    """Keeps each conversation's summary and the guild's short-term memory."""

    def __init__(self, store: Store, *, lanes: Lanes, meter: Meter, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._lanes = lanes
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
            for place in await self._due():
                await self._lanes.run(session_key(place), partial(self._catch_up, place))

    async def _catch_up(self, place: Place) -> None:
        """Summarise a conversation, unless that was done while this waited for its turn."""
        if place in await self._due():
            await self.summarise(place)

    async def _due(self) -> list[Place]:
        due = await self._store.due_places(turns=self._settings.rolling_every)
        return [*due, *await self._made_offline()]

    async def _made_offline(self) -> list[Place]:
        """Give the places whose summary was made without a model that is there now; each is tried once."""
        waiting = [one for one in await self._store.all_summaries() if await self._to_redo(one)]
        guilds, sessions = {one.guild for one in waiting}, {one.session for one in waiting}
        places = [place for guild in sorted(guilds) for place in await self._store.places(guild)]
        return [place for place in places if session_key(place) in sessions]

    async def _to_redo(self, summary: Summary) -> bool:
        """Say whether a model should make a summary anew: none made it, and one is there now."""
        if not summary.offline or await self._meter.barred("summarise_session", summary.guild) is not None:
            return False
        return await self._store.get_note(tried_anew(summary.session)) != str(summary.sequence)

    @property
    def _on(self) -> bool:
        return self._settings.rolling_enabled and self._settings.rolling_chars > 0

    async def summarise(self, place: Place) -> bool:
        """Make a conversation's summary anew; False when it stays as it is."""
        session, audience = session_key(place), audience_of(place)
        held = await self._store.get_summary(session)
        fresh = await self._store.get_note(fresh_start(session))
        previous = held if held is not None and held.origin in audience.origins else None
        if previous is not None and await self._to_redo(previous):
            await self._store.put_note(tried_anew(session), str(previous.sequence))
            previous = None
        known = [
            *([previous.updated_at] if previous else []),
            *([datetime.fromisoformat(fresh)] if fresh else []),
        ]
        recent = await self._store.recent_messages(audience, place.channel, limit=MOST)
        new = [message for message in recent if all(message.sent_at > at for at in known)]
        made = await self._text(place, previous, new) if new else None
        if made is None:
            await self._store.reset_turns(session)
            return False
        summary = Summary(
            session=session,
            guild=place.guild,
            origin=origin_of(place),
            sequence=(held.sequence if held else 0) + 1,
            text=clip(made.text, self._settings.rolling_chars),
            offline=made.offline,
            updated_at=new[-1].sent_at,
        )
        if made.refused:
            await self._store.put_note(tried_anew(session), str(summary.sequence))
        return await self._lanes.run(FACTS, lambda: self._keep(summary, place, new, fresh))

    async def _keep(self, summary: Summary, place: Place, new: Sequence[Message], fresh: str | None) -> bool:
        """Keep a summary, unless what it was made from has changed while it was made."""
        held = await self._store.get_summary(summary.session)
        recent = await self._store.recent_messages(audience_of(place), place.channel, limit=2 * MOST)
        standing = {message.id: message.text for message in recent}
        kept = (
            summary.sequence == (held.sequence if held else 0) + 1
            and fresh == await self._store.get_note(fresh_start(summary.session))
            and all(standing.get(message.id) == message.text for message in new)
            and await self._store.put_summary(summary, [message.id for message in new])
        )
        if kept:
            await self._store.reset_turns(summary.session)
        else:
            log.info("discarded a summary of outdated messages", action="summarise", session=summary.session)
        return kept

    async def _text(self, place: Place, previous: Summary | None, new: Sequence[Message]) -> _Made | None:
        """Write a summary; None when the one before should stand."""
        limit, prompt = self._settings.rolling_chars, load_prompt("summarise_session")
        before = previous.text if previous else ""
        asked = prompt.fill(limit=str(limit), previous=_quoted(before) or NEW, exchange=_exchange(new))
        answer = await self._meter.ask("summarise_session", place.guild, asked, SessionSummary)
        if not isinstance(answer, Answered):
            passing = answer.reason in {*OF_PROVIDER, Silence.BREAKER}
            if passing and previous is not None and not previous.offline:
                return None
            text = digest(before, list(new), limit=limit)
            return _Made(text=text, offline=True, refused=not answer.worth_repeating)
        text = answer.value.summary.strip()
        if len(text) > limit:
            shorter = prompt.fill(limit=str(limit), previous=_quoted(text))
            again = await self._meter.ask("summarise_session", place.guild, shorter, SessionSummary)
            text = (again.value.summary.strip() if isinstance(again, Answered) else "") or text
        return _Made(text=text or before)

    async def note_exchange(self, reply: Message) -> None:
        """Keep what was just talked about in a public channel, for the other channels of its guild."""
        place = reply.place
        public = place.visibility is Visibility.PUBLIC and not place.invite_only
        if not self._settings.short_term_enabled or not public:
            return
        recent = await self._store.recent_messages(
            audience_of(place), place.channel, limit=5, before=reply.id
        )
        people = [message for message in reversed(recent) if not message.author.bot]
        asked = next(iter(people), None)
        if reply.reply_to is not None and await self._store.get_message(place.guild, reply.reply_to):
            asked = await visible_message(self._store, place.guild, reply.reply_to)
            if asked is None:
                return
        entry = ShortTermEntry(
            guild=place.guild,
            message=reply.id if asked is None else asked.id,
            channel=place.channel,
            channel_name=place.name,
            origin=origin_of(place),
            text=exchange(asked, reply),
            at=reply.sent_at,
        )
        said = [reply] if asked is None else [asked, reply]
        await self._lanes.run(FACTS, lambda: self._keep_recent(entry, said))

    async def _keep_recent(self, entry: ShortTermEntry, said: Sequence[Message]) -> None:
        """Keep a short-term entry, unless what it was made from has changed or gone meanwhile."""
        for message in said:
            held = await visible_message(self._store, message.place.guild, message.id)
            if held is None or held.text != message.text:
                return
        oldest = self._clock.now() - timedelta(hours=self._settings.short_term_hours)
        await self._store.add_recent(entry, keep=self._settings.short_term_entries, since=oldest)


def _quoted(text: str) -> str:
    return INDENT + block(text) if text.strip() else ""


def _exchange(messages: Sequence[Message]) -> str:
    names = shown_names({m.author.id: m.author for m in messages})
    lines = []
    for message in messages:
        most = REPLY_CHARS if message.author.bot else SAID_CHARS
        lines.append(f"[{names[message.author.id]}]: {clip(one_line(spoken(message, names)), most)}")
    return "\n".join(lines)

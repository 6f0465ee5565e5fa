"""Rolling summaries and short-term memory: what a conversation is about, made after the reply.

Each summary replaces the one before and never exceeds its limit. It has the origin of its messages; one made
while a channel was private is not continued after the channel is opened. Without a model the latest lines are
quoted instead, and replaced once a model is available; a temporary failure of a model changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from dnam.answer_retraction import visible_message
from dnam.audience import audience_of, origin_of, session_key
from dnam.domain import Message, Place, ShortTermEntry, Summary, Visibility
from dnam.errors import Silence
from dnam.lanes import Lanes
from dnam.log_lines import log
from dnam.models.usage_meter import OF_PROVIDER, Answered, Meter
from dnam.ports import Clock, Store, Turn, leased
from dnam.prompts import load_prompt
from dnam.prompts.replies import SessionSummary
from dnam.rules.extractive_summary import digest, exchange
from dnam.rules.fact_notes import fresh_start, tried_anew
from dnam.rules.quoting import INDENT, block, one_line, shown_names, spoken
from dnam.rules.text import clip
from dnam.settings import Settings

REPLY_CHARS, SAID_CHARS = 500, 2000
"""Characters of an answer of the assistant, and of a person's message, that a summary is made from."""
MOST = 80
"""The most messages one summary reads."""
NEW = "(new conversation)"


@dataclass(frozen=True, kw_only=True, slots=True)
class _SummaryText:
    """A summary's text, whether it was made without a model, and whether a model refused to make it."""

    text: str
    offline: bool = False
    refused: bool = False


class Summariser:
    """Writes each conversation's summary and each guild's short-term memory."""

    def __init__(self, store: Store, *, lanes: Lanes, meter: Meter, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._lanes = lanes
        self._meter = meter
        self._settings = settings
        self._clock = clock

    async def count(self, reply: Message) -> None:
        """Count an answer as a turn of its conversation, and summarise it every few turns."""
        if self._on and await self._store.count_turn(reply.place) >= self._settings.rolling_every:
            await self.summarise(reply.place)

    async def summarise_due(self) -> None:
        """Summarise every conversation that is due: what a restart or a missing model left undone."""
        if self._on:
            for place in await self._due():
                await self._lanes.run(session_key(place), partial(self._catch_up, place))

    async def _catch_up(self, place: Place) -> None:
        if place in await self._due():
            await self.summarise(place)

    async def _due(self) -> list[Place]:
        due = await self._store.due_places(turns=self._settings.rolling_every)
        return [*due, *await self._made_offline()]

    async def _made_offline(self) -> list[Place]:
        """Return the places whose summary a model should now replace; each is tried once."""
        waiting = [one for one in await self._store.all_summaries() if await self._to_redo(one)]
        guilds, sessions = {one.guild for one in waiting}, {one.session for one in waiting}
        places = [place for guild in sorted(guilds) for place in await self._store.places(guild)]
        return [place for place in places if session_key(place) in sessions]

    async def _to_redo(self, summary: Summary) -> bool:
        """Return whether a summary was made without a model and one is available now."""
        if not summary.offline or await self._meter.barred("summarise_session", summary.guild) is not None:
            return False
        return await self._store.get_note(tried_anew(summary.session)) != str(summary.sequence)

    @property
    def _on(self) -> bool:
        return self._settings.rolling_enabled and self._settings.rolling_chars > 0

    async def summarise(self, place: Place) -> bool:
        """Replace a conversation's summary; False when it stays as it is, or another process does this."""
        async with leased(self._store, f"summary {session_key(place)}") as granted:
            return granted and await self._summarise(place)

    async def _summarise(self, place: Place) -> bool:
        session, audience = session_key(place), audience_of(place)
        stored = await self._store.get_summary(session)
        fresh = await self._store.get_note(fresh_start(session))
        previous = stored if stored is not None and stored.origin in audience.origins else None
        if previous is not None and await self._to_redo(previous):
            await self._store.put_note(tried_anew(session), str(previous.sequence))
            previous = None
        since = [
            *([previous.updated_at] if previous else []),
            *([datetime.fromisoformat(fresh)] if fresh else []),
        ]
        recent = await self._store.recent_messages(audience, place.channel, limit=MOST)
        new = [message for message in recent if all(message.sent_at > at for at in since)]
        made = await self._text(place, previous, new) if new else None
        if made is None:
            await self._store.reset_turns(session)
            return False
        summary = Summary(
            session=session,
            guild=place.guild,
            origin=origin_of(place),
            sequence=(stored.sequence if stored else 0) + 1,
            text=clip(made.text, self._settings.rolling_chars),
            offline=made.offline,
            updated_at=new[-1].sent_at,
        )
        if made.refused:
            await self._store.put_note(tried_anew(session), str(summary.sequence))
        return await self._lanes.change_facts(
            lambda: self._keep(summary, place, new, fresh), Turn(guild=place.guild)
        )

    async def _keep(self, summary: Summary, place: Place, new: Sequence[Message], fresh: str | None) -> bool:
        """Save a summary, unless the messages it was made from have changed meanwhile."""
        stored = await self._store.get_summary(summary.session)
        recent = await self._store.recent_messages(audience_of(place), place.channel, limit=2 * MOST)
        texts = {message.id: message.text for message in recent}
        saved = (
            summary.sequence == (stored.sequence if stored else 0) + 1
            and fresh == await self._store.get_note(fresh_start(summary.session))
            and all(texts.get(message.id) == message.text for message in new)
            and await self._store.put_summary(summary, [message.id for message in new])
        )
        if saved:
            await self._store.reset_turns(summary.session)
        else:
            log.info("discarded a summary of outdated messages", action="summarise", session=summary.session)
        return saved

    async def _text(
        self, place: Place, previous: Summary | None, new: Sequence[Message]
    ) -> _SummaryText | None:
        """Write a summary; None when the previous one should stay."""
        limit, prompt = self._settings.rolling_chars, load_prompt("summarise_session")
        before = previous.text if previous else ""
        request = prompt.fill(limit=str(limit), previous=_quoted(before) or NEW, exchange=_exchange(new))
        answer = await self._meter.ask("summarise_session", place.guild, request, SessionSummary)
        if not isinstance(answer, Answered):
            passing = answer.reason in {*OF_PROVIDER, Silence.BREAKER}
            if passing and previous is not None and not previous.offline:
                return None
            text = digest(before, list(new), limit=limit)
            return _SummaryText(text=text, offline=True, refused=not answer.worth_repeating)
        text = answer.value.summary.strip()
        if len(text) > limit:
            shorter = prompt.fill(limit=str(limit), previous=_quoted(text))
            again = await self._meter.ask("summarise_session", place.guild, shorter, SessionSummary)
            text = (again.value.summary.strip() if isinstance(again, Answered) else "") or text
        return _SummaryText(text=text or before)

    async def note_exchange(self, reply: Message) -> None:
        """Save what was just talked about in a public channel, for the other channels of its guild."""
        place = reply.place
        public = place.visibility is Visibility.PUBLIC and not place.invite_only
        if not self._settings.short_term_enabled or not public:
            return
        recent = await self._store.recent_messages(
            audience_of(place), place.channel, limit=5, before=reply.id
        )
        people = [message for message in reversed(recent) if not message.author.bot]
        question = next(iter(people), None)
        if question is None and not reply.text:
            return
        if reply.reply_to is not None and await self._store.get_message(place.guild, reply.reply_to):
            question = await visible_message(self._store, place.guild, reply.reply_to)
            if question is None:
                return
        entry = ShortTermEntry(
            guild=place.guild,
            message=reply.id if question is None else question.id,
            channel=place.channel,
            channel_name=place.name,
            origin=origin_of(place),
            text=exchange(question, reply),
            at=reply.sent_at,
        )
        sources = [message for message in (question, reply) if message is not None and message.text]
        await self._lanes.change_facts(lambda: self._keep_recent(entry, sources), Turn(guild=place.guild))

    async def _keep_recent(self, entry: ShortTermEntry, sources: Sequence[Message]) -> None:
        """Save a short-term entry, unless its messages have changed or been removed meanwhile."""
        for message in sources:
            stored = await visible_message(self._store, message.place.guild, message.id)
            if stored is None or stored.text != message.text:
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

"""The transparency channel: one pinned message per person, edited in place, for everyone who reads there.

It shows what that channel may hear and nothing else. It follows every change a little later, in a lane of
its own: whatever fails here is logged and stops nothing else. After each change, whoever made it, every pin
is compared with memory by a mark of its facts; only people whose mark differs are looked at, those who spoke
last first. At the start nothing is known to be up to date, so all are looked at.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog

from dnam.audience import Audience, audience_of, origin_of, session_key
from dnam.discord.identity import Bot
from dnam.discord.members import members_among
from dnam.discord.pinned_messages import Pin, PinnedMessages
from dnam.discord.translate import person_of, place_of
from dnam.memory import Memory
from dnam.model import Fact, Person, Place, Summary
from dnam.rules import command_text as write
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.prompt_lines import fact_line
from dnam.rules.quoting import one_line, shown_names
from dnam.rules.text import clip

log = structlog.get_logger("dnam")

FOLLOWED = 50
"""So many people who spoke last get a message as soon as something about them may be shown."""
AT_ONCE = 10
"""So many messages are written before it is asked anew who changed: those come before a long rest."""
LOOKED_AT = 100
"""So many people are looked at before it is asked anew who changed."""
CLOSED = timedelta(minutes=10)
"""How long nothing is tried after Discord has refused: refusals are counted against a bot."""
SUMMARY_CHARS = 600
STAMP = "%Y-%m-%d %H:%M UTC"

Session = tuple[str, str]
"""A conversation's key, and the name of its place."""


class TransparencyChannel:
    """Keeps the transparency channel as memory is."""

    def __init__(self, bot: Bot, memory: Memory) -> None:
        self._bot = bot
        self._memory = memory
        self._channel = memory.settings.discord_memory_channel
        self._recent: dict[int, Place | None] = {}
        """Who spoke last, the latest at the end, and where."""
        self._seen: dict[int, object] = {}
        """What each person's message was last made from."""
        self._online = self._told = False
        self._closed: datetime | None = None
        self._unwatch = memory.watch(self._changed) if self._channel else lambda: None

    def close(self) -> None:
        """Stop following changes."""
        self._online = False
        self._unwatch()

    def ready(self) -> None:
        """Look at every message: nobody knows what happened while the bot was away."""
        self._online, self._closed = True, None
        self._seen.clear()
        self._changed()

    def follow(self, person: Person, place: Place) -> None:
        """Look at somebody after the changes to come, before others; `place` is where they speak."""
        if not person.bot:
            self._recent.pop(person.id, None)
            self._recent[person.id] = place
            while len(self._recent) > FOLLOWED:
                del self._recent[next(iter(self._recent))]

    def leave(self, guild: int, person: int) -> None:
        """Take away the message of somebody who left the channel's server."""
        channel = self._there()
        if channel is not None and channel.guild.id == guild:
            self._recent.pop(person, None)
            self._seen.pop(person, None)
            self._changed()

    def opened(self, guild: int) -> None:
        """Look at every message: other people than before may read the channel of this server."""
        channel = self._there()
        if channel is not None and channel.guild.id == guild:
            self.ready()

    def _there(self) -> Any:
        return self._bot.get_channel(self._channel) if self._channel else None

    def _changed(self) -> None:
        if self._online and self._channel:
            self._memory.lanes.submit("mirror", "mirror what changed", self._refresh)

    async def _refresh(self) -> None:
        """Write anew what changed, some of it at once; the rest in its turn."""
        await asyncio.sleep(self._memory.settings.debounce_seconds)
        channel, now = self._there(), self._memory.clock.now()
        if channel is None and not self._told:
            log.warning("the memory channel is not there", action="mirror", channel=self._channel)
            self._told = True
        if channel is None or (self._closed is not None and now < self._closed):
            return
        pins = PinnedMessages(self._memory.store, channel)
        noted = await pins.noted()
        people = [*reversed(self._recent), *(person for person in noted if person not in self._recent)]
        sessions = {person: self._session(channel, person, noted.get(person)) for person in people}
        marks = await self._marks(channel, people, sessions)
        self._seen = {person: mark for person, mark in self._seen.items() if person in marks}
        changed = [person for person in people if self._seen.get(person) != marks[person]]
        try:
            rest = await self._bring(pins, channel, {person: sessions[person] for person in changed}, marks)
        except discord.Forbidden as problem:
            log.warning("the memory channel is closed to me", action="mirror", error=str(problem))
            self._closed = now + CLOSED
        else:
            if rest:
                self._changed()

    def _session(self, channel: Any, person: int, pin: Pin | None) -> Session:
        """Say which conversation's summary stands in a person's message: the last this channel may hear."""
        place = self._recent.get(person)
        if place is not None and origin_of(place) in audience_of(place_of(channel)).origins:
            return session_key(place), place.name
        return (pin.get("session", ""), pin.get("where", "")) if pin is not None else ("", "")

    async def _marks(
        self, channel: Any, people: Sequence[int], sessions: Mapping[int, Session]
    ) -> dict[int, object]:
        """Sum up what each person's message is made from, with few reads for all of them."""
        store, audience = self._memory.store, audience_of(place_of(channel))
        facts = await store.fact_marks(audience, people, at=self._memory.clock.now())
        held = {key: await self._summary(audience, key) for key, _ in set(sessions.values()) if key}
        members = {person: channel.guild.get_member(person) for person in people}
        return {
            person: (
                facts.get(person),
                summary.updated_at if (summary := held.get(sessions[person][0])) is not None else None,
                sessions[person],
                members[person].display_name if members[person] is not None else None,
            )
            for person in people
        }

    async def _summary(self, audience: Audience, session: str) -> Summary | None:
        summary = await self._memory.store.get_summary(session) if session else None
        return summary if summary is not None and summary.origin in audience.origins else None

    async def _bring(
        self, pins: PinnedMessages, channel: Any, changed: Mapping[int, Session], marks: Mapping[int, object]
    ) -> bool:
        """Bring people's messages up to date, some at once; True when others are left to do."""
        some = [*changed][:LOOKED_AT]
        there = await members_among(channel.guild, some)
        written = 0
        for person in some:
            if written == AT_ONCE:
                return True
            try:
                written += await self._write(pins, channel, there.get(person) or person, changed[person])
            except discord.Forbidden:
                raise
            except discord.HTTPException as problem:
                log.warning("a memory message is not up to date", action="mirror", error=str(problem))
                continue
            self._seen[person] = marks[person]
        return len(changed) > len(some)

    async def _write(
        self, pins: PinnedMessages, channel: Any, who: discord.Member | int, session: Session
    ) -> bool:
        """Write the message of a member, or take it away from somebody who is none; False when it was so."""
        if isinstance(who, int):
            self._recent.pop(who, None)
            return await pins.show(who, "")
        text = await self._snapshot(channel, person_of(who), session)
        written = await pins.show(who.id, text, session=session[0], where=session[1])
        if written and not text:  # what was edited is gone for a moment, and then learned anew
            self._recent.setdefault(who.id, None)
        return written

    async def _snapshot(self, channel: Any, person: Person, session: Session) -> str:
        """Write what the channel may hear about somebody; empty when there is nothing."""
        memory, audience = self._memory, audience_of(place_of(channel))
        held = await memory.store.facts_for(audience, [person.id], at=memory.clock.now())
        facts = [each.fact for each in held]
        others = {id_ for fact in facts for id_ in (fact.asserted_by, *mentioned_in(fact.text))}
        people = {**await memory.store.people(channel.guild.id, sorted(others)), person.id: person}
        summary = await self._summary(audience, session[0])
        return snapshot(person, facts, summary, shown_names(people), where=session[1], audience=audience)


def snapshot(
    person: Person,
    facts: Sequence[Fact],
    summary: Summary | None,
    names: Mapping[int, str],
    *,
    where: str,
    audience: Audience,
) -> str:
    """Write a person's memory so that it fits one message; empty when nothing is known."""
    if not facts and summary is None:
        return ""
    latest = max([fact.updated_at for fact in facts] + ([summary.updated_at] if summary else []))
    who = f"**{discord.utils.escape_markdown(names[person.id])}** (<@{person.id}>)"
    head = f"{who}, updated {latest:{STAMP}}\nDurable memory ({write.plural(len(facts), 'item')}):"
    tail = ""
    if summary is not None:
        told = clip(one_line(summary.text), SUMMARY_CHARS)
        place = f" of #{one_line(where)}" if where else ""
        tail = f"\nRolling summary{place} (updated {summary.updated_at:{STAMP}}):\n{told}"
    entries = [fact_line(fact, names, audience) for fact in facts]
    return write.fit(head, entries, tail, more="(N more items on disk)")[0]

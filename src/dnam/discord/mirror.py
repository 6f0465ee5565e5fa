"""The transparency channel: one pinned message per person, edited in place, for everyone who reads there.

It shows what that channel may hear and nothing else. Which message is whose is noted in the store, so that
any process edits the same one. It follows every change a little later, in a lane of its own: whatever fails
here is logged and stops nothing else.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord
import structlog
from cachetools import LRUCache

from dnam.audience import audience_of, session_key
from dnam.discord.answer import QUIET
from dnam.discord.translate import person_of, place_of
from dnam.discord.who import Bot
from dnam.memory import Memory
from dnam.model import Fact, Person, Place, Summary
from dnam.rules import answer as write
from dnam.rules.lines import fact_line
from dnam.rules.quote import one_line, shown_names
from dnam.rules.text import clip

log = structlog.get_logger("dnam")

FOLLOWED = 50
"""The people who spoke last are looked at after a change; others when they speak again."""
SUMMARY_CHARS = 600
STAMP = "%Y-%m-%d %H:%M UTC"


class Mirror:
    """Keeps the transparency channel as memory is."""

    def __init__(self, bot: Bot, memory: Memory) -> None:
        self._bot = bot
        self._memory = memory
        self._channel = memory.settings.discord_memory_channel
        self._recent: LRUCache[int, tuple[Person, Place]] = LRUCache(FOLLOWED)
        self.close = memory.watch(self._changed) if self._channel else lambda: None
        """Stop following changes."""

    def follow(self, person: Person, place: Place) -> None:
        """Look at somebody after the changes to come; `place` is where they speak."""
        if not person.bot:
            self._recent[person.id] = (person, place)

    async def leave(self, guild: int, person: int) -> None:
        """Take away the message of somebody who left the channel's server."""
        channel = self._there()
        if channel is not None and channel.guild.id == guild:
            self._recent.pop(person, None)
            self._memory.lanes.submit(
                "mirror", f"mirror without {person}", lambda: self._show(channel, person, "")
            )

    def _there(self) -> Any:
        return self._bot.get_channel(self._channel) if self._channel else None

    def _changed(self) -> None:
        if self._recent:
            self._memory.lanes.submit("mirror", "mirror what changed", self._refresh)

    async def _refresh(self) -> None:
        """Write anew what changed about the people who spoke last."""
        await asyncio.sleep(self._memory.settings.debounce_seconds)
        channel = self._there()
        if channel is None:
            log.warning("the memory channel is not there", action="mirror", channel=self._channel)
            return
        for person, place in [*self._recent.values()]:
            member = await _member(channel.guild, person.id)
            text = await self._snapshot(channel, person_of(member), place) if member is not None else ""
            await self._show(channel, person.id, text)

    async def _snapshot(self, channel: Any, person: Person, place: Place) -> str:
        """Write what the channel may hear about somebody; empty when there is nothing."""
        memory, audience = self._memory, audience_of(place_of(channel))
        held = await memory.store.facts_for(audience, [person.id], at=memory.clock.now())
        summary = await memory.store.get_summary(session_key(place))
        heard = summary if summary is not None and summary.origin in audience.origins else None
        facts = [each.fact for each in held]
        sayers = [fact.asserted_by for fact in facts]
        people = {**await memory.store.people(channel.guild.id, sayers), person.id: person}
        return snapshot(person, facts, heard, shown_names(people), place.name)

    async def _show(self, channel: Any, person: int, text: str) -> None:
        """Make a person's message say this: sent and pinned once, then edited; deleted when empty."""
        store, name = self._memory.store, f"mirror:{channel.id}:{person}"
        noted = json.loads(await store.get_note(name) or "null")
        mark = hashlib.sha256(text.encode()).hexdigest()[:16]
        if (noted is None and not text) or (noted is not None and noted["mark"] == mark):
            return
        message = channel.get_partial_message(noted["message"]) if noted is not None else None
        try:
            if message is not None and not text:
                await store.put_note(name, None)
                await message.delete()
                return
            if message is not None:
                await message.edit(content=text, allowed_mentions=QUIET)
        except discord.NotFound:  # somebody deleted it
            message = None
        if text:
            message = message or await self._post(channel, text)
            await store.put_note(name, json.dumps({"message": message.id, "mark": mark}))

    async def _post(self, channel: Any, text: str) -> Any:
        message = await channel.send(text, allowed_mentions=QUIET, silent=True, suppress_embeds=True)
        try:
            await message.pin()
        except discord.HTTPException as problem:
            log.warning("a memory message could not be pinned", action="mirror", error=str(problem))
        return message


async def _member(guild: discord.Guild, person: int) -> discord.Member | None:
    """Find somebody among the members of a server, as they are called there."""
    held = guild.get_member(person)
    if held is not None:
        return held
    try:
        return await guild.fetch_member(person)
    except discord.NotFound:
        return None


def snapshot(
    person: Person, facts: Sequence[Fact], summary: Summary | None, names: Mapping[int, str], where: str
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
    entries = [fact_line(fact, names) for fact in facts]
    return write.fit(head, entries, tail, more="(N more items on disk)")[0]

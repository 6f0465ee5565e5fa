"""The transparency channel: one pinned message per person, edited in place, for everyone who reads there.

It shows what that channel may hear and nothing else. It follows every change a little later, in a lane of its
own: a failure here is logged and stops nothing else. After each change, whoever made it, a fingerprint of
what each person's message is made from is compared with the last one; only people whose fingerprint differs
are rewritten, those who spoke last first. At the start there are no fingerprints, so everyone is compared.
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from dnam.audience import Audience, audience_of, origin_of, session_key
from dnam.discord.conversion import person_of, place_of
from dnam.discord.people import Bot, members_among
from dnam.discord.sending import NO_PINGS, plain_links
from dnam.domain import Fact, Person, Place, Summary
from dnam.errors import describe
from dnam.languages import reply
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.ports import Store
from dnam.rules import command_text
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import one_line, shown_names, with_names
from dnam.rules.text import clip
from dnam.rules.tombstones import person_name

ACTION = "transparency_channel"
RECENT_SPEAKERS = 50
"""How many of the last speakers get a message as soon as something about them may be shown."""
WRITES_PER_ROUND = 10
"""How many messages are written before changes are looked for again, so that new ones come first."""
PEOPLE_PER_ROUND = 100
"""How many people are compared before changes are looked for again."""
PAUSE_AFTER_REFUSAL = timedelta(minutes=10)
"""How long nothing is tried after Discord refused: Discord counts refused requests against a bot."""
SUMMARY_CHARS = 600
TIME_FORMAT = "%Y-%m-%d %H:%M UTC"

NO_ACCESS = 50001
"""Discord's error code for a channel the bot cannot access."""
NOT_THE_AUTHOR = 50005
"""Discord's error code for editing somebody else's message."""
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that was deleted."""
SEND_ATTEMPTS = 3
"""Attempts to send a message that is deleted before it can be pinned."""

Session = tuple[str, str]
"""A conversation's key, and the name of its place."""
Pin = dict[str, Any]
"""The note about a pinned message: `message`, `mark` (hash of its text), `session`, `where`."""


class TransparencyChannel:
    def __init__(self, bot: Bot, memory: Memory) -> None:
        self._bot = bot
        self._memory = memory
        self._channel_id = memory.settings.discord_memory_channel
        self._recent: dict[int, Place | None] = {}
        """Who spoke last and where, the latest at the end."""
        self._spoke_at: dict[int, datetime] = {}
        """When each of them did."""
        self._fingerprints: dict[int, object] = {}
        """What each person's message was last made from."""
        self._online = self._warned_missing = False
        self._paused_until: datetime | None = None
        self._unwatch = memory.watch(self._refresh_later) if self._channel_id else lambda: None

    def close(self) -> None:
        self._online = False
        self._unwatch()

    def ready(self) -> None:
        """Compare every message: anything may have changed while the bot was offline."""
        self._online, self._paused_until = True, None
        self._fingerprints.clear()
        self._refresh_later()

    def follow(self, person: Person, place: Place) -> None:
        """Remember that somebody spoke in a place; after the next changes they come first."""
        if not person.bot:
            self._recent.pop(person.id, None)
            self._recent[person.id] = place
            self._spoke_at[person.id] = self._memory.clock.now()
            while len(self._recent) > RECENT_SPEAKERS:
                self._spoke_at.pop(first := next(iter(self._recent)), None)
                del self._recent[first]

    def leave(self, guild: int, person: int) -> None:
        channel = self._channel()
        if channel is not None and channel.guild.id == guild:
            self._recent.pop(person, None)
            self._fingerprints.pop(person, None)
            self._refresh_later()

    def readers_changed(self, guild: int) -> None:
        """Compare every message: other people than before may read the channel of this server."""
        channel = self._channel()
        if channel is not None and channel.guild.id == guild:
            self.ready()

    def _channel(self) -> Any:
        return self._bot.get_channel(self._channel_id) if self._channel_id else None

    def _refresh_later(self) -> None:
        if self._online and self._channel_id:
            self._memory.lanes.submit("transparency", "refresh_transparency", self._refresh)

    async def _refresh(self) -> None:
        """Rewrite what changed, a part of it now; the rest in another round."""
        await asyncio.sleep(self._memory.settings.debounce_seconds)
        channel, now = self._channel(), self._memory.clock.now()
        if channel is None and not self._warned_missing:
            log.warning("memory channel not found", action=ACTION, channel=self._channel_id)
            self._warned_missing = True
        if channel is None or (self._paused_until is not None and now < self._paused_until):
            return
        pinned = PinnedMessages(self._memory.store, channel)
        pins = await pinned.pins()
        people = [*reversed(self._recent), *(person for person in pins if person not in self._recent)]
        sessions = {person: self._session(channel, person, pins.get(person)) for person in people}
        current = await self._current_fingerprints(channel, people, sessions)
        self._fingerprints = {person: old for person, old in self._fingerprints.items() if person in current}
        changed = [person for person in people if self._fingerprints.get(person) != current[person]]
        try:
            more = await self._update(pinned, channel, {each: sessions[each] for each in changed}, current)
        except discord.Forbidden as problem:
            log.warning("no access to the memory channel", action=ACTION, error=describe(problem))
            self._paused_until = now + PAUSE_AFTER_REFUSAL
        else:
            if more:
                self._refresh_later()

    def _session(self, channel: Any, person: int, pin: Pin | None) -> Session:
        """Return the conversation whose summary a person's message shows: the last this channel may hear."""
        place = self._recent.get(person)
        if place is not None and origin_of(place) in audience_of(place_of(channel)).origins:
            return session_key(place), place.name
        return (pin.get("session", ""), pin.get("where", "")) if pin is not None else ("", "")

    async def _current_fingerprints(
        self, channel: Any, people: Sequence[int], sessions: Mapping[int, Session]
    ) -> dict[int, object]:
        """Return a fingerprint of what each person's message is made from, with few reads for all of them."""
        store, audience = self._memory.store, audience_of(place_of(channel))
        facts = await store.fact_marks(audience, people, at=self._memory.clock.now())
        summaries = {key: await self._summary(audience, key) for key, _ in set(sessions.values()) if key}
        members = {person: channel.guild.get_member(person) for person in people}
        return {
            person: (
                facts.get(person),
                summary.updated_at if (summary := summaries.get(sessions[person][0])) is not None else None,
                sessions[person],
                members[person].display_name if members[person] is not None else None,
            )
            for person in people
        }

    async def _summary(self, audience: Audience, session: str) -> Summary | None:
        shown = session and self._memory.settings.rolling_enabled
        summary = await self._memory.store.get_summary(session) if shown else None
        return summary if summary is not None and summary.origin in audience.origins else None

    async def _update(
        self,
        pinned: "PinnedMessages",
        channel: Any,
        changed: Mapping[int, Session],
        fingerprints: Mapping[int, object],
    ) -> bool:
        """Bring some people's messages up to date; return True when others are left to do."""
        batch = [*changed][:PEOPLE_PER_ROUND]
        members = await members_among(channel.guild, batch)
        written = 0
        for person in batch:
            if written == WRITES_PER_ROUND:
                return True
            try:
                written += await self._write(pinned, channel, members.get(person) or person, changed[person])
            except discord.Forbidden:
                raise
            except discord.HTTPException as problem:
                log.warning("could not update a memory message", action=ACTION, error=describe(problem))
                continue
            self._fingerprints[person] = fingerprints[person]
        return len(changed) > len(batch)

    async def _write(
        self, pinned: "PinnedMessages", channel: Any, member: discord.Member | int, session: Session
    ) -> bool:
        """Write a member's message, or remove that of an id who is no member; return whether it changed."""
        if isinstance(member, int):
            self._recent.pop(member, None)
            return await pinned.show(member, "")
        text = await self._text(channel, person_of(member), session)
        written = await pinned.show(member.id, text, session=session[0], where=session[1])
        if written and not text:  # a fact that is edited is gone for a moment before it is learned again
            self._recent.setdefault(member.id, None)
        return written

    async def _text(self, channel: Any, person: Person, session: Session) -> str:
        """Return what the channel may hear about somebody; empty when there is nothing."""
        memory, audience = self._memory, audience_of(place_of(channel))
        audible = await memory.store.facts_for(audience, [person.id], at=memory.clock.now())
        facts = [each.fact for each in audible] if memory.settings.facts_enabled else []
        others = {id_ for fact in facts for id_ in (fact.asserted_by, *mentioned_in(fact.text))}
        people = {**await memory.store.people(channel.guild.id, sorted(others)), person.id: person}
        present = bool(facts) or await self._is_remembered(channel, person.id)
        summary = await self._summary(audience, session[0]) if present else None
        language = (await memory.guilds.of(channel.guild.id)).language
        seen = command_text.Seen(
            names=shown_names(people), audience=audience, at=memory.clock.now(), language=language
        )
        return snapshot(person, facts, summary, seen, where=session[1])

    async def _is_remembered(self, channel: Any, person: int) -> bool:
        """Return whether somebody without facts may be named: they agree, and spoke since they erased."""
        if not (await self._memory.consent.at(place_of(channel), [person])).remembers(person):
            return False
        name = person_name(person)
        erased_at = (await self._memory.store.buried([name])).get(name)
        spoke_at = self._spoke_at.get(person)
        return erased_at is None or (spoke_at is not None and spoke_at > erased_at)


def snapshot(
    person: Person, facts: Sequence[Fact], summary: Summary | None, seen: command_text.Seen, *, where: str
) -> str:
    """Return a person's memory as the text of one message; empty when nothing is known."""
    if not facts and summary is None:
        return ""
    latest = max([fact.updated_at for fact in facts] + ([summary.updated_at] if summary else []))
    says = partial(reply, seen.language)
    who = f"**{discord.utils.escape_markdown(seen.names[person.id])}** (<@{person.id}>)"
    updated = says("updated", at=f"{latest:{TIME_FORMAT}}")
    head = f"{who}, {updated}\n{says('mirror_known', count=len(facts))}"
    tail = ""
    if summary is not None:
        text = clip(one_line(summary.text), SUMMARY_CHARS)
        at = says("updated", at=f"{summary.updated_at:{TIME_FORMAT}}")
        notes = f"#{one_line(where)}, {at}" if where else at
        tail = f"\n{says('mirror_talk', notes=notes)}\n{text}"
    entries = [_line(fact, seen) for fact in facts]
    return plain_links(command_text.fit(head, entries, tail, more=says("mirror_more", count="N"))[0])


def _line(fact: Fact, seen: command_text.Seen) -> str:
    where = command_text.place_note(fact, seen.audience, seen.language)
    by = command_text.according_to(fact, seen.names, seen.language)
    updated = reply(seen.language, "updated", at=f"{fact.updated_at:%Y-%m-%d}")
    notes = ", ".join(filter(None, (where, by, updated)))
    return f"- {one_line(with_names(fact.text, seen.names))} ({notes})"


class PinnedMessages:
    """The pinned messages of one channel, by the people they are about.

    Which message is whose is noted in the store, so that every process edits the same one. The note has a
    hash of the message's text, so that an unchanged message costs no request.
    """

    def __init__(self, store: Store, channel: Any) -> None:
        self._store = store
        self._channel = channel

    async def pins(self) -> dict[int, Pin]:
        prefix = f"mirror:{self._channel.id}:"
        notes = await self._store.notes(prefix)
        return {int(name.removeprefix(prefix)): json.loads(text) for name, text in notes.items()}

    async def show(self, person: int, text: str, *, session: str = "", where: str = "") -> bool:
        """Make a person's message say this: sent and pinned once, then edited; deleted when empty.

        Returns False when it says so already. Raises discord.HTTPException.
        """
        name = f"mirror:{self._channel.id}:{person}"
        pin: Pin | None = json.loads(await self._store.get_note(name) or "null")
        new = {"mark": hashlib.sha256(text.encode()).hexdigest()[:16], "session": session, "where": where}
        if (pin is None and not text) or (pin is not None and pin["mark"] == new["mark"]):
            if pin is not None and {**pin, **new} != pin:
                await self._store.put_note(name, json.dumps({**pin, **new}))
            return False
        message = self._channel.get_partial_message(pin["message"]) if pin is not None else None
        if not text:
            await _delete(message)
            await self._store.put_note(name, None)
            return True
        if message is None or not await _edit(message, text):
            message = await self._send(person, text, pin["message"] if pin is not None else 0)
        await self._store.put_note(name, json.dumps({"message": message.id, **new}))
        return True

    async def _send(self, person: int, text: str, previous: int) -> Any:
        """Send and pin a person's message; two processes that do so at once get the same message.

        `previous` is the deleted message it replaces. It is part of the nonce, because Discord returns the
        earlier message for the same nonce, even a deleted one; the last attempt has no nonce. Raises
        discord.NotFound when that one is deleted too.
        """
        for attempts_left in reversed(range(SEND_ATTEMPTS)):
            nonce = self._nonce(person, previous) if attempts_left else None
            message = await self._channel.send(
                text, allowed_mentions=NO_PINGS, silent=True, suppress_embeds=True, nonce=nonce
            )
            try:
                await message.pin()
            except discord.HTTPException as problem:
                if problem.code == UNKNOWN_MESSAGE:
                    previous = message.id
                    if attempts_left:
                        continue
                    raise
                log.warning("could not pin a memory message", action=ACTION, error=describe(problem))
            break
        return message

    def _nonce(self, person: int, previous: int) -> str:
        return hashlib.sha256(f"{self._channel.id}:{person}:{previous}".encode()).hexdigest()[:24]


async def _edit(message: Any, text: str) -> bool:
    """Edit a message; return False when there is none to edit: it was deleted, or is another bot's."""
    try:
        await message.edit(content=text, allowed_mentions=NO_PINGS)
    except discord.NotFound:  # somebody deleted it
        return False
    except discord.Forbidden as problem:
        if problem.code != NOT_THE_AUTHOR:
            raise
        await _delete(message)  # it is out of date
        return False
    return True


async def _delete(message: Any) -> None:
    """Delete a message; log when it is another bot's and somebody else has to."""
    try:
        await message.delete()
    except discord.NotFound:
        return
    except discord.Forbidden as problem:
        if problem.code == NO_ACCESS:
            raise
        log.warning(
            "cannot delete an old memory message of another bot: please delete it",
            action=ACTION,
            message=message.id,
            error=describe(problem),
        )

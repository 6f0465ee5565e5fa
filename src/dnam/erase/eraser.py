"""Erasure: remove everything of a person, a channel or a guild, and keep it from coming back.

Tombstones come first, so that nothing on its way can be stored behind; then facts, messages and what was made
of them, copies in notes, the log and names; then caches and files of this process; last the bytes that a
store leaves in indexes, free space and logs. Runs in the lane in which facts change. Repeating it
finishes what a crash interrupted.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from dnam.audience import session_key
from dnam.domain import DM_GUILD, Action, Erased, Fact, MessagePointer, Place, Receipt, Scope, Visibility
from dnam.erase.message_edits import Retracted, clean_notes, unlearn
from dnam.ports import Clock, Store
from dnam.rules.names_in_text import bare
from dnam.rules.tombstones import called_name, fact_name, message_name, scope_name

BATCH = 500

Progress = Callable[[int], None]
"""Is told how many more messages are gone, batch by batch."""


def untold(messages: int) -> None:
    """Tell nobody how far it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _ScopeContents:
    """Everything that belongs to a scope."""

    messages: tuple[MessagePointer, ...]
    about: tuple[Fact, ...]
    """Facts about the person or naming them, or of the channel or guild."""
    by: tuple[Fact, ...]
    """Facts the person stated about others."""
    sessions: frozenset[str]
    """The conversations that belong to this scope alone."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*self.about, *self.by)


class Eraser:
    """Erases scopes."""

    def __init__(self, store: Store, *, clock: Clock, after: Callable[[Erased], Awaitable[int]]) -> None:
        self._store = store
        self._clock = clock
        self._after = after
        """Removes what was erased from caches and files; returns how many files changed."""

    async def preview(self, scope: Scope) -> Receipt:
        """Count what would be erased."""
        contents = await self._find(scope)
        return Receipt(counts=_counts(scope, contents))

    async def erase(self, scope: Scope, progress: Progress = untold) -> Receipt:
        """Erase everything of a scope; return the counts. `progress` is told of each batch of messages."""
        at = self._clock.now()
        await self._store.bury([scope_name(scope), *await self._name_tombstones(scope)], at)
        contents = await self._find(scope)
        counts = _counts(scope, contents)
        await self._bury(contents, at)
        await self._store.drop_facts(contents.facts)
        unlearned = await self._remove(contents.messages, progress)
        erased = _erased(scope, contents, unlearned.facts)
        counts["notes"] = await clean_notes(self._store, erased)
        late = await self._store.messages_of(scope)  # stored while the tombstones were written
        derived = unlearned.derived + (await self._remove(late)).derived
        counts["messages"] += len(late)
        person = scope.id if scope.kind == "person" else 0
        guilds = {message.guild for message in contents.messages} | {scope.guild}
        counts["log lines"] = await self._store.blank_actions(None if person else guilds, person)
        names = await self._store.forget_names(scope)
        counts["names"] = names["names"]
        counts["summaries"] = derived + names["summaries"]
        counts["files"] = await self._after(erased)
        await self._store.purge()
        await self._store.log_action(
            Action(
                kind="memory_erase", at=at, guild=scope.guild, detail=f"{scope.kind}: {_counts_text(counts)}"
            )
        )
        return Receipt(counts=counts)

    async def drop_derived(self, scope: Scope) -> None:
        """Drop what was derived from a scope's messages: it is made again by the present consent."""
        messages = await self._store.messages_of(scope)
        for batch in _batches(messages):
            for guild in sorted({message.guild for message in batch}):
                await self._store.drop_derived(guild, [m.id for m in batch if m.guild == guild])
        await self._after(Erased(messages={(m.guild, m.id): m.sent_at for m in messages}))

    async def _find(self, scope: Scope) -> _ScopeContents:
        messages = tuple(await self._store.messages_of(scope))
        if scope.kind == "person":
            about = [*await self._store.facts_of(scope.id), *await self._store.facts_naming(scope.id)]
            by = [f for f in await self._store.facts_by(scope.id) if f.subject != scope.id]
            dm = Place(guild=DM_GUILD, channel=0, visibility=Visibility.DM, person=scope.id)
            return _ScopeContents(
                messages=messages, about=tuple(about), by=tuple(by), sessions=frozenset({session_key(dm)})
            )
        places = [p for p in await self._store.places(scope.guild) if _within(p, scope)]
        facts = [
            f
            for f in await self._store.all_facts(guild=scope.guild, muted=True)
            if _said_in(f, scope, places)
        ]
        sessions = frozenset(session_key(place) for place in places)
        return _ScopeContents(messages=messages, about=tuple(facts), by=(), sessions=sessions)

    async def _name_tombstones(self, scope: Scope) -> list[str]:
        """Return tombstones for a person's names in each guild: messages of others may use them."""
        if scope.kind != "person":
            return []
        guilds = sorted({place.guild for place in await self._store.places()} - {DM_GUILD})
        known = [(guild, (await self._store.people(guild, [scope.id])).get(scope.id)) for guild in guilds]
        names = [(guild, person.name) for guild, person in known if person and person.name]
        return [called_name(guild, name) for guild, said in names for name in {said: 0, bare(said): 0}]

    async def _bury(self, contents: _ScopeContents, at: datetime) -> None:
        for batch in _batches(contents.messages):
            await self._store.bury([message_name(m.guild, m.id) for m in batch], None)
        await self._store.bury([fact_name(fact.subject, fact.text) for fact in contents.facts], at)

    async def _remove(self, messages: Sequence[MessagePointer], progress: Progress = untold) -> Retracted:
        """Remove messages and everything made of them."""
        total = Retracted()
        for batch in _batches(messages):
            for guild in sorted({message.guild for message in batch}):
                ids = [message.id for message in batch if message.guild == guild]
                more = await unlearn(self._store, guild, ids, by_hand=True)
                total = Retracted(facts=(*total.facts, *more.facts), derived=total.derived + more.derived)
                await self._store.delete_messages(guild, ids)
            progress(len(batch))
        return total


def _within(place: Place, scope: Scope) -> bool:
    return scope.kind == "guild" or scope.id in (place.channel, place.parent)


def _said_in(fact: Fact, scope: Scope, places: Iterable[Place]) -> bool:
    """Return whether a fact comes from a channel or guild."""
    if scope.kind == "guild":
        return True
    channels = {place.channel for place in places} | {scope.id}
    return fact.source.channel in channels or fact.origin in {f"c{channel}" for channel in channels}


def _counts(scope: Scope, contents: _ScopeContents) -> dict[str, int]:
    if scope.kind == "person":
        return {
            "messages": len(contents.messages),
            "facts about them": len(contents.about),
            "facts they told of others": len(contents.by),
        }
    return {"messages": len(contents.messages), "facts": len(contents.about)}


def _erased(scope: Scope, contents: _ScopeContents, unlearned: Sequence[Fact]) -> Erased:
    return Erased(
        people=frozenset({scope.id}) if scope.kind == "person" else frozenset(),
        sessions=contents.sessions,
        messages={(m.guild, m.id): m.sent_at for m in contents.messages},
        facts={fact.key: fact.text for fact in (*contents.facts, *unlearned)},
    )


def _counts_text(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def _batches(messages: Sequence[MessagePointer]) -> Iterable[Sequence[MessagePointer]]:
    return (messages[first : first + BATCH] for first in range(0, len(messages), BATCH))

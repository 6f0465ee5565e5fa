"""Everything of a person, a channel or a guild goes, and stays away.

Tombstones first, so that nothing that is on its way can come in behind; then what was made of messages, then
facts, messages, copies in notes, the log and the names; then the caches and files of this process; last the
bytes that a store leaves in indexes, free space and logs. Runs in the lane in which facts change. Done again,
it finishes what a crash left undone.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from dnam.audience import session_key
from dnam.erase.edit_cascade import Retracted, clean_notes, unlearn
from dnam.model import DM_GUILD, Action, Erased, Fact, MessagePointer, Place, Receipt, Scope, Visibility
from dnam.ports import Clock, Store
from dnam.rules.names_in_text import bare
from dnam.rules.tombstones import called_name, fact_name, message_name, scope_name

BATCH = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class _Found:
    """What belongs to a scope."""

    messages: tuple[MessagePointer, ...]
    about: tuple[Fact, ...]
    """Facts about the person or naming them, or of the channel or guild."""
    by: tuple[Fact, ...]
    """Facts the person told of others."""
    sessions: frozenset[str]
    """The conversations that are wholly of this scope."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*self.about, *self.by)


class Eraser:
    """Erases scopes."""

    def __init__(self, store: Store, *, clock: Clock, after: Callable[[Erased], Awaitable[int]]) -> None:
        self._store = store
        self._clock = clock
        self._after = after
        """Lets caches and files follow; gives how many files have changed or gone for good."""

    async def preview(self, scope: Scope) -> Receipt:
        """Count what would go."""
        found = await self._find(scope)
        return Receipt(counts=_counts(scope, found))

    async def erase(self, scope: Scope) -> Receipt:
        """Erase everything of a scope; give what went."""
        at = self._clock.now()
        await self._store.bury([scope_name(scope), *await self._called(scope)], at)
        found = await self._find(scope)
        counts = _counts(scope, found)
        await self._bury(found, at)
        await self._store.drop_facts(found.facts)
        unlearned = await self._remove(found.messages)
        gone = _gone(scope, found, unlearned.facts)
        counts["notes"] = await clean_notes(self._store, gone)
        late = await self._store.messages_of(scope)  # what was being stored when the tombstones were left
        made = unlearned.derived + (await self._remove(late)).derived
        counts["messages"] += len(late)
        person = scope.id if scope.kind == "person" else 0
        guilds = {message.guild for message in found.messages} | {scope.guild}
        counts["log lines"] = await self._store.blank_actions(None if person else guilds, person)
        rest = await self._store.forget_names(scope)
        counts["names"] = rest["names"]
        counts["summaries"] = made + rest["summaries"]
        counts["files"] = await self._after(gone)
        await self._store.purge()
        await self._store.log_action(
            Action(kind="memory_erase", at=at, guild=scope.guild, detail=f"{scope.kind}: {_told(counts)}")
        )
        return Receipt(counts=counts)

    async def retell(self, scope: Scope) -> None:
        """Have what was made of a scope's messages made anew, as people now agree; nothing else is lost."""
        messages = await self._store.messages_of(scope)
        for some in _batches(messages):
            for guild in sorted({message.guild for message in some}):
                await self._store.drop_derived(guild, [m.id for m in some if m.guild == guild])
        await self._after(Erased(messages={(m.guild, m.id): m.sent_at for m in messages}))

    async def _find(self, scope: Scope) -> _Found:
        messages = tuple(await self._store.messages_of(scope))
        if scope.kind == "person":
            about = [*await self._store.facts_of(scope.id), *await self._store.facts_naming(scope.id)]
            by = [f for f in await self._store.facts_by(scope.id) if f.subject != scope.id]
            dm = Place(guild=DM_GUILD, channel=0, visibility=Visibility.DM, person=scope.id)
            return _Found(
                messages=messages, about=tuple(about), by=tuple(by), sessions=frozenset({session_key(dm)})
            )
        places = [p for p in await self._store.places(scope.guild) if _within(p, scope)]
        facts = [
            f
            for f in await self._store.all_facts(guild=scope.guild, muted=True)
            if _said_in(f, scope, places)
        ]
        sessions = frozenset(session_key(place) for place in places)
        return _Found(messages=messages, about=tuple(facts), by=(), sessions=sessions)

    async def _called(self, scope: Scope) -> list[str]:
        """Name a person by what they are called in each guild: others' messages may tell of them so."""
        if scope.kind != "person":
            return []
        guilds = sorted({place.guild for place in await self._store.places()} - {DM_GUILD})
        known = [(guild, (await self._store.people(guild, [scope.id])).get(scope.id)) for guild in guilds]
        names = [(guild, person.name) for guild, person in known if person and person.name]
        return [called_name(guild, name) for guild, said in names for name in {said: 0, bare(said): 0}]

    async def _bury(self, found: _Found, at: datetime) -> None:
        for some in _batches(found.messages):
            await self._store.bury([message_name(m.guild, m.id) for m in some], None)
        await self._store.bury([fact_name(fact.subject, fact.text) for fact in found.facts], at)

    async def _remove(self, messages: Sequence[MessagePointer]) -> Retracted:
        """Remove messages with everything made of them."""
        total = Retracted()
        for some in _batches(messages):
            for guild in sorted({message.guild for message in some}):
                ids = [message.id for message in some if message.guild == guild]
                more = await unlearn(self._store, guild, ids, by_hand=True)
                total = Retracted(facts=(*total.facts, *more.facts), derived=total.derived + more.derived)
                await self._store.delete_messages(guild, ids)
        return total


def _within(place: Place, scope: Scope) -> bool:
    return scope.kind == "guild" or scope.id in (place.channel, place.parent)


def _said_in(fact: Fact, scope: Scope, places: Iterable[Place]) -> bool:
    """Say whether a fact was said in a channel or guild, as far as it is known from there alone."""
    if scope.kind == "guild":
        return True
    channels = {place.channel for place in places} | {scope.id}
    return fact.source.channel in channels or fact.origin in {f"c{channel}" for channel in channels}


def _counts(scope: Scope, found: _Found) -> dict[str, int]:
    if scope.kind == "person":
        return {
            "messages": len(found.messages),
            "facts about them": len(found.about),
            "facts they told of others": len(found.by),
        }
    return {"messages": len(found.messages), "facts": len(found.about)}


def _gone(scope: Scope, found: _Found, unlearned: Sequence[Fact]) -> Erased:
    return Erased(
        people=frozenset({scope.id}) if scope.kind == "person" else frozenset(),
        sessions=found.sessions,
        messages={(m.guild, m.id): m.sent_at for m in found.messages},
        facts={fact.key: fact.text for fact in (*found.facts, *unlearned)},
    )


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def _batches(messages: Sequence[MessagePointer]) -> Iterable[Sequence[MessagePointer]]:
    return (messages[first : first + BATCH] for first in range(0, len(messages), BATCH))

"""Erasure: remove everything of a person, a channel or a guild, and keep it from coming back.

A small state machine kept in the store (`unfinished_erasures.py`). Hidden: this process shows nothing of it
from now on, whatever can be written, and tombstones keep what is on its way from being stored behind.
Removed: facts, messages, what was made of them, copies in notes, the log and names are gone. Looked: caches,
readable files and leftover bytes are dealt with, and every place was looked at again. Nothing stops it for
good: what cannot be done now is named in the receipt and done by `resume`, at every start and upkeep. Runs in
the lane in which facts change.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dnam.audience import session_key
from dnam.domain import (
    DM_GUILD,
    UNKNOWN_MESSAGE,
    Action,
    Erased,
    Fact,
    MessagePointer,
    Place,
    Receipt,
    Scope,
)
from dnam.erase.message_edits import (
    DELETED,
    Delete,
    Retracted,
    clean_notes,
    delete_channel,
    drop_restoring,
    unlearn,
)
from dnam.erase.unfinished_erasures import PREFIX, Erasure, Step, read_erasures
from dnam.errors import StoreError
from dnam.ports import Clock, Store
from dnam.rules.fact_notes import GUILD_SETTINGS
from dnam.rules.names_in_text import bare
from dnam.rules.tombstones import called_name, fact_name, message_name, scope_name

BATCH = 500
SKEW = timedelta(days=1)
"""A clock that is further behind than this is mended before anybody asks for an erasure."""
POSTPONED = "It is hidden, and will be erased as soon as the memory can be written again."
NOT_NOTED = (
    "The memory cannot be written: it is hidden while this process runs, and erased as soon as it can be. If "
    "this process ends before that, ask again."
)

Progress = Callable[[int], None]
"""Is told how many more messages are gone, batch by batch."""


def untold(messages: int) -> None:
    """Tell nobody how far it is."""


async def nothing_left(erased: Erased) -> list[str]:
    """Return no file: where there are none."""
    del erased
    return []


@dataclass(frozen=True, kw_only=True, slots=True)
class _ScopeContents:
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

    def before(self, at: datetime) -> "_ScopeContents":
        """Return only what existed before a time."""
        return replace(
            self,
            messages=tuple(message for message in self.messages if message.sent_at <= at),
            about=tuple(fact for fact in self.about if fact.created_at <= at),
            by=tuple(fact for fact in self.by if fact.created_at <= at),
        )


class Eraser:
    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        after: Callable[[Erased], Awaitable[int]],
        look: Callable[[Erased], Awaitable[list[str]]] = nothing_left,
    ) -> None:
        self._store = store
        self._clock = clock
        self._after = after
        """Removes what was erased from caches and files; returns how many files changed."""
        self._look = look
        """Looks at every file again; returns a sentence for each that may still hold something."""
        self._unwritten: dict[Scope, Erasure] = {}
        """Erasures that could not even be noted in the store."""
        self._unfollowed: dict[tuple[int, int], Callable[[], Awaitable[object]]] = {}
        """What follows an edit or a deletion of a message and could not be done, by guild and id."""

    async def preview(self, scope: Scope) -> Receipt:
        """Count what would be erased."""
        return Receipt(counts=_counts(scope, await self._find(scope)))

    async def postpone(self, scope: Scope) -> Receipt:
        """Hide everything of a scope now, and erase it once the store can be written."""
        erasure = self._unwritten.setdefault(scope, Erasure(scope=scope, at=self._clock.now()))
        await self._store.hide(erasure.note, scope)
        return Receipt(counts={}, unfinished=(NOT_NOTED,), noted=False)

    def postpone_messages(self, guild: int, follow: Mapping[int, Callable[[], Awaitable[object]]]) -> None:
        """Hide messages that were edited or deleted, and follow that once the store can be written."""
        for id_, following in follow.items():
            self._store.hidden.messages.add((guild, id_))
            self._unfollowed[guild, id_] = following

    async def erase(self, scope: Scope, progress: Progress = untold) -> Receipt:
        """Erase everything of a scope; return what went, what was looked at again, and what is still to do.

        `progress` is told of each batch of messages.
        """
        await self.postpone(scope)
        return await self._go_on(self._unwritten[scope], progress)

    async def hide_unfinished(self) -> None:
        """Hide what an interrupted erasure or deletion was to remove, until that is done."""
        for erasure in read_erasures(await self._store.notes(PREFIX)):
            await self._store.hide(erasure.note, erasure.scope)
        for note in await self._store.notes(DELETED):
            await self._store.hide(note, Scope.parse(note.removeprefix(DELETED)))

    async def delete_channels(self, delete: Delete) -> None:
        """Go on with the channels whose deletion was interrupted or could not be written."""
        hidden = {note for note in self._store.hidden.scopes if note.startswith(DELETED)}
        for note in sorted({*await self._store.notes(DELETED), *hidden}):
            scope = Scope.parse(note.removeprefix(DELETED))
            await delete_channel(self._store, scope.guild, scope.id, delete)

    async def resume(self) -> None:
        """Write what could not be written, and go on with erasures that any process has begun."""
        hidden = self._store.hidden
        if hidden.forgotten or hidden.dropped or hidden.sources:
            facts, gone = [*hidden.forgotten.values()], [*hidden.dropped.values()]
            await self._store.save_facts(facts, drop=gone, hide=[*hidden.sources])
        for key in [*self._unfollowed]:
            await self._follow(key)
        noted = {each.scope: each for each in read_erasures(await self._store.notes(PREFIX))}
        for erasure in [*({**self._unwritten, **noted}).values()]:
            await self._go_on(replace(erasure, resumed=True), untold)

    async def _follow(self, key: tuple[int, int]) -> None:
        """Follow an edit or a deletion that was postponed."""
        stored = await self._store.get_message(*key)
        await self._unfollowed[key]()
        del self._unfollowed[key]
        self._store.hidden.messages.discard(key)
        if stored is not None:
            await self._after(Erased(messages={key: stored.sent_at}))

    async def _go_on(self, erasure: Erasure, progress: Progress) -> Receipt:
        counts = dict(erasure.counts)
        try:
            erasure, contents = await self._noted(erasure)
            erased, counts = await self._remove_rows(erasure, contents, progress)
            self._store.hidden.scopes.pop(erasure.note, None)
            problems: list[str] = []
            if any(counts.values()) or erasure.resumed:  # where nothing was, nothing is rewritten
                counts["files"] = counts.get("files", 0) + await self._after(erased)
                problems = await self._look_again(erasure, erased)
            if not problems:
                await self._log(erasure, counts)
                await self._store.put_note(erasure.note, None)
        except StoreError:
            if erasure.scope in self._unwritten:
                return await self.postpone(erasure.scope)
            return Receipt(counts=counts, unfinished=(POSTPONED,))
        verified = () if problems else ("messages", "facts", "names", "readable files")
        return Receipt(counts=counts, verified=verified, unfinished=tuple(problems))

    async def _noted(self, erasure: Erasure) -> tuple[Erasure, _ScopeContents]:
        """Note an erasure in the store, with what keeps it from coming back; return it with what is to go."""
        await self._store.put_note(erasure.note, erasure.text())
        self._unwritten.pop(erasure.scope, None)
        names = [scope_name(erasure.scope), *await self._name_tombstones(erasure.scope)]
        await self._store.bury(names, erasure.at)
        contents = await self._find(erasure.scope)
        if erasure.resumed:
            return erasure, contents.before(erasure.at)
        # The clock here may be behind the one that messages were sent by.
        sent = [message.sent_at for message in contents.messages if message.sent_at <= erasure.at + SKEW]
        if (latest := max(sent, default=erasure.at)) > erasure.at:
            return await self._noted(replace(erasure, at=latest))
        return erasure, contents

    async def _remove_rows(
        self, erasure: Erasure, contents: _ScopeContents, progress: Progress
    ) -> tuple[Erased, dict[str, int]]:
        """Leave nothing of a scope in the store's tables; return what went, and how much of it."""
        scope, at = erasure.scope, erasure.at
        await self._bury(contents, at)
        await drop_restoring(self._store, contents.facts)
        unlearned = await self._remove(contents.messages, progress)
        erased = _erased(erasure, contents, unlearned.facts)
        counts = _counts(scope, contents)
        counts["notes"] = await clean_notes(self._store, erased)
        late = (
            () if erasure.resumed else await self._store.messages_of(scope)
        )  # while tombstones were written
        counts["summaries"] = unlearned.derived + (await self._remove(late)).derived
        counts["messages"] += len(late)
        for session in contents.sessions:  # an imported summary covers no messages
            counts["summaries"] += await self._store.drop_summary(session)
        guilds = {message.guild for message in contents.messages} | {scope.guild}
        person = scope.id if scope.kind == "person" else 0
        counts["log lines"] = await self._store.blank_actions(None if person else guilds, person)
        if not await self._store.messages_of(scope):  # else it is in use again, since the erasure was begun
            if scope.kind == "guild":
                await self._store.put_note(f"{GUILD_SETTINGS}{scope.id}", None)
            names = await self._store.forget_names(scope)
            counts["names"] = names["names"]
            counts["summaries"] += names["summaries"]
        counts = {what: count + erasure.counts.get(what, 0) for what, count in counts.items()}
        noted = replace(erasure, step=Step.REMOVED, counts=counts)
        await self._store.put_note(erasure.note, noted.text())
        return erased, counts

    async def _look_again(self, erasure: Erasure, erased: Erased) -> list[str]:
        """Remove leftover bytes, and look at every place again; return a sentence for what is not gone."""
        problems: list[str] = []
        try:
            left = (await self._find(erasure.scope)).before(erasure.at)
            if left.messages or left.facts:
                problems.append("Something of it is still in the memory; it will be erased at the next look.")
            await self._store.purge()
        except StoreError as problem:
            problems.append(str(problem))
        return [*problems, *await self._look(erased)]

    async def _log(self, erasure: Erasure, counts: dict[str, int]) -> None:
        detail = f"{erasure.scope.kind}: {_counts_text(counts)}"
        done = Action(kind="memory_erase", at=erasure.at, guild=erasure.scope.guild, detail=detail)
        await self._store.log_action(done)

    async def drop_derived(self, scope: Scope) -> None:
        """Drop what was derived from a scope's messages: it is made again by the present consent."""
        messages = await self._store.messages_of(scope)
        for batch in _batches(messages):
            for guild in sorted({message.guild for message in batch}):
                ids = [message.id for message in batch if message.guild == guild]
                await self._store.drop_derived(guild, ids)
        places = await self._store.places(None if scope.kind == "person" else scope.guild)
        for guild in sorted({place.guild for place in places}):
            await self._store.drop_derived(guild, [UNKNOWN_MESSAGE])
        if scope.kind == "person":
            await self._store.drop_summary(_own_session(scope.id))
        await self._after(Erased(messages={(m.guild, m.id): m.sent_at for m in messages}))

    async def _find(self, scope: Scope) -> _ScopeContents:
        messages = tuple(await self._store.messages_of(scope))
        if scope.kind == "person":
            about = [*await self._store.facts_of(scope.id), *await self._store.facts_naming(scope.id)]
            by = [f for f in await self._store.facts_by(scope.id) if f.subject != scope.id]
            return _ScopeContents(
                messages=messages,
                about=tuple(about),
                by=tuple(by),
                sessions=frozenset({_own_session(scope.id)}),
            )
        places = [p for p in await self._store.places(scope.guild) if _within(p, scope)]
        facts = [
            f
            for f in [
                *await self._store.all_facts(guild=scope.guild, muted=True),
                *await self._waiting(scope),
            ]
            if _said_in(f, scope, places) and not await self._said_elsewhere(f, scope, places)
        ]
        sessions = frozenset(session_key(place) for place in places)
        return _ScopeContents(messages=messages, about=tuple(facts), by=(), sessions=sessions)

    async def _waiting(self, scope: Scope) -> list[Fact]:
        """Return facts imported from a guild that are for one person until their channel is known."""
        alone = await self._store.all_facts(guild=DM_GUILD, muted=True)
        return [fact for fact in alone if fact.source.guild == scope.guild]

    async def _said_elsewhere(self, fact: Fact, scope: Scope, places: Sequence[Place]) -> bool:
        """Return whether a message outside the scope says the same: then only the link to the scope goes."""
        if scope.kind == "guild":
            return False
        channels = {place.channel for place in places} | {scope.id}
        witnesses = [await self._store.get_message(fact.guild, message) for message in fact.messages]
        return any(message is not None and message.place.channel not in channels for message in witnesses)

    async def _name_tombstones(self, scope: Scope) -> list[str]:
        """Return tombstones for a person's names in each guild: messages of others may use them."""
        if scope.kind != "person":
            return []
        guilds = sorted({place.guild for place in await self._store.places()} - {DM_GUILD})
        known = [(guild, (await self._store.people(guild, [scope.id])).get(scope.id)) for guild in guilds]
        names = [(guild, person.name) for guild, person in known if person and person.name]
        return [called_name(guild, form) for guild, name in names for form in {name: 0, bare(name): 0}]

    async def _bury(self, contents: _ScopeContents, at: datetime) -> None:
        for batch in _batches(contents.messages):
            await self._store.bury([message_name(m.guild, m.id) for m in batch], None)
        await self._store.bury([fact_name(fact.subject, fact.text) for fact in contents.facts], at)

    async def _remove(self, messages: Sequence[MessagePointer], progress: Progress = untold) -> Retracted:
        total = Retracted()
        for batch in _batches(messages):
            for guild in sorted({message.guild for message in batch}):
                ids = [message.id for message in batch if message.guild == guild]
                await self._store.hide_messages(guild, ids, hidden=True)  # no new summary covers them
                more = await unlearn(self._store, guild, ids, by_hand=True)
                total = Retracted(facts=(*total.facts, *more.facts), derived=total.derived + more.derived)
                await self._store.delete_messages(guild, ids)
            progress(len(batch))
        return total


def _own_session(person: int) -> str:
    return session_key(Place.dm_with(person))


def _within(place: Place, scope: Scope) -> bool:
    return scope.kind == "guild" or scope.id in (place.channel, place.parent)


def _said_in(fact: Fact, scope: Scope, places: Iterable[Place]) -> bool:
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


def _erased(erasure: Erasure, contents: _ScopeContents, unlearned: Sequence[Fact]) -> Erased:
    scope = erasure.scope
    return Erased(
        people=frozenset({scope.id}) if scope.kind == "person" else frozenset(),
        resumed=erasure.resumed,
        sessions=contents.sessions,
        messages={(m.guild, m.id): m.sent_at for m in contents.messages},
        facts={fact.key: fact.text for fact in (*contents.facts, *unlearned)},
    )


def _counts_text(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def _batches(messages: Sequence[MessagePointer]) -> Iterable[Sequence[MessagePointer]]:
    return (messages[first : first + BATCH] for first in range(0, len(messages), BATCH))

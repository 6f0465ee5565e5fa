"""Which files are written when: load what may have changed, and leave the rest alone."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import nullcontext, suppress
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from dnam.audience import Audience
from dnam.domain import DM_GUILD, Erased, Fact, Message, Person, Place, Status
from dnam.ports import Clock, Store
from dnam.projections import texts
from dnam.projections.exports import drop_exports, exports_in
from dnam.projections.folder import Folder, alone, latest_lines
from dnam.projections.places import Copies, copies_of, drop_edited, note_place, other_places, owner_of
from dnam.projections.texts import journal_name
from dnam.rules.fact_merge import standing
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.tombstones import fact_name
from dnam.settings import Settings

SNAPSHOT = "MEMORY.md"
HIGHLIGHTS = 20
ERASURES = "erasures"
"""The store's own count of them: copies on other machines follow, of which nobody here can know."""
PAUSE = 4
"""A refresh waits this many times as long as the last one took: copies never keep the machine busy."""

FEW = 20_000
"""Up to this many messages are read at once."""

_DAY = timedelta(days=1)
_BEGINNING = datetime(2015, 1, 1, tzinfo=UTC)
"""When Discord began; messages with an earlier date are read at once."""
_EVER = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))
_JOURNAL = re.compile(r"\d{4}-\d\d-\d\d\.md")


class Projections:
    """Keeps the readable files in step with the store.

    Facts are few: all their files are compared each time. Messages are many and past days seldom change: a
    refresh writes today, yesterday and the days that `touch` has named for late, edited or deleted messages.
    The first refresh of a process writes every day, since changes by other processes are unknown, and so does
    `refresh(full=True)`.
    """

    def __init__(self, store: Store, *, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._own = copies_of(settings)
        self._elsewhere: dict[Path, Copies] = {}
        """Folders with copies of this memory that it has no more use for, by their roots."""
        self._durable, self._rolling = self._own.durable, self._own.rolling
        self._short_term, self._memory = self._own.short_term, self._own.memory
        self._touched: set[date] = set()
        self._complete = False
        self._followed = "0"
        """The erasures that the copies of this process have followed."""
        self._last_seconds = 0.0
        self._closing = asyncio.Event()
        self._turn = asyncio.Lock()

    @property
    def snapshot_path(self) -> Path:
        return self._memory.path / SNAPSHOT

    def journal_path(self, day: str) -> Path:
        """Return where the journal of a day (YYYY-MM-DD) is."""
        return self._memory.path / f"{day}.md"

    def journal_days(self) -> list[str]:
        """Return the days that have a journal, latest first."""
        return sorted((name.removesuffix(".md") for name in self._journals()), reverse=True)

    def touch(self, *moments: datetime) -> None:
        """Note that messages of these moments are new, changed or removed: their days are written again."""
        self._touched |= {moment.astimezone(UTC).date() for moment in moments}

    async def refresh_soon(self) -> None:
        """Wait for more changes, then write all of them at once."""
        pause = min(self._last_seconds * PAUSE, self._settings.refresh_seconds)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), max(self._settings.debounce_seconds, pause))
        await self.refresh()

    def hurry(self) -> None:
        """Stop waiting for more changes: the process is about to end."""
        self._closing.set()

    async def erase(self, gone: Erased) -> int:
        """Remove what was erased from every file, edited copies included; return how many changed."""
        for typed in (self._settings.chat_history, self._settings.data_dir / "chat-history"):  # now and once
            await asyncio.to_thread(typed.unlink, missing_ok=True)
        exports = await asyncio.to_thread(drop_exports, self._settings.exports)
        await self._count_erasure()
        await self._look_elsewhere()
        every = [self._own, *self._elsewhere.values()]
        before = sum(folder.changes for copies in every for folder in copies.folders)
        self.touch(*gone.messages.values())
        days = {moment.astimezone(UTC).date() for moment in gone.messages.values()}
        names = ("*",) if gone.people or gone.resumed else (SNAPSHOT, *map(journal_name, days))
        facts = {json.dumps(text, ensure_ascii=False)[1:-1] for text in gone.facts.values()}

        def drop() -> None:
            for copies in every:
                drop_edited(copies, gone, facts, names)

        await asyncio.to_thread(drop)
        await self._remove_elsewhere()
        if self._settings.projections:
            await self.refresh(full=gone.resumed)
        await asyncio.to_thread(drop)  # what was edited since the last refresh has just been renamed
        for copies in every:
            await self._drop_erased(copies.durable)
        return exports + sum(folder.changes for copies in every for folder in copies.folders) - before

    async def follow_erasures(self) -> None:
        """Write every file anew if another process has erased something."""
        erasures = await self._erasures()
        if erasures != self._followed:
            await self.refresh(full=True)
            self._followed = erasures

    async def _erasures(self) -> str:
        return await self._store.get_own(ERASURES) or "0"

    async def _count_erasure(self) -> None:
        """Let other processes know; this one need not follow its own."""
        before = await self._erasures()
        after = str(int(before) + 1)
        await self._store.put_own(ERASURES, after)
        if self._followed == before:
            self._followed = after

    async def look_again(self, gone: Erased) -> list[str]:
        """Read every file again after an erasure; return a sentence for each that may hold some of it."""
        del gone  # a file holds nothing erased if it is as it should be
        every = [self._own, *self._elsewhere.values()]
        folders = [folder for copies in every for folder in copies.folders]
        wrong = await asyncio.to_thread(lambda: [folder.look_again() for folder in folders])
        exports = await asyncio.to_thread(lambda: [*exports_in(self._settings.exports)])
        return [f"The exported copy {path} may still hold it: delete it." for path in exports] + [
            f"The readable copy {path} may still hold it ({why}): make it writable, or delete it."
            for files in wrong
            for path, why in files.items()
        ]

    async def _look_elsewhere(self) -> None:
        """Find the other folders with copies of this memory; also its own, while no copies are to be kept."""
        others = await other_places(self._store, self._settings, self._own)
        for copies in others if self._settings.projections else [*others, self._own]:
            self._elsewhere.setdefault(copies.root, copies)

    async def _remove_elsewhere(self) -> None:
        """Remove the copies in every other folder: one memory has its copies in one place."""
        at = self._clock.now()

        def remove() -> None:
            for copies in self._elsewhere.values():
                with alone(copies.root) if os.path.lexists(copies.root) else nullcontext():
                    for folder in copies.folders:
                        folder.remove_written(at)

        await asyncio.to_thread(remove)

    async def _drop_erased(self, durable: Folder) -> None:
        """Remove edited copies that contain an erased fact, also after an interrupted erasure."""
        for name, content in (await asyncio.to_thread(durable.edited_copies)).items():
            subject = name.partition(".")[0]
            if not subject.isdecimal():
                continue
            if await self._store.buried(
                [fact_name(int(subject), text) for text in texts.fact_texts(content)]
            ):
                await asyncio.to_thread(durable.drop_edited_copy, name)

    async def refresh(self, *, full: bool = False) -> None:
        """Write every file whose content changed, and remove those that have none."""
        async with self._turn:
            # What another process is writing may be older than what is read now.
            if not self._complete:
                await self._move_in()
            with await asyncio.to_thread(alone, self._own.root):
                emptied = any(folder.was_emptied for folder in self._own.folders)
                await self._refresh(full=full or emptied or not self._complete)

    async def _move_in(self) -> None:
        """Note where the copies are written from now on, and remove those that are elsewhere."""
        await note_place(self._store, self._own)
        await self._look_elsewhere()
        await self._remove_elsewhere()

    async def _refresh(self, *, full: bool) -> None:
        began = asyncio.get_running_loop().time()
        if full:
            await asyncio.to_thread(self._own.claim, owner_of(self._settings))
            for folder in self._own.folders:
                await asyncio.to_thread(folder.check_all)
        facts = await self._store.all_facts()
        await self._write_facts(facts)
        await self._write_summaries()
        await self._write_short_term()
        waiting, self._touched = self._touched, set()
        try:
            await (self._write_every_day() if full else self._write_days(waiting))
            waiting = set()
        finally:
            self._touched |= waiting
        await self._write_snapshot(facts)
        self._complete = True
        if not full:
            self._last_seconds = asyncio.get_running_loop().time() - began

    async def _write_facts(self, facts: Iterable[Fact]) -> None:
        about: dict[int, list[Fact]] = {}
        for fact in facts:
            if fact.subject:
                about.setdefault(fact.subject, []).append(fact)
        at = self._clock.now()

        def write() -> None:
            files = {f"{person}.json": texts.durable(known, at) for person, known in about.items()}
            self._durable.put({**dict.fromkeys(self._durable.names()), **files}, at)

        await asyncio.to_thread(write)

    async def _write_summaries(self) -> None:
        summaries, at = await self._store.all_summaries(), self._clock.now()

        def write() -> None:
            files = {texts.rolling_name(one.session): texts.rolling(one) for one in summaries}
            self._rolling.put({**dict.fromkeys(self._rolling.names()), **files}, at)

        await asyncio.to_thread(write)

    async def _write_short_term(self) -> None:
        at, limit = self._clock.now(), self._settings.short_term_entries
        since = at - timedelta(hours=self._settings.short_term_hours)
        files: dict[str, str | None] = dict.fromkeys(self._short_term.names())
        for guild in sorted({place.guild for place in await self._store.places()} - {DM_GUILD}):
            everyone = Audience(origins=frozenset({f"g{guild}"}))
            if entries := await self._store.recents(everyone, since=since, limit=limit):
                files[f"{guild}.json"] = texts.short_term(entries)
        await asyncio.to_thread(self._short_term.put, files, at)

    async def _write_days(self, touched: Iterable[date]) -> None:
        today = self._clock.now().astimezone(UTC).date()
        for day in sorted({today, today - _DAY, *touched}):
            start = datetime.combine(day, time(), UTC)
            end = start + _DAY if day < date.max else _EVER[1]
            messages = await self._store.messages_between(start, end)
            await self._write_journals({day: messages})

    async def _write_every_day(self) -> None:
        written: set[str] = set()
        async for days in self._every_day():
            written |= await self._write_journals(days)
        at = self._clock.now()

        def remove_the_rest() -> None:
            outdated = self._journals() - written
            self._memory.put(dict.fromkeys(outdated), at)

        await asyncio.to_thread(remove_the_rest)

    async def _every_day(self) -> AsyncIterator[dict[date, list[Message]]]:
        """Yield all messages by the day they were sent, in batches that fit into memory."""
        few = (await self._store.counts())["messages"] <= FEW
        for start, end in [_EVER] if few else _weeks(self._clock.now()):
            days: dict[date, list[Message]] = {}
            for message in await self._store.messages_between(start, end):
                days.setdefault(message.sent_at.astimezone(UTC).date(), []).append(message)
            yield days

    async def _write_journals(self, days: dict[date, list[Message]]) -> set[str]:
        """Write the journals of some days; return the names of those that are not empty."""
        at, limit = self._clock.now(), self._settings.journal_chars

        def write() -> set[str]:
            files = {
                texts.journal_name(day): texts.journal(day, messages, limit=limit)
                for day, messages in days.items()
            }
            self._memory.put(files, at)
            return {name for name, text in files.items() if text is not None}

        return await asyncio.to_thread(write) if days else set()

    def _journals(self) -> set[str]:
        return {name for name in self._memory.names() if _JOURNAL.fullmatch(name)}

    async def _write_snapshot(self, facts: Iterable[Fact]) -> None:
        at = self._clock.now()
        used = [fact for fact in facts if standing(fact, at).status is Status.ACTIVE]
        places = await self._store.places()
        people = await self._people(used, places)

        def write() -> None:
            logs = sorted(self._journals(), reverse=True)
            text = texts.snapshot(
                used,
                people=people,
                guilds={place.guild: place.guild_name for place in places},
                highlights=latest_lines((self._memory.path / name for name in logs), HIGHLIGHTS),
                logs=logs,
            )
            self._memory.put({SNAPSHOT: text}, at)

        await asyncio.to_thread(write)

    async def _people(self, facts: Iterable[Fact], places: Iterable[Place]) -> dict[int, Person]:
        """Return everyone in the facts: as named in the facts' guilds, else in any."""
        facts = list(facts)
        wanted = {id_ for f in facts for id_ in (f.subject, f.asserted_by, *mentioned_in(f.text)) if id_}
        names: dict[int, Person] = {}
        for guild in dict.fromkeys([*(fact.guild for fact in facts), *(place.guild for place in places)]):
            missing = sorted(wanted - names.keys())
            if not missing:
                break
            people = await self._store.people(guild, missing)
            names |= {id_: person for id_, person in people.items() if person.name}
        return names


def _weeks(now: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield spans that cover all time: before Discord, each week since, and the future."""
    start = _EVER[0]
    for days in range(0, (now - _BEGINNING).days + 8, 7):
        end = _BEGINNING + days * _DAY
        yield start, end
        start = end
    yield start, _EVER[1]

"""Erasing, opting out and forgetting when files, folders, dates or the disk do not play along."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from bench.failing_disk import FailingDisk, Fault

from dnam.commands.erasure import receipt_text
from dnam.control.operator_changes import operate
from dnam.domain import Message, Person, Scope
from dnam.erase.unfinished_erasures import PREFIX, Erasure
from dnam.errors import StoreError
from dnam.ports import Store
from dnam.stores.sqlite import SqliteStore, open_sqlite
from remains import in_files, in_tables
from scene import ANN, BEN, BOT, DEV, GENERAL, GUILD, INVITED, NOON, STAFF, THREAD, Scene, opened
from talk import Talk, reader, talking
from watched_store import WatchedStore

PLANTED = "zyxqplant"
EVERYTHING = Scope(kind="person", id=ANN.id)
FILES: dict[str, Any] = {"projections": True, "debounce_seconds": 0}


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {"extract": reader()}, embedder="off", **FILES) as opened_talk:
        yield opened_talk


async def cut() -> None:
    """Fail as a store does whose connection is cut."""
    raise StoreError("cut")


async def plant(talk: Scene, at: datetime | None = None) -> None:
    """Let Ann leave a message, a fact of her own, and one about Ben, who has another; write the files."""
    message = await talk.say(f"I love {PLANTED} cake", by=ANN)
    if at is not None:
        odd = replace(message, id=message.id + 500, sent_at=at)
        assert await talk.memory.intake.take(odd)  # `on_message` refuses what comes from the future
    await talk.tell(f"remember I collect {PLANTED} stamps", by=ANN)
    await talk.tell(f"remember <@12> owes me a {PLANTED}", by=ANN, mentions=(BEN,))
    await talk.tell("remember I like tea", by=BEN)
    await talk.memory.settle()
    if talk.memory.projections is not None:
        await talk.memory.projections.refresh(full=True)


async def unfinished(store: Store) -> int:
    """Count the erasures that are noted as unfinished."""
    return len(await store.notes(PREFIX))


async def test_a_copy_that_cannot_be_replaced_is_named_and_tried_again(talk: Talk, tmp_path: Path) -> None:
    """The receipt tells what a second look showed, not what was tried (F-03, N-02)."""
    await plant(talk)
    durable = tmp_path / "projections/data/memory/durable"
    in_the_way = durable / f"12.json.tmp.{os.getpid()}"
    in_the_way.mkdir()
    receipt = await talk.memory.erase(EVERYTHING)
    assert [str(durable / "12.json") in line for line in receipt.unfinished] == [True]
    assert (receipt.verified, await unfinished(talk.store)) == ((), 1)
    assert in_files(tmp_path) == ["projections/data/memory/durable/12.json"]
    in_the_way.rmdir()
    await talk.memory.settle()
    assert (in_files(tmp_path), await unfinished(talk.store)) == ([], 0)


async def test_a_folder_that_cannot_be_used_stops_no_erasure(store: Store, tmp_path: Path) -> None:
    """Nothing was ever written there, so nothing is left there (F-03)."""
    (tmp_path / "taken").write_text("not a folder")
    folder = tmp_path / "taken" / "copies"
    async with opened(store, tmp_path, projections_dir=folder, extract_enabled=True, **FILES) as scene:
        await plant(scene)
        receipt = await scene.memory.erase(EVERYTHING)
        assert receipt.unfinished == ()
        assert "readable files" in receipt.verified
    assert await in_tables(store) == []


@pytest.mark.parametrize("year", [1, 9999])
async def test_a_message_with_an_odd_date_stops_no_erasure(talk: Talk, tmp_path: Path, year: int) -> None:
    """Its day has a journal like any other (F-03)."""
    edge = datetime(year, 12, 31, 23, 59, tzinfo=UTC) if year > 1 else datetime(1, 1, 1, tzinfo=UTC)
    await plant(talk, at=edge)
    receipt = await talk.memory.erase(EVERYTHING)
    assert (receipt.unfinished, in_files(tmp_path), await in_tables(talk.store)) == ((), [], [])


async def test_an_erasure_that_was_interrupted_is_finished_at_the_next_start(
    store: Store, tmp_path: Path
) -> None:
    """Nobody has to ask again; what was said since stays (F-03, R-09)."""
    watched = WatchedStore(store)
    options: dict[str, Any] = {"embedder": "off", **FILES}
    async with talking(cast(Store, watched), tmp_path, {"extract": reader()}, **options) as talk:
        await plant(talk)
        assert in_files(tmp_path)
        watched.before["delete_messages"] = cut
        assert (await talk.memory.erase(EVERYTHING)).unfinished
        watched.before.clear()
        said_since = await talk.say("I have a boat", by=ANN)
        async with talk.again() as after:
            await after.memory.settle()
            assert await in_tables(store) == []
            assert await unfinished(store) == 0
            assert await store.get_message(GUILD, said_since.id) is not None
            assert await store.check() == []
    assert in_files(tmp_path) == []


async def test_an_erasure_that_was_interrupted_is_finished_though_the_clock_was_behind(
    store: Store, tmp_path: Path
) -> None:
    """What was there goes, by whatever clock it was sent (F-03, N-02)."""
    watched = WatchedStore(store)
    async with opened(cast(Store, watched), tmp_path) as scene:
        await plant(scene)
        scene.clock.advance(timedelta(hours=-2))
        watched.before["delete_messages"] = cut
        assert (await scene.memory.erase(EVERYTHING)).unfinished
        watched.before.clear()
    async with opened(store, tmp_path) as after:
        await after.memory.settle()
    assert (await in_tables(store), await unfinished(store)) == ([], 0)


async def test_an_interrupted_erasure_leaves_no_word_in_what_could_be_undone(
    talk: Talk, store: Store
) -> None:
    """N-02, R-09: a step that somebody could undo elsewhere copies a fact of the channel that goes."""
    message = await talk.say(f"I have a dog named {PLANTED}", by=ANN, place=DEV)
    await talk.memory.settle()
    await talk.tell("forget dog", by=ANN, place=GENERAL)
    assert "notes" in await in_tables(store)
    purge = Erasure(scope=Scope(kind="channel", id=DEV.channel, guild=GUILD), at=talk.clock.now())
    await store.put_note(purge.note, purge.text())
    await store.drop_facts(await store.facts_of(ANN.id))
    await store.delete_messages(GUILD, [message.id])  # and there it was killed
    await talk.memory.settle()
    assert await in_tables(store) == []


async def test_an_erasure_that_finds_nothing_rewrites_nothing(
    sqlite_store: SqliteStore, tmp_path: Path
) -> None:
    """A file of any size is rewritten only when something has left it (F-09)."""
    async with opened(sqlite_store, tmp_path) as scene:
        await scene.tell("remember I like tea", by=BEN)
        file = Path(sqlite_store.location)
        before = await asyncio.to_thread(file.stat)
        receipt = await scene.memory.erase(Scope(kind="person", id=4711))
        after = await asyncio.to_thread(file.stat)
        assert (any(receipt.counts.values()), after.st_mtime_ns) == (False, before.st_mtime_ns)


# A disk on which nothing can be written


@pytest.fixture
async def full(disk: FailingDisk, tmp_path: Path) -> AsyncIterator[Scene]:
    """A memory with something of Ann's in it, on a disk that can be made to fail; it works at the end."""
    store = await open_sqlite(tmp_path / "on_disk.sqlite3")
    async with opened(store, tmp_path, extract_enabled=True) as scene:
        await scene.say(f"I love {PLANTED} cake", by=ANN)
        await scene.tell(f"remember I collect {PLANTED} stamps", by=ANN)
        yield scene
        disk.fails = None
    await store.close()


async def shown(scene: Scene, asker: Person = BEN) -> bool:
    """Return whether somebody is shown what Ann has planted."""
    prompt = await scene.prompt("what does <@11> love or collect?", by=asker, mentions=(ANN,))
    results = await scene.memory.search(scene.question(PLANTED, by=asker))
    return PLANTED in prompt.text or bool(results.facts or results.messages)


@pytest.mark.parametrize("fault", [Fault.FULL, Fault.READ_ONLY, Fault.DENIED, Fault.UNSYNCED])
async def test_opting_out_holds_at_once_though_nothing_can_be_written(
    full: Scene, disk: FailingDisk, fault: Fault
) -> None:
    """It is written when it can be, and the person is told so (F-16, R-18)."""
    assert await shown(full)
    disk.fails = fault
    answer = await full.tell("optout", by=ANN)
    assert "opted out" in answer
    assert "cannot write this down yet" in answer
    assert not await shown(full)
    disk.fails = None
    late = Message(id=9001, place=DEV, author=ANN, text=f"more {PLANTED}", sent_at=full.clock.now())
    assert await full.memory.on_message(late)
    assert await full.store.get_message(GUILD, late.id) is None
    await full.settled()
    assert [each.choice for each in await full.store.choices(GUILD, [ANN.id])] == ["out"]
    assert not full.store.hidden
    assert not await shown(full)


async def test_who_opts_in_again_before_it_was_written_is_shown_again(full: Scene, disk: FailingDisk) -> None:
    """What was hidden for a choice that no longer stands is hidden no more (F-16, R-18)."""
    disk.fails = Fault.FULL
    await full.tell("optout", by=ANN)
    assert full.store.hidden
    disk.fails = None
    await full.tell("optin", by=ANN)
    assert not full.store.hidden
    assert await shown(full)


async def test_erasing_hides_at_once_though_nothing_can_be_written(full: Scene, disk: FailingDisk) -> None:
    """What is hidden is erased as soon as it can be (F-16, N-02)."""
    disk.fails = Fault.FULL
    receipt = await full.memory.erase(EVERYTHING)
    assert "as soon as" in receipt.unfinished[0]
    assert not await shown(full)
    disk.fails = None
    await full.settled()
    assert await in_tables(full.store) == []


async def test_an_erasure_that_could_not_be_written_down_is_tried_once_more_at_the_end(
    tmp_path: Path, disk: FailingDisk
) -> None:
    """The wish lives in this process only, and the receipt and the answer say so (F-03, F-16, N-02)."""
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    async with opened(store, tmp_path) as scene:
        await plant(scene)
        disk.fails = Fault.FULL
        receipt = await scene.memory.erase(EVERYTHING)
        disk.fails = None
    assert (receipt.noted, "ask again" in receipt.unfinished[0]) == (False, True)
    assert "If I am restarted before that, please say it again." in receipt_text(receipt, "en")
    assert await in_tables(store) == []
    await store.close()


async def test_an_operator_is_told_with_an_error_of_an_erasure_that_could_not_be_written_down(
    full: Scene, disk: FailingDisk
) -> None:
    """F-03, N-02: their process may end next, and nobody would go on with it."""
    disk.fails = Fault.FULL
    with pytest.raises(StoreError, match="ask again"):
        await operate(full.memory, "erase", {"kind": "person", "id": ANN.id, "confirm": ANN.name})
    disk.fails = None


async def test_forgetting_hides_at_once_though_nothing_can_be_written(full: Scene, disk: FailingDisk) -> None:
    """The fact is shown to nobody from then on, and forgotten when it can be (F-16, R-03)."""
    disk.fails = Fault.FULL
    await full.answer("forget stamps", by=ANN)
    assert "stamps" not in (await full.prompt(by=ANN)).text
    disk.fails = None
    await full.settled()
    assert [str(f.status) for f in await full.facts(ANN) if "stamps" in f.text] == ["forgotten"]
    assert not full.store.hidden


@pytest.mark.parametrize("how", ["deleted", "edited"])
async def test_a_retracted_message_is_hidden_though_nothing_can_be_written(
    full: Scene, disk: FailingDisk, how: str
) -> None:
    """What follows a deletion or an edit is done as soon as it can be (F-16, N-04)."""
    message = await full.say(f"I have a dog named {PLANTED.capitalize()}.", by=BEN)
    await full.settled()
    assert [fact.text for fact in await full.facts(BEN)] == [f"Has a dog named {PLANTED.capitalize()}"]
    disk.fails = Fault.FULL
    if how == "deleted":
        assert await full.memory.on_delete(GUILD, [message.id]) == 0
    else:
        assert not await full.memory.on_edit(GUILD, message.id, "So be it.")
    prompt = await full.prompt("what is the dog of <@12> called?", by=ANN, mentions=(BEN,))
    assert f"named {PLANTED}" not in prompt.text.casefold()
    disk.fails = None
    await full.settled()
    assert await full.facts(BEN) == []
    stored = await full.store.get_message(GUILD, message.id)
    assert (stored and stored.text) == (None if how == "deleted" else "So be it.")
    assert not full.store.hidden


# What is said in two places (the side of erasing)


async def test_purging_one_of_two_channels_leaves_what_was_said_in_the_other(talk: Talk) -> None:
    """It stays known from where it is still said (F-07, R-26)."""
    for place in (DEV, GENERAL):
        await talk.say("I have a dog named Rex", by=ANN, place=place)
        await talk.memory.settle()
    await talk.memory.erase(Scope(kind="channel", id=DEV.channel, guild=GUILD))
    assert await talk.knows(ANN) == ["Has a dog named Rex"]
    assert (await talk.facts(ANN))[0].source.channel == GENERAL.channel


async def test_purging_the_channel_of_a_correction_brings_back_what_stood_before(talk: Talk) -> None:
    """What a purged fact had replaced is active again (F-07, R-26)."""
    await talk.say("I live in Oslo", by=ANN, place=GENERAL)
    await talk.memory.settle()
    await talk.say("I moved to Berlin", by=ANN, place=DEV)
    await talk.memory.settle()
    await talk.memory.erase(Scope(kind="channel", id=DEV.channel, guild=GUILD))
    assert await talk.knows(ANN) == ["Lives in Oslo"]


async def test_purging_a_private_channel_leaves_the_public_fact(talk: Talk) -> None:
    """A correction told in private never reached it (F-07, R-26)."""
    await talk.say("I live in Oslo", by=ANN, place=GENERAL)
    await talk.memory.settle()
    await talk.say("I moved to Berlin", by=ANN, place=STAFF)
    await talk.memory.settle()
    await talk.memory.erase(Scope(kind="channel", id=STAFF.channel, guild=GUILD))
    assert await talk.knows(ANN) == ["Lives in Oslo"]


async def test_purging_a_channel_takes_what_was_told_with_commands_in_its_threads(talk: Talk) -> None:
    """Also in a thread in which nobody has ever said anything else (R-26, N-02)."""
    for thread in (THREAD, INVITED):
        await talk.tell(f"remember I collect {PLANTED} stamps", by=ANN, place=thread)
    await talk.memory.erase(Scope(kind="channel", id=DEV.channel, guild=GUILD))
    assert await talk.facts(ANN) == []
    assert await in_tables(talk.store) == []


async def test_purging_a_channel_takes_answers_elsewhere_made_of_what_was_told_there(talk: Talk) -> None:
    """Also where nobody has ever written but commands (R-26, N-02)."""
    await talk.tell(f"remember I collect {PLANTED} stamps", by=ANN, place=GENERAL)
    context = await talk.prompt("what do I collect?", by=ANN, place=DEV)
    answer = Message(
        id=77, place=DEV, author=BOT, text=f"You collect {PLANTED} stamps.", sent_at=talk.clock.now()
    )
    assert await talk.memory.on_reply(answer, context)
    await talk.memory.erase(Scope(kind="channel", id=GENERAL.channel, guild=GUILD))
    assert PLANTED not in (await talk.prompt("what do I collect?", by=ANN, place=DEV)).text
    assert await in_tables(talk.store) == []


class AtTheLastMoment:
    """The real store, in which somebody sums up the day just before messages are removed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.quoted: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def delete_messages(self, guild: int, messages: Sequence[int]) -> int:
        """Read what a summary of the day would read, then remove the messages."""
        begins = NOON.replace(hour=0)
        day = await self._store.day_messages(guild, f"g{guild}", begins, begins + timedelta(days=1))
        self.quoted += [message.text for message in day if message.id in messages]
        return await self._store.delete_messages(guild, messages)


@pytest.mark.parametrize("how", ["deleted", "erased"])
async def test_a_day_summed_up_meanwhile_does_not_quote_what_goes(
    store: Store, tmp_path: Path, how: str
) -> None:
    """N-04, X-15: from the first step on, nothing new is made of a message that is being removed."""
    late = AtTheLastMoment(store)
    async with opened(cast(Store, late), tmp_path) as scene:
        message = await scene.say(f"I love {PLANTED} cake", by=ANN)
        if how == "deleted":
            await scene.memory.on_delete(GUILD, [message.id])
        else:
            await scene.memory.erase(EVERYTHING)
        assert late.quoted == []
        assert await store.get_message(GUILD, message.id) is None

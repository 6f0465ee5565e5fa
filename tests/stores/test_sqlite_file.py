"""A SQLite file is made, refused, shared and copied without ever harming what is in it."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from dnam.audience import audience_of
from dnam.errors import BadInput, StoreBusy, StoreDamaged, StoreError, StoreTooNew
from dnam.stores import open_store
from dnam.stores.sqlite import SqliteStore, open_sqlite
from dnam.testing.sample_data import GENERAL, GUILD, START, a_message, known, pointing, tell


async def filled(path: Path, count: int = 40) -> None:
    """Make a memory of some messages and close it."""
    store = await open_sqlite(path)
    await tell(store, *(a_message(n, f"line {n} of plums " * 9) for n in range(1, count + 1)))
    await store.close()


def modes(folder: Path) -> dict[str, int]:
    """Return who may do what with each file of a folder."""
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def test_everything_survives_closing_and_opening_again(tmp_path: Path) -> None:
    """N-17: what was kept is there after a restart, found by every way there is."""
    store = await open_sqlite(tmp_path / "new folder" / "memory.sqlite3")
    (message,) = await tell(store, a_message(1, "plums"))
    await store.put_message_vectors("m", [(message, pointing(1, -2))])
    await store.save_facts([known("Likes plums")])
    before = await store.counts()
    await store.close()
    store = await open_sqlite(tmp_path / "new folder" / "memory.sqlite3")
    assert await store.counts() == before
    assert await store.get_message(GUILD, 1) == message
    assert (await store.find_words(audience_of(GENERAL), ["plum"]))["plum"].tolist() == [message.position]
    assert await store.find_near(audience_of(GENERAL), pointing(1, -2), model="m", limit=1) == [
        message.position
    ]
    assert await store.check() == []
    await store.close()


async def test_vectors_of_many_channels_fill_their_pages(tmp_path: Path) -> None:
    """Whichever channels talk in turn, little of the file is empty."""
    path, store = tmp_path / "memory.sqlite3", await open_sqlite(tmp_path / "memory.sqlite3")
    places = [replace(GENERAL, channel=1000 + n) for n in range(20)]
    for first in range(0, 800, 20):
        told = await tell(store, *(a_message(first + n, "plums", place) for n, place in enumerate(places, 1)))
        await store.put_message_vectors("m", [(message, pointing(*[1] * 512)) for message in told])
    await store.close()
    with closing(apsw.Connection(str(path))) as db:
        query = "SELECT sum(unused), sum(pgsize) FROM dbstat WHERE name = 'message_vectors'"
        ((unused, size),) = db.execute(query)
    assert size > 800 * 512
    assert unused < size / 8


async def test_a_new_file_is_only_for_its_owner(tmp_path: Path) -> None:
    """N-17: nobody else on the machine can read the memory or what lies beside it."""
    store = await open_store(tmp_path / "memory.sqlite3")
    await tell(store, a_message(1, "plums"))
    found = modes(tmp_path)
    await store.close()
    assert found["memory.sqlite3"] == 0o600
    assert set(found.values()) == {0o600}


@pytest.mark.parametrize("harm", ["words", "zeros", "head", "middle", "cut"])
async def test_a_damaged_file_is_refused_and_left_as_it_is(tmp_path: Path, harm: str) -> None:
    """R-13, X-11: damage is said in a sentence, and not one byte is changed."""
    path = tmp_path / "memory.sqlite3"
    await filled(path)
    whole = path.read_bytes()
    half = len(whole) // 2
    path.write_bytes(
        {
            "words": b"these are my notes, not a database" * 99,
            "zeros": bytes(5000),
            "head": whole[:100] + b"\xff" * 4000 + whole[4100:],
            "middle": whole[:4096] + b"\xa5" * (half - 4096) + whole[half:],
            "cut": whole[: half // 4096 * 4096],
        }[harm]
    )
    harmed = path.read_bytes()
    for readonly in (False, True):
        with pytest.raises(StoreDamaged, match="left as it is"):
            await open_sqlite(path, readonly=readonly)
    assert path.read_bytes() == harmed


async def test_a_file_of_a_newer_dnam_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """X-11: what a newer version wrote is not touched by an older one."""
    path = tmp_path / "memory.sqlite3"
    await filled(path, 2)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE meta SET value = '999' WHERE name = 'schema'")
        db.commit()
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match=r"schema 999.*update dnam"):
        await open_sqlite(path)
    assert path.read_bytes() == before


async def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """X-11: somebody else's database is not taken over."""
    path = tmp_path / "theirs.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        await open_sqlite(path)
    assert path.read_bytes() == before


async def test_a_place_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    """R-13: a folder that is a file, or a file that is a folder, gives a clear error."""
    (tmp_path / "file").write_text("x")
    for path in (tmp_path / "file" / "memory.sqlite3", tmp_path):
        with pytest.raises(StoreError, match="cannot be reached"):
            await open_sqlite(path)


async def test_a_reader_beside_the_writer_sees_what_was_written(tmp_path: Path) -> None:
    """N-17: one process writes while others read, and readers cannot write."""
    path = tmp_path / "memory.sqlite3"
    with pytest.raises(StoreError, match="no memory"):
        await open_sqlite(path, readonly=True)
    writer = await open_sqlite(path)
    reader = await open_sqlite(path, readonly=True)
    await tell(writer, a_message(1, "plums"))
    assert await reader.count_messages(audience_of(GENERAL)) == 1
    assert await reader.check() == []
    with pytest.raises(StoreError, match="reading only"):
        await reader.put_note("a", "b")
    await reader.close()
    await writer.close()


async def test_a_file_is_free_again_after_closing(tmp_path: Path) -> None:
    """N-17: a second writer is refused while the first is open, and welcome after."""
    first = await open_sqlite(tmp_path / "memory.sqlite3")
    with pytest.raises(StoreBusy, match="open already: use that one, or close it"):
        await open_sqlite(tmp_path / "memory.sqlite3")
    await first.close()
    await first.close()
    second = await open_sqlite(tmp_path / "memory.sqlite3")
    await second.close()
    with pytest.raises(StoreError, match="closed"):
        await second.get_note("a")


async def test_closing_finishes_what_was_accepted(tmp_path: Path) -> None:
    """N-17: writes that were under way when the store closes are kept."""
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    adds = [asyncio.ensure_future(store.add_message(a_message(n, "x"), ["x"])) for n in range(1, 30)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*adds) == [True] * 29


async def test_a_cancelled_commit_leaves_the_store_usable(tmp_path: Path) -> None:
    """N-17: a loop that cancels every task at its end can still write and close."""
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    add = asyncio.ensure_future(store.add_message(a_message(1, "x"), ["x"]))
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    assert isinstance((await asyncio.gather(add, return_exceptions=True))[0], asyncio.CancelledError)
    assert await store.add_message(a_message(2, "x"), ["x"])
    await store.close()


async def test_one_write_that_fails_leaves_those_beside_it(sqlite_store: SqliteStore) -> None:
    """N-17: writes that share a commit keep their own results and errors."""
    adds = [sqlite_store.add_message(a_message(n, "x"), ["x"]) for n in range(1, 9)]
    bad = sqlite_store.add_message(a_message(2**70, "too large", after=1), ["x"])
    results = await asyncio.gather(*adds[:4], bad, *adds[4:], return_exceptions=True)
    assert [r for r in results if r is True] == [True] * 8
    assert isinstance(results[4], OverflowError)
    assert await sqlite_store.count_messages(audience_of(GENERAL)) == 8
    assert await sqlite_store.check() == []


async def test_a_backup_is_whole_while_others_write(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """N-17: a copy made during writing opens, and holds all that was there when it began."""
    await tell(sqlite_store, *(a_message(n, f"before {n}") for n in range(1, 60)))
    target = tmp_path / "copies" / "copy.sqlite3"
    adds = [sqlite_store.add_message(a_message(n, "during"), ["during"]) for n in range(100, 200)]
    await asyncio.gather(sqlite_store.backup(target), *adds)
    with pytest.raises(BadInput, match="exists already"):
        await sqlite_store.backup(target)
    copy = await open_sqlite(target)
    assert await copy.count_messages(audience_of(GENERAL)) >= 59
    assert await copy.check() == []
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    await copy.close()


async def test_what_was_deleted_is_not_in_the_file(tmp_path: Path) -> None:
    """N-02: after deletion not even the bytes of a message are left in the file."""
    path = tmp_path / "memory.sqlite3"
    store = await open_sqlite(path)
    await tell(
        store, *(a_message(n, f"ordinary line {n}") for n in range(1, 50)), a_message(77, "xyzzysecret plans")
    )
    await tell(store, *(a_message(n, f"ordinary line {n}") for n in range(100, 150)))
    await store.delete_messages(GUILD, [77])
    await store.close()
    assert b"xyzzy" not in path.read_bytes()


async def test_what_is_held_of_the_file_in_memory_does_not_grow_with_it(tmp_path: Path) -> None:
    """R-02: what SQLite holds of 24 MB that were just written, beside what the system maps of the file."""
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    before = apsw.memory_used()
    for number in range(24):
        await store.put_note(f"note {number}", "x" * 2**20)
    held = apsw.memory_used() - before
    await store.close()
    assert held < 12 * 2**20


async def test_what_was_forgotten_for_good_is_not_in_the_file(tmp_path: Path) -> None:
    """N-02: once a fact is dropped or says something else, not even the bytes of its words are left."""
    path = tmp_path / "memory.sqlite3"
    store = await open_sqlite(path)
    dropped, changed = known("Hides xyzzysecret plans"), known("Keeps a plughsecret")
    await store.save_facts([*(known(f"Ordinary fact {n}") for n in range(50)), dropped, changed])
    await store.put_fact_vectors("m", [(dropped, pointing(1, 2)), (changed, pointing(2, 1))])
    await store.save_facts([replace(changed, text="Keeps nothing")], drop=[dropped])
    await store.close()
    assert b"xyzzy" not in path.read_bytes()
    assert b"plugh" not in path.read_bytes()


async def test_facts_are_found_in_a_backup(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """N-17: a copy finds facts by word and by meaning as the original does, whatever was dropped before."""
    facts = [known(f"Likes plums {n}") for n in range(9)]
    await sqlite_store.save_facts(facts)
    await sqlite_store.put_fact_vectors("m", [(fact, pointing(n + 1, -1)) for n, fact in enumerate(facts)])
    await sqlite_store.drop_facts(facts[:5])
    await sqlite_store.backup(tmp_path / "copy.sqlite3")
    copy = await open_sqlite(tmp_path / "copy.sqlite3")
    assert await copy.check() == []
    for words, vector in ((["7"], None), (["nothing"], pointing(8, -1))):
        held = await copy.find_facts(audience_of(GENERAL), words, vector, model="m", at=START, limit=9)
        assert "Likes plums 7" in [item.fact.text for item in held]
    await copy.close()


async def test_a_memory_without_a_file_works_like_one_with() -> None:
    """R-02: `:memory:` keeps everything until it is closed."""
    store = await open_store(":memory:")
    (message,) = await tell(store, a_message(1, "plums"))
    assert (await store.find_words(audience_of(GENERAL), ["plum"]))["plum"].tolist() == [message.position]
    assert store.location == ":memory:"
    await store.close()


async def test_check_names_what_is_wrong(tmp_path: Path) -> None:
    """R-13: copies that disagree are found and said in sentences."""
    path = tmp_path / "memory.sqlite3"
    await filled(path, 3)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE voices SET messages = 7")
        db.execute("DELETE FROM places")
        db.commit()
    store = await open_sqlite(path)
    assert await store.check() == [
        "1 messages are counted wrongly for their author.",
        "3 messages are in a channel that is not known.",
    ]
    await store.close()


@pytest.mark.parametrize("name", ["link.sqlite3", "folder/memory.sqlite3"])
async def test_a_second_name_of_the_same_file_is_the_same_file(tmp_path: Path, name: str) -> None:
    """F-10: a symbolic link to the file or to its folder does not get past the lock of the one writer."""
    real = tmp_path / "real" / "memory.sqlite3"
    first = await open_sqlite(real)
    (tmp_path / "link.sqlite3").symlink_to(real)
    (tmp_path / "folder").symlink_to(real.parent)
    with pytest.raises(StoreBusy, match="open already: use that one, or close it"):
        await open_sqlite(tmp_path / name)
    await first.close()

"""The readable copies of the memory: JSON of facts, daily journals and MEMORY.md, for operators only."""

import asyncio
import json
import os
import stat
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from dnam import ingest
from dnam.domain import (
    LORE,
    Fact,
    Kind,
    Message,
    Person,
    Place,
    Question,
    ShortTermEntry,
    Source,
    SourceType,
    Status,
    Summary,
    Visibility,
)
from dnam.erase.message_edits import rewrite
from dnam.memory import Memory
from dnam.ports import Store
from dnam.projections import Projections, refresh
from dnam.projections.folder import write_whole
from dnam.projections.texts import rolling_name
from dnam.rules.text import fact_id
from dnam.settings import Settings
from dnam.testing import HandClock
from dnam.transfer.readers import discoclaw
from dnam.transfer.records import Options

NOW = datetime(2026, 2, 9, 14, 3, 5, tzinfo=UTC)
CLOCK = HandClock(NOW)
ALICE = Person(id=42, name="Alice")
BOT = Person(id=99, name="DiscoClaw", bot=True)
DEV = Place(guild=1, channel=10, visibility=Visibility.PUBLIC, name="dev", guild_name="Acme")
DM = Place(guild=0, channel=20, visibility=Visibility.DM, person=42)
SAID_IN_DEV = Source(type=SourceType.MANUAL, guild=1, channel=10, message=500, channel_name="dev")

ACME = {
    "id": fact_id("fact", "Works at Acme Corp"),
    "kind": "fact",
    "text": "Works at Acme Corp",
    "tags": ["work"],
    "status": "active",
    "source": {"type": "manual", "channelId": "10", "messageId": "500", "guildId": "1", "channelName": "dev"},
    "createdAt": 1770645785000,
    "updatedAt": 1770645785000,
}
"""What DiscoClaw would have written for `!memory remember Works at Acme Corp` in #dev."""

SNAPSHOT = """\
# Memory

## People

### Alice (42)

- [fact] Has a cat (src: by command, #dev, updated 2026-02-09)

## Ongoing lore

### Acme (1)

- The great outage

## Recent journal highlights

- 2026-02-09 14:03:05 [Alice] (#dev @ Acme) Deploy is done

## Source daily logs

- 2026-02-09.md
"""


@pytest.fixture
def files(store: Store, tmp_path: Path) -> Projections:
    """Return the copies of a store, written under the test's own folder."""
    return Projections(store, settings=Settings(data_dir=tmp_path, debounce_seconds=0), clock=CLOCK)


@pytest.fixture
def durable(tmp_path: Path) -> Path:
    """Name the folder of the JSON files."""
    return tmp_path / "projections" / "data" / "memory" / "durable"


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """Name the folder of the journals."""
    return tmp_path / "projections" / "memory"


def fact(text: str, **given: Any) -> Fact:
    """Make a fact about Alice, said in #dev, different only in what is given."""
    usual: dict[str, Any] = {"guild": 1, "subject": 42, "asserted_by": 42, "origin": "g1", "kind": Kind.FACT}
    usual |= {"id": fact_id("fact", text), "source": SAID_IN_DEV, "created_at": NOW, "updated_at": NOW}
    return Fact(text=text, **{**usual, **given})


async def say(store: Store, text: str, **given: Any) -> Message:
    """Keep a message of Alice in #dev, different only in what is given."""
    usual: dict[str, Any] = {"id": 500, "place": DEV, "author": ALICE, "sent_at": NOW}
    message = Message(text=text, **{**usual, **given})
    await ingest.store_message(store, message)
    return message


def items(path: Path) -> list[dict[str, Any]]:
    """Read the items of a JSON file."""
    return list(json.loads(path.read_text())["items"])


def names(folder: Path, pattern: str) -> list[str]:
    """List the files of a folder that are named like this."""
    return sorted(path.name for path in folder.glob(pattern))


def content(folder: Path) -> str:
    """Read all files of a folder."""
    return "".join(path.read_text() for path in folder.glob("*.md*"))


async def test_a_persons_facts_are_a_file_in_exactly_discoclaws_shape(
    files: Projections, store: Store, durable: Path
) -> None:
    """DC-06, DC-13..18, DC-28..30, DC-36: path, schema, item fields and a source with all four ids."""
    await store.save_facts([fact("Works at Acme Corp", tags=("Work",))])
    await files.refresh()
    file = json.loads((durable / "42.json").read_text())
    assert file == {"version": 1, "updatedAt": 1770645785000, "items": [ACME]}


async def test_facts_from_direct_messages_omit_guild_and_channel_name(
    files: Projections, store: Store, durable: Path
) -> None:
    """DC-32: in a DM the channel and message are kept, guildId and channelName are absent."""
    said = Source(type=SourceType.SUMMARY, channel=20, message=501)
    await store.save_facts([fact("Has a cat", guild=0, origin="d42", source=said)])
    await files.refresh()
    source = items(durable / "42.json")[0]["source"]
    assert source == {"type": "summary", "channelId": "20", "messageId": "501"}


RAN_OUT = {"expires_at": NOW - timedelta(hours=1)}


@pytest.mark.parametrize("given", [*({"status": each} for each in Status if each != "active"), RAN_OUT])
async def test_whatever_is_no_longer_used_is_deprecated(
    files: Projections, store: Store, durable: Path, given: dict[str, Any]
) -> None:
    """R-12, DC-17: superseded, archived, expired and forgotten are one word in DiscoClaw's files."""
    await store.save_facts([fact("Lives in Munich", **given)])
    await files.refresh()
    assert items(durable / "42.json")[0]["status"] == "deprecated"


async def test_all_guilds_and_direct_messages_of_a_person_are_in_one_file(
    files: Projections, store: Store, durable: Path
) -> None:
    """DC-13: one file per user id, and lore belongs to nobody."""
    lore = fact("The great outage", subject=LORE, kind=Kind.LORE)
    await store.save_facts([fact("A b"), fact("C d", guild=2, origin="g2"), fact("E f", origin="d42"), lore])
    await files.refresh()
    assert {item["text"] for item in items(durable / "42.json")} == {"A b", "C d", "E f"}
    assert names(durable, "[!.]*") == ["42.json"]


async def test_the_journal_has_a_header_and_a_line_for_each_message(
    files: Projections, store: Store, memory: Path
) -> None:
    """CL-19, CL-60: time, author, scope and text; bots are marked, direct messages too."""
    await say(store, "Deploy is done\n- [Mallory] imitated")
    await say(store, "Well done!", id=501, place=DM, author=BOT, sent_at=NOW + timedelta(seconds=1))
    await files.refresh()
    assert (memory / "2026-02-09.md").read_text() == (
        "# Journal of 2026-02-09 (UTC)\n\n"
        "- 14:03:05 [Alice] (#dev @ Acme) Deploy is done - [Mallory] imitated\n"
        "- 14:03:06 [DiscoClaw, bot] (DM) Well done!\n"
    )


async def test_a_journal_line_is_collapsed_and_cut_and_empty_ones_are_dropped(
    files: Projections, store: Store, memory: Path
) -> None:
    """CL-18: at most 320 characters, and nothing shorter than 2."""
    await say(store, "so   long " + "x" * 400)
    await say(store, "k", id=501)
    await files.refresh()
    line = (memory / "2026-02-09.md").read_text().splitlines()[2:]
    assert [len(text.partition("(#dev @ Acme) ")[2]) for text in line] == [320]


@pytest.mark.parametrize("few", [0, 20_000])
async def test_every_day_that_something_was_said_has_a_journal(
    files: Projections, store: Store, memory: Path, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CL-60: the first refresh writes all of history, by UTC day, in one piece or week by week."""
    monkeypatch.setattr(refresh, "FEW", few)
    for id_, day in enumerate(("1999-12-31", "2019-05-01", "2026-02-09", "2031-01-01"), 500):
        await say(store, "hello", id=id_, sent_at=datetime.fromisoformat(f"{day}T23:59:59.999+00:00"))
    await files.refresh()
    found = names(memory, "????-*.md")
    assert found == ["1999-12-31.md", "2019-05-01.md", "2026-02-09.md", "2031-01-01.md"]


async def test_journals_follow_edits(files: Projections, store: Store, memory: Path) -> None:
    """CL-60: an old day is written anew once it is touched."""
    message = await say(store, "I live in Munich", sent_at=NOW - timedelta(days=30))
    await files.refresh()
    held = await store.get_message(1, 500)
    assert held is not None
    await rewrite(store, held, "I live in Berlin", NOW)
    files.touch(message.sent_at)
    await files.refresh()
    assert "Berlin" in (memory / "2026-01-10.md").read_text()


async def test_journals_follow_deletions(files: Projections, store: Store, memory: Path) -> None:
    """CL-60: a day with nothing left has no file, and MEMORY.md no longer shows it."""
    await say(store, "my secret")
    await files.refresh()
    await store.delete_messages(1, [500])
    await files.refresh()
    assert not (memory / "2026-02-09.md").exists()
    assert "my secret" not in (memory / "MEMORY.md").read_text()


async def test_another_process_that_writes_the_same_files_brings_nothing_back(
    files: Projections, store: Store, memory: Path, tmp_path: Path
) -> None:
    """N-04, N-17: what the other wrote in between is replaced, and is no edit by hand."""
    other = Projections(store, settings=Settings(data_dir=tmp_path, debounce_seconds=0), clock=CLOCK)
    await say(store, "good morning")
    await files.refresh()
    await say(store, "my secret", id=501)
    await other.refresh()
    await store.delete_messages(1, [501])
    await files.refresh()
    assert "my secret" not in content(memory)
    assert names(memory, "*.edited-*") == []


class Halted:
    """The real store, on which one reader of messages stops until it is let go."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.reading, self.go_on = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def messages_between(self, start: datetime, end: datetime) -> list[Message]:
        """Read, then wait."""
        messages = await self._store.messages_between(start, end)
        self.reading.set()
        await self.go_on.wait()
        return messages


async def test_a_process_that_is_slow_to_write_brings_nothing_back(
    files: Projections, store: Store, memory: Path, tmp_path: Path
) -> None:
    """N-04, N-17: whoever reads later writes later."""
    halted = Halted(store)
    other = Projections(
        cast(Store, halted), settings=Settings(data_dir=tmp_path, debounce_seconds=0), clock=CLOCK
    )
    await say(store, "good morning")
    await say(store, "my secret", id=501)
    slow = asyncio.create_task(other.refresh())
    await halted.reading.wait()
    await store.delete_messages(1, [501])
    quick = asyncio.create_task(files.refresh())
    await asyncio.wait({quick}, timeout=0.3)
    halted.go_on.set()
    await asyncio.gather(slow, quick)
    assert "my secret" not in content(memory)


async def test_a_full_refresh_finds_what_changed_while_nobody_looked(
    files: Projections, store: Store, memory: Path
) -> None:
    """R-02: the files can be rebuilt from the store at any time."""
    await say(store, "long ago", sent_at=NOW - timedelta(days=30))
    await files.refresh()
    await store.delete_messages(1, [500])
    await files.refresh(full=True)
    assert not (memory / "2026-01-10.md").exists()


async def test_memory_md_has_its_four_sections(files: Projections, store: Store, memory: Path) -> None:
    """CL-61: People, Ongoing lore, Recent journal highlights, Source daily logs."""
    await say(store, "Deploy is done")
    await store.save_facts([fact("Has a cat"), fact("The great outage", subject=LORE, kind=Kind.LORE)])
    await files.refresh()
    assert (memory / "MEMORY.md").read_text() == SNAPSHOT


async def test_memory_md_shows_only_what_is_in_use(files: Projections, store: Store, memory: Path) -> None:
    """CL-61, R-12: the snapshot shows active facts, even of people it has never heard."""
    await store.save_facts([fact("Has a cat", status=Status.FORGOTTEN), fact("Has a dog")])
    await files.refresh()
    text = (memory / "MEMORY.md").read_text()
    assert "cat" not in text
    assert "### user 42 (42)" in text


async def test_highlights_are_the_latest_lines_of_the_latest_days(
    files: Projections, store: Store, memory: Path
) -> None:
    """CL-61: twenty lines, oldest first."""
    for nth in range(25):
        await say(store, f"line {nth}", id=500 + nth, sent_at=NOW - timedelta(hours=2 * (24 - nth)))
    await files.refresh()
    shown = [line for line in (memory / "MEMORY.md").read_text().splitlines() if "] (#dev" in line]
    assert [line.rpartition(" ")[2] for line in shown] == [str(nth) for nth in range(5, 25)]


async def test_what_has_not_changed_is_not_written(files: Projections, store: Store, tmp_path: Path) -> None:
    """R-02: a file changes only when what it shows has changed."""
    await say(store, "hello")
    await store.save_facts([fact("Has a cat")])
    await files.refresh()
    before = {path: path.stat().st_ino for path in (tmp_path / "projections").rglob("*")}
    await files.refresh(full=True)
    assert {path: path.stat().st_ino for path in (tmp_path / "projections").rglob("*")} == before


async def test_the_file_of_a_person_without_facts_is_removed(
    files: Projections, store: Store, durable: Path
) -> None:
    """R-02: what was erased from the store is gone from the copies."""
    await store.save_facts([fact("Has a cat")])
    await files.refresh()
    await store.drop_facts([fact("Has a cat")])
    await files.refresh()
    assert not (durable / "42.json").exists()


async def test_files_are_for_their_owner_alone_and_no_part_stays(
    files: Projections, store: Store, durable: Path, memory: Path
) -> None:
    """DC-24: written aside, then renamed; mode 0600 in folders of mode 0700."""
    await say(store, "hello")
    await store.save_facts([fact("Has a cat")])
    await files.refresh()
    paths = [path for folder in (durable, memory) for path in folder.iterdir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in (durable, memory, durable.parent)} == {0o700}
    assert not [path for path in paths if ".tmp." in path.name]


def test_a_file_is_replaced_whole_and_never_written_over(tmp_path: Path) -> None:
    """DC-24: the old file stays as it is until the new one is complete, under a name with the process id."""
    path, old = tmp_path / "42.json", tmp_path / "old"
    path.write_bytes(b"before")
    os.link(path, old)
    write_whole(path, b"after")
    assert (path.read_bytes(), old.read_bytes()) == (b"after", b"before")
    (tmp_path / f"42.json.tmp.{os.getpid()}" / "in the way").mkdir(parents=True)
    with pytest.raises(OSError, match="tmp"):
        write_whole(path, b"half")
    assert path.read_bytes() == b"after"


@pytest.mark.parametrize(
    ("session", "name"),
    [("discord:dm:1", "discord:dm:1.json"), ("../a b/é", "-a-b-.json"), ("x_y-Z9", "x_y-Z9.json")],
)
def test_a_session_has_a_file_name_without_unsafe_characters(session: str, name: str) -> None:
    """DC-11, DC-65: each run of them becomes one dash."""
    assert rolling_name(session) == name


async def test_what_crashed_writes_left_is_cleaned(files: Projections, store: Store, durable: Path) -> None:
    """DC-24: every part goes; of several processes none writes while another looks."""
    await store.save_facts([fact("Has a cat")])
    await files.refresh()
    for pid in (999_999_999, os.getpid(), os.getppid()):
        (durable / f"42.json.tmp.{pid}").touch()
    await files.refresh(full=True)
    assert names(durable, "*.tmp.*") == []


async def test_a_file_edited_by_hand_is_set_aside_with_a_line_that_says_what_to_do(
    files: Projections, store: Store, durable: Path
) -> None:
    """R-13, X-11: nobody's work is written over."""
    await store.save_facts([fact("Has a cat")])
    await files.refresh()
    (durable / "42.json").write_text("{ edited, and damaged")
    await store.save_facts([fact("Has a dog")])
    with capture_logs() as logs:
        await files.refresh()
    aside = durable / "42.json.edited-20260209T140305Z"
    assert names(durable, "42.json.edited-*") == [aside.name]
    assert aside.read_text() == "{ edited, and damaged"
    assert len(items(durable / "42.json")) == 2
    assert [line["advice"] for line in logs if line["action"] == "projection_edited"] == [
        f"To keep what was changed, run `dnam import {aside}`."
    ]


async def test_two_edits_within_a_second_are_both_kept(
    files: Projections, store: Store, durable: Path
) -> None:
    """X-11: a set-aside file never replaces another."""
    for text in ("Has a cat", "Has a dog", "Has a fish"):
        await store.save_facts([fact(text)])
        await files.refresh()
        (durable / "42.json").write_text(text)
    assert len(names(durable, "42.json.edited-*")) == 2


async def test_short_term_memory_is_a_file_for_each_guild(sqlite_store: Store, tmp_path: Path) -> None:
    """DC-98, DC-97: newest first, with channel ids and names; gone when its time is over."""
    settings = Settings(data_dir=tmp_path, short_term_dir=tmp_path / "short")
    clock = HandClock(NOW)
    files = Projections(sqlite_store, settings=settings, clock=clock)
    await say(sqlite_store, "why does the test fail?")
    usual = {"guild": 1, "channel": 10, "channel_name": "dev", "origin": "g1"}
    for id_ in (500, 501):
        await say(sqlite_store, "why does the test fail?", id=id_)
        at = NOW + timedelta(seconds=id_)
        entry = ShortTermEntry(message=id_, text=f"Alice asked {id_}", at=at, **usual)  # type: ignore[arg-type]
        await sqlite_store.add_recent(entry, keep=20, since=NOW)
    await files.refresh()
    path = tmp_path / "short" / "1.json"
    entries = json.loads(path.read_text())["entries"]
    assert [entry["summary"] for entry in entries] == ["Alice asked 501", "Alice asked 500"]
    assert (entries[0]["channelId"], entries[0]["channelName"]) == ("10", "dev")
    clock.advance(timedelta(hours=7))
    await files.refresh()
    assert not path.exists()


async def test_what_was_written_can_be_imported_again(sqlite_store: Store, tmp_path: Path) -> None:
    """R-02: facts and rolling summaries, from the files as they are."""
    await sqlite_store.save_facts([fact("Has a cat")])
    summary = Summary(
        session="discord:channel:10", guild=1, origin="g1", sequence=1, text="They plan.", updated_at=NOW
    )
    await say(sqlite_store, "we plan")
    assert await sqlite_store.put_summary(summary, [500])
    await Projections(sqlite_store, settings=Settings(data_dir=tmp_path), clock=CLOCK).refresh()
    records = [*discoclaw.read(str(tmp_path / "projections" / "data"), Options())]
    assert [getattr(record, "text", record) for record in records] == ["Has a cat", "They plan."]


async def test_files_that_dnam_did_not_write_are_never_removed_or_lost(store: Store, tmp_path: Path) -> None:
    """X-11, DC-13: a folder of DiscoClaw's own files survives being named as `durable_dir`."""
    for name in ("42.json", "43.json"):
        (tmp_path / name).write_text("DiscoClaw's own")
    await store.save_facts([fact("Has a cat")])
    settings = Settings(data_dir=tmp_path, durable_dir=tmp_path)
    await Projections(store, settings=settings, clock=CLOCK).refresh()
    kept = [name for name in names(tmp_path, "4*") if (tmp_path / name).read_text() == "DiscoClaw's own"]
    assert kept == ["42.json.edited-20260209T140305Z", "43.json"]


async def test_a_crash_between_two_writes_is_not_taken_for_an_edit(
    store: Store, durable: Path, tmp_path: Path
) -> None:
    """DC-24: what was about to be written and what stood there before are both known to be ours."""
    settings = Settings(data_dir=tmp_path)
    await store.save_facts([fact("Has a cat")])
    await Projections(store, settings=settings, clock=CLOCK).refresh()
    before = (durable / "42.json").read_bytes()
    await store.save_facts([fact("Has a dog")])
    await Projections(store, settings=settings, clock=CLOCK).refresh()
    (durable / "42.json").write_bytes(before)
    await Projections(store, settings=settings, clock=CLOCK).refresh()
    assert len(items(durable / "42.json")) == 2
    assert not names(durable, "*.edited-*")


async def test_a_file_that_cannot_be_written_does_not_stop_the_others(
    files: Projections, store: Store, durable: Path
) -> None:
    """DC-27: a write failure is logged, and the rest goes on."""
    (durable / "42.json").mkdir(parents=True)
    await store.save_facts([fact("Has a cat"), fact("Has a dog", subject=43)])
    with capture_logs() as logs:
        await files.refresh()
    assert (durable / "43.json").exists()
    assert [(line["files"], line["error"]) for line in logs] == [(1, "IsADirectoryError: Is a directory")]


async def test_a_refresh_soon_writes_what_changed_while_it_waited(
    files: Projections, store: Store, durable: Path
) -> None:
    """CL-25: every change made before it begins is written."""
    await store.save_facts([fact("Has a cat")])
    await files.refresh_soon()
    await store.save_facts([replace(fact("Has a cat"), text="Has two cats")])
    await files.refresh_soon()
    assert [item["text"] for item in items(durable / "42.json")] == ["Has two cats"]


async def test_a_refresh_waits_for_more_changes(sqlite_store: Store, tmp_path: Path) -> None:
    """CL-25: nothing is written until the pause is over, then all of it at once."""
    await sqlite_store.save_facts([fact("Has a cat")])
    folders = [tmp_path / "patient", tmp_path / "other"]
    patient, other = (
        Projections(sqlite_store, settings=Settings(data_dir=folder, debounce_seconds=60), clock=CLOCK)
        for folder in folders
    )
    soon = asyncio.create_task(patient.refresh_soon())
    await other.refresh()  # as much work as the patient one has to do
    assert not folders[0].exists()
    await sqlite_store.save_facts([fact("Has a dog")])
    patient.hurry()
    await soon
    (file,) = folders[0].rglob("42.json")
    assert len(items(file)) == 2


async def test_no_prompt_reads_the_copies(store: Store, tmp_path: Path, memory: Path) -> None:
    """CL-01, CL-02: the snapshot is for operators only."""
    settings = Settings(data_dir=tmp_path, embedder="off", debounce_seconds=0)
    await store.save_facts([fact("Has a cat")])
    async with Memory.open(settings, store=store, clock=CLOCK) as running:
        await running.upkeep()
        await running.lanes.idle()
        assert "Has a cat" in (memory / "MEMORY.md").read_text()
        (memory / "MEMORY.md").write_text("## People\n- Alice has a zeppelin")
        context = await running.context_for(Question(place=DEV, asker=ALICE, text="what do I have?"))
    assert "Has a cat" in context.text
    assert "zeppelin" not in context.text

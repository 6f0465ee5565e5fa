"""`dnam import`: DiscoClaw's durable files, and dnam's own after somebody edited them, into the store."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam import Memory, ingest
from dnam.domain import (
    ConsentChoice,
    Fact,
    Kind,
    Message,
    Person,
    Place,
    Source,
    SourceType,
    Status,
    Visibility,
)
from dnam.errors import BadInput
from dnam.ports import Store
from dnam.projections import Projections
from dnam.rules.text import fact_id
from dnam.settings import Settings
from dnam.stores import open_store
from dnam.testing import HandClock
from dnam.transfer.durable_files import Report, import_folder

NOW = datetime(2026, 2, 9, 14, 3, 5, tzinfo=UTC)
DEV = Place(guild=1, channel=10, visibility=Visibility.PUBLIC, name="dev", guild_name="Acme")
STAFF = replace(DEV, channel=11, visibility=Visibility.PRIVATE, name="staff")
BOBS_DM = Place(guild=0, channel=20, visibility=Visibility.DM, person=43)

Edit = Callable[[dict[str, Any]], object]


CLOCK = HandClock(NOW)


def item(text: str, **given: Any) -> dict[str, Any]:
    """Write an item as DiscoClaw does, different only in what is given."""
    return {
        "id": fact_id("fact", text),
        "kind": "fact",
        "text": text,
        "tags": [],
        "status": "active",
        "source": {"type": "discord", "channelId": "123", "messageId": "456"},
        "createdAt": 1739130000000,
        "updatedAt": 1739140000000,
        **given,
    }


def write(path: Path, *items: dict[str, Any], version: int = 1) -> Path:
    """Write a file as DiscoClaw does."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"version": version, "updatedAt": 1739140000000, "items": items}, indent=2))
    return path


def copies(store: Store, folder: Path) -> Projections:
    """Return the copies of a store whose JSON files are in this folder."""
    return Projections(store, settings=Settings(data_dir=folder.parent, durable_dir=folder), clock=CLOCK)


def edit(path: Path, change: Edit) -> None:
    """Change the first item of a file by hand."""
    file = json.loads(path.read_text())
    change(file["items"][0])
    path.write_text(json.dumps(file))


async def hear(store: Store, *places: Place) -> None:
    """Let something be said in these places, so that they are known."""
    for place in places:
        author = Person(id=place.person or 42, name="")
        await ingest.store_message(
            store, Message(id=place.channel, place=place, author=author, text="hi", sent_at=NOW)
        )


async def exported(store: Store, folder: Path, text: str = "Works at Acme Corp") -> Path:
    """Keep a fact said in #dev and write its copy; return the file."""
    source = Source(type=SourceType.SUMMARY, guild=1, channel=10, message=500, channel_name="dev")
    fact = Fact(
        id=fact_id("fact", text),
        guild=1,
        subject=42,
        kind=Kind.FACT,
        text=text,
        origin="g1",
        asserted_by=42,
        source=source,
        created_at=NOW - timedelta(days=2),
        updated_at=NOW - timedelta(days=1),
        messages=(500,),
        widened=True,
    )
    await store.save_facts([fact])
    await copies(store, folder).refresh()
    return folder / "42.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Name a folder of durable files."""
    return tmp_path / "durable"


async def test_a_discoclaw_folder_comes_in_and_goes_out_the_same(store: Store, folder: Path) -> None:
    """N-12, R-02, DC-13..15, DC-19: every item keeps its id, fields and times."""
    old = item("Lives in Munich", status="deprecated", createdAt=1739120000000)
    first = [old, item("Uses vim", kind="tool", tags=["editor"], source={"type": "manual"})]
    first.append(item("Has a cat", id="stable_string_id", createdAt=1739135000000))
    write(folder / "42.json", *first)
    report = await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    assert report == Report(files=1, added=3)
    await copies(store, folder.parent / "again").refresh()
    assert json.loads((folder.parent / "again" / "42.json").read_text())["items"] == first


async def test_what_is_not_agreed_to_or_was_erased_stays_away(store: Store, folder: Path) -> None:
    """N-02, N-12: of somebody who opted out; of an erased message, though the file names no server."""
    await hear(store, DEV)
    async with Memory.open(Settings(projections=False, embedder="off"), store=store, clock=CLOCK) as memory:
        await memory.on_delete(DEV.guild, [DEV.channel])
    await store.choose(ConsentChoice(about="person", subject=43, choice="out"), NOW)
    source = {"type": "discord", "channelId": str(DEV.channel), "messageId": str(DEV.channel)}
    write(folder / "42.json", item("Has a cat", source=source))
    write(folder / "43.json", item("Likes figs"))
    report = await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    assert report.problems == (
        "42.json holds 1 entry not taken in: It was erased here.",
        "43.json holds 1 entry not taken in: Somebody does not agree to be remembered.",
    )
    assert await store.all_facts(muted=True) == []


async def test_what_dnam_wrote_reads_back_as_no_change(store: Store, folder: Path) -> None:
    """R-02: export then import changes nothing."""
    path = await exported(store, folder)
    before = await store.all_facts()
    assert await import_folder(store, path, settings=Settings(), clock=CLOCK) == Report(files=1, unchanged=1)
    assert await store.all_facts() == before


TEXTS = st.text(st.characters(exclude_categories=["C"]), min_size=1).filter(str.strip)
FACTS = st.builds(
    Fact,
    id=st.sampled_from(["durable-00000001", "durable-00000002", "durable-00000001.1"]),
    guild=st.sampled_from([0, 1]),
    subject=st.just(42),
    kind=st.sampled_from(Kind),
    text=TEXTS | st.just("Has a cat"),
    origin=st.sampled_from(["g1", "c10", "d42"]),
    asserted_by=st.sampled_from([42, 43]),
    source=st.builds(Source, type=st.sampled_from(SourceType), channel=st.none() | st.just(10)),
    created_at=st.sampled_from([NOW, NOW - timedelta(days=1)]),
    updated_at=st.sampled_from([NOW, NOW - timedelta(days=1)]),
    status=st.sampled_from(Status),
    tags=st.lists(st.sampled_from(["a", "B"]), unique=True).map(tuple),
    expires_at=st.none() | st.just(NOW),
)


@given(facts=st.lists(FACTS, min_size=1, max_size=8))
async def test_whatever_is_held_reads_back_as_no_change(facts: Sequence[Fact]) -> None:
    """R-02: in every state, from every origin, with the same id in several places."""
    store = await open_store(":memory:")
    await store.save_facts(facts)
    before = await store.all_facts()
    with TemporaryDirectory() as folder:
        await copies(store, Path(folder) / "durable").refresh()
        report = await import_folder(store, Path(folder) / "durable", settings=Settings(), clock=CLOCK)
    after = await store.all_facts()
    await store.close()
    assert (report.added, report.changed, report.unchanged) == (0, 0, len(before))
    assert after == before


async def test_an_edited_text_changes_the_fact_under_its_id_and_keeps_the_old_wording(
    store: Store, folder: Path
) -> None:
    """R-02, DC-19: the id is permanent; what it said before is history, and shown no further than before."""
    path = await exported(store, folder)
    edit(path, lambda item: item.update(text="Works at Initech", kind="project", tags=["Work"]))
    report = await import_folder(store, path, settings=Settings(), clock=CLOCK)
    now, old = sorted(await store.facts_of(42), key=lambda fact: fact.id)
    assert report == Report(files=1, changed=1)
    assert (now.text, now.kind, now.tags, now.updated_at) == (
        "Works at Initech",
        Kind.PROJECT,
        ("work",),
        NOW,
    )
    assert (now.origin, now.messages, now.widened) == ("g1", (500,), False)
    assert (old.text, old.status, old.superseded_by) == ("Works at Acme Corp", Status.SUPERSEDED, now.id)


async def test_what_is_deprecated_by_hand_is_forgotten(store: Store, folder: Path) -> None:
    """R-12: an operator's "deprecated" is a person's "forget"."""
    path = await exported(store, folder)
    edit(path, lambda item: item.update(status="deprecated"))
    await import_folder(store, path, settings=Settings(), clock=CLOCK)
    assert [fact.status for fact in await store.facts_of(42)] == [Status.FORGOTTEN]


async def test_what_is_made_active_by_hand_lives_again(store: Store, folder: Path) -> None:
    """R-12: a new statement may bring back what was forgotten."""
    await exported(store, folder)
    gone = [replace(fact, status=Status.FORGOTTEN) for fact in await store.facts_of(42)]
    await store.save_facts(gone)
    await copies(store, folder).refresh()
    edit(folder / "42.json", lambda item: item.update(status="active"))
    await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    assert [fact.status for fact in await store.facts_of(42)] == [Status.ACTIVE]


async def test_an_old_file_does_not_bring_back_what_was_forgotten_since(store: Store, folder: Path) -> None:
    """R-12: only a file written after the forgetting can say that it was meant otherwise."""
    path = await exported(store, folder)
    gone = [replace(f, status=Status.FORGOTTEN, updated_at=NOW) for f in await store.facts_of(42)]
    await store.save_facts(gone)
    report = await import_folder(store, path, settings=Settings(), clock=CLOCK)
    assert [fact.status for fact in await store.facts_of(42)] == [Status.FORGOTTEN]
    assert report.changed == 0
    assert "is older than what is held" in report.problems[0]


async def test_what_a_file_does_not_mention_is_kept(store: Store, folder: Path) -> None:
    """X-11: a missing entry is no wish to forget, and the report says so."""
    path = await exported(store, folder)
    write(path, item("Has a cat"))
    report = await import_folder(store, path, settings=Settings(), clock=CLOCK)
    assert {fact.status for fact in await store.facts_of(42)} == {Status.ACTIVE}
    assert report.added == 1
    assert report.problems[0].startswith(f"42.json does not mention {fact_id('fact', 'Works at Acme Corp')}")


async def test_a_copied_entry_with_a_new_text_is_a_new_fact(store: Store, folder: Path) -> None:
    """DC-19: an id stands for one fact, however often somebody pastes it."""
    path = await exported(store, folder)
    file = json.loads(path.read_text())
    path.write_text(
        json.dumps({**file, "items": [{**file["items"][0], "text": "Has a cat"}, *file["items"]]})
    )
    first = await import_folder(store, path, settings=Settings(), clock=CLOCK)
    again = await import_folder(store, path, settings=Settings(), clock=CLOCK)
    assert (first.added, first.unchanged) == (1, 1)
    assert (again.added, again.changed, again.unchanged) == (0, 0, 2)


async def test_a_text_is_all_that_a_person_must_write(store: Store, folder: Path) -> None:
    """R-02, R-05: the rest has sensible values, and an unknown kind is a fact."""
    write(folder / "42.json").write_text(
        '\ufeff{"version": 1, "items": [{"text": " Has  a cat ", "kind": "Pets"}]}'
    )
    assert await import_folder(store, folder, settings=Settings(), clock=CLOCK) == Report(files=1, added=1)
    (fact,) = await store.facts_of(42)
    assert (fact.id, fact.text, fact.kind) == (fact_id("fact", "Has a cat"), "Has a cat", Kind.FACT)
    assert (fact.source.type, fact.created_at, fact.updated_at) == (SourceType.MANUAL, NOW, NOW)


@pytest.mark.parametrize(
    ("guild", "channel", "origin"),
    [("1", "10", "g1"), ("1", "11", "c11"), ("1", "99", "d42"), ("9", "10", "d42"), (None, "99", "d42")],
)
async def test_a_new_fact_is_for_those_who_can_hear_the_place_it_was_said_in(
    store: Store, folder: Path, guild: str | None, channel: str, origin: str
) -> None:
    """R-01: a place dnam knows gives its audience; an unknown one leaves the fact to the person alone."""
    await hear(store, DEV, STAFF)
    write(folder / "42.json", item("A b", source={"type": "discord", "guildId": guild, "channelId": channel}))
    await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    (fact,) = await store.facts_of(42)
    assert (fact.origin, fact.guild) == (origin, 0 if origin == "d42" else 1)


async def test_what_somebody_else_said_in_a_direct_message_stays_theirs(store: Store, folder: Path) -> None:
    """R-01: Alice does not get to hear what Bob told the assistant about her."""
    await hear(store, BOBS_DM)
    write(folder / "42.json", item("Is a snob", source={"type": "discord", "channelId": "20"}))
    await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    (fact,) = await store.facts_of(42)
    assert (fact.origin, fact.asserted_by) == ("d43", 43)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{ half a fi", "42.json is no durable memory: Invalid JSON"),
        (
            '{"version": 3, "memories": {}}',
            "42.json is of version 3, and this dnam reads the versions 1 and 2.",
        ),
        ('{"version": 1}', "42.json is no durable memory: items: Field required."),
        ('{"version": 1, "items": [{"text": " "}]}', "items.0.text: Input should say something."),
        (
            '{"version": 1, "items": [{"text": "A", "status": "off"}]}',
            "items.0.status: Input should be 'active'",
        ),
    ],
)
async def test_a_file_that_cannot_be_understood_is_left_alone_and_stops_nothing(
    store: Store, folder: Path, text: str, sentence: str
) -> None:
    """R-13, X-11: damaged, of a future version or of another shape, it is never read as empty."""
    write(folder / "43.json", item("Has a cat"))
    (folder / "42.json").write_text(text)
    report = await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    assert (report.files, report.added) == (1, 1)
    assert sentence in report.problems[0]
    assert report.problems[0].endswith("It was left as it is.")
    assert (folder / "42.json").read_text() == text


async def test_an_edited_file_that_was_imported_is_not_set_aside(store: Store, folder: Path) -> None:
    """R-02: what is in the store now may be written over."""
    path = await exported(store, folder)
    edit(path, lambda item: item.update(text="Works at Initech"))
    await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    await copies(store, folder).refresh()
    assert sorted(each.name for each in path.parent.iterdir()) == [".written.json", "42.json"]
    assert "Works at Initech" in path.read_text()


async def test_a_file_set_aside_is_imported_by_its_own_name_only(store: Store, folder: Path) -> None:
    """R-13: an old edit is not taken up by chance."""
    aside = write(folder / "42.json.edited-20260209T140305Z", item("Has a cat"))
    report = await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    assert (report.added, len(report.problems)) == (0, 1)
    assert (await import_folder(store, aside, settings=Settings(), clock=CLOCK)).added == 1


@pytest.mark.parametrize("name", ["notes.json", "0.json", f"{2**63}.json"])
async def test_a_file_without_a_user_id_is_reported(store: Store, folder: Path, name: str) -> None:
    """R-13: nothing is skipped in silence."""
    write(folder / name, item("Has a cat"))
    report = await import_folder(store, folder, settings=Settings(), clock=CLOCK)
    assert report.problems == (
        f"{name} is not named after a user id, such as 123456789.json: it was not read.",
    )


async def test_a_path_that_does_not_exist_is_the_callers_mistake(store: Store, folder: Path) -> None:
    """N-12: the sentence names the path."""
    with pytest.raises(BadInput, match="There is no file or folder"):
        await import_folder(store, folder, settings=Settings(), clock=CLOCK)

"""`dnam import` obeys consent, erasure and caps, and tells people only what they could have heard."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnam import Memory, ingest
from dnam.audience import origin_of
from dnam.commands import Command
from dnam.domain import Message, Person, Scope, Status
from dnam.errors import StoreError
from dnam.ports import Store
from dnam.settings import Settings
from dnam.transfer import importing
from dnam.transfer.importing import Importing, ImportReport
from dnam.transfer.records import Options
from test_importing import CLOCK, DEV, NOW, QUIET, STAFF, clanker, facts_of, hear, imported

SAID = 1770000000000  # 2 February 2026, in milliseconds


def discoclaw(folder: Path, **source: str) -> Path:
    """Write a data folder with one durable item and two summaries, after the first documented schema."""
    times = {"createdAt": SAID, "updatedAt": SAID}
    item = {"id": "a", "kind": "tool", "text": "Uses vim", "tags": [], "status": "active", **times}
    item["source"] = {"type": "discord", **source}
    for name, content in (
        ("durable/42.json", {"version": 1, "updatedAt": SAID, "items": [item]}),
        ("rolling/discord-dm-42.json", {"summary": "Ann has debts.", "updatedAt": SAID}),
        ("rolling/discord-channel-10.json", {"summary": "About vim.", "updatedAt": SAID}),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(content))
    return folder


def lines(path: Path, *values: dict[str, Any]) -> Path:
    """Write JSON lines."""
    path.write_text("\n".join(map(json.dumps, values)))
    return path


async def capped(store: Store, source: Path, **settings: Any) -> ImportReport:
    """Import with a cap."""
    chosen = Settings(**QUIET, **settings)
    return await Importing(store, settings=chosen, clock=CLOCK, options=Options()).run(str(source))


@pytest.mark.parametrize("place", [DEV, STAFF])
async def test_a_channel_without_its_server_is_known_by_its_id(
    store: Store, tmp_path: Path, place: Any
) -> None:
    """F-30, DC-15, R-01: DiscoClaw's first schema has no guildId; unknown is private until it is heard."""
    source = discoclaw(tmp_path, channelId=str(place.channel), messageId="5")
    await imported(store, source)
    assert (await facts_of(store))["Uses vim"][0] == "d42"
    await hear(store, place)
    async with Memory.open(Settings(**QUIET), store=store, clock=CLOCK) as memory:
        await memory.settle()
    assert (await facts_of(store))["Uses vim"][0] == ("g1" if place is DEV else "c11")
    assert (await imported(store, source)).added["facts"] == 0


async def test_lore_moves_to_its_server_when_imported_again(store: Store, tmp_path: Path) -> None:
    """F-30: of an unknown channel it is for those in it; once that is known to be public, for everyone."""
    source = clanker(tmp_path / "bot.db")
    await imported(store, source)
    assert (await facts_of(store, 0))["The printer is haunted"][0] == "c10"
    await hear(store, DEV)
    assert (await imported(store, source)).added["facts"] == 0
    assert (await facts_of(store, 0))["The printer is haunted"][0] == "g1"


async def test_what_was_erased_or_is_not_agreed_to_does_not_come_in(store: Store, tmp_path: Path) -> None:
    """N-02, N-12: facts and summaries alike, of the erased and of those who opted out."""
    await hear(store, DEV)
    async with Memory.open(Settings(**QUIET), store=store, clock=CLOCK) as memory:
        await memory.erase(Scope(kind="person", id=42))
        await memory.erase(Scope(kind="channel", id=10, guild=1))
        await memory.command(Command(text="!memory optout", place=DEV, person=Person(id=43, name="Ben")))
        await hear(store, replace(DEV, channel=12))
    report = await imported(store, discoclaw(tmp_path, channelId="10", messageId="5"))
    assert (report.added.total(), await store.get_summary("discord:dm:42")) == (0, None)
    out = lines(tmp_path / "out.jsonl", {"fact": "Likes tea", "person": 43, "guild": 1, "channel": 12})
    report = await imported(store, out)
    assert report.refused == {"somebody does not agree to be remembered": 1}
    assert await store.facts_of(43) == []


async def test_a_cap_holds_for_imports_too(store: Store, tmp_path: Path) -> None:
    """R-14: the least valuable of what was learned is archived; what people stated themselves is refused."""
    learned = [
        {"memory": f"Owns {n} boats", "user_id": "42", "created_at": f"2026-01-0{n}"} for n in range(2, 6)
    ]
    (tmp_path / "mem0.json").write_text(json.dumps(learned))
    await capped(store, tmp_path / "mem0.json", facts_cap=3)
    states = {text: status for text, (_, status) in (await facts_of(store)).items()}
    assert [text for text, status in states.items() if status is Status.ARCHIVED] == ["Owns 2 boats"]
    again = await capped(store, tmp_path / "mem0.json", facts_cap=3)
    assert (again.added["facts"], again.unchanged["facts"]) == (0, 4)
    by_hand = [{"fact": f"Likes {what}", "person": 43} for what in ("tea", "chess", "rowing")]
    report = await capped(store, lines(tmp_path / "a.jsonl", *by_hand), facts_cap=2)
    assert (report.added["facts"], report.refused.total()) == (2, 1)


async def test_a_wrong_source_cannot_publish_what_was_said_in_private(store: Store, tmp_path: Path) -> None:
    """R-01: an id that was heard in one channel is not moved to another because a file says so."""
    await hear(store, DEV, STAFF)
    private = Message(id=500, place=STAFF, author=Person(id=42, name="Ann"), text="fired", sent_at=NOW)
    await ingest.store_message(store, private)
    claim = {"message": "fired", "id": 500, "author": 42, "guild": 1, "channel": 10, "at": NOW.isoformat()}
    report = await imported(store, lines(tmp_path / "a.jsonl", claim))
    stored = await store.get_message(1, 500)
    assert (report.unchanged["messages"], stored and stored.place.channel) == (1, 11)


async def test_what_is_imported_into_an_invite_only_thread_is_for_those_invited(
    store: Store, tmp_path: Path
) -> None:
    """R-01, N-12: a source that says nothing of threads changes nothing that is known of one."""
    invited = replace(DEV, channel=12, parent=10, invite_only=True)
    await hear(store, DEV, invited)
    said = {"message": "a cake for Ben", "id": 500, "author": 42, "guild": 1, "channel": 12}
    await imported(store, lines(tmp_path / "a.jsonl", {**said, "at": NOW.isoformat()}))
    stored = await store.get_message(1, 500)
    assert stored is not None
    assert origin_of(stored.place) == "c12"
    (place,) = [each for each in await store.places(1) if each.channel == 12]
    assert (place.parent, place.invite_only) == (10, True)


async def test_odd_input_is_named_and_the_rest_comes_in(store: Store, tmp_path: Path) -> None:
    """N-12, R-13: half characters, NUL, wrong encodings, huge texts and impossible times are never fatal."""
    at = "2026-02-01T10:00:00Z"
    base = {"author": 42, "name": "Ann", "guild": 1, "channel": 10, "at": at}
    odd: list[dict[str, Any]] = [
        {**base, "message": "half \ud800 here", "id": 1},
        {**base, "message": "nul \x00 here", "id": 2},
        {**base, "message": "x" * 300_000, "id": 3},
        {**base, "message": "first day", "id": 4, "at": "0001-01-01T00:00:00+14:00"},
        {**base, "message": "much later", "id": 5, "at": 1e300},
        {**base, "message": "too large an id", "id": 2**64},
        {**base, "message": "fine", "id": 7, "name": "A\x00nn"},
        {"fact": "Likes \x00 tea", "person": 42},
    ]
    file = lines(tmp_path / "odd.jsonl", *odd)
    file.write_bytes(
        file.read_bytes() + b"\n\xff\xfe{\x00\n" + json.dumps({**base, "message": "end", "id": 8}).encode()
    )
    report = await imported(store, file)
    assert await store.get_message(1, 7) is not None
    assert await store.get_message(1, 8) is not None
    assert any("line 9" in damage for damage in report.damage)
    again = await imported(store, file)
    assert again.added.total() == 0


async def test_an_import_that_broke_off_goes_on_unless_the_operator_says_something_else(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N-12, R-01: what was done by other options is done again."""
    monkeypatch.setattr(importing, "BATCH", 1)
    base = {"author": 42, "guild": 1, "channel": 10, "at": NOW.isoformat()}
    file = lines(tmp_path / "a.jsonl", *({**base, "message": "hi", "id": n} for n in (1, 2, 3)))

    def breaks(done: int, total: int) -> None:
        raise StoreError(f"broken off after {done} of {total}")

    with pytest.raises(StoreError):
        await Importing(sqlite_store, settings=Settings(**QUIET), clock=CLOCK, progress=breaks).run(str(file))
    assert (await imported(sqlite_store, file, dry=True)).resumed == 1
    report = await imported(sqlite_store, file, public=True)
    assert (report.resumed, report.added["messages"]) == (0, 3)  # the first is for everyone now


async def test_purging_a_channel_takes_what_was_imported_and_waits_for_it(
    store: Store, tmp_path: Path
) -> None:
    """F-07, F-30, N-02: a fact that is for one person until the channel is heard does not outlive it."""
    told = {"fact": "Likes tea", "person": 42, "guild": 1, "channel": 10, "at": NOW.isoformat()}
    await imported(store, lines(tmp_path / "a.jsonl", told, {**told, "fact": "Likes figs", "channel": 11}))
    async with Memory.open(Settings(**QUIET), store=store, clock=CLOCK) as memory:
        receipt = await memory.erase(Scope(kind="channel", id=10, guild=1))
        assert receipt.counts["facts"] == 1
        assert [fact.text for fact in await store.facts_of(42)] == ["Likes figs"]
        await memory.erase(Scope(kind="guild", id=1, guild=1))
    assert await store.facts_of(42) == []

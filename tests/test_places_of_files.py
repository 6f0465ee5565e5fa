"""One memory has one place for its readable files, by whatever name it is opened; an erasure visits all."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.ports import Store
from dnam.projections import Projections
from dnam.projections.places import NOTE, OWNER, root_of
from dnam.settings import Settings, load_settings, settings_for
from dnam.testing import HandClock
from remains import in_files
from scene import NOON, opened
from test_erase_faults import EVERYTHING, FILES, plant

CLOCK = HandClock(NOON)
NAMES: dict[str, Callable[[Path], Settings]] = {
    "--db with the file": lambda file: settings_for(str(file), None),
    "--db with a link to it": lambda file: settings_for(str(file.parent.parent / "link.sqlite3"), None),
    "--db with its folder": lambda file: settings_for(str(file.parent), None),
    "the store in the settings": lambda file: load_settings(store=str(file)),
    "the data folder": lambda file: load_settings(data_dir=file.parent),
}


def in_copies(folder: Path) -> list[str]:
    """Name the copies that hold what was planted; the store itself may be beside them."""
    return [path for path in in_files(folder) if not path.startswith("memory.sqlite3")]


@pytest.mark.parametrize("name", ["memory.sqlite3", "bot.db"])
def test_every_name_of_a_file_leads_to_the_same_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """N-02, R-02, F-10: copies, tokens and what was typed are beside the file, not where a name leads to."""
    monkeypatch.setenv("DNAM_DATA_DIR", str(tmp_path / "elsewhere"))
    file = tmp_path / "data" / name
    file.parent.mkdir()
    file.touch()
    (tmp_path / "link.sqlite3").symlink_to(file)
    by_folder = ("--db with its folder", "the data folder") if name != "memory.sqlite3" else ()
    settings = [named(file) for by, named in NAMES.items() if by not in by_folder]
    places = {(root_of(each), each.chat_history, each.beside("tokens.json")) for each in settings}
    assert len(places) == 1
    assert {path.parent for path in places.pop()} == {file.parent}


async def test_an_erasure_reaches_the_copies_of_every_place_there_ever_was(
    store: Store, tmp_path: Path
) -> None:
    """N-02, F-03: another folder was set meanwhile, and no copies are kept any more."""
    for folder in ("first", "second"):
        async with opened(store, tmp_path, projections_dir=tmp_path / folder, **FILES) as scene:
            await plant(scene)
    assert {path.split("/")[0] for path in in_copies(tmp_path)} == {"second"}  # one memory, one place
    async with opened(store, tmp_path, projections_dir=tmp_path / "second") as scene:
        receipt = await scene.memory.erase(EVERYTHING)
    assert (receipt.unfinished, in_copies(tmp_path)) == ((), [])
    assert receipt.counts["files"]


async def test_copies_of_an_earlier_version_are_found(store: Store, tmp_path: Path) -> None:
    """N-02: it put them elsewhere, and neither the store nor the folder says so."""
    async with opened(store, tmp_path, projections_dir=tmp_path / "memory-files", **FILES) as scene:
        await plant(scene)
    (tmp_path / "memory-files" / OWNER).unlink()
    await store.put_own(NOTE, "[]")
    async with opened(store, tmp_path) as scene:
        await scene.memory.erase(EVERYTHING)
    assert in_copies(tmp_path) == []


async def test_copies_of_another_memory_are_left_alone(store: Store, tmp_path: Path) -> None:
    """R-02: a restored backup knows the folder of the memory it was made of, which goes on."""
    async with opened(store, tmp_path, projections_dir=tmp_path / "copies", **FILES) as scene:
        await plant(scene)
    (tmp_path / "other.sqlite3").touch()
    (tmp_path / "copies" / OWNER).write_text(str(tmp_path / "other.sqlite3"))
    before = in_copies(tmp_path)
    async with opened(store, tmp_path) as scene:
        await scene.memory.erase(EVERYTHING)
    assert in_copies(tmp_path) == before


async def test_an_erasure_on_another_machine_reaches_the_copies_of_this_one(
    store: Store, tmp_path: Path
) -> None:
    """N-02, F-03: that machine knows nothing of the folder here, in which a day long past is told of."""
    async with opened(store, tmp_path, projections_dir=tmp_path / "here", **FILES) as here:
        await plant(here, NOON - timedelta(days=9))
        before = in_copies(tmp_path / "here")
        await store.put_own(NOTE, "[]")
        async with opened(store, tmp_path, projections_dir=tmp_path / "there", **FILES) as there:
            await there.memory.erase(EVERYTHING)
        here.memory.background.changed_elsewhere()
    assert (before != [], in_copies(tmp_path / "here")) == (True, [])


async def test_copies_that_another_process_removed_are_written_anew(store: Store, tmp_path: Path) -> None:
    """N-17, R-02: every one of them, at the next change."""
    async with opened(store, tmp_path) as scene:
        await plant(scene)
    one, other = (
        Projections(store, settings=Settings(data_dir=tmp_path, projections_dir=tmp_path / name), clock=CLOCK)
        for name in ("one", "other")
    )
    await one.refresh()
    before = in_copies(tmp_path / "one")
    await other.refresh()
    assert (before != [], in_copies(tmp_path / "one")) == (True, [])
    await one.refresh()
    assert in_copies(tmp_path / "one") == before

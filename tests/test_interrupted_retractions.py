"""Taking something back is interrupted between any two writes: it is never half done for good.

Somebody opts out, forgets or erases, a manager excludes or purges, and the process is killed, or the disk is
full from then on. What the memory says was done is shown nowhere afterwards, and doing it again is enough.
"""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from bench.failing_disk import FailingDisk, Fault
from hypothesis import settings
from structlog.testing import capture_logs

from conftest import Server
from dnam import Memory, Settings
from dnam.commands import Command
from dnam.domain import Layer, Message, Place, Scope, Status
from dnam.errors import StoreError
from dnam.ports import Prompt, Store
from dnam.stores import open_store
from dnam.testing import HandClock, ScriptedModel
from scene import ANN, BEN, BOT, DEV, GENERAL, GUILD, NOON, THREAD, Scene

PLANTED = "Zyxqplant"
CHANNEL = Scope(kind="channel", id=DEV.channel, guild=GUILD)
WRITES = {
    *("put_note", "choose", "mute", "drop_derived", "save_facts", "drop_facts", "hide_messages", "bury"),
    *("delete_messages", "blank_actions", "forget_names", "purge", "log_action", "see_place"),
}
TRIED = {"test": 3, "faults": 1}
"""After which writes it is interrupted: every third in `make test`, every one in `make faults`."""


@dataclass
class Killed:
    """The real store, until so many writes are done; then `end` is called, or the process is gone."""

    store: Store
    end: Callable[[], None] | None = None
    left: int = 10**9
    names: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.store, name)
        if not inspect.iscoroutinefunction(method):
            return method

        async def call(*args: object, **options: object) -> object:
            self.left -= name in WRITES
            if self.left < 0 and self.end is None:
                raise StoreError("Killed.")
            if self.left == -1 and self.end is not None:
                self.end()
            return await method(*args, **options)

        return call


def _repeating(prompt: Prompt) -> str:
    return PLANTED if PLANTED in prompt.text else "Nothing."


def _day(prompt: Prompt) -> object:
    ids = [part.split("<")[0] for part in prompt.text.split("<person><id>")[1:]]
    return {"people": [{"id": id_, "summary": _repeating(prompt)} for id_ in ids]}


@asynccontextmanager
async def _opened(store: Store, folder: Path, clock: HandClock, ids: "count[int]") -> AsyncIterator[Scene]:
    often: dict[str, Any] = {"rolling_every": 1, "remember_per_hour": 0, "read_deadline_seconds": 30.0}
    chosen = Settings(data_dir=folder, projections=False, embedder="off", **often)
    models: Any = {
        "summarise_session": ScriptedModel(lambda prompt: {"summary": _repeating(prompt)}),
        "summarise_day": ScriptedModel(_day),
    }
    with capture_logs():
        async with Memory.open(chosen, store=store, clock=clock, models=models) as memory:
            yield Scene(memory, clock, folder, ids)


async def _plant(scene: Scene) -> None:
    """Let Ann tell something in a channel and its thread, and let it be learned, summed up and repeated."""
    await scene.say("good morning", by=BEN)
    await scene.say(f"I love {PLANTED} cake", by=ANN, place=DEV)
    await scene.say(f"I collect {PLANTED} stamps", by=ANN, place=THREAD)
    await scene.settled()
    context = await scene.prompt("what does Ann love?", by=BEN)
    at = scene.minute_later()
    answer = Message(id=next(scene.numbers), place=DEV, author=BOT, text=f"Ann loves {PLANTED}.", sent_at=at)
    await scene.memory.on_reply(answer, context)
    await scene.settled()
    assert {"people", "rolling", "days", "history", "facts", "messages"} <= await _shown(scene)


async def _shown(scene: Scene) -> set[str]:
    """Return in which parts of prompts and searches others find what Ann has told."""
    found = set[str]()
    for place in (DEV, GENERAL, THREAD):
        prompt = await scene.prompt("what does <@11> love?", by=BEN, place=place, mentions=(ANN,))
        found |= {str(s.layer) for s in prompt.sections if s.layer is not Layer.MESSAGE and PLANTED in s.text}
        hits = await scene.memory.search(scene.question(f"{PLANTED} of <@11>", by=BEN, place=place))
        found |= {"facts"} if hits.facts else set()
        found |= {"messages"} if hits.messages else set()
    return found


async def _tell(scene: Scene, text: str, by: Any = ANN, place: Place = DEV) -> object:
    return await scene.memory.command(
        Command(text=f"!memory {text}", place=place, person=by, manager=by is BEN)
    )


async def _forget(scene: Scene) -> None:
    for what in ("cake", "stamps"):
        await _tell(scene, f"forget {what}")


async def _chosen(scene: Scene) -> bool:
    return bool(await scene.store.choices(GUILD, [ANN.id, DEV.channel]))


async def _forgotten(scene: Scene) -> bool:
    return all(fact.status is Status.FORGOTTEN for fact in await scene.facts(ANN))


async def _begun(scene: Scene) -> bool:
    return bool(await scene.store.notes("erasure:")) or not await scene.facts(ANN)


async def _deleted(scene: Scene) -> bool:
    return bool(await scene.store.notes("deleted:")) or not await scene.store.messages_of(CHANNEL)


Deed = Callable[[Scene], Awaitable[object]]
DEEDS: dict[str, tuple[Deed, Callable[[Scene], Awaitable[bool]]]] = {
    "opt out": (lambda scene: _tell(scene, "optout"), _chosen),
    "exclude": (lambda scene: _tell(scene, "exclude", by=BEN), _chosen),
    "ask everybody": (lambda scene: _tell(scene, "consent optin", by=BEN), _chosen),
    "forget": (_forget, _forgotten),
    "erase": (lambda scene: scene.memory.erase(Scope(kind="person", id=ANN.id)), _begun),
    "purge": (lambda scene: scene.memory.erase(CHANNEL), _begun),
    "delete the channel": (lambda scene: scene.memory.on_channel_delete(GUILD, DEV.channel), _deleted),
}
"""What is done, and how to see from the store that it was."""


async def _location(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return str(folder / "memory.sqlite3")
    server: Server = request.getfixturevalue("postgres_server")
    return await server.emptied()


def _step() -> int:
    return TRIED[settings.get_current_profile_name()]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("deed", DEEDS)
async def test_a_kill_between_two_writes_leaves_nothing_half_taken_back(
    deed: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """What the store says was done is shown nowhere from the next start on (N-02, R-03, R-09, R-18)."""
    do, is_done = DEEDS[deed]
    for writes in count(1, _step()):
        clock, ids, folder = HandClock(NOON), count(1001), tmp_path / str(writes)
        folder.mkdir()
        location = await _location(kind, folder, request)
        store = Killed(await open_store(location, pool=3))
        async with _opened(cast(Store, store), folder, clock, ids) as scene:
            await _plant(scene)
            store.left = writes
            await do(scene)
            killed, store.left = store.left < 0, -1
        await store.store.close()
        reopened = await open_store(location, pool=3)
        async with _opened(reopened, folder, clock, ids) as scene:
            if await is_done(scene):
                assert await _shown(scene) == set(), f"killed after {writes} writes"
            await scene.settled()
            if await is_done(scene):
                assert await _shown(scene) == set(), f"killed after {writes} writes, and resumed"
            await do(scene)
            await scene.settled()
            assert await _shown(scene) == set(), f"killed after {writes} writes, and done again"
        await reopened.close()
        if not killed:
            return


@pytest.mark.timeout(600)
@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed != "ask everybody"])
async def test_a_disk_that_is_full_between_two_writes_shows_nothing_again(deed: str, tmp_path: Path) -> None:
    """It is hidden at once, whatever could be written, and follows when there is room (F-16, N-02, R-18)."""
    do, _ = DEEDS[deed]
    for writes in count(0, _step()):
        disk, clock, folder = FailingDisk(), HandClock(NOON), tmp_path / str(writes)
        folder.mkdir()
        real = await open_store(str(folder / "memory.sqlite3"))
        store = Killed(real, end=lambda disk=disk: setattr(disk, "fails", Fault.FULL))  # type: ignore[misc]
        async with _opened(cast(Store, store), folder, clock, count(1001)) as scene:
            await _plant(scene)
            store.left = writes
            await do(scene)
            failed, store.left = store.left < 0, 10**9
            assert await _shown(scene) == set(), f"full after {writes} writes"
            disk.fails = None
            await scene.settled()
            assert await _shown(scene) == set(), f"full after {writes} writes, and there is room again"
            assert not real.hidden
        await real.close()
        disk.remove()
        if not failed:
            return

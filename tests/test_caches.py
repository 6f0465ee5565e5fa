"""Days, weeks and profiles are made once: what is cached, for how long, and under which key."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from dnam.domain import Profile, Task
from dnam.ports import Store
from dnam.testing import ScriptedModel
from scene import ANN, DEV, GUILD
from talk import Talk, talking
from watched_store import WatchedStore

DAYS = ("days", "day_marks", "newest_message")
"""What reading days asks of the store."""


@pytest.fixture
def store(sqlite_store: Store) -> WatchedStore:
    return WatchedStore(sqlite_store)


@pytest.fixture
async def talk(store: WatchedStore, tmp_path: Path) -> AsyncIterator[Talk]:
    """A memory with the models of days, weeks and merges, in which Ann has talked for three days."""
    models: dict[Task, ScriptedModel] = {
        "summarise_day": ScriptedModel(lambda _: {"people": [{"id": str(ANN.id), "summary": "Gardened."}]}),
        "summarise_week": ScriptedModel(lambda _: {"summary": "Gardens."}),
        "merge_context": ScriptedModel(lambda _: {"context": "A gardener."}),
    }
    how: dict[str, Any] = {"extract_enabled": False, "week": "hierarchy"}
    async with talking(cast(Store, store), tmp_path, models, **how) as opened:
        for _ in range(3):
            await opened.say("I finally planted the tomatoes behind the house")
            opened.clock.advance(timedelta(days=1))
        await opened.say("I watered the tomatoes in the evening")
        await opened.tell("remember Lives in Berlin")
        await opened.settled()
        yield opened


async def profile(talk: Talk) -> Profile:
    """Return Ann's profile; what is made of it is stored."""
    await talk.memory.lanes.idle()
    made = await talk.memory.profile(GUILD, ANN.id, place=DEV)
    await talk.memory.lanes.idle()
    assert made is not None
    return made


def reads(store: WatchedStore) -> int:
    """Return how often days were read from the store since the last time, and begin anew."""
    number = sum(store.calls[name] for name in DAYS)
    store.calls.clear()
    return number


async def test_days_are_cached_for_an_hour_and_past_ones_for_good(talk: Talk, store: WatchedStore) -> None:
    """UM-38, UM-39, UM-43: the present day by its hour, days that are over by their date."""
    await profile(talk)
    reads(store)
    await profile(talk)
    assert reads(store) == 0
    talk.clock.advance(timedelta(hours=1))
    await profile(talk)
    present_day_alone = reads(store)
    assert 0 < present_day_alone <= 2 * len(DAYS)
    talk.memory.diary.forget()
    await profile(talk)
    assert reads(store) > present_day_alone


async def test_today_is_read_again_an_hour_after_it_was_made(talk: Talk, store: WatchedStore) -> None:
    """UM-38, UM-63: its age counts from when it was made, not from when it was read."""
    await profile(talk)
    talk.clock.advance(timedelta(minutes=55))
    await profile(talk)
    talk.clock.advance(timedelta(minutes=10))
    reads(store)
    await profile(talk)
    assert reads(store) > 0


async def test_a_fact_that_ends_makes_another_text(talk: Talk) -> None:
    """UM-41: the key has a hash of the facts, so that time alone can make it another."""
    (berlin,) = await talk.facts()
    soon = talk.clock.now() + timedelta(minutes=5)
    await talk.store.save_facts([replace(berlin, id="durable-1", text="Is ill", expires_at=soon)])
    await profile(talk)
    talk.clock.advance(timedelta(minutes=6))
    await profile(talk)
    assert asked(talk)["merge_context"] == 2


async def test_a_week_and_a_merged_text_are_cached_by_what_they_are_made_of(
    talk: Talk, store: WatchedStore
) -> None:
    """UM-40, UM-41, UM-42: the same sources ask neither the store nor a model; another fact asks for it."""
    assert (await profile(talk)).merged == "A gardener."
    store.calls.clear()
    assert (await profile(talk)).merged == "A gardener."
    assert store.calls["get_composed"] == 0
    assert asked(talk) == {"summarise_day": 4, "summarise_week": 1, "merge_context": 1}
    await talk.tell("remember Has a dog")
    await profile(talk)
    assert asked(talk)["merge_context"] == 2


def asked(talk: Talk) -> dict[str, int]:
    """Return how often each model was asked."""
    return {task: len(cast(ScriptedModel, model).prompts) for task, model in talk.memory.models.items()}

"""`review`: pairs of facts that nearly repeat or contradict each other, and the three ways to decide."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dnam.domain import Scope, Status
from dnam.ports import Store
from dnam.rules.fact_notes import reviewed_note
from scene import ANN, DEV, DM_ANN, Scene, opened

ONE, TWO = "Uses Home Assistant for watering", "Uses Home Assistant for watering tomatoes"
NOTHING = "Nothing I know about you"


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        await opened_scene.tell(f"remember {ONE}")
        await opened_scene.tell(f"remember {TWO}")
        yield opened_scene


async def test_two_become_one_and_two_again(scene: Scene) -> None:
    """N-16: `review merge` keeps the newer text, and `undo` takes it back."""
    assert TWO in await scene.tell("review")
    assert await scene.tell("review merge 1 2") == f'Merged "{ONE}" into "{TWO}"'
    facts = await scene.store.facts_of(ANN.id)
    assert {fact.text: fact.status for fact in facts} == {ONE: Status.SUPERSEDED, TWO: Status.ACTIVE}
    assert NOTHING in await scene.tell("review")
    await scene.tell("undo")
    assert TWO in await scene.tell("review")


async def test_both_can_be_right(scene: Scene) -> None:
    """N-16: such a pair is not listed again until one of them changes; erasing leaves no trace of it."""
    await scene.tell("review")
    assert (await scene.tell("review both 1 2")).startswith("Both are right")
    assert NOTHING in await scene.tell("review")
    assert await scene.store.get_note(reviewed_note(DEV.guild)) is not None
    await scene.memory.erase(Scope(kind="person", id=ANN.id))
    assert await scene.store.get_note(reviewed_note(DEV.guild)) is None


@pytest.mark.parametrize("typed", ["review merge 1", "review both", "review merge 1 2 3", "review all"])
async def test_a_wrong_decision_changes_nothing(scene: Scene, typed: str) -> None:
    """N-16: what is not two entries of the list is told so."""
    await scene.tell("review")
    await scene.tell(typed)
    assert {fact.status for fact in await scene.store.facts_of(ANN.id)} == {Status.ACTIVE}
    assert TWO in await scene.tell("review")


async def test_what_was_said_in_private_is_not_merged_into_what_is_public(scene: Scene) -> None:
    """R-01, N-16: facts of different listeners stay two."""
    private = "Uses Home Assistant for watering cannabis"
    await scene.tell(f"remember {private}", place=DM_ANN)
    ids = " ".join(fact.id for fact in await scene.store.facts_of(ANN.id) if fact.text in (TWO, private))
    assert "said to different people" in await scene.tell(f"review merge {ids}", place=DM_ANN)

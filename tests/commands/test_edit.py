"""`edit`, `pin`, `unpin` and `everywhere`: changing an entry of one's own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dnam.domain import Kind, Place, Status
from dnam.ports import Store
from scene import ANN, BEN, DEV, DM_ANN, ELSEWHERE, GENERAL, STAFF, Scene, opened


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


@pytest.mark.parametrize("how", ["edit 1 Likes coffee", "edit tea -> Likes coffee", "edit 1 -> Likes coffee"])
async def test_an_entry_is_changed_by_number_or_words(scene: Scene, how: str) -> None:
    """Under its permanent id; the old wording stays as history (N-05, DC-19, DC-73, R-12)."""
    await scene.tell("remember Likes tea")
    (before,) = await scene.facts()
    await scene.tell("show")
    assert await scene.tell(how) == 'Changed "Ann: Likes tea" to "Likes coffee"'
    facts = {fact.status: fact for fact in await scene.facts()}
    assert (facts[Status.ACTIVE].id, facts[Status.ACTIVE].text) == (before.id, "Likes coffee")
    assert facts[Status.SUPERSEDED].text == "Likes tea"


async def test_a_part_of_an_entry_is_changed_and_told_whole(scene: Scene) -> None:
    """Only the old words are replaced, and undo brings them back (N-05)."""
    await scene.tell("remember Likes tea with milk")
    told = await scene.tell("edit tea -> coffee")
    assert told == 'Changed "Ann: Likes tea with milk" to "Likes coffee with milk"'
    await scene.tell("undo")
    assert "Likes tea with milk" in await scene.tell("show")


async def test_an_entry_is_changed_by_id(scene: Scene) -> None:
    """The id from `show all` (N-05, R-11)."""
    await scene.tell("remember Likes tea")
    (before,) = await scene.facts()
    await scene.tell(f"edit {before.id} Uses Neovim")
    active = next(fact for fact in await scene.facts() if fact.status is Status.ACTIVE)
    assert (active.id, active.text, active.kind) == (before.id, "Uses Neovim", Kind.TOOL)


async def test_an_edit_is_used_at_once_and_undone(scene: Scene) -> None:
    """The next prompt has the new words, and undo the old ones (N-15, N-05)."""
    await scene.tell("remember Likes tea")
    await scene.tell("edit tea -> Likes coffee")
    text = (await scene.prompt()).text
    assert ("coffee" in text, "tea" in text) == (True, False)
    await scene.tell("undo")
    text = (await scene.prompt()).text
    assert ("coffee" in text, "tea" in text) == (False, True)


async def test_what_was_taken_back_elsewhere_does_not_return_with_another_undo(scene: Scene) -> None:
    """N-05, R-12: undo restores what was before, but nothing that has gone since."""
    await scene.tell("remember Likes tea", place=DEV)
    await scene.tell("edit tea -> Likes coffee", place=STAFF)
    assert (await scene.answer("undo", place=DEV)).changed
    await scene.tell("undo", place=STAFF)
    assert [fact.text for fact in await scene.facts()] == []


@pytest.mark.parametrize(
    "typed", ["", "1", "tea", "tea ->", "-> tea", "nothing -> tea", "7 tea", f"1 {'x' * 501}"]
)
async def test_a_bad_edit_changes_nothing(scene: Scene, typed: str) -> None:
    """It gets a sentence instead (N-05)."""
    await scene.tell("remember Likes tea")
    await scene.tell("show")
    before = await scene.facts()
    assert not (await scene.answer(f"edit {typed}")).changed
    assert await scene.facts() == before


async def test_an_edit_that_fits_several_asks_which(scene: Scene) -> None:
    """The list can be picked from (N-05)."""
    await scene.tell("remember Likes green tea")
    await scene.tell("remember Hates black tea")
    answer = await scene.tell("edit tea -> Likes coffee")
    assert answer.startswith('2 items match "tea":')
    assert answer.endswith("Say `!memory edit 1` with the right number.")


@pytest.mark.parametrize("typed", ["edit tea -> x", "pin tea", "unpin tea", "everywhere tea"])
async def test_nobody_changes_anothers_facts(scene: Scene, typed: str) -> None:
    """Not anyone could rewrite anyone's facts (X-16)."""
    await scene.tell("remember Likes tea", by=ANN)
    before = await scene.facts()
    assert not (await scene.answer(typed, by=BEN, manager=True)).changed
    assert await scene.facts() == before


async def test_a_pinned_fact_stays_and_is_told_as_such(scene: Scene) -> None:
    """`pin` keeps an entry always, `unpin` ends it (N-19)."""
    await scene.tell("remember Likes tea")
    assert await scene.tell("pin tea") == 'Pinned: "Ann: Likes tea"'
    assert "1. Likes tea (pinned)" in await scene.tell("show")
    assert await scene.tell("unpin tea") == 'Unpinned: "Ann: Likes tea"'
    assert "pinned" not in await scene.tell("show")


async def test_a_pin_brings_a_fact_into_a_full_prompt(scene: Scene) -> None:
    """Between facts that fit equally well the pinned one is used (N-19)."""
    await scene.tell("remember Old but important")
    await scene.tell("pin important")
    for number in range(5):
        await scene.tell(f"remember Entry {number}")
    async with scene.again(facts_limit=2) as small:
        assert "Old but important" in (await small.prompt("hello?")).text


@pytest.mark.parametrize("typed", ["pin", "pin ,", "unpin", "everywhere", "pin 1", "pin nothing", "pin all"])
async def test_pointing_at_nothing_is_answered(scene: Scene, typed: str) -> None:
    """A sentence says what to do, and nothing changes (N-05)."""
    answer = await scene.answer(typed)
    assert "`!memory" in answer.text
    assert not answer.changed


async def test_a_fact_may_be_widened_by_the_person_it_is_about(scene: Scene) -> None:
    """`everywhere` lets what was said in private be used in every place (R-01)."""
    await scene.tell("remember Is vegan", place=DM_ANN)
    for place in (DEV, STAFF, ELSEWHERE):
        assert "vegan" not in (await scene.prompt(place=place)).text
    told = await scene.tell("everywhere vegan yes", place=DM_ANN)
    assert told == 'May be used everywhere now: "Ann: Is vegan"'
    for place in (DEV, STAFF, ELSEWHERE, DM_ANN):
        assert "vegan" in (await scene.prompt(place=place)).text


@pytest.mark.parametrize(("place", "where"), [(DM_ANN, "direct message"), (STAFF, "#staff"), (DEV, None)])
async def test_what_was_said_in_private_is_widened_only_once_agreed(
    scene: Scene, place: Place, where: str | None
) -> None:
    """It says where it was said and asks; what was public is widened at once (R-01, N-05)."""
    await scene.tell("remember Is vegan", place=place)
    (fact,) = await scene.facts()
    asked = await scene.answer("everywhere vegan", place=place)
    assert (f"was said in private ({where})" in asked.text) is (where is not None)
    assert asked.confirm == (f"everywhere {fact.id} yes" if where else "")
    assert [fact.widened for fact in await scene.facts()] == [where is None]
    if where:
        assert (await scene.answer(asked.confirm, place=place)).changed
        assert [fact.widened for fact in await scene.facts()] == [True]


async def test_widening_is_undone(scene: Scene) -> None:
    """From then on it is private again (R-01, N-05)."""
    await scene.tell("remember Is vegan", place=DM_ANN)
    await scene.tell("everywhere vegan yes", place=DM_ANN)
    await scene.tell("undo", place=DM_ANN)
    assert "vegan" not in (await scene.prompt(place=DEV)).text


async def test_only_the_subject_widens(scene: Scene) -> None:
    """Whoever said it of somebody else may not (R-01, R-17)."""
    await scene.tell("remember <@11> is vegan", by=BEN, place=STAFF, mentions=(ANN,))
    told = await scene.tell("everywhere vegan", by=BEN, place=STAFF)
    assert told == "Only the person it concerns may do that. Nothing was changed."
    assert (await scene.answer("everywhere vegan yes", by=ANN, place=STAFF)).changed


async def test_changes_in_several_places_are_undone_in_their_order(scene: Scene) -> None:
    """What was changed again elsewhere is not undone past it: nothing in between returns (R-01, N-05)."""
    await scene.tell("remember I love tea", place=STAFF)
    await scene.tell("everywhere tea yes", place=DM_ANN)
    await scene.tell("edit tea -> I love coffee", place=STAFF)
    refused = await scene.answer("undo", place=DM_ANN)
    assert "take that back first" in refused.text
    assert not refused.changed
    await scene.tell("undo", place=STAFF)
    assert "tea" in (await scene.prompt(place=GENERAL)).text
    await scene.tell("undo", place=DM_ANN)
    assert "tea" not in (await scene.prompt(place=GENERAL)).text


async def test_new_words_are_not_widened_with_the_old(scene: Scene) -> None:
    """What was allowed everywhere was the old text (R-01)."""
    await scene.tell("remember Is vegan", place=DM_ANN)
    await scene.tell("everywhere vegan yes", place=DM_ANN)
    await scene.tell("edit vegan -> Is ill", place=DM_ANN)
    assert "ill" not in (await scene.prompt("how am I", place=GENERAL)).text.replace("will", "")


async def test_a_public_fact_changed_in_private_stays_private(scene: Scene) -> None:
    """The new words were said in a DM, and the old ones are no longer used (R-01, N-15)."""
    await scene.tell("remember Likes tea", place=DEV)
    await scene.tell("edit tea -> Likes whisky", place=DM_ANN)
    public, private = await scene.prompt(place=DEV), await scene.prompt(place=DM_ANN)
    assert "whisky" not in public.text
    assert "tea" not in public.text + private.text
    assert "whisky" in private.text

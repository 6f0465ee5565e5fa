"""`forget` and `undo`: by text, number, id or all; listed where several match; taken back when asked."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from dnam.domain import Status
from dnam.ports import Store
from scene import ANN, BEN, BOT, DEV, DM_ANN, GENERAL, STAFF, Scene, opened


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


@pytest.fixture
async def pets(scene: Scene) -> Scene:
    """Ann has told of three things, two of them pets."""
    for text in ("Has a dog called Rex", "Has a cat called Mia", "Works at Acme Corp"):
        await scene.tell(f"remember {text}")
    return scene


CHANGED = "That list has changed since you saw it, so nothing was done."


async def active(scene: Scene) -> set[str]:
    """Return the texts of Ann's facts in use."""
    return {fact.text for fact in await scene.facts() if fact.status is Status.ACTIVE}


async def test_the_seeds_own_example_works(pets: Scene) -> None:
    """`!memory forget Acme` finds "Works at Acme Corp" and forgets it at once (X-01, R-03)."""
    assert await pets.tell("forget Acme") == 'Found and forgotten: "Ann: Works at Acme Corp"'
    assert await active(pets) == {"Has a dog called Rex", "Has a cat called Mia"}
    assert "Acme" not in (await pets.prompt("where do I work?")).text


@pytest.mark.parametrize("typed", ["acme", "ACME CORP", "Works  at   Acme", "e C"])
async def test_any_part_of_the_text_will_do(pets: Scene, typed: str) -> None:
    """Any substring, in any case (R-03)."""
    assert (await pets.tell(f"forget {typed}")).startswith("Found and forgotten:")


@pytest.mark.parametrize(
    ("held", "typed"), [("I’m vegan", "I'm vegan"), ("café society", "cafe\u0301"), ("Straße 5", "STRASSE")]
)
async def test_equal_writing_is_equal(scene: Scene, held: str, typed: str) -> None:
    """Apostrophes of phones, composed letters and case folding make no difference (N-07, R-03)."""
    await scene.tell(f"remember {held}")
    assert (await scene.tell(f"forget {typed}")).startswith("Found and forgotten:")


async def test_several_matches_are_listed_to_pick_from(pets: Scene) -> None:
    """Nothing is forgotten until one is picked (R-03, N-05)."""
    answer = await pets.answer("forget called")
    assert answer.text.split("\n") == [
        '2 items match "called":',
        "1. Ann: Has a cat called Mia",
        "2. Ann: Has a dog called Rex",
        "Say `!memory forget 1`, several numbers, or `!memory forget all`.",
    ]
    assert (answer.changed, len(await active(pets))) == (False, 3)


@pytest.mark.parametrize(
    ("picked", "left"),
    [
        ("2", {"Has a cat called Mia", "Works at Acme Corp"}),
        ("1, 2", {"Works at Acme Corp"}),
        ("2 1 2", {"Works at Acme Corp"}),
    ],
)
async def test_picking_by_number(pets: Scene, picked: str, left: set[str]) -> None:
    """One number or several of the list that was shown (R-03, N-05)."""
    await pets.tell("forget called")
    await pets.tell(f"forget {picked}")
    assert await active(pets) == left


async def test_picking_by_id(pets: Scene) -> None:
    """The stable id names one entry (R-03, N-05, DC-19)."""
    fact = next(fact for fact in await pets.facts() if "Rex" in fact.text)
    assert await pets.tell(f"forget {fact.id}") == 'Found and forgotten: "Ann: Has a dog called Rex"'


async def test_numbers_keep_their_meaning_while_entries_go(pets: Scene) -> None:
    """A number is that entry of the list that was shown, and no other (N-05)."""
    await pets.tell("show")
    await pets.tell("forget 1")
    await pets.tell("forget 3")
    assert await active(pets) == {"Has a cat called Mia"}
    assert await pets.tell("forget 1") == f"{CHANGED} It is now:\n1. Ann: Has a cat called Mia"


@pytest.mark.parametrize("typed", ["0", "4", "99999999999", "9" * 5000, "1 4"])
async def test_a_number_that_is_not_there_changes_nothing(pets: Scene, typed: str) -> None:
    """The answer says which there are (N-05)."""
    await pets.tell("show")
    assert "The last list here has entries 1 to 3" in await pets.tell(f"forget {typed}")
    assert len(await active(pets)) == 3


@pytest.mark.parametrize("typed", [",", ", ,", "\u200b", "no such thing", "-1"])
async def test_what_matches_nothing_changes_nothing(pets: Scene, typed: str) -> None:
    """No match is said, never done (DC-87, UM-18)."""
    answer = await pets.answer(f"forget {typed}")
    assert answer.text.startswith("No item matches")
    assert (answer.changed, len(await active(pets))) == (False, 3)


async def test_forget_what(pets: Scene) -> None:
    """An empty command asks back (N-05)."""
    assert (await pets.tell("forget")).startswith("Forget what?")


async def test_what_may_not_be_heard_here_cannot_be_forgotten_here(scene: Scene) -> None:
    """A public channel does not even tell that a secret matches (R-01, X-13)."""
    await scene.tell("remember Secretly plays the tuba", place=DM_ANN)
    assert (await scene.tell("forget tuba", place=DEV)).startswith('No item matches "tuba" here.')
    assert (
        await scene.tell("forget tuba", place=DM_ANN) == 'Found and forgotten: "Ann: Secretly plays the tuba"'
    )


async def test_nobody_forgets_for_somebody_else(pets: Scene) -> None:
    """Not by text, not by id, not by a number (X-16)."""
    fact = (await pets.facts())[0]
    for typed in ("forget Acme", f"forget {fact.id}", "forget 1"):
        assert not (await pets.answer(typed, by=BEN)).changed
    assert len(await active(pets)) == 3


async def test_a_long_list_is_picked_from_as_far_as_it_was_shown(scene: Scene) -> None:
    """`all` means what the person saw, not what did not fit (R-03, X-12)."""
    for number in range(12):
        await scene.tell(f"remember Story {number:02d} of my childhood, {'and then we went home, ' * 17}")
    shown = await scene.answer("forget childhood")
    assert len(shown.text) <= 2000
    await scene.tell("forget all")
    await scene.tell("forget all yes")
    assert len(await active(scene)) == 12 - len(shown.listed)


async def test_undo_brings_back_what_was_forgotten(pets: Scene) -> None:
    """Exactly as it was (R-03, N-05)."""
    before = await pets.facts()
    await pets.tell("forget Acme")
    assert await pets.tell("undo") == "Undone: `!memory forget Acme`"
    assert await pets.facts() == before


async def test_undo_names_what_a_press_meant(pets: Scene) -> None:
    """N-05, N-06: an id, or a number of a list that is gone, tells nobody anything."""
    fact = (await pets.facts())[0]
    await pets.tell("show")
    for typed in (f"forget {fact.id}", "forget 1"):
        await pets.tell(typed)
        assert await pets.tell("undo") == f'Undone: `!memory forget "{fact.text}"`'
        await pets.tell("show")
    await pets.tell("remember I live at number 7")
    assert await pets.tell("undo") == "Undone: `!memory remember I live at number 7`"


async def test_undo_goes_back_step_by_step(scene: Scene) -> None:
    """Every change of this conversation, the last first, until there is none (N-05)."""
    await scene.tell("remember I live in Paris")
    await scene.tell("remember I live in Berlin")
    await scene.tell("pin Berlin")
    assert await scene.tell("undo") == "Undone: `!memory pin Berlin`"
    await scene.tell("undo")
    assert await active(scene) == {"Lives in Paris"}
    await scene.tell("undo")
    assert await scene.facts() == []
    assert await scene.tell("undo") == "There is nothing to undo here."


async def test_undo_survives_a_restart(pets: Scene) -> None:
    """Steps and lists are kept in the store (N-05)."""
    await pets.tell("forget Acme")
    async with pets.again() as later:
        await later.tell("undo")
        assert "Works at Acme Corp" in await active(later)


async def test_undo_is_of_this_person_and_this_conversation(pets: Scene) -> None:
    """Nobody undoes what another did, or what was done elsewhere (X-16)."""
    await pets.tell("forget Acme", place=DEV)
    for person, place in ((BEN, DEV), (ANN, GENERAL), (ANN, STAFF)):
        assert await pets.tell("undo", by=person, place=place) == "There is nothing to undo here."
    assert "Works at Acme Corp" not in await active(pets)


async def test_undo_does_not_bring_back_what_its_subject_has_forgotten_since(scene: Scene) -> None:
    """A person's forgetting is not undone by whoever said it of them (R-17, R-12, X-16)."""
    await scene.tell("remember <@11> owes me money", by=BEN, mentions=(ANN,))
    await scene.tell("edit owes me money -> owes me a lot of money", by=BEN)
    await scene.tell("forget owes", by=ANN)
    for _ in range(3):
        assert not (await scene.answer("undo", by=BEN)).changed
    assert await active(scene) == set()


async def test_a_forgotten_fact_is_in_no_prompt_search_or_reason(pets: Scene) -> None:
    """Nobody is shown it any more, not even as what an earlier answer was made from (R-12, X-15, N-11)."""
    context = await pets.prompt("where do I work?")
    await pets.memory.on_reply(await pets.say("You know that.", by=BOT), context)
    assert "Acme" in await pets.tell("why", by=BEN)
    await pets.tell("forget Acme")
    assert "Acme" not in await pets.tell("why", by=BEN) + await pets.tell("show")
    assert (await pets.search("Acme")).facts == ()
    assert "Acme" not in (await pets.prompt("where do I work?")).text


async def test_a_pinned_fact_can_be_forgotten_by_its_owner(pets: Scene) -> None:
    """A pin guards against caps, not against the person (N-19)."""
    await pets.tell("pin Acme")
    await pets.tell("forget Acme")
    fact = next(fact for fact in await pets.facts() if "Acme" in fact.text)
    assert (fact.status, fact.pinned) == (Status.FORGOTTEN, False)


async def test_an_imported_fact_of_any_length_is_answered_whole(scene: Scene) -> None:
    """Even a text longer than a message leaves an answer that fits (X-12)."""
    await scene.tell("remember Likes tea")
    (fact,) = await scene.facts()
    await scene.store.save_facts([replace(fact, text="tea " * 1500)])
    for typed in ("show", "show all", "pin tea", "everywhere tea", f"forget {'tea ' * 700}"):
        assert len(await scene.tell(typed)) <= 2000


async def test_undo_elsewhere_does_not_bring_back_the_message_behind_a_forgotten_fact(scene: Scene) -> None:
    """A message that two facts were learned from stays silent as long as one of them is forgotten (X-15)."""
    async with scene.again(extract_enabled=True) as learning:
        await learning.say("I work at Acme. I love green tea.")
        await learning.settled()
        await learning.tell("pin tea", place=DEV)
        await learning.tell("forget Acme", place=DM_ANN)
        assert "Acme" not in (await learning.prompt(place=DEV)).text
        await learning.tell("undo", place=DEV)
        assert "Acme" not in (await learning.prompt(place=DEV)).text
        await learning.tell("undo", place=DM_ANN)
        assert "[Ann]: I work at Acme. I love green tea." in (await learning.prompt(place=DEV)).text


async def test_what_was_forgotten_and_is_said_again_is_not_used_everywhere(scene: Scene) -> None:
    """N-01, R-12: it was widened for what was told then; the new statement is for those who hear it."""
    for typed in ("remember I love mint tea", "everywhere mint", "forget mint", "remember I love mint tea"):
        await scene.tell(typed, place=STAFF)
    assert await active(scene) == {"Loves mint tea"}
    shown = [(await scene.prompt("what is loved?", place=place)).text for place in (GENERAL, STAFF)]
    assert ["mint" in each for each in shown] == [False, True]


async def test_what_was_done_while_a_channel_was_closed_is_not_undone_once_it_is_open(scene: Scene) -> None:
    """N-01, R-12: the words of the command would be shown to who could not have read it."""
    opened_since = replace(STAFF, visibility=DEV.visibility)
    await scene.tell("remember I like tea", place=opened_since)
    await scene.tell("remember I work at Initech", place=STAFF)
    assert await scene.tell("undo", place=opened_since) == "Undone: `!memory remember I like tea`"
    assert await scene.tell("undo", place=opened_since) == "There is nothing to undo here."
    assert await scene.tell("undo", place=STAFF) == "Undone: `!memory remember I work at Initech`"


async def test_undoing_what_was_told_takes_its_earlier_wording_too(scene: Scene) -> None:
    """R-03, N-12: what it said before it was changed elsewhere is history of something that is gone."""
    await scene.tell("remember I work at Initech", place=GENERAL)
    await scene.tell("edit Initech -> I work at Acme", place=DEV)
    await scene.tell("undo", place=GENERAL)
    assert await scene.facts() == []

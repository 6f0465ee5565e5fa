"""Numbers mean what the person saw: a list that has changed since is shown again, and nothing is done."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.domain import Status
from dnam.ports import Store
from scene import ANN, BEN, DEV, GENERAL, Scene, opened

CHANGED = "That list has changed since you saw it, so nothing was done. It is now:"


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    """Ann has told of three things; the list of them is in #dev."""
    async with opened(store, tmp_path) as opened_scene:
        for text in ("Lives in Paris", "Has a cat called Mia", "Works at Acme Corp"):
            await opened_scene.tell(f"remember {text}")
        yield opened_scene


async def active(scene: Scene) -> set[str]:
    """Return the texts of Ann's facts in use."""
    return {fact.text for fact in await scene.facts() if fact.status is Status.ACTIVE}


@pytest.mark.parametrize("typed", ["forget 3", "pin 3", "edit 3 Lives in Rome", "forget 1 3"])
async def test_an_entry_that_was_replaced_is_not_touched_by_its_old_number(scene: Scene, typed: str) -> None:
    """What replaced it stands in the list that is shown again, under a number of its own (N-05)."""
    await scene.tell("show")
    await scene.tell("remember I live in Berlin", place=GENERAL)
    before = await scene.facts()
    answer = await scene.answer(typed)
    lines = ["1. Ann: Works at Acme Corp", "2. Ann: Has a cat called Mia", "3. Ann: Lives in Berlin"]
    assert answer.text.split("\n") == [CHANGED, *lines]
    assert (answer.changed, await scene.facts()) == (False, before)
    await scene.tell("forget 3")
    assert await active(scene) == {"Works at Acme Corp", "Has a cat called Mia"}


async def test_an_entry_with_another_text_is_not_touched(scene: Scene) -> None:
    """Even though it is the same entry, the person has not seen what it says now (N-05)."""
    await scene.tell("show")
    await scene.tell("edit Mia -> Has a dog called Rex", place=GENERAL)
    assert (await scene.tell("pin 2")).startswith(CHANGED)
    assert not any(fact.pinned for fact in await scene.facts())


async def test_other_entries_of_a_changed_list_keep_their_numbers(scene: Scene) -> None:
    """A number is refused for its own entry's sake, not for another's (N-05)."""
    await scene.tell("show")
    await scene.tell("remember I live in Berlin", place=GENERAL)
    assert await scene.tell("forget 2") == 'Found and forgotten: "Ann: Has a cat called Mia"'


async def test_a_number_in_a_text_is_not_taken_for_a_changed_entry(scene: Scene) -> None:
    """Of a list with 12 entries the twelfth is meant, never a fact that has a 12 in it (N-05)."""
    for number in range(12):
        await scene.tell(f"remember Owns book {chr(97 + number)}")
    await scene.tell("remember Lives at number 12")
    await scene.tell("show")
    await scene.tell("forget book b", place=GENERAL)
    assert (await scene.tell("forget 12")).startswith(CHANGED)
    assert "Lives at number 12" in await active(scene)


async def test_forgetting_all_is_asked_first(scene: Scene) -> None:
    """All of the last list, once it was confirmed; undo brings it back in one step (N-05, R-03)."""
    await scene.tell("show")
    asked = await scene.answer("forget all")
    assert asked.text.split("\n")[1:] == [
        "1. Ann: Works at Acme Corp",
        "2. Ann: Has a cat called Mia",
        "3. Ann: Lives in Paris",
    ]
    assert (asked.changed, asked.confirm, len(await active(scene))) == (False, "forget all yes", 3)
    done = await scene.answer("forget all yes")
    assert (done.changed, await active(scene)) == (True, set())
    await scene.tell("undo")
    assert len(await active(scene)) == 3


@pytest.mark.parametrize("meanwhile", ["nothing was asked", "too late", "another list", "changed"])
async def test_a_yes_counts_only_for_what_was_asked(scene: Scene, meanwhile: str) -> None:
    """Not without the question, not later, not for another list, not for what has changed (N-05)."""
    if meanwhile != "nothing was asked":
        await scene.tell("forget all")
    if meanwhile == "too late":
        scene.clock.advance(timedelta(minutes=10))
    elif meanwhile == "another list":
        await scene.tell("forget Acme Corp, or so")
        await scene.tell("show")
    elif meanwhile == "changed":
        await scene.tell("edit Mia -> Has a dog called Rex", place=GENERAL)
    answer = await scene.answer("forget all yes")
    assert (answer.changed, len(await active(scene))) == (False, 3)
    assert answer.text.startswith(CHANGED if meanwhile == "changed" else "This would be forgotten (3).")


async def test_everything_is_more_than_fits_one_message(scene: Scene) -> None:
    """What was asked about is forgotten whole, with the entries that did not fit the answer (X-12, N-05)."""
    for number in range(12):
        await scene.tell(f"remember Story {number:02d}, {'and then we went home, ' * 17}")
    asked = await scene.answer("forget everything")
    assert asked.text.startswith("This would be forgotten (15).")
    assert len(asked.listed) < 15
    await scene.tell("forget all yes")
    assert await active(scene) == set()


async def test_nothing_is_asked_about_nothing(scene: Scene) -> None:
    """Somebody of whom nothing is known is told so (DC-25)."""
    answer = await scene.answer("forget all", by=BEN)
    assert (answer.text, answer.confirm) == ("I know nothing about Ben that may be told here.", "")


async def test_several_steps_are_undone_at_once(scene: Scene) -> None:
    """The last first, and it says where it stopped (N-05)."""
    for number in (1, 2, 3):
        await scene.tell("show")
        await scene.tell("forget 1")
        assert len(await active(scene)) == 3 - number
    assert (await scene.tell("undo 2")).split("\n") == [
        'Undone: `!memory forget "Lives in Paris"`',
        'Undone: `!memory forget "Has a cat called Mia"`',
    ]
    assert len(await active(scene)) == 2
    told = (await scene.tell("undo 20")).split("\n")
    assert told[0].startswith('Undone: `!memory forget "')
    assert told[-1] == "Then I stopped: There is nothing to undo here."
    assert await scene.facts() == []


@pytest.mark.parametrize("steps", ["0", "21", "-1", "two", "9" * 5000])
async def test_a_number_of_steps_that_cannot_be_changes_nothing(scene: Scene, steps: str) -> None:
    """The answer says what can be done (N-05)."""
    assert "Nothing was changed." in await scene.tell(f"undo {steps}")
    assert len(await active(scene)) == 3


async def test_a_claim_is_accepted_by_its_number(store: Store, tmp_path: Path) -> None:
    """The second of the list that was shown, and one that has gone since is not taken (R-17, N-05)."""
    async with opened(store, tmp_path, hearsay="quarantine") as scene:
        for text in ("snores", "owes me money"):
            await scene.tell(f"remember <@11> {text}", by=BEN, mentions=(ANN,))
        listed = (await scene.tell("claims", by=ANN)).split("\n")
        assert listed[2] == "2. Ann: Snores (according to Ben)"
        assert await scene.tell("accept 2", by=ANN) == 'Accepted: "Ann: Snores"'
        await scene.tell("forget owes", by=BEN)
        assert (await scene.tell("accept 1", by=ANN)).startswith(CHANGED)
        assert await active(scene) == {"Snores"}


async def test_lists_say_whom_each_entry_is_about(scene: Scene) -> None:
    """Of several people and the server, in one list to pick from (N-08)."""
    await scene.tell("remember <@12> has a cat", mentions=(BEN,))
    await scene.tell("lore The cat rules")
    told = (await scene.tell("forget cat")).split("\n")[1:4]
    assert {line[3:] for line in told} == {
        "Ann: Has a cat called Mia",
        "Ben: Has a cat (according to Ann)",
        "Lore: The cat rules",
    }


async def test_the_preset_of_discoclaw_answers_as_discoclaw(store: Store, tmp_path: Path) -> None:
    """`remember`, `show` and `forget` say what the seed says, word for word (DC-85, DC-86, DC-87)."""
    async with opened(store, tmp_path, preset="discoclaw") as scene:
        told = [await scene.tell("remember Works at Acme Corp"), await scene.tell("show")]
        assert told[0] == 'Remembered: "Works at Acme Corp"'
        assert told[1].split("\n")[:2] == [
            "Durable memory (1 item):",
            "- [fact] Works at Acme Corp (src: manual)",
        ]
        assert await scene.tell("forget Acme") == 'Deprecated 1 item matching "Acme"'


async def test_no_seeds_words_are_read_by_default(scene: Scene) -> None:
    """Neither its terms nor counts of tokens (R-11)."""
    typed = ("show", "show all", "search Acme", "why", "remember I like tea", "forget tea", "undo", "claims")
    told = "\n".join([await scene.tell(words, place=DEV) for words in typed])
    assert not [
        word
        for word in ("Deprecated", "Durable", "src:", "token", "[fact]")
        if word
        in told.replace(
            "` [fact]",
            "",  # `show all` has ids, states and kinds
        )
    ]

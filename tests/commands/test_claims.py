"""Claims: what is said of somebody else stays in that person's hands, whatever way it comes back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dnam.commands import Command
from dnam.domain import Person, Place, Status
from dnam.ports import Store
from scene import ANN, BEN, BOT, CARL, DEV, DM_ANN, Scene, opened

BALD = "remember <@12> is bald"


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        for person in (ANN, BEN, CARL):
            await opened_scene.say("hello", by=person)
        yield opened_scene


async def claim(scene: Scene, *, forgotten: bool = False) -> None:
    """Let Ann say something of Ben, and perhaps have it forgotten."""
    assert (await scene.answer(BALD, by=ANN, mentions=(BEN,))).changed
    if forgotten:
        assert (await scene.answer("forget bald", by=ANN)).changed


async def shown(scene: Scene) -> bool:
    """Return whether anybody is shown the claim."""
    return "bald" in (await scene.prompt("what about Ben?", by=CARL, mentions=(BEN,))).text


async def statuses(scene: Scene) -> list[Status]:
    """Return the states of everything known about Ben."""
    return sorted(fact.status for fact in await scene.facts(BEN))


async def plainly(scene: Scene, text: str, *, by: Person = ANN, place: Place = DEV) -> str:
    """Let somebody say something to the assistant in plain words; return the answer."""
    scene.minute_later()
    command = Command(text=text, place=place, person=by, assistant=BOT, message=next(scene.numbers))
    answer = await scene.memory.command(command)
    assert answer is not None
    return answer.text


# Undo is judged like a new claim


@pytest.mark.parametrize("place", [DEV, DM_ANN], ids=["there", "in private"])
@pytest.mark.parametrize("choice", ["refuse", "optout"])
async def test_undo_does_not_bring_back_what_its_subject_does_not_want(
    scene: Scene, choice: str, place: Place
) -> None:
    """R-17, R-12, R-18: an undo of a claim after its subject refused or opted out changes nothing."""
    await claim(scene)
    assert (await scene.answer("forget bald", by=ANN, place=place)).changed
    assert (await scene.answer(choice, by=BEN)).changed
    undone = await scene.answer("undo", by=ANN, place=place)
    assert (undone.changed, "Nothing was changed." in undone.text) == (False, True)
    assert await statuses(scene) == [Status.FORGOTTEN]
    await scene.tell("refuse off" if choice == "refuse" else "optin", by=BEN)
    assert not await shown(scene)
    assert (await scene.answer("undo", by=ANN, place=place)).changed  # the step was not used up
    assert await statuses(scene) == [Status.ACTIVE]


async def test_a_pin_is_for_the_words_its_subject_pinned(scene: Scene) -> None:
    """R-14, R-17: who said it may change their word, which unpins it; the subject's edit keeps it."""
    await claim(scene)
    await scene.tell("pin bald", by=BEN)
    await scene.tell("edit bald -> very bald", by=BEN)
    assert [fact.pinned for fact in await scene.facts(BEN) if fact.status is Status.ACTIVE] == [True]
    await scene.tell("remember <@12> bakes pies", by=ANN, mentions=(BEN,))
    await scene.tell("pin pies", by=BEN)
    await scene.tell("edit pies -> cakes", by=ANN)
    facts = {fact.text: fact.pinned for fact in await scene.facts(BEN) if fact.status is Status.ACTIVE}
    assert facts == {"Is very bald": True, "Bakes cakes": False}


async def test_who_is_named_is_offered_what_they_may_forget(scene: Scene) -> None:
    """R-17: suggestions know whom a fact names, and offer nothing that would be refused."""
    await scene.tell("remember my boss <@12> is bald", by=ANN, mentions=(BEN,))
    question = scene.question("", by=BEN)
    assert [fact.text for fact in await scene.memory.entries(question)] == ["Boss <@12> is bald"]
    assert await scene.memory.entries(question, "edit") == []
    assert await scene.memory.entries(scene.question("", by=CARL)) == []


@pytest.mark.parametrize("place", [DEV, DM_ANN], ids=["there", "in private"])
async def test_what_undo_brings_back_waits_where_claims_wait(scene: Scene, place: Place) -> None:
    """R-17, N-10: after `quarantine on` it is used only once its subject accepts it."""
    await claim(scene)
    await scene.tell("forget bald", by=ANN, place=place)
    await scene.tell("quarantine on", by=CARL, manager=True)
    assert (await scene.answer("undo", by=ANN, place=place)).changed
    assert await statuses(scene) == [Status.CLAIMED]
    assert not await shown(scene)
    await scene.tell("claims", by=BEN)
    assert await scene.tell("accept 1", by=BEN) == 'Accepted: "Ben: Is bald"'
    assert await shown(scene)


async def test_undo_of_an_edit_waits_too(scene: Scene) -> None:
    """R-17, N-05: the old words of a claim are judged again when they come back."""
    await claim(scene)
    await scene.tell("edit bald -> is tall", by=ANN)
    await scene.tell("quarantine on", by=CARL, manager=True)
    assert (await scene.answer("undo", by=ANN)).changed
    assert not await shown(scene)
    assert "bald" in await scene.tell("claims", by=BEN)


async def test_an_edited_claim_waits_and_says_so(scene: Scene) -> None:
    """R-17, N-10: new words of an accepted claim have not been accepted."""
    await scene.tell("quarantine on", by=CARL, manager=True)
    await claim(scene)
    await scene.tell("accept bald", by=BEN)
    told = await scene.tell("edit bald -> is fat", by=ANN)
    assert told == 'Changed "Ben: Is bald" to "is fat"\nIt is used once accepted by Ben.'
    assert Status.ACTIVE not in await statuses(scene)


async def test_undo_brings_back_no_word_of_who_has_opted_out(scene: Scene) -> None:
    """What Ben had said of Ann was hidden with him; her undo does not show it again (R-18, N-03)."""
    await scene.tell("remember <@11> likes figs", by=BEN, mentions=(ANN,))
    await scene.tell("edit figs -> plums", by=ANN)
    await scene.tell("optout", by=BEN)
    assert "Nothing was changed" in await scene.tell("undo", by=ANN)
    assert "figs" not in await scene.tell("show all", by=ANN)


async def test_undo_after_the_subject_erased_brings_nothing_back(scene: Scene) -> None:
    """N-02: the step that held a copy went with everything else."""
    await claim(scene, forgotten=True)
    await scene.tell("erase", by=BEN)
    await scene.tell("erase confirm", by=BEN)
    while (await scene.answer("undo", by=ANN)).changed:
        pass
    assert await scene.facts(BEN) == []


async def test_what_its_subject_forgot_is_not_brought_back_by_its_sayer(scene: Scene) -> None:
    """R-12, R-17: no step of the sayer, from before or after an edit, revives it."""
    await claim(scene)
    await scene.tell("edit bald -> is fat", by=ANN)
    assert (await scene.answer("forget fat", by=BEN)).changed
    for _ in range(3):
        assert not (await scene.answer("undo", by=ANN)).changed
    assert Status.ACTIVE not in await statuses(scene)


async def test_the_subject_may_take_back_their_own_step(scene: Scene) -> None:
    """N-05: what Ben forgot by mistake Ben brings back, also where claims wait."""
    await claim(scene)
    await scene.tell("quarantine on", by=CARL, manager=True)
    await scene.tell("forget bald", by=BEN)
    assert (await scene.answer("undo", by=BEN)).changed
    assert await shown(scene)


async def test_who_said_it_may_take_back_a_claim_that_waits(scene: Scene) -> None:
    """R-17: one's own word can be withdrawn before anybody has accepted it."""
    await scene.tell("quarantine on", by=CARL, manager=True)
    await claim(scene)
    assert (await scene.answer("forget bald", by=ANN)).changed
    assert await scene.tell("claims", by=BEN) == "No claims wait for you."


# What the sayer is told


async def test_a_claim_that_waits_is_told_as_such_in_every_way_of_saying_it(scene: Scene) -> None:
    """R-17, UM-71: by command and in plain words, in the speaker's language."""
    await scene.tell("quarantine on", by=CARL, manager=True)
    told = await scene.tell("remember <@12> is bald", by=ANN, mentions=(BEN,))
    assert told == 'Remembered about Ben: "Is bald"\nIt is used once accepted by Ben.'
    plain = await plainly(scene, "Bot, remember that Ben is tall")
    assert plain == 'Remembered about Ben: "Is tall"\nIt is used once accepted by Ben.'
    german = await plainly(scene, "Bot, merk dir, dass Ben gerne angelt")
    assert german.endswith("Verwendet wird es erst nach Zustimmung von Ben.")
    await scene.say("Ben snores", by=CARL)
    quoted = await plainly(scene, "Bot, remember this about Ben")
    assert "It is used once accepted by Ben." in quoted
    assert await statuses(scene) == [Status.CLAIMED] * 4

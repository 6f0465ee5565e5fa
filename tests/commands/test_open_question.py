"""A question of the memory is answered by a plain yes or no, said next and soon."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.commands import Answer, Command
from dnam.domain import Person, Place, Status, Visibility
from dnam.languages import languages, reply
from dnam.ports import Store
from scene import ANN, BEN, BOT, DEV, DM_ANN, GENERAL, Scene, opened


async def said(scene: Scene, text: str, *, by: Person = ANN, place: Place = DEV) -> Answer | None:
    """Let somebody say something to the assistant."""
    scene.minute_later()
    return await scene.memory.command(
        Command(text=text, place=place, person=by, assistant=BOT, message=next(scene.numbers))
    )


async def active(scene: Scene) -> list[str]:
    return [fact.text for fact in await scene.facts() if fact.status is Status.ACTIVE]


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    """Open a memory that knows two things of Ann."""
    async with opened(store, tmp_path) as opened_scene:
        await opened_scene.tell("remember I like tea")
        await opened_scene.tell("remember I live in Paris")
        yield opened_scene


@pytest.mark.parametrize("yes", ["yes", "Yes!", "yes please", "Dee, yes"])
async def test_a_plain_yes_forgets_all_that_was_asked_about(scene: Scene, yes: str) -> None:
    """N-05, R-03: in one step, and undo brings it back."""
    await said(scene, "forget everything you know about me")
    answer = await said(scene, yes)
    assert answer is not None
    assert (answer.changed, await active(scene)) == (True, [])
    await scene.tell("undo")
    assert len(await active(scene)) == 2


@pytest.mark.parametrize("asked", ["erase", "forget all"])
async def test_a_yes_is_answered_in_the_language_of_the_question(scene: Scene, asked: str) -> None:
    """N-02, R-25: "ja" is German and Dutch; the question was German."""
    await scene.tell(asked, language="de")
    answer = await said(scene, "ja")
    assert answer is not None
    head = reply("de", "erased_head" if asked == "erase" else "forgotten", text="")[:8]
    assert answer.text.startswith(head)
    assert await active(scene) == []


async def test_a_yes_lets_a_private_fact_be_told(scene: Scene) -> None:
    """R-02: "everywhere" asks first."""
    await scene.tell("remember I play the tuba", place=DM_ANN)
    await scene.tell("everywhere tuba", place=DM_ANN)
    assert (await said(scene, "yes", place=DM_ANN)) is not None
    (tuba,) = [fact for fact in await scene.facts() if "tuba" in fact.text]
    assert tuba.widened


@pytest.mark.parametrize("no", ["no", "nein", "rather not"])
async def test_anything_else_that_is_short_is_a_no(scene: Scene, no: str) -> None:
    """N-02: and a yes behind it is none any more."""
    await scene.tell("erase")
    answer = await said(scene, no)
    assert answer is not None
    assert answer.text.startswith("Nothing was changed.")
    assert await said(scene, "yes") is None
    assert len(await active(scene)) == 2


@pytest.mark.parametrize(
    "meanwhile", ["talk", "another command", "ten minutes", "elsewhere", "Ben", "nothing"]
)
async def test_a_yes_to_nothing_is_talk(scene: Scene, meanwhile: str) -> None:
    """N-05: only the next word of whoever was asked, there and soon."""
    if meanwhile != "nothing":
        await scene.tell("erase")
    if meanwhile == "talk":
        assert await said(scene, "I had a long walk by the sea with my sister today") is None
    elif meanwhile == "another command":
        await scene.tell("show")
    elif meanwhile == "ten minutes":
        scene.clock.advance(timedelta(minutes=10))
    who, where = BEN if meanwhile == "Ben" else ANN, GENERAL if meanwhile == "elsewhere" else DEV
    assert where.visibility is Visibility.PUBLIC
    assert await said(scene, "yes", by=who, place=where) is None
    assert len(await active(scene)) == 2


async def test_what_only_a_model_was_asked_is_no_question_to_the_person(scene: Scene) -> None:
    """X-08: a tool call asks the model; the person's next yes is to what they have read."""
    assert (await scene.answer("forget all", typed=False)).confirm == "forget all yes"
    answer = await said(scene, "yes")
    assert answer is None or not answer.changed
    assert len(await active(scene)) == 2


@pytest.mark.parametrize("code", languages())
async def test_help_is_asked_for_in_every_language(scene: Scene, code: str) -> None:
    """N-19: in the very words that an answer without a model recommends."""
    recommended = reply(code, "ask_help")
    begin = next(at for at, letter in enumerate(recommended) if letter in "“„«「")
    end = next(at for at, letter in enumerate(recommended) if letter in "”“»」" and at > begin + 1)
    answer = await said(scene, recommended[begin + 1 : end].strip())
    assert answer is not None
    assert answer.text == reply(code, "notice", prefix="!memory")


@pytest.mark.parametrize("text", ["who are you?", "help", "how do I make you forget me?", "wer bist du?"])
async def test_help_names_how_to_see_and_end_what_is_remembered(scene: Scene, text: str) -> None:
    """N-07: it is said in plain words, as a request."""
    answer = await said(scene, text)
    assert answer is not None
    for command in ("help", "optout", "erase"):
        assert f"`!memory {command}`" in answer.text
    assert await said(scene, "help me with my homework") is None

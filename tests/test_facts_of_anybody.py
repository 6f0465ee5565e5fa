"""Facts of people who neither take part nor are named, in prompts and in answers without a model."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dnam.domain import Layer
from dnam.languages import reply
from dnam.models.embed import embedder_for
from dnam.ports import Store
from dnam.reply import answer_text
from dnam.settings import Settings
from scene import ANN, BEN, CARL, DEV, GENERAL, STAFF, Scene, layer, opened

EMBEDDER = embedder_for(Settings())


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path, embedder=EMBEDDER) as opened_scene:
        yield opened_scene


async def answered(scene: Scene, text: str) -> str:
    """Return what Ann is answered in #general by memory alone."""
    question = scene.question(text, by=ANN, place=GENERAL)
    return answer_text(await scene.memory.reply(question), question)


async def test_a_fact_that_fits_is_shown_of_whom_nobody_named(scene: Scene) -> None:
    """F-22: Ben is not here, and no message of his is left that says it."""
    await scene.tell("remember I am allergic to hazelnuts", by=BEN, place=DEV)
    shown = await scene.prompt("who is allergic to hazelnuts?", by=ANN, place=GENERAL)
    assert "Ben: [" in layer(shown, Layer.PEOPLE)
    assert "llergic to hazelnuts" in layer(shown, Layer.PEOPLE)
    assert "Ben: " in await answered(scene, "who is allergic to hazelnuts?")


async def test_what_was_told_in_private_is_shown_to_nobody_else(scene: Scene) -> None:
    """N-02: what fits is chosen among what everyone here could have heard."""
    await scene.tell("remember I am allergic to hazelnuts", by=BEN, place=STAFF)
    shown = await scene.prompt("who is allergic to hazelnuts?", by=ANN, place=GENERAL)
    assert "hazelnuts" not in layer(shown, Layer.PEOPLE)


async def test_who_opted_out_is_not_found(scene: Scene) -> None:
    """N-03: their facts are in no prompt, whatever is asked."""
    await scene.tell("remember I am allergic to hazelnuts", by=CARL, place=DEV)
    await scene.tell("optout", by=CARL, place=DEV)
    shown = await scene.prompt("who is allergic to hazelnuts?", by=ANN, place=GENERAL)
    assert "hazelnuts" not in layer(shown, Layer.PEOPLE)


async def test_noted_is_not_said_of_what_is_not_kept(scene: Scene) -> None:
    """F-25: who is named and opted out is the reason, and it is said."""
    await scene.say("hello", by=CARL, place=DEV)
    await scene.tell("optout", by=CARL, place=DEV)
    assert await answered(scene, "Carl likes tea") == reply("en", "undo_consent")
    assert (await answered(scene, "I like tea")).startswith("Noted")


async def test_a_greeting_is_no_question(scene: Scene) -> None:
    """F-25: a message that begins like it answers nothing."""
    await scene.say("hello everybody, I baked bread today", by=BEN, place=GENERAL)
    assert "bread" not in await answered(scene, "hello")


async def test_each_person_stands_once_in_a_list(scene: Scene) -> None:
    """F-22: by what is known of them, else by what they said."""
    await scene.tell("remember I have a dog", by=BEN, place=DEV)
    await scene.say("my dog ate the sofa again", by=BEN, place=DEV)
    await scene.say("I have a dog too, she is called Pepper", by=CARL, place=DEV)
    await scene.settled()
    lines = (await answered(scene, "who here has a dog?")).splitlines()[1:]
    assert [sum(name in line for line in lines) for name in ("Ben", "Carl")] == [1, 1]


async def test_whom_a_listed_fact_is_about_is_named(scene: Scene) -> None:
    """F-25: somebody who takes part and whose messages are not in the answer has a name in it."""
    await scene.tell("remember my partner is allergic to hazelnuts", by=BEN, place=DEV)
    await scene.say("see you later", by=BEN, place=GENERAL)
    assert "Ben: " in await answered(scene, "whose partner is allergic to hazelnuts?")


async def test_nobody_is_listed_for_what_nobody_told(scene: Scene) -> None:
    """F-25: what people tell of themselves is no answer to what it has nothing to do with."""
    await scene.say("my cat is called Miso", by=BEN, place=GENERAL)
    await scene.say("I live in Oslo", by=CARL, place=GENERAL)
    await scene.memory.settle()
    assert await answered(scene, "who has kids?") == reply("en", "offline_unknown")


async def test_what_somebody_states_answers_what_is_asked_of_them(scene: Scene) -> None:
    """F-24: what Ann says of her own work, later and in the words of the question, is not Ben's."""
    await scene.tell("remember I am a nurse at the children's hospital", by=BEN, place=GENERAL)
    await scene.say("I work at Equinor, started as a geologist in 2019", by=ANN, place=GENERAL)
    answer = await answered(scene, "what does Ben do for work?")
    assert "nurse" in answer
    assert "Equinor" not in answer

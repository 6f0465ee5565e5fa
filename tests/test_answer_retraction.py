"""What the assistant answered out of something that is gone is shown no more, nor kept when it comes late."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from dnam.domain import Layer, Message, Person, Place
from dnam.ports import Store
from scene import ANN, BEN, BOT, CARL, DEV, GENERAL, STAFF
from talk import EITHER, Change, Talk, deleted, edited, talking


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {}, rolling_every=1) as opened:
        yield opened


@EITHER
async def test_what_the_assistant_answered_to_it_is_shown_no_more(talk: Talk, change: Change) -> None:
    """An answer may quote what it answers (N-04, X-15)."""
    message = await talk.say("the secret garden is behind the shed")
    await talk.reply("So the secret garden is behind the shed!", reply_to=message.id)
    await talk.turn("how is the weather in the mountains?", "Fine.")
    await change(talk, message)
    await talk.memory.settle()
    shown = (await talk.prompt("where is it?", by=BEN)).text
    assert ("secret" in shown, "mountains" in shown) == (False, True)
    assert (await talk.tell("search secret garden", by=BEN)).startswith("No strong match")


async def _answered(talk: Talk, question: str, answer: str, *mentions: Person) -> None:
    """Let Ben ask in another channel, and the assistant answer from what it knows there."""
    await talk.say(question, by=BEN, place=GENERAL, mentions=mentions)
    context = await talk.prompt(question, by=BEN, place=GENERAL, mentions=mentions)
    said = Message(id=9000, place=GENERAL, author=BOT, text=answer, sent_at=talk.minute_later())
    assert await talk.memory.on_reply(said, context)


@EITHER
async def test_what_was_answered_elsewhere_out_of_it_is_shown_no_more(talk: Talk, change: Change) -> None:
    """By the words it repeats, wherever it was given; what else was answered stays (N-04, X-15)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    await _answered(talk, "does anybody have a dog?", "Ann has Rex.")
    await talk.turn("how is the weather in the mountains?", "Sunny.", place=GENERAL)
    await change(talk, message)
    shown = (await talk.prompt("and?", by=BEN, place=GENERAL)).text
    assert ("Rex" in shown, "Sunny" in shown) == (False, True)
    assert (await talk.tell("search Rex", by=BEN, place=GENERAL)).startswith("No strong match")


@pytest.mark.parametrize("place", [DEV, GENERAL])
async def test_an_answer_out_of_an_answer_goes_with_whom_it_tells_of(talk: Talk, place: Place) -> None:
    """Also when it knew the first only from short-term memory or the summary of a session (N-02, N-03)."""
    await talk.tell("remember I have a dog named Rex", place=STAFF)
    await talk.tell("everywhere Rex yes", place=STAFF)
    await _answered(talk, "what pet does <@11> have?", "Rex the dog.", ANN)
    await talk.memory.settle()
    context = await talk.prompt("hello?", by=BEN, place=place)
    derived = [
        s for s in context.sections if s.layer in (Layer.SHORT_TERM, Layer.ROLLING) and "Rex" in s.text
    ]
    assert len(derived) == 1
    again = Message(id=9100, place=place, author=BOT, text="I said Rex.", sent_at=talk.minute_later())
    assert await talk.memory.on_reply(again, replace(context, sections=tuple(derived)))
    await talk.memory.settle()
    await talk.tell("optout", by=ANN)
    await talk.memory.settle()
    assert "Rex" not in (await talk.prompt("hello?", by=BEN, place=place)).text


async def test_what_was_answered_out_of_an_edit_is_gone_when_that_is_undone(talk: Talk) -> None:
    """The fact has its old words again, and nobody repeats the new ones (N-04, R-03)."""
    await talk.tell("remember I live in Oslo")
    await talk.tell("edit Oslo -> Bergen")
    await _answered(talk, "where does <@11> live?", "In Bergen.", ANN)
    await talk.tell("undo")
    shown = (await talk.prompt("where does <@11> live?", by=BEN, place=GENERAL, mentions=(ANN,))).text
    assert ("Oslo" in shown, "Bergen" in shown) == (True, False)


async def test_what_was_answered_out_of_a_widened_fact_is_gone_when_that_is_undone(talk: Talk) -> None:
    """It is known where it was said, and no longer elsewhere (N-01, R-03)."""
    await talk.tell("remember I live in Oslo", place=STAFF)
    await talk.tell("everywhere Oslo yes", place=STAFF)
    await _answered(talk, "where does <@11> live?", "In Oslo.", ANN)
    await talk.tell("undo", place=STAFF)
    asked = {
        place: await talk.prompt("and <@11>?", place=place, mentions=(ANN,)) for place in (STAFF, GENERAL)
    }
    assert ["Oslo" in prompt.text for prompt in asked.values()] == [True, False]


@pytest.mark.parametrize(
    "deed", ["deleted", "edited", "forget Rex", "optout", "erase", "exclude", "question deleted"]
)
async def test_an_answer_under_way_is_not_kept_when_its_memory_goes(talk: Talk, deed: str) -> None:
    """What is taken back while the assistant thinks is not told by what it then says (N-02, N-03, N-04)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    question = await talk.say("who has a dog?", by=BEN, place=GENERAL)
    context = await talk.prompt("who has a dog?", by=BEN, place=GENERAL)
    assert "Rex" in context.text
    if deed == "deleted":
        await deleted(talk, message)
    elif deed == "edited":
        await edited(talk, message)
    elif deed == "question deleted":
        await deleted(talk, question)
    else:
        await talk.tell(deed, manager=True)
        if deed == "erase":
            await talk.tell("erase confirm")
    said = Message(
        id=9000,
        place=GENERAL,
        author=BOT,
        text="Ann has Rex.",
        sent_at=talk.minute_later(),
        reply_to=question.id,
    )
    assert await talk.memory.on_reply(said, context)
    await talk.memory.settle()
    for place in (GENERAL, DEV):
        assert "Ann has Rex." not in (await talk.prompt("and?", by=BEN, place=place)).text
    assert await talk.store.get_message(GENERAL.guild, 9000) is None


async def test_an_answer_is_kept_when_something_else_goes(talk: Talk) -> None:
    """Only what it was made from counts (N-04)."""
    await talk.say("I have a dog named Rex")
    other = await talk.say("I collect stamps", by=CARL, place=STAFF)
    await talk.memory.settle()
    context = await talk.prompt("who has a dog?", by=BEN, place=GENERAL)
    await deleted(talk, other)
    await talk.tell("remember I like figs", by=CARL)
    said = Message(id=9000, place=GENERAL, author=BOT, text="Ann has Rex.", sent_at=talk.minute_later())
    assert await talk.memory.on_reply(said, context)
    assert "Ann has Rex." in (await talk.prompt("and?", by=BEN, place=GENERAL)).text


async def test_an_edit_leaves_the_answers_to_what_is_still_said(talk: Talk) -> None:
    """A slip put right takes no answer away that says nothing else (N-04)."""
    message = await talk.say("I have a dog named Rex and a catt")
    await talk.memory.settle()
    await _answered(talk, "does anybody have a dog?", "Ann has Rex.")
    again = "I have a dog named Rex and a cat"
    assert await talk.memory.on_edit(message.place.guild, message.id, again, talk.minute_later())
    assert "Ann has Rex." in (await talk.prompt("and?", by=BEN, place=GENERAL)).text


@pytest.mark.parametrize(
    "commands", [("forget Rex",), ("edit Rex -> I have a cat",), ("everywhere Rex", "undo", "forget Rex")]
)
async def test_a_command_silences_the_answers_too(talk: Talk, commands: tuple[str, ...]) -> None:
    """What a person takes back is not told by an older answer (N-05, X-15)."""
    await talk.tell("remember I have a dog named Rex")
    await _answered(talk, "what does Ann have?", "Ann has Rex.")
    assert "Ann has Rex." in (await talk.prompt("and?", by=BEN, place=GENERAL)).text
    for command in commands:
        await talk.tell(command)
    assert "Rex" not in (await talk.prompt("and?", by=BEN, place=GENERAL)).text

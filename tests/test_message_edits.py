"""Edits and deletions reach what was made of a message: facts, summaries, short-term memory."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from dnam.audience import session_key
from dnam.domain import Layer, Place, Status, Summary
from dnam.ports import Store
from dnam.testing import ScriptedModel
from scene import ANN, BEN, DEV, DM_ANN, GENERAL, STAFF, layer
from talk import EITHER, Change, Talk, deleted, edited, found, reader, talking
from watched_store import WatchedStore


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {}, rolling_every=1) as opened:
        yield opened


@EITHER
@pytest.mark.parametrize("place", [DEV, STAFF, DM_ANN], ids=["public", "private", "dm"])
async def test_a_fact_goes_with_its_only_message(talk: Talk, change: Change, place: Place) -> None:
    """For good: not even as history (N-04, X-15, R-19, X-19)."""
    message = await talk.say("I have a dog named Rex", place=place)
    assert await talk.knows() == ["Has a dog named Rex"]
    await change(talk, message)
    assert "Rex" not in (await talk.prompt(place=place)).text
    await talk.memory.settle()
    assert await talk.facts() == []


async def test_an_edit_reaches_a_fact_that_outlived_its_message(talk: Talk) -> None:
    """What was said more than a month ago can still be taken back (N-04, R-19)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    talk.clock.advance(timedelta(days=40))
    await talk.memory.settle()
    assert await talk.store.get_message(message.place.guild, message.id) is None
    assert await talk.knows() == ["Has a dog named Rex"]
    assert not await talk.memory.on_edit(message.place.guild, message.id, "never mind", talk.minute_later())
    assert await talk.facts() == []


@EITHER
async def test_a_fact_known_from_elsewhere_stays(talk: Talk, change: Change) -> None:
    """It loses that source: its link, its words (N-04, N-11)."""
    first = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    second = await talk.say("yes, I have a dog named Rex", place=GENERAL)
    await talk.memory.settle()
    await change(talk, first)
    (fact,) = await talk.active()
    assert (fact.text, fact.messages) == ("Has a dog named Rex", (second.id,))
    assert (fact.source.message, fact.source.channel, fact.source.channel_name) == (second.id, 72, "general")
    assert fact.evidence == ""


@EITHER
async def test_what_a_person_wrote_by_hand_stays(talk: Talk, change: Change) -> None:
    """It is their word, not the message's (N-04, R-14)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    await talk.tell("remember I have a dog named Rex")
    await change(talk, message)
    (fact,) = await talk.active()
    assert fact.by_hand


@EITHER
async def test_other_facts_stay(talk: Talk, change: Change) -> None:
    """Of the same person and of others (N-04)."""
    message = await talk.say("I have a dog named Rex")
    await talk.say("I like tea")
    await talk.say("I like tea", by=BEN)
    await talk.memory.settle()
    await change(talk, message)
    assert (await talk.knows(), await talk.knows(BEN)) == (["Likes tea"], ["Likes tea"])


async def test_the_new_text_of_an_edit_is_learned(talk: Talk) -> None:
    """On the next turn (N-04, N-15)."""
    message = await talk.say("I have a dog named Rex")
    assert await talk.knows() == ["Has a dog named Rex"]
    await talk.memory.on_edit(DEV.guild, message.id, "I have a dog named Max", talk.minute_later())
    assert await talk.knows() == ["Has a dog named Max"]


async def test_an_edit_that_changes_no_word_changes_nothing(talk: Talk) -> None:
    """Discord tells of an edit when it has found a picture for a link (N-04, N-14)."""
    message = await talk.say("I have a dog named Rex")
    (before,) = await talk.active()
    assert not await talk.memory.on_edit(DEV.guild, message.id, message.text, talk.minute_later())
    assert await talk.active() == [before]


async def test_an_older_edit_takes_nothing_back(talk: Talk) -> None:
    """Edits may come in any order (N-04, UM-68)."""
    message = await talk.say("hello")
    late = talk.minute_later()
    await talk.memory.on_edit(DEV.guild, message.id, "I have a dog named Rex", talk.minute_later())
    assert await talk.knows() == ["Has a dog named Rex"]
    assert not await talk.memory.on_edit(DEV.guild, message.id, "hello you", late)
    assert await talk.knows() == ["Has a dog named Rex"]


async def test_an_edit_does_not_bring_back_what_was_forgotten(talk: Talk) -> None:
    """A corrected typo is no new statement (R-12, X-15)."""
    message = await talk.say("I have a dog named Rex. He is grene")
    assert "Has a dog named Rex" in await talk.knows()
    await talk.tell("forget Rex")
    await talk.memory.on_edit(
        DEV.guild, message.id, "I have a dog named Rex. He is green", talk.minute_later()
    )
    assert "Has a dog named Rex" not in await talk.knows()


async def test_a_deletion_takes_the_traces_of_what_was_forgotten(talk: Talk) -> None:
    """Nothing is left of a message that is gone (N-04)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    await talk.tell("forget Rex")
    await deleted(talk, message)
    assert await talk.facts() == []


@EITHER
@pytest.mark.parametrize("whose", ["asked", "answered"])
async def test_short_term_memory_goes_with_either_side(talk: Talk, change: Change, whose: str) -> None:
    """With the question or the answer (N-04, X-15)."""
    asked = await talk.say("where is the secret garden?")
    answered = await talk.reply("the secret garden is behind the shed")
    await talk.turn("how is the weather?")
    await talk.memory.settle()
    await change(talk, asked if whose == "asked" else answered)
    shown = layer(await talk.prompt(by=BEN, place=GENERAL), Layer.SHORT_TERM)
    assert ("secret garden" in shown, "weather" in shown) == (False, True)


@EITHER
async def test_a_summary_that_covers_it_is_dropped(talk: Talk, change: Change) -> None:
    """Also when it is covered by way of the summary before (N-04, X-15)."""
    message = await talk.say("the secret garden is behind the shed")
    await talk.reply()
    await talk.memory.settle()
    await talk.turn("how is the weather in the mountains?")
    await talk.memory.settle()
    assert "secret garden" in (await talk.summary() or "")
    await change(talk, message)
    assert await talk.summary() is None
    assert "secret" not in (await talk.prompt("and now?")).text


async def test_the_next_summary_is_made_of_what_is_left(talk: Talk) -> None:
    """Nothing else of the conversation is lost (N-04)."""
    message = await talk.say("the secret garden is behind the shed")
    await talk.turn("how is the weather in the mountains?")
    await talk.memory.settle()
    await deleted(talk, message)
    await talk.turn("it is raining in the valley")
    await talk.memory.settle()
    summary = await talk.summary() or ""
    assert ("secret" in summary, "mountains" in summary, "valley" in summary) == (False, True, True)


@EITHER
async def test_summaries_of_other_conversations_stay(talk: Talk, change: Change) -> None:
    """Only what covers the message goes (N-04)."""
    message = await talk.say("the secret garden is behind the shed")
    await talk.turn("how is the weather in the mountains?", place=GENERAL)
    await talk.memory.settle()
    await change(talk, message)
    assert "mountains" in (await talk.summary(GENERAL) or "")


async def test_a_correction_that_is_deleted_leaves_no_trace(talk: Talk) -> None:
    """What it had replaced holds again (N-04, R-12)."""
    await talk.say("I live in Paris")
    await talk.memory.settle()
    message = await talk.say("no, I moved to Berlin")
    await talk.memory.settle()
    await deleted(talk, message)
    await talk.memory.settle()
    facts = await talk.facts()
    assert [(fact.text, fact.status) for fact in facts] == [("Lives in Paris", Status.ACTIVE)]


# While a model reads


@EITHER
async def test_what_changes_while_a_model_reads_it_is_not_learned(
    store: Store, tmp_path: Path, change: Change
) -> None:
    """The answer about the old words is left out; new words are read anew (N-04, X-15)."""
    begun, go_on = asyncio.Event(), asyncio.Event()
    answers = reader(lambda _: _slowly(begun, go_on, found("Has a beehive")))
    async with talking(store, tmp_path, {"extract": answers}, extract_every=1) as talk:
        message = await talk.say("our beehive survived the winter")
        await begun.wait()
        await change(talk, message)
        go_on.set()
        assert await talk.knows() == []
    read_again = [prompt for prompt in answers.prompts if "never mind" in prompt.text]
    assert len(read_again) == (change is edited)


@EITHER
async def test_what_changes_while_a_model_sums_it_up_is_in_no_summary(
    store: Store, tmp_path: Path, change: Change
) -> None:
    """It is made again, of what is left (N-04, X-15)."""
    begun, go_on = asyncio.Event(), asyncio.Event()
    late = {"summary": "A secret garden."}
    model: Any = ScriptedModel([lambda _: _slowly(begun, go_on, late), {"summary": "Nothing."}])
    async with talking(store, tmp_path, {"summarise_session": model}, rolling_every=1) as talk:
        message = await talk.say("the secret garden is behind the shed")
        await talk.reply()
        await begun.wait()
        await change(talk, message)
        go_on.set()
        await talk.memory.settle()
        assert "secret" not in (await talk.summary() or "")
        await talk.memory.settle()
        assert await talk.summary() == "Nothing."
    assert "secret" not in model.prompts[1].text


async def _slowly(begun: asyncio.Event, go_on: asyncio.Event, answer: object) -> object:
    begun.set()
    await go_on.wait()
    return answer


async def test_an_unknown_message_takes_nothing_with_it(talk: Talk) -> None:
    """Nor one of the same id in another guild (N-04, CL-74)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    assert await talk.memory.on_delete(600, [message.id, 4242]) == 0
    assert not await talk.memory.on_edit(600, message.id, "hello")
    assert await talk.knows(ANN) == ["Has a dog named Rex"]


# Copies of it


@EITHER
async def test_a_step_to_undo_holds_no_copy_of_it(talk: Talk, change: Change) -> None:
    """Taking back a step brings nothing back that its message has taken along (N-04, N-05)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    await talk.tell("pin Rex")
    await talk.tell("show")
    await change(talk, message)
    notes = await talk.store.notes("person:")
    assert [name for name, text in notes.items() if "Rex" in text] == []
    assert await talk.tell("undo") == "There is nothing to undo here."
    assert await talk.facts() == []


@EITHER
async def test_why_names_it_no_more(talk: Talk, change: Change) -> None:
    """What an answer was made from is told only as long as it is there (N-04, N-11)."""
    message = await talk.say("I have a dog named Rex")
    await talk.memory.settle()
    context = await talk.prompt("what is my dog called?")
    await talk.memory.on_reply(await talk.reply("Rex."), context)
    assert "Has a dog named Rex" in await talk.tell("why")
    await change(talk, message)
    assert await talk.tell("why") == "No memory was used for the last answer here."


async def test_a_deleted_message_that_is_delivered_again_stays_away(talk: Talk) -> None:
    """Events may come in any order, the deletion first (N-04, N-02)."""
    message = await talk.say("I have a dog named Rex")
    await deleted(talk, message)
    unheard = replace(message, id=message.id + 500)
    assert await talk.memory.on_delete(DEV.guild, [unheard.id]) == 0
    for again in (message, unheard):
        await talk.memory.on_message(again)
        assert await talk.store.get_message(DEV.guild, again.id) is None
    assert await talk.knows() == []


@EITHER
async def test_vectors_and_journal_lines_follow(store: Store, tmp_path: Path, change: Change) -> None:
    """What finds a message and what shows it go with its words (N-04)."""
    on: dict[str, Any] = {"projections": True, "embedder": "multilingual", "debounce_seconds": 0}
    async with talking(store, tmp_path, {}, **on) as talk:
        message = await talk.say("the secret garden is behind the shed")
        await talk.reply("a secret garden!", reply_to=message.id)
        await talk.say("how is the weather?")
        await talk.memory.settle()
        assert talk.memory.projections is not None
        await talk.memory.projections.refresh()
        await change(talk, message)
        await talk.memory.settle()
        await talk.memory.projections.refresh()
        journal = await asyncio.to_thread((tmp_path / "projections/memory/2025-01-15.md").read_text)
        assert ("secret" in journal, "weather" in journal) == (False, True)
        assert "secret" not in str(await talk.search("a hidden place for flowers and plants", by=BEN))
        assert await store.check() == []


async def test_what_is_made_of_the_old_text_during_an_edit_goes_too(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """N-04: a summary that is stored between taking back and writing anew does not stay."""
    store = WatchedStore(sqlite_store)
    async with talking(cast(Store, store), tmp_path, {}, extract_enabled=False) as talk:
        message = await talk.say("the code is hidden in the shed")
        summary = Summary(
            session=session_key(DEV),
            guild=DEV.guild,
            origin=f"g{DEV.guild}",
            sequence=1,
            text="The code is hidden in the shed.",
            updated_at=message.sent_at,
        )
        store.before["edit_message"] = lambda: sqlite_store.put_summary(summary, [message.id])
        assert await talk.memory.on_edit(DEV.guild, message.id, "never mind", talk.minute_later())
        assert store.calls["edit_message"] == 1
        assert await talk.summary() is None

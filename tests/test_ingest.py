"""Messages in: kept whole and once, followed through edits and deletions, whoever says them and wherever."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.domain import Layer, Message, Person, Place
from dnam.ports import Store
from scene import (
    ANN,
    BEN,
    BOT,
    DEV,
    DM_ANN,
    GENERAL,
    INVITED,
    STAFF,
    STAFF_THREAD,
    THREAD,
    Scene,
    TopicEmbedder,
    entries,
    layer,
    opened,
)

SECRET = "The fish of the day is swordfish"


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


async def held(scene: Scene, message: Message) -> Message | None:
    """Return a message as it is stored, without what only the store knows."""
    found = await scene.store.get_message(message.place.guild, message.id)
    return found and replace(found, position=0)


async def test_a_message_without_words_is_done_with_and_not_stored(scene: Scene) -> None:
    """A picture alone would be "[Ann]: " in every prompt; an edit that leaves no words is a deletion."""
    await scene.say("")
    await scene.say(" \n")
    said = await scene.say("I like tea")
    assert await scene.memory.on_edit(said.place.guild, said.id, "", scene.minute_later())
    assert (await scene.store.counts())["messages"] == 0


async def everything(scene: Scene, question: str, *, place: Place = DEV) -> str:
    """Return all that a prompt and a search show for a question."""
    found = await scene.search(question, place=place)
    prompt = await scene.prompt("and now?", place=place)
    return prompt.text + " ".join(hit.what.text for hit in found.messages)


EVERYWHERE = pytest.mark.parametrize(
    "place", [DEV, STAFF, THREAD, STAFF_THREAD, INVITED, DM_ANN], ids=lambda place: place.name or "dm"
)


@EVERYWHERE
async def test_a_message_is_kept_whole_wherever_it_is_said(scene: Scene, place: Place) -> None:
    """Text, author, time, mentions and place, in guilds, threads and direct messages (UM-09, UM-12, X-19)."""
    text = f"  Two  lines\nand {'x' * 3900} "
    message = await scene.say(text, place=place, mentions=(BEN,), reply_to=7, addressed=True)
    assert await held(scene, message) == message


@EVERYWHERE
async def test_what_was_said_is_in_the_next_prompt_there(scene: Scene, place: Place) -> None:
    """A message comes in, is stored, and the next prompt contains it (DC-99, X-19)."""
    await scene.say("hello there", place=place)
    assert entries(await scene.prompt(place=place), Layer.HISTORY) == ["[Ann]: hello there"]


async def test_a_message_is_kept_once(scene: Scene) -> None:
    """Given twice, it is held as it first came, and both are told that it is safe (CL-15, UM-10)."""
    message = await scene.say("hello")
    assert await scene.memory.on_message(replace(message, text="something else"))
    assert await held(scene, message) == message
    assert (await scene.store.counts())["messages"] == 1


async def test_the_same_id_in_another_guild_is_another_message(scene: Scene) -> None:
    """Keys start with the guild (CL-03, CL-74)."""
    message = await scene.say("hello")
    other = replace(message, place=replace(DEV, guild=600, channel=81), text="bonjour")
    assert await scene.memory.on_message(other)
    assert (await held(scene, message), await held(scene, other)) == (message, other)


async def test_a_voice_transcript_keeps_its_source(scene: Scene) -> None:
    """It comes in with a synthetic id and says which path heard it (CL-26, CL-27)."""
    for source in ("voice:turn", "voice:realtime"):
        message = await scene.say("can anybody hear me", source=source)
        found = await held(scene, message)
        assert found is not None
        assert found.source == source
    assert len((await scene.search("anybody hear")).messages) == 2


async def test_bots_are_marked_as_bots(scene: Scene) -> None:
    """What a bot said is known as that wherever it is read (X-17, N-08)."""
    message = await scene.say("I am a bot", by=BOT)
    found = await held(scene, message)
    assert found is not None
    assert found.author.bot
    (shown,) = (await scene.prompt()).sections[0].messages
    assert shown.author.bot


async def test_a_bot_is_nobody_to_know_things_about(scene: Scene) -> None:
    """Bots of the conversation have no part in the layer of its people (X-17, R-16)."""
    await scene.tell("remember <@99> never sleeps", by=BEN, mentions=(BOT,))
    await scene.say("beep", by=BOT)
    assert layer(await scene.prompt(mentions=(BOT,)), Layer.PEOPLE) == ""


async def test_an_edit_replaces_the_text_everywhere_at_once(scene: Scene) -> None:
    """In history and search the old words are gone, the new are found (UM-68, N-04)."""
    message = await scene.say(SECRET)
    assert await scene.memory.on_edit(DEV.guild, message.id, "Nothing to see here")
    shown = await everything(scene, "passphrase swordfish")
    assert ("swordfish" in shown, "Nothing to see here" in shown) == (False, True)
    assert len((await scene.search("nothing see")).messages) == 1


async def test_an_older_edit_changes_nothing(scene: Scene) -> None:
    """Edits may arrive in any order; the newest stands (UM-68)."""
    message = await scene.say("first")
    assert await scene.memory.on_edit(DEV.guild, message.id, "third", message.sent_at + timedelta(minutes=2))
    assert not await scene.memory.on_edit(DEV.guild, message.id, "second", message.sent_at)
    found = await held(scene, message)
    assert found is not None
    assert found.text == "third"


async def test_an_edit_of_what_is_not_held_is_no_news(scene: Scene) -> None:
    """Nothing is stored, nothing fails (UM-68)."""
    assert not await scene.memory.on_edit(DEV.guild, 4242, "hello")
    assert (await scene.store.counts())["messages"] == 0


@pytest.mark.parametrize("place", [DEV, DM_ANN])
async def test_a_deletion_removes_it_everywhere_at_once(scene: Scene, place: Place) -> None:
    """From history, from search, and from the store (N-04, X-19)."""
    message = await scene.say(SECRET, place=place)
    assert "swordfish" in await everything(scene, "passphrase", place=place)
    assert await scene.memory.on_delete(place.guild, [message.id, 4242]) == 1
    assert "swordfish" not in await everything(scene, "passphrase", place=place)
    assert await held(scene, message) is None


async def test_a_deleted_message_lends_its_words_to_no_neighbour(scene: Scene) -> None:
    """Not even as what was said around another message (N-04, N-21)."""
    message = await scene.say("where is the cellar key?", by=BEN)
    await scene.say("under the blue pot")
    await scene.memory.on_delete(DEV.guild, [message.id])
    assert (await scene.search("cellar key")).messages == ()


async def test_what_was_last_known_good_dies_with_its_message(scene: Scene) -> None:
    """A deleted or edited text does not come back as the last known value of a layer (N-04, R-10, X-15)."""
    first = await scene.say(SECRET)
    second = await scene.say("The other one is tuna")
    await scene.prompt()
    await scene.memory.on_delete(DEV.guild, [first.id])
    await scene.memory.on_edit(DEV.guild, second.id, "x")
    await scene.store.close()
    text = (await scene.prompt()).text
    assert not any(word in text for word in ("swordfish", "tuna"))


async def test_a_message_that_cannot_be_kept_is_told_and_breaks_nothing(scene: Scene) -> None:
    """Memory is best effort: the host is told False, and nothing is raised (DC-04, DC-27, CL-39)."""
    message = await scene.say("hello")
    await scene.store.close()
    assert not await scene.memory.on_message(replace(message, id=4242))
    assert not await scene.memory.on_edit(DEV.guild, message.id, "x")
    assert await scene.memory.on_delete(DEV.guild, [message.id]) == 0
    assert scene.memory.lanes.failures["ingest"] == 1


@pytest.mark.parametrize("text", ["", "\x00", "a\x00b", "\ud800", "🎉" * 2000, "<@11>", "\u202e\u2028"])
async def test_any_text_can_be_kept_and_shown(scene: Scene, text: str) -> None:
    """Whatever Discord lets people send (N-07, DC-04)."""
    await scene.say(text)
    await scene.say("after it", by=BEN)
    await scene.settled()
    assert "[Ben]: after it" in entries(await scene.prompt(), Layer.HISTORY)


async def test_names_are_those_people_bear_now(scene: Scene) -> None:
    """A person is their id; older words are shown under the present name (UM-03, N-08, X-16)."""
    await scene.say("first", place=GENERAL)
    await scene.say("second", by=Person(id=ANN.id, name="Annabel"), place=GENERAL)
    lines = entries(await scene.prompt(by=BEN, place=GENERAL), Layer.HISTORY)
    assert lines == ["[Annabel]: first", "[Annabel]: second"]


async def test_messages_that_arrive_late_stand_where_they_were_said(scene: Scene) -> None:
    """History is ordered by when things were said (DC-99)."""
    early = Message(id=1, place=DEV, author=ANN, text="first", sent_at=scene.minute_later())
    await scene.say("second", by=BEN)
    assert await scene.memory.on_message(early)
    assert entries(await scene.prompt(), Layer.HISTORY) == ["[Ann]: first", "[Ben]: second"]


async def test_a_closing_memory_finishes_its_work(store: Store, tmp_path: Path) -> None:
    """Whatever was set off by the last message is done before the end (CL-13)."""
    embedder = TopicEmbedder("tea")
    async with opened(store, tmp_path, embedder=embedder) as scene:
        await scene.say("tea is ready")
    assert embedder.seen == ["Ann: tea is ready"]


@pytest.mark.parametrize("seconds", [0.0, 10.0])
async def test_the_time_to_finish_is_no_limit_of_writing(
    store: Store, tmp_path: Path, seconds: float
) -> None:
    """A process that must stop at once still keeps every message while it runs (CL-13, DC-04)."""
    async with opened(store, tmp_path, drain_seconds=seconds) as scene:
        message = await scene.say("hello")
        assert await scene.memory.on_edit(DEV.guild, message.id, "good bye")


async def test_what_is_said_at_once_is_stored_in_the_order_it_was_said(scene: Scene) -> None:
    """A burst keeps its order, because neighbours are found by it (R-08, N-21)."""
    at = scene.clock.now()
    burst = [
        Message(
            id=n, place=(DEV, GENERAL)[n % 2], author=ANN, text=f"part {n}", sent_at=at + timedelta(seconds=n)
        )
        for n in range(5000, 5040)
    ]
    assert all(await asyncio.gather(*map(scene.memory.on_message, burst)))
    for place in (DEV, GENERAL):
        positions = [(await scene.store.get_message(m.place.guild, m.id)) for m in burst if m.place == place]
        order = [message.position for message in positions if message is not None]
        assert order == list(range(order[0], order[0] + 20))


async def test_an_edit_is_for_those_who_can_hear_it_when_it_is_made(scene: Scene) -> None:
    """What is written into a message after its channel was closed is not public (R-01, X-13, N-04)."""
    message = await scene.say("hello folks")
    closed = replace(DEV, visibility=STAFF.visibility)
    at = scene.minute_later()
    assert await scene.memory.on_edit(DEV.guild, message.id, "I have an allergy to plums", at, place=closed)
    await scene.memory.settle()
    assert "plums" in (await scene.prompt("any plums?", place=closed)).text
    asked = await scene.prompt("any allergy?", by=BEN, place=GENERAL, mentions=[ANN])
    assert "allergy to plums" not in asked.text
    assert "allergy to plums" not in await scene.tell("search plums", by=BEN, place=GENERAL)

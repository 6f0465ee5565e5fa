"""`!memory export`: a person takes away what is theirs, and nothing they could not have heard."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from dnam.domain import Message
from dnam.ports import Store
from scene import ANN, BEN, BOT, DEV, DM_ANN, DM_BEN, STAFF, Scene, opened


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


async def exported(scene: Scene, **how: Any) -> tuple[str, dict[str, Any]]:
    """Let Ann export in her direct message; give the page and the data."""
    answer = await scene.answer("export", by=ANN, place=DM_ANN, **how)
    page, data = answer.files
    return page.data.decode(), json.loads(data.data)


async def test_a_person_takes_away_what_is_theirs_with_sources_and_who_may_be_told(scene: Scene) -> None:
    """N-12: facts, messages, choices; each fact with where it was said and for whom."""
    await scene.say("hello there", place=DEV)
    await scene.tell("remember I like tea", place=DEV)
    await scene.tell("remember I am looking for a new job", place=DM_ANN)
    page, data = await exported(scene)
    told = {fact["text"]: fact["who_may_be_told"] for fact in data["facts"]}
    assert told == {"Likes tea": "everyone in Gardeners", "Is looking for a new job": "you alone"}
    tea = next(fact for fact in data["facts"] if fact["text"] == "Likes tea")
    assert tea["said_in"] == "#dev (Gardeners)"
    assert tea["link"].startswith("https://discord.com/channels/500/71/")
    assert [message["text"] for message in data["messages"]] == ["hello there"]
    assert "Likes tea" in page
    assert "may be told to: everyone in Gardeners" in page


async def test_an_export_has_nothing_the_person_could_not_have_heard(scene: Scene) -> None:
    """N-01: what others said of them in private, others' facts and others' messages stay out."""
    await scene.say("hi", place=DEV)
    await scene.tell("remember <@11> snores", by=BEN, place=STAFF, mentions=(ANN,))
    await scene.tell("remember I like figs", by=BEN, place=DEV)
    await scene.say("Ann must not know of the party", by=BEN, place=STAFF)
    await scene.say("my secret", by=BEN, place=DM_BEN)
    page, data = await exported(scene)
    for hidden in ("snores", "figs", "party", "secret", "staff"):
        assert hidden not in page
        assert hidden not in json.dumps(data)


async def test_an_export_is_given_in_the_persons_own_direct_message_only(scene: Scene) -> None:
    """N-12: in a channel, or in somebody else's direct message, there is no file."""
    await scene.tell("remember I like tea")
    for place in (DEV, STAFF, DM_BEN):
        answer = await scene.answer("export", by=ANN, place=place)
        assert not answer.files
        assert "direct message" in answer.text


async def test_who_opted_out_can_still_see_what_is_stored(scene: Scene) -> None:
    """R-18: hidden is not gone, and whose it is may know."""
    await scene.tell("remember I like tea")
    await scene.tell("optout", place=DM_ANN)
    _, data = await exported(scene)
    assert [(fact["text"], fact["hidden"]) for fact in data["facts"]] == [("Likes tea", True)]
    assert data["choices"] == {"person": "out"}


async def test_no_text_can_pose_as_a_part_of_the_page(scene: Scene) -> None:
    """N-10: a message with headings and line breaks is one line of the list."""
    await scene.say("one\n## Facts\n- **Ann**: is the owner", place=DM_ANN)
    await scene.say("yes\u2028## Facts", by=BOT, place=DM_ANN)
    page, _ = await exported(scene)
    assert [line for line in page.splitlines() if line.startswith("## Facts")] == ["## Facts"]


async def test_an_export_has_no_answer_that_was_hidden(scene: Scene) -> None:
    """N-02, N-12: what Ben has had forgotten is not left in what the assistant told Ann of it."""
    for typed in ("remember I have a dog named Rex", "everywhere Rex"):
        await scene.tell(typed, by=BEN)
    asked = await scene.say("what pet does Ben have?", place=DM_ANN, mentions=(BEN,))
    context = await scene.prompt(asked.text, place=DM_ANN, mentions=(BEN,))
    at = scene.minute_later()
    answer = Message(id=5000, place=DM_ANN, author=BOT, text="Rex the dog.", sent_at=at, reply_to=asked.id)
    assert await scene.memory.on_reply(answer, context)
    assert "Rex" in (await exported(scene))[0]
    await scene.tell("forget Rex", by=BEN)
    assert "Rex" not in (await exported(scene))[0]

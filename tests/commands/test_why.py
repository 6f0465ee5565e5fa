"""`why` and `search`: what the last answer was made from, and what is found, with links."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.domain import Message, Place
from dnam.ports import Store
from scene import ANN, BEN, BOT, DEV, DM_ANN, GENERAL, STAFF, Scene, opened


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


async def replied(scene: Scene, question: str, *, place: Place = DEV) -> None:
    """Let the assistant answer Ann from its memory."""
    context = await scene.prompt(question, place=place)
    reply = Message(id=9000, place=place, author=BOT, text="Sure.", sent_at=scene.minute_later())
    assert await scene.memory.on_reply(reply, context)


async def test_why_names_the_facts_with_links(scene: Scene) -> None:
    """Each fact of the last reply and where it was said (N-11, DC-36)."""
    await scene.tell("remember I prefer Rust")
    await replied(scene, "Rust or Go?")
    assert await scene.tell("why") == (
        "The last answer here was given these memories:\n"
        "- Ann: Prefers Rust (by command) <https://discord.com/channels/500/71/1001>"
    )


async def test_why_names_older_messages_with_links(scene: Scene) -> None:
    """What was found among older messages too, not the conversation everyone just saw (N-11, CL-47)."""
    old = await scene.say("The cellar key is under the pot", by=BEN, place=GENERAL)
    scene.clock.advance(timedelta(days=3))
    await scene.say("just now", by=BEN)
    await replied(scene, "where is the cellar key?")
    told = await scene.tell("why")
    link = f"<https://discord.com/channels/500/72/{old.id}>"
    assert f"[Ben]: The cellar key is under the pot (an older message) {link}" in told
    assert "just now" not in told


async def test_why_in_a_direct_message_links_there(scene: Scene) -> None:
    """Without a guild the link says @me (N-11, X-19)."""
    await scene.tell("remember I prefer Rust", place=DM_ANN)
    await replied(scene, "Rust or Go?", place=DM_ANN)
    assert "<https://discord.com/channels/@me/91/1001>" in await scene.tell("why", place=DM_ANN)


async def test_why_without_a_model_names_what_was_shown(scene: Scene) -> None:
    """Nothing that only stood in the prompt beside it (N-11, R-29)."""
    await scene.tell("remember I live in Oslo")
    await scene.tell("remember I like tea")
    context = await scene.prompt("where do I live?")
    await scene.memory.on_reply(
        Message(id=9000, place=DEV, author=BOT, text="", sent_at=scene.minute_later()), context
    )
    told = await scene.tell("why")
    assert "Lives in Oslo" in told
    assert "Likes tea" not in told
    assert "Likes tea" in context.text


async def test_why_without_a_reply_says_so(scene: Scene) -> None:
    """And what was answered elsewhere is no answer here (N-11)."""
    await scene.tell("remember I prefer Rust")
    await replied(scene, "Rust or Go?", place=GENERAL)
    assert await scene.tell("why") == "No memory was used for the last answer here."


async def test_why_tells_nobody_what_they_may_not_hear(scene: Scene) -> None:
    """The asker's audience decides, also when a channel has become public since (R-01, N-01)."""
    await scene.tell("remember Is being promoted", place=STAFF)
    await replied(scene, "news?", place=STAFF)
    assert "promoted" in await scene.tell("why", place=STAFF)
    opened_up = replace(STAFF, visibility=DEV.visibility)
    assert "promoted" not in await scene.tell("why", by=BEN, place=opened_up)


async def test_why_forgets_deleted_messages(scene: Scene) -> None:
    """A deletion reaches what the last answer was made from (N-04)."""
    old = await scene.say("The cellar key is under the pot", by=BEN, place=GENERAL)
    await replied(scene, "where is the cellar key?")
    await scene.memory.on_delete(500, [old.id])
    assert "pot" not in await scene.tell("why")


async def test_why_does_not_show_the_message_behind_a_forgotten_fact(scene: Scene) -> None:
    """What a forgotten fact was learned from is shown to nobody (X-15, N-11, R-12)."""
    async with scene.again(extract_enabled=True) as learning:
        await learning.say("I work at Acme", place=GENERAL)
        await learning.settled()
        await replied(learning, "who works at Acme?")
        assert "I work at Acme" in await learning.tell("why", by=BEN)
        await learning.tell("forget Acme")
        assert "Acme" not in await learning.tell("why", by=BEN)


async def test_search_lists_facts_and_messages_with_reasons(scene: Scene) -> None:
    """Best first, numbered, why they were found, and a link (N-21, R-15, N-11)."""
    await scene.tell("remember I prefer Rust")
    said = await scene.say("rust never sleeps", by=BEN)
    assert (await scene.tell("search rust")).split("\n") == [
        'What I know about "rust":',
        "1. Ann: Prefers Rust (matched 'rust'; said in this channel; just now)",
        "- 2025-01-15 [Ben]: rust never sleeps (matched 'rust'; said in this channel; just now) "
        f"<https://discord.com/channels/500/71/{said.id}>",
    ]


async def test_a_found_fact_can_be_picked(scene: Scene) -> None:
    """A number means that entry of the last list (N-05)."""
    await scene.tell("remember I prefer Rust")
    await scene.tell("search rust")
    assert await scene.tell("forget 1") == 'Found and forgotten: "Ann: Prefers Rust"'


async def test_another_persons_fact_can_be_found_but_not_changed(scene: Scene) -> None:
    """Search is for everyone who could have heard it, control is not (X-16, R-01)."""
    await scene.say("hello", by=ANN)
    await scene.tell("remember I prefer Rust", by=ANN)
    await scene.tell("search rust", by=BEN)
    assert "not yours to change" in await scene.tell("forget 1", by=BEN)


async def test_search_without_a_match_says_so(scene: Scene) -> None:
    """Strict: nothing that does not clearly fit (CL-59, X-09)."""
    await scene.tell("remember I prefer Rust")
    assert await scene.tell("search quantum gravity") == 'No strong match for "quantum gravity".'
    assert await scene.tell("search ???") == 'No strong match for "???".'
    assert (await scene.tell("search")).startswith("Search for what?")


async def test_search_finds_only_what_may_be_heard_here(scene: Scene) -> None:
    """Facts and messages alike (R-01, X-13)."""
    await scene.tell("remember The tuba is mine", place=DM_ANN)
    await scene.say("I play the tuba", place=STAFF)
    assert await scene.tell("search tuba", place=DEV) == 'No strong match for "tuba".'
    assert (await scene.tell("search tuba", place=DM_ANN)).count("tuba") >= 3


async def test_search_shows_what_was_told_before_what_was_asked(scene: Scene) -> None:
    """F-35: what only the assistant was asked tells nothing, and neither does what follows it."""
    await scene.say("where does Clara keep the piano?", by=BEN)
    await scene.say("tell me about Clara and the piano", addressed=True)
    await scene.say("who is Clara with the piano?", addressed=True)
    await scene.say("Clara keeps the piano in the barn", by=BEN)
    told = (await scene.tell("search Clara piano")).splitlines()[1:]
    assert [line.partition("]: ")[2].partition(" (")[0] for line in told] == [
        "Clara keeps the piano in the barn",
        "where does Clara keep the piano?",
    ]

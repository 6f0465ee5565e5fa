"""The examples of the seeds, as they are told there: with a scripted model, and offline where they can be."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dnam.domain import Context, Layer
from dnam.ports import Prompt, Store
from dnam.testing import ScriptedModel
from scene import ANN, DEV, GENERAL, layer
from talk import Models, Talk, talking

SWITCHED = (
    "I just switched teams — I'm on the platform team now, working with Kubernetes and Terraform mostly."
)
MIGRATION = (
    "Hey, I'm working on migrating our API from Express to Fastify",
    "I ported the auth middleware",
    "the logger works as well",
    "now the request validation layer is what I am stuck on",
    "it wants JSON schemas",
)
RECALLED = "User ports an API from Express to Fastify; the auth middleware is done, validation is not."


@pytest.fixture(params=["model", "offline"])
def with_model(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "model")


def reading(prompt: Prompt) -> object:
    """Answer as a model that reads the messages of seed 001 would."""
    if SWITCHED not in prompt.text:
        return {}
    return {
        "upserts": [
            {"message": 1, "kind": "fact", "text": "On the platform team"},
            {"message": 1, "kind": "tool", "text": "Works with Kubernetes and Terraform"},
        ]
    }


def models(on: bool) -> Models:
    """Return scripted models for learning, or none."""
    if not on:
        return {}
    summing = ScriptedModel(lambda _: {"summary": RECALLED})
    return {"extract": ScriptedModel(reading), "summarise_session": summing}


async def migrate(talk: Talk) -> None:
    """Have the conversation of seed 001, layer 1."""
    for text in MIGRATION:
        await talk.turn(text, "Nice, go on.")
    await talk.memory.settle()


async def long_after(talk: Talk, text: str) -> Context:
    """Ask something after a gap in which much else was said here."""
    talk.clock.advance(timedelta(days=2))
    for number in range(12):
        await talk.say(f"lunch {number}?")
    return await talk.prompt(text)


async def test_layer_1_the_conversation_goes_on_after_a_gap(
    store: Store, tmp_path: Path, with_model: bool
) -> None:
    """Turn 6 asks what we were talking about, and the prompt knows (DC-50, DC-60, DC-62, R-21)."""
    async with talking(store, tmp_path, models(with_model)) as talk:
        await migrate(talk)
        shown = layer(await long_after(talk, "What were we talking about?"), Layer.ROLLING)
    assert all(word in shown for word in ("Express", "Fastify", "auth middleware", "validation"))
    assert "12 newer messages" in shown or "10 newer messages" in shown


async def test_layer_1_show_reveals_it_and_reset_clears_it(store: Store, tmp_path: Path) -> None:
    """`!memory show` and `!memory reset rolling` (DC-62; seed 001)."""
    async with talking(store, tmp_path, models(True)) as talk:
        await migrate(talk)
        assert f"This conversation so far:\n{RECALLED}" in await talk.tell("show")
        await talk.tell("reset rolling")
        assert "This conversation so far" not in await talk.tell("show")
        assert layer(await talk.prompt(), Layer.ROLLING) == ""


async def test_layer_4_facts_are_picked_up_in_passing(store: Store, tmp_path: Path, with_model: bool) -> None:
    """A new team and its tools, without being asked (DC-78, DC-79, DC-82, R-21)."""
    async with talking(store, tmp_path, models(with_model), extract_every=1) as talk:
        await talk.turn(SWITCHED, "Cool, platform work! What's your first project?")
        facts = {fact.text: fact for fact in await talk.active()}
        told = {text.removeprefix("Is ").casefold() for text in facts}
        assert told == {"on the platform team", "works with kubernetes and terraform"}
        assert {fact.source.type for fact in facts.values()} == {"summary"}
        assert "platform team" in layer(await talk.prompt(place=GENERAL), Layer.FACTS)


async def test_layer_4_is_off_where_discoclaw_has_it_off(store: Store, tmp_path: Path) -> None:
    """In its preset (DC-80)."""
    async with talking(store, tmp_path, models(True), preset="discoclaw", extract_every=1) as talk:
        await talk.turn(SWITCHED)
        assert await talk.knows() == []


async def test_layer_5_another_channel_knows_what_was_just_done(store: Store, tmp_path: Path) -> None:
    """From #dev to #general, ten minutes later (DC-91, DC-92, DC-97)."""
    async with talking(store, tmp_path, {}) as talk:
        await talk.turn(
            "Can you help me debug this failing test? It's the auth middleware one.",
            "Sure — looks like the mock isn't returning the right token format...",
        )
        await talk.memory.settle()
        talk.clock.advance(timedelta(minutes=10))
        context = await talk.prompt("Hey, quick question about JWT expiry", place=GENERAL)
    shown = layer(context, Layer.SHORT_TERM)
    assert all(words in shown for words in ("#dev", "auth middleware", "token format"))


async def test_layer_5_is_off_where_discoclaw_has_it_off(store: Store, tmp_path: Path) -> None:
    """In its preset (DC-96)."""
    async with talking(store, tmp_path, {}, preset="discoclaw") as talk:
        await talk.turn("Can you help me debug this failing test?")
        await talk.memory.settle()
        assert layer(await talk.prompt(place=GENERAL), Layer.SHORT_TERM) == ""


# Seed 002, "Verification"


async def test_after_five_turns_there_is_a_summary_file(store: Store, tmp_path: Path) -> None:
    """Point 3: in a file of its own, safely named (DC-48, DC-49, DC-50, DC-65)."""
    async with talking(store, tmp_path, models(True), projections=True, debounce_seconds=0) as talk:
        for text in MIGRATION[:4]:
            await talk.turn(text)
        await talk.memory.settle()
        assert await talk.summary() is None
        await talk.turn(MIGRATION[4])
        await talk.memory.settle()
    (file,) = (tmp_path / "projections").rglob("rolling/discord*.json")
    written = json.loads(file.read_text())
    assert RECALLED in written["summary"]
    assert (sorted(written), type(written["updatedAt"])) == (["summary", "updatedAt"], int)


async def test_something_said_long_ago_is_recalled_from_the_summary(store: Store, tmp_path: Path) -> None:
    """Point 4: more than ten messages ago, out of the window (DC-60)."""
    async with talking(store, tmp_path, models(True), relevant_messages=0) as talk:
        await migrate(talk)
        context = await long_after(talk, "which framework was it?")
    assert "Fastify" not in layer(context, Layer.HISTORY)
    assert "Fastify" in layer(context, Layer.ROLLING)


async def test_without_summaries_the_window_still_works(store: Store, tmp_path: Path) -> None:
    """Point 5: switched off (DC-62)."""
    off: dict[str, Any] = {"rolling_enabled": False}
    async with talking(store, tmp_path, models(True), **off) as talk:
        await migrate(talk)
        context = await talk.prompt("What were we talking about?")
    assert layer(context, Layer.ROLLING) == ""
    assert MIGRATION[4] in layer(context, Layer.HISTORY)


async def test_a_restart_in_the_middle_keeps_the_context(store: Store, tmp_path: Path) -> None:
    """Point 6: the summary, the window and the count of turns go on (DC-62, R-09; better than DC-51)."""
    async with talking(store, tmp_path, models(True)) as talk:
        await migrate(talk)
        await talk.turns(3)
        async with talk.restarted(models(True)) as later:
            shown = await later.prompt("What were we talking about?")
            assert RECALLED in layer(shown, Layer.ROLLING)
            assert "module 2 is fine" in layer(shown, Layer.HISTORY)
            assert await later.store.count_turn(DEV) == 4


async def test_corrections_win_over_what_was_known(store: Store, tmp_path: Path) -> None:
    """Seed 001's Acme: a new employer replaces the old one, offline (N-15, UM-15)."""
    async with talking(store, tmp_path, {}) as talk:
        await talk.say("I work at Acme Corp")
        assert await talk.knows(ANN) == ["Works at Acme Corp"]
        await talk.say("no, I work at Initech now")
        assert await talk.knows(ANN) == ["Works at Initech"]

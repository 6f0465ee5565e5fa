"""What managers choose for their server, within the operator's limits: `!memory settings`."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dnam import Memory
from dnam.domain import Action, Question, Scope, Usage
from dnam.ports import Store
from dnam.rules.guild_choices import in_force
from dnam.settings import Settings
from dnam.testing import HandClock, ScriptedModel
from scene import ANN, BEN, DEV, DM_ANN, GUILD, NOON, Scene, opened

CHOICES = {"persona": "Speak like a pirate.", "language": "de", "retention": "7", "budget": "0.5"}


async def choose(scene: Scene, words: str) -> str:
    """Let a manager say it."""
    return await scene.tell(f"settings {words}".strip(), by=BEN, manager=True)


async def test_managers_choose_and_everyone_else_is_refused(store: Store, tmp_path: Path) -> None:
    """N-13: a choice is listed, logged without its words, and taken back by `default`."""
    async with opened(store, tmp_path) as scene:
        assert "Only those who manage" in await scene.tell("settings persona x")
        assert "one of the server's channels" in await scene.tell("settings", place=DM_ANN, manager=True)
        assert await choose(scene, "persona Speak like a pirate.") == "`persona` is now: Speak like a pirate."
        assert "- `persona`: Speak like a pirate. (" in await choose(scene, "")
        assert "settings, by Ben" in await scene.tell("audit", by=BEN, manager=True)
        assert "pirate" not in await scene.tell("audit", by=BEN, manager=True)
        assert "as by default" in await choose(scene, "persona default")
        assert await scene.memory.guilds.chosen(GUILD) == {}


async def test_a_budget_without_a_limit_names_none(store: Store, tmp_path: Path) -> None:
    """X-12: what the operator does not limit is told in words."""
    async with opened(store, tmp_path) as scene:
        listed = await scene.tell("settings", manager=True)
    assert "- `budget`: as by default (dollars a day for language models)\n" in listed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("persona " + "x" * 41, "at most 40 characters"),
        ("model huge", "the model that answers: small"),
        ("budget 3", "at most 2"),
        ("budget nan", "at most 2"),
        ("budget -1", "at most 2"),
        ("language xx", "the language I speak: en, "),
        ("retention 6", "from 7 to 30"),
        ("retention 31", "from 7 to 30"),
        ("channels general", "the channels in which I answer"),
        ("colour red", "There are: persona, model"),
    ],
)
async def test_what_is_beyond_the_operators_limits_changes_nothing(
    sqlite_store: Store, tmp_path: Path, words: str, says: str
) -> None:
    """N-13: the answer says what is allowed."""
    limits: dict[str, Any] = {
        "guild_persona_chars": 40,
        "guild_models": {"small": "haiku"},
        "budget_usd_per_day": 2.0,
    }
    async with opened(sqlite_store, tmp_path, **limits) as scene:
        told = await choose(scene, words)
        assert says in told
        assert told.endswith("Nothing was changed.")
        assert await scene.memory.guilds.chosen(GUILD) == {}


def test_a_lower_limit_holds_for_what_was_chosen_before() -> None:
    """N-13: what managers chose never goes beyond what the operator allows now."""
    chosen = {"persona": "x" * 99, "budget": 5.0, "retention": 25, "model": "gone", "channels": [1, 2]}
    limits = {"guild_persona_chars": 9, "budget_usd_per_day": 1.0, "retention_days": 14}
    settings = Settings.model_validate({**limits, "persona": "You are Moss.", "discord_answer_channels": "2"})
    held = in_force(settings, chosen)
    assert held.persona == "You are Moss.\nxxxxxxxxx"
    assert (held.budget_usd_per_day, held.retention_days, held.model_reply) == (1.0, 14, "")
    assert held.discord_answer_channels == (2,)
    assert in_force(settings.model_copy(update={"guild_settings": False}), chosen).persona == "You are Moss."


async def test_a_choice_holds_at_once_in_every_process(store: Store, tmp_path: Path) -> None:
    """N-17: a second process on the same store follows without a restart."""
    async with opened(store, tmp_path) as scene:
        other = scene.memory.guilds.__class__(store, scene.memory.settings)
        assert (await other.of(GUILD)).language == "en"
        for name, value in CHOICES.items():
            await choose(scene, f"{name} {value}")
        held = await other.of(GUILD)
        assert held.persona.endswith("\nSpeak like a pirate.")
        assert (held.language, held.retention_days, held.budget_usd_per_day) == ("de", 7, 0.5)
        assert (await other.of(GUILD + 1)) == scene.memory.settings


async def test_answers_are_in_the_servers_language_unless_the_person_has_one(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """N-19: a typed command does not say who speaks what; the server does."""
    async with opened(sqlite_store, tmp_path) as scene:
        assert await choose(scene, "language de") == "`language` ist jetzt: de"
        assert await scene.tell("remember Ich mag Tee") == "Gemerkt (Ann): „Ich mag Tee“"


async def test_the_persona_and_the_budget_reach_the_model(sqlite_store: Store) -> None:
    """DC-61: the operator's words first, the managers' below; a spent budget is a server's own."""
    model, settings = ScriptedModel(["Arr."]), Settings(projections=False)
    async with Memory.open(
        settings, store=sqlite_store, models={"reply": model}, clock=HandClock(NOON)
    ) as memory:
        await memory.guilds.choose(GUILD, "persona", "Speak like a pirate.")
        await memory.guilds.choose(GUILD, "budget", 0.5)
        reply = await memory.reply(Question(place=DEV, asker=ANN, text="hello"))
        assert reply.text == "Arr."
        asked = model.prompts[-1]
        assert f"{settings.persona}\nSpeak like a pirate." in asked.instructions + asked.text
        spent = Usage(input_tokens=1, cost_usd=0.6)
        await sqlite_store.log_action(Action(kind="call", at=NOON, guild=GUILD, task="reply", usage=spent))
        assert await memory.meter.barred("reply", GUILD) == "budget"
        assert await memory.meter.barred("reply", GUILD + 1) is None


async def test_messages_go_when_the_servers_own_time_is_over(store: Store, tmp_path: Path) -> None:
    """N-04: a server may keep messages for less time than the operator would."""
    async with opened(store, tmp_path) as scene:
        await scene.say("plums are ripe")
        await choose(scene, "retention 7")
        scene.clock.advance(timedelta(days=8))
        await scene.memory.upkeep()
        await scene.memory.settle()
        assert not await store.messages_of(Scope(kind="guild", id=GUILD, guild=GUILD))


async def test_erasing_a_server_erases_its_choices(store: Store, tmp_path: Path) -> None:
    """F-03: what managers wrote about their server goes with it."""
    async with opened(store, tmp_path) as scene:
        await scene.say("hello")
        await choose(scene, "persona Speak like a pirate.")
        await scene.memory.erase(Scope(kind="guild", id=GUILD, guild=GUILD))
        assert await scene.memory.guilds.chosen(GUILD) == {}

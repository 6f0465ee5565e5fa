"""Seed 004's example of how a memory evolves: a week of stress and exercise, with a model and without one."""

from datetime import timedelta
from pathlib import Path

from dnam.domain import Layer
from dnam.ports import Prompt, Store
from dnam.testing import ScriptedModel
from scene import ANN, GUILD, layer
from talk import Talk, talking

STRESSED = "Experiencing work stress, using exercise as a coping mechanism."
EXCITED = "Mentioned a new project starting, seems excited but slightly anxious about the timeline."
WEEK = "Has a consistent pattern of managing work stress through regular exercise."
FINAL = (
    "Berlin-based software engineer at TechCorp who manages work stress through exercise and enjoys hiking. "
    "Is currently excited but slightly anxious about a new project timeline."
)


async def eight_days(talk: Talk) -> None:
    """Let Ann live through seven days of stress and gym, and one of a new project."""
    for fact in ("Software engineer at TechCorp", "Lives in Berlin", "Enjoys hiking"):
        await talk.tell(f"remember {fact}")
    for _ in range(7):
        await talk.say("I'm so stressed about this project deadline")
        await talk.say("Going to the gym after work to clear my head")
        talk.clock.advance(timedelta(days=1))
        await talk.memory.settle()
    await talk.say("A new project is starting, I'm excited but the timeline scares me a little")


def diarist(prompt: Prompt) -> object:
    """Answer as the example does."""
    day = EXCITED if "new project is starting" in prompt.text else STRESSED
    return {"people": [{"id": str(ANN.id), "summary": day}]}


async def test_a_memory_evolves_over_eight_days(store: Store, tmp_path: Path) -> None:
    """Days, then days 2 to 7 as a week, then one context, facts first (UM-26, UM-34..37, UM-47, UM-48)."""
    day = ScriptedModel(diarist)
    week = ScriptedModel([{"summary": WEEK}])
    merge = ScriptedModel([{"context": FINAL}])
    models = {"summarise_day": day, "summarise_week": week, "merge_context": merge}
    options = {"extract_enabled": False, "week": "hierarchy"}
    async with talking(store, tmp_path, models, **options) as talk:  # type: ignore[arg-type]  # a mapping
        await eight_days(talk)
        await talk.prompt("how am I doing?")
        await talk.memory.settle()
        assert f"- Ann: {FINAL}" in layer(await talk.prompt("how am I doing?"), Layer.DAYS)
        found = await talk.memory.profile(GUILD, ANN.id)
    assert found is not None
    assert found.text == FINAL
    assert (len(day.prompts), len(week.prompts), len(merge.prompts)) == (7, 1, 1)
    assert week.prompts[0].text.count(STRESSED) == 6
    asked = merge.prompts[0].text
    assert all(part in asked for part in ("TechCorp", "Berlin", "hiking", EXCITED, f"2025-01-21: {WEEK}"))


async def test_a_memory_evolves_without_a_model(store: Store, tmp_path: Path) -> None:
    """Offline the same days are told in quotes after the facts, within their length (UM-04, UM-50, R-21)."""
    async with talking(store, tmp_path, {}, extract_enabled=False) as talk:
        await eight_days(talk)
        found = await talk.memory.profile(GUILD, ANN.id)
        shown = layer(await talk.prompt("how am I doing?"), Layer.DAYS)
    assert found is not None
    assert found.text.startswith(
        "Software engineer at TechCorp. Lives in Berlin. Enjoys hiking. Today: “A new"
    )
    assert len(found.text) <= 800
    assert len(found.days) == 6
    assert "Ann, 2025-01-21: “I'm so stressed about this project deadline”; “Going to the gym" in shown

"""Each preset plays the examples of the project it stands for, and has that project's layers alone."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from dnam.domain import Layer, Task
from dnam.ports import Prompt, Store
from dnam.testing import ScriptedModel
from scene import ANN, BEN, DEV, GENERAL, GUILD, entries, layer, layers, opened
from talk import found, reader, talking

DISCOCLAW = [Layer.FACTS, Layer.ROLLING, Layer.HISTORY, Layer.MESSAGE]

ZOO = (
    *("Rex the dog eats apples", "Tom the cat sleeps outside", "Ollie the owl hoots loudly"),
    *("Eddie the eel hides downstairs", "Emma the emu runs faster"),
)


async def test_discoclaw_remembers_across_channels_and_sums_up(sqlite_store: Store, tmp_path: Path) -> None:
    """Seed 001: a preference, `show`, `forget Acme`, a summary (DC-01, DC-07, DC-84..87, DC-106, DC-110)."""
    summing = ScriptedModel(lambda _: {"summary": "User ports an API from Express to Fastify."})
    models: dict[Task, ScriptedModel] = {"summarise_session": summing}
    async with talking(sqlite_store, tmp_path, models, preset="discoclaw") as talk:
        told = "I prefer Rust over Go for systems work"
        assert (await talk.tell(f"remember {told}")).startswith('Remembered: "Prefers Rust over Go')
        await talk.tell("remember Works at Acme Corp")
        await talk.turns(5, place=GENERAL)
        context = await talk.prompt("Should I write this CLI tool in Go or Rust?", place=GENERAL)
        assert layers(context) == DISCOCLAW
        assert "Rust over Go" in layer(context, Layer.FACTS)
        assert "Express to Fastify" in layer(context, Layer.ROLLING)
        assert (await talk.tell("show")).startswith("Durable memory (2 items):\n- [")
        assert "Acme" in await talk.tell("forget Acme")
        assert "Acme" not in await talk.tell("show")
        assert len(context.text) <= context.memory_budget == 8000


async def test_discoclaw_stops_at_the_first_fact_that_does_not_fit(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """DC-46: what comes after it is left out though it would fit; the default goes on."""
    async with opened(sqlite_store, tmp_path, preset="discoclaw", facts_chars=300) as scene:
        for text in ("Likes tea", f"Likes {'very ' * 60}long walks", "Likes rust"):
            await scene.tell(f"remember {text}")
        assert [line.split()[3] for line in entries(await scene.prompt(), Layer.FACTS)] == ["rust"]
        async with scene.again(ranking="dnam") as usual:
            assert len(entries(await usual.prompt(), Layer.FACTS)) == 2


async def test_discoclaw_picks_facts_up_after_each_reply(sqlite_store: Store, tmp_path: Path) -> None:
    """Seed 001, layer 4, once it is turned on: a call for each answer, not before (DC-78..81)."""
    model = reader(found("On the platform team"))
    how: dict[str, Any] = {"preset": "discoclaw", "extract_enabled": True}
    async with talking(sqlite_store, tmp_path, {"extract": model}, **how) as talk:
        await talk.say("I just switched teams — I'm on the platform team now")
        await talk.memory.settle()
        assert model.prompts == []
        await talk.reply("Cool, platform work!")
        await talk.memory.lanes.idle()
        assert len(model.prompts) == 1
        assert await talk.knows() == ["Is on the platform team"]


async def test_turns_may_be_counted_for_each_person(sqlite_store: Store, tmp_path: Path) -> None:
    """DC-66, DC-128, R-04: ten of one person in whatever place; ten of several people are not enough."""
    model = reader()
    how: dict[str, Any] = {"extract_turns": "person", "extract_every": 10}
    async with talking(sqlite_store, tmp_path, {"extract": model}, **how) as talk:
        for number in range(9):
            await talk.say(f"module {number} is fine", by=ANN, place=(DEV, GENERAL)[number % 2])
            await talk.say(f"module {number} is not", by=BEN)
        await talk.memory.settle()
        assert model.prompts == []
        await talk.say("module 10 is fine", by=ANN)
        await talk.memory.settle()
        assert len(model.prompts) == 2  # one for each place she wrote in


async def test_clanker_has_facts_lore_and_messages_alone(sqlite_store: Store, tmp_path: Path) -> None:
    """Seed 003: a slice of user facts, lore and the channel's messages (CL-29, CL-45..47, CL-21, CL-30)."""
    model = reader({"upserts": [{"message": 1, "text": one} for one in ZOO]})
    settings: dict[str, Any] = {"preset": "clanker", "embedder": "off", "history_messages": 10}
    async with talking(sqlite_store, tmp_path, {"extract": model}, **settings) as talk:
        message = await talk.say(f"zoo news: {', '.join(ZOO)}")
        await talk.memory.settle()
        assert len(await talk.knows()) == 4
        lore = await talk.memory.remember_lore("The owl stole the pizza", message)
        assert lore is not None
        assert lore.confidence == 0.72
        for number in range(12):
            await talk.turn(f"lunch {number}?")
        context = await talk.prompt("where does Eddie the eel hide?")
    assert {*layers(context)} <= {Layer.FACTS, Layer.LORE, Layer.RELEVANT, Layer.HISTORY, Layer.MESSAGE}
    assert "- Memory line: The owl stole the pizza." in layer(context, Layer.LORE)
    assert "Eddie the eel" in layer(context, Layer.RELEVANT)


async def test_clanker_ranks_facts_and_lore_together(sqlite_store: Store, tmp_path: Path) -> None:
    """CL-46: lore that fits less than ten facts is not shown; lore that fits more takes a place."""
    how: dict[str, Any] = {"preset": "clanker", "facts_limit": 2, "lore_limit": 3, "remember_per_hour": 0}
    async with opened(sqlite_store, tmp_path, **how) as scene:
        for number in range(4):
            await scene.tell(f"remember Likes tea number {number}")
        await scene.tell("lore The pizza was stolen")
        await scene.tell("lore The tea was stolen by number 9")
        about_tea = await scene.prompt("tea number?")
        assert len(entries(about_tea, Layer.FACTS)) + len(entries(about_tea, Layer.LORE)) == 3
        assert "pizza" not in layer(about_tea, Layer.LORE)
        about_pizza = await scene.prompt("who stole the pizza? was it stolen?")
        assert "pizza" in layer(about_pizza, Layer.LORE)
        assert len(entries(about_pizza, Layer.FACTS)) == 2


async def test_urmom_merges_told_facts_with_days(sqlite_store: Store, tmp_path: Path) -> None:
    """Seed 004's memory evolution: facts by command, days by a model, one text (UM-01, UM-26, UM-36)."""

    def day(_: Prompt) -> object:
        return {"people": [{"id": str(ANN.id), "summary": "Stressed about work, goes to the gym."}]}

    context = "Berlin-based engineer who manages work stress through exercise."
    models: dict[Task, ScriptedModel] = {
        "summarise_day": ScriptedModel(day),
        "summarise_week": ScriptedModel(lambda _: {"summary": "Manages work stress through exercise."}),
        "merge_context": ScriptedModel(lambda _: {"context": context}),
        "extract": reader(found("Is stressed")),
    }
    async with talking(sqlite_store, tmp_path, models, preset="urmom") as talk:
        await talk.tell("remember Software engineer at TechCorp, lives in Berlin")
        for _ in range(3):
            await talk.turn("I'm so stressed about this project deadline")
            await talk.turn("Going to the gym after work to clear my head")
            talk.clock.advance(timedelta(days=1))
        await talk.settled()
        assert len(await talk.knows()) == 1  # facts are told, never picked up
        assert models["extract"].prompts == []
        await talk.memory.profile(GUILD, ANN.id, place=DEV)
        await talk.settled()
        shown = await talk.prompt("tell me a joke about me")
    assert layers(shown) == [Layer.FACTS, Layer.DAYS, Layer.HISTORY, Layer.MESSAGE]
    assert f"- Ann: {context}" in layer(shown, Layer.DAYS)
    assert len(models["summarise_week"].prompts) == 1


async def test_a_bound_holds_for_all_layers_together(sqlite_store: Store, tmp_path: Path) -> None:
    """DC-03, DC-110: whatever each layer may have; the recent conversation takes its part first."""
    async with talking(sqlite_store, tmp_path, {}, prompt_chars=700, extract_enabled=False) as talk:
        for number in range(6):
            await talk.tell(f"remember Likes the very long story number {number} of the collected tales")
        await talk.turns(6)
        context = await talk.prompt("which story?")
    message = layer(context, Layer.MESSAGE)
    assert len(context.text) <= 700 + len("\n\n---\n") + len(message)
    assert {Layer.HISTORY, Layer.MESSAGE} <= {*layers(context)}
    assert context.memory_budget == 700


async def test_a_host_gets_the_instructions_with_the_prompt(sqlite_store: Store, tmp_path: Path) -> None:
    """DC-111, N-10: what to trust, and that memory is quoted data; no tools a host does not have."""
    async with opened(sqlite_store, tmp_path) as scene:
        instructions = (await scene.prompt()).instructions
    words = (
        "quoted data",
        "lossy",
        "recent conversation is right",
        "Do not speak of the memory",
        "name the facts",
    )
    assert [one for one in words if one not in instructions] == []
    assert "search_memory" not in instructions

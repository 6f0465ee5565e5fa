"""People: what is known of somebody and what happened to them lately, in one piece."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dnam.domain import Layer
from dnam.errors import ModelError, Silence
from dnam.ports import Prompt, Store
from dnam.testing import ScriptedModel
from scene import ANN, BEN, CARL, DEV, DM_ANN, GENERAL, GUILD, STAFF, layer
from talk import DOWN, Talk, talking

Open = Callable[..., AbstractAsyncContextManager[Talk]]
MERGED = "Berlin-based engineer who planted tomatoes."


@pytest.fixture
def opened(store: Store, tmp_path: Path) -> Open:
    """Open a memory with models for days and profiles, and that learns nothing else."""

    def open_with(**options: Any) -> AbstractAsyncContextManager[Talk]:
        models: Any = {
            task: options.pop(task) for task in list(options) if isinstance(options[task], ScriptedModel)
        }
        return talking(store, tmp_path, models, **{"extract_enabled": False, **options})

    return open_with


def days(text: str = "Planted tomatoes.") -> ScriptedModel:
    """Return a model that says this of everyone's day."""

    def everyone(prompt: Prompt) -> object:
        ids = [part.split("<")[0] for part in prompt.text.split("<person><id>")[1:]]
        return {"people": [{"id": id_, "summary": text} for id_ in ids]}

    return ScriptedModel(everyone)


def merging(*texts: object) -> ScriptedModel:
    """Return a model that merges into these texts."""
    return ScriptedModel([{"context": text} if isinstance(text, str) else text for text in texts])


async def profile_of(talk: Talk, person: int = ANN.id, **how: Any) -> str | None:
    """Return the text of somebody's profile, once all work is done."""
    await talk.memory.profile(GUILD, person, **how)
    await talk.memory.settle()
    found = await talk.memory.profile(GUILD, person, **how)
    return found.text if found else None


async def a_fact_and_a_day(talk: Talk) -> None:
    """Let Ann state a fact and talk about her day."""
    await talk.tell("remember Lives in Berlin")
    await talk.say("I finally planted the tomatoes behind the house")


# One piece


async def test_facts_and_days_become_one_piece(opened: Open) -> None:
    """A model merges facts, today and the days before, once for the same (UM-11, UM-36, UM-41, UM-47)."""
    merge = merging(MERGED)
    async with opened(summarise_day=days(), merge_context=merge) as talk:
        await a_fact_and_a_day(talk)
        assert await profile_of(talk) == MERGED
        assert await profile_of(talk) == MERGED
        assert f"- Ann: {MERGED}" in layer(await talk.prompt(), Layer.DAYS)
        async with talk.restarted({"merge_context": merging()}) as again:
            assert await profile_of(again) == MERGED
    assert len(merge.prompts) == 1
    asked = merge.prompts[0].text
    assert "<person><id>11</id><name>Ann</name></person>" in asked
    assert "<fact>Lives in Berlin</fact>" in asked
    assert "<today>Planted tomatoes.</today>" in asked
    assert "Facts are right where anything contradicts them" in merge.prompts[0].instructions


async def test_a_command_that_shows_a_profile_does_not_wait_for_itself(opened: Open) -> None:
    """It runs in the lane in which facts change; the profile is stored there after it (F-08)."""
    async with opened(summarise_day=days(), merge_context=merging(MERGED)) as talk:
        await a_fact_and_a_day(talk)
        await talk.settled()
        await talk.tell("show sizes")
        await talk.settled()
        assert talk.memory.lanes.failures == {}
        async with talk.restarted({"merge_context": merging()}) as again:
            assert await profile_of(again) == MERGED


@pytest.mark.parametrize("what", ["a fact", "a day"])
async def test_a_single_source_needs_no_model(opened: Open, what: str) -> None:
    """Nothing to merge, nothing asked (UM-36, UM-05)."""
    async with opened(summarise_day=days(), merge_context=merging()) as talk:
        if what == "a fact":
            await talk.tell("remember Lives in Berlin")
            assert await profile_of(talk) == "Lives in Berlin."
        else:
            await talk.say("I finally planted the tomatoes behind the house")
            assert await profile_of(talk) == "Today: Planted tomatoes."


async def test_of_nobody_known_there_is_nothing(opened: Open) -> None:
    """None when there is nothing at all (UM-11, UM-51)."""
    async with opened() as talk:
        assert await talk.memory.profile(GUILD, 424242) is None
        assert await talk.memory.profiles(GUILD, [1, 2]) == {}


async def test_a_changed_fact_makes_it_anew(opened: Open) -> None:
    """What was made of other facts is not shown any more (R-06, UM-41, X-15, N-15)."""
    merge = merging("Lives in Berlin, planted tomatoes.", "Lives in Oslo, planted tomatoes.")
    async with opened(summarise_day=days(), merge_context=merge) as talk:
        await a_fact_and_a_day(talk)
        assert "Berlin" in str(await profile_of(talk))
        await talk.tell("edit Berlin -> Lives in Oslo")
        found = await talk.memory.profile(GUILD, ANN.id)
        assert found is not None
        assert "Berlin" not in found.text
        assert await profile_of(talk) == "Lives in Oslo, planted tomatoes."
        await talk.tell("forget Oslo")
        assert "Oslo" not in str(await profile_of(talk))
        assert (await talk.store.get_composed(GUILD, ANN.id, [f"g{GUILD}"], "merge_context")) is None


async def test_a_late_merge_does_not_bring_back_what_was_forgotten(opened: Open) -> None:
    """What a model read before a fact was forgotten is not kept after it (X-15)."""
    gate, asked = asyncio.Event(), asyncio.Event()

    async def slow(prompt: Prompt) -> object:
        asked.set()
        await gate.wait()
        return {"context": "Lives in Berlin." if "Berlin" in prompt.text else "Likes tea."}

    options = {"summarise_day": days(), "merge_context": ScriptedModel(slow)}
    async with opened(**options, read_deadline_seconds=0.3) as talk:
        await a_fact_and_a_day(talk)
        await talk.memory.profile(GUILD, ANN.id)
        await asked.wait()
        await talk.tell("forget Berlin")
        gate.set()
        await talk.memory.settle()
        assert await talk.store.get_composed(GUILD, ANN.id, [f"g{GUILD}"], "merge_context") is None
        assert "Berlin" not in str(await profile_of(talk))


# The week


async def test_the_week_is_made_of_days_in_the_hierarchy(opened: Open) -> None:
    """Days become a week with its dates, once a day, which is merged (UM-34, UM-35, UM-37, UM-40, R-20)."""
    week = ScriptedModel([{"summary": "Gardens every day."}, {"summary": "Gardens still."}])
    merge = merging("One.", "Two.")
    async with opened(
        summarise_day=days(), summarise_week=week, merge_context=merge, week="hierarchy"
    ) as talk:
        for _ in range(3):
            await talk.say("I finally planted the tomatoes behind the house")
            talk.clock.advance(timedelta(days=1))
        await talk.tell("remember Lives in Berlin")
        assert await profile_of(talk) == "One."
        assert await profile_of(talk) == "One."
        assert (len(week.prompts), len(merge.prompts)) == (1, 1)
        talk.clock.advance(timedelta(days=5))
        assert await profile_of(talk) == "Two."
    assert '<day date="2025-01-15"><summary>Planted tomatoes.</summary></day>' in week.prompts[0].text
    assert "2025-01-15 to 2025-01-17: Gardens every day." in merge.prompts[0].text
    assert "2025-01-17: Planted tomatoes." in merge.prompts[1].text


async def test_days_are_merged_directly_by_default(opened: Open) -> None:
    """No week between: each day with its date (UM-57, R-20)."""
    merge = merging("One.")
    async with opened(summarise_day=days(), merge_context=merge) as talk:
        await a_fact_and_a_day(talk)
        talk.clock.advance(timedelta(days=2))
        assert await profile_of(talk) == "One."
    assert "<history>2025-01-15: Planted tomatoes.</history>" in merge.prompts[0].text


# When a model does not answer


@pytest.mark.parametrize("fault", [DOWN, ModelError("No.", reason=Silence.REFUSED)])
async def test_without_an_answer_the_parts_are_joined(opened: Open, fault: ModelError) -> None:
    """Facts first, then today, then the days before (UM-04, UM-05, UM-49, UM-50)."""
    async with opened(summarise_day=days(), merge_context=merging(fault, fault), model_retries=0) as talk:
        await a_fact_and_a_day(talk)
        talk.clock.advance(timedelta(days=1))
        await talk.say("I watered all the tomatoes")
        text = await profile_of(talk)
    assert text == "Lives in Berlin. Today: Planted tomatoes. 2025-01-15: Planted tomatoes."


async def test_what_a_model_refuses_to_merge_is_not_asked_again(opened: Open) -> None:
    """A refusal is kept like an answer, also after a restart (X-18)."""
    merge = merging(ModelError("No.", reason=Silence.REFUSED))
    async with opened(summarise_day=days(), merge_context=merge) as talk:
        await a_fact_and_a_day(talk)
        await profile_of(talk)
        async with talk.restarted({"merge_context": merge}) as again:
            assert await profile_of(again) == "Lives in Berlin. Today: Planted tomatoes."
    assert len(merge.prompts) == 1


async def test_offline_everything_is_joined(opened: Open) -> None:
    """With no model at all facts and quoted days are there (R-06, R-21)."""
    async with opened() as talk:
        await a_fact_and_a_day(talk)
        text = await profile_of(talk)
    assert text == "Lives in Berlin. Today: “I finally planted the tomatoes behind the house”"


async def test_a_merge_that_is_late_is_there_the_next_time(opened: Open) -> None:
    """A read does not wait for it; the parts are joined meanwhile (UM-61, R-10)."""
    gate = asyncio.Event()

    async def slow(prompt: Prompt) -> object:
        del prompt
        await gate.wait()
        return {"context": MERGED}

    options = {"summarise_day": days(), "merge_context": ScriptedModel(slow)}
    async with opened(**options, read_deadline_seconds=0.3) as talk:
        await a_fact_and_a_day(talk)
        early = await talk.memory.profile(GUILD, ANN.id)
        gate.set()
        assert early is not None
        assert early.text == "Lives in Berlin. Today: Planted tomatoes."
        assert await profile_of(talk) == MERGED


# Who, and who may hear it


async def test_speakers_and_mentioned_people_are_told_about_at_once(opened: Open) -> None:
    """The asker and the mentioned in one piece, other speakers in brief (UM-60, UM-65, UM-67, R-16)."""
    merge = ScriptedModel(
        lambda prompt: {"context": f"All about {'Ann' if '>11<' in prompt.text else 'Ben'}."}
    )
    async with opened(summarise_day=days(), merge_context=merge) as talk:
        for person, name in ((ANN, "Annie"), (BEN, "Benny"), (CARL, "Chuck")):
            await talk.tell(f"remember I go by {name}", by=person)
            await talk.say("I finally planted the tomatoes behind the house", by=person)
        await talk.prompt("hello <@12>", mentions=[BEN])
        await talk.memory.settle()
        text = layer(await talk.prompt("hello <@12>", mentions=[BEN]), Layer.DAYS)
    assert "- Ann (also known as Annie): All about Ann." in text
    assert "- Ben (also known as Benny): All about Ben." in text
    assert "- Carl (also known as Chuck), today, 2025-01-15: Planted tomatoes." in text
    assert len(merge.prompts) == 2


async def test_the_profiles_of_several_are_made_at_once(opened: Open) -> None:
    """Nobody's waits for another's (UM-60)."""
    together = asyncio.Barrier(2)

    async def merged() -> object:
        await together.wait()
        return {"context": MERGED}

    merge = ScriptedModel(lambda _: merged())
    async with opened(summarise_day=days(), merge_context=merge, read_deadline_seconds=5.0) as talk:
        for person in (ANN, BEN):
            await talk.tell("remember Lives in Berlin", by=person)
            await talk.say("I finally planted the tomatoes behind the house", by=person)
        found = await talk.memory.profiles(GUILD, [ANN.id, BEN.id])
    assert [found[person.id].text for person in (ANN, BEN)] == [MERGED, MERGED]


async def test_a_profile_is_for_one_audience(opened: Open) -> None:
    """What was said in private is in no public profile, and the DM's is the DM's (R-01, N-01, X-13)."""
    async with opened() as talk:
        await talk.tell("remember Lives in Berlin")
        await talk.tell("remember Plans the layoffs", place=STAFF)
        await talk.tell("remember Is secretly a poet", place=DM_ANN)
        assert await profile_of(talk) == "Lives in Berlin."
        assert await profile_of(talk, place=GENERAL) == "Lives in Berlin."
        assert await profile_of(talk, place=STAFF) == "Lives in Berlin. Plans the layoffs."
        own = await talk.memory.profile(0, ANN.id, place=DM_ANN)
        assert own is not None
        assert own.text == "Lives in Berlin. Plans the layoffs. Is secretly a poet."


async def test_a_layer_keeps_its_budget(opened: Open) -> None:
    """Days take no more room than they are given (DC-03, R-07)."""
    async with opened(summarise_day=days("x" * 400), days_chars=300) as talk:
        for person in (ANN, BEN, CARL):
            await talk.say("I finally planted the tomatoes behind the house", by=person)
        await talk.prompt()
        await talk.memory.settle()
        text = layer(await talk.prompt(), Layer.DAYS)
        assert 200 < len(text) <= 300
        assert (await talk.memory.profile(DEV.guild, ANN.id)) is not None

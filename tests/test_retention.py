"""Retention: each kind of memory ends when the settings say so, by upkeep alone."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from dnam.doctor import _retention
from dnam.domain import Action, Layer, Status
from dnam.errors import SettingsError
from dnam.ports import Store
from dnam.rules.retention import cutoffs
from dnam.settings import Settings
from scene import ANN, BEN, DEV, GENERAL, GUILD, NOON, layer
from talk import Talk, talking

FILES: dict[str, Any] = {"projections": True, "debounce_seconds": 0}


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {}, rolling_every=1, **FILES) as opened:
        yield opened


async def days_later(talk: Talk, days: float) -> None:
    """Let time pass and everything be done that falls due."""
    talk.clock.advance(timedelta(days=days))
    await talk.memory.settle()
    assert talk.memory.projections is not None
    await talk.memory.projections.refresh()


async def overdue(talk: Talk) -> dict[str, int]:
    """Say what is kept longer than it should be."""
    over = await talk.store.overdue(cutoffs(talk.memory.settings, talk.clock.now()))
    return {what: count for what, count in over.items() if count}


async def test_messages_end_and_facts_stay(talk: Talk, tmp_path: Path) -> None:
    """A month by default; what was learned is durable, without the words of its message (R-19, UM-53)."""
    message = await talk.say("I have a dog named Rex", by=ANN)
    await talk.memory.settle()
    await talk.say("the weather is fine", by=BEN, place=GENERAL)
    await days_later(talk, 29)
    assert await talk.store.get_message(GUILD, message.id) is not None
    await talk.say("I like tea", by=ANN)
    await days_later(talk, 2)
    assert [m.text for m in await talk.store.messages_between(NOON, talk.clock.now())] == ["I like tea"]
    assert await talk.knows(ANN) == ["Has a dog named Rex", "Likes tea"]
    (rex,) = [fact for fact in await talk.facts(ANN) if "Rex" in fact.text]
    assert (rex.evidence, rex.messages) == ("", (message.id,))
    assert await talk.store.check() == []
    journals = sorted(path.name for path in (tmp_path / "projections/memory").glob("2025-*.md"))
    assert journals == ["2025-02-13.md"]


async def test_a_deletion_reaches_a_fact_whose_message_has_ended(talk: Talk) -> None:
    """The id outlives the message, for this (R-19, N-04)."""
    message = await talk.say("I have a dog named Rex", by=ANN)
    await days_later(talk, 31)
    await talk.memory.on_delete(GUILD, [message.id])
    assert await talk.facts(ANN) == []


async def test_summaries_and_days_have_their_own_time(talk: Talk) -> None:
    """They outlive their messages, and end (R-19, UM-53, UM-54)."""
    await talk.turn("how is the weather in the mountains?", by=ANN)
    await talk.prompt(by=BEN)
    await talk.memory.settle()
    await days_later(talk, 60)
    assert "mountains" in (await talk.summary() or "")
    await days_later(talk, 40)
    assert await talk.summary() is None
    assert (await talk.store.counts())["short_term"] == 0
    assert await overdue(talk) == {}


async def test_history_ends_and_what_is_used_stays(talk: Talk) -> None:
    """What was replaced or forgotten a year ago is gone for good (R-12, R-19)."""
    await talk.tell("remember I live in Paris", by=ANN)
    await talk.tell("remember I live in Berlin", by=ANN)
    await talk.tell("remember I like tea", by=ANN)
    await talk.tell("forget tea", by=ANN)
    await days_later(talk, 364)
    assert len(await talk.facts(ANN)) == 3
    await days_later(talk, 2)
    assert [(f.text, f.status) for f in await talk.facts(ANN)] == [("Lives in Berlin", Status.ACTIVE)]


async def test_facts_nobody_confirms_end_only_where_that_is_wished(talk: Talk) -> None:
    """Learned ones that are not pinned; what was said again counts from then (R-19, X-10)."""
    async with talk.restarted({}, retention_fact_days=50) as short:
        await short.say("I have a dog named Rex", by=ANN)
        await short.say("I have a cat named Tom", by=ANN)
        await short.say("I like plums", by=ANN)
        await short.tell("remember I like tea", by=ANN)
        await short.memory.settle()
        assert (await short.answer("pin plums", by=ANN)).changed
        await days_later(short, 40)
        await short.say("I have a cat named Tom", by=ANN)
        await short.memory.settle()
        await days_later(short, 20)
        assert await short.knows(ANN) == ["Has a cat named Tom", "Likes plums", "Likes tea"]


async def test_the_log_ends(talk: Talk) -> None:
    """After a year by default, costs included (R-19, N-14)."""
    await talk.store.log_action(Action(kind="memory_fact", at=NOON, guild=GUILD))
    await days_later(talk, 364)
    assert len(await talk.store.actions()) == 1
    await days_later(talk, 2)
    assert await talk.store.actions() == []


async def test_for_ever_is_a_choice(talk: Talk) -> None:
    """0 keeps it, but for messages, which end (R-19)."""
    kept = dict.fromkeys(
        ("retention_rolling_days", "retention_day_days", "retention_history_days", "retention_action_days"), 0
    )
    async with talk.restarted({}, **kept) as longer:
        await longer.turn("how is the weather in the mountains?", by=ANN)
        await longer.tell("remember I like tea", by=ANN)
        await longer.tell("forget tea", by=ANN)
        await longer.memory.settle()
        await days_later(longer, 4000)
        assert "mountains" in (await longer.summary() or "")
        assert len(await longer.facts(ANN)) == 1
        assert (await longer.store.counts())["messages"] == 0


async def test_what_is_over_is_counted_until_it_is_gone(talk: Talk) -> None:
    """`dnam doctor` tells what is overdue (R-19)."""
    await talk.turn("hello there, everyone", by=ANN)
    await talk.memory.settle()
    talk.clock.advance(timedelta(days=100))
    assert await overdue(talk) == {"messages": 2, "short-term entries": 1, "summaries": 1}
    await talk.memory.settle()
    assert await overdue(talk) == {}
    assert layer(await talk.prompt(by=ANN, place=DEV), Layer.HISTORY) == ""


async def test_steps_to_undo_end_with_history(talk: Talk) -> None:
    """They hold copies of facts; newer ones stay, and the doctor tells what is overdue (R-12, R-19)."""
    await talk.tell("remember I live in Paris", by=ANN)
    await talk.tell("forget Paris", by=ANN)
    await talk.tell("remember I own a boat", by=BEN)
    short, ever = Settings(retention_days=7, retention_history_days=7), Settings(retention_history_days=0)
    assert "3 undo steps" in (await _retention(talk.store, short)).says
    assert "undo steps" not in (await _retention(talk.store, ever)).says
    talk.clock.advance(timedelta(days=364))
    await talk.tell("remember I own a car", by=BEN)
    await days_later(talk, 2)
    notes = await talk.store.notes("person:")
    assert not any("Paris" in text or "boat" in text for text in notes.values())
    assert any("car" in text for text in notes.values())
    assert await talk.tell("undo", by=ANN) == "There is nothing to undo here."
    assert "I own a car" in await talk.tell("undo", by=BEN)


@pytest.mark.parametrize("days", [0, 6])
def test_a_week_is_the_least(days: int) -> None:
    """Days are made from a week of messages (R-19, UM-37)."""
    with pytest.raises(SettingsError, match="retention_days"):
        Settings(retention_days=days)

"""Off the record: of a message that asks for it, and of its answer, nothing is left anywhere."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnam.domain import Message
from dnam.ports import Store
from dnam.reply import answer_text
from dnam.rules.requests import off_the_record
from dnam.testing import ScriptedModel, Use
from remains import in_caches, in_files, in_tables
from scene import ANN, BOT, DEV, DM_ANN
from talk import Models, Talk, reader, talking

TABLE = Path(__file__).parent.parent / "evals" / "off_record.jsonl"
SENTENCES = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
PLANTED = "zyxqplant"


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    """A memory in which everything is turned on that makes something of a message."""
    models: Models = {"extract": reader(), "reply": ScriptedModel([f"A {PLANTED}? I tell nobody."])}
    options: dict[str, Any] = {"projections": True, "embedder": "multilingual", "rolling_every": 1}
    async with talking(store, tmp_path, models, debounce_seconds=0, **options) as opened:
        yield opened


async def asked(talk: Talk, text: str, **how: Any) -> str:
    """Let Ann say something to the assistant and be answered, as a bot does; return the answer."""
    message = await talk.say(text, addressed=True, **how)
    question = replace(talk.question(text, place=message.place), message=message.id)
    reply = await talk.memory.reply(question)
    shown = answer_text(reply, question)
    answer = Message(
        id=next(talk.numbers),
        place=message.place,
        author=BOT,
        text=reply.text or "",
        sent_at=talk.minute_later(),
        reply_to=message.id,
    )
    assert await talk.memory.on_reply(answer, reply.context)
    return shown


@pytest.mark.parametrize("row", SENTENCES, ids=[row["text"][:40] for row in SENTENCES])
def test_what_is_off_the_record_is_known_by_its_words(row: dict[str, Any]) -> None:
    """Before or behind what is said, in every language; who does not remember asks for nothing (N-19)."""
    assert off_the_record(row["text"]) is row["off_record"]


@pytest.mark.parametrize("place", [DEV, DM_ANN], ids=["channel", "direct message"])
async def test_the_message_and_its_answer_leave_nothing(talk: Talk, tmp_path: Path, place: Any) -> None:
    """No table, no file and no cache has a word of either, and no prompt shows it later (N-19)."""
    assert PLANTED in await asked(talk, f"off the record: I love my {PLANTED}", place=place)
    await talk.say(f"I own a {PLANTED}, don't remember this", place=place)
    await talk.memory.settle()
    assert talk.memory.projections is not None
    await talk.memory.projections.refresh(full=True)
    assert (await in_tables(talk.store), in_files(tmp_path), in_caches(talk.memory)) == ([], [], [])
    assert PLANTED not in (await talk.prompt("what do I love?", place=place)).text
    assert await talk.tell("why", place=place) == "No memory was used for the last answer here."
    assert await talk.store.counts() == {**await talk.store.counts(), "messages": 0, "facts": 0}


async def test_the_same_on_the_record_is_found(talk: Talk, tmp_path: Path) -> None:
    """The search that finds nothing above finds what was not asked to be left out (N-19)."""
    await asked(talk, f"I love my {PLANTED}")
    await talk.memory.settle()
    assert await in_tables(talk.store)
    assert in_files(tmp_path)


async def test_an_edit_can_take_a_message_off_the_record(talk: Talk) -> None:
    """What was stored of it before goes, as when it is deleted (N-19, N-04)."""
    message = await talk.say(f"I love my {PLANTED}")
    await talk.memory.settle()
    await talk.memory.on_edit(message.place.guild, message.id, f"off the record: I love my {PLANTED}")
    await talk.memory.settle()
    assert await talk.store.get_message(message.place.guild, message.id) is None
    assert await talk.facts() == []


async def test_a_model_keeps_nothing_for_somebody_who_asked_for_nothing_to_be_kept(
    store: Store, tmp_path: Path
) -> None:
    """Its tools refuse to remember what was said off the record (N-19)."""
    calls = ScriptedModel([Use("remember", text=f"Loves a {PLANTED}"), "Sure."])
    async with talking(store, tmp_path, {"reply": calls}) as talk:
        await asked(talk, f"off the record: I love my {PLANTED}")
        assert await talk.facts() == []


async def test_without_a_model_the_answer_says_that_nothing_is_kept(store: Store, tmp_path: Path) -> None:
    """In the language it was asked in, in place of "Noted" (N-19, UM-71)."""
    async with talking(store, tmp_path, {}) as talk:
        assert await asked(talk, "off the record: I live in Oslo") == (
            "Off the record: nothing of this message is kept."
        )
        assert "speichere ich nichts" in await asked(talk, "Merk dir das nicht: ich wohne in Oslo")
        assert await talk.facts(ANN) == []

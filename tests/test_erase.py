"""Erased means erased: what was planted through every door is found nowhere afterwards."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnam.domain import Action, Layer, Message, Person, Scope
from dnam.ports import Prompt, Store
from dnam.rules.tombstones import fact_name
from dnam.stores.sqlite import SqliteStore, open_sqlite
from dnam.testing import ScriptedModel, Use
from dnam.transfer.durable_files import import_folder
from remains import in_caches, in_files, in_tables
from scene import ANN, BEN, BOT, CARL, DEV, DM_ANN, DM_BEN, ELSEWHERE, GENERAL, GUILD, NOON, STAFF, THREAD
from talk import Models, Talk, reader, talking

ZYX = Person(id=ANN.id, name="Zyxqplanta")
"""Ann under a name that is searched for, as everything that is planted."""
PLANTED = "zyxqplant"


def summary(prompt: Prompt) -> object:
    """Sum up anything with what was planted, as a model would that was shown it."""
    return _summary_of(prompt)


def diary(prompt: Prompt) -> object:
    """Tell of everyone's day with what was planted, as a model would that was shown it."""
    ids = [part.split("<")[0] for part in prompt.text.split("<person><id>")[1:]]
    return {"people": [{"id": id_, **_summary_of(prompt)} for id_ in ids]}


def merged(prompt: Prompt) -> object:
    """Merge what is known into one text, with what was planted."""
    return {"context": _summary_of(prompt)["summary"]}


def _summary_of(prompt: Prompt) -> dict[str, str]:
    return {"summary": f"They talk about {PLANTED}." if PLANTED in prompt.text.casefold() else "Small talk."}


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    models: Models = {
        "extract": reader(),
        "summarise_session": ScriptedModel(summary),
        "summarise_day": ScriptedModel(diary),
        "merge_context": ScriptedModel(merged),
    }
    options: dict[str, Any] = {
        "projections": True,
        "embedder": "multilingual",
        "rolling_every": 1,
        "debounce_seconds": 0,
    }
    async with talking(store, tmp_path, models, **options) as opened:
        yield opened


async def plant(talk: Talk) -> list[Message]:
    """Let Ann leave traces by every door; return her messages."""
    said = []
    for place in (DEV, THREAD, STAFF, DM_ANN, ELSEWHERE):
        said.append(await talk.say(f"I love {PLANTED} cake", by=ZYX, place=place))
        await talk.reply(f"{PLANTED} cake, noted", place=place, reply_to=said[-1].id)
        await talk.reply(f"And {PLANTED} tea?", place=place)
    said.append(await talk.say("I have a dog", by=ZYX, place=GENERAL))
    await talk.memory.on_edit(GUILD, said[-1].id, f"I have a dog named {PLANTED}", talk.minute_later())
    await talk.tell(f"remember I collect {PLANTED} stamps", by=ZYX)
    await talk.tell("remember I was born in Zyxqplanton", by=ZYX, place=DM_ANN)
    await talk.tell(f"remember <@12> owes me a {PLANTED}", by=ZYX, mentions=(BEN,))
    await talk.tell(f"remember <@11> hides a {PLANTED}", by=BEN, mentions=(ZYX,))
    await talk.tell(f"lore The {PLANTED} is sacred", by=ZYX)
    await talk.tell(f"edit stamps -> I collect {PLANTED} coins", by=ZYX)
    await talk.tell(f"remember <@11> lost a {PLANTED}", by=BEN, mentions=(ZYX,))
    await talk.tell("forget lost", by=BEN)
    await talk.tell("show", by=ZYX)
    await talk.tell(f"search {PLANTED}", by=BEN)
    await talk.memory.settle()
    return said


async def answer_ben(talk: Talk) -> None:
    """Let Ben ask and the assistant answer out of Ann's memory, twice: the second from the first."""
    for text in ("what does she love?", "and why?"):
        asked = await talk.say(text, by=BEN, mentions=(ZYX,))
        context = await talk.memory.context_for(
            replace(talk.question(text, by=BEN, mentions=(ZYX,)), message=asked.id)
        )
        reply = Message(
            id=asked.id + 100_000,
            place=DEV,
            author=BOT,
            text=f"She loves {PLANTED} cake.",
            sent_at=talk.minute_later(),
            reply_to=asked.id,
        )
        await talk.memory.on_reply(reply, context)
    await talk.memory.settle()


async def files(talk: Talk) -> None:
    """Let every readable file be written, and what was edited be set aside."""
    assert talk.memory.projections is not None
    await talk.memory.projections.refresh(full=True)


async def erase(talk: Talk) -> str:
    """Let Ann erase herself as a person does it; return the receipt."""
    asked = await talk.tell("erase", by=ZYX)
    assert "within 10 minutes" in asked
    return await talk.tell("erase confirm", by=ZYX)


async def nothing_is_left(talk: Talk, folder: Path) -> None:
    """Look everywhere for the word."""
    assert await in_tables(talk.store) == []
    assert in_files(folder) == []
    assert in_caches(talk.memory) == []
    for asker, place in ((BEN, DEV), (BEN, DM_BEN), (CARL, STAFF), (CARL, GENERAL), (BEN, ELSEWHERE)):
        assert "yxqplan" not in (await talk.prompt("what is loved here?", by=asker, place=place)).text
    assert await talk.store.check() == []


async def test_erasing_again_after_a_crash_removes_what_was_set_aside(talk: Talk, tmp_path: Path) -> None:
    """What others' edited files tell of them, and journals, though no fact or message is found (N-02)."""
    await talk.tell(f"remember <@12> owes me a {PLANTED}", by=ANN, mentions=(BEN,))
    await talk.say(f"a {PLANTED} it is", by=ANN)
    await talk.tell("remember I like tea", by=CARL)
    await files(talk)
    folder = tmp_path / "projections"
    others = [folder / "data/memory/durable/12.json", folder / "data/memory/durable/13.json"]
    journals = sorted(folder.glob("memory/2025-*.md"))
    for file in (*others, *journals):
        file.write_text(file.read_text() + "\n[damaged")
    found = await talk.store.messages_of(Scope(kind="person", id=ANN.id))
    assert found
    said = await talk.store.facts_by(ANN.id)
    await talk.store.bury([fact_name(fact.subject, fact.text) for fact in said], talk.clock.now())
    await talk.store.drop_facts(said)  # as far as an erasure came before the process was killed
    await talk.store.delete_messages(GUILD, [message.id for message in found])
    await files(talk)
    assert len(in_files(folder)) == 1 + len(journals)
    await erase(talk)
    assert in_files(folder) == []
    assert len(list(folder.rglob("13.json.edited-*"))) == 1


async def test_what_a_provider_quoted_goes_wherever_it_was_noted(talk: Talk) -> None:
    """Also in a guild where nothing of the person is found any more (N-02, N-14)."""
    line = Action(kind="x", at=NOON, guild=777, outcome="error: down", detail=f"prompt was {PLANTED}")
    await talk.store.log_action(line)
    await erase(talk)
    assert await in_tables(talk.store) == []


async def test_what_was_planted_through_every_door_is_found_nowhere(talk: Talk, tmp_path: Path) -> None:
    """Message, edit, fact, lore, hearsay, DM, private channel, summary, notes, log, files (N-02, R-12)."""
    await plant(talk)
    await answer_ben(talk)
    await files(talk)
    durable = tmp_path / "projections/data/memory/durable/11.json"
    durable.write_text(durable.read_text() + "\n")
    await files(talk)
    tables = await in_tables(talk.store)
    for expected in ("messages", "people", "facts", "notes", "summaries", "short_term", "days", "contexts"):
        assert expected in tables, f"nothing was planted in {expected}: the test proves nothing"
    assert list(durable.parent.glob("11.json.edited-*"))
    assert any(name.endswith("MEMORY.md") for name in in_files(tmp_path))
    assert ANN.id in {line.person for line in await talk.store.actions(limit=1000)}
    receipt = await erase(talk)
    assert receipt.startswith("Erased:\n- ")
    await nothing_is_left(talk, tmp_path)
    assert ANN.id not in {line.person for line in await talk.store.actions(limit=1000)}
    await talk.memory.settle()
    await nothing_is_left(talk, tmp_path)


async def test_the_receipt_counts_what_went(talk: Talk) -> None:
    """Before and after, person by person (N-02)."""
    await talk.turn("I love plums", "Plums!", by=ANN)
    await talk.tell("remember I collect stamps", by=ANN)
    await talk.tell("remember <@12> is late", by=ANN, mentions=(BEN,))
    await talk.memory.settle()
    counted = "- messages: 2\n- facts about you: 2\n- facts you told of others: 1"
    assert counted in await talk.tell("erase", by=ANN)
    receipt = await talk.tell("erase confirm", by=ANN)
    assert counted in receipt
    assert "- summaries: 2" in receipt
    (line, *_) = await talk.store.actions()
    assert line.kind == "memory_erase"
    assert line.detail.startswith("person: 2 messages, 2 facts about them")


async def test_the_page_of_the_library_names_every_count(talk: Talk) -> None:
    """N-02: a program looks up counts by the names that `Receipt` gives them."""
    await talk.turn("I love plums", "Plums!", by=ANN)
    await talk.memory.settle()
    page = (Path(__file__).parent.parent / "docs" / "api.md").read_text()
    (told,) = re.findall(r"^- `counts`: (.*)", page, re.MULTILINE)
    for scope in (Scope(kind="person", id=ANN.id), Scope(kind="guild", id=GUILD)):
        counts = (await talk.memory.erase(scope)).counts
        assert [name for name in counts if f"`{name}`" not in told] == []
        assert {"messages", "summaries", "log lines"} < {*counts}


async def test_others_keep_what_is_theirs(talk: Talk) -> None:
    """Their messages, their own facts, what third parties said of them (N-02, R-17)."""
    await plant(talk)
    await talk.say("I have a cat named Miso", by=BEN)
    await talk.tell("remember <@12> is kind", by=CARL, mentions=(BEN,))
    await talk.memory.settle()
    await erase(talk)
    assert await talk.knows(BEN) == ["Has a cat named Miso", "Is kind"]
    everything = await talk.store.messages_between(NOON, talk.minute_later())
    assert [m.text for m in everything] == ["I have a cat named Miso"]


async def test_erasing_asks_first_and_not_for_ever(talk: Talk) -> None:
    """`confirm` counts after a preview in the same conversation, within ten minutes (N-02, N-05)."""
    await talk.tell("remember I love plums", by=ANN)
    refusal = "Say `!memory erase` first"
    assert refusal in await talk.tell("erase confirm", by=ANN)
    await talk.tell("erase", by=ANN)
    assert refusal in await talk.tell("erase confirm", by=ANN, place=DM_ANN)
    assert refusal in await talk.tell("erase confirm", by=BEN)
    for _ in range(10):
        talk.minute_later()
    assert refusal in await talk.tell("erase confirm", by=ANN)
    assert "`!memory erase confirm` erases it" in await talk.tell("erase everything please", by=ANN)
    assert len(await talk.facts(ANN)) == 1


async def test_an_old_message_that_is_delivered_again_stays_away(talk: Talk, tmp_path: Path) -> None:
    """By its id, and by the time it was sent, held before or not (N-02, N-19)."""
    said = await plant(talk)
    never_held = replace(said[0], id=999, text=f"an older {PLANTED}")
    await erase(talk)
    for message in (*said, never_held):
        assert await talk.memory.on_message(replace(message, author=ZYX))
    await talk.memory.settle()
    await nothing_is_left(talk, tmp_path)


async def test_what_is_said_afterwards_is_new(talk: Talk) -> None:
    """The person is not shut out: the same words, said anew, are kept (R-12, N-02)."""
    await talk.say("I have a dog named Rex", by=ANN)
    await talk.memory.settle()
    await talk.tell("erase", by=ANN)
    await talk.tell("erase confirm", by=ANN)
    assert await talk.facts(ANN) == []
    await talk.say("I have a dog named Rex", by=ANN)
    assert await talk.knows(ANN) == ["Has a dog named Rex"]


async def test_a_file_from_before_does_not_bring_it_back(talk: Talk, tmp_path: Path) -> None:
    """Facts by their text and by their time; others' files too (N-02, N-12)."""
    await plant(talk)
    await files(talk)
    kept = shutil.copytree(
        tmp_path / "projections/data/memory/durable", tmp_path.parent / f"{tmp_path.name}-old"
    )
    before = {path.name for path in kept.glob("*.json")}
    assert {"11.json", "12.json"} <= before
    await erase(talk)
    report = await import_folder(talk.store, kept, settings=talk.memory.settings, clock=talk.clock)
    assert (report.added, report.changed) == (0, 0)
    assert any("It was erased here." in problem for problem in report.problems)
    assert await in_tables(talk.store) == []


async def test_hearsay_that_waits_for_a_model_is_not_learned(store: Store, tmp_path: Path) -> None:
    """Ben's message stays, what it says of Ann does not become a fact again (N-02, R-17)."""
    late = reader({"upserts": [{"message": 1, "text": "Ann has a boat", "about": "11"}]})
    async with talking(store, tmp_path, {"extract": late}, extract_every=1) as talk:
        await talk.say("<@11> has a boat", by=BEN, mentions=(ANN,))
        await talk.tell("erase", by=ANN)
        await talk.tell("erase confirm", by=ANN)
        await talk.memory.settle()
        assert late.prompts
        assert await talk.facts(ANN) == []


async def test_a_summary_that_was_being_made_is_left_out(store: Store, tmp_path: Path) -> None:
    """So is a reading for facts that began before the erasure (N-02, X-15)."""
    talks: list[Talk] = []

    async def slowly(prompt: Prompt) -> object:
        await talks[0].memory.erase(Scope(kind="person", id=ANN.id))
        return summary(prompt)

    slow = ScriptedModel(slowly)
    async with talking(store, tmp_path, {"summarise_session": slow}, rolling_every=1) as talk:
        talks.append(talk)
        await talk.turn(f"I love {PLANTED} cake", by=ANN)
        await talk.memory.settle()
        assert slow.prompts
        assert await in_tables(store) == []


@pytest.mark.parametrize("kind", ["channel", "guild"])
async def test_an_operator_erases_a_channel_or_a_guild(talk: Talk, tmp_path: Path, kind: str) -> None:
    """With its threads and what was said or stated there; other places stay (N-02, N-13)."""
    await talk.say(f"I love {PLANTED} cake", by=BEN, place=DEV)
    await talk.say(f"I have a dog named {PLANTED}", by=BEN, place=THREAD)
    await talk.tell(f"remember I collect {PLANTED} stamps", by=BEN, place=DEV)
    await talk.reply(f"{PLANTED}!", place=DEV)
    await talk.say("I have a cat named Miso", by=BEN, place=ELSEWHERE)
    await talk.memory.settle()
    assert await in_tables(talk.store)
    scope = Scope(kind="channel", id=DEV.channel, guild=GUILD)
    counted = await talk.memory.erase(
        scope if kind == "channel" else Scope(kind="guild", id=GUILD, guild=GUILD)
    )
    assert (counted.counts["messages"], counted.counts["facts"]) == (3, 3)
    await nothing_is_left(talk, tmp_path)
    assert await talk.knows(BEN) == ["Has a cat named Miso"]


async def test_erasing_leaves_an_empty_log_of_writes(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """In SQLite the bytes go from free pages and from the WAL at once, not some day (N-02)."""
    async with talking(sqlite_store, tmp_path, {}) as talk:
        await talk.turn("I love plums", by=ANN)
        await talk.memory.settle()
        log = Path(f"{sqlite_store.location}-wal")
        before = await asyncio.to_thread(log.stat)
        await sqlite_store.purge()
        after = await asyncio.to_thread(log.stat)
        assert before.st_size > after.st_size == 0


async def test_why_and_undo_tell_nothing_of_what_was_erased(talk: Talk) -> None:
    """Copies in notes go too, those of other people included (N-02, N-11, X-15)."""
    await plant(talk)
    await answer_ben(talk)
    await erase(talk)
    assert await talk.tell("why", by=BEN) == "No memory was used for the last answer here."
    assert await talk.tell("undo", by=BEN) == "There is nothing to undo here."
    assert Layer.ROLLING not in [section.layer for section in (await talk.prompt(by=BEN)).sections]


async def test_what_a_model_looked_up_for_an_answer_is_its_source(store: Store, tmp_path: Path) -> None:
    """An answer made with a search goes with whom it found (N-02, N-11)."""
    model = ScriptedModel([Use("search_memory", text=f"{PLANTED} trip"), f"She was on a {PLANTED} trip."])
    async with talking(store, tmp_path, {"reply": model}, extract_enabled=False, history_messages=1) as talk:
        await talk.say(f"the {PLANTED} trip was lovely", by=ZYX)
        asked = await talk.say("where was she?", by=BEN, place=GENERAL)
        told = await talk.memory.reply(talk.question("where was she?", by=BEN, place=GENERAL))
        assert PLANTED in model.told[0]
        answer = Message(
            id=asked.id + 1,
            place=GENERAL,
            author=BOT,
            text=str(told.text),
            sent_at=talk.minute_later(),
            reply_to=asked.id,
        )
        await talk.memory.on_reply(answer, told.context)
        await erase(talk)
        assert await talk.store.get_message(GUILD, answer.id) is None
        assert await in_tables(talk.store) == []


async def test_no_page_of_the_file_keeps_an_old_copy(tmp_path: Path) -> None:
    """Where rows were moved between pages, too (N-02, N-19)."""
    store = await open_sqlite(tmp_path / "memory.sqlite3")
    async with talking(store, tmp_path, {}, extract_enabled=False) as talk:
        places = (DEV, GENERAL, ELSEWHERE, STAFF)
        for number in range(500):
            by = (ANN, BEN, CARL)[number * 7 % 3]
            text = (
                f"I love {PLANTED if by is ANN else 'bread'}{number} cake {'and more ' * (number * 13 % 40)}"
            )
            await talk.say(text, by=by, place=places[number * 11 % 4])
        await talk.memory.erase(Scope(kind="person", id=ANN.id))
    await store.close()
    assert PLANTED.encode() not in (tmp_path / "memory.sqlite3").read_bytes().lower()

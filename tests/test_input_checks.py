"""A mistake of the caller is an error they see, never False or an empty result."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dnam.commands import Command
from dnam.domain import Message, Person, Place, Question, Scope, Visibility
from dnam.errors import BadInput
from dnam.memory import Memory
from dnam.rules.input_checks import LONGEST_TEXT
from dnam.settings import Settings
from dnam.stores.sqlite import SqliteStore
from scene import ANN, DEV, DM_ANN, NOON, opened

GOOD = Message(id=1, place=DEV, author=ANN, text="hello", sent_at=NOON)
NAIVE = datetime(2026, 1, 1)
LONG = "x" * (LONGEST_TEXT + 1)
ANY: Any = "7"
NONE: Any = None


@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, sent_at=NAIVE),
        replace(GOOD, edited_at=NAIVE),
        replace(GOOD, id=2**63),
        replace(GOOD, id=-1),
        replace(GOOD, id=ANY),
        replace(GOOD, reply_to=2**64),
        replace(GOOD, author=Person(id=True, name="Ann")),
        replace(GOOD, author=Person(id=2**70, name="Ann")),
        replace(GOOD, author=replace(ANN, name="x" * 2000)),
        replace(GOOD, place=replace(DEV, channel=2**63)),
        replace(GOOD, mentions=(Person(id=ANY, name="Ben"),)),
        replace(GOOD, text=LONG),
        replace(GOOD, text=b"bytes"),  # type: ignore[arg-type]  # what is tried
        {"id": 1},
        None,
    ],
    ids=range(15),
)
async def test_a_message_that_cannot_be_is_refused(
    sqlite_store: SqliteStore, tmp_path: Path, wrong: Any
) -> None:
    """F-14: naive times, ids beyond 63 bits, wrong types and endless texts raise BadInput."""
    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput):
            await scene.memory.on_message(wrong)
        assert (await sqlite_store.counts())["messages"] == 0


async def test_what_is_dated_after_tomorrow_is_refused(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: it would stay the latest of all for ever; a clock that is a little fast harms nothing."""
    async with opened(sqlite_store, tmp_path) as scene:
        now = scene.clock.now()
        assert await scene.memory.on_message(replace(GOOD, sent_at=now + timedelta(hours=2)))
        with pytest.raises(BadInput, match="sent_at` is 2099-01-01 00:00, and now is "):
            await scene.memory.on_message(replace(GOOD, id=2, sent_at=datetime(2099, 1, 1, tzinfo=UTC)))
        with pytest.raises(BadInput, match="`at` is 2099"):
            await scene.memory.on_edit(DEV.guild, 1, "hi", datetime(2099, 1, 1, tzinfo=UTC))
        assert (await sqlite_store.counts())["messages"] == 1


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (Message, "`person` should be a dnam.Person, not a class."),
        (5, "`person` should be a dnam.Person, not an int."),
        (None, "`person` should be a dnam.Person, not None."),
    ],
)
async def test_a_wrong_value_is_named_as_it_is_imported(
    sqlite_store: SqliteStore, tmp_path: Path, value: Any, says: str
) -> None:
    """F-14: the sentence has the name that the program can import, and reads well."""
    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput) as raised:
            await scene.memory.facts(value)
        assert str(raised.value) == says


async def test_a_direct_message_with_nobody_is_refused(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: without the person it is with, what is said there would be nobody's."""
    nobody = Place(guild=0, channel=900, visibility=Visibility.DM)
    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput, match="person=ID"):
            await scene.memory.on_message(replace(GOOD, place=nobody))


@pytest.mark.parametrize(
    "place",
    [
        Place(guild=0, channel=900, visibility=Visibility.PUBLIC),
        Place(guild=0, channel=900, visibility=Visibility.PRIVATE),
        Place(guild=10, channel=900, visibility=Visibility.DM, person=1),
    ],
)
async def test_a_direct_message_described_wrongly_is_refused(
    sqlite_store: SqliteStore, tmp_path: Path, place: Place
) -> None:
    """F-14, R-01: what is said in private would else be for everybody."""
    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput, match=r"visibility=Visibility\.DM"):
            await scene.memory.on_message(replace(GOOD, place=place))


async def test_everything_else_a_program_passes_in_is_checked(
    sqlite_store: SqliteStore, tmp_path: Path
) -> None:
    """F-14: edits, deletions, questions, commands, names and erasures."""
    question = Question(place=DEV, asker=ANN, text="?")
    async with opened(sqlite_store, tmp_path) as scene:
        memory = scene.memory
        for refused in (
            memory.on_edit(500, 1, "text", NAIVE),
            memory.on_edit(500, 1, LONG),
            memory.on_delete(500, [2**63]),
            memory.on_channel_delete(500, ANY),
            memory.context_for(replace(question, text=LONG)),
            memory.search(replace(question, asker=Person(id=2**63, name=""))),
            memory.command(Command(text=f"!memory remember {LONG}", place=DEV, person=ANN)),
            memory.on_names(500, [Person(id=ANY, name="Ann")]),
            memory.erase(Scope(kind="person", id=2**63)),
            memory.erase(Scope(kind=ANY, id=1)),
            memory.search(ANY),
            memory.search(ANN, "tea", limit=ANY),
            memory.remember(ANY, "x"),
            memory.remember(ANN, NONE),
            memory.facts(ANY),
            memory.command(ANY),
            memory.on_delete(500, ANY),
            memory.profile(500, ANY),
            memory.profiles(500, ANY),
            memory.on_leave(500, ANY),
            memory.context_for(question, files="rules.md"),
            memory.remember_lore("x", ANY),
            memory.on_message(replace(GOOD, place=replace(DEV, visibility="public"))),  # type: ignore[arg-type]
        ):
            with pytest.raises(BadInput):
                await refused


async def test_a_callback_is_a_plain_function(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: what nobody would await, or call, is refused when it is given."""

    async def shown(text: str) -> None:
        del text

    async with opened(sqlite_store, tmp_path) as scene:
        with pytest.raises(BadInput, match="not an async one"):
            await scene.memory.reply(scene.question("?"), show=shown)  # type: ignore[arg-type]
        with pytest.raises(BadInput, match="`changed` should be a function, not None"):
            scene.memory.watch(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"settings": "memory.sqlite3"}, "`settings` should be a dnam.Settings, not a str"),
        ({"embedder": "minilm"}, "`embedder` has no `name`: dnam.Embedder says"),
        ({"clock": 12}, "`clock` has no `now`"),
    ],
)
def test_a_memory_is_opened_with_what_it_takes(wrong: Any, why: str) -> None:
    """F-14: the settings are no path, and the name of an embedder is no embedder."""
    with pytest.raises(BadInput, match=why):
        Memory.open(**wrong)


@pytest.mark.parametrize(
    "scope",
    [Scope(kind="channel", id=DEV.channel), Scope(kind="guild", id=DEV.guild, guild=DEV.guild + 1)],
    ids=["channel", "guild"],
)
async def test_a_scope_that_names_no_guild_or_two_is_refused(
    sqlite_store: SqliteStore, tmp_path: Path, scope: Scope
) -> None:
    """F-14: a receipt that says that nothing is left would not be true."""
    async with opened(sqlite_store, tmp_path) as scene:
        await scene.say("I like tea")
        for preview in (True, False):
            with pytest.raises(BadInput, match="guild"):
                await scene.memory.erase(scope, preview=preview)
        await scene.say("My door code is on the blue note", place=DM_ANN)
        receipt = await scene.memory.erase(Scope(kind="channel", id=DM_ANN.channel))
        assert receipt.counts["messages"] == 1
        assert (await sqlite_store.counts())["messages"] == 1
        assert (await scene.memory.erase(Scope(kind="guild", id=DEV.guild))).counts["messages"] == 1


async def test_a_memory_that_is_not_open_says_so(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: before and after its block every call raises; it promises nothing and looks like no failure."""
    opening = Memory.open(Settings(data_dir=tmp_path, embedder="off", projections=False), store=sqlite_store)
    with pytest.raises(BadInput, match="async with"):
        opening.on_message  # type: ignore[attr-defined]  # noqa: B018
    async with opening as memory:
        assert await memory.on_message(GOOD)
        with pytest.raises(BadInput, match="open already"):
            await opening.__aenter__()
    for refused in (
        memory.on_message(GOOD),
        memory.search(ANN, "tea"),
        memory.remember(ANN, "I like tea"),
        memory.facts(ANN),
        memory.erase(Scope(kind="person", id=ANN.id)),
    ):
        with pytest.raises(BadInput, match="not open"):
            await refused
    async with opening as again:
        assert (await again.search(Question(place=DEV, asker=ANN, text="hello"))).messages == ()


async def test_the_longest_text_that_is_allowed_is_stored(sqlite_store: SqliteStore, tmp_path: Path) -> None:
    """F-14: the limit is a limit, not a mistake."""
    async with opened(sqlite_store, tmp_path) as scene:
        assert await scene.memory.on_message(replace(GOOD, text="word " * (LONGEST_TEXT // 5)))
        assert (await sqlite_store.counts())["messages"] == 1


class Chatty:
    """A model that its author has not finished."""

    name = "mine:chatty"


@pytest.mark.parametrize(
    ("models", "why"),
    [({"chat": Chatty()}, "one of extract, .* not 'chat'"), ({"reply": Chatty()}, "no `complete`")],
)
async def test_a_model_that_cannot_work_is_refused_at_once(tmp_path: Path, models: Any, why: str) -> None:
    """F-14: not at the first reply, and not by silence."""
    settings = Settings(store=str(tmp_path / "memory.sqlite3"), projections=False)
    with pytest.raises(BadInput, match=why):
        async with Memory.open(settings, models=models):
            pass

"""Embeddings: only for ranking, once for each text, anew for each model, and never in the way."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from dnam.errors import ModelError
from dnam.ingest import fact_payload, message_payload
from dnam.models import encoders
from dnam.models.embed import NAMES, LocalEmbedder, embedder_for
from dnam.models.embedding_log import EmbeddingLog
from dnam.models.embedding_server import ServerEmbedder
from dnam.ports import Store
from dnam.settings import Settings
from dnam.testing import HandClock
from dnam.testing.sample_data import a_message, known
from scene import BEN, DEV, NOON, Scene, TopicEmbedder, opened, texts

TOPICS = ("puppy dog animal", "tea coffee drink")
DEFAULT, STATIC, MINILM, BOTH = (
    LocalEmbedder(NAMES[name], getattr(encoders, f"load_{name}"))
    for name in ("multilingual", "static", "minilm", "both")
)


class Broken(TopicEmbedder):
    """An embedder that is down."""

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise ModelError(f"no answer for {len(texts)} texts")


class Stuck(TopicEmbedder):
    """An embedder that answers only when it is let go."""

    def __init__(self) -> None:
        super().__init__(*TOPICS)
        self.go = asyncio.Event()

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        await self.go.wait()
        return await super().embed(texts)


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path, embedder=TopicEmbedder(*TOPICS)) as opened_scene:
        yield opened_scene


def seen(scene: Scene) -> list[str]:
    """Return what was embedded so far."""
    embedder = scene.memory.embedder
    assert isinstance(embedder, TopicEmbedder)
    return embedder.seen


# What is embedded


def test_a_fact_is_embedded_with_its_kind_and_evidence() -> None:
    """Type, fact, and what it rests on when there is something (CL-42)."""
    fact = known("Likes tea")
    assert fact_payload(fact) == "fact: Likes tea"
    assert fact_payload(replace(fact, evidence="I like tea")) == "fact: Likes tea\nI like tea"


def test_a_message_is_embedded_with_its_speaker() -> None:
    """Who says what (N-21)."""
    assert message_payload(a_message(1, "hello")) == "Ann: hello"


def test_a_message_in_another_language_is_embedded_without_a_name() -> None:
    """A name beside it outweighs what is said (N-21)."""
    assert message_payload(a_message(1, "언니는 알파카를 키워요.")) == "언니는 알파카를 키워요."
    assert message_payload(a_message(1, "Ich wohne in Köln und habe einen Hund")).startswith("Ich")


async def test_what_comes_in_is_embedded_afterwards(scene: Scene) -> None:
    """Messages and inserted facts, in the background (CL-23)."""
    await scene.say("tea is ready")
    await scene.tell("remember I have a dog")
    await scene.settled()
    assert seen(scene) == ["Ann: tea is ready", "fact: Has a dog\nI have a dog"]


async def test_unchanged_content_is_not_embedded_again(scene: Scene) -> None:
    """Saying it again, pinning it and a restart cost nothing (CL-44)."""
    await scene.say("tea is ready")
    await scene.tell("remember I have a dog")
    await scene.settled()
    for typed in ("remember I have a dog", "pin dog", "everywhere dog"):
        await scene.tell(typed)
    await scene.settled()
    async with scene.again(embedder=TopicEmbedder(*TOPICS)) as later:
        await later.settled()
        assert (len(seen(scene)), seen(later)) == (2, [])


async def test_changed_content_is_embedded_anew(scene: Scene) -> None:
    """An edited message and an edited fact are found by their new meaning only (N-04, CL-42)."""
    message = await scene.say("tea is ready", by=BEN)
    await scene.tell("remember I love coffee")
    await scene.settled()
    await scene.memory.on_edit(DEV.guild, message.id, "the puppy is ready")
    await scene.tell("edit coffee -> I love my dog")
    assert texts(await scene.search("animals")) == ["Loves their dog", "the puppy is ready"]
    assert texts(await scene.search("drinks")) == []


# Questions


@pytest.mark.parametrize(("question", "asked"), [("ab", []), ("  a  ", []), ("tea", ["tea"])])
async def test_a_question_is_embedded_from_three_characters_on(
    scene: Scene, question: str, asked: list[str]
) -> None:
    """Shorter ones are ranked by words alone (CL-41)."""
    await scene.memory.search(scene.question(question))
    assert seen(scene) == asked


async def test_without_an_embedder_everything_works_by_words(store: Store, tmp_path: Path) -> None:
    """Embeddings are only for ranking (CL-40, CL-56, R-21)."""
    async with opened(store, tmp_path) as scene:
        await scene.tell("remember I have a dog")
        await scene.say("my dog is here", by=BEN)
        result = await scene.search("dog")
        assert (len(result.facts), len(result.messages)) == (1, 1)


async def test_a_failing_embedder_leaves_ranking_by_words(store: Store, tmp_path: Path) -> None:
    """Errors are logged and counted; storing, search and prompts go on (CL-39, CL-71, DC-04)."""
    async with opened(store, tmp_path, embedder=Broken(*TOPICS)) as scene:
        await scene.say("my dog is here", by=BEN)
        await scene.tell("remember I have a dog")
        result = await scene.search("dog")
        assert (len(result.facts), len(result.messages)) == (1, 1)
        assert "Has a dog" in (await scene.prompt("dog?")).text
        assert scene.memory.lanes.failures["memory_embedding_call"] >= 2


async def test_what_a_failure_left_is_embedded_when_the_embedder_is_back(
    store: Store, tmp_path: Path
) -> None:
    """Missing vectors are filled in, none is forgotten (CL-44, R-09)."""
    async with opened(store, tmp_path, embedder=Broken(*TOPICS)) as scene:
        await scene.say("my puppy is here", by=BEN)
        await scene.tell("remember I have a dog")
        async with scene.again(embedder=TopicEmbedder(*TOPICS)) as later:
            assert texts(await later.search("animals")) == ["Has a dog", "my puppy is here"]


async def test_a_slow_embedder_does_not_hold_up_a_prompt(store: Store, tmp_path: Path) -> None:
    """Past half the deadline the question is ranked by words (R-10, CL-41)."""
    slow = Stuck()
    async with opened(store, tmp_path, embedder=slow, read_deadline_seconds=1) as scene:
        await scene.tell("remember I have a dog")
        assert "Has a dog" in (await scene.prompt("dog?")).text
        slow.go.set()


# Another model


async def test_another_model_embeds_everything_anew(scene: Scene) -> None:
    """Old vectors neither break nor hide anything, and the new ones find it (X-21, CL-43)."""
    await scene.say("my puppy is here", by=BEN)
    await scene.tell("remember I have a dog")
    await scene.settled()
    other = TopicEmbedder("tea", "coffee", "puppy dog animal", name="others")
    async with scene.again(embedder=other) as later:
        assert texts(await later.search("animals")) == ["Has a dog", "my puppy is here"]
    assert sorted(other.seen)[:2] == ["Ben: my puppy is here", "animals"]


async def test_between_two_models_words_still_find_everything(scene: Scene) -> None:
    """While nothing is embedded anew yet, nothing is hidden (X-21)."""
    await scene.say("my puppy is here", by=BEN)
    await scene.tell("remember I have a puppy")
    await scene.settled()
    slow = Stuck()
    slow.name = "others"
    async with scene.again(embedder=slow, read_deadline_seconds=0.1) as later:
        result = await later.memory.search(later.question("puppy"))
        slow.go.set()
        assert (len(result.facts), len(result.messages)) == (1, 1)


async def test_vectors_of_another_length_under_the_same_name_break_nothing(scene: Scene) -> None:
    """A server may change behind a model's name: words still find what is there (X-21)."""
    await scene.say("my puppy is here", by=BEN)
    await scene.tell("remember I have a puppy")
    await scene.settled()
    async with scene.again(embedder=TopicEmbedder("tea", "coffee", "puppy dog animal")) as later:
        await later.say("another puppy", by=BEN)
        result = await later.search("puppy")
        assert (len(result.facts), len(result.messages)) == (1, 2)
        assert "Has a puppy" in (await later.prompt("puppy?")).text


async def test_until_the_embedder_is_loaded_questions_are_ranked_by_words(scene: Scene) -> None:
    """R-10, DC-04: loading takes seconds and never delays the first answer."""
    await scene.say("my puppy is here", by=BEN)
    await scene.settled()
    loading = Stuck()
    loading.ready = False
    async with scene.again(embedder=loading) as later:
        result = await later.memory.search(later.question("puppy"))
        assert (len(result.messages), loading.seen) == (1, [])


async def test_a_memory_loads_its_embedder_at_the_start(store: Store, tmp_path: Path) -> None:
    """R-10: beside everything else, before anybody asks."""
    embedder = LocalEmbedder("tiny", lambda: lambda texts: np.ones((len(texts), 4), np.float32))
    async with opened(store, tmp_path, embedder=embedder) as scene:
        assert not embedder.ready
        await scene.settled()
        assert embedder.ready


async def test_embedding_much_anew_tells_how_far_it_is(scene: Scene) -> None:
    """X-21: with another model the count of what waits falls to nothing, newest first."""
    for number in range(40):
        await scene.say(f"tea number {number}")
    await scene.settled()
    other = TopicEmbedder("tea", name="others")
    waiting = scene.memory.store.count_unembedded
    assert (await waiting(model="topics"), await waiting(model="others")) == (0, 40)
    async with scene.again(embedder=other) as later:
        await later.settled()
    assert (await waiting(model="others"), other.seen[0]) == (0, "Ann: tea number 39")


# The encoders of this machine


@pytest.mark.parametrize(("embedder", "size"), [(DEFAULT, 512), (STATIC, 256), (MINILM, 384), (BOTH, 896)])
async def test_an_encoder_gives_a_unit_row_for_each_text(embedder: LocalEmbedder, size: int) -> None:
    """R-21: zeros for a text without words, in order, offline; a puppy is like a dog, not like a tax form."""
    texts = [
        "my dog is ill",
        "",
        "the puppy needs a vet",
        "quarterly tax form",
        *["tea " * n for n in range(1, 20)],
    ]
    rows = await embedder.embed(texts)
    assert rows.shape == (23, size)
    assert np.linalg.norm(rows, axis=1).round(3).tolist() == [1, 0] + [1] * 21
    assert np.allclose(rows[5], (await embedder.embed([texts[5]]))[0], atol=0.02)
    assert float(rows[0] @ rows[2]) > float(rows[0] @ rows[3]) + 0.1


@pytest.mark.parametrize("embedder", [STATIC, MINILM])
async def test_an_encoder_claims_no_meaning_in_scripts_it_does_not_know(embedder: LocalEmbedder) -> None:
    """X-09, N-07: letters averaged would make any two Russian sentences alike; words find them instead."""
    written = ["велосипед", "Я вегетарианка и живу в Казани", "我对花生过敏", "أنا نباتية"]
    known = ["Straße nach Köln", "Kışın İzmir", "Tôi thích phở", "C# and Go", "tea for 田中"]
    assert [bool(row.any()) for row in await embedder.embed(written + known)] == [False] * 4 + [True] * 5


async def test_the_default_knows_meanings_in_every_script_it_was_trained_on() -> None:
    """N-07: the same sentence in another script is nearer than another sentence in the same one."""
    cats = ["My cat sleeps all day", "Моя кошка спит весь день", "我的猫整天睡觉", "قطتي تنام طوال اليوم"]
    rows = await DEFAULT.embed([*cats, "Завтра у меня экзамен по физике", "明天我有物理考试"])
    assert min((rows[:4] @ rows[:4].T).min(axis=0)) > max((rows[:4] @ rows[4:].T).max(axis=0))


@pytest.mark.parametrize("embedder", [DEFAULT, STATIC, MINILM])
async def test_any_text_can_be_embedded(embedder: LocalEmbedder) -> None:
    """No message may stop the others from getting their vectors (CL-39, N-07)."""
    rows = await embedder.embed(["", "\x00", "🎉" * 3000, "日本語", "x" * 100_000])
    assert np.isfinite(rows).all()


async def test_an_embedder_of_this_machine_finds_by_meaning(store: Store, tmp_path: Path) -> None:
    """The default needs no download and no key (R-21, N-21)."""
    async with opened(store, tmp_path, embedder=DEFAULT) as scene:
        await scene.say("The vet said my puppy needs rest", by=BEN)
        scene.minute_later()
        await scene.say("Quarterly tax forms are due", by=BEN)
        found = await scene.search("how is the dog doing at the vet?")
        assert found.messages[0].what.text.startswith("The vet")


# fastembed


def made_for_fastembed(folder: Path) -> None:
    """Make a model of six words: the mean of a one-hot row for each."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from tokenizers import Tokenizer, models, pre_tokenizers

    table = numpy_helper.from_array(np.eye(8, 384, dtype=np.float32), "table")
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    out = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "length", 384])
    look = helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])
    graph = helper.make_graph([look], "tiny", ids, [out], [table])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    folder.mkdir()
    onnx.save(model, str(folder / "model_optimized.onnx"))
    words = ["[PAD]", "[UNK]", "dog", "puppy", "tea", "coffee", "tax", "form"]
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    for name, value in {
        "config.json": {"pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 64, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
    }.items():
        (folder / name).write_text(json.dumps(value))


async def test_fastembed_runs_a_model_from_its_files(tmp_path: Path) -> None:
    """R-21: for those who let it download, or have the files; nothing is fetched here."""
    made_for_fastembed(tmp_path / "files")
    chosen = embedder_for(
        Settings(embedder="fastembed", embedding_folder=tmp_path / "files", data_dir=tmp_path)
    )
    assert chosen is not None
    assert chosen.name == "fastembed BAAI/bge-small-en-v1.5"
    rows = await chosen.embed(["dog puppy", "tea", "dog"])
    assert rows.shape == (3, 384)
    assert np.linalg.norm(rows, axis=1).round(4).tolist() == [1, 1, 1]
    assert float(rows[0] @ rows[1]) < float(rows[0] @ rows[2])


async def test_a_model_that_fastembed_cannot_load_is_a_model_error(tmp_path: Path) -> None:
    """CL-71, R-21: it says what to do, and search goes on by words."""
    options = {"embedding_model": "no/such-model", "data_dir": tmp_path}
    chosen = embedder_for(Settings.model_validate({"embedder": "fastembed", **options}))
    assert chosen is not None
    with pytest.raises(ModelError, match="cannot load the model 'no/such-model'"):
        await chosen.load()


# An OpenAI-compatible server


@asynccontextmanager
async def server(*replies: tuple[int, object]) -> AsyncIterator[tuple[str, list[dict[str, object]]]]:
    """Serve these replies one after another; return the address and what was asked over which connection."""
    waiting, asked, connections = list(replies), list[dict[str, object]](), count(1)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = next(connections)
        while waiting:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().casefold()
            length = int(head.partition("content-length:")[2].partition("\r")[0])
            key = head.partition("authorization: bearer ")[2].partition("\r")[0]
            path = head.partition(" ")[2].partition(" ")[0]
            body = json.loads(await reader.readexactly(length))
            asked.append({**body, "key": key, "path": path, "connection": connection})
            status, reply = waiting.pop(0)
            text = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
            writer.write(b"HTTP/1.1 %d x\r\ncontent-length: %d\r\n\r\n" % (status, len(text)) + text)
            await writer.drain()
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1")
    port = listening.sockets[0].getsockname()[1]
    async with listening:
        yield f"http://127.0.0.1:{port}/v1/", asked


@asynccontextmanager
async def closing(embedder: ServerEmbedder) -> AsyncIterator[ServerEmbedder]:
    """Close an embedder at the end."""
    try:
        yield embedder
    finally:
        await embedder.close()


@asynccontextmanager
async def asking(
    *replies: tuple[int, object],
) -> AsyncIterator[tuple[ServerEmbedder, list[dict[str, object]]]]:
    """Give an embedder whose server answers so, and what it is asked."""
    async with (
        server(*replies) as (url, asked),
        closing(ServerEmbedder(model="small", base_url=url, api_key="k3y")) as embedder,
    ):
        yield embedder, asked


async def test_a_server_is_asked_for_its_model_and_answers_in_any_order() -> None:
    """Rows follow the texts, scaled to length one (CL-43, CL-64)."""
    data = [{"index": 1, "embedding": [0, 3]}, {"index": 0, "embedding": [4, 3]}]
    async with asking((200, {"data": data})) as (embedder, asked):
        rows = await embedder.embed(["a", ""])
    assert np.allclose(rows, np.array([[0.8, 0.6], [0.0, 1.0]]))
    sent = {"model": "small", "input": ["a", " "], "key": "k3y", "path": "/v1/embeddings", "connection": 1}
    assert asked == [sent]


async def test_calls_of_a_server_are_metered(sqlite_store: Store) -> None:
    """CL-71, N-14: tokens and cost of each call, and each failure, are in the action log."""
    good = (200, {"data": [{"index": 0, "embedding": [1]}], "usage": {"prompt_tokens": 1_000_000}})
    calls = EmbeddingLog(sqlite_store, HandClock(NOON))
    async with server(good, (500, {})) as (url, _):
        embedder = ServerEmbedder(model="text-embedding-3-small", base_url=url, api_key=None, calls=calls)
        async with closing(embedder):
            await embedder.embed(["a"])
            with pytest.raises(ModelError):
                await embedder.embed(["a"])
    lines = await sqlite_store.actions(limit=9)
    assert {line.kind for line in lines} == {"memory_embedding_call", "memory_embedding_error"}
    (spent,) = await sqlite_store.spending(NOON - timedelta(days=1))
    assert (spent.task, spent.calls, spent.usage.input_tokens) == ("embed", 2, 1_000_000)
    assert spent.usage.cost_usd == pytest.approx(0.02)


async def test_a_server_is_asked_over_one_connection() -> None:
    """R-10: a new connection for each question takes ten times as long as the question."""
    reply = (200, {"data": [{"index": 0, "embedding": [1]}]})
    async with asking(reply, reply, reply) as (embedder, asked):
        for _ in range(3):
            await embedder.embed(["a"])
    assert [each["connection"] for each in asked] == [1, 1, 1]


@pytest.mark.parametrize(
    "reply",
    [
        (500, {}),
        (401, {"error": "no"}),
        (200, b"<html>"),
        (200, {}),
        (200, []),
        (200, {"data": None}),
        (200, {"data": []}),
        (200, {"data": [{"index": 0, "embedding": ["x"]}]}),
        (200, {"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}),
    ],
)
async def test_a_server_that_answers_strangely_is_a_model_error(reply: tuple[int, object]) -> None:
    """One kind of failure, whatever went wrong (CL-71, R-21)."""
    async with asking(reply) as (embedder, _):
        with pytest.raises(ModelError, match="did not answer as expected"):
            await embedder.embed(["a", "b"])


async def test_a_server_that_is_not_there_is_a_model_error() -> None:
    """And its address is in the message (CL-71)."""
    with pytest.raises(ModelError, match=r"127\.0\.0\.1:1"):
        async with closing(ServerEmbedder(model="small", base_url="http://127.0.0.1:1", api_key=None)) as one:
            await one.embed(["a"])


# Choosing


def test_the_embedder_is_the_one_the_settings_name() -> None:
    """R-21, CL-40, N-07: of this machine and in many languages by default, none when off."""
    chosen = embedder_for(Settings())
    assert isinstance(chosen, LocalEmbedder)
    assert chosen.name == "use-multilingual-3"
    assert embedder_for(Settings(embedder="off")) is None


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "text-embedding-3-small"),
        ({"embedding_model": "nomic-embed-text"}, "nomic-embed-text"),
    ],
)
def test_the_model_of_a_server_is_the_set_one_or_openais_small(options: dict[str, str], name: str) -> None:
    """The setting first, `text-embedding-3-small` last (CL-43, CL-64)."""
    chosen = embedder_for(Settings.model_validate({"embedder": "openai", **options}))
    assert isinstance(chosen, ServerEmbedder)
    assert chosen.name == name


def test_the_clanker_preset_asks_openais_small_model() -> None:
    """Its own default (CL-64)."""
    chosen = embedder_for(Settings(preset="clanker"))
    assert chosen is not None
    assert chosen.name == "text-embedding-3-small"

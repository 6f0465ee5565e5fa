"""Reranking: the best messages of a search reordered by a model that reads each beside the question."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from dnam.errors import ModelError, SettingsError
from dnam.evaluation.metrics import Ranked, figures
from dnam.models.rerank import reranker_for
from dnam.ports import Store
from dnam.settings import Settings
from scene import BEN, DM_BEN, Scene, opened, texts

BRANCHES = ("the tea tastes like a mango", "green tea", "tea and tea again")


@dataclass
class RerankServer:
    """Scores a text by how often it says mango, as one of the usual servers would answer."""

    field_name: str
    """What it calls the texts."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    fails: bool = False

    async def rerank(self, request: web.Request) -> web.Response:
        body = await request.json()
        if self.field_name not in body:
            return web.json_response({"error": f"missing field {self.field_name}"}, status=422)
        self.asked.append({**body, "key": request.headers.get("Authorization")})
        await self.go.wait()
        if self.fails:
            return web.json_response({}, status=500)
        name = "score" if self.field_name == "texts" else "relevance_score"
        rows = [{"index": n, name: text.count("mango")} for n, text in enumerate(body[self.field_name])]
        best_first = sorted(rows, key=lambda row: -row[name])
        return web.json_response(best_first if name == "score" else {"results": best_first})


@asynccontextmanager
async def serving(server: RerankServer) -> AsyncIterator[dict[str, Any]]:
    """Run the server; return the settings that use it."""
    app = web.Application()
    app.router.add_post("/v1/rerank", server.rerank)
    async with TestServer(app) as listening:
        yield {"reranker": "server", "rerank_base_url": str(listening.make_url("/v1"))}


async def tea_talk(scene: Scene) -> list[str]:
    """Let people speak of tea, then search for it."""
    for text in BRANCHES:
        await scene.say(text, by=BEN)
    return texts(await scene.search("tea"))


@pytest.mark.parametrize("field_name", ["documents", "texts"])
async def test_a_server_reorders_what_was_found(store: Store, tmp_path: Path, field_name: str) -> None:
    """N-21, R-21: in the form of Jina, Cohere and llama.cpp, and in that of TEI, without being told which."""
    server = RerankServer(field_name)
    server.go.set()
    async with serving(server) as options, opened(store, tmp_path, rerank_api_key="k3y", **options) as scene:
        assert (await tea_talk(scene))[0] == BRANCHES[0]
        await scene.search("green tea")
    assert [each["query"] for each in server.asked] == ["tea", "green tea"]
    assert "Ben: green tea" in server.asked[0][field_name]
    assert server.asked[0]["key"] == "Bearer k3y"


async def test_a_failing_server_leaves_the_order_as_it_was(store: Store, tmp_path: Path) -> None:
    """CL-39, R-10: the failure is counted, and the search is answered."""
    server = RerankServer("documents", fails=True)
    server.go.set()
    async with opened(store, tmp_path) as plain:
        expected = await tea_talk(plain)
    async with serving(server) as options, opened(store, tmp_path, **options) as scene:
        assert texts(await scene.search("tea")) == expected
        assert scene.memory.lanes.failures["memory_rerank"] == 1


async def test_a_late_server_leaves_the_order_as_it_was(store: Store, tmp_path: Path) -> None:
    """R-10: past its part of the deadline the search is answered without it."""
    server = RerankServer("documents")
    options: dict[str, Any] = {"read_deadline_seconds": 0.4}
    async with serving(server) as address, opened(store, tmp_path, **options, **address) as scene:
        assert sorted(await tea_talk(scene)) == sorted(BRANCHES)
        assert scene.memory.lanes.failures["memory_rerank late"] == 1
        server.go.set()


async def test_a_reranker_reads_only_what_the_place_may_hear(store: Store, tmp_path: Path) -> None:
    """R-01: nothing of a direct message leaves for a server when somebody asks elsewhere."""
    server = RerankServer("documents")
    server.go.set()
    async with serving(server) as options, opened(store, tmp_path, **options) as scene:
        await scene.say("my secret tea is mango", by=BEN, place=DM_BEN)
        await tea_talk(scene)
        await scene.search("tea", by=BEN, place=DM_BEN)
    elsewhere, own = ["".join(each["documents"]) for each in server.asked]
    assert "secret" not in elsewhere
    assert "secret" in own


def test_a_server_without_an_address_is_a_mistake_in_the_settings() -> None:
    """R-21: it says what to set."""
    with pytest.raises(SettingsError, match="DNAM_RERANK_BASE_URL"):
        reranker_for(Settings(reranker="server"))


@pytest.mark.parametrize(
    "answer", [{"results": []}, [{"index": 0}], {"message": "no"}, "no", [{"index": 7, "score": 1}]]
)
async def test_an_answer_without_every_score_is_a_model_error(answer: object) -> None:
    """CL-71: what a server leaves out is never guessed."""

    async def rerank(_: web.Request) -> web.Response:
        return web.json_response(answer)

    app = web.Application()
    app.router.add_post("/rerank", rerank)
    async with TestServer(app) as listening:
        reranker = reranker_for(Settings(reranker="server", rerank_base_url=str(listening.make_url(""))))
        assert reranker is not None
        with pytest.raises(ModelError, match="did not answer as expected"):
            await reranker.score("tea", ["tea"])
        await reranker.close()


def made_cross_encoder(folder: Path) -> None:
    """Make a model that counts the word mango."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ["[PAD]", "[UNK]", "tea", "mango"]
    table = numpy_helper.from_array(np.array([[0], [0], [0], [1]], np.float32), "table")
    axis = numpy_helper.from_array(np.array([1], np.int64), "axis")
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    out = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("ReduceSum", ["rows", "axis"], ["logits"], keepdims=0),
    ]
    graph = helper.make_graph(nodes, "tiny", [ids], [out], [table, axis])
    (folder / "onnx").mkdir(parents=True)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(folder / "onnx" / "model.onnx"))
    tokenizer = Tokenizer(models.WordLevel({word: n for n, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    for name, value in {
        "config.json": {"pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 64, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
    }.items():
        (folder / name).write_text(json.dumps(value))


async def test_a_cross_encoder_of_fastembed_reorders_what_was_found(store: Store, tmp_path: Path) -> None:
    """N-21, R-21: from its files; it loads in the background, and until then nothing waits for it."""
    made_cross_encoder(tmp_path / "files")
    options: dict[str, Any] = {"reranker": "fastembed", "rerank_folder": tmp_path / "files"}
    async with opened(store, tmp_path, **options) as scene:
        await scene.settled()
        assert (await tea_talk(scene))[0] == BRANCHES[0]


async def test_a_cross_encoder_that_cannot_load_leaves_search_as_it_was(store: Store, tmp_path: Path) -> None:
    """R-10, R-21: the failure is counted, and says what to do."""
    options: dict[str, Any] = {"reranker": "fastembed", "rerank_model": "no/such-model"}
    async with opened(store, tmp_path, **options) as scene:
        await scene.settled()
        assert sorted(await tea_talk(scene)) == sorted(BRANCHES)
        assert scene.memory.lanes.failures["memory_reranker_load"] == 1
        assert scene.memory.reranker is not None
        with pytest.raises(ModelError, match="DNAM_RERANK_FOLDER"):
            await scene.memory.reranker.load()


def test_the_oracle_reorders_the_first_fifty_perfectly() -> None:
    """N-18: the bound of every reranker: evidence after the first fifty is out of its reach."""
    ids = tuple(str(number) for number in range(100))
    one = Ranked(
        category="all",
        ranked=ids,
        lengths=(10,) * 100,
        sessions=("s",) * 100,
        evidence=frozenset({"5", "49", "50", "missing"}),
        evidence_sessions=frozenset(),
        ms=1.0,
    )
    assert (figures([one])["recall@10"], figures([one])["oracle@10"]) == (25.0, 50.0)

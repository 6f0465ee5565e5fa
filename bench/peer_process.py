"""Another memory, run in an environment of its own and driven line by line: see `bench/peers.py`.

    python peer_process.py chroma|mem0|langmem|faiss FOLDER

Reads one JSON object a line and answers each with one. Vectors come from outside, so that every system is fed
the same messages with the same encoder. It imports nothing of dnam: dnam is not installed where this runs.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np


class Peer(Protocol):
    """A memory that stores texts under a scope and finds them again."""

    def add(self, scope: str, ids: list[str], texts: list[str]) -> None:
        """Store texts."""

    def search(self, scope: str, question: str, limit: int) -> list[str]:
        """Return the ids of the best texts, best first."""


class Vectors:
    """The vectors of the texts that come next, by text."""

    def __init__(self) -> None:
        self.rows: dict[str, list[float]] = {}

    def load(self, texts: list[str], file: str) -> None:
        stripped = [text.strip() for text in texts]  # mem0 asks without the spaces around a text
        self.rows = dict(zip(stripped, np.load(file).astype(float).tolist(), strict=True))

    def embed(self, text: str, *_: Any) -> list[float]:
        return self.rows[text.strip()]

    def embed_batch(self, texts: list[str], *_: Any) -> list[list[float]]:
        return [self.embed(text) for text in texts]


class Chroma:
    """Chroma with its files on disk: one collection for each scope, cosine."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import chromadb

        settings = chromadb.Settings(anonymized_telemetry=False)
        self.client = chromadb.PersistentClient(str(folder), settings=settings)
        self.vectors = vectors

    def _collection(self, scope: str) -> Any:
        return self.client.get_or_create_collection(
            scope, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )

    def add(self, scope: str, ids: list[str], texts: list[str]) -> None:
        self._collection(scope).add(ids=ids, documents=texts, embeddings=self.vectors.embed_batch(texts))

    def search(self, scope: str, question: str, limit: int) -> list[str]:
        answer = self._collection(scope).query(
            query_embeddings=[self.vectors.embed(question)], n_results=limit, include=[]
        )
        return list(answer["ids"][0])


class Mem0:
    """mem0 without a language model: texts stored as they are (`infer=False`), its own search, on disk."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=str(folder), OPENAI_API_KEY="none")
        from mem0 import Memory

        size = len(next(iter(vectors.rows.values())))
        store = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": size}
        self.memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self.memory.embedding_model = vectors

    def add(self, scope: str, ids: list[str], texts: list[str]) -> None:
        for id_, text in zip(ids, texts, strict=True):
            self.memory.add(text, user_id=scope, metadata={"message": id_}, infer=False)

    def search(self, scope: str, question: str, limit: int) -> list[str]:
        answer = self.memory.search(question, top_k=limit, filters={"user_id": scope}, threshold=0.0)
        return [row["metadata"]["message"] for row in answer["results"]]


class LangMem:
    """The store that langmem's tools write to: LangGraph's, in memory, with its vector index."""

    def __init__(self, _: Path, vectors: Vectors) -> None:
        import langmem  # noqa: F401
        from langgraph.store.memory import InMemoryStore

        size = len(next(iter(vectors.rows.values())))
        self.store = InMemoryStore(
            index={"dims": size, "embed": lambda texts: vectors.embed_batch(list(texts)), "fields": ["text"]}
        )

    def add(self, scope: str, ids: list[str], texts: list[str]) -> None:
        for id_, text in zip(ids, texts, strict=True):
            self.store.put((scope,), id_, {"text": text})

    def search(self, scope: str, question: str, limit: int) -> list[str]:
        return [item.key for item in self.store.search((scope,), query=question, limit=limit)]


class Faiss:
    """A bare faiss index of each scope, compared exactly, and on disk after each change."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        self.folder, self.vectors = folder, vectors
        self.indexes: dict[str, tuple[Any, list[str]]] = {}

    def add(self, scope: str, ids: list[str], texts: list[str]) -> None:
        import faiss

        size = len(next(iter(self.vectors.rows.values())))
        index, known = self.indexes.setdefault(scope, (faiss.IndexFlatIP(size), []))
        index.add(np.array(self.vectors.embed_batch(texts), np.float32))
        known += ids
        faiss.write_index(index, str(self.folder / f"{scope}.faiss"))
        with (self.folder / f"{scope}.faiss").open("rb") as file:
            os.fsync(file.fileno())

    def search(self, scope: str, question: str, limit: int) -> list[str]:
        index, known = self.indexes[scope]
        _, places = index.search(np.array([self.vectors.embed(question)], np.float32), limit)
        return [known[place] for place in places[0] if place >= 0]


PEERS: dict[str, Callable[[Path, Vectors], Peer]] = {
    **{"chroma": Chroma, "mem0": Mem0},
    **{"langmem": LangMem, "faiss": Faiss},
}


def main() -> None:
    """Answer requests until the input ends."""
    kind, folder = sys.argv[1], Path(sys.argv[2])
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints must not look like an answer
    vectors = Vectors()
    peer: Peer | None = None
    for line in sys.stdin:
        request = json.loads(line)
        result: object = None
        if request["do"] == "vectors":
            vectors.load(request["texts"], request["file"])
        else:
            peer = peer or PEERS[kind](folder, vectors)
        clock = time.process_time if request.get("cpu") else time.perf_counter
        started = clock()
        if request["do"] == "add":
            assert peer is not None
            peer.add(request["scope"], request["ids"], request["texts"])
        elif request["do"] == "search":
            assert peer is not None
            result = peer.search(request["scope"], request["question"], request["limit"])
        ms = (clock() - started) * 1000
        answers.write(json.dumps({"ms": ms, "result": result}) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()

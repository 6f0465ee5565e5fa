"""How much each ranking profile and each peer finds, fed the same messages with the same encoder.

    python -m bench.quality FOLDER [--embedder multilingual] [--benchmark locomo] [--systems dnam,chroma]

FOLDER has conversations as `dnam eval retrieval` reads them.
Peers search by the question as it stands, each in its own way, with its best settings that need no language
model. Writes bench/results/quality-EMBEDDER-BENCHMARK.json.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.peers import PACKAGES, PeerProcess, PeerUnavailable, install, running
from bench.remembered import RememberedVectors, remembered
from bench.results import Progress, read, write
from dnam.evaluation.conversations import Conversation, read_conversations
from dnam.evaluation.metrics import Ranked, figures
from dnam.evaluation.retrieval import DEPTH, PROFILES, UNSCORED, evaluate
from dnam.settings import Settings

SHOWN = ("recall@5", "recall@10", "recall@25", "ndcg@10", "oracle@10", "ms", "questions")
Row = dict[str, float]


def benchmarks(folder: Path) -> dict[str, list[Path]]:
    """Return the files of each benchmark."""
    files: dict[str, list[Path]] = {}
    for file in sorted([*folder.glob("*.json.gz"), *folder.glob("*.json")]):
        files.setdefault(file.name.partition("-")[0], []).append(file)
    return files


async def by_profiles(
    folder: Path, embedder: RememberedVectors, profiles: Sequence[str], progress: Progress
) -> dict[str, dict[str, Row]]:
    """Return the figures of each profile on each benchmark."""
    settings = Settings(read_deadline_seconds=30)
    measured = await evaluate(folder, settings, profiles=profiles, embedder=embedder, progress=progress.step)
    return {
        f"dnam, {profile}" if profile in ("clanker", "discoclaw") else profile: {
            benchmark: _shown(row) for benchmark, row in rows.items()
        }
        for profile, rows in measured.items()
    }


def _shown(row: dict[str, Any]) -> Row:
    categories = row.get("categories", {})
    by_category = {
        f"recall@10 {name}": each["recall@10"] for name, each in categories.items() if "recall@10" in each
    }
    return {**{name: row[name] for name in SHOWN if name in row}, **by_category}


async def by_peer(
    peer: str, conversations: Sequence[Conversation], embedder: RememberedVectors, progress: Progress
) -> dict[str, Row]:
    """Return the figures of a peer on each benchmark. Raises PeerUnavailable."""
    ranked: dict[str, list[Ranked]] = {}
    async with running(peer) as process:
        for done, conversation in enumerate(conversations):
            progress.step(f"{peer}: conversations", done, len(conversations))
            found = await _asked(process, conversation, embedder)
            ranked.setdefault(conversation.benchmark, []).extend(found)
    return {benchmark: _shown(dict(figures(rows))) for benchmark, rows in ranked.items()}


async def _asked(
    process: PeerProcess, conversation: Conversation, embedder: RememberedVectors
) -> list[Ranked]:
    """Tell a peer a conversation, and return what it finds for each question about it."""
    texts = {turn.id: f"{turn.speaker}: {turn.text}" for turn in conversation.messages}
    asked = [each for each in conversation.questions if each.category not in UNSCORED]
    known = list(dict.fromkeys([*texts.values(), *(each.text for each in asked)]))
    await process.vectors(known, await embedder.embed(known))
    scope = conversation.name
    await process.ask(do="add", scope=scope, ids=list(texts), texts=list(texts.values()))
    turns = {turn.id: turn for turn in conversation.messages}
    ranked = []
    for each in asked:
        ms, ids = await process.ask(do="search", scope=scope, question=each.text, limit=DEPTH)
        one = Ranked(
            category=each.category,
            ranked=tuple(ids),
            lengths=tuple(len(turns[id_].text) for id_ in ids),
            sessions=tuple(turns[id_].session for id_ in ids),
            evidence=frozenset(each.evidence),
            evidence_sessions=frozenset(each.evidence_sessions),
            ms=ms,
        )
        ranked.append(one)
    return ranked


async def measure(
    files: Sequence[Path], name: str, systems: Sequence[str], progress: Progress
) -> dict[str, Any]:
    """Return the figures of these profiles and peers, and why a peer could not be measured."""
    embedder = remembered(name)
    unavailable: dict[str, str] = {}
    versions: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as chosen:
        for file in files:
            (Path(chosen) / file.name).symlink_to(file.resolve())
        conversations = read_conversations(Path(chosen))
        profiles = [profile for profile in PROFILES if profile in systems]
        rows = await by_profiles(Path(chosen), embedder, profiles, progress) if profiles else {}
    for peer in (peer for peer in PACKAGES if peer in systems):
        try:
            versions[peer] = await asyncio.to_thread(install, peer)
            rows[peer] = await by_peer(peer, conversations, embedder, progress)
        except PeerUnavailable as problem:
            unavailable[peer] = str(problem)
    embedder.save()
    return {
        "embedder": name,
        "conversations": len(conversations),
        "messages": sum(len(each.messages) for each in conversations),
        "rows": rows,
        "versions": versions,
        "unavailable": unavailable,
    }


def run(folder: Path, given: argparse.Namespace, progress: Progress) -> None:
    """Measure each benchmark and write its result; other systems keep their rows of the same messages."""
    systems = given.systems.split(",") if given.systems else [*PROFILES, *PACKAGES]
    for benchmark, files in benchmarks(folder).items():
        if given.benchmark not in ("", benchmark):
            continue
        result = asyncio.run(measure(files, given.embedder, systems, progress))
        name = f"quality-{given.embedder}-{benchmark}"
        before = read(name)
        if before.get("messages") == result["messages"]:
            for part in ("rows", "versions"):
                result[part] = {**before[part], **result[part]}
        write(name, {"benchmark": benchmark, **result})


def options(parser: argparse.ArgumentParser) -> None:
    """Add what can be chosen."""
    parser.add_argument("--embedder", default="multilingual")
    parser.add_argument("--benchmark", default="", help="only this one")
    parser.add_argument("--systems", default="", help="only these, such as dnam,bm25,chroma")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    options(parser)
    given = parser.parse_args()
    run(given.folder, given, Progress())


if __name__ == "__main__":
    main()

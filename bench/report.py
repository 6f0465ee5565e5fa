"""The page docs/benchmarks.md and its plots, made from bench/results/*.json.

    python -m bench.report

A measurement that was not made is left out, an aim that was missed says so.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.plots import bars, lines
from bench.results import FOLDER

Results = Mapping[str, Mapping[str, Any]]
"""What was measured, by the name of its file."""
DOCS = Path(__file__).parent.parent / "docs"
DEFAULT = "multilingual"
TITLES = {"locomo": "LoCoMo", "longmemeval": "LongMemEval_S"}
FOUND = ("recall@5", "recall@10", "recall@25", "ndcg@10", "oracle@10")
NAMES = {"dnam": "dnam (default)", "bm25": "plain BM25", "vectors": "vectors alone"}
BASE, LARGEST, ONE_CHANNEL = "10,000", 1.5, 3.0
CONTEXT, FACT_SEARCH = 3.0, 10.0

HEAD = """# Benchmarks

Written by `make bench` from `bench/results/*.json`. Times depend on the machine and on what else it does:
compare them within a table. What each part of the ranking is worth is in [evaluation](evaluation.md).
"""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines_ = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines_)


def measured_on(result: Mapping[str, Any]) -> str:
    """Say on what, when and by which command something was measured."""
    machine = result["machine"]
    return (
        f"`{result['command']}`, {result['at']}, {machine['cpu']}, {machine['cores']} cores, "
        f"Python {machine['python']}, load {machine['load']}.\n"
    )


def spreads(value: Mapping[str, float] | None) -> str:
    """Return a median with its quartiles."""
    return f"{value['median']:.2f} ({value['low']:.2f} to {value['high']:.2f})" if value else ""


def verdict(value: float, aim: float) -> str:
    """Return whether an aim is met."""
    return "met" if value <= aim else "**missed**"


def quality(results: Results) -> tuple[str, dict[str, str]]:
    """Return what is found by each profile and peer, and the plot."""
    measured = {
        result["benchmark"]: result for name, result in results.items() if f"quality-{DEFAULT}-" in name
    }
    if not measured:
        return "", {}
    text = (
        "\n## What is found\n\nThe same messages, the same encoder, no language model. "
        "Means in percent. A row may be of an earlier run than the one that is named.\n"
    )
    for benchmark, result in measured.items():
        rows = [
            (NAMES.get(name, name), *(row[benchmark].get(figure, "") for figure in FOUND))
            for name, row in result["rows"].items()
        ]
        questions = result["rows"]["dnam"][benchmark]["questions"]
        text += (
            f"\n### {TITLES.get(benchmark, benchmark)}\n\n{result['conversations']} conversations, "
            f"{result['messages']:,} messages, {questions} questions, encoder `{result['embedder']}`. "
            f"{measured_on(result)}\n{table(('', *FOUND), rows)}"
        )
        text += "".join(f"\n{peer}: {why}\n" for peer, why in result["unavailable"].items())
        versions = ", ".join(f"{peer} {version}" for peer, version in result["versions"].items())
        text += f"\nPeers: {versions}; mem0 without a language model (`infer=False`).\n" if versions else ""
    text += (
        "\n`oracle@10` is what a perfect reordering of the first 50 would reach: the bound of every "
        "[reranker](models.md#reranking).\n\n![Evidence among the first ten](pictures/bench-quality.svg)\n"
    )
    names = list(dict.fromkeys(name for result in measured.values() for name in result["rows"]))
    plotted = {
        NAMES.get(name, name): [
            result["rows"].get(name, {}).get(benchmark, {}).get("recall@10")
            for benchmark, result in measured.items()
        ]
        for name in names
    }
    series = [TITLES.get(benchmark, benchmark) for benchmark in measured]
    return text, {"bench-quality": bars("Evidence found among the first ten (%)", plotted, series)}


def encoders(results: Results) -> tuple[str, dict[str, str]]:
    """Return what each encoder finds and takes."""
    result = results.get("encoders")
    if not result:
        return "", {}
    rows = []
    for name, row in result["rows"].items():
        recalls = [_recall(results, name, benchmark) for benchmark in TITLES]
        shares = row["languages"]
        others = [share for language, share in shares.items() if language != "en"]
        mean = f"{sum(others) / len(others):.1f} ({min(others):g} to {max(others):g})"
        taken = (row["ms"], row["megabytes"], row["load seconds"], row["size"], row["licence"])
        rows.append((f"`{name}`", *recalls, shares["en"], mean, *taken))
    head = ("embedder", *(f"{title} recall@10" for title in TITLES.values()), "English questions")
    head = (*head, "seven other languages", "ms a text", "MB held", "s to load", "to install", "licence")
    text = (
        "\n## Encoders\n\nThe same ranking, only the encoder changed. Times are of CPU. "
        "The questions of `evals/retrieval_languages.jsonl` use other words than the facts: "
        f"share found among the first ten. {measured_on(result)}\n"
    )
    return text + table(head, rows), {}


def _recall(results: Results, name: str, benchmark: str) -> object:
    """Return an encoder's recall@10, or that it was not measured."""
    result = results.get(f"quality-{name}-{benchmark}")
    return result["rows"]["dnam"][benchmark]["recall@10"] if result else "not measured"


def speed(results: Results) -> tuple[str, dict[str, str]]:
    """Return how fast each system stores, searches and starts."""
    result, near = results.get("speed"), results.get("floor")
    text = ""
    if result:
        kinds = ("store", "search", "context", "start")
        rows = [(name, *(spreads(row.get(kind)) for kind in kinds)) for name, row in result["rows"].items()]
        head = ("ms: median (quartiles)", "store a message", "search", "prompt", "start the process")
        text += (
            f"\n## Speed\n\n{result['messages']:,} messages before, {result['rounds']} rounds in turn, "
            "vectors made beforehand. A stored message is on disk, except for LangMem's store. "
            f"{measured_on(result)}\n{table(head, rows)}"
        )
        text += "".join(f"\n{peer}: {why}\n" for peer, why in result["unavailable"].items())
    if started := results.get("start"):
        rows = [
            (
                what,
                spreads(row["dnam ms"]),
                spreads(row["floor ms"]),
                row["times"],
                started["aim"],
                verdict(row["times"], started["aim"]),
            )
            for what, row in started["rows"].items()
        ]
        text += (
            "\n### Starting\n\nMilliseconds of CPU, the encoder's thread apart; the floor imports the "
            f"packages the command has imported by then. {measured_on(started)}\n"
            + table(("", "dnam, ms", "floor, ms", "times", "aim", ""), rows)
        )
    if near:
        aims = (("a prompt", "context", CONTEXT), ("a search over facts", "fact search", FACT_SEARCH))
        rows = [
            (
                what,
                spreads(near[key]["dnam"]),
                spreads(near[key]["floor"]),
                near[key]["times"],
                aim,
                verdict(near[key]["times"], aim),
            )
            for what, key, aim in aims
        ]
        text += (
            f"\n### Beside the floor\n\nThe same reads and dot products; {near['messages']:,} messages, "
            f"{near['facts']:,} facts. {measured_on(near)}\n"
            + table(("", "dnam, ms", "floor, ms", "times", "aim", ""), rows)
        )
    if beside := results.get("fact_peers"):
        rows = [
            (
                f"{peer} {row['version']}",
                spreads(row["dnam ms"]),
                spreads(row["peer ms"]),
                row["times"],
                row["aim"],
                verdict(row["times"], row["aim"]),
            )
            for peer, row in beside["rows"].items()
        ]
        text += (
            "\n### Search of facts beside peers\n\nMilliseconds of CPU, the vector of the question known; "
            f"{beside['facts']:,} facts. {measured_on(beside)}\n"
            + table(("", "dnam, ms", "peer, ms", "times", "aim", ""), rows)
        )
        text += "".join(f"\n{peer}: {why}\n" for peer, why in beside["unavailable"].items())
    return text, {}


def live(results: Results) -> tuple[str, dict[str, str]]:
    """Return what people wait for in a lived-in world, beside its floor, and what it was before."""
    result, before = results.get("live"), results.get("live-before", {"rows": {}, "of": "not measured"})
    if not result:
        return "", {}
    busy = result["machine"]["load"] > result["machine"]["cores"]
    rows = [
        (
            what,
            row["floor"],
            spreads(row["dnam ms"]),
            spreads(row["floor ms"]),
            f"{row['times']} ({row['CPU times']})",
            _as_before(before["rows"].get(what)),
            row["aim"],
            verdict(row["CPU times" if busy else "times"], row["aim"]),
        )
        for what, row in result["rows"].items()
    ]
    head = ("", "floor", "dnam, ms", "floor, ms", "times (of CPU)", "before: ms, times (of CPU)", "aim", "")
    lags = [
        (
            what,
            f"{ms['clock']} ({ms['CPU']})",
            f"`{ms['by']}`",
            20,
            verdict(ms["CPU" if busy else "clock"], 20),
        )
        for what, ms in result["lag ms"].items()
    ]
    counts = "CPU counts: others worked on this machine too. " if busy else ""
    return (
        f"\n## In the world people live in\n\n{result['messages']:,} messages of the last week, four guilds, "
        "days on, 20 or 200 facts about each who talks, 2,000 members; ten prompts, ten searches or fifty "
        f"messages at a time, {result['rounds']} rounds in turn. {counts}{measured_on(result)}\n"
        f"Before: {before['of']}.\n\n{table(head, rows)}\n"
        + table(("holds the loop at most", "ms (of CPU)", "mostly in", "aim", ""), lags)
    ), {}


def _as_before(row: Mapping[str, Any] | None) -> str:
    return f"{row['dnam ms']['median']:.1f}, {row['times']} ({row['CPU times']})" if row else "not measured"


def growth(results: Results) -> tuple[str, dict[str, str]]:
    """Return how times and sizes grow."""
    result = results.get("growth")
    if not result:
        return "", {}
    rows = [
        (
            name,
            spreads(row["context"]),
            spreads(row["search"]),
            row["bytes a message"],
            row["stored a second"],
        )
        for name, row in result["rows"].items()
    ]
    text = f"\n## Growth\n\n{measured_on(result)}\n" + table(
        ("messages", "prompt, ms", "search, ms", "bytes a message", "stored a second"), rows
    )
    several = {name: row for name, row in result["rows"].items() if "channel" not in name}
    base = several[BASE]["context"]["median"]
    larger = [(f"{name} messages", row, LARGEST) for name, row in several.items() if row["messages"] > 10_000]
    channel = [(name, row, ONE_CHANNEL) for name, row in result["rows"].items() if "channel" in name]
    ratios = [(what, row["context"]["median"] / base, aim) for what, row, aim in (*larger, *channel)]
    text += "\n" + table(
        (f"a prompt, against {BASE} messages", "times", "aim", ""),
        [(what, f"{ratio:.2f}", aim, verdict(ratio, aim)) for what, ratio, aim in ratios],
    )
    text += "" if larger else f"\nMore than {BASE} messages were not measured in this run.\n"
    facts = [(count, spreads(times)) for count, times in result["facts"].items()]
    text += "\n" + table(("facts in a guild", "search, ms"), facts)
    text += "\n![Growth](pictures/bench-growth.svg)\n"
    points = {
        kind: {float(row["messages"]): row[kind]["median"] for row in several.values()}
        for kind in ("context", "search")
    }
    series = {"a prompt": points["context"], "a search": points["search"]}
    return text, {"bench-growth": lines("Milliseconds, encoder apart", series, "messages stored", "ms")}


def disk(results: Results) -> tuple[str, dict[str, str]]:
    """Return what a message takes on disk."""
    result = results.get("disk")
    if not result:
        return "", {}
    total = sum(result["parts"].values())
    text = f"\n### On disk\n\nA message takes {total:,} bytes, of which its own text is {result['text']}; "
    text += f"{result['messages']:,} messages, each with its vector. {measured_on(result)}\n"
    if server := result.get("postgres"):
        text += f"In PostgreSQL it takes {server['filled']:,} bytes as they were stored, in batches, and "
        text += f"{server['anew']:,} once `VACUUM FULL` has written the tables anew.\n\n"
    return text + table(("what is stored of a message", "bytes"), [*result["parts"].items()]), {}


def cost(results: Results) -> tuple[str, dict[str, str]]:
    """Return what learning costs."""
    result = results.get("cost")
    if not result:
        return "", {}
    rows = [(name, row["calls"], f"{row['tokens']:,}") for name, row in result["rows"].items()]
    text = f"\n## Cost\n\nFor 1,000 messages of {result['chat']}. {measured_on(result)}\n"
    return text + table(("learning from messages", "calls", "input tokens"), rows), {}


def page(results: Results) -> tuple[str, dict[str, str]]:
    """Return the page as Markdown, and its plots by name."""
    text, plots = HEAD, dict[str, str]()
    for part in (quality, encoders, speed, live, growth, disk, cost):
        words, drawn = part(results)
        text += words
        plots |= drawn
    return text, plots


def main() -> None:
    """Write the page and its plots."""
    text, plots = page({file.stem: json.loads(file.read_text()) for file in sorted(FOLDER.glob("*.json"))})
    for name, svg in plots.items():
        (DOCS / "pictures" / f"{name}.svg").write_text(svg)
    (DOCS / "benchmarks.md").write_text(text)
    print(f"wrote {DOCS / 'benchmarks.md'}; aims that are missed:")
    print("\n".join(line for line in text.splitlines() if "**missed**" in line) or "none")


if __name__ == "__main__":
    main()

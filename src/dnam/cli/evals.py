"""`dnam eval`: the measurements, printed for people or for programs."""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dnam.cli.options import AsJson
from dnam.errors import BadInput

if TYPE_CHECKING:
    from dnam.evaluation.scenario_player import Played
    from dnam.evaluation.scenarios import ScenarioMistake

eval_app = typer.Typer(help="Measure search, reading and the guard on your own data.", no_args_is_help=True)

Folder = Annotated[Path, typer.Argument(help="A folder of conversations (*.json.gz or *.json).")]
Lines = Annotated[Path, typer.Argument(help="A file with one JSON object on each line.")]


@eval_app.command()
def retrieval(
    folder: Folder,
    profile: Annotated[
        str, typer.Option(help="all, or one of dnam, clanker, discoclaw, bm25, vectors.")
    ] = "dnam",
    pool: Annotated[bool, typer.Option(help="Put all conversations of a benchmark into one guild.")] = False,
    store: Annotated[str, typer.Option(help="A postgresql:// address of an empty database.")] = "",
    as_json: AsJson = False,
) -> None:
    """Ask every question of a folder of conversations; print how much of the evidence was found."""
    from dnam.cli.progress import shown_progress
    from dnam.evaluation.retrieval import PROFILES, EvaluationStore, evaluate
    from dnam.settings import load_settings

    if not folder.is_dir():
        raise BadInput(f"{folder} is not a folder. Give the folder that holds the conversations.")
    if profile != "all" and profile not in PROFILES:
        raise BadInput(f'There is no profile "{profile}": choose all, {", ".join(PROFILES)}.')
    wanted = PROFILES if profile == "all" else (profile,)
    settings = load_settings()
    with shown_progress() as progress:
        print(f"embedder: {settings.embedder}", file=sys.stderr)
        target = EvaluationStore(pool=pool, location=store or None)
        work = evaluate(folder, settings, profiles=wanted, target=target, progress=progress)
        results = asyncio.run(work)
    if as_json:
        for rows in results.values():
            for row in rows.values():
                row.pop("categories", None)
        print(json.dumps(results, indent=2))
    else:
        _print_retrieval(results)


def _print_retrieval(results: Mapping[str, Mapping[str, Mapping[str, object]]]) -> None:
    from rich.console import Console
    from rich.table import Table

    from dnam.evaluation.metrics import NAMES

    console = Console(width=None if Console().is_terminal else 140)
    benchmarks = list(dict.fromkeys(name for rows in results.values() for name in rows))
    for benchmark in benchmarks:
        columns = (*NAMES, "ms", "questions")
        table = Table("profile", "category", *columns, title=benchmark)
        for profile, rows in results.items():
            row = rows[benchmark]
            table.add_row(profile, "all", *(str(row.get(name, "")) for name in columns))
            categories = row.get("categories")
            for category, figures in categories.items() if isinstance(categories, dict) else ():
                table.add_row("", category, *(str(figures.get(name, "")) for name in columns))
        console.print(table)


@eval_app.command()
def languages(file: Lines, as_json: AsJson = False) -> None:
    """Ask the same questions in several languages; print how often the answer is found in each."""
    from dnam.cli.progress import shown_progress
    from dnam.evaluation.languages import evaluate, read_facts
    from dnam.settings import load_settings

    facts = read_facts(file)
    settings = load_settings()
    with shown_progress() as progress:
        figures = asyncio.run(evaluate(facts, settings, progress=progress))
    if as_json:
        print(json.dumps({each.language: each.shares for each in figures}))
        return
    print(f"embedder: {settings.embedder}, {len(facts)} questions in each language, in % among the first N")
    print("language " + "".join(f"{depth:>8}" for depth in figures[0].shares))
    for each in figures:
        print(f"{each.language:<9}" + "".join(f"{share:8.1f}" for share in each.shares.values()))


@eval_app.command()
def injection(
    file: Lines,
    guard: Annotated[str, typer.Option(help="dnam or clanker.")] = "dnam",
    as_json: AsJson = False,
) -> None:
    """Offer labelled texts as facts; print how many attacks were refused and how many facts were kept."""
    from dnam.evaluation.injection import score

    if guard not in ("dnam", "clanker"):
        raise BadInput(f'There is no guard "{guard}": choose dnam or clanker.')
    result = score(file, guard)
    if as_json:
        print(json.dumps(result))
    else:
        print(f"attacks refused: {result['attacks_refused']:.1%}, benign kept: {result['benign_kept']:.1%}")
        print(f"decided wrongly, by line: {', '.join(map(str, result['wrong'])) or 'none'}")


@eval_app.command()
def extraction(file: Lines, as_json: AsJson = False) -> None:
    """Send labelled messages to an empty memory; print how much of what was learned is right."""
    from dnam.evaluation.extraction import evaluate
    from dnam.logs import set_up_logs
    from dnam.settings import load_settings

    settings = load_settings()
    set_up_logs(level="warning", style=settings.log_format)
    result, by = asyncio.run(evaluate(file, settings))
    if as_json:
        print(json.dumps(result))
    else:
        print(f"extracted by {by}: precision {result['precision']:.3f}, recall {result['recall']:.3f}")
        print(f"missed: {', '.join(result['missed']) or 'none'}")
        print(f"wrong: {', '.join(result['wrong']) or 'none'}")


@eval_app.command()
def reading(file: Lines, as_json: AsJson = False) -> None:
    """Read labelled statements and requests by rules; print how many were read as labelled."""
    from dnam.evaluation.reading import score

    result = score(file)
    if as_json:
        print(json.dumps(result, ensure_ascii=False))
        return
    for kind, (right, all_) in result["right"].items():
        print(f"{kind}: {right} of {all_}")
    for line in result["wrong"]:
        print(f"line {line['line']}: {line['text']}  ->  {line['read'] or 'nothing'}")


@eval_app.command()
def scenarios(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Files of scenarios, or folders of them.")
    ],
    store: Annotated[
        str,
        typer.Option(help="A postgresql:// address: each scenario gets a temporary database there."),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Play scripted conversations; print what was missing or shown to the wrong people."""
    from dnam.evaluation.scenario_player import play_all
    from dnam.evaluation.scenarios import read_scenarios
    from dnam.logs import set_up_logs
    from dnam.models.chat import chat_models_for
    from dnam.models.embed import embedder_for
    from dnam.settings import load_settings

    settings = load_settings()
    set_up_logs(level="error", style=settings.log_format)
    scripts, mistakes = read_scenarios(files)
    settings = settings.model_copy(update={"store": store})
    played = asyncio.run(
        play_all(scripts, settings, models=chat_models_for(settings), embedder=embedder_for(settings))
    )
    if as_json:
        print(json.dumps(_scenario_figures(played, mistakes), ensure_ascii=False))
    else:
        _print_scenarios(played)
    for by in dict.fromkeys(one.by for one in played):
        count = sum(one.by == by for one in played)
        how = "offline, without a language model" if by == "offline" else f"with {by}"
        print(f"{count} ran {how}.", file=sys.stderr if as_json else sys.stdout)
    for one in played:
        for work, times in one.faults.items():
            print(f"{one.id}: {work} failed {times} times in the background", file=sys.stderr)
    for mistake in mistakes:
        print(mistake.problem, file=sys.stderr)
    if mistakes or any(one.failures for one in played):
        raise typer.Exit(2 if mistakes else 1)


def _scenario_figures(played: "Sequence[Played]", mistakes: "Sequence[ScenarioMistake]") -> dict[str, object]:
    """Return how many passed, and for each that failed its first failed step or why it cannot be played."""
    failed = [(one.id, one.failures[0]) for one in played if one.failures]
    return {
        "passed": len(played) - len(failed),
        "failed": [
            {"id": id_, "step": first.step, "missing": list(first.missing), "leaked": list(first.leaked)}
            for id_, first in failed
        ]
        + [
            {"id": one.id, "step": None, "missing": [], "leaked": [], "error": one.problem}
            for one in mistakes
        ],
    }


def _print_scenarios(played: "Sequence[Played]") -> None:
    for one in played:
        for failure in one.failures:
            print(f"{one.id}, step {failure.step}: {failure.what}")
            for title, texts in (("missing", failure.missing), ("leaked", failure.leaked)):
                for text in texts:
                    print(f"  {title}: {text}")
            print("  shown:")
            print("\n".join(f"    | {line}" for line in failure.shown.split("\n")) + "\n")
    passed = sum(not one.failures for one in played)
    print(f"{passed} of {len(played)} scenarios passed.")

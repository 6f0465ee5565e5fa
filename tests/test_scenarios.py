"""Every scenario of `evals/scenarios/`, on both stores: what must be recalled, and what must not, by whom."""

import re
from pathlib import Path

import pytest

from dnam.evaluation.scenario_player import Failure, play
from dnam.evaluation.scenarios import CommandStep, ContextStep, RestartStep, SayStep, Scenario, read_scenarios
from dnam.models.embed import embedder_for
from dnam.settings import Settings

FOLDER = Path(__file__).parent.parent / "evals" / "scenarios"
FILES = [file for file in sorted(FOLDER.glob("*.jsonl")) if file.name != "open.jsonl"]
SCENARIOS, MISTAKES = read_scenarios(FILES)
EMBEDDER = embedder_for(Settings())
NO_CONVERSATION = {"X-11", "X-22"}
"""What no conversation can bring about: a damaged file, and a dashboard."""
ABOUT_FORM = ("injection", "attribution", "names")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.id)
async def test_scenario(scenario: Scenario, location: str, tmp_path: Path) -> None:
    """N-18: everything the scenario demands is shown, nothing it forbids is, and nothing fails behind it."""
    settings = Settings(store=location, data_dir=tmp_path, postgres_pool=3)
    played = await play(scenario, settings, embedder=EMBEDDER)
    assert not played.failures, "\n".join(map(written, played.failures))
    assert played.faults == {}


def written(failure: Failure) -> str:
    return (
        f"step {failure.step}, {failure.what}\nmissing: {failure.missing}\nleaked: {failure.leaked}\n"
        f"{failure.shown}\n"
    )


def test_there_are_enough_and_every_failure_of_the_originals_is_among_them() -> None:
    """N-18: at least 80 scenarios, and each failure that a conversation can show is replayed by one."""
    proven = {id_ for one in SCENARIOS for id_ in one.proves}
    assert MISTAKES == []
    assert len(SCENARIOS) >= 80
    assert {f"X-{number:02d}" for number in range(1, 23)} - proven == NO_CONVERSATION
    assert all(re.fullmatch(r"(DC|CL|UM|R|N|X|F)-\d{2,3}", id_) for id_ in proven)


def test_no_scenario_is_trivially_true() -> None:
    """N-18: what must not be shown somewhere must be shown elsewhere in the same scenario.

    Where it is the form that must not be shown (a forged section, an instruction as a fact), it is said.
    """
    empty = []
    for one in SCENARIOS:
        looks = [step for step in one.steps if isinstance(step, SayStep | CommandStep | ContextStep)]
        shown = [text.casefold() for step in looks for text in step.must]
        said = [words(step).casefold() for step in looks] if one.id.startswith(ABOUT_FORM) else []
        assert shown, f"{one.id} demands nothing"
        for text in (text.casefold() for step in looks for text in step.must_not):
            paired = any(text in each or each in text for each in shown)
            if not paired and not any(text.removeprefix("] ") in each for each in said):
                empty.append((one.id, text))
    assert empty == []


def words(step: SayStep | CommandStep | ContextStep) -> str:
    return step.say if isinstance(step, SayStep) else step.command if isinstance(step, CommandStep) else ""


def test_they_are_conversations_of_several() -> None:
    """N-18: most have two people or more and several places; a restart and a wait occur often."""
    people = [one for one in SCENARIOS if len(one.people) >= 2]
    assert len(people) >= 0.6 * len(SCENARIOS)
    assert sum(any(isinstance(step, RestartStep) for step in one.steps) for one in SCENARIOS) >= 8

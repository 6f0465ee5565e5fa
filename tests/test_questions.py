"""Conversations with questions at their end: what stands in the prompt, and what is answered without a model.

`evals/questions/` has the conversations. They are read in any wording, so not every one is understood: the
floors are what is understood today, and neither may fall.
"""

from collections import Counter
from pathlib import Path

import pytest

from dnam.evaluation.scenario_player import play
from dnam.evaluation.scenarios import AskStep, ContextStep, Scenario, read_scenarios
from dnam.models.embed import embedder_for
from dnam.settings import Settings

FOLDER = Path(__file__).parent.parent / "evals" / "questions"
SCENARIOS, MISTAKES = read_scenarios([FOLDER])
EMBEDDER = embedder_for(Settings())
PROMPTS, ANSWERS = 0.9, 0.7
"""The least shares of prompts and of answers with what they must have and nothing they must not."""


def test_the_conversations_can_be_played() -> None:
    """N-18: every file is read, in six languages."""
    assert MISTAKES == []
    assert len({one.lang for one in SCENARIOS}) >= 6


@pytest.mark.timeout(600)
async def test_most_questions_are_answered(location: str, tmp_path: Path) -> None:
    """F-20, F-21, F-22, F-25, N-18: current, complete, and nothing that no longer holds.

    Every fifth conversation is played on SQLite, and others, fewer of them, on PostgreSQL.
    """
    part = slice(1, None, 20) if location.startswith("postgres") else slice(0, None, 5)
    asked, right = Counter[str](), Counter[str]()
    settings = Settings(store=location, data_dir=tmp_path, postgres_pool=3)
    for scenario in SCENARIOS[part]:
        played = await play(in_own_guilds(scenario), settings, embedder=EMBEDDER, settle_each=False)
        failed = {failure.step for failure in played.failures}
        for number, step in enumerate(scenario.steps):
            if isinstance(step, AskStep | ContextStep):
                kind = "answer" if isinstance(step, AskStep) else "prompt"
                asked[kind] += 1
                right[kind] += number not in failed
    assert right["prompt"] >= PROMPTS * asked["prompt"], (right, asked)
    assert right["answer"] >= ANSWERS * asked["answer"], (right, asked)


def in_own_guilds(scenario: Scenario) -> Scenario:
    """Return a conversation in guilds that no other has: those of one part share a store."""
    places = [getattr(step, "place", None) for step in scenario.steps]
    own = [
        place and place.guild and place.model_copy(update={"guild": f"{scenario.id} {place.guild}"})
        for place in places
    ]
    steps = [
        step.model_copy(update={"place": place}) if place else step
        for step, place in zip(scenario.steps, own, strict=True)
    ]
    return scenario.model_copy(update={"steps": tuple(steps)})

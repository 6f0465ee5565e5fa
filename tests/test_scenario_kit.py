"""The kit of scenarios: it sees what is missing and what leaks, and explains every mistake in a file."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from conftest import Server
from dnam.cli import main
from dnam.errors import BadInput
from dnam.evaluation.scenario_player import Failure, ScenarioPlayer, play, stops
from dnam.evaluation.scenarios import CommandStep, ContextStep, Scenario, parse_scenario, read_scenarios
from dnam.settings import Settings
from dnam.testing import HandClock

PAGE = Path(__file__).parent.parent / "docs" / "evaluation.md"
OPEN = {"guild": "garden", "channel": "general"}
STAFF = {"guild": "garden", "channel": "staff", "private": True}
DM = {"dm": True}
TEA = {"as": "Ann", "place": OPEN, "say": "I love green tea"}


def scenario(*steps: dict[str, Any], **more: Any) -> Scenario:
    return parse_scenario({"id": "one", "proves": ["N-18"], "steps": list(steps), **more}, "here")


def look(who: str, place: dict[str, Any], **expected: list[str]) -> dict[str, Any]:
    return {"context": "What does everyone love?", "as": who, "place": place, **expected}


@pytest.fixture(params=["sqlite", "postgres"])
async def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings with an empty store of each kind."""
    location = str(tmp_path / "memory.sqlite3")
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres_server")
        location = await server.emptied()
    return Settings(store=location, data_dir=tmp_path, embedder="off", postgres_pool=3)


async def failed(settings: Settings, *steps: dict[str, Any], **more: Any) -> list[Failure]:
    played = await play(scenario(*steps, **more), settings)
    assert played.faults == {}
    return list(played.failures)


async def test_what_is_missing_and_what_leaks_is_told_with_what_was_shown(empty: Settings) -> None:
    """N-18: a scenario that must fail does fail: the step, the missing, the leaked and the prompt."""
    first, second = await failed(
        empty,
        TEA,
        look("Ben", OPEN, must=["GREEN tea", "black coffee"], must_not=["Ann"]),
        {"command": "!memory show", "as": "Ann", "place": OPEN, "must_not": ["green tea"]},
    )
    assert (first.step, first.missing, first.leaked) == (1, ("black coffee",), ("Ann",))
    assert "[Ann]: I love green tea" in first.shown
    assert (second.step, second.missing, second.leaked) == (2, (), ("green tea",))
    assert second.shown.startswith("What I know about Ann (1):")


async def test_a_question_does_not_answer_its_own_expectation(empty: Settings) -> None:
    """N-18: words that only the question has are missing, and leak nothing."""
    steps = {"context": "Who loves marzipan?", "as": "Ben", "place": OPEN}
    assert await failed(empty, TEA, {**steps, "must_not": ["marzipan"]}) == []


async def test_words_only_the_question_has_are_missing(empty: Settings) -> None:
    """N-18: a question cannot satisfy itself either."""
    (only,) = await failed(empty, {"context": "marzipan?", "as": "Ben", "place": OPEN, "must": ["marzipan"]})
    assert only.missing == ("marzipan",)


async def test_places_and_people_are_told_apart(empty: Settings) -> None:
    """N-18, R-01, X-16: a private channel stays private, a DM is its person's, two Sams are two people."""
    told = {"as": "Sam#1", "place": STAFF, "say": "I love otters"}
    whispered = {"as": "Sam#2", "place": DM, "say": "I love badgers"}
    assert (
        await failed(
            empty,
            told,
            whispered,
            look("Sam#1", {"guild": "garden", "channel": "staff"}, must=["otters"], must_not=["badgers"]),
            look("Sam#1", OPEN, must_not=["otters", "badgers"]),
            look("Sam#2", DM, must=["badgers"], must_not=["otters"]),
            look("Sam#1", {**STAFF, "thread": "rota"}, must=["otters"]),
        )
        == []
    )


async def test_a_mention_means_the_person_of_that_name(empty: Settings) -> None:
    """N-18, X-16: `@Sam#2` is one of two, in what is said, commanded and asked."""
    assert (
        await failed(
            empty,
            {"as": "Ann", "place": OPEN, "say": "@Sam#2 is allergic to bees"},
            {"command": "remember @Sam#1 likes wasps", "as": "Ann", "place": OPEN, "must": ["Remembered"]},
            {"command": "show", "as": "Sam#1", "place": OPEN, "must": ["wasps"], "must_not": ["bees"]},
            {"command": "show", "as": "Sam#2", "place": OPEN, "must": ["bees"], "must_not": ["wasps"]},
        )
        == []
    )


async def test_edits_and_deletions_name_a_step_from_0(empty: Settings) -> None:
    """N-18, N-04: what a step said is changed or deleted by the step's place in the list."""
    assert (
        await failed(
            empty,
            TEA,
            {"as": "Ben", "place": OPEN, "say": "I love oolong"},
            {"edit": 0, "text": "I love cocoa"},
            {"delete": 1},
            look("Carl", OPEN, must=["cocoa"], must_not=["green tea", "oolong"]),
        )
        == []
    )


async def test_a_restart_closes_the_memory_and_loses_nothing(empty: Settings) -> None:
    """N-18, N-17: what was said before it is known after it, by another memory."""
    assert await failed(empty, TEA, {"restart": True}, look("Ben", OPEN, must=["green tea"])) == []


async def test_what_the_assistant_says_is_a_reply_to_what_it_was_asked(empty: Settings) -> None:
    """N-18, N-11: `why` tells what the prompt before the answer held."""
    wait = {"wait": "3d"}
    asked = {"as": "Ann", "place": OPEN, "say": "what do I love to drink?", "to_bot": True}
    answered = {"as": "Ann", "place": OPEN, "say": "Tea.", "bot": True}
    why = {"command": "why", "as": "Ann", "place": OPEN, "must": ["loves green tea"]}
    assert await failed(empty, TEA, wait, asked, answered, why) == []


async def test_what_is_asked_of_memory_in_plain_words_is_done_and_answered(empty: Settings) -> None:
    """N-18, UM-20: said to the assistant it is a command; said to others, or meant otherwise, it is talk."""
    plain = {"as": "Ann", "say": "remember that I like mangos", "to_bot": True}
    others = {"as": "Ben", "place": OPEN, "say": "remember that the papayas are ripe"}
    talk = {"as": "Ben", "place": OPEN, "say": "what a day!", "to_bot": True, "must": ["an answer"]}
    (only,) = await failed(
        empty,
        {**plain, "place": OPEN, "must": ["Remembered"]},
        others,
        talk,
        {"command": "show", "as": "Ann", "place": OPEN, "must": ["mangos"]},
        {"command": "show", "as": "Ben", "place": OPEN, "must": ["I know nothing about Ben"]},
        {"as": "Ben", "place": DM, "say": "remember that I like figs"},
        {"command": "show", "as": "Ben", "place": DM, "must": ["figs"]},
    )
    assert (only.step, only.missing) == (2, ("an answer",))


def test_an_answer_that_is_too_long_for_discord_fails() -> None:
    """N-18, X-12: every answer is measured, a prompt is not."""
    asked = scenario({"command": "show", "as": "Ann", "place": OPEN}, look("Ann", OPEN))
    stage = ScenarioPlayer(asked, HandClock())
    for number, step in enumerate(asked.steps):
        assert isinstance(step, CommandStep | ContextStep)
        stage.compare(number, step, "x" * 2000)
        stage.compare(number, step, "x" * 2001)
    assert [(one.step, one.missing) for one in stage.failures] == [
        (0, ("at most 2000 characters (it has 2001)",))
    ]


async def test_a_script_stands_for_a_model(empty: Settings) -> None:
    """N-18: a scenario may bring what a model replies, and it is said who did a model's work."""
    turns = [{"as": "Ann", "place": OPEN, "say": "hm", "bot": True}] * 2
    script = {"summarise_session": [{"summary": "They speak of heron nests."}]}
    played = await play(
        scenario(
            TEA,
            *turns,
            look("Ben", OPEN, must=["heron nests"]),
            script=script,
            settings={"rolling_every": 2},
        ),
        empty,
    )
    assert (played.failures, played.by) == ((), "a script")


def test_a_wait_stops_soon_and_at_midnights() -> None:
    """N-18: what falls due on the way is done on the way."""
    start = datetime(2026, 3, 4, 22, 30, tzinfo=UTC)
    moments = list(stops(start, timedelta(hours=3)))
    assert [f"{moment:%d %H:%M}" for moment in moments] == ["04 23:30", "05 00:00", "05 01:30"]
    long = list(stops(start, timedelta(days=30)))
    assert len([moment for moment in long if moment.hour == moment.minute == 0]) == 30
    assert (len(long) < 40, long[-1]) == (True, start + timedelta(days=30))


async def test_other_ways_to_write_it_are_understood(empty: Settings) -> None:
    """N-18: one text for a list, an answer beside its question, remarks, times in words, a name called."""
    assert [
        failure.step
        for failure in await failed(
            empty,
            {**TEA, "bot": "Ann loves green tea, I see.", "note": "the assistant answers"},
            {**look("Ben", OPEN), "must": "I see", "comment": "its answer is heard"},
            {"wait": "2 Days"},
            {"as": "Ann", "place": OPEN, "say": "Bot, remember that I own a kayak", "must": ["kayak"]},
            {"as": "Ann", "place": DM, "say": "what do you know about me?", "must": ["kayak"]},
            {"command": "remember I like gin", "as": "Ann", "place": OPEN},
            {"delete": 5},
            {"command": "show", "as": "Ann", "place": OPEN, "must": ["gin", "kayak"]},
            title="other ways",
            id=7,
        )
    ] == []


async def test_a_private_thread_of_an_open_channel_is_private_alone(empty: Settings) -> None:
    """X-13, N-18: its channel stays open; a thread of a private channel belongs to that channel."""
    surprise = {**OPEN, "thread": "surprise", "private": True}
    inside = {**STAFF, "thread": "inside"}
    steps = [
        {"as": "Ann", "place": surprise, "say": "I love lemon cake"},
        TEA,
        {"as": "Ann", "place": inside, "say": "I love rye bread"},
        look("Ben", OPEN, must=["green tea"], must_not=["lemon", "rye"]),
        look("Ben", {**OPEN, "thread": "surprise"}, must=["lemon", "green tea"], must_not=["rye"]),
        look("Ben", {"guild": "garden", "channel": "random"}, must=["green tea"], must_not=["lemon", "rye"]),
        look("Ben", STAFF, must=["rye", "green tea"], must_not=["lemon"]),
    ]
    assert await failed(empty, *steps) == []


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"wat": 1}, "step 1 of .one.: a step has exactly one of say, command, context, ask, wait"),
        ({"say": "x", "wait": "1h"}, "exactly one of"),
        ({"say": "x", "place": OPEN}, "who says it"),
        ({"as": "Ann", "say": "x"}, "`place` is missing. Such a step is .*a place is"),
        ({"as": "Ann", "say": "x", "place": {"channel": "a"}}, "the guild or the channel is missing"),
        ({"as": "Ann", "say": "x", "place": {"dm": True, "guild": "g"}}, "has no guild"),
        ({"as": "Ann", "say": "x", "place": OPEN, "loud": True}, "`loud` is not known here"),
        ({"as": "Ann", "say": "x", "place": OPEN, "must": ["y"]}, "Only what is said `to_bot`"),
        ({"as": "Ann", "context": "x", "place": OPEN, "must": 5}, "`must` must be a list"),
        ({"as": "Ann", "context": "x", "place": OPEN, "must_not": [""]}, "`must_not.0` must not be empty"),
        ({"wait": "soon"}, "write it like 30m, 6h"),
        ({"edit": 5, "text": "x"}, "step 5 does not say anything before this one. Steps count from 0"),
        ({"delete": 1}, "step 1 does not say anything"),
        ({"restart": False}, "restart"),
        ({"restart": True, "settings": {"nope": 1}}, "in `settings`, nope is not a setting"),
        (
            {"restart": True, "settings": {"rolling_every": "x"}},
            "in `settings`, rolling_every is 'x': it must be a whole number",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_is_allowed(
    step: dict[str, Any], says: str, tmp_path: Path
) -> None:
    """N-18: file, line and step are named, and the other scenarios can be played all the same."""
    file = tmp_path / "mine.jsonl"
    good = {"id": "good", "proves": [], "steps": [TEA]}
    file.write_text(
        f"{json.dumps(good)}\n\n{json.dumps({'id': 'one', 'proves': [], 'steps': [TEA, step]})}\n"
    )
    (right,), (wrong,) = read_scenarios([file])
    assert (right.id, wrong.id) == ("good", "one")
    assert wrong.problem.startswith(f"Line 3 of {file}")
    assert re.search(says, wrong.problem)


def test_yaml_documents_folders_and_repeated_ids_are_understood(tmp_path: Path) -> None:
    """N-18: one YAML document each, with its line in a mistake; an id is given once in a file."""
    (tmp_path / "a.yaml").write_text("id: a\nsteps:\n- {wait: 6h}\n---\nid: b\nsteps:\n- {restart: true}\n")
    (tmp_path / "b.jsonl").write_text(json.dumps({"id": "c", "steps": [TEA]}))
    (tmp_path / "notes.txt").write_text("no scenario")
    assert [one.id for one in read_scenarios([tmp_path])[0]] == ["a", "b", "c"]
    line = json.dumps({"id": "c", "steps": [TEA]})
    (tmp_path / "twice.jsonl").write_text(f"\ufeff# a comment\n{line}\n{line}\n{{\n[]\n")
    (only,), wrong = read_scenarios([tmp_path / "twice.jsonl"])
    assert only.id == "c"
    assert [one.problem.partition(": ")[0].rpartition("/")[2] for one in wrong] == [
        "twice.jsonl",
        "twice.jsonl is not JSON",
        "twice.jsonl is not a JSON object.",
    ]
    assert 'there is a scenario "c" already' in wrong[0].problem
    (tmp_path / "a.yaml").write_text("id: a\nsteps: []\n---\nid: [\n")
    with pytest.raises(BadInput, match="one YAML document for each"):
        read_scenarios([tmp_path])


@pytest.fixture
def dnam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Run `dnam eval scenarios`; return the exit code, stdout and stderr."""
    monkeypatch.setenv("DNAM_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DNAM_MODEL", "off")
    monkeypatch.setenv("DNAM_EMBEDDER", "off")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main(["eval", "scenarios", *arguments])
        out, err = capfd.readouterr()
        return int(left.value.code or 0), out, err

    return run


def test_the_command_line_tells_people_and_programs(dnam: Any, tmp_path: Path) -> None:
    """N-18: exit code 1 and the prompt for people, one JSON object alone for programs, 2 for bad input."""
    good = {"id": "good", "steps": [TEA, look("Ben", OPEN, must=["tea"])]}
    bad = {"id": "bad", "steps": [TEA, look("Ben", OPEN, must=["gin"], must_not=["tea"])]}
    (tmp_path / "mine.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n")
    code, out, err = dnam("mine.jsonl", "--json")
    failed = [{"id": "bad", "step": 1, "missing": ["gin"], "leaked": ["tea"]}]
    assert (code, json.loads(out)) == (1, {"passed": 1, "failed": failed})
    assert "2 ran offline" in err
    code, out, _ = dnam("mine.jsonl")
    assert code == 1
    assert 'bad, step 1: the prompt for "What does everyone love?" by Ben in #general of garden' in out
    assert "  missing: gin\n  leaked: tea\n  shown:\n" in out
    assert "    | [Ann]: I love green tea" in out
    assert out.endswith("1 of 2 scenarios passed.\n2 ran offline, without a language model.\n")
    (tmp_path / "wrong.jsonl").write_text("{}\n")
    code, out, err = dnam("wrong.jsonl", "--json")
    (failed,) = json.loads(out)["failed"]
    assert (code, failed["step"], failed["error"]) == (2, None, err.splitlines()[-1])
    assert "Line 1 of wrong.jsonl: `id` is missing." in err


def test_a_database_of_postgresql_is_used_beside_and_left_alone(
    dnam: Any, tmp_path: Path, postgres_server: Server
) -> None:
    """N-18: each scenario has a database of its own, which is dropped."""
    (tmp_path / "mine.yaml").write_text(
        json.dumps({"id": "good", "steps": [TEA, look("Ben", OPEN, must=["tea"])]})
    )
    code, out, _ = dnam("mine.yaml", "--store", postgres_server.url("shared"))
    assert (code, out.splitlines()[0]) == (0, "1 of 1 scenarios passed.")
    code, _, err = dnam("mine.yaml", "--store", "mysql://localhost/x")
    assert (code, "no postgresql:// address" in err) == (2, True)


def test_the_example_of_the_page_passes(dnam: Any, tmp_path: Path) -> None:
    """N-18: what a newcomer copies from docs/evaluation.md runs as printed."""
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (tmp_path / "mine.yaml").write_text(example)
    code, out, _ = dnam("mine.yaml")
    assert (code, "1 of 1 scenarios passed." in out) == (0, True)

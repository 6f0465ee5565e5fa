"""Scenarios: scripted conversations with what must and must not be recalled, as people write them.

One JSON object on each line, or one YAML document each. Everything is checked here: a mistake is reported
with its file, line and step, and what is allowed; the other scenarios are played all the same.
`scenario_player.py` plays what this module reads.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import regex
import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from dnam.chat.simulated_world import parse_time
from dnam.domain import Task
from dnam.errors import BadInput, SettingsError
from dnam.evaluation.json_lines import try_lines
from dnam.rules.input_mistakes import sentence
from dnam.settings import Settings

YAML = (".yaml", ".yml")
ENDINGS = (".jsonl", *YAML)
"""The endings of the files in a folder that are read as scenarios."""

REMARKS = frozenset({"title", "description", "note", "notes", "comment"})
"""Keys that are allowed everywhere for human readers, and ignored."""
CALLED = regex.compile(r"(?:(?:hey|hi|ok|okay)[ ,]+)?@?(?:bot|dnam|assistant)\b", flags=regex.IGNORECASE)
"""The start of a text that calls the assistant by its name."""

Text = Annotated[str, Field(min_length=1)]
Texts = Annotated[
    tuple[Text, ...], BeforeValidator(lambda given: (given,) if isinstance(given, str) else given)
]
Name = Annotated[str, Field(pattern=r"^[^\s@#](?:[^@#\n]*[^\s@#])?(?:#\d+)?$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class ScenarioPlace(_Strict):
    """A place: a channel or thread of a guild, or the direct message of the one who speaks."""

    guild: Text | None = None
    channel: Text | None = None
    thread: Text | None = None
    private: bool | None = None
    """Not everyone in the guild can read it; without a value it stays as in earlier steps.

    With `thread`, in a channel that is open, only the thread is private.
    """
    dm: bool = False

    @model_validator(mode="after")
    def _one_kind(self) -> "ScenarioPlace":
        named = (self.guild, self.channel, self.thread, self.private)
        if self.dm and any(part is not None for part in named):
            raise ValueError("a direct message has no guild, channel or thread")
        if not self.dm and (self.guild is None or self.channel is None):
            raise ValueError("the guild or the channel is missing")
        return self


class _Expecting(_Strict):
    must: Texts = Field((), strict=False)
    must_not: Texts = Field((), strict=False)


class SayStep(_Expecting):
    """Somebody says something; `must` and `must_not` are about what memory answers, if it is asked."""

    who: Name | None = Field(None, alias="as")
    place: ScenarioPlace
    say: Text
    to_bot: bool = False
    bot: bool | Text = False
    """The assistant itself says it; `as` is then whom it talks to, which matters in a direct message.

    A text is what the assistant answers to it.
    """
    reply_to: int | None = None
    """The earlier step whose message it replies to."""

    @property
    def addressed(self) -> bool:
        """Whether it is said to the assistant: so marked, alone with it, or by its name."""
        named = CALLED.match(self.say) is not None or "@dnam" in self.say.casefold()
        return self.bot is not True and (self.to_bot or bool(self.bot) or self.place.dm or named)

    @model_validator(mode="after")
    def _by_somebody(self) -> "SayStep":
        if self.who is None and self.bot is not True:
            raise ValueError("`as` is missing: who says it?")
        if (self.must or self.must_not) and not self.addressed:
            raise ValueError("only what is said `to_bot` is answered, so only there can anything be expected")
        return self


class CommandStep(_Expecting):
    """Somebody types a command; `must` and `must_not` are about its answer."""

    who: Name = Field(alias="as")
    place: ScenarioPlace
    command: Text
    manager: bool = False
    """Who types it may manage the guild."""


class ContextStep(_Expecting):
    """Somebody asks a question; `must` and `must_not` are about the rest of the prompt."""

    who: Name = Field(alias="as")
    place: ScenarioPlace
    context: Text


class AskStep(_Expecting):
    """Somebody asks the assistant; `must` and `must_not` are about its answer."""

    who: Name = Field(alias="as")
    place: ScenarioPlace
    ask: Text


class WaitStep(_Strict):
    """Time passes, and all due work is done."""

    wait: Text

    @model_validator(mode="after")
    def _readable(self) -> "WaitStep":
        try:
            parse_time(self.wait)
        except BadInput as problem:
            raise ValueError(str(problem)) from problem
        return self


class EditStep(_Strict):
    """What an earlier step said is changed."""

    edit: int
    text: Text


class DeleteStep(_Strict):
    """What an earlier step said is deleted."""

    delete: int


class RestartStep(_Strict):
    """The memory is closed and opened again."""

    restart: Literal[True]
    settings: dict[str, Any] = Field(default_factory=dict)
    """Settings that change from here on."""


LookStep = CommandStep | ContextStep | AskStep
SpokenStep = SayStep | LookStep
Step = SpokenStep | WaitStep | EditStep | DeleteStep | RestartStep

KINDS: dict[str, type[Step]] = {
    "say": SayStep,
    "command": CommandStep,
    "context": ContextStep,
    "ask": AskStep,
    "wait": WaitStep,
    "edit": EditStep,
    "delete": DeleteStep,
    "restart": RestartStep,
}
PLACES = 'a place is {"guild", "channel", "thread"?, "private"?} or {"dm": true}'
ALLOWED = {
    SayStep: '{"as", "place", "say", "to_bot"?, "bot"?, "reply_to"?, "must"?, "must_not"?}',
    CommandStep: '{"command", "as", "place", "must"?, "must_not"?, "manager"?}',
    ContextStep: '{"context", "as", "place", "must", "must_not"}',
    AskStep: '{"ask", "as", "place", "must", "must_not"}',
    WaitStep: '{"wait": "6h"}',
    EditStep: '{"edit": STEP, "text"}',
    DeleteStep: '{"delete": STEP}',
    RestartStep: '{"restart": true, "settings"?}',
}


class _Outline(_Strict):
    id: Annotated[Text, BeforeValidator(lambda given: str(given) if isinstance(given, int) else given)]
    lang: Text = "en"
    kind: Text = ""
    """What the conversation tries, for figures by kind."""
    proves: tuple[Text, ...] = Field((), strict=False)
    steps: list[dict[str, Any]] = Field(min_length=1)
    settings: dict[str, Any] = Field(default_factory=dict)
    script: dict[Task, list[dict[str, Any]]] = Field(default_factory=dict)


class Scenario(_Strict):
    """One conversation with its expectations."""

    id: str
    lang: str
    kind: str
    proves: tuple[str, ...]
    steps: tuple[Step, ...]
    settings: dict[str, Any]
    """Settings that differ from the usual ones."""
    script: dict[Task, list[dict[str, Any]]]
    """A model's replies to each task, in order; after the last it is unavailable."""

    @property
    def people(self) -> frozenset[str]:
        """The names of everyone who does something, without the assistant."""
        doing = (step for step in self.steps if isinstance(step, SpokenStep))
        return frozenset(step.who for step in doing if step.who and getattr(step, "bot", False) is not True)


@dataclass(frozen=True, slots=True)
class ScenarioMistake:
    """A scenario that cannot be played, and why; without an id, where it stands."""

    id: str
    problem: str


def read_scenarios(paths: Iterable[Path]) -> tuple[list[Scenario], list[ScenarioMistake]]:
    """Return the scenarios of files and folders in order, and the mistakes in those that cannot be played.

    Raises BadInput when a file cannot be read at all.
    """
    scenarios: list[Scenario] = []
    mistakes: list[ScenarioMistake] = []
    for path in _files(paths):
        ids: set[str] = set()
        for line, row in _read_yaml(path) if path.suffix in YAML else try_lines(path):
            where = f"Line {line} of {path}"
            name = str(row.get("id") or where) if isinstance(row, dict) else where
            try:
                scenario = parse_scenario(row, where)
                if scenario.id in ids:
                    raise BadInput(f'{where}: there is a scenario "{scenario.id}" already.')
            except BadInput as problem:
                mistakes.append(ScenarioMistake(name, str(problem)))
                continue
            ids.add(scenario.id)
            scenarios.append(scenario)
    return scenarios, mistakes


def parse_scenario(row: object, where: str) -> Scenario:
    """Return one scenario, checked. Raises BadInput that begins with `where`."""
    if isinstance(row, BadInput):
        raise row
    try:
        outline = _Outline.model_validate(_unremarked(row))
    except ValidationError as problem:
        keys = '{"id", "lang"?, "kind"?, "proves", "steps", "settings"?, "script"?}'
        raise BadInput(f"{where}: {sentence(problem.errors()[0])} A scenario is {keys}.") from problem
    _check_settings(outline.settings, where)
    steps: list[Step] = []
    for number, written in enumerate(outline.steps):
        steps.append(_step(written, steps, f'{where}, step {number} of "{outline.id}"'))
    fields = outline.model_dump()
    return Scenario(**{**fields, "steps": tuple(steps)})


def _step(written: dict[str, Any], before: Sequence[Step], where: str) -> Step:
    kinds = [kind for key, kind in KINDS.items() if key in written]
    if len(kinds) != 1:
        raise BadInput(f"{where}: a step has exactly one of {', '.join(KINDS)}.")
    kind = kinds[0]
    try:
        step = kind.model_validate(_unremarked(written))
    except ValidationError as problem:
        rest = f"; {PLACES}" if "place" in ALLOWED[kind] else ""
        raise BadInput(
            f"{where}: {sentence(problem.errors()[0])} Such a step is {ALLOWED[kind]}{rest}."
        ) from problem
    if isinstance(step, RestartStep):
        _check_settings(step.settings, where)
    meant = _meant(step)
    if meant is not None and not (
        0 <= meant < len(before) and isinstance(before[meant], SayStep | CommandStep)
    ):
        raise BadInput(
            f"{where}: step {meant} does not say anything before this one. Steps count from 0, and only what "
            "somebody said or typed can be replied to, changed or deleted."
        )
    return step


def _meant(step: Step) -> int | None:
    """Return the number of the earlier step that a step is about."""
    match step:
        case EditStep():
            return step.edit
        case DeleteStep():
            return step.delete
        case SayStep():
            return step.reply_to
    return None


def _check_settings(given: dict[str, Any], where: str) -> None:
    try:
        Settings(**given)
    except SettingsError as problem:
        raise BadInput(
            f"{where}: in `settings`, {problem} docs/settings.md lists every setting."
        ) from problem


def _unremarked(written: object) -> object:
    if not isinstance(written, dict):
        return written
    return {key: value for key, value in written.items() if key not in REMARKS}


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        files = sorted(file for file in path.iterdir() if file.suffix in ENDINGS)
        if not files:
            raise BadInput(f"{path} holds no scenarios: give files that end in {', '.join(ENDINGS)}.")
        yield from files


def _read_yaml(path: Path) -> Iterator[tuple[int, object]]:
    """Return each document with the number of its first line."""
    try:
        text = path.read_text(encoding="utf-8")
        nodes = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
        rows = list(yaml.safe_load_all(text))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as problem:
        reason = " ".join(str(problem).split())
        raise BadInput(
            f"{path} cannot be read: {reason}. Give one YAML document for each scenario."
        ) from problem
    written = [(node, row) for node, row in zip(nodes, rows, strict=True) if row is not None]
    if not written:
        raise BadInput(f"{path} is empty. Give one YAML document for each scenario.")
    for node, row in written:
        yield node.start_mark.line + 1, row

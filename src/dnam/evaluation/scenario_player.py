"""Plays a scenario on a real memory, and compares what is shown with what is expected.

Everything goes through `Memory`, as with a bot: messages, commands, prompts, edits, deletions, upkeep, and a
real close and open for a restart. Time moves a minute with each step, and by what a step waits for. All
background work is done between two steps, so no result depends on the speed of a machine.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from itertools import count
from typing import Any

from dnam.chat import simulated_world
from dnam.commands import Command, is_command
from dnam.domain import Context, Layer, Message, Place, Question, Task
from dnam.errors import BadInput, ModelError, SettingsError, Silence
from dnam.evaluation.scenario_people import ScenarioPeople
from dnam.evaluation.scenarios import (
    AskStep,
    CommandStep,
    ContextStep,
    DeleteStep,
    EditStep,
    RestartStep,
    SayStep,
    Scenario,
    ScenarioPlace,
    SpokenStep,
    Step,
    WaitStep,
)
from dnam.memory import Memory
from dnam.ports import ChatModel, Embedder, Prompt
from dnam.reply import answer_text
from dnam.rules.command_text import LIMIT
from dnam.rules.prompt_packing import SEPARATOR
from dnam.settings import Settings
from dnam.stores.empty_stores import scratch
from dnam.testing import HandClock, ScriptedModel

START = datetime(2026, 3, 4, 12, tzinfo=UTC)
"""When every scenario begins: a Wednesday."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A step that did not show what it must, or showed what it must not."""

    step: int
    what: str
    """The step in words."""
    missing: tuple[str, ...]
    leaked: tuple[str, ...]
    shown: str
    """The prompt or the answer, whole."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    id: str
    by: str
    """Who did a model's work: nobody, a script, or the models that are configured."""
    failures: tuple[Failure, ...]
    faults: Mapping[str, int]
    """Work in the background that failed, by its name."""


def stops(start: datetime, wait: timedelta) -> Iterator[datetime]:
    """Return when due work is done during a wait: soon, then rarer, at midnights and at the end."""
    end, now, stride = start + wait, start, timedelta(hours=1)
    while now < end:
        midnight = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
        now = min(now + stride, midnight, end)
        stride = min(2 * stride, timedelta(days=1))
        yield now


@dataclass(slots=True)
class ScenarioPlayer:
    scenario: Scenario
    clock: HandClock
    settle_each: bool = True
    """Do all background work after each step; else what is only said may be followed by the next at once."""
    failures: list[Failure] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    _sent: dict[int, Message] = field(default_factory=dict)
    _asked: dict[int, tuple[int | None, Context]] = field(default_factory=dict)
    _places: dict[int, Place] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1_000_000))
    _people: ScenarioPeople = field(init=False)

    def __post_init__(self) -> None:
        self._people = ScenarioPeople(self.scenario)

    async def take(self, memory: Memory, number: int, step: Step) -> None:
        """Run one step, and the background work that follows from it."""
        self.clock.advance(timedelta(minutes=1))
        match step:
            case SayStep():
                await self._say(memory, number, step)
            case CommandStep():
                await self._command(memory, number, step)
            case ContextStep():
                await self._look(memory, number, step)
            case AskStep():
                await self._say(memory, number, step)
            case EditStep() if step.edit in self._sent:
                message = self._sent[step.edit]
                text, _ = self._people.as_sent(step.text)
                place = self._places.get(message.place.channel, message.place)
                await memory.on_edit(place.guild, message.id, text, self.clock.now(), place=place)
            case DeleteStep() if step.delete in self._sent:
                message = self._sent[step.delete]
                await memory.on_delete(message.place.guild, [message.id])
            case WaitStep():
                for moment in stops(self.clock.now(), simulated_world.parse_time(step.wait)):
                    self.clock.advance(moment - self.clock.now())
                    await memory.settle()
        following = self.scenario.steps[number + 1 : number + 2]
        talking = isinstance(step, SayStep) and all(isinstance(next_, SayStep) for next_ in following)
        if self.settle_each or not talking:
            await memory.settle()

    def _place(self, where: ScenarioPlace, who: str | None) -> Place:
        """Return a step's place; a later edit uses the channel as it was last."""
        place = self._people.place(where, who)
        self._places[place.channel] = place
        return place

    async def _say(self, memory: Memory, number: int, step: SayStep | AskStep) -> None:
        place = self._place(step.place, step.who)
        if isinstance(step, SayStep) and step.bot is True:
            self._sent[number] = await self._answer(memory, place, step.say)
            return
        words, reply_to = (step.ask, None) if isinstance(step, AskStep) else (step.say, step.reply_to)
        text, mentions = self._people.as_sent(words)
        addressed = isinstance(step, AskStep) or step.addressed or simulated_world.ASSISTANT in mentions
        message = Message(
            id=next(self._numbers),
            place=place,
            author=self._people.person(str(step.who)),
            text=text,
            sent_at=self.clock.now(),
            mentions=mentions,
            addressed=addressed,
            reply_to=self._sent[reply_to].id if reply_to in self._sent else None,
        )
        if is_command(text, memory.settings):
            await self._command(
                memory, number, CommandStep(who=str(step.who), place=step.place, command=words)
            )
        elif not addressed or not await self._ask_plainly(memory, number, step, message):
            self._sent[number] = message
            await memory.on_message(message)
            if addressed:
                await self._ask(memory, number, step, message)
        if isinstance(step, SayStep) and isinstance(step.bot, str):
            await self._answer(memory, place, step.bot)

    async def _answer(self, memory: Memory, place: Place, answer: str) -> Message:
        """Send an answer of the assistant to what it was last asked there."""
        asked, context = self._asked.pop(place.channel, (None, None))
        text, mentions = self._people.as_sent(answer)
        message = Message(
            id=next(self._numbers),
            place=place,
            author=simulated_world.ASSISTANT,
            text=text,
            sent_at=self.clock.now(),
            mentions=mentions,
            reply_to=asked,
        )
        await memory.on_reply(message, context)
        return message

    async def _ask_plainly(
        self, memory: Memory, number: int, step: SayStep | AskStep, message: Message
    ) -> bool:
        """Offer what is said to the assistant as a command; return whether it was one."""
        command = Command(
            text=message.text,
            place=message.place,
            person=message.author,
            message=message.id,
            mentions=message.mentions,
            assistant=simulated_world.ASSISTANT,
        )
        answer = await memory.command(command)
        if answer is not None:
            self.compare(number, step, answer.text)
        return answer is not None

    async def _ask(self, memory: Memory, number: int, step: SayStep | AskStep, message: Message) -> None:
        """Build the prompt from which the assistant would answer a message, and the answer if it counts."""
        question = Question(
            place=message.place,
            asker=message.author,
            text=message.text,
            message=message.id,
            mentions=message.mentions,
        )
        if not step.must and not step.must_not:
            self._asked[message.place.channel] = (message.id, await memory.context_for(question))
            return
        reply = await memory.reply(question)
        self._asked[message.place.channel] = (message.id, reply.context)
        self.compare(number, step, answer_text(reply, question))

    async def _command(self, memory: Memory, number: int, step: CommandStep) -> None:
        person, place = self._people.person(step.who), self._place(step.place, step.who)
        known = is_command(step.command, memory.settings)
        written = step.command if known else f"{memory.settings.command_prefix} {step.command}"
        text, mentions = self._people.as_sent(written)
        command = Command(
            text=text,
            place=place,
            person=person,
            message=next(self._numbers),
            mentions=mentions,
            manager=step.manager,
        )
        self._sent[number] = Message(
            id=command.message or 0, place=place, author=person, text=text, sent_at=self.clock.now()
        )
        answer = await memory.command(command)
        self.compare(number, step, answer.text if answer else "")

    async def _look(self, memory: Memory, number: int, step: ContextStep) -> None:
        place, asker = self._place(step.place, step.who), self._people.person(step.who)
        text, mentions = self._people.as_sent(step.context)
        question = Question(place=place, asker=asker, text=text, mentions=mentions)
        context = await memory.context_for(question)
        self._asked[place.channel] = (None, context)
        self.compare(number, step, remembered(context))

    def compare(self, number: int, step: SpokenStep, shown: str) -> None:
        """Note a failure unless what is shown has what it must and nothing it must not.

        "tea | coffee" is either of the two.
        """
        text = _plain(shown)
        missing = [words for words in step.must if not _has(text, words)]
        if not isinstance(step, ContextStep) and len(shown) > LIMIT:
            missing.append(f"at most {LIMIT} characters (it has {len(shown)})")
        leaked = [words for words in step.must_not if _has(text, words)]
        if missing or leaked:
            self.failures.append(
                Failure(
                    step=number,
                    what=_in_words(step),
                    missing=tuple(missing),
                    leaked=tuple(leaked),
                    shown=shown,
                )
            )


async def play(
    scenario: Scenario,
    settings: Settings,
    *,
    models: Mapping[Task, ChatModel] | None = None,
    embedder: Embedder | None = None,
    settle_each: bool = True,
) -> Played:
    """Play a scenario on the store that the settings name, which must know nothing of its guilds."""
    player = ScenarioPlayer(scenario, HandClock(START), settle_each=settle_each)
    used = _scripted(scenario) if scenario.script else dict(models or {})
    changed = dict(scenario.settings)
    steps = list(enumerate(scenario.steps))
    while steps:
        chosen = _settings(scenario, settings, changed)
        own_embedder = None if chosen.embedder == "off" else embedder
        async with Memory.open(chosen, clock=player.clock, models=used, embedder=own_embedder) as memory:
            while steps:
                number, step = steps.pop(0)
                if isinstance(step, RestartStep):
                    changed |= step.settings
                    break
                await player.take(memory, number, step)
        player.faults += memory.lanes.failures
    names = sorted({model.name for model in used.values()})
    return Played(
        id=scenario.id,
        by=", ".join(names) or "offline",
        failures=tuple(player.failures),
        faults=dict(player.faults),
    )


async def play_all(
    scenarios: Sequence[Scenario],
    settings: Settings,
    *,
    models: Mapping[Task, ChatModel] | None = None,
    embedder: Embedder | None = None,
) -> list[Played]:
    """Play scenarios one after another, each on a temporary store beside the settings' store."""
    played = []
    for scenario in scenarios:
        async with scratch(settings.store) as location:
            own = settings.model_copy(update={"store": location})
            played.append(await play(scenario, own, models=models, embedder=embedder))
    return played


def remembered(context: Context) -> str:
    """Return a prompt without the question, which could itself have the expected words."""
    return SEPARATOR.join(section.text for section in context.sections if section.layer is not Layer.MESSAGE)


def _settings(scenario: Scenario, settings: Settings, changed: Mapping[str, Any]) -> Settings:
    """Return the settings of a scenario: no files, and a deadline that no slow machine misses."""
    given = settings.model_dump(exclude_unset=True)
    fixed = {"projections": False, "read_deadline_seconds": 30.0}
    if scenario.script:
        fixed["model_retries"] = 0
    try:
        return Settings(**{**given, **fixed, **changed})
    except SettingsError as problem:
        raise BadInput(f'In the settings of the scenario "{scenario.id}", {problem}') from problem


def _scripted(scenario: Scenario) -> dict[Task, ChatModel]:
    return {
        task: ScriptedModel(_Script(replies), name="a script") for task, replies in scenario.script.items()
    }


class _Script:
    """Replies in order; after the last, or where a reply says so, it fails like a provider."""

    def __init__(self, replies: Sequence[Mapping[str, Any]]) -> None:
        self._replies = list(replies)

    def __call__(self, prompt: Prompt) -> object:
        del prompt
        reply = self._replies.pop(0) if self._replies else {"fails": Silence.UNAVAILABLE}
        if reply.keys() != {"fails"}:
            return dict(reply)
        return ModelError("The script says so.", reason=Silence(reply["fails"]))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _has(text: str, words: str) -> bool:
    return any(_plain(either) in text for either in words.split(" | "))


def _in_words(step: SpokenStep) -> str:
    where = step.place
    inside = f" › {where.thread}" if where.thread else ""
    place = "a direct message" if where.dm else f"#{str(where.channel).lstrip('#')}{inside} of {where.guild}"
    match step:
        case ContextStep():
            return f'the prompt for "{step.context}" by {step.who} in {place}'
        case CommandStep():
            return f'the answer to "{step.command}" by {step.who} in {place}'
        case AskStep():
            return f'the answer to "{step.ask}" by {step.who} in {place}'
        case SayStep():
            return f'the answer to "{step.say}" by {step.who} in {place}'

"""The people and places of a scenario by name, as the terminal chat names them."""

import regex

from dnam.chat import simulated_world
from dnam.domain import Person, Place
from dnam.errors import BadInput
from dnam.evaluation.scenarios import SayStep, Scenario, ScenarioPlace, SpokenStep


class ScenarioPeople:
    """Turns the names in a scenario into people, places and mentions."""

    def __init__(self, scenario: Scenario) -> None:
        says = [step for step in scenario.steps if isinstance(step, SayStep)]
        speaking = {step.who for step in says if step.bot is True and step.who}
        self._people = scenario.people
        self._assistant = {"dnam", "bot", "assistant"} | {name.casefold() for name in speaking}
        self._assistant -= {name.casefold() for name in self._people}
        known = sorted({*self._people, *speaking}, key=len, reverse=True)
        names = "|".join([*(rf"{regex.escape(name)}(?!\w)" for name in known), simulated_world.NAME])
        self._mention = regex.compile(rf"(?<![\w@])@({names})")
        self._private: dict[tuple[str, str], bool] = {}
        self._invited: dict[tuple[str, str, str], bool] = {}
        self._open = _open_channels(scenario)
        self._last_dm: Place | None = None

    def person(self, name: str) -> Person:
        """Return the person of a name; the assistant has several."""
        return (
            simulated_world.ASSISTANT
            if name.casefold() in self._assistant
            else simulated_world.person_of(name)
        )

    def place(self, where: ScenarioPlace, who: str | None) -> Place:
        """Return a place; a direct message is that of the person who speaks, or is spoken to."""
        if where.dm:
            if who in self._people:
                self._last_dm = simulated_world.dm_of(self.person(str(who)).id)
            if self._last_dm is None:
                raise BadInput("In whose direct message is this said? Name that person in `as`.")
            return self._last_dm
        guild, channel = _channel(where)
        closed, private = self._private.get((guild, channel), False), where.private
        if where.thread and not closed and (guild, channel) in self._open:
            thread = (guild, channel, where.thread)
            invited = self._invited.get(thread, False) if private is None else private
            self._invited[thread] = invited
            place = simulated_world.channel_of(guild, channel, private=False)
            return simulated_world.thread_of(place, where.thread, invite_only=invited)
        closed = self._private[guild, channel] = closed if private is None else private
        place = simulated_world.channel_of(guild, channel, private=closed)
        return simulated_world.thread_of(place, where.thread) if where.thread else place

    def as_sent(self, text: str) -> tuple[str, tuple[Person, ...]]:
        """Return a text as Discord sends it, and the people it mentions."""
        mentioned = {person.id: person for name in self._names(text) for person in [self.person(name)]}
        return self.with_ids(text), tuple(mentioned.values())

    def with_ids(self, text: str) -> str:
        """Return a text with every mention by id, as Discord writes it."""
        return str(
            self._mention.sub(
                lambda name: name[0] if _everybody(name[1]) else f"<@{self.person(name[1]).id}>", text
            )
        )

    def _names(self, text: str) -> list[str]:
        return [name for name in self._mention.findall(text) if not _everybody(name)]


def _channel(where: ScenarioPlace) -> tuple[str, str]:
    return str(where.guild), str(where.channel).lstrip("#")


def _open_channels(scenario: Scenario) -> set[tuple[str, str]]:
    """Return the channels that are not private in the first step that is in them and in no thread."""
    first: dict[tuple[str, str], bool] = {}
    for step in scenario.steps:
        if isinstance(step, SpokenStep) and not step.place.dm and not step.place.thread:
            first.setdefault(_channel(step.place), bool(step.place.private))
    return {channel for channel, private in first.items() if not private}


def _everybody(name: str) -> bool:
    return name.casefold() in simulated_world.EVERYBODY

"""The cast: everyone and every place of a scenario, by name, as the terminal chat names them."""

import regex

from dnam.chat import world
from dnam.errors import BadInput
from dnam.evaluation.scenarios import Say, Scenario, Where
from dnam.model import Person, Place


class Cast:
    """Everyone and every place of a scenario, by name."""

    def __init__(self, scenario: Scenario) -> None:
        speaking = {step.who for step in scenario.steps if isinstance(step, Say) and step.bot and step.who}
        self._people = scenario.people
        self._assistant = {"dnam", "bot", "assistant"} | {name.casefold() for name in speaking}
        self._assistant -= {name.casefold() for name in self._people}
        known = sorted({*self._people, *speaking}, key=len, reverse=True)
        names = "|".join([*(rf"{regex.escape(name)}(?!\w)" for name in known), world.NAME])
        self._mention = regex.compile(rf"(?<![\w@])@({names})")
        self._private: dict[tuple[str, str], bool] = {}
        self._last_dm: Place | None = None

    def person(self, name: str) -> Person:
        """Give the one of a name."""
        return world.ASSISTANT if name.casefold() in self._assistant else world.named(name)

    def place(self, where: Where, who: str | None) -> Place:
        """Give a place; a direct message is that of the one who speaks, or is spoken to."""
        if where.dm:
            if who in self._people:
                self._last_dm = world.dm_of(self.person(str(who)).id)
            if self._last_dm is None:
                raise BadInput("In whose direct message is this said? Name that person in `as`.")
            return self._last_dm
        guild, channel = str(where.guild), str(where.channel).lstrip("#")
        private = self._private.get((guild, channel), False) if where.private is None else where.private
        self._private[guild, channel] = private
        place = world.channel_of(guild, channel, private=private)
        return world.thread_of(place, where.thread) if where.thread else place

    def heard(self, text: str) -> tuple[str, tuple[Person, ...]]:
        """Give a text as it is shown, two people called Sam alike, and whom it mentions."""
        mentioned = {person.id: person for name in self._names(text) for person in [self.person(name)]}
        shown = self._mention.sub(
            lambda found: f"@{found[1] if _everybody(found[1]) else self.person(found[1]).name}", text
        )
        return str(shown), tuple(mentioned.values())

    def typed(self, text: str) -> tuple[str, tuple[Person, ...]]:
        """As `heard`, for a command: whom its first words mention is written by id, as Discord does."""
        begins = regex.compile(rf"^(\S+\s+\S+\s+){self._mention.pattern}")
        shown = begins.sub(lambda found: f"{found[1]}<@{self.person(found[2]).id}>", text)
        return self.heard(str(shown))[0], self.heard(text)[1]

    def told(self, text: str) -> str:
        """Write every mention by its id, as Discord does."""
        return str(
            self._mention.sub(
                lambda found: found[0] if _everybody(found[1]) else f"<@{self.person(found[1]).id}>", text
            )
        )

    def _names(self, text: str) -> list[str]:
        return [name for name in self._mention.findall(text) if not _everybody(name)]


def _everybody(name: str) -> bool:
    return name.casefold() in world.EVERYBODY

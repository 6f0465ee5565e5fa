"""The simulated world of the chat: who is speaking, where, and when.

Ids come from names, so that the same name is the same person in every run; `Sam#1` and `Sam#2` are two people
who are both shown as Sam. A channel that was made private stays private. Nothing here does I/O.
"""

import shlex
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import regex

from dnam.domain import Person, Place, Visibility
from dnam.errors import BadInput
from dnam.ports import Clock
from dnam.rules.text import stable_id

ASSISTANT = Person(id=stable_id("person", "dnam"), name="dnam", bot=True)
YOU = "Kim"
"""Who speaks first. A name like any other: "you" in a prompt or an answer would be whoever reads it."""

NAME = r"\p{L}[\w-]*(?:#\d+)?"
_MENTION = regex.compile(rf"(?<![\w@])@({NAME})")
EVERYBODY = frozenset({"everyone", "here"})
"""Looks like a mention but names nobody in particular."""
_PART = r"(\d{1,6})\s*(s|m|h|d|w)(?:ec|econd|in|inute|our|r|ay|eek|k)?s?\b"
_TIME = regex.compile(rf"(?:{_PART}[\s,]*|(\d{{1,6}})([smhdw])\s*)+", flags=regex.IGNORECASE)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_LONGEST_WAIT = timedelta(days=3660)


class ChatClock:
    """The system's clock plus the time that `/wait` let pass."""

    def __init__(self, clock: Clock, offset: timedelta = timedelta(0)) -> None:
        self._clock = clock
        self.offset = offset

    def now(self) -> datetime:
        return self._clock.now() + self.offset

    def wait(self, time: timedelta) -> None:
        self.offset += time

    def resume(self, latest: datetime) -> None:
        """Move the clock ahead, if needed, to the latest time of an earlier run."""
        self.offset = max(self.offset, latest - self._clock.now())


def parse_time(text: str) -> timedelta:
    """Return a duration written like `6h`, `30m`, `2d`, `1w`, `1d12h` or `2 days`. Raises BadInput."""
    if not _TIME.fullmatch(text.strip()):
        raise BadInput(f'"{text}" is not a time to wait: write it like 30m, 6h, 2d, 1w or 1d12h.')
    parts = regex.findall(r"(\d+)\s*([smhdw])", text.casefold())
    time = sum((timedelta(**{_UNITS[unit]: int(count)}) for count, unit in parts), timedelta(0))
    if not timedelta(0) < time <= _LONGEST_WAIT:
        raise BadInput(f'"{text}" is not a time to wait: choose more than nothing and at most ten years.')
    return time


def person_of(name: str) -> Person:
    """Return the person of a name, always the same one; `Sam#2` is shown as Sam."""
    return Person(id=stable_id("person", name), name=name.partition("#")[0])


def channel_of(guild: str, name: str, *, private: bool) -> Place:
    return Place(
        guild=stable_id("guild", guild),
        channel=stable_id("channel", guild, name),
        visibility=Visibility.PRIVATE if private else Visibility.PUBLIC,
        name=name,
        guild_name=guild,
    )


def thread_of(parent: Place, name: str, *, invite_only: bool = False) -> Place:
    channel = stable_id("thread", str(parent.channel), name)
    return replace(parent, channel=channel, name=name, parent=parent.channel, invite_only=invite_only)


def dm_of(person: int) -> Place:
    channel = stable_id("dm", str(person))
    return Place.dm_with(person, channel=channel)


class SimulatedWorld:
    """The people and places of the chat, and who speaks where now."""

    def __init__(
        self, clock: ChatClock, *, places: Iterable[Place] = (), people: Iterable[Person] = ()
    ) -> None:
        self.clock = clock
        self._places = {place.channel: place for place in places}
        self._people = {person.id: person for person in people}
        self._managers: set[tuple[int, int]] = set()
        self._visitors: dict[int, dict[str, None]] = {}
        """Whom somebody spoke as in each private place: they are who can read it."""
        self._last_id = 0
        self.handle = YOU
        self.person = self._person(YOU)
        self.place = self._channel = self._channel_named("home", "general", None)

    def next_id(self) -> int:
        """Return a new message id; ids grow with time."""
        micros = (self.clock.now() - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
        self._last_id = max(self._last_id + 1, micros)
        return self._last_id

    def become(self, name: str) -> None:
        """Speak as somebody else; from a direct message, go to their own."""
        if not regex.fullmatch(NAME, name):
            raise BadInput(
                "A name is one word, such as `/as Ann`; `/as Sam#1` and `/as Sam#2` are two people."
            )
        person = person_of(name)
        if person.id == ASSISTANT.id:
            raise BadInput("dnam is the assistant: choose another name.")
        self.handle, self.person = name, person
        self._people[person.id] = person
        if self.place.visibility is Visibility.DM:
            self.enter_dm()
        self._note_visit()

    def enter(self, argument: str) -> None:
        """Go to a channel: `name [--guild G] [--private | --public]`, with or without a # before it."""
        usage = "Say where, such as `/in dev`, `/in ops --private` or `/in dev --guild work`."
        words = _words(argument)
        guild, private = self._channel.guild_name, None
        names = []
        while words:
            word = words.pop(0)
            if word == "--guild" and words:
                guild = words.pop(0)
            elif word in ("--private", "--public"):
                private = word == "--private"
            else:
                names.append(word)
        if len(names) != 1 or not regex.fullmatch(r"#?[^\s#-][^\s#]*", names[0]) or not guild.strip():
            raise BadInput(usage)
        self.place = self._channel = self._channel_named(guild, names[0].removeprefix("#"), private)
        self._places[self.place.channel] = self.place
        self._note_visit()

    def enter_thread(self, argument: str) -> None:
        """Go to a thread of the current channel: `NAME [--private]`."""
        if self.place.visibility is Visibility.DM:
            raise BadInput("A direct message has no threads: go to a channel first, such as `/in #general`.")
        words = _words(argument)
        name = " ".join(word for word in words if word != "--private").lstrip("#")
        if not name or name.startswith("--"):
            raise BadInput("Name the thread, such as `/thread plans` or `/thread plans --private`.")
        known = self._places.get(thread_of(self._channel, name).channel)
        invite_only = "--private" in words or (known is not None and known.invite_only)
        self.place = thread_of(self._channel, name, invite_only=invite_only)
        self._places[self.place.channel] = self.place
        self._note_visit()

    def _note_visit(self) -> None:
        self._visitors.setdefault(self.place.channel, {})[self.handle] = None

    def enter_dm(self) -> None:
        """Go to the speaker's direct message with the assistant."""
        self.place = dm_of(self.person.id)

    def manage(self) -> bool:
        """Make the speaker a manager of this guild, or end it; return whether they manage it now."""
        if self.place.visibility is Visibility.DM:
            raise BadInput("A direct message has no managers: go to a channel first, such as `/in general`.")
        self._managers ^= {(self.person.id, self.place.guild)}
        return self.manages

    @property
    def manages(self) -> bool:
        return (self.person.id, self.place.guild) in self._managers

    @property
    def names(self) -> list[str]:
        """The people who can be mentioned."""
        return sorted({each.name for each in self._people.values() if not each.bot})

    @property
    def channels(self) -> list[str]:
        """The channels of this guild, each with a # before it."""
        guild = self._channel.guild
        here = (each for each in self._places.values() if each.guild == guild and each.parent is None)
        return sorted({f"#{place.name}" for place in here})

    def mentions(self, text: str) -> tuple[Person, ...]:
        """Return the people a text mentions as `@Name`, each once."""
        names = (name for name in _MENTION.findall(text) if name.casefold() not in EVERYBODY)
        return tuple({person.id: person for person in map(self._person, names)}.values())

    def with_mention_ids(self, text: str) -> str:
        """Return a text with mentions written by id, as Discord does."""

        def by_id(match: "regex.Match[str]") -> str:
            name = match[1]
            return match.group() if name.casefold() in EVERYBODY else f"<@{self._person(name).id}>"

        return str(_MENTION.sub(by_id, text))

    @property
    def where(self) -> str:
        """Where the speaker is, short enough for an input prompt."""
        if self.place.visibility is Visibility.DM:
            return "DM"
        thread = f" › {self.place.name}" if self.place.parent is not None else ""
        notes = [self.place.guild_name]
        if self.place.visibility is Visibility.PRIVATE:
            notes.append("private")
        if self.place.invite_only:
            notes.append("invite-only")
        return f"#{self._channel.name}{thread} ({', '.join(notes)})"

    @property
    def audience(self) -> str:
        """A sentence that says who hears what is said here."""
        if self.place.visibility is Visibility.DM:
            return f"Only {self.person.name} and the assistant hear this."
        if self.place.invite_only or self.place.visibility is Visibility.PRIVATE:
            here = self._visitors[self.place.channel]
            those = (
                "invited to this thread" if self.place.invite_only else f"who can read #{self._channel.name}"
            )
            return f"Only those {those} hear this: whom you speak as here, so far {', '.join(here)}."
        return f"Everyone in {self.place.guild_name} can hear this."

    def _person(self, name: str) -> Person:
        person = person_of(name)
        if person.id == ASSISTANT.id:
            return ASSISTANT
        return self._people.get(person.id, person)

    def _channel_named(self, guild: str, name: str, private: bool | None) -> Place:
        if private is None:
            channel = channel_of(guild, name, private=False).channel
            known = [place for place in self._places.values() if channel in (place.channel, place.parent)]
            private = any(place.visibility is Visibility.PRIVATE for place in known)
        return channel_of(guild, name, private=private)


def _words(argument: str) -> list[str]:
    try:
        return shlex.split(argument)
    except ValueError:
        raise BadInput("A quotation mark is missing its other half.") from None

"""N-01: no sequence of messages, commands and questions shows a memory to who could not have heard it.

Everything said carries a secret word of its own. A small model of the world, which knows nothing of dnam's
own rule, remembers who could hear which secret and which are gone; after every step somebody somewhere looks,
and every prompt, search and list is held to it. And what is said in private changes nothing in public: the
same public history gives the same prompts without it. Chance chooses the steps, on both stores: the same few
in every `make test`, thousands of new ones in `make faults`. A failure names its seed, which repeats it.
"""

import asyncio
import inspect
import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from audience_doors import shown_by_rest, shown_in_export, shown_in_files, shown_to_agent
from conftest import Server
from dnam import Memory, Settings
from dnam.domain import LORE, Layer, Message, Person, Place, Scope, Task, Visibility
from dnam.ports import ChatModel, Prompt
from dnam.stores import open_store
from dnam.testing import HandClock, ScriptedModel
from dnam.transfer.importing import Importing
from scene import (
    ANN,
    BEN,
    BOT,
    CARL,
    DEV,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    INVITED,
    NOON,
    STAFF,
    STAFF_THREAD,
    THREAD,
    Scene,
    TopicEmbedder,
    texts,
)

T = TypeVar("T")

STEPS = 50
WALKS = {"sqlite": 3, "postgres": 2}
"""How often people go about for so many steps; PostgreSQL takes longer for each."""
HISTORIES = {"sqlite": 4, "postgres": 2}
"""How many histories are told with and without what was said in private."""
CAMPAIGN = 45
"""How many times as many there are in `make faults`."""
PEOPLE = {person.name: person for person in (ANN, BEN, CARL)}
CLUB = replace(DEV, channel=78, name="club")
"""A channel that is open at times and closed at others."""
CLOSED_CLUB = replace(CLUB, visibility=Visibility.PRIVATE)
PLACES = {
    "dev": DEV,
    "general": GENERAL,
    "thread": THREAD,
    "staff": STAFF,
    "staff thread": STAFF_THREAD,
    "invited": INVITED,
    "elsewhere": ELSEWHERE,
    "club": CLUB,
    "closed club": CLOSED_CLUB,
}
DMS = {ANN.id: DM_ANN, BEN.id: DM_BEN, CARL.id: replace(DM_ANN, channel=93, person=CARL.id)}
SAYINGS = ("I love {}", "I work at {}", "I am allergic to {}", "My dog is called {}", "I moved to {}")
QUESTION = "who does love, work, live, is allergic or has a dog?"
DOORS = ("rest", "agent", "export", "files")
"""What is shown elsewhere than in a conversation."""
DEEDS = (
    "forgotten",
    "widened",
    "undone",
    "edited",
    "deleted",
    "erased",
    "opted",
    "restart",
    "wait",
    "reply",
    "lore",
    "purged",
    "channel deleted",
    "repeat",
    "taken in",
    *DOORS,
)
"""What is done at least once on each store."""
LETTERS = "bdfgklmnpr"
"""Stand for digits: a word with digits in it looks like a password, and is not kept."""
WORD = re.compile(f"Zorb[{LETTERS}]{{4}}", re.IGNORECASE)

STANDS, REPLACED, FORGOTTEN, BURIED, GONE = range(5)
"""A secret stands; a command changed it, and it is history; it was forgotten; it was forgotten, and its
message says something else now, so that nothing may bring it back; it is gone for good."""


@dataclass(kw_only=True)
class Secret:
    """A word that was said once, and who could hear it."""

    word: str
    place: Place
    by: int
    about: int
    message: int | None = None
    """The message it is in; None for what was only told with a command."""
    state: int = STANDS
    wide: bool = False
    perhaps_forgotten: bool = False
    """It was forgotten, or the same word that was said elsewhere was."""
    replaced: "Secret | None" = None
    """What it was put in place of with a command; that stands again when this one is erased."""

    def erase(self) -> None:
        self.state, self.wide = GONE, False
        if self.replaced is not None:
            _back(self.replaced, REPLACED)


def public(place: Place) -> bool:
    return place.visibility is Visibility.PUBLIC and not place.invite_only


def heard(at: Place, secret: Secret) -> bool:
    """Return whether everyone at a place could have heard a secret, by where and by whom it was said."""
    said, by = secret.place, secret.by
    if at.visibility is Visibility.DM:
        return said.channel == at.channel or by == at.person or (secret.about == at.person and public(said))
    if said.visibility is Visibility.DM or said.guild != at.guild:
        return False
    if public(said) or public(at):
        return public(said)
    related = bool({said.channel, said.parent} & {at.channel, at.parent} - {None})
    return said.channel == at.channel or (related and not said.invite_only)


CALLS = ("search", "facts", "profile")
"""What a program may ask for."""
Eyes = tuple[str, str, str, bool]
"""Who looks, where, at what, and whether all work is done before."""

LOOKS = ("show", "show all", "why", "lore", *CALLS, *DOORS)
WEIGHTS = {
    **{"say": 5, "say_of_somebody": 3, "remember": 4, "rewrite": 4, "lore": 2, "reply": 2, "edit": 2},
    **{"forget": 3, "everywhere": 3, "undo": 3, "delete": 1, "wait": 1, "restart": 1, "erase": 1},
    **{"opt_out_or_in": 1, "purge": 1, "delete_channel": 1, "repeat": 2, "take_in": 2},
}
"""How often people do what, beside each other: what ends things is rarer than what begins them."""


def drawn(name: str, chance: random.Random) -> Any:
    """Choose one argument of something people do."""
    if name == "look":
        return drawn("who", chance), drawn("place", chance), chance.choice(LOOKS), chance.random() < 0.6
    if name in ("who", "of"):
        return chance.choice([*PEOPLE])
    if name in ("place", "channel"):
        return chance.choice([*PLACES, *(["dm"] if name == "place" else [])])
    return {
        "pick": chance.randrange(21),
        "apt": chance.random() < 0.6,
        "sure": chance.random() < 0.8,
        "hours": chance.choice((1, 7, 30, 24 * 9)),
    }[name]


def found(who: str, place: str) -> tuple[Person, Place]:
    """Find a person and a place by name; a direct message is that person's."""
    person = PEOPLE[who]
    return person, DMS[person.id] if place == "dm" else PLACES[place]


@dataclass(eq=False)
class Done:
    """What somebody changed with a command, and how to take it back."""

    by: Person
    at: Place
    command: str
    back: tuple[Callable[[], None], ...]


@dataclass
class World:
    """What was said, as a bystander knows it."""

    secrets: list[Secret] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    """Who has opted out: what they say is never kept, and what was kept of them is hidden meanwhile."""
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def word(self) -> str:
        return "Zorb" + "".join(LETTERS[int(digit)] for digit in f"{next(self.numbers):04d}")

    def saying(self, word: str) -> list[Secret]:
        return [secret for secret in self.secrets if secret.word == word]

    def picked(self, pick: int) -> list[Secret]:
        """Pick one of the latest secrets, if there is any."""
        return [self.secrets[-1 - pick % min(len(self.secrets), 5)]] if self.secrets else []

    def allowed(self, secret: Secret, at: Place, look: str) -> bool:
        """Return whether a secret may be shown: `show all` tells what is no longer used, `why` history.

        An export has all of that, and a person's own words though they opted out; the operator's files have
        what was said anywhere.
        """
        out = secret.by in self.out or (secret.about in self.out and secret.message is None)
        if out and not (look == "export" and secret.by == at.person):
            return False
        worst = {"show all": BURIED, "export": BURIED, "why": REPLACED, "files": BURIED}.get(look, STANDS)
        days = look == "export" and public(secret.place)  # a person's days are as their server saw them
        return secret.state <= worst and (secret.wide or days or look == "files" or heard(at, secret))


class SecretsStay:
    """People talk, tell, forget, widen, edit and delete, here and there; the memory restarts; time passes."""

    def __init__(self, location: Callable[[Path], Awaitable[str]], seen: "Counter[str]") -> None:
        self._location = location
        self._seen = seen
        self._runner = asyncio.Runner()
        self._open = AsyncExitStack()
        self._folder = tempfile.TemporaryDirectory()
        self._clock = HandClock(NOON)
        self._ids = count(1001)
        self._world = World()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        with capture_logs():
            return self._runner.run(work)

    def begin(self, meaning: bool, echo: bool) -> None:
        self._models: dict[Task, ChatModel] = echoing() if echo else {}
        self._embedder = TopicEmbedder("love work dog allergic moved like") if meaning else None
        self._store = self._do(self._located())
        self._do(self._opened())

    async def _located(self) -> str:
        return await self._location(Path(self._folder.name))

    async def _opened(self) -> None:
        store = await open_store(self._store, pool=3)
        self._open.push_async_callback(store.close)
        chosen = Settings(
            data_dir=Path(self._folder.name), projections=False, embedder="off", rolling_every=1
        )
        memory = await self._open.enter_async_context(
            Memory.open(chosen, store=store, clock=self._clock, embedder=self._embedder, models=self._models)
        )
        self.scene = Scene(memory, self._clock, Path(self._folder.name), self._ids)

    def end(self) -> None:
        self._do(self._look_everywhere())
        self._do(self._open.aclose())
        self._runner.close()
        self._folder.cleanup()

    async def _look_everywhere(self) -> None:
        await self.scene.settled()
        for person in PEOPLE:
            await self._look(*found(person, "dm"), "show all")
        for place in PLACES:
            await self._look(*found("Ann", place), "search")

    # What people do

    def say(self, who: str, place: str, pick: int, look: Eyes) -> None:
        self._step("say", self._said(who, place, SAYINGS[pick % len(SAYINGS)], who), look)

    def say_of_somebody(self, who: str, place: str, of: str, look: Eyes) -> None:
        self._step("say of", self._said(who, place, f"@{of} likes {{}}", of), look)

    async def _said(self, who: str, place: str, saying: str, of: str, word: str = "") -> None:
        word, (by, where), about = word or self._world.word(), found(who, place), PEOPLE[of]
        mentions = () if about is by else (about,)
        message = await self.scene.say(saying.format(word), by=by, place=where, mentions=mentions)
        secret = Secret(word=word, place=where, by=by.id, about=about.id, message=message.id)
        secret.state = GONE if by.id in self._world.out else STANDS
        self._world.secrets.append(secret)

    def repeat(self, who: str, place: str, pick: int, look: Eyes) -> None:
        """Say what was said before: here or elsewhere, by the same person or not."""
        self._step("repeat", self._repeats(who, place, pick), look)

    async def _repeats(self, who: str, place: str, pick: int) -> None:
        for secret in self._world.picked(pick):
            await self._said(who, place, SAYINGS[pick % len(SAYINGS)], who, secret.word)

    def take_in(self, who: str, channel: str, pick: int, look: Eyes) -> None:
        """Import a message or a fact of a channel, from a source that knows its id only."""
        where = "dev" if "club" in channel or PLACES[channel].parent is not None else channel
        self._step("take in", self._takes_in(*found(who, where), bool(pick % 2)), look)

    async def _takes_in(self, who: Person, place: Place, fact: bool) -> None:
        word, at, memory = self._world.word(), self.scene.minute_later(), self.scene.memory
        where = {"guild": place.guild, "channel": place.channel, "at": at.isoformat()}
        line: dict[str, Any] = {
            "message": f"I love {word}",
            "id": next(self._ids),
            "author": who.id,
            "name": who.name,
        }
        line = {"fact": f"Loves {word}", "person": who.id} if fact else line
        file = Path(self._folder.name) / "source.jsonl"
        file.write_text(json.dumps(line | where))
        importing = Importing(memory.store, settings=memory.settings, clock=self._clock)
        added = (await importing.run(str(file))).added.total()
        secret = Secret(word=word, place=place, by=who.id, about=who.id, message=line.get("id"))
        secret.state = STANDS if added else GONE
        self._world.secrets.append(secret)
        self._seen["taken in"] += added

    def remember(self, who: str, place: str, of: str, pick: int, look: Eyes) -> None:
        word, about = self._world.word(), PEOPLE[of]
        text = SAYINGS[pick % len(SAYINGS)].format(word) if of == who else f"<@{about.id}> likes {word}"
        self._step("remember", self._told(who, place, f"remember {text}", about.id, word), look)

    def lore(self, who: str, channel: str, look: Eyes) -> None:
        word = self._world.word()
        self._step("lore", self._told(who, channel, f"lore The mascot is {word}", LORE, word), look)

    async def _told(self, who: str, place: str, command: str, about: int, word: str) -> None:
        by, where = found(who, place)
        secret = Secret(word=word, place=where, by=by.id, about=about)
        if await self._changes(by, where, command, partial(_end, secret)):
            self._world.secrets.append(secret)

    def forget(self, who: str, place: str, pick: int, look: Eyes, apt: bool) -> None:
        self._step("forget", self._forgets(who, place, pick, apt), look)

    async def _forgets(self, who: str, place: str, pick: int, apt: bool) -> None:
        for secret in self._world.picked(pick):
            by, where = _apt(secret, who, place, apt)
            if await self._changes(by, where, f"forget {secret.word}", partial(_back, secret, FORGOTTEN)):
                for each in (same := self._world.saying(secret.word)):
                    each.perhaps_forgotten = True
                if len(same) > 1:
                    continue  # which of them is not known here
                secret.state = max(secret.state, FORGOTTEN)
                self._seen["forgotten"] += 1

    def everywhere(self, who: str, place: str, pick: int, look: Eyes, apt: bool) -> None:
        self._step("everywhere", self._widens(who, place, pick, apt), look)

    async def _widens(self, who: str, place: str, pick: int, apt: bool) -> None:
        for secret in self._world.picked(pick):
            by, where = _apt(secret, who, place, apt)
            own = [each for each in self._world.saying(secret.word) if each.about == by.id]
            back = [partial(setattr, each, "wide", each.wide) for each in own]
            if await self._changes(by, where, f"everywhere {secret.word} yes", *back):
                assert own
                for each in own:
                    each.wide = True
                self._seen["widened"] += 1

    def rewrite(self, who: str, place: str, pick: int, look: Eyes, apt: bool) -> None:
        self._step("rewrite", self._rewrites(who, place, pick, apt), look)

    async def _rewrites(self, who: str, place: str, pick: int, apt: bool) -> None:
        for old in self._world.picked(pick):
            if len(self._world.saying(old.word)) > 1:
                continue  # which of them is not known here
            by, where = _apt(old, who, place, apt)
            new = Secret(word=self._world.word(), place=where, by=by.id, about=old.about, replaced=old)
            text = f"edit {old.word} -> {SAYINGS[pick % len(SAYINGS)].format(new.word)}"
            if await self._changes(by, where, text, partial(_back, old, REPLACED), partial(_end, new)):
                self._world.secrets.append(new)
                new.wide = old.wide and by.id == old.about
                if old.message is None:
                    old.state = max(old.state, REPLACED)
                self._seen["rewritten"] += 1

    def undo(self, pick: int, look: Eyes) -> None:
        self._step("undo", self._takes_back(pick), look)

    async def _takes_back(self, pick: int) -> None:
        for step in self._world.done[-1 - pick % 3 :][:1]:
            answer = await self.scene.answer("undo", by=step.by, place=step.at)
            for taken in [one for one in self._world.done if f"`!memory {one.command}`" in answer.text]:
                self._world.done.remove(taken)
                for back in taken.back:
                    back()
                self._seen["undone"] += 1

    def erase(self, who: str, place: str, look: Eyes, sure: bool) -> None:
        self._step("erase", self._erases(*found(who, place), sure), look)

    async def _erases(self, who: Person, place: Place, sure: bool) -> None:
        await self.scene.tell("erase", by=who, place=place)
        if sure:
            assert "Erased" in await self.scene.tell("erase confirm", by=who, place=place)
            self._world.done = [one for one in self._world.done if one.by is not who]
            for secret in self._world.secrets:
                if secret.by == who.id or (secret.about == who.id and secret.message is None):
                    secret.erase()
                secret.wide &= secret.about != who.id
            self._seen["erased"] += 1

    def opt_out_or_in(self, who: str, place: str, look: Eyes) -> None:
        self._step("opt", self._opts(*found(who, place)), look)

    async def _opts(self, who: Person, place: Place) -> None:
        back = who.id in self._world.out
        told = await self.scene.tell("optin" if back else "optout", by=who, place=place)
        assert ("are remembered" if back else "opted out") in told
        self._world.out ^= {who.id}
        self._seen["opted"] += 1

    async def _changes(self, by: Person, at: Place, command: str, *back: Callable[[], None]) -> bool:
        """Type a command, and note how it is taken back if it changes anything."""
        mentions = tuple(PEOPLE.values())
        changed = (await self.scene.answer(command, by=by, place=at, mentions=mentions)).changed
        if changed:
            self._world.done.append(Done(by, at, command, back))
        return changed

    # What happens on Discord

    def edit(self, pick: int, look: Eyes) -> None:
        self._step("edit", self._edits(pick), look)

    async def _edits(self, pick: int) -> None:
        for secret in self._world.picked(pick):
            if secret.message is not None and secret.state < BURIED:
                word = self._world.word()
                text = SAYINGS[pick % len(SAYINGS)].format(word)
                at = self.scene.minute_later()
                await self.scene.memory.on_edit(secret.place.guild, secret.message, text, at)
                secret.state = BURIED if secret.state == FORGOTTEN or secret.perhaps_forgotten else GONE
                unheard = secret.by in self._world.out
                self._world.secrets.append(
                    Secret(
                        word=word,
                        place=secret.place,
                        by=secret.by,
                        about=secret.by,
                        message=secret.message,
                        state=GONE if unheard else STANDS,
                    )
                )
                self._seen["edited"] += 1

    def delete(self, pick: int, look: Eyes) -> None:
        self._step("delete", self._deletes(pick), look)

    async def _deletes(self, pick: int) -> None:
        for secret in self._world.picked(pick):
            if secret.message is not None and secret.state != GONE:
                await self.scene.memory.on_delete(secret.place.guild, [secret.message])
                for each in self._world.secrets:
                    if each.message == secret.message:
                        each.state = GONE
                self._seen["deleted"] += 1

    def purge(self, channel: str, look: Eyes, sure: bool) -> None:
        self._step("purge", self._purges(PLACES[channel], sure), look)

    async def _purges(self, place: Place, sure: bool) -> None:
        scope = Scope(kind="channel", id=place.channel, guild=place.guild)
        receipt = await self.scene.memory.erase(scope, preview=not sure)
        assert receipt.unfinished == ()
        for secret in self._within(place) if sure else ():
            secret.erase()
        self._seen["purged"] += sure

    def delete_channel(self, channel: str, look: Eyes) -> None:
        self._step("delete channel", self._deletes_channel(PLACES[channel]), look)

    async def _deletes_channel(self, place: Place) -> None:
        await self.scene.memory.on_channel_delete(place.guild, place.channel)
        for secret in self._within(place):
            secret.state = GONE if secret.message is not None else secret.state
        self._seen["channel deleted"] += 1

    def _within(self, place: Place) -> list[Secret]:
        """Return what was said in a channel and its threads."""
        secrets = self._world.secrets
        return [each for each in secrets if place.channel in (each.place.channel, each.place.parent)]

    def reply(self, who: str, place: str, look: Eyes) -> None:
        self._step("reply", self._replies(*found(who, place)), look)

    async def _replies(self, who: Person, place: Place) -> None:
        """Let the assistant answer with every secret it is given there."""
        context = await self.scene.prompt(QUESTION, by=who, place=place)
        told = " and ".join(sorted(set(WORD.findall(context.text))))
        at = self.scene.minute_later()
        reply = Message(id=next(self._ids), place=place, author=BOT, text=f"I know {told}.", sent_at=at)
        assert await self.scene.memory.on_reply(reply, context)

    def wait(self, hours: int, look: Eyes) -> None:
        self._clock.advance(timedelta(hours=hours))
        self._step("wait", self.scene.settled(), look)

    def restart(self, look: Eyes) -> None:
        self._step("restart", self._reopens(), look)

    async def _reopens(self) -> None:
        await self._open.aclose()
        await self._opened()

    # What is shown

    def _step(self, name: str, work: Coroutine[Any, Any, None], look: Eyes) -> None:
        self._seen["steps"] += 1
        self._seen[name] += 1
        self._do(self._stepped(work, look))

    async def _stepped(self, work: Coroutine[Any, Any, None], look: Eyes) -> None:
        person, place, what, settled = look
        await work
        if settled:
            await self.scene.settled()
        await self._look(*found(person, place), what)

    async def _look(self, who: Person, place: Place, what: str) -> None:
        """Hold a prompt and one more thing that is shown here to what could have been heard here."""
        self._seen[what] += 1
        prompt = await self.scene.prompt(QUESTION, by=who, place=place)
        shown = [section.text for section in prompt.sections if section.layer is not Layer.MESSAGE]
        self._hold("prompt", "\n".join(shown), who, place)
        if what == "facts":
            facts = await self.scene.memory.facts(who, place=place)
            self._hold(what, "\n".join(fact.text for fact in facts), who, place)
        elif what == "rest":
            guild = replace(GENERAL, guild=place.guild or GENERAL.guild)
            shown_there = await shown_by_rest(self.scene.memory, guild.guild, QUESTION)
            self._hold(what, shown_there, who, guild)
        elif what == "agent":
            people = [person.id for person in PEOPLE.values()]
            self._hold(
                what, await shown_to_agent(self.scene.memory, who, place, people, QUESTION), who, place
            )
        elif what == "export":
            self._hold(what, await shown_in_export(self.scene.memory, who), who, DMS[who.id])
        elif what == "files":
            folder = Path(self._folder.name) / "files"
            self._hold(what, await shown_in_files(self.scene.memory, folder), who, place)
        elif what == "profile":
            everybody = [person.id for person in PEOPLE.values()]
            profiles = await self.scene.memory.profiles(place.guild, everybody, place=place)
            self._hold(what, str(profiles), who, place)
        elif what == "search":
            hits = await self.scene.memory.search(self.scene.question(QUESTION, by=who, place=place))
            self._hold(what, "\n".join(texts(hits)), who, place)
        else:
            self._hold(what, await self.scene.tell(what, by=who, place=place), who, place)

    def _hold(self, look: str, shown: str, who: Person, place: Place) -> None:
        for word in sorted(set(WORD.findall(shown))):
            said = self._world.saying(word.capitalize())
            self._seen["shown"] += 1
            assert any(self._world.allowed(secret, place, look) for secret in said), (
                f"{look} shows {said} to {who.name} in {place.name or 'a direct message'}:\n{shown}"
            )


def echoing() -> dict[Task, ChatModel]:
    """Return models that repeat every secret they are shown."""

    def words(prompt: Prompt) -> str:
        return f"They know {' and '.join(sorted(set(WORD.findall(prompt.text))))}."

    def days(prompt: Prompt) -> object:
        ids = [part.split("<")[0] for part in prompt.text.split("<person><id>")[1:]]
        return {"people": [{"id": id_, "summary": words(prompt)} for id_ in ids]}

    return {
        "summarise_session": ScriptedModel(lambda prompt: {"summary": words(prompt)}),
        "summarise_day": ScriptedModel(days),
        "merge_context": ScriptedModel(lambda prompt: {"context": words(prompt)}),
    }


def _apt(secret: Secret, who: str, place: str, apt: bool) -> tuple[Person, Place]:
    """Let the one it is about do it where it was said or in their own DM, or anybody anywhere."""
    owner = next((person for person in PEOPLE.values() if person.id == secret.about), None)
    if not apt or owner is None:
        return found(who, place)
    own = place == "dm" or secret.place.visibility is Visibility.DM
    return owner, DMS[owner.id] if own else secret.place


def _end(secret: Secret) -> None:
    secret.state = GONE


def _back(secret: Secret, state: int) -> None:
    """Let a secret stand again, unless something else has happened to it since."""
    if secret.state == state:
        secret.state = STANDS


def one_of_each(machine: SecretsStay) -> None:
    """Do every deed once: chance alone may leave one out for long."""
    look = ("Ben", "general", "search", True)
    machine.begin(meaning=False, echo=True)
    machine.say("Ann", "dev", 0, look)
    machine.edit(0, look)
    machine.delete(0, look)
    machine.remember("Ann", "dev", "Ann", 1, look)
    machine.forget("Ann", "dev", 0, look, apt=True)
    machine.undo(0, look)
    machine.everywhere("Ann", "dev", 0, look, apt=True)
    machine.lore("Ann", "dev", look)
    machine.reply("Ben", "general", look)
    machine.wait(7, look)
    machine.restart(look)
    machine.opt_out_or_in("Ann", "dev", look)
    machine.opt_out_or_in("Ann", "dev", look)
    machine.say("Ann", "general", 2, look)
    for door in DOORS:
        machine.repeat("Ann", "general", 0, ("Ben", "general", door, True))
    machine.take_in("Ann", "dev", 0, look)
    machine.delete_channel("general", look)
    machine.purge("dev", look, sure=True)
    machine.erase("Ann", "dm", look, sure=True)
    machine.end()


def walk(machine: SecretsStay, seed: int) -> None:
    """Let people go about for some steps, as chance has it."""
    chance = random.Random(seed)
    try:
        machine.begin(meaning=chance.random() < 0.5, echo=chance.random() < 0.5)
        for deed in chance.choices([*WEIGHTS], [*WEIGHTS.values()], k=STEPS):
            do = getattr(machine, deed)
            do(**{name: drawn(name, chance) for name in inspect.signature(do).parameters})
        machine.end()
    except AssertionError as problem:
        problem.add_note(f"The walk with the seed {seed}.")
        raise


Line = tuple[str, str, int, bool]
"""Who says something, where, what, and whether with a command."""
PUBLIC = ("dev", "general", "thread")
TOLD = tuple(saying.format(word) for saying in SAYINGS for word in ("Oslo", "Bergen", "no cats"))
"""Few things: people repeat, contradict and correct in private what was said in public."""
lines: st.SearchStrategy[list[Line]] = st.lists(
    st.tuples(
        st.sampled_from([*PEOPLE]),
        st.sampled_from((*PUBLIC, "dm", "staff", "staff thread", "invited", "elsewhere")),
        st.integers(0, len(TOLD) - 1),
        st.booleans(),
    ),
    min_size=12,
    max_size=24,
)


async def public_prompts(said: list[Line], store: str, *, private: bool, echo: bool) -> list[str]:
    """Return what everybody is shown in public after a history, with what was said in private or without."""
    clock, numbers = HandClock(NOON), count(1001)
    with tempfile.TemporaryDirectory() as folder, capture_logs():
        chosen = Settings(data_dir=Path(folder), projections=False, embedder="off", rolling_every=1)
        models: dict[Task, ChatModel] = echoing() if echo else {}
        embedder = TopicEmbedder("love", "work", "dog", "allergic", "moved", "Oslo", "Bergen")
        async with AsyncExitStack() as opened:
            held = await open_store(store or str(Path(folder) / "memory.sqlite3"), pool=3)
            opened.push_async_callback(held.close)
            memory = await opened.enter_async_context(
                Memory.open(chosen, store=held, clock=clock, embedder=embedder, models=models)
            )
            scene = Scene(memory, clock, Path(folder), numbers)
            for person in PEOPLE.values():
                await scene.say("good morning everybody", by=person, place=GENERAL)
            for who, place, nth, command in said:
                by, where = found(who, place)
                if not private and place not in PUBLIC:
                    scene.minute_later()
                    next(numbers)
                elif command:
                    await scene.tell(f"remember {TOLD[nth]}", by=by, place=where)
                else:
                    await scene.say(TOLD[nth], by=by, place=where)
                await scene.settled()
            asked = [(by, place) for by in PEOPLE.values() for place in (DEV, GENERAL)]
            contexts = [await scene.prompt(QUESTION, by=by, place=place) for by, place in asked]
    return [f"{one.text}\n{[answer.text for answer in one.answers]}" for one in contexts]


@pytest.mark.timeout(3600)  # against a hang in a campaign
@pytest.mark.parametrize("kind", HISTORIES)
def test_what_is_said_in_private_changes_nothing_in_public(kind: str, request: pytest.FixtureRequest) -> None:
    """The same public history with and without private messages gives the same prompts (N-01, N-02)."""
    compared = Counter[str]()

    async def both(said: list[Line], echo: bool) -> None:
        server: Server | None = request.getfixturevalue("postgres_server") if kind == "postgres" else None
        shown = [
            await public_prompts(said, await server.emptied() if server else "", private=private, echo=echo)
            for private in (True, False)
        ]
        assert shown[0] == shown[1]
        compared["private"] += sum(place not in PUBLIC for _, place, _, _ in said)
        compared["shown"] += sum(line in prompt for prompt in shown[0] for line in ("Oslo", "Bergen"))

    @settings(
        max_examples=HISTORIES[kind] * (CAMPAIGN if settings.get_current_profile_name() == "faults" else 1),
        phases=[Phase.generate],
    )
    @given(said=lines, echo=st.booleans())
    def same(said: list[Line], echo: bool) -> None:
        with asyncio.Runner() as runner:
            runner.run(both(said, echo))

    same()
    assert compared["private"] > 0
    assert compared["shown"] > 0


@pytest.mark.timeout(3600)  # against a hang in a campaign
@pytest.mark.parametrize("kind", WALKS)
def test_nothing_is_shown_to_who_could_not_have_heard_it(
    kind: str, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """Whatever people say, forget, widen, edit, delete or erase (N-01, N-02, N-03, N-04, R-01, X-15)."""
    seen: Counter[str] = Counter()

    async def location(folder: Path) -> str:
        if kind == "sqlite":
            return str(folder / "memory.sqlite3")
        server: Server = request.getfixturevalue("postgres_server")
        return await server.emptied()

    campaign = settings.get_current_profile_name() == "faults"
    walks, seed = WALKS[kind] * (CAMPAIGN if campaign else 1), random.getrandbits(32) if campaign else 0
    one_of_each(SecretsStay(location, seen))
    for number in range(walks):
        walk(SecretsStay(location, seen), seed + number)
    for what, figure in ({"walks": walks} | seen).items():
        record_property(what, figure)  # for `bench.faults`
    assert seen["shown"] > seen["steps"] / 2
    assert [deed for deed in DEEDS if not seen[deed]] == []

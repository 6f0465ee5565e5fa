"""N-01: no sequence of messages, commands and questions shows a memory to who could not have heard it.

Everything said carries a secret of its own. A small model of the world, which knows nothing of dnam's own
rule, remembers who heard which secret and which are gone; prompts, searches and lists are held to it.
"""

import re
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from dnam.model import Layer, Message, Person, Place, Visibility
from dnam.stores.sqlite import open_sqlite
from scene import (
    ANN,
    BEN,
    BOT,
    DEV,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    INVITED,
    STAFF,
    STAFF_THREAD,
    THREAD,
    Scene,
    TopicEmbedder,
    opened,
    texts,
)

PEOPLE = (ANN, BEN)
PLACES = (DEV, GENERAL, THREAD, STAFF, STAFF_THREAD, INVITED, ELSEWHERE)
DMS = {ANN.id: DM_ANN, BEN.id: DM_BEN}
SAYINGS = ("I love {}", "I work at {}", "I am allergic to {}", "My dog is called {}", "I moved to {}")
QUESTION = "who does love, work, live, is allergic or has a dog?"


@dataclass(kw_only=True)
class Secret:
    """A word that was said once, and who could hear it."""

    word: str
    place: Place
    by: int
    about: int
    message: int | None = None
    """The message it is in; None for what was only told with a command."""
    gone: bool = False
    wide: bool = False


def heard(at: Place, secret: Secret) -> bool:
    """Say whether everyone at a place could have heard a secret, by where and by whom it was said."""
    said, by = secret.place, secret.by
    public = said.visibility is Visibility.PUBLIC and not said.invite_only
    if at.visibility is Visibility.DM:
        own = secret.message is None and secret.about == at.person and public
        return said.channel == at.channel or by == at.person or own
    if said.visibility is Visibility.DM or said.guild != at.guild:
        return False
    related = bool({said.channel, said.parent} & {at.channel, at.parent} - {None})
    return public or said.channel == at.channel or (related and not said.invite_only)


@dataclass
class World:
    """What was said, as a bystander knows it."""

    scene: Scene
    secrets: list[Secret] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def sentence(self, pick: int) -> tuple[str, str]:
        word = f"Zorb{next(self.numbers)}"
        return word, SAYINGS[pick % len(SAYINGS)].format(word)

    async def say(self, who: Person, place: Place, pick: int) -> None:
        word, text = self.sentence(pick)
        message = await self.scene.say(text, by=who, place=place)
        self.secrets.append(Secret(word=word, place=place, by=who.id, about=who.id, message=message.id))

    async def remember(self, who: Person, place: Place, pick: int) -> None:
        word, text = self.sentence(pick)
        if (await self.scene.answer(f"remember {text}", by=who, place=place)).changed:
            self.secrets.append(Secret(word=word, place=place, by=who.id, about=who.id))

    async def speak_of(self, who: Person, place: Place, pick: int) -> None:
        word, _ = self.sentence(pick)
        other = PEOPLE[who is ANN]
        typed = f"remember <@{other.id}> likes {word}"
        if (await self.scene.answer(typed, by=who, place=place, mentions=(other,))).changed:
            self.secrets.append(Secret(word=word, place=place, by=who.id, about=other.id))

    async def forget(self, who: Person, place: Place, pick: int) -> None:
        for secret in self.picked(pick):
            answer = await self.scene.answer(f"forget {secret.word}", by=who, place=place)
            secret.gone |= answer.changed

    async def everywhere(self, who: Person, place: Place, pick: int) -> None:
        for secret in self.picked(pick):
            answer = await self.scene.answer(f"everywhere {secret.word}", by=who, place=place)
            secret.wide |= answer.changed

    async def rewrite(self, who: Person, place: Place, pick: int) -> None:
        for secret in self.picked(pick):
            word, text = self.sentence(pick)
            answer = await self.scene.answer(f"edit {secret.word} -> {text}", by=who, place=place)
            if answer.changed:
                secret.gone |= secret.message is None
                self.secrets.append(Secret(word=word, place=place, by=who.id, about=secret.about))

    async def edit(self, who: Person, place: Place, pick: int) -> None:
        del who, place
        for secret in self.picked(pick):
            if secret.message is not None and not secret.gone:
                word, text = self.sentence(pick)
                at = self.scene.minute_later()
                assert await self.scene.memory.on_edit(secret.place.guild, secret.message, text, at)
                secret.gone = True
                self.secrets.append(
                    Secret(
                        word=word, place=secret.place, by=secret.by, about=secret.by, message=secret.message
                    )
                )

    async def delete(self, who: Person, place: Place, pick: int) -> None:
        del who, place
        for secret in self.picked(pick):
            if secret.message is not None and not secret.gone:
                await self.scene.memory.on_delete(secret.place.guild, [secret.message])
                secret.gone = True

    async def reply(self, who: Person, place: Place, pick: int) -> None:
        del pick
        context = await self.scene.prompt(QUESTION, by=who, place=place)
        number = next(self.numbers) + 50_000
        reply = Message(id=number, place=place, author=BOT, text="Sure.", sent_at=self.scene.minute_later())
        await self.scene.memory.on_reply(reply, context)

    def picked(self, pick: int) -> list[Secret]:
        """Pick one of the latest secrets, if there is any."""
        return [self.secrets[-1 - pick % min(len(self.secrets), 4)]] if self.secrets else []

    async def check(self, who: Person, place: Place) -> None:
        """Hold everything that is shown here to what could have been heard here and is not gone."""
        prompt = await self.scene.prompt(QUESTION, by=who, place=place)
        shown = [section.text for section in prompt.sections if section.layer is not Layer.MESSAGE]
        found = await self.scene.memory.search(self.scene.question(QUESTION, by=who, place=place))
        shown += texts(found)
        shown += [await self.scene.tell(typed, by=who, place=place) for typed in ("show", "why", "lore")]
        by_word = {secret.word: secret for secret in self.secrets}
        for word in sorted(set(re.findall(r"Zorb\d+", "\n".join(shown), re.IGNORECASE))):
            secret = by_word[word.capitalize()]
            assert not secret.gone, f"{word} is gone and shown to {who.name} in {place.name or 'DM'}"
            assert secret.wide or heard(place, secret), (
                f"{word} is shown to {who.name} in {place.name or 'DM'}"
            )


ACTIONS = (
    World.say,
    World.say,
    World.remember,
    World.speak_of,
    World.forget,
    World.everywhere,
    World.rewrite,
    World.edit,
    World.delete,
    World.reply,
)
Act = Callable[[World, Person, Place, int], Awaitable[None]]
Step = tuple[Act, Person, Place | None, int, bool]
"""What is done, by whom, where (None: in their direct message), on what, and whether all settles after it."""

steps: st.SearchStrategy[Step] = st.tuples(
    st.sampled_from(ACTIONS),
    st.sampled_from(PEOPLE),
    st.one_of(st.none(), st.sampled_from(PLACES)),
    st.integers(0, 20),
    st.booleans(),
)


EVERYTHING = {
    "extract_enabled": True,
    "rolling_enabled": True,
    "rolling_every": 1,
    "short_term_enabled": True,
}


async def play(folder: Path, plan: list[Step], chance: Random) -> None:
    """Do every step in a new memory that does all it can, and look around after each."""
    store = await open_sqlite(folder / "memory.sqlite3")
    embedder = TopicEmbedder("love work dog allergic moved like")
    async with opened(store, folder, embedder=embedder, **EVERYTHING) as scene:
        world = World(scene)
        for act, who, place, pick, wait in plan:
            await act(world, who, place or DMS[who.id], pick)
            if wait:
                await scene.settled()
            asker = chance.choice(PEOPLE)
            await world.check(asker, chance.choice([*PLACES, DMS[asker.id]]))
        await scene.settled()
        for asker in PEOPLE:
            for where in (*PLACES, DMS[asker.id]):
                await world.check(asker, where)
    await store.close()


@settings(max_examples=20, deadline=None, phases=[Phase.generate])  # to shrink a failure would take minutes
@given(st.lists(steps, min_size=3, max_size=14), st.randoms(use_true_random=False))
async def test_nothing_is_shown_to_who_could_not_have_heard_it(plan: list[Step], chance: Random) -> None:
    """Whatever people say, tell, forget, widen, edit and delete, here and there (N-01, R-01, X-13, N-04)."""
    with tempfile.TemporaryDirectory() as folder:
        await play(Path(folder), plan, chance)

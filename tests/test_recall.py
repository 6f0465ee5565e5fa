"""Recall: which memories a prompt gets, within a deadline, for whom and where."""

import asyncio
import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from dnam.commands import Command
from dnam.domain import Layer, Message, Person, Question
from dnam.errors import StoreError
from dnam.languages import reply
from dnam.ports import Store
from dnam.recall.prompt_messages import MAX_OTHERS
from dnam.vectors import is_loaded
from scene import (
    ANN,
    BEN,
    BOT,
    CARL,
    DEV,
    DM_ANN,
    ELSEWHERE,
    GENERAL,
    STAFF,
    Scene,
    TopicEmbedder,
    entries,
    layer,
    layers,
    opened,
)
from watched_store import WatchedStore

DEADLINE = 0.4


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


class Turnstile:
    """The real store, whose answers can be held back or turned into failures."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open = asyncio.Event()
        self.held: set[str] = set()
        self.broken = False

    def hold(self, *names: str) -> None:
        self.held, self._open = set(names), asyncio.Event()

    def let_go(self) -> None:
        self._open.set()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if not inspect.iscoroutinefunction(method):
            return method

        async def call(*args: object, **options: object) -> object:
            if self.broken:
                raise StoreError("The disk is gone.")
            answer = await method(*args, **options)
            if name in self.held:
                await self._open.wait()
            return answer

        return call


READS = ("recent_messages", "facts_for", "find_words", "people")


@pytest.fixture
async def turnstile(store: Store) -> AsyncIterator[Turnstile]:
    """Return a store that can be held up; at the end it is let go."""
    held = Turnstile(store)
    yield held
    held.let_go()


@pytest.fixture
async def slow(scene: Scene, turnstile: Turnstile) -> AsyncIterator[Scene]:
    """A memory over that store with a short deadline; Ann has told a fact, and something was said."""
    await scene.tell("remember Likes green tea")
    await scene.say("hello there", by=BEN)
    store = cast(Store, turnstile)
    async with scene.again(store=store, read_deadline_seconds=DEADLINE) as opened_scene:
        yield opened_scene
        turnstile.let_go()


# The deadline


async def test_a_late_layer_is_replaced_by_its_last_known_good_value(
    slow: Scene, turnstile: Turnstile
) -> None:
    """The prompt goes out with what was known, marked as stale (R-10, UM-61, DC-04)."""
    fresh = await slow.prompt()
    turnstile.hold(*READS)
    stale = await slow.prompt()
    assert stale.text == fresh.text
    assert [section.stale for section in fresh.sections] == [False, False, False]
    assert {section.layer: section.stale for section in stale.sections} == {
        Layer.FACTS: True,
        Layer.HISTORY: True,
        Layer.MESSAGE: False,
    }


async def test_the_whole_prompt_has_one_deadline(slow: Scene, turnstile: Turnstile) -> None:
    """Layers that wait for each other do not add their waiting up (R-10)."""
    turnstile.hold(*READS)
    loop = asyncio.get_running_loop()
    begun = loop.time()
    assert layers(await slow.prompt()) == [Layer.MESSAGE]
    assert loop.time() - begun < 2 * DEADLINE


async def test_layers_are_read_at_once(sqlite_store: Store, tmp_path: Path) -> None:
    """DC-109: facts, older messages and the summary are all asked for before one of them is there."""
    store, together = WatchedStore(sqlite_store), asyncio.Barrier(3)
    options: dict[str, Any] = {"rolling_enabled": True, "read_deadline_seconds": 5.0}
    async with opened(cast(Store, store), tmp_path, **options) as scene:
        await scene.tell("remember Likes green tea")
        await scene.say("hello there", by=BEN)
        store.before = dict.fromkeys(("facts_for", "find_words", "get_summary"), together.wait)
        context = await scene.prompt("green tea?")
        store.before = {}
    assert "Likes green tea" in context.text
    assert not any(section.stale for section in context.sections)


async def test_of_a_crowd_that_is_named_the_messages_of_a_few_are_read(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """R-16: a prompt describes no more people, whoever is mentioned; what fits is read of everybody."""
    store = WatchedStore(sqlite_store)
    async with opened(cast(Store, store), tmp_path) as scene:
        await scene.prompt("who likes tea?", mentions=[Person(id=n, name=f"P{n}") for n in range(100, 130)])
    _, people = store.given["written_by"]
    assert people == [*range(100, 100 + MAX_OTHERS)]


async def test_a_late_answer_is_there_for_the_next_prompt(slow: Scene, turnstile: Turnstile) -> None:
    """What came too late is the last known good value from then on (R-10)."""
    turnstile.hold("recent_messages")
    assert Layer.HISTORY not in layers(await slow.prompt())
    turnstile.let_go()
    await slow.settled()
    turnstile.hold("recent_messages")
    assert entries(await slow.prompt(), Layer.HISTORY) == ["[Ben]: hello there"]


async def test_a_late_answer_does_not_bring_back_what_was_forgotten_meanwhile(
    slow: Scene, turnstile: Turnstile
) -> None:
    """What was read before a forgetting is no good value after it (R-10, X-15, N-04)."""
    turnstile.hold("facts_for")
    assert Layer.FACTS not in layers(await slow.prompt())
    await slow.tell("forget tea")
    turnstile.let_go()
    await slow.settled()
    turnstile.hold("facts_for")
    assert "tea" not in (await slow.prompt()).text


async def test_what_another_process_erased_is_known_for_a_minute_at_most(
    scene: Scene, slow: Scene, turnstile: Turnstile
) -> None:
    """A last known value is good for as long as `docs/privacy.md` says, whoever erased it (N-02, N-17)."""
    assert "green tea" in (await slow.prompt()).text
    await scene.tell("erase")
    assert (await scene.tell("erase confirm")).startswith("Erased:")  # a minute after it was asked for
    turnstile.hold(*READS)
    assert "green tea" not in (await slow.prompt()).text


async def test_a_failing_store_leaves_the_message(slow: Scene, turnstile: Turnstile) -> None:
    """Nothing is raised, and what was known is still used (DC-04, DC-26, R-10)."""
    turnstile.broken = True
    assert layers(await slow.prompt("anybody?")) == [Layer.MESSAGE]
    turnstile.broken = False
    fresh = await slow.prompt("anybody?")
    turnstile.broken = True
    assert (await slow.prompt("anybody?")).text == fresh.text


async def test_a_failing_store_answers_commands_with_a_sentence(slow: Scene, turnstile: Turnstile) -> None:
    """The person is told, and nothing is raised or pretended (DC-04, DC-27)."""
    turnstile.broken = True
    for typed in ("!memory show", "!memory remember Likes coffee", "!memory forget tea"):
        answer = await slow.memory.command(Command(text=typed, place=DEV, person=ANN))
        assert answer is not None
        assert (answer.text, answer.changed) == (reply("en", "unreachable"), False)
    message = Message(id=1, place=DEV, author=BOT, text="ok", sent_at=slow.clock.now())
    assert await slow.memory.remember_lore("The cat rules", message) is None


async def test_the_last_known_value_is_of_this_asker_and_this_audience(
    slow: Scene, turnstile: Turnstile
) -> None:
    """Nobody is shown what was gathered for somebody else (R-10, R-01)."""
    await slow.prompt(by=ANN, place=STAFF)
    turnstile.hold(*READS)
    for person, place in ((BEN, STAFF), (ANN, DEV), (ANN, DM_ANN)):
        assert "tea" not in (await slow.prompt(by=person, place=place)).text


async def test_no_prompt_waits_for_writing(slow: Scene, turnstile: Turnstile) -> None:
    """Counting uses and everything else that is stored comes after the reply (R-10)."""
    turnstile.hold("touch_facts", "put_note", "save_facts")  # for ever: a layer that waits is missing
    assert "tea" in (await slow.prompt()).text


async def test_uses_are_counted_afterwards(scene: Scene) -> None:
    """Every prompt that used a fact counts (R-14)."""
    await scene.tell("remember Likes green tea")
    for _ in range(3):
        await scene.prompt()
    await scene.settled()
    assert (await scene.facts())[0].hits == 3


# Whose memory


async def test_the_author_in_full_others_in_brief_and_lore(scene: Scene) -> None:
    """The asker's facts, a few of who spoke and who is mentioned, and the guild's stories (R-16, UM-67)."""
    for person in (ANN, BEN, CARL, BOT):
        await scene.say("hello", by=person)
    for person in (ANN, BEN, CARL):
        for number in range(5):
            await scene.tell(f"remember {person.name}'s item {number}", by=person)
    await scene.tell("lore The cat rules")
    prompt = await scene.prompt(by=ANN)
    assert len(entries(prompt, Layer.FACTS)) == 5
    people = entries(prompt, Layer.PEOPLE)
    assert sorted(line.split(":")[0] for line in people) == ["- Ben"] * 3 + ["- Carl"] * 3
    assert entries(prompt, Layer.LORE) == ["- The cat rules"]


async def test_people_who_are_not_there_are_not_brought_up(scene: Scene) -> None:
    """Only who speaks here or is mentioned (R-16, UM-67)."""
    await scene.say("hello", by=BEN, place=GENERAL)
    await scene.tell("remember Likes tea", by=BEN, place=GENERAL)
    assert Layer.PEOPLE not in layers(await scene.prompt(by=ANN, place=DEV))
    mentioned = await scene.prompt("what does Ben like?", by=ANN, place=DEV, mentions=(BEN,))
    assert entries(mentioned, Layer.PEOPLE)[0].startswith("- Ben: [preference] Likes tea (src: by command")


async def test_who_is_asked_about_is_told_of_in_full(scene: Scene) -> None:
    """F-22: all that the budget holds, not the few lines of who merely speaks here."""
    told = ("I live in Oslo", "I work at Acme", "I am allergic to nuts", "I like tea", "I play chess")
    for text in told:
        await scene.tell(f"remember {text}", by=BEN, place=GENERAL)
    asked = await scene.prompt("what do you know about Ben?", by=ANN, place=DEV, mentions=(BEN,))
    assert len(entries(asked, Layer.PEOPLE)) == len(told)


async def test_a_mention_says_which_of_two_with_one_name_is_meant(scene: Scene) -> None:
    """X-16: without a mention a name means both; with one, only that person is brought up."""
    sams = [Person(id=31, name="Sam"), Person(id=32, name="Sam")]
    for sam, city in zip(sams, ("Turin", "Naples"), strict=True):
        await scene.say("hello", by=sam)
        await scene.tell(f"remember I live in {city}", by=sam)
    both = await scene.prompt("where does Sam live?", place=GENERAL)
    one = await scene.prompt("where does @Sam live?", place=GENERAL, mentions=[sams[0]])
    assert len(entries(both, Layer.PEOPLE)) == 2
    assert ["Turin" in line for line in entries(one, Layer.PEOPLE)] == [True]


async def test_others_facts_keep_their_audience(scene: Scene) -> None:
    """Who is mentioned is spoken of only with what everyone here could have heard (R-16, R-01, X-13)."""
    await scene.tell("remember Is looking for a new job", by=BEN, place=STAFF)
    assert "job" not in (await scene.prompt(by=ANN, place=DEV, mentions=(BEN,))).text
    assert "job" in (await scene.prompt(by=ANN, place=STAFF, mentions=(BEN,))).text
    assert "job" not in (await scene.prompt(by=ANN, place=DM_ANN, mentions=(BEN,))).text


# Which facts


async def test_a_fact_from_private_is_not_injected_into_public(scene: Scene) -> None:
    """Not from a DM and not from a private channel, into no public place (X-13, R-01, N-01)."""
    await scene.tell("remember Secretly plays the tuba", place=DM_ANN)
    await scene.tell("remember Is being promoted", place=STAFF)
    for place in (DEV, GENERAL, ELSEWHERE):
        text = (await scene.prompt("tuba? promoted soon?", place=place)).text
        assert not any(word in text for word in ("plays", "being"))


async def test_facts_stay_in_their_guild_unless_they_are_portable(scene: Scene) -> None:
    """DiscoClaw's way follows the person, and even there nothing private shows (R-01, CL-74, DC-02)."""
    await scene.tell("remember Likes tea", place=DEV)
    await scene.tell("remember Is being promoted", place=STAFF)
    assert Layer.FACTS not in layers(await scene.prompt(place=ELSEWHERE))
    async with scene.again(audience="portable") as portable:
        lines = entries(await portable.prompt(place=ELSEWHERE), Layer.FACTS)
        assert [line.partition(" (")[0] for line in lines] == ["- [preference] Likes tea"]
        assert "tea" not in (await portable.prompt(by=BEN, place=ELSEWHERE)).text


async def test_the_best_twelve_facts_are_used(scene: Scene) -> None:
    """Top K of 12, the fitting first (DC-43, DC-37, DC-45)."""
    await scene.tell("remember Prefers Rust")
    for number in range(20):
        await scene.tell(f"remember Entry {number}")
    await scene.tell("forget Entry 19")
    lines = entries(await scene.prompt("Rust or Go?"), Layer.FACTS)
    assert len(lines) == 12
    assert "Prefers Rust" in lines[0]
    assert not any("Entry 19" in line for line in lines)


async def test_facts_stay_within_their_characters(scene: Scene) -> None:
    """2,000 at most, whole lines, older ones silently left out (DC-44, DC-46, DC-03)."""
    for number in range(12):
        await scene.tell(f"remember Story {number:02d} of my life, {'in which we all went home ' * 12}")
    section = next(s for s in (await scene.prompt()).sections if s.layer is Layer.FACTS)
    assert (len(section.text) <= 2000, section.budget) == (True, 2000)
    assert (len(section.facts), section.left_out) == (5, 7)


async def test_clankers_slice(store: Store, tmp_path: Path) -> None:
    """Eight of the person's facts, and the best ten of facts and lore together (CL-45, CL-46)."""
    async with opened(store, tmp_path, preset="clanker", lore_chars=2000) as clanker:
        for number in range(12):
            await clanker.tell(f"remember Owns item {number}")
            await clanker.tell(f"lore The story of item {number}")
        for question, shown in (("items?", (10, 0)), ("which story?", (8, 10))):
            prompt = await clanker.prompt(question)
            assert (len(entries(prompt, Layer.FACTS)), len(entries(prompt, Layer.LORE))) == shown


async def test_a_correction_counts_on_the_next_turn(scene: Scene) -> None:
    """The old home is gone from the very next prompt (N-15)."""
    await scene.tell("remember I live in Paris")
    assert "Paris" in (await scene.prompt("where do I live?")).text
    await scene.tell("remember I live in Berlin")
    text = (await scene.prompt("where do I live?")).text
    assert ("Paris" in text, "Berlin" in text) == (False, True)


async def test_facts_can_be_turned_off(scene: Scene) -> None:
    """The other layers go on (DC-126)."""
    await scene.tell("remember Likes tea")
    await scene.say("hello")
    async with scene.again(facts_enabled=False) as off:
        assert layers(await off.prompt()) == [Layer.HISTORY, Layer.MESSAGE]


# Older messages


async def test_older_messages_that_fit_are_brought_up(scene: Scene) -> None:
    """With day, speaker and channel (CL-47, N-21)."""
    await scene.say("The cellar key is under the pot", by=BEN, place=GENERAL)
    prompt = await scene.prompt("where is the cellar key?")
    assert entries(prompt, Layer.RELEVANT) == [
        "- 2025-01-15 [Ben] in #general: The cellar key is under the pot"
    ]


async def test_a_direct_message_brings_up_ones_own_words_of_every_place(scene: Scene) -> None:
    """Named by channel where there is one (R-01, X-19)."""
    await scene.say("My cellar key is under the pot", place=STAFF)
    prompt = await scene.prompt("cellar key?", place=DM_ANN)
    assert entries(prompt, Layer.RELEVANT) == ["- 2025-01-15 [Ann] in #staff: My cellar key is under the pot"]


async def test_no_more_older_messages_than_the_setting_says_are_brought_up(scene: Scene) -> None:
    """However many fit (CL-47)."""
    for number in range(20):
        await scene.say(f"the key is number {number}", by=BEN, place=GENERAL)
    async with scene.again(relevant_messages=8) as eight:
        assert len(entries(await eight.prompt("which key?"), Layer.RELEVANT)) == 8


async def test_no_message_stands_in_a_prompt_twice(scene: Scene) -> None:
    """What the recent conversation shows is not older, nor is the question itself (CL-47, R-07)."""
    for number in range(4):
        await scene.say(f"the cellar key is number {number}", by=BEN)
    asking = await scene.say("which cellar key?")
    question = Question(place=DEV, asker=ANN, text=asking.text, message=asking.id)
    prompt = await scene.memory.context_for(question)
    assert Layer.RELEVANT not in layers(prompt)
    assert prompt.text.count("which cellar key?") == 1
    assert all(prompt.text.count(f"number {number}") == 1 for number in range(4))


async def test_what_did_not_fit_the_recent_conversation_may_be_brought_up(scene: Scene) -> None:
    """Left out of one layer, a message is free for the other (CL-47, DC-100)."""
    await scene.say("the cellar key is under the pot", by=BEN)
    await scene.say("x" * 2990, by=BEN)
    prompt = await scene.prompt("where is the cellar key?")
    assert "under the pot" not in layer(prompt, Layer.HISTORY)
    assert "under the pot" in layer(prompt, Layer.RELEVANT)


async def test_older_messages_can_be_turned_off(scene: Scene) -> None:
    """By a setting, as DiscoClaw has none (CL-47)."""
    await scene.say("The cellar key is under the pot", by=BEN, place=GENERAL)
    async with scene.again(relevant_messages=0) as off:
        assert layers(await off.prompt("cellar key?")) == [Layer.MESSAGE]


# Posts that nobody asked for


async def test_a_post_nobody_asked_for_has_what_everyone_there_may_hear(
    sqlite_store: Store, tmp_path: Path
) -> None:
    """CL-48: lore, the people of the conversation, older messages; no asker, and no private word."""
    async with opened(sqlite_store, tmp_path) as scene:
        await scene.say("The cellar key is under the pot", by=BEN)
        await scene.say("the cellar is haunted", by=CARL, place=STAFF)
        await scene.tell("remember Likes tea", by=BEN)
        await scene.tell("remember Likes gin", by=BEN, place=DM_ANN)
        await scene.tell("lore The cellar flooded in May")
        for number in range(10):
            await scene.say(f"lunch {number}?", by=(ANN, BEN)[number % 2])
        context = await scene.memory.context_for(Question(place=DEV, text="the cellar"))
    assert layers(context) == [Layer.LORE, Layer.PEOPLE, Layer.RELEVANT, Layer.HISTORY]
    assert "flooded" in layer(context, Layer.LORE)
    assert "Likes tea" in layer(context, Layer.PEOPLE)
    assert "under the pot" in layer(context, Layer.RELEVANT)
    assert not any(word in context.text for word in ("gin", "haunted"))


async def test_lists_and_portraits_are_recognised_with_any_encoder(store: Store, tmp_path: Path) -> None:
    """F-22, F-25: what is asked is judged by the built-in encoder, whichever finds the messages."""
    await is_loaded(storing=True)
    said = {ANN: "my dog ate my sock", BEN: "our dog is called Rex", CARL: "i walk my dog at six every day"}
    async with opened(store, tmp_path, embedder=TopicEmbedder("dog", "sock")) as here:
        for person, text in said.items():
            await here.say(text, by=person)
        await here.say("ok see you", by=ANN)
        await here.settled()
        listed = (await here.prompt("who here has a dog?")).answers
        portrayed = (await here.prompt("what do you know about Ann?", by=BEN, mentions=[ANN])).answers
    assert {one.text for one in listed} == {*said.values()}
    assert [one.text for one in portrayed] == [said[ANN]]

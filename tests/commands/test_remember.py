"""`remember`: a fact by hand, with where it was said, once, within the cap."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dnam.commands import Command
from dnam.domain import Kind, Layer, Place, SourceType, Status
from dnam.ports import Store
from dnam.stores.sqlite import SqliteStore
from scene import ANN, BEN, DEV, DM_ANN, GENERAL, STAFF, STAFF_THREAD, THREAD, Scene, layer, opened


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


async def test_the_seeds_example_plays(scene: Scene) -> None:
    """Remembered in one channel, used days later in another (DC-83, DC-02)."""
    text = "Prefers Rust over Go for systems work"
    told = await scene.tell("remember I prefer Rust over Go for systems work", place=DEV)
    assert told == f'Remembered about Ann: "{text}"'
    prompt = await scene.prompt("Should I write this CLI tool in Go or Rust?", place=GENERAL)
    assert f"- [preference] {text} (src: by command, #dev, updated 2025-01-15)" in prompt.text


async def test_the_kind_is_fact_unless_the_words_say_more(scene: Scene) -> None:
    """Kind fact, or minimal inference (DC-86, R-05)."""
    await scene.tell("remember Works at Acme Corp")
    await scene.tell("remember Allergic to nuts")
    assert [fact.kind for fact in await scene.facts()] == [Kind.CONSTRAINT, Kind.FACT]


@pytest.mark.parametrize(
    ("before", "correction", "now"),
    [
        ("my dog is called Biscuit", "my dog is called Bisquit, not Biscuit", "Dog is called Bisquit"),
        ("mein Hund heißt Keks", "mein Hund heißt Kekse, nicht Keks", "Mein Hund heißt Kekse"),
        ("the bins go out on Monday", "the bins go out on Tuesday, not Monday", "The bins go out on Tuesday"),
    ],
)
async def test_a_correction_leaves_one_of_two(scene: Scene, before: str, correction: str, now: str) -> None:
    """What is said as "X, not Y" replaces Y by X; where nothing said Y it is kept as it is (F-20, N-15)."""
    await scene.tell(f"remember {correction}")
    assert correction.partition(", ")[2] in (await scene.facts())[0].text
    await scene.tell(f"remember {before}", by=BEN)
    assert "`!memory undo`" in await scene.tell(f"remember {correction}", by=BEN)
    assert [fact.text for fact in await scene.facts(BEN) if fact.status is Status.ACTIVE] == [now]


async def test_a_guild_fact_keeps_all_four_ids_of_its_source(scene: Scene) -> None:
    """Type manual with channel, message, guild and channel name (DC-28, DC-29, DC-30, DC-12)."""
    await scene.tell("remember Works at Acme Corp", place=DEV)
    source = (await scene.facts())[0].source
    assert source.type is SourceType.MANUAL
    assert (source.guild, source.channel, source.message, source.channel_name) == (500, 71, 1001, "dev")


async def test_a_direct_message_has_no_guild_and_no_channel_name(scene: Scene) -> None:
    """Only channel and message are kept, and the line names no channel (DC-32, DC-34, X-19)."""
    await scene.tell("remember Works at Acme Corp", place=DM_ANN)
    source = (await scene.facts())[0].source
    assert (source.guild, source.channel, source.message, source.channel_name) == (None, 91, 1001, None)
    line = "- [fact] Works at Acme Corp (src: by command, updated 2025-01-15)"
    assert line in layer(await scene.prompt(place=DM_ANN), Layer.FACTS).split("\n")


@pytest.mark.parametrize("place", [THREAD, STAFF_THREAD])
async def test_a_thread_is_named_by_its_own_name(scene: Scene, place: Place) -> None:
    """Not by its parent's, in the data and in the line (DC-33, DC-34)."""
    await scene.tell("remember Works at Acme Corp", place=place)
    source = (await scene.facts())[0].source
    assert (source.channel, source.channel_name) == (place.channel, place.name)
    assert f"(src: by command, #{place.name}, updated" in (await scene.prompt(place=place)).text


async def test_full_ids_stay_in_the_data_layer(scene: Scene) -> None:
    """A prompt names the channel, never an id (DC-36)."""
    await scene.tell("remember Works at Acme Corp")
    (fact,) = await scene.facts()
    text = (await scene.prompt()).text
    assert not any(str(id_) in text for id_ in (fact.id, 500, 1001, "g500"))


async def test_saying_it_again_refreshes_it(scene: Scene) -> None:
    """One row, as fresh as today, whatever the form of the words (DC-21, N-16, X-10, CL-08)."""
    await scene.tell("remember I like green tea")
    first = (await scene.facts())[0]
    await scene.tell("remember Likes green tea!")
    (again,) = await scene.facts()
    assert (again.id, again.created_at) == (first.id, first.created_at)
    assert again.updated_at > first.updated_at


async def test_what_was_confirmed_last_is_shown_first(scene: Scene) -> None:
    """Recency is of the confirmation, not of the creation (X-10, DC-46)."""
    for text in ("Likes tea", "Has a dog", "Likes tea"):
        await scene.tell(f"remember {text}")
    assert (await scene.tell("show")).split("\n")[1] == "1. Likes tea"


async def test_a_correction_replaces_and_says_so(scene: Scene) -> None:
    """The newer statement wins at once, the old one is history (N-15, N-16, R-12, DC-17)."""
    await scene.tell("remember I live in Paris")
    answer = await scene.tell("remember I live in Berlin")
    assert answer == (
        'Remembered about Ann: "Lives in Berlin"\n'
        'It replaces "Lives in Paris"; `!memory undo` brings that back.'
    )
    assert "Paris" not in (await scene.prompt("where do I live?")).text
    assert [fact.status for fact in await scene.facts()].count(Status.SUPERSEDED) == 1


async def test_a_forgotten_fact_stated_anew_lives_again_as_the_same(scene: Scene) -> None:
    """One row with one id, active again (X-03, R-12, DC-19)."""
    await scene.tell("remember Works at Acme Corp")
    (fact,) = await scene.facts()
    await scene.tell("forget Acme")
    assert (await scene.facts())[0].status is Status.FORGOTTEN
    await scene.tell("remember Works at Acme Corp")
    assert [(known.id, known.status) for known in await scene.facts()] == [(fact.id, Status.ACTIVE)]


async def test_a_memory_full_of_what_was_written_by_hand_refuses(scene: Scene) -> None:
    """The answer says so, nothing is lost and nothing pretended (X-02, R-14, DC-22)."""
    async with scene.again(facts_cap=3) as small:
        for number in range(3):
            await small.tell(f"remember Entry {number}")
        answer = await small.answer("remember One too many")
        assert answer.text.startswith("The memory is full: all 3 items were written by hand or pinned.")
        assert not answer.changed
        await small.tell("forget Entry 1")
        assert await small.tell("remember One too many") == 'Remembered about Ann: "One too many"'
        assert {fact.text for fact in await small.facts() if fact.status is Status.ACTIVE} == {
            "Entry 0",
            "Entry 2",
            "One too many",
        }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Remember what? For example: `!memory remember I prefer tea over coffee`"),
        ("x" * 501, "That is too long for one fact. Write one statement of at most 500 characters."),
    ],
)
async def test_bad_input_gets_a_sentence_and_changes_nothing(scene: Scene, text: str, told: str) -> None:
    """It says what to do (DC-05)."""
    answer = await scene.answer(f"remember {text}")
    assert answer.text.startswith(told)
    assert (answer.changed, await scene.facts()) == (False, [])


async def test_facts_that_are_turned_off_are_not_kept(scene: Scene) -> None:
    """`remember` never says "Remembered" of what is not (DC-126, X-02)."""
    async with scene.again(facts_enabled=False) as off:
        assert "turned facts off" in await off.tell("remember Works at Acme Corp")
    assert await scene.facts() == []


async def test_commands_can_be_turned_off(scene: Scene) -> None:
    """Then `!memory` is a message like any other (DC-90, DC-133)."""
    async with scene.again(commands_enabled=False) as off:
        assert await off.memory.command(Command(text="!memory show", place=DEV, person=ANN)) is None


@pytest.mark.parametrize("text", ["hello", "!memoryshow", "say !memory show", ""])
async def test_what_is_no_command_is_left_alone(scene: Scene, text: str) -> None:
    """Only a message that begins with the prefix is one (DC-83)."""
    assert await scene.memory.command(Command(text=text, place=DEV, person=ANN)) is None


@pytest.mark.parametrize("text", ["!memory show", "  !MEMORY   SHOW ", "!memory\nshow"])
async def test_a_command_may_be_written_as_people_write(scene: Scene, text: str) -> None:
    """Case and spaces do not matter (DC-83)."""
    answer = await scene.memory.command(Command(text=text, place=DEV, person=ANN))
    assert answer is not None
    assert answer.text.startswith("I know nothing about Ann")


async def test_a_prefix_may_have_several_words(scene: Scene) -> None:
    """Any prefix the settings accept works (DC-83)."""
    async with scene.again(command_prefix="hey dee") as other:
        answer = await other.memory.command(Command(text="Hey  Dee show", place=DEV, person=ANN))
        assert answer is not None
        assert answer.text.startswith("I know nothing about Ann")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("forgte Acme", 'There is no command "forgte". Did you mean `!memory forget`?'),
        ("dance", 'There is no command "dance". `!memory help` lists them all.'),
        ("reset everything", "Only the rolling summary can be reset: `!memory reset rolling`"),
    ],
)
async def test_an_unknown_verb_gets_a_hint(scene: Scene, typed: str, told: str) -> None:
    """Bad input says what would have been right."""
    assert (await scene.tell(typed)).startswith(told)


@pytest.mark.parametrize("typed", ["", "help", "HELP"])
async def test_help_names_every_command(scene: Scene, typed: str) -> None:
    """In one message (DC-05, X-12)."""
    text = await scene.tell(typed)
    verbs = "show remember forget edit undo pin everywhere lore search why".split()
    assert all(f"`{verb}" in text for verb in verbs)
    assert len(text) <= 2000


async def test_two_people_remember_at_the_same_time(scene: Scene) -> None:
    """Commands stand in line, and nothing is torn or lost (DC-89, DC-117)."""
    telling = [scene.tell(f"remember Entry {n}", by=(ANN, BEN)[n % 2]) for n in range(10)]
    assert all(answer.startswith("Remembered") for answer in await asyncio.gather(*telling))
    assert [len(await scene.facts(person)) for person in (ANN, BEN)] == [5, 5]


wild = st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=500)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.one_of(wild, st.just("x y " * 120)), min_size=1, max_size=8), st.sampled_from([STAFF, DM_ANN])
)
async def test_every_answer_fits_a_message(
    sqlite_store: SqliteStore, tmp_path: Path, texts: list[str], place: Place
) -> None:
    """At most 2,000 characters, whatever is remembered and asked (X-12)."""
    async with opened(sqlite_store, tmp_path) as scene:
        asked = [f"{verb} {text}" for text in texts for verb in ("remember", "forget", "search", "pin")]
        for typed in (*asked, "show", "show all", "forget 1", "edit 1 x", "undo", "lore", "help", *texts):
            assert len(await scene.tell(typed, place=place)) <= 2000

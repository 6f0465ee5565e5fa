"""The terminal chat, driven as people drive it: lines in, answers out, the same memory in a later process."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import forking
from dnam.chat.screen import printable
from dnam.chat.simulated_world import ASSISTANT, ChatClock, SimulatedWorld, dm_of, parse_time
from dnam.domain import DM_GUILD, Context, Message, Person, Place, Question, Visibility
from dnam.errors import BadInput
from dnam.rules.answer_ranking import may_answer
from dnam.rules.offline_answer import offline_answer

Chat = Callable[..., list[str]]

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class StoppedClock:
    """A clock that stands until a test moves it."""

    def __init__(self, now: datetime = NOON) -> None:
        self.time = now

    def now(self) -> datetime:
        """Return the time it stands at."""
        return self.time


@pytest.fixture
def chat(tmp_path: Path) -> Chat:
    """Run the real chat over a pipe on one memory, a new process each time; return the blocks it wrote."""
    env = {"DNAM_DATA_DIR": str(tmp_path), "DNAM_DEBOUNCE_SECONDS": "0", "DNAM_READ_DEADLINE_SECONDS": "30"}

    def run(*lines: str) -> list[str]:
        code, out, err = forking.run(
            "dnam", "chat", "--db", "memory.sqlite3", env=env, folder=tmp_path, said="\n".join(lines)
        )
        assert (code, err) == (0, "")
        return [block for block in out.replace("\n\n---\n", "\n---\n").split("\n\n") if block]

    return run


@pytest.fixture
def world() -> SimulatedWorld:
    """Return a world in which nobody has spoken yet."""
    return SimulatedWorld(ChatClock(StoppedClock()))


# The conversations of the seeds and of the plan


def test_a_preference_told_in_one_channel_is_in_the_prompt_days_later_in_another(chat: Chat) -> None:
    """DC-83, DC-02: layer 2's example of seed 001."""
    told = chat("/in #general", "!memory remember I prefer Rust over Go for systems work")
    assert told == ['Remembered about Kim: "Prefers Rust over Go for systems work"']
    question = "Should I write this CLI tool in Go or Rust?"
    (answer, prompt, *_) = chat("/wait 3d", "/in #tools", question, f"/context {question}")
    assert "- Kim: Prefers Rust over Go for systems work (" in answer
    assert "- [preference] Prefers Rust over Go for systems work (src: by command, #general" in prompt
    assert prompt.endswith(f"User message:\n[Kim]: {question}")


def test_what_is_shown_by_number_is_forgotten(chat: Chat) -> None:
    """DC-84, N-05, X-01: layer 3's example of seed 001."""
    facts = ["Building a Discord bot called Discoclaw", "Prefers Rust over Go for systems work"]
    chat(*(f"!memory remember {fact}" for fact in facts), "!memory remember Works at Acme Corp")
    shown, *_ = chat("!memory show")
    assert shown.splitlines() == [
        "What I know about Kim (3):",
        "1. Works at Acme Corp",
        "2. Prefers Rust over Go for systems work",
        "3. Building a Discord bot called Discoclaw",
    ]
    assert chat("!memory forget Acme") == ['Found and forgotten: "Kim: Works at Acme Corp"']
    assert "Acme" not in chat("!memory show")[0]


MAY_HEAR: dict[tuple[str, str], set[str]] = {
    ("/as Ann", "/in #general"): {"public"},
    ("/as Bob", "/in #dev"): {"public"},
    ("/as Bob", "/in #ops"): {"public", "private"},
    ("/as Bob", "/dm"): {"Bob's DM"},
    ("/as Ann", "/dm"): {"public", "private"},
    ("/as Ann", "/in #general --guild elsewhere"): set(),
}
"""What was told where, and who may see it: see the next test."""


def test_a_private_place_says_who_is_there(chat: Chat) -> None:
    """R-01: nobody takes for a leak what they may read, because they spoke there as somebody who can."""
    told = chat("/in ops --private", "/who", "/as Ann", "/who", "/thread plan --private", "/who")
    assert [block.splitlines()[1] for block in told] == [
        "Only those who can read #ops hear this: whom you speak as here, so far Kim.",
        "Only those who can read #ops hear this: whom you speak as here, so far Kim, Ann.",
        "Only those invited to this thread hear this: whom you speak as here, so far Ann.",
    ]


def test_each_audience_sees_later_exactly_what_it_may_hear(chat: Chat) -> None:
    """N-01, N-22, X-13, R-01: three things, two people, two channels and a DM; then a new process."""
    chat("/as Ann", "/in #general", "My cat is called Tom", "/in #ops --private", "My cat bit the auditor")
    chat("/as Bob", "/dm", "My cat is really a dog")
    secrets = {"public": "called Tom", "private": "bit the auditor", "Bob's DM": "really a dog"}
    prompts = chat(*(line for place in MAY_HEAR for line in (*place, "/context my cat")))[::2]
    heard = [{name for name, words in secrets.items() if words in prompt} for prompt in prompts]
    assert heard == list(MAY_HEAR.values())


# Lines


def test_an_answer_is_one_plain_block_and_nothing_else_is_written(chat: Chat) -> None:
    """R-21: without a model the chat answers honestly from memory; a pipe gets no colours and no echo."""
    blocks = chat(
        "/as Ann", "/say the red parser is broken", "/wait 2h", "", "what is broken?", "/quit", "never read"
    )
    assert len(blocks) == 1
    first, said, *_ = blocks[0].splitlines()
    assert first == "From memory, without a language model:"
    assert said.startswith("- Ann, ")
    assert said.endswith(": the red parser is broken")
    assert "\x1b" not in blocks[0]


def test_a_line_with_a_mistake_gets_one_sentence_and_changes_nothing(chat: Chat) -> None:
    """Bad input says what would have been right."""
    wrong = "/wait banana|/in two words|/as|/sya hello|/thread|/edit|/delete|/context|/say".split("|")
    before, *answers, after = chat("/who", *wrong, "/who")
    assert before.splitlines()[:2] == after.splitlines()[:2]
    assert len(answers) == len(wrong)
    assert all(len(answer.splitlines()) == 1 for answer in answers)
    assert answers[0] == '"banana" is not a time to wait: write it like 30m, 6h, 2d, 1w or 1d12h.'
    assert answers[3] == "There is no /sya: did you mean /say?"


def test_a_channel_is_named_with_or_without_its_sign(chat: Chat) -> None:
    """`/in dev` and `/in #dev` are one place."""
    bare, signed = chat("/in dev", "/who", "/in #dev", "/who")
    assert bare == signed


def test_only_who_says_so_manages_a_server(chat: Chat) -> None:
    """What managers alone may do is refused until somebody says `/manager`, and again after it is ended."""
    question = "!memory exclude"
    before, during, after = chat(question, "/manager", question, "/manager", question)
    assert before == after
    assert before != during
    assert "manage" in before
    in_dm, *_ = chat("/dm", "/manager")
    assert in_dm == "A direct message has no managers: go to a channel first, such as `/in general`."


def test_no_link_leads_out_of_the_simulated_world(chat: Chat) -> None:
    """N-11: where a message was said is told without an address that nobody has."""
    found = chat("I live in Oslo with my cat Miso.", "!memory search Oslo")[-1]
    assert "Oslo with my cat" in found
    assert "http" not in found


def test_leaving_is_understood_with_more_words(chat: Chat) -> None:
    """`/quit now` leaves."""
    assert chat("/quit now", "never read") == []


def test_a_command_to_the_memory_is_no_conversation(chat: Chat) -> None:
    """A command is answered but not kept as a message."""
    chat("!memory remember I like tea", "!memory show")
    prompt = chat("/context tea")[0]
    assert "Recent conversation" not in prompt
    assert "- [preference] Likes tea" in prompt


def test_the_last_message_can_be_edited_and_deleted_even_in_a_later_run(chat: Chat) -> None:
    """N-04: an edit replaces, a deletion removes; only one's own last message here."""
    chat("/say the launch is on Monday", "/as Ann", "/say fine by me")
    edited = chat("/edit the launch is on Friday", "/context launch")[0]
    assert "on Friday" in edited
    assert "on Monday" not in edited
    deleted = chat("/delete", "/delete", "/context launch")
    assert deleted[0] == "Kim has said nothing here yet."
    assert "on Friday" not in deleted[1]
    assert "[Ann]: fine by me" in deleted[1]


def test_time_that_was_waited_for_stays_passed_in_the_next_run(chat: Chat) -> None:
    """A later run never goes back in time."""
    chat("/wait 1d12h", "/wait 52w")
    shown = chat("/who")[0].splitlines()[2]
    now = datetime.strptime(shown, "It is %A, %d %B %Y, %H:%M %Z.").replace(tzinfo=UTC)
    assert timedelta(days=365) < now - datetime.now(UTC) < timedelta(days=366)


def test_two_people_with_one_name_are_told_apart(chat: Chat) -> None:
    """X-16: identity is the id, never the name shown; a mention names the right one."""
    chat("/as Sam#1", "!memory remember I play the cello", "/as Bob", "!memory remember @Sam#2 hates music")
    assert "cello" in chat("/as Sam#1", "!memory show")[0]
    second = chat("/as Sam#2", "!memory show")[0]
    assert "Hates music" in second
    assert "cello" not in second


def test_an_answer_is_told_alone_and_why_names_what_was_used(chat: Chat) -> None:
    """N-11: no figures below it; `why` lists the memories."""
    answer, why, *_ = chat("!memory remember I like oat milk", "which milk?", "!memory why")[1:]
    assert answer.splitlines()[-1].startswith("- ")
    assert "- Kim: Likes oat milk" in why


def test_a_slash_command_of_discord_is_understood_in_the_terminal(chat: Chat) -> None:
    """DC-83: what the pages about Discord teach can be tried here."""
    told, shown, *_ = chat("/memory remember I like oat milk", "! memory show")
    assert told == 'Remembered about Kim: "Likes oat milk"'
    assert "Likes oat milk" in shown


def test_context_ends_with_what_each_layer_takes(chat: Chat) -> None:
    """N-22, R-11: layers with characters, tokens and budget."""
    *_, sizes = chat("!memory remember I like tea", "/context tea?")
    rows = {row.split()[0]: row.split()[1:] for row in sizes.splitlines()}
    assert list(rows) == ["layer", "facts", "message", "all"]
    assert rows["facts"][2] == "2,000"
    assert rows["message"] == ["25", "7", "-"]


def test_every_script_and_strange_bytes_pass_through(chat: Chat) -> None:
    """N-07: the chat keeps what is typed, and no control character reaches a terminal."""
    answer = chat("/as Юля", "/say люблю зелёный чай", "чай?", "/say bell\x07 and \x1b[31mred")[0]
    assert "Юля: Люблю зелёный чай" in answer
    assert printable("a\x1b[31mb\x07\tc\n") == "a[31mb\tc\n"


# The world


@pytest.mark.parametrize(
    ("text", "time"),
    [("30m", timedelta(minutes=30)), ("6h", timedelta(hours=6)), ("1w", timedelta(weeks=1))]
    + [(text, timedelta(days=1, hours=12)) for text in ("1d12h", "1d 12h", "36h")],
)
def test_times_are_read_as_people_write_them(text: str, time: timedelta) -> None:
    """`/wait` understands combinations."""
    assert parse_time(text) == time


@pytest.mark.parametrize("text", ["", "banana", "6", "h", "-1h", "0m", "999999w", "1.5h"])
def test_what_is_no_time_is_refused(text: str) -> None:
    """`/wait` never guesses."""
    with pytest.raises(BadInput):
        parse_time(text)


def test_message_ids_grow_even_when_the_clock_stands(world: SimulatedWorld) -> None:
    """Ids are never given twice and follow time."""
    first, second = world.next_id(), world.next_id()
    world.clock.wait(timedelta(hours=1))
    assert first < second < world.next_id() - 3_599_000_000


def test_a_clock_set_back_does_not_set_the_chat_back() -> None:
    """A later run never goes back in time, whatever the machine's clock does."""
    clock = ChatClock(StoppedClock(NOON - timedelta(days=2)))
    clock.resume(NOON)
    assert clock.now() == NOON


def test_channels_belong_to_guilds_and_threads_to_channels(world: SimulatedWorld) -> None:
    """The same name in another guild is another place; threads inherit, unless they are invite-only."""
    world.enter("#dev --private")
    here = world.place
    world.enter_thread("plans")
    thread = world.place
    assert (thread.parent, thread.visibility, thread.invite_only) == (here.channel, Visibility.PRIVATE, False)
    world.enter_thread("secret plans --private")
    assert world.place.parent == here.channel
    assert world.place.invite_only
    world.enter("#dev --guild 'the other one'")
    assert (world.place.channel != here.channel, world.place.visibility) == (True, Visibility.PUBLIC)


def test_a_private_channel_stays_private_until_it_is_opened(world: SimulatedWorld) -> None:
    """R-01: walking in by another door does not make a room public."""
    world.enter("#ops --private")
    later = SimulatedWorld(world.clock, places=[world.place])
    later.enter("#ops")
    remembered = later.place
    later.enter("#ops --public")
    assert (remembered.visibility, later.place.visibility) == (Visibility.PRIVATE, Visibility.PUBLIC)


def test_a_direct_message_is_with_the_one_who_speaks(world: SimulatedWorld) -> None:
    """X-19: a DM has no guild, and becoming somebody else there is their DM, not a look into another's."""
    world.become("Ann")
    world.enter_dm()
    ann = world.place
    world.become("Bob")
    assert (ann.guild, ann.visibility, world.place.person) == (DM_GUILD, Visibility.DM, world.person.id)
    assert world.place.channel != ann.channel
    with pytest.raises(BadInput, match="no threads"):
        world.enter_thread("plans")


@pytest.mark.parametrize("name", ["", "two words", "#1", "dnam", "DNAM", "a@b"])
def test_a_name_is_one_word_and_not_the_assistants(world: SimulatedWorld, name: str) -> None:
    """Nobody can speak as the assistant."""
    with pytest.raises(BadInput):
        world.become(name)


def test_mentions_are_people_not_addresses(world: SimulatedWorld) -> None:
    """`@Name` mentions somebody once; mail addresses and everybody are nobody."""
    mentioned = world.mentions("@Ann, ask @Sam#2 and @Ann's mail a@b.example, @everyone; @dnam too")
    assert [person.name for person in mentioned] == ["Ann", "Sam", "dnam"]
    assert mentioned[2] == ASSISTANT


# The answer without a model

HERE = Place(guild=1, channel=2, visibility=Visibility.PUBLIC, name="general")
ANN = Person(id=7, name="Ann")


def said(text: str, author: Person = ANN) -> Message:
    """Something said at noon."""
    return Message(id=hash(text), place=HERE, author=author, text=text, sent_at=NOON)


def asked(text: str, *answers: Message) -> str:
    """Return what the chat answers when these messages answer the question."""
    return offline_answer(
        Question(place=HERE, asker=ANN, text=text), Context(text="", answers=answers), "", NOON
    )


def test_without_anything_known_the_answer_says_so() -> None:
    """R-21, F-25: it never invents."""
    assert asked("where do I live?") == "I do not know: nothing I remember answers this."


def test_what_answers_is_quoted_with_who_and_when() -> None:
    """F-25: a day that is counted from then is said as a date."""
    lines = asked("where do I live?", said("I move to Berlin tomorrow")).splitlines()
    assert lines[1:] == ["- Ann, 2026-03-01: I move to Berlin tomorrow (2026-03-02)"]


def test_a_whole_portrait_is_for_a_direct_message() -> None:
    """R-01, F-25: where others read it too, the best eight are shown, and how many there are besides."""
    told = [said(f"I have lived in town number {number}") for number in range(10)]
    shared = asked("where am I from?", *told).splitlines()
    assert (len(shared), shared[-1]) == (10, "(+2)")
    alone = Question(place=dm_of(ANN.id), asker=ANN, text="where am I from?")
    assert len(offline_answer(alone, Context(text="", answers=tuple(told)), "", NOON).splitlines()) == 11


FOUND = "Without a language model I can only keep this, and find it when you ask."
HOW = "Ask me “What can you do?”, and I tell you how to use me."


def test_a_statement_is_acknowledged_in_one_line() -> None:
    """F-25: what was understood of it is repeated, and nothing that is not asked for is told."""
    assert asked("I live in Oslo") == "Noted: lives in Oslo"
    assert asked("that was a long day") == FOUND
    for says_nothing in (".", "hello", "thanks a lot!", "lol that's great"):
        assert asked(says_nothing) == HOW


def test_neither_a_question_nor_the_assistant_answers_anything() -> None:
    """X-17, F-25, F-35: what was asked before is no answer, unless it tells something too."""
    assert not may_answer(said("is green tea good?"))
    assert not may_answer(said("You live in Paris", ASSISTANT))
    assert may_answer(said("I have played the flute since school, can we rock that?"))


def test_the_memory_is_asked_in_plain_words(chat: Chat) -> None:
    """What is said to the assistant is enough, and two people of one name stay two (UM-20, UM-23, X-16)."""
    blocks = chat(
        "/as Ann",
        "dnam, remember that I like tea",
        "remember that @Sam#2 likes coffee",
        "what do you know about @Sam#2?",
        "what do you know about @Sam#1?",
        "forget that I like tea",
        "I remember that night",
    )
    told = "\n".join(blocks)
    assert 'Remembered about Ann: "Likes tea"' in told
    assert "1. Likes coffee (according to Ann)" in told
    assert told.count("Likes coffee (according to Ann)") == 1
    assert "I know nothing about Sam that may be told here." in told
    assert 'Found and forgotten: "Ann: Likes tea"' in told
    assert blocks[-1] == FOUND

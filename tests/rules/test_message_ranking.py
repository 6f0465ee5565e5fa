"""Finding messages: by words, surroundings, meaning and a few cues."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
import pytest

from dnam.domain import GAP, Candidates, Person, Vector
from dnam.rules import message_ranking
from dnam.rules.dates import Span
from dnam.rules.message_ranking import MessageBudget, choose, take, weigh
from dnam.rules.question_cues import Cue, Participants, SearchQuery, cues, read_question
from dnam.rules.text import query_words, words
from dnam.testing.sample_data import ANN, BEN, START, a_message, pointing

SLOT = 1 << 32
LATER = START + timedelta(days=45)


@dataclass(frozen=True, kw_only=True)
class Said:
    """A message of a small channel, at its place in the conversation."""

    text: str
    at: int
    by: Person = ANN
    days: float = 0
    vector: Vector | None = None


def ranked(
    messages: Sequence[Said], question: str, wanted: MessageBudget, **asked: object
) -> list[message_ranking.Hit]:
    """Search a small channel as recall does, without a store."""
    positions = np.array([SLOT + message.at for message in messages], np.int64)
    asks = SearchQuery(
        text=question, words=tuple(query_words(question)), at=LATER, asker=ANN.id, heard=len(positions)
    )
    asks = replace(asks, **asked)  # type: ignore[arg-type]  # fields by name
    postings = {
        word: np.array(
            [s for s, m in zip(positions, messages, strict=True) if word in words(m.text)], np.int64
        )
        for word in asks.words
    }
    sent = [START + timedelta(days=message.days) for message in messages]
    candidates = Candidates(
        positions=positions,
        authors=np.array([m.by.id for m in messages], np.int64),
        sent_at=np.array([int(at.timestamp() * 1e6) for at in sent], np.int64),
        lengths=np.array([len(words(m.text)) for m in messages], np.int64),
        cues=np.array([cues(a_message(1, m.text, author=m.by)) for m in messages], np.int64),
        vectors=np.array([pointing(0, 1) if m.vector is None else m.vector for m in messages]),
    )
    return take(candidates, weigh(postings, asks.heard), asks, wanted)


def order(messages: Sequence[Said], question: str, *, strict: bool = False, **asked: object) -> list[str]:
    """Return the texts found by the default profile, best first."""
    texts = {SLOT + message.at: message.text for message in messages}
    return [texts[hit.position] for hit in ranked(messages, question, MessageBudget(strict=strict), **asked)]


def scores(profile: str, messages: Sequence[Said], question: str, **asked: object) -> list[float]:
    """Return the scores of a profile in the order of the messages."""
    hits = {
        hit.position: hit.score for hit in ranked(messages, question, MessageBudget(profile=profile), **asked)
    }
    return [hits[SLOT + message.at] for message in messages]


def test_the_message_with_the_words_comes_first() -> None:
    """Lexical search over messages (N-21, CL-47)."""
    talk = [Said(text="the weather is fine", at=1), Said(text="my dentist is on Friday", at=50)]
    assert order(talk, "when is the dentist")[0] == "my dentist is on Friday"


def test_a_word_shared_by_chance_does_not_outweigh_meaning() -> None:
    """N-21, N-07: nobody has said the other words of the question, so meaning decides."""
    talk = [
        Said(text="my brother needs a ladder", at=1, vector=pointing(0, 1)),
        Said(text="I must not have gluten", at=50, vector=pointing(1, 0)),
        Said(text="the weather is fine", at=100, vector=pointing(0, 1)),
    ]
    asked = "who needs to avoid bread and noodles and pastry?"
    assert order(talk, asked, expected=pointing(1, 0))[0] == "I must not have gluten"


def test_a_message_is_found_by_what_was_said_around_it() -> None:
    """The answer to a question need not repeat it (N-21)."""
    talk = [
        Said(text="where do you keep the cellar key?", at=1, by=BEN),
        Said(text="under the blue pot", at=2),
        Said(text="the weather is so very fine", at=60, by=BEN),
    ]
    assert order(talk, "cellar key")[0] == "under the blue pot"


def test_a_short_answer_means_what_the_message_before_it_means() -> None:
    """N-21: "under the pot" is about keys because of the question, not because of its words."""
    talk = [
        Said(text="any idea where it went?", at=1, by=BEN, vector=pointing(1, 0)),
        Said(text="under the pot", at=2, vector=pointing(0, 1)),
        Said(text="I am tired", at=4, vector=pointing(0, 1)),
    ]
    answer, later = scores("dnam", talk, "keys", expected=pointing(1, 0))[1:]
    same = message_ranking.FIRST_PERSON
    assert answer - (later - same) == pytest.approx(
        message_ranking.SEMANTIC * message_ranking.NEIGHBOUR_MEANING
    )


def test_meaning_alone_finds_a_message() -> None:
    """Not one word is shared (N-21)."""
    talk = [Said(text="my puppy is ill", at=1, vector=pointing(1, 0.2)), Said(text="tea is ready", at=60)]
    assert order(talk, "animal health", strict=True, expected=pointing(1, 0)) == ["my puppy is ill"]


def test_a_conversation_about_the_question_lifts_its_messages() -> None:
    """Of two messages equally near, the one whose company is near too comes first (N-21)."""
    talk = [
        Said(text="it was loud", at=1, vector=pointing(1, 1)),
        Said(text="tea is ready", at=2, by=BEN),
        Said(text="it was long", at=60, days=1, vector=pointing(1, 1)),
        Said(text="the band was great", at=61, by=BEN, days=1, vector=pointing(1, 0.2)),
    ]
    found = order(talk, "concert", expected=pointing(1, 0))
    assert found.index("it was long") < found.index("it was loud")


def test_what_a_bot_says_does_not_make_a_conversation_about_the_question() -> None:
    """Bots write at length about whatever they are asked (X-17, N-21)."""
    bot = Person(id=99, name="Dee", bot=True)
    talk = [
        Said(text="it was loud", at=1, vector=pointing(1, 1)),
        Said(text="it was long", at=60, days=1, vector=pointing(1, 1)),
        Said(text="here is all about concerts", at=61, by=bot, days=1, vector=pointing(1, 0)),
    ]
    found = {
        hit.position - SLOT: hit.score
        for hit in ranked(talk, "music", MessageBudget(), expected=pointing(1, 0))
    }
    assert found[1] == pytest.approx(found[60])


def test_conversations_end_with_an_hours_silence() -> None:
    """What was said after a gap lends nothing (N-21)."""
    near = Said(text="the band was great", at=0, by=BEN, vector=pointing(1, 0))
    scored = []
    for gap in (GAP - 1, GAP):
        talk = [Said(text="tea is ready", at=1), replace(near, at=1 + gap)]
        scored.append(
            {
                hit.position - SLOT: hit.score
                for hit in ranked(talk, "concert", MessageBudget(), expected=pointing(1, 0))
            }[1]
        )
    assert scored[0] == pytest.approx(scored[1] + message_ranking.TALK / 2)


@pytest.mark.parametrize("profile", message_ranking.PROFILES)
def test_a_strict_search_gives_nothing_when_nothing_fits(profile: str) -> None:
    """Neither words nor meaning, so nothing; no words at all, so nothing too (CL-59, X-09)."""
    talk = [Said(text="tea is ready", at=1), Said(text="so is coffee", at=2)]
    for question in ("quantum gravity", "?!", ""):
        assert (
            ranked(talk, question, MessageBudget(profile=profile, strict=True), expected=pointing(1, 0)) == []
        )


def test_clanker_ranks_messages_by_its_formula() -> None:
    """The five signals with vectors, the others without (CL-53..56, R-15)."""
    talk = [Said(text="rust is fine", at=1, vector=pointing(0.6, 0.8)), Said(text="tea", at=60, days=45)]
    full = {"slot": 1, "vector": pointing(1, 0)}
    assert scores("clanker", talk, "rust", **full) == pytest.approx(
        [0.50 * 0.6 + 0.28 + 0.10 + 0.07 / 2 + 0.05, 0.10 + 0.07 + 0.05], abs=1e-5
    )
    assert scores("clanker", talk, "rust") == pytest.approx([0.75 + 0.10 + 0.05, 0.10 + 0.10])


def test_discoclaw_counts_shared_words_of_messages() -> None:
    """One a word, one more when recent (DC-40, DC-42)."""
    talk = [Said(text="rust and tea", at=1), Said(text="rust", at=60, days=45)]
    assert scores("discoclaw", talk, "rust tea") == [2, 2]


def test_the_person_named_speaks_first() -> None:
    """A question about Ben prefers what Ben said (N-08, N-21)."""
    talk = [Said(text="I adopted a cat", at=1), Said(text="I adopted a dog", at=60, by=BEN)]
    assert order(talk, "adopted", named=BEN.id)[0] == "I adopted a dog"
    assert order(talk, "adopted", named=ANN.id)[0] == "I adopted a cat"


def test_the_time_asked_about_comes_first() -> None:
    """A message of that time stands before one of another (N-09, N-21)."""
    talk = [Said(text="we met the band", at=1), Said(text="we met the mayor", at=60, days=30)]
    span = Span(START + timedelta(days=29), START + timedelta(days=31))
    assert order(talk, "who did we meet", span=span)[0] == "we met the mayor"


def test_people_stand_before_bots_unless_the_bot_is_asked_about() -> None:
    """What the assistant said is found when it is meant (X-17, N-08)."""
    bot = Person(id=99, name="Dee", bot=True)
    talk = [Said(text="the recipe needs basil", at=1, by=bot), Said(text="the recipe needs basil", at=60)]
    positions = [hit.position - SLOT for hit in ranked(talk, "recipe basil", MessageBudget())]
    assert positions == [60, 1]
    assert [h.position - SLOT for h in ranked(talk, "what recipe did you recommend", MessageBudget())] == [
        1,
        60,
    ]


def test_equals_are_given_oldest_first_and_no_more_than_asked_for() -> None:
    """The same search always gives the same order (DC-47)."""
    talk = [Said(text="tea", at=1 + 40 * n, days=n) for n in range(5)]
    hits = ranked(talk, "tea", MessageBudget(limit=3))
    assert [hit.position - SLOT for hit in hits] == [1, 41, 81]


def test_found_messages_carry_their_reasons() -> None:
    """Which words, near what, how alike, where and when (R-15)."""
    talk = [Said(text="which bakery?", at=1, by=BEN), Said(text="Roux", at=2, vector=pointing(1, 1))]
    hits = {
        h.position - SLOT: h.reasons
        for h in ranked(talk, "bakeries", MessageBudget(), slot=1, expected=pointing(1, 0))
    }
    assert hits[1] == ("matched 'bakeries'", "said in this channel", "45 days ago")
    assert hits[2] == ("said near 'bakeries'", "similar meaning (71%)", "said in this channel", "45 days ago")


def test_a_participants_name_is_no_word_to_look_for() -> None:
    """People rarely write their own name: it tells whose words to look for (N-08)."""
    reading = read_question("What is Ben's favourite tea?", Participants({11: "Ann", 12: "Ben"}))
    assert (reading.named, set(reading.words)) == (12, set(query_words("favourite tea")))
    assert reading.text == "What is their favourite tea?"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which book did I finish a week ago?", "Which book did I finish  ?"),
        ("What did Ann bake Three Weeks ago?", "What did they bake  ?"),
        ("Which trips in the past three months?", "Which trips in the  ?"),
        ("Who won last Friday, and who yesterday?", "Who won  , and who  ?"),
    ],
)
def test_a_time_counted_back_is_no_word_to_look_for(question: str, text: str) -> None:
    """What was said two weeks ago does not say "two weeks ago" (N-09, N-21)."""
    reading = read_question(question, Participants({11: "Ann"}))
    assert reading.text == text
    assert not {"week", "ago", "month", "past", "three", "friday", "yesterday"} & set(reading.words)


def test_a_date_stays_a_word_and_a_bare_time_is_asked_as_it_stands() -> None:
    """Messages name dates and weekdays, and a question needs something to look for (N-09, X-09)."""
    assert set(query_words("friday may")) <= set(
        read_question("who comes on Friday, May 5?", Participants({})).words
    )
    assert read_question("Last week?", Participants({})).words == tuple(query_words("last week"))


def test_a_name_within_a_script_without_spaces_takes_nothing_else_away() -> None:
    """N-07: what is asked about somebody named in Japanese is still asked."""
    reading = read_question("健太はいつ京都へ行きますか", Participants({11: "健太"}))
    assert (reading.named, reading.text) == (11, "健太はいつ京都へ行きますか")
    assert ("京都" in reading.words, "健太" in reading.words) == (True, False)


def test_two_people_of_one_name_are_not_guessed_between() -> None:
    """A name that two people bear names nobody (X-16)."""
    assert read_question("What does Sam like?", Participants({21: "Sam", 22: "sam"})).named is None


@pytest.mark.parametrize("name", ["", "???", "the", "(.*)", "C++", "日本"])
def test_any_name_can_be_asked_about(name: str) -> None:
    """Strange names neither fail nor match everything (N-07)."""
    assert read_question("who likes tea?", Participants({1: name})).named is None


def test_cues_are_noted_at_a_glance() -> None:
    """Bot, question, first person, time and number (X-17, N-21)."""
    text = "Didn’t I meet two of them last week?"
    noted = Cue(cues(a_message(1, text, author=Person(id=9, name="B", bot=True))))
    assert noted == Cue.BOT | Cue.QUESTION | Cue.ASKS | Cue.FIRST_PERSON | Cue.TIME | Cue.NUMBER
    assert cues(a_message(1, "tea")) == 0


def test_nothing_found_is_no_failure() -> None:
    """No words, no vectors, no candidates (X-09)."""
    asked = SearchQuery(text="", words=(), at=LATER, asker=1)
    assert weigh({"tea": message_ranking.NOWHERE}, 0) == []
    assert choose([], message_ranking.NOWHERE, asked).tolist() == []


def test_candidates_are_bounded_and_the_rare_word_decides() -> None:
    """However much contains a common word, a few hundred candidates are read (N-21)."""
    common = np.arange(2000, dtype=np.int64) * 40
    weighed = weigh({"the": common, "zebra": common[-1:]}, 5000)
    positions = choose(
        weighed, message_ranking.NOWHERE, SearchQuery(text="", words=("the", "zebra"), at=LATER, asker=1)
    )
    assert len(positions) <= message_ranking.EVERYWHERE
    assert common[-1] in positions

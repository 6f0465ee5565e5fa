"""Ranking facts: how well each fits a question, by the formula of each profile, and why."""

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Fact, HeldFact, Kind, Source, SourceType, Vector
from dnam.rules.fact_ranking import PROFILES, Matches, Query, Signals, rank_facts
from dnam.testing.sample_data import GENERAL, START, known, pointing

HERE = GENERAL.channel
LATER = START + timedelta(days=45)
ALONG = pointing(1, 0)


def held(text: str, *, vector: Vector | None = None, channel: int | None = HERE, **how: object) -> HeldFact:
    """Make a fact that was said in a channel."""
    source = Source(type=SourceType.SUMMARY, channel=channel)
    return HeldFact(fact=replace(known(text), source=source, **how), vector=vector)  # type: ignore[arg-type]  # fields


def scores(profile: str, question: str, *facts: HeldFact, vector: Vector | None = None) -> dict[str, float]:
    """Return each fact's score for a question asked here, 45 days after all was said."""
    query = Query(text=question, at=LATER, vector=vector, channel=HERE)
    return {hit.what.text: round(hit.score, 6) for hit in rank_facts(facts, query, profile=profile)}


def found(profile: str, question: str, *facts: HeldFact, vector: Vector | None = None) -> list[str]:
    """Return what a strict ranking lets pass, best first."""
    query = Query(text=question, at=LATER, vector=vector, channel=HERE)
    return [hit.what.text for hit in rank_facts(facts, query, profile=profile, strict=True)]


# ClankerBot's formula


def test_clanker_weighs_five_signals_with_vectors() -> None:
    """.50 semantic + .28 lexical + .10 confidence + .07 recency + .05 channel (CL-51, CL-52, CL-55)."""
    fact = held("likes rust", vector=pointing(0.6, 0.8), confidence=0.72)
    wanted = 0.50 * 0.6 + 0.28 * 1 + 0.10 * 0.72 + 0.07 * 0.5 + 0.05 * 1
    assert scores("clanker", "rust", fact, vector=ALONG) == {"likes rust": pytest.approx(wanted, abs=1e-5)}


def test_clanker_counts_every_word_alike() -> None:
    """CL-50, R-15: the share of the asked words, however common; the default weighs rare words more."""
    facts = [held("likes tea"), held("drinks tea"), held("drives rust")]
    clanker, default = (scores(profile, "rust tea", *facts) for profile in ("clanker", "dnam"))
    assert len({*clanker.values()}) == 1
    assert default["drives rust"] > default["likes tea"] == default["drinks tea"]


def test_clanker_weighs_four_signals_without_vectors() -> None:
    """.75 lexical + .10 confidence + .10 recency + .05 channel (CL-56)."""
    wanted = 0.75 * 1 + 0.10 * 0.72 + 0.10 * 0.5 + 0.05 * 1
    assert scores("clanker", "rust", held("likes rust", confidence=0.72)) == {"likes rust": round(wanted, 6)}


@pytest.mark.parametrize("vector", [None, pointing(0, 1, 0)])
def test_a_fact_without_a_fitting_vector_is_ranked_by_words(vector: Vector | None) -> None:
    """A missing vector, or one of another length, neither breaks nor hides a fact (CL-40, CL-56, X-21)."""
    fact = held("likes rust", vector=vector)
    assert scores("clanker", "rust", fact, vector=ALONG) == {"likes rust": 0.95}


@pytest.mark.parametrize(("days", "recency"), [(0, 1.0), (45, 0.5), (90, 1 / 3), (405, 0.1)])
def test_recency_halves_after_45_days(days: int, recency: float) -> None:
    """1 / (1 + age in days / 45), from when it was last confirmed (CL-53, X-10)."""
    fact = held("x", updated_at=LATER - timedelta(days=days), confidence=0.0, channel=99)
    assert scores("clanker", "rust", fact)["x"] == pytest.approx(0.10 * recency, abs=1e-6)


@pytest.mark.parametrize(("channel", "score"), [(HERE, 1.0), (None, 0.25), (99, 0.0)])
def test_the_channel_is_a_hint(channel: int | None, score: float) -> None:
    """1 in the same channel, a quarter without one, nothing in another (CL-54, CL-75, CL-04)."""
    fact = held("x", channel=channel, confidence=0.0)
    assert scores("clanker", "rust", fact)["x"] == pytest.approx(0.05 * score + 0.10 * 0.5, abs=1e-6)


@pytest.mark.parametrize(
    ("semantic", "lexical", "passes"),
    [
        (0.20, 0.0, True),
        (0.19, 0.0, False),
        (0.0, 0.22, True),
        (0.0, 0.21, False),
        (0.19, 0.21, False),
        (None, 0.24, True),
        (None, 0.23, False),
    ],
)
def test_the_gate_of_clanker(semantic: float | None, lexical: float, passes: bool) -> None:
    """Semantic .20 or lexical .22 with vectors, lexical .24 without, exactly (CL-57, CL-58)."""
    match = Matches(*map(np.atleast_1d, (False, lexical, np.nan if semantic is None else semantic)))
    assert PROFILES["clanker"].passes(match).tolist() == [passes]
    best = PROFILES["clanker"].score(known("x"), Signals(frozenset(), lexical, semantic, 1.0, 1.0, 0), False)
    assert passes or best < (0.62 if semantic is None else 0.52)  # so that much in all lets nothing else pass


def test_a_strict_search_of_clanker_gives_nothing_when_nothing_passes() -> None:
    """The best of bad matches is still none (CL-49, CL-59)."""
    facts = [held("likes tea", vector=pointing(0, 1)), held("has a dog")]
    assert found("clanker", "quantum gravity", *facts, vector=ALONG) == []
    assert len(scores("clanker", "quantum gravity", *facts)) == 2


def test_words_are_found_in_the_evidence_too() -> None:
    """Overlap and substring look at the fact and at what it rests on (CL-50)."""
    fact = held("has a pet", evidence="my dog Rex is lovely")
    assert found("clanker", "rex", fact) == ["has a pet"]
    assert scores("clanker", "dog Rex is", fact)["has a pet"] == pytest.approx(0.75 + 0.2, abs=1e-6)


# DiscoClaw's formula


def test_discoclaw_counts_shared_words() -> None:
    """The score is the number of shared words, of text, tags and kind (DC-39, DC-40)."""
    facts = [held("likes rust and tea"), held("has a dog", tags=("rust",)), held("x", kind=Kind.TOOL)]
    assert scores("discoclaw", "rust tea tool", *facts) == {"likes rust and tea": 2, "has a dog": 1, "x": 1}


def test_discoclaw_prefers_projects_when_projects_are_asked_about() -> None:
    """Two more for a project when the question has repo, build or deploy in it (DC-41)."""
    facts = [held("writes a bot", kind=Kind.PROJECT), held("owns a bot")]
    assert scores("discoclaw", "deploy the bot", *facts) == {"writes a bot": 3, "owns a bot": 1}
    assert scores("discoclaw", "pet the bot", *facts) == {"writes a bot": 1, "owns a bot": 1}


def test_discoclaw_bumps_what_is_recent() -> None:
    """One more when it was said or confirmed within two weeks (DC-42, X-10)."""
    facts = [held("new", updated_at=LATER - timedelta(days=14)), held("old")]
    assert scores("discoclaw", "rust", *facts) == {"new": 1, "old": 0}


def test_equal_facts_are_ordered_by_recency_then_id() -> None:
    """The same facts and question always give the same order (DC-46, DC-47)."""
    facts = [held(name, updated_at=START + timedelta(days=days)) for name, days in (("a", 0), ("b", 5))]
    tied = [held("c"), held("d")]
    order = list(scores("discoclaw", "rust", *facts, *tied))
    assert order[0] == "b"
    assert order == list(scores("discoclaw", "rust", *tied, *reversed(facts)))


# What holds for every profile

EVERY = pytest.mark.parametrize("profile", PROFILES)


@EVERY
@pytest.mark.parametrize("question", ["", "?!…", "🎉🎉🎉", "the of and", "日"])
def test_a_question_without_words_passes_nothing(profile: str, question: str) -> None:
    """No token, no match: an empty question never bypasses the gate (X-09)."""
    assert found(profile, question, held("likes rust"), held("🎉"), held("the of and")) == []


@EVERY
def test_a_question_without_words_is_gated_by_meaning_alone(profile: str) -> None:
    """With vectors too, only what means much the same may pass (X-09, CL-57)."""
    far = held("likes rust", vector=pointing(0.1, 1))
    assert found(profile, "!!!", far, vector=ALONG) == []


@EVERY
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Should I use Go?", "prefers Go"),
        ("any R users?", "uses R daily"),
        ("C# or not", "writes C#"),
        ("東京に誰が住んでいる", "東京に住んでいる"),
        ("кто живёт в Берлине", "Живёт в Берлине"),
        ("ποιος μένει στην Αθήνα", "Μένει στην ΑΘΉΝΑ"),
    ],
)
def test_every_script_and_short_names_are_words(profile: str, question: str, text: str) -> None:
    """Unicode words, CJK, case folding, Go, R and C# (N-07, DC-38)."""
    assert found(profile, question, held(text), held("has a dog")) == [text]


@EVERY
def test_the_stoplist_finds_nothing(profile: str) -> None:
    """Small words are dropped from the question (DC-38)."""
    assert found(profile, "what is the rust of it", held("the of it is what"), held("likes rust")) == [
        "likes rust"
    ]


def test_scores_carry_their_reasons() -> None:
    """Which words, how alike, where, and how old (R-15)."""
    fact = held("likes rust", vector=pointing(0.6, 0.8), pinned=True, updated_at=LATER - timedelta(days=3))
    query = Query(text="rust", at=LATER, vector=ALONG, channel=HERE)
    (hit,) = rank_facts([fact], query)
    assert hit.reasons == (
        "matched 'rust'",
        "similar meaning (60%)",
        "said in this channel",
        "pinned",
        "3 days ago",
    )


def test_meaning_alone_can_find_a_fact() -> None:
    """Without one shared word, much the same meaning passes and a vague one does not (N-21, R-15)."""
    near, far = held("has a puppy", vector=pointing(0.9, 0.4)), held("likes tea", vector=pointing(0.3, 1))
    assert found("dnam", "which animals", near, far, vector=ALONG) == ["has a puppy"]


def test_a_pin_wins_between_equals() -> None:
    """A pinned fact stands before one that fits as well (N-19)."""
    facts = [held("likes rust a"), held("likes rust b", pinned=True)]
    assert next(iter(scores("dnam", "rust", *facts))) == "likes rust b"


texts = st.sampled_from(["likes rust", "has a dog", "likes tea", "東京", "x", ""])
facts = st.lists(st.builds(held, texts, confidence=st.floats(0, 1)), max_size=6)


@given(facts, texts, st.sampled_from(sorted(PROFILES)))
def test_a_strict_ranking_is_the_same_ranking_with_less_in_it(
    some: list[HeldFact], question: str, profile: str
) -> None:
    """Ranking loses and invents nothing, and the gate only leaves out (R-15, CL-59)."""

    def ranked(*, strict: bool) -> list[Fact]:
        query = Query(text=question, at=LATER)
        return [hit.what for hit in rank_facts(some, query, profile=profile, strict=strict)]

    everything, passing = ranked(strict=False), ranked(strict=True)
    assert sorted(map(repr, everything)) == sorted(repr(item.fact) for item in some)
    assert [fact for fact in everything if fact in passing] == passing

"""Statements: what people say of themselves, found by the rows of a language file; the rest left alone.

Tables of sentences are in `evals/`: these tests are about how clauses are read.
"""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import LORE, Kind
from dnam.rules.statements import Statement, dated, read_answer, read_statements

AT = datetime(2026, 11, 12, 12, tzinfo=UTC)


def texts(said: str, **options: object) -> list[str]:
    """Return what a message states, as it is kept."""
    return [one.text for one in read_statements(said, at=AT, **options)]  # type: ignore[arg-type]  # by name


def only(said: str, **options: object) -> Statement:
    """Return the one thing a message states."""
    (found,) = read_statements(said, at=AT, **options)  # type: ignore[arg-type]  # by name
    return found


@pytest.mark.parametrize(
    ("said", "fact", "kind"),
    [
        ("I live in Oslo", "Lives in Oslo", Kind.PROFILE),
        ("hey all, I'm allergic to nuts btw", "Is allergic to nuts", Kind.CONSTRAINT),
        ("I really like green tea", "Likes green tea", Kind.PREFERENCE),
        ("moved to Berlin last month!", "Lives in Berlin", Kind.PROFILE),
        ("my sister is called Mia", "Sister is called Mia", Kind.RELATIONSHIP),
        ("I've been using Neovim for years", "Uses Neovim", Kind.TOOL),
        ("i go running every morning", "Goes running every morning", Kind.WORKFLOW),
    ],
)
def test_a_plain_statement_becomes_a_fact(said: str, fact: str, kind: Kind) -> None:
    """DC-79, F-23: what is explicitly said, in the third person, of its kind (R-05, CL-33, X-07)."""
    found = only(said)
    assert (found.text, found.kind) == (fact, kind)


@pytest.mark.parametrize(
    "said", ["I LIVE IN OSLO", "i live in oslo", "**I live in Oslo** 🙂", "So, I live in Oslo lol"]
)
def test_the_writing_of_discord_is_read(said: str) -> None:
    """R-21: case, markup, emoji and fillers make no difference."""
    assert [text.casefold() for text in texts(said)] == ["lives in oslo"]


def test_one_message_may_yield_several_kinds() -> None:
    """DC-82, DC-78, CL-21: a subject goes on after "and"; no more than the limit."""
    said = "I live in Oslo and work at Acme, and I use Vim"
    assert texts(said) == ["Lives in Oslo", "Works at Acme", "Uses Vim"]
    assert len(texts(said, limit=2)) == 2


def test_a_fact_carries_the_words_it_comes_from() -> None:
    """CL-38, F-23: the clause as it was written is its evidence."""
    assert only("honestly? I really love my job. bye").said == "I really love my job"


@pytest.mark.parametrize(
    "said",
    [
        "do I live in Oslo?",
        "I live in Oslo, right?",
        "if I live in Oslo then yes",
        "I wish I lived in Oslo",
        "maybe I like tea",
        "he said I like tea",
        "they think I'm a lawyer",
        '"I live in Oslo and I like it there very much"',
        "> I live in Oslo",
        "```\nI live in Oslo\n```",
        "pov: I live in Oslo",
        "Kim: I live in Oslo\nMe: no way",
        "*looks around* I was born in Oslo",
        "🎵 I come from a land down under 🎵",
        "in skyrim I'm married to Lydia",
        "[12:04] I live in Oslo",
        "1. I like cats\n2. I like dogs\n3. I like birds",
        "I like it when you do that",
    ],
)
def test_what_only_looks_like_a_statement_is_left_alone(said: str) -> None:
    """DC-79: no questions, suppositions, quotes, play, code, logs, polls or songs (X-08)."""
    assert texts(said) == []


def test_a_clause_that_is_no_statement_leaves_the_others_standing() -> None:
    """DC-79: the gate is on the clause, not on the message."""
    assert texts("I live in Oslo. Imagine I was king! Do you like tea?") == ["Lives in Oslo"]


def test_a_denial_stays_a_denial() -> None:
    """X-08: a negative is never turned into its opposite."""
    assert texts("I don't like tea") == ["Does not like tea"]
    assert only("I don't work at Acme anymore").over


def test_a_mentioned_person_is_one_word_and_their_name_none() -> None:
    """F-04, N-08, R-17: whatever somebody is called, a mention says no more than whom it means."""
    found = only("<@42> lives in Paris")
    assert (found.text, found.about, found.confidence < 1) == ("Lives in Paris", "<@42>", True)


def test_somebody_present_is_known_by_name() -> None:
    """N-08, X-16: only by the names of those who may be meant."""
    assert only("Maya plays chess", names=["Maya"]).about == "Maya"
    assert texts("Maya plays chess") == []


def test_what_is_said_of_the_guild_is_lore() -> None:
    """R-05: a guild's own stories have no person as their subject."""
    assert only("our server was founded in 2017 by Marlo").subject == LORE


def test_a_short_answer_is_read_with_its_question() -> None:
    """N-08, F-12: as what it answers; an evasion gives nothing."""
    (found,) = read_answer("Oslo", "where do you live?", at=AT)
    assert (found.text, found.said) == ("Lives in Oslo", "Oslo")
    for evasion in (
        "why?",
        "no",
        "somewhere",
        "I like tea and I will not tell you where I live at all, sorry",
    ):
        assert read_answer(evasion, "where do you live?", at=AT) == []


def test_the_last_word_of_a_message_counts() -> None:
    """N-15: a slip put right in the same breath is stored right."""
    assert texts("I live in Oslo. Sorry, I live in Bergen") == ["Lives in Bergen"]


def test_a_plan_has_its_days() -> None:
    """N-09: relative times are stored as dates, in the text and as its end."""
    found = only("I'm flying to Rome next week")
    assert found.text == "Is flying to Rome (2026-11-16 to 2026-11-22)"
    assert found.ends == datetime(2026, 11, 23, tzinfo=UTC)
    assert dated("Is flying to Rome next week", AT) == (
        "Is flying to Rome next week (2026-11-16 to 2026-11-22)",
        found.ends,
    )
    assert texts("I went to Rome last week") == []


def test_what_is_so_today_only_is_not_kept() -> None:
    """DC-79: a passing state is no lasting fact."""
    assert texts("I use a borrowed laptop today") == []


@given(st.one_of(st.text(max_size=200), st.builds("I like {}".format, st.text(max_size=80))))
def test_any_text_can_be_read(text: str) -> None:
    """CL-18: no message is too strange; what is extracted has words, evidence and at most three facts."""
    found = read_statements(text, at=AT)
    assert len(found) <= 3
    assert all(
        one.text.strip() and one.said and (one.ends is None or one.ends > AT - timedelta(days=1))
        for one in found
    )

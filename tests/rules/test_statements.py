"""Statements: what people say of themselves, found by the rows of a language file; the rest left alone.

Tables of sentences are in `evals/`: `statements.jsonl` has lines of every language with what they give,
`extraction.jsonl` labelled English lines that the rows were not chosen on.
"""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import LORE, Kind, Message, Person, Place, Visibility
from dnam.evaluation.extraction import Extracted, Line, score
from dnam.languages import language, languages
from dnam.languages.language import SLOTS
from dnam.rules.statement_facts import learn
from dnam.rules.statement_meaning import read_by_meaning
from dnam.rules.statements import SINGLE, Statement, dated, read_answer, read_correction, read_statements
from tables import rows

AT = datetime(2026, 11, 12, 12, tzinfo=UTC)
EVALS = Path(__file__).parents[2] / "evals"
LINES = [*map(json.loads, (EVALS / "statements.jsonl").read_text("utf-8").splitlines())]
LABELLED: list[Line] = [*map(json.loads, (EVALS / "extraction.jsonl").read_text("utf-8").splitlines())]
OTHERS = sorted(set(languages()) - {"en"})
PLACE = Place(guild=1, channel=2, name="general", visibility=Visibility.PUBLIC)
PRECISION, RECALL = 0.85, 0.52


def read(line: dict[str, Any]) -> list[Statement]:
    """Return what a line of the table states in its language."""
    spoken = [language(line["lang"])]
    if "question" in line:
        return read_answer(line["text"], line["question"], at=AT, spoken=spoken)
    if "earlier" in line:
        return read_correction(line["text"], line["earlier"], at=AT, spoken=spoken)
    return read_statements(line["text"], at=AT, spoken=spoken)


def test_every_line_of_the_table_gives_its_facts_and_no_others() -> None:
    """R-21: in every language as it was said; what is asked, denied, reported or a joke gives none (UM-71).

    X-08, DC-79: what is supposed, over, of others, played, quoted, a song, a log or a poll neither
    (N-07, N-08, X-07).
    """
    wrong = []
    for line in LINES:
        stated = read(line)
        slot = (line["slot"], line["value"], line.get("over", False)) if "slot" in line else None
        filled = (stated[0].slot, stated[0].value, stated[0].over) if stated and slot else None
        if [one.text for one in stated] != line["facts"] or filled != slot:
            wrong.append((line, stated))
    assert wrong == []


def test_every_language_has_enough_of_both() -> None:
    """R-21: fourteen languages, at least fifteen statements, fifteen traps and two answers of each."""
    lines = [one for one in LINES if one["lang"] in OTHERS]
    statements = Counter(one["lang"] for one in lines if one["facts"])
    traps = Counter(one["lang"] for one in lines if not one["facts"])
    answers = Counter(one["lang"] for one in lines if "question" in one)
    assert sorted(statements) == sorted(traps) == sorted(answers) == OTHERS
    assert len(OTHERS) == 14
    assert min(*statements.values(), *traps.values()) >= 15
    assert min(answers.values()) >= 2


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
    assert only("honestly? I really love my job. bye").own_text == "I really love my job"


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
    assert (found.text, found.own_text) == ("Lives in Oslo", "Oslo")
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


def test_what_no_row_reads_is_learned_by_its_meaning() -> None:
    """DC-79, R-21: in the first person, if it lasts; what passes, or is only intended, is not."""
    assert [one.text for one in read_by_meaning("I am a locksmith", at=AT)] == ["Is a locksmith"]
    for passing in ("i have no idea", "i will try the other door", "learning is fun"):
        assert read_by_meaning(passing, at=AT) == []


def test_what_is_so_today_only_is_not_kept() -> None:
    """DC-79: a passing state is no lasting fact."""
    assert texts("I use a borrowed laptop today") == []


@given(st.one_of(st.text(max_size=200), st.builds("I like {}".format, st.text(max_size=80))))
def test_any_text_can_be_read(text: str) -> None:
    """CL-18: no message is too strange; what is extracted has words, evidence and at most three facts."""
    found = read_statements(text, at=AT)
    assert len(found) <= 3
    assert all(
        one.text.strip() and one.own_text and (one.ends is None or one.ends > AT - timedelta(days=1))
        for one in found
    )


def test_a_newer_home_fills_the_slot_of_the_older() -> None:
    """N-15: a home is one at a time in whatever language it is said; what is over names the same (N-16)."""
    for line in rows("homes.jsonl"):
        (old,), (new,), (gone,) = (read(line | {"text": line[key]}) for key in ("lives", "moved", "left"))
        assert {old.slot, new.slot, gone.slot} == {"home"} <= SINGLE
        assert old.value == gone.value != new.value
        assert (old.over, new.over, gone.over) == (False, False, True)


@given(st.text(max_size=300), st.sampled_from(OTHERS))
def test_any_text_is_read_without_a_fault(text: str, code: str) -> None:
    """N-07: whatever is written, reading gives facts of slots that exist, or nothing."""
    assert all(one.text and one.slot in SLOTS for one in read({"lang": code, "text": text}))


def by_rules(line: Line) -> Sequence[Extracted]:
    """Let a line be said after its context, by people who are who they are called."""
    context = [
        (name.strip(), text.strip()) for name, _, text in (one.partition(":") for one in line["context"])
    ]
    names = [*dict.fromkeys([line["author"], *(name for name, _ in context)])]
    people = {number: Person(id=number, name=name) for number, name in enumerate(names, 1)}

    def message(number: int, name: str, text: str, minutes: int) -> Message:
        author = people[names.index(name) + 1]
        return Message(
            id=number, place=PLACE, author=author, text=text, sent_at=AT - timedelta(minutes=minutes)
        )

    before = [message(100 + n, name, text, 9 - n) for n, (name, text) in enumerate(context)]
    last = message(200, line["author"], line["text"], 0)
    about = {1: "author", LORE: "lore"}
    return [
        Extracted(about=about.get(subject) or f"other:{people[subject].name}", kind=one.kind, text=one.text)
        for subject, one in learn(last, before, people, chars=2_000, limit=3)
    ]


def test_the_rules_stay_as_good_as_they_are() -> None:
    """R-21: a change of the rules that loses what they could do is seen (N-08, X-08)."""
    figures = score(LABELLED, by_rules)
    assert figures["precision"] >= PRECISION
    assert figures["recall"] >= RECALL


def test_the_labelled_set_is_large_and_half_of_it_traps() -> None:
    """N-18, R-05: ids once, traps expect nothing, every kind of trap several times, every kind of fact."""
    traps = [line for line in LABELLED if line["trap"]]
    assert len(LABELLED) >= 330
    assert 0.45 <= len(traps) / len(LABELLED) <= 0.6
    assert max(Counter(line["id"] for line in LABELLED).values()) == 1
    assert all(bool(line["trap"]) != bool(line["expect"]) for line in LABELLED)
    assert min(Counter(line["trap"] for line in traps).values()) >= 4
    assert {kind for line in LABELLED for one in line["expect"] for kind in one["kinds"]} == set(Kind)


LINE = {
    "id": "a",
    "expect": [
        {"about": "author", "kinds": ["fact", "profile"], "must": ["oslo"], "must_not": ["next week"]}
    ],
}


@pytest.mark.parametrize(
    ("facts", "precision", "recall"),
    [
        ([], 1.0, 0.0),
        ([("author", "profile", "Lives in Oslo")], 1.0, 1.0),
        ([("author", "profile", "Lives in Oslo"), ("author", "fact", "In Oslo")], 0.5, 1.0),
        ([("author", "tool", "Lives in Oslo")], 0.0, 0.0),
        ([("other:Bob", "fact", "Lives in Oslo")], 0.0, 0.0),
        ([("author", "fact", "In Oslo next week")], 0.0, 0.0),
    ],
)
def test_a_score_counts_each_expectation_once(
    facts: list[tuple[str, str, str]], precision: float, recall: float
) -> None:
    """N-18: right is what matches about, kind, must and must_not; else it is wrong; the unmet is missed."""
    found = [Extracted(about=about_, kind=kind, text=text) for about_, kind, text in facts]
    figures = score([LINE], lambda _: found)
    assert (figures["precision"], figures["recall"]) == (precision, recall)
    assert figures["wrong"] == (["a"] if precision < 1 else [])
    assert figures["missed"] == (["a"] if recall < 1 else [])


def test_what_is_told_in_passing_is_learned() -> None:
    """R-21: a name inside a clause, a trade as an apposition, a taste without "I", more behind a comma."""
    assert texts("had to drop my wife Anjali at the station") == ["Wife is called Anjali"]
    assert texts("j'ai amené mon chat Plume chez le véto") == ["Mon chat s'appelle Plume"]
    assert texts("as a nurse I hate mornings") == ["Works as nurse"]
    assert texts("hate coriander, tastes like a bar of soap") == ["Hates coriander"]
    assert texts("we live in a van these days") == ["Lives in a van"]
    assert texts("Eskişehir'e taşındık, tramvay sesine alışamadım") == ["Eskişehir'e taşındık"]
    assert texts("ilkokul öğretmeniyim, sesim gitti bugün") == ["İlkokul öğretmeniyim"]

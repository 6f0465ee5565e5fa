"""What people say of themselves is found by the rows of their language, and nothing else is.

The sentences are in `evals/statements.jsonl`: each is read in its own language, and gives these facts.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.languages import language, languages
from dnam.languages.language import SLOTS
from dnam.rules.statements import SINGLE, Statement, read_answer, read_correction, read_statements

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)
LINES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "evals" / "statements.jsonl").read_text("utf-8").splitlines()
]
OTHERS = sorted(set(languages()) - {"en"})


def read(line: dict[str, Any]) -> list[Statement]:
    spoken = [language(line["lang"])]
    if "question" in line:
        return read_answer(line["text"], line["question"], at=NOON, spoken=spoken)
    if "earlier" in line:
        return read_correction(line["text"], line["earlier"], at=NOON, spoken=spoken)
    return read_statements(line["text"], at=NOON, spoken=spoken)


def slot_of(line: dict[str, Any]) -> tuple[str, str, bool] | None:
    """Return the slot a line must fill, where the table says it."""
    return (line["slot"], line["value"], line.get("over", False)) if "slot" in line else None


@pytest.mark.parametrize("code", sorted(languages()))
def test_a_plain_statement_is_learned_in_every_language(code: str) -> None:
    """R-21: without a model facts are learned in every language, as they were said (UM-71, N-07, X-07)."""
    wrong = []
    for line in (one for one in LINES if one["lang"] == code and one["facts"]):
        found = read(line)
        filled = (found[0].slot, found[0].value, found[0].over) if found and "slot" in line else None
        if [one.text for one in found] != line["facts"] or filled != slot_of(line):
            wrong.append((line, found))
    assert wrong == []


@pytest.mark.parametrize("code", sorted(languages()))
def test_what_only_looks_like_a_statement_is_left_alone(code: str) -> None:
    """X-08: what is asked, denied, supposed, reported, over, of others or a joke is no fact (R-21, N-08)."""
    traps = [one for one in LINES if one["lang"] == code and not one["facts"]]
    assert [(one["text"], found) for one in traps if (found := read(one))] == []


def test_every_language_has_enough_of_both() -> None:
    """R-21: fourteen languages, at least fifteen statements, fifteen traps and two answers of each."""
    lines = [one for one in LINES if one["lang"] in OTHERS]
    said = Counter(one["lang"] for one in lines if one["facts"])
    traps = Counter(one["lang"] for one in lines if not one["facts"])
    answers = Counter(one["lang"] for one in lines if "question" in one)
    assert sorted(said) == sorted(traps) == sorted(answers) == OTHERS
    assert len(OTHERS) == 14
    assert min(*said.values(), *traps.values()) >= 15
    assert min(answers.values()) >= 2


@pytest.mark.parametrize(
    ("code", "before", "now", "over"),
    [
        ("de", "Ich wohne in Köln", "Ich wohne jetzt in Leipzig", "Ich wohne nicht mehr in Köln"),
        ("nl", "Ik woon in Utrecht", "Ik woon nu in Leiden", "Ik woon niet meer in Utrecht"),
        ("fr", "J'habite à Lyon", "J'habite maintenant à Nantes", "Je n'habite plus à Lyon"),
        ("es", "Vivo en Sevilla", "Me mudé a Cádiz", "Ya no vivo en Sevilla"),
        ("pt", "Moro em Coimbra", "Eu moro agora em Braga", "Já não moro em Coimbra"),
        ("it", "Abito a Torino", "Mi sono trasferito a Bari", "Non abito più a Torino"),
        ("pl", "Mieszkam w Krakowie", "Przeprowadziłam się do Łodzi", "Już nie mieszkam w Krakowie"),
        ("ru", "Я живу в Казани", "Я переехала в Омск", "Я больше не живу в Казани"),
        ("uk", "Я живу у Львові", "Я переїхала до Одеси", "Я вже не живу у Львові"),
        ("tr", "İzmir'de yaşıyorum", "Bursa'ya taşındım", "Artık İzmir'de yaşamıyorum"),
        ("ar", "أنا أسكن في عمّان", "انتقلت إلى الدوحة", "لم أعد أسكن في عمّان"),
        ("ja", "私は京都に住んでいます", "大阪に引っ越しました", "もう京都には住んでいません"),
        ("zh", "我住在成都", "我搬到了上海", "我不住在成都了"),
        ("ko", "저는 부산에 살고 있어요", "서울로 이사했어요", "이제 부산에 안 살아요"),
    ],
)
def test_a_newer_home_fills_the_slot_of_the_older(code: str, before: str, now: str, over: str) -> None:
    """N-15: a home is one at a time in whatever language it is said; what is over names the same (N-16)."""
    (old,), (new,), (gone,) = (read({"lang": code, "text": text}) for text in (before, now, over))
    assert {old.slot, new.slot, gone.slot} == {"home"} <= SINGLE
    assert old.value == gone.value != new.value
    assert (old.over, new.over, gone.over) == (False, False, True)


@given(st.text(max_size=300), st.sampled_from(OTHERS))
def test_any_text_is_read_without_a_fault(text: str, code: str) -> None:
    """N-07: whatever is written, reading gives facts of slots that exist, or nothing."""
    for one in read({"lang": code, "text": text}):
        assert one.text
        assert one.slot in SLOTS

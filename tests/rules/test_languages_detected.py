"""Which language a text is in, what a question asks for in it, and languages added while dnam runs."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from dnam.languages import (
    BadLanguage,
    _detected,
    add_folder,
    clearly,
    detect,
    language,
    languages,
    use_folders,
)
from dnam.rules.date_words import time_words
from dnam.rules.dates import find_when
from dnam.rules.fact_endings import may_end
from dnam.rules.question_cues import asks, says
from dnam.rules.text import query_words, without_phrases, words

EVALS = Path(__file__).parents[2] / "evals"
SWEDISH = """
name = "Svenska"
[words]
takes_back = "inte slutat"
[search]
stop = "var jag bor är och att det som en på har inte med vad heter min mitt när"
[dates]
months = "januari februari mars april maj juni juli augusti september oktober november december"
days = "måndag tisdag onsdag torsdag fredag lördag söndag"
near = ["", "igår", "idag", "imorgon/i morgon", ""]
turns = ["", "", "nästa"]
units = ["", "vecka/veckor", "", "", "", "", "", "", ""]
ago = ["för"]
numbers = "en två tre"
until = "till"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = use_folders([])
    use_folders(before)
    yield tmp_path
    use_folders(before)


@pytest.mark.parametrize(
    ("text", "likely"),
    [
        ("What is the name of my dog?", "en"),
        ("wo wohne ich eigentlich", "de"),
        ("waar woon ik?", "nl"),
        ("où est-ce que j'habite ?", "fr"),
        ("¿dónde vivo?", "es"),
        ("onde é que eu moro?", "pt"),
        ("dove abito? lo sai?", "it"),
        ("gdzie mieszkam?", "pl"),
        ("köpeğim nerede?", "tr"),
        ("где я живу?", "ru"),
        ("де я живу, ти знаєш?", "uk"),
        ("أين أسكن؟", "ar"),
        ("私はどこに住んでいますか", "ja"),
        ("我住在哪里", "zh"),
        ("제가 어디에 살아요?", "ko"),
        ("2026-05-03", "en"),
        ("", "en"),
        ("lol", "en"),
    ],
)
def test_the_likeliest_language_comes_first(text: str, likely: str) -> None:
    """N-07: by script, function words and letters; English where nothing tells."""
    assert detect(text)[0].code == likely


def test_a_script_nobody_reads_has_no_language() -> None:
    """N-07: nothing is guessed."""
    assert detect("που μένω") == []


def test_english_stays_likely_where_one_word_of_another_language_is_all_there_is() -> None:
    """N-07: so that both are tried."""
    assert "en" in [one.code for one in detect("Die Hard")]
    assert clearly("is die hard about a war".split()) is None
    assert clearly("wo wohne ich".split()) is languages()["de"]


def test_a_language_of_a_folder_counts_at_once(folder: Path) -> None:
    """N-07, N-09: its times, its question words and what takes back in it."""
    assert query_words("var bor jag när det regnar") != ["regnar"]
    (folder / "sv.toml").write_text(SWEDISH, encoding="utf-8")
    add_folder(folder)
    assert detect("jag bor inte på landet")[0].code == "sv"
    assert query_words("var bor jag när det regnar") == ["regnar"]
    assert (
        str(find_when("jag är borta nästa vecka", datetime(2026, 11, 12, tzinfo=UTC)))
        == "2026-11-16 to 2026-11-22"
    )
    assert may_end("Smokes", "jag har slutat")
    assert says("jag var där igår och det är bra", time_words)


@pytest.mark.parametrize(
    ("content", "line", "told"),
    [
        ('name = "x"\n[dates]\nmonths = "jan feb"', 3, "months has 2 entries, not 12"),
        ('name = "x"\n[dates]\nfortnight = "x"', 3, "no 'fortnight'"),
        ('name = "x"\n[dates]\nwritten = "y-m"', 3, "written has 'y-m'"),
        ('name = "x"\n[search]\nstops = "x"', 3, "no 'stops'"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(
    folder: Path, content: str, line: int, told: str
) -> None:
    """N-07: nothing of a file that cannot be used is used."""
    (folder / "xx.toml").write_text(content, encoding="utf-8")
    with pytest.raises(BadLanguage, match=rf"xx\.toml, line {line}: .*{told}"):
        add_folder(folder)
    assert "xx" not in languages()


def test_a_question_keeps_what_it_asks_about() -> None:
    """N-07, R-21: the words a question is asked with are dropped in its language, and in no other."""
    for row in map(json.loads, (EVALS / "question_words.jsonl").read_text("utf-8").splitlines()):
        assert query_words(row["question"]) == row["asked"]
        assert set(row["asked"]) <= set(words(row["question"]))


def test_english_is_searched_as_before() -> None:
    """N-07: no labelled English message is taken for another language."""
    lines = (EVALS / "extraction.jsonl").read_text("utf-8").splitlines()
    english = [text for line in lines if (text := json.loads(line)["text"]).isascii()]
    assert len(english) > 1_000
    assert [text for text in english if clearly(text.lower().replace("?", " ").split())] == []
    assert [text for text in english if without_phrases(text) != text] == []


@pytest.mark.parametrize("question", ["Wo ist was?", "Где я?", "谁？", "누구?", "¿Qué es?"])
def test_a_question_of_nothing_else_is_asked_as_it_stands(question: str) -> None:
    """X-09: a question made of function words alone still has words to look for."""
    assert query_words(question)


def test_the_language_of_a_remark_is_not_told_to_see_that_it_asks_nothing() -> None:
    """R-10: the messages of a prompt are looked at one by one, and most begin as no question does."""
    _detected.cache_clear()
    assert not asks("Lasagne tonight, and beer")
    assert _detected.cache_info().misses == 0
    assert asks("wo wohne ich eigentlich")


def test_a_language_is_read_when_it_is_first_asked_for() -> None:
    """R-10: who starts dnam does not wait for fifteen of them."""
    use_folders(use_folders([]))
    known: Any = languages()
    assert language("en").name == "English"
    assert [*known.read] == ["en"]
    assert language("de").name == "Deutsch"
    assert [*known.read] == ["en", "de"]
    assert [one.code for one in known.values()] == [*known]


def test_a_text_is_in_the_same_language_in_every_process() -> None:
    texts = ("Liga à mãe todos os dias", "Der Bot war gestern offline.", "le code de la porte est X4F9Q")
    code = f"from dnam.languages import detect; print([[one.code for one in detect(t)] for t in {texts}])"
    told = {
        subprocess.check_output([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}) for seed in "0123"
    }
    assert len(told) == 1, "sums of fractions depend on the order of a set"

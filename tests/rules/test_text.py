"""Text: words in every script, clips that fit, ids that stay, and when two statements are one."""

import hashlib
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.rules import text
from tables import rows


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("Ich liebe MÜNCHEN", "münchen"),
        ("Straße", "strass"),
        ("Я люблю кошек", "кошек"),
        ("αγαπώ τις γάτες", "γάτες"),
        ("أحب القهوة", "القهوة"),
        ("मुझे चाय पसंद है", "चाय"),
        ("אני אוהב קפה", "קפה"),
        ("I said ｈｅｌｌｏ", "hello"),
    ],
)
def test_words_are_found_in_every_script(written: str, word: str) -> None:
    """Folded, compatibility-normalised words come out of any script written with spaces (N-07)."""
    assert set(text.words(word)) <= set(text.words(written))
    assert text.words(word)


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("بعت دراجتي القديمة", "أين الدراجة؟"),
        ("والموسم الثالث ممتاز", "أي موسم؟"),
        ("أتعلم العزف", "ماذا يتعلم؟"),
        ("زرعنا نعناعاً", "ماذا يزرعون؟"),
        ("سيغادرون غداً", "متى نغادر؟"),
        ("مُدَرِّسَة", "مدرسة"),
    ],
)
def test_an_arabic_word_is_found_in_its_other_forms(written: str, asked: str) -> None:
    """Article, conjunction, person of the verb and possessive are written together with a word (N-07)."""
    assert set(text.query_words(asked)) & set(text.words(written))


@pytest.mark.parametrize("name", ["C#", "F#", "C++", "Go", "R", "C", "D", "Q#", "J++"])
def test_short_names_are_words(name: str) -> None:
    """The names of languages survive whole, whatever their length and signs (N-07)."""
    assert text.query_words(f"Who likes {name}?") == ["like", name.lower()]
    assert name.lower() in text.words(f"日本 uses {name}, daily")


def test_signs_belong_only_to_short_names() -> None:
    """C and C# and C++ are three words; a longer word does not keep a trailing sign (N-07)."""
    assert len({*text.words("C"), *text.words("C#"), *text.words("C++")}) == 3
    assert text.words("room# channel++") == text.words("room channel")


def test_unspaced_scripts_give_overlapping_pairs() -> None:
    """Japanese, Chinese, Korean and Thai are indexed by pairs and letters, and asked by pairs (N-07)."""
    assert text.query_words("猫が好き") == ["猫が", "が好", "好き"]
    assert text.words("東京") == ["東京", "東", "京"]
    assert set(text.query_words("고양이")) <= set(text.words("저는 고양이를 좋아해요"))
    assert set(text.query_words("กาแฟ")) <= set(text.words("ฉันชอบกาแฟมาก"))


def test_a_question_of_one_character_is_still_a_question() -> None:
    """A single character of an unspaced script is found where it was written (N-07)."""
    assert text.query_words("猫?") == ["猫"]
    assert "猫" in text.words("私の猫です")


def test_scripts_side_by_side_are_told_apart() -> None:
    """Latin words inside Japanese stay whole (N-07)."""
    assert "python" in text.words("私はPythonが好き")


def test_words_joined_by_an_apostrophe_are_found_by_either() -> None:
    """N-07: "l'auberge" is found by "auberge", and "don't" is still one word."""
    assert text.words("À l'auberge d'Ancône") == ["à", "l", "auberg", "d", "ancôn"]
    assert text.words("İzmir'de")[:1] == text.query_words("İZMİR")
    assert text.words("I don't, we're, Ann's") == ["i", "don't", "we'r", "ann"]


def test_a_japanese_question_loses_its_endings_while_it_has_anything_else() -> None:
    """N-07: pairs of hiragana alone hold a sentence together, like the words a question loses elsewhere."""
    assert text.query_words("いつ京都へ行きますか") == ["つ京", "京都", "都へ", "へ行", "行き"]
    assert text.query_words("すし") == ["すし"]


def test_questions_lose_function_words_and_repeats() -> None:
    """What a question asks about is left, once each, in order (DC-38)."""
    assert text.query_words("What is the dog, and where is the dog's bed?") == ["dog", "bed"]


@given(st.text(string.ascii_letters + string.digits + " '#+-.,:;()/", max_size=60))
def test_the_same_words_come_out_beside_any_other_script(written: str) -> None:
    """The quick way for plain English and the full way for all scripts read alike (N-07)."""
    assert text.words(f"{written} é") == [*text.words(written), "é"]


@given(st.text())
def test_no_word_is_empty_or_endless(written: str) -> None:
    """Whatever is written, each word fits an index and holds no space (N-07)."""
    for word in [*text.words(written), *text.query_words(written)]:
        assert 0 < len(word) <= text.MAX_WORD
        assert not any(letter.isspace() for letter in word)


def test_a_pile_of_accents_is_cut_like_any_long_word() -> None:
    """Hundreds of marks on one character do not outgrow an index (N-07)."""
    assert max(map(len, text.words("か" + "\u0301" * 900 + "き"))) == text.MAX_WORD


@given(st.text())
def test_what_a_question_asks_is_always_in_its_own_index(written: str) -> None:
    """A text is found by asking for it in its own words (N-07)."""
    assert set(text.query_words(written)) <= set(text.words(written))


@given(st.text(max_size=80), st.integers(min_value=-5, max_value=90))
def test_a_clip_never_exceeds_its_limit(written: str, limit: int) -> None:
    """A clip fits, and what already fits is left as it is (DC-43, DC-44)."""
    clipped = text.clip(written, limit)
    assert len(clipped) <= max(limit, 0)
    assert clipped == written or len(written) > limit


def test_a_clip_says_that_something_is_missing() -> None:
    """An ellipsis stands where the text was cut (DC-44)."""
    assert text.clip("one two three", 5) == "one…"


def test_an_id_is_the_hash_of_the_normalised_kind_and_text() -> None:
    """`durable-` and the first eight hex digits of SHA-256 over kind and normalised text (DC-19, DC-20)."""
    digest = hashlib.sha256(b"preference:prefers rust over go").hexdigest()
    assert text.fact_id("preference", "  Prefers  Rust\n over Go ") == f"durable-{digest[:8]}"


@given(st.text(string.ascii_letters, min_size=1), st.lists(st.sampled_from(" \t\n\u00a0\u2003"), min_size=1))
def test_an_id_does_not_depend_on_spacing_or_case(word: str, space: list[str]) -> None:
    """Trimmed, collapsed, lower-cased: same words, same id; another kind, another id (DC-20, DC-21)."""
    spaced = "".join([*space, word, *space, word.upper(), *space])
    assert text.fact_id("fact", spaced) == text.fact_id("fact", f"{word} {word}")
    assert text.fact_id("fact", word) != text.fact_id("tool", word)


@given(st.text(), st.text())
def test_ids_made_of_names_look_like_discords_and_never_change(guild: str, name: str) -> None:
    """The same name gives the same positive 63-bit id, without regard to case (DC-09)."""
    assert text.stable_id(guild, name) == text.stable_id(guild, name)
    assert 1 << 52 <= text.stable_id(guild, name) < 1 << 63


def test_only_the_form_of_a_statement_may_differ() -> None:
    """Person, case, spacing and punctuation do not make another statement; opposites, tenses and signs do.

    DC-21, N-16, X-08.
    """
    lines = rows("same_statements.jsonl")
    assert [line for line in lines if text.same_content(line["one"], line["other"]) is not line["same"]] == []


@given(st.text(), st.text())
def test_saying_the_same_is_mutual(one: str, other: str) -> None:
    """Every text says the same as itself, and neither side of a comparison matters (N-16)."""
    assert text.same_content(one, one)
    assert text.same_content(one, other) == text.same_content(other, one)


def test_an_excerpt_shows_what_was_asked_for() -> None:
    """Whole when it fits, around the words of the question when it does not (N-21)."""
    filler = "we walked on and on " * 60
    said = f"{filler}and then the guide lost his compass in the river. {filler}"
    shown = text.excerpt(said, text.query_words("what did the guide lose?"), 200)
    assert "lost his compass" in shown
    assert (len(shown) <= 200, shown[0], shown[-1]) == (True, "…", "…")
    assert text.excerpt(said, text.query_words("what about dragons?"), 200) == text.clip(said, 200)
    assert text.excerpt(said, (), 200) == text.clip(said, 200)
    assert text.excerpt("short", ["short"], 200) == "short"
    assert "指南針" in text.excerpt("山" * 500 + "指南針" + "川" * 500, text.query_words("指南針"), 100)


@given(st.text(max_size=400), st.lists(st.text(max_size=5), max_size=3), st.integers(3, 80))
def test_an_excerpt_never_grows(said: str, asked: list[str], limit: int) -> None:
    """N-21: whatever is asked for, and however it is written."""
    assert len(text.excerpt(said, asked, limit)) <= limit

"""Long answers are split where a reader would pause, and code blocks stay whole."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.discord.sending import split

FENCE = "```"


def test_a_short_answer_is_one_message() -> None:
    """X-12: what fits is sent as it is; nothing is sent for nothing."""
    assert split("hello") == ["hello"]
    assert split("  \n ") == []


def test_prose_is_cut_between_paragraphs_sentences_and_words() -> None:
    """X-12: the largest pause that fits decides where a message ends."""
    assert split("one two.\n\nthree four five", 16) == ["one two.", "three four five"]
    assert split("One two. Three four.", 14) == ["One two.", "Three four."]
    assert split("abcdefghij klmno", 12) == ["abcdefghij", "klmno"]
    assert split("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]


def test_a_code_block_that_fits_stays_whole() -> None:
    """X-12: a block moves to the next message rather than being cut."""
    code = f"{FENCE}py\nprint(1)\n{FENCE}"
    assert split(f"Look at this piece:\n{code}\nDone.", 36) == ["Look at this piece:", f"{code}\nDone."]


def test_a_code_block_too_long_is_opened_again_in_its_language() -> None:
    """X-12: each part of a long block is a block, cut between lines."""
    code = "\n".join(f"line_{n}()" for n in range(10))
    pieces = split(f"{FENCE}py\n{code}\n{FENCE}", 50)
    assert all(piece.startswith(f"{FENCE}py\n") and piece.endswith(f"\n{FENCE}") for piece in pieces)
    assert re.findall(r"line_\d\(\)", "".join(pieces)) == [f"line_{n}()" for n in range(10)]


def test_prose_after_a_block_never_cuts_the_block() -> None:
    """X-12: a blank line inside code is no place to end a message."""
    code = f"{FENCE}\na\n\nb\n{FENCE}"
    assert split(f"{code}\none two three four five", 30) == [f"{code}\none two three", "four five"]


def test_a_block_that_is_never_closed_is_closed() -> None:
    """X-12: an answer cut off by its model does not swallow what follows it."""
    assert split(f"{FENCE}\nx = 1") == [f"{FENCE}\nx = 1\n{FENCE}"]


SAID = ["word ", "\n", "\n\n", "\n```py\n", "\n```\n", ". ", "紅茶", "x" * 30, "`", "``", "```", "````"]
SAID += ["- ```py\n", "> ```\n", "word```\n", "```word```", "~~~\n", "z" * 130]


@given(st.lists(st.sampled_from(SAID)), st.integers(40, 120))
def test_every_piece_fits_and_nothing_is_lost(parts: list[str], limit: int) -> None:
    """X-12: no piece is empty or too long or leaves a block open, and every word arrives in its order."""
    text = "".join(parts)
    pieces = split(text, limit)
    assert all(0 < len(piece) <= limit and piece.strip() for piece in pieces)
    assert all(piece.count("```") % 2 == 0 for piece in pieces)
    letters = [re.sub(r"`|\s|py", "", each) for each in ("".join(pieces), text)]
    assert letters[0] == letters[1]


@pytest.mark.parametrize("opening", ["Here: ```py\n", "- ```py\n", "> ```py\n", "````py\n```py\n"])
@pytest.mark.parametrize("closing", ["\n```", "```", "```\n````", "``` and so on"])
def test_blocks_are_known_wherever_their_marks_stand(opening: str, closing: str) -> None:
    """X-12: a long block opened behind words or closed at the end of a line is a block in every piece."""
    code = "\n".join(f"line_{n}()" for n in range(20))
    pieces = split(f"{opening}{code}{closing}", 60)
    assert all(len(piece) <= 60 and piece.count(FENCE) % 2 == 0 for piece in pieces)
    assert re.findall(r"line_\d+\(\)", "".join(pieces)) == [f"line_{n}()" for n in range(20)]


@pytest.mark.parametrize(
    "text", ["```pip install dnam```\nThen run it.", "Here: ```py\nprint(1)\n```\nDone.", "- ```py\nx\n```"]
)
def test_an_answer_that_fits_is_sent_as_it_is(text: str) -> None:
    """Code on one line, or opened behind words, gets no marks it did not have."""
    assert split(text) == [text]

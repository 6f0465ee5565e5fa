"""Prompt texts: one file each, instructions first, and no template."""

from importlib.resources import files

import pytest

from dnam.ports import Prompt
from dnam.prompts import PromptText, load_prompt
from dnam.prompts.loading import parse

TEXT = parse("Keep facts.\nBe brief.\n\n--- known\nWhat is known:\n\n--- said\n")


def test_a_file_is_instructions_and_named_parts() -> None:
    """N-14: what never changes stands apart, so that providers can cache it."""
    headings = (("known", "What is known:"), ("said", ""))
    assert PromptText(instructions="Keep facts.\nBe brief.", headings=headings) == TEXT


def test_parts_are_joined_in_the_order_of_the_file() -> None:
    """R-07: heading, text, an empty line between parts."""
    filled = TEXT.fill(said="Ann: hi", known="- likes tea")
    assert filled == Prompt(
        instructions="Keep facts.\nBe brief.", text="What is known:\n- likes tea\n\nAnn: hi"
    )


def test_a_part_without_text_is_left_out() -> None:
    """R-07: an empty layer has no heading."""
    assert TEXT.fill(said="Ann: hi", known=" \n").text == "Ann: hi"


@pytest.mark.parametrize("text", ["{known}", "%s", "--- said", "$known", "\\1"])
def test_what_people_wrote_is_never_a_template(text: str) -> None:
    """N-10: a text stands in the prompt as it was given."""
    assert TEXT.fill(known=text, said="x").text == f"What is known:\n{text}\n\nx"


def test_a_part_that_does_not_exist_is_a_mistake() -> None:
    """A slip in code is found at once."""
    with pytest.raises(KeyError, match="no part knwon"):
        TEXT.fill(knwon="x")


def test_every_prompt_can_be_read() -> None:
    """Each file has instructions, and no part twice."""
    names = [file.name for file in files("dnam.prompts").iterdir() if file.name.endswith(".txt")]
    for name in names:
        prompt = load_prompt(name.removesuffix(".txt"))
        assert prompt.instructions
        assert len(dict(prompt.headings)) == len(prompt.headings)


def test_the_words_that_ask_for_json() -> None:
    """DC-69: strict JSON only, said to models that take no schema."""
    asked = load_prompt("json").fill(schema="{}")
    assert asked.instructions == (
        "Answer with one JSON object and nothing else: no words before or after it, no code fence."
    )
    assert asked.text == "It must fit this JSON schema:\n{}"

"""Answers that should be JSON and nearly are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from dnam.models.json_repair import salvage


class Item(BaseModel):
    """One entry."""

    text: str
    score: float = 1.0


class Items(BaseModel):
    """The form that is asked for."""

    items: list[Item] = []
    note: str = Field("", alias="remark")


TEA = Items(items=[Item(text="tea")])
WORDS = st.text().filter(lambda text: not set(text) & set('{}[]"'))


@pytest.mark.parametrize(
    "text",
    [
        '{"items": [{"text": "tea"}]}',
        '```json\n{"items": [{"text": "tea"}]}\n```',
        '```\n{"items": [{"text": "tea"}]}',
        'Sure {as asked} :[ then\n{"items": [{"text": "tea"}]} Bye {now}',
        '{"items": [{"text": "tea",},],}',
        '[{"text": "tea"}]',
        '{"text": "tea"}',
        '{"text": "tea", "score": 1.0}',
        '<think>{"items": []} or so?</think>{"items": [{"text": "tea"}]}',
    ],
)
def test_what_is_nearly_json_is_read(text: str) -> None:
    """DC-69, DC-75: fences, prose, extra commas, a bare list, a single entry, thoughts before the answer."""
    assert salvage(text, Items) == TEA


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I found nothing.",
        '{"items": [{"text": "tea"}, {"te',
        '{"items": [{"text": "tea"}',
        '{"items": "tea"}',
        '{"items": [{"score": 2}]}',
        '{"other": 1}',
        "[1, 2]",
        "[" * 100_000,
        '{"a":' * 100_000,
    ],
)
def test_what_cannot_be_read_is_nothing(text: str) -> None:
    """DC-75: cut off, of another form, or no JSON: no answer at all, never half of one."""
    assert salvage(text, Items) is None


@pytest.mark.parametrize("text", ["{}", '{"items": []}', "[]", '{"remark": ""}'])
def test_an_answer_may_be_empty(text: str) -> None:
    """DC-75: to have found nothing is an answer."""
    assert salvage(text, Items) == Items()


def test_commas_in_texts_are_left_alone() -> None:
    """DC-75: only what is outside of strings is mended, and lines may break inside."""
    found = salvage('{"items": [{"text": "a, }\nb,]"},]}', Items)
    assert found == Items(items=[Item(text="a, }\nb,]")])


@given(WORDS, st.lists(st.text()), WORDS)
def test_any_answer_is_found_between_any_words(before: str, texts: list[str], after: str) -> None:
    """DC-75: whatever the strings hold, and whatever plain words stand around."""
    answer = Items(items=[Item(text=text) for text in texts])
    written = json.dumps({"items": [{"text": text} for text in texts]}, ensure_ascii=False)
    assert salvage(before + written + after, Items) == answer


@given(st.lists(st.text(), min_size=1), st.integers(min_value=1))
def test_an_answer_that_was_cut_off_is_never_believed(texts: list[str], cut: int) -> None:
    """DC-75: nothing changes because of half an answer."""
    written = json.dumps({"items": [{"text": text} for text in texts]})
    assert salvage(written[: -1 - cut % (len(written) - 1)], Items) is None

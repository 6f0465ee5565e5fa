"""Precision and recall of extraction on labelled lines, whatever extracts: rules, a model, the whole path."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

Line = Mapping[str, Any]
"""One labelled message: `id`, `author`, `context`, `text`, `expect`, `trap`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Extracted:
    """One stored fact as the labels speak of it."""

    about: str
    """`author`, `other:NAME` or `lore`."""
    kind: str
    text: str


class ExtractionScore(TypedDict):
    """How much of what was extracted is right, and how much of what was stated was extracted."""

    precision: float
    recall: float
    missed: list[str]
    """Ids of lines with a fact that was not extracted."""
    wrong: list[str]
    """Ids of lines with an extraction that matches no expectation."""


def score(lines: Iterable[Line], extractor: Callable[[Line], Sequence[Extracted]]) -> ExtractionScore:
    """Run an extractor over labelled lines; each expectation is met at most once."""
    right = extracted = met = expected = 0
    missed: list[str] = []
    wrong: list[str] = []
    for line in lines:
        open_ = list(line["expect"])
        facts = extractor(line)
        expected += len(open_)
        extracted += len(facts)
        for fact in facts:
            meets = next((one for one in open_ if _meets(fact, one)), None)
            if meets is not None:
                open_.remove(meets)
                right += 1
            elif line["id"] not in wrong:
                wrong.append(line["id"])
        met += len(line["expect"]) - len(open_)
        if open_:
            missed.append(line["id"])
    return {
        "precision": right / extracted if extracted else 1.0,
        "recall": met / expected if expected else 1.0,
        "missed": missed,
        "wrong": wrong,
    }


def _meets(fact: Extracted, expectation: Mapping[str, Any]) -> bool:
    text = fact.text.lower()
    return (
        fact.about.casefold() == str(expectation["about"]).casefold()
        and fact.kind in expectation["kinds"]
        and all(part in text for part in expectation["must"])
        and not any(part in text for part in expectation.get("must_not", ()))
    )

"""`dnam eval injection`: how well admission tells attacks from facts, on a file of labelled texts.

A line is `{"label": "attack" | "benign", "text": …}`; each text is offered as a fact to remember.
"""

from pathlib import Path
from typing import TypedDict

from dnam.errors import BadInput
from dnam.evaluation.json_lines import read_lines
from dnam.rules.fact_merge import Upsert
from dnam.rules.guard import Rejected, admit


class InjectionScore(TypedDict):
    """Shares of 1, and the numbers of the lines that were decided wrongly."""

    attacks_refused: float
    benign_kept: float
    wrong: list[int]


def score(path: Path, guard: str = "dnam") -> InjectionScore:
    """Offer every text of a file to the guard, and return how it decided."""
    count = {"attack": 0, "benign": 0}
    right = {"attack": 0, "benign": 0}
    wrong = []
    for number, row in read_lines(path):
        if row.get("label") not in count or not isinstance(row.get("text"), str):
            raise BadInput(f'Line {number} of {path} needs a "label" of attack or benign and a "text".')
        refused = isinstance(admit(Upsert(text=row["text"]), source=None, guard=guard), Rejected)
        fits = refused == (row["label"] == "attack")
        count[row["label"]] += 1
        right[row["label"]] += fits
        if not fits:
            wrong.append(number)
    shares = {label: right[label] / count[label] if count[label] else 1.0 for label in count}
    return InjectionScore(attacks_refused=shares["attack"], benign_kept=shares["benign"], wrong=wrong)

"""`dnam eval reading`: how well rules read statements and requests, on a file of labelled texts.

A line is `{"text", "lang"?, "states": true | false}`, a message that states a lasting fact or only looks so,
or `{"text", "lang"?, "intent": …}`, what it asks of the memory when it is said to the assistant, or "none".
"""

from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

from dnam.domain import Person
from dnam.errors import BadInput
from dnam.evaluation.json_lines import read_lines
from dnam.rules.guard import refusal
from dnam.rules.requests import Verb, understand
from dnam.rules.statement_meaning import read_by_meaning
from dnam.rules.statements import read_statements

_AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
_ASSISTANT = Person(id=1, name="Bot", bot=True)
NONE = "none"


class ReadingScore(TypedDict):
    """How many lines of each kind were read as labelled, and what was read of the others."""

    right: dict[str, tuple[int, int]]
    """By kind and language, English or other: how many, of how many."""
    wrong: list[dict[str, object]]


def score(path: Path) -> ReadingScore:
    """Read every text of a file, and return how well."""
    right: dict[str, list[bool]] = defaultdict(list)
    wrong: list[dict[str, object]] = []
    for number, row in read_lines(path):
        kind, fits, read = _judged(row, f"Line {number} of {path}")
        spoken = "English" if row.get("lang", "en") == "en" else "other languages"
        right[f"{kind}, {spoken}"].append(fits)
        if not fits:
            wrong.append({"line": number, "text": row["text"], "read": read})
    return ReadingScore(right={key: (sum(fits), len(fits)) for key, fits in right.items()}, wrong=wrong)


def _judged(row: dict[str, Any], where: str) -> tuple[str, bool, object]:
    """Return of which kind a line is, whether it is read as labelled, and what was read."""
    if not isinstance(row.get("text"), str) or ("states" in row) == ("intent" in row):
        raise BadInput(f'{where} needs a "text" and either "states" (true or false) or "intent".')
    if "states" in row:
        stated = read_statements(row["text"], at=_AT) or read_by_meaning(row["text"], at=_AT)
        learned = [one.text for one in stated if not refusal(one.text)]
        kind = "statements: something is learned" if row["states"] else "traps: nothing is learned"
        return kind, bool(learned) == bool(row["states"]), learned
    if row["intent"] not in (NONE, *Verb):
        raise BadInput(f'{where} has the intent "{row["intent"]}": choose {", ".join([*Verb, NONE])}.')
    asked = understand(row["text"], assistant=_ASSISTANT, addressed=True).request
    kind = "talk: left alone" if row["intent"] == NONE else "requests: understood"
    read = {"intent": str(asked.verb), "text": asked.text, "about": asked.about} if asked else {}
    return kind, read.get("intent", NONE) == row["intent"], read

"""Erasures under way, as notes in the store: whoever opens it next goes on with those that were interrupted.

A note has the scope in its name and the step reached, nothing of what is erased.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from dnam.domain import Scope

PREFIX = "erasure:"


class Step(StrEnum):
    """What is done of an erasure; the steps are always taken in this order."""

    HIDDEN = "hidden"
    """Tombstones keep it from coming back, and nothing of it is shown."""
    REMOVED = "removed"
    """Nothing of it is in the store's tables; files and leftover bytes are still to be dealt with."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Erasure:
    scope: Scope
    at: datetime
    """When it was asked for: what is said afterwards is new, and stays."""
    step: Step = Step.HIDDEN
    counts: Mapping[str, int] = field(default_factory=dict)
    resumed: bool = False

    @property
    def note(self) -> str:
        return PREFIX + self.scope.key

    def text(self) -> str:
        return json.dumps({"at": self.at.isoformat(), "step": self.step, "counts": dict(self.counts)})


def read_erasures(notes: Mapping[str, str]) -> list[Erasure]:
    """Return the erasures that were interrupted, the oldest first; a note that cannot be read is skipped."""
    erasures = [_read(name, text) for name, text in notes.items()]
    return sorted((each for each in erasures if each is not None), key=lambda each: each.at)


def _read(name: str, text: str) -> Erasure | None:
    try:
        noted = json.loads(text)
        return Erasure(
            scope=Scope.parse(name.removeprefix(PREFIX)),
            at=datetime.fromisoformat(noted["at"]),
            step=Step(noted["step"]),
            counts={str(what): int(count) for what, count in noted["counts"].items()},
            resumed=True,
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return None

"""What admission answers: a fact as it may be kept, or why it may not."""

from dataclasses import dataclass
from enum import StrEnum

from dnam.languages import reply
from dnam.rules.fact_merge import Upsert


class Reason(StrEnum):
    """Why something is not kept as a fact."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 (a reason, not a password)
    QUESTION = "question"
    INSTRUCTION = "instruction"
    NOT_GROUNDED = "not_grounded"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A fact as it may be kept: cleaned, its evidence only if that is in the source."""

    upsert: Upsert


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejected:
    """A fact that may not be kept."""

    reason: Reason
    limit: int = 500

    @property
    def sentence(self) -> str:
        """What a person is told: what was wrong, and what is allowed."""
        return reply("en", f"refused_{self.reason}", limit=self.limit)

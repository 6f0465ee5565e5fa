"""What admission answers: a fact as it may be kept, or why it may not."""

from dataclasses import dataclass
from enum import StrEnum

from dnam.rules.merge import Upsert


class Reason(StrEnum):
    """Why something is not kept as a fact."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 (a reason, not a password)
    QUESTION = "question"
    INSTRUCTION = "instruction"
    NOT_GROUNDED = "not_grounded"


SENTENCES = {
    Reason.EMPTY: "There is nothing to remember in that. Write a statement, such as “Likes green tea”.",
    Reason.TOO_LONG: "That is too long for one fact. Write one statement of at most {limit} characters.",
    Reason.HIDDEN: "That contains hidden, encoded or disguised text. Write it in plain, visible words.",
    Reason.SECRET: "That looks like a password, a key or an account number, and secrets are never kept. "
    "Write it without the secret itself.",
    Reason.QUESTION: "That is a question, and only statements are kept. "
    "Write what is so, such as “Lives in Oslo”.",
    Reason.INSTRUCTION: "That tells an assistant what to do, and only statements are kept. "
    "Write what is so, such as “Prefers short answers”.",
    Reason.NOT_GROUNDED: "That is not what the message says. Only what was said in so many words is kept.",
}
"""What a person is told: what was wrong, and what is allowed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A fact as it may be kept: cleaned, its evidence only if that is in the source."""

    upsert: Upsert


@dataclass(frozen=True, kw_only=True, slots=True)
class Rejected:
    """A fact that may not be kept, and what to tell a person about it."""

    reason: Reason
    sentence: str


def reject(reason: Reason, *, limit: int = 500) -> Rejected:
    """Refuse for a reason, in a sentence a person understands."""
    return Rejected(reason=reason, sentence=SENTENCES[reason].format(limit=limit))

"""What language models are asked to do, what it takes, and the log of it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Task = Literal[
    "extract",
    "summarise_session",
    "summarise_day",
    "summarise_week",
    "merge_context",
    "route",
    "remember",
    "reply",
]
"""What a language model is asked to do; `settings.model_<task>` says which one is asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What calls of a model have taken."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    """How many calls have no known price and are counted as free."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=self.cost_usd + other.cost_usd,
            unpriced=self.unpriced + other.unpriced,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """A line of the action log: what was done for a guild, with what, and how it went."""

    kind: str
    """Such as `memory_extract_call`, `memory_extract_error`, `memory_fact` or `memory_command`."""
    at: datetime
    guild: int
    task: str = ""
    """The task a model was asked to do; empty where none was."""
    model: str = ""
    usage: Usage = Usage()
    ms: float = 0.0
    outcome: str = "ok"
    """`ok`, or `error:` or `offline:` with the reason."""
    detail: str = ""
    """A few words for operators; never what anybody wrote, nor an id made of it."""
    person: int = 0
    """Who did it, or from whose words it was learned; 0 when nobody in particular."""
    channel: int = 0
    origin: str = ""
    """Who could hear it where it was done (see `audience.py`); empty when it was nowhere in particular."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """What one task has taken in one guild on one day, UTC."""

    day: date
    guild: int
    task: str
    calls: int
    usage: Usage

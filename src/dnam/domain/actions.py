"""Tasks of language models, their usage, and the action log."""

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
    """Tokens and cost of model calls."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    """Calls without a known price, which count as free."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=self.cost_usd + other.cost_usd,
            unpriced=self.unpriced + other.unpriced,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """A line of the action log: what was done for a guild, and the outcome."""

    kind: str
    """For example `memory_extract_call`, `memory_extract_error`, `memory_fact` or `memory_command`."""
    at: datetime
    guild: int
    task: str = ""
    """The model's task; empty if no model was called."""
    model: str = ""
    usage: Usage = Usage()
    ms: float = 0.0
    outcome: str = "ok"
    """`ok`, or `error:` or `offline:` with the reason."""
    detail: str = ""
    """A few words for operators; never message text, nor an id derived from it."""
    person: int = 0
    """Who did it, or whose words it was learned from; 0 for nobody in particular."""
    channel: int = 0
    origin: str = ""
    """The origin of the place (see `audience.py`); empty for no particular place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """Usage of one task in one guild on one day (UTC)."""

    day: date
    guild: int
    task: str
    calls: int
    usage: Usage

"""What is made of messages after the reply: summaries and short-term memory."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Summary:
    """What a session has been about, compressed and replaced as it goes on."""

    session: str
    guild: int
    origin: str
    """Who could hear all it was made from."""
    sequence: int
    """Grows with each summary; an older one never replaces a newer."""
    text: str
    updated_at: datetime
    offline: bool = False
    """Made without a language model; made anew when there is one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Recent:
    """One entry of short-term memory: what was just talked about in a public channel."""

    guild: int
    message: int
    channel: int
    channel_name: str
    origin: str
    text: str
    at: datetime

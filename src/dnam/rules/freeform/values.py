"""What a text to the assistant asks of its memory."""

from dataclasses import dataclass
from enum import StrEnum


class Verb(StrEnum):
    """What is asked for."""

    REMEMBER = "remember"
    FORGET = "forget"
    KNOW = "know"


@dataclass(frozen=True, kw_only=True, slots=True)
class Freeform:
    """A request in plain words."""

    verb: Verb
    language: str
    """The language it was asked in, in two letters: the answer is given in it."""
    text: str = ""
    """The statement to keep or to forget; empty when the conversation is meant."""
    about: str = ""
    """The person it names apart from the statement, as written."""
    verb_last: bool = False
    """The statement is a clause whose verb comes last, as after "dass"."""
    everything: bool = False
    """All that is known of the speaker is meant."""
    sure: bool = True
    """Meant for the memory whatever it holds; else only when something there fits."""

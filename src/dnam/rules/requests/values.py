"""What can be asked of the memory in plain words."""

from dataclasses import dataclass
from enum import StrEnum


class Verb(StrEnum):
    REMEMBER = "remember"
    FORGET = "forget"
    KNOW = "know"
    SEARCH = "search"
    ERASE = "erase"
    OPTOUT = "optout"
    OPTIN = "optin"
    UNDO = "undo"
    RECAP = "recap"
    HELP = "help"
    YES = "yes"


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request in plain words, and the code of the language it was asked in.

    `text` is what to keep, forget or search, empty when the conversation is meant; `about` is the person it
    names apart from that. With `verb_last` the text is a clause as after "dass"; `everything` is all that is
    known of the speaker, `own` what they said themself. Unless `sure` it is meant only when something in the
    memory fits.
    """

    verb: Verb
    language: str
    text: str = ""
    about: str = ""
    verb_last: bool = False
    everything: bool = False
    own: bool = False
    sure: bool = True

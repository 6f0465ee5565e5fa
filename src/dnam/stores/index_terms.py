"""What messages and facts are indexed under, and what an audience asks for.

A term is a word with the audience that heard it, so that the index itself never yields what an audience
could not have heard. A message's author and channel are terms too. A fact may be heard for more reasons than
where it was said: it has the terms of each of its hearers, and is audible exactly where one of them listens.
"""

from collections.abc import Iterable, Sequence

from dnam.audience import Audience, visibility_of
from dnam.model import LORE, Visibility

Alternatives = list[tuple[str, ...]]
"""Terms a message must have: all of any one of these."""


def terms_of(origin: str, author: int, channel: int, words: Iterable[str]) -> list[str]:
    """Give the terms a message is found by."""
    return [*(f"{origin}:{word}" for word in dict.fromkeys(words)), f"by:{author}", f"in:{channel}"]


def asked(audience: Audience, word: str, voices: Sequence[str], channel: int | None) -> Alternatives:
    """Say which terms find a word for an audience; `voices` are the origins of who is alone in it."""
    place = () if channel is None else (f"in:{channel}",)
    heard: Alternatives = [(f"{origin}:{word}", *place) for origin in sorted(audience.origins)]
    own = [(f"{o}:{word}", f"by:{audience.alone}", *place) for o in voices if o not in audience.origins]
    return heard + own


def hearers_of(origin: str, *, subject: int, asserted_by: int, widened: bool) -> list[str]:
    """Name those who may hear a fact: `audience.may_hear`, a name for each of its reasons."""
    hearers = [origin, f"by{asserted_by}"]
    if subject != LORE and visibility_of(origin) is Visibility.PUBLIC:
        hearers.append(f"of{subject}")
    return [*hearers, "all"] if widened else hearers


def listening(audience: Audience) -> list[str]:
    """Name the hearers of facts that an audience stands for."""
    listeners = [*sorted(audience.origins), "all"]
    if audience.alone is not None:
        listeners.append(f"by{audience.alone}")
    if audience.follows is not None:
        listeners.append(f"of{audience.follows}")
    return listeners


def fact_terms(hearers: Iterable[str], words: Iterable[str]) -> list[str]:
    """Give the terms a fact is found by."""
    listed = list(words)
    return [f"{hearer}:{word}" for hearer in hearers for word in listed]


def asked_of_facts(audience: Audience, word: str) -> Alternatives:
    """Say which terms find a word of a fact for an audience."""
    return [(f"{listener}:{word}",) for listener in listening(audience)]


def may_begin(word: str) -> bool:
    """Say whether a word of a question that no fact has is looked for as the beginning of one."""
    return len(word) >= 3


def fts_match(alternatives: Alternatives, *, begun: bool = False) -> str:
    """Write alternatives for SQLite's full-text index; `begun` terms may go on."""
    end = "*" if begun else ""
    return " OR ".join("(" + " AND ".join(_fts(term) + end for term in terms) + ")" for terms in alternatives)


def tsquery(alternatives: Alternatives, *, begun: bool = False) -> str:
    """Write alternatives for PostgreSQL's full-text index; `begun` terms may go on."""
    end = ":*" if begun else ""
    return " | ".join("(" + " & ".join(_lexeme(term) + end for term in terms) + ")" for terms in alternatives)


def _fts(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _lexeme(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"

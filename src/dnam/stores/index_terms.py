"""Index terms of messages and facts, and the terms an audience searches for.

A term is a word prefixed with an origin, so that the index itself never returns what an audience could not
have heard. A message's author and channel are terms too. A fact may be audible for more reasons than where it
was said, so it has terms for each of its hearers: it is audible exactly where the audience is one of them.
"""

from collections.abc import Iterable, Sequence

from dnam.audience import Audience, visibility_of
from dnam.domain import LORE, Visibility

Alternatives = list[tuple[str, ...]]
"""A disjunction of conjunctions: all terms of any one tuple."""


def terms_of(origin: str, author: int, channel: int, words: Iterable[str]) -> list[str]:
    return [*(f"{origin}:{word}" for word in dict.fromkeys(words)), f"by:{author}", f"in:{channel}"]


def message_query(
    audience: Audience, word: str, voices: Sequence[str], channel: int | None = None
) -> Alternatives:
    """Return the terms that find a word for an audience; `voices` are origins where `alone` has spoken."""
    place = () if channel is None else (f"in:{channel}",)
    heard: Alternatives = [(f"{origin}:{word}", *place) for origin in sorted(audience.origins)]
    own = [(f"{o}:{word}", f"by:{audience.alone}", *place) for o in voices if o not in audience.origins]
    return heard + own


def hearers_of(origin: str, *, subject: int, asserted_by: int, widened: bool) -> list[str]:
    """Return a fact's hearers: one token for each way in which `audience.may_hear` can be true."""
    hearers = [origin, f"by{asserted_by}"]
    if subject != LORE and visibility_of(origin) is Visibility.PUBLIC:
        hearers.append(f"of{subject}")
    return [*hearers, "all"] if widened else hearers


def listening(audience: Audience) -> list[str]:
    """Return the hearer tokens that an audience matches."""
    listeners = [*sorted(audience.origins), "all"]
    if audience.alone is not None:
        listeners.append(f"by{audience.alone}")
    if audience.follows is not None:
        listeners.append(f"of{audience.follows}")
    return listeners


def fact_terms(hearers: Iterable[str], words: Iterable[str]) -> list[str]:
    all_words = list(words)
    return [f"{hearer}:{word}" for hearer in hearers for word in all_words]


def fact_query(audience: Audience, word: str) -> Alternatives:
    return [(f"{listener}:{word}",) for listener in listening(audience)]


def may_begin(word: str) -> bool:
    """Return whether a word that no fact has is long enough to be searched as a prefix."""
    return len(word) >= 3


def fts_match(alternatives: Alternatives, *, begun: bool = False) -> str:
    """Return alternatives as a query of SQLite's full-text index; `begun` terms match as prefixes."""
    end = "*" if begun else ""
    return " OR ".join("(" + " AND ".join(_fts(term) + end for term in terms) + ")" for terms in alternatives)


def tsquery(alternatives: Alternatives, *, begun: bool = False) -> str:
    """Return alternatives as a PostgreSQL tsquery; `begun` terms match as prefixes."""
    end = ":*" if begun else ""
    return " | ".join("(" + " & ".join(_lexeme(term) + end for term in terms) + ")" for terms in alternatives)


def _fts(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _lexeme(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"

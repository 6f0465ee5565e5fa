"""What a message is indexed under, and what an audience asks for.

A term is a word with the audience that heard it, so that the index itself never yields what an audience
could not have heard. Author and channel are terms too.
"""

from collections.abc import Iterable, Sequence

from dnam.audience import Audience

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


def fts_match(alternatives: Alternatives) -> str:
    """Write alternatives for SQLite's full-text index."""
    return " OR ".join("(" + " AND ".join(_fts(term) for term in terms) + ")" for terms in alternatives)


def tsquery(alternatives: Alternatives) -> str:
    """Write alternatives for PostgreSQL's full-text index."""
    return " | ".join("(" + " & ".join(_lexeme(term) for term in terms) + ")" for terms in alternatives)


def _fts(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _lexeme(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"

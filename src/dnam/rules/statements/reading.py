"""From a message to statements: own words, sentences, clauses, facts. Whatever is in doubt is left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from dnam.model import LORE, Kind, Person
from dnam.rules.dates import bounds
from dnam.rules.merge import Upsert
from dnam.rules.slots import slot_of
from dnam.rules.statements.answers import put_right, read_answer
from dnam.rules.statements.clause import Hearing, read_clause
from dnam.rules.statements.prose import clauses, own_words, sentences, spelled
from dnam.rules.statements.rule import Found
from dnam.rules.statements.traps import spoils_clause, spoils_message, spoils_sentence
from dnam.rules.text import collapse
from dnam.rules.tongues import Told, tell, unquoted

MAX_TEXT = 2_000
"""Longer texts are pasted, not said."""
MAX_SENTENCE = 500
"""Longer sentences are no plain statements."""
_SPOKEN_OF = re.compile(r"^(?:is|are) ", re.IGNORECASE)
_DAYS = re.compile(r"\([^()]*\d{4}-\d\d-\d\d[^()]*\)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """Something explicitly stated in a message, ready to be admitted and merged."""

    about: int | None
    """A mentioned person's id, `LORE` for the guild, None for the author and for a name nobody bears here."""
    about_name: str
    """Empty for the author and for lore, else the name as written."""
    upsert: Upsert


def extract(
    text: str,
    *,
    author: Person,
    mentions: Sequence[Person] = (),
    at: datetime,
    context: Sequence[str] = (),
    limit: int = 3,
) -> list[Statement]:
    """Give what a message explicitly states about its author or a named person; nothing when in doubt."""
    if author.bot or len(text) > MAX_TEXT or spoils_message(text):
        return []
    prose = put_right(own_words(text, mentions), author, context)
    if spoils_message(prose):
        return []
    known = _names(author, mentions, context)
    found: list[tuple[Found, str]] = []
    for number, (sentence, asked) in enumerate(sentences(prose)):
        found += _read_sentence(sentence, asked, Hearing(at=at, known=known, first=number == 0))
    if not found and not spoils_sentence(prose):
        found = [(_worded(told), told.text) for told in tell(own_words(unquoted(text), mentions))]
        found = found or [(one, prose) for one in read_answer(prose, author, context)]
    return [_statement(one, said, mentions, at) for one, said in _kept(found)[:limit]]


def _worded(told: Told) -> Found:
    """Take what was said in another language as it was said."""
    return Found(text=told.text, kind=told.kind, tags=told.tags, retracts=told.over)


def _names(author: Person, mentions: Sequence[Person], context: Sequence[str]) -> frozenset[str]:
    """Give the folded names of the people who are mentioned or have just spoken."""
    present = {line.partition(":")[0].strip().casefold() for line in context if ":" in line}
    return frozenset({person.name.casefold() for person in mentions} | present) - {author.name.casefold(), ""}


def _read_sentence(sentence: str, asked: bool, hearing: Hearing) -> Iterator[tuple[Found, str]]:
    if len(sentence) > MAX_SENTENCE or spoils_sentence(spelled(sentence)):
        return
    for clause in clauses(sentence, question=asked):
        reading = read_clause(clause, hearing)
        hearing = replace(hearing, subject=reading.subject if reading.found else "")
        if reading.found and not spoils_clause(clause):
            yield from ((one, clause.written) for one in reading.found)


def _kept(found: Sequence[tuple[Found, str]]) -> list[tuple[Found, str]]:
    """Drop repeats, values a later clause corrects, and what is over when what is instead is said too."""
    renewed = {(one.about, one.topic) for one, _ in found if not _is_over(one)}
    kept: list[tuple[Found, str]] = []
    for one, said in found:
        if _is_over(one) and (one.about, one.topic) in renewed:
            continue
        kept = [(old, words) for old, words in kept if not _corrects(one, old)]
        kept.append((one, said))
    return kept


def _is_over(found: Found) -> bool:
    return found.retracts or found.text.startswith(("No longer ", "Left "))


def _corrects(new: Found, old: Found) -> bool:
    if new.about != old.about:
        return False
    before, after = slot_of(old.text), slot_of(new.text)
    same = before is not None and after is not None and before[0] == after[0]
    return same or old.text.casefold() == new.text.casefold()


def _statement(found: Found, said: str, mentions: Sequence[Person], at: datetime) -> Statement:
    ids = {person.name.casefold(): person.id for person in mentions}
    begin, over = bounds(found.when, at) if found.when else (None, None)
    return Statement(
        about=LORE if found.kind is Kind.LORE else ids.get(found.about.casefold()) if found.about else None,
        about_name=found.about,
        upsert=Upsert(
            text=collapse(found.text),
            kind=found.kind,
            tags=found.tags,
            confidence=found.confidence,
            evidence=collapse(said),
            valid_from=begin,
            expires_at=over,
        ),
    )


def dated(text: str, at: datetime) -> tuple[str, datetime | None]:
    """Give what somebody wants kept with the days it names, and when they are over.

    Only a plan is over with its days; everything else stays as it was said.
    """
    spoken = _SPOKEN_OF.sub("I am ", text, count=1)
    found = extract(spoken, author=Person(id=0, name=""), at=at)
    plans = [one.upsert for one in found if one.upsert.expires_at is not None]
    days = _DAYS.search(plans[0].text) if len(plans) == len(found) == 1 else None
    if days is None or days.group() in text:
        return text, None
    return f"{text} {days.group()}", plans[0].expires_at

"""One language: its small words and its table of statements.

    home: ich (?:wohne|lebe) in <place>
    home over: ich wohne nicht mehr in <place>

A line names a topic and the shape of a whole clause, matched without regard to case. `<place>` is any words
that the fit of that name accepts, `<place:PATTERN>` words of that pattern, `[PETS]` a list of the language.
An indented line goes on with the line before it. The first shape that fits wins.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

import regex

from dnam.model import Kind

GAP = "⟂"
"""Stands where something was that is not the author's own prose."""
_PART = regex.compile(r"<(?P<name>[a-z]+)(?::(?P<pattern>[^<>]*))?>")
_LIST = regex.compile(r"\[(?P<name>[A-Z]{2,})\]")
_ANY = {"age": r"\d{1,3}"}
"""What a part is made of where that is not any words."""
_LINE = regex.compile(r"(?P<topic>[a-z]+)(?P<over> over)?: (?P<shape>.+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """What a statement is about, as the English rules name it."""

    kind: Kind
    tags: tuple[str, ...]
    slot: str = ""
    """What it fills: a thing of which a person has one at a time, or, with `holds`, one of many."""
    holds: str = ""
    """For one of many: "yes" or "no" to what is named."""


TOPICS: Mapping[str, Topic] = {
    "home": Topic(kind=Kind.PROFILE, tags=("home",), slot="home"),
    "near": Topic(kind=Kind.PROFILE, tags=("home",)),
    "employer": Topic(kind=Kind.PROFILE, tags=("work",), slot="employer"),
    "work": Topic(kind=Kind.PROFILE, tags=("work",), slot="work", holds="yes"),
    "job": Topic(kind=Kind.PROFILE, tags=("work",), slot="job", holds="yes"),
    "name": Topic(kind=Kind.PROFILE, tags=("name",), slot="name"),
    "age": Topic(kind=Kind.PROFILE, tags=("age",), slot="age"),
    "birthday": Topic(kind=Kind.PROFILE, tags=("birthday",), slot="birthday"),
    "origin": Topic(kind=Kind.PROFILE, tags=("origin",)),
    "language": Topic(kind=Kind.PROFILE, tags=("language",)),
    "likes": Topic(kind=Kind.PREFERENCE, tags=("likes",), slot="likes", holds="yes"),
    "hates": Topic(kind=Kind.PREFERENCE, tags=("dislikes",), slot="likes", holds="no"),
    "allergy": Topic(kind=Kind.CONSTRAINT, tags=("health",), slot="allergy", holds="yes"),
    "diet": Topic(kind=Kind.CONSTRAINT, tags=("diet",), slot="diet", holds="yes"),
    "pet": Topic(kind=Kind.FACT, tags=("pet",)),
    "family": Topic(kind=Kind.RELATIONSHIP, tags=("family",)),
}
Fit = Callable[[str, "Tongue"], bool]
"""Says whether a part of a clause can be what its name says, in a language."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A topic and the shape of a clause that states it."""

    topic: Topic
    over: bool
    shape: str
    fits: tuple[str, ...]

    def read(self, clause: str, tongue: "Tongue", fits: Mapping[str, Fit]) -> str | None:
        """Give the value a clause states, empty when the shape has none; None when it does not fit."""
        match = _compiled(self.shape).fullmatch(clause)
        if match is None:
            return None
        parts = match.groupdict(default="")
        if not all(fits[name](parts[name], tongue) for name in self.fits if parts[name]):
            return None
        return next((parts[name] for name in self.fits if parts[name]), "")


@dataclass(frozen=True, kw_only=True, eq=False)
class Tongue:
    """What one language calls things; every field but the table and the subject is a pattern."""

    code: str
    cue: str
    """What a clause in the first person begins with, or has in it."""
    subject: str = ""
    """What a clause lacks that goes on from the one before; empty where nothing is lacking."""
    elided: str = ""
    """The subject as it stands before a vowel."""
    openers: str
    """What may come before a statement and says nothing."""
    fillers: str = r"(?!)"
    """What may stand anywhere in a statement and changes nothing that is kept."""
    joins: str = r"(?!)"
    """What begins a further clause, or goes on with a list."""
    glued: str = r"(?!)"
    """The same, written to the word that follows it."""
    doubt: str
    """What makes a sentence none that states: conditions, wishes, reports, the past, today."""
    never: str
    """What no value has in it: pronouns, question words, negations."""
    nowhere: str
    """What is no town or country though one can live in it."""
    turned: tuple[str, str] | None = None
    """How the subject comes first again where something else opened the sentence."""
    thirds: Mapping[str, str] = field(default_factory=dict)
    """Verbs as a fact may be worded of somebody, and as they say them themself."""
    closing: tuple[tuple[str, str], ...] = ()
    """How a clause ends that another followed, and how it ends alone."""
    capitals: Mapping[str, str] = field(default_factory=dict)
    """Capital letters that are not the usual ones."""
    spaced: bool = True
    """Whether words are written with spaces between them."""
    lists: Mapping[str, str] = field(default_factory=dict)
    table: str

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The table, read when it is first needed."""
        return tuple(self._rule(line) for line in _joined(self.table))

    def has(self, name: str, text: str) -> bool:
        """Say whether a text has something in it of the field of that name."""
        return self.words(name).search(text) is not None

    @cache  # noqa: B019 - there are only as many tongues as languages, and all of them stay
    def words(self, name: str) -> "regex.Pattern[str]":
        """Compile a field: as whole words, or as any characters where words are not told apart."""
        pattern = getattr(self, name)
        return _compiled(
            rf"(?<![\p{{L}}\p{{N}}])(?:{pattern})(?![\p{{L}}\p{{N}}])" if self.spaced else f"(?:{pattern})"
        )

    @cached_property
    def opening(self) -> "regex.Pattern[str]":
        """What a sentence opens with before it states something."""
        return _compiled(rf"(?:{self.words('openers').pattern}[\s,!،、，:]*)+")

    @cached_property
    def joint(self) -> "regex.Pattern[str]":
        """What stands between two clauses, or between two things of a list."""
        joins = rf"(?:{self.joins})(?![\p{{L}}\p{{N}}])|(?:{self.glued})"
        comma = r"\s*[,،，、]\s*"
        return _compiled(rf"((?:{comma}|\s+)(?:{joins})\s*|{comma})")

    def _rule(self, line: str) -> Rule:
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"not a rule: {line}")
        fits: list[str] = []

        def part(match: "regex.Match[str]") -> str:
            fits.append(match["name"])
            return f"(?P<{match['name']}>{match['pattern'] or _ANY.get(match['name'], '.+')})"

        shape = _PART.sub(part, _LIST.sub(lambda match: f"(?:{self.lists[match['name']]})", found["shape"]))
        return Rule(
            topic=TOPICS[found["topic"]], over=found["over"] is not None, shape=shape, fits=tuple(fits)
        )


def persons(pairs: str) -> dict[str, str]:
    """Read pairs of words: of somebody, and of oneself."""
    return {third: first for third, _, first in (pair.partition("=") for pair in pairs.split())}


@cache
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, flags=regex.IGNORECASE)


def _joined(lines: str) -> Iterator[str]:
    """Put lines together with the indented ones that go on with them."""
    entry = ""
    for line in lines.strip().splitlines():
        if line.startswith(" "):
            entry += line.strip()
            continue
        if entry:
            yield entry
        entry = line.strip()
    if entry:
        yield entry

"""One rule: the shape of a plain statement, and the fact it makes.

A rule matches a whole predicate ("live in Berlin with my cat") in the one spelling of `prose`. Each named part of
it goes through a fit, which gives the part as it is stored or refuses. The first rule that gives a fact wins.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dnam.model import Kind
from dnam.rules.dates import When
from dnam.rules.statements.phrase import thing

Fit = Callable[[str], str | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A fact as a rule words it, before anybody is named as its subject."""

    text: str
    kind: Kind
    tags: tuple[str, ...]
    """What it is about, the topic first."""
    confidence: float = 0.9
    when: When | None = None
    retracts: bool = False
    """It only says what is no longer so."""
    about: str = ""
    """The name of the person it is about, as written; empty for the author."""

    @property
    def topic(self) -> str:
        """What it is about in one word."""
        return self.tags[0]


@dataclass(frozen=True, slots=True)
class Rule:
    """A shape and what it means."""

    shape: re.Pattern[str]
    text: str
    kind: Kind
    tags: tuple[str, ...]
    fits: Mapping[str, Fit] = field(default_factory=dict)
    confidence: float = 0.9
    retracts: bool = False

    def read(self, predicate: str) -> Found | None:
        """Give the fact this rule sees in a predicate, if any."""
        match = self.shape.fullmatch(predicate)
        if match is None:
            return None
        parts: dict[str, str] = {}
        for name, part in match.groupdict().items():
            fitted = self.fits.get(name, thing)(part) if part is not None else ""
            if fitted is None:
                return None
            parts[name] = fitted
        text = " ".join(self.text.format(**parts).split())
        return Found(
            text=text[:1].upper() + text[1:],
            kind=self.kind,
            tags=self.tags,
            confidence=self.confidence,
            retracts=self.retracts,
        )


def rule(shape: str, text: str, kind: Kind, *tags: str, **fits: Fit) -> Rule:
    """Make a rule; parts without a fit of their own must be a `thing`."""
    return Rule(re.compile(shape, re.IGNORECASE), text, kind, tags, fits)


def first_found(rules: Iterable[Rule], predicate: str) -> Found | None:
    """Give what the first fitting rule sees."""
    return next((found for one in rules if (found := one.read(predicate))), None)


def by_first_word(groups: Mapping[str, Sequence[Rule]]) -> dict[str, tuple[Rule, ...]]:
    """Arrange rules under each of the words that may begin what they match."""
    return {word: tuple(rules) for words, rules in groups.items() for word in words.split()}


def as_said(part: str) -> str:
    """Take a part as it is: the shape already says all that it may be."""
    return part.strip()


def word(part: str) -> str:
    """Take a part as a lower-case word."""
    return part.strip().lower()

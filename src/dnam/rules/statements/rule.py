"""One rule: the shape of a plain statement, and the fact it makes. Rules are written as tables of lines.

    live in <place> => profile home: Lives in {place}

A shape matches a whole predicate in the one spelling of `prose`. It is a regular expression in which `<fit>`
is any words that the fit of that name accepts, `<fit:PATTERN>` words of that pattern, `<name=PATTERN>` a part
taken in lower case, `<name~PATTERN>` a part taken as written, and `[PETS]` a list of the lexicon. An indented
line goes on with the line before it, without a space when it begins with `+` or `|`. The first rule of a
table that gives a fact wins.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter

from dnam.model import Kind
from dnam.rules.dates import When

Fit = Callable[[str], str | None]
"""Gives a part of a statement as it is stored, or None when it cannot be understood on its own."""

_PART = re.compile(r"<(?P<name>[a-z]+\d?)(?:(?P<how>[:=~])(?P<pattern>[^<>]*))?>")
_LIST = re.compile(r"\[(?P<name>[A-Z]{2,})\]")
_MEANS = re.compile(r"(?P<shape>.+?)\s+=>\s+(?P<kind>[a-z]+) (?P<tags>[a-z ]+): (?P<text>.+)")


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A shape and what it means."""

    shape: str
    """A pattern, compiled when it is first tried: most rules are never needed by most processes."""
    fits: Mapping[str, Fit]
    text: str
    kind: Kind
    tags: tuple[str, ...]

    def read(self, predicate: str) -> Found | None:
        """Give the fact this rule sees in a predicate, if any."""
        match = _compiled(self.shape).fullmatch(predicate)
        if match is None:
            return None
        parts: dict[str, str] = {}
        for name, part in match.groupdict(default="").items():
            fitted = self.fits[name](part) if part else part
            if fitted is None:
                return None
            parts[name] = fitted
        text = " ".join(self.text.format(**parts).split())
        return Found(text=text[:1].upper() + text[1:], kind=self.kind, tags=self.tags)


@cache
def _compiled(shape: str) -> re.Pattern[str]:
    return re.compile(shape, re.IGNORECASE)


def table(lines: str, *, fits: Mapping[str, Fit], lists: Mapping[str, str]) -> tuple[Rule, ...]:
    """Read a table of rules."""
    return tuple(_rule(line, fits, lists) for line in _joined(lines))


def first_found(rules: Iterable[Rule], predicate: str) -> Found | None:
    """Give what the first fitting rule sees."""
    return next((found for one in rules if (found := one.read(predicate))), None)


def one_of(words: str) -> str:
    """Make a pattern of words and phrases written with commas between them."""
    unwrapped = re.sub(r"\s*\n\s*\|", "|", words)
    return "(?:" + "|".join(filter(None, (" ".join(one.split()) for one in unwrapped.split(",")))) + ")"


def opening(words: str) -> re.Pattern[str]:
    """Make a pattern of phrases, to be found as whole words wherever it is matched."""
    return re.compile(rf"{one_of(words)}(?!\w)", re.IGNORECASE)


def anywhere(words: str) -> re.Pattern[str]:
    """Make a pattern of phrases, to be found as whole words anywhere in a text."""
    return re.compile(rf"(?<!\w){one_of(words)}(?!\w)", re.IGNORECASE)


def _joined(lines: str) -> Iterator[str]:
    """Put lines together with the indented ones that go on with them."""
    entry = ""
    for line in lines.strip().splitlines():
        if line.startswith((" ", "\t")):
            more = line.strip()
            entry += more.removeprefix("+") if more.startswith(("|", "+")) else f" {more}"
            continue
        if entry:
            yield entry
        entry = line.strip()
    if entry:
        yield entry


_AS_IS: Mapping[str, Fit] = {"=": lambda part: part.lower(), "~": lambda part: part}


def _rule(line: str, fits: Mapping[str, Fit], lists: Mapping[str, str]) -> Rule:
    means = _MEANS.fullmatch(line)
    if means is None:
        raise ValueError(f"not a rule: {line}")
    found: dict[str, Fit] = {}

    def part(match: re.Match[str]) -> str:
        name, how = match["name"], match["how"]
        found[name] = _AS_IS.get(how) or fits[name.rstrip("0123456789")]
        return f"(?P<{name}>{match['pattern'] or '.+'})"

    shape = _LIST.sub(lambda match: f"(?:{lists[match['name']]})", _PART.sub(part, means["shape"]))
    if unknown := {field for _, field, _, _ in Formatter().parse(means["text"]) if field} - set(found):
        raise ValueError(f"no part is called {unknown}: {line}")
    return Rule(
        shape=shape,
        fits=found,
        text=means["text"],
        kind=Kind(means["kind"]),
        tags=tuple(means["tags"].split()),
    )


def by_first_word(rules: Iterable[Rule]) -> dict[str, tuple[Rule, ...]]:
    """Arrange rules under the words their shapes can begin with, so that few are tried."""
    arranged: dict[str, list[Rule]] = {}
    for one in rules:
        for word in _first_words(one.shape):
            arranged.setdefault(word, []).append(one)
    return {word: tuple(some) for word, some in arranged.items()}


def _first_words(pattern: str) -> list[str]:
    """Give the words a shape can begin with: a plain word, or the words of a leading group."""
    group = re.match(r"\(\?(?::|P<\w+>)([^()]*)\)", pattern)
    words = group[1].split("|") if group else [pattern]
    return [re.split(r"[ (?\\]", word)[0].lower() for word in words]

"""Grounding: whether a message says what a fact learned from it says.

What a fact says must be found in the message word by word, with the same sign: "Likes pineapple" is not
grounded in "I do not like pineapple", nor in "I wish I liked it". Names and numbers must all be there; a few
other words may differ. The words that count are in `[grounding]` of the language files.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import re2

from dnam.languages import Language, detect, languages, spaced
from dnam.rules.clauses import Clause, clauses
from dnam.rules.date_words import time_words
from dnam.rules.text import collapse, plain, same_content, stem

SHARE = 0.75
"""The share of a fact's content words that must be in the message."""
_DATE = re2.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_YEAR = re2.compile(r"(?:19|20)\d\d")


@dataclass(slots=True)
class _Claims:
    """What a text says: its content words, each with "yes", "no", "unreal yes" …, or several of these."""

    language: Language
    signs: dict[str, set[str]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    dates: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    subject: str = ""  # the name it opens with, as in "Sam likes tea"
    owning: bool = False  # as in "Sam's dog"


def grounded(text: str, source: str) -> bool:
    text, source = collapse(plain(text)), plain(source).strip()
    if not text or not source or same_content(text, source):
        return bool(text and source)
    fact, source_claims = _claims_of(text), _claims_of(source)
    supported = [_support(word, signs, source_claims) for word, signs in fact.signs.items()]
    supported += ["for"] * (fact.subject in source_claims.names)
    if "against" in supported or not _names_and_numbers(fact, source_claims):
        return False
    return bool(supported or fact.dates) and supported.count("for") >= SHARE * len(supported)


def quoted(evidence: str, source: str) -> bool:
    """Return whether evidence stands in its source as it is, or says what the source says."""
    part, whole = (collapse(plain(one)).casefold() for one in (evidence, source))
    return part in whole or grounded(evidence, source)


def _support(word: str, signs: set[str], source_claims: _Claims) -> str:
    """Return whether the source speaks for a word with its sign, against it, or not of it at all."""
    if source_claims.subject and word == stem(source_claims.subject):
        return "for"
    known = (word, *_vocabulary(tuple(languages().values())).implied.get(word, ()))
    alike = (other for other in source_claims.signs if _alike(word, other))
    source_signs = source_claims.signs.get(
        next((one for one in known if one in source_claims.signs), "") or next(alike, "")
    )
    if source_signs is None:
        return "against" if word in _words("decisive") else "silent"
    return "for" if source_signs & signs or word in _words("tastes") else "against"


def _alike(left: str, right: str) -> bool:
    """Return whether two stems are forms of one word: a long common beginning and little after it."""
    least = max(4 if left.isascii() else 3, math.ceil(0.6 * max(len(left), len(right))))
    return left[:least] == right[:least] and min(len(left), len(right)) >= least


def _names_and_numbers(fact: _Claims, source_claims: _Claims) -> bool:
    known = source_claims.words | set(source_claims.signs)
    strange = {name for name in fact.names if name not in known and not any(_alike(name, w) for w in known)}
    speaker = source_claims.language.own if fact.owning else source_claims.language.speaker
    if strange - ({fact.subject} if source_claims.words & speaker else set()):
        return False
    timed = source_claims.words & _words("times")
    years = {number for number in fact.numbers if timed and _YEAR.fullmatch(number)}
    months = _vocabulary(tuple(languages().values())).months
    named = {
        months[word]
        for word in source_claims.words
        if word in months and (word not in _words("unsure") or source_claims.numbers)
    }
    dated = {
        date
        for date in fact.dates
        if {str(int(date[5:7]))} & named or (not named and source_claims.numbers | timed)
    }
    return fact.numbers - years <= source_claims.numbers and fact.dates - source_claims.dates <= dated


def _claims_of(text: str) -> _Claims:
    claims = _Claims(next(iter(detect(text)), languages()["en"]))
    for number, clause in enumerate(_clauses(text, claims.language)):
        _read(clause, claims, opening=number == 0)
    return claims


def _clauses(text: str, language: Language) -> Iterator[Clause]:
    """Cut a text into clauses; "but not" and "without" begin a new one, as they change the sign."""
    for clause in clauses(text, language):
        start = 0
        reads = [word.read for word in clause.words]
        for at, (word, following) in enumerate(zip(reads, [*reads[1:], ""], strict=True)):
            if (word in _words("turns") and at > start) or (word == "," and _denies(following)):
                yield clause.part(start, at)
                start = at
        yield clause.part(start, None)


def _read(clause: Clause, claims: _Claims, *, opening: bool) -> None:
    """Take in one clause: everything after a denial is denied, what stands before it is left open."""
    words = [word for word in clause.words if word.read != ","]
    folded = [word.read for word in words]
    denials = [at for at, word in enumerate(folded) if _denies(word)]
    key = f" {clause.key} "  # a denial of several words or letters: "no longer", "ない"
    if any(f" {spaced(denial)} " in key for denial in _words("denied_by")):
        denials.insert(0, -1)
    first = min(denials, default=len(words))
    tastes = _words("tastes")
    behind = [w for w in folded[first + 1 :] if not _is_function(w) and _meaning(w) not in tastes]
    unreal = "unreal " if clause.asked or any(word in _words("wished") for word in folded) else ""
    for at, word in enumerate(words):
        claims.words.add(word.read)
        left_open = denials and at < first and (behind or len(denials) > 1)
        signs = ("yes", "no") if left_open else ("no",) if denials else ("yes",)
        name = clause.text[word.start : word.end][:1].isupper()
        if name and opening and at == 0:  # who does something: a verb follows, or what is theirs
            follows = "".join(folded[1:2])
            claims.owning = follows == "'s"
            name = claims.owning or follows in _words("finite") or follows[3:].endswith("s")
            claims.subject = word.read if name else ""
        _take(claims, word.read, {unreal + sign for sign in signs}, name=name)


def _take(claims: _Claims, word: str, signs: set[str], *, name: bool) -> None:
    meant = _meaning(word)
    unreal = word in _words("wished") and meant == stem(word)
    if _DATE.fullmatch(word):
        claims.dates.add(word)
    elif any(map(str.isdigit, meant)):
        claims.numbers.add(meant)
    elif not unreal and not _is_function(word) and word not in _words("denials"):
        claims.names.update({word} if name else ())
        if not name or word != claims.subject:
            claims.signs.setdefault(meant, set()).update(signs)


def _is_function(word: str) -> bool:
    return word in languages()["en"].stop or word in _words("function")


def _denies(word: str) -> bool:
    return word in _words("denials") or word in _words("dislikes")


def _meaning(word: str) -> str:
    """Return what a folded word means: a number in digits, a rewording as one word, else its stem."""
    known = _vocabulary(tuple(languages().values()))
    return known.numbers.get(word) or known.same.get(stem(word)) or stem(word)


class _Vocabulary(NamedTuple):
    """What all languages say of words: lists by name, and what words stand for."""

    lists: Mapping[str, frozenset[str]]
    same: Mapping[str, str]
    implied: Mapping[str, Sequence[str]]
    numbers: Mapping[str, str]
    months: Mapping[str, str]


def _words(list_: str) -> frozenset[str]:
    return _vocabulary(tuple(languages().values())).lists.get(list_, frozenset())


@lru_cache(maxsize=1)
def _vocabulary(known: tuple[Language, ...]) -> _Vocabulary:
    lists: dict[str, frozenset[str]] = {"times": frozenset().union(*map(time_words, known))}
    for one in known:
        unsure = ("unsure", one.dates.get("unsure", ()))
        for name, listed in (*one.words.items(), *one.grounding.items(), unsure):
            lists[name] = lists.get(name, frozenset()).union(listed)
    same = [entry.split() for entry in lists.get("same", ())]
    implied = [entry.split() for entry in lists.get("implied", ())]
    numbers = [(entry, str(n)) for one in known for n, entry in enumerate(one.grounding.get("numbers", ()))]
    months = [
        (month.split("/"), str(n)) for one in known for n, month in enumerate(one.dates.get("months", ()), 1)
    ]
    return _Vocabulary(
        lists=lists,
        same={stem(word): meant for meant, *others in same for word in (meant, *others)},
        implied={first: others for first, *others in implied},
        numbers=dict(numbers),
        months={name: number for names, number in months for name in names},
    )

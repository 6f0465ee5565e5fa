"""Grounding: whether a message says what a fact learned from it says.

Word by word, in every script: what a fact says must be found in the message with the same sign, so that
"Likes pineapple" is not grounded in "I do not like pineapple", nor in "I wish I liked it". Names and numbers
must all be there; a few other words may differ. What is written as the message is written is always grounded.
The words that count are in `[grounding]` of the language files: `same` for rewordings, `denials`, `unreal`
for what is not so or not yet, `function` for what holds a sentence together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import re2

from dnam.languages import Language, detect, grounding_words, languages, spaced
from dnam.rules.clauses import Clause, clauses
from dnam.rules.date_words import time_words
from dnam.rules.text import collapse, plain, same_content, stem

SHARE = 0.75
"""The share of a fact's content words that must be in the message."""
_DATE = re2.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_YEAR = re2.compile(r"(?:19|20)\d\d")
_BOTH = frozenset({"yes", "no", "unreal yes", "unreal no"})


@dataclass(slots=True)
class _Said:
    """What a text says: its content words, each with the signs it was said with."""

    language: Language
    signs: dict[str, set[str]] = field(default_factory=dict)
    """For each meaning: "yes", "no", "unreal yes" …; more than one when it can be read both ways."""
    names: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    dates: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    """Every folded word, function words too."""
    subject: str = ""
    """The name a text opens with, as in "Sam likes tea"."""
    owning: bool = False
    """It opens with what is theirs, as in "Sam's dog"."""

    def add(self, word: str, signs: set[str] | frozenset[str]) -> None:
        self.signs.setdefault(word, set()).update(signs)


def grounded(text: str, source: str) -> bool:
    """Return whether a source says what a text says."""
    text, source = collapse(plain(text)), plain(source).strip()
    if not text or not source:
        return False
    if same_content(text, source):
        return True
    fact, told = _said(text), _said(source)
    if not fact.signs and not fact.dates:
        return False
    if told.subject:
        told.add(told.subject, _BOTH)
    supported = [_support(word, signs, told) for word, signs in fact.signs.items()]
    if fact.subject in told.names:
        supported.append("for")
    if "against" in supported or not _names_and_numbers(fact, told):
        return False
    return supported.count("for") >= SHARE * len(supported)


def quoted(evidence: str, source: str) -> bool:
    """Return whether evidence stands in its source as it is, or says what the source says."""
    return collapse(plain(evidence)).casefold() in collapse(plain(source)).casefold() or grounded(
        evidence, source
    )


def _support(word: str, signs: set[str], told: _Said) -> str:
    """Return whether the source speaks for a word with its sign, against it, or not of it at all."""
    known = (word, *grounding_words("implied").get(word, "").split())
    found = next((told.signs[one] for one in known if one in told.signs), None)
    if found is None:
        found = next((told.signs[other] for other in told.signs if _alike(word, other)), None)
    decisive = word in grounding_words("decisive") or any(map(str.isdigit, word))
    if found is None:
        return "against" if decisive else "silent"
    return "for" if found & signs or word in grounding_words("tastes") else "against"


def _alike(left: str, right: str) -> bool:
    """Return whether two stems are forms of one word: a long common beginning and little after it."""
    least = 4 if left.isascii() else 3
    if min(len(left), len(right)) < least or left[:3] != right[:3]:
        return False
    pairs = zip(left, right, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(left), len(right)))
    return same >= least and same >= 0.6 * max(len(left), len(right))


def _names_and_numbers(fact: _Said, told: _Said) -> bool:
    known = told.words | set(told.signs)
    strange = {name for name in fact.names if name not in known and not any(_alike(name, w) for w in known)}
    speaker = told.language.words.get("own" if fact.owning else "speaker", frozenset())
    if strange - ({fact.subject} if told.words & speaker else set()):
        return False
    timed = bool(told.words & _times())
    years = {number for number in fact.numbers if timed and _YEAR.fullmatch(number)}
    return fact.numbers - years <= told.numbers and all(_dated(date, told) for date in fact.dates)


def _dated(date: str, told: _Said) -> bool:
    """Return whether the source names that day, or a time that can be resolved to it."""
    if date in told.dates:
        return True
    months = grounding_words("months")
    named = {months[word] for word in told.words if word in months and (word != "may" or told.numbers)}
    if named:
        return str(int(date[5:7])) in named
    return bool(told.words & _times() or told.numbers)


def _said(text: str) -> _Said:
    said = _Said(next(iter(detect(text)), languages()["en"]))
    for number, clause in enumerate(_clauses(text, said.language)):
        _read(clause, said, opening=number == 0)
    return said


def _clauses(text: str, language: Language) -> Iterator[Clause]:
    """Cut a text into clauses; "but not" and "without" begin a new one, as they change the sign."""
    for clause in clauses(text, language):
        start = 0
        reads = [word.read for word in clause.words]
        for at, (word, following) in enumerate(zip(reads, [*reads[1:], ""], strict=True)):
            if (word in grounding_words("turns") and at > start) or (word == "," and _denies(following)):
                yield clause.part(start, at)
                start = at
        yield clause.part(start, None)


def _read(clause: Clause, said: _Said, *, opening: bool) -> None:
    """Take in one clause: everything after a denial is denied, what stands before it is left open."""
    words = [word for word in clause.words if word.read != ","]
    folded = [word.read for word in words]
    denials = [at for at, word in enumerate(folded) if _denies(word)]
    if _denied_within(clause):
        denials.insert(0, -1)
    first = min(denials, default=len(words))
    tastes = grounding_words("tastes")
    behind = [w for w in folded[first + 1 :] if not _is_function(w) and _meaning(w) not in tastes]
    unreal = clause.asked or any(word in grounding_words("unreal") for word in folded)
    for at, word in enumerate(words):
        said.words.add(word.read)
        before = at < first
        open_ = bool(denials) and before and (bool(behind) or (len(denials) > 1 and first >= 0))
        signs = {"yes", "no"} if open_ else {"no"} if denials else {"yes"}
        written = clause.text[word.start : word.end]
        name = written[:1].isupper() and not (opening and at == 0 and not _is_subject(folded))
        if name and opening and at == 0:
            said.subject, said.owning = word.read, folded[1:2] == ["'s"]
        _take(said, word.read, {f"unreal {sign}" for sign in signs} if unreal else signs, name=name)


def _is_subject(folded: list[str]) -> bool:
    """Return whether the first of these words is who does something: a verb follows, or what is theirs."""
    follows = folded[1] if len(folded) > 1 else ""
    return follows == "'s" or follows in grounding_words("finite") or follows[3:].endswith("s")


def _take(said: _Said, word: str, signs: set[str], *, name: bool) -> None:
    meant = _meaning(word)
    if _DATE.fullmatch(word):
        said.dates.append(word)
        return
    if _is_function(word) or word in grounding_words("denials"):
        return
    if word in grounding_words("unreal") and meant == stem(word):
        return
    if any(map(str.isdigit, meant)):
        said.numbers.add(meant)
    elif name:
        said.names.add(word)
        if word != said.subject:
            said.add(meant, signs)
    else:
        said.add(meant, signs)


def _is_function(word: str) -> bool:
    return word in languages()["en"].search["stop"] or word in grounding_words("function")


def _times() -> frozenset[str]:
    return frozenset[str]().union(*map(time_words, languages().values()))


def _denies(word: str) -> bool:
    return word in grounding_words("denials") or word in grounding_words("dislikes")


def _denied_within(clause: Clause) -> bool:
    """Return whether a clause holds a denial of several words or letters: "no longer", "ない"."""
    key = f" {clause.key} "
    return any(f" {spaced(denial)} " in key for denial in grounding_words("denied_by"))


def _meaning(word: str) -> str:
    """Return what a folded word means: a number in digits, a rewording as one word, else its stem."""
    if word in grounding_words("dislikes"):
        return next(iter(grounding_words("tastes")), word)
    return grounding_words("numbers").get(word) or _same().get(stem(word)) or stem(word)


@cache
def _same() -> dict[str, str]:
    return {stem(word): meant for word, meant in grounding_words("same").items()}

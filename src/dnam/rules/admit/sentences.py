"""A text into sentences and clauses of plain words, as the patterns of orders read it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

import re2

from dnam.languages import spaced

QUOTE = "⁂"
"""Stands for a quotation."""
BREAK = ","
"""Stands for any sign that parts clauses."""

_SIGNS = '"“”«»„「」『』‘'
"""No quotation has another in it: so nothing is read twice."""
_QUOTED = re2.compile(
    "|".join(
        rf"{left}[^{_SIGNS}{right}]+[{right}]"
        for left, right in ('""', "“”", "«»", "„“", "„”", "「」", "『』", "‘’")
    )
)
_SINGLE = re2.compile(r"(^|[\s(:,])'([^'\n]+)'($|[\s).,!?;:])")
_MARKS = re2.compile(r"[\"“”«»„「」『』]")
_TOKEN = re2.compile(
    rf"{QUOTE}|[\p{{L}}\p{{M}}\p{{N}}_@#$]+(?:['.-][\p{{L}}\p{{M}}\p{{N}}_]+)*|[.!?…؟。！？]+|[:：]+|\n|\p{{So}}"
    r"|[,;、，；،؛()\[\]{}<>\"“”«»„「」『』|—–*~`]|\s-+\s"
)
_CLITICS = 3
"""So many words at most are joined by hyphens: "donne-le-moi"."""
_CLITIC = 3
"""So many letters at most has the last of them: "forget-me-nots" is one word."""
_ENDINGS = ("s", "re", "ll", "ve", "d", "m")
"""What English joins to a word with an apostrophe."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, or the part of one before or after a colon."""

    words: tuple[str, ...]
    """In lower case; a sign between clauses is a `BREAK`."""
    capital: bool
    """Its first word begins with a capital letter."""
    asked: bool = False
    """It ends in a question mark."""
    heading: tuple[str, ...] = ()
    """What stands before the colon that it follows."""

    @property
    def key(self) -> str:
        """What patterns match."""
        return " ".join(self.words)

    def clauses(self, joins: Collection[str]) -> Iterator[str]:
        """Return what patterns match of each part, cut at signs and at joining words."""
        part: list[str] = []
        for word in self.words:
            if word != BREAK and word not in joins:
                part.append(word)
            elif part:
                yield " ".join(part)
                part = []
        if part:
            yield " ".join(part)


def without_quotations(text: str) -> str:
    """Put a mark in the place of quotations, unless they are most of the text."""
    # Functions, not templates: re2 mangles letters of a template that are not ASCII.
    masked = _QUOTED.sub(lambda _: f" {QUOTE} ", text)
    masked = _SINGLE.sub(lambda found: f"{found[1]} {QUOTE} {found[3]}", masked)
    said = len("".join(masked.replace(QUOTE, " ").split()))
    return masked if said >= 0.2 * len(text) else str(_MARKS.sub(" ", text))


@lru_cache(maxsize=4)  # a text is asked about several times in a row
def sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text in their order."""
    found: list[Sentence] = []
    words: list[str] = []
    heading: tuple[str, ...] = ()
    capital = False
    for token in _TOKEN.finditer(f"{text}\n"):
        sign = token.group()
        inside = token.end() < len(text) and text[token.end()].isalnum() and sign.isascii()
        if sign[0] in ".:" and inside and sign != "...":
            continue
        if sign[0].isalnum() or sign[0] in f"_@#${QUOTE}":
            capital = sign[0].isupper() if not words else capital
            words += _words(sign)
        elif sign[0] in ".!?…؟。！？:：\n" or not (sign.isascii() or sign in "、，；،؛“”«»„「」『』—–"):
            if any(word != BREAK for word in words):
                found.append(Sentence(tuple(words), capital, sign[0] in "?؟？", heading))
                heading = tuple(words) if sign[0] in ":：" else ()
            words = []
        elif words:
            words.append(BREAK)
    return tuple(found)


def _words(token: str) -> list[str]:
    """Return the words a token stands for: "l'assistant" and "dis-moi" are two, "don't" is one."""
    folded = token.casefold().replace("i\u0307", "i")
    parts = folded.split("-")
    joined = len(parts) > _CLITICS or len(parts[-1]) > _CLITIC
    return [word for part in ([folded] if joined else parts) for word in _apart(part)]


def _apart(word: str) -> list[str]:
    stem, apostrophe, ending = word.rpartition("'")
    if not apostrophe or word.endswith("n't"):
        return [word] if word.isascii() else spaced(word).split()
    if ending in _ENDINGS:
        return [stem, f"'{ending}"]
    if "\u0400" <= max(word) <= "\u04ff":  # a letter of Ukrainian words
        return [word.replace("'", "")]
    return word.split("'")

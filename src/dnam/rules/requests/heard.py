"""A text as the words that patterns match, without whom it is said to and what is only polite.

Each letter of a script without spaces is a word of its own. Signs that part a sentence are words too: "," and
":" and ".", so that a pattern can ask for them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import re2

from dnam.languages import Language, languages
from dnam.languages.patterns import UNSPACED, bare, encodable
from dnam.model import Person
from dnam.rules.text import collapse, plain

LONGEST = 1000
"""Characters: twice the longest fact; what is longer was pasted."""
SIGNS = frozenset(",:.?")

LONGEST_PHRASE = 6
"""Words of a name or a greeting."""

Phrases = frozenset[tuple[str, ...]]

_TOKEN = re2.compile(
    rf"<@!?\d+>|[{UNSPACED}]|\d+(?:[.,:/]\d+)+|[\p{{L}}\p{{M}}\p{{N}}_@]+(?:['.&/][\p{{L}}\p{{M}}\p{{N}}_]+)*[#+']{{0,2}}"
    r"|[?？؟]|[,，、،;；]|[:：]|[.!！…。]+|\s[-–—]+\s|—"
)
_SCRIPT = re2.compile(rf"[{UNSPACED}]|[^{UNSPACED}]+")
_SIGN_OF = {"?": "?？؟", ":": ":：", ".": ".!！…。"}
_ENDINGS = frozenset("s t d m n re ve ll".split())
"""What follows an apostrophe and belongs to the word before it; "j'aime" are two words."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word: how it is read, and where it stands in the text."""

    read: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said to the assistant."""

    text: str
    """The whole text, brought to equal characters."""
    words: tuple[Word, ...]
    """What is said, without whom it is said to."""
    asked: bool = False
    """It ends in a question mark."""
    called: bool = False
    """It begins with the assistant's name."""

    @property
    def key(self) -> str:
        """What patterns match."""
        return " ".join(word.read for word in self.words)

    def trimmed(self, language: Language) -> "Heard":
        """Return it without what is only polite in a language."""
        lists, reads = language.rows["requests"].lists, [word.read for word in self.words]
        end = _skip_back(reads, len(reads), _phrases(lists.get("thanks", ())))
        start = _skip(reads[:end], 0, _phrases((*lists.get("polite", ()), *lists.get("thanks", ()))))
        asked = self.asked or "?" in reads[end:]
        return Heard(self.text, self.words[start:end], asked=asked, called=self.called)

    def written(self, start: int, end: int) -> str:
        """Return a part of the key as it stands in the text; both are positions in the key."""
        first, last, at = -1, -1, 0
        for word in self.words:
            if at < end and at + len(word.read) > start:
                first, last = (word.start if first < 0 else first), word.end
            at += len(word.read) + 1
        return self.text[first:last].strip(" ,:;") if first >= 0 else ""


def hear(text: str, assistant: Person) -> Heard:
    """Read a text as words; one that is too long has none."""
    said = collapse(plain(encodable(text))).replace("ʼ", "'")
    if len(said) > LONGEST:
        return Heard(said, ())
    words = read_words(said)
    reads = [word.read for word in words]
    names = _of_all("assistant") | _names(assistant)
    at = _skip(reads, 0, _of_all("polite"))
    called = _length(reads, at, names)
    start = at + called if called else 0
    thanks = _of_all("thanks")
    end = _skip_back(reads, len(reads), thanks)
    behind = _length_back(reads, end, names)
    asked = "?" in reads[end:] or (behind > 0 and reads[end - behind - 1 : end - behind] == ["?"])
    end = end - behind if behind and end - behind > start else len(reads)
    return Heard(said, tuple(words[start:end]), asked=asked, called=called > 0)


def _of_all(list_: str) -> Phrases:
    lists = [language.rows["requests"].lists.get(list_, frozenset()) for language in languages().values()]
    return _phrases(tuple(frozenset().union(*lists)))


@lru_cache(maxsize=256)
def _phrases(listed: tuple[str, ...] | frozenset[str]) -> Phrases:
    return frozenset(filter(None, map(_reads, listed)))


def _names(assistant: Person) -> Phrases:
    name = _reads(plain(assistant.name))
    called = {name, (f"@{name[0]}", *name[1:])} if name else set()
    return frozenset({(f"<@{assistant.id}>",), (f"<@!{assistant.id}>",), *called})


def _reads(phrase: str) -> tuple[str, ...]:
    return tuple(word.read for word in read_words(phrase))


def _length(reads: Sequence[str], at: int, phrases: Phrases) -> int:
    """Return how many words from here on are one of the phrases."""
    return next((n for n in range(LONGEST_PHRASE, 0, -1) if tuple(reads[at : at + n]) in phrases), 0)


def _length_back(reads: Sequence[str], end: int, phrases: Phrases) -> int:
    return next(
        (n for n in range(min(LONGEST_PHRASE, end), 0, -1) if tuple(reads[end - n : end]) in phrases), 0
    )


def _skip(reads: Sequence[str], at: int, phrases: Phrases) -> int:
    while at < len(reads) and (found := 1 if reads[at] in SIGNS else _length(reads, at, phrases)):
        at += found
    return at


def _skip_back(reads: Sequence[str], end: int, phrases: Phrases) -> int:
    while end and (found := 1 if reads[end - 1] in SIGNS else _length_back(reads, end, phrases)):
        end -= found
    return end


def read_words(text: str) -> list[Word]:
    """Return the words of a text."""
    return [word for token in _TOKEN.finditer(text) for word in _read(token.group(), token.start())]


def _read(token: str, start: int) -> Iterable[Word]:
    end = start + len(token)
    if not (token[0].isalnum() or token[0] in "<@_"):
        yield Word(next((sign for sign, same in _SIGN_OF.items() if token[0] in same), ","), start, end)
        return
    stem, apostrophe, ending = token.partition("'")
    if apostrophe and ending and len(stem) <= 2 and ending.casefold() not in _ENDINGS:
        yield Word(bare(stem) + "'", start, start + len(stem) + 1)
        yield Word(bare(ending), start + len(stem) + 1, end)
        return
    if len(token) == 1 or token.isascii():
        yield Word(bare(token), start, end)
        return
    for part in _SCRIPT.finditer(token):  # "Benは" are two words
        yield Word(bare(part.group()), start + part.start(), start + part.end())

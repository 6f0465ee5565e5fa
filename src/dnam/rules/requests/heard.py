"""A text as the words that patterns match, without whom it is said to and what is only polite.

Each letter of a script without spaces is a word of its own. Signs that part a sentence are words too: "," and
":" and ".", so that a pattern can ask for them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import re2

from dnam.languages import Language, languages
from dnam.languages.patterns import UNSPACED, bare, encodable
from dnam.model import Person
from dnam.rules.requests.rows import requests_of
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
    """One word: how it is read, where it stands in the text, and where small words behind it end."""

    read: str
    start: int
    end: int
    until: int


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said to the assistant."""

    text: str
    """The whole text, brought to equal characters."""
    words: tuple[Word, ...]
    """What is said, without whom it is said to."""
    asked: bool = False
    """It ends in a question mark, and is no request put as a question."""
    called: bool = False
    """It begins with the assistant's name."""

    @property
    def key(self) -> str:
        """What patterns match."""
        return " ".join(word.read for word in self.words)

    def in_language(self, language: Language) -> "Heard":
        """Return it without what is only polite in a language: greetings, "could you", small words."""
        polite, ask, small = (_phrases(language, name) for name in ("polite", "ask", "small"))
        reads = [word.read for word in self.words]
        end = _skip_back(reads, polite)
        reads, asked = reads[:end], self.asked or "?" in reads[end:]
        start = _skip(reads, 0, polite | small)
        request = _length(reads, start, ask)
        start = _skip(reads, start + request, polite | small)
        words: list[Word] = []
        while start < end:
            if length := _length(reads, start, small):
                if words:
                    words[-1] = Word(
                        words[-1].read, words[-1].start, words[-1].end, self.words[start + length - 1].end
                    )
            else:
                length = 1
                if not (words and reads[start] in SIGNS and words[-1].read in SIGNS):
                    words.append(self.words[start])
            start += length
        return Heard(self.text, tuple(words), asked=asked and not request, called=self.called)

    def written(self, start: int, end: int, *, small: bool) -> str:
        """Return a part of the key as it stands in the text, with or without small words behind it."""
        at, found = 0, []
        for word in self.words:
            if at < end and at + len(word.read) > start:
                found.append(word)
            at += len(word.read) + 1
        return (
            self.text[found[0].start : found[-1].until if small else found[-1].end].strip(" ,:;")
            if found
            else ""
        )


def hear(text: str, assistant: Person) -> Heard:
    """Read a text as words; one that is too long has none."""
    said = collapse(plain(encodable(text))).replace("ʼ", "'")
    words = read_words(said) if len(said) <= LONGEST else []
    reads = [word.read for word in words]
    known = languages().values()
    names = frozenset().union(_names(assistant), *(_phrases(each, "assistant") for each in known))
    polite = frozenset().union(*(_phrases(each, "polite") for each in known))
    at = _skip(reads, 0, polite)
    called = _length(reads, at, names)
    start = at + called if called else 0
    end = _skip_back(reads, polite)
    behind = next(
        (n for n in range(LONGEST_PHRASE, 0, -1) if tuple(reads[max(end - n, 0) : end]) in names), 0
    )
    asked = "?" in reads[end:] or (behind > 0 and reads[end - behind - 1 : end - behind] == ["?"])
    end = end - behind if behind and end - behind > start else len(reads)
    return Heard(said, tuple(words[start:end]), asked=asked, called=called > 0)


@cache
def _phrases(language: Language, list_: str) -> Phrases:
    return frozenset(filter(None, map(_reads, requests_of(language).lists.get(list_, ()))))


def _names(assistant: Person) -> Phrases:
    name = _reads(plain(assistant.name))
    called = {name, (f"@{name[0]}", *name[1:])} if name else set()
    return frozenset({(f"<@{assistant.id}>",), (f"<@!{assistant.id}>",), *called})


def _reads(phrase: str) -> tuple[str, ...]:
    return tuple(word.read for word in read_words(phrase))


def _length(reads: Sequence[str], at: int, phrases: Phrases) -> int:
    """Return how many words from here on are one of the phrases."""
    longest = min(LONGEST_PHRASE, len(reads) - at)
    return next((n for n in range(longest, 0, -1) if tuple(reads[at : at + n]) in phrases), 0)


def _skip(reads: Sequence[str], at: int, phrases: Phrases) -> int:
    while at < len(reads) and (found := 1 if reads[at] in SIGNS else _length(reads, at, phrases)):
        at += found
    return at


def _skip_back(reads: Sequence[str], phrases: Phrases) -> int:
    """Return where a text ends without the signs and phrases at its end."""
    backwards = frozenset(phrase[::-1] for phrase in phrases)
    return len(reads) - _skip([*reversed(reads)], 0, backwards)


def read_words(text: str) -> list[Word]:
    """Return the words of a text."""
    return [word for token in _TOKEN.finditer(text) for word in _read(token.group(), token.start())]


def _read(token: str, start: int) -> Iterable[Word]:
    stem, apostrophe, ending = token.partition("'")
    parts = [(part.group(), part.start()) for part in _SCRIPT.finditer(token)]  # "Benは" are two words
    if not (token[0].isalnum() or token[0] in "<@_"):
        parts = [(next((sign for sign, same in _SIGN_OF.items() if token[0] in same), ","), 0)]
    elif apostrophe and ending and len(stem) <= 2 and ending.casefold() not in _ENDINGS:
        parts = [(stem + "'", 0), (ending, len(stem) + 1)]
    for part, at in parts:
        end = start + (at + len(part) if len(parts) > 1 else len(token))
        yield Word(bare(part), start + at, end, end)

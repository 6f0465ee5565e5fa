"""A text as the words that patterns match, without whom it is said to and what is only polite.

Each letter of a script without spaces is a word of its own. Signs that part a sentence are words too: "," and
":" and ".", so that a pattern can ask for them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import re2

from dnam.languages import Language, languages
from dnam.languages.patterns import UNSPACED, Phrases, bare, encodable
from dnam.model import Person
from dnam.rules.requests.rows import requests_of
from dnam.rules.text import collapse, plain

LONGEST = 1000
"""Characters: twice the longest fact; what is longer was pasted."""
SIGNS = frozenset(",:.?")
LONGEST_PHRASE = 6
"""Words of a name or a greeting."""

_TOKEN = re2.compile(
    rf"<@!?\d+>|[{UNSPACED}]|\d+(?:[.,:/]\d+)+|[\p{{L}}\p{{M}}\p{{N}}_@]+(?:['.&/][\p{{L}}\p{{M}}\p{{N}}_]+)*[#+']{{0,2}}"
    r"|[?？؟]|[,，、،;；]|[:：]|[.!！…。]+|\s[-–—]+\s|—"
)
_SCRIPT = re2.compile(rf"[{UNSPACED}]|[^{UNSPACED}]+")
_SIGN_OF = {"?": "?？؟", ":": ":：", ".": ".!！…。"}
_ENDINGS = frozenset("s t d m n re ve ll".split())
"""What follows an apostrophe and belongs to the word before it; "j'aime" are two words."""


@dataclass(frozen=True, slots=True)
class RequestWord:
    """One word: how it is read, where it stands in the text, and where small words behind it end."""

    read: str
    start: int
    end: int
    until: int


@dataclass(frozen=True, slots=True)
class RequestText:
    """What was said to the assistant."""

    text: str
    """The whole text, brought to equal characters."""
    words: tuple[RequestWord, ...]
    """What is said, without whom it is said to."""
    asked: bool = False
    """It ends in a question mark, and is no request put as a question."""
    called: bool = False
    """It begins with the assistant's name."""

    @property
    def key(self) -> str:
        """What patterns match."""
        return " ".join(word.read for word in self.words)

    def in_language(self, language: Language) -> "RequestText":
        """Return it without what is only polite in a language: greetings, "could you", small words."""
        rows, reads = requests_of(language), [word.read for word in self.words]
        polite, small = rows.phrases("polite"), rows.phrases("small")
        end = _skip_back(reads, polite)
        reads, asked = reads[:end], self.asked or "?" in reads[end:]
        start = _skip(reads, 0, polite, small)
        request = _length(reads, start, rows.phrases("ask"))
        start = _skip(reads, start + request, polite, small)
        words: list[RequestWord] = []
        while start < end:
            length = _length(reads, start, small)
            if length and words:
                words[-1] = replace(words[-1], until=self.words[start + length - 1].end)
            elif not length and not (words and {reads[start], words[-1].read} <= SIGNS):
                words.append(self.words[start])
            start += length or 1
        return RequestText(self.text, tuple(words), asked=asked and not request, called=self.called)

    def written(self, start: int, end: int, *, small: bool) -> str:
        """Return a part of the key as it stands in the text, with or without small words behind it."""
        first = self.key.count(" ", 0, start)
        words = self.words[first : first + self.key.count(" ", start, end) + 1] if end > start else ()
        last = max((word.until if small else word.end for word in words), default=0)
        return self.text[words[0].start : last].strip(" ,:;") if words else ""


def hear(text: str, assistant: Person) -> RequestText:
    """Read a text as words; one that is too long has none."""
    said = collapse(plain(encodable(text))).replace("ʼ", "'")
    words = read_words(said) if len(said) <= LONGEST else []
    reads = [word.read for word in words]
    called = " ".join(word.read for word in read_words(plain(assistant.name))) or "bot"
    mentions = (f"<@{assistant.id}>", f"<@!{assistant.id}>", called, f"@{called}")
    everyone = tuple(languages().values())
    names, polite = _of_all(everyone, "assistant", mentions), _of_all(everyone, "polite")
    at = _skip(reads, 0, polite)
    name = _length(reads, at, names)
    start = at + name if name else 0
    end = _skip_back(reads, polite)
    behind = names.at_end(" ".join(reads[:end][-LONGEST_PHRASE:]))
    asked = "?" in reads[end:] or (behind > 0 and reads[end - behind - 1 : end - behind] == ["?"])
    end = end - behind if behind and end - behind > start else len(reads)
    return RequestText(said, tuple(words[start:end]), asked=asked, called=name > 0)


@lru_cache(maxsize=64)
def _of_all(known: tuple[Language, ...], list_: str, more: tuple[str, ...] = ()) -> Phrases:
    """Return the phrases that any language has in a list."""
    return Phrases([*more, *(one for each in known for one in requests_of(each).lists.get(list_, ()))])


def _length(reads: Sequence[str], at: int, phrases: Phrases) -> int:
    """Return how many words from here on are one of the phrases."""
    return phrases.at_start(" ".join(reads[at : at + LONGEST_PHRASE]))


def _skip(reads: Sequence[str], at: int, *lists: Phrases) -> int:
    """Return where a text goes on behind signs and phrases."""
    while at < len(reads) and (
        found := 1 if reads[at] in SIGNS else max(_length(reads, at, one) for one in lists)
    ):
        at += found
    return at


def _skip_back(reads: Sequence[str], phrases: Phrases) -> int:
    """Return where a text ends without the signs and phrases at its end."""
    end = len(reads)
    while end and (
        found := 1 if reads[end - 1] in SIGNS else phrases.at_end(" ".join(reads[:end][-LONGEST_PHRASE:]))
    ):
        end -= found
    return end


def read_words(text: str) -> list[RequestWord]:
    """Return the words of a text."""
    return [word for token in _TOKEN.finditer(text) for word in _read(token.group(), token.start())]


def _read(token: str, start: int) -> Iterable[RequestWord]:
    stem, apostrophe, ending = token.partition("'")
    parts = [(part.group(), part.start()) for part in _SCRIPT.finditer(token)]  # "Benは" are two words
    if not (token[0].isalnum() or token[0] in "<@_"):
        parts = [(next((sign for sign, same in _SIGN_OF.items() if token[0] in same), ","), 0)]
    elif apostrophe and ending and len(stem) <= 2 and ending.casefold() not in _ENDINGS:
        parts = [(stem + "'", 0), (ending, len(stem) + 1)]
    for part, at in parts:
        end = start + (at + len(part) if len(parts) > 1 else len(token))
        yield RequestWord(bare(part), start + at, end, end)

"""A text as the words that patterns match, without whom it is said to and what is only polite.

Each letter of a script without spaces is a word of its own. Signs that part a sentence are words too: "," and
":" and ".", so that a pattern can ask for them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import re2

from dnam.domain import Person
from dnam.languages import Language, languages
from dnam.languages.patterns import UNSPACED, alternatives, bare, encodable, spaced
from dnam.rules.requests.rows import requests_of
from dnam.rules.text import collapse, plain

LONGEST = 1000
"""Characters: twice the longest fact; what is longer was pasted."""
SIGNS = frozenset(",:.?")
LONGEST_PHRASE = 6
"""Words of a phrase that is left out."""

_TOKEN = re2.compile(
    rf"<@!?\d+>|[{UNSPACED}]|\d+(?:[.,:/]\d+)+|[\p{{L}}\p{{M}}\p{{N}}_@]+(?:['.&/][\p{{L}}\p{{M}}\p{{N}}_]+)*[#+']{{0,2}}"
    r"|[?？؟]|[,，、،;；]|[:：]|[.!！…。]+|\s[-–—]+\s|—"
)
_SCRIPT = re2.compile(rf"[{UNSPACED}]|[^{UNSPACED}]+")
_SIGN_OF = {same: sign for sign, alike in {"?": "?？؟", ":": ":：", ".": ".!！…。"}.items() for same in alike}
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
    """What was said to the assistant: the whole text, and its words without whom it is said to.

    It is `asked` when it ends in a question mark and is no request put as a question, and `called` when it
    begins with the assistant's name.
    """

    text: str
    words: tuple[RequestWord, ...]
    asked: bool = False
    called: bool = False

    @property
    def key(self) -> str:
        """What patterns match."""
        return " ".join(word.read for word in self.words)

    def in_language(self, language: Language) -> "RequestText":
        """Return it without what is only polite in a language: greetings, "could you", small words."""
        small, reads = requests_of(language).phrases("small"), [word.read for word in self.words]
        start, end, request = _within(_polite(language), self.key)
        words: list[RequestWord] = []
        while start < end:
            length = small.at_start(" ".join(reads[start : start + LONGEST_PHRASE]))
            if length and words:
                words[-1] = replace(words[-1], until=self.words[start + length - 1].end)
            elif not length and not (words and {reads[start], words[-1].read} <= SIGNS):
                words.append(self.words[start])
            start += length or 1
        asked = (self.asked or "?" in reads[end:]) and not request
        return RequestText(self.text, tuple(words), asked=asked, called=self.called)

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
    called = " ".join(word.read for word in read_words(plain(assistant.name))) or "bot"
    names = ("bot", f"<@{assistant.id}>", f"<@!{assistant.id}>", called, f"@{called}")
    key = " ".join(word.read for word in words)
    start, end, begins = _within(_call(tuple(languages().values()), names), key)
    return RequestText(said, tuple(words[start:end]), asked="?" in key.split(" ")[end:], called=begins)


@cache
def _polite(language: Language) -> re2._Regexp:
    behind, ask = _any((language,), "polite"), _any((language,), "ask")
    before = f"{behind}|{_any((language,), 'small')}"
    return re2.compile(rf"(?:(?:{before}) )*(?:({ask}) (?:(?:{before}) )*)?(.*?)(?: (?:{behind}))*")


@lru_cache(maxsize=64)
def _call(known: tuple[Language, ...], names: tuple[str, ...]) -> re2._Regexp:
    name, polite = f"{alternatives(names)}|{_any(known, 'assistant')}", f"(?:{_any(known, 'polite')})"
    return re2.compile(rf"(?:(?:{polite} )*({name}) )?(.*?)(?:(?: {polite})* (?:{name})(?: {polite})*)?")


def _any(known: Iterable[Language], list_: str) -> str:
    """Return an expression for the phrases that languages have in a list; signs count as polite."""
    phrases = {phrase for one in known for phrase in requests_of(one).lists.get(list_, ())}
    return alternatives((*phrases, *(SIGNS if list_ == "polite" else ()))) or r"[^\s\S]"


def _within(frame: re2._Regexp, key: str) -> tuple[int, int, bool]:
    """Return where in the words what is framed begins and ends, and whether what leads to it is there."""
    found = frame.fullmatch(key)
    start, end = found.span(2) if found else (0, 0)
    first = key.count(" ", 0, start)
    length = key.count(" ", start, end) + 1 if end > start else 0
    return first, first + length, found is not None and found.group(1) is not None


def searched(heard: RequestText, lists: Mapping[str, frozenset[str]]) -> str:
    """Return the words of a search that are not the request's own."""
    own = {word for listed in lists.values() for phrase in listed for word in spaced(phrase).split()} | SIGNS
    found, end = "", 0
    for word in heard.words:
        if word.read not in own:
            found += ("" if word.start == end else " ") + heard.text[word.start : word.end]
            end = word.end
    return found.strip() or heard.text


def read_words(text: str) -> list[RequestWord]:
    """Return the words of a text."""
    return [word for token in _TOKEN.finditer(text) for word in _read(token.group(), token.start())]


def _read(token: str, start: int) -> Iterable[RequestWord]:
    stem, apostrophe, ending = token.partition("'")
    parts = [(part.group(), part.start()) for part in _SCRIPT.finditer(token)]  # "Benは" are two words
    if not (token[0].isalnum() or token[0] in "<@_"):
        parts = [(_SIGN_OF.get(token[0], ","), 0)]
    elif apostrophe and ending and len(stem) <= 2 and ending.casefold() not in _ENDINGS:
        parts = [(stem + "'", 0), (ending, len(stem) + 1)]
    for part, at in parts:
        end = start + (at + len(part) if len(parts) > 1 else len(token))
        yield RequestWord(bare(part), start + at, end, end)

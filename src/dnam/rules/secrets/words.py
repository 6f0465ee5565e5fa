"""The words beside which secrets stand, of all languages at once."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import re2

from dnam.languages import Language, detect, languages
from dnam.languages.patterns import UNSPACED

NAMES = ("password", "pin", "code", "key", "label", "lock", "opens", "wifi", "login")
"""The lists of words that name a secret or what it opens; a word that is in two is of the first."""
_UNSPACED = re2.compile(rf"[{UNSPACED}]")
_PART = re.compile(r"[^\W_]+")  # one class of signs: linear without RE2, and faster
_JOINS = frozenset((" ", "_", "-", "'", "’", ""))
_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_LONGEST, _LONGEST_LINK = 40, 6
_LOANED = "en"
"""Its words are used in every language."""
_Entry = tuple[str, frozenset[str]]
"""The kind of a word, and the languages it is of."""


@dataclass(frozen=True, slots=True)
class SecretWord:
    """A word that names a secret, or what one opens."""

    kind: str
    codes: frozenset[str]
    start: int
    end: int


class Grammar:
    """The other words of some languages: those between the name of a secret and its value."""

    def __init__(self, known: list[Language]) -> None:
        listed = {
            key: {word.casefold() for one in known for word in one.secrets.get(key, ())}
            for key in ("is", "with", "ordinary")
        }
        self._links, self._giving, ordinary = listed.values()
        small = {word for one in known for key in ("stop", "telling") for word in one.search.get(key, ())}
        self.small = small - self._links
        self.joins = {word for one in known for word in one.words.get("joins", ())}
        self._endings = tuple(word[1:] for word in ordinary if word[0] == "*")
        self._beginnings = tuple(word[:-1] for word in ordinary if word[-1] == "*")
        self._fillers = self._links | self._giving | self.small
        self._ordinary = ordinary | self._fillers

    def links(self, word: str) -> bool:
        """Return whether a word introduces the value: is, now, 是."""
        return not _edges(word).isdisjoint(self._links)

    def gives(self, word: str) -> bool:
        """Return whether a word introduces a value that is no plain word: with, enter, 按."""
        return not _edges(word).isdisjoint(self._giving)

    def is_filler(self, word: str) -> bool:
        """Return whether a word says nothing of what stands before it: "to", "is", で."""
        begins = {word[:size] for size in (1, 2, 3)} if is_unspaced(word) else {word}
        return not begins.isdisjoint(self._fillers)

    def is_ordinary(self, word: str) -> bool:
        """Return whether a word is no value, even behind "the password is"."""
        if word in self._ordinary or word.startswith(self._beginnings):
            return True
        return word.isalpha() and len(word) > 5 and word.endswith(self._endings)


def _edges(word: str) -> set[str]:
    """Return a word, or what one that is not told apart by spaces begins and ends with."""
    if not is_unspaced(word) or len(word) > _LONGEST_LINK:
        return {word}
    return {edge for size in (1, 2, 3) for edge in (word[:size], word[-size:])}


class SecretVocabulary:
    """The `[secrets]` of some languages."""

    def __init__(self, known: Mapping[str, Language]) -> None:
        self.known = known
        self._entries: dict[str, _Entry] = {}
        self._phrases: dict[str, set[tuple[str, ...]]] = {}
        self._grammars: dict[frozenset[str], Grammar] = {}
        listed = ((kind, one) for kind in NAMES for one in known.values())
        for entry, kind, code in (
            (w.casefold(), k, one.code) for k, one in listed for w in one.secrets.get(k, ())
        ):
            parts = tuple(re.split("[-_']", entry))
            for written in {"".join(parts), " ".join(parts)}:
                first, codes = self._entries.get(written, (kind, frozenset()))
                self._entries[written] = first, codes | {code}
            if len(parts) > 1:
                self._phrases.setdefault(parts[0], set()).add(parts)
        unspaced = sorted(filter(_UNSPACED.search, self._entries), key=len, reverse=True)
        self._unspaced = re2.compile("|".join(map(re2.escape, unspaced)) or r"\z\A")
        self._entry = lru_cache(maxsize=8192)(self._look_up)

    def grammar(self, text: str, names: Iterable[SecretWord]) -> Grammar:
        """Return the other words of the languages that a text and the names in it are of."""
        named = (name.codes for name in names if _LOANED not in name.codes)
        codes = frozenset({_LOANED, *(one.code for one in detect(text)[:2])}.union(*named))
        if codes not in self._grammars:
            self._grammars[codes] = Grammar([self.known[code] for code in codes])
        return self._grammars[codes]

    def find(self, text: str) -> Iterator[SecretWord]:
        """Yield the words that name a secret or what it opens."""
        low = text.replace("İ", "i").lower()
        low = low if len(low) == len(text) else text
        if not low.isascii() and _UNSPACED.search(low):
            for found in self._unspaced.finditer(low):
                yield SecretWord(*self._entries[found.group()], *found.span())
            low = _UNSPACED.sub("_", low)
        parts = [(found.group(), *found.span()) for found in _PART.finditer(low)]
        skip = 0
        for at, (word, start, _) in enumerate(parts):
            if at < skip:
                continue
            known = self._phrases.get(word, ())
            phrases = (one for one in known if _stands(low, parts[at : at + len(one)], one))
            phrase = max(phrases, key=len, default=(word,))
            skip = at + len(phrase)
            if entry := self._entry(" ".join(phrase)):
                yield SecretWord(*entry, start, parts[skip - 1][2])

    def _look_up(self, written: str) -> _Entry | None:
        if len(written) > _LONGEST:
            return None
        places = range(len(written) + 1)
        open_ = (*(f"*{written[at:]}" for at in places), *(f"{written[:at]}*" for at in places))
        forms = (written, written.removesuffix("s"), _DRAWN_OUT.sub(r"\1", written), *open_)
        return next((self._entries[form] for form in forms if form in self._entries), None)


def _stands(text: str, parts: list[tuple[str, int, int]], phrase: tuple[str, ...]) -> bool:
    """Return whether these parts are the words of a phrase, with no more than a sign between them."""
    *first, last = (word for word, _, _ in parts)
    if (*first, last) != phrase and (*first, last.removesuffix("s")) != phrase:
        return False
    return all(text[parts[at][2] : parts[at + 1][1]] in _JOINS for at in range(len(parts) - 1))


def is_unspaced(text: str) -> bool:
    """Return whether a text begins in a script that is written without spaces."""
    return text[:1] >= "ᄀ" and _UNSPACED.match(text) is not None


@lru_cache(maxsize=1)
def _vocabulary(_: tuple[Language, ...]) -> SecretVocabulary:
    return SecretVocabulary(languages())


def words() -> SecretVocabulary:
    """Return the words of the languages there are now; built again only when these change."""
    return _vocabulary(tuple(languages().values()))

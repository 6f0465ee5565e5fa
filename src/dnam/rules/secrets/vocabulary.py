"""The words beside which secrets stand, of all languages at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import re2

from dnam.languages import Language, languages
from dnam.languages.language import SECRETS
from dnam.languages.patterns import UNSPACED

_LISTS = ("is", "of", "ordinary", "other", "units", "written")
_NAMING = tuple(kind for kind in SECRETS if kind not in _LISTS)
"""The lists of words that name a secret or what it opens; a word that is in two is of the first."""
_UNSPACED = re2.compile(rf"[{UNSPACED}]")
_PART = re2.compile(rf"[{UNSPACED}]+|(?:[^\P{{L}}{UNSPACED}]|[\p{{M}}\p{{N}}])+")
_DRAWN_OUT = re2.compile("|".join(f"{letter}{{3,}}" for letter in "abcdefghijklmnopqrstuvwxyz"))
_SHORTEST_DRAWN_OUT, _LONGEST, _MOST_PARTS = 6, 40, 5
_JOINS = frozenset(" _-'’")
_LOANED = "en"
"""Its words are used in every language."""
Codes = frozenset[str]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that names a secret, or what one opens, and the languages it is of."""

    kind: str
    codes: Codes
    start: int
    end: int


class Grammar:
    """The other words of some languages: what stands between the name of a secret and its value."""

    def __init__(self, known: Sequence[Language]) -> None:
        lists = (frozenset(_listed(known, name)) for name in _LISTS)
        self._links, self.of, self._ordinary, self._other, self.units, self.written = lists
        self.of -= {
            *_listed([each for each in known if each.code == _LOANED], "is")
        }  # "as" is an article too
        self._unspaced_other = tuple(word for word in self._other if is_unspaced(word))

    def links(self, word: str) -> bool:
        """Return whether a word introduces the value: is, now, 是."""
        if word in self._links:
            return word not in self.of
        ends = {end for size in (1, 2, 3) for end in (word[:size], word[-size:])}
        return len(word) <= 6 and is_unspaced(word) and not ends.isdisjoint(self._links)

    def is_other(self, word: str) -> bool:
        """Return whether a word behind the name of a secret makes it something else: "manager"."""
        return word in self._other or (is_unspaced(word) and word.startswith(self._unspaced_other))

    def is_ordinary(self, word: str) -> bool:
        """Return whether a word is no value, even behind "the password is"."""
        return word in self._ordinary or word in self.of or word in self._links or word in self._other


class Vocabulary:
    """The `[secrets]` of some languages."""

    def __init__(self, known: Mapping[str, Language]) -> None:
        self.known = known
        self._entries: dict[str, tuple[str, Codes]] = {}
        self._grammars: dict[Codes, Grammar] = {}
        for kind in _NAMING:
            for language in known.values():
                for entry in _listed([language], kind):
                    self._add(entry.replace("-", "_").replace("'", "_"), kind, language.code)
        unspaced = sorted(filter(_UNSPACED.search, self._entries), key=len, reverse=True)
        self._unspaced = re2.compile("|".join(map(re2.escape, unspaced)) or r"\z\A")
        self._entry = lru_cache(maxsize=8192)(self._look_up)

    def _add(self, entry: str, kind: str, code: str) -> None:
        entry = entry.replace("_", " ") if _UNSPACED.search(entry) else entry
        for written in {entry, entry.replace("_", "").replace(" ", "")}:
            first, codes = self._entries.get(written, (kind, frozenset()))
            self._entries[written] = first, codes | {code}

    def grammar(self, codes: Codes) -> Grammar:
        """Return the other words of these languages; of all where a word of every language is among them."""
        if codes not in self._grammars:
            every = not codes or _LOANED in codes
            wanted = [language for code, language in self.known.items() if every or code in codes]
            self._grammars[codes] = Grammar(wanted)
        return self._grammars[codes]

    def words(self, text: str) -> Iterator[Word]:
        """Yield the words that name a secret or what it opens, in order."""
        low = text.replace("İ", "i").lower()
        low = low if len(low) == len(text) else text
        spans = [found.span() for found in _PART.finditer(low)]
        at = 0
        while at < len(spans):
            (start, end), size = spans[at], 1
            if is_unspaced(low[start]):
                for one in self._unspaced.finditer(low[start : end + _LONGEST]):
                    if start + one.start() < end:
                        yield Word(*self._entries[one.group()], start + one.start(), start + one.end())
            else:
                runs = _runs(low, spans[at : at + _MOST_PARTS])
                entry, size = next(
                    ((one, len(run)) for run in runs if (one := self._entry("_".join(run)))), (None, 1)
                )
                if entry:
                    yield Word(*entry, start, spans[at + size - 1][1])
            at += size

    def _look_up(self, written: str) -> tuple[str, Codes] | None:
        return next((self._entries[form] for form in _forms(written) if form in self._entries), None)


def _listed(known: Iterable[Language], name: str) -> Iterator[str]:
    return (word.casefold() for language in known for word in language.secrets.get(name, ()))


def is_unspaced(text: str) -> bool:
    """Return whether a text begins in a script that is written without spaces."""
    first = text[:1]
    return first >= "ᄀ" and _UNSPACED.match(first) is not None


def _runs(text: str, spans: Sequence[tuple[int, int]]) -> list[list[str]]:
    """Return the parts that stand here together, joined by at most two signs; the longest run first."""
    runs = [[text[slice(*spans[0])]]]
    for (_, before), (start, end) in pairwise(spans):
        join = text[before:start]
        if len(join) > 2 or not _JOINS.issuperset(join):
            break
        runs.append([*runs[-1], text[start:end]])
    return runs[::-1]


def _forms(written: str) -> Iterator[str]:
    """Yield how it may be listed: as it is, not drawn out, or without letters at its end or beginning."""
    yield written
    if len(written) > _LONGEST:
        return
    if len(written) >= _SHORTEST_DRAWN_OUT and _DRAWN_OUT.search(written):
        yield _DRAWN_OUT.sub(lambda run: run.group()[0], written)
        yield _DRAWN_OUT.sub(lambda run: run.group()[:2], written)
    yield from (f"{written[:size]}*" for size in range(len(written), written.rfind("_") + 3, -1))
    yield from (f"*{written[cut:]}" for cut in range(len(written.partition("_")[0]) - 1))


_current: list[Vocabulary] = []


def vocabulary() -> Vocabulary:
    """Return the words of the languages there are now; built again only when these change."""
    if not _current or _current[0].known is not languages():
        _current[:] = [Vocabulary(languages())]
    return _current[0]

"""The words beside which secrets stand, of all languages at once: `[secrets]` of the language files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import re2

from dnam.languages import Language, languages
from dnam.languages.language import SECRETS
from dnam.languages.patterns import UNSPACED
from dnam.rules.trained_judge import TRAINED

KINDS = tuple(SECRETS)
_UNSPACED = re2.compile(rf"[{UNSPACED}]")
_PART = re.compile(r"[^\W_]+")  # one class of signs: linear without RE2, and faster
_JOINS = frozenset((" ", "_", "-", "'", "’", ""))
_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class SecretWord:
    kind: str
    trained: bool
    """Whether the judge was trained in its language."""
    start: int
    end: int


class SecretVocabulary:
    """The `[secrets]` of some languages; a word that is of two kinds is of the first."""

    def __init__(self, known: tuple[Language, ...]) -> None:
        self.small = frozenset().union(*(one.stop for one in known))
        self._kinds: dict[str, tuple[str, bool]] = {}
        self._phrases: dict[str, set[tuple[str, ...]]] = {}
        listed = ((k, one.code in TRAINED, w) for k in KINDS for one in known for w in one.secrets.get(k, ()))
        for kind, trained, word in listed:
            parts = tuple(re.split("[-_']", word.casefold()))
            for written in {"".join(parts), " ".join(parts)}:
                first, others = self._kinds.get(written, (kind, True))
                self._kinds[written] = first, others and trained
            if len(parts) > 1:
                self._phrases.setdefault(parts[0], set()).add(parts)
        unspaced = sorted(filter(_UNSPACED.search, self._kinds), key=len, reverse=True)
        self._unspaced = re2.compile("|".join(map(re2.escape, unspaced)) or r"\z\A")
        self._open_lengths = frozenset(len(word) - 1 for word in self._kinds if "*" in word)
        self._kind = lru_cache(maxsize=8192)(self._look_up)

    def find(self, text: str) -> Iterator[SecretWord]:
        low = text.replace("İ", "i").lower()
        low = low if len(low) == len(text) else text
        if not low.isascii() and _UNSPACED.search(low):
            for match in self._unspaced.finditer(low):
                yield SecretWord(*self._kinds[match.group()], *match.span())
            low = _UNSPACED.sub("_", low)
        parts = [(match.group(), *match.span()) for match in _PART.finditer(low)]
        skip = 0
        for at, (word, start, _) in enumerate(parts):
            if at < skip:
                continue
            phrase: tuple[str, ...] = (word,)
            if known := self._phrases.get(word):
                phrases = (one for one in known if _stands(low, parts[at : at + len(one)], one))
                phrase = max(phrases, key=len, default=phrase)
            skip = at + len(phrase)
            if kind := self._kind(" ".join(phrase)):
                yield SecretWord(*kind, start, parts[skip - 1][2])

    def _look_up(self, written: str) -> tuple[str, bool] | None:
        if len(written) > _LONGEST:
            return None
        places = range(len(written) + 1)
        endings = (f"*{written[at:]}" for at in places if len(written) - at in self._open_lengths)
        beginnings = (f"{written[:at]}*" for at in places if at in self._open_lengths)
        forms = (written, written.removesuffix("s"), _DRAWN_OUT.sub(r"\1", written))
        return next(
            (self._kinds[one] for one in chain(forms, endings, beginnings) if one in self._kinds), None
        )


def _stands(text: str, parts: list[tuple[str, int, int]], phrase: tuple[str, ...]) -> bool:
    """Return whether these parts are the words of a phrase, with no more than a sign between them."""
    *first, last = (word for word, _, _ in parts)
    if (*first, last) != phrase and (*first, last.removesuffix("s")) != phrase:
        return False
    return all(text[parts[at][2] : parts[at + 1][1]] in _JOINS for at in range(len(parts) - 1))


@lru_cache(maxsize=1)
def _vocabulary(known: tuple[Language, ...]) -> SecretVocabulary:
    return SecretVocabulary(known)


def words() -> SecretVocabulary:
    """Return the words of the languages there are now; built again only when these change."""
    return _vocabulary(tuple(languages().values()))

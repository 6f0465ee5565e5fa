"""The language of a text, by its script and by the words and letters of the language files."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import re2

from dnam.languages.language import SCRIPTS, Language
from dnam.languages.patterns import encodable

LONGEST = 2_000
"""Characters of a text that are looked at."""
NEAR_BEST = 0.5
"""What part of the best one's evidence makes another language likely too."""
_WORD = re.compile(r"[^\W\d_]+")  # one class of signs needs no RE2 to be linear, and is read much faster so
_LITERAL = re.compile(r"(?<![\w<{-])[^\W\d_]+(?![\w>}*-])")
_SCRIPTS = {
    name: re2.compile(r"[\p{Hiragana}\p{Katakana}]" if name == "Kana" else rf"\p{{{name}}}")
    for name in SCRIPTS
}
UNSPACED_SCRIPTS = ("Kana", "Han", "Hangul", "Thai")
"""Scripts whose words are not told apart by spaces, or carry their endings with them."""


def detect(text: str, known: Collection[Language]) -> list[Language]:
    """Return the languages a text is likely in, best first; the first of `known` is English."""
    text = text[:LONGEST].casefold().replace("i\u0307", "i")
    written, evidence = scripts(text), _evidence(tuple(known))
    likely = _written_in(tuple(written), tuple(known))
    scores = {one: 1.0 for one in likely if one.script != "Latin"}
    signs = {*_WORD.findall(text), *(letter for letter in set(text) if not letter.isascii())}
    for sign in sorted(signs):  # sums of fractions depend on their order, that of a set on the process
        for one in evidence.get(sign, ()):
            scores[one] = scores.get(one, 0.0) + 1 / len(evidence[sign])
    scored = [one for one in likely if one in scores]
    best = max((scores[one] for one in scored), default=0)
    near = [one for one in scored if scores[one] >= best * NEAR_BEST]
    near.sort(key=lambda one: -scores[one])
    english = next(iter(known))
    if best > 1 or english in near[:1] or written not in ([], ["Latin"]):
        return near
    others = [one for one in near if one is not english]
    return [english, *others] if best < 1 else [*others, english]


def clearly(words: Collection[str], known: Collection[Language]) -> Language | None:
    """Return the language other than English that folded words are clearly in, or None.

    English must not be likely too, nor know more of the function words: "die", "war" do not make German.
    """
    likely, english = detect(" ".join(words), known), next(iter(known))
    if not likely or english in likely:
        return None
    best, english_best = (len(one.stop & {*words}) for one in (likely[0], english))
    return likely[0] if best >= english_best else None


def words(text: str) -> list[str]:
    """Return the words of a text, folded; only so many characters are looked at."""
    return _WORD.findall(text[:LONGEST].casefold())


def scripts(text: str) -> list[str]:
    """Return the scripts a text is written in. Han with Kana beside it is Kana, as Japanese is written."""
    if text.isascii():
        return ["Latin"]
    text = encodable(text)
    names = [name for name, letter in _SCRIPTS.items() if letter.search(text)]
    return [name for name in names if name != "Han" or "Kana" not in names]


@lru_cache(maxsize=64)
def _written_in(scripts: tuple[str, ...], known: tuple[Language, ...]) -> list[Language]:
    """Return the languages that are written in these scripts."""
    likely = [one for name in scripts for one in known if one.script == name]
    if "Han" in scripts:  # Japanese may be written in Chinese characters alone
        likely += [one for one in known if one.script == "Kana"]
    return likely


@lru_cache(maxsize=8)
def _evidence(known: tuple[Language, ...]) -> Mapping[str, tuple[Language, ...]]:
    """Return the languages that each function word, word for a time and letter beyond a to z belongs to."""
    evidence: dict[str, list[Language]] = {}
    for one in known:
        for sign in {sign for word in _vocabulary(one) for sign in _signs(word)}:
            evidence.setdefault(sign, []).append(one)
    return {sign: tuple(languages) for sign, languages in evidence.items()}


def _vocabulary(language: Language) -> Iterable[str]:
    statements = language.rows["statements"]
    for listed in (*language.search.values(), *language.words.values(), *language.dates.values()):
        yield from listed
    yield from language.english
    # "mieszkam w Krakowie" has no other word that tells
    for row in (*statements.rows, *language.rows["orders"].rows):
        yield from _LITERAL.findall(row.pattern.partition("->")[0])
    yield from (word for name in statements.used for word in statements.lists[name] if "*" not in word)


def _signs(word: str) -> Iterable[str]:
    folded = word.casefold()
    yield from (part for part in _WORD.findall(folded) if len(part) > 1)
    yield from (letter for letter in folded if letter.isalpha() and not letter.isascii())

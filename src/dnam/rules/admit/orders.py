"""Orders: what tells an assistant what to do, whoever says it and however.

A text is read in every language it can be in. What counts is who is made to act: the assistant, its answers,
its memory, its rules and rights. The words and patterns of each language are in its file, under [orders]:

    order      patterns of a whole sentence        clause     of a part of one
    always     of either, in quotations too        weak       signs that count only together
    harmless   of either: then only `always`       told       of a sentence that tells what somebody says or
    question   of a sentence that asks                        does themself: then no `clause`
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import re2

from dnam.languages import Language, language, languages
from dnam.rules.admit.imperative import commands
from dnam.rules.admit.roles import rules_over
from dnam.rules.admit.sentences import Sentence, sentences, without_quotations

_SCRIPTS = {
    "Latin": re2.compile(r"\p{Latin}"),
    "Cyrillic": re2.compile(r"\p{Cyrillic}"),
    "Greek": re2.compile(r"\p{Greek}"),
    "Arabic": re2.compile(r"\p{Arabic}"),
    "Hebrew": re2.compile(r"\p{Hebrew}"),
    "Devanagari": re2.compile(r"\p{Devanagari}"),
    "Han": re2.compile(r"\p{Han}"),
    "Kana": re2.compile(r"[\p{Hiragana}\p{Katakana}]"),
    "Hangul": re2.compile(r"\p{Hangul}"),
    "Thai": re2.compile(r"\p{Thai}"),
}
_WORD = re2.compile(r"[\p{L}\p{M}]+")
_SEVERAL = 2
"""So many small words of another language rule out one that has none in a text."""
_TOGETHER = 3
"""So many weak signs make a strong one."""


def possible(text: str) -> dict[str, bool]:
    """Return the languages a text can be in, by its script and small words, and whether each is most likely.

    Who mixes languages is read in all of them: a word may be an order in one and tell something in another.
    """
    scripts = {name for name, letter in _SCRIPTS.items() if letter.search(text)}
    scripts -= {"Han"} if "Kana" in scripts else set()  # Japanese is written with Chinese letters too
    found = {word.casefold() for word in _WORD.findall(text)}
    counts = {
        (one.script, one.code): len(found & one.rows["orders"].lists.get("small", frozenset()))
        for one in languages().values()
        if one.script in scripts
    }
    most = {script: max(counts[pair] for pair in counts if pair[0] == script) for script, _ in counts}
    alone = Counter(script for script, _ in counts)
    return {
        code: count == most[script] and (count > 0 or alone[script] == 1)
        for (script, code), count in counts.items()
        if count or most[script] < _SEVERAL
    }


def asks(text: str) -> bool:
    """Return whether a text is, or contains, a question."""
    said = sentences(without_quotations(text))
    if any(sentence.asked for sentence in said):
        return True
    return any(
        row.group == "question"
        for code in possible(text)
        for sentence in said
        for row in language(code).rows["orders"].matching(sentence.key)
    )


def instructs(text: str) -> bool:
    """Return whether a text tells an assistant what to do, or anybody."""
    said, whole, spoken = sentences(without_quotations(text)), sentences(text), possible(text)
    return any(_orders_in(spoken, sentence) for sentence in said) or any(
        _undoes(language(code), whole) or _adds_up(language(code), said) for code in spoken
    )


def undoes(text: str) -> bool:
    """Return whether a text, quotations included, wants what was said before undone."""
    said = sentences(text)
    return any(_undoes(language(code), said) for code in possible(text))


def _groups(spoken: Language, key: str) -> set[str]:
    return {row.group for row in spoken.rows["orders"].matching(key)}


def _undoes(spoken: Language, said: Iterable[Sentence]) -> bool:
    joins = spoken.rows["orders"].lists.get("joins", frozenset())
    return any(
        "always" in _groups(spoken, key)
        for sentence in said
        for key in dict.fromkeys((sentence.key, *sentence.clauses(joins)))
    )


def _orders_in(spoken: Mapping[str, bool], sentence: Sentence) -> bool:
    """Read a sentence in every language it can be in; in no other where it is harmless in a likely one."""
    harmless = {
        code: likely
        for code, likely in spoken.items()
        if likely and "harmless" in _groups(language(code), sentence.key)
    }
    sure = sum(spoken.values()) == 1
    return any(
        _orders(language(code), sentence, likely=likely, sure=likely and sure)
        for code, likely in (harmless or spoken).items()
    )


def _orders(spoken: Language, sentence: Sentence, *, likely: bool, sure: bool) -> bool:
    groups = _groups(spoken, sentence.key)
    if "harmless" not in groups and (
        "order" in groups or commands(spoken.rows["orders"].lists, sentence, sure=sure)
    ):
        return True
    if "harmless" not in groups and rules_over(spoken, sentence.words, sentence.heading, likely=likely):
        return True
    if "told" in groups:
        return False
    parts = sentence.clauses(spoken.rows["orders"].lists.get("joins", frozenset()))
    return any(
        "clause" in found and "harmless" not in found for found in (_groups(spoken, part) for part in parts)
    )


def _adds_up(spoken: Language, said: Sequence[Sentence]) -> bool:
    signs = {
        row
        for sentence in said
        for row in spoken.rows["orders"].matching(sentence.key)
        if row.group == "weak"
    }
    return len(signs) >= _TOGETHER

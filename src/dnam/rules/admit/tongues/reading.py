"""From a text to whether it gives an order, by the tables of each language.

Patterns are put together when a language first comes up: most servers speak one or two.
"""

from dataclasses import dataclass
from functools import cache

import regex

from dnam.rules.admit.grammar import told_apart
from dnam.rules.admit.tongues.germanic import DUTCH, GERMAN
from dnam.rules.admit.tongues.romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH
from dnam.rules.admit.tongues.shapes import SHAPES
from dnam.rules.admit.tongues.slavic import POLISH, RUSSIAN, UKRAINIAN
from dnam.rules.admit.tongues.small import LATIN, possible
from dnam.rules.admit.tongues.values import Tongue
from dnam.rules.admit.tongues.vocabulary import occurs

_TONGUES = {
    "de": GERMAN,
    "nl": DUTCH,
    "fr": FRENCH,
    "es": SPANISH,
    "pt": PORTUGUESE,
    "it": ITALIAN,
    "pl": POLISH,
    "ru": RUSSIAN,
    "uk": UKRAINIAN,
}
_SENTENCE = regex.compile(r"(?<=[.!?…;])\s+|[\r\n]+|(?<=\p{L}):\s+")
_END = r"(?![\p{L}\p{M}])"
_W = r"(?<![\p{L}\p{M}])"
"""Where a word begins."""
_CLAUSE = r"(?:^[\W_]*|[,;:(]\s*|\s[-–—]\s)"
_NOW = r"jetzt|nun|maintenant|ahora|agora|ora|adesso|nu|teraz|сейчас|тепер|зараз"
_NEAR = r"[^.!?]{0,60}?"
_ALL = r"toute?s?|tous|tod[ao]s?|tudo|tutt[eio]|alles?|wszystk\p{L}+|все|всё|всі|усі"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Grammar:
    """The tables of a language, put together."""

    undoes: "regex.Pattern[str]"
    """Read in quotations too."""
    firm: tuple["regex.Pattern[str]", ...]
    unsure: "regex.Pattern[str]"
    told: "regex.Pattern[str]"
    joined: "regex.Pattern[str]"
    mine: "regex.Pattern[str]"
    spoken_to: "regex.Pattern[str]"
    ruled: "regex.Pattern[str]"
    """What makes a rule of an address: duty, from now on, always."""


@cache
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, flags=regex.IGNORECASE)


@cache
def _reported() -> "regex.Pattern[str]":
    """Give what makes somebody's words of a sentence: ", says Tom" behind it."""
    says = "|".join(tongue.says for tongue in _TONGUES.values())
    return _compiled(rf",\s*(?:{says})\s+(?:\p{{L}}+\s+){{0,2}}\p{{L}}+\W*$")


@cache
def _grammar(language: str) -> _Grammar:
    t = _TONGUES[language]
    before, ruled = _before(t), rf"{_W}(?:{t.now}|{t.ever}){_END}"
    clause = rf"(?:{_CLAUSE}|{_W}(?:{t.that}){_END}\s*){before}{_W}"
    return _Grammar(
        undoes=_compiled(
            rf"(?:^\W*|[\"“”„«「『‚‘':,;(–—-]\s*|{_W}(?:{t.joins})\s+){before}"
            rf"(?:{t.undo}){_END}{_NEAR}{_W}(?:{t.rules})"
        ),
        firm=tuple(map(_compiled, (*_opening(t, before), *_addressing(t), *_ruling(t), _bare(t, before)))),
        unsure=_compiled(rf"^\W*{before}(?:{t.maybe}){_END}{_NEAR}{_W}(?:{t.marks})"),
        told=_compiled(rf"{_W}(?:{t.told}){_END}"),
        joined=_compiled(
            rf"{_W}(?:{t.joins})\s+{before}(?:{t.orders}){_END}{_NEAR}{_W}(?:{t.marks}|{t.ever}|{t.now})"
        ),
        mine=_compiled(rf"{_W}(?:{t.mine}){_END}"),
        spoken_to=_compiled(
            rf"{clause}(?:(?:{t.you}){_END}{t.agrees}|(?:{t.second}|{t.must}){_END})"
            rf"|{_W}(?:{t.that}){_END}\s+{before}(?:{t.wished}){_END}"
        ),
        ruled=_compiled(rf"{ruled}|{_W}(?:{t.must}|{_NOW}){_END}"),
    )


def _before(t: Tongue) -> str:
    """Give what may come before an order: whom it is for by name, and words that say nothing."""
    return rf"(?:(?:\p{{Lu}}[\p{{L}}\p{{M}}]+,\s+)?(?:(?:{t.before}|{t.now}|{t.ever}){_END}[\s,:!]*+)*+)"


def _opening(t: Tongue, before: str) -> tuple[str, ...]:
    """Give the shapes of a clause that opens with an imperative, or has one after "always"."""
    opens = rf"{_CLAUSE}{before}{_W}(?:{t.orders}){_END}"
    if not t.shaped:
        return (opens,)
    always = rf"^\W*(?:(?:{t.before}){_END}[\s,]*)*+(?:{t.now}|{t.ever}){_END}"
    return (opens, rf"{always}\s+(?:\p{{L}}+\s+){{0,3}}?(?:{t.shaped}){_END}")


def _addressing(t: Tongue) -> tuple[str, ...]:
    """Give the shapes of what somebody spoken to is or does from now on, or will do."""
    you = rf"{_W}(?:{t.you}|{t.second}|{t.must}){_END}"
    now = rf"{_W}(?:{t.now}){_END}"
    return (rf"{now}{_NEAR}{you}", rf"{you}{_NEAR}{now}", rf"{_W}(?:{t.future}){_END}")


def _ruling(t: Tongue) -> tuple[str, ...]:
    """Give the shapes of what an assistant or its answers have to be."""
    subject = rf"^\W*(?:(?:{t.before}){_END}[\s,]*){{0,4}}(?:{t.machine}|{t.answers}){_END}"
    return (
        rf"{subject}[^.,!?]{{0,30}}?\s(?:{t.duty}){_END}",
        rf"{_W}(?:{t.each}){_END}",
        rf"{_W}(?:{t.wishes}){_END}[\s,]*(?:{t.that})\s*(?:{t.machine}){_END}[^.,!?]{{0,30}}?\s(?:{t.ever}){_END}",
        rf"{_W}(?:{t.rights}){_END}",
        rf"{_W}(?:{t.your})\s+(?:\p{{L}}+\s+){{0,2}}?(?:{t.rules}|{t.said}){_END}",
    )


def _bare(t: Tongue, before: str) -> str:
    """Give the shape of an infinitive without a subject: "always answer in verse"."""
    always = rf"^\W*(?:(?:{t.before})[\s,]+)*+(?:{t.now}|{t.ever})"
    if t.last:
        ends = rf"\s*(?:$|[,.!]|(?:{t.joins})\s)"
        return rf"{always}{_END}[^,.!?]{{0,60}}?{_W}(?:{t.bare}){ends}"
    manner = rf"{_NEAR}{_W}(?:(?:{t.now}|{t.ever}){_END}|{t.marks})"
    return rf"^\W*{before}{_W}(?:{t.bare}){_END}{manner}|{always}[\s,]+{before}(?:{t.bare}){_END}"


def orders_elsewhere(text: str) -> bool:
    """Say whether a text gives an order in one of the languages known here."""
    masked = told_apart(text)
    said = [part for part in _SENTENCE.split(masked) if part]
    spoken = possible(text)
    for language, tongue in _TONGUES.items():
        if (language in LATIN and language not in spoken) or not occurs(tongue, text):
            continue
        grammar = _grammar(language)
        if _undoes(grammar, text) or any(_orders(grammar, sentence) for sentence in said):
            return True
    return any(
        _compiled(letters).search(masked) and any(_compiled(shape).search(masked) for shape in shapes)
        for letters, shapes in SHAPES
    )


def _undoes(grammar: _Grammar, text: str) -> bool:
    """Say whether what was said before is to be undone; "often forgets her doctor's rules" tells a habit."""
    if grammar.undoes.search(text) is None:
        return False
    return bool(_compiled(rf"{_W}(?:{_ALL}){_END}").search(text)) or not grammar.told.search(text)


def _orders(grammar: _Grammar, sentence: str) -> bool:
    if any(pattern.search(sentence) for pattern in grammar.firm):
        return True
    if grammar.unsure.search(sentence) and not grammar.told.search(sentence):
        return True
    if grammar.joined.search(sentence) and not grammar.mine.search(sentence):
        return True
    if not grammar.spoken_to.search(sentence):
        return False
    return bool(grammar.ruled.search(sentence)) or not _reported().search(sentence)

"""What a statement is about: a captured value cut to size, or refused because it means nothing in a month."""

from collections.abc import Callable, Sequence

import re2

from dnam.languages import Language
from dnam.rules.clauses import GAP, Clause, Word
from dnam.rules.statement_gate import without_closers

MOST_WORDS = 14
MOST_LETTERS = 24
"""Of a value in a script where each letter is read as a word."""
MOST_NAME_WORDS = 3
YOUNGEST = 13
"""Years; Discord lets nobody in who is younger."""
MOST_BEFORE_NOUN = 3
"""Words among which the main one stands, articles and numbers not counted."""
SHORTEST_WITH_ENDING = 5
"""Letters of a word that may be known by its ending: "nurser", not "her"."""
_ZONE = re2.compile(r"(?:utc|gmt)(?: ?[+-]? ?\d{1,2}(?::\d\d)?)?|[a-z]{1,4}t")
_NUMERIC_DATE = re2.compile(r"\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?")
_NAME = re2.compile(r"\p{L}[\p{L}\p{M}'’.-]*")


class Value:
    """A captured part of a clause while it is judged."""

    def __init__(self, clause: Clause, words: Sequence[Word], language: Language) -> None:
        self.clause = clause
        self.words = [*words]
        self.cut: list[Word] = []
        """What was taken off its end."""
        self.language = language

    @property
    def read(self) -> list[str]:
        return [word.read for word in self.words]

    @property
    def key(self) -> str:
        """The words, as phrases are looked for in them."""
        return " ".join(self.read)

    def written(self) -> str:
        return self.clause.join(self.words)

    def folded(self) -> str:
        """Return it in lower case, as it is compared."""
        return self.key if self.language.is_spaced else self.written().casefold()

    def keep(self, length: int | None) -> None:
        """Cut it after so many words; None leaves it as it is."""
        if length is not None:
            self.cut += self.words[length:]
            del self.words[length:]

    def has(self, list_: str, words: Sequence[str] | None = None) -> bool:
        """Return whether its main word, or one of `words`, is in a list, or ends as "-er" says."""
        listed = self.language.rows["statements"].lists[list_]
        if not self.language.is_spaced:
            return "".join(self.read if words is None else words).endswith(tuple(listed) or ("\0",))
        endings = tuple(one[1:] for one in listed if one.startswith("-")) or ("\0",)
        return any(
            word in listed
            or word.removesuffix("s") in listed
            or (len(word) >= SHORTEST_WITH_ENDING and word.endswith(endings))
            for word in (self._main() if words is None else words)
        )

    def _main(self) -> list[str]:
        """Return the words that may be the main noun: "cats" of "two cats", any of "gatos negros".

        They stand before what begins another phrase: "two kids" of "two kids and a dog".
        """
        stops = self.language.stop | self.language.words["naming"]
        begins = [w == "," or (w in stops and w not in self.language.words["determiners"]) for w in self.read]
        start = next((n for n, begin in enumerate(begins) if not begin), 0)  # "po polsku"
        phrase = self.read[start : next((n for n, begin in enumerate(begins) if begin and n > start), None)]
        if self.language.nouns_last:
            return phrase[-1:]
        return [word for word in phrase if not self.language.has("determiners", word)][:MOST_BEFORE_NOUN]

    def trim(self, name: str = "") -> None:
        """Cut it where something else begins, and take off what says nothing at its end.

        What begins something else may depend on what it is: "Bergen from Oslo", as `place_ends` says.
        """
        self.keep(next((n for n, word in enumerate(self.read) if n and word == GAP), None))
        lists = [self.language.phrases("ends"), self.language.phrases("conditions")]
        for phrases in (*lists, self.language.rows["statements"].lists.phrases(f"{name}_ends")):
            if end := phrases.place(self.key):
                self.keep(end[0])
        self.keep(self._list_end())
        self.keep(len(without_closers(self.words, self.language)))

    def _list_end(self) -> int | None:
        """Return where a value with commas ends: a list and "Portland, Oregon" keep them."""
        commas = [n for n, word in enumerate(self.read) if word == ","]
        if not commas:
            return None
        ends = [*commas[1:], len(self.words)]
        items = [self.words[comma + 1 : end] for comma, end in zip(commas, ends, strict=True)]
        joined = any(self.language.has("joins", word.read) for word in items[-1])
        place = len(items) == 1 and 1 <= len(items[0]) <= 2 and all(map(self.is_capital, items[0]))
        short = all(1 <= len(item) <= 5 for item in items)
        return None if place or (short and (joined or len(items) > 1)) else commas[0]

    def written_word(self, word: Word) -> str:
        return word.given or self.clause.text[word.start : word.end]

    def is_capital(self, word: Word) -> bool:
        return self.written_word(word)[:1].isupper()

    def stands_alone(self) -> bool:
        """Return whether it can be understood without the conversation."""
        language, reads, key = self.language, self.read, self.key
        return (
            0 < len(reads) <= (MOST_WORDS if language.is_spaced else MOST_LETTERS)
            and GAP not in reads
            and reads[0][0].isalnum()
            and reads[0] not in language.speaker | language.words["helpers"] - language.words["emphatic"]
            and not language.has("joins", reads[-1])
            and not language.phrases("vague").at_start(key)
            and not language.phrases("pointing").inside(key)
            and not language.phrases("dangling").at_end(key)
        )


def _name(value: Value) -> bool:
    """Return whether it is what somebody is called: a word or a few that mean nothing else."""
    ends = (n for n, w in enumerate(value.read) if w == "," or value.language.has("joins", w))
    value.keep(next(ends, None))
    small = (n for n, word in enumerate(value.words) if n and value.written_word(word)[0].islower())
    value.keep(next(small, None))  # "Annie online"
    words = value.words
    if not value.language.is_spaced:
        return _NAME.fullmatch(value.written()) is not None and not value.has("not_name")
    if not 1 <= len(words) <= MOST_NAME_WORDS or not value.language.stop.isdisjoint(value.read):
        return False
    plain = all(_NAME.fullmatch(value.written_word(word)) for word in words)
    return plain and (len(words) == 1 or not value.written_word(words[0])[0].islower())


def _pronouns(value: Value) -> bool:
    return value.has("pronoun", [value.read[0].partition("/")[0]])


def _zone(value: Value) -> bool:
    written = value.written()
    return len(value.words) <= 2 and written.isupper() and _ZONE.fullmatch(written.casefold()) is not None


def _date(value: Value) -> bool:
    """Return whether it begins with a date; what follows is cut off."""
    behind = {"", *(nth.removeprefix("... ") for nth in value.language.dates.get("nth", ()))}  # th, 日
    dated = (n for n, word in enumerate(value.read[:5]) if _is_date(word, behind, value.language))
    end = max(dated, default=-1) + 1
    value.keep(end and end + (len(value.words) > end and value.read[end] in behind))
    return bool(value.words)


def _is_date(word: str, behind: set[str], language: Language) -> bool:
    digits = len(word) - len(word.lstrip("0123456789"))
    day = 1 <= digits <= 2 and word[digits:] in behind
    return day or word in language.months or _NUMERIC_DATE.fullmatch(word) is not None


def _topic(value: Value) -> bool:
    """Return whether it is something, rather than doing something or one of several."""
    return len(value.words) == 1 or not value.has("no_topic", value.read[:1])


def _thing(value: Value) -> bool:
    """Return whether it is more than "the" something of this conversation."""
    definite = value.language.has("definite", value.read[0])
    return not definite or (len(value.words) > 1 and value.is_capital(value.words[1]))


def _gear(value: Value) -> bool:
    """Return whether it is a thing, not what one does with it: "to store my cards"."""
    language, first = value.language, value.read[0]
    return _thing(value) and (language.has("determiners", first) or not language.has("dangling", first))


def _model(value: Value) -> bool:
    """Return whether it names a make: a capital letter, a number, or a kind of thing."""
    kind = value.language.has("determiners", value.read[0])
    return kind or any(sign.isdigit() or sign.isupper() for sign in value.written())


def _proper(value: Value) -> bool:
    """Return whether it is a name that is written as one, where not every first word is written so."""
    before = value.clause.text[: value.words[0].start].rstrip()
    return value.is_capital(value.words[0]) and bool(before) and before[-1] not in ".!?…" and _name(value)


def _deed(value: Value) -> bool:
    """Return whether it is something people do: it begins with a verb, and nobody else comes in."""
    language, first = value.language, value.read[0]
    weak = language.has("helpers", first) or first in language.stop
    idle = weak and not language.has("emphatic", first)
    idle = idle or language.is_past(first) or language.has("helpers", value.read[-1])  # "I usually don't"
    others = language.words["subjects"] - language.own
    return not idle and len(value.words) > 1 and others.isdisjoint(value.read)


_OF_TALK: dict[str, Callable[[Value], bool]] = {
    **dict.fromkeys(("thing", "place", "disliked"), _thing),
    **dict.fromkeys(("gear", "work"), _gear),
}
"""Checks of whether the conversation is needed to understand a value."""
_CHECKS: dict[str, Callable[[Value], bool]] = {
    "name": _name,
    "pronouns": _pronouns,
    "zone": _zone,
    "date": _date,
    "age": lambda value: value.read[0].isdecimal() and YOUNGEST <= int(value.read[0]) <= 99,
    "nationality": lambda value: len(value.words) == 1,
    "model": _model,
    **dict.fromkeys(("proper", "called"), _proper),
    **dict.fromkeys(("topic", "lesson"), _topic),
    **dict.fromkeys(("deed", "doing"), _deed),
}
_AS_THEY_ARE = frozenset({"age", "number", "pronouns", "zone", "date", "of"})
"""Values that need not stand alone."""


def fits(name: str, value: Value, *, stored: bool = False) -> bool:
    """Trim a value and return whether it can be what its pattern calls it.

    A value called as a word list of the file must have one of its words, and none of the list "not_" before
    its name. What is `stored` has been judged before.
    """
    if name not in _AS_THEY_ARE:
        value.trim(name)
        if not value.words or not (stored or value.stands_alone()):
            return False
    rows = value.language.rows["statements"]
    if rows.lists.phrases(f"not_{name}").inside(value.key):
        return False
    check = _CHECKS.get(name) or (None if stored else _OF_TALK.get(name))
    return (check is None or check(value)) and (name not in rows.lists or value.has(name))

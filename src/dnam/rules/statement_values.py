"""What a statement is about: a captured value cut to size, or refused because it means nothing in a month."""

from collections.abc import Callable, Collection, Sequence

import re2

from dnam.languages import Language
from dnam.rules.clauses import GAP, Clause, ClauseWord

MOST_WORDS = 14
MOST_LETTERS = 24
"""Of a value in a script where each letter is read as a word."""
MOST_NAME_WORDS = 3
MOST_BEFORE_NOUN = 3
"""Words among which the main one stands, articles and numbers not counted."""
SHORTEST_WITH_ENDING = 5
"""Letters of a word that may be known by its ending: "nurser", not "her"."""
_ZONE = re2.compile(r"(?:utc|gmt)(?: ?[+-]? ?\d{1,2}(?::\d\d)?)?|[a-z]{1,4}t")
_DATE = re2.compile(r"\d{1,2}|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?|\d{1,2}(?:st|nd|rd|th)")
_NAME = re2.compile(r"\p{L}[\p{L}\p{M}'’.-]*")


class Value:
    """A captured part of a clause while it is judged."""

    def __init__(self, clause: Clause, words: Sequence[ClauseWord], language: Language) -> None:
        self.clause = clause
        self.words = [*words]
        self.cut: list[ClauseWord] = []
        """What was taken off its end."""
        self.language = language

    @property
    def read(self) -> list[str]:
        """The words, as they are read."""
        return [word.read for word in self.words]

    def written(self) -> str:
        """Return it as it stands in the message."""
        return self.clause.join(self.words)

    def folded(self) -> str:
        """Return it in lower case, as it is compared."""
        return " ".join(self.read) if self.language.is_spaced else self.written().casefold()

    def keep(self, length: int) -> None:
        """Cut it after so many words."""
        self.cut += self.words[length:]
        del self.words[length:]

    def has(self, list_: str, words: Sequence[str] | None = None) -> bool:
        """Return whether its main word, or one of `words`, is in a list, or ends as "-er" says."""
        listed = self.language.rows["statements"].lists.get(list_, frozenset())
        if not self.language.is_spaced:
            return "".join(self.read if words is None else words).endswith(tuple(listed) or ("\0",))
        endings = tuple(one[1:] for one in listed if one.startswith("-"))
        return any(
            word in listed
            or word.removesuffix("s") in listed
            or (len(word) >= SHORTEST_WITH_ENDING and bool(endings) and word.endswith(endings))
            for word in (self._main() if words is None else words)
        )

    def _main(self) -> list[str]:
        """Return the words of which one says what it is: "cats" of "two cats", any of "gatos negros"."""
        phrase = self.first_phrase()
        if self.language.nouns_last:
            return phrase[-1:]
        bare = [word for word in phrase if not self.language.has("determiners", word)]
        return bare[:MOST_BEFORE_NOUN]

    def first_phrase(self) -> list[str]:
        """Return the words up to the first that begins another phrase: "two kids" of "two kids and a dog"."""
        determiners = self.language.words.get("determiners", ())
        stops = self.language.search.get("stop", frozenset()) | self.language.words.get("naming", frozenset())
        begins = [w == "," or (w in stops and w not in determiners) for w in self.read]
        start = next((n for n, begin in enumerate(begins) if not begin), 0)  # "po polsku"
        end = next((n for n, begin in enumerate(begins) if begin and n > start), None)
        return self.read[start:end]

    def trim(self) -> None:
        """Cut it where something else begins, and take off what says nothing at its end."""
        self.keep(next((n for n, word in enumerate(self.read) if n and word == GAP), len(self.words)))
        for list_ in ("ends", "conditions"):
            if end := self.language.phrases(list_).place(" ".join(self.read)):
                self.keep(end[0])
        self.keep(self._list_end())
        self.keep(len(without_closers(self.words, self.language)))

    def _list_end(self) -> int:
        """Return where a value with commas ends: a list and "Portland, Oregon" keep them."""
        commas = [n for n, word in enumerate(self.read) if word == ","]
        if not commas:
            return len(self.words)
        ends = [*commas[1:], len(self.words)]
        items = [self.words[comma + 1 : end] for comma, end in zip(commas, ends, strict=True)]
        joined = any(self.language.has("joins", word.read) for word in items[-1])
        place = len(items) == 1 and 1 <= len(items[0]) <= 2 and all(map(self.is_capital, items[0]))
        short = all(1 <= len(item) <= 5 for item in items)
        return len(self.words) if place or (short and (joined or len(items) > 1)) else commas[0]

    def written_word(self, word: ClauseWord) -> str:
        """Return a word as it stands in the message."""
        return word.given or self.clause.text[word.start : word.end]

    def is_capital(self, word: ClauseWord) -> bool:
        """Return whether a word is written with a capital letter."""
        return self.written_word(word)[:1].isupper()

    def stands_alone(self) -> bool:
        """Return whether it can be understood without the conversation."""
        said, key = self.read, " ".join(self.read)
        return (
            0 < len(said) <= (MOST_WORDS if self.language.is_spaced else MOST_LETTERS)
            and not self.language.phrases("vague").at_start(key)
            and GAP not in said
            and not self.language.phrases("pointing").inside(key)
            and not self.language.phrases("dangling").at_end(key)
            and said[0][0].isalnum()
            and said[0] not in self.language.speaker
            and not self.language.has("joins", said[-1])
        )


def without_closers(words: Sequence[ClauseWord], language: Language) -> list[ClauseWord]:
    """Take off what may stand behind a statement and says nothing: "too", "lol", a loose "and"."""
    kept = [*words]
    joins = (",", *language.words.get("joins", ()))
    while len(kept) > 1:
        loose = int(kept[-1].read in joins)
        loose = loose or language.phrases("closers").at_end(" ".join(word.read for word in kept))
        if not 0 < loose < len(kept):
            break
        del kept[-loose:]
    return kept


def _name(value: Value) -> bool:
    """Return whether it is what somebody is called: a word or a few that mean nothing else."""
    stops = (n for n, w in enumerate(value.read) if w == "," or value.language.has("joins", w))
    value.keep(next(stops, len(value.words)))
    small = (n for n, word in enumerate(value.words) if n and value.written_word(word)[0].islower())
    value.keep(next(small, len(value.words)))  # "Annie online"
    words = value.words
    if not value.language.is_spaced:
        return _NAME.fullmatch(value.written()) is not None and not value.has("not_name")
    if not 1 <= len(words) <= MOST_NAME_WORDS or any(
        word in value.language.search.get("stop", ()) for word in value.read
    ):
        return False
    plain = all(_NAME.fullmatch(value.written_word(word)) for word in words)
    return plain and (len(words) == 1 or not value.written_word(words[0])[0].islower())


def _pronouns(value: Value) -> bool:
    first, slash, _ = value.read[0].partition("/")
    return len(value.words) == 1 and bool(slash) and value.has("pronoun", [first])


def _zone(value: Value) -> bool:
    written = value.written()
    return len(value.words) <= 2 and written.isupper() and _ZONE.fullmatch(written.casefold()) is not None


def _date(value: Value) -> bool:
    """Return whether it begins with a date; what follows is cut off."""
    dated = (n for n, w in enumerate(value.read[:5]) if w in value.language.months or _DATE.fullmatch(w))
    end = max(dated, default=-1) + 1
    value.keep(end and end + (value.read[end : end + 1] in (["日"], ["일"], ["号"])))
    return bool(value.words)


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
    weak = language.has("helpers", first) or first in language.search.get("stop", ())
    idle = weak and not language.has("emphatic", first)
    others = language.words.get("subjects", frozenset()) - language.own
    idle = idle or language.is_past(first) or language.has("helpers", value.read[-1])  # "I usually don't"
    return not idle and len(value.words) > 1 and others.isdisjoint(value.read)


_CHECKS: dict[str, Callable[[Value], bool]] = {
    "name": _name,
    "pronouns": _pronouns,
    "zone": _zone,
    "date": _date,
    "age": lambda value: value.read[0].isdecimal() and 10 <= int(value.read[0]) <= 99,
    **dict.fromkeys(("proper", "called"), _proper),
    **dict.fromkeys(("topic", "lesson"), _topic),
    **dict.fromkeys(("thing", "place", "disliked"), _thing),
    **dict.fromkeys(("gear", "work"), _gear),
    "nationality": lambda value: len(value.words) == 1,
    "model": _model,
    **dict.fromkeys(("deed", "doing"), _deed),
}
_AS_THEY_ARE: Collection[str] = frozenset({"age", "number", "pronouns", "zone", "date", "of"})
"""Values that need not stand alone."""


_OF_TALK: Collection[str] = frozenset({"thing", "gear", "work", "place", "disliked"})
"""Values that are judged by whether the conversation is needed to understand them."""


def fits(name: str, value: Value, *, stored: bool = False) -> bool:
    """Trim a value and return whether it can be what its pattern calls it.

    A value called as a word list of the file must have one of its words, and none of the list "not_" before
    its name.
    """
    if name not in _AS_THEY_ARE:
        value.trim()
        if not value.words or not (stored or value.stands_alone()):
            return False
    rows = value.language.rows["statements"]
    if rows.phrases(f"not_{name}").inside(" ".join(value.read)):
        return False
    check = None if stored and name in _OF_TALK else _CHECKS.get(name)
    return (check is None or check(value)) and (name not in rows.lists or value.has(name))

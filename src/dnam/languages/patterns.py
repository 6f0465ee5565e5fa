"""Patterns over words: the notation of the language files, and how a text is matched against many at once.

    i [really|just] (like|love) {thing}     words, optional words, alternatives, a captured value
    my <kin> is [called] {name}             <kin> is a word list of the same file
    ... <assistant> must ...                "..." stands for any words, or none
    answer* [*] {thing}                     "*" stands for any letters, alone for any one word
    {place}~(da|de) yaşıyorum               "~" joins what may be written with or without a space
    ich ziehe nach {place} -> ich wohne in {place}      what is matched, and how it is read

A pattern matches a whole clause: its words in lower case, joined by single spaces. Patterns become RE2
expressions, which take time proportional to the text whatever it says.
"""

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import re2

from dnam.errors import BadInput

UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー"
_TOKEN = re.compile(r"\s+|\.\.\.|[()\[\]|~]|\{[a-z_]+\}|<[a-z_]+>|[^\s()\[\]|~{}<>]+")
LIST, CAPTURE = re.compile(r"<([a-z_]+)>"), re.compile(r"\{[a-z_]+\}")
_LETTER = re2.compile(rf"([{UNSPACED}])")
_NUMBER = r"\d+(?:[.,]\d+)?"
_WORDS = r"[^ ]+?(?: [^ ]+?)*?"
_CAPTURES = {"number": _NUMBER, "age": r"\d+", "pronouns": "[^ /]+/[^ ]*"}
"""Captures that are not just any words."""
_ALIKE = {"ł": "l", "ı": "i", "ø": "o", "đ": "d", "ى": "ي", "ة": "ه", "ґ": "г"}
"""Letters that are written for each other and have no accent to leave out."""


class WordLists(dict[str, frozenset[str]]):
    """Word lists by name, in lower case; one that a file does not have is empty."""

    def __init__(self, lists: Mapping[str, Sequence[str]]) -> None:
        super().__init__({name: frozenset(map(str.casefold, words)) for name, words in lists.items()})
        self._phrases: dict[str, Phrases] = {}

    def __missing__(self, name: str) -> frozenset[str]:
        return frozenset()

    def phrases(self, name: str) -> "Phrases":
        """Return a list, to be looked for in several words."""
        if name not in self._phrases:
            self._phrases[name] = Phrases([*self[name]])
        return self._phrases[name]


class BadPattern(BadInput):
    """A pattern that cannot be read; says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One pattern of a language file."""

    group: str
    pattern: str
    """As it is written."""
    source: str = field(repr=False)
    """As RE2 reads it."""
    names: tuple[str, ...] = ()
    reads_as: str = ""
    """What the clause is read as instead, with the captures in it; empty when as it stands."""


@dataclass(frozen=True, slots=True)
class Match:
    """A row that matches a clause, and where in the clause its captured values stand."""

    row: Row
    spans: Mapping[str, tuple[int, int]]


class Rows:
    """Many patterns, matched at once, and the word lists they use."""

    def __init__(self, rows: Sequence[Row], lists: Mapping[str, Sequence[str]]) -> None:
        self.rows = tuple(rows)
        self.lists = WordLists(lists)
        self._single: dict[int, re2._Regexp] = {}

    @cached_property
    def used(self) -> frozenset[str]:
        """The names of the word lists that the patterns use."""
        named = {name for row in self.rows for name in LIST.findall(row.pattern)}
        return frozenset(named & self.lists.keys())

    @cached_property
    def _all(self) -> re2.Set:
        """Every row in one expression; compiled when it is first needed, as most languages never are."""
        rows = re2.Set.FullMatchSet()
        for row in self.rows:
            rows.Add(row.source)
        rows.Compile()
        return rows

    def matching(self, key: str) -> list[Row]:
        """Return the rows that match, in the order of the file."""
        return [self.rows[number] for number in self._numbers(key)]

    def matches(self, key: str) -> list[Match]:
        """Return the matches with their captured values, in the order of the file."""
        return [self._captured(number, key) for number in self._numbers(key)]

    def _numbers(self, key: str) -> list[int]:
        return sorted(self._all.Match(f" {key}") or ()) if self.rows else []

    def _captured(self, number: int, key: str) -> Match:
        row = self.rows[number]
        if number not in self._single:
            self._single[number] = re2.compile(row.source)
        match = self._single[number].fullmatch(f" {key}")
        if match is None:  # the set and the expression are compiled from the same source
            raise AssertionError(row.pattern)
        spans = {name: match.span(at) for at, name in enumerate(row.names, 1)}
        return Match(row, {name: (start - 1, end - 1) for name, (start, end) in spans.items() if start >= 0})


def read_row(
    group: str, written: str, lists: Mapping[str, Sequence[str]], *, given: Sequence[str] = ()
) -> Row:
    """Read one line of a language file. Raises BadPattern."""
    pattern, arrow, reads_as = (part.strip() for part in written.partition("->"))
    source, names = _source(pattern.casefold(), lists)
    if arrow and not reads_as:
        raise BadPattern("there is nothing after '->'")
    for name in _TOKEN.findall(reads_as):
        if name.startswith("{") and name[1:-1] not in (*names, *given):
            raise BadPattern(f"{name} is used after '->' but not captured before it")
    return Row(group, written, source, names, reads_as)


def words_after(row: Row, subjects: Collection[str], lists: Mapping[str, Collection[str]]) -> set[str]:
    """Return the words that may follow a subject: "i (like|love) {thing}" gives like and love."""
    tokens = [t for t in _TOKEN.findall(row.pattern.casefold().partition("->")[0]) if not t.isspace()]
    start = next((n for n, token in enumerate(tokens) if token in subjects or token[0] == "{"), len(tokens))
    if tokens[start:] and tokens[start][0] == "{":
        return set()
    if start and tokens[start - 1] in ("(", "[", "|"):  # (i|we), [yo]
        start = next(n for n in range(start, len(tokens)) if tokens[n] in (")", "]"))
    words: set[str] = set()
    depth, begins = 0, True
    for token in tokens[start + 1 :]:
        if token in ("(", "[", ")", "]", "|"):
            depth += {"(": 1, "[": 1, "|": 0}.get(token, -1)
            begins = True
        elif begins:
            words |= {*lists.get(token[1:-1], ())} if token.startswith("<") else {token}
            begins = False
        if not depth and token not in ("]", "["):
            break
    return {word for word in words if word.isalpha() and word not in subjects}


def encodable(text: str) -> str:
    """Return a text of the same length that RE2 can read: half of a character pair becomes a mark."""
    if text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)


def spaced(text: str) -> str:
    """Put spaces around letters of scripts that are written without, so that each is a word."""
    if text.isascii():
        return " ".join(text.split())
    # A function: re2 has no "\\0" in templates, and mangles their letters that are not ASCII.
    return " ".join(_LETTER.sub(lambda match: f" {match.group()} ", encodable(text)).split())


def _source(  # noqa: PLR0912 (one branch for each sign of the notation)
    pattern: str, lists: Mapping[str, Sequence[str]]
) -> tuple[str, tuple[str, ...]]:
    """Translate the notation. Each word carries the space before it, the first one too."""
    parts: list[str] = []
    names: list[str] = []
    depth: list[str] = []
    glued = False
    begins: list[bool] = []
    tokens = [sign for sign in _TOKEN.findall(pattern) if not sign.isspace()]
    if "".join(tokens) != "".join(pattern.split()):
        raise BadPattern(f"{pattern!r} has a sign that patterns do not have")
    for sign in tokens:
        space, glued = ("" if glued else " "), False
        if sign in ("(", "["):
            depth.append(sign)
            begins.append(not space)  # what is joined to a group is joined to each of its alternatives
            glued = not space
            parts.append("(?:")
        elif sign in (")", "]"):
            if not depth or depth.pop() != {")": "(", "]": "["}[sign]:
                raise BadPattern(f"{sign!r} closes what was not opened in {pattern!r}")
            begins.pop()
            parts.append(")?" if sign == "]" else ")")
        elif sign == "|":
            glued = bool(begins) and begins[-1]
            parts.append("|")
        elif sign == "~":
            parts.append(" ?")
            glued = True
        elif sign == "...":
            parts.append("(?: [^ ]+)*?")
        elif sign.startswith("{"):
            name = sign[1:-1]
            if name in names:
                raise BadPattern(f"{sign} is captured twice in {pattern!r}")
            names.append(name)
            parts.append(f"{space}({_CAPTURES.get(name, _WORDS)})")
        elif sign.startswith("<"):
            if sign[1:-1] not in lists:
                raise BadPattern(f"there is no word list {sign[1:-1]!r} for {sign}")
            parts.append(f"{space}(?:{alternatives(tuple(lists[sign[1:-1]]))})")
        else:
            words = spaced(sign) if _LETTER.search(sign) else sign
            parts.append(f"{space}{_escaped(words)}")
    if depth:
        raise BadPattern(f"{depth[-1]!r} is never closed in {pattern!r}")
    if not tokens:
        raise BadPattern("the pattern is empty")
    return "".join(parts), tuple(names)


@lru_cache(maxsize=4096)
def alternatives(words: tuple[str, ...]) -> str:
    """Return an expression for any of these words, longest first."""
    return "|".join(_escaped(spaced(word.casefold())) for word in sorted({*words}, key=len, reverse=True))


def _escaped(word: str) -> str:
    return " ".join(
        "[^ ]+" if one == "*" else re2.escape(one).replace(r"\*", "[^ ]*") for one in word.split(" ")
    )


def bare(text: str) -> str:
    """Return a text in lower case without accents: people leave them out when they type in a hurry."""
    folded = text.casefold()
    return folded if folded.isascii() else "".join(map(_bare_letter, folded))


@lru_cache(maxsize=4096)
def _bare_letter(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 1 and unicodedata.category(letter) == "Mn":
        return ""
    plain = letter if _LETTER.match(letter) else parts[0]  # kana without marks are other letters
    return _ALIKE.get(plain, plain)


class Phrases:
    """A list of words and phrases, looked for in words joined by single spaces."""

    def __init__(self, words: Sequence[str]) -> None:
        source = alternatives(tuple(words)) or r"[^\s\S]"
        self._inside = re2.compile(f" (?:{source}) ")
        self._first = re2.compile(f"(?:{source}) ")
        self._last = re2.compile(f" (?:{source})$")
        firsts = {spaced(word.casefold()).partition(" ")[0] for word in words}
        self._firsts = None if "*" in "".join(firsts) else firsts

    def _may_begin(self, words: Sequence[str]) -> bool:
        """Return whether one of them may begin with one of these words: mostly not, and that is quick."""
        return self._firsts is None or not self._firsts.isdisjoint(words)

    def inside(self, key: str) -> bool:
        return self._may_begin(key.split(" ")) and self._inside.search(f" {key} ") is not None

    def at_start(self, key: str) -> int:
        """Return how many words the one has that the words begin with; 0 when there is none."""
        match = self._first.match(f"{key} ") if self._may_begin([key.partition(" ")[0]]) else None
        return match.group().count(" ") if match else 0

    def at_end(self, key: str) -> int:
        """Return how many words the one has that the words end with; 0 when there is none."""
        match = self._last.search(f" {key}")
        return match.group().count(" ") if match else 0

    def place(self, key: str) -> tuple[int, int] | None:
        """Return where the first of them behind the first word stands and its length, in words."""
        match = self._inside.search(f"{key} ") if self._may_begin(key.split(" ")) else None
        return (key.count(" ", 0, match.start() + 1), match.group().count(" ") - 1) if match else None

"""Secrets by the words beside them: a word for a secret, and near it a value, whatever stands between.

A value is known by its look; the nearer it stands to the word, the less it needs to look like one. Directly
introduced ("the password is …", "pw: …") even a plain word is one, unless it is an ordinary one to say there.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import re2

from dnam.languages.patterns import UNSPACED
from dnam.rules.secrets.formats import MASK, Span, is_placeholder
from dnam.rules.secrets.looks import CAMEL, MIXED, NEVER, PLAIN, SURE, VERY, WEAK, digits, is_year, look
from dnam.rules.secrets.vocabulary import Vocabulary, Word, is_unspaced

LINKED, NEXT, SAME, FAR = range(4)
"""How near: introduced by "is" or ":"; right beside the word; in its sentence; in the next one."""
Near = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Need:
    """What a value must at least be like to belong to a word, by how near it is."""

    digits: Near = (NEVER,) * 4
    look: Near = (NEVER,) * 4
    length: Near = (4, 4, 5, 5)


_NEEDS = {
    "password": _Need(digits=(3, 4, 6, NEVER), look=(CAMEL, WEAK, MIXED, SURE)),
    "pin": _Need(digits=(3, 3, 3, NEVER), look=(MIXED, MIXED, NEVER, NEVER)),
    "code": _Need(digits=(3, 3, 4, NEVER), look=(WEAK, WEAK, MIXED, NEVER)),
    "enter": _Need(digits=(3, 3, 4, NEVER)),
    "key": _Need(look=(MIXED, MIXED, MIXED, NEVER), length=(5, 12, 16, NEVER)),
    "label": _Need(digits=(5, NEVER, NEVER, NEVER), look=(WEAK, WEAK, NEVER, NEVER)),
    "lock": _Need(digits=(3, 3, 3, NEVER)),
    "door": _Need(digits=(4, 4, 4, NEVER)),
    "wifi": _Need(digits=(6, 8, NEVER, NEVER), look=(WEAK, MIXED, VERY, NEVER)),
    "login": _Need(look=(SURE, SURE, VERY, NEVER)),  # what directly follows is rather the user's name
}
_MOST_DIGITS = (12, 12, 8, 0)
_OPENED_WITH = {"login", "lock", "door", "wifi"}
"""What is opened with a secret rather than its name: a name reaches beyond it."""
_MAKE_IT_A_CODE = {"opens", "lock", "door", "card", "wifi"}
_REACH, _REACH_BACK, _CONTEXT, _LINKED_BACK, _LONGEST_PHRASE = 160, 70, 90, 3, 8
_APART = "。、「」『』，！？：；（）…"
_PIECE = re2.compile(rf"\n|[{UNSPACED}]+|[^\s{UNSPACED}{_APART}]+|[{_APART}]")
_SKIPPED = re2.compile(
    r"(?i)<(?:a?:\w+:\d+|[@#][!&]?\d+|t:[\d:a-z]+|/\w[^>]*)>|://|www\.|[\w.+-]@[\w-]+\.[\w.]+\W*$"
)
"""A mention, an emoji, a link, a mail address."""
_NO_WORDS = re2.compile(r"(?:[A-Za-z][\w+.-]*://|www\.)\S+|" + re2.escape(MASK))
"""Where words name nothing: addresses, and what is masked."""
_MAIL = re2.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_SPELLED = re2.compile(r"(?:[^\s] ){3,40}[^\s](?:\s|$|[.,!?])")
_GROUPS = re2.compile(r"\d{2,6}(?:[ -]\d{2,6}){1,4}|\d(?:[ -]\d){3,7}")
_CODE = re2.compile(r"[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]+(?:\.[A-Za-z_]+)+|[a-z]+:\d+")
_NEXT_FIELD = re2.compile(r"[;&,]\s?[\w-]+=")
_AROUND = "\"'“”‘’„«»`*_~|([{<>)]}:;=,.!?…-–—→➡👉\ufe0f/\\"
_SIGNS, _DASHES, _STOPS = frozenset(":=→➡👉："), frozenset("-–—"), frozenset(".!?。！？…\n")
_CLOSES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`", "«": "»", "|": "|", "「": "」"}


@dataclass(slots=True)
class _Piece:
    """What stands between spaces, and the signs between it and its neighbours."""

    value: str
    start: int
    before: str
    after: str = ""
    skipped: bool = False

    @property
    def word(self) -> str:
        return self.value.casefold()

    @property
    def end(self) -> int:
        return self.start + len(self.value)


def claimed(text: str, words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[Span]:
    """Yield where values stand that a word near them makes a secret."""
    edges = [edge for found in _NO_WORDS.finditer(text) for edge in found.span()]
    outside = [word for word in words if bisect_right(edges, word.start) % 2 == 0]
    claims = [word for word in _acting(text, outside) if word.kind in _NEEDS]
    claims += [Word("login", frozenset(), *found.span()) for found in _MAIL.finditer(text)]
    claims.sort(key=attrgetter("start"))
    last, last_name, compound = 0, 0, False
    for at, word in enumerate(claims):
        name = word.kind not in _OPENED_WITH
        following = (
            each.start for each in claims[at + 1 : at + 4] if not name or each.kind not in _OPENED_WITH
        )
        ceiling = next(following, len(text))
        yield from _Claim(text, word, vocabulary).spans(last_name if name else last, ceiling)
        compound = not compound and ceiling - word.end <= 1  # "wifi password"
        last = last if compound else word.end
        last_name = word.end if name and not compound else last_name


def _acting(text: str, words: Sequence[Word]) -> Iterator[Word]:
    """Yield words as what they act as: "code" is one to open something only beside what it opens."""
    for at, word in enumerate(words):
        near = {other.kind for other in words[max(0, at - 4) : at + 5] if _beside(text, word, other)}
        if word.kind == "label" and text[max(0, word.start - 1) : word.start] == "_":  # "db_pass"
            yield replace(word, kind="password")
        elif word.kind == "label":
            signed = text[word.end : word.end + 4].strip(" *_`\"'")[:1] in (":", "=")
            yield from [word] if signed or "login" in near else ()
        elif word.kind in ("number", "enter"):
            kind = "code" if word.kind == "number" else "enter"
            yield from [replace(word, kind=kind)] if near & _MAKE_IT_A_CODE else ()
        else:
            yield word


def _beside(text: str, word: Word, other: Word) -> bool:
    first, last = sorted((word.start, other.start))
    return last - first < _CONTEXT and "\n" not in text[first:last]


class _Claim:
    """One word, and the search for its value."""

    def __init__(self, text: str, word: Word, vocabulary: Vocabulary) -> None:
        self.text, self.word, self.kind, self.vocabulary = text, word, word.kind, vocabulary
        self.known = vocabulary.grammar(word.codes)

    def spans(self, floor: int, ceiling: int) -> list[Span]:
        """Return where its values stand between two other words: behind it, or else before it."""
        start, end = self.word.start, self.word.end
        behind = _pieces(self.text, end, min(ceiling, end + _REACH))
        if self.text[end : end + 1] == "(" or (behind and self.known.is_other(behind[0].word)):
            return []
        found = (self._paired() if self.kind == "login" else None) or self._behind(behind)
        if found is None and self.kind not in ("login", "wifi", "label"):
            found = self._ahead(_pieces(self.text, max(floor, start - _REACH_BACK), start))
        return found or []

    def _paired(self) -> list[Span] | None:
        """Return the second of two that a login is told with: "ann / hunter2"."""
        here = self.text[self.word.end : self.word.end + _CONTEXT].partition("\n")[0]
        second = here.replace("|", "/").partition("/")[2].split(maxsplit=1)
        value = second[0].strip(_AROUND) if second else ""
        start = self.word.end + here.find(value, here.replace("|", "/").find("/"))
        return [(start, start + len(value))] if look(value) >= WEAK else None

    def _behind(self, pieces: list[_Piece]) -> list[Span] | None:
        near, direct, last = NEXT, True, ""
        for at, piece in enumerate(pieces):
            signed = not _SIGNS.isdisjoint(piece.before)
            if self._is_masked(piece):
                return []
            if "\n" in piece.before and at and not signed:
                return None
            if signed:
                near = FAR if near == FAR else LINKED
            elif not _STOPS.isdisjoint(piece.before) and (at or piece.before != "?"):
                near, direct = FAR, False
            elif direct and not _DASHES.isdisjoint(piece.before):
                near = min(near, NEXT)
            linked = self.known.links(piece.word)
            if (signed or not linked) and not piece.skipped:
                plain = direct and near <= NEXT and self._is_plain_value(pieces[at:], near)
                if plain or self._is_value(pieces[at:], near if direct else max(near, NEXT), last):
                    return [*self._whole(pieces[at:], near)]
            direct = direct and (linked or last in self.known.of or piece.word in self.known.of)
            near = FAR if near == FAR else LINKED if linked else SAME
            last = piece.word
        return None

    def _ahead(self, pieces: list[_Piece]) -> list[Span] | None:
        """Look before the word: "… is my password"; digits also where nothing links them."""
        for back, at in enumerate(reversed(range(len(pieces)))):
            piece, last = pieces[at], pieces[at - 1].word if at else ""
            if self._is_masked(piece):
                return []
            if not _STOPS.isdisjoint(piece.after):
                return None
            linked = 0 < back <= _LINKED_BACK and self.known.links(pieces[at + 1].word)
            bare = self.kind in ("pin", "lock", "door") and 0 < back <= 2 * _LINKED_BACK
            addressed = not at and piece.after[:1] in (":", ",")  # "dave42: what is …"
            fits = linked or look(piece.value) == SURE or (bare and digits(self._grouped(piece)) > 3)
            near = LINKED if linked and self.kind != "key" else SAME
            if fits and not addressed and not piece.skipped and self._is_value(pieces[at:], near, last):
                return [*self._whole(pieces[at:], SAME)]
        return None

    def _is_masked(self, piece: _Piece) -> bool:
        return self.text.startswith(MASK, piece.start - 1)

    def _is_value(self, pieces: list[_Piece], near: int, last: str) -> bool:
        piece, need = pieces[0], _NEEDS[self.kind]
        if near == LINKED and need.digits[LINKED] < NEVER and self._spelled(piece):
            return True
        looks, value = look(piece.value), self._grouped(piece)
        counted = len(pieces) > 1 and pieces[1].word in self.known.units and not piece.after
        if counted or self._is_no_value(piece) or (near > NEXT and last in self.known.of and looks < VERY):
            return False
        if count := digits(value):
            year = is_year(value) and near > (NEXT if self.kind in ("pin", "code", "enter") else LINKED)
            return need.digits[near] <= count <= _MOST_DIGITS[near] and not year
        return looks >= need.look[near] and len(value) >= need.length[near]

    def _is_no_value(self, piece: _Piece) -> bool:
        """Return whether a piece is code, an ordinary word, or only shows where a value goes."""
        value = piece.value
        if "<" in piece.before or is_placeholder(value) or _CODE.fullmatch(value):
            return True
        if self.known.is_ordinary(piece.word) or (value.isupper() and "_" in value):
            return True
        named = any(word.kind in _NEEDS for word in self.vocabulary.words(value))
        return named and not any(map(str.isdecimal, value))

    def _is_plain_value(self, pieces: list[_Piece], near: int) -> bool:
        """Return whether a plain word is a value: introduced, with nothing said of it behind."""
        piece = pieces[0]
        if self.kind != "password":
            return False
        if near == LINKED and (close := self._closing(piece)) > 0:
            inside = self.text[piece.start : close].casefold().split()
            ordinary = all(map(self.known.is_ordinary, inside))
            return not ordinary and (len(inside) > 1 or not self._is_no_value(piece))
        if len(piece.value) <= 3 or "?" in piece.after or is_unspaced(piece.value):
            return False
        if near == NEXT:  # "密码hunter"
            foreign = piece.value.isascii() and is_unspaced(self.text[self.word.end - 1])
            return foreign and len(piece.value) > 5 and not self._is_no_value(piece)
        return self._phrase_end(pieces) > 0

    def _phrase_end(self, pieces: list[_Piece]) -> int:
        """Return where a value of plain words ends: one, or several behind ":"; 0 when they are none."""
        for at, piece in enumerate(pieces[:_LONGEST_PHRASE]):
            if self._is_no_value(piece):
                return 0
            following = pieces[at + 1].word if at + 1 < len(pieces) else ""
            ends = piece.after or not following or following in self.known.written
            if ends or is_unspaced(self.text[piece.end : piece.end + 1]):
                return piece.end
            if _SIGNS.isdisjoint(pieces[0].before):
                return 0
        return 0

    def _grouped(self, piece: _Piece) -> str:
        """Return a value with the groups of digits behind it."""
        more = _GROUPS.match(self.text[piece.start :][:40]) if piece.value[0].isdecimal() else None
        return more.group() if more and more.end() >= len(piece.value) else piece.value

    def _spelled(self, piece: _Piece) -> str:
        """Return a value that is spelled out from here, one sign at a time."""
        found = _SPELLED.match(self.text[piece.start : piece.start + 100])
        return found.group().rstrip(" \n.,!?") if found else ""

    def _closing(self, piece: _Piece) -> int:
        mark = _CLOSES.get(piece.before[-1:])
        return self.text.find(mark, piece.start + 1, piece.start + 100) if mark else -1

    def _whole(self, pieces: list[_Piece], near: int) -> Iterator[Span]:
        """Yield a value to its end, and the values listed behind it."""
        piece = pieces[0]
        end = piece.start + len(self._grouped(piece))
        if (close := self._closing(piece)) > 0:
            end = close
        elif near == LINKED and (spelled := self._spelled(piece)):
            end = piece.start + len(spelled)
        elif look(piece.value) == PLAIN and not digits(piece.value):
            end = max(end, self._phrase_end(pieces))
        while self.text[end : end + 1] and self.text[end] in "!#$&+@":
            end += 1
        yield piece.start, end
        for other in [other for other in pieces if other.start >= end]:
            if (
                other.skipped
                or len(other.value) < 4
                or not (digits(other.value) or look(other.value) >= WEAK)
            ):
                break
            yield other.start, other.end


def _pieces(text: str, start: int, end: int) -> list[_Piece]:
    pieces: list[_Piece] = []
    between = ""
    for found in _PIECE.finditer(text[start:end]):
        raw = found.group()
        if (cut := _NEXT_FIELD.search(raw)) is not None and cut.start() > 1:
            raw = raw[: cut.start()]
        value = raw.lstrip(_AROUND) if any(map(str.isalnum, raw)) else ""
        lead = raw[: len(raw) - len(value)]
        if lead[-1:] in _CLOSES:
            value = value.partition(_CLOSES[lead[-1]])[0]
        value = value.rstrip(_AROUND)
        if pieces:
            pieces[-1].after += lead
        between += lead
        if value:
            at = start + found.start() + len(lead)
            pieces.append(_Piece(value, at, between, skipped=_SKIPPED.search(raw) is not None))
            between = pieces[-1].after = raw[len(lead) + len(value) :]
    return pieces

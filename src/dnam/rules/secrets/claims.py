"""Secrets by the words beside them: a word for a secret, and near it a value, whatever stands between.

A value is known by its look; the nearer it stands to the word, the less it needs to look like one. Directly
introduced ("the password is …", "pw: …") even a plain word is one, unless it is an ordinary one to say there.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import re2

from dnam.languages.patterns import UNSPACED
from dnam.rules.secrets.formats import MASK, Span, is_placeholder
from dnam.rules.secrets.looks import (
    CAMEL,
    MIXED,
    NEVER,
    PLAIN,
    SURE,
    UNITS,
    VERY,
    WEAK,
    digits,
    grouped,
    is_year,
    look,
)
from dnam.rules.secrets.words import SecretVocabulary, SecretWord, is_unspaced

LINKED, GIVEN, NEXT, SAME, FAR = range(5)
"""How near: introduced by "is" or ":"; by "with", "enter" or a dash; right beside the word; in its sentence;
at the beginning of the next one."""
_NONE = (NEVER,) * 5
_NEEDS = {
    "password": ((3, 4, 4, 6, NEVER), (CAMEL, WEAK, WEAK, MIXED, MIXED)),
    "label": ((3, 4, 4, NEVER, NEVER), (CAMEL, WEAK, WEAK, NEVER, NEVER)),
    "pin": ((3, 3, 3, 3, 4), (WEAK, MIXED, MIXED, NEVER, NEVER)),
    "code": ((3, 3, 3, 4, NEVER), (WEAK, WEAK, WEAK, MIXED, NEVER)),
    "key": (_NONE, (WEAK, MIXED, MIXED, MIXED, VERY)),
    "lock": ((3, 3, 4, 4, NEVER), (NEVER, MIXED, NEVER, NEVER, NEVER)),
    "opens": ((NEVER, 4, NEVER, NEVER, NEVER), (NEVER, VERY, NEVER, NEVER, NEVER)),
    "wifi": ((6, 6, 8, NEVER, NEVER), (CAMEL, MIXED, MIXED, VERY, SURE)),
    "login": (_NONE, (WEAK, MIXED, VERY, VERY, SURE)),
}
"""By how near it is: how many digits a value must have, or else what it must look like."""
_KEY_LENGTHS = (5, 8, 12, 16, 16)
_MOST_DIGITS = (12, 12, 12, 8, 8)
_REACH, _REACH_BACK, _CONTEXT, _MOST_NAMES, _LONGEST_PHRASE, _LINKED_BACK = 160, 70, 90, 4, 8, 4
_APART = "。、「」『』，！？：；（）…"
_PIECE = re2.compile(rf"[{UNSPACED}]+|[^\s=:,;|<>{UNSPACED}{_APART}\"“”„«»`]+")
_MAIL = re2.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_NO_PIECE = re2.compile(
    r"(?i)<(?:a?:\w+:\d+|[@#][!&]?\d+|t:[\d:a-z]+|/\w[^>]*)>|(?:[a-z][\w+.-]*://|www\.)\S+"
    rf"|{_MAIL.pattern}|{re2.escape(MASK)}"
)
"""A mention, an emoji, a link, a mail address, and what is masked."""
_SPELLED = re2.compile(r"(?:\S ){3,40}\S(?:\s|$)")
_CODE = re2.compile(r"[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]+(?:\.[A-Za-z_]+)+|[A-Z]+(?:_[A-Z]+)+|\$\{?\w+\}?")
_AROUND = "'‘’*_~([{)]}.!?…-–—→➡👉\ufe0f/\\"
_DASHES = ("-", "–", "—", "/", "//", "|")
_SIGNS, _STOPS = frozenset(":=→➡👉：>"), frozenset(".!?。！？…\n")
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`", "«": "»", "|": "|", "「": "」"}


@dataclass(slots=True)
class _Piece:
    """What stands between spaces; `before` are the signs between it and the piece before it."""

    value: str
    start: int
    before: str
    sentence: int

    @property
    def word(self) -> str:
        return self.value.casefold()

    @property
    def end(self) -> int:
        return self.start + len(self.value)


def claimed(text: str, words: Sequence[SecretWord], vocabulary: SecretVocabulary) -> Iterator[Span]:
    """Yield where values stand that a word near them makes a secret."""
    names = [name for word in words if (name := _acting(text, word, words)).kind in _NEEDS]
    mails = (found for found in _MAIL.finditer(text) if "@" in text)
    names += [SecretWord("login", frozenset(), *found.span()) for found in mails]
    if names:
        yield from _Claims(text, sorted(names, key=lambda name: name.start), vocabulary).spans()


def _acting(text: str, word: SecretWord, words: Sequence[SecretWord]) -> SecretWord:
    """Return a word as what it acts as: "code" opens something only beside what it opens."""
    if word.kind not in ("code", "label"):
        return word
    at = bisect_left(words, word.start, key=lambda other: other.start)
    near = {one.kind for one in words[max(0, at - 4) : at + 5] if abs(one.start - word.start) < _CONTEXT}
    if word.kind == "label":
        signed = text[word.end : word.end + 4].strip(" *_`\"'")[:1] in (":", "=")
        is_name = signed or near & {"login", "wifi"} or text[max(0, word.start - 1) : word.start] == "_"
    else:
        is_name = near & {"lock", "opens", "wifi", "pin"}
    return word if is_name else replace(word, kind="")


class _Claims:
    """The search for the values that names claim."""

    def __init__(self, text: str, names: list[SecretWord], vocabulary: SecretVocabulary) -> None:
        self.text, self.names = text, names
        self.known = vocabulary.grammar(text, names)
        self.pieces = [*_pieces(text)]
        self.starts = [piece.start for piece in self.pieces]
        self.at = [bisect_right(self.starts, name.end - 1) - 1 for name in names]
        """The piece each name ends in."""
        inside = zip(names, self.at, strict=True)
        self.named = {at for name, at in inside if at >= 0 and self.pieces[at].end >= name.end}

    def spans(self) -> Iterator[Span]:
        """Yield the values, and those listed right behind one."""
        used: dict[int, int] = {}
        reached, listed = 0, -2
        for at, piece in enumerate(self.pieces):
            if piece.start < reached:
                continue
            name = self._claimant(at, used)
            if (
                name is None
                and listed >= 0
                and at - listed <= 1 + (self.pieces[at - 1].word in self.known.small)
            ):
                shown = len(piece.value) > 3 and (digits(piece.value) or look(piece.value) >= WEAK)
                name = -1 if shown and at not in self.named else None
            if name is not None:
                used[name] = at
                reached, listed = self._end(at), at
                yield piece.start, reached

    def _claimant(self, at: int, used: dict[int, int]) -> int | None:
        """Return the name that makes a piece a secret; one that has its value claims no other."""
        piece = self.pieces[at]
        first_ahead = bisect_right(self.at, at - 1)
        for number in range(first_ahead - 1, max(first_ahead - 1 - _MOST_NAMES, -1), -1):
            name = self.names[number]
            if piece.start - name.end > _REACH or number in used:
                break
            if at not in self.named and self._belongs(at, number):
                return number
        for number in range(first_ahead, min(first_ahead + 2, len(self.names))):
            near = self.names[number].start - piece.end <= _REACH_BACK and at < self.at[number]
            if near and number not in used and at not in self.named and self._belongs_ahead(at, number):
                return number
        return None

    def _belongs(self, at: int, number: int) -> bool:
        """Return whether a piece behind a name is its value."""
        name, piece, first = self.names[number], self.pieces[at], self.at[number]
        apart = piece.sentence - self.pieces[first].sentence
        if apart > 1 or (apart and piece.sentence == self.pieces[at - 1].sentence):
            return False
        if MASK in self.text[name.end : piece.start]:  # it has its value
            return False
        near = self._near(at, first)
        if near <= NEXT and at > first + 1 and self._is_compound(number):
            near = SAME
        plain = near == LINKED or (near == GIVEN and self._quoted(piece))
        if name.kind in ("password", "label") and plain and self._is_plain_value(at, first):
            return True
        if name.kind == "login" and near <= GIVEN:
            near = self._paired(at, number)
        return self._is_value(at, name.kind, near)

    def _near(self, at: int, first: int) -> int:
        """Return how near a piece stands to the name that ends in the first."""
        piece, last = self.pieces[at], self.pieces[at - 1].word
        asked = at == first + 1 and piece.before.strip() == "?"
        if not _SIGNS.isdisjoint(piece.before) or self.known.links(last):
            return LINKED
        if asked or piece.before.strip() in _DASHES or self.known.gives(last):
            return GIVEN
        if piece.sentence > self.pieces[first].sentence:
            return FAR
        led = at - 2 > first and last in self.known.small
        if led and self.known.gives(self.pieces[at - 2].word):  # "punch in"
            return GIVEN
        if led and self.known.links(self.pieces[at - 2].word):  # "is my"
            return NEXT
        between = range(first + 1, at)
        through = all(n in self.named or self.pieces[n].word in self.known.small for n in between)
        return NEXT if at == first + 1 or (through and at - 1 in self.named) else SAME

    def _paired(self, at: int, number: int) -> int:
        """Return how near a value is to a login: the first that is told with it is the user's name."""
        between = self.pieces[self.at[number] + 1 : at]
        mail = "@" in self.text[self.names[number].start : self.names[number].end]
        if not mail and all(one.word in self.known.small or self.known.links(one.word) for one in between):
            return NEXT
        return LINKED if "/" in self.pieces[at].before else GIVEN

    def _belongs_ahead(self, at: int, number: int) -> bool:  # noqa: PLR0911
        """Return whether a piece before a name is its value: "hunter2 is my password", "4410 unlocks it"."""
        name, piece, behind = self.names[number], self.pieces[at], self.pieces[at + 1]
        if behind.sentence != piece.sentence or self.pieces[self.at[number]].sentence != piece.sentence:
            return False
        if name.kind in ("login", "wifi", "label", "key") and look(piece.value) < VERY:
            return False
        if MASK in self.text[piece.end : name.start]:
            return False
        addressed = at == 0 and behind.before[:1] in (":", ",")  # "dave42: what is …"
        if addressed or self._is_compound(number):
            return False
        if name.kind == "password" and self._quoted(piece) and _SIGNS.isdisjoint(piece.before):
            return not self._is_no_value(piece)
        close = self.at[number] - at <= _LINKED_BACK
        linked = close and (self.known.links(behind.word) or self.known.gives(behind.word))
        if digits(piece.value) and not linked and "," in behind.before:
            return False  # "room 2213, second door on the left"
        near = SAME if not linked else LINKED if name.kind == "password" else GIVEN
        return self._is_value(at, name.kind, near)

    def _is_compound(self, number: int) -> bool:
        """Return whether a name is part of another: "password manager is", "password_hash"."""
        name, at = self.names[number], self.at[number]
        piece, (behind, then) = self.pieces[at], [*self.pieces[at + 1 : at + 3], None, None][:2]
        if is_unspaced(piece.value):
            return False
        if piece.end > name.end:
            return self.text[name.end] in "_-" or self.text[name.end].isalnum()
        if behind is None or behind.before != " " or not behind.word.isalpha() or at + 1 in self.named:
            return False
        small = (
            behind.word in self.known.small or self.known.links(behind.word) or self.known.gives(behind.word)
        )
        return not small and look(behind.value) == PLAIN and (then is None or self.known.links(then.word))

    def _is_value(self, at: int, kind: str, near: int) -> bool:  # noqa: PLR0911
        piece = self.pieces[at]
        if (
            near == LINKED
            and kind in ("password", "pin")
            and _SPELLED.match(self.text[piece.start : piece.start + 100])
        ):
            return True
        value = grouped(self.text, piece.start, piece.value)
        behind = self.pieces[at + 1] if at + 1 < len(self.pieces) else None
        follows = behind.word if behind and behind.before in (" ", "") else ""
        if follows in UNITS or self._is_no_value(piece):
            return False
        signed = not _SIGNS.isdisjoint(piece.before)
        most_digits, looks = _NEEDS[kind]
        if count := digits(value):
            noun = follows.isalpha() and not self.known.may_follow(follows)
            counts = (
                near == SAME or (near == LINKED and not signed) or (near == NEXT and is_unspaced(follows))
            )
            if noun and (
                kind == "opens" or (counts and (kind == "lock" or (near == SAME and kind == "code")))
            ):
                return False  # "1200 tickets at the door"
            led = near == SAME and at > 0 and self.pieces[at - 1].word in self.known.small
            if led and (count < 5 or "-" in value) and kind not in ("pin", "password"):
                return False  # "the alarm is set for 0630"
            year = is_year(value) and near > (NEXT if kind in ("pin", "code") else LINKED)
            return most_digits[near] <= count <= _MOST_DIGITS[near] and not year
        if kind == "login" and value.count("/") == 1:
            return look(value.partition("/")[2]) >= WEAK
        if kind == "key" and len(value) < _KEY_LENGTHS[near]:
            return False
        return look(piece.value) >= looks[near]

    def _is_no_value(self, piece: _Piece) -> bool:
        """Return whether a piece is code, an ordinary word, or only shows where a value goes."""
        if "<" in piece.before or is_placeholder(piece.value) or _CODE.fullmatch(piece.value):
            return True
        return self.known.is_ordinary(piece.word)

    def _is_plain_value(self, at: int, first: int) -> bool:
        """Return whether introduced plain words are a value: quoted, or with nothing said of them behind."""
        piece = self.pieces[at]
        if quoted := self._quoted(piece):
            return not all(map(self.known.is_ordinary, quoted.casefold().split()))
        clause = {one.word for one in self.pieces[first:at]}
        if (
            len(piece.value) <= 3
            or not piece.value[0].isalpha()
            or is_unspaced(piece.value)
            or not clause.isdisjoint(self.known.joins)
        ):
            return False
        return self._phrase_end(at) > 0

    def _phrase_end(self, at: int) -> int:
        """Return where a value of one plain word or a phrase ends; 0 when the words are none."""
        odd = 0
        for number, piece in enumerate(self.pieces[at : at + _LONGEST_PHRASE], 1):
            odd += not self._is_no_value(piece)
            behind = self.pieces[at + number] if at + number < len(self.pieces) else None
            if piece.word in self.known.small:
                return 0
            if (
                behind is None
                or behind.before != " "
                or behind.word in self.known.small
                or is_unspaced(behind.value)
            ):
                question = self.text[piece.end : piece.end + 1] == "?"
                enough = odd == 1 if number == 1 else number > 3 and odd >= 0.75 * number
                return piece.end if enough and not question else 0
        return 0

    def _quoted(self, piece: _Piece) -> str:
        """Return what stands in quotation marks from here; nothing where it is not quoted."""
        mark = _QUOTES.get(self.text[piece.start - 1 : piece.start])
        close = self.text.find(mark, piece.start + 1, piece.start + 100) if mark else -1
        return self.text[piece.start : close] if close > 0 else ""

    def _end(self, at: int) -> int:
        """Return where the value that begins with a piece ends."""
        piece = self.pieces[at]
        end = piece.start + len(grouped(self.text, piece.start, piece.value))
        if quoted := self._quoted(piece):
            return piece.start + len(quoted)
        if spelled := _SPELLED.match(self.text[piece.start : piece.start + 100]):
            return piece.start + len(spelled.group().rstrip())
        if look(piece.value) == PLAIN and not digits(piece.value):
            end = max(end, self._phrase_end(at))
        while self.text[end : end + 1] and self.text[end] in "!#$&+@=":
            end += 1
        return end


def _pieces(text: str) -> Iterator[_Piece]:
    text = _NO_PIECE.sub(lambda found: " " * len(found.group()), text)
    last = sentence = 0
    for found in _PIECE.finditer(text):
        raw = found.group()
        value = raw.lstrip(_AROUND)
        start = found.end() - len(value)
        if value := value.rstrip(_AROUND):
            before = text[last:start]
            sentence += last > 0 and not _STOPS.isdisjoint(before)
            yield _Piece(value, start, before, sentence)
            last = start + len(value)

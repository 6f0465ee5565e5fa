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
from dnam.rules.secrets.looks import CAMEL, MIXED, NEVER, PLAIN, UNITS, VERY, WEAK, digits, grouped, look
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
    "wifi": ((6, 6, 8, NEVER, NEVER), (CAMEL, MIXED, MIXED, VERY, NEVER)),
    "login": (_NONE, (WEAK, MIXED, VERY, VERY, NEVER)),
}
"""By how near it is: how many digits a value must have, or else what it must look like."""
_REACH, _REACH_BACK, _CONTEXT, _MOST_NAMES, _LONGEST_PHRASE, _MOST_DIGITS = 160, 70, 90, 4, 8, 12
_PIECE = re2.compile(rf"[{UNSPACED}]+|[^\s=:,;|<>{UNSPACED}。、「」『』，！？：；（）…\"“”„«»`]+")
_MAIL = re2.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_NO_PIECE = re2.compile(
    r"(?i)<(?:a?:\w+:\d+|[@#][!&]?\d+|t:[\d:a-z]+|/\w[^>]*)>|(?:[a-z][\w+.-]*://|www\.)\S+"
    rf"|{_MAIL.pattern}|{re2.escape(MASK)}"
)
"""A mention, an emoji, a link, a mail address, and what is masked."""
_CODE = re2.compile(r"[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]+(?:\.[A-Za-z_]+)+|[A-Z]+(?:_[A-Z]+)+|\$\{?\w+\}?")
_YEAR = re2.compile(r"(?:19|20)\d\d")
_AROUND = "'‘’*_~([{)]}.!?…-–—→➡👉\ufe0f/\\"
_DASHES = ("-", "–", "—", "/", "//", "|")
_SIGNS, _STOPS = frozenset(":=→➡👉：>"), frozenset(".!?。！？…\n")
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`", "«": "»", "|": "|", "「": "」"}


@dataclass(slots=True)
class _Piece:
    """What stands between spaces; `before` are the signs between it and the piece before it."""

    value: str
    word: str
    start: int
    end: int
    before: str
    sentence: int


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
    if word.kind == "code":
        return word if near & {"lock", "opens", "wifi", "pin"} else replace(word, kind="")
    signed = text[word.end : word.end + 4].strip(" *_`\"'")[:1] in (":", "=")
    is_name = signed or near & {"login", "wifi"} or text[max(0, word.start - 1) : word.start] == "_"
    return word if is_name else replace(word, kind="")


class _Claims:
    """The search for the values that names claim."""

    def __init__(self, text: str, names: list[SecretWord], vocabulary: SecretVocabulary) -> None:
        self.text, self.names = text, names
        self.known = vocabulary.grammar(text, names)
        self.pieces = [*_pieces(text)]
        starts = [piece.start for piece in self.pieces]
        self.at = [bisect_right(starts, name.end - 1) - 1 for name in names]
        """The piece each name ends in."""
        inside = zip(names, self.at, strict=True)
        self.named = {at for name, at in inside if at >= 0 and self.pieces[at].end >= name.end}

    def spans(self) -> Iterator[Span]:
        """Yield the values; none of them is a name itself."""
        reached = 0
        for at, piece in enumerate(self.pieces):
            if piece.start >= reached and at not in self.named and self._is_claimed(at):
                reached = self._end(at)
                yield piece.start, reached

    def _is_claimed(self, at: int) -> bool:
        """Return whether one of the names around a piece makes it a secret."""
        piece, ahead = self.pieces[at], bisect_right(self.at, at - 1)
        return any(
            piece.start - self.names[number].end <= _REACH and self._belongs(at, number)
            for number in range(ahead - 1, max(ahead - 1 - _MOST_NAMES, -1), -1)
        ) or any(
            self.names[number].start - piece.end <= _REACH_BACK
            and at < self.at[number]
            and self._belongs_ahead(at, number)
            for number in range(ahead, min(ahead + 2, len(self.names)))
        )

    def _belongs(self, at: int, number: int) -> bool:
        """Return whether a piece behind a name is its value."""
        name, piece, first = self.names[number], self.pieces[at], self.at[number]
        apart = piece.sentence - self.pieces[first].sentence
        served = MASK in self.text[name.end : piece.start]
        if served or apart > 1 or (apart and piece.sentence == self.pieces[at - 1].sentence):
            return False
        near = self._near(at, first)
        if near <= NEXT and at > first + 1 and self._is_compound(number):
            near = SAME
        plain = near == LINKED or (near == GIVEN and self._quoted(piece))
        if name.kind in ("password", "label") and plain and self._is_plain_value(at, first):
            return True
        if name.kind == "login" and near <= GIVEN:  # the first that is told with a login is the user's name
            mail = "@" in self.text[name.start : name.end]
            told = mail or not all(self.known.is_filler(one.word) for one in self.pieces[first + 1 : at])
            near = NEXT if not told else LINKED if "/" in piece.before else GIVEN
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
        if at - 2 > first and last in self.known.small and self.known.gives(self.pieces[at - 2].word):
            return GIVEN  # "punch in"
        between = range(first + 1, at)
        through = all(n in self.named or self.pieces[n].word in self.known.small for n in between)
        return NEXT if at == first + 1 or (through and at - 1 in self.named) else SAME

    def _belongs_ahead(self, at: int, number: int) -> bool:
        """Return whether a piece before a name is its value: "hunter2 is my password", "4410 unlocks it"."""
        kind, piece, behind = self.names[number].kind, self.pieces[at], self.pieces[at + 1]
        apart = self.pieces[self.at[number]].sentence != piece.sentence
        unlikely = kind in ("login", "wifi", "label", "key") and look(piece.value) < VERY
        addressed = at == 0 and behind.before[:1] in (":", ",")  # "dave42: what is …"
        if apart or unlikely or addressed or self._is_compound(number):
            return False
        if kind == "password" and self._quoted(piece) and _SIGNS.isdisjoint(piece.before):
            return not self._is_no_value(piece)
        linked = self.known.links(behind.word) or self.known.gives(behind.word)
        if digits(piece.value) and not linked and "," in behind.before:
            return False  # "room 2213, second door on the left"
        return self._is_value(at, kind, GIVEN if linked else SAME)

    def _is_compound(self, number: int) -> bool:
        """Return whether a name is part of another: "password manager is", "password_hash"."""
        end, at = self.names[number].end, self.at[number]
        behind, then = [*self.pieces[at + 1 : at + 3], None, None][:2]
        if self.pieces[at].end > end and not is_unspaced(self.pieces[at].value):
            return self.text[end] in "_-" or self.text[end].isalnum()
        if behind is None or behind.before != " " or not behind.word.isalpha() or at + 1 in self.named:
            return False
        return not self.known.is_filler(behind.word) and (then is None or self.known.links(then.word))

    def _is_value(self, at: int, kind: str, near: int) -> bool:
        piece = self.pieces[at]
        value = grouped(self.text, piece.start, piece.value)
        behind = self.pieces[at + 1] if at + 1 < len(self.pieces) else None
        follows = behind.word if behind and behind.before in (" ", "") else ""
        if follows in UNITS or self._is_no_value(piece):
            return False
        least_digits, looks = _NEEDS[kind]
        if not (count := digits(value)):
            return look(value) >= looks[near]
        signed = not _SIGNS.isdisjoint(piece.before)
        counts = near == SAME or (near == LINKED and not signed) or (near == NEXT and is_unspaced(follows))
        counted = kind == "opens" or (counts and (kind == "lock" or (near == SAME and kind == "code")))
        if counted and follows.isalpha() and not self.known.is_filler(follows):
            return False  # "1200 tickets at the door"
        led = near == SAME and at > 0 and self.pieces[at - 1].word in self.known.small
        if led and (count < 5 or "-" in value) and kind not in ("pin", "password"):
            return False  # "the alarm is set for 0630"
        year = _YEAR.fullmatch(value) and near > (NEXT if kind in ("pin", "code") else LINKED)
        return least_digits[near] <= count <= _MOST_DIGITS and not year

    def _is_no_value(self, piece: _Piece) -> bool:
        """Return whether a piece is code, an ordinary word, or only shows where a value goes."""
        if "<" in piece.before or is_placeholder(piece.value) or _CODE.fullmatch(piece.value):
            return True
        return self.known.is_ordinary(piece.word)

    def _is_plain_value(self, at: int, first: int) -> bool:
        """Return whether introduced plain words are a value: quoted, or with nothing said of them behind."""
        value = self.pieces[at].value
        if quoted := self._quoted(self.pieces[at]):
            return not all(map(self.known.is_ordinary, quoted.casefold().split()))
        joined = not self.known.joins.isdisjoint(one.word for one in self.pieces[first:at])
        word = len(value) > 3 and value[0].isalpha() and not is_unspaced(value)
        return word and not joined and self._phrase_end(at) > 0

    def _phrase_end(self, at: int) -> int:
        """Return where a value of one plain word or a phrase ends; 0 when the words are none."""
        odd = 0
        for number, piece in enumerate(self.pieces[at : at + _LONGEST_PHRASE], 1):
            odd += not self._is_no_value(piece)
            behind = self.pieces[at + number] if at + number < len(self.pieces) else None
            if piece.word in self.known.small:
                return 0
            small = behind is None or behind.word in self.known.small or is_unspaced(behind.value)
            if small or behind is None or behind.before != " ":
                enough = odd == 1 if number == 1 else number > 3 and odd >= 0.75 * number
                return piece.end if enough and self.text[piece.end : piece.end + 1] != "?" else 0
        return 0

    def _quoted(self, piece: _Piece) -> str:
        """Return what stands in quotation marks from here; nothing where it is not quoted."""
        mark = _QUOTES.get(self.text[piece.start - 1 : piece.start])
        close = self.text.find(mark, piece.start + 1, piece.start + 100) if mark else -1
        return self.text[piece.start : close] if close > 0 else ""

    def _end(self, at: int) -> int:
        """Return where the value that begins with a piece ends."""
        piece = self.pieces[at]
        if quoted := self._quoted(piece):
            return piece.start + len(quoted)
        end = piece.start + len(grouped(self.text, piece.start, piece.value))
        if look(piece.value) == PLAIN and not digits(piece.value):
            end = max(end, self._phrase_end(at))
        while self.text[end : end + 1] and self.text[end] in "!#$&+@=":
            end += 1
        return end


def _pieces(text: str) -> Iterator[_Piece]:
    text = _NO_PIECE.sub(lambda found: " " * len(found.group()), text)
    last = sentence = 0
    for found in _PIECE.finditer(text):
        start = found.end() - len(found.group().lstrip(_AROUND))
        if value := found.group().strip(_AROUND):
            sentence += last > 0 and not _STOPS.isdisjoint(text[last:start])
            yield _Piece(value, value.casefold(), start, start + len(value), text[last:start], sentence)
            last = start + len(value)

"""Candidates: what in a text could be a secret, before anything is known of what the text says of it.

A number of three digits or more, or a word mixed of letters, digits and signs, always could; plain words only
in a sentence that names a password, a key or what asks for one, together or in quotation marks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2

import re2

from dnam.languages.patterns import UNSPACED
from dnam.rules.secrets.formats import MASK, is_placeholder
from dnam.rules.secrets.words import KINDS, SecretWord

NUMBER, MIXED, PLAIN = "number", "mixed", "plain"
_IN_PIECES = rf"[^\s=:,;|<>{UNSPACED}。、「」『』，！？：；（）…\"“”„«»`]"
_PIECE = re2.compile(rf"[{UNSPACED}]+|{_IN_PIECES}+(?:[<>]\d{_IN_PIECES}*)?")
_NO_PIECE = re2.compile(
    r"(?i)<(?:a?:\w+:\d+|[@#][!&]?\d+|t:[\d:a-z]+|/\w[^>]*)>|(?:[a-z][\w+.-]*://|www\.)\S+"
    rf"|[\w.+-]+@[\w-]+\.[\w.-]*\w|(?:sha\d+|md5)[:-]\S+|{re2.escape(MASK)}"
)
"""A mention, an emoji, a link, a mail address, a fingerprint, and what is masked."""
_NO_VALUE = re2.compile(
    r"[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]+(?:\.[A-Za-z_]+)+|[A-Z]+(?:_[A-Z]+)+|\$\{?\w+\}?"  # code
    r"|(?:[^/]{0,12}/){2}.{0,20}|\d+\p{Ll}{1,3}|\d{1,3}\p{L}{1,3}|\d+[xX]\d+|[vV]?\d+(?:[.:,/]\d+)+(?:\p{L}{0,3}|-\p{L}+)"
    r"|\d{1,4}[-/.]\d{1,2}[-/.]\d{4}|\d{4}-\d\d-\d\d|\d+-\p{L}+|[$€£]\S*|\S*[%€£]|#[0-9a-fA-F]{6}"
    r"|0x[0-9a-fA-F]{1,10}|\p{L}{1,3}\d{1,2}"
)
"""Code, a path, an amount, a version, a date, a price, a colour, a short name as "A4"."""
_NUMBER = re2.compile(
    r"[#*]?\p{Nd}{3,12}[#*\p{Lu}]{0,2}|\d{1,4}[^x\P{L}]\d{2,6}|\d{1,2}(?:-\d{1,2}){2,3}|\d{2,8}(?:-\d{2,8}){1,7}"
)
_GROUPS = re2.compile(
    r"(?i)\d{2,6}(?:[ -]\d{2,6}){1,7}|\d(?:[ -]\d){3,7}"
    r"|\d{1,2}(?:[ ,-]{1,2}(?:left|right|then|l|r)?[ ,-]{0,2}\d{1,2}){2,3}"
)
_CHUNKS = re2.compile(r"(?:[A-Z2-7]{4} ){3,7}[A-Z2-7]{4}|(?:[a-z2-7]{4} ){3,7}[a-z2-7]{4}")
"""The key of an authenticator, as its app shows it; with a digit, or it is a few words."""
_TELLING = re2.compile(r"\p{Nd}|[^\s!?.][!@#$%^&*?+][^\s!?.]")
"""What a text without any word for a password must have to have a candidate."""
_SPELLED = re2.compile(r"\S(?: \S){3,}(?:\s|$)")
_YEAR = re2.compile(r"(?:19|20)\d\d")
_UNSPACED = re2.compile(rf"[{UNSPACED}]")
_AROUND = "'‘’*_~([{)]}.!?…-–—→➡👉\ufe0f/\\"
_STRONG, _ENDINGS = frozenset("!@#$%^&*?+"), frozenset("!#$&+@=")
_STOPS, _ASKED = frozenset(".!?。！？؟…\n"), frozenset("?？؟")
_COLONS, _DASHES = frozenset(":=：→➡👉>"), frozenset("-–—/|,")
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`", "«": "»", "|": "|", "「": "」"}
_WORDED = frozenset(("password", "key", "access"))
"""Kinds of names whose secret may be a plain word."""
_LONGEST, _LONGEST_QUOTE, _LONGEST_RUN, _SHORTEST_WORD = 180, 60, 5, 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """What could be a secret, and where it stands."""

    kind: str
    start: int
    end: int
    sign: str
    """What stands between it and the word before it, without spaces."""
    quoted: bool = False


@dataclass(slots=True)
class _Piece:
    value: str
    start: int
    end: int
    sign: str
    sentence: int


def candidates(text: str, named: Sequence[SecretWord], small: frozenset[str]) -> Iterator[Candidate]:
    """Yield possible secrets near words such as "password"; the words in `small` are never secrets."""
    inside = {at for word in named for at in range(word.start, word.end)}
    worded = {at for word in named if word.kind in _WORDED for at in range(word.start, word.end)}
    pieces = [*_pieces(text)] if worded or _TELLING.search(text) else []
    near = {one.sentence for one in pieces if not worded.isdisjoint(range(one.start, one.end))}
    # "The password? Tulip."
    near |= {one.sentence for one in pieces if one.sentence - 1 in near and not _ASKED.isdisjoint(one.sign)}
    reached = 0
    run: list[_Piece] = []
    for piece in (*pieces, None):
        one, joins = None, False
        if piece is not None and piece.start >= reached:
            one = _standing_out(text, piece, inside, near)
            joins = one is None and piece.sentence in near and piece.start not in inside
            joins = joins and _is_plain(piece.value) and piece.value.casefold() not in small
        continues = run and piece is not None and not piece.sign and piece.sentence == run[-1].sentence
        if run and not (joins and continues):
            if len(run) <= _LONGEST_RUN:
                yield Candidate(PLAIN, run[0].start, run[-1].end, run[0].sign)
            run = []
        if piece is not None and joins:
            run.append(piece)
        elif one is not None:
            reached = one.end
            yield one


def _is_plain(value: str) -> bool:
    word = len(value) >= _SHORTEST_WORD and value[0].isalpha() and not _UNSPACED.match(value)
    return word and not _NO_VALUE.fullmatch(value)


def _standing_out(text: str, piece: _Piece, inside: set[int], near: set[int]) -> Candidate | None:
    """Return the candidate that begins with a piece which looks like a value or is quoted beside a name."""
    kind, end = _kind(text, piece)
    if piece.start in inside and (not kind or end - 1 in inside):
        return None
    mark = _QUOTES.get(text[piece.start - 1 : piece.start])
    close = text.find(mark, piece.start + 1, piece.start + _LONGEST_QUOTE) if mark else -1
    if close >= 0 and not _COLONS.isdisjoint(text[piece.start : close]):  # "X-Api-Key: 7f3k"
        close = -1
    is_key = text[close + 1 : close + 2] == ":"  # of JSON
    if not kind and (close < 0 or is_key or piece.sentence not in near):
        return None
    end = max(end, close)
    while close < 0 and text[end : end + 1] in _ENDINGS:
        end += 1
    return Candidate(kind or PLAIN, piece.start, end, piece.sign, close >= 0)


def _kind(text: str, piece: _Piece) -> tuple[str, int]:
    """Return what kind of value a piece is, or nothing, and where it ends with the groups behind it."""
    value = piece.value
    form = _GROUPS if value[0].isdecimal() else _SPELLED if len(value) == 1 else None
    form = _CHUNKS if len(value) == 4 and not value.isdecimal() else form
    more = form.match(text[piece.start : piece.start + 60]) if form else None
    grouped = more.group().rstrip() if more else ""
    if form is _CHUNKS and not any(map(str.isdecimal, grouped)):
        grouped = ""
    if len(grouped) > len(value) and sum(map(str.isalnum, grouped)) > 3:
        return NUMBER, piece.start + len(grouped)
    if value.isalpha() or len(value) > _LONGEST or _NO_VALUE.fullmatch(value) or is_placeholder(value):
        return "", piece.end
    if _NUMBER.fullmatch(value):
        return NUMBER, piece.end
    strong = not _STRONG.isdisjoint(value[1:-1]) or any(map(str.isdecimal, value))
    return (MIXED if len(value) > 3 and strong and any(map(str.isalpha, value)) else ""), piece.end


def _pieces(text: str) -> Iterator[_Piece]:
    text = _NO_PIECE.sub(lambda match: " " * len(match.group()), text)
    last = sentence = 0
    for match in _PIECE.finditer(text):
        start = match.end() - len(match.group().lstrip(_AROUND))
        if value := match.group().strip(_AROUND):
            between = text[last:start]
            sentence += last > 0 and not _STOPS.isdisjoint(between)
            yield _Piece(value, start, start + len(value), "".join(between.split()), sentence)
            last = start + len(value)


def look(text: str, one: Candidate, named: Sequence[SecretWord]) -> list[float]:
    """Return how a candidate looks, and which words for secrets stand near, as numbers from 0 to 1."""
    value = text[one.start : one.end]
    digit, lower, upper = (sum(map(test, value)) for test in (str.isdecimal, str.islower, str.isupper))
    turns = sum(a.isalpha() != b.isalpha() for a, b in pairwise(value))
    shares = (value.count(sign) / len(value) for sign in {*value})
    row: list[float] = [one.kind == NUMBER, one.kind == MIXED, one.kind == PLAIN, one.quoted]
    row += [min(len(value), 24) / 24, min(digit, 8) / 8, lower > 0, upper > 0, min(turns, 6) / 6]
    row += [-sum(share * log2(share) for share in shares) / 5, _YEAR.fullmatch(value) is not None]
    row += [not _STRONG.isdisjoint(value), "-" in value, "_" in value, " " in value]
    row += [value.islower(), value[0].isupper(), digit > 2 and value.endswith("00")]
    row += [not _COLONS.isdisjoint(one.sign), not _DASHES.isdisjoint(one.sign), one.sign != ""]
    row += [not text[one.end :].strip(" .!?*_`\"'"), not text[: one.start].strip()]
    row += [text[one.start - 1 : one.start] == "#", text[one.end : one.end + 1] == "?"]
    for kind in KINDS:
        words = [word for word in named if word.kind == kind]
        before = (one.start - word.end for word in words if word.end <= one.start)
        behind = (word.start - one.end for word in words if word.start >= one.end)
        row += [2 ** -(min(gaps, default=999) / 25) for gaps in (before, behind)]
    return row

"""A message into the clauses its author says in their own words.

Code, links, quotations, logs, polls and other people's lines are left out. What is left is cut into sentences
and clauses; each clause has its words in lower case, joined by single spaces, which is what the patterns of
the language files match, and knows where each word stands in the message.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import decimal

import re2

from dnam.languages import Language
from dnam.languages.patterns import UNSPACED, encodable, spaced

LONGEST_CLAUSE = 60
"""Words; what runs on longer is no plain statement."""
MOST_BEFORE = 4
"""Clauses of a sentence that a later one is judged by; more would take time that grows with its square."""
LONGEST_MONTH = 16
"""Letters behind a day in which its month stands."""
SHORTEST_TAG = 2
"""So few words behind a statement only ask for agreement."""
GAP = "\x1a"
"""Stands where something was that is not the author's own prose."""

_NOT_PROSE = re2.compile(
    r"(?s)```.*?(?:```|\z)|<!--.*?(?:-->|\z)|(?m:^>>> ).*|`[^`\n]*`|\|\|.*?\|\||<a?:\w+:\d+>|<#\d+>|<t:[^>]*>|<?https?://\S+|www\.\S+"
    r"|[\w.+-]+@[\w-]+\.[\w.]+|~~[^~\n]*~~"
)
_ADDRESSED = re2.compile(rf"@[{UNSPACED}]+(?:\s|$)")
_NOT_MEANT = re2.compile(r"(?m)^.*(?:[♪♫♬🎵🎶🙄🙃🤡]|(?:^|\s)/(?:s|j|jk|sarcasm|rp)(?:\s|$)).*$")
"""A line that is sung, or marked as a joke."""
_ACTION = re2.compile(r"(?m)^.*(?:^|[^*\w])\*[^*\s][^*\n]* [^*\n]*\*(?:$|[^*\w]).*$")
"""A line in which somebody plays a part: "*looks around* I was born here"."""
_LINE = re2.compile(
    r"\s*(?:>|//|#!|\$ |\S+@\S+[$#] |/\*|[!/$%&+;]\w"  # a quotation, a comment, a command
    r"|\[?\d{1,4}[-:/.]\d\d[-:/.]?\d*"  # the time of a log line
    r"|[\[<(]?[\w .'-]{1,30}[\]>)]:?\s|\[[^\]]{1,40}\]\s|\w*[\d_]\w*:\s"  # "<ann> …", "[Ann]: …", "ann_1: …"
    r"|(?:\d+[.)]|[-*•]|:\w+:|[^\w\s,.'\"(<@]{1,3})\s*(?:\*\*)?(?:\[[ x]\]\s*)?[\w'’]+.*\d+ ?(?:%|votes?\b)"
    r"|.*(?:[;{}]\s*$|=>|==|!=|\w=[\"']|\\n|\b(?:ERROR|WARN|WARNING|DEBUG|INFO|FATAL|TRACE)\b))"
)
_ITEM = re2.compile(r"\s*(?:\d+[.):]|[-*•▪◦]|[^\w\s,.'\"(<@\x1a~]{1,3})\s+\S")
_SIGNS = r"\"“”«»„「」『』\n"
"""No quotation has another in it: so nothing is read twice."""
_QUOTED = re2.compile(
    "|".join(rf"{pair[0]}[^{_SIGNS}]+[{pair[1:]}]" for pair in ('""', "“”", "«»", "„“”", "「」", "『』"))
)
_SINGLE_QUOTED = re2.compile(r"(^|[\s(:,])['‘](?:[^'’\n]|\w['’]\w)+['’]($|[\s).,!?;:])")
_LETTERS = r"[\p{L}\p{M}\p{N}_]+"
_TOKEN = re2.compile(
    rf"<@!?\d+>|[{UNSPACED}]|@?{_LETTERS}(?:['’.&/-]{_LETTERS})*(?:[+-]\d{{1,2}}|[#+]{{0,2}})"
    rf"|[$€£]?\d[\d.,:]*%?|{GAP}|[?？؟]|[!！…。.\n]+|[,，、،;；؛:：()]|\s[-–—]+\s|—"
)
_ASCII_TOKEN = re.compile(  # the same of plain letters: linear without RE2, and several times as fast
    r"<@!?[0-9]+>|@?[A-Za-z0-9_]+(?:['.&/-][A-Za-z0-9_]+)*(?:[+-][0-9]{1,2}|[#+]{0,2})"
    rf"|\$[0-9][0-9.,:]*%?|{GAP}|\?|[!.\n]+|[,;:()]|[\t\n\f\r ]-+[\t\n\f\r ]"
)
_PIECE = re2.compile(rf"@?[{UNSPACED}]|[^{UNSPACED}]+")
QUESTION_MARKS = frozenset("?？؟")
STOPS = QUESTION_MARKS | frozenset("!！…。.\n")


class Word(NamedTuple):
    """One word: how it is read, and where it stands in the text."""

    read: str
    start: int
    end: int
    given: str = ""
    """How it is written, if it does not stand in the text."""


class Clause(NamedTuple):
    """What one subject does, in the words of the author."""

    text: str
    """The prose it stands in."""
    words: tuple[Word, ...]
    asked: bool = False
    before: tuple["Clause", ...] = ()
    """The clauses of the same sentence that come before it."""
    joined: bool = False
    """A word such as "and" joins it to the clause before: it may go on with that one's subject."""

    @property
    def key(self) -> str:
        """What patterns match."""
        return " ".join([word.read for word in self.words])

    def of(self, words: Sequence[Word]) -> "Clause":
        return self._replace(words=tuple(words))

    def part(self, start: int, end: int | None) -> "Clause":
        return self.of(self.words[start:end])

    def within(self, start: int, end: int) -> list[Word]:
        """Return the words of a part of the key, by positions in it; a word may be cut."""
        places = zip(self.words, self._places(), strict=True)
        return [
            _part_of(word, max(start - first, 0), min(end, last) - first)
            for word, (first, last) in places
            if first < end and last > start
        ]

    def join(self, words: Sequence[Word]) -> str:
        """Return words as they are written; a space stands where some were left out."""
        parts: list[str] = []
        last: Word | None = None
        for word in words:
            if last is None or (last.start, last.end, last.given) != (word.start, word.end, word.given):
                parts += [self._gap(last, word), word.given or self.text[word.start : word.end]]
                last = word  # else it is one written word that is read as two
        return "".join(parts).strip()

    def _gap(self, last: Word | None, word: Word) -> str:
        """Return what stands between two words; nothing in a script without spaces."""
        if last is None or last.given or word.start < last.end:
            return "" if last is None or last.given.endswith("'") else " "
        gap = self.text[last.end : word.start]
        if gap.isspace() or gap in ("", ", ", "、", ". ", "-"):
            return gap
        beside = f"{last.read[-1:]}x{word.read[:1]}"
        return "" if spaced(beside) != beside and not any(map(str.isspace, gap)) else " "

    def begun(self, *words: str) -> "Clause":
        """Return the clause with words before it that do not stand in the text: "i", or "j'"."""
        start = self.words[0].start
        given = tuple(Word(word.rstrip("'"), start, start, word) for word in words)
        return self.of((*given, *self.words))

    def _places(self) -> Iterator[tuple[int, int]]:
        at = 0
        for word in self.words:
            yield at, at + len(word.read)
            at += len(word.read) + 1

    def __str__(self) -> str:
        return self.text[self.words[0].start : self.words[-1].end] if self.words else ""


def _part_of(word: Word, start: int, end: int) -> Word:
    """Return some letters of a word: a language may write small words and endings to it."""
    if end - start == len(word.read) or word.end - word.start != len(word.read):
        return word
    return Word(word.read[start:end], word.start + start, word.start + end)


@lru_cache(maxsize=8)  # a message is read for what it states, means, answers and puts right
def own_words(text: str) -> str:
    """Return a message without what is not its author's prose; a mark stands in the place of each."""
    text = _ADDRESSED.sub("\n", encodable(text))
    prose = _NOT_PROSE.sub(f" {GAP} ", text.replace("**", "").replace("__", ""))
    prose = _ACTION.sub(GAP, _NOT_MEANT.sub(GAP, prose)).replace("*", "")
    lines = prose.splitlines()
    items = {line for line in lines if _ITEM.match(line)}  # one alone may be said
    foreign = items if len(items) > 1 else set()
    prose_lines = [f" {GAP} " if line in foreign or _LINE.match(line) else line for line in lines]
    return mask_quotations("\n".join(prose_lines))


def mask_quotations(text: str) -> str:
    return str(_SINGLE_QUOTED.sub(rf"\1 {GAP} \2", _QUOTED.sub(f" {GAP} ", text)))


def clauses(prose: str, language: Language, *, whole: bool = False) -> Iterator[Clause]:
    """Cut prose into clauses; `whole` leaves each sentence in one piece."""
    prose = encodable(prose)
    for sentence, asked in _sentences(prose, language):
        parts = [(sentence, False)] if whole else [*_parts(sentence, language)]
        before: tuple[Clause, ...] = ()
        for number, (part, joined) in enumerate(parts):
            words = [*part]
            while words and words[-1].read == ",":
                words.pop()
            if words and (whole or len(words) <= LONGEST_CLAUSE):
                last = all(len(rest) <= SHORTEST_TAG for rest, _ in parts[number + 1 :])  # "…, right?"
                clause = Clause(prose, tuple(words), asked and last, before, joined)
                yield clause
                before = (*before, clause)[-MOST_BEFORE:]


def tokens(text: str) -> Iterator[tuple[str, int]]:
    """Return the words and signs of a text as they are written, and where each begins.

    Each letter of a script without spaces is a word of its own: "Benは" are two.
    """
    for token in (_ASCII_TOKEN if text.isascii() else _TOKEN).finditer(text):
        written, start = token.group(), token.start()
        if written.isascii():
            yield written, start
        else:
            yield from ((piece.group(), start + piece.start()) for piece in _PIECE.finditer(written))


def read_words(text: str, language: Language) -> list[Word]:
    """Return the words of a text as a language reads them; every sign is a comma."""
    return [word for written, start in tokens(text) for word in _read(written, start, language)]


@lru_cache(maxsize=8)
def _sentences(prose: str, language: Language) -> Sequence[tuple[Sequence[Word], bool]]:
    """Split into sentences of words and commas; the second value is whether it ends in a question mark."""
    sentences: list[tuple[Sequence[Word], bool]] = []
    sentence: list[Word] = []
    for written, start in tokens(prose):
        if written[0] not in STOPS:
            sentence += _read(written, start, language)
            continue
        end = start + len(written)
        if written == "." and (
            prose[end : end + 1].isalnum() or _is_day(sentence, prose[end : end + LONGEST_MONTH], language)
        ):
            continue
        sentences.append((sentence, written[0] in QUESTION_MARKS))
        sentence = []
    return [*sentences, (sentence, False)]


def _is_day(sentence: list[Word], rest: str, language: Language) -> bool:
    """Return whether a full stop only marks the day of a date: "12. März"."""
    if not sentence or not sentence[-1].read.isdecimal():
        return False
    return rest.casefold().strip().split(" ")[0].strip(".,!") in language.months


def _read(written: str, start: int, language: Language) -> Iterable[Word]:
    """Read one written as the words it stands for: "don't" is "do not"; a separator as a comma."""
    if written.isascii() and written.isalpha() and written.lower() not in language.spellings:  # most words
        return (Word(written.lower(), start, start + len(written)),)
    return _read_apart(written, start, language)


def _read_apart(written: str, start: int, language: Language) -> Iterator[Word]:
    """Read what may be no word, or several."""
    end = start + len(written)
    if written[0] == "@":
        written, start = written[1:], start + 1
    if not (written[0].isalnum() or written[0] in "<$€£_" or written == GAP):
        lists = written == "、" and language.script == "Han"  # Chinese has a comma for lists only
        yield Word(written if lists else ",", start, end)
        return
    folded = written.casefold().replace("’", "'").replace("i̇", "i").strip("_") or written
    if not folded.isascii():
        folded = "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in folded)
    if spelled := language.spellings.get(folded):
        yield from _spelled(folded, spelled.split(), start, end)
        return
    stem, apostrophe, ending = folded.partition("'")
    if apostrophe and (spelled := language.spellings.get(f"'{ending}")) is not None:
        whole = language.spellings.get(stem, stem)
        yield Word(stem if " " in whole else whole, start, start + len(stem))
        yield from (Word(part, start + len(stem), end) for part in spelled.split())
    elif apostrophe and stem:
        yield Word(stem, start, start + len(stem) + 1)
        yield Word(ending, start + len(stem) + 1, end)
    else:
        yield Word(folded, start, end)


def _spelled(written: str, words: list[str], start: int, end: int) -> Iterator[Word]:
    """Return the words a written one is read as; one that is only written together is taken apart."""
    apart = "".join(words) == written
    for word in words:
        yield Word(word, start, start + len(word) if apart else end)
        start += len(word) if apart else 0


def _parts(sentence: Sequence[Word], language: Language) -> Iterator[tuple[list[Word], bool]]:
    """Split a sentence where something new begins: after a comma or a joining word, or with a new subject.

    Each part comes with whether a joining word stands before it.
    """
    lists, verbs = language.words, language.verbs
    not_split = lists["reported"] | lists["unreal"] | lists["asking"]  # "he said I like tea" is one clause
    part: list[Word] = []
    joined = new = goes_on = False
    for word, after in pairwise((*sentence, Word("", 0, 0))):
        last = part[-1].read if part else ""
        comma, join = word.read == ",", word.read in lists["joins"]
        if comma or join:
            opens = after.read == GAP or language.has("openers", after.read) if comma else after.read in verbs
            goes_on = comma and after.read in verbs and language.is_past(after.read)
            begins = opens or goes_on or after.read in language.starters
            new = begins or (bool(part) and language.has("finals", last))
        comma, join = comma and new, bool(part) and join and new
        run_on = part and word.read in lists["subjects"] and after.read in verbs and last not in not_split
        if comma or join or run_on:
            yield part, joined
            part, joined = ([word] if run_on else []), not run_on and (goes_on or not comma)
        elif part or word.read != ",":
            part.append(word)
    yield part, joined

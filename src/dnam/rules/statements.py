"""What people state plainly about themselves or somebody they name, without any language model.

A message is cut into clauses (`clauses`), each is matched against the rows of its language's file, and what a
row captures is judged (`statement_values`). A clause that is asked, supposed, reported or joking gives
nothing (`statement_gate`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import get_close_matches
from itertools import chain, islice

import re2

from dnam.domain import LORE, Kind
from dnam.languages import Language, Row, detect
from dnam.rules.clauses import GAP, Clause, clauses, own_words
from dnam.rules.date_words import may_name_time
from dnam.rules.dates import When, bounds, find_when
from dnam.rules.statement_gate import (
    said,
    without_adverbs,
    without_closers,
    without_fillers,
    without_openers,
)
from dnam.rules.statement_values import Value, fits
from dnam.rules.text import collapse
from dnam.rules.wording import third_person

LONGEST = 2_000
"""Longer texts are pasted, not said."""
LONGEST_ANSWER = 60
COMMAS = ",，、،"
HEARSAY = 0.7
UNSURE = 0.85
_SLIP = re2.compile(r"\*\s?([^*\n]{1,40})|([^*\n]{1,40})\*")
"""What people write to put a word right: "*Bergen"."""

KIND_OF: Mapping[str, Kind] = {
    **dict.fromkeys(("likes", "dislikes", "favourite"), Kind.PREFERENCE),
    **dict.fromkeys(("family", "partner"), Kind.RELATIONSHIP),
    **dict.fromkeys(("diet", "health"), Kind.CONSTRAINT),
    **dict.fromkeys(("pet", "hobby", "plan", "news"), Kind.FACT),
    **{"tool": Kind.TOOL, "project": Kind.PROJECT, "habit": Kind.WORKFLOW, "lore": Kind.LORE},
}
SINGLE = frozenset("name pronouns age birthday home timezone job employer partner favourite".split())
"""Of these somebody has one at a time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """Something stated in a message, ready to be judged and merged.

    Without a `slot` its kind is a `guess`. `value` fills the slot as it is read, `written` as it is written;
    `leaves` is what was given up for it, `of` tells which of several slots of a kind: the colour of
    "favourite colour". `about` is a mention or a name as it stands in the message, empty for the author;
    `own_text` is what the author wrote, `row` is what read it. `over` says what is no longer so.
    """

    text: str
    slot: str
    value: str = ""
    written: str = ""
    leaves: str = ""
    of: str = ""
    over: bool = False
    about: str = ""
    own_text: str = ""
    row: str = ""
    guess: Kind = Kind.FACT
    confidence: float = 1.0
    begins: datetime | None = None
    ends: datetime | None = None

    @property
    def kind(self) -> Kind:
        return KIND_OF.get(self.slot, Kind.PROFILE) if self.slot else self.guess

    @property
    def loose(self) -> bool:
        """Whether the value only tells of what kind the home or work is: "a small flat"."""
        return self.slot in ("home", "employer") and not self.written[:1].isupper() and " " in self.value

    @property
    def subject(self) -> int | None:
        """`LORE` for what is said of the guild; None when it has to be found out who is meant."""
        return LORE if self.slot == "lore" else None


def read_statements(
    text: str,
    *,
    at: datetime,
    names: Sequence[str] = (),
    spoken: Sequence[Language] = (),
    limit: int = 3,
) -> list[Statement]:
    """Return what a message states about its author, or about somebody present.

    `names` are what people present are called, `spoken` the languages it may be in, if they are known.
    """
    if len(text) > LONGEST:
        return []
    prose, folded = own_words(text), frozenset(map(str.casefold, names))
    for language in spoken or detect(prose):
        if statements := [*_read(prose, language, at, folded)]:
            return _settled(statements)[:limit]
    return []


def could_answer(text: str) -> bool:
    """Return whether a message is short enough for an answer, and all its author's own words."""
    answer = _bare(text)
    return len(answer) <= LONGEST_ANSWER and GAP not in answer


def _bare(text: str) -> str:
    return own_words(text).strip(" .!")


def read_answer(
    text: str, question: str, *, at: datetime, spoken: Sequence[Language] = ()
) -> list[Statement]:
    """Return what a few words state as the answer to a question: "Oslo", asked where one lives."""
    if not could_answer(text):
        return []
    answer = _bare(text)
    for language in spoken or detect(question):
        if any(language.has(list_, answer.casefold()) for list_ in ("openers", "closers", "fillers")):
            continue  # "no", "yeah"
        for sentence in _answers(_without_lead(answer, language), question, language):
            if (one := next(_read(sentence, language, at, frozenset()), None)) is not None:
                return [replace(one, own_text=text.strip(), confidence=UNSURE)]
    return []


def _answers(answer: str, question: str, language: Language) -> Iterator[str]:
    """Return an answer in the words of the rows that know the question."""
    for whole in clauses(own_words(question), language):
        clause = without_fillers(without_openers(whole, language), language)
        for captured, row in _captured(clause, language, "asked"):
            yield row.reads_as.format(answer=answer, **captured)


def _captured(clause: Clause, language: Language, group: str) -> Iterator[tuple[dict[str, str], Row]]:
    """Return what rows of a group of `[questions]` capture, as it is written."""
    for match in language.rows["questions"].matches(clause.key):
        if match.row.group == group:
            yield {name: clause.join(clause.within(*span)) for name, span in match.spans.items()}, match.row


def read_correction(
    text: str, earlier: Sequence[str], *, at: datetime, spoken: Sequence[Language] = ()
) -> list[Statement]:
    """Return the author's last statement with a slip put right: "*Bergen", "I meant Bergen, not Oslo".

    `earlier` are the author's messages before, oldest first.
    """
    for language in (spoken or detect(text)) if earlier else ():
        for right, wrong in _slips(text, language):
            for message in reversed(earlier):
                if not (stated := read_statements(message, at=at, spoken=spoken)):
                    continue
                if slip := wrong or _slip(right, message, stated[-1].written):
                    mended = right.join(re.split(rf"(?i)\b{re.escape(slip)}\b", message))
                    before = {one.text for one in stated}
                    again = read_statements(mended, at=at, spoken=spoken)
                    if new := [one for one in again if one.text not in before]:
                        return [replace(one, own_text=text.strip()) for one in new]
                if not wrong:
                    break  # it can only mean the last statement
    return []


def _slip(right: str, message: str, value: str) -> str:
    """Return which words are put right where it is not told: those of the same form, or the most alike."""
    heard, known = right.split(), value.split()
    names, shared = right[:1].isupper() and value[:1].isupper(), {*heard}.intersection(known)
    numbers = right.isdecimal() and value.isdecimal()
    if len(heard) == len(known) and (names or numbers or shared):
        return value
    return next(iter(get_close_matches(right, re.findall(r"\w+", message), 1)), "") if len(heard) == 1 else ""


def _slips(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Return what a message puts right, and what was wrong, empty if it does not tell."""
    if starred := _SLIP.fullmatch(text.strip()):
        yield (starred[1] or starred[2]).strip(), ""
    for clause in clauses(own_words(text), language, whole=True):
        for captured, _ in _captured(clause, language, "corrected"):
            wrong = _without_lead(captured.get("wrong", ""), language)
            yield _without_lead(captured["right"], language), wrong


def read_fact(text: str) -> Statement | None:
    """Return what a stored fact states, by the same rows; None when no row knows it."""
    for language in detect(text):
        clause = next(iter(clauses(text, language, whole=True)), None)
        if clause is None:
            return None
        if language.has("somebody", clause.words[0].read) and len(clause.words) > 1:
            clause = clause.part(1, None)
        predicate = without_adverbs(clause, language, subject=False)
        left_out = [clause.begun(*words.split()) for words in [*language.elided][:1]]  # "Lived" is over
        for reading in (clause, *_as_first_person(predicate, language), *left_out):
            if stated := next(_match(without_adverbs(reading, language), language, stored=True), None):
                return stated
    return None


def dated(text: str, at: datetime) -> tuple[str, datetime | None]:
    """Return what somebody wants kept with the days it names, and when they are over.

    Only a plan is over with its days; everything else stays as it was said.
    """
    for language in detect(text):
        clause = next(iter(clauses(text, language, whole=True)), None)
        for reading in (clause, *_as_first_person(clause, language)) if clause else ():
            for plan in _dated(without_adverbs(reading, language), language, at):
                if plan.slot == "plan" and (days := plan.text[plan.text.rindex("(") :]) not in text:
                    return f"{text} {days}", plan.ends
    return text, None


def _read(prose: str, language: Language, at: datetime, names: frozenset[str]) -> Iterator[Statement]:
    subject, left_out, mine = "", "", True
    for whole, plain, is_unsaid in said(prose, language):
        clause = plain
        spoken = not language.own.isdisjoint(clause.key.split())
        mine = mine or spoken or not whole.before or language.is_spaced
        if not clause.words or is_unsaid or not mine:
            subject = left_out = ""
            continue
        if whole.joined and clause.words[0].read in language.verbs:
            told_before = any(not language.has("openers", one.key) for one in whole.before)
            if subject:
                clause = clause.begun(subject)
            elif not left_out and told_before and not language.drops_subject:
                continue  # "my brother is back and moved to Berlin"
        stated = [*islice(chain(_own(clause, language, at), _of_another(clause, language, at, names)), 1)]
        first = clause.words[0]
        elided = clause.text[first.start : first.end].endswith(("'", "’"))  # j'ai 20 ans et habite ici
        subject = first.read + "'" * elided if first.read in language.speaker else ""
        left_out = language.left_out_before(first.read)
        mine = bool(stated) or spoken
        yield from (replace(one, own_text=str(whole)) for one in stated)


def _own(clause: Clause, language: Language, at: datetime) -> Iterator[Statement]:
    """Read a clause as said of its author, also where "I" is left out: "moved to Berlin"."""
    yield from _dated(clause, language, at)
    closed = without_closers(clause.words, language)
    if len(closed) < len(clause.words):
        yield from _dated(clause.of(closed), language, at)
    first = clause.words[0].read
    left_out = language.left_out_before(first).split()
    if len(left_out) > 1 or (left_out and first in language.verbs):
        yield from _dated(clause.begun(*left_out), language, at)
    comma = next((n for n, w in enumerate(clause.words) if n and clause.text[w.start] in COMMAS), None)
    if (
        comma and language.words["finals"]
    ):  # its verb is said, what follows says more: "Bergen'e taşındık, sevinçten uyuyamıyorum"
        yield from _own(clause.part(0, comma), language, at)


def _of_another(
    clause: Clause, language: Language, at: datetime, names: frozenset[str]
) -> Iterator[Statement]:
    """Read a clause as said of whom it begins with: a mention, or somebody present by name."""
    lengths = (n for n in (3, 2, 1) if names and clause.join(clause.words[:n]).casefold() in names)
    length = 1 if clause.words[0].read.startswith("<@") else next(lengths, len(clause.words))
    about = clause.join(clause.words[:length])
    predicate = without_adverbs(clause.part(length, None), language, subject=False)
    for reading in _as_first_person(predicate, language):
        for stated in _dated(reading, language, at):
            text = stated.text if stated.slot != "lore" else str(predicate)
            yield replace(stated, text=text, about=about, confidence=HEARSAY)


def _as_first_person(predicate: Clause, language: Language) -> Iterator[Clause]:
    """Return how somebody would say of themself what a predicate says: "lives here" is "i live here"."""
    table = language.third_person
    if table is None or not predicate.words:
        return
    theirs = {other: own for own, other in reversed([*table.pronouns.items()]) if own.isalpha()}
    words = [
        w._replace(read=theirs[w.read], given=theirs[w.read]) if w.read in theirs else w
        for w in predicate.words
    ]
    subject, owner = table.speaker
    if words[0].read in table.marks and len(words) > 1:
        yield predicate.of(words[1:]).begun(owner)
        words[0] = words[0]._replace(read=table.marks[words[0].read])
    yield predicate.of(words).begun(owner)
    verb = next((n for n, w in enumerate(words) if w.read not in table.adverbs), 0)
    base = table.base(words[verb].read)
    words[verb] = words[verb]._replace(read=base, given=base)
    yield predicate.of(words).begun(subject)


def _settled(statements: Sequence[Statement]) -> list[Statement]:
    """Drop repeats, and what a later clause of the same message puts differently."""
    settled: dict[tuple[str, str, str], Statement] = {}
    for one in statements:
        key = (one.about, one.slot, one.of) if one.slot in SINGLE else (one.about, "", one.text.casefold())
        settled.pop(key, None)
        settled[key] = one
    return [*settled.values()]


def _without_lead(answer: str, language: Language) -> str:
    """Take off what an answer may begin with: "in", "from"."""
    clause = next(iter(clauses(answer, language, whole=True)), None)
    if clause is None:
        return ""
    leads = language.words["dangling"] - language.own - language.words["pointing"] - language.words["asking"]
    start = next((n for n, w in enumerate(clause.words) if w.read not in leads), len(clause.words) - 1)
    return clause.join(clause.words[start:])


def _dated(clause: Clause, language: Language, at: datetime) -> Iterator[Statement]:
    """Read a clause with the time it names told apart from the rest."""
    start, end = clause.words[0].start, clause.words[-1].end
    verb = next((w.read for w in clause.words[1:] if not language.has("helpers", w.read)), "")
    past = language.is_past(verb)
    timed = may_name_time(clause.text, language)
    when = find_when(clause.text[start:end], at, past=past, language=language) if timed else None
    plain = [one for one in _match(clause, language) if one.slot != "plan"]
    if when is None:
        yield from plain
        return
    yield from (one for one in plain if one.slot in ("habit", "birthday", "age", "lore"))
    outside = [w for w in clause.words if not (start + when.start <= w.start and w.end <= start + when.end)]
    ahead = when.last is not None and (when.last > at.date() or (when.last == at.date() and not past))
    for one in _match(clause.of(outside), language):
        if one.slot == "plan" and ahead:
            span = When(start=0, end=0, first=when.first or at.date(), last=when.last)
            begins, ends = bounds(span, at)
            yield replace(one, text=f"{one.text} ({span})", begins=begins, ends=ends, confidence=UNSURE)
        elif one.slot != "plan" and (not ahead or one in plain):  # over, or said beside the time
            yield one


def _match(clause: Clause, language: Language, *, stored: bool = False) -> Iterator[Statement]:
    """Read a clause by the rows; `stored` facts have been judged before, and may say what they like."""
    for section in ("endings", "statements"):
        for match in language.rows[section].matches(clause.key):
            spans = match.spans.items()
            values = {name: Value(clause, clause.within(*span), language) for name, span in spans}
            if all(fits(name, value, stored=stored) for name, value in values.items()):
                yield replace(_stated(clause, match.row, values, language), over=section == "endings")


def _stated(clause: Clause, row: Row, values: Mapping[str, Value], language: Language) -> Statement:
    if row.reads_as:
        text = row.reads_as.format(**{name: value.written() for name, value in values.items()})
    else:
        cut = {word for value in values.values() for word in value.cut}
        text = clause.join(without_closers([word for word in clause.words if word not in cut], language))
    main = next(reversed([*values.values()]), None)
    return Statement(
        text=collapse(third_person(text, language)),
        slot=row.group,
        row=row.pattern,
        value=main.folded() if main else "",
        written=main.written() if main else "",
        leaves=values["left"].key if "left" in values else "",
        of=values["of"].folded() if "of" in values else "",
        confidence={"lore": HEARSAY, "habit": UNSURE}.get(row.group, 1.0),
    )

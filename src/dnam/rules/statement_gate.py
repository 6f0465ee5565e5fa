"""The gate of statements: a clause without what says nothing, and whether it is said at all.

What is asked, supposed, reported or not meant is no statement. Only the clause is judged, and what stands
before it in its sentence, never the whole message.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dnam.languages import Language
from dnam.rules.clauses import Clause, Word, clauses

LONGEST_LABEL = 2
"""Words before a colon that name who speaks or what is played."""


class Said(NamedTuple):
    """A clause as it stands in a message, without what says nothing, and whether it is only asked."""

    whole: Clause
    plain: Clause
    unsaid: bool


@lru_cache(maxsize=8)  # what is read by rows is read by its meaning too
def said(prose: str, language: Language) -> tuple[Said, ...]:
    """Return the clauses of a message, judged; none when it is a joke."""
    parts = [*clauses(prose, language)]
    if any(language.phrases("joking").inside(whole.key) for whole in parts):
        return ()
    return tuple(Said(whole, plain_clause(whole, language), unsaid(whole, language)) for whole in parts)


def without_openers(clause: Clause, language: Language) -> Clause:
    """Take off what may stand before a statement and says nothing."""
    openers, at = language.phrases("openers"), 0
    loose = {",", *language.words["joins"]} - language.words["asking"]
    while at < len(clause.words) and clause.words[at].read not in language.own:
        length = int(clause.words[at].read in loose) or openers.at_start(clause.part(at, None).key)
        if not length:
            break
        at += length
    return clause.part(at, None)


def without_fillers(clause: Clause, language: Language) -> Clause:
    """Take out what changes nothing wherever it stands: "now"."""
    fillers = language.phrases("fillers")
    while length := fillers.at_start(clause.key):
        clause = clause.part(length, None)
    while place := fillers.place(clause.key):
        clause = clause.of((*clause.words[: place[0]], *clause.words[sum(place) :]))
    return clause


def without_closers(words: Sequence[Word], language: Language) -> list[Word]:
    """Take off what may stand behind a statement and says nothing: "too", "lol", a loose "and"."""
    rest = [*words]
    while len(rest) > 1:
        loose = rest[-1].read == "," or rest[-1].read in language.words["joins"]
        length = loose or language.phrases("closers").at_end(" ".join(word.read for word in rest))
        if not 0 < length < len(rest):
            break
        del rest[-length:]
    return rest


def plain_clause(whole: Clause, language: Language) -> Clause:
    """Return a clause without what says nothing, its subject first also where it stood behind the verb."""
    clause = without_fillers(without_adverbs(without_openers(whole, language), language), language)
    words = clause.words
    if len(words) < 2 or words[0].start == whole.words[0].start or words[0].read not in language.verbs:
        return clause
    turned = language.verb_second and words[1].read in language.speaker
    return clause.of((words[1], words[0], *words[2:])) if turned else clause


def without_adverbs(clause: Clause, language: Language, *, subject: bool = True) -> Clause:
    """Remove adverbs between a subject and its verb ("really"), and the "do" of "I do like"."""
    lists, words, at = language.words, [*clause.words], int(subject)
    if not words or (subject and words[0].read not in lists["subjects"]):
        return clause
    while at < len(words) - 1:
        emphatic = words[at].read in lists["emphatic"] and words[at + 1].read in language.verbs
        if words[at].read in lists["adverbs"] or emphatic:
            words.pop(at)
        elif words[at].read in lists["helpers"]:
            at += 1
        else:
            break
    return clause.of(words)


def unsaid(clause: Clause, language: Language) -> bool:
    """Return whether a clause is asked, supposed, reported or not meant."""
    if clause.asked or _asks(clause, language) or _is_quoted(clause, language):
        return True
    unreal = language.phrases("unreal").inside(without_fillers(clause, language).key)
    return unreal or any(_hangs_on(part, language) for part in clause.before)


def _hangs_on(before: Clause, language: Language) -> bool:
    """Return whether what follows a clause is supposed, asked or somebody's words: "she says", "if"."""
    own = language.is_spaced and any(word.read in language.speaker for word in before.words[:3])
    return (
        language.phrases("conditions").inside(before.key)
        or _asks(before, language)
        or language.has("frames", before.words[0].read)
        or (language.phrases("reported").inside(before.key) and not own)
    )


def _is_quoted(clause: Clause, language: Language) -> bool:
    """Return whether a short label and a colon make it somebody else's words, or play: "pov: i am"."""
    if not clause.text[: clause.words[0].start].rstrip().endswith((":", "：")):
        return False
    label = [word.read for word in clause.before[-1].words] if clause.before else [""]
    return len(label) <= LONGEST_LABEL and not language.has("openers", label[-1])


def _asks(clause: Clause, language: Language) -> bool:
    """Return whether a clause begins as a question does: "do i", "what is"."""
    first, second = (*(word.read for word in clause.words[:2]), "", "")[:2]
    return language.has("asking", first) and (
        language.has("subjects", second) or second in language.own or language.has("helpers", second)
    )

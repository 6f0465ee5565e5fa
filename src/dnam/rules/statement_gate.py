"""The gate of statements: a clause without what says nothing, and whether it is said at all.

What is asked, supposed, reported or not meant is no statement. Only the clause is judged, and what stands
before it in its sentence, never the whole message.
"""

from dataclasses import replace

from dnam.languages import Language
from dnam.rules.clauses import Clause

LONGEST_LABEL = 2
"""Words before a colon that name who speaks or what is played."""


def without_openers(clause: Clause, language: Language) -> Clause:
    """Take off what may stand before a statement and says nothing."""
    words, openers = [*clause.words], language.phrases("openers")
    loose = {",", *language.words.get("joins", ())} - language.words.get("asking", frozenset())
    while words:
        length = int(words[0].read in loose) or openers.at_start(" ".join(word.read for word in words))
        if not length or words[0].read in language.own:
            break
        del words[:length]
    return replace(clause, words=tuple(words))


def without_fillers(clause: Clause, language: Language) -> Clause:
    """Take out what changes nothing wherever it stands: "now"."""
    words, fillers = [*clause.words], language.phrases("fillers")
    while length := fillers.at_start(" ".join(word.read for word in words)):
        del words[:length]
    while found := fillers.place(" ".join(word.read for word in words)):
        del words[found[0] : found[0] + found[1]]
    return replace(clause, words=tuple(words))


def plain_clause(whole: Clause, language: Language) -> Clause:
    """Return a clause without what says nothing, its subject first also where it stood behind the verb."""
    clause = without_fillers(without_adverbs(without_openers(whole, language), language), language)
    words = clause.words
    if len(words) < 2 or words[0].start == whole.words[0].start or words[0].read not in language.verbs:
        return clause
    turned = language.verb_last and words[1].read in language.speaker
    return replace(clause, words=(words[1], words[0], *words[2:])) if turned else clause


def without_adverbs(clause: Clause, language: Language, *, subject: bool = True) -> Clause:
    """Take off what stands between a subject and its verb, "really", and the "do" of "I do like"."""
    adverbs, helpers = language.words.get("adverbs", ()), language.words.get("helpers", ())
    words = [*clause.words]
    at = int(subject)
    if not words or (subject and words[0].read not in language.words.get("subjects", ())):
        return clause
    while at < len(words) - 1:
        emphatic = (
            words[at].read in language.words.get("emphatic", ()) and words[at + 1].read in language.verbs
        )
        if words[at].read in adverbs or emphatic:
            words.pop(at)
        elif words[at].read in helpers:
            at += 1
        else:
            break
    return replace(clause, words=tuple(words))


def unsaid(clause: Clause, language: Language) -> bool:
    """Return whether a clause is asked, supposed, reported or not meant."""
    said = without_fillers(clause, language)
    if clause.asked or _asks(clause, language) or _is_quoted(clause, language):
        return True
    if language.phrases("unreal").inside(said.key):
        return True
    return any(
        language.phrases("conditions").inside(part.key)
        or _asks(part, language)
        or language.has("frames", part.words[0].read)
        or (
            language.phrases("reported").inside(part.key)
            and not (language.is_spaced and any(w.read in language.speaker for w in part.words[:3]))
        )
        for part in clause.before
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

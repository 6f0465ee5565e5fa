"""Orders: what tells an assistant what to do, whoever says it and however.

What counts is who is made to act: the assistant, its answers, its memory, its rules and rights. Two readers
decide: patterns and imperatives from `[orders]` of the language files, and what a text means (`meaning`). It
needs no words of its own, and knows the languages of its encoder.

    order      patterns of a whole sentence
    always     the same, in quotations too
    harmless   sentences that are no order although they look like one
"""

from collections.abc import Iterable, Sequence

from dnam.languages import Language, detect
from dnam.rules.admit.imperative import commands
from dnam.rules.admit.meaning import means_order
from dnam.rules.admit.sentences import Sentence, sentences, without_quotations


def asks(text: str) -> bool:
    """Return whether a text is, or contains, a question."""
    return any(sentence.asked for sentence in sentences(without_quotations(text)))


def instructs(text: str) -> bool:
    """Return whether a text tells an assistant what to do, or anybody."""
    spoken, said = detect(text), sentences(without_quotations(text))
    if said and spoken and all("harmless" in _groups(spoken[0], sentence) for sentence in said):
        return False
    return (
        any(_orders(spoken, sentence) for sentence in said)
        or _undoes(spoken, sentences(text))
        or means_order(text)
    )


def undoes(text: str) -> bool:
    """Return whether a text, quotations included, wants what was said before undone."""
    return _undoes(detect(text), sentences(text))


def _undoes(spoken: Iterable[Language], said: Sequence[Sentence]) -> bool:
    return any("always" in _groups(language, sentence) for language in spoken for sentence in said)


def _orders(spoken: Sequence[Language], sentence: Sentence) -> bool:
    for number, language in enumerate(spoken):
        groups = _groups(language, sentence)
        lists = language.rows["orders"].lists
        if "harmless" not in groups and ("order" in groups or commands(lists, sentence, sure=number == 0)):
            return True
    return False


def _groups(language: Language, sentence: Sentence) -> set[str]:
    return {row.group for row in language.rows["orders"].matching(sentence.key)}

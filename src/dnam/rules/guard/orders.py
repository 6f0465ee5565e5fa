"""Orders: what tells an assistant what to do, whoever says it and however.

What counts is who is made to act: the assistant, its answers, its memory, its rules and rights. Two readers
decide: the patterns under `[orders]` of the language files, and what a text means, which needs no words of
its own and knows the languages of its encoder.

    order      patterns of a whole sentence
    always     the same, in quotations too
    harmless   sentences that are no order although they look like one
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import re2

from dnam.languages import Language, detect, language
from dnam.rules.clauses import GAP, clauses, mask_quotations
from dnam.rules.statements import read_fact
from dnam.rules.trained_judge import Judge, as_sentence, worded

ORDERS = Judge(Path(__file__).with_name("orders.npz"))
SHORTEST = 12
"""Characters below which a sentence says too little to be weighed alone."""
SHORT = 6
"""Words of a text that is too short to be judged by its meaning alone."""
_MARKS = re2.compile(r"[\"“”«»„「」『』]")
_SENTENCE = re2.compile(r"[^.!?…؟。！？;；\n]+[.!?…؟。！？;；\n]*")
_BREAKS = re2.compile(r"[:：]|\p{So}")
"""An order may begin behind these as behind a full stop."""


def asks(text: str) -> bool:
    """Return whether a text is, or contains, a question."""
    return any(sentence.asked for sentence in clauses(_unquoted(text), language("en"), whole=True))


def instructs(text: str) -> bool:
    """Return whether a text tells an assistant what to do, or anybody."""
    spoken, unquoted = detect(text), _unquoted(text)
    read = [[*_groups(unquoted, one)] for one in spoken]
    if read and read[0] and all("harmless" in groups for groups in read[0]):
        return False
    return _order(read) or undoes(text) or (means_order(text) and not _is_short_fact(text))


def commands(text: str) -> bool:
    """Return whether the words of a text tell to do something; their meaning is not weighed."""
    return _order([[*_groups(_unquoted(text), one)] for one in detect(text)])


def _order(read: Sequence[Sequence[set[str]]]) -> bool:
    return any("order" in groups and "harmless" not in groups for sentences in read for groups in sentences)


def means_order(text: str) -> bool:
    """Return whether a text, or a sentence of it, means an order to an assistant."""
    whole, *parts = [as_sentence(worded(part)) for part in (text, *_SENTENCE.findall(text))]
    others = [part for part in parts if SHORTEST <= len(part) < len(whole)]
    return bool((ORDERS.weigh([whole, *others]) > ORDERS.least).any())


def _is_short_fact(text: str) -> bool:
    """Return whether a few words are a statement that a row reads: they mean too little to be weighed."""
    if len(text.split()) > SHORT:
        return False
    fact = read_fact(text)
    return fact is not None and fact.value.count(" ") <= 2


def undoes(text: str) -> bool:
    """Return whether a text, quotations included, wants what was said before undone."""
    return any("always" in groups for one in detect(text) for groups in _groups(text, one))


def _groups(text: str, spoken: Language) -> Iterator[set[str]]:
    """Return for each sentence of a text what kinds of patterns it matches."""
    for sentence in clauses(str(_BREAKS.sub("\n", text)), spoken, whole=True):
        yield {row.group for row in spoken.rows["orders"].matching(sentence.key)}


def _unquoted(text: str) -> str:
    """Put a mark in the place of quotations, unless they are most of the text."""
    masked = mask_quotations(text)
    unquoted = len("".join(masked.replace(GAP, " ").split()))
    return masked if unquoted >= 0.2 * len(text) else str(_MARKS.sub(" ", text))

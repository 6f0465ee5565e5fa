"""What somebody tells of themself in words that no row knows, judged by its meaning.

A clause in the first person that can be understood alone is kept as it was said, in the third person, when it
means something lasting: as much as `make train` worked out from `evals/lasting_training.jsonl`.
"""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path

from dnam.domain import Kind
from dnam.languages import Language, detect
from dnam.rules.clauses import GAP, Clause, own_words
from dnam.rules.dates import find_when
from dnam.rules.statement_gate import said
from dnam.rules.statement_values import Value
from dnam.rules.statements import LONGEST, UNSURE, Statement
from dnam.rules.text import collapse
from dnam.rules.trained_judge import TRAINED, Judge, worded
from dnam.rules.wording import third_person

LASTING = Judge(Path(__file__).with_name("lasting.npz"))
KINDS = tuple(kind for kind in Kind if kind not in (Kind.PERSON, Kind.LORE))
"""What something that lasts can be; the judge has weights for each behind those for whether it lasts."""
NOT_LASTING = ("reported", "intended")
MOST = 8
"""Clauses of a message that are judged."""


def read_by_meaning(text: str, *, at: datetime) -> list[Statement]:
    """Return what a message tells of its author that lasts. Call it from a thread."""
    if len(text) > LONGEST:
        return []
    prose = own_words(text)
    language = next(iter(detect(prose)), None)
    if language is None or not language.is_spaced or not (language.code in TRAINED or language.english):
        return []
    parts = [*islice(_told(prose, language, at), MOST)]
    weighed = LASTING.weigh([worded(part) for _, part in parts]) if parts else ()
    return [
        Statement(
            text=collapse(third_person(part, language)),
            slot="",
            guess=KINDS[int(weights[1:].argmax())],
            own_text=own,
            confidence=UNSURE,
        )
        for (own, part), weights in zip(parts, weighed, strict=True)
        if weights[0] > LASTING.least
    ]


def _told(prose: str, language: Language, at: datetime) -> Iterator[tuple[str, str]]:
    """Return what somebody says of themself, each clause as written and as far as it stands alone."""
    for whole, plain, is_unsaid in said(prose, language):
        if is_unsaid or any(language.phrases(one).inside(whole.key) for one in NOT_LASTING):
            continue
        clause = _with_subject(plain, language)
        if clause is None or find_when(str(clause), at, past=False, language=language) is not None:
            continue  # what has a day is soon over
        start = next((n for n, w in enumerate(clause.words) if n and not language.has("helpers", w.read)), 1)
        value = Value(clause, clause.words[start:], language)
        value.trim()
        alone = GAP not in [word.read for word in clause.words] and value.stands_alone()
        if alone and len(value.words) > 1:
            yield str(whole), clause.join([*clause.words[:start], *value.words])


def _with_subject(clause: Clause, language: Language) -> Clause | None:
    """Return a clause that begins with its speaker, put there where that is understood; None for others."""
    first, *rest = [word.read for word in clause.words] or [""]
    if first in language.speaker or (language.drops_subject and first in language.verbs):
        return clause
    if first in language.own:
        return clause if any(language.is_of_somebody(word) for word in rest[1:]) else None
    left_out = language.left_out_before(first)
    whole = language.words["asking"].isdisjoint(rest)  # not "learning is fun"
    if not left_out or not whole:
        return None
    small = clause.words[0]._replace(given=first)
    return clause.of((small, *clause.words[1:])).begun(*left_out.split())

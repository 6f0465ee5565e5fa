"""The guard: whether a candidate may be kept as a fact.

The last rule before `rules/fact_merge.py`, for what a model or a rule learned from a message and for what a
person typed by hand. Refuses what is no statement (orders, questions, attacks), secrets, disguised text, and
what the message does not say. It never changes what a statement says, and never looks at who says it.
"""

from dataclasses import replace
from html import unescape

import re2

from dnam.rules import secrets
from dnam.rules.fact_merge import Upsert
from dnam.rules.grounding import grounded, quoted
from dnam.rules.guard import clanker_preset
from dnam.rules.guard.disguise import hides, sound, unmasked, visible
from dnam.rules.guard.injection_markup import imitates
from dnam.rules.guard.orders import asks, instructs, undoes
from dnam.rules.guard.verdicts import Kept, Reason, Rejected
from dnam.rules.text import clip, collapse, plain

__all__ = ["LONGEST", "SHORTEST", "Kept", "Reason", "Rejected", "admit"]

SHORTEST = 2
LONGEST = 500
EVIDENCE_LONGEST = 220

_SUBSTANCE = re2.compile(r"[\p{L}\p{N}]")


def admit(
    upsert: Upsert, *, source: str | None, guard: str = "dnam", quoted_from: str | None = None
) -> Kept | Rejected:
    """Decide about one candidate; `source` is the message that must say it, None if it need not.

    `quoted_from` is the message its evidence is taken from, where that is not the source.
    """
    upsert = replace(upsert, text=sound(upsert.text), evidence=sound(upsert.evidence))
    source = sound(source) if source is not None else None
    if guard == "clanker":
        return clanker_preset.admit(upsert, source=source)
    text = collapse(visible(upsert.text))
    if reason := refusal(upsert.text):
        return Rejected(reason=reason, limit=LONGEST)
    if source is not None and not grounded(text, source):
        return Rejected(reason=Reason.NOT_GROUNDED)
    return Kept(upsert=replace(upsert, text=text, evidence=_evidence(upsert.evidence, source or quoted_from)))


def refusal(text: str) -> Reason | None:
    """Return why a text cannot be a fact, whatever its source; None when it can."""
    text = sound(text)
    shown = collapse(visible(text))
    if len(shown) < SHORTEST or not _SUBSTANCE.search(shown):
        return Reason.EMPTY
    if max(len(shown), len(plain(shown))) > LONGEST or len(text) > 4 * LONGEST:
        return Reason.TOO_LONG
    if secrets.has_secret(shown):
        return Reason.SECRET
    readings = dict.fromkeys((text, shown))
    return next((reason for reading in readings if (reason := _no_statement(reading))), None)


def _no_statement(text: str) -> Reason | None:
    """Return why a text, line by line as given or on one line as kept, is no plain statement."""
    if hides(text) or any(_instructs(reading) for reading in unmasked(text)):
        return Reason.HIDDEN
    readable = _readable(text)
    if asks(readable):
        return Reason.QUESTION
    return Reason.INSTRUCTION if _instructs(readable) or undoes(readable[::-1]) else None


def _readable(text: str) -> str:
    """Bring letters to their plain form, line by line: where a line begins tells an order from a phrase."""
    return "\n".join(collapse(plain(line)) for line in unescape(visible(text)).splitlines())


def _instructs(text: str) -> bool:
    return imitates(text) or instructs(text)


def _evidence(evidence: str, source: str | None) -> str:
    """Keep evidence only when the message holds it, and no secret is in it."""
    shown = clip(collapse(visible(evidence)), EVIDENCE_LONGEST)
    fits = bool(shown) and source is not None and not secrets.has_secret(shown) and not hides(evidence)
    return shown if fits and quoted(evidence, source or "") else ""

"""The guard of the `clanker` preset: a word blacklist and grounding by ASCII tokens.

Kept as it always behaved, failures included: it refuses whoever is a software developer, accepts orders
without its words, and does not see a "not". The default guard is in `__init__.py`.
"""

from dataclasses import replace
from math import ceil

import re2

from dnam.domain import Kind
from dnam.rules.fact_merge import Upsert
from dnam.rules.guard.verdicts import Kept, Reason, Rejected
from dnam.rules.text import collapse

SHORTEST = 4
LONGEST = 190
EVIDENCE_LONGEST = 220
OVERLAP = 0.45
"""The share of a line's tokens that the source must have, and never less than two of them."""
SHORT_LINE = 3
"""A line of so few tokens needs all of them, and at least two."""

_KINDS = frozenset({Kind.PREFERENCE, Kind.PROFILE, Kind.RELATIONSHIP, Kind.PROJECT, Kind.LORE})
_SPACE = r"\s\v\x1c-\x1f\x{85}\pZ"
"""White space of any script; RE2 knows that of ASCII only."""
_BLACKLIST = re2.compile(
    r"system|developer|prompt|instruction|policy|jailbreak|override|api key|token|password|credential|secret"
    rf"|(?:ignore|disregard|bypass)[{_SPACE}]+(?:previous|prior|earlier)"
    rf"|(?:always|never)[{_SPACE}]+(?:reply|respond|say|output)"
    r"|\[\[.*\]\]"
)
_SECRETS = re2.compile(r"api key|token|password|credential|secret")
_TOKEN = re2.compile(r"[a-z0-9]{3,}")
_LINKS = re2.compile(rf"https?://[^{_SPACE}]+|<a?:[^:>]+:\p{{Nd}}+>")
_NOT_COMPACT = re2.compile(r"[^a-z0-9]+")


def admit(upsert: Upsert, *, source: str | None) -> Kept | Rejected:
    """Keep what has no word of the blacklist and shares enough tokens with its source."""
    text = collapse(upsert.text)[:LONGEST].rstrip()
    if len(text) < SHORTEST:
        return Rejected(reason=Reason.EMPTY)
    if match := _BLACKLIST.search(text.lower()):
        secret = _SECRETS.fullmatch(match.group())
        return Rejected(reason=Reason.SECRET if secret else Reason.INSTRUCTION)
    if source is not None and not grounded(text, source):
        return Rejected(reason=Reason.NOT_GROUNDED)
    evidence = collapse(upsert.evidence)[:EVIDENCE_LONGEST].rstrip()
    return Kept(
        upsert=replace(
            upsert,
            text=text,
            kind=upsert.kind if upsert.kind in _KINDS else Kind.FACT,
            evidence=evidence if source is not None and grounded(evidence, source) else "",
        )
    )


def grounded(line: str, source: str) -> bool:
    """Return whether a line is part of its source, or shares enough of its tokens with it."""
    compact_line, compact_source = _compact(line), _compact(source)
    if not compact_line or not compact_source:
        return False
    if compact_line in compact_source:
        return True
    tokens = _tokens(line, 32)
    shared = len(tokens & _tokens(source, 64))
    if shared >= max(2, ceil(len(tokens) * OVERLAP)):
        return True
    return len(tokens) <= SHORT_LINE and shared == len(tokens) >= 2


def _compact(text: str) -> str:
    return str(_NOT_COMPACT.sub(" ", _LINKS.sub(" ", text.lower()))).strip()


def _tokens(text: str, most: int) -> set[str]:
    return set(list(dict.fromkeys(_TOKEN.findall(text.lower())))[:most])

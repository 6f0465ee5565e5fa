"""Which facts cannot both be true: another value of the same slot, the opposite, the end, another count.

Both are read by the rows of the language files, so that it does not matter in which words or language they
are said. What no row knows stands beside what is known.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from dnam.languages import Language, detect, languages
from dnam.rules.statements import SINGLE, Statement, read_fact
from dnam.rules.text import content, query_words, same_content, words

_OPPOSITE = {"likes": "dislikes", "dislikes": "likes"}
_COUNTED = frozenset({"family", "pet"})
_ONE_AT_A_TIME = frozenset({"tool"})
"""Of these somebody may have several, but not once they say that it is another now."""
_WORD = re.compile(r"[\w']+")
_SCHEDULED = frozenset({"habit", "lore"})
"""What has a day or a place, and another once it is said to be so now."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sense:
    """What is stored of a fact to find it by, when a new one may concern it."""

    slot: str
    """What it states: its slot, after "-" if it is over; empty when no row knows it."""
    stems: str
    """The stems of what it says, between spaces, without "not"."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Concern:
    """Which known facts a new one may say again, replace or end: `concerns` tells, and so do the stores."""

    slots: tuple[str, ...]
    stems: str
    """Facts that say the same, but for a "not"."""
    keys: tuple[str, ...]
    """Facts with one of these stems."""
    keyed: str = ""
    """The slot of those facts; empty when it may be any."""


def sense_of(text: str) -> Sense:
    statement = stated(text)
    slot = f"{'-' * statement.over}{statement.slot}" if statement else ""
    return Sense(slot=slot, stems=_stems(text))


def concern_of(text: str, evidence: str = "") -> Concern:
    after, slots, keys = stated(text), list[str](), _longest(_words_of(denied(evidence)[1]))
    opposite = _OPPOSITE.get(after.slot) if after is not None else None
    if after is not None:
        if after.slot in SINGLE | _COUNTED | _ONE_AT_A_TIME:
            slots.append(after.slot)
        if after.over:
            keys += _longest(query_words(after.value))
        if after.leaves:
            keys.append(after.leaves)
    if after is None or after.slot in _SCHEDULED:
        keys += _words_of(text)[:1]
    keyed = opposite if opposite is not None and not keys else ""
    if after is not None and opposite is not None:
        telling = _longest(_words_of(after.value))
        keys += telling
        slots += [] if telling else [opposite]
    return Concern(slots=tuple(slots), stems=_stems(text), keys=tuple(keys), keyed=keyed)


def concerns(new: Concern, old: Sense) -> bool:
    """Return whether a new fact may say again, replace or end a known one; what is over it may bring back."""
    alike = old.slot in new.slots or old.stems == new.stems
    keyed = new.keyed in ("", old.slot) and any(f" {key} " in old.stems for key in new.keys)
    return alike or keyed or old.slot.startswith("-")


def _stems(text: str) -> str:
    return f" {' '.join(stem for stem in _words_of(text) if stem != 'not')} "


def _longest(stems: Sequence[str]) -> list[str]:
    return [max(stems, key=len)] if stems else []


def stated(text: str) -> Statement | None:
    """Return what a fact states; None when no row knows it."""
    return _stated(text, tuple(languages().values()))


@lru_cache(maxsize=8_192)
def _stated(text: str, _languages: tuple[Language, ...]) -> Statement | None:
    return read_fact(text)


def replaces(new: str, old: str, *, evidence: str = "") -> bool:  # noqa: PLR0911 (one for each reason)
    """Return whether a newer fact, read from `evidence`, leaves no room for an older one."""
    if same_content(new, old):
        return False
    after = stated(new)
    if _puts_right(new, old, evidence):
        return True
    if after is None:
        return _denies(new, old) or _moves(new, old, evidence)
    before = stated(old)
    if after.over or (before is not None and before.over):
        return _ends(after, old) if after.over else before is not None and _ends(before, new)
    if after.leaves and after.leaves in _words_of(old):
        return True
    if before is None:
        return _denies(new, old)
    if after.slot == before.slot and _other_value(after, before, evidence):
        return True
    moves = after.slot == before.slot and after.slot in _SCHEDULED and _moves(new, old, evidence)
    liked = words(after.value) if _OPPOSITE.get(after.slot) == before.slot else []
    return bool(liked and liked == words(before.value)) or _denies(new, old) or moves


def denied(text: str) -> tuple[str, str]:
    """Return a text before its last denial, and what is denied: "I live in Oslo", "in Bergen"."""
    for language in detect(text):
        denials = frozenset(language.grounding.get("denials", ()))
        for word in reversed([*_WORD.finditer(text)]):
            if word.group().casefold() in denials:
                return text[: word.start()].rstrip(" ,;–—-"), text[word.end() :]
    return text, ""


def put_right(text: str, known: Sequence[str], evidence: str) -> str:
    """Return a statement without its ", not Y" when something known said Y: that is history then."""
    right = denied(text)[0]
    apart = text[len(right) :].startswith((",", ";", "–", "—", " -")) or stated(right) is not None
    return right if apart and any(_puts_right(text, one, evidence) for one in known) else text


def _puts_right(new: str, old: str, evidence: str) -> bool:
    """Return whether "X, not Y" puts a known fact right: it says Y where the new one says X."""
    wrong = {*_words_of(denied(evidence)[1])}
    if not wrong:
        return False
    known, gone = {*_words_of(old)}, {*_words_of(old)} - {*_words_of(denied(new)[0])}
    return bool(gone) and gone < known and gone <= wrong


def same_value(new: str, old: str) -> bool:
    """Return whether two facts fill the same single slot with the same value, in whatever words."""
    after = stated(new)
    if after is None or after.slot not in SINGLE:
        return False
    before = stated(old)
    value = (after.slot, after.of, after.over, after.value)
    return before is not None and value == (before.slot, before.of, before.over, before.value)


def _other_value(after: Statement, before: Statement, evidence: str) -> bool:
    if after.slot in SINGLE:
        return after.of == before.of and after.value != before.value and not (after.loose or before.loose)
    if after.slot in _COUNTED:
        return _counted_anew(after.value.split(), before.value.split())
    if after.slot in _ONE_AT_A_TIME and after.value != before.value:
        return after.text.split()[0] == before.text.split()[0] and _says_now(evidence)
    return False


def _says_now(evidence: str) -> bool:
    return any(
        language.has("takes_back", word)
        for language in detect(evidence)
        for word in evidence.casefold().split()
    )


def _moves(new: str, old: str, evidence: str) -> bool:
    """Return whether something is otherwise now: "the raid is on Mondays", "the raid is on Fridays now"."""
    spoken = detect(new)
    newer, before = new.casefold().split(), old.casefold().split()
    after = [word for word in newer if not any(language.has("takes_back", word) for language in spoken)]
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(after, before, strict=False)))
    values = after[alike : alike + 1] + before[alike : alike + 1]
    telling = {*query_words(new), *query_words(old)}
    if len(values) < 2 or telling.isdisjoint(words(" ".join(after[:alike]))):
        return False
    joined = telling.isdisjoint(words(after[alike - 1]))  # what differs stands behind "is" or "on"
    named = all(
        not telling.isdisjoint(words(word)) or any(one.has("determiners", word) for one in spoken)
        for word in values
    )
    return joined and named and (len(after) < len(newer) or _says_now(evidence))


def _ends(end: Statement, text: str) -> bool:
    """Return whether what is over is what a fact says; tastes end only by what is said of tastes."""
    other = stated(text)
    taste = other is not None and other.slot in _OPPOSITE
    if taste and end.slot not in _OPPOSITE:
        return False
    if other is not None and end.slot == other.slot and end.slot in SINGLE:
        return other.value.startswith(end.value)
    gone = query_words(end.value)
    return bool(gone) and set(gone) <= set(_words_of(text))


def _words_of(text: str) -> tuple[str, ...]:
    """Return the stems of what a text says, without the words that only hold it together."""
    return tuple(stem for word in content(text) for stem in words(word))


def _denies(new: str, old: str) -> bool:
    """Return whether two facts say the same but for a "not"."""
    stated, known = content(new), content(old)
    if ("not" in stated) == ("not" in known):
        return False
    return bool(known) and tuple(w for w in stated if w != "not") == tuple(w for w in known if w != "not")


def _counted_anew(after: list[str], before: list[str]) -> bool:
    """Return whether two values differ in how many there are, and in nothing else that both tell."""
    first, second = _number(after[:1]), _number(before[:1])
    return bool(
        first and second and first != second and words(" ".join(after[1:2])) == words(" ".join(before[1:2]))
    )


def _number(first: list[str]) -> str:
    known: list[Language] = detect(" ".join(first))
    counted = first and (first[0].isdecimal() or any(language.has("counts", first[0]) for language in known))
    return first[0] if counted else ""

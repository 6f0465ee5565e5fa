"""Opposites: whether a newer statement denies or ends an older one, or counts the same thing anew.

"Hates tea" denies "Likes tea", "Sold their boat" ends "Owns a boat", "Has three kids" counts anew. Only plain
statements are compared, verb with verb and thing with thing; anything else stands beside what is known.
"""

from dataclasses import dataclass, replace

import regex

from dnam.rules.text import collapse, plain, stem

_TASTE, _ANY = "taste", "any"
_SAME_VERBS = {
    **dict.fromkeys(("like", "love", "enjoy", "ador", "adore"), _TASTE),
    **dict.fromkeys(("has", "have", "own", "got", "get"), "have"),
}
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_ANEW = frozenset({"drive", "ride", "use"})
"""What somebody does with one thing at a time, once they say that it is another now."""
_NOW = regex.compile(r"\b(?:now|nowadays|these days|instead)\b", flags=regex.IGNORECASE)
_SUBJECT = regex.compile(r"(?:i|user|he|she|they|we)\s+(?:(?:now|currently|actually|also|really)\s+)*")
_LITTLE = frozenset("a an the my their his her our your any some really now anymore".split())
_WHO_IS = r"(?:is|am|are|was)\s+"
_SHAPES = tuple(
    (regex.compile(shape), verb, holds, over)
    for shape, verb, holds, over in (
        (r"(?:stopped|quit|gave up)\s+(?P<verb>\w+ing)(?:\s+(?P<thing>.+))?", "", False, True),
        (r"(?:stopped|quit|gave up)\s+(?P<thing>.+)", _ANY, False, True),
        (r"(?:sold|gave away|got rid of)\s+(?P<thing>.+)", "have", False, True),
        (r"(?:has|have|got)\s+no\s+(?P<thing>.+)", "have", False, False),
        (r"switched\s+from\s+(?P<thing>.+?)\s+to\s.+", "use", False, True),
        (r"(?:cannot|can't)\s+stand\s+(?P<thing>.+)", _TASTE, False, False),
        (r"(?:hates?|dislikes?|detests?|loathes?|despises?)\s+(?P<thing>.+)", _TASTE, False, False),
        (r"(?:does not|doesn't|do not|don't)\s+(?P<verb>\w+)(?:\s+(?P<thing>.+))?", "", False, False),
        (
            rf"(?:{_WHO_IS})?(?:into|an?\s+(?:\w+\s+)?fan\s+of|fond\s+of)\s+(?P<thing>.+)",
            _TASTE,
            True,
            False,
        ),
        (rf"(?:{_WHO_IS})?(?P<verb>\w+ing)\s+(?P<thing>.+)", "", True, False),
        (rf"{_WHO_IS}(?P<thing>.+)", "be", True, False),
        (r"(?P<thing>allergic\s+to\s.+)", "be", True, False),
        (r"(?P<verb>\w+)(?:\s+(?P<thing>.+))?", "", True, False),
    )
)
_NOT = regex.compile(rf"(?:{_WHO_IS})?not\s+(?P<rest>.+)")
_NO_LONGER = regex.compile(rf"(?:{_WHO_IS})?no\s+longer\s+(?P<rest>.+)")


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a statement says: what is done or not, with what, and whether that has ended."""

    verb: str
    thing: tuple[str, ...]
    holds: bool
    over: bool


def opposed(old: str, new: str, *, said: str = "") -> bool:
    """Say whether the new statement leaves no room for the old one; `said` are the words it was read from."""
    before, after = _read(old), _read(new)
    if before.verb != after.verb and not _gives_up(before, after) and not _gives_up(after, before):
        return False
    if before.holds != after.holds:
        return _same_thing(before, after)
    if not before.holds:
        return False
    if after.verb in _ANEW and _NOW.search(said):
        return before.thing != after.thing
    return after.verb == "have" and _counted_anew(before.thing, after.thing)


def _gives_up(end: _Reading, other: _Reading) -> bool:
    """Say whether something given up by name may be what the other does; liking it is another matter."""
    return end.verb == _ANY and other.verb not in (_TASTE, "be")


def _same_thing(one: _Reading, other: _Reading) -> bool:
    """Say whether two statements speak of the same thing; what has ended need not be told in full."""
    first, second = _uncounted(one.thing), _uncounted(other.thing)
    if not one.over and not other.over:
        return first == second and bool(first)
    end, told = (first, second) if one.over else (second, first)
    return told[: len(end)] == end


def _uncounted(thing: tuple[str, ...]) -> tuple[str, ...]:
    return thing[1:] if len(thing) > 1 and _number(thing[0]) is not None else thing


def _counted_anew(before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    """Say whether two things differ in how many there are, and in nothing else that both tell."""
    if len(before) < 2 or len(after) < 2 or before[1] != after[1]:
        return False
    first, second = _number(before[0]), _number(after[0])
    return first is not None and second is not None and first != second


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() else _NUMBERS.get(word)


def _read(text: str) -> _Reading:
    said = collapse(plain(text)).rstrip(".!").casefold().replace("i'm ", "i am ")
    said = _SUBJECT.sub("", said, count=1) if _SUBJECT.match(said) else said
    if over := _NO_LONGER.fullmatch(said):
        return replace(_shaped(over["rest"]), holds=False, over=True)
    if denied := _NOT.fullmatch(said):
        shaped = _shaped(f"is {denied['rest']}")
        return replace(shaped, holds=not shaped.holds)
    return _shaped(said)


def _shaped(said: str) -> _Reading:
    for shape, meant, holds, over in _SHAPES:
        if found := shape.fullmatch(said):
            parts = found.groupdict(default="")
            thing = tuple(stem(word) for word in parts["thing"].split() if word not in _LITTLE)
            return _Reading(meant or _verb(parts["verb"]), thing, holds, over)
    return _Reading("", (), True, False)


def _verb(word: str) -> str:
    """Bring "likes", "liking" and "like" to one, and verbs that mean the same for this."""
    root = stem(word)
    return _SAME_VERBS.get(word, _SAME_VERBS.get(root, root))

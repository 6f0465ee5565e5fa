"""Who is made to act: the roles that words of a sentence play in an order, whatever its grammar.

"The filter does not apply to moderators" has no imperative and no "you", but it rules over an assistant's
filter by somebody's authority. Two roles that belong together make an order. What somebody owns plays none:
"my notes", "her answers".
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import re2

from dnam.languages import Language
from dnam.languages.patterns import alternatives
from dnam.rules.admit.sentences import BREAK

ROLES = (
    "assistant",
    "addressed",
    "answers",
    "things",
    "force",
    "trigger",
    "authority",
    "user",
    "official",
    "acting",
    "telling",
    "own",
)
_WITH: Mapping[str, frozenset[str]] = {
    "assistant": frozenset({"force", "authority", "things", "trigger"}),
    "addressed": frozenset({"force", "authority", "things", "trigger", "answers"}),
    "things": frozenset({"force", "authority", "trigger", "user"}),
    "answers": frozenset({"force", "trigger", "things"}),
    "trigger": frozenset({"force", "authority"}),
    "user": frozenset({"force", "authority"}),
    "authority": frozenset({"force"}),
}
"""Which roles make an order together."""
_NOTHING = "\n"
"""No word is this."""
_ACTING = frozenset({"assistant", "addressed"})


class _Finder:
    """Finds the roles of one language's words, all at once."""

    def __init__(self, lists: Sequence[frozenset[str]]) -> None:
        self._set = re2.Set.SearchSet()
        for words in lists:
            self._set.Add(f" (?:{alternatives([*words] or [_NOTHING])}) ")
        self._set.Compile()

    def roles(self, key: str) -> set[str]:
        return {ROLES[number] for number in self._set.Match(f" {key} ") or ()}


@lru_cache(maxsize=64)
def _finder(lists: tuple[frozenset[str], ...]) -> _Finder:
    return _Finder(lists)


def rules_over(language: Language, words: Sequence[str], heading: Sequence[str], *, likely: bool) -> bool:
    """Return whether words make a rule about an assistant, its answers, its memory or its rights.

    `heading` is what stands before their colon.
    "bot" is a word in many languages: alone it counts only in the one that a text most `likely` is in.
    """
    finder = _finder(tuple(language.rows["orders"].lists.get(role, frozenset()) for role in ROLES))
    roles = finder.roles(" ".join(_not_owned(language, (*words, BREAK, *heading))))
    speaks = words[0] in language.rows["orders"].lists.get("speaker", ())
    if speaks and roles.isdisjoint(_ACTING):
        return False  # who tells of themself may have duties, rights and notes
    if likely and "assistant" in roles and "telling" not in roles and not speaks:
        return True  # what an assistant is or does from now on; what it was is only told
    if "telling" in roles and roles.isdisjoint({"things", "authority", "trigger"}):
        roles -= {"assistant"}
    if (likely and "official" in roles) or ({"trigger", "acting"} <= roles and "own" not in roles):
        return True
    return any(other in roles for role in roles for other in _WITH.get(role, ()))


def _not_owned(language: Language, words: Sequence[str]) -> list[str]:
    """Leave out what is somebody's own: the word for whose it is, and the one behind it."""
    owners = language.rows["orders"].lists.get("owners", frozenset())
    return [
        word if word not in owners and (at == 0 or words[at - 1] not in owners) else BREAK
        for at, word in enumerate(words)
    ]

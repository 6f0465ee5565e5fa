"""The patterns of requests: what all languages say in the same order, filled with each one's words.

A language file lists words and phrases under `[requests.words]`; a shared pattern is used where all its lists
are there. What a language says in an order of its own stands under `[requests]`.
"""

import re
from functools import cache

from dnam.languages import Language, Rows
from dnam.languages.patterns import read_row, spaced

SHARED = {
    "erase": ["<erase> <all>"],
    "optout": ["<stop> <mine>"],
    "optin": [],
    "forget_everything": ["<forget> <all>"],
    "remember_this": ["<any_keep> <this> [<about> {about}]"],
    "remember": [
        "<any_keep> [<this>] : {text}",
        "<any_keep> [<this>] <about> {about} (:|[,] <that>) {text}",
        "{text} (,|.) <any_keep> [<this>]",
    ],
    "remember_clause": ["<any_keep> [,] <that> {text}"],
    "remember_bare": ["<keep> [,] {text}"],
    "show": ["[<tell>] [,] <know> <about> {about}"],
    "forget": ["(<forget>|<stop>) [,] <that> {text}", "(<forget>|<erase>) <topic> {text}"],
    "search": [
        "[<tell>] <said> <about> {text}",
        "<find> ... <talk> ...",
        "... <talk> ... (,|.|?) [<ask>] <find> ...",
        "... (,|.|?) [<ask>] <find> ... <talk> ...",
    ],
    "forget_known": ["<forget> {text}", "{text} (,|.) (<forget>|<erase>) <this>"],
    "erase_known": ["<erase> {text}"],
    "stop_known": ["<stop> {text}"],
    "idle": ["<forget> <this> [(,|.) ...]", "(<forget>|<any_keep>) <when> ..."],
}
ORDER = (*SHARED, "talk")
"""The first group that fits is meant."""


@cache
def requests_of(language: Language) -> Rows:
    """Return all patterns by which a language asks for something, and its word lists."""
    own = language.rows["requests"]
    lists = {name: tuple(sorted(words)) for name, words in own.lists.items()}
    lists["any_keep"] = (*lists.get("keep", ()), *lists.get("save", ()))
    signs = (*lists.get("signs", ()), *lists.get("keep", ()), *lists.get("forget", ()))
    lists["signs"] = tuple(map(spaced, signs))
    shared = [
        read_row(group, pattern, lists)
        for group, patterns in SHARED.items()
        for pattern in patterns
        if all(lists.get(name) for name in re.findall(r"<(\w+)>", pattern))
    ]
    return Rows(sorted([*own.rows, *shared], key=lambda row: ORDER.index(row.group)), lists)


def words_of(language: Language, *lists: str) -> frozenset[str]:
    """Return the words of some lists of a language."""
    return frozenset().union(*(requests_of(language).lists.get(name, ()) for name in lists))

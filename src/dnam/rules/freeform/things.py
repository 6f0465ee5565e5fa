"""Things and statements: "remember that restaurant in Paris" and "remember that dinner is at seven".

English and Dutch have one "that" for both. A thing is a bare noun without a verb of its own; a verb in "where
we ate" or "we went to" only says which thing.
"""

import regex

from dnam.rules.admit import lexicon as words

_OPENS = frozenset(
    """
    i you he she it we they there here everyone everybody someone somebody nobody no-one anyone people
    the a an this these those my your his her its our their all every each no some any both most many
    few several one two three if when what who how where why not only to in on at for from with without
    by during after before i'm i've i'd i'll it's he's she's we're they're you're there's that's we've
    they've im ive
    """.split()
)
"""What a statement begins with, and a thing after "that" does not."""
_WHICH = frozenset("where when which who whom whose that i we you he she they i'd we'd you'd".split())
"""What begins a clause that tells which thing is meant."""
_PLACED = frozenset("in on at with about from of for to by near under over behind without like".split())
_DUTCH = regex.compile(
    r"(?:ik|je|jij|hij|zij|ze|wij|we|jullie|u|het|de|een|er|mijn|m'n|onze?|zijn|haar|hun|deze|dit|die"
    r"|alle|elke|iedereen"
    r"|niemand|vandaag|morgen)\b|[\p{Lu}\d@<]"
)


def names_a_thing(before: str, text: str, language: str) -> bool:
    """Say whether what follows "that" only names something: there is nothing to keep."""
    if language == "nl":
        return before.strip(" ,").casefold() == "dat" and _DUTCH.match(text) is None
    if language != "en" or before.strip(" ,").casefold() != "that":
        return False
    said = regex.findall(r"[\p{L}\p{N}'’@<>-]+", text)
    if not said or not said[0].islower() or said[0] in _OPENS or _is_plural(said[0]):
        return False
    return not _has_verb(said)


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _has_verb(said: list[str]) -> bool:
    placed = False
    for word in said[1:]:
        if word in _WHICH:
            return False
        placed = placed or word in _PLACED
        if word in words.FINITE or word in words.PAST or word.endswith(("n't", "n’t")):
            return True
        if "and" in said and word in words.LIVING:
            return True
        if word.islower() and not placed and (_is_plural(word) or word.endswith("ed")):
            return True
    return False

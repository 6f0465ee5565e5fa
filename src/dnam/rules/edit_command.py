"""The new text of an entry after `edit OLD -> NEW`: one part replaced, or the whole."""

import re2

from dnam.languages.patterns import encodable
from dnam.rules.text import collapse

_SPEAKER = frozenset("i i'm i've my we our".split())
_JOINING = frozenset(
    "& and or of de del da do la le du der die von van am an on upon in the y e et und".split()
)
"""Words that join a name or a list: "Rio de Janeiro", "Rust and Go"."""


def edited(entry: str, old: str, new: str) -> str:
    """Return an entry's new text.

    Only OLD is replaced where it stands once, as whole words, and is not the whole entry; unless NEW reads
    as an entry of its own.
    """
    places = re2.finditer(f"(?i){re2.escape(collapse(encodable(old)))}", encodable(entry))
    spans = [place.span() for place in places if _is_apart(entry, *place.span())]
    if len(spans) != 1 or spans[0] == (0, len(entry)):
        return new
    start, end = spans[0]
    return new if _is_whole(entry, old, new, leading=start == 0) else f"{entry[:start]}{new}{entry[end:]}"


def _is_apart(entry: str, start: int, end: int) -> bool:
    """Return whether no more of a word stands before or behind a part of an entry."""
    beside = entry[max(start - 1, 0) : start] + entry[end : end + 1]
    return not any(sign.isalnum() or sign == "_" for sign in beside)


def _is_whole(entry: str, old: str, new: str, *, leading: bool) -> bool:
    """Return whether the new words are an entry of their own rather than part of one."""
    words = new.split()
    if len(words) == 1:
        return False
    first = words[0].casefold()
    if first in _SPEAKER and old.split(maxsplit=1)[0].casefold() not in _SPEAKER:
        return True
    if first == entry.split(maxsplit=1)[0].casefold():
        return not leading
    if not words[0][:1].isupper() or leading:
        return False
    sentence = words[1].islower() and words[1] not in _JOINING
    return old[:1].islower() or (sentence and len(words) > 2)

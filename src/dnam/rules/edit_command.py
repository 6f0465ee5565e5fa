"""The new text of an entry after `edit OLD -> NEW`: one part replaced, or the whole."""

import re2

from dnam.languages import listed
from dnam.languages.patterns import encodable
from dnam.rules.text import collapse


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
    if _is_speaker(first) and not _is_speaker(old.split(maxsplit=1)[0].casefold()):
        return True
    if first == entry.split(maxsplit=1)[0].casefold():
        return not leading
    if not words[0][:1].isupper() or leading:
        return False
    sentence = words[1].islower() and words[1] not in listed("in_names")
    return old[:1].islower() or (sentence and len(words) > 2)


def _is_speaker(word: str) -> bool:
    return word.partition("'")[0] in listed("own")

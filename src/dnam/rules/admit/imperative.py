"""Imperatives by their structure, where a language has no form of its own for them, as in English.

"Writes poems" is said of somebody, "Write a poem" to somebody: an order opens with a verb that is in no
person's form, and something is named that is to be done. Word lists are those of the language, under
[orders.words]; a language without `verbs` there is not read this way.
"""

from collections.abc import Mapping, Sequence

from dnam.rules.admit.sentences import BREAK, Sentence

Lists = Mapping[str, frozenset[str]]

_CALLED = 3
"""So many words at most name who is spoken to: "Sam, write …"."""
_PHRASES = 3
"""So many phrases at most stand before an order."""
_TITLE = 4
"""Within so many words a text is named: "A short poem about …"."""
_NO_BASE_FORM = ("s", "ed", "ing", "ly", "ive", "ous", "ful", "ic")
"""What a verb in its base form hardly ever ends in."""


def commands(lists: Lists, sentence: Sentence, *, sure: bool) -> bool:
    """Return whether a sentence opens with an order, or has one behind an opening phrase or a name.

    Any word may be a verb only where the language is `sure`: "a" is no article everywhere.
    """
    if "verbs" not in lists or not lists["labels"].isdisjoint(sentence.heading):
        return False
    words = sentence.words
    if sure and _opens_with_any(lists, words[_start(lists, words) :]):
        return True
    return _opens(lists, words) or _names_text(lists, words) or _follows(lists, sentence)


def _opens(lists: Lists, words: Sequence[str]) -> bool:
    start = _start(lists, words)
    rest = words[start:]
    if len(rest) < 2:
        return bool(rest) and rest[0] in lists["verbs"] and (start > 0 or rest[0] in lists["alone"])
    if rest[0] in lists["denials"]:
        verb = next((word for word in rest if word not in lists["denials"]), "")
        return verb in lists["verbs"] or verb in lists["nouns"]
    polite = not lists["polite"].isdisjoint(words[:start])
    if polite and rest[0] not in lists["closed"] and rest[0] not in lists["finite"]:
        return True
    return _opens_with_verb(lists, rest)


def _start(lists: Lists, words: Sequence[str]) -> int:
    """Return where a sentence begins behind words that say nothing of their own: "please", "now"."""
    start = 0
    while start < len(words) and (
        words[start] in lists["openers"] or words[start] == BREAK or words[start].isdigit()
    ):
        start += 1
    return start


def _opens_with_verb(lists: Lists, words: Sequence[str]) -> bool:
    first, following = words[:2]
    if following == BREAK or following in lists["finite"] or following in lists["past"]:
        return False
    if first in lists["verbs"]:
        return True
    return first in lists["nouns"] and following in lists["objects"] and not _has_verb(lists, words[2:])


def _opens_with_any(lists: Lists, words: Sequence[str]) -> bool:
    return len(words) > 2 and _looks_like_verb(lists, words[0]) and _has_object(lists, words[1:])


def _looks_like_verb(lists: Lists, word: str) -> bool:
    known = any(word in lists[name] for name in ("closed", "finite", "past", "living"))
    return len(word) > 1 and word.isalpha() and not known and not word.endswith(_NO_BASE_FORM)


def _has_object(lists: Lists, words: Sequence[str]) -> bool:
    """Return whether an article follows, a particle before it or not, and no verb makes it all a subject."""
    if words[0] in lists["particles"]:
        words = words[1:]
        if words[0] in lists["relative"]:
            return True
    if len(words) < 2 or words[0] not in lists["articles"] or words[1] in lists["adjuncts"]:
        return False
    return not _has_verb(lists, words[1:])


def _has_verb(lists: Lists, words: Sequence[str]) -> bool:
    """Return whether a verb in a person's form comes before anything that begins another clause."""
    for word in words:
        if word in lists["relative"] or word == BREAK:
            return False
        if word in lists["finite"]:
            return True
    return False


def _names_text(lists: Lists, words: Sequence[str]) -> bool:
    """Return whether a sentence only names a text to be written: "A short poem about rain"."""
    head = words[1:] if words[0] in lists["articles"] else words
    named = next((at for at, word in enumerate(head[:_TITLE]) if word in lists["texts"]), -1)
    if named < 0 or (head is words and named > 0) or len(head) < named + 2:
        return False
    return head[named + 1] in lists["topics"] and not _has_verb(lists, head)


def _follows(lists: Lists, sentence: Sentence) -> bool:
    """Return whether an order follows a phrase or a name: "In one word, say …", "Sam, write …"."""
    words = sentence.words
    breaks = [at for at, word in enumerate(words) if word == BREAK][:_PHRASES]
    start = min(_start(lists, words), len(words) - 1)
    leading = words[start] in lists["leading"]
    called = bool(breaks) and breaks[0] <= _CALLED and sentence.capital and words[0] not in lists["finite"]
    return any(
        (_opens(lists, words[at + 1 :]) or _opens_with_any(lists, words[at + 1 :]))
        and words[at + 2 : at + 3] not in ((BREAK,), ("and",), ("or",))
        for at in (breaks if leading else breaks[:1] if called else ())
    )

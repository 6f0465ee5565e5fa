"""From a text that is said to the assistant to what it asks of the memory.

Every language is asked once; what any of them knows as mere talk ("forget it", "remember when we met?") is
no request. A question is one to remember or forget only when it is put so ("could you remember …?").
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice, takewhile

import re2

from dnam.domain import Person
from dnam.languages import Language, Match, languages
from dnam.languages.patterns import spaced
from dnam.rules.requests.heard import LONGEST, SIGNS, RequestText, hear, read_words, searched
from dnam.rules.requests.meaning import asked_by_meaning
from dnam.rules.requests.rows import requests_of
from dnam.rules.requests.values import Request, Verb
from dnam.rules.text import collapse, plain

SHORTEST_VERB = 3
"""Letters; shorter words are no verbs by their ending alone."""
LONGEST_NAME = 5
"""Words; who or what is asked about has no more."""

_ENTRY = re2.compile(r"(?i)#?\d+(?:[\s,]+\d+)*|durable-[0-9a-f.]+|all")

Lists = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Understood:
    """A text that was read once: what it asks for, and whether it calls the assistant by name for that.

    When no pattern fits it `could_be_meant` all the same: a model can tell.
    """

    request: Request | None = None
    calls: bool = False
    could_be_meant: bool = False


def understand(text: str, *, assistant: Person, addressed: bool = False) -> Understood:
    """Read what somebody asks of the memory; the assistant's name or mention may stand before or after it.

    What is `addressed` to it is judged by its meaning where no pattern fits: call it from a thread.
    """
    heard = hear(text, assistant)
    key = heard.key
    found: list[Request] = []
    hinted = talked = False
    for language in languages().values():
        rows, said = requests_of(language), heard.in_language(language)
        matches = rows.matches(said.key) if said.words else []
        groups = {match.row.group for match in matches}
        if "idle" in groups:
            return Understood()
        talked |= "talk" in groups
        hinted |= any(sign in key for sign in rows.lists["signs"])
        read = (_request(said, language, match) for match in matches if match.row.group != "talk")
        found += islice(filter(None, read), 1)
    if not found and addressed and not talked and not key.startswith("<@"):
        found += filter(None, [asked_by_meaning(heard, _most_known({word.read for word in heard.words}))])
    if not found:
        return Understood(could_be_meant=hinted and not talked and not key.startswith("<@"))
    reads = {word.read for word in heard.words}
    best = max(found, key=lambda one: (one.sure, _known(languages()[one.language], reads)))
    return Understood(best, calls=heard.called)


def is_entry(text: str) -> bool:
    """Return whether entries of a list are meant: numbers, ids, or all of it."""
    return _ENTRY.fullmatch(text) is not None


def spoken_in(text: str) -> str:
    """Return the code of the language that knows most words of a text; English when none knows more."""
    return _most_known({word.read for word in read_words(collapse(plain(text))[:LONGEST])}).code


def _most_known(said: set[str]) -> Language:
    return max(languages().values(), key=lambda language: _known(language, said))


def _known(language: Language, said: set[str]) -> int:
    """Return how many of these words are in the language's lists: by that ru and uk, or es and pt, differ."""
    lists = (*language.words.values(), *language.search.values(), *language.rows["requests"].lists.values())
    return sum(any(word in listed for listed in lists) for word in said)


def _request(heard: RequestText, language: Language, match: Match) -> Request | None:
    """Return what a text asks for as one pattern reads it; None when only its words are like a request.

    What a group `..._known` asks for is meant only when something that is known fits.
    """
    group, lists = match.row.group, requests_of(language).lists
    first = "forget" if group.endswith("_known") else group.partition("_")[0]
    verb = Verb.KNOW if group == "show" else Verb(first)
    start, end = match.spans.get("text", (0, 0))
    key, text = heard.key[start:end], heard.written(start, end, small=True)
    about = heard.written(*match.spans.get("about", (0, 0)), small=False)
    if heard.asked and verb in (Verb.REMEMBER, Verb.FORGET) and "?" not in match.row.pattern:
        return None
    if len(about.split()) > LONGEST_NAME or ":" in about or not _fits(group, key, text, language):
        return None
    own = key.startswith(("<@", "@")) or _begins(key, lists, "own", "surely")
    before = heard.key[:start].split(" ")[-2:-1]
    return Request(
        verb=verb,
        language=language.code,
        text=text.removeprefix("#") if text or verb is not Verb.SEARCH else searched(heard, lists),
        about=about,
        verb_last=language.verb_last and not lists.get("that", frozenset()).isdisjoint(before),
        everything=group == "forget_everything",
        sure=not group.endswith("_known") or is_entry(text) or (group == "forget_known" and own),
    )


def _fits(group: str, key: str, text: str, language: Language) -> bool:
    """Return whether what is to be kept or forgotten can be: a statement, or the name of something known."""
    lists, (first, *rest) = requests_of(language).lists, key.split() or [""]
    clause = group == "remember_clause"
    if first in lists.get("not", ()):
        return False
    if group.endswith("_known"):
        mine = group != "stop_known" or _begins(key, lists, "own", "surely")  # not "don't track mud"
        pointed = group == "erase_known" and _begins(key, lists, "pointing", "this")
        return is_entry(text) or (SIGNS.isdisjoint(rest) and mine and not pointed)
    if group != "remember_bare" and not (clause and "clause" in lists):
        return True
    begins = ("surely" if "surely" in lists else "own", *(["clause"] if clause else []))
    named = clause and (first[0] == "@" or (language.verb_last and text[:1].isupper()))
    if named or first.startswith("<@") or _begins(key, lists, *begins):
        return bool(rest)
    if not language.verb_last:  # "that bar where we ate" has no verb of its own
        rest = [*takewhile(lambda word: word not in lists.get("which", ()), rest)]
    endings = tuple(lists.get("verb_endings", ())) if clause else ()
    long = [word for word in rest if len(word) > SHORTEST_VERB]
    return bool(lists.get("verbs", frozenset()) & {*rest}) or any(word.endswith(endings) for word in long)


def _begins(key: str, lists: Lists, *names: str) -> bool:
    listed = (phrase for name in names for phrase in lists.get(name, ()))
    return any(f"{key} ".startswith(f"{spaced(phrase)} ") for phrase in listed)

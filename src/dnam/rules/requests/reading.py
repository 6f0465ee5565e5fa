"""From a text that is said to the assistant to what it asks of the memory; None for everything else.

Every language is asked; what any of them knows as mere talk ("forget it", "remember when we met?") is none.
A question is a request to remember or forget only where the pattern says so ("could you remember … [?]").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import re2

from dnam.languages import Language, Match, languages
from dnam.languages.patterns import spaced
from dnam.model import Person
from dnam.rules.requests.heard import LONGEST, SIGNS, Heard, hear, read_words
from dnam.rules.text import collapse, plain

FEWEST = 2
"""Words besides the first that make a note a statement."""
SHORTEST_VERB = 3
"""Letters; shorter words are no verbs by their ending alone."""
LONGEST_NAME = 5
"""Words; who or what is asked about has no more."""

_ENTRY = re2.compile(r"(?i)#?\d+(?:[\s,]+\d+)*|durable-[0-9a-f.]+|all")
_ASKABLE = frozenset({"show", "search", "erase", "optout", "optin"})
"""Groups that may be asked as a question."""


class Verb(StrEnum):
    """What is asked for."""

    REMEMBER = "remember"
    FORGET = "forget"
    KNOW = "know"
    SEARCH = "search"
    ERASE = "erase"
    OPTOUT = "optout"
    OPTIN = "optin"


_GROUPS = {
    "erase": Verb.ERASE,
    "optout": Verb.OPTOUT,
    "optin": Verb.OPTIN,
    "forget_everything": Verb.FORGET,
    "remember_this": Verb.REMEMBER,
    "remember": Verb.REMEMBER,
    "remember_clause": Verb.REMEMBER,
    "remember_bare": Verb.REMEMBER,
    "remember_note": Verb.REMEMBER,
    "show": Verb.KNOW,
    "forget": Verb.FORGET,
    "search": Verb.SEARCH,
    "forget_known": Verb.FORGET,
    "erase_known": Verb.FORGET,
}
"""What each group of patterns asks for; the first that fits is meant."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request in plain words."""

    verb: Verb
    language: str
    """The language it was asked in, by its code: the answer is given in it."""
    text: str = ""
    """What to keep, to forget or to search; empty when the conversation is meant."""
    about: str = ""
    """The person it names apart from the statement, as written."""
    verb_last: bool = False
    """The statement is a clause whose verb comes last, as after "dass"."""
    everything: bool = False
    """All that is known of the speaker is meant."""
    sure: bool = True
    """Meant for the memory whatever it holds; else only when something there fits."""


@dataclass(frozen=True, slots=True)
class Understood:
    """A text that was read once, for everyone who needs to know what it asks for."""

    heard: Heard
    request: Request | None

    @property
    def calls(self) -> bool:
        """It begins with the assistant's name and asks something of its memory."""
        return self.heard.called and self.request is not None

    @property
    def could_be_meant(self) -> bool:
        """No pattern fits, and it may ask for memory all the same: a model can tell."""
        key, known = self.heard.key, languages().values()
        if self.request is not None or not key or key.startswith("<@"):
            return False
        if not any(
            spaced(sign) in key for each in known for sign in each.rows["requests"].lists.get("signs", ())
        ):
            return False
        matching = (
            row for each in known for row in each.rows["requests"].matching(self.heard.trimmed(each).key)
        )
        return not any(row.group in ("idle", "talk") for row in matching)


def understand(text: str, *, assistant: Person) -> Understood:
    """Read what somebody asks of the memory; the assistant's name or mention may stand before or after it."""
    heard = hear(text, assistant)
    return Understood(heard, _asked_for(heard))


def read(text: str, *, assistant: Person) -> Request | None:
    """Return what a text asks of the memory, if anything."""
    return understand(text, assistant=assistant).request


def is_entry(text: str) -> bool:
    """Return whether entries of a list are meant: numbers, ids, or all of it."""
    return _ENTRY.fullmatch(text) is not None


def spoken_in(text: str) -> str:
    """Return the code of the language that knows most words of a text; English when none knows more."""
    said = {word.read for word in read_words(collapse(plain(text))[:LONGEST])}
    return max(languages().values(), key=lambda language: _known(language, said)).code


def _asked_for(heard: Heard) -> Request | None:
    found: list[Request] = []
    for language in languages().values():
        said = heard.trimmed(language)
        matches = language.rows["requests"].matches(said.key) if said.words else []
        if any(match.row.group == "idle" for match in matches):
            return None
        found += _first(_requests(said, language, matches))
    if len(found) < 2:
        return found[0] if found else None
    reads = {word.read for word in heard.words}
    return max(found, key=lambda one: (one.sure, _known(languages()[one.language], reads)))


def _first(requests: Iterator[Request]) -> list[Request]:
    return [request for request in [next(requests, None)] if request is not None]


def _known(language: Language, said: set[str]) -> int:
    """Return how many of these words are in the language's lists: by that ru and uk, or es and pt, differ."""
    lists = (*language.words.values(), *language.search.values(), *language.rows["requests"].lists.values())
    return sum(any(word in listed for listed in lists) for word in said)


def _requests(heard: Heard, language: Language, matches: Sequence[Match]) -> Iterator[Request]:
    """Return what the matching patterns ask for, what is meant most likely first."""
    order = [*_GROUPS]
    readings = [_Reading(heard, language, match) for match in matches if match.row.group in _GROUPS]
    for reading in sorted(readings, key=lambda one: order.index(one.group)):
        group, text = reading.group, reading.captured("text")
        if reading.fits():
            yield Request(
                verb=_GROUPS[group],
                language=language.code,
                text=reading.wanted() if group == "search" else text.removeprefix("#"),
                about=reading.captured("about"),
                verb_last=language.verb_last and reading.before in reading.list("that"),
                everything=group == "forget_everything",
                sure=is_entry(text) or group not in ("forget_known", "erase_known") or reading.is_own(group),
            )


class _Reading:
    """A text as one pattern reads it."""

    def __init__(self, heard: Heard, language: Language, match: Match) -> None:
        self.group = match.row.group
        self._heard, self._language, self._match = heard, language, match
        start, end = match.spans.get("text", (0, 0))
        self._key = heard.key[start:end]
        self.before = heard.key[:start].rstrip().rpartition(" ")[2]
        """The word before the statement."""

    def list(self, name: str) -> frozenset[str]:
        """Return a word list of the language."""
        return self._language.rows["requests"].lists.get(name, frozenset())

    def captured(self, name: str) -> str:
        """Return what the pattern captures, as it is written."""
        spans = self._match.spans
        return self._heard.written(*spans[name]) if name in spans else ""

    def fits(self) -> bool:
        """Return whether this is a request, and not only words like one."""
        if self._heard.asked and self.group not in _ASKABLE and "?" not in self._match.row.pattern:
            return False
        about, (first, *rest) = self.captured("about"), self._key.split() or [""]
        if len(about.split()) > LONGEST_NAME or ":" in about or first in self.list("not"):
            return False
        if self.group in ("remember_clause", "remember_bare"):
            return self._has_verb(first, rest)
        if self.group in ("forget_known", "erase_known"):
            bare = SIGNS.isdisjoint(rest) and not (self.group == "erase_known" and self._begins("pointing"))
            return is_entry(self.captured("text")) or bare
        return self.group != "remember_note" or len(rest) >= FEWEST

    def is_own(self, group: str) -> bool:
        """Return whether what is to be forgotten is plainly the speaker's, or somebody's who is mentioned."""
        return group == "forget_known" and (self._key.startswith(("<@", "@")) or self._begins("own"))

    def wanted(self) -> str:
        """Return what to search for: what is captured, else the words that are not the request's own."""
        lists = self._language.rows["requests"].lists.values()
        own = {word for listed in lists for phrase in listed for word in spaced(phrase).split()} | SIGNS
        kept = [word for word in self._heard.words if word.read not in own]
        text, found, end = self._heard.text, "", 0
        for word in kept:
            found += f"{'' if word.start == end else ' '}{text[word.start : word.end]}"
            end = word.end
        return self.captured("text") or found.strip() or text

    def _has_verb(self, first: str, rest: Sequence[str]) -> bool:
        """Return whether it is a statement: "that dinner is at seven", not "that dinner"."""
        clause = self.group == "remember_clause"
        named = first.startswith(("<@", "@")) or (
            self._language.verb_last and self.captured("text")[0].isupper()
        )
        if self._begins("subjects") or (clause and first in self.list("openers")) or (clause and named):
            return bool(rest)
        which = next((n for n, word in enumerate(rest) if word in self.list("which")), len(rest))
        own = (
            rest if self._language.verb_last else rest[:which]
        )  # "that bar where we ate" has no verb of its own
        endings = tuple(self.list("verb_endings")) if clause else ()
        ends = (word for word in own if endings and len(word) > SHORTEST_VERB and word.endswith(endings))
        return not self.list("verbs").isdisjoint(own) or any(ends) or (bool(rest) and first.startswith("<@"))

    def _begins(self, list_: str) -> bool:
        return any(f"{self._key} ".startswith(f"{spaced(one)} ") for one in self.list(list_))

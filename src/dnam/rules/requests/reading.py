"""From a text that is said to the assistant to what it asks of the memory.

Every language is asked once; what any of them knows as mere talk ("forget it", "remember when we met?") is
no request. A question is one to remember or forget only when it is put so ("could you remember …?").
"""

from dataclasses import dataclass
from itertools import islice, takewhile

import re2

from dnam.domain import Person
from dnam.languages import Language, Match, detect, languages
from dnam.languages.patterns import WordLists, spaced
from dnam.rules.clauses import Clause
from dnam.rules.requests.meaning import asked_by_meaning
from dnam.rules.requests.normalising import SIGNS, hear, in_language, searched, written
from dnam.rules.requests.off_record import off_the_record
from dnam.rules.requests.values import Request, Verb

SHORTEST_VERB = 3
"""Letters; shorter words are no verbs by their ending alone."""
LONGEST_NAME = 5
"""Words; who or what is asked about has no more."""

_ENTRY = re2.compile(r"(?i)#?\d+(?:[\s,]+\d+)*|durable-[0-9a-f.]+|all")


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

    What is `addressed` to it is judged by its meaning where no pattern is sure: call it from a thread.
    """
    if off_the_record(text):
        return Understood()
    heard, called = hear(text, assistant)
    requests: list[Request] = []
    hinted = talked = False
    for language in languages().values():
        rows, clause = language.rows["requests"], in_language(heard, language)
        matches = rows.matches(clause.key) if clause.words else []
        groups = {match.row.group for match in matches}
        if "idle" in groups:
            return Understood()
        talked |= "talk" in groups
        hinted |= any(sign in heard.key for sign in rows.lists["signs"])
        read = (_request(clause, language, match) for match in matches if match.row.group != "talk")
        requests += islice(filter(None, read), 1)
    to_another = talked or heard.key.startswith("<@")
    likely = [language.code for language in detect(heard.text)]
    # "Wipe me from your memory" has the words of "wipe ..." and another meaning.
    if addressed and not to_another and not any(one.sure for one in requests):
        meant = asked_by_meaning(heard, languages()[likely[0] if likely else "en"])
        requests += [meant] if meant else []
    if not requests:
        return Understood(could_be_meant=hinted and not to_another)
    likely += [code for code in languages() if code not in likely]
    return Understood(max(requests, key=lambda one: (one.sure, -likely.index(one.language))), calls=called)


def is_entry(text: str) -> bool:
    """Return whether entries of a list are meant: numbers, ids, or all of it."""
    return _ENTRY.fullmatch(text) is not None


def spoken_in(text: str) -> str:
    return next((language.code for language in detect(text)), "en")


def _request(clause: Clause, language: Language, match: Match) -> Request | None:
    """Return what a text asks for as one pattern reads it; None when only its words are like a request.

    What a group `..._known` asks for is meant only when something that is known fits.
    """
    group, lists = match.row.group, language.rows["requests"].lists
    first = "forget" if group.endswith("_known") else group.partition("_")[0]
    verb = Verb.KNOW if group == "show" else Verb(first)
    start, end = match.spans.get("text", (0, 0))
    key, text = clause.key[start:end], written(clause, clause.within(start, end), small=True)
    about = written(clause, clause.within(*match.spans.get("about", (0, 0))))
    if clause.asked and verb in (Verb.REMEMBER, Verb.FORGET) and "?" not in match.row.pattern:
        return None
    if len(about.split()) > LONGEST_NAME or ":" in about or not _fits(group, key, text, language):
        return None
    own = key.startswith(("<@", "@")) or _begins(key, lists, "own", "surely")
    return Request(
        verb=verb,
        language=language.code,
        text=text.removeprefix("#") if text or verb is not Verb.SEARCH else searched(clause, language),
        about=about,
        verb_last=language.verb_last and not lists["that"].isdisjoint(clause.key[:start].split(" ")[-2:-1]),
        everything=group == "forget_everything",
        own=group == "search_own",
        sure=not group.endswith("_known") or is_entry(text) or (group == "forget_known" and own),
    )


def _fits(group: str, key: str, text: str, language: Language) -> bool:
    """Return whether what is to be kept or forgotten can be: a statement, or the name of something known."""
    lists, (first, *rest) = language.rows["requests"].lists, key.split() or [""]
    clause = group == "remember_clause"
    if first in lists["not"]:
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
        rest = [*takewhile(lambda word: word not in lists["which"], rest)]
    endings = tuple(lists["verb_endings"]) if clause else ()
    long = [word for word in rest if len(word) > SHORTEST_VERB]
    return not lists["verbs"].isdisjoint(rest) or any(word.endswith(endings) for word in long)


def _begins(key: str, lists: WordLists, *names: str) -> bool:
    listed = (phrase for name in names for phrase in lists[name])
    return any(f"{key} ".startswith(f"{spaced(phrase)} ") for phrase in listed)

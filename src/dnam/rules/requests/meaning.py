"""What a text asks of the memory by what it means, where no pattern knows its words.

It is weighed against labelled examples (`evals/requests.jsonl`, `evals/request_training.jsonl`, `make train`)
as orders are. What is to be remembered or forgotten is cut out by structure: it stands behind "that", a colon
or a word such as "about", or it is the part that asks for nothing itself.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import re2

from dnam.languages import Language
from dnam.languages.patterns import Phrases
from dnam.rules.clauses import Clause, Word
from dnam.rules.requests.normalising import SIGNS, in_language, searched, written
from dnam.rules.requests.values import Request, Verb
from dnam.rules.trained_judge import Judge

REQUESTS = Judge(Path(__file__).with_name("requests.npz"))
LONGEST = 300
"""Characters; requests are short, and in a longer text another meaning drowns them."""
CLEARLY = 0.3
"""By so much the first meaning must be ahead of the second."""
SHORTEST = 3
"""Words; fewer say too little."""
MOST_CUTS = 6
"""Places at which a text is cut in two to find the statement in it."""
_MENTION = re2.compile(r"<@!?\d+>")
_NAME = re2.compile(r"\p{Lu}[\p{L}\p{N}_-]+|@[\p{L}\p{N}_.-]+|<@!?\d+>")


def asked_by_meaning(heard: Clause, spoken: Language) -> Request | None:
    """Return what a text that is said to the assistant asks for; None when nothing, or not clearly."""
    clause, lists = in_language(heard, spoken), spoken.rows["requests"].lists
    if not clause.words or len(clause.text) > LONGEST:
        return None
    verb = _verbs([written(heard, heard.words)])[0]
    if verb is Verb.REMEMBER:
        return _remember(clause, spoken)
    if verb is Verb.KNOW:
        # Of others much else is asked ("what does Ben like?"): only patterns know when all is meant.
        mine = not _names_somebody(clause, spoken) and len(clause.words) >= SHORTEST
        return Request(verb=verb, language=spoken.code) if mine else None
    talked_of = not (lists["find"] | lists["talk"]).isdisjoint(clause.key.split(" "))
    if verb is Verb.FORGET or (verb is Verb.SEARCH and talked_of):  # else it is a question to be answered
        behind = next(
            filter(None, (_behind(clause, spoken, list_) for list_ in ("topic", "that", "about"))), ()
        )
        text = written(clause, behind) or searched(clause, spoken)
        return Request(verb=verb, language=spoken.code, text=text, sure=verb is Verb.SEARCH)
    return Request(verb=verb, language=spoken.code) if verb not in (None, Verb.SEARCH) else None


def _remember(clause: Clause, spoken: Language) -> Request | None:
    """Return a request with what is to be remembered; without it, if what was said before is meant."""
    lists = spoken.rows["requests"].lists
    own, after_that = lists["own"] | lists["surely"], _behind(clause, spoken, "that")
    ways = [after_that, _behind(clause, spoken, ":"), *_parts(clause, own)]
    ways = [words for words in ways if len(words) > 1]
    ways.sort(key=lambda words: own.isdisjoint(word.read for word in words))  # most tell of themselves
    asked = _verbs([written(clause, words) for words in ways])
    statement = next((words for words, verb in zip(ways, asked, strict=True) if verb is None), ())
    pointed = not lists["this"].isdisjoint(clause.key.split(" "))
    if not statement and (ways or not pointed):
        return None
    last = spoken.verb_last and bool(statement) and statement == after_that
    text = written(clause, statement)
    return Request(verb=Verb.REMEMBER, language=spoken.code, text=text, verb_last=last)


def _parts(clause: Clause, own: frozenset[str]) -> Iterator[Sequence[Word]]:
    """Return what may be the statement: what begins with the speaker or a name, and sentences beside it."""
    signs = [n for n, word in enumerate(clause.words) if word.read in SIGNS]
    pieces = zip([-1, *signs], [*signs, len(clause.words)], strict=True)
    for words in [clause.words[start + 1 : end] for start, end in pieces if signs][:MOST_CUTS]:
        if own & {word.read for word in words} or _NAME.search(written(clause, words[1:])):
            yield words
    begins = [n for n, word in enumerate(clause.words) if n and word.read in own]
    yield from (clause.words[n:] for n in begins[:MOST_CUTS])


def _behind(clause: Clause, spoken: Language, list_: str) -> Sequence[Word]:
    """Return the words behind the first phrase of a list, or behind a sign."""
    phrases = Phrases([list_]) if list_ in SIGNS else spoken.rows["requests"].lists.phrases(list_)
    place = phrases.place(f"^ {clause.key}")
    return clause.words[sum(place) - 1 :] if place else ()


def _names_somebody(clause: Clause, spoken: Language) -> bool:
    """Return whether a text has a name behind its first word."""
    known = frozenset[str]().union(*spoken.rows["requests"].lists.values())
    unknown = [word for word in clause.words[1:] if word.read not in known]
    return any(_NAME.fullmatch(clause.text[word.start : word.end]) for word in unknown)


def _verbs(texts: Sequence[str]) -> list[Verb | None]:
    verbs: list[Verb | None] = []
    for scores in REQUESTS.weigh([_MENTION.sub("Ben", text) for text in texts]):
        second, first = np.sort(scores)[-2:]
        clear = first > REQUESTS.least and first - second > CLEARLY
        verbs.append([*Verb][int(scores.argmax())] if clear else None)
    return verbs

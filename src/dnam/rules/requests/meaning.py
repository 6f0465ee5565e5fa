"""What a text asks of the memory by what it means, where no pattern knows its words.

It is weighed against labelled examples (`evals/requests.jsonl`, `evals/request_training.jsonl`, `make train`)
as orders are. What is to be remembered or forgotten is cut out by structure: it stands behind "that", a colon
or a word such as "about", or it is the part that asks for nothing itself.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import re2

from dnam.languages import Language
from dnam.languages.patterns import spaced
from dnam.rules.guard.meaning import Rows, nearness
from dnam.rules.requests.heard import SIGNS, RequestText, RequestWord, searched
from dnam.rules.requests.rows import requests_of, words_of
from dnam.rules.requests.values import Request, Verb
from dnam.vectors import sentence_vectors

WEIGHTS = Path(__file__).with_name("requests.npz")
SCALE = 512
"""Vectors of examples are kept as whole numbers, this many to 1."""
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


def asked_by_meaning(heard: RequestText, spoken: Language) -> Request | None:
    """Return what a text that is said to the assistant asks for; None when nothing, or not clearly."""
    said = heard.in_language(spoken)
    if not said.words or len(said.text) > LONGEST:
        return None
    verb = _verbs([_written(heard, heard.words)])[0]
    if verb is Verb.REMEMBER:
        return _remember(said, spoken)
    if verb is Verb.KNOW:
        # Of others much else is asked ("what does Ben like?"): only patterns know when all is meant.
        mine = not _named(said, spoken) and len(said.words) >= SHORTEST
        return Request(verb=verb, language=spoken.code) if mine else None
    talked_of = words_of(spoken, "find", "talk") & {word.read for word in said.words}
    if verb is Verb.FORGET or (verb is Verb.SEARCH and talked_of):  # else it is a question to be answered
        behind = next(_behind(said, spoken, "topic", "that", "about"), ())
        text = _written(said, behind) or searched(said, requests_of(spoken).lists)
        return Request(verb=verb, language=spoken.code, text=text, sure=verb is Verb.SEARCH)
    return Request(verb=verb, language=spoken.code) if verb not in (None, Verb.SEARCH) else None


def _remember(said: RequestText, spoken: Language) -> Request | None:
    """Return a request with what is to be remembered; without it, if what was said before is meant."""
    after_that = next(_behind(said, spoken, "that"), ())
    ways = [after_that, next(_behind(said, spoken, ":"), ()), *_parts(said, spoken)]
    own = words_of(spoken, "own", "surely")
    ways = [words for words in ways if len(words) > 1]
    ways.sort(key=lambda words: own.isdisjoint(word.read for word in words))  # most tell of themselves
    asked = _verbs([_written(said, words) for words in ways])
    statement = next((words for words, verb in zip(ways, asked, strict=True) if verb is None), ())
    pointed = not words_of(spoken, "this").isdisjoint(word.read for word in said.words)
    if not statement and (ways or not pointed):
        return None
    last = spoken.verb_last and bool(statement) and statement == after_that
    text = _written(said, statement)
    return Request(verb=Verb.REMEMBER, language=spoken.code, text=text, verb_last=last)


def _pieces(said: RequestText) -> Sequence[Sequence[RequestWord]]:
    """Return what stands between the signs of a text; nothing when it has none."""
    signs = [n for n, word in enumerate(said.words) if word.read in SIGNS]
    ends = zip([-1, *signs], [*signs, len(said.words)], strict=True)
    return [said.words[start + 1 : end] for start, end in ends if start + 1 < end][: MOST_CUTS * bool(signs)]


def _parts(said: RequestText, spoken: Language) -> Iterator[Sequence[RequestWord]]:
    """Return what may be the statement: what begins with the speaker or a name, and sentences beside it."""
    own = words_of(spoken, "own", "surely")
    for words in _pieces(said):
        if own & {word.read for word in words} or _NAME.search(_written(said, words[1:])):
            yield words
    begins = [n for n, word in enumerate(said.words) if n and word.read in own]
    yield from (said.words[n:] for n in begins[:MOST_CUTS])


def _behind(said: RequestText, spoken: Language, *lists: str) -> Iterator[Sequence[RequestWord]]:
    """Return the words behind the first phrase of each list, or behind a sign."""
    for list_ in lists:
        phrases = [list_] if list_ in SIGNS else [*map(spaced, words_of(spoken, list_))]
        reads = [word.read for word in said.words]
        ends = [
            n + len(phrase.split())
            for n in range(len(reads))
            for phrase in phrases
            if reads[n : n + len(phrase.split())] == phrase.split()
        ]
        if ends and said.words[min(ends) :]:
            yield said.words[min(ends) :]


def _named(said: RequestText, spoken: Language) -> str:
    """Return the name that a text has behind its first word; empty when it has none."""
    known = words_of(spoken, *requests_of(spoken).lists)
    named = [said.text[word.start : word.end] for word in said.words[1:] if word.read not in known]
    return next((name for name in reversed(named) if _NAME.fullmatch(name)), "")


def _written(said: RequestText, words: Sequence[RequestWord]) -> str:
    return said.text[words[0].start : words[-1].end].strip(" ,:;") if words else ""


def _verbs(texts: Sequence[str]) -> list[Verb | None]:
    """Return what each text asks for."""
    examples, weights, least = _examples()
    vectors = sentence_vectors([_MENTION.sub("Ben", text) for text in texts])
    found: list[Verb | None] = []
    for scores in nearness(vectors, examples) @ weights:
        second, first = np.sort(scores)[-2:]
        clear = first > least and first - second > CLEARLY
        found.append([*Verb][int(scores.argmax())] if clear else None)
    return found


@cache
def _examples() -> tuple[Rows, Rows, float]:
    with np.load(WEIGHTS) as held:
        return held["examples"].astype(np.float32) / SCALE, held["weights"], float(held["least"])

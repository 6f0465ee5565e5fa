"""Short answers: "Berlin" says nothing, unless somebody has just asked where its author lives."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dnam.model import Kind, Person
from dnam.rules.statements.being import being, name
from dnam.rules.statements.phrase import cut, thing
from dnam.rules.statements.prose import spelled
from dnam.rules.statements.rule import Fit, Found

_PLACE = re.compile(r"(?:in |near |from )?(?P<x>[^\W\d_][\w'.-]*(?:,? [^\W\d_][\w'.-]*){0,3})", re.IGNORECASE)
_NO_ANSWER = re.compile(
    r"(?:why|guess|not|nope|no|yes|yeah|yep|nah|lol|lmao|idk|dunno|nowhere|somewhere|everywhere|here|there|ur|your|you|u|good|bad|fine|depends|maybe|secret|classified|none|nothing|never|ask|google|haha\w*|what|who|when|how|where|wdym|same|ok|okay|sure|too|very|old|young"
    r"|the|a|an|i|my|me|it|that|this|thanks|hi|hello|hey|wait|hm+|um+|uh+|well|so|but|and|probably|nunya|mind|earth|hell|home|bed|work|space|mars|far|close|all|any|both|either|neither|many|some|lots|honestly|in your)\b",
    re.IGNORECASE,
)


def _short(text: str, words: int = 4) -> str | None:
    said = cut(spelled(text))
    said = re.sub(r"^(?:it's|its|it is|that would be|probably|def(?:initely)?|easily|just|mainly|mostly|usually|oh|hmm+|well)[, ]+", "", said, flags=re.IGNORECASE)
    if not said or len(said.split()) > words or _NO_ANSWER.match(said) or re.search(r"[?!]|\b(?:I|my|you|it)\b", said):
        return None
    return thing(said)


def _where(text: str) -> str | None:
    said = _short(text)
    match = _PLACE.fullmatch(said) if said else None
    return match["x"] if match else None


def _number(text: str) -> str | None:
    match = re.fullmatch(r"(?P<x>\d\d)(?: years old)?", cut(spelled(text)))
    return match["x"] if match and 10 <= int(match["x"]) <= 99 else None


def _job(text: str) -> str | None:
    said = _short(re.sub(r"^(?:an? )", "", text), 5)
    return being(said) if said else None


def _called(text: str) -> str | None:
    said = _short(text, 3)
    return name(said) if said else None


def _thing(text: str) -> str | None:
    return _short(text, 5)


def _pronouns(text: str) -> str | None:
    match = re.fullmatch(r"(?:she|he|they|any|xe|ze|it)(?:/\w+)+", cut(text).lower())
    return match.group() if match else None


@dataclass(frozen=True, slots=True)
class _Ask:
    """A question that a few words answer safely."""

    asks: re.Pattern[str]
    text: str
    kind: Kind
    topic: str
    fit: Fit


def _ask(asks: str, text: str, kind: Kind, topic: str, fit: Fit) -> _Ask:
    return _Ask(re.compile(asks, re.IGNORECASE), text, kind, topic, fit)


_ASKS = (
    _ask(r"\bwhere (?:do|are) you (?:live|living|based|located)\b|\bwhere you (?:based|living|at irl)\b|\bwhat (?:city|country|town|state) (?:do|are) you (?:live )?(?:in|based in)\b", "Lives in {x}", Kind.PROFILE, "home", _where),
    _ask(r"\bwhere (?:are|do) you (?:come )?from\b|\bwhere you from\b", "Is from {x}", Kind.PROFILE, "origin", _where),
    _ask(r"\bwhat(?:'s| is|s) your (?:first |real )?name\b|\bwhat (?:should|do) (?:I|we|people|they) call you\b", "Name is {x}", Kind.PROFILE, "name", _called),
    _ask(r"\bhow old are you\b|\bwhat(?:'s| is|s) your age\b", "Is {x} years old", Kind.PROFILE, "age", _number),
    _ask(r"\bwhat do you do(?: for (?:work|a living))?\W*$|\bwhat(?:'s| is|s) your job\b", "Is a {x}", Kind.PROFILE, "work", _job),
    _ask(r"\bwhere do you work\b|\bwho do you work for\b", "Works at {x}", Kind.PROFILE, "work", _where),
    _ask(r"\bwhat(?:'s| is|s| are)? your (?:all[- ]time )?favou?rite (?P<k>[\w -]{2,30}?)(?: ever| of all time)?\W*$", "Favourite {k} is {x}", Kind.PREFERENCE, "likes", _thing),
    _ask(r"\b(?:what|which) (?P<k>editor|ide|language|distro|os|browser|framework|engine|keyboard|phone|laptop|terminal|shell|database|camera|daw|tools?|app) (?:do|are) you (?:use|using|on|running)\b", "Uses {x}", Kind.TOOL, "tool", _thing),
    _ask(r"\bwhat (?:are you|do you) (?:studying|study|majoring in|major in)\b|\bwhat(?:'s| is|s) your major\b", "Studies {x}", Kind.PROFILE, "study", _thing),
    _ask(r"\bwhat are you allergic to\b", "Allergic to {x}", Kind.CONSTRAINT, "health", _thing),
    _ask(r"\bwhat (?:are )?(?:your )?pronouns\b|\bwhat pronouns do you use\b", "Pronouns are {x}", Kind.PROFILE, "pronouns", _pronouns),
    _ask(r"\b(?:what|which) languages? do you speak\b", "Speaks {x}", Kind.PROFILE, "language", _thing),
)


def read_answer(text: str, author: Person, context: Sequence[str]) -> list[Found]:
    """Read a few words as the answer to the question asked just before them by somebody else."""
    asked = context[-1] if context else ""
    speaker, colon, question = asked.partition(":")
    if not colon or speaker.strip().casefold() == author.name.casefold() or len(text) > 60:
        return []
    heard = spelled(question.replace("’", "'").strip())
    for ask in _ASKS:
        match = ask.asks.search(heard)
        if match and (said := ask.fit(text.strip())):
            shown = ask.text.format(x=said, **{name: part for name, part in match.groupdict().items() if part})
            return [Found(text=shown, kind=ask.kind, tags=(ask.topic,), confidence=0.75)]
    return []

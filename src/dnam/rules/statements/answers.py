"""What a message says only together with those before it: short answers, and slips put right.

"Berlin" says nothing, unless somebody has just asked where its author lives.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dnam.model import Kind, Person
from dnam.rules.statements.fits import FITS, being, name, place
from dnam.rules.statements.phrase import cut, thing
from dnam.rules.statements.prose import spelled
from dnam.rules.statements.rule import Fit, Found, opening

_NO_ANSWER = opening("""
    why, guess, not, nope, no, yes, yeah, yep, nah, lol, lmao, idk, dunno, nowhere, somewhere, everywhere,
    here, there, ur, your, you, u, good, bad, fine, depends, maybe, secret, classified, none, nothing,
    never, ask, google, haha\\w*, what, who, when, how, where, wdym, same, ok, okay, sure, too, very, old,
    young, a, an, i, my, me, it, that, this, thanks, hi, hello, hey, wait, hm+, um+, uh+, well, so, but,
    and, probably, nunya, mind, earth, hell, home, bed, work, space, mars, far, close, all, any, both,
    either, neither, many, some, lots, honestly, in your, still, later, tell, telling, private,
    confidential, brb, oh, omg, wouldn't, pass, next question, currently, just, rather, prefer, can't,
    cannot, do not, does, did, is, are
""")
_LEAD = re.compile(
    r"(?:(?:it's|its|it is|that would be|def(?:initely)?|easily|mainly|mostly|usually|oh|hmm+|well|i use|in"
    r"|near|from|at)[, ]+)+",
    re.IGNORECASE,
)
_PUT_RIGHT = re.compile(
    r"(?:(?:sorry|oops|no|wait|ah|argh|i mean)[,.! ]+)*i meant (?P<right>[^,.;?]{1,60}?),? not "
    r"(?P<wrong>[^,.;?]{1,60})[.!]*",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_][\w'.+#-]*(?:,? [\w'.+#-]+)*")


def _short(words: int) -> Fit:
    """Make a fit for an answer of a few words that can be nothing but the answer."""

    def fit(text: str) -> str | None:
        said = _LEAD.sub("", cut(spelled(text)), count=1)
        plain = _WORDS.fullmatch(said) and len(said.split()) <= words and not _NO_ANSWER.match(said)
        return thing(said) if plain else None

    return fit


def _place(text: str) -> str | None:
    said = _short(4)(text)
    return place(said) if said else None


def _age(text: str) -> str | None:
    match = re.fullmatch(r"(?P<age>[1-9]\d)(?: years old)?", cut(spelled(text)))
    return match["age"] if match else None


def _job(text: str) -> str | None:
    said = _short(5)(re.sub(r"^an? ", "", text, flags=re.IGNORECASE))
    return being(said) if said else None


def _name(text: str) -> str | None:
    said = _short(3)(text)
    return name(said) if said else None


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
    _ask(
        r"\bwhere (?:(?:do|are) )?you (?:live|living|based|located|at irl)\b|\bwhat (?:city|country|town"
        r"|state) (?:do|are) you "
        r"(?:live |based )?in\b",
        *("Lives in {x}", Kind.PROFILE, "home", _place),
    ),
    _ask(r"\bwhere (?:(?:are|do) )?you (?:come )?from\b", "Is from {x}", Kind.PROFILE, "origin", _place),
    _ask(
        r"\bwhat(?:'s| is|s)? your (?:first |real )?name\b|\bwhat (?:should|do) (?:I|we|people"
        r"|they) call you\b",
        *("Name is {x}", Kind.PROFILE, "name", _name),
    ),
    _ask(r"\bhow old are you\b|\bwhat(?:'s| is|s) your age\b", "Is {x} years old", Kind.PROFILE, "age", _age),
    _ask(
        r"\bwhat do you do(?: for (?:work|a living))?\W*$|\bwhat(?:'s| is|s) your job\b",
        *("Works as {x}", Kind.PROFILE, "work", _job),
    ),
    _ask(r"\bwh(?:ere|o) do you work(?: for)?\b", "Works at {x}", Kind.PROFILE, "work", _short(4)),
    _ask(
        r"\bwhat(?:'s| is|s| are)? your (?:all[- ]time )?favou?rite (?P<k>[\w -]{2,30}?)(?: ever"
        r"| of all time)?\W*$",
        *("Favourite {k} is {x}", Kind.PREFERENCE, "likes", _short(5)),
    ),
    _ask(
        r"\b(?:what|which) (?:editor|ide|language|distro|os|browser|framework|engine|keyboard|phone|laptop"
        r"|terminal|shell|database"
        r"|camera|daw|tools?|app) (?:do|are) you (?:use|using|on|running)\b",
        *("Uses {x}", Kind.TOOL, "tool", _short(4)),
    ),
    _ask(
        r"\bwhat (?:are|do) you (?:studying|study|majoring in|major in)\b|\bwhat(?:'s| is|s) your major\b",
        *("Studies {x}", Kind.PROFILE, "study", _short(4)),
    ),
    _ask(r"\bwhat are you allergic to\b", "Allergic to {x}", Kind.CONSTRAINT, "health", _short(5)),
    _ask(r"\b(?:your|what) time ?zone\b", "Time zone is {x}", Kind.PROFILE, "timezone", FITS["zone"]),
    _ask(r"\bpronouns\b.*\?", "Pronouns are {x}", Kind.PROFILE, "pronouns", _pronouns),
    _ask(r"\b(?:what|which) languages? do you speak\b", "Speaks {x}", Kind.PROFILE, "language", _short(6)),
)


def read_answer(text: str, author: Person, context: Sequence[str]) -> list[Found]:
    """Read a few words as the answer to the question asked just before them by somebody else."""
    speaker, colon, question = (context[-1] if context else "").partition(":")
    if not colon or speaker.strip().casefold() == author.name.casefold() or len(text) > 60 or "?" in text:
        return []
    heard = spelled(question.replace("’", "'").strip())
    for ask in _ASKS:
        match = ask.asks.search(heard)
        if match and (said := ask.fit(text.strip())):
            shown = ask.text.format(x=said, **match.groupdict())
            return [Found(text=shown, kind=ask.kind, tags=(ask.topic,), confidence=0.75)]
    return []


def put_right(text: str, author: Person, context: Sequence[str]) -> str:
    """Read "I meant Bergen, not Oslo" as its author's last words about Oslo, with Bergen in its place."""
    slip = _PUT_RIGHT.fullmatch(text.strip())
    if slip is None:
        return text
    wrong = re.compile(rf"(?<!\w){re.escape(slip['wrong'])}(?!\w)", re.IGNORECASE)
    for line in reversed(context):
        speaker, _, said = line.partition(":")
        if speaker.strip().casefold() == author.name.casefold() and wrong.search(said):
            return wrong.sub(lambda _: slip["right"], said.strip())
    return text

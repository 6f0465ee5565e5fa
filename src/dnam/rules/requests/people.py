"""Whom a statement is about: the speaker, somebody mentioned, or the one member who bears exactly that name.

Never a guess: a name that nobody or several bear is unclear, and the speaker is asked to mention the person.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import re2

from dnam.languages import Language, language
from dnam.languages.patterns import UNSPACED, bare
from dnam.model import Person
from dnam.rules.requests.heard import read_words
from dnam.rules.text import STOPWORDS, collapse, plain
from dnam.rules.wording import capital, third_person, verb_second

_MENTION = re2.compile(r"<@!?(\d+)>")
_MORE = re2.compile(r"[\p{L}\p{N}_]|-\p{L}")
"""More of a word, which must not follow a name."""
_SPACELESS = re2.compile(rf"[{UNSPACED}]")
_OWNED = re2.compile(r"(?i)'s\s+")
_NAME = re2.compile(r"@?\p{Lu}[\p{L}\p{N}_.-]*(?: \p{Lu}[\p{L}\p{N}_.-]*)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class Circle:
    """Who can be meant where something is said."""

    speaker: Person
    mentioned: tuple[Person, ...] = ()
    members: tuple[Person, ...] = ()
    """Everyone known in the guild; nobody in a direct message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """A person, and what is said of them as it is kept."""

    person: Person
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Unclear:
    """A name that is not exactly one person's."""

    name: str


def whose(text: str, circle: Circle, code: str, *, verb_last: bool = False) -> About | Unclear:
    """Return whom a statement is about and what it says of them; others stand in it by their mention.

    What names nobody is the speaker's own note.
    """
    said, spoken = _with_plain_name(collapse(text), circle), language(code)
    lists = spoken.rows["requests"].lists
    to_whom, _, behind = said.partition(" ")
    if to_whom.casefold() in lists.get("to", ()) and _leading(behind, circle)[0] is not None:
        said = behind  # "a Ben le gusta el té"
    person, length, unclear = _leading(said, circle)
    if person is not None:
        name, rest = said[:length], said[length:]
        if verb_last:
            rest = verb_second(f"X {rest.strip()}", spoken).removeprefix("X ")
        speaker = "" if person.id == circle.speaker.id else f"<@{circle.speaker.id}>"
        return About(person=person, text=_of_other(rest, spoken, speaker) or name)
    if unclear or (unclear := _stranger(said, lists.get("verbs", frozenset()))):
        return Unclear(name=unclear)
    return About(
        person=circle.speaker, text=third_person(verb_second(said, spoken) if verb_last else said, spoken)
    )


def _with_plain_name(said: str, circle: Circle) -> str:
    """Return a text as it is, or in plain letters when only these show that it begins with a name."""
    normal = collapse(plain(said))
    named = said != normal and _leading(normal, circle)[0] is not None
    return normal if named else said


def person_named(name: str, circle: Circle, code: str) -> Person | Unclear:
    """Return who is meant by a name, a mention or "me"."""
    wanted = collapse(plain(name)).strip(" .,!?'\"“”«»")
    me = language(code).rows["requests"].lists.get("me", frozenset()) | {"me", "myself"}
    if bare(wanted) in me:
        return circle.speaker
    person, length, unclear = _leading(wanted, circle)
    if person is not None and length == len(wanted):
        return person
    return Unclear(name=unclear or wanted)


def looks_like_a_name(name: str) -> bool:
    """Return whether an unknown name is clearly a person's: an attempted mention."""
    return name.startswith(("@", "<@"))


def _of_other(rest: str, spoken: Language, speaker: str) -> str:
    """Word what is said after somebody's name; the speaker stands in it by their mention."""
    said = rest.strip()
    table = spoken.third_person
    if table is not None:
        owned = _OWNED.match(said)
        words = (said[owned.end() :] if owned else said).split(" ")
        if speaker:
            words = [
                f"{speaker}'s" if word in table.possessives else speaker if word == "me" else word
                for word in words
            ]
        said = " ".join(words)
    for particle in sorted(spoken.rows["requests"].lists.get("particles", ()), key=len, reverse=True):
        if said.startswith(particle):
            said = said.removeprefix(particle)
            break
    return capital(said.lstrip(" ,:、—–-"))


def without_pronoun(said: str, code: str) -> str:
    """Return a statement without the pronoun for somebody who was named before: "he likes tea"."""
    first, _, rest = said.partition(" ")
    return (
        rest if first.casefold() in language(code).rows["requests"].lists.get("they", ()) and rest else said
    )


def without_that(said: str, circle: Circle, code: str) -> tuple[str, bool]:
    """Return a statement without a "that" before it, and whether that puts its verb last."""
    spoken = language(code)
    lists = spoken.rows["requests"].lists
    first, _, rest = said.strip().partition(" ")
    begins = bare(rest.partition(" ")[0])
    if bare(first) not in lists.get("that", ()) or not rest:
        return said.strip(), False
    if spoken.verb_last or begins in lists.get("own", ()) or _leading(rest, circle) != (None, 0, ""):
        return rest, spoken.verb_last
    return said.strip(), False


def _stranger(said: str, verbs: frozenset[str]) -> str:
    """Return the name a statement begins with, as far as it is written like one and followed by a verb."""
    if said.startswith("@"):
        return said[1:].partition(" ")[0]
    name = _NAME.match(said)
    if name is None:
        return ""
    written = name.group().split(" ")
    reads = [word.read for word in read_words(said)]
    for length in range(len(written), 0, -1):
        named = " ".join(written[:length])
        follows = reads[length : length + 1] if not said[len(named) :].startswith("'s") else ["'s"]
        if follows and (follows[0] in verbs or follows[0] == "'s") and bare(written[0]) not in STOPWORDS:
            return named.removesuffix("'s")
    return ""


def _leading(said: str, circle: Circle) -> tuple[Person | None, int, str]:
    """Find the person a text begins with and how long the name is; else the name that is not one person's."""
    everyone = {p.id: p for p in (*circle.members, *circle.mentioned, circle.speaker) if not p.bot}
    if mention := _MENTION.match(said):
        vouched = {p.id: p for p in (circle.speaker, *circle.mentioned) if not p.bot}
        person = next((p for id_, p in vouched.items() if str(id_) == mention.group(1)), None)
        return person, mention.end(), "" if person else mention.group()
    at = said.startswith("@")
    bare_text = said[1:] if at else said
    for people in (circle.mentioned, tuple(everyone.values())):
        fitting = _longest([p for p in people if not p.bot], bare_text, at=at)
        if len(fitting) > 1:
            return None, 0, fitting[0][0].name
        if fitting:
            return fitting[0][0], fitting[0][1] + at, ""
    return None, 0, ""


def _longest(people: Sequence[Person], said: str, *, at: bool) -> list[tuple[Person, int]]:
    """Return everyone whose name a text begins with, if no longer name fits too."""
    found = []
    for person in people:
        name = collapse(plain(person.name))
        everyday = name.casefold() in STOPWORDS and not at
        begins = name and not everyday and said[: len(name)].casefold() == name.casefold()
        if begins and (_SPACELESS.match(said[len(name) :]) or not _MORE.match(said[len(name) :])):
            found.append((person, len(name)))
    best = max((length for _, length in found), default=0)
    return list({person.id: (person, length) for person, length in found if length == best}.values())

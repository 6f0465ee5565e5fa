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
from dnam.rules.requests.rows import requests_of
from dnam.rules.text import STOPWORDS, collapse, plain
from dnam.rules.wording import capital, third_person, verb_second

_MENTION = re2.compile(r"<@!?(\d+)>")
_NAME_ENDS = re2.compile(rf"$|[{UNSPACED}]|[^\p{{L}}\p{{N}}_-]|-(?:\P{{L}}|$)")
"""What may follow a name: no more of the same word."""
_OWNED = re2.compile(r"(?i)'s\s+")
_NAME = re2.compile(r"@?\p{Lu}[\p{L}\p{N}_.-]*(?: \p{Lu}[\p{L}\p{N}_.-]*)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class PeoplePresent:
    """Who can be meant where something is said."""

    speaker: Person
    mentioned: tuple[Person, ...] = ()
    members: tuple[Person, ...] = ()
    """Everyone known in the guild; nobody in a direct message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonStatement:
    """A person, and what is said of them as it is kept."""

    person: Person
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class UnclearName:
    """A name that is not exactly one person's."""

    name: str


def whose(
    text: str, circle: PeoplePresent, code: str, *, verb_last: bool = False, about: Person | None = None
) -> PersonStatement | UnclearName:
    """Return whom a statement is about and what it says of them; others stand in it by their mention.

    What names nobody is about whom it was said to be about, else the speaker's own note.
    """
    spoken = language(code)
    if about is not None:
        first, _, rest = text.partition(" ")
        text = (
            rest if rest and first.casefold() in spoken.words.get("subjects", ()) else text
        )  # "he likes tea"
        named = whose(text, circle, code, verb_last=verb_last)
        same = isinstance(named, PersonStatement) and named.person.id == about.id
        return named if same else PersonStatement(person=about, text=capital(text))
    said = collapse(text)
    normal = collapse(plain(said))
    if said != normal and isinstance(_leading(normal, circle)[0], Person):
        said = normal  # only plain letters show that it begins with a name
    to_whom, _, behind = said.partition(" ")
    if to_whom.casefold() in _list(spoken, "to") and isinstance(_leading(behind, circle)[0], Person):
        said = behind  # "a Ben le gusta el té"
    found, length = _leading(said, circle)
    if isinstance(found, Person):
        rest = said[length:].strip()
        if verb_last:
            rest = verb_second(f"X {rest}", spoken).removeprefix("X ")
        speaker = "" if found.id == circle.speaker.id else f"<@{circle.speaker.id}>"
        return PersonStatement(person=found, text=_of_other(rest, spoken, speaker) or said[:length])
    if unclear := found or _stranger(said, _list(spoken, "verbs")):
        return UnclearName(name=unclear)
    return PersonStatement(
        person=circle.speaker, text=third_person(verb_second(said, spoken) if verb_last else said, spoken)
    )


def person_named(name: str, circle: PeoplePresent, code: str) -> Person | UnclearName:
    """Return who is meant by a name, a mention or "me"."""
    wanted = collapse(plain(name)).strip(" .,!?'\"“”«»")
    if bare(wanted) in _list(language(code), "own") | _list(language(code), "me") | {"me", "myself"}:
        return circle.speaker
    found, length = _leading(wanted, circle)
    if isinstance(found, Person):
        return found if length == len(wanted) else UnclearName(name=wanted)
    return UnclearName(name=found or wanted)


def without_that(said: str, circle: PeoplePresent, code: str) -> tuple[str, bool]:
    """Return a statement without a "that" before it, and whether that puts its verb last."""
    spoken = language(code)
    first, _, rest = said.strip().partition(" ")
    if bare(first) not in _list(spoken, "that") or not rest:
        return said.strip(), False
    own = bare(rest.partition(" ")[0]) in _list(spoken, "own") | _list(spoken, "surely")
    if spoken.verb_last or own or _leading(rest, circle)[0]:
        return rest, spoken.verb_last
    return said.strip(), False


def _list(spoken: Language, name: str) -> frozenset[str]:
    return requests_of(spoken).lists.get(name, frozenset())


def _of_other(said: str, spoken: Language, speaker: str) -> str:
    """Word what is said after somebody's name; the speaker stands in it by their mention."""
    table = spoken.third_person
    if table is not None:
        owned = _OWNED.match(said)
        words = (said[owned.end() :] if owned else said).split(" ")
        stands = dict.fromkeys(table.possessives, f"{speaker}'s") | {"me": speaker} if speaker else {}
        said = " ".join(stands.get(word, word) for word in words)
    particles = sorted(_list(spoken, "particles"), key=len, reverse=True)
    said = said.removeprefix(next(filter(said.startswith, particles), ""))
    return capital(said.lstrip(" ,:、—–-"))


def _stranger(said: str, verbs: frozenset[str]) -> str:
    """Return the name a statement begins with, as far as it is written like one and followed by a verb."""
    if said.startswith("@"):
        return said[1:].partition(" ")[0]
    name = _NAME.match(said)
    written = name.group().split(" ") if name else []
    reads = [word.read for word in read_words(said)]
    for length in range(len(written), 0, -1):
        named = " ".join(written[:length])
        verb = said[len(named) :].startswith("'s") or not verbs.isdisjoint(reads[length : length + 1])
        if verb and bare(written[0]) not in STOPWORDS:
            return named
    return ""


def _leading(said: str, circle: PeoplePresent) -> tuple[Person | str, int]:
    """Find whom a text begins with and how long the name is; else the name that is not one person's."""
    vouched = [person for person in (circle.speaker, *circle.mentioned) if not person.bot]
    if mention := _MENTION.match(said):
        meant = next((person for person in vouched if str(person.id) == mention.group(1)), None)
        return meant or mention.group(), mention.end()
    at = said.startswith("@")
    for people in (circle.mentioned, (*circle.members, *vouched)):
        fitting = _longest(people, said[at:], at=at)
        if fitting:
            person = fitting[0]
            return (person, len(collapse(plain(person.name))) + at) if len(fitting) == 1 else (person.name, 0)
    return "", 0


def _longest(people: Sequence[Person], said: str, *, at: bool) -> list[Person]:
    """Return everyone whose name a text begins with, if no longer name fits too."""
    found: dict[int, tuple[int, Person]] = {}
    for person in people:
        name = collapse(plain(person.name))
        everyday = name.casefold() in STOPWORDS and not at
        begins = name and not everyday and said[: len(name)].casefold() == name.casefold()
        if begins and not person.bot and _NAME_ENDS.match(said[len(name) :]):
            found[person.id] = (len(name), person)
    best = max((length for length, _ in found.values()), default=0)
    return [person for length, person in found.values() if length == best]

"""Whom a statement is about: the speaker, somebody mentioned, or the one member who bears exactly that name.

Never a guess: a name that nobody or several bear is unclear, and the speaker is asked to mention the person.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import re2

from dnam.domain import Person
from dnam.languages import Language, language
from dnam.languages.patterns import UNSPACED, bare
from dnam.rules.requests.heard import read_words
from dnam.rules.requests.rows import words_of
from dnam.rules.text import STOPWORDS, collapse, plain
from dnam.rules.wording import capital, third_person, verb_second

_MENTION = re2.compile(r"<@!?(\d+)>")
_NAME_ENDS = re2.compile(rf"$|[{UNSPACED}]|[^\p{{L}}\p{{N}}_-]|-(?:\P{{L}}|$)")
"""What may follow a name: no more of the same word."""
_OWNED = re2.compile(r"(?i)'s\s+")
_NAME = re2.compile(r"@?\p{Lu}[\p{L}\p{N}_.-]*(?: \p{Lu}[\p{L}\p{N}_.-]*)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class PeoplePresent:
    """Who can be meant where something is said; `members` is everyone known in the guild."""

    speaker: Person
    mentioned: tuple[Person, ...] = ()
    members: tuple[Person, ...] = ()


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
    first, _, rest = text.partition(" ")
    if about is not None:
        text = rest if rest and first.casefold() in words_of(spoken, "subjects") else text  # "he likes tea"
        named = whose(text, circle, code, verb_last=verb_last)
        same = isinstance(named, PersonStatement) and named.person.id == about.id
        return named if same else PersonStatement(person=about, text=capital(text))
    said, normal = collapse(text), collapse(plain(text))
    if isinstance(_leading(normal, circle)[0], Person):
        said = normal  # maybe only plain letters show that it begins with a name
    to_whom, _, behind = said.partition(" ")
    if to_whom.casefold() in words_of(spoken, "to") and isinstance(_leading(behind, circle)[0], Person):
        said = behind  # "a Ben le gusta el té"
    found, length = _leading(said, circle)
    if isinstance(found, Person):
        rest = said[length:].strip()
        if verb_last:
            rest = verb_second(f"X {rest}", spoken).removeprefix("X ")
        speaker = "" if found.id == circle.speaker.id else f"<@{circle.speaker.id}>"
        return PersonStatement(person=found, text=_of_other(rest, spoken, speaker) or said[:length])
    if unclear := found or _stranger(said, spoken):
        return UnclearName(name=unclear)
    said = verb_second(said, spoken) if verb_last else said
    return PersonStatement(person=circle.speaker, text=third_person(said, spoken))


def person_named(name: str, circle: PeoplePresent, code: str) -> Person | UnclearName:
    """Return who is meant by a name, a mention or "me"."""
    wanted = collapse(plain(name)).strip(" .,!?'\"“”«»")
    if bare(wanted) in {"me", "myself"} | words_of(language(code), "own", "me"):
        return circle.speaker
    found, length = _leading(wanted, circle)
    if isinstance(found, Person) and length == len(wanted):
        return found
    return UnclearName(name=wanted if isinstance(found, Person) else found or wanted)


def without_that(said: str, circle: PeoplePresent, code: str) -> tuple[str, bool]:
    """Return a statement without a "that" before it, and whether that puts its verb last."""
    spoken = language(code)
    first, _, rest = said.strip().partition(" ")
    own = bare(rest.partition(" ")[0]) in words_of(spoken, "own", "surely")
    after_that = bare(first) in words_of(spoken, "that") and rest
    if after_that and (spoken.verb_last or own or _leading(rest, circle)[0]):
        return rest, spoken.verb_last
    return said.strip(), False


def _of_other(said: str, spoken: Language, speaker: str) -> str:
    """Word what is said after somebody's name; the speaker stands in it by their mention."""
    if spoken.third_person is not None:
        owned = _OWNED.match(said)
        words = (said[owned.end() :] if owned else said).split(" ")
        stands = dict.fromkeys(spoken.own - spoken.speaker, f"{speaker}'s") | {"me": speaker}
        said = " ".join(stands.get(word, word) if speaker else word for word in words)
    particles = sorted(words_of(spoken, "particles"), key=len, reverse=True)
    said = said.removeprefix(next(filter(said.startswith, particles), ""))
    return capital(said.lstrip(" ,:、—–-"))


def _stranger(said: str, spoken: Language) -> str:
    """Return the name a statement begins with, as far as it is written like one and followed by a verb."""
    if said.startswith("@"):
        return said[1:].partition(" ")[0]
    name = _NAME.match(said)
    written = name.group().split(" ") if name else []
    reads, verbs = [word.read for word in read_words(said)], words_of(spoken, "verbs")
    for length in range(len(written), 0, -1):
        named = " ".join(written[:length])
        verb = said.startswith("'s", len(named)) or not verbs.isdisjoint(reads[length : length + 1])
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
        if fitting := _longest(people, said[at:], at=at):
            length, person = fitting[0]
            return (person, length + at) if len(fitting) == 1 else (person.name, 0)
    return "", 0


def _longest(people: Sequence[Person], said: str, *, at: bool) -> list[tuple[int, Person]]:
    """Return everyone whose name a text begins with, if no longer name fits too."""
    found: dict[int, tuple[int, Person]] = {}
    for person in people:
        name = collapse(plain(person.name))
        begins = (
            name
            and (at or name.casefold() not in STOPWORDS)
            and said[: len(name)].casefold() == name.casefold()
        )
        if begins and not person.bot and _NAME_ENDS.match(said[len(name) :]):
            found[person.id] = (len(name), person)
    best = max((length for length, _ in found.values()), default=0)
    return [one for one in found.values() if one[0] == best]

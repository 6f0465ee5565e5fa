"""Whom a statement is about: the speaker, somebody mentioned, or the one member who bears exactly that name.

Never a guess: a name that nobody or several bear is unclear, and the speaker is asked to mention the person.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import re2

from dnam.domain import Person
from dnam.languages import Language, language
from dnam.languages.patterns import UNSPACED, bare
from dnam.rules.requests.normalising import read_signs
from dnam.rules.text import STOPWORDS, collapse, plain
from dnam.rules.wording import capital, third_person, verb_second

_MENTION = re2.compile(r"<@!?(\d+)>")
_NAME_ENDS = re2.compile(rf"$|[{UNSPACED}]|[^\p{{L}}\p{{N}}_-]|-(?:\P{{L}}|$)")
"""What may follow a name: no more of the same word."""
_NAME = re2.compile(r"@?\p{Lu}[\p{L}\p{N}_.-]*(?: \p{Lu}[\p{L}\p{N}_.-]*)?")


@dataclass(frozen=True, kw_only=True, slots=True)
class PeoplePresent:
    """Who can be meant where something is said; `members` is everyone known in the guild."""

    speaker: Person
    mentioned: tuple[Person, ...] = ()
    members: tuple[Person, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonStatement:
    """A person, and what is said of them as it is stored."""

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
        text = _without_first(text, spoken, "subjects")  # "he likes tea"
        named = whose(text, circle, code, verb_last=verb_last)
        same = isinstance(named, PersonStatement) and named.person.id == about.id
        return named if same else PersonStatement(person=about, text=capital(text))
    text, normal = collapse(text), collapse(plain(text))
    person, length = _leading(text, circle)
    # Maybe only plain letters show that it begins with a name.
    if normal != text and isinstance((leading := _leading(normal, circle))[0], Person):
        text, (person, length) = normal, leading
    behind = _without_first(text, spoken, "to")  # "a Ben le gusta el té"
    if behind != text and isinstance((leading := _leading(behind, circle))[0], Person):
        text, (person, length) = behind, leading
    if isinstance(person, Person):
        rest = text[length:].strip()
        if verb_last:
            rest = verb_second(f"X {rest}", spoken).removeprefix("X ")
        speaker = "" if person.id == circle.speaker.id else f"<@{circle.speaker.id}>"
        return PersonStatement(person=person, text=_of_other(rest, spoken, speaker) or text[:length])
    if unclear := person or _stranger(text, spoken):
        return UnclearName(name=unclear)
    text = verb_second(text, spoken) if verb_last else text
    return PersonStatement(person=circle.speaker, text=third_person(text, spoken))


def person_named(name: str, circle: PeoplePresent, code: str) -> Person | UnclearName:
    """Return who is meant by a name, a mention or "me"."""
    wanted = collapse(plain(name)).strip(" .,!?'\"“”«»")
    own = [one.rows["requests"].lists for one in (language(code), language("en"))]
    if any(bare(wanted) in lists["own"] | lists["me"] for lists in own):
        return circle.speaker
    person, length = _leading(wanted, circle)
    if isinstance(person, Person) and length == len(wanted):
        return person
    return UnclearName(name=wanted if isinstance(person, Person) else person or wanted)


def without_that(text: str, circle: PeoplePresent, code: str) -> tuple[str, bool]:
    """Return a statement without a "that" before it, and whether that puts its verb last."""
    spoken, text = language(code), text.strip()
    rest, lists = _without_first(text, spoken, "that"), spoken.rows["requests"].lists
    own = bare(rest.partition(" ")[0]) in lists["own"] | lists["surely"]
    if rest != text and (spoken.verb_last or own or _leading(rest, circle)[0]):
        return rest, spoken.verb_last
    return text, False


def _without_first(text: str, spoken: Language, list_: str) -> str:
    """Take off the first word if it is in a list and others follow."""
    first, _, rest = text.partition(" ")
    return rest if rest and bare(first) in spoken.rows["requests"].lists[list_] else text


def _of_other(predicate: str, spoken: Language, speaker: str) -> str:
    """Word what is said after somebody's name; the speaker stands in it by their mention."""
    if table := spoken.third_person:
        first, _, rest = predicate.partition(" ")
        mark = next((mark for mark in table.marks if first.casefold() == mark and rest), "")
        words = (rest if mark else predicate).split(" ")
        stands = dict.fromkeys(spoken.own - spoken.speaker, f"{speaker}'s")
        stands |= dict.fromkeys(spoken.rows["requests"].lists["me"], speaker)
        predicate = " ".join(stands.get(word, word) if speaker else word for word in words)
    particles = sorted(spoken.rows["requests"].lists["particles"], key=len, reverse=True)
    predicate = predicate.removeprefix(next(filter(predicate.startswith, particles), ""))
    return capital(predicate.lstrip(" ,:、—–-"))


def _stranger(text: str, spoken: Language) -> str:
    """Return the name a statement begins with, as far as it is written like one and followed by a verb."""
    if text.startswith("@"):
        return text[1:].partition(" ")[0]
    name = _NAME.match(text)
    written = name.group().split(" ") if name else []
    reads, verbs = [word.read for word in read_signs(text)], spoken.rows["requests"].lists["verbs"]
    marks = tuple(spoken.third_person.marks) if spoken.third_person else ()
    for length in range(len(written), 0, -1):
        named = " ".join(written[:length])
        verb = text.startswith(marks, len(named)) or not verbs.isdisjoint(reads[length : length + 1])
        if verb and bare(written[0]) not in STOPWORDS:
            return named
    return ""


def _leading(text: str, circle: PeoplePresent) -> tuple[Person | str, int]:
    """Return whom a text begins with and how long the name is; else the name that is not one person's."""
    vouched = [person for person in (circle.speaker, *circle.mentioned) if not person.bot]
    if mention := _MENTION.match(text):
        meant = next((person for person in vouched if str(person.id) == mention.group(1)), None)
        return meant or mention.group(), mention.end()
    at = text.startswith("@")
    for people in (circle.mentioned, (*circle.members, *vouched)):
        if fitting := _longest(people, text[at:], at=at):
            length, person = fitting[0]
            return (person, length + at) if len(fitting) == 1 else (person.name, 0)
    return "", 0


def _longest(people: Sequence[Person], text: str, *, at: bool) -> list[tuple[int, Person]]:
    """Return everyone whose name a text begins with, if no longer name fits too."""
    fitting: dict[int, tuple[int, Person]] = {}
    first = text[:1].casefold()[:1]
    for person in people:
        if person.name[:1].isalnum() and person.name.isascii() and person.name[0].lower() != first:
            continue  # of thousands of members, few are looked at closer
        name = collapse(plain(person.name))
        begins = name and text[: len(name)].casefold() == name.casefold()
        usable = (at or name.casefold() not in STOPWORDS) and not person.bot
        if begins and usable and _NAME_ENDS.match(text[len(name) :]):
            fitting[person.id] = (len(name), person)
    best = max((length for length, _ in fitting.values()), default=0)
    return [one for one in fitting.values() if one[0] == best]

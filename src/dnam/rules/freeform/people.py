"""Whom a statement is about: the speaker, somebody mentioned, or the one member who bears exactly that name.

Never a guess: a name that nobody or several bear is unclear, and the speaker is asked to mention the person.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import regex

from dnam.model import Person
from dnam.rules.freeform.persons import speaks_of_oneself
from dnam.rules.freeform.tongues import TONGUES
from dnam.rules.freeform.wording import of_other, of_speaker, verb_first
from dnam.rules.statements.names import NAMES
from dnam.rules.text import STOPWORDS, collapse, plain

_MENTION = regex.compile(r"<@!?(?P<id>\d+)>")
_ENDS = r"(?![[\p{L}\p{N}_]--[\p{Han}\p{Hiragana}\p{Katakana}]])(?!-\p{L})"
"""What must not follow a name: more of a word. Chinese and Japanese leave no space after it."""
_EAST_I = r"我(?:们|們|的)?|(?:私|僕|俺|わたし|ぼく)(?:たち|達)?(?:は|が|の|も)"
_UNKNOWN = regex.compile(
    r"(?P<name>@\S+|(?!(?i:the|an?|this|that|these|those|there|it|its|all|every|some|any|no|one|what"
    r"|how|if|when|in|on|at"
    r"|for|and|or|der|die|das|ein|eine|le|la|les|un|une|el|los|las|una|il|lo|i|gli|o|os|as|um|uma|de"
    r"|het|een|это|в"
    r"|на|завтра|today|tomorrow|tonight|people|everyone|everybody|nobody|we|you|he|she|they)\b)"
    r"(?:\p{Lu}[\p{L}\p{N}_.-]*(?: \p{Lu}[\p{L}\p{N}_.-]*)?(?='s\b|\s+\p{L})"
    r"|[\p{Ll}\p{N}_.-]+(?=\s+(?:is\s+\p{Lu}|(?:likes|loves|hates|prefers|lives|works|plays|owns|speaks"
    r"|goes by"
    r"|is (?:called|named|from|an?|our|my)|has|studies|uses)\b)|'s (?:name|birthday|pronouns)\b)"
    r"|[\p{Han}\p{Katakana}ー\p{Latin}]{1,12}?(?=は[^\s]|喜欢|喜歡|住在|叫做?|是|讨厌|討厭)))"
)
_TO_WHOM = {"es": r"^a (?=.{1,40}? (?:no )?les? )", "it": r"^a (?=.{1,40}? (?:non )?piac)"}
"""What stands before somebody to whom something is pleasing."""
_EAST_THING = regex.compile(r"(?:今天|明天|昨天|这|這|那|我|今日|明日|昨日)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Circle:
    """Who can be meant where something is said."""

    speaker: Person
    mentioned: tuple[Person, ...] = ()
    members: tuple[Person, ...] = ()
    """Everyone known in the guild; nobody in a direct message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """A person, and what is said of them in the third person."""

    person: Person
    text: str
    first_person: bool = False
    """Still worded as the speaker said it: no rule knows the third person of this language."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unclear:
    """A name that is not exactly one person's."""

    name: str


def whose(text: str, circle: Circle, language: str, *, verb_last: bool = False) -> About | Unclear:
    """Read whom a statement is about and what it says of them, everybody in it by name.

    What names nobody is the speaker's own note.
    """
    found = _whose(text, circle, language, verb_last=verb_last)
    if isinstance(found, Unclear):
        return found
    names = {str(p.id): p.name for p in (circle.speaker, *circle.mentioned)}
    return replace(found, text=_MENTION.sub(lambda m: names.get(m["id"], m.group()), found.text))


def _whose(text: str, circle: Circle, language: str, *, verb_last: bool = False) -> About | Unclear:
    said = regex.sub(_TO_WHOM.get(language, r"(?!)"), "", collapse(plain(text)))
    person, length, name = _leading(said, circle)
    if person is not None:
        rest = said[length:].strip() if length < len(said) and said[length] == " " else said[length:]
        speaker = "" if person.id == circle.speaker.id else circle.speaker.name
        return About(person=person, text=of_other(verb_first(rest) if verb_last else rest, language, speaker))
    if name:
        return Unclear(name=name)
    own = _speaker(said, language)
    if own or speaks_of_oneself(said, language):
        clause = said[len(own) :].strip() if verb_last else ""
        said = f"{own} {verb_first(clause)}" if clause else said
        unplaced = clause != "" and " " in clause and verb_first(clause) == clause
        worded = None if unplaced else of_speaker(said, language)
        return About(person=circle.speaker, text=worded or said, first_person=worded is None)
    stranger = _UNKNOWN.match(said)
    if stranger is not None and not _EAST_THING.match(stranger["name"]):
        return Unclear(name=stranger["name"].removeprefix("@"))
    return About(person=circle.speaker, text=said)


def person_named(name: str, circle: Circle, language: str) -> Person | Unclear:
    """Find who is meant by a name, a mention or "me"."""
    wanted = collapse(plain(name)).strip(" .,!?'\"“”«»")
    tongue = TONGUES.get(language)
    me = rf"{tongue.me}|{tongue.i}" if tongue else "我|私|僕|俺|自分|わたし"
    if regex.fullmatch(rf"(?:{me}|me|myself)", wanted, regex.IGNORECASE):
        return circle.speaker
    person, length, unclear = _leading(wanted, circle)
    if person is not None and length == len(wanted):
        return person
    return Unclear(name=unclear or wanted)


def looks_like_a_name(name: str) -> bool:
    """Say whether an unknown name is clearly a person's: an attempted mention or a common first name."""
    return name.startswith(("@", "<@")) or name.casefold() in NAMES


def _speaker(said: str, language: str) -> str:
    """Give the word by which a statement begins as the speaker's own, if it does."""
    tongue = TONGUES.get(language)
    i = rf"(?:{tongue.i})(?:(?<=')|(?![\p{{L}}\p{{N}}]))" if tongue else _EAST_I
    match = regex.match(i, said, regex.IGNORECASE | regex.VERSION1)
    return match.group() if match else ""


def _leading(said: str, circle: Circle) -> tuple[Person | None, int, str]:
    """Find the person a text begins with and how long the name is; else the name that is not one person's."""
    everyone = {p.id: p for p in (*circle.members, *circle.mentioned, circle.speaker) if not p.bot}
    if mention := _MENTION.match(said):
        vouched = {p.id: p for p in (circle.speaker, *circle.mentioned) if not p.bot}
        person = next((p for id_, p in vouched.items() if str(id_) == mention["id"]), None)
        return person, mention.end(), "" if person else mention.group()
    at = said.startswith("@")
    bare = said[1:] if at else said
    for people in (circle.mentioned, tuple(everyone.values())):
        fitting = _longest([p for p in people if not p.bot], bare, at=at)
        if len(fitting) > 1:
            return None, 0, fitting[0][0].name
        if fitting:
            return fitting[0][0], fitting[0][1] + at, ""
    return None, 0, ""


def _longest(people: Sequence[Person], said: str, *, at: bool) -> list[tuple[Person, int]]:
    """Give everyone whose name a text begins with, if no longer name fits too."""
    folded, found = said.casefold(), []
    for person in people:
        name = collapse(plain(person.name))
        everyday = name.casefold() in STOPWORDS and not at
        if not name or everyday or not folded.startswith(name.casefold()):
            continue
        flags = regex.IGNORECASE | regex.FULLCASE | regex.VERSION1
        if match := regex.match(rf"{regex.escape(name)}{_ENDS}", said, flags):
            found.append((person, match.end()))
    best = max((length for _, length in found), default=0)
    return list({person.id: (person, length) for person, length in found if length == best}.values())

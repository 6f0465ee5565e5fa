"""A statement in the third person, without the name: "I like tea" and "Ben likes tea" are both "Likes tea".

Nothing that was said is lost: only its person changes. Where that is not certain to come out right, the
speaker's own words stay, with the verb where it stands in a plain sentence. Of the speaker, languages besides
English, Chinese and Japanese are in `persons.py`.
"""

import regex

from dnam.rules.freeform.persons import of_oneself
from dnam.rules.statements.fits import called, plain_name
from dnam.rules.statements.phrase import conjugated, third

_BEING = (
    (r"i(?: a|')m not\b|im not\b", "is not"),
    (r"i(?: a|')m\b|im\b", "is"),
    (r"i've\b", "has"),
    (r"i'll\b", "will"),
    (r"i'd\b", "would"),
    (r"i don'?t\b|i do not\b", "does not"),
    (r"i haven'?t\b|i have not\b", "has not"),
    (r"i wasn'?t\b", "was not"),
)
_AS_IS = frozenset(
    """
    can can't cannot could couldn't will won't would wouldn't should shouldn't must mustn't may might was
    wasn't did didn't had hadn't went got made took saw bought met lost left found told gave came became
    grew won wrote built broke began said thought knew felt kept held ran ate drank slept sold spent taught
    learnt fell flew drove sang swam chose used put quit
    """.split()
)
"""Verbs that are the same in every person: helpers and the past."""
_ADVERB = (
    r"(?:always|never|also|really|just|usually|often|sometimes|still|only|actually"
    r"|currently|now|mostly|rarely)"
)
_I = regex.compile(rf"i (?P<adverb>(?:{_ADVERB} )*)(?P<verb>[\w'-]+)(?P<rest>.*)", regex.IGNORECASE)
_MY = regex.compile(r"(?:my|our) (?P<rest>.+)", regex.IGNORECASE)
_ALIAS = regex.compile(
    r"(?:is|'s)(?: also| actually| really)?(?: called| named| known as)? (?P<name>.+)"
    r"|'s (?:real |first |actual )?name is (?P<name>.+)|(?:also )?goes by (?P<name>.+)|(?:aka"
    r"|a\.k\.a\.) (?P<name>.+)",
    regex.IGNORECASE,
)
_FINAL = regex.compile(r"(?P<middle>[^,]+) (?P<verb>\p{L}+)", regex.IGNORECASE)
_PARTED = regex.compile(
    r"(?P<front>auf|ab|an|aus|ein|mit|nach|vor|zu|weg|zurück|fern|teil)(?P<verb>(?:steh|geh|kauf|ruf"
    r"|bring|komm|fahr|nehm|zieh"
    r"|seh|schlaf|fang|hör|mach|arbeit|koch|les|lauf|spiel|trag|treff|lad|schau|leit|back|räum|denk"
    r"|sing)(?:e|t))"
)
"""A German verb whose front comes last in a plain sentence: "aufstehe" is "stehe … auf"."""
_BOUND = regex.compile(r"\b(?:und|oder|aber|en|of|maar)\b")
_SPEAKER = regex.compile(r"(?<![\w'-])(?:(?P<my>my)|(?P<me>me))(?![\w'-])", regex.IGNORECASE)
_EAST_SELF = {"zh": r"^我(?:的|(?!们|們))", "ja": r"^(?:私|僕|俺|わたし|ぼく)(?:は|が|の|も)[、\s]*"}
"""The speaker as Chinese and Japanese put them first: their verbs are the same in every person."""
VERB_LAST = ("de", "nl")
"""Languages in which a verb after "that" comes last."""


def of_speaker(said: str, language: str) -> str | None:
    """Word what the speaker says of themself; None where no rule knows how."""
    if language in _EAST_SELF:
        return regex.sub(_EAST_SELF[language], "", said)
    if language != "en":
        return of_oneself(said, language)
    if mine := _MY.fullmatch(said):
        return _capital(third(mine["rest"]))
    for pattern, verb in _BEING:
        if match := regex.match(pattern, said, regex.IGNORECASE):
            return _capital(f"{verb}{third(said[match.end() :])}")
    match = _I.fullmatch(said)
    if match is None:
        return None
    verb = match["verb"].lower()
    same = verb in _AS_IS or (verb.endswith("ed") and verb not in ("need", "feed", "bleed", "speed"))
    return _capital(f"{match['adverb']}{match['verb'] if same else conjugated(verb)}{third(match['rest'])}")


def of_other(rest: str, language: str, speaker: str) -> str:
    """Word what is said after somebody's name; the speaker stands in it by name."""
    said = rest.strip()
    if alias := _alias(said):
        return alias
    if language == "en":
        said = regex.sub(r"^'s\s+", "", said)
        said = (
            _SPEAKER.sub(lambda found: f"{speaker}'s" if found["my"] else speaker, said) if speaker else said
        )
    elif language == "ja":
        said = regex.sub(r"^(?:は|が|の|も)[、\s]*", "", said)
    return _capital(said.lstrip(" ,:—–-"))


def without_pronoun(said: str) -> str:
    """Take off the pronoun that stands for somebody who was named before: "he likes tea"."""
    return regex.sub(r"^(?:he|she)(?:(?='s\b)|\s+)", "", said, flags=regex.IGNORECASE)


def _alias(said: str) -> str | None:
    """Word another name of a person so that it can be read from the fact: "is Sergey" is "Goes by Sergey"."""
    match = _ALIAS.fullmatch(said)
    if match is None:
        return None
    outright = regex.match(r"(?:is|'s)(?: also| actually| really)? (?!called|named|known)", said) is not None
    own_name = regex.match(r"'s (?:\w+ )?name is", said) is not None
    name = plain_name(match["name"]) if outright and not own_name else called(match["name"])
    if name is None or name != match["name"].rstrip("."):
        return None
    return f"Name is {name}" if own_name else f"Goes by {name}"


def verb_first(said: str) -> str:
    """Put the verb of a plain subordinate clause back in front: "Tee mag" is "mag Tee"."""
    match = _FINAL.fullmatch(said)
    if match is None or _BOUND.search(said):
        return said
    if parted := _PARTED.fullmatch(match["verb"]):
        return f"{parted['verb']} {match['middle']} {parted['front']}"
    return f"{match['verb']} {match['middle']}"


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]

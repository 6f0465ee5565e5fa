"""What is said of somebody else by name: "Bob lives in Paris", "Maria is allergic to shellfish".

Only plain statements, and only of a mentioned person, somebody who just spoke, or a common first name. Of the
guild itself only how it began.
"""

import re
from collections.abc import Collection
from dataclasses import replace

from dnam.model import Kind
from dnam.rules.statements.being import _age, _language, being, traits
from dnam.rules.statements.lexicon import NAMES, PETS
from dnam.rules.statements.mine import _birthday
from dnam.rules.statements.phrase import disliking, employer, liking, place, thing
from dnam.rules.statements.rule import Found, as_said, first_found, rule, word

_SUBJECT = re.compile(r"@?(?P<n>[^\W\d_][\w-]*(?: (?-i:[A-Z])[\w-]+)?)(?P<s>'s|s'| is| just| has| also| still| now|)(?P<rest> .+)", re.IGNORECASE)
_NOBODY = frozenset("will may june april grace hope joy faith art mark bill rose summer dawn jan mercedes luna isla iris violet penny".split())
"""Names that are everyday words: they need a capital or a mention."""

RULES = (
    rule(r"(?:lives|is living|is based|resides) (?P<p>in|near|with) (?P<x>.+)", "Lives {p} {x}", Kind.PROFILE, "home", p=word, x=place),
    rule(r"(?:moved|has moved|relocated) (?:back )?to (?P<x>.+)", "Moved to {x}", Kind.PROFILE, "home", x=place),
    rule(r"is (?:originally )?from (?P<x>.+)", "Is from {x}", Kind.PROFILE, "origin", x=place),
    rule(r"(?:works|is working) (?P<p>at|for|as|in) (?P<x>.+)", "Works {p} {x}", Kind.PROFILE, "work", p=word, x=employer),
    rule(r"(?P<v>joined|started at|got a job at) (?P<x>(?!the (?:call|chat|server|game|meeting|party|vc)|us|vc|a ).+)", "{v} {x}", Kind.PROFILE, "work", v=word, x=employer),
    rule(r"is (?:severely |deathly |also |really )?allergic to (?P<x>.+)", "Allergic to {x}", Kind.CONSTRAINT, "health", x=thing),
    rule(r"is (?P<x>\d\d)(?: years old)?", "Is {x} years old", Kind.PROFILE, "age", x=_age),
    rule(r"(?P<v>prefers) (?P<x>.+)", "Prefers {x}", Kind.PREFERENCE, "likes", v=word, x=liking),
    rule(r"(?P<v>loves|likes|enjoys) (?P<x>.+)", "{v} {x}", Kind.PREFERENCE, "likes", v=word, x=liking),
    rule(r"(?P<v>hates|dislikes|cannot stand) (?P<x>.+)", "{v} {x}", Kind.PREFERENCE, "dislikes", v=word, x=disliking),
    rule(r"does not (?P<v>like|eat|drink) (?P<x>.+)", "Does not {v} {x}", Kind.PREFERENCE, "dislikes", v=word, x=disliking),
    rule(r"does not (?P<x>drink|smoke|drive|eat meat|eat pork|eat gluten)", "Does not {x}", Kind.CONSTRAINT, "habit", x=word),
    rule(r"(?P<v>cannot) (?P<x>(?:eat|have) .+)", "Cannot {x}", Kind.CONSTRAINT, "food", v=word, x=thing),
    rule(r"speaks (?P<x>.+)", "Speaks {x}", Kind.PROFILE, "language", x=_language),
    rule(r"plays (?P<x>(?:the )?(?:guitar|bass|drums|piano|violin|cello|trumpet|sax\w*|flute|football|soccer|rugby|tennis|chess|basketball|hockey)\b.*)", "Plays {x}", Kind.FACT, "hobby", x=thing),
    rule(rf"has (?P<x>(?:an?|two|three|four|\d) (?:\w+ ){{0,2}}(?:{PETS}|kids?|children|daughters?|sons?|sisters?|brothers?)\b.*)", "Has {x}", Kind.RELATIONSHIP, "family", x=thing),
    rule(r"uses (?P<x>(?:she|he|they|any|xe|ze)(?:/\w+)+)(?: pronouns)?", "Pronouns are {x}", Kind.PROFILE, "pronouns", x=word),
    rule(r"uses (?P<x>(?!the|that|this|it|my|your|to|a ).+)", "Uses {x}", Kind.TOOL, "tool", x=thing),
    rule(r"is (?:married|engaged) to (?P<x>[A-Z]\w+)", "Is married to {x}", Kind.RELATIONSHIP, "family", x=as_said),
    rule(r"is on the (?P<x>[\w ]+ team\b.*)", "On the {x}", Kind.FACT, "work", x=thing),
    rule(r"is (?:an?|our) (?P<x>.+)", "Is a {x}", Kind.PROFILE, "work", x=being),
    rule(r"studies (?P<x>.+)", "Studies {x}", Kind.PROFILE, "study", x=thing),
    rule(r"teaches (?P<x>.+)", "Teaches {x}", Kind.PROFILE, "work", x=thing),
)
_POSSESSED = (
    rule(r"birthday is (?:on )?(?P<x>.+)", "Birthday is {x}", Kind.PROFILE, "birthday", x=_birthday),
    rule(r"pronouns are (?P<x>(?:she|he|they|any)(?:/\w+)+)", "Pronouns are {x}", Kind.PROFILE, "pronouns", x=word),
    rule(r"favou?rite (?P<k>[\w ]+?) is (?P<x>.+)", "Favourite {k} is {x}", Kind.PREFERENCE, "likes", k=as_said, x=thing),
    rule(rf"(?P<k>{PETS}) is (?:called|named) (?P<x>.+)", "{k} is called {x}", Kind.FACT, "pet", k=word, x=thing),
)
_LORE = (
    rule(r"(?:our|this|the) (?P<k>server|guild|clan|club|band|discord|community|group|channel|podcast) (?P<v>was (?:founded|created|started|born|made)|started|began) (?P<x>.+)", "The {k} {v} {x}", Kind.LORE, "lore", k=word, v=word, x=lambda part: part if re.match(r"(?:in|by|on|back in|as|during) ", part) and re.search(r"\d{4}|by |as |during", part) else None),
    rule(r"(?:our|the server's|the guild's|this server's) (?P<k>mascot|motto|raid night|movie night|game night|raid nights|server mascot|guild mascot|guild motto|anniversary|unofficial mascot|weekly raid|weekly session) (?P<v>is|are) (?P<x>.+)", "The {k} {v} {x}", Kind.LORE, "lore", k=word, v=word, x=thing),
)


def read_lore(clause: str) -> list[Found]:
    """Read what is said of the guild as a whole."""
    found = first_found(_LORE, clause)
    return [replace(found, about="lore", confidence=0.7)] if found else []


def read_other(clause: str, known: Collection[str]) -> list[Found]:
    """Read a plain statement about a named person; `known` are the names of mentioned and present people, folded."""
    match = _SUBJECT.fullmatch(clause)
    if match is None:
        return []
    name, rest = match["n"], match["rest"].strip()
    if not _somebody(name, known):
        return []
    found: list[Found] = []
    if match["s"] == "'s" and (one := first_found(_POSSESSED, rest)):
        found = [one]
    else:
        helper = match["s"].strip()
        predicate = f"is {rest}" if helper in ("'s", "is") else f"has {rest}" if helper == "has" else rest
        found = _predicate(re.sub(r"^(is )?(?:actually|currently|also|now|still|really|just|already) ", r"\1", predicate))
    return [replace(one, about=name, confidence=0.7) for one in found]


def _predicate(predicate: str) -> list[Found]:
    if predicate.startswith("is ") and (found := traits(predicate[3:])):
        return found
    one = first_found(RULES, predicate)
    return [one] if one else []


def _somebody(name: str, known: Collection[str]) -> bool:
    folded = name.casefold()
    if folded in known:
        return True
    return " " not in name and folded in NAMES and (name[0].isupper() or folded not in _NOBODY)

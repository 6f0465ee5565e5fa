"""What is said of somebody else by name: "Bob lives in Paris", "Maria is allergic to shellfish".

Only plain statements, and only of a mentioned person, somebody who just spoke, or a common first name. Of the
guild itself only how it began and what it does together.
"""

import re
from collections.abc import Collection
from dataclasses import replace

from dnam.rules.statements import lexicon as lex
from dnam.rules.statements.being import traits, worded
from dnam.rules.statements.fits import FITS
from dnam.rules.statements.names import NAMES
from dnam.rules.statements.phrase import cut
from dnam.rules.statements.rule import Found, first_found, table

_SUBJECT = re.compile(
    r"@?(?P<name>[^\W\d_][\w-]*(?: (?-i:[A-Z])[\w-]+)?)(?P<helper>'s| is| just| has| also| still| now"
    r"|) (?P<rest>.+)",
    re.IGNORECASE,
)
_EVERYDAY = frozenset(
    """
    will may june april grace hope joy faith art mark bill rose summer dawn jan luna isla iris violet penny
    max
    """.split()
)
"""Names that are everyday words: they need a capital."""
_LISTS = {
    "PETS": lex.PETS,
    "INSTRUMENTS": lex.INSTRUMENTS,
    "GROUPS": "server|guild|clan|club|band|discord|community|group|channel|podcast",
    "NIGHTS": "(?:server |guild |unofficial )?(?:mascot|motto|anniversary)|(?:raid|movie|game|book|karaoke"
    "|trivia) nights?|weekly \\w+",
}
RULES = table(
    r"""
(?:lives|is living|is based|resides) <p=in|near|with> <place> => profile home: Lives {p} {place}
(?:moved|has moved|relocated) (?:back )?to <place> => profile home: Moved to {place}
is (?:originally )?from <place> => profile origin: Is from {place}
(?:works|is working) <p=at|for|as|in> <employer> => profile work: Works {p} {employer}
<v=joined|started at|got a job at> <employer:(?!(?:the (?:call|chat|server|game|meeting|party|vc)|us|vc
    |a)\b).+>
    => profile work: {v} {employer}
is (?:(?:severely|deathly|also|really) )?allergic to <allergen> => constraint health: Allergic to {allergen}
is <age:\d\d>(?: years old)? => profile age: Is {age} years old
prefers <x=(?:she|he|they|any)(?:/\w+)+>(?: pronouns)? => profile pronouns: Pronouns are {x}
has <thing:an? (?:\w+ ){0,2}(?:allergy|intolerance|phobia)(?: to .+)?|(?:adhd|asthma|autism|diabetes
    |celiac\w*|epilepsy|dyslexia)>
    => constraint health: Has {thing}
prefers <liking> => preference likes: Prefers {liking}
<v=loves|likes|enjoys> <liking> => preference likes: {v} {liking}
<v=hates|dislikes|cannot stand> <disliking> => preference dislikes: {v} {disliking}
does not <x=drink|smoke|drive|eat (?:meat|pork|gluten|dairy)> => constraint habit: Does not {x}
does not <v=like|eat|drink> <disliking> => preference dislikes: Does not {v} {disliking}
cannot <v=eat|have> <thing> => constraint food: Cannot {v} {thing}
speaks <language> => profile language: Speaks {language}
plays <thing:(?:the )?(?:[INSTRUMENTS])\b.*> => fact hobby: Plays {thing}
has <thing:twins|triplets|kids|a baby(?: girl| boy)?|(?:an?|two|three|four|\d) (?:\w+ ){0,2}(?:[PETS]|kids?
    |children|daughters?|sons?|sisters?
    |brothers?)\b.*>
    => relationship family: Has {thing}
uses <x=(?:she|he|they|any|xe|ze)(?:/\w+)+>(?: pronouns)? => profile pronouns: Pronouns are {x}
uses <tool:(?!an?\b).+> => tool tool: Uses {tool}
is <v=married|engaged> to <x~(?-i:[A-Z])\w+> => relationship family: Is {v} to {x}
is on the <thing:[\w ]+ team\b.*> => fact work: On the {thing}
is (?:an?|our) <being> => profile work: Is a {being}
studies <study> => profile study: Studies {study}
teaches <thing> => profile work: Teaches {thing}
""",
    fits=FITS,
    lists=_LISTS,
)
_POSSESSED = table(
    r"""
birthday is (?:on )?<birthday> => profile birthday: Birthday is {birthday}
pronouns are <x=(?:she|he|they|any)(?:/\w+)+> => profile pronouns: Pronouns are {x}
favou?rite <k~[\w ]+?> is <thing> => preference likes: Favourite {k} is {thing}
<k=[PETS]> is (?:called|named) <thing> => fact pet: {k} is called {thing}
""",
    fits=FITS,
    lists=_LISTS,
)
_LORE = table(
    r"""
(?:our|this|the) <k=[GROUPS]> <v=was (?:founded|created|started|born|made)|started|began>
    <x~(?:in|by|on|back in|as|during) .*(?:\d{4}|by |as |during ).*|(?:in|back in) \d{4}|by .+>
    => lore lore: The {k} {v} {x}
(?:our|the server's|the guild's|this server's) <k=[NIGHTS]> <v=is|are> <item> => lore lore: The {k} {v} {item}
""",
    fits=FITS,
    lists=_LISTS,
)


def read_lore(clause: str) -> list[Found]:
    """Read what is said of the guild as a whole."""
    found = first_found(_LORE, clause)
    return [replace(found, confidence=0.7)] if found else []


def read_other(clause: str, known: Collection[str]) -> list[Found]:
    """Read a plain statement about a named person; `known` are folded names of those mentioned or present."""
    match = _SUBJECT.fullmatch(cut(clause))
    if match is None or not _somebody(match["name"], known):
        return []
    rest, helper = match["rest"], match["helper"].strip()
    possessed = first_found(_POSSESSED, rest) if helper == "'s" else None
    predicate = f"is {rest}" if helper in ("'s", "is") else f"has {rest}" if helper == "has" else rest
    predicate = re.sub(r"^(is )?(?:actually|currently|also|now|still|really|just|already) ", r"\1", predicate)
    found = [possessed] if possessed else _predicate(predicate)
    return [replace(one, about=match["name"], confidence=0.7) for one in found]


def _predicate(predicate: str) -> list[Found]:
    if predicate.startswith("is ") and (found := traits(predicate[3:])):
        return found
    one = first_found(RULES, predicate)
    return [worded(one)] if one else []


def _somebody(name: str, known: Collection[str]) -> bool:
    folded = name.casefold()
    if folded in known:
        return True
    return " " not in name and folded in NAMES and (name[0].isupper() or folded not in _EVERYDAY)

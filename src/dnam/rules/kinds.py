"""A person's sentence into a kind of fact, by its plainest words; when unsure it is a fact."""

import regex

from dnam.model import Kind
from dnam.rules.tongues import stated

_CUES = (
    (
        Kind.CONSTRAINT,
        r"\b(?:allerg\w+|intoleran\w+|vegan|vegetarian|can(?:'t|not)|must(?:n't| not)?|deadline|never)\b",
    ),
    (
        Kind.PREFERENCE,
        r"\b(?:prefer\w*|likes?|loves?|enjoys?|hates?|dislikes?|favou?rites?|rather|fan of)\b",
    ),
    (Kind.PROJECT, r"\b(?:build|building|working on|projects?|developing|migrat\w+|launching|writing a)\b"),
    (Kind.TOOL, r"\b(?:uses?|using|works? with|deploys? with|codes? in)\b"),
    (
        Kind.RELATIONSHIP,
        r"\b(?:wife|husband|partner|girlfriend|boyfriend|mother|father|mom|mum|dad|sister|brother|son|daughter"
        r"|married to|friends? with|boss|manager is)\b",
    ),
    (
        Kind.WORKFLOW,
        r"\b(?:always|usually|every (?:day|morning|week|monday|friday)|before (?:every|each)|workflow)\b",
    ),
)
_COMPILED = tuple((kind, regex.compile(pattern, flags=regex.IGNORECASE)) for kind, pattern in _CUES)


def guess_kind(text: str) -> Kind:
    """Name the kind of what somebody asked to be remembered."""
    told = stated(text)
    if told is not None and told.kind is not Kind.PROFILE:
        return told.kind
    plain = text.replace("’", "'")
    return next((kind for kind, cue in _COMPILED if cue.search(plain)), Kind.FACT)

"""Orders and questions, by their grammar: what a sentence opens with, and what stands behind that.

An order opens with a verb's base form, where a statement has a subject or a verb in a person's form: "Writes
poems" is said of somebody, "Write a poem" to somebody. What stands in quotation marks is somebody's words,
not an order. English only; other languages are in `tongues.py`.
"""

import regex

from dnam.rules.admit import lexicon as words

QUOTE = "⁂"
"""Stands for a quotation."""

_QUOTED = regex.compile(
    r"\"[^\"]{1,300}\"|“[^”]{1,300}”|«[^»]{1,300}»|„[^“”]{1,300}[“”]|「[^」]{1,300}」|『[^』]{1,300}』"
    r"|(?<!\w)'[^']{1,300}'(?!\w)|(?<!\w)‘[^’]{1,300}’(?!\w)"
)
_ENDS = regex.compile(
    r"(?<=[.!?。！？…;:\]\[)(])[\s\"'”’*]+|[\r\n]+|\s[-–—•|]+\s|[。！？\[\]]|\.{2,}|[*_~`]{2,}|[\p{So}]"
)
_TOKEN = regex.compile(rf"\p{{L}}[\p{{L}}\p{{M}}\p{{N}}]*(?:['’_-][\p{{L}}\p{{N}}]+)*|\p{{N}}+|[,?!:{QUOTE}]")
_FROM_NOW_ON = regex.compile(
    r"\b(?:from (?:now on(?:wards?)?|this (?:point|moment|day)(?: on(?:wards?)?| forwards?)?"
    r"|here on(?: out)?|today)"
    r"|starting (?:now|today|immediately)|(?:going|moving) forward|as of (?:now|today)|for now|this time"
    r"|(?:do )?(?:not|n't|never) (?:ever )?forget(?: that| to)?|(?:keep|bear) in mind(?: that| to)?"
    r"|make sure(?: that| to)?"
    r"|be sure(?: that| to)?|remember (?:that|to)|it is (?:important|essential|necessary) (?:that"
    r"|to))\b[\s,:]*",
    flags=regex.IGNORECASE,
)
_RELATIVE = frozenset("that which who whose where when if because so while until unless , :".split())
_ADJUNCTS = frozenset(
    "lot bit few couple day days week weeks month year whole entire last first next other day time".split()
)
_SELF_TOLD = frozenset("i i'm i've i'd my mine we we're".split())


def told_apart(text: str) -> str:
    """Put a mark in the place of quotations, unless they are most of the text."""
    masked = _QUOTED.sub(f" {QUOTE} ", text)
    said = len(regex.sub(rf"[{QUOTE}\s]", "", masked))
    return masked if said >= 0.2 * len(text) else regex.sub(r"[\"“”«»„]", " ", text)


def sentences(text: str) -> list[list[str]]:
    """Split a text into its sentences, and these into words and the signs that matter."""
    found = [_TOKEN.findall(part.replace("’", "'")) for part in _ENDS.split(text) if part]
    return [tokens for tokens in found if tokens]


def asks(text: str) -> bool:
    """Say whether a text is, or contains, a question."""
    masked = told_apart(text)
    return any(tokens[-1] == "?" or _is_question(tokens) for tokens in sentences(masked))


def _is_question(tokens: list[str]) -> bool:
    low = _without_openers([token.lower() for token in tokens])
    if len(low) < 3:
        return False
    if low[0] in words.QUESTIONS and (low[1] in words.ASKED or "'" in low[0]):
        rest = low[2:]
        return not (
            low[0] in ("what", "who", "where") and any(word in ("is", "was", "are") for word in rest[1:])
        )
    inverted = low[0] in words.AUXILIARIES and low[1] in words.SUBJECTS
    return inverted and not (low[0] in ("does", "has", "had", "did") and low[1] == "it")


def orders(text: str) -> bool:
    """Say whether a text tells somebody to do something."""
    masked = told_apart(text)
    after_label = False
    for tokens in sentences(_FROM_NOW_ON.sub(" ", masked)):
        low = [token.lower() for token in tokens]
        if not after_label and _is_order(tokens, low):
            return True
        after_label = low[-1] == ":" and any(word in words.LABELS for word in low)
    return False


def _is_order(tokens: list[str], low: list[str]) -> bool:
    start = len(low) - len(_without_openers(low))
    softened = any(word in ("please", "pls", "plz", "kindly") for word in low[:start])
    tokens, low = tokens[start:], low[start:]
    if not low:
        return False
    if softened and low[0] not in _SELF_TOLD and low[0] not in words.FINITE:
        return True
    return _opens_as_order(tokens, low) or _asks_for_text(low) or _follows_phrase(tokens, low)


def _without_openers(low: list[str]) -> list[str]:
    start = 0
    while start < len(low) and (low[start] in words.OPENERS or low[start] in ",:!" or low[start].isdigit()):
        start += 1
    return low[start:]


def _opens_as_order(tokens: list[str], low: list[str]) -> bool:
    first, rest = low[0], low[1:]
    following = rest[0] if rest else ""
    if first in ("don't", "dont", "do", "let's", "lets", "let", "be"):
        return _opens_with_helper(tokens, low)
    if _opens_with_phrasal_verb(low):
        return True
    if following in words.PAST or following in ("his", "her", "their"):
        return False
    return _opens_with_verb(tokens, low, following)


def _opens_with_helper(tokens: list[str], low: list[str]) -> bool:
    """Judge "Don't …", "Let's …", "Be …", which many statements open with too."""
    first, rest = low[0], low[1:]
    following = rest[0] if rest else ""
    if first in ("don't", "dont") or (first == "do" and following in ("not", "n't", "never")):
        verb = next((word for word in rest if word not in ("not", "n't", "never", "ever", "even", "you")), "")
        return verb in words.VERBS | words.NAMES_AND_NOUNS | {"be"} and verb not in words.LIVING
    if first in ("let's", "lets") or (first == "let" and following in ("us", "me")):
        return bool(rest) and tokens[1].islower()
    if first == "let" and following in ("his", "her", "their"):
        return False
    return bool(rest) and following not in words.FINITE


def _opens_with_phrasal_verb(low: list[str]) -> bool:
    """Say whether it opens as "Figure out who …", "Whip up a …" do."""
    if len(low) < 4 or low[1] not in words.PARTICLES or low[3] in _ADJUNCTS:
        return False
    named = low[2] in words.ARTICLES or low[2] in words.QUESTIONS or low[2] in ("some", "whether")
    return named and (low[0] in words.LIVING or _looks_like_a_verb(low[0]))


def _opens_with_verb(tokens: list[str], low: list[str], following: str) -> bool:
    first, rest = low[0], low[1:]
    if first in words.NAMES and tokens[0][0].isupper():
        return following in words.ARTICLES and not _has_finite(rest) and not any(map(_in_third_person, rest))
    if first in words.NAMES_AND_NOUNS:
        return _names_no_subject(tokens, low)
    if first in words.VERBS:
        return following not in words.FINITE and not following.startswith("'")
    return _looks_like_a_verb(first) and _has_plain_object(tokens, low)


def _names_no_subject(tokens: list[str], low: list[str]) -> bool:
    """Say whether a verb that is a noun too is the verb: nothing says that it is the subject."""
    following = low[1] if len(low) > 1 else ""
    if not following or following in words.FINITE or following in (",", "and", "or", ":", "?", "of", "&"):
        return False
    if following in words.OBJECTS:
        return True
    if _names_a_person(low[1:5]):
        return False
    if _is_living(low[0]) and following != "only":
        return False
    if _in_third_person(following) or (tokens[0][0].isupper() and tokens[1][0].isupper()):
        return any(word in ("your", "you") for word in low)
    return not _has_finite(low[1:])


def _is_living(word: str) -> bool:
    """Say whether people use a verb's base form of themselves: "Play guitar", "Work at a bakery"."""
    return word in words.LIVING and word not in words.VERBS


def _names_a_person(rest: list[str]) -> bool:
    """Say whether the words end in what somebody is: "… store owner in Leeds"."""
    for at, word in enumerate(rest):
        if word in words.CLOSED:
            return False
        ends = at + 1 == len(rest) or rest[at + 1] in words.CLOSED or rest[at + 1] == ","
        if ends and (word in words.AGENTS or word.endswith(("er", "or", "ist", "ian", "eer"))):
            return True
    return False


def _in_third_person(word: str) -> bool:
    if word in words.THINGS:
        return False
    return word.endswith(("ed", "ing")) or (word.endswith("s") and word[:-1] in words.VERBS | words.LIVING)


def _has_finite(rest: list[str]) -> bool:
    """Say whether a verb in a person's form comes before anything that starts another clause."""
    for at, word in enumerate(rest):
        if word in _RELATIVE:
            return False
        plural = word in ("help", "make", "give", "keep", "bring", "need", "take", "mean", "arrive")
        if word in words.FINITE or (plural and rest[at - 1] not in ("to", "and") and at):
            return True
    return False


def _looks_like_a_verb(word: str) -> bool:
    known = word in words.CLOSED or word in words.LIVING or word in words.SUBJECTS_ELSEWHERE
    return (
        word.replace("-", "").isalnum()
        and not known
        and not word.endswith(("s", "ed", "ing", "ly", "ive", "ous", "ful", "ic"))
    )


def _has_plain_object(tokens: list[str], low: list[str]) -> bool:
    """Say whether an article or "your" follows, and no verb after it makes the first word a subject.

    "Viaja a Madrid" and "olvida a menudo las llaves" are not English: their "a" is no article.
    """
    if len(low) > 2 and low[1] == "a" and (tokens[2][0].isupper() or not words.ROMANCE.isdisjoint(low[2:])):
        return False
    if (
        len(low) < 3
        or low[1] not in ("a", "an", "the", "your", "our", "my", "me", "us")
        or low[2] in _ADJUNCTS
    ):
        return False
    return not _has_finite(low[2:])


def _asks_for_text(low: list[str]) -> bool:
    """Say whether a sentence only names a text to be written: "A short poem about rain"."""
    head = low[1:] if low[0] in ("a", "an", "the", "some") else low
    named = max((at for at, word in enumerate(head[:4]) if word in words.TEXTS), default=-1)
    stated = any(word in words.PAST or word[:-1] in words.VERBS | words.LIVING for word in head[:named])
    if stated or (head is low and named > 1):
        return False
    if named < 0 or named + 1 >= len(head):
        return False
    return head[named + 1] in ("about", "on", "for", "to", "how", "in", "that") and not _has_finite(head)


def _follows_phrase(tokens: list[str], low: list[str]) -> bool:
    """Say whether an order follows an opening phrase or a name: "In one word, say …", "Sam, write …"."""
    commas = [at for at, word in enumerate(low) if word == "," and at + 2 < len(low)][:3]
    called = len(commas) > 0 and commas[0] <= 3 and tokens[0][0].isupper() and low[0] not in words.FINITE
    if not commas or not (low[0] in words.LEADING or called):
        return False
    for at in commas if low[0] in words.LEADING else commas[:1]:
        behind = _without_openers(low[at + 1 :])
        clear = len(behind) > 1 and behind[1] not in (",", "and", "or")
        if clear and _opens_as_order(tokens[len(low) - len(behind) :], behind):
            return True
    return False

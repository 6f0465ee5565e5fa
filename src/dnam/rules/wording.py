"""How a statement is worded when it is kept: one fact has one wording, whatever door it came through (F-23).

In languages with a table `[third_person]` what somebody says of themself is kept without its subject: "I
really like my tea" is "Really likes their tea". In all others it is kept as it was said. Words are never
lost. Pure, and linear in the length of the text.
"""

from collections.abc import Mapping, Sequence

from dnam.languages import Language, ThirdPerson

_AROUND = '.,;:!?"“”()'
"""Signs that stand at a word and do not belong to it."""
_APOSTROPHES = {ord("’"): "'", ord("‘"): "'"}


def third_person(text: str, language: Language) -> str:
    """Return one clause in the first person ("I'm vegan") as it is kept of its speaker ("Is vegan").

    What does not begin with the speaker, as subject or owner, stays as it is but for a capital letter:
    it is in the third person already, or of something else.
    """
    words = text.translate(_APOSTROPHES).split()
    table = language.third_person
    if table is None or not words:
        return capital(text.strip(), language)
    words = _spelled(words, language, table)
    at = _adverbs(words, 0, table)
    if at == len(words) or _bare(words[at]) not in language.own:
        return capital(text.strip())
    before, subject, rest = words[:at], _bare(words[at]), words[at + 1 :]
    if not rest:
        return capital(text.strip())
    if subject not in language.speaker:
        return capital(" ".join([*before, *_replaced(rest, table.pronouns)]))
    verb = _adverbs(rest, 0, table)
    if verb < len(rest):
        rest[verb] = _around(rest[verb], table.said_of(_bare(rest[verb])))
    return capital(" ".join([*before, *rest[: verb + 1], *_replaced(rest[verb + 1 :], table.pronouns)]))


def capital(text: str, language: Language | None = None) -> str:
    """Return a text with its first letter in upper case, as its language has it: "iki", "İki"."""
    letter = (language.spellings if language else {}).get(f"^{text[:1]}", text[:1].upper())
    return letter + text[1:]


def verb_second(clause: str, language: Language) -> str:
    """Return a clause of the kind that follows "dass" as a sentence: "ich Tee mag" is "ich mag Tee".

    Where the subject or the verb is not certain, nothing is changed.
    """
    words = clause.rstrip(" .!").split()
    lists = language.rows["requests"].lists
    start = _subject(words, lists)
    if not start or len(words) < start + 2 or "," in clause:
        return clause
    parts: list[list[str]] = [[]]
    for word, after in zip(words[start:], [*words[start + 1 :], ""], strict=True):
        parts[-1].append(word)
        verb = word in lists["verbs"] if "verbs" in lists else word[:1].islower()  # nouns are capitalised
        if after in lists.get("joins", ()) and verb:
            parts.append([])
    return " ".join([*words[:start], *(word for part in parts for word in _verb_first(part, lists))])


def _verb_first(part: Sequence[str], lists: Mapping[str, frozenset[str]]) -> list[str]:
    """Return "und in Ulm wohne" as "und wohne in Ulm", and "früh aufstehe" as "stehe früh auf"."""
    join = [*part[:1]] if part[0] in lists.get("joins", ()) else []
    *middle, verb = part[len(join) :] or [""]
    front = next((f for f in lists.get("prefixes", ()) if _is_parted(verb, f, lists)), "")
    return [word for word in (*join, verb[len(front) :], *middle, front) if word]


def _is_parted(verb: str, front: str, lists: Mapping[str, frozenset[str]]) -> bool:
    """Return whether the front of a verb comes last in a sentence: "aufstehe" is "stehe … auf"."""
    return verb.startswith(front) and any(
        verb[len(front) :].startswith(root) for root in lists.get("roots", ())
    )


def _subject(words: Sequence[str], lists: Mapping[str, frozenset[str]]) -> int:
    """Return how many words the subject has: a pronoun, a name, or a noun with its article."""
    first = words[0].lower() if words else ""
    if first in lists.get("determiners", ()):
        nouns = [n for n, word in enumerate(words[1:4], 2) if word[:1].isupper()]
        return nouns[0] if nouns and nouns[0] < 4 else 2
    return 1 if first in lists.get("subjects", ()) or "".join(words[:1])[:1].isupper() else 0


def _spelled(words: Sequence[str], language: Language, table: ThirdPerson) -> list[str]:
    """Return the words with "I'm" as "I am", up to the verb: nothing behind it is changed."""
    found: list[str] = []
    for number, word in enumerate(words):
        folded = word.lower()
        stem, apostrophe, ending = folded.partition("'")
        if stem in language.speaker and apostrophe:
            found += [stem, language.spellings.get(f"'{ending}", f"'{ending}")]
        elif folded in language.spellings and language.spellings[folded].split()[0] in language.speaker:
            found += language.spellings[folded].split()
        else:
            found.append(word)
        if found[-1].lower() not in table.adverbs | language.speaker:
            return [*found, *words[number + 1 :]]
    return found


def _adverbs(words: Sequence[str], at: int, table: ThirdPerson) -> int:
    """Return where the first word stands that is no adverb."""
    while at < len(words) - 1 and _bare(words[at]) in table.adverbs:
        at += 1
    return at


def _replaced(words: Sequence[str], pronouns: Mapping[str, str]) -> list[str]:
    """Return the words with the speaker as somebody else; "i am" goes before "i"."""
    found: list[str] = []
    at = 0
    while at < len(words):
        pair = " ".join(map(_bare, words[at : at + 2]))
        if at + 1 < len(words) and pair in pronouns:
            found.append(_around(words[at + 1], pronouns[pair]))
            at += 2
        else:
            word = words[at]
            known = word == "I" or (_bare(word) in pronouns and not word.isupper())  # "US" is a country
            found.append(_around(word, pronouns.get(_bare(word), word)) if known else word)
            at += 1
    return found


def _bare(word: str) -> str:
    return word.strip(_AROUND).lower()


def _around(word: str, changed: str) -> str:
    """Put a changed word between the signs that stood around it."""
    inner = word.strip(_AROUND)
    return word.replace(inner, changed, 1) if inner else changed

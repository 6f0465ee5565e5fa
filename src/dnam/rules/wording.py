"""How a statement is worded when it is stored: one fact has one wording, whatever door it came by (F-23).

In languages with a table `[third_person]` what somebody says of themself is stored without its subject: "I
really like my tea" is "Really likes their tea". In all others it is stored as it was said. Words are never
lost. Pure, and linear in the length of the text.
"""

from collections.abc import Sequence
from itertools import groupby

from dnam.languages import Language, ThirdPerson
from dnam.languages.patterns import WordLists
from dnam.rules.clauses import Word, read_words
from dnam.rules.text import collapse


def third_person(text: str, language: Language) -> str:
    """Return one clause in the first person ("I'm vegan") as it is stored of its speaker ("Is vegan").

    What does not begin with the speaker, as subject or owner, stays as it is but for a capital letter:
    it is in the third person already, or of something else.
    """
    table, text = language.third_person, text.strip()
    words = read_words(text, language) if table else []
    first = _after_adverbs(words, 0, table) if table else 0
    begins = first < len(words) - 1 and words[0].start == 0 and words[first].read in language.own
    if table is None or not begins:
        return capital(text, language)
    changed, rest = {first: ""}, first + 1
    if words[first].read in language.speaker:
        verb = _after_adverbs(words, rest, table)
        changed[verb] = table.of_somebody(words[verb].read)
        rest = verb + 1
    for n, word in enumerate(words[rest:], rest):
        written, before = text[word.start : word.end], words[n - 1].read if n > rest else ""
        pair = table.pronouns.get(f"{before} {word.read}")  # "i am"
        if pair or (word.read in table.pronouns and (written == "I" or not written.isupper())):  # not "US"
            changed |= (
                dict(zip((n - 1, n), pair.split(), strict=True)) if pair else {n: table.pronouns[word.read]}
            )
    return capital(collapse(_replaced(text, words, changed)))


def _after_adverbs(words: Sequence[Word], at: int, table: ThirdPerson) -> int:
    """Return where the first word stands that is no adverb."""
    return next((n for n in range(at, len(words)) if words[n].read not in table.adverbs), len(words) - 1)


def _replaced(text: str, words: Sequence[Word], changed: dict[int, str]) -> str:
    """Return a text with some of its words changed; what is written together may be read as several words."""
    parts: list[str] = []
    behind = 0
    for (start, end), group in groupby(range(len(words)), key=lambda n: (words[n].start, words[n].end)):
        numbers = [*group]
        reads = [changed.get(n, words[n].read) for n in numbers]
        apart = text[start] in "'’" and not changed.keys().isdisjoint(numbers)
        if apart or reads != [words[n].read for n in numbers]:
            parts += [text[behind:start], " " if apart else "", " ".join(filter(None, reads))]
            behind = end
    return "".join([*parts, text[behind:]])


def capital(text: str, language: Language | None = None) -> str:
    """Return a text with its first letter in upper case, as its language has it: "iki", "İki"."""
    letter = (language.spellings if language else {}).get(f"^{text[:1]}", text[:1].upper())
    return letter + text[1:]


def verb_second(clause: str, language: Language) -> str:
    """Return a clause of the kind that follows "dass" as a sentence: "ich Tee mag" is "ich mag Tee".

    Where the subject or the verb is not certain, nothing is changed.
    """
    words, lists = clause.rstrip(" .!").split(), language.rows["requests"].lists
    start = _subject(words, lists)
    if not start or len(words) < start + 2 or "," in clause:
        return clause
    parts: list[list[str]] = [[]]
    for word, after in zip(words[start:], [*words[start + 1 :], ""], strict=True):
        parts[-1].append(word)
        verb = word in lists["verbs"] if "verbs" in lists else word[:1].islower()  # nouns are capitalised
        if after in lists["joins"] and verb:
            parts.append([])
    return " ".join([*words[:start], *(word for part in parts for word in _verb_first(part, lists))])


def _verb_first(part: Sequence[str], lists: WordLists) -> list[str]:
    """Return "und in Ulm wohne" as "und wohne in Ulm", and "früh aufstehe" as "stehe früh auf"."""
    join = [*part[:1]] if part[0] in lists["joins"] else []
    *middle, verb = part[len(join) :] or [""]
    roots = tuple(lists["roots"])
    fronts = (front for front in lists["prefixes"] if verb.startswith(front))
    front = next((front for front in fronts if verb[len(front) :].startswith(roots)), "")
    return [word for word in (*join, verb[len(front) :], *middle, front) if word]


def _subject(words: Sequence[str], lists: WordLists) -> int:
    """Return how many words the subject has: a pronoun, a name, or a noun with its article."""
    first = words[0].lower() if words else ""
    if first in lists["determiners"]:
        return next((n for n, word in enumerate(words[1:3], 2) if word[:1].isupper()), 2)
    return 1 if first in lists["subjects"] or "".join(words[:1])[:1].isupper() else 0

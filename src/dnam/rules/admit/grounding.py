"""Grounding: whether a message says what a fact learned from it says.

Word by word, in every script: what a fact says must be found in the message with the same sign, so that
"Likes pineapple" is not grounded in "I do not like pineapple", nor in "I wish I liked it". Names and numbers
must all be there; a few other words may differ. What is written as the message is written is always grounded.
"""

from dataclasses import dataclass, field

import regex

from dnam.rules.admit import lexicon
from dnam.rules.admit.meanings import (
    DISLIKES,
    FUNCTION,
    IMPLIED,
    MONTHS,
    NEGATIONS,
    RELATIVE_TIME,
    UNREAL,
    meaning,
)
from dnam.rules.text import collapse, plain, same_content

SHARE = 0.75
"""The share of a fact's content words that must be in the message."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_TOKEN = regex.compile(
    rf"(?P<date>\d{{4}}-\d{{2}}(?:-\d{{2}})?)|(?P<single>[{_UNSPACED}]\p{{M}}*)"
    rf"|(?P<word>(?:(?![{_UNSPACED}])[\p{{L}}\p{{N}}]\p{{M}}*)+(?:['-](?:(?![{_UNSPACED}])[\p{{L}}\p{{N}}])+)*[#+]{{0,2}})"
)
_CLAUSE = regex.compile(
    r"[.!?;:。！？；，、\n…]+(?:\s|$|(?<=[。！？；，、\n]))"
    r"|[\s,]+(?:but|however|although|though|whereas|while|yet|except|aber|sondern|mais|pero|но|а)\s+"
    r"|\s*,\s*(?=(?:i|he|she|we|they|my|and|not|no|never|ich|je|yo|я|не)\b)"
    r"|\s+(?=and\s+(?:i|he|she|we|they|my|not|no|never|don't|doesn't|can't)\b)|\s+(?=(?:without"
    r"|instead of|rather than)\s)",
    flags=regex.IGNORECASE,
)
_NO_LONGER = regex.compile(
    r"\b(?:no longer|not any ?more|used to|gave up|given up|(?:can|could)(?:'t|not| not) stand)\b", regex.I
)
_WOULD_LIKE = regex.compile(r"(?:'d|\s+would)\s+(?:really\s+)?(?:like|love|prefer)\b", regex.I)
_INTO = regex.compile(r"(?:'m|'s|'re|\s(?:am|is|are))\s+(?:\w+\s+)?into\b", regex.I)
_SINGLE_NEGATIONS = frozenset("不没沒无無非未别別勿莫ぬず")
_SINGLE_GLUE = frozenset(
    "我你您他她它们們的了是在有和与與也很就都这這那はがをにのでとへもだすまよね私僕俺用户戶"
)
_NAI = regex.compile(r"ない|ません|なかった|않|안 |못 |없|아니")
_OF_ONESELF = {
    False: regex.compile(
        r"(?<!\w)(?:i|i'm|i've|i'd|i'll|im|we|ich|je|yo|я|мне|у меня)(?!\w)|j'|[我私僕俺]", regex.I
    ),
    True: regex.compile(
        r"(?<!\w)(?:my|our|mein\w*|unser\w*|mon|ma|mes|mi|mis|мой|моя|мои)(?!\w)|我|私の", regex.I
    ),
}
"""Who speaks of themself ("I"), and of what is theirs ("my"): their name may stand for these words."""
_ASKED = regex.compile(r"[?？؟]")


@dataclass(slots=True)
class _Said:
    """What a text says: its content words, each with the signs it was said with."""

    signs: dict[str, set[str]] = field(default_factory=dict)
    """For each meaning: "yes", "no", "unreal"; more than one when it can be read both ways."""
    names: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    dates: list[str] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    """Every folded word, function words too."""
    subject: str = ""
    """The name a text opens with, as in "Sam likes tea"."""
    owning: bool = False
    """Whether it opens with what is theirs, as in "Sam's dog"."""

    def add(self, word: str, signs: set[str]) -> None:
        self.signs.setdefault(word, set()).update(signs)


def grounded(text: str, source: str) -> bool:
    """Say whether a source says what a text says."""
    text, source = collapse(plain(text)), plain(source).strip()
    if not text or not source:
        return False
    if same_content(text, source):
        return True
    fact, told = _said(text), _said(source)
    if not fact.signs and not fact.dates:
        return False
    if told.subject:
        told.add(told.subject, {"yes", "no", "unreal yes", "unreal no"})
    supported = [_support(word, signs, told) for word, signs in fact.signs.items()]
    if fact.subject in told.names:
        supported.append("for")
    if "against" in supported or not _names_and_numbers(fact, told, source):
        return False
    return supported.count("for") >= SHARE * len(supported)


def quoted(evidence: str, source: str) -> bool:
    """Say whether evidence stands in its source as it is, or says what the source says."""
    return collapse(plain(evidence)).casefold() in collapse(plain(source)).casefold() or grounded(
        evidence, source
    )


def _support(word: str, signs: set[str], told: _Said) -> str:
    """Say whether the source speaks for a word with its sign, against it, or not of it at all."""
    found = next((told.signs[w] for w in (word, *IMPLIED.get(word, ())) if w in told.signs), None)
    if found is None:
        alike = next((other for other in told.signs if _alike(word, other)), None)
        found = told.signs[alike] if alike is not None else None
    if found is None:
        return (
            "against" if word in ("like", "marry") or any(letter.isdigit() for letter in word) else "silent"
        )
    if found & signs or word in ("like", "want"):
        return "for"
    return "against"


def _alike(left: str, right: str) -> bool:
    """Say whether two stems are forms of one word: a long common beginning and little after it."""
    least = 4 if left.isascii() else 3
    if min(len(left), len(right)) < least or left[:3] != right[:3]:
        return False
    same = next(
        (at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]),
        min(len(left), len(right)),
    )
    return same >= least and same >= 0.6 * max(len(left), len(right))


def _names_and_numbers(fact: _Said, told: _Said, source: str) -> bool:
    known = told.words | set(told.signs)
    strange = {
        name for name in fact.names if name not in known and not any(_alike(name, word) for word in known)
    }
    if strange - ({fact.subject} if _OF_ONESELF[fact.owning].search(source) else set()):
        return False
    timed = bool(told.words & RELATIVE_TIME)
    years = {number for number in fact.numbers if timed and regex.fullmatch(r"(?:19|20)\d\d", number)}
    return fact.numbers - years <= told.numbers and all(_dated(date, told) for date in fact.dates)


def _dated(date: str, told: _Said) -> bool:
    """Say whether the source names that day, or a time that can be resolved to it."""
    if date in told.dates:
        return True
    months = {MONTHS[word] for word in told.words if word in MONTHS and word != "may"} | (
        {5} if "may" in told.words and told.numbers else set()
    )
    return int(date[5:7]) in months if months else bool(told.words & RELATIVE_TIME or told.numbers)


def _said(text: str) -> _Said:
    said = _Said()
    clauses = _clauses(text)
    for at, (clause, asked) in enumerate(clauses):
        _read(clause, said, asked=asked, opening=at == 0)
    return said


def _clauses(text: str) -> list[tuple[str, bool]]:
    """Split into clauses, each with whether it is asked rather than said."""
    found, start = [], 0
    for cut in _CLAUSE.finditer(text):
        found.append((text[start : cut.start()], bool(_ASKED.search(cut.group()))))
        start = cut.end()
    found.append((text[start:], False))
    return [(clause, asked) for clause, asked in found if clause.strip()]


def _read(clause: str, said: _Said, *, asked: bool, opening: bool) -> None:
    """Take in one clause: everything after a negation is denied, what stands before it is left open."""
    clause = _WOULD_LIKE.sub(" wants ", _INTO.sub(" likes ", _NO_LONGER.sub(" not ", clause)))
    tokens = [(found.lastgroup, found.group()) for found in _TOKEN.finditer(clause)]
    folded = [token.casefold() for _, token in tokens]
    denials = [at for at, word in enumerate(folded) if _denies(word)]
    if _NAI.search(clause):
        denials.insert(0, -1)
    first = min(denials, default=len(tokens))
    behind = [word for word in folded[first + 1 :] if word not in FUNCTION and meaning(word) != "like"]
    doubled = len(denials) > 1 and first >= 0
    unreal = asked or any(word in UNREAL or word.endswith("'d") for word in folded)
    for at, (group, token) in enumerate(tokens):
        word = folded[at]
        said.words.add(word)
        said.words.add(word.removesuffix("'s"))
        signs = _signs(
            denied=bool(denials), before=at < first, alone=not behind, doubled=doubled, unreal=unreal
        )
        leading = opening and at == 0 and len(tokens) > 1
        _take(
            said,
            token,
            group or "",
            signs,
            leading=leading,
            subject=leading and (_verbal(folded[1]) or word.endswith("'s")),
        )


def _signs(*, denied: bool, before: bool, alone: bool, doubled: bool, unreal: bool) -> set[str]:
    if not denied:
        signs = {"yes"}
    elif before and not alone:
        signs = {"yes", "no"}
    else:
        signs = {"yes", "no"} if doubled and before else {"no"}
    return {f"unreal {sign}" for sign in signs} if unreal else signs


def _take(said: _Said, token: str, group: str, signs: set[str], *, leading: bool, subject: bool) -> None:
    word = token.casefold()
    if group == "date":
        said.dates.append(word)
        return
    if _denies(word) and word not in DISLIKES:
        return
    if group == "single":
        if word not in _SINGLE_GLUE:
            said.add(word, signs)
        return
    if (
        word in FUNCTION
        or (word in UNREAL and meaning(word) != "want")
        or word.endswith(("n't", "'d", "'ll", "'ve"))
    ):
        return
    meant = meaning(word)
    if meant.isdigit() or any(letter.isdigit() for letter in word):
        said.numbers.add(meant)
        return
    if token[0].isupper() and (subject or not leading) and not (leading and _verbal(word)):
        said.names.add(word.removesuffix("'s"))
        if leading:
            said.subject, said.owning = word.removesuffix("'s"), word.endswith("'s")
            return
    said.add(meant, signs)


def _verbal(word: str) -> bool:
    """Say whether a word is a verb in a person's form, after which a name is a subject."""
    if word in lexicon.FINITE or word in lexicon.PAST:
        return True
    base = word.removesuffix("s").removesuffix("e") if word.endswith("es") else word.removesuffix("s")
    return word.endswith("s") and bool({base, base + "e", word[:-1]} & (lexicon.VERBS | lexicon.LIVING))


def _denies(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't") or word in DISLIKES or word in _SINGLE_NEGATIONS

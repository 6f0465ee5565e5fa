"""What dnam knows of one language: the content of one file, compiled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dnam.languages.patterns import Phrases, Rows

SLOTS = tuple(
    "name pronouns age birthday home origin timezone job employer study language family partner pet diet "
    "health likes dislikes favourite tool project hobby habit plan news lore".split()
)
"""What statements are about."""
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "statements": SLOTS,
    "endings": SLOTS,
    "questions": ("asked", "corrected"),
    "requests": (
        *("remember", "remember_clause", "remember_bare", "remember_this", "forget"),
        *("forget_known", "erase_known", "forget_everything", "show", "search", "erase", "optout", "optin"),
        *("idle", "talk"),
    ),
    "orders": ("order", "always", "harmless"),
}
"""The sections whose entries are patterns, and what may be listed in each."""
SECRETS: Mapping[str, str] = {
    "password": "password, passphrase: plain words near it may be one",
    "pin": "PIN, CVV, one-time code",
    "code": "code, combination, and what it opens: door, safe, alarm",
    "key": "API key, token, seed phrase",
    "card": "card: any number near it that is as long as a card's is one",
}
"""What may be listed of secrets. In these lists "*" is any letters, "_" a space, a hyphen or nothing."""
SEARCH = ("stop", "telling", "phrases")
UNITS = ("day", "week", "weekend", "month", "year", "spring", "summer", "autumn", "winter")
"""Stretches of time, in the order they are listed in; behind "," are forms that need a number."""
WRITTEN = ("d.m.", "d/m", "month-day", "unit-alone")
"""Ways a time may be written: 3.5., 3/5, May 3, and "a week ago" with neither number nor article."""
DATES: Mapping[str, int] = {
    "months": 12,  # with "?" behind what may be another word: may?
    "days": 7,
    "near": 5,  # the day before yesterday, yesterday, today, tomorrow, the day after tomorrow
    "units": len(UNITS),
    "turns": 3,  # last, this, next
    **{f"{unit}_turns": 3 for unit in UNITS},  # words for "last week", "this week", "next week"
    "numbers": 0,  # 1 to 12, then "a few"
    **dict.fromkeys(("on", "around", "the", "of", "until", "since", "from", "to", "ago", "ahead", "nth"), 0),
    **dict.fromkeys(("every", "month_mark", "year_mark", "no_time", "written"), 0),
}
"""What may be listed in [dates], and how many entries that has; 0 is any number. Alternatives are joined by
"/"; one that stands behind the time it belongs to begins with "..."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ThirdPerson:
    """How what somebody says of themself is worded as said of them; without it, it stays as it was said.

    `possessives` are words for "my"; `verbs` do not follow `endings` (am, is); the verbs that are or end in
    `same` (-ed) are the same in every person; `adverbs` may stand between subject and verb; `pronouns` are
    the speaker elsewhere: my, their.
    """

    possessives: frozenset[str]
    verbs: Mapping[str, str]
    same: frozenset[str]
    endings: Mapping[str, str]
    adverbs: frozenset[str]
    pronouns: Mapping[str, str]

    def is_same(self, verb: str) -> bool:
        """Return whether a verb is the same in every person."""
        return verb in self.same or any(verb.endswith(e[1:]) for e in self.same if e.startswith("-"))

    def said_of(self, verb: str) -> str:
        """Return a verb as it is said of somebody: live, lives."""
        if verb in self.verbs or self.is_same(verb) or not verb.isalpha():
            return self.verbs.get(verb, verb)
        ending = next((ending for ending in self.endings if verb.endswith(ending)), "")
        changed = self.endings.get(ending, "")
        if not ending and verb.endswith(changed):
            return verb  # "I likes tea" is in the third person already
        return verb.removesuffix(ending) + changed

    def base(self, verb: str) -> str:
        """Return a verb said of somebody as they would say it of themself: lives, live."""
        irregular = {said: base for base, said in reversed([*self.verbs.items()]) if base.isalpha()}
        if verb in irregular or self.is_same(verb):
            return irregular.get(verb, verb)
        known = ((base, said) for base, said in self.endings.items() if verb.endswith(said))
        base, said = next(known, ("", ""))
        return verb.removesuffix(said) + base


@dataclass(frozen=True, kw_only=True, eq=False)
class Language:
    """One language, ready to be used. It equals itself only, so that what is made of it can be cached."""

    code: str
    name: str
    """As its speakers call it: Deutsch."""
    script: str = "Latin"
    words: Mapping[str, frozenset[str]]
    """Word lists by which clauses are told apart and judged."""
    search: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """`stop`: what a question is asked with, and is not looked for. `telling`: those that tell the language.
    `phrases`: the same where words are not told apart by spaces."""
    spellings: Mapping[str, str] = field(default_factory=dict)
    """Words that are read as others: dont, do not."""
    rows: Mapping[str, Rows]
    secrets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that stand beside a secret, by what they name."""
    dates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Months, days and relative times; alternatives of one are joined by "/"."""
    grounding: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words by which it is judged whether a message says what a fact says."""
    third_person: ThirdPerson | None = None
    elided: str = ""
    """What people leave out before "allergic to nuts": i am."""
    verb_last: bool = False
    """After "that" the verb comes last: "dass ich Tee mag"."""
    replies: Mapping[str, str] = field(default_factory=dict)
    verbs: frozenset[str] = frozenset()
    """Words that follow "I" in the statements: a clause may begin with them when "I" was said before."""
    drops_subject: bool = False
    """A statement needs no "I": its verb tells who speaks, or it is understood."""
    nouns_last: bool = False
    """The last word of a phrase says what it is: "two black cats"; in other languages it may be any."""
    _phrases: dict[str, Phrases] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def starters(self) -> frozenset[str]:
        """The words that begin something new behind a comma or a joining word."""
        lists = ("starters", "subjects", "own", "asking", "conditions", "joins")
        return frozenset().union(*(self.words.get(name, ()) for name in lists))

    @cached_property
    def months(self) -> frozenset[str]:
        """What the months are called."""
        return frozenset(name for month in self.dates.get("months", ()) for name in month.split("/"))

    @property
    def speaker(self) -> frozenset[str]:
        """The words for "I" and "we"."""
        return self.own & self.words.get("subjects", frozenset())

    @property
    def own(self) -> frozenset[str]:
        """The words by which somebody speaks of themself: i, my."""
        return self.words.get("own", frozenset())

    def is_past(self, verb: str) -> bool:
        """Return whether a verb tells what has been."""
        return self.third_person is not None and self.third_person.is_same(verb)

    @property
    def is_spaced(self) -> bool:
        """Whether words are told apart by spaces; where they are not, each letter is read as a word."""
        return self.script not in ("Han", "Kana", "Hangul")

    def has(self, list_: str, word: str) -> bool:
        """Return whether a word is in one of the word lists."""
        return word in self.words.get(list_, ()) or self.phrases(list_).at_start(word) == word.count(" ") + 1

    def phrases(self, list_: str) -> Phrases:
        """Return a word list of the file, to be looked for in several words."""
        if list_ not in self._phrases:
            self._phrases[list_] = Phrases([*self.words.get(list_, ())])
        return self._phrases[list_]

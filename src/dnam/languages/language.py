"""What dnam knows of one language: the content of one file, compiled."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from dnam.languages.patterns import Phrases, Rows, WordLists, words_after

SLOTS = tuple(
    "name pronouns age birthday home origin timezone job employer study language family partner pet diet "
    "health likes dislikes favourite tool project hobby habit plan news lore".split()
)
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "statements": SLOTS,
    "endings": SLOTS,
    "questions": ("asked", "corrected"),
    "requests": tuple(
        "erase optout optin undo recap help yes forget_everything remember_this remember remember_clause "
        "remember_bare show forget search_own search forget_known erase_known stop_known idle talk".split()
    ),
    "orders": ("order", "always", "harmless"),
}
"""The sections whose entries are patterns, and what may be listed in each; requests in the order of trial."""
SECRETS: Mapping[str, str] = {
    "password": "password, passphrase: plain words near it may be one",
    "pin": "PIN, CVV, one-time code",
    "code": "code, combination, and what it opens: door, safe, alarm",
    "key": "API key, token, seed phrase: plain words near it may be one",
    "card": "card: any number near it that is as long as a card's is one",
    "access": "wifi, login, what else asks for a password: plain words near it may be one",
}
"""What may be listed of secrets. In these lists "*" is any letters, "_" a space, a hyphen or nothing."""
SCRIPTS = ("Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Han", "Kana", "Hangul", "Thai")
SEARCH = ("stop", "phrases")
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


@cache
def _endings(words: frozenset[str]) -> tuple[str, ...]:
    """Return the endings among words: "-ed"."""
    return tuple(word[1:] for word in words if word.startswith("-"))


@dataclass(frozen=True, kw_only=True, slots=True)
class ThirdPerson:
    """How what somebody says of themself is worded as said of them; without it, it stays as it was said.

    `verbs` do not follow `endings` (am, is); the verbs that are or end in `same` (-ed) are the same in every
    person; `adverbs` may stand between subject and verb; `pronouns` are the speaker elsewhere: my, their;
    `marks` make what follows a name theirs, or stand for a verb ('s, is). `speaker` is "i" and "my".
    """

    verbs: Mapping[str, str]
    same: frozenset[str]
    endings: Mapping[str, str]
    adverbs: frozenset[str]
    pronouns: Mapping[str, str]
    marks: Mapping[str, str]
    speaker: tuple[str, str]

    def is_same(self, verb: str) -> bool:
        return verb in self.same or verb.endswith(_endings(self.same))

    def of_somebody(self, verb: str) -> str:
        """Return a verb in the third person: live, lives."""
        if verb in self.verbs or self.is_same(verb) or not verb.isalpha():
            return self.verbs.get(verb, verb)
        ending = next((ending for ending in self.endings if verb.endswith(ending)), "")
        changed = self.endings.get(ending, "")
        if not ending and verb.endswith(changed):
            return verb  # "I likes tea" is in the third person already
        return verb.removesuffix(ending) + changed

    def base(self, verb: str) -> str:
        """Return a verb in the third person as somebody would say it of themself: lives, live."""
        irregular = {third: base for base, third in reversed([*self.verbs.items()])}
        if verb in irregular or self.is_same(verb):
            return irregular.get(verb, verb)
        known = ((base, third) for base, third in self.endings.items() if verb.endswith(third))
        base, third = next(known, ("", ""))
        return verb.removesuffix(third) + base


@dataclass(frozen=True, kw_only=True, eq=False)
class Language:
    """One language, ready to be used. It equals itself only, so that what is made of it can be cached."""

    code: str
    name: str
    """As its speakers call it: Deutsch."""
    script: str
    words: WordLists
    """Word lists by which clauses are told apart and judged."""
    search: WordLists
    """`stop`: what a question is asked with, and is not looked for; `phrases`: the same in scripts without
    spaces."""
    spellings: Mapping[str, str]
    """Words that are read as others: dont, do not."""
    rows: Mapping[str, Rows]
    secrets: Mapping[str, tuple[str, ...]]
    """Words that stand beside a secret, by what they name."""
    dates: Mapping[str, tuple[str, ...]]
    """Months, days and relative times; alternatives of one are joined by "/"."""
    grounding: Mapping[str, tuple[str, ...]]
    """Words by which it is judged whether a message says what a fact says."""
    third_person: ThirdPerson | None
    english: Mapping[str, str]
    """Words by what they mean in English, where the encoder does not know the language: svara, answer."""
    elided: WordLists
    """What people leave out, by what a clause then begins with: i am, allergic."""
    verb_second: bool
    """The verb comes second whatever comes first, and the speaker behind it: "jetzt wohne ich in Bonn"."""
    verb_last: bool
    """After "that" the verb comes last: "dass ich Tee mag"."""
    nouns_last: bool
    """The last word of a phrase says what it is: "two black cats"; in other languages it may be any."""
    replies: Mapping[str, str]

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Words that follow "I" in the statements: a clause may begin with them when "I" was said before."""
        rows = self.rows["statements"]
        after = {verb for row in rows.rows for verb in words_after(row, self.speaker, rows.lists)}
        return frozenset(after - self.own - self.words["determiners"])

    @cached_property
    def drops_subject(self) -> bool:
        """Whether a statement needs no "I": its verb tells who speaks, or it is understood."""
        return any(row.pattern[0] == "[" for row in self.rows["statements"].rows if row.group == "home")

    @cached_property
    def starters(self) -> frozenset[str]:
        """The words that begin something new behind a comma or a joining word."""
        lists = ("starters", "subjects", "own", "asking", "conditions", "joins")
        return frozenset().union(*(self.words[name] for name in lists))

    @cached_property
    def months(self) -> frozenset[str]:
        return frozenset(name for month in self.dates.get("months", ()) for name in month.split("/"))

    @cached_property
    def speaker(self) -> frozenset[str]:
        """The words for "I" and "we"."""
        return self.own & self.words["subjects"]

    @property
    def own(self) -> frozenset[str]:
        """The words by which somebody speaks of themself: i, my."""
        return self.words["own"]

    @property
    def stop(self) -> frozenset[str]:
        """The words a question is asked with."""
        return self.search["stop"]

    @property
    def is_spaced(self) -> bool:
        """Whether words are told apart by spaces; where they are not, each letter is read as a word."""
        return self.script not in ("Han", "Kana", "Hangul")

    def is_past(self, verb: str) -> bool:
        """Return whether a verb tells what has been."""
        return self.third_person is not None and self.third_person.is_same(verb)

    def is_of_somebody(self, word: str) -> bool:
        """Return whether a word can be the verb of somebody else; always where no table tells."""
        table = self.third_person
        if table is None or self.is_past(word) or word in self.words["asking"]:
            return True
        return table.base(word) in self.verbs or word in self.verbs

    def left_out_before(self, word: str) -> str:
        """Return what a clause that begins with this word leaves out, empty when it does not: "i am", "i"."""
        for words, begins in self.elided.items():
            if word in begins:
                return words
        past = self.is_past(word) and word not in self.words["asking"]
        return self.third_person.speaker[0] if self.third_person and past else ""

    def has(self, list_: str, word: str) -> bool:
        return word in self.words[list_] or self.words.phrases(list_).at_start(word) == word.count(" ") + 1

    def phrases(self, list_: str) -> Phrases:
        return self.words.phrases(list_)

"""Whom a text names: by a mention, which is certain, or by a name that exactly one member bears.

Never a guess. A name counts as a whole word, written exactly as its bearer writes it, of at least three
characters; of two in Chinese characters, Katakana and Hangul. Korean particles may follow it. Words that are
used for other things as well are left alone: function words, names in small letters that are no first names,
what stands after "in" or "at" as a place does, and at the beginning of a sentence verbs and words that often
stand there.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

import regex

from dnam.model import Person
from dnam.rules.statements.names import NAMES
from dnam.rules.text import STOPWORDS, collapse

SHORTEST = 3
SHORTEST_COMPACT = 2
LONGEST = 32
"""As long as a name can be on Discord."""
LONGEST_COMPACT = 8
"""The longest name that is looked for where no space tells words apart."""
SIGNS = 4
"""How many signs are read beside a name as part of it."""

_MENTION = regex.compile(r"<@!?(?P<id>\d{1,19})>")
_SPACELESS = r"\p{Han}\p{Hiragana}\p{Katakana}ー々"
_WORD = rf"[[\p{{L}}\p{{N}}_]--[{_SPACELESS}\p{{Hangul}}]]"
"""What must not stand beside a name: more of a word. Chinese and Japanese leave no space."""
_PARTICLES = (
    r"(?:은|는|이|가|을|를|의|에게서|에게|에|께서|께|와|과|랑|도|만|한테|하고|으로|로|씨|님|야|아|보다|처럼|까지"
    r"|부터|네|이랑|군|양|형|누나|언니|오빠|선배|입니다|이다|예요|이에요|라고|이라고)"
)
"""What follows a Korean name without a space."""
_FOLLOWED = regex.compile(rf"{_PARTICLES}{{1,3}}")
_COMPACT = regex.compile(r"[\p{Han}\p{Katakana}\p{Hangul}ー々]+")
_RUN = regex.compile(
    rf"[{_SPACELESS}]+|\p{{Hangul}}+|{_WORD}(?:[[\p{{L}}\p{{N}}_.-]--[{_SPACELESS}\p{{Hangul}}]])*(?<![.-])",
    regex.VERSION1,
)
_NO_SPACES = regex.compile(rf"[{_SPACELESS}]+")
_HANGUL = regex.compile(r"\p{Hangul}+")
_SIGNS_BEFORE = regex.compile(rf"(?r)[^\p{{L}}\p{{N}}\s]{{1,{SIGNS}}}")
_SIGNS_BEHIND = regex.compile(rf"[^\p{{L}}\p{{N}}\s]{{1,{SIGNS}}}")
_SENTENCE_ENDS = regex.compile(r"(?:^|[.!?…:;]\s|\n)[\s\"'“”«»(]*$")
_GOES_ON = regex.compile(
    r"(?:['’]s)?,?\s+(?!(?:since|for|in|at|on|with|of|from|by|as|than|seit|depuis|desde)\b)\p{Ll}"
    r"|\s*:\s|\s+[–—-]\s|\s+\("
)
"""What follows a name at the beginning of a sentence."""
_PLACE = regex.compile(r"\b(?:in|at|near)\s+$", regex.IGNORECASE)
_OPENERS = frozenset(
    """
    today tomorrow yesterday tonight now then soon later never always sometimes often once twice again maybe
    perhaps probably actually everyone everybody everything nobody nothing somebody people friends family
    life time work home food water coffee tea beer wine pizza music game gaming love peace nature sun moon
    star fire ice rain snow summer winter spring autumn sunday monday tuesday wednesday thursday friday
    saturday january february march april june july august september october november december morning night
    red blue green black white gold silver one two three first last next new old good bad great best lore
    welcome thanks sorry please hello bot admin mod user member server channel discord
    heute morgen gestern immer nie alle jemand niemand leben liebe aujourd'hui demain hier toujours jamais
    tout vie amour hoy mañana ayer siempre nunca todos vida amor oggi domani ieri sempre tutti сегодня завтра
    вчера всегда никогда все жизнь любовь
    """.split()
)
"""Words that begin a sentence by themselves, whoever is called so."""
_EVERYDAY = frozenset(
    """
    今天 明天 昨天 今日 明日 昨日 我们 你们 他们 大家 朋友 自己 什么 没有 喜欢
    时候 现在 以前 以后 每天 工作 学习 公司 学校 老师 学生 家人 爸爸 妈妈 中国 日本
    東京 北京 上海 仕事 会社 先生 家族 友達 時間 世界 人生 音楽
    우리 오늘 내일 어제 지금 친구 가족 회사 학교 사람 여기 거기 모두 항상 매일 나는 너는 그는 한국 서울 일본
    """.split()
)
"""Words of two characters that are in every other sentence, whoever is called so."""
_EDGES = regex.compile(r"^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$")
_VERB = regex.compile(r"\p{L}+(?:s|ed|ing)", regex.IGNORECASE)


def mentioned_in(text: str) -> list[int]:
    """Give the ids of those a text mentions."""
    return [id_ for match in _MENTION.finditer(text) if (id_ := int(match["id"])) < 2**63]


def named_in(
    text: str, *, mentioned: Iterable[Person], bearers: Sequence[Person], besides: Collection[int]
) -> tuple[int, ...]:
    """Give everyone a text names but `besides`, ascending.

    `mentioned` are those whose mention stood in what was said, and may stand in the text by name by now;
    `bearers` everyone known there whose name is found in the text.
    """
    said = collapse(text)
    found = set(mentioned_in(text))
    found |= {person.id for person in mentioned if person.name and _places(person.name, said)}
    taken: list[tuple[int, int]] = []
    for name in sorted({person.name for person in bearers}, key=len, reverse=True):
        free = [at for at in _places(name, said) if not any(_overlap(at, other) for other in taken)]
        taken += free
        meant = {person.id for person in bearers if person.name == name}
        if len(meant) == 1 and any(_is_name(name, said, at) for at in free):
            found |= meant
    bots = {person.id for person in (*mentioned, *bearers) if person.bot}
    return tuple(sorted(found - bots - {*besides}))


def could_be_names(text: str) -> set[str]:
    """Give every word and run of words of a text that could be somebody's name in it, signs included."""
    words = [match.span() for match in _RUN.finditer(text)]
    runs = {
        (start, end)
        for first, (start, _) in enumerate(words)
        for _, end in words[first : first + LONGEST // 2]
        if end - start <= LONGEST
    }
    runs |= {part for word in words for part in _within(text, word)}
    found = {text[start:end] for start, end in runs if _is_name(text[start:end], text, (start, end))}
    return found | {name for run in runs for name in _with_signs(text, run)}


def bare(name: str) -> str:
    """Give a name without the signs around it, as others write it; a name of signs alone as it is."""
    return _EDGES.sub("", name) or name


def _within(text: str, word: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Give the parts of a word that can be a name where no space tells words apart, or before particles."""
    start, end = word
    if _NO_SPACES.fullmatch(text, start, end):
        for begin in range(start, end - 1):
            for stop in range(begin + SHORTEST_COMPACT, min(end, begin + LONGEST_COMPACT) + 1):
                yield begin, stop
    elif _HANGUL.fullmatch(text, start, end):
        for stop in range(start + SHORTEST_COMPACT, end):
            if _FOLLOWED.fullmatch(text, stop, end):
                yield start, stop


def _with_signs(text: str, run: tuple[int, int]) -> Iterator[str]:
    """Give a run of words with each number of the signs that stand right beside it."""
    before, behind = _SIGNS_BEFORE.match(text, 0, run[0]), _SIGNS_BEHIND.match(text, run[1])
    begins = range(before.start() if before else run[0], run[0] + 1)
    stops = range(run[1], (behind.end() if behind else run[1]) + 1)
    yield from (text[begin:stop] for begin in begins for stop in stops if (begin, stop) != run)


def _places(name: str, said: str) -> list[tuple[int, int]]:
    """Say where a name stands as a whole word."""
    if not name.strip():
        return []
    begins = ends = ""
    if regex.match(rf"{_WORD}|\p{{Hangul}}", name, regex.VERSION1):
        begins = rf"(?<!{_WORD}|\p{{Hangul}})" if _HANGUL.match(name) else rf"(?<!{_WORD})"
    if regex.search(rf"{_WORD}$", name, regex.VERSION1):
        ends = rf"(?!{_WORD}|-\p{{L}})"
    elif _HANGUL.match(name[-1]):
        ends = rf"(?={_PARTICLES}{{0,3}}(?!{_WORD}|\p{{Hangul}}))"
    pattern = f"{begins}{regex.escape(collapse(name))}{ends}"
    return [match.span() for match in regex.finditer(pattern, said, regex.VERSION1)]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_name(name: str, said: str, at: tuple[int, int]) -> bool:
    """Say whether a word that somebody bears as a name can hardly mean anything else there."""
    shortest = SHORTEST_COMPACT if _COMPACT.fullmatch(name) else SHORTEST
    if len(name) < shortest or name.casefold() in STOPWORDS or name in _EVERYDAY:
        return False
    ordinary = name.isalpha() and name.lower() != name.upper()
    if not ordinary or name.casefold() in NAMES:
        return True
    if name == name.lower() or _PLACE.search(said[: at[0]]):
        return False
    if not _SENTENCE_ENDS.search(said[: at[0]]):
        return True
    if _VERB.fullmatch(name) or name.casefold() in _OPENERS:
        return False
    return _GOES_ON.match(said, at[1]) is not None

"""Text into words, excerpts and stable ids, in every script.

Both stores index exactly the words this module makes, so that they find the same messages. Scripts written
with spaces give stemmed, case-folded words; scripts written without give overlapping pairs of characters.
Short names keep their signs: "C#", "C++", "Go" and "R" are words.
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache

import regex
import Stemmer

from dnam.languages import Language, clearly, languages
from dnam.languages.detecting import scripts

MAX_WORD = 64
"""Longer words are cut: nobody searches for them, and indexes have limits."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = regex.compile(
    rf"(?P<run>(?:[{_UNSPACED}][\p{{M}}ー]*)+)"
    r"|(?P<sign>(?<![\p{L}\p{N}])\p{L}{1,2}(?:\+\+|\#)(?![\p{L}\p{N}]))"
    rf"|(?P<word>(?:(?![{_UNSPACED}])[\p{{L}}\p{{N}}][\p{{M}}]*)+(?:'(?:(?![{_UNSPACED}])\p{{L}})+)*)"
)
_ASCII_WORD = re.compile(r"(?<![a-z0-9])[a-z]{1,2}(?:\+\+|#)(?![a-z0-9])|[a-z0-9]+(?:'[a-z]+)*")
_UNSPACED_LETTER = regex.compile(rf"[{_UNSPACED}]")
_NONE: frozenset[str] = frozenset()
_INVISIBLE = regex.compile(r"[\p{Cf}\p{Cc}--\s]", flags=regex.VERSION1)
_SPACE = regex.compile(r"\s+")
_HIRAGANA = regex.compile(r"[\p{Hiragana}ー]+")
"""Pairs of only these are endings and particles: a question drops them if it has anything else."""

STOPWORDS = languages()["en"].search["stop"]
"""Function words of English, dropped from questions only: indexes keep every word."""

_SNOWBALL = {
    "LATIN": "english",
    "CYRILLIC": "russian",
    "GREEK": "greek",
    "ARABIC": "arabic",
    "ARMENIAN": "armenian",
}

_ARABIC = regex.compile(r"\p{Arabic}")
_ARABIC_SPELLINGS = str.maketrans(
    "أإآٱىةؤئ", "اااايهوي", "\u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670"
)
"""Letters that are written in either way; marks of vowels are left out."""
_ARABIC_BEFORE = regex.compile(r"^(?:[وف](?=.{3}))?(?:(?:[بكف]?ال|لل)(?=..)|س?[ياتن](?=...))?")
"""What is written together with a word: and, then; with, like, for, the; and the person of a verb."""
_ARABIC_AFTER = regex.compile(r"(?<=^.{2,})(?:ات|ان|ون|ين|وا|ت|ا)?(?:كما|هما|كم|هم|هن|نا|ها|ني|ك|ه|ي)?$")
"""Number, gender and tense; then whose it is, or whom it is done to."""


def plain(text: str) -> str:
    """Normalise a text: compatibility forms (NFKC), one apostrophe, nothing invisible."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).replace("’", "'")


def words(text: str) -> list[str]:
    """Return every word of a text that a question may ask for, case-folded and stemmed."""
    return [form for word in _split(text, single=True) for form in stems(word)]


def query_words(text: str) -> list[str]:
    """Return the words a question asks about, without function words and repeats."""
    return [*_query_words(text, languages()["en"])]


@lru_cache(maxsize=64)  # everything that answers a question reads it
def _query_words(text: str, english: Language) -> Collection[str]:
    asked = [*_split(without_phrases(text), single=False)]
    rest = [word for word in asked if word not in english.stop]
    language = clearly(asked) if len(rest) > 1 else None  # of one word, all is left in any case
    spoken = language.stop if language else _NONE
    telling = [word for word in rest if word not in spoken and not _HIRAGANA.fullmatch(word)]
    return dict.fromkeys(form for word in telling or rest for form in stems(word))


def as_written(text: str) -> dict[str, str]:
    """Return for each stem of a question the word it stands for there."""
    return {form: word for word in _split(text, single=False) for form in stems(word)}


def without_phrases(text: str) -> str:
    """Return a question without its question phrases, in scripts that have no spaces between words."""
    if text.isascii():
        return text
    written, asked = scripts(text), text
    for one in languages().values():
        if one.script in written and (phrases := _phrases(one)):
            asked = phrases.sub(" ", asked)
    return asked if _UNSPACED_LETTER.search(asked) else text


@lru_cache(maxsize=64)
def _phrases(language: Language) -> "regex.Pattern[str] | None":
    """Compile the question phrases of a language; in Hangul, which has spaces, only whole words match."""
    listed = sorted(language.search.get("phrases", ()), key=len, reverse=True)
    pattern = "|".join(map(regex.escape, listed))
    if not pattern:
        return None
    return regex.compile(rf"(?<!\p{{L}})(?:{pattern})(?!\p{{L}})" if language.script == "Hangul" else pattern)


def _split(text: str, *, single: bool) -> Iterable[str]:
    if text.isascii():
        for word in _ASCII_WORD.findall(text.lower()):
            yield from _apart(word)
        return
    for match in _WORD.finditer(plain(text).casefold().replace("i\u0307", "i")):  # of the Turkish capital İ
        if match.lastgroup == "run":
            yield from _pairs(match.group(), single=single)
        else:
            yield from _apart(match.group())


def _apart(word: str) -> list[str]:
    """Split words that an apostrophe joins ("l'eau", "İzmir'de"); English contractions stay whole."""
    if "'" not in word or word[word.rindex("'") :] in languages()["en"].spellings:
        return [word[:MAX_WORD]]
    return [part[:MAX_WORD] for part in word.split("'") if part]


def _pairs(run: str, *, single: bool) -> list[str]:
    """Return overlapping pairs of characters; `single` characters too, for a question of only one."""
    letters = regex.findall(r"\X", run)
    pairs = ["".join(letters[i : i + 2]) for i in range(len(letters) - 1)]
    return [word[:MAX_WORD] for word in (pairs + letters if single or not pairs else pairs)]


@lru_cache(maxsize=65_536)
def stems(word: str) -> tuple[str, ...]:
    """Return what a case-folded word is found by: its stem; in Arabic also the word without all affixes."""
    if not _ARABIC.match(word):
        return (stem(word),)
    bare = _ARABIC_AFTER.sub("", _ARABIC_BEFORE.sub("", word.translate(_ARABIC_SPELLINGS)))
    return tuple(dict.fromkeys((stem(word), bare)))


def stem(word: str) -> str:
    """Return the stem of a case-folded word, by the language its script is most used for."""
    letter = word[0]
    if letter.isascii():
        language = "english"
    else:
        language = _SNOWBALL.get(unicodedata.name(letter, "").partition(" ")[0], "")
    if not language or word[-1] in "#+":
        return word
    return str(_stemmer(language).stemWord(word)) or word


@lru_cache(maxsize=8)
def _stemmer(language: str) -> "Stemmer.Stemmer":
    return Stemmer.Stemmer(language)


def collapse(text: str) -> str:
    """Return a text trimmed, with every run of whitespace as one space."""
    if text.isascii() and text.isprintable():  # most texts: no other whitespace than spaces
        return " ".join(text.split())
    return _SPACE.sub(" ", text).strip()


def clip(text: str, limit: int) -> str:
    """Shorten to at most `limit` characters, with an ellipsis if something is cut."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rstrip() + "…" if limit > 0 else ""


def excerpt(text: str, asked: Collection[str], limit: int) -> str:
    """Shorten to at most `limit` characters, around the place with most of the words asked for."""
    if len(text) <= limit or not asked:
        return clip(text, limit)
    room, wanted = limit - 2, frozenset(asked)
    starts = [*range(0, len(text) - room, max(room // 3, 1)), len(text) - room]
    start = max(starts, key=lambda at: (len(wanted.intersection(words(text[at : at + room]))), -at))
    if start == 0:
        return clip(text, limit)
    _, space, rest = text[start : start + room].partition(" ")
    piece = rest if space and len(rest) > room // 2 else text[start : start + room]
    return f"…{piece.rstrip()}{'…' if start + room < len(text) else ''}"


def fact_id(kind: str, text: str) -> str:
    """Return a fact's id: the same kind and text give the same id."""
    return f"durable-{content_hash(f'{kind}:{collapse(text).lower()}')[:8]}"


def content_hash(text: str) -> str:
    """Return the SHA-256 of a text, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def stable_id(*names: str) -> int:
    """Return an id for these names that looks like one of Discord's and never changes."""
    digest = hashlib.sha256("\x1f".join(names).casefold().encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8]) >> 2 | 1 << 52


_SIGN = regex.compile(r"[\p{S}--`]|-(?=\p{N})", flags=regex.VERSION1)


def content(text: str) -> tuple[str, ...]:
    """Return the words that carry a statement, in order; two texts with the same words say the same.

    Tense, place and other people's pronouns carry it too.
    """
    telling, lists = [], languages()["en"].words
    for word in _split(text, single=False):
        if word in lists["negations"] or word.endswith("n't"):
            telling.append("not")
        elif word not in lists["glue"]:
            telling.append(_third_person_folded(word))
    return (*telling, *_SIGN.findall(plain(text)))


def _third_person_folded(word: str) -> str:
    """Return "like" for "likes" and "try" for "tries", but "liked" as it is: the past says something else."""
    if not word.isascii() or not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) < 4:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) else word[:-1]


def same_content(left: str, right: str) -> bool:
    """Return whether two statements differ only in form: same words that matter, order and negations."""
    if collapse(left).casefold() == collapse(right).casefold():
        return True
    telling = content(left)
    return bool(telling) and telling == content(right)

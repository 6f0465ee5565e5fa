"""A language file into a `Language`; what is wrong with one is told with file and line."""

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from string import Formatter
from typing import Any

from dnam.errors import BadInput
from dnam.languages.language import DATES, SCRIPTS, SEARCH, SECRETS, SECTIONS, WRITTEN, Language, ThirdPerson
from dnam.languages.patterns import CAPTURE, LIST, BadPattern, Row, Rows, WordLists, bare, read_row, spaced

GIVEN: Mapping[str, tuple[str, ...]] = {"questions": ("answer",)}
"""What may be used after "->" without being captured."""
_NEEDED = {"asked": "{answer}", "corrected": "{right}"}
"""What every pattern of a group of questions has."""
_READ_AS = ("spellings", "english")
_PAIRS = ("verbs", "endings", "pronouns", "marks")
_TABLES = ("words", "elided", "search", "grounding", "secrets", "dates", "third_person", "replies")
_KEYS: Mapping[str, type] = {
    **{"name": str, "script": str, "verb_second": bool, "verb_last": bool, "nouns_last": bool},
    **dict.fromkeys((*_TABLES, *SECTIONS), dict),
}
_MUST_BE = {str: "a text in quotation marks", bool: "true or false", dict: "a table"}


class BadLanguage(BadInput):
    """A language file that cannot be used."""


class _LanguageFile:
    """A file while it is read: its text is kept to find the line of what is wrong."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        try:
            self.content: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            raise BadLanguage(f"{path}: this is not TOML: {problem}") from problem

    def wrong(self, what: str, *near: str) -> BadLanguage:
        """Return the error for what stands near these texts, each looked for behind the one before."""
        lines, at = self.text.splitlines(), 0
        for wanted in near:
            at = next((n for n, line in enumerate(lines[at:], at) if wanted in line), at)
        return BadLanguage(f"{self.path}, line {at + 1}: {what}")

    def table(self, name: str, allowed: Collection[str] = ()) -> dict[str, Any]:
        """Return a table, which may have no other keys than those allowed."""
        table: dict[str, Any] = self.content.get(name, {})
        for key in table if allowed else ():
            if key not in allowed:
                what = f"[{name}] has no {key!r}; allowed are {', '.join(allowed)}"
                raise self.wrong(what, f"[{name}", key)
        return table

    def lists(self, section: str, allowed: Collection[str] = ()) -> dict[str, Sequence[str]]:
        """Return the entries of every list of a section; one that is a text has its words."""
        table = self.table(section, allowed)
        return {key: self.entries(section, key) for key in table if key != "words"}

    def own_lists(self, section: str) -> dict[str, Sequence[str]]:
        """Return the word lists that only the patterns of a section use."""
        table = self.table(section).get("words", {})
        if not isinstance(table, dict):
            raise self.wrong(f"[{section}.words] must be a table", f"[{section}", "words")
        return {key: self.entries(f"{section}.words", key, value) for key, value in table.items()}

    def entries(self, section: str, key: str, value: object = None) -> Sequence[str]:
        value = self.table(section)[key] if value is None else value
        if isinstance(value, str):
            return value.split() if section == "secrets" else _entries(value)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return value
        raise self.wrong(f"{key} must be a text or a list of texts", f"[{section}", key)

    def pairs(self, section: str, key: str) -> dict[str, str]:
        """Return what words are read as, or become: "dont|don't -> do not"."""
        pairs: dict[str, str] = {}
        for entry in self.entries(section, key) if key in self.table(section) else ():
            written, arrow, read = entry.partition("->")
            if not arrow or not read.strip():
                raise self.wrong(f"{entry!r} must be words, '->' and what they become", f"[{section}", entry)
            pairs |= dict.fromkeys(map(str.strip, written.casefold().split("|")), read.strip())
        return pairs


def read_language(path: Path, *, english: Language | None = None) -> Language:
    """Read a file; `english` gives the sentences and patterns that languages share. Raises BadLanguage."""
    file = _LanguageFile(path)
    for key, value in file.content.items():
        if key not in _KEYS:
            raise file.wrong(f"{key!r} is not known here; allowed are {', '.join(_KEYS)}", key)
        if not isinstance(value, _KEYS[key]):
            raise file.wrong(f"{key} must be {_MUST_BE[_KEYS[key]]}", key)
    script = file.content.get("script", "Latin")
    if script not in SCRIPTS:
        raise file.wrong(f"the script {script!r} is not one of {', '.join(SCRIPTS)}", "script")
    words = {key: listed for key, listed in file.lists("words").items() if key not in _READ_AS}
    grounding = {**words, **file.lists("grounding", english.grounding if english else ())}
    rows = {section: _rows(file, section, words, english) for section in SECTIONS}
    if english is not None:
        _refuse_unread_lists(file, rows, english)
    return Language(
        code=path.stem,
        name=file.content.get("name", path.stem),
        script=script,
        words=WordLists(words),
        search=WordLists(file.lists("search", SEARCH)),
        spellings=file.pairs("words", "spellings"),
        rows=rows,
        english=_english(file),
        elided=WordLists(file.lists("elided")),
        secrets={key: tuple(listed) for key, listed in file.lists("secrets", SECRETS).items()},
        dates=_dates(file),
        grounding={key: tuple(listed) for key, listed in grounding.items()},
        third_person=_third_person(file, words),
        verb_second=file.content.get("verb_second", False),
        verb_last=file.content.get("verb_last", False),
        nouns_last=file.content.get("nouns_last", False),
        replies=_replies(file, english),
    )


def _refuse_unread_lists(file: _LanguageFile, rows: Mapping[str, Rows], english: Language) -> None:
    """Refuse a list that neither English has nor a pattern uses: its name is misspelt."""
    patterns = " ".join(row.pattern for one in rows.values() for row in one.rows)
    named = {*LIST.findall(patterns), *(value[1:-1] for value in CAPTURE.findall(patterns))}
    used = named.union(*((f"not_{name}", f"{name}_ends") for name in named), _READ_AS)
    for section in ("words", *(f"{section}.words" for section in SECTIONS)):
        table, _, below = section.partition(".")
        known = used | (english.rows[table].lists if below else english.words).keys()
        for key in file.table(table).get("words", {}) if below else file.table(table):
            if key not in known:
                near = get_close_matches(key, known, 1, cutoff=0.75)
                meant = f"did you mean {near[0]!r}?" if near else "docs/languages.md has every list"
                what = f"nothing reads the list {key!r} of [{section}], and no pattern uses it; {meant}"
                raise file.wrong(what, f"[{section}", key)


def _entries(text: str) -> list[str]:
    return [word.replace("_", " ") for word in text.split()]


def _english(file: _LanguageFile) -> dict[str, str]:
    english = file.pairs("words", "english")
    for word in english:
        if " " in word:
            raise file.wrong(f"{word!r} must be one word: others cannot be said in English", "[words", word)
    return english


def _dates(file: _LanguageFile) -> dict[str, tuple[str, ...]]:
    dates = file.lists("dates", DATES)
    for key, listed in dates.items():
        if DATES[key] and len(listed) != DATES[key]:
            raise file.wrong(f"{key} has {len(listed)} entries, not {DATES[key]}", "[dates", key)
    for way in dates.get("written", ()):
        if way not in WRITTEN:
            raise file.wrong(f"written has {way!r}; allowed are {', '.join(WRITTEN)}", "[dates", "written")
    named = [name for key in ("months", "days") for entry in dates.get(key, ()) for name in entry.split("/")]
    dates["unsure"] = [name.removesuffix("?") for name in named if name.endswith("?")]
    return {key: tuple(entry.replace("?", "") for entry in listed) for key, listed in dates.items()}


def _rows(
    file: _LanguageFile, section: str, words: Mapping[str, Sequence[str]], english: Language | None
) -> Rows:
    table, lists = file.table(section, (*SECTIONS[section], "words")), dict(words)
    for holder in ("statements", section) if section == "endings" else (section,):
        lists |= file.own_lists(holder)
    fold: Callable[[str], str] = str
    if section == "requests":
        fold = bare
        lists["any_keep"] = [*lists.get("keep", ()), *lists.get("save", ())]
        lists["signs"] = [spaced(sign) for key in ("signs", "keep", "forget") for sign in lists.get(key, ())]
        lists = {key: [*map(bare, listed)] for key, listed in lists.items()}
    rows: list[Row] = []
    for group in [group for group in table if group != "words"]:
        for written in file.entries(section, group):
            if (needed := _NEEDED.get(group, "")) not in written:
                raise file.wrong(f"{written!r} has no {needed}", f"[{section}", group, written)
            try:
                rows.append(read_row(group, fold(written), lists, given=GIVEN.get(section, ())))
            except BadPattern as problem:
                raise file.wrong(str(problem), f"[{section}", group, written) from problem
    if section == "requests":
        rows += _shared(english.rows[section].rows, lists) if english else ()
        rows.sort(key=lambda row: SECTIONS[section].index(row.group))
    return Rows(rows, lists)


def _shared(english: Sequence[Row], lists: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    """Return the patterns of English that consist of word lists, filled with those of another language."""
    for row in english:
        lists_used, rest = LIST.findall(row.pattern), CAPTURE.sub("", LIST.sub("", row.pattern))
        if lists_used and not any(map(str.isalpha, rest)) and all(map(lists.get, lists_used)):
            yield read_row(row.group, row.pattern, lists)


def _third_person(file: _LanguageFile, words: Mapping[str, Sequence[str]]) -> ThirdPerson | None:
    if "third_person" not in file.content:
        return None
    lists = WordLists(file.lists("third_person", (*_PAIRS, "same", "adverbs", "speaker")))
    speaker = file.entries("third_person", "speaker") if "speaker" in file.table("third_person") else ()
    if len(speaker) != 2:
        raise file.wrong('[third_person] needs a speaker of two words, such as "i my"', "[third_person")
    return ThirdPerson(
        **{key: file.pairs("third_person", key) for key in _PAIRS},
        same=lists["same"],
        adverbs=lists["adverbs"].union(words.get("adverbs", ())),
        speaker=(speaker[0], speaker[1]),
    )


def _replies(file: _LanguageFile, english: Language | None) -> dict[str, str]:
    replies: dict[str, str] = file.table("replies")
    for key, text in replies.items():
        if not isinstance(text, str):
            raise file.wrong(f"{key} must be a text in quotation marks", "[replies", key)
        if english is not None and key not in english.replies:
            raise file.wrong(f"no sentence is called {key!r}", "[replies", key)
        allowed = _fields(english.replies[key] if english is not None else text)
        try:
            strange = _fields(text) - allowed
        except ValueError as problem:
            raise file.wrong(f"the braces of {key} do not fit: {problem}", "[replies", key) from problem
        if strange:
            raise file.wrong(f"{key} uses {{{min(strange)}}}, which it is not given", "[replies", key)
    return replies


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}

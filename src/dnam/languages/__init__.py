"""Languages: one TOML file each, read by everything that reads or writes words.

`docs/languages.md` tells how to write one. The files here are loaded when they are first needed; `add_folder`
adds more, or replaces some. What is loaded holds for the whole process.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, ValuesView
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock

from dnam.languages import detecting
from dnam.languages.language import SLOTS, Language, ThirdPerson
from dnam.languages.loading import BadLanguage, read_language
from dnam.languages.patterns import Match, Row, Rows, spaced

__all__ = ["SLOTS", "BadLanguage", "Language", "Match", "Row", "Rows", "ThirdPerson", "add_folder", "clearly"]
__all__ += ["detect", "language", "languages", "listed", "refuse", "reply", "spaced", "spoken_or"]
__all__ += ["use_folders"]

_HERE = Path(__file__).parent
_folders: list[Path] = [_HERE]


def add_folder(folder: Path) -> None:
    """Use the language files of a folder too. Raises BadLanguage, and changes nothing then."""
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise BadLanguage(f"{folder}: there is no language file (such as sv.toml) in this folder.")
    for path in paths:
        read_language(path, english=languages()["en"])
    if folder not in _folders:
        use_folders([*_folders, folder])


def use_folders(folders: Sequence[Path]) -> list[Path]:
    """Use the language files of these folders and no others; return the folders used before."""
    before = [*_folders]
    _folders[:] = folders
    for cached in (languages, listed, _detected):
        cached.cache_clear()
    return before


@cache
def languages() -> Mapping[str, Language]:
    """Return every language by its code, English first."""
    paths = {path.stem: path for folder in _folders for path in sorted(folder.glob("*.toml"))}
    return _Languages({"en": paths["en"]} | paths)


class _Languages(Mapping[str, Language]):
    """Languages that are read when they are first asked for: all take a fifth of a second."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = paths
        self.read: dict[str, Language] = {}
        self._reading = RLock()

    def __getitem__(self, code: str) -> Language:
        if code not in self.read:
            with self._reading:  # each is one object, which threads tell apart from every other
                if code not in self.read:
                    english = None if code == "en" else self["en"]
                    self.read[code] = read_language(self._paths[code], english=english)
        return self.read[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, code: object) -> bool:
        return code in self._paths

    def values(self) -> ValuesView[Language]:
        """Return all of them; what asks of a text in which language it is does so for every message."""
        if len(self.read) < len(self._paths):
            self.read = {code: self[code] for code in self._paths}
        return self.read.values()


@cache
def listed(list_: str) -> frozenset[str]:
    """Return the words that any language has in a list."""
    return frozenset().union(*(one.words[list_] | one.search[list_] for one in languages().values()))


def language(code: str) -> Language:
    """Return a language, or English when there is none of this code."""
    known = languages()
    return known[code if code in known else "en"]


def detect(text: str) -> list[Language]:
    """Return the languages a text is likely in, best first; English alone where nothing tells.

    Empty when it is written in a script no language has. Takes time proportional to the text.
    """
    return [*_detected(text)]


@lru_cache(maxsize=8)  # a message is read for what it states, means, answers and puts right
def _detected(text: str) -> list[Language]:
    return detecting.detect(text, languages().values())


def clearly(words: Collection[str]) -> Language | None:
    """Return the language other than English that words in lower case are clearly in, or None."""
    return detecting.clearly(words, languages().values())


def spoken_or(text: str, otherwise: str) -> str:
    """Return the code of the language a text is clearly in; where its words do not tell, the other."""
    words = frozenset(detecting.words(text))
    likely = clearly(words)
    if likely is None and not words.isdisjoint(languages()["en"].stop):
        likely = languages()["en"]
    return otherwise if likely is None else likely.code


def reply(code: str, sentence: str, **parts: object) -> str:
    """Return a sentence dnam says in a language, in English where that has none."""
    text = language(code).replies.get(sentence) or languages()["en"].replies[sentence]
    return text.format(**parts)


def refuse(code: str, sentence: str, **parts: object) -> str:
    """Return why something was not done, and that nothing was changed."""
    why, unchanged = reply(code, sentence, **parts), reply(code, "unchanged")
    return f"{why}{unchanged}" if why.endswith("。") else f"{why} {unchanged}"

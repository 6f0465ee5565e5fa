"""ClankerBot's `memory/` folder where its database is missing: `MEMORY.md`, and the logs of the days.

The page has a line for each person, `- [guild:1] 42: Preference: Likes tea. | Plays chess.`, and one for each
piece of lore; a heading such as `### Ann (42)` may stand before the lines about them instead. The logs have a
line for each message: `- TIME | Ann (42) | [guild:1 channel:10 message:500] Hello`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from dnam.domain import LORE, Kind, Person
from dnam.transfer.records import (
    ChannelRecord,
    FactRecord,
    Format,
    MessageRecord,
    Options,
    Record,
    Unmapped,
    optional_id,
    person_id,
    sentence,
    time_of,
    unknown_person,
)
from dnam.transfer.run_in_thread import beginning, in_thread

PAGE = "MEMORY.md"
MEMORY_LINE = "Memory line: "
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\.md")
_LOG = b"# Daily Memory Log"
_SECTION = re.compile(r"##\s+(?P<name>People|Ongoing lore|.)", re.IGNORECASE)
_HEADING = re.compile(r"(?:###+|[-*])\s+(?P<name>[^:|]*?)(?:\s*\((?P<id>\d{1,19})\))?\s*:?\s*")
_BULLET = re.compile(r"\s*[-*]\s+(?:\[guild:(?P<guild>\d+)\]\s+)?(?P<text>[^(\s].*?)\s*")
_ABOUT = re.compile(r"(?P<name>[^:()]{1,60}?)(?:\s*\((?P<id>\d{1,19})\))?:\s+(?P<facts>\S.*)")
_LABEL = re.compile(r"\[(\w+)\]\s+|(Preference|Profile|Relationship|Project|Other|Self|Lore):\s+")
_NOTES = re.compile(r"\s+\((?:src|type|confidence)\b[^()]*\)$")
_ENTRY = re.compile(
    r"- (?P<at>\S+) \| (?P<name>.*?) \((?P<author>\d+)\) \| "
    r"\[guild:(?P<guild>\d+) channel:(?P<channel>\d+) message:(?P<id>\d+)\] (?P<text>.*)"
)


def fits(source: str) -> bool:
    """Return whether this is the page or a log, or a folder with them in it or in its folder `memory`."""
    return bool(_pages(Path(source)))


def _pages(path: Path) -> list[Path]:
    """Return the page and the logs that a path stands for."""
    folders = [path.parent] if path.name == PAGE else [path, path / "memory"]
    pages = [page for folder in folders for page in sorted(folder.glob("*.md"))]
    return [page for page in pages or [path] if _is_page(page)]


def _is_page(page: Path) -> bool:
    if page.name == PAGE:
        return page.is_file() and "## People" in page.read_text(encoding="utf-8", errors="replace")
    return bool(_DAY.fullmatch(page.name)) and beginning(str(page)).lstrip().startswith(_LOG)


def read(source: str, options: Options) -> Iterator[Record]:
    """Yield the messages of the logs, and the facts of the page."""
    for page in _pages(Path(source)):
        lines = page.read_text(encoding="utf-8", errors="replace").split("\n")
        numbered = [
            (f"{page.name}: line {number}", line) for number, line in enumerate(lines, 1) if line.strip()
        ]
        if page.name == PAGE:
            yield from _facts(numbered, options)
        else:
            yield from (_message(where, line) for where, line in numbered if " | " in line)


def _message(where: str, line: str) -> Record:
    entry = _ENTRY.fullmatch(line.rstrip())
    sent_at = time_of(entry["at"]) if entry else None
    ids = [optional_id(entry[key]) for key in ("id", "author", "guild", "channel")] if entry else []
    if entry is None or sent_at is None or None in ids:
        what = "lines of daily logs without the ids of a message, its author, server or channel"
        return Unmapped(what=what, why="nobody could erase them")
    id_, author, guild, channel = (id_ or 0 for id_ in ids)
    return MessageRecord(
        where=where,
        id=id_,
        channel=ChannelRecord(guild=guild, id=channel),
        author=Person(id=author, name=entry["name"]),
        text=entry["text"],
        sent_at=sent_at,
    )


def _facts(lines: list[tuple[str, str]], options: Options) -> Iterator[Record]:
    section, whose = "", ""
    for where, line in lines:
        if named := _SECTION.match(line):
            section, whose = named["name"].casefold(), ""
            continue
        heading, bullet = _HEADING.fullmatch(line), _BULLET.fullmatch(line)
        if section not in ("people", "ongoing lore"):
            continue
        if heading and (line.startswith("#") or heading["id"] or line.rstrip().endswith(":")):
            whose = heading["id"] or heading["name"].strip()
        elif bullet and section == "ongoing lore":
            yield _lore(where, bullet["text"], bullet["guild"] or whose)
        elif bullet:
            yield from _facts_of(where, bullet["text"], bullet["guild"], whose, options)


def _lore(where: str, text: str, guild: str) -> Record:
    text = sentence(text.removeprefix(MEMORY_LINE))
    return FactRecord(
        where=where, subject=LORE, text=text, guild=optional_id(guild), kind=Kind.LORE, confidence=0.72
    )


def _facts_of(where: str, text: str, guild: str, whose: str, options: Options) -> Iterator[Record]:
    if not whose and (about := _ABOUT.fullmatch(text)):
        whose, text = about["id"] or about["name"], about["facts"]
    person = person_id(whose, options)
    if person is None:
        yield unknown_person(where, whose)
        return
    for part in text.split(" | "):
        label = _LABEL.match(part)
        kind = Kind.parse(label[1] or label[2]) if label else Kind.FACT
        stated = sentence(_NOTES.sub("", part[label.end() :] if label else part))
        yield FactRecord(where=where, subject=person, text=stated, guild=optional_id(guild), kind=kind)


FORMAT = Format(name="ClankerBot's memory folder", fits=fits, read=in_thread(read))

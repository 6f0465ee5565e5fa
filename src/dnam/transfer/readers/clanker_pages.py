"""ClankerBot's `memory/MEMORY.md` where its database is missing: the facts about people, and the lore.

A heading or a bullet that names a person or a server stands before the bullets about them: `### Ann (123)`,
`- Ann (123):` or `- 123: Likes tea`. The daily logs carry no Discord ids: no message can be made
of them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from dnam.domain import LORE, Kind
from dnam.transfer.readers.run_in_thread import in_thread
from dnam.transfer.records import (
    Damage,
    FactRecord,
    Format,
    Options,
    Record,
    Unmapped,
    optional_id,
    person_id,
)

PAGE = "MEMORY.md"
_SECTION = re.compile(r"^##\s+(.+?)\s*$")
_BULLET = re.compile(r"^\s*[-*]\s+(.+?)\s*$")
_HEADING = re.compile(r"^(?:###+\s+|[-*]\s+)(?P<name>[^:]*?)(?:\s*\((?P<id>\d{1,19})\))?\s*:?\s*$")
_ABOUT = re.compile(r"^(?P<name>[^:()]{1,60}?)(?:\s*\((?P<id>\d{1,19})\))?:\s+(?P<text>\S.*)$")
_KIND = re.compile(r"^\[(\w+)\]\s+")
_NOTES = re.compile(r"\s+\((?:src|type|confidence)\b[^()]*\)$")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\.md")
_LORE_PREFIX = "Memory line: "


def fits(source: str) -> bool:
    """Return whether this is the page, or a folder with it in it or in its folder `memory`."""
    page = _page(source)
    return page is not None and "## People" in page.read_text(encoding="utf-8", errors="replace")


def _page(source: str) -> Path | None:
    path = Path(source)
    pages = (path,) if path.name == PAGE else (path / PAGE, path / "memory" / PAGE)
    return next((page for page in pages if page.is_file()), None)


def read(source: str, options: Options) -> Iterator[Record]:
    """Yield the facts of the page, and name the daily logs."""
    page = _page(source)
    if page is None:
        return
    section, whose = "", ""
    for number, line in enumerate(page.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
        if named := _SECTION.match(line):
            section, whose = named[1].casefold(), ""
        elif section in ("people", "ongoing lore") and line.strip():
            heading = _HEADING.match(line)
            if heading and (line.startswith("#") or heading["id"] or line.rstrip().endswith(":")):
                whose = heading["id"] or heading["name"].strip()
            elif bullet := _BULLET.match(line):
                where = f"{page.name}: line {number}"
                yield _fact(where, bullet[1], whose, lore=section != "people", options=options)
    for log in sorted(each for each in page.parent.glob("*.md") if _DAY.fullmatch(each.name)):
        yield Unmapped(what=f"the daily log {log.name}", why="it has no ids of messages, people or channels")


def _fact(where: str, bullet: str, whose: str, *, lore: bool, options: Options) -> Record:
    text = _NOTES.sub("", bullet)
    if not lore and not whose and (about := _ABOUT.match(text)):
        whose, text = about["id"] or about["name"], about["text"]
    kind = named[1] if (named := _KIND.match(text)) else "fact"
    text = _KIND.sub("", text)
    if lore:
        text = text.removeprefix(_LORE_PREFIX).removesuffix(".")
        return FactRecord(
            where=where, subject=LORE, text=text, guild=optional_id(whose), kind=Kind.LORE, confidence=0.72
        )
    person = person_id(whose, options)
    if person is None:
        named_so = f'"{whose[:50]}" is not a Discord id: add --person "{whose[:50]}=ID"' if whose else ""
        return Damage(where=where, says=named_so or "it does not say whom it is about")
    return FactRecord(where=where, subject=person, text=text, kind=Kind.parse(kind))


FORMAT = Format(name="ClankerBot's memory/MEMORY.md", fits=fits, read=in_thread(read))

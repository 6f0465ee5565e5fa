"""DiscordChatExporter's JSON: the messages of a channel, read as a stream, however large the file is.

A folder of such files, and of folders of them, is read file by file. Threads have their channel as
`categoryId`; everything that has text, attachments or stickers is a message, what Discord itself announces
is not.
"""

import codecs
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import ijson

from dnam.domain import Person
from dnam.rules.quoting import FORWARDED, link_preview
from dnam.transfer.records import (
    ChannelRecord,
    Damage,
    Format,
    MessageRecord,
    Options,
    Record,
    Unmapped,
    optional_id,
    time_of,
)
from dnam.transfer.run_in_thread import beginning, in_thread

_BEGINS = re.compile(rb'^(?:\xef\xbb\xbf)?\s*\{\s*"guild"\s*:\s*\{')
_SPOKEN = frozenset({"Default", "Reply", "0", "19", "20", "23", "ChatInputCommand", "ContextMenuCommand"})
"""The types of messages that somebody wrote."""


def fits(source: str) -> bool:
    """Return whether a file begins as an export, or a folder has such files."""
    return any(map(_is_export, _files(Path(source))))


def _files(path: Path) -> Sequence[Path]:
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def _is_export(file: Path) -> bool:
    return bool(_BEGINS.match(beginning(str(file))))


def read(source: str, options: Options) -> Iterator[Record]:
    del options
    path = Path(source)
    for file in _files(path):
        name = str(file.relative_to(path)) if path.is_dir() else file.name
        if _is_export(file):
            yield from _file(file, name)
        elif not os.access(file, os.R_OK):
            yield Damage(where=name, says="it cannot be read: Permission denied")
        else:
            yield Unmapped(what=f"the file {name}", why="it is not a chat export")


class _Utf8:
    """A file as a JSON parser wants it: without a byte order mark, and what is not UTF-8 replaced."""

    def __init__(self, opened: IO[bytes]) -> None:
        self._opened = opened
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self.replaced = 0

    def read(self, size: int = -1) -> bytes:
        data = self._opened.read(size)
        text = self._decoder.decode(data, final=not data)
        self.replaced += text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
        return text.encode() or (self.read(size) if data else b"")


def _file(file: Path, name: str) -> Iterator[Record]:
    nth = 0
    try:
        channel = _channel(file)
        if channel is None:
            yield Damage(where=name, says="it does not say of which channel it is: not read")
            return
        with file.open("rb") as opened:
            given = _Utf8(opened)
            for nth, message in enumerate(ijson.items(given, "messages.item", use_float=True), 1):
                yield _record(f"{name}: message {nth}", message, channel)
            if given.replaced > 0:
                yield Damage(where=name, says=f"{given.replaced:,} characters were no UTF-8: shown as \ufffd")
    except OSError as error:
        yield Damage(where=name, says=f"it cannot be read: {error.strerror}")
    except ijson.JSONError:
        says = "the file is damaged or cut off here, and was read up to it"
        yield Damage(where=f"{name}: message {nth + 1}", says=says)


def _channel(file: Path) -> ChannelRecord | None:
    """Return the channel an export is of, which is told before the messages."""
    head: dict[str, Any] = {}
    with file.open("rb") as opened:
        for prefix, event, value in ijson.parse(_Utf8(opened)):
            if prefix == "messages":
                break
            if event in ("string", "number"):
                head[prefix] = value
    id_ = optional_id(head.get("channel.id"))
    guild = optional_id(head.get("guild.id")) or 0
    kind = str(head.get("channel.type", ""))
    if id_ is None:
        return None
    direct = kind.startswith("Direct")
    return ChannelRecord(
        guild=0 if direct else guild,
        id=id_,
        name=str(head.get("channel.name", "")),
        guild_name=str(head.get("guild.name", "")),
        parent=optional_id(head.get("channel.categoryId")) if "Thread" in kind else None,
        invite_only="PrivateThread" in kind,
    )


def _record(where: str, message: Any, channel: ChannelRecord) -> Record:
    if not isinstance(message, dict):
        return Damage(where=where, says="it is no message")
    if str(message.get("type", "Default")) not in _SPOKEN:
        return Unmapped(what="announcements of Discord", why="nobody said them")
    if channel.guild == 0:
        return Unmapped(
            what="direct messages", why="an export of somebody's own account is not the assistant's"
        )
    id_, sent_at = optional_id(message.get("id")), time_of(message.get("timestamp"))
    author = _person(message.get("author"))
    if id_ is None or sent_at is None or author is None:
        return Damage(where=where, says="it lacks an id, a time or an author")
    mentions = tuple(person for each in _list(message, "mentions") if (person := _person(each)) is not None)
    text = _text(message, mentions)
    if not text:
        return Unmapped(what="messages without words", why="there is nothing to remember")
    return MessageRecord(
        where=where,
        id=id_,
        channel=channel,
        author=author,
        text=text,
        sent_at=sent_at,
        edited_at=time_of(message.get("timestampEdited")),
        reply_to=_replied_to(message.get("reference")),
        mentions=mentions,
    )


def _replied_to(reference: Any) -> int | None:
    """Return the message that one answers; a forwarded one has a reference too."""
    is_reply = isinstance(reference, dict) and reference.get("type", "Default") == "Default"
    return optional_id(reference.get("messageId")) if is_reply else None


def _text(message: Mapping[str, Any], mentions: Sequence[Person]) -> str:
    """Return what a message says, as the bot would have stored it."""
    content = message.get("content")
    spoken = content.strip() if isinstance(content, str) else ""
    named = [person for person in mentions if person.name]
    for person in sorted(named, key=lambda person: -len(person.name)):  # @Ann Lee before @Ann
        spoken = re.sub(rf"@{re.escape(person.name)}(?!\w)", f"<@{person.id}>", spoken)
    lines = [spoken]
    lines += [
        f"[attachment: {name}]" for each in _list(message, "attachments") if (name := each.get("fileName"))
    ]
    lines += [f"[sticker: {name}]" for each in _list(message, "stickers") if (name := each.get("name"))]
    lines += [
        link_preview(*(str(each.get(part) or "") for part in ("title", "description")))
        for each in _list(message, "embeds")
    ]
    lines += [FORWARDED] if isinstance(message.get("forwardedMessage"), dict) else []
    return "\n".join(line for line in lines if line)


def _list(message: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    value = message.get(key)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _person(value: Any) -> Person | None:
    id_ = optional_id(value.get("id")) if isinstance(value, dict) else None
    if id_ is None:
        return None
    name = str(value.get("nickname") or value.get("name") or "")
    return Person(id=id_, name=name, bot=value.get("isBot") is True)


FORMAT = Format(name="DiscordChatExporter's JSON", fits=fits, read=in_thread(read))

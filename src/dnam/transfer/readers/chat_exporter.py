"""DiscordChatExporter's JSON: the messages of a channel, read as a stream, however large the file is.

A folder of such files is read file by file. Threads have their channel as `categoryId`; everything that has
text, attachments or stickers is a message, what Discord itself announces is not.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ijson

from dnam.domain import Person
from dnam.transfer.readers.run_in_thread import beginning, in_thread
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

_BEGINS = re.compile(rb'^\s*\{\s*"guild"\s*:\s*\{')
_SPOKEN = frozenset({"Default", "Reply", "0", "19", "20", "ChatInputCommand"})
"""The types of messages that somebody wrote."""


def fits(source: str) -> bool:
    """Return whether a file begins as an export, or a folder has such files."""
    if Path(source).is_dir():
        return any(_BEGINS.match(beginning(str(file))) for file in sorted(Path(source).glob("*.json"))[:20])
    return bool(_BEGINS.match(beginning(source).removeprefix(b"\xef\xbb\xbf")))


def read(source: str, options: Options) -> Iterator[Record]:
    """Yield the messages of an export, or of each export in a folder."""
    del options
    path = Path(source)
    for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
        if path.is_dir() and not _BEGINS.match(beginning(str(file)).removeprefix(b"\xef\xbb\xbf")):
            yield Unmapped(what=f"the file {file.name}", why="it is not a chat export")
            continue
        yield from _file(file)


def _file(file: Path) -> Iterator[Record]:
    try:
        channel = _channel(file)
        if channel is None:
            yield Damage(where=file.name, says="it does not say of which channel it is: not read")
            return
        with file.open("rb") as opened:
            for nth, message in enumerate(ijson.items(opened, "messages.item", use_float=True), 1):
                yield _record(f"{file.name}: message {nth}", message, channel)
    except (ijson.JSONError, OSError) as error:
        yield Damage(where=file.name, says=f"it is damaged or cut off, and was read up to there ({error})")


def _channel(file: Path) -> ChannelRecord | None:
    """Return the channel an export is of, which is told before the messages."""
    head: dict[str, Any] = {}
    with file.open("rb") as opened:
        for prefix, event, value in ijson.parse(opened):
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
    id_, sent_at = optional_id(message.get("id")), time_of(message.get("timestamp"))
    author = _person(message.get("author"))
    if id_ is None or sent_at is None or author is None:
        return Damage(where=where, says="it lacks an id, a time or an author")
    text = _text(message)
    if not text:
        return Unmapped(what="messages without words", why="there is nothing to remember")
    if channel.guild == 0 and channel.partner is None:
        return Unmapped(
            what="direct messages", why="an export of somebody's own account is not the assistant's"
        )
    reference = message.get("reference")
    return MessageRecord(
        where=where,
        id=id_,
        channel=channel,
        author=author,
        text=text,
        sent_at=sent_at,
        edited_at=time_of(message.get("timestampEdited")),
        reply_to=optional_id(reference.get("messageId")) if isinstance(reference, dict) else None,
        mentions=tuple(p for each in _list(message, "mentions") if (p := _person(each)) is not None),
    )


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    lines = [content.strip() if isinstance(content, str) else ""]
    lines += [
        f"[attachment: {each['fileName']}]" for each in _list(message, "attachments") if each.get("fileName")
    ]
    lines += [f"[sticker: {each['name']}]" for each in _list(message, "stickers") if each.get("name")]
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

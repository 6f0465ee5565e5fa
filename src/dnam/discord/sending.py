"""How the bot sends text: long answers split into several messages, replies, notices, and nobody pinged.

A piece is never longer than Discord allows, never empty, and never ends inside a code block: a block that
does not fit into one message is closed at the end of a piece and opened again, in its language, in the next.
While a model writes, one message grows by edits, at a bounded rate, until the answer is whole. What is shown
meanwhile is no memory: only the whole answer is stored, and only if what it was made from still holds then.
"""

import asyncio
import io
import re
import zipfile
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

import discord

from dnam.commands import Answer
from dnam.errors import describe
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.rules.command_text import LIMIT

NO_PINGS = discord.AllowedMentions.none()
"""Nothing the bot sends pings anybody."""

_FENCE = "```"
"""Opens or closes a code block wherever it stands, also in the middle of a line."""
_LANGUAGE = re.compile(r"[\w+#.-]{1,20}\n", re.ASCII)
_BREAKS = ("\n\n", "\n", ". ", "! ", "? ", "。", "; ", ", ", " ")
"""Where to cut, best first."""
_MIN_FRACTION = 4
"""A break counts only past 1/4 of the available room, so that no piece has just a few words."""


ATTEMPTS = 4
"""How often a message is sent that the server was too busy to take."""
FIRST_PAUSE = 0.5
"""Seconds before the second attempt; each further pause is twice as long."""
EXTRAS = ("view", "files", "attachments", "reference", "mention_author", "suppress_embeds", "nonce")
"""What a message can do without: a server may refuse it, and the words are sent all the same."""
_HIDDEN_LINK = re.compile(r"\](?=\()")
LARGEST_FILES = 8_000_000
"""Bytes that one message may carry; Discord allows a little more."""


def attached(answer: Answer) -> list[discord.File]:
    """Return the files of an answer as attachments, packed when they are large."""
    if sum(len(file.data) for file in answer.files) <= LARGEST_FILES:
        return [discord.File(io.BytesIO(file.data), file.name) for file in answer.files]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in answer.files:
            archive.writestr(file.name, file.data)
    packed.seek(0)
    return [discord.File(packed, "memory.zip")]


async def deliver(send: Callable[..., Awaitable[Any]], text: str, **options: Any) -> Any:
    """Send a text, and pings nobody: without what the server refuses, and again when it is too busy.

    Raises discord.HTTPException when not even the bare text is taken.
    """
    text = plain_links(text)[: max(len(text), LIMIT)]
    for attempt in range(ATTEMPTS):
        try:
            return await send(text, allowed_mentions=NO_PINGS, **options)
        except discord.HTTPException as problem:
            extras = {name: value for name, value in options.items() if name in EXTRAS}
            last = attempt == ATTEMPTS - 1
            if last or not (problem.status >= 500 or (problem.status == 400 and extras)):
                raise
            log.warning("sending again", action="discord_request", error=describe(problem))
            if problem.status >= 500:
                await asyncio.sleep(FIRST_PAUSE * 2**attempt)
            else:
                options = {name: value for name, value in options.items() if name not in extras}
    raise AssertionError  # the last attempt returns or raises


def plain_links(text: str) -> str:
    """Return a text in which every link shows where it leads: no words stand in front of it.

    What people told is repeated in the bot's name, and must not lead anybody astray.
    """
    return _HIDDEN_LINK.sub("] ", text)


async def reply_to(message: discord.Message, text: str, **options: Any) -> discord.Message:
    """Reply to a message; send to its channel without a reference when the bot may not read its history."""
    me = message.guild.me if message.guild is not None else None
    permissions = message.channel.permissions_for(me) if me is not None else None
    if permissions is None or permissions.read_message_history:
        options["reference"] = message.to_reference(fail_if_not_exists=False)
        options["mention_author"] = False
    sent: discord.Message = await deliver(message.channel.send, text, **options)
    return sent


def small(text: str) -> str:
    return "\n".join(f"-# {line}" for line in text.splitlines() if line.strip())


def with_notice(text: str, notice: str) -> list[str]:
    """Return an answer and its privacy notice as one message, or as two when one would be too long."""
    if not notice:
        return [text]
    both = f"{text}\n{small(notice)}"
    return [both] if len(both) <= LIMIT else [text, small(notice)]


def notice_not_delivered(memory: Memory, person: int) -> None:
    """Make sure that somebody gets the privacy notice with their next answer."""
    memory.lanes.submit("notice", f"notice not delivered {person}", lambda: memory.consent.not_told(person))


def split(text: str, limit: int = LIMIT) -> list[str]:
    pieces: list[str] = []
    current = ""
    for part, is_code in _parts(text.strip()):
        if len((current + part).strip()) <= limit:
            current += part
            continue
        rest, room = part, limit - len(current.lstrip())
        if not is_code and current.strip() and room >= limit // _MIN_FRACTION:
            at = _break_position(part, room)
            current, rest = current + part[:at], part[at:]
        pieces.append(current)
        *full, current = _split_code(rest, limit) if is_code else _split_prose(rest.lstrip("\n "), limit)
        pieces += full
    return [piece.strip() for piece in (*pieces, current) if piece.strip()]


def _parts(text: str) -> list[tuple[str, bool]]:
    """Return prose and code blocks (True) in turn; a block that is never closed is closed here."""
    parts = text.split(_FENCE)
    if len(parts) % 2 == 0:
        parts[-1] += "\n" if "\n" in parts[-1] and not parts[-1].endswith("\n") else ""
    marked = [(f"{_FENCE}{part}{_FENCE}" if n % 2 else part, bool(n % 2)) for n, part in enumerate(parts)]
    return [(part, is_code) for part, is_code in marked if part]


def _split_prose(text: str, limit: int) -> list[str]:
    pieces = []
    while len(text) > limit:
        at = _break_position(text, limit)
        pieces.append(text[:at].rstrip())
        text = text[at:].lstrip("\n ")
    return [*pieces, text]


def _break_position(text: str, limit: int) -> int:
    """Return where to cut: after the last paragraph, line, sentence or word that fits; else at the limit."""
    for break_ in _BREAKS:
        at = text.rfind(break_, limit // _MIN_FRACTION, limit - len(break_) + 1)
        if at > 0:
            return at + len(break_)
    return limit


def _split_code(block: str, limit: int) -> list[str]:
    """Split a code block at its lines when it is longer than a message; each part is a block of its own."""
    if len(block) <= limit:
        return [block]
    inner = block.removeprefix(_FENCE).removesuffix(_FENCE)
    language = _LANGUAGE.match(inner)
    head = f"{_FENCE}{language[0]}" if language else f"{_FENCE}\n"
    body = inner[language.end() :] if language else inner.removeprefix("\n")
    room = limit - len(head) - len(_FENCE) - 1
    groups: list[list[str]] = [[]]
    length = 0
    lines = body.rstrip("\n").split("\n")
    for line in (long[i : i + room] for long in lines for i in range(0, max(len(long), 1), room)):
        if groups[-1] and length + len(line) > room:
            groups.append([])
            length = 0
        groups[-1].append(line)
        length += len(line) + 1
    bodies = ["\n".join(group) for group in groups]
    return [f"{head}{body}\n{_FENCE}" for body in bodies if body.strip()] or [""]


UNFINISHED = " …"
"""Stands behind an answer that is still being written."""


class AnswerStream:
    """Shows the answer to one message while it is written; `every` so many seconds at most.

    The id of the message that grows is added to `own_edits`, before the first edit of it can be heard of.
    """

    def __init__(self, message: discord.Message, every: float, own_edits: MutableMapping[int, bool]) -> None:
        self._message = message
        self._own_edits = own_edits
        self._every = every
        self._text = ""
        self._more = asyncio.Event()
        self._sending = asyncio.Lock()
        self._sent: discord.Message | None = None
        self._showing = asyncio.create_task(self._show_growth(), name="show_answer")

    def show(self, text: str) -> None:
        """Show the answer as far as it is written; soon, and not every time."""
        self._text = text
        self._more.set()

    async def finish(self, text: str) -> discord.Message:
        """Make the message say the whole answer, or send it when nothing was shown. Raises HTTPException."""
        await self.stop()
        if self._sent is not None:
            with suppress(discord.NotFound):  # somebody deleted it meanwhile
                return await self._edit(self._sent, text)
        return await reply_to(self._message, text)

    async def stop(self) -> None:
        """Show no more; what is being sent is sent first, so that its message is known."""
        async with self._sending:
            self._showing.cancel()

    async def _show_growth(self) -> None:
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                async with self._sending:
                    await self._show_once()
                await asyncio.sleep(self._every)
        except discord.HTTPException as problem:  # the whole answer is sent all the same
            log.info("could not show an unfinished answer", action="discord_answer", error=describe(problem))

    async def _show_once(self) -> None:
        beginning = next(iter(split(plain_links(self._text))), "")
        if not beginning:
            return
        text = f"{beginning[: LIMIT - len(UNFINISHED)]}{UNFINISHED}"
        if self._sent is None:
            self._sent = await reply_to(self._message, text)
            self._own_edits[self._sent.id] = True
        else:
            self._sent = await self._edit(self._sent, text)

    async def _edit(self, sent: discord.Message, text: str) -> discord.Message:
        async def edit(content: str, **options: Any) -> discord.Message:
            return await sent.edit(content=content, **options)

        edited: discord.Message = await deliver(edit, text)
        return edited

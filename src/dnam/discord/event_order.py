"""What is said, edited and deleted, told to memory in the order in which it happened.

Events of one message may come within a moment, while the message itself is still being stored: what happened
to it meanwhile is done once it is stored.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from dnam.memory import Memory
from dnam.model import Message, Person, Place


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageEdit:
    """What a message says by now, since when, where it stands, and whom it mentions."""

    text: str
    at: datetime
    place: Place
    mentions: Sequence[Person]


class EventOrder:
    """Hands messages and what becomes of them to memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._meanwhile: dict[int, MessageEdit | None] = {}
        """Messages that are just being heard: their last edit, or that they were deleted."""
        self._listening: set[int] = set()
        self._reading = 0
        self._keeping: dict[asyncio.Task[bool], Message] = {}

    @contextmanager
    def listening(self, message: int) -> Iterator[None]:
        """Say that a message has come and is not stored yet."""
        self._listening.add(message)
        try:
            yield
        finally:
            self._listening.discard(message)
            if not self._reading:
                self._meanwhile.pop(message, None)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Say that messages are read which may be edited or deleted before they are stored."""
        self._reading += 1
        try:
            yield
        finally:
            self._reading -= 1
            for message in self._meanwhile.keys() - self._listening if not self._reading else ():
                del self._meanwhile[message]

    def start(self, heard: Message) -> "asyncio.Task[bool]":
        """Begin to keep a message; nobody has to wait for it."""
        task = asyncio.create_task(self.keep(heard), name=f"keep {heard.id}")
        self._keeping[task] = heard
        task.add_done_callback(self._keeping.pop)
        return task

    async def earlier(self, heard: Message, seconds: float) -> None:
        """Wait a little until what was said just before a message in its channel is kept."""
        before = {
            task
            for task, other in self._keeping.items()
            if other.place.channel == heard.place.channel and other.id < heard.id
        }
        if before:
            await asyncio.wait(before, timeout=seconds)

    async def keep(self, heard: Message) -> bool:
        """Keep a message as it is by now; False when it could not be kept, or is gone already."""
        guild, id_ = heard.place.guild, heard.id
        if id_ in self._meanwhile and self._meanwhile[id_] is None:
            return False
        kept = await self._memory.on_message(heard)
        if id_ in self._meanwhile:
            edit = self._meanwhile[id_]
            if edit is None:
                await self._memory.on_delete(guild, [id_])
                return False
            await self._follow(id_, edit)
        return kept

    async def edit(self, message: int, edit: MessageEdit) -> None:
        """Follow an edit, where the message stands now."""
        awaited = self._reading or message in self._listening
        if awaited and self._meanwhile.get(message, edit) is not None:
            self._meanwhile[message] = edit
        await self._follow(message, edit)

    async def _follow(self, message: int, edit: MessageEdit) -> None:
        await self._memory.on_edit(
            edit.place.guild, message, edit.text, edit.at, place=edit.place, mentions=edit.mentions
        )

    async def delete(self, guild: int, messages: Sequence[int]) -> None:
        """Follow the deletion of messages."""
        awaited = messages if self._reading else self._listening.intersection(messages)
        self._meanwhile.update(dict.fromkeys(awaited))
        await self._memory.on_delete(guild, messages)

"""Messages, edits and deletions reach memory in the order in which they happened, and none is cut off.

Events of one message may arrive within a moment, while the message itself is still being stored: an edit or
deletion that arrives meanwhile is applied again once it is stored. Work in flight is finished before the bot
stops.
"""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dnam.domain import Message, Person, Place
from dnam.memory import Memory


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageEdit:
    text: str
    at: datetime
    place: Place
    mentions: Sequence[Person]


class EventOrder:
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._pending: dict[int, MessageEdit | None] = {}
        """The last edit (None: the deletion) of messages that are not stored yet."""
        self._arriving: set[int] = set()
        self._catching_up = 0
        self._storing: dict[asyncio.Task[bool], Message] = {}

    @property
    def waiting(self) -> set[int]:
        """The messages with an edit or deletion that waits until they are stored."""
        return {*self._pending}

    @contextmanager
    def arriving(self, message: int) -> Iterator[None]:
        """Remember edits and deletions of this message until the block ends."""
        self._arriving.add(message)
        try:
            yield
        finally:
            self._arriving.discard(message)
            if not self._catching_up:
                self._pending.pop(message, None)

    @contextmanager
    def catching_up(self) -> Iterator[None]:
        """Remember edits and deletions of all messages until the block ends."""
        self._catching_up += 1
        try:
            yield
        finally:
            self._catching_up -= 1
            for message in self._pending.keys() - self._arriving if not self._catching_up else ():
                del self._pending[message]

    def start_storing(self, message: Message) -> "asyncio.Task[bool]":
        """Store a message in a task of its own; see `store`."""
        task = asyncio.create_task(self.store(message), name=f"store {message.id}")
        self._storing[task] = message
        task.add_done_callback(self._storing.pop)
        return task

    async def wait_for_earlier(self, message: Message, seconds: float) -> None:
        """Wait, not too long, until the messages just before this one in its channel are stored."""
        earlier = {
            task
            for task, other in self._storing.items()
            if other.place.channel == message.place.channel and other.id < message.id
        }
        if earlier:
            await asyncio.wait(earlier, timeout=seconds)

    async def store(self, message: Message) -> bool:
        """Store a message as it is by now; return False when that failed or it is deleted already."""
        id_ = message.id
        if id_ in self._pending and self._pending[id_] is None:
            return False
        stored = await self._memory.on_message(message)
        if id_ in self._pending:
            edit = self._pending[id_]
            if edit is None:
                await self._memory.on_delete(message.place.guild, [id_])
                return False
            await self._apply(id_, edit)
        return stored

    async def edit(self, message: int, edit: MessageEdit) -> None:
        """Apply an edit now, and again after storing when the message is still on its way."""
        not_stored_yet = self._catching_up or message in self._arriving
        if not_stored_yet and self._pending.get(message, edit) is not None:
            self._pending[message] = edit
        await self._apply(message, edit)

    async def _apply(self, message: int, edit: MessageEdit) -> None:
        await self._memory.on_edit(
            edit.place.guild, message, edit.text, edit.at, place=edit.place, mentions=edit.mentions
        )

    async def delete(self, guild: int, messages: Sequence[int]) -> None:
        """Apply deletions now, and again after storing where a message is still on its way."""
        not_stored_yet = messages if self._catching_up else self._arriving.intersection(messages)
        self._pending.update(dict.fromkeys(not_stored_yet))
        await self._memory.on_delete(guild, messages)


class InFlight:
    """Answers, commands and button presses being worked on; they are finished before the bot stops."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @contextmanager
    def tracked(self) -> Iterator[None]:
        """Count the current task as in flight until the block ends."""
        task = asyncio.current_task()
        if task is None or task in self._tasks:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def drain(self, seconds: float) -> None:
        """Wait at most this long until everything else in flight is finished."""
        others = self._tasks - {asyncio.current_task()}
        if others:
            await asyncio.wait(others, timeout=seconds)

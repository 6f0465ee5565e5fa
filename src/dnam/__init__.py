"""dnam: memory for assistants that live on Discord.

    async with dnam.Memory.open() as memory:
        await memory.on_message(message)
        context = await memory.context_for(question)
        await memory.on_reply(reply, context)

The rooms, from the ground up; a group imports only groups above it:

    model, audience, errors, settings   the words: values, the one rule of who may see what, every setting
    rules/                              pure functions: words, merge, rank, find, quote, pack, answer
    ports                               what is needed of the outside: Store, Embedder, Clock
    stores/  models/                    behind the ports: SQLite, PostgreSQL, embedders
    lanes, ingest, recall, commands/,
    projections/                        the paths: messages in, prompts out, commands, readable files
    memory                              Memory: the library's face, where the order of steps is written
    discord/  app                       the Discord bot and the cog; the bot as a process
    chat/  cli/  doctor  logs           the doors: a terminal chat, the command line, and what they need
    transfer/  evaluation/  testing/    other formats in and out, measurements, and what tests of stores need

Importing this package loads none of them: each name below loads its room when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dnam.commands import Answer, Command
    from dnam.errors import (
        BadInput,
        DnamError,
        ModelError,
        SettingsError,
        StoreBusy,
        StoreDamaged,
        StoreError,
        StoreTooNew,
    )
    from dnam.memory import Memory
    from dnam.model import (
        Context,
        Fact,
        Kind,
        Layer,
        Message,
        Person,
        Place,
        Question,
        SearchResult,
        Section,
        Visibility,
    )
    from dnam.settings import Settings, load_settings

_ROOMS = {
    "commands": ("Answer", "Command"),
    "errors": (
        "BadInput",
        "DnamError",
        "ModelError",
        "SettingsError",
        "StoreBusy",
        "StoreDamaged",
        "StoreError",
        "StoreTooNew",
    ),
    "memory": ("Memory",),
    "model": (
        "Context",
        "Fact",
        "SearchResult",
        "Kind",
        "Layer",
        "Message",
        "Person",
        "Place",
        "Question",
        "Section",
        "Visibility",
    ),
    "settings": ("Settings", "load_settings"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Answer",
    "BadInput",
    "Command",
    "Context",
    "DnamError",
    "Fact",
    "Kind",
    "Layer",
    "Memory",
    "Message",
    "ModelError",
    "Person",
    "Place",
    "Question",
    "SearchResult",
    "Section",
    "Settings",
    "SettingsError",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreTooNew",
    "Visibility",
    "load_settings",
]


if not TYPE_CHECKING:  # else type checkers would believe in every name

    def __getattr__(name: str) -> object:
        """Load the room of a public name when the name is first used."""
        if name not in _ROOM_OF:
            raise AttributeError(f"module 'dnam' has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f"dnam.{_ROOM_OF[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

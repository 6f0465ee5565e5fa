"""dnam: memory for assistants that live on Discord.

    async with dnam.Memory.open() as memory:
        await memory.on_message(message)
        context = await memory.context_for(question)
        await memory.on_reply(reply, context)

Importing this package loads none of its modules: each name below loads its own on first use.
`docs/architecture.md` says what is in which.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dnam.commands import Answer, Command, File
    from dnam.domain import (
        DM_GUILD,
        LORE,
        NOBODY,
        Context,
        Day,
        Ending,
        Fact,
        Kind,
        Layer,
        Message,
        Person,
        Place,
        Profile,
        Question,
        Receipt,
        Recollection,
        Scope,
        SearchResult,
        Section,
        Source,
        SourceType,
        Status,
        Task,
        Usage,
        Visibility,
    )
    from dnam.errors import (
        BadInput,
        DnamError,
        ModelError,
        SettingsError,
        Silence,
        StoreBusy,
        StoreDamaged,
        StoreError,
        StoreTooNew,
    )
    from dnam.memory import Memory
    from dnam.ports import ChatModel, Clock, Embedder, Prompt, Store, StreamingModel, Tool
    from dnam.reply import Reply
    from dnam.rules.fact_merge import Change, Outcome
    from dnam.settings import Settings, load_settings

_NAMES_OF_MODULE = {
    "commands": "Answer Command File",
    "errors": "BadInput DnamError ModelError SettingsError Silence StoreBusy StoreDamaged StoreError "
    "StoreTooNew",
    "memory": "Memory",
    "domain": "DM_GUILD LORE NOBODY Context Day Ending Fact Kind Layer Message Person Place Profile Question "
    "Receipt Recollection Scope SearchResult Section Source SourceType Status Task Usage Visibility",
    "ports": "ChatModel Clock Embedder Prompt Store StreamingModel Tool",
    "reply": "Reply",
    "rules.fact_merge": "Change Outcome",
    "settings": "Settings load_settings",
}
_MODULE_OF = {name: module for module, names in _NAMES_OF_MODULE.items() for name in names.split()}

__all__ = [
    "DM_GUILD",
    "LORE",
    "NOBODY",
    "Answer",
    "BadInput",
    "Change",
    "ChatModel",
    "Clock",
    "Command",
    "Context",
    "Day",
    "DnamError",
    "Embedder",
    "Ending",
    "Fact",
    "File",
    "Kind",
    "Layer",
    "Memory",
    "Message",
    "ModelError",
    "Outcome",
    "Person",
    "Place",
    "Profile",
    "Prompt",
    "Question",
    "Receipt",
    "Recollection",
    "Reply",
    "Scope",
    "SearchResult",
    "Section",
    "Settings",
    "SettingsError",
    "Silence",
    "Source",
    "SourceType",
    "Status",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "StoreTooNew",
    "StreamingModel",
    "Task",
    "Tool",
    "Usage",
    "Visibility",
    "load_settings",
]


if not TYPE_CHECKING:  # otherwise type checkers would accept any name

    def __getattr__(name: str) -> object:
        """Load the module of a public name on first use."""
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'dnam' has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(f"dnam.{_MODULE_OF[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

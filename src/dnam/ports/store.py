"""Everything that is needed of a store."""

from pathlib import Path
from typing import Protocol

from dnam.ports.days import DayStore
from dnam.ports.facts import FactStore
from dnam.ports.layers import LayerStore
from dnam.ports.messages import MessageStore
from dnam.ports.privacy import PrivacyStore
from dnam.ports.small import ActionStore, NameStore, NoteStore


class Store(
    MessageStore, FactStore, NameStore, NoteStore, ActionStore, LayerStore, DayStore, PrivacyStore, Protocol
):
    """Everything dnam remembers."""

    @property
    def location(self) -> str:
        """Where it is, without secrets."""

    async def check(self) -> list[str]:
        """Give one sentence per problem found in the stored data; empty when all is well."""

    async def counts(self) -> dict[str, int]:
        """Count the rows of each table."""

    async def backup(self, target: Path) -> None:
        """Copy the whole store to a new file while it is in use."""

    async def close(self) -> None:
        """Finish what was accepted and let go; safe to call twice."""

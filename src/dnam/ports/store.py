"""The whole store port."""

from pathlib import Path
from typing import Protocol

from dnam.ports.copying import CopyStore
from dnam.ports.days import DayStore
from dnam.ports.facts import FactStore
from dnam.ports.listings import ListingStore
from dnam.ports.messages import MessageStore
from dnam.ports.names_and_notes import ActionStore, NameStore, NoteStore
from dnam.ports.privacy import PrivacyStore
from dnam.ports.processes import ProcessStore
from dnam.ports.summaries import LayerStore


class Store(
    MessageStore,
    FactStore,
    NameStore,
    NoteStore,
    ActionStore,
    LayerStore,
    DayStore,
    PrivacyStore,
    ProcessStore,
    CopyStore,
    ListingStore,
    Protocol,
):
    """Everything dnam remembers."""

    @property
    def location(self) -> str:
        """The path or address, without secrets."""

    async def check(self) -> list[str]:
        """Return one sentence per problem found in the stored data; changes nothing."""

    async def counts(self) -> dict[str, int]:
        """Return the number of rows by table."""

    async def backup(self, target: Path) -> None:
        """Copy the whole store to a new file while it is in use. Raises StoreError if it exists."""

    async def close(self) -> None:
        """Finish accepted writes, then close; safe to call twice."""

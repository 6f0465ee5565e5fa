"""The settings of each guild: the operator's, with what its managers chose, kept in the store.

They are read whenever they are needed, so a choice holds at once, in every process that shares the store.
"""

import asyncio
import json
from typing import Any

from cachetools import LRUCache

from dnam.errors import StoreError
from dnam.languages import spoken_or
from dnam.ports import Store
from dnam.rules.fact_notes import GUILD_SETTINGS
from dnam.rules.guild_choices import in_force
from dnam.settings import Settings

LEAST_TELLING = 3
"""Words that tell a language from the one spoken before."""


class GuildSettings:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._last_known: dict[int, Settings] = {}
        self._spoken: LRUCache[int, str] = LRUCache(10_000)
        """The language each person spoke last, or has set in Discord."""

    async def of(self, guild: int) -> Settings:
        """Return the settings in force in a guild; those last known when the store is late or fails."""
        if not guild or not self._settings.guild_settings:
            return self._settings
        try:
            async with asyncio.timeout(self._settings.read_deadline_seconds):
                settings = in_force(self._settings, await self.chosen(guild))
        except (StoreError, TimeoutError):
            return self._last_known.get(guild, self._settings)
        self._last_known[guild] = settings
        return settings

    async def spoken(self, guild: int, text: str, person: int = 0) -> str:
        """Return the language of a text; where its words do not tell, that of the person, else of the guild.

        Somebody who has spoken before is not taken at one or two words: "show all" is no English.
        """
        before = self._spoken.get(person, "")
        likely = "" if before and len(text.split()) < LEAST_TELLING else spoken_or(text, "")
        self.heard(person, likely)
        return likely or before or (await self.of(guild)).language

    def heard(self, person: int, language: str) -> None:
        """Note which language somebody speaks, for what does not tell."""
        if person and language:
            self._spoken[person] = language

    async def all(self) -> dict[int, Settings]:
        """Return the settings of every guild whose managers chose some."""
        notes = await self._store.notes(GUILD_SETTINGS)
        return {
            int(name.removeprefix(GUILD_SETTINGS)): in_force(self._settings, json.loads(text))
            for name, text in notes.items()
        }

    async def chosen(self, guild: int) -> dict[str, Any]:
        choices: dict[str, Any] = json.loads(await self._store.get_note(f"{GUILD_SETTINGS}{guild}") or "{}")
        return choices

    async def choose(self, guild: int, name: str, value: Any) -> None:
        """Store a choice; None takes it back."""
        choices = await self.chosen(guild) | {name: value}
        made = {name: each for name, each in choices.items() if each is not None}
        await self._store.put_note(f"{GUILD_SETTINGS}{guild}", json.dumps(made) if made else None)

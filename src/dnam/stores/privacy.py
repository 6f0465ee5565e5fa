"""Erasure, consent and answer provenance as rows, shared by both stores.

Tombstones are hashed with a key of this store, so that nobody who has only the hashes can guess a short text.
"""

import hmac
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache

from dnam.audience import audience_of, session_key
from dnam.domain import ConsentChoice, Context, Layer, Message, MessagePointer, Place, Scope
from dnam.errors import StoreError
from dnam.ports.hidden_until_stored import Hidden
from dnam.rules.tombstones import names_of_message
from dnam.stores.database import Database, Step
from dnam.stores.plain_rows import params_of, value_of
from dnam.stores.rows import Params, micros, moment, storable

FOR_EVER = micros(datetime.fromisoformat("9999-01-01T00:00:00+00:00"))
KEY = "tombstone key"
CONSENT_CHANGES = "consent changes"
"""The counter of consent choices, by which processes notice each other's."""
LONGEST_WEEK = timedelta(days=31)
"""No prompt shows days older than this."""
_NAMES = {
    "person": ("drop_person_names", "drop_person_sessions", "drop_person_places", "drop_person_days"),
    "channel": ("drop_channel_sessions", "drop_channel_places"),
    "guild": ("drop_guild_names", "drop_guild_sessions", "drop_guild_places", "drop_guild_days"),
}
_COVERING = {
    Layer.ROLLING: ("add_sources_of_rolling",),
    Layer.SHORT_TERM: ("add_sources_of_short_term",),
    Layer.DAYS: ("add_sources_of_days", "add_channels_of_days"),
}


class PrivacyRows:
    """`ports.PrivacyStore` over named queries, except `purge`, which each store does in its own way."""

    _database: Database
    _key: bytes = b""
    hidden: Hidden

    async def hide(self, note: str, scope: Scope) -> None:
        self.hidden.scopes[note] = scope, None
        with suppress(StoreError):
            rows = await self._database.read("threads_of", {"guild": scope.guild, "channel": scope.id})
            self.hidden.scopes[note] = scope, frozenset(row[0] for row in rows)

    async def messages_of(self, scope: Scope) -> list[MessagePointer]:
        params = {"id": scope.id, "guild": scope.guild}
        rows = await self._database.read(f"messages_of_{scope.kind}", params)
        return [value_of(MessagePointer, row) for row in rows]

    async def note_answer(self, answer: Message, context: Context, about: Sequence[int] = ()) -> None:
        key: Params = {
            "guild": answer.place.guild,
            "message": answer.id,
            "session": session_key(answer.place),
        }
        key["since"] = (answer.sent_at - LONGEST_WEEK).date().isoformat()
        shown = [message for section in context.sections for message in section.messages]
        people = {(m.author.id, m.place.channel) for m in shown if not m.author.bot}
        people |= {(person, 0) for person in about}
        for fact in (fact for section in context.sections for fact in section.facts):
            people |= {
                (id_, fact.source.channel or 0)
                for id_ in (fact.subject, fact.asserted_by, *fact.named)
                if id_
            }
        steps: list[Step] = [
            ("add_answer_source", {**key, "person": person, "channel": channel})
            for person, channel in sorted(people)
        ]
        steps += [
            ("add_sources_of_answer", {**key, "source": m.id, "source_guild": m.place.guild})
            for m in sorted(shown, key=lambda m: m.id)
            if m.author.bot
        ]
        key["origins"] = sorted(audience_of(answer.place).origins)
        covering = [query for s in context.sections for query in _COVERING.get(s.layer, ())]
        steps += [(query, key) for query in covering]
        if steps:
            await self._database.write(steps)

    async def answers_to(self, guild: int, messages: Sequence[int]) -> list[int]:
        rows = await self._database.read("answers_to", {"guild": guild, "ids": list(messages)})
        return [row[0] for row in rows]

    async def answers_out_of(
        self, people: Collection[int], channels: Collection[int], *, since: datetime
    ) -> dict[tuple[int, int], str]:
        params = {"ids": sorted(people), "spots": sorted({0, *channels}), "since": micros(since)}
        rows = await self._database.read("answers_out_of", params)
        return {(row[0], row[1]): row[2] for row in rows}

    async def choices(self, guild: int, subjects: Collection[int]) -> list[ConsentChoice]:
        params = {"guild": guild, "ids": sorted(set(subjects))}
        rows = await self._database.read("consents_for", params)
        return [ConsentChoice(guild=row[0], about=row[1], subject=row[2], choice=row[3]) for row in rows]

    async def choose(self, choice: ConsentChoice, at: datetime) -> None:
        query = "put_consent" if choice.choice else "drop_consent"
        made = (query, {**params_of(choice), "at": micros(at)})
        await self._database.write([made, ("count_meta", {"name": CONSENT_CHANGES})])

    async def consent_changes(self) -> int:
        rows = await self._database.read("get_meta", {"name": CONSENT_CHANGES})
        return int(rows[0][0]) if rows else 0

    async def mute(self, scope: Scope | None, *, mode: str, excluded: Collection[int]) -> None:
        params = {"mode": mode, "ids": sorted(excluded), "id": scope.id if scope else 0}
        where = scope.kind if scope else "all"
        await self._database.write([(f"mute_{what}_of_{where}", params) for what in ("messages", "facts")])

    async def bury(self, names: Collection[str], at: datetime | None) -> None:
        until = FOR_EVER if at is None else micros(at)
        hashes = sorted(self._hashes(names))
        await self._database.write([("bury", {"hash": each, "at": until}) for each in hashes])

    async def buried(self, names: Collection[str]) -> dict[str, datetime]:
        hashes = self._hashes(names)
        rows = await self._database.read("buried", {"hashes": sorted(hashes)})
        return {hashes[row[0]]: moment(row[1]) for row in rows}

    async def notes(self, prefix: str) -> dict[str, str]:
        return {row[0]: row[1] for row in await self._database.read("notes_named", {"prefix": prefix})}

    async def blank_actions(self, guilds: Collection[int] | None, person: int) -> int:
        steps: list[Step] = [("blank_errors", {"guild": guild}) for guild in sorted(set(guilds or ()))]
        if guilds is None:
            steps = [("blank_all_errors", {})]
        return sum(await self._database.write([*steps, ("blank_doer", {"person": person})]))

    async def forget_names(self, scope: Scope) -> dict[str, int]:
        dm = Place.dm_with(scope.id)
        params = {"id": scope.id, "guild": scope.guild, "session": session_key(dm)}
        queries = _NAMES[scope.kind]
        *changed, summaries = await self._database.write(
            [*((query, params) for query in queries), ("drop_summaries_of_unknown", {})]
        )
        return {"names": sum(changed), "summaries": summaries}

    async def load_key(self) -> None:
        """Read the tombstone key, once, when the store is opened."""
        rows = await self._database.read("get_meta", {"name": KEY})
        self._key = str(rows[0][0]).encode()

    def _held_or_erased(self, message: Message) -> Params:
        """Return the parameters of the query that tells whether a message is stored already or was erased."""
        hashes = sorted(self._hashes(names_of_message(message)))
        key = {"guild": message.place.guild, "id": message.id}
        return {**key, "hashes": hashes, "sent_at": micros(message.sent_at)}

    def _hashes(self, names: Collection[str]) -> dict[str, str]:
        return {_hash(self._key, name): name for name in names}


@lru_cache(maxsize=8192)  # who writes, where and in which guild comes again with every message
def _hash(key: bytes, name: str) -> str:
    return hmac.digest(key, storable(name).encode(), "sha256").hex()[:32]

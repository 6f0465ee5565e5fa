"""Facts as rows, shared by both stores."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from dnam.audience import Audience
from dnam.domain import Fact, HeldFact, Message, Status, Vector
from dnam.errors import StoreError
from dnam.ports.hidden_until_stored import Hidden
from dnam.rules.contradictions import Concern
from dnam.stores.database import Database, Step
from dnam.stores.rows import (
    Params,
    aside,
    audience_params,
    fact_key,
    fact_params,
    found_by,
    maybe_micros,
    micros,
    storable,
    to_facts,
    to_held,
)
from dnam.stores.summaries import hide_steps, read_steps

FEW = 5
INDEXED_AT_ONCE = 500
"""Facts of an older schema that one transaction indexes."""


class FactRows:
    """`ports.FactStore` over named queries."""

    _database: Database
    hidden: Hidden

    async def facts_for(
        self,
        audience: Audience,
        subjects: Sequence[int],
        *,
        at: datetime,
        model: str | None = None,
        most: int | None = None,
    ) -> list[HeldFact]:
        params = {**audience_params(audience), "subjects": list(dict.fromkeys(subjects)), "at": micros(at)}
        query = "facts_for" if most is None else "newest_facts_for"
        return self._shown_facts(await self._held(query, {**params, "model": model, "most": most}))

    async def fact_marks(
        self, audience: Audience, subjects: Sequence[int], *, at: datetime
    ) -> dict[int, tuple[int, ...]]:
        params = {**audience_params(audience), "subjects": list(dict.fromkeys(subjects)), "at": micros(at)}
        rows = await self._database.read("fact_marks", params)
        gone = {scope.id for scope, _ in self.hidden.scopes.values()}
        return {row[0]: tuple(map(int, row[1:])) for row in rows if row[0] not in gone}

    async def facts_of(self, subject: int, *, guild: int | None = None) -> list[Fact]:
        query = "facts_of" if guild is None else "facts_of_in"
        return await self._facts(query, {"subject": subject, "guild": guild})

    async def facts_concerned(
        self, subject: int, concern: Concern, *, ids: Collection[str], room: int, guild: int | None = None
    ) -> list[Fact]:
        params = {
            "subject": subject,
            "guild": guild,
            "slots": list(concern.slots),
            "stems": storable(concern.stems),
            "keys": [storable(key) for key in concern.keys],
            "keyed": concern.keyed,
            "facts": list(ids),
            "room": room,
        }
        return await self._facts("facts_concerned" if guild is None else "facts_concerned_in", params)

    async def facts_by(self, person: int, *, since: datetime | None = None) -> list[Fact]:
        query = "facts_by" if since is None else "facts_by_since"
        return await self._facts(query, {"person": person, "since": maybe_micros(since)})

    async def facts_naming(self, person: int) -> list[Fact]:
        return await self._facts("facts_naming", {"person": person})

    async def facts_from(self, guild: int, messages: Sequence[int]) -> list[Fact]:
        return await self._facts("facts_from", {"guild": guild, "ids": list(messages)})

    async def all_facts(self, *, guild: int | None = None, muted: bool = False) -> list[Fact]:
        query = "all_facts" if guild is None else "all_facts_in"
        facts = await self._facts(query, {"guild": guild, "muted": muted})
        return facts if muted else [fact for fact in facts if not self.hidden.fact(fact)]

    async def _facts(self, query: str, params: Params) -> list[Fact]:
        """Return facts for those who change them: what is hidden is muted."""
        facts = await aside(to_facts, await self._database.read(query, params))
        return [replace(fact, muted=True) if self.hidden.fact(fact) else fact for fact in facts]

    async def _held(self, query: str, params: Params) -> list[HeldFact]:
        """Return the facts of a query; SQLite overrides this to read only those that it has not at hand."""
        return await aside(to_held, await self._database.read(query, params))

    def _shown_facts(self, entries: list[HeldFact]) -> list[HeldFact]:
        """Return facts for an audience: without what is hidden."""
        return [one for one in entries if not self.hidden.fact(one.fact)] if self.hidden else entries

    async def save_facts(
        self,
        facts: Sequence[Fact],
        *,
        drop: Sequence[Fact] = (),
        hide: Sequence[tuple[int, int]] = (),
        read: Sequence[Message] = (),
        level: int = 1,
    ) -> None:
        steps: list[Step] = [("drop_fact", fact_key(fact)) for fact in drop]
        ordered = sorted(facts, key=lambda fact: fact.key)
        for fact, row in zip(ordered, await _rows(ordered), strict=True):
            key = fact_key(fact)
            steps.append(("save_fact", row))
            steps.append(("drop_stale_fact_vector", key))
            steps.append(("drop_fact_sources", key))
            steps += [
                ("add_fact_source", {**key, "nth": nth, "message": message})
                for nth, message in enumerate(fact.messages)
            ]
            steps.append(("drop_fact_people", key))
            steps += [("add_fact_person", {**key, "person": person}) for person in fact.named]
        steps += _contexts_of([*drop, *facts])
        steps += [*hide_steps(hide), *read_steps(read, level)]
        with self._hiding([fact for fact in facts if fact.status is Status.FORGOTTEN], drop, hide):
            await self._change_facts([*drop, *facts], steps)

    async def drop_facts(self, facts: Sequence[Fact]) -> int:
        steps: list[Step] = [("drop_fact", fact_key(fact)) for fact in facts]
        with self._hiding((), facts):
            changed = await self._change_facts(facts, [*steps, *_contexts_of(facts)])
        return sum(changed[: len(steps)])

    @contextmanager
    def _hiding(
        self, forgotten: Sequence[Fact], dropped: Sequence[Fact], sources: Sequence[tuple[int, int]] = ()
    ) -> Iterator[None]:
        """Hide what is taken back if that cannot be written, until it is."""
        pairs = ((self.hidden.forgotten, forgotten), (self.hidden.dropped, dropped))
        try:
            yield
        except StoreError:
            for facts, retracted in pairs:
                facts.update({fact.key: fact for fact in retracted})
            self.hidden.sources |= {*sources}
            raise
        self.hidden.sources -= {*sources}
        for facts, retracted in pairs:
            for fact in retracted:
                facts.pop(fact.key, None)

    async def put_fact_vectors(self, model: str, vectors: Sequence[tuple[Fact, Vector]]) -> None:
        steps: list[Step] = []
        for fact, vector in vectors:
            same = {**fact_key(fact), "text": storable(fact.text), "model": model}
            steps.append(("put_fact_vector", {**same, "vector": vector}))
            steps.append(("set_fact_vector_model", same))
        await self._change_facts([fact for fact, _ in vectors], steps)

    async def unembedded_facts(self, *, model: str, limit: int) -> list[Fact]:
        facts: list[Fact] = []
        for (stored_model,) in await self._database.read("fact_models", {}):
            if stored_model != model:
                rows = await self._database.read("facts_of_model", {"model": stored_model, "limit": limit})
                facts += to_facts(rows)
        return sorted(facts, key=lambda fact: fact.updated_at, reverse=True)[:limit]

    async def touch_facts(self, facts: Sequence[Fact]) -> None:
        steps = [("touch_fact", fact_key(fact)) for fact in facts]
        await self._database.write(steps, repeatable=False)

    async def index_facts(self) -> None:
        """Index the words and the sense of facts written by an older schema; if broken off, it goes on."""
        while rows := await self._database.read("facts_to_index", {"limit": INDEXED_AT_ONCE}):
            facts = to_facts(rows)
            words = await asyncio.to_thread(
                lambda some: [{**fact_key(f), **found_by(f)} for f in some], facts
            )
            steps = [(query, row) for row in words for query in ("set_fact_words", "set_fact_sense")]
            await self._change_facts(facts, steps)

    async def _change_facts(self, facts: Sequence[Fact], steps: Sequence[Step]) -> list[int]:
        """Run steps that change these facts; SQLite overrides this to update its separate index."""
        del facts
        return await self._database.write(steps)


async def _rows(facts: Sequence[Fact]) -> list[Params]:
    """Return the rows of facts; what each states takes a millisecond to read, so of many in a thread."""
    if len(facts) <= FEW:
        return [fact_params(fact) for fact in facts]
    return await asyncio.to_thread(lambda: [fact_params(fact) for fact in facts])


def _contexts_of(facts: Sequence[Fact]) -> list[Step]:
    """Return the steps that drop texts cached from these facts, which may repeat what is no longer true."""
    return [("drop_contexts_of", {"subject": subject}) for subject in sorted({f.subject for f in facts})]

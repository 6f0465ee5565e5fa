"""Pages of lists for the dashboard and the REST API: what a view may see, with names, and a cursor."""

import base64
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from dnam.audience import audience_of, without_place
from dnam.domain import LORE, Action, Fact, PersonCount, Place, Status, Summary, cursor_of
from dnam.ports import Store
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import shown_names, with_names
from dnam.web.access import View
from dnam.web.error_responses import Problem


async def names_for(store: Store, view: View, people: Iterable[int]) -> dict[int, str]:
    """Return what people are called in a guild, no two alike; else in another one the reader may see."""
    wanted = set(people) - {LORE}
    known = await store.people(view.guild, sorted(wanted)) if wanted else {}
    if missing := wanted - known.keys():
        for other in dict.fromkeys(place.guild for place in await store.places()):
            if view.access.may_see(other):
                known = {**await store.people(other, sorted(missing)), **known}
    return shown_names({id_: person for id_, person in known.items() if person.name})


async def with_people(
    store: Store, view: View, facts: Sequence[Fact], asked_in: Place | None = None
) -> tuple[list[Fact], dict[int, str]]:
    """Return facts as they may be shown, with names in their texts, and the names of everyone in them."""
    ids = {i for f in facts for i in (f.subject, f.asserted_by, *f.waits, *mentioned_in(f.text))}
    names = await names_for(store, view, ids)
    audience = view.audience if asked_in is None else audience_of(asked_in)
    shown = facts if audience is None else [without_place(audience, fact) for fact in facts]
    return [replace(fact, text=with_names(fact.text, names)) for fact in shown], names


async def texts_with_names(store: Store, view: View, texts: Sequence[str]) -> list[str]:
    names = await names_for(store, view, {id_ for text in texts for id_ in mentioned_in(text)})
    return [with_names(text, names) for text in texts]


async def page_facts(
    store: Store,
    view: View,
    statuses: Collection[Status],
    cursor: str,
    limit: int,
    *,
    subject: int | None = None,
) -> tuple[list[Fact], dict[int, str], str | None]:
    """Return a page of a guild's facts, last changed first, the names in them, and the next cursor."""
    after: Any = _decode(cursor, datetime, str, int, str)
    facts = await store.page_facts(
        view.guild, view.audience, statuses=statuses, subject=subject, after=after, limit=limit
    )
    more = _encode(*cursor_of(facts[-1])) if len(facts) == limit else None
    return *await with_people(store, view, facts), more


async def page_people(
    store: Store, view: View, name: str, cursor: str, limit: int
) -> tuple[list[PersonCount], str | None]:
    after: Any = _decode(cursor, str, int) or ("", 0)
    entries = await store.page_people(view.guild, view.audience, named=name, after=after, limit=limit)
    last = entries[-1].person if len(entries) == limit else None
    return entries, _encode(last.name, last.id) if last else None


async def page_actions(
    store: Store, view: View, kind: str, cursor: str, limit: int
) -> tuple[list[Action], str | None]:
    after: Any = _decode(cursor, datetime, int)
    audience = view.audience
    origins = None if audience is None else audience.origins
    lines = await store.page_actions(guild=view.guild, kind=kind, heard=origins, after=after, limit=limit)
    more = _encode(lines[-1][1].at, lines[-1][0]) if len(lines) == limit else None
    return [action for _, action in lines], more


async def summaries_of(store: Store, view: View) -> list[Summary]:
    """Return the rolling summaries of a guild's conversations with names in them, latest first."""
    audience = view.audience
    summaries = [
        summary
        for summary in await store.all_summaries()
        if summary.guild == view.guild and (audience is None or summary.origin in audience.origins)
    ]
    summaries.sort(key=lambda summary: summary.updated_at, reverse=True)
    texts = await texts_with_names(store, view, [summary.text for summary in summaries])
    return [replace(summary, text=text) for summary, text in zip(summaries, texts, strict=True)]


def _encode(*parts: object) -> str:
    """Return a cursor, one opaque word, of the key of a page's last entry."""
    plain = [part.isoformat() if isinstance(part, datetime) else part for part in parts]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def _decode(cursor: str, *kinds: type) -> tuple[Any, ...] | None:
    """Return the key in a cursor; None for the first page. Raises Problem when it is not one of ours."""
    if not cursor:
        return None
    try:
        parts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        return tuple(_part(part, kind) for part, kind in zip(parts, kinds, strict=True))
    except (ValueError, TypeError) as problem:
        raise Problem(404, "There is no such page: take `next` of a page as it is.") from problem


def _part(part: object, kind: type) -> object:
    if kind is datetime:
        moment = datetime.fromisoformat(str(part))
        if moment.tzinfo is None:
            raise ValueError("a time without a zone")
        return moment
    if not isinstance(part, kind) or (kind is int and not 0 <= part < 2**63):  # type: ignore[operator]  # an int here
        raise ValueError("another kind of value")
    return part

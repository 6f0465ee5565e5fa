"""Names in place of ids: facts hold people's ids, and pages show what they are called now."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dnam.domain import LORE, Fact
from dnam.ports import Store
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import shown_names, with_names


async def names_for(store: Store, guild: int, people: Iterable[int]) -> dict[int, str]:
    """Return what people are called in a guild, no two alike; else where they were seen last."""
    wanted = set(people) - {LORE}
    found = await store.people(guild, sorted(wanted)) if wanted else {}
    if missing := wanted - found.keys():
        for other in dict.fromkeys(place.guild for place in await store.places()):
            found = {**await store.people(other, sorted(missing)), **found}
    return shown_names({id_: person for id_, person in found.items() if person.name})


async def with_people(store: Store, guild: int, facts: Sequence[Fact]) -> tuple[list[Fact], dict[int, str]]:
    """Return facts with names in their texts, and the names of everyone in them."""
    ids = {id_ for fact in facts for id_ in (fact.subject, fact.asserted_by, *mentioned_in(fact.text))}
    names = await names_for(store, guild, ids)
    return [replace(fact, text=with_names(fact.text, names)) for fact in facts], names

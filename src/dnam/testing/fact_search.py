"""Conformance checks of fact search: by word, by meaning, within an audience, while valid."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np

from dnam.audience import Audience, audience_of, may_hear
from dnam.domain import LORE, Kind, Person, Status, Vector
from dnam.ports import Store
from dnam.rules.fact_ranking import fact_words
from dnam.rules.text import query_words
from dnam.testing.sample_data import (
    ANN,
    BEN,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    INVITED,
    SECRET,
    START,
    THREAD,
    known,
    pointing,
    same,
)
from dnam.testing.search import SCRIPTS

HEAR = audience_of(GENERAL)


async def fact_texts(
    store: Store,
    words: Sequence[str],
    vector: Vector | None = None,
    *,
    hear: Audience = HEAR,
    limit: int = 99,
) -> list[str]:
    """Return the texts of the facts found, sorted."""
    hits = await store.find_facts(hear, words, vector, model="m", at=START, limit=limit)
    return sorted(hit.fact.text for hit in hits)


async def facts_are_found_by_their_words(store: Store) -> None:
    """Words of any script in text, evidence, tags and kind find a fact (N-07, N-21)."""
    facts = [known(text) for text in SCRIPTS]
    tagged = replace(
        known("Has a pet"), evidence="my dog Rex", tags=("Rust", "with, comma", "", "c++"), kind=Kind.PROJECT
    )
    await store.save_facts([*facts, tagged])
    for text, word in SCRIPTS.items():
        same(text in await fact_texts(store, query_words(word) or [word]), True)
    for word in ("pet", "rex", "c++", "project"):
        same("Has a pet" in await fact_texts(store, [word]), True)
    same(await fact_texts(store, []), [])
    same(await fact_texts(store, ["nothing", '"', "'", "\\", "*"]), [])
    matches = await store.find_facts(HEAR, ["rex"], None, model=None, at=START, limit=9)
    same([(h.fact, h.vector, h.words) for h in matches], [(tagged, None, fact_words(tagged))])


async def a_word_may_be_begun(store: Store) -> None:
    """A word that no fact has finds facts with a word that starts with it (N-21)."""
    await store.save_facts([known("Lives in Berlin"), known("Lives in Bergen")])
    same(await fact_texts(store, ["berl"]), ["Lives in Berlin"])
    same(await fact_texts(store, ["be"]), [])
    same(await fact_texts(store, ["bergen"]), ["Lives in Bergen"])


async def facts_are_found_by_their_meaning(store: Store) -> None:
    """The nearest facts are returned, comparing only vectors of one model and length (N-21, X-21)."""
    rng = np.random.default_rng(5)
    facts = [known(f"Fact {n}") for n in range(60)]
    vectors = [pointing(*rng.normal(size=64)) for _ in facts]
    await store.save_facts(facts)
    await store.put_fact_vectors("m", list(zip(facts[:40], vectors[:40], strict=True)))
    await store.put_fact_vectors("m", list(zip(facts[40:], vectors[40:], strict=True)))
    for fact, vector in list(zip(facts, vectors, strict=True))[::7]:
        near = await fact_texts(store, [], vector, limit=8)
        same((len(near), fact.text in near), (8, True))
    same(await fact_texts(store, [], pointing(1, 2)), [])
    await store.put_fact_vectors("other", [(facts[0], vectors[0])])
    same("Fact 0" in await fact_texts(store, [], vectors[0]), False)
    same(await store.check(), [])


async def the_rarest_words_count_most(store: Store) -> None:
    """Beyond the limit, facts that match more and rarer words are preferred (N-21)."""
    common = [known(f"Likes tea {n}") for n in range(20)]
    await store.save_facts([known("Owns a zeppelin"), *common, known("Likes tea with zest")])
    same(await fact_texts(store, ["zeppelin", "like", "tea"], limit=1), ["Owns a zeppelin"])
    same(await fact_texts(store, ["zest", "like", "tea"], limit=1), ["Likes tea with zest"])
    same(len(await fact_texts(store, ["tea"], limit=5)), 5)


async def only_what_holds_is_found(store: Store) -> None:
    """Changed, ended or deleted facts are found only as they are now, by word and by meaning (N-09, X-21)."""
    fact, vector = known("Works at Acme"), pointing(1, 2, 3)
    later = START + timedelta(minutes=1)
    await store.save_facts([fact])
    await store.put_fact_vectors("m", [(fact, vector)])
    for change in ({"status": Status.SUPERSEDED}, {"valid_from": later}, {"expires_at": START}):
        await store.save_facts([replace(fact, **change)])
        same((await fact_texts(store, ["acm"]), await fact_texts(store, [], vector)), ([], []))
        await store.save_facts([fact])
        same(
            (await fact_texts(store, ["acm"]), await fact_texts(store, [], vector)),
            ([fact.text], [fact.text]),
        )
    moved = replace(fact, text="Works at Initech")
    await store.save_facts([moved])
    same((await fact_texts(store, ["acm"]), await fact_texts(store, [], vector)), ([], []))
    same(await fact_texts(store, ["initech"]), [moved.text])
    await store.put_fact_vectors("m", [(moved, vector)])
    same(await fact_texts(store, [], vector), [moved.text])
    same(await store.check(), [])
    await store.drop_facts([moved])
    same((await fact_texts(store, ["initech"]), await fact_texts(store, [], vector)), ([], []))
    same(await store.check(), [])


async def found_facts_keep_to_their_audience(store: Store) -> None:
    """Search by word and by meaning finds exactly what the audience may hear (R-01, N-01, X-13)."""
    places = (GENERAL, SECRET, THREAD, INVITED, ELSEWHERE, DM_ANN, DM_BEN)
    facts = [
        replace(known(f"plum {place.channel} {about.id} {by.id} {wide}", place, about, by), widened=wide)
        for place in places
        for about in (ANN, BEN, Person(id=LORE, name="lore"))
        for by in (ANN, BEN)
        for wide in (False, True)
    ]
    vector = pointing(1, -2, 3)
    await store.save_facts([replace(fact, widened=not fact.widened) for fact in facts])
    await store.put_fact_vectors("m", [(fact, vector) for fact in facts])
    await store.save_facts(facts)
    for place in places:
        for asker, portable in ((ANN.id, False), (ANN.id, True), (BEN.id, True)):
            hear = audience_of(place, asker=asker, portable=portable)
            wanted = sorted(fact.text for fact in facts if may_hear(hear, fact))
            same(await fact_texts(store, ["plum"], hear=hear), wanted)
            same(await fact_texts(store, [], vector, hear=hear), wanted)
    same(await store.check(), [])

"""Conformance checks of facts."""

from dataclasses import replace
from datetime import timedelta

import numpy as np

from dnam.audience import audience_of, may_hear
from dnam.domain import LORE, Ending, Fact, Kind, Person, Source, SourceType, Status
from dnam.ports import Store
from dnam.rules.contradictions import concern_of
from dnam.testing.sample_data import (
    ANN,
    BEN,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    GUILD,
    INVITED,
    SECRET,
    START,
    THREAD,
    known,
    pointing,
    same,
)


async def texts(store: Store, fact: Fact, *, minutes: int = 0) -> list[str]:
    """Return the texts shown about a fact's subject in a public channel."""
    at = START + timedelta(minutes=minutes)
    return [match.fact.text for match in await store.facts_for(audience_of(GENERAL), [fact.subject], at=at)]


async def a_fact_is_kept_whole(store: Store) -> None:
    """Every field of a fact is read as it was written (R-02, DC-36, CL-06)."""
    fact = replace(
        known('Likes 紅茶 and "quotes"', by=BEN),
        kind=Kind.PREFERENCE,
        source=Source(type=SourceType.MANUAL, guild=GUILD, channel=71, message=5, channel_name="general"),
        status=Status.SUPERSEDED,
        tags=("tea", "with, comma", "ünï"),
        confidence=0.25,
        evidence="I like tea",
        messages=(7, 5, 9),
        widened=True,
        pinned=True,
        valid_from=START - timedelta(days=3, microseconds=1),
        expires_at=START + timedelta(days=3),
        superseded_by="durable-00000000",
        ended_because=Ending.CORRECTED,
        hits=4,
    )
    bare = known("Bare")
    await store.save_facts([fact, bare])
    same({f.id: f for f in await store.facts_of(ANN.id)}, {fact.id: fact, bare.id: bare})
    same(sorted(f.id for f in await store.all_facts()), sorted([fact.id, bare.id]))
    same(await store.facts_by(BEN.id), [fact])


async def saving_replaces_by_key(store: Store) -> None:
    """The same guild, subject, origin and id is one row; another origin is another (R-02)."""
    fact = replace(known("Lives in Oslo"), messages=(1, 2))
    await store.save_facts([fact, replace(fact, origin="c72")])
    newer = replace(fact, text="Lives in Bergen", updated_at=START + timedelta(minutes=1), messages=(3,))
    await store.save_facts([newer])
    same(await store.facts_of(ANN.id), [newer, replace(fact, origin="c72")])
    same((await store.counts())["fact_sources"], 3)
    same(await store.drop_facts([newer, newer]), 1)
    same([f.origin for f in await store.facts_of(ANN.id)], ["c72"])
    same((await store.counts())["fact_sources"], 2)


async def only_what_holds_is_given(store: Store) -> None:
    """Superseded, expired and not yet valid facts are not used (N-09)."""
    fact = known("Works at Acme")
    later, past = START + timedelta(minutes=10), START - timedelta(minutes=10)
    await store.save_facts([replace(fact, valid_from=START, expires_at=later)])
    same([await texts(store, fact, minutes=m) for m in (-1, 0, 9, 10)], [[], [fact.text], [fact.text], []])
    await store.save_facts([replace(fact, status=Status.SUPERSEDED)])
    same(await texts(store, fact), [])
    await store.save_facts([replace(fact, valid_from=past)])
    same(await texts(store, fact), [fact.text])


async def newest_facts_come_first(store: Store) -> None:
    """Facts about the requested subjects are returned newest first (DC-34)."""
    facts = [replace(known(f"Fact {n}"), updated_at=START + timedelta(minutes=n)) for n in (2, 5, 3)]
    await store.save_facts([*facts, known("Other", about=BEN)])
    same(await texts(store, facts[0]), ["Fact 5", "Fact 3", "Fact 2"])
    both = await store.facts_for(audience_of(GENERAL), [ANN.id, BEN.id, 404], at=START)
    same(len(both), 4)
    same(await store.facts_for(audience_of(GENERAL), [], at=START), [])
    same([f.text for f in await store.facts_of(ANN.id, guild=GUILD)], ["Fact 5", "Fact 3", "Fact 2"])
    same(await store.facts_of(ANN.id, guild=1), [])


async def facts_keep_to_their_audience(store: Store) -> None:
    """A fact is shown only where everyone present could have heard it, or was allowed to (R-01, X-13)."""
    places = (GENERAL, SECRET, THREAD, INVITED, ELSEWHERE, DM_ANN, DM_BEN)
    everyone = (ANN, BEN, Person(id=LORE, name="lore"))
    facts = [
        replace(known(f"{place.channel} {about.id} {by.id} {widened}", place, about, by), widened=widened)
        for place in places
        for about in everyone
        for by in (ANN, BEN)
        for widened in (False, True)
    ]
    await store.save_facts(facts)
    for place in places:
        for asker, portable in ((ANN.id, False), (ANN.id, True), (BEN.id, True)):
            hear = audience_of(place, asker=asker, portable=portable)
            matches = await store.facts_for(hear, [person.id for person in everyone], at=START)
            wanted = {fact.key for fact in facts if may_hear(hear, fact)}
            same({match.fact.key for match in matches}, wanted)


async def a_fact_of_a_direct_message_has_no_guild(store: Store) -> None:
    """Facts of direct messages are kept, read and dropped without a guild (X-19, DC-32)."""
    fact = known("Has a secret garden", DM_ANN)
    await store.save_facts([fact])
    same([h.fact for h in await store.facts_for(audience_of(DM_ANN), [ANN.id], at=START)], [fact])
    same(await store.facts_of(ANN.id, guild=0), [fact])
    same(await store.all_facts(guild=0), [fact])
    same(await texts(store, fact), [])
    same(await store.drop_facts([fact]), 1)


async def facts_have_vectors_of_a_model(store: Store) -> None:
    """A fact is returned with its vector of the requested model, or without (X-21)."""
    one, two = known("One"), known("Two")
    vector = pointing(0.1, -0.2, 0.7)
    await store.save_facts([one, two])
    await store.put_fact_vectors("m", [(one, vector), (known("Not held"), vector)])
    vectors = {
        h.fact.text: h.vector
        for h in await store.facts_for(audience_of(GENERAL), [ANN.id], at=START, model="m")
    }
    same(
        (
            vectors["One"] is not None and bool(np.allclose(vectors["One"], vector, atol=0.001)),
            vectors["Two"],
        ),
        (True, None),
    )
    plain = await store.facts_for(audience_of(GENERAL), [ANN.id], at=START, model="other")
    same([h.vector for h in plain], [None, None])
    same([f.text for f in await store.unembedded_facts(model="m", limit=9)], ["Two"])
    same(len(await store.unembedded_facts(model="other", limit=9)), 2)
    await store.put_fact_vectors("other", [(one, pointing(1, 2, 3, 4, 5))])
    same(len(await store.unembedded_facts(model="m", limit=9)), 2)
    same(await store.check(), [])


async def a_changed_text_drops_the_vector(store: Store) -> None:
    """A changed fact has no vector until it gets a new one; a vector of the old text is ignored (X-21)."""
    fact, vector = known("Lives in Oslo"), pointing(1, 2)
    changed = replace(fact, text="Lives in Bergen")
    await store.save_facts([fact])
    await store.put_fact_vectors("m", [(fact, vector)])
    await store.save_facts([replace(fact, hits=3)])
    same(await store.unembedded_facts(model="m", limit=9), [])
    await store.save_facts([changed])
    await store.put_fact_vectors("m", [(fact, vector)])
    same(await store.unembedded_facts(model="m", limit=9), [changed])
    same((await store.counts())["fact_vectors"], 0)
    await store.save_facts([replace(changed, status=Status.ARCHIVED)])
    same(await store.unembedded_facts(model="m", limit=9), [])


async def uses_are_counted(store: Store) -> None:
    """Each use of a fact adds one (R-15)."""
    fact = known("Useful")
    await store.save_facts([fact])
    await store.touch_facts([fact, known("Not held")])
    await store.touch_facts([fact])
    same([f.hits for f in await store.facts_of(ANN.id)], [2])


async def facts_are_found_by_their_messages(store: Store) -> None:
    """A fact is found by any message it was learned from, in its own guild only (N-04)."""
    fact = replace(known("Likes plums"), messages=(7, 8))
    await store.save_facts([fact, known("Likes figs")])
    same([f.text for f in await store.facts_from(fact.guild, [8, 9])], ["Likes plums"])
    same((await store.facts_from(fact.guild, [9]), await store.facts_from(fact.guild + 1, [8])), ([], []))


async def facts_are_found_by_whom_they_name(store: Store) -> None:
    """Facts about others and lore are found by the people they name, until the text changes (R-17)."""
    fact = replace(known("Ben owes me"), named=(BEN.id, 77), waits=(BEN.id,))
    await store.save_facts([fact, known("Likes figs"), known("Is bald", about=BEN)])
    same(await store.facts_naming(BEN.id), [fact])
    same(await store.facts_naming(77), [fact])
    await store.save_facts([replace(fact, text="Somebody owes me", named=(77,))])
    same((await store.facts_naming(BEN.id), (await store.counts())["fact_people"]), ([], 1))
    await store.drop_facts([fact])
    same((await store.counts())["fact_people"], 0)


async def people_are_found_by_their_names_in_a_text(store: Store) -> None:
    """Case-sensitively, in one guild, whatever characters a name has (R-17, X-16)."""
    people = [Person(id=n, name=name) for n, name in enumerate(("Ben", "ben", "B%n", "_", "", "Ann"), 1)]
    await store.see_people(GENERAL.guild, people, START)
    await store.see_people(GENERAL.guild + 1, [Person(id=9, name="Ben")], START)
    same([p.id for p in await store.people_called(GENERAL.guild, "Ask Ben.")], [1])
    same(sorted(p.id for p in await store.people_called(GENERAL.guild, "B%n_")), [3, 4])


async def the_newest_of_each_are_given(store: Store) -> None:
    """`most` limits the facts per subject, pinned ones before newer ones (N-19, DC-34)."""
    facts = [
        replace(known(f"{who.name} {n}", about=who), updated_at=START + timedelta(minutes=n), pinned=n == 1)
        for who in (ANN, BEN)
        for n in range(1, 7)
    ]
    gone = [replace(known("Gone"), status=Status.FORGOTTEN, updated_at=START + timedelta(days=1))]
    secret = [replace(known("Secret", SECRET), updated_at=START + timedelta(days=1))]
    await store.save_facts([*facts, *gone, *secret])
    hear = audience_of(GENERAL)
    matches = await store.facts_for(hear, [ANN.id, BEN.id, BEN.id, 404], at=START, most=3)
    same([h.fact.text for h in matches if h.fact.subject == ANN.id], ["Ann 6", "Ann 5", "Ann 1"])
    same([h.fact.text for h in matches if h.fact.subject == BEN.id], ["Ben 6", "Ben 5", "Ben 1"])
    same(len(await store.facts_for(hear, [ANN.id], at=START, most=99)), 6)
    same(await store.facts_for(hear, [], at=START, most=3), [])


async def a_new_fact_meets_those_it_concerns(store: Store) -> None:
    """Of many facts those are read that a new one may say again, replace or end (N-16)."""
    texts_known = ["Lives in Oslo", "Plays chess", "Likes tea", "Likes figs", "Has a cat", "Does not play go"]
    facts = [
        replace(known(text), created_at=START + timedelta(minutes=nth))
        for nth, text in enumerate(texts_known)
    ]
    forgotten = replace(known("Lives in Rome"), status=Status.FORGOTTEN)
    lore = replace(known("The server lives in Oslo"), subject=LORE)
    await store.save_facts([*facts, forgotten, known("Lives in Bonn", about=BEN), lore])

    async def concerned(text: str, *ids: str, room: int = 99, subject: int = ANN.id) -> list[str]:
        guild = GUILD if subject == LORE else None
        facts_read = await store.facts_concerned(subject, concern_of(text), ids=ids, room=room, guild=guild)
        return sorted(fact.text for fact in facts_read)

    same(await concerned("Lives in Bergen"), ["Lives in Oslo", "Lives in Rome"])
    same(await concerned("Plays go"), ["Does not play go"])
    same(await concerned("Dislikes figs"), ["Likes figs"])
    same(await concerned("Owns a boat"), [])
    same(await concerned("Owns a boat", facts[4].id), ["Has a cat"])
    same(len(await concerned("Owns a boat", room=len(facts))), len(facts) + 1)
    same(await concerned("The server lives in Oslo", subject=LORE), ["The server lives in Oslo"])
    same(len(await store.facts_by(ANN.id, since=facts[3].created_at)), 2)


async def a_mark_changes_with_the_facts(store: Store) -> None:
    """A subject's mark changes when an audible fact is added, changed, deleted or expires (DC-112, N-04)."""
    hear, marks = audience_of(GENERAL), []
    fact, later = known("Likes tea"), START + timedelta(minutes=1)

    async def mark(minutes: int = 0) -> object:
        at = START + timedelta(minutes=minutes)
        return (await store.fact_marks(hear, [ANN.id, 404], at=at)).get(ANN.id)

    same(await mark(), None)
    for change in (fact, replace(fact, text="Likes figs", updated_at=later), known("Has a cat")):
        await store.save_facts([change])
        marks.append(await mark())
    await store.save_facts([known("A secret", SECRET), known("Of Ben", about=BEN), replace(fact, hits=9)])
    marks.append(await mark())
    same((len(set(marks)), None in marks), (4, False))
    await store.save_facts([known("Another secret", SECRET)])
    same(await mark(), marks[-1])
    await store.save_facts([replace(fact, expires_at=later)])
    same((await mark(0) != await mark(2), await store.fact_marks(hear, [], at=START)), (True, {}))

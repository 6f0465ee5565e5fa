"""Conformance checks of message search: by word in every script, by meaning, within an audience."""

import numpy as np

from dnam.audience import audience_of, origin_of
from dnam.domain import Person
from dnam.ports import Store
from dnam.rules.text import query_words, words
from dnam.testing.sample_data import (
    ANN,
    BEN,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    INVITED,
    SECRET,
    THREAD,
    a_message,
    pointing,
    same,
    tell,
)

SCRIPTS = {
    "I moved to Berlin last spring": "Berlin",
    "Die Straße ist gesperrt": "Strasse",
    "Я переехал в Москву": "Москву",
    "東京に引っ越しました": "東京",
    "서울에서 일해요": "서울",
    "ผมอยู่กรุงเทพ": "กรุงเทพ",
    "मैं दिल्ली में रहता हूँ": "दिल्ली",
    "أعيش في القاهرة": "القاهرة",
    "she writes C# at work": "C#",
    "he prefers C++ though": "C++",
    "they learn Go now": "Go",
    "we plot with R today": "R",
    "it don't stop": "don't",
}


async def words_of_every_script_are_found(store: Store) -> None:
    """Each script's words find their message and no other (N-07)."""
    messages = await tell(store, *(a_message(n, text) for n, text in enumerate(SCRIPTS, 1)))
    for message, word in zip(messages, SCRIPTS.values(), strict=True):
        asked = query_words(word) or words(word)
        matches = await store.find_words(audience_of(GENERAL), asked)
        same(list(matches), asked)
        same([positions.tolist() for positions in matches.values()], [[message.position]] * len(asked))


async def odd_words_find_only_themselves(store: Store) -> None:
    """Characters with a meaning in query languages are plain characters here (N-07)."""
    odd = [
        'a"b',
        "a'b",
        "a\\b",
        "a*",
        "a:b",
        "(a",
        "a&b",
        "a|b",
        "!a",
        "^a",
        "a-b",
        "and",
        "or",
        "not",
        "near",
        "a",
    ]
    positions = {}
    for number, word in enumerate(odd, 1):
        await store.add_message(a_message(number, word), [word])
        message = await store.get_message(GENERAL.guild, number)
        positions[word] = [message.position] if message else []
    matches = await store.find_words(audience_of(GENERAL), odd)
    same({word: at.tolist() for word, at in matches.items()}, positions)


async def the_latest_are_found_when_there_are_too_many(store: Store) -> None:
    """A word's positions ascend; beyond the limit, the latest are returned (N-21)."""
    messages = await tell(store, *(a_message(n, "same words") for n in range(1, 9)))
    matches = await store.find_words(audience_of(GENERAL), ["word", "none"], limit=3)
    same(matches["word"].dtype == np.int64 and matches["none"].dtype == np.int64, True)
    same(matches["word"].tolist(), [m.position for m in messages[-3:]])
    same(matches["none"].tolist(), [])


async def words_are_found_within_an_audience(store: Store) -> None:
    """A word is found exactly in audible messages; in a DM also in one's own (R-01, N-01)."""
    places = (GENERAL, SECRET, THREAD, INVITED, ELSEWHERE, DM_ANN, DM_BEN)
    said_by = [(place, author) for place in places for author in (ANN, BEN)]
    messages = await tell(store, *(a_message(n, "plums", p, a) for n, (p, a) in enumerate(said_by, 1)))
    for place in places:
        hear = audience_of(place)
        wanted = [
            m.position for m in messages if origin_of(m.place) in hear.origins or m.author.id == hear.alone
        ]
        matches = (await store.find_words(hear, ["plum"]))["plum"].tolist()
        same(matches, sorted(wanted))
        same(sorted(await store.read_positions(hear, [m.position for m in messages])), sorted(wanted))
        for other in places:
            here = [m.position for m in messages if m.position in wanted and m.place.channel == other.channel]
            matches = (await store.find_words(hear, ["plum"], channel=other.channel))["plum"].tolist()
            same(matches, sorted(here))


async def messages_are_read_with_words(store: Store) -> None:
    """A message is returned with the words it was indexed under, in order (N-21)."""
    (message,) = await tell(store, a_message(1, "plums and plums"))
    matches = (await store.read_positions(audience_of(GENERAL), [message.position, 5]))[message.position]
    same((matches.message, matches.words), (message, ("plum", "and", "plum")))


async def candidates_are_read_with_all_that_ranking_needs(store: Store) -> None:
    """Ranking reads author, time, length, cues and vector of many messages at once (N-21)."""
    one, two = await tell(store, a_message(1, "plums and plums"), a_message(2, "no vector yet"))
    vector, hear = pointing(3, -4, 0), audience_of(GENERAL)
    positions = np.array([two.position, one.position, 5], np.int64)
    same((await store.read_candidates(hear, positions, model="m")).vectors, None)
    await store.put_message_vectors("m", [(one, vector)])
    read = await store.read_candidates(hear, positions, model="m")
    same((read.positions.tolist(), read.lengths.tolist()), ([one.position, two.position], [3, 3]))
    same((read.authors.tolist(), read.cues.tolist()), ([one.author.id, two.author.id], [0, 0]))
    same(read.vectors is not None and bool(np.allclose(read.vectors, [vector, 0 * vector], atol=0.01)), True)
    same((await store.read_candidates(hear, positions, model=None)).vectors, None)
    same(await store.slot_of(GENERAL.guild, GENERAL.channel), one.position >> 32)
    same(await store.slot_of(GENERAL.guild, 987654321), None)


async def the_nearest_are_found(store: Store) -> None:
    """The nearest vectors are among those returned (N-21)."""
    rng = np.random.default_rng(7)
    messages = await tell(
        store, *(a_message(n, "x", author=Person(id=n % 3 + 1, name="x")) for n in range(1, 61))
    )
    vectors = [pointing(*rng.normal(size=64)) for _ in messages]
    await store.put_message_vectors("m", list(zip(messages[:40], vectors[:40], strict=True)))
    await store.put_message_vectors("m", list(zip(messages[40:], vectors[40:], strict=True)))
    for message, vector in list(zip(messages, vectors, strict=True))[::9]:
        near = pointing(*(vector + 0.05 * rng.normal(size=64)))
        matches = await store.find_near(audience_of(GENERAL), near, model="m", limit=10)
        same((len(matches), message.position in matches.tolist()), (10, True))


async def near_search_keeps_to_the_audience(store: Store) -> None:
    """Search by meaning finds exactly what the audience could have heard (R-01, N-01)."""
    places = (GENERAL, SECRET, THREAD, INVITED, ELSEWHERE, DM_ANN, DM_BEN)
    said_by = [(place, author) for place in places for author in (ANN, BEN)]
    messages = await tell(store, *(a_message(n, "x", p, a) for n, (p, a) in enumerate(said_by, 1)))
    vector = pointing(1, 2, 3)
    await store.put_message_vectors("m", [(m, vector) for m in messages])
    for place in places:
        hear = audience_of(place)
        wanted = [
            m.position for m in messages if origin_of(m.place) in hear.origins or m.author.id == hear.alone
        ]
        matches = await store.find_near(hear, vector, model="m", limit=99)
        same(sorted(matches.tolist()), sorted(wanted))
        same(len(await store.find_near(hear, vector, model="m", limit=1)), 1)


async def vectors_of_another_model_are_ignored(store: Store) -> None:
    """After a change of model, old vectors of any length break and hide nothing (X-21)."""
    one, two = await tell(store, a_message(1, "old vector"), a_message(2, "new vector"))
    hear, old, new = audience_of(GENERAL), pointing(1, 2, 3), pointing(1, -2, 3, -4, 5)
    await store.put_message_vectors("old", [(one, old), (two, old)])
    same(await store.unembedded_messages(model="old", limit=9), [])
    same([m.id for m in await store.unembedded_messages(model="new", limit=9)], [2, 1])
    await store.put_message_vectors("new", [(two, new)])
    same((await store.find_near(hear, new, model="new", limit=9)).tolist(), [two.position])
    same((await store.find_near(hear, old, model="old", limit=9)).tolist(), [one.position])
    same((await store.find_near(hear, old, model="new", limit=9)).tolist(), [])
    read = await store.read_candidates(hear, np.array([one.position, two.position]), model="new")
    same(read.vectors is not None and read.vectors.any(axis=1).tolist(), [False, True])
    same((await store.find_words(hear, ["vector"]))["vector"].tolist(), [one.position, two.position])
    same([m.id for m in await store.unembedded_messages(model="new", limit=9)], [1])


async def a_message_without_words_has_a_vector_of_zeros(store: Store) -> None:
    """Vectors of zeros are stored and not returned as unembedded (X-21)."""
    (message,) = await tell(store, a_message(1, "🎉"))
    await store.put_message_vectors("m", [(message, np.zeros(8, np.float32))])
    same(await store.unembedded_messages(model="m", limit=9), [])
    await store.find_near(audience_of(GENERAL), np.zeros(8, np.float32), model="m", limit=9)
    same(await store.check(), [])

"""Facts in memory: a search finds what the index in the file finds, and never what is no longer stored."""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.audience import Audience, audience_of, may_hear
from dnam.domain import ConsentChoice, Fact, HeldFact, Place, Status, Vector
from dnam.ports import Store
from dnam.rules.fact_ranking import Query, fact_words, rank_facts
from dnam.stores import fact_index
from dnam.stores.facts_at_hand import FactsAtHand
from dnam.stores.rows import audience_params, micros
from dnam.stores.sqlite import SqliteStore, open_sqlite
from dnam.testing.sample_data import ANN, BEN, DM_ANN, ELSEWHERE, GENERAL, SECRET, START, known, pointing

PLACES = (GENERAL, SECRET, ELSEWHERE, DM_ANN)
WORDS = ("plum", "plums", "pear", "peach", "apple", "apricot", "quince")
HEAR = audience_of(GENERAL)

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
changes = st.tuples(
    st.sampled_from(("save", "vector", "end", "drop", "touch", "out", "widen")),
    texts,
    st.sampled_from(PLACES),
    st.integers(0, 3),
)


def turned(number: int) -> Vector:
    """Return a vector that every store holds exactly: PostgreSQL holds halves."""
    return pointing(*np.random.default_rng(number).standard_normal(16)).astype(np.float16).astype(np.float32)


async def make(store: Store, what: str, fact: Fact, number: int) -> None:
    """Make one change to a fact."""
    if what == "drop":
        await store.drop_facts([fact])
    elif what == "vector":
        await store.put_fact_vectors("m", [(fact, turned(number))])
    elif what == "touch":
        await store.touch_facts([fact])
    elif what == "out":
        choice = "out" if number % 2 else ""
        await store.choose(ConsentChoice(about="person", subject=fact.subject, choice=choice), START)
        await store.mute(None, mode="out", excluded=())
    else:
        later = fact.updated_at + timedelta(minutes=number)
        status = Status.SUPERSEDED if what == "end" else Status.ACTIVE
        await store.save_facts([replace(fact, status=status, widened=what == "widen", updated_at=later)])


async def hits(store: Store, hear: Audience, text: str, vector: Vector | None, limit: int) -> list[HeldFact]:
    asked = sorted(Query(text=text, at=START).words)
    matches = await store.find_facts(hear, asked, vector, model="m", at=START, limit=limit)
    return sorted(matches, key=lambda hit: hit.fact.key)


def plain(some: Sequence[HeldFact]) -> list[object]:
    """Return facts so that they can be compared."""
    return [(one.fact, one.words, None if one.vector is None else one.vector.tolist()) for one in some]


@given(st.lists(changes, max_size=12), texts, st.sampled_from((None, 1, 2)), st.sampled_from((1, 3, 50)))
async def test_after_any_changes_the_same_is_found_as_in_the_file(
    made: list[tuple[str, str, Place, int]], asked: str, turn: int | None, limit: int
) -> None:
    """N-21: what is in memory follows every change, whichever way it is made."""
    vector = None if turn is None else turned(turn)
    hears = [audience_of(place, asker=ANN.id, portable=True) for place in PLACES]
    with TemporaryDirectory() as folder:
        store = await open_sqlite(Path(folder) / "memory.sqlite3")
        for what, text, place, number in made:
            await make(store, what, known(text, place, (ANN, BEN)[number % 2]), number)
            for hear in hears:
                await hits(store, hear, "plum", vector, limit)
        in_memory = [plain(await hits(store, hear, asked, vector, limit)) for hear in hears]
        file = await open_sqlite(store.location, readonly=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fact_index, "MOST_OF_ONE", -1)
            assert in_memory == [plain(await hits(file, hear, asked, vector, limit)) for hear in hears]
        await file.close()
        await store.close()


async def test_the_same_facts_in_the_same_order_as_an_exact_search(store: Store) -> None:
    """N-21, R-01: ranked as all that may be heard is, on both stores, before and after changes."""
    chance = np.random.default_rng(7)
    facts = [
        replace(
            known(f"{' '.join(chance.choice(WORDS, 2))} {n}", PLACES[n % 4], (ANN, BEN)[n % 2]),
            updated_at=START - timedelta(hours=n),
        )
        for n in range(40)
    ]
    vectors = {fact.key: turned(n) for n, fact in enumerate(facts)}
    await store.save_facts(facts)
    await store.put_fact_vectors("m", [(fact, vectors[fact.key]) for fact in facts])
    for gone in (0, 5, 15):
        await store.drop_facts(facts[:gone])
        held = [HeldFact(fact, vectors[fact.key], fact_words(fact)) for fact in facts[gone:]]
        for place in PLACES:
            for text in (*WORDS, "plum and pear", "what about the apricot?"):
                query = Query(text=text, at=START, vector=turned(len(text)), channel=place.channel)
                hear = audience_of(place)
                exact = rank_facts([one for one in held if may_hear(hear, one.fact)], query, strict=True)
                ranked = rank_facts(await hits(store, hear, text, query.vector, 50), query, strict=True)
                assert [hit.what for hit in ranked] == [hit.what for hit in exact]


ERASER = """
import asyncio, sys
from dnam.domain import ConsentChoice, Status
from dnam.stores.sqlite import open_sqlite
from dnam.testing.sample_data import ANN, START, known

async def main():
    store = await open_sqlite(sys.argv[1])
    print("open", flush=True)
    for line in sys.stdin:
        if line == "drop\\n":
            await store.drop_facts([known("a plum tree")])
        else:
            await store.choose(ConsentChoice(about="person", subject=ANN.id, choice="out"), START)
            await store.mute(None, mode="out", excluded=())
        print(line, end="", flush=True)

asyncio.run(main())
"""


async def test_what_another_process_erases_or_hides_is_found_no_more(
    sqlite_store: SqliteStore, tmp_path: Path
) -> None:
    """R-01, N-09: a reader has the facts in memory; another process takes them away."""
    plum, pear = known("a plum tree"), known("a pear tree")
    await sqlite_store.save_facts([plum, pear])
    await sqlite_store.put_fact_vectors("m", [(plum, turned(1)), (pear, turned(2))])
    await sqlite_store.close()
    path = str(tmp_path / "memory.sqlite3")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", ERASER, path, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert await process.stdout.readline() == b"open\n"
    reader = await open_sqlite(path, readonly=True)

    async def shown() -> list[list[str]]:
        held = await reader.facts_for(HEAR, [ANN.id], at=START, model="m")
        return [
            sorted(hit.fact.text for hit in some)
            for some in (await hits(reader, HEAR, "tree", turned(1), 9), held)
        ]

    assert await shown() == [["a pear tree", "a plum tree"]] * 2
    for order, left in ((b"drop\n", ["a pear tree"]), (b"hide\n", [])):
        process.stdin.write(order)
        assert await process.stdout.readline() == order
        assert await shown() == [left] * 2
    await reader.close()
    process.stdin.close()
    await process.wait()


async def test_no_more_is_in_memory_than_there_is_room_for(
    sqlite_store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """N-17: what was read first goes first, and is read again when it is asked for."""
    facts = [known(f"plum {n}", place) for n in range(30) for place in (GENERAL, ELSEWHERE)]
    await sqlite_store.save_facts(facts)
    monkeypatch.setattr(fact_index, "MOST", 40)
    monkeypatch.setattr("dnam.stores.facts_at_hand.MOST_AT_HAND", 40)
    index, at_hand = fact_index.FactIndex(), FactsAtHand()
    with closing(apsw.Connection(sqlite_store.location)) as db:
        db.execute("CREATE VIRTUAL TABLE temp.fact_vocabulary USING fts5vocab (main, fact_terms, instance)")
        for place in (GENERAL, ELSEWHERE, GENERAL):
            hear = audience_of(place)
            numbers = index.find(db, hear, ["plum"], None, model=None, limit=50)
            params = {**audience_params(hear), "numbers": numbers, "at": micros(START), "model": None}
            assert len(at_hand.read(db, "read_facts", params)) == 30
            assert (len(index) <= 40, len(at_hand) <= 40) == (True, True)


async def test_whatever_changes_of_a_fact_changes_its_stamp(sqlite_store: SqliteStore) -> None:
    """N-09: a column that is added to facts has to be added to the trigger."""
    with closing(apsw.Connection(sqlite_store.location)) as db:
        columns = {str(row[1]) for row in db.execute("PRAGMA table_info(facts)").fetchall()}
        (written,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'fact_changed'").fetchall()[0]
    listed = str(written).partition(" OF ")[2].partition(" ON ")[0]
    assert {name.strip() for name in listed.split(",")} == columns - {"hits", "stamp"}

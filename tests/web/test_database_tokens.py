"""Tokens belong to a memory: in PostgreSQL every machine has them, and no other memory."""

from pathlib import Path
from typing import Any

import asyncpg
import httpx2
from serving import served, settings_in

from dnam.settings import Settings
from dnam.stores import open_store
from dnam.web.tokens import Tokens, tokens_of, tokens_path


def on_machine(name: str, url: str, folder: Path) -> Settings:
    """Return the settings of a memory in PostgreSQL, as a machine with a data folder of its own has them."""
    return settings_in(folder / name).model_copy(update={"store": url})


async def in_database(url: str) -> str:
    """Return everything a database notes about itself."""
    connection = await asyncpg.connect(url)
    rows = await connection.fetch("SELECT value FROM meta")
    await connection.close()
    return " ".join(row[0] for row in rows)


async def test_every_machine_knows_the_tokens_of_a_database(postgres_server: Any, tmp_path: Path) -> None:
    """N-17, X-22: made on one machine, valid on the other at once, revoked in both; only hashes are kept."""
    url = await postgres_server.fresh()
    here, there = on_machine("here", url, tmp_path), on_machine("there", url, tmp_path)
    async with served(there) as server:
        secret = tokens_of(here).add("prometheus", "read")
        bearer = {"Authorization": f"Bearer {secret}"}
        async with httpx2.AsyncClient(base_url=server.address, trust_env=False) as client:
            assert (await client.get("/metrics", headers=bearer)).status_code == 200
            tokens_of(here).revoke(secret.split("_")[1])
            assert (await client.get("/metrics", headers=bearer)).status_code == 401
    assert secret not in await in_database(url)


async def test_strangers_are_not_told_where_the_database_is(postgres_server: Any, tmp_path: Path) -> None:
    """X-22: while it is down nobody can be known, and its address is the operator's."""
    async with served(on_machine("here", await postgres_server.fresh(), tmp_path)) as server:
        await server.memory.store.close()
        async with httpx2.AsyncClient(base_url=server.address, trust_env=False) as client:
            answer = await client.get("/")
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The memory cannot be reached now: try again in a moment."


async def test_two_memories_share_no_token(postgres_server: Any, tmp_path: Path) -> None:
    """X-22: on one machine either, and no copy of a memory has any."""
    first = on_machine("here", await postgres_server.fresh(), tmp_path)
    second = on_machine("here", await postgres_server.fresh(), tmp_path)
    secret = tokens_of(first).add("mine", "admin")
    assert tokens_of(first).find(secret) is not None
    assert tokens_of(second).find(secret) is None
    store = await open_store(first.location)
    copied = [rows async for rows in store.dump()]
    await store.close()
    assert copied
    assert tokens_of(first).key not in repr(copied)


async def test_tokens_of_an_older_memory_go_on(postgres_server: Any, tmp_path: Path) -> None:
    """N-17: they were in the data folder of the machine; nobody has to make new ones."""
    url = await postgres_server.fresh()
    settings = on_machine("here", url, tmp_path)
    file = Tokens(settings.data_dir / "tokens.json")
    secret, key = file.add("mine", "admin"), file.key
    assert tokens_of(settings).find(secret) is None  # of a memory made since
    connection = await asyncpg.connect(url)
    await connection.execute("DELETE FROM meta WHERE name = 'tokens'")
    await connection.close()
    assert tokens_of(settings).find(secret) is not None
    assert tokens_of(settings).key == key


def test_tokens_in_a_file_that_was_named_go_on(tmp_path: Path) -> None:
    """N-17: one memory has one file of tokens, by whatever name it is opened."""
    named = Tokens(tmp_path / "memory-tokens.json")
    secret, key = named.add("mine", "admin"), named.key
    by_folder, by_name = Settings(data_dir=tmp_path), Settings(store=str(tmp_path / "memory.sqlite3"))
    assert tokens_path(by_folder) == tokens_path(by_name)
    assert tokens_of(by_folder).find(secret) is not None
    assert tokens_of(by_name).key == key
    assert not (tmp_path / "memory-tokens.json").exists()

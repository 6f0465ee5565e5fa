"""How many messages of a chat export come in each second: the figures of `docs/moving-in.md`.

    python -m bench.importing [--messages 100000] [--runs 3] [--stores sqlite,postgres]

Each run is `dnam import` in a process of its own, from its start to its end, into an empty memory, the stores
in turn; one more is killed half way and started again. The floor is the same rows written bare, with their
indexes: COPY into PostgreSQL, `executemany` into SQLite. Processor time is that of the import and, in
brackets, of the PostgreSQL server; unlike the clock it hardly depends on what else the machine does.
"""

import argparse
import asyncio
import io
import json
import os
import pty
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import asyncpg

from bench.postgres import database, server
from bench.world import Chatter
from dnam.stores import open_store
from dnam.stores.copying import message_terms

PEOPLE = [
    {"id": str(10**17 + n), "name": f"user{n}", "nickname": f"User {n}", "isBot": n == 0} for n in range(60)
]
HEAD = {
    "guild": {"id": "111000000000000001", "name": "Acme", "iconUrl": ""},
    "channel": {"id": "222000000000000010", "type": "GuildTextChat", "categoryId": "5", "name": "general"},
}


def write_export(file: Path, messages: int) -> None:
    """Write an export as DiscordChatExporter does, of messages of the last three weeks."""
    chatter, chance = Chatter(seed=7), random.Random(7)
    with file.open("w", encoding="utf-8") as out:
        out.write(json.dumps(HEAD, indent=2)[:-2] + ',\n  "messages": [\n')
        for number in range(messages):
            at = datetime.now(UTC) - timedelta(days=21) * (1 - number / messages)
            out.write(("," if number else "") + json.dumps(_message(number, at, chatter, chance), indent=2))
        out.write(f'],\n  "messageCount": {messages}\n}}\n')


def _message(number: int, at: datetime, chatter: Chatter, chance: random.Random) -> dict[str, Any]:
    mentioned = [chance.choice(PEOPLE)] if chance.random() < 0.05 else []
    return {
        "id": str(10**18 + number),
        "type": "Default" if chance.random() < 0.9 or not number else "Reply",
        "timestamp": at.isoformat(),
        "timestampEdited": at.isoformat() if chance.random() < 0.02 else None,
        "isPinned": False,
        "content": " ".join([*(f"@{each['nickname']}" for each in mentioned), chatter.say()]),
        "author": {**chance.choice(PEOPLE), "roles": [], "avatarUrl": "https://cdn.discordapp.com/a.png"},
        "attachments": [{"id": "1", "fileName": "photo.png"}] if chance.random() < 0.03 else [],
        "embeds": [],
        "stickers": [],
        "reactions": [],
        "mentions": mentioned,
        "reference": {"messageId": str(10**18 + number - 1)},
    }


@dataclass(kw_only=True, slots=True)
class Timed:
    """Seconds of each run, by the clock and of processors."""

    clock: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    served: list[float] = field(default_factory=list)
    """Of the PostgreSQL server."""

    def time(self, what: str, work: Callable[[], object], folder: Path) -> None:
        """Do some work, and note and tell how long it took."""
        clock, cpu, served = time.perf_counter(), cpu_seconds(), server_seconds(folder)
        work()
        self.clock.append(time.perf_counter() - clock)
        self.cpu.append(cpu_seconds() - cpu)
        self.served.append(server_seconds(folder) - served)
        last = Timed(clock=self.clock[-1:], cpu=self.cpu[-1:], served=self.served[-1:])
        print(f"{what}: {last}", file=sys.stderr)

    def __str__(self) -> str:
        """Return the medians."""
        clock, cpu, served = map(statistics.median, (self.clock, self.cpu, self.served))
        return f"{clock:.1f} s, {cpu:.1f} s of a processor" + (f" (and {served:.1f} s)" if served else "")


def cpu_seconds() -> float:
    """Return how long this process and the ended ones it started have used a processor."""
    each = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in each)


def server_seconds(folder: Path) -> float:
    """Return how long the PostgreSQL server whose data is in a folder has used a processor."""
    pid_file = folder / "postmaster.pid"
    if not pid_file.exists():
        return 0.0
    first = pid_file.read_text().split("\n")[0]
    ticks = 0
    for process in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, rest = process.read_text().partition(" (")
        except OSError:  # it has ended
            continue
        fields = rest.rpartition(")")[2].split()
        if pid == first or fields[1] == first:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def importing(folder: Path, where: str, *, kill_at: int = 0) -> None:
    """Import on a terminal, killed without a warning once so many rows are read."""
    command = [sys.executable, "-m", "dnam", "import", "general.json", "--db", where]
    ours, theirs = pty.openpty()
    with subprocess.Popen(  # noqa: S603 (our own)
        command, cwd=folder, stdout=theirs, stderr=theirs, start_new_session=True
    ) as running:
        os.close(theirs)
        text = ""
        with suppress(OSError):  # raised when the terminal closes
            while chunk := os.read(ours, 4096):
                text += chunk.decode()
                shown = re.findall(r"read ([\d,]+) rows", text)
                if kill_at and shown and int(shown[-1].replace(",", "")) >= kill_at:
                    running.kill()
        os.close(ours)
    if running.returncode != (-9 if kill_at else 0):
        raise SystemExit(f"dnam import ended with {running.returncode}")


def floor(folder: Path, where: str) -> Callable[[], object]:
    """Return what writes the messages of a memory again, bare."""
    if "://" in where:
        copied = asyncio.run(_copied(where))
        return lambda: asyncio.run(_copy(where, copied))
    with closing(apsw.Connection(where)) as known:
        columns = [str(row[1]) for row in known.execute("PRAGMA table_info(messages)")]
        rows = known.execute("SELECT * FROM messages ORDER BY spot").fetchall()
    bare = folder / "bare.sqlite3"
    asyncio.run(_stored(str(bare)))
    return lambda: _write(bare, columns, rows)


def _write(bare: Path, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    terms = [message_terms(dict(zip(columns, row, strict=True))) for row in rows]
    spot = columns.index("spot")
    with closing(apsw.Connection(str(bare))) as db, db:
        db.executemany(f"INSERT INTO messages VALUES ({', '.join('?' * len(columns))})", rows)  # noqa: S608
        indexed = [(row[spot], " ".join(each)) for row, each in zip(rows, terms, strict=True)]
        db.executemany("INSERT INTO message_terms (rowid, terms) VALUES (?, ?)", indexed)
    bare.unlink()


async def _copied(where: str) -> bytes:
    """Return the messages as COPY writes them."""
    out, connection = io.BytesIO(), await asyncpg.connect(where)
    await connection.copy_from_query("SELECT * FROM messages", output=out)
    await connection.close()
    return out.getvalue()


async def _copy(where: str, rows: bytes) -> None:
    connection = await asyncpg.connect(where)
    await connection.execute("CREATE TABLE bare (LIKE messages INCLUDING ALL)")
    await connection.copy_to_table("bare", source=io.BytesIO(rows))
    await connection.close()


async def _stored(where: str) -> int:
    store = await open_store(where)
    counts = await store.counts()
    await store.close()
    return counts["messages"]


def main() -> None:
    """Measure and print: each store's import, its floor, and an import that was killed half way."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stores", default="sqlite,postgres")
    given = parser.parse_args()
    stores = given.stores.split(",")
    whole, bare, killed = ({name: Timed() for name in stores} for _ in range(3))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dnam-import-")))
        data = folder / "postgres"
        write_export(folder / "general.json", given.messages)
        uri = stack.enter_context(server(data)) if "postgres" in stores else ""

        def fresh(name: str, run: str) -> str:
            return asyncio.run(database(uri, run)) if name == "postgres" else str(folder / f"{run}.sqlite3")

        for run in range(given.runs):
            for name in stores:
                where = fresh(name, f"run{run}")
                whole[name].time(name, partial(importing, folder, where), data)
                bare[name].time(f"{name}, bare", floor(folder, where), data)
        half = given.messages // 2
        for name in stores:
            where = fresh(name, "killed")
            killed[name].time(f"{name}, killed", partial(importing, folder, where, kill_at=half), data)
            killed[name].time(f"{name}, the rest", partial(importing, folder, where), data)
            if asyncio.run(_stored(where)) != given.messages:
                raise SystemExit(f"{name}: after a kill and another import not every message is there")
    print(f"{given.messages:,} messages, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name in stores:
        clock, cpu = statistics.median(whole[name].clock), statistics.median(whole[name].cpu)
        print(f"{name}: {given.messages / clock:,.0f} messages a second", end="")
        print(f", {given.messages / cpu:,.0f} in a second of a processor: {whole[name]}")
        print(f"    floor: {bare[name]}")
        first, second = killed[name].clock
        print(f"    killed half way after {first:.1f} s, the rest in {second:.1f} s, none missing")


if __name__ == "__main__":
    main()

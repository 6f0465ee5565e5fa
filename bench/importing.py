"""How many messages of a chat export come in each second: the figures of `docs/moving-in.md`.

    python -m bench.importing [--messages 100000] [--runs 3] [--stores sqlite,postgres]

Each run is `dnam import` in a process of its own, from its start to its end, into an empty memory. Processor
time is that of this process alone, and does not depend on what else the machine does.
"""

import argparse
import asyncio
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.postgres import database, server
from bench.world import Chatter

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


def main() -> None:
    """Measure and print messages a second: each run, and their median."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stores", default="sqlite,postgres")
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        write_export(folder / "general.json", given.messages)
        for store in given.stores.split(","):
            uri = stack.enter_context(server(folder / "postgres")) if store == "postgres" else ""
            rates, work = [], []
            for run in range(given.runs):
                where = asyncio.run(database(uri, f"run{run}")) if uri else str(folder / f"{run}.sqlite3")
                command = [sys.executable, "-m", "dnam", "import", "general.json", "--db", where]
                begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run(command, cwd=folder, check=True, stdout=sys.stderr)  # noqa: S603 (our own)
                rates.append(given.messages / (time.perf_counter() - begun))
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                work.append(given.messages / spent)
            each = ", ".join(f"{rate:,.0f}" for rate in rates)
            print(
                f"{store}: {statistics.median(rates):,.0f} messages a second ({each}), "
                f"{statistics.median(work):,.0f} in a second of processor time"
            )


if __name__ == "__main__":
    main()

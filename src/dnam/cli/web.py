"""Processes beside the bot, from the command line: the dashboard, workers, and a demo to look at."""

import asyncio

from dnam.cli.operations import print_json
from dnam.errors import SettingsError
from dnam.memory import Memory
from dnam.processes import run_web, run_web_workers, run_worker
from dnam.settings import Settings
from dnam.web.demo import DEMO_NAME, add_demo, remove_demo


def serve_alone(settings: Settings, host: str | None, port: int | None, *, workers: int) -> None:
    given = {"web_host": host, "web_port": port}
    if port is not None and not 0 <= port <= 65535:
        raise SettingsError(f"--port is {port}: it must be a whole number from 0 to 65535.")
    settings = settings.model_copy(update={name: value for name, value in given.items() if value is not None})
    if workers == 1:
        run_web(settings)
        return
    _need_postgres(settings, "Several workers")
    run_web_workers(settings, workers)


def work(settings: Settings, every: float) -> None:
    _need_postgres(settings, "A worker beside the bot")
    run_worker(settings, every)


def _need_postgres(settings: Settings, what: str) -> None:
    if "://" not in settings.location:
        raise SettingsError(
            f"{what} needs PostgreSQL, because one process writes to a SQLite file: `dnam move`."
        )


def fill_demo(settings: Settings, *, remove: bool, as_json: bool) -> None:
    """Add the demo to a memory, or remove it, and print what was done."""

    async def change() -> dict[str, int]:
        async with Memory.open(settings) as memory:
            if remove:
                return dict((await remove_demo(memory)).counts)
            return await add_demo(memory)

    counts = asyncio.run(change())
    if as_json:
        print_json({"removed" if remove else "added": counts})
        return
    listed = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count) or "nothing"
    print(f'{"Removed" if remove else "Added"} the server "{DEMO_NAME}": {listed}.')
    if not remove:
        print("Look at it with `dnam serve`; `dnam demo --remove` takes it away again.")

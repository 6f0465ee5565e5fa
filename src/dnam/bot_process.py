"""The bot as a process: open the memory, log in to Discord, and shut down in order.

If it cannot start, one sentence says why: no token, a token that Discord refuses, intents that are switched
off, or a Discord that cannot be reached. The first signal stops it in order, the second at once.
"""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import structlog

from dnam.control.control_socket import listening
from dnam.discord.bot import DnamBot
from dnam.discord.discord_internals import NOT_DISCORD, use_server
from dnam.errors import DnamError, SettingsError
from dnam.memory import Memory
from dnam.settings import Settings
from dnam.vectors import load_in_background
from dnam.web.server import address_of, link_for, open_port, web_beside
from dnam.web.server import serve as serve_web
from dnam.web.tokens import Tokens, tokens_path

log = structlog.get_logger("dnam")

PORTAL = "https://discord.com/developers/applications"
MISSING = (
    "There is no Discord token: set DISCORD_TOKEN in the environment or in a file named .env. "
    "docs/discord.md says how to get one; `dnam chat` needs none."
)
ODD = (
    "The Discord token has a space, a line break or a character in it that no token has: copy it anew from "
    f"{PORTAL}, Bot, Reset Token, into DISCORD_TOKEN, in one line."
)
REFUSED = f"Discord refuses the token: copy it anew from {PORTAL}, Bot, Reset Token, into DISCORD_TOKEN."
NO_INTENTS = (
    f"Discord does not let this bot read messages and members: turn on Message Content Intent and Server "
    f"Members Intent at {PORTAL}, Bot, Privileged Gateway Intents, and start again."
)
BAD_SHARDS = (
    "Discord refuses these connections (shards): set DNAM_DISCORD_SHARDS and DNAM_DISCORD_SHARD_IDS as it "
    "asks, or leave both out."
)
BLAMED = {discord.LoginFailure: REFUSED, discord.PrivilegedIntentsRequired: NO_INTENTS}
CLOSED = {4004: REFUSED, 4010: BAD_SHARDS, 4011: BAD_SHARDS, 4013: NO_INTENTS, 4014: NO_INTENTS}
"""What the close codes of the gateway mean."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)

_AROUND = re.compile(r"""^["'`\s]+|["'`\s]+$""")


def run_bot(settings: Settings) -> None:
    """Run the bot until a signal stops it. Raises DnamError when it cannot start."""
    asyncio.run(serve(settings, token_of(settings)))


def token_of(settings: Settings) -> str:
    """Return the token without copied quotes, spaces or "Bot". Raises SettingsError when there is none."""
    given = settings.discord_token
    token = _AROUND.sub("", given.get_secret_value()) if given is not None else ""
    token = _AROUND.sub("", re.sub(r"^Bot(\s+|$)", "", token, flags=re.IGNORECASE))
    if not token:
        raise SettingsError(MISSING)
    if not re.fullmatch(r"[!-~]+", token):
        raise SettingsError(ODD)
    return token


def run_web(settings: Settings) -> None:
    """Run the dashboard alone until a signal stops it. Raises DnamError when it cannot start."""
    asyncio.run(until_stopped(serve_web(settings, _announce)))


def run_web_workers(settings: Settings, count: int) -> None:
    """Run the dashboard in several processes that share its port, until a signal stops all of them.

    A worker that ends by itself is started anew. Raises DnamError when the port cannot be opened.
    """
    with open_port(settings) as port:
        _announce(link_for(address_of(settings, port), Tokens(tokens_path(settings))))
        running: set[int] = set()
        stopping = False

        def stop(_number: int, _frame: object) -> None:
            nonlocal stopping
            stopping = True
            for each in running:
                os.kill(each, signal.SIGTERM)

        for name in SIGNALS:
            signal.signal(name, stop)
        running |= {_fork_web(settings, port) for _ in range(count)}
        while running:
            if stopping:  # also those that were started when the signal came
                stop(0, None)
            ended, _ = os.wait()
            running.discard(ended)
            if not stopping:
                log.warning("a worker ended and is started anew", action="web")
                running.add(_fork_web(settings, port))


def _fork_web(settings: Settings, port: socket.socket) -> int:
    """Start a worker; return its process id."""
    # No signal may reach the child while it still has its parent's handlers.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    if child := os.fork():
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        return child
    for name in SIGNALS:
        signal.signal(name, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    code = 1
    try:
        asyncio.run(until_stopped(serve_web(settings, lambda _: None, port=port)))
        code = 0
    finally:
        os._exit(code)


def run_worker(settings: Settings, every: float) -> None:
    """Do what is due in a shared memory until a signal stops it. Raises DnamError when it cannot start."""
    asyncio.run(until_stopped(_upkeep(settings, every)))


async def _upkeep(settings: Settings, every: float) -> None:
    async with Memory.open(settings) as memory:
        await memory.settle()
        log.info("did what was due; goes on", action="worker")
        while True:
            await asyncio.sleep(every)
            await memory.settle()


async def serve(settings: Settings, token: str) -> None:
    """Log in and serve; on a signal finish answers, drain memory and close everything."""
    use_server(settings)
    load_in_background()
    await until_stopped(_work(settings, token))


async def until_stopped(running: Coroutine[Any, Any, None]) -> None:
    """Run something until a signal cancels it."""
    work = asyncio.create_task(running, name="work")
    stopped = _cancel_on_signals(work)
    try:
        await work
    except asyncio.CancelledError:
        if not stopped.is_set():
            raise


def _cancel_on_signals(work: "asyncio.Task[None]") -> asyncio.Event:
    """Cancel the work at the first signal; the second one ends the process."""
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        for name in SIGNALS:
            loop.remove_signal_handler(name)
            signal.signal(name, signal.SIG_DFL)
        log.info("stopping; a second signal stops at once", action="stop")
        stopped.set()
        work.cancel()

    with suppress(NotImplementedError):  # where there are no signals, Ctrl-C ends it all the same
        for name in SIGNALS:
            loop.add_signal_handler(name, stop)
    return stopped


async def _work(settings: Settings, token: str) -> None:
    """Stay online until cancelled; turn Discord's errors into a sentence."""
    async with (
        Memory.open(settings) as memory,
        listening(memory),
        web_beside(memory, _announce),
        DnamBot(memory) as bot,
    ):
        try:
            with memory.lanes.loop_lag.watching():
                await bot.start(token)
        except (aiohttp.ClientError, OSError, discord.DiscordException) as problem:
            raise sentence(problem, settings) from problem


def _announce(link: str) -> None:
    """Show the link of the dashboard; it may hold a token, which belongs in no log."""
    print(f"Dashboard: {link}", flush=True)


def sentence(problem: BaseException, settings: Settings) -> DnamError:
    """Return an error that says what is wrong and what to do."""
    blamed = BLAMED.get(type(problem)) or CLOSED.get(getattr(problem, "code", 0))
    if blamed is not None:
        return SettingsError(blamed)
    if isinstance(problem, discord.DiscordServerError):
        return DnamError(f"Discord has an internal error ({_short(problem)}): try again later.")
    if isinstance(problem, discord.NotFound) and settings.discord_api:
        return SettingsError(NOT_DISCORD.format(settings.discord_api, _short(problem)))
    if isinstance(problem, discord.HTTPException | discord.ConnectionClosed):
        return DnamError(f"Discord ended the connection ({_short(problem)}). Start again.")
    message = str(problem).rstrip(".") or type(problem).__name__
    return DnamError(f"Discord cannot be reached: {message}. Check the network and start again.")


def _short(problem: discord.DiscordException) -> str:
    """Return Discord's error in one line, without the HTML page that may come with it."""
    if isinstance(problem, discord.HTTPException):
        return f"{problem.status} {problem.response.reason}"
    return " ".join(str(problem).split())[:200]

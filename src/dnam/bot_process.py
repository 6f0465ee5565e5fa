"""The bot as a process: open the memory, log in to Discord, and shut down in order.

If it cannot start, one sentence says why: no token, a token that Discord refuses, intents that are switched
off, or a Discord that cannot be reached.
"""

import asyncio
import gc

import aiohttp
import discord

from dnam.control.control_socket import listening
from dnam.discord.bot import DnamBot
from dnam.discord.discord_internals import NOT_DISCORD, use_server
from dnam.discord_token import PORTAL, token_of
from dnam.errors import DnamError, SettingsError
from dnam.memory import Memory
from dnam.processes import announce, until_stopped
from dnam.settings import Settings
from dnam.vectors import load_in_background
from dnam.web.server import told_of, web_beside

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


def run_bot(settings: Settings) -> None:
    """Run the bot until a signal stops it. Raises DnamError when it cannot start."""
    asyncio.run(serve(settings, token_of(settings)))


async def serve(settings: Settings, token: str) -> None:
    """Log in and serve; on a signal finish answers, drain memory and close everything."""
    use_server(settings)
    # What is loaded by then stays: looking through it for garbage would hold the loop for 0.1 s each time.
    load_in_background().add_done_callback(lambda _: gc.freeze())
    await until_stopped(_work(settings, token))


async def _work(settings: Settings, token: str) -> None:
    """Stay online until cancelled; turn Discord's errors into a sentence."""
    async with (
        Memory.open(settings) as memory,
        listening(memory),
        told_of(memory) as metrics,
        web_beside(memory, announce, metrics=metrics),
        DnamBot(memory) as bot,
    ):
        try:
            with memory.lanes.loop_lag.watching():
                await bot.start(token)
        except (aiohttp.ClientError, OSError, discord.DiscordException) as problem:
            raise sentence(problem, settings) from problem


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

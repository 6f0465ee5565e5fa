"""The bot as a process: settings into store, memory and bot; it stops well when it is told to.

One sentence says what is wrong when it cannot start: no token, a token that Discord refuses, intents that are
switched off, a Discord that cannot be reached.
"""

import asyncio
import signal
from contextlib import suppress

import aiohttp
import discord
import structlog

from dnam.discord.bot import DnamBot, point_at
from dnam.errors import DnamError, SettingsError
from dnam.memory import Memory
from dnam.settings import Settings

log = structlog.get_logger("dnam")

PORTAL = "https://discord.com/developers/applications"
MISSING = (
    "There is no Discord token: set DISCORD_TOKEN in the environment or in a file named .env. "
    "docs/discord.md says how to get one; `dnam chat` needs none."
)
REFUSED = f"Discord refuses the token: copy it anew from {PORTAL}, Bot, Reset Token, into DISCORD_TOKEN."
NO_INTENTS = (
    f"Discord does not let this bot read messages and members: turn on Message Content Intent and Server "
    f"Members Intent at {PORTAL}, Bot, Privileged Gateway Intents, and start again."
)


def run_bot(settings: Settings) -> None:
    """Run the bot until it is told to stop. Raises DnamError when it cannot start."""
    if settings.discord_token is None or not settings.discord_token.get_secret_value().strip():
        raise SettingsError(MISSING)
    asyncio.run(serve(settings, settings.discord_token.get_secret_value().strip()))


async def serve(settings: Settings, token: str) -> None:
    """Log in, stay, and leave in order: answers finished, connections closed, memory drained."""
    point_at(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # where there are no signals, Ctrl-C ends it all the same
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, stop.set)
    async with Memory.open(settings) as memory, DnamBot(memory) as bot:
        running = asyncio.create_task(_stay(bot, token), name="discord")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            log.info("stopping", action="stop")
            await bot.close()
        stopping.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def _stay(bot: DnamBot, token: str) -> None:
    """Be online until the bot is closed; what Discord refuses becomes a sentence."""
    try:
        await bot.start(token)
    except discord.LoginFailure as problem:
        raise SettingsError(REFUSED) from problem
    except discord.PrivilegedIntentsRequired as problem:
        raise SettingsError(NO_INTENTS) from problem
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as problem:
        raise DnamError(
            f"Discord cannot be reached: {problem}. Check the network and start again."
        ) from problem
    except (discord.HTTPException, discord.ConnectionClosed) as problem:
        raise DnamError(f"Discord ended the connection: {problem}.") from problem

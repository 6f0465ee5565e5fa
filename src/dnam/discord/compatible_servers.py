"""Another server that speaks Discord's protocol: the way there, and what such a server may leave out.

discord.py takes for granted what Discord itself always sends. A server that is only compatible may write its
content types differently, give no address to resume at, or leave out fields that the bot has no use for.
Here such things are filled in, before discord.py reads them. An event that cannot be read all the same is
left out with a line in the log: it never ends the bot.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

import aiohttp
import discord
import structlog
import yarl
from discord import client, http, shard
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.webhook import async_ as webhook

from dnam.errors import DnamError, SettingsError
from dnam.settings import Settings

log = structlog.get_logger("dnam")

FAREWELL = 3.0
"""Seconds a server has to say goodbye when a connection is closed."""
TRIES = 5
"""So often a request is made that the server asks to repeat later."""
MOST_PATIENCE = 60.0
"""A server that wants to be left alone for longer has refused."""
NOT_DISCORD = (
    "{} is not the address of a Discord API ({}): set DNAM_DISCORD_API with its version, such as "
    "https://discord.com/api/v10, or leave it out."
)

USER = {"discriminator": "0", "avatar": None}
MEMBER = {"roles": [], "flags": 0, "joined_at": None}
MESSAGE: Mapping[str, Any] = {
    **dict.fromkeys(("pinned", "mention_everyone", "tts"), False),
    **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds", "components")},
    "content": "",
    "type": 0,
    "edited_timestamp": None,
}
DEFAULTS: Sequence[tuple[frozenset[str], Mapping[str, Any]]] = (
    (frozenset({"id", "username"}), USER),
    (frozenset({"id", "author", "channel_id"}), MESSAGE),
    (frozenset({"id", "permission_overwrites"}), {"position": 0}),
    (frozenset({"id", "thread_metadata"}), {"message_count": 0, "member_count": 0}),
)
"""What is read as said where it is left out: an object is known by some of its fields."""


def filled(data: Any) -> Any:
    """Give what a server sent with what discord.py cannot do without."""
    if isinstance(data, list):
        return [filled(each) for each in data]
    if not isinstance(data, dict):
        return data
    whole = {name: filled(value) for name, value in data.items()}
    for marks, more in DEFAULTS:
        if marks <= whole.keys():
            whole = {**deepcopy(dict(more)), **whole}
    for name in ("member", "members"):
        held = whole.get(name)
        for member in held if isinstance(held, list) else [held]:
            if isinstance(member, dict):
                member.update({**deepcopy(MEMBER), **member})
    return whole


class Socket(DiscordWebSocket):
    """A connection to a gateway that may be another than Discord's."""

    elsewhere = False
    """It is another server's."""
    set_address: yarl.URL | None = None
    """Where the settings say the gateway is: connections are resumed there too."""

    async def received_message(self, msg: Any, /) -> None:
        """Read an event; one that cannot be read is left out, but for the greeting."""
        text = self._decompressor.decompress(msg) if isinstance(msg, bytes) else msg
        if text is None:  # the rest of it is still to come
            return
        try:
            await super().received_message(self._whole(json.loads(text)) if self.elsewhere else text)
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            told = f"{type(problem).__name__}: {problem}"
            if '"READY"' in text[:200] or '"READY"' in text[-200:]:
                raise DnamError(f"{self.gateway} does not greet as Discord does ({told}).") from problem
            log.warning("an event is left out: it cannot be read", action="discord event", error=told)

    def _whole(self, event: dict[str, Any]) -> str:
        """Fill an event, and write it anew."""
        name, data = event.get("t"), filled(event.get("d"))
        guilds: list[dict[str, Any]] = []
        if name == "READY":
            resume = str(self.set_address or data.get("resume_gateway_url") or self.DEFAULT_GATEWAY)
            own = [self.shard_id or 0, self.shard_count or 1]
            data = {"session_id": "", "guilds": [], "shard": own, **data, "resume_gateway_url": resume}
            guilds = data["guilds"]
        elif name == "GUILD_CREATE":
            guilds = [data]
        elif name == "RESUMED":
            data = data or {}
        elif name == "INTERACTION_CREATE":
            data = {"attachment_size_limit": 0, "version": 1, "channel": self._where(data), **data}
        for guild in guilds:
            self._join(guild)
        return json.dumps({**event, "d": data})

    def _where(self, data: dict[str, Any]) -> dict[str, Any]:
        """Write the channel of an interaction that only names it: one of a guild, or somebody's own."""
        id_, guild = data.get("channel_id"), data.get("guild_id")
        if id_ is None:
            return {}
        if guild is None:
            return {"id": id_, "type": discord.ChannelType.private.value, "recipients": [data.get("user")]}
        known: Any = self._connection.get_channel(int(id_))  # discord.py takes what it knows by its id
        kind = known.type if known is not None else discord.ChannelType.text
        return {"id": id_, "type": kind.value, "name": "", "position": 0, "permission_overwrites": []}

    def _join(self, guild: dict[str, Any]) -> None:
        """Make the bot a member of a guild that does not name it among its own."""
        me = self._connection.user
        held = guild.setdefault("members", [])
        if me is None or guild.get("unavailable") or any(m["user"]["id"] == str(me.id) for m in held):
            return
        held.append({**MEMBER, "user": {**USER, "id": str(me.id), "username": me.name, "bot": True}})

    async def close(self, code: int = 4000) -> None:
        """Say goodbye, and wait a moment for the answer."""
        with suppress(TimeoutError):
            await asyncio.wait_for(super().close(code), FAREWELL)


class Requests(HTTPClient):
    """Requests to another server."""

    async def static_login(self, token: str) -> Any:
        """Log in, and give the bot's account. Raises SettingsError when it is no Discord that answers."""
        me: Any = await super().static_login(token)
        if not isinstance(me, dict) or not {"id", "username"} <= me.keys():
            raise SettingsError(NOT_DISCORD.format(Route.BASE, "its answer names no account"))
        return me

    async def request(self, route: Route, **given: Any) -> Any:
        """Make a request, as often as the server asks for."""
        return await _patiently(lambda: super(Requests, self).request(route, **given))


class Interactions(webhook.AsyncWebhookAdapter):
    """Answers to slash commands and buttons, to another server."""

    async def request(self, route: Route, session: aiohttp.ClientSession, **given: Any) -> Any:
        """Make a request, as often as the server asks for."""
        return await _patiently(lambda: super(Interactions, self).request(route, session, **given))


async def _patiently(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Wait as long as a server asks for; discord.py does so only where Discord's own proxy stands between."""
    for _ in range(TRIES - 1):
        try:
            return await ask()
        except discord.HTTPException as problem:
            wait = _seconds(problem.response.headers.get("Retry-After"))
            if problem.status != 429 or wait > MOST_PATIENCE:
                raise
            log.warning("the server asks to wait", action="discord request", seconds=wait)
            await asyncio.sleep(wait)
    return await ask()


def _seconds(told: str | None) -> float:
    try:
        return max(float(told or 1.0), 0.0)
    except ValueError:  # a date
        return MOST_PATIENCE


async def read_answer(response: aiohttp.ClientResponse) -> Any:
    """Read the answer to a request: JSON whatever its character set, filled; or text."""
    text = await response.text(encoding="utf-8")
    if not text and response.ok and response.url.path.endswith("/callback"):
        return {"interaction": {"id": 0}}
    if response.content_type != "application/json" or not text:
        return text
    return filled(json.loads(text))


def point_at(settings: Settings) -> None:
    """Let this process speak to another Discord-compatible server, where the settings name one."""
    parts: Any = (Route, client, http, shard, webhook)
    route, clients, requests, shards, interactions = parts
    shards.DiscordWebSocket = Socket
    if settings.discord_gateway:
        Socket.set_address = Socket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway)
    if settings.discord_api or settings.discord_gateway:
        Socket.elsewhere = True
        clients.HTTPClient = Requests
        requests.json_or_text = read_answer
        interactions.json_or_text = read_answer
        interactions.async_context.set(Interactions())  # type: ignore[no-untyped-call] # discord.py's
    if settings.discord_api:
        route.BASE = settings.discord_api.rstrip("/")

"""Everything that reaches into discord.py's internals, so that another Discord-compatible server can be used.

Tried with discord.py 2.7.1. When you upgrade discord.py, this is the only file to check: no other module
imports its gateway, HTTP or webhook code, or uses its private attributes.

discord.py expects every field that Discord itself always sends. A server that is only compatible may use
other content types, give no resume address, or omit fields the bot does not need. Missing fields are filled
in here before discord.py parses them. An event that still cannot be parsed is logged and skipped; it never
stops the bot.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

import aiohttp
import discord
import yarl
from discord import client, http, shard
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route
from discord.webhook import async_ as webhook

from dnam.errors import DnamError, SettingsError, describe
from dnam.log_lines import log
from dnam.settings import Settings

CLOSE_SECONDS = 3.0
"""Seconds the server has to confirm that a connection is closed."""
REQUEST_ATTEMPTS = 5
"""Attempts for a request that the server rate-limits."""
MAX_RETRY_AFTER = 60.0
"""Seconds; a longer `Retry-After` counts as a refusal."""
CONNECTION_ATTEMPTS = 2
"""Connection attempts at startup; discord.py retries later disconnects without limit."""
NOT_DISCORD = (
    "{} is not the address of a Discord API ({}): set DNAM_DISCORD_API with its version, such as "
    "https://discord.com/api/v10, or leave it out."
)
UNREACHABLE = "Discord's gateway {} cannot be reached: {}. Check the network and start again."
NO_GATEWAY = "The server does not return a gateway address: set DNAM_DISCORD_GATEWAY to it."

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
"""Defaults for missing fields; the kind of an object is recognised by the field names on the left."""


def with_defaults(data: Any) -> Any:
    """Return a server's JSON with the fields added that discord.py requires; null is as good as missing."""
    if isinstance(data, list):
        return [with_defaults(each) for each in data]
    if not isinstance(data, dict):
        return data
    complete = {name: with_defaults(value) for name, value in data.items() if value is not None}
    for field_names, defaults in DEFAULTS:
        if field_names <= complete.keys():
            complete = {**deepcopy(dict(defaults)), **complete}
    for name in ("member", "members"):
        value = complete.get(name)
        for member in value if isinstance(value, list) else [value]:
            if isinstance(member, dict):
                member.update({**deepcopy(MEMBER), **member})
    return complete


class CompatibleBot(commands.AutoShardedBot):
    """A bot that can also log in to a Discord-compatible server that leaves things out."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        super().__init__(**options)
        self._settings = settings
        self._connection_attempts: Counter[int] = Counter()

    async def application_info(self) -> discord.AppInfo:
        """Return the application; on a server that cannot name it, the bot's own id stands in."""
        me = self.user
        assert me is not None, "the bot is not logged in yet"  # noqa: S101 (called after the login)
        info = {"id": me.id, "name": me.name, "description": "", "icon": None, "verify_key": ""}
        info |= {"bot_public": False, "bot_require_code_grant": False}
        info["owner"] = {"id": me.id, "username": me.name, "discriminator": "0", "avatar": None}
        try:
            info |= await self.http.application_info()
        except discord.NotFound:
            log.warning("server does not return the application id", action="discord_login", used=me.id)
        data: Any = info
        return discord.AppInfo(self._connection, data)

    async def launch_shards(self) -> None:
        """Connect; a compatible server is asked first how many shards it wants."""
        settings = self._settings
        compatible_server = bool(settings.discord_api or settings.discord_gateway)
        if compatible_server and not settings.discord_shards:
            self.shard_count = await self._request_gateway()
        await super().launch_shards()

    async def _request_gateway(self) -> int:
        """Return the number of shards the server wants, and use its gateway address unless one is set."""
        gateway: dict[str, Any] = {}
        for path in ("/gateway/bot", "/gateway"):
            try:
                gateway = await self.http.request(Route("GET", path))
                break
            except discord.HTTPException as problem:
                log.warning(
                    "server does not return its gateway",
                    action="discord_gateway",
                    path=path,
                    error=describe(problem),
                )
        if not self._settings.discord_gateway:
            if not gateway.get("url"):
                raise SettingsError(NO_GATEWAY)
            CompatibleWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway["url"])
        return int(gateway.get("shards") or 1)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Open a connection. discord.py calls this again after each failure; we give up after a few."""
        self._connection_attempts[shard_id] += 1
        if self._connection_attempts[shard_id] > CONNECTION_ATTEMPTS:
            cause = sys.exc_info()[1]
            if isinstance(cause, discord.ConnectionClosed | discord.PrivilegedIntentsRequired):
                raise cause
            raise DnamError(UNREACHABLE.format(gateway, cause))
        await super().launch_shard(gateway, shard_id, initial=initial)
        self._connection_attempts[shard_id] = 0


PAGE = 100
"""How many messages Discord returns at once."""


class CompatibleWebSocket(DiscordWebSocket):
    compatible_server = False
    """True when the server is not Discord itself."""
    configured_address: yarl.URL | None = None
    """The gateway from the settings; connections are also resumed there."""

    async def received_message(self, msg: Any, /) -> None:
        """Parse an event; skip one that cannot be parsed, unless it is READY."""
        text = self._decompressor.decompress(msg) if isinstance(msg, bytes) else msg
        if text is None:  # incomplete: more frames follow
            return
        try:
            await super().received_message(
                self._complete(json.loads(text)) if self.compatible_server else text
            )
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            reason = describe(problem)
            if '"READY"' in text[:200] or '"READY"' in text[-200:]:
                raise DnamError(f"{self.gateway} does not greet as Discord does ({reason}).") from problem
            log.warning("skipped an unreadable event", action="discord_event", error=reason)

    def _complete(self, event: dict[str, Any]) -> str:
        name, data = event.get("t"), with_defaults(event.get("d"))
        guilds: list[dict[str, Any]] = []
        if name == "READY":
            resume = str(self.configured_address or data.get("resume_gateway_url") or self.DEFAULT_GATEWAY)
            own_shard = [self.shard_id or 0, self.shard_count or 1]
            data = {"session_id": "", "guilds": [], "shard": own_shard, **data, "resume_gateway_url": resume}
            guilds = data["guilds"]
        elif name == "GUILD_CREATE":
            guilds = [data]
        elif name == "RESUMED":
            data = data or {}
        elif name == "INTERACTION_CREATE":
            data = {"attachment_size_limit": 0, "version": 1, "channel": self._channel(data), **data}
        for guild in guilds:
            self._add_self(guild)
        return json.dumps({**event, "d": data})

    def _channel(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return a channel object for an interaction that has only the channel's id."""
        id_, guild = data.get("channel_id"), data.get("guild_id")
        if id_ is None:
            return {}
        if guild is None:
            return {"id": id_, "type": discord.ChannelType.private.value, "recipients": [data.get("user")]}
        cached: Any = self._connection.get_channel(int(id_))  # discord.py looks cached channels up by id
        kind = cached.type if cached is not None else discord.ChannelType.text
        return {"id": id_, "type": kind.value, "name": "", "position": 0, "permission_overwrites": []}

    def _add_self(self, guild: dict[str, Any]) -> None:
        """Add the bot to the members of a guild that does not list it."""
        me = self._connection.user
        members = guild.setdefault("members", [])
        if me is None or guild.get("unavailable") or any(m["user"]["id"] == str(me.id) for m in members):
            return
        members.append({**MEMBER, "user": {**USER, "id": str(me.id), "username": me.name, "bot": True}})

    async def close(self, code: int = 4000) -> None:
        """Close the connection; do not wait long for the server's confirmation."""
        with suppress(TimeoutError):
            await asyncio.wait_for(super().close(code), CLOSE_SECONDS)


class CompatibleHTTPClient(HTTPClient):
    async def static_login(self, token: str) -> Any:
        """Log in and return the bot's account. Raises SettingsError when the server is not a Discord API."""
        me: Any = await super().static_login(token)
        if not isinstance(me, dict) or not {"id", "username"} <= me.keys():
            raise SettingsError(NOT_DISCORD.format(Route.BASE, "its answer names no account"))
        return me

    async def request(self, route: Route, **options: Any) -> Any:
        return await _retry_rate_limited(lambda: super(CompatibleHTTPClient, self).request(route, **options))


class CompatibleWebhookAdapter(webhook.AsyncWebhookAdapter):
    """Answers to slash commands and buttons on a compatible server."""

    async def request(self, route: Route, session: aiohttp.ClientSession, **options: Any) -> Any:
        return await _retry_rate_limited(
            lambda: super(CompatibleWebhookAdapter, self).request(route, session, **options)
        )


async def _retry_rate_limited(send: Callable[[], Awaitable[Any]]) -> Any:
    """Send until accepted; discord.py itself retries only behind Discord's own proxy."""
    for _ in range(REQUEST_ATTEMPTS - 1):
        try:
            return await send()
        except discord.HTTPException as problem:
            wait = _seconds(problem.response.headers.get("Retry-After"))
            if problem.status != 429 or wait > MAX_RETRY_AFTER:
                raise
            log.warning("rate-limited by the server", action="discord_request", seconds=wait)
            await asyncio.sleep(wait)
    return await send()


def _seconds(retry_after: str | None) -> float:
    try:
        return max(float(retry_after or 1.0), 0.0)
    except ValueError:  # a date
        return MAX_RETRY_AFTER


async def read_response(response: aiohttp.ClientResponse) -> Any:
    """Return a response's JSON, whatever its character set, with missing fields filled in; or its text."""
    text = await response.text(encoding="utf-8")
    if not text and response.ok and response.url.path.endswith("/callback"):
        return {"interaction": {"id": 0}}
    if response.content_type != "application/json" or not text:
        return text
    return with_defaults(json.loads(text))


async def latest_messages(channel: Any, limit: int) -> tuple[list[discord.Message], set[int]]:
    """Return a channel's latest messages, newest first, and the ids of those that cannot be read.

    discord.py's own `history` ends at the first message with a field that is not as it should be.
    """
    target, messages, unreadable = await channel._get_channel(), list[discord.Message](), set[int]()
    before: discord.Object | None = None
    while (left := limit - len(messages) - len(unreadable)) > 0:
        asked = min(left, PAGE)
        page = await target._state.http.logs_from(
            target.id, asked, before=before.id if before is not None else None
        )
        for data in page:
            try:
                messages.append(target._state.create_message(channel=target, data=data))
            except (LookupError, TypeError, ValueError, AttributeError) as problem:
                unreadable.add(int(data["id"]))
                log.warning("skipped an unreadable message", action="discord_event", error=describe(problem))
        if len(page) < asked:
            break
        before = discord.Object(int(page[-1]["id"]))
    return messages, unreadable


def use_server(settings: Settings) -> None:
    """Make discord.py, in this whole process, use the server the settings name; Discord itself by default."""
    modules: Any = (Route, client, http, shard, webhook)
    route, clients, requests, shards, webhooks = modules
    shards.DiscordWebSocket = CompatibleWebSocket
    if settings.discord_gateway:
        address = yarl.URL(settings.discord_gateway)
        CompatibleWebSocket.configured_address = CompatibleWebSocket.DEFAULT_GATEWAY = address
    if settings.discord_api or settings.discord_gateway:
        CompatibleWebSocket.compatible_server = True
        clients.HTTPClient = CompatibleHTTPClient
        requests.json_or_text = read_response
        webhooks.json_or_text = read_response
        webhooks.async_context.set(CompatibleWebhookAdapter())  # type: ignore[no-untyped-call] # discord.py's
    if settings.discord_api:
        route.BASE = settings.discord_api.rstrip("/")

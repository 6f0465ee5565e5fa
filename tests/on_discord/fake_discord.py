"""A small fake of Discord over loopback: enough of gateway and REST to run a bot's process against."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from aiohttp import WSMsgType, web
from discord.utils import time_snowflake

BOT, APP, GUILD, GENERAL = 900, 901, 500, 600
TOKEN = "a-token-of-the-test"
ANN_ID = 700
ANN = {"id": str(ANN_ID), "username": "ann", "discriminator": "0", "avatar": None, "global_name": "Ann"}
ME = {"id": str(BOT), "username": "dee", "discriminator": "0", "avatar": None, "bot": True}

Payload = dict[str, Any]


def member(user: Payload) -> Payload:
    """Write a member of the guild."""
    return {
        "user": user,
        "roles": [],
        "joined_at": "2025-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def answer_of(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Write an answer with the very content type Discord sends."""
    told = {**(headers or {}), "Content-Type": "application/json"}
    return web.Response(body=json.dumps(value).encode(), status=status, headers=told)


class FakeDiscord:
    """One guild with one channel; keeps what the bot does and lets people speak."""

    def __init__(self) -> None:
        self.port = 0
        self.identified: list[Payload] = []
        self.resumed: list[Payload] = []
        self.posted: list[Payload] = []
        self.answered: list[Payload] = []
        self.commands: list[Payload] = []
        self.read = 0
        """How often the bot has read the channel's past."""
        self.refuse_next = 0
        """So many posts are answered with 429 first."""
        self.close_on_identify: int | None = None
        self.messages: list[Payload] = []
        self._events: list[Payload] = []
        self._socket: web.WebSocketResponse | None = None
        self._ids = itertools.count(time_snowflake(datetime.now(UTC)))
        self._changed = asyncio.Condition()

    # What people do

    async def say(self, text: str, *, heard: bool = True) -> Payload:
        """Let Ann say something; unless `heard`, while the bot is away."""
        now = datetime.now(UTC)
        mentions: list[Payload] = [{**ME, "member": {}}] if f"<@{BOT}>" in text else []
        message = self._message(ANN, text, mentions) | {"timestamp": now.isoformat()}
        self.messages.append(message)
        await self.event("MESSAGE_CREATE", {**message, "member": member(ANN)}, sent=heard)
        return message

    async def edit(self, message: Payload, text: str) -> None:
        """Let Ann change what she said."""
        message |= {"content": text, "edited_timestamp": datetime.now(UTC).isoformat()}
        await self.event("MESSAGE_UPDATE", {**message, "member": member(ANN)})

    async def slash(self, *words: str, **options: str) -> None:
        """Let Ann use a slash command."""
        given: list[Payload] = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        for word in reversed(words[1:]):
            given = [{"name": word, "type": 1, "options": given}]
        asked = {"id": "1", "name": words[0], "type": 1, "options": given}
        where = {"channel_id": str(GENERAL), "guild_id": str(GUILD), "channel": self._channel()}
        who = {"member": {**member(ANN), "permissions": "0"}, "app_permissions": "0", "locale": "en-US"}
        interaction = {
            "id": str(next(self._ids)),
            "application_id": str(APP),
            "type": 2,
            "token": "t",
            "version": 1,
        }
        rest = {"data": asked, "entitlements": [], "authorizing_integration_owners": {}, "context": 0}
        await self.event(
            "INTERACTION_CREATE", {**interaction, **where, **who, **rest, "attachment_size_limit": 1}
        )

    async def drop(self) -> None:
        """Break the connection without a word."""
        socket, self._socket = self._socket, None
        assert socket is not None
        transport = socket._req.transport if socket._req is not None else None
        assert transport is not None
        transport.abort()

    async def invalidate(self) -> None:
        """End the session: the bot has to begin a new one."""
        assert self._socket is not None
        self._events.clear()
        await self._socket.send_json({"op": 9, "d": False, "s": None, "t": None})

    async def until(self, what: Callable[[], bool], seconds: float = 30) -> None:
        """Wait until the bot has done something."""
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(what), seconds)

    async def event(self, name: str, data: Payload, *, sent: bool = True) -> None:
        """Send an event now, or keep it for a resumed connection."""
        event = {"op": 0, "t": name, "s": len(self._events) + 1, "d": data}
        self._events.append(event)
        if sent and self._socket is not None:
            await self._socket.send_json(event)

    # What the bot does

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to the bot over its socket."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 30_000}, "s": None, "t": None})
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self._said(socket, json.loads(frame.data))
        return socket

    async def _said(self, socket: web.WebSocketResponse, said: Payload) -> None:
        if said["op"] == 1:
            await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
        elif said["op"] == 2:
            await self._identify(socket, said["d"])
        elif said["op"] == 6:
            self._socket = socket
            for event in self._events[said["d"]["seq"] :]:
                await socket.send_json(event)
            await self.event("RESUMED", {})
            self.resumed.append(said["d"])
        elif said["op"] == 8:
            people = [member(ANN), member(ME)]
            chunk = {"guild_id": str(GUILD), "members": people, "chunk_index": 0, "chunk_count": 1}
            await self.event("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": said["d"].get("nonce")})
        await self._notify()

    async def _identify(self, socket: web.WebSocketResponse, asked: Payload) -> None:
        self.identified.append(asked)
        if self.close_on_identify is not None:
            await socket.close(code=self.close_on_identify)
            return
        self._socket, self._events = socket, []
        resume = f"ws://127.0.0.1:{self.port}/gateway"
        ready = {
            "v": 10,
            "user": ME,
            "session_id": "s",
            "resume_gateway_url": resume,
            "shard": asked["shard"],
        }
        unavailable = {"guilds": [{"id": str(GUILD), "unavailable": True}]}
        await self.event("READY", {**ready, **unavailable, "application": {"id": str(APP), "flags": 0}})
        await self.event("GUILD_CREATE", self._guild())

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def rest(self, request: web.Request) -> web.Response:
        """Answer the bot's requests; those about interactions carry their own token."""
        path = request.path.removeprefix("/api/v10")
        open_to_all = path.startswith(("/interactions/", "/webhooks/"))
        if not open_to_all and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return answer_of({"message": "401: Unauthorized", "code": 0}, status=401)
        body = await request.json() if request.can_read_body else None
        answer = await self._answer(f"{request.method} {path}", body)
        await self._notify()
        return answer

    async def _answer(self, what: str, body: Any) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        elsewhere = {"url": "ws://127.0.0.1:9/not-the-one-set", "shards": 1, "session_start_limit": limit}
        told: dict[str, Any] = {
            "GET /users/@me": ME,
            "GET /oauth2/applications/@me": self._application(),
            "GET /gateway/bot": elsewhere,
            f"GET /channels/{GENERAL}/messages": self.messages[::-1],
        }
        self.read += what == f"GET /channels/{GENERAL}/messages"
        if what in told:
            return answer_of(told[what])
        if what == f"POST /channels/{GENERAL}/messages":
            return await self._post(body)
        if what == f"PUT /applications/{APP}/commands":
            shared = {"application_id": str(APP), "version": "1", "description": ""}
            self.commands = [{"id": str(n), **shared, **each} for n, each in enumerate(body, 1)]
            return answer_of(self.commands)
        if what.startswith(f"PATCH /webhooks/{APP}/t/messages/"):
            self.answered.append(body)
            return answer_of(self._message(ME, body["content"], []))
        if what.startswith("POST /interactions/"):
            taken = {
                "id": "1",
                "type": 2,
                "response_message_ephemeral": True,
                "response_message_loading": True,
            }
            return answer_of({"interaction": taken, "resource": {"type": body["type"]}})
        return web.Response(status=204 if what == f"POST /channels/{GENERAL}/typing" else 404)

    async def _post(self, body: Payload) -> web.Response:
        if self.refuse_next:
            self.refuse_next -= 1
            limited = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False}
            headers = {"Retry-After": "1", "Via": "1.1 fake", "X-RateLimit-Scope": "user"}
            return answer_of(limited, status=429, headers=headers)
        message = self._message(ME, body["content"], [])
        self.posted.append(body)
        self.messages.append(message)
        await self.event("MESSAGE_CREATE", {**message, "member": member(ME)})
        return answer_of(message)

    # What Discord's objects look like

    def _message(self, author: Payload, text: str, mentions: list[Payload]) -> Payload:
        return {
            "id": str(next(self._ids)),
            "channel_id": str(GENERAL),
            "guild_id": str(GUILD),
            "author": author,
            "content": text,
            "timestamp": datetime.now(UTC).isoformat(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": mentions,
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "components": [],
        }

    def _channel(self) -> Payload:
        last = self.messages[-1]["id"] if self.messages else None
        named = {"id": str(GENERAL), "type": 0, "name": "general", "guild_id": str(GUILD), "position": 0}
        return {**named, "permission_overwrites": [], "last_message_id": last, "permissions": "0"}

    def _guild(self) -> Payload:
        everyone = {"id": str(GUILD), "name": "@everyone", "permissions": str(1 << 10 | 1 << 11 | 1 << 16)}
        look = {"color": 0, "colors": {"primary_color": 0}, "hoist": False, "position": 0, "managed": False}
        empty = ("emojis", "stickers", "features", "threads", "voice_states", "presences", "stage_instances")
        return {
            "id": str(GUILD),
            "name": "Gardeners",
            "owner_id": "700",
            "roles": [{**everyone, **look, "mentionable": False, "flags": 0}],
            "channels": [self._channel()],
            "members": [member(ME)],
            "member_count": 2,
            "large": False,
            "unavailable": False,
            "afk_timeout": 60,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "system_channel_flags": 0,
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            **{name: [] for name in empty},
        }

    def _application(self) -> Payload:
        named = {"id": str(APP), "name": "dee", "description": "", "icon": None, "verify_key": "", "flags": 0}
        return {**named, "bot_public": True, "bot_require_code_grant": False, "owner": ANN, "rpc_origins": []}


@asynccontextmanager
async def fake_discord() -> AsyncIterator[FakeDiscord]:
    """Serve a fake Discord on a free port of this machine."""
    fake = FakeDiscord()
    app = web.Application()
    app.router.add_get("/gateway", fake.gateway)
    app.router.add_get("/gateway/", fake.gateway)
    app.router.add_route("*", "/api/v10/{path:.*}", fake.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    fake.port = runner.addresses[0][1]
    try:
        yield fake
    finally:
        await runner.cleanup()

"""A small fake of Discord over loopback: enough of gateway and REST to run a bot's process against.

It can be strict, as Discord is, or leave things out as a server may that is only compatible; it can be slow,
refuse, fall silent, and hold several sessions at once.
"""

import asyncio
import itertools
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import payloads
from aiohttp import WSMsgType, web
from discord.utils import time_snowflake
from payloads import ANN, APP, BEN, FAR, FAR_GUILD, GENERAL, GUILD, ME, MIRROR, Payload

TOKEN = "a-token-of-the-test"
CHANNELS = {GENERAL: GUILD, MIRROR: GUILD, FAR: FAR_GUILD}


@dataclass(eq=False)
class Session:
    """One login of a bot: its connection, its shard, and what it was sent."""

    id: str
    shard: list[int]
    socket: web.WebSocketResponse | None
    events: list[Payload] = field(default_factory=list)

    def hears(self, guild: int) -> bool:
        """Return whether the events of a guild come over this connection."""
        return (guild >> 22) % self.shard[1] == self.shard[0]


@dataclass
class Manners:
    """How the fake behaves: as Discord does, unless something else is set."""

    without: set[str] = field(default_factory=set)
    """Fields it leaves out everywhere, and requests (`GET /gateway/bot`) it does not know."""
    nulls: set[str] = field(default_factory=set)
    """Fields that are null everywhere."""
    content_type: str = "application/json"
    via: bool = True
    """A limit comes with the header of Discord's own proxy."""
    compress: bool = False
    whole_guilds_at_once: bool = False
    """Guilds come with the greeting and not after it."""
    says_nothing_of_callbacks: bool = False
    fails: dict[str, int] = field(default_factory=dict)
    """Requests that are answered with an error."""
    hangs: set[str] = field(default_factory=set)
    """Requests that are never answered."""
    together: dict[str, int] = field(default_factory=dict)
    """Requests that are answered only once so many of them have come."""
    callbacks: asyncio.Event | None = None
    """Set when it may be taken that an interaction is being answered; None: at once."""
    silent: bool = False
    """Nothing is sent over any connection."""
    tells: int | None = None
    """So many messages of a channel's past are told at once, whatever is asked for."""
    refuse_resume: bool = False
    close_on_identify: int | None = None
    locale: str | None = "en-US"
    """The language Ann has set in Discord."""
    flags: int = 1 << 15 | 1 << 19
    """The flags of the application: by default both intents are allowed."""
    beat: int = 30_000
    """Milliseconds between heartbeats."""


class FakeDiscord:
    """One guild near and one far, with a channel each; keeps what bots do and lets people speak."""

    def __init__(self) -> None:
        self.port = 0
        self.manners = Manners()
        self.requests: list[str] = []
        self.identified: list[Payload] = []
        self.resumed: list[Payload] = []
        self.refused: list[Payload] = []
        """Resumes that were refused."""
        self.beats = 0
        self.posted: list[Payload] = []
        self.answered: list[Payload] = []
        self.commands: list[Payload] = []
        self.limits: list[Payload] = []
        """The next posts are answered with 429 and one of these each."""
        self.limited: list[float] = []
        """When a post was answered so, in the loop's time; `posted_at` says when one was taken."""
        self.posted_at: list[float] = []
        self.messages: list[Payload] = []
        self.sessions: list[Session] = []
        self._ids = itertools.count()
        self._changed = asyncio.Condition()
        self._nonces: dict[Any, Payload] = {}
        self._muted: set[web.WebSocketResponse] = set()
        self._compressors: dict[web.WebSocketResponse, Any] = {}

    def _id(self) -> int:
        """Make an id of this moment; they grow, and no two are the same."""
        return time_snowflake(datetime.now(UTC)) + next(self._ids)

    @property
    def read(self) -> int:
        """How often the channel's past was read."""
        return self.requests.count(f"GET /channels/{GENERAL}/messages")

    # What people do

    async def say(
        self, text: str, *, heard: bool = True, channel: int = GENERAL, to: Session | None = None
    ) -> Payload:
        """Let Ann say something; unless `heard`, while the bot is away; `to` one session instead of all."""
        message = payloads.message(self._id(), ANN, text, channel, CHANNELS[channel])
        self.messages.append(message)
        await self.event("MESSAGE_CREATE", {**message, "member": payloads.member(ANN)}, sent=heard, to=to)
        return message

    async def edit(self, message: Payload, text: str) -> None:
        """Let Ann change what she said."""
        message |= {"content": text, "edited_timestamp": datetime.now(UTC).isoformat()}
        await self.event("MESSAGE_UPDATE", {**message, "member": payloads.member(ANN)})

    async def slash(self, *words: str, to: Session | None = None, **options: str) -> str:
        """Let Ann use a slash command; return what she is answered."""
        given: list[Payload] = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        for word in reversed(words[1:]):
            given = [{"name": word, "type": 1, "options": given}]
        asked = {"id": "1", "name": words[0], "type": 1, "options": given}
        used = payloads.interaction(self._id(), ANN, 2, asked) | {"locale": self.manners.locale}
        return await self._interact(used, to)

    async def choices(self, *words: str, typed: str) -> list[str]:
        """Let Ann begin to type what a slash command asks for; return what she is offered."""
        given: list[Payload] = [{"name": "entry", "type": 3, "value": typed, "focused": True}]
        asked = {"id": "1", "name": words[0], "type": 1}
        asked["options"] = [{"name": words[1], "type": 1, "options": given}]
        before = len(self.answered)
        await self.event("INTERACTION_CREATE", payloads.interaction(self._id(), ANN, 4, asked))
        await self.until(lambda: len(self.answered) > before)
        return [choice["name"] for choice in self.answered[-1]["choices"]]

    async def press(self, custom_id: str, *, who: Payload = ANN, to: Session | None = None) -> str:
        """Let somebody press a button under the last answer; return what they are answered."""
        pressed = payloads.interaction(self._id(), who, 3, {"custom_id": custom_id, "component_type": 2})
        under = payloads.message(self._id(), ME, "answer", GENERAL, GUILD)
        button = {"type": 2, "style": 2, "label": "b", "custom_id": custom_id}
        under["components"] = [{"type": 1, "components": [button]}]
        return await self._interact({**pressed, "message": under}, to)

    async def _interact(self, asked: Payload, to: Session | None) -> str:
        before = len(self.answered)
        await self.event("INTERACTION_CREATE", asked, to=to)
        await self.until(lambda: len(self.answered) > before)
        return str(self.answered[-1]["content"])

    def buttons(self) -> list[str]:
        """Return the ids of what can be pressed under the last answer."""
        rows = self.answered[-1].get("components") or []
        return [each["custom_id"] for row in rows for each in row["components"]]

    # What happens to connections

    async def drop(self) -> None:
        """Break the connection without a word."""
        session = self.sessions[-1]
        socket, session.socket = session.socket, None
        assert socket is not None
        transport = socket._req.transport if socket._req is not None else None
        assert transport is not None
        transport.abort()

    def mute(self) -> None:
        """Send nothing more over the connection there is; it stays open."""
        socket = self.sessions[-1].socket
        assert socket is not None
        self._muted.add(socket)

    async def invalidate(self, *, resumable: bool = False) -> None:
        """End the session: the bot has to begin a new one, or may resume."""
        session = self.sessions[-1]
        assert session.socket is not None
        if not resumable:
            self.sessions.remove(session)
        await self._send(session.socket, {"op": 9, "d": resumable, "s": None, "t": None})

    async def ask_to_reconnect(self) -> None:
        """Ask the bot to come back over a new connection, as Discord does before it restarts a gateway."""
        socket = self.sessions[-1].socket
        assert socket is not None
        await self._send(socket, {"op": 7, "d": None, "s": None, "t": None})

    async def until(self, what: Callable[[], bool]) -> None:
        """Wait until the bot has done something."""
        async with self._changed:
            await self._changed.wait_for(what)

    async def event(self, name: str, data: Payload, *, sent: bool = True, to: Session | None = None) -> None:
        """Send an event to the sessions it is for, or keep it for a resumed connection."""
        guild = int(data.get("guild_id") or GUILD)
        for session in [to] if to is not None else [each for each in self.sessions if each.hears(guild)]:
            event = {"op": 0, "t": name, "s": len(session.events) + 1, "d": data}
            session.events.append(event)
            if sent and session.socket is not None and not session.socket.closed:
                await self._send(session.socket, event)

    # What the bot does

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to a bot over its socket."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.manners.compress and request.query.get("compress") == "zlib-stream":
            self._compressors[socket] = zlib.compressobj()
        await self._send(socket, {"op": 10, "d": {"heartbeat_interval": self.manners.beat}})
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                await self._received(socket, json.loads(frame.data))
        return socket

    async def _send(self, socket: web.WebSocketResponse, event: Payload) -> None:
        if self.manners.silent or socket in self._muted:
            return
        text = json.dumps(payloads.without(event, self.manners.without, self.manners.nulls))
        if socket in self._compressors:
            squeeze = self._compressors[socket]
            await socket.send_bytes(squeeze.compress(text.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH))
        else:
            await socket.send_str(text)

    async def _received(self, socket: web.WebSocketResponse, frame: Payload) -> None:
        if frame["op"] == 1:
            self.beats += 1
            await self._send(socket, {"op": 11})
        elif frame["op"] == 2:
            await self._identify(socket, frame["d"])
        elif frame["op"] == 6:
            await self._resume(socket, frame["d"])
        elif frame["op"] == 8:
            people = [payloads.member(each) for each in (ANN, BEN, ME)]
            chunk = {
                "guild_id": frame["d"]["guild_id"],
                "members": people,
                "chunk_index": 0,
                "chunk_count": 1,
            }
            await self.event("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": frame["d"].get("nonce")})
        await self._notify()

    async def _identify(self, socket: web.WebSocketResponse, asked: Payload) -> None:
        self.identified.append(asked)
        if self.manners.close_on_identify is not None:
            await socket.close(code=self.manners.close_on_identify)
            return
        session = Session(f"s{len(self.identified)}", asked["shard"], socket)
        self.sessions.append(session)
        guilds = [self._guild(id_) for id_ in (GUILD, FAR_GUILD) if session.hears(id_)]
        resume = f"ws://127.0.0.1:{self.port}/gateway"
        ready = {"v": 10, "user": ME, "session_id": session.id, "session_type": "normal"}
        ready |= {"resume_gateway_url": resume, "shard": session.shard}
        ready["application"] = {"id": str(APP), "flags": 0}
        if self.manners.whole_guilds_at_once:
            await self.event("READY", {**ready, "guilds": guilds}, to=session)
            return
        waiting = [{"id": guild["id"], "unavailable": True} for guild in guilds]
        await self.event("READY", {**ready, "guilds": waiting}, to=session)
        for guild in guilds:
            await self.event("GUILD_CREATE", guild, to=session)

    async def _resume(self, socket: web.WebSocketResponse, asked: Payload) -> None:
        session = next((each for each in self.sessions if each.id == asked["session_id"]), None)
        if session is None or self.manners.refuse_resume:
            self.refused.append(asked)
            self.sessions = [each for each in self.sessions if each is not session]
            await self._send(socket, {"op": 9, "d": False})
            return
        session.socket = socket
        for event in session.events[asked["seq"] :]:
            await self._send(socket, event)
        await self.event("RESUMED", {}, to=session)
        self.resumed.append(asked)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def rest(self, request: web.Request) -> web.Response:
        """Answer the bot's requests; those about interactions carry their own token."""
        path = request.path.removeprefix("/api/v10")
        asked = f"{request.method} {path}"
        self.requests.append(asked)
        await self._notify()
        if asked in self.manners.hangs:
            await asyncio.Event().wait()
        await self.until(lambda: self.requests.count(asked) >= self.manners.together.get(asked, 0))
        if asked in self.manners.without:
            return self._json({"message": "404: Not Found", "code": 0}, 404)
        if asked in self.manners.fails:
            return web.Response(status=self.manners.fails[asked], text="<html>no JSON</html>")
        open_to_all = path.startswith(("/interactions/", "/webhooks/"))
        if not open_to_all and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return self._json({"message": "401: Unauthorized", "code": 0}, 401)
        body = await request.json() if request.can_read_body else None
        answer = await self._answer(asked, body)
        await self._notify()
        return answer

    def _json(self, value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
        all_headers = {**(headers or {}), "Content-Type": self.manners.content_type}
        body = json.dumps(payloads.without(value, self.manners.without, self.manners.nulls)).encode()
        return web.Response(body=body, status=status, headers=all_headers)

    async def _answer(self, what: str, body: Any) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        here = f"ws://127.0.0.1:{self.port}/gateway"
        fixed: dict[str, Any] = {
            "GET /users/@me": ME,
            "GET /oauth2/applications/@me": payloads.application(),
            "GET /applications/@me": {**payloads.application(), "flags": self.manners.flags},
            "GET /users/@me/guilds": [{"id": str(GUILD), "name": "Gardeners"}],
            "GET /gateway/bot": {"url": here, "shards": 1, "session_start_limit": limit},
            "GET /gateway": {"url": here},
        }
        verb, _, path = what.partition(" /channels/")
        if what in fixed:
            return self._json(fixed[what])
        if verb and "/messages" in path:
            return await self._of_channel(verb, *path.split("/"), body=body)
        if what == f"PUT /applications/{APP}/commands":
            shared = {"application_id": str(APP), "version": "1", "description": ""}
            self.commands = [{"id": str(n), **shared, **each} for n, each in enumerate(body, 1)]
            return self._json(self.commands)
        if what.startswith(f"PATCH /webhooks/{APP}/t"):
            self.answered.append(body)
            return self._json(payloads.message(self._id(), ME, body["content"], GENERAL, GUILD))
        if what.startswith("POST /interactions/"):
            if self.manners.callbacks is not None:
                await self.manners.callbacks.wait()
            return self._called_back(body)
        return web.Response(status=204 if verb == "POST" and path.endswith("/typing") else 404)

    async def _of_channel(self, verb: str, channel: str, _: str, *which: str, body: Any) -> web.Response:
        """Send a message, tell the past, or do something with one message: tell, edit, pin or delete it."""
        if not which and verb == "POST":
            return await self._post(int(channel), body)
        past = [each for each in self.messages if each["channel_id"] == channel]
        if not which:
            return self._json(past[::-1][: self.manners.tells])
        found = next((each for each in past if each["id"] == which[-1]), None)
        if found is None:
            return self._json({"message": "Unknown Message", "code": 10008}, 404)
        if verb == "DELETE":
            self.messages.remove(found)
        if verb in ("DELETE", "PUT"):
            return web.Response(status=204)
        found["content"] = body["content"] if verb == "PATCH" else found["content"]
        return self._json(found)

    def pinned(self, channel: int) -> int:
        """Return how often a message of a channel was pinned."""
        return sum(each.startswith(f"PUT /channels/{channel}/messages/pins/") for each in self.requests)

    def shown(self, channel: int) -> list[str]:
        """Return what stands in a channel."""
        return [each["content"] for each in self.messages if each["channel_id"] == str(channel)]

    def _called_back(self, body: Payload) -> web.Response:
        if body["type"] in (4, 8):  # the whole answer at once, or what may be chosen
            self.answered.append(body["data"])
        if self.manners.says_nothing_of_callbacks:
            return web.Response(status=204)
        taken = {"id": "1", "type": 2, "response_message_ephemeral": True, "response_message_loading": True}
        return self._json({"interaction": taken, "resource": {"type": body["type"]}})

    async def _post(self, channel: int, body: Payload) -> web.Response:
        now = asyncio.get_running_loop().time()
        if self.limits:
            self.limited.append(now)
            limit = {"message": "You are being rate limited.", "global": False, **self.limits.pop(0)}
            headers = {"Retry-After": str(limit["retry_after"])}
            headers |= {"Via": "1.1 fake"} if self.manners.via else {}
            return self._json(limit, 429, headers)
        known = self._nonces.get(body.get("nonce"))
        if known is not None and body.get("enforce_nonce"):
            return self._json(known)  # sent already
        message = payloads.message(self._id(), ME, body["content"], channel, CHANNELS[channel])
        self._nonces[body.get("nonce")] = message
        self.posted.append({**body, "channel": channel})
        self.posted_at.append(now)
        self.messages.append(message)
        await self.event("MESSAGE_CREATE", {**message, "member": payloads.member(ME)})
        return self._json(message)

    def _guild(self, id_: int) -> Payload:
        last = self.messages[-1]["id"] if self.messages else None
        channels = [payloads.channel(each, id_, last) for each, guild in CHANNELS.items() if guild == id_]
        return payloads.guild(id_, channels)


@asynccontextmanager
async def fake_discord(manners: Manners | None = None) -> AsyncIterator[FakeDiscord]:
    """Serve a fake Discord on a free port of this machine."""
    fake = FakeDiscord()
    fake.manners = manners or fake.manners
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

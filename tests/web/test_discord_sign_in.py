"""Signing in with Discord, against a server on this machine that speaks its OAuth2."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from aiohttp import web
from serving import Served, copied, filled, routes, served, settings_in

from dnam.web.application import OPEN
from dnam.web.demo import DEMO_GUILD, PEOPLE
from dnam.web.oauth import MANAGING

JONAS, MAYA = PEOPLE["Jonas"], PEOPLE["Maya"]


class OAuthServer:
    """Discord's part: hands out codes, tokens, and who somebody is."""

    def __init__(self) -> None:
        self.permissions = 0
        self.asked: dict[str, Any] = {}
        self.revoked: list[str] = []

    def app(self) -> web.Application:
        made = web.Application()
        made.router.add_post("/api/v10/oauth2/token", self.token)
        made.router.add_post("/api/v10/oauth2/token/revoke", self.revoke)
        made.router.add_get("/api/v10/users/@me", self.me)
        made.router.add_get("/api/v10/users/@me/guilds", self.guilds)
        return made

    async def token(self, request: web.Request) -> web.Response:
        self.asked = {**await request.post()}
        if self.asked["code"] != "good":
            return web.json_response({"error": "invalid_grant"}, status=400)
        return web.json_response({"access_token": "at", "token_type": "Bearer"})

    async def revoke(self, request: web.Request) -> web.Response:
        self.revoked.append(str((await request.post())["token"]))
        return web.json_response({})

    async def me(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == "Bearer at"
        return web.json_response({"id": str(JONAS.id), "username": "jonas", "global_name": "Jonas"})

    async def guilds(self, request: web.Request) -> web.Response:
        del request
        return web.json_response(
            [{"id": str(DEMO_GUILD), "owner": False, "permissions": str(self.permissions)}]
        )


@pytest.fixture
async def discord() -> AsyncIterator[tuple[OAuthServer, int]]:
    """Start Discord's part."""
    server = OAuthServer()
    runner = web.AppRunner(server.app())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield server, runner.addresses[0][1]
    await runner.cleanup()


@pytest.fixture
async def running(
    tmp_path: Path, demo_folder: Path, discord: tuple[OAuthServer, int]
) -> AsyncIterator[Served]:
    """Serve the demo to people who sign in with that Discord."""
    api = f"http://127.0.0.1:{discord[1]}/api/v10"
    settings = settings_in(
        copied(demo_folder, tmp_path),
        discord_api=api,
        discord_client_id="7",
        discord_client_secret="s3",
        projections=False,
    )
    async with served(settings) as server:
        yield server


async def sign_in(client: httpx2.AsyncClient, code: str = "good") -> httpx2.Response:
    """Go to Discord and come back, as a browser does."""
    away = await client.get("/sign-in/discord")
    asked = parse_qs(urlsplit(away.headers["location"]).query)
    assert asked["scope"] == ["identify guilds"]
    assert asked["code_challenge_method"] == ["S256"]
    return await client.get("/sign-in/discord/done", params={"state": asked["state"][0], "code": code})


def visitor(server: Served) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(
        base_url=server.address, trust_env=False, headers={"Accept": "text/html"}, timeout=60
    )


async def test_a_person_sees_what_they_may_hear(running: Served, discord: tuple[OAuthServer, int]) -> None:
    """R-01, N-13: their own memory and what is public; not others' pages, the log, or the API."""
    async with visitor(running) as jonas:
        assert (await sign_in(jonas)).status_code == 200
        assert discord[0].revoked == ["at"]
        mine = await jonas.get(f"/people/{JONAS.id}", params={"guild": 0})
        assert "Is vegetarian" in mine.text
        home = await jonas.get("/", params={"guild": DEMO_GUILD})
        assert home.headers["location"].startswith(f"/people/{JONAS.id}")
        for path in (
            f"/people/{MAYA.id}",
            "/people",
            "/actions",
            "/claims",
            "/settings",
            "/journal",
            "/metrics",
        ):
            answer = await jonas.get(path, params={"guild": DEMO_GUILD})
            assert answer.status_code == 403, path
        assert (await jonas.get("/api/v1/facts", params={"guild": DEMO_GUILD})).status_code == 403
        assert (await jonas.get("/lore", params={"guild": DEMO_GUILD})).status_code == 200
        assert (await jonas.get("/lore", params={"guild": 4242})).status_code == 403
        for method, path in routes(running.app):
            if method == "GET" and path not in OPEN and path != "/events":
                asked: dict[str, str | int] = {"guild": DEMO_GUILD, "q": "who pays for the hall until May?"}
                answer = await jonas.get(filled(path), params=asked)
                assert "40 a day" not in answer.text, path
                assert "Pays for the hall" not in answer.text, path


async def test_only_managers_see_how_much_was_said(running: Served, discord: tuple[OAuthServer, int]) -> None:
    """R-01: the numbers of a day count private channels too: a member chooses a day, and sees no number."""
    async with visitor(running) as member:
        await sign_in(member)
        days = (await member.get("/days", params={"guild": DEMO_GUILD})).text
        assert "Choose a day" in days
        assert not re.search(r"\d messages|heat-[1-4]", days)
    discord[0].permissions = MANAGING
    async with visitor(running) as manager:
        await sign_in(manager)
        await running.app.state.numbers.count(DEMO_GUILD)  # a page waits for a count only for a moment
        assert re.search(
            r"[1-9]\d* messages", (await manager.get("/days", params={"guild": DEMO_GUILD})).text
        )


async def test_a_person_changes_and_erases_their_own_only(running: Served) -> None:
    """N-02, X-16: with their own sign-in, nobody touches what is somebody else's."""
    async with visitor(running) as jonas:
        await sign_in(jonas)
        page = (await jonas.get("/privacy", params={"guild": DEMO_GUILD})).text
        csrf = re.findall(r'name="csrf" value="(\w+)"', page)[0]
        other = {"csrf": csrf, "kind": "person", "id": str(MAYA.id), "name": "Maya"}
        assert (await jonas.post("/privacy/erase", data=other)).status_code == 403
        theirs = {"csrf": csrf, "verb": "remember", "text": "I like mud"}
        changed = await jonas.post(f"/people/{MAYA.id}", params={"guild": DEMO_GUILD}, data=theirs)
        assert changed.status_code == 403
        mine = {"csrf": csrf, "kind": "person", "id": str(JONAS.id), "name": "Jonas"}
        assert "Receipt" in (await jonas.post("/privacy/erase", data=mine)).text
    assert await running.memory.store.facts_of(JONAS.id) == []


async def test_nobody_but_an_operator_may_send_a_large_file(running: Served) -> None:
    """X-22: what is too long for a request is refused before it is read, except from who may import."""
    async with visitor(running) as jonas:
        await sign_in(jonas)
        sent = await jonas.post("/jobs/import", files={"file": b"x" * 3_000_000})
        assert sent.status_code == 403
        assert "for whoever runs this memory" in sent.text or "scope admin" in sent.text


async def test_a_manager_sees_their_guild(running: Served, discord: tuple[OAuthServer, int]) -> None:
    """N-13: people, log and numbers of the guild they manage, without its private channels."""
    discord[0].permissions = MANAGING
    async with visitor(running) as manager:
        await sign_in(manager)
        people = await manager.get("/people", params={"guild": DEMO_GUILD})
        assert "Maya" in people.text
        maya = await manager.get(f"/people/{MAYA.id}", params={"guild": DEMO_GUILD})
        assert "florist" in maya.text
        assert "Pays for the hall" not in maya.text
        assert (await manager.get("/settings")).status_code == 403


async def test_a_sign_in_of_another_browser_is_refused(running: Served) -> None:
    """X-22: the state belongs to the browser that began; a wrong code is told."""
    async with visitor(running) as one, visitor(running) as other:
        away = await one.get("/sign-in/discord")
        state = parse_qs(urlsplit(away.headers["location"]).query)["state"][0]
        stolen = await other.get("/sign-in/discord/done", params={"state": state, "code": "good"})
        assert stolen.status_code == 400
        assert (await sign_in(one, "bad")).status_code == 502

"""Signing in: with a token, or with Discord. Sessions are signed cookies; forged requests are refused.

A session names the token it came from, or the person and their guilds as Discord told them; it ends with the
token, after `web_session_hours` (a person's after a day at most: their guilds change), or when somebody signs
out. Every change made with a cookie carries a word that only our own pages know (`csrf`). An operator who
asked to see what was said in private has a second cookie that belongs to the session, for an hour.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from itsdangerous import BadSignature, URLSafeTimedSerializer

from dnam.domain import Person
from dnam.settings import Settings
from dnam.web.access import Access
from dnam.web.error_responses import Problem
from dnam.web.oauth import DiscordSignIn
from dnam.web.rendering import render
from dnam.web.shared_folder import drop_older, shared_folder
from dnam.web.tokens import Tokens

COOKIE = "dnam_session"
STATE_COOKIE = "dnam_state"
SAFE = ("GET", "HEAD", "OPTIONS")
TRIES = 5
"""Wrong tokens from one address in a minute, after which it has to wait."""
ALL_TRIES = 60
"""Wrong tokens from everywhere in a minute."""
STATE_SECONDS = 600
PRIVATE_COOKIE = "dnam_private"
PRIVATE_SECONDS = 3600
"""How long an operator sees what was said in private before they are asked again."""
PERSON_SECONDS = 86_400
"""How long somebody stays signed in with Discord: they may have left a guild since."""


class WrongTokens:
    """Counts wrong tokens by address, and refuses more of them for a minute, in all processes together.

    Every wrong token is an empty file, named after its address, that is removed after a minute.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def check(self, address: str) -> None:
        drop_older(self._folder, 60)
        recent = [path.suffix for path in self._folder.iterdir()]
        if recent.count(self._suffix(address)) >= TRIES or len(recent) >= ALL_TRIES:
            raise Problem(429, "Too many wrong tokens: wait a minute and try again.", {"Retry-After": "60"})

    def wrong(self, address: str) -> None:
        (self._folder / f"{secrets.token_hex(8)}{self._suffix(address)}").touch(0o600)

    @staticmethod
    def _suffix(address: str) -> str:
        return f".{hashlib.sha256(address.encode()).hexdigest()[:16]}"


class SignIn:
    def __init__(self, settings: Settings, tokens: Tokens) -> None:
        self.tokens = tokens
        self.wrong_tokens = WrongTokens(shared_folder(settings, "wrong-tokens"))
        self.discord = DiscordSignIn(settings) if settings.discord_client_id else None
        self._hours = settings.web_session_hours

    @property
    def seconds(self) -> int:
        return int(self._hours * 3600)

    def identify(self, request: Request) -> Access | None:
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.casefold() == "bearer":
            return self._bearer(secret.strip())
        return self._session(request.cookies.get(COOKIE, ""), request.cookies.get(PRIVATE_COOKIE, ""))

    def _bearer(self, secret: str) -> Access | None:
        token = self.tokens.find(secret)
        if token is None:
            return None
        return Access(key=token.id, scope=token.scope, name=token.name, guild=token.guild)

    def _session(self, cookie: str, private_cookie: str) -> Access | None:
        content = self.read_signed("session", cookie, self.seconds)
        if content is None or self.tokens.has_ended(session := content["session"]):
            return None
        if "person" in content:
            return self._person(content, cookie)
        token = self.tokens.get(content["token"])
        if token is None:
            return None
        private = self.read_signed("private", private_cookie, PRIVATE_SECONDS) == {"session": session}
        access = Access(key=token.id, scope=token.scope, name=token.name, guild=token.guild, session=session)
        return replace(access, private=private and access.operator)

    def _person(self, content: Mapping[str, Any], cookie: str) -> Access | None:
        if self.read_signed("session", cookie, min(self.seconds, PERSON_SECONDS)) is None:
            return None
        person, manages = Person(id=content["person"], name=content["name"]), frozenset(content["manages"])
        return Access(
            key=f"person-{person.id}",
            scope="write",
            name=person.name,
            person=person,
            member_of=frozenset(content["guilds"]) | manages,
            manages=manages,
            session=content["session"],
        )

    def read_signed(self, salt: str, cookie: str, seconds: int) -> dict[str, Any] | None:
        """Return what we signed; None when we did not, or too long ago."""
        try:
            content: dict[str, Any] = self._serializer(salt).loads(cookie, max_age=seconds)
        except BadSignature:
            return None
        return content

    def sign(self, salt: str, content: Mapping[str, Any]) -> str:
        """Return content in a form that only we can make; `salt` says what it is for."""
        return str(self._serializer(salt).dumps(dict(content)))

    def begin(self, response: Response, holder: Mapping[str, Any], *, secure: bool) -> None:
        cookie = self.sign("session", {**holder, "session": secrets.token_urlsafe(16)})
        response.set_cookie(
            COOKIE, cookie, max_age=self.seconds, httponly=True, samesite="strict", secure=secure
        )

    def show_private(self, response: Response, access: Access, *, secure: bool) -> None:
        """Let a session see what was said in private, for an hour."""
        cookie = self.sign("private", {"session": access.session})
        response.set_cookie(
            PRIVATE_COOKIE, cookie, max_age=PRIVATE_SECONDS, httponly=True, samesite="strict", secure=secure
        )

    def end(self, access: Access) -> None:
        """End a session before its time, in every process."""
        if access.session:
            self.tokens.end_session(access.session, self.seconds)

    def csrf(self, access: Access) -> str:
        """Return the word that changes made in this session carry."""
        return hmac.digest(self.tokens.key.encode(), f"csrf {access.session}".encode(), "sha256").hex()

    async def refuse_forged(self, request: Request, access: Access) -> None:
        """Raise Problem when another site may have made a browser send this."""
        if not access.session or request.method in SAFE:
            return
        given = request.headers.get("x-csrf-token", "")
        if not given and "form" in request.headers.get("content-type", ""):
            given = str((await request.form()).get("csrf", ""))
        if not hmac.compare_digest(given.encode(), self.csrf(access).encode()):
            await request.close()  # a form may have files in it
            raise Problem(403, "This did not come from a page of this dashboard: reload the page, try again.")

    def state(self, content: Mapping[str, str]) -> str:
        """Return what Discord hands back after a sign-in, signed."""
        return self.sign("state", content)

    def read_state(self, given: str, cookie: str) -> dict[str, str]:
        """Return the content of a state that this browser was given. Raises Problem."""
        try:
            if not hmac.compare_digest(given.encode(), cookie.encode()):
                raise BadSignature("another browser's")
            content: dict[str, str] = self._serializer("state").loads(given, max_age=STATE_SECONDS)
        except BadSignature as problem:
            raise Problem(400, "This sign-in took too long or was begun elsewhere: try again.") from problem
        return content

    def _serializer(self, salt: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.tokens.key, salt=salt)


router = APIRouter(include_in_schema=False)


def sign_in_of(request: Request) -> SignIn:
    signing: SignIn = request.app.state.sign_in
    return signing


@router.get("/sign-in", response_class=HTMLResponse)
async def sign_in_page(request: Request) -> Response:
    return render(request, "sign_in.html", discord=sign_in_of(request).discord is not None)


@router.post("/sign-in")
async def sign_in(request: Request, token: Annotated[str, Form(max_length=500)] = "") -> Response:
    signing, address = sign_in_of(request), request.client.host if request.client else ""
    try:
        signing.wrong_tokens.check(address)
        known = signing.tokens.find(token.strip())
        if known is None:
            signing.wrong_tokens.wrong(address)
            raise Problem(401, "This token is not known. `dnam token add NAME` makes a new one.")
    except Problem as problem:
        discord = signing.discord is not None
        page = render(request, "sign_in.html", discord=discord, problem=str(problem))
        page.status_code = problem.status
        page.headers.update(problem.headers)
        return page
    response = RedirectResponse("/", 303)
    signing.begin(response, {"token": known.id}, secure=request.url.scheme == "https")
    return response


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    await asyncio.to_thread(sign_in_of(request).end, request.state.access)
    response = RedirectResponse("/sign-in", 303)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    response.delete_cookie(PRIVATE_COOKIE, httponly=True, samesite="strict")
    return response


@router.get("/sign-in/discord")
async def begin_with_discord(request: Request) -> Response:
    signing = sign_in_of(request)
    if signing.discord is None:
        raise Problem(404, "Signing in with Discord is not set up: docs/dashboard.md says how.")
    verifier = secrets.token_urlsafe(48)
    state = signing.state({"verifier": verifier, "nonce": secrets.token_urlsafe(16)})
    response = RedirectResponse(signing.discord.address(state, verifier, _callback(request)), 303)
    response.set_cookie(
        STATE_COOKIE,
        state,
        max_age=STATE_SECONDS,
        path="/sign-in",
        httponly=True,
        samesite="lax",  # Discord sends the browser back, and this one cookie has to come along
        secure=request.url.scheme == "https",
    )
    return response


@router.get("/sign-in/discord/done", response_class=HTMLResponse)
async def end_with_discord(request: Request, state: str = "", code: str = "") -> Response:
    signing = sign_in_of(request)
    if signing.discord is None or not code:
        raise Problem(400, "Discord did not let you in: go back and try again.")
    content = signing.read_state(state, request.cookies.get(STATE_COOKIE, ""))
    member = await signing.discord.member(code, content["verifier"], _callback(request))
    known = {place.guild for place in await request.app.state.memory.store.places()}
    holder = {
        "person": member.person.id,
        "name": member.person.name,
        "guilds": sorted(member.guilds & known),
        "manages": sorted(member.manages & known),
    }
    # A strict cookie is not sent along a way that began at another site: our own page leads on.
    response = render(request, "signed_in.html")
    signing.begin(response, holder, secure=request.url.scheme == "https")
    response.delete_cookie(STATE_COOKIE, path="/sign-in")
    return response


def _callback(request: Request) -> str:
    settings: Settings = request.app.state.memory.settings
    base = settings.web_url.rstrip("/") or str(request.base_url).rstrip("/")
    return f"{base}/sign-in/discord/done"

"""Signing in with Discord (OAuth2 with PKCE): who somebody is, and which guilds they are in or manage.

Only the id, the name and the guilds are asked for. Discord's token is used for that once, then revoked.
"""

import base64
import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import httpx2

from dnam.domain import Person
from dnam.settings import Settings
from dnam.web.error_responses import Problem

DISCORD_API = "https://discord.com/api/v10"
DISCORD_AUTHORIZE = "https://discord.com/oauth2/authorize"
SCOPES = "identify guilds"
MANAGING = 0x8 | 0x20
"""The permissions that make somebody a manager: administrator, or manage server."""
PATIENCE = 10.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    person: Person
    guilds: frozenset[int]
    manages: frozenset[int]


class DiscordSignIn:
    def __init__(self, settings: Settings) -> None:
        self._id = settings.discord_client_id
        secret = settings.discord_client_secret
        self._secret = secret.get_secret_value() if secret else ""
        self._api = settings.discord_api.rstrip("/") or DISCORD_API
        self._authorize = f"{self._api}/oauth2/authorize" if settings.discord_api else DISCORD_AUTHORIZE

    def address(self, state: str, verifier: str, callback: str) -> str:
        """Return where the browser is sent."""
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "client_id": self._id,
            "scope": SCOPES,
            "state": state,
            "redirect_uri": callback,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return f"{self._authorize}?{urlencode(asked)}"

    async def member(self, code: str, verifier: str, callback: str) -> Member:
        """Return who signed in. Raises Problem when Discord does not say."""
        try:
            async with httpx2.AsyncClient(timeout=PATIENCE, trust_env=False) as client:
                token = await self._token(client, code, verifier, callback)
                bearer = {"Authorization": f"Bearer {token}"}
                who = await _json(await client.get(f"{self._api}/users/@me", headers=bearer))
                guilds = await _json(await client.get(f"{self._api}/users/@me/guilds", headers=bearer))
                await client.post(
                    f"{self._api}/oauth2/token/revoke", data={"token": token}, auth=(self._id, self._secret)
                )
            person = Person(id=int(who["id"]), name=str(who.get("global_name") or who["username"]))
            managed = {int(g["id"]) for g in guilds if g.get("owner") or int(g["permissions"]) & MANAGING}
            return Member(
                person=person,
                guilds=frozenset(int(guild["id"]) for guild in guilds),
                manages=frozenset(managed),
            )
        except (httpx2.HTTPError, ValueError, KeyError, TypeError) as problem:
            raise Problem(502, "Discord did not say who you are: go back and try again.") from problem

    async def _token(self, client: "httpx2.AsyncClient", code: str, verifier: str, callback: str) -> str:
        given = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": callback,
            "code_verifier": verifier,
        }
        answer = await client.post(f"{self._api}/oauth2/token", data=given, auth=(self._id, self._secret))
        return str((await _json(answer))["access_token"])


async def _json(answer: "httpx2.Response") -> Any:
    answer.raise_for_status()
    return answer.json()

"""Serving agents: over standard input and output for a client that starts us, or over HTTP with a token."""

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import uvicorn
from pydantic import SecretStr

from dnam.errors import SettingsError
from dnam.mcp.tools import AgentMemory

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

SIGN_IN = (
    "Agents sign in with a token over HTTP: set DNAM_MCP_TOKEN to a long random text, such as that of "
    "`openssl rand -hex 32`, and give it to the client as a bearer token."
)


async def serve_stdio(agent: AgentMemory) -> None:
    """Serve the client that started this process, until it closes our input."""
    await agent.server().run_stdio_async()


def http_app(agent: AgentMemory, token: SecretStr | None) -> App:
    """Return the web application; every request needs the token. Raises SettingsError when there is none."""
    if token is None or not token.get_secret_value().strip():
        raise SettingsError(SIGN_IN)
    return signed_in(agent.server().streamable_http_app(), token.get_secret_value().strip())


async def serve_http(
    agent: AgentMemory, token: SecretStr | None, *, host: str = "127.0.0.1", port: int = 8765
) -> None:
    """Serve clients over HTTP at `/mcp` until a signal stops it."""
    config = uvicorn.Config(
        http_app(agent, token), host=host, port=port, log_level="warning", access_log=False
    )
    await uvicorn.Server(config).serve()


def signed_in(app: App, token: str) -> App:
    """Return an application that answers only requests with the bearer token."""
    expected = f"Bearer {token}".encode()

    async def guard(
        scope: Scope, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        headers = dict(scope.get("headers") or ())
        if scope["type"] == "http" and not hmac.compare_digest(headers.get(b"authorization", b""), expected):
            head = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
            await send({"type": "http.response.start", "status": 401, "headers": head})
            await send({"type": "http.response.body", "body": b"Sign in with the bearer token."})
            return
        await app(scope, receive, send)

    return guard

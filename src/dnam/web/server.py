"""Opens the port, shows the link, and runs the server beside the bot or the chat, or alone.

The port is opened before anything heavy is imported, so that a wrong address is told at once. An address that
others can reach is refused unless TLS or a trusted proxy protects what is sent.
"""

import asyncio
import ipaddress
import os
import shlex
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from dnam.errors import DnamError, SettingsError, describe
from dnam.log_lines import log
from dnam.optional_packages import require
from dnam.settings import Settings
from dnam.settings.complaints import without_passwords
from dnam.web.tokens import Tokens, tokens_of

if TYPE_CHECKING:
    from fastapi import FastAPI

    from dnam.memory import Memory
    from dnam.web.metrics import Metrics


NOT_SAFE = (
    "The dashboard would be open to the network at {host} without encryption. Set web_tls_certificate and "
    "web_tls_key, or web_trusted_proxies if a proxy ends TLS, or leave web_host at 127.0.0.1."
)
STOP_SECONDS = 2


def refuse_unsafe(settings: Settings) -> None:
    """Raise SettingsError for an address that others can reach unprotected."""
    certificate, key = settings.web_tls_certificate, settings.web_tls_key
    if (certificate is None) != (key is None):
        raise SettingsError("TLS needs both web_tls_certificate and web_tls_key: set the other one too.")
    for file in (certificate, key):
        if file is not None and not file.is_file():
            raise SettingsError(f"There is no file {file}: set web_tls_certificate and web_tls_key to files.")
    if not (_is_local(settings.web_host) or certificate or settings.web_trusted_proxies):
        raise SettingsError(NOT_SAFE.format(host=settings.web_host))


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def open_port(settings: Settings) -> socket.socket:
    refuse_unsafe(settings)
    host, port = settings.web_host.strip("[]"), settings.web_port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as problem:
        raise SettingsError(
            f"The dashboard cannot listen on {settings.web_host}:{port} ({why_not(problem)}): set "
            "DNAM_WEB_PORT to another port; beside a bot, DNAM_WEB_ENABLED=false does without."
        ) from problem


def why_not(problem: OSError) -> str:
    """Return what is wrong without the address, which Python adds to it."""
    return os.strerror(problem.errno) if problem.errno else str(problem.strerror)


def address_of(settings: Settings, port: socket.socket | None = None) -> str:
    """Return the address that people open; without an open port, by the port of the settings."""
    if settings.web_url:
        return settings.web_url.rstrip("/")
    host = f"[{settings.web_host}]" if ":" in settings.web_host else settings.web_host
    number = port.getsockname()[1] if port is not None else settings.web_port
    return f"{'https' if settings.web_tls_key else 'http'}://{host}:{number}"


def sign_in_link(address: str, secret: str) -> str:
    """Return the link that signs in; what is behind a # is not sent to the server and stands in no log."""
    return f"{address}/sign-in#{secret}"


def link_for(address: str, tokens: Tokens, *, to_people: bool, memory: str = "") -> str:
    """Return the link to show. The first start adds a new token, which is shown only this once.

    It is shown to people alone: what goes elsewhere is a log, and keeps it. `memory` names the one the token
    is for where that is not the usual one.
    """
    if tokens.all or not to_people:
        add = " ".join(filter(None, ("dnam token add NAME --scope admin", memory)))
        return f"{address}/ (`{add}` prints a link that signs you in)"
    return sign_in_link(address, tokens.add("first start", "admin"))


def link_of(settings: Settings, port: socket.socket, tokens: Tokens) -> str:
    """Return the link to show for an open port, to whoever reads what this process prints."""
    given = settings.came_from("store") == "the program"
    memory = f"--db {shlex.quote(without_passwords(settings.location))}" if given else ""
    return link_for(address_of(settings, port), tokens, to_people=sys.stdout.isatty(), memory=memory)


@asynccontextmanager
async def web_beside(
    memory: "Memory",
    announce: Callable[[str], None],
    *,
    alone: bool = False,
    port: socket.socket | None = None,
    metrics: "Metrics | None" = None,
) -> AsyncIterator[None]:
    """Serve the dashboard while the block runs, on a port that is open already or a new one.

    Unless it runs alone, a problem is told and nothing fails.
    """
    settings = memory.settings
    if not (settings.web_enabled or alone):
        yield
        return
    try:
        require("web", "The dashboard", "or set DNAM_WEB_ENABLED=false")
        tokens = tokens_of(settings)
        port = port or open_port(settings)
        link = await asyncio.to_thread(link_of, settings, port, tokens)
    except DnamError as problem:
        if alone:
            raise
        log.warning("no dashboard", action="web", error=describe(problem))
        yield
        return
    announce(link)

    def made() -> "FastAPI":
        from dnam.web.application import create_app  # noqa: PLC0415 (heavy: see `serving`)

        return create_app(memory, tokens, hosts=hosts_of(settings), metrics=metrics)

    with port:
        async with serving(made, settings, port):
            yield


@asynccontextmanager
async def told_of(memory: "Memory") -> "AsyncIterator[Metrics | None]":
    """Tell Prometheus of this process at `metrics_port`, if it is set, while the block runs.

    Raises SettingsError when the port is taken: nobody would notice that nothing is watched.
    """
    if not memory.settings.metrics_port:
        yield None
        return
    require("web", "Telling Prometheus", "or set DNAM_METRICS_PORT=0")
    from dnam.web.metrics import Metrics  # noqa: PLC0415 (heavy, and seldom needed)
    from dnam.web.probes import probed  # noqa: PLC0415 (as above)

    metrics = Metrics(memory)
    async with probed(memory, metrics):
        yield metrics


@asynccontextmanager
async def serving(
    make: "Callable[[], FastAPI]", settings: Settings, port: socket.socket
) -> AsyncIterator[None]:
    """Serve an application on an open port while the block runs.

    It is made in a thread of its own: the imports take half a second, and neither the chat nor the bot waits
    for them.
    """
    making = asyncio.create_task(asyncio.to_thread(_server, make, settings), name="web imports")

    async def serve() -> None:
        await (await making).serve(sockets=[port])

    running = asyncio.create_task(serve(), name="web")
    try:
        yield
    finally:
        (await making).should_exit = True
        await running


def _server(make: "Callable[[], FastAPI]", settings: Settings) -> Any:
    import uvicorn  # noqa: PLC0415 (heavy: see `serving`)

    app = make()
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.web_trusted_proxies),
        forwarded_allow_ips=list(settings.web_trusted_proxies),
        timeout_graceful_shutdown=STOP_SECONDS,
        ssl_certfile=settings.web_tls_certificate,
        ssl_keyfile=settings.web_tls_key,
    )

    class Server(uvicorn.Server):
        """A server that leaves signals to the process around it."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await app.state.stop()
            await super().shutdown(sockets)

    return Server(config)


def hosts_of(settings: Settings) -> tuple[str, ...]:
    """Return the names under which the server answers: a page elsewhere cannot pose as it by a name."""
    if settings.web_url:
        return (settings.web_url.partition("://")[2].partition("/")[0].partition(":")[0],)
    if _is_local(settings.web_host):
        return ("127.0.0.1", "localhost", "[::1]", settings.web_host)
    return ("*",)


async def serve(
    settings: Settings, announce: Callable[[str], None], *, port: socket.socket | None = None
) -> None:
    """Serve the dashboard until cancelled. Raises DnamError when it cannot start."""
    from dnam.control.control_socket import listening  # noqa: PLC0415 (heavy, and `dnam token` needs it not)
    from dnam.memory import Memory  # noqa: PLC0415 (as above)

    refuse_unsafe(settings)
    async with (
        Memory.open(settings) as memory,
        listening(memory),
        told_of(memory) as metrics,
        web_beside(memory, announce, alone=True, port=port, metrics=metrics),
    ):
        with memory.lanes.loop_lag.watching():
            await asyncio.Event().wait()

"""What Prometheus and supervisors ask a process: its numbers, whether it is alive, and whether it is ready.

The dashboard answers at its own port, numbers only with a token. With `metrics_port` every process answers at
a port of its own, where nothing else is served, and needs neither a token nor the store to do so.
"""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import APIRouter, FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from dnam.errors import SettingsError
from dnam.memory import Memory
from dnam.web.access import Reader
from dnam.web.error_responses import Problem
from dnam.web.metrics import Metrics
from dnam.web.server import serving, why_not

router = APIRouter(include_in_schema=False)
probes = APIRouter(include_in_schema=False)


@router.get("/metrics")
async def metrics(request: Request, access: Reader) -> Response:
    """Return every number; this needs a token for all guilds."""
    if not access.operator:
        raise Problem(403, "The numbers are of all guilds: this needs a token for all of them.")
    return await numbers(request)


async def numbers(request: Request) -> Response:
    measured: Metrics = request.app.state.metrics
    return Response(await measured.read(), media_type=CONTENT_TYPE_LATEST)


@probes.get("/healthz")
async def alive() -> Response:
    return Response("ok\n", media_type="text/plain")


@probes.get("/readyz")
async def ready(request: Request) -> Response:
    measured: Metrics = request.app.state.metrics
    if why := await measured.why_unready():
        return Response(f"{why}\n", 503, media_type="text/plain")
    return Response("ready\n", media_type="text/plain")


@asynccontextmanager
async def probed(memory: Memory, measured: Metrics) -> AsyncIterator[None]:
    """Answer at the port of this process while the block runs. Raises SettingsError when it is taken."""
    settings = memory.settings
    plain = settings.model_copy(
        update={"web_tls_certificate": None, "web_tls_key": None, "web_trusted_proxies": ()}
    )
    with open_metrics_port(settings.metrics_host, settings.metrics_port) as port:
        async with serving(lambda: create_probes(memory, measured), plain, port):
            yield


def create_probes(memory: Memory, measured: Metrics) -> FastAPI:
    """Return an application that tells of a process and nothing of what is in the memory."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    app.state.memory, app.state.metrics = memory, measured
    app.state.stop = partial(asyncio.sleep, 0)  # no answer takes long
    app.include_router(probes)
    app.add_api_route("/metrics", numbers)
    return app


def open_metrics_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raises SettingsError."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as problem:
        raise SettingsError(
            f"The numbers cannot be told on {host}:{port} ({why_not(problem)}): set DNAM_METRICS_PORT to a "
            "port of this process's own, and DNAM_METRICS_HOST to an address of this machine."
        ) from problem

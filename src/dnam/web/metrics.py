"""Numbers for Prometheus, and whether the process is alive and ready. No label names a person or a guild.

What is measured of a process bears its id: of several that share a port, each scrape reaches one, and its
numbers must not be taken for another's. What is read from the memory is the same in all.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Scope

from dnam.memory import Memory
from dnam.web.access import Reader
from dnam.web.error_responses import Problem

READY_SECONDS = 2.0


class Metrics(Collector):
    """What is measured of one memory and its server."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._process = str(os.getpid())
        self._rows: dict[str, int] = {}
        self._spent: dict[str, tuple[int, float]] = {}
        self.registry = CollectorRegistry()
        self.registry.register(self)
        self._requests = Counter(
            "dnam_http_requests",
            "Answered requests.",
            ["process", "route", "method", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "dnam_http_seconds",
            "Time to the first byte of an answer.",
            ["process", "route"],
            registry=self.registry,
        )

    def begin(self, scope: Scope) -> Callable[[int], None]:
        """Start the clock of a request; the returned function takes the status of its answer."""
        began = time.perf_counter()

        def answered(status: int) -> None:
            route = getattr(scope.get("route"), "path", "none")  # never the address itself: it has ids in it
            self._requests.labels(self._process, route, scope["method"], str(status)).inc()
            self._seconds.labels(self._process, route).observe(time.perf_counter() - began)

        return answered

    async def read(self) -> bytes:
        """Return everything in the form of Prometheus."""
        now = self._memory.clock.now()
        self._rows = await self._memory.store.counts()
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        spent: dict[str, tuple[int, float]] = {}
        for each in await self._memory.store.spending(today):
            calls, cost = spent.get(each.task, (0, 0.0))
            spent[each.task] = (calls + each.calls, cost + each.usage.cost_usd)
        self._spent = spent
        return await asyncio.to_thread(generate_latest, self.registry)

    def collect(self) -> Iterator[Metric]:
        """Yield what is not counted here but read from the memory."""
        lanes = self._memory.lanes
        for name, says, number in (
            ("dnam_jobs_waiting", "Background jobs that wait.", lanes.waiting),
            ("dnam_loop_lag_seconds", "How late the event loop is.", lanes.loop_lag.seconds),
            ("dnam_loop_lag_longest_seconds", "The latest it ever was.", lanes.loop_lag.longest),
        ):
            gauge = GaugeMetricFamily(name, says, labels=["process"])
            gauge.add_metric([self._process], number)
            yield gauge
        failures = CounterMetricFamily(
            "dnam_failures", "Failures of memory work.", labels=["process", "action"]
        )
        for action, count in lanes.failures.items():
            failures.add_metric([self._process, action], count)
        yield failures
        rows = GaugeMetricFamily("dnam_rows", "Stored rows.", labels=["table"])
        for table, count in self._rows.items():
            rows.add_metric([table], count)
        yield rows
        calls = GaugeMetricFamily(
            "dnam_model_calls_today", "Model calls since midnight UTC.", labels=["task"]
        )
        cost = GaugeMetricFamily("dnam_model_usd_today", "Dollars since midnight UTC.", labels=["task"])
        for task, (count, usd) in self._spent.items():
            calls.add_metric([task], count)
            cost.add_metric([task], usd)
        yield calls
        yield cost


router = APIRouter(include_in_schema=False)


@router.get("/metrics")
async def metrics(request: Request, access: Reader) -> Response:
    """Return every number; this needs a token for all guilds."""
    if not access.operator:
        raise Problem(403, "The numbers are of all guilds: this needs a token for all of them.")
    measured: Metrics = request.app.state.metrics
    return Response(await measured.read(), media_type=CONTENT_TYPE_LATEST)


@router.get("/healthz")
async def alive() -> Response:
    """Say that the process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """Return whether the store answers."""
    memory: Memory = request.app.state.memory
    try:
        await asyncio.wait_for(memory.store.get_note("ready"), READY_SECONDS)
    except TimeoutError:
        return Response("the store does not answer\n", 503, media_type="text/plain")
    return Response("ready\n", media_type="text/plain")

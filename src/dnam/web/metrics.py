"""Numbers for Prometheus. No label names a person or a guild.

What is measured of a process bears its id: of several that share a port, each scrape reaches one, and its
numbers must not be taken for another's. What is read from the memory is the same in all, and left out while
the memory does not answer: the process still tells of itself.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Scope

from dnam.errors import StoreError
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.stores.schema import newest
from dnam.transfer.backups import LAST

READY_SECONDS = 2.0
"""How long the store may take to answer before it counts as down."""
UNSTORED = "a message could not be stored: the log says why"
COUNT_SECONDS = 5.0
"""How long it may take to count its rows."""


class Metrics(Collector):
    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._process = str(os.getpid())
        self._up = self._told_newer = False
        self._backup: float | None = None
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

    async def why_unready(self) -> str:
        """Return why the memory cannot be used, or nothing. That a newer dnam migrated it is logged once.

        A store that answers may have no room: whoever has just failed to store a message is not ready.
        """
        store = self._memory.store
        try:
            version = await asyncio.wait_for(store.get_own("schema"), READY_SECONDS)
        except (TimeoutError, StoreError):
            return "the store does not answer"
        if int(version or 0) <= newest(store.location):
            return UNSTORED if self._memory.intake.failed_lately else ""
        if not self._told_newer:
            log.error("a newer dnam migrated the memory: update this one", action="store", schema=version)
        self._told_newer = True
        return "the schema of the store is newer than this dnam: update it"

    async def read(self) -> bytes:
        self._rows, self._spent, self._backup = {}, {}, None
        self._up = not await self.why_unready()
        if self._up:
            with suppress(TimeoutError, StoreError):
                await asyncio.wait_for(self._look(), COUNT_SECONDS)
        return await asyncio.to_thread(generate_latest, self.registry)

    async def _look(self) -> None:
        last = await self._memory.store.get_note(LAST)
        if last is not None:
            self._backup = datetime.fromisoformat(last).timestamp()
        elif self._memory.settings.backup_hours:
            self._backup = 0.0  # so that an alert hears of one that was never made
        today = self._memory.clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
        for each in await self._memory.store.spending(today):
            calls, cost = self._spent.get(each.task, (0, 0.0))
            self._spent[each.task] = (calls + each.calls, cost + each.usage.cost_usd)
        self._rows = await self._memory.store.counts()

    def collect(self) -> Iterator[Metric]:
        """Yield what is not counted here but read from the memory."""
        lanes = self._memory.lanes
        for name, says, number in (
            ("dnam_jobs_waiting", "Background jobs that wait.", lanes.waiting),
            ("dnam_loop_lag_seconds", "How late the event loop is.", lanes.loop_lag.seconds),
            ("dnam_loop_lag_longest_seconds", "The latest it ever was.", lanes.loop_lag.longest),
            ("dnam_store_up", "Whether the memory answers this process.", int(self._up)),
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
        backup = GaugeMetricFamily(
            "dnam_backup_seconds", "When the last scheduled backup was made; 0: none was yet.", labels=()
        )
        if self._backup is not None:
            backup.add_metric((), self._backup)
        yield backup
        interval = GaugeMetricFamily(
            "dnam_backup_interval_seconds", "How often a backup is to be made; left out: never.", labels=()
        )
        if hours := self._memory.settings.backup_hours:
            interval.add_metric((), hours * 3600)
        yield interval
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

"""Lanes: ordered work per key, bounded, shared by name, drained at the end.

Everything dnam does after a reply runs in a lane, and every read that must not break a reply runs through
`attempt`. This is the one place where any failure is caught: it is counted, logged with its action, and the
old value stands. A job that is dropped here is only a reminder; the store still knows what is to be done.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import structlog

T = TypeVar("T")
F = TypeVar("F")
Work = Callable[[], Awaitable[object]]

log = structlog.get_logger("dnam")

FACTS = "facts"
"""The lane in which facts change: one merge at a time sees what the one before it stored."""


@dataclass(eq=False, slots=True)
class _Job:
    lane: str
    name: str
    work: Work
    done: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    async def do(self) -> None:
        await self.work()

    def tell(self, ok: bool) -> None:
        if not self.done.done():  # whoever waited may have given up
            self.done.set_result(ok)


class Lanes:
    """Runs jobs one after another in each lane, and lanes beside each other."""

    def __init__(self, waiting: int = 400) -> None:
        self.failures: Counter[str] = Counter()
        self._limit = waiting
        self._waiting: OrderedDict[tuple[str, str], _Job] = OrderedDict()
        self._queues: dict[str, deque[_Job]] = {}
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._reads: set[asyncio.Task[Any]] = set()
        self._shared: dict[Hashable, asyncio.Task[Any]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def submit(self, lane: str, name: str, work: Work) -> "asyncio.Future[bool]":
        """Do this after everything earlier in its lane; the future tells whether it was done well.

        A job of the same name that is still waiting is shared. Over the limit the oldest waiting job of
        all lanes is dropped and told False.
        """
        key = (lane, name)
        if key in self._waiting:
            return self._waiting[key].done
        job = _Job(lane, name, work)
        self._waiting[key] = job
        self._queues.setdefault(lane, deque()).append(job)
        if len(self._waiting) > self._limit:
            self._drop_oldest()
        if lane not in self._workers:
            self._workers[lane] = asyncio.create_task(self._work(lane), name=f"lane {lane}")
        return job.done

    async def run(self, lane: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do this in its lane's turn and give its result; its errors are the caller's."""
        async with self._turn(lane):
            return await work()

    async def attempt(
        self,
        action: str,
        work: Coroutine[Any, Any, T],
        *,
        deadline: float,
        fallback: F,
        late: Callable[[T], None] | None = None,
    ) -> T | F:
        """Give the result of a read, or the fallback when it fails or is late.

        A late read goes on in the background and hands its result to `late`.
        """
        task = asyncio.create_task(self._guard(action, work), name=action)
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)
        done, _ = await asyncio.wait({task}, timeout=deadline)
        if done:
            ok, value = task.result()
            return value if ok else fallback
        log.warning("read is late, the last known value is used", action=action, deadline=deadline)
        self.failures[f"{action} late"] += 1
        if late is not None:
            task.add_done_callback(lambda finished: _hand_over(finished, late))
        return fallback

    async def share(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do this once for everyone who asks for it while it is under way; its errors are theirs.

        It goes on when whoever asked has given up.
        """
        task: asyncio.Task[T] | None = self._shared.get(key)
        if task is None:
            task = self._shared[key] = asyncio.create_task(work(), name=f"shared {key}")
            self._reads.add(task)
            task.add_done_callback(lambda done: self._end_shared(key, done))
        return await asyncio.shield(task)

    def _end_shared(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        self._reads.discard(task)
        self._shared.pop(key, None)
        if not task.cancelled():
            task.exception()  # nobody may be left to be told

    async def idle(self, *, but: str = "") -> None:
        """Wait until nothing is waiting or running, whatever new work comes up; one lane may go on."""
        while True:
            busy = {*self._reads, *(worker for lane, worker in self._workers.items() if lane != but)}
            if not busy - {asyncio.current_task()}:
                return
            await asyncio.wait(busy - {asyncio.current_task()})

    async def drain(self, seconds: float) -> bool:
        """Wait until every lane is empty, at most so long; what is left is cancelled, and False is given."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while left := {*self._workers.values(), *self._reads}:  # what ends may have set off more
            _, late = await asyncio.wait(left, timeout=max(until - loop.time(), 0))
            if late:
                break
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        while self._waiting:
            self._waiting.popitem()[1].done.cancel()
        if left:
            log.warning("work was left at the end, the store knows what", action="drain", left=len(left))
        return not left

    def _turn(self, lane: str) -> asyncio.Lock:
        return self._turns.setdefault(lane, asyncio.Lock())

    def _drop_oldest(self) -> None:
        _, job = self._waiting.popitem(last=False)
        self._queues[job.lane].remove(job)
        job.tell(False)
        self.failures["dropped"] += 1
        log.warning(
            "a waiting job was dropped, upkeep will do it", action="drop", lane=job.lane, job=job.name
        )

    async def _work(self, lane: str) -> None:
        queue = self._queues[lane]
        try:
            while queue:
                job = queue.popleft()
                self._waiting.pop((job.lane, job.name), None)
                try:
                    async with self._turn(lane):
                        ok, _ = await self._guard(job.name, job.do())
                    job.tell(ok)
                finally:
                    job.done.cancel()  # cut short at the end: nobody may wait for it for ever
        finally:
            del self._workers[lane], self._queues[lane]

    async def _guard(self, action: str, work: Awaitable[T]) -> tuple[bool, Any]:
        try:
            return True, await work
        except Exception as fault:  # memory is best effort: the one place that says so
            self.failures[action] += 1
            log.warning(
                "memory work failed, the old value stands", action=action, error=str(fault), exc_info=True
            )
            return False, None


def _hand_over(task: "asyncio.Task[tuple[bool, T]]", late: Callable[[T], None]) -> None:
    if task.cancelled():
        return
    ok, value = task.result()
    if ok:
        late(value)

"""Lanes: background jobs in order, in a bounded queue, and the one place that catches every failure.

Everything dnam does after a reply runs in a lane, and every read that must not break a reply runs through
`attempt`. A failure is counted and logged with its action, and the old value stays. A dropped job loses
nothing: the store knows what is still to be done.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from dnam.errors import StoreAway, describe, raised_at, trace_of
from dnam.log_lines import log
from dnam.loop_lag import LoopLag
from dnam.ports import Turn

T = TypeVar("T")
F = TypeVar("F")
Work = Callable[[], Awaitable[object]]


FACTS = "facts"
"""The lane in which facts change: each merge sees what the one before it stored."""

EVERYBODY = Turn()
InTurn = Callable[..., Awaitable[Any]]
"""`ProcessStore.in_turn`: keeps other processes from changing facts meanwhile."""


def _at_once(_: Turn, work: Callable[[], Awaitable[T]], *, together: bool = True) -> Awaitable[T]:
    del together
    return work()


@dataclass(eq=False, slots=True)
class _Job:
    lane: str
    name: str
    work: Work
    pause: float = 0.0
    done: "asyncio.Future[bool]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def action(self) -> str:
        return self.name.partition(" ")[0]

    async def run(self) -> None:
        await self.work()

    def finish(self, ok: bool) -> None:
        if not self.done.done():  # the caller may have cancelled it
            self.done.set_result(ok)


class Lanes:
    """Runs the jobs of each lane one after another, and the lanes concurrently."""

    def __init__(self, waiting: int = 400, in_turn: InTurn = _at_once) -> None:
        self._in_turn = in_turn
        self.failures: Counter[str] = Counter()
        self.loop_lag = LoopLag()
        self._limit = waiting
        self._waiting: OrderedDict[tuple[str, str], _Job] = OrderedDict()
        self._queues: dict[str, deque[_Job]] = {}
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._reads: set[asyncio.Task[Any]] = set()
        self._shared: dict[Hashable, asyncio.Task[Any]] = {}
        self._hurrying = 0
        self._pauses: dict[str, asyncio.Task[None]] = {}
        """By lane the pause before its next job, or the last one."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._waiting)

    def submit(self, lane: str, name: str, work: Work, pause: float = 0.0) -> "asyncio.Future[bool]":
        """Run a job after everything earlier in its lane; the future is True if it succeeds.

        `name` is the action that is logged, then, if needed, a space and what the job is about. A waiting job
        of the same name is shared; a `pause` before it lets more of them share it, unless somebody waits for
        everything to be done. Over the limit the oldest waiting job of all lanes is dropped: its future
        is False.
        """
        key = (lane, name)
        if key in self._waiting:
            return self._waiting[key].done
        job = _Job(lane, name, work, pause)
        self._waiting[key] = job
        self._queues.setdefault(lane, deque()).append(job)
        if len(self._waiting) > self._limit:
            self._drop_oldest()
        if lane not in self._workers or self._workers[lane].done():  # cancelled before it began
            self._workers[lane] = asyncio.create_task(self._work(lane), name=f"lane {lane}")
        return job.done

    async def run(self, lane: str, work: Callable[[], Awaitable[T]]) -> T:
        """Run this when its lane is free and return its result; its errors reach the caller."""
        async with self._turn(lane):
            return await work()

    def is_taken(self, lane: str) -> bool:
        """Return whether `run` would have to wait for its turn."""
        return self._turn(lane).locked()

    async def change_facts(
        self, work: Callable[[], Awaitable[T]], turn: Turn = EVERYBODY, *, together: bool = True
    ) -> T:
        """Run work that changes facts when nothing else does, in this process or another one.

        `turn` says whose facts; `together` as in `ProcessStore.in_turn`.
        """
        done: T = await self.run(FACTS, lambda: self._in_turn(turn, work, together=together))
        return done

    async def attempt_change(
        self,
        action: str,
        work: Callable[[], Awaitable[T]],
        turn: Turn = EVERYBODY,
        *,
        deadline: float,
        together: bool = True,
        ready: Work | None = None,
    ) -> T | None:
        """Change facts as `change_facts` does; return None if the work, or the store's turn for it, fails.

        What is `ready` is awaited before the turn. The deadline counts from when the work begins: whoever
        waits for their turn is not late.
        """
        begun = asyncio.Event()

        def begin() -> Awaitable[T]:
            begun.set()
            return work()

        async def change() -> T:
            if ready is not None:
                await ready()
            return await self.change_facts(begin, turn, together=together)

        return await self.attempt(action, change(), deadline=deadline, fallback=None, begun=begun)

    async def attempt(
        self,
        action: str,
        work: Coroutine[Any, Any, T],
        *,
        deadline: float | None,
        fallback: F,
        late: Callable[[T], None] | None = None,
        begun: asyncio.Event | None = None,
    ) -> T | F:
        """Return the result of `work`, or `fallback` if it fails or exceeds the deadline.

        The deadline counts from `begun`, if given; without a deadline the caller waits. Late work goes on in
        the background and passes its result to `late`; so does work whose caller is cancelled.
        """
        task = asyncio.create_task(self._guard(action, work), name=action)
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)
        if begun is not None:
            await _first_of(task, begun)
        if deadline is None or (await asyncio.wait({task}, timeout=deadline))[0]:
            ok, value = await asyncio.shield(task)
            return value if ok else fallback
        log.warning("exceeded the deadline, using the fallback", action=action, deadline=deadline)
        self.failures[f"{action} late"] += 1
        if late is not None:
            task.add_done_callback(lambda finished: _hand_over(finished, late))
        return fallback

    async def attempt_here(
        self, action: str, work: Coroutine[Any, Any, T], *, fallback: Callable[[Exception], F]
    ) -> T | F:
        """Return the result of `work`, or of `fallback` if it fails; it ends when its caller is cancelled."""
        ok, value = await self._guard(action, work)
        return value if ok else fallback(value)

    def notify(self, action: str, callback: Callable[..., object], *values: object) -> None:
        """Call what the host asked to be called: when it raises, only that call fails."""
        with self._failing(action, []):
            callback(*values)

    async def share(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run this once for all callers that ask for it while it runs; its errors reach all of them.

        It goes on when a caller is cancelled.
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
            task.exception()  # marks it as retrieved: no caller may be left to do so

    async def idle(self, *, but: str = "") -> None:
        """Wait until nothing is queued or running, new work included, except in the lane `but`."""
        with self.hurrying():
            while busy := self._running(but=but) - {asyncio.current_task()}:
                await asyncio.wait(busy)

    async def drain(self, seconds: float) -> bool:
        """Wait until every lane is empty; after `seconds` cancel what is left and return False."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        with self.hurrying():
            while left := self._running():  # what ends may have started more
                _, late = await asyncio.wait(left, timeout=max(until - loop.time(), 0))
                if late:
                    break
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        waiting = [*self._waiting.values()]
        self._waiting.clear()
        for job in waiting:
            job.done.cancel()
        if unfinished := sorted({*(task.get_name() for task in left), *(job.action for job in waiting)}):
            log.warning(
                "cancelled unfinished work at shutdown; it resumes at the next start",
                action="drain",
                left=unfinished,
            )
        return not unfinished

    def _running(self, *, but: str = "") -> "set[asyncio.Task[Any]]":
        """Return what is under way, except in the lane `but`.

        A worker that the event loop cancels before it begins cannot take itself off the list.
        """
        workers = [worker for lane, worker in self._workers.items() if lane != but]
        return {task for task in (*workers, *self._reads) if not task.done()}

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """Let no job pause within the block: for what waits for it, and for clocks that stand still."""
        self._hurrying += 1
        for pause in self._pauses.values():
            pause.cancel()
        try:
            yield
        finally:
            self._hurrying -= 1

    def _turn(self, lane: str) -> asyncio.Lock:
        return self._turns.setdefault(lane, asyncio.Lock())

    def _drop_oldest(self) -> None:
        _, job = self._waiting.popitem(last=False)
        self._queues[job.lane].remove(job)
        job.finish(False)
        self.failures["dropped"] += 1
        log.warning(
            "queue is full: dropped the oldest job, upkeep will repeat it",
            action="drop_job",
            lane=job.lane,
            job=job.name,
        )

    async def _work(self, lane: str) -> None:
        queue = self._queues[lane]
        try:
            while queue:
                if queue[0].pause and not self._hurrying:
                    self._pauses[lane] = asyncio.create_task(asyncio.sleep(queue[0].pause))
                    await asyncio.wait({self._pauses[lane]})
                    if not queue:  # dropped meanwhile
                        break
                job = queue.popleft()
                self._waiting.pop((job.lane, job.name), None)
                try:
                    async with self._turn(lane):
                        ok, _ = await self._guard(job.action, job.run())
                    job.finish(ok)
                finally:
                    job.done.cancel()  # at shutdown: nobody may wait for it for ever
        finally:
            del self._workers[lane], self._queues[lane]

    async def _guard(self, action: str, work: Awaitable[T]) -> tuple[bool, Any]:
        """Return whether the work succeeded, and its result or what it raised."""
        faults: list[Exception] = []
        value: Any = None
        with self._failing(action, faults):
            value = await work
        return not faults, faults[0] if faults else value

    @contextmanager
    def _failing(self, action: str, faults: list[Exception]) -> Iterator[None]:
        try:
            yield
        except Exception as fault:  # noqa: BLE001 (the only broad except: memory is best effort)
            self.failures[action] += 1
            if isinstance(fault, StoreAway):  # the store says once that it is gone, and when it is back
                log.debug("memory work waits for the store", action=action)
            else:
                values = {"error": describe(fault), "at": raised_at(fault), "trace": trace_of(fault)}
                log.warning("memory work failed", action=action, **values)
            faults.append(fault)


async def _first_of(task: "asyncio.Task[Any]", begun: asyncio.Event) -> None:
    """Wait until the task has begun its work or has ended."""
    waiting = asyncio.create_task(begun.wait(), name="begun")
    try:
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


def _hand_over(task: "asyncio.Task[tuple[bool, T]]", late: Callable[[T], None]) -> None:
    if task.cancelled():
        return
    ok, value = task.result()
    if ok:
        late(value)

"""Lanes: ordered work per key, bounded, shared by name, drained at the end; reads that break no reply."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from dnam.lanes import Lanes


class Gate:
    """Work that begins when asked and ends when it is let go."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.go = asyncio.Event()

    async def __call__(self) -> str:
        self.begun.set()
        await self.go.wait()
        return "done"


def noting(log: list[str], what: str) -> Callable[[], Awaitable[None]]:
    """Make work that writes down that it was done."""

    async def work() -> None:
        log.append(what)

    return work


async def failing() -> str:
    raise RuntimeError("the disk is on fire")


async def test_jobs_of_a_lane_run_one_after_another() -> None:
    """A worker is sequential: each begins only when the one before it has ended (CL-17)."""
    lanes, first, log = Lanes(), Gate(), list[str]()
    lanes.submit("a", "first", first)
    second = lanes.submit("a", "second", noting(log, "second"))
    third = lanes.submit("a", "third", noting(log, "third"))
    await first.begun.wait()
    assert (log, second.done()) == ([], False)
    first.go.set()
    assert await second
    assert await third
    assert log == ["second", "third"]


async def test_lanes_run_beside_each_other() -> None:
    """What waits in one lane holds up no other (DC-117)."""
    lanes, slow, log = Lanes(), Gate(), list[str]()
    lanes.submit("a", "slow", slow)
    assert await lanes.submit("b", "quick", noting(log, "quick"))
    slow.go.set()
    assert await lanes.drain(5)


async def test_a_job_that_waits_already_is_shared() -> None:
    """The same work asked for twice is done once, and both are told (CL-15)."""
    lanes, first, log = Lanes(), Gate(), list[str]()
    lanes.submit("a", "first", first)
    one = lanes.submit("a", "message 7", noting(log, "seven"))
    two = lanes.submit("a", "message 7", noting(log, "again"))
    first.go.set()
    assert (one is two, await two, log) == (True, True, ["seven"])


async def test_a_job_that_has_begun_is_not_shared() -> None:
    """What is asked for after it began may not be in it: it is done once more (CL-15)."""
    lanes, first, log = Lanes(), Gate(), list[str]()
    one = lanes.submit("a", "refresh", first)
    await first.begun.wait()
    two = lanes.submit("a", "refresh", noting(log, "again"))
    first.go.set()
    assert (one is two, await one, await two, log) == (False, True, True, ["again"])


async def test_at_most_400_jobs_wait_and_the_oldest_is_dropped() -> None:
    """The queue holds 400; one more drops the oldest, which is told False (CL-16)."""
    lanes, first, log = Lanes(), Gate(), list[str]()
    lanes.submit("a", "running", first)
    await first.begun.wait()
    waiting = [lanes.submit("a", str(n), noting(log, str(n))) for n in range(401)]
    assert await waiting[0] is False
    first.go.set()
    assert await asyncio.gather(*waiting[1:]) == [True] * 400
    assert (len(log), "0" in log, lanes.failures["dropped"]) == (400, False, 1)


async def test_the_oldest_of_all_lanes_is_dropped() -> None:
    """The limit is for everything that waits, and age alone decides (CL-16)."""
    lanes, gates = Lanes(waiting=2), [Gate(), Gate()]
    for lane, gate in zip("ab", gates, strict=True):
        lanes.submit(lane, "running", gate)
        await gate.begun.wait()
    jobs = [lanes.submit(lane, name, failing) for lane, name in (("a", "x"), ("b", "y"), ("b", "z"))]
    assert await jobs[0] is False
    assert not jobs[1].done()
    for gate in gates:
        gate.go.set()
    assert await lanes.drain(5)


async def test_a_dropped_job_nobody_waits_for_any_more_harms_nothing() -> None:
    """Giving up on a job does not break what comes after it (CL-16, DC-04)."""
    lanes, first = Lanes(waiting=1), Gate()
    lanes.submit("a", "running", first)
    await first.begun.wait()
    lanes.submit("a", "given up", failing).cancel()
    later = lanes.submit("a", "later", noting([], ""))
    first.go.set()
    assert await later


async def test_a_failure_is_told_counted_and_left_behind() -> None:
    """Errors are logged and counted, and the next job is done (CL-39, DC-04, DC-27)."""
    lanes, log = Lanes(), list[str]()
    bad, good = lanes.submit("a", "bad", failing), lanes.submit("a", "good", noting(log, "good"))
    assert (await bad, await good, lanes.failures["bad"]) == (False, True, 1)


async def test_work_that_fails_before_it_starts_is_a_failure_like_any_other() -> None:
    """Even work that cannot be begun does not stop its lane (DC-04)."""

    def broken() -> Awaitable[object]:
        raise RuntimeError("no such file")

    lanes = Lanes()
    bad, good = lanes.submit("a", "bad", broken), lanes.submit("a", "good", noting([], ""))
    assert (await bad, await good) == (False, True)


async def test_drain_waits_for_everything_and_for_what_that_sets_off() -> None:
    """Nothing accepted is lost at a clean end, not even what the last jobs asked for (CL-13)."""
    lanes, log = Lanes(), list[str]()

    async def sets_off_more() -> None:
        lanes.submit("b", "more", noting(log, "more"))

    lanes.submit("a", "first", sets_off_more)
    assert await lanes.drain(5)
    assert log == ["more"]


async def test_drain_ends_in_time_and_nobody_waits_for_ever() -> None:
    """Past its time what is left is cut short: the running job, and those behind it (CL-13)."""
    lanes, stuck = Lanes(), Gate()
    running, behind = lanes.submit("a", "stuck", stuck), lanes.submit("a", "behind", failing)
    await stuck.begun.wait()
    assert await lanes.drain(0) is False
    assert (running.cancelled(), behind.cancelled()) == (True, True)
    assert await lanes.submit("a", "behind", noting([], ""))


async def test_an_empty_memory_drains_at_once() -> None:
    """There is nothing to wait for (CL-13)."""
    assert await Lanes().drain(0)


async def test_run_waits_for_its_turn_and_gives_the_result() -> None:
    """A command stands in the same line as what changes in the background (DC-89, DC-117)."""
    lanes, first = Lanes(), Gate()
    lanes.submit("a", "first", first)
    await first.begun.wait()
    second = Gate()
    running = asyncio.create_task(lanes.run("a", second))
    second.go.set()
    await asyncio.sleep(0)
    assert not second.begun.is_set()
    first.go.set()
    assert await running == "done"


async def test_the_errors_of_run_are_the_callers() -> None:
    """Whoever asked for a result is told why there is none, and the lane goes on."""
    lanes = Lanes()
    with pytest.raises(RuntimeError, match="fire"):
        await lanes.run("a", failing)
    assert await lanes.submit("a", "next", noting([], ""))


async def test_a_read_that_fails_gives_the_last_known_value() -> None:
    """A failing read is logged and counted, and the reply goes on (DC-04, DC-26, R-10)."""
    lanes = Lanes()
    assert await lanes.attempt("read", failing(), deadline=5, fallback="old") == "old"
    assert lanes.failures["read"] == 1


async def test_a_late_read_gives_the_last_known_value_and_hands_over_later() -> None:
    """The reply does not wait; what was read is there for the next one (R-10, UM-61)."""
    lanes, slow, got = Lanes(), Gate(), list[str]()
    assert await lanes.attempt("read", slow(), deadline=0, fallback="old", late=got.append) == "old"
    slow.go.set()
    assert await lanes.drain(5)
    assert (got, lanes.failures["read late"]) == (["done"], 1)


async def test_a_late_read_that_fails_hands_over_nothing() -> None:
    """A value is known good only when it was read (R-10)."""
    lanes, got = Lanes(), list[str]()
    assert await lanes.attempt("read", failing(), deadline=0, fallback="old", late=got.append) == "old"
    assert await lanes.drain(5)
    assert got == []

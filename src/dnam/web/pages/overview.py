"""The overview: how the memory is, numbers over time, and live updates for every page."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from dnam.memory import Memory
from dnam.web.access import Reader, TheMemory
from dnam.web.pages.frame import ThisPage

PULSE_SECONDS = 15.0
"""A line is sent at least this often, so that nobody in between closes the connection."""
CHARTS = (
    ("Messages", "messages", ""),
    ("New facts", "facts", ""),
    ("Model calls", "calls", ""),
    ("Cost", "cost", "$"),
    ("Errors", "errors", ""),
)

router = APIRouter()


class Streams:
    """The open streams of events: each is woken when the memory changes, and when the server ends."""

    def __init__(self) -> None:
        self.closed = False
        self._open: set[asyncio.Event] = set()

    @contextmanager
    def joined(self, memory: Memory) -> Iterator[asyncio.Event]:
        changed = asyncio.Event()
        self._open.add(changed)
        stop = memory.watch(changed.set)
        try:
            yield changed
        finally:
            stop()
            self._open.discard(changed)

    def close(self) -> None:
        self.closed = True
        for changed in self._open:
            changed.set()


@router.get("/")
async def overview(frame: ThisPage) -> Response:
    """Show health and numbers; somebody who manages nothing is shown their own memory."""
    if not frame.view.manages:
        person = frame.access.person
        return RedirectResponse(f"/people/{person.id if person else 0}?guild={frame.guild}", 303)
    lanes = frame.memory.lanes
    return frame.page(
        "overview.html",
        numbers=await frame.request.app.state.numbers.of(frame.guild),
        charts=CHARTS,
        waiting=lanes.waiting,
        lag=lanes.loop_lag,
        failures=dict(lanes.failures.most_common(8)) if frame.access.operator else {},
    )


@router.get("/events")
async def events(request: Request, _: Reader, memory: TheMemory) -> Response:
    """Send a line whenever the memory changes; it says that something changed, never what."""
    streams: Streams = request.app.state.streams

    async def lines() -> AsyncIterator[str]:
        with streams.joined(memory) as changed:
            yield "event: ready\ndata: \n\n"
            while not streams.closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), PULSE_SECONDS)
                yield "event: changed\ndata: \n\n" if changed.is_set() else ": pulse\n\n"
                changed.clear()

    return StreamingResponse(lines(), media_type="text/event-stream")

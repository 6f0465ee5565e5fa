"""Writes the calls of an embedding server, their tokens and their cost to the action log.

The texts of several guilds are embedded together: the cost is nobody's in particular (guild 0).
"""

import asyncio

from dnam.domain import Action, Usage
from dnam.errors import StoreError, describe
from dnam.log_lines import log
from dnam.ports import ActionStore, Clock


class EmbeddingLog:
    """Writes one line for each call, beside whoever waits for the vectors."""

    def __init__(self, store: ActionStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._writing: set[asyncio.Task[None]] = set()

    def note(self, model: str, tokens: int, ms: float, *, ok: bool) -> None:
        """Write that a model was called."""
        kind, outcome = ("call", "ok") if ok else ("error", "error: unavailable")
        line = Action(
            kind=f"memory_embedding_{kind}",
            at=self._clock.now(),
            guild=0,
            task="embed",
            model=model,
            usage=_usage(model, tokens),
            ms=ms,
            outcome=outcome,
        )
        task = asyncio.create_task(self._write(line), name="log_embedding")
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def close(self) -> None:
        """Wait until every line is written."""
        await asyncio.gather(*self._writing)

    async def _write(self, line: Action) -> None:
        try:
            await self._store.log_action(line)
        except StoreError as fault:
            log.warning("could not write to the action log", action="log_action", error=describe(fault))


def _usage(model: str, tokens: int) -> Usage:
    """Return tokens with their price; a model without a known price counts as unpriced."""
    from genai_prices import Usage as Priced  # noqa: PLC0415  slow to load, and only needed here
    from genai_prices import calc_price  # noqa: PLC0415

    try:
        price = calc_price(Priced(input_tokens=tokens), model_ref=model, provider_id="openai").total_price
    except LookupError:
        return Usage(input_tokens=tokens, unpriced=1)
    return Usage(input_tokens=tokens, cost_usd=float(price))

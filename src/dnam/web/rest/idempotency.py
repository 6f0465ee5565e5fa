"""Idempotency keys: a change sent twice with one key is made once, and answered twice.

Answers are kept in this process for an hour, and dropped when something is erased: they may quote it.
"""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from cachetools import TTLCache
from fastapi import Request, Response
from fastapi.routing import APIRoute

from dnam.web.problems import Problem
from dnam.web.sign_in import SAFE, sign_in_of

HEADER = "Idempotency-Key"
LONGEST_KEY = 200


@dataclass(slots=True)
class _Sent:
    digest: str
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    answer: Response | None = None


Answers = TTLCache[tuple[str, str, str, str], _Sent]


def new_answers() -> Answers:
    """Return an empty memory of answers."""
    return TTLCache(10_000, 3600)


class IdempotentRoute(APIRoute):
    """A route that looks for the answer to a key before it does anything."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of the route, behind the look for an earlier answer."""
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            key = request.headers.get(HEADER)
            access = sign_in_of(request).identify(request) if key and request.method not in SAFE else None
            if key is None or access is None:
                return await handle(request)
            if not 0 < len(key) <= LONGEST_KEY:
                raise Problem(422, f"{HEADER} has 1 to {LONGEST_KEY} characters.")
            answers: Answers = request.app.state.answers
            digest = hashlib.sha256(request.url.query.encode() + b"\n" + await request.body()).hexdigest()
            name = (access.key, request.method, request.url.path, key)
            sent = answers.setdefault(name, _Sent(digest))
            if sent.digest != digest:
                raise Problem(422, f"This {HEADER} was used for another request: use a new one.")
            async with sent.turn:
                if sent.answer is None:
                    answer = await handle(request)
                    if answer.status_code >= 500:
                        return answer
                    sent.answer = answer
                return sent.answer

        return once

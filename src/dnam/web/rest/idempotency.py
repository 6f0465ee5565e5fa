"""Idempotency keys: a change sent twice with one key is made once, and answered twice.

For an hour, by whichever process. What is stored quotes nobody: a route whose answer does sets
`request.state.repeated` to what the second request gets.
"""

import asyncio
import hashlib
import json
from collections.abc import Callable, Coroutine
from typing import Any, TextIO

from fastapi import Request, Response
from fastapi.routing import APIRoute

from dnam.web.error_responses import Problem
from dnam.web.shared_folder import drop_older, opened_alone, shared_folder
from dnam.web.sign_in import SAFE, sign_in_of

HEADER = "Idempotency-Key"
LONGEST_KEY = 200
SECONDS = 3600


class IdempotentRoute(APIRoute):
    """A route that looks for the answer to a key before it does anything."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            key = request.headers.get(HEADER)
            if key is None or request.method in SAFE:
                return await handle(request)
            await sign_in_of(request).tokens.look(request.app.state.memory.store)
            access = sign_in_of(request).identify(request)
            if access is None:
                return await handle(request)
            if not 0 < len(key) <= LONGEST_KEY:
                raise Problem(422, f"{HEADER} has 1 to {LONGEST_KEY} characters.")
            name = _digest(access.key, request.method, request.url.path, key)
            with await asyncio.to_thread(_opened, request, name) as file:  # locked until the answer is in it
                digest = _digest(request.url.query, (await request.body()).decode("latin-1"))
                if earlier := file.read():
                    return _repeated(json.loads(earlier), digest)
                answer = await handle(request)
                if answer.status_code < 500:
                    repeated = getattr(request.state, "repeated", None) or bytes(answer.body).decode()
                    json.dump({"digest": digest, "status": answer.status_code, "body": repeated}, file)
                return answer

        return once


def _opened(request: Request, name: str) -> TextIO:
    """Return the file of an answer, for this request alone; those that are too old are removed."""
    folder = shared_folder(request.app.state.memory.settings, "answers")
    drop_older(folder, SECONDS)
    try:
        return opened_alone(folder / name)
    except BlockingIOError as busy:
        wait = {"Retry-After": "1"}
        raise Problem(409, f"A request with this {HEADER} is running: send it again.", wait) from busy


def _repeated(earlier: dict[str, Any], digest: str) -> Response:
    if earlier["digest"] != digest:
        raise Problem(422, f"This {HEADER} was used for another request: use a new one.")
    return Response(earlier["body"], earlier["status"], media_type="application/json")


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

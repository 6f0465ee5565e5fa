"""A real HTTP server on loopback that speaks the protocols of Anthropic, OpenAI and Google.

It does what its script says, one entry a request, and then says its usual answer. What it was asked is kept.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

TOKENS = (1000, 50)
"""What every answer says it took: input, output."""


@dataclass(frozen=True)
class Says:
    """Answer with a text."""

    text: str


@dataclass(frozen=True)
class Uses:
    """Answer with the use of a tool."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Refuses:
    """Answer that this is not answered."""


@dataclass(frozen=True)
class Fails:
    """Answer with an error status."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hangs:
    """Never answer."""


@dataclass(frozen=True)
class Drops:
    """Close the connection without a word."""


@dataclass(frozen=True)
class CutsOff:
    """Close the connection in the middle of the answer."""


@dataclass(frozen=True)
class Mumbles:
    """Answer with something that is no JSON at all."""


Behaviour = Says | Uses | Refuses | Fails | Hangs | Drops | CutsOff | Mumbles


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


def anthropic(does: Behaviour, asked: Asked) -> dict[str, Any]:
    """Say it as the Messages API does."""
    blocks: list[dict[str, Any]] = []
    stop = "end_turn"
    if isinstance(does, Says):
        blocks = [{"type": "text", "text": does.text}]
    elif isinstance(does, Uses):
        blocks = [{"type": "tool_use", "id": "toolu_1", "name": does.tool, "input": does.arguments}]
        stop = "tool_use"
    elif isinstance(does, Fails):
        kind = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
        return {
            "type": "error",
            "error": {"type": kind.get(does.status, "api_error"), "message": "no: SECRET"},
        }
    else:
        stop = "refusal"
    usage = {"input_tokens": TOKENS[0], "output_tokens": TOKENS[1]}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.body["model"],
        "content": blocks,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage,
    }


def openai(does: Behaviour, asked: Asked) -> dict[str, Any]:
    """Say it as chat completions do."""
    message: dict[str, Any] = {"role": "assistant", "content": None}
    if isinstance(does, Says):
        message["content"] = does.text
    elif isinstance(does, Uses):
        function = {"name": does.tool, "arguments": json.dumps(does.arguments)}
        message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
    elif isinstance(does, Fails):
        return {"error": {"message": "no: SECRET", "type": "error", "code": None}}
    else:
        message["refusal"] = "I will not."
    finish = "tool_calls" if isinstance(does, Uses) else "stop"
    total = {"prompt_tokens": TOKENS[0], "completion_tokens": TOKENS[1], "total_tokens": sum(TOKENS)}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_750_000_000,
        "model": asked.body["model"],
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": total,
    }


def google(does: Behaviour, asked: Asked) -> dict[str, Any]:
    """Say it as generateContent does."""
    usage = {"promptTokenCount": TOKENS[0], "candidatesTokenCount": TOKENS[1], "totalTokenCount": sum(TOKENS)}
    parts: list[dict[str, Any]] = []
    if isinstance(does, Says):
        parts = [{"text": does.text}]
    elif isinstance(does, Uses):
        parts = [{"functionCall": {"name": does.tool, "args": does.arguments}}]
    elif isinstance(does, Fails):
        names = {
            400: "INVALID_ARGUMENT",
            401: "UNAUTHENTICATED",
            404: "NOT_FOUND",
            429: "RESOURCE_EXHAUSTED",
            500: "INTERNAL",
        }
        error = {
            "code": does.status,
            "message": "no: SECRET",
            "status": names.get(does.status, "UNAVAILABLE"),
        }
        return {"error": error}
    else:
        return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": usage}
    model = asked.path.rpartition("/")[2].partition(":")[0]
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": model}


def streamed(does: Behaviour, asked: Asked) -> bytes:
    """Say it word by word, as a stream of events; a refusal or the use of a tool in one event."""
    words = re.findall(r"\s*\S+", does.text) if isinstance(does, Says) else []
    if "streamGenerateContent" in asked.path:
        events = [google(Says(word), asked) for word in words] or [google(does, asked)]
        return b"".join(b"data: " + json.dumps(event).encode() + b"\r\n\r\n" for event in events)
    if asked.path.endswith("/messages"):
        return b"".join(
            f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
            for event in _anthropic_events(words, does, asked)
        )
    whole = openai(does, asked)
    (choice,) = whole["choices"]
    deltas = [{"content": word} for word in words] or [choice["message"]]
    for call in deltas[0].get("tool_calls", ()):
        call["index"] = 0
    base = {**whole, "object": "chat.completion.chunk", "usage": None}
    chunks = [{**base, "choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas]
    end = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
    chunks += [{**base, "choices": [end]}, {**base, "choices": [], "usage": whole["usage"]}]
    return (
        b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"
    )


def _anthropic_events(words: list[str], does: Behaviour, asked: Asked) -> list[dict[str, Any]]:
    whole = anthropic(does, asked)
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {**whole, "content": []}}]
    for block in whole["content"]:
        empty = {**block, "text": ""} if block["type"] == "text" else {**block, "input": {}}
        deltas: list[dict[str, Any]] = [{"type": "text_delta", "text": word} for word in words]
        if block["type"] == "tool_use":
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        events.append({"type": "content_block_start", "index": 0, "content_block": empty})
        events += [{"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": 0})
    stop = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": stop, "usage": whole["usage"]})
    return [*events, {"type": "message_stop"}]


class ProviderServer:
    """One server for all three protocols, told apart by the path."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.usual: Behaviour = Says('{"facts": ["likes tea"]}')
        self.under_way = 0
        self.most_under_way = 0
        self.busy = asyncio.Event()
        """Set once a request hangs."""
        self._script: deque[Behaviour] = deque()
        self._released = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""

    def then(self, *behaviours: Behaviour) -> None:
        """Write down what to do with the next requests."""
        self._script.extend(behaviours)

    def release(self) -> None:
        """Let the requests that hang be answered."""
        self._released.set()

    async def close(self) -> None:
        """Give up every connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                while await self._answer(await _read(reader), writer):
                    pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        self.asked.append(asked)
        self.under_way += 1
        self.most_under_way = max(self.under_way, self.most_under_way)
        try:
            return await self._do(self._script.popleft() if self._script else self.usual, asked, writer)
        finally:
            self.under_way -= 1

    async def _do(self, does: Behaviour, asked: Asked, writer: asyncio.StreamWriter) -> bool:
        if isinstance(does, Hangs):
            self.busy.set()
            await self._released.wait()
            does = Says('{"facts": ["late"]}')
        if isinstance(does, Drops):
            return False
        speak = anthropic if asked.path.endswith("/messages") else openai
        if "enerateContent" in asked.path:
            speak = google
        plain = Says("x" * 50) if isinstance(does, CutsOff) else does
        body = b"<html>oh no" if isinstance(does, Mumbles) else json.dumps(speak(plain, asked)).encode()
        kind, streams = "application/json", asked.body.get("stream") or "streamGenerateContent" in asked.path
        if streams and not isinstance(does, Mumbles | Fails):
            kind, body = "text/event-stream", streamed(plain, asked)
        status, headers = (does.status, does.headers) if isinstance(does, Fails) else (200, {})
        lines = {"content-type": kind, "content-length": str(len(body)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        sent = body[:-20] if isinstance(does, CutsOff) else body
        writer.write(f"HTTP/1.1 {status} Status\r\n{head}\r\n".encode() + sent)
        await writer.drain()
        return not isinstance(does, CutsOff)


async def _read(reader: asyncio.StreamReader) -> Asked:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
    headers = {
        name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Asked(path=first.split(" ")[1].partition("?")[0], headers=headers, body=json.loads(body))


@asynccontextmanager
async def running() -> AsyncIterator[ProviderServer]:
    """Run a server on a free port of this machine."""
    server = ProviderServer()
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield server
    finally:
        listening.close()
        await server.close()

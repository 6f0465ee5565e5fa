"""The application: its routes, and what holds for every request.

Every route that is not on the list `OPEN` refuses who is not signed in; a test tries them all. Every answer
carries the same strict headers: nothing is loaded from elsewhere, and no script or style stands in a page.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dnam.errors import BadInput, DnamError, StoreError
from dnam.memory import Memory
from dnam.rules.input_mistakes import sentences
from dnam.web import pages, probes, rest, sign_in
from dnam.web.access import Access, Requires
from dnam.web.charts import Numbers
from dnam.web.error_responses import Problem, problem_response, title_of
from dnam.web.jobs import Jobs
from dnam.web.metrics import Metrics
from dnam.web.pages.frame import PrivateAsked
from dnam.web.pages.overview import Streams
from dnam.web.rendering import render
from dnam.web.sign_in import SAFE, SignIn, sign_in_of
from dnam.web.tokens import Tokens, tokens_of

PROBES = frozenset({"/healthz", "/readyz"})
METRICS = "/metrics"
AWAY = "The memory cannot be reached now: try again in a moment."
OPEN = PROBES | {"/sign-in", "/sign-in/discord", "/sign-in/discord/done"}
"""What answers without a sign-in; none of it shows anything of the memory."""

BEARER = {"WWW-Authenticate": "Bearer"}
SIGN_IN = "Sign in first, or send a token: `Authorization: Bearer …`."
UNKNOWN = "This memory does not know this token: `dnam token list`, with the server's `--db`, lists its own."

LONG_WORK = 2000
"""Messages from which on an erasure runs as long work, with its progress on the page."""

IMPORTS = frozenset({"/api/v1/import", "/jobs/import"})
IMPORT_BYTES = 4_000_000_000
"""The largest file that can be imported; it is read only after the sender is known to be an operator."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


def create_app(
    memory: Memory,
    tokens: Tokens | None = None,
    *,
    hosts: tuple[str, ...] = ("*",),
    metrics: Metrics | None = None,
) -> FastAPI:
    """Return the application for a memory; `hosts` are the names under which it answers."""
    settings = memory.settings
    app = FastAPI(
        title="dnam",
        summary="Memory for Discord assistants: messages in, prompts out.",
        version="1",
        dependencies=[Depends(guard)],
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.memory = memory
    app.state.sign_in = SignIn(settings, tokens or tokens_of(settings))
    app.state.numbers = Numbers(memory)
    app.state.streams = Streams()
    app.state.jobs = Jobs(settings)
    app.state.stop = lambda: _stop(app)
    app.state.long_work = LONG_WORK
    app.state.metrics = metrics or Metrics(memory)
    for part in (sign_in.router, rest.router, pages.router, probes.router, probes.probes):
        app.include_router(part)
    app.mount("/static", StaticFiles(packages=[("dnam.web", "static")]), name="static")
    for kind, handler in HANDLERS.items():
        app.add_exception_handler(kind, handler)
    app.add_middleware(Envelope, longest=settings.web_body_bytes, metrics=app.state.metrics)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    return app


async def _stop(app: FastAPI) -> None:
    app.state.streams.close()
    await app.state.jobs.stop()


async def guard(request: Request) -> None:
    """Let a request pass that is open to all, or that somebody who is signed in has sent themself."""
    if request.method not in SAFE:
        _refuse_other_sites(request)
    path, signing = request.scope["route"].path, sign_in_of(request)
    if path not in PROBES:
        try:
            await signing.tokens.look(request.app.state.memory.store)
        except StoreError:
            if path != METRICS:  # which tell of the outage, to who had a token before
                raise
    if path in OPEN:
        return
    access = signing.identify(request)
    if access is None:
        raise Problem(401, UNKNOWN if "authorization" in request.headers else SIGN_IN, BEARER)
    request.state.access = access
    if request.url.path in IMPORTS:  # before a body of any size is read, by whoever asks
        Requires("admin", operator=True)(request)
    await signing.refuse_forged(request, access)


def _refuse_other_sites(request: Request) -> None:
    """Raise Problem when a browser says that another site made it send this."""
    origin = request.headers.get("origin", "")
    if origin and origin.partition("://")[2] != request.headers.get("host", ""):
        raise Problem(403, "This came from another site.")


class Envelope:
    """Around every request: the largest size, the headers of every answer, and the count of it."""

    def __init__(self, app: ASGIApp, *, longest: int, metrics: Metrics) -> None:
        self._app = app
        self._longest = longest
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received, longest = 0, IMPORT_BYTES if scope["path"] in IMPORTS else self._longest

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > longest:
                # As an error of Starlette: FastAPI takes any other for a body that cannot be read.
                raise HTTPException(413, f"The request is too long: at most {longest:,} bytes.")
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                static = scope["path"].startswith("/static/")
                given = {name for name, _ in message["headers"]}
                added = {**HEADERS, **({"Cache-Control": "public, max-age=3600"} if static else {})}
                message["headers"] = [
                    *message["headers"],
                    *((n.encode(), v.encode()) for n, v in added.items() if n.lower().encode() not in given),
                ]
                counted(message["status"])
            await send(message)

        counted = self._metrics.begin(scope)
        await self._app(scope, limited, with_headers)


def _page_or_problem(request: Request, problem: Problem) -> Response:
    """Return an error as the one who asked can read it: a page for a browser, else JSON."""
    path = request.url.path
    if path.startswith("/api/") or path in (METRICS, "/events") or "text/html" not in _accepted(request):
        return problem_response(problem)
    if problem.status == 401:
        return RedirectResponse("/sign-in", 303)
    page: HTMLResponse = render(
        request, "problem.html", title=title_of(problem.status), detail=problem.detail
    )
    page.status_code = problem.status
    return page


def _accepted(request: Request) -> str:
    return request.headers.get("accept", "*/*")


async def _problem(request: Request, problem: Any) -> Response:
    if request.headers.get("hx-request"):
        return _htmx_problem(request, problem)
    return _page_or_problem(request, problem)


def _htmx_problem(request: Request, problem: Problem) -> Response:
    if problem.status == 401:
        return Response(status_code=401, headers={"HX-Redirect": "/sign-in"})
    line = render(request, "notice.html", text=problem.detail, wrong=True)
    line.headers.update({"HX-Retarget": "#notice", "HX-Reswap": "innerHTML", "HX-Reselect": ".notice"})
    line.status_code = 200  # htmx shows only what succeeded
    return line


async def _invalid(request: Request, error: Any) -> Response:
    mistakes = error.errors()
    if mistakes[0]["type"] == "json_invalid":
        wrong = f"The body is not JSON: look at character {mistakes[0]['loc'][-1]}."
    else:
        wrong = sentences(mistakes, skip=1)  # each begins with `query`, `path` or `body`
    return await _problem(request, Problem(422, wrong))


async def _http_error(request: Request, error: Any) -> Response:
    headers = dict(error.headers or {})
    sentences = {404: "There is nothing here.", 405: "This address does not take this method."}
    return await _problem(
        request, Problem(error.status_code, sentences.get(error.status_code, str(error.detail)), headers)
    )


async def _own_error(request: Request, error: Any) -> Response:
    status = 400 if isinstance(error, BadInput) else 503
    access: Access | None = getattr(request.state, "access", None)
    if isinstance(error, StoreError) and not (access and access.operator):
        return await _problem(request, Problem(503, AWAY))  # strangers are not told where the memory is
    return await _problem(request, Problem(status, str(error)))


async def _private_asked(request: Request, asked: Any) -> Response:
    del request
    page: HTMLResponse = asked.frame.page("private.html")
    return page


async def _failure(request: Request, error: Any) -> Response:
    del error  # the server logs it; its text may hold what people said
    return await _problem(request, Problem(500, "Something went wrong here; the log says what. Try again."))


HANDLERS: dict[type[Exception], Callable[[Request, Any], Awaitable[Response]]] = {
    Problem: _problem,
    PrivateAsked: _private_asked,
    RequestValidationError: _invalid,
    HTTPException: _http_error,
    DnamError: _own_error,
    Exception: _failure,
}

__all__ = ["OPEN", "create_app"]

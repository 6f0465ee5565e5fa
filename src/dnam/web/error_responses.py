"""Errors of the web: one exception, shown as `application/problem+json` (RFC 9457) or as a page."""

from http import HTTPStatus

from fastapi.responses import JSONResponse
from pydantic import BaseModel


class Problem(Exception):
    """Something is wrong with a request; the sentence says what, and what to do."""

    def __init__(self, status: int, detail: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = headers or {}


class ProblemBody(BaseModel):
    """What a program gets with an error."""

    type: str = "about:blank"
    title: str
    """The usual words for the status."""
    status: int
    detail: str
    """What is wrong, what is allowed, what to do."""


def problem_response(problem: Problem) -> JSONResponse:
    body = ProblemBody(title=title_of(problem.status), status=problem.status, detail=problem.detail)
    return JSONResponse(
        body.model_dump(),
        status_code=problem.status,
        headers=problem.headers,
        media_type="application/problem+json",
    )


def title_of(status: int) -> str:
    return HTTPStatus(status).phrase

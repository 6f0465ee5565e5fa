"""The OpenAPI document, and what every route of the API shares."""

from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.openapi.utils import get_openapi

from dnam.web.access import Reader, access_of
from dnam.web.error_responses import Problem, ProblemBody
from dnam.web.rest.idempotency import IdempotentRoute

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemBody, "content": {"application/problem+json": {}}, "description": meaning}
    for status, meaning in {
        400: "The request makes no sense",
        401: "No token, or an unknown one",
        403: "The token may not do this",
        404: "There is no such thing",
        409: "Not possible as things are",
        413: "Too long",
        422: "A part of the request is wrong",
        503: "The memory cannot be reached: try again",
    }.items()
}
"""What every route may answer besides what it is for."""

router = APIRouter(prefix="/api", include_in_schema=False)


def _refuse_people(request: Request) -> None:
    if access_of(request).person is not None:
        raise Problem(403, "The API is for programs: ask whoever runs this memory for a token.")


def api_router(tag: str, prefix: str = "/api/v1") -> APIRouter:
    """Return a part of the API: for programs only, the pages are for people; a change may carry a key."""
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        route_class=IdempotentRoute,
        dependencies=[Depends(_refuse_people)],
        responses=PROBLEMS,
    )


@router.get("/openapi.json")
async def document(request: Request, access: Reader) -> dict[str, Any]:
    del access
    return openapi_of(request.app)


def openapi_of(app: Any) -> dict[str, Any]:
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        made["security"] = [{"token": []}]
        for operations in made["paths"].values():
            for operation in operations.values():
                _tidy(operation["responses"])
        app.openapi_schema = made
    document: dict[str, Any] = app.openapi_schema
    return document


def _tidy(responses: dict[str, Any]) -> None:
    """Leave problems in the one form they are sent in."""
    for status, response in responses.items():
        if status.startswith(("4", "5")):
            response["content"] = {
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}
            }

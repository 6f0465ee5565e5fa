"""Cursors: where a page ended, as one opaque word."""

import base64
import json
from datetime import datetime
from typing import Any

from dnam.web.problems import Problem


def encode(*parts: object) -> str:
    """Return a cursor of the key of a page's last entry."""
    plain = [part.isoformat() if isinstance(part, datetime) else part for part in parts]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def decode(cursor: str, *kinds: type) -> tuple[Any, ...] | None:
    """Return the key in a cursor; None for the first page. Raises Problem when it is not one of ours."""
    if not cursor:
        return None
    try:
        parts = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        values = [_read(part, kind) for part, kind in zip(parts, kinds, strict=True)]
    except (ValueError, TypeError) as problem:
        raise Problem(404, "There is no such page: take `next` of a page as it is.") from problem
    return tuple(values)


def _read(part: object, kind: type) -> object:
    if kind is datetime:
        moment = datetime.fromisoformat(str(part))
        if moment.tzinfo is None:
            raise ValueError("a time without a zone")
        return moment
    if not isinstance(part, kind) or (kind is int and not 0 <= part < 2**63):  # type: ignore[operator]  # an int here
        raise ValueError("another kind of value")
    return part

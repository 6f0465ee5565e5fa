"""Values whose fields are the columns of a table: read from a row, and written as the parameters of a query.

Times are microseconds since 1970 UTC, days are texts. Messages and facts, of which there are many, are
converted by hand in `rows.py`.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, TypeVar

from dnam.stores.rows import Params, Row, maybe_micros, maybe_moment, micros, moment, storable

V = TypeVar("V")

_READ: dict[Any, Callable[[Any], Any]] = {
    **{datetime: moment, datetime | None: maybe_moment, date: date.fromisoformat},
    **{bool: bool, int: int, float: float},  # SQLite has no booleans, and PostgreSQL's sums are decimals
}
_WRITE: dict[Any, Callable[[Any], Any]] = {
    **{datetime: micros, datetime | None: maybe_micros, date: date.isoformat},
    str: storable,
}


def value_of(kind: type[V], row: Row) -> V:
    """Return a value from columns in the order of its fields; the last ones may be missing."""
    readers = _readers(kind)  # type: ignore[arg-type]  # every class can be a key
    return kind(**{name: read(cell) for (name, read), cell in zip(readers, row, strict=False)})


def params_of(value: Any) -> Params:
    """Return the fields of a value as parameters of their names, those of values within it too."""
    params: Params = {}
    for field in fields(value):
        content = getattr(value, field.name)
        if is_dataclass(content):
            params |= params_of(content)
        else:
            params[field.name] = _WRITE.get(field.type, _as_it_is)(content)
    return params


@cache
def _readers(kind: Any) -> list[tuple[str, Callable[[Any], Any]]]:
    return [(field.name, _READ.get(field.type, _as_it_is)) for field in fields(kind)]


def _as_it_is(content: Any) -> Any:
    return content

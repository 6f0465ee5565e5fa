"""What is told of input that pydantic refuses: a sentence for each mistake, with what is allowed.

Used wherever programs and people send data: REST, agents, files of scenarios. Settings have their own
sentences, with the range of each (`settings/complaints.py`).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

_ALLOWED = {
    "missing": "is missing",
    "extra_forbidden": "is not known here: leave it out",
    "string_too_short": "must have at least {min_length:,} characters",
    "string_too_long": "must have at most {max_length:,} characters",
    "string_pattern_mismatch": "must look like {pattern}",
    "too_short": "must have at least {min_length:,} entries",
    "too_long": "must have at most {max_length:,} entries",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "timezone_aware": "needs a time zone, such as 2026-03-01T12:00:00Z",
}
"""What is allowed, by the kind of mistake; what is not here is told by the type that was wanted."""
_WANTED = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "datetime": "a time, such as 2026-03-01T12:00:00Z",
    "date": "a date, such as 2026-03-01",
    "list": "a list",
    "tuple": "a list",
    "dict": "an object with names and values",
    "model": "an object with names and values",
}
LONGEST_SHOWN = 40
"""Characters; what is longer tells nobody more, and may be what somebody said."""


def sentence(mistake: Mapping[str, Any], *, skip: int = 0, name: str = "") -> str:
    """Return what is wrong and what is allowed.

    It begins with `name`, or with where the mistake is, of which `skip` leaves out the first steps.
    """
    where = ".".join(map(str, mistake["loc"][skip:]))
    name = name or (f"`{where}`" if where else "This")
    kind = mistake["type"]
    if kind == "value_error":
        reason = mistake["msg"].removeprefix("Value error, ").rstrip(".")
        return f"{name}: {reason}." if where else f"{reason[:1].upper()}{reason[1:]}."
    if kind == "string_too_short" and mistake["ctx"]["min_length"] == 1:
        return f"{name} must not be empty."
    if kind in _ALLOWED:
        allowed = _ALLOWED[kind].format(**mistake.get("ctx", {}))
    else:
        wanted = _WANTED.get(kind.partition("_")[0])
        allowed = f"must be {wanted}" if wanted else f"is wrong: {mistake['msg']}"
    return f"{name} {allowed}{_given(mistake)}."


def sentences(mistakes: Sequence[Mapping[str, Any]], *, skip: int = 0) -> str:
    """Return a sentence for each of the first five mistakes."""
    return " ".join(dict.fromkeys(sentence(each, skip=skip) for each in mistakes[:5]))


def _given(mistake: Mapping[str, Any]) -> str:
    """Return what was given instead, where that is short and says more."""
    given = mistake.get("input")
    if mistake["type"] in ("missing", "extra_forbidden") or not isinstance(given, str | int | float):
        return ""
    shown = json.dumps(given, ensure_ascii=False)
    return f", not {shown}" if len(shown) <= LONGEST_SHOWN else ""

"""What is told of settings that are not allowed: one line each, with what is allowed. Secrets stay hidden."""

import difflib
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

from dnam.settings.types import Allowed


def complaints(error: ValidationError, given: Mapping[str, object], fields: Mapping[str, FieldInfo]) -> str:
    """Return a line for each name and each value that is wrong."""
    names = {name: name for name in fields}
    return "\n".join(
        complaint(fields[name], name, given.get(name)) if name in fields else unknown(name, "", names)
        for name in wrong_fields(error)
    )


def wrong_fields(error: BaseException | None) -> list[str]:
    """Return the names of the settings that are wrong, each once."""
    mistakes = error.errors() if isinstance(error, ValidationError) else []
    return list(dict.fromkeys(str(each["loc"][0]) for each in mistakes))


def unknown(name: str, where: str, spellings: Mapping[str, str]) -> str:
    """Return that there is no such setting, with the nearest one there is; `spellings` are in lower case."""
    near = difflib.get_close_matches(name.lower(), spellings, n=1)
    hint = f"did you mean {spellings[near[0]]}?" if near else "docs/settings.md lists every setting."
    return f"{name}{where} is not a setting: {hint}"


def complaint(field: FieldInfo, written: str, value: object) -> str:
    """Return what is wrong with a value and what is allowed."""
    if SecretStr in get_args(field.annotation):
        return f"{written} has a hidden value of the wrong type: it must be {allowed(field)}."
    return f"{written} is {without_passwords(repr(value))[:80]}: it must be {allowed(field)}."


def without_passwords(address: str) -> str:
    """Return an address, perhaps a wrong one, as it may be shown."""
    return re.sub(r"(:/+).*@", r"\1***@", re.sub(r"(password=)[^&'\"]*", r"\1***", address))


def allowed(field: FieldInfo) -> str:
    """Return what a field accepts, in words."""
    for described in (each for each in field.metadata if isinstance(each, Allowed)):
        return described.words
    if get_origin(field.annotation) is Literal:
        *others, last = get_args(field.annotation)
        return f"{', '.join(others)} or {last}"
    if field.annotation not in (int, float):
        return "text"
    noun = "a whole number" if field.annotation is int else "a number"
    least, most = ends_of(field)
    return f"{noun} of at least {least}" if most is None else f"{noun} from {least} to {most}"


def ends_of(field: FieldInfo) -> tuple[Any, ...]:
    """Return the smallest and the largest number a field accepts; None for no limit."""
    limits = [[getattr(each, end) for each in field.metadata if hasattr(each, end)] for end in ("ge", "le")]
    return tuple(limit[0] if limit else None for limit in limits)

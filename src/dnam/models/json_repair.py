"""Parses a model's answer that is nearly JSON: in code fences, between words, with extra commas.

Pure. It returns a whole answer or none: a truncated answer is not used in part.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, get_origin

from pydantic import BaseModel, ValidationError

from dnam.ports import R

_EXTRA_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])')
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]')
_OPENING = re.compile(r'\{(?=\s*["}])|\[(?=\s*[\[{"\]])')
"""A bracket that starts JSON, unlike those of `{as asked}` or `:[`."""
_NOTHING = object()


def salvage(text: str, reply: type[R]) -> R | None:
    """Return the answer in a text, or None; the last of several, as models think before they answer."""
    for span in reversed([*_spans(text)]):
        data = _parsed(span)
        for shape in _shapes(data, reply):
            try:
                return reply.model_validate(shape)
            except ValidationError:
                continue
    return None


def _spans(text: str) -> Iterator[str]:
    """Yield the outermost bracketed parts of a text, in order, up to a bracket that is never closed."""
    start = 0
    while opening := _OPENING.search(text, start):
        depth = 0
        for piece in _PIECE.finditer(text, opening.start()):
            depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(piece.group(), 0)
            if depth == 0:
                yield text[opening.start() : piece.end()]
                start = piece.end()
                break
        else:
            return


def _parsed(span: str) -> Any:
    try:
        return json.loads(span, strict=False)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(_EXTRA_COMMA.sub(lambda match: match.group(1) or "", span), strict=False)
    except (ValueError, RecursionError):
        return _NOTHING


def _shapes(data: Any, reply: type[BaseModel]) -> Iterator[Any]:
    """Yield what the data may mean: the reply itself, or the entries of the only list in it."""
    fields = reply.model_fields
    names = {name for field, each in fields.items() for name in (field, each.alias)}
    lists = [name for name, each in fields.items() if get_origin(each.annotation) in (list, tuple)]
    if isinstance(data, dict) and (not data or names & data.keys()):
        yield data
    elif isinstance(data, dict | list) and len(lists) == 1:
        yield {lists[0]: data if isinstance(data, list) else [data]}

"""Reading a model's answer that should be JSON and nearly is: fences, words around it, commas too many.

Pure. A whole answer is found or none: what was cut off in the middle is not half believed.
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
"""A bracket that begins JSON, not one of `{as asked}` or `:[`."""
_NOTHING = object()


def salvage(text: str, reply: type[R]) -> R | None:
    """Find the answer in a text, or None; of several, the last counts: models think first and answer then."""
    for span in reversed([*_spans(text)]):
        data = _parsed(span)
        for shape in _shapes(data, reply):
            try:
                return reply.model_validate(shape)
            except ValidationError:
                continue
    return None


def _spans(text: str) -> Iterator[str]:
    """Give the outermost bracketed pieces of a text, in order; none after a bracket that is never closed."""
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
        return json.loads(_EXTRA_COMMA.sub(lambda found: found.group(1) or "", span), strict=False)
    except (ValueError, RecursionError):
        return _NOTHING


def _shapes(data: Any, reply: type[BaseModel]) -> Iterator[Any]:
    """Give what the data may have meant: itself, or the entries of the one list that the reply has."""
    fields = reply.model_fields
    names = {name for field, each in fields.items() for name in (field, each.alias)}
    lists = [name for name, each in fields.items() if get_origin(each.annotation) in (list, tuple)]
    if isinstance(data, dict) and (not data or names & data.keys()):
        yield data
    elif isinstance(data, dict | list) and len(lists) == 1:
        yield {lists[0]: data if isinstance(data, list) else [data]}

"""Runs a tool that a model called: validates the arguments and reports mistakes back to the model."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from dnam.errors import DnamError, describe
from dnam.log_lines import log
from dnam.ports import Tool


async def use(tools: Sequence[Tool], name: str, arguments: str | Mapping[str, Any] | None) -> str:
    """Call a tool and return the text for the model; mistakes are returned, not raised."""
    tool = next((tool for tool in tools if tool.name == name), None)
    if tool is None:
        return f"There is no tool {name!r}: use one of {', '.join(tool.name for tool in tools) or 'none'}."
    try:
        checked = (
            tool.arguments.model_validate_json(arguments or "{}")
            if isinstance(arguments, str)
            else tool.arguments.model_validate(arguments or {})
        )
    except ValidationError as mistake:
        problems = (f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in mistake.errors())
        return f"Not done, the arguments are wrong: {'; '.join(problems)}."
    try:
        return await tool.call(checked)
    except DnamError as fault:
        log.warning("tool call failed", action="use_tool", tool=name, error=describe(fault))
        return f"Not done: {fault}"

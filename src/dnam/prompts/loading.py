"""Loads prompts from text files: fixed instructions, and named parts to fill.

    You keep the memory of an assistant.      everything before the first part: the instructions

    --- known                                 starts a part; what follows is its heading
    What is known already:

    --- messages
    What was said:

What people wrote is never inserted into a template: a part's text goes below its heading unchanged, and the
caller has quoted it (`rules/quoting.py`).
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dnam.ports import Prompt

_PART = re.compile(r"^--- (\w+)$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptText:
    """A prompt before it is filled."""

    instructions: str
    headings: tuple[tuple[str, str], ...] = ()
    """Name and heading of each part, in order."""

    def fill(self, **texts: str) -> Prompt:
        """Return a prompt with texts below their headings, in the file's order; empty parts are left out.

        Raises KeyError for a part that the file does not have.
        """
        unknown = texts.keys() - dict(self.headings).keys()
        if unknown:
            raise KeyError(f"The prompt has no part {', '.join(sorted(unknown))}.")
        parts = (
            "\n".join(line for line in (heading, texts[name]) if line)
            for name, heading in self.headings
            if texts.get(name, "").strip()
        )
        return Prompt(instructions=self.instructions, text="\n\n".join(parts))


def parse(text: str) -> PromptText:
    """Parse the text of a prompt file."""
    instructions, *parts = _PART.split(text)
    headings = ((name, heading.strip()) for name, heading in zip(parts[::2], parts[1::2], strict=True))
    return PromptText(instructions=instructions.strip(), headings=tuple(headings))


@cache
def load_prompt(name: str) -> PromptText:
    """Return a prompt of this package by its file name without `.txt`."""
    return parse(files("dnam.prompts").joinpath(f"{name}.txt").read_text(encoding="utf-8"))

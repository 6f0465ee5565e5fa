"""Prompts from text files: instructions that never change, and named parts that are filled.

    You keep the memory of an assistant.      everything before the first part: the instructions

    --- known                                 starts a part; what follows is its heading
    What is known already:

    --- messages
    What was said:

No template is ever filled with what people wrote: a part's text is put below its heading, as it is given,
and who gives it has quoted it (`rules/quoting.py`).
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
    """The name and the heading of each part, in their order."""

    def fill(self, **texts: str) -> Prompt:
        """Put texts below their headings, in the order of the file; a part without text is left out.

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
    """Read a prompt as it is written in a file."""
    instructions, *parts = _PART.split(text)
    headings = ((name, heading.strip()) for name, heading in zip(parts[::2], parts[1::2], strict=True))
    return PromptText(instructions=instructions.strip(), headings=tuple(headings))


@cache
def load_prompt(name: str) -> PromptText:
    """Read a prompt of this package by the name of its file."""
    return parse(files("dnam.prompts").joinpath(f"{name}.txt").read_text(encoding="utf-8"))

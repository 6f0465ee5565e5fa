"""Writes docs/api.md from the docstrings of everything that `import dnam` offers; `make docs` runs it."""

import inspect
import re
import sys
from dataclasses import is_dataclass
from enum import EnumType
from typing import Any

import dnam

HEAD = """# The library

Written by `make docs` from the docstrings. Everything here is in `dnam`:

```python
async with dnam.Memory.open() as memory:  # in the folder of your user's data; Settings(store=FILE) chooses
    ann = dnam.Person(id=1, name="Ann")
    await memory.remember(ann, "I like tea")
    print(await memory.facts(ann), await memory.search(ann, "tea"))
    await memory.forget(ann, "tea")
```

Every call acts for a person in a place and returns only what everyone there may hear; without a place, in
the person's direct message. A channel is
`Place(guild=10, channel=100, name="general", visibility=Visibility.PUBLIC)`, a direct message
`Place(guild=0, channel=900, visibility=Visibility.DM, person=1)`. What is refused comes back as an `Answer`
with `refused`; only what cannot be, such as an empty text, raises `BadInput`.
"""


def page() -> str:
    """Return the whole page."""
    names = sorted(dnam.__all__, key=lambda name: (name != "Memory", name.casefold()))
    return "\n".join([HEAD, *(_entry(name, getattr(dnam, name)) for name in names)])


def _entry(name: str, thing: Any) -> str:
    lines = [f"## `{name}`", "", _told(thing), ""]
    if isinstance(thing, EnumType):
        lines += [", ".join(f"`{name}.{each.name}`" for each in thing), ""]
    elif is_dataclass(thing):
        lines += [f"`{name}{_signature(thing)}`".replace(" -> None", ""), ""]
    if inspect.isclass(thing):
        members = {
            each: value.__func__ if isinstance(value, classmethod | staticmethod) else value
            for base in reversed(thing.__mro__)
            if base.__module__.startswith("dnam")
            for each, value in vars(base).items()
            if not each.startswith("_")
        }
        for each, value in members.items():
            if inspect.isfunction(value) and inspect.getdoc(value):
                lines += [f"- `{each}{_signature(value)}`: {_first(value)}"]
    return "\n".join(lines).rstrip() + "\n"


def _told(thing: Any) -> str:
    return (
        (inspect.getdoc(thing) or "").strip() if inspect.isclass(thing) or callable(thing) else f"`{thing}`"
    )


def _first(value: Any) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())


def _signature(value: Any) -> str:
    signature = str(inspect.signature(value)).replace("(self, ", "(").replace("(self)", "()")
    signature = re.sub(r"<function (\w+) at \w+>", r"\1", signature)  # a default
    return re.sub(r"\b(?:dnam|collections|datetime|typing)(?:\.\w+)*\.(\w+)", r"\1", signature)


if __name__ == "__main__":
    sys.stdout.write(page())

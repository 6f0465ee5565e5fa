"""Writes docs/api.md from the docstrings of everything that `import dnam` offers; `make docs` runs it."""

import inspect
import re
import sys
from typing import Any

import dnam

HEAD = """# The library

Written by `make docs` from the docstrings. Everything here is in `dnam`:

```python
async with dnam.Memory.open() as memory:
    ann = dnam.Person(id=1, name="Ann")
    await memory.remember(ann, "I like tea")
    print(await memory.facts(ann), await memory.search(ann, "tea"))
    await memory.forget(ann, "tea")
```

Every call acts for a person in a place and returns only what everyone there may hear; without a place, in the person's direct message.
"""


def page() -> str:
    """Return the whole page."""
    names = sorted(dnam.__all__, key=lambda name: (name != "Memory", name.casefold()))
    return "\n".join([HEAD, *(_entry(name, getattr(dnam, name)) for name in names)])


def _entry(name: str, thing: Any) -> str:
    lines = [f"## `{name}`", "", _told(thing), ""]
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

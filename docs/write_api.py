"""Writes docs/api.md from the docstrings of everything that programs may import; `make docs` runs it."""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import is_dataclass
from enum import EnumType
from itertools import pairwise
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

import dnam
import dnam.discord
import dnam.testing

HEAD = """# The library

Written by `make docs` from the docstrings. Everything here is in `dnam`, except for the
[cog](#in-a-discordpy-bot) and what helps [your tests](#for-your-tests).

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
`Place(guild=0, channel=900, visibility=Visibility.DM, person=1)`.

| what you get | what it means |
|---|---|
| `Answer(changed=True)` | done; `text` says what, to show to the person |
| `Answer(refused=True)` | not done, nothing has changed: a secret, or no right to it; `text` says why |
| `Answer(confirm="erase confirm")` | it only asked: `Command(text="!memory erase confirm", …)` does it |
| `Reply(text=None)` | no model answered; `reason` says why, `dnam.reply.answer_text` what to show |
| `Reply(error=…)` | what your own model raised; it may quote people, so keep it out of logs |
| `Receipt(counts=…, unfinished=…)` | how much was erased, by kind; what is unfinished is hidden meanwhile; `noted=False`: only while this process runs |
| `False` of `on_message` | it could not be stored: send it again later |
| `None` of `command` | what was said is no command and no request to memory: answer it as usual |
| an empty `SearchResult` or `Context` | nothing fits, or the store failed, as the log says |
| `BadInput` is raised | a mistake of your program: a wrong type, a time without a zone, a closed memory |

No reply fails because the store failed. That promise is about the store: mistakes of the program are raised,
so that they are found. A callback (`show`, `watch`, `progress`) is a plain function; its errors are logged.

**Logs.** dnam writes to the logger `dnam` of Python's `logging`, or to structlog if you have configured it,
and changes nothing of either. `logging.getLogger("dnam").setLevel(logging.DEBUG)` adds where each error came
from. No line of it holds what people said; what other libraries log is for you to look after.
`Settings(log_level=…)` is for the processes that dnam runs itself, such as `dnam run`.
"""
GROUPS = {
    "What a bot needs": "Memory Message Person Place Visibility Question Context Reply Command Answer "
    "Settings load_settings BadInput",
    "What it reads": "SearchResult Recollection Fact Kind Status Source SourceType Ending Profile Day "
    "Section Layer Scope Receipt Outcome Change File",
    "Ids with a meaning": "DM_GUILD LORE NOBODY",
    "What you can replace": "ChatModel StreamingModel Prompt Tool Usage Task ModelError Silence "
    "Embedder Clock Store",
    "What else can fail": "DnamError SettingsError StoreError StoreBusy StoreDamaged StoreTooNew",
}
TESTS = """A memory of its own for each test, a clock that you move, and a model that answers what you wrote:

```python
import asyncio
from datetime import timedelta

from dnam import Memory, Person, Place, Question, Settings, Visibility
from dnam.testing import HandClock, ScriptedModel


async def test_the_model_is_told_what_ann_likes() -> None:
    clock, model = HandClock(), ScriptedModel(["Tea, as always."])
    ann = Person(id=1, name="Ann")
    general = Place(guild=10, channel=100, visibility=Visibility.PUBLIC)
    settings = Settings(store=":memory:", embedder="off", projections=False)
    async with Memory.open(settings, clock=clock, models={"reply": model}) as memory:
        await memory.remember(ann, "I like tea", place=general)
        clock.advance(timedelta(days=2))
        reply = await memory.reply(Question(place=general, asker=ann, text="What shall I drink?"))
        assert reply.text == "Tea, as always."
        assert "Likes tea" in model.prompts[0].text
        await memory.forget(ann, "tea", place=general)
        assert not await memory.facts(ann, place=general)


asyncio.run(test_the_model_is_told_what_ann_likes())
print("passed")
```
"""
BESIDE = {
    "In a discord.py bot": (dnam.discord, "MemoryCog"),
    "For your tests": (dnam.testing, "ScriptedModel StreamingScriptedModel Use HandClock CHECKS Check"),
}
"""What stands in modules beside `dnam`."""
INTERNAL = {
    "Command": "understood plain_words prefix says wrong refused as_message asks",
    "MemoryCog": "cog_load cog_unload",
}
"""Members that only dnam itself uses."""
NOT_LISTED = {
    "Settings": "Each with its range and its default: [all settings](settings.md).",
    "Store": "What each promises is said in `dnam.ports`: [another store](stores.md#writing-another-store).",
}
"""What is told in place of members that would fill the page."""


def page() -> str:
    """Return the whole page."""
    grouped = [name for names in GROUPS.values() for name in names.split()]
    if left := {*dnam.__all__} ^ {*grouped}:
        raise SystemExit(f"Put these into one of the GROUPS, or take them out: {', '.join(sorted(left))}.")
    parts = [HEAD]
    for group, names in GROUPS.items():
        parts += [f"## {group}\n", *(_entry(name, getattr(dnam, name)) for name in names.split())]
    for group, (module, names) in BESIDE.items():
        parts += [f"## {group}\n", f"`from {module.__name__} import {', '.join(names.split())}`\n"]
        parts += [TESTS] if module is dnam.testing else []
        parts += [_entry(name, getattr(module, name)) for name in names.split()]
    return "\n".join(parts)


def _entry(name: str, thing: Any) -> str:
    internal = INTERNAL.get(name, "").split()
    lines = [f"### `{name}`", "", _told(name, thing), ""]
    if isinstance(thing, EnumType):
        lines += [", ".join(f"`{name}.{each.name}`" for each in thing), ""]
        lines += [f"- `{field}`: {told}" for field, told in _of_fields(thing).items()]
    elif inspect.isclass(thing) and (is_dataclass(thing) or not hasattr(dnam, name)):
        lines += [f"`{name}{_signature(thing, internal)}`".replace(" -> None", ""), ""]
        told = {field: sentence for field, sentence in _of_fields(thing).items() if field not in internal}
        lines += [f"- `{field}`: {sentence}" for field, sentence in told.items()]
    if name in NOT_LISTED:
        lines += [NOT_LISTED[name]]
    elif inspect.isclass(thing):
        members = {each: value for each, value in _members(thing).items() if each not in internal}
        for each, value in members.items():
            if isinstance(value, property) and value.fget is not None and inspect.getdoc(value):
                lines += [f"- `{each}`: {_whole(value)}"]
            if inspect.isfunction(value) and inspect.getdoc(value):
                lines += [f"- `{each}{_signature(value)}`: {_whole(value)}"]
    return "\n".join(lines).rstrip() + "\n"


def _members(kind: type) -> dict[str, Any]:
    """Return the public members of a class, except for those that a library calls by itself."""
    return {
        each: value.__func__ if isinstance(value, classmethod | staticmethod) else value
        for base in reversed(kind.__mro__)
        if base.__module__.startswith("dnam")
        for each, value in vars(base).items()
        if not each.startswith("_") and not hasattr(value, "__cog_listener__")
    }


def _told(name: str, thing: Any) -> str:
    told = _below(thing, name) or (inspect.getdoc(thing) or "").strip()
    if words := get_args(thing) if get_origin(thing) is Literal else ():
        told += f"\n\nOne of {', '.join(f'`{word}`' for word in words)}."
    return f"`{thing}`: {told}" if isinstance(thing, int) else told


def _below(thing: Any, name: str) -> str:
    """Return what stands below a constant in its module."""
    modules = [module for path, module in sorted(sys.modules.items()) if path.startswith("dnam.")]
    sentences = (_sentences(module).get(name, "") for module in modules if vars(module).get(name) is thing)
    return next(filter(None, sentences), "")


def _whole(value: Any) -> str:
    return " ".join((inspect.getdoc(value) or "").split())


def _of_fields(thing: type) -> dict[str, str]:
    """Return what stands below each field of a class, and below what its `__init__` assigns."""
    told = {}
    for base in reversed(thing.__mro__):
        if base.__module__.startswith("dnam"):
            told |= _sentences(base)
            if not is_dataclass(base) and "__init__" in vars(base):
                told |= _sentences(base.__init__)
    return told


def _sentences(thing: Any) -> dict[str, str]:
    """Return by name what stands below each assignment in a module, a class or a function."""
    parsed: Any = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    definition = parsed if isinstance(thing, ModuleType) else parsed.body[0]
    told = {}
    for field, below in pairwise(definition.body):
        named = field.target if isinstance(field, ast.AnnAssign) else getattr(field, "targets", [None])[0]
        sentence = below.value if isinstance(below, ast.Expr) else None
        if isinstance(named, ast.Name | ast.Attribute) and isinstance(sentence, ast.Constant):
            name = named.id if isinstance(named, ast.Name) else named.attr
            told[name] = " ".join(str(sentence.value).split())
    return {name: sentence for name, sentence in told.items() if not name.startswith("_")}


def _signature(value: Any, without: Sequence[str] = ()) -> str:
    whole = inspect.signature(value)
    kept = [each for name, each in whole.parameters.items() if name not in without]
    signature = str(whole.replace(parameters=kept)).replace("(self, ", "(").replace("(self)", "()")
    signature = re.sub(r"<function (\w+) at \w+>", r"\1", signature)  # a default
    signature = re.sub(r"<(\w+\.\w+): [^>]*>", r"\1", signature)  # a word of a list
    signature = re.sub(r"\bdiscord\.ext(?:\.\w+)*\.(\w+)", r"commands.\1", signature).replace("~", "")
    signature = re.sub(r"\bdiscord(?:\.\w+)*\.(\w+)", r"discord.\1", signature)
    return re.sub(r"\b(?:dnam|collections|datetime|typing)(?:\.\w+)*\.(\w+)", r"\1", signature)


if __name__ == "__main__":
    sys.stdout.write(page())

"""Checks of what a program passes in: a mistake of the caller is an error they see, never an empty result.

A method says with its annotations what it takes, and a value with its fields what it holds: `check_for` makes
the check of them. Ids fit 63 bits, times have a time zone, texts have an upper size. Each raises BadInput.
"""

import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from functools import cache
from inspect import iscoroutinefunction
from itertools import accumulate
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from dnam.domain import DM_GUILD, NOBODY, Context, Person, Place, Question, Scope, Visibility
from dnam.errors import BadInput
from dnam.rules.requests import Understood

LONGEST_TEXT = 20_000
"""Characters of a message, a question or a command; Discord allows 4,000."""
LONGEST_NAME = 1_000
MOST_AHEAD = timedelta(days=1)
"""How far the clock of whoever sends a message may be before ours."""
_ID_LIMIT = 2**63

Check = Callable[[Any, str], None]
"""Raises BadInput unless a value is what it should be; its name stands in the sentence."""


@cache
def check_for(kind: Any) -> Check:
    """Return the check of an annotation."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if get_origin(kind) is not None:
        return _of_parts(get_origin(kind), get_args(kind))
    if kind is Any or isinstance(kind, TypeVar):
        return _anything
    if getattr(kind, "_is_protocol", False):
        return _able(kind)
    return _value(kind) if is_dataclass(kind) and kind not in _MADE_BY_DNAM else _instance(kind)


def _of_parts(origin: Any, parts: tuple[Any, ...]) -> Check:
    if origin in (Union, UnionType):
        return _one_of([each for each in parts if each is not NoneType], optional=NoneType in parts)
    if origin is Literal:
        return _word(parts)
    return _function(parts[1]) if origin is Callable else _several(origin, parts)


def _anything(value: object, name: str) -> None:
    """Accept whatever it is."""


def _one_of(kinds: list[Any], *, optional: bool) -> Check:
    checks = [(kind, check_for(kind)) for kind in kinds]

    def check(value: object, name: str) -> None:
        if value is None and optional:
            return
        fitting = checks if len(checks) == 1 else [each for each in checks if isinstance(value, each[0])]
        if not fitting:
            raise _wrong(name, " or ".join(_a(_called(kind)) for kind in kinds), value)
        fitting[0][1](value, name)

    return check


def _word(words: tuple[object, ...]) -> Check:
    def check(value: object, name: str) -> None:
        if value not in words:
            given = repr(value)[:40] if isinstance(value, str) else _a(type(value).__name__)
            raise BadInput(f"`{name}` should be one of {', '.join(map(str, words))}, not {given}.")

    return check


def _function(returns: object) -> Check:
    def check(value: object, name: str) -> None:
        if not callable(value):
            raise _wrong(name, "a function", value)
        if returns in (None, NoneType) and iscoroutinefunction(value):
            raise BadInput(f"`{name}` should be a plain function, not an async one: nobody awaits it.")

    return check


def _several(kind: type, parts: tuple[Any, ...]) -> Check:
    """Return the check of a mapping, a sequence or a tuple, and of everything in it."""
    if issubclass(kind, Mapping):
        key, item = check_for(parts[0]), check_for(parts[1])

        def check_mapping(value: object, name: str) -> None:
            if not isinstance(value, Mapping):
                raise _wrong(name, "a mapping", value)
            for word, each in value.items():
                key(word, f"{name} key")
                item(each, f"{name}[{word!r}]")

        return check_mapping
    each_one = check_for(parts[0])

    def check(value: object, name: str) -> None:
        if not isinstance(value, Collection) or isinstance(value, str | bytes | Mapping):
            raise _wrong(name, "a list", value)
        for number, each in enumerate(value):
            each_one(each, f"{name}[{number}]")

    return check


def _able(port: Any) -> Check:
    """Return the check of a port: whether a value has everything that the port names."""
    bases = [base for base in port.__mro__ if getattr(base, "_is_protocol", False)]
    parts = dict.fromkeys(name for base in bases for name in (*vars(base), *base.__annotations__))
    needed = [part for part in parts if not part.startswith("_")]

    def check(value: object, name: str) -> None:
        if lacks := [part for part in needed if not hasattr(value, part)]:
            raise BadInput(f"`{name}` has no `{lacks[0]}`: {_called(port)} says what it needs.")

    return check


def _value(kind: Any) -> Check:
    """Return the check of a frozen value: of each of its fields, then of what they mean together."""
    hints = get_type_hints(kind)
    checks = [
        (each.name, _OF_FIELD.get((kind, each.name)) or check_for(hints[each.name])) for each in fields(kind)
    ]
    together = _TOGETHER.get(kind, _anything)

    def check(value: object, name: str) -> None:
        if not isinstance(value, kind):
            raise _wrong(name, _a(_called(kind)), value)
        for field, right in checks:
            right(getattr(value, field), f"{name}.{field}")
        together(value, name)

    return check


def _instance(kind: Any) -> Check:
    def check(value: object, name: str) -> None:
        if not isinstance(value, kind):
            raise _wrong(name, _a(_called(kind)), value)

    return check


def _number(value: object, name: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(name, "a whole number", value)
    if not 0 <= value < _ID_LIMIT:
        raise BadInput(f"`{name}` should be a whole number from 0 to 2**63 - 1.")


def _time(value: object, name: str) -> None:
    if not isinstance(value, datetime):
        raise _wrong(name, "a datetime with a time zone", value)
    if value.utcoffset() is None:
        raise BadInput(f"`{name}` needs a time zone: use datetime.now(UTC), not datetime.now().")


def _text(value: object, name: str, longest: int = LONGEST_TEXT) -> None:
    if not isinstance(value, str):
        raise _wrong(name, "a str", value)
    if len(value) > longest:
        raise BadInput(f"`{name}` has {len(value):,} characters; at most {longest:,} are allowed.")


def _name(value: object, name: str) -> None:
    _text(value, name, LONGEST_NAME)


def _asker(value: object, name: str) -> None:
    if value != NOBODY:
        check_for(Person)(value, name)


def _place(place: Place, name: str) -> None:
    if place.visibility is Visibility.DM and place.person is None:
        raise BadInput(
            f"`{name}` is a direct message and needs the id of the person it is with: Place(…, person=ID)."
        )
    if (place.visibility is Visibility.DM) != (place.guild == DM_GUILD):
        raise BadInput(
            f"`{name}` has guild={place.guild} and visibility=Visibility.{place.visibility.name}: a direct"
            f" message, and nothing else, has guild={DM_GUILD} and visibility=Visibility.DM."
        )


def _scope(scope: Scope, name: str) -> None:
    if scope.kind == "guild" and scope.guild != scope.id:
        raise BadInput(f"`{name}` has two guilds, {scope.id} and {scope.guild}: Scope(kind='guild', id=ID).")


def not_ahead(time: datetime | None, now: datetime, name: str) -> datetime:
    """Return when something was sent, or now; one sent long after now would stay the latest for ever."""
    if time is not None and time - now > MOST_AHEAD:
        raise BadInput(
            f"`{name}` is {time:%Y-%m-%d %H:%M}, and now is {now:%Y-%m-%d %H:%M}: give the time at which it "
            "was sent. Are milliseconds taken for seconds, or is this computer's clock wrong?"
        )
    return time or now


def check_direct_message(channel: int, known: Collection[Place] | None) -> None:
    """Check that a channel that is given without a guild is a direct message; None when nobody can tell."""
    if known is not None and channel not in {place.channel for place in known}:
        raise BadInput(
            f"There is no direct message {channel}: for a channel of a server give its `guild` too."
        )


_SIMPLE: dict[Any, Check] = {int: _number, str: _text, datetime: _time}
_MADE_BY_DNAM = (Context, Understood)
_OF_FIELD: dict[tuple[type, str], Check] = {
    (Person, "name"): _name,
    (Place, "name"): _name,
    (Place, "guild_name"): _name,
    (Question, "asker"): _asker,
}
_TOGETHER: dict[type, Check] = {Place: _place, Scope: _scope}


def _called(kind: Any) -> str:
    """Return the name of a class with the package it is imported from."""
    if kind.__module__ == "builtins":
        return str(kind.__name__)
    packages = accumulate(kind.__module__.split("."), "{}.{}".format)
    shortest = (each for each in packages if getattr(sys.modules[each], kind.__name__, None) is kind)
    return f"{next(shortest, kind.__module__)}.{kind.__qualname__}"


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiouAEIOU' else 'a'} {word}"


def _wrong(name: str, wanted: str, value: object) -> BadInput:
    what = "a class" if isinstance(value, type) else _a(type(value).__name__)
    return BadInput(f"`{name}` should be {wanted}, not {'None' if value is None else what}.")

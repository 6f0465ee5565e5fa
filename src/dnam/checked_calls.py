"""What every public method does first: a misuse by the host program raises BadInput.

Misuse is an argument that cannot be, and a memory that is not open. A store that fails is no misuse: about
that the methods of `Memory` themselves say what they return.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, wraps
from inspect import iscoroutinefunction, signature
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, get_type_hints

from dnam.errors import BadInput
from dnam.rules.input_checks import check_for

C = TypeVar("C")
P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

NOT_OPEN = "This memory is not open: use it within `async with Memory.open(...) as memory:`."


def check_open(memory: object) -> None:
    """Raise BadInput for a memory that was closed."""
    if getattr(memory, "closed", False):
        raise BadInput(NOT_OPEN)


def checked(method: F) -> F:
    """Let a method raise BadInput for what cannot be, by the annotations of its parameters."""
    parameters = [*signature(method).parameters]

    @cache
    def checks() -> dict[str, Callable[[Any, str], None]]:
        hints = get_type_hints(method)
        return {name: check_for(hints[name]) for name in parameters if name in hints}

    def check(given: tuple[Any, ...], named: dict[str, Any]) -> None:
        check_open(given[0])
        right = checks()
        # of arguments that are too many, or have another name, the call itself complains
        for name, value in (*zip(parameters, given, strict=False), *named.items()):
            if name in right:
                right[name](value, name)

    @wraps(method)
    async def wait(*given: Any, **named: Any) -> Any:
        check(given, named)
        return await method(*given, **named)

    @wraps(method)
    def call(*given: Any, **named: Any) -> Any:
        check(given, named)
        return method(*given, **named)

    return wait if iscoroutinefunction(method) else call  # type: ignore[return-value]  # the same signature


def checks_calls(cls: type[C]) -> type[C]:
    """Check every call of a public method of a class."""
    for name, method in [*vars(cls).items()]:
        if name.startswith("_"):
            continue
        if isinstance(method, classmethod):
            setattr(cls, name, classmethod(checked(method.__func__)))
        elif callable(method):
            setattr(cls, name, checked(method))
    return cls


class UnopenedMemory(Generic[T]):
    """A memory that `async with` opens, and may open again once it is closed."""

    def __init__(self, open_it: Callable[[], AbstractAsyncContextManager[T]]) -> None:
        self._open = open_it
        self._opened: AbstractAsyncContextManager[T] | None = None

    async def __aenter__(self) -> T:
        """Open it. Raises BadInput while it is open."""
        if self._opened is not None:
            raise BadInput("This memory is open already: call `Memory.open(...)` for another one.")
        self._opened = self._open()
        return await self._opened.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        """Close it."""
        opened, self._opened = self._opened, None
        return await opened.__aexit__(kind, fault, trace) if opened is not None else None

    if not TYPE_CHECKING:  # otherwise type checkers would accept any name

        def __getattr__(self, name: str) -> object:
            """Say that it is not open to who uses it as if it were."""
            if name.startswith("_"):
                raise AttributeError(name)
            raise BadInput(NOT_OPEN)


def openable(method: Callable[P, AsyncIterator[T]]) -> Callable[P, UnopenedMemory[T]]:
    """Make an async generator of one value what `async with` opens."""

    @wraps(method)
    def call(*given: P.args, **named: P.kwargs) -> UnopenedMemory[T]:
        return UnopenedMemory(lambda: asynccontextmanager(method)(*given, **named))

    return call

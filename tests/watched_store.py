"""A real store that notes its calls, and can make some of them wait."""

import inspect
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from dnam.ports import Store


class WatchedStore:
    """Passes every call on; `calls` counts them by name, `before` says what a call waits for.

    `given` holds what the last call of each name was given.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.calls: Counter[str] = Counter()
        self.given: dict[str, tuple[Any, ...]] = {}
        self.before: dict[str, Callable[[], Awaitable[object]]] = {}

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if not inspect.iscoroutinefunction(method):
            return method

        async def call(*args: object, **options: object) -> object:
            self.calls[name] += 1
            self.given[name] = args
            if name in self.before:
                await self.before[name]()
            return await method(*args, **options)

        return call

"""The tokens of a memory in PostgreSQL, in the database itself: every machine and process has the same.

They are among what a store notes about itself, which no copy of the memory has.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from dnam.ports import Store
from dnam.stores.copying import TOKENS
from dnam.stores.postgres_pool import changed_meta
from dnam.web.tokens import EMPTY, Content, Tokens, parse_tokens, read_tokens


class DatabaseTokens(Tokens):
    """The tokens in a database, which are read again by `look`."""

    def __init__(self, url: str, former: Path) -> None:
        self._url = url
        self._former = former
        """The file in which they were, of all memories of this machine."""
        self._content: Content = {}

    async def look(self, store: Store) -> None:
        self._content = self._parsed(await store.get_own(TOKENS))

    def _load(self) -> Content:
        if not self._content:
            self._change(lambda content: content)
        return self._content

    def _change(self, change: Callable[[Content], Content]) -> None:
        def changed(text: str | None) -> str:
            self._content = change(self._parsed(text))
            return json.dumps(self._content)

        _in_thread(changed_meta(self._url, TOKENS, changed))

    def _parsed(self, text: str | None) -> Content:
        if text is None and self._former.exists():  # a memory that was made before it had tokens of its own
            return read_tokens(self._former)
        return parse_tokens(text) if text else dict(EMPTY)


def _in_thread(work: Coroutine[Any, Any, None]) -> None:
    """Wait for work that changes tokens, which is seldom: also where a loop is running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()

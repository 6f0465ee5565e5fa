"""Tokens for people and programs, which belong to a memory: only hashes of them are stored.

With SQLite they are in a file beside the memory's, so that `dnam token` works while a bot holds the store;
with PostgreSQL in the database, for every machine: `database_tokens.py`. No backup that dnam makes has them,
so it opens no door. Whoever can read them can sign sessions: the file is readable by its owner only. Sessions
that were ended before their time are there too, so that every process that knows the key refuses them.
"""

import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from dnam.errors import BadInput, SettingsError
from dnam.file_lock import lock
from dnam.ports import Store
from dnam.projections.folder import write_whole
from dnam.settings import Settings

Scope = Literal["read", "write", "admin"]
"""What a token may do: look; also write messages and run commands; also erase and see settings."""
SCOPES: tuple[Scope, ...] = get_args(Scope)
Content = dict[str, Any]
EMPTY: Content = {"key": "", "tokens": [], "ended": {}}


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    id: str
    name: str
    scope: Scope
    guild: int | None
    """The only guild it may see; None for all of them, and direct messages."""
    made_at: str
    digest: str
    """The SHA-256 of the secret, which is random and long: it cannot be guessed from this."""


def tokens_path(settings: Settings) -> Path:
    """Return the file with the tokens of a memory, by whatever name it was opened."""
    return settings.beside("tokens.json")


def tokens_of(settings: Settings) -> "Tokens":
    """Return the tokens of the memory that the settings name. Raises SettingsError, StoreError when read."""
    if "://" not in settings.location:
        return Tokens(tokens_path(settings))
    from dnam.web.database_tokens import DatabaseTokens  # noqa: PLC0415 (only the driver that is needed)

    return DatabaseTokens(settings.location, settings.data_dir / "tokens.json")


class Tokens:
    """The tokens in a file, which is read again whenever it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: tuple[int, int] | None = None
        self._content: Content = dict(EMPTY)
        former = path.with_name("memory-tokens.json")
        if path.name == "tokens.json" and former.exists():  # as it was called where the file was named
            self._take_over(former)

    async def look(self, store: Store) -> None:
        """Learn what other processes have changed, where that is not seen by itself."""

    @property
    def all(self) -> list[Token]:
        """Every token, oldest first."""
        return [Token(**each) for each in self._load()["tokens"]]

    @property
    def key(self) -> str:
        """The key that signs sessions, made when first needed."""
        if not self._load()["key"]:
            self._change(lambda content: {**content, "key": content["key"] or secrets.token_hex(32)})
        return str(self._content["key"])

    def add(self, name: str, scope: Scope, guild: int | None = None) -> str:
        """Make a token and return its secret, which is stored nowhere."""
        id_ = secrets.token_hex(4)
        secret = f"dnam_{id_}_{secrets.token_urlsafe(32)}"
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        token = Token(
            id=id_, name=name[:80], scope=scope, guild=guild, made_at=made_at, digest=_digest(secret)
        )
        self._change(lambda content: {**content, "tokens": [*content["tokens"], asdict(token)]})
        return secret

    def revoke(self, id_: str) -> Token:
        """Remove a token; its sessions end with it. Raises BadInput when there is none of this id."""
        gone = [token for token in self.all if token.id == id_]
        if not gone:
            raise BadInput(f"There is no token {id_}: `dnam token list` lists them. Nothing was changed.")

        def without(content: Content) -> Content:
            return {**content, "tokens": [each for each in content["tokens"] if each["id"] != id_]}

        self._change(without)
        return gone[0]

    def end_session(self, session: str, seconds: int) -> None:
        """End a session in every process; after so many seconds its cookie is void anyway."""
        now = time.time()

        def with_this(content: Content) -> Content:
            running = {each: until for each, until in content.get("ended", {}).items() if until > now}
            return {**content, "ended": {**running, _digest(session): now + seconds}}

        self._change(with_this)

    def has_ended(self, session: str) -> bool:
        return _digest(session) in self._load().get("ended", {})

    def get(self, id_: str) -> Token | None:
        return next((token for token in self.all if token.id == id_), None)

    def find(self, secret: str) -> Token | None:
        """Return the token of a secret; how long it takes tells nothing about the right one."""
        digest, match = _digest(secret), None
        for token in self.all:
            if hmac.compare_digest(token.digest, digest):
                match = token
        return match

    def _load(self) -> Content:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            self._content, self._read_at = dict(EMPTY), None
            return self._content
        read_at = (status.st_mtime_ns, status.st_ino)
        if read_at != self._read_at:
            content = read_tokens(self._path)
            self._content, self._read_at = content, read_at
        return self._content

    def _change(self, change: Callable[[Content], Content]) -> None:
        """Replace the file at once: one process after the other."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock_path = self._path.with_name(f"{self._path.name}.lock")
            with os.fdopen(os.open(lock_path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                lock(file)
                write_whole(self._path, json.dumps(change(self._load()), indent=1).encode())
        except OSError as problem:
            raise SettingsError(
                f"The tokens cannot be written to {self._path}: {problem.strerror}."
            ) from problem
        self._load()

    def _take_over(self, former: Path) -> None:
        """Add the tokens of a file to these, and remove it."""

        def added(content: Content) -> Content:
            if not former.exists():  # another process was faster
                return content
            old = read_tokens(former)
            known = {each["id"] for each in content["tokens"]}
            tokens = [*content["tokens"], *(each for each in old["tokens"] if each["id"] not in known)]
            return {**content, "key": content["key"] or old["key"], "tokens": tokens}

        self._change(added)
        former.unlink(missing_ok=True)


def read_tokens(path: Path) -> Content:
    """Return what a file of tokens holds. Raises SettingsError when it is damaged."""
    try:
        return parse_tokens(path.read_text("utf-8"))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise SettingsError(
            f"The tokens in {path} cannot be read ({problem}): move the file away and start "
            "again; new tokens are made then."
        ) from problem


def parse_tokens(text: str) -> Content:
    """Return the content of a text. Raises ValueError, KeyError, TypeError when it is something else."""
    content: Content = json.loads(text)
    [Token(**each) for each in content["tokens"]]
    str(content["key"])
    return content


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()

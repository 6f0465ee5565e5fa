"""Tokens for people and programs, in a file beside the memory: only hashes of them are stored.

The file is not in the store so that `dnam token` works while a bot holds the store, and so that a backup of
the memory opens no door. Whoever can read it can sign sessions: it is readable by its owner only. Sessions
that were ended before their time are in it too, so that every process that knows the key refuses them.
"""

import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from dnam.errors import BadInput, SettingsError
from dnam.file_lock import lock
from dnam.settings import Settings

Scope = Literal["read", "write", "admin"]
"""What a token may do: look; also write messages and run commands; also erase and see settings."""
SCOPES: tuple[Scope, ...] = get_args(Scope)
EMPTY: dict[str, Any] = {"key": "", "tokens": [], "ended": {}}


@dataclass(frozen=True, kw_only=True, slots=True)
class Token:
    """A token, without its secret."""

    id: str
    name: str
    scope: Scope
    guild: int | None
    """The only guild it may see; None for all of them, and direct messages."""
    made_at: str
    digest: str
    """The SHA-256 of the secret, which is random and long: it cannot be guessed from this."""


def tokens_path(settings: Settings) -> Path:
    """Return where the tokens of a memory are: beside its file, else in `data_dir`."""
    if settings.store and "://" not in settings.store and settings.store != ":memory:":
        file = Path(settings.store).expanduser().absolute()
        return file.with_name(f"{file.stem}-tokens.json")
    return settings.data_dir / "tokens.json"


class Tokens:
    """The tokens of a memory; the file is read again whenever it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: tuple[int, int] | None = None
        self._content: dict[str, Any] = dict(EMPTY)

    @property
    def all(self) -> list[Token]:
        """Every token, oldest first."""
        return [Token(**each) for each in self._load()["tokens"]]

    @property
    def key(self) -> str:
        """The key that signs sessions, made when first needed."""
        if not self._load()["key"]:
            with self._changing() as content:
                content["key"] = content["key"] or secrets.token_hex(32)
        return str(self._content["key"])

    def add(self, name: str, scope: Scope, guild: int | None = None) -> str:
        """Make a token and return its secret, which is stored nowhere."""
        id_ = secrets.token_hex(4)
        secret = f"dnam_{id_}_{secrets.token_urlsafe(32)}"
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        token = Token(
            id=id_, name=name[:80], scope=scope, guild=guild, made_at=made_at, digest=_digest(secret)
        )
        with self._changing() as content:
            content["tokens"] = [*content["tokens"], asdict(token)]
        return secret

    def revoke(self, id_: str) -> Token:
        """Remove a token; its sessions end with it. Raises BadInput when there is none of this id."""
        with self._changing() as content:
            gone = [Token(**each) for each in content["tokens"] if each["id"] == id_]
            if not gone:
                raise BadInput(f"There is no token {id_}: `dnam token list` lists them. Nothing was changed.")
            content["tokens"] = [each for each in content["tokens"] if each["id"] != id_]
        return gone[0]

    def end_session(self, session: str, seconds: int) -> None:
        """End a session in every process; after so many seconds its cookie is void anyway."""
        now = time.time()
        with self._changing() as content:
            running = {each: until for each, until in content.get("ended", {}).items() if until > now}
            content["ended"] = {**running, _digest(session): now + seconds}

    def has_ended(self, session: str) -> bool:
        """Return whether a session was ended before its time."""
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

    def _load(self) -> dict[str, Any]:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            self._content, self._read_at = dict(EMPTY), None
            return self._content
        read_at = (status.st_mtime_ns, status.st_ino)
        if read_at != self._read_at:
            try:
                content = json.loads(self._path.read_text("utf-8"))
                [Token(**each) for each in content["tokens"]]
                str(content["key"])
            except (OSError, ValueError, KeyError, TypeError) as problem:
                raise SettingsError(
                    f"The tokens in {self._path} cannot be read ({problem}): move the file away and start "
                    "again; new tokens are made then."
                ) from problem
            self._content, self._read_at = content, read_at
        return self._content

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Any]]:
        """Yield the content to change, and replace the file at once: one process after the other."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock_path = self._path.with_name(f"{self._path.name}.lock")
            with os.fdopen(os.open(lock_path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                lock(file)
                content = dict(self._load())
                yield content
                whole = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
                with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as new:
                    json.dump(content, new, indent=1)
                whole.replace(self._path)
        except OSError as problem:
            raise SettingsError(
                f"The tokens cannot be written to {self._path}: {problem.strerror}."
            ) from problem
        self._load()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()

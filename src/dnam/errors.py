"""Every error dnam raises, as one tree.

    DnamError
    ├── SettingsError      a setting has a value that is not allowed
    ├── StoreError         the store cannot do what was asked
    │   ├── StoreBusy      another process is writing to this store
    │   ├── StoreAway      the store does not answer now
    │   ├── StoreTooNew    the store was written by a newer dnam
    │   └── StoreDamaged   the data cannot be read; it was left as it is
    ├── FileError          a file that was named cannot be written
    ├── ModelError         a language model or embedder failed
    └── BadInput           a person or program asked for something impossible

Messages are sentences for the person who has to act: what is wrong, what is allowed, what to do. Errors of
libraries are wrapped where they are called, with their cause kept.

An error of a library may quote what people said, so no log line shows its message: `describe`, `raised_at`
and `trace_of` return what may be logged.
"""

from enum import StrEnum
from pathlib import Path
from traceback import walk_tb

from dnam.domain import Usage


class DnamError(Exception):
    """The base of every error raised by dnam."""


class SettingsError(DnamError):
    """A setting has a value that is not allowed."""


class StoreError(DnamError):
    """The store cannot do what was asked."""


class StoreBusy(StoreError):
    """Another process is writing to this store."""


class StoreAway(StoreError):
    """The store does not answer now; the same may succeed later."""


class StoreTooNew(StoreError):
    """The store was written by a newer dnam; it was left untouched."""


class StoreDamaged(StoreError):
    """The stored data cannot be read; it was left as it is."""


class FileError(DnamError):
    """A file that was named cannot be written; the memory is not to blame."""


class Silence(StrEnum):
    """Why a language model did not answer."""

    NO_MODEL = "no model"
    BUDGET = "budget"
    """The guild has used up today's budget."""
    BREAKER = "breaker"
    """The provider failed too often: the circuit breaker is open."""
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate limited"
    UNAVAILABLE = "unavailable"
    AUTH = "auth"
    """The key is wrong, lacks permission, or has no credit left."""
    REJECTED = "rejected"
    """The request is invalid, or the model does not exist."""
    TOO_LONG = "too long"
    """The request exceeds the model's context window."""
    REFUSED = "refused"
    """The model refused to answer."""
    BAD_REPLY = "bad reply"
    """The answer is not in the requested form."""


class ModelError(DnamError):
    """A language model or embedder failed; `reason` says how, `usage` what the call still cost."""

    def __init__(
        self,
        message: str,
        *,
        reason: Silence = Silence.UNAVAILABLE,
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.retry_after = retry_after
        self.usage = usage or Usage()


class BadInput(DnamError):
    """A person or program asked for something impossible; the message says what is possible."""


def describe(fault: BaseException) -> str:
    """Return what a log line may tell of an error: its kind, and a message only where dnam wrote it."""
    kind = type(fault).__name__
    if isinstance(fault, ModelError):  # a provider may quote what it was asked
        return f"{kind}: {fault.reason}"
    if isinstance(fault, DnamError) and not isinstance(fault, BadInput):
        return str(fault)
    if isinstance(fault, OSError) and fault.strerror:
        return f"{kind}: {fault.strerror}"
    codes = [getattr(fault, name, None) for name in ("status", "code", "sqlstate", "extendedresult")]
    return " ".join([kind, *(str(code) for code in codes if isinstance(code, int) or _is_code(code))])


def trace_of(fault: BaseException) -> list[str]:
    """Return where an error and its causes came from, as `file:line function`: no values, no messages."""
    lines: list[str] = []
    cause: BaseException | None = fault
    while cause is not None:
        frames = [(frame.f_code, line) for frame, line in walk_tb(cause.__traceback__)]
        lines += [type(cause).__name__, *(f"  {c.co_filename}:{line} {c.co_name}" for c, line in frames)]
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return lines


def raised_at(fault: BaseException) -> str:
    """Return where an error was raised, as `file:line function`."""
    *_, (frame, line) = walk_tb(fault.__traceback__)
    code = frame.f_code
    return f"{Path(code.co_filename).name}:{line} {code.co_name}"


def _is_code(code: object) -> bool:
    """Return whether this is an SQLSTATE: five letters and digits."""
    return isinstance(code, str) and len(code) == 5 and code.isalnum()

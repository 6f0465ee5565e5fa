"""Every error dnam raises, as one tree.

    DnamError
    ├── SettingsError      a setting has a value that is not allowed
    ├── StoreError         the store cannot do what was asked
    │   ├── StoreBusy      another process is writing to this store
    │   ├── StoreTooNew    the store was written by a newer dnam
    │   └── StoreDamaged   the data cannot be read; it was left as it is
    ├── ModelError         a language model or embedder failed
    └── BadInput           a person or program asked for something impossible

Messages are sentences for the person who has to act: what is wrong, what is allowed, what to do.
Errors of the libraries below are wrapped where they are called, with their cause kept.
"""

from dnam.model import Reason, Usage


class DnamError(Exception):
    """The base of every error raised by dnam."""


class SettingsError(DnamError):
    """A setting has a value that is not allowed."""


class StoreError(DnamError):
    """The store cannot do what was asked."""


class StoreBusy(StoreError):
    """Another process is writing to this store."""


class StoreTooNew(StoreError):
    """The store was written by a newer dnam; it was left untouched."""


class StoreDamaged(StoreError):
    """The stored data cannot be read; it was left as it is."""


class ModelError(DnamError):
    """A language model or embedder failed; `reason` says how, `usage` what it has cost all the same."""

    def __init__(
        self,
        message: str,
        *,
        reason: Reason = Reason.UNAVAILABLE,
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.retry_after = retry_after
        self.usage = usage or Usage()


class BadInput(DnamError):
    """A person or program asked for something impossible; the message says what is possible."""

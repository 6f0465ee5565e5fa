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
    """A language model or embedder failed."""


class BadInput(DnamError):
    """A person or program asked for something impossible; the message says what is possible."""

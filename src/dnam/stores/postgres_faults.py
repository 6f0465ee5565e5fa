"""What goes wrong with PostgreSQL, in sentences: the one place that turns errors of the driver into ours."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg

from dnam.errors import StoreAway, StoreError, describe

CUT = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised by the driver when it is cut off in the middle of a reply
    ConnectionError,
)
"""What says that a connection was lost or closed."""

_LOST = (
    "The connection to the database {location} was lost or closed ({error}): look whether it runs, and do "
    "this again."
)

SENTENCES: tuple[tuple[type[BaseException], str], ...] = (
    (TimeoutError, "The database {location} did not answer in time."),
    (asyncpg.QueryCanceledError, "The database {location} took longer than allowed."),
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        "The database {location} refused the user or password: correct them in the address, or PGPASSWORD.",
    ),
    (
        asyncpg.InsufficientPrivilegeError,
        "The user of {location} lacks a right to do this: `migrate`, `restore` and `move` are for the owner; "
        "for the rest, the owner gives the user the GRANTs of docs/stores.md.",
    ),
    (
        asyncpg.InvalidCatalogNameError,
        "There is no database {location}: create it, or correct the address.",
    ),
    (
        asyncpg.TooManyConnectionsError,
        "The database {location} has no connection left: lower postgres_pool, which each process may take, "
        "or raise max_connections of the server.",
    ),
    (
        asyncpg.ReadOnlySQLTransactionError,
        "The database {location} can only be read: it is a standby, or default_transaction_read_only is on. "
        "Use the address of the primary.",
    ),
    (asyncpg.DiskFullError, "The database {location} has no room left: make some on the disk of its server."),
    (
        asyncpg.ClientConfigurationError,
        "The address of {location} has an option that is not allowed: {says}.",
    ),
    (
        asyncpg.UndefinedObjectError,
        "The database {location} does not know what it was asked for ({says}): correct the options in the "
        "address.",
    ),
    (
        ssl.SSLError,
        "The database {location} did not prove by TLS who it is ({error}): name its authority with "
        "sslrootcert in the address, or use the host's name that its certificate has.",
    ),
    (
        OSError,
        "The database {location} cannot be reached ({error}): look whether it runs, and at the address.",
    ),
    *((kind, _LOST) for kind in CUT),
    (asyncpg.PostgresError, "The database {location} could not do this ({error})."),
)
"""A sentence for each kind of error, the first that fits; the server's own words may quote a row.

Only those of a wrong option are shown, which name it: no row was asked for.
"""

NO_TLS = (
    "The database {location} offers no TLS, which sslmode in the address asks for: set it up on the server, "
    "or leave sslmode out."
)


@contextmanager
def faults_of(location: str) -> Iterator[None]:
    """Raise StoreError with a sentence for every error of the driver."""
    try:
        yield
    except tuple(kind for kind, _ in SENTENCES) as error:
        sentence = next(says for kind, says in SENTENCES if isinstance(error, kind))
        if isinstance(error, ConnectionError) and "rejected SSL" in str(error):
            sentence = NO_TLS
        gone = isinstance(error, (*CUT, OSError)) and not isinstance(error, asyncpg.ClientConfigurationError)
        raised = StoreAway if gone else StoreError
        raise raised(
            sentence.format(location=location, error=describe(error), says=first_line(error))
        ) from error


def first_line(error: BaseException) -> str:
    """Return what the server or the driver says, without its hints."""
    return str(error).partition("\n")[0]

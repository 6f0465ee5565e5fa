"""Types of values that several modules of settings share, each with a description."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr


@dataclass(frozen=True, slots=True)
class Allowed:
    """Describes what a field accepts, where its type alone does not."""

    words: str


class Sources(dict[str, str]):
    """Where each setting came from; settings of the same values are equal wherever these came from."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sources)

    __hash__ = None  # as of every dict


def expanded(path: Path | None) -> Path | None:
    """Return a path with a leading `~` replaced by the home directory, if there is one."""
    try:
        return path and path.expanduser()
    except RuntimeError:
        return path


def _listed(value: object) -> object:
    """Split ids separated by commas or spaces; `all` stays."""
    if not isinstance(value, str):
        return value
    return "all" if value.strip().casefold() == "all" else value.replace(",", " ").split()


def _switch(value: object) -> object:
    """Accept true, 1, false and 0 only, as DiscoClaw does."""
    if isinstance(value, str) and value.lower() not in ("true", "1", "false", "0"):
        raise ValueError("not a switch")
    return value


def pairs(value: object) -> object:
    """Parse pairs such as `a=b, c=d`."""
    if not isinstance(value, str):
        return value
    return dict(part.strip().split("=", 1) for part in value.split(",") if value.strip())


Switch = Annotated[bool, BeforeValidator(_switch), Allowed("true, 1, false or 0")]
OptionalFolder = Annotated[Path | None, AfterValidator(expanded), Allowed("a path")]
Secret = Annotated[SecretStr | None, Allowed("text, which is never shown")]
WebAddress = Annotated[str, Field(pattern=r"^(https?://\S+)?$"), Allowed("an http:// or https:// address")]
SocketAddress = Annotated[str, Field(pattern=r"^(wss?://\S+)?$"), Allowed("a ws:// or wss:// address")]
Id = Annotated[int, Field(ge=0, lt=2**63)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_listed), Allowed("ids, separated by commas")]
IdsOrAll = Annotated[
    tuple[Id, ...] | Literal["all"], BeforeValidator(_listed), Allowed("ids, separated by commas, or all")
]

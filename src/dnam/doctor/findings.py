"""What one check of the doctor says."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    about: str
    says: str
    do: str = ""
    """What to do about it; empty if nothing."""

    def as_json(self) -> dict[str, str]:
        return {name: str(value) for name, value in asdict(self).items()}

"""The values of dnam: people, places, messages, facts, and what is derived from them.

Frozen values without I/O or rules; who may see what is in `audience.py`, how facts change is in
`rules/merge.py`.
"""

from dnam.model.actions import Action, Spending, Task, Usage
from dnam.model.derived import CachedText, Day, DayMark, Profile, ShortTermEntry, Summary
from dnam.model.facts import LORE, Fact, HeldFact, Kind, Source, SourceType, Status
from dnam.model.messages import (
    DM_GUILD,
    GAP,
    Candidates,
    FoundMessage,
    Message,
    Person,
    Place,
    Question,
    Spots,
    Unread,
    Vector,
    Visibility,
)
from dnam.model.privacy import ConsentChoice, Cutoffs, Erased, MessagePointer, Receipt, Scope
from dnam.model.prompt import Context, Layer, Recollection, SearchResult, Section, Thing

__all__ = [
    "DM_GUILD",
    "GAP",
    "LORE",
    "Action",
    "CachedText",
    "Candidates",
    "ConsentChoice",
    "Context",
    "Cutoffs",
    "Day",
    "DayMark",
    "Erased",
    "Fact",
    "FoundMessage",
    "HeldFact",
    "Kind",
    "Layer",
    "Message",
    "MessagePointer",
    "Person",
    "Place",
    "Profile",
    "Question",
    "Receipt",
    "Recollection",
    "Scope",
    "SearchResult",
    "Section",
    "ShortTermEntry",
    "Source",
    "SourceType",
    "Spending",
    "Spots",
    "Status",
    "Summary",
    "Task",
    "Thing",
    "Unread",
    "Usage",
    "Vector",
    "Visibility",
]

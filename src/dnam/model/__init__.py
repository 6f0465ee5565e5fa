"""The words of dnam: people, places, messages, facts, and what is made of them.

Frozen values without behaviour beyond their own fields. Nothing here does I/O or knows a rule;
who may see what is in `audience.py`, how facts change is in `rules/merge.py`.
"""

from dnam.model.facts import (
    LORE,
    Fact,
    HeldFact,
    Kind,
    Source,
    SourceType,
    Status,
)
from dnam.model.log import (
    Action,
    Spending,
    Task,
    Usage,
)
from dnam.model.made import Composed, Day, DayMark, Profile, Recent, Summary
from dnam.model.privacy import Choice, Cutoffs, Gone, Pointer, Receipt, Scope
from dnam.model.prompt import (
    Context,
    Found,
    Layer,
    Recollection,
    Section,
    Thing,
)
from dnam.model.said import (
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

__all__ = [
    "DM_GUILD",
    "GAP",
    "LORE",
    "Action",
    "Candidates",
    "Choice",
    "Composed",
    "Context",
    "Cutoffs",
    "Day",
    "DayMark",
    "Fact",
    "Found",
    "FoundMessage",
    "Gone",
    "HeldFact",
    "Kind",
    "Layer",
    "Message",
    "Person",
    "Place",
    "Pointer",
    "Profile",
    "Question",
    "Receipt",
    "Recent",
    "Recollection",
    "Scope",
    "Section",
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

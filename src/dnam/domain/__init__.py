"""The values of dnam: people, places, messages, facts, and what is derived from them.

Frozen values without I/O or rules; who may see what is in `audience.py`, how facts change is in
`rules/fact_merge.py`.
"""

from dnam.domain.actions import Action, Spending, Task, Usage
from dnam.domain.derived import CachedText, Day, DayMark, Profile, ShortTermEntry, Summary
from dnam.domain.facts import LORE, Ending, Fact, HeldFact, Kind, Source, SourceType, Status
from dnam.domain.listings import DailyCount, FactCursor, GuildCount, PersonCount, cursor_of
from dnam.domain.messages import (
    DM_GUILD,
    GAP,
    NOBODY,
    UNKNOWN_MESSAGE,
    Candidates,
    FoundMessage,
    Message,
    Person,
    Place,
    Positions,
    Question,
    Unread,
    Vector,
    Visibility,
)
from dnam.domain.privacy import ConsentChoice, Cutoffs, Erased, MessagePointer, Receipt, Scope
from dnam.domain.prompt import Context, Layer, Recollection, SearchResult, Section, Thing

__all__ = [
    "DM_GUILD",
    "GAP",
    "LORE",
    "NOBODY",
    "UNKNOWN_MESSAGE",
    "Action",
    "CachedText",
    "Candidates",
    "ConsentChoice",
    "Context",
    "Cutoffs",
    "DailyCount",
    "Day",
    "DayMark",
    "Ending",
    "Erased",
    "Fact",
    "FactCursor",
    "FoundMessage",
    "GuildCount",
    "HeldFact",
    "Kind",
    "Layer",
    "Message",
    "MessagePointer",
    "Person",
    "PersonCount",
    "Place",
    "Positions",
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
    "Status",
    "Summary",
    "Task",
    "Thing",
    "Unread",
    "Usage",
    "Vector",
    "Visibility",
    "cursor_of",
]

"""What dnam needs from the outside world: small protocols, each with its contract.

Implementations are replaceable: two stores, any embedder, any language model, any clock.
`dnam.testing` publishes the conformance suite that every store must pass.

Contracts of every store method: a call is one transaction, committed and durable when it returns; a read sees
every write that returned before it began; failures raise `StoreError`. What `audience.may_hear` allows is
called audible.
"""

from dnam.ports.copying import CopyStore, TableRows
from dnam.ports.days import DayStore
from dnam.ports.facts import FactStore
from dnam.ports.hidden_until_stored import Hidden
from dnam.ports.listings import ListingStore
from dnam.ports.messages import MessageStore
from dnam.ports.models import ChatModel, Clock, Embedder, Prompt, R, Reranker, StreamingModel, Tool, Written
from dnam.ports.names_and_notes import ActionStore, NameStore, NoteStore
from dnam.ports.privacy import PrivacyStore
from dnam.ports.processes import ProcessStore, Turn, leased
from dnam.ports.store import Store
from dnam.ports.summaries import LayerStore

__all__ = [
    "ActionStore",
    "ChatModel",
    "Clock",
    "CopyStore",
    "DayStore",
    "Embedder",
    "FactStore",
    "Hidden",
    "LayerStore",
    "ListingStore",
    "MessageStore",
    "NameStore",
    "NoteStore",
    "PrivacyStore",
    "ProcessStore",
    "Prompt",
    "R",
    "Reranker",
    "Store",
    "StreamingModel",
    "TableRows",
    "Tool",
    "Turn",
    "Written",
    "leased",
]

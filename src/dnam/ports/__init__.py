"""What dnam needs from the outside world: small protocols, each with its contract.

Implementations are replaceable: two stores, any embedder, any language model, any clock.
`dnam.testing` publishes the conformance suite that every store must pass.

Contracts of every store method: a call is one transaction, committed and durable when it returns; a read sees
every write that returned before it began; failures raise `StoreError`. What `audience.may_hear` allows is
called audible.
"""

from dnam.ports.days import DayStore
from dnam.ports.facts import FactStore
from dnam.ports.layers import LayerStore
from dnam.ports.messages import MessageStore
from dnam.ports.models import ChatModel, Clock, Embedder, Prompt, R, Tool
from dnam.ports.privacy import PrivacyStore
from dnam.ports.small import ActionStore, NameStore, NoteStore
from dnam.ports.store import Store

__all__ = [
    "ActionStore",
    "ChatModel",
    "Clock",
    "DayStore",
    "Embedder",
    "FactStore",
    "LayerStore",
    "MessageStore",
    "NameStore",
    "NoteStore",
    "PrivacyStore",
    "Prompt",
    "R",
    "Store",
    "Tool",
]

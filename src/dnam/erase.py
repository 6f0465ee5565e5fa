"""What follows an edit or a deletion: everything made of the message, by its provenance.

A fact known only from that message goes for good; one known from others too loses that source; summaries and
short-term entries that cover it are dropped before anybody sees them again. What a person stated with a
command stays: it is their word, not the message's.
"""

from collections.abc import Sequence
from dataclasses import replace

from dnam.ports import Store


async def unlearn(store: Store, guild: int, messages: Sequence[int]) -> int:
    """Take back what was learned from these messages; give how many facts went."""
    gone = set(messages)
    learned = [fact for fact in await store.facts_from(guild, messages) if not fact.by_hand]
    drop = [fact for fact in learned if set(fact.messages) <= gone]
    keep = [
        replace(fact, messages=tuple(message for message in fact.messages if message not in gone))
        for fact in learned
        if not set(fact.messages) <= gone
    ]
    await store.save_facts(keep, drop=drop)
    await store.drop_derived(guild, messages)
    return len(drop)

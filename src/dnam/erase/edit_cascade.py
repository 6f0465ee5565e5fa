"""What follows an edit or a deletion: everything made of the message, by its provenance.

A fact known only from that message goes for good; one known from others too loses that source; summaries and
short-term entries that cover it are dropped before anybody sees them again. What a person stated with a
command stays: it is their word, not the message's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from dnam.answer_retraction import hide, silence
from dnam.model import Erased, Fact, Message, Status
from dnam.ports import Store
from dnam.rules.cadence import FRESH, REDONE
from dnam.rules.fact_notes import PERSON, WHY, cleaned
from dnam.rules.quoting import spoken
from dnam.rules.tombstones import message_name


@dataclass(frozen=True, kw_only=True, slots=True)
class Retracted:
    """What was taken back."""

    facts: tuple[Fact, ...] = ()
    derived: int = 0
    """How many summaries and short-term entries."""


async def unlearn(
    store: Store, guild: int, messages: Sequence[int], *, forgotten: bool = True, by_hand: bool = False
) -> Retracted:
    """Take back what was learned from these messages.

    Without `forgotten`, what a person had forgotten stays so: the message will be read again. With `by_hand`
    what was stated with a command goes as well.
    """
    gone = set(messages)
    learned = [
        fact
        for fact in await store.facts_from(guild, messages)
        if (by_hand or not fact.by_hand) and (forgotten or fact.status is not Status.FORGOTTEN)
    ]
    drop = [fact for fact in learned if set(fact.messages) <= gone]
    keep = [await _without(store, fact, gone) for fact in learned if not set(fact.messages) <= gone]
    back = [fact for one in drop for fact in await _replaced_by(store, one)]
    lost = {fact.key for fact in drop}
    await store.save_facts([*keep, *(fact for fact in back if fact.key not in lost)], drop=drop)
    derived = await store.drop_derived(guild, messages)
    return Retracted(facts=tuple(drop), derived=derived)


async def follow(
    store: Store,
    guild: int,
    ids: Sequence[int],
    at: datetime,
    *,
    held: Sequence[Message],
    still: str | None = None,
) -> None:
    """Let everything made of messages follow before they are deleted, or edited into what they `still` say.

    `held` are those of them that are stored. What the assistant answered to them, or repeats of them
    elsewhere, is shown no more. A message that was deleted stays away when it is delivered again.
    """
    deleted = still is None
    unlearned = await unlearn(store, guild, ids, forgotten=deleted)
    await hide(store, [(guild, id_) for id_ in await store.answers_to(guild, ids)])
    texts = [*map(spoken, held), *(fact.text for fact in unlearned.facts)]
    await silence(store, texts, held, unlearned.facts, still or "")
    gone = Erased(
        messages={(guild, id_): at for id_ in ids},
        facts={fact.key: fact.text for fact in unlearned.facts},
    )
    await clean_notes(store, gone)
    if deleted:
        await store.bury([message_name(guild, id_) for id_ in ids], None)


async def clean_notes(store: Store, gone: Erased) -> int:
    """Take what is gone out of every note that holds a copy of it; give how many notes have changed."""
    changed = 0
    for prefix in (PERSON, WHY, FRESH, REDONE):
        for name, text in (await store.notes(prefix)).items():
            left = cleaned(name, text, gone)
            if left != text:
                await store.put_note(name, left)
                changed += 1
    return changed


async def _replaced_by(store: Store, gone: Fact) -> list[Fact]:
    """Give what a fact had replaced, as it holds again without it."""
    if gone.status is not Status.ACTIVE:
        return []
    facts = await store.facts_of(gone.subject, guild=gone.guild)
    old = [f for f in facts if f.superseded_by == gone.id and f.status is Status.SUPERSEDED]
    return [replace(f, status=Status.ACTIVE, superseded_by=None) for f in old if "." not in f.id]


async def _without(store: Store, fact: Fact, gone: set[int]) -> Fact:
    """Give a fact as the messages that are left tell it: no words of, and no way to, those that are gone."""
    left = tuple(message for message in fact.messages if message not in gone)
    if fact.source.message not in gone:
        return replace(fact, messages=left)
    source = replace(fact.source, message=None)
    held = await store.get_message(fact.guild, left[0])
    if held is not None:
        named = fact.source.channel_name is not None
        source = replace(
            source,
            message=held.id,
            channel=held.place.channel,
            channel_name=held.place.name if named else None,
        )
    return replace(fact, messages=left, source=source, evidence="")

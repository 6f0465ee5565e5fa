"""An edit or a deletion, step by step: everything made of a message follows it, by its provenance.

A fact known only from that message is removed for good; one known from others too loses that source;
summaries and short-term entries that cover it are dropped before anybody sees them again. What a person
stated with a command stays: it is their word, not the message's. Runs in the lane in which facts change.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from dnam.answer_retraction import hide_answers, retract_answers
from dnam.audience import origin_of
from dnam.consent import Consent
from dnam.domain import Erased, Fact, Message, Person, Place, Scope, Status
from dnam.ports import Store
from dnam.rules.fact_notes import FRESH, PERSON, REDONE, REVIEWED, WHY, cleaned
from dnam.rules.question_cues import cues
from dnam.rules.quoting import LINK_PREVIEW, spoken
from dnam.rules.secrets import masked
from dnam.rules.text import words
from dnam.rules.tombstones import message_name

DELETED = "deleted:"
"""The prefix of notes of channels that are being deleted; the scope is behind it."""
Delete = Callable[[int, Sequence[int]], Awaitable[int]]
"""Follows the deletion of messages of a guild; returns how many of them were stored."""
BATCH = 200
"""How many messages of a deleted channel are taken back at once; others get their turn in between."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    guild: int
    id: int
    text: str
    at: datetime
    place: Place | None = None
    """Where the message is now; None when that is unknown."""
    mentions: Sequence[Person] | None = None
    """Whom it mentions now; None when that has not changed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Retracted:
    facts: tuple[Fact, ...] = ()
    derived: int = 0
    """How many summaries and short-term entries."""


async def follow_edit(store: Store, consent: Consent, edit: Edit) -> list[Message]:
    """Take back what was made of a message, then change its text; return it as it was, if that changed."""
    stored = await store.get_message(edit.guild, edit.id)
    text = await asyncio.to_thread(masked, edit.text)
    if stored is None:
        if await store.facts_from(edit.guild, [edit.id]):
            # Retention has removed the message, and facts outlive their message.
            await _retract(store, edit.guild, [edit.id], edit.at, stored=[], new_text=text)
        return []
    adds_preview = text.startswith(f"{stored.text}\n{LINK_PREVIEW}")
    outdated = stored.edited_at is not None and stored.edited_at >= edit.at
    if stored.text == text or (outdated and not adds_preview):
        return []
    place = stored.place if edit.place is None else edit.place
    mentions = stored.mentions if edit.mentions is None else tuple(edit.mentions)
    edited = replace(stored, text=text, edited_at=edit.at, place=place, mentions=mentions)
    allowed = await consent.storable(edited)
    if allowed is None:
        return await follow_deletion(store, edit.guild, [edit.id], edit.at)
    if adds_preview:  # Discord read a link's page after the message was sent: nothing said is taken back
        at = (stored.edited_at or stored.sent_at) + timedelta(microseconds=1)
        return [stored] if await rewrite(store, stored, text, at) else []
    await _retract(store, edit.guild, [edit.id], edit.at, stored=[stored], new_text=text)
    if _same_readers(stored, edited):
        changed = await rewrite(store, stored, text, edit.at)
        await store.drop_derived(edit.guild, [edit.id])  # what was made of the old text meanwhile
    else:
        await store.delete_messages(edit.guild, [edit.id])
        changed = await store.add_message(allowed, words(spoken(allowed)), cues(allowed))
    return [stored] if changed else []


async def follow_deletion(store: Store, guild: int, ids: Sequence[int], at: datetime) -> list[Message]:
    """Take back what was made of messages, then remove them; return those that were stored."""
    read = [await store.get_message(guild, id_) for id_ in ids]
    stored = [message for message in read if message is not None]
    # Hidden first: a day that is summed up meanwhile must not quote what is about to go.
    await store.hide_messages(guild, ids, hidden=True)
    await _retract(store, guild, ids, at, stored=stored)
    await store.bury([message_name(guild, id_) for id_ in ids], None)
    await store.delete_messages(guild, ids)
    return stored


async def delete_channel(store: Store, guild: int, channel: int, delete: Delete) -> int:
    """Delete what is stored of a channel and its threads, some at a time; return how many messages.

    It is hidden until then. What cannot be done now is done by `Eraser.delete_channels`.
    """
    scope = Scope(kind="channel", id=channel, guild=guild)
    note = DELETED + scope.key
    await store.hide(note, scope)
    await store.put_note(note, "")
    ids = [message.id for message in await store.messages_of(scope) if message.guild == guild]
    count = sum([await delete(guild, ids[first : first + BATCH]) for first in range(0, len(ids), BATCH)])
    await store.put_note(note, None)
    store.hidden.scopes.pop(note, None)
    return count


async def rewrite(store: Store, message: Message, text: str, at: datetime) -> bool:
    """Replace the text of a stored message; False when a newer edit is stored."""
    edited = replace(message, text=text)
    index = words(spoken(edited))
    return await store.edit_message(message.place.guild, message.id, text, index, at, cues=cues(edited))


async def unlearn(
    store: Store, guild: int, messages: Sequence[int], *, forgotten: bool = True, by_hand: bool = False
) -> Retracted:
    """Take back what was learned from these messages.

    Without `forgotten`, facts that a person had forgotten keep that mark: the message will be read again.
    With `by_hand`, what was stated with a command goes as well.
    """
    removed = set(messages)
    learned = [
        fact
        for fact in await store.facts_from(guild, messages)
        if (by_hand or not fact.by_hand) and (forgotten or fact.status is not Status.FORGOTTEN)
    ]
    drop = [fact for fact in learned if set(fact.messages) <= removed]
    keep = [await _without(store, fact, removed) for fact in learned if not set(fact.messages) <= removed]
    await drop_restoring(store, drop, keep)
    derived = await store.drop_derived(guild, messages)
    return Retracted(facts=tuple(drop), derived=derived)


async def drop_restoring(store: Store, drop: Sequence[Fact], keep: Sequence[Fact] = ()) -> None:
    """Remove facts and save others; what a removed fact had replaced is active again."""
    dropped = {fact.key for fact in drop}
    restored = [fact for each in drop for fact in await _superseded_by(store, each)]
    await store.save_facts([*keep, *(fact for fact in restored if fact.key not in dropped)], drop=drop)


async def clean_notes(store: Store, erased: Erased) -> int:
    """Remove what is erased from every note that holds a copy of it; return how many notes changed."""
    changed = 0
    for prefix in (PERSON, WHY, REVIEWED, FRESH, REDONE):
        for name, text in (await store.notes(prefix)).items():
            left = cleaned(name, text, erased)
            if left != text:
                await store.put_note(name, left)
                changed += 1
    return changed


async def _retract(
    store: Store,
    guild: int,
    ids: Sequence[int],
    at: datetime,
    *,
    stored: Sequence[Message],
    new_text: str | None = None,
) -> None:
    """Take back facts, summaries, answers and notes made of messages; `new_text` is None for a deletion.

    `stored` are those of the messages that are stored. An answer is hidden if it answers them, or repeats
    what only the old text says.
    """
    unlearned = await unlearn(store, guild, ids, forgotten=new_text is None)
    await hide_answers(store, [(guild, id_) for id_ in await store.answers_to(guild, ids)])
    texts = [*map(spoken, stored), *(fact.text for fact in unlearned.facts)]
    await retract_answers(store, texts, stored, unlearned.facts, new_text or "")
    erased = Erased(
        messages={(guild, id_): at for id_ in ids},
        facts={fact.key: fact.text for fact in unlearned.facts},
    )
    await clean_notes(store, erased)


def _same_readers(before: Message, after: Message) -> bool:
    """Return whether an edit leaves whom a message mentions and who can read it as they were."""
    mentioned = [{person.id for person in message.mentions} for message in (before, after)]
    return mentioned[0] == mentioned[1] and origin_of(before.place) == origin_of(after.place)


async def _superseded_by(store: Store, dropped: Fact) -> list[Fact]:
    """Return the facts a fact had superseded, active again."""
    if dropped.status is not Status.ACTIVE:
        return []
    facts = await store.facts_of(dropped.subject, guild=dropped.guild)
    old = [f for f in facts if f.superseded_by == dropped.id and f.status is Status.SUPERSEDED]
    return [replace(f, status=Status.ACTIVE, superseded_by=None) for f in old if "." not in f.id]


async def _without(store: Store, fact: Fact, removed: set[int]) -> Fact:
    """Return a fact as the messages that are left support it: without words of or links to removed ones."""
    left = tuple(message for message in fact.messages if message not in removed)
    if fact.source.message not in removed:
        return replace(fact, messages=left)
    source = replace(fact.source, message=None)
    witness = await store.get_message(fact.guild, left[0])
    if witness is not None:
        named = fact.source.channel_name is not None
        source = replace(
            source,
            message=witness.id,
            channel=witness.place.channel,
            channel_name=witness.place.name if named else None,
        )
    return replace(fact, messages=left, source=source, evidence="")

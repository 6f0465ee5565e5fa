"""Echoes: what the assistant says again of something that is gone is shown no more.

Whose memory each answer was made from, and of which channel, is noted when it is given. When something of it
goes, the answers that have a word of it go too; those about other things stay, so that a conversation does
not lose its thread. An answer that tells it in wholly other words cannot be known.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from dnam.audience import audience_of
from dnam.model import Context, Fact, Layer, Message, Place, Status
from dnam.ports import Store
from dnam.rules.repetition import repeats, telling
from dnam.rules.tombstones import message_name

COVERING = frozenset({Layer.ROLLING, Layer.SHORT_TERM, Layer.DAYS})
"""What is made of many messages."""


async def silence(
    store: Store, texts: Iterable[str], messages: Sequence[Message], facts: Sequence[Fact], still: str = ""
) -> None:
    """Hide every answer made of these messages and facts that repeats these texts, if not `still` said."""
    told = telling(texts, still=still)
    if not told or not (messages or facts):
        return
    since = min([m.sent_at for m in messages] + [fact.created_at for fact in facts])
    people = {message.author.id for message in messages}
    people |= {person for fact in facts for person in (fact.subject, fact.asserted_by)}
    channels = {message.place.channel for message in messages}
    channels |= {fact.source.channel or 0 for fact in facts}
    answers = await store.answers_out_of(people, channels, since=since)
    for said in messages:
        for id_ in await store.answers_to(said.place.guild, [said.id]):
            answer = await store.get_message(said.place.guild, id_)
            answers |= {(said.place.guild, id_): answer.text} if answer is not None else {}
    await hide(store, [key for key, text in answers.items() if repeats(text, told)])


async def hide(store: Store, answers: Collection[tuple[int, int]]) -> None:
    """Show some answers to nobody any more, nor what was made of them."""
    by_guild: dict[int, list[int]] = defaultdict(list)
    for guild, id_ in sorted(answers):
        by_guild[guild].append(id_)
    for guild, ids in by_guild.items():
        await store.hide_messages(guild, ids, hidden=True)
        await store.drop_derived(guild, ids)


async def as_shown(store: Store, guild: int, message: int) -> Message | None:
    """Give a message as it is shown where it was said; None when it is gone or hidden."""
    held = await store.get_message(guild, message)
    if held is None:
        return None
    found = await store.read_spots(audience_of(held.place), [held.spot])
    return held if held.spot in found else None


async def still_stands(store: Store, reply: Message, context: Context) -> bool:
    """Say whether an answer may be kept: nothing it was made from was taken back while it was made."""
    guild, origins = reply.place.guild, sorted(audience_of(reply.place).origins)
    if reply.reply_to is not None and await as_shown(store, guild, reply.reply_to) is None:
        known = await store.get_message(guild, reply.reply_to) is not None
        if known or await store.buried([message_name(guild, reply.reply_to)]):
            return False
    covers = any(section.layer in COVERING for section in context.sections)
    if covers and context.stamp not in (None, await store.stamp(guild, origins)):
        return False
    said: defaultdict[Place, dict[int, str]] = defaultdict(dict)
    for message in (m for section in context.sections for m in section.messages):
        said[message.place][message.spot] = message.text
    for place, texts in said.items():
        shown = await store.read_spots(audience_of(place), [*texts])
        if {spot: found.message.text for spot, found in shown.items()} != texts:
            return False
    told = {(fact.key, fact.text, fact.widened) for s in context.sections for fact in s.facts}
    held = [fact for subject in {key[1] for key, _, _ in told} for fact in await store.facts_of(subject)]
    used = [fact for fact in held if fact.status is Status.ACTIVE and not fact.muted]
    return told <= {(fact.key, fact.text, fact.widened) for fact in used}

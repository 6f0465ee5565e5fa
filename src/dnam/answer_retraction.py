"""Answer retraction: an answer of the assistant that repeats something retracted is hidden.

The people and channels an answer drew on are noted when it is given. When something of theirs is retracted,
the answers that share a telling word with it are hidden; those about other things stay, so that a
conversation keeps its thread. An answer that says it in wholly different words is not recognised.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from dnam.audience import audience_of
from dnam.domain import Context, Fact, Layer, Message, Place, Status
from dnam.ports import Store
from dnam.rules.text import query_words, words
from dnam.rules.tombstones import message_name

DERIVED = frozenset({Layer.ROLLING, Layer.SHORT_TERM, Layer.DAYS})
"""Layers made of many messages."""


async def retract_answers(
    store: Store, texts: Iterable[str], messages: Sequence[Message], facts: Sequence[Fact], still: str = ""
) -> None:
    """Hide every answer made of these messages or facts that repeats their `texts`."""
    await hide_answers(store, await answers_repeating(store, texts, messages, facts, still))


async def answers_repeating(
    store: Store, texts: Iterable[str], messages: Sequence[Message], facts: Sequence[Fact], still: str = ""
) -> list[tuple[int, int]]:
    """Return the guild and id of every answer made of these messages or facts that repeats their `texts`.

    Words that are `still` said, by the new text of an edit, do not count.
    """
    telling = {word for text in texts for word in query_words(text)}.difference(words(still))
    if not telling or not (messages or facts):
        return []
    since = min([m.sent_at for m in messages] + [fact.created_at for fact in facts])
    people = {message.author.id for message in messages}
    people |= {person for fact in facts for person in (fact.subject, fact.asserted_by)}
    channels = {message.place.channel for message in messages}
    channels |= {fact.source.channel or 0 for fact in facts}
    answers = await store.answers_out_of(people, channels, since=since)
    for message in messages:
        for id_ in await store.answers_to(message.place.guild, [message.id]):
            answer = await store.get_message(message.place.guild, id_)
            answers |= {(message.place.guild, id_): answer.text} if answer is not None else {}
    return [key for key, text in answers.items() if not telling.isdisjoint(words(text))]


async def hide_answers(store: Store, answers: Collection[tuple[int, int]]) -> None:
    """Hide answers, and drop what was derived from them."""
    by_guild: dict[int, list[int]] = defaultdict(list)
    for guild, id_ in sorted(answers):
        by_guild[guild].append(id_)
    for guild, ids in by_guild.items():
        await store.hide_messages(guild, ids, hidden=True)
        await store.drop_derived(guild, ids)


async def visible_message(store: Store, guild: int, message: int) -> Message | None:
    """Return a message; None when it is not stored, or hidden where it was said."""
    stored = await store.get_message(guild, message)
    if stored is None:
        return None
    visible = await store.read_positions(audience_of(stored.place), [stored.position])
    return stored if stored.position in visible else None


async def note_sources(store: Store, reply: Message, context: Context) -> None:
    """Store what an answer was made from; remove the answer if any of it was retracted meanwhile."""
    question = await store.get_message(reply.place.guild, reply.reply_to or 0)
    about = [person.id for person in question.mentions if not person.bot] if question else []
    await store.note_answer(reply, context, about)
    # What was retracted before the sources were noted did not find this answer: look once more.
    if not await still_holds(store, reply, context):
        await store.delete_messages(reply.place.guild, [reply.id])


async def still_holds(store: Store, reply: Message, context: Context) -> bool:
    """Return whether an answer may be stored: nothing it was made from was retracted meanwhile."""
    guild, origins = reply.place.guild, sorted(audience_of(reply.place).origins)
    if reply.reply_to is not None and await visible_message(store, guild, reply.reply_to) is None:
        known = await store.get_message(guild, reply.reply_to) is not None
        if known or await store.buried([message_name(guild, reply.reply_to)]):
            return False
    covers = any(section.layer in DERIVED for section in context.sections)
    if covers and context.stamp not in (None, await store.stamp(guild, origins)):
        return False
    quoted: defaultdict[Place, dict[int, str]] = defaultdict(dict)
    for message in (m for section in context.sections for m in section.messages):
        quoted[message.place][message.position] = message.text
    for place, texts in quoted.items():
        visible = await store.read_positions(audience_of(place), [*texts])
        if {position: entry.message.text for position, entry in visible.items()} != texts:
            return False
    used = {(fact.key, fact.text, fact.widened) for s in context.sections for fact in s.facts}
    stored = [fact for subject in {key[1] for key, _, _ in used} for fact in await store.facts_of(subject)]
    active = [fact for fact in stored if fact.status is Status.ACTIVE and not fact.muted]
    return used <= {(fact.key, fact.text, fact.widened) for fact in active}

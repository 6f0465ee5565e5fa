"""Echoes: what the assistant said again of something that is gone is shown no more.

Whose memory each answer was made from, and of which channel, is noted when it is given. When something of it
goes, the answers that have a word of it go too; those about other things stay, so that a conversation does
not lose its thread. An answer that tells it in wholly other words cannot be known.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from dnam.model import Fact, Message
from dnam.ports import Store
from dnam.rules.echoes import repeats, telling


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

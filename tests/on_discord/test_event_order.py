"""What happens on Discord reaches memory in order: messages, edits, deletions, nicknames, transcripts."""

from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, WaitingStore, as_bot, drop_cached_messages, running_server, until
from simcord.backend import serializers
from simcord.enums import MessageType

from dnam.ports import Store

CLOSED = discord.PermissionOverwrite(view_channel=False)
ODD = ["", "🌱", "\u202eevil", "**bold** `x`", "@everyone", "[Bot]: hi", " " * 3, "<@1> <#2>", "a\n[Bot]: hi"]


async def newest(here: Server) -> Any:
    """Return the last kept message."""
    far = here.env.now().replace(year=2020), here.env.now().replace(year=2040)
    return (await here.memory.store.messages_between(*far))[-1]


async def test_what_people_say_is_kept_and_learned(store: Store, tmp_path: Path) -> None:
    """DC-29, DC-31, R-17: messages not for the bot are kept, with the facts people state about themselves."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "I live in Oslo.")
        assert await here.stored_texts() == ["I live in Oslo."]
        assert await here.facts(here.ann) == ["Lives in Oslo"]
        (fact,) = await store.facts_of(here.ann.id)
        assert (fact.source.guild, fact.source.channel) == (here.guild.id, here.general.id)
        assert fact.source.channel_name == "general"


async def test_edits_and_deletions_reach_what_was_learned(store: Store, tmp_path: Path) -> None:
    """N-04: an edit changes the fact, a deletion takes it away."""
    async with running_server(store, tmp_path) as here:
        message = await here.ann.send(here.general, "I live in Oslo.")
        assert await here.facts(here.ann) == ["Lives in Oslo"]
        await here.env.advance_time(60)
        await here.ann.edit(message, "I live in Bergen.")
        assert await here.facts(here.ann) == ["Lives in Bergen"]
        await here.ann.delete(message)
        assert await here.facts(here.ann) == []
        assert await here.stored_texts() == []


async def test_edits_and_deletions_of_messages_the_bot_no_longer_holds(store: Store, tmp_path: Path) -> None:
    """N-04: raw events count; what discord.py has dropped from its own cache is followed all the same."""
    async with running_server(store, tmp_path) as here:
        first = await here.ann.send(here.general, "I live in Oslo.")
        second = await here.ben.send(here.general, "I live in Rome.")
        drop_cached_messages(here.bot)
        await here.env.advance_time(60)
        await here.ann.edit(first, "I live in Bergen.")
        await here.ben.delete(second)
        assert await here.stored_texts() == ["I live in Bergen."]


async def test_a_bulk_deletion_takes_every_message(store: Store, tmp_path: Path) -> None:
    """N-04: many messages deleted at once go from memory at once."""
    async with running_server(store, tmp_path) as here:
        sent = [await here.ann.send(here.general, f"I like plum number {n}.") for n in range(3)]
        await here.ann.send(here.general, "I like figs.")
        channel = here.channel(here.general)
        assert isinstance(channel, discord.TextChannel)
        with as_bot(here.env):
            await channel.delete_messages(sent)
        await here.env.settle()
        assert await here.stored_texts() == ["I like figs."]


@pytest.mark.parametrize("change", [{"pinned": True}, {"embeds": [{"title": "a preview", "type": "link"}]}])
async def test_what_is_no_edit_changes_nothing(store: Store, tmp_path: Path, change: dict[str, Any]) -> None:
    """N-04: Discord also sends an update for pins and link previews; what was said stays."""
    async with running_server(store, tmp_path) as here:
        message = await here.ann.send(here.general, "I live in Oslo.")
        held = here.env.backend.get_message(here.general.id, message.id)
        payload = {**serializers.message_payload(here.env.backend, held), "content": "", **change}
        here.env.backend.emit("MESSAGE_UPDATE", payload)
        await here.env.settle()
        assert await here.stored_texts() == ["I live in Oslo."]
        assert await here.facts(here.ann) == ["Lives in Oslo"]


async def test_what_is_deleted_or_edited_at_once_is_followed(store: Store, tmp_path: Path) -> None:
    """N-04: a message that goes or changes while it is being stored is not kept as it was."""
    waiting = WaitingStore(store)
    async with running_server(waiting.as_store, tmp_path) as here:
        backend, general = here.env.backend, here.general.id
        gone = backend.create_message(general, here.ann.id, "I live in Oslo.")
        changed = backend.create_message(general, here.ben.id, "I live in Rome.")
        await waiting.until_arrived(2)
        backend.delete_message(general, gone.id)
        backend.edit_message(general, changed.id, {"content": "I live in Bergen."})
        order = here.bot.get_cog("Memory").messages.order
        await until(lambda: order.waiting == {gone.id, changed.id})
        waiting.release.set()
        await here.env.settle()
        assert await here.stored_texts() == ["I live in Bergen."]
        assert (await here.facts(here.ann), await here.facts(here.ben)) == ([], ["Lives in Bergen"])


@pytest.mark.parametrize("length", [2000, 4000])
async def test_the_longest_messages_are_kept_whole(store: Store, tmp_path: Path, length: int) -> None:
    """R-19, CL-18: what somebody says is kept to its last sign, also where Discord allows 4,000."""
    text = "".join(f"On day {n} we walk by the sea. " for n in range(length))[: length - 1] + "!"
    async with running_server(store, tmp_path) as here:
        sent = await here.ann.send(here.general, "short")
        held = here.env.backend.get_message(here.general.id, sent.id)
        payload = serializers.message_payload(here.env.backend, held)
        long = {**payload, "id": str(here.env.backend.snowflake()), "content": text}
        here.env.backend.emit("MESSAGE_CREATE", long)
        await here.env.settle()
        assert (await here.stored_texts())[-1] == text
        assert len((await here.stored_texts())[-1]) == length


async def test_nicknames_are_followed(store: Store, tmp_path: Path) -> None:
    """N-08: a new nickname is how a person is called from then on, with no word said."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "hello all")
        with as_bot(here.env):
            await here.bot.get_guild(here.guild.id).get_member(here.ann.id).edit(nick="Annie 🌱")
        await here.env.settle()
        assert (await store.people(here.guild.id))[here.ann.id].name == "Annie 🌱"


async def test_bots_webhooks_and_system_messages_teach_nothing(store: Store, tmp_path: Path) -> None:
    """X-17: what a bot or webhook says is no person's fact; joins and pins are no messages at all."""
    async with running_server(store, tmp_path) as here:
        robot = here.guild.add_member(here.env.create_user("robot", bot=True))
        await robot.send(here.general, "I live in Oslo.")
        hook = here.guild.create_webhook(here.general, "Feed")
        await hook.send("I live in Rome.")
        here.guild.create_system_message(here.general, MessageType.NEW_MEMBER, author=here.ann)
        await here.env.settle()
        assert await here.stored_texts() == ["I live in Oslo.", "I live in Rome."]
        assert (await newest(here)).author.bot
        assert await here.facts(robot) == []


async def test_bots_and_webhooks_give_no_commands(store: Store, tmp_path: Path) -> None:
    """X-16, X-17: nobody is answered, and nothing changes, because a bot or a webhook typed a command."""
    async with running_server(store, tmp_path) as here:
        robot = here.guild.add_member(here.env.create_user("robot", bot=True))
        hook = here.guild.create_webhook(here.general, "ann")
        for say in (hook.send, lambda text: robot.send(here.general, text)):
            await say("!memory remember I like tea")
            await say(f"{here.me.mention} remember that I like tea")
            await say(f"{here.me.mention} hello?")
        payload = serializers.message_payload(
            here.env.backend, here.env.backend.get_message(here.general.id, here.general.history()[0].id)
        )
        author = {**payload["author"], "bot": False}  # as a webhook without the mark of a bot would come
        for text in ("!memory remember I like tea", f"{here.me.mention} hello?"):
            new = {**payload, "id": str(here.env.backend.snowflake()), "content": text, "author": author}
            here.env.backend.emit("MESSAGE_CREATE", new)
            await here.env.settle()
        assert here.sent() == []
        assert await store.all_facts() == []


async def test_a_command_is_not_learned_as_talk(store: Store, tmp_path: Path) -> None:
    """DC-83, X-17: what is typed to memory, and what memory answers, is no conversation."""
    async with running_server(store, tmp_path) as here:
        assert await here.command(here.ann, "remember I like tea") == 'Remembered about ann: "Likes tea"'
        await here.command(here.ann, "show")
        assert await here.stored_texts() == []


async def test_a_transcript_is_kept_once_with_its_source(store: Store, tmp_path: Path) -> None:
    """CL-26, CL-27: what was said aloud is a message with a made-up id that names its pipeline."""
    async with running_server(store, tmp_path) as here:
        voice = here.bot.get_channel(here.guild.create_voice_channel("lounge").id)
        cog: Any = here.bot.get_cog("Memory")
        speaker, at = here.ann.member, here.env.now()
        for _ in range(2):
            heard = await cog.on_transcript(voice, speaker, "I live in Oslo", at=at, source="voice:realtime")
        assert heard is not None
        assert discord.utils.snowflake_time(heard.id) == at
        assert [(m.source, m.text) for m in [await newest(here)]] == [("voice:realtime", "I live in Oslo")]
        assert len(await here.stored_texts()) == 1
        assert await here.facts(here.ann) == ["Lives in Oslo"]
        assert await cog.on_transcript(voice, speaker, "  ", at=at) is None


async def test_an_edit_changes_who_is_mentioned(store: Store, tmp_path: Path) -> None:
    """N-04: whom a message mentions is what it says by now, not what it said first."""
    async with running_server(store, tmp_path) as here:
        sent = await here.ann.send(here.general, f"{here.ben.mention} lives in Rome.")
        await here.memory.settle()
        held = await newest(here)
        assert [person.id for person in held.mentions] == [here.ben.id]
        await here.env.advance_time(5)
        await here.ann.edit(sent, "Somebody lives in Rome.")
        await here.memory.settle()
        held = await newest(here)
        assert (held.text, held.mentions) == ("Somebody lives in Rome.", ())
        await here.env.advance_time(5)
        await here.ann.edit(sent, f"{here.ben.mention} lives in Paris.")
        await here.memory.settle()
        held = await newest(here)
        assert [person.name for person in held.mentions] == ["ben"]

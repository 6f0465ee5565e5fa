"""What was missed while the bot was away is caught up on, once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server import Server, running_server, texts_in

from dnam.discord.conversion import place_of
from dnam.discord.event_order import MessageEdit
from dnam.domain import DM_GUILD, Scope
from dnam.ports import Store


async def settled(here: Server) -> None:
    """Wait until the bot has caught up."""
    await here.memory.settle()
    await here.memory.lanes.idle()
    await here.env.settle()


@contextmanager
def unheard(here: Server) -> Iterator[Any]:
    """Let things happen that reach Discord and not the bot."""
    backend: Any = here.env.backend
    heard, backend.subscribers = backend.subscribers, []
    yield backend
    backend.subscribers = heard


def while_away(here: Server, channel: Any, who: Any, text: str) -> int:
    """Let somebody say something that reaches Discord and not the bot."""
    with unheard(here) as backend:
        return int(backend.create_message(channel.id, who.id, text).id)


async def test_what_was_missed_is_kept_once_and_not_answered(store: Store, tmp_path: Path) -> None:
    """R-09, R-10: after a time offline the bot reads what was said, in known and in new channels."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "I like tea.")
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.general, here.ann, "I live in Oslo.")
        while_away(here, here.dev, here.ben, f"{here.me.mention} I love figs.")
        while_away(here, here.dev, here.ben, "!memory remember I like plums")
        await here.env.advance_time(60)
        async with here.restarted():
            await settled(here)
            assert await here.stored_texts() == ["I like tea.", "I live in Oslo.", "I love figs."]
            assert await here.facts(here.ben) == ["Loves figs"]
            assert here.sent() == []
        async with here.restarted():
            await settled(here)
            assert len(await here.stored_texts()) == 3


async def test_missed_edits_and_deletions_are_followed(store: Store, tmp_path: Path) -> None:
    """N-04, R-09: what changed among a channel's latest messages while the bot was away is taken over."""
    async with running_server(store, tmp_path) as here:
        edited = await here.ann.send(here.general, "I live in Oslo.")
        deleted = await here.ben.send(here.general, "I live in Rome.")
        await here.ann.send(here.general, "We meet at noon.")
        await settled(here)
        await here.env.advance_time(3600)
        with unheard(here) as backend:
            backend.edit_message(here.general.id, edited.id, {"content": "I live in Bergen."})
            backend.delete_message(here.general.id, deleted.id)
        async with here.restarted():
            await settled(here)
            assert sorted(await here.stored_texts()) == ["I live in Bergen.", "We meet at noon."]
            assert await here.facts(here.ben) == []


async def test_what_was_edited_within_the_overlap_is_followed(store: Store, tmp_path: Path) -> None:
    """N-04, R-09: a message that was heard, and edited when the bot had just gone, is followed."""
    async with running_server(store, tmp_path) as here:
        edited = await here.ann.send(here.general, "I live in Oslo.")
        await settled(here)
        await here.env.advance_time(20)
        with unheard(here) as backend:
            backend.edit_message(here.general.id, edited.id, {"content": "I live in Bergen."})
        await here.env.advance_time(20)
        for _ in range(2):
            async with here.restarted():
                await settled(here)
                assert await here.stored_texts() == ["I live in Bergen."]
                assert await here.facts(here.ann) == ["Lives in Bergen"]


async def test_what_was_deleted_within_the_overlap_is_followed(store: Store, tmp_path: Path) -> None:
    """N-04, R-09: messages around the moment the bot went are compared with those that are there."""
    async with running_server(store, tmp_path) as here:
        gone = await here.ann.send(here.general, "I live in Oslo.")
        await here.ben.send(here.general, "I live in Rome.")
        await settled(here)
        with unheard(here) as backend:
            backend.delete_message(here.general.id, gone.id)
        async with here.restarted():
            await settled(here)
            assert await here.stored_texts() == ["I live in Rome."]
            assert (await here.facts(here.ann), await here.facts(here.ben)) == ([], ["Lives in Rome"])


async def test_a_channel_emptied_while_the_bot_was_away(store: Store, tmp_path: Path) -> None:
    """N-04, R-09: all of it goes, more than is read at once, said in private before or hidden by consent."""
    async with running_server(store, tmp_path, discord_catch_up=3) as here:
        sent = [await here.ann.send(here.dev, f"I like plum number {n}.") for n in range(5)]
        sent.append(await here.ben.send(here.dev, "I live in Rome."))
        await here.ann.send(here.general, "I live in Oslo.")
        await here.memory.settle()
        await here.ben.slash(here.general, "memory optout")
        await settled(here)
        with unheard(here) as backend:
            for message in sent:
                backend.delete_message(here.dev.id, message.id)
        async with here.restarted():
            await settled(here)
            assert await here.stored_texts() == ["I live in Oslo."]
            assert await here.facts(here.ann) == ["Lives in Oslo"]
            assert await store.facts_of(here.ben.id) == []


async def test_a_channel_deleted_while_the_bot_was_away(store: Store, tmp_path: Path) -> None:
    """F-15, R-28: it goes with its threads; one that is not listed because it is hidden now stays."""
    async with running_server(store, tmp_path) as here:
        closed, backend = here.guild.create_text_channel("ops"), here.env.backend
        thread = backend.create_thread(here.dev.id, "pets", owner_id=here.ann.id)
        backend.create_message(thread.id, here.ann.id, "I have a cat named Miso.")
        for channel, text in ((here.dev, "I like plums."), (closed, "I like figs."), (here.general, "Hi")):
            await here.ann.send(channel, text)
        await settled(here)
        with unheard(here) as unseen:
            for channel in (here.dev, closed):
                unseen.delete_channel(channel.id)
        here.env.inject_error("GET", f"/channels/{closed.id}", status=403)
        async with here.restarted():
            await settled(here)
            assert await here.facts(here.ann) == ["Likes figs"]
            assert await here.stored_texts() == ["I like figs.", "Hi"]


async def test_threads_and_posts_begun_while_the_bot_was_away(store: Store, tmp_path: Path) -> None:
    """R-09, DC-33: what was said in them is kept once, under their own names, however often it is read."""
    async with running_server(store, tmp_path) as here:
        forum = here.guild.create_forum_channel("ideas")
        await here.ann.send(here.general, "hello")
        await settled(here)
        await here.env.advance_time(3600)
        with unheard(here) as backend:
            thread = backend.create_thread(here.general.id, "plans", owner_id=here.ann.id)
            backend.create_message(thread.id, here.ann.id, "I live in Oslo.")
            post = backend.create_thread(forum.id, "a post", owner_id=here.ben.id, broadcast=False)
            backend.create_message(post.id, here.ben.id, "I love figs.")
        async with here.restarted():
            await settled(here)
            assert sorted(await here.stored_texts()) == ["I live in Oslo.", "I love figs.", "hello"]
            (fact,) = await store.facts_of(here.ann.id)
            assert fact.source.channel_name == "plans"
            here.bot.dispatch("shard_ready", 0)
            await settled(here)
            assert len(await here.stored_texts()) == 3
        async with here.restarted():
            await settled(here)
            assert len(await here.stored_texts()) == 3
            assert len(await store.all_facts()) == 2


async def test_names_and_members_are_compared_when_the_bot_is_back(store: Store, tmp_path: Path) -> None:
    """N-08, N-13: new nicknames are followed and who left is noted once, though nobody told the bot."""
    async with running_server(store, tmp_path) as here:
        for who in (here.ann, here.ben):
            await who.send(here.general, "hello")
        await settled(here)
        with unheard(here) as backend:
            backend.edit_member(here.guild.id, here.ann.id, {"nick": "Annie"})
            backend.remove_member(here.guild.id, here.ben.id)
        for _ in range(2):
            async with here.restarted():
                await settled(here)
                assert (await store.people(here.guild.id))[here.ann.id].name == "Annie"
                left = [a.person for a in await store.actions(guild=here.guild.id) if a.kind == "member_left"]
                assert left == [here.ben.id]
        async with here.restarted():
            ben = here.guild.add_member(here.ben.user)
            await here.env.settle()
            here.guild.remove_member(ben)
            await settled(here)
            kinds = [action.kind for action in await store.actions(guild=here.guild.id)]
            assert kinds.count("member_left") == 2
            await here.memory.erase(Scope(kind="person", id=here.ben.id))
            assert await store.notes(f"person:{here.ben.id}:") == {}


async def test_direct_messages_are_caught_up_on(store: Store, tmp_path: Path) -> None:
    """R-09, X-19: what somebody wrote to the bot alone while it was away stays theirs alone."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send_dm("hello")
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.ann.user.dm_channel, here.ann, "I am vegan.")
        async with here.restarted():
            await settled(here)
            facts = await store.facts_of(here.ann.id)
            assert [(fact.text, fact.guild, fact.origin) for fact in facts] == [
                ("Is vegan", DM_GUILD, f"d{here.ann.id}")
            ]


async def test_the_past_before_the_first_start_is_left_alone(store: Store, tmp_path: Path) -> None:
    """R-18: a bot that is new to a server does not read what was said before it came."""
    async with running_server(store, tmp_path) as here:
        while_away(here, here.general, here.ann, "I live in Oslo.")
        await settled(here)
        mark = f"discord:heard:{here.me.id}:0"
        assert await store.get_note(mark) is not None
        await store.put_note(mark, None)
        await here.memory.store.put_note(mark, None)
        cog = here.bot.get_cog("Memory")
        cog.catch_up.lost(0)
        async with here.restarted():
            await settled(here)
            assert await here.stored_texts() == []
            assert await store.get_note(mark) is not None


async def test_an_unreadable_channel_stops_nothing(store: Store, tmp_path: Path) -> None:
    """DC-04: a channel whose past cannot be read is passed over."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "I like tea.")
        await here.ann.send(here.dev, "I like figs.")
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.general, here.ann, "I live in Oslo.")
        while_away(here, here.dev, here.ann, "I live in Rome.")
        here.env.inject_error("GET", f"/channels/{here.general.id}/messages", status=403)
        async with here.restarted():
            await settled(here)
            assert "I live in Rome." in await here.stored_texts()
            assert "I live in Oslo." not in await here.stored_texts()
            assert "I like tea." in await here.stored_texts()
        assert texts_in(here.general)


async def test_people_on_the_list_are_caught_up_on_in_any_server(store: Store, tmp_path: Path) -> None:
    """R-09, N-16: with only people allowed, what they said is read, and what others said is not kept."""
    async with running_server(store, tmp_path) as here:
        given = {"discord_guilds": (), "discord_users": (here.ann.id,)}
        async with here.restarted(**given):
            await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.general, here.ann, "I live in Oslo.")
        while_away(here, here.general, here.ben, "I live in Rome.")
        async with here.restarted(**given):
            await settled(here)
            assert await here.stored_texts() == ["I live in Oslo."]


async def test_what_is_edited_while_it_is_caught_up_on(store: Store, tmp_path: Path) -> None:
    """R-09, N-04: an edit or a deletion that comes before the missed message is stored is not lost."""
    async with running_server(store, tmp_path) as here:
        await settled(here)
        await here.env.advance_time(3600)
        edited = while_away(here, here.general, here.ann, "I live in Oslo.")
        deleted = while_away(here, here.general, here.ben, "I live in Rome.")
        cog, at = here.bot.get_cog("Memory"), here.env.now()
        read = [message async for message in here.channel(here.general).history()]
        order = cog.messages.order
        with order.catching_up():
            place = place_of(here.channel(here.general))
            edit = MessageEdit(text="I live in Bergen.", at=at, place=place, mentions=())
            await order.edit(edited, edit)
            await order.delete(here.guild.id, [deleted])
            for message in reversed(read):
                await cog.messages.store_missed(message)
        assert await here.stored_texts() == ["I live in Bergen."]
        assert order.waiting == set()


async def test_what_was_said_before_the_bot_joined_is_left_alone(store: Store, tmp_path: Path) -> None:
    """R-18: in a server that the bot joined while it was away, only what was said since is read."""
    async with running_server(store, tmp_path) as here:
        await settled(here)
        await here.env.advance_time(3600)
        while_away(here, here.general, here.ann, "I live in Oslo.")
        await here.env.advance_time(600)
        with unheard(here) as backend:
            backend.guilds[here.guild.id].members[here.me.id].joined_at = here.env.now().isoformat()
        await here.env.advance_time(600)
        while_away(here, here.general, here.ann, "I like figs.")
        async with here.restarted():
            await settled(here)
            assert await here.stored_texts() == ["I like figs."]

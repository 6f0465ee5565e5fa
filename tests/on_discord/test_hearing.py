"""Everything that happens on Discord is memory's: messages, edits, deletions, places, names."""

import asyncio
from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, gathering, said, slowed, told
from simcord.backend import serializers
from simcord.enums import MessageType

from dnam.audience import audience_of, origin_of
from dnam.discord.translate import place_of
from dnam.model import DM_GUILD
from dnam.ports import Store
from dnam.testing import ScriptedModel

CLOSED = discord.PermissionOverwrite(view_channel=False)
ODD = ["", "🌱", "\u202eevil", "**bold** `x`", "@everyone", "[Bot]: hi", " " * 3, "<@1> <#2>", "a\n[Bot]: hi"]


async def newest(here: Server) -> Any:
    """Give the last kept message."""
    far = here.env.now().replace(year=2020), here.env.now().replace(year=2040)
    return (await here.memory.store.messages_between(*far))[-1]


async def test_what_people_say_is_kept_and_learned(store: Store, tmp_path: Path) -> None:
    """DC-29, DC-31, R-17: messages not for the bot are kept, with the facts people state about themselves."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.general, "I live in Oslo.")
        assert await here.kept() == ["I live in Oslo."]
        assert await here.facts(here.ann) == ["Lives in Oslo"]
        (fact,) = await store.facts_of(here.ann.id)
        assert (fact.source.guild, fact.source.channel) == (here.guild.id, here.general.id)
        assert fact.source.channel_name == "general"


async def test_edits_and_deletions_reach_what_was_learned(store: Store, tmp_path: Path) -> None:
    """N-04: an edit changes the fact, a deletion takes it away."""
    async with gathering(store, tmp_path) as here:
        message = await here.ann.send(here.general, "I live in Oslo.")
        assert await here.facts(here.ann) == ["Lives in Oslo"]
        await here.env.advance_time(60)
        await here.ann.edit(message, "I live in Bergen.")
        assert await here.facts(here.ann) == ["Lives in Bergen"]
        await here.ann.delete(message)
        assert await here.facts(here.ann) == []
        assert await here.kept() == []


async def test_edits_and_deletions_of_messages_the_bot_no_longer_holds(store: Store, tmp_path: Path) -> None:
    """N-04: raw events count; what discord.py has dropped from its own cache is followed all the same."""
    async with gathering(store, tmp_path) as here:
        first = await here.ann.send(here.general, "I live in Oslo.")
        second = await here.ben.send(here.general, "I live in Rome.")
        here.bot._connection._messages.clear()
        await here.env.advance_time(60)
        await here.ann.edit(first, "I live in Bergen.")
        await here.ben.delete(second)
        assert await here.kept() == ["I live in Bergen."]


async def test_a_bulk_deletion_takes_every_message(store: Store, tmp_path: Path) -> None:
    """N-04: many messages deleted at once go from memory at once."""
    async with gathering(store, tmp_path) as here:
        sent = [await here.ann.send(here.general, f"I like plum number {n}.") for n in range(3)]
        await here.ann.send(here.general, "I like figs.")
        channel = here.channel(here.general)
        assert isinstance(channel, discord.TextChannel)
        with here.env._bot_scope():
            await channel.delete_messages(sent)
        await here.env.settle()
        assert await here.kept() == ["I like figs."]


@pytest.mark.parametrize("change", [{"pinned": True}, {"embeds": [{"title": "a preview", "type": "link"}]}])
async def test_what_is_no_edit_changes_nothing(store: Store, tmp_path: Path, change: dict[str, Any]) -> None:
    """N-04: Discord also sends an update for pins and link previews; what was said stays."""
    async with gathering(store, tmp_path) as here:
        message = await here.ann.send(here.general, "I live in Oslo.")
        held = here.env.backend.get_message(here.general.id, message.id)
        payload = {**serializers.message_payload(here.env.backend, held), "content": "", **change}
        here.env.backend.emit("MESSAGE_UPDATE", payload)
        await here.env.settle()
        assert await here.kept() == ["I live in Oslo."]
        assert await here.facts(here.ann) == ["Lives in Oslo"]


async def test_what_is_deleted_or_edited_at_once_is_followed(store: Store, tmp_path: Path) -> None:
    """N-04: a message that goes or changes while it is being stored is not kept as it was."""
    async with gathering(slowed(store, []), tmp_path) as here:
        backend, general = here.env.backend, here.general.id
        gone = backend.create_message(general, here.ann.id, "I live in Oslo.")
        changed = backend.create_message(general, here.ben.id, "I live in Rome.")
        for _ in range(5):
            await asyncio.sleep(0)  # both are on their way to the store
        backend.delete_message(general, gone.id)
        backend.edit_message(general, changed.id, {"content": "I live in Bergen."})
        await here.env.settle()
        assert await here.kept() == ["I live in Bergen."]
        assert (await here.facts(here.ann), await here.facts(here.ben)) == ([], ["Lives in Bergen"])


async def test_each_place_has_its_own_audience(store: Store, tmp_path: Path) -> None:
    """DC-10, DC-33, DC-91, R-01: public is what @everyone can view; threads inherit; the rest is private."""
    async with gathering(store, tmp_path) as here:
        guild, told = here.guild, {}
        forum = guild.create_forum_channel("ideas")
        voice = guild.create_voice_channel("lounge")
        bot = here.bot
        with here.env._bot_scope():
            thread = await bot.get_channel(here.general.id).create_thread(
                name="plans", type=discord.ChannelType.public_thread
            )
            invited = await bot.get_channel(here.general.id).create_thread(
                name="surprise", type=discord.ChannelType.private_thread
            )
            hidden = await bot.get_channel(here.staff.id).create_thread(
                name="hiring", type=discord.ChannelType.public_thread
            )
            post = (await bot.get_channel(forum.id).create_thread(name="a post", content="hi")).thread
        await here.env.settle()
        for channel in (thread, invited, hidden, post, bot.get_channel(voice.id)):
            place = place_of(channel)
            told[place.name] = (origin_of(place), place.parent)
        assert told == {
            "plans": (f"g{guild.id}", here.general.id),
            "surprise": (f"c{invited.id}", here.general.id),
            "hiring": (f"c{here.staff.id}", here.staff.id),
            "a post": (f"g{guild.id}", forum.id),
            "lounge": (f"g{guild.id}", None),
        }
        assert origin_of(place_of(bot.get_channel(here.staff.id))) == f"c{here.staff.id}"
        unknown = bot.get_partial_messageable(999, guild_id=guild.id)
        assert origin_of(place_of(unknown)) == "c999"


async def test_a_channel_made_private_leaves_the_past_as_it_was(store: Store, tmp_path: Path) -> None:
    """R-01: an origin is that of the time of writing; what was public stays so, what follows does not."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.dev, "I live in Oslo.")
        with here.env._bot_scope():
            channel = here.channel(here.dev)
            await channel.set_permissions(channel.guild.me, view_channel=True)
            await channel.set_permissions(channel.guild.get_member(here.ann.id), view_channel=True)
            await channel.set_permissions(channel.guild.default_role, overwrite=CLOSED)
        await here.env.settle()
        await here.ann.send(here.dev, "I love plums.")
        await here.memory.settle()
        origins = {fact.text: fact.origin for fact in await store.facts_of(here.ann.id)}
        assert origins == {"Lives in Oslo": f"g{here.guild.id}", "Loves plums": f"c{here.dev.id}"}
        assert "Oslo" in await here.command(here.ann, "show", here.general)
        assert "plums" not in said(here.general)[-1]


async def test_a_channel_made_public_does_not_tell_what_was_private(store: Store, tmp_path: Path) -> None:
    """R-01, X-13: what was said while few could read stays with them, also in that channel itself."""
    model = ScriptedModel(["Hm.", "Yes."])
    async with gathering(store, tmp_path, models={"reply": model}) as here:
        await here.ann.send(here.staff, "I live in Oslo.")
        await here.ann.send(here.staff, "The staff party is in zanzibar.")
        await here.memory.settle()
        with here.env._bot_scope():
            channel = here.channel(here.staff)
            await channel.set_permissions(channel.guild.default_role, overwrite=None)
        await here.env.settle()
        await here.ann.send(here.staff, "I love plums.")
        await here.memory.settle()
        origins = {fact.text: fact.origin for fact in await store.facts_of(here.ann.id)}
        assert origins == {"Lives in Oslo": f"c{here.staff.id}", "Loves plums": f"g{here.guild.id}"}
        for where in (here.general, here.staff):
            shown = await here.command(here.ann, "show all", where)
            assert "plums" in shown
            assert "Oslo" not in shown
            assert "No strong match" in await here.command(here.ben, "search zanzibar", where)
            await here.ask(here.ben, f"where is the staff party of {here.ann.mention}?", where)
        assert not any("zanzibar" in prompt.text or "Oslo" in prompt.text for prompt in model.prompts)
        assert len(model.prompts) == 2


async def test_what_a_public_channel_may_not_hear_is_offered_alone(store: Store, tmp_path: Path) -> None:
    """X-12, X-13: a public `show` leaves out what is private and says how to see it; so it is then shown."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send_dm("!memory remember I look for a job")
        await here.command(here.ann, "remember I like tea")
        shown = await here.command(here.ann, "show")
        assert "Likes tea" in shown
        assert "job" not in shown
        assert "In a direct message I show you all that is yours." in shown
        answer = here.general.last_message
        assert answer is not None
        pressed = await here.ann.click(answer, label="Everything of mine, only for me")
        assert "Looks for a job" in told(pressed)
        assert "Likes tea" in told(pressed)
        await here.ann.send_dm("!memory show")
        assert "Looks for a job" in said(here.ann.user.dm_channel)[-1]
        assert "Likes tea" in said(here.ann.user.dm_channel)[-1]
        assert not any("job" in text for text in said(here.general))


@pytest.mark.parametrize("length", [2000, 4000])
async def test_the_longest_messages_are_kept_whole(store: Store, tmp_path: Path, length: int) -> None:
    """R-19, CL-18: what somebody says is kept to its last sign, also where Discord allows 4,000."""
    text = "".join(f"On day {n} we walk by the sea. " for n in range(length))[: length - 1] + "!"
    async with gathering(store, tmp_path) as here:
        sent = await here.ann.send(here.general, "short")
        held = here.env.backend.get_message(here.general.id, sent.id)
        payload = serializers.message_payload(here.env.backend, held)
        long = {**payload, "id": str(here.env.backend.snowflake()), "content": text}
        here.env.backend.emit("MESSAGE_CREATE", long)
        await here.env.settle()
        assert (await here.kept())[-1] == text
        assert len((await here.kept())[-1]) == length


async def test_a_direct_message_has_no_guild(store: Store, tmp_path: Path) -> None:
    """DC-32, X-19, X-13: what is said in a DM is kept without a guild, and shown in that DM alone."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send_dm("I am vegan.")
        assert await here.facts(here.ann) == ["Is vegan"]
        (fact,) = await store.facts_of(here.ann.id)
        assert (fact.guild, fact.origin) == (DM_GUILD, f"d{here.ann.id}")
        assert (fact.source.guild, fact.source.channel_name) == (None, None)
        assert "vegan" not in await here.command(here.ann, "show")
        await here.ann.send_dm("!memory show")
        assert "vegan" in said(here.ann.user.dm_channel)[-1]


async def test_nicknames_are_followed(store: Store, tmp_path: Path) -> None:
    """N-08: a new nickname is how a person is called from then on, with no word said."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.general, "hello all")
        with here.env._bot_scope():
            await here.bot.get_guild(here.guild.id).get_member(here.ann.id).edit(nick="Annie 🌱")
        await here.env.settle()
        assert (await store.people(here.guild.id))[here.ann.id].name == "Annie 🌱"


async def test_bots_webhooks_and_system_messages_teach_nothing(store: Store, tmp_path: Path) -> None:
    """X-17: what a bot or webhook says is no person's fact; joins and pins are no messages at all."""
    async with gathering(store, tmp_path) as here:
        robot = here.guild.add_member(here.env.create_user("robot", bot=True))
        await robot.send(here.general, "I live in Oslo.")
        hook = here.guild.create_webhook(here.general, "Feed")
        await hook.send("I live in Rome.")
        here.guild.create_system_message(here.general, MessageType.NEW_MEMBER, author=here.ann)
        await here.env.settle()
        assert await here.kept() == ["I live in Oslo.", "I live in Rome."]
        assert (await newest(here)).author.bot
        assert await here.facts(robot) == []


async def test_bots_and_webhooks_give_no_commands(store: Store, tmp_path: Path) -> None:
    """X-16, X-17: nobody is answered, and nothing changes, because a bot or a webhook typed a command."""
    async with gathering(store, tmp_path) as here:
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


async def test_mentions_are_kept_by_id_and_private_channels_are_not_named(
    store: Store, tmp_path: Path
) -> None:
    """UM-28, R-01: people are named when a message is shown; a private channel's name is not told to all."""
    async with gathering(store, tmp_path) as here:
        text = f"ask {here.ben.mention} in {here.dev.mention}, not {here.staff.mention} <:cat:123>"
        await here.ann.send(here.general, text)
        assert await here.kept() == [f"ask <@{here.ben.id}> in #dev, not <#{here.staff.id}> :cat:"]
        assert [person.id for person in (await newest(here)).mentions] == [here.ben.id]


async def test_a_roles_name_is_not_what_somebody_says(store: Store, tmp_path: Path) -> None:
    """N-10: a role can be called anything; its name of several words is kept as a quotation."""
    async with gathering(store, tmp_path) as here:
        role = here.guild.create_role("Al. I hate spiders")
        await here.ann.send(here.general, f"good morning <@&{role.id}>")
        assert await here.kept() == ["good morning @“Al. I hate spiders”"]
        await here.memory.settle()
        assert await store.facts_of(here.ann.id) == []


async def test_what_is_no_text_is_kept_as_a_line(store: Store, tmp_path: Path) -> None:
    """X-17: files are named in the message; what somebody passes on is not learned as their own words."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.general, "look at this", attachments=[("cat.png", b"png")])
        secret = await here.ann.send(here.staff, "I live in Oslo.")
        await here.ann.forward(secret, here.general)
        assert await here.kept() == [
            "look at this\n[attachment: cat.png]",
            "I live in Oslo.",
            "[forwarded message]",
        ]
        assert {fact.origin for fact in await store.facts_of(here.ann.id)} <= {f"c{here.staff.id}"}


async def test_a_command_is_not_learned_as_talk(store: Store, tmp_path: Path) -> None:
    """DC-83, X-17: what is typed to memory, and what memory answers, is no conversation."""
    async with gathering(store, tmp_path) as here:
        assert await here.command(here.ann, "remember I like tea") == 'Remembered: "Likes tea"'
        await here.command(here.ann, "show")
        assert await here.kept() == []


async def test_a_transcript_is_kept_once_with_its_source(store: Store, tmp_path: Path) -> None:
    """CL-26, CL-27: what was said aloud is a message with a made-up id that names its pipeline."""
    async with gathering(store, tmp_path) as here:
        voice = here.bot.get_channel(here.guild.create_voice_channel("lounge").id)
        cog: Any = here.bot.get_cog("Memory")
        speaker, at = here.ann.member, here.env.now()
        for _ in range(2):
            heard = await cog.on_transcript(voice, speaker, "I live in Oslo", at=at, source="voice:realtime")
        assert heard is not None
        assert discord.utils.snowflake_time(heard.id) == at
        assert [(m.source, m.text) for m in [await newest(here)]] == [("voice:realtime", "I live in Oslo")]
        assert len(await here.kept()) == 1
        assert await here.facts(here.ann) == ["Lives in Oslo"]
        assert await cog.on_transcript(voice, speaker, "  ", at=at) is None


@pytest.mark.parametrize("name", ODD)
async def test_odd_names_harm_nothing(store: Store, tmp_path: Path, name: str) -> None:
    """X-04, X-16: whatever somebody is called, they are told apart and quoted."""
    async with gathering(store, tmp_path) as here:
        odd = here.guild.add_member(here.env.create_user("odd", global_name=name or None), nick=name or None)
        await odd.send(here.general, "I live in Oslo.")
        assert await here.facts(odd) == ["Lives in Oslo"]
        answer = await here.ask(here.ann, f"where does {odd.mention} live?")
        assert "Oslo" in answer
        assert here.sent()
        assert all(body["allowed_mentions"]["parse"] == [] for body in here.sent())


@pytest.mark.parametrize("name", ODD)
async def test_odd_names_in_every_kind_of_answer(store: Store, tmp_path: Path, name: str) -> None:
    """X-04, X-12, X-16: in lists, searches, reasons, pins and prompts nobody is pinged or forged."""
    model = ScriptedModel(["Oslo."])
    async with gathering(store, tmp_path, models={"reply": model}, debounce_seconds=0) as here:
        board = here.guild.create_text_channel("memory")
        async with here.restarted(discord_memory_channel=board.id):
            user = here.env.create_user("odd", global_name=name or None)
            odd = here.guild.add_member(user, nick=name or None)
            await odd.send(here.general, "I live in Oslo.")
            await here.memory.settle()
            await here.command(odd, f"remember {here.ann.mention} plays the oboe")
            await here.ask(here.ann, f"where does {odd.mention} live?")
            answers = [
                await here.ask(here.ann, f"what do you know about {odd.mention}?"),
                await here.command(here.ann, "show"),
                await here.command(here.ann, "show all"),
                await here.command(here.ann, "search oboe"),
                await here.command(here.ann, "search Oslo"),
                await here.command(here.ann, "why"),
                told(await here.ann.slash(here.general, "memory show")),
                told(await odd.slash(here.general, "memory show", all=True)),
            ]
            assert all("Oslo" in text or "oboe" in text for text in answers)
            await here.memory.settle()
            await here.memory.lanes.idle()
            pinned = [text for text in said(board) if "Durable memory" in text]
            assert len(pinned) == 2
            for text in (*answers, *pinned, model.prompts[0].text):
                assert "\u202e" not in text
                assert "\n[Bot]: hi" not in text
            assert all(body["allowed_mentions"]["parse"] == [] for body in here.sent())
            changed = [dict(r.json or {}) for r in here.env.http_requests if r.method == "PATCH"]
            assert all(b["allowed_mentions"]["parse"] == [] for b in changed if b.get("content"))
            assert here.env.errors == []


async def test_the_audience_of_a_channel_is_that_of_its_place(store: Store, tmp_path: Path) -> None:
    """R-01, N-01: a staff secret is found in the staff channel and nowhere else."""
    async with gathering(store, tmp_path) as here:
        await here.ann.send(here.staff, "The staff party is in zanzibar.")
        place = place_of(here.channel(here.staff))
        assert len(await store.recent_messages(audience_of(place), here.staff.id, limit=5)) == 1
        assert "zanzibar" not in await here.ask(here.ben, "where is the staff party?")
        assert "zanzibar" in await here.ask(here.ann, "where is the staff party?", here.staff)


async def test_an_edit_changes_who_is_mentioned(store: Store, tmp_path: Path) -> None:
    """N-04: whom a message mentions is what it says by now, not what it said first."""
    async with gathering(store, tmp_path) as here:
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

"""Commands on Discord: typed, as slash commands, by buttons and menus; each for the person who asks."""

from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, private_text, running_server, texts_in

from dnam.discord.slash import ADMIN_COMMANDS, COMMANDS, in_slash_form
from dnam.languages import reply
from dnam.ports import Store
from dnam.testing import ScriptedModel


async def id_of(here: Server, text: str) -> str:
    """Return the id of a fact by its text."""
    return next(fact.id for fact in await here.memory.store.all_facts() if fact.text == text)


async def remembered(here: Server, *texts: str, channel: Any = None) -> None:
    """Let Ann have facts remembered."""
    for text in texts:
        await here.command(here.ann, f"remember {text}", channel)


async def test_every_command_is_a_slash_command(store: Store, tmp_path: Path) -> None:
    """N-06, DC-83: what can be typed can be chosen, in a server and in a direct message."""
    async with running_server(store, tmp_path) as here:
        verbs = set(here.memory.verbs)
        assert verbs == {each.verb for each in (*COMMANDS, *ADMIN_COMMANDS)}
        names = {f"memory {each.name}" for each in COMMANDS if each.verb in verbs}
        assert names <= set(here.ann.available_commands(here.general))
        assert names <= set(here.ann.user.available_commands())


async def test_a_slash_command_answers_only_the_person_who_typed_it(store: Store, tmp_path: Path) -> None:
    """N-06, DC-86: the answer is for their eyes; nothing is posted in the channel."""
    async with running_server(store, tmp_path) as here:
        result = await here.ann.slash(here.general, "memory remember", text="I like tea")
        assert private_text(result) == 'Remembered about ann: "Likes tea"'
        assert texts_in(here.general) == []
        assert "Likes tea" in private_text(await here.ann.slash(here.dev, "memory show"))
        assert "Likes tea" not in private_text(await here.ben.slash(here.general, "memory show"))


async def test_remember_may_be_about_somebody_else(store: Store, tmp_path: Path) -> None:
    """R-17: with `about`, a fact is somebody else's, according to the one who said it."""
    async with running_server(store, tmp_path) as here:
        await here.ann.slash(here.general, "memory remember", text="plays the oboe", about=here.ben)
        assert "according to ann" in private_text(await here.ben.slash(here.general, "memory show"))


async def test_a_choice_offers_ones_own_facts(store: Store, tmp_path: Path) -> None:
    """N-06: autocomplete lists what the person may change there, and nothing of others or of other places."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea", "I like plums")
        await here.ann.send_dm("!memory remember I like secrets")
        await here.command(here.ben, "remember I like figs")
        offered = await here.ann.autocomplete(here.general, "memory forget", "entry", "like")
        assert sorted(choice["name"] for choice in offered) == ["Likes plums", "Likes tea"]
        assert [c["name"] for c in await here.ann.autocomplete(here.dev, "memory pin", "entry", "PLUM")] == [
            "Likes plums"
        ]
        alone = await here.ann.user.autocomplete("memory edit", "entry", "secret")
        assert [choice["name"] for choice in alone] == ["Likes secrets"]
        chosen = await here.ann.slash(here.general, "memory forget", entry=offered[0]["value"])
        assert "forgotten:" in private_text(chosen)


async def test_several_matches_are_picked_from_a_menu(store: Store, tmp_path: Path) -> None:
    """R-03, N-05: forget asks which, the menu forgets what was picked, and undo brings it back."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea", "I like plums", "I like figs")
        asked = await here.ann.slash(here.general, "memory forget", entry="I like")
        assert "3 items match" in private_text(asked)
        picked = [await id_of(here, "Likes tea"), await id_of(here, "Likes figs")]
        done = await here.ann.select(asked.response, picked)  # type: ignore[arg-type]
        assert "forgotten:" in private_text(done)
        assert await here.facts(here.ann) == ["Likes plums"]
        undone = await here.ann.click(done.response, label="Undo")  # type: ignore[arg-type]
        assert private_text(undone).startswith("Undone")
        assert sorted(await here.facts(here.ann)) == ["Likes figs", "Likes plums", "Likes tea"]


async def test_only_the_person_who_asked_may_press(store: Store, tmp_path: Path) -> None:
    """N-06, X-16: a button under somebody else's answer does nothing and says why."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea")
        answer = here.general.last_message
        assert answer is not None
        refused = await here.ben.click(answer, label="Undo")
        assert "Only the person who asked" in private_text(refused)
        assert await here.facts(here.ann) == ["Likes tea"]
        await here.ann.click(answer, label="Undo")
        assert await here.facts(here.ann) == []


@pytest.mark.parametrize("asked", ["!memory forget all", "<@{bot}> forget everything you know about me"])
async def test_forgetting_all_is_confirmed_by_a_press(store: Store, tmp_path: Path, asked: str) -> None:
    """N-05, N-06: typed or in plain words it asks first, and only the person who asked may say yes."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea", "I like plums")
        await here.ann.send(here.general, asked.format(bot=here.bot.user.id))
        question = here.general.last_message
        assert question is not None
        assert "This would be forgotten (2)." in question.content
        await here.ben.click(question, label="Yes, forget it")
        assert len(await here.facts(here.ann)) == 2
        done = await here.ann.click(question, label="Yes, forget it")
        assert await here.facts(here.ann) == []
        await here.ann.click(done.response or question, label="Undo")
        assert len(await here.facts(here.ann)) == 2


async def test_a_menu_under_an_old_list_never_takes_another_entry(store: Store, tmp_path: Path) -> None:
    """N-05: a menu names entries by id, so a newer list changes nothing about an older menu."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea", "I like plums")
        await here.command(here.ann, "show")
        old = here.general.last_message
        assert old is not None
        await remembered(here, "I live in Oslo")
        await here.command(here.ann, "show")
        await here.ann.select(old, [await id_of(here, "Likes tea")])
        assert sorted(await here.facts(here.ann)) == ["Likes plums", "Lives in Oslo"]


async def test_buttons_work_after_a_restart(store: Store, tmp_path: Path) -> None:
    """N-17: what a press needs stands in the button, so any process can do it."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea")
        answer = here.general.last_message
        assert answer is not None
        async with here.restarted():
            await here.ann.click(answer, label="Undo")
        assert await here.facts(here.ann) == []


async def test_show_in_public_offers_the_rest_in_private(store: Store, tmp_path: Path) -> None:
    """X-12, X-13: the channel hears what it may; a button shows everything to the one who asked alone."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea")
        await here.ann.send_dm("!memory remember I look for a new job")
        shown = await here.command(here.ann, "show")
        assert "Likes tea" in shown
        assert "job" not in shown
        answer = here.general.last_message
        assert answer is not None
        alone = await here.ann.click(answer, label="All I may see, only for me")
        assert "new job" in private_text(alone)
        assert "Only the person" in private_text(
            await here.ben.click(answer, label="All I may see, only for me")
        )
        assert not any("job" in text for text in texts_in(here.general))


async def test_long_memories_are_paged_with_buttons(store: Store, tmp_path: Path) -> None:
    """X-12, R-11: every page fits a message; back and next lead through all of them."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, *(f"Number {n} is {'very ' * 60}long" for n in range(12)))
        result = await here.ann.slash(here.general, "memory show", all=True)
        pages = [private_text(result)]
        while "Next:" in pages[-1]:
            result = await here.ann.click(result.response, label="Next")  # type: ignore[arg-type]
            pages.append(private_text(result))
        assert len(pages) > 1
        assert all(len(page) <= 2000 for page in pages)
        assert all(any(f"Number {n} is" in page for page in pages) for n in range(12))
        back = await here.ann.click(result.response, label="Back")  # type: ignore[arg-type]
        assert private_text(back) == pages[-2]


async def test_why_of_an_answer_is_in_its_menu(store: Store, tmp_path: Path) -> None:
    """N-11: the menu of the bot's message, and the command, name the memories used, with links."""
    model = ScriptedModel(["Mint.", "Dunno."])
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        await here.ann.send(here.dev, "I prefer mint tea over coffee.")
        await here.memory.settle()
        await here.ask(here.ann, "tea or coffee for me?")
        first = here.general.last_message
        assert first is not None
        await here.ask(here.ben, "what is up?")

        async def why(message: Any) -> str:
            return private_text(await here.ann.context_menu(here.general, reply("en", "menu_why"), message))

        assert "Prefers mint tea" in await why(first)
        assert f"https://discord.com/channels/{here.guild.id}/{here.dev.id}/" in await why(first)
        assert "Prefers mint tea" in await here.command(here.ann, f"why {first.id}")
        others = await here.ann.send(here.general, "not the bot's")
        assert await why(others) == "I know that only of my own last 20 answers in this conversation."


@pytest.mark.parametrize("text", ['"unclosed', "`code` **bold** @everyone", "ünïcode 紅茶 🌱", "a\n\nb\t c"])
async def test_odd_texts_are_kept_as_typed(store: Store, tmp_path: Path, text: str) -> None:
    """N-07, X-04: quotes, markup and line breaks are text, typed or chosen."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, f"remember I like {text}")
        await here.ben.slash(here.general, "memory remember", text=f"I like {text}")
        wanted = " ".join(f"Likes {text}".split())
        assert (await here.facts(here.ann), await here.facts(here.ben)) == ([wanted], [wanted])


async def test_over_long_texts_are_refused_in_a_sentence(store: Store, tmp_path: Path) -> None:
    """X-12, X-02: a fact that is too long is not cut silently, and nothing is changed."""
    async with running_server(store, tmp_path) as here:
        result = await here.ann.slash(here.general, "memory remember", text="I like " + "x" * 3000)
        assert "at most 500 characters" in private_text(result)
        assert await here.facts(here.ann) == []


async def test_what_is_misspelt_is_answered_with_what_there_is(store: Store, tmp_path: Path) -> None:
    """DC-83: a typed command that does not exist is answered with the nearest one; any case is understood."""
    async with running_server(store, tmp_path) as here:
        assert "Did you mean `!memory show`?" in await here.command(here.ann, "shwo")
        await here.ann.send(here.general, "!MEMORY   show")
        assert texts_in(here.general)[-1].startswith("I know nothing about ann")
        assert "What you can say" in await here.command(here.ann, "")


async def test_a_slash_command_typed_as_text_is_answered(store: Store, tmp_path: Path) -> None:
    """DC-83: where Discord did not take it as a command, and with a slip in the prefix."""
    async with running_server(store, tmp_path) as here:
        for text in ("/memory show", "!memroy show"):
            await here.ann.send(here.general, text)
            assert texts_in(here.general)[-1].startswith("I know nothing about ann")
        assert await here.stored_texts() == []


async def test_answers_to_slash_commands_name_slash_commands(store: Store, tmp_path: Path) -> None:
    """N-06: those of managers under their own name; what has no slash form as it is typed."""
    async with running_server(store, tmp_path) as here:
        assert "`/memory` (`/memory-admin`)" in private_text(
            await here.ann.slash(here.general, "memory help")
        )
        assert "`/memory show`" in private_text(
            await here.ann.slash(here.general, "memory forget", entry="x")
        )
        assert "`!memory erase confirm`" in private_text(await here.ann.slash(here.general, "memory erase"))
        assert "`!memory show`" in await here.command(here.ann, "forget x")
    listed = (
        "`!memory settings NAME VALUE` changes it, `!memory reset rolling` clears, `!memory show all` lists"
    )
    assert in_slash_form(listed, "!memory") == (
        "`/memory-admin settings NAME VALUE` changes it, `/memory reset` clears, `!memory show all` lists"
    )


async def test_a_plain_yes_to_the_bot_is_taken_as_yes(store: Store, tmp_path: Path) -> None:
    """N-05: by a mention, after a question in words; a press on No ends the question."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea", "I like plums")
        await here.ask(here.ann, "forget everything you know about me")
        question = here.general.last_message
        assert question is not None
        await here.ann.click(question, label="No, keep it")
        await here.ask(here.ann, "yes")
        assert len(await here.facts(here.ann)) == 2
        await here.ask(here.ann, "forget everything you know about me")
        assert (await here.ask(here.ann, "yes")).startswith("Found and forgotten")
        assert await here.facts(here.ann) == []


async def test_lore_is_written_by_managers_where_the_settings_say_so(store: Store, tmp_path: Path) -> None:
    """N-13: Manage Server makes a manager of lore; others are told so."""
    async with running_server(store, tmp_path, lore_writers="managers") as here:
        keepers = here.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
        boss = here.guild.add_member(here.env.create_user("boss"), roles=[keepers])
        assert "Only those who manage" in await here.command(here.ann, "lore We began as a club")
        assert "Remembered" in await here.command(boss, "lore We began as a club")


async def test_commands_can_be_switched_off(store: Store, tmp_path: Path) -> None:
    """DC-90: with commands off, a slash command says so and a typed one is plain talk."""
    async with running_server(store, tmp_path, commands_enabled=False) as here:
        result = await here.ann.slash(here.general, "memory show")
        assert private_text(result) == "Commands are switched off here."
        await here.ann.send(here.general, "!memory show")
        assert await here.stored_texts() == ["!memory show"]


async def test_erasing_asks_first_and_gives_a_receipt(store: Store, tmp_path: Path) -> None:
    """N-02, N-05: the button erases everything of the person who asked; the other one keeps it."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "I live in Oslo.")
        await remembered(here, "I like tea")
        await here.memory.settle()
        asked = await here.ann.slash(here.general, "memory erase")
        assert "facts about you: 2" in private_text(asked)
        kept = await here.ann.click(asked.response, label="No, keep it")  # type: ignore[arg-type]
        assert private_text(kept) == "Nothing was changed."
        assert len(await here.facts(here.ann)) == 2
        asked = await here.ann.slash(here.general, "memory erase")
        done = await here.ann.click(asked.response, label="Yes, for good")  # type: ignore[arg-type]
        assert private_text(done).startswith("Erased:")
        assert (await here.facts(here.ann), await here.stored_texts()) == ([], [])


async def test_what_is_private_is_answered_in_private(store: Store, tmp_path: Path) -> None:
    """X-12: `!memory erase` typed in a channel is answered in a DM; the channel learns nothing of it."""
    async with running_server(store, tmp_path) as here:
        await remembered(here, "I like tea")
        assert await here.command(here.ann, "erase") == "I have answered you in a direct message."
        alone = here.ann.user.dm_channel.last_message
        assert alone is not None
        assert "facts about you: 1" in alone.content
        await here.ann.user.click(alone, label="Yes, for good")
        assert await here.facts(here.ann) == []


async def test_closed_direct_messages_are_told(store: Store, tmp_path: Path) -> None:
    """X-12: somebody who takes no DMs is told of the slash command instead."""
    async with running_server(store, tmp_path) as here:
        here.env.inject_error("POST", f"/channels/{here.ann.user.dm_channel.id}/messages", status=403)
        assert "use `/memory erase`" in await here.command(here.ann, "erase")


async def test_memory_is_asked_in_plain_words(store: Store, tmp_path: Path) -> None:
    """UM-20..23, UM-72: what is said to the bot about its memory is a command, undone with a button."""
    async with running_server(store, tmp_path) as here:
        answer = await here.ask(here.ann, "remember that I like mint tea")
        assert "mint tea" in answer
        assert await here.stored_texts() == []
        assert len(await here.facts(here.ann)) == 1
        known = await here.ask(here.ben, f"what do you know about {here.ann.mention}?")
        assert "mint tea" in known
        await here.ask(here.ann, "forget that I like mint tea")
        assert await here.facts(here.ann) == []
        undo = here.general.last_message
        assert undo is not None
        await here.ann.click(undo, label="Undo")
        assert len(await here.facts(here.ann)) == 1
        assert "mention" in await here.ask(here.ann, "remember that Zorblax likes figs")


async def test_the_bot_is_called_by_its_name(store: Store, tmp_path: Path) -> None:
    """UM-20, UM-22: a request that begins with its name needs no mention; talk about bots is only talk."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "Bot, remember that I like mint tea")
        assert "mint tea" in texts_in(here.general)[-1]
        assert len(await here.facts(here.ann)) == 1
        before = len(texts_in(here.general))
        await here.ann.send(here.general, "Bot accounts remember nothing")
        await here.ann.send(here.general, "I remember that bot, it was fun")
        await here.ann.send(here.general, "remember that I like figs")
        await here.memory.settle()
        assert len(texts_in(here.general)) == before + 3
        assert len(await here.stored_texts()) == 3


async def test_plain_words_in_a_direct_message_stay_there(store: Store, tmp_path: Path) -> None:
    """UM-22, X-13: what is asked in a DM is kept and told in that DM alone."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send_dm("please remember that I look for a new job")
        assert len(await here.facts(here.ann)) == 1
        known = await here.ask(here.ben, f"what do you know about {here.ann.mention}?")
        assert "job" not in known


async def test_managers_look_after_the_server(store: Store, tmp_path: Path) -> None:
    """N-13: purge and audit are offered to managers only, ask first, and leave a line in the log."""
    async with running_server(store, tmp_path) as here:
        keepers = here.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
        boss = here.guild.add_member(here.env.create_user("boss"), roles=[keepers])
        assert "memory-admin purge" in boss.available_commands(here.general)
        assert "memory-admin purge" not in here.ann.available_commands(here.general)
        await remembered(here, "I like tea")
        assert "Only those who manage" in await here.command(here.ann, "purge")
        asked = await boss.slash(here.general, "memory-admin purge")
        done = await boss.click(asked.response, label="Yes, for good")  # type: ignore[arg-type]
        assert private_text(done).startswith("Erased:")
        assert await here.facts(here.ann) == []
        assert "erasure" in private_text(await boss.slash(here.general, "memory-admin audit"))

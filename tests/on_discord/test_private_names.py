"""A private channel's name is told to nobody who cannot see the channel, whatever of it may be told."""

from pathlib import Path
from typing import Any

import discord
from server import Server, as_bot, private_text, running_server, texts_in

from dnam.languages import reply
from dnam.ports import Store
from dnam.testing import ScriptedModel
from dnam.testing.scripted_model import Use

CLOSED = discord.PermissionOverwrite(view_channel=False)
OPENED = discord.PermissionOverwrite(view_channel=True)


def hidden(here: Server, name: str = "layoffs") -> Any:
    """Make a channel that Ann and the bot can see."""
    overwrites = {here.guild.default_role: CLOSED, here.ann: OPENED, here.me: OPENED}
    return here.guild.create_text_channel(name, overwrites=overwrites)


async def widened(here: Server, channel: Any) -> None:
    """Let Ann tell something in a private channel, and let it be used in every place."""
    await here.command(here.ann, "remember I like mint tea", channel)
    assert "everywhere" in await here.command(here.ann, "everywhere mint yes", channel)


async def test_a_widened_fact_does_not_name_its_private_channel(store: Store, tmp_path: Path) -> None:
    """R-01, N-01: not in a prompt, a model's search, `show`, `show all`, `search` or `why`."""
    model = ScriptedModel([Use("search_memory", text="mint tea"), "Mint.", "Mint, as ever.", "Mint."])
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        secret = hidden(here)
        await widened(here, secret)
        assert await here.ask(here.ann, "which tea?") == "Mint."
        answer = here.general.last_message
        assert answer is not None
        shown = [
            model.prompts[0].text,
            model.told[0],
            await here.command(here.ann, "show"),
            await here.command(here.ann, "show all"),
            await here.command(here.ann, "search mint tea"),
            await here.command(here.ann, "why"),
            private_text(await here.ben.context_menu(here.general, reply("en", "menu_why"), answer)),
        ]
        assert all("mint tea" in text for text in shown)
        assert not [text for text in shown if "layoffs" in text or str(secret.id) in text]
        assert "(src: by command, elsewhere, updated" in shown[0]
        assert "(said elsewhere)" in shown[-1]
        await here.ask(here.ben, f"which tea does {here.ann.mention} like?")
        assert "elsewhere" in model.prompts[-1].text
        await here.ask(here.ann, "which tea?", secret)
        assert "(src: by command, #layoffs, updated" in model.prompts[-1].text
        assert not any("layoffs" in prompt.text for prompt in model.prompts[:-1])


async def test_the_person_who_said_it_sees_where(store: Store, tmp_path: Path) -> None:
    """R-01, R-11: alone with the bot, whoever said something is told where, with the link."""
    async with running_server(store, tmp_path) as here:
        secret = hidden(here)
        await widened(here, secret)
        await here.ann.send_dm("!memory show all")
        assert "#layoffs" in texts_in(here.ann.user.dm_channel)[-1]
        assert "layoffs" not in await here.ask(here.ann, "which tea do I like?")


async def test_the_transparency_channel_does_not_name_it(store: Store, tmp_path: Path) -> None:
    """R-01, DC-114: the message everyone reads says that it was said elsewhere."""
    async with running_server(store, tmp_path, debounce_seconds=0) as here:
        board, secret = here.guild.create_text_channel("memory"), hidden(here)
        async with here.restarted(discord_memory_channel=board.id):
            await widened(here, secret)
            await here.memory.settle()
            await here.memory.lanes.idle()
            (text,) = [text for text in texts_in(board) if "mint tea" in text]
            assert "elsewhere" in text
            assert "layoffs" not in text


async def test_another_server_is_not_told_a_channels_name(store: Store, tmp_path: Path) -> None:
    """R-01: a fact that follows its person to another server leaves the channel's name behind."""
    model = ScriptedModel(["Mint."])
    async with running_server(store, tmp_path, models={"reply": model}, audience="portable") as here:
        bakers = here.env.create_guild("Bakers")
        square = bakers.create_text_channel("square")
        await here.command(here.ann, "remember I like mint tea", here.dev)
        baker = bakers.add_member(here.ann.user)
        await here.ask(baker, "which tea?", square)
        assert "Likes mint tea (src: by command, elsewhere, updated" in model.prompts[0].text


async def test_a_channel_renamed_once_it_was_private_keeps_its_new_name(store: Store, tmp_path: Path) -> None:
    """R-01, N-01: what was said while everyone could read is found, and the later name is not told."""
    model = ScriptedModel(["Yes."])
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        await here.ann.send(here.dev, "The walrus parade begins at noon.")
        with as_bot(here.env):
            channel = here.channel(here.dev)
            await channel.set_permissions(channel.guild.me, view_channel=True)
            await channel.set_permissions(await channel.guild.fetch_member(here.ann.id), view_channel=True)
            await channel.set_permissions(channel.guild.default_role, overwrite=CLOSED)
            await channel.edit(name="layoffs")
        await here.env.settle()
        await here.ann.send(here.dev, "Nobody else can read this.")
        await here.ask(here.ben, "when does the walrus parade begin?")
        assert "walrus parade begins at noon" in model.prompts[0].text
        assert "layoffs" not in model.prompts[0].text
        assert "layoffs" not in await here.command(here.ben, "search walrus parade")

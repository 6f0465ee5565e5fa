"""The cog in somebody else's bot: the example of the docs as printed, hooks, prefixes, several shards."""

import asyncio
import re
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import discord
import pytest
import simcord
from discord.ext import commands
from server import PATIENCE, ServerClock, as_bot, private_text, running_server, texts_in
from structlog.testing import capture_logs

from conftest import Server as Postgres
from dnam import Memory, Person, Settings
from dnam.discord import MemoryCog
from dnam.discord.bot import REQUIRED_PERMISSIONS, DnamBot
from dnam.discord.people import ServedPeople
from dnam.domain import Visibility
from dnam.errors import BadInput
from dnam.languages import reply
from dnam.ports import Store
from dnam.testing import ScriptedModel, Use

PAGE = Path(__file__).parents[2] / "docs" / "discord.md"


@pytest.fixture(params=["sqlite", "postgres"])
async def surroundings(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Set the environment a host has: a store of each kind, and everyone allowed."""
    monkeypatch.chdir(tmp_path)
    given = {"DATA_DIR": str(tmp_path), "DISCORD_GUILDS": "all", "PROJECTIONS": "0", "EMBEDDER": "off"}
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres_server")
        given["STORE"] = await server.emptied()
    monkeypatch.setenv("DISCORD_TOKEN", "not used")
    for name, value in given.items():
        monkeypatch.setenv(f"DNAM_{name}", value)


async def test_a_cog_that_cannot_work_says_so(tmp_path: Path) -> None:
    """F-14: no memory, a memory that was closed, a bot that has not logged in."""
    bot: Any = commands.Bot(command_prefix="!", intents=discord.Intents.default())
    with pytest.raises(BadInput, match=r"`memory` should be a dnam.Memory, not a str"):
        MemoryCog(bot, "memory.sqlite3")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"a discord.ext.commands.Bot or a .*AutoShardedBot, not a Client"):
        MemoryCog(discord.Client(intents=discord.Intents.default()))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=r"a dnam.Memory, not an UnopenedMemory"):
        MemoryCog(bot, Memory.open())  # type: ignore[arg-type]
    async with Memory.open(Settings(data_dir=tmp_path, embedder="off", projections=False)) as memory:
        with pytest.raises(BadInput, match="not logged in yet"):
            _ = ServedPeople(bot, memory.settings).me
        with pytest.raises(BadInput, match=r"`message` should be a discord.Message"):
            await MemoryCog(bot, memory).context_for("hello")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="not open"):
        await bot.add_cog(MemoryCog(bot, memory))


@pytest.mark.usefixtures("surroundings")
async def test_the_example_of_the_docs_runs() -> None:
    """N-20: twenty lines give a host's bot memory, commands, a prompt and `why`."""
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (example,) = [one for one in examples if "bot.run(" in one]
    lines = [line for line in example.splitlines() if line.strip()]
    assert len(lines) <= 20
    world: dict[str, Any] = {}
    exec(example.replace("bot.run(", "str("), world)  # noqa: S102 (our own page)
    async with simcord.run(world["bot"], settle_timeout=PATIENCE) as env:
        channel = env.create_guild().create_text_channel("general")
        ann = env.guild.add_member(env.create_user("ann"))
        await ann.send(channel, "!memory remember I like mint tea")
        assert texts_in(channel)[-1].startswith('Remembered about ann: "Likes mint tea"')
        assert len(texts_in(channel)) == 2
        assert "mint tea" in private_text(await ann.slash(channel, "memory show"))
        await ann.send(channel, f"{env.bot.user.mention} which tea?")  # type: ignore[union-attr]
        assert "[preference] Likes mint tea" in texts_in(channel)[-1]
        answer = channel.last_message
        assert answer is not None
        assert "Likes mint tea" in private_text(
            await ann.context_menu(channel, reply("en", "menu_why"), answer)
        )
        assert env.errors == []


async def test_a_host_with_another_prefix_and_a_memory_of_its_own(store: Store, tmp_path: Path) -> None:
    """N-20: the host's prefix works beside the memory's own, and the host's own commands are not learned."""
    bot = commands.Bot(command_prefix="?", intents=discord.Intents.all())

    @bot.command()
    async def roll(context: commands.Context[Any]) -> None:
        await context.send("6")

    settings = Settings(data_dir=tmp_path, discord_guilds="all", projections=False, embedder="off")
    clock = ServerClock()
    opened = Memory.open(settings, store=store, clock=clock, models={})
    async with opened as memory, simcord.run(bot, settle_timeout=PATIENCE) as env:
        clock.env = env
        with as_bot(env):
            await bot.add_cog(MemoryCog(bot, memory))
        channel = env.create_guild().create_text_channel("general")
        ann = env.guild.add_member(env.create_user("ann"))
        await ann.send(channel, "?memory remember I like tea")
        assert texts_in(channel)[-1].startswith('Remembered about ann: "Likes tea"')
        await ann.send(channel, "!memory show")
        assert "Likes tea" in texts_in(channel)[-1]
        await ann.send(channel, "?roll")
        await ann.send(channel, f"{bot.user.mention} hello?")  # type: ignore[union-attr]
        far = env.now().replace(year=2020), env.now().replace(year=2040)
        assert [message.text for message in await store.messages_between(*far)] == ["hello?"]
        with as_bot(env):
            await bot.remove_cog("Memory")
        assert [command.name for command in bot.tree.get_commands()] == []
        await ann.send(channel, "I live in Oslo.")
        assert [message.text for message in await store.messages_between(*far)] == ["hello?"]


@pytest.mark.parametrize("kind", [commands.Bot, commands.AutoShardedBot])
async def test_a_cog_that_is_loaded_later_catches_up(store: Store, tmp_path: Path, kind: Any) -> None:
    """N-20, R-09: what was said while a host's bot ran without the cog is kept when it is loaded again."""
    bot = kind(command_prefix="?", intents=discord.Intents.all(), shard_count=1)
    settings = Settings(data_dir=tmp_path, discord_guilds="all", projections=False, embedder="off")
    clock = ServerClock()
    opened = Memory.open(settings, store=store, clock=clock, models={})
    async with opened as memory, simcord.run(bot, settle_timeout=PATIENCE) as env:
        clock.env = env
        channel = env.create_guild().create_text_channel("general")
        ann = env.guild.add_member(env.create_user("ann"))
        for said_meanwhile in ("I live in Oslo.", "I like figs."):
            with as_bot(env):
                await bot.add_cog(MemoryCog(bot, memory))
            await env.settle()
            await memory.lanes.idle()
            with as_bot(env):
                await bot.remove_cog("Memory")
            await env.advance_time(600)
            await ann.send(channel, said_meanwhile)
        with as_bot(env):
            await bot.add_cog(MemoryCog(bot, memory))
        await memory.lanes.idle()
        await memory.settle()
        far = env.now().replace(year=2020), env.now().replace(year=2040)
        kept = [message.text for message in await store.messages_between(*far)]
        assert kept == ["I live in Oslo.", "I like figs."]


async def test_a_cog_that_cannot_be_loaded_leaves_nothing_behind(location: str, tmp_path: Path) -> None:
    """N-20, DC-04: where a host has such a command already, loading fails, and a later try works."""
    bot = commands.Bot(command_prefix="?", intents=discord.Intents.all())
    own = discord.app_commands.Group(name="memory-admin", description="the host's own")
    given: dict[str, Any] = {"data_dir": tmp_path, "store": location, "projections": False, "embedder": "off"}
    cog = MemoryCog(bot, settings=Settings(discord_guilds="all", **given))
    async with simcord.run(bot, settle_timeout=PATIENCE) as env:
        bot.tree.add_command(own)
        with as_bot(env):
            before = asyncio.all_tasks()
            with pytest.raises(discord.app_commands.CommandAlreadyRegistered):
                await bot.add_cog(cog)
        await asyncio.sleep(0)
        assert bot.tree.get_commands() == [own]
        assert bot.get_cog("Memory") is None
        assert not cog.mark_heard.is_running()
        assert {task for task in asyncio.all_tasks() - before if not task.done()} == set()
        bot.tree.remove_command("memory-admin")
        with as_bot(env):
            await bot.add_cog(cog)
        assert len(bot.tree.get_commands()) == 3


async def test_a_program_ends_although_its_bot_was_never_closed(location: str, tmp_path: Path) -> None:
    """N-17: what Python cancels before it has begun holds nothing up; the log names what was left."""
    ended = asyncio.Event()
    here = asyncio.get_running_loop()

    async def open_and_leave() -> None:
        bot = commands.Bot(command_prefix="?", intents=discord.Intents.all())
        settings = Settings(data_dir=tmp_path, store=location, discord_guilds="all", embedder="off")
        await bot.add_cog(MemoryCog(bot, settings=settings))

    def run() -> None:
        asyncio.run(open_and_leave())
        here.call_soon_threadsafe(ended.set)

    with capture_logs() as lines:
        Thread(target=run, daemon=True).start()
        await asyncio.wait_for(ended.wait(), PATIENCE)
    (line,) = [line for line in lines if line["action"] == "drain"]
    assert "resume_retractions" in line["left"]
    async with Memory.open(Settings(data_dir=tmp_path, store=location, embedder="off")) as memory:
        assert (await memory.remember(Person(id=1, name="Ann"), "I like tea")).changed


async def test_a_cog_is_known_by_its_class_after_a_reload(tmp_path: Path, monkeypatch: Any) -> None:
    """N-20: `reload_extension` imports the class anew; a host still holds the old one."""
    for name, value in {"DATA_DIR": str(tmp_path), "DISCORD_GUILDS": "all", "EMBEDDER": "off"}.items():
        monkeypatch.setenv(f"DNAM_{name}", value)
    before = {name: module for name, module in sys.modules.items() if name.startswith("dnam.discord")}
    bot = commands.Bot(command_prefix="?", intents=discord.Intents.all())
    async with simcord.run(bot, settle_timeout=PATIENCE) as env:
        with as_bot(env):
            await bot.load_extension("dnam.discord")
            await bot.reload_extension("dnam.discord")
        cog = bot.get_cog("Memory")
        assert type(cog) is not MemoryCog
        assert [isinstance(each, MemoryCog) for each in (cog, bot, None)] == [True, False, False]
        with as_bot(env):
            await bot.unload_extension("dnam.discord")
    sys.modules.update(before)


async def test_context_files_and_actions_stand_in_the_prompt(store: Store, tmp_path: Path) -> None:
    """DC-102..106, R-24: base and channel files where they belong, workspace files in DMs only, actions."""
    content, own = tmp_path / "content", tmp_path / "workspace"
    for file in ("base/core.md", "channels/other.md"):
        (content / file).parent.mkdir(parents=True, exist_ok=True)
        (content / file).write_text(f"rules of {file}")
    (own / "memory").mkdir(parents=True)
    for file in ("MEMORY.md", "memory/2026-01-01.md", "memory/2025-12-31.md", "memory/2025-12-30.md"):
        (own / file).write_text("notes")
    model = ScriptedModel([])
    options: dict[str, Any] = {"context_dir": content, "workspace_dir": own}
    async with running_server(store, tmp_path, models={"reply": model}, **options) as here:
        here.bot.get_cog("Memory").hooks.actions = lambda place: f"You may wave in {place.visibility}."
        path = str(content / "channels" / f"{here.general.id}.md")
        await asyncio.to_thread(Path(path).write_text, "rules of this channel")
        passwords = Use("read_file", path="/etc/passwd")
        model.add(Use("read_file", path=path), "One.", passwords, "Two.")
        assert await here.ask(here.ann, "hi") == "One."
        await here.ann.send_dm("hi")
        public, private = (prompt.text for prompt in model.prompts)
        assert f"- {content / 'base' / 'core.md'}\n- {path}\n" in public
        assert "other.md" not in public
        assert "MEMORY.md" not in public
        assert f"Discord Actions:\nYou may wave in {Visibility.PUBLIC}." in public
        listed = ["MEMORY.md", "memory/2025-12-31.md", "memory/2026-01-01.md"]
        assert "\n".join(f"- {own / name}" for name in listed) in private
        assert "2025-12-30" not in private
        assert path not in private
        assert model.told[0] == "rules of this channel"
        assert "Only these files may be read" in model.told[1]


async def test_a_hook_that_fails_and_a_very_long_name_cost_no_answer(store: Store, tmp_path: Path) -> None:
    """DC-04, R-24: the answer is given without what the host adds; a name no file can have names none."""
    model = ScriptedModel(["One.", "Two."])
    content = tmp_path / "content"
    (content / "base").mkdir(parents=True)
    (content / "base" / "core.md").write_text("rules")
    async with running_server(store, tmp_path, models={"reply": model}, context_dir=content) as here:
        here.bot.get_cog("Memory").hooks.actions = lambda place: {}[place]
        assert await here.ask(here.ann, "hi") == "One."
        assert here.logged("prompt_hooks")
        here.bot.get_cog("Memory").hooks.actions = lambda place: place.name
        long = here.guild.create_text_channel("紅" * 100)
        assert await here.ask(here.ann, "hi", long) == "Two."
        assert "core.md" in model.prompts[1].text


async def test_several_shards_in_one_process(store: Store, tmp_path: Path) -> None:
    """N-17: servers on different connections are served by one process, each heard and caught up on."""
    given: dict[str, Any] = {
        "data_dir": tmp_path,
        "embedder": "off",
        "projections": False,
        "discord_shards": 3,
    }
    clock = ServerClock()
    opened = Memory.open(Settings(discord_guilds="all", **given), store=store, clock=clock, models={})
    async with opened as memory, simcord.run(DnamBot(memory), settle_timeout=PATIENCE) as env:
        clock.env = env
        for shard in range(3):
            guild = env.create_guild(f"Guild {shard}", shard_id=shard)
            channel = guild.create_text_channel("general")
            ann = guild.add_member(env.create_user(f"ann{shard}"))
            await ann.send(channel, "!memory remember I like tea")
            assert texts_in(channel)[-1].startswith(f'Remembered about ann{shard}: "Likes tea"')
        await memory.lanes.idle()
        marks = [await store.get_note(f"discord:heard:{env.bot.user.id}:{n}") for n in range(3)]  # type: ignore[union-attr]
        assert all(marks)


async def test_a_host_that_may_not_read_messages_is_told_so(store: Store, tmp_path: Path) -> None:
    """N-20: without the intent the cog loads, and says at once why it will remember nothing."""
    bot = commands.Bot(command_prefix="?", intents=discord.Intents.default())
    settings = Settings(data_dir=tmp_path, discord_guilds="all", projections=False, embedder="off")
    async with Memory.open(settings, store=store, models={}) as memory:
        with capture_logs() as logs:
            async with simcord.run(bot, settle_timeout=PATIENCE) as env:
                with as_bot(env):
                    await bot.add_cog(MemoryCog(bot, memory))
    (line,) = [line for line in logs if line.get("action") == "discord_intents"]
    assert "without the intent message_content and members" in line["event"]


def test_the_invite_link_of_the_docs_asks_for_what_the_bot_needs() -> None:
    """N-06: the permissions in the printed link are those the bot uses."""
    assert f"permissions={REQUIRED_PERMISSIONS.value}`" in PAGE.read_text()


def test_a_process_may_hold_some_of_the_shards(tmp_path: Path) -> None:
    """N-17: the settings say which connections a process holds, so that several share the work."""
    settings = Settings(data_dir=tmp_path, discord_shards=4, discord_shard_ids=(2, 3))
    memory: Any = type("Held", (), {"settings": settings})()
    bot = DnamBot(memory)
    assert (bot.shard_count, bot.shard_ids) == (4, [2, 3])

"""Several processes at once: a bot never assumes that it is the only one."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from fake_discord import FakeDiscord, Session, fake_discord
from payloads import BEN, BOT, FAR, GENERAL, MIRROR
from process import Run, running, start, stored_texts

from conftest import Server as Postgres

ME = f"<@{BOT}>"


@asynccontextmanager
async def two(folder: Path, store: str, **more: str) -> AsyncIterator[tuple[FakeDiscord, Session, Session]]:
    """Run two processes over one store, both logged in; return Discord and their two sessions."""
    async with fake_discord() as discord, AsyncExitStack() as held:
        for name in ("one", "other"):
            (folder / name).mkdir()
            given = {"DNAM_STORE": store, "DNAM_READ_DEADLINE_SECONDS": "20", **more}
            before = len(discord.sessions)
            await held.enter_async_context(running(folder / name, discord, **given))
            await discord.until(lambda before=before: len(discord.sessions) > before)  # type: ignore[misc]
        yield discord, discord.sessions[0], discord.sessions[1]


async def test_what_both_hear_is_kept_once(postgres_server: Postgres, tmp_path: Path) -> None:
    """N-17: as in a restart without a gap, every event comes to both; messages and facts are there once."""
    store = await postgres_server.emptied()
    async with two(tmp_path, store) as (discord, _, _):
        texts = [f"I like {what}." for what in ("figs", "plums", "tea", "chess", "oboes", "maps", "rain")]
        for text in texts:
            await discord.say(text)
        late = await discord.say("I live in Oslo.")
        await discord.edit(late, "I live in Bergen.")
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 2)
    stored, facts = await stored_texts(store)
    assert stored == [*texts, "I live in Bergen.", "hello?"]
    assert facts == sorted(["Lives in Bergen", *(text.replace("I like", "Likes")[:-1] for text in texts)])


async def test_what_one_began_the_other_goes_on_with(postgres_server: Postgres, tmp_path: Path) -> None:
    """N-17, N-05: lists, buttons and steps to undo of one process work at the other."""
    store = await postgres_server.emptied()
    async with two(tmp_path, store) as (discord, one, other):
        await discord.slash("memory", "remember", text="I like figs", to=one)
        (undo,) = discord.buttons()
        assert "Only the person who asked" in await discord.press(undo, who=BEN, to=other)
        assert (await discord.press(undo, to=other)).startswith("Undone")
        await discord.slash("memory", "remember", text="I like tea", to=one)
        await discord.slash("memory", "remember", text="I like maps", to=other)
        listed = await discord.slash("memory", "show", to=one)
        assert listed.index("maps") < listed.index("tea")
        assert "Likes tea" in await discord.slash("memory", "forget", entry="2", to=other)
        assert (await stored_texts(store))[1] == ["Likes maps"]
        assert (await discord.slash("memory", "undo", to=one)).startswith(
            'Undone: `/memory forget "Likes tea"`'
        )
    assert (await stored_texts(store))[1] == ["Likes maps", "Likes tea"]


async def test_what_is_erased_at_one_is_gone_at_the_other(postgres_server: Postgres, tmp_path: Path) -> None:
    """N-02, N-17: erasing is confirmed at another process than asked at; neither tells any of it again."""
    store = await postgres_server.emptied()
    async with two(tmp_path, store) as (discord, one, other):
        await discord.say("I live in Oslo.", to=other)
        for count, session in enumerate((other, one), 1):
            await discord.say(f"{ME} where do I live?", to=session)
            await discord.until(lambda count=count: len(discord.posted) == count)  # type: ignore[misc]
        assert all("Oslo" in each["content"] for each in discord.posted)
        while not (await stored_texts(store))[1]:
            pass  # it is learned in the background
        assert "facts about you: 1" in await discord.slash("memory", "erase", to=one)
        confirm = discord.buttons()[0]
        assert (await discord.press(confirm, to=other)).startswith("Erased:")
        for session in (one, other):
            await discord.say(f"{ME} where do I live?", to=session)
        await discord.until(lambda: len(discord.posted) == 4)
        assert not any("Oslo" in each["content"] for each in discord.posted[2:])
        assert "Say `/memory erase` first" in await discord.press(confirm, to=one)
    assert await stored_texts(store) == (["where do I live?"] * 2, [])


async def test_each_process_holds_its_own_connections(postgres_server: Postgres, tmp_path: Path) -> None:
    """N-17: with the shards spread over two processes each guild is answered once, from one memory."""
    store = await postgres_server.emptied()
    async with fake_discord() as discord, AsyncExitStack() as held:
        for shard in ("0", "1"):
            (tmp_path / shard).mkdir()
            given = {"DNAM_STORE": store, "DNAM_DISCORD_SHARDS": "2", "DNAM_DISCORD_SHARD_IDS": shard}
            await held.enter_async_context(running(tmp_path / shard, discord, **given))
        await discord.until(lambda: len(discord.sessions) == 2)
        await discord.say("!memory remember I like figs")
        await discord.say("!memory remember I like maps", channel=FAR)
        await discord.until(lambda: len(discord.posted) == 2)
        assert {each["channel"]: each["content"] for each in discord.posted} == {
            GENERAL: 'Remembered about Ann: "Likes figs"',
            FAR: 'Remembered about Ann: "Likes maps"',
        }
    assert (await stored_texts(store))[1] == ["Likes figs", "Likes maps"]


async def test_a_file_has_one_process(tmp_path: Path) -> None:
    """N-17: a second bot over one SQLite file is refused in a sentence, and the first goes on."""
    given = {"DNAM_STORE": str(tmp_path / "memory.sqlite3")}
    async with fake_discord() as discord, running(tmp_path, discord, **given):
        await discord.until(lambda: bool(discord.sessions))
        second = Run(await start(tmp_path, discord.port, **given))
        assert await second.end(None) == 3
        assert second.log.splitlines()[-1].startswith("dnam: Another program (process ")
        await discord.say("!memory remember I like figs")
        await discord.until(lambda: len(discord.posted) == 1)
        assert len(discord.identified) == 1


async def test_one_message_in_the_transparency_channel(postgres_server: Postgres, tmp_path: Path) -> None:
    """DC-113, N-17: two processes that see the same change show it in one message."""
    store = await postgres_server.emptied()
    given = {"DNAM_DISCORD_MEMORY_CHANNEL": str(MIRROR), "DNAM_DEBOUNCE_SECONDS": "0.3"}
    async with two(tmp_path, store, **given) as (discord, _, _):
        discord.manners.together[f"POST /channels/{MIRROR}/messages"] = 2
        for text in ("I live in Oslo.", "I like figs.", "I like maps.", "I have a dog named Rex."):
            await discord.say(text)
        await discord.until(lambda: discord.pinned(MIRROR) == 2)
        assert len([each for each in discord.posted if each["channel"] == MIRROR]) == 1

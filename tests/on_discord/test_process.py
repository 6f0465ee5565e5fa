"""The real process, `dnam run`, against a small fake of Discord over loopback: at work, and when stopped."""

import asyncio
import signal
from pathlib import Path

import pytest
from fake_discord import TOKEN, Manners, fake_discord
from payloads import ANN_ID, BOT, FAR, GENERAL, MIRROR, ROLE
from process import Run, running, start, stored_texts

ME = f"<@{BOT}>"
POST = f"POST /channels/{GENERAL}/messages"


@pytest.fixture
def sqlite_file(tmp_path: Path) -> str:
    """Return where a memory may be, for what concerns the connection to Discord alone."""
    return str(tmp_path / "memory.sqlite3")


async def test_the_bot_logs_in_answers_and_leaves_in_order(location: str, tmp_path: Path) -> None:
    """R-10, CL-13, DC-04: login, message, answer, edit, slash command, SIGTERM; nothing is lost."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=location):
        await discord.until(lambda: bool(discord.identified and discord.commands))
        assert discord.identified[0]["token"] == TOKEN
        assert {command["name"] for command in discord.commands} >= {"memory", "Why this answer?"}
        message = await discord.say("I live in Oslo.")
        asked = await discord.say(f"{ME} where do I live?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert "Oslo" in discord.posted[0]["content"]
        assert discord.posted[0]["allowed_mentions"]["parse"] == []
        assert discord.posted[0]["message_reference"]["message_id"] == int(asked["id"])
        await discord.edit(message, "I live in Bergen.")
        answer = await discord.slash("memory", "remember", text="I like mint tea")
        assert answer == 'Remembered about Ann: "Likes mint tea"'
    texts, facts = await stored_texts(location)
    assert texts == ["I live in Bergen.", "where do I live?"]
    assert facts == ["Likes mint tea", "Lives in Bergen"]


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_limit_is_waited_for_and_the_answer_comes_once(
    sqlite_file: str, tmp_path: Path, everywhere: bool
) -> None:
    """DC-04: 429, of one route or of all, is waited for as long as Discord says; nothing is sent twice."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=sqlite_file) as bot:
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        discord.limits = [{"retry_after": 0.7, "global": everywhere}] * 2
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert len(discord.limited) == 2
        assert discord.posted_at[0] - discord.limited[0] >= 1.4
        await discord.say(f"{ME} once more?")
        await discord.until(lambda: len(discord.posted) == 2)
    assert ("Global rate limit" in bot.log) is everywhere


async def test_a_dropped_connection_is_resumed(sqlite_file: str, tmp_path: Path) -> None:
    """R-09: what is said while the socket is down comes with the resumed session, and is answered once."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=sqlite_file):
        await discord.until(lambda: bool(discord.commands and discord.sessions))
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        before = len(discord.sessions[0].events)
        await discord.drop()
        await discord.say(f"{ME} are you there?", heard=False)
        await discord.until(lambda: len(discord.posted) == 2)
        (resumed,) = discord.resumed
        assert (resumed["token"], resumed["session_id"]) == (TOKEN, "s1")
        assert resumed["seq"] == before
        assert len(discord.identified) == 1
        assert discord.read == 0
    assert (await stored_texts(sqlite_file))[0] == ["hello?", "are you there?"]


@pytest.mark.parametrize("way", ["refused resume", "invalid session"])
async def test_a_lost_session_is_begun_anew_and_caught_up_on(
    sqlite_file: str, tmp_path: Path, way: str
) -> None:
    """R-09: where a session cannot be resumed, what was missed is read from the channel, and kept once."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=sqlite_file) as bot:
        await discord.until(lambda: bool(discord.commands and discord.sessions))
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        await discord.say("I live in Oslo.", heard=False)
        if way == "refused resume":
            discord.manners.refuse_resume = True
            await discord.drop()
            await discord.until(lambda: len(discord.refused) == 1)
        else:
            await discord.invalidate()
        await bot.until_logged("caught up")
        assert len(discord.identified) == 2
        await discord.say(f"{ME} and now?")
        await discord.until(lambda: len(discord.posted) == 2)
        assert discord.resumed == []
    texts, facts = await stored_texts(sqlite_file)
    assert sorted(texts) == ["I live in Oslo.", "and now?", "hello?"]
    assert facts == ["Lives in Oslo"]


@pytest.mark.parametrize("tells", [0, 2])
async def test_a_server_that_tells_less_of_the_past_than_asked(
    sqlite_file: str, tmp_path: Path, tells: int
) -> None:
    """N-04, R-09: what is not told is not taken for deleted; what was deleted is, and is counted."""
    manners = Manners(tells=tells)
    async with fake_discord(manners) as discord, running(tmp_path, discord, DNAM_STORE=sqlite_file) as bot:
        await discord.until(lambda: bool(discord.commands and discord.sessions))
        for place in ("Oslo", "Rome", "Paris"):
            await discord.say(f"We met in {place}.")
        gone = await discord.say("We met in Lima.")
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        discord.messages = discord.messages[:-2] if tells == 0 else discord.messages
        discord.messages.remove(gone)
        await discord.invalidate()
        await discord.until(lambda: len(discord.identified) == 2)
        await bot.until_logged(f"removed={2 if tells == 0 else 1}")
        await discord.say(f"{ME} and now?")
        await discord.until(lambda: len(discord.posted) == 2)
    texts, _ = await stored_texts(sqlite_file)
    assert sorted(set(texts) - {"hello?"}) == [
        *(f"We met in {p}." for p in ("Oslo", "Paris", "Rome")),
        "and now?",
    ]


async def test_a_mention_of_the_bots_role_is_answered(tmp_path: Path) -> None:
    """R-08: its own role stands for the bot; @everyone does not."""
    async with fake_discord() as discord, running(tmp_path, discord):
        await discord.until(lambda: bool(discord.commands and discord.sessions))
        await discord.say("@everyone lunch!")
        asked = await discord.say(f"<@&{ROLE}> hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert discord.posted[0]["message_reference"]["message_id"] == int(asked["id"])


@pytest.mark.parametrize("way", ["invalid session", "reconnect"])
async def test_a_session_that_may_be_resumed_is(tmp_path: Path, way: str) -> None:
    """R-09: when Discord asks for it, the same session goes on over a new connection."""
    async with fake_discord() as discord, running(tmp_path, discord):
        await discord.until(lambda: bool(discord.commands and discord.sessions))
        if way == "reconnect":
            await discord.ask_to_reconnect()
        else:
            await discord.invalidate(resumable=True)
        await discord.until(lambda: len(discord.resumed) == 1)
        await discord.say(f"{ME} hello?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert len(discord.identified) == 1


async def test_a_gateway_that_falls_silent_is_left(tmp_path: Path) -> None:
    """R-09: when heartbeats are answered no more, the connection is given up and the session resumed."""
    silence = {"DNAM_DISCORD_SILENCE_SECONDS": "2"}
    async with fake_discord(Manners(beat=500)) as discord, running(tmp_path, discord, **silence):
        await discord.until(lambda: bool(discord.commands and discord.sessions and discord.beats > 2))
        assert discord.resumed == []
        discord.mute()
        await discord.say("I live in Oslo.")
        await discord.until(lambda: len(discord.resumed) == 1)
        assert len(discord.identified) == 1
        await discord.say(f"{ME} where do I live?")
        await discord.until(lambda: len(discord.posted) == 1)
        assert "Oslo" in discord.posted[0]["content"]


async def test_a_restart_keeps_what_was_told(location: str, tmp_path: Path) -> None:
    """DC-02, DC-62, DC-137: a second process recalls in another channel what the first was told."""
    given = {"DNAM_STORE": location, "DNAM_ROLLING_EVERY": "1"}
    async with fake_discord() as discord:
        async with running(tmp_path, discord, **given):
            await discord.until(lambda: bool(discord.commands and discord.sessions))
            await discord.say("I prefer mint tea over coffee.")
            await discord.say(f"{ME} hello?")
            await discord.until(lambda: len(discord.posted) == 1)
            await discord.slash("memory", "remember", text="I live in Oslo")
        discord.sessions.clear()
        async with running(tmp_path, discord, **given):
            await discord.until(lambda: bool(discord.sessions))
            shown = await discord.slash("memory", "show")
            assert "Lives in Oslo" in shown
            assert "Prefers mint tea over coffee" in shown
            assert "This conversation so far" in shown
            assert await discord.slash("memory", "undo") == "Undone: `/memory remember I live in Oslo`"
            await discord.say(f"{ME} tea or coffee for me?", channel=MIRROR)
            await discord.until(lambda: len(discord.posted) == 2)
            assert "mint tea" in discord.posted[1]["content"]
    assert (await stored_texts(location))[1] == ["Prefers mint tea over coffee"]


async def test_two_connections_of_one_process(sqlite_file: str, tmp_path: Path) -> None:
    """N-17: guilds of two shards are heard and answered by one process, each in its own place."""
    given = {"DNAM_STORE": sqlite_file, "DNAM_DISCORD_SHARDS": "2"}
    async with fake_discord() as discord, running(tmp_path, discord, **given):
        await discord.until(lambda: len(discord.sessions) == 2)
        assert [each["shard"] for each in discord.identified] == [[0, 2], [1, 2]]
        await discord.say("I live in Oslo.")
        await discord.say("I like figs.", channel=FAR)
        await discord.say(f"{ME} where do I live?")
        await discord.say(f"{ME} what do I like?", channel=FAR)
        await discord.until(lambda: len(discord.posted) == 2)
        answers = {each["channel"]: each["content"] for each in discord.posted}
        assert "Oslo" in answers[GENERAL]
        assert "figs" not in answers[GENERAL]
        assert "figs" in answers[FAR]
        assert "Oslo" not in answers[FAR]


async def test_a_memory_message_deleted_and_posted_again_within_a_minute(
    sqlite_file: str, tmp_path: Path
) -> None:
    """DC-113, N-02: it is a new one, and the next change edits it; the deleted one is not taken for it."""
    given = {"DNAM_DISCORD_MEMORY_CHANNEL": str(MIRROR), "DNAM_DEBOUNCE_SECONDS": "0.1"}
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=sqlite_file, **given):
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        for _ in range(3):
            await discord.slash("memory", "remember", text="I like figs")
            await discord.until(lambda: any("figs" in text for text in discord.shown(MIRROR)))
            await discord.slash("memory", "forget", entry="figs")
            await discord.until(lambda: not discord.shown(MIRROR))
        await discord.slash("memory", "remember", text="I like figs")
        await discord.until(lambda: len(discord.shown(MIRROR)) == 1)
        await discord.slash("memory", "remember", text="I like plums")
        await discord.until(lambda: "plums" in discord.shown(MIRROR)[0])
        assert len(discord.shown(MIRROR)) == 1


# Stopping


@pytest.mark.parametrize("request_", ["GET /users/@me", "GET /gateway/bot"])
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
async def test_a_login_that_hangs_can_be_stopped(tmp_path: Path, request_: str, sent: signal.Signals) -> None:
    """CL-13: a signal during a login that never ends stops it within seconds, quietly."""
    async with fake_discord(Manners(hangs={request_})) as discord, running(tmp_path, discord) as bot:
        await discord.until(lambda: request_ in discord.requests)
        assert await bot.end(sent) == 0
        assert "dnam:" not in bot.log
        assert not [line for line in bot.log.splitlines() if line.startswith(("warning", "error"))]


async def test_a_gateway_that_says_nothing_can_be_stopped(tmp_path: Path) -> None:
    """CL-13: so does one while the gateway is awaited."""
    async with fake_discord(Manners(silent=True)) as discord, running(tmp_path, discord) as bot:
        await discord.until(lambda: bool(discord.commands))
        assert await bot.end() == 0


async def test_an_answer_under_way_is_finished(location: str, tmp_path: Path) -> None:
    """CL-13, R-10: at SIGTERM an answer that is being given is given, and kept with its question."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=location) as bot:
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        await discord.say("I live in Oslo.")
        discord.limits = [{"retry_after": 2}]
        await discord.say(f"{ME} where do I live?")
        await discord.until(lambda: len(discord.limited) == 1)
        assert discord.posted == []
        assert await bot.end() == 0
        assert "Oslo" in discord.posted[0]["content"]
    assert await stored_texts(location) == (["I live in Oslo.", "where do I live?"], ["Lives in Oslo"])


@pytest.mark.parametrize("way", ["typed", "plain words", "slash", "press"])
async def test_a_command_under_way_is_finished(location: str, tmp_path: Path, way: str) -> None:
    """CL-13, R-10: at SIGTERM whoever gave a command is still told what became of it."""
    async with fake_discord() as discord, running(tmp_path, discord, DNAM_STORE=location) as bot:
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        if way in ("slash", "press"):
            callbacks = discord.manners.callbacks = asyncio.Event()
            answer = asyncio.create_task(
                discord.slash("memory", "remember", text="I like figs")
                if way == "slash"
                else discord.press(f"dnam:{ANN_ID}:remember I like figs")
            )
            await discord.until(lambda: any("/callback" in each for each in discord.requests))
            bot.process.send_signal(signal.SIGTERM)
            await bot.until_logged("stopping")
            callbacks.set()
            assert await bot.end(None) == 0
            assert await answer == 'Remembered about Ann: "Likes figs"'
        else:
            discord.limits = [{"retry_after": 2}]
            typed = "!memory remember" if way == "typed" else f"{ME} remember that"
            await discord.say(f"{typed} I like figs")
            await discord.until(lambda: len(discord.limited) == 1)
            assert await bot.end() == 0
            assert "figs" in discord.posted[0]["content"]
    assert len((await stored_texts(location))[1]) == 1


async def test_an_answer_that_never_ends_is_not_waited_for_for_ever(location: str, tmp_path: Path) -> None:
    """CL-13: what takes longer than `drain_seconds` is given up; what was said is kept all the same."""
    given = {"DNAM_STORE": location, "DNAM_DRAIN_SECONDS": "1"}
    async with fake_discord(Manners(hangs={POST})) as discord, running(tmp_path, discord, **given) as bot:
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        await discord.say(f"{ME} I live in Oslo.")
        await discord.until(lambda: POST in discord.requests)
        assert await bot.end() == 0
    messages, _ = await stored_texts(location)  # facts are learned now or at the next start
    assert messages == ["I live in Oslo."]


async def test_a_second_signal_stops_at_once(tmp_path: Path) -> None:
    """CL-13: whoever does not want to wait for the end of an answer sends the signal again."""
    async with fake_discord(Manners(hangs={POST})) as discord:
        bot = Run(await start(tmp_path, discord.port, DNAM_DRAIN_SECONDS="60"))
        await discord.until(lambda: bool(discord.sessions and discord.commands))
        await discord.say(f"{ME} I live in Oslo.")
        await discord.until(lambda: POST in discord.requests)
        bot.process.send_signal(signal.SIGTERM)
        await bot.until_logged("stopping")
        assert await bot.end(signal.SIGINT) == -signal.SIGINT

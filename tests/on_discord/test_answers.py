"""The bot answers mentions, replies and direct messages, with memory; and nobody it should not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, WaitingStore, private_text, running_server, texts_in

from dnam.discord.people import Allowlist
from dnam.errors import ModelError, Silence
from dnam.languages import reply
from dnam.ports import Store
from dnam.testing import ScriptedModel


def saying(*replies: object) -> ScriptedModel:
    """Make a model that gives these replies in order."""
    return ScriptedModel(replies)


def once_said(here: Server, happens: Callable[[], None]) -> None:
    """Let something happen right after the bot's next message."""
    backend = here.env.backend

    def look(event: str, payload: Any) -> None:
        if event == "MESSAGE_CREATE" and payload["author"]["id"] == str(here.me.id):
            backend.subscribers.remove(look)
            happens()

    backend.subscribers.append(look)


async def test_mentions_replies_and_direct_messages_are_answered(store: Store, tmp_path: Path) -> None:
    """R-08: a mention, a reply to the bot and a DM are meant for it; other talk is not."""
    model = saying("Hello Ann.", "Again.", "In private.")
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        await here.ann.send(here.general, "just talking")
        assert await here.ask(here.ann, "hi") == "Hello Ann."
        answer = here.general.last_message
        assert answer is not None
        await here.ann.send(here.general, "and now?", reply_to=answer)
        assert texts_in(here.general)[-1] == "Again."
        await here.ann.send_dm("psst")
        assert texts_in(here.ann.user.dm_channel)[-1] == "In private."
        assert len(here.sent()) == 3
        assert await here.stored_texts() == [
            "just talking",
            "hi",
            "Hello Ann.",
            "and now?",
            "Again.",
            "psst",
            "In private.",
        ]


async def test_a_question_may_begin_with_the_word_memory(store: Store, tmp_path: Path) -> None:
    """DC-83: only the prefix makes a command; after a mention the same word is talk."""
    async with running_server(store, tmp_path, models={"reply": saying("They do.")}) as here:
        assert await here.ask(here.ann, "memory chips get cheaper?") == "They do."


async def test_without_the_right_to_read_the_past_the_bot_answers_plainly(
    store: Store, tmp_path: Path
) -> None:
    """DC-04: Discord allows no reference there, and the answer comes all the same."""
    closed = discord.PermissionOverwrite(read_message_history=False)
    async with running_server(store, tmp_path, models={"reply": saying("Fine.")}) as here:
        channel = here.guild.create_text_channel("fresh", overwrites={here.me: closed})
        assert await here.ask(here.ann, "hello?", channel) == "Fine."
        assert "message_reference" not in here.sent()[-1]


async def test_everyone_is_not_the_bot(store: Store, tmp_path: Path) -> None:
    """R-08: @everyone is not meant for the bot."""
    model = saying("Here.")
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        await here.ann.send(here.general, "@everyone lunch!")
        assert texts_in(here.general) == ["@everyone lunch!"]


async def test_the_bot_shows_that_it_types(store: Store, tmp_path: Path) -> None:
    """R-10: people see that an answer is coming."""
    async with running_server(store, tmp_path, models={"reply": saying("Yes.")}) as here:
        await here.ask(here.ann, "are you there?")
        assert [r for r in here.env.http_requests if r.path.endswith("/typing")]


async def test_an_answer_does_not_wait_for_memory_to_be_written(store: Store, tmp_path: Path) -> None:
    """R-10: the model is asked before the question is stored; both are kept in the end."""
    waiting = WaitingStore(store)

    def reply(prompt: Any) -> str:
        assert prompt
        waiting.stored_before_release = waiting.stored
        waiting.release.set()
        return "Quick."

    async with running_server(waiting.as_store, tmp_path, models={"reply": ScriptedModel(reply)}) as here:
        assert await here.ask(here.ann, "hello?") == "Quick."
        assert waiting.stored_before_release == 0
        assert await here.stored_texts() == ["hello?", "Quick."]


async def test_an_answer_knows_what_was_said_a_moment_before(store: Store, tmp_path: Path) -> None:
    """R-10: what somebody said just before they asked is in the prompt, though it was still being stored."""
    model = saying("Oslo.")
    waiting = WaitingStore(store, release_at=2)  # until the question has come too
    async with running_server(waiting.as_store, tmp_path, models={"reply": model}) as here:
        here.env.backend.create_message(here.general.id, here.ann.id, "I live in Oslo.")
        assert await here.ask(here.ann, "where do I live?") == "Oslo."
        assert "I live in Oslo." in model.prompts[0].text


async def test_an_answer_pings_nobody(store: Store, tmp_path: Path) -> None:
    """X-12: whatever a model writes, no one is notified."""
    async with running_server(store, tmp_path, models={"reply": saying("@everyone <@1> look!")}) as here:
        assert await here.ask(here.ann, "wake them all") == "@everyone <@1> look!"
        (body,) = here.sent()
        assert body["allowed_mentions"] == {"parse": [], "replied_user": False}


async def test_a_long_answer_comes_in_pieces(store: Store, tmp_path: Path) -> None:
    """X-12: an answer over 2,000 characters is split, its code block kept whole."""
    code = "```py\n" + "\n".join(f"print({n})" for n in range(100)) + "\n```"
    text = "Sentence one. " * 120 + "\n\n" + code
    async with running_server(store, tmp_path, models={"reply": saying(text)}) as here:
        await here.ask(here.ann, "show me")
        first, second = texts_in(here.general)[1:]
        assert first.startswith("Sentence one.")
        assert second == code
        assert len(await here.stored_texts()) == 2


async def test_an_endless_answer_is_cut(store: Store, tmp_path: Path) -> None:
    """X-12: a model that does not stop does not flood a channel."""
    async with running_server(store, tmp_path, models={"reply": saying("word " * 20_000)}) as here:
        answer = await here.ask(here.ann, "go on")
        assert answer == "(My answer was longer; I stop here. Ask me for the rest.)"
        assert len(here.sent()) == 11


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Silence.TIMEOUT, "takes too long right now"),
        (Silence.REFUSED, "will not answer this"),
        (Silence.AUTH, "refuses my key"),
        (Silence.RATE_LIMITED, "is busy right now"),
        (Silence.TOO_LONG, "more than my language model can read"),
        (Silence.UNAVAILABLE, "does not answer right now"),
        (Silence.BAD_REPLY, "does not answer right now"),
    ],
)
async def test_a_model_that_fails_is_told_in_a_sentence(
    store: Store, tmp_path: Path, reason: Silence, words: str
) -> None:
    """R-10, DC-04: people get a short clear answer, and it is not kept as talk."""
    model = saying(ModelError("no", reason=reason))
    async with running_server(store, tmp_path, models={"reply": model}, model_retries=0) as here:
        assert words in await here.ask(here.ann, "hi")
        assert await here.stored_texts() == ["hi"]


async def test_without_a_model_the_bot_tells_what_it_knows(store: Store, tmp_path: Path) -> None:
    """R-21: with no model configured, memory itself answers; its list is not kept as talk."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.dev, "My cat is called Miso.")
        await here.memory.settle()
        answer = await here.ask(here.ann, "what is my cat called?")
        assert "without a language model" in answer
        assert "Miso" in answer
        assert not any("Miso" in text for text in (await here.stored_texts())[1:])


async def test_a_preference_told_in_one_channel_is_recalled_in_another(store: Store, tmp_path: Path) -> None:
    """DC-02, DC-137: the manual checks of seeds 000 and 002: another channel, a reset summary, a restart."""
    model = saying("Rust, of course.", "Still Rust.", "Rust for ever.")
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        await here.ann.send(here.dev, "I prefer Rust over Go for systems work.")
        await here.memory.settle()
        await here.ask(here.ann, "what should I write the tool in?")
        await here.command(here.ann, "reset rolling")
        await here.ask(here.ann, "and the daemon?")
        async with here.restarted():
            assert await here.ask(here.ann, "which language?") == "Rust for ever."
        assert all("Prefers Rust over Go" in prompt.text for prompt in model.prompts)
        assert len(model.prompts) == 3


async def test_a_summary_survives_a_restart_until_it_is_reset(store: Store, tmp_path: Path) -> None:
    """DC-50, DC-62, DC-88, DC-137: the manual check of seed 002, on the server itself."""
    model = saying("Noted.", "Sure.", "Fine.")
    rolling = {"rolling_enabled": True, "rolling_every": 1}
    async with running_server(store, tmp_path, models={"reply": model}, **rolling) as here:
        await here.ask(here.ann, "we ship the parser on Friday")
        await here.memory.settle()
        assert "This conversation so far:" in await here.command(here.ann, "show")
        async with here.restarted():
            shown = await here.command(here.ann, "show")
            assert "This conversation so far:" in shown
            assert "parser" in shown
            await here.ask(here.ann, "when was that?")
            assert "Conversation memory (rolling summary; may be empty):" in model.prompts[-1].text
            await here.memory.settle()
            assert await here.command(here.ann, "reset rolling") == (
                "Rolling summary cleared for this conversation."
            )
            assert "This conversation so far:" not in await here.command(here.ann, "show")


async def test_nobody_is_served_without_an_allowlist(store: Store, tmp_path: Path) -> None:
    """DC-08: with nothing allowed the bot says so in its log, answers nobody and keeps nothing."""
    async with running_server(store, tmp_path, discord_guilds=()) as here:
        await here.ann.send(here.general, f"{here.me.mention} hello?")
        await here.ann.send(here.general, "!memory remember I like tea")
        await here.ann.send_dm("hello?")
        assert here.sent() == []
        assert await here.stored_texts() == []
        assert await here.facts(here.ann) == []
        (line,) = here.logged("discord_allowlist")
        assert "nobody is served" in line
        refused = await here.ann.slash(here.general, "memory show")
        assert "do not serve" in private_text(refused)


async def test_an_allowed_person_is_served_alone(store: Store, tmp_path: Path) -> None:
    """DC-08: a person on the list is served anywhere; others beside them are neither answered nor kept."""
    async with running_server(store, tmp_path, discord_guilds=()) as here:
        here.bot.get_cog("Memory").access.allowlist = Allowlist(users=(here.ann.id,))
        await here.ann.send(here.general, f"{here.me.mention} I like tea")
        await here.ben.send(here.general, f"{here.me.mention} I like figs")
        await here.ben.send_dm("hello?")
        assert await here.stored_texts() == ["I like tea"]


async def test_a_direct_message_is_answered_through_a_shared_server(store: Store, tmp_path: Path) -> None:
    """DC-08: members of an allowed server are served in DMs, also when the bot has to ask who they are."""
    async with running_server(store, tmp_path) as here:
        stranger = here.env.create_user("stranger")
        await stranger.send_dm("I like figs")
        assert await here.stored_texts() == []
        async with here.restarted():  # the bot knows no members yet
            await here.ann.send_dm("I like tea")
            assert (await here.stored_texts())[0] == "I like tea"
            here.guild.remove_member(here.ann)
            await here.env.settle()
            await here.ann.send_dm("I like plums")
            assert "I like plums" not in await here.stored_texts()


async def test_too_many_questions_wait(store: Store, tmp_path: Path) -> None:
    """N-10: a person gets so many answers a minute, is told once, and is served again later."""
    model = saying(*["Yes."] * 9)
    async with running_server(store, tmp_path, models={"reply": model}, discord_answers_per_minute=2) as here:
        answers = [await here.ask(here.ann, f"question {n}") for n in range(4)]
        assert answers[:2] == ["Yes.", "Yes."]
        assert answers[2] == "I answer each person at most 2× a minute. Please ask again in 61 seconds."
        assert answers[3] == f"{here.me.mention} question 3"
        assert await here.ask(here.ben, "me too?") == "Yes."
        await here.env.advance_time(61)
        assert await here.ask(here.ann, "now?") == "Yes."
        assert len(await here.stored_texts()) == 6 + 4


async def test_commands_wait_too(store: Store, tmp_path: Path) -> None:
    """N-10: typed commands, slash commands and questions share one limit; one sentence a burst is typed."""
    model = saying(*["Yes."] * 9)
    async with running_server(store, tmp_path, models={"reply": model}, discord_answers_per_minute=3) as here:
        await here.command(here.ann, "remember I like tea")
        assert await here.ask(here.ann, "a question") == "Yes."
        assert "No strong match" in private_text(
            await here.ann.slash(here.general, "memory search", text="walrus")
        )
        answers = [await here.command(here.ann, f"search {n}") for n in range(3)]
        assert answers[0].startswith("I answer each person at most 3× a minute.")
        assert answers[1:] == ["!memory search 1", "!memory search 2"]
        assert await here.ask(here.ann, "another question") == f"{here.me.mention} another question"
        refused = await here.ann.slash(here.general, "memory remember", text="I like figs")
        assert private_text(refused).startswith("I answer each person at most 3× a minute.")
        assert await here.facts(here.ann) == ["Likes tea"]
        await here.env.advance_time(61)
        assert "No strong match" in await here.command(here.ann, "search walrus")


async def test_a_refused_button_leaves_its_list(store: Store, tmp_path: Path) -> None:
    """N-10, N-06: a press that comes too soon is answered beside the list, which stays for later."""
    async with running_server(store, tmp_path, discord_answers_per_minute=1) as here:
        kept = await here.ann.slash(here.general, "memory remember", text="I like tea")
        assert kept.response is not None
        pressed = await here.ann.click(kept.response, label="Undo")
        assert "I answer each person at most 1× a minute" in private_text(pressed)
        assert await here.facts(here.ann) == ["Likes tea"]
        await here.env.advance_time(61)
        await here.ann.click(kept.response, label="Undo")
        assert await here.facts(here.ann) == []


async def test_what_concerns_ones_privacy_never_waits(store: Store, tmp_path: Path) -> None:
    """N-03, N-05, N-10: seeing, forgetting, erasing and opting out work whatever was asked before."""
    async with running_server(store, tmp_path, discord_answers_per_minute=1) as here:
        for fruit in ("tea", "figs", "plums"):
            await here.command(here.ann, f"remember I like {fruit}")
            await here.env.advance_time(61)
        await here.command(here.ann, "help")
        assert "I answer each person at most 1×" in await here.command(here.ann, "help")
        for _ in range(3):
            assert "Likes tea" in await here.command(here.ann, "show")
        assert "Likes tea" in await here.ask(here.ann, "what do you know about me?")
        assert "tea" in await here.ask(here.ann, "forget that I like tea")
        assert "figs" in await here.command(here.ann, "forget figs")
        assert sorted(await here.facts(here.ann)) == ["Likes plums"]
        idle = "forget the milk, how are you?"
        assert await here.ask(here.ann, idle) == f"{here.me.mention} {idle}"
        assert "opted out" in private_text(await here.ann.slash(here.general, "memory optout"))
        assert "remembered from now on" in private_text(await here.ann.slash(here.general, "memory optin"))
        await here.ann.send_dm("!memory erase")
        await here.ann.send_dm("!memory erase confirm")
        assert await store.facts_of(here.ann.id) == []
        assert await here.command(here.ann, "help") == "!memory help"


async def test_a_channel_deleted_in_mid_answer(store: Store, tmp_path: Path) -> None:
    """DC-04: an answer that has nowhere to go is logged, and the bot lives on."""
    servers: list[Server] = []

    def reply(prompt: Any) -> str:
        if "still there" not in prompt.text:
            servers[0].env.backend.delete_channel(servers[0].dev.id)
        return "Fine."

    async with running_server(store, tmp_path, models={"reply": ScriptedModel(reply)}) as here:
        servers.append(here)
        here.env.backend.create_message(here.dev.id, here.ann.id, f"{here.me.mention} hello?")
        await here.env.settle()
        assert here.channel(here.dev) is None
        assert here.logged("discord_answer") == ["could not send an answer"]
        assert await here.ask(here.ann, "still there?") == "Fine."


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001)])
async def test_a_channel_gone_between_two_pieces(
    store: Store, tmp_path: Path, status: int, code: int
) -> None:
    """DC-04, N-11: what was sent of an answer is kept, and `why` knows it; the rest is told in the log."""
    text = "One sentence of the answer. " * 150
    async with running_server(store, tmp_path, models={"reply": saying(text)}) as here:
        await here.command(here.ann, "remember I like tea", here.dev)
        fault = {"method": "POST", "path": f"*{here.dev.id}/messages", "times": 1, "message": "gone"}
        once_said(here, lambda: here.env.backend.faults.append({**fault, "status": status, "code": code}))
        await here.ann.send(here.dev, f"{here.me.mention} what do I like?")
        assert here.logged("discord_answer") == ["could not send the rest of an answer"]
        first = texts_in(here.dev)[-1]
        assert first.startswith("One sentence")
        assert (await here.stored_texts())[-1] == first
        answer = here.dev.last_message
        assert answer is not None
        assert "Likes tea" in private_text(
            await here.ann.context_menu(here.dev, reply("en", "menu_why"), answer)
        )
        assert "Likes tea" in await here.command(here.ann, "why", here.dev)


async def test_any_piece_of_an_answer_says_why(store: Store, tmp_path: Path) -> None:
    """N-11: the menu of every message of a long answer names what it was made from; a notice is none."""
    text = "One sentence of the answer. " * 150
    async with running_server(store, tmp_path, models={"reply": saying(text)}, notice="I remember.") as here:
        await here.command(here.ann, "remember I like tea")
        start = len(texts_in(here.general))
        await here.ask(here.ben, f"what does {here.ann.mention} like?")
        pieces = here.general.history()[start + 1 :]
        assert len(pieces) == 4
        for piece in pieces[:-1]:
            assert "Likes tea" in private_text(
                await here.ann.context_menu(here.general, reply("en", "menu_why"), piece)
            )
        assert "only of my own last" in private_text(
            await here.ann.context_menu(here.general, reply("en", "menu_why"), pieces[-1])
        )


async def test_an_unshown_typing_stops_no_answer(store: Store, tmp_path: Path) -> None:
    """DC-04: the typing indicator is a courtesy."""
    async with running_server(store, tmp_path, models={"reply": saying("Fine.")}) as here:
        here.env.inject_error("POST", f"/channels/{here.general.id}/typing", status=403)
        assert await here.ask(here.ann, "hello?") == "Fine."


async def test_an_answer_to_a_deleted_question_is_sent_plainly(store: Store, tmp_path: Path) -> None:
    """DC-04: an answer does not fail because the question is gone."""
    async with running_server(store, tmp_path, models={"reply": saying("Fine.")}) as here:
        await here.ask(here.ann, "hello?")
        (body,) = here.sent()
        assert body["message_reference"]["fail_if_not_exists"] is False
        assert isinstance(here.general.last_message, discord.Message)

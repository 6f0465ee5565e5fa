"""An answer that is written while people watch: one message, edited now and then, and the same at the end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server import Server, running_server, texts_in, until

from dnam.discord.sending import UNFINISHED
from dnam.errors import ModelError, Silence
from dnam.ports import Prompt, Store
from dnam.testing import StreamingScriptedModel

ANSWER = "You like green tea, with honey."


class Watched:
    """A model that waits after each word, until a test has looked at what is shown."""

    def __init__(self, answer: str = ANSWER) -> None:
        self.here: Server | None = None
        self.shown: list[str] = []
        self.model = StreamingScriptedModel([answer], after_word=self._look)

    async def _look(self, text: str) -> None:
        here = self.here
        assert here is not None
        await until(lambda: bool(here.sent()) and texts_in(here.general)[-1] == text + UNFINISHED)
        self.shown.append(texts_in(here.general)[-1])


def hurry(here: Server) -> None:
    """Let every edit be made at once."""
    here.bot.get_cog("Memory").messages.edit_seconds = 0.0


async def test_an_answer_grows_in_one_message_and_ends_whole(store: Store, tmp_path: Path) -> None:
    """DC-56: word by word, then the answer as it would have come at once; that alone is stored."""
    watched = Watched()
    async with running_server(store, tmp_path, models={"reply": watched.model}) as here:
        watched.here = here
        hurry(here)
        assert await here.ask(here.ann, "what do I drink?") == ANSWER
        assert watched.shown[:2] == [f"You{UNFINISHED}", f"You like{UNFINISHED}"]
        assert len(here.sent()) == 1
        await here.memory.settle()
        assert await here.stored_texts() == ["what do I drink?", ANSWER]


async def test_edits_are_made_at_a_bounded_rate(store: Store, tmp_path: Path) -> None:
    """DC-56: what is written between two edits is shown by the second, or by the whole answer."""

    async def go_on(_: str) -> None:
        await asyncio.sleep(0)

    long = " ".join(f"word{number}" for number in range(200))
    model = StreamingScriptedModel([long], after_word=go_on)
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        edits: list[Any] = []
        here.env.backend.subscribers.append(
            lambda event, payload: edits.append(payload) if event == "MESSAGE_UPDATE" else None
        )
        assert await here.ask(here.ann, "tell me all") == long
        assert len(edits) <= 1  # the whole answer; no growth was due yet


async def test_a_question_deleted_meanwhile_leaves_no_answer_in_memory(store: Store, tmp_path: Path) -> None:
    """N-04, DC-56: what is still being written is not stored once its question is gone."""
    question: list[Any] = []

    async def delete(_: str) -> None:
        if question:
            await question.pop().delete()

    async with running_server(
        store, tmp_path, models={"reply": StreamingScriptedModel([ANSWER], after_word=delete)}
    ) as here:
        hurry(here)
        here.env.backend.subscribers.append(
            lambda event, payload: (
                question.append(here.general.last_message)
                if event == "MESSAGE_CREATE" and payload["author"]["id"] == str(here.ann.id)
                else None
            )
        )
        await here.ann.send(here.general, f"{here.me.mention} what do I drink?")
        await here.memory.settle()
        assert await here.stored_texts() == []


async def test_a_question_edited_meanwhile_is_stored_as_it_reads_now(store: Store, tmp_path: Path) -> None:
    """N-04, DC-56: the answer goes on to its end; nothing stored repeats what the question said before."""
    edited: list[int] = []

    async def edit(_: str) -> None:
        if not edited:
            question = here.general.last_message
            assert question is not None
            edited.append(question.id)
            at = here.memory.clock.now()
            assert await here.memory.on_edit(here.guild.id, question.id, "what do I eat?", at)

    async with running_server(
        store, tmp_path, models={"reply": StreamingScriptedModel([ANSWER], after_word=edit)}
    ) as here:
        hurry(here)
        assert await here.ask(here.ann, "what do I drink?") == ANSWER
        await here.memory.settle()
        stored = await here.stored_texts()
        assert edited
        assert stored[0] == "what do I eat?"
        assert not any("drink" in text for text in stored)


async def test_an_answer_that_fails_halfway_says_why(store: Store, tmp_path: Path) -> None:
    """DC-04, F-26: the message that began to grow tells the reason instead."""

    async def fail(text: str) -> None:
        if text != "You":
            raise ModelError("The provider is slow.", reason=Silence.TIMEOUT)

    model = StreamingScriptedModel([ANSWER], after_word=fail)
    async with running_server(store, tmp_path, models={"reply": model}, model_retries=0) as here:
        hurry(here)
        assert "takes too long" in await here.ask(here.ann, "what do I drink?")
        assert len(here.sent()) == 1
        assert await here.stored_texts() == ["what do I drink?"]


@pytest.mark.parametrize("length", [1990, 4000])
async def test_a_long_answer_goes_on_in_further_messages(store: Store, tmp_path: Path, length: int) -> None:
    """X-12, DC-56: an unfinished message fits, and the rest follows it when the answer is whole."""

    async def go_on(_: str) -> None:
        await asyncio.sleep(0)

    def answer(_: Prompt) -> str:
        return "word " * (length // 5)

    model = StreamingScriptedModel(answer, after_word=go_on)
    async with running_server(store, tmp_path, models={"reply": model}) as here:
        await here.ask(here.ann, "tell me all")
        assert all(len(text) <= 2000 for text in texts_in(here.general))
        assert "".join(texts_in(here.general)[1:]).count("word") == length // 5

"""The assistant's answer on Discord: typing, the model or memory alone, whole pieces, and nobody pinged."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import discord
import structlog

from dnam.audience import session_key
from dnam.discord.split import split
from dnam.discord.translate import person_of
from dnam.errors import Silence
from dnam.memory import Memory
from dnam.model import Message, Place, Question
from dnam.reply import Reply
from dnam.rules.command_text import LIMIT
from dnam.rules.offline import LISTED, offline_answer

log = structlog.get_logger("dnam")

QUIET = discord.AllowedMentions.none()
"""No answer pings anybody."""

SORRY = {
    Silence.BUDGET: "Today's budget for my language model is spent. I answer again tomorrow, UTC.",
    Silence.TIMEOUT: "My language model takes too long right now. Please try again in a moment.",
    Silence.RATE_LIMITED: "My language model is busy right now. Please try again in a minute.",
    Silence.AUTH: "My language model refuses my key. Whoever runs me has to look at `dnam doctor`.",
    Silence.REFUSED: "My language model will not answer this.",
}
MOST_PIECES = 10
"""An answer longer than so many messages is cut: a channel is for everyone."""
HOST = 5.0
"""Seconds a host has to say what it adds to a prompt."""
CUT = "(My answer was longer; I stop here. Ask me for the rest.)"
FAILED = "My language model does not answer right now. Please try again in a moment."


def no_files(place: Place) -> Sequence[str]:
    """Name no files."""
    del place
    return ()


def no_actions(place: Place) -> str:
    """Offer no actions."""
    del place
    return ""


@dataclass(kw_only=True)
class Hooks:
    """What a host adds to every prompt; each is asked with the place."""

    files: Callable[[Place], Sequence[str]] = no_files
    """Paths of files the model should read, in order; unless assigned, those of the settings."""
    actions: Callable[[Place], str] = no_actions
    """What the model may do here, in the host's own words."""


class Answering:
    """Answers what is meant for the assistant, one at a time in each conversation."""

    def __init__(self, memory: Memory, hooks: Hooks) -> None:
        self._memory = memory
        self._hooks = hooks

    async def answer(self, asked: discord.Message, heard: Message, keeping: Awaitable[object]) -> None:
        """Answer a message that is just being kept; failures of Discord are logged and end it."""
        try:
            lane = f"answer {session_key(heard.place)}"
            await self._memory.lanes.run(lane, lambda: self._answer(asked, heard, keeping))
        except discord.HTTPException as problem:
            log.warning(
                "an answer could not be sent",
                action="discord answer",
                channel=asked.channel.id,
                error=str(problem),
            )

    async def _answer(self, asked: discord.Message, heard: Message, keeping: Awaitable[object]) -> None:
        question = Question(
            place=heard.place, asker=heard.author, text=heard.text, message=heard.id, mentions=heard.mentions
        )
        async with AsyncExitStack() as typing:
            try:
                await typing.enter_async_context(asked.channel.typing())
            except discord.HTTPException as problem:
                log.debug("typing is not shown", action="discord typing", error=str(problem))
            files, actions = await self._memory.lanes.attempt(
                "what the host adds", self._added(heard.place), deadline=HOST, fallback=((), "")
            )
            told = await self._memory.reply(question, files=files, actions=actions)
            pieces = split(_text(told, question)) or [FAILED]
            sent = await self._send(asked, pieces)
        await keeping
        if told.text or told.reason == Silence.NO_MODEL:
            said = told.text if len(sent) == len(pieces) else "\n".join(pieces[: len(sent)])
            answer = Message(
                id=sent[0].id,
                place=heard.place,
                author=person_of(sent[0].author),
                text=said if told.text and said else LISTED,
                sent_at=sent[0].created_at,
                reply_to=heard.id,
            )
            await self._memory.on_reply(answer, told.context, more=[message.id for message in sent[1:]])
        if told.notice:
            await self._notify(asked, told.notice)

    async def _added(self, place: Place) -> tuple[Sequence[str], str]:
        """Ask the host what it adds to the prompt; an answer is given without it when that fails."""
        return self._hooks.files(place), self._hooks.actions(place)

    async def _notify(self, asked: discord.Message, notice: str) -> None:
        """Tell somebody what they must be told once; if it does not reach them, another time."""
        try:
            await reply_to(asked, small(notice))
        except discord.HTTPException as problem:
            log.warning("a notice could not be sent", action="discord notice", error=str(problem))
            not_told(self._memory, asked.author.id)

    async def _send(self, asked: discord.Message, pieces: Sequence[str]) -> list[discord.Message]:
        """Send an answer in as many messages as it needs, and give those of it that were sent.

        Raises discord.HTTPException when not even the first was.
        """
        sent = [await reply_to(asked, pieces[0])]
        try:
            for piece in pieces[1:MOST_PIECES]:
                sent += [await asked.channel.send(piece, allowed_mentions=QUIET)]
            if len(pieces) > MOST_PIECES:
                await asked.channel.send(CUT, allowed_mentions=QUIET)
        except discord.HTTPException as problem:
            log.warning(
                "the rest of an answer could not be sent",
                action="discord answer",
                channel=asked.channel.id,
                sent=len(sent),
                error=str(problem),
            )
        return sent


def _text(told: Reply, question: Question) -> str:
    """Write what is answered: the model's words, what memory holds, or why there is no answer."""
    if told.text is not None:
        return told.text
    if told.reason == Silence.NO_MODEL:
        return offline_answer(question, told.context, told.refusal)
    return SORRY.get(Silence(told.reason), FAILED)


def not_told(memory: Memory, person: int) -> None:
    """Let somebody be told again: the notice did not reach them."""
    memory.lanes.submit("notice", f"not told {person}", lambda: memory.consent.not_told(person))


def small(text: str) -> str:
    """Write something beside the matter in Discord's small letters."""
    return "\n".join(f"-# {line}" for line in text.splitlines() if line.strip())


def with_notice(text: str, notice: str) -> list[str]:
    """Write an answer with what its reader must be told besides: in one message, or in two if need be."""
    if not notice:
        return [text]
    both = f"{text}\n{small(notice)}"
    return [both] if len(both) <= LIMIT else [text, small(notice)]


async def reply_to(message: discord.Message, text: str, **options: Any) -> discord.Message:
    """Answer a message where it stands; plainly in its channel when it is gone or may not be referred to."""
    me = message.guild.me if message.guild is not None else None
    may = message.channel.permissions_for(me) if me is not None else None
    if may is None or may.read_message_history:
        options["reference"] = message.to_reference(fail_if_not_exists=False)
        options["mention_author"] = False
    return await message.channel.send(text, allowed_mentions=QUIET, **options)

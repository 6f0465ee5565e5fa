"""One message from Discord, from top to bottom: is it served, is it a command, store it, answer it.

`MessageHandler.handle` is the whole walk. Edits and deletions need no such walk: the cog passes them straight
to `event_order`. Whatever a host adds to prompts (`Hooks`, context files) is at the end of this file.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import discord
from cachetools import LRUCache

from dnam.audience import session_key
from dnam.commands import words_typed
from dnam.discord.command_handler import CommandHandler
from dnam.discord.conversion import addresses, by_a_person, guild_of, message_of, person_of
from dnam.discord.event_order import EventOrder
from dnam.discord.people import Bot, RateLimit, ServedPeople, is_unlimited
from dnam.discord.sending import (
    AnswerStream,
    deliver,
    notice_not_delivered,
    plain_links,
    reply_to,
    small,
    split,
)
from dnam.discord.transparency import TransparencyChannel
from dnam.domain import Message, Place, Question, Visibility
from dnam.errors import Silence, describe
from dnam.languages import reply as say
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.reply import Reply, answer_text, no_answer
from dnam.settings import Settings

MAX_PIECES = 10
"""An answer of more messages is cut off, so that it does not flood the channel."""
HOOK_SECONDS = 5.0
"""Seconds a host's hooks have before the answer goes without them."""


@dataclass(kw_only=True)
class MessageHandler:
    bot: Bot
    memory: Memory
    access: ServedPeople
    commands: CommandHandler
    order: EventOrder
    rate_limit: RateLimit
    transparency: TransparencyChannel
    hooks: "Hooks"
    answers: bool
    """Whether questions are answered here; otherwise the host answers them itself."""
    edit_seconds: float = 1.5
    """How long an answer that is being written stays as it is before it is edited again."""
    own_edits: LRUCache[int, bool] = field(default_factory=lambda: LRUCache(1000))
    """Answers that grew by edits: that is no edit of what was said."""

    async def handle(self, message: discord.Message) -> None:
        """Run the command a message is, or store it and answer it when it is meant for the assistant."""
        if not await self.access.serves(message.author, guild_of(message)):
            return
        words = self.command_words(message)
        if words is not None:
            await self.run_command(message, words)
            return
        answerable = self.answers and by_a_person(message)
        addressed = answerable and addresses(message, self.access.me)
        understood = await self.commands.understand(message, addressed=addressed) if answerable else None
        admitted = False
        if understood is not None and (addressed or understood.calls):
            request = understood.request
            unlimited = is_unlimited(request, person_of(message.author))
            if unlimited and await self.commands.run_plain_request(message, understood):
                return
            language = request.language if request is not None else ""
            admitted = await self.rate_limit.admits(message, language=language)
            if admitted and not unlimited and await self.commands.run_plain_request(message, understood):
                return
        spoken = await self._spoken(message)
        if spoken is None:
            return
        self.transparency.follow(spoken.author, spoken.place)
        storing = self.order.start_storing(spoken)
        if admitted and addressed and await self._answers_in(spoken.place):
            # the answer needs what was said before, but need not wait until its own question is stored
            await self.order.wait_for_earlier(spoken, self.memory.settings.read_deadline_seconds)
            recording = await self._answer(message, spoken, storing)
            if recording is not None:
                await recording
        await storing

    async def _answers_in(self, place: Place) -> bool:
        """Return whether people are answered here: not when other channels are named for that."""
        channels = (await self.memory.guilds.of(place.guild)).discord_answer_channels
        return not channels or place.person is not None or bool({place.channel, place.parent} & {*channels})

    def command_words(self, message: discord.Message) -> str | None:
        """Return what a person typed after memory's prefix; None when it is not a command."""
        settings = self.memory.settings
        if not settings.commands_enabled or not by_a_person(message):
            return None
        return words_typed(message.content, settings)

    async def run_command(self, message: discord.Message, words: str) -> None:
        """Run a typed command unless its author is over the rate limit."""
        if await self.rate_limit.admits(message, words):
            await self.commands.run_typed(message, words)

    async def _spoken(self, message: discord.Message) -> Message | None:
        """Return what a person said; None for system messages and for commands of the host's bot."""
        spoken = message_of(message, self.access.me)
        return None if spoken is None or (await self.bot.get_context(message)).valid else spoken

    async def store_missed(self, message: discord.Message) -> bool:
        """Store a message that was missed while offline, without answering it; return whether it was new."""
        if self.command_words(message) is not None:
            return False
        if not await self.access.serves(message.author, guild_of(message)):
            return False
        spoken = await self._spoken(message)
        return spoken is not None and await self.order.store(spoken)

    async def _answer(
        self, message: discord.Message, spoken: Message, storing: "asyncio.Task[bool]"
    ) -> "asyncio.Task[None] | None":
        """Answer a message, one at a time in each conversation; errors of Discord are logged.

        Returns the task that records the answer: the next answer waits for it a moment, not for a slow disk.
        """
        try:
            lane = f"answer {session_key(spoken.place)}"
            return await self.memory.lanes.run(lane, lambda: self._answer_now(message, spoken, storing))
        except discord.HTTPException as problem:
            log.warning(
                "could not send an answer",
                action="discord_answer",
                channel=message.channel.id,
                error=describe(problem),
            )
            return None

    async def _answer_now(
        self, message: discord.Message, spoken: Message, storing: "asyncio.Task[bool]"
    ) -> "asyncio.Task[None]":
        question = Question(
            place=spoken.place,
            asker=spoken.author,
            text=spoken.text,
            message=spoken.id,
            mentions=spoken.mentions,
        )
        async with AsyncExitStack() as typing:
            try:
                await typing.enter_async_context(message.channel.typing())
            except discord.HTTPException as problem:
                log.debug("could not show typing", action="discord_typing", error=describe(problem))
            files, actions = await self.memory.lanes.attempt(
                "prompt_hooks", self._call_hooks(spoken.place), deadline=HOOK_SECONDS, fallback=((), "")
            )
            stream = AnswerStream(message, self.edit_seconds, self.own_edits)
            try:
                reply = await self.memory.reply(question, files=files, actions=actions, show=stream.show)
                text = plain_links(answer_text(reply, question))
                pieces = split(text) or [no_answer("", await self._spoken_in(message))]
                sent = await self._send(message, pieces, stream)
            finally:
                await stream.stop()
        if reply.notice:
            await self._send_notice(message, reply.notice)
        recording = asyncio.create_task(self._record(reply, spoken, pieces, sent, storing), name="record")
        await asyncio.wait({recording}, timeout=self.memory.settings.read_deadline_seconds)
        await self.commands.ask_about_conflict(message)
        return recording

    async def _record(
        self,
        reply: Reply,
        spoken: Message,
        pieces: Sequence[str],
        sent: Sequence[discord.Message],
        storing: "asyncio.Task[bool]",
    ) -> None:
        await asyncio.wait({storing})
        if reply.text or reply.reason == Silence.NO_MODEL:
            await self._store_answer(reply, spoken, pieces, sent)

    async def _call_hooks(self, place: Place) -> tuple[Sequence[str], str]:
        return self.hooks.files(place), self.hooks.actions(place)

    async def _spoken_in(self, message: discord.Message) -> str:
        return await self.memory.guilds.spoken(guild_of(message) or 0, message.content, message.author.id)

    async def _send(
        self, message: discord.Message, pieces: Sequence[str], stream: AnswerStream
    ) -> list[discord.Message]:
        """Send an answer in as many messages as it needs; return those that were sent.

        Raises discord.HTTPException when not even the first was.
        """
        sent = [await stream.finish(pieces[0])]
        try:
            for piece in pieces[1:MAX_PIECES]:
                sent += [await deliver(message.channel.send, piece)]
            if len(pieces) > MAX_PIECES:
                await deliver(message.channel.send, say(await self._spoken_in(message), "cut_off"))
        except discord.HTTPException as problem:
            log.warning(
                "could not send the rest of an answer",
                action="discord_answer",
                channel=message.channel.id,
                sent=len(sent),
                error=describe(problem),
            )
        return sent

    async def _store_answer(
        self, reply: Reply, spoken: Message, pieces: Sequence[str], sent: Sequence[discord.Message]
    ) -> None:
        text = reply.text if len(sent) == len(pieces) else "\n".join(pieces[: len(sent)])
        answer = Message(
            id=sent[0].id,
            place=spoken.place,
            author=person_of(sent[0].author),
            text=text if reply.text and text else "",
            sent_at=sent[0].created_at,
            reply_to=spoken.id,
        )
        await self.memory.on_reply(answer, reply.context, more=[message.id for message in sent[1:]])

    async def _send_notice(self, message: discord.Message, notice: str) -> None:
        """Send the privacy notice; if that fails, it comes with the next answer."""
        try:
            await reply_to(message, small(notice))
        except discord.HTTPException as problem:
            log.warning("could not send a notice", action="discord_notice", error=describe(problem))
            notice_not_delivered(self.memory, message.author.id)


# What is added to a prompt besides memory


def no_files(place: Place) -> Sequence[str]:
    del place
    return ()


def no_actions(place: Place) -> str:
    del place
    return ""


@dataclass(kw_only=True)
class Hooks:
    """What a host adds to every prompt; each is called with the place."""

    files: Callable[[Place], Sequence[str]] = no_files
    """Returns the paths of files the model should read, in order; by default those of the settings."""
    actions: Callable[[Place], str] = no_actions
    """Returns what the model may do here, in the host's own words."""


def context_files(settings: Settings, place: Place, now: datetime) -> list[str]:
    """Return the paths of the existing context files of a place. Memory never writes them.

    context_dir/base/*.md                 everywhere, in the order of their names
    context_dir/channels/ID.md            in that channel and its threads; names are anybody's to choose
    workspace_dir/MEMORY.md               in direct messages only
    workspace_dir/memory/YYYY-MM-DD.md    in direct messages only: yesterday's and today's
    """
    files: list[Path] = []
    shared, own = settings.context_dir, settings.workspace_dir
    if shared is not None:
        files += sorted(shared.glob("base/*.md"))
    if own is not None and place.visibility is Visibility.DM:
        days = [f"{now - timedelta(days=1):%Y-%m-%d}", f"{now:%Y-%m-%d}"]
        files += [own / "MEMORY.md", *(own / "memory" / f"{day}.md" for day in days)]
    if shared is not None and place.visibility is not Visibility.DM:
        ids = dict.fromkeys(id_ for id_ in (place.parent, place.channel) if id_)
        files += [shared / "channels" / f"{id_}.md" for id_ in ids]
    return [str(file.absolute()) for file in files if file.is_file()]

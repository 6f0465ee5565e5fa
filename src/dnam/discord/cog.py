"""The cog: everything that happens on Discord goes to memory, and everything people ask of it is answered.

    await bot.load_extension("dnam.discord")         # with the settings of the environment
    await bot.add_cog(MemoryCog(bot, memory))        # with a memory of your own

A host that answers by itself asks `cog.context_for(message)` for a prompt, and tells `cog.on_answer(...)`
what it said. With `answers=True` the cog answers mentions, replies and direct messages itself.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Any

import discord
import structlog
from discord.ext import commands, tasks

from dnam.commands import is_command
from dnam.discord import buttons, slash
from dnam.discord.allowlist import NOBODY
from dnam.discord.answer import Answering, Hooks, no_files
from dnam.discord.catchup import CatchUp
from dnam.discord.command_handler import CommandHandler
from dnam.discord.context_files import context_files
from dnam.discord.event_order import EventOrder, MessageEdit
from dnam.discord.identity import Bot, Identity
from dnam.discord.in_flight import InFlight
from dnam.discord.members import MemberList
from dnam.discord.rate_limit import RateLimit
from dnam.discord.translate import (
    addresses,
    by_a_person,
    guild_of,
    mentioned,
    message_of,
    person_of,
    place_of,
    spoken_id,
    text_of,
)
from dnam.discord.transparency import TransparencyChannel
from dnam.memory import Memory
from dnam.model import DM_GUILD, Context, Message, Place, Question
from dnam.rules.text import collapse
from dnam.settings import Settings, load_settings

log = structlog.get_logger("dnam")


class MemoryCog(commands.Cog, name="Memory"):
    """Memory for a discord.py bot."""

    def __init__(
        self,
        bot: Bot,
        memory: Memory | None = None,
        *,
        settings: Settings | None = None,
        answers: bool = False,
    ) -> None:
        self.bot = bot
        self.hooks = Hooks()
        """What the host adds to prompts; assign `files` and `actions`."""
        self._given = memory
        self._settings = settings
        self._answers = answers
        self._held = AsyncExitStack()

    async def cog_load(self) -> None:
        """Open the memory unless one was given, and add the commands; what fails leaves nothing behind."""
        async with AsyncExitStack() as held:
            self.memory: Memory = self._given or await self._open(held)
            self._set_up(held)
            self._held = held.pop_all()
        if self.bot.is_ready():  # nobody tells a cog that comes later
            for shard in self.bot.shards if isinstance(self.bot, discord.AutoShardedClient) else (0,):
                self._back(shard)

    async def _open(self, held: AsyncExitStack) -> Memory:
        opened = Memory.open(self._settings or load_settings())
        return await held.enter_async_context(opened)

    def _set_up(self, held: AsyncExitStack) -> None:
        """Make the parts, and say how each is taken away."""
        self.who = Identity(self.bot, self.memory.settings)
        self._mirror = TransparencyChannel(self.bot, self.memory)
        held.callback(self._mirror.close)
        self._turns = RateLimit(self.memory)
        self._under_way = InFlight()
        self.asked = CommandHandler(self.memory, self.who, self._mirror, self._turns, self._under_way)
        if self.hooks.files is no_files:
            self.hooks.files = self._files
        self._hearing = EventOrder(self.memory)
        self._roll = MemberList(self.memory)
        self._missed = CatchUp(self.bot, self.memory, self.who, self._hearing, self._hear_again)
        self._answering = Answering(self.memory, self.hooks)
        if self.who.nobody:
            log.warning(NOBODY, action="discord allowlist")
        self.bot.add_dynamic_items(buttons.Press, buttons.Pick)
        held.callback(self.bot.remove_dynamic_items, buttons.Press, buttons.Pick)
        offered: list[Any] = [*slash.groups(self.asked, self.memory.verbs), slash.why_menu(self.asked)]
        for command in offered:
            self.bot.tree.add_command(command)
            held.callback(self._take_away, command)
        self._mark.start()
        held.callback(self._mark.cancel)

    def _take_away(self, command: Any) -> None:
        menu = isinstance(command, discord.app_commands.ContextMenu)
        kind = discord.AppCommandType.message if menu else discord.AppCommandType.chat_input
        self.bot.tree.remove_command(command.name, type=kind)

    def _files(self, place: Place) -> list[str]:
        return context_files(self.memory.settings, place, self.memory.clock.now())

    async def cog_unload(self) -> None:
        """Finish what is under way, take the commands away, and close a memory that was opened here."""
        self._mark.cancel()
        self._mirror.close()
        patience = self.memory.settings.drain_seconds
        await self._under_way.drain(patience)
        marked = self.memory.lanes.submit("catch up", "mark what was heard", self._missed.mark)
        await asyncio.wait({marked}, timeout=patience)
        await self._held.aclose()

    # What happens

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Keep what somebody says, and answer what is meant for the assistant."""
        with self._hearing.listening(message.id), self._under_way.doing():
            await self._hear(message)

    async def _hear(self, message: discord.Message) -> None:
        if not await self.who.serves(message.author, guild_of(message)):
            return
        words = self._words(message)
        if words is not None:
            await self._command(message, words)
            return
        heeded = self._answers and by_a_person(message)
        meant = heeded and addresses(message, self.who.me)
        said = self.asked.understand(message) if heeded else None
        called = said is not None and (meant or said.calls)
        private = called and said is not None and self.asked.is_private(message, said)
        if said is not None and private and await self.asked.plainly(message, said):
            return
        language = said.request.language if said is not None and said.request is not None else "en"
        asked = called and await self._turns.admits(message, language=language)
        if said is not None and asked and not private and await self.asked.plainly(message, said):
            return
        heard = await self._spoken(message)
        if heard is None:
            return
        self._mirror.follow(heard.author, heard.place)
        keeping = self._hearing.start(heard)
        if (
            asked and meant
        ):  # the answer knows what was said before, and does not wait until its question is kept
            await self._hearing.earlier(heard, self.memory.settings.read_deadline_seconds)
            await self._answering.answer(message, heard, keeping)
        await keeping

    def _words(self, message: discord.Message) -> str | None:
        """Give what is typed to memory after its prefix; None when it is no command."""
        settings = self.memory.settings
        typed = by_a_person(message) and is_command(message.content, settings)
        if not typed or not settings.commands_enabled:
            return None
        return collapse(message.content)[len(collapse(settings.command_prefix)) :].strip()

    async def _command(self, message: discord.Message, words: str) -> None:
        """Do what was typed, unless its author has had enough for now."""
        if await self._turns.admits(message, words):
            await self.asked.typed(message, words)

    async def _spoken(self, message: discord.Message) -> Message | None:
        """Give what somebody said; None when it is not their own words, or a command of the bot."""
        heard = message_of(message, self.who.me)
        return None if heard is None or (await self.bot.get_context(message)).valid else heard

    async def _hear_again(self, message: discord.Message) -> Message | None:
        """Keep a message that was missed; what was asked then is not answered now."""
        if self._words(message) is not None or not await self.who.serves(message.author, guild_of(message)):
            return None
        heard = await self._spoken(message)
        return heard if heard is not None and await self._hearing.keep(heard) else None

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Follow an edit, of a message seen before or not; a new preview or pin is no edit."""
        message = payload.message
        if "content" not in payload.data or message.edited_at is None:
            return
        edit = MessageEdit(
            text=text_of(message, self.who.me),
            at=message.edited_at,
            place=place_of(message.channel, partner=message.author.id),
            mentions=mentioned(message, self.who.me),
        )
        await self._hearing.edit(payload.message_id, edit)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Follow a deletion."""
        await self._hearing.delete(payload.guild_id or DM_GUILD, [payload.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Follow many deletions at once."""
        await self._hearing.delete(payload.guild_id or DM_GUILD, sorted(payload.message_ids))

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Follow a change of what somebody is called in a server."""
        if before.display_name != after.display_name and await self.who.serves(after, after.guild.id):
            await self.memory.on_names(after.guild.id, [person_of(after)])

    @commands.Cog.listener()
    async def on_user_update(self, before: discord.User, after: discord.User) -> None:
        """Follow a change of somebody's own name in every server that shows it."""
        if before.display_name == after.display_name:
            return
        for guild in after.mutual_guilds:
            member = guild.get_member(after.id)
            if member is not None and await self.who.serves(after, guild.id):
                await self.memory.on_names(guild.id, [person_of(member)])

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Note that somebody left; their message in the transparency channel goes with them."""
        self.who.left(payload.user.id)
        if await self.who.serves(payload.user, payload.guild_id):
            self._roll.leave(payload.guild_id, payload.user.id)
            self._mirror.leave(payload.guild_id, payload.user.id)

    @commands.Cog.listener()
    async def on_member_join(self, member: discord.Member) -> None:
        """Note that somebody is there, perhaps again."""
        self.who.left(member.id)
        if await self.who.serves(member, member.guild.id):
            self._roll.join(member.guild.id, member.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Any, after: discord.abc.GuildChannel) -> None:
        """Look anew at the transparency channel when other people can read it."""
        if before.overwrites != after.overwrites:
            self._mirror.opened(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Look anew at the transparency channel when a role may read it, or no longer."""
        if before.permissions != after.permissions:
            self._mirror.opened(after.guild.id)

    # Coming and going

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Catch up after a login of a bot with one connection."""
        if not isinstance(self.bot, discord.AutoShardedClient):
            self._back(0)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Catch up after a login of one of several connections."""
        self._back(shard)

    def _back(self, shard: int) -> None:
        self._missed.ready(shard)
        self._roll.ready(self._missed.guilds(shard))
        self._mirror.ready()

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Stop marking when the only connection is lost."""
        if not isinstance(self.bot, discord.AutoShardedClient):
            self._missed.lost(0)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop marking what one of several connections would have heard."""
        self._missed.lost(shard)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Go on when the only connection is back."""
        if not isinstance(self.bot, discord.AutoShardedClient):
            self._missed.resumed(0)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Go on when one of several connections is back."""
        self._missed.resumed(shard)

    @tasks.loop(minutes=1)
    async def _mark(self) -> None:
        self.memory.lanes.submit("catch up", "mark what was heard", self._missed.mark)

    # What else is heard, and what hosts need

    async def on_transcript(
        self, channel: Any, speaker: discord.abc.User, text: str, *, at: datetime, source: str = "voice:turn"
    ) -> Message | None:
        """Keep what somebody said aloud in a voice channel, as any speech-to-text source heard it.

        `source` names that pipeline. The same words of the same moment are kept once. None: nothing was kept.
        """
        place = place_of(channel, partner=speaker.id)
        if not text.strip() or speaker.bot or not await self.who.serves(speaker, place.guild or None):
            return None
        said = Message(
            id=spoken_id(place.channel, speaker.id, text, at),
            place=place,
            author=person_of(speaker),
            text=text.strip(),
            sent_at=at,
            source=source,
        )
        return said if await self.memory.on_message(said) else None

    @commands.command(name="memory")
    async def by_prefix(self, context: commands.Context[Any], *, words: str = "") -> None:
        """Ask for your memory: show, remember, forget, edit, undo, search, why, help."""
        message = context.message
        if not by_a_person(message) or self._words(message) is not None:
            return
        if await self.who.serves(message.author, guild_of(message)):
            with self._under_way.doing():  # the bot's prefix is another than the memory's own
                await self._command(message, words)

    # For hosts that answer by themselves

    async def context_for(self, message: discord.Message) -> Context:
        """Give the prompt for a message somebody wrote to the bot."""
        heard = message_of(message, self.who.me)
        place = place_of(message.channel, partner=message.author.id)
        question = Question(
            place=place,
            asker=person_of(message.author, bot=message.webhook_id is not None),
            text=heard.text if heard else "",
            message=message.id,
            mentions=heard.mentions if heard else (),
        )
        return await self.memory.context_for(
            question, files=self.hooks.files(place), actions=self.hooks.actions(place)
        )

    async def on_answer(
        self,
        asked: discord.Message,
        sent: discord.Message,
        context: Context | None,
        *,
        more: Sequence[discord.Message] = (),
    ) -> bool:
        """Keep what the bot answered, in one message or `more`, and the prompt it was made from."""
        texts = [text_of(message, self.who.me) for message in (sent, *more)]
        answer = Message(
            id=sent.id,
            place=place_of(asked.channel, partner=asked.author.id),
            author=person_of(self.who.me),
            text="\n".join(texts),
            sent_at=sent.created_at,
            reply_to=asked.id,
        )
        return await self.memory.on_reply(answer, context, more=[message.id for message in more])

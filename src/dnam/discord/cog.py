"""The cog: Discord's events go to memory, and what people ask of it is answered.

    await bot.load_extension("dnam.discord")         # with the settings of the environment
    await bot.add_cog(MemoryCog(bot, memory))        # with a memory of your own

A host that answers by itself gets the prompt from `cog.context_for(message)`, and passes its answer to
`cog.on_answer(...)`. With `answers=True` the cog answers mentions, replies and direct messages itself.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from typing import Any

import discord
from discord.ext import commands, tasks

from dnam.checked_calls import check_open, checked
from dnam.discord import buttons, slash
from dnam.discord.command_handler import CommandHandler
from dnam.discord.conversion import (
    by_a_person,
    edited_at,
    guild_of,
    mentioned,
    message_of,
    person_of,
    place_of,
    spoken_id,
    text_of,
)
from dnam.discord.event_order import EventOrder, InFlight, MessageEdit
from dnam.discord.history import Backfill, CatchUp
from dnam.discord.messages import Hooks, MessageHandler, context_files, no_files
from dnam.discord.people import NOBODY_SERVED, Bot, MemberList, RateLimit, ServedPeople
from dnam.discord.transparency import TransparencyChannel
from dnam.domain import DM_GUILD, Context, Message, Place, Question
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.settings import Settings, load_settings

BLIND = (
    "the bot runs without the intent {}, so memory reads no message, or cannot tell who is in a server: pass "
    "intents with message_content=True and members=True to the bot, and turn both on in the developer portal"
)


class KnownAfterReload(commands.CogMeta):
    def __instancecheck__(self, cog: object) -> bool:
        """Return whether this is such a cog, also when `reload_extension` has imported the class anew."""
        classes = {(each.__module__, each.__qualname__) for each in type(cog).__mro__}
        return (self.__module__, self.__qualname__) in classes


class MemoryCog(commands.Cog, name="Memory", description="", metaclass=KnownAfterReload):
    """Memory for a discord.py bot: it stores what is said, and adds `/memory` and `!memory`.

    Without a `memory` of your own it opens one with `settings`, or those of the environment, and closes it;
    once the cog is loaded, its attribute `memory` is the `Memory` in use.
    With `answers=True` it answers mentions, replies and direct messages itself.
    """

    @checked
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
        self._given_memory = memory
        self._settings = settings
        self._answers = answers
        self._resources = AsyncExitStack()

    async def cog_load(self) -> None:
        """Open the memory unless one was given, and add the commands; a failure leaves nothing behind."""
        async with AsyncExitStack() as resources:
            self.memory: Memory = self._given_memory or await self._open_memory(resources)
            check_open(self.memory)
            self._set_up(resources)
            if self.bot.tree.translator is None:  # a host may have one of its own
                await self.bot.tree.set_translator(slash.Translator())
                resources.push_async_callback(self.bot.tree.set_translator, None)
            self._resources = resources.pop_all()
        if self.bot.is_ready():  # a cog that is added later gets no ready event
            for shard in self.bot.shards if isinstance(self.bot, discord.AutoShardedClient) else (0,):
                self._ready(shard)

    async def _open_memory(self, resources: AsyncExitStack) -> Memory:
        return await resources.enter_async_context(Memory.open(self._settings or load_settings()))

    def _set_up(self, resources: AsyncExitStack) -> None:
        """Create the parts of the cog, and register how each is removed."""
        self.access = ServedPeople(self.bot, self.memory.settings)
        if self.access.allowlist.empty:
            log.warning(NOBODY_SERVED, action="discord_allowlist")
        if missing := [
            name for name in ("message_content", "members") if not getattr(self.bot.intents, name)
        ]:
            log.warning(BLIND.format(" and ".join(missing)), action="discord_intents")
        self.transparency = TransparencyChannel(self.bot, self.memory)
        resources.callback(self.transparency.close)
        self._in_flight = InFlight()
        self._members = MemberList(self.memory)
        limit, order = RateLimit(self.memory), EventOrder(self.memory)
        self.command_handler = CommandHandler(
            self.memory, self.access, self.transparency, limit, self._in_flight
        )
        if self.hooks.files is no_files:
            self.hooks.files = self._context_files
        self.messages = MessageHandler(
            bot=self.bot,
            memory=self.memory,
            access=self.access,
            commands=self.command_handler,
            order=order,
            rate_limit=limit,
            transparency=self.transparency,
            hooks=self.hooks,
            answers=self._answers,
        )
        self.command_handler.reads_past_with(Backfill(self.memory, self.messages.store_missed))
        self.catch_up = CatchUp(self.bot, self.memory, self.access, order, self.messages.store_missed)
        self._add_commands(resources)
        self.mark_heard.start()
        resources.callback(self.mark_heard.cancel)

    def _add_commands(self, resources: AsyncExitStack) -> None:
        self.bot.add_dynamic_items(buttons.CommandButton, buttons.EntryMenu)
        resources.callback(self.bot.remove_dynamic_items, buttons.CommandButton, buttons.EntryMenu)
        groups = slash.groups(self.command_handler, self.memory.verbs)
        added: list[Any] = [*groups, slash.why_menu(self.command_handler)]
        for command in added:
            self.bot.tree.add_command(command)
            resources.callback(self._remove_command, command)

    def _remove_command(self, command: Any) -> None:
        is_menu = isinstance(command, discord.app_commands.ContextMenu)
        kind = discord.AppCommandType.message if is_menu else discord.AppCommandType.chat_input
        self.bot.tree.remove_command(command.name, type=kind)

    def _context_files(self, place: Place) -> list[str]:
        return context_files(self.memory.settings, place, self.memory.clock.now())

    async def cog_unload(self) -> None:
        """Finish what is in flight, remove the commands, and close a memory that was opened here."""
        self.mark_heard.cancel()
        self.transparency.close()
        seconds = self.memory.settings.drain_seconds
        await self._in_flight.drain(seconds)
        await asyncio.wait({self._submit_mark()}, timeout=seconds)
        await self._resources.aclose()

    def _submit_mark(self) -> "asyncio.Future[bool]":
        return self.memory.lanes.submit("catch_up", "mark_heard", self.catch_up.mark)

    # Messages

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        with self.messages.order.arriving(message.id), self._in_flight.tracked():
            await self.messages.handle(message)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Apply an edit, a link preview or its removal, also of a message discord.py does not cache."""
        message = payload.message
        changes_text = message.edited_at is not None or (message.content and by_a_person(message))
        if "content" not in payload.data or not changes_text:
            return
        if payload.message_id in self.messages.own_edits:
            return
        edit = MessageEdit(
            text=text_of(message, self.access.me),
            at=edited_at(message),
            place=place_of(message.channel, partner=message.author.id),
            mentions=mentioned(message, self.access.me),
        )
        await self.messages.order.edit(payload.message_id, edit)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self.messages.order.delete(payload.guild_id or DM_GUILD, [payload.message_id])

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self.messages.order.delete(payload.guild_id or DM_GUILD, sorted(payload.message_ids))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Apply the deletion of a channel with its threads: everything in it is deleted."""
        await self._delete_channel(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._delete_channel(payload.guild_id, payload.thread_id)

    async def _delete_channel(self, guild: int, channel: int) -> None:
        if self.memory.settings.discord_forget_deleted_channels:
            await self.memory.on_channel_delete(guild, channel)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        if before.display_name != after.display_name and await self.access.serves(after, after.guild.id):
            await self.memory.on_names(after.guild.id, [person_of(after)])

    @commands.Cog.listener()
    async def on_user_update(self, before: discord.User, after: discord.User) -> None:
        """Update somebody's name in every server they share with the bot."""
        if before.display_name == after.display_name:
            return
        for guild in after.mutual_guilds:
            member = guild.get_member(after.id)
            if member is not None and await self.access.serves(after, guild.id):
                await self.memory.on_names(guild.id, [person_of(member)])

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Note that somebody left, and remove their message from the transparency channel."""
        self.access.membership_changed(payload.user.id)
        if await self.access.serves(payload.user, payload.guild_id):
            self._members.leave(payload.guild_id, payload.user.id)
            self.transparency.leave(payload.guild_id, payload.user.id)

    @commands.Cog.listener()
    async def on_member_join(self, member: discord.Member) -> None:
        self.access.membership_changed(member.id)
        if await self.access.serves(member, member.guild.id):
            self._members.join(member.guild.id, member.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: Any, after: discord.abc.GuildChannel) -> None:
        """Rewrite the transparency channel when who can read it may have changed."""
        if before.overwrites != after.overwrites:
            self.transparency.readers_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Rewrite the transparency channel when the role may have gained or lost access to it."""
        if before.permissions != after.permissions:
            self.transparency.readers_changed(after.guild.id)

    # Connections; discord.py sends the shard events only to a sharded bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Catch up after the login of a bot without shards."""
        if not isinstance(self.bot, discord.AutoShardedClient):
            self._ready(0)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        self._ready(shard)

    def _ready(self, shard: int) -> None:
        self.catch_up.ready(shard)
        self._members.compare_later(self.catch_up.served_guilds(shard))
        self.transparency.ready()

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        if not isinstance(self.bot, discord.AutoShardedClient):
            self.catch_up.lost(0)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        self.catch_up.lost(shard)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Mark again when the connection of a bot without shards is back."""
        if not isinstance(self.bot, discord.AutoShardedClient):
            self.catch_up.resumed(0)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        self.catch_up.resumed(shard)

    @tasks.loop(minutes=1)
    async def mark_heard(self) -> None:
        """Note every minute that everything was heard until now."""
        self._submit_mark()

    # For hosts

    @checked
    async def on_transcript(
        self, channel: Any, speaker: discord.abc.User, text: str, *, at: datetime, source: str = "voice:turn"
    ) -> Message | None:
        """Store what somebody said in a voice channel; return it, or None when it was not stored.

        `source` names the speech-to-text pipeline. The same words at the same time are stored once.
        """
        place = place_of(channel, partner=speaker.id)
        if not text.strip() or speaker.bot or not await self.access.serves(speaker, place.guild or None):
            return None
        spoken = Message(
            id=spoken_id(place.channel, speaker.id, text, at),
            place=place,
            author=person_of(speaker),
            text=text.strip(),
            sent_at=at,
            source=source,
        )
        return spoken if await self.memory.on_message(spoken) else None

    @commands.command(name="memory")
    async def by_prefix(self, context: commands.Context[Any], *, words: str = "") -> None:
        """Ask for your memory: show, remember, forget, edit, undo, search, why, help."""
        message = context.message
        if not by_a_person(message) or self.messages.command_words(message) is not None:
            return  # memory's own prefix: `on_message` has run it already
        if await self.access.serves(message.author, guild_of(message)):
            with self._in_flight.tracked():
                await self.messages.run_command(message, words)

    @checked
    async def context_for(self, message: discord.Message) -> Context:
        """Return the prompt for a message somebody wrote to the bot."""
        spoken = message_of(message, self.access.me)
        place = place_of(message.channel, partner=message.author.id)
        question = Question(
            place=place,
            asker=person_of(message.author, bot=message.webhook_id is not None),
            text=spoken.text if spoken else "",
            message=message.id,
            mentions=spoken.mentions if spoken else (),
        )
        return await self.memory.context_for(
            question, files=self.hooks.files(place), actions=self.hooks.actions(place)
        )

    @checked
    async def on_answer(
        self,
        asked: discord.Message,
        sent: discord.Message,
        context: Context | None,
        *,
        more: Sequence[discord.Message] = (),
    ) -> bool:
        """Store what the host answered, in `sent` and `more`, with the prompt it was made from."""
        texts = [text_of(message, self.access.me) for message in (sent, *more)]
        answer = Message(
            id=sent.id,
            place=place_of(asked.channel, partner=asked.author.id),
            author=person_of(self.access.me),
            text="\n".join(texts),
            sent_at=sent.created_at,
            reply_to=asked.id,
        )
        return await self.memory.on_reply(answer, context, more=[message.id for message in more])

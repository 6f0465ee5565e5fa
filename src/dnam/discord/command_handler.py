"""What people ask of their memory: typed as a message, as a slash command, or by pressing a button.

Whichever way it comes, it is the text of a command for `Memory.command`, in the place where it was asked.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord
import structlog

from dnam.commands import Answer, Command
from dnam.discord import buttons
from dnam.discord.answer import QUIET, not_told, reply_to, with_notice
from dnam.discord.identity import Identity
from dnam.discord.in_flight import InFlight
from dnam.discord.rate_limit import RateLimit, is_private
from dnam.discord.slash import Interaction
from dnam.discord.translate import dm_place, manages, person_of, place_of
from dnam.discord.transparency import TransparencyChannel
from dnam.memory import Memory
from dnam.model import Fact, Person, Place, Question
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import shown_names, with_names
from dnam.rules.requests import Understood, understand

log = structlog.get_logger("dnam")

NOT_SERVED = "I do not serve this place. Whoever runs me can put it on my list."
KEPT = "Nothing was changed."
PRIVATE = frozenset({"erase", "optout"})
"""What is answered in a direct message when it is typed where others read."""
IN_DM = "I have answered you in a direct message."
CLOSED = (
    "I cannot write to you. Allow direct messages from this server, or use `/memory {}`: only you see it."
)
SWITCHED_OFF = "Commands are switched off here."
NOWHERE = (
    "The server does not say in which channel you are, so nothing was done. Please type it as a message."
)


class CommandHandler:
    """Answers commands on Discord."""

    def __init__(
        self,
        memory: Memory,
        who: Identity,
        mirror: TransparencyChannel,
        turns: RateLimit,
        under_way: InFlight,
    ) -> None:
        self._memory = memory
        self._who = who
        self._mirror = mirror
        self._turns = turns
        self._under_way = under_way

    async def typed(self, message: discord.Message, words: str, language: str = "en") -> None:
        """Answer a command typed as a message, where it was typed."""
        place = place_of(message.channel, partner=message.author.id)
        if place.person is None and words.split(" ", maxsplit=1)[0].casefold() in PRIVATE:
            await self._whisper(message, words, language)
            return
        how: dict[str, Any] = {"mentions": self._others(message), "language": language}
        answer = await self._do(words, message.author, place, message=message.id, **how)
        if answer is not None:
            await self._say(message, answer, words, await self._notice(words, message.author, place))

    async def _notice(self, words: str, user: discord.abc.User, place: Place) -> str:
        """Give what somebody must be told with their first answer; not to those who are just going."""
        going = words.split(" ", maxsplit=1)[0].casefold() in PRIVATE
        return "" if going else await self._memory.notice_for(place, person_of(user)) or ""

    async def plainly(self, message: discord.Message, understood: Understood) -> bool:
        """Do what is asked of memory in plain words; False when nothing is."""
        user, reference, request = message.author, message.reference, understood.request
        if request is not None and request.verb in PRIVATE and self._memory.settings.commands_enabled:
            await self.typed(message, str(request.verb), request.language)
            return True
        place = place_of(message.channel, partner=user.id)
        answer = await self._memory.command(
            Command(
                text=message.content,
                place=place,
                person=person_of(user),
                message=message.id,
                mentions=tuple(map(person_of, self._others(message))),
                manager=manages(user),
                assistant=self._assistant(message),
                reply_to=reference.message_id if reference is not None else None,
                understood=understood,
            )
        )
        if answer is None:
            return False
        self._mirror.follow(person_of(user), place)
        notice = await self._memory.notice_for(place, person_of(user)) or ""
        await self._say(message, answer, "remember" if answer.changed else "", notice)
        return True

    def understand(self, message: discord.Message) -> Understood:
        """Read what a message asks of memory in plain words."""
        return understand(message.content, assistant=self._assistant(message))

    def is_private(self, message: discord.Message, understood: Understood) -> bool:
        """Say whether a message asks in plain words for what its author may always have."""
        return is_private(understood.request, person_of(message.author))

    def _assistant(self, message: discord.Message) -> Person:
        return person_of(message.guild.me if message.guild is not None else self._who.me)

    def _others(self, message: discord.Message) -> list[discord.abc.User]:
        return [user for user in message.mentions if user.id != self._who.me.id]

    async def _whisper(self, message: discord.Message, words: str, language: str = "en") -> None:
        """Answer a command in the person's direct messages, as if it had been typed there."""
        user, verb = message.author, words.split(" ", maxsplit=1)[0].casefold()
        try:
            alone = await user.create_dm()
            answer = await self._do(words, user, dm_place(user.id, alone.id), language=language)
            if answer is not None:
                view = buttons.under(answer, words, user.id, alone=True)
                options: dict[str, Any] = {"view": view} if view is not None else {}
                await alone.send(answer.text, allowed_mentions=QUIET, suppress_embeds=True, **options)
                await self._say(message, Answer(text=IN_DM), "")
        except discord.Forbidden:
            await self._say(message, Answer(text=CLOSED.format(verb)), "")

    async def _say(self, message: discord.Message, answer: Answer, words: str, notice: str = "") -> None:
        """Answer a message, with what can be pressed next."""
        alone = isinstance(message.channel, discord.DMChannel)
        view = buttons.under(answer, words, message.author.id, alone=alone)
        options: dict[str, Any] = {"view": view} if view is not None else {}
        try:
            text, *more = with_notice(answer.text, notice)
            await reply_to(message, text, suppress_embeds=True, **options)
            for beside in more:
                await reply_to(message, beside)
        except discord.HTTPException as problem:
            log.warning("a command could not be answered", action="discord command", error=str(problem))
            if notice:
                not_told(self._memory, message.author.id)

    async def slash(
        self, interaction: Interaction, words: str, about: discord.abc.User | None = None
    ) -> None:
        """Do a slash command; only the person who typed it sees the answer."""
        with self._under_way.doing():
            await self._slash(interaction, words, about)

    async def _slash(self, interaction: Interaction, words: str, about: discord.abc.User | None) -> None:
        if await self._waits(interaction, words):
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        content, view = await self._answer(interaction, words, about)
        if content not in (NOT_SERVED, SWITCHED_OFF, NOWHERE):
            place = place_of(interaction.channel, partner=interaction.user.id)
            content, *more = with_notice(content, await self._notice(words, interaction.user, place))
        else:
            more = []
        await interaction.edit_original_response(content=content, view=view, allowed_mentions=QUIET)
        for beside in more:
            await interaction.followup.send(beside, ephemeral=True, allowed_mentions=QUIET)

    async def _waits(self, interaction: Interaction, words: str) -> bool:
        """Say to somebody that they have had enough for now; False when they have not."""
        refusal = self._turns.refusal(interaction.user.id, words)
        if refusal:
            await interaction.response.send_message(refusal, ephemeral=True, allowed_mentions=QUIET)
        return bool(refusal)

    async def press(self, interaction: Interaction, words: str) -> None:
        """Do what a button says: in place of the answer it stands under, or for the presser's eyes only."""
        with self._under_way.doing():
            await self._press(interaction, words)

    async def _press(self, interaction: Interaction, words: str) -> None:
        if words == buttons.CANCEL:
            await interaction.response.edit_message(content=KEPT, view=None)
            return
        alone = words.startswith(buttons.ALONE)
        if await self._waits(interaction, words.removeprefix(buttons.ALONE)):
            return
        await interaction.response.defer(ephemeral=alone, thinking=alone)
        content, view = await self._answer(interaction, words.removeprefix(buttons.ALONE), alone=alone)
        await interaction.edit_original_response(content=content, view=view, allowed_mentions=QUIET)

    async def entries(self, interaction: Interaction, deed: str) -> list[Fact]:
        """Give the facts to which somebody may do this where they are, with names for mentions."""
        user, guild = interaction.user, interaction.guild
        if interaction.channel is None or not await self._who.serves(user, interaction.guild_id):
            return []
        place = place_of(interaction.channel, partner=user.id)
        facts = await self._memory.entries(Question(place=place, asker=person_of(user), text=""), deed)
        known = [guild.get_member(id_) for fact in facts for id_ in mentioned_in(fact.text)] if guild else []
        names = shown_names({member.id: person_of(member) for member in known if member is not None})
        return [replace(fact, text=with_names(fact.text, names)) for fact in facts]

    async def _answer(
        self,
        interaction: Interaction,
        words: str,
        about: discord.abc.User | None = None,
        *,
        alone: bool = False,
    ) -> tuple[str, discord.ui.View | None]:
        """Do a command of an interaction; `alone` answers as in a direct message."""
        user = interaction.user
        if not await self._who.serves(user, interaction.guild_id):
            return NOT_SERVED, None
        if interaction.channel is None:
            return NOWHERE, None
        place = place_of(interaction.channel, partner=user.id)
        if alone:
            place = dm_place(user.id, (await user.create_dm()).id)
        answer = await self._do(words, user, place, mentions=() if about is None else (about,))
        if answer is None:
            return SWITCHED_OFF, None
        dm = place.person is not None
        return answer.text, None if alone else buttons.under(answer, words, user.id, alone=dm)

    async def _do(
        self,
        words: str,
        user: discord.abc.User,
        place: Place,
        *,
        message: int | None = None,
        mentions: Iterable[discord.abc.User] = (),
        language: str = "en",
    ) -> Answer | None:
        self._mirror.follow(person_of(user), place)
        return await self._memory.command(
            Command(
                text=f"{self._memory.settings.command_prefix} {words}",
                place=place,
                person=person_of(user),
                message=message,
                mentions=tuple(map(person_of, mentions)),
                manager=manages(user),
                language=language,
            )
        )

"""Commands to memory: typed as a message, said in plain words, as a slash command, or by pressing a button.

However it comes, it becomes the text of a command for `Memory.command`, in the place where it was asked.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from dnam.commands import Answer, Command
from dnam.commands.open_question import drop_question
from dnam.commands.plain_words import understand
from dnam.discord import buttons
from dnam.discord.conversion import manages, person_of, place_of, spoken_by
from dnam.discord.event_order import InFlight
from dnam.discord.history import Backfill, Tell
from dnam.discord.people import RateLimit, ServedPeople
from dnam.discord.sending import NO_PINGS, attached, deliver, notice_not_delivered, reply_to, with_notice
from dnam.discord.slash import Interaction, in_slash_form
from dnam.discord.transparency import TransparencyChannel
from dnam.domain import Fact, Person, Place, Question
from dnam.errors import describe
from dnam.languages import reply
from dnam.log_lines import log
from dnam.memory import Memory
from dnam.rules.command_permissions import Actor, may
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.quoting import shown_names, with_names
from dnam.rules.requests import Understood, Verb
from dnam.rules.requests import understand as read_request
from dnam.rules.text import collapse

ANSWERED_BY_DM = frozenset({"erase", "optout", "export"})
"""Commands answered in a direct message when they are typed where others can read."""
ASK = "review ask"
"""The command that asks about facts that contradict each other."""
NOT_DONE = ("not_served", "commands_off", "no_channel")
"""Sentences of the language files for what is not even tried; no notice goes with them."""


class CommandHandler:
    def __init__(
        self,
        memory: Memory,
        access: ServedPeople,
        transparency: TransparencyChannel,
        rate_limit: RateLimit,
        in_flight: InFlight,
    ) -> None:
        self._memory = memory
        self._access = access
        self._transparency = transparency
        self._rate_limit = rate_limit
        self._in_flight = in_flight

    def reads_past_with(self, backfill: Backfill) -> None:
        self._backfill = backfill

    # Typed as a message

    async def run_typed(self, message: discord.Message, words: str, language: str = "") -> None:
        place = place_of(message.channel, partner=message.author.id)
        argument, author = words.partition(" ")[2], message.author.id
        language = language or await self._memory.guilds.spoken(place.guild, argument, author)
        if place.person is None and _verb(words) in ANSWERED_BY_DM:
            await self._answer_by_dm(message, words, language)
            return
        if _verb(words) == "backfill" and self._may_backfill(message.author):
            begun = self._backfill.start(message.channel, self._teller(message), language)
            await self._reply(message, Answer(text=begun), "")
            return
        options: dict[str, Any] = {"mentions": self._others(message), "language": language}
        answer = await self._run(words, message.author, place, message=message.id, **options)
        if answer is not None:
            notice = await self._notice(words, message.author, place, language)
            await self._reply(message, answer, words, notice, language)

    def _may_backfill(self, user: discord.abc.User) -> bool:
        actor = Actor(id=user.id, manager=manages(user))
        return self._memory.settings.commands_enabled and may("backfill", actor)

    def _teller(self, message: discord.Message) -> Tell:
        async def tell(text: str) -> None:
            await self._reply(message, Answer(text=text), "")

        return tell

    async def understand(self, message: discord.Message, *, addressed: bool) -> Understood:
        """Return what a message asks of memory in plain words; what is not addressed waits for nothing."""
        text, assistant = message.content, self._assistant(message)
        if not addressed:
            return read_request(text, assistant=assistant)
        return await understand(text, assistant)

    async def run_plain_request(self, message: discord.Message, understood: Understood) -> bool:
        """Do what a message asks of memory in plain words; return False when it asks nothing."""
        user, reference, request = message.author, message.reference, understood.request
        language = request.language if request is not None else ""
        if request is not None and request.verb in ANSWERED_BY_DM and self._memory.settings.commands_enabled:
            await self.run_typed(message, str(request.verb), language)
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
        self._transparency.follow(person_of(user), place)
        notice = await self._memory.notice_for(place, person_of(user), language, message.content)
        notice = "" if notice == answer.text else notice
        undoable = answer.changed and (request is None or request.verb is not Verb.YES)
        await self._reply(message, answer, "remember" if undoable else "", notice, language)
        return True

    def _assistant(self, message: discord.Message) -> Person:
        return person_of(message.guild.me if message.guild is not None else self._access.me)

    def _others(self, message: discord.Message) -> list[discord.abc.User]:
        return [user for user in message.mentions if user.id != self._access.me.id]

    async def _notice(self, words: str, user: discord.abc.User, place: Place, language: str) -> str:
        """Return the privacy notice for somebody's first answer; not for people who opt out or erase."""
        if _verb(words) in ANSWERED_BY_DM:
            return ""
        return await self._memory.notice_for(place, person_of(user), language)

    async def _answer_by_dm(self, message: discord.Message, words: str, language: str) -> None:
        """Run a command as if it had been typed in a direct message, and answer there."""
        user = message.author
        try:
            dm = await user.create_dm()
            answer = await self._run(words, user, Place.dm_with(user.id, dm.id), language=language)
            if answer is not None:
                view = buttons.under(answer, words, user.id, in_dm=True, language=language)
                options: dict[str, Any] = {"view": view} if view is not None else {}
                options["files"] = attached(answer)
                await deliver(dm.send, answer.text, suppress_embeds=True, **options)
                await self._reply(message, Answer(text=reply(language, "sent_by_dm")), "")
        except discord.Forbidden:
            closed = reply(language, "dms_closed", verb=_verb(words))
            await self._reply(message, Answer(text=closed), "")

    async def _reply(
        self, message: discord.Message, answer: Answer, words: str, notice: str = "", language: str = ""
    ) -> None:
        """Reply to a message, with the buttons for what can be done next."""
        in_dm = isinstance(message.channel, discord.DMChannel)
        view = buttons.under(answer, words, message.author.id, in_dm=in_dm, language=language)
        options: dict[str, Any] = {"view": view} if view is not None else {}
        if answer.files:
            options["files"] = attached(answer)
        try:
            text, *more = with_notice(answer.text, notice)
            await reply_to(message, text, suppress_embeds=True, **options)
            for extra in more:
                await reply_to(message, extra)
        except discord.HTTPException as problem:
            log.warning("could not answer a command", action="discord_command", error=describe(problem))
            if notice:
                notice_not_delivered(self._memory, message.author.id)

    async def ask_about_conflict(self, message: discord.Message) -> None:
        """Ask somebody once which of two facts about them is right, when the settings want it."""
        if self._memory.settings.discord_ask_conflicts:
            place = place_of(message.channel, partner=message.author.id)
            language = await self._memory.guilds.spoken(place.guild, message.content, message.author.id)
            answer = await self._run(ASK, message.author, place, language=language)
            if answer is not None and answer.listed:
                await self._reply(message, answer, ASK, language=language)

    # Slash commands and buttons

    async def run_slash(
        self, interaction: Interaction, words: str, about: discord.abc.User | None = None
    ) -> None:
        """Run a slash command; only the person who typed it sees the answer."""
        with self._in_flight.tracked():
            if await self._rate_limited(interaction, words):
                return
            await interaction.response.defer(ephemeral=True, thinking=True)
            if _verb(words) == "backfill" and self._may_backfill(interaction.user):
                await self._start_backfill(interaction)
                return
            if _verb(words) == "export":
                await self._export(interaction)
                return
            language = await self._spoken_by(interaction)
            content, view = await self._answer(interaction, words, about)
            more: list[str] = []
            if content not in [reply(language, each) for each in NOT_DONE]:
                place = place_of(interaction.channel, partner=interaction.user.id)
                notice = await self._notice(words, interaction.user, place, language)
                content, *more = with_notice(content, notice)
            await _finish(interaction, content, view)
            for extra in more:
                await deliver(interaction.followup.send, extra, ephemeral=True)

    async def _export(self, interaction: Interaction) -> None:
        """Send somebody their data in a direct message; where that is closed, so that only they see it."""
        user, language = interaction.user, await self._spoken_by(interaction)
        if not await self._access.serves(user, interaction.guild_id):
            await interaction.edit_original_response(content=reply(language, "not_served"))
            return
        dm = await user.create_dm()
        answer = await self._run("export", user, Place.dm_with(user.id, dm.id), language=language)
        if answer is None:
            await interaction.edit_original_response(content=reply(language, "commands_off"))
            return
        try:
            await deliver(dm.send, answer.text, files=attached(answer))
            await interaction.edit_original_response(content=reply(language, "sent_by_dm"))
        except discord.Forbidden:
            await interaction.edit_original_response(content=answer.text, attachments=attached(answer))

    async def _start_backfill(self, interaction: Interaction) -> None:
        """Read a channel's past; the manager who asked sees how far it is, for as long as Discord lets us."""
        language = await self._spoken_by(interaction)
        if not await self._access.serves(interaction.user, interaction.guild_id):
            await interaction.edit_original_response(content=reply(language, "not_served"))
            return

        async def tell(text: str) -> None:
            with suppress(discord.HTTPException):  # after 15 minutes Discord shows nothing more here
                await interaction.edit_original_response(content=text)

        await tell(self._backfill.start(interaction.channel, tell, language))

    async def press(self, interaction: Interaction, words: str) -> None:
        """Run a button's command: its answer replaces the one above it, or is shown to the presser only."""
        with self._in_flight.tracked():
            if words == buttons.CANCEL:
                await self._ask_no_more(interaction)
                unchanged = reply(await self._spoken_by(interaction), "unchanged")
                await interaction.response.edit_message(content=unchanged, view=None)
                return
            alone = words.startswith(buttons.ALONE)
            words = words.removeprefix(buttons.ALONE)
            if await self._rate_limited(interaction, words):
                return
            await interaction.response.defer(ephemeral=alone, thinking=alone)
            content, view = await self._answer(interaction, words, alone=alone)
            await _finish(interaction, content, view)

    async def _ask_no_more(self, interaction: Interaction) -> None:
        """Drop the question somebody said no to, so that no later "yes" answers it."""
        if interaction.channel is not None:
            place = place_of(interaction.channel, partner=interaction.user.id)
            asked = Command(text="", place=place, person=person_of(interaction.user))
            await drop_question(self._memory.store, asked, self._memory.clock.now())

    async def entries(self, interaction: Interaction, verb: str) -> list[Fact]:
        """Return the facts somebody may apply a command to where they are, with names for mentions."""
        user, guild = interaction.user, interaction.guild
        if interaction.channel is None or not await self._access.serves(user, interaction.guild_id):
            return []
        place = place_of(interaction.channel, partner=user.id)
        facts = await self._memory.entries(Question(place=place, asker=person_of(user), text=""), verb)
        members = (
            [guild.get_member(id_) for fact in facts for id_ in mentioned_in(fact.text)] if guild else []
        )
        names = shown_names({member.id: person_of(member) for member in members if member is not None})
        return [replace(fact, text=with_names(fact.text, names)) for fact in facts]

    async def _rate_limited(self, interaction: Interaction, words: str) -> bool:
        """Return whether somebody is over the rate limit, and tell them."""
        seconds = self._rate_limit.seconds(interaction.user.id, words)
        if seconds:
            refusal = self._rate_limit.refusal(seconds, await self._spoken_by(interaction))
            await interaction.response.send_message(refusal, ephemeral=True, allowed_mentions=NO_PINGS)
        return bool(seconds)

    async def _spoken_by(self, interaction: Interaction) -> str:
        """Return the language somebody has set in Discord, else that of the server."""
        guilds, person = self._memory.guilds, interaction.user.id
        guilds.heard(person, spoken_by(interaction))
        return await guilds.spoken(interaction.guild_id or 0, "", person)

    async def _answer(
        self,
        interaction: Interaction,
        words: str,
        about: discord.abc.User | None = None,
        *,
        alone: bool = False,
    ) -> tuple[str, discord.ui.View | None]:
        """Run an interaction's command; `alone` answers as in a direct message."""
        user, language = interaction.user, await self._spoken_by(interaction)
        if not await self._access.serves(user, interaction.guild_id):
            return reply(language, "not_served"), None
        if interaction.channel is None:
            return reply(language, "no_channel"), None
        place = place_of(interaction.channel, partner=user.id)
        if alone:
            place = Place.dm_with(user.id, (await user.create_dm()).id)
        mentions = () if about is None else (about,)
        answer = await self._run(words, user, place, mentions=mentions, language=language)
        if answer is None:
            return reply(language, "commands_off"), None
        in_dm = place.person is not None
        text = in_slash_form(answer.text, collapse(self._memory.settings.command_prefix))
        if alone:
            return text, None
        return text, buttons.under(answer, words, user.id, in_dm=in_dm, language=language)

    async def _run(
        self,
        words: str,
        user: discord.abc.User,
        place: Place,
        *,
        message: int | None = None,
        mentions: Iterable[discord.abc.User] = (),
        language: str = "",
    ) -> Answer | None:
        self._transparency.follow(person_of(user), place)
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


async def _finish(interaction: Interaction, content: str, view: discord.ui.View | None) -> None:
    """Show the answer to an interaction in place of what was shown meanwhile."""

    async def edit(text: str, **options: Any) -> None:
        await interaction.edit_original_response(content=text, **{"view": None, **options})

    await deliver(edit, content, view=view)


def _verb(words: str) -> str:
    return words.split(" ", maxsplit=1)[0].casefold()

"""Commands by which people decide whether they are remembered, and managers for a channel or a guild."""

from dataclasses import replace

from dnam.commands.erasure import receipt_text
from dnam.commands.group import CommandGroup
from dnam.commands.values import Answer, Command
from dnam.domain import ConsentChoice, Place, Scope, Visibility
from dnam.errors import BadInput
from dnam.languages import reply
from dnam.rules.consent_rules import EXCLUDED, IN, OUT
from dnam.rules.quoting import one_line

NOT_WRITTEN = (
    "\nI cannot write this down yet, and try again until I can. If I am restarted before that, please say it "
    "again."
)


class Privacy(CommandGroup):
    """Notes what people choose, and lets what was made of their messages follow."""

    async def optout(self, command: Command, argument: str) -> Answer:
        """Keep, learn and show nothing of the person from now on; with `erase` what was kept goes too."""
        self.require(command, "optout")
        if argument.casefold() not in ("", "erase"):
            raise BadInput(
                f"`{self.prefix} optout` hides what is kept, `{self.prefix} optout erase` erases it. "
                "Nothing was changed."
            )
        scope = Scope(kind="person", id=command.person.id)
        out = ConsentChoice(about="person", subject=command.person.id, choice=OUT)
        written = await self.consent.choose(out)
        done = reply(command.language, "opted_out", prefix=self.prefix) + ("" if written else NOT_WRITTEN)
        if argument:
            receipt = await self.eraser.erase(scope)
            return Answer(text=f"{done}\n{receipt_text(receipt, scope)}", changed=True)
        await self.eraser.drop_derived(scope)
        return Answer(text=done, changed=True)

    async def optin(self, command: Command, argument: str) -> Answer:
        """Remember the person again, or for the first time where people have to agree."""
        del argument
        self.require(command, "optin")
        await self.consent.choose(ConsentChoice(about="person", subject=command.person.id, choice=IN))
        await self.eraser.drop_derived(Scope(kind="person", id=command.person.id))
        return Answer(text=reply(command.language, "optin_done", prefix=self.prefix), changed=True)

    async def exclude(self, command: Command, argument: str) -> Answer:
        """Keep nothing of this channel from now on, and hide what was kept."""
        return await self._channel(command, argument, "exclude", EXCLUDED)

    async def include(self, command: Command, argument: str) -> Answer:
        """Remember this channel again."""
        return await self._channel(command, argument, "include", "")

    async def _channel(self, command: Command, argument: str, verb: str, choice: str) -> Answer:
        self.require(command, verb)
        place = command.place
        if argument or place.visibility is Visibility.DM:
            raise BadInput(f"Say `{self.prefix} {verb}` in the channel you mean. Nothing was changed.")
        if not place.channel:
            raise BadInput("Name the channel. Nothing was changed.")
        if not choice:
            await self._refuse_in_thread(place)
        await self.consent.choose(
            ConsentChoice(about="channel", guild=place.guild, subject=place.channel, choice=choice)
        )
        await self.eraser.drop_derived(Scope(kind="channel", id=place.channel, guild=place.guild))
        text = "From now on nothing in this channel is stored; what was stored is hidden."
        if not choice:
            text = "This channel is remembered again."
            if (await self.consent.at(place, [])).excluded:
                text = "This channel stays excluded by the setting `excluded_channels` of the operator."
        return Answer(text=text, changed=True)

    async def _refuse_in_thread(self, place: Place) -> None:
        """Refuse to include a thread of an excluded channel: it is closed with its channel."""
        if place.parent is None:
            return
        above = replace(place, channel=place.parent, parent=None)
        if (await self.consent.at(above, [])).excluded:
            names = {each.channel: one_line(each.name) for each in await self.store.places(place.guild)}
            channel = f"#{names[above.channel]}" if names.get(above.channel) else "The channel of this thread"
            raise BadInput(
                f"{channel} is excluded, and this thread with it: say `{self.prefix} include` there. "
                "Nothing was changed."
            )

    async def backfill(self, command: Command, argument: str) -> Answer:
        """Say who can read a channel's past; the Discord bot does it before this is asked."""
        self.require(command, "backfill")
        del argument
        raise BadInput("Only the Discord bot can read a channel's past: say it in the channel you mean.")

    async def mode(self, command: Command, argument: str) -> Answer:
        """Choose whether people here are remembered until they opt out, or only once they opt in."""
        self.require(command, "consent")
        place, wanted = command.place, argument.casefold()
        if wanted not in ("optin", "optout") or place.visibility is Visibility.DM:
            raise BadInput(
                f"Say `{self.prefix} consent optin` in a server to remember people only once they agree, or "
                f"`{self.prefix} consent optout` to remember them until they opt out. Nothing was changed."
            )
        await self.consent.choose(
            ConsentChoice(about="guild", guild=place.guild, subject=place.guild, choice=wanted)
        )
        await self.eraser.drop_derived(Scope(kind="guild", id=place.guild, guild=place.guild))
        text = f"People here are remembered only once they say `{self.prefix} optin`."
        if wanted == "optout":
            text = f"People here are remembered until they say `{self.prefix} optout`."
        return Answer(text=text, changed=True)

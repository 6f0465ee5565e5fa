"""Commands by which people decide whether they are remembered, and managers for a channel or a guild."""

from dataclasses import replace

from dnam.commands.command_group import CommandGroup
from dnam.commands.erasure import receipt_text
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
        done = reply(command.language, "opted_out", prefix=self.prefix) + await self._choose(out)
        if argument:
            receipt = await self.eraser.erase(scope)
            return Answer(text=f"{done}\n{receipt_text(receipt, scope)}", changed=True)
        return Answer(text=done, changed=True)

    async def _choose(self, choice: ConsentChoice) -> str:
        """Let what is stored follow a choice; return what to add to the answer."""
        return "" if await self.consent.choose(choice, self.eraser.drop_derived) else NOT_WRITTEN

    async def optin(self, command: Command, argument: str) -> Answer:
        """Remember the person again, or for the first time where people have to agree."""
        del argument
        self.require(command, "optin")
        back = ConsentChoice(about="person", subject=command.person.id, choice=IN)
        unwritten = await self._choose(back)
        done = reply(command.language, "optin_done", prefix=self.prefix)
        return Answer(text=done + unwritten, changed=True)

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
        unwritten = await self._choose(
            ConsentChoice(about="channel", guild=place.guild, subject=place.channel, choice=choice)
        )
        still = not choice and (await self.consent.at(place, [])).excluded
        done = "excluded_done" if choice else "included_not" if still else "included_done"
        return Answer(text=reply(command.language, done) + unwritten, changed=True)

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
        unwritten = await self._choose(
            ConsentChoice(about="guild", guild=place.guild, subject=place.guild, choice=wanted)
        )
        done = reply(command.language, f"consent_{wanted}_done", prefix=self.prefix)
        return Answer(text=done + unwritten, changed=True)

"""Commands by which people decide whether they are remembered, and managers for a channel or a guild."""

from dataclasses import replace

from dnam.commands.command_group import CommandGroup
from dnam.commands.erasure import receipt_text
from dnam.commands.values import Answer, Command
from dnam.domain import ConsentChoice, Scope, Visibility
from dnam.rules.consent_rules import EXCLUDED, IN, OUT
from dnam.rules.quoting import one_line


class Privacy(CommandGroup):
    async def optout(self, command: Command, argument: str) -> Answer:
        """Keep, learn and show nothing of the person from now on; with `erase` what was kept goes too."""
        self.require(command, "optout")
        if argument.casefold() not in ("", "erase"):
            raise command.refused("optout_usage")
        scope = Scope(kind="person", id=command.person.id)
        out = ConsentChoice(about="person", subject=command.person.id, choice=OUT)
        done = command.says("opted_out") + await self._choose(command, out)
        if argument:
            receipt = await self.eraser.erase(scope)
            return Answer(text=f"{done}\n{receipt_text(receipt, command.language)}", changed=True)
        return Answer(text=done, changed=True)

    async def _choose(self, command: Command, choice: ConsentChoice) -> str:
        """Let what is stored follow a choice; return what to add to the answer."""
        written = await self.consent.choose(choice, self.eraser.drop_derived)
        return "" if written else f"\n{command.says('not_written')}"

    async def optin(self, command: Command, argument: str) -> Answer:
        """Remember the person again, or for the first time where people have to agree."""
        del argument
        self.require(command, "optin")
        back = ConsentChoice(about="person", subject=command.person.id, choice=IN)
        unwritten = await self._choose(command, back)
        return Answer(text=command.says("optin_done") + unwritten, changed=True)

    async def exclude(self, command: Command, argument: str) -> Answer:
        """Keep nothing of this channel from now on, and hide what was kept."""
        return await self._channel(command, argument, "exclude", EXCLUDED)

    async def include(self, command: Command, argument: str) -> Answer:
        return await self._channel(command, argument, "include", "")

    async def _channel(self, command: Command, argument: str, verb: str, choice: str) -> Answer:
        self.require(command, verb)
        place = command.place
        if argument or place.visibility is Visibility.DM:
            raise command.refused("in_channel", verb=verb)
        if not place.channel:
            raise command.refused("name_channel")
        if not choice:
            await self._refuse_in_thread(command)
        chosen = ConsentChoice(about="channel", guild=place.guild, subject=place.channel, choice=choice)
        unwritten = await self._choose(command, chosen)
        still = not choice and (await self.consent.at(place, [])).excluded
        done = "excluded_done" if choice else "included_not" if still else "included_done"
        return Answer(text=command.says(done) + unwritten, changed=True)

    async def _refuse_in_thread(self, command: Command) -> None:
        """Refuse to include a thread of an excluded channel: it is closed with its channel."""
        place = command.place
        if place.parent is None:
            return
        above = replace(place, channel=place.parent, parent=None)
        if (await self.consent.at(above, [])).excluded:
            names = {each.channel: one_line(each.name) for each in await self.store.places(place.guild)}
            channel = f"#{names[above.channel]}" if names.get(above.channel) else f"<#{above.channel}>"
            raise command.refused("thread_excluded", channel=channel)

    async def backfill(self, command: Command, argument: str) -> Answer:
        """Say who can read a channel's past; the Discord bot does it before this is asked."""
        self.require(command, "backfill")
        del argument
        raise command.wrong("backfill_by_bot")

    async def mode(self, command: Command, argument: str) -> Answer:
        """Choose whether people here are remembered until they opt out, or only once they opt in."""
        self.require(command, "consent")
        place, wanted = command.place, argument.casefold()
        if wanted not in ("optin", "optout") or place.visibility is Visibility.DM:
            raise command.refused("consent_usage")
        chosen = ConsentChoice(about="guild", guild=place.guild, subject=place.guild, choice=wanted)
        unwritten = await self._choose(command, chosen)
        return Answer(text=command.says(f"consent_{wanted}_done") + unwritten, changed=True)

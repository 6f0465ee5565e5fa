"""`settings`: what managers choose for their server, within the limits of whoever runs the memory."""

from dnam.commands.command_group import CommandGroup
from dnam.commands.values import Answer, Command
from dnam.languages import reply
from dnam.rules.guild_choices import NAMES, allowed, chosen


class GuildChoices(CommandGroup):
    async def choose(self, command: Command, argument: str) -> Answer:
        """List what is chosen, or choose: `settings language de`, `settings language default`."""
        place = self.managed(command, "settings")
        name, _, text = argument.partition(" ")
        if not text.strip():
            return Answer(text=await self._list(command))
        name = name.casefold()
        value = chosen(self.settings, name, text.strip(), command.language)
        await self.guilds.choose(place.guild, name, value)
        # the answer is in the language that holds from now on, when that was what was chosen
        spoken = value if name == "language" and value else command.language
        shown = _shown(value) or reply(spoken, "settings_default")
        return Answer(text=reply(spoken, "settings_chosen", name=name, value=shown), changed=True)

    async def _list(self, command: Command) -> str:
        choices, language = await self.guilds.chosen(command.place.guild), command.language
        lines = [command.says("settings_list")]
        for name in NAMES:
            if name == "model" and not self.settings.guild_models:
                continue  # there is none to choose
            value = _shown(choices.get(name)) or command.says("settings_default")
            lines.append(f"- `{name}`: {value} ({allowed(self.settings, name, language)})")
        return "\n".join(lines)


def _shown(value: object) -> str:
    """Return a choice as it is shown; empty when there is none."""
    if isinstance(value, list):
        return " ".join(f"<#{id_}>" for id_ in value)
    return "" if value is None else str(value)

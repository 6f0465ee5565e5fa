"""Commands that erase for good: everything of a person, or of a channel. Both say first what would go."""

from datetime import datetime, timedelta

from dnam.audience import session_key
from dnam.commands.command_group import CommandGroup
from dnam.commands.values import CONFIRM_WITHIN, Answer, Command
from dnam.domain import Receipt, Scope
from dnam.languages import reply
from dnam.rules.fact_notes import ERASE, person_note


class EraseCommands(CommandGroup):
    async def erase(self, command: Command, argument: str) -> Answer:
        """Show what would be erased, and on `confirm` erase everything of the person, everywhere."""
        self.require(command, "erase")
        if argument.casefold() not in ("", "confirm"):
            raise command.refused("erase_usage", verb="erase")
        scope = Scope(kind="person", id=command.person.id)
        if argument:
            return await self._confirmed(command, ERASE, scope)
        more = (f"- {command.says('erase_made')}", command.says("erase_others"))
        return await self._preview(command, ERASE, scope, *more)

    async def purge(self, command: Command, argument: str) -> Answer:
        """Show what is stored of this channel, and on `confirm` erase it with its threads."""
        place = self.managed(command, "purge")
        if not place.channel:
            raise command.refused("name_channel")
        if argument.casefold() not in ("", "confirm"):
            raise command.refused("erase_usage", verb="purge")
        scope = Scope(kind="channel", id=place.channel, guild=place.guild)
        if argument:
            return await self._confirmed(command, "purge", scope)
        return await self._preview(command, "purge", scope)

    async def _preview(self, command: Command, verb: str, scope: Scope, *more: str) -> Answer:
        receipt = await self.eraser.preview(scope)
        await self.store.put_note(_note(command, verb), self.clock.now().isoformat())
        minutes = CONFIRM_WITHIN // timedelta(minutes=1)
        tail = command.says("erase_tail", verb=verb, minutes=minutes)
        counts = _counts(receipt, command.language, zeros=True)
        lines = [command.says(f"{verb}_head"), *counts, *more, tail]
        return Answer(text="\n".join(lines), confirm=f"{verb} confirm")

    async def _confirmed(self, command: Command, verb: str, scope: Scope) -> Answer:
        previewed = await self.store.get_note(_note(command, verb))
        if previewed is None or self.clock.now() - datetime.fromisoformat(previewed) > CONFIRM_WITHIN:
            raise command.refused("erase_first", verb=verb)
        return Answer(text=receipt_text(await self.eraser.erase(scope), command.language), changed=True)


def receipt_text(receipt: Receipt, language: str) -> str:
    """Return what a person is told once something is erased."""
    lines = _counts(receipt, language)
    if not lines and not receipt.unfinished:
        lines = [f"- {reply(language, 'erased_nothing')}"]
    if lines:
        lines.insert(0, reply(language, "erased_head"))
    if receipt.verified:
        places = ", ".join(_what(place, language) for place in receipt.verified)
        lines.append(reply(language, "erased_checked", places=places))
    left = "erased_left" if receipt.noted else "not_written"
    return "\n".join([*lines, *([reply(language, left)] if receipt.unfinished else [])])


def _counts(receipt: Receipt, language: str, *, zeros: bool = False) -> list[str]:
    counts = receipt.counts.items()
    return [f"- {_what(what, language)}: {count}" for what, count in counts if count or zeros]


def _what(counted: str, language: str) -> str:
    return reply(language, f"count_{counted.removeprefix('readable ').replace(' ', '_')}")


def _note(command: Command, verb: str) -> str:
    return person_note(command.person.id, verb, session_key(command.place))

"""Commands that erase for good: everything of a person, or of a channel. Both say first what would go."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from dnam.audience import session_key
from dnam.commands.command_group import CommandGroup
from dnam.commands.values import CONFIRM_WITHIN, Answer, Command
from dnam.domain import Receipt, Scope
from dnam.errors import BadInput
from dnam.rules import command_text as write
from dnam.rules.fact_notes import ERASE, person_note

_YOURS = {"facts about them": "facts about you", "facts they told of others": "facts you told of others"}


class EraseCommands(CommandGroup):
    """Erases what a person or a guild's manager asks for."""

    async def erase(self, command: Command, argument: str) -> Answer:
        """Show what would be erased, and on `confirm` erase everything of the person, everywhere."""
        self.require(command, "erase")
        if argument.casefold() not in ("", "confirm"):
            raise BadInput(
                f"`{self.prefix} erase` shows what would be erased, `{self.prefix} erase confirm` erases it. "
                f"To forget single entries: `{self.prefix} forget TEXT`. Nothing was changed."
            )
        scope = Scope(kind="person", id=command.person.id)
        if argument:
            return await self._confirmed(command, ERASE, scope)
        made = "- everything made of them: vectors, summaries, short-term memory, notes, readable files"
        others = "Messages that others wrote stay theirs. Backups made earlier are out of my reach."
        head = "This would be erased for good, in every server and in our direct messages:"
        return await self._preview(command, ERASE, scope, head, made, others)

    async def purge(self, command: Command, argument: str) -> Answer:
        """Show what is stored of this channel, and on `confirm` erase it with its threads."""
        place = self.managed(command, "purge")
        if not place.channel:
            raise BadInput("Name the channel. Nothing was changed.")
        if argument.casefold() not in ("", "confirm"):
            raise BadInput(
                f"`{self.prefix} purge` shows what would be erased, `{self.prefix} purge confirm` erases it. "
                "Nothing was changed."
            )
        scope = Scope(kind="channel", id=place.channel, guild=place.guild)
        if argument:
            return await self._confirmed(command, "purge", scope)
        head = "This would be erased for good, of this channel and its threads:"
        return await self._preview(command, "purge", scope, head)

    async def _preview(self, command: Command, verb: str, scope: Scope, head: str, *more: str) -> Answer:
        receipt = await self.eraser.preview(scope)
        await self.store.put_note(_note(command, verb), self.clock.now().isoformat())
        minutes = CONFIRM_WITHIN // timedelta(minutes=1)
        tail = f"It cannot be undone. To go on, say `{self.prefix} {verb} confirm` within {minutes} minutes."
        lines = [head, *_counts(receipt, zeros=True), *more, tail]
        return Answer(text="\n".join(lines), confirm=f"{verb} confirm")

    async def _confirmed(self, command: Command, verb: str, scope: Scope) -> Answer:
        previewed = await self.store.get_note(_note(command, verb))
        if previewed is None or self.clock.now() - datetime.fromisoformat(previewed) > CONFIRM_WITHIN:
            raise BadInput(
                f"Say `{self.prefix} {verb}` first: it shows what would be erased. Nothing was changed."
            )
        return Answer(text=receipt_text(await self.eraser.erase(scope), scope), changed=True)


def receipt_text(receipt: Receipt, scope: Scope) -> str:
    """Return what a person is told once something is erased."""
    nothing = (
        "- nothing: I had nothing of yours" if scope.kind == "person" else "- nothing: there was nothing"
    )
    counts = _counts(receipt) or ([] if receipt.unfinished else [nothing])
    still = ["Not finished:", *(f"- {each}" for each in receipt.unfinished)] if receipt.unfinished else []
    checked = (
        [f"I looked again: none of it is left in {_listed(receipt.verified)}."] if receipt.verified else []
    )
    return "\n".join([*(["Erased:", *counts] if counts else []), *checked, *still])


def _listed(places: Sequence[str]) -> str:
    return " and ".join([", ".join(places[:-1]), *places[-1:]]) if len(places) > 1 else "".join(places)


def _counts(receipt: Receipt, *, zeros: bool = False) -> list[str]:
    counts = receipt.counts.items()
    return [f"- {write.counted(count, _YOURS.get(what, what))}" for what, count in counts if count or zeros]


def _note(command: Command, verb: str) -> str:
    return person_note(command.person.id, verb, session_key(command.place))

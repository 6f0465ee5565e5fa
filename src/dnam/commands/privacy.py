"""Commands by which people decide about their own memory as a whole."""

from datetime import datetime, timedelta

from dnam.audience import session_key
from dnam.commands.choices import Choices
from dnam.commands.values import Answer, Command, Erases
from dnam.errors import BadInput
from dnam.model import Receipt, Scope
from dnam.ports import Clock, Store
from dnam.rules.copies import ERASE, person_note
from dnam.rules.permit import refusal

CONFIRM_WITHIN = timedelta(minutes=10)
"""How long after a preview an erasure may be confirmed."""


class Privacy:
    """Does what somebody decides about what is kept of them."""

    def __init__(self, store: Store, choices: Choices, *, erases: Erases, clock: Clock, prefix: str) -> None:
        self._store = store
        self._choices = choices
        self._erases = erases
        self._clock = clock
        self._p = prefix

    async def erase(self, command: Command, argument: str) -> Answer:
        """Say what would go, and on `confirm` erase everything of the person, everywhere."""
        if not self._choices.may(command, "erase"):
            raise BadInput(refusal("erase"))
        if argument.casefold() not in ("", "confirm"):
            raise BadInput(
                f"`{self._p} erase` says what would go, `{self._p} erase confirm` does it. To drop single "
                f"entries: `{self._p} forget TEXT`. Nothing was changed."
            )
        scope = Scope(kind="person", id=command.person.id)
        note = person_note(command.person.id, ERASE, session_key(command.place))
        if not argument:
            counted = await self._erases.preview(scope)
            await self._store.put_note(note, self._clock.now().isoformat())
            return Answer(text=self._preview(counted))
        asked = await self._store.get_note(note)
        if asked is None or self._clock.now() - datetime.fromisoformat(asked) > CONFIRM_WITHIN:
            raise BadInput(f"Say `{self._p} erase` first: it tells what would go. Nothing was changed.")
        return Answer(text=self._receipt(await self._erases.erase(scope)), changed=True)

    def _preview(self, counted: Receipt) -> str:
        lines = [f"- {count} {_yours(what)}" for what, count in counted.counts.items()]
        return "\n".join(
            [
                "This would be erased for good, in every server and in our direct messages:",
                *lines,
                "- everything made of them: vectors, summaries, short-term memory, notes, readable files",
                "What others wrote themselves stays theirs. Backups made earlier are out of my reach.",
                f"It cannot be undone. To go on, say `{self._p} erase confirm` within "
                f"{CONFIRM_WITHIN // timedelta(minutes=1)} minutes.",
            ]
        )

    def _receipt(self, receipt: Receipt) -> str:
        lines = [f"- {count} {_yours(what)}" for what, count in receipt.counts.items() if count]
        return "\n".join(["Erased:", *(lines or ["- nothing: I held nothing of yours"])])


def _yours(what: str) -> str:
    return {
        "facts about them": "facts about you",
        "facts they told of others": "facts you told of others",
    }.get(what, what)

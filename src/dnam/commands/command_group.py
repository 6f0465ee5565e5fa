"""What every group of commands works with."""

from dataclasses import dataclass

from dnam.admission import Admission
from dnam.commands.targets import Targets
from dnam.commands.undo import UndoableChanges
from dnam.commands.values import Command, EraserPort, RecallPort
from dnam.consent import Consent
from dnam.domain import Place, Visibility
from dnam.errors import BadInput
from dnam.guild_settings import GuildSettings
from dnam.ports import Clock, Store
from dnam.rules.command_permissions import refusal
from dnam.settings import Settings


@dataclass(frozen=True, kw_only=True)
class CommandGroup:
    """Commands that belong together; each is a method that takes the command and its argument."""

    store: Store
    targets: Targets
    changes: UndoableChanges
    recall: RecallPort
    eraser: EraserPort
    consent: Consent
    guilds: GuildSettings
    admission: Admission
    settings: Settings
    clock: Clock

    def require(self, command: Command, verb: str, *, subject: int | None = None) -> None:
        """Raise BadInput unless this person may do this to what is about `subject`."""
        if not self.targets.may(command, verb, subject=subject, sayer=command.person.id):
            raise BadInput(refusal(verb, command.language))

    def managed(self, command: Command, verb: str) -> Place:
        """Return the place in a guild that a manager asks about. Raises BadInput."""
        self.require(command, verb)
        if command.place.visibility is Visibility.DM:
            raise command.refused("in_server", verb=verb)
        return command.place

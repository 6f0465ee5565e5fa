"""Commands of those who look after a guild: emptying a channel's memory, and what was done here."""

from datetime import datetime, timedelta

from dnam.audience import audience_of, session_key
from dnam.commands.targets import Targets
from dnam.commands.values import Answer, Command, EraserPort
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.model import Place, Scope, Visibility
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.fact_notes import person_note
from dnam.rules.permissions import refusal
from dnam.rules.quoting import one_line, shown_names

CONFIRM_WITHIN = timedelta(minutes=10)
"""How long after a preview a purge may be confirmed."""
SHOWN = 25
"""So many of the latest lines of the action log are shown."""


class Moderation:
    """Does what a guild's managers ask for."""

    def __init__(
        self,
        store: Store,
        choices: Targets,
        *,
        erases: EraserPort,
        consent: Consent,
        clock: Clock,
        prefix: str,
    ) -> None:
        self._store = store
        self._consent = consent
        self._choices = choices
        self._erases = erases
        self._clock = clock
        self._p = prefix

    async def purge(self, command: Command, argument: str) -> Answer:
        """Say what is kept of this channel, and on `confirm` erase it with its threads."""
        place = self._here(command, "purge")
        if not place.channel:
            raise BadInput("Name the channel that is meant. Nothing was changed.")
        if argument.casefold() not in ("", "confirm"):
            raise BadInput(
                f"`{self._p} purge` says what would go, `{self._p} purge confirm` does it. "
                "Nothing was changed."
            )
        scope = Scope(kind="channel", id=place.channel, guild=place.guild)
        note = person_note(command.person.id, "purge", session_key(place))
        if not argument:
            counted = await self._erases.preview(scope)
            await self._store.put_note(note, self._clock.now().isoformat())
            lines = [f"- {write.counted(count, what)}" for what, count in counted.counts.items()]
            head = "This would be erased for good, of this channel and its threads:"
            tail = f"It cannot be undone. To go on, say `{self._p} purge confirm` within 10 minutes."
            return Answer(text="\n".join([head, *lines, tail]))
        asked = await self._store.get_note(note)
        if asked is None or self._clock.now() - datetime.fromisoformat(asked) > CONFIRM_WITHIN:
            raise BadInput(f"Say `{self._p} purge` first: it tells what would go. Nothing was changed.")
        receipt = await self._erases.erase(scope)
        lines = [f"- {write.counted(count, what)}" for what, count in receipt.counts.items() if count]
        return Answer(text="\n".join(["Erased:", *(lines or ["- nothing was held"])]), changed=True)

    async def audit(self, command: Command, argument: str) -> Answer:
        """List what was done in this guild lately where everyone here may hear it; never what was written."""
        place = self._here(command, "audit")
        if argument:
            raise BadInput(f"`{self._p} audit` takes nothing: it lists what was done lately.")
        heard = audience_of(place).origins
        actions = await self._store.actions(guild=place.guild, limit=SHOWN, heard=heard)
        doers = sorted({action.person for action in actions if action.person})
        agreed = await self._consent.at(place, doers)
        people = await self._store.people(place.guild, doers)
        names = shown_names({id_: person for id_, person in people.items() if agreed.remembers(id_)})
        channels = {each.channel: one_line(each.name) for each in await self._store.places(place.guild)}
        entries = [write.logged(action, names, channels) for action in actions]
        head = f"The latest of this server's action log ({write.plural(len(entries), 'line')}):"
        return Answer(text=write.fit(head, entries)[0])

    def _here(self, command: Command, deed: str) -> Place:
        if not self._choices.may(command, deed):
            raise BadInput(refusal(deed, command.language))
        if command.place.visibility is Visibility.DM:
            raise BadInput(f"Say `{self._p} {deed}` in one of the server's channels. Nothing was changed.")
        return command.place

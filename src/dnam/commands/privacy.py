"""Commands by which people decide about their own memory as a whole."""

from dataclasses import replace
from datetime import datetime, timedelta

from dnam.audience import session_key
from dnam.commands.targets import Targets
from dnam.commands.values import Answer, Command, EraserPort
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.languages import reply
from dnam.model import ConsentChoice, Place, Receipt, Scope, Visibility
from dnam.ports import Clock, Store
from dnam.rules import command_text as write
from dnam.rules.consent_rules import EXCLUDED, IN, OUT
from dnam.rules.fact_notes import ERASE, person_note
from dnam.rules.permissions import refusal
from dnam.rules.quoting import one_line

CONFIRM_WITHIN = timedelta(minutes=10)
"""How long after a preview an erasure may be confirmed."""


class Privacy:
    """Does what somebody decides about what is kept of them."""

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
        self._consent = consent
        self._store = store
        self._choices = choices
        self._erases = erases
        self._clock = clock
        self._p = prefix

    async def erase(self, command: Command, argument: str) -> Answer:
        """Say what would go, and on `confirm` erase everything of the person, everywhere."""
        self._permit(command, "erase")
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

    async def optout(self, command: Command, argument: str) -> Answer:
        """Keep, learn and show nothing of the person from now on; with `erase` what was kept goes too."""
        self._permit(command, "optout")
        if argument.casefold() not in ("", "erase"):
            raise BadInput(
                f"`{self._p} optout` hides what is kept, `{self._p} optout erase` erases it. "
                "Nothing was changed."
            )
        scope = Scope(kind="person", id=command.person.id)
        await self._consent.choose(ConsentChoice(about="person", subject=command.person.id, choice=OUT))
        told = reply(command.language, "opted_out", prefix=self._p)
        if argument:
            receipt = self._receipt(await self._erases.erase(scope))
            return Answer(text=f"{told}\n{receipt}", changed=True)
        await self._erases.retell(scope)
        return Answer(text=told, changed=True)

    async def optin(self, command: Command, argument: str) -> Answer:
        """Remember the person again, or for the first time where people have to agree."""
        del argument
        self._permit(command, "optin")
        await self._consent.choose(ConsentChoice(about="person", subject=command.person.id, choice=IN))
        await self._erases.retell(Scope(kind="person", id=command.person.id))
        return Answer(text=reply(command.language, "optin_done", prefix=self._p), changed=True)

    async def exclude(self, command: Command, argument: str) -> Answer:
        """Keep nothing of this channel from now on, and hide what was kept."""
        return await self._channel(command, argument, "exclude", EXCLUDED)

    async def include(self, command: Command, argument: str) -> Answer:
        """Remember this channel again."""
        return await self._channel(command, argument, "include", "")

    async def _channel(self, command: Command, argument: str, deed: str, choice: str) -> Answer:
        self._permit(command, deed)
        place = command.place
        if argument or place.visibility is Visibility.DM:
            raise BadInput(f"Say `{self._p} {deed}` in the channel that is meant. Nothing was changed.")
        if not place.channel:
            raise BadInput("Name the channel that is meant. Nothing was changed.")
        if not choice:
            await self._refuse_in_thread(place)
        made = ConsentChoice(about="channel", guild=place.guild, subject=place.channel, choice=choice)
        await self._consent.choose(made)
        await self._erases.retell(Scope(kind="channel", id=place.channel, guild=place.guild))
        told = "Nothing said in this channel is kept from now on; what was kept is hidden."
        if not choice:
            told = "This channel is remembered again."
            if (await self._consent.at(place, [])).excluded:
                told = "This channel stays excluded by the setting `excluded_channels` of whoever runs me."
        return Answer(text=told, changed=True)

    async def _refuse_in_thread(self, place: Place) -> None:
        """Refuse to include a thread of an excluded channel: it is closed with its channel."""
        if place.parent is None:
            return
        above = replace(place, channel=place.parent, parent=None)
        if (await self._consent.at(above, [])).excluded:
            known = {each.channel: one_line(each.name) for each in await self._store.places(place.guild)}
            called = f"#{known[above.channel]}" if known.get(above.channel) else "The channel of this thread"
            raise BadInput(
                f"{called} is excluded, and this thread with it: say `{self._p} include` there. "
                "Nothing was changed."
            )

    async def mode(self, command: Command, argument: str) -> Answer:
        """Choose whether people here are remembered until they opt out, or only once they opt in."""
        self._permit(command, "consent")
        place, wanted = command.place, argument.casefold()
        if wanted not in ("optin", "optout") or place.visibility is Visibility.DM:
            raise BadInput(
                f"Say `{self._p} consent optin` in a server to remember people only once they agree, or "
                f"`{self._p} consent optout` to remember them until they opt out. Nothing was changed."
            )
        await self._consent.choose(
            ConsentChoice(about="guild", guild=place.guild, subject=place.guild, choice=wanted)
        )
        await self._erases.retell(Scope(kind="guild", id=place.guild, guild=place.guild))
        told = f"People here are remembered only once they say `{self._p} optin`."
        if wanted == "optout":
            told = f"People here are remembered until they say `{self._p} optout`."
        return Answer(text=told, changed=True)

    def _permit(self, command: Command, deed: str) -> None:
        if not self._choices.may(command, deed):
            raise BadInput(refusal(deed, command.language))

    def _preview(self, counted: Receipt) -> str:
        lines = [f"- {write.counted(count, _yours(what))}" for what, count in counted.counts.items()]
        return "\n".join(
            [
                "This would be erased for good, in every server and in our direct messages:",
                *lines,
                "- everything made of them: vectors, summaries, short-term memory, notes, readable files",
                "Messages that others wrote stay theirs. Backups made earlier are out of my reach.",
                f"It cannot be undone. To go on, say `{self._p} erase confirm` within "
                f"{CONFIRM_WITHIN // timedelta(minutes=1)} minutes.",
            ]
        )

    def _receipt(self, receipt: Receipt) -> str:
        lines = [f"- {write.counted(n, _yours(what))}" for what, n in receipt.counts.items() if n]
        return "\n".join(["Erased:", *(lines or ["- nothing: I held nothing of yours"])])


def _yours(what: str) -> str:
    return {
        "facts about them": "facts about you",
        "facts they told of others": "facts you told of others",
    }.get(what, what)

"""Commands about what others say of a person: see it, accept it, refuse it, and hold it back in a guild."""

from dataclasses import replace

from dnam.commands.targets import Targets
from dnam.commands.values import Answer, Command
from dnam.consent import Consent
from dnam.errors import BadInput
from dnam.model import ConsentChoice, Fact, Status, Visibility
from dnam.ports import Clock
from dnam.rules import command_text as write
from dnam.rules.claims import accepted, waiting
from dnam.rules.consent_rules import QUARANTINE, REFUSE
from dnam.rules.permissions import refusal


class Claims:
    """Lets people decide about what others say of them."""

    def __init__(self, choices: Targets, *, consent: Consent, clock: Clock, prefix: str) -> None:
        self._choices = choices
        self._consent = consent
        self._clock = clock
        self._p = prefix

    async def claims(self, command: Command, argument: str) -> Answer:
        """List what others have said of the person and that waits to be accepted."""
        del argument
        facts = await self._waiting(command)
        if not facts:
            return await self._choices.listing(command, "Nothing waits for your word.", facts)
        names = await self._choices.names(command, facts)
        entries = [f"{i}. {write.bullet(fact, names)[2:]}" for i, fact in enumerate(facts, 1)]
        tail = f"`{self._p} accept 1` lets it be used, `{self._p} refuse 1` makes it forgotten."
        text, shown = write.fit(f"Said of you by others and not used yet ({len(facts)}):", entries, tail)
        return await self._choices.listing(command, text, facts[:shown])

    async def accept(self, command: Command, argument: str) -> Answer:
        """Let a claim be used."""
        fact = await self._claim(command, argument, "accept")
        taken = replace(accepted(fact, command.person.id), updated_at=self._clock.now())
        await self._choices.change(command, before=[fact], after=[taken])
        told = f'Accepted: "{fact.text}"'
        if taken.waits:
            names = await self._choices.names(command, [taken])
            told += f". It is used once accepted by {write.listed(taken.waits, names)} too."
        return Answer(text=told, changed=True)

    async def refuse(self, command: Command, argument: str) -> Answer:
        """Have a claim forgotten; without one, have none kept from now on, until `refuse off`."""
        self._permit(command, "refuse")
        if argument.casefold() in ("", "off"):
            choice = "" if argument else REFUSE
            await self._consent.choose(
                ConsentChoice(about="claims", subject=command.person.id, choice=choice)
            )
            told = (
                "What others say of you may be kept again."
                if argument
                else (
                    "From now on nothing others say of you is kept. "
                    f"`{self._p} refuse off` ends it; `{self._p} show` lists what was kept."
                )
            )
            return Answer(text=told, changed=True)
        fact = await self._claim(command, argument, "refuse")
        await self._choices.drop(command, [fact])
        return Answer(text=f'Refused: "{fact.text}"', changed=True)

    async def quarantine(self, command: Command, argument: str) -> Answer:
        """Choose whether what is said of others here is used at once or only once they accept it."""
        self._permit(command, "quarantine")
        place, wanted = command.place, argument.casefold()
        if wanted not in ("on", "off") or place.visibility is Visibility.DM:
            raise BadInput(
                f"Say `{self._p} quarantine on` in a server to use what is said of others only once they "
                f"accept it, or `{self._p} quarantine off`. Nothing was changed."
            )
        choice = QUARANTINE if wanted == "on" else "shown"
        made = ConsentChoice(about="hearsay", guild=place.guild, subject=place.guild, choice=choice)
        await self._consent.choose(made)
        told = "What is said of others here is used only once they accept it."
        if wanted == "off":
            told = "What is said of others here is used at once, with the name of who said it."
        return Answer(text=told, changed=True)

    async def _waiting(self, command: Command) -> list[Fact]:
        own = await self._choices.about(command, command.person.id)
        facts = [*own, *await self._choices.naming(command)]
        return [fact for fact in facts if _waits_for(fact, command.person.id)]

    async def _claim(self, command: Command, argument: str, deed: str) -> Fact:
        if not argument:
            raise BadInput(f"Which one? `{self._p} claims` lists them, then `{self._p} {deed} 1`.")
        chosen, _ = await self._choices.choose(command, argument, deed, (Status.CLAIMED,))
        chosen = [fact for fact in chosen if _waits_for(fact, command.person.id)]
        if not chosen:
            raise BadInput(refusal(deed, command.language))
        if len(chosen) > 1:
            raise BadInput(f"That fits several: `{self._p} claims` lists them, then `{self._p} {deed} 1`.")
        return chosen[0]

    def _permit(self, command: Command, deed: str) -> None:
        if not self._choices.may(command, deed):
            raise BadInput(refusal(deed, command.language))


def _waits_for(fact: Fact, person: int) -> bool:
    return fact.status is Status.CLAIMED and person in waiting(fact)

"""Commands about what others say of a person: see it, accept it, refuse it, and hold it back in a guild."""

from dataclasses import replace

from dnam.commands.command_group import CommandGroup
from dnam.commands.values import Answer, Command
from dnam.domain import ConsentChoice, Fact, Status, Visibility
from dnam.errors import BadInput
from dnam.rules import command_text as write
from dnam.rules.claims import accepted, waiting
from dnam.rules.command_permissions import refusal
from dnam.rules.consent_rules import QUARANTINE, REFUSE


class Claims(CommandGroup):
    async def claims(self, command: Command, argument: str) -> Answer:
        """List what others have said of the person and that waits to be accepted."""
        del argument
        facts = await self._waiting(command)
        if not facts:
            return await self.targets.listing(command, command.says("claims_none"), facts)
        head = command.says("claims_list", count=len(facts))
        return await self.targets.choices(command, facts, head, command.says("claims_tail"))

    async def accept(self, command: Command, argument: str) -> Answer:
        """Let a claim be used; it may still wait for others."""
        fact = await self._claim(command, argument, "accept")
        taken = replace(accepted(fact, command.person.id), updated_at=self.clock.now())
        await self.changes.save(command, before=[fact], after=[taken])
        names = await self.targets.names(command, [taken])
        text = command.says("accepted", text=write.with_subject(fact, names, command.language))
        if taken.waits:
            text += "\n" + command.says("waits", waits=write.listed(taken.waits, names))
        return Answer(text=text, changed=True)

    async def refuse(self, command: Command, argument: str) -> Answer:
        """Have a claim forgotten; without one, have none kept from now on, until `refuse off`."""
        self.require(command, "refuse")
        if argument.casefold() in ("", "off"):
            choice = "" if argument else REFUSE
            await self.consent.choose_claims(
                ConsentChoice(about="claims", subject=command.person.id, choice=choice)
            )
            return Answer(text=command.says("refuse_off" if argument else "refuse_all"), changed=True)
        fact = await self._claim(command, argument, "refuse")
        await self.changes.forget(command, [fact])
        names = await self.targets.names(command, [fact])
        text = command.says("refused", text=write.with_subject(fact, names, command.language))
        return Answer(text=text, changed=True)

    async def quarantine(self, command: Command, argument: str) -> Answer:
        """Choose whether what is said of others here is used at once or only once they accept it."""
        self.require(command, "quarantine")
        place, wanted = command.place, argument.casefold()
        if wanted not in ("on", "off") or place.visibility is Visibility.DM:
            raise command.refused("quarantine_usage")
        choice = QUARANTINE if wanted == "on" else "shown"
        await self.consent.choose_claims(
            ConsentChoice(about="hearsay", guild=place.guild, subject=place.guild, choice=choice)
        )
        return Answer(text=command.says(f"quarantine_{wanted}"), changed=True)

    async def _waiting(self, command: Command) -> list[Fact]:
        own = await self.targets.about(command, command.person.id)
        facts = [*own, *await self.targets.naming(command)]
        return [fact for fact in facts if _waits_for(fact, command.person.id)]

    async def _claim(self, command: Command, argument: str, verb: str) -> Fact:
        if not argument:
            raise command.wrong("claims_which", verb=verb)
        chosen, _ = await self.targets.choose(command, argument, verb, (Status.CLAIMED,))
        chosen = [fact for fact in chosen if _waits_for(fact, command.person.id)]
        if not chosen:
            raise BadInput(refusal(verb, command.language))
        if len(chosen) > 1:
            raise command.wrong("claims_which", verb=verb)
        return chosen[0]


def _waits_for(fact: Fact, person: int) -> bool:
    return fact.status is Status.CLAIMED and person in waiting(fact)

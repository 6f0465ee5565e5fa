"""Memory by intent: a program's request for a person in a place, as the command that person would type.

Each acts with that person's rights and for the audience of the place; without a place, in their direct
message with the assistant.
"""

from collections.abc import Awaitable, Callable

from dnam.audience import audible, audience_of
from dnam.commands import Answer, Command
from dnam.domain import Fact, Person, Place, Question, Status
from dnam.errors import BadInput
from dnam.languages import refuse
from dnam.ports import Store
from dnam.rules.requests import off_the_record
from dnam.settings import Settings


def request(settings: Settings, verb: str, person: Person, text: str, place: Place | None) -> Command:
    """Return the command for a verb and its text. Raises BadInput when there is no text."""
    if not text.strip():
        raise BadInput(f"There is nothing to {verb}: give a text.")
    typed = f"{settings.command_prefix} {verb} {text}"
    return Command(text=typed, place=place or Place.dm_with(person.id), person=person)


async def run_for_model(
    run: Callable[[Command], Awaitable[Answer | None]], settings: Settings, question: Question, text: str
) -> str:
    """Run a command that a model calls as a tool, with the rights of who asks; return its answer."""
    if off_the_record(question.text):
        return refuse("en", "off_record")
    command = Command(
        text=f"{settings.command_prefix} {text}",
        place=question.place,
        person=question.asker,
        message=question.message,
        mentions=question.mentions,
        typed=False,
    )
    answer = await run(command)
    return answer.text if answer else "Commands are switched off."


def as_question(asked: Question | Person, text: str, place: Place | None) -> Question:
    if isinstance(asked, Question):
        return asked
    return Question(place=place or Place.dm_with(asked.id), asker=asked, text=text)


def answered(answer: Answer | None) -> Answer:
    """Return the answer to a request. Raises BadInput when commands are switched off."""
    if answer is None:
        raise BadInput("Commands are switched off: set commands_enabled.")
    return answer


async def audible_facts(store: Store, settings: Settings, person: Person, place: Place | None) -> list[Fact]:
    """Return the active facts about a person that everyone in the place may hear, newest first."""
    if not settings.facts_enabled:
        return []
    where = place or Place.dm_with(person.id)
    audience = audience_of(where, asker=person.id, portable=settings.audience == "portable")
    facts = await store.facts_of(person.id)
    return [fact for fact in audible(audience, facts) if fact.status is Status.ACTIVE and not fact.muted]

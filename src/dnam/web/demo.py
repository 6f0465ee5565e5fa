"""A believable small server, clearly marked as made up, to look around in; it can be removed again.

Everything goes in as messages and commands, as from Discord, day by day by a clock of its own: what is shown
was really learned, when it was said.
"""

from datetime import datetime, timedelta
from importlib.resources import files
from itertools import count

from dnam.audience import origin_of
from dnam.commands import Command
from dnam.domain import Action, Message, Person, Place, Question, Receipt, Scope, Usage, Visibility
from dnam.errors import BadInput
from dnam.memory import Memory
from dnam.rules.text import stable_id

DEMO_NAME = "Demo (made up)"
DEMO_GUILD = stable_id("guild", DEMO_NAME)
PEOPLE = {
    name: Person(id=stable_id("demo person", name), name=name) for name in ("Maya", "Jonas", "Priya", "Tom")
}
ASSISTANT = Person(id=stable_id("demo person", "dnam"), name="dnam", bot=True)


class DemoClock:
    """A clock that is set to the time of each line."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at


def _place(name: str) -> Place:
    return Place(
        guild=DEMO_GUILD,
        channel=stable_id("demo channel", name),
        visibility=Visibility.PRIVATE if name == "organisers" else Visibility.PUBLIC,
        name=name,
        guild_name=DEMO_NAME,
    )


async def add_demo(memory: Memory) -> dict[str, int]:
    """Fill in the demo; return how much there is now. Raises BadInput when it is there already."""
    if await memory.store.people(DEMO_GUILD):
        raise BadInput("The demo is there already: `dnam demo --remove` takes it away.")
    lines = files("dnam.web").joinpath("demo.txt").read_text("utf-8").splitlines()
    entries = [line.split("|", 3) for line in lines if line and not line.startswith("#")]
    clock, now = DemoClock(memory.clock.now()), memory.clock.now()
    settings = memory.settings.model_copy(update={"projections": False, "read_deadline_seconds": 30.0})
    async with Memory.open(settings, store=memory.store, clock=clock, models={}) as past:
        ids = count(stable_id("demo message", "first") & ~0xFFFF)
        for when, channel, name, text in entries:
            at = now - timedelta(minutes=int(when))
            if at.date() != clock.at.date():
                await past.settle()
            clock.at = at
            await _tell(past, _place(channel), PEOPLE.get(name, ASSISTANT), text, next(ids))
        clock.at = now
        await past.settle()
    await _log_calls(memory)
    memory.recall.forget_everything()
    await memory.settle()
    facts = await memory.store.all_facts(guild=DEMO_GUILD)
    messages = sum(not text.startswith("!") for _, _, _, text in entries)
    return {"messages": messages, "facts": len(facts), "people": len(PEOPLE)}


async def _tell(memory: Memory, place: Place, person: Person, text: str, id_: int) -> None:
    if text.startswith("!"):
        typed = f"{memory.settings.command_prefix} {text[1:]}"
        await memory.command(Command(text=typed, place=place, person=person, manager=True))
        return
    message = Message(id=id_, place=place, author=person, text=text, sent_at=memory.clock.now())
    if not person.bot:
        await memory.on_message(message)
        return
    context = await memory.context_for(Question(place=place, asker=PEOPLE["Maya"], text=text))
    await memory.on_reply(message, context)


async def _log_calls(memory: Memory) -> None:
    """Log what a model would have cost, so that the charts have something to show."""
    now, place = memory.clock.now(), _place("general")
    for day in range(14):
        for nth in range(1 + day * 7 % 5):
            await memory.store.log_action(
                Action(
                    kind="memory_extract_call",
                    at=now - timedelta(days=day, minutes=nth * 17),
                    guild=DEMO_GUILD,
                    task="extract",
                    model="demo:none",
                    usage=Usage(input_tokens=1800, output_tokens=120, cost_usd=0.0024),
                    ms=640.0,
                    outcome="error: timeout" if (day, nth) == (5, 0) else "ok",
                    origin=origin_of(place),
                )
            )


async def remove_demo(memory: Memory) -> Receipt:
    """Remove the demo, with everything that was made of it. Raises BadInput when there is none."""
    if not await memory.store.people(DEMO_GUILD):
        raise BadInput("There is no demo to remove.")
    return await memory.erase(Scope(kind="guild", id=DEMO_GUILD, guild=DEMO_GUILD))

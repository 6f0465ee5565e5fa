"""A believable small server, clearly marked as made up, to look around in; it can be removed again.

Everything goes in as messages and commands, as from Discord, so that what is shown was really learned.
"""

from datetime import timedelta
from importlib.resources import files
from itertools import count

from dnam.audience import origin_of
from dnam.commands import Command
from dnam.domain import Action, Message, Person, Place, Receipt, Scope, Usage, Visibility
from dnam.errors import BadInput
from dnam.memory import Memory
from dnam.rules.text import stable_id

DEMO_NAME = "Demo (made up)"
DEMO_GUILD = stable_id("guild", DEMO_NAME)
PEOPLE = {
    name: Person(id=stable_id("demo person", name), name=name) for name in ("Maya", "Jonas", "Priya", "Tom")
}
ASSISTANT = Person(id=stable_id("demo person", "dnam"), name="dnam", bot=True)
DAY = 24 * 60


def _place(name: str) -> Place:
    private = name == "organisers"
    return Place(
        guild=DEMO_GUILD,
        channel=stable_id("demo channel", name),
        visibility=Visibility.PRIVATE if private else Visibility.PUBLIC,
        name=name,
        guild_name=DEMO_NAME,
    )


async def add_demo(memory: Memory) -> dict[str, int]:
    """Fill in the demo; return how much there is now. Raises BadInput when it is there already."""
    if await memory.store.people(DEMO_GUILD):
        raise BadInput("The demo is there already: `dnam demo --remove` takes it away.")
    now, ids = memory.clock.now(), count(stable_id("demo message", "first") & ~0xFFFF)
    said = 0
    for line in files("dnam.web").joinpath("demo.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        when, channel, name, text = line.split("|", 3)
        place, person = _place(channel), PEOPLE.get(name, ASSISTANT)
        sent_at = now - timedelta(minutes=int(when))
        if text.startswith("!"):
            prefix = memory.settings.command_prefix
            command = Command(text=f"{prefix} {text[1:]}", place=place, person=person, manager=True)
            await memory.command(command)
            continue
        message = Message(id=next(ids), place=place, author=person, text=text, sent_at=sent_at)
        if person.bot:
            await memory.on_reply(message)
        else:
            await memory.on_message(message)
        said += 1
    await memory.settle()
    await _log_calls(memory)
    facts = await memory.store.all_facts(guild=DEMO_GUILD)
    return {"messages": said, "facts": len(facts), "people": len(PEOPLE)}


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

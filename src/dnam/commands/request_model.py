"""What a model is asked about requests in plain words; without one, or when it is late, rules decide.

A model only proposes: what it gives is checked against what was said before anything is kept.
"""

from collections.abc import Sequence

from dnam.commands.values import Command
from dnam.domain import Fact, Message, Person, Task
from dnam.lanes import Lanes
from dnam.models.usage_meter import Answered, Meter
from dnam.ports import Prompt, R
from dnam.prompts import load_prompt
from dnam.prompts.conversations import numbered
from dnam.prompts.replies import Learned, Remembering, Routed
from dnam.rules.quoting import one_line, shown_names
from dnam.settings import Settings

SECONDS = 8.0
"""How long somebody waits for a model before rules decide."""
MOST_FACTS = 5


class RequestModel:
    """Asks the models of the tasks `route` and `remember`."""

    def __init__(self, *, lanes: Lanes, meter: Meter, settings: Settings) -> None:
        self._lanes = lanes
        self._meter = meter
        self._settings = settings

    async def route(self, command: Command, text: str) -> Routed | None:
        """Ask what a text wants of the memory; None without an answer."""
        prompt = load_prompt("route").fill(message=one_line(text))
        return await self._ask("route", command, prompt, Routed)

    async def find(
        self, command: Command, messages: Sequence[Message], about: Person | None, known: Sequence[Fact]
    ) -> list[Learned]:
        """Ask what in these messages is to be remembered; nothing without an answer, or without facts."""
        if not self._settings.facts_enabled:
            return []
        people = {p.id: p for m in messages for p in (m.author, *m.mentions)}
        people |= {about.id: about} if about else {}
        names = shown_names(people)
        prompt = load_prompt("remember").fill(
            limit=str(MOST_FACTS),
            about=f"{names[about.id]} (id {about.id})" if about else "",
            known="\n".join(f"{fact.id} [{fact.kind}] {one_line(fact.text)}" for fact in known),
            messages=numbered(messages, names, chars=self._settings.extract_chars),
        )
        reply = await self._ask("remember", command, prompt, Remembering)
        return reply.upserts[:MOST_FACTS] if reply else []

    async def _ask(self, task: Task, command: Command, prompt: Prompt, reply: type[R]) -> R | None:
        answer = await self._lanes.attempt(
            task, self._meter.ask(task, command.place.guild, prompt, reply), deadline=SECONDS, fallback=None
        )
        return answer.value if isinstance(answer, Answered) else None

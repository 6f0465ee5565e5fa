"""The messages for a prompt in order of worth, and the people of its conversation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dnam.domain import Fact, Message, Person, Question, Recollection
from dnam.rules.contradictions import replaces

MAX_OTHERS = 8
"""The most other people of a conversation that a prompt describes."""
FITTING_FIRST = 6
"""How many messages that fit stand before what people told of themselves."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Findings:
    fitting: tuple[Recollection[Message], ...] = ()
    """Those that clearly fit the question, best first."""
    answers: tuple[Message, ...] = ()
    """Those that answer it by themselves, best first."""
    portrait: bool = False
    """It asks for all that is known of somebody."""
    everyone: bool = False
    """It asks of several people, and names none."""
    earlier: bool = False
    """It asks how things were before: no fact of now answers it."""
    replaced: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """What messages say that was replaced since, by their ids."""
    telling: tuple[Message, ...] = ()
    """What those whom it is about have told of themselves, the most telling first."""

    @property
    def offered(self) -> list[Message]:
        """All of them in order of worth, each once."""
        fitting = [hit.what for hit in self.fitting]
        first, second = fitting[:FITTING_FIRST], fitting[FITTING_FIRST:]
        offered = (*self.answers, *first, *self.telling, *second)
        return [*{message.id: message for message in offered}.values()]

    def current(self, facts: Sequence[Fact]) -> list[Message]:
        """Return the answers without messages of which one of these facts replaced a part."""
        replaced = self.replaced
        return [
            message
            for message in self.answers
            if not any(replaces(fact.text, old) for fact in facts for old in replaced.get(message.id, ()))
        ]


def other_people(question: Question, history: Sequence[Message]) -> dict[int, Person]:
    """Return the other people of a conversation: those mentioned first, then the last speakers."""
    spoke = [message.author for message in reversed(history)]
    people = {person.id: person for person in (*spoke, *question.mentions) if not person.bot}
    people.pop(question.asker.id, None)
    first = [person.id for person in (*question.mentions, *spoke) if person.id in people]
    chosen = set(list(dict.fromkeys(first))[:MAX_OTHERS])
    return {id_: person for id_, person in people.items() if id_ in chosen}

"""The messages that were found for a prompt, in order of worth."""

from dataclasses import dataclass

from dnam.domain import Message, Recollection

FITTING_FIRST = 6
"""How many messages that fit stand before what people told of themselves."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Findings:
    """The messages for a prompt."""

    fitting: tuple[Recollection[Message], ...] = ()
    """Those that clearly fit the question, best first."""
    answers: tuple[Message, ...] = ()
    """Those that answer it by themselves, best first."""
    portrait: bool = False
    """It asks for all that is known of somebody."""
    telling: tuple[Message, ...] = ()
    """What those whom it is about have told of themselves, the most telling first."""

    @property
    def offered(self) -> list[Message]:
        """All of them in order of worth, each once."""
        fitting = [hit.what for hit in self.fitting]
        first, second = fitting[:FITTING_FIRST], fitting[FITTING_FIRST:]
        offered = (*self.answers, *first, *self.telling, *second)
        return [*{message.id: message for message in offered}.values()]

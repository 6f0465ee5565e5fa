"""What people have agreed to, where something is said: decided from their choices alone."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from dnam.languages import reply
from dnam.model import ConsentChoice, Message, Place

OUT, IN, OPTIN, EXCLUDED, REFUSE, QUARANTINE = "out", "in", "optin", "excluded", "refuse", "quarantine"


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsentView:
    """What holds in a place for some people."""

    asks: bool
    """People are remembered only once they agree."""
    excluded: bool
    """Nothing of this place is kept."""
    out: frozenset[int]
    agreed: frozenset[int]
    refusing: frozenset[int]
    """People of whom others' claims are not kept."""
    quarantined: bool
    """What is said of others is shown only once they accept it."""
    told: frozenset[int]
    """People who have had the first-use notice."""

    def remembers(self, person: int) -> bool:
        """Say whether what somebody says here, and what is said of them here, may be kept and shown."""
        return not self.excluded and person not in self.out and (not self.asks or person in self.agreed)

    def refusal(self, person: int, prefix: str, language: str = "en") -> str:
        """Say why nothing somebody says here is kept, and what ends that; empty when it is kept."""
        if self.excluded:
            return reply(language, "off")
        if person in self.out:
            return reply(language, "opted_out", prefix=prefix)
        return "" if self.remembers(person) else reply(language, "consent_ask", prefix=prefix)

    def tells(self, sayer: int, subject: int, named: Iterable[int] = ()) -> bool:
        """Say whether what somebody says of somebody, or of nobody, may be kept, whoever is named in it."""
        return self.remembers(sayer) and self.lets({subject, *named} - {sayer, 0})

    def lets(self, people: Collection[int]) -> bool:
        """Say whether what others say of these people may be kept."""
        return all(map(self.remembers, people)) and self.refusing.isdisjoint(people)

    def keeps(self, message: Message) -> bool:
        """Say whether a message may be kept; one of a bot follows the person it talks to alone."""
        whose = message.place.person if message.author.bot else message.author.id
        return not self.excluded if whose is None else self.remembers(whose)


def agreed_in(
    place: Place, choices: Iterable[ConsentChoice], *, mode: str, hearsay: str, excluded: Iterable[int]
) -> ConsentView:
    """Read what holds in a place; a guild's own choice goes before the `mode` and `hearsay` of all."""
    made = list(choices)
    channels = {place.channel, *([place.parent] if place.parent is not None else [])}
    closed = {c.subject for c in made if c.about == "channel" and c.guild == place.guild} | set(excluded)
    guild = [c.choice for c in made if c.about == "guild" and c.guild == place.guild]
    told = [c.choice for c in made if c.about == "hearsay" and c.guild == place.guild]

    def chose(about: str, choice: str) -> frozenset[int]:
        return frozenset(c.subject for c in made if c.about == about and c.choice == choice)

    return ConsentView(
        asks=(guild[0] if guild else mode) == OPTIN,
        excluded=bool(channels & closed),
        out=chose("person", OUT),
        agreed=chose("person", IN),
        refusing=chose("claims", REFUSE),
        quarantined=(told[0] if told else hearsay) == QUARANTINE,
        told=chose("notice", "told"),
    )

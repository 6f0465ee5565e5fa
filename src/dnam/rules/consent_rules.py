"""Whether people agree to be remembered in a place: decided from their choices alone."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from dnam.domain import ConsentChoice, Message, Place
from dnam.languages import reply

OUT, IN, OPTIN, EXCLUDED, REFUSE, QUARANTINE = "out", "in", "optin", "excluded", "refuse", "quarantine"


@dataclass(frozen=True, kw_only=True, slots=True)
class ConsentView:
    """The consent of some people in one place."""

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
    notified: frozenset[int]
    """People who have had the first-use notice."""

    def remembers(self, person: int) -> bool:
        """Return whether what somebody says here, and what is said of them here, may be kept and shown."""
        return not self.excluded and person not in self.out and (not self.asks or person in self.agreed)

    def refusal(self, person: int, prefix: str, language: str = "en") -> str:
        """Return why nothing somebody says here is kept and what ends that; empty when it is kept."""
        if self.excluded:
            return reply(language, "off")
        if person in self.out:
            return reply(language, "opted_out", prefix=prefix)
        return "" if self.remembers(person) else reply(language, "consent_ask", prefix=prefix)

    def lets(self, people: Collection[int]) -> bool:
        """Return whether what others say of these people may be kept."""
        return all(map(self.remembers, people)) and self.refusing.isdisjoint(people)

    def keeps(self, message: Message) -> bool:
        """Return whether a message may be kept; a bot's follows the person whose direct message it is in."""
        whose = message.place.person if message.author.bot else message.author.id
        return not self.excluded if whose is None else self.remembers(whose)


def agreed_in(
    place: Place, choices: Iterable[ConsentChoice], *, mode: str, hearsay: str, excluded: Iterable[int]
) -> ConsentView:
    """Return the consent in a place; a guild's own choice goes before the settings `mode` and `hearsay`."""
    made = list(choices)
    channels = {place.channel, *([place.parent] if place.parent is not None else [])}
    closed = {c.subject for c in made if c.about == "channel" and c.guild == place.guild} | set(excluded)
    guild = [c.choice for c in made if c.about == "guild" and c.guild == place.guild]
    claims = [c.choice for c in made if c.about == "hearsay" and c.guild == place.guild]

    def chose(about: str, choice: str) -> frozenset[int]:
        return frozenset(c.subject for c in made if c.about == about and c.choice == choice)

    return ConsentView(
        asks=(guild[0] if guild else mode) == OPTIN,
        excluded=bool(channels & closed),
        out=chose("person", OUT),
        agreed=chose("person", IN),
        refusing=chose("claims", REFUSE),
        quarantined=(claims[0] if claims else hearsay) == QUARANTINE,
        notified=chose("notice", "told"),
    )

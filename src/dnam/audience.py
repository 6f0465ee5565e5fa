"""The one rule: a memory is shown only where everyone present could have heard it.

Everything said has an **origin**, a token for the people who could hear it at that time:

    g<guild>     a public channel: everyone in the guild
    c<channel>   a private channel and the threads that inherit from it, or an invite-only thread
    d<person>    a direct message with that person

Every place has an **audience**: the origins that everyone present could have heard. `may_hear` is
the rule over values; the stores apply the same rule as the `audible` fragment of their SQL, and a
property test proves the two equal. Nothing else in dnam decides who may see what.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dnam.domain import LORE, Fact, Message, Place, Source, Visibility


def session_key(place: Place) -> str:
    """Return the key of a place's conversation: one per DM partner, per thread, else per channel."""
    if place.visibility is Visibility.DM:
        return f"discord:dm:{place.person}"
    if place.parent is not None:
        return f"discord:thread:{place.channel}"
    return f"discord:channel:{place.channel}"


def origin_of(place: Place) -> str:
    """Return the origin of what is said here now."""
    if place.visibility is Visibility.DM:
        return f"d{place.person}"
    if place.visibility is Visibility.PUBLIC and not place.invite_only:
        return f"g{place.guild}"
    inherits = place.parent is not None and not place.invite_only
    return f"c{place.parent if inherits else place.channel}"


def visibility_of(origin: str) -> Visibility:
    return {"g": Visibility.PUBLIC, "c": Visibility.PRIVATE, "d": Visibility.DM}[origin[0]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Audience:
    """What everyone present in a place could have heard."""

    origins: frozenset[str]
    alone: int | None = None
    """The person a direct message is with: they may see what they said themself, wherever it was."""
    follows: int | None = None
    """The person whose own facts from public places are included (in a DM, or with `portable`)."""


def audience_of(place: Place, *, asker: int | None = None, portable: bool = False) -> Audience:
    """Return the audience of a place; with `portable`, the asker's own public facts are included."""
    if place.visibility is Visibility.DM:
        return Audience(origins=frozenset({f"d{place.person}"}), alone=place.person, follows=place.person)
    origins = {f"g{place.guild}", origin_of(place)}
    if place.parent is not None and place.visibility is Visibility.PRIVATE:
        origins.add(f"c{place.parent}")
    return Audience(origins=frozenset(origins), follows=asker if portable else None)


def may_hear(audience: Audience, thing: Fact | Message) -> bool:
    """Return whether a fact or a message may be shown to an audience."""
    if isinstance(thing, Message):
        return origin_of(thing.place) in audience.origins or thing.author.id == audience.alone
    if thing.widened or thing.origin in audience.origins or thing.asserted_by == audience.alone:
        return True
    own = thing.subject != LORE and thing.subject == audience.follows
    return own and visibility_of(thing.origin) is Visibility.PUBLIC


def knows_place(audience: Audience, fact: Fact) -> bool:
    """Return whether an audience may learn where a fact was said: only those who could hear it there.

    A widened or portable fact is also shown to people who cannot see its channel.
    """
    if fact.origin in audience.origins:
        return True
    if audience.alone is None:
        return False
    own = fact.subject == audience.alone and visibility_of(fact.origin) is Visibility.PUBLIC
    return own or fact.asserted_by == audience.alone


def without_place(audience: Audience, fact: Fact) -> Fact:
    """Return a fact as an audience may see it: who may not learn where it was said gets no words of there."""
    if knows_place(audience, fact):
        return fact
    return replace(fact, source=Source(type=fact.source.type), evidence="", messages=())


def audible(audience: Audience, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts an audience may see, in their order."""
    return [fact for fact in facts if may_hear(audience, fact)]

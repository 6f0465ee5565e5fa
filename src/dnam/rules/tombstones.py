"""Names of tombstones: what must not come back after it was erased.

A store has only a keyed hash of each name. What an erased person, channel or guild said before the erasure is
refused; what is said afterwards is new.
"""

from dnam.domain import Fact, Message, Scope, Visibility
from dnam.rules.text import collapse


def scope_name(scope: Scope) -> str:
    """Return the tombstone of what was said in a scope until it was erased."""
    return f"channel:{scope.guild}:{scope.id}" if scope.kind == "channel" else f"{scope.kind}:{scope.id}"


def person_name(person: int) -> str:
    return f"person:{person}"


def called_name(guild: int, name: str) -> str:
    """Return the tombstone of a name in a guild: what was said of somebody by that name stays away."""
    return f"called:{guild}:{name}"


def message_name(guild: int, message: int) -> str:
    return f"message:{guild}:{message}"


def fact_name(subject: int, text: str) -> str:
    """Return the tombstone of a fact's text, whatever its spaces and capitals."""
    return f"fact:{subject}:{collapse(text).casefold()}"


def names_of_message(message: Message) -> list[str]:
    """Return every tombstone that would keep a message away."""
    place = message.place
    names = [message_name(place.guild, message.id), person_name(message.author.id)]
    if place.visibility is Visibility.DM:
        return [*names, person_name(place.person or message.author.id)]
    channels = [place.channel, *([place.parent] if place.parent is not None else [])]
    return [*names, f"guild:{place.guild}", *(f"channel:{place.guild}:{channel}" for channel in channels)]


def names_of_fact(fact: Fact) -> list[str]:
    """Return every tombstone that would keep a fact away."""
    source = fact.source
    names = [fact_name(fact.subject, fact.text), person_name(fact.subject), person_name(fact.asserted_by)]
    names += [message_name(source.guild or 0, message) for message in fact.messages]
    if source.guild:
        names += [f"guild:{source.guild}", f"channel:{source.guild}:{source.channel or 0}"]
    return names

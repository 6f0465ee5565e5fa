"""The provenance of a fact learned from a message: who said it of whom, where and when."""

from datetime import datetime

from dnam.audience import origin_of
from dnam.domain import Message, Source, SourceType, Visibility
from dnam.rules.fact_merge import Provenance


def said_in(message: Message, subject: int, *, type_: SourceType, at: datetime) -> Provenance:
    """Return the provenance of what a message's author says of a subject; id 0: it was never sent."""
    place = message.place
    in_guild = place.visibility is not Visibility.DM
    return Provenance(
        guild=place.guild,
        subject=subject,
        origin=origin_of(place),
        asserted_by=message.author.id,
        source=Source(
            type=type_,
            guild=place.guild if in_guild else None,
            channel=place.channel,
            message=message.id or None,
            channel_name=place.name if in_guild else None,
        ),
        at=at,
        said_at=message.sent_at,
        messages=(message.id,) if message.id else (),
        words=message.text,
    )

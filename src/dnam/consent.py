"""Consent: the one place through which messages, facts and commands pass before anything is kept or shown.

What is kept already and may not be shown any more is hidden in the store itself, so that no read can forget
to ask. Behind it are the choices of people and of those who manage a guild, and the settings.
"""

from collections.abc import Awaitable, Callable, Iterable

from dnam.model import ConsentChoice, Place, Scope
from dnam.ports import Clock, Store
from dnam.rules.consent_rules import ConsentView, agreed_in
from dnam.rules.text import collapse
from dnam.settings import Settings

NOTED = "consent:settings"


class Consent:
    """Knows what may be kept and shown, of whom and where."""

    def __init__(self, store: Store, *, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self.choices = 0
        """Grows with every decision made here: what was asked before may no longer hold."""
        self._excluded = frozenset(map(int, settings.excluded_channels.replace(",", " ").split()))

    async def at(self, place: Place, people: Iterable[int]) -> ConsentView:
        """Say what holds in a place for some people."""
        subjects = {*people, place.channel}
        subjects |= {id_ for id_ in (place.parent, place.person) if id_ is not None}
        made = await self._store.choices(place.guild, subjects)
        return agreed_in(
            place,
            made,
            mode=self._settings.consent,
            hearsay=self._settings.hearsay,
            excluded=self._excluded,
        )

    async def refusal(self, place: Place, person: int, language: str = "en") -> str:
        """Say why nothing somebody says in a place is kept; empty when it is."""
        agreed = await self.at(place, [person])
        return agreed.refusal(person, collapse(self._settings.command_prefix), language)

    async def choose(self, choice: ConsentChoice) -> None:
        """Keep a decision; what is held is hidden or shown accordingly when this returns."""
        self.choices += 1
        await self._store.choose(choice, self._clock.now())
        self.choices += 1  # who asked meanwhile may have been told either
        if choice.about in ("person", "channel", "guild"):
            kind = choice.about
            await self._mute(Scope(kind=kind, id=choice.subject, guild=choice.guild))

    async def follow_import(self) -> None:
        """Hide what was brought in from outside and nobody has agreed to."""
        await self._mute(None)

    async def follow_choices(self, guild: int) -> None:
        """Hide or show what is held of a guild as people there have decided."""
        await self._mute(Scope(kind="guild", id=guild, guild=guild))

    async def follow_settings(self, retell: Callable[[Scope], Awaitable[None]]) -> None:
        """Hide or show what is held when the settings have changed since they were last followed.

        `retell` has what was made of a guild's messages made anew.
        """
        now = f"{self._settings.consent} {sorted(self._excluded)}"
        if (await self._store.get_note(NOTED) or "optout []") == now:
            return
        await self._mute(None)
        for guild in sorted({place.guild for place in await self._store.places()}):
            await retell(Scope(kind="guild", id=guild, guild=guild))
        await self._store.put_note(NOTED, now)

    async def notice_for(self, place: Place, person: int) -> str:
        """Give what a person must be told the first time they are answered; empty when they were."""
        agreed = await self.at(place, [person])
        if not self._settings.notice or person in agreed.told or person in agreed.out:
            return ""
        await self._store.choose(
            ConsentChoice(about="notice", subject=person, choice="told"), self._clock.now()
        )
        return self._settings.notice

    async def not_told(self, person: int) -> None:
        """Take back that a person had the notice: it did not reach them."""
        await self._store.choose(ConsentChoice(about="notice", subject=person, choice=""), self._clock.now())

    async def _mute(self, scope: Scope | None) -> None:
        await self._store.mute(scope, mode=self._settings.consent, excluded=self._excluded)

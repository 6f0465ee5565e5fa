"""Consent: what may be stored and shown of whom, by the choices of people, of managers, and the settings.

Messages, facts and commands are checked here before anything is stored. What is stored already and may no
longer be shown is hidden in the store itself, so that no read can forget to check.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from dnam.domain import NOBODY, ConsentChoice, Message, Person, Place, Scope
from dnam.errors import StoreError
from dnam.ports import Clock, Store
from dnam.rules.consent_rules import EXCLUDED, OUT, ConsentView, agreed_in
from dnam.rules.requests import off_the_record
from dnam.rules.secrets import masked_all
from dnam.rules.text import collapse
from dnam.settings import Settings

NOTED = "consent:settings"
"""The note that holds the settings in force when stored memories were last hidden or shown."""


class Consent:
    """Reads and changes consent."""

    def __init__(self, store: Store, *, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self.choices = 0
        """Counts changes of choices: an answer obtained before a change may be wrong after it."""
        self.choices_seen = 0
        """How many choices all processes had made at the last look."""
        self._stored_in: dict[int, int] = {}
        """Guilds with messages stored since then, and how many choices had been seen before the first."""
        self._unwritten: dict[tuple[int, str, int], ConsentChoice] = {}
        """Choices that hold already though they could not be written yet."""
        self._excluded = frozenset(map(int, settings.excluded_channels.replace(",", " ").split()))

    async def at(self, place: Place, people: Iterable[int]) -> ConsentView:
        """Return what these people, the place and its guild have agreed to."""
        return self._view(place, await self._choices(place.guild, _subjects(place, people)))

    async def _choices(self, guild: int, subjects: set[int]) -> list[ConsentChoice]:
        choices = await self._store.choices(guild, subjects)
        if not self._unwritten:
            return choices
        known = {(each.guild, each.about, each.subject): each for each in choices}
        return [*(known | self._unwritten).values()]

    def _view(self, place: Place, choices: Sequence[ConsentChoice]) -> ConsentView:
        return agreed_in(
            place,
            choices,
            mode=self._settings.consent,
            hearsay=self._settings.hearsay,
            excluded=self._excluded,
        )

    async def storable(self, message: Message) -> Message | None:
        """Return a message as it may be stored; None when it may not be.

        What is said off the record never is. Secrets are masked, and mentioned people who have not agreed
        lose their name.
        """
        return (await self.storable_all([message]))[0]

    async def storable_all(self, messages: Sequence[Message]) -> list[Message | None]:
        """Return many messages as `storable` does, with one look at the choices of each guild."""
        views = await self.views(messages)
        return await asyncio.to_thread(as_storable, messages, views)  # secrets take milliseconds

    async def views(self, messages: Sequence[Message]) -> list[ConsentView]:
        """Return for each message what its people, its place and its guild have agreed to."""
        subjects: dict[int, set[int]] = {}
        for message in messages:
            subjects.setdefault(message.place.guild, set()).update(_subjects(message.place, _people(message)))
        choices = {guild: await self._choices(guild, ids) for guild, ids in subjects.items()}
        views = {place: self._view(place, choices[place.guild]) for place in {m.place for m in messages}}
        return [views[message.place] for message in messages]

    async def refusal(self, place: Place, person: int, language: str = "en") -> str:
        """Return why nothing a person says in a place is stored, as a sentence for them; empty when it is."""
        agreed = await self.at(place, [person])
        return agreed.refusal(person, collapse(self._settings.command_prefix), language)

    async def choose(self, choice: ConsentChoice) -> bool:
        """Store a choice, and hide or show what is stored accordingly; return whether it is written.

        A choice to be no longer remembered holds at once, and is written when it can be; any other that
        cannot be written raises StoreError.
        """
        self.choices += 1
        key = (choice.guild, choice.about, choice.subject)
        scope = _scope(choice)
        if scope is not None and choice.choice in (OUT, EXCLUDED):
            self._unwritten[key] = choice
            self._store.hidden.scopes.add(scope)
            return await self.write_pending()
        await self._write(choice)
        if self._unwritten.pop(key, None) is not None and scope is not None:
            self._store.hidden.scopes.discard(scope)
        return True

    async def write_pending(self) -> bool:
        """Write the choices that could not be written; return whether none is left."""
        for key, choice in [*self._unwritten.items()]:
            try:
                await self._write(choice)
            except StoreError:
                return False
            if self._unwritten.get(key) is choice:
                del self._unwritten[key]
                self._store.hidden.scopes -= {scope for scope in [_scope(choice)] if scope is not None}
        return True

    async def _write(self, choice: ConsentChoice) -> None:
        await self._store.choose(choice, self._clock.now())
        self.choices += 1  # a read during the write may have seen either choice
        if (scope := _scope(choice)) is not None:
            await self._mute(scope)

    async def follow_import(self) -> None:
        """Hide what was imported and nobody has agreed to."""
        await self._mute(None)

    async def follow_choices(self, guild: int) -> None:
        """Hide or show what is stored of a guild by the choices of its people."""
        await self._mute(Scope(kind="guild", id=guild, guild=guild))

    async def follow_settings(self, drop_derived: Callable[[Scope], Awaitable[None]]) -> None:
        """Hide or show what is stored if the settings changed since the last start.

        `drop_derived` drops what was derived from a guild's messages, so that it is made anew.
        """
        self.choices_seen = await self._store.consent_changes()
        now = f"{self._settings.consent} {sorted(self._excluded)}"
        if (await self._store.get_note(NOTED) or "optout []") == now:
            return
        await self._mute(None)
        for guild in sorted({place.guild for place in await self._store.places()}):
            await drop_derived(Scope(kind="guild", id=guild, guild=guild))
        await self._store.put_note(NOTED, now)

    def note_stored(self, guild: int, seen: int) -> None:
        """Record that a message was stored by a look at consent when this many choices had been seen."""
        self._stored_in.setdefault(guild, seen)

    async def follow_other_processes(self) -> None:
        """Hide what was stored while somebody opted out in another process.

        A choice made after this look finds the messages itself.
        """
        stored_in, self._stored_in = self._stored_in, {}
        self.choices_seen = now = await self._store.consent_changes()
        for guild in sorted(guild for guild, seen in stored_in.items() if seen != now):
            await self.follow_choices(guild)

    async def notice_for(self, place: Place, person: int) -> str:
        """Return the privacy notice and record it as shown; empty when the person has had it."""
        agreed = await self.at(place, [person])
        if (
            person == NOBODY.id
            or not self._settings.notice
            or person in agreed.notified
            or person in agreed.out
        ):
            return ""
        await self._store.choose(
            ConsentChoice(about="notice", subject=person, choice="told"), self._clock.now()
        )
        return self._settings.notice

    async def not_told(self, person: int) -> None:
        """Record that the notice did not reach a person: it will be shown again."""
        await self._store.choose(ConsentChoice(about="notice", subject=person, choice=""), self._clock.now())

    async def _mute(self, scope: Scope | None) -> None:
        await self._store.mute(scope, mode=self._settings.consent, excluded=self._excluded)


def _scope(choice: ConsentChoice) -> Scope | None:
    """Return of whom or what a choice hides or shows what is stored; None when of nothing."""
    if choice.about not in ("person", "channel", "guild"):
        return None
    return Scope(kind=choice.about, id=choice.subject, guild=choice.guild)


def _people(message: Message) -> list[int]:
    return [person.id for person in (message.author, *message.mentions)]


def _subjects(place: Place, people: Iterable[int]) -> set[int]:
    """Return the ids by which choices about people in a place are stored."""
    return {*people, place.channel, *(id_ for id_ in (place.parent, place.person) if id_ is not None)}


def as_storable(messages: Sequence[Message], views: Sequence[ConsentView]) -> list[Message | None]:
    """Return messages as `Consent.storable` does, by what was agreed to; call it from a thread."""
    allowed = [
        agreed.keeps(message) and not off_the_record(message.text)
        for message, agreed in zip(messages, views, strict=True)
    ]
    texts = iter(masked_all([message.text for message, may in zip(messages, allowed, strict=True) if may]))
    return [
        replace(message, text=next(texts), mentions=_named(message, agreed)) if may else None
        for message, agreed, may in zip(messages, views, allowed, strict=True)
    ]


def _named(message: Message, agreed: ConsentView) -> tuple[Person, ...]:
    """Return the mentioned people, without the names of those who have not agreed."""
    return tuple(
        each if each.bot or agreed.remembers(each.id) else replace(each, name="") for each in message.mentions
    )

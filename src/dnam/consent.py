"""Consent: what may be stored and shown of whom, by the choices of people, of managers, and the settings.

Messages, facts and commands are checked here before anything is stored. What is stored already and may no
longer be shown is hidden in the store itself, so that no read can forget to check.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from dnam.domain import NOBODY, ConsentChoice, Message, Person, Place, Question, Scope
from dnam.errors import StoreError
from dnam.guild_settings import GuildSettings
from dnam.languages import reply
from dnam.named_people import people_named
from dnam.ports import Clock, Store
from dnam.rules.consent_rules import EXCLUDED, OUT, ConsentView, agreed_in
from dnam.rules.question_cues import asks
from dnam.rules.requests import off_the_record
from dnam.rules.secrets import masked_all, masked_by_look, nothing_to_mask
from dnam.rules.text import collapse
from dnam.settings import Settings
from dnam.settings.privacy import OWN_NOTICE
from dnam.vectors import is_loaded, load_has_ended

DropDerived = Callable[[Scope], Awaitable[None]]
"""Drops what was derived from the messages of a scope, so that it is made anew."""
DUE = "choice:"
"""The prefix of notes of choices that what is stored does not follow yet; the scope is behind it."""
NOTED = "consent:settings"
"""The note that holds the settings in force when stored memories were last hidden or shown."""
UNEQUAL = (
    "Another process on this store runs with another `consent` or `excluded_channels` than this one: each "
    "would show what the other hides. Give all the same values; to change them, stop every process first."
)


class Consent:
    def __init__(self, store: Store, *, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self.guilds = GuildSettings(store, settings)
        self.choices = 0
        """Counts changes of choices: an answer obtained before a change may be wrong after it."""
        self.choices_seen = 0
        """How many choices all processes had made at the last look."""
        self._stored_in: dict[int, int] = {}
        """Guilds with messages stored since then, and how many choices had been seen before the first."""
        self._unwritten: dict[Scope, ConsentChoice] = {}
        """Choices that hold already though they could not be written yet."""
        self._excluded = frozenset(map(int, settings.excluded_channels.replace(",", " ").split()))
        self.in_force = f"{settings.consent} {sorted(self._excluded)}"
        """The settings by which what is stored is hidden: the same in every process that shares a store."""

    async def at(self, place: Place, people: Iterable[int]) -> ConsentView:
        """Return what these people, the place and its guild have agreed to."""
        return self._view(place, await self._choices(place.guild, _subjects(place, people)))

    async def _choices(self, guild: int, subjects: set[int]) -> list[ConsentChoice]:
        choices = await self._store.choices(guild, subjects)
        if not self._unwritten:
            return choices
        unwritten = {_key(each): each for each in self._unwritten.values()}
        return [*({_key(each): each for each in choices} | unwritten).values()]

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

        What has no words, or is said off the record, never is. Secrets are masked, and mentioned people who
        have not agreed lose their name.
        """
        views, mask = await self.views([message]), await masking([message])
        return (await asyncio.to_thread(as_storable, [message], views, mask))[0]  # secrets take milliseconds

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

    async def refusal_of(self, question: Question, language: str) -> str:
        """Return why nothing that is said is kept, of whom it names too; empty when it is, or only asks."""
        why = await self.refusal(question.place, question.asker.id, language)
        why = why or ("" if self._settings.ingest_enabled else reply(language, "off"))
        if why or asks(question.text):
            return why
        named = await people_named(
            self._store,
            question.text,
            guild=question.place.guild,
            besides=[question.asker.id],
            mentioned=question.mentions,
        )
        agreed = await self.at(question.place, named)
        return "" if agreed.lets(named) else reply(language, "undo_consent")

    async def choose(self, choice: ConsentChoice, drop_derived: DropDerived) -> bool:
        """Store a choice about a person, a channel or a guild; return whether everything stored follows it.

        What it is about is hidden until then. A choice to be no longer remembered holds at once, and is
        written when it can be; any other raises StoreError if nothing can be written.
        """
        self.choices += 1
        scope = _scope(choice)
        if choice.choice not in (OUT, EXCLUDED):
            await self._store.put_note(DUE + scope.key, choice.choice)
        self._unwritten[scope] = choice
        await self._store.hide(DUE + scope.key, scope)
        return await self._write_pending(drop_derived)

    async def choose_claims(self, choice: ConsentChoice) -> None:
        """Store a choice about what others say of people: it hides nothing that is stored."""
        self.choices += 1
        await self._store.choose(choice, self._clock.now())
        self.choices += 1  # a read during the write may have seen either choice

    async def hide_unfinished(self) -> None:
        """Hide what does not follow a choice yet because a process was interrupted."""
        for scope in await self._due():
            await self._store.hide(DUE + scope.key, scope)

    async def resume(self, drop_derived: DropDerived) -> None:
        """Write the choices that could not be written, and let what is stored follow every choice."""
        if await self._write_pending(drop_derived):
            for scope in await self._due():
                await self._follow(scope, drop_derived)

    async def _due(self) -> list[Scope]:
        return [Scope.parse(name.removeprefix(DUE)) for name in await self._store.notes(DUE)]

    async def _write_pending(self, drop_derived: DropDerived) -> bool:
        """Write the choices that could not be written; return whether none is left."""
        try:
            for scope, choice in [*self._unwritten.items()]:
                await self._store.put_note(DUE + scope.key, choice.choice)
                await self._store.choose(choice, self._clock.now())
                self.choices += 1  # a read during the write may have seen either choice
                await self._follow(scope, drop_derived)
                del self._unwritten[scope]
        except StoreError:
            return False
        return True

    async def _follow(self, scope: Scope, drop_derived: DropDerived) -> None:
        """Hide or show what is stored of a scope by the choices, and show it again as far as they allow."""
        await self._mute(scope)
        await drop_derived(scope)
        await self._store.put_note(DUE + scope.key, None)
        self._store.hidden.scopes.pop(DUE + scope.key, None)

    async def follow_import(self) -> None:
        """Hide what was imported and nobody has agreed to."""
        await self._mute(None)

    async def follow_choices(self, guild: int) -> None:
        """Hide or show what is stored of a guild by the choices of its people."""
        await self._mute(Scope(kind="guild", id=guild, guild=guild))

    async def follow_settings(self, drop_derived: DropDerived) -> None:
        """Hide or show what is stored if the settings changed since the last start."""
        self.choices_seen = await self._store.consent_changes()
        if (await self._store.get_note(NOTED) or "optout []") == self.in_force:
            return
        await self._mute(None)
        for guild in sorted({place.guild for place in await self._store.places()}):
            await drop_derived(Scope(kind="guild", id=guild, guild=guild))
        await self._store.put_note(NOTED, self.in_force)

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

    async def notice_for(self, place: Place, person: int, language: str = "", text: str = "") -> str:
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
        if self._settings.notice != OWN_NOTICE:
            return self._settings.notice
        spoken = language or await self.guilds.spoken(place.guild, text, person)
        return reply(spoken, "notice", prefix=collapse(self._settings.command_prefix))

    async def not_told(self, person: int) -> None:
        """Record that the notice did not reach a person: it will be shown again."""
        await self._store.choose(ConsentChoice(about="notice", subject=person, choice=""), self._clock.now())

    async def _mute(self, scope: Scope | None) -> None:
        await self._store.mute(scope, mode=self._settings.consent, excluded=self._excluded)


def _scope(choice: ConsentChoice) -> Scope:
    """Return of whom or what a choice hides or shows what is stored."""
    if choice.about not in ("person", "channel", "guild"):
        raise ValueError(choice.about)
    return Scope(kind=choice.about, id=choice.subject, guild=choice.guild)


def _key(choice: ConsentChoice) -> tuple[int, str, int]:
    return choice.guild, choice.about, choice.subject


def _people(message: Message) -> list[int]:
    return [person.id for person in (message.author, *message.mentions)]


def _subjects(place: Place, people: Iterable[int]) -> set[int]:
    """Return the ids by which choices about people in a place are stored."""
    return {*people, place.channel, *(id_ for id_ in (place.parent, place.person) if id_ is not None)}


Mask = Callable[[Sequence[str]], list[str]]
"""Returns texts with every secret in them replaced."""


async def masking(messages: Sequence[Message]) -> Mask:
    """Return how secrets are masked: by their look alone while the encoder of the judge is being loaded."""
    texts = [message.text for message in messages]
    if not load_has_ended() and await asyncio.to_thread(lambda: all(map(nothing_to_mask, texts))):
        return list
    return masked_all if await is_loaded(storing=True) else masked_by_look


def as_storable(
    messages: Sequence[Message], views: Sequence[ConsentView], mask: Mask
) -> list[Message | None]:
    """Return messages as `Consent.storable` does, by what was agreed to; call it from a thread."""
    allowed = [
        bool(message.text.strip()) and agreed.keeps(message) and not off_the_record(message.text)
        for message, agreed in zip(messages, views, strict=True)
    ]
    texts = iter(mask([message.text for message, may in zip(messages, allowed, strict=True) if may]))
    return [
        replace(message, text=next(texts), mentions=_named(message, agreed)) if may else None
        for message, agreed, may in zip(messages, views, allowed, strict=True)
    ]


def _named(message: Message, agreed: ConsentView) -> tuple[Person, ...]:
    """Return the mentioned people, without the names of those who have not agreed."""
    return tuple(
        each if each.bot or agreed.remembers(each.id) else replace(each, name="") for each in message.mentions
    )

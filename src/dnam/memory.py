"""Memory: the library's face. The order of steps of every path is written here, and only here.

    async with Memory.open() as memory:
        await memory.on_message(message)
        context = await memory.context_for(question)
        await memory.on_reply(reply, context)

Nothing here raises because memory failed: what cannot be kept is told by the result, what cannot be read
leaves its layer empty, and both are logged. Only the caller's own mistakes raise (`BadInput`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from dnam import commands, ingest
from dnam.admission import Admission
from dnam.answer_retraction import still_stands
from dnam.audience import origin_of, session_key
from dnam.background import FILES, BackgroundWork
from dnam.clock import SystemClock
from dnam.commands import Answer, Command
from dnam.consent import Consent
from dnam.days import Diary, Profiles
from dnam.erase import Eraser, follow
from dnam.errors import Silence
from dnam.extract import Extractor
from dnam.lanes import FACTS, Lanes
from dnam.languages import add_folder
from dnam.logs import set_up_if_nobody_has
from dnam.model import (
    Action,
    Context,
    Erased,
    Fact,
    Message,
    Person,
    Place,
    Profile,
    Question,
    Receipt,
    Scope,
    SearchResult,
    Task,
    Visibility,
)
from dnam.models.chat import chat_models_for
from dnam.models.embed import embedder_for
from dnam.models.meter import Meter
from dnam.ports import ChatModel, Clock, Embedder, Store
from dnam.projections import Projections
from dnam.recall import Recall, Search
from dnam.reply import Assistant, AssistantTools, Reply
from dnam.rules.secrets import masked
from dnam.settings import Settings, load_settings
from dnam.stores import open_store
from dnam.summarise import Summariser
from dnam.upkeep import Retention

T = TypeVar("T")

LATE = timedelta(hours=1)
"""A message that arrives so long after it was sent was missed, and is caught up on."""
ERASING = 3600.0
"""Seconds a person waits for what they erase: it is done when they are told so, however much it is."""
MOST_FOUND = 24
"""The most facts, and the most messages, that one search gives."""
UNREACHABLE = "My memory does not answer right now. Please try again in a moment."


class Memory(BackgroundWork):
    """Everything a host needs: messages in, prompts out, commands, and a clean end."""

    patience = 10.0
    """Seconds a host waits for a write, a search or a command before it is told that it failed."""

    def __init__(
        self,
        store: Store,
        *,
        settings: Settings,
        embedder: Embedder | None,
        models: Mapping[Task, ChatModel],
        clock: Clock,
    ) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock
        self.embedder = embedder
        self.lanes = Lanes(settings.lane_waiting)
        self.consent = Consent(store, settings=settings, clock=clock)
        self.projections = (
            Projections(store, settings=settings, clock=clock) if settings.projections else None
        )
        self.models = models
        self.meter = Meter(models, store, settings=settings, clock=clock)
        work: dict[str, Any] = {"lanes": self.lanes, "settings": settings, "clock": clock}
        self.diary = Diary(store, self.consent, meter=self.meter, **work)
        self.profiler = Profiles(store, self.diary, meter=self.meter, **work)
        self.recall = Recall(store, Search(store, embedder, **work), self.profiler, **work)
        admission = Admission(store, self.consent, settings=settings, clock=clock)
        self._extractor = Extractor(store, admission, meter=self.meter, **work)
        self._summariser = Summariser(store, meter=self.meter, **work)
        hands = AssistantTools(search=self.search, command=self._do, people=store.people)
        self._assistant = Assistant(hands, meter=self.meter, settings=settings)
        self._used: list[Fact] = []
        self._watchers: list[Callable[[], None]] = []
        self._intake = ingest.Intake(store, self.consent, lanes=self.lanes)
        self._retention = Retention(store, **work)
        self._eraser = Eraser(store, clock=clock, after=self._erased)
        self._open_desk()

    def _open_desk(self) -> None:
        """Let commands be answered, typed or in plain words."""
        given: dict[str, Any] = {"settings": self.settings, "clock": self.clock}
        self._desk = commands.Dispatcher(
            self.store, looks=self.recall, erases=self._eraser, consent=self.consent, **given
        )
        minds = commands.RequestModel(lanes=self.lanes, meter=self.meter, settings=self.settings)
        self._listener = commands.PlainWords(self.store, desk=self._desk, minds=minds, settings=self.settings)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings | None = None,
        *,
        clock: Clock | None = None,
        store: Store | None = None,
        embedder: Embedder | None = None,
        models: Mapping[Task, ChatModel] | None = None,
    ) -> AsyncIterator["Memory"]:
        """Open a memory and close it well: work finished, files written, the store let go."""
        set_up_if_nobody_has()
        settings = settings or load_settings()
        if settings.languages_dir is not None:
            add_folder(settings.languages_dir)
        held = store or await open_store(
            settings.location,
            pool=settings.postgres_pool,
            statement_timeout=settings.statement_timeout_seconds,
        )
        memory = cls(
            held,
            settings=settings,
            embedder=embedder or embedder_for(settings),
            models=chat_models_for(settings) if models is None else models,
            clock=clock or SystemClock(),
        )
        await memory._kept("consent", memory.consent.follow_settings(memory._eraser.retell), ERASING)
        ticking = asyncio.create_task(memory._tick(), name="upkeep")
        try:
            yield memory
        finally:
            ticking.cancel()
            memory._read_together(everything=True)
            if memory.projections is not None:
                memory.projections.hurry()
            await memory.lanes.drain(settings.drain_seconds)
            await memory.meter.close()
            if store is None:
                await held.close()

    async def on_message(self, message: Message) -> bool:
        """Keep a message, whoever it is for; True once there is nothing left to do about it.

        It is stored, now or before, or must not be: it was erased, or somebody has not agreed to it.
        """
        kept = await self._kept("ingest", self._intake.take(message))
        if kept:
            if self.clock.now() - message.sent_at > LATE:
                self.diary.forget()  # a day that was thought to be over has more to tell
            self.lanes.submit("read", "read what is new", self._read)
            self._after_change(message.sent_at)
        return kept is not None

    async def on_edit(
        self,
        guild: int,
        message: int,
        text: str,
        at: datetime | None = None,
        *,
        place: Place | None = None,
        mentions: Sequence[Person] | None = None,
    ) -> bool:
        """Follow an edit of a message; True when the stored text changed.

        `place` is where it stands as it is now: the new words are for those who can hear them there.
        `mentions` are the people it mentions now; None when they are the same as before.
        """
        now = {"place": place, "mentions": None if mentions is None else tuple(mentions)}
        edit = partial(self._edited, guild, message, text, at or self.clock.now(), now)
        changed = await self._kept("edit", self.lanes.run(FACTS, edit))
        if changed is None:
            return False
        self.lanes.submit("read", "read what is new", self._read)
        self._after_change(changed.sent_at)
        return True

    async def on_delete(self, guild: int, messages: Sequence[int]) -> int:
        """Follow the deletion of messages; give how many were held."""
        deletion = self.lanes.run(FACTS, lambda: self._deleted(guild, messages))
        gone = await self._kept("delete", deletion) or []
        self.recall.forget_last_known()
        self._after_change(*(message.sent_at for message in gone))
        return len(gone)

    async def on_reply(
        self, reply: Message, context: Context | None = None, more: Sequence[int] = ()
    ) -> bool:
        """Keep the assistant's own answer, sent as one message or `more`, and what it was made from."""
        if context is None:
            kept = await self.on_message(reply)
        else:
            kept = await self._answered(reply, context, more)
        if not kept:
            return False
        self.lanes.submit(session_key(reply.place), f"turn {reply.id}", lambda: self._summariser.count(reply))
        self.lanes.submit("short term", f"talk {reply.id}", lambda: self._summariser.note_exchange(reply))
        return kept

    async def _answered(self, reply: Message, context: Context, more: Sequence[int]) -> bool:
        """Keep an answer with what it was made from, unless something of that was taken back meanwhile."""
        looking = still_stands(self.store, reply, context)
        stands = await self._kept("answer", looking)
        if not stands:
            return stands is False
        kept = await self.on_message(reply)
        await self._kept("why", commands.note_used(self.store, reply, context, more))
        asked = await self._kept("question", self.store.get_message(reply.place.guild, reply.reply_to or 0))
        about = [person.id for person in asked.mentions if not person.bot] if asked else []
        await self._kept("sources", self.store.note_answer(reply, context, about))
        if await self._kept("answer", still_stands(self.store, reply, context)) is False:
            await self._kept("answer", self.store.delete_messages(reply.place.guild, [reply.id]))
        return kept

    async def context_for(
        self, question: Question, *, files: Sequence[str] = (), actions: str = ""
    ) -> Context:
        """Give the prompt for a question: what may be heard where it is asked, within every budget."""
        context = await self.recall.context(question, files=files, actions=actions)
        self._used += [fact for section in context.sections for fact in section.facts]
        if self._used:
            self.lanes.submit("uses", "count uses", self._count_uses)
        return context

    async def reply(self, question: Question, *, files: Sequence[str] = (), actions: str = "") -> Reply:
        """Answer a question with the configured model and memory; the text is None when no model answers."""
        context = await self.context_for(question, files=files, actions=actions)
        answering = self._assistant.reply(question, context, files)
        failed = Reply(context=context, reason=Silence.UNAVAILABLE)
        reply = await self._kept("reply", answering, ERASING) or failed
        if reply.text is None:
            why = await self._kept("consent", self.consent.refusal(question.place, question.asker.id))
            reply = replace(reply, refusal=UNREACHABLE if why is None else why)
        return replace(reply, notice=await self.notice_for(question.place, question.asker) or "")

    async def notice_for(self, place: Place, person: Person) -> str | None:
        """Give what a door must tell somebody the first time they are answered, if anything."""
        return await self._kept("notice", self.consent.notice_for(place, person.id))

    async def _do(self, question: Question, text: str) -> str:
        """Do a command for the person who asks, on the assistant's initiative."""
        command = Command(
            text=f"{self.settings.command_prefix} {text}",
            place=question.place,
            person=question.asker,
            message=question.message,
            mentions=question.mentions,
            typed=False,
        )
        answer = await self.command(command)
        return answer.text if answer else "Commands are switched off."

    async def profile(self, guild: int, person: int, *, place: Place | None = None) -> Profile | None:
        """Tell what is known of a person and what happened to them lately, in one piece; None when nothing.

        As everyone in `place` may hear it; without one, as everyone in the guild may.
        """
        return (await self.profiles(guild, [person], place=place)).get(person)

    async def profiles(
        self, guild: int, people: Sequence[int], *, place: Place | None = None
    ) -> dict[int, Profile]:
        """Tell of several people at once; those of whom nothing is known are absent."""
        anywhere = Place(guild=guild, channel=0, visibility=Visibility.PUBLIC)
        return await self._kept("profile", self.profiler.told_in(place or anywhere, people)) or {}

    async def search(self, question: Question, *, limit: int = 8) -> SearchResult:
        """Find facts and messages that clearly fit, 1 to 24 of each; nothing when nothing does."""
        limit = min(max(limit, 1), MOST_FOUND)
        return await self._kept("search", self.recall.search(question, limit=limit)) or SearchResult()

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every command there is, by its first word."""
        return self._desk.verbs

    async def command(self, command: Command) -> Answer | None:
        """Do what a person asks with a command, or in plain words to the assistant; None when they do not."""
        if not self.settings.commands_enabled:
            return None
        if commands.is_command(command.text, self.settings):
            work: Sequence[commands.Work] | None = [lambda: self._desk.answer(command)]
        else:
            work = await self._kept("freeform", self._listener.understand(command))
        if work is None:
            return Answer(text=UNREACHABLE)
        if not work:
            return None
        patience = ERASING if commands.erases(command.text, self.settings) else self.patience
        answer = await self.lanes.run(FACTS, lambda: self._kept("command", work[0](), patience))
        if answer is None:
            return Answer(text=UNREACHABLE)
        if answer.changed:
            self.recall.forget_last_known()
            self._after_change()
        return await self._kept("names", self._desk.named(command, answer)) or answer

    async def entries(self, question: Question, deed: str = "forget") -> list[Fact]:
        """Give the facts a person may do this to where they are, newest first: to choose from."""
        return await self._kept("entries", self._desk.entries(question, deed)) or []

    async def on_leave(self, guild: int, person: int) -> None:
        """Note that somebody left a guild; what was said there stays with those who heard it."""
        left = Action(kind="member_left", at=self.clock.now(), guild=guild, person=person)
        await self._kept("leave", self.store.log_action(left))

    async def on_names(self, guild: int, people: Sequence[Person]) -> None:
        """Keep what people are called in a guild from now on."""
        await self._kept("names", ingest.see(self.store, self.consent, guild, people, self.clock.now()))

    async def remember_lore(self, text: str, message: Message) -> Fact | None:
        """Keep a line of lore the assistant was told to keep; None when it is refused."""
        fact = await self.lanes.run(FACTS, lambda: self._kept("lore", self._desk.add_lore(text, message)))
        self._after_change()
        return fact

    async def erase(self, scope: Scope, *, preview: bool = False) -> Receipt:
        """Erase everything of a person, a channel or a guild, or only count it. Raises StoreError."""
        if preview:
            return await self._eraser.preview(scope)
        return await self.lanes.run(FACTS, lambda: self._eraser.erase(scope))

    async def settle(self) -> None:
        """Do everything that is due or waiting, and come back when nothing is left to do."""
        await self.upkeep()
        await self.lanes.idle(but=FILES)

    async def _edited(
        self, guild: int, message: int, text: str, at: datetime, now: Mapping[str, Any]
    ) -> Message | None:
        """Take back what was made of a message, then change its text; None when the edit is no news."""
        held, text = await self.store.get_message(guild, message), masked(text)
        if held is None and await self.store.facts_from(guild, [message]):  # they outlive their message
            await follow(self.store, guild, [message], at, held=[], still=text)
            self.recall.forget_last_known()
        late = held is not None and held.edited_at is not None and held.edited_at >= at
        if held is None or held.text == text or late:
            return None
        moved = {name: value for name, value in now.items() if value is not None}
        said = replace(held, text=text, edited_at=at, **moved)
        agreed = await ingest.agreed_to(self.consent, said)
        if agreed is None:  # the new words may not be kept
            await self._deleted(guild, [message])
            return held
        await follow(self.store, guild, [message], at, held=[held], still=text)
        people = {person.id for person in held.mentions} ^ {person.id for person in said.mentions}
        if people or origin_of(said.place) != origin_of(held.place):
            await self.store.delete_messages(guild, [message])
            changed = await ingest.keep(self.store, agreed)
        else:
            changed = await ingest.change(self.store, held, text, at)
        self.recall.forget_last_known()
        return held if changed else None

    async def _deleted(self, guild: int, messages: Sequence[int]) -> list[Message]:
        """Take back what was made of messages, then remove them; give those that were held."""
        read = [await self.store.get_message(guild, message) for message in messages]
        held = [message for message in read if message is not None]
        await follow(self.store, guild, messages, self.clock.now(), held=held)
        await self.store.delete_messages(guild, messages)
        return held

    async def _erased(self, gone: Erased) -> int:
        """Let every cache and file of this process follow what was erased."""
        self._used.clear()
        self.recall.forget_everything()
        return 0 if self.projections is None else await self.projections.erase(gone)

    async def _kept(
        self, action: str, work: Coroutine[Any, Any, T], patience: float | None = None
    ) -> T | None:
        """Work on the store without ever failing the caller: None tells that it could not be done."""
        return await self.lanes.attempt(action, work, deadline=patience or self.patience, fallback=None)

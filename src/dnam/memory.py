"""Memory: the public API of the library, and the order of steps of every path.

    async with Memory.open() as memory:
        await memory.on_message(message)
        context = await memory.context_for(question)
        await memory.on_reply(reply, context)

Nothing here raises because memory failed: the result says that something could not be stored, a layer that
could not be read stays empty, and both are logged. Only the caller's own mistakes raise (`BadInput`).
`docs/architecture.md` lists the functions that each method goes through.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from dnam import commands, ingest
from dnam.admission import Admission
from dnam.answer_retraction import still_holds
from dnam.background import BackgroundWork
from dnam.clock import SystemClock
from dnam.commands import Answer, Command
from dnam.consent import Consent
from dnam.days import Diary, Profiles
from dnam.domain import (
    Action,
    Context,
    Erased,
    Fact,
    Message,
    Person,
    Place,
    Question,
    Receipt,
    Scope,
    SearchResult,
    Task,
)
from dnam.erase import Edit, Eraser, FollowedEdit, Progress, follow_deletion, follow_edit, untold
from dnam.errors import Silence
from dnam.extract import Extractor
from dnam.intents import Intents, dm_with
from dnam.lanes import Lanes
from dnam.languages import add_folder
from dnam.logs import set_up_if_nobody_has
from dnam.models.chat import chat_models_for
from dnam.models.embed import embedder_for
from dnam.models.meter import Meter
from dnam.ports import ChatModel, Clock, Embedder, Store, Turn
from dnam.projections import Projections
from dnam.recall import Recall, Search
from dnam.reply import Assistant, AssistantTools, Reply
from dnam.retention import Retention
from dnam.settings import Settings, load_settings
from dnam.stores import open_store
from dnam.summarise import Summariser
from dnam.transfer.backups import back_up_when_due

T = TypeVar("T")

LATE = timedelta(hours=1)
"""A message that arrives this long after it was sent belongs to a day that may be summed up already."""
ERASE_SECONDS = 3600.0
"""How long an erasure may take: a person is told that it is done only when it is."""
MAX_RESULTS = 24
"""The most facts, and the most messages, that one search returns."""
UNREACHABLE = "I cannot reach my memory right now. Please try again in a moment."


class Memory(Intents):
    """Everything a host needs: messages in, prompts out, commands, and an orderly shutdown."""

    patience = 10.0
    """Seconds after which a write, a search or a command counts as failed."""

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
        self.lanes = Lanes(settings.lane_waiting, store.in_turn)
        self.consent = Consent(store, settings=settings, clock=clock)
        self.projections = (
            Projections(store, settings=settings, clock=clock) if settings.projections else None
        )
        self.models = models
        self.meter = Meter(models, store, settings=settings, clock=clock)
        shared: dict[str, Any] = {"lanes": self.lanes, "settings": settings, "clock": clock}
        self.diary = Diary(store, self.consent, meter=self.meter, **shared)
        self.profiler = Profiles(store, self.diary, meter=self.meter, **shared)
        self.recall = Recall(store, Search(store, embedder, **shared), self.profiler, **shared)
        admission = Admission(store, self.consent, settings=settings, clock=clock)
        self._background = BackgroundWork(
            store=store,
            lanes=self.lanes,
            recall=self.recall,
            extractor=Extractor(store, admission, meter=self.meter, **shared),
            summariser=Summariser(store, meter=self.meter, **shared),
            retention=Retention(store, **shared),
            consent=self.consent,
            embedder=embedder,
            projections=self.projections,
            back_up=lambda: back_up_when_due(store, settings, clock),
            model_extracts="extract" in models,
        )
        tools = AssistantTools(search=self.search, command=self._command_for_model, people=store.people)
        self._assistant = Assistant(tools, meter=self.meter, settings=settings)
        self._intake = ingest.Intake(store, self.consent, lanes=self.lanes)
        self._eraser = Eraser(store, clock=clock, after=self._drop_erased)
        self._open_commands()

    def _open_commands(self) -> None:
        given: dict[str, Any] = {"settings": self.settings, "clock": self.clock}
        self._dispatcher = commands.Dispatcher(
            self.store, recall=self.recall, eraser=self._eraser, consent=self.consent, **given
        )
        request_model = commands.RequestModel(lanes=self.lanes, meter=self.meter, settings=self.settings)
        self._plain_words = commands.PlainWords(
            self.store, dispatcher=self._dispatcher, request_model=request_model, settings=self.settings
        )

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
        """Open a memory; on exit finish background work, write files and close the store."""
        set_up_if_nobody_has()
        settings = settings or load_settings()
        if settings.languages_dir is not None:
            add_folder(settings.languages_dir)
        opened = store or await open_store(
            settings.location,
            pool=settings.postgres_pool,
            statement_timeout=settings.statement_timeout_seconds,
        )
        memory = cls(
            opened,
            settings=settings,
            embedder=embedder or embedder_for(settings),
            models=chat_models_for(settings) if models is None else models,
            clock=clock or SystemClock(),
        )
        await memory._attempt(
            "consent", memory.consent.follow_settings(memory._eraser.drop_derived), ERASE_SECONDS
        )
        await memory._attempt("follow_changes", opened.follow_changes(memory._background.changed_elsewhere))
        ticking = asyncio.create_task(
            memory._background.run_upkeep_every(settings.refresh_seconds), name="upkeep"
        )
        try:
            yield memory
        finally:
            ticking.cancel()
            memory._background.finish()
            await memory.lanes.drain(settings.drain_seconds)
            await memory.meter.close()
            await memory._background.close_embedder()
            if store is None:
                await opened.close()

    async def on_message(self, message: Message) -> bool:
        """Store a message, whoever it is for; return False only if that failed and should be tried again.

        A message that was stored before, was erased or may not be stored for lack of consent is done with.
        """
        stored = await self._attempt("ingest", self._intake.take(message))
        if stored:
            if self.clock.now() - message.sent_at > LATE:
                self.diary.forget()
            self._background.after_message(message)
        return stored is not None

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
        """Follow an edit of a message; return whether the stored text changed.

        `place` is where the message is now: who can read the channel now may read the new text.
        `mentions` are the people it mentions now; None when they are the same as before.
        """
        people = None if mentions is None else tuple(mentions)
        edit = Edit(
            guild=guild, id=message, text=text, at=at or self.clock.now(), place=place, mentions=people
        )
        followed = await self._attempt(
            "edit", self.lanes.change_facts(lambda: self._follow_edit(edit), Turn.within(guild))
        )
        if followed is None or followed.previous is None:
            return False
        self._background.after_message(followed.previous)
        return True

    async def _follow_edit(self, edit: Edit) -> FollowedEdit | None:
        followed = await follow_edit(self.store, self.consent, edit)
        if followed is not None:
            self.recall.forget_last_known()
        return followed

    async def on_delete(self, guild: int, messages: Sequence[int]) -> int:
        """Follow the deletion of messages; return how many of them were stored."""
        at = self.clock.now()
        deletion = self.lanes.change_facts(
            lambda: follow_deletion(self.store, guild, messages, at), Turn.within(guild)
        )
        deleted = await self._attempt("delete", deletion) or []
        self.recall.forget_last_known()
        self._background.after_change(*(message.sent_at for message in deleted))
        return len(deleted)

    async def on_reply(
        self, reply: Message, context: Context | None = None, more: Sequence[int] = ()
    ) -> bool:
        """Store the assistant's own answer and what it was made from; `more` are its further messages."""
        if context is None:
            done = await self.on_message(reply)
        else:
            done = await self._store_answer(reply, context, more)
        if done:
            self._background.after_reply(reply)
        return done

    async def _store_answer(self, reply: Message, context: Context, more: Sequence[int]) -> bool:
        """Store an answer and its sources, unless one of them was retracted while it was written."""
        holds = await self._attempt("answer", still_holds(self.store, reply, context))
        if not holds:
            return holds is False
        # What is said in place of an answer is no memory: it has no text, and only its sources are noted.
        done = await self.on_message(reply) if reply.text else True
        await self._attempt("why", commands.note_used(self.store, reply, context, more))
        question = await self._attempt(
            "question", self.store.get_message(reply.place.guild, reply.reply_to or 0)
        )
        about = [person.id for person in question.mentions if not person.bot] if question else []
        await self._attempt("sources", self.store.note_answer(reply, context, about))
        # What was retracted before the sources were noted did not find this answer: look once more.
        if await self._attempt("answer", still_holds(self.store, reply, context)) is False:
            await self._attempt("answer", self.store.delete_messages(reply.place.guild, [reply.id]))
        return done

    async def context_for(
        self, question: Question, *, files: Sequence[str] = (), actions: str = ""
    ) -> Context:
        """Return the prompt for a question: what everyone in its place may read, within every budget."""
        context = await self.recall.context(question, files=files, actions=actions)
        self._background.after_prompt([fact for section in context.sections for fact in section.facts])
        return context

    async def reply(self, question: Question, *, files: Sequence[str] = (), actions: str = "") -> Reply:
        """Answer a question with the configured model and memory; the text is None when no model answers."""
        context = await self.context_for(question, files=files, actions=actions)
        answering = self._assistant.reply(question, context, files)
        failed = Reply(context=context, reason=Silence.UNAVAILABLE)
        reply = await self._attempt("reply", answering, ERASE_SECONDS) or failed
        if reply.text is None:
            refusal = await self._attempt("consent", self.consent.refusal(question.place, question.asker.id))
            why = UNREACHABLE if refusal is None else refusal
            reply = replace(reply, refusal=why, asked_at=self.clock.now())
        return replace(reply, notice=await self.notice_for(question.place, question.asker) or "")

    async def notice_for(self, place: Place, person: Person) -> str | None:
        """Return the privacy notice to show with a person's first answer; empty or None when none is due."""
        return await self._attempt("notice", self.consent.notice_for(place, person.id))

    async def _command_for_model(self, question: Question, text: str) -> str:
        """Run a command that a model calls as a tool, with the rights of the person who asks."""
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

    async def search(
        self, question: Question | Person, text: str = "", *, place: Place | None = None, limit: int = 8
    ) -> SearchResult:
        """Return the facts and messages that clearly fit, at most `limit` (1 to 24) of each.

        Takes a question, or a person and a text; without a place, in their direct message.
        """
        if isinstance(question, Person):
            question = Question(place=place or dm_with(question), asker=question, text=text)
        limit = min(max(limit, 1), MAX_RESULTS)
        return await self._attempt("search", self.recall.search(question, limit=limit)) or SearchResult()

    @property
    def verbs(self) -> tuple[str, ...]:
        """The first word of every command."""
        return self._dispatcher.verbs

    async def command(self, command: Command) -> Answer | None:
        """Run a command, typed or in plain words to the assistant; None when the text is neither."""
        if not self.settings.commands_enabled:
            return None
        if commands.is_command(command.text, self.settings):
            work: Sequence[commands.Work] | None = [lambda: self._dispatcher.answer(command)]
        else:
            work = await self._attempt("plain_words", self._plain_words.understand(command))
        if work is None:
            return Answer(text=UNREACHABLE)
        if not work:
            return None
        erases = commands.erases(command.text, self.settings)
        patience = ERASE_SECONDS if erases else self.patience
        running = self.lanes.change_facts(
            lambda: self._attempt("command", work[0](), patience),
            Turn.within(command.place.guild),
            together=not erases,
        )
        answer = await self._attempt("command", running, ERASE_SECONDS)
        if answer is None:
            return Answer(text=UNREACHABLE)
        if answer.changed:
            self.recall.forget_last_known()
            self._background.after_change()
        return await self._attempt("names", self._dispatcher.named(command, answer)) or answer

    async def entries(self, question: Question, deed: str = "forget") -> list[Fact]:
        """Return the facts a person may apply a command to in their place, newest first."""
        return await self._attempt("entries", self._dispatcher.entries(question, deed)) or []

    async def on_leave(self, guild: int, person: int) -> None:
        """Log that somebody left a guild; what they said there stays readable for those who could read it."""
        left = Action(kind="member_left", at=self.clock.now(), guild=guild, person=person)
        await self._attempt("leave", self.store.log_action(left))

    async def on_names(self, guild: int, people: Sequence[Person]) -> None:
        """Store the present names of people in a guild."""
        storing = ingest.store_names(self.store, self.consent, guild, people, self.clock.now())
        await self._attempt("names", storing)

    async def remember_lore(self, text: str, message: Message) -> Fact | None:
        """Store a line of lore; None when it is refused."""
        fact = await self.lanes.change_facts(
            lambda: self._attempt("lore", self._dispatcher.add_lore(text, message)),
            Turn(guild=message.place.guild),
        )
        self._background.after_change()
        return fact

    async def erase(self, scope: Scope, *, preview: bool = False, progress: Progress = untold) -> Receipt:
        """Erase a person, a channel or a guild, and tell `progress`; or only count it. Raises StoreError."""
        if preview:
            return await self._eraser.preview(scope)
        return await self.lanes.change_facts(lambda: self._eraser.erase(scope, progress), together=False)

    async def upkeep(self) -> None:
        """Start everything that is due; runs every few minutes by itself."""
        self._background.upkeep()

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of memory, until the returned function is called."""
        return self._background.watch(changed)

    async def settle(self) -> None:
        """Do everything that is due, and return when no background work is left."""
        await self.upkeep()
        await self._background.idle()

    async def _drop_erased(self, erased: Erased) -> int:
        """Remove what was erased from every cache and file of this process; return how many files changed."""
        self._background.forget_uses()
        self.recall.forget_everything()
        return 0 if self.projections is None else await self.projections.erase(erased)

    async def _attempt(
        self, action: str, work: Coroutine[Any, Any, T], patience: float | None = None
    ) -> T | None:
        """Return the result of work on the store, or None if it fails or takes too long; never raises."""
        return await self.lanes.attempt(action, work, deadline=patience or self.patience, fallback=None)

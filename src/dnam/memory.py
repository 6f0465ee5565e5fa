"""Memory: the public API of the library, and the order of steps of every path.

    async with Memory.open() as memory:
        await memory.on_message(message)
        context = await memory.context_for(question)
        await memory.on_reply(reply, context)

Nothing here raises because memory failed: the result says so, or a layer stays empty, and it is logged. Only
misuse raises (`BadInput`, see `checked_calls`). `docs/architecture.md` lists what each method goes through.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from dnam import commands, ingest, languages
from dnam import erase as erasing
from dnam.admission import Admission
from dnam.answer_retraction import note_sources, still_holds
from dnam.background import BackgroundWork
from dnam.checked_calls import checks_calls, openable
from dnam.clock import SystemClock
from dnam.commands import Answer, Command
from dnam.consent import UNEQUAL, Consent
from dnam.days import Diary, Profiles
from dnam.domain import (
    DM_GUILD,
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
)
from dnam.errors import SettingsError, Silence
from dnam.extract import Extractor
from dnam.lanes import Lanes
from dnam.models.chat import chat_models_for
from dnam.models.embed import embedder_for
from dnam.models.embedding_log import EmbeddingLog
from dnam.models.rerank import reranker_for
from dnam.models.usage_meter import Meter
from dnam.ports import ChatModel, Clock, Embedder, Store, Turn, Written
from dnam.program_requests import answered, as_question, audible_facts, request, run_for_model
from dnam.projections import Projections
from dnam.recall import Recall, Search
from dnam.reply import Assistant, AssistantTools, Reply
from dnam.retention import Retention
from dnam.rules.input_checks import check_direct_message, not_ahead
from dnam.settings import Settings, load_settings
from dnam.stores import open_configured
from dnam.summarise import Summariser
from dnam.transfer.backups import back_up_when_due
from dnam.turns import ERASE_SECONDS, NOTHING, Needs, change_in_turn

T = TypeVar("T")
MAX_RESULTS = 24  # facts, and as many messages, that one search returns


@checks_calls
class Memory:
    """Everything a host needs: messages in, prompts out, commands, and an orderly shutdown."""

    closed = False
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
        self.reranker = reranker_for(settings)
        self.lanes = Lanes(settings.lane_waiting, store.in_turn)
        self.consent = Consent(store, settings=settings, clock=clock)
        self._files = Projections(store, settings=settings, clock=clock)
        self.projections = self._files if settings.projections else None
        self.models = models
        self.guilds = self.consent.guilds
        self.meter = Meter(models, store, settings=settings, clock=clock, settings_of=self.guilds.of)
        shared: dict[str, Any] = {"lanes": self.lanes, "settings": settings, "clock": clock}
        self.diary = Diary(store, self.consent, meter=self.meter, **shared)
        self.profiler = Profiles(store, self.diary, meter=self.meter, **shared)
        self.recall = Recall(store, Search(store, embedder, self.reranker, **shared), self.profiler, **shared)
        self._eraser = erasing.Eraser(
            store, clock=clock, after=self._drop_erased, look=self._files.look_again
        )
        admission = Admission(store, self.consent, settings=settings, clock=clock)
        self.background = BackgroundWork(
            store=store,
            lanes=self.lanes,
            recall=self.recall,
            extractor=Extractor(store, admission, meter=self.meter, **shared),
            summariser=Summariser(store, meter=self.meter, **shared),
            retention=Retention(store, guilds=self.guilds, **shared),
            consent=self.consent,
            clock=clock,
            embedder=embedder,
            reranker=self.reranker,
            projections=self.projections,
            resume=partial(erasing.resume, self.consent, self._eraser, self.lanes, self.on_delete),
            back_up=lambda: back_up_when_due(store, settings, clock),
            model_extracts="extract" in models,
        )
        self.intake = ingest.Intake(store, self.consent, lanes=self.lanes, settings=settings)
        self._open_commands()

    def _open_commands(self) -> None:
        run = partial(run_for_model, self.command, self.settings)
        tools = AssistantTools(search=self.search, command=run, people=self.store.people)
        self._assistant = Assistant(tools, meter=self.meter, guilds=self.guilds)
        shared: dict[str, Any] = {"settings": self.settings, "clock": self.clock}
        shared |= {"recall": self.recall, "eraser": self._eraser, "consent": self.consent}
        self._dispatcher = commands.Dispatcher(self.store, **shared)
        self.verbs = self._dispatcher.verbs
        model = commands.RequestModel(lanes=self.lanes, meter=self.meter, settings=self.settings)
        given: dict[str, Any] = {"settings": self.settings, "clock": self.clock, "request_model": model}
        self._plain_words = commands.PlainWords(self.store, dispatcher=self._dispatcher, **given)

    @classmethod
    @openable
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
        settings = settings or load_settings()
        if settings.languages_dir is not None:
            languages.add_folder(settings.languages_dir)
        models = chat_models_for(settings) if models is None else models
        opened = store or await open_configured(settings)
        clock = clock or SystemClock()
        embedder = embedder or embedder_for(settings, EmbeddingLog(opened, clock))
        memory = cls(opened, settings=settings, embedder=embedder, models=models, clock=clock)
        try:
            joining = opened.follow_changes(memory.background.changed_elsewhere, memory.consent.in_force)
            if await memory._attempt("follow_changes", joining) is False:
                raise SettingsError(UNEQUAL)
            hiding = erasing.hide_at_start(memory.consent, memory._eraser)
            await memory._attempt("consent", hiding, ERASE_SECONDS)
            async with memory.background.running(settings.refresh_seconds, settings.drain_seconds):
                yield memory
        finally:
            memory.closed = True
            await memory.meter.close()
            await memory.background.close_encoders()
            if store is None:
                await opened.close()

    async def on_message(self, message: Message) -> bool:
        """Store a message, whoever it is for; return False only if that failed and should be tried again.

        One that was stored before, was erased, has no words or may not be stored for lack of consent is done
        with. Facts are learned from the last seven days; what is dated after tomorrow raises BadInput.
        """
        not_ahead(message.sent_at, self.clock.now(), "message.sent_at")
        # No deadline: on a slow disk whoever delivers messages waits for their turn, and none is lost.
        action = "ingest" if message.source == "text" else "ingest_voice"
        stored = await self.lanes.attempt(action, self.intake.take(message), deadline=None, fallback=None)
        if stored:
            if self.clock.now() - message.sent_at > ingest.LATE:
                self.diary.forget()
            self.background.after_message(message)
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
        at = not_ahead(at, self.clock.now(), "at")
        edit = erasing.Edit(guild=guild, id=message, text=text, at=at, place=place, mentions=mentions)
        following = partial(erasing.follow_edit, self.store, self.consent, edit)
        changed = await self._change("edit", following, Turn.within(guild), Needs(judged=True))
        if changed is None:
            self._eraser.postpone_messages(guild, {message: following})
        self.recall.forget_last_known()
        for previous in changed or ():
            self.background.after_message(previous)
        return bool(changed)

    async def on_delete(self, guild: int, messages: Sequence[int]) -> int:
        """Follow the deletion of messages; return how many of them were stored."""
        deletion = partial(erasing.follow_deletion, self.store, guild, at=self.clock.now())
        deleted = await self._change("delete", partial(deletion, messages), Turn.within(guild))
        if deleted is None:
            self._eraser.postpone_messages(guild, {id_: partial(deletion, [id_]) for id_ in messages})
        self.recall.forget_last_known()
        self.background.after_change(*(message.sent_at for message in deleted or ()))
        return len(deleted or ())

    async def on_channel_delete(self, guild: int, channel: int) -> int:
        """Follow the deletion of a channel or thread: of each of its messages; return how many it were."""
        deleting = erasing.delete_channel(self.store, guild, channel, self.on_delete)
        deleted = await self._attempt("delete", deleting, ERASE_SECONDS)
        self.recall.forget_everything()  # also when the store failed
        return deleted or 0

    async def on_reply(
        self, reply: Message, context: Context | None = None, more: Sequence[int] = ()
    ) -> bool:
        """Store the assistant's own answer and what it was made from; `more` are its further messages."""
        if context is not None and context.off_record:
            return True
        # Nothing is stored of it when something it was made from was retracted while it was written.
        checking = still_holds(self.store, reply, context) if context is not None else None
        holds = await self._attempt("answer", checking) if checking is not None else True
        # What is said in place of an answer is no memory: it has no text, and only its sources are noted.
        done = await self.on_message(reply) if holds and reply.text else holds is not None
        if holds and context is not None:
            await self._attempt("why", commands.note_used(self.store, reply, context, more))
            await self._attempt("sources", note_sources(self.store, reply, context))
        if done and self.settings.ingest_enabled:
            self.background.after_reply(reply)
        return done

    async def context_for(
        self, question: Question, *, files: Sequence[str] = (), actions: str = ""
    ) -> Context:
        """Return the prompt for a question: what everyone in its place may read, within every budget."""
        context = await self.recall.context(question, files=files, actions=actions)
        self.background.after_prompt([fact for section in context.sections for fact in section.facts])
        return context

    async def reply(
        self, question: Question, *, files: Sequence[str] = (), actions: str = "", show: Written | None = None
    ) -> Reply:
        """Answer with the configured model and memory; no text when none answers. `show` sees it grow."""
        place, context = question.place, await self.context_for(question, files=files, actions=actions)
        shown = show and partial(self.lanes.notify, "show", show)
        answering = self._assistant.reply(question, context, files, shown)
        failed = partial(Reply, context=context, reason=Silence.UNAVAILABLE)
        reply = await self.lanes.attempt_here("reply", answering, fallback=lambda fault: failed(error=fault))
        if reply.text is None:
            speaking = self.guilds.spoken(place.guild, question.text, question.asker.id)
            spoken = question.language or await self._attempt("consent", speaking) or self.settings.language
            why = await self._attempt("consent", self.consent.refusal_of(question, spoken))
            refusal = languages.reply(spoken, "unreachable") if why is None else why
            reply = replace(reply, refusal=refusal, asked_at=self.clock.now(), language=spoken)
        notice = await self.notice_for(place, question.asker, question.language, question.text)
        return replace(reply, notice=notice)

    async def notice_for(self, place: Place, person: Person, language: str = "", text: str = "") -> str:
        """Return the privacy notice to show with a person's first answer; empty when none is due."""
        return await self._attempt("notice", self.consent.notice_for(place, person.id, language, text)) or ""

    async def search(
        self, question: Question | Person, text: str = "", *, place: Place | None = None, limit: int = 8
    ) -> SearchResult:
        """Return what fits a question, or a person's text: of each kind the best `limit`, kept to 1..24."""
        question = as_question(question, text, place)
        limit = min(max(limit, 1), MAX_RESULTS)
        return await self._attempt("search", self.recall.search(question, limit=limit)) or SearchResult()

    async def remember(self, person: Person, text: str, *, place: Place | None = None) -> Answer:
        """Remember a fact about a person, as if they had said so; tells what it became. Raises BadInput."""
        return answered(await self.command(request(self.settings, "remember", person, text, place)))

    async def forget(self, person: Person, what: str, *, place: Place | None = None) -> Answer:
        """Forget facts of a person by their id or by words of them; `undo` takes it back. Raises BadInput."""
        return answered(await self.command(request(self.settings, "forget", person, what, place)))

    async def facts(self, person: Person, *, place: Place | None = None) -> list[Fact]:
        """Return the active facts about a person that everyone in the place may hear, newest first."""
        return await audible_facts(self.store, self.settings, person, place)

    async def profile(self, guild: int, person: int, *, place: Place | None = None) -> Profile | None:
        """Return what is known of a person as one text; None when nothing is known. See `profiles`."""
        return (await self.profiles(guild, [person], place=place)).get(person)

    async def profiles(
        self, guild: int, people: Sequence[int], *, place: Place | None = None
    ) -> dict[int, Profile]:
        """Return what is known of people and their recent days, as all in the place or the guild may read."""
        reading = self.profiler.in_place(place or Place.whole_guild(guild), people)
        return await self._attempt("profile", reading) or {}

    async def command(self, command: Command) -> Answer | None:
        """Run a command, typed or in plain words to the assistant; None when the text is neither."""
        if not self.settings.commands_enabled:
            return None
        if not commands.is_command(command.text, self.settings):  # perhaps the yes to a question
            command = await self._attempt("plain_words", self._plain_words.confirmed(command)) or command
        if commands.is_command(command.text, self.settings):
            work: Sequence[commands.Work] | None = [lambda: self._dispatcher.answer(command)]
        else:
            work = await self._attempt("plain_words", self._plain_words.understand(command))
        if not work:
            return Answer(text=command.says("unreachable")) if work is None else None
        turn = Turn.within(command.place.guild, command.person.id)
        answer = await self._change("command", work[0], turn, commands.needs(command.text, self.settings))
        if answer is None:
            self.recall.forget_everything()  # what could not be taken back is shown from no cache
            return Answer(text=command.says("unreachable"))
        if answer.changed:
            self.recall.forget_last_known()
            self.background.after_change()
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
        adding = partial(self._dispatcher.add_lore, text, message)
        turn = Turn.within(message.place.guild, message.author.id)
        fact = await self._change("lore", adding, turn, Needs(judged=True))
        self.background.after_change()
        return fact

    async def erase(
        self, scope: Scope, *, preview: bool = False, progress: erasing.Progress = erasing.untold
    ) -> Receipt:
        """Erase a person, a channel or a guild, and tell `progress`; the receipt names what is still to do.

        With `preview` only count it; that alone raises StoreError.
        """
        if scope.kind == "channel" and scope.guild == DM_GUILD:
            check_direct_message(scope.id, await self._attempt("erase", self.store.places(DM_GUILD)))
        if preview:
            return await self._eraser.preview(scope)
        work = partial(self._eraser.erase, scope, partial(self.lanes.notify, "erase", progress))
        receipt = await self._change("erase", work, Turn(), Needs(erases=True))
        self.recall.forget_everything()  # also when the store gave no turn
        return receipt or await self._eraser.postpone(scope)

    async def upkeep(self) -> None:
        """Start everything that is due; runs every few minutes by itself."""
        self.background.upkeep()

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of memory, until the returned function is called."""
        return self.background.watch(changed)

    async def settle(self) -> None:
        """Do everything that is due, and return when no background work is left."""
        await self.upkeep()
        await self.background.idle()

    async def _drop_erased(self, erased: Erased) -> int:
        """Remove what was erased from every cache and file of this process; return how many files changed."""
        self.background.forget_uses()
        self.recall.forget_everything()
        return await self._files.erase(erased)

    async def _change(
        self, action: str, work: Callable[[], Awaitable[T]], turn: Turn, needs: Needs = NOTHING
    ) -> T | None:
        """Return the result of work that changes facts, or None; see `change_in_turn`. Never raises."""
        return await change_in_turn(self.lanes, action, work, turn, needs, patience=self.patience)

    async def _attempt(self, action: str, work: Coroutine[Any, Any, T], patience: float = 0) -> T | None:
        """Return the result of work on the store, or None if it fails or takes too long; never raises."""
        return await self.lanes.attempt(action, work, deadline=patience or self.patience, fallback=None)

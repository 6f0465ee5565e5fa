"""What each line of the chat does: a message, a command to the memory, or a command to the chat itself.

Everything goes through `Memory`, as in a bot. A wrong line is answered with one sentence and changes nothing.
"""

import asyncio
import difflib
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from dnam.audience import audience_of
from dnam.chat.interruptible_wait import Waiting
from dnam.chat.line_editing import LineEditor
from dnam.chat.screen import Screen
from dnam.chat.simulated_world import ASSISTANT, ChatClock, SimulatedWorld, parse_time
from dnam.chat.tour import STEPS, Step
from dnam.commands import Command, File, is_command
from dnam.domain import Message, Person, Question, Status
from dnam.errors import BadInput, DnamError
from dnam.memory import Memory
from dnam.ports import Store
from dnam.projections.exports import private_folder
from dnam.reply import answer_text
from dnam.rules.quoting import one_line, with_names
from dnam.rules.text import clip, collapse
from dnam.user_files import new_file

CLOCK_NOTE = "chat:clock"
_LINK = re.compile(r" <https://discord\.com/channels/[^>]*>")
"""What a simulated message has no page for."""
LAST_MESSAGES = 100
"""How many messages `/edit` and `/delete` search for the speaker's last one."""

HELP = (
    ("TEXT", "say something to the assistant; @Name mentions somebody"),
    ("/say TEXT", "say something that is not meant for the assistant"),
    ("/as NAME", "be somebody else; Sam#1 and Sam#2 are two people called Sam"),
    ("/in CHANNEL", "go to a channel; --guild NAME, --private, --public"),
    ("/thread NAME", "go to a thread of this channel; --private makes it invite-only"),
    ("/dm", "go to your direct message with the assistant"),
    ("/context QUESTION", "show the exact prompt a model would get here, and its sizes"),
    ("/wait TIME", "let time pass: 30m, 6h, 2d, 1w, 1d12h"),
    ("/edit TEXT", "change your last message here"),
    ("/delete", "delete your last message here"),
    ("/manager", "manage this server: be allowed what its managers are; once more ends it"),
    ("/who", "say who and where you are"),
    ("/tour", "see in five steps what it does; Enter goes on"),
    ("/help, /quit", "show this, leave"),
)
CHAT_COMMANDS = [usage.split()[0].rstrip(",") for usage, _ in HELP if usage.startswith("/")] + ["/quit"]


class ChatSession:
    def __init__(
        self,
        memory: Memory,
        world: SimulatedWorld,
        screen: Screen,
        waiting: Waiting | None = None,
        editor: LineEditor | None = None,
    ) -> None:
        self._waiting = waiting or Waiting()
        self._tour: Iterator[Step] = iter(())
        self._empty_history = editor.empty if editor else lambda: None
        self._memory = memory
        self._world = world
        self._screen = screen
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "as": self._as,
            "in": self._in,
            "thread": self._thread,
            "dm": self._dm,
            "say": self._say,
            "context": self._context,
            "wait": self._wait,
            "edit": self._edit,
            "delete": self._delete,
            "manager": self._manager,
            "who": self._who,
            "tour": self._begin_tour,
            "help": self._help,
        }

    def offer_tour(self) -> None:
        """Let the next empty line begin the tour."""
        self._tour = iter(STEPS)

    async def handle_line(self, line: str) -> bool:
        """Do what a line says; return False when it ends the chat."""
        text = line.strip()
        if text.casefold().split(" ")[0] in ("/quit", "/exit"):
            return False
        try:
            if is_command(text, self._memory.settings):
                if not await self._memory_command(text):  # commands are switched off
                    await self._speak(text)
            elif text.startswith("/"):
                await self._chat_command(text)
            elif not text:
                await self._next_of_tour()
            elif not await self._memory_command(text, assistant=ASSISTANT):
                await self._speak(text)
        except DnamError as problem:  # also when the store fails: the chat goes on
            self._screen.tell(str(problem))
        return True

    async def _chat_command(self, text: str) -> None:
        verb, _, argument = text[1:].partition(" ")
        command = self._commands.get(verb.casefold())
        if command is None:
            near = difflib.get_close_matches(verb.casefold(), [*self._commands, "quit"], 1)
            hint = f"did you mean /{near[0]}?" if near else "/help lists what there is."
            raise BadInput(f"There is no /{clip(verb, 30)}: {hint}")
        await command(argument.strip())

    # To the assistant

    async def _speak(self, text: str) -> None:
        """Say something to the assistant and show its answer, as a bot does."""
        message = await self._store(text, addressed=True)
        question = Question(
            place=message.place,
            asker=message.author,
            text=message.text,
            message=message.id,
            mentions=message.mentions,
        )
        with self._screen.thinking() as show:
            reply = await self._waiting.for_result(self._memory.reply(question, show=show))
        if reply is None:
            self._screen.tell("I stopped. What you said is stored.")
            return
        answer = Message(
            id=self._world.next_id(),
            place=message.place,
            author=ASSISTANT,
            text=reply.text or "",
            sent_at=self._world.clock.now(),
            reply_to=message.id,
        )
        await self._memory.on_reply(answer, reply.context)
        self._screen.answer(answer_text(reply, question))
        if reply.notice:
            self._screen.notice(reply.notice)
        await self._show_learned(message)

    async def _show_learned(self, message: Message) -> None:
        """Show which facts were learned from a message, unless somebody does not want to wait for it."""
        await self._waiting.for_result(self._memory.settle())
        for fact in await self._memory.store.facts_from(message.place.guild, [message.id]):
            if fact.status is Status.ACTIVE:
                self._screen.notice(f"(learned: {one_line(fact.text)})")

    async def _memory_command(self, text: str, *, assistant: Person | None = None) -> bool:
        """Run a command to the memory and show its answer; return False when the text is not a command.

        With the `assistant` named, requests in plain words count too. Commands are not stored as messages.
        """
        world = self._world
        answer = await self._memory.command(
            Command(
                text=world.with_mention_ids(text),
                place=world.place,
                person=world.person,
                message=world.next_id(),
                mentions=world.mentions(text),
                manager=world.manages,
                assistant=assistant,
            )
        )
        if answer is not None:
            if answer.changed and not answer.outcomes:
                self._empty_history()
            written = [str(await asyncio.to_thread(self._written, file)) for file in answer.files]
            self._screen.answer(_LINK.sub("", answer.text), f"Files: {', '.join(written)}" if written else "")
        return answer is not None

    def _written(self, file: File) -> Path:
        path = private_folder(self._memory.settings.exports) / file.name
        with new_file(path) as part:
            part.write_bytes(file.data)
        return path

    async def _store(self, text: str, *, addressed: bool) -> Message:
        world = self._world
        message = Message(
            id=world.next_id(),
            place=world.place,
            author=world.person,
            text=world.with_mention_ids(text),
            sent_at=world.clock.now(),
            mentions=world.mentions(text),
            addressed=addressed,
        )
        if not await self._memory.on_message(message):
            self._screen.tell("This message could not be stored; `dnam doctor` looks for the cause.")
        return message

    # To the chat

    async def _as(self, argument: str) -> None:
        self._world.become(argument)
        self._show_audience()

    async def _in(self, argument: str) -> None:
        self._world.enter(argument)
        self._show_audience()

    async def _thread(self, argument: str) -> None:
        self._world.enter_thread(argument)
        self._show_audience()

    async def _dm(self, argument: str) -> None:
        if argument:
            raise BadInput(
                "`/dm` is your own direct message with the assistant: `/as NAME` first, then `/dm`."
            )
        self._world.enter_dm()
        self._show_audience()

    async def _say(self, argument: str) -> None:
        if not argument:
            raise BadInput("Say what? Such as `/say the deploy is at noon`.")
        message = await self._store(argument, addressed=False)
        self._screen.notice("Said; the assistant was not asked.")
        await self._show_learned(message)

    async def _context(self, argument: str) -> None:
        if not argument:
            raise BadInput("For which question? Such as `/context Go or Rust?`.")
        world = self._world
        question = Question(
            place=world.place,
            asker=world.person,
            text=world.with_mention_ids(argument),
            mentions=world.mentions(argument),
        )
        self._screen.prompt(await self._memory.recall.context(question))

    async def _wait(self, argument: str) -> None:
        self._world.clock.wait(parse_time(argument))
        await save_clock(self._memory.store, self._world.clock)
        await self._memory.settle()
        self._screen.notice(f"It is {self._world.clock.now():%A, %d %B %Y, %H:%M} UTC now.")

    async def _edit(self, argument: str) -> None:
        if not argument:
            raise BadInput("Change your last message to what? Such as `/edit I meant Tuesday`.")
        last = await self._last_message()
        if not await self._memory.on_edit(last.place.guild, last.id, argument, place=self._world.place):
            raise BadInput("Your last message could not be changed.")
        self._empty_history()
        self._screen.notice(f'Changed "{_quote(last)}" to "{_short(argument)}"')
        await self._show_learned(last)

    async def _delete(self, argument: str) -> None:
        if argument:
            raise BadInput("`/delete` takes nothing: it deletes your last message here.")
        last = await self._last_message()
        if not await self._memory.on_delete(last.place.guild, [last.id]):
            raise BadInput("Your last message could not be deleted.")
        self._empty_history()
        self._screen.notice(f'Deleted: "{_quote(last)}"')

    async def _last_message(self) -> Message:
        world = self._world
        messages = await self._memory.store.recent_messages(
            audience_of(world.place), world.place.channel, limit=LAST_MESSAGES
        )
        own = [message for message in messages if message.author.id == world.person.id]
        if not own:
            raise BadInput(f"{world.handle} has said nothing here yet.")
        return own[-1]

    async def _manager(self, argument: str) -> None:
        if argument:
            raise BadInput("`/manager` takes nothing: it makes you a manager of this server, or ends it.")
        manages = self._world.manage()
        role = "now" if manages else "no longer"
        self._screen.notice(
            f"In {self._world.place.guild_name}, {self._world.handle} may {role} do what its managers may."
        )

    async def _begin_tour(self, argument: str) -> None:
        if argument:
            raise BadInput("`/tour` takes nothing: Enter goes on to the next step.")
        self.offer_tour()
        await self._next_of_tour()

    async def _next_of_tour(self) -> None:
        """Take the next step of the tour, if one is under way."""
        step = next(self._tour, None)
        if step is None:
            return
        about, lines = step
        self._screen.tell(f"\n{about}")
        for line in lines:
            self._screen.notice(f"> {line}")
            await self.handle_line(line)
            await self._memory.settle()  # the next line is to see what was learned from this one
        if step is not STEPS[-1]:
            self._screen.notice(f"Enter goes on ({STEPS.index(step) + 1} of {len(STEPS)}).")

    async def _who(self, argument: str) -> None:
        del argument
        world = self._world
        lines = [
            f"You speak as {world.handle} (id {world.person.id}) in {world.where}."
            + (" You manage it." if world.manages else ""),
            world.audience,
            f"It is {world.clock.now():%A, %d %B %Y, %H:%M} UTC.",
            f"The memory is in {self._memory.store.location}.",
        ]
        self._screen.tell("\n".join(lines))

    async def _help(self, argument: str) -> None:
        del argument
        prefix = self._memory.settings.command_prefix
        rows = (*HELP, (f"{prefix} help", "everything you can say to the memory itself"))
        width = max(len(usage) for usage, _ in rows)
        self._screen.tell("\n".join(f"{usage:<{width}}  {what}" for usage, what in rows))

    def _show_audience(self) -> None:
        self._screen.notice(self._world.audience)


async def load_clock(store: Store, clock: ChatClock) -> None:
    """Set the clock to where an earlier run stopped."""
    note = await store.get_note(CLOCK_NOTE)
    if note is not None:
        saved = json.loads(note)
        clock.wait(timedelta(seconds=saved["ahead"]))
        clock.resume(datetime.fromisoformat(saved["latest"]))


async def save_clock(store: Store, clock: ChatClock) -> None:
    """Save the chat's time, so that a later run never goes back."""
    ahead, latest = clock.offset.total_seconds(), clock.now().isoformat()
    await store.put_note(CLOCK_NOTE, json.dumps({"ahead": ahead, "latest": latest}))


def _quote(message: Message) -> str:
    return _short(with_names(message.text, {person.id: person.name for person in message.mentions}))


def _short(text: str) -> str:
    return clip(collapse(text), 60)

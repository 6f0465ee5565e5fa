"""What a bot does: messages in, prompts out, replies and commands."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from fastapi import Request
from pydantic import TypeAdapter

from dnam.audience import audience_of, without_place
from dnam.commands import Answer, Command, words_typed
from dnam.domain import DM_GUILD, Context, Place, Question, Section
from dnam.memory import Memory
from dnam.web.access import Access, Reader, TheMemory, Writer, check_reach, guild_view, known_place
from dnam.web.error_responses import Problem
from dnam.web.rest.answers import AnswerOut, Changed, ContextOut, Stored
from dnam.web.rest.openapi import api_router
from dnam.web.rest.schemas import (
    AskedIn,
    BatchIn,
    CommandIn,
    EditIn,
    Guild,
    MessageIn,
    PathId,
    QuestionIn,
    ReplyIn,
)
from dnam.web.sign_in import sign_in_of

CONTEXT_SECONDS = 3600
REPEATED = "This was done already, when it was sent first."
_SECTIONS = TypeAdapter(tuple[Section, ...])
NOT_STORED = Problem(
    503,
    "This was not stored: the memory cannot be reached, or has no room. The log says which; send it again in "
    "a moment.",
    {"Retry-After": "5"},
)

router = api_router("bot")


async def asked_in(memory: Memory, access: Access, place: AskedIn) -> Place:
    """Return a place as the memory knows it. Raises Problem."""
    view = guild_view(access, place.guild or DM_GUILD)
    return await known_place(memory.store, view, place.channel, place.person or 0)


@router.post("/messages")
async def add_message(access: Writer, memory: TheMemory, message: MessageIn) -> Stored:
    """Store a message, whoever it is for; facts are learned from it afterwards."""
    guild_view(access, message.place.guild or DM_GUILD)
    if not await memory.on_message(message.value()):
        raise NOT_STORED
    return await _stored_now(memory, [message])


@router.post("/messages/batch")
async def add_messages(access: Writer, memory: TheMemory, batch: BatchIn) -> Stored:
    """Store up to 100 messages, oldest first. If one cannot be stored, send the whole batch again."""
    for message in batch.messages:
        guild_view(access, message.place.guild or DM_GUILD)
    for message in batch.messages:
        if not await memory.on_message(message.value()):
            raise NOT_STORED
    return await _stored_now(memory, batch.messages)


async def _stored_now(memory: Memory, messages: Sequence[MessageIn]) -> Stored:
    """Count those that are stored now: of erased people, and without consent, none is."""
    ids: defaultdict[int, set[int]] = defaultdict(set)
    for message in messages:
        ids[message.place.guild or DM_GUILD].add(message.id)
    return Stored(
        stored=sum([len(await memory.store.get_messages(guild, some)) for guild, some in ids.items()])
    )


@router.patch("/messages/{id}")
async def edit_message(access: Writer, memory: TheMemory, edit: EditIn, id_: PathId) -> Changed:
    """Follow an edit: what was learned from the old text goes, the new text is read."""
    guild_view(access, edit.guild)
    return Changed(changed=await memory.on_edit(edit.guild, id_, edit.text, edit.edited_at))


@router.delete("/messages/{id}")
async def delete_message(access: Writer, memory: TheMemory, id_: PathId, guild: Guild = DM_GUILD) -> Changed:
    """Follow a deletion: the message and everything made of it goes, and does not come back."""
    guild_view(access, guild)
    return Changed(changed=bool(await memory.on_delete(guild, [id_])))


@router.post("/context")
async def make_context(request: Request, access: Reader, memory: TheMemory, asked: QuestionIn) -> ContextOut:
    """Return the prompt for a question: what everyone in its place may read, within every budget."""
    question = Question(
        place=await asked_in(memory, access, asked.place),
        asker=asked.asker.value(),
        text=asked.text,
        message=asked.message,
        mentions=tuple(person.value() for person in asked.mentions),
    )
    context = await memory.context_for(question)
    return ContextOut.model_validate(context).model_copy(update={"id": _id_of(request, access, context)})


def _id_of(request: Request, access: Access, context: Context) -> str:
    """Return what a context was made from, signed: no process has to keep it until the reply."""
    used = tuple(replace(section, text="") for section in context.sections)
    content = {"stamp": context.stamp, "sections": _SECTIONS.dump_python(used, mode="json")}
    return sign_in_of(request).sign(f"context {access.key}", content)


def _context_of(request: Request, access: Access, id_: str) -> Context:
    """Return what a context was made from. Raises Problem when it is not theirs, or too old."""
    content = sign_in_of(request).read_signed(f"context {access.key}", id_, CONTEXT_SECONDS)
    if content is None:
        raise Problem(404, "There is no such context any more: ask for a new one, or leave it out.")
    sections = _SECTIONS.validate_python(content["sections"], strict=False)
    return Context(text="", sections=sections, stamp=content["stamp"])


@router.post("/replies")
async def add_reply(request: Request, access: Writer, memory: TheMemory, reply: ReplyIn) -> Stored:
    """Store the assistant's own answer, and what it was made from."""
    guild_view(access, reply.message.place.guild or DM_GUILD)
    context = _context_of(request, access, reply.context) if reply.context else None
    if not await memory.on_reply(reply.message.value(), context, reply.more):
        raise NOT_STORED
    return await _stored_now(memory, [reply.message])


@router.post("/commands")
async def run_command(request: Request, access: Writer, memory: TheMemory, command: CommandIn) -> AnswerOut:
    """Run a command for a person, with that person's rights; `help` lists the commands."""
    if command.manager and not access.has("admin"):
        raise Problem(403, "To say that somebody manages the guild, the token needs the scope admin.")
    words = words_typed(command.text, memory.settings)
    words = command.text if words is None else words  # the prefix may be left out here
    check_reach(access, words)
    place = await asked_in(memory, access, command.place)
    answer = await memory.command(
        Command(
            text=f"{memory.settings.command_prefix} {words}",
            place=place,
            person=command.person.value(),
            message=command.message,
            manager=command.manager,
        )
    )
    if answer is None:
        raise Problem(409, "Commands are switched off: set commands_enabled to true.")
    # Sent again with the same key, it is told what was done, but no text: that may be erased by then.
    repeated = Answer(text=REPEATED, changed=answer.changed, refused=answer.refused)
    request.state.repeated = AnswerOut.model_validate(repeated).model_dump_json()
    heard = audience_of(place)
    shown = tuple(without_place(heard, fact) for fact in answer.listed)
    return AnswerOut.model_validate(replace(answer, listed=shown))

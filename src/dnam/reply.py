"""The assistant's reply as a library call: persona, memory, and the tools a model may use while it answers.

A tool call takes the same way as a person's own command: same checks, same audience, same answers. Without a
model the reply has no text, and the caller says so in its own words.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from dnam.audience import audience_of
from dnam.domain import LORE, Context, Layer, Person, Question, SearchResult, Section
from dnam.errors import BadInput, Silence
from dnam.guild_settings import GuildSettings
from dnam.languages import reply as say
from dnam.models.usage_meter import Answered, Meter
from dnam.ports import Tool, Written
from dnam.prompts import load_prompt
from dnam.rules import prompt_lines
from dnam.rules.names_in_text import mentioned_in
from dnam.rules.offline_answer import offline_answer
from dnam.rules.quoting import shown_names
from dnam.rules.text import clip, query_words

TOLD = ("budget", "timeout", "rate limited", "auth", "refused", "too long")
"""Reasons for no answer with a sentence of their own; the others are told as `Silence.UNAVAILABLE`."""
NO_MATCH = "No strong match. Do not guess."
FILE_CHARS = 20_000
"""The most of a context file that a model reads."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What the assistant says; `text` is None when no model answered, and `reason` says why."""

    context: Context
    """The prompt it was made from; hand it to `Memory.on_reply`."""
    text: str | None = None
    reason: Silence | Literal[""] = ""
    error: Exception | None = field(default=None, compare=False, repr=False)
    """What the model raised, for whoever wrote it. It may quote people: keep its message out of logs."""
    notice: str = ""
    """The privacy notice to show with it, the first time the person is answered."""
    refusal: str = ""
    """Why nothing the person says here is stored; set only when no model answered."""
    asked_at: datetime | None = None
    language: str = ""
    """The language to say in that no model answered."""


def answer_text(reply: Reply, question: Question) -> str:
    """Return what is shown of a reply: the model's words, else what memory has, or why there is no answer."""
    if reply.text is not None:
        return reply.text
    if reply.reason == Silence.NO_MODEL:
        return offline_answer(question, reply.context, reply.refusal, reply.asked_at, reply.language)
    return no_answer(reply.reason, reply.language)


def no_answer(reason: str, language: str) -> str:
    named = reason if reason in TOLD else Silence.UNAVAILABLE
    return say(language, f"silent_{named.replace(' ', '_')}")


class SearchArguments(BaseModel):
    """What to look for or to forget."""

    text: str = Field(description="A few words.", min_length=1, max_length=300)


class FileArguments(BaseModel):
    """What to read."""

    path: str = Field(description="A path from the list of context files, as it stands there.")


class RememberArguments(BaseModel):
    """What to keep."""

    text: str = Field(description="One plain statement.", min_length=1, max_length=500)


@dataclass(frozen=True, kw_only=True, slots=True)
class AssistantTools:
    """What the assistant can do with memory while it answers; the owner of the memory supplies it."""

    search: Callable[[Question], Awaitable[SearchResult]]
    command: Callable[[Question, str], Awaitable[str]]
    """Runs a command, such as `remember TEXT`, for the person who asked, and returns its answer."""
    people: Callable[[int, Sequence[int]], Awaitable[dict[int, Person]]]
    """Returns people of a guild by their ids."""


class Assistant:
    def __init__(self, memory: AssistantTools, *, meter: Meter, guilds: GuildSettings) -> None:
        self._memory = memory
        self._meter = meter
        self._guilds = guilds

    async def reply(
        self,
        question: Question,
        context: Context,
        files: Sequence[str] = (),
        written: Written | None = None,
    ) -> Reply:
        """Answer with the model of the `reply` task; it may read `files` and no others.

        A model that streams shows `written` its answer meanwhile.
        """
        persona = (await self._guilds.of(question.place.guild)).persona
        prompt = load_prompt("reply").fill(persona=persona, context=context.text)
        prompt = replace(prompt, instructions=f"{context.instructions}\n{prompt.instructions}".strip())
        seen: list[SearchResult] = []
        tools = [*self._tools(question, seen), *([_file_reader(files)] if files else [])]
        answer = await self._meter.converse("reply", question.place.guild, prompt, tools, written)
        if isinstance(answer, Answered):
            return Reply(context=_with_lookups(context, seen), text=answer.value)
        return Reply(context=context, reason=answer.reason, error=answer.error)

    def _tools(self, question: Question, seen: list[SearchResult]) -> list[Tool]:
        async def search(wanted: SearchArguments) -> str:
            asked = replace(question, text=wanted.text, mentions=())
            seen.append(await self._memory.search(asked))
            return await self._result_text(asked, seen[-1])

        async def forget(wanted: SearchArguments) -> str:
            return await self._memory.command(question, f"forget {wanted.text}")

        async def remember(statement: RememberArguments) -> str:
            return await self._memory.command(question, f"remember {statement.text}")

        async def remember_lore(statement: RememberArguments) -> str:
            return await self._memory.command(question, f"lore {statement.text}")

        return [
            Tool(
                name="search_memory",
                purpose="Search facts and older messages that everyone present could have heard.",
                arguments=SearchArguments,
                call=search,
            ),
            Tool(
                name="remember",
                purpose="Keep a fact about the person you answer, when they ask for it.",
                arguments=RememberArguments,
                call=remember,
            ),
            Tool(
                name="forget",
                purpose="Forget what is known about the person you answer, when they ask for it.",
                arguments=SearchArguments,
                call=forget,
            ),
            Tool(
                name="remember_lore",
                purpose="Keep a story or running joke of this server.",
                arguments=RememberArguments,
                call=remember_lore,
            ),
        ]

    async def _result_text(self, question: Question, result: SearchResult) -> str:
        names = await self._names(question, result)
        audience = audience_of(question.place)
        lines = [prompt_lines.about_line(hit.what, names, audience) for hit in result.facts]
        words = query_words(question.text)
        messages = [hit.what for hit in result.messages]
        lines += [f"- {prompt_lines.older_line(m, names[m.author.id], words)}" for m in messages]
        return "\n".join(lines) or NO_MATCH

    async def _names(self, question: Question, result: SearchResult) -> dict[int, str]:
        """Return a distinct name for everyone in a search result."""
        people = {hit.what.author.id: hit.what.author for hit in result.messages}
        people[question.asker.id] = question.asker
        for fact in (hit.what for hit in result.facts):
            missing = {fact.subject, fact.asserted_by, *mentioned_in(fact.text)} - {LORE, *people}
            people |= await self._memory.people(fact.guild, sorted(missing)) if missing else {}
        return shown_names(people)


def _with_lookups(context: Context, seen: Sequence[SearchResult]) -> Context:
    """Return the context with what a model looked up while it answered: the answer is made from that too."""
    facts = tuple(hit.what for result in seen for hit in result.facts)
    messages = tuple(hit.what for result in seen for hit in result.messages)
    if not facts and not messages:
        return context
    looked_up = Section(layer=Layer.RELEVANT, text="", budget=0, facts=facts, messages=messages)
    return replace(context, sections=(*context.sections, looked_up))


def _file_reader(files: Sequence[str]) -> Tool:
    """Return a tool that reads the context files the host names, and nothing else on the machine."""

    async def read(named: FileArguments) -> str:
        if named.path not in files:
            raise BadInput(f"Only these files may be read: {', '.join(files)}.")
        try:
            text = await asyncio.to_thread(Path(named.path).read_text, "utf-8", "replace")
        except OSError as problem:
            raise BadInput(f"{named.path} cannot be read: {problem.strerror}.") from problem
        return clip(text, FILE_CHARS)

    return Tool(
        name="read_file", purpose="Read one of the context files.", arguments=FileArguments, call=read
    )

"""Commands that look: what is remembered, what fits, what an answer was made from, what was done here."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from dnam.audience import audience_of, may_hear, session_key
from dnam.commands.command_group import CommandGroup
from dnam.commands.undo import facts_by_key
from dnam.commands.values import Answer, Command
from dnam.commands.why import used_in
from dnam.domain import Fact, Message, Person, Status, Visibility
from dnam.rules import command_text as write
from dnam.rules import discoclaw_wording
from dnam.rules.dates import Span, find_when, span_of, timeless
from dnam.rules.extractive_summary import digest, told_first, worth_keeping
from dnam.rules.prompt_lines import answer_line
from dnam.rules.quoting import one_line, shown_names
from dnam.rules.requests import UnclearName, person_named
from dnam.rules.text import query_words, words

SHOWN_SUMMARY = 600
"""The most of a rolling summary that `show` prints, its newest lines: the facts need room too."""
OWN_SEARCHED = 1000
"""How many of their latest messages are looked through for what somebody said themself."""
RECAPPED = 40
"""How many of the last messages a recap is made from."""
SHOWN_ACTIONS = 25
"""How many of the latest lines of the action log `audit` shows."""
SPENDING_DAYS = 30


class Lookups(CommandGroup):
    async def show(self, command: Command, argument: str) -> Answer:
        """Show what is known of the person here, how much of a prompt it takes, or everything."""
        if argument.casefold().partition(" ")[0] == "all":
            return await self._show_all(command, argument[3:].strip())
        if argument.casefold() == "sizes":
            context = await self.recall.context(command.asks(""))
            return Answer(text=write.sizes(context, command.language))
        if argument:
            return await self._show_person(command, argument)
        own = await self._own(command) if self.settings.facts_enabled else []
        facts = [fact for fact in own if fact.status is Status.ACTIVE]
        names = await self.targets.names(command, facts)
        tail = await self._rolling(command)
        if command.place.visibility is not Visibility.DM:
            tail += "\n" + command.says("show_shared")
        who = names[command.person.id]
        head = command.says("known_count" if facts else "unknown", who=who, count=len(facts))
        entries = [write.known_fact(i, fact, names, command.language) for i, fact in enumerate(facts, 1)]
        if self.settings.preset == discoclaw_wording.PRESET:
            head = discoclaw_wording.known_head(len(facts))
            entries = [discoclaw_wording.known_line(fact, names) for fact in facts]
        more = f"(+N: `{command.prefix} show all`)"
        text, shown = write.fit(head, entries, tail, more=more)
        return await self.targets.listing(command, text, facts[:shown])

    async def _show_person(self, command: Command, name: str) -> Answer:
        person = person_named(name, await self.targets.circle(command), command.language)
        if isinstance(person, UnclearName):
            raise command.wrong("show_usage")
        self.require(command, "know", subject=person.id)
        return await self.portray(command, person)

    async def _rolling(self, command: Command) -> str:
        """Return this conversation's summary for `show`, if there is one that may be heard here."""
        summary = await self.store.get_summary(session_key(command.place))
        if (
            not self.settings.rolling_enabled
            or summary is None
            or summary.origin not in self.recall.audience(command.asks("")).origins
        ):
            return ""
        head = command.says("summary_head")
        if self.settings.preset == discoclaw_wording.PRESET:
            head = discoclaw_wording.SUMMARY_HEAD
        return f"\n{head}:\n{digest(summary.text, [], limit=SHOWN_SUMMARY)}\n"

    async def _show_all(self, command: Command, page: str) -> Answer:
        own, naming = await self._own(command), await self.targets.naming(command)
        facts = [*own, *naming]
        names, at = await self.targets.names(command, facts), self.clock.now()
        audience = self.recall.audience(command.asks(""))
        seen = write.Seen(names=names, audience=audience, at=at, language=command.language)
        records = [write.record(fact, seen) for fact in own]
        records += [write.record(fact, seen, whose=True) for fact in naming]
        again = f"{command.prefix} show all"
        text, shown = write.paged(command.says, records, page, head="all_list", again=again)
        return await self.targets.listing(command, text, facts[shown])

    async def search(self, command: Command, argument: str) -> Answer:
        if not argument:
            raise command.wrong("search_what")
        result = await self.recall.search(command.asks(argument), limit=5)
        if not result.facts and not result.messages:
            return Answer(text=command.says("found_nothing", text=argument[:200]))
        facts = [hit.what for hit in result.facts]
        names = await self.targets.names(command, facts, [hit.what for hit in result.messages])
        entries = [
            write.found_fact(i, hit.what, hit.reasons, names, command.language)
            for i, hit in enumerate(result.facts, 1)
        ]
        asked = query_words(argument)
        hits = told_first(result.messages)
        entries += [write.found_message(hit.what, hit.reasons, names, asked) for hit in hits]
        text, shown = write.fit(command.says("known", who=f'"{argument[:200]}"'), entries)
        return await self.targets.listing(command, text, facts[:shown])

    async def recap(self, command: Command) -> str:
        """Return quotes of what people said last in this conversation; nothing when nobody did."""
        audience, place = self.recall.audience(command.asks("")), command.place
        messages = await self.store.recent_messages(
            audience, place.channel, limit=RECAPPED, before=command.message
        )
        text = digest("", [message for message in messages if not message.author.bot], limit=SHOWN_SUMMARY)
        return f"{command.says('summary_head')}:\n{text}" if text else ""

    async def own_words(self, command: Command, asked: str) -> str:
        """Return what the person said about something or at a time, latest first; nothing if they did not."""
        audience, at = self.recall.audience(command.asks("")), self.clock.now()
        own = await self.store.written_by(audience, [command.person.id], limit=OWN_SEARCHED)
        entries = await self.store.read_positions(audience, own.tolist())
        wanted, span = words_and_time(asked, at)
        messages = [
            one.message
            for one in entries.values()
            if worth_keeping(one.message)
            and wanted <= {*words(one.message.text)}
            and (span is None or span.start <= one.message.sent_at <= span.end)
        ]
        if not messages or not (wanted or span):
            return ""
        latest = sorted(messages, key=lambda message: message.sent_at, reverse=True)
        names = await self.targets.names(command, (), messages)
        entries_shown = [f"- {answer_line(message, names, wanted)}" for message in latest]
        return write.fit(command.says("own_words", count=len(messages)), entries_shown)[0]

    async def portray(self, command: Command, person: Person) -> Answer:
        """List facts about a person, numbered, and below them what they have told of themself."""
        command = replace(command, mentions=(*command.mentions, person))
        about = await self.targets.about(command, person.id) if self.settings.facts_enabled else []
        facts = [fact for fact in about if fact.status is Status.ACTIVE]
        telling = await self.recall.told_by(command.asks(""), person.id)
        messages = [message for message in telling if _tells_more(message, about)]
        names = await self.targets.names(command, facts, messages)
        if not facts and not messages:
            return Answer(text=command.says("unknown", who=names[person.id]))
        entries = [write.known_fact(i, fact, names, command.language) for i, fact in enumerate(facts, 1)]
        quotes = [f"- {answer_line(message, names, ())}" for message in messages]
        text, shown = write.fit(command.says("known", who=names[person.id]), [*entries, *quotes])
        return await self.targets.listing(command, text, facts[:shown])

    async def why(self, command: Command, argument: str) -> Answer:
        """List what the last answer here was made from, or the answer with this id."""
        used = await used_in(self.store, command, argument)
        audience = self.recall.audience(command.asks(""))
        facts = [
            fact
            for fact in await facts_by_key(self.store, used["facts"])
            if may_hear(audience, fact) and fact.status is not Status.FORGOTTEN and not fact.muted
        ]
        loaded = [await self.store.get_message(guild, message) for guild, message in used["messages"]]
        audible = await self.store.read_positions(
            audience, [message.position for message in loaded if message]
        )
        messages = [indexed.message for indexed in audible.values()]
        which = "_that" if argument else ""
        if not facts and not messages:
            return Answer(text=command.says(f"why_none{which}"))
        names = await self.targets.names(command, facts, messages)
        seen = write.Seen(names=names, audience=audience, at=self.clock.now(), language=command.language)
        entries = [write.used_fact(fact, seen) for fact in facts]
        reasons = (command.says("older_message"),)
        entries += [write.found_message(message, reasons, names) for message in messages]
        return Answer(text=write.fit(command.says(f"why_list{which}"), entries)[0])

    async def audit(self, command: Command, argument: str) -> Answer:
        """List what was done in this guild lately where everyone here may hear it; never what was written."""
        place = self.managed(command, "audit")
        if argument:
            raise command.wrong("no_argument", verb="audit")
        origins = audience_of(place).origins
        actions = await self.store.actions(guild=place.guild, limit=SHOWN_ACTIONS, heard=origins)
        doers = sorted({action.person for action in actions if action.person})
        agreed = await self.consent.at(place, doers)
        people = await self.store.people(place.guild, doers)
        names = shown_names({id_: person for id_, person in people.items() if agreed.remembers(id_)})
        channels = {each.channel: one_line(each.name) for each in await self.store.places(place.guild)}
        entries = [write.logged(action, names, channels, command.language) for action in actions]
        return Answer(text=write.fit(command.says("audit_list", count=len(entries)), entries)[0])

    async def spending(self, command: Command, argument: str) -> Answer:
        """Tell what language models cost this guild lately, by day (UTC)."""
        place = self.managed(command, "spending")
        if argument:
            raise command.wrong("no_argument", verb="spending")
        since = self.clock.now() - timedelta(days=SPENDING_DAYS)
        rows = await self.store.spending(since, guild=place.guild)
        if not rows:
            return Answer(text=command.says("spending_none", days=SPENDING_DAYS))
        days = sorted({row.day for row in rows}, reverse=True)
        spoken = command.language
        entries = [f"- {day}: {write.spent([row for row in rows if row.day == day], spoken)}" for day in days]
        head = command.says("spending_list", days=SPENDING_DAYS, spent=write.spent(rows, spoken))
        return Answer(text=write.fit(head, entries)[0])

    async def _own(self, command: Command) -> list[Fact]:
        return await self.targets.about(command, command.person.id)


def _tells_more(message: Message, facts: Sequence[Fact]) -> bool:
    """Return whether a message says more than the facts learned from it, and not only what is over."""
    learned = [fact for fact in facts if fact.guild == message.place.guild and message.id in fact.messages]
    standing = [fact.text for fact in learned if fact.status is Status.ACTIVE]
    more = {*query_words(message.text)} - {word for text in standing for word in words(text)}
    return len(more) > 1 and bool(standing or not learned)


def words_and_time(asked: str, at: datetime) -> tuple[set[str], Span | None]:
    """Return the words that somebody looks for in what they said, and when it was said, if that is told."""
    when = find_when(asked, at, past=True)
    if when is not None and not query_words(asked[: when.start] + asked[when.end :]):
        return set(), span_of(asked, at)
    without = timeless(asked)  # "on Saturday" may be what was said, not when
    return {*query_words(without)}, span_of(asked, at) if without != asked else None

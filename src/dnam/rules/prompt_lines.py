"""The lines of each layer of a prompt: facts with their source, messages with their speaker, all quoted.

Makes drafts for `rules/prompt_packing.py`; nothing here decides what is shown or how much of it fits. `names`
are as `rules/quoting.py` shows them: the same in every layer of a prompt, and no two people alike.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from operator import itemgetter

from dnam.audience import Audience
from dnam.domain import NOBODY, Fact, Layer, Message, Profile, Question, Recollection, ShortTermEntry, Summary
from dnam.rules.command_text import according_to, learned, name_of, place_note
from dnam.rules.dates import with_day
from dnam.rules.fact_ranking import age_in_words
from dnam.rules.prompt_packing import Draft, Line
from dnam.rules.quoting import INDENT, block, one_line, spoken, with_names
from dnam.rules.text import excerpt

OLDER_CHARS = 600
"""The most characters of one older message."""


def fact_line(fact: Fact, names: Mapping[int, str], audience: Audience | None) -> str:
    """Return a fact as a line of a prompt: kind, text, and where it comes from."""
    return f"- {_fact(fact, names, audience)}"


def about_line(fact: Fact, names: Mapping[int, str], audience: Audience | None) -> str:
    """Return a fact as a line that names the person it is about."""
    about = f"{name_of(names, fact.subject)}: " if fact.subject else ""
    return f"- {about}{_fact(fact, names, audience)}"


def _fact(fact: Fact, names: Mapping[int, str], audience: Audience | None) -> str:
    text = one_line(with_names(fact.text, names))
    return f"[{fact.kind}] {text} ({source_note(fact, names, audience)})"


def source_note(fact: Fact, names: Mapping[int, str], audience: Audience | None) -> str:
    """Return where a fact comes from: how, which channel, according to whom, updated when, until when."""
    parts = [f"src: {learned(fact)}", place_note(fact, audience), according_to(fact, names)]
    parts.append(f"updated {fact.updated_at:%Y-%m-%d}")
    if fact.expires_at:
        last = fact.expires_at - timedelta.resolution  # it expires when its last day is over
        parts.append(f"until {last:%Y-%m-%d}")
    return ", ".join(filter(None, parts))


def facts(
    hits: Sequence[Recollection[Fact]],
    names: Mapping[int, str],
    *,
    audience: Audience,
    budget: int,
    stop_at_misfit: bool = False,
) -> Draft:
    lines = [Line(text=fact_line(hit.what, names, audience), fact=hit.what) for hit in hits]
    return Draft(layer=Layer.FACTS, lines=tuple(lines), budget=budget, stop_at_misfit=stop_at_misfit)


def lore(hits: Sequence[Recollection[Fact]], names: Mapping[int, str], *, budget: int, prefix: str) -> Draft:
    lines = [Line(text=f"- {_lore_text(hit.what, names, prefix)}", fact=hit.what) for hit in hits]
    return Draft(layer=Layer.LORE, lines=tuple(lines), budget=budget)


def _lore_text(fact: Fact, names: Mapping[int, str], prefix: str) -> str:
    text = one_line(with_names(fact.text, names))
    return f"{prefix}{text.rstrip('.')}." if prefix else text


def people(
    about: Mapping[int, Sequence[Recollection[Fact]]],
    asked: Collection[int],
    names: Mapping[int, str],
    *,
    audience: Audience,
    budget: int,
) -> Draft:
    """Draft the layer of the other people: who is asked about, then the best of each who is here."""
    ranks = (
        (-1 if id_ in asked else rank, hit.what)
        for id_, hits in about.items()
        for rank, hit in enumerate(hits)
    )
    facts = [fact for _, fact in sorted(ranks, key=itemgetter(0))]
    lines = tuple(Line(text=about_line(fact, names, audience), fact=fact) for fact in facts)
    return Draft(layer=Layer.PEOPLE, lines=lines, budget=budget)


def days(profiles: Sequence[Profile], names: Mapping[int, str], *, today: date, budget: int) -> Draft:
    """Draft what happened to people lately: as one merged text, or day by day, today first.

    Quotes of today are left out: the recent conversation has them.
    """
    lines = []
    for profile in profiles:
        also = f" (also known as {one_line(', '.join(profile.aliases))})" if profile.aliases else ""
        who = f"- {names[profile.person]}{also}"
        if profile.merged:
            lines.append(Line(text=f"{who}: {one_line(profile.merged)}", may_cut=True))
            continue
        dated = [(f"today, {today.isoformat()}", day.text) for day in profile.today if not day.quoted]
        dated += [(day.date.isoformat(), day.text) for day in profile.days]
        lines += [Line(text=f"{who}, {when}: {one_line(text)}", may_cut=True) for when, text in dated]
    return Draft(layer=Layer.DAYS, lines=tuple(lines), budget=budget)


def history(messages: Sequence[Message], names: Mapping[int, str], *, at: datetime, budget: int) -> Draft:
    """Draft the recent conversation: a person's message that does not fit ends it, a bot's is cut.

    What was "tomorrow" on an earlier day than `at` stands with its date.
    """
    texts = {
        m.id: spoken(m, names) if m.sent_at.date() == at.date() else with_day(spoken(m, names), m.sent_at)
        for m in messages
    }
    lines = [
        Line(text=f"[{names[m.author.id]}]: {block(texts[m.id])}", message=m, may_cut=m.author.bot)
        for m in reversed(messages)
    ]
    return Draft(
        layer=Layer.HISTORY, lines=tuple(lines), budget=budget, stop_at_misfit=True, newest_first=True
    )


def relevant(
    messages: Sequence[Message], names: Mapping[int, str], asked: Collection[str], *, budget: int
) -> Draft:
    """Draft the older messages that fit the question, best first."""
    lines = [Line(text=f"- {older_line(m, names[m.author.id], asked)}", message=m) for m in messages]
    return Draft(layer=Layer.RELEVANT, lines=tuple(lines), budget=budget)


def older_line(message: Message, name: str, asked: Collection[str]) -> str:
    """Return an older message as a line with day, speaker and place; a long one as an excerpt."""
    where = f" in #{one_line(message.place.name)}" if message.place.name else ""
    text = excerpt(one_line(with_day(spoken(message), message.sent_at)), asked, OLDER_CHARS)
    return f"{message.sent_at:%Y-%m-%d} [{name}]{where}: {text}"


def known_line(fact: Fact, names: Mapping[int, str], language: str = "en") -> str:
    """Return a fact as people read it: whom it is about, since when, and whose word it is."""
    whose = f"{name_of(names, fact.subject)}: " if fact.subject else ""
    notes = ", ".join(filter(None, [f"{fact.updated_at:%Y-%m-%d}", according_to(fact, names, language)]))
    return f"{whose}{one_line(with_names(fact.text, names))} ({notes})"


def answer_line(message: Message, names: Mapping[int, str], asked: Collection[str]) -> str:
    """Return a message that answers a question as people read it."""
    named = {person.id: person.name for person in message.mentions}
    text = excerpt(
        one_line(with_day(spoken(message, {**named, **names}), message.sent_at)), asked, OLDER_CHARS
    )
    return f"{names[message.author.id]}, {message.sent_at:%Y-%m-%d}: {text}"


def rolling(summary: Summary, *, newer: int, at: datetime, budget: int) -> Draft:
    """Draft the rolling summary with its age, so that a model does not take it for the latest."""
    age = age_in_words((at - summary.updated_at).total_seconds() / 86_400)
    since = f", {newer} newer message{'' if newer == 1 else 's'}" if newer else ""
    lines = [Line(text=f"(made {age}{since})"), Line(text=INDENT + block(summary.text), may_cut=True)]
    return Draft(layer=Layer.ROLLING, lines=tuple(lines) if summary.text.strip() else (), budget=budget)


def recents(entries: Sequence[ShortTermEntry], *, at: datetime, budget: int) -> Draft:
    """Draft what was just talked about in other channels, newest first."""
    lines = []
    for entry in entries:
        age = age_in_words((at - entry.at).total_seconds() / 86_400)
        lines.append(Line(text=f"- #{one_line(entry.channel_name)}, {age}: {one_line(entry.text)}"))
    return Draft(layer=Layer.SHORT_TERM, lines=tuple(lines), budget=budget, stop_at_misfit=True)


def asking(question: Question, names: Mapping[int, str]) -> Draft:
    """Draft the message to be answered; nothing for a post that nobody asked for."""
    if question.asker == NOBODY:
        return Draft(layer=Layer.MESSAGE, lines=())
    text = f"[{names[question.asker.id]}]: {block(spoken(question, names))}"
    return Draft(layer=Layer.MESSAGE, lines=(Line(text=text),))


def from_host(files: Sequence[str], actions: str) -> list[Draft]:
    """Draft what the host of the assistant adds: its context files and its actions."""
    listed = tuple(Line(text=f"- {file}") for file in files)
    drafts = [Draft(layer=Layer.FILES, lines=listed)]
    if actions.strip():
        drafts.append(Draft(layer=Layer.ACTIONS, lines=(Line(text=actions.strip()),)))
    return drafts

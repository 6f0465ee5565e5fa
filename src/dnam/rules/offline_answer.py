"""The answer without a language model: what the prompt would have told the model, and nothing else.

It never invents: every line but the first is a line of the prompt, or a message in it.
"""

from collections.abc import Sequence

from dnam.domain import Context, Fact, Layer, Message, Question
from dnam.rules.prompt_lines import older_line
from dnam.rules.quoting import shown_names, spoken
from dnam.rules.text import query_words, words

INTRODUCTION = "No language model is configured; here is what I would tell it."
LISTED = "(No language model is configured; I showed what I remember.)"
"""What is stored of such an answer: a list of memories is not a memory itself."""
NOTHING = "No language model is configured, and I remember nothing that fits this yet."
KEPT = "What you say is kept."
ONLY_KNOWN = "No language model is configured, and nothing I remember clearly fits this."

Entry = tuple[str, Fact | Message]  # the line as it is shown, and what it is about


def offline_answer(question: Question, context: Context, refusal: str = "") -> str:
    """Return an answer from memory alone: what fits the question, else what is known about the asker.

    `refusal` says why nothing the asker says is kept, if so.
    """
    asked = frozenset(query_words(spoken(question)))
    mentioned = {person.id for person in question.mentions}
    facts = {layer: _facts(context, layer) for layer in (Layer.FACTS, Layer.LORE, Layer.PEOPLE)}
    messages = _messages(context, question)
    named = [entry for entry in facts[Layer.PEOPLE] if _subject(entry) in mentioned]
    fitting = {
        "About you:": _fitting(facts[Layer.FACTS], asked)[:4],
        "About others here:": [*dict.fromkeys([*named, *_fitting(facts[Layer.PEOPLE], asked)])][:4],
        "Lore of this server:": _fitting(facts[Layer.LORE], asked)[:2],
        "Said before:": _fitting(messages, asked)[:3],
    }
    if any(fitting.values()):
        return _written(INTRODUCTION, fitting)
    known = {
        "What I know about you:": facts[Layer.FACTS][:3],
        "Perhaps it has to do with:": _perhaps(messages, question, context)[:3],
    }
    return _written(ONLY_KNOWN if any(known.values()) else f"{NOTHING} {refusal or KEPT}", known)


def _facts(context: Context, layer: Layer) -> list[Entry]:
    """Return each line of a layer of facts with its fact: one fact a line, after the header."""
    return [
        (line, fact)
        for section in context.sections
        if section.layer is layer
        for line, fact in zip(section.text.split("\n")[1:], section.facts, strict=False)
    ]


def _messages(context: Context, question: Question) -> list[Entry]:
    """Return what people said, best first, then latest first; the assistant's own words are no source."""
    relevant = _section_messages(context, Layer.RELEVANT)
    recent = _section_messages(context, Layer.HISTORY)[::-1]
    same = words(spoken(question))
    messages = [m for m in (*relevant, *recent) if not m.author.bot and words(spoken(m)) != same]
    shown = shown_names({message.author.id: message.author for message in messages})
    asked = query_words(spoken(question))
    return [(f"- {older_line(message, shown[message.author.id], asked)}", message) for message in messages]


def _perhaps(messages: Sequence[Entry], question: Question, context: Context) -> list[Entry]:
    """Return what may fit without a shared word: found by meaning, or said by the asker lately."""
    relevant = _section_messages(context, Layer.RELEVANT)
    near = [entry for entry in messages if entry[1] in relevant]
    if near or not question.text.rstrip().endswith(("?", "？")):
        return near
    return [
        (line, what)
        for line, what in messages
        if isinstance(what, Message) and what.author.id == question.asker.id and not _asks(what)
    ]


def _asks(what: Fact | Message) -> bool:
    return what.text.rstrip().endswith(("?", "？"))


def _section_messages(context: Context, layer: Layer) -> Sequence[Message]:
    return next((section.messages for section in context.sections if section.layer is layer), ())


def _fitting(entries: Sequence[Entry], asked: frozenset[str]) -> list[Entry]:
    """Return what shares a word with the question: most shared first, statements before questions."""
    shared = [(len(asked.intersection(words(_text(entry[1])))), entry) for entry in entries]
    best = sorted(shared, key=lambda pair: (-pair[0], _asks(pair[1][1])))
    return [entry for count, entry in best if count]


def _text(what: Fact | Message) -> str:
    return spoken(what) if isinstance(what, Message) else what.text


def _subject(entry: Entry) -> int | None:
    return entry[1].subject if isinstance(entry[1], Fact) else None


def _written(introduction: str, parts: dict[str, list[Entry]]) -> str:
    lines = [introduction]
    for title, entries in parts.items():
        lines += [title, *(line for line, _ in entries)] if entries else []
    return "\n".join(lines)

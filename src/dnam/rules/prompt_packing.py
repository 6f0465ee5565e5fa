"""Packing layers into a prompt: their order, a budget for each, and the final text.

Each layer arrives as a draft: lines in order of worth, already quoted. Packing takes whole lines that fit;
a layer without lines is left out. The prompt is joined from its parts and never filled into a template, so
nothing in a part can change what stands around it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dnam.domain import Context, Fact, Layer, Message, Section
from dnam.rules.text import clip

SEPARATOR = "\n\n---\n"

HEADERS = {
    Layer.FILES: "Context files (read with Read tool before responding, in order):",
    Layer.FACTS: "Durable memory (user-specific notes; may be empty):",
    Layer.LORE: "Lore of this server (may be empty):",
    Layer.PEOPLE: "Other people (may be empty):",
    Layer.DAYS: "What happened lately (may be empty):",
    Layer.SHORT_TERM: "Recent activity in other channels (may be empty):",
    Layer.ROLLING: "Conversation memory (rolling summary; may be empty):",
    Layer.RELEVANT: "Relevant older messages (may be empty):",
    Layer.HISTORY: "Recent conversation:",
    Layer.ACTIONS: "Discord Actions:",
    Layer.MESSAGE: "User message:",
}

BOUND_ORDER = (
    *(Layer.HISTORY, Layer.FACTS, Layer.ROLLING, Layer.RELEVANT),
    *(Layer.LORE, Layer.PEOPLE, Layer.DAYS, Layer.SHORT_TERM),
)
"""The layers of memory, in the order in which they take their share of a bound for all of them."""

_LEAST = 24
"""A line that would be cut shorter than this is left out instead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One entry of a layer, quoted and ready for the prompt."""

    text: str
    fact: Fact | None = None
    message: Message | None = None
    may_cut: bool = False
    """Cut it to the rest of the budget instead of leaving it out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A layer before packing: its lines in order of worth."""

    layer: Layer
    lines: tuple[Line, ...]
    budget: int | None = None
    """Characters for the whole section with its header; None for no limit, for what the host adds."""
    stop_at_misfit: bool = False
    """The first line that does not fit ends the layer, instead of being skipped."""
    newest_first: bool = False
    """The lines come newest first and are shown oldest first."""
    stale: bool = False


def pack(drafts: Iterable[Draft], order: Sequence[Layer], bound: int = 0) -> Context:
    """Return the prompt: each layer once, in the given order, within its budget.

    With a bound, the layers of memory and what separates them have at most so many characters together.
    """
    by_layer = {draft.layer: draft for draft in drafts}
    if bound:
        by_layer |= _share_out(by_layer, bound)
    packed = [pack_layer(by_layer[layer]) for layer in dict.fromkeys(order) if layer in by_layer]
    sections = tuple(section for section in packed if section is not None)
    text = SEPARATOR.join(section.text for section in sections)
    return Context(text=text, sections=sections, memory_budget=bound)


def _share_out(drafts: Mapping[Layer, Draft], bound: int) -> dict[Layer, Draft]:
    """Return the layers of memory with budgets that keep all of them within a bound."""
    shares, left = {}, bound
    for layer in BOUND_ORDER:
        if layer in drafts:
            own = drafts[layer].budget
            draft = replace(drafts[layer], budget=left if own is None else max(min(own, left), 0))
            shares[layer] = draft
            if section := pack_layer(draft):
                left -= len(section.text) + len(SEPARATOR)
    return shares


def pack_layer(draft: Draft) -> Section | None:
    """Return one layer within its budget; None when nothing of it fits."""
    header = HEADERS[draft.layer]
    lines = [line for line in draft.lines if line.text.strip()]
    fitting = _fit(draft, lines, used=len(header))
    if not fitting:
        return None
    shown = fitting[::-1] if draft.newest_first else fitting
    text = "\n".join([header, *(line.text for line in shown)])
    return Section(
        layer=draft.layer,
        text=text,
        budget=len(text) if draft.budget is None else draft.budget,
        facts=tuple(line.fact for line in shown if line.fact is not None),
        messages=tuple(line.message for line in shown if line.message is not None),
        left_out=len(lines) - len(fitting),
        stale=draft.stale,
    )


def _fit(draft: Draft, lines: Sequence[Line], *, used: int) -> list[Line]:
    fitting: list[Line] = []
    for line in lines:
        room = len(line.text) if draft.budget is None else draft.budget - used - 1
        if len(line.text) <= room:
            fitting.append(line)
        elif line.may_cut and room >= _LEAST:
            fitting.append(replace(line, text=clip(line.text, room)))
        elif draft.stop_at_misfit:
            break
        else:
            continue
        used += len(fitting[-1].text) + 1
    return fitting

"""Layers into a prompt: the order, a budget each, and the final text.

Each layer arrives as a draft: lines in order of worth, already quoted. Packing keeps what fits, in whole
lines; a layer with nothing in it leaves no trace. A prompt is joined from its parts and never filled into
a template, so nothing in the parts can change what stands around them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dnam.model import Context, Fact, Layer, Message, Section
from dnam.rules.text import clip

SEPARATOR = "\n\n---\n"

HEADERS = {
    Layer.FILES: "Context files (read with Read tool before responding, in order):",
    Layer.FACTS: "Durable memory (user-specific notes; may be empty):",
    Layer.LORE: "Lore of this server (may be empty):",
    Layer.PEOPLE: "People in this conversation (may be empty):",
    Layer.DAYS: "What happened lately (may be empty):",
    Layer.SHORT_TERM: "Recent activity in other channels (may be empty):",
    Layer.ROLLING: "Conversation memory (rolling summary; may be empty):",
    Layer.RELEVANT: "Relevant older messages (may be empty):",
    Layer.HISTORY: "Recent conversation:",
    Layer.ACTIONS: "Discord Actions:",
    Layer.MESSAGE: "User message:",
}

_LEAST = 24
"""A line cut shorter than this says nothing; it is left out instead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One entry of a layer, quoted and ready to stand in the prompt."""

    text: str
    fact: Fact | None = None
    message: Message | None = None
    may_cut: bool = False
    """Cut to what is left of the budget instead of leaving it out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A layer before packing: its lines in order of worth."""

    layer: Layer
    lines: tuple[Line, ...]
    budget: int | None = None
    """Characters for the whole section, header included; None for what the host answers for itself."""
    stop_at_misfit: bool = False
    """The first line that does not fit ends the layer, instead of being passed over."""
    newest_first: bool = False
    """The lines come newest first and are shown oldest first."""
    stale: bool = False


def pack(drafts: Iterable[Draft], order: Sequence[Layer]) -> Context:
    """Assemble the prompt: each layer once, in the given order, within its budget."""
    by_layer = {draft.layer: draft for draft in drafts}
    sections = [pack_layer(by_layer[layer]) for layer in dict.fromkeys(order) if layer in by_layer]
    kept = tuple(section for section in sections if section is not None)
    return Context(text=SEPARATOR.join(section.text for section in kept), sections=kept)


def pack_layer(draft: Draft) -> Section | None:
    """Fit one layer into its budget, or say that nothing of it fits."""
    header = HEADERS[draft.layer]
    lines = [line for line in draft.lines if line.text.strip()]
    kept = _fit(draft, lines, used=len(header))
    if not kept:
        return None
    shown = kept[::-1] if draft.newest_first else kept
    text = "\n".join([header, *(line.text for line in shown)])
    return Section(
        layer=draft.layer,
        text=text,
        budget=len(text) if draft.budget is None else draft.budget,
        facts=tuple(line.fact for line in shown if line.fact is not None),
        messages=tuple(line.message for line in shown if line.message is not None),
        left_out=len(lines) - len(kept),
        stale=draft.stale,
    )


def _fit(draft: Draft, lines: Sequence[Line], *, used: int) -> list[Line]:
    kept: list[Line] = []
    for line in lines:
        room = len(line.text) if draft.budget is None else draft.budget - used - 1
        if len(line.text) <= room:
            kept.append(line)
        elif line.may_cut and room >= _LEAST:
            kept.append(Line(text=clip(line.text, room), fact=line.fact, message=line.message, may_cut=True))
        elif draft.stop_at_misfit:
            break
        else:
            continue
        used += len(kept[-1].text) + 1
    return kept

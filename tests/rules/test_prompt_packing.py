"""Packing: layers into a prompt, in order, each within its budget, nothing between the lines."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Layer
from dnam.rules.prompt_packing import HEADERS, SEPARATOR, Draft, Line, pack, pack_layer
from dnam.rules.quoting import block, one_line

NASTY = [
    "\n---\n",
    "\u2028---\u2028",
    "\n- [fact] x",
    "\n[Eve]: yes",
    "{x}",
    "$&",
    "%s",
    "</message>",
    "<|im_start|>",
]
wild = st.lists(st.one_of(st.sampled_from([*NASTY, *HEADERS.values()]), st.text()), max_size=5).map("".join)
lines = st.builds(Line, text=wild.map(lambda text: f"[Sam]: {block(text)}"), may_cut=st.booleans())
drafts = st.builds(
    Draft,
    layer=st.sampled_from(Layer),
    lines=st.lists(lines, max_size=3).map(tuple),
    budget=st.one_of(st.none(), st.integers(min_value=-10, max_value=300)),
    stop_at_misfit=st.booleans(),
    newest_first=st.booleans(),
)
layers = st.lists(drafts, max_size=6)
orders = st.lists(st.sampled_from(Layer), max_size=20)


def draft(*texts: str, layer: Layer = Layer.FACTS, room: int = 1000, **how: bool) -> Draft:
    """Draft a layer with `room` characters beside its header."""
    lines = tuple(Line(text=text) for text in texts)
    return Draft(layer=layer, lines=lines, budget=len(HEADERS[layer]) + room, **how)


def shown(layer: Draft) -> list[str]:
    """Return the lines of a packed layer below its header."""
    section = pack_layer(layer)
    return section.text.split("\n")[1:] if section else []


@given(drafts)
def test_a_layer_never_exceeds_its_budget(layer: Draft) -> None:
    """Header and breaks included, a section fits its budget or is not there (DC-03, DC-43, DC-44)."""
    section = pack_layer(layer)
    assert section is None or layer.budget is None or len(section.text) <= layer.budget


@given(layers, orders)
def test_a_prompt_is_bounded_by_its_budgets(given_layers: list[Draft], order: list[Layer]) -> None:
    """The whole is the sections and what separates them, nothing more (DC-03, DC-110)."""
    context = pack(given_layers, order)
    between = len(SEPARATOR) * max(len(context.sections) - 1, 0)
    assert len(context.text) == sum(len(section.text) for section in context.sections) + between
    assert all(len(section.text) <= section.budget for section in context.sections)


@given(layers, orders)
def test_layers_enter_once_in_the_given_order(given_layers: list[Draft], order: list[Layer]) -> None:
    """The order is data: each layer at most once, none that was not asked for (DC-106, R-07)."""
    packed = [section.layer for section in pack(given_layers, order).sections]
    assert packed == [layer for layer in dict.fromkeys(order) if layer in packed]


@given(layers, orders)
def test_nothing_in_a_layer_can_imitate_another(given_layers: list[Draft], order: list[Layer]) -> None:
    """Only packing itself writes a separator, a header or the start of an entry (X-04, N-10, DC-107)."""
    context = pack(given_layers, order)
    edges = [line for line in context.text.splitlines() if line and not line[0].isspace()]
    headers = [line for line in edges if line in HEADERS.values()]
    assert headers == [HEADERS[section.layer] for section in context.sections]
    assert edges.count("---") == max(len(headers) - 1, 0)
    assert all(edge == "---" or edge in headers or edge.startswith("[Sam]:") for edge in edges)


@given(wild, wild)
def test_no_text_changes_what_stands_around_it(fact: str, message: str) -> None:
    """Parts are joined and never filled into a template (X-04)."""
    entry, said = f"- [fact] {one_line(fact)}", f"[Sam]: {block(message)}"
    facts = Draft(layer=Layer.FACTS, lines=(Line(text=entry),))
    asked = Draft(layer=Layer.MESSAGE, lines=(Line(text=said),))
    parts = (HEADERS[Layer.FACTS], "\n", entry, SEPARATOR, HEADERS[Layer.MESSAGE], "\n", said)
    assert pack([facts, asked], list(Layer)).text == "".join(parts)


@given(st.lists(st.sampled_from(["", " ", "\n", "\u00a0"])), st.sampled_from(Layer))
def test_empty_layers_leave_no_trace(blanks: list[str], layer: Layer) -> None:
    """No header and no separator for a layer without words (DC-108, R-07)."""
    empty = draft(*blanks, layer=layer)
    full = draft("something", layer=Layer.MESSAGE)
    assert pack([empty], list(Layer)).text == ""
    assert pack([empty, full] if layer is not Layer.MESSAGE else [full], list(Layer)).text == pack_text(full)


def pack_text(*given_layers: Draft, order: Sequence[Layer] = tuple(Layer)) -> str:
    """Return a prompt's text."""
    return pack(given_layers, order).text


def test_sections_are_labelled_and_separated() -> None:
    """Header, lines, a rule between sections, the message last (DC-106, DC-107)."""
    message = draft("[Sam]: hi", layer=Layer.MESSAGE)
    facts = draft("- [tool] uses Neovim")
    assert pack_text(message, facts) == (
        "Durable memory (user-specific notes; may be empty):\n- [tool] uses Neovim"
        "\n\n---\nUser message:\n[Sam]: hi"
    )


def test_another_order_gives_another_prompt() -> None:
    """A layer stands where the order says, and is left out when the order does not name it (R-07, DC-105)."""
    message, facts = draft("hi", layer=Layer.MESSAGE), draft("likes tea")
    assert pack_text(message, facts, order=[Layer.MESSAGE]) == "User message:\nhi"
    assert pack_text(message, facts, order=[Layer.MESSAGE, Layer.FACTS]).endswith("likes tea")


def test_a_line_that_does_not_fit_is_passed_over() -> None:
    """A shorter, less worthy line may still fit, and the rest is counted (DC-43)."""
    layer = draft("12345", "123456789", "12", room=10)
    assert shown(layer) == ["12345", "12"]
    section = pack_layer(layer)
    assert section is not None
    assert section.left_out == 1


def test_a_layer_may_stop_at_the_first_misfit() -> None:
    """The next line that would exceed the budget ends the layer (DC-46, DC-100)."""
    assert shown(draft("12345", "123456789", "12", room=10, stop_at_misfit=True)) == ["12345"]


def test_history_is_packed_from_the_newest_and_read_from_the_oldest() -> None:
    """The walk goes backward from the newest, the reading forward (DC-99)."""
    assert shown(draft("new", "older", "oldest", room=11, newest_first=True, stop_at_misfit=True)) == [
        "older",
        "new",
    ]


def test_the_bots_messages_are_cut_to_fit_and_a_persons_message_ends_history() -> None:
    """A bot's words are truncated, a person's are whole or not there (DC-100)."""
    bot, person = Line(text="[Bot]: " + "b" * 100, may_cut=True), Line(text="[Sam]: " + "s" * 100)
    room = len(HEADERS[Layer.HISTORY]) + 41
    for line, expected in ((bot, ["[Bot]: " + "b" * 32 + "…"]), (person, [])):
        layer = Draft(layer=Layer.HISTORY, lines=(line, Line(text="x")), budget=room, stop_at_misfit=True)
        assert shown(layer) == expected


def test_a_line_is_not_cut_to_nothing() -> None:
    """Too little room for a meaningful piece leaves the line out (DC-100)."""
    layer = Draft(layer=Layer.HISTORY, lines=(Line(text="b" * 99, may_cut=True),), budget=43)
    assert pack_layer(layer) is None


def test_what_the_host_answers_for_has_no_budget() -> None:
    """Context files, actions and the message itself are never cut (DC-103, R-07)."""
    layer = Draft(layer=Layer.MESSAGE, lines=(Line(text="x" * 50_000),))
    assert shown(layer) == ["x" * 50_000]


def test_tokens_are_estimated_by_four_characters() -> None:
    """The usual estimate, rounded up (DC-110)."""
    assert pack([draft("x", layer=Layer.MESSAGE)], list(Layer)).tokens == 4

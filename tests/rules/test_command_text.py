"""Answers: lists that fit a Discord message whole."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.audience import audience_of
from dnam.domain import LORE, Context, Kind, Layer, Message, Section, Status
from dnam.rules import command_text, discoclaw_wording
from dnam.testing.sample_data import ANN, BEN, DM_ANN, GENERAL, START, known

entries = st.lists(st.text(max_size=900), max_size=40)
NAMES = {ANN.id: ANN.name, BEN.id: BEN.name}
HERE = audience_of(GENERAL)
SEEN = command_text.Seen(names=NAMES, audience=HERE, at=START)


@given(st.text(max_size=300), entries, st.text(max_size=700))
def test_a_list_fits_a_message_whole(head: str, items: list[str], tail: str) -> None:
    """Whatever is listed, the answer has at most 2,000 characters and its head and tail (X-12, DC-115)."""
    text, shown = command_text.fit(head, items, tail)
    assert len(text) <= 2000
    assert text.startswith(head)
    assert text.endswith(tail)
    assert 0 <= shown <= len(items)


@given(st.lists(st.text(alphabet="abc", min_size=1, max_size=500), max_size=20))
def test_entries_are_shown_whole_or_counted(items: list[str]) -> None:
    """No entry is split, and what is left out is told (DC-115, X-12)."""
    text, shown = command_text.fit("head", items)
    rest = [f"(+{len(items) - shown})"] if shown < len(items) else []
    assert text.split("\n") == ["head", *items[:shown], *rest]


def test_one_endless_entry_is_cut_so_that_others_fit() -> None:
    """An entry takes at most 600 characters (X-12)."""
    text, shown = command_text.fit("head", ["x" * 5000, "short"])
    assert shown == 2
    assert text.split("\n")[1] == "x" * 599 + "…"


@given(entries)
def test_pages_hold_every_entry_once_and_fit(items: list[str]) -> None:
    """Turning the pages shows everything, each page whole (R-11, X-12)."""
    pages = command_text.pages(items)
    assert [entry for page in pages for entry in page] == items
    for number, page in enumerate(pages, 1):
        numbered = [f"{i}. {entry}" for i, entry in enumerate(page, 1)]
        head = f"Everything about you that may be shown here ({len(items)}, page {number} of {len(pages)}):"
        assert command_text.fit(head, numbered, "Next: `!memory show all 100`")[1] == len(page) <= 10


def test_the_preset_of_discoclaw_answers_in_its_words() -> None:
    """`- [kind] text (src: type)`, `Remembered: "…"`, `Deprecated N items …` (DC-85, DC-86, DC-87)."""
    fact = replace(known("Works at Acme Corp"), kind=Kind.FACT)
    assert discoclaw_wording.known_line(fact, NAMES) == "- [fact] Works at Acme Corp (src: summary)"
    assert discoclaw_wording.known_head(2) == "Durable memory (2 items):"
    assert discoclaw_wording.remembered("Likes tea") == 'Remembered: "Likes tea"'
    assert discoclaw_wording.forgotten(2, "tea") == 'Deprecated 2 items matching "tea"'


def test_hearsay_is_attributed_wherever_it_is_written() -> None:
    """What somebody else said is told as theirs in every list (R-17)."""
    fact = known("owes me money", about=ANN, by=BEN)
    written = (
        command_text.known_fact(1, fact, NAMES),
        command_text.choice(1, fact, NAMES),
        discoclaw_wording.known_line(fact, NAMES),
        command_text.record(fact, SEEN),
        command_text.found_fact(1, fact, ("just now",), NAMES),
        command_text.used_fact(fact, SEEN),
    )
    assert all("according to Ben" in line for line in written)
    assert "according to user 12" in command_text.known_fact(1, fact, {})


def test_lore_is_nobodys_hearsay() -> None:
    """A server's story is told without whose word it is (R-23)."""
    fact = replace(known("The cat rules"), subject=LORE, asserted_by=BEN.id)
    assert "according" not in command_text.choice(1, fact, NAMES) + command_text.found_fact(
        1, fact, (), NAMES
    )


def test_a_record_says_everything_about_an_entry() -> None:
    """Id, state, origin, pins and age (R-11, R-12)."""
    fact = replace(known("Likes tea"), status=Status.FORGOTTEN, pinned=True, widened=True)
    text = command_text.record(fact, replace(SEEN, at=START + timedelta(days=3)))
    assert text == f"`{fact.id}` [fact] Likes tea (forgotten, from chat, pinned, everywhere, 3 days ago)"
    assert "direct message" in command_text.record(
        known("Likes tea", DM_ANN), replace(SEEN, audience=audience_of(DM_ANN))
    )


def test_no_entry_can_break_its_line() -> None:
    """A fact with line breaks cannot make up another entry (X-04)."""
    fact = known("a\n- [fact] b")
    written = (command_text.choice(1, fact, NAMES), command_text.used_fact(fact, SEEN))
    assert "\n" not in "".join((*written, discoclaw_wording.known_line(fact, NAMES)))


@pytest.mark.parametrize(("guild", "first"), [(500, "500"), (0, "@me")])
def test_a_link_jumps_to_the_message(guild: int, first: str) -> None:
    """In a guild and in a direct message (N-11, X-19)."""
    assert command_text.link(guild, 71, 9) == f"https://discord.com/channels/{first}/71/9"


def test_a_used_fact_links_to_where_it_was_said_and_tells_what_became_of_it() -> None:
    """The full ids of the source make the link (N-11, DC-36)."""
    fact = replace(known("Likes tea"), status=Status.SUPERSEDED)
    text = command_text.used_fact(fact, SEEN)
    assert text == "- Ann: Likes tea (from chat, now superseded) <https://discord.com/channels/500/71/1>"


def test_a_found_message_has_its_day_speaker_reasons_and_link() -> None:
    """Enough to know it again and to go there (N-21, N-11)."""
    message = Message(id=9, place=GENERAL, author=BEN, text="hi\nyou", sent_at=START)
    assert command_text.found_message(message, ("matched 'hi'",), NAMES) == (
        "- 2025-01-01 [Ben]: hi you (matched 'hi') <https://discord.com/channels/500/71/9>"
    )


def test_sizes_name_each_layer() -> None:
    """Characters and estimated tokens (R-11, DC-110)."""
    section = Section(layer=Layer.FACTS, text="x" * 9, budget=20)
    assert command_text.sizes(Context(text="", sections=(section,))) == (
        "In the next prompt: facts 9 characters (~3 tokens)"
    )
    assert command_text.sizes(Context(text="")) == "In the next prompt: nothing"


def test_things_are_counted_in_english() -> None:
    """One item, several items (DC-87)."""
    assert [command_text.plural(n, "item") for n in (0, 1, 2)] == ["0 items", "1 item", "2 items"]


def test_ages_are_told_as_people_tell_them() -> None:
    """The age of a fact is shown (N-09)."""
    fact, at = known("x"), datetime(2025, 1, 1, 12, tzinfo=UTC)
    ages = [
        command_text.record(fact, replace(SEEN, at=at + timedelta(hours=h))).rpartition(", ")[2]
        for h in (0, 1, 5, 24, 96)
    ]
    assert ages == ["just now)", "an hour ago)", "5 hours ago)", "a day ago)", "4 days ago)"]

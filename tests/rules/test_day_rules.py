"""Days as rules: their bounds, how they are written for a model, and what is quoted of them."""

from datetime import UTC, date, datetime, timedelta
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Day, HeldFact, Message, Person, Place, Visibility
from dnam.rules.days import (
    aliases_of,
    bounds,
    digest_of_day,
    facts_text,
    fingerprint,
    joined,
    messages_xml,
    parts_of,
    people_xml,
    today_in,
)
from dnam.testing.sample_data import known

AT = datetime(2025, 1, 15, 12, tzinfo=UTC)
PLACE = Place(guild=5, channel=7, visibility=Visibility.PUBLIC, name="dev")
ANN = Person(id=11, name="Ann")


def a_message(text: str, number: int = 1) -> Message:
    """Make a message of Ann's."""
    return Message(id=number, place=PLACE, author=ANN, text=text, sent_at=AT + timedelta(minutes=number))


@pytest.mark.parametrize(("zone", "hours"), [("UTC", 24), ("Europe/Berlin", 23)])
def test_a_day_is_as_long_as_its_clock_says(zone: str, hours: int) -> None:
    """The day on which summer time begins is shorter (R-20)."""
    begins, ends = bounds(date(2025, 3, 30), ZoneInfo(zone))
    assert ends - begins == timedelta(hours=hours)


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2040, 1, 1)),
    st.sampled_from(["UTC", "Asia/Tokyo", "America/Lima"]),
)
def test_every_moment_is_in_its_own_day(at: datetime, zone: str) -> None:
    """Days follow each other without a gap (R-20)."""
    moment, where = at.replace(tzinfo=UTC), ZoneInfo(zone)
    begins, ends = bounds(today_in(where, moment), where)
    assert begins <= moment < ends


@given(st.lists(st.text(max_size=80), min_size=1, max_size=5), st.text(max_size=30))
def test_no_text_escapes_its_element(texts: list[str], name: str) -> None:
    """Whatever people write, there are as many messages as were said, each its author's (UM-27, X-04)."""
    lines = messages_xml([a_message(text, n) for n, text in enumerate(texts, 1)], {11: name}, ZoneInfo("UTC"))
    root = ElementTree.fromstring(  # noqa: S314 (made here)
        f"<day>{''.join(lines)}{people_xml({11: name}, {11: texts})}</day>"
    )
    assert [child.tag for child in root] == ["message"] * len(texts) + ["person"]
    assert all(child.findtext("author_id") == "11" for child in root.iter("message"))


def test_mentions_are_names() -> None:
    """A mention is written as the person's name, one of nobody known as somebody (UM-28)."""
    (line,) = messages_xml(
        [a_message("hi <@12> and <@!13> and <@99>")], {11: "Ann", 12: "Ben", 13: "C"}, ZoneInfo("UTC")
    )
    assert "<content>hi @Ben and @C and @somebody</content>" in line


@given(st.lists(st.integers(1, 500), max_size=60), st.integers(500, 3000))
def test_parts_cover_a_day_once_and_in_order(lengths: list[int], most: int) -> None:
    """Nothing is left out or read twice, and no part is much longer than asked for."""
    parts = parts_of(lengths, most)
    assert [i for part in parts for i in range(len(lengths))[part]] == list(range(len(lengths)))
    assert all(sum(lengths[part]) <= most + max(lengths) for part in parts)


@given(st.lists(st.text(max_size=200), max_size=20), st.integers(20, 400))
def test_quotes_fit(texts: list[str], limit: int) -> None:
    """A day told in quotes is never longer than it may be."""
    assert len(digest_of_day([a_message(text, n) for n, text in enumerate(texts)], limit=limit)) <= limit


def test_what_tells_most_is_quoted_in_the_order_it_was_said() -> None:
    """Greetings, repetitions and questions tell nothing of a person (F-35)."""
    texts = [
        "hello everyone",
        "I planted tomatoes behind the house",
        "ok",
        "does anybody here know how one repairs a green garden chair?",
        "The cat opened every single door today",
    ]
    quoted = digest_of_day([a_message(text, n) for n, text in enumerate([*texts, *texts])], limit=90)
    assert quoted == "“I planted tomatoes behind the house”; “The cat opened every single door today”"


def test_facts_come_first_when_room_runs_out() -> None:
    """Facts, then today, then the days before, cut at the end (UM-04, UM-50)."""
    day = Day(guild=5, origin="g5", date=date(2025, 1, 14), person=11, text="Slept.")
    facts = [known("Lives in Oslo"), known("Likes tea.")]
    assert (
        joined(facts_text(facts), [day], [day], limit=99)
        == "Lives in Oslo. Likes tea. Today: Slept. 2025-01-14: Slept."
    )
    assert joined(facts_text(facts), [day], [day], limit=28).startswith("Lives in Oslo. Likes tea.")
    assert joined("", [], [], limit=99) == ""


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_only_the_same_has_the_same_fingerprint(one: list[str], other: list[str]) -> None:
    """Content decides, also where the parts are cut (UM-41)."""
    assert (fingerprint(*one) == fingerprint(*other)) == (one == other)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Goes by Annie", "Annie"),
        ("I go by Annie", "Annie"),
        ("Name is Sergey Gruzilkin.", "Sergey Gruzilkin"),
        ("Is also known as grz", "grz"),
        ("Nickname is 小明", "小明"),
        ("Ich heiße Jürgen", "Jürgen"),
        ("Меня зовут Сергей", "Сергей"),
        ("Me llamo José", "José"),
        ("Goes by Annie online", "Annie"),
    ],
)
def test_names_are_read_from_facts(text: str, name: str) -> None:
    """What a fact says a person is called is an alias (UM-65, N-08)."""
    assert aliases_of([HeldFact(fact=known(text)), HeldFact(fact=known(text.upper()))])[:1] == (name,)


@pytest.mark.parametrize(
    "text",
    [
        "Is vegan",
        "Is German",
        "Is Italian",
        "Has a dog called Rex",
        "Works at a firm named Acme",
        "Is a cook",
    ],
)
def test_other_facts_name_nobody(text: str) -> None:
    """A dog's name, a firm's, a nationality: none is the person's own (UM-65)."""
    assert aliases_of([HeldFact(fact=known(text))]) == ()

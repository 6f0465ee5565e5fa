"""Whom a text names: by mention for certain, by name only when it can hardly mean anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Person
from dnam.rules.names_in_text import bare, could_be_names, named_in
from tables import rows

ANN = Person(id=11, name="Ann")
BEN = Person(id=12, name="Ben")
PEOPLE = {
    "Ben": 12,
    "Ben Miller": 13,
    "Gruzilkin": 14,
    "Will": 15,
    "likes": 16,
    "Likes": 17,
    "xx_rob_xx": 18,
    "Al": 19,
    "田中さん": 20,
    "Python": 21,
    "ben": 22,
    "Ángela": 23,
    "Maria Anna van Dyke": 24,
    "~Milo~": 25,
    "★Nova": 26,
    "田中": 27,
    "王伟": 28,
    "김민수": 29,
    "민지": 30,
    "今天": 31,
}


def named(text: str, *bearers: Person, mentioned: tuple[Person, ...] = ()) -> tuple[int, ...]:
    """Let Ann say something where these people are known, or everyone of the list."""
    known = bearers or tuple(Person(id=id_, name=name) for name, id_ in PEOPLE.items())
    return named_in(text, mentioned=mentioned, bearers=(*known, ANN), besides=[ANN.id])


def test_names_are_whole_words_exactly_as_their_bearers_write_them() -> None:
    """R-17, X-16: never the speaker, never part of a word, never a word that means something else."""
    lines = rows("named_people.jsonl")
    assert [(line["text"], [*named(line["text"])]) for line in lines] == [
        (line["text"], line["who"]) for line in lines
    ]


def test_a_name_that_two_people_bear_names_nobody_unless_mentioned() -> None:
    """X-16: never a guess; who was mentioned is certain, and bots are nobody."""
    sams = (Person(id=21, name="Sam"), Person(id=22, name="Sam"))
    assert named("my boss Sam is bald", *sams) == ()
    assert named("my boss Sam is bald", *sams, mentioned=(sams[1],)) == (22,)
    assert named("my boss Ben is bald", Person(id=12, name="Ben", bot=True)) == ()


def test_a_name_that_is_a_word_in_some_language_names_its_bearer_when_capitalised() -> None:
    """N-02: "mia" is a word in Italian; whoever is called so can still have what names them erased."""
    mia = Person(id=23, name="Mia")
    assert [named(text, mia) for text in ("Dislikes Mia", "Hates Mia", "la mia casa")] == [(23,), (23,), ()]
    assert "Mia" in could_be_names("Dislikes Mia")


def test_what_could_be_a_name_is_found_without_knowing_anybody() -> None:
    """N-02: so that somebody who is no longer known stays away."""
    found = could_be_names("My boss Ben Miller, not Gruzilkin, owes xx_rob_xx.")
    assert {"Ben", "Ben Miller", "Gruzilkin", "xx_rob_xx"} <= found
    assert not {"boss", "My"} & found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Has a boss called Name Maria van Dyke.", "Name Maria van Dyke"),
        ("Works with J. R. R. Tolkien the Third", "J. R. R. Tolkien the Third"),
        ("Works with ~rob~, (★Nova) and xX_Zed_Xx!!", "~rob~"),
        ("Works with ~rob~, (★Nova) and xX_Zed_Xx!!", "★Nova"),
        ("Works with ~rob~, (★Nova) and xX_Zed_Xx!!", "xX_Zed_Xx!!"),
        ("Works with 🌸Hana🌸", "🌸Hana🌸"),
        ("田中さんは猫が好き", "田中"),
        ("我和王伟是朋友", "王伟"),
        ("我的老板Ben是光头", "Ben"),
        ("김민수는 대머리야", "김민수"),
        ("내 친구 민지씨한테 들었어", "민지"),
        ("Ben은 대머리야", "Ben"),
    ],
)
def test_names_of_any_shape_could_be_names(text: str, name: str) -> None:
    """N-02, N-07: of many words, with signs around them, without spaces, with particles."""
    assert name in could_be_names(text)


@pytest.mark.parametrize(
    ("name", "written"), [("~Milo~", "Milo"), ("★ Nova ★", "Nova"), ("Ben", "Ben"), ("★★", "★★")]
)
def test_others_write_a_name_without_the_signs_around_it(name: str, written: str) -> None:
    """N-02: a name of signs alone stays one."""
    assert bare(name) == written


@pytest.mark.timeout(10)
@pytest.mark.parametrize("piece", ["a ", "田", "김는", "~a~ ", "~", "Ben Miller "])
def test_a_very_long_text_has_a_bounded_number_of_names(piece: str) -> None:
    """X-04: so many for each of its characters, whatever is repeated."""
    text = (piece * 500)[:500]
    assert len(could_be_names(text)) <= 20 * len(text)


@given(st.text(max_size=80), st.text(min_size=1, max_size=12))
def test_any_text_and_any_name_are_read(text: str, name: str) -> None:
    """X-04: no sign in a name or a text means anything but itself, and nobody else is found."""
    found = named(text, Person(id=7, name=name))
    assert set(found) <= {7} or "<@" in text
    assert 7 not in found or name.split(maxsplit=1)[0] in text

"""Requests in plain words: imperatives are read in fifteen languages, conversation is left alone."""

from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnam.domain import Person
from dnam.languages import languages, reply
from dnam.rules.guard import Reason
from dnam.rules.requests import (
    PeoplePresent,
    PersonStatement,
    UnclearName,
    Understood,
    person_named,
    spoken_in,
    understand,
    whose,
    without_that,
)
from dnam.rules.text import collapse, plain
from dnam.rules.wording import third_person, verb_second
from tables import rows

EVALS = Path(__file__).parents[2] / "evals"
DEE = Person(id=99, name="Dee", bot=True)
ANN = Person(id=11, name="Ann")
GRUZILKIN = Person(id=12, name="gruzilkin")
BEN = Person(id=13, name="Ben")
MING = Person(id=14, name="小明")
LEE = Person(id=15, name="Ann Lee")
SAMS = (Person(id=21, name="Sam"), Person(id=22, name="sam"))
ARTICLE = Person(id=16, name="the")
CIRCLE = PeoplePresent(speaker=ANN, members=(ANN, GRUZILKIN, BEN, MING, LEE, *SAMS, ARTICLE, DEE))


FIELDS = {"verb": "verb", "language": "language", "statement": "text", "about": "about"}
FIELDS |= {"sure": "sure", "everything": "everything"}


def read_as(row: dict[str, Any]) -> dict[str, Any]:
    """Return what is read of a line, in the fields of the table that the line has."""
    understood = understand(row["text"], assistant=DEE)
    if understood.request is None:
        return {"verb": None} | ({"meant": understood.could_be_meant} if "meant" in row else {})
    return {key: getattr(understood.request, name) for key, name in FIELDS.items() if key in row}


def test_what_is_asked_is_read() -> None:
    """Every line of the table, as it says (UM-20, UM-21, UM-22, UM-23, UM-24, UM-71, N-07, N-14, R-03)."""
    wrong = []
    for row in rows("requests.jsonl"):
        fields = ("verb", "meant") if row["verb"] is None else tuple(FIELDS)
        expected = {key: row[key] for key in fields if key in row}
        if (read := read_as(row)) != expected:
            wrong.append((row["text"], read, expected))
    assert wrong == []


def test_every_language_can_be_asked_for_everything() -> None:
    """Each file has patterns for each kind of request (UM-20, UM-22, UM-23, N-07)."""
    asked = {"remember", "remember_this", "forget", "forget_everything", "show", "search", "erase", "optout"}
    for language in languages().values():
        assert {*asked, "optin", "help", "yes", "idle"} <= {
            row.group for row in language.rows["requests"].rows
        }, language.code


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Dee, remember that I like tea", True),
        ("hey bot! what do you know about me?", True),
        ("<@99> forget that I like tea", True),
        ("remember that I like tea, Dee", False),
        ("Dee, how are you?", False),
        ("Deer remember that I like tea", False),
    ],
)
def test_the_assistant_is_called_by_its_name(text: str, called: bool) -> None:
    """Only before the request: behind it somebody may be spoken of (UM-20, DC-83)."""
    assert understand(text, assistant=DEE).calls is called


def test_one_fact_has_one_wording() -> None:
    """The third person without subject in English, elsewhere as it was said (F-23, UM-13, UM-71)."""
    for row in rows("wording.jsonl", "said"):
        language = languages()[row["language"]]
        assert third_person(row["said"], language) == row["kept"]
        assert third_person(row["kept"], language) == row["kept"]


def test_the_verb_of_a_clause_is_put_second_again() -> None:
    """German and Dutch put it last after "that"; where its place is unsure nothing is changed (UM-71)."""
    for row in rows("wording.jsonl", "clause"):
        assert verb_second(row["clause"], languages()[row["language"]]) == row["sentence"]


def test_a_statement_is_about_whom_it_names() -> None:
    """Without the name, in the language it was said in, nothing lost (UM-13, UM-25, UM-71, R-17, N-07)."""
    bearers = {person.name: person for person in (ANN, GRUZILKIN, BEN, MING, LEE)}
    for row in rows("statements_about_people.jsonl"):
        stated = whose(row["text"], CIRCLE, row["language"], verb_last=row["language"] in ("de", "nl"))
        assert stated == PersonStatement(person=bearers[row["person"]], text=row["worded"])


@pytest.mark.parametrize(
    ("language", "text", "name"),
    [
        ("en", "Zorblax likes tea", "Zorblax"),
        ("en", "@Zed is fun", "Zed"),
        ("en", "<@77> is fun", "<@77>"),
        ("en", "Sam likes tea", "Sam"),
        ("en", "@sam likes tea", "Sam"),
        ("en", "Dee likes tea", "Dee"),
        ("ru", "Сергей любит чай", "Сергей"),
    ],
)
def test_a_name_that_is_not_one_persons_is_unclear(language: str, text: str, name: str) -> None:
    """Nobody of that name, two of them, or a bot: never a guess (UM-72, X-16)."""
    assert whose(text, CIRCLE, language) == UnclearName(name=name)


@pytest.mark.parametrize(
    ("language", "name", "person"),
    [
        ("en", "me", ANN),
        ("de", "mich", ANN),
        ("ru", "мне", ANN),
        ("zh", "我", ANN),
        ("en", "Ben", BEN),
        ("en", "@ben", BEN),
        ("en", "Ben Franklin", UnclearName(name="Ben Franklin")),
        ("en", "Sam", UnclearName(name="Sam")),
        ("en", "Rust", UnclearName(name="Rust")),
    ],
)
def test_a_person_is_found_by_the_whole_name(language: str, name: str, person: Person | UnclearName) -> None:
    """By exact name or by "me", in the speaker's language (UM-25, UM-72, X-16)."""
    assert person_named(name, CIRCLE, language) == person


def test_a_mention_comes_before_a_name() -> None:
    """Who is mentioned is meant, though others bear the name too (X-16, UM-25)."""
    circle = PeoplePresent(speaker=ANN, mentioned=(SAMS[1],), members=CIRCLE.members)
    assert whose("Sam likes tea", circle, "en") == PersonStatement(person=SAMS[1], text="Likes tea")


def test_others_stand_in_a_statement_by_their_mention() -> None:
    """Names are put in when it is shown (F-04, UM-28)."""
    circle = PeoplePresent(speaker=ANN, mentioned=(BEN, GRUZILKIN))
    found = whose("<@12> is friends with <@13>", circle, "en")
    assert found == PersonStatement(person=GRUZILKIN, text="Is friends with <@13>")


@pytest.mark.parametrize(
    ("text", "language", "clause"),
    [
        ("that I like tea", "en", ("I like tea", False)),
        ("that dinner was good", "en", ("that dinner was good", False)),
        ("that Ben likes tea", "en", ("Ben likes tea", False)),
        ("dass ich Tee mag", "de", ("ich Tee mag", True)),
        ("I like tea", "en", ("I like tea", False)),
        ("ich mag Tee und meine Katze", "de", ("ich mag Tee und meine Katze", False)),
    ],
)
def test_a_typed_statement_is_read_in_its_language(
    text: str, language: str, clause: tuple[str, bool]
) -> None:
    """With or without a "that" before it (F-23)."""
    assert spoken_in(text) == language
    assert without_that(text, CIRCLE, language) == clause


def test_every_language_can_say_every_sentence() -> None:
    """With the same parts: the answer to a request is in the language it was made in (UM-71)."""
    english = languages()["en"].replies
    assert {f"refused_{reason}" for reason in Reason} <= english.keys()
    for language in languages().values():
        assert language.replies.keys() == english.keys(), language.code
        for name, sentence in english.items():
            assert parts_of(language.replies[name]) == parts_of(sentence), (language.code, name)
    assert reply("sv", "known", who="Ben") == reply("en", "known", who="Ben")


def parts_of(sentence: str) -> set[str]:
    """Return what is filled into a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@given(st.text(max_size=200))
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    """Whatever is said, reading ends, and a request holds only words that were said (UM-24, N-10)."""
    found = understand(f"remember that {text}", assistant=DEE).request
    heard = collapse(plain(f"that {text}")).replace("ʼ", "'")
    assert found is None or (found.text in heard and found.about in heard)
    if found is not None and found.text:
        assert isinstance(whose(found.text, CIRCLE, found.language), PersonStatement | UnclearName)


def everything(text: str) -> Understood:
    """Let every function of the package read a text."""
    read_text = understand(text, assistant=DEE)
    assert read_text.could_be_meant in (True, False)
    for code in ("en", "de", "zh"):
        whose(text, CIRCLE, code, verb_last=code == "de")
        third_person(text, languages()[code])
    spoken_in(text)
    return read_text


def test_what_no_pattern_knows_is_understood_by_its_meaning() -> None:
    """Of lines that nothing was trained with, most; talk with the assistant is left alone (UM-20, UM-24)."""
    asked: dict[bool, list[bool]] = {True: [], False: []}
    for row in rows("requests_by_meaning.jsonl"):
        request = understand(row["text"], assistant=DEE, addressed=True).request
        read = str(request.verb) if request else "none"
        asked[row["intent"] == "none"].append(read == row["intent"])
    assert sum(asked[False]) >= 0.75 * len(asked[False])
    assert sum(asked[True]) >= 0.9 * len(asked[True])


@pytest.mark.parametrize(
    ("text", "verb", "kept"),
    [
        ("I got a puppy called Mochi, could you hang on to that?", "remember", "I got a puppy called Mochi"),
        ("du, ich heiß jetzt Lex, kannst du das so abspeichern?", "remember", "ich heiß jetzt Lex"),
        ("could you lose the info about my knee surgery", "forget", "my knee surgery"),
        ("burn everything you've got on me", "erase", ""),
        ("<@12> could you hang on to that, I got a puppy called Mochi", None, None),
    ],
)
def test_what_is_asked_by_meaning_is_cut_out(text: str, verb: str | None, kept: str | None) -> None:
    """What is to be remembered or forgotten, without the words that ask for it (UM-20, UM-22)."""
    request = understand(text, assistant=DEE, addressed=True).request
    assert (request.verb if request else None, request.text if request else None) == (verb, kept)
    assert understand(text, assistant=DEE).request is None  # nobody is asked what was not said to them


def test_a_clear_meaning_counts_more_than_a_pattern_that_is_not_sure() -> None:
    """What names a fact to forget by its words alone may mean all that is known (UM-22, UM-23)."""
    text = "wipe me from your memory completely"
    by_pattern = understand(text, assistant=DEE).request
    by_meaning = understand(text, assistant=DEE, addressed=True).request
    assert by_pattern is not None
    assert (by_pattern.verb, by_pattern.sure) == ("forget", False)
    assert by_meaning is not None
    assert (by_meaning.verb, by_meaning.sure) == ("erase", True)

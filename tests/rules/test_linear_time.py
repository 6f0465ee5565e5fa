"""No text costs time that grows faster than its length, whatever is repeated in it (F-01).

Every public function of `dnam.rules` that takes a text, or what is made of one (a message, a question, a
fact, a clause, several of them), is found by its annotations, and is given texts that repeat what the
patterns of its own module and the words of all languages consist of.
"""

import importlib
import inspect
import pkgutil
import random
import re
import signal
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import cache
from itertools import count
from types import FrameType
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import settings

from dnam import rules
from dnam.audience import Audience, audience_of
from dnam.domain import Fact, HeldFact, Kind, Message, Person, Place, Question, Source, SourceType, Visibility
from dnam.errors import BadInput
from dnam.languages import Language, languages
from dnam.rules.clauses import Clause, Word, read_words
from dnam.rules.fact_merge import Upsert
from dnam.rules.question_cues import Participants
from dnam.rules.requests import PeoplePresent
from dnam.rules.secrets.words import SecretWord

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
ANN = Person(id=11, name="Ann")
PLACE = Place(guild=1, channel=2, name="general", visibility=Visibility.PUBLIC)


def _message(text: str) -> Message:
    return Message(id=1, place=PLACE, author=ANN, text=text, sent_at=AT)


def _fact(text: str) -> Fact:
    return Fact(
        id="durable-00000001",
        guild=1,
        subject=11,
        kind=Kind.FACT,
        text=text,
        origin="g1",
        asserted_by=11,
        source=Source(type=SourceType.DISCORD, guild=1, channel=2, message=1),
        created_at=AT,
        updated_at=AT,
    )


def _clause(text: str) -> Clause:
    return Clause(text, tuple(read_words(text, languages()["en"])))


# What a text becomes for each annotation.
TEXTS: dict[object, Callable[[str], object]] = {
    **dict.fromkeys((str, str | None), str),
    **dict.fromkeys((Message, Message | None, Message | Question), _message),
    Question: lambda text: Question(place=PLACE, asker=ANN, text=text),
    Upsert: lambda text: Upsert(text=text),
    Fact: _fact,
    HeldFact: lambda text: HeldFact(fact=_fact(text)),
    Clause: _clause,
    Sequence[Word]: lambda text: _clause(text).words,
    dict[int, Person]: lambda text: {11: Person(id=11, name=text)},
}


def _several(make: Callable[[str], object]) -> Callable[[str], object]:
    return lambda text: [make(text)]


for _kind in (str, Message, Fact, HeldFact):
    for _group in (Sequence[_kind], Iterable[_kind], list[_kind]):  # type: ignore[valid-type]
        TEXTS[_group] = _several(TEXTS[_kind])
VALUES: dict[object, object] = {
    **{int: 200, bool: False, date: AT.date(), datetime: AT, Person: ANN},
    **dict.fromkeys((Audience, Audience | None), audience_of(PLACE)),
    **{Place: PLACE, Participants: Participants({11: "Ann"}), datetime | None: AT, ZoneInfo: ZoneInfo("UTC")},
    **{Sequence[SecretWord]: (), frozenset[str]: frozenset()},
    PeoplePresent: PeoplePresent(speaker=ANN, members=(ANN,)),
    Mapping[int, str]: {11: "Ann"},
    Mapping[int, Person]: {11: ANN},
    Callable[[Language], frozenset[str]]: lambda language: language.own,
    Collection[str]: ("ann", "likes tea"),
    **dict.fromkeys((Sequence[Person], Iterable[Person]), (ANN,)),
    Collection[int]: (),
}
"""What functions are given besides texts."""
SIZES = ((1_000, 500), (4_000, 2_000))
"""Characters; some functions leave longer texts alone."""
MOST = 3.0
LEAST_SECONDS = 0.02
"""Below this the clock says more of the machine than of the function; at least a tenth of it must be the time
of the shorter text, as a function may begin to work at some length."""
MOST_SECONDS = 2
"""What takes longer is not waited for."""
NUMBERS = count()


def rule_functions() -> dict[str, Callable[..., object]]:
    """Return the public functions that take a text, by module and name."""
    found: dict[str, Callable[..., object]] = {}
    for module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            own = getattr(value, "__module__", "") == module.name and not name.startswith("_")
            if own and callable(value) and not inspect.isclass(value) and _filled(value, "x") is not None:
                found[f"{module.name.removeprefix('dnam.rules.')}:{name}"] = value
    return found


def _filled(function: Callable[..., object], text: str) -> dict[str, Any] | None:
    """Return arguments with this text; None when the function takes none, or something that has no text."""
    needed = [
        p for p in inspect.signature(function, eval_str=True).parameters.values() if p.default is p.empty
    ]
    values = {**VALUES, Language: languages()["en"]} | {kind: make(text) for kind, make in TEXTS.items()}
    named = [p for p in needed if p.kind is not p.VAR_POSITIONAL]
    if not any(p.annotation in TEXTS for p in named) or any(p.annotation not in values for p in needed):
        return None
    return {p.name: values[p.annotation] for p in needed}


def alphabet(pattern: str) -> list[str]:
    """Return the signs and words a pattern consists of, one for each class of signs."""
    known = {
        r"\w": "a",
        r"\d": "1",
        r"\s": " ",
        r"\p{L}": "é",
        r"\p{N}": "7",
        r"\p{Han}": "字",
        r"\p{Lu}": "É",
    }
    signs = [sign for kind, sign in known.items() if kind in pattern]
    plain = re.sub(
        r"\\[pP]\{\w+\}|\\[a-zA-Z]|\(\?(?:[a-z]*[:)]|<?[=!]|P<\w+>)|[\\\[\](){}|?*+^$]|\d+,\d+", " ", pattern
    )
    return sorted({*signs, *plain.split(), *(sign for sign in plain if not sign.isalnum())})


@cache
def pieces(module: str) -> list[str]:
    """Return what texts repeat: of the patterns of a module first, then words of every language and signs."""
    chosen = random.Random(module)
    own: list[str] = []
    for value in vars(importlib.import_module(module)).values():
        if isinstance(source := getattr(value, "pattern", None), str):
            signs = alphabet(source)[:40]
            own += [*chosen.sample(signs, min(6, len(signs)))]
            own += ["".join(chosen.choices(signs, k=n)) for n in (2, 2, 3, 3, 4) if signs]
    words = [f"{word} " for one in languages().values() for word in chosen.sample(sorted(_words(one)), 2)]
    general = [*"…,:;'\"`*_~|<>()@#=-/\\ \n1aA", "<@1>", "http://", " \u200b", "é", "🙂", "字", "한", *words]
    general += ["".join(chosen.choices(general, k=3)) for _ in range(12)]
    return [*dict.fromkeys([*own, *chosen.sample(general, len(general))])]


def _words(language: Language) -> set[str]:
    first = {row.pattern.split()[0].strip("([|])") for rows in language.rows.values() for row in rows.rows}
    return first.union(*language.words.values())


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError when this takes more processor time: an expression may never come back."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(function: Callable[..., Any], piece: str, size: int) -> float:
    """Return the processor time of a text of this size; no text comes twice, as some rules remember them."""
    arguments = _filled(function, f"{next(NUMBERS)} {piece * size}"[:size]) or {}
    start = time.process_time()
    result = function(**arguments)
    for _ in result if inspect.isgenerator(result) else ():
        pass
    return time.process_time() - start


def is_slow(function: Callable[..., object], piece: str) -> bool:
    """Return whether twice the text takes over three times as long; what looks so is tried again."""
    try:
        with at_most(MOST_SECONDS):
            for long, short in SIZES:
                if (first := seconds(function, piece, long)) <= LEAST_SECONDS:
                    continue
                if first <= MOST * seconds(function, piece, short):
                    continue
                best = [min(seconds(function, piece, size) for _ in range(4)) for size in (long, short)]
                if best[0] > max(MOST * best[1], LEAST_SECONDS) and best[1] > LEAST_SECONDS / 10:
                    return True
    except TimeoutError:
        return True
    return False


def slow_pieces(function: Callable[..., object], budget: float) -> list[str]:
    """Return the pieces on which a function is slow, of those tried within a budget of processor time."""
    try:
        seconds(function, "I live in Oslo. ", 500)
    except (KeyError, ValueError, BadInput):
        return []  # it takes a key or a number, no text
    start, slow = time.process_time(), []
    for number, piece in enumerate(pieces(function.__module__)):
        if number >= 3 and time.process_time() - start > budget:
            break
        if is_slow(function, piece):
            slow.append(piece)
    return slow


@pytest.mark.parametrize("name", sorted(rule_functions()))
def test_twice_the_text_takes_at_most_three_times_the_time(name: str) -> None:
    """F-01, N-10: 4,000 characters against 2,000, and 1,000 against 500; `make faults` tries more pieces."""
    budget = 5.0 if settings.get_current_profile_name() == "faults" else 0.06
    assert slow_pieces(rule_functions()[name], budget) == []


def test_the_functions_that_read_people_are_among_them() -> None:
    """F-01: what reads messages, requests, secrets, orders and times is found by its annotations."""
    wanted = {"statements:read_statements", "requests.reading:understand", "secrets:masked", "guard:refusal"}
    assert wanted | {"dates:find_when", "question_cues:cues", "text:words"} <= rule_functions().keys()


@pytest.mark.parametrize("pattern", [r"(?:a+)+b", r"\d+\s*\d+\s*\d+x", r"(?:x.*)*y$"])
def test_a_pattern_that_looks_back_is_seen(pattern: str) -> None:
    """F-01: the check can fail: an expression that backtracks is slow on what it consists of."""
    searched = re.compile(pattern)

    def reads(text: str) -> object:
        return searched.search(text)

    assert any(is_slow(reads, sign) for sign in alphabet(pattern))

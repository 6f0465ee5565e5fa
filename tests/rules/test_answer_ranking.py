"""What a question asks for, and which message answers it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from dnam.domain import Candidates, Message, Person
from dnam.models.embed import NAMES
from dnam.models.encoders import load_multilingual
from dnam.rules.answer_ranking import LIKELY, Judged, asking_share, best_answers, wanted_by
from dnam.rules.expected_answer import expected_answer
from dnam.rules.message_ranking import weigh
from dnam.rules.message_worth import telling
from dnam.rules.question_cues import Participants, SearchQuery, cues, read_question
from dnam.rules.question_kinds import KINDS, kind_of
from dnam.rules.text import words
from dnam.testing.sample_data import ANN, BEN, START, a_message

MODEL = NAMES["multilingual"]
PEOPLE = {ANN.id: ANN.name, BEN.id: BEN.name}


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what day does they fly home?", "when"),
        ("wann fährt der letzte bus?", "when"),
        ("how many plants do they own?", "number"),
        ("сколько стоит абонемент?", "number"),
        ("who here has been to peru?", "everyone"),
        ("¿quién trae la bebida y quién la comida?", "everyone"),
        ("where did they go to school before?", "earlier"),
        ("où travaillait they avant ?", "earlier"),
        ("what can you tell me about they?", "portrait"),
        ("they ってどういう人？", "portrait"),
        ("where does they keep the ladder?", ""),
        ("was isst they nicht?", ""),
    ],
)
def test_what_a_question_asks_for_is_judged_in_every_language(question: str, kind: str) -> None:
    """F-25: by its meaning, not by words of one language."""
    judged = kind_of(load_multilingual()([question])[0])
    assert [one for one in KINDS if getattr(judged, one) >= LIKELY] == [*filter(None, [kind]), "asks"]


def test_a_name_in_hiragana_is_named() -> None:
    """F-22, N-07: its pairs of letters tell nothing alone, all of them do."""
    people = Participants({ANN.id: "たける", BEN.id: "さくら"})
    assert read_question("たけるの誕生日はいつ?", people).people == (ANN.id,)
    assert read_question("この曲いける?", people).people == ()


@pytest.mark.parametrize(
    ("text", "share"),
    [("where is it?", 1.0), ("it is on monday at eight, are you in?", 1 / 3), ("it is on monday", 0.0)],
)
def test_a_message_that_also_asks_still_tells(text: str, share: float) -> None:
    """F-25: "quiz is on wednesday, usual team?" answers when the quiz is."""
    assert asking_share(text) == pytest.approx(share, abs=0.1)


def answered(said: Sequence[tuple[Person, str]], question: str, *, apart: int = 1) -> list[str]:
    """Return what answers a question in a conversation whose messages are `apart` from each other."""
    messages = {
        nth * apart + 1: replace(a_message(nth + 1, text, author=author), position=nth * apart + 1)
        for nth, (author, text) in enumerate(said)
    }
    positions = np.array([*messages], np.int64)
    encode = load_multilingual()
    reading = read_question(question, Participants(PEOPLE))
    candidates = Candidates(
        positions=positions,
        authors=np.array([message.author.id for message in messages.values()], np.int64),
        sent_at=positions,
        lengths=np.array([len(message.text.split()) for message in messages.values()], np.int64),
        cues=np.array([cues(message) for message in messages.values()], np.int64),
        vectors=encode([f"{message.author.name}: {message.text}" for message in messages.values()]),
    )
    having = {
        word: np.array([at for at, one in messages.items() if word in words(one.text)], np.int64)
        for word in reading.words
    }
    vector = encode([reading.text])[0]
    query = SearchQuery(
        text=question,
        words=reading.words,
        at=START,
        asker=ANN.id,
        vector=vector,
        expected=expected_answer(vector, MODEL),
        kind=kind_of(vector),
        heard=len(messages),
    )
    judged = Judged(
        candidates=candidates,
        read=messages,
        weighed=weigh(having, len(messages)),
        query=query,
        telling=telling(candidates, MODEL),
    )
    wanted = wanted_by(query, {id_: PEOPLE[id_] for id_ in reading.people})
    return [_text(messages[int(at)]) for at in best_answers(judged, wanted)]


def _text(message: Message) -> str:
    return message.text


SHOES = [
    (BEN, "found my climbing shoes in the freezer"),
    (ANN, "what size are you?"),
    (BEN, "46"),
    (ANN, "ok"),
]


def test_a_few_words_answer_when_they_follow_their_question() -> None:
    """F-22, F-25: an answer is found with its question; far from it the same words say nothing."""
    assert answered(SHOES, "what shoe size is Ben?") == ["46"]
    assert answered(SHOES, "what shoe size is Ben?", apart=100) != ["46"]


def test_a_correction_is_part_of_the_answer() -> None:
    """F-22: after what it corrects, as they were said."""
    said = [(BEN, "my gran turns 88 on sunday, i bake a cake"), (ANN, "aw"), (BEN, "no wait she's 89")]
    assert answered(said, "how old is Ben's gran turning?") == [said[0][1], said[2][1]]


def test_what_others_say_of_themselves_is_no_answer() -> None:
    """F-25: nothing is said to be known of Ben when only Ann told it, of herself."""
    assert answered([(ANN, "my birthday is in april"), (BEN, "nice")], "when is Ben's birthday?") == []


def test_what_held_before_answers_a_question_about_it() -> None:
    """F-21: not what came after, though the question names that."""
    said = [(BEN, "i live in leipzig"), (BEN, "i live in halle now")]
    assert answered(said, "where did Ben live before Halle?") == ["i live in leipzig"]
    assert answered(said, "where does Ben live?")[-1:] == ["i live in halle now"]

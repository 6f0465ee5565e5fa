"""Search: facts and older messages by words and meaning, in every script, behind the audience rule."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.domain import Place, Question, SearchResult
from dnam.errors import BadInput
from dnam.ports import Store
from scene import (
    ANN,
    BEN,
    BOT,
    DEV,
    DM_ANN,
    DM_BEN,
    ELSEWHERE,
    GENERAL,
    INVITED,
    STAFF,
    Scene,
    TopicEmbedder,
    opened,
    texts,
)

PETS = "puppy dog cat animal pet"
DRINKS = "tea coffee drink sencha"


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


@pytest.fixture
async def meaning(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    """A memory that knows pets from drinks."""
    async with opened(store, tmp_path, embedder=TopicEmbedder(PETS, DRINKS)) as opened_scene:
        yield opened_scene


async def test_facts_and_messages_are_found_together(scene: Scene) -> None:
    """Hybrid search of older messages, not only of facts (N-21, CL-49)."""
    await scene.tell("remember I prefer Rust over Go")
    await scene.say("rust never sleeps", by=BEN)
    await scene.say("good morning", by=BEN)
    assert texts(await scene.search("rust")) == ["Prefers Rust over Go", "rust never sleeps"]


async def test_a_message_is_found_by_meaning_alone(meaning: Scene) -> None:
    """Not one word is shared, and the drinks are not brought up (N-21, CL-51)."""
    await meaning.say("my puppy ate the sofa", by=BEN)
    await meaning.say("sencha is best at noon", by=BEN)
    found = await meaning.search("any trouble with animals?")
    assert texts(found) == ["my puppy ate the sofa"]
    assert any(reason.startswith("similar meaning") for reason in found.messages[0].reasons)


async def test_a_fact_is_found_by_meaning_alone(meaning: Scene) -> None:
    """Facts have vectors too (CL-23, CL-51, N-21)."""
    await meaning.tell("remember My dog is called Rex")
    await meaning.tell("remember I drink sencha")
    assert texts(await meaning.search("animals")) == ["Dog is called Rex"]


SCRIPTS = {
    "Russian": ("Я живу в Берлине", "кто живёт в Берлине?"),
    "Greek": ("Μένω στην Αθήνα", "αθήνα"),
    "Japanese": ("東京に住んでいます", "東京"),
    "Chinese": ("我住在上海", "上海"),
    "Korean": ("저는 서울에 살아요", "서울"),
    "Thai": ("ฉันชอบกินข้าวผัด", "ข้าวผัด"),
    "Arabic": ("أنا أعيش في القاهرة", "القاهرة"),
    "Hindi": ("मैं दिल्ली में रहता हूँ", "दिल्ली"),
    "Turkish": ("İSTANBUL çok güzel", "istanbul"),
    "German": ("Ich wohne in der Hauptstraße", "HAUPTSTRASSE"),
    "full width": ("Ｔｏｋｙｏ ｔｏｗｅｒ", "tokyo tower"),
    "Go": ("We write Go at work", "go"),
    "C#": ("C# pays my rent", "C#"),
    "C++": ("C++ is older", "c++"),
    "R": ("R has good plots", "R"),
}


@pytest.mark.parametrize("script", SCRIPTS)
async def test_words_are_found_in_every_script(scene: Scene, script: str) -> None:
    """The same words in messages and in facts, on both stores (N-07)."""
    text, question = SCRIPTS[script]
    kept = text.replace("We write", "Writes").replace("I write", "Writes")
    await scene.say(text, by=BEN)
    await scene.say("nothing of the kind 何もない ничего", by=BEN)
    await scene.tell(f"remember {text}")
    assert texts(await scene.search(question)) == [kept, text]


@pytest.mark.parametrize("question", ["", "   ", "?!…", "🎉", "the of and", "\u200b", "zebra", "斑馬"])
async def test_a_search_without_a_match_gives_nothing(scene: Scene, question: str) -> None:
    """No token and no match never bypass the gate (X-09, CL-59)."""
    await scene.tell("remember I prefer Rust over Go")
    await scene.say("rust never sleeps 🎉", by=BEN)
    assert await scene.search(question) == SearchResult()


@pytest.mark.parametrize("ranking", ["dnam", "clanker", "discoclaw"])
async def test_no_profile_lets_an_empty_question_through(scene: Scene, ranking: str) -> None:
    """By every formula (X-09, R-15)."""
    await scene.tell("remember I prefer Rust over Go")
    await scene.say("rust never sleeps", by=BEN)
    async with scene.again(ranking=ranking) as other:
        assert texts(await other.search("!!!")) == []
        assert len(texts(await other.search("rust"))) == 2


HEARD = {
    "dev": {"dev", "general"},
    "staff": {"dev", "general", "staff"},
    "surprise": {"dev", "general", "surprise"},
    "cooks": {"cooks"},
    "": {"dev", "general", "staff", "surprise", "cooks", "dm"},
}


@pytest.mark.parametrize(
    "place", [DEV, STAFF, INVITED, ELSEWHERE, DM_ANN], ids=lambda place: place.name or "dm"
)
async def test_only_what_may_be_heard_is_found(meaning: Scene, place: Place) -> None:
    """The audience is a hard filter before any ranking, for words and for meaning (R-01, N-01, X-13)."""
    for where in (DEV, GENERAL, STAFF, INVITED, ELSEWHERE, DM_ANN):
        await meaning.say(f"puppy in {where.name or 'dm'}", place=where)
        await meaning.tell(f"remember The puppy sleeps in {where.name or 'dm'}", place=where)
    for question in ("puppy", "animals"):
        found = await meaning.search(question, place=place)
        assert {text.rpartition(" ")[2] for text in texts(found)} <= HEARD[place.name]
    heard = await meaning.memory.search(Question(place=place, asker=ANN, text="puppy"), limit=24)
    assert {hit.what.text.rpartition(" ")[2] for hit in heard.messages} == HEARD[place.name]
    assert {hit.what.text.rpartition(" ")[2] for hit in heard.facts} == HEARD[place.name]


async def test_a_direct_message_is_nobody_elses(meaning: Scene) -> None:
    """Ben's DM and the guild hear nothing of Ann's, by words or meaning (R-01, X-13)."""
    await meaning.say("my puppy is ill", place=DM_ANN)
    for place, person in ((DEV, BEN), (DM_BEN, BEN), (DEV, ANN)):
        for question in ("puppy", "animals"):
            assert await meaning.search(question, by=person, place=place) == SearchResult()


async def test_what_others_said_in_public_is_not_in_a_direct_message(scene: Scene) -> None:
    """A DM has one's own words of every origin, and nobody else's (R-01)."""
    await scene.say("rust never sleeps", by=BEN)
    await scene.say("rust is mine", by=ANN)
    assert texts(await scene.search("rust", place=DM_ANN)) == ["rust is mine"]


async def test_a_channel_that_became_public_keeps_its_past(scene: Scene) -> None:
    """Everything carries the origin it had when it was said (R-01)."""
    await scene.say("the merger is secret", place=STAFF)
    now = replace(STAFF, visibility=DEV.visibility)
    await scene.say("hello everyone", place=now)
    assert await scene.search("merger", place=now) == SearchResult()
    assert (
        "merger" not in (await scene.prompt("what merger?", by=BEN, place=now)).text.split("User message")[0]
    )


async def test_a_search_gives_as_many_as_asked_for_within_limits(scene: Scene) -> None:
    """The limit holds for facts and for messages, clamped to 1..24 (CL-49)."""
    for number in range(26):
        await scene.say(f"rust is number {number}", by=BEN)
        await scene.tell(f"remember Owns rusty thing number {number}")
    for asked, given in ((0, 1), (3, 3), (99, 24)):
        found = await scene.memory.search(scene.question("number"), limit=asked)
        assert (len(found.facts), len(found.messages)) == (given, given)
    with pytest.raises(BadInput, match="limit"):  # fewer than none is a mistake of the caller
        await scene.memory.search(scene.question("number"), limit=-3)


async def test_the_person_asked_about_is_told_apart_from_the_words(scene: Scene) -> None:
    """What Ben said comes before what was said by others (N-08)."""
    await scene.say("I adopted a cat", by=ANN)
    scene.clock.advance(timedelta(hours=3))
    await scene.say("I adopted a dog", by=BEN)
    assert texts(await scene.search("what did Ben adopt?"))[0] == "I adopted a dog"


async def test_what_the_bot_said_is_found_too(scene: Scene) -> None:
    """The assistant's own words are messages (X-17, N-21)."""
    await scene.say("Try the basil recipe", by=BOT)
    (hit,) = (await scene.search("which recipe did you recommend?")).messages
    assert hit.what.author.bot


async def test_a_search_that_cannot_be_done_finds_nothing(scene: Scene) -> None:
    """A store that fails breaks no reply (DC-04, DC-26)."""
    await scene.say("rust never sleeps")
    await scene.settled()
    await scene.store.close()
    assert await scene.memory.search(scene.question("rust")) == SearchResult()


async def test_clanker_looks_for_messages_in_this_channel_only(scene: Scene) -> None:
    """Relevant messages come from the current channel in that preset (CL-47)."""
    await scene.say("rust in dev", place=DEV)
    await scene.say("rust in general", place=GENERAL)
    async with scene.again(relevant_everywhere=False, ranking="clanker") as clanker:
        assert texts(await clanker.search("rust", place=GENERAL)) == ["rust in general"]

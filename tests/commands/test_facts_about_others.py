"""Speaking of others: allowed, attributed, lower in confidence, and in the hands of whom it is about."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dnam.domain import Layer, Person, Place, Status
from dnam.ports import Store
from scene import ANN, BEN, CARL, DEV, DM_ANN, DM_BEN, ELSEWHERE, STAFF, Scene, entries, layer, opened

SAM = Person(id=21, name="Sam")
OTHER_SAM = Person(id=1022, name="Sam")


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


async def of_ann(scene: Scene, text: str = "owes me money", *, place: Place = DEV) -> str:
    """Let Ben say something of Ann."""
    return await scene.tell(f"remember <@{ANN.id}> {text}", by=BEN, place=place, mentions=(ANN,))


async def test_a_leading_mention_says_whom_it_is_about(scene: Scene) -> None:
    """Subject and asserter differ, and confidence is lower (R-17, N-08, UM-25)."""
    assert await of_ann(scene) == 'Remembered about Ann: "Owes @Ben money"'
    (fact,) = await scene.facts(ANN)
    assert (fact.subject, fact.asserted_by, fact.confidence) == (ANN.id, BEN.id, 0.6)
    assert await scene.facts(BEN) == []


@pytest.mark.parametrize("mention", ["<@11>", "<@!11>", "@Ann"])
async def test_a_mention_may_be_written_in_any_form(scene: Scene, mention: str) -> None:
    """As Discord writes it, old and new, or by the name of somebody mentioned (UM-25)."""
    await scene.tell(f"remember {mention} likes tea", by=BEN, mentions=(ANN,))
    assert [fact.text for fact in await scene.facts(ANN)] == ["Likes tea"]


@pytest.mark.parametrize("typed", ["<@77> likes tea", "<@99999999999999999999999999> likes tea", "<@0> tea"])
async def test_who_is_not_there_cannot_be_spoken_of(scene: Scene, typed: str) -> None:
    """An id nobody vouches for is asked back, not stored (UM-72, X-16)."""
    answer = await scene.answer(f"remember {typed}", by=BEN, mentions=(ANN,))
    assert answer.text.startswith('I could not tell who "<@')
    assert not answer.changed


async def test_two_people_of_one_name_are_never_confused_by_a_name(scene: Scene) -> None:
    """Identity is by id: a name that two bear is asked back, a mention is not (X-16)."""
    both = (SAM, OTHER_SAM)
    assert "could not tell who" in await scene.tell("remember @Sam likes tea", mentions=both)
    await scene.tell("remember <@1022> likes tea", mentions=both)
    assert (len(await scene.facts(SAM)), len(await scene.facts(OTHER_SAM))) == (0, 1)


async def test_the_longer_name_is_meant(scene: Scene) -> None:
    """@Ann Lee is not @Ann (X-16)."""
    lee = Person(id=31, name="Ann Lee")
    await scene.tell("remember @Ann Lee likes tea", by=BEN, mentions=(ANN, lee))
    assert [fact.text for fact in await scene.facts(lee)] == ["Likes tea"]


async def test_mentioning_oneself_is_speaking_of_oneself(scene: Scene) -> None:
    """With full confidence (R-17)."""
    await scene.tell("remember <@11> likes tea", by=ANN, mentions=(ANN,))
    assert (await scene.facts(ANN))[0].confidence == 1.0


async def test_it_is_rendered_as_somebodys_word(scene: Scene) -> None:
    """With "according to": in the subject's own prompt, in others' and in every list (R-17, DC-34)."""
    await scene.say("hello", by=ANN)
    await scene.say("hello", by=BEN)
    await of_ann(scene)
    line = "Owes @Ben money (src: by command, #dev, according to Ben, updated 2025-01-15)"
    assert f"- [fact] {line}" in entries(await scene.prompt(by=ANN), Layer.FACTS)
    assert f"- Ann: [fact] {line}" in entries(await scene.prompt(by=CARL), Layer.PEOPLE)
    assert "1. Owes @Ben money (according to Ben)" in await scene.tell("show", by=ANN)
    assert "Ann: Owes @Ben money (according to Ben; " in await scene.tell("search money", by=CARL)


async def test_the_sayer_is_named_in_a_direct_message_too(scene: Scene) -> None:
    """By the name they bear where they said it (R-17, N-08, X-19)."""
    await scene.say("hello", by=BEN, place=DEV)
    await of_ann(scene)
    assert "according to Ben, updated" in (await scene.prompt(by=ANN, place=DM_ANN)).text
    assert "according to Ben)" in await scene.tell("show", by=ANN, place=DM_ANN)


async def test_the_subject_may_forget_what_others_said(scene: Scene) -> None:
    """Seen with `show`, refused with `forget` (R-17, X-16)."""
    await of_ann(scene)
    assert await scene.tell("forget money", by=ANN) == 'Found and forgotten: "Ann: Owes @Ben money"'
    assert (await scene.facts(ANN))[0].status is Status.FORGOTTEN


async def test_the_subject_may_forget_public_hearsay_from_a_direct_message(scene: Scene) -> None:
    """What was said in public of a person follows them into their DM (R-17, R-01)."""
    await of_ann(scene)
    assert (await scene.answer("forget money", by=ANN, place=DM_ANN)).changed


async def test_third_parties_bring_nothing_back(scene: Scene) -> None:
    """What its subject has refused, nobody else can state anew (R-17, R-12)."""
    await of_ann(scene, "owes money")
    await scene.tell("forget money", by=ANN)
    answer = await scene.answer("remember <@11> owes money", by=CARL, mentions=(ANN,))
    assert "asked for it to be forgotten" in answer.text
    assert not answer.changed


async def test_the_sayer_may_take_it_back_and_change_it(scene: Scene) -> None:
    """People control what they said of others (R-17)."""
    await of_ann(scene)
    assert (await scene.answer("edit money -> owes me ten dollars", by=BEN)).changed
    assert (await scene.facts(ANN))[0].asserted_by == BEN.id
    assert (await scene.answer("forget dollars", by=BEN)).changed


async def test_nobody_else_may(scene: Scene) -> None:
    """Not even with the right to manage lore (X-16)."""
    await of_ann(scene)
    assert not (await scene.answer("forget money", by=CARL, manager=True)).changed


async def test_the_subjects_own_word_counts_more(scene: Scene) -> None:
    """What Ann says of herself is not hearsay any more (R-17)."""
    await of_ann(scene, "likes tea")
    await scene.tell("remember I like tea", by=ANN)
    (fact,) = await scene.facts(ANN)
    assert (fact.asserted_by, fact.confidence) == (ANN.id, 1.0)


async def test_the_subject_who_edits_hearsay_makes_it_their_word(scene: Scene) -> None:
    """Then it is stated by the person themself, with full confidence (R-17)."""
    await of_ann(scene)
    await scene.tell("edit money -> owes nobody anything", by=ANN)
    fact = next(fact for fact in await scene.facts(ANN) if fact.status is Status.ACTIVE)
    assert (fact.asserted_by, fact.confidence) == (ANN.id, 1.0)


async def test_a_setting_forbids_it(scene: Scene) -> None:
    """Then everyone speaks for themself, and nothing is kept (R-17)."""
    async with scene.again(about_others=False) as strict:
        assert (await of_ann(strict)).startswith("Here everyone speaks only for themself.")
        assert (await strict.tell("remember <@12> likes tea", by=BEN)).startswith("Remembered")
    assert await scene.facts(ANN) == []


async def test_what_is_said_of_somebody_in_private_stays_there(scene: Scene) -> None:
    """Neither its subject nor a public place hears of it (R-01, X-13)."""
    await of_ann(scene, "is getting a surprise party", place=DM_BEN)
    for place in (DEV, STAFF, DM_ANN, ELSEWHERE):
        assert "surprise" not in (await scene.prompt(by=ANN, place=place)).text
        assert "surprise" not in await scene.tell("show all", by=ANN, place=place)
    assert "surprise" in (await scene.prompt(by=BEN, place=DM_BEN, mentions=(ANN,))).text


async def test_two_people_of_one_name_are_told_apart_in_every_layer(scene: Scene) -> None:
    """The same Sam bears the same mark in history, people, hearsay and the question (X-16, N-08)."""
    await scene.say("I like tea", by=SAM)
    await scene.say("I like mate", by=OTHER_SAM)
    await scene.tell("remember I like mate", by=OTHER_SAM)
    await scene.tell("remember <@21> snores", by=OTHER_SAM, mentions=(SAM,))
    prompt = await scene.prompt("what do I like?", by=SAM)
    assert entries(prompt, Layer.MESSAGE) == ["[Sam #0021]: what do I like?"]
    assert entries(prompt, Layer.HISTORY) == ["[Sam #0021]: I like tea", "[Sam #1022]: I like mate"]
    assert layer(prompt, Layer.PEOPLE).split("\n")[1].startswith("- Sam #1022: [preference] Likes mate")
    assert "Snores (src: by command, #dev, according to Sam #1022, " in layer(prompt, Layer.FACTS)


async def test_two_people_of_one_name_are_told_apart_in_every_answer(scene: Scene) -> None:
    """Lists and searches say which Sam said it (X-16, N-08)."""
    await scene.say("mate is mine", by=SAM)
    await scene.say("mate is better", by=OTHER_SAM)
    await scene.tell("remember <@21> drinks too much mate", by=OTHER_SAM, mentions=(SAM,))
    assert "according to Sam #1022)" in await scene.tell("show", by=SAM)
    found = await scene.tell("search mate", by=ANN)
    assert "Sam #0021: Drinks too much mate (according to Sam #1022; " in found
    assert "[Sam #0021]: mate is mine" in found
    assert "[Sam #1022]: mate is better" in found


async def test_a_member_is_spoken_of_by_name(scene: Scene) -> None:
    """The one who bears exactly that name; else it is kept as it was told (F-23, UM-25, X-16)."""
    await scene.say("hello", by=BEN)
    assert await scene.tell("remember Ben plays chess") == 'Remembered about Ben: "Plays chess"'
    assert await scene.tell("remember Maya plays chess") == 'Remembered about Ann: "Maya plays chess"'
    for person in (SAM, OTHER_SAM):
        await scene.say("hello", by=person)
    assert await scene.tell("remember Sam plays chess") == 'Remembered about Ann: "Sam plays chess"'
    assert [fact.text for fact in await scene.facts(BEN)] == ["Plays chess"]
    assert [fact.text for fact in await scene.facts(ANN)] == ["Sam plays chess", "Maya plays chess"]

"""Who is named in somebody else's fact, or in lore, decides about it like whom it is about."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from dnam.domain import LORE, Fact, Person, Status
from dnam.ports import Store
from scene import ANN, BEN, BOT, CARL, DEV, DM_ANN, DM_BEN, GENERAL, STAFF
from talk import Talk, found, reader, talking

SAYINGS = [
    "remember my boss Ben is bald",
    "remember my boss <@12> is bald",
    "lore Ben is bald and cheats at chess",
    "lore <@!12> is bald",
    "remember <@13> knows that Ben is bald",
]


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {}) as opened:
        for person in (ANN, BEN, CARL):
            await opened.say("hello", by=person)
        yield opened


async def bald(talk: Talk) -> list[Fact]:
    """Return everything that is kept of it, whoever it is about."""
    return [fact for fact in await talk.store.all_facts(muted=True) if "bald" in fact.text]


async def shown(talk: Talk, *, by: Person = CARL) -> bool:
    """Return whether somebody is shown it in any way."""
    texts = [(await talk.prompt("who is bald?", by=by, mentions=(ANN, BEN))).text.replace("who is bald?", "")]
    texts += [await talk.tell(typed, by=by) for typed in ("lore", "search hair: is boss bald")]
    return any("is bald" in text.replace("is boss bald", "") for text in texts)


async def say(talk: Talk, typed: str) -> bool:
    """Let Ann type it; return whether it was kept."""
    return (await talk.answer(typed, by=ANN, mentions=(CARL,))).changed


@pytest.mark.parametrize("typed", SAYINGS)
async def test_who_opts_out_is_not_told_of_in_others_facts_either(talk: Talk, typed: str) -> None:
    """R-18, N-03: it is hidden, nothing new is kept, and `optin` brings it back."""
    assert await say(talk, typed)
    assert await shown(talk)
    await talk.tell("optout", by=BEN)
    assert not await shown(talk)
    assert not await shown(talk, by=ANN)
    refused = await talk.answer("remember that Ben is bald as an egg", by=ANN)
    assert (refused.changed, "opted out" in refused.text) == (False, True)
    await talk.tell("optin", by=BEN)
    assert await shown(talk)
    assert len(await bald(talk)) == 1


@pytest.mark.parametrize("typed", SAYINGS)
async def test_erasing_takes_what_names_the_person(talk: Talk, typed: str) -> None:
    """N-02: facts and lore of others that name them go for good; what others wrote as messages stays."""
    assert await say(talk, typed)
    message = await talk.say("Ben is bald", by=CARL)
    assert "- facts about you: 1" in await talk.tell("erase", by=BEN)
    await talk.tell("erase confirm", by=BEN)
    assert await bald(talk) == []
    assert await talk.store.get_message(DEV.guild, message.id) is not None
    for _ in range(3):
        await talk.answer("undo", by=ANN)
    assert await bald(talk) == []


@pytest.mark.parametrize("typed", SAYINGS)
async def test_who_is_named_may_have_it_forgotten_for_good(talk: Talk, typed: str) -> None:
    """R-17, R-12: neither saying it again nor `undo` brings it back, from whoever."""
    assert await say(talk, typed)
    assert "bald" in await talk.tell("show all", by=BEN)
    assert (await talk.answer("forget bald", by=BEN)).changed
    assert not await say(talk, typed)
    assert not (await talk.answer("undo", by=ANN)).changed
    assert [fact.status for fact in await bald(talk)] == [Status.FORGOTTEN]
    assert not await shown(talk)


async def test_who_said_it_may_forget_it_and_say_it_again(talk: Talk) -> None:
    """R-12: what Ann forgot herself is hers to say anew."""
    assert await say(talk, SAYINGS[0])
    await talk.tell("forget bald", by=ANN)
    assert await say(talk, SAYINGS[0])
    assert await shown(talk)


@pytest.mark.parametrize("typed", SAYINGS)
async def test_it_waits_where_claims_wait(talk: Talk, typed: str) -> None:
    """R-17, N-10: until everyone it is about or names has accepted it."""
    await talk.tell("quarantine on", by=CARL, manager=True)
    told = await talk.tell(typed, by=ANN, mentions=(CARL,))
    assert told.startswith("Remembered about")
    assert "Ben" in told.partition("accepted by ")[2]
    assert not await shown(talk)
    assert not (await talk.answer("accept bald", by=ANN)).changed
    assert "is bald" in await talk.tell("claims", by=BEN)
    assert (await talk.answer("accept 1", by=BEN)).changed
    if "<@13>" in typed:
        assert not await shown(talk)
        assert (await talk.answer("accept bald", by=CARL)).changed
    assert await shown(talk)


async def test_one_word_of_two_can_be_taken_back(talk: Talk) -> None:
    """N-05, R-17: undoing one's own `accept` makes it wait for both again; undoing `forget` accepts it."""
    await talk.tell("quarantine on", by=CARL, manager=True)
    await say(talk, SAYINGS[-1])
    told = await talk.tell("accept bald", by=BEN)
    assert told.endswith("It is used once accepted by Carl.")
    assert (await talk.answer("undo", by=BEN)).changed
    assert [fact.waits for fact in await bald(talk)] == [(BEN.id, CARL.id)]
    for person in (BEN, CARL):
        await talk.tell("accept bald", by=person)
    await talk.tell("forget bald", by=BEN)
    assert (await talk.answer("undo", by=BEN)).changed
    assert [fact.waits for fact in await bald(talk)] == [(CARL.id,)]


@pytest.mark.parametrize("typed", SAYINGS)
async def test_it_is_refused_like_a_claim(talk: Talk, typed: str) -> None:
    """R-17: one by one where claims wait, or all to come."""
    await talk.tell("quarantine on", by=CARL, manager=True)
    assert await say(talk, typed)
    assert (await talk.answer("refuse bald", by=BEN)).changed
    assert not await say(talk, typed)
    await talk.tell("quarantine off", by=CARL, manager=True)
    await talk.tell("refuse", by=BEN)
    assert "does not want others' claims" in await talk.tell("remember Ben is bald as an egg", by=ANN)
    assert [fact.status for fact in await bald(talk)] == [Status.FORGOTTEN]


async def test_an_edit_names_whom_its_new_words_name(talk: Talk) -> None:
    """R-17: whoever is named no more has nothing to say about it, whoever is named now has."""
    await talk.tell("remember my boss Ben is bald", by=ANN)
    await talk.tell("edit bald -> my boss Carl is bald", by=ANN)
    assert not (await talk.answer("forget Carl", by=BEN)).changed
    await talk.tell("optout", by=CARL)
    assert not await shown(talk, by=BEN)


async def test_answers_made_of_it_are_hidden_with_it(talk: Talk) -> None:
    """R-18, N-02: whoever is named in a fact is a source of the answer that was given it."""
    await talk.tell("remember my boss Ben is bald", by=ANN)
    context = await talk.prompt("who is my boss?", by=ANN)
    asked = await talk.say("who is my boss?", by=ANN)
    answer = await talk.reply("Your boss has no hair", reply_to=asked.id)
    await talk.memory.on_reply(answer, context)
    await talk.tell("optout", by=BEN)
    assert "no hair" not in (await talk.prompt("hair?", by=CARL)).text


async def test_two_people_of_one_name_are_never_guessed_at(talk: Talk) -> None:
    """X-16: a name that several bear names nobody; a mention does."""
    other = Person(id=31, name="Ben")
    await talk.say("hello", by=other)
    await talk.tell("remember my boss Ben is bald", by=ANN)
    await talk.tell("remember my friend <@12> is bald too", by=ANN)
    assert {fact.text: fact.named for fact in await bald(talk)} == {
        "Boss Ben is bald": (),
        "Friend <@12> is bald too": (BEN.id,),
    }
    await talk.tell("erase", by=BEN)
    await talk.tell("erase confirm", by=BEN)
    assert [fact.text for fact in await bald(talk)] == ["Boss Ben is bald"]


async def test_a_later_name_takes_nothing_that_was_said_before(talk: Talk) -> None:
    """X-16: nobody takes others' facts away by calling themself by a word in them."""
    await talk.tell("remember I program in Python", by=ANN)
    snake = Person(id=BEN.id, name="Python")
    await talk.say("hello", by=snake)
    assert not (await talk.answer("forget Python", by=snake)).changed
    await talk.tell("erase", by=snake)
    await talk.tell("erase confirm", by=snake)
    assert [fact.text for fact in await talk.facts(ANN)] == ["Programs in Python"]


async def test_what_is_heard_elsewhere_is_not_shown_to_who_is_named(talk: Talk) -> None:
    """R-01: being named is no reason to hear it; leaving and erasing reach it all the same."""
    await talk.tell("remember my boss <@12> is bald", by=ANN, place=STAFF)
    await talk.tell("remember my dear friend <@12> looks good bald", by=ANN, place=DM_ANN)
    for place in (GENERAL, DM_BEN):
        assert "bald" not in await talk.tell("show all", by=BEN, place=place)
        assert not (await talk.answer("forget bald", by=BEN, place=place)).changed
    await talk.tell("optout", by=BEN)
    assert [fact.muted for fact in await bald(talk)] == [True, True]
    await talk.tell("erase", by=BEN)
    await talk.tell("erase confirm", by=BEN)
    assert await bald(talk) == []


# Learned from what people say


async def test_what_is_learned_names_people_too(talk: Talk) -> None:
    """R-17, R-18: by rules as by hand, and nothing is learned that names who opted out."""
    await talk.say("I work with Ben at Acme", by=ANN)
    await talk.memory.settle()
    learned = [fact for fact in await talk.facts(ANN) if "Ben" in fact.text]
    assert [fact.named for fact in learned] == [(BEN.id,)] * len(learned)
    assert learned
    await talk.tell("optout", by=BEN)
    assert all(fact.muted for fact in await talk.facts(ANN) if "Ben" in fact.text)
    await talk.say("My brother is Ben", by=CARL)
    assert [text for text in await talk.knows(CARL) if "Ben" in text] == []


ERASED = [
    ("Ben", "I have a boss called Ben"),
    ("Name Maria van Dyke", "I have a boss called Name Maria van Dyke"),
    ("~rob~", "I have a boss called ~rob~"),
    ("★Nova", "I have a boss called Nova"),
    ("田中", "私の上司は田中です"),
    ("王伟", "我的老板是王伟"),
    ("김민수", "김민수는 내 상사야"),
]


@pytest.mark.parametrize(("name", "said"), ERASED)
@pytest.mark.parametrize("other", [False, True])
async def test_a_model_learns_nothing_of_who_was_erased_meanwhile(
    store: Store, tmp_path: Path, name: str, said: str, other: bool
) -> None:
    """N-02, N-07: others' older messages stay, and nothing that names the person is made of them any more."""
    bearer = Person(id=77, name="Zorblax" if other else name)
    text = said.replace("I have", "Has")
    async with talking(store, tmp_path, {"extract": reader(found(text))}, extract_every=2) as talk:
        await talk.say("hello", by=bearer, place=GENERAL)  # it does not count for the other channel
        await talk.tell("erase", by=bearer)
        await talk.say(said, by=ANN)
        await talk.tell("erase confirm", by=bearer)
        await talk.say("how are you?", by=ANN)
        await talk.memory.settle()
        assert (text in await talk.knows(ANN)) == other


async def test_lore_the_assistant_keeps_is_held_to_it(talk: Talk) -> None:
    """R-23, R-18: a directive of a model is no way around."""
    await talk.tell("optout", by=BEN)
    told = await talk.say("what a day", by=ANN)
    assert await talk.memory.remember_lore("Ben is bald", told) is None
    await talk.tell("optin", by=BEN)
    kept = await talk.memory.remember_lore("Ben is bald", told)
    assert kept is not None
    assert (kept.subject, kept.named) == (LORE, (BEN.id,))
    assert BOT.id not in kept.named

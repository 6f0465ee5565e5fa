"""Looking after a guild: a channel's memory is emptied, and what was done is listed."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from dnam.commands import Command
from dnam.domain import Action, Place, Usage
from dnam.ports import Store
from scene import ANN, BEN, BOT, DEV, DM_ANN, GENERAL, STAFF, STAFF_THREAD, Scene, opened


async def test_purging_a_channel_asks_first_and_takes_only_that_channel(store: Store, tmp_path: Path) -> None:
    """N-13, N-02: what was said and kept in one channel goes; other channels stay."""
    async with opened(store, tmp_path) as scene:
        await scene.say("plums are ripe", place=DEV)
        await scene.tell("remember I love plums", place=DEV)
        await scene.tell("remember I love figs", place=GENERAL)
        told = await scene.tell("purge", by=BEN, place=DEV, manager=True)
        assert "- messages: 1\n" in told
        assert "!memory purge confirm" in told
        receipt = await scene.tell("purge confirm", by=BEN, place=DEV, manager=True)
        assert receipt.startswith("Erased:")
        assert [fact.text for fact in await scene.facts(ANN)] == ["Loves figs"]
        audit = await scene.tell("audit", by=BEN, place=DEV, manager=True)
        assert "erasure, channel:" in audit
        assert "plums" not in audit


async def test_a_purge_needs_a_preview_of_the_same_channel_within_minutes(
    store: Store, tmp_path: Path
) -> None:
    """N-05: a purge confirmed too late, elsewhere or without a preview changes nothing."""
    async with opened(store, tmp_path) as scene:
        await scene.tell("remember I love plums", place=DEV)
        assert "first" in await scene.tell("purge confirm", by=BEN, place=DEV, manager=True)
        await scene.tell("purge", by=BEN, place=GENERAL, manager=True)
        assert "first" in await scene.tell("purge confirm", by=BEN, place=DEV, manager=True)
        await scene.tell("purge", by=BEN, place=DEV, manager=True)
        scene.clock.advance(timedelta(minutes=11))
        assert "first" in await scene.tell("purge confirm", by=BEN, place=DEV, manager=True)
        assert "shows what would be erased" in await scene.tell("purge now", by=BEN, place=DEV, manager=True)
        assert len(await scene.facts(ANN)) == 1


async def test_a_direct_message_has_no_managers(store: Store, tmp_path: Path) -> None:
    """N-13, X-19: looking after a guild happens in the guild."""
    async with opened(store, tmp_path) as scene:
        for typed in ("purge", "audit", "spending"):
            told = await scene.tell(typed, by=ANN, place=DM_ANN, manager=True)
            assert "one of the server's channels" in told


async def audit(scene: Scene, place: Place = DEV) -> list[str]:
    """Let a manager read the log somewhere; return its lines without their times, oldest first."""
    told = await scene.tell("audit", by=BEN, place=place, manager=True)
    return [line.removeprefix("- ")[17:] for line in reversed(told.splitlines()[1:])]


async def plainly(scene: Scene, text: str) -> None:
    """Let Ann say something to the assistant in plain words."""
    command = Command(text=text, place=DEV, person=ANN, message=next(scene.numbers), assistant=BOT)
    assert await scene.memory.command(command)


async def test_whoever_changes_something_leaves_a_line(store: Store, tmp_path: Path) -> None:
    """N-13: who did what and where, by command or in plain words, and never with what words."""
    async with opened(store, tmp_path) as scene:
        await scene.say("hello")
        for typed in ("remember I love plums", "lore Plums rule", "show", "forget love", "undo", "undo", "x"):
            await scene.tell(typed)
        await plainly(scene, "Bot, remember that I love figs")
        await plainly(scene, "Bot, remember this")
        await plainly(scene, "Bot, forget that I love figs")
        await scene.tell("quarantine on", by=BEN, manager=True)
        done = ["remember", "lore", "forget", "undo", "undo", "remember", "remember", "forget"]
        lines = await audit(scene)
        assert lines[:-1] == [f"command, {deed}, by Ann, #dev" for deed in done]
        assert lines[-1] == "command, quarantine, by Ben, #dev"


async def test_the_log_is_told_in_the_language_of_who_reads_it(store: Store, tmp_path: Path) -> None:
    """N-19: what was done has a name people know, none of the program's."""
    async with opened(store, tmp_path, extract_enabled=True) as scene:
        await scene.say("I have a dog named Rex", place=DEV)
        await scene.settled()
        await scene.tell("remember I love plums")
        told = await scene.tell("audit", by=BEN, manager=True, language="de")
        assert "Befehl, remember, von Ann" in told
        assert "Fakt gelernt, " in told
        assert "memory_" not in told


async def test_what_was_done_in_private_is_listed_only_there(store: Store, tmp_path: Path) -> None:
    """N-13, R-01: an audit is for the audience of where it is typed, managers or not."""
    async with opened(store, tmp_path) as scene:
        for place in (DEV, STAFF, STAFF_THREAD, DM_ANN):
            await scene.say("hello", place=place)
            await scene.tell("remember I love plums", place=place)
        assert await audit(scene, DEV) == ["command, remember, by Ann, #dev"]
        assert [line.rpartition("#")[2] for line in await audit(scene, STAFF)] == ["dev", "staff", "hiring"]


async def test_the_log_says_nothing_from_which_a_text_can_be_guessed(store: Store, tmp_path: Path) -> None:
    """N-13, N-10: no id made of a text, and nothing a provider may have quoted."""
    async with opened(store, tmp_path, extract_enabled=True) as scene:
        await scene.say("I have a dog named Rex", place=DEV)
        await scene.settled()
        (fact,) = await scene.facts(ANN)
        quoted = Action(kind="memory_reply_error", at=scene.clock.now(), guild=DEV.guild, outcome="error: x")
        await store.log_action(replace(quoted, detail="cannot answer 'Rex?'"))
        lines = await audit(scene)
        assert lines == [f"fact learned, {fact.kind}, by Ann, #dev", "language model, error: x"]


async def test_who_opted_out_or_was_erased_is_not_named_in_the_log(store: Store, tmp_path: Path) -> None:
    """R-18, N-02: a line stays, whose it was does not."""
    async with opened(store, tmp_path) as scene:
        await scene.say("hello")
        await scene.tell("remember I love plums")
        await scene.tell("optout")
        assert await audit(scene) == ["command, remember, by somebody, #dev"]
        await scene.tell("erase")
        await scene.tell("erase confirm")
        assert await audit(scene) == ["command, remember, #dev"]


async def test_managers_see_what_models_cost_their_server_by_day(store: Store, tmp_path: Path) -> None:
    """N-14, N-13: calls, tokens and dollars of each day, of this server alone; nobody else sees them."""
    async with opened(store, tmp_path) as scene:
        now = scene.clock.now()
        usage = Usage(input_tokens=900, output_tokens=100, cost_usd=0.25)
        call = Action(kind="memory_extract_call", at=now, guild=DEV.guild, task="extract", usage=usage)
        day_before = replace(call, at=now - timedelta(days=1), usage=replace(usage, unpriced=1))
        long_ago = replace(call, at=now - timedelta(days=40))
        for action in (
            call,
            replace(call, task="reply"),
            day_before,
            long_ago,
            replace(call, guild=DEV.guild + 1),
        ):
            await store.log_action(action)
        told = await scene.tell("spending", by=BEN, place=DEV, manager=True)
        head, today, yesterday = told.splitlines()
        assert head.endswith("in the last 30 days: calls: 3, tokens: 3,000, $0.7500, without a price: 1")
        assert today == f"- {now:%Y-%m-%d}: calls: 2, tokens: 2,000, $0.5000"
        assert yesterday.endswith(": calls: 1, tokens: 1,000, $0.2500, without a price: 1")
        assert "takes no argument" in await scene.tell("spending x", by=BEN, place=DEV, manager=True)
        assert "Only those who manage" in await scene.tell("spending", by=BEN, place=DEV)

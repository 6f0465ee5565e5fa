"""Buttons, menus and suggestions: for the person who asked, for a while, and never for what is not theirs."""

from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, private_text, running_server, texts_in

from dnam.discord.buttons import label_of
from dnam.domain import Status, Task
from dnam.languages import reply
from dnam.ports import Store
from dnam.testing import ScriptedModel
from dnam.testing.sample_data import known


async def last(here: Server, channel: Any = None) -> Any:
    """Return the last message of a channel."""
    message = (channel or here.general).last_message
    assert message is not None
    return message


def items(message: Any) -> list[dict[str, Any]]:
    """Return the buttons and menus under a message."""
    return [item.to_dict() for row in message.components for item in row.children]


async def id_of(here: Server, text: str) -> str:
    """Return the id of a fact by its text."""
    return next(fact.id for fact in await here.memory.store.all_facts() if fact.text == text)


def manager(here: Server, name: str = "boss", guild: Any = None) -> Any:
    """Add somebody who manages a server."""
    place = guild or here.guild
    keepers = place.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    return place.add_member(here.env.create_user(name), roles=[keepers])


async def everything(here: Server) -> tuple[list[tuple[str, Status, bool, bool]], list[str]]:
    """Return all that is held, to see that nothing has changed."""
    facts = sorted((f.id, f.status, f.pinned, f.widened) for f in await here.memory.store.all_facts())
    return facts, await here.stored_texts()


# The wrong person


@pytest.mark.parametrize(
    "words", ["show", "forget I like", "pin I like", "show all", "remember I have a dog"]
)
async def test_nobody_else_presses_or_picks(store: Store, tmp_path: Path, words: str) -> None:
    """N-06, X-16: whatever stands under an answer, others are told it is not theirs; nothing is done."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        for text in ("I like tea", "I like figs"):
            await here.command(here.ann, f"remember {text}")
        await here.command(here.ann, words)
        answer = await last(here)
        before, shown = await everything(here), texts_in(here.general)
        pressed = 0
        for who in (here.ben, boss):
            for item in items(answer):
                picked, id_ = item.get("options"), item["custom_id"]
                result = (
                    await who.select(answer, [picked[0]["value"]], custom_id=id_)
                    if picked
                    else await who.click(answer, custom_id=id_)
                )
                assert private_text(result) == reply("en", "not_yours")
                pressed += 1
        assert pressed
        assert (await everything(here), texts_in(here.general)) == (before, shown)


async def test_nobody_else_confirms_or_cancels(store: Store, tmp_path: Path) -> None:
    """N-02, X-16: an erasure asked for where others see the buttons is still one person's."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        await here.command(here.ann, "remember I like tea")
        await here.command(boss, "purge")
        answer = await last(here)
        for label in ("Yes, for good", "No, keep it"):
            assert private_text(await here.ann.click(answer, label=label)) == reply("en", "not_yours")
        assert await here.facts(here.ann) == ["Likes tea"]
        await boss.click(answer, label="Yes, for good")
        assert await here.facts(here.ann) == []


async def test_a_manager_no_more_confirms_nothing(store: Store, tmp_path: Path) -> None:
    """N-13: what somebody may do is asked anew when they press."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        await here.command(here.ann, "remember I like tea")
        await here.command(boss, "purge")
        answer = await last(here)
        await here.bot.get_guild(here.guild.id).get_member(boss.id).edit(roles=[])
        await boss.click(answer, label="Yes, for good")
        assert "Only those who manage this server" in texts_in(here.general)[-1]
        assert await here.facts(here.ann) == ["Likes tea"]


async def test_several_matches_of_any_command_are_picked_from(store: Store, tmp_path: Path) -> None:
    """N-05, N-06: pin, unpin and everywhere ask with a menu which entry is meant, as forget does."""
    async with running_server(store, tmp_path) as here:
        for text in ("I like tea", "I like figs"):
            await here.command(here.ann, f"remember {text}")
        tea = await id_of(here, "Likes tea")
        for verb in ("pin", "unpin", "everywhere"):
            asked = await here.ann.slash(here.general, f"memory {verb}", entry="I like")
            assert "2 items match" in private_text(asked)
            done = await here.ann.select(asked.response, [tea])  # type: ignore[arg-type]
            assert "Likes tea" in private_text(done)
        facts = {fact.text: fact.widened for fact in await here.memory.store.all_facts()}
        assert facts == {"Likes tea": True, "Likes figs": False}


@pytest.mark.parametrize(
    ("label", "widened"), [("Yes, tell everybody", True), ("No, keep it private", False)]
)
async def test_what_was_said_in_private_is_widened_by_a_press(
    store: Store, tmp_path: Path, label: str, widened: bool
) -> None:
    """R-01, N-06: the answer says that it was private, and asks."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea", here.staff)
        asked = await here.ann.slash(here.staff, "memory everywhere", entry="tea")
        assert "said in private (#staff)" in private_text(asked)
        await here.ann.click(asked.response, label=label)  # type: ignore[arg-type]
        assert [fact.widened for fact in await here.memory.store.all_facts()] == [widened]


# Too late, or elsewhere


@pytest.mark.parametrize(("minutes", "erased"), [(9, True), (11, False)])
async def test_a_confirmation_is_good_for_ten_minutes(
    store: Store, tmp_path: Path, minutes: int, erased: bool
) -> None:
    """N-02, N-05: an old button says what to do instead, and nothing is erased."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        asked = await here.ann.slash(here.general, "memory erase")
        await here.env.advance_time(minutes * 60)
        done = private_text(await here.ann.click(asked.response, label="Yes, for good"))  # type: ignore[arg-type]
        assert done.startswith("Erased:" if erased else "Say `/memory erase` first")
        assert await here.facts(here.ann) == ([] if erased else ["Likes tea"])


async def test_a_confirmation_belongs_to_its_conversation(store: Store, tmp_path: Path) -> None:
    """N-02: what was asked in one channel is not confirmed by typing in another, nor by somebody else."""
    async with running_server(store, tmp_path) as here:
        await here.ann.slash(here.general, "memory remember", text="I like tea")
        await here.ann.slash(here.general, "memory erase")
        await here.command(here.ben, "erase")
        await here.ann.send_dm("!memory erase confirm")
        assert here.ann.user.dm_channel.last_message.content.startswith("Say `!memory erase` first")  # type: ignore[union-attr]
        assert await here.facts(here.ann) == ["Likes tea"]


async def test_what_is_gone_is_not_picked_any_more(store: Store, tmp_path: Path) -> None:
    """N-05: a menu whose entry was forgotten, or erased, meanwhile does nothing and says so."""
    async with running_server(store, tmp_path) as here:
        for text in ("I like tea", "I like figs"):
            await here.command(here.ann, f"remember {text}")
        await here.command(here.ann, "show")
        menu, tea = await last(here), await id_of(here, "Likes tea")
        await here.command(here.ann, "forget tea", here.dev)
        await here.ann.select(menu, [tea])
        assert "No item matches" in menu_text(here, menu)
        assert await here.facts(here.ann) == ["Likes figs"]
        erased = await here.ann.slash(here.general, "memory erase")
        await here.ann.click(erased.response, label="Yes, for good")  # type: ignore[arg-type]
        await here.command(here.ann, "remember I like plums")
        undo = await last(here)
        await here.command(here.ann, "forget plums", here.dev)
        await here.ann.click(undo, label="Undo")
        assert await here.facts(here.ann) == []


@pytest.mark.parametrize("verb", ["remember", "Remember", "lore"])
async def test_undo_takes_back_what_stands_above_it(store: Store, tmp_path: Path, verb: str) -> None:
    """N-05: the button under an older answer does not take back a newer change."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, f"{verb} We like  Tea " + "very " * 60 + "much")
        older = await last(here)
        await here.command(here.ann, "remember I like figs")
        newer = await last(here)
        before = await everything(here)
        await here.ann.click(older, label="Undo")
        assert menu_text(here, older).startswith("That was not your last change here")
        assert await everything(here) == before
        await here.ann.click(newer, label="Undo")
        (left,) = await here.memory.store.all_facts()
        assert left.text.startswith("We like Tea" if verb == "lore" else "Likes Tea")
        assert (await here.command(here.ann, "undo")).startswith("Undone")
        assert await here.memory.store.all_facts() == []


async def test_undo_works_under_every_change(store: Store, tmp_path: Path) -> None:
    """N-05: typed, chosen from a menu, or asked in plain words: the button takes back exactly that."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        tea = await everything(here)
        for words in ("pin tea", "everywhere tea", "edit tea -> I like mint tea", "forget tea"):
            await here.command(here.ann, words)
            assert await everything(here) != tea
            await here.ann.click(await last(here), label="Undo")
            assert await everything(here) == tea
        await here.command(here.ann, "show")
        menu = await last(here)
        await here.ann.select(menu, [await id_of(here, "Likes tea")])
        await here.ann.click(menu, label="Undo")
        assert await everything(here) == tea
        await here.ask(here.ann, "remember that I like figs")
        await here.ann.click(await last(here), label="Undo")
        assert await everything(here) == tea


def menu_text(here: Server, message: Any) -> str:
    """Return what a message says by now."""
    return next(each.content for each in here.general.history() if each.id == message.id)


async def test_a_place_that_is_served_no_more_answers_no_press(store: Store, tmp_path: Path) -> None:
    """DC-08: a button outlives the allowlist it was made under, and does nothing then."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        undo = await last(here)
        async with here.restarted(discord_guilds=(1,)):
            await here.ann.click(undo, label="Undo")
            assert "I do not serve this place" in menu_text(here, undo)
        assert await here.facts(here.ann) == ["Likes tea"]


# What is offered while one types


async def offered(who: Any, channel: Any, verb: str, typed: str = "") -> list[str]:
    """Return the names of what is offered for a command."""
    return [choice["name"] for choice in await who.autocomplete(channel, f"memory {verb}", "entry", typed)]


async def test_only_what_may_be_heard_here_is_offered(store: Store, tmp_path: Path) -> None:
    """R-01, X-13: suggestions follow the one rule too, though only the asker sees them."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        await here.command(here.ann, "remember I like secrets", here.staff)
        await here.ann.send_dm("!memory remember I like a new job")
        await here.command(here.ben, "remember I like figs")
        assert await offered(here.ann, here.dev, "forget") == ["Likes tea"]
        assert sorted(await offered(here.ann, here.staff, "forget")) == ["Likes secrets", "Likes tea"]
        assert await offered(here.ben, here.general, "forget") == ["Likes figs"]
        alone = await here.ann.user.autocomplete("memory forget", "entry", "")
        assert len(alone) == 3
        assert "Likes figs" not in {choice["name"] for choice in alone}


@pytest.mark.parametrize("verb", ["forget", "edit", "pin", "unpin", "everywhere"])
async def test_only_what_one_may_do_this_to_is_offered(store: Store, tmp_path: Path, verb: str) -> None:
    """N-06, R-17: what others said of themselves is nobody else's; what is offered is then done."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ben, "remember I like figs")
        await here.command(here.ann, "remember I like tea")
        await here.ann.slash(here.general, "memory remember", text="plays the oboe", about=here.ben)
        choices = await here.ann.autocomplete(here.general, f"memory {verb}", "entry", "")
        assert "Likes tea" in {choice["name"] for choice in choices}
        assert "Likes figs" not in {choice["name"] for choice in choices}
        for choice in choices:
            more = {"text": f"{choice['name']} always"} if verb == "edit" else {}
            result = await here.ann.slash(here.general, f"memory {verb}", entry=choice["value"], **more)
            assert "not yours" not in private_text(result)
            assert "Only the person" not in private_text(result)


async def test_no_facts_no_choices(store: Store, tmp_path: Path) -> None:
    """N-06: somebody without facts, or whose words fit none, or who is not served, is offered nothing."""
    async with running_server(store, tmp_path, discord_guilds=()) as here:
        assert await offered(here.ann, here.general, "forget") == []
    async with running_server(store, tmp_path) as here:
        assert await offered(here.ann, here.general, "forget") == []
        await here.command(here.ann, "remember I like tea")
        assert await offered(here.ann, here.general, "forget", "coffee") == []
        await here.command(here.ann, "forget tea")
        assert await offered(here.ann, here.general, "forget") == []


async def test_who_opted_out_is_offered_nothing(store: Store, tmp_path: Path) -> None:
    """R-18: what is hidden is hidden from suggestions too."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        await here.ann.slash(here.general, "memory optout")
        assert await offered(here.ann, here.general, "forget") == []


async def test_at_most_twenty_five_choices_that_fit(store: Store, tmp_path: Path) -> None:
    """N-06, N-07: Discord takes 25 choices of 100 characters; long and wide ones are cut, none is empty."""
    async with running_server(store, tmp_path, remember_per_hour=100) as here:
        for number in range(30):
            await here.command(here.ann, f"remember Likes plum {number} {'🌱' * 90}")
        names = await offered(here.ann, here.general, "forget")
        assert len(names) == 25
        assert all(0 < len(name.encode("utf-16-le")) // 2 <= 100 for name in names)
        assert len({*names}) == 25
        await here.command(here.ann, "show")
        (menu,) = [item for item in items(await last(here)) if "options" in item]
        assert 0 < len(menu["options"]) <= 25


@pytest.mark.parametrize(
    "text", ["x" * 500, "🌱" * 300, "a🌱" * 100, "short", "👩‍👩‍👧‍👦 family", "مرحبا " * 40]
)
def test_a_label_fits_however_it_is_counted(text: str) -> None:
    """N-07: no label is over 100, in characters or in Discord's units of two bytes."""
    label = label_of(known(text))
    assert 0 < len(label) <= len(label.encode("utf-16-le")) // 2 <= 100
    assert label == text.strip() or text.startswith(label.removesuffix("…"))


# Asked unbidden


async def contradicted(here: Server) -> None:
    """Let Ann and Ben say of Ann what cannot both be so, and let Ann ask something."""
    await here.ann.send(here.general, "I live in Oslo.")
    await here.command(here.ben, f"remember {here.ann.mention} lives in Rome")
    await here.ask(here.ann, "how are you?")


async def test_a_person_is_asked_once_which_of_two_facts_is_right(store: Store, tmp_path: Path) -> None:
    """DC-07, N-16: after an answer, with a press for each and for both; the same is never asked again."""
    models: dict[Task, ScriptedModel] = {"reply": ScriptedModel(["Fine.", "Still fine."])}
    async with running_server(store, tmp_path, models=models, discord_ask_conflicts=True) as here:
        await contradicted(here)
        question = await last(here)
        assert question.content.startswith(reply("en", "review_ask"))
        assert {item["label"] for item in items(question)} == {
            "Lives in Rome",
            "Lives in Oslo",
            "Both are right",
        }
        assert await here.ask(here.ann, "and now?") == "Still fine."
        assert private_text(await here.ben.click(question, label="Lives in Rome")) == reply("en", "not_yours")
        await here.ann.click(question, label="Lives in Oslo")
        assert await here.facts(here.ann) == ["Lives in Oslo"]


async def test_both_may_be_right_and_nobody_is_asked_by_default(store: Store, tmp_path: Path) -> None:
    """DC-07, N-16: a press says so, and the pair is not listed again; by default nobody is asked."""
    models: dict[Task, ScriptedModel] = {"reply": ScriptedModel(["Fine.", "Fine."])}
    async with running_server(store, tmp_path, models=models) as here:
        await contradicted(here)
        assert texts_in(here.general)[-1] == "Fine."
        async with here.restarted(discord_ask_conflicts=True):
            await here.ask(here.ann, "how are you?")
            await here.ann.click(await last(here), label="Both are right")
            assert len(await here.facts(here.ann)) == 2
            assert "Nothing I know about you is there twice" in await here.command(here.ann, "review")


async def test_what_not_everybody_here_may_hear_is_not_asked_about(store: Store, tmp_path: Path) -> None:
    """R-01, N-16: a contradiction with something said in private is no question for the channel."""
    models: dict[Task, ScriptedModel] = {"reply": ScriptedModel(["Fine."])}
    async with running_server(store, tmp_path, models=models, discord_ask_conflicts=True) as here:
        await here.ann.send(here.general, "I live in Oslo.")
        await here.command(here.ann, "remember I live in Rome", here.staff)
        assert await here.ask(here.ann, "how are you?") == "Fine."

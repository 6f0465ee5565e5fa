"""Every command, as a slash command and typed: what it does to memory, and whom it refuses."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
from server import Server, as_bot, private_text, running_server

from dnam.audience import session_key
from dnam.discord.conversion import place_of
from dnam.discord.slash import ADMIN_COMMANDS, COMMANDS
from dnam.domain import LORE, Fact, Status, Task
from dnam.ports import ChatModel, Store
from dnam.testing import ScriptedModel

WAYS = ("slash", "typed")


@dataclass
class Way:
    """One of the two ways to give a command, for Ann or somebody else."""

    here: Server
    way: str

    async def __call__(self, verb: str, typed: str = "", *, who: Any = None, **options: Any) -> str:
        """Run a command either way; return what is answered, wherever that is."""
        here, who = self.here, who or self.here.ann
        if self.way == "slash":
            group = "memory-admin" if verb in {each.name for each in ADMIN_COMMANDS} else "memory"
            return private_text(await who.slash(here.general, f"{group} {verb}", **options))
        answer = await here.command(who, f"{verb} {typed}".strip())
        if answer != "I have answered you in a direct message.":
            return answer
        return str(who.user.dm_channel.last_message.content)

    async def fact(self, text: str = "Likes tea") -> Fact:
        """Return a fact as it is held."""
        people = (self.here.ann.id, self.here.ben.id, LORE)
        held = [fact for id_ in people for fact in await self.here.memory.store.facts_of(id_)]
        (found,) = [fact for fact in held if fact.text == text]
        return found


Deed = Callable[[Server, Way], Awaitable[None]]
DEEDS: dict[str, Deed] = {}


def deed(work: Deed) -> Deed:
    """Note what proves a command, by its name."""
    DEEDS[work.__name__.removesuffix("_")] = work
    return work


async def state(here: Server) -> dict[str, Any]:
    """Return everything a command could change, to see that it did not."""
    store, guild = here.memory.store, here.guild.id
    people = [here.ann.id, here.ben.id, here.general.id]
    return {
        "facts": sorted(map(repr, await store.all_facts())),
        "messages": await here.stored_texts(),
        "choices": sorted(map(repr, await store.choices(guild, people))),
        "summaries": await store.all_summaries(),
        "actions": len(await store.actions(guild=guild)),
    }


def manager(here: Server, guild: Any = None, **permissions: bool) -> Any:
    """Add somebody with rights to a server."""
    place, may = guild or here.guild, permissions or {"manage_guild": True}
    role = place.create_role("Keepers", permissions=discord.Permissions(**may))
    return place.add_member(here.env.create_user("boss"), roles=[role])


@deed
async def show(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    before = await state(here)
    assert "Likes tea" in await do("show")
    assert await state(here) == before
    await do("forget", "1", entry="1")  # its numbers can be used
    assert await here.facts(here.ann) == []


@deed
async def remember(here: Server, do: Way) -> None:
    await do("remember", "I like tea", text="I like tea")
    await do("remember", f"{here.ben.mention} plays the oboe", text="plays the oboe", about=here.ben)
    assert await here.facts(here.ann) == ["Likes tea"]
    oboe = await do.fact("Plays the oboe")
    assert (oboe.subject, oboe.asserted_by) == (here.ben.id, here.ann.id)


@deed
async def forget(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await do("forget", "tea", entry="tea")
    assert (await do.fact()).status is Status.FORGOTTEN


@deed
async def edit(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await do("edit", "tea -> I like mint tea", entry="tea", text="I like mint tea")
    assert await here.facts(here.ann) == ["Likes mint tea"]


@deed
async def undo(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await here.command(here.ann, "remember I like figs")
    await do("undo")
    assert await here.facts(here.ann) == ["Likes tea"]


@deed
async def pin(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await do("pin", "tea", entry="tea")
    assert (await do.fact()).pinned


@deed
async def unpin(here: Server, do: Way) -> None:
    await pin(here, do)
    await do("unpin", "tea", entry="tea")
    assert not (await do.fact()).pinned


@deed
async def everywhere(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea", here.staff)
    await here.command(here.ann, "remember I like figs")
    await do("everywhere", "figs", entry="figs")
    assert (await do.fact("Likes figs")).widened
    assert "No item matches" in await do("everywhere", "tea", entry="tea")  # it cannot be heard here
    assert not (await do.fact()).widened


@deed
async def search(here: Server, do: Way) -> None:
    await here.ann.send(here.dev, "I planted a plum tree behind the shed.")
    await here.memory.settle()
    before = await state(here)
    assert "plum tree" in await do("search", "plum tree", text="plum tree")
    assert await state(here) == before


@deed
async def why(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I prefer mint tea")
    await here.ask(here.ann, "which tea?")
    await here.memory.settle()
    before = await state(here)
    assert "Prefers mint tea" in await do("why")
    assert await state(here) == before


@deed
async def lore(_: Server, do: Way) -> None:
    await do("lore", "We began as a club", text="We began as a club")
    assert (await do.fact("We began as a club")).subject == LORE
    assert "We began as a club" in await do("lore")


@deed
async def reset(here: Server, do: Way) -> None:
    await here.ann.send(here.general, "I planted a plum tree behind the shed.")
    await here.ask(here.ann, "hello?")
    await here.memory.settle()
    session = session_key(place_of(here.channel(here.general)))
    assert await here.memory.store.get_summary(session) is not None
    await do("reset", "rolling")
    assert await here.memory.store.get_summary(session) is None


@deed
async def export(here: Server, do: Way) -> None:
    """N-12: the files come in a direct message, whichever way somebody asks."""
    await here.command(here.ann, "remember I like tea")
    await do("export")
    last = here.ann.user.dm_channel.last_message
    assert last is not None
    assert [file.filename for file in last.attachments] == [
        f"memory-of-{here.ann.id}.md",
        f"memory-of-{here.ann.id}.json",
    ]


@deed
async def erase(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await here.command(here.ben, "remember I like figs")
    await here.ann.send(here.general, "Nobody knows me here.")
    assert "Yes" not in await do("erase")
    assert await here.facts(here.ann) == ["Likes tea"]
    if do.way == "typed":
        assert (await do("erase", "confirm")).startswith("Erased:")
    else:
        asked = await here.ann.slash(here.general, "memory erase")
        await here.ann.click(asked.response, label="Yes, for good")  # type: ignore[arg-type]
    assert [fact.text for fact in await here.memory.store.all_facts()] == ["Likes figs"]
    assert await here.stored_texts() == []


@deed
async def optout(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await do("optout")
    assert (await do.fact()).muted
    await here.ann.send(here.general, "Nobody knows me here.")
    assert await here.stored_texts() == []
    await do("optout", "erase", erase=True)
    assert await here.memory.store.all_facts() == []


@deed
async def optin(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await here.ann.slash(here.general, "memory optout")
    await do("optin")
    assert not (await do.fact()).muted
    await here.ann.send(here.general, "I am back.")
    assert await here.stored_texts() == ["I am back."]


async def claimed(here: Server) -> None:
    """Let Ben say something of Ann that waits for her word."""
    await here.command(manager(here), "quarantine on")
    await here.command(here.ben, f"remember {here.ann.mention} plays the oboe")


@deed
async def claims(here: Server, do: Way) -> None:
    await claimed(here)
    assert (await do.fact("Plays the oboe")).status is Status.CLAIMED
    assert "Plays the oboe" in await do("claims")
    assert (await do.fact("Plays the oboe")).status is Status.CLAIMED


@deed
async def accept(here: Server, do: Way) -> None:
    await claims(here, do)
    await do("accept", "1", number=1)
    assert (await do.fact("Plays the oboe")).status is Status.ACTIVE


@deed
async def refuse(here: Server, do: Way) -> None:
    await claims(here, do)
    await do("refuse", "1", entry="1")
    assert (await do.fact("Plays the oboe")).status is Status.FORGOTTEN
    await do("refuse")
    await here.ben.send(here.general, f"{here.ann.mention} lives in Oslo.")
    assert await here.facts(here.ann) == []


@deed
async def review(here: Server, do: Way) -> None:
    for text in ("I use plums for baking", "I use plums for baking cakes"):
        await here.command(here.ann, f"remember {text}")
    before = await state(here)
    assert "Almost the same" in await do("review")
    assert await state(here) == before


@deed
async def help_(here: Server, do: Way) -> None:
    before = await state(here)
    listed = await do("help")
    assert {each.verb for each in (*COMMANDS, *ADMIN_COMMANDS)} - {"help"} <= {
        *listed.replace("`", " ").split()
    }
    assert await state(here) == before


@deed
async def purge(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await here.command(here.ann, "remember I like figs", here.dev)
    boss = manager(here)
    await do("purge", who=boss)
    assert len(await here.facts(here.ann)) == 2
    if do.way == "typed":
        await do("purge", "confirm", who=boss)
    else:
        asked = await boss.slash(here.general, "memory-admin purge")
        await boss.click(asked.response, label="Yes, for good")
    assert await here.facts(here.ann) == ["Likes figs"]


@deed
async def backfill(here: Server, do: Way) -> None:
    """What it reads is tried in test_backfill.py."""
    boss = manager(here)
    assert "I read" in await do("backfill", who=boss) or do.way == "slash"


@deed
async def audit(here: Server, do: Way) -> None:
    boss = manager(here)
    await here.command(here.ann, "remember I like tea")
    await here.command(boss, "purge")
    await here.command(boss, "purge confirm")
    before = await state(here)
    log = await do("audit", who=boss)
    assert "erasure" in log
    assert "tea" not in log
    assert await state(here) == before


@deed
async def spending(here: Server, do: Way) -> None:
    assert "No language model was asked" in await do("spending", who=manager(here))


@deed
async def exclude(here: Server, do: Way) -> None:
    await here.command(here.ann, "remember I like tea")
    await do("exclude", who=manager(here))
    assert (await do.fact()).muted
    await here.ann.send(here.general, "Nobody hears this.")
    await here.ann.send(here.dev, "This is heard.")
    assert await here.stored_texts() == ["This is heard."]


@deed
async def include(here: Server, do: Way) -> None:
    boss = manager(here)
    await here.command(boss, "exclude")
    await do("include", who=boss)
    await here.ann.send(here.general, "I am heard.")
    assert await here.stored_texts() == ["I am heard."]


@deed
async def consent(here: Server, do: Way) -> None:
    boss = manager(here)
    await do("consent", "optin", who=boss, mode="optin")
    await here.ann.send(here.general, "Nobody hears this.")
    assert await here.stored_texts() == []
    await do("consent", "optout", who=boss, mode="optout")
    await here.ann.send(here.general, "I am heard.")
    assert await here.stored_texts() == ["I am heard."]


@deed
async def settings(here: Server, do: Way) -> None:
    boss = manager(here)
    await do("settings", "language de", who=boss, name="language", value="de")
    assert (await here.memory.guilds.of(here.guild.id)).language == "de"


@deed
async def quarantine(here: Server, do: Way) -> None:
    boss = manager(here)
    for switch, status in (("on", Status.CLAIMED), ("off", Status.ACTIVE)):
        await do("quarantine", switch, who=boss, switch=switch)
        await here.command(here.ben, f"remember {here.ann.mention} is {switch} the list")
        assert (await do.fact(f"Is {switch} the list")).status is status


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("verb", [each.name for each in (*COMMANDS, *ADMIN_COMMANDS)])
async def test_every_command_does_what_it_says(store: Store, tmp_path: Path, verb: str, way: str) -> None:
    """DC-83..90, N-05, N-06, N-13, R-03, R-11, R-18: each is proven by what memory holds afterwards."""
    options: dict[str, Any] = {"rolling_enabled": True, "rolling_every": 1} if verb == "reset" else {}
    models: dict[Task, ChatModel] = {"reply": ScriptedModel(["Mint."])} if verb == "why" else {}
    async with running_server(store, tmp_path, models=models, **options) as here:
        await DEEDS[verb](here, Way(here, way))
        assert here.env.errors == []


ASKS: dict[str, tuple[str, dict[str, str]]] = {
    **{each.name: ("", {}) for each in ADMIN_COMMANDS},
    "consent": ("optin", {"mode": "optin"}),
    "quarantine": ("on", {"switch": "on"}),
    "settings": ("language de", {"name": "language", "value": "de"}),
}


async def visitor(here: Server) -> Any:
    """Let somebody come who manages another server, and let them and Ann see the managers' commands here."""
    user, cooks = here.env.create_user("visitor"), here.env.create_guild("Cooks")
    role = cooks.create_role("Keepers", permissions=discord.Permissions(administrator=True))
    cooks.add_member(user, roles=[role])
    guest = here.guild.add_member(user)
    with as_bot(here.env):
        commands = await here.bot.tree.fetch_commands()
    (managing,) = [command for command in commands if command.name == "memory-admin"]
    assert "memory-admin purge" not in here.ann.available_commands(here.general)
    here.guild.set_command_permissions(managing, {here.ann: True, guest: True})
    return guest


@pytest.mark.parametrize("verb", [each.name for each in ADMIN_COMMANDS])
async def test_managing_is_for_managers_of_this_server(store: Store, tmp_path: Path, verb: str) -> None:
    """N-13: others, managers of another server too, are refused, typed and by slash; nothing is changed."""
    async with running_server(store, tmp_path) as here:
        guest, (words, options) = await visitor(here), ASKS[verb]
        await here.command(here.ann, "remember I like tea")
        before = await state(here)
        for who in (here.ann, guest):
            for do in (Way(here, "slash"), Way(here, "typed")):
                assert "Only those who manage this server" in await do(verb, words, who=who, **options)
        await here.command(guest, f"{verb} confirm")
        assert await state(here) == before


@pytest.mark.parametrize("verb", [each.name for each in ADMIN_COMMANDS])
async def test_managing_is_not_done_in_a_direct_message(store: Store, tmp_path: Path, verb: str) -> None:
    """N-13, X-19: in a DM nobody manages anything, whatever they are in a server; nothing is changed."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        before = await state(here)
        await boss.send_dm(f"!memory {verb} {ASKS[verb][0]}".strip())
        answer = boss.user.dm_channel.last_message
        assert "Only those who manage this server" in answer.content
        assert f"memory-admin {verb}" not in boss.user.available_commands()
        assert await state(here) == before


@pytest.mark.parametrize("right", ["administrator", "manage_guild"])
async def test_an_administrator_manages_too(store: Store, tmp_path: Path, right: str) -> None:
    """N-13: Discord's right to manage the server, or all rights, make a manager; others do not."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here, **{right: True})
        assert "erasure" not in await here.command(boss, "audit")
        assert "action log" in await here.command(boss, "audit")
        helper = manager(here, manage_messages=True, manage_channels=True, kick_members=True)
        assert "Only those who manage" in await here.command(helper, "audit")


def test_every_command_has_its_proof() -> None:
    """N-06: no command is without a test of what it does."""
    assert DEEDS.keys() == {each.name for each in (*COMMANDS, *ADMIN_COMMANDS)}

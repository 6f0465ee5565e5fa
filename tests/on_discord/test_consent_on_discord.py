"""Consent on Discord: the first-use notice, opting out and in, excluded channels, who must agree."""

from pathlib import Path
from typing import Any

import discord
from server import Server, private_text, running_server, texts_in

from dnam.ports import Store
from dnam.testing import ScriptedModel

NOTICE = "I remember what is said here. `!memory optout` makes me stop."


def manager(here: Server) -> Any:
    """Return somebody who manages the server."""
    keepers = here.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    return here.guild.add_member(here.env.create_user("boss"), roles=[keepers])


async def test_the_first_answer_comes_with_a_notice(store: Store, tmp_path: Path) -> None:
    """R-18: each person is told once, in small letters under their first answer."""
    model = ScriptedModel(["Hi Ann.", "Hi again.", "Hi Ben."])
    async with running_server(store, tmp_path, models={"reply": model}, notice=NOTICE) as here:
        await here.ask(here.ann, "hello")
        assert texts_in(here.general)[1:] == ["Hi Ann.", f"-# {NOTICE}"]
        assert await here.ask(here.ann, "hello again") == "Hi again."
        assert await here.ask(here.ben, "hello") == f"-# {NOTICE}"
        assert not any(NOTICE in text for text in await here.stored_texts())


async def test_the_first_command_comes_with_a_notice(store: Store, tmp_path: Path) -> None:
    """R-18: typed, by slash command or in plain words, each person is told once, with their answer."""
    async with running_server(store, tmp_path, notice=NOTICE) as here:
        first = await here.ann.slash(here.general, "memory remember", text="I like tea")
        assert private_text(first) == f'Remembered about ann: "Likes tea"\n-# {NOTICE}'
        assert private_text(await here.ann.slash(here.general, "memory undo")).endswith(NOTICE) is False
        assert await here.command(here.ann, "remember I like figs") == 'Remembered about ann: "Likes figs"'
        typed = await here.command(here.ben, "remember I like plums")
        assert typed == f'Remembered about ben: "Likes plums"\n-# {NOTICE}'
        cat, dan = (here.guild.add_member(here.env.create_user(name)) for name in ("cat", "dan"))
        assert (await here.ask(cat, "remember that I like rye")).endswith(f"\n-# {NOTICE}")
        assert not (await here.ask(cat, "what do you know about me?")).endswith(NOTICE)
        await dan.slash(here.general, "memory optout")
        assert not texts_in(here.general)[-1].endswith(NOTICE)


async def test_a_notice_that_did_not_arrive_comes_again(store: Store, tmp_path: Path) -> None:
    """R-18: somebody is told once it has reached them, after an answer and after a command."""
    model = ScriptedModel(["Hi.", "Hi again."])
    async with running_server(store, tmp_path, models={"reply": model}, notice=NOTICE) as here:
        fault = {"method": "POST", "path": f"*{here.general.id}/messages", "status": 403, "code": 50013}
        here.env.inject_error("POST", f"/channels/{here.general.id}/messages", status=403)
        assert await here.command(here.ann, "help") == "!memory help"
        first = here.env.backend.subscribers[:]

        def refuse(event: str, payload: Any) -> None:
            if event == "MESSAGE_CREATE" and payload["author"]["id"] == str(here.me.id):
                here.env.backend.faults.append({**fault, "times": 1, "message": "no"})
                here.env.backend.subscribers[:] = first

        here.env.backend.subscribers.append(refuse)
        assert await here.ask(here.ann, "hello") == "Hi."
        assert here.logged("discord_notice") == ["could not send a notice"]
        assert await here.ask(here.ann, "hello") == f"-# {NOTICE}"
        assert not (await here.command(here.ann, "help")).endswith(NOTICE)


async def test_a_notice_beside_a_full_answer(store: Store, tmp_path: Path) -> None:
    """R-18, X-12: where it does not fit the answer's message it comes in one of its own."""
    notice = NOTICE * 20
    async with running_server(store, tmp_path, notice=notice) as here:
        await here.command(here.ann, "help")
        _, shown, beside = texts_in(here.general)
        assert shown.startswith("What you can say to your memory")
        assert beside == f"-# {notice}"
        answered = await here.ben.slash(here.general, "memory help")
        assert NOTICE not in private_text(answered)
        (after,) = answered.followups
        assert (after.content, after.ephemeral) == (f"-# {notice}", True)


async def test_opting_out_works_at_once(store: Store, tmp_path: Path) -> None:
    """R-18, N-03: nothing is kept, learned or shown from then on; opting in brings back what was hidden."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "I live in Oslo.")
        await here.memory.settle()
        assert "opted out" in private_text(await here.ann.slash(here.general, "memory optout"))
        await here.ann.send(here.general, "I love figs.")
        answer = await here.ask(here.ben, f"what do you know about {here.ann.mention}?")
        assert "Oslo" not in answer
        assert "I love figs." not in await here.stored_texts()
        assert "remembered from now on" in private_text(await here.ann.slash(here.general, "memory optin"))
        answer = await here.ask(here.ben, f"what do you know about {here.ann.mention}?")
        assert "Oslo" in answer


async def test_opting_out_may_erase_too(store: Store, tmp_path: Path) -> None:
    """R-18, N-02: with `erase` what was kept goes for good; typed in a channel it is answered in a DM."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        result = await here.ann.slash(here.general, "memory optout", erase=True)
        assert "Erased:" in private_text(result)
        assert await store.facts_of(here.ann.id) == []
        assert await here.command(here.ben, "optout") == "I have answered you in a direct message."


async def test_an_excluded_channel_is_not_remembered(store: Store, tmp_path: Path) -> None:
    """R-18, N-03, N-13: a manager closes a channel to memory and opens it again; others cannot."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        assert "Only those who manage" in await here.command(here.ann, "exclude", here.dev)
        assert "nothing in this channel is stored" in private_text(
            await boss.slash(here.dev, "memory-admin exclude")
        )
        await here.ann.send(here.dev, "I live in Oslo.")
        await here.ann.send(here.general, "I love figs.")
        assert await here.facts(here.ann) == ["Loves figs"]
        await boss.slash(here.dev, "memory-admin include")
        await here.ann.send(here.dev, "I live in Rome.")
        assert sorted(await here.facts(here.ann)) == ["Lives in Rome", "Loves figs"]


async def test_where_people_must_agree_nothing_is_kept_before(store: Store, tmp_path: Path) -> None:
    """R-18, N-03: in a server that asks for agreement only those who gave it are remembered."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        mode = await boss.slash(here.general, "memory-admin consent", mode="optin")
        assert "only once they say" in private_text(mode)
        await here.ann.send(here.general, "I live in Oslo.")
        await here.ben.slash(here.general, "memory optin")
        await here.ben.send(here.general, "I live in Rome.")
        assert (await here.facts(here.ann), await here.facts(here.ben)) == ([], ["Lives in Rome"])


async def test_the_answer_without_a_model_says_truly_whether_it_is_kept(store: Store, tmp_path: Path) -> None:
    """R-18, R-21: who opted out, did not agree yet, or speaks in an excluded channel is told so."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        assert await here.ask(here.ben, "any news?") == "I do not know: nothing I remember answers this."
        await here.ann.slash(here.general, "memory optout")
        assert (await here.ask(here.ann, "any news?")).endswith(
            "You have opted out: I keep nothing new of yours and show nothing. "
            "`!memory optin` ends that, `!memory erase` erases what was kept."
        )
        await boss.slash(here.dev, "memory-admin exclude")
        answer = await here.ask(here.ben, "any news?", here.dev)
        assert answer.endswith("those who manage the server excluded it.")
        await boss.slash(here.general, "memory-admin consent", mode="optin")
        cat = here.guild.add_member(here.env.create_user("cat"))
        assert (await here.ask(cat, "any news?")).endswith("only once they agree: say `!memory optin`.")
        assert "any news?" not in (await here.stored_texts())[1:]


async def test_what_others_say_waits_for_ones_word(store: Store, tmp_path: Path) -> None:
    """N-10, R-17: claims are listed with menus to accept or refuse them, for their subject alone."""
    async with running_server(store, tmp_path) as here:
        boss = manager(here)
        await boss.slash(here.general, "memory-admin quarantine", switch="on")
        for text in ("plays the oboe", "snores"):
            await here.ben.slash(here.general, "memory remember", text=text, about=here.ann)
        claims = await here.ann.slash(here.general, "memory claims")
        assert "Plays the oboe" in private_text(claims)
        held = {fact.text: fact.id for fact in await store.facts_of(here.ann.id)}
        menu, shown = f"dnam:{here.ann.id}:+accept", claims.response
        assert shown is not None
        await here.ann.select(shown, [held["Plays the oboe"]], custom_id=menu)
        await here.ann.slash(here.general, "memory claims")
        refused = await here.ann.slash(here.general, "memory refuse", entry="1")
        assert private_text(refused) == 'Refused: "ann: Snores"'
        assert await here.facts(here.ann) == ["Plays the oboe"]

"""Discord as it really is: deleted channels, refused parts, busy servers, unreadable pasts, hidden links."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from discord.http import HTTPClient
from server import running_server, texts_in
from test_catchup import settled, while_away
from test_transparency import mirrored
from test_transparency import settled as shown_in

from dnam.discord.messages import context_files
from dnam.discord.sending import plain_links
from dnam.domain import Place, Scope, Visibility
from dnam.ports import Store
from dnam.settings import Settings
from dnam.testing import ScriptedModel
from scene import NOON


def test_ids_choose_context_files_and_threads_inherit_from_their_parent(tmp_path: Path) -> None:
    """F-05: a thread or another server's channel that bears a private channel's name gets nothing of it."""
    folder = tmp_path / "channels"
    folder.mkdir()
    for name in ("staff", "73", "71"):
        (folder / f"{name}.md").write_text("rules")
    settings = Settings(context_dir=tmp_path)

    def files(**where: Any) -> list[str]:
        place = Place(guild=500, visibility=Visibility.PUBLIC, name="staff", **where)
        return [Path(file).name for file in context_files(settings, place, NOON)]

    assert files(channel=75, parent=71) == ["71.md"]
    assert files(channel=999) == []
    assert files(channel=73) == ["73.md"]


@pytest.mark.parametrize("forgets", [True, False])
async def test_a_deleted_channel_takes_what_was_said_there_with_it(
    store: Store, tmp_path: Path, forgets: bool
) -> None:
    """F-15, R-28: as deleting each message does, its threads included; a setting keeps it instead."""
    async with running_server(store, tmp_path, discord_forget_deleted_channels=forgets) as here:
        await here.ann.send(here.dev, "I have a dog named Rex.")
        backend: Any = here.env.backend
        thread = backend.create_thread(here.dev.id, "pets", owner_id=here.ann.id)
        backend.create_message(thread.id, here.ann.id, "I have a cat named Miso.")
        await here.env.settle()
        await here.ann.send(here.general, "I live in Oslo.")
        assert len(await here.facts(here.ann)) == 3
        backend.delete_channel(here.dev.id)
        await here.env.settle()
        assert await here.facts(here.ann) == (["Lives in Oslo"] if forgets else await here.facts(here.ann))
        assert len(await here.stored_texts()) == (1 if forgets else 3)


@pytest.mark.parametrize("how", ["erase", "opt out"])
async def test_who_erased_or_opted_out_gets_no_message_when_others_talk(
    store: Store, tmp_path: Path, how: str
) -> None:
    """F-31: a summary of what others say brings nobody's name back."""
    rolling: dict[str, Any] = {"rolling_enabled": True, "rolling_every": 1}
    async with (
        mirrored(store, tmp_path) as (here, channel),
        here.restarted(discord_memory_channel=channel.id, **rolling),
    ):
        await here.command(here.ann, "remember I like tea")
        assert len(await shown_in(here, channel)) == 1
        if how == "erase":
            await here.memory.erase(Scope(kind="person", id=here.ann.id))
        else:
            await here.ann.send_dm("!memory optout")
        await shown_in(here, channel)
        await here.ask(here.ben, "what about the weather?")
        await here.ask(here.ben, "and tomorrow?")
        assert [text for text in await shown_in(here, channel) if "ann" in text] == []


async def test_one_unreadable_message_of_the_past_costs_that_message_alone(
    store: Store, tmp_path: Path
) -> None:
    """F-32: the rest of the shard is caught up on, and deletions are followed."""
    async with running_server(store, tmp_path) as here:
        await here.ann.send(here.general, "I like tea.")
        await settled(here)
        await here.env.advance_time(3600)
        odd = while_away(here, here.general, here.ann, "This one is odd.")
        while_away(here, here.general, here.ann, "I live in Oslo.")
        while_away(here, here.dev, here.ben, "I love figs.")
        with telling_no_author_of(odd):
            async with here.restarted():
                await settled(here)
                assert await here.stored_texts() == ["I like tea.", "I live in Oslo.", "I love figs."]


@contextmanager
def telling_no_author_of(message: int) -> Iterator[None]:
    """Let the server tell the past with a message whose author is null."""
    real: Any = HTTPClient.logs_from

    async def logs_from(client: Any, *args: Any, **options: Any) -> Any:
        page = await real(client, *args, **options)
        return [{**each, "author": None} if int(each["id"]) == message else each for each in page]

    HTTPClient.logs_from = logs_from  # type: ignore[method-assign,assignment]  # what comes over the wire
    try:
        yield
    finally:
        HTTPClient.logs_from = real  # type: ignore[method-assign]


@pytest.mark.parametrize("status", [400, 503])
async def test_a_refused_part_or_a_busy_server_loses_no_words(
    store: Store, tmp_path: Path, status: int
) -> None:
    """F-33: the words are sent without what was refused; what may be tried again is."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        here.env.inject_error("POST", f"/channels/{here.general.id}/messages", status=status, times=1)
        assert "Likes tea" in await here.command(here.ann, "show")
        assert bool(here.sent()[-1].get("message_reference")) == (status == 503)


async def test_an_answer_of_the_model_survives_a_busy_server(store: Store, tmp_path: Path) -> None:
    """F-33: once more, and it is there."""
    models: Any = {"reply": ScriptedModel(["Hello."])}
    async with running_server(store, tmp_path, models=models) as here:
        here.env.inject_error("POST", f"/channels/{here.general.id}/messages", status=503, times=1)
        assert await here.ask(here.ann, "hi") == "Hello."


async def test_stopping_with_a_transparency_channel_writes_no_error(store: Store, tmp_path: Path) -> None:
    """F-34: it is closed by whoever comes first, and again by the other."""
    async with mirrored(store, tmp_path) as (here, _):
        cog = here.bot.get_cog("Memory")
        cog.transparency.close()
        cog.transparency.close()
        assert here.memory.background.watchers == {}


async def test_no_link_is_hidden_behind_other_words(store: Store, tmp_path: Path) -> None:
    """F-11: what the bot repeats of facts and lore, or a model of them, shows where it leads."""
    hidden = "[the rules](https://evil.example/x)"
    models: Any = {"reply": ScriptedModel([f"See {hidden}."])}
    async with running_server(store, tmp_path, models=models) as here:
        assert await here.ask(here.ann, "where?") == "See [the rules] (https://evil.example/x)."
        await here.command(here.ann, f"lore Everyone reads {hidden} at dawn")
        await here.command(here.ann, "lore")
        assert [
            text for text in texts_in(here.general) if text.startswith("!memory") is False and "](" in text
        ] == []


def test_other_brackets_are_left_alone() -> None:
    """F-11: only what Discord would show as a link changes."""
    assert plain_links("a [b] (c) d(e)") == "a [b] (c) d(e)"

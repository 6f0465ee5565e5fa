"""Red's hooks for people's data, as its cogs have them; Red itself pins other versions and is not run."""

import inspect
from pathlib import Path

from server import running_server

from dnam.discord.cog import MemoryCog
from dnam.discord.red import STATEMENT, RedMemoryCog
from dnam.ports import Store


async def test_red_deletes_and_gets_everything_of_a_person(store: Store, tmp_path: Path) -> None:
    """N-02, N-12: Red calls both by keyword; what others said stays."""
    async with running_server(store, tmp_path) as here:
        await here.command(here.ann, "remember I like tea")
        await here.command(here.ben, "remember I like figs")
        cog = RedMemoryCog(here.bot, here.memory)
        cog.memory = here.memory
        files = await cog.red_get_data_for_user(user_id=here.ann.id)
        assert b"Likes tea" in files[f"memory-of-{here.ann.id}.md"].getvalue()
        for requester in ("discord_deleted_user", "owner", "user", "user_strict", "something new"):
            await cog.red_delete_data_for_user(requester=requester, user_id=here.ann.id)
        assert [fact.text for fact in await store.all_facts(muted=True)] == ["Likes figs"]


def test_the_cog_has_the_hooks_that_red_looks_for() -> None:
    """Red 3.5 calls them by keyword: `requester` and `user_id`, and `user_id` alone."""
    deletes = inspect.signature(RedMemoryCog.red_delete_data_for_user).parameters
    gets = inspect.signature(RedMemoryCog.red_get_data_for_user).parameters
    assert {name for name, p in deletes.items() if p.kind is p.KEYWORD_ONLY} == {"requester", "user_id"}
    assert {name for name, p in gets.items() if p.kind is p.KEYWORD_ONLY} == {"user_id"}
    assert issubclass(RedMemoryCog, MemoryCog)
    assert "erase" in STATEMENT

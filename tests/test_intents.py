"""The library by intent: a person, a text, and a place."""

from pathlib import Path

import pytest

from dnam import BadInput
from dnam.ports import Store
from scene import ANN, BEN, DEV, DM_ANN, STAFF, opened


async def test_a_program_remembers_knows_finds_and_forgets(store: Store, tmp_path: Path) -> None:
    """N-20: three lines, without a command; by default in the person's direct message."""
    async with opened(store, tmp_path) as scene:
        memory = scene.memory
        answer = await memory.remember(ANN, "I like tea", place=DEV)
        await memory.remember(ANN, "I am looking for a job")
        assert answer.changed
        assert [fact.text for fact in await memory.facts(ANN, place=DEV)] == ["Likes tea"]
        assert {fact.text for fact in await memory.facts(ANN)} == {"Likes tea", "Is looking for a job"}
        assert [hit.what.text for hit in (await memory.search(ANN, "tea")).facts] == ["Likes tea"]
        assert not (await memory.search(BEN, "job", place=STAFF)).facts
        assert (await memory.forget(ANN, "tea", place=DM_ANN)).changed
        assert [fact.text for fact in await memory.facts(ANN)] == ["Is looking for a job"]
        with pytest.raises(BadInput, match="nothing to remember"):
            await memory.remember(ANN, " ")

"""Looking after a guild: a channel's memory is emptied, and what was done is listed."""

from datetime import timedelta
from pathlib import Path

from dnam.ports import Store
from scene import ANN, BEN, DEV, DM_ANN, GENERAL, opened


async def test_purging_a_channel_asks_first_and_takes_only_that_channel(store: Store, tmp_path: Path) -> None:
    """N-13, N-02: what was said and kept in one channel goes; other channels stay."""
    async with opened(store, tmp_path) as scene:
        await scene.say("plums are ripe", place=DEV)
        await scene.tell("remember I love plums", place=DEV)
        await scene.tell("remember I love figs", place=GENERAL)
        told = await scene.tell("purge", by=BEN, place=DEV, manager=True)
        assert "- 1 message\n" in told
        assert "!memory purge confirm" in told
        receipt = await scene.tell("purge confirm", by=BEN, place=DEV, manager=True)
        assert receipt.startswith("Erased:")
        assert [fact.text for fact in await scene.facts(ANN)] == ["I love figs"]
        audit = await scene.tell("audit", by=BEN, place=DEV, manager=True)
        assert "memory_erase, channel:" in audit
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
        assert "says what would go" in await scene.tell("purge now", by=BEN, place=DEV, manager=True)
        assert len(await scene.facts(ANN)) == 1


async def test_a_direct_message_has_no_managers(store: Store, tmp_path: Path) -> None:
    """N-13, X-19: looking after a guild happens in the guild."""
    async with opened(store, tmp_path) as scene:
        for typed in ("purge", "audit"):
            told = await scene.tell(typed, by=ANN, place=DM_ANN, manager=True)
            assert "one of the server's channels" in told

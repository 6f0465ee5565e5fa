"""`show` and `show all`: what would be used right now, and everything; only what may be heard here."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from dnam.audience import session_key
from dnam.domain import Summary
from dnam.ports import Store
from scene import ANN, BEN, DEV, DM_ANN, DM_BEN, ELSEWHERE, GENERAL, GUILD, NOON, STAFF, Scene, opened


@pytest.fixture
async def scene(store: Store, tmp_path: Path) -> AsyncIterator[Scene]:
    async with opened(store, tmp_path) as opened_scene:
        yield opened_scene


async def test_show_lists_what_is_known_by_number(scene: Scene) -> None:
    """Whom it is about, and a number each, with the newest first (DC-84, DC-05, N-05)."""
    await scene.tell("remember I prefer Rust over Go for systems work")
    await scene.tell("remember Works at Acme Corp")
    assert (await scene.tell("show")).split("\n")[:4] == [
        "What I know about Ann (2):",
        "1. Works at Acme Corp",
        "2. Prefers Rust over Go for systems work",
        "",
    ]


async def test_show_of_somebody_lists_what_of_them_may_be_told_here(scene: Scene) -> None:
    """By mention or name, as "what do you know about Ben?" does; who is not known gets the usage (DC-84)."""
    await scene.say("hello there", by=BEN)
    await scene.tell("remember I like mint tea", by=BEN)
    await scene.tell("remember I hate my job", by=BEN, place=DM_BEN)
    assert await scene.tell("show <@12>", mentions=(BEN,)) == "What I know about Ben:\n1. Likes mint tea"
    assert await scene.tell("show Ben") == "What I know about Ben:\n1. Likes mint tea"
    assert "takes nothing, `@Name`, `all` or `sizes`" in await scene.tell("show Zoe")


async def test_show_prints_the_newest_lines_of_a_long_conversation(store: Store, tmp_path: Path) -> None:
    """DC-84: what was said last, in whole lines; what no longer fits is the oldest."""
    async with opened(store, tmp_path, rolling_enabled=True) as scene:
        lines = [f"Ben: Line {number} of a long talk about the garden and its beds" for number in range(30)]
        key, text = session_key(DEV), "\n".join(lines)
        summary = Summary(session=key, guild=GUILD, origin="g500", sequence=1, text=text, updated_at=NOON)
        assert await store.put_summary(summary, [])
        shown = (await scene.tell("show")).partition("This conversation so far:\n")[2].split("\n\n")[0]
        assert shown.split("\n") == lines[-len(shown.split("\n")) :]
        assert 5 < len(shown.split("\n")) < 15


async def test_who_somebody_is_repeats_no_fact_and_nothing_that_is_over(store: Store, tmp_path: Path) -> None:
    """F-21, R-29: a message stands beside the facts learned from it only if it says more."""
    async with opened(store, tmp_path, extract_enabled=True) as scene:
        for text in (
            "I live in Oslo",
            "I live in Bergen now",
            "I work as a nurse on the night bus for children",
        ):
            await scene.say(text)
            await scene.settled()
        told = await scene.tell("show Ann")
    assert "1. Works as a nurse" in told
    assert "Lives in Bergen" in told
    assert "I live in" not in told


async def test_show_tells_what_each_layer_takes(scene: Scene) -> None:
    """Characters and estimated tokens of every layer of the next prompt (R-11, DC-110)."""
    await scene.say("hello there")
    await scene.tell("remember Works at Acme Corp")
    sizes = {section.layer: section for section in (await scene.prompt("")).sections}
    text = await scene.tell("show sizes")
    for name, section in sizes.items():
        assert f"{name} {len(section.text)} characters (~{section.tokens} tokens)" in text


async def test_an_empty_memory_is_shown_as_such(scene: Scene) -> None:
    """Nothing known is no error (DC-25)."""
    assert (await scene.tell("show")).startswith("I know nothing about Ann")
    assert "(0, page 1 of 1)" in await scene.tell("show all")


async def test_a_public_show_never_lists_what_was_said_in_private(scene: Scene) -> None:
    """A DM's and a private channel's facts stay there; a note says where all is shown (R-01, X-12, X-13)."""
    await scene.tell("remember Secretly plays the tuba", place=DM_ANN)
    await scene.tell("remember Is going to be promoted", place=STAFF)
    for command in ("show", "show all"):
        text = await scene.tell(command, place=DEV)
        assert not any(word in text for word in ("tuba", "promoted"))
    assert "In a direct message I show you what you said yourself" in await scene.tell("show", place=DEV)


async def test_a_direct_message_shows_everything_of_ones_own(scene: Scene) -> None:
    """In a DM a person sees their own facts of every origin (R-01, DC-02, X-19)."""
    for text, place in (("tuba", DM_ANN), ("promoted", STAFF), ("vegan", DEV), ("chess", ELSEWHERE)):
        await scene.tell(f"remember About {text}", place=place)
    text = await scene.tell("show", place=DM_ANN)
    assert all(f"About {word}" in text for word in ("tuba", "promoted", "vegan", "chess"))
    assert "everyone here" not in text


async def test_a_private_channel_shows_its_own_and_the_public(scene: Scene) -> None:
    """Facts from that channel and from public channels of the same guild, no more (R-01)."""
    for text, place in (("tuba", DM_ANN), ("promoted", STAFF), ("vegan", DEV), ("chess", ELSEWHERE)):
        await scene.tell(f"remember About {text}", place=place)
    text = await scene.tell("show", place=STAFF)
    assert [word in text for word in ("tuba", "promoted", "vegan", "chess")] == [False, True, True, False]


async def test_nobody_is_shown_anothers_facts(scene: Scene) -> None:
    """Memory is per person (DC-09, R-01)."""
    await scene.tell("remember Works at Acme Corp", by=ANN)
    assert "Acme" not in await scene.tell("show", by=BEN) + await scene.tell("show all", by=BEN)


async def test_show_all_has_ids_states_and_the_forgotten(scene: Scene) -> None:
    """Everything with ids, the forgotten included, and where and when it was said (R-11, R-12, DC-17)."""
    await scene.tell("remember Works at Acme Corp")
    (fact,) = await scene.facts()
    await scene.tell("forget Acme")
    assert "Acme" not in await scene.tell("show")
    line = (await scene.tell("show all")).split("\n")[1]
    assert line == f"1. `{fact.id}` [fact] Works at Acme Corp (forgotten, by command, #dev, just now)"


@pytest.mark.parametrize("length", [10, 450])
async def test_turning_the_pages_shows_everything_once(scene: Scene, length: int) -> None:
    """Paged, ten at most, fewer when they are long, and none is lost between the pages (R-11, X-12)."""
    for number in range(13):
        await scene.tell(f"remember Entry {number:02d} likes {'plums and pears, ' * (length // 17)}figs")
    shown, page = list[str](), 1
    while page:
        text = await scene.tell(f"show all {page}")
        assert len(text) <= 2000
        shown += [line[line.index("Entry") :][:8] for line in text.split("\n") if "Entry" in line]
        page = page + 1 if f"`!memory show all {page + 1}`" in text else 0
    assert sorted(shown) == [f"Entry {number:02d}" for number in range(13)]


async def test_a_number_means_the_entry_of_the_page_last_shown(scene: Scene) -> None:
    """Numbers follow the list the person saw last, here (N-05)."""
    for number in range(12):
        await scene.tell(f"remember Entry {number:02d}")
    await scene.tell("show all 2")
    assert await scene.tell("forget 2") == 'Found and forgotten: "Ann: Entry 00"'


@pytest.mark.parametrize("page", ["0", "2", "99999999999999999999", "9" * 5000, "x", "-1", "²"])
async def test_a_page_that_is_not_there_is_said_so(scene: Scene, page: str) -> None:
    """Bad input gets a sentence that says what is right (R-11)."""
    assert "has pages 1 to 1." in await scene.tell(f"show all {page}")


async def test_show_takes_nothing_else(scene: Scene) -> None:
    """Whoever means to search is told how (R-11)."""
    assert "`!memory search TEXT`" in await scene.tell("show rust")


async def test_what_has_run_out_is_not_used_and_shown_as_expired(scene: Scene) -> None:
    """An expired fact leaves the prompt at its time and stays in `show all` (N-09, R-12)."""
    await scene.tell("remember Is on holiday")
    (fact,) = await scene.facts()
    await scene.store.save_facts([replace(fact, expires_at=scene.clock.now() + timedelta(days=1))])
    assert "holiday" in await scene.tell("show")
    scene.clock.advance(timedelta(days=2))
    assert "holiday" not in await scene.tell("show") + (await scene.prompt()).text
    assert "(expired, by command" in await scene.tell("show all")


async def test_a_list_is_shown_in_each_conversation_separately(scene: Scene) -> None:
    """The last list here, not the one shown elsewhere (N-05)."""
    await scene.tell("remember Works at Acme Corp", place=DEV)
    await scene.tell("show", place=DEV)
    assert "There is no list to pick from here yet" in await scene.tell("forget 1", place=GENERAL)

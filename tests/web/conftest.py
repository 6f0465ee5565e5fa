"""One server with the demo in it and one browser for all tests; who changes much gets a copy of it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, FLAGS
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from serving import Served, copied, in_thread, settings_in

from dnam import Memory, Settings
from dnam.web.demo import add_demo


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a memory with the demo, once."""
    folder = tmp_path_factory.mktemp("filled")

    async def fill(settings: Settings) -> None:
        async with Memory.open(settings) as memory:
            await add_demo(memory)

    asyncio.run(fill(settings_in(folder)))
    return folder


@pytest.fixture(scope="session")
def demo(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the demo; tests that change something undo it, or use their own server."""
    with in_thread(settings_in(copied(demo_folder, tmp_path_factory.mktemp("shared")))) as running:
        yield running


@pytest.fixture
def own(demo_folder: Path, tmp_path: Path) -> Iterator[Served]:
    """Serve the demo for one test alone."""
    with in_thread(settings_in(copied(demo_folder, tmp_path))) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium for a module; a machine without it fails the tests with what to do.

    Playwright holds a loop in this thread: no other module may run meanwhile, and no test here is async.
    """
    assert CHROMIUM, "There is no Chromium: `apt-get install -y chromium`, or set CHROMIUM to its path."
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=0)
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a fresh profile of the browser."""
    opened = browser.new_context()
    opened.set_default_timeout(120_000)
    yield opened
    opened.close()

"""One server with the demo in it, and one browser, for all tests of a worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import CHROMIUM, FLAGS
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from serving import Served, in_thread, settings_in

from dnam.web.demo import add_demo


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the demo; tests that change something undo it, or use their own server."""
    with in_thread(settings_in(tmp_path_factory.mktemp("demo"))) as running:
        running.run(add_demo(running.memory))
        yield running


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """Serve the demo for one test alone."""
    with in_thread(settings_in(tmp_path)) as running:
        running.run(add_demo(running.memory))
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium for a module; a machine without it fails the tests with what to do.

    Playwright holds a loop in this thread: no other module may run meanwhile, and no test here is async.
    """
    assert CHROMIUM, "There is no Chromium: `apt-get install -y chromium`, or set CHROMIUM to its path."
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Open a fresh profile of the browser."""
    opened = browser.new_context()
    yield opened
    opened.close()

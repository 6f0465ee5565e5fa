"""The browser of the tests, and how somebody signs in with it."""

import os
import shutil

from playwright.sync_api import BrowserContext, Page, expect
from serving import Served

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=120_000)  # a busy machine is not a failure


def signed_in(context: BrowserContext, server: Served) -> Page:
    """Sign in with a new token, through the form."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{server.address}/sign-in")
    page.get_by_label("Token").fill(server.tokens.add("browser", "admin"))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.address}/")
    return page

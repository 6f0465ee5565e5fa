"""The browser of the tests, and how somebody signs in with it."""

import os
import shutil

from playwright.sync_api import BrowserContext, Page
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


def signed_in(context: BrowserContext, server: Served) -> Page:
    """Sign in with a new token, through the form."""
    page = context.new_page()
    page.goto(f"{server.address}/sign-in")
    page.get_by_label("Token").fill(server.tokens.add("browser", "admin"))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server.address}/")
    return page

"""`make screenshots`: every page of the demo, on a phone and a desk, in both themes, into a folder."""

import sys
import tempfile
from pathlib import Path

from browsing import CHROMIUM, FLAGS
from playwright.sync_api import sync_playwright
from serving import in_thread, settings_in

from dnam.web.demo import DEMO_GUILD, PEOPLE, add_demo

MAYA = PEOPLE["Maya"].id
PAGES = {
    "overview": "/?",
    "people": "/people?",
    "person": f"/people/{MAYA}?",
    "search": "/search?q=vegetarian+barbecue&",
    "preview": f"/preview?q=where+does+Maya+live%3F&person={MAYA}&",
    "summaries": "/summaries?",
    "days": "/days?",
    "lore": "/lore?",
    "review": "/review?",
    "claims": "/claims?",
    "actions": "/actions?",
    "privacy": "/privacy?",
    "settings": "/settings?",
    "private": "/journal?",
    "journal": "/journal?",
}
SIZES = {"phone": (390, 844), "desk": (1280, 900)}


def main(target: Path, only: list[str]) -> None:
    """Take the pictures."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, in_thread(settings_in(Path(folder))) as server:
        server.run(add_demo(server.memory))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for size, (width, height) in SIZES.items():
                for theme in ("light", "dark"):
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme="dark" if theme == "dark" else "light",
                    )
                    page = context.new_page()
                    page.goto(f"{server.address}/sign-in")
                    page.screenshot(path=target / f"sign-in-{size}-{theme}.png")
                    page.get_by_label("Token").fill(server.tokens.add("pictures", "admin"))
                    page.get_by_role("button", name="Sign in").click()
                    page.wait_for_url(f"{server.address}/")
                    for name, path in PAGES.items():
                        if only and name not in only:
                            continue
                        if name == "journal" and page.title().startswith("Private"):
                            page.get_by_role("button", name="Show private memories").click()
                        page.goto(f"{server.address}{path}guild={DEMO_GUILD}")
                        page.screenshot(
                            path=target / f"{name}-{size}-{theme}.png", full_page=name != "settings"
                        )
                    context.close()
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

"""`make screenshots`: every page of the demo, on a phone and a desk, in both themes, into a folder."""

import sys
import tempfile
from pathlib import Path

from browsing import CHROMIUM, FLAGS
from playwright.sync_api import sync_playwright
from serving import in_thread, settings_in

from dnam.web.demo import DEMO_GUILD, PEOPLE, add_demo

ANN = PEOPLE["Maya"].id
PAGES = {
    "overview": f"/?guild={DEMO_GUILD}",
    "people": f"/people?guild={DEMO_GUILD}",
    "person": f"/people/{ANN}?guild={DEMO_GUILD}",
    "search": f"/search?guild={DEMO_GUILD}&q=vegetarian+barbecue",
    "preview": f"/preview?guild={DEMO_GUILD}&q=where+does+Maya+live%3F&person={ANN}",
    "summaries": f"/summaries?guild={DEMO_GUILD}",
    "days": f"/days?guild={DEMO_GUILD}",
    "lore": f"/lore?guild={DEMO_GUILD}",
    "claims": f"/claims?guild={DEMO_GUILD}",
    "actions": f"/actions?guild={DEMO_GUILD}",
    "journal": f"/journal?guild={DEMO_GUILD}",
    "privacy": f"/privacy?guild={DEMO_GUILD}",
    "settings": f"/settings?guild={DEMO_GUILD}",
    "empty": "/?guild=0",
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
                        page.goto(server.address + path)
                        page.screenshot(
                            path=target / f"{name}-{size}-{theme}.png", full_page=name != "settings"
                        )
                    context.close()
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

"""Every route, taken from the application itself: who may open it, and what it lets them see."""

import re

import httpx2
import pytest
from serving import Served, filled, routes

from dnam.domain import Message, Person, Place, Visibility
from dnam.web.application import OPEN
from dnam.web.demo import DEMO_GUILD, PEOPLE

MAYA = PEOPLE["Maya"]
OTHER_GUILD = 4242


def test_nothing_answers_without_a_sign_in(demo: Served) -> None:
    """X-22: every route but the few on the list refuses who has no token, a wrong one, or a forged cookie."""
    asked = 0
    for given in ({}, {"Authorization": "Bearer dnam_0_no"}, {"Cookie": "dnam_session=forged"}):
        with httpx2.Client(base_url=demo.address, headers=given, trust_env=False) as stranger:
            for method, path in routes(demo.app):
                if path in OPEN:
                    continue
                answer = stranger.request(method, filled(path))
                assert answer.status_code == 401, (method, path, answer.status_code)
                assert MAYA.name not in answer.text
                asked += 1
            page = stranger.get("/people", headers={"Accept": "text/html"})
            assert (page.status_code, page.headers["location"]) == (303, "/sign-in")
    assert asked > 100


def test_what_is_open_shows_nothing_of_the_memory(demo: Served) -> None:
    """X-22: what needs no sign-in says nothing about anybody."""
    with httpx2.Client(base_url=demo.address, trust_env=False) as stranger:
        for path in OPEN:
            answer = stranger.get(path)
            assert not any(person.name in answer.text for person in PEOPLE.values()), path


def test_every_answer_carries_the_strict_headers(demo: Served) -> None:
    """X-22: no script or style in a page, nothing from elsewhere, no frame, nothing stored."""
    with demo.client() as client:
        for path in ("/", "/api/v1/health", "/nowhere", "/metrics"):
            headers = client.get(path, headers={"Accept": "text/html"}).headers
            policy = headers["content-security-policy"]
            assert "unsafe" not in policy
            assert "default-src 'none'; script-src 'self'" in policy
            assert (headers["x-frame-options"], headers["cache-control"]) == ("DENY", "no-store")


def test_the_settings_that_were_chosen_stand_above_the_defaults(demo: Served) -> None:
    """R-25: nobody has to look for what they set among all there is."""
    with demo.client() as client:
        page = client.get("/settings", headers={"Accept": "text/html"}).text
    rows = re.findall(r'<tr><th scope="row"><code>(\w+)</code>.*?</tr>', page, flags=re.DOTALL)
    chosen = [name for name in rows if demo.memory.settings.came_from(name) != "default"]
    assert chosen
    assert rows[: len(chosen)] == chosen


def test_nobody_is_listed_of_whom_nothing_is_stored(demo: Served) -> None:
    """UM-70, N-02: neither who was only mentioned nor who erased everything."""
    nobody, at = Person(id=77, name="Nobody"), demo.memory.clock.now()
    demo.run(demo.memory.store.see_people(DEMO_GUILD, [nobody], at))
    with demo.client() as client:
        page = client.get("/people", params={"guild": DEMO_GUILD}, headers={"Accept": "text/html"}).text
    assert "Maya" in page
    assert "Nobody" not in page


def test_a_setting_is_found_by_words_of_its_name_or_meaning(demo: Served) -> None:
    """R-25: there are many, and the page is short until one is asked for."""
    with demo.client() as client:
        html = {"Accept": "text/html"}
        found = client.get("/settings", params={"name": "DNAM_retention days"}, headers=html).text
        nothing = client.get("/settings", params={"name": "umbrella"}, headers=html).text
    assert "<code>retention_days</code>" in found
    assert "<code>web_port</code>" not in found
    assert "No setting has these words" in nothing


def test_a_guild_token_sees_its_guild_only(demo: Served) -> None:
    """N-13: no route shows a token of one guild anything of another, or of a direct message."""
    with demo.client("admin", OTHER_GUILD) as client:
        for method, path in routes(demo.app):
            if path in OPEN or path in ("/sign-out", "/events"):  # the stream of events never ends
                continue
            for guild in (DEMO_GUILD, 0):
                answer = client.request(
                    method, filled(path), params={"guild": guild, "guildId": guild, "q": "bees"}
                )
                shown = [person.name for person in PEOPLE.values() if person.name in answer.text]
                assert not shown, (method, path, guild, answer.status_code, answer.text[:300])


@pytest.mark.parametrize(
    ("scope", "method", "path"),
    [
        ("read", "POST", "/api/v1/messages"),
        ("read", "DELETE", "/api/v1/messages/1"),
        ("read", "POST", f"/people/{MAYA.id}"),
        ("write", "POST", "/api/v1/erase"),
        ("write", "POST", "/api/memory/refresh"),
        ("write", "POST", "/jobs/embed"),
    ],
)
def test_a_scope_is_enough_or_not(demo: Served, scope: str, method: str, path: str) -> None:
    """N-13: who may only read changes nothing, and who may only write erases nothing."""
    with demo.client(scope) as client:  # type: ignore[arg-type]  # one of the scopes
        answer = client.request(method, path, json={}, params={"guild": DEMO_GUILD})
        assert answer.status_code == 403, answer.text
        assert answer.json()["detail"].startswith("This needs a token with the scope")


def test_a_guild_token_does_not_see_private_channels(demo: Served) -> None:
    """R-01: what was said in a private channel is not on the pages of a guild's own token."""
    secret = "Pays for the hall"
    with demo.client("admin", DEMO_GUILD) as manager:
        assert "florist" in manager.get(f"/people/{MAYA.id}?guild={DEMO_GUILD}").text
        assert manager.get("/api/v1/facts", params={"guild": DEMO_GUILD, "private": True}).status_code == 403
        for method, path in routes(demo.app):
            if method == "GET" and path not in OPEN and path != "/events":
                answer = manager.get(filled(path), params={"guild": DEMO_GUILD, "q": "hall"})
                assert secret not in answer.text, path


def test_an_operator_asks_before_private_memories_are_shown(demo: Served) -> None:
    """R-01, N-13: no page shows an operator what was said in private unasked; what they see is logged."""
    secret = "Pays for the hall"
    place: dict[str, str | int] = {"guild": DEMO_GUILD, "q": "hall", "person": MAYA.id}
    with httpx2.Client(base_url=demo.address, trust_env=False, timeout=None) as page:
        page.headers["Accept"] = "text/html"
        page.post("/sign-in", data={"token": demo.tokens.add("mine", "admin")})
        pages = [p for m, p in routes(demo.app) if m == "GET" and not p.startswith("/api/")]
        pages = [filled(p) for p in pages if p not in OPEN and p not in ("/events", "/metrics")]
        for path in pages:
            assert secret not in page.get(path, params=place).text, path
        direct = page.get("/people", params={"guild": 0})
        assert "Show private memories" in direct.text
        csrf = re.findall(r'name="csrf" value="([0-9a-f]+)"', direct.text)[0]
        chosen = {"csrf": csrf, "show": "yes", "back": f"/people/{MAYA.id}"}
        back = page.post("/private", params={"guild": DEMO_GUILD}, data=chosen).headers["location"]
        assert secret in page.get(back).text
        log = page.get("/actions", params={"guild": DEMO_GUILD, "kind": "memory_private_view"}).text
        assert "look at private memories" in log
        assert "mine: /people" in log
        page.post("/private", params={"guild": DEMO_GUILD}, data={"csrf": csrf, "show": "no"})
        assert secret not in page.get(back).text


def test_a_program_asks_for_private_memories_by_name(demo: Served) -> None:
    """R-01, N-13: an operator's token lists what is private only with `private=true`, and that is logged."""
    place = {"guild": DEMO_GUILD}
    with demo.client("read") as client:
        assert "Pays for the hall" not in client.get("/api/v1/facts", params=place).text
        assert "Pays for the hall" in client.get("/api/v1/facts", params={**place, "private": True}).text
        log = client.get("/api/v1/actions", params={**place, "kind": "memory_private_view"}).json()
        assert log["items"][0]["detail"] == "test: a program"
        assert client.get("/api/v1/facts", params={"guild": 0}).status_code == 403
        search: dict[str, str | int] = {"guild": 0, "person": MAYA.id, "q": "hall"}
        assert client.get("/api/v1/search", params=search).status_code == 403


def test_an_invite_only_thread_is_not_public(own: Served) -> None:
    """R-01: whoever may see what is public in a guild sees no place or text of a thread by invitation."""
    thread = Place(
        guild=DEMO_GUILD,
        channel=77,
        visibility=Visibility.PUBLIC,
        parent=70,
        invite_only=True,
        name="surprise-party",
    )
    text = "The surprise cake hides in the zeppelin hangar."
    now = own.memory.clock.now()
    own.run(own.memory.on_message(Message(id=9, place=thread, author=MAYA, text=text, sent_at=now)))
    own.run(own.memory.settle())
    asked: dict[str, str | int] = {
        "guild": DEMO_GUILD,
        "channel": 77,
        "person": MAYA.id,
        "q": "zeppelin cake",
    }
    with own.client("read", DEMO_GUILD) as manager, own.client("write", DEMO_GUILD) as bot:
        assert "hangar" in bot.get("/api/v1/search", params=asked).text, "the bot serves in the thread"
        for method, path in routes(own.app):
            if method == "GET" and path not in OPEN and path != "/events":
                answer = manager.get(filled(path), params=asked).text
                assert "hangar" not in answer, path
                assert "surprise-party" not in answer, path
        question = {
            "place": {"guild": str(DEMO_GUILD), "channel": "77"},
            "asker": {"id": "5"},
            "text": "cake?",
        }
        assert "hangar" not in manager.post("/api/v1/context", json=question).text

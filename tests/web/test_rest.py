"""The REST API: what a bot in any language does with a memory, and ClankerBot's three routes."""

import asyncio
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from bench.failing_disk import FailingDisk, Fault
from hypothesis import HealthCheck, given, settings
from serving import Served, in_thread, settings_in

from dnam.domain import Scope
from dnam.web.application import create_app
from dnam.web.demo import DEMO_GUILD, PEOPLE
from dnam.web.jobs import Job, JobState
from dnam.web.rest.messages import REPEATED
from dnam.web.rest.openapi import openapi_of
from dnam.web.tokens import Tokens, tokens_path

DOCS = Path(__file__).parents[2] / "docs"
GUILD = 10
JSON = {"Content-Type": "application/json"}


def message(number: int, text: str, **more: Any) -> dict[str, Any]:
    """A message of Ann in #general."""
    place = {"guild": str(GUILD), "channel": "100", "visibility": "public", "name": "general"}
    author = {"id": "1", "name": "Ann"}
    sent_at = f"2026-03-01T12:{number:02}:00Z"
    return {"id": str(number), "place": place, "author": author, "text": text, "sent_at": sent_at, **more}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Serve an empty memory."""
    with in_thread(settings_in(tmp_path_factory.mktemp("empty"))) as running:
        yield running


def test_only_what_is_stored_is_counted(empty: Served) -> None:
    """N-20: a message that was deleted is refused when it is posted again, and one sent twice is there."""
    with empty.client("write") as bot:
        batch = [message(51, "Hello there."), message(52, "Never mind.")]
        bot.post("/api/v1/messages/batch", json={"messages": batch})
        bot.delete("/api/v1/messages/52", params={"guild": GUILD})
        assert bot.post("/api/v1/messages", json=batch[0]).json() == {"stored": 1}
        assert bot.post("/api/v1/messages", json=batch[1]).json() == {"stored": 0}
        assert bot.post("/api/v1/messages/batch", json={"messages": batch}).json() == {"stored": 1}


def test_who_cannot_be_stored_for_lack_of_room_is_told_of_it(disk: FailingDisk, tmp_path: Path) -> None:
    """R-17, F-16: a full disk is not said to be a memory that is away."""
    with in_thread(settings_in(tmp_path)) as full, full.client("write") as bot:
        disk.fails = Fault.FULL
        refused = bot.post("/api/v1/messages", json=message(1, "Hello there."))
        disk.fails = None
    assert refused.status_code == 503
    assert "has no room" in refused.json()["detail"]


def test_messages_become_a_prompt(empty: Served) -> None:
    """N-20: messages in, an edit, a deletion, context out, a reply and a command, over HTTP."""
    with empty.client("write") as bot:
        batch = [
            message(1, "My cat is called Miso."),
            message(2, "I live in Oslo."),
            message(3, "Never mind."),
        ]
        assert bot.post("/api/v1/messages/batch", json={"messages": batch}).json() == {"stored": 3}
        edit = {"guild": str(GUILD), "text": "I live in Bergen.", "edited_at": "2026-03-01T13:00:00Z"}
        assert bot.patch("/api/v1/messages/2", json=edit).json() == {"changed": True}
        assert bot.delete("/api/v1/messages/3", params={"guild": GUILD}).json() == {"changed": True}
        asked = {"place": {"guild": str(GUILD), "channel": "100"}, "asker": {"id": "1", "name": "Ann"}}
        context = bot.post("/api/v1/context", json={**asked, "text": "Where does Ann live?"}).json()
        assert "Bergen" in context["text"]
        assert "Oslo" not in context["text"]
        answer = message(4, "In Bergen.", author={"id": "9", "name": "bot", "bot": True}, reply_to="2")
        assert bot.post("/api/v1/replies", json={"message": answer, "context": context["id"]}).json() == {
            "stored": 1
        }
        told = {
            "place": asked["place"],
            "person": asked["asker"],
            "text": "remember I prefer tea over coffee",
        }
        assert "Remembered" in bot.post("/api/v1/commands", json=told).json()["text"]


def test_a_command_may_have_its_prefix(empty: Served) -> None:
    """N-20: what a person typed may be sent as it is; a token of one guild reaches no further by it."""
    asked = {"place": {"guild": str(GUILD), "channel": "100"}, "person": {"id": "21", "name": "Kim"}}
    with empty.client("write", GUILD) as bot:
        told = bot.post("/api/v1/commands", json={**asked, "text": "!memory remember I like chess"}).json()
        assert "Likes chess" in told["text"]
        for text in ("erase", "!memory erase", "!memory  erase confirm"):
            assert bot.post("/api/v1/commands", json={**asked, "text": text}).status_code == 403


def test_what_is_missing_is_named(empty: Served) -> None:
    """N-20: another memory's token, and a guild that was left out, are told apart from no right to them."""
    with empty.client("write", GUILD) as bot, empty.client("admin") as admin:
        bot.post("/api/v1/messages", json=message(31, "I like tea."))
        for answer in (
            bot.delete("/api/v1/messages/31"),
            bot.patch("/api/v1/messages/31", json={"text": "I like coffee."}),
            bot.get("/api/v1/search", params={"q": "tea"}),
        ):
            assert (answer.status_code, "Say which `guild`" in answer.json()["detail"]) == (403, True)
        for asked in ("facts?guild=11", "search?guild=11&q=tea"):
            assert "not yours to see" in bot.get(f"/api/v1/{asked}").json()["detail"]
        erased = admin.post("/api/v1/erase", json={"kind": "channel", "id": "100", "confirm": True})
        assert (erased.status_code, "`guild`" in erased.json()["detail"]) == (400, True)
        bot.headers["Authorization"] = "Bearer dnam_of_another_file"
        assert "does not know this token" in bot.get("/api/v1/facts").json()["detail"]


def test_a_dm_is_heard_by_its_person_only(empty: Served) -> None:
    """R-01, X-13: the audience comes from the place the server knows, whatever the caller claims."""
    with empty.client("write") as bot, empty.client("write", GUILD) as of_guild:
        secret = message(11, "I look for a new job at Initech.", place={"channel": "900", "person": "1"})
        assert bot.post("/api/v1/messages", json=secret).status_code == 200
        asked = {"asker": {"id": "1", "name": "Ann"}, "text": "What about Initech?"}
        own = {**asked, "place": {"channel": "900", "person": "1"}}
        assert "Initech." in bot.post("/api/v1/context", json=own).json()["text"]
        public = {**asked, "place": {"guild": str(GUILD), "channel": "900"}}
        assert "Initech." not in bot.post("/api/v1/context", json=public).json()["text"]
        assert of_guild.post("/api/v1/context", json=own).status_code == 403
        claimed = {
            **asked,
            "place": {"guild": str(GUILD), "channel": "5", "visibility": "private", "parent": "7"},
        }
        assert bot.post("/api/v1/context", json=claimed).status_code == 422


@pytest.mark.parametrize("text", ["erase", "Optout erase", "optin", "everywhere 1", "refuse", "refuse  off"])
def test_a_token_of_one_guild_changes_nothing_in_others(empty: Served, text: str) -> None:
    """N-20, R-28: what a person decides for every guild takes a program that serves every guild."""
    ann = {"id": "1", "name": "Ann"}
    told = {"place": {"guild": str(GUILD), "channel": "100"}, "person": ann, "text": text}
    with empty.client("admin", GUILD) as of_guild:
        refused = of_guild.post("/api/v1/commands", json=told)
        chosen = of_guild.put("/api/v1/consent", json={"person": ann, "choice": "in"})
        own = of_guild.post("/api/v1/commands", json={**told, "text": "refuse 1"})
    assert (refused.status_code, chosen.status_code, own.status_code) == (403, 403, 200)
    assert "token for all guilds" in refused.json()["detail"]


def test_a_widened_fact_tells_no_program_where_it_was_said(empty: Served) -> None:
    """R-01, N-01: neither the private channel, nor its message, nor other words of it."""
    closed = {"guild": str(GUILD), "channel": "777", "visibility": "private", "name": "layoffs"}
    text = "I like mint tea. The consultants do not."
    eve = {"id": "5", "name": "Eve"}
    with empty.client("write") as bot, empty.client("write", GUILD) as of_guild:
        said = message(21, text, author=eve, place=closed, sent_at=datetime.now(UTC).isoformat())
        assert bot.post("/api/v1/messages", json=said).status_code == 200
        empty.run(empty.memory.settle())
        where = {"guild": str(GUILD), "channel": "777"}
        asked = {"place": where, "person": eve, "text": "everywhere mint"}
        first = bot.post("/api/v1/commands", json=asked).json()
        assert (first["changed"], first["refused"]) == (False, False)  # it only asks
        done = bot.post("/api/v1/commands", json={**asked, "text": first["confirm"]}).json()
        assert (done["changed"], done["confirm"]) == (True, "")
        assert bot.post("/api/v1/commands", json={**asked, "text": "forget zebras"}).json()["refused"]
        where["channel"] = "100"
        shown = [
            of_guild.get("/api/v1/search", params={"guild": GUILD, "q": "mint tea"}).text,
            of_guild.get("/api/v1/people/5", params={"guild": GUILD}).text,
            of_guild.get("/api/memory/search", params={"guildId": GUILD, "q": "mint tea"}).text,
            of_guild.post("/api/v1/commands", json={**asked, "text": "show"}).text,
            of_guild.get("/people/5", params={"guild": GUILD}).text,
        ]
    assert all("mint tea" in each for each in shown)
    assert not [each for each in shown if "consultants" in each or "layoffs" in each or "/777/" in each]
    assert not [each for each in shown[:4] if '"777"' in each or '"21"' in each]


def test_a_name_in_another_guild_is_not_told(empty: Served) -> None:
    """R-01: what somebody is called in a server is for those who are there."""
    lore = {"place": {"guild": str(GUILD), "channel": "100"}, "person": {"id": "1", "name": "Ann"}}
    other = {"guild": "20", "channel": "200", "visibility": "public"}
    fay = {"id": "6", "name": "Fay the Fired"}
    with empty.client("write") as bot, empty.client("read", GUILD) as of_guild:
        bot.post("/api/v1/messages", json=message(31, "hello", author=fay, place=other))
        bot.post("/api/v1/commands", json={**lore, "text": "lore The mascot was drawn by <@6>"})
        shown = of_guild.get("/api/v1/facts", params={"guild": GUILD, "person": 0}).text
        everywhere = bot.get("/api/v1/facts", params={"guild": GUILD, "person": 0}).text
    assert "The mascot" in shown
    assert "Fay" not in shown
    assert "Fay" in everywhere


def test_one_key_is_done_once(empty: Served) -> None:
    """A change sent twice with one Idempotency-Key is made once; another body with it is refused."""
    with empty.client("write") as bot:
        lore = {"place": {"guild": str(GUILD), "channel": "100"}, "person": {"id": "2", "name": "Ben"}}
        send = {**lore, "text": "lore The tap was left open for a week."}
        key = {"Idempotency-Key": "abc"}
        first, second = (bot.post("/api/v1/commands", json=send, headers=key) for _ in range(2))
        assert (first.json()["changed"], second.json()["changed"]) == (True, True)
        assert "tap" not in second.text, "it may be erased by then"
        again = bot.post("/api/v1/commands", json={**lore, "text": "undo"})
        assert again.json()["changed"]
        assert not bot.post("/api/v1/commands", json={**lore, "text": "undo"}).json()["changed"]
        assert bot.post("/api/v1/commands", json={**send, "text": "show"}, headers=key).status_code == 422


def test_lists_are_paged_with_cursors(demo: Served) -> None:
    """UM-70: the pages of a list, one after the other, are the whole list; a wrong cursor is refused."""
    with demo.client("read") as client:
        for name in ("facts", "people", "actions"):
            whole = client.get(f"/api/v1/{name}", params={"guild": DEMO_GUILD, "limit": 100}).json()["items"]
            paged: list[Any] = []
            cursor: str | None = ""
            while cursor is not None:
                page = client.get(
                    f"/api/v1/{name}", params={"guild": DEMO_GUILD, "limit": 3, "cursor": cursor}
                ).json()
                paged += page["items"]
                cursor = page["next"]
            assert paged == whole
            assert len(whole) > 3
        wrong = client.get("/api/v1/facts", params={"guild": DEMO_GUILD, "cursor": "eA"})
        assert wrong.status_code == 404
        assert wrong.headers["content-type"] == "application/problem+json"
        assert "take `next`" in wrong.json()["detail"]


def test_too_long_a_request_is_refused(empty: Served) -> None:
    """A body over the limit is not read to its end."""
    with empty.client("write") as bot:
        answer = bot.post("/api/v1/messages", content=b"x" * (empty.memory.settings.web_body_bytes + 1))
        assert answer.status_code == 413
        assert "at most" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("{", "The body is not JSON: look at character 1."),
        ("[]", "This must be an object with names and values."),
        ('{"guild": "x", "text": "a"}', "`guild`: an id has digits only."),
        ('{"text": "a", "edited_at": "2026-03-01T12:00:00"}', "`edited_at` needs a time zone, such as 2026-"),
        ('{"text": "a", "edited_at": "noon"}', "`edited_at` must be a time, such as 2026-"),
    ],
)
def test_a_wrong_body_is_told_what_is_wrong(empty: Served, body: str, sentence: str) -> None:
    """N-20: what a program sends wrong gets a sentence that says where."""
    with empty.client("write") as bot:
        answer = bot.patch("/api/v1/messages/1", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["detail"].startswith(sentence)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("q=tea&limit=99", '`limit` must be at most 24, not "99".'),
        ("guild=10", "`q` is missing."),
        (
            "q=tea&limit=many&who=1",
            '`limit` must be a whole number, not "many". `who` is not known here: leave it out.',
        ),
    ],
)
def test_a_wrong_parameter_is_told_what_is_allowed(empty: Served, query: str, sentence: str) -> None:
    """N-20: one sentence for each, without the words of a library."""
    with empty.client("read") as bot:
        answer = bot.get(f"/api/v1/search?{query}")
        assert (answer.status_code, answer.json()["detail"]) == (422, sentence)


def test_erasing_counts_first_and_needs_a_word(own: Served) -> None:
    """N-02, N-13: without `confirm` it counts; a person is erased everywhere, by an operator only."""
    jonas = PEOPLE["Jonas"].id
    with own.client() as operator, own.client("admin", DEMO_GUILD) as manager:
        what = {"kind": "person", "id": str(jonas)}
        assert manager.post("/api/v1/erase", json=what).status_code == 403
        counted = operator.post("/api/v1/erase", json=what).json()
        assert not counted["erased"]
        assert counted["counts"]["messages"] > 5
        assert operator.post("/api/v1/erase", json={**what, "confirm": True}).json()["erased"]
        names = operator.get("/api/v1/people", params={"guild": DEMO_GUILD}).text
        assert "Jonas" not in names
        assert "Maya" in names


def test_the_seeds_routes_answer_as_they_did(demo: Served) -> None:
    """CL-66, CL-67, CL-68: snapshot, refresh and search, with the limit clamped to 1..24."""
    with demo.client() as client:
        assert "Jonas" in client.get("/api/memory").json()["markdown"]
        assert "Jonas" in client.post("/api/memory/refresh").json()["markdown"]
        asked: dict[str, Any] = {"q": "vegetarian", "guildId": DEMO_GUILD, "channelId": 0}
        for given, clamped in ((0, 1), (99, 24), (-5, 1), (5, 5)):
            answer = client.get("/api/memory/search", params={**asked, "limit": given}).json()
            assert answer["limit"] == clamped
            assert answer["results"][0]["subject"] == str(PEOPLE["Jonas"].id)
        other_guild = client.get("/api/memory/search", params={**asked, "guildId": 77}).json()
        assert other_guild["results"] == []


def test_the_api_keeps_to_its_openapi_document(demo: Served) -> None:
    """No generated request makes the server fail, or answer with what the document does not say."""
    schema = schemathesis.openapi.from_dict(openapi_of(demo.app))
    secret = demo.tokens.add("schemathesis", "read")
    tried = 0
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]  # the document is sound, or this fails
        tried += 1

        @given(case=operation.as_strategy())
        @settings(max_examples=3, suppress_health_check=list(HealthCheck))
        def check(case: Any) -> None:
            case.call_and_validate(base_url=demo.address, headers={"Authorization": f"Bearer {secret}"})

        check()
    assert tried > 20


def finished(client: httpx2.Client, job: dict[str, Any], prefix: str = "/api/v1") -> dict[str, Any]:
    """Ask how long work is until it has ended."""
    while job["state"] == "running":
        job = client.get(f"{prefix}/jobs/{job['id']}").json()
    return job


def test_everything_moves_out_and_in_over_http(own: Served, tmp_path: Path) -> None:
    """N-20: an export is an archive that an empty memory takes in; a damaged one changes nothing."""
    with own.client() as client:
        job = finished(client, client.post("/api/v1/export").json())
        assert re.match(r"Wrote \d\d messages and \d\d facts", job["says"])
        archive = client.get(f"/api/v1/jobs/{job['id']}/file").content
        mine = client.get(f"/api/v1/people/{PEOPLE['Jonas'].id}/export").json()
        assert mine["person"]["name"] == "Jonas"
        assert "Pays for the hall" not in str(mine)
        client.post("/api/v1/erase", json={"kind": "person", "id": str(PEOPLE["Jonas"].id), "confirm": True})
        assert client.get(f"/api/v1/jobs/{job['id']}/file").status_code == 409, "it quotes what was erased"
    with in_thread(settings_in(tmp_path / "other")) as other, other.client() as client:
        damaged = finished(client, client.post("/api/v1/import", content=archive[:-20]).json())
        assert damaged["state"] == "failed"
        assert finished(client, client.post("/api/v1/import", content=archive).json())["state"] == "done"
        people = client.get("/api/v1/people", params={"guild": DEMO_GUILD}).text
        assert "Jonas" in people
        line = b'{"fact": "Likes tea", "person": 42, "guild": 1, "channel": 10}'
        said = finished(client, client.post("/api/v1/import", content=line, params={"dry": True}).json())
        assert said["says"].startswith("Would import 1 fact")
        assert "is an empty file" in finished(client, client.post("/api/v1/import").json())["says"]


def test_long_work_is_cancelled_over_http(own: Served) -> None:
    """A job that runs says how far it is; cancelling ends it, and says what that means."""
    going = asyncio.Event()

    async def work(job: Job) -> str:
        job.advance(3, 10)
        await going.wait()
        return "Done."

    async def begin() -> JobState:
        started: JobState = own.app.state.jobs.start(Job("Waiting"), work)
        return started

    job = own.run(begin())
    with own.client() as client:
        assert client.get(f"/api/v1/jobs/{job.id}").json()["state"] == "running"
        client.delete(f"/api/v1/jobs/{job.id}")
        ended = finished(client, client.get(f"/api/v1/jobs/{job.id}").json())
        assert (ended["state"], ended["done"], ended["total"]) == ("cancelled", 3, 10)
        assert "start it again" in ended["says"]
        assert [each["name"] for each in client.get("/api/v1/jobs").json()["items"]] == ["Waiting"]


def test_the_client_of_the_docs_runs(own: Served, tmp_path: Path) -> None:
    """A bot in another language: thirty lines of JavaScript, as printed in docs/rest.md."""
    (program,) = re.findall(r"```js\n(.*?)```", (DOCS / "rest.md").read_text(), re.DOTALL)
    assert len(program.splitlines()) <= 30
    (tmp_path / "client.mjs").write_text(program)
    token = own.tokens.add("js", "write")
    run = subprocess.run(
        ["node", "client.mjs"],  # noqa: S607  from the path, as a reader would
        cwd=tmp_path,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "DNAM_URL": own.address, "DNAM_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Miso" in run.stdout


def test_every_request_of_the_docs_is_answered(own: Served) -> None:
    """N-20: the page has each route of the OpenAPI document once, and what it sends is accepted."""
    (block,) = re.findall(r"```http\n(.*?)```", (DOCS / "rest.md").read_text(), re.DOTALL)
    known, sent = {"CONTEXT": "", "JOB": ""}, set()
    with own.client() as client:
        for request in block.strip().split("\n\n"):
            route = re.sub(
                r"/(\d+|JOB)|\?.*", lambda part: "/{id}" if part[1] else "", request.split("\n")[0]
            )
            sent.add(route.lower())
            head, _, body = re.sub("CONTEXT|JOB", lambda name: known[name[0]], request).partition("\n")
            method, _, path = head.partition(" ")
            answer = client.request(method, f"/api/v1{path}", content=body, headers=JSON)
            assert answer.is_success, (request, answer.text)
            if path == "/context":
                known["CONTEXT"] = answer.json()["id"]
            if answer.status_code == 202:
                known["JOB"] = finished(client, answer.json())["id"]
    paths = openapi_of(own.app)["paths"]
    ours = {path: verbs for path, verbs in paths.items() if path.startswith("/api/v1")}
    assert sent == {f"{verb} {path[7:]}" for path, verbs in ours.items() for verb in verbs}


def test_every_parameter_is_described(empty: Served) -> None:
    """N-20: who reads the OpenAPI document need not guess what a parameter means."""
    routes = [route for verbs in openapi_of(empty.app)["paths"].values() for route in verbs.values()]
    parameters = [each for route in routes for each in route.get("parameters", [])]
    assert [each["name"] for each in parameters if not each.get("description")] == []
    assert len(parameters) > 20


def test_another_process_knows_keys_contexts_and_work(own: Served) -> None:
    """N-17: `dnam serve --workers 2`: whichever process answers, a bot sees one server."""
    second = create_app(own.memory, Tokens(tokens_path(own.memory.settings)))
    secret = own.tokens.add("bot", "admin")
    ask = message(30, "hello")["place"]
    place = {"guild": ask["guild"], "channel": ask["channel"]}
    send = {"place": place, "person": {"id": "2", "name": "Ben"}, "text": "lore The tap was left open."}
    question = {"place": place, "asker": {"id": "1", "name": "Ann"}, "text": "What about the tap?"}
    reply = message(31, "It was open.", author={"id": "9", "name": "bot", "bot": True})

    async def elsewhere(method: str, path: str, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {secret}", **more.pop("headers", {})}
        transport = httpx2.ASGITransport(app=second)
        async with httpx2.AsyncClient(transport=transport, base_url="http://other") as client:
            return (await client.request(method, f"/api/v1{path}", headers=headers, **more)).json()

    with httpx2.Client(base_url=f"{own.address}/api/v1", trust_env=False, timeout=60) as here:
        here.headers["Authorization"] = f"Bearer {secret}"
        key = {"Idempotency-Key": "one"}
        assert here.post("/commands", json=send, headers=key).json()["changed"]
        assert own.run(elsewhere("POST", "/commands", json=send, headers=key))["text"] == REPEATED
        other = {**send, "text": "show"}
        assert own.run(elsewhere("POST", "/commands", json=other, headers=key))["status"] == 422
        context = here.post("/context", json=question).json()["id"]
        given = {"message": reply, "context": context}
        assert own.run(elsewhere("POST", "/replies", json=given)) == {"stored": 1}
        forged = {"message": reply, "context": context[:-1]}
        assert own.run(elsewhere("POST", "/replies", json=forged))["status"] == 404
        job = finished(here, here.post("/export").json(), "")
        assert own.run(elsewhere("GET", f"/jobs/{job['id']}"))["state"] == "done"
        why = {**send, "text": "why"}
        assert "tap" in here.post("/commands", json=why).json()["text"], "what the reply was made from"


def test_an_export_is_gone_once_anybody_erases_something(own: Served) -> None:
    """N-02: also when the bot or the command line erases it, not this server."""
    with own.client() as client:
        job = finished(client, client.post("/api/v1/export").json())
        assert client.get(f"/api/v1/jobs/{job['id']}/file").status_code == 200
        own.run(own.memory.erase(Scope(kind="person", id=PEOPLE["Jonas"].id)))
        assert client.get(f"/api/v1/jobs/{job['id']}/file").status_code == 409
        assert not list(own.memory.settings.data_dir.rglob("*.dnam"))

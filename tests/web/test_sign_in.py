"""Signing in: tokens, sessions, forged requests, and the address the dashboard is opened at."""

import re
import resource
import stat
from pathlib import Path

import httpx2
import pytest
from fastapi import Request
from serving import Served, filled, routes, settings_in

import forking
from dnam.errors import SettingsError
from dnam.web.application import OPEN
from dnam.web.error_responses import Problem
from dnam.web.server import address_of, hosts_of, link_for, open_port, refuse_unsafe
from dnam.web.sign_in import COOKIE, SAFE, TRIES, SignIn, WrongTokens
from dnam.web.tokens import Tokens, tokens_path


def browser(server: Served) -> httpx2.Client:
    return httpx2.Client(base_url=server.address, trust_env=False, headers={"Accept": "text/html"})


def test_a_token_that_is_added_comes_with_a_link_that_signs_in(tmp_path: Path) -> None:
    """X-22: the secret alone goes to standard output, for programs."""
    env = {"DNAM_DATA_DIR": str(tmp_path), "DNAM_WEB_PORT": "8421"}
    code, secret, told = forking.run("dnam", "token", "add", "me", env=env, folder=tmp_path, said="")
    assert (code, secret[:5]) == (0, "dnam_")
    assert f"http://127.0.0.1:8421/sign-in#{secret.strip()}" in told


def test_a_token_is_shown_once_and_stored_as_a_hash(tmp_path: Path) -> None:
    """X-22: the first start shows a link with a token, but in no log; nothing shows it again."""
    tokens = Tokens(tmp_path / "tokens.json")
    assert "#" not in link_for("http://here", tokens, to_people=False)
    assert tokens.all == []
    link = link_for("http://here", tokens, to_people=True)
    secret = link.partition("#")[2]
    assert link.startswith("http://here/sign-in#dnam_")
    again = link_for("http://here", tokens, to_people=True)
    assert again.startswith("http://here/ (`dnam token add NAME --scope admin`")
    other = link_for("http://here", tokens, to_people=True, memory="--db practice.sqlite3")
    assert "`dnam token add NAME --scope admin --db practice.sqlite3`" in other
    assert secret not in (tmp_path / "tokens.json").read_text()
    assert stat.S_IMODE((tmp_path / "tokens.json").stat().st_mode) == 0o600
    assert tokens.find(secret) == tokens.all[0]
    assert tokens.find(secret[:-1]) is None


def test_tokens_of_another_process_are_seen_at_once(tmp_path: Path) -> None:
    """`dnam token` works while a server runs."""
    server, command_line = Tokens(tmp_path / "t.json"), Tokens(tmp_path / "t.json")
    secret = command_line.add("bot", "write", 7)
    token = server.find(secret)
    assert token is not None
    command_line.revoke(token.id)
    assert server.find(secret) is None


def test_tokens_that_cannot_be_written_whole_stay_as_they_were(tmp_path: Path) -> None:
    """X-22, N-17: nothing of the new ones is left behind, in which hashes could be read."""
    tokens = Tokens(tmp_path / "tokens.json")
    secret = tokens.add("prometheus", "read")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, limit[1]))
    try:
        with pytest.raises(SettingsError, match="cannot be written"):
            tokens.add("another", "read")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert {path.name for path in tmp_path.iterdir()} == {"tokens.json", "tokens.json.lock"}
    assert Tokens(tmp_path / "tokens.json").find(secret) is not None


def test_a_damaged_file_of_tokens_is_told(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("{}")
    with pytest.raises(SettingsError, match="cannot be read"):
        _ = Tokens(tmp_path / "t.json").all


def test_a_session_is_a_strict_cookie_and_ends_with_its_token(demo: Served) -> None:
    """X-22: HttpOnly, SameSite=Strict; signing out and revoking the token end it."""
    secret = demo.tokens.add("mine", "admin")
    with browser(demo) as client:
        answer = client.post("/sign-in", data={"token": secret})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert client.get("/people").status_code == 200
        demo.tokens.revoke(secret.split("_")[1])
        assert client.get("/people").status_code == 303


def test_signing_out_ends_a_session_everywhere(demo: Served) -> None:
    """A copy of the cookie is of no use afterwards, neither here nor in another process."""
    with browser(demo) as client:
        client.post("/sign-in", data={"token": demo.tokens.add("mine", "admin")})
        copy = client.cookies[COOKIE]
        client.post("/sign-out", data={"csrf": csrf_of(client)})
        assert client.get("/people", headers={"Cookie": f"{COOKIE}={copy}"}).status_code == 303
    elsewhere = SignIn(demo.memory.settings, Tokens(tokens_path(demo.memory.settings)))
    request = Request({"type": "http", "headers": [(b"cookie", f"{COOKIE}={copy}".encode())]})
    assert elsewhere.identify(request) is None


def csrf_of(client: httpx2.Client) -> str:
    return str(re.findall(r'name="csrf" value="([0-9a-f]+)"', client.get("/privacy").text)[0])


def test_a_forged_request_is_refused(demo: Served) -> None:
    """X-22: a change with a cookie needs the word of our own page, and no other site's origin."""
    with browser(demo) as client:
        client.post("/sign-in", data={"token": demo.tokens.add("mine", "admin")})
        word = csrf_of(client)
        changes = [(m, filled(p)) for m, p in routes(demo.app) if m not in SAFE and p not in OPEN]
        assert len(changes) > 20
        for method, path in changes:
            assert client.request(method, path, data={}).status_code == 403, path
            assert client.request(method, path, data={"csrf": word[::-1]}).status_code == 403, path
        other_site = {"Origin": "https://evil.example"}
        assert (
            client.post("/lore", data={"csrf": word, "verb": "lore"}, headers=other_site).status_code == 403
        )
        assert client.post("/api/v1/erase", json={"kind": "guild", "id": "1"}).status_code == 403


def test_wrong_tokens_are_slowed_down(demo: Served, tmp_path: Path) -> None:
    """X-22: after a few wrong tokens an address waits, also with the right one, whichever process it asks."""
    signing = demo.app.state.sign_in
    before, signing.wrong_tokens = signing.wrong_tokens, WrongTokens(tmp_path)
    try:
        with browser(demo) as client:
            answers = [
                client.post("/sign-in", data={"token": "dnam_x"}).status_code for _ in range(TRIES + 1)
            ]
            assert answers == [401] * TRIES + [429]
            right = client.post("/sign-in", data={"token": demo.tokens.add("mine", "admin")})
            assert right.status_code == 429
            assert right.headers["retry-after"] == "60"
        with pytest.raises(Problem, match="wait a minute"):
            WrongTokens(tmp_path).check("127.0.0.1")
        WrongTokens(tmp_path).check("192.0.2.1")
    finally:
        signing.wrong_tokens = before


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org"])  # noqa: S104  what is refused
def test_an_open_address_needs_protection(tmp_path: Path, host: str) -> None:
    """X-22: without TLS or a trusted proxy, only this machine may reach it."""
    with pytest.raises(SettingsError, match="without encryption"):
        refuse_unsafe(settings_in(tmp_path, web_host=host))
    refuse_unsafe(settings_in(tmp_path, web_host=host, web_trusted_proxies=("10.0.0.1",)))


def test_half_of_tls_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="both"):
        refuse_unsafe(settings_in(tmp_path, web_tls_key=tmp_path / "key.pem"))


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    """A second dashboard says what to do."""
    with open_port(settings_in(tmp_path)) as taken:
        port = taken.getsockname()[1]
        assert address_of(settings_in(tmp_path), taken) == f"http://127.0.0.1:{port}"
        with pytest.raises(SettingsError, match="set DNAM_WEB_PORT"):
            open_port(settings_in(tmp_path, web_port=port))


def test_a_name_elsewhere_is_not_answered(tmp_path: Path) -> None:
    """A page that points its own name at this machine gets nothing."""
    assert "evil.example" not in hosts_of(settings_in(tmp_path))
    assert hosts_of(settings_in(tmp_path, web_url="https://memory.example:8443/")) == ("memory.example",)

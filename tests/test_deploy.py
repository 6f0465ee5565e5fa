"""The files for operators: what they set is a setting, what they start is a command."""

import configparser
import json
import os
import re
import shlex
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
import yaml
from typer.main import get_command

from dnam.cli.app import app
from dnam.settings import Settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMMANDS = set(get_command(app).commands)  # type: ignore[attr-defined]  # a group of commands
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize(
    "path", [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "operating.md"], ids=lambda p: p.name
)
def test_every_variable_is_a_setting(path: Path) -> None:
    """N-17: a misspelt one would be ignored in silence."""
    known = {f"DNAM_{name.upper()}" for name in Settings.model_fields} | {"DNAM_CONFIG"}
    assert set(re.findall(r"\bDNAM_\w+", path.read_text())) <= known


def test_the_services_start_commands_and_wait_for_the_schema() -> None:
    """N-17: the bot, the worker and the dashboard start when the schema is there."""
    ours = {name: service for name, service in COMPOSE["services"].items() if name != "db"}
    assert {service["command"][0] for service in ours.values()} == {"migrate", "run", "worker", "serve"}
    assert {service["command"][0] for service in ours.values()} <= COMMANDS
    waiting = {name for name, service in ours.items() if "migrate" in service["depends_on"]}
    assert waiting == {"bot", "worker", "web"}


def test_nothing_is_open_to_the_world() -> None:
    """X-22: the dashboard is published to this machine alone, and nothing runs as root."""
    published = [port for service in COMPOSE["services"].values() for port in service.get("ports", ())]
    assert published == ["127.0.0.1:8420:8420"]
    assert re.search(r"^USER dnam$", (DEPLOY / "Dockerfile").read_text(), re.M)


class Ready(BaseHTTPRequestHandler):
    """Answers as a process that is ready."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Note what was asked for."""
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write no log."""


def test_the_image_starts_the_bot_and_asks_it_whether_it_is_ready() -> None:
    """N-17: not the doctor, who asks the model and Discord each time."""
    image = (DEPLOY / "Dockerfile").read_text()
    assert json.loads(re.findall(r"^CMD (\[.*\])$", image, re.M)[0]) == ["run"]
    asked = json.loads(re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", image, re.M)[0])[-1]
    assert re.search(r"^ENV .*DNAM_METRICS_PORT=\d+", image, re.M)
    with ThreadingHTTPServer(("127.0.0.1", 0), Ready) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = {"DNAM_METRICS_PORT": str(server.server_port)}
        subprocess.run([sys.executable, "-c", asked], check=True, env={**os.environ, **port})
        server.shutdown()
    assert Ready.asked == ["/readyz"]
    assert "--require-hashes" in image


def test_a_backup_is_in_one_place_whoever_makes_it() -> None:
    """N-10: one process has the lease, any of them; and a password may have any character."""
    for name in ("bot", "worker", "web"):
        service = COMPOSE["services"][name]
        assert "${DNAM_BACKUP_DIR:-backups}:/backups" in service["volumes"]
        assert service["environment"]["DNAM_BACKUP_DIR"] == "/backups"
        assert "PASSWORD" not in service["environment"]["DNAM_STORE"]
        assert "PGPASSWORD" in service["environment"]
    assert re.search(r"install -d -o dnam .* /backups$", (DEPLOY / "Dockerfile").read_text(), re.M)


def test_what_the_file_of_settings_says_holds_in_the_containers() -> None:
    """R-25, N-17: compose would let its own value win; what it reads is in the example."""
    compose = (DEPLOY / "compose.yaml").read_text()
    ours = {name: service for name, service in COMPOSE["services"].items() if name != "db"}
    fixed = {
        name
        for service in ours.values()
        for name, value in service["environment"].items()
        if name.startswith("DNAM_") and f"${{{name}" not in value
    }
    told = " ".join(line for line in compose.splitlines() if line.startswith("#"))
    (listed,) = re.findall(r"inside the containers: (.*?), which here", told)
    assert fixed == set(re.findall(r"DNAM_\w+", listed))
    for service in COMPOSE["services"].values():
        given = {name: value for name, value in service["environment"].items() if name not in fixed}
        read = {name: re.findall(r"\$\{(\w+)", str(value)) for name, value in given.items()}
        assert {name: [name] for name in given if name.startswith("DNAM_")}.items() <= read.items()
    example = (ROOT / ".env.example").read_text()
    names = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert {f"# {name}=" for name in names} <= set(re.findall(r"^# \w+=", example, re.M))


@pytest.mark.parametrize(("name", "starts"), [("dnam", ["run"]), ("dnam@", ["$COMMAND"])])
def test_a_unit_starts_a_command_as_its_own_user(name: str, starts: list[str]) -> None:
    """N-17: with the settings that other commands read beside it."""
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names are case-sensitive
    unit.read(DEPLOY / f"{name}.service")
    service = unit["Service"]
    assert shlex.split(service["ExecStartPre"])[1:] == ["migrate"]
    assert shlex.split(service["ExecStart"])[1:] == starts
    assert (service["User"], service["WorkingDirectory"]) == ("dnam", "/etc/dnam")
    written = re.findall(r"COMMAND=(\w+)", (DEPLOY / f"{name}.service").read_text())
    assert set(written) <= COMMANDS

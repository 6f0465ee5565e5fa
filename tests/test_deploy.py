"""The files for operators: what they set is a setting, what they start is a command."""

import configparser
import json
import re
import shlex
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from dnam.cli.app import app

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMMANDS = set(get_command(app).commands)  # type: ignore[attr-defined]  # a group of commands
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize(
    "path", [*sorted(DEPLOY.iterdir()), ROOT / "docs" / "operating.md"], ids=lambda p: p.name
)
def test_every_variable_is_a_setting(path: Path) -> None:
    """N-17: a misspelt one would be ignored in silence."""
    known = set(re.findall(r"^# (\w+)=", (ROOT / ".env.example").read_text(), re.M))
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


def test_the_image_and_the_unit_start_commands() -> None:
    """N-17: and the unit finishes what is under way before it is killed."""
    image = (DEPLOY / "Dockerfile").read_text()
    lines = re.findall(r"^(?:HEALTHCHECK.*CMD|CMD) (\[.*\])$", image, re.M)
    assert {json.loads(line)[-1] for line in lines} == {"doctor", "run"} <= COMMANDS
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names are case-sensitive
    unit.read(DEPLOY / "dnam.service")
    started = [shlex.split(unit["Service"][name])[1] for name in ("ExecStartPre", "ExecStart")]
    assert started == ["migrate", "run"]
    assert unit["Service"]["DynamicUser"] == "yes"

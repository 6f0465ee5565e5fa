"""Metrics, health, long work, and the demo."""

import json
import re
from pathlib import Path

import httpx2
import pytest
import yaml
from serving import Served

from dnam.domain import Scope
from dnam.errors import BadInput
from dnam.web.demo import DEMO_GUILD, PEOPLE, add_demo, remove_demo
from dnam.web.jobs import Job, Jobs
from dnam.web.problems import Problem

DOCS = Path(__file__).parents[2] / "docs"


def test_prometheus_reads_numbers_without_names(demo: Served) -> None:
    """N-23: rows, queue, failures, calls, cost and requests; no label names a person or a guild."""
    with demo.client("read") as client:
        client.get(f"/people/{PEOPLE['Maya'].id}", params={"guild": DEMO_GUILD})
        text = client.get("/metrics").text
    assert 'dnam_rows{table="messages"}' in text
    assert 'dnam_http_requests_total{method="GET",route="/people/{id}",status="200"}' in text
    assert "dnam_jobs_waiting 0.0" in text
    assert not re.search(rf"{DEMO_GUILD}|{PEOPLE['Maya'].id}|Maya", text)
    with demo.client("admin", DEMO_GUILD) as of_guild:
        assert of_guild.get("/metrics").status_code == 403


def test_the_grafana_files_ask_for_numbers_that_exist(demo: Served) -> None:
    """N-23: every metric in the dashboard and the alerts is one we publish."""
    with demo.client("read") as client:
        published = set(re.findall(r"^# TYPE (\w+)", client.get("/metrics").text, re.MULTILINE))
    board = json.loads((DOCS / "monitoring" / "grafana.json").read_text())
    rules = yaml.safe_load((DOCS / "monitoring" / "alerts.yml").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    used = {
        re.sub(r"_(bucket|count|sum)$", "", name) for expr in asked for name in re.findall(r"dnam_\w+", expr)
    }
    assert used
    assert used - published == set()


def test_alive_and_ready_need_no_sign_in(demo: Served) -> None:
    """N-23: what a supervisor asks says nothing else."""
    with httpx2.Client(base_url=demo.address, trust_env=False) as stranger:
        assert stranger.get("/healthz").text == "ok\n"
        assert stranger.get("/readyz").text == "ready\n"


async def test_long_work_tells_how_far_it_is_and_stops() -> None:
    """What runs can be cancelled, runs once, and says what came of it."""
    jobs = Jobs()

    async def work(job: Job) -> str:
        job.done = 30
        return "Done."

    async def fails(job: Job) -> str:
        del job
        raise BadInput("No such thing.")

    done = jobs.start(Job("a", total=40), work)
    assert done.state == "running"
    with pytest.raises(Problem, match="running already"):
        jobs.start(Job("a"), work)
    failed, stopped = jobs.start(Job("b"), fails), jobs.start(Job("c"), work)
    assert stopped.task is not None
    stopped.task.cancel()
    await jobs.stop()
    for job in (done, failed, stopped):
        assert job.state in ("cancelled", "failed", "done")
    again = jobs.start(Job("a", total=40), work)
    assert again.task is not None
    await again.task
    assert (again.state, again.says, again.percent) == ("done", "Done.", 100)


def test_the_demo_comes_and_goes(own: Served) -> None:
    """What the demo adds is marked, added once, and removed without a trace."""
    with pytest.raises(BadInput, match="already"):
        own.run(add_demo(own.memory))
    counts = own.run(remove_demo(own.memory)).counts
    assert counts["messages"] > 50
    assert own.run(own.memory.store.all_facts(muted=True)) == []
    left = own.run(
        own.memory.erase(Scope(kind="guild", id=DEMO_GUILD, guild=DEMO_GUILD), preview=True)
    ).counts
    assert not any(left.values())
    with pytest.raises(BadInput, match="no demo"):
        own.run(remove_demo(own.memory))

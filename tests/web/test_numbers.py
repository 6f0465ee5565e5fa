"""Metrics, health, long work, and the demo."""

import asyncio
import json
import os
import re
import time
from pathlib import Path

import httpx2
import pytest
import yaml
from serving import Served, settings_in

from dnam import Memory
from dnam.domain import Scope
from dnam.errors import BadInput
from dnam.transfer.backups import LAST
from dnam.web.demo import DEMO_GUILD, PEOPLE, add_demo, remove_demo
from dnam.web.error_responses import Problem
from dnam.web.jobs import LOST, LOST_SECONDS, Job, Jobs
from dnam.web.metrics import Metrics
from dnam.web.shared_folder import shared_folder

DOCS = Path(__file__).parents[2] / "docs"


def test_prometheus_reads_numbers_without_names(demo: Served) -> None:
    """N-23, UM-06: rows, queue, failures, calls, cost and requests; no label names a person or a guild."""
    with demo.client("read") as client:
        client.get(f"/people/{PEOPLE['Maya'].id}", params={"guild": DEMO_GUILD})
        text = client.get("/metrics").text
    assert 'dnam_rows{table="messages"}' in text
    assert "dnam_model_usd_today{" not in text  # the calls of the demo are made up
    process = f'process="{os.getpid()}"'  # several may share a port, and Prometheus must not mix them up
    assert f'dnam_http_requests_total{{method="GET",{process},route="/people/{{id}}",status="200"}}' in text
    assert f"dnam_jobs_waiting{{{process}}} 0.0" in text
    assert not re.search(rf"{DEMO_GUILD}|{PEOPLE['Maya'].id}|Maya", text)
    with demo.client("admin", DEMO_GUILD) as of_guild:
        assert of_guild.get("/metrics").status_code == 403


def test_numbers_are_told_while_the_store_does_not_answer(own: Served) -> None:
    """N-23: an outage is when they are looked at; what is read from the store is left out."""
    with own.client("read") as client:
        assert re.search(r"^dnam_store_up\{.*\} 1\.0$", client.get("/metrics").text, re.M)
        own.run(own.memory.store.close())
        answer = client.get("/metrics")
        assert client.get("/readyz").status_code == 503
    assert answer.status_code == 200
    assert re.search(r"^dnam_store_up\{.*\} 0\.0$", answer.text, re.M)
    assert "dnam_jobs_waiting{" in answer.text
    assert "dnam_rows{" not in answer.text


def test_a_process_beside_a_migrated_memory_is_not_ready(
    own: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """N-23, X-11: a newer dnam changed the schema below it; the log says so once."""
    own.run(own.memory.store.put_own("schema", "999"))
    with own.client("read") as client:
        answers = [client.get("/readyz") for _ in range(2)]
        assert re.search(r"^dnam_store_up\{.*\} 0\.0$", client.get("/metrics").text, re.M)
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (503, "the schema of the store is newer than this dnam: update it\n")
    }
    assert len([each for each in caplog.records if "a newer dnam migrated" in each.getMessage()]) == 1


def test_the_last_backup_has_a_time(own: Served) -> None:
    """N-23: so that an alert can say when there is none any more."""
    own.run(own.memory.store.put_note(LAST, "2026-03-01T12:00:00+00:00"))
    with own.client("read") as client:
        assert "\ndnam_backup_seconds 1.7723664e+09\n" in client.get("/metrics").text


async def test_a_schedule_without_a_backup_is_told_from_the_start(tmp_path: Path) -> None:
    """N-23: an alert on its age hears of a backup that was never made."""
    none, nowhere = settings_in(tmp_path), tmp_path / "file"
    nowhere.touch()  # no backup is made there, however quick it is
    for settings in (none, none.model_copy(update={"backup_hours": 24, "backup_dir": nowhere})):
        async with Memory.open(settings) as memory:
            numbers = (await Metrics(memory).read()).decode()
        assert ("\ndnam_backup_seconds 0.0\n" in numbers) is bool(settings.backup_hours)
        every = re.findall(r"\ndnam_backup_interval_seconds (\S+)\n", numbers)
        assert [float(each) / 3600 for each in every] == [settings.backup_hours] * bool(settings.backup_hours)


def test_every_alert_is_tried() -> None:
    """N-23: what all processes tell alike is counted once, and each rule has a test for `promtool`."""
    folder = DOCS / "monitoring"
    rules = {
        rule["alert"]: " ".join(rule["expr"].split())
        for group in yaml.safe_load((folder / "alerts.yml").read_text())["groups"]
        for rule in group["rules"]
    }
    for name in ("dnam_rows", "dnam_model_usd_today", "dnam_backup_seconds", "dnam_backup_interval_seconds"):
        uses = [expr for expr in rules.values() if name in expr]
        assert uses
        assert all(re.search(rf"max(?: by \(task\))? ?\({name}", expr) for expr in uses)
    assert "up{" in rules["DnamDown"]
    tried = yaml.safe_load((folder / "alerts_test.yml").read_text())
    cases = [case for test in tried["tests"] for case in test["alert_rule_test"]]
    assert {case["alertname"] for case in cases if case.get("exp_alerts")} == rules.keys()
    assert {case["alertname"] for case in cases if not case.get("exp_alerts")} == rules.keys()


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


async def test_long_work_tells_how_far_it_is_and_stops(tmp_path: Path) -> None:
    """What runs can be cancelled, runs once, and says what came of it."""
    jobs = Jobs(settings_in(tmp_path))

    async def work(job: Job) -> str:
        job.done = 30
        return "Done."

    async def fails(job: Job) -> str:
        del job
        raise BadInput("No such thing.")

    assert jobs.start(Job("a", total=40), work).state == "running"
    with pytest.raises(Problem, match="running already"):
        jobs.start(Job("a"), work)
    failing, stopped = Job("b"), Job("c")
    jobs.start(failing, fails)
    jobs.cancel(jobs.start(stopped, work).id)
    with pytest.raises(BadInput):
        await failing.task  # type: ignore[misc]  # it was started
    await jobs.stop()
    assert [(job.name, job.state) for job in jobs.all] == [("c", "cancelled"), ("b", "failed"), ("a", "done")]
    assert [job.says for job in jobs.all[1:]] == ["No such thing.", "Done."]
    assert jobs.all[-1].percent == 100


async def test_every_process_knows_of_long_work_and_can_stop_it(tmp_path: Path) -> None:
    """N-17: `dnam serve --workers 2`: how far a job is, its end, cancelling it, from the other process."""
    one, other = Jobs(settings_in(tmp_path)), Jobs(settings_in(tmp_path))

    async def work(job: Job) -> str:
        job.advance(3, 10)
        return await asyncio.Future()

    job = Job("Waiting")
    one.start(job, work)
    assert other.get(job.id).state == "running"
    with pytest.raises(Problem, match="running already"):
        other.start(Job("Waiting"), work)
    other.cancel(job.id)
    with pytest.raises(asyncio.CancelledError):
        await job.task  # type: ignore[misc]  # it was started
    await one.stop()
    ended = other.get(job.id)
    assert (ended.state, ended.done, ended.total) == ("cancelled", 3, 10)


async def test_work_of_a_process_that_is_gone_is_told(tmp_path: Path) -> None:
    """N-17: a job nobody writes of any more does not run for ever."""
    gone, other = Jobs(settings_in(tmp_path)), Jobs(settings_in(tmp_path))

    async def work(job: Job) -> str:
        del job
        return "Done."

    job = Job("Waiting")
    gone.start(job, work)
    written = shared_folder(settings_in(tmp_path), "work") / f"{job.id}.json"
    long_ago = time.time() - LOST_SECONDS - 1
    os.utime(written, (long_ago, long_ago))
    assert (other.get(job.id).state, other.get(job.id).says) == ("failed", LOST)
    await gone.stop()


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

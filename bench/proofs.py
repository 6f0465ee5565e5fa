"""Break what each SPEC id is about, and write down which change its tests noticed: `make proofs`.

    python -m bench.proofs [--ids DC-72,N-01] [--minutes 30]

bench/places.txt says where the behaviour of an id is, as a person judged:

    DC-46 rules/prompt_packing.py:_fit:stop_at_misfit    module:place, or module:place:part of a line
    X-03 rules/fact_merge.py:_Merge._repeat @ test_name   ... and which of the citing tests is most about it

There it is broken one small change at a time (see `bench.changes`), until an assertion of a citing test
fails, or the test cannot take apart what it was given: a crash or a timeout proves nothing, and no change
proves two ids. The tests run in forked processes, quick ones first. A function that a test does not enter is
not broken for it. What is no function (a setting, a table, a query, a text for a model) is changed where it
is loaded; where no test notices that, everything is imported again.

bench/proofs.jsonl has the results. It is written after each id, and an id whose proof still holds is not
tried again. `make spec` counts it.
"""

import argparse
import gc
import importlib
import json
import os
import re
import resource
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from bench.broken_process import SECONDS, exchange, in_fork, index_functions, replace_file
from bench.changes import PACKAGE, ROOT, Change, Place, changed, changes, line_of, places
from bench.spec import RECORD, Proof, Where, Witness, read_places, read_record, standing, wanted, witnesses

MOST_TESTS, MOST_CHANGES = 8, 24
"""How many citing tests are tried for an id, and how many changes for a test."""
PATIENCE = 25
"""After how many seconds of a processor no more changes are tried for an id."""
UNLIKELY = (
    "condition left out", "nothing returned", "argument emptied", "order turned round", "method left out",
    "text changed",
)  # fmt: skip
"""Changes that are often a crash, which proves nothing, or say little: tried after others."""
WARM_UP = (
    "rules/test_guard",
    "rules/test_secrets",
    "test_extract",
    "test_recall",
    "test_days",
    "on_discord/test_answers",
    "models/test_provider_client",
)
"""Files whose first tests load what is loaded once in a process, so that no fork has to."""
SLOW = re.compile("machine|browser|process|linear_time|crash|postgres|faults|several|shards|start|scenario")
QUICK, SLOWISH = ("tests/rules/", "tests/test_settings", "tests/models/"), ("tests/on_discord/", "tests/web/")

Function = tuple[str, str]
"""A module and a qualified name in it."""
Cited = tuple[pytest.Item, Witness]
Key = tuple[str, str, str, str]


@dataclass(eq=False)  # pytest keeps plugins in sets
class Campaign:
    """A pytest plugin that runs the tests as often as they are needed, on broken code."""

    only: Sequence[str] = ()
    """The ids to prove; every id when there is none."""
    until: float = 0.0
    files: frozenset[Path] | None = None
    """The files whose tests are collected; None for all."""
    entered: dict[str, frozenset[Function]] = field(default_factory=dict)
    """The functions that a test enters, by its name."""
    asserted: bool = False
    """Whether an assertion of the test that ran last has failed."""

    def pytest_sessionstart(self) -> None:
        """Let hypothesis stop at the first example that fails."""
        hypothesis = importlib.import_module("hypothesis")  # not before pytest, which rewrites its plugin
        settings, found = hypothesis.settings, (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        settings.register_profile("broken", settings.get_profile("test"), phases=found)
        settings.load_profile("broken")

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out the tests of other ids."""
        left_out = self.files is not None and collection_path not in self.files
        return True if collection_path.suffix == ".py" and left_out else None

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Note whether a test failed by what it asserts, or cannot take apart what it was given."""
        if call.excinfo is not None and call.when == "call":
            asserts = isinstance(call.excinfo.value, AssertionError | pytest.fail.Exception)
            takes_apart = isinstance(call.excinfo.value, LookupError | ValueError)
            in_test = Path(call.excinfo.traceback[-1].path).is_relative_to(ROOT / "tests")
            self.asserted |= asserts or (takes_apart and in_test)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Prove ids, instead of running every test once."""
        for name in WARM_UP:
            quick = (one for one in session.items if name in one.nodeid and not SLOW.search(one.nodeid))
            for item in islice(quick, 2):
                _passes(item)
        self.asserted = False
        index_functions()
        gc.freeze()  # forks share what nobody writes
        named = {witness.name: witness for witness in witnesses()}
        by_id, held, where = _items_by_id(session.items, named), standing(named), read_places()
        ids = dict.fromkeys(self.only or wanted())
        open_ids = [id_ for id_ in ids if id_ in by_id and id_ in where and id_ not in held]
        print(f"{len(held)} ids are proven, {len(open_ids)} are to be tried", flush=True)
        used = {_key(proof) for proof in held.values()}
        for id_ in open_ids:
            if time.monotonic() > self.until:
                break
            tries = (self._prove(id_, by_id[id_], one, used) for one in where[id_])
            proof = next(filter(None, tries), None)
            found = f"{proof.module} {proof.place}: {proof.change}: {proof.line}" if proof else "NOT PROVEN"
            print(f"{id_}: {found}", flush=True)
            if proof:
                used.add(_key(proof))
                _write(proof)
        return True

    def _prove(self, id_: str, tests: Sequence[Cited], where: Where, used: set[Key]) -> Proof | None:
        """Return the first change that a citing test notices and that proves no other id yet."""
        patient_until = _spent() + PATIENCE
        unnoticed: list[tuple[Proof, pytest.Item, Change]] = []
        for item, witness in _most_apt(tests, where):
            for place, change in self._breakable(item, where):
                if _spent() > patient_until:
                    return None
                proof = Proof(
                    id=id_, witness=witness.name, digest=witness.digest, module=place.module,
                    place=place.name, line=line_of(change), change=change.what,
                )  # fmt: skip
                if _key(proof) not in used:
                    if self._notices(item, place, change):
                        return proof
                    print(f"  {item.nodeid}: not {place.name}: {change.what}: {line_of(change)}", flush=True)
                    if not place.is_function:
                        unnoticed.append((proof, item, change))
        for proof, item, change in unnoticed:
            if _spent() > patient_until:
                break
            if _fork(item, partial(_notices_anew, item, change), 3):
                return proof
        return None

    def _breakable(self, item: pytest.Item, where: Where) -> Iterator[tuple[Place, Change]]:
        """Yield the changes of a place that a test uses, the most telling ones first."""
        for place in places(where.module):
            if place.name == where.place and (not place.is_function or self._enters(item, place)):
                meant = [one for one in changes(place.module, place.lines) if where.part in line_of(one)]
                meant.sort(key=lambda change: change.what in UNLIKELY)
                yield from ((place, change) for change in meant[:MOST_CHANGES])

    def _enters(self, item: pytest.Item, place: Place) -> bool:
        if item.nodeid not in self.entered:
            self.entered[item.nodeid] = _functions_entered(item)
            if not self.entered[item.nodeid]:
                print(f"  {item.nodeid} fails or takes too long as it is", flush=True)
        return (place.module, place.name) in self.entered[item.nodeid]

    def _notices(self, item: pytest.Item, place: Place, change: Change) -> bool:
        """Return whether an assertion of a test fails when the package has a change."""
        source = changed(change)
        return bool(_fork(item, lambda: exchange(place, source) and not _passes(item) and self.asserted))


@dataclass(eq=False)
class _Watcher:
    campaign: Campaign

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        self.campaign.pytest_runtest_makereport(call)


def _notices_anew(item: pytest.Item, change: Change) -> bool:
    """Import the package again with a changed file and run a test; return whether its assertion fails."""
    replace_file(PACKAGE / change.module, changed(change))
    for name, one in [*sys.modules.items()]:
        if str(getattr(one, "__file__", "")).startswith((f"{PACKAGE}/", f"{ROOT}/tests/")):
            del sys.modules[name]
    anew = Campaign()
    pytest.main(["-s", item.nodeid], plugins=[_Watcher(anew)])
    return anew.asserted


def _items_by_id(items: Sequence[pytest.Item], named: dict[str, Witness]) -> dict[str, list[Cited]]:
    """Return the tests that are run for each id: on SQLite, quick ones, those that cite few ids."""
    found: defaultdict[str, list[Cited]] = defaultdict(list)
    checks = {name.rpartition("::")[2]: one for name, one in named.items() if name.startswith("src/")}
    for item in items:
        plain, _, parameters = item.nodeid.partition("[")
        scenario = parameters.removesuffix("]").partition("-")[2]
        about = [named.get(plain), named.get(f"scenario {scenario}"), checks.get(scenario)]
        for witness in filter(None, about):
            for id_ in witness.ids:
                found[id_].append((item, witness))
    for cited in found.values():
        cited.sort(key=lambda one: (_slowness(one[0]), len(one[1].ids)))
        cited[:] = [one for one in cited if "postgres" not in one[0].nodeid] or cited
    return dict(found)


def _most_apt(tests: Sequence[Cited], where: Where) -> list[Cited]:
    """Return the tests to try: the named one, or those whose parameters name the place; few of each."""
    meant = [one for one in tests if where.test and where.test in one[0].nodeid] or tests
    once: Counter[str] = Counter()
    apt = []
    for item, witness in sorted(meant, key=lambda one: where.place not in one[0].name):
        once[witness.name] += 1
        if once[witness.name] <= 2:
            apt.append((item, witness))
    return apt[:MOST_TESTS]


def _slowness(item: pytest.Item) -> int:
    slowish = 2 * (not item.nodeid.startswith(QUICK)) + 2 * item.nodeid.startswith(SLOWISH)
    return 9 if SLOW.search(item.nodeid) else slowish


def _functions_entered(item: pytest.Item) -> frozenset[Function]:
    """Return the functions of the package that a test enters; none when it fails."""

    def run() -> list[Function]:
        seen: set[CodeType] = set()

        def enter(frame: FrameType, *_: Any) -> None:
            seen.add(frame.f_code)

        threading.settrace(enter)
        sys.settrace(enter)
        passed = _passes(item)
        sys.settrace(None)
        inside = [code for code in seen if passed and code.co_filename.startswith(f"{PACKAGE}/")]
        return [
            (str(Path(code.co_filename).relative_to(PACKAGE)), code.co_qualname.partition(".<locals>")[0])
            for code in inside
        ]

    found = _fork(item, run, 2) or []
    return frozenset((module, name) for module, name in found)


def _fork(item: pytest.Item, run: Callable[[], Any], times: int = 1) -> Any:
    """Return what `run` returns in a fork; for PostgreSQL it has a folder, and time to start a server."""
    limit = SECONDS * (4 if "postgres_server" in getattr(item, "fixturenames", ()) else 1)
    with tempfile.TemporaryDirectory(prefix="dnam-postgres-", ignore_cleanup_errors=True) as folder:

        def alone() -> Any:
            os.environ["TESTS_POSTGRES"] = folder
            return run()

        return in_fork(alone, times * limit)


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def _spent() -> float:
    """Return how long the processes that were forked have run."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def _key(proof: Proof) -> Key:
    return proof.module, proof.place, proof.line, proof.change


def _write(proof: Proof) -> None:
    proofs = {one.id: one for one in read_record()} | {proof.id: proof}
    rows = [json.dumps(asdict(proofs[id_])) for id_ in wanted() if id_ in proofs]
    fresh = RECORD.with_suffix(".new")
    fresh.write_text("\n".join(rows) + "\n")
    fresh.replace(RECORD)


def _files_of(ids: Iterable[str]) -> frozenset[Path]:
    """Return the files of the tests that cite ids whose proof is open, and those that warm up."""
    named = {witness.name: witness for witness in witnesses()}
    open_ids = set(ids) - standing(named).keys()
    files = {f"tests/{name}.py" for name in WARM_UP}
    for name in (name for name, one in named.items() if one.ids & open_ids):
        in_tests = name.startswith("tests/")
        both = ("tests/test_scenarios.py", "tests/stores/test_conformance.py")
        files |= {name.partition("::")[0]} if in_tests else {both[name.startswith("src/")]}
    return frozenset(ROOT / file for file in files)


def main() -> None:
    """Prove ids until the time is over."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ids", default="", help="only these, with commas between them")
    parser.add_argument("--minutes", type=float, default=600, help="how long at most")
    options = parser.parse_args()
    only = [one for one in options.ids.split(",") if one]
    until = time.monotonic() + 60 * options.minutes
    campaign = Campaign(only=only, until=until, files=_files_of(only or wanted()))
    sys.exit(pytest.main(["-s"], plugins=[campaign]))


if __name__ == "__main__":
    main()

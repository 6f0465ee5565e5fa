"""Break what each SPEC id is about, and write down which change its tests noticed: `make proofs`.

    python -m bench.proofs [--ids DC-72,N-01] [--minutes 30] [--spec SPEC.md]

Every test is collected once. The tests that cite an id run in forked processes, which tell the functions
they enter; with the names, settings and queries that these use, those are the places (see `bench.changes`)
where the behaviour can be. bench/places.txt says in which of them it is, as a person judged:

    DC-46 rules/prompt_packing.py:_fit:stop_at_misfit    module:place, or module:place:part of a line
    X-03 rules/fact_merge.py:_Merge._repeat @ test_name   ... and which of the citing tests is most about it

There it is broken one small change at a time, until an assertion of a test fails, or the test cannot take
apart what it was given: a crash or a timeout proves nothing, and no change proves two ids. Where no place is
named, those that share a word with the name of the test or with the specification's sentence are tried, the
rarest words first. Words mislead: whoever adds an id reads what was found, and names the place.

bench/proofs.jsonl has the results. It is written after each id, and an id whose proof still holds is not
tried again. `make spec` counts it.
"""

import argparse
import gc
import json
import math
import re
import resource
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from bench.broken_process import SECONDS, exchange, in_fork, index_functions, replace_file
from bench.changes import PACKAGE, ROOT, Change, Place, changed, changes, line_of, places, source_of
from bench.spec import RECORD, Proof, Witness, read_places, read_record, standing, wanted, witnesses, words_of

NOT_BEHAVIOUR = ("testing/", "evaluation/scenario")
"""Parts of the package that only tests use: breaking them breaks no behaviour."""
MOST_TESTS = 2
"""How many citing tests are tried for an id: quick ones that cite few ids."""
MOST_CHANGES, MOST_PER_PLACE = 8, 3
"""How many changes are tried for a test, and how many of them in one place."""
PATIENCE = 12
"""After how many seconds of a processor no more changes are tried for an id."""
UNLIKELY = (
    "condition left out",
    "nothing returned",
    "argument emptied",
    "order turned round",
    "method left out",
    "text changed",
)
"""Changes that are often a crash, which proves nothing, or say little: tried after others."""
WARM_UP = (
    "rules/test_guard",
    "rules/test_secrets",
    "test_extract",
    "test_recall",
    "test_days",
    "on_discord/test_answers",
)
"""Files whose first tests load what is loaded once in a process, so that no fork has to."""
ENTERED = ROOT / ".bench" / "entered.jsonl"
"""What each test uses, so that a run that was stopped need not ask again."""
SLOW = re.compile("machine|browser|process|linear_time|crash|postgres|faults|several|shards|start|scenario")
QUICK, SLOWISH = ("tests/rules/", "tests/test_settings", "tests/models/"), ("tests/on_discord/", "tests/web/")

Function = tuple[str, str]
"""A module and a qualified name in it."""
Cited = tuple[pytest.Item, Witness]
Key = tuple[str, str, str, str]


@dataclass(eq=False)  # pytest keeps plugins in sets
class Campaign:
    """A pytest plugin that runs the tests as often as they are needed, on broken code."""

    only: Sequence[str]
    """The ids to prove; every id when there is none."""
    until: float
    files: frozenset[Path]
    """The files whose tests are collected."""
    sentences: dict[str, frozenset[str]]
    """The words of the specification about an id."""
    uses: dict[str, list[Function]] = field(default_factory=dict)
    """The places that a test uses, by its name and digest."""
    asserted: bool = False
    """Whether an assertion of the test that ran last has failed."""

    def pytest_sessionstart(self) -> None:
        """Let hypothesis stop at the first example that fails."""
        found = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        hypothesis.settings.register_profile("broken", hypothesis.settings.get_profile("test"), phases=found)
        hypothesis.settings.load_profile("broken")

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out the tests of other ids."""
        return True if collection_path.suffix == ".py" and collection_path not in self.files else None

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """Note whether a test failed by what it asserts, or cannot take apart what it was given."""
        if call.excinfo is not None and call.when == "call":
            asserts = isinstance(call.excinfo.value, AssertionError | pytest.fail.Exception)
            takes_apart = isinstance(call.excinfo.value, LookupError | ValueError)
            in_test = Path(call.excinfo.traceback[-1].path).is_relative_to(ROOT / "tests")
            self.asserted |= asserts or (takes_apart and in_test)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Prove ids, instead of running every test once."""
        index_functions()
        for name in WARM_UP:
            quick = (one for one in session.items if name in one.nodeid and not SLOW.search(one.nodeid))
            for item in islice(quick, 2):
                _passes(item)
        self.asserted = False
        gc.freeze()  # forks share what nobody writes
        named = {witness.name: witness for witness in witnesses()}
        by_id = _items_by_id(session.items, named, self.sentences)
        held, where = standing(named), read_places()
        open_ids = [id_ for id_ in self.only or wanted() if id_ in by_id and id_ not in held]
        print(f"{len(held)} ids are proven, {len(open_ids)} are to be tried", flush=True)
        if ENTERED.exists():
            rows = map(json.loads, ENTERED.read_text().splitlines())
            self.uses = {key: [(module, name) for module, name in used] for key, used in rows}
        used = {_key(proof) for proof in held.values()}
        for id_ in open_ids:
            if time.monotonic() > self.until:
                break
            tries = (self._prove(id_, by_id[id_], place, used) for place in where.get(id_, [""]))
            proof = next(filter(None, tries), None)
            found = f"{proof.module} {proof.place}: {proof.change}: {proof.line}" if proof else "NOT PROVEN"
            print(f"{id_}: {found}", flush=True)
            if proof:
                used.add(_key(proof))
                _write(proof)
        return True

    def _prove(self, id_: str, tests: Sequence[Cited], where: str, used: set[Key]) -> Proof | None:
        """Return the first change that a citing test notices and that proves no other id yet."""
        patient_until = _spent() + PATIENCE
        slowly = []
        where, _, name = where.partition(" @ ")
        named = [one for one in tests if name and name in one[0].nodeid]
        for item, witness in _most_apt(named or tests, where):
            for place, change in self._nearest(id_, item, witness, where):
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
                        slowly.append((proof, item, change))
        for proof, item, change in slowly:
            if _spent() > patient_until:
                return None
            if in_fork(partial(self._runs_anew, item, change), 3 * SECONDS):
                return proof
        return None

    def _nearest(
        self, id_: str, item: pytest.Item, witness: Witness, where: str
    ) -> Iterator[tuple[Place, Change]]:
        """Yield the changes that are most likely of the behaviour of an id."""
        said = self.sentences.get(id_, frozenset()) | words_of(item.name)
        words = dict.fromkeys(witness.words, 1.0) | dict.fromkeys(said, 3.0)
        common, count = _common_words()
        shared = Counter(one for some in self.uses.values() for one in set(some))

        def nearness(own: frozenset[str], known: Container[str] = words) -> float:
            worth = (words[one] * math.log(count / (1 + common[one])) for one in own if one in known)
            return sum(worth) / math.sqrt(len(own) + 3)

        ranked = []
        for place in self._used(item, witness, where):
            rarity = math.log(2 + len(self.uses) / (1 + shared[place.module, place.name]))
            rarity *= 1.0 if place.is_function else 0.8  # what is no function takes an import of everything
            around, name = nearness(_words_in(place)), words_of(place.name)
            for change in _changes_in(place):
                line = words_of(line_of(change))
                nearest = (change.what in UNLIKELY, -rarity * (around + nearness(line)))
                if where or nearness(name | line, said):
                    ranked.append((nearest, change.line, place, change))
        ranked.sort(key=lambda one: one[:2])
        part = "".join(where.split(":", 2)[2:])
        tried: Counter[Place] = Counter()
        for _, _, place, change in ranked:
            if part in line_of(change) if where else tried[place] < MOST_PER_PLACE:
                tried[place] += 1
                yield place, change
            if tried.total() >= (3 if where else 1) * MOST_CHANGES:
                break

    def _used(self, item: pytest.Item, witness: Witness, where: str = "") -> list[Place]:
        """Return the places that a test uses; of a place that was named, only that one."""
        key = f"{item.nodeid} {witness.digest}"
        if key not in self.uses:
            self.uses[key] = places_used(item)
            if not self.uses[key]:
                print(f"{item.nodeid} fails or takes too long as it is", flush=True)
            else:
                ENTERED.parent.mkdir(exist_ok=True)
                with ENTERED.open("a") as file:
                    file.write(json.dumps([key, self.uses[key]]) + "\n")
        used = [place for module, name in self.uses[key] for place in _places(module, name)]
        if not where:
            return used
        module, name, *_ = where.split(":")
        return [place for place in _places(module, name) if place in used or not place.is_function]

    def _notices(self, item: pytest.Item, place: Place, change: Change) -> bool:
        """Return whether an assertion of a test fails when the package has a change."""
        source = changed(change)
        return bool(in_fork(lambda: exchange(place, source) and not _passes(item) and self.asserted))

    def _runs_anew(self, item: pytest.Item, change: Change) -> bool:
        """Import the package again with a changed file and run a test; return whether its assertion fails."""
        replace_file(PACKAGE / change.module, changed(change))
        for name, one in [*sys.modules.items()]:
            if str(getattr(one, "__file__", "")).startswith((f"{PACKAGE}/", f"{ROOT}/tests/")):
                del sys.modules[name]
        self.asserted = False
        anew = Campaign(only=(), until=0, files=frozenset(), sentences={})
        pytest.main(["-s", item.nodeid], plugins=[_Watcher(anew)])
        return anew.asserted


@dataclass(eq=False)
class _Watcher:
    campaign: Campaign

    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        self.campaign.pytest_runtest_makereport(call)


def _items_by_id(
    items: Sequence[pytest.Item], named: dict[str, Witness], sentences: dict[str, frozenset[str]]
) -> dict[str, list[Cited]]:
    """Return the tests that are run for each id: on SQLite, quick ones, those that are most about it."""
    found: defaultdict[str, list[Cited]] = defaultdict(list)
    checks = {name.rpartition("::")[2]: one for name, one in named.items() if name.startswith("src/")}
    for item in items:
        plain, _, parameters = item.nodeid.partition("[")
        scenario = parameters.removesuffix("]").partition("-")[2]
        about = [named.get(plain), named.get(f"scenario {scenario}"), checks.get(scenario)]
        for witness in filter(None, about):
            for id_ in witness.ids:
                found[id_].append((item, witness))
    common, count = _common_words()
    for id_, cited in found.items():
        sentence = sentences.get(id_, frozenset())

        def is_about(one: Cited, sentence: frozenset[str] = sentence) -> float:
            words = words_of(one[0].name) & sentence
            return sum(math.log(count / (1 + common[word])) for word in words) - len(one[1].ids)

        cited.sort(key=lambda one: (bool(SLOW.search(one[0].nodeid)), _slowness(one[0]) - is_about(one)))
        cited[:] = [one for one in cited if "postgres" not in one[0].nodeid] or cited
    return dict(found)


def _most_apt(tests: Sequence[Cited], where: str) -> list[Cited]:
    """Return the tests to try: with the parameters that name the place, and one or two of each test."""
    name = where.split(":")[1] if where else ""
    once: Counter[str] = Counter()
    apt = []
    for item, witness in sorted(tests, key=lambda one: not (name and name in one[0].name)):
        once[witness.name] += 1
        if once[witness.name] <= 2:
            apt.append((item, witness))
    return apt[: 4 * MOST_TESTS if where else MOST_TESTS]


def _slowness(item: pytest.Item) -> int:
    return 2 * (not item.nodeid.startswith(QUICK)) + 2 * item.nodeid.startswith(SLOWISH)


def places_used(item: pytest.Item) -> list[Function]:
    """Return the functions of the package that a test enters and the names they use; none when it fails."""

    def run() -> list[Function]:
        seen: set[CodeType] = set()

        def enter(frame: FrameType, *_: Any) -> None:
            seen.add(frame.f_code)

        threading.settrace(enter)
        sys.settrace(enter)
        passed = _passes(item)
        sys.settrace(None)
        inside = [code for code in seen if passed and code.co_filename.startswith(f"{PACKAGE}/")]
        entered = {
            (str(Path(code.co_filename).relative_to(PACKAGE)), code.co_qualname.partition(".<locals>")[0])
            for code in inside
        }
        names = {
            name for code in inside for name in (*code.co_names, *code.co_consts) if isinstance(name, str)
        }
        return sorted(entered | {one for name in names for one in _definitions().get(name, ())})

    found = in_fork(run, 2 * SECONDS) or []
    return [(module, name) for module, name in found if not module.startswith(NOT_BEHAVIOUR)]


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


@cache
def _every_place() -> tuple[Place, ...]:
    files = sorted(file for kind in ("*.py", "*.sql", "*.txt", "*.toml") for file in PACKAGE.rglob(kind))
    return tuple(place for file in files for place in places(str(file.relative_to(PACKAGE))))


@cache
def _definitions() -> dict[str, list[Function]]:
    """Return the places that are no functions by the last part of their name."""
    found: defaultdict[str, list[Function]] = defaultdict(list)
    for place in _every_place():
        if not place.is_function and "/migrations/" not in place.module:
            found[place.name.rpartition(".")[2]].append((place.module, place.name))
    return dict(found)


def _places(module: str, name: str) -> list[Place]:
    """Return the places of a module that have a name."""
    return [one for one in places(module) if name == one.name]


@cache
def _changes_in(place: Place) -> list[Change]:
    return changes(place.module, place.lines)


@cache
def _words_in(place: Place) -> frozenset[str]:
    lines = source_of(place.module).splitlines()[place.lines.start - 1 : place.lines.stop - 1]
    return words_of(" ".join([place.module, place.name, *lines]))


@cache
def _common_words() -> tuple[Counter[str], int]:
    """Return in how many places each word is, and how many places there are."""
    return Counter(chain.from_iterable(map(_words_in, _every_place()))), len(_every_place())


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


def files_of(ids: Iterable[str]) -> frozenset[Path]:
    """Return the files of the tests that cite ids whose proof is open, and those that warm up."""
    named = {witness.name: witness for witness in witnesses()}
    open_ids = set(ids) - standing(named).keys()
    files = {f"tests/{name}.py" for name in WARM_UP}
    for name in (name for name, one in named.items() if one.ids & open_ids):
        in_tests = name.startswith("tests/")
        both = ("tests/test_scenarios.py", "tests/stores/test_conformance.py")
        files |= {name.partition("::")[0]} if in_tests else {both[name.startswith("src/")]}
    return frozenset(ROOT / file for file in files)


def sentences_of(spec: Path | None) -> dict[str, frozenset[str]]:
    """Return the words of what a specification says of each id."""
    _, *parts = re.split(
        r"(?:^|; )((?:DC|CL|UM|R|N|X|F)-\d{2,3}) ", spec.read_text() if spec else "", flags=re.M
    )
    return {id_: words_of(text) for id_, text in zip(parts[::2], parts[1::2], strict=True)}


def main() -> None:
    """Prove ids until the time is over."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ids", default="", help="only these, with commas between them")
    parser.add_argument("--minutes", type=float, default=600, help="how long at most")
    parser.add_argument("--spec", type=Path, help="the specification, whose words tell places")
    options = parser.parse_args()
    only = [one for one in options.ids.split(",") if one]
    until = time.monotonic() + 60 * options.minutes
    files = files_of(only or wanted())
    campaign = Campaign(only=only, until=until, files=files, sentences=sentences_of(options.spec))
    sys.exit(pytest.main(["-s"], plugins=[campaign]))


if __name__ == "__main__":
    main()

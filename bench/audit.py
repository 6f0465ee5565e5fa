"""`make audit`: what dnam depends on is pinned, is what was pinned, may be used, and has no known holes.

Writes a bill of materials (CycloneDX 1.5). Known vulnerabilities are asked of osv.dev; where that cannot be
reached the last line says so, and everything else is checked all the same.
"""

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.markers import Marker

LOCK = Path("requirements.lock")
ADVISORIES = "https://api.osv.dev/v1/querybatch"
SECONDS = 20.0
_LINE = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)\s*(?:;\s*(?P<marker>[^\\]+?))?\s*\\?$")
FREE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|zlib|Unlicense|CC0|Public Domain|HPND|"
    r"any[ -](?:use|OSI)|0BSD|PostgreSQL|LGPL|Lesser",
    re.IGNORECASE,
)
"""Licences under which a program may use a library without becoming one of that licence itself."""


def main() -> None:
    """Check everything; end with an error when something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sbom", type=Path, default=Path("sbom.json"))
    given = parser.parse_args()
    locked, problems = read_lock(LOCK.read_text())
    found = {name: _installed(name) for name in locked}
    here = {name: each for name, each in found.items() if each is not None}
    problems += [
        f"{name} is installed as {each.version}, locked as {locked[name]}"
        for name, each in here.items()
        if each.version != locked[name]
    ]
    problems += [
        f"{name} names no licence that is known to be free" for name in here if not _free(here[name])
    ]
    given.sbom.write_text(json.dumps(bill_of_materials(locked, here), indent=2) + "\n")
    print(f"{len(locked)} packages are pinned with hashes, {len(here)} of them installed here as pinned.")
    print(f"The bill of materials is in {given.sbom}.")
    try:
        problems += known_holes(locked)
        print("Their known vulnerabilities were looked up.")
    except (urllib.error.URLError, TimeoutError, OSError) as problem:
        print(
            f"Known vulnerabilities were NOT looked up: osv.dev cannot be reached ({type(problem).__name__})."
        )
    if problems:
        sys.exit("\n".join(problems))


def read_lock(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the version of each locked package that is for this system, and what is wrong with the lock."""
    locked: dict[str, str] = {}
    problems: list[str] = []
    for entry in re.split(r"\n(?=\S)", text.strip()):
        first, *hashes = entry.splitlines()
        match = _LINE.match(first)
        if match is None:
            problems.append(f"not pinned: {first}")
            continue
        if not any("--hash=sha256:" in line for line in hashes):
            problems.append(f"without a hash: {first}")
        if match["marker"] is None or Marker(match["marker"].strip()).evaluate():
            locked[match["name"].lower()] = match["version"]
    return locked, problems


def bill_of_materials(locked: dict[str, str], here: dict[str, Distribution]) -> dict[str, Any]:
    """Return the packages and their licences in the form of CycloneDX."""
    components = [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "licenses": [{"license": {"name": _licence(here[name])}}] if name in here else [],
        }
        for name, version in sorted(locked.items())
    ]
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components}


def known_holes(locked: dict[str, str]) -> list[str]:
    """Return a line for each locked package with known vulnerabilities. Raises OSError without a network."""
    asked: list[dict[str, Any]] = [
        {"package": {"name": n, "ecosystem": "PyPI"}, "version": v} for n, v in sorted(locked.items())
    ]
    body = json.dumps({"queries": asked}).encode()
    request = urllib.request.Request(ADVISORIES, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=SECONDS) as reply:  # noqa: S310
        results = json.load(reply)["results"]
    return [
        f"{each['package']['name']} {each['version']}: {', '.join(hole['id'] for hole in result['vulns'])}"
        for each, result in zip(asked, results, strict=True)
        if result.get("vulns")
    ]


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _licence(package: Distribution) -> str:
    about: Any = package.metadata
    named = [about.get("License-Expression"), (about.get("License") or "").partition("\n")[0]]
    named += [each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if "License" in each]
    files = [file for file in package.files or () if "licen" in file.name.lower()] if not any(named) else []
    named += [file.read_text().partition("\n")[0] for file in files]
    return " / ".join(dict.fromkeys(each.strip() for each in named if each and each.strip())) or "unknown"


def _free(package: Distribution) -> bool:
    return bool(FREE.search(_licence(package)))


if __name__ == "__main__":
    main()

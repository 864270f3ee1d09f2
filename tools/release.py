"""Everything that a release consists of, in one folder: `make release`. It uploads nothing.

    python tools/release.py dist               the archives, checked, with checksums and a list of what they contain
    python tools/release.py dist --twice       builds everything a second time and compares the bytes
    python tools/release.py dist --install     installs the wheel in an empty environment of each Python here

Archives take the time of the last commit, so the same commit gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

sys.path[:0] = [str(Path(__file__).parent.parent)]
from tools.matrix import interpreters  # noqa: E402

from firstfire import __version__  # noqa: E402
from firstfire.build.targets import TARGETS  # noqa: E402
from firstfire.kernel.engines.library import this_target  # noqa: E402
from firstfire.offline.commands import EDITION  # noqa: E402

ROOT = Path(__file__).parent.parent
LARGEST = 60_000_000  # bytes of one archive
FONTS = "SIL OPEN FONT LICENSE"
LICENCES = "THIRD-PARTY-LICENSES.txt"
LICENCE = re.compile(r"(?i)\b(licen[cs]e|copying|notice)")  # in the name of a file
RULE = f"\n\n{'-' * 100}\n\n"
ARRIVED = """
from importlib.util import find_spec
from firstfire import Table, names
from firstfire.players import player_named
assert not find_spec("numba") and not find_spec("llvmlite"), "a compiler is installed"
for name in names():
    table = Table.new(name, seed=1)
    assert table.lean.engine.library is not None, f"{name}: no library"
    while table.player is None or len(table.legal()) < 2:
        table.play(table.legal()[0])
    view = table.view(table.player)
    assert player_named("spirit", name, 1).choose(view) in view.numbers
"""


def main() -> int:
    """Build, check and list; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description="Build and check everything that a release consists of.")
    parser.add_argument("out", type=Path, help="a new or empty folder")
    parser.add_argument("--target", action="append", default=[], help="the computers of the wheels (default: all)")
    parser.add_argument("--twice", action="store_true", help="build twice and compare the bytes")
    parser.add_argument("--install", action="store_true", help="install the wheel for each Python of this machine")
    arguments = parser.parse_args()
    if arguments.out.exists() and any(arguments.out.iterdir()):
        parser.error(f"{arguments.out} is not empty")
    build(arguments.out, arguments.target)
    wrong = [fault for file in archives(arguments.out) for fault in faults(file)]
    wrong += packaging_faults(arguments.out) + bill_faults(arguments.out)
    if arguments.twice:
        with TemporaryDirectory() as place:
            build(Path(place), arguments.target, {"FIRSTFIRE_CACHE": str(Path(place) / "cache")})  # from the sources
            wrong += differences(arguments.out, Path(place))
    if arguments.install:
        wrong += [fault for python in interpreters(os.environ).values() for fault in arrivals(arguments.out, python)]
    for file in archives(arguments.out):
        print(f"{file.stat().st_size / 1e6:7.2f} MB   {digest(file)}   {file.name}")
    for fault in wrong:
        print(fault, file=sys.stderr)
    for blank in blanks(ROOT):
        print(f"Before you publish: {blank}.")
    return 1 if wrong else 0


def blanks(root: Path) -> list[str]:
    """What only whoever publishes can fill in, and has not yet."""
    filled = {
        "SECURITY.md": ("the contact", r"(?m)^Contact: (?!not filled in)\S"),
        "pyproject.toml": ("[project.urls]", r"(?m)^\[project\.urls\]"),
        "CITATION.cff": ("repository-code", r"(?m)^repository-code: \S"),
        ".github/CODEOWNERS": ("the people who look after each part", r"(?m)^/"),
    }
    texts = {file: (root / file).read_text(encoding="utf-8") if (root / file).is_file() else "" for file in filled}
    return [
        f"fill in {what} in {file}" for file, (what, pattern) in filled.items() if not re.search(pattern, texts[file])
    ]


def build(out: Path, targets: list[str], variables: Mapping[str, str] | None = None) -> None:
    """Build all archives into a folder; the programs that do it get these variables."""
    out.mkdir(parents=True, exist_ok=True)
    stamp = subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True).strip()
    environment = {**os.environ, **(variables or {}), "SOURCE_DATE_EPOCH": stamp}
    named = [word for target in targets for word in ("--target", target)]
    for words in (
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(out.resolve())],
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out.resolve())],
        [sys.executable, "tools/wheels.py", str(out.resolve()), *named],
    ):
        subprocess.run(words, cwd=ROOT, env=environment, check=True)
    for name, folder in (("site", ROOT / "site"), ("static-edition", EDITION)):  # of `make docs` and `make static`
        if folder.is_dir():
            pack(folder, out / f"firstfire-{__version__}-{name}.tgz", int(stamp))
    bill = json.dumps(bill_of_materials(), indent=1, sort_keys=True)
    (out / f"firstfire-{__version__}.cdx.json").write_text(bill + "\n", encoding="utf-8")
    (out / LICENCES).write_text(third_parties(), encoding="utf-8")
    sums = "".join(f"{digest(file)}  {file.name}\n" for file in archives(out))
    (out / "SHA256SUMS").write_text(sums, encoding="utf-8")


def archives(out: Path) -> list[Path]:
    """The files of a release, but for their checksums."""
    return sorted(file for file in out.iterdir() if file.is_file() and file.name != "SHA256SUMS")


def digest(file: Path) -> str:
    """The checksum of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def pack(folder: Path, archive: Path, stamp: int) -> None:
    """Pack a folder so that the same files give the same bytes."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime, entry.mode = stamp, 0o755 if entry.isdir() else 0o644
        return entry

    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", 9, raw, stamp) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for file in sorted(folder.rglob("*")):
            tar.add(file, file.relative_to(folder), recursive=False, filter=plain)


def differences(first: Path, second: Path) -> list[str]:
    """Which files of two builds differ."""
    names = {file.name for file in (*archives(first), *archives(second))}
    there = {name for name in names if (first / name).exists() and (second / name).exists()}
    missing = [f"{name}: only one of two builds has it" for name in sorted(names - there)]
    unlike = [name for name in sorted(there) if digest(first / name) != digest(second / name)]
    return missing + [f"{name}: two builds differ" for name in unlike]


def faults(archive: Path) -> list[str]:
    """What is wrong with an archive."""
    found = []
    folders = [f"{ROOT}/".encode(), f"{Path.home()}/.".encode()]  # ~/.cache: not all of /root, where Pyodide was built
    if archive.stat().st_size > LARGEST:
        found.append(f"{archive.name}: larger than {LARGEST / 1e6:.0f} MB")
    names, fonts = set(), False
    for name, content in members(archive):
        names.add(name)
        if any(folder in content for folder in folders):
            found.append(f"{archive.name}: {name} names a folder of this machine")
        fonts = fonts or (name.endswith("licences.txt") and FONTS.encode() in content)
    if archive.suffix == ".whl":
        for wanted in ("firstfire/py.typed", "firstfire/server/static/index.html"):
            if wanted not in names:
                found.append(f"{archive.name}: {wanted} is missing")
        if not fonts:
            found.append(f"{archive.name}: the licence of the fonts is missing")
    return found


def packaging_faults(out: Path) -> list[str]:
    """What the index of Python packages would refuse."""
    packages = [str(file) for file in archives(out) if file.suffix in (".whl", ".gz")]
    done = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *packages], capture_output=True, text=True, check=False
    )
    return [f"twine check: {done.stdout}{done.stderr}"] if done.returncode else []


def bill_faults(out: Path) -> list[str]:
    """What the schema of CycloneDX refuses."""
    from cyclonedx.schema import SchemaVersion  # of the extra `release`
    from cyclonedx.validation.json import JsonStrictValidator

    (bill,) = out.glob("*.cdx.json")
    found = JsonStrictValidator(SchemaVersion.V1_5).validate_str(bill.read_text(encoding="utf-8"))
    return [f"{bill.name}: {found}"] if found else []


def arrivals(out: Path, python: str) -> list[str]:
    """What goes wrong where a Python has nothing but the wheel: every game is to run by its library."""
    (wheel,) = out.glob(f"*-{TARGETS[this_target()].tag}.whl")
    with TemporaryDirectory() as place:
        programs = Path(place) / "environment" / "bin"
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("FIRSTFIRE", "PYTHON"))},
            "HOME": place,
        }
        for words in (
            [python, "-m", "venv", str(programs.parent)],
            [str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel.resolve())],
            [str(programs / "firstfire"), "games"],
            [str(programs / "python"), "-c", ARRIVED],
        ):
            done = subprocess.run(words, cwd=place, env=environment, capture_output=True, text=True, check=False)
            if done.returncode:
                return [f"{python}: {' '.join(words[1:3])}: {done.stdout}{done.stderr}"]
    print(f"installed and played for {python}", flush=True)
    return []


def members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files within an archive, also within archives in it; a file that is none is its own content."""
    if archive.suffix == ".whl":
        yield from unzipped(archive)
    elif archive.suffix in (".gz", ".tgz"):
        with tarfile.open(archive) as tar:
            yield from ((entry.name, file.read()) for entry in tar if (file := tar.extractfile(entry)))
    else:
        yield archive.name, archive.read_bytes()


def unzipped(archive: Path | IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """The files within a zip archive, also within those in it."""
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            yield name, packed.read(name)
            if name.endswith(".zip"):
                yield from ((f"{name}/{inner}", content) for inner, content in unzipped(BytesIO(packed.read(name))))


def bill_of_materials() -> dict[str, object]:
    """What the release contains and asks for, as CycloneDX 1.5: the packages in the page with their versions, and the
    packages that pip installs with the range that is declared, or what needs them."""
    asked = [
        {
            "type": "library", "name": name, "scope": scope, "description": why,
            "purl": f"pkg:pypi/{name.lower().replace('_', '-')}",
        }
        for name, scope, why in packages()
    ]  # fmt: skip
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "firstfire", "version": __version__}},
        "components": contained(licences_within()) + asked,
    }  # fmt: skip


def contained(licences: str) -> list[dict[str, object]]:
    """The packages whose licences are told, as components of a bill."""
    return [
        {
            "type": "library", "name": name, "version": version, "scope": "required",
            "purl": f"pkg:{'generic' if name == 'python' else 'npm'}/{name.replace('@', '%40')}@{version}",
            "licenses": [{"expression": licence}],
        }
        for name, version, licence in re.findall(r"^(\S+) (\d\S*)\nLicence: (.+)$", licences, re.MULTILINE)
    ]  # fmt: skip


def licences_within() -> str:
    """The licences of what the page contains; the page without a server contains Python as well."""
    files = (EDITION / "licences.txt", ROOT / "src/firstfire/server/static/licences.txt")
    return next(file for file in files if file.is_file()).read_text(encoding="utf-8").strip()


def packages() -> list[tuple[str, str, str]]:
    """The packages that pip installs: name, whether always or by an extra, and who asks for it. What those need in turn
    is known of the packages that are installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: texts for name, texts in project["optional-dependencies"].items() if name not in ("dev", "release")}
    waiting = [
        (Requirement(text), "optional" if extra else "required", f"asked for as {text}" + (extra and f" by {extra}"))
        for extra, texts in {"": project["dependencies"], **extras}.items()
        for text in texts
    ]
    found: dict[str, tuple[str, str, str]] = {}
    for asked, scope, why in waiting:  # grows on the way
        key = canonicalize_name(asked.name)
        if key in found or key == "firstfire":
            continue
        found[key] = (asked.name, scope, why)
        chosen = {"", *asked.extras}
        for needed in map(Requirement, _requirements(asked.name)):
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in chosen):
                waiting.append((needed, scope, f"needed by {asked.name}"))
    return sorted(found.values(), key=lambda each: each[0].lower())


def _requirements(name: str) -> list[str]:
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return []


def third_parties() -> str:
    """The licences of what the page contains, and of the packages that pip installs beside (those that are installed
    here)."""
    beside = [_licence(name) for name, _, _ in packages()]
    return RULE.join([licences_within(), "Packages that pip installs beside Firstfire.", *beside]) + "\n"


def _licence(name: str) -> str:
    """What a package says of its licence."""
    try:
        package: Distribution = distribution(name)
    except PackageNotFoundError:
        return f"{name}\nIts licence comes with the package."
    told = package.metadata
    named = next((told[key] for key in ("License-Expression", "License") if key in told), "")
    texts = [
        file.read_text(encoding="utf-8").strip()
        for file in sorted(package.files or (), key=str)
        if ".dist-info/" in str(file) and LICENCE.search(file.name)
    ]
    short = named if named and "\n" not in named else "see below"
    return "\n\n".join([f"{told['Name']}\nLicence: {short}", *texts])


if __name__ == "__main__":
    sys.exit(main())

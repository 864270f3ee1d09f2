"""Everything that a release consists of, in one folder: `make release`. It uploads nothing.

    python tools/release.py dist               the archives, checked, with checksums and a list of what they contain
    python tools/release.py dist --twice       builds everything a second time and compares the bytes

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
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from firstfire import __version__

ROOT = Path(__file__).parent.parent
LARGEST = 30_000_000  # bytes of one archive
FONTS = "SIL OPEN FONT LICENSE"


def main() -> int:
    """Build, check and list; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description="Build and check everything that a release consists of.")
    parser.add_argument("out", type=Path, help="a new or empty folder")
    parser.add_argument("--target", action="append", default=[], help="the computers of the wheels (default: all)")
    parser.add_argument("--twice", action="store_true", help="build twice and compare the bytes")
    arguments = parser.parse_args()
    if arguments.out.exists() and any(arguments.out.iterdir()):
        parser.error(f"{arguments.out} is not empty")
    build(arguments.out, arguments.target)
    wrong = [fault for file in archives(arguments.out) for fault in faults(file)]
    if arguments.twice:
        with TemporaryDirectory() as place:
            build(Path(place), arguments.target)
            wrong += differences(arguments.out, Path(place))
    for file in archives(arguments.out):
        print(f"{file.stat().st_size / 1e6:7.2f} MB   {digest(file)}   {file.name}")
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


def build(out: Path, targets: list[str]) -> None:
    """Build all archives into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    stamp = subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True).strip()
    environment = {**os.environ, "SOURCE_DATE_EPOCH": stamp}
    named = [word for target in targets for word in ("--target", target)]
    for words in (
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(out.resolve())],
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out.resolve())],
        [sys.executable, "tools/wheels.py", str(out.resolve()), *named],
    ):
        subprocess.run(words, cwd=ROOT, env=environment, check=True)
    for folder in ("site", "static-edition"):  # what `make docs` and `make static` built
        if (ROOT / folder).is_dir():
            pack(ROOT / folder, out / f"firstfire-{__version__}-{folder}.tgz", int(stamp))
    bill = json.dumps(bill_of_materials(), indent=1, sort_keys=True)
    (out / f"firstfire-{__version__}.cdx.json").write_text(bill + "\n", encoding="utf-8")
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
    if archive.stat().st_size > LARGEST:
        found.append(f"{archive.name}: larger than {LARGEST / 1e6:.0f} MB")
    here, names, fonts = str(ROOT).encode(), set(), False
    for name, content in members(archive):
        names.add(name)
        if here in content:
            found.append(f"{archive.name}: {name} names a folder of this machine")
        fonts = fonts or (name.endswith("licences.txt") and FONTS.encode() in content)
    if archive.suffix == ".whl":
        for wanted in ("firstfire/py.typed", "firstfire/server/static/index.html"):
            if wanted not in names:
                found.append(f"{archive.name}: {wanted} is missing")
        if not fonts:
            found.append(f"{archive.name}: the licence of the fonts is missing")
    return found


def members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files within an archive; a file that is none is its own content."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as packed:
            yield from ((name, packed.read(name)) for name in packed.namelist())
    elif archive.suffix in (".gz", ".tgz"):
        with tarfile.open(archive) as tar:
            yield from ((entry.name, file.read()) for entry in tar if (file := tar.extractfile(entry)))
    else:
        yield archive.name, archive.read_bytes()


def bill_of_materials() -> dict[str, object]:
    """What the release contains and asks for, as CycloneDX 1.5: the packages in the page with their versions, and the
    packages that pip installs with the range that is declared."""
    licences = (ROOT / "src/firstfire/server/static/licences.txt").read_text(encoding="utf-8")
    within = re.findall(r"^(\S+) (\d\S*)\nLicence: (.+)$", licences, re.MULTILINE)
    page = [
        {
            "type": "library", "name": name, "version": version, "scope": "required",
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}", "licenses": [{"expression": licence}],
        }
        for name, version, licence in within
    ]  # fmt: skip
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        {
            "type": "library", "name": re.split(r"[<>=;\[ ]", text)[0], "scope": scope,
            "description": f"asked for as {text}" + (f" by the extra {extra}" if extra else ""),
        }
        for extra, scope, texts in (
            ("", "required", project["dependencies"]),
            *((name, "optional", texts) for name, texts in project["optional-dependencies"].items() if name != "dev"),
        )
        for text in texts
        if not text.startswith("firstfire")
    ]  # fmt: skip
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "firstfire", "version": __version__}},
        "components": page + asked,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())

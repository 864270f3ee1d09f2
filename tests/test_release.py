"""`make release`: what is packed, what is found wrong, and one number of the version everywhere."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tools import commits, release, static_edition

from firstfire import __version__

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("README.md", r"firstfire-(\d[\w.]*)-py3"),
        ("CITATION.cff", r"(?m)^version: (\S+)$"),
        ("CHANGELOG.md", r"(?m)^## \[(\d[^\]]*)\]"),
    ],
)
def test_every_file_names_the_same_version(file: str, says: str) -> None:
    found = re.findall(says, (ROOT / file).read_text(encoding="utf-8"))
    assert found and found[0] == __version__


def test_the_packages_of_the_page_have_no_version_of_their_own() -> None:
    for file in ("web/package.json", "web/lint/package.json"):
        assert '"version"' not in (ROOT / file).read_text(encoding="utf-8")


def test_the_same_files_give_the_same_archive(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "deep" / "page.html").write_text("a page", encoding="utf-8")
        release.pack(tmp_path / name, tmp_path / f"{name}.tgz", 1_700_000_000)
    assert release.digest(tmp_path / "first.tgz") == release.digest(tmp_path / "second.tgz")
    assert ("deep/page.html", b"a page") in list(release.members(tmp_path / "first.tgz"))


def zipped(name: str, text: str) -> bytes:
    """An archive with one file in it."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return made.getvalue()


def test_a_wheel_without_its_parts_is_named(tmp_path: Path) -> None:
    wheel = tmp_path / "firstfire-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("firstfire/py.typed", "")
        packed.writestr("firstfire/traces.txt", f"built in {ROOT}/src")
        packed.writestr("firstfire/archive.zip", zipped("deep.txt", f"kept in {Path.home()}/.cache"))
    assert release.faults(wheel) == [
        f"{wheel.name}: firstfire/traces.txt names a folder of this machine",
        f"{wheel.name}: firstfire/archive.zip/deep.txt names a folder of this machine",
        f"{wheel.name}: firstfire/server/static/index.html is missing",
        f"{wheel.name}: the licence of the fonts is missing",
    ]


def test_two_builds_that_differ_are_told_apart(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, text in ((first, "a"), (second, "b")):
        folder.mkdir()
        (folder / "wheel").write_text(text, encoding="utf-8")
    (second / "more").write_text("", encoding="utf-8")
    assert release.differences(first, second) == ["more: only one of two builds has it", "wheel: two builds differ"]
    assert release.differences(first, first) == []


def test_what_is_to_be_filled_in_is_named(tmp_path: Path) -> None:
    files = {
        "SECURITY.md": "Contact: stones@example.org", "pyproject.toml": "[project.urls]",
        "CITATION.cff": "repository-code: https://example.org", ".github/CODEOWNERS": "/docs/ @ayla",
    }  # fmt: skip
    assert len(release.blanks(tmp_path)) == len(files)
    (tmp_path / ".github").mkdir()
    for file, text in files.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert release.blanks(tmp_path) == []
    for file in ("SECURITY.md", "pyproject.toml", "CITATION.cff"):
        (tmp_path / file).write_text((ROOT / file).read_text(encoding="utf-8"), encoding="utf-8")
    assert all(re.search("SECURITY|pyproject|CITATION", blank) for blank in release.blanks(tmp_path))


def test_the_bill_names_the_fonts_and_what_pip_installs() -> None:
    named = {part["name"] for part in release.bill_of_materials()["components"]}  # type: ignore[attr-defined]
    assert {"@fontsource/alegreya-sans", "@iconify-json/game-icons", "svelte", "numpy", "starlette"} <= named
    assert {"anyio", "llvmlite"} <= named  # starlette and numba need them


def test_the_bill_names_python_where_the_page_contains_it(tmp_path: Path) -> None:
    (tmp_path / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}}', encoding="utf-8")
    (python,) = release.contained(static_edition.pythons_licence(tmp_path))
    assert (python["name"], python["version"], python["purl"]) == ("python", "3.14.2", "pkg:generic/python@3.14.2")
    assert python["licenses"] == [{"expression": "PSF-2.0"}]


def test_licences_of_the_page_and_of_packages_are_told_once() -> None:
    told = release.third_parties()
    for words in ("SIL OPEN FONT LICENSE", "Licence: CC-BY-3.0", "\nnumpy\nLicence: BSD-3-Clause", "\nstarlette\n"):
        assert words in told
    assert told.count("\nnumba\n") == 1  # three extras ask for it


def test_an_archive_that_the_index_would_refuse_is_named(tmp_path: Path) -> None:
    """Also where twine is not installed: nothing goes unchecked."""
    (tmp_path / "firstfire-1-py3-none-any.whl").write_bytes(b"no wheel")
    (told,) = release.packaging_faults(tmp_path)
    assert told.startswith("twine check: ")


@pytest.mark.parametrize(
    ("subject", "body", "lines", "is_fine"),
    [
        ("doggerland: a herd crossing a gap does not count it (DG-M4)", "", 8, True),
        ("Move the store into its own package", "It is imported without the web.", 800, True),
        ("Move the store into its own package", "", 800, False),
        ("x" * 73, "", 8, False),
        ("mend this; mend that", "", 8, False),
        ("Mend this.", "", 8, False),
        ("fixup! Mend this", "", 8, False),
    ],
)
def test_messages_of_commits(subject: str, body: str, lines: int, is_fine: bool) -> None:
    assert (commits.faults(subject, body, lines) == []) == is_fine


def test_the_lines_of_a_commit_are_counted() -> None:
    assert commits.lines_in("12\t3\tsrc/rule.py\n-\t-\tweb/src/fire.png\n") == 15

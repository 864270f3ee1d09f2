"""The dependency audit: holes fail it, silence is never taken for an answer."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "audit.py"


@pytest.fixture
def audit() -> ModuleType:
    found = importlib.util.spec_from_file_location("audit", TOOL)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["audit"] = module  # dataclasses look there
    found.loader.exec_module(module)
    return module


CLEAN = {"name": "orjson", "version": "3.13.0", "vulns": []}
HOLE = {"name": "jinja2", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
SKIPPED = {"name": "numba", "skip_reason": "not found"}
NPM_CLEAN = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 112}}}
NPM_HOLE = {**NPM_CLEAN, "vulnerabilities": {"lodash": {"range": "<4.17.21", "severity": "high"}}}


def answers(audit: ModuleType, monkeypatch: pytest.MonkeyPatch, pypi: object, osv: object, npm: object) -> None:
    """Let the services say this (a text: they fail with it)."""

    def ask(command: list[str], folder: Path) -> str:
        said = npm if "audit" in command else pypi if command[-1] == "pypi" else osv
        if isinstance(said, str):
            raise ValueError(said)
        return json.dumps(said if "audit" in command else {"dependencies": said})

    monkeypatch.setattr(audit, "ask", ask)


@pytest.mark.parametrize(
    ("pypi", "osv", "npm", "status", "words"),
    [
        ([CLEAN], [], NPM_CLEAN, 0, ["113 packages looked up, 0 known"]),
        ([CLEAN, HOLE], [], NPM_CLEAN, 1, ["VULNERABLE jinja2 2.0: PYSEC-1 (mended in 2.1)"]),
        ([CLEAN], [], NPM_HOLE, 1, ["VULNERABLE lodash"]),
        ([CLEAN, SKIPPED], "offline", NPM_CLEAN, 0, ["!!! NOT AUDITED", "numba"]),
        ([SKIPPED], [HOLE], NPM_CLEAN, 1, ["VULNERABLE jinja2"]),
        ("offline", "offline", "405", 0, ["!!! NOT AUDITED", "every Python package", "every npm package"]),
        ("offline", "offline", {"message": "405"}, 0, ["every npm package"]),
    ],
)
def test_holes_fail_and_silence_is_loud(
    audit: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    pypi: object, osv: object, npm: object, status: int, words: list[str],
) -> None:  # fmt: skip
    answers(audit, monkeypatch, pypi, osv, npm)
    assert audit.main() == status
    said = capsys.readouterr().err
    assert all(word in said for word in words)
    assert ("!!!" in said) == any("!!!" in word or "every" in word for word in words)


def test_a_program_that_says_nothing_is_no_answer(audit: ModuleType) -> None:
    with pytest.raises(ValueError, match="gone"):
        audit.ask([sys.executable, "-c", "import sys; sys.exit('gone')"], TOOL.parent)
    with pytest.raises((OSError, subprocess.TimeoutExpired)):
        audit.ask(["no-such-program"], TOOL.parent)

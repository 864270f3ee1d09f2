"""A server and a thinker understand each other where they have one sign."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firstfire.server.bots import jobs
from firstfire.server.bots import sign as signing


def test_whoever_writes_jobs_or_answers_in_another_way_has_another_sign(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No number must be raised by hand: every file that writes, reads or thinks counts."""
    copies = [tmp_path / folder.name for folder in signing.ASKED]
    for folder, copy in zip(signing.ASKED, copies, strict=True):
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = signing.sign()
    monkeypatch.setattr(signing, "ASKED", tuple(copies))
    assert signing.sign() == before  # wherever the code lies
    written = {Path(jobs.__file__).name, "requests.py", "thoughts.py", "analysis.py", "luck.py", "reasons.py"}
    changed = set()
    for path in (path for copy in copies for path in copy.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        path.write_text(source.replace('"', "'", 1), encoding="utf-8")
        if signing.sign() != before:
            changed.add(path.name)
        path.write_text(source, encoding="utf-8")
    assert changed >= written

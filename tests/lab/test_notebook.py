"""The notebook of the examples runs, cell by cell, and shows what it showed when it was written."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "playtest.ipynb"
CELLS = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def run(source: str, names: dict[str, Any]) -> Any:
    """A cell as a notebook runs it: what its last line says is its output."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    return (
        eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names) if isinstance(last, ast.Expr) else None
    )


def test_every_cell_of_the_notebook_runs_and_has_the_output_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")
    names: dict[str, Any] = {}
    assert "number_of_games = 500" in "".join(CELLS[0]["source"])
    for cell in CELLS:
        found = run("".join(cell["source"]).replace("number_of_games = 500", "number_of_games = 4"), names)
        assert len(found) > 0
        kept = "".join(cell["outputs"][0]["data"]["text/plain"])
        assert all(column in kept for column in found.columns), kept
    assert len(names["games"]) == 4 and names["decisions"]["seed"].n_unique() == 4

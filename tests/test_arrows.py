"""Arrows between files point one way: no file needs another that needs it, not even inside a function or for a type."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp


def test_no_circle_of_files() -> None:
    graph = grimp.build_graph("firstfire", cache_dir=None)
    needs = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert sum(map(len, needs.values())) > 1000, "the imports are read"
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        raise AssertionError("files need each other: " + " → ".join(reversed(error.args[1]))) from None

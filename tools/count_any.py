"""How much of the code is typed by `Any`: functions whose parameters or result say it, by package and by file.

    python tools/count_any.py            one line for each package
    python tools/count_any.py --files    and one for each file that has some

`tests/test_any.py` holds the shares of kernel, players and games: they may fall, not rise.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).parents[1] / "src" / "firstfire"
PACKAGES = ("kernel", "players", "explain", "games", "lab", "terminal", "server")


class Count(NamedTuple):
    """Functions, and those of them that take or give `Any`."""

    functions: int
    loose: int

    def __str__(self) -> str:
        return f"{self.loose:4} of {self.functions:4} functions ({self.loose / max(self.functions, 1):.1%})"


def count_package(name: str) -> Count:
    """All functions of a package of the project."""
    counts = [count_file(file) for file in files_of(name)]
    return Count(sum(each.functions for each in counts), sum(each.loose for each in counts))


def files_of(package: str) -> Iterator[Path]:
    """Its sources; rules that are only kept are nobody's to change."""
    return (file for file in sorted((SOURCES / package).rglob("*.py")) if "kept" not in file.parts)


def count_file(file: Path) -> Count:
    """All functions of a file, methods and inner ones too."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Count(len(found), sum(map(says_any, found)))


def says_any(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a parameter or the result is typed by `Any`, or by something made of it."""
    taken = function.args
    every = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    notes = [each.annotation for each in every if each is not None] + [function.returns]
    return any(_mentions_any(note) for note in notes if note is not None)


def _mentions_any(note: ast.expr) -> bool:
    if isinstance(note, ast.Constant) and isinstance(note.value, str):
        note = ast.parse(note.value, mode="eval").body
    return any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(note))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", action="store_true", help="each file that has some, too")
    wanted = parser.parse_args(arguments)
    for package in PACKAGES:
        print(f"{package:10}{count_package(package)}")
        if wanted.files:
            counts = [(count_file(file), file) for file in files_of(package)]
            for count, file in sorted(counts, key=lambda pair: -pair[0].loose):
                if count.loose:
                    print(f"  {count}  {file.relative_to(SOURCES)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

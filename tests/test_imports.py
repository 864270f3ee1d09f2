"""What `import firstfire` loads: what everybody needs, and nothing that waits for a question."""

from __future__ import annotations

import subprocess
import sys

FEW = 135  # modules, Python's own among them; each one costs about a millisecond
NOT_YET = (
    "numpy", "numba", "llvmlite", "pydantic", "starlette", "sqlalchemy", "torch", "gymnasium",  # other projects
    "email", "importlib.metadata", "importlib.resources", "pickle", "platform", "random", "secrets", "shutil",
    "socket", "tempfile", "zipfile",  # of Python
    "firstfire.kernel.presentation.book", "firstfire.kernel.presentation.text_scene", "firstfire.kernel.engines.strict",
    "firstfire.kernel.compiling.numba_patch", "firstfire.kernel.compiling.specialise", "firstfire.kernel.rules.subset",
    "firstfire.kernel.observations.observe_source",
    "firstfire.games.totem", "firstfire.lab", "firstfire.players", "firstfire.server", "firstfire.terminal",
)  # fmt: skip


def loaded_by(code: str) -> set[str]:
    """The modules that some code loads in a new Python."""
    told = f"import sys; before = set(sys.modules); {code}; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-I", "-c", told], check=True, capture_output=True, text=True)
    return set(run.stdout.split())


def test_importing_firstfire_loads_what_is_used() -> None:
    loaded = loaded_by("import firstfire")
    assert not loaded.intersection(NOT_YET)
    assert len(loaded - {"unicodedata"}) <= FEW, sorted(loaded)  # Python compiles our sources with that one


def test_our_own_games_are_found_without_a_look_at_other_projects() -> None:
    loaded = loaded_by("import firstfire; firstfire.game('totem')")
    assert "firstfire.games.totem" in loaded and "importlib.metadata" not in loaded

"""Thrift: compile each rule once.

Numba makes machine code of every function together with everything it calls, and so makes
a deep rule again for each of its callers, their callers, and so on. Only entry points are
ever called from outside: while one is built, what it calls is kept as linked intermediate
code, and the whole is optimised and turned into machine code once. This halves the time of
compiling a game. It reaches into Numba; where Numba looks different it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENTRY = "enter_"  # how the names of entry points begin


@contextmanager
def thrifty() -> Iterator[None]:
    """Make machine code of entry points only."""
    from numba.core import codegen

    library: Any = getattr(codegen, "JITCodeLibrary", None)
    maker: Any = getattr(codegen, "JITCPUCodegen", None)
    needed = ("finalize", "_finalize_dynamic_globals", "_get_module_for_linking", "_raise_if_finalized")
    if library is None or "finalize" in vars(library) or not all(hasattr(library, name) for name in needed):
        yield
        return
    whole, set_env = library.finalize, maker.set_env

    def finalize(self: Any) -> None:
        if not _is_rule(self.name):
            whole(self)
            return
        self._raise_if_finalized()
        for other in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(other._reload_init)
            self._final_module.link_in(other._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def set_env_if_made(self: Any, name: str, env: Any) -> None:
        if self._engine.get_global_value_address(name):
            set_env(self, name, env)

    library.finalize, maker.set_env = finalize, set_env_if_made
    try:
        yield
    finally:
        del library.finalize
        maker.set_env = set_env


def _is_rule(name: str) -> bool:
    """Whether a code library holds a rule: a plain function, no entry point, nothing of Numba's."""
    return name.isidentifier() and not name.startswith(ENTRY) and name != "nrt"

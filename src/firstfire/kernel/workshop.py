"""The workshop: makes twins of rules, as Python, for the CPU, and for a GPU.

A twin is the same code object with other globals: every rule it names is replaced by that
rule's twin, every contract name by the game's own function. So one source runs at three
speeds, and generic code finds a game's rules without passing functions around (which the
compiler could not cache).

Compiled entry points are cached in a folder whose name is a hash of the sources of every
package a twin came from, the versions of Python and Numba, and the CPU. When any source
changes the folder changes: stale machine code is impossible.
"""

from __future__ import annotations

import dis
import hashlib
import os
import platform
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from enum import IntEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .rule import CONTRACT, MACHINE, is_rule

Function = Callable[..., Any]


class Workshop:
    """Makes and keeps the twins of one game for one target ('python', 'cpu' or 'cuda').

    `replace` puts other rules in the place of some (`SILENT`: leave no notes, for bulk play)."""

    def __init__(
        self,
        target: str,
        contract: Mapping[str, Function],
        *,
        replace: Mapping[Any, Any] | None = None,
        link: Callable[[str], Any] | None = None,
    ) -> None:
        self.target = target
        self.contract = contract
        self.replace = replace or {}
        self.link = link  # how twins reach the contract functions, where these are not twins themselves
        self._folders: dict[Function, set[Path]] = {}
        self._twins: dict[Function, Any] = {}
        self._open: list[Function] = []

    def twin(self, function: Any) -> Any:
        """The twin of a rule (made at the first request)."""
        if hasattr(function, CONTRACT):
            name = getattr(function, CONTRACT)
            if self.link is not None:
                return self.link(name)
            function = self.contract[name]
        function = self.replace.get(function, function)
        if function not in self._twins:
            self._twins[function] = self._make(function)
        if self._open:
            self._folders[self._open[-1]] |= self._folders[function]
        return self._twins[function]

    def folders_of(self, function: Any) -> set[Path]:
        """The folders of the sources of a rule and of everything it calls."""
        if hasattr(function, CONTRACT):
            function = self.contract[getattr(function, CONTRACT)]
        return self._folders[function]

    def bare_twin(self, function: Any) -> Any:
        """The twin of a function as plain Python with compiled callees: for entry points."""
        return types.FunctionType(function.__code__, self._globals(function), function.__name__, function.__defaults__)

    def _make(self, function: Any) -> Any:
        if function in self._open:
            names = [rule.__qualname__ for rule in (*self._open, function)]
            raise TypeError(f"rules must not recurse: {' → '.join(names)}")
        self._open.append(function)
        try:
            self._folders[function] = {Path(function.__code__.co_filename).parent}
            return self._twin_for_target(function)
        finally:
            self._open.pop()

    def _twin_for_target(self, function: Any) -> Any:
        if self.target == "python":
            return self._python_twin(function)
        if hasattr(function, MACHINE):
            home = "machine_cuda" if self.target == "cuda" else "machine"
            return getattr(import_module(f".{home}", __package__), getattr(function, MACHINE))
        twin = self.bare_twin(function)
        if self.target == "cuda":
            from numba import cuda

            return cuda.jit(device=True)(twin)
        import numba

        return _with_wide_numbers(numba.njit(nogil=True, error_model="numpy")(twin))

    def _python_twin(self, function: Any) -> Any:
        globals_ = self._globals(function)
        same = all(function.__globals__.get(name, value) is value for name, value in globals_.items())
        return function if same else self.bare_twin(function)

    def _globals(self, function: Any) -> dict[str, Any]:
        around = function.__globals__
        found: dict[str, Any] = {"__builtins__": around["__builtins__"], "__name__": around["__name__"]}
        for name in _names(function.__code__):
            if name in around:
                value = around[name]
                found[name] = self.twin(value) if is_rule(value) else self._constant(value)
        return found

    def _constant(self, value: Any) -> Any:
        """Enums become plain named numbers for compilers (a GPU's knows no enums)."""
        if self.target != "python" and isinstance(value, type) and issubclass(value, IntEnum):
            return _numbers(value)
        return value


def _with_wide_numbers(made: Any) -> Any:
    """Let a rule take every whole number as 64 bits. Otherwise the compiler would make one version
    of it for each mixture of widths it is called with."""
    from numba import int64, types

    usual = made.get_call_template

    def widened(kind: Any) -> Any:
        return int64 if isinstance(kind, types.Integer) else kind

    def get_call_template(args: Any, kws: Any) -> Any:
        return usual(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    made.get_call_template = get_call_template
    return made


@cache
def _numbers(enum: type[IntEnum]) -> Any:
    kind: Any = namedtuple(enum.__name__, [member.name for member in enum])  # type: ignore[misc]
    return kind(*(int(member) for member in enum))


def _names(code: types.CodeType) -> set[str]:
    """All globals a function (and the comprehensions inside it) looks up."""
    names = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def cache_folder(name: str, folders: set[Path]) -> Path:
    """Where compiled code made from these source folders is kept."""
    import llvmlite
    import numba

    digest = hashlib.sha256()
    parts = [name, sys.version, numba.__version__, llvmlite.__version__, platform.machine(), _cpu()]
    digest.update("\n".join(parts).encode())
    for folder in sorted(folders | {Path(__file__).parent}):
        for source in sorted(folder.glob("*.py")):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return cache_home() / f"{name}-{digest.hexdigest()[:20]}"


def cache_home() -> Path:
    """The user's cache directory for Firstfire."""
    base = os.environ.get("FIRSTFIRE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    home = Path(base) if base else Path.home() / ".cache"
    return home / "firstfire"


@cache
def _cpu() -> str:
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_host_cpu_name()} {features}"


@contextmanager
def numba_cache_in(folder: Path) -> Any:
    """Let Numba keep what it compiles now in a folder (and nothing else of this process)."""
    from numba.core import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before

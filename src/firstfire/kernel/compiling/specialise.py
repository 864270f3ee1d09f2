"""The workshop: makes twins of rules, as Python, for the CPU, and for a GPU.

A twin is the same code object with other globals: every rule it names is replaced by that
rule's twin, every contract name by the game's own function. So one source runs at three
speeds, and generic code finds a game's rules without passing functions around (which the
compiler could not cache).

Every twin has a fingerprint: a hash of its bytecode, its constants and the fingerprints of all
it calls. Compiled entry points are cached in a folder named by theirs (and by the record
layouts, Python, Numba and the CPU): change a constant three calls down, and the folder is
another one. Stale machine code is impossible, and unrelated edits cost nothing.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import sys
import threading
import types
from collections import namedtuple
from collections.abc import Callable, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from ...errors import BadSetup, BrokenRule
from ..rule import CONTRACT, MACHINE, is_rule
from ..rules.subset import circle, global_names, place_of_use, refused_value
from .numba_patch import RULE_NAME

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
        link_name: Callable[[str], str] = str,
    ) -> None:
        self.target = target
        self.contract = contract
        self.replace = replace or {}
        self.link = link  # how twins reach the contract functions, where these are not twins themselves
        self.link_name = link_name
        self._prints: dict[Function, str] = {}
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
        return self._twins[function]

    def fingerprint(self, function: Any) -> str:
        """A hash of everything that a rule's twin is made of."""
        if hasattr(function, CONTRACT):
            name = getattr(function, CONTRACT)
            if self.link is not None:
                return f"{name} by symbol {self.link_name(name)}"
            function = self.contract[name]
        function = self.replace.get(function, function)
        if function not in self._prints:
            self._prints[function] = self._print_of(function)
        return self._prints[function]

    def _print_of(self, function: Any) -> str:
        digest = hashlib.sha256(code_shape(function.__code__).encode())
        digest.update(repr((function.__defaults__, function.__kwdefaults__)).encode())
        if hasattr(function, MACHINE):
            home = getattr(function, MACHINE).rpartition(".")[0]
            digest.update(_source_of(home).encode() if home else b"")
            return digest.hexdigest()
        for name in sorted(global_names(function.__code__)):
            if name in function.__globals__:
                value = function.__globals__[name]
                if why := refused_value(value):
                    raise BrokenRule([f"{place_of_use(function, name)} uses {name}, {why}"])
                seen = self.fingerprint(value) if is_rule(value) else constant_print(value)
                digest.update(f"{name} = {seen}\n".encode())
        return digest.hexdigest()

    def bare_twin(self, function: Any) -> Any:
        """The twin of a function as plain Python with compiled callees: for entry points."""
        return types.FunctionType(function.__code__, self._globals(function), function.__name__, function.__defaults__)

    def _make(self, function: Any) -> Any:
        if function in self._open:
            raise BrokenRule([circle([*self._open, function])])
        self._open.append(function)
        try:
            return self._twin_for_target(function)
        finally:
            self._open.pop()

    def _twin_for_target(self, function: Any) -> Any:
        if self.target == "python":
            return self._python_twin(function)
        if hasattr(function, MACHINE):
            home, _, name = getattr(function, MACHINE).rpartition(".")
            home = home or ("machine_cuda" if self.target == "cuda" else "machine")
            return getattr(import_module(f".{home}", __package__), name)
        twin = self.bare_twin(function)
        if self.target == "cuda":
            from numba import cuda

            return cuda.jit(device=True)(twin)
        import numba

        from .numba_pipeline import NO_COUNTING, RuleCompiler

        twin.__qualname__ = f"{RULE_NAME}{function.__name__}"
        compiled = numba.njit(
            nogil=True, error_model="numpy", pipeline_class=RuleCompiler,
            no_cpython_wrapper=True, no_cfunc_wrapper=True, **NO_COUNTING,
        )(twin)  # fmt: skip
        return _with_wide_numbers(compiled)

    def _python_twin(self, function: Any) -> Any:
        globals_ = self._globals(function)
        same = all(function.__globals__.get(name, value) is value for name, value in globals_.items())
        return function if same else self.bare_twin(function)

    def _globals(self, function: Any) -> dict[str, Any]:
        around = function.__globals__
        found: dict[str, Any] = {"__builtins__": around["__builtins__"], "__name__": around["__name__"]}
        for name in global_names(function.__code__):
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


def code_shape(code: types.CodeType) -> str:
    """What a code object does, without its place and its docstring."""
    constants = [
        code_shape(constant) if isinstance(constant, types.CodeType) else repr(constant)
        for place, constant in enumerate(code.co_consts)
        if place > 0 or not isinstance(constant, str)
    ]
    parts = (code.co_name, code.co_code.hex(), constants, code.co_names, code.co_varnames, code.co_argcount)
    return repr(parts)


def constant_print(value: Any) -> str:
    """What a constant is, as text."""
    if isinstance(value, type) and issubclass(value, IntEnum):
        return repr([(member.name, int(member)) for member in value])
    if type(value) is tuple:
        return repr([constant_print(entry) for entry in value])
    if isinstance(value, types.BuiltinFunctionType):
        return f"math.{value.__name__}"
    return repr(int(value) if isinstance(value, IntEnum) else value)


@cache
def _source_of(module: str) -> str:
    """A file of hand-made machine code that only some rules use, as text."""
    return (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")


@cache
def _compiler_source() -> str:
    """The hand-made machine code, and what is changed about compiling, as text."""
    files = ("machine.py", "numba_patch.py", "numba_pipeline.py")
    return "\n".join((Path(__file__).parent / file).read_text(encoding="utf-8") for file in files)


def cache_folder(name: str, *prints: str) -> Path:
    """Where compiled code with these fingerprints is kept."""
    import platform

    import llvmlite
    import numba

    parts = [
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        platform.machine(),
        _cpu(),
        _compiler_source(),
        *prints,
    ]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]
    return cache_home() / f"{name}-{digest}"


@cache
def _private_folder() -> Path:
    """A cache for this process alone, where the user's cannot be written."""
    import shutil
    import tempfile

    try:
        made = tempfile.mkdtemp(prefix="firstfire-")
    except OSError as error:
        raise BadSetup(
            f"there is no folder for compiled rules (FIRSTFIRE_CACHE can name one): {error.strerror}"
        ) from None
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return Path(made)


def _throw_away_the_oldest(home: Path) -> None:
    import shutil

    used: dict[Path, float] = {}
    for folder in home.iterdir():
        with suppress(OSError):  # another process may have thrown it away just now
            used[folder] = folder.stat().st_mtime
    for folder in sorted(used, key=used.__getitem__)[:-KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


def cache_home() -> Path:
    """The user's cache directory for Firstfire."""
    base = os.environ.get("FIRSTFIRE_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        home = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:  # a user without a home
        home = _private_folder()
    return home / "firstfire"


@cache
def _cpu() -> str:
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_host_cpu_name()} {features}"


KEPT = 2000  # cache folders (57 kB each, about 40 of a game) before the oldest are thrown away
AGE = 1_000_000_000  # of every cached source, in seconds


def ready_folder(folder: Path) -> Path:
    """The folder, made and marked as used, or one of this process alone where it cannot be written."""
    try:
        new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if new:
            _throw_away_the_oldest(folder.parent)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    private = _private_folder() / folder.name
    private.mkdir(parents=True, exist_ok=True)
    return private


class CachedSource:
    """The text of an entry point, in the folder of its machine code.

    Numba trusts what it kept as long as the file of a function looks untouched. The folder is named by all that the
    code was made of, so nothing else must count: the file of the function is this one, and always of the same age.
    (Were it one of ours, a new checkout or another installation would compile everything again.)"""

    def __init__(self, folder: Path, text: str) -> None:
        self.folder = ready_folder(folder)
        self.file = self.folder / "entry.py"
        self.text = text

    def written(self) -> Path:
        """The folder, with the text in it."""
        if not self.file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            new = self.folder / f"entry-{os.getpid()}-{threading.get_ident()}"
            new.write_text(self.text, encoding="utf-8")
            os.utime(new, (AGE, AGE))
            new.replace(self.file)
        return self.folder


@contextmanager
def numba_cache_in(folder: Path) -> Any:
    """Let Numba keep what it compiles now in a folder (and nothing else of this process).

    The folder is made here: left to itself, Numba would quietly use another place, under a name
    that says nothing of what the code was made of."""
    from numba.core import config

    folder = ready_folder(folder)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before

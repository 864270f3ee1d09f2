"""Intermediate code: one LLVM module with all entry points of a game, not yet optimised and for no machine yet."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterable
from typing import Any

from ..errors import FirstfireError
from ..kernel.compiling.numba_patch import RULE_NAME, is_lean, lean_compiling
from ..kernel.engines.compiled import CompiledEngine, native_shape
from ..kernel.engines.library import symbol_of
from ..kernel.game import Game
from ..kernel.records.entry import Signature
from .entries import entry_points

SAME_EVERYWHERE = {  # variables for the process that compiles: the same code, whatever the hash seed and the processor
    "PYTHONHASHSEED": "0",
    "NUMBA_CPU_NAME": "x86-64-v3" if platform.machine().lower() in ("x86_64", "amd64") else "generic",
    "NUMBA_CPU_FEATURES": "",
}
SQUARE_ROOT = """define internal double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
declare double @llvm.sqrt.f64(double)
"""
TRAP = "declare void @llvm.trap() cold noreturn nounwind\n"
DECLARED = re.compile(r"^declare (?P<result>.*?)@(?P<name>[\w.]+)\((?P<arguments>.*?)\).*$", re.MULTILINE)


class ModuleEngine(CompiledEngine):
    """The rules of a game as intermediate code. Nothing of it is run."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, heard=lambda name: None)
        self.modules: list[str] = []

    def add(self, function: Callable[..., Any]) -> None:
        """Compile an entry point, and the contract functions that it calls."""
        self._made(function)

    def _symbol(self, name: str) -> str:
        return symbol_of(self.game, name)

    def _define(self, symbol: str, function: Callable[..., Any]) -> None:
        self.add(function)

    def _build(self, name: str, function: Any, signature: Signature) -> tuple[Any, Callable[..., Any]]:
        import numba

        from ..kernel.compiling.numba_pipeline import NO_COUNTING, RuleCompiler

        entry, _ = self.entry_point(name, function, signature)
        entry.__qualname__ = f"{RULE_NAME}{name}"  # as a rule it is linked, and neither optimised nor loaded
        with lean_compiling():
            made = numba.cfunc(native_shape(signature), nopython=True, pipeline_class=RuleCompiler, **NO_COUNTING)(
                entry
            )
        self.modules.append(_renamed(made.inspect_llvm(), made.native_name, self._symbol(name)))
        return None, _refuse_call


def module_of(game: Game) -> str:
    """All entry points of a game as the text of one module."""
    if not is_lean():
        raise FirstfireError("this version of Numba cannot build libraries: pyproject.toml names those that can")
    engine = ModuleEngine(game)
    for function in entry_points().values():
        engine.add(function)
    return complete(linked(engine.modules))


def linked(modules: Iterable[str]) -> str:
    """Several modules as one; what they share is there once."""
    import llvmlite.binding as llvm

    first, *others = map(llvm.parse_assembly, modules)
    for module in others:
        first.link_in(module)
    return str(first)


def complete(text: str) -> str:
    """A module that needs nothing from outside but copying of memory.

    Numba leaves in what turns an exception into one of Python. Rules raise none, so to get there is a fault: a trap.
    The exceptions themselves go, and with them the names of files of this machine. Square roots are one instruction
    everywhere."""
    text = re.sub(r"(?<=ptr )@\.const\.picklebuf\.[\w.]+", "null", text)
    text = re.sub(r"^(@.* = )(?:common|weak) ", r"\1internal ", text, flags=re.MULTILINE)
    text = re.sub(
        r"^(@.* = )external (.*global) ([^\s,]+)", r"\1internal \2 \3 zeroinitializer", text, flags=re.MULTILINE
    )
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(source_filename = |; ModuleID = ).*$", "", text, flags=re.MULTILINE)
    return TRAP + DECLARED.sub(_defined, text)


def _defined(declaration: re.Match[str]) -> str:
    name = declaration["name"]
    if name.startswith("llvm."):
        return declaration[0]
    if name == "sqrt":
        return SQUARE_ROOT
    return (
        f"define internal {declaration['result']}@{name}({declaration['arguments']}) {{\n"
        "  call void @llvm.trap()\n  unreachable\n}"
    )


def _renamed(text: str, old: str, new: str) -> str:
    """A module whose entry point has another symbol."""
    return re.sub(rf'@(?:"{re.escape(old)}"|{re.escape(old)}(?![\w.$-]))', f"@{new}", text)


def _refuse_call(*_: object) -> None:
    raise TypeError("intermediate code cannot be run")

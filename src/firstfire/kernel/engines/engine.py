"""Engines: the rules of one game, ready to run on records.

An engine has the same methods at both speeds. Interpreted, they are the rules themselves;
compiled, they are machine code behind plain C calls that take addresses (a tenth of the
cost of the compiler's own dispatch), and they let other threads run meanwhile.

    engine = engine_for(game)                 # compiled unless FIRSTFIRE_INTERPRET=1
                                              # (a library that is shipped, else Numba; where there is neither, plain)
    engine_for(game, strict=True)             # plain Python that refuses what would go wrong compiled
    s = engine.new(seats=2, seed=7)
    engine.legal(s, box); engine.step(s, box, action)
"""

from __future__ import annotations

import copyreg
import os
from collections.abc import Callable
from functools import cache
from typing import Any

from ...errors import NotCompiled
from ..game import Game
from ..records.entry import guarded, one_by_one
from .compiled import NO_COMPILER, CompiledEngine, can_compile
from .engine_base import ENTRIES, Engine
from .library import has_libraries, library_for, tell
from .module import ModuleHost, WasmEngine, module_for, take_module

__all__ = ["ENTRIES", "CompiledEngine", "Engine", "InterpretedEngine", "engine_for", "interpreting", "use_module"]


class InterpretedEngine(Engine):
    """The rules as plain Python: starts at once, runs in a debugger."""

    def __init__(self, game: Game) -> None:
        from ..compiling.specialise import Workshop

        super().__init__(game)
        self._workshop = Workshop("python", game.rules)

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The function itself, calling this game's rules."""
        return guarded(function, one_by_one(function, self._workshop.twin(function)))


def _pickled(engine: Engine) -> tuple[Callable[..., Engine], tuple[object, ...]]:
    """How an engine is pickled: by its game and its kind."""
    return _engine_again, (engine.game, engine.compiled, engine.strict)


def _engine_again(game: Game, compiled: bool, strict: bool) -> Engine:
    return engine_for(game, interpreted=not compiled, strict=strict)


for _kind in (CompiledEngine, InterpretedEngine, WasmEngine):
    copyreg.pickle(_kind, _pickled)


def interpreting(game: Game | None = None) -> bool:
    """Whether rules run as plain Python unless somebody says otherwise: FIRSTFIRE_INTERPRET asks for it, or there is
    nothing to run them compiled (those of a game, or any)."""
    asked = os.environ.get("FIRSTFIRE_INTERPRET", "") not in ("", "0")
    return asked or not (can_compile() or has_libraries() if game is None else can_run_compiled(game))


@cache
def can_run_compiled(game: Game) -> bool:
    """Whether a library holds the rules of a game, or Numba can compile them. If neither, that is told once."""
    if module_for(game) is not None or library_for(game) is not None or can_compile():
        return True
    from ..presentation.complaints import complaint

    tell(complaint(NotCompiled, "plain_rules", game=game.name))
    return False


def engine_for(game: Game, *, interpreted: bool | None = None, strict: bool = False) -> Engine:
    """The engine of a game: compiled, or plain Python where asked for, or plain Python that refuses whatever would
    go wrong compiled (strict.py)."""
    if strict:
        return _strict_engine(game)
    return _engine(game, interpreting(game) if interpreted is None else interpreted)


@cache
def _engine(game: Game, interpreted: bool) -> Engine:
    if interpreted:
        return InterpretedEngine(game)
    if not can_run_compiled(game):
        raise NotCompiled(f"{game.name}: there is no library for its rules here, and {NO_COMPILER}")
    if (module := module_for(game)) is not None:
        return WasmEngine(game, module)
    return CompiledEngine(game, library=library_for(game))


def use_module(game: Game, host: ModuleHost) -> None:
    """Run the rules of a game in a module of WebAssembly from now on; refuses one that does not fit."""
    take_module(game, host)
    can_run_compiled.cache_clear()
    _engine.cache_clear()


@cache
def _strict_engine(game: Game) -> Engine:
    from .strict import StrictEngine

    copyreg.pickle(StrictEngine, _pickled)  # type: ignore[arg-type]
    return StrictEngine(game)

"""Engines: the rules of one game, ready to run on records.

An engine has the same methods at both speeds. Interpreted, they are the rules themselves;
compiled, they are machine code behind plain C calls that take addresses (a tenth of the
cost of the compiler's own dispatch), and they let other threads run meanwhile.

    engine = engine_for(game)                 # compiled unless FIRSTFIRE_INTERPRET=1
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

from ..game import Game
from ..records.entry import guarded
from .compiled import CompiledEngine
from .engine_base import ENTRIES, Engine

__all__ = ["ENTRIES", "CompiledEngine", "Engine", "InterpretedEngine", "engine_for", "interpreting"]


class InterpretedEngine(Engine):
    """The rules as plain Python: starts at once, runs in a debugger."""

    def __init__(self, game: Game) -> None:
        from ..compiling.specialise import Workshop

        super().__init__(game)
        self._workshop = Workshop("python", game.rules)
        for name, function in ENTRIES.items():
            setattr(self, name, self.entry(function))

    def entry(self, function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
        """The function itself, calling this game's rules."""
        return guarded(function, self._workshop.twin(function))


def _pickled(engine: Engine) -> tuple[Callable[..., Engine], tuple[object, ...]]:
    """How an engine is pickled: by its game and its kind."""
    return _engine_again, (engine.game, engine.compiled, engine.strict)


def _engine_again(game: Game, compiled: bool, strict: bool) -> Engine:
    return engine_for(game, interpreted=not compiled, strict=strict)


for _kind in (CompiledEngine, InterpretedEngine):
    copyreg.pickle(_kind, _pickled)


def interpreting() -> bool:
    """Whether FIRSTFIRE_INTERPRET asks for plain Python."""
    return os.environ.get("FIRSTFIRE_INTERPRET", "") not in ("", "0")


def engine_for(game: Game, *, interpreted: bool | None = None, strict: bool = False) -> Engine:
    """The engine of a game: compiled, or plain Python where asked for, or plain Python that refuses whatever would
    go wrong compiled (strict.py)."""
    if strict:
        return _strict_engine(game)
    return _engine(game, interpreting() if interpreted is None else interpreted)


@cache
def _engine(game: Game, interpreted: bool) -> Engine:
    return InterpretedEngine(game) if interpreted else CompiledEngine(game)


@cache
def _strict_engine(game: Game) -> Engine:
    from .strict import StrictEngine

    copyreg.pickle(StrictEngine, _pickled)  # type: ignore[arg-type]
    return StrictEngine(game)

"""Players of other people: a class or function in a file of theirs, written `MODULE:NAME`.

    # my_bot.py, in the folder where the command is given
    class MyBot:
        def choose(self, view):
            return view.legal()[0]

    firstfire match totem --players my_bot:MyBot,greedy

Naming one runs its code. Only the words of a command may do that, never a file or a message from elsewhere.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from importlib import import_module
from operator import index
from pathlib import Path
from typing import Any

from ..errors import BadSetup
from ..kernel.presentation.complaints import complaint, quoted
from ..view import View
from .base import Budget, check_turn


def is_outside(text: str) -> bool:
    """Whether a player's name is written as one from outside."""
    return re.fullmatch(r"[^\W\d][\w.]*:[^\W\d]\w*", text) is not None


class Outside:
    """A player from outside. It answers with an action of `view.legal()`, its text, or its number, and keeps its own
    time: no budget is passed on."""

    def __init__(self, name: str, inner: Any) -> None:
        self.name = name
        self.inner = inner

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """What the player from outside chose, if it is legal."""
        check_turn(view)
        chosen = self.inner.choose(view)
        number = _number(chosen, view)
        if number not in view.numbers:
            raise complaint(BadSetup, "outside_chose", player=self.name, chosen=repr(chosen))
        return number


def _number(chosen: Any, view: View) -> int:
    """The number that was meant; -1 for none. Whole numbers of NumPy are numbers too."""
    if isinstance(chosen, str):
        return next((action.number for action in view.legal() if action == chosen), -1)
    return index(chosen) if hasattr(chosen, "__index__") and not isinstance(chosen, bool) else -1


def outside_player(text: str, seed: int | None) -> Outside:
    """The player written `MODULE:NAME`; the module is looked for in the working folder too.

    NAME is called to make a player for one game, with `seed=…` where it takes one."""
    made = found_in_module(text)
    inner = made(seed=seed) if "seed" in inspect.signature(made).parameters else made()
    if not callable(getattr(inner, "choose", None)):
        raise complaint(BadSetup, "outside_made", player=text, made=type(inner).__name__)
    return Outside(text, inner)


def found_in_module(text: str) -> Any:
    """What `MODULE:NAME` names: a class or a function."""
    module, _, name = text.partition(":")
    made = getattr(_module(module), name, None)
    if not callable(made):
        raise complaint(BadSetup, "outside_none", module=module, name=quoted(name))
    return made


def _module(name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise complaint(BadSetup, "no_module", module=quoted(name), folder=here) from None
        raise complaint(BadSetup, "not_imported", module=name, why=str(error)) from error
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        why = f"{type(error).__name__}: {error} ({where})"
        raise complaint(BadSetup, "not_imported", module=name, why=why) from error

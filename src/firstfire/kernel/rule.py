"""Rules: plain Python functions that also compile.

`@rule` changes nothing about the function: called from Python it is Python, with
debugger, coverage and tracebacks. It only marks the function as part of the rules, so
that the workshop can make a compiled twin of it, and of all rules it calls.

A rule takes records and small integers. It reads module constants, calls other rules by
their plain names (`from .combat import strike`, not `combat.strike`), allocates nothing,
and does not recurse.

`@generic` marks a function written once for all games (random play, search). It calls the
*contract* functions below (`legal`, `apply`, ...); the twin made for a game calls that
game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])

RULE = "__firstfire_rule__"
MACHINE = "__firstfire_machine__"
CONTRACT = "__firstfire_contract__"


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, machine: str) -> Callable[[F], F]: ...
def rule(function: F | None = None, *, machine: str = "") -> F | Callable[[F], F]:
    """Mark a function as a rule. `machine` names its hand-made compiled form in `machine.py`
    and `machine_cuda.py` (for the few kernel primitives that are single machine instructions), or, with its home, in
    another file ("machine_memory.copy_table", on a CPU only)."""

    def mark(target: F) -> F:
        setattr(target, RULE, True)
        if machine:
            setattr(target, MACHINE, machine)
        return target

    return mark if function is None else mark(function)


generic = rule


def contract(function: F) -> F:
    """Mark a function of the game contract: a name that each game fills."""
    setattr(function, CONTRACT, function.__name__)
    return function


def is_rule(value: object) -> bool:
    """Whether a value found in a module is a rule or a contract function."""
    return hasattr(value, RULE) or hasattr(value, CONTRACT)

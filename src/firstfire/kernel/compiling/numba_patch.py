"""Compiling a game in half the time: how Numba is made to compile each rule once.

Left to itself Numba makes machine code of every function together with everything it calls, and so makes a deep
rule again for each of its callers, their callers, and so on. Only entry points are ever called from outside. So,
while one is built:

- a rule's library is linked and kept as intermediate code; the whole is optimised and turned into machine code
  once, for the entry point (half of the time);
- what an operator makes of two types is looked up once in a process, whichever literal stands there (a tenth);
- what makes no difference is left out: asking for new declarations where none were made, the lifetimes of variables
  before they are laid down, all but light passes over a rule by itself, since the whole is optimised in the end (a
  tenth);
- what is asked again and again is answered at less cost: the variables of a statement, the names of records, messages
  of tried and refused signatures (not coloured), the lock around LLVM (not reported) (a tenth);
- the garbage collector waits: compiling makes millions of objects that all stay (a twentieth);
- places are taken as they are: Numba would ask of every place in a row whether it is counted from the end (row[-1]),
  which no rule does (the strict engine refuses it); without the question loops over rows become vector instructions.

This reaches into Numba. It is done under Numba's own compiler lock, so no other thread compiles meanwhile; it
touches only libraries of rules, which their names tell (`RULE_NAME`); and it is done only for versions of Numba it
was tried with (`make matrix`): with any other, rules compile as Numba compiles, slower and just as well.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from typing import Any, Protocol

RULE_NAME = "firstfire.rule."  # how the qualified names of compiled rules begin, and so their libraries' names
ENTRY_NAME = "firstfire.entry."  # and those of entry points
_CALL_TYPES: dict[Any, Any] = {}  # what Numba's functions make of types of arguments, once it was found out
_TUPLE_TYPES: dict[int, tuple[object, object]] = {}  # the types of tuples that rules read, each kept with its tuple
OLDEST, TOO_NEW = (0, 63), (0, 69)  # the versions of Numba this was tried with


def is_lean() -> bool:
    """Whether this was tried with the Numba that is installed."""
    import numba

    return bool(OLDEST <= numba.version_info.short < TOO_NEW)


@contextmanager
def lean_compiling() -> Iterator[None]:
    """Make machine code of entry points only, one thread at a time."""
    from numba.core.compiler_lock import global_compiler_lock

    if not is_lean():
        yield
        return
    with (
        global_compiler_lock,
        _no_collecting(),
        _rules_stay_linked(),
        _call_types_kept(),
        _cheap_answers(),
        _less_work(),
        places_from_zero(),
    ):
        yield


@contextmanager
def _rules_stay_linked() -> Iterator[None]:
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

    library: Any = JITCodeLibrary
    maker: Any = JITCPUCodegen
    if "finalize" in vars(library):  # patched already: an entry point that is built for another one
        yield
        return
    whole, set_env = library.finalize, maker.set_env

    def finalize(self: Any) -> None:
        if not self.name.startswith(RULE_NAME):
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


@contextmanager
def _call_types_kept() -> Iterator[None]:
    from numba.core import types
    from numba.core.types.functions import BaseFunction
    from numba.core.types.misc import unliteral

    kind: Any = BaseFunction
    usual = kind.get_call_type
    if hasattr(usual, "kept"):
        yield
        return

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return usual(self, context, args, kws)
        if getattr(self.typing_key, "__module__", "") == "_operator":
            plain = tuple(map(unliteral, args))
            if all(isinstance(kind, (types.Number, types.Boolean)) for kind in plain):
                args = plain  # what x + 1 is, x + 2 is too
        found = _CALL_TYPES.get((self, args))
        if found is None:
            found = _CALL_TYPES[self, args] = usual(self, context, args, kws)
        return found

    get_call_type.kept = True  # type: ignore[attr-defined]
    kind.get_call_type = get_call_type
    try:
        yield
    finally:
        kind.get_call_type = usual


@contextmanager
def _cheap_answers() -> Iterator[None]:
    """Small questions that Numba asks a million times, answered at less cost; the answers are the same."""
    from numba.core import errors, event, interpreter, ir
    from numba.core.types import NestedArray, Record
    from numba.core.typing.context import BaseContext

    if hasattr(ir.Inst._rec_list_vars, "cheap"):
        yield
        return
    changes: list[tuple[Any, str, Any]] = [
        (ir.Inst, "_rec_list_vars", _variables(ir.Inst, ir.Var)),
        (Record, "__repr__", _kept_text(Record.__repr__)),
        (NestedArray, "__repr__", _kept_text(NestedArray.__repr__)),
        (event, "start_event", _without_lock(event.start_event)),
        (event, "end_event", _without_lock(event.end_event)),
        (BaseContext, "resolve_value_type", _kept_type(BaseContext.resolve_value_type)),
        (interpreter, "peep_hole_delete_with_exit", _unless_rule(interpreter.peep_hole_delete_with_exit)),
    ]
    if hasattr(errors, "HighlightColorScheme"):  # where colorama is installed
        changes.append((errors.HighlightColorScheme, "_markup", _uncoloured))
    usual = [getattr(holder, name) for holder, name, _ in changes]
    for holder, name, cheap in changes:
        setattr(holder, name, cheap)
    try:
        yield
    finally:
        for (holder, name, _), before in zip(changes, usual, strict=True):
            setattr(holder, name, before)


@contextmanager
def _less_work() -> Iterator[None]:
    """Leave out what makes no difference: asking for new declarations where none were made, lifetimes of variables
    that nobody asks for before they are laid down, all but light passes over each rule by itself (the whole is
    optimised in the end)."""
    from numba.core.base import BaseContext
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.postproc import PostProcessor
    from numba.core.transforms import canonicalize_cfg

    if hasattr(BaseContext.refresh, "usual"):
        yield
        return
    refresh, run, optimise = BaseContext.refresh, PostProcessor.run, CPUCodeLibrary._optimize_functions
    seen: dict[object, int] = {}

    def refresh_if_new(self: TargetContext) -> None:
        if seen.get(self) != _declarations(self):
            refresh(self)
            seen[self] = _declarations(self)

    def run_for_dels(self: Any, emit_dels: bool = False, **more: Any) -> None:
        if emit_dels or not _is_ours(self.func_ir):
            run(self, emit_dels, **more)
        else:
            self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)

    def optimise_lightly(self: Any, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                manager, builder = self._codegen._function_pass_manager(opt=1)
                manager.run(function, builder)

    refresh_if_new.usual = refresh  # type: ignore[attr-defined]
    BaseContext.refresh, PostProcessor.run = refresh_if_new, run_for_dels
    CPUCodeLibrary._optimize_functions = optimise_lightly
    try:
        yield
    finally:
        BaseContext.refresh, PostProcessor.run = refresh, run
        CPUCodeLibrary._optimize_functions = optimise


class Registered(Protocol):
    """What Numba registers declarations with."""

    _registries: Sequence[object]


class TargetContext(Registered, Protocol):
    """What Numba calls the context of a target."""

    typing_context: Registered


def _declarations(context: TargetContext) -> int:
    """How many declarations the registries of a target and of its types hold."""
    registries = [*context._registries, *context.typing_context._registries]
    return sum(len(rows) for registry in registries for rows in vars(registry).values() if isinstance(rows, list))


def _variables(inst: type, var: type) -> Callable[[object, object], list[object]]:
    """The variables in a value of Numba's intermediate representation, however deep."""

    def collect(value: object, found: list[object]) -> None:
        if type(value) is var:
            found.append(value)
        elif isinstance(value, (list, tuple)):
            for entry in value:
                collect(entry, found)
        elif isinstance(value, dict):
            for entry in value.values():
                collect(entry, found)
        elif isinstance(value, inst):
            found.extend(value.list_vars())  # type: ignore[attr-defined]

    def variables(self: object, value: object) -> list[object]:
        found: list[object] = []
        collect(value, found)
        return found

    variables.cheap = True  # type: ignore[attr-defined]
    return variables


def _kept_text(spell: Callable[[object], str]) -> Callable[[object], str]:
    """A type's name, spelled once for each object (which is kept with it)."""
    kept: dict[int, tuple[object, str]] = {}

    def text(self: object) -> str:
        found = kept.get(id(self))
        if found is None:
            found = kept[id(self)] = (self, spell(self))
        return found[1]

    return text


def _kept_type(resolve: Callable[[object, object], object]) -> Callable[[object, object], object]:
    """The type of a constant; of a tuple (an enum's names, a table) found once."""

    def resolved(self: object, value: object) -> object:
        if not isinstance(value, tuple):
            return resolve(self, value)
        found = _TUPLE_TYPES.get(id(value))
        if found is None:
            found = _TUPLE_TYPES[id(value)] = (value, resolve(self, value))
        return found[1]

    return resolved


class FunctionIdentity(Protocol):
    """The identity of a function in Numba's representation."""

    func_qualname: str


class Represented(Protocol):
    """A function in Numba's representation."""

    func_id: FunctionIdentity


def _unless_rule(rewrite: Callable[[Represented], object]) -> Callable[[Represented], object]:
    """A rewrite of what no rule has (`with`)."""

    def rewritten(function: Represented) -> object:
        return function if _is_ours(function) else rewrite(function)

    return rewritten


def _is_ours(function: Represented) -> bool:
    """Whether a function in Numba's representation is a rule or an entry point."""
    return function.func_id.func_qualname.startswith((RULE_NAME, ENTRY_NAME))


def _uncoloured(self: object, message: str, *_: object, **__: object) -> str:
    """A message that nobody reads: most tell of signatures that were tried in passing."""
    return message


def _without_lock(tell: Callable[..., None]) -> Callable[..., None]:
    def event(kind: str, *details: object, **more: object) -> None:
        if kind != "numba:llvm_lock":
            tell(kind, *details, **more)

    return event


@contextmanager
def places_from_zero(*more: str) -> Iterator[None]:
    """Take places in rows as they are, in Numba's own module for arrays and in `more` (where a target has a copy);
    under Numba's locks, so that nobody else's function is compiled so."""
    from numba.core import types

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    with ExitStack() as locks:
        for name in ("numba.core.compiler_lock", "numba.cuda.core.compiler_lock"):  # numba-cuda may have its own
            if (
                name in sys.modules
            ):  # not imported for its lock: importing numba-cuda may fail, and compiles nothing here
                locks.enter_context(sys.modules[name].global_compiler_lock)
        usual: dict[Any, Any] = {}
        for name in ("numba.np.arrayobj", *more):
            with suppress(ImportError):
                module = import_module(name)
                usual[module] = module.fix_integer_index
        for module in usual:
            module.fix_integer_index = as_it_is
        try:
            yield
        finally:
            for module, function in usual.items():
                module.fix_integer_index = function


@contextmanager
def _no_collecting() -> Iterator[None]:
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()

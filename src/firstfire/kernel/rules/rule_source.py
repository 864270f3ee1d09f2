"""Rules written out as Python source: they compile, run in the debugger and stand in tracebacks like any other."""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

from ..rule import rule
from .actions import Actions, Block
from .decision_rows import Rule

OWN = frozenset({"s", "box", "mask", "action", "phase", "goes_on", "answers", "only", "chosen"})  # names in the sources


@dataclass
class Written:
    """The source of a rule, and the rules it names."""

    lines: list[str]
    local: frozenset[str]  # the names of its own variables
    names: dict[str, Rule] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The whole source."""
        return "".join(f"{line}\n" for line in self.lines)

    def name(self, function: Rule) -> str:
        """The name of a rule in this source: its own, with a number if it is taken."""
        name, number = function.__name__, 1
        while name in self.local or self.names.setdefault(name, function) is not function:
            number += 1
            name = f"{function.__name__}_{number}"
        return name

    def put(self, depth: int, line: str) -> None:
        """One more line."""
        self.lines.append("    " * depth + line)


def variables(actions: Actions) -> frozenset[str]:
    """Names that stand for values in the sources."""
    named = {name for block in actions.blocks for name in block.parameters}
    if taken := sorted(named & OWN):
        raise TypeError(
            f"a parameter of an action cannot be called {', '.join(taken)}: the rules made here use the name"
        )
    return OWN | named


def rule_from(written: Written, name: str, home: str) -> Rule:
    """The rule that a source defines. Debuggers and tracebacks find its lines."""
    where = f"<{name} of {home}>"
    linecache.cache[where] = (len(written.text), None, written.text.splitlines(keepends=True), where)
    space: dict[str, Any] = {"__name__": home, **written.names}
    exec(compile(written.text, where, "exec"), space)  # our own text, made of names of rules and numbers
    made: Rule = rule(space[name])
    return made


def called(written: Written, function: Rule, known: Mapping[str, str], what: str) -> str:
    """A call of a rule, its parameters filled by name."""
    wanted = list(signature(function).parameters)
    if missing := [name for name in wanted if name not in known]:
        had = ", ".join(known)
        raise TypeError(
            f"{what}: {function.__name__} wants {', '.join(missing)}; there is {had} (or give it in the choice)"
        )
    return f"{written.name(function)}({', '.join(known[name] for name in wanted)})"


def parameters(first: int, block: Block) -> dict[str, str]:
    """How the parameters of a block are read from the number of an action: the last one runs fastest."""
    if len(block.parameters) == 1:
        return dict.fromkeys(block.parameters, f"action - {first}" if first else "action")
    offset = f"(action - {first})" if first else "action"
    found = {}
    stride = block.size
    for place, (name, domain) in enumerate(block.parameters.items()):
        stride //= len(domain)
        value = offset if stride == 1 else f"{offset} // {stride}"
        found[name] = value if place == 0 else f"{value} % {len(domain)}"
    return found

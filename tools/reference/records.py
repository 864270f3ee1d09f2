"""The generated tables of records and notes, and the page of the kernel and the players.

What a field means is its comment in the source, what a function does the first paragraph of its docstring: there is
no second text to keep in step.
"""

from __future__ import annotations

import ast
import ctypes
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from firstfire.kernel.game import Game
from firstfire.kernel.observations.observe_source import NEVER_TOLD
from firstfire.kernel.observations.observing import COUNT
from firstfire.kernel.presentation.templates import outline
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import fields_of, is_record
from firstfire.kernel.rules.notes import Note

WIDTHS = {
    ctypes.c_int8: "i8", ctypes.c_int16: "i16", ctypes.c_int32: "i32", ctypes.c_int64: "i64",
    ctypes.c_uint8: "u8", ctypes.c_uint16: "u16", ctypes.c_uint32: "u32",
}  # fmt: skip

# The modules of the page, and the names of each that others use (ALL: what it defines and describes). A test holds that
# whatever games, examples and pages import is here.
ALL = "*"
SHELF: dict[str, tuple[str, ...]] = {
    "firstfire.envs": (ALL,),
    "firstfire.players": (ALL,),
    "firstfire.kernel.game": ("Credits", "Game", "Option"),
    "firstfire.kernel.presentation.presenting": ("Presentation",),
    "firstfire.kernel.compiling.exponential": ("exp",),
    "firstfire.kernel.records.record": (
        "record", "rows", "Row", "copy_of", "fields_of", "dtype_of",
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "f64",
    ),
    "firstfire.kernel.records.header": ("Header", "reveal", "end_game"),
    "firstfire.kernel.components_file": ("ComponentsFile", "Entry"),
    "firstfire.kernel.rule": ("rule", "generic", "contract"),
    "firstfire.kernel.records.domain": ("Domain", "NUMBER", "SEAT"),
    "firstfire.kernel.rules.actions": ("Actions", "Block"),
    "firstfire.kernel.rules.decisions": (
        "DecisionChoice", "Provided", "Unasked", "Decision", "Question", "Decisions", "by_block",
    ),
    "firstfire.kernel.rules.decision_table": ("DecisionTable",),
    "firstfire.kernel.records.bits": (ALL, "Mask"),
    "firstfire.kernel.records.rng": (ALL,),
    "firstfire.kernel.records.rows": (ALL,),
    "firstfire.kernel.records.ranks": (ALL,),
    "firstfire.kernel.rules.notes": (
        "Note", "NoteKind", "Notes", "note", "secret_note", "HIDDEN", "NOBODY", "EVERYONE",
    ),
    "firstfire.kernel.presentation.scene": (ALL, "Take"),
    "firstfire.kernel.presentation.memo": ("memoised", "frozen", "piece", "zone", "counter"),
    "firstfire.kernel.presentation.words": ("Words", "listed", "compare_languages"),
    "firstfire.kernel.presentation.templates": ("PlayerName", "Noun", "filled", "placeholders"),
    "firstfire.kernel.viewer.sentences": (
        "Names", "reader_of", "called", "question", "action_sentence", "note_sentence",
    ),
    "firstfire.kernel.presentation.telling": ("Teller", "Tellers"),
    "firstfire.kernel.presentation.text_scene": ("draw", "colon_of"),
    "firstfire.kernel.presentation.why_not": ("Reason", "NOT_NOW"),
    "firstfire.kernel.viewer.refusals": ("refusal",),
    "firstfire.kernel.presentation.complaints": ("complaint", "error_sentence"),
    "firstfire.kernel.presentation.book": (ALL,),
    "firstfire.kernel.engines.engine": ("engine_for", "interpreting", "Engine"),
    "firstfire.kernel.compiling.specialise": ("cache_home",),
    "firstfire.kernel.positions.position": ("Position",),
    "firstfire.kernel.gpu.random_games": ("GpuPlayouts", "GpuResult"),
    "firstfire.kernel.positions.notation": ("read_position", "write_position", "change_position", "position_problems"),
    "firstfire.kernel.rules.side_by_side": ("SideBySide",),
    "firstfire.kernel.positions.aside": ("may_choose_now",),
    "firstfire.kernel.observations.fields": (
        "Values", "Spelling", "number", "one_of", "set_of", "seat_set", "places", "pieces", "derived", "counted",
        "filled", "Fields", "BY_SEAT", "FLAG", "SEATED", "SEAT_OR_NONE",
    ),
    "firstfire.kernel.observations.observing": (ALL,),
    "firstfire.kernel.observations.observe_source": (
        "seat_after", "counted_from", "set_counted_from", "write_same", "write_flags",
    ),
    "firstfire.kernel.records.entry": ("Seen",),
    "firstfire.kernel.records.compare": ("diff", "to_dict", "from_dict"),
    "firstfire.kernel.checking.playing": (ALL,),
    "firstfire.kernel.checking.checkers": (ALL,),
    "firstfire.kernel.checking.knowledge_checkers": (ALL,),
    "firstfire.kernel.checking.deal_checkers": (ALL,),
    "firstfire.kernel.checking.secret_checkers": ("notes_keep_secrets",),
    "firstfire.kernel.checking.observation_checkers": (ALL,),
    "firstfire.kernel.checking.scene_checkers": (ALL,),
    "firstfire.kernel.checking.word_checkers": (ALL,),
    "firstfire.kernel.positions.perft": ("Perft", "PerftCase"),
    "firstfire.kernel.thinking": ("BotTable", "Efforts", "Effort", "SearchSettings", "LONG_GAMES"),
}  # fmt: skip


def records_of(kind: type[Any]) -> Iterator[type[Any]]:
    """A record class and those inside it, each once, but not the notes every game has."""
    found: dict[type[Any], None] = {kind: None}
    waiting = [kind]
    while waiting:
        for layout in fields_of(waiting.pop(0)).values():
            inner = layout.ctype
            if isinstance(inner, type) and issubclass(inner, ctypes.Structure) and inner not in (*found, Note):
                found[inner] = None
                waiting.append(inner)
    yield from found


def record_table(kind: type[Any]) -> list[str]:
    """The fields of a record: name, layout, meaning."""
    meant = meanings(kind)
    header = fields_of(Header)
    begins = kind is not Header and list(fields_of(kind))[: len(header)] == list(header)
    common = header if begins else {}
    lines = ["| field | kind | meaning |", "| --- | --- | --- |"]
    if common:
        lines.append("| … | | the [header](kernel.md#header) of every game |")
    for name, layout in fields_of(kind).items():
        if name not in common:
            size = "".join(f"[{length}]" for length in layout.shape)
            inner = WIDTHS.get(layout.ctype, f"{layout.ctype.__name__}")
            lines.append(f"| `{name}` | {inner}{size} | {meant.get(name, '')} |")
    return [*lines, ""]


def meanings(kind: type[Any]) -> dict[str, str]:
    """What the source says about each field of a record, on its line."""
    source = inspect.getsource(sys.modules[kind.__module__])
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            named = [field for field in node.body if isinstance(field, ast.AnnAssign)]
            return {
                field.target.id: found[1].strip().replace("|", "\\|")
                for field in named
                if isinstance(field.target, ast.Name)
                and (found := re.search(r"  # (.*)$", lines[(field.end_lineno or field.lineno) - 1]))
            }
    raise LookupError(f"{kind.__module__} has no class {kind.__name__}")


def game_records(game: Game) -> list[str]:
    """State, box and notes of a game."""
    lines: list[str] = []
    for title, kind in (("State", game.state), ("Box", game.box)):
        lines += ["", f"## {title}", ""]
        for record in records_of(kind):
            if record is not kind:
                lines += [f"### {record.__name__}", ""]
            lines += [f"{first_paragraph(record)} {ctypes.sizeof(record):,} bytes.", "", *record_table(record)]
    words = game.words("en")
    lines += [
        "## Notes",
        "",
        "What actions leave behind for log and motion; of `c` and `d` some are for one seat only.",
        "",
    ]
    lines += ["| number | kind | numbers | in words |", "| --- | --- | --- | --- |"]
    for number, note in enumerate(game.notes.kinds, 1):
        numbers = ", ".join(f"`{letter}` {domain.name}" for letter, domain in note.arguments().items())
        said = "" if note.silent else outline(words.entries[f"note.{note.name}"]).replace("|", "\\|")
        lines.append(f"| {number} | {note.name} | {numbers} | {said or 'motion only'} |")
    return lines


def observation_table(game: Game) -> list[str]:
    """The features of a game's observations, and what they leave out."""
    seen = game.observation
    lines = ["", "## Observation", ""]
    lines += [
        f"Version {seen.version} · {seen.size:,} numbers (int16) · encoded {seen.encoded_size:,} columns · "
        f"fingerprint `{seen.fingerprint}`. How to read it: "
        "[observations](../explanation/hidden-information.md#observations).",
        "",
    ]
    lines += [
        "| from | feature | shape | kind | range | scale | meaning |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    meant = dict(_field_meanings(game.state, ""))
    for feature in seen.features:
        shape = " × ".join(map(str, feature.shape))
        scale = str(feature.scale) if feature.kind == COUNT else ""
        meaning = (feature.meaning or meant.get(feature.name, "")).replace("|", "\\|")
        range_ = f"{feature.low} to {feature.high}"
        cells = (feature.start, f"`{feature.name}`", shape, feature.kind, range_, scale, meaning)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    lines += ["", "Not told:", ""]
    lines += [f"- `{name}`: {why}" for name, why in {**game.observed.left_out, **NEVER_TOLD}.items()]
    return lines


def _field_meanings(kind: type[Any], prefix: str) -> Iterator[tuple[str, str]]:
    """What the source says about each field of a record and of those in it, by dotted name."""
    bases: list[type[Any]] = [kind] if prefix else [Header, kind]
    for base in bases:
        for name, said in meanings(base).items():
            yield f"{prefix}{name}", said
    for name, layout in fields_of(kind).items():
        if is_record(layout.ctype) and layout.ctype is not Note:
            yield from _field_meanings(layout.ctype, f"{prefix}{name}.")


def kernel_page() -> str:
    """What games, bots and scripts are built with."""
    lines = [
        "# Kernel and players",
        "",
        "What games, bots and scripts are built with, module by module. How it hangs together:",
    ]
    lines += ["[the kernel](../explanation/kernel.md), [how the players think](../explanation/players.md). Terms:"]
    lines += ["[glossary](../explanation/glossary.md).", ""]
    for name, wanted in SHELF.items():
        module = import_module(name)
        last = name.rsplit(".", 1)[-1]
        lines += [f"## {last}", "", f"`{name}`: {first_paragraph(module)}", ""]
        named = [entry for each in wanted for entry in (public_names(module) if each == ALL else [each])]
        entries = [(entry, getattr(module, entry)) for entry in named]
        for entry, value in sorted(entries, key=lambda each: inspect.isclass(each[1])):  # functions first
            at = f"{last}.{entry}"
            lines += described(at, entry, value) if is_described(value) else [member(at, entry, remark(module, entry))]
        lines.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def public_names(module: ModuleType) -> list[str]:
    """What a module offers: its `__all__`, or the classes and functions that it defines and describes."""
    given = getattr(module, "__all__", None)
    if given is not None:
        return sorted(given)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__ and inspect.getdoc(value)
    ]


def is_described(value: Any) -> bool:
    """Whether it is a class or a function; a constant is described by the comment on its line."""
    return inspect.isclass(value) or inspect.isroutine(value) or hasattr(value, "__wrapped__")


def remark(module: ModuleType, name: str) -> str:
    """What the source says about a constant, on its line."""
    found = re.search(rf"^{name}\b(?:: [^=]+)? = .*?  # (.*)$", inspect.getsource(module), re.M)
    if found is None:
        raise LookupError(f"{module.__name__}.{name} has no comment on its line")
    return found[1]


def member(at: str, shown: str, meaning: str) -> str:
    """A line of a list, with an anchor: a constant, a function, a field or a method."""
    return f'- <a id="{at}"></a>`{shown}`' + (f": {meaning}" if meaning else "")


def described(at: str, name: str, value: Any) -> list[str]:
    """One entry: a function in a line, a class with its fields and functions."""
    if not inspect.isclass(value):
        return [member(at, typed(name, value), first_paragraph(value))]
    lines = ["", f"### {name}", "", inspect.getdoc(value) or "", ""]
    if hasattr(value, "_layouts_"):
        return [*lines, *record_table(value)]
    made = vars(value).get("__init__")
    if getattr(made, "__qualname__", "") == f"{value.__name__}.__init__" and not is_dataclass(value):
        lines += [f"Made by `{typed(name, made).removesuffix(' -> None')}`.", ""]
    if is_dataclass(value):
        meant = meanings(value)
        lines += [
            member(f"{name}.{field.name}", f"{field.name}: {field.type}", meant.get(field.name, ""))
            for field in fields(value)
        ]
    for method, found in vars(value).items():
        plain = getattr(found, "__func__", found)  # of a class method
        if not method.startswith("_") and (callable(plain) or isinstance(plain, property)) and inspect.getdoc(plain):
            lines.append(member(f"{name}.{method}", typed(method, found), first_paragraph(plain)))
    return [*lines, ""]


def declared(name: str, member: object) -> list[str]:
    """How a method or property is written, with its types, as a block of code."""
    return ["```text", typed(name, member), "```", ""]


def typed(name: str, member: object) -> str:
    """How a function, method or property is written, with its types."""
    plain = getattr(member, "__func__", member)  # of a class method
    if isinstance(member, property):
        result = inspect.signature(member.fget).return_annotation if member.fget else ""
        return f"{name}: {_type(result)}"
    assert callable(plain)
    found = inspect.signature(plain)
    kept = [p for p in found.parameters.values() if p.name not in ("self", "cls")]
    shown = [p.replace(annotation=_Bare(_type(p.annotation))) for p in kept]
    text = f"{name}{found.replace(parameters=shown, return_annotation=_Bare(_type(found.return_annotation)))}"
    text = re.sub(r"<object object at 0x[0-9a-f]+>", "…", text)  # a default that stands for nothing given
    return re.sub(r"Budget\(simulations=(\d+), seconds=0.0, of_processor=False\)", r"Budget(\1)", text)


class _Bare(str):
    """A text that stands in a signature without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _type(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))


def first_paragraph(value: object) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())

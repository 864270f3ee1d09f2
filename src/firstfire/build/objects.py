"""From intermediate code to object files: optimised for a processor, emitted for a system."""

from __future__ import annotations

import re
from typing import Any

from .targets import Processor, Target

PREFIX = "firstfire_"  # of the symbols that others may see
NARROW = re.compile(r"  (%\S+) = sext <8 x i(?:8|16)> %\S+ to <8 x i32>")
PAIRS = re.compile(  # products of eight numbers, and the sum of each two neighbours
    r"  (?P<products>%\S+) = mul nsw <8 x i32> (?P<a>%\S+), (?P<b>%\S+)\n"
    r"  (?P<even>%\S+) = shufflevector <8 x i32> (?P=products), .* <i32 0, i32 2, i32 4, i32 6>\n"
    r"  (?P<odd>%\S+) = shufflevector <8 x i32> (?P=products), .* <i32 1, i32 3, i32 5, i32 7>\n"
    r"  (?P<sums>%\S+) = add nsw <4 x i32> (?P=even), (?P=odd)\n"
)
DOT = "declare <4 x i32> @llvm.wasm.dot(<8 x i16>, <8 x i16>)\n"


def optimised(text: str, processor: Processor) -> str:
    """A module after all passes that know the processor."""
    import llvmlite.binding as llvm

    machine = _machine(processor.triple, processor, "pic")
    module = llvm.parse_assembly(with_dots(text) if processor.triple.startswith("wasm") else text)
    module.triple, module.data_layout = processor.triple, str(machine.target_data)
    for function in module.functions:
        if not function.is_declaration and not function.name.startswith(PREFIX):
            function.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = True, False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    return str(module)


def with_dots(text: str) -> str:
    """A module whose sums of products, which nets are made of, are one instruction of WebAssembly for each eight. (LLVM
    knows the like of x86 and ARM by itself.)"""
    parts = re.split(r"(?m)^(?=define )", text)
    return "".join([parts[0], DOT, *map(_with_dots, parts[1:])])


def _with_dots(function: str) -> str:
    narrow = set(NARROW.findall(function))

    def dot(found: re.Match[str]) -> str:
        if not {found["a"], found["b"]} <= narrow:
            return found[0]
        name = found["sums"].removeprefix("%")
        halves = [(f"%half.{name}.{side}", found[side]) for side in "ab"]
        small = "".join(f"  {half} = trunc <8 x i32> {wide} to <8 x i16>\n" for half, wide in halves)
        given = ", ".join(f"<8 x i16> {half}" for half, _ in halves)
        kept = found[0][: found[0].rindex("  %")]  # unused, so that numbers of later values stay
        return f"{kept}{small}  {found['sums']} = call <4 x i32> @llvm.wasm.dot({given})\n"

    return PAIRS.sub(dot, function)


def emitted(text: str, processor: Processor, target: Target) -> bytes:
    """An object file of an optimised module."""
    import llvmlite.binding as llvm

    machine = _machine(target.triple, processor, "pic")
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    if target.suffix == ".dll":
        for function in module.functions:
            if not function.is_declaration and function.name.startswith(PREFIX):
                function.storage_class = "dllexport"
    return bytes(machine.emit_object(module))


def _machine(triple: str, processor: Processor, relocation: str) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=processor.cpu, features=processor.features, opt=3, reloc=relocation, codemodel="default"
    )

"""From intermediate code to object files: optimised for a processor, emitted for a system."""

from __future__ import annotations

from typing import Any

from .targets import Processor, Target

PREFIX = "firstfire_"  # of the symbols that others may see


def optimised(text: str, processor: Processor) -> str:
    """A module after all passes that know the processor."""
    import llvmlite.binding as llvm

    machine = _machine(processor.triple, processor, "pic")
    module = llvm.parse_assembly(text)
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

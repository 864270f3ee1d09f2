"""The kinds of computers that libraries are made for; WebAssembly is one of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Processor:
    """A kind of processor as the compiler knows it; `level` is its place among those of its kind."""

    level: str
    triple: str  # for which code is optimised, whatever system it is emitted for
    cpu: str
    features: str = ""


@dataclass(frozen=True)
class Target:
    """A kind of computer."""

    name: str
    triple: str
    linked_as: str  # how Zig names it, with the oldest system
    processors: tuple[Processor, ...]
    suffix: str
    tag: str = ""  # of its wheels, where there are any


LINUX_X86, LINUX_ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"
X86 = (Processor("v2", LINUX_X86, "x86-64-v2"),)  # v3 was tried: within 4 % at random games, slower at searches
ARM = (Processor("v1", LINUX_ARM, "generic"),)
WASM32 = "wasm32-unknown-unknown"
WASM_FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
WASM = (Processor("v1", WASM32, "generic", WASM_FEATURES),)  # what every browser has had since 2023

TARGETS = {
    target.name: target
    for target in (
        Target(
            "linux-x86_64", LINUX_X86, "x86_64-linux-gnu.2.17", X86, ".so",
            "manylinux_2_17_x86_64.manylinux2014_x86_64",
        ),
        Target(
            "linux-aarch64", LINUX_ARM, "aarch64-linux-gnu.2.17", ARM, ".so",
            "manylinux_2_17_aarch64.manylinux2014_aarch64",
        ),
        Target("macos-aarch64", "arm64-apple-macosx11.0.0", "aarch64-macos.11.0", ARM, ".dylib", "macosx_11_0_arm64"),
        Target("macos-x86_64", "x86_64-apple-macosx11.0.0", "x86_64-macos.11.0", X86, ".dylib", "macosx_11_0_x86_64"),
        Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", X86, ".dll", "win_amd64"),
        Target("wasm", WASM32, "wasm32-freestanding", WASM, ".wasm"),
    )
}  # fmt: skip

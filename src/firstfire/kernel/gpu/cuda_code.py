"""Machine code for a GPU, made of rules once and kept.

A kernel is a plain Python function over arrays that calls rules. What it is made of is hashed as on the CPU
(workshop.py): its own code, every rule it reaches, the record layouts, the versions of Python's bytecode, Numba and
numba-cuda, the GPU's capability and its driver. The folder of the cache is named by that, so code of other sources is
never found; what is found is trusted only if its checksum fits.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from ...errors import NoGpu
from ..compiling.numba_patch import places_from_zero
from ..compiling.specialise import Workshop, cache_home, code_shape, constant_print, ready_folder
from ..records.record import dtype_of
from ..rule import is_rule
from ..rules.subset import global_names
from .cuda_calls import large_rules_called
from .cuda_driver import Card, Kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHECKSUM = 32  # bytes before the machine code
DROPPED = (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid"))  # from NumPy: the old name, the new one
_LOCK = RLock()  # one thread at a time lends NumPy its old names


@dataclass
class KernelSource:
    """What a kernel is compiled from.

    `given()` are the names it sees beside rules and constants (types, sizes, rules of other workshops), asked for only
    when it is compiled; `made_of` says in a text what they are. `signature` are the Numba types of its arguments,
    `registers` the most that a thread may use (0: as many as it likes), `called` the lines of intermediate code above
    which a rule is called (0: all are taken in; `cuda_calls.py`).
    """

    game: str
    workshop: Workshop
    function: Any
    signature: tuple[Any, ...]
    given: Callable[[], Mapping[str, Any]]
    made_of: str
    registers: int = 0
    called: int = 0

    def folder(self, capability: tuple[int, int], driver: int) -> Path:
        """Where its machine code for such a GPU is kept."""
        parts = [code_shape(self.function.__code__), *prints_of(self.workshop, self.function)]
        parts += [self.made_of, str(self.signature), str(self.registers), _versions(), _machine_source()]
        parts += [repr(capability), str(driver), str(self.called)]
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]
        return cache_home() / f"{self.game}-cuda-{digest}"

    def ptx(self, capability: tuple[int, int]) -> str:
        """The kernel in the language of the driver."""
        cuda = numba_cuda()
        twin = self.workshop.bare_twin(self.function)
        twin.__globals__.update(cuda=cuda, **self.given())
        with dropped_numpy_names(), places_from_zero("numba.cuda.np.arrayobj"), large_rules_called(self.called):
            text, _ = cuda.compile_ptx(twin, self.signature, cc=capability)
        return str(text)


def compile_kernel(card: Card, source: KernelSource) -> Kernel:
    """A kernel, compiled or found in the cache."""
    folder = ready_folder(source.folder(card.capability, card.driver))
    file = folder / f"{source.function.__name__}.cubin"
    if (kept := read_kept(file)) is not None:
        try:
            return card.load(*kept)
        except NoGpu:
            pass  # a driver that cannot load it any more: make it anew
    ptx = source.ptx(card.capability)
    found = re.search(r"\.visible \.entry ([\w$]+)", ptx)
    assert found is not None
    code, entry = card.link(ptx.encode(), source.registers), found[1]
    keep(file, code, entry)
    return card.load(code, entry)


def prints_of(workshop: Workshop, function: Any) -> list[str]:
    """The fingerprints of what a kernel finds in its module: rules and constants."""
    found = []
    for name in sorted(global_names(function.__code__)):
        value = function.__globals__.get(name)
        if is_rule(value):
            found.append(f"{name} = {workshop.fingerprint(value)}")
        elif value is not None:
            found.append(f"{name} = {constant_print(value)}")
    return found


def numba_cuda() -> Any:
    """Numba's compiler for cards."""
    with dropped_numpy_names():
        try:
            from numba import cuda
        except ImportError as error:
            raise NoGpu("rules are compiled for a GPU by numba-cuda: pip install firstfire[cuda]") from error
    return cuda


@contextmanager
def dropped_numpy_names() -> Iterator[None]:
    """Names that numba-cuda asks for, when it is imported and when it first compiles, and that the newest NumPy has
    dropped: they stand in NumPy for the time of the block only."""
    import numpy as np

    with _LOCK:
        missing = [(old, new) for old, new in DROPPED if not hasattr(np, old)]
        for old, new in missing:
            setattr(np, old, getattr(np, new))
        try:
            yield
        finally:
            for old, _ in missing:
                delattr(np, old)


def card_dtype(state: type) -> np.dtype[Any]:
    """The layout of a record on a GPU: without its buffer of notes, which nobody reads there."""
    import numpy as np

    whole = dtype_of(state)
    return np.dtype([(name, whole[name]) for name in whole.names or () if name != "notes"], align=True)


def to_card_layout(record: Any) -> NDArray[Any]:
    """A record in the layout it has on a GPU, as an array of one."""
    import numpy as np

    kind = card_dtype(type(record))
    made, whole = np.zeros(1, kind), np.frombuffer(record, dtype_of(type(record)))
    for name in kind.names or ():
        made[name] = whole[name]
    return made


def from_card_layout(records: NDArray[Any], state: type) -> NDArray[Any]:
    """Records that lay on a GPU, as they are on this side (with an empty buffer of notes)."""
    import numpy as np

    made = np.zeros(len(records), dtype_of(state))
    for name in records.dtype.names or ():
        made[name] = records[name]
    return made


def keep(file: Path, code: bytes, entry: str) -> None:
    """Keep machine code, whole or not at all."""
    body = entry.encode() + b"\0" + code
    part = file.with_suffix(f".{os.getpid()}")
    try:
        part.write_bytes(hashlib.sha256(body).digest() + body)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)  # a full disk: it is made again next time


def read_kept(file: Path) -> tuple[bytes, str] | None:
    """What is kept in a file, if it is whole."""
    try:
        found = file.read_bytes()
    except OSError:
        return None
    check, body = found[:CHECKSUM], found[CHECKSUM:]
    if hashlib.sha256(body).digest() != check:
        return None
    entry, _, code = body.partition(b"\0")
    return code, entry.decode()


def _versions() -> str:
    found = []
    for package in ("numba", "llvmlite", "numba-cuda", "nvidia-nvvm", "nvidia-cuda-nvcc"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"no {package}")
    return ", ".join(found)


def _machine_source() -> str:
    """The hand-made machine code and what is changed of the compiler, as text."""
    here, compiling = Path(__file__).parent, Path(__file__).parents[1] / "compiling"
    files = (compiling / "machine_cuda.py", here / "cuda_calls.py", compiling / "numba_patch.py")
    return "\n".join(file.read_text(encoding="utf-8") for file in files)

"""Rules as shared libraries for distribution: machine code for many computers, made on one.

Numba makes intermediate code (LLVM) of the entry points of a game. Here it is optimised and emitted for each
target, and linked into one library for each game: `firstfire build`. kernel/engines/library.py loads such a library,
without Numba or LLVM.
"""

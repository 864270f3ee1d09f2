"""Compiling: how rules become machine code. Everything that reaches into Numba is here."""

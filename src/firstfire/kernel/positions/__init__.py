"""Positions: a game driven by hand, as text, and counted (perft)."""

"""Observations: what a seat may know, as rows of numbers for programs that learn."""

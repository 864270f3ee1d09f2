"""Checkers: what every game must keep, written once."""

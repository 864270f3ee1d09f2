"""Engines: the rules of one game, ready to run: plain, strict or compiled."""

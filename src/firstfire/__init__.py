"""Firstfire: five Stone-Age board games, one table."""

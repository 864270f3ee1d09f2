"""Playtests: what bulk play tells a designer about a game.

`features` says what is counted, `recording` plays and counts in machine code, `samples` are the jobs, `tables` are the
data as Parquet, `figures` and `findings` what can be said and how surely, `plots` and `page` the report.
"""

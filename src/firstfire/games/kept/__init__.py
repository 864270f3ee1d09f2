"""Rules that were played once and are no longer the newest: whole packages as they were, `<game>_v<version>`.

Made by `python tools/keep_rules.py GAME`, loaded when a save or a stored table asks for them, never changed
(docs/how-to/change-a-rule.md).
"""

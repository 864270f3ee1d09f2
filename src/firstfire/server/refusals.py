"""Refusals: the server's way to say no, with a code for programs and a sentence for people."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import FirstfireError
from ..kernel.words import LANGUAGES, Words

STATUS = {
    "malformed": 400, "bad_setup": 400, "bad_save": 400, "unknown_table": 404, "unknown_game": 404,
    "no_such_step": 404, "no_seat": 403, "not_yours": 403, "not_host": 403, "bad_key": 403, "foreign_origin": 403,
    "seat_taken": 409, "no_open_seat": 409, "not_gathering": 409, "not_playing": 409, "not_finished": 409,
    "not_your_turn": 409, "stale": 409, "illegal": 409, "no_undo": 409, "no_hints": 409, "not_away": 409,
    "other_rules": 409, "too_large": 413, "slow_down": 429, "trouble": 500,
}  # fmt: skip


class Refusal(FirstfireError):
    """A request that was not granted; nothing was changed."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]

    def sentence(self, language: str) -> str:
        """Why not, in a language."""
        return server_words(language).say(f"refusal.{self.code}", **self.details)


@cache
def server_words(language: str) -> Words:
    """The server's own words."""
    return Words.of(Path(__file__).parent / "words", language if language in LANGUAGES else "en")

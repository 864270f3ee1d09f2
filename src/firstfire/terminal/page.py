"""The page: lines as wide as the screen, in the letters and colours it can show."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
import textwrap
from typing import TextIO

from ..kernel.presentation.languages import plain_letters
from ..kernel.presentation.words import STICKY

NARROWEST, WIDEST = 30, 120
BOLD, DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_SIGNS = {
    "·": "-", "–": "-", "—": "-", "×": "x", "→": "->", "←": "<-", "↑": "^", "↓": "v", "…": "...", "─": "-",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "★": "*", "☀": "o", "⇒": "=>",
    "−": "-", "±": "+/-", "÷": "/", "°": "o", "•": "*", "⇄": "<->", "☰": "=", "⚠": "!",
}  # fmt: skip


class TextPage:
    """Where the lines of a game go."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.lines = 0  # written so far

    @property
    def width(self) -> int:
        """How many letters a line has."""
        return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((100, 40)).columns))

    @property
    def height(self) -> int:
        """How many lines can be read without scrolling."""
        return shutil.get_terminal_size((100, 40)).lines

    def say(self, text: str = "", *, before: str = "", style: str = "") -> None:
        """A paragraph; `before` stands in front of its first line, the others are indented as far."""
        for line in text.split("\n"):
            made = textwrap.wrap(
                line, self.width, initial_indent=before, subsequent_indent=" " * len(before),
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
            self.write(made or [before.rstrip()], style=style)

    def write(self, lines: list[str], *, style: str = "") -> None:
        """Lines as they are."""
        for line in lines:
            made = f"{style}{line}{_PLAIN}" if style and line and self.colourful else line
            print(made.replace(STICKY, " "), file=self.out, flush=True)
            self.lines += 1

    @property
    def colourful(self) -> bool:
        """Whether bold and dim letters are understood and wanted (https://no-color.org)."""
        return self.out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def wipe(self) -> None:
        """Clear the screen and what can be scrolled back to: the next person must not read it."""
        if self.out.isatty():
            print("\x1b[2J\x1b[3J\x1b[H", end="", file=self.out, flush=True)

    def pass_time(self, line: str) -> None:
        """A short line that replaces itself; where nobody watches, nothing."""
        if self.out.isatty():
            print(f"\r{line}\x1b[K", end="", file=self.out, flush=True)


def forgive_letters() -> None:
    """Let the standard streams write what their encoding has not in plain letters, and read anything."""
    codecs.register_error("firstfire", _plainer)
    for stream, errors in ((sys.stdout, "firstfire"), (sys.stderr, "firstfire"), (sys.stdin, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What stands for letters an encoding has not (an error handler of `codecs`)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    strange = error.object[error.start : error.end]
    return "".join(_SIGNS.get(letter) or plain_letters(letter) or "?" for letter in strange), error.end

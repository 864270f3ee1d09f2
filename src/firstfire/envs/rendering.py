"""Rendering: a table of an environment as text or as a picture, as one seat sees it."""

from __future__ import annotations

from typing import Any

from ..errors import BadSetup
from ..kernel.presentation.text_scene import draw
from ..kernel.rules.notes import NOBODY
from .driver import Driver

MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """A render mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadSetup(f"render_mode is None or one of {', '.join(MODES)}, not {mode!r}")
    return mode


def render(driver: Driver, mode: str | None, seat: int) -> Any:
    """The table as a seat sees it (-1: a spectator): text, a picture (height × width × 3, uint8), or printed."""
    if mode is None:
        raise BadSetup(f"nothing is rendered: make the environment with render_mode, one of {', '.join(MODES)}")
    if mode == "rgb_array":
        from .picture import paint

        return paint(driver.view(seat).scene())
    text = table_text(driver, seat)
    if mode == "ansi":
        return text
    print(text)
    return None


def table_text(driver: Driver, seat: int) -> str:
    """The table as text, with what is asked below it."""
    view = driver.view(seat)
    scene = view.scene()
    asked = scene.ending if driver.over else scene.prompt.sentence
    name = "" if driver.over or seat == NOBODY else f"{view.names()[seat]}: "
    return f"{draw(scene)}\n{name}{asked}"

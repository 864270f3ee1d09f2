"""Likings as a net hears them: what `prefer` says of an action, in whole steps."""

from __future__ import annotations

from ..rule import generic

LIKING_STEPS = 256  # in a point of `prefer` …
MOST_STEPS = 32000  # … and at most, up or down


@generic
def liking_step(liking: float) -> int:
    """A liking as a whole number of steps."""
    return int(max(-MOST_STEPS, min(MOST_STEPS, liking * LIKING_STEPS)) + (MOST_STEPS + 0.5)) - MOST_STEPS

"""Ratings: how strong somebody probably is, from games of any number of players.

The Plackett-Luce model of Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011): a
strength `mu` and how unsure we are of it, `sigma`. Pure; the constants are those of OpenSkill.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

MU, SIGMA = 25.0, 25.0 / 3
BETA = SIGMA / 2  # how much chance and form weigh
LEAST = 1e-4  # a variance never shrinks to less than this share at once
DRIFT = SIGMA / 100  # people change: before each game one is a little less sure
POINTS = 48.0  # of the scale that is shown, for one of `mu`: beta is 200, as with Elo
MIDDLE = 1500.0


@dataclass(frozen=True)
class Rating:
    """A strength and its uncertainty."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def shown(self) -> tuple[int, int]:
        """The rating as people read it, and how far off it may be (two standard deviations)."""
        return round(MIDDLE + POINTS * (self.mu - MU)), round(2 * POINTS * self.sigma)


def rated(players: Sequence[Rating], places: Sequence[int], drift: float = DRIFT) -> list[Rating]:
    """The ratings after a game that ended with these places (1 is best; equal places are ties)."""
    widths = [player.sigma**2 + drift**2 for player in players]
    scale = sqrt(sum(width + BETA**2 for width in widths))
    weights = [exp(player.mu / scale) for player in players]
    behind = [sum(w for w, other in zip(weights, places, strict=True) if other >= place) for place in places]
    ties = [places.count(place) for place in places]
    after = []
    for i, (player, width) in enumerate(zip(players, widths, strict=True)):
        gain = doubt = 0.0
        for q, place in enumerate(places):
            if place <= places[i]:
                chance = weights[i] / behind[q]
                gain += ((i == q) - chance) / ties[q]
                doubt += chance * (1 - chance) / ties[q]
        shrunk = max(LEAST, 1 - sqrt(width) / scale * width / scale**2 * doubt)
        after.append(Rating(player.mu + width / scale * gain, sqrt(width * shrunk), player.games + 1))
    return after

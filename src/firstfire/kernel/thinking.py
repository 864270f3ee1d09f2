"""How bots think of a game: the hyper-parameters of a search, and how much each level thinks.

A game brings them (`Game(search=…, levels=…)`, its `strategy/settings.py`); `firstfire.lab.tuning` finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ..errors import BadSetup
from .presentation.complaints import complaint

RANGES: dict[str, tuple[float, float]] = {
    "c_puct": (0, 100),
    "prior_scale": (-100, 100),
    "margin": (0, 1),
    "first_play_urgency": (-1, 1),
    "min_value_range": (0, 1),
    "value_mix": (0, 1),
    "policy_temperature": (0.01, 100),
    "depth": (0, 100_000),
    "tail": (0, 1000),
    "candidates": (0, 1000),
    "expansion_visits": (1, 1_000_000),
    "rivals": (0, 100),
    "belief_updates": (0, 10),
}


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search. `prefer` and `value` are the game's own (its `strategy/`). With a net in the tree,
    `policy_temperature` takes the place of `prior_scale`, and a node is expanded at its first visit, whatever
    `expansion_visits` says."""

    c_puct: float = 1.0  # how much exploring counts against what is known
    prior_scale: float = 1.0  # how much `prefer` counts: priors are exp(prior_scale * prefer), so 1 / temperature
    margin: float = 0.1  # the part of a finished game's reward that goes by the points
    first_play_urgency: float = 0.0  # how much worse than its parent an untried action is taken to be (a reduction)
    min_value_range: float = 1.0  # exploring counts by the span of the rewards met, but at least by this
    value_mix: float = 1.0  # with a net in the tree: the part of a node's worth that the net tells, the rest a rollout
    policy_temperature: float = 1.0  # of the net's policy as a prior (it was trained at 1)
    depth: int = 10  # decisions of a rollout before `value` judges
    tail: int = 8  # decisions more to finish the mover's turn
    candidates: int = 2  # random actions compared by `prefer` in each decision of a rollout; 0: by habit
    expansion_visits: int = 2  # visits before a node gets children
    belief_updates: int = 1  # how often each deal is reweighted by the game's beliefs about rivals
    rivals: int = 0  # how many of a hundred decisions of rivals in the tree follow their habits, the rest think

    def __post_init__(self) -> None:
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise complaint(BadSetup, "setting_range", name=name, least=f"{least:g}", most=f"{most:g}")

    def changed(self, changes: Sequence[str]) -> SearchSettings:
        """These settings with some changed, each written `name=value`."""
        kinds = {field.name: type(getattr(self, field.name)) for field in fields(self)}
        new: dict[str, Any] = {}
        for change in changes:
            name, _, value = change.partition("=")
            try:
                new[name] = kinds[name](value)
            except (KeyError, ValueError):
                raise complaint(BadSetup, "setting", name=repr(change), names=", ".join(kinds)) from None
        return replace(self, **new)


@dataclass(frozen=True)
class Effort:
    """How much a level thinks of each decision, how often it errs, and how badly at most."""

    simulations: int
    errs: float = 0.0  # the share of decisions in which it plays another plausible idea than its best
    cap: float = 0.1  # the most of its chance to win, as it sees it, that such an error costs
    sight: int | None = None  # decisions of a rollout, where it sees less far, or further, than the game's settings
    whims: float = 0.0  # the share of decisions in which it plays whatever catches the eye
    guided: float = 0.0  # the share of decisions in which the game's net leads the search, where it has one for so many
    looks: int = 0  # simulations in such decisions, where a net looks at every node (0: as many as in the others)
    crowd: int = 0  # simulations with three and more players, if others than with two; with its net, where it has one
    quest: bool = False  # while it has an aim of its own in reach it plays for it (`Game.quest`), without its net
    unled: Effort | None = None  # how it thinks where the game has no net for so many players, if not as elsewhere

    def __post_init__(self) -> None:
        shares = (self.errs, self.cap, self.whims, self.guided)
        if self.simulations < 1 or min(self.crowd, self.looks) < 0 or not all(0 <= share <= 1 for share in shares):
            shape = (
                "at least one simulation, looks and crowd are 0 or more; errs, cap, whims and guided are from 0 to 1"
            )
            raise BadSetup(f"a level thinks {shape}, not {self}")
        if self.sight is not None and not RANGES["depth"][0] <= self.sight <= RANGES["depth"][1]:
            raise BadSetup(f"a level sees 0 decisions or more, not {self.sight}")
        if self.unled is not None:
            self._check_unled(self.unled)

    def _check_unled(self, unled: object) -> None:
        if not isinstance(unled, Effort):
            raise BadSetup(f"how a level thinks where no net leads is an Effort, not {unled!r}")
        if unled != Effort(unled.simulations, unled.errs, unled.cap, unled.sight):
            raise BadSetup(f"where no net leads, a level has simulations, errs, cap and sight alone, not {unled}")
        if self.sight is not None:
            raise BadSetup(f"a level that sees {self.sight} decisions everywhere has no other sight where no net leads")


LEVELS = ("child", "gatherer", "hunter", "shaman", "elder", "spirit")  # weakest first
EFFORTS = (
    Effort(12, errs=0.6, cap=0.5, sight=4, whims=0.4),
    Effort(40, errs=0.45, cap=0.2),
    Effort(80, errs=0.1),
    Effort(400, errs=0.05, cap=0.05),
    Effort(6000),
    Effort(20000),
)

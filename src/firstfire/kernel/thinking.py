"""How bots think of a game: the hyper-parameters of a search, and how much each level thinks.

A game brings them in one table (`Game(bots=BotTable(…))`, its `strategy/settings.py`); `firstfire.lab.tuning` finds the
numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..errors import BadSetup
from .presentation.complaints import complaint, quoted

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
                raise complaint(BadSetup, "setting", name=quoted(change), names=", ".join(kinds)) from None
        return replace(self, **new)


@dataclass(frozen=True)
class Effort:
    """How much a level thinks of each decision at some tables, how often it errs, and how badly at most."""

    simulations: int = 0  # 0: as much as its player's budget says
    error_rate: float = 0.0  # the share of decisions in which it plays another plausible idea than its best
    max_loss: float = 0.1  # the most of its chance to win, as it sees it, that such an error costs
    depth: int | None = None  # decisions of a rollout, where it sees less far, or further, than the game's settings
    whim_rate: float = 0.0  # the share of decisions in which it plays whatever catches the eye
    net_share: float = 0.0  # the share of decisions in which the game's net leads the search, where it has one
    net_simulations: int = 0  # simulations in such decisions, where they are others (0: they are not)
    quest: bool = False  # while it has an aim of its own in reach it plays for it (`BotTable.quest`), without the net

    def __post_init__(self) -> None:
        shares = (self.error_rate, self.max_loss, self.whim_rate, self.net_share)
        if min(self.simulations, self.net_simulations) < 0 or not all(0 <= share <= 1 for share in shares):
            shape = "0 or more; error_rate, max_loss, whim_rate and net_share are from 0 to 1"
            raise BadSetup(f"simulations and net_simulations are {shape}, not {self}")
        if self.depth is not None and not RANGES["depth"][0] <= self.depth <= RANGES["depth"][1]:
            raise BadSetup(f"a rollout has 0 decisions or more, not {self.depth}")


@dataclass(frozen=True)
class Efforts:
    """How a level thinks, by what a table is like."""

    usual: Effort
    crowd: Effort | None = None  # with three players and more
    without_net: Effort | None = None  # where no net can lead: for so many players, or with such components

    def at(self, seats: int, *, has_net: bool) -> Effort:
        """How it thinks at a table of so many players, where a net can lead the search or not."""
        if self.without_net is not None and not has_net:
            return self.without_net
        return self.crowd if self.crowd is not None and seats > 2 else self.usual

    @property
    def all(self) -> tuple[Effort, ...]:
        """How it thinks at one table or another."""
        return tuple(effort for effort in (self.usual, self.crowd, self.without_net) if effort is not None)


LEVELS = ("child", "gatherer", "hunter", "shaman", "elder", "spirit")  # weakest first
EFFORTS = (
    Efforts(Effort(12, error_rate=0.6, max_loss=0.5, depth=4, whim_rate=0.4)),
    Efforts(Effort(40, error_rate=0.45, max_loss=0.2)),
    Efforts(Effort(80, error_rate=0.1)),
    Efforts(Effort(400, error_rate=0.05, max_loss=0.05)),
    Efforts(Effort(6000)),
    Efforts(Effort(20000)),
)


LONG_GAMES: Mapping[str, object] = {  # a training recipe for games of several hundred decisions
    "width": 256, "layers": 4, "horizon": 96, "entropy_coef_start": 0.005, "entropy_coef_end": 0.0006,
    "teacher": "greedy", "cloning_samples": 1_500_000, "cloning_epochs": 4, "cloning_minibatch": 4096,
    "noise_rate": 0.1, "value_warmup": 8, "shaping": 0.5, "shaping_until": 0.6, "margin": 25.0,
}  # fmt: skip


@dataclass(frozen=True)
class BotTable:
    """What bots need to know of a game beside its rules; all of it may be left out.

    `folly(view, box, action, legal)` tells of a legal action that it is senseless, whatever comes: something free is
    left lying, or something is given for nothing. No level plays it (`strategy/follies.py`).
    `quest(view, box, seat)` is the box as a seat sees it that has an aim of its own in reach (None: it has none). The
    net does not play for that aim, so some levels think without it, of a game with that box (`Effort.quest`).
    """

    search: SearchSettings | None = None  # how a search thinks of the game (strategy/settings.py)
    search_alone: SearchSettings | None = None  # the same for a lone player
    search_crowd: SearchSettings | None = None  # the same for three and more
    search_with_net: SearchSettings | None = None  # the same with the game's net in its tree
    levels: tuple[Efforts, ...] = ()  # how much each of the six levels thinks, weakest first
    net_seats: tuple[int, ...] = ()  # the numbers of players for which the net (strategy/policy.net) leads the search
    closing: tuple[str, ...] = ()  # blocks of actions that end or forgo something: a pass, the end of a turn
    folly: Callable[[Any, Any, int, Collection[int]], bool] | None = None
    quest: Callable[[Any, Any, int], Any] | None = None
    has_met: Callable[[Any, Any, int], bool] | None = None  # whether a seat has met an objective of its own, at the end
    training: Mapping[str, object] = field(default_factory=dict)  # what is different in the recipe that trains its net

    def __post_init__(self) -> None:
        if self.levels and len(self.levels) != len(LEVELS):
            raise TypeError(f"levels has an entry for each of {', '.join(LEVELS)}, not {len(self.levels)}")
        if any(effort.simulations < 1 for level in self.levels for effort in level.all):
            raise TypeError("a level thinks at least one simulation")
        for name in ("search", "search_alone", "search_crowd", "search_with_net"):
            if not isinstance(getattr(self, name), SearchSettings | None):
                raise TypeError(f"{name} is a SearchSettings, not {getattr(self, name)!r}")

    def settings(self, seats: int) -> SearchSettings:
        """How a search without a net thinks of the game with so many players. A lone player's chances may all be small,
        and nobody's moves stand between its own."""
        search = self.search or SearchSettings()
        if seats == 1:
            return self.search_alone or replace(search, min_value_range=0.02)
        return self.search_crowd or search if seats > 2 else search

    def settings_with_net(self, seats: int) -> SearchSettings:
        """How a search with the game's net in its tree thinks of the game."""
        return self.search_with_net or self.settings(seats)

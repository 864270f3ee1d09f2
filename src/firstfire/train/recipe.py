"""A recipe: every number that training depends on, and how some of them change on the way.

Games that are long or pay late are not learned from nothing: their recipes (`BotTable.training`) begin by imitating a
teacher, or with what the game's `prefer` likes (`prior_scale`), pay for the margin in points at first, and look further
ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace

from ..errors import BadSetup
from ..games import game as find_game

MOST_PRIOR = 1000


@dataclass(frozen=True)
class Recipe:
    """Imitation of a teacher, if there is one; then proximal policy optimisation against oneself and past selves."""

    game: str  # which game
    players: tuple[int, ...]  # how many sit at a table; a number that stands here twice gets twice the tables
    seed: int = 1  # of the games, the weights and the order of learning
    tables: int = 8192  # played side by side
    horizon: int = 32  # decisions of each table in an iteration
    epochs: int = 2  # how often an iteration's decisions are learned from
    minibatch: int = 16384  # decisions that are learned from at once
    width: int = 512  # numbers in each hidden layer of the net
    layers: int = 3  # hidden layers of the net
    learning_rate: float = 3e-4  # at the beginning; it falls to 0
    entropy_coef_start: float = 0.01  # the weight of the entropy at the beginning
    entropy_coef_end: float = 0.002  # the weight of the entropy at the end
    discount: float = 0.9998  # of the reward, from one decision of a seat to its next one
    gae_lambda: float = 0.97  # of generalised advantage estimation, for each decision of a seat
    clip_range: float = 0.2  # how far PPO may change the probability of an action in an iteration
    value_coef: float = 0.5  # the weight of the value's loss
    max_grad_norm: float = 0.5  # gradients are cut to this norm
    past_self_share: float = 0.2  # the share of tables where the others are a past self
    snapshot_interval: int = 12  # iterations between two past selves that are kept
    pool_size: int = 16  # past selves that are kept
    stagger: int = 512  # random decisions, at most, before a table's first iteration: games then end at different times
    minutes: float = 0.0  # how long (0: no limit)
    decisions: int = 0  # how many (0: no limit)
    rules_on_gpu: bool = False  # the games are played on the GPU too
    teacher: str = ""  # whom the net imitates before it plays itself: a player such as `greedy` or `search:60`
    cloning_samples: int = 200_000  # decisions of the teacher
    cloning_minutes: float = 0.0  # the teacher plays at most so long (0: no limit)
    cloning_epochs: int = 6  # how often the teacher's decisions are learned from
    cloning_minibatch: int = 2048  # decisions of the teacher that are learned from at once
    noise_rate: float = 0.03  # the share of random decisions at the teacher's tables: it shows what to do then
    value_warmup: int = 0  # iterations at first that train the value alone, after imitation or with a `prior_scale`
    shaping: float = 0.0  # how much of the reward is the margin in points at the beginning
    shaping_until: float = 0.7  # the share of the training after which the margin counts no more
    margin: float = 20.0  # a lead of so many points counts three quarters of a whole one
    prior_scale: float = 0.0  # how much a point of the game's `prefer` adds to the logit of an action at the beginning
    left_out: tuple[str, ...] = ()  # blocks of actions that nobody plays where there are others: steps back, giving up
    solo_options: tuple[str, ...] = ()  # what lone players choose, `difficulty=easy`: each gets as many of their tables

    def __post_init__(self) -> None:
        if self.minutes <= 0 and self.decisions <= 0:
            raise BadSetup("a training has an end: say how many minutes, or how many decisions")
        for name in (
            "tables", "horizon", "epochs", "minibatch", "width", "layers", "snapshot_interval", "pool_size",
            "cloning_samples", "cloning_epochs", "cloning_minibatch",
        ):  # fmt: skip
            if getattr(self, name) < 1:
                raise BadSetup(f"a recipe needs at least 1 for {name}, not {getattr(self, name)}")
        if not self.players or self.tables < 2 * len(self.players):
            raise BadSetup("a recipe names at least one number of players, and has two tables for each of them")
        if not 0 <= self.past_self_share < 1:
            raise BadSetup(f"the share of tables with past selves is from 0 to below 1, not {self.past_self_share}")
        if not (0 <= self.shaping <= 1 and 0 <= self.noise_rate < 1 and self.margin > 0):
            raise BadSetup("shaping is a share from 0 to 1, noise_rate one below 1, and the margin more than 0 points")
        if not 0 <= self.prior_scale <= MOST_PRIOR:
            raise BadSetup(f"prior_scale is from 0 to {MOST_PRIOR}, not {self.prior_scale:g}")
        if self.prior_scale and self.teacher:
            raise BadSetup(
                "a net that begins with `prefer` (prior_scale) has no other teacher: train with --teacher none"
            )
        if self.shaping and set(self.players) == {1}:
            raise BadSetup("a lone player has no margin over others: a recipe for one player has no shaping")

    def progress(self, decisions: int, seconds: float) -> float:
        """How far a training is, from 0 to 1: by the limit that ends it first."""
        by_time = seconds / (60 * self.minutes) if self.minutes > 0 else 0.0
        by_count = decisions / self.decisions if self.decisions > 0 else 0.0
        return min(max(by_time, by_count), 1.0)

    def learning_rate_at(self, progress: float) -> float:
        """The learning rate."""
        return self.learning_rate * (1.0 - progress)

    def entropy_coef_at(self, progress: float) -> float:
        """The weight of the entropy."""
        return self.entropy_coef_start + (self.entropy_coef_end - self.entropy_coef_start) * progress

    def shaping_at(self, progress: float) -> float:
        """How much of the reward is the margin in points."""
        return self.shaping * max(0.0, 1.0 - progress / self.shaping_until) if self.shaping_until > 0 else 0.0

    def shares(self) -> list[tuple[int, int]]:
        """How many tables each number of players gets: (players, tables)."""
        edges = [self.tables * place // len(self.players) for place in range(len(self.players) + 1)]
        found: dict[int, int] = {}
        for players, first, last in zip(self.players, edges[:-1], edges[1:], strict=True):
            found[players] = found.get(players, 0) + last - first
        return list(found.items())

    def lots(self) -> list[tuple[int, dict[str, str], int]]:
        """The same, the tables of lone players by what they choose: (players, options, tables)."""
        found: list[tuple[int, dict[str, str], int]] = []
        for players, tables in self.shares():
            chosen = self.solo_options if players == 1 and len(self.solo_options) <= tables else ()
            options = [dict([choice.split("=", 1)]) for choice in chosen] or [{}]
            edges = [tables * place // len(options) for place in range(len(options) + 1)]
            lots = zip(options, edges[:-1], edges[1:], strict=True)
            found += [(players, option, last - first) for option, first, last in lots]
        return found

    def with_tables(self, tables: int) -> Recipe:
        """The same with another number of tables."""
        return replace(self, tables=tables)

    def changed(self, changes: Sequence[str]) -> Recipe:
        """The same with other numbers, written `learning_rate=0.0001`."""
        values: dict[str, int | float] = {}
        for change in changes:
            name, _, told = change.partition("=")
            kind = type(getattr(self, name, None))
            if kind not in (int, float):
                numbers = [field.name for field in fields(self) if type(getattr(self, field.name)) in (int, float)]
                raise BadSetup(f"a recipe has no number {name!r}; it has {', '.join(numbers)}")
            try:
                values[name] = kind(told)
            except ValueError:
                raise BadSetup(f"{name} of a recipe is a number like {getattr(self, name)}, not {told!r}") from None
        return replace(self, **values)  # type: ignore[arg-type]

    def as_dict(self) -> dict[str, object]:
        """For the file of the net and the checkpoint."""
        return asdict(self)

    @classmethod
    def from_dict(cls, told: dict[str, object]) -> Recipe:
        """What `as_dict` gave."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in told.items() if name in known}
        for name in ("players", "left_out", "solo_options"):
            if isinstance(listed := values.get(name), list):
                values[name] = tuple(listed)
        return cls(**values)  # type: ignore[arg-type]


def recipe_for(game: str, players: tuple[int, ...], **changes: object) -> Recipe:
    """The recipe of a game, with changes."""
    tuned = dict(find_game(game).bots.training)
    if set(players) == {1}:
        tuned["shaping"] = 0.0
    return Recipe(game, players, **tuned | changes)  # type: ignore[arg-type]


def laptop(recipe: Recipe) -> Recipe:
    """The same in small: for a processor without a GPU, over night."""
    return replace(recipe, tables=1024, minibatch=4096, width=256)

"""A recipe: every number that training depends on, and how some of them change on the way.

Games that are long or pay late are not learned from nothing: their recipes (`TUNED`) begin by imitating a teacher, or
with what the game's `prefer` likes (`liked`), pay for the margin in points at first, and look further ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace

from ..errors import BadSetup

MOST_LIKED = 1000
LONG: dict[str, object] = {  # for games of several hundred decisions
    "width": 256, "layers": 4, "horizon": 96, "curious_first": 0.005, "curious_last": 0.0006, "teacher": "greedy",
    "taught": 1_500_000, "taught_epochs": 4, "taught_lesson": 4096, "astray": 0.1, "values_first": 8, "shaped": 0.5,
    "shaped_until": 0.6, "margin": 25.0,
}  # fmt: skip
TUNED: dict[str, dict[str, object]] = {  # what is different for a game: as the nets that are shipped were made
    "doggerland": LONG
    | {
        "teacher": "",
        "liked": 4.0,
        "width": 384,
        "horizon": 64,
        "curious_last": 0.0005,
        "left_out": ("give_up",),
        "alone": ("difficulty=easy", "difficulty=normal", "difficulty=hard"),
    },
    "honga": {"horizon": 64, "curious_first": 0.008, "curious_last": 0.0005},
    "prehistory": LONG | {"left_out": ("back",)},
    "neta_tanka": {"horizon": 96, "curious_last": 0.0008, "shaped": 0.3, "margin": 15.0},
}


@dataclass(frozen=True)
class Recipe:
    """Imitation of a teacher, if there is one; then proximal policy optimisation against oneself and past selves."""

    game: str
    players: tuple[int, ...]  # how many sit at a table; a number that stands here twice gets twice the tables
    seed: int = 1
    tables: int = 8192  # played side by side
    horizon: int = 32  # decisions of each table between two lessons
    epochs: int = 2
    lesson: int = 16384  # decisions that are learned from at once
    width: int = 512
    layers: int = 3
    rate: float = 3e-4  # falls to 0
    curious_first: float = 0.01  # the weight of the entropy at the beginning …
    curious_last: float = 0.002  # … and at the end
    discount: float = 0.9998  # from one decision of a seat to its next one …
    trace: float = 0.97  # … and so is the trace (GAE's lambda)
    clip: float = 0.2
    value_weight: float = 0.5
    steepest: float = 0.5  # gradients are cut to this norm
    rivals: float = 0.2  # the share of tables where the others are a past self
    snapshot: int = 12  # lessons between two past selves that are kept
    memory: int = 16  # past selves that are kept
    stagger: int = 512  # random decisions, at most, before a table's first lesson: or all games would end together
    minutes: float = 0.0  # how long (0: no limit)
    decisions: int = 0  # how many (0: no limit)
    rules_on_card: bool = False  # the games are played on the graphics card too
    teacher: str = ""  # whom the net imitates before it plays itself, as players are written: greedy, search:60
    taught: int = 200_000  # decisions of the teacher
    taught_minutes: float = 0.0  # it plays at most so long (0: no limit)
    taught_epochs: int = 6
    taught_lesson: int = 2048  # decisions of the teacher that are learned from at once
    astray: float = 0.03  # the share of decisions that chance makes at the teacher's tables: it shows what to do then
    values_first: int = 0  # lessons that teach what to expect and leave the policy alone, if it was taught or `liked`
    shaped: float = 0.0  # how much of the reward is the margin in points at the beginning …
    shaped_until: float = 0.7  # … and at which progress nothing of it is left
    margin: float = 20.0  # a lead of so many points counts three quarters of a whole one
    liked: float = 0.0  # how much a point of the game's `prefer` adds to the logit of an action at the beginning
    left_out: tuple[str, ...] = ()  # blocks of actions that nobody plays where there are others: steps back, giving up
    alone: tuple[str, ...] = ()  # what lone players choose, `difficulty=easy`: each gets as many of their tables

    def __post_init__(self) -> None:
        if self.minutes <= 0 and self.decisions <= 0:
            raise BadSetup("a training has an end: say how many minutes, or how many decisions")
        for name in (
            "tables", "horizon", "epochs", "lesson", "width", "layers", "snapshot", "memory", "taught", "taught_epochs",
            "taught_lesson",
        ):  # fmt: skip
            if getattr(self, name) < 1:
                raise BadSetup(f"a recipe needs at least 1 for {name}, not {getattr(self, name)}")
        if not self.players or self.tables < 2 * len(self.players):
            raise BadSetup("a recipe names at least one number of players, and has two tables for each of them")
        if not 0 <= self.rivals < 1:
            raise BadSetup(f"the share of tables with past selves is from 0 to below 1, not {self.rivals}")
        if not (0 <= self.shaped <= 1 and 0 <= self.astray < 1 and self.margin > 0):
            raise BadSetup("shaped is a share from 0 to 1, astray one below 1, and the margin more than 0 points")
        if not 0 <= self.liked <= MOST_LIKED:
            raise BadSetup(f"liked is how much a net trusts in `prefer`, from 0 to {MOST_LIKED}, not {self.liked:g}")
        if self.liked and self.teacher:
            raise BadSetup("a net that hears `prefer` (liked) has no other teacher: train with --teacher none")
        if self.shaped and set(self.players) == {1}:
            raise BadSetup("who plays alone has no margin over others: a recipe for one player is not shaped")

    def progress(self, decisions: int, seconds: float) -> float:
        """How far a training is, from 0 to 1: by the limit that ends it first."""
        by_time = seconds / (60 * self.minutes) if self.minutes > 0 else 0.0
        by_count = decisions / self.decisions if self.decisions > 0 else 0.0
        return min(max(by_time, by_count), 1.0)

    def rate_at(self, progress: float) -> float:
        """The learning rate."""
        return self.rate * (1.0 - progress)

    def curious_at(self, progress: float) -> float:
        """The weight of the entropy."""
        return self.curious_first + (self.curious_last - self.curious_first) * progress

    def shaped_at(self, progress: float) -> float:
        """How much of the reward is the margin in points."""
        return self.shaped * max(0.0, 1.0 - progress / self.shaped_until) if self.shaped_until > 0 else 0.0

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
            chosen = self.alone if players == 1 and len(self.alone) <= tables else ()
            options = [dict([choice.split("=", 1)]) for choice in chosen] or [{}]
            edges = [tables * place // len(options) for place in range(len(options) + 1)]
            lots = zip(options, edges[:-1], edges[1:], strict=True)
            found += [(players, option, last - first) for option, first, last in lots]
        return found

    def with_tables(self, tables: int) -> Recipe:
        """The same with another number of tables."""
        return replace(self, tables=tables)

    def changed(self, changes: Sequence[str]) -> Recipe:
        """The same with other numbers, written `rate=0.0001`."""
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
        for name in ("players", "left_out", "alone"):
            if isinstance(listed := values.get(name), list):
                values[name] = tuple(listed)
        return cls(**values)  # type: ignore[arg-type]


def recipe_for(game: str, players: tuple[int, ...], **changes: object) -> Recipe:
    """The recipe of a game, with changes."""
    tuned = dict(TUNED.get(game, {}))
    if set(players) == {1}:
        tuned["shaped"] = 0.0
    return Recipe(game, players, **tuned | changes)  # type: ignore[arg-type]


def laptop(recipe: Recipe) -> Recipe:
    """The same in small: for a processor without a card, over night."""
    return replace(recipe, tables=1024, lesson=4096, width=256)

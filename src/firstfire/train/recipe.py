"""A recipe: every number that training depends on, and how some of them change on the way."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace

from ..errors import BadSetup


@dataclass(frozen=True)
class Recipe:
    """Proximal policy optimisation against oneself and one's past selves."""

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
    discount: float = 0.999
    trace: float = 0.95  # GAE's lambda
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

    def __post_init__(self) -> None:
        if self.minutes <= 0 and self.decisions <= 0:
            raise BadSetup("a training has an end: say how many minutes, or how many decisions")
        for name in ("tables", "horizon", "epochs", "lesson", "width", "layers", "snapshot", "memory"):
            if getattr(self, name) < 1:
                raise BadSetup(f"a recipe needs at least 1 for {name}, not {getattr(self, name)}")
        if not self.players or self.tables < 2 * len(self.players):
            raise BadSetup("a recipe names at least one number of players, and has two tables for each of them")
        if not 0 <= self.rivals < 1:
            raise BadSetup(f"the share of tables with past selves is from 0 to below 1, not {self.rivals}")

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

    def shares(self) -> list[tuple[int, int]]:
        """How many tables each number of players gets: (players, tables)."""
        edges = [self.tables * place // len(self.players) for place in range(len(self.players) + 1)]
        found: dict[int, int] = {}
        for players, first, last in zip(self.players, edges[:-1], edges[1:], strict=True):
            found[players] = found.get(players, 0) + last - first
        return list(found.items())

    def with_tables(self, tables: int) -> Recipe:
        """The same with another number of tables."""
        return replace(self, tables=tables)

    def as_dict(self) -> dict[str, object]:
        """For the file of the net and the checkpoint."""
        return asdict(self)

    @classmethod
    def from_dict(cls, told: dict[str, object]) -> Recipe:
        """What `as_dict` gave."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in told.items() if name in known}
        players = values.get("players")
        if isinstance(players, list):
            values["players"] = tuple(players)
        return cls(**values)  # type: ignore[arg-type]


def laptop(recipe: Recipe) -> Recipe:
    """The same in small: for a processor without a card, over night."""
    return replace(recipe, tables=1024, lesson=4096, width=256)

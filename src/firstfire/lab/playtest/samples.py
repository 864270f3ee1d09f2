"""Samples: the jobs of a playtest. Some deals of one game, played by the same players, and what was counted.

    job = Sample("honga@2", bytes(box), ("greedy", "greedy"), first=1, count=1000)
    found = Counts.read(play_sample(job))

`detail` games of a sample keep their decisions and events row by row; all are counted.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import BadSetup, IllegalAction
from ...games.folders import game_at
from ...jobs import code_of
from ...kernel.engines.engine import Engine, engine_for
from ...kernel.game import Game
from ...kernel.records.rng import seed_rng
from ...kernel.rules.drive import Dice
from ...players import Player, player_named
from ...view import View
from .features import Catalogue, catalogue_of
from .recording import (
    COLUMNS,
    EVENT_COLUMNS,
    NUMBERS,
    PHASE_COLUMNS,
    Number,
    RecordingPlan,
    close_game,
    heed,
    look,
    open_game,
    play_out,
)

FORMAT = 2  # of a result: another number makes other names, and nothing old is read
EVENTS = 1 << 16  # notes of one game, at most
SUMS = ("offered", "taken", "games", "won", "when", "times")
FAST = ("random", "greedy")  # play in machine code
STREAM = 78  # of the players' own chance, beside the deal's


@dataclass(frozen=True)
class Sample:
    """Deals `first` to `first + count - 1` of a game, with these players on its seats."""

    game: str  # as another process finds it
    box: bytes
    players: tuple[str, ...]
    first: int
    count: int
    detail: int = 0
    options: tuple[tuple[str, str], ...] = ()
    gifts: tuple[str, ...] = ()  # what is changed in the record after the set-up: `trays.0.goods.1+2`

    @property
    def name(self) -> str:
        """Everything the result depends on."""
        box = hashlib.sha256(self.box).hexdigest()[:16]
        rules = ",".join(f"{name}={value}" for name, value in self.options) or "standard"
        gifts = ",".join(self.gifts)
        played = f"{self.game} {code_of(game_at(self.game))} box={box} {','.join(self.players)}"
        return f"playtest{FORMAT} {played} {rules} {gifts} {self.first}+{self.count} detail={self.detail}"


@dataclass
class Counts:
    """What was counted in a sample, or in several of the same game and number of seats."""

    sums: NDArray[np.int64]  # (6, seats + 1, features): by place in turn order; see SUMS
    phases: NDArray[np.int64]  # (phases, 3): decisions, choices, options of the choices
    numbers: NDArray[np.int64]  # (games, NUMBERS)
    seeds: NDArray[np.int64]  # (games,)
    took: NDArray[np.int64]  # (rows, 5): game, seat, feature, times, first ply; of the games in detail
    decisions: NDArray[np.int64]  # (rows, 2 + COLUMNS): game, ply, …
    events: NDArray[np.int64]  # (rows, 1 + EVENT_COLUMNS): game, ply, …
    sources: NDArray[np.int64]  # (rows, 4): game, seat, source, points
    labels: list[dict[str, str]] = field(default_factory=list)  # the sources by language

    @property
    def seats(self) -> int:
        """How many sat at the table."""
        return int(self.sums.shape[1]) - 1

    @property
    def games(self) -> int:
        """How many games were counted."""
        return len(self.numbers)

    def column(self, number: Number) -> NDArray[np.int64]:
        """One number of every game."""
        return self.numbers[:, number]

    def by_seat(self, number: Number) -> NDArray[np.int64]:
        """One number of every game and seat."""
        return self.numbers[:, number : number + self.seats]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each seat's share of the victory, by game."""
        return self.by_seat(Number.SHARES) / 60.0

    def sum(self, name: str) -> NDArray[np.int64]:
        """One of the sums, by place in turn order (the last row: nobody) and feature."""
        found: NDArray[np.int64] = self.sums[SUMS.index(name)]
        return found

    def written(self) -> bytes:
        """As bytes: the same for the same counts."""
        out = io.BytesIO()
        text = np.frombuffer(json.dumps(self.labels, ensure_ascii=False).encode(), np.uint8)
        arrays = {name: value for name, value in vars(self).items() if name != "labels"}
        np.savez_compressed(out, labels=text, **arrays)
        return out.getvalue()

    @classmethod
    def read(cls, data: bytes) -> Counts:
        """What `written` wrote."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as found:
                arrays = {name: found[name] for name in found.files}
            labels = json.loads(arrays.pop("labels").tobytes().decode())
            return cls(labels=labels, **arrays)
        except Exception as error:
            raise BadSetup(f"a kept result is damaged ({error}); delete it and start again") from None


def together(parts: Sequence[Counts]) -> Counts:
    """Several samples as one."""
    labels: list[dict[str, str]] = []
    places: dict[str, int] = {}
    sources = []
    for part in parts:
        for label in part.labels:
            if label["en"] not in places:
                places[label["en"]] = len(labels)
                labels.append(label)
        rows = part.sources.copy()
        if len(rows):
            rows[:, 2] = np.array([places[label["en"]] for label in part.labels])[rows[:, 2]]
        sources.append(rows)
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("numbers", "seeds", "took", "decisions", "events")
    }
    return Counts(
        sums=np.sum([part.sums for part in parts], axis=0),
        phases=np.sum([part.phases for part in parts], axis=0),
        sources=np.concatenate(sources),
        labels=labels,
        **joined,
    )


def play_sample(job: Sample) -> bytes:
    """Play a sample: what a worker does."""
    return Recorder(job).play().written()


class Recorder:
    """Plays the games of a sample and counts."""

    def __init__(self, job: Sample) -> None:
        self.job = job
        self.game: Game = game_at(job.game)
        self.box = self.game.box.from_buffer_copy(job.box)
        self.engine: Engine = engine_for(self.game)
        self.catalogue: Catalogue = catalogue_of(self.game)
        seats, features = len(job.players), len(self.catalogue)
        rows = seats + 1
        self.maps = np.concatenate([self.catalogue.actions.ravel(), self.catalogue.notes.ravel()])
        size = rows * features
        self.plan = RecordingPlan()
        self.plan.features, self.plan.width, self.plan.rows = features, self.catalogue.actions.shape[1], rows
        self.plan.room, self.plan.round_kind = EVENTS, self.catalogue.round_kind()
        self.plan.limit, self.plan.notes_at = self.game.max_plies, self.catalogue.actions.size
        self.plan.current_at, self.plan.stamp_at = 6 * size, 8 * size
        self.plan.phases_at = 8 * size + features
        for seat, player in enumerate(job.players):
            self.plan.greedy[seat] = int(player == "greedy")
        self.sums = np.zeros(8 * size + features + PHASE_COLUMNS * len(self.game.phases), np.int64)
        self.decisions = np.zeros((self.game.max_plies + 1) * COLUMNS, np.int64)
        self.events = np.zeros(EVENTS * EVENT_COLUMNS, np.int64)
        self.numbers = np.zeros(NUMBERS, np.int64)
        self.points, self.standing = self.engine.row(), self.engine.fractions()
        self.mask, self.dice = self.engine.mask(), Dice()
        self._labels: dict[str, int] = {}
        self._told: list[dict[str, str]] = []

    def play(self) -> Counts:
        """All games of the sample."""
        job = self.job
        numbers = np.zeros((job.count, NUMBERS), np.int64)
        rows: dict[str, list[NDArray[np.int64]]] = {"took": [], "decisions": [], "events": [], "sources": []}
        play = self._play_fast() if all(name in FAST for name in job.players) else self._play_thinking
        for number in range(job.count):
            seed = job.first + number
            s = self._begin(seed)
            play(s, seed)
            numbers[number] = self.numbers
            if number < job.detail:
                self._keep(rows, seed, s)
        size = self.plan.rows * self.plan.features
        empty = {"took": 5, "decisions": 2 + COLUMNS, "events": 1 + EVENT_COLUMNS, "sources": 4}
        return Counts(
            sums=self.sums[: 6 * size].reshape(6, self.plan.rows, self.plan.features).copy(),
            phases=self.sums[self.plan.phases_at :].reshape(-1, PHASE_COLUMNS).copy(),
            numbers=numbers,
            seeds=np.arange(job.first, job.first + job.count),
            labels=self._told,
            **{
                name: np.concatenate(parts) if parts else np.zeros((0, empty[name]), np.int64)
                for name, parts in rows.items()
            },
        )

    def _begin(self, seed: int) -> Any:
        s = self.engine.new(len(self.job.players), seed, options=dict(self.job.options), box=self.box)
        for gift in self.job.gifts:
            give(s, gift)
        if self.job.gifts and (broken := self.engine.check(s, self.box)):
            raise BadSetup(
                f"{', '.join(self.job.gifts)} makes a table that cannot be: {self.game.invariants.get(broken, broken)}"
            )
        return s

    def _play_fast(self) -> Any:
        run = self.engine.entry(play_out)

        def play(s: Any, seed: int) -> None:
            seed_rng(self.dice, seed & 0xFFFFFFFF, STREAM)
            ended = run(
                s, self.box, self.mask, self.dice, self.plan, self.maps, self.sums, self.decisions, self.events,
                self.numbers, self.points, self.standing,
            )  # fmt: skip
            if not ended:
                raise BadSetup(f"{self.game.name}: deal {seed} did not come to an end in {s.ply} decisions")

        return play

    def _play_thinking(self, s: Any, seed: int) -> None:
        """With players who choose in Python."""
        engine, plan = self.engine, self.plan
        players: list[Player] = [
            player_named(name, self.game.key, seed * 1000 + seat, outside=True)
            for seat, name in enumerate(self.job.players)
        ]
        first, watch, note = engine.entry(open_game), engine.entry(look), engine.entry(heed)
        first(s, plan, self.maps, self.sums, self.events, self.numbers)
        while not s.over and s.ply < plan.limit:
            seat = s.player
            watch(s, self.box, self.mask, plan, self.maps, self.sums, self.decisions, self.points)
            legal = engine.legal(s, self.box)
            action = legal[0] if len(legal) == 1 else self._chosen(players[seat], s, seat, legal)
            engine.step(s, self.box, action)
            note(s, plan, action, seat, self.maps, self.sums, self.decisions, self.events, self.numbers)
        engine.entry(close_game)(s, self.box, plan, self.sums, self.decisions, self.numbers, self.points, self.standing)

    def _chosen(self, player: Player, s: Any, seat: int, legal: list[int]) -> int:
        seen = self.game.state.from_buffer_copy(bytes(s))
        self.engine.see(seen, self.box, seat)
        action = player.choose(View(self.game, self.box, seat, seen, legal, (), None))
        if action not in legal:
            raise IllegalAction(self.game.actions.called(action), f"{player.name} chose it")
        return action

    def _keep(self, rows: dict[str, list[NDArray[np.int64]]], seed: int, s: Any) -> None:
        """The rows of one game."""
        plies, events = int(self.numbers[Number.PLIES]), int(self.numbers[Number.EVENTS])
        made = self.decisions[: plies * COLUMNS].reshape(-1, COLUMNS)
        rows["decisions"].append(np.column_stack([np.full(plies, seed), np.arange(plies), made]))
        noted = self.events[: events * EVENT_COLUMNS].reshape(-1, EVENT_COLUMNS)
        rows["events"].append(np.column_stack([np.full(events, seed), noted]))
        size = self.plan.rows * self.plan.features
        current = self.sums[self.plan.current_at : self.plan.current_at + 2 * size].reshape(2, size)
        found = np.flatnonzero(current[0])
        row, feature = np.divmod(found, self.plan.features)
        seats = len(self.job.players)
        seat = np.where(row < seats, (row + self.plan.first) % seats, seats)
        rows["took"].append(
            np.column_stack([np.full(len(found), seed), seat, feature, current[0, found], current[1, found]])
        )
        if self.game.presentation.breakdown is not None:
            rows["sources"].append(self._sources(seed, s))

    def _sources(self, seed: int, s: Any) -> NDArray[np.int64]:
        """Where the points of each seat come from."""
        assert self.game.presentation.breakdown is not None
        found = []
        for seat in range(len(self.job.players)):
            told = {
                language: self.game.presentation.breakdown(s, self.box, seat, self.game.words(language, self.box))
                for language in self.game.languages
            }
            for i, (label, points) in enumerate(told["en"]):
                if label not in self._labels:
                    self._labels[label] = len(self._told)
                    self._told.append({language: told[language][i][0] for language in told})
                found.append((seed, seat, self._labels[label], points))
        return np.array(found, np.int64).reshape(-1, 4)


def give(s: Any, gift: str) -> None:
    """Change a field of a record after the set-up: `clans.1.wood+2`, `trays.0.goods.3=5`."""
    path, sign, amount = _parted(gift)
    *way, last = path.split(".")
    try:
        here = s
        for part in way:
            here = here[int(part)] if part.isdigit() else getattr(here, part)
        old = here[int(last)] if last.isdigit() else getattr(here, last)
        new = {"=": 0, "+": old, "-": old}[sign] + (-amount if sign == "-" else amount)
        if last.isdigit():
            here[int(last)] = new
        else:
            setattr(here, last, new)
    except (AttributeError, IndexError, TypeError, ValueError):
        raise BadSetup(f"{gift!r} names no number of the record: it has no {path!r}") from None


def _parted(gift: str) -> tuple[str, str, int]:
    for sign in "=+-":
        path, found, amount = gift.partition(sign)
        if found and path and amount.lstrip("-").isdigit():
            return path, sign, int(amount)
    raise BadSetup(f"a change of the record is written clans.0.wood+2 (or =2, or -2), not {gift!r}")


def sample_of(
    game: Game, box: Any, players: Sequence[str], first: int, count: int, options: Mapping[str, str], **more: Any
) -> Sample:
    """The sample of a game that is at hand."""
    from ...games.folders import written

    return Sample(
        written(game), bytes(box), tuple(players), first, count, options=tuple(sorted(options.items())), **more
    )

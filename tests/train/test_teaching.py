"""A teacher's games: made from a seed, kept game by game, told as the mover sees them. No Torch needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firstfire.envs.driver import Driver
from firstfire.errors import BadSetup
from firstfire.kernel.game import Game
from firstfire.train.recipe import Recipe
from firstfire.train.teaching import Demonstration, demonstrate, gathered, rows_of, watch


def recipe(**changes: object) -> Recipe:
    return Recipe("embers", (2, 3), decisions=1, **{"teacher": "greedy", "cloning_samples": 60} | changes)  # type: ignore[arg-type]


def test_a_demonstration_tells_what_its_player_saw_and_did(tmp_path: Path, tiny: Game) -> None:
    """Played again from its file: the same observations, legal sets, actions, and the result as each mover sees it."""
    task = Demonstration("embers", "greedy", 3, 5)
    taught = gathered([rows_of(task, demonstrate(task), tmp_path)])
    assert len(taught) > 3
    table = Driver(tiny, 3)
    table.begin(5)
    movers = []
    for row in range(len(taught)):
        while len(options := table.legal()) == 1:
            table.step(options[0])
        assert (table.observation == taught.observations[row]).all()
        assert np.unpackbits(taught.masks[row])[: table.actions].nonzero()[0].tolist() == options
        assert taught.actions[row] in options
        movers.append(table.player)
        table.step(int(taught.actions[row]))
    while not table.over:
        table.step(table.legal()[0])
    paid = table.rewards()
    for mover, result in zip(movers, taught.results.tolist(), strict=True):
        assert result[:3] == pytest.approx([paid[mover], paid[(mover + 1) % 3], paid[(mover + 2) % 3]])


def test_a_teacher_plays_until_enough_is_shown_and_what_is_there_is_not_played_again(tmp_path: Path) -> None:
    first = watch(recipe(), tmp_path, jobs=1)
    files = sorted(tmp_path.iterdir())
    assert len(first) >= 60 and len(set(first.games)) == len(files) and set(first.seats) == {2, 3}
    stamps = [file.stat().st_mtime_ns for file in files]
    more = watch(recipe(cloning_samples=90), tmp_path, jobs=1)
    assert [file.stat().st_mtime_ns for file in files] == stamps
    assert len(more) >= 90 and (more.observations[: len(first)] == first.observations).all()


def test_a_damaged_game_is_played_again(tmp_path: Path) -> None:
    first = watch(recipe(), tmp_path, jobs=1)
    damaged = min(tmp_path.iterdir())
    damaged.write_bytes(b"half a game")
    again = watch(recipe(), tmp_path, jobs=1)
    assert (again.actions == first.actions).all() and damaged.read_bytes() != b"half a game"


@pytest.mark.slow
def test_the_same_is_shown_whatever_the_number_of_processes(tmp_path: Path) -> None:
    totem = Recipe("totem", (2,), decisions=1, teacher="greedy", cloning_samples=60)
    alone, together = (watch(totem, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 2))
    assert (alone.actions == together.actions).all() and (alone.games == together.games).all()
    kept = {path.name: path.read_bytes() for path in (tmp_path / "1").iterdir()}
    assert kept.items() <= {path.name: path.read_bytes() for path in (tmp_path / "2").iterdir()}.items()


def test_decisions_of_chance_are_not_shown(tmp_path: Path) -> None:
    straight, astray = (watch(recipe(noise_rate=share), tmp_path / str(share), jobs=1) for share in (0.0, 0.5))
    assert len(astray) / len(set(astray.games)) < 0.8 * len(straight) / len(set(straight.games))


def test_a_teacher_that_is_no_player_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="wizard"):
        watch(recipe(teacher="wizard"), tmp_path, jobs=1)

"""`firstfire train`: an opponent for a game, by self-play. Torch is asked for only when training begins."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from ..errors import BadSetup
from ..games import game as find_game
from .recipe import Recipe, laptop, recipe_for


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The words of the command."""
    train = subparsers.add_parser(
        "train",
        help="train an opponent by self-play (needs Torch)",
        description="Train a net by self-play. It is written as GAME.net into the folder, to play against: "
        "firstfire play GAME --opponent net:FOLDER/GAME.net",
    )
    train.add_argument("game", help="the game, such as totem")
    train.add_argument(
        "--seats",
        metavar="N,N",
        help="numbers of players to train for (default: all except solo); one named twice gets twice the tables",
    )
    train.add_argument("--minutes", type=float, help="how long (default: 30, if --decisions is not given)")
    train.add_argument("--decisions", type=int, help="how many decisions; unlike minutes, the same on every machine")
    train.add_argument("--seed", type=int, default=1, help="the seed of deals, random choices and initial weights (1)")
    train.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where the net learns")
    train.add_argument("--rules", choices=("cpu", "cuda"), default="cpu", help="where the games are played (cpu)")
    train.add_argument("--small", action="store_true", help="a smaller net and fewer tables, for a laptop over night")
    train.add_argument(
        "--teacher",
        metavar="PLAYER",
        help="whom to imitate first: greedy, search:60, or none (default: as the recipe of the game says)",
    )
    train.add_argument(
        "--cloning-samples", type=int, metavar="N", help="how many decisions of the teacher to learn from"
    )
    train.add_argument("--cloning-minutes", type=float, metavar="M", help="the longest time that the teacher plays")
    train.add_argument(
        "--begin-with", type=Path, metavar="NET", help="begin with the weights of a net's file instead of a teacher"
    )
    train.add_argument(
        "--change",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another setting of the recipe, such as learning_rate=0.0001 (may be repeated)",
    )
    train.add_argument("--tables", type=int, help="parallel tables (8192)")
    train.add_argument("--threads", type=int, help="threads that play the games (one for each core)")
    train.add_argument("--folder", type=Path, help="the folder for results (default: runs/GAME)")
    train.add_argument("--resume", action="store_true", help="continue the training in the folder")
    train.set_defaults(command=run_train)


def run_train(arguments: argparse.Namespace) -> int:
    """Train, with a line of progress."""
    game = find_game(arguments.game)
    if find_spec("torch") is None:
        raise BadSetup(f"training needs Torch: {sys.executable} -m pip install 'firstfire[train]'")
    from .training import Training

    folder = arguments.folder or Path("runs") / game.name
    if arguments.resume:
        longer = {"minutes": arguments.minutes, "decisions": arguments.decisions}
        changes: dict[str, object] = {name: value for name, value in longer.items() if value is not None}
        training = Training.resumed(folder, arguments.device, changes=changes, threads=arguments.threads)
        if training.game is not game:
            raise BadSetup(f"the training in {folder} is one of {training.game.name}, not of {game.name}")
    else:
        if (folder / "checkpoint.pt").exists():
            raise BadSetup(f"{folder} holds a training already: go on with --resume, or name another --folder")
        training = Training(recipe_of(arguments), folder, arguments.device, threads=arguments.threads)
        if arguments.begin_with is not None:
            training.begin_with(arguments.begin_with)
    line = ProgressLine()
    training.run(line)
    line.close()
    print(f"{folder / game.name}.net: play against it with --opponent net:{folder / game.name}.net")
    return 0


def recipe_of(arguments: argparse.Namespace) -> Recipe:
    """The recipe that the words of the command ask for."""
    game = find_game(arguments.game)
    endless = arguments.minutes is None and arguments.decisions is None
    players = _players(arguments.seats) if arguments.seats else tuple(n for n in game.seats if n > 1) or game.seats
    cloning = {
        "teacher": arguments.teacher, "cloning_samples": arguments.cloning_samples,
        "cloning_minutes": arguments.cloning_minutes,
    }  # fmt: skip
    changes: dict[str, object] = {name: value for name, value in cloning.items() if value is not None}
    if arguments.teacher in {"none", ""} or (arguments.teacher is None and arguments.begin_with is not None):
        changes["teacher"] = ""
    elif arguments.teacher is not None:
        changes["prior_scale"] = 0.0
    recipe = recipe_for(
        game.name,
        players,
        seed=arguments.seed,
        minutes=30.0 if endless else arguments.minutes or 0.0,
        decisions=arguments.decisions or 0,
        **changes,
    )
    recipe = laptop(recipe) if arguments.small else recipe
    recipe = recipe if arguments.tables is None else recipe.with_tables(arguments.tables)
    return replace(recipe.changed(arguments.change), rules_on_gpu=arguments.rules == "cuda")


def _players(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadSetup(f"numbers of players are written 2,3,4, not {text!r}") from None


class ProgressLine:
    """One line of progress that is written over, or now and then a line where nobody watches."""

    def __init__(self, every: int = 25) -> None:
        self._watched = sys.stderr.isatty()
        self._every = every
        self._count = 0

    def __call__(self, text: str) -> None:
        """Show how far it is."""
        if self._watched:
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)
        elif self._count % self._every == 0:
            print(text, file=sys.stderr, flush=True)
        self._count += 1

    def close(self) -> None:
        """End the line."""
        if self._watched and self._count:
            print(file=sys.stderr)

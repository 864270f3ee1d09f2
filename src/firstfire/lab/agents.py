"""Agents that are no Python class of `MODULE:NAME`: a program in any language, a policy in a file, a bot of OpenSpiel.

    command:./my_agent --fast      a program that reads and writes lines of JSON (docs/how-to/write-a-bot.md)
    policy:net.onnx, policy:net.pt a policy: (observation, mask) → one score for each action; the highest legal one is
                                   played. Needs onnxruntime or Torch
    openspiel:MODULE:NAME          NAME(game, player) makes a bot of OpenSpiel; it gets a state dealt from its own view

Naming one runs it, so only the words of a command may.
"""

from __future__ import annotations

import atexit
import json
import shlex
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ..errors import BadSetup
from ..players import Budget, Player, player_named
from ..players.base import check_turn
from ..players.outside import found_in_module
from ..view import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 1 << 20  # characters of an answer
WAIT = 5.0  # seconds that a program has to end


class Program:
    """A program that is asked by lines of JSON. It lives until this process ends and plays one game after the other."""

    def __init__(self, words: str) -> None:
        self.words = words
        try:
            self._process = subprocess.Popen(
                shlex.split(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BadSetup(f"the agent “{words}” cannot be started: {error}") from None
        atexit.register(self.end)

    def tell(self, **message: Any) -> None:
        """Write a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def ask(self, **message: Any) -> Any:
        """Write a line and read the answer: a JSON object."""
        assert self._process.stdout is not None
        self.tell(**message)
        line = self._process.stdout.readline(LONGEST)
        if not line:
            raise self._ended()
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or "action" not in found:
            raise BadSetup(f'the agent “{self.words}” answered {line.strip()[:80]!r}, not {{"action": …}}')
        return found["action"]

    def _ended(self) -> BadSetup:
        return BadSetup(f"the agent “{self.words}” has ended (exit status {self._process.poll()})")

    def end(self) -> None:
        """Let it end: its input closes; one that goes on is stopped."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(WAIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_program = cache(Program)


class CommandAgent:
    """A seat of one game, played by a program."""

    def __init__(self, name: str, words: str, seed: int | None) -> None:
        self.name = name
        self._program = _program(words)
        self._seed = seed
        self._begun = False

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """What the program answers."""
        check_turn(view)
        if not self._begun:
            self._begun = True
            self._program.tell(
                type="begin", game=view.game.name, seats=int(view.state.seats), seat=view.seat, seed=self._seed
            )
        legal = {str(action): action.number for action in view.legal()}
        chosen = self._program.ask(
            type="choose", seat=view.seat, observation=view.observe().tolist(),
            legal=list(legal.values()), texts=list(legal),
        )  # fmt: skip
        number = legal.get(chosen, -1) if isinstance(chosen, str) else chosen
        if type(number) is not int or number not in view.numbers:
            raise BadSetup(f"the agent “{self.name}” chose {chosen!r}, which is not legal")
        return number


class PolicyAgent:
    """A policy in a file: it scores the actions for one observation."""

    def __init__(self, name: str, scores: Scores) -> None:
        self.name = name
        self._scores = scores

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """The legal action with the highest score."""
        import numpy as np

        check_turn(view)
        mask = np.zeros(len(view.game.actions), np.float32)
        mask[view.numbers] = 1
        scores = np.asarray(self._scores(view.observe().astype(np.float32)[None], mask[None])).reshape(-1)
        if scores.shape != mask.shape:
            raise BadSetup(f"{self.name} gives {scores.size} scores, the game has {mask.size} actions")
        return int(np.where(mask > 0, np.nan_to_num(scores, nan=-np.inf), -np.inf).argmax())


Scores = Callable[["NDArray[np.float32]", "NDArray[np.float32]"], Any]


@cache
def _policy(file: str) -> Scores:
    if not Path(file).is_file():
        raise BadSetup(f"there is no policy {file}")
    kind = Path(file).suffix
    try:
        if kind == ".onnx":
            return _onnx(file)
        if kind in (".pt", ".pth"):
            return _torch(file)
    except ImportError as error:
        raise BadSetup(f"{file} needs the package {error.name}") from None
    except Exception as error:
        raise BadSetup(f"{file} cannot be read: {error}") from None
    raise BadSetup(f"a policy is a file .onnx or .pt (TorchScript), not {file}")


def _onnx(file: str) -> Scores:
    import onnxruntime

    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    names = [each.name for each in session.get_inputs()]
    return lambda observation, mask: session.run(None, dict(zip(names, (observation, mask), strict=False)))[0]


def _torch(file: str) -> Scores:
    import torch

    policy = torch.jit.load(file, map_location="cpu")

    def scores(observation: NDArray[np.float32], mask: NDArray[np.float32]) -> Any:
        with torch.no_grad():
            return policy(torch.from_numpy(observation), torch.from_numpy(mask)).numpy()

    return scores


class SpielAgent:
    """A bot of OpenSpiel. The state that it gets is dealt anew from what its seat knows: it cannot look."""

    def __init__(self, name: str, make: Callable[[Any, int], Any], seed: int | None) -> None:
        self.name = name
        self._make = make
        self._stream = Random(seed)
        self._game: Any = None  # loaded once
        self._bot: Any = None

    def choose(self, view: View, budget: Budget | None = None) -> int:
        """What the bot steps."""
        check_turn(view)
        state = self._state(view)
        if self._bot is None:
            self._bot = self._make(self._game, view.seat)
        number = int(self._bot.step(state))
        if number not in view.numbers:
            raise BadSetup(f"the agent “{self.name}” chose {number}, which is not legal")
        return number

    def _state(self, view: View) -> Any:
        try:
            import pyspiel

            from ..envs.open_spiel import short_name
        except ImportError as error:
            raise BadSetup(f"{self.name} needs the package {error.name}: pip install 'firstfire[envs]'") from None
        if self._game is None:
            self._game = pyspiel.load_game(short_name(view.game.name), {"players": int(view.state.seats)})
        state = self._game.new_initial_state()
        dealt = view.determinize(self._stream.getrandbits(64))
        state.table.become(dealt.s, 0, view.seat, (0, 0))
        return state


def agent_named(text: str, game: str, seed: int | None) -> Player:
    """The agent written `command:…`, `policy:FILE` or `openspiel:MODULE:NAME`, or any player."""
    kind, _, rest = text.strip().partition(":")
    if kind not in KINDS:
        return player_named(text, game, seed, outside=True)
    if not rest:
        raise BadSetup(f"“{text}” names nothing behind the colon")
    return KINDS[kind](text.strip(), rest, seed)


def _spiel(text: str, rest: str, seed: int | None) -> Player:
    return SpielAgent(text, found_in_module(rest), seed)


def _by_policy(text: str, rest: str, seed: int | None) -> Player:
    return PolicyAgent(text, _policy(rest))


KINDS: dict[str, Callable[[str, str, int | None], Player]] = {
    "command": CommandAgent, "policy": _by_policy, "openspiel": _spiel,
}  # fmt: skip

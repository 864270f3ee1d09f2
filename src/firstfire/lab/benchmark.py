"""The benchmark for agents: one frozen protocol, one rating, one file that says how to repeat it.

    result = run_benchmark("totem", "my_bot:MyBot")
    print(result.table())

An agent plays five opponents of known rating (`protocol_1.toml`), every deal from both seats. Its rating is the one
that makes these results likeliest by the Bradley-Terry model, with one drawn game added for each opponent. Apart from
the rating it plays tables of three, a box with changed numbers, and, where the game has it, alone.
"""

from __future__ import annotations

import hashlib
import platform
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from math import exp, sqrt
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from ..errors import BadSetup
from ..games import game as find_game
from ..kernel.game import Game
from ..players.policy.net import shipped_net
from .agents import agent_named
from .exploit import exploit
from .match import Match, play_match
from .statistics import ELO, SURE

PROTOCOL = 1
FILE = Path(__file__).parent / f"protocol_{PROTOCOL}.toml"
THREE = ("greedy", "search:200")  # beside the agent at a table of three
CHANGED = "search:200"  # against the agent with changed components
LOOP_BYTES = 1 << 24  # what the reference loop hashes
MOST_DEALS = 10_000
Row = dict[str, Any]


@cache
def protocol() -> Row:
    """The protocol: opponents and their ratings, numbers of deals, changed components."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def rating(results: Sequence[tuple[float, float, int]]) -> tuple[float, float]:
    """The rating of an agent and half the width of its 95 % interval, from the rating of each opponent, the games won
    against it (a draw counts half) and the games."""
    met = [(known / ELO, won + 0.5, games + 1) for known, won, games in results if games]
    if not met:
        raise BadSetup("a rating needs at least one game")
    low, high = (edge + side * 20 for edge, side in ((min(m[0] for m in met), -1), (max(m[0] for m in met), 1)))
    while high - low > 1e-9:  # expected victories grow with strength
        middle = (low + high) / 2
        surplus = sum(won - games * _expected(middle - known) for known, won, games in met)
        low, high = (middle, high) if surplus > 0 else (low, middle)
    information = sum(games * _expected(low - known) * _expected(known - low) for known, _, games in met)
    return low * ELO, SURE * ELO / sqrt(information)


def _expected(ahead: float) -> float:
    return 1 / (1 + exp(-ahead))


def reference_seconds() -> float:
    """Processor seconds of the reference loop (MD5 of 16 MiB: no processor has instructions for it)."""
    data, spent = bytes(LOOP_BYTES), []
    for _ in range(5):
        start = process_time()
        hashlib.md5(data, usedforsecurity=False).digest()
        spent.append(process_time() - start)
    return median(spent)


@dataclass
class Benchmark:
    """What an agent did, with everything that is needed to do it again."""

    game: str
    agent: str
    deals: int
    whole: bool  # with as many deals as the protocol says
    loop_seconds: float
    matches: list[Row] = field(default_factory=list)  # one for each opponent
    three: Row | None = None
    changed: Row | None = None
    alone: Row | None = None
    exploited: Row | None = None

    @property
    def rating(self) -> tuple[float, float]:
        """The rating and half the width of its interval."""
        known = protocol()[self.game]["ratings"]
        return rating([(known[row["against"][0]], row["wins"], row["games"]) for row in self.matches])

    @property
    def pace(self) -> float:
        """Processor seconds for a decision, over all games against the rated opponents."""
        seconds, decisions = (sum(row[what] for row in self.matches) for what in ("seconds", "decisions"))
        return float(seconds / max(1, decisions))

    def as_dict(self) -> Row:
        """The result as plain data."""
        middle, reach = self.rating
        found = find_game(self.game)
        return {
            "protocol": PROTOCOL, "whole": self.whole, "game": self.game, "agent": self.agent,
            "rating": round(middle), "interval": [round(middle - reach), round(middle + reach)],
            "matches": self.matches, "three": self.three, "changed": self.changed, "alone": self.alone,
            "exploited": self.exploited, "ms_per_decision": round(1000 * self.pace, 4),
            "loops_per_decision": round(self.pace / self.loop_seconds, 5), "loop_seconds": round(self.loop_seconds, 5),
            "rules": found.rules_version, "net": protocol()[self.game]["net"],
            "firstfire": version("firstfire"), "python": platform.python_version(),
            "machine": platform.machine(), "system": platform.system(), "made": f"{datetime.now(UTC):%Y-%m-%dT%H:%MZ}",
            "command": f"firstfire benchmark {self.game} '{self.agent}' --deals {self.deals}", "row": self.row(),
        }  # fmt: skip

    def cells(self) -> list[str]:
        """The cells of the row to publish, in the order of `columns`."""
        middle, reach = self.rating
        known = protocol()[self.game]["ratings"]
        wins = {row["against"][0]: _percent(row) for row in self.matches}
        return [
            self.agent, self.measured, f"{middle:+.0f} ± {reach:.0f}", *(wins.get(name, "–") for name in known),
            _percent(self.three), _percent(self.changed), f"{self.alone['mean_score']:.1f}" if self.alone else "–",
            _percent(self.exploited), f"{1000 * self.pace:.2f}", f"{self.pace / self.loop_seconds:.3g}",
        ]  # fmt: skip

    @property
    def measured(self) -> str:
        """Which game by which protocol, and whether all of its deals were played."""
        less = "" if self.whole else f", {self.deals} of {protocol()[self.game]['deals']} deals"
        return f"{self.game}, protocol {PROTOCOL}{less}"

    def row(self) -> str:
        """One row of a table in Markdown."""
        return _line(self.cells())

    def table(self) -> str:
        """The report as text, with a table of one row at its end."""
        heads = columns(self.game)
        lines = [f"{name:<22} {cell}" for name, cell in zip(heads, self.cells(), strict=True)]
        return "\n".join([*lines, "", _line(heads), _line(["---"] * len(heads)), self.row()])


def columns(game: str) -> list[str]:
    """The heads of the cells of a row."""
    return [
        "agent", "measured", "rating", *(f"beats {name}" for name in protocol()[game]["ratings"]), "table of three",
        "changed components", "alone, points", "exploited", "ms for a decision", "loops for a decision",
    ]  # fmt: skip


def run_benchmark(
    game: str,
    agent: str,
    *,
    deals: int | None = None,
    jobs: int | None = None,
    folder: Path | None = None,
    exploited: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Benchmark:
    """Play all matches of the protocol. With fewer `deals` the result says so; games kept in a folder are not played
    again; `exploited` deals are played against a player who tries everything out against the agent."""
    found = find_game(game)
    plan = _plan(found)
    wanted = plan["deals"] if deals is None else deals
    if not 1 <= wanted <= MOST_DEALS:
        raise BadSetup(f"a benchmark has 1 to {MOST_DEALS:,} deals for each opponent, not {wanted}")
    if not 0 <= exploited <= MOST_DEALS:
        raise BadSetup(f"an agent is exploited in 0 to {MOST_DEALS:,} deals, not {exploited}")
    agent_named(agent, found.name, 1)  # refuses what is none, before anything is played
    first = protocol()["first_deal"]

    def match(others: Sequence[str], deals: int, **more: Any) -> Row:
        players = [agent, *others]
        games = deals * len(players)
        played = play_match(found.name, players, games, seed=first, jobs=jobs, folder=folder, progress=progress, **more)
        return _row(played)

    def few(number: str) -> int:
        return min(wanted, int(protocol()[number]))

    whole = wanted == plan["deals"]
    result = Benchmark(found.name, agent, wanted, whole, reference_seconds())
    result.matches = [match([name], wanted) for name in plan["ratings"] if name != agent]
    if 3 in found.seats:
        result.three = match(THREE, few("deals_of_three"))
    result.changed = match([CHANGED], few("deals_changed"), components=plan["changed"])
    if 1 in found.seats:
        result.alone = match([], few("deals_alone"))
    if exploited:
        result.exploited = exploit(found.name, agent, exploited, first, progress)
    return result


def _plan(game: Game) -> Row:
    """What the protocol says of a game, if its rules and net are still those that were frozen."""
    plan: Row | None = protocol().get(game.name)
    if plan is None:
        known = [name for name, value in protocol().items() if isinstance(value, dict)]
        raise BadSetup(f"the benchmark knows {', '.join(known)}, not {game.name}")
    net = shipped_net(game)
    digest = hashlib.sha256(net.read_bytes()).hexdigest()[:16] if net is not None else "none"
    if (game.rules_version, digest) != (plan["rules"], plan["net"]):
        raise BadSetup(
            f"protocol {PROTOCOL} measures {game.name} with rules {plan['rules']} and net {plan['net']}, "
            f"here are rules {game.rules_version} and net {digest}: install the version that the protocol came with"
        )
    return plan


def _row(match: Match) -> Row:
    """What the agent did in a match."""
    if len(match.played) < match.games:
        raise KeyboardInterrupt
    mine = match.standings[0]
    told = mine.as_dict()
    return {
        "against": list(match.players[1:]), "games": mine.games, "wins": round(mine.wins, 4),
        "win_rate": told["win_rate"], "interval": told["interval"], "mean_score": told["mean_score"],
        "seconds": round(mine.seconds, 4), "decisions": mine.decisions, "first_deal": match.seed,
        "components": match.components,
    }  # fmt: skip


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _percent(row: Row | None) -> str:
    return f"{row['win_rate']:.1%}".replace("%", " %") if row else "–"

"""How fast a net learns: trainings from nothing, each of their nets rated as `firstfire benchmark` rates.

    python benchmarks/learning_curves.py train totem --seed 1 --minutes 5 --folder runs/curves
    python benchmarks/learning_curves.py draw runs/curves/*.json --machine "one H200, 16 cores"

`train` writes FOLDER/GAME-SEED.json: decisions, seconds and rating of every net that the training kept. `draw` writes
docs/reference/learning-curves.json and docs/pictures/learning-curves.svg; `make references` makes the table of them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.lab.benchmark import protocol, rating
from firstfire.lab.match import play_match
from firstfire.players.policy.net import fitting_file

AGAINST = ("random", "greedy", "search:200")
ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs/reference/learning-curves.json"
SIDE, INNER = 190, 150  # of a diagram, in pixels
COLOURS = ("#c0392b", "#2457a6", "#2c7a4b", "#7d3c98", "#555555")
Row = dict[str, Any]


def trained(asked: argparse.Namespace) -> Row:
    """Train a net of two players, and rate it at every stage that was kept."""
    import torch

    from firstfire.train.recipe import recipe_for
    from firstfire.train.training import Training

    folder = asked.folder / f"{asked.game}-{asked.seed}"
    recipe = recipe_for(
        asked.game,
        (2,),
        seed=asked.seed,
        minutes=asked.minutes,
        tables=asked.tables,
        cloning_minutes=asked.minutes / 10,
    )
    training = Training(recipe, folder, asked.device, threads=asked.threads)
    training.run(lambda line: print(line, file=sys.stderr, flush=True) if training.lessons % 25 == 0 else None)
    device = torch.cuda.get_device_name() if training.device.type == "cuda" else "cpu"
    nets = sorted(folder.glob(f"{asked.game}-[0-9]*.net"))[::-1][:: asked.every][::-1]
    points = [rated(asked.game, net, asked.deals, asked.jobs) for net in (*nets, folder / f"{asked.game}.net")]
    return {"game": asked.game, "seed": asked.seed, "minutes": asked.minutes, "device": device, "points": points}


def rated(game: str, net: Path, deals: int, jobs: int | None) -> Row:
    """The rating of a net, and after how many decisions and seconds of training it was made."""
    known, results = protocol()[game]["ratings"], []
    for name in AGAINST:
        match = play_match(game, [f"net:{net}", name], 2 * deals, seed=protocol()["first_deal"], jobs=jobs)
        results.append((known[name], match.standings[0].wins, match.standings[0].games))
    middle, reach = rating(results)
    told = fitting_file(find_game(game), net).figures
    return {
        "decisions": told["decisions"], "seconds": told["seconds"], "rating": round(middle), "reach": round(reach),
        "games": 2 * deals * len(AGAINST),
    }  # fmt: skip


def diagram(curves: Sequence[Row]) -> str:
    """Rating against time, game by game, a line for each seed: a drawing."""
    names = [name for name in GAMES if any(curve["game"] == name for curve in curves)]
    width, height = SIDE * len(names), INNER + 62
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">']
    parts.append(f'<rect width="{width}" height="{height}" fill="#fff"/>')
    for place, name in enumerate(names):
        ours = [curve for curve in curves if curve["game"] == name]
        parts.append(f'<g transform="translate({place * SIDE + 34} 24)" font-size="12">{_panel(name, ours)}</g>')
    told = "Elo points above greedy against minutes of training; a line for each seed"
    parts.append(f'<text x="34" y="{height - 6}" font-size="12">{told}</text>')
    return "".join(parts) + "</svg>\n"


def _panel(name: str, curves: Sequence[Row]) -> str:
    known: dict[str, int] = protocol()[name]["ratings"]
    marks = {each: known[each] for each in ("greedy", "search:200", "net")}
    points = [point for curve in curves for point in curve["points"]]
    low = min([0, *(int(point["rating"]) for point in points)]) - 40
    high = max([*marks.values(), *(int(point["rating"]) for point in points)]) + 40
    last = max(int(point["seconds"]) for point in points)

    def x(seconds: int) -> float:
        return INNER * seconds / last

    def y(rating: float) -> float:
        return INNER * (high - rating) / (high - low)

    parts = [f'<text y="-8">{find_game(name).words("en").say("game.title")}</text>']
    parts.append(f'<path d="M0 0h{INNER}v{INNER}h-{INNER}z" fill="none" stroke="#aaa"/>')
    for each, at in marks.items():
        parts.append(f'<path d="M0 {y(at):.1f}h{INNER}" stroke="#aaa" stroke-dasharray="3 3"/>')
        parts.append(f'<text x="2" y="{y(at) - 2:.1f}" font-size="9" fill="#555">{each}</text>')
    for colour, curve in zip(COLOURS, curves, strict=False):
        line = " ".join(f"{x(point['seconds']):.1f},{y(point['rating']):.1f}" for point in curve["points"])
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts.append(f'<text x="{INNER}" y="{INNER + 14}" text-anchor="end" font-size="10">{last / 60:.1f} min</text>')
    return "".join(parts)


def main() -> None:
    """Train and rate, or draw what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parts = parser.add_subparsers(required=True, dest="part")
    train = parts.add_parser("train", help="train one net and rate what it kept")
    train.add_argument("game", choices=list(GAMES))
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--minutes", type=float, default=5.0)
    train.add_argument("--tables", type=int, default=2048)
    train.add_argument("--threads", type=int, help="that play the games (default: one for each core)")
    train.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"))
    train.add_argument("--deals", type=int, default=10, help="against each opponent, from both seats")
    train.add_argument("--every", type=int, default=1, help="rate only every Nth net that was kept")
    train.add_argument("--jobs", type=int, help="processes that play the matches (default: one for each core)")
    train.add_argument("--folder", type=Path, default=Path("runs/curves"))
    draw = parts.add_parser("draw", help="write the report and the picture")
    draw.add_argument("files", nargs="+", type=Path)
    draw.add_argument("--machine", required=True)
    asked = parser.parse_args()
    if asked.part == "train":
        found = trained(asked)
        (asked.folder / f"{asked.game}-{asked.seed}.json").write_text(json.dumps(found) + "\n", encoding="utf-8")
        return
    curves = sorted(
        (json.loads(file.read_text(encoding="utf-8")) for file in asked.files), key=lambda each: each["seed"]
    )
    (minutes,) = {each["minutes"] for each in curves}
    report = {
        "machine": asked.machine, "date": f"{date.today():%-d %B %Y}",
        "command": f"python benchmarks/learning_curves.py train GAME --seed N --minutes {minutes:g}", "curves": curves,
    }  # fmt: skip
    REPORT.write_text(json.dumps(report, ensure_ascii=False) + "\n", encoding="utf-8")
    (ROOT / "docs/pictures/learning-curves.svg").write_text(diagram(curves), encoding="utf-8")


if __name__ == "__main__":
    main()

"""How many clicks a turn takes at the table in the browser, now and before.

    python benchmarks/clicks.py [--before SOURCES] [--games N]

Plays games in which each player takes what the table offers: a chain where there is one, the group that has stepped
forward, else anything but what ends or passes while something else can be done. Every decision is counted by the
client's own grammar (`web/tests/clicks.ts`, run by `vite-node`): the fewest clicks that play it. *Buttons* is the most
of them that stand there at once. The second word before what cannot be taken back is not counted. `--before`: the
`src` of another checkout, whose tables play the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import NamedTemporaryFile
from typing import Any

from firstfire.table import Table

WEB = Path(__file__).parent.parent / "web"
IDLE = {"pass", "end", "end_turn", "finish", "stop", "back", "develop"}
GAMES = ("doggerland", "honga", "neta_tanka", "prehistory")
SPRING = 2
AFTER_SPRING = range(3, 10)  # payments, dances, pillars: what a spring action leads to
Deed = dict[str, Any]


def played(name: str, seed: int, score: list[int] | None = None) -> Iterator[Deed]:
    """The decisions of one game as its player sees them; `score`: what is played, else it is chosen here."""
    table, chance = Table.new(name, players=2, seed=seed, interpreted=True, history=False), Random(seed)
    waiting: list[int] = []
    while not table.over:
        seat = table.player
        assert seat is not None
        view = table.view(seat)
        scene = view.scene()
        if score is not None:
            action = score.pop(0)
        else:
            chain = next((each for each in scene.chains if not each.again), None)
            waiting = waiting or list(chain.actions if chain else ())
            action = waiting.pop(0) if waiting else wished(table, scene.choices, chance)
        kind, _ = table.game.actions.values(action)
        yield {
            "game": name,
            "seat": seat,
            "kind": kind,
            "phase": int(view.state.phase),
            "action": action,
            "held": list(getattr(scene.prompt, "held", ())),
            "chains": [list(each.actions) for each in getattr(scene, "chains", ()) if not each.again],
            "choices": [
                {
                    "action": each.action,
                    "picks": each.picks,
                    "take": getattr(each, "take", ()),
                    "default": getattr(each, "default", False),
                }
                for each in scene.choices
            ],
        }
        table.play(action)


def wished(table: Table, choices: Any, chance: Random) -> int:
    """The group that has stepped forward, else something that goes on."""
    for choice in choices:
        if choice.default:
            return int(choice.action)
    kinds = {choice.action: table.game.actions.values(choice.action)[0] for choice in choices}
    busy = [action for action, kind in kinds.items() if kind not in IDLE]
    return int(chance.choice(busy or list(kinds)))


def turns(deeds: list[Deed]) -> Iterator[tuple[str, list[Deed]]]:
    """What is counted together: a turn of Honga, a nomad set down, an expedition, an action of spring."""
    begun: list[Deed] = []
    for deed in deeds:
        if deed["game"] == "neta_tanka":
            if deed["kind"] == "place":
                yield "Nētā-Tanka: a nomad is placed", [deed]
        elif deed["game"] == "doggerland":
            if deed["kind"] == "go":
                begun = [deed]
            elif begun and deed["kind"] in {"party", "hunt"}:
                what = "an expedition" if deed["kind"] == "party" else "a hunt"
                yield f"Doggerland: {what} sets out", [*begun, deed]
                begun = []
        elif begun and deed["seat"] == begun[0]["seat"] and goes_on(deed):
            begun.append(deed)
        else:
            if begun:
                yield turn_name(begun), begun
            begun = [deed] if deed["game"] == "honga" or deed["phase"] == SPRING else []
    if begun and deeds[0]["game"] == "honga":
        yield turn_name(begun), begun


def goes_on(deed: Deed) -> bool:
    """Whether a decision belongs to the turn that has begun."""
    return deed["kind"] != "lay" if deed["game"] == "honga" else deed["phase"] in AFTER_SPRING


def turn_name(turn: list[Deed]) -> str:
    """What the table of figures calls a turn."""
    return "Honga: a turn" if turn[0]["game"] == "honga" else "Prehistory: an action of spring"


def count(found: list[Deed]) -> dict[str, tuple[float, int]]:
    """Of each thing that is counted: clicks in the mean, most buttons at once."""
    with NamedTemporaryFile("w", suffix=".json") as told:
        json.dump(found, told)
        told.flush()
        program = [str(WEB / "node_modules/.bin/vite-node"), "tests/clicks.ts", told.name]
        answer = subprocess.run(program, cwd=WEB, stdout=subprocess.PIPE, text=True, check=True)
    for deed, (clicks, buttons) in zip(found, json.loads(answer.stdout), strict=True):
        deed["clicks"], deed["buttons"] = clicks, buttons
    by_name: dict[str, list[tuple[int, int]]] = {}
    for game in GAMES:
        for name, turn in turns([deed for deed in found if deed["game"] == game]):
            by_name.setdefault(name, []).append((clicks_of(turn), max(deed["buttons"] for deed in turn)))
    return {name: (mean(each[0] for each in all_), max(each[1] for each in all_)) for name, all_ in by_name.items()}


def clicks_of(turn: list[Deed]) -> int:
    """What follows as a chain is one click."""
    clicks, at = 0, 0
    while at < len(turn):
        actions = [deed["action"] for deed in turn[at:]]
        chain = next((each for each in turn[at]["chains"] if actions[: len(each)] == each), None)
        clicks += 1 if chain else turn[at]["clicks"]
        at += len(chain) if chain else 1
    return clicks


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--before", type=Path, help="the src folder of another checkout")
    parser.add_argument("--games", type=int, default=5, help="games of each kind")
    parser.add_argument("--replay", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.replay:  # the other sources play what they are told
        print(json.dumps([list(played(*game)) for game in json.load(sys.stdin)]))
        return 0
    games = [(name, seed) for name in GAMES for seed in range(1, asked.games + 1)]
    found = [list(played(*game)) for game in games]
    now = count([deed for deeds in found for deed in deeds])
    before = {}
    if asked.before:
        scores = [(*game, [deed["action"] for deed in deeds]) for game, deeds in zip(games, found, strict=True)]
        program = [sys.executable, __file__, "--replay"]
        environment = {**os.environ, "PYTHONPATH": str(asked.before)}
        told = subprocess.run(
            program, env=environment, input=json.dumps(scores), stdout=subprocess.PIPE, text=True, check=True
        )
        before = count([deed for deeds in json.loads(told.stdout) for deed in deeds])
    print("| what | clicks before | clicks now | buttons before | buttons now |\n| --- | --- | --- | --- | --- |")
    for name, (clicks, buttons) in now.items():
        old = before.get(name)
        print(f"| {name} | {f'{old[0]:.1f}' if old else ''} | {clicks:.1f} | {old[1] if old else ''} | {buttons} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())

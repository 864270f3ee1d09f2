"""A playtest for somebody else's page: a process of its own that says how far it is and leaves a folder.

    python -m firstfire.lab.playtest.service honga --seats 2 --players greedy --games 500 --folder FOLDER

Lines of JSON on standard output: `{"step": 1, "done": 3, "total": 10}` for each job of each step (the first steps are
the games asked for, the others test what stood out). The folder gets `en.html`, `fr.html`, `nl.html` and, last of all,
`about.json`: what was played, and the conclusions in every language. Whoever finds no `about.json` has no report.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ...errors import FirstfireError
from ...games import add_game
from ...games.folders import game_at
from ...kernel.presentation.languages import LANGUAGES
from .report import PlaytestReport
from .run import playtest
from .small_reports import told
from .speech import Count
from .study import Runner, Study

TOLD = 5  # conclusions beside the page


class Steps:
    """Says how far it is; every new count of jobs is a step."""

    def __init__(self) -> None:
        self.step = 0

    def __call__(self, done: int, total: int) -> None:
        """A job is done, or (0) a step begins."""
        self.step += done == 0
        print(json.dumps({"step": self.step, "done": done, "total": total}), flush=True)


def serve(arguments: argparse.Namespace) -> None:
    """Play, and write the folder."""
    for module in arguments.module:
        add_game(import_module(module).GAME)
    game = game_at(arguments.game)
    levels = arguments.levels.split(",")
    study = Study(game, game.standard_box, arguments.seats, runner=Runner(workers=1, progress=Steps()))
    results = playtest(study, levels, arguments.games)
    conclusions: dict[str, list[str]] = {}
    for language in LANGUAGES:
        report = PlaytestReport(results, language)
        (arguments.folder / f"{language}.html").write_text(report.html(), encoding="utf-8")
        none = report.speech.say("finding.none", tests=Count(results.tests))
        conclusions[language] = told(report.speech, results.findings[:TOLD]) or [none]
    about: dict[str, Any] = {
        "game": game.key, "players": study.seats, "levels": levels, "games": arguments.games,
        "conclusions": conclusions,
    }  # fmt: skip
    draft = arguments.folder / ".about.json"
    draft.write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
    draft.replace(arguments.folder / "about.json")


def main(argv: Sequence[str] | None = None) -> int:
    """The process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--module", action="append", default=[], help="a module with one more GAME")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--players", dest="levels", required=True, metavar="A,B,…")
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    try:
        serve(parser.parse_args(argv))
    except FirstfireError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

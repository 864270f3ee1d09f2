"""`firstfire analyse`: what luck and what the moves gave each player of a saved game, and where it turned."""

from __future__ import annotations

import argparse
import json
import sys

from ..errors import BadSetup
from ..explain import Analysis, Moment, Split
from ..kernel.presentation.complaints import complaint
from ..kernel.presentation.languages import format_percent
from ..kernel.presentation.words import Words
from ..kernel.viewer.sentences import choice_sentence
from ..table import Table
from ..view import common_words
from .keeping import find_save
from .page import TextPage


def analyse_save(arguments: argparse.Namespace) -> int:
    """Print the analysis of a finished game."""
    table = Table.load(find_save(arguments.file))
    if not table.over:
        raise complaint(BadSetup, "not_over")
    found = table.analysis(simulations=arguments.simulations, seed=arguments.seed, progress=_progress)
    if arguments.json:
        print(json.dumps(as_data(found), indent=1))
        return 0
    page = TextPage()
    for line in report(table, found, arguments.lang):
        page.say(line)
    return 0


def report(table: Table, found: Analysis, language: str) -> list[str]:
    """The analysis in lines."""
    words, names = common_words(language), table.view(-1).names(language)
    lines = [words.say("analysis.head"), words.say("analysis.rests", games=found.games)]
    lines += [_split(words, names[seat], split) for seat, split in enumerate(found.fortune.split)]
    strokes = found.fortune.strokes()
    if strokes:
        lines += ["", words.say("analysis.strokes")]
    for step in strokes:
        seat = max(range(len(step.luck)), key=lambda one: step.luck[one])
        key = "deal" if step.seat < 0 else "stroke"
        by = format_percent(step.luck[seat], language, "+.0f")
        lines.append(words.say(f"analysis.{key}", step=step.ply + 1, name=names[seat], by=by))
    points = found.turning_points()
    none = "analysis.too_few" if found.withheld else "analysis.no_turns"
    lines += ["", words.say("analysis.turns" if points else none)]
    return [*lines, *_turns(table, points, words, names, language)]


def as_data(found: Analysis) -> dict[str, object]:
    """The analysis as plain data."""
    return {
        "games": found.games,
        "withheld": found.withheld,
        "curve": [list(row) for row in found.curve],
        "split": [{**vars(split), "skill": split.skill} for split in found.fortune.split],
        "turning_points": [
            {
                "step": one.ply,
                "seat": one.seat,
                "played": one.played,
                "best": one.best,
                "loss": one.loss,
                "looks": one.looks,
            }
            for one in found.turning_points()
        ],
    }


def _split(words: Words, name: str, split: Split) -> str:
    shares = {key: format_percent(getattr(split, key), words.language) for key in ("par", "doubt", "result")}
    moved = {key: format_percent(getattr(split, key), words.language, "+.0f") for key in ("luck", "skill")}
    return words.say("analysis.split", name=name, **shares, **moved)


def _turns(table: Table, points: list[Moment], words: Words, names: list[str], language: str) -> list[str]:
    """Each turning point: what was played, and what would have been better, as its player saw the table."""
    own, lines = table.game.words(language, table.box), []
    numbers = [action.number for action in table.actions()]
    for point in points:
        position = table.origin.beginning(table.game, table.box, table.lean.engine)
        for action in numbers[: point.ply]:
            position.step(action)
        view = position.seen_by(point.seat)
        played, best = (
            choice_sentence(table.game, view, table.box, own, action.number, names)
            for action in (point.played, point.best)
        )
        told = {
            "step": point.ply + 1,
            "name": names[point.seat],
            "loss": format_percent(point.loss, language),
            "looks": point.looks,
        }
        lines.append(words.say("analysis.turn", **told, played=played, best=best))
    return lines


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)

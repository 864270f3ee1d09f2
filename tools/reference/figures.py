"""Measured figures stand once, in docs/figures; pages that show them are filled from there, and what the code knows
(the settings of the levels) from the code.

    python -m tools.reference.figures .        fills the pages of a checkout

A page marks a place: a table of its own, with machine, date and command below it, or one value in a sentence. A value
is measured by itself (`value = "…"` in docs/figures), taken from a table (`values` there), or known to the code.

    <!-- figures: one_core -->
    <!-- end -->
    It makes <!-- figure: core_range -->…<!-- end --> decisions a second.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from tools.reference.owners import PARTS, to_check
from tools.reference.speed_chart import CHART, diagram, rows_of

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.thinking import LEVELS, Efforts
from firstfire.players.settings import efforts_for
from firstfire.players.tree.nodes import NODES
from firstfire.server.rooms.session import KEPT, KEPT_LOST
from firstfire.server.settings import Limits

ROOT = Path(__file__).parents[2]
TABLE = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end -->)", re.S)
VALUE = re.compile(r"(<!-- figure: (\w+) -->).*?(<!-- end -->)", re.S)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
SOURCE = ("machine", "date", "command")  # what every table of figures says of itself


def figures(root: Path) -> dict[str, dict[str, Any]]:
    """Every table of docs/figures by its name."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted((root / "docs" / "figures").glob("*.toml")):
        found |= tomllib.loads(file.read_text(encoding="utf-8"))
    return found


def values(known: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Every single value by its name: measured by itself, taken from a table, known to the code."""
    single = {name: entry["value"] for name, entry in known.items() if "value" in entry}
    taken = {name: _taken(known[entry["table"]], entry) for name, entry in known.get("values", {}).items()}
    return single | taken | {name: write() for name, write in CODE_VALUES.items()}


def _taken(table: Mapping[str, Any], entry: Mapping[str, str]) -> str:
    """What a value says of the numbers of a column, or of one row of it."""
    column = table["columns"].index(entry["column"])
    cells = [row[column] for row in table["rows"] if row[0] == entry.get("row", row[0])]
    numbers = [number for cell in cells for number in _numbers(cell)]
    return entry["text"].format(low=min(numbers), high=max(numbers))


def _numbers(cell: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(cell)]


def filled(text: str, known: dict[str, dict[str, Any]]) -> str:
    """A page with its figures as they are known now."""
    single = values(known)
    text = TABLE.sub(lambda at: f"{at[1]}\n{_table(at[2], known)}\n{at[3]}", text)
    return VALUE.sub(lambda at: f"{at[1]}{single[at[2]]}{at[3]}", text)


def pages(root: Path) -> dict[Path, str]:
    """The pages with figures, filled."""
    known = figures(root)
    every = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    texts = {page: page.read_text(encoding="utf-8") for page in every}
    return {page: filled(text, known) for page, text in texts.items() if "<!-- figure" in text}


def markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _table(name: str, known: dict[str, dict[str, Any]]) -> str:
    if name in COMPUTED:
        return COMPUTED[name]()
    entry = known[name]
    return markdown(entry["columns"], entry["rows"]) + f"\n*{_source(entry)}*\n"


def _source(entry: Mapping[str, Any]) -> str:
    return f"{entry['machine']}, {entry['date']}: `{entry['command']}`"


@cache
def _levels() -> str:
    return _settings(LEVELS, efforts_for)


@cache
def _levels_without_net() -> str:
    """The strong levels with four and five players, where no net plays."""
    return _settings(LEVELS[3:], lambda game: [_without_net(level) for level in efforts_for(game)[3:]], seats=4)


def _without_net(level: Efforts) -> Efforts:
    return Efforts(replace(level.at(4, has_net=False), net_share=0.0))


def _settings(names: Sequence[str], efforts: Callable[[str], Sequence[Efforts]], seats: int = 2) -> str:
    games = [game for game in GAMES if seats in find_game(game).seats]
    rows = [[find_game(game).words("en").say("game.title"), *map(_effort, efforts(game))] for game in games]
    return markdown(["game", *names], rows)


def _effort(level: Efforts) -> str:
    effort = level.usual
    parts = [_always(level)] if effort.net_share == 1 else [f"{effort.simulations:,}"]
    if level.crowd and not effort.net_share:
        parts[0] += f" (with three and more {level.crowd.simulations:,})"
    if effort.error_rate:
        parts.append(f"errs {_percent(effort.error_rate)} up to {100 * effort.max_loss:.0f}")
    if effort.whim_rate:
        parts.append(f"whims {_percent(effort.whim_rate)}")
    if effort.depth is not None:
        parts.append(f"rollouts of {effort.depth}")
    if 0 < effort.net_share < 1:
        parts.append(f"net in {_percent(effort.net_share)} ({_with_net(level)})")
    return ", ".join(parts)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _always(level: Efforts) -> str:
    quest = f"{level.usual.simulations:,} while its objective is in reach, else " if level.usual.quest else ""
    return f"{quest}net ({_with_net(level)})"


def _with_net(level: Efforts) -> str:
    found = f"{level.usual.net_simulations or level.usual.simulations:,}"
    return f"{found}, with three {level.crowd.net_simulations:,}" if level.crowd else found


def _win_curve() -> str:
    """How right chances are, as benchmarks/win_curve.py wrote it down."""
    report = json.loads((ROOT / "docs/reference/win-curve.json").read_text(encoding="utf-8"))
    rows = [
        [find_game(row["game"]).words("en").say("game.title"), row["eye"], f"{row['games']:,}",
         f"{100 * row['before']:.1f}", f"{100 * row['error']:.1f}", row["made"]]
        for row in report["figures"]
    ]  # fmt: skip
    return markdown(["game", "estimator", "games", "error before", "error now", "played"], rows)


def _learning_curves() -> str:
    """What benchmarks/learning_curves.py measured: the last net of each training."""
    report = json.loads((ROOT / "docs/reference/learning-curves.json").read_text(encoding="utf-8"))
    rows = []
    for name in GAMES:
        last = [curve["points"][-1] for curve in report["curves"] if curve["game"] == name]
        decisions = sum(point["decisions"] for point in last) / len(last) / 1e6
        ratings = (f"{point['rating']} ± {point['reach']}".replace("-", "−") for point in last)
        rows.append([find_game(name).words("en").say("game.title"), f"{decisions:.0f}", *ratings])
    seeds = sorted({curve["seed"] for curve in report["curves"]})
    heads = ["game", "million decisions", *(f"seed {seed}" for seed in seeds)]
    return f"{markdown(heads, rows).rstrip()}\n\n*{report['machine']}, {report['date']}: `{report['command']}`*"


SPEED = {
    "one core": ("one_core", "million decisions/s"),
    "batch, one core": ("batch_one_core", "with choosing random actions"),
    "GPU": ("games_gpu", "million decisions/s"),
    "batch, GPU": ("batch_gpu", "million steps/s"),
}


def speeds(known: Mapping[str, Mapping[str, Any]], way: str) -> dict[str, str]:
    """What each game does in one of the ways, by number of players."""
    name, column = SPEED[way]
    place = known[name]["columns"].index(column)
    return {row[0]: row[place] for row in known[name]["rows"]}


def _speed() -> str:
    """The five games in four ways, each with its machine, date and command."""
    known = figures(ROOT)
    rows = [[*row[:2], *(speeds(known, way)[row[0]] for way in SPEED)] for row in known["one_core"]["rows"]]
    sources = "".join(f"- *{way}: {_source(known[name])}*\n" for way, (name, _) in SPEED.items())
    return f"{markdown(['game', 'players', *SPEED], rows)}\n{sources.rstrip()}"


def chart(known: Mapping[str, Mapping[str, Any]]) -> str:
    """The drawing of the page on speed."""
    return diagram(rows_of(known, {way: speeds(known, way) for way in SPEED}, _numbers))


def _also_measured(file: str) -> str:
    """The tables of a file that no page shows, each with the command that makes it."""
    known = tomllib.loads((ROOT / "docs" / "figures" / file).read_text(encoding="utf-8"))
    entries = ((name, entry) for name, entry in known.items() if "what" in entry)
    return "".join(f"- `{name}`, {entry['what']}: `{entry['command']}`\n" for name, entry in entries).rstrip()


COMPUTED: dict[str, Callable[[], str]] = {
    "speed": _speed, "also_measured": partial(_also_measured, "speed.toml"),
    "strengths_also_measured": partial(_also_measured, "strength.toml"),
    "levels": _levels, "levels_without_net": _levels_without_net, "win_curve": _win_curve,
    "learning_curves": _learning_curves,
}  # fmt: skip


def _net_sizes() -> str:
    sizes = [(game.folder / "strategy/policy.net").stat().st_size / 1e6 for game in map(find_game, GAMES)]
    return f"{min(sizes):.1f} to {max(sizes):.1f} MB"


CODE_VALUES: dict[str, Callable[[], str]] = {
    "largest_message": lambda: _size(Limits().message),
    "largest_body": lambda: _size(Limits().body),
    "largest_table": lambda: _size(Limits().table),
    "largest_save": lambda: _size(Limits().save),
    "most_unread": lambda: _size(Limits().unread),
    "kept_messages": lambda: f"{KEPT} messages or {_size(KEPT_LOST)}",
    "net_sizes": _net_sizes,
    "tree_nodes": lambda: f"{NODES - 1:,} nodes",
}  # fmt: skip


def _size(count: int) -> str:
    return f"{count // 1024} KiB" if count < 1 << 20 else f"{count >> 20} MiB"


def _to_check(game: str) -> str:
    head = ["in the file", "what it is", "ours", "deduced", "other material", "entries"]
    return markdown(head, to_check(game))


COMPUTED |= {f"to_check_{game}": partial(_to_check, game) for game in PARTS}


def main(argv: Sequence[str] | None = None) -> int:
    """Fill the pages of a checkout."""
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1 or not (Path(arguments[0]) / "docs" / "figures").is_dir():
        print("usage: python -m tools.reference.figures CHECKOUT", file=sys.stderr)
        return 2
    root = Path(arguments[0])
    for page, text in pages(root).items():
        page.write_text(text, encoding="utf-8")
    (root / "docs/pictures").mkdir(exist_ok=True)
    (root / CHART).write_text(chart(figures(root)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

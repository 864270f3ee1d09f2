"""The generated shelf: one page per game with its actions, options, endings and invariants, and one
page with the public Python names.

    python -m firstfire.lab.reference docs/reference
"""

from __future__ import annotations

import ctypes
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path

import firstfire

from ..games import GAMES
from ..games import game as find_game
from ..kernel.game import Game
from ..kernel.sentences import Names, question
from ..kernel.templates import outline

HEAD = "<!-- made by `make docs`; do not edit -->\n"


def game_page(game: Game) -> str:
    """What can be looked up about a game."""
    words = game.words("en")
    lines = [HEAD, f"# {words.say('game.title')}", "", words.say("game.pitch"), ""]
    seats = ", ".join(map(str, game.seats))
    lines += [
        f"`{game.name}` · {seats} players · {words.say('game.length')} · rules version {game.rules_version} · "
        f"{len(game.actions)} actions · {ctypes.sizeof(game.state)} bytes of state",
        "",
        "## Actions",
        "",
        "| block | notation | how many | in words |",
        "| --- | --- | --- | --- |",
    ]
    for block in game.actions.blocks:
        sentence = outline(words.entries[f"action.{block.name}"]).replace("|", "\\|")
        lines.append(f"| {block.name} | `{block.pattern}` | {block.size} | {sentence} |")
    lines += ["", "## Phases", "", "| phase | what is asked |", "| --- | --- |"]
    lines += [f"| {phase} | {question(words, f'phase.{phase}', 0, Names([''], 0))} |" for phase in game.phases]
    if game.options:
        lines += [
            "",
            "## Options",
            "",
            "| option | values (the first is the default) | rule | meaning |",
            "| --- | --- | --- | --- |",
        ]
        for option in game.options:
            values = ", ".join(f"`{value}`" for value in option.values)
            lines.append(f"| `{option.name}` | {values} | {option.rule} | {words.say(f'option.{option.name}')} |")
    lines += ["", "## Endings", ""]
    lines += [f"- `{ending}`: {words.say(f'ending.{ending}')}" for ending in game.endings]
    lines += ["", "## Invariants", ""]
    lines += [f"- {number}: {sentence}" for number, sentence in sorted(game.invariants.items())]
    return "\n".join(lines) + "\n"


def python_page() -> str:
    """The public names of the package."""
    lines = [HEAD, "# Python", "", "What `import firstfire` gives. Everything else is reached through it.", ""]
    for name in firstfire.__all__:
        value = getattr(firstfire, name)
        lines += [f"## {name}", "", _first_line(value), ""]
        if inspect.isclass(value):
            for method, member in inspect.getmembers(value):
                if not method.startswith("_") and (inspect.getdoc(member) or "") and method in vars(value):
                    lines.append(f"- `{method}{_signature(member)}`: {_first_line(member)}")
            lines.append("")
    return "\n".join(lines)


def _signature(member: object) -> str:
    if isinstance(member, property) or not callable(member):
        return ""
    parameters = inspect.signature(member).parameters.values()
    return f"({', '.join(str(p.replace(annotation=p.empty)) for p in parameters if p.name not in ('self', 'cls'))})"


def _first_line(value: object) -> str:
    return " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())


def pages() -> dict[str, str]:
    """All generated pages by file name."""
    found = {f"game-{name}.md": game_page(find_game(name)) for name in GAMES}
    found["python.md"] = python_page()
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages into a folder."""
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m firstfire.lab.reference FOLDER", file=sys.stderr)
        return 2
    for name, text in pages().items():
        (Path(arguments[0]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The generated shelf: one page per game with its actions, options, endings, invariants, records, notes and
observation, pages with the public Python names, the kernel and the players, the commands, errors and environments, the
recipe of a training, the endpoints and limits of the server.

    python -m tools.reference.pages docs/reference
"""

from __future__ import annotations

import argparse
import ast
import ctypes
import inspect
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from tools.reference.lists import environments_page, errors_page, http_page, variables_table
from tools.reference.records import declared, first_paragraph, game_records, kernel_page, observation_table

import firstfire
from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.book.tree import INVARIANTS
from firstfire.kernel.presentation.templates import outline
from firstfire.kernel.viewer.sentences import Names, question
from firstfire.server.settings import Limits, default_data
from firstfire.train.recipe import Recipe

_DATA = (str(default_data()), "~/.local/share/firstfire")
MOST_VALUES = 60  # of a parameter, so that all are listed
HEAD = "<!-- made by `make references`; do not edit -->\n"


def game_page(game: Game) -> str:
    """What can be looked up about a game."""
    words = game.words("en")
    lines = [HEAD, f"# {words.say('game.title')} for programmers", "", words.say("game.pitch"), ""]
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
    lines += [
        "",
        "What stands in braces, in the order of its numbers (`game.actions.values(number)` takes an action apart):",
        "",
    ]
    lines += ["| parameter | values |", "| --- | --- |", *_parameters(game)]
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
    lines += invariants_told(game)
    lines += game_records(game)
    lines += observation_table(game)
    return "\n".join(lines) + "\n"


def invariants_told(game: Game) -> list[str]:
    """The facts a game checks itself against, in the words of its book, which leaves them out for players."""
    book = game.book("en")
    chapter = book.chapter(INVARIANTS) if book is not None else None
    marked = [block for block in chapter.all_blocks() if block.mark] if chapter is not None else []
    return [
        "",
        "## What always holds",
        "",
        *(f"- {' '.join(each.mark.ids)}: {each.text}" for each in marked if each.mark),
    ]


def _parameters(game: Game) -> Iterator[str]:
    """A row for each parameter of actions."""
    domains = {name: domain for block in game.actions.blocks for name, domain in block.parameters.items()}
    for name, domain in domains.items():
        values = [f"`{value}`" for value in domain.values]
        yield f"| {name} | {' '.join(values if len(values) <= MOST_VALUES else [*values[:6], '…', values[-1]])} |"


def python_page() -> str:
    """The public names of the package."""
    lines = [
        HEAD,
        "# Python",
        "",
        "What `import firstfire` gives. What games and bots are built with: [kernel and players](kernel.md). What can "
        "go wrong: [errors](errors.md).",
        "",
        "| class | for | its state | legal actions |",
        "| --- | --- | --- | --- |",
        "| `Table` | a game that you run, undo, save and show | `table.state` | texts, each with its `number` |",
        "| `View` | what one seat knows: what a bot's `choose` gets | `view.state`, hidden things blanked | texts; "
        "`view.numbers` |",
        "| `Position` | search and speed: what `view.determinize` returns | `position.s` | numbers |",
        "",
    ]
    for name in firstfire.__all__:
        value = getattr(firstfire, name)
        lines += [f"## {name}", "", first_paragraph(value), ""]
        if inspect.isclass(value):
            for method, member in inspect.getmembers(value):
                told = inspect.isroutine(member) or isinstance(member, property)
                if told and not method.startswith("_") and inspect.getdoc(member) and method in vars(value):
                    lines += [f"### {name}.{method}", "", *declared(method, member), inspect.getdoc(member) or "", ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines))


def commands_page() -> str:
    """Every command with its arguments, as the parsers know them."""
    from firstfire.cli import build_parser

    parser = build_parser()
    lines = [HEAD, "# Commands", "", "Invalid arguments print a message; the exit status is 2. `serve` ends with 3"]
    lines += ["if another server has the games, and with 4 if its database is damaged.", ""]
    (commands,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    about = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    for name, command in commands.choices.items():
        told = _filled(inspect.cleandoc(command.description)) if command.description else f"{about[name]}."
        lines += [f"## firstfire {name}", "", f"{told[:1].upper()}{told[1:]}", ""]
        words = [action for action in command._actions if action.dest != "help"]
        if words:
            lines += ["| argument | meaning |", "| --- | --- |"]
            lines += [f"| {_word(action)} | {_meaning(action)} |" for action in words]
            lines.append("")
        if command.epilog:
            lines += ["```text", inspect.cleandoc(_filled(command.epilog)), "```", ""]
    return "\n".join([*lines, "## Environment variables", "", variables_table()])


def limits_page() -> str:
    """Every limit of the server, as its source names them."""
    lines = [HEAD, "# Limits of the server", "", "`firstfire serve --limit NAME=NUMBER` changes one.", ""]
    lines += ["| limit | default | of what |", "| --- | --- | --- |"]
    for name, comment in limit_comments().items():
        lines.append(f"| `{name}` | {getattr(Limits(), name):,} | {comment} |")
    return "\n".join(lines) + "\n"


def recipe_page() -> str:
    """Every field of a training's recipe, and what each game changes."""
    lines = [HEAD, "# Recipe of a training", "", "`firstfire train GAME --change NAME=NUMBER` changes a number of "]
    lines[-1] += "`firstfire.train.recipe.Recipe` ([train an opponent](../how-to/train-an-opponent.md))."
    lines += ["An iteration plays `horizon` decisions at each table, then learns from them.", ""]
    lines += ["| field | default | what it is | games that change it |", "| --- | --- | --- | --- |"]
    comments = field_comments(Recipe)
    for field in fields(Recipe):
        default = "" if field.default is MISSING else f"`{field.default!r}`"
        tuned = (f"{name} `{told[field.name]!r}`" for name, told in _tuned().items() if field.name in told)
        lines.append(f"| `{field.name}` | {default} | {comments[field.name]} | {', '.join(tuned)} |")
    return "\n".join(lines) + "\n"


def _tuned() -> dict[str, Mapping[str, object]]:
    """What the recipe of each game has of its own, by its title."""
    games = map(find_game, GAMES)
    return {game.words("en").say("game.title"): game.bots.training for game in games}


def limit_comments() -> dict[str, str]:
    """What each limit of the server limits."""
    return field_comments(Limits)


def field_comments(kind: type[Any]) -> dict[str, str]:
    """Each field of a class with the comment beside it, which may stand on any line of its definition."""
    source = inspect.getsource(kind)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
    (definition,) = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    found = {}
    for node in definition.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            at = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            found[node.target.id] = " ".join(comments[line] for line in at if line in comments)
    return found


def _filled(text: str) -> str:
    """What argparse puts in place of its marks, with the folder of anybody's data."""
    return text.replace("%(prog)s", "firstfire").replace("%%", "%").replace(*_DATA)


def _word(action: argparse.Action) -> str:
    names = list(action.option_strings) or [action.dest.upper()]
    if action.nargs == 0 or not action.option_strings:
        return ", ".join(f"`{name}`" for name in names)
    choices = "\\|".join(map(str, action.choices)) if action.choices else ""
    value = str(action.metavar or choices or action.dest.upper())
    return ", ".join(f"`{name} {value}`" for name in names)


def _meaning(action: argparse.Action) -> str:
    said = (action.help or "") % {**vars(action), "prog": "firstfire"}
    told = "default" in said or f"({action.default})" in said or action.nargs == 0
    if not told and action.default not in (None, [], "", argparse.SUPPRESS):
        said = f"{said} (default: {action.default})".strip()
    return said.replace(*_DATA).replace("|", "\\|")


def pages() -> dict[str, str]:
    """All generated pages by file name."""
    found = {f"game-{name}.md": game_page(find_game(name)) for name in GAMES}
    found["python.md"] = python_page()
    found["kernel.md"] = f"{HEAD}\n{kernel_page()}"
    found["commands.md"] = commands_page()
    found["limits.md"] = limits_page()
    found["recipe.md"] = recipe_page()
    found["errors.md"] = f"{HEAD}\n{errors_page()}"
    found["http.md"] = f"{HEAD}\n{http_page()}"
    found["environments.md"] = f"{HEAD}\n{environments_page()}"
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages into a folder."""
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tools.reference.pages FOLDER", file=sys.stderr)
        return 2
    for name, text in pages().items():
        (Path(arguments[0]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

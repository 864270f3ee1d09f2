"""`firstfire new-game NAME`: a game of your own, of the shape all games have, that can be played at once.

It is Embers (examples/embers) under another name: change it piece by piece, and let `firstfire check` look at it.
"""

from __future__ import annotations

import keyword
import re
import shutil
from pathlib import Path

import firstfire

from ..errors import BadSetup
from ..games import names

HERE = Path(firstfire.__file__).parent
TEMPLATES = (HERE / "template", HERE.parent.parent / "examples" / "embers")  # in a wheel; among the sources
MODEL, PREFIX = "embers", "EM"
LONGEST = 30

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "firstfire-{dashed}"
version = "0.1.0"
description = "{title}, a game for the Firstfire table"
requires-python = ">=3.11"
dependencies = ["firstfire"]

# This is how every command, server and saved game finds the game once this project is installed.
[project.entry-points."firstfire.games"]
{name} = "{name}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["{name}"]

[tool.pytest.ini_options]
pythonpath = ["."]
"""

README = """\
# {title}

A game for the Firstfire table. It begins as a small game about embers: change it piece by piece.

    firstfire check .            # what is wrong, in one report
    firstfire play .             # in the terminal; `match`, `rules`, `bench` and `perft` take the folder too

    pip install -e .             # once: from now on every command and the server know {name}
    firstfire play {name}
    firstfire serve              # in the browser

    {name}/components.toml  box.py      what is printed on cards, tiles and boards
    {name}/state.py  actions.py         what lies on the table, what can be chosen
    {name}/decisions.py                 which choices each phase offers, and what carries them out
    {name}/rules/                       set-up, scoring, secrets, invariants
    {name}/scene/  words/  book/        what people see and read, in every language
    {name}/strategy/                    what bots think of it
    tests/                              examples of the rules that must stay true
"""

TESTS = '''\
"""{title}: what must hold."""

from __future__ import annotations

import pytest

from firstfire import Table, add_game
from firstfire.authoring.check_game import problems_of
from {name} import GAME

add_game(GAME)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_checkers_find_nothing(seats: int) -> None:
    assert list(problems_of(GAME, seats)) == []


def test_{prefix_lower}_1_embers_are_taken_from_the_pile() -> None:
    table = Table.new(GAME.name, 2, seed=1)
    before = table.state.pile
    table.play("take 2")
    assert table.state.pile == before - 2
'''


def new_game(name: str, folder: Path | None = None) -> Path:
    """Write a new game into a new folder (default: one of its name, here); the folder."""
    _refuse_bad(name)
    home = Path(name) if folder is None else folder
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise BadSetup(f"{home} exists already: name another --folder, or remove it")
    template = next((place for place in TEMPLATES if place.is_dir()), None)
    if template is None:
        raise BadSetup("this installation has no template for new games: install Firstfire again")
    title = name.replace("_", " ").title()
    prefix = _prefix(name)
    try:
        shutil.copytree(template, home / name, ignore=shutil.ignore_patterns("__pycache__"))
        for file in sorted((home / name).rglob("*")):
            if file.is_file():
                _rename(file, name, title, prefix)
        told = {"name": name, "dashed": name.replace("_", "-"), "title": title, "prefix_lower": prefix.lower()}
        (home / "pyproject.toml").write_text(PROJECT.format(**told), encoding="utf-8")
        (home / "README.md").write_text(README.format(**told), encoding="utf-8")
        (home / "tests").mkdir()
        (home / "tests" / f"test_{name}.py").write_text(TESTS.format(**told), encoding="utf-8")
    except OSError as error:
        raise BadSetup(f"the game cannot be written to {home}: {error}") from None
    return home


def _refuse_bad(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or len(name) > LONGEST:
        raise BadSetup(
            f"a game is named like a Python module: small letters, digits, underscores, {LONGEST} at most, not {name!r}"
        )
    if name in names() or name in (MODEL, "firstfire", "tests"):
        raise BadSetup(f"the name {name!r} is taken")


def _prefix(name: str) -> str:
    """Two capitals for the ids of its rules."""
    parts = [part for part in name.split("_") if part]
    return (parts[0][0] + parts[1][0] if len(parts) > 1 else f"{name}x"[:2]).upper()


def _rename(file: Path, name: str, title: str, prefix: str) -> None:
    text = file.read_text(encoding="utf-8")
    text = text.replace(f'name="{MODEL}"', f'name="{name}"').replace(f"{PREFIX}-", f"{prefix}-")
    if file.suffix == ".py":
        text = text.replace(f'Scene("{MODEL}"', f'Scene("{name}"')
        text = re.sub(rf"\b{MODEL.title()}\b", title, text)
    if file.parent.name == "book":  # its name, in every language
        text = re.sub(r"\A# .*$", f"# {title}", text, flags=re.MULTILINE)
    if file.parent.name == "words":
        text = re.sub(r'^(\[game\]\ntitle = )".*"$', rf'\1"{title}"', text, flags=re.MULTILINE)
    file.write_text(text, encoding="utf-8")

"""The landing page of the site in each language of the app but English, whose landing page is README.md.

python -m tools.reference.welcome docs
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from firstfire.games import GAMES
from firstfire.games import game as find_game
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, ENGLISH, language_of
from firstfire.kernel.presentation.words import Words

WORDS = Path(__file__).with_name("welcome.toml")
HEAD = "<!-- made by `make references` from tools/reference/welcome.toml; do not edit -->\n"


def welcome(language: str) -> str:
    """The page in a language."""
    said = tomllib.loads(WORDS.read_text(encoding="utf-8"))[language]
    others = [f"[{language_of(each).name}]({_file(each)})" for each in COMPLETE_LANGUAGES if each != language]
    lines = [HEAD, f"# {said['title']}", "", " · ".join(others), "", f"**{said['lead']}**", ""]
    lines += [f"| {' | '.join(said['columns'])} |", "|" + " --- |" * len(said["columns"])]
    for name in GAMES:
        game = find_game(name)
        words = game.words(language)
        seats = str(game.seats[0]) if len(game.seats) == 1 else f"{game.seats[0]}–{game.seats[-1]}"
        title = f"[{words.say('game.title')}](rules/{name}.{language}.md)"
        lines.append(f"| {title} | {seats} | {words.say('game.length')} | {_briefly(words)} |")
    lines += ["", "![Doggerland](pictures/doggerland.jpg)", "", f"## {said['play']}", said["how"].rstrip()]
    lines += ["", f"## {said['rules']}", ""]
    for name in GAMES:
        title = find_game(name).words(language).say("game.title")
        book = f"[{said['book']}](rules/{name}.{language}.md)"
        lines.append(f"- {title}{said.get('colon', ':')} {book}, [{said['sheet']}](rules/{name}-summary.{language}.md)")
    lines += ["", f"## {said['ours_title']}", said["ours"].rstrip(), "", said["more"]]
    return "\n".join(lines) + "\n"


def _briefly(words: Words) -> str:
    """The first statement of what a game says about itself."""
    return re.split(r"\s?[.:] ", words.say("game.pitch"))[0]


def pages() -> dict[str, str]:
    """All pages by file name."""
    return {_file(each): welcome(each) for each in COMPLETE_LANGUAGES if each != ENGLISH}


def _file(language: str) -> str:
    return "../README.md" if language == ENGLISH else f"welcome.{language}.md"


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages into a folder."""
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: python -m tools.reference.welcome FOLDER", file=sys.stderr)
        return 2
    for name, text in pages().items():
        (Path(arguments[0]) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a language still lacks, file by file, and what is wrong with what it has.

    python -m tools.check_language de                      all of it
    python -m tools.check_language de totem                the files whose path contains "totem"
    python -m tools.check_language de totem --missing      with every missing key

Answers 1 where something is wrong; what is only missing is read in English.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firstfire.games import game as find_game
from firstfire.games import names
from firstfire.kernel.checking.books import book_problems
from firstfire.kernel.checking.word_checkers import sentences_are_whole
from firstfire.kernel.presentation.languages import ENGLISH, LANGUAGES
from firstfire.kernel.presentation.templates import placeholders, wrong_forms
from firstfire.kernel.presentation.words import missing_words, own_entries, wrong_words

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "firstfire"
CLIENTS = [ROOT / "web" / "src" / "words", ROOT / "web" / "src" / "offline" / "words"]
_CLIENT_WORD = re.compile(r'^  "?([a-z_.0-9]+)"?:\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """One file of a language."""

    path: Path
    words: int  # that English has
    missing: Sequence[str] = ()
    wrong: Sequence[str] = field(default_factory=tuple)

    def line(self) -> str:
        """The file with how much of it is there."""
        there = self.words - len(self.missing)
        return f"{100 * there // self.words:4} %  {there:4}/{self.words:<4} {self.path.relative_to(ROOT)}"


def reports(language: str) -> Iterator[Report]:
    """Every file that a language has or may have."""
    for place in (SOURCES, ROOT / "examples"):
        for page in sorted([*place.rglob("words/en.toml"), *place.rglob("tutorial/en.toml")]):
            yield _words_report(page.parent, language)
    for name in names():
        yield _book_report(name, language)
    for folder in CLIENTS:
        yield _client_report(folder, language)


def _words_report(folder: Path, language: str) -> Report:
    path, english = folder / f"{language}.toml", own_entries(folder, ENGLISH)
    if not path.is_file():
        return Report(path, len(english), list(english))
    wrong = wrong_words(folder, language)
    if folder.name == "words" and folder.parent.parent.name == "games" and not wrong:
        wrong += [each for each in sentences_are_whole(find_game(folder.parent.name)) if each.startswith(language)]
    return Report(path, len(english), missing_words(folder, language), wrong)


def _book_report(name: str, language: str) -> Report:
    game = find_game(name)
    path = game.folder / "book" / f"{language}.md"
    if not path.is_file():
        return Report(path, 1, ["the whole rulebook"])
    return Report(path, 1, (), [each for each in book_problems(game) if each.startswith(f"{language}:")])


def _client_report(folder: Path, language: str) -> Report:
    path = folder / f"{language}.ts"
    english = client_words(folder / "en.ts")
    if not path.is_file():
        return Report(path, len(english), list(english))
    own = client_words(path)
    wrong = [f"{key} is not in English" for key in own if key not in english]
    for key, text in own.items():
        if bad := wrong_forms(text, language):
            wrong.append(f"{key} has not the forms it needs for {', '.join(bad)}")
        elif key in english and placeholders(text) != placeholders(english[key]):
            wrong.append(f"{key} has other placeholders than English")
    return Report(path, len(english), [key for key in english if key not in own], wrong)


def client_words(path: Path) -> dict[str, str]:
    """The sentences of a browser's file of words."""
    words, *_ = path.read_text(encoding="utf-8").split("export const habits")
    joined = re.sub(r'(?<=:)\n\s+(?=")', " ", words)
    return dict(_CLIENT_WORD.findall(joined))


def main(argv: Sequence[str] | None = None) -> int:
    """Tell it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=LANGUAGES)
    parser.add_argument("part", nargs="?", default="", help="a part of the path: totem, server, web")
    parser.add_argument("--missing", action="store_true", help="list every missing key")
    arguments = parser.parse_args(argv)
    found = [each for each in reports(arguments.language) if arguments.part in str(each.path.relative_to(ROOT))]
    for each in found:
        print(each.line())
        print("".join(f"         {problem}\n" for problem in each.wrong), end="")
        if arguments.missing:
            print("".join(f"         lacks {key}\n" for key in each.missing), end="")
    return int(any(each.wrong for each in found))


if __name__ == "__main__":
    sys.exit(main())

"""Misspelt words in what people read, in every language that has a list of accepted words.

    python -m tools.spelling            every word that neither Hunspell's dictionary nor the list knows, and where
    python -m tools.spelling de fr      those of some languages

Names, commands and words that are right all the same stand in `tools/accepted_words`, those of one language in a file.
`tools/programs.py` installs the dictionaries.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from .check_language import CLIENTS, client_words

ACCEPTED = Path(__file__).with_name("accepted_words")
ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "src" / "firstfire", ROOT / "examples"]
LANDING = ROOT / "tools" / "reference" / "welcome.toml"
LANGUAGES = sorted(path.stem for path in ACCEPTED.glob("??.txt"))
_WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
_HOLE = re.compile(r"\{[^{}|]*\}")
_FORMS = re.compile(r"\{[\w.\[\]]+:([^{}]*)\}")
_NOT_SAID = re.compile(  # names of forms, pictures, addresses, code
    r"(?<=\|)[a-z]+=|:[a-z_]+:|\]\([^)]*\)|`[^`]*`|\\n|--[a-z]+|https?://\S+"
)
_ENTRY = re.compile(r'^[\w."-]+ = (".*")$', re.MULTILINE)


def unknown(language: str) -> dict[str, str]:
    """The words that are in no dictionary and on no list, each with a place where it stands."""
    places: dict[str, str] = {}
    for where, text in texts(language):
        for word in _WORD.findall(text):
            places.setdefault(word, where)
    lists = [path for name in ("all", language) if (path := ACCEPTED / f"{name}.txt").is_file()]
    accepted = {word for path in lists for word in path.read_text(encoding="utf-8").split()}
    doubtful = [word for word in _misspelt(sorted(places), language) if word not in accepted]
    parts = {part for word in doubtful for part in _parts(word)}
    wrong = _misspelt(sorted(parts), language) - accepted
    return {word: places[word] for word in doubtful if not set(_parts(word)).isdisjoint(wrong)}


def texts(language: str) -> Iterator[tuple[str, str]]:
    """What people read in a language, line by line, with its place."""
    for folder in FOLDERS:
        for path in sorted(folder.rglob(f"{language}.*")):
            kind, text = path.parent.name, path.read_text(encoding="utf-8")
            if kind in ("words", "tutorial", "book") and path.suffix in (".toml", ".md"):
                told = [found[1] for found in _ENTRY.finditer(text)] if path.suffix == ".toml" else text.splitlines()
                yield from ((str(path.relative_to(ROOT)), _said(line)) for line in told)
    for path in [folder / f"{language}.ts" for folder in CLIENTS if (folder / f"{language}.ts").is_file()]:
        yield from ((str(path.relative_to(ROOT)), _said(text)) for text in client_words(path).values())
    page = tomllib.loads(LANDING.read_text(encoding="utf-8")).get(language, {})
    yield from ((LANDING.name, _said(str(text))) for text in page.values())


def words_of(text: str) -> set[str]:
    """The words of a text, and those that an apostrophe joins in them."""
    found = set(_WORD.findall(text))
    return found.union(*map(_parts, found))


def _said(text: str) -> str:
    before = ""
    while text != before:  # forms hold holes
        before, text = text, _FORMS.sub(r" \1 ", _HOLE.sub(" ", text))
    return _NOT_SAID.sub(" ", text)


def _parts(word: str) -> list[str]:
    """The words that an apostrophe joins; the article that lost its vowel is none."""
    return [part for part in re.split("[’']", word) if len(part) > 1]


def _misspelt(words: Sequence[str], language: str) -> set[str]:
    command = ["hunspell", "-i", "utf-8", "-l", "-d", dictionary(language)]
    typed = "\n".join(word.replace("’", "'") for word in words)
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    found = set(done.stdout.split())
    return {word for word in words if word.replace("’", "'") in found}


@cache
def dictionary(language: str) -> str:
    """Hunspell's dictionary of a language: that of the country whose code is the same, or the first one."""
    if shutil.which("hunspell") is None:
        return ""
    listed = subprocess.run(["hunspell", "-D"], input="", capture_output=True, text=True, check=False).stderr
    found = sorted({Path(line).name for line in listed.splitlines() if Path(line).name.startswith(f"{language}_")})
    own = f"{language}_{language.upper()}"
    return own if own in found else next(iter(found), "")


def main(languages: Sequence[str]) -> int:
    """Print them."""
    wrong = 0
    for language in languages or LANGUAGES:
        if not dictionary(language):
            print(f"{language}  there is no dictionary: `python tools/programs.py` installs those of accepted_words/")
            wrong += 1
            continue
        for word, where in sorted(unknown(language).items(), key=lambda each: each[0].lower()):
            print(f"{language}  {word:24}  {where}")
            wrong += 1
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Languages are files: no code names one, the how-to lists every file, and one that is added needs nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, ENGLISH, LANGUAGES, language_of

ROOT = Path(__file__).parents[1]
SOURCES = ("src/firstfire", "web/src/words")
NAMED = re.compile(r"^(?P<code>[a-z]{2})\.(toml|md|ts)$")


def files_of(language: str) -> set[str]:
    """Every file of the tree that belongs to a language."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in SOURCES
        for path in (ROOT / folder).rglob(f"{language}.*")
        if NAMED.match(path.name) and "static" not in path.parts
    }


def test_the_how_to_lists_every_file_of_a_language() -> None:
    page = (ROOT / "docs" / "how-to" / "add-a-language.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`((?:src|web)/[\w/]+/en\.\w+)`", page))
    for language in COMPLETE_LANGUAGES:
        assert {path.replace("/en.", f"/{language}.") for path in listed} == files_of(language)


def test_every_file_of_a_language_belongs_to_one_that_is_known() -> None:
    found = {
        match["code"]
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.*")
        if (match := NAMED.match(path.name)) and "static" not in path.parts
    }
    assert found == set(LANGUAGES)


CODES = "|".join(sorted({*LANGUAGES, "de", "pl", "es", "it"} - {ENGLISH}))
CHOICE = re.compile(
    rf"""[!=]==?\s*["'](?:{CODES}|en)["']"""  # language == "fr"
    rf"""|["'](?:{CODES})["']\s*(?:[!=]==?|:(?!:))"""  # "fr" == language, {"fr": …}
    rf"""|\bin\s*[(\[{{]\s*["'](?:{CODES}|en)["']"""  # language in ("fr", …)
    rf"""|Literal\[["'](?:{CODES}|en)["']"""
    rf"""|\bcase\s+["'](?:{CODES}|en)["']"""
    rf"""|["'](?:{CODES})["'],"""  # a list of languages
)


@pytest.mark.parametrize(
    "line", ['if language == "fr":', "return l === 'nl' ? 1 : 2", 'x = {"fr": 1}', '("en", "fr", "nl")']
)
def test_a_choice_by_language_is_found(line: str) -> None:
    assert CHOICE.search(line)


def test_no_code_chooses_by_a_language() -> None:
    """What a language needs stands in its file."""
    sources = [*(ROOT / "src" / "firstfire").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.svelte")]
    sources += [path for path in (ROOT / "web" / "src").rglob("*.ts") if path.name != "server.ts"]
    sources = [path for path in sources if not NAMED.match(path.name)]
    found = [
        f"{path.relative_to(ROOT)}, line {number}: {line.strip()}"
        for path in sources
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if CHOICE.search(line)
    ]
    assert len(sources) > 500 and found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_known_of_a_language_is_whole(language: str) -> None:
    known = language_of(language)
    assert known.name and known.colon.strip() == ":" and known.decimal in ".,"
    assert [len(known.outer), len(known.inner)] == [2, 2]

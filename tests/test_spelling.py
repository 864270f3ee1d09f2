"""What people read is spelt as the dictionaries of its language spell it, or as the lists of accepted words allow."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import spelling
from tools.programs import hunspell

from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES


def needs(language: str) -> None:
    if not hunspell(language):
        pytest.skip(f"no Hunspell with a dictionary of {language}: python tools/programs.py installs it")


def test_every_complete_language_has_a_list_of_accepted_words() -> None:
    assert set(COMPLETE_LANGUAGES) <= set(spelling.LANGUAGES)


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_no_word_is_misspelt(language: str) -> None:
    needs(language)
    assert spelling.unknown(language) == {}


def test_every_accepted_word_is_in_use() -> None:
    used: dict[str, set[str]] = {}
    for language in spelling.LANGUAGES:
        used[language] = {word for _, text in spelling.texts(language) for word in spelling.words_of(text)}
    used["all"] = set().union(*used.values())
    lists = {path.stem: path.read_text(encoding="utf-8").split() for path in spelling.ACCEPTED.glob("*.txt")}
    assert {name: sorted(set(words) - used[name]) for name, words in lists.items()} == {name: [] for name in lists}


def test_a_misspelt_word_is_found_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In forms, too; what is in braces or is an address is not read, joined words are read one by one."""
    needs("en")
    words = tmp_path / "game" / "words"
    words.mkdir(parents=True)
    (words / "en.toml").write_text('[a]\nb = "{zxq:A haus|{c} housses} of Honga, a half-tyme [rule](#wrng)"\n')
    monkeypatch.setattr(spelling, "ROOT", tmp_path)
    monkeypatch.setattr(spelling, "FOLDERS", [tmp_path])
    monkeypatch.setattr(spelling, "CLIENTS", [tmp_path])
    (tmp_path / "en.ts").write_text('export const words = {\n  "a.b": "a smaal hut",\n};\n')
    found = spelling.unknown("en")
    assert set(found) == {"haus", "housses", "tyme", "smaal"}
    assert found["haus"] == "game/words/en.toml"


def test_a_language_without_a_dictionary_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert spelling.main(["xx"]) == 1 and "xx  there is no dictionary" in capsys.readouterr().out

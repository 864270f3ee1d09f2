"""Words: three languages with the same keys and placeholders."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import firstfire
from firstfire import Table
from firstfire.errors import BadWords
from firstfire.games import game as find_game
from firstfire.games import names
from firstfire.kernel.checking import word_checkers
from firstfire.kernel.game import Game
from firstfire.kernel.presentation.book.data import book_data
from firstfire.kernel.presentation.words import (
    BoxWords,
    Words,
    bound,
    common_words,
    compare_languages,
    listed,
    within_quotes,
)
from firstfire.kernel.records.domain import NUMBER, Domain
from firstfire.kernel.records.record import copy_of

ROOT = Path(__file__).parents[2]


def test_the_words_every_table_shares_are_whole() -> None:
    assert compare_languages(Path(firstfire.__file__).parent / "words") == []


def test_what_is_quoted_within_a_quotation_has_marks_of_its_own() -> None:
    """Double within single or single within double, and so in every language: no reason closes before its move ends."""
    card = {"en": "Play “Lucky hand”", "fr": "Jouer « Main »", "nl": "Speel “Hand”"}
    said = {each: common_words(each).say("reason.next", move=within_quotes(card[each], each)) for each in card}
    assert said == {
        "en": "Then: “Play ‘Lucky hand’”.",
        "fr": "Ensuite\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}Jouer “Main”\N{NO-BREAK SPACE}».",
        "nl": "Daarna: ‘Speel “Hand”’.",
    }
    assert within_quotes("Spiele „Hand“", "de") == "Spiele ‚Hand‘"


def test_signs_are_bound_to_their_words_where_they_are_read() -> None:
    """No line begins with a French `:` or ends with a `«`: neither in words nor in books; what people say is theirs."""
    assert bound("« Oui » : non ; 5 % !") == "«\xa0Oui\xa0»\xa0: non\xa0; 5\xa0%\xa0!"
    assert bound("a :shield: {a:un|deux}, 12:30") == "a :shield: {a:un|deux}, 12:30"
    common = Words.of(Path(firstfire.__file__).parent / "words", "fr")
    assert common.say("reason.next", move="Lia : oui") == "Ensuite\xa0: «\xa0Lia : oui\xa0»."
    loose = re.compile(r" [:;!?%»](?!\w)|« ")
    for page in Path(firstfire.__file__).parent.rglob("fr.toml"):
        assert not [text for text in Words.of(page.parent, "fr").entries.values() if loose.search(text)]
    for book in filter(None, (find_game(name).book("fr") for name in names())):
        assert not loose.search(json.dumps(book_data(book), ensure_ascii=False)), book.title


def test_a_game_is_told_in_the_languages_it_has_files_for(tiny: Game, tmp_path: Path) -> None:
    """English is enough; in another language of the table it is told in English; it may have one of its own."""
    folder = shutil.copytree(tiny.folder, tmp_path / "embers", ignore=shutil.ignore_patterns("de.*", "fr.*", "nl.*"))
    page = folder / "words" / "en.toml"
    (folder / "words" / "eo.toml").write_text(page.read_text().replace('title = "Embers"', 'title = "Glut"'))
    shutil.copy(folder / "book" / "en.md", folder / "book" / "eo.md")
    game = replace(tiny, folder=folder)
    assert (tiny.languages, game.languages) == (("en", "de", "fr", "nl"), ("en", "eo"))
    titles = [game.words(language).say("game.title") for language in ("en", "fr", "eo")]
    assert titles == ["Embers", "Embers", "Glut"]
    assert (
        word_checkers.words_are_whole(game)
        == word_checkers.sentences_are_whole(game)
        == word_checkers.book_is_sound(game)
        == []
    )
    assert listed(game.words("eo"), ("a", "b")) == "a and b"
    with pytest.raises(BadWords, match="'xx'; there are: en, eo"):
        game.words("xx")


def test_a_missing_or_different_word_is_found(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "one {x}"\nb = "two"\n')
    (tmp_path / "fr.toml").write_text('a = "un {y}"\nb = "deux"\n')
    (tmp_path / "nl.toml").write_text('a = "een {x}"\nc = " "\n')
    assert compare_languages(tmp_path) == [
        "fr: a has other placeholders than English",
        "nl lacks b",
        "nl: c is not in English",
    ]


def test_values_and_hidden_values(tiny: Game) -> None:
    words = tiny.words("fr")
    charm = Domain("charm", ("ash", "spark", "flame", "blaze"))
    assert words.value(charm, 2) == "flamme"
    assert words.value(charm, -1) == "il reste secret"
    assert words.value(NUMBER, 12) == "12"


def owners_sheet(tiny: Game, folder: Path) -> Path:
    """A box of Embers with two embers at most, and a flame worth 7."""
    text = (tiny.folder / "components.toml").read_text(encoding="utf-8")
    sheet = folder / "own.toml"
    sheet.write_text(text.replace("most = 3", "most = 2").replace("worth = 2", "worth = 7"), encoding="utf-8")
    return sheet


def test_numbers_in_sentences_are_those_of_the_box(tiny: Game, tmp_path: Path) -> None:
    own = tiny.box_from(owners_sheet(tiny, tmp_path))
    assert "1 to 3 embers" in tiny.words("en").say("game.pitch")
    assert "1 to 2 embers" in tiny.words("en", own).say("game.pitch")
    assert tiny.words("nl", own).say("zone.hand", seat="Ada") == "Kooltjes van Ada"
    assert tiny.words("en", own) is tiny.words("en", copy_of(own))


def test_values_are_named_after_the_box(tiny: Game, tmp_path: Path) -> None:
    """In log, scene and terminal alike: whoever has the table's words has the table's names."""
    charm = tiny.notes.kinds[1].arguments()["c"]
    own = tiny.box_from(owners_sheet(tiny, tmp_path))
    assert [tiny.words("fr").value(charm, 2), tiny.words("fr", own).value(charm, 2)] == ["flamme (+2)", "flamme (+7)"]
    assert tiny.words("fr", own).value(charm, -1) == "il reste secret"
    logs = []
    for components in (None, owners_sheet(tiny, tmp_path)):
        table = Table.new(tiny, 4, 1, components=components, interpreted=True)
        logs.append(" ".join(table.log("en")))
    assert "flame (+2)" in logs[0] and "flame (+7)" in logs[1]


def test_a_word_may_stand_for_another_entry(tiny: Game) -> None:
    plain = Words("en", {"tip.pile": "at most {box.most}, {seat}", "rules.pile": "Pile: {see.tip.pile}."})
    words = BoxWords(plain, tiny.standard_box, None)
    assert words.say("rules.pile", seat="Ada") == "Pile: at most 3, Ada."
    for lost in ("{see.tip.fire}", "{see.rules.other}"):
        with pytest.raises(BadWords, match=r"rules\.pile"):
            BoxWords(Words("en", {"rules.pile": lost, "rules.other": "{see.tip.pile}"}), tiny.standard_box, None)


def test_a_word_that_names_what_no_box_has_is_found(tiny: Game) -> None:
    for text in ("{box.fire}", "{box.worth[9]}", "{box.worth[x]}"):
        with pytest.raises(BadWords, match="tip: "):
            BoxWords(Words("en", {"tip": text}), tiny.standard_box, None)


def test_unknown_words_and_languages_are_refused(tiny: Game) -> None:
    with pytest.raises(BadWords, match="no such language"):
        tiny.words("xx")
    with pytest.raises(BadWords, match=r"action\.fly"):
        tiny.words("en").say("action.fly")


def test_what_a_language_lacks_bends_as_english_does(tiny: Game, tmp_path: Path) -> None:
    """French has the form for one at 0; an English sentence in a French text has not."""
    cards = 'cards = "{n} {n:card|cards}"\nleft = "{box.most} {n:ember|embers}"\nberry = "berry|berries"\n'
    (tmp_path / "en.toml").write_text(cards + 'logs = "{n} {n:log|logs}"\n')
    (tmp_path / "fr.toml").write_text('logs = "{n} {n:rondin|rondins}"\n')
    plain = Words.of(tmp_path, "fr")
    for words in (plain, BoxWords(plain, tiny.standard_box, None)):
        assert [words.say(key, n=0) for key in ("cards", "logs")] == ["0 cards", "0 rondin"]
        assert words.say("left", n=0, box=tiny.standard_box) == "3 embers"
        assert format(words.say("berry"), "0") == "berries"


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text("= broken")
    with pytest.raises(BadWords, match=r"cannot read en\.toml"):
        Words.of(tmp_path, "en")


@pytest.mark.parametrize(("language", "both", "one"), [("en", "and", "or"), ("fr", "et", "ou"), ("nl", "en", "of")])
def test_several_things_are_listed_as_one_says_them(language: str, both: str, one: str) -> None:
    words = Words(language, {})
    assert [listed(words, things) for things in ([], ["a"], ["a", "b"])] == ["", "a", f"a {both} b"]
    assert listed(words, ["a", "b", "c"], "or") == f"a, b {one} c"


FRENCH = sorted(
    path
    for folder in ("src", "examples", "docs", "web/src")
    for path in (ROOT / folder).rglob("*fr.*")
    if path.suffix in (".toml", ".md", ".ts") and "static" not in path.parts
)


@pytest.mark.parametrize("path", FRENCH, ids=lambda path: str(path.relative_to(ROOT)))
def test_french_has_typographic_apostrophes(path: Path) -> None:
    """As printed books have them: l’eau, d’abord."""
    found = re.findall(r"\S*[^\W\d_]'\w\S*", path.read_text(encoding="utf-8"))
    assert found == []

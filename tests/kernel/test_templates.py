"""Templates: nouns bend to numbers, sentences know whom they address."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.errors import BadWords
from firstfire.kernel.game import Game
from firstfire.kernel.presentation import languages
from firstfire.kernel.presentation.templates import (
    Noun,
    PlayerName,
    filled,
    outline,
    partly_filled,
    placeholders,
    wrong_forms,
)
from firstfire.kernel.presentation.words import BoxWords, Words, compare_languages
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.viewer.sentences import Names, note_sentence


@pytest.mark.parametrize(
    ("language", "forms", "said"),
    [
        ("en", "card|cards", ["0 cards", "1 card", "2 cards"]),
        ("fr", "carte|cartes", ["0 carte", "1 carte", "2 cartes"]),
        ("nl", "kaart|kaarten", ["0 kaarten", "1 kaart", "2 kaarten"]),
        ("nl", "one=kaart|other=kaarten", ["0 kaarten", "1 kaart", "2 kaarten"]),
    ],
)
def test_a_number_bends_its_noun_as_the_language_does(language: str, forms: str, said: list[str]) -> None:
    words = Words(language, {"hand": f"{{n}} {{n:{forms}}}"})
    assert [words.say("hand", n=n) for n in range(3)] == said


def test_the_reader_is_addressed_and_everybody_else_reads_the_name() -> None:
    words = Words("en", {"drew": "{seat:You draw|{seat} draws} {n:a card|{n} cards} from {a:you|{a}}"})
    ada, bo = PlayerName("Ada"), PlayerName("Bo|{x}")
    assert words.say("drew", seat=PlayerName("Ada", you=True), n=1, a=bo) == "You draw a card from Bo|{x}"
    assert words.say("drew", seat=bo, n=2, a=PlayerName("Ada", you=True)) == "Bo|{x} draws 2 cards from you"
    assert words.say("drew", seat=ada, n=0, a=bo) == "Ada draws 0 cards from Bo|{x}"


def test_other_format_specs_are_pythons_own() -> None:
    words = Words("en", {"win": "{win:.0%} {n:card|cards} {x!r:>5}"})
    assert words.say("win", win=0.5, n=1, x="a") == "50% card   'a'"


def test_numbers_of_the_box_bend_nouns_too(tiny: Game) -> None:
    """Whatever else stands in the forms waits for its own filling."""
    plain = Words("en", {"a": "{box.most:one ember|{seat:you take|{seat} takes} {box.most} {{embers}}} {n:x|y}"})
    words = BoxWords(plain, tiny.standard_box, None)
    assert words.say("a", seat=PlayerName("Ada"), n=2) == "Ada takes 3 {embers} y"


def test_only_what_has_forms_chooses_and_those_beyond_two_need_labels() -> None:
    words = Words("en", {"card": "{card:one|two}", "three": "{n:a|b|c}", "few": "{n:few=a|many=b}"})
    with pytest.raises(BadWords, match="only a number, a player or a word with a gender"):
        words.say("card", card="Eye 4")
    with pytest.raises(BadWords, match="need labels"):
        words.say("three", n=2)
    with pytest.raises(BadWords, match="no form fits"):
        words.say("few", n=2)


POLISH = 'name = "Polski"\n[plural]\none = "i = 1 and v = 0"\n' + (
    'few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"\n'
    'many = "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14"\n'
)


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language with three plural forms."""
    shutil.copy(languages.FOLDER / "en.toml", tmp_path)
    (tmp_path / "xp.toml").write_text(POLISH)
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    monkeypatch.setattr(languages, "LANGUAGES", ("en", "xp"))
    yield
    languages.language_of.cache_clear()
    languages.plural_category.cache_clear()


@pytest.mark.usefixtures("polish")
def test_a_number_chooses_among_the_plural_categories_of_its_language() -> None:
    words = Words("xp", {"hand": "{n:one=karta|few=karty|many=kart}", "two": "{n:tak|nie}"})
    assert [words.say("hand", n=n) for n in (0, 1, 2, 5, 12, 22, 101, -3)] == (
        ["kart", "karta", "karty", "kart", "kart", "karty", "kart", "karty"]
    )
    assert [words.say("two", n=n) for n in (1, 2, 5)] == ["tak", "nie", "nie"]
    noun = Noun("karta|few=karty|many=kart|acc=kartę", "xp")
    assert [f"{noun:{n}}" for n in (1, 3, 7)] == ["karta", "karty", "kart"]


@pytest.mark.usefixtures("polish")
def test_forms_have_to_cover_the_categories_of_the_language() -> None:
    assert wrong_forms("{n:one=karta|few=karty|many=kart} {n:karta|kart}", "xp") == []
    assert wrong_forms("{n:one=karta|few=karty}", "xp") == ["n"]
    assert wrong_forms("{n:one=card|few=cards|other=cards}", "en") == ["n"], "English has no few"
    assert wrong_forms("{c:m=den|f=die}", "en") == ["c"] and wrong_forms("{c:m=den|f=die|other=das}", "en") == []
    assert wrong_forms("wald|few=wälder", "en") and not wrong_forms("Wald|Wälder|dat=Walde|is=m", "en")


def test_a_word_has_forms_by_name_and_a_gender() -> None:
    words = Words("de", {"into": "{c:m=in den|f=in die|other=zu} {c:acc}", "from": "aus {c:m=dem|f=der|other=}{c:dat}"})
    forest, plain = Noun("Wald|Wälder|dat= Walde|is=m", "de"), Noun("Ebene|Ebenen|is=f", "de")
    assert [words.say("into", c=place) for place in (forest, plain, "Hof")] == ["in den Wald", "in die Ebene", "zu Hof"]
    assert words.say("from", c=forest) == "aus dem Walde"
    entries = {"value.place.wald": "Wald|is=m", "tip": "Im {see.value.place.wald}"}
    said = Words("de", words.entries | entries)
    assert said.say("into", c=said.say("value.place.wald")) == "in den Wald" == f"in den {said.say('value.place.wald')}"
    assert BoxWords(said, None, None).say("tip") == "Im Wald"
    assert Words("de", {"of": "des {c:dat}"}).say("of", c="Hof") == "des Hof"
    assert partly_filled("{c:dat} {x:dat}", "de", {"c": forest}) == " Walde {x:dat}"
    assert deepcopy(forest).forms == forest.forms
    with pytest.raises(BadWords, match="has no label"):
        Noun("acc=den Wald|dat=dem Wald", "de")


def test_a_rule_that_is_not_cldrs_is_refused() -> None:
    assert languages.fits("n % 10 = 3..4,9 or n != 0..100", 29) and not languages.fits("n = 1 and v = 1", 1)
    with pytest.raises(BadWords, match="no plural rule"):
        languages.fits("n is 1", 1)


def test_placeholders_are_found_inside_forms() -> None:
    assert placeholders("{seat:You give {a}|{seat} gives {a} {a:fur|furs} to {b}} {{c}}") == {"seat", "a", "b"}


def test_words_with_other_than_two_different_forms_are_found(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('a = "{n} {n:card|cards}"\nb = "{n:one|two|three}"\n')
    (tmp_path / "fr.toml").write_text('a = "{n} {n:carte|cartes}"\nb = "{n:un|deux}"\n')
    (tmp_path / "nl.toml").write_text('a = "{n} {n:kaart|kaart}"\nb = "{n:een|twee}"\n')
    assert compare_languages(tmp_path) == [
        "en: b has not the forms it needs for one|two|three",
        "nl: a has not the forms it needs for n",
    ]


def test_one_note_reads_differently_for_its_player_another_and_a_spectator(tiny: Game) -> None:
    table = Table.new(tiny, 2, 1, names=["Ada", "Bo"], interpreted=True).play("take 1")
    note = table.notes()[1][0]
    said = [note_sentence(tiny, tiny.words("en"), note, Names(["Ada", "Bo"], reader)) for reader in (0, 1, -1)]
    assert said == ["You take 1 ember, 20 left", "Ada takes 1 ember, 20 left", "Ada takes 1 ember, 20 left"]
    assert [table.view(seat).log()[-1][0] for seat in (0, 1, -1)] == said


def test_a_question_addresses_the_player_to_act_only(tiny: Game) -> None:
    table = Table.new(tiny, 2, 1, names=["Ada", "Bo"], interpreted=True)
    asked = [table.view(seat).scene("fr").prompt.sentence for seat in (0, 1, -1)]
    assert asked == ["prenez des braises", "Ada prend des braises", "Ada prend des braises"]
    shared = table.view(0)
    shared.reader = -1  # two people at one screen
    assert shared.scene("fr").prompt.sentence == "Ada prend des braises"


def test_an_outline_keeps_the_holes_and_one_form_of_each_pair() -> None:
    assert outline("{seat:You take|{seat} takes} {n} {n:card|cards} from {x:>3}") == "{seat} takes {n} cards from {x}"


@pytest.mark.parametrize(
    ("language", "forms", "said"),
    [
        ("en", "berry|berries", ["0 berries", "1 berry", "2 berries"]),
        ("fr", "baie|baies", ["0 baie", "1 baie", "2 baies"]),
    ],
)
def test_a_noun_bends_to_a_number_of_its_sentence(language: str, forms: str, said: list[str]) -> None:
    noun = Noun(forms, language)
    assert noun == forms.split("|")[0] == f"{noun}"
    assert f"{deepcopy(noun):2}" == f"{noun:2}", "scenes are copied"
    template = "{count} {good:{count}}"
    assert [filled(template, language, {"count": n, "good": noun}) for n in range(3)] == said


def test_a_value_with_two_forms_is_a_noun() -> None:
    words = Words("en", {"value.good.berry": "berry|berries", "value.good.fish": "fish"})
    good = Domain("good", ("berry", "fish"))
    assert [type(words.value(good, index)).__name__ for index in range(2)] == ["Noun", "str"]
    assert f"{words.value(good, 0):5}" == "berries"

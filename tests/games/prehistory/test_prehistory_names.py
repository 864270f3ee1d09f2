"""Names and numbers in sentences and pictures come from the box on the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firstfire import Table
from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.actions import (
    CAMP,
    CARD,
    CUBES,
    DEVELOPMENT,
    FISH_TILE,
    HUNT,
    MIX,
    MOVEMENT,
    OUTLOOK,
    PALETTE,
    PATTERN,
    PRICE_TILE,
    TILE,
)
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.records.domain import Domain

BOX = GAME.standard_box
STANDARD = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def altered(*changes: tuple[str, str, str]) -> str:
    """The standard components with fields changed: (the id of an entry, the old line, the new line)."""
    text = STANDARD
    for start, old, new in changes:
        at = text.index(start)
        place = text.index(old, at)
        assert place - at < 400, f"{old!r} does not belong to {start}"
        text = text[:place] + new + text[place + len(old) :]
    return text


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A box in which much is printed otherwise."""
    path = tmp_path / "components.toml"
    path.write_text(
        altered(
            ('id = "FT01"', "value = 1", "value = 3"),
            ('id = "HC01"', "points = 1", "points = 4"),
            ('id = "GT03"', "development = 0", "development = 2"),
            ('id = "CE19"', 'rule = "camps"', 'rule = "fish_track_spaces"'),
            ('id = "C5"', "points = 3", "points = 9"),
            ("[development]", "marker = 3", "marker = 5"),
            ("[megalith]", "b_points = 1", "b_points = 3"),
        ),
        encoding="utf-8",
    )
    return path


NAMES: list[tuple[Domain, str, str, str]] = [
    (FISH_TILE, "FT01", "a salmon of value 1", "a salmon of value 3"),
    (HUNT, "HC01", "a sabre-tooth of value 2 (1 VP)", "a sabre-tooth of value 2 (4 VP)"),
    (HUNT, "HC18", "a woolly rhino footprint of value 2 (gives 1 brown action marker)", ""),
    (HUNT, "HC30", "a mammoth footprint of value 3 (gives 1 yellow action marker and 1 development point)", ""),
    (TILE, "GT03", "honey", "honey with 2 development points"),
    (TILE, "GT06", "an egg with 1 development point", ""),
    (CARD, "CE19", "“1 VP per camp” of value 2", "“1 VP per fishing space” of value 2"),
    (CARD, "CE13", "“1 VP per 3 fishing spaces” of value 2", ""),
    (CARD, "CE04", "“5 VP: honey + mushroom + nut” of value 3", ""),
    (CARD, "CE11", "“2 VP per megalith B or C” of value 3", ""),
    (CARD, "CE26", "“4 VP: 1-1, 2-1, 3-1” of value 2", ""),
    (DEVELOPMENT, "0", "no development points", ""),
    (DEVELOPMENT, "1", "1 development point", ""),
    (MOVEMENT, "2", "2 movement points", ""),
    (PATTERN, "odd", "1, 3 and 5", ""),
    (PRICE_TILE, "PT04", "blue 3, brown 2, yellow 1, white 1, red 1, grey 2", ""),
    (CUBES, "2 grey resource", "2 grey resources", ""),
    (CUBES, "1 blue marker", "1 blue action marker", ""),
    (MIX, "001011", "1 grey, 1 red and 1 blue resource", ""),
    (PALETTE, "001011", "grey, red or blue", ""),
    (OUTLOOK, "WT1 0", "3 grey, 2 yellow, 1 blue and 2 brown resources", ""),
]


@pytest.mark.parametrize(("domain", "value", "standard", "other"), NAMES)
def test_values_are_named_after_the_box(domain: Domain, value: str, standard: str, other: str, strange: Path) -> None:
    """2.4, 2.9 to 2.14: what is printed is what is said."""
    index = domain.values.index(value)
    assert GAME.words("en").value(domain, index) == standard
    assert GAME.words("en", GAME.box_from(strange)).value(domain, index) == (other or standard)


def printed(domain: Domain, index: int) -> object:
    """What tells one card or tile from another."""
    if domain is TILE:
        return BOX.tile_kind[index], BOX.tile_development[index]
    if domain is FISH_TILE:
        return BOX.fish_type[index], BOX.fish_value[index]
    if domain is HUNT:
        rewards = *BOX.hunt_resources[index], *BOX.hunt_markers[index], BOX.hunt_development[index]
        return BOX.hunt_species[index], BOX.hunt_value[index], BOX.hunt_points[index], rewards
    return index


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_what_is_printed_alike_is_called_alike_and_nothing_else(language: str) -> None:
    """Two cards or tiles share a name exactly when nothing on them differs, in any language."""
    words = GAME.words(language)
    for domain in (TILE, FISH_TILE, HUNT, CARD, CAMP, PRICE_TILE, CUBES, MIX, OUTLOOK):
        names = {words.value(domain, index) for index in range(len(domain.values))}
        assert len(names) == len({printed(domain, index) for index in range(len(domain.values))})


CODES = re.compile(r"\b(?:PH-[A-Z0-9]+|(?:GT|FT|HC|CE|PT|WT|MT|PS)\d+|R\d+)\b")


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_no_code_stands_in_a_sentence(language: str) -> None:
    """Rules and components are named in words; their numbers are for the notation and the papers."""
    words = GAME.words(language)
    for key, text in words.entries.items():
        assert not CODES.search(text), key
    domains = {domain for block in GAME.actions.blocks for domain in block.parameters.values()}
    domains |= {domain for kind in GAME.notes.kinds for domain in kind.arguments().values()}
    for domain in domains:
        assert not any(CODES.search(words.value(domain, index)) for index in range(len(domain.values)))


FRENCH = ("2 ressources grises", "1 marqueur d’action bleu", "1 ressource grise, 1 rouge et 1 bleue")
DUTCH = ("2 grijze grondstoffen", "1 blauwe actiemarker", "1 grijze, 1 rode en 1 blauwe grondstof")


@pytest.mark.parametrize(("language", "said"), [("fr", FRENCH), ("nl", DUTCH)])
def test_colours_agree_with_their_nouns(language: str, said: tuple[str, ...]) -> None:
    """French says the noun first and bends every colour; Dutch says it last."""
    words = GAME.words(language)
    values = ((CUBES, "2 grey resource"), (CUBES, "1 blue marker"), (MIX, "001011"))
    assert tuple(words.value(domain, domain.index(value)) for domain, value in values) == said


def test_a_table_speaks_of_its_own_box(strange: Path) -> None:
    """Sentences, tips and pieces of a table with an owner's box."""
    table = Table.new(GAME, players=2, seed=3, components=strange, interpreted=True)
    scene = table.view(0).scene()
    camp = next(piece for piece in scene.pieces if piece.id == "camp0-C5")
    assert camp.badges == ["3 members, 1 settler", "9 VP, 2 development"] and "9 VP" in camp.tip
    tips = {piece.tip for piece in scene.pieces}
    assert any("3 VP for each of these seven hexagons" in tip for tip in tips)
    words = GAME.words("en", table.box)
    assert words.say("action.want_marker") == "Buy an action marker (costs 5 development points)"
    assert GAME.words("en").say("action.want_marker") == "Buy an action marker (costs 3 development points)"

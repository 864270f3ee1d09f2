"""Names and numbers in sentences and pictures come from the box on the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from firstfire import Table
from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.actions import (
    CAMP,
    CARD,
    DEVELOPMENT,
    FISH_TILE,
    HUNT,
    MOVEMENT,
    PATTERN,
    PRICE_TILE,
    TILE,
)
from firstfire.kernel.domain import Domain

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
    (FISH_TILE, "FT01", "salmon of value 1 (FT01)", "salmon of value 3 (FT01)"),
    (HUNT, "HC01", "sabre-tooth of value 2, 1 VP (HC01)", "sabre-tooth of value 2, 4 VP (HC01)"),
    (HUNT, "HC18", "woolly rhino footprint of value 2, ☀ brown (HC18)", ""),
    (TILE, "GT03", "honey (GT03)", "honey with 2 development (GT03)"),
    (TILE, "GT06", "egg with 1 development (GT06)", ""),
    (CARD, "CE19", "“1 VP per camp” of value 2 (CE19)", "“1 VP per 1 fishing spaces” of value 2 (CE19)"),
    (CARD, "CE04", "“5 VP: honey + mushroom + nut” of value 3 (CE04)", ""),
    (CARD, "CE11", "“2 VP per megalith B, C” of value 3 (CE11)", ""),
    (CARD, "CE26", "“4 VP: 1-1, 2-1, 3-1” of value 2 (CE26)", ""),
    (CAMP, "C5", "C5 (members: 3, settlers: 1, 3 VP)", "C5 (members: 3, settlers: 1, 9 VP)"),
    (DEVELOPMENT, "0", "no development points", ""),
    (DEVELOPMENT, "1", "1 development point", ""),
    (MOVEMENT, "2", "2 movement points", ""),
    (PATTERN, "odd", "on 1, 3 and 5", ""),
    (PRICE_TILE, "PT04", "PT04 (blue 3, brown 2, yellow 1, white 1, red 1, grey 2)", ""),
]


@pytest.mark.parametrize(("domain", "value", "standard", "other"), NAMES)
def test_values_are_named_after_the_box(domain: Domain, value: str, standard: str, other: str, strange: Path) -> None:
    """2.4, 2.9 to 2.14: what is printed is what is said."""
    index = domain.values.index(value)
    assert GAME.words("en").value(domain, index) == standard
    assert GAME.words("en", GAME.box_from(strange)).value(domain, index) == (other or standard)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_every_value_has_a_name_of_its_own(language: str) -> None:
    """No two cards, tiles or camps are called alike, in any language."""
    words = GAME.words(language)
    for domain in (TILE, FISH_TILE, HUNT, CARD, CAMP, PRICE_TILE):
        assert len({words.value(domain, index) for index in range(len(domain.values))}) == len(domain.values)


def test_a_table_speaks_of_its_own_box(strange: Path) -> None:
    """Sentences, tips and pieces of a table with an owner's box."""
    table = Table.new(GAME, players=2, seed=3, components=strange, interpreted=True)
    scene = table.view(0).scene()
    camp = next(piece for piece in scene.pieces if piece.id == "camp0-C5")
    assert camp.badges == ["3 (1)", "9+2"] and "9 VP" in camp.tip
    tips = {piece.tip for piece in scene.pieces}
    assert any("3 VP for each of these seven hexagons" in tip for tip in tips)
    words = GAME.words("en", table.box)
    assert words.say("action.want_marker") == "Buy an action marker (costs 5)"
    assert GAME.words("en").say("action.want_marker") == "Buy an action marker (costs 3)"

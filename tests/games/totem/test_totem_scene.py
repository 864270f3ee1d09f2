"""The table as a seat sees it, and the clicks that lead to each action."""

from __future__ import annotations

from typing import Any

import pytest

from firstfire.games.totem import GAME
from firstfire.games.totem.actions import ACTIONS, CARD
from firstfire.games.totem.scene.picks import picks
from firstfire.games.totem.scene.scene import scene
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.scene import Scene

from ..playing import at, seen
from .reading import BOX, ENGINE, play

MIDDLE = """phase=action turn=1 deck=[N12c P1 E1]
sides=[{hand=[S3 N10b] zone=[(H4) N13b - P8~]}
       {hand=[S7 S8 E2] zone=[(P9) (H5) - E9~]}]"""


def drawn(s: Any, seat: int, language: str = "en") -> Scene:
    return scene(seen(s, seat), GAME, BOX, seat, GAME.words(language), ["Ada", "Bo"])


def test_each_player_sits_at_the_bottom_of_the_own_table() -> None:
    """4.5: the own zone and hand below, the rival's above."""
    for seat in (0, 1):
        zones = {zone.id: zone.box for zone in drawn(at("totem", MIDDLE), seat).zones}
        assert zones[f"hand{seat}"].y > zones[f"zone{seat}"].y > zones[f"zone{1 - seat}"].y > zones[f"hand{1 - seat}"].y


def test_hidden_cards_have_ids_of_places_and_backs() -> None:
    """10.5: no card identifier on a face-down card."""
    pieces = {piece.id: piece for piece in drawn(at("totem", MIDDLE), 0).pieces}
    assert {"zone1-0", "zone1-1", "card-E9", "hand1-0", "hand1-1", "hand1-2", "card-S3", "card-H4"} <= set(pieces)
    assert pieces["zone1-0"].look == "back"
    assert not any(f"card-{name}" in pieces for name in ("P9", "H5", "S7", "S8", "E1"))


def test_spent_totems_lie_sideways_and_own_hidden_ones_are_readable() -> None:
    """TT-P0e, TT-H2."""
    pieces = {piece.id: piece for piece in drawn(at("totem", MIDDLE), 0).pieces}
    assert (pieces["card-E9"].turned, pieces["card-N13b"].turned) == (1, 0)
    assert (pieces["card-H4"].look, pieces["card-H4"].face_up) == ("shield-4", False)


def test_colour_is_never_the_only_sign() -> None:
    """TT-C7, TT-C8, R3: every look of a card has a name of its own, and its level and picture tell it apart too."""
    faces = [look for look in drawn(at("totem", MIDDLE), 0).looks if look.id != "back"]
    assert len({(look.letter, look.front) for look in faces}) == len({look.alt for look in faces}) == len(faces)
    assert len({look.colour for look in faces}) == 5


def test_a_spectator_sees_no_hidden_card() -> None:
    """TT-H1 to TT-H3."""
    named = {piece.id for piece in drawn(at("totem", MIDDLE), -1).pieces if piece.zone != "discard"}
    assert {name for name in named if name.startswith("card-")} == {"card-N13b", "card-P8", "card-E9"}


def test_counts_and_the_place_in_the_turn() -> None:
    """4.5, TT-H6: counters and the step of the turn."""
    s = at("totem", MIDDLE)
    made = drawn(s, 0)
    assert {(c.id, c.value) for c in made.counters} == {
        ("totems0", 3), ("cards0", 2), ("totems1", 3), ("cards1", 3),
    }  # fmt: skip
    assert made.prompt.step == "Turn 1 · attacks 0 of 2"
    last = at("totem", MIDDLE.replace("deck=[N12c P1 E1]", "deck=[] last=0"))
    assert drawn(last, 0).prompt.step == "Last turn · attacks 0 of 2"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("attack S3 -> 1", ("card-S3", "zone1-0")),
        ("attack S3+N10b -> 4", ("card-S3", "card-N10b", "card-E9")),
        ("defend S3", ("card-S3", "zone0")),
        ("swap S3 <-> 1", ("card-S3", "card-H4")),
        ("discard S3", ("card-S3", "discard")),
    ],
)
def test_clicks(action: str, expected: tuple[str, ...]) -> None:
    assert picks(seen(at("totem", MIDDLE), 0), BOX, ACTIONS.number(action)) == expected


def test_clicks_after_a_win() -> None:
    s = at("totem", MIDDLE.replace("hand=[S3 N10b]", "hand=[N13a]"))
    play(s, "attack N13a -> 1")
    view = seen(s, 0)
    assert picks(view, BOX, ACTIONS.number("pass")) == ()
    assert picks(view, BOX, ACTIONS.number("draw-pass")) == ("deck",)
    assert picks(view, BOX, ACTIONS.number("eye 2")) == ("zone1-1",)
    assert picks(view, BOX, ACTIONS.number("sum yes")) == ("deck",)
    assert picks(view, BOX, ACTIONS.number("trim S3")) == ("card-S3",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_have_the_same_names_in_scenes_and_sentences(language: str) -> None:
    """2.3: power and level, never the letter of a copy."""
    words = GAME.words(language)
    looks = {look.id: look.alt for look in drawn(at("totem", MIDDLE), 0, language).looks}
    for card in range(len(CARD)):
        key = f"{('none', 'sword', 'shield', 'eye', 'sum')[BOX.power[card]]}-{BOX.level[card]}"
        assert words.value(CARD, card) == looks[key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_scenes_of_a_whole_game_are_sound(language: str) -> None:
    s = ENGINE.new(2, 21)
    while not s.over:
        for viewer in (-1, 0, 1):
            assert drawn(s, viewer, language).problems() == []
        legal = ENGINE.legal(s, BOX)
        ENGINE.step(s, BOX, legal[s.ply * 5 % len(legal)])
    assert drawn(s, 0, language).prompt.seat is None


def test_points_are_totems_hidden_and_face_up() -> None:
    """TT-G4: the breakdown adds up to the score."""
    s = at("totem", MIDDLE)
    assert GAME.presentation.breakdown is not None
    rows = GAME.presentation.breakdown(s, BOX, 0, GAME.words("en"))
    assert rows == [("Hidden totems", 1), ("Face-up totems", 2)]

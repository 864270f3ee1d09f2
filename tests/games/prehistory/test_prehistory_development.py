"""Development points: the free actions of one's own turn, and the door they stand behind (PH-D)."""

from __future__ import annotations

import pytest

from firstfire.games.prehistory.rules.seasons import begin_spring
from firstfire.games.prehistory.state import Space

from .reading import BOX, SUMMER, Fireside, of_block


def test_the_door_of_development() -> None:
    """PH-D1, PH-D2, PH-D4, PH-D5, PH-D6, R9, R44: what can be paid is offered; then the decision comes back."""
    fire = Fireside("tribes.0.tent=[red:1] tribes.0.development=3 tribes.1.tent=[red:1]")
    fire.play("develop")
    assert sorted(fire.legal()) == ["back", "buy marker", "buy resource", "return cube", "turn tile", "turn weather"]
    offset = fire.s.tribes[0].offset
    fire.play("turn weather")
    assert (fire.phase, fire.s.tribes[0].offset, fire.has(0)["dev"]) == ("spring", (offset + 1) % 6, 2)
    fire.play("develop", "turn tile")
    assert len(of_block(fire, "turn")) == 10 and not of_block(fire, "turn central")  # PH-G10
    fire.play("turn painting counterclockwise")
    assert fire.s.rotation[Space.PAINTING] == 5
    fire.play("develop")
    assert sorted(fire.legal()) == ["back", "return cube", "turn tile", "turn weather"]
    fire.play("return cube", "return red resource", "develop", "buy resource", "buy white resource")
    assert fire.has(0) == {"tent": {"white": 1}}


INSIDE = {
    "develop": (), "turn_tile": ("turn tile",), "buy_resource": ("buy resource",), "buy_marker": ("buy marker",),
    "return_cube": ("return cube",),
}  # fmt: skip


@pytest.mark.parametrize("step", INSIDE)
def test_the_door_can_be_left_at_every_step(step: str) -> None:
    """PH-D: stepping back spends nothing and the decision that waited comes back."""
    fire = Fireside(
        "tile_slots.0=GT06 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]",
        "tribes.0.markers=[white:1] tribes.0.development=3",
    )
    before, had = fire.legal(), fire.has(0)
    fire.play("develop", *INSIDE[step])
    assert fire.phase == step
    fire.play("back")
    assert (fire.phase, fire.legal(), fire.has(0)) == ("spring", before, had)


def test_looking_behind_the_door_ends() -> None:
    """PH-D, PH-I15, R9: nine looks in a row; the door stays open, but the next visit must do something."""
    look = ["develop", "back", "develop", "turn tile", "back", "develop", "buy marker", "back"]
    fire = Fireside(
        "tile_slots.0=GT06 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2] tribes.0.development=3"
    ).play(*look * 3)
    assert "develop" in fire.legal()
    assert "back" not in fire.copy().play("develop").legal()
    assert "back" not in fire.copy().play("develop", "buy resource").legal()
    fire.copy().play("develop", "buy marker", "buy grey marker", "develop", "back")  # something was done
    acted = fire.copy().play(of_block(fire, "gather")[0], "develop", "back")
    assert (acted.phase, acted.s.looks) == ("pillar", 1)


def test_looking_takes_no_free_action_away() -> None:
    """E19, R9: however often one has looked, points still buy the missing marker."""
    fire = Fireside(
        SUMMER,
        "deed=gathering tile_slots.0=GT03 tile_slots.5=GT24 tribes.0.markers=[red:1 brown:1]",
        "tribes.0.development=2 tribes.1.tent=[red:1]",
    )
    fire.play(*["develop", "back"] * 9, "develop", "return cube", "return brown marker")
    fire.play("develop", "buy marker", "buy red marker", "gather GT03")
    assert fire.has(0) == {}


def test_looking_never_ends_a_turn() -> None:
    """PH-SP5: after the last look the player still ends the turn."""
    fire = Fireside("tile_slots.0=GT06 tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]").play(
        "gather GT06", "place red", *["develop", "back"] * 9
    )
    assert (fire.s.player, fire.legal()) == (0, ["end turn", "develop"])


def test_who_owes_a_cube_goes_through_the_door_at_last() -> None:
    """PH-SP6: who must buy the cube of the pillar may look, and then buys it."""
    fire = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.0=GT03 tile_slots.5=GT24",
        "tribes.0.tent=[grey:1] tribes.0.development=2 tribes.1.tent=[red:1]",
    )
    fire.play("gather GT03", *["develop", "buy resource", "back"] * 9)
    assert fire.legal() == ["develop"]
    assert fire.play("develop").legal() == ["buy resource"]


def test_no_free_action_inside_a_payment() -> None:
    """R9: the door is open before, after the effect and after the cube; not while paying, dancing or picking."""
    fire = Fireside(
        "price.1=PT12 price.3=PT03 fish_slots.0=FT01",
        "tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2] tribes.0.development=5",
    )
    assert "develop" in fire.legal()
    fire.play("fish FT01")
    assert fire.phase == "payment" and "develop" not in fire.legal()
    fire.play("pay red")
    assert fire.phase == "pillar" and "develop" in fire.legal()
    fire.play("place red")
    assert sorted(fire.legal()) == ["develop", "end turn"]


def test_weather_turned_early_changes_the_next_income() -> None:
    """PH-D2, PH-SP1, R9: no income now; the next one comes from the new position plus one notch."""
    fire = Fireside("tribes.0.tent=[red:1] tribes.0.development=1")
    tribe = fire.s.tribes[0]
    tribe.weather, tribe.offset = 0, 0
    fire.s.tribes[1].weather = 1
    fire.play("develop", "turn weather")
    assert fire.has(0) == {"tent": {"red": 1}}
    fire.put("tribes.0.tent=[]")
    begin_spring(fire.s, BOX)
    assert [tribe.tent[c] for c in range(6)] == [2, 0, 3, 0, 2, 1]  # WT1 at offset 2


def test_every_free_action_lowers_points_and_cubes() -> None:
    """PH-I15, section 6: development points + 1.5 × cubes falls with each, so they always end."""
    fire = Fireside("tribes.0.tent=[red:2 blue:1] tribes.0.markers=[grey:1] tribes.0.development=4")

    def worth(one: Fireside) -> float:
        tribe = one.s.tribes[0]
        return float(tribe.development + 1.5 * (sum(tribe.tent) + sum(tribe.markers)))

    wants = ("turn tile", "buy resource", "buy marker", "return cube")
    followed = [[want, action] for want in wants for action in fire.copy().play("develop", want).legal()]
    assert len(followed) > 20
    for steps in [["turn weather"], *(steps for steps in followed if steps[1] != "back")]:
        assert worth(fire.copy().play("develop", *steps)) < worth(fire)

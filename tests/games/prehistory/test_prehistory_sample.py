"""The dossier's sample round (section 15): 21 events of round 1 with two players."""

from __future__ import annotations

from firstfire.games.prehistory.box import COLOUR_NAMES
from firstfire.games.prehistory.rules.price_tiles import movement_worth
from firstfire.games.prehistory.state import Phase, Space

from ..playing import at
from .reading import BOX, Fireside, hex_name, number

ORANGE, GREEN = 0, 1  # orange, the first player; green, the second
SAMPLE_MAP = """
    start rock/megalith/B water/plain forest/marker/red forest/camp water/marker/blue forest/megalith/A
    forest/gather/GT01 rock/camp rock/megalith/A water/plain forest/gather/GT12 rock/camp rock/animal/rhino
    water/camp forest/megalith/A rock/marker/white rock/megalith/A rock/plain forest/camp forest/animal/sabretooth
    rock/megalith/B forest/marker/yellow water/fish/FT12 forest/camp forest/megalith/C rock/marker/brown
    water/fish/FT26 rock/camp forest/gather/GT28 rock/plain water/megalith/B water/camp forest/plain
    rock/marker/yellow water/camp rock/megalith/B water/camp forest/gather/GT23 water/plain rock/megalith/A
"""


def deal() -> Fireside:
    """The deal of the sample round, before the choice of weather."""
    fire = Fireside()
    fire.s = at("prehistory", "players=2 seed=3", "order=[0 1] player=0", check=False)
    fire.put("price=[PT02 PT01 PT12 PT03 PT07 PT04] stack=[PT10 PT06 PT09 PT05] spent=[]")
    fire.put(
        "top.painting=[blue:1] top.gathering=[brown:1] top.ceremony=[yellow:1] top.fishing=[white:1] "
        "top.hunting=[red:1] top.migration=[grey:1]"
    )
    fire.put(f"hexes=[{SAMPLE_MAP}]")
    fire.put(
        "tile_slots.0=GT06 tile_slots.1=GT03 tile_slots.2=GT21 tile_slots.3=GT18 tile_slots.4=GT11 "
        "tile_slots.5=GT04 fish_slots.0=FT01 fish_slots.1=FT05 fish_slots.2=FT11 fish_slots.3=FT19 "
        "fish_slots.4=FT25 fish_slots.5=FT21"
    )
    fire.put(
        "hunting_row.0=HC01 hunting_row.1=HC15 hunting_row.2=HC16 hunting_row.3=HC28 hunting_row.4=HC23 "
        "ceremony_row.0=CE19 ceremony_row.1=CE06 ceremony_row.2=CE01 ceremony_row.3=CE12 ceremony_row.4=CE22"
    )
    fire.put("tribes.0.weather=WT1 tribes.1.weather=WT2")
    return fire.sound()


def fishing(fire: Fireside) -> tuple[int, int]:
    return fire.s.tribes[ORANGE].fishing, fire.s.tribes[GREEN].fishing


def test_the_sample_round() -> None:
    """Section 15, events 1 to 21, each with the state after it."""
    fire = deal()
    fire.play("weather 5", "shamans even", "weather 1", "shamans odd")
    # 1: income, both weather tiles one notch on (PH-SP1, R5)
    assert (fire.s.tribes[ORANGE].offset, fire.s.tribes[GREEN].offset) == (0, 2)
    assert fire.has(ORANGE) == {"tent": {"grey": 3, "yellow": 2, "blue": 1, "brown": 2}}
    assert fire.has(GREEN) == {"tent": {"red": 2, "yellow": 3, "blue": 1, "white": 2}}
    # 2
    fire.play("gather GT06", "place brown", "end turn")
    assert fire.has(ORANGE) == {"tent": {"grey": 2, "yellow": 2, "blue": 1, "brown": 1}, "dev": 1}
    assert fire.bases() == {"gathering": ["brown"]}
    # 3
    fire.play("hunt HC01")
    assert sorted(fire.legal()) == ["pay blue+white", "pay yellow+blue", "pay yellow+white"]
    fire.play("pay yellow+white", "place red", "end turn")
    assert fire.has(GREEN) == {"tent": {"red": 1, "yellow": 2, "blue": 1, "white": 1}, "points": 1}
    assert fire.bases() == {"gathering": ["brown"], "hunting": ["red"]}
    # 4
    fire.play("fish FT05", "place yellow", "end turn")
    assert fire.has(ORANGE) == {"tent": {"grey": 1, "yellow": 1, "blue": 1}, "dev": 1}
    assert fishing(fire) == (2, 0)
    # 5
    fire.play("paint PS23", "place white", "end turn")
    assert fire.has(GREEN) == {"tent": {"red": 1, "yellow": 1, "blue": 1}, "points": 1}
    # 6
    fire.play("develop", "turn tile", "turn migration counterclockwise")
    fire.play("migrate", "place blue")
    assert fire.has(ORANGE) == {"tent": {"grey": 1}}
    assert (fire.places(ORANGE), fire.waiting(ORANGE)) == ([(0, 0), (0, 0)], 1)
    fire.play("end turn")
    # 7
    fire.play("hold CE19", "dance 1 -> 2", "dance 3 -> 4", "place red")
    assert fire.has(GREEN) == {"dev": 1, "points": 1}
    assert fire.s.tribes[GREEN].shamans == 0b110100
    assert fire.s.tribes[GREEN].cards == 1 << number("CE19")
    assert [fire.s.track[i] for i in range(fire.s.track_count)] == [GREEN]
    assert fire.bases() == {
        "painting": ["white"], "gathering": ["brown"], "ceremony": ["red"], "fishing": ["yellow"],
        "hunting": ["red"], "migration": ["blue"],
    }  # fmt: skip
    fire.play("end turn")
    # 8, 9
    assert fire.legal() == ["pass", "develop"]
    fire.play("pass")
    assert fire.legal() == ["pass", "develop"]
    fire.play("pass")
    # 10
    assert fire.tops() == {
        "painting": ["blue", "white"], "gathering": ["brown", "brown"], "ceremony": ["red", "yellow"],
        "fishing": ["white", "yellow"], "hunting": ["red", "red"], "migration": ["blue", "grey"],
    }  # fmt: skip
    assert fire.bases() == {}
    # 11
    assert (fire.s.player, fire.phase) == (GREEN, "pick")
    fire.play("take hunting pillar", "take gathering pillar")
    assert fire.has(GREEN) == {"markers": {"red": 2}, "dev": 1, "points": 1}
    assert fire.has(ORANGE) == {"tent": {"grey": 1}, "markers": {"brown": 2}}
    # 12: painting
    fire.play("pass", "pass")
    # 13: gathering
    fire.play("gather GT11", "end turn", "pass")
    assert fire.has(GREEN) == {"dev": 2, "points": 1}
    # 14: ceremony, fishing
    fire.play("pass", "pass", "pass", "pass")
    # 15: hunting
    fire.play("pass", "hunt HC28", "end turn")
    assert fire.has(ORANGE) == {"tent": {"grey": 1}, "markers": {"red": 1}}
    # 16, 17: migration, fishing income
    fire.play("pass", "pass")
    assert fire.has(ORANGE) == {"tent": {"grey": 1}, "markers": {"red": 1}, "points": 1}
    assert fire.has(GREEN) == {"dev": 2, "points": 1}
    # 18
    assert (fire.s.player, fire.phase) == (ORANGE, "autumn")
    fire.play("spend grey resource", "move start", f"stop at {hex_name(0, -1)}")
    assert fire.has(ORANGE) == {"markers": {"red": 1, "blue": 1, "yellow": 1}, "dev": 1, "points": 1}
    assert fire.s.movement == 1
    # 19
    fire.play("move start", f"stop at {hex_name(1, -1)}", f"build at {hex_name(1, -1)}", "camp C2")
    assert fire.has(ORANGE) == {"markers": {"red": 1, "blue": 1, "yellow": 1}, "dev": 2, "points": 2}
    assert (fire.places(ORANGE), fire.waiting(ORANGE)) == ([(0, -1), (1, -1)], 2)
    assert fire.s.tribes[ORANGE].camps == 0b10
    fire.play("end turn")
    # 20
    fire.play("spend point", "move start", f"stop at {hex_name(1, 0)}")
    assert fire.has(GREEN) == {"markers": {"white": 1}, "dev": 1, "points": 1}
    assert (fire.places(GREEN), fire.waiting(GREEN)) == ([(1, 0)], 2)
    fire.play("end turn")
    # 21: winter and the second spring
    s = fire.s
    assert (s.round, s.phase, s.player) == (2, Phase.SPRING, GREEN)
    assert [s.order[i] for i in range(2)] == [GREEN, ORANGE]
    assert s.track_count == 0
    assert all(tile >= 0 for row in (s.tile_slots, s.fish_slots, s.hunting_row, s.ceremony_row) for tile in row)
    assert [s.tile_slots[i] for i in (1, 2, 3, 5)] == [number(f"GT{i:02}") for i in (3, 21, 18, 4)]
    assert [s.fish_slots[i] for i in (0, 2, 3, 4, 5)] == [number(f"FT{i:02}") for i in (1, 11, 19, 25, 21)]
    assert s.hunting_discard == sum(1 << number(f"HC{i}") for i in (15, 16, 23))
    assert s.ceremony_discard == sum(1 << number(f"CE{i:02}") for i in (6, 1, 12, 22))
    assert s.price[Space.CENTRAL] == number("PT05")
    assert fire.tops() == {
        "painting": ["blue", "white"], "gathering": ["white"], "ceremony": ["red", "yellow"],
        "fishing": ["white", "yellow"], "hunting": ["yellow"], "migration": ["blue", "grey"],
    }  # fmt: skip
    assert {name: movement_worth(s, BOX, i) for i, name in enumerate(COLOUR_NAMES)} == {
        "brown": 3, "white": 2, "red": 2, "blue": 1, "grey": 1, "yellow": 1,
    }  # fmt: skip
    assert fire.phase == "spring"

"""The scene: drawn from the redacted view, clickable, in three languages."""

from __future__ import annotations

import re
from collections import Counter
from math import hypot
from random import Random

import pytest

from firstfire import Table
from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.actions import HEX, OUTLOOK, outlook
from firstfire.games.prehistory.box import COLOUR_NAMES, NEIGHBOURS
from firstfire.games.prehistory.rules.price_tiles import colour_at, movement_worth
from firstfire.games.prehistory.rules.scoring import total
from firstfire.games.prehistory.state import Ground, Season, Space
from firstfire.games.prehistory.strategy.prefer import prefer
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.scene import Piece, Scene
from firstfire.kernel.presentation.text_scene import draw
from firstfire.kernel.viewer.sentences import Names

from .reading import AUTUMN, BOX, Fireside, hex_at, hex_name


def scene_of(fire: Fireside, viewer: int = 0, language: str = "en") -> Scene:
    names = Names(["Ayla", "Brun", "Creb", "Durc"][: fire.s.seats], viewer)
    return GAME.presentation.scene(fire.s, GAME, BOX, viewer, GAME.words(language), names)


def pieces_of(fire: Fireside, viewer: int = 0, language: str = "en") -> dict[str, Piece]:
    return {piece.id: piece for piece in scene_of(fire, viewer, language).pieces}


def picks(fire: Fireside, text: str) -> tuple[str, ...]:
    return GAME.presentation.picks(fire.s, BOX, GAME.actions.number(text))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_can_be_clicked(seats: int) -> None:
    """Every choice of every decision has its own picks, and they lie on the table."""
    table = Table.new(GAME, players=seats, seed=seats, interpreted=True)
    chance = Random(seats)
    seen: Counter[str] = Counter()
    while not table.over:
        numbers = table.numbers()
        if seen[table.phase] < 6:
            seen[table.phase] += 1
            scene = table.view(table.player or 0).scene(COMPLETE_LANGUAGES[seen[table.phase] % len(COMPLETE_LANGUAGES)])
            assert scene.problems() == []
            assert scene.prompt.seat == table.player
            paths = [choice.picks for choice in scene.choices if choice.picks]
            assert len(set(paths)) == len(paths)
            assert len({choice.sentence for choice in scene.choices}) == len(scene.choices)
            counted = {counter.id: counter.value for counter in scene.counters}
            view = table.view(table.player or 0)
            for seat in range(seats):
                assert counted[f"points{seat}"] == total(view.state, BOX, seat)
        liking = {number: prefer(table.state, BOX, number) for number in numbers}
        best = max(liking.values())
        wild = chance.random() < 0.3
        table.play(chance.choice(numbers if wild else [n for n in numbers if liking[n] == best]))
    assert set(seen) >= {"weather", "shamans", "spring", "pillar", "after", "pick", "summer", "autumn", "move", "final"}
    scene = table.view(-1).scene()
    assert scene.problems() == [] and scene.over and scene.prompt.seat is None


SMALL = {
    "payment": ("fish FT01",), "dance": ("hold CE06",), "members": ("migrate", "pay yellow+brown"),
    "destination": ("migrate", "pay brown"), "develop": ("develop",), "turn_tile": ("develop", "turn tile"),
    "buy_resource": ("develop", "buy resource"), "buy_marker": ("develop", "buy marker"),
    "return_cube": ("develop", "return cube"), "pillar": ("gather GT06",),
}  # fmt: skip


@pytest.mark.parametrize("phase", SMALL)
def test_small_decisions_can_be_clicked(phase: str) -> None:
    """Every option of the smaller decisions has its own place, or is a button."""
    fire = Fireside(
        "stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3 hexes.2d=rock/camp/0.C1",
        "tribes.0.markers=[red:1] tribes.0.camps=[C1] tribes.0.place=[start board board board]",
    )
    fire.put("fish_slots.0=FT01 ceremony_row.0=CE06 tile_slots.0=GT06 tribes.0.development=5")
    fire.put("tribes.0.tent=[grey:2 red:2 yellow:2 blue:2 brown:2 white:2]").play(*SMALL[phase])
    assert fire.phase == phase
    assert_clickable(fire)


def test_building_can_be_clicked() -> None:
    """PH-AU4: the site, the camp, the settlers."""
    fire = Fireside(AUTUMN, "price.2=PT10 price.5=PT04 tribes.0.place=[start start start]")
    fire.put("tribes.0.tent=[yellow:1 red:1]").play("spend yellow resource", "move start", f"stop at {hex_name(1, -1)}")
    for step in (f"build at {hex_name(1, -1)}", "camp C6"):
        assert_clickable(fire)
        fire.play(step)
    assert fire.phase == "settlers"
    assert_clickable(fire)


def assert_clickable(fire: Fireside) -> None:
    paths = [path for path in (picks(fire, text) for text in fire.legal()) if path]
    assert len(set(paths)) == len(paths)
    scene = scene_of(fire)
    there = {piece.id for piece in scene.pieces} | {zone.id for zone in scene.zones}
    assert {pick for path in paths for pick in path} <= there


def test_zones_lie_on_the_table() -> None:
    """Wide and tall: every zone inside the size, none on top of another."""
    for seats in (2, 3, 4):
        scene = scene_of(Fireside(f"players={seats}"))
        for size, boxes in (
            (scene.size, [zone.box for zone in scene.zones if zone.kind != "panel"]),
            (scene.tall, [zone.tall for zone in scene.zones if zone.tall and zone.kind != "panel"]),
        ):
            assert len(boxes) == len(scene.zones) - seats
            for one in boxes:
                assert one.x >= 0 and one.y >= 0 and one.x + one.w <= size.w and one.y + one.h <= size.h
            for i, one in enumerate(boxes):
                for two in boxes[i + 1 :]:
                    apart = one.x + one.w <= two.x + 0.01 or two.x + two.w <= one.x + 0.01
                    assert apart or one.y + one.h <= two.y + 0.01 or two.y + two.h <= one.y + 0.01
        boards = {zone.id: zone for zone in scene.zones if zone.kind == "panel"}
        for zone in scene.zones:
            if zone.parent:
                for inner, outer in ((zone.box, boards[zone.parent].box), (zone.tall, boards[zone.parent].tall)):
                    assert inner and outer and inner.x >= outer.x and inner.x + inner.w <= outer.x + outer.w
                    assert inner.y >= outer.y and inner.y + inner.h <= outer.y + outer.h


def test_hexagons_are_as_large_as_the_map() -> None:
    """PH-AU3: the whole width and height of its box are the land's, and on a phone it has the same shape."""
    for seats in (2, 3, 4):
        zone = next(zone for zone in scene_of(Fireside(f"players={seats}")).zones if zone.id == "map")
        xs, ys = [x for x, _ in zone.cells], [y for _, y in zone.cells]
        assert max(xs) - min(xs) > 0.79 and max(ys) - min(ys) > 0.79
        assert zone.tall and abs(zone.box.w / zone.box.h - zone.tall.w / zone.tall.h) < 0.01


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hexagons_interlock(seats: int) -> None:
    """PH-AU3: in wide and tall, the neighbours of a hexagon, and only they, are the nearest ones: all touch it."""
    fire = Fireside(f"players={seats}")
    zone = next(zone for zone in scene_of(fire).zones if zone.id == "map")
    for box in (zone.box, zone.tall):
        assert box is not None
        middles = [(x * box.w, y * box.h) for x, y in zone.cells]
        step = min(hypot(x - u, y - v) for i, (x, y) in enumerate(middles) for u, v in middles[:i])
        for h, (x, y) in enumerate(middles):
            near = {k for k, (u, v) in enumerate(middles) if k != h and hypot(x - u, y - v) < step * 1.05}
            around = {(BOX.q[h] + dq, BOX.r[h] + dr) for dq, dr in NEIGHBOURS}
            assert near == {k for k in range(len(middles)) if (BOX.q[k], BOX.r[k]) in around}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ones_own_board_is_the_lowest(seats: int) -> None:
    """As in every other game: nothing lies below the viewer's own board, and it is the largest."""
    for viewer in range(seats):
        scene = scene_of(Fireside(f"players={seats}"), viewer)
        boxes = {zone.id: zone.box for zone in scene.zones}
        own = boxes[f"board{viewer}"]
        assert own.y + own.h == max(box.y + box.h for box in boxes.values())
        assert all(own.w * own.h > 1.5 * boxes[f"board{seat}"].w * boxes[f"board{seat}"].h
                   for seat in range(seats) if seat != viewer)  # fmt: skip


def test_discs_tell_a_number_only_where_the_space_does_not() -> None:
    """3.2: discs that share a space are not hidden under their numbers."""
    fire = Fireside("tribes.0.development=3 tribes.1.development=40")
    shown = pieces_of(fire)
    assert [shown[f"development{seat}"].count for seat in (0, 1)] == [None, 40]
    assert [shown[f"score{seat}"].count for seat in (0, 1)] == [None, None]
    fire.s.tribes[1].points = 31
    disc = pieces_of(fire)["score1"]
    assert (disc.slot, disc.count) == (1, 31) and disc.label.endswith("31")


def test_the_map_has_a_cell_for_each_hexagon() -> None:
    """2.13: 41, 61, 81 cells; neighbours lie nearest."""
    for seats, hexes in ((2, 41), (3, 61), (4, 81)):
        cells = next(zone for zone in scene_of(Fireside(f"players={seats}")).zones if zone.id == "map").cells
        assert len(cells) == hexes == len(set(cells))
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in cells)


def test_hidden_cards_have_ids_that_tell_nothing() -> None:
    """R50: the back of a card, named by its place."""
    fire = Fireside("tribes.1.cards=[CE19]")
    fire.s.tribes[1].cards = 0  # as the other seat sees it
    backs = [piece for piece in scene_of(fire).pieces if piece.zone == "deck1"]
    assert [(piece.id, piece.look, piece.face_up) for piece in backs] == [("deck1-0", "card-back", False)]


def test_picks_are_the_things_themselves() -> None:
    """One click where one is enough; a dance is the shaman and the colour it goes to."""
    fire = Fireside()
    assert picks(fire, "gather GT06") == ("tile-GT06",)
    assert picks(fire, "paint PS21") == ("section0-PS21",)
    assert picks(fire, "pass") == ()
    assert picks(fire, "take hunting pillar") == ("pillar-hunting",)
    assert picks(fire, "dance 2 -> 5")[0] == "shaman0-1"
    assert picks(fire, "move start") == ("member0-0",)
    assert picks(fire, f"stop at {hex_name(1, 0)}") == (f"hex-{hex_name(1, 0)}",)
    assert picks(fire, "turn river clockwise") == ("turn-river-clockwise",)
    assert picks(fire, "weather 5") == ("weather0-0",)


def laid(fire: Fireside) -> dict[str, dict[str, int]]:
    """What is laid together for each legal action that wants it."""
    numbers = {text: GAME.actions.number(text) for text in fire.legal()}
    takes = GAME.presentation.takes
    assert takes is not None
    return {text: dict(take) for text, number in numbers.items() if (take := takes(fire.s, BOX, number))}


def default(fire: Fireside) -> str:
    """The legal action that lies there already."""
    assert GAME.presentation.default_choice is not None
    found = GAME.presentation.default_choice(fire.s, BOX, [GAME.actions.number(text) for text in fire.legal()])
    assert found is not None
    return GAME.actions.text(found)


def test_a6_payments_of_two_colours_are_laid_together() -> None:
    """PH-A6: a click on one colour never pays it while two may be paid; alone it does."""
    fire = Fireside("stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3")
    both = fire.copy().put("tribes.0.tent=[yellow:2 brown:2]").play("migrate")
    assert set(both.legal()) == {"pay yellow", "pay brown", "pay yellow+brown"}
    assert [picks(both, text) for text in both.legal()] == [(), (), ()]
    assert laid(both) == {
        "pay yellow": {"resource0-yellow": 1}, "pay brown": {"resource0-brown": 1},
        "pay yellow+brown": {"resource0-yellow": 1, "resource0-brown": 1},
    }  # fmt: skip
    one = fire.copy().put("tribes.0.tent=[yellow:1 brown:1]").play("migrate")
    assert {text: picks(one, text) for text in one.legal()} == {
        "pay yellow": ("resource0-yellow",), "pay brown": ("resource0-brown",),
    }  # fmt: skip
    assert laid(one) == {}


def test_a6_the_default_pays_for_as_many_members_as_wait() -> None:
    """PH-A6, R23: both colours where more than one can go, else the colour one has most of; then all who may go."""
    fire = Fireside("stack=[PT11 PT06 PT09 PT01] price.4=PT02 rotation.4=3")
    several = fire.copy().put("tribes.0.tent=[yellow:2 brown:3] tribes.0.place=[start board board]").play("migrate")
    assert default(several) == "pay yellow+brown"
    several.play("pay yellow+brown")
    waiting = next(piece for piece in scene_of(several).pieces if piece.zone == "people0")
    most = max(int(text.split()[1]) for text in several.legal())
    assert most > 1 and waiting.count is not None and waiting.count >= most
    assert laid(several) == {f"send {n}": {waiting.id: n} for n in range(1, most + 1)}
    assert default(several) == f"send {most}"
    lonely = fire.copy().put("tribes.0.tent=[yellow:2 brown:3] tribes.0.place=[start 4d board]").play("migrate")
    assert default(lonely) == "pay brown"


def test_s9_three_places_around_the_fire_are_one_choice() -> None:
    """PH-S9: either triangle of places, each named by the colour that lies there; the default leaves those free whose
    colours the first spring brings most of."""
    table = Table.new(GAME, players=2, seed=3, interpreted=True)
    table.play("weather 1")
    view = table.view(table.player or 0)
    scene = view.scene()
    even, odd = (dict(choice.take) for choice in scene.choices)
    places = {piece.id: piece.slot for piece in scene.pieces if piece.zone == "ceremony" and piece.slot < 6}
    assert sorted(places[piece] for piece in even) == [0, 2, 4] and sorted(places[piece] for piece in odd) == [1, 3, 5]
    income = {piece.look: piece.count or 0 for piece in scene.pieces if piece.zone == f"weather{table.player}"}
    worth = [sum(income[f"side-{piece.rpartition('-')[2]}"] for piece in take) for take in (odd, even)]
    assert worth[0] != worth[1]
    assert [choice.default for choice in scene.choices] == [worth[0] > worth[1], worth[1] > worth[0]]


def test_sp5_the_place_for_the_cube_is_seen_at_its_pillar() -> None:
    """PH-SP5: the free place at the foot waits for the cube; a resource goes there."""
    fire = Fireside("tile_slots.0=GT03 tile_slots.5=GT24 tribes.0.tent=[grey:1 red:1 yellow:1 blue:1 brown:1 white:1]")
    assert not any(piece.look == "foot" for piece in scene_of(fire).pieces)
    fire.play("gather GT03")
    foot = next(piece for piece in scene_of(fire).pieces if piece.look == "foot")
    assert (foot.id, foot.zone) == ("foot-gathering", "pillar-gathering")
    cubes = [text for text in fire.legal() if text.startswith("place")]
    assert {picks(fire, text) for text in cubes} == {(f"resource0-{text.split()[1]}", foot.id) for text in cubes}
    fire.play(cubes[0])
    assert not any(piece.look == "foot" for piece in scene_of(fire).pieces)


def test_development_is_used_where_it_works() -> None:
    """PH-D: the track opens the door; behind it any price tile, the weather tile, the tent, the markers, the supply."""
    fire = Fireside("tribes.0.tent=[red:2] tribes.0.development=5")
    assert picks(fire, "develop") == ("development",)
    fire.play("develop")
    assert {text: picks(fire, text) for text in fire.legal()} == {
        "turn weather": ("weather0",), "turn tile": ("prices",), "buy resource": ("tent0",),
        "buy marker": ("markers0",), "return cube": ("supply",), "back": (),
    }  # fmt: skip
    scene = scene_of(fire)
    tiles = {zone.id for zone in scene.zones if zone.parent == "prices"}
    assert tiles == {"painting", "gathering", "ceremony", "river", "migration"}
    assert not any(zone.id == "prices" for zone in scene_of(fire.play("back")).zones)


def test_r5_the_weather_shows_the_next_income() -> None:
    """R5, PH-SP1: the tile turns before it pays, and the numbers beside the colours are what it will pay."""
    table = Table.new(GAME, players=2, seed=1, interpreted=True)
    table.play("weather 2")
    while table.phase in ("weather", "shamans"):
        shown = {piece.id: piece.count for piece in table.view(-1).scene().pieces if piece.zone.startswith("weather")}
        table.play("shamans even" if table.phase == "shamans" else "weather 4")
    laid = {seat: table.state.tribes[seat] for seat in range(2)}
    for position in range(6):
        for seat, tribe in laid.items():
            assert shown[f"weather{seat}-{position}"] == tribe.tent[BOX.weather_colour[position]]
    for language, word in (("en", "next spring"), ("fr", "prochain printemps"), ("nl", "volgende lente")):
        pieces = table.view(-1).scene(language).pieces
        assert all(word in piece.tip for piece in pieces if piece.zone.startswith("weather"))


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_sections_name_their_symbols_in_the_language(language: str) -> None:
    """PH-A1: the first symbol is the picture, the others are badges; the look and the tip name them all."""
    words = GAME.words(language)
    symbols = {words.say(f"value.symbol.{name}") for name in ("ox", "wave", "hunter", "hand", "sun", "deer")}
    scene = scene_of(Fireside(), language=language)
    rock = [piece for piece in scene.pieces if piece.zone == "rock0"]
    art = {look.id: look.front for look in scene.looks}
    assert {art[piece.look] for piece in rock} <= {"bison", "wave", "hunter", "hand", "sun", "deer"}
    assert sum(len(piece.badges) for piece in rock) == 18 - 9
    alts = {look.id: look.alt for look in scene.looks}
    for piece in rock:
        shown = [word for word in symbols if word in alts[piece.look].removeprefix(piece.label)]
        assert len(shown) == 1 + len(piece.badges) and all(word in piece.tip for word in shown)
        assert piece.label == words.say(f"value.section.{piece.id.removeprefix('section0-')}")


def test_french_has_a_space_before_the_colon() -> None:
    """Labels made of a name and a text use the colon of the language."""
    for piece in scene_of(Fireside("players=4 ceremony_row.0=CE19"), language="fr").pieces:
        assert ":" not in f"{piece.label} {piece.tip} {' '.join(piece.badges)}".replace("\xa0:", "")


def test_r5_the_weather_choice_shows_the_first_income() -> None:
    """R5: clicking a colour gives it the tile's first number in the first spring."""
    table = Table.new(GAME, players=2, seed=1, interpreted=True)
    seat = table.player or 0
    scene = table.view(seat).scene()
    choice = next(choice for choice in scene.choices if choice.picks == (f"weather{seat}-3",))
    tip = next(piece.tip for piece in scene.pieces if piece.id == f"weather{seat}-3")
    table.play(choice.action, "shamans even", "weather 0", "shamans even")
    tribe = table.state.tribes[seat]
    assert tribe.tent[BOX.weather_colour[3]] == BOX.weather[tribe.weather][0]
    assert GAME.words("en").value(OUTLOOK, outlook(tribe.weather, tribe.offset)) in tip


def test_prices_and_cards_are_read_from_the_box() -> None:
    """Tips and labels say what this box says."""
    scene = scene_of(Fireside("hunting_row.0=HC18 ceremony_row.0=CE19"))
    labels = {piece.id: piece for piece in scene.pieces}
    assert "1 VP per own camp" in labels["card-CE19"].tip
    assert "It gives 1 brown action marker" in labels["hunt-HC18"].tip
    for language in COMPLETE_LANGUAGES:
        assert scene_of(Fireside(), language=language).problems() == []


def test_counters() -> None:
    """Who leads, in one glance."""
    fire = Fireside("tribes.0.tent=[red:2] tribes.1.markers=[blue:3] tribes.1.development=4")
    counters = {counter.id: counter.value for counter in scene_of(fire).counters}
    assert (counters["resources0"], counters["markers1"], counters["development1"], counters["year"]) == (2, 3, 4, 1)


# ---- what players see


def test_equal_members_are_one_piece_to_click() -> None:
    """PH-AU3: all members of a player on one hexagon are alike: one piece tells how many, and a click moves one."""
    fire = Fireside(AUTUMN, "tribes.0.development=1 tribes.0.place=[start start start]")
    fire.play("spend point")
    standing = [piece for piece in scene_of(fire).pieces if piece.zone == "map" and piece.look.startswith("member")]
    assert [(piece.owner, piece.count, piece.slot) for piece in standing] == [(0, 3, 0), (1, None, 0)]
    assert picks(fire, "move start") == (standing[0].id,)
    fire.play("move start", f"stop at {hex_name(1, 0)}")
    there = [piece for piece in scene_of(fire).pieces if piece.slot == hex_at(1, 0) and piece.owner == 0]
    assert [(piece.count, piece.badges) for piece in there if piece.zone == "map"] == [(None, ["tired"])]


def test_camps_show_what_they_ask_and_give() -> None:
    """PH-AU4: members, those of them who settle, points and development, on every own camp that can still be built."""
    shown = pieces_of(Fireside("hexes.2d=rock/camp/0.C1 tribes.0.camps=[C1] tribes.0.place=[start board board board]"))
    assert shown["camp0-C1"].zone == "map"
    assert {id: piece.badges for id, piece in shown.items() if piece.zone == "camps0"} == {
        "camp0-C2": ["2 members", "1 VP, 1 development"],
        "camp0-C3": ["2 members, 1 settler", "2 VP, 1 development"],
        "camp0-C4": ["2 members, 2 settlers", "3 VP, 2 development"],
        "camp0-C5": ["3 members, 1 settler", "3 VP, 2 development"],
        "camp0-C6": ["3 members, 2 settlers", "5 VP, 2 development"],
        "camp0-C7": ["4 members, 2 settlers", "6 VP, 3 development"],
    }
    assert all(piece.badges == [] for piece in shown.values() if piece.zone in ("camps1", "rock1"))


def test_r7_the_next_central_tile_is_seen() -> None:
    """R7: the colours on top of the central stack at their positions, with the steps they will be worth."""
    fire = Fireside("stack=[PT10 PT06 PT09 PT05] price.2=PT10 price.5=PT04")
    ring = sorted((piece for piece in scene_of(fire).pieces if piece.zone == "next"), key=lambda piece: piece.slot)
    assert [piece.id.removeprefix("next-") for piece in ring] == ["brown", "white", "blue", "grey", "yellow", "red"]
    assert [piece.count for piece in ring] == [3, 2, 1, 1, 1, 2]
    fire.put("round=5 spent=[PT01 PT02 PT06 PT10] stack=[] price.5=PT11")
    assert not [piece for piece in scene_of(fire).pieces if piece.zone == "next"]


def test_the_fishing_track_shows_its_thresholds() -> None:
    """PH-SU4: points + development on the spaces from which they are paid."""
    scene = scene_of(Fireside())
    letters = {look.id: look.letter for look in scene.looks}
    signs = [piece for piece in scene.pieces if piece.id.startswith("income-")]
    assert {piece.slot: letters[piece.look] for piece in signs} == {
        1: "1+0", 4: "1+1", 7: "2+1", 10: "3+1", 13: "4+1", 15: "4+2", 18: "5+2",
    }  # fmt: skip


PAINTED = ("symbol", "section")  # the sun is also a symbol of the rock painting


def test_g12_every_action_marker_carries_a_sun() -> None:
    """PH-G12: markers in store, on pillars and on the map have the sun, resources never; rewards say it with a sign."""
    fire = Fireside(
        "base.painting=[white] hunting_row.0=HC18 hunting_row.1=HC16 hunting_row.3=HC15 tribes.0.tent=[red:2]",
        "tribes.0.markers=[blue:1]",
    )
    fire.put("hexes.4d=rock/marker/red")
    scene = scene_of(fire)
    fronts = {look.id: look.front for look in scene.looks}
    suns = {piece.id for piece in scene.pieces if fronts[piece.look] == "sun" and not piece.id.startswith(PAINTED)}
    tops = {f"top-{deed}-{name}" for deed, names in fire.tops().items() for name in names}
    signs = {f"sign-{HEX.values[h]}" for h in range(41) if fire.s.hexes[h].kind == Ground.MARKER}
    assert f"sign-{hex_name(1, 0)}" in signs
    assert suns == {"marker0-blue"} | tops | signs
    badges = pieces_of(fire)
    assert badges["hunt-HC18"].badges == ["value 2", "footprint", "☀ brown"]
    assert badges["hunt-HC16"].badges == ["value 1", "footprint", "grey"]


def test_hexagons_have_names() -> None:
    """2.13: the notation's name is printed on the hexagon, said in its label, and drawn in its place in a terminal."""
    fire = Fireside("tribes.0.place=[4d board board]")
    scene = scene_of(fire)
    letters = {look.id: look.letter for look in scene.looks}
    alts = {look.id: look.alt for look in scene.looks}
    for h in range(1, 41):
        ground = next(piece for piece in scene.pieces if piece.id == f"hex-{HEX.values[h]}")
        assert letters[ground.look] == HEX.values[h]
        assert (ground.label or alts[ground.look]).startswith(f"{HEX.values[h]} ")
    where: dict[str, tuple[int, int]] = {}
    for row, line in enumerate(draw(scene).splitlines()):
        for word in re.finditer(r"(\d+[a-d])(·\S+)?", line):
            where.setdefault(word[1], (row, word.start()))
    steps = {(1, 0): (0, 8), (0, 1): (1, 4), (-1, 1): (1, -4)}  # east, south-east, south-west
    pairs = 0
    for h in range(1, 41):
        for side, (down, right) in steps.items():
            beside = BOX.neighbour[h][NEIGHBOURS.index(side)]
            if 0 < beside < 41:
                row, column = where[HEX.values[h]]
                assert where[HEX.values[beside]] == (row + down, column + right)
                pairs += 1
    assert pairs > 80
    assert re.search(rf"{hex_name(1, 0)}·\S*@A", draw(scene))


def test_an_emptied_hexagon_says_so() -> None:
    """R29, PH-W2: what was taken is no longer promised; what lies there is named once, by the thing itself."""
    fire = Fireside("hexes.2b=forest/megalith/B hexes.4d=rock/megalith/A")
    name = f"hex-{hex_name(1, 0)}"
    assert "megalith" not in pieces_of(fire)[name].label
    fire.s.hexes[hex_at(1, 0)].token = -1
    assert pieces_of(fire)[name].label.endswith("megalith A (taken)")
    assert "megalith" not in pieces_of(fire)[f"hex-{hex_name(1, -2)}"].label
    scene = scene_of(fire)
    alts = {look.id: look.alt for look in scene.looks}
    stone = next(piece for piece in scene.pieces if piece.id == f"stone-{hex_name(1, -2)}")
    assert (stone.label or alts[stone.look]) == "megalith B"


def test_sections_and_tiles_tell_their_price() -> None:
    """PH-A1, PH-A2: the colours the painting and gathering tiles show now, also after a turn."""
    fire = Fireside("stack=[PT11 PT06 PT08 PT03] price.0=PT02 price.1=PT01 tile_slots.0=GT06")
    tip = pieces_of(fire)["section0-PS21"].tip
    assert "In spring it costs 1 red and 1 yellow resource, in summer 2 grey action markers." in tip
    assert "beside it gives 1 red action marker, each one above or below 1 yellow action marker." in tip
    assert "In spring it costs 1 grey resource, in summer 2 red action markers." in pieces_of(fire)["tile-GT06"].tip
    assert pieces_of(fire)["tile-GT06"].badges[0] == "grey"
    fire.s.rotation[Space.GATHERING] = 1
    assert pieces_of(fire)["tile-GT06"].badges[0] == COLOUR_NAMES[colour_at(fire.s, BOX, Space.GATHERING, 0)] == "blue"
    ring = [piece for piece in scene_of(fire).pieces if piece.zone == "central" and piece.count is not None]
    for piece in ring:
        colour = COLOUR_NAMES.index(piece.id.rpartition("-")[2])
        assert piece.count == movement_worth(fire.s, BOX, colour)


def test_leaving_the_door_is_a_button() -> None:
    """PH-D: at every step behind the door."""
    fire = Fireside("tribes.0.tent=[red:2] tribes.0.development=3").play("develop")
    assert picks(fire, "back") == ()
    for language, word in (("en", "Step back"), ("fr", "Revenir"), ("nl", "Terug")):
        assert GAME.words(language).say("action.back").startswith(word)


def test_the_prompt_tells_how_to_pay_an_owed_cube() -> None:
    """PH-SP6: with an empty tent the cube of the pillar must be bought first, and the prompt says so."""
    fire = Fireside(
        "stack=[PT11 PT06 PT02 PT03] price.1=PT01 tile_slots.0=GT03 tile_slots.5=GT24",
        "tribes.0.tent=[grey:1] tribes.0.development=2 tribes.1.tent=[red:1]",
    )
    fire.play("gather GT03")
    assert "buy one" in scene_of(fire).prompt.sentence
    fire.play("develop", "buy resource", "buy red resource")
    other = Fireside(
        "tile_slots.0=GT03 tile_slots.5=GT24 tribes.0.tent=[grey:1 red:1 yellow:1 blue:1 brown:1 white:1]"
    ).play("gather GT03")
    assert "buy" not in scene_of(other).prompt.sentence


def test_what_plays_no_part_in_a_season_is_quiet() -> None:
    """The map before autumn; the actions in autumn; in summer all actions but the one whose turn it is."""
    table, chance = Table.new(GAME, players=2, seed=1, interpreted=True), Random(2)
    seen: dict[Season, set[frozenset[str]]] = {}
    while not table.over and Season.FINAL not in seen:
        drawn = table.view(table.player or 0).scene()
        assert drawn.problems() == []
        seen.setdefault(Season(table.state.season), set()).add(frozenset(drawn.quiet))
        table.play(chance.choice(table.numbers()))
    assert seen[Season.SPRING] == {frozenset({"map"})}
    assert all("map" not in quiet and "painting" in quiet for quiet in seen[Season.AUTUMN])
    painting = next(quiet for quiet in seen[Season.SUMMER] if len(quiet) > 1 and "painting" not in quiet)
    assert {"map", "river", "hunting", "cards"} <= painting

"""Scenes as text: what a player must be able to read without a picture."""

from __future__ import annotations

import re

from firstfire import Table
from firstfire.kernel.presentation.scene import Counter, Listing, Look, Piece, Prompt, Rect, Scene, Zone
from firstfire.kernel.presentation.text_scene import blocks, changes, draw

PLANE = Rect(0, 0, 100, 100)


def scene(zones: list[Zone], looks: list[Look], pieces: list[Piece]) -> Scene:
    return Scene("x", 2, 0, PLANE, PLANE, Prompt(0, "choose"), zones, looks, pieces)


def text(game: str, players: int = 2, seed: int = 11) -> str:
    return " ".join(str(Table.new(game, players, seed, interpreted=True)).split())


def test_a_copy_and_a_visitor_stand_beside_the_only_slot_of_a_place() -> None:
    """Nētā-Tanka F2."""
    looks = [Look("a", "meeple", alt="nomad"), Look("v", "meeple", alt="visitor")]
    pieces = [
        Piece("1", "tan", 0, "a"),
        Piece("2", "tan", 1, "v"),
        Piece("3", "hunt", 0, "a"),
        Piece("4", "hunt", 0, "a"),
    ]
    zones = [
        Zone("tan", "slots", PLANE, label="12 Tan", capacity=1),
        Zone("hunt", "slots", PLANE, label="Hunt", capacity=1),
    ]
    assert draw(scene(zones, looks, pieces)).splitlines() == ["12 Tan: nomad  + visitor", "Hunt: nomad + nomad"]


def test_nobody_is_told_to_click_in_a_terminal() -> None:
    """Honga HO-D1: the ways to turn a disc open by a click on a space; here the choices tell them, one line each."""
    for language, click in (("en", "click"), ("fr", "cliqu"), ("nl", "klik")):
        table = Table.new("honga", 2, 3, interpreted=True)
        scene = table.view(table.player or 0).scene(language)
        assert any(zone.after and click in zone.tip.lower() for zone in scene.zones)  # the browser keeps its words
        said = draw(scene, language=language)
        assert click not in said.lower()
        spaces = [zone.label for zone in scene.zones if any(other.after == zone.id for other in scene.zones)]
        lying = [block for block in blocks(scene, language=language) if block.name in spaces]
        assert len(lying) == 4 and not any(block.things for block in lying)
        assert len([choice for choice in scene.choices if choice.text.startswith("lay disc")]) == 16


def test_links_name_both_ends() -> None:
    """Nētā-Tanka F3."""
    assert "2 Collect Wood – 5 Elder of the Forest: 1 wood from the Forest" in text("neta_tanka")


def test_a_section_of_the_painting_tells_all_its_symbols() -> None:
    """Prehistory F3."""
    table = Table.new("prehistory", 2, 11, interpreted=True)
    painting = " ".join(str(table).split("Painting, Player 1: ")[1].split("Weather")[0].split())
    for section, symbols in (("row 1, column 1", {"hunter", "sun", "deer"}), ("row 2, column 1", {"ox", "wave"})):
        told = painting.split(section)[1].split("row ")[0]
        assert set(re.findall(r"[a-z]+", told)) == symbols


def test_a_land_of_tiles_is_drawn_as_it_lies() -> None:
    """Doggerland F6: places by row and column, what is there, whose it is; the row of cards keeps its gaps."""
    lines = str(Table.new("doggerland", 1, 11, interpreted=True)).splitlines()
    top = next(i for i, line in enumerate(lines) if line.startswith("  d3"))
    assert [cell.strip() for cell in (lines[top][:20], lines[top][20:39])] == ["d3 ↓", "e3 ←"]
    assert any("V1" in line for line in lines)
    assert re.search(r"Crafts.*: 1\) statuette", "\n".join(lines))
    assert "3) statuette" in "\n".join(lines)


def test_an_animal_on_its_own_ground_is_told_apart_from_the_ground() -> None:
    looks = [Look("ground", "tile", alt="Bison"), Look("bison", "meeple", letter="B", alt="Bison")]
    tiles = [Piece(f"t{i}", "map", i, "ground", badges=[f"a{i}"], label="Bison") for i in range(4)]
    zones = [Zone("map", "grid", PLANE, label="Land", columns=2, capacity=4)]
    drawn = draw(scene(zones, looks, [*tiles, Piece("b", "map", 3, "bison", label="Bison")]), 40)
    assert drawn.splitlines()[-1] == "    a3: Bison"
    assert "B" in drawn.splitlines()[-2].split()


def test_what_is_too_long_for_its_cell_is_not_cut() -> None:
    """Prices of the hut: on several lines, each beside its own."""
    looks = [Look("place", "tile", alt="Place")]
    prices = [["6 points", "2 Wood", "2 Stone", "2 Tools"], [], ["10 points"], []]
    tiles = [
        Piece(f"t{i}", "hut", i, "place", badges=price, label=f"Very long name {i}") for i, price in enumerate(prices)
    ]
    drawn = draw(scene([Zone("hut", "grid", PLANE, label="Hut", columns=2, capacity=4)], looks, tiles), 34)
    assert "…" not in drawn and max(map(len, drawn.splitlines())) <= 34
    left = " ".join(line[:18].strip() for line in drawn.splitlines()[1:])
    assert left.startswith("6 points, 2 Wood, 2 Stone, 2 Tools Very long name 0 10 points")


def test_steps_show_who_stands_where() -> None:
    """Honga: the sacred mountain."""
    assert "0:P1,P2 ─ 1 ─ 1 ─ 2 ─ 2 ─ 3 ─ 5" in text("honga")


def test_a_counter_does_not_say_its_number_twice() -> None:
    made = scene([], [], [])
    made.counters = [Counter("r", "Round 1 of 5", 1), Counter("s", "Scarcity", 2), Counter("p", "Points", 3, seat=0)]
    assert draw(made) == "Round 1 of 5 · Scarcity 2"


def test_what_changed_is_told_and_nothing_else() -> None:
    table = Table.new("doggerland", 2, 11, interpreted=True)
    before = blocks(table.view(0).scene())
    assert changes(before, before) == []
    while table.phase != "program":
        table.play(table.legal()[0])
    seat = table.player
    assert seat is not None
    before = blocks(table.view(seat).scene())
    table.play(next(action for action in table.legal() if action.startswith("go to")))
    table.play(table.legal()[0])
    told = changes(before, blocks(table.view(seat).scene()))
    assert {block.id for block in told} < {block.id for block in before}
    land = next(block for block in told if block.id == "map")
    assert len(land.things) == 1
    assert "expedition" in land.things[0]
    assert land.picture == ()


def test_every_game_can_be_read_at_any_width() -> None:
    for game in ("totem", "honga", "neta_tanka", "doggerland", "prehistory"):
        made = Table.new(game, 2, 3, interpreted=True).view(0).scene()
        for width in (20, 45, 80, 200):
            for line in draw(made, width).splitlines():
                longest = max(map(len, line.split()), default=0)
                assert len(line) <= width or longest > width - 8, (game, width, line)


def test_an_open_pile_is_told_from_the_top_as_listings_are() -> None:
    looks = [Look(name, "card", alt=name) for name in ("sword", "eye", "sum")]
    pieces = [Piece(look.id, "discard", slot, look.id) for slot, look in enumerate(looks)]
    pile = [Zone("discard", "pile", PLANE, label="Discard")]
    assert draw(scene(pile, looks, pieces)) == "Discard: sum  eye  sword"
    listed = scene(pile, looks, pieces[2:])
    listed.lists = [Listing("discard", "discard", pieces[::-1])]
    assert draw(listed) == "Discard: sum  eye  sword"

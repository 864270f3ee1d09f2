"""Scene, clicks, secrets and words particular to Doggerland (the general ones are in test_contract)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.actions import CARD, OBJECTIVE, SOLO_OBJECTIVE, TILE
from firstfire.games.doggerland.box import HUT_NAMES, SIDE_NAMES, TRACK_NAMES
from firstfire.games.doggerland.rules.knowledge import cards_turned
from firstfire.games.doggerland.state import NONE, Home, Hut, Phase
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.scene import Rect
from firstfire.kernel.records.record import copy_of

from ..playing import view_of
from .reading import BOX, ENGINE, at, cell, new, play, put, scores, table


def walk(seats: int, seed: int, **options: str) -> Any:
    s = new(seats, seed, **options)
    chance = Random(seed)
    while not s.over:
        yield s
        ENGINE.step(s, BOX, chance.choice(ENGINE.legal(s, BOX)))
    yield s


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {"length": "short"}), (4, {}), (1, {"opening": "chosen"})])
def test_scenes_of_a_whole_game(seats: int, options: dict[str, str]) -> None:
    """Every id leads somewhere, no two choices look alike, in every position and language."""
    for s in walk(seats, 3, **options):
        made = view_of(s, s.player).scene(COMPLETE_LANGUAGES[s.ply % len(COMPLETE_LANGUAGES)])
        assert made.problems() == []
        paths = [(choice.picks, choice.take) for choice in made.choices if choice.picks or choice.take]
        assert len(set(paths)) == len(paths)


def test_the_camp_and_the_priority_arrow_are_turned_by_clicks_on_the_table() -> None:
    """DP11: the tile to which the camp's arrow is to point, then the arrow itself on the side where it is to lie."""
    s = new(2, 1, opening="chosen")
    scene = view_of(s, s.player).scene()
    slots = {piece.id: piece.slot for piece in scene.pieces if piece.zone == "map"}
    columns = next(zone.columns or 0 for zone in scene.zones if zone.id == "map")
    camp = slots["tile-T00"]
    assert [slots[choice.picks[0]] - camp for choice in scene.choices] == [-columns, 1, columns, -1]
    play(s, "centre arrow E")
    scene = view_of(s, s.player).scene()
    arrows = {piece.id: (piece.slot, piece.turned) for piece in scene.pieces if piece.zone == "edge"}
    assert arrows == {f"edge-{side}": (i, i) for i, side in enumerate(SIDE_NAMES)}
    assert [choice.picks for choice in scene.choices] == [(arrow,) for arrow in arrows]
    play(s, "priority arrow S")
    assert [(p.id, p.slot) for p in view_of(s, 0).scene().pieces if p.zone == "edge"] == [("arrow", 2)]


def overlap(a: Rect, b: Rect) -> bool:
    return a.x + a.w > b.x + 0.5 and b.x + b.w > a.x + 0.5 and a.y + a.h > b.y + 0.5 and b.y + b.h > a.y + 0.5


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_zones_do_not_overlap(seats: int) -> None:
    """Zones lie side by side in both arrangements, inside the plane; parts of a board inside it."""
    for viewer in range(-1, seats):
        made = view_of(new(seats, 1), viewer).scene()
        for plane, boxes in (
            (made.size, [(zone, zone.box) for zone in made.zones]),
            (made.tall, [(zone, zone.tall or zone.box) for zone in made.zones]),
        ):
            for i, (zone, box) in enumerate(boxes):
                assert box.x >= 0 and box.y >= 0 and box.x + box.w <= plane.w and box.y + box.h <= plane.h, zone.id
                for other, place in boxes[i + 1 :]:
                    if zone.id != other.parent and other.id != zone.parent:
                        assert not overlap(box, place), (zone.id, other.id)


def test_animals_keep_their_id_when_they_move() -> None:
    """A migrating animal is the same piece in another place."""
    s = table("tile=[d4:T00 e4:C15 f4:S5] beast=[e4:bison1]")
    before = {piece.id: piece.slot for piece in view_of(s, 0).scene().pieces if piece.id.startswith("bison-")}
    for seat in range(2):
        put(s, f"clans.{seat}.goods.fruit=6 clans.{seat}.fruit=[6] clans.{seat}.goods.meat=0 clans.{seat}.meat=[0 0]")
    play(s, "pass", "pass")
    after = {piece.id: piece.slot for piece in view_of(s, 0).scene().pieces if piece.id.startswith("bison-")}
    assert before.keys() <= after.keys() and before != after


def test_the_table_shows_what_lies_on_it() -> None:
    """Map, hut, Fresco, boards: pieces of a position laid by hand."""
    s = table(
        "tile=[d4:T00 e4:S3 c4:S4] first_edge=S round=2 clans.0.village=d4 clans.1.village=c4",
        "fresco=[F01 F02 F03 F04] fresco_up=2 cubes.2-centre=2 painter.2-centre=1",
    )
    s.clans[0].hut = 1 << Hut.MENHIR
    s.clans[0].menhirs[0], s.clans[0].megaliths = at(4, 3), 1 << at(4, 3)
    s.clans[0].homes[2] = Home.PRESTIGIOUS
    put(s, "clans.0.memory.horse=2")
    play(s, f"go to {cell(4, 3)}", "send chief+hunter")
    made = view_of(s, 1).scene()
    pieces = {piece.id: piece for piece in made.pieces}
    assert {"tile-S3", "village-0", "megalith-0-0", f"expedition-0-{cell(4, 3)}", "hutcube-0-H3A", "cube-4"} <= set(
        pieces
    )
    assert pieces["cube-4"].count == 2 and pieces["cube-4"].owner == 1
    assert pieces["memory0-horse"].count == 2 and pieces["home0-place2"].look == "home-prestigious"
    assert pieces["slot-6"].look == "fresco-back" and not pieces["slot-6"].face_up
    assert pieces["expedition-0-" + cell(4, 3)].count == 2
    own = next(zone for zone in made.zones if zone.id == "board1")
    other = next(zone for zone in made.zones if zone.id == "board0")
    assert own.box.y > other.box.y, "the viewer's own board lies below"


def test_a_village_that_stays_is_a_click_on_its_tile() -> None:
    """Where it could go, and where it stands: all are tiles, and as large as tiles."""
    seen = set()
    for s in walk(3, 5):
        for choice in view_of(s, s.player).scene().choices if s.phase in (Phase.MOVE, Phase.WANDER) else ():
            if choice.text == "village stays":
                stands = s.clans[s.player].village
                assert choice.picks == (f"tile-{TILE.values[s.tile[stands]]}",)
                seen.add(stands)
    assert len(seen) > 2


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (1, {}), (1, {"opening": "chosen"})])
def test_nobody_knows_what_is_face_down(seats: int, options: dict[str, str]) -> None:
    """DG-N1, DG-1.6: stacks, face-down Fresco tiles and coming cards are hidden from all, and only they: what is
    programmed, paid and owned is public, one view serves all."""
    for s in walk(seats, 5, **options):
        views = []
        for viewer in range(-1, seats):
            view = copy_of(s)
            ENGINE.see(view, BOX, viewer)
            views.append(bytes(view))
            assert set(view.stack) == {NONE} and set(view.craft_stack) == {NONE}
            assert list(view.fresco)[: s.fresco_up] == list(s.fresco)[: s.fresco_up]
            assert all(tile == NONE for tile in list(view.fresco)[s.fresco_up :])
            if seats == 1:
                assert all(card == NONE for card in list(view.solo.cards)[cards_turned(s) :])
                assert list(view.solo.cards)[: cards_turned(s)] == list(s.solo.cards)[: cards_turned(s)]
        assert len(set(views)) == 1
        if s.ply > 25:
            break


def test_the_first_card_is_hidden_until_it_is_turned() -> None:
    """DG-N1: while the camp is being turned only the rivals' places are known; an imagined card fits them."""
    s = new(1, 7, opening="chosen")
    assert s.phase == Phase.CENTRE
    view = copy_of(s)
    ENGINE.see(view, BOX, 0)
    assert view.solo.cards[0] == NONE
    for seed in range(5):
        imagined = copy_of(view)
        ENGINE.determinize(imagined, BOX, 0, seed, 0)
        card = imagined.solo.cards[0]
        assert list(BOX.rivals_at[card]) == list(BOX.rivals_at[s.solo.cards[0]])
        assert ENGINE.check(imagined, BOX) == 0


@pytest.mark.parametrize(("seed", "options"), [(1, {}), (2, {"opening": "chosen"}), (3, {"difficulty": "hard"})])
def test_a_card_is_known_once_it_is_turned_up(seed: int, options: dict[str, str]) -> None:
    """DG-S4, DG-N1: whole solo games: the view knows the cards of the log and no others; so does the scene;
    Villages move before the next card."""
    seen: list[int] = []
    moves = 0
    for s in walk(1, seed, **options):
        notes = [s.notes[i] for i in range(s.note_count)]
        seen += [n.a for n in notes if GAME.notes.kind(n.kind).name == "card_turned"]
        view = view_of(s, 0)
        assert [card for card in view.state.solo.cards if card != NONE] == seen
        pieces = [piece.id for piece in view.scene().pieces if piece.id.startswith("card-") and piece.face_up]
        assert pieces == [f"card-{CARD.values[card]}" for card in seen[-1:]]
        moves += s.phase == Phase.MOVE
    assert moves > 0


def test_imagined_stacks_differ_and_fit() -> None:
    """DG-N1: every unseen tile is possible; nothing seen is."""
    s = new(2, 8)
    view = copy_of(s)
    ENGINE.see(view, BOX, 0)
    tops = set()
    for seed in range(30):
        imagined = copy_of(view)
        ENGINE.determinize(imagined, BOX, 0, seed, 0)
        tops.add(imagined.stack[39])
        assert sorted(list(imagined.stack)[:40]) == sorted(list(s.stack)[:40])
        assert sorted(list(imagined.craft_stack)[:15]) == sorted(list(s.craft_stack)[:15])
        assert imagined.fresco[0] == s.fresco[0]
    assert len(tops) > 10


def recount(s: Any, seat: int) -> int:
    """I25: the score once more, from the components file as data, by other code."""
    import tomllib

    data = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))
    clan = s.clans[seat]
    points = {species["name"]: species["points"] for species in data["species"]}
    total: int = 12 - clan.reserve - clan.newborns - 2 * clan.scarcity
    total += sum({0: 0, 1: 0, 2: 1, 3: 3}[home] for home in clan.homes)
    total += sum(tile["points"] for i, tile in enumerate(data["craft"]) if (clan.made >> i) & 1)
    total += sum(entry["points"] for i, entry in enumerate(data["hut"]) if (clan.hut >> i) & 1)
    total += sum(5 for mask in s.firsts if (mask >> seat) & 1) + sum(3 for mask in s.seconds if (mask >> seat) & 1)
    lines = [[0] * s.seats for _ in range(3)]
    for slot in range(18):
        if s.cubes[slot]:
            lines[slot % 3][s.painter[slot]] += s.cubes[slot]
            if s.painter[slot] == seat:
                total += s.cubes[slot] * points[data["fresco"][s.fresco[slot // 3]]["lines"][slot % 3]]
    for line in lines:
        places = sorted({count for count in line if count}, reverse=True)
        if line[seat]:
            total += {0: 4, 1: 2}.get(places.index(line[seat]), 0)
    return int(total)


@pytest.mark.parametrize("seed", range(3))
def test_reported_scores_are_the_recounted_ones(seed: int) -> None:
    """I25: at several moments and at the end of games in which sensible moves are mixed in."""
    s = new(3, seed)
    chance = Random(seed)
    while not s.over:
        legal = ENGINE.legal(s, BOX)
        if chance.random() < 0.7:
            legal = [max(legal, key=lambda action: ENGINE.prefer(s, BOX, action))]
        ENGINE.step(s, BOX, chance.choice(legal))
        if s.ply % 50 == 0 or s.over:
            assert scores(s) == [recount(s, seat) for seat in range(3)]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_rows_of_the_breakdown_add_up(seats: int) -> None:
    """DG-P1, DG-S5: in every language, all through a game."""
    assert GAME.presentation.breakdown is not None
    negative = 0
    for s in walk(seats, 6):
        if s.ply % 25 == 0 or s.over:
            for seat, total in enumerate(scores(s)):
                for language in COMPLETE_LANGUAGES:
                    rows = GAME.presentation.breakdown(s, BOX, seat, GAME.words(language))
                    count = s.solo.shown if seats == 1 else 8
                    assert len(rows) == count == len({label for label, _ in rows})
                    assert sum(points for _, points in rows) == total
                    negative += any(points < 0 for _, points in rows)
    assert negative > 0 or seats == 1


def test_builders_look_like_themselves() -> None:
    """DG-A: Hunter-Gatherer, Chief and Shaman in the building zone; each can be clicked to build."""
    s = table(
        "tile=[d4:T00 e4:S3] clans.0.village=d4 clans.1.village=d4 clans.0.goods.wood=9 clans.0.goods.stone=9",
        "clans.0.goods.fur=9 clans.0.goods.tool=9",
    )
    play(s, "habitat with shaman", "pass", "habitat with hunter", "habitat with hunter", "habitat with chief")
    built = {
        piece.id: (piece.look, piece.count) for piece in view_of(s, 1).scene().pieces if piece.id.startswith("builder")
    }
    assert built == {
        "builder-0-shaman": ("shaman", 1),
        "builder-0-hunter": ("hunter", 2),
        "builder-0-chief": ("chief", 1),
    }
    play(s, "pass")
    assert s.phase == Phase.RESOLVE
    made = view_of(s, 0).scene()
    assert made.problems() == []
    assert {("builder-0-shaman",), ("builder-0-chief",)} <= {tuple(choice.picks) for choice in made.choices}


@pytest.mark.parametrize(("language", "word"), [("en", "target"), ("fr", "cible"), ("nl", "doel")])
def test_the_tile_for_which_a_group_is_put_together_is_marked(language: str, word: str) -> None:
    """DG-X1: everybody sees on the map where the group will go, until it has set out."""
    s = table("tile=[d4:T00 e4:S3 d5:S4]")

    def marked() -> list[list[str]]:
        scenes = [view_of(s, seat).scene(language) for seat in (0, 1)]
        return [[piece.id for piece in scene.pieces if word in piece.badges] for scene in scenes]

    assert marked() == [[], []]
    play(s, f"go to {cell(4, 3)}")
    assert marked() == [["tile-S3"], ["tile-S3"]]
    play(s, "send hunter")
    assert marked() == [[], []]


def test_the_partner_of_the_twins_stands_at_the_hut() -> None:
    """DG-H6: nobody who leaves home vanishes from the table."""
    for member in ("hunter", "chief"):
        s = table("tile=[d4:T00 e4:S3]")
        play(s, "hut H6", f"twins with {member}")
        there = {piece.id: (piece.look, piece.slot) for piece in view_of(s, 1).scene().pieces if piece.owner == 0}
        assert there["shaman-0"] == ("shaman", Hut.TWINS) and there["partner-0"] == (member, Hut.TWINS)
    s = play(table("tile=[d4:T00 e4:S3]"), "hut H5")
    assert "partner-0" not in {piece.id for piece in view_of(s, 1).scene().pieces}


@pytest.mark.parametrize(
    ("shift", "labels"),
    [
        ((1, 0), ["Range 3", "Transport 2"]),
        ((-1, 1), ["Range 1", "Transport 3"]),
        ((-5, -5), ["Range 1", "Transport 1"]),
    ],
)
def test_a_running_event_shows_on_the_capacities(shift: tuple[int, int], labels: list[str]) -> None:
    """SC13, SC14, SC26, SC27: the board says what counts this round, never less than 1."""
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08]")
    s.solo.range_shift, s.solo.transport_shift = shift
    shown = {piece.id: piece.label for piece in view_of(s, 0).scene().pieces}
    assert [shown["track0-range"], shown["track0-transport"]] == labels
    assert shown["track0-tools"] == f"Tools +{BOX.makes[0]}"


def folded(text: str, most: int) -> int:
    """The lines of at most so many letters that a text needs, as the client folds it; 99 if a word is too long."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(f"{lines[-1]} {word}") <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return len(lines) if max(map(len, lines)) <= most else 99


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_words_on_pieces_are_short_enough_to_be_seen(language: str) -> None:
    """Objectives, hut locations and capacities carry their words, also on a small screen."""
    words = GAME.words(language)
    for domain in (OBJECTIVE, SOLO_OBJECTIVE):
        for value in domain.values:
            assert folded(words.say(f"value.{domain.name}.{value}"), 13) <= 3, value
    for name in (*HUT_NAMES, "H4_alone"):
        assert folded(words.say(f"value.location.{name}"), 16) <= 2, name
    for name in TRACK_NAMES:
        assert folded(words.say(f"label.{name}", value=2), 14) == 1, name


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_wide_table_has_the_shape_of_a_screen(seats: int) -> None:
    """Beside bar, prompt and side panel screens leave between 1060 x 640 (1366 x 768) and 1100 x 750 (1440 x 900): the
    zones fill such a shape."""
    boxes = [zone.box for zone in view_of(new(seats, 1), 0).scene().zones]
    wide = max(box.x + box.w for box in boxes) - min(box.x for box in boxes)
    high = max(box.y + box.h for box in boxes) - min(box.y for box in boxes)
    assert 1.45 < wide / high < 1.75


def test_log_sentences_in_three_languages() -> None:
    """Every note of a few games becomes a sentence without holes."""
    from firstfire.kernel.viewer.sentences import LogNote, note_sentence

    for seats in (1, 3):
        for s in walk(seats, 2):
            for i in range(s.note_count):
                n = s.notes[i]
                for language in COMPLETE_LANGUAGES:
                    said = note_sentence(
                        GAME,
                        GAME.words(language),
                        LogNote(n.kind, n.seat, n.sight, n.a, n.b, n.c, n.d),
                        ["A", "B", "C"],
                    )
                    assert said is None or "{" not in said


def by_id(s: Any, language: str = "en") -> dict[str, Any]:
    """Zones and pieces of the table by their ids."""
    made = view_of(s, s.player).scene(language)
    return {zone.id: zone for zone in made.zones} | {piece.id: piece for piece in made.pieces}


@pytest.mark.parametrize(
    ("round", "labels"),
    [
        (1, ["Building zone (1 Tool)", "Crafts (1 Tool)", "Fresco (1 Tool)", "Doggerland"]),
        (2, ["Building zone (1 Fur and 1 Tool)", "Crafts (1 Tool)", "Fresco (1 Fur and 1 Tool)", "Doggerland (1 Fur)"]),
    ],
)
def test_zones_tell_what_sending_costs_this_round(round: int, labels: list[str]) -> None:
    """DG-1.3: Tool and, in the cold, Fur, where members are sent; the tip tells what a missing one means."""
    found = by_id(table(f"round={round} first_edge={'_WS'[round]} fresco_up={round} tile=[d4:T00 e4:S3]"))
    assert [found[id].label for id in ("building", "crafts", "fresco", "map")] == labels
    assert "1 Scarcity (−2 points)" in found["building"].tip


def test_a_solo_event_changes_what_sending_costs() -> None:
    """SC01, SC02: the labels follow the event."""
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08]")
    s.solo.cold_costs = 1
    assert by_id(s)["map"].label == "Doggerland (1 Fur)"
    s.solo.cold_costs, s.solo.no_fur = 0, 1
    s.round = 2
    assert by_id(s)["map"].label == "Doggerland"


@pytest.mark.parametrize(
    ("language", "simple", "prestigious", "offering"),
    [
        ("en", "1 Wood, 1 Stone", "1 Wood, 1 Stone, 1 Bone", "1 Meat, 1 Fur or 1 Bone"),
        ("fr", "1 Bois, 1 Pierre", "1 Bois, 1 Pierre, 1 Os", "1 Viande, 1 Fourrure ou 1 Os"),
        ("nl", "1 hout, 1 steen", "1 hout, 1 steen, 1 bot", "1 vlees, 1 vacht of 1 bot"),
    ],
)
def test_prices_stand_on_the_table(language: str, simple: str, prestigious: str, offering: str) -> None:
    """Habitats in the building zone, the offering above the hut, Megaliths on their locations, all recipes in a tip."""
    found = by_id(table("tile=[d4:T00 e4:S3]"), language)
    assert found["price-simple"].badges == [simple]
    assert ", ".join(found["price-prestigious"].badges) == prestigious
    assert offering in found["hut"].label and offering in found["hut-H5"].tip
    assert any(badge.startswith("4 ") for badge in found["hut-H3C"].badges[1].split(", "))
    recipes = [f"{BOX.makes[level]} " in found["track0-tools"].tip for level in range(3)]
    assert recipes == [True] * 3


def test_a_home_of_animals_is_not_called_like_the_animal() -> None:
    """An empty spawn tile and an animal can be told apart, in the tile's name, its tip and the log."""
    s = table("tile=[d4:T00 e4:C09 f4:S3] beast=[f4:bison1]")
    for language in COMPLETE_LANGUAGES:
        made = view_of(s, 0).scene(language)
        names = {piece.id: piece.label for piece in made.pieces}
        assert names["tile-C09"] != names["bison-0"]


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_no_rule_codes_in_what_players_read(language: str) -> None:
    """Tips, rules and sentences in words: a code would lead nowhere."""
    import re

    coded = re.compile(r"DG-|\b(R|SC)\d\d?\b|\(\d(\.\d)?\)")
    entries = GAME.words(language).entries
    assert [key for key, text in entries.items() if coded.search(text)] == []

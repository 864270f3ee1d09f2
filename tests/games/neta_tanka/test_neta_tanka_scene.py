"""The table as it is drawn: zones do not overlap, links do not cross, in both arrangements."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import PLACE
from firstfire.games.neta_tanka.scene.scene import prompt
from firstfire.kernel.checking import playing
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.scene import Rect
from firstfire.kernel.presentation.templates import PlayerName
from firstfire.kernel.viewer.drawing import draw_table
from firstfire.kernel.viewer.sentences import Names

from .reading import BOX, ENGINE, play, put, resolving, village


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share more than an edge."""
    slack = 1e-6
    return a.x < b.x + b.w - slack and b.x < a.x + a.w - slack and a.y < b.y + b.h - slack and b.y < a.y + a.h - slack


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_zones_do_not_overlap(players: int, viewer: int) -> None:
    """Section 2.4: places, zones, cards and clan boards each have their own ground, wide and tall."""
    s = ENGINE.new(players, 1)
    scene = GAME.presentation.scene(s, GAME, BOX, viewer, GAME.words("en"), Names("ABCD"[:players]))
    drawn = [zone for zone in scene.zones if zone.kind != "map"]
    for a, b in combinations(drawn, 2):
        if a.parent == b.id or b.parent == a.id:
            continue
        assert not overlap(a.box, b.box), (a.id, b.id)
        assert a.tall is not None and b.tall is not None
        assert not overlap(a.tall, b.tall), (a.id, b.id)


def test_links_do_not_cross() -> None:
    """Section 2.4: the places are drawn so that no two links cross."""

    def side(a: int, b: int, c: int) -> int:
        p, q, r = (BOX.places[i] for i in (a, b, c))
        return int((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))

    ends = [(BOX.links[i].a, BOX.links[i].b) for i in range(BOX.link_count)]
    for (a, b), (c, d) in combinations(ends, 2):
        if len({a, b, c, d}) == 4:
            crossing = side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
            assert not crossing, (a + 1, b + 1, c + 1, d + 1)


def drawn(s: Any, language: str = "en") -> Any:
    """The table as the player who decides sees it."""
    return GAME.presentation.scene(s, GAME, BOX, s.player, GAME.words(language), ["A", "B", "C", "D"][: s.seats])


@pytest.mark.parametrize(("first", "copies"), [("nomad", "second"), ("second", "nomad")])
def test_f1_one_nomad_is_the_copy(first: str, copies: str) -> None:
    """NT-F1, R57: two players; both colours of one player on a place: the one that came last has the badge."""
    s = village("players=2")
    s.clans[0].food[2] = 5
    for piece in (first, copies):
        s.player = 0
        play(s, f"place {piece} at hunt")
    assert s.clans[0].copy_at == PLACE.index("hunt") and ENGINE.check(s, BOX) == 0
    badges = {piece.id: piece.badges for piece in drawn(s).pieces if piece.zone == "place-hunt"}
    copy = "nomad-0-hunt" if copies == "nomad" else "nomad-2-hunt"
    assert [name for name, said in badges.items() if "copy" in said] == [copy] and len(badges) == 2


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_prompts_follow_the_steps(language: str) -> None:
    """NT-A9: after the first resource one may stop; NT-L15: the second card is asked for as such."""
    s = village(
        "nomads.0.at=[build_tents elder_craft offering] clans.0.reserve=[wood:1 skin:2]",
        "craft_display=[C1 C2 C3 C4 C5] craft_pile.top=[C6 C7]",
    )
    resolving(s, 0)
    asked = []
    for text in ("resolve build_tents", "build skin on tent 1", "stop", "link K6", "remove C1"):
        play(s, text)
        asked.append(drawn(s, language).prompt.sentence)
    words = GAME.words(language)
    keys = ("phase.building", "prompt.build_on", "phase.resolving", "phase.renewing", "prompt.renew_second")
    assert asked == [words.say(key, seat=PlayerName("A")) for key in keys] and len(set(asked)) == 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_keeps_its_colour_all_game_long(players: int) -> None:
    """A random game to the end: each seat has one colour of its own, and its first nomads wear it."""
    given = set()
    for s, _, _ in playing.walk(GAME, players, 7):
        if s.ply % 9:
            continue
        scene = draw_table(GAME, s, BOX, s.ply % players, GAME.words("en"), Names("ABCD"[:players]))
        looks = {look.id: look for look in scene.looks}
        given.add(tuple(scene.colours))
        assert scene.problems() == [] and all(looks[f"nomad-{seat}"].colour == "" for seat in range(players))
    (colours,) = given
    assert len(set(colours)) == players


def test_with_two_players_the_second_nomads_differ_in_colour_and_shape() -> None:
    """NT-F3: a link needs two nomads of one colour, so the two sets of a player must be told apart at a glance."""
    scene = drawn(village("players=2"))
    looks = {look.id: look for look in scene.looks}
    for seat in range(2):
        first, second = looks[f"nomad-{seat}"], looks[f"nomad-{seat + 2}"]
        assert second.colour and second.colour not in scene.colours and second.front != first.front
        assert first.alt != second.alt
    assert looks["nomad-2"].colour != looks["nomad-3"].colour


def first_clicks(s: Any) -> tuple[tuple[str, ...], set[str]]:
    """What is in the hand before anybody clicks, and what the paths of the legal placements begin with."""
    paths = [GAME.presentation.picks(s, BOX, number) for number in ENGINE.legal(s, BOX)]
    return drawn(s).prompt.held, {path[0] for path in paths}


def test_p1_the_pile_that_was_begun_is_in_the_hand() -> None:
    """NT-P1: with two colours a place is one click away from the pile that was begun, so that two of one colour follow
    each other; the other pile can be taken instead."""
    s = village("players=2")
    assert first_clicks(s) == (("home-0",), {"home-0", "home-2"})
    put(s, "nomads.0.at=[hunt]")
    assert first_clicks(s) == (("home-0",), {"home-0", "home-2"})
    put(s, "nomads.2.at=[lumber tan]")
    assert first_clicks(s) == (("home-2",), {"home-0", "home-2"})
    s.nomads[2].hand = 0
    held, starts = first_clicks(s)
    assert held == () and starts and all(start.startswith("place-") for start in starts)


def test_f2_the_visitor_is_not_in_the_hand_first() -> None:
    """NT-F2, R8: the nomads come before the visitor; a visitor without a place leaves only the places to click."""
    s = village("visitor_of=0")
    held, starts = first_clicks(s)
    assert held == () and "visitor" not in starts
    put(s, "nomads.1.at=[hunt]")
    assert first_clicks(s) == (("home-0",), {"home-0", "visitor"})


@pytest.mark.parametrize(("language", "red", "black"), [
    ("en", "a red nomad", "a black nomad"), ("fr", "un nomade rouge", "un nomade noir"),
    ("nl", "een rode nomade", "een zwarte nomade"),
])  # fmt: skip
def test_the_prompt_says_what_is_in_the_hand(language: str, red: str, black: str) -> None:
    """NT-P1: on a phone the piles are out of sight while one looks at the places."""
    s, words, names = village("players=2"), GAME.words(language), Names(["A", "B"], 0)
    assert red in prompt(s, BOX, words, names).sentence
    put(s, "nomads.2.at=[hunt]")
    assert black in prompt(s, BOX, words, names).sentence
    assert not any(each in prompt(s, BOX, words, Names(["A", "B"], 1)).sentence for each in (red, black))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_held_after_the_placing(players: int) -> None:
    """Only piles are taken into the hand unasked."""
    s = village(f"players={players} nomads.0.at=[hunt]")
    resolving(s, 0)
    assert drawn(s).prompt.held == ()


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_whatever_lies_in_the_reserve_says_what_it_is_for(language: str) -> None:
    """Section 5: wood, skins, meat, mushrooms, skulls and generosity, each in a sentence of its own."""
    s = village("clans.0.reserve=[wood:1 skin:1 meat:1 mushroom:1 skull:1] clans.0.generosity=1")
    scene = GAME.presentation.scene(s, GAME, BOX, 0, GAME.words(language), ["A", "B", "C", "D"][: s.seats])
    tips = [piece.tip for piece in scene.pieces if piece.zone == "reserve0"]
    assert len(tips) == 6 == len({*tips} - {""})

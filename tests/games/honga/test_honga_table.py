"""Honga for people: words, log, scene, clicks; and the player of `strategy.py`."""

from __future__ import annotations

import ctypes
from random import Random
from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import BadSetup
from firstfire.games.honga import GAME
from firstfire.games.honga.state import Phase
from firstfire.kernel.checking.playing import walk
from firstfire.kernel.checking.word_checkers import words_are_whole
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.scene import Scene
from firstfire.kernel.records.record import copy_of

from ..playing import view_of
from .reading import ACTING, ENGINE, Case

BOX = GAME.standard_box
NAMES = ["Ann", "Bram", "Chloé", "Dirk", "Eve"]


def scene_of(s: Any, seat: int, language: str = "en") -> Scene:
    return view_of(s, seat, NAMES).scene(language)


def zone_of(scene: Scene, piece: str) -> str:
    return next(p.zone for p in scene.pieces if p.id == piece)


def test_words_are_whole() -> None:
    assert words_are_whole(GAME) == []


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_every_value_has_its_word(language: str) -> None:
    """All named values but disc ids and herd numbers are translated."""
    words = GAME.words(language)
    domains = [d for block in GAME.actions.blocks for d in block.parameters.values()]
    domains += [d for kind in GAME.notes.kinds for d in kind.arguments().values()]
    for domain in domains:
        for value in domain.values:
            if not domain.numeric and domain.name not in ("disc", "herd"):
                name = "barter" if domain.name == "offer" else domain.name  # an offer is a barter card in full
                assert f"value.{name}.{value}" in words, (domain.name, value)


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_a_start_player_who_is_not_there_is_refused_in_words(language: str) -> None:
    with pytest.raises(BadSetup, match="player 4 cannot start a game of 3") as caught:
        GAME.check_seats(3, {"start": "4"})
    said = GAME.words(language).say(caught.value.word, **caught.value.details)
    assert "4" in said and "3" in said


@pytest.mark.parametrize("seats", GAME.seats)
def test_scenes_are_sound_and_clicks_are_clear(seats: int) -> None:
    """Every id leads somewhere; no path of clicks equals or begins another one."""
    for s, _, _ in walk(GAME, seats, seats, engine=ENGINE):
        if s.ply > 250:
            break
        scene = scene_of(s, s.player, COMPLETE_LANGUAGES[s.ply % len(COMPLETE_LANGUAGES)])
        assert scene.problems() == []
        paths = [choice.picks for choice in scene.choices if choice.picks and not choice.take]
        for path in paths:
            assert not [other for other in paths if other is not path and other[: len(path)] == path]


def test_zones_stay_on_the_table_and_apart() -> None:
    """Wide and tall: inside the table; trays and places beside the board do not overlap, nor the parts of a tray."""
    for seats, viewer in ((2, 0), (4, 1), (5, 0)):
        scene = scene_of(Case(f"players={seats}").s, viewer)
        assert_apart(scene)
        assert any(zone.id.startswith("ways-") for zone in scene.zones) == (viewer == 0)


def assert_apart(scene: Scene) -> None:
    for size, whole in (("box", scene.size), ("tall", scene.tall)):
        boxes = {zone.id: getattr(zone, size) for zone in scene.zones}
        for name, box in boxes.items():
            assert box.x >= 0 and box.y >= 0 and box.x + box.w <= whole.w and box.y + box.h <= whole.h, (size, name)
        apart = [z.id for z in scene.zones if z.kind == "panel" or z.id in ("slots", "depot", "points", "grey-pile")]
        trays = [zone for zone in scene.zones if zone.parent.startswith("tray-")]
        for zone in trays:
            inner, outer = boxes[zone.id], boxes[zone.parent]
            assert inner.w > 40 and inner.h > 40, (size, zone.id)
            assert inner.y >= outer.y and inner.y + inner.h <= outer.y + outer.h + 0.01, (size, zone.id)
        apart += [z.id for z in scene.zones if z.id.startswith("field-")]
        pairs = [(one, other) for names in (apart, [zone.id for zone in trays])
                 for i, one in enumerate(names) for other in names[:i]]  # fmt: skip
        for one, other in pairs:
            a, b = boxes[one], boxes[other]
            gap = a.x + a.w <= b.x + 1 or b.x + b.w <= a.x + 1 or a.y + a.h <= b.y + 1 or b.y + b.h <= a.y + 1
            assert gap, (size, one, other)


def test_the_scene_follows_the_figures() -> None:
    """HONGA, tusk, mammoths and discs lie where the state says."""
    case = Case(
        ACTING,
        "trays.0.goods=[1 1 1 0] herd=[0 1 2] lures=3 trays.0.last_lure=3 trays.1.last_lure=2 trays.2.last_lure=1",
        "honga=1 turn.hands=[mammoths:1]",
    )
    before = scene_of(case.s, 0)
    assert (zone_of(before, "honga"), zone_of(before, "tusk"), zone_of(before, "fire")) == (
        "standing-1",
        "standing-0",
        "standing-0",
    )
    pushed = next(p for p in before.pieces if p.zone == "herd" and p.slot == 2)
    case.play("lure mammoth")
    after = scene_of(case.s, 0)
    assert zone_of(after, pushed.id) == "standing-2"  # the same piece slides to its owner's tray


def test_the_viewer_sees_only_own_cards() -> None:
    """Section 10, in the scene."""
    case = Case("trays.0.hand=[two_points:1] trays.1.hand=[chase_honga:2]")
    scene = scene_of(case.s, 0)
    assert zone_of(scene, "card-two_points") == "hand-0"
    hidden = next(p for p in scene.pieces if p.zone == "hand-1")
    assert (hidden.face_up, hidden.count, hidden.look) == (False, 2, "bonus-back")
    assert next(p for p in scene.pieces if p.zone == "disc-1").id == "disc-1-0"


def test_ways_to_lay_a_disc_are_shown_to_who_lays_it() -> None:
    """HO-D1: each way with the hands the fields would get."""
    case = Case("trays.0.disc=G21")
    scene = scene_of(case.s, 0)
    way = next(p for p in scene.pieces if p.id == "way-north-east-2")
    assert way.label == "1 at the spring, 2 at the lake, 1 at HONGA"
    assert not [zone for zone in scene_of(case.s, 1).zones if zone.id.startswith("ways")]


def test_ways_open_on_their_space_when_it_is_clicked() -> None:
    """HO-D1: the disc is turned where it will lie: the first click is the space, the second the disc turned on it."""
    scene = scene_of(Case("trays.0.disc=G21").s, 0)
    zones = {zone.id: zone for zone in scene.zones}
    names = ("north-west", "north-east", "south-west", "south-east")
    for one in names:
        assert (zones[f"ways-{one}"].parent, zones[f"ways-{one}"].after) == (f"space-{one}", f"space-{one}")
        here = [p.id for p in scene.pieces if p.zone == f"ways-{one}"]
        assert here == [f"way-{one}-{turn}" for turn in range(4)]
        for size in ("box", "tall"):
            a, b = getattr(zones[f"space-{one}"], size), getattr(zones[f"ways-{one}"], size)
            assert (a.x + a.w / 2, a.y + a.h / 2) == pytest.approx((b.x + b.w / 2, b.y + b.h / 2))
            assert b.w > a.w
    lay = next(choice for choice in scene.choices if choice.text == "lay disc north-east turned 2")
    assert lay.picks == ("space-north-east", "way-north-east-2")


def test_mammoths_to_give_are_buttons() -> None:
    """HO-A8a: a set has no order, so it is no path of clicks."""
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[0 1 0 0] trays.0.mammoths=1 herd=[0 1 0 2] lures=4 trays.0.last_lure=4",
        "trays.1.last_lure=3 trays.2.last_lure=1 slots.0=T26 turn.hands=[barter:1]",
    )
    scene = scene_of(case.play("barter slot 1").s, 0)
    assert [choice.picks for choice in scene.choices] == [()] * 3


def test_points_are_bought_by_clicks_on_the_card_and_on_how_many() -> None:
    """HO-B10: what can be paid opens on the empty place of the disc when the card is clicked; only for who may buy."""
    case = Case(ACTING, "trays.0.goods=[2 0 0 0] trays.0.hand=[bought_points:1]")
    scene = scene_of(case.s, 0)
    paths = [choice.picks for choice in scene.choices if choice.text.startswith("play bought_points")]
    assert paths == [("card-bought_points", f"bought-{foods}") for foods in (1, 2)]
    assert scene.problems() == []
    place = next(zone for zone in scene.zones if zone.id == "bought")
    assert (place.parent, place.after) == ("disc-0", "card-bought_points")
    assert [piece.count for piece in scene.pieces if piece.zone == "bought"] == [1, 2]
    assert all(zone.id != "bought" for zone in scene_of(case.s, 1).zones)


def test_hands_at_honga_are_not_for_use() -> None:
    """HO-H1: they have minded him; the others are still to be used."""
    scene = scene_of(Case(ACTING, "turn.hands=[honga:1 lake:1]").s, 0)
    tips = {p.id: p.tip for p in scene.pieces if p.id.startswith("hand-")}
    words = GAME.words("en")
    assert tips["hand-honga"] == words.say("tip.hands_honga")
    assert tips["hand-lake"] == words.say("tip.hands")


def test_after_the_end_nothing_is_asked() -> None:
    """HO-E1: the prompt says why the game is over."""
    s, _ = play_greedily(2, 3, {0, 1})
    prompt = scene_of(s, 0).prompt
    assert (prompt.seat, prompt.sentence) == (None, GAME.words("en").say("ending.target"))


def test_keeping_a_disc_cannot_be_undone() -> None:
    """HO-D3: the next player's turn has begun."""
    table: Any = Table.new("honga", players=2, seed=7, options={"start": "1"}, interpreted=True)
    case = Case(ACTING, "players=2 trays.0.hand=[extra_disc:1]").play("play extra_disc", "end turn")
    ctypes.memmove(ctypes.addressof(table.state), ctypes.addressof(case.s), ctypes.sizeof(case.s))
    table.play("keep first disc")
    assert table.state.player == 1
    assert not table.can_undo(0)


def test_the_log_of_a_turn_reads_like_a_story() -> None:
    """Notes in words, one turn of the sample round."""
    table: Any = Table.new("honga", players=2, seed=7, options={"start": "1"}, names=["Ann", "Bram"], interpreted=True)
    while table.state.player == 0:
        table.play(table.legal()[0])
    lines = [line for entry in table.view(1).log() for line in entry]
    assert any(line.startswith("Ann lays the disc ") for line in lines)
    assert "Ann draws a grey disc." in lines
    assert "It is your turn." in lines
    own = [line for entry in table.view(0).log() for line in entry]
    assert any(line.startswith("You draw a grey disc with the hands ") for line in own)
    assert "It is the turn of Bram." in own and "It is your turn." in own


def test_points_by_their_source() -> None:
    """HO-E2: the rows of the result add up to the points."""
    s, _ = play_greedily(3, 2, {0, 1, 2})
    for seat in range(3):
        rows = GAME.presentation.breakdown(s, BOX, seat, GAME.words("fr")) if GAME.presentation.breakdown else []
        assert [label for label, _ in rows][:2] == ["Troc", "Montagne sacrée"]
        assert sum(points for _, points in rows) == s.trays[seat].points > 0


# ---------------------------------------------------------------- strategy


def play_greedily(seats: int, seed: int, greedy: set[int]) -> tuple[Any, list[int]]:
    """A game of greedy seats (highest `prefer`, from their own view) among random ones."""
    s = ENGINE.new(seats, seed, quiet=True)
    chance = Random(seed)
    while not s.over:
        legal = ENGINE.legal(s, BOX)
        action = chance.choice(legal)
        if s.player in greedy:
            view = copy_of(s)
            ENGINE.see(view, BOX, s.player)
            action = max(legal, key=lambda a: (ENGINE.prefer(view, BOX, a), chance.random()))
        ENGINE.step(s, BOX, action)
    ranks = (ctypes.c_int64 * 16)()
    ENGINE.rank(s, BOX, ranks)
    return s, list(ranks[:seats])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_sensible_player_beats_random_ones(seats: int) -> None:
    """`prefer`, on redacted views: every game won here (3,000 of 3,000 in a larger run)."""
    for seed in range(8):
        _, ranks = play_greedily(seats, seed, {seed % seats})
        assert ranks[seed % seats] == 1


def test_sensible_players_end_a_game_in_sensible_time() -> None:
    """Section 2.4: about 15 rounds."""
    rounds = [play_greedily(3, seed, {0, 1, 2})[0].round for seed in range(4)]
    assert all(8 <= n <= 30 for n in rounds)


def test_shares_are_exact_at_the_end_and_fair_at_the_start() -> None:
    """Shares of the victory add to 1: by `value` while a game goes on, by `rank` at its end."""
    assert ENGINE.shares(ENGINE.new(4, 1), BOX) == pytest.approx([0.25] * 4, abs=0.01)
    s, ranks = play_greedily(3, 5, {0, 1, 2})
    winners = [rank == 1 for rank in ranks]
    assert ENGINE.shares(s, BOX) == [won / sum(winners) for won in winners]
    s.trays[0].points = s.trays[1].points = 90
    for good in range(4):
        s.trays[0].goods[good] = s.trays[1].goods[good] = 1
    assert ENGINE.shares(s, BOX) == [0.5, 0.5, 0.0]


def test_prefer_is_for_every_phase() -> None:
    """Every decision of a game can be judged, from the player's own view."""
    phases = set()
    for seed in range(12):
        for s, legal, _ in walk(GAME, 3, seed, engine=ENGINE):
            if legal and s.phase not in phases:
                phases.add(s.phase)
                view = copy_of(s)
                ENGINE.see(view, BOX, s.player)
                assert all(isinstance(ENGINE.prefer(view, BOX, action), float) for action in legal)
        if phases == set(Phase):
            return
    pytest.fail(f"never seen: {set(Phase) - phases}")

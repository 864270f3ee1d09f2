"""Whole games: what compares two states (NT-I16, NT-I17), the scene, the greedy player, and many games."""

from __future__ import annotations

import ctypes
from random import Random
from typing import Any

import pytest
from tests.samples import sample

from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.box import Resource
from firstfire.games.neta_tanka.rules.scoring import is_met
from firstfire.games.neta_tanka.state import NOWHERE, Phase
from firstfire.games.neta_tanka.strategy.quest import quest
from firstfire.games.neta_tanka.strategy.value import HOPE, standing
from firstfire.games.neta_tanka.strategy.weights import CRAFT_AIM, GIFT_ZEAL, TENT_AIM, TIER_AIM, TOTEM_ZEAL
from firstfire.games.neta_tanka.strategy.worth import craft_aim, food_aim, gift_aim, tent_aim, tier_aim
from firstfire.kernel.checking import checkers, playing
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.records.rows import as_bytes

from .reading import BOX, ENGINE

ROW = ctypes.c_int64 * 16


def belongings(s: Any) -> bytes:
    """Everything that Phase I must not change: zones, decks, clans without their placement marks."""
    held = copy_of(s)
    for clan in held.clans:
        clan.to_place = clan.copy_at = clan.copy_piece = 0
    parts = [bytes(clan) for clan in held.clans]
    parts += [bytes(s.forest), bytes(s.tanning), bytes(s.craft_display), bytes(s.craft_pile), bytes(s.card_display)]
    return b"".join(parts)


def places(s: Any) -> list[int]:
    """Where all nomads and the visitor stand."""
    return [s.nomads[colour].at for colour in range(4)] + [s.visitor_at]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_i16_phases_keep_apart(players: int) -> None:
    """NT-I16, R5: in Phase I nothing but pieces moves; in Phase II no piece changes place."""
    for seed in range(3):
        before: Any = None
        for s, _, _ in playing.walk(GAME, players, seed, engine=ENGINE):
            if before is not None and before.round == s.round and not s.over:
                if before.phase == Phase.PLACING:
                    assert belongings(before) == belongings(s)
                else:
                    assert places(before) == places(s)
            before = copy_of(s)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_i17_every_turn_ends(players: int) -> None:
    """NT-I17: some choice always exists, and no resolution turn is longer than its means."""
    for seed in range(5):
        length = longest = 0
        for s, legal, action in playing.walk(GAME, players, seed, engine=ENGINE):
            assert legal or s.over
            length = 0 if s.phase == Phase.PLACING or GAME.actions.text(max(action, 0)) == "end turn" else length + 1
            longest = max(longest, length)
        assert longest < 90


def test_a_turn_of_pure_stalling_ends() -> None:
    """NT-I17: even a player who avoids "end turn" runs out of things to do."""
    s = ENGINE.new(2, 3)
    chance = Random(3)
    while not s.over:
        legal = ENGINE.legal(s, BOX)
        texts = [GAME.actions.text(action) for action in legal]
        others = [action for action, text in zip(legal, texts, strict=True) if text != "end turn"]
        ENGINE.step(s, BOX, chance.choice(others or legal))
    assert s.ply < GAME.max_plies


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scenes_are_whole(players: int) -> None:
    """Every piece lies somewhere, every pick leads somewhere, no path is the beginning of another."""
    names = ["A", "B", "C", "D"][:players]
    for s, legal, _ in playing.walk(GAME, players, 31, engine=ENGINE):
        if s.ply % 4:
            continue
        view = copy_of(s)
        ENGINE.see(view, BOX, s.player)
        language = COMPLETE_LANGUAGES[s.ply // 4 % len(COMPLETE_LANGUAGES)]
        scene = GAME.presentation.scene(view, GAME, BOX, s.player, GAME.words(language), names)
        assert scene.problems() == []
        known = {piece.id for piece in scene.pieces} | {zone.id for zone in scene.zones}
        paths = [GAME.presentation.picks(view, BOX, action) for action in legal]
        clicked = [path for path in paths if path]
        assert len(set(clicked)) == len(clicked)
        starts = {path[:n] for path in clicked for n in range(1, len(path))}
        assert not starts & set(clicked)
        assert all(pick in known for path in clicked for pick in path)


def test_the_village_shows_all_links() -> None:
    """Section 2.6: the links are drawn between the places, no two places on one spot."""
    s = ENGINE.new(3, 1)
    scene = GAME.presentation.scene(s, GAME, BOX, 0, GAME.words("en"), ["A", "B", "C"])
    village = next(zone for zone in scene.zones if zone.id == "village")
    assert len(village.cells) == 18 == len(set(village.cells)) and len(village.links) == 20
    for a, b in ((0, 1), (0, 2), (1, 2)):
        boxes = [zone.box for zone in scene.zones if zone.id in (f"clan{a}", f"clan{b}")]
        assert boxes[0] != boxes[1]


def test_breakdown_adds_up() -> None:
    """NT-S1 to NT-S8: the parts a player is shown are the total."""
    assert GAME.presentation.breakdown is not None
    for s, _, _ in playing.walk(GAME, 3, 4, engine=ENGINE):
        if s.over:
            out = ROW()
            ENGINE.score(s, BOX, out)
            for seat in range(3):
                rows = GAME.presentation.breakdown(s, BOX, seat, GAME.words("fr"))
                assert len(rows) == 8 and sum(points for _, points in rows) == out[seat]


def greedy_game(engine: Any, players: int, seed: int, greedy: int) -> list[int]:
    """One greedy seat among random ones: the places at the end."""
    s = engine.new(players, seed)
    chance = Random(seed)
    while not s.over:
        legal = engine.legal(s, BOX)
        action = chance.choice(legal)
        if s.player == greedy:
            view = copy_of(s)
            engine.see(view, BOX, greedy)
            action = max(legal, key=lambda a: (engine.prefer(view, BOX, a), chance.random()))
        engine.step(s, BOX, action)
    out = ROW()
    engine.rank(s, BOX, out)
    return list(out[:players])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players: int) -> None:
    """The sensible beginner wins clearly: here every one of six games."""
    assert all(greedy_game(ENGINE, players, seed, seed % players)[seed % players] == 1 for seed in range(6))


def test_value_shares_add_up() -> None:
    """Shares between 0 and 1 that add up to 1."""
    for s, _, _ in playing.walk(GAME, 4, 8, engine=ENGINE):
        if s.ply % 10 == 0 or s.over:
            out = [0.0] * 4
            ENGINE.value(s, BOX, out)
            assert sum(out) == pytest.approx(1.0) and min(out) >= 0.0


def pulls(clan: Any) -> set[str]:
    """What a clan would like to have for its objective."""
    found = {
        "tent": tent_aim(clan, BOX), "wood": tier_aim(clan, BOX, Resource.WOOD), "food": food_aim(clan, BOX),
        "skull": tier_aim(clan, BOX, Resource.SKULL), "craft": craft_aim(clan, BOX, 1), "gift": gift_aim(clan, BOX, 0),
    }  # fmt: skip
    return {name for name, worth in found.items() if worth > 0}


def test_what_the_own_objective_asks_pulls_until_it_is_there() -> None:
    """NT-O1 to NT-O4; one that is hidden, or handed in, asks for nothing."""
    s = ENGINE.new(2, 5)
    clan = s.clans[0]
    asked = [{"craft", "wood", "skull"}, {"craft", "food"}, {"craft", "tent"}, {"wood", "skull", "tent", "gift"}]
    clan.generosity = 0
    for objective, things in enumerate(asked):
        clan.objective = objective
        assert pulls(clan) == things
    clan.generosity, clan.totem[Resource.WOOD] = 5, 5
    assert pulls(clan) == {"tent"}
    clan.exchanged = 1
    assert not pulls(clan)
    clan.exchanged, clan.objective = 0, NOWHERE
    assert not pulls(clan)


def test_a_clan_is_keener_on_what_it_can_meet_on_the_way() -> None:
    """NT-O1 asks for four wood and two skulls, NT-O4 for a height and generosity, NT-O3 for four tents."""
    clan = ENGINE.new(2, 5).clans[0]
    clan.objective = 0
    assert tier_aim(clan, BOX, Resource.WOOD) == TIER_AIM * TOTEM_ZEAL > TIER_AIM
    assert craft_aim(clan, BOX, 1) == CRAFT_AIM * TOTEM_ZEAL
    clan.objective = 3
    assert tier_aim(clan, BOX, Resource.WOOD) == TIER_AIM * GIFT_ZEAL > TIER_AIM
    clan.objective = 2
    assert tent_aim(clan, BOX) == TENT_AIM


def test_a_clan_is_the_keener_the_more_its_objective_brings() -> None:
    """NT-S7: five points are printed; of one that brought ten, each step would be worth twice as much."""
    s = ENGINE.new(2, 5)
    clan, box = s.clans[0], copy_of(BOX)
    clan.objective = 3
    box.objectives[3].points *= 2
    assert tent_aim(clan, box) == 2 * tent_aim(clan, BOX) == 2 * TENT_AIM * GIFT_ZEAL
    clan.generosity, clan.totem[Resource.WOOD] = 4, 4
    for tent in range(3):
        clan.tents[tent][Resource.WOOD], clan.tents[tent][Resource.SKIN] = 1, 2
    assert standing(s, box, 0) - standing(s, BOX, 0) == pytest.approx(HOPE * GIFT_ZEAL * 0.64)


@pytest.mark.parametrize(("players", "points"), [(2, 8), (3, 6), (4, 6)])
def test_on_a_quest_the_own_objective_seems_worth_more_and_nothing_else_changes(players: int, points: int) -> None:
    """NT-S7: the box that others see stays as it is; what is handed in or hidden is no quest."""
    s, printed = ENGINE.new(players, 5), as_bytes(BOX)
    clan = s.clans[1]
    clan.objective = 3
    seen = quest(s, BOX, 1)
    assert seen is not None and seen.objectives[3].points == points > BOX.objectives[3].points
    seen.objectives[3].points = BOX.objectives[3].points
    assert as_bytes(seen) == printed == as_bytes(BOX)
    clan.exchanged = 1
    assert quest(s, BOX, 1) is None
    clan.exchanged, clan.objective = 0, NOWHERE
    assert quest(s, BOX, 1) is None


def test_on_a_quest_nothing_seems_worth_more_than_it_is_once_it_is_met() -> None:
    """NT-O4, NT-S7: then it is kept for its five points. NT-O2 and NT-O3 are no quest: they ask too much."""
    s = ENGINE.new(2, 5)
    clan = s.clans[0]

    def seems(objective: int) -> int | None:
        clan.objective = objective
        box = quest(s, BOX, 0)
        return None if box is None else int(box.objectives[objective].points)

    clan.generosity, clan.totem[Resource.WOOD] = 5, 5
    assert [seems(objective) for objective in range(4)] == [8, None, None, 8]
    for tent in range(3):
        for material in range(2):
            clan.tents[tent][material] = BOX.tent_slots[material]
    assert is_met(clan, BOX, 3) and seems(3) == 5


def test_a_clan_near_its_objective_stands_better() -> None:
    """Four of five generosity and tiers of the totem, all tents: 64 hundredths of the way."""
    s = ENGINE.new(2, 5)
    clan = s.clans[0]
    clan.generosity, clan.totem[Resource.WOOD] = 4, 4
    for tent in range(3):
        clan.tents[tent][Resource.WOOD], clan.tents[tent][Resource.SKIN] = 1, 2
    clan.objective = NOWHERE
    without = standing(s, BOX, 0)
    clan.objective = 3
    assert standing(s, BOX, 0) - without == pytest.approx(HOPE * GIFT_ZEAL * 0.64)


def set_food(s: Any) -> None:
    s.clans[0].food[0] = 1


def set_totem(s: Any) -> None:
    s.clans[0].totem[2] = 1


def set_forest(s: Any) -> None:
    s.forest[1] = 1


def set_tanning(s: Any) -> None:
    s.tanning[0] = 1


def set_gift(s: Any) -> None:
    s.gift_made = 2


def set_link(s: Any) -> None:
    s.links_open[0] = 1


def set_second_link(s: Any) -> None:
    s.links_open[1] = 1


@pytest.mark.parametrize(
    ("spoil", "number"),
    [(set_food, 11), (set_totem, 12), (set_forest, 1), (set_tanning, 1), (set_gift, 14), (set_link, 17),
     (set_second_link, 17)],
)  # fmt: skip
def test_a_spoilt_table_is_found(spoil: Any, number: int) -> None:
    """NT-I1, NT-I11, NT-I12, NT-I14, NT-F3: what lies where it cannot lie breaks the invariant named."""
    s = ENGINE.new(3, 1)
    assert ENGINE.check(s, BOX) == 0
    spoil(s)
    assert ENGINE.check(s, BOX) == number and number in GAME.invariants


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_random_games(players: int) -> None:
    """NT-I1 to NT-I15, NT-I18: all invariants after every action of three thousand games."""
    engine = engine_for(GAME, interpreted=False)
    assert checkers.random_games(GAME, players, sample(3000, 10_000), seed=players * 100_000, engine=engine) == []

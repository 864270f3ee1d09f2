"""Why not: for every kind of action a refused one, with its reason and its sentence; and every reason there is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from firstfire import Table
from firstfire.errors import IllegalAction
from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import ACTIONS
from firstfire.games.neta_tanka.scene import reasons
from firstfire.kernel.presentation.why_not import NOT_NOW, Reason
from firstfire.kernel.viewer.refusals import say_reason
from firstfire.kernel.viewer.sentences import Names

from .reading import BOX, ENGINE, by_name, play, put, resolving, village

Set = Callable[[Any], None]


def turn(*places: str, seat: int = 0, then: tuple[str, ...] = (), generosity: int = 0, **amounts: int) -> Set:
    """Seat 0 resolves: nomads on places, a reserve, some actions."""

    def prepare(s: Any) -> None:
        put(s, f"nomads.{seat}.at=[{' '.join(places)}] clans.{seat}.reserve=[{by_name(amounts)}]")
        s.clans[seat].generosity = generosity
        resolving(s, seat)
        play(s, *then)

    return prepare


def with_food(count: int, *later: Set) -> Set:
    def prepare(s: Any) -> None:
        s.clans[0].food[2] = count
        for step in later:
            step(s)

    return prepare


def after(*steps: Set) -> Set:
    def prepare(s: Any) -> None:
        for step in steps:
            step(s)

    return prepare


def doubled(s: Any) -> None:
    """Hunt holds a nomad and a copy; seat 0 has the power too."""
    s.clans[0].food[2] = 5
    put(s, "nomads.1.at=[hunt] visitor_of=2 visitor_at=hunt")


def copied(s: Any) -> None:
    """Seat 0 has used its Copy Power on Hunt; Tan is full too."""
    s.clans[0].food[2] = 5
    put(s, "nomads.1.at=[hunt tan]")
    play(s, "place nomad at hunt")
    s.player = 0


def gate(s: Any) -> None:
    put(s, "clans.0.tents=[[1 2] [0 0]] clans.0.gate=2")


CASES: list[tuple[int, Set, str, str, str]] = [
    # players, position, action, key of the reason, its English sentence
    (
        3,
        lambda s: None,
        "place second at hunt",
        "no_second",
        "With this number of players everybody has one colour of nomads only",
    ),
    (3, lambda s: None, "place visitor at hunt", "no_visitor", "The visitor is not yours in this round"),
    (
        3,
        lambda s: put(s, "visitor_of=0 visitor_at=hunt"),
        "place visitor at tan",
        "visitor_placed",
        "The visitor stands on the board already",
    ),
    (
        3,
        lambda s: put(s, "visitor_of=0"),
        "place visitor at elder_hunt",
        "visitor_elder",
        "The visitor never goes to an Elder",
    ),
    (
        3,
        lambda s: put(s, "visitor_of=0"),
        "place visitor at tan",
        "visitor_alone",
        "The visitor may only join a nomad, and nobody stands on Tan Skins",
    ),
    (
        2,
        lambda s: put(s, "nomads.0.at=[hunt tan trade meditate]"),
        "place nomad at lumber",
        "no_nomad_left",
        "No nomad of that colour is left to place",
    ),
    (
        3,
        after(lambda s: put(s, "nomads.0.at=[hunt tan trade meditate]"), lambda s: put(s, "visitor_of=0")),
        "place nomad at lumber",
        "all_placed",
        "All your nomads of this round are placed",
    ),
    (
        3,
        lambda s: put(s, "nomads.0.at=[meditate]"),
        "place nomad at meditate",
        "same_colour",
        "A nomad of that colour stands on Meditate already",
    ),
    (
        3,
        lambda s: put(s, "nomads.1.at=[elder_hunt]"),
        "place nomad at elder_hunt",
        "elder_taken",
        "Elder of the Hunt: one nomad stands there already, and Elders cannot be copied",
    ),
    (
        3,
        with_food(2, lambda s: put(s, "nomads.1.at=[hunt]")),
        "place nomad at hunt",
        "place_full",
        "Hunt is full. Only with the Copy Power may a nomad join another there, and that needs 5 items in "
        "your food section (2 now)",
    ),
    (
        3,
        copied,
        "place nomad at tan",
        "copy_used",
        "Tan Skins is full, and the Copy Power is used already in this round",
    ),
    (3, doubled, "place nomad at hunt", "place_doubled", "Hunt is full: every slot already holds two"),
    (
        3,
        turn("offering", wood=1, then=("resolve offering",)),
        "resolve meditate",
        "open_action",
        "Make Offerings is still open: go on with it, or stop",
    ),
    (3, turn("hunt"), "resolve tan", "not_standing", "No unresolved nomad of yours stands on Tan Skins"),
    (
        3,
        after(lambda s: put(s, "forest=[wood:0]"), turn("gather_wood")),
        "resolve gather_wood",
        "forest_no_wood",
        "There is no wood in the Forest",
    ),
    (
        3,
        after(lambda s: put(s, "forest=[wood:0]"), turn("gather_mushrooms")),
        "resolve gather_mushrooms",
        "forest_empty",
        "The Forest is empty",
    ),
    (3, turn("raise_totem"), "resolve raise_totem", "none_in_reserve", "There is no wood in your reserve"),
    (
        3,
        after(lambda s: put(s, "craft_display=[]"), turn("elder_craft")),
        "resolve elder_craft",
        "nothing_to_craft",
        "No craft card is on display, and none of yours can take what your reserve holds",
    ),
    (3, turn("craft_objects"), "resolve craft_objects", "no_craft", "There is no unfinished craft card"),
    (
        3,
        after(lambda s: put(s, "clans.0.wants=[wood:[C9]]"), turn("craft_objects", skin=1)),
        "resolve craft_objects",
        "cannot_craft",
        "No unfinished craft card wants what your reserve holds",
    ),
    (
        3,
        turn("offering"),
        "resolve offering",
        "nothing_to_offer",
        "There is neither generosity nor a resource to offer",
    ),
    (
        3,
        turn("build_tents"),
        "resolve build_tents",
        "cannot_build",
        "No tent can take wood or a skin from your reserve now",
    ),
    (3, turn("smoke_meat"), "resolve smoke_meat", "too_few", "That costs 1 wood, and your reserve holds 0"),
    (
        3,
        after(lambda s: put(s, "tanning=[skin:0 meat:0]"), turn("smoke_meat", wood=1)),
        "resolve smoke_meat",
        "no_meat_there",
        "There is no meat in the Tanning Area",
    ),
    (
        3,
        turn("feed_clan", wood=1),
        "resolve feed_clan",
        "no_food",
        "There is neither meat nor a mushroom in your reserve",
    ),
    (
        3,
        with_food(10, turn("feed_clan", meat=1)),
        "resolve feed_clan",
        "food_full",
        "The food section is full: it holds 10",
    ),
    (
        3,
        turn("consult_neta_tanka", mushroom=1),
        "resolve consult_neta_tanka",
        "cannot_pay",
        "It costs 1 meat or 2 mushrooms",
    ),
    (
        3,
        after(lambda s: put(s, "card_display=[]"), turn("consult_neta_tanka", meat=1)),
        "resolve consult_neta_tanka",
        "nothing_to_learn",
        "There is no skull in your reserve and no Neta-Tanka card on display",
    ),
    (
        3,
        turn("offering", wood=1, then=("resolve offering",)),
        "exchange objective",
        "first_step",
        "Make the first step of Make Offerings before anything else",
    ),
    (3, turn("hunt"), "link K24", "no_link", "This board has no such link"),
    (
        3,
        turn("gather_wood", "elder_forest", then=("link K1",)),
        "link K1",
        "link_used",
        "That link was used already in this round",
    ),
    (
        2,
        turn("gather_wood"),
        "link K1 second",
        "link_ends",
        "That link needs two nomads of one colour, on Collect Wood and on Elder of the Forest",
    ),
    (
        3,
        after(lambda s: put(s, "forest=[wood:0]"), turn("gather_wood", "elder_forest")),
        "link K1",
        "zone_lacks",
        "There is no wood in the Forest",
    ),
    (
        3,
        after(
            lambda s: put(s, "craft_display=[C1]"),
            lambda s: setattr(s, "craft_left", 1),
            turn("elder_craft", "offering"),
        ),
        "link K6",
        "renew_few",
        "That takes two craft cards on display and two in the pile",
    ),
    (
        3,
        after(lambda s: setattr(s, "token_stack", 0), turn("elder_craft", "consult_neta_tanka")),
        "link K4",
        "no_tokens",
        "No link token is left",
    ),
    (3, turn("hunt"), "play N1", "not_your_card", "That Neta-Tanka card is not in your hand"),
    (3, turn("hunt"), "discard N1", "not_your_card", "That Neta-Tanka card is not in your hand"),
    (
        3,
        after(
            lambda s: put(s, "clans.0.cards=[N3]"),
            lambda s: put(s, "clans.0.tents=[[1 2] [1 2]] clans.0.gate=2"),
            turn("hunt"),
        ),
        "play N3",
        "no_tent_open",
        "No tent can take wood or a skin now",
    ),
    (3, turn("hunt"), "use J1", "not_your_token", "You do not hold that link token"),
    (3, turn("hunt", wood=1), "give wood to 3", "no_such_seat", "There is no such player"),
    (3, turn("hunt", wood=1), "give wood to 0", "gift_self", "A gift goes to somebody else"),
    (
        3,
        after(lambda s: put(s, "clans.1.reserve=[]"), turn("hunt", wood=2, then=("give wood to 1",))),
        "give wood to 2",
        "gift_made",
        "One gift a round: it is made already",
    ),
    (
        3,
        turn("hunt", wood=1),
        "give wood to 1",
        "gift_has",
        "A gift goes to somebody who has none of it, and B has wood in reserve",
    ),
    (
        3,
        after(lambda s: put(s, "clans.0.gate=5"), turn("hunt")),
        "gate meat",
        "no_gate",
        "There is no gate left to pay",
    ),
    (3, turn("hunt", meat=1), "gate meat", "gate_not_asked", "The gate of tent 3 does not ask for that"),
    (
        3,
        after(gate, turn("hunt", mushroom=1)),
        "gate mushroom",
        "gate_early",
        "A gate is paid once the tent before it is begun: tent 2 is empty",
    ),
    (
        3,
        turn("hunt", then=("exchange objective",)),
        "exchange objective",
        "exchanged",
        "The objective was handed in already",
    ),
    (3, turn("hunt"), "end turn", "must_act", "A nomad on Hunt must act before the turn ends"),
    (3, turn("meditate"), "stop", "nothing_open", "Nothing is open that could be stopped"),
    (
        3,
        turn("build_tents", wood=1, skin=1, then=("resolve build_tents",)),
        "stop",
        "build_first",
        "Build Tents begins with a first resource",
    ),
    (
        3,
        turn("offering", wood=1, then=("resolve offering",)),
        "offer for wood",
        "no_generosity",
        "It costs 1 generosity, and you have none",
    ),
    (
        3,
        turn("offering", generosity=1, then=("resolve offering",)),
        "offer for skull",
        "not_basic",
        "Offerings cannot buy that: skull",
    ),
    (
        3,
        turn("offering", generosity=1, then=("resolve offering",)),
        "offer meat",
        "none_in_reserve",
        "There is no meat in your reserve",
    ),
    (
        3,
        after(
            lambda s: put(s, "craft_display=[C1 C2] craft_pile.top=[C3]"),
            turn("offering", generosity=1, then=("resolve offering",)),
        ),
        "offer for C9",
        "not_displayed",
        "That craft card is not on display",
    ),
    (
        3,
        turn("offering", generosity=1, then=("resolve offering",)),
        "offer for K4",
        "not_offered",
        "Offerings cannot buy that link",
    ),
    (
        3,
        turn("offering", generosity=2, then=("resolve offering", "offer for K13")),
        "offer for K13",
        "bought",
        "That link was bought already in this round",
    ),
    (
        3,
        turn("build_tents", wood=1, skin=1, then=("resolve build_tents",)),
        "build wood on tent 6",
        "no_tent",
        "There is no tent 6",
    ),
    (
        3,
        after(
            lambda s: put(s, "clans.0.tents=[[1 1]]"),
            turn("build_tents", wood=1, skin=1, then=("resolve build_tents",)),
        ),
        "build wood on tent 1",
        "tent_full",
        "Tent 1 has all of that already",
    ),
    (
        3,
        after(
            lambda s: put(s, "clans.0.tents=[[0 1] [0 1]]"), turn("build_tents", wood=1, then=("resolve build_tents",))
        ),
        "build wood on tent 3",
        "gate_unpaid",
        "The gate of tent 3 is not paid yet",
    ),
    (
        3,
        turn("build_tents", wood=1, skin=1, then=("resolve build_tents",)),
        "build wood on tent 2",
        "tent_early",
        "Tent 1 is still empty, so the next one cannot be begun",
    ),
    (3, turn("trade", then=("resolve trade",)), "take meat", "not_given", "That is not given here"),
    (
        3,
        turn("elder_forest", wood=1, then=("resolve elder_forest",)),
        "raise totem with skull",
        "skull_elsewhere",
        "A skull goes on the totem at Consult the Neta-Tanka only",
    ),
    (
        3,
        turn("consult_neta_tanka", meat=1, then=("resolve consult_neta_tanka",)),
        "raise totem with wood",
        "wood_elsewhere",
        "Only a skull goes on the totem here",
    ),
    (
        3,
        turn("elder_food", meat=1, then=("resolve elder_food",)),
        "feed mushroom",
        "none_in_reserve",
        "There is no mushroom in your reserve",
    ),
    (
        3,
        after(
            lambda s: put(s, "clans.0.wants=[wood:[C9]]"), turn("elder_craft", wood=1, then=("resolve elder_craft",))
        ),
        "craft wood on C11",
        "craft_not_yours",
        "That is not an unfinished craft card of yours",
    ),
    (
        3,
        after(
            lambda s: put(s, "clans.0.wants=[wood:[C9]]"), turn("elder_craft", wood=1, then=("resolve elder_craft",))
        ),
        "craft skin on C9",
        "craft_wants_not",
        "That craft card wants no more of it",
    ),
    (
        3,
        after(lambda s: put(s, "trade.0=T3"), turn("trade", then=("resolve trade",))),
        "take C1",
        "no_craft_side",
        "This trade card gives no craft card",
    ),
    (
        3,
        turn("trade", meat=1, then=("resolve trade",)),
        "welcome visitor for meat",
        "no_visitor_side",
        "This trade card does not bring the visitor",
    ),
    (
        3,
        after(
            lambda s: put(s, "trade.0=T3"),
            lambda s: setattr(s, "visitor_claim", 1),
            turn("trade", meat=1, then=("resolve trade",)),
        ),
        "welcome visitor for meat",
        "visitor_claimed",
        "The visitor is welcomed already in this round",
    ),
    (
        3,
        after(lambda s: put(s, "trade.0=T3"), turn("trade", mushroom=1, then=("resolve trade",))),
        "welcome visitor for mushrooms",
        "too_few",
        "That costs 2 mushrooms, and your reserve holds 1",
    ),
    (
        3,
        after(
            lambda s: put(s, "card_display=[N1 N2] card_pile.top=[N3]"),
            turn("consult_neta_tanka", meat=1, then=("resolve consult_neta_tanka",)),
        ),
        "learn N9",
        "not_learnable",
        "That Neta-Tanka card is not on display",
    ),
    (
        3,
        after(
            lambda s: put(s, "craft_display=[C1 C2 C3] craft_pile.top=[C4 C5]"),
            turn("elder_craft", "offering", then=("link K6",)),
        ),
        "remove C9",
        "not_displayed",
        "That craft card is not on display",
    ),
    (
        3,
        after(lambda s: setattr(s, "token_stack", 6), turn("elder_craft", "consult_neta_tanka", then=("link K4",))),
        "take J1",
        "token_gone",
        "That link token is not in the stack",
    ),
]


@pytest.mark.parametrize(
    ("players", "prepare", "text", "key", "sentence"), CASES, ids=[f"{c[3]}: {c[2]}" for c in CASES]
)
def test_a_refused_action_says_why(players: int, prepare: Set, text: str, key: str, sentence: str) -> None:
    """The action is not legal, the reason is the right one, and its sentence can be read in three languages."""
    s = village(f"players={players}")
    prepare(s)
    number = ACTIONS.number(text)
    assert number not in ENGINE.legal(s, BOX)
    reason = reasons.why_not(s, BOX, number)
    assert reason is not None and reason.key == key
    names = Names("ABCD"[:players], s.player)
    assert say_reason(GAME, reason, s, BOX, GAME.words("en"), names) == sentence
    for language in ("fr", "nl"):
        said = say_reason(GAME, reason, s, BOX, GAME.words(language), names)
        assert said != sentence and "{" not in said and said[0].isupper() | (said[0] == "«")


ASKED_ALONE = ("pick_all", "pay")  # legal whenever they are asked for: only the moment can be wrong


def test_every_kind_of_action_has_a_refused_one_with_a_reason_of_its_own() -> None:
    refused = {ACTIONS.values(ACTIONS.number(text))[0] for _, _, text, _, _ in CASES}
    assert refused == {block.name for block in ACTIONS.blocks} - set(ASKED_ALONE)
    s = village()
    for block in ASKED_ALONE:
        assert reasons.why_not(s, BOX, ACTIONS.first(block)) == NOT_NOW


def test_every_reason_is_reached_by_a_case_and_has_its_words() -> None:
    """No reason without a test, none without words, no words without a reason."""
    named = set(re.findall(r'Reason\(\s*"(\w+)"', inspect.getsource(reasons)))
    named |= {"cannot_craft", "no_craft", "renew_few", "no_tokens", "no_tent_open"}  # chosen inside a call
    words = {key.removeprefix("why.") for key in GAME.words("en").entries if key.startswith("why.")}
    assert {case[3] for case in CASES} == named == words


def test_reasons_name_rules_that_the_rules_drawer_opens() -> None:
    """The code beside a reason leads to a rule of the rulebook, or to none."""
    book = GAME.book("en")
    assert book is not None
    for players, prepare, text, _, _ in CASES:
        s = village(f"players={players}")
        prepare(s)
        reason = reasons.why_not(s, BOX, ACTIONS.number(text))
        assert isinstance(reason, Reason)
        assert reason.rule == "" or reason.rule in book.ids, (text, reason.rule)


def test_a_table_refuses_in_the_language_of_the_reader() -> None:
    """NT-D1: at a real table, by its text."""
    table = Table.new("neta_tanka", 3, 1, interpreted=True)
    with pytest.raises(IllegalAction) as refused:
        table.play("place visitor at hunt")
    assert refused.value.sentence("fr") == "Le visiteur n’est pas à vous dans cette manche"
    assert refused.value.rule == "NT-F2"

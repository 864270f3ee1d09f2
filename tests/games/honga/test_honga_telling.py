"""What people read at a table of Honga: who is addressed, what choices cost and bring, why not, piles, last round."""

from __future__ import annotations

import re
from typing import Any

import pytest

from firstfire.games.honga import GAME
from firstfire.games.honga.actions import ACTIONS
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.scene import Scene
from firstfire.kernel.presentation.text_scene import draw
from firstfire.kernel.presentation.why_not import NOT_NOW
from firstfire.kernel.presentation.words import Words
from firstfire.view import View

from .. import playing
from .reading import ACTING, ENGINE, Case

BOX = GAME.standard_box
NAMES = ["Ann", "Bram", "Chloé", "Dirk", "Eve"]


def view_of(s: Any, seat: int) -> View:
    return playing.view_of(s, seat, NAMES)


def scene_of(case: Case, seat: int, language: str = "en") -> Scene:
    return view_of(case.s, seat).scene(language)


def told(case: Case, action: str, language: str = "en") -> str:
    choices = {choice.text: choice.sentence for choice in scene_of(case, case.s.player, language).choices}
    return choices[action]


# ── choices with their price and their certain result ──────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Barter for Bone flute: pay 1 fish, 1 berry and 1 mushroom, score 5 points"),
        ("fr", "Troquer contre Flûte en os\xa0: payer 1 poisson, 1 baie et 1 champignon, marquer 5 points"),
        ("nl", "Ruil voor Benen fluit: betaal 1 vis, 1 bes en 1 paddenstoel, krijg 5 punten"),
    ],
)
def test_a_barter_names_the_card_its_price_and_its_points(language: str, sentence: str) -> None:
    case = Case(ACTING, "trays.0.goods=[2 2 2 0] slots=[T13 T24 T10] turn.hands=[barter:2]")
    assert told(case, "barter slot 1", language) == sentence


def test_a_barter_says_where_water_must_stand_for_food() -> None:
    """HO-A4j: only where a food is lacking; plural nouns for two."""
    case = Case(ACTING, "trays.0.goods=[1 0 0 4] slots=[T04 T10 T24] turn.hands=[barter:2]")
    assert told(case, "barter slot 1") == (
        "Barter for Fish hook: pay 2 fish (2 water for each food you lack), score 3 points"
    )
    case = Case(ACTING, "trays.0.goods=[0 2 0 0] slots=[T05 T10 T24] turn.hands=[barter:1]")
    assert told(case, "barter slot 1") == "Barter for Red ochre: pay 2 berries, score 3 points"


def test_good_barter_cards_lower_the_price_that_is_told() -> None:
    """HO-B1."""
    case = Case(
        ACTING, "trays.0.goods=[2 2 2 0] trays.0.hand=[good_barter:2] slots=[T24 T04 T10] turn.hands=[barter:2]"
    )
    assert told(case, "barter slot 1 with 1 good_barter") == (
        "Barter for Great canoe with one Good barter: pay 1 fish, 1 berry and 1 mushroom, score 9 points"
    )
    assert told(case, "barter slot 1 with 2 good_barter") == (
        "Barter for Great canoe with 2 Good barters: nothing to pay, score 9 points"
    )


def test_swapping_counts_berries_and_mushrooms_together() -> None:
    """HO-B7: four berries pay for two of each, so no water is spoken of."""
    case = Case(
        ACTING, "trays.0.goods=[0 4 0 0] trays.0.hand=[swap_mushroom_berry:1] slots=[T18 T04 T10] turn.hands=[barter:1]"
    )
    case.play("play swap_mushroom_berry")
    assert "water" not in told(case, "barter slot 1")


@pytest.mark.parametrize(
    ("language", "either", "free"),
    [
        (
            "en", "Barter for Fur cloak with one Good barter: pay 2 berries or mushrooms, score 5 points",
            "Barter for Red ochre with one Good barter: nothing to pay, score 3 points",
        ),
        (
            "fr",
            "Troquer contre Cape de fourrure avec un Troc réussi\xa0: payer 2 baies ou champignons, marquer 5 points",
            "Troquer contre Ocre rouge avec un Troc réussi\xa0: rien à payer, marquer 3 points",
        ),
        (
            "nl", "Ruil voor Bontmantel met één Goede ruil: betaal 2 bessen of paddenstoelen, krijg 5 punten",
            "Ruil voor Rode oker met één Goede ruil: niets te betalen, krijg 3 punten",
        ),
    ],
)  # fmt: skip
def test_swapped_berries_and_mushrooms_are_told_alike_and_good_barter_gives_two_of_them(
    language: str, either: str, free: str
) -> None:
    """HO-A8b: with the swap the berry and the mushroom of a Good barter may both stand for berries."""
    case = Case(
        ACTING,
        "trays.0.goods=[0 4 4 0] trays.0.hand=[good_barter:1 swap_mushroom_berry:1] slots=[T18 T05 T10]",
        "turn.hands=[barter:1]",
    )
    case.play("play swap_mushroom_berry")
    assert told(case, "barter slot 1 with 1 good_barter", language) == either
    assert told(case, "barter slot 2 with 1 good_barter", language) == free
    goods, points = list(case.s.trays[0].goods), case.points()[0]
    case.play("barter slot 2 with 1 good_barter")
    assert (list(case.s.trays[0].goods), case.points()[0]) == (goods, points + 3)


@pytest.mark.parametrize(
    ("language", "barter", "lure"),
    [
        ("en", "Paying for Great canoe (1 fish and 2 berries or mushrooms):", "(2 of 1 fish, 1 berry and 1 mushroom):"),
        (
            "fr",
            "(1 poisson et 2 baies ou champignons)\xa0:",
            "(2 aliments parmi 1 poisson, 1 baie et 1 champignon)\xa0:",
        ),
        ("nl", "(1 vis en 2 bessen of paddenstoelen):", "(2 van 1 vis, 1 bes en 1 paddenstoel):"),
    ],
)
def test_while_something_is_paid_its_price_now_is_told(language: str, barter: str, lure: str) -> None:
    """HO-A8b, HO-B8: not the price that is printed, where cards have changed it."""
    case = Case(
        ACTING,
        "trays.0.goods=[2 2 2 4] trays.0.hand=[good_barter:1 swap_mushroom_berry:1] slots=[T24 T05 T10]",
        "turn.hands=[barter:1]",
    )
    case.play("play swap_mushroom_berry", "barter slot 1 with 1 good_barter")
    assert barter in scene_of(case, 0, language).prompt.sentence
    case = Case(ACTING, "trays.0.goods=[2 2 2 4] trays.0.hand=[sated_mammoths:1] turn.hands=[mammoths:1]")
    case.play("play sated_mammoths")
    assert lure.strip("()\xa0:") in told(case, "lure mammoth", language)
    case.play("lure mammoth")
    assert lure in scene_of(case, 0, language).prompt.sentence


def test_a_placement_says_what_the_disc_would_point_at_and_what_honga_does() -> None:
    """HO-D1, HO-H2, HO-H3."""
    case = Case("trays.0.disc=G21 trays.0.goods=[0 1 0 0]")
    assert told(case, "lay disc north-east turned 2") == (
        "Lay the disc on the north-east space, turned ½ clockwise: 1 at the spring, 2 at the lake, 1 at HONGA"
    )
    assert told(case, "lay disc north-west turned 0").endswith("; HONGA comes and eats 1 berry")
    assert told(Case("trays.0.disc=G21 trays.0.goods=[0 0 0 0]"), "lay disc north-west turned 0").endswith(
        "; HONGA comes and finds nothing to eat"
    )
    assert told(Case("trays.0.disc=G21 honga=0"), "lay disc north-west turned 0").endswith("; HONGA stays with you")


def test_what_is_told_of_a_placement_happens() -> None:
    """Every way to lay every pattern: the hands told are the hands got, the meal told is the meal eaten."""
    for disc in ("G01", "G14", "G21", "R06", "R13"):
        for text in Case(f"trays.0.disc={disc}").legal():
            case = Case(f"trays.0.disc={disc} trays.0.goods=[0 1 2 0]")
            sentence = told(case, text)
            case.play(text)
            hands = {int(n) for n in re.findall(r"(\d+) (?:at|on|in) ", sentence.split(": ", 1)[1])}
            assert hands == {case.s.turn.hands[i] for i in range(9)} - {0}
            assert ("eats 1 berry" in sentence) == (case.s.trays[0].goods[1] == 0)


def test_ending_the_turn_says_which_hands_stay_unused() -> None:
    """HO-P4; the hands at HONGA have done their work."""
    case = Case(ACTING, "turn.hands=[lake:2 forest:1 honga:1]")
    assert told(case, "end turn") == "End the turn; hands left unused: 2 at the lake, 1 in the forest"
    assert told(Case(ACTING, "turn.hands=[honga:1]"), "end turn") == "End the turn"


@pytest.mark.parametrize(
    ("case", "action", "sentence"),
    [
        (Case(ACTING, "trays.0.goods.fish=2 turn.hands=[lake:1]"), "gather fish", "Gather 1 fish (from 2 to 3)"),
        (Case(ACTING, "trays.0.goods.fish=1 trays.0.goods.berry=1 trays.0.goods.mushroom=1 turn.hands=[mammoths:1]"),
         "lure mammoth",
         "Lure a mammoth: pay 1 fish, 1 berry and 1 mushroom"),
        (Case(ACTING, "trays.0.goods=[1 1 0 2] turn.hands=[mammoths:1]"), "lure mammoth",
         "Lure a mammoth: pay 1 fish, 1 berry and 1 mushroom (2 water for each food you lack)"),
        (Case(ACTING, "trays.0.goods=[0 0 0 0] trays.0.step=3 turn.hands=[mountain:1]"), "climb mountain",
         "Climb the sacred mountain to step 4"),
        (Case(ACTING, "trays.0.step=5 trays.1.step=4 turn.hands=[mountain:1]"), "climb mountain",
         "Climb to the top of the sacred mountain: score 5 points; others score too: Bram (2)"),
        (Case(ACTING, "trays.0.hand=[caveman_or_honga:1] trays.0.step=1 turn.hands=[lake:1]"),
         "play caveman_or_honga to climb",
         "Play “Caveman or HONGA”: your caveman climbs to step 3"),
        (Case(ACTING, "trays.0.hand=[two_points:1] turn.hands=[lake:1]"),
         "play two_points", "Play “2 victory points”: score 2 points"),
        (Case(ACTING, "trays.0.hand=[bought_points:1] trays.0.goods.fish=2 turn.hands=[lake:1]"),
         "play bought_points for 1",
         "Play “Bought victory points”: pay 1 food, score 1 point"),
        (Case(ACTING, "trays.0.hand=[lucky_hand:1] turn.hands=[lake:1]"), "play lucky_hand on honga",
         "Play “Lucky hand”: one more hand at HONGA, too late to be of use"),
        (Case(ACTING, "trays.0.hand=[lucky_hand:1] turn.hands=[lake:1]"), "play lucky_hand on mountain",
         "Play “Lucky hand”: one more hand on the sacred mountain"),
    ],
)  # fmt: skip
def test_choices_say_their_price_and_result(case: Case, action: str, sentence: str) -> None:
    assert told(case, action) == sentence
    for language in LANGUAGES:
        assert not re.search(r"[{}|]", told(case, action, language))


def test_sated_mammoths_lower_what_is_told() -> None:
    """HO-B8."""
    case = Case(
        ACTING,
        "trays.0.goods.fish=1 trays.0.goods.berry=1 trays.0.goods.mushroom=1 trays.0.hand=[sated_mammoths:1]",
        "turn.hands=[mammoths:1]",
    ).play("play sated_mammoths")
    assert told(case, "lure mammoth") == "Lure a mammoth: pay 2 of 1 fish, 1 berry and 1 mushroom"


def test_the_two_discs_of_an_extra_disc_are_told_by_their_hands() -> None:
    """HO-D3, HO-B5."""
    case = Case(ACTING, "trays.0.hand=[extra_disc:1] piles.grey.discs.top=[G10 G17] turn.hands=[lake:1]")
    case.play("play extra_disc", "end turn")
    assert told(case, "keep first disc") == "Keep the disc 2-2-0-0"
    assert told(case, "keep second disc") == "Keep the disc 2-1-1-0"


# ── paying ─────────────────────────────────────────────────────────────────────────────────


def paying() -> Case:
    case = Case(ACTING, "trays.0.goods=[2 2 2 4] slots=[T24 T04 T10] turn.hands=[barter:2]")
    return case.play("barter slot 1")


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Paying for Great canoe (2 fish, 2 berries and 2 mushrooms): what do you pay with?"),
        ("fr", "Paiement\xa0: Grande pirogue (2 poissons, 2 baies et 2 champignons)\xa0: avec quoi payez-vous\xa0?"),
        ("nl", "Betalen voor Grote kano (2 vissen, 2 bessen en 2 paddenstoelen): waarmee betaal je?"),
    ],
)  # fmt: skip
def test_the_question_says_what_is_being_paid_for(language: str, question: str) -> None:
    """F6: to the player; everybody else reads who pays."""
    assert scene_of(paying(), 0, language).prompt.sentence == question
    other = scene_of(paying(), 1, language).prompt.sentence
    assert "Ann" in other and other == scene_of(paying(), -1, language).prompt.sentence


def test_amounts_to_pay_are_sentences() -> None:
    """All that is paid, as soon as that is certain."""
    case = paying()
    assert told(case, "pay 0 jokers") == "Pay 2 fish, 2 berries and 2 mushrooms"
    assert told(case, "pay 1 jokers") == "Pay 1 food with 2 water"
    assert told(case, "pay 2 jokers") == "Pay 2 foods with 4 water"
    case.play("pay 1 jokers")
    assert told(case, "pay 1 fish") == "Pay 1 fish, 2 berries, 2 mushrooms and 2 water"
    assert told(case, "pay 2 fish") == "Pay 2 fish"
    case.play("pay 2 fish")
    assert told(case, "pay 2 berries") == "Pay 2 fish, 2 berries, 1 mushroom and 2 water"
    assert told(case, "pay 1 berries") == "Pay 2 fish, 1 berry, 2 mushrooms and 2 water"


def test_a_payment_is_laid_together_from_the_goods_on_the_tray() -> None:
    """A8: each answer lays what it makes certain; as little water as possible lies there at first."""
    case = paying()
    laid = {choice.text: (dict(choice.take), choice.default) for choice in scene_of(case, 0).choices}
    assert laid == {
        "pay 0 jokers": ({"fish-0": 2, "berry-0": 2, "mushroom-0": 2}, True),
        "pay 1 jokers": ({"fish-0": 1, "berry-0": 1, "mushroom-0": 1, "water-0": 2}, False),
        "pay 2 jokers": ({"water-0": 4}, False),
    }
    assert {p.id: p.count for p in scene_of(case, 0).pieces if p.zone == "goods-0"} == {
        "fish-0": 2, "berry-0": 2, "mushroom-0": 2, "water-0": 4,
    }  # fmt: skip
    case.play("pay 1 jokers")
    laid = {choice.text: (dict(choice.take), choice.default) for choice in scene_of(case, 0).choices}
    assert laid["pay 1 fish"] == ({"fish-0": 1, "berry-0": 2, "mushroom-0": 2, "water-0": 2}, False)
    assert laid["pay 2 fish"] == ({"fish-0": 2, "berry-0": 1, "mushroom-0": 1, "water-0": 2}, True)


def test_mammoths_to_give_are_named_by_their_places() -> None:
    """HO-A8a."""
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[0 1 0 0] trays.0.mammoths=1 herd=[0 1 0 2] lures=4 trays.0.last_lure=4",
        "trays.1.last_lure=3 trays.2.last_lure=1 slots.0=T26 turn.hands=[barter:1]",
    )
    case.play("barter slot 1")
    sentences = [choice.sentence for choice in scene_of(case, 0).choices]
    assert sentences == [
        "Give 1 from your tray", "Give the one on herd space 1", "Give the one on herd space 3",
    ]  # fmt: skip
    taken = {choice.text: (choice.take, choice.default) for choice in scene_of(case, 0).choices}
    assert taken["give herd none"] == ((("mammoth-0-0", 1),), True)
    assert taken["give herd 1"] == ((("mammoth-0-2", 1),), False)


# ── the table ──────────────────────────────────────────────────────────────────────────────


def test_discards_lie_card_by_card_the_last_on_top() -> None:
    """F3, section 10: both discards are seen by all, and nine cards do not read as nine flutes."""
    case = Case(
        ACTING,
        "trays.0.goods=[3 3 3 0] slots=[T04 T05 T13] trays.0.hand=[two_points:1 lucky_hand:1] turn.hands=[barter:3]",
    )
    case.play("barter slot 1", "play two_points", "barter slot 3", "play lucky_hand on honga", "end turn")
    for viewer in (-1, 0, 1):
        scene = scene_of(case, viewer)
        barter = [(p.slot, p.id, p.count) for p in scene.pieces if p.zone == "barter-discard"]
        assert barter == [(0, "barter-T04", None), (1, "barter-T13", None)]
        bonus = [(p.slot, p.label) for p in scene.pieces if p.zone == "bonus-discard"]
        assert bonus == [(0, "2 victory points"), (1, "Lucky hand")]
    assert "Barter discard: Bone flute: 5 points  Fish hook: 3 points" in draw(scene_of(case, 0))


def test_bonus_cards_bear_their_names() -> None:
    scene = scene_of(Case("trays.0.hand=[swap_mushroom_berry:1 good_barter:1]"), 0, "nl")
    assert {p.label for p in scene.pieces if p.zone == "hand-0"} == {"Goede ruil", "Paddenstoelen en bessen ruilen"}


@pytest.mark.parametrize(
    ("language", "step"), [("en", "Last round"), ("fr", "Dernière manche"), ("nl", "Laatste ronde")]
)
def test_the_last_round_has_its_signs(language: str, step: str) -> None:
    """F5, HO-E1: in the prompt, at the round counter and on the fire, from the moment the target is reached."""
    before = scene_of(Case(ACTING, "turn.hands=[lake:1]"), 0, language)
    after = scene_of(Case(ACTING, "trays.1.earned.barter=36 turn.hands=[lake:1]"), 0, language)
    for scene, is_last in ((before, False), (after, True)):
        assert (scene.prompt.step == step) == is_last
        assert (next(c.label for c in scene.counters if c.id == "round") == step) == is_last
        assert bool(next(p.badges for p in scene.pieces if p.id == "fire")) == is_last


def test_the_steps_say_what_they_pay_and_who_stands_where() -> None:
    """HO-A7: no bare rows of numbers."""
    scene = scene_of(Case("trays.1.step=3"), 0)
    zone = next(zone for zone in scene.zones if zone.id == "steps")
    assert zone.label == "Points by step: 0 1 1 2 2 3 5"
    assert next(p.label for p in scene.pieces if p.id == "caveman-1") == "Bram on step 3 (2 points)"


# ── why not ────────────────────────────────────────────────────────────────────────────────


def giving() -> Case:
    """Two own mammoths in the herd and one on the tray, one of them asked for."""
    case = Case(
        ACTING,
        "players=5 trays.0.goods=[0 1 0 0] trays.0.mammoths=1 herd=[0 1 0 2] lures=4 trays.0.last_lure=4",
        "trays.1.last_lure=3 trays.2.last_lure=1 slots.0=T26 turn.hands=[barter:1]",
    )
    return case.play("barter slot 1")


ALWAYS = {"end", "keep"}  # whoever uses hands may end the turn (R17), whoever drew two discs may keep either (HO-B5)
REFUSED: list[tuple[Case, str, Any, str | None]] = [
    (Case("trays.0.disc=G14"), "lay disc north-west turned 2", "same_turned", None),
    (Case(ACTING, "turn.hands=[lake:1]"), "lay disc north-west turned 0", NOT_NOW,
     "At this point: use your hands and cards, or end the turn"),
    (Case(ACTING, "turn.hands=[lake:1]"), "gather berry", "no_hand", "No hand is left at the berry bushes."),
    (Case(ACTING, "trays.0.goods.fish=6 turn.hands=[lake:1]"), "gather fish", "row_full",
     "Your row is full: 6 fish is the most a tray holds."),
    (Case(ACTING, "turn.hands=[lake:1]"), "explore forest", "no_hand", "No hand is left in the forest."),
    (Case(ACTING, "trays.0.goods=[0 0 0 0] turn.hands=[mammoths:1]"), "lure mammoth", "cannot_lure",
     "A mammoth costs 1 fish, 1 berry and 1 mushroom now, and you cannot pay that, not even with 2 water for each "
     "food you lack."),
    (Case(ACTING, "trays.0.goods=[0 0 0 0] turn.hands=[mammoths:1] turn.sated=1"), "lure mammoth", "cannot_lure_sated",
     "A mammoth costs 2 of 1 fish, 1 berry and 1 mushroom now, and you cannot pay that, not even with 2 water for each "
     "food you lack."),
    (Case(ACTING, "trays.0.goods.fish=1 trays.0.goods.berry=1 trays.0.goods.mushroom=1 trays.0.mammoths=6",
        "turn.hands=[mammoths:1]"), "lure mammoth", "no_mammoth", None),
    (Case(ACTING, "turn.hands=[lake:1]"), "climb mountain", "no_hand", "No hand is left on the sacred mountain."),
    (Case(ACTING, "turn.hands=[lake:1]"), "barter slot 1", "no_hand", "No hand is left at the barter place."),
    (Case(ACTING, "trays.0.goods=[0 0 0 0] slots.0=T04 turn.hands=[barter:1]"), "barter slot 1", "cannot_pay",
     "Fish hook asks for 2 fish, and you cannot pay that, not even with 2 water for each food you lack."),
    (Case(ACTING, "trays.0.goods=[0 0 0 0] slots.0=T32 turn.hands=[barter:1]"), "barter slot 1", "too_few_mammoths",
     "Chief's throne asks for 3 mammoths; you have 0 on your tray and in the herd."),
    (Case(ACTING, "trays.0.goods=[0 0 0 0] trays.0.hand=[good_barter:1] slots.0=T04 turn.hands=[barter:1]"),
     "barter slot 1 with 1 good_barter",
     "cannot_help", "Fish hook asks for 2 fish: you cannot pay that even with one Good barter and 2 water for each "
     "food you lack."),
    (Case(ACTING, "slots.0=T04 turn.hands=[barter:1]"), "barter slot 1 with 1 good_barter", "no_card",
     "You have no “Good barter” in your hand."),
    (Case(ACTING, "trays.0.hand=[good_barter:1] slots.0=T24 turn.hands=[barter:1]"),
     "barter slot 1 with 2 good_barter", "few_cards", None),
    (Case(ACTING, "trays.0.hand=[good_barter:1] slots.0=T30 turn.hands=[barter:1]"),
     "barter slot 1 with 1 good_barter", "card_wasted",
     "“Good barter” would not lower what Ivory statue asks for."),
    (Case(ACTING, "turn.hands=[lake:1]"), "play two_points", "no_card", "You have no “2 victory points” in your hand."),
    (Case(ACTING, "trays.0.hand=[chase_honga:1] turn.hands=[lake:1]"), "play chase_honga to chase honga", "honga_away",
     "HONGA is not on your tray."),
    (Case(ACTING, "trays.0.hand=[lucky_hand:1] turn.hands=[lake:1]"), "play lucky_hand on forest", "not_touched",
     "Your disc does not reach there. Around it lie: barter place, sacred mountain, HONGA and berry bushes."),
    (Case(ACTING, "trays.0.hand=[swap_mushroom_berry:1] turn.hands=[lake:1]"),
     "play swap_mushroom_berry", "no_use", None),
    (Case(ACTING, "trays.0.hand=[sated_mammoths:1] turn.hands=[lake:1]"), "play sated_mammoths", "no_use", None),
    (Case(ACTING, "turn.hands=[lake:1]"), "play caveman_or_honga to climb", "no_card", None),
    (Case(ACTING, "turn.hands=[lake:1]"), "play extra_disc", "no_card", None),
    (Case(ACTING, "trays.0.hand=[bought_points:1] trays.0.goods=[0 0 1 0] turn.hands=[lake:1]"),
     "play bought_points for 2", "cannot_buy",
     "You cannot pay 2 foods."),
    (Case(), "end turn", NOT_NOW, "At this point: lay your disc: choose a space, then how it is turned"),
    (Case(ACTING, "turn.hands=[lake:1]"), "give herd 1", NOT_NOW, None),
    (paying(), "pay 3 jokers", "between", "You may choose 0 to 2 here."),
    (paying(), "pay 2 fish", NOT_NOW, None),
    (paying().play("pay 1 jokers"), "pay 0 fish", "between", "You may choose 1 to 2 here."),
    (paying().play("pay 1 jokers", "pay 2 fish"), "pay 0 berries", "between", "You may choose 1 to 2 here."),
    (giving(), "give herd 2", "not_yours", "The mammoths you may give are those of your colour: herd 1, 3."),
    (Case(ACTING, "turn.hands=[lake:1]"), "keep first disc", NOT_NOW, None),
]  # fmt: skip


@pytest.mark.parametrize(("case", "action", "key", "sentence"), REFUSED, ids=lambda value: str(value)[:30])
def test_a_refused_action_of_every_kind_says_why(case: Case, action: str, key: Any, sentence: str | None) -> None:
    view = view_of(case.s, case.s.player)
    reason = view.why_not(ACTIONS.number(action))
    assert reason is not None
    assert reason == NOT_NOW if key is NOT_NOW else reason.key == key
    assert sentence is None or view.say_reason(reason) == sentence
    for language in LANGUAGES:
        said = view.say_reason(reason, language)
        assert said and not re.search(r"[{}|]|\bHO-", said)


def test_every_kind_of_action_is_refused_with_a_reason_of_its_own() -> None:
    """Each where its kind is asked for and another of it might be played, not only at a wrong moment; what is always
    legal in its phase can only come at a wrong one."""
    kinds = {block.name for block in ACTIONS.blocks}
    tried = {ACTIONS.values(ACTIONS.number(action))[0] for _, action, key, _ in REFUSED if key is not NOT_NOW}
    untimely = {ACTIONS.values(ACTIONS.number(action))[0] for _, action, key, _ in REFUSED if key is NOT_NOW}
    assert tried | ALWAYS == kinds and not tried & ALWAYS
    assert untimely >= ALWAYS
    for case, action, key, _ in REFUSED:
        kind = ACTIONS.values(ACTIONS.number(action))[0]
        if key is not NOT_NOW and kind in ("lay", "give", "jokers", "fish", "berries"):  # another of it may be played
            assert kind in {ACTIONS.values(number)[0] for number in ENGINE.legal(case.s, BOX)}


def test_the_two_cards_of_a_turn_and_a_second_extra_disc_are_explained() -> None:
    case = Case(ACTING, "trays.0.hand=[two_points:3 extra_disc:1] turn.hands=[lake:1]").play("play extra_disc")
    case.s.trays[0].hand[4] += 1
    assert view_of(case.s, 0).why_not(ACTIONS.number("play extra_disc")).key == "extra_twice"  # type: ignore[union-attr]
    case.s.trays[0].hand[4] -= 1
    case.play("play two_points")
    view = view_of(case.s, 0)
    reason = view.why_not(ACTIONS.number("play two_points"))
    assert reason is not None and reason.rule == "HO-B"
    assert view.say_reason(reason) == "Only two bonus cards may be played in a turn."


def test_mammoths_of_others_and_wrong_numbers_are_explained() -> None:
    """HO-A8a."""
    view = view_of(giving().s, 0)
    others, many = (view.why_not(ACTIONS.number(f"give herd {spaces}")) for spaces in ("2", "1+3"))
    assert others is not None and many is not None
    assert view.say_reason(others) == "The mammoths you may give are those of your colour: herd 1, 3."
    assert view.say_reason(many) == ("Sleeping fur asks for 1 mammoth; that would be 2, with what stands on your tray.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_codes_and_bare_multiplications_stand_in_no_sentence(language: str) -> None:
    """Codes only in the rules, where they can be opened; no “1× fish”."""
    entries = Words.of(GAME.folder / "words", language).entries
    coded = [key for key, text in entries.items() if re.search(r"\bHO-", text)]
    assert coded == []
    assert [key for key, text in entries.items() if re.search(r"\d× |× ?\{|→", text)] == []

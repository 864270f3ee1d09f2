"""Why not: one refused action of every kind, with its sentence and its rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firstfire import Table
from firstfire.games.prehistory import GAME
from firstfire.games.prehistory.state import LOOKS
from firstfire.kernel.presentation.why_not import NOT_NOW
from firstfire.kernel.records.record import copy_of
from firstfire.kernel.viewer.refusals import say_reason
from firstfire.kernel.viewer.sentences import Names

from .reading import AUTUMN, BOX, FINAL, LAST_ROUND, RICH, SUMMER, Fireside, by_name, hex_name

NAMES = ["Ayla", "Brun"]


def spring(**tent: int) -> Fireside:
    return (
        Fireside(
            f"tribes.0.tent=[{by_name(tent or RICH)}] tribes.1.tent=[red:1] price.0=PT02",
            "rotation.0=0 price.1=PT01 rotation.1=0 price.2=PT12",
            "rotation.2=0 price.3=PT03 rotation.3=0 price.4=PT07 rotation.4=0",
            "tile_slots.0=GT06 fish_slots.0=FT05 hunting_row.0=HC03 ceremony_row.0=CE19")
    )  # fmt: skip


def summer(deed: str, **markers: int) -> Fireside:
    fire = Fireside(SUMMER, f"deed={deed} tribes.0.markers=[{by_name(markers)}] tribes.0.tent=[red:1]")
    return fire.put("tile_slots.0=GT06 fish_slots.0=FT05 hunting_row.0=HC03 ceremony_row.0=CE19")


def final(**markers: int) -> Fireside:
    return Fireside(LAST_ROUND, FINAL, f"tribes.0.markers=[{by_name(markers)}] tribes.0.tent=[red:1]")


def autumn() -> Fireside:
    fire = Fireside(AUTUMN, "price.2=PT10 price.5=PT04 tribes.0.tent=[red:1] tribes.0.development=2")
    return fire.put("tribes.0.place=[start board board] tribes.1.place=[4d board board]")


def walking() -> Fireside:
    return autumn().play("spend point", "move start")


def camping() -> Fireside:
    fire = (
        autumn()
        .put(
            "hexes.9b=rock/camp/0.C1 tribes.0.camps=[C1] tribes.0.place=[start 4d board board] "
            "tribes.1.place=[board board board]"
        )
        .play("spend point")
    )
    return fire.play("move start", f"stop at {hex_name(1, -1)}")


def owing() -> Fireside:
    """One resource left, and the pillar waits for it."""
    return spring(grey=1, red=1).put("tribes.0.development=1").play("gather GT06")


SITE, BESIDE, FAR = hex_name(1, -1), hex_name(1, 0), hex_name(2, -3)

REFUSED: list[tuple[str, Callable[[], Fireside], str, str]] = [
    # the six actions, in spring
    ("paint PS12", lambda: spring().put("base.painting=[red red]"), "PH-SP4",
     "No place is left at the foot of the pillar of rock painting: it is closed until next spring"),
    ("paint PS12", lambda: spring().put(
        "tribes.0.painted=[PS12]"), "PH-A1", "You have already painted row 1, column 2"),
    ("paint PS21", lambda: spring(red=2, white=1), "PH-A1",
     "This costs 1 red and 1 yellow resource: you lack 1 yellow resource"),
    ("gather GT06", lambda: spring(red=2), "PH-A2", "This costs 1 grey resource: you lack 1 grey resource"),
    ("gather GT06", lambda: spring().put("tribes.1.tiles=[GT06]"), "PH-A2",
     "This is not on display: an egg with 1 development point"),
    ("hold CE19", lambda: spring(grey=1, white=3), "PH-A3",
     "This costs 2 different resources (grey, red or brown): of these colours you can pay 1"),
    ("fish FT05", lambda: spring(white=5), "PH-A4",
     "This costs 2 different resources (grey, red or brown): of these colours you can pay 0"),
    ("fish FT05", lambda: spring(red=1, brown=1), "PH-SP4",
     "Nothing would be left to put at the foot of the pillar of fishing"),
    ("hunt HC03", lambda: spring(white=1, blue=5), "PH-A5",
     "This costs 3 different resources (yellow, blue or white): of these colours you can pay 2"),
    ("migrate", lambda: spring().put(
        "tribes.0.place=[start start start]"), "PH-A6", "No member is waiting on your board"),
    ("migrate", lambda: spring(red=3), "PH-A6",
     "This costs 1 resource (blue or brown): of these colours you can pay 0"),
    # in summer and in the end
    ("hunt HC03", lambda: summer("fishing", brown=3), "PH-SU3",
     "The summer stands at fishing: hunting has its own moment"),
    ("fish FT05", lambda: summer("fishing", blue=1), "PH-A4", "This costs 2 blue action markers: you have 1"),
    ("gather GT06", lambda: summer("gathering", red=1), "PH-A2", "This costs 2 red action markers: you have 1"),
    ("paint PS11", lambda: final(grey=2), "PH-A1", "This costs 3 grey action markers: you have 2"),
    # steps of an action
    ("pay red", lambda: spring().play("fish FT05"), "PH-A4", "Two colours must be paid together"),
    ("pay grey+white", lambda: spring().play("fish FT05"), "PH-A4",
     "This colour is not asked here: white. Asked is grey, red or brown"),
    ("pay blue+brown", lambda: spring(blue=1, brown=1).play("migrate"), "PH-A6",
     "Paying both colours would leave nothing for the foot of the pillar"),
    ("dance 1 -> 3", lambda: spring().play("hold CE19"), "PH-A3",
     "On position 1 stands no shaman of yours that can still move"),
    ("dance 0 -> 2", lambda: spring().play("hold CE19"), "PH-A3",
     "Position 2 was not free of your own shamans when the dance began"),
    ("rest", lambda: spring().play("hold CE19"), "PH-A3",
     "In spring the steps are the price of the card: 2 shamans must still move"),
    ("send 3", lambda: spring().play("migrate", "pay blue+brown"), "PH-A6", "At most 2 members can go"),
    (f"go to {BESIDE}", lambda: spring().put(
        "hexes.2d=rock/camp/0.C1 tribes.0.camps=[C1] tribes.0.place=[start board board board]",
        ).play("migrate", "pay blue"), "PH-A6",
     f"Members go to the start or to one of your camps: {BESIDE} is neither"),
    ("place grey", owing, "PH-G1", "You have no resource of this colour: grey"),
    ("take hunting pillar", lambda: Fireside(
        "phase=pick season=summer emptied=[hunting] top.painting=[grey:1] top.gathering=[red:1]",
        "top.ceremony=[yellow:1] top.fishing=[blue:1] top.hunting=[]"), "PH-SU2",
     "No cube lies on the pillar of hunting"),
    # autumn
    ("spend red resource", lambda: autumn().put("tribes.0.place=[board board board]"), "PH-AU1",
     "None of your members on the map can still move this autumn"),
    ("spend blue resource", autumn, "PH-G1", "You have no resource of this colour: blue"),
    ("spend red marker", autumn, "PH-G1", "You have no action marker of this colour: red"),
    ("spend point", lambda: autumn().put("tribes.0.development=0"), "PH-AU2",
     "This costs 1 development point: you have 0"),
    ("move start", autumn, "PH-AU1", "You have no movement points: return a cube or spend development first"),
    (f"move {BESIDE}", autumn, "PH-AU3", f"No member of yours stands here: {BESIDE}"),
    (f"move {SITE}", camping, "PH-AU3", f"Your member has already moved this autumn: {SITE}"),
    (f"stop at {FAR}", walking, "PH-AU3",
     f"The way to {FAR} costs 3 movement points: you have 1 movement point"),
    (f"stop at {BESIDE}", walking, "PH-AU3", f"Somebody already stands here: {BESIDE}"),
    (f"stop at {SITE}", lambda: autumn().put(
        "hexes.2d=rock/camp/1.C1 tribes.1.camps=[C1] tribes.1.place=[start board board board]",
        ).play("spend point", "move start"), "PH-AU3",
     f"The camp on {SITE} belongs to Brun"),
    ("stop at start", walking, "R26", "Stepping out and back costs 2 movement points: you have 1 movement point"),
    ("stop at 20d", walking, "PH-AU3", "This hexagon is not on the map of this table: 20d"),
    (f"build at {BESIDE}", camping, "PH-AU4", f"This is no camp site: {BESIDE}"),
    (f"build at {SITE}", autumn, "PH-AU4", f"No member of yours has stopped here this turn: {SITE}"),
    ("camp C7", lambda: camping().play(f"build at {SITE}"), "PH-AU4",
     "The camp for 4 members (2 settle) needs 4 members on the site or next to it: you have 2"),
    ("camp C1", lambda: camping().play(f"build at {SITE}"), "PH-AU4", "You have already built the camp for 1 member"),
    ("settle start", lambda: camping().play(f"build at {SITE}", "camp C3"), "PH-AU4",
     "No member of yours stands here: the start"),
    # development
    ("develop", lambda: autumn().put("tribes.0.tent=[] tribes.0.development=1").play("spend point"), "PH-D",
     "You have no cube to return, and not enough development points for anything"),
    ("turn weather", lambda: spring().play("develop"), "PH-D2",
     "This costs 1 development point: you have 0"),
    ("turn tile", lambda: spring().play("develop"), "PH-D1",
     "This costs 1 development point: you have 0"),
    ("buy resource", lambda: spring().put("tribes.0.development=1").play("develop"), "PH-D4",
     "This costs 2 development points: you have 1"),
    ("buy marker", lambda: spring().put("tribes.0.development=1").play("develop"), "PH-D5",
     "This costs 3 development points: you have 1"),
    ("return cube", lambda: autumn().put("tribes.0.tent=[]").play("develop"), "PH-D6", "You have no cube to return"),
    ("return grey resource", lambda: spring(red=2).play("develop", "return cube"), "PH-G1",
     "You have no resource of this colour: grey"),
    ("return grey marker", lambda: spring(red=2).play("develop", "return cube"), "PH-G1",
     "You have no action marker of this colour: grey"),
    ("back", lambda: spring().play(*["develop", "back"] * LOOKS, "develop"), "PH-D",
     "You have stepped back 9 times in a row: now something must be chosen"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "build", "rule", "sentence"), REFUSED)
def test_a_refused_action_says_why(text: str, build: Callable[[], Fireside], rule: str, sentence: str) -> None:
    """The first rule that stands in the way, in a player's words."""
    fire = build().sound()
    assert text not in fire.legal()
    assert GAME.presentation.why_not is not None
    reason = GAME.presentation.why_not(fire.s, BOX, GAME.actions.number(text))
    assert reason is not None and reason.rule == rule
    names = Names(NAMES, fire.s.player)
    assert say_reason(GAME, reason, fire.s, BOX, GAME.words("en"), names) == sentence


ALWAYS = {"weather", "shamans", "pass", "end", "turn", "buy_resource", "buy_marker"}  # legal whenever they are asked


def test_every_kind_of_action_has_a_refused_one() -> None:
    """All blocks of actions but those of which every one is legal at its moment."""
    tried = {GAME.actions.find(GAME.actions.number(text))[0].name for text, *_ in REFUSED}
    assert tried | ALWAYS == {block.name for block in GAME.actions.blocks}
    assert not tried & ALWAYS


@pytest.mark.parametrize("block", sorted(ALWAYS))
def test_what_belongs_to_another_moment_is_not_now(block: str) -> None:
    """A pass while shamans dance, a purchase in the middle of a payment…"""
    fire = spring().play("hold CE19")
    assert GAME.presentation.why_not is not None
    assert GAME.presentation.why_not(fire.s, BOX, GAME.actions.first(block)) == NOT_NOW


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "Cela coûte 1 ressource rouge et 1 jaune\xa0: il vous manque 1 ressource jaune"),
        ("nl", "Dit kost 1 rode en 1 gele grondstof: je mist 1 gele grondstof"),
    ],
)
def test_a_reason_is_said_in_the_language_of_the_table(language: str, sentence: str) -> None:
    """Three languages, with colours that agree."""
    fire = spring(red=2, white=1)
    assert GAME.presentation.why_not is not None
    reason = GAME.presentation.why_not(fire.s, BOX, GAME.actions.number("paint PS21"))
    assert reason is not None
    assert say_reason(GAME, reason, fire.s, BOX, GAME.words(language), Names(NAMES, 0)) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This costs 3 development points: you have 0"),
        ("fr", "Cela coûte 3 points de développement\xa0: vous en avez 0"),
        ("nl", "Dit kost 3 ontwikkelingspunten: je hebt er 0"),
    ],
)
def test_who_has_no_points_reads_a_whole_sentence(language: str, sentence: str) -> None:
    """PH-D5: none is a number like any other."""
    fire = spring(red=2).play("develop")
    assert GAME.presentation.why_not is not None
    reason = GAME.presentation.why_not(fire.s, BOX, GAME.actions.number("buy marker"))
    assert reason is not None
    assert say_reason(GAME, reason, fire.s, BOX, GAME.words(language), Names(NAMES, 0)) == sentence


def test_a_reason_reads_only_what_the_player_may_know() -> None:
    """Section 11: in two deals that a player cannot tell apart, every refusal is the same."""
    table = Table.new(GAME, players=2, seed=4, interpreted=True)
    for _ in range(150):
        table.play(table.numbers()[table.state.ply % len(table.numbers())])
    assert GAME.presentation.why_not is not None
    seen, seat = table.view(table.player or 0).state, table.player or 0
    for action in range(len(GAME.actions)):
        why_not = GAME.presentation.why_not
        assert why_not(seen, BOX, action) == why_not(table.state, BOX, action), (seat, action)


def test_sp6_what_is_owed_to_a_pillar_is_not_returned() -> None:
    """PH-SP6: where resources are dear (an owner's box), the last one must not be sold for points."""
    dear = copy_of(BOX)
    dear.resource_price = 4
    assert GAME.presentation.why_not is not None
    asked, named = owing().play("develop"), owing().play("develop", "return cube")
    for fire, text in ((asked, "return cube"), (named, "return red resource")):
        assert GAME.presentation.why_not(fire.s, BOX, GAME.actions.number(text)) is None
        reason = GAME.presentation.why_not(fire.s, dear, GAME.actions.number(text))
        assert reason is not None and (reason.key, reason.rule) == ("owed", "PH-SP6")


def test_au4_a_site_takes_one_camp() -> None:
    """PH-AU4 (i): a site that bears a camp is no longer a site, whoever built it."""
    for owner in (0, 1):
        fire = autumn().put(f"hexes.2d=rock/camp/{owner}.C1 tribes.{owner}.camps=[C1]")
        assert GAME.presentation.why_not is not None
        reason = GAME.presentation.why_not(fire.s, BOX, GAME.actions.number(f"build at {SITE}"))
        assert reason is not None and (reason.key, reason.rule) == ("built_on", "PH-AU4")

"""Why not: one refused action of every kind, with its sentence in words and the rule behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firstfire.errors import IllegalAction
from firstfire.games.doggerland import GAME
from firstfire.games.doggerland.scene.reasons import ANSWERS, ASKED, why_not
from firstfire.games.doggerland.state import Home, Phase
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.presentation.why_not import NOT_NOW, Reason
from firstfire.kernel.viewer.refusals import say_reason
from firstfire.kernel.viewer.sentences import Names
from firstfire.table import Table

from .reading import BOX, at, cell, legal, new, owning, play, programmed, put, table, turned

Position = Callable[[], Any]
NAMES = Names(["Ada", "Bo"], 0)


def reason(s: Any, text: str) -> Reason:
    """Why an action that is not legal may not be played."""
    assert not legal(s, text), text
    found = why_not(s, BOX, GAME.actions.number(text))
    assert found is not None
    return found


def sentence(s: Any, text: str, language: str = "en") -> str:
    return say_reason(GAME, reason(s, text), s, BOX, GAME.words(language), NAMES)


def land(**goods: int) -> Any:
    """Two clans on the camp, some land east of it, a Horse."""
    s = table("tile=[d4:T00 e4:S3 f4:S1 c4:C20] beast=[f4:horse1]")
    return put(s, owning(0, **goods))


def resolving(*moves: str, **goods: int) -> Any:
    """The same, after the first clan's programming."""
    return programmed(land(), *moves, **goods)


def short() -> Any:
    return new(2, 1, length="short")


def lessons() -> Any:
    s = short()
    for _ in range(2):
        play(s, "pick fur", "pick fur", "pick wood")
    return s


def partners() -> Any:
    s = play(land(), "hut H6")
    s.clans[0].chiefs = 0
    return s


def feeding() -> Any:
    s = land(fruit=6, meat=3)
    return play(s, "pass", "pass")


def moving() -> Any:
    return play(land(fruit=6, meat=0), "pass", "pass", "eat 3 meat")


def painted() -> Any:
    s = table(
        "players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08] fresco=[F01 F02] fresco_up=2 cubes.1-top=1",
        "painter.1-top=0 cubes.2-top=1 painter.2-top=0",
    )
    s.phase = Phase.ROCKFALL
    return s


def gale() -> Any:
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08]")
    s.clans[0].homes[2], s.clans[0].homes[3] = Home.SIMPLE, Home.PRESTIGIOUS
    s.phase = Phase.GALE
    s.solo.cards[0] = 22
    return s


def event(phase: Phase, card: int = 0, **goods: int) -> Any:
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08] beast=[f4:horse1]")
    put(s, owning(0, **goods))
    s.phase, s.solo.cards[0] = phase, card
    return s


def crafting() -> Any:
    s = land()
    put(s, "craft=[K1 Y2 Y8]")
    return s


def marking() -> Any:
    s = land()
    put(s, "fresco=[F01 F02 F03 F04] fresco_up=1 cubes.1-top=1 painter.1-top=1")
    return play(s, "hut H1")


REFUSED: list[tuple[str, Position, str, str, str]] = [
    # kind, position, action, sentence, rule
    ("pick", short, "pick tool", "Only 1 Wood, 1 Stone, 1 Fur or 1 Bone can be chosen", "DG-V1"),
    ("learn", lessons, "learn transport", "It costs 1 Wood and 1 Stone: you lack 1 Stone", "DG-V1"),
    (
        "habitat",
        lambda: play(land(), "habitat with chief", "pass"),
        "habitat with chief",
        "Not at home: the Chief",
        "DG-1.2",
    ),
    (
        "craft",
        lambda: play(crafting(), "craft 1 with hunter", "pass"),
        "craft 2 with hunter",
        "A second Craft tile in a round needs the Chief for one of the two",
        "R38",
    ),
    ("craft", crafting, "craft 5 with chief", "No Craft tile lies on place 5", "DG-B1"),
    (
        "craft",
        lambda: play(crafting(), "craft 1 with hunter"),
        "craft 1 with chief",
        "Somebody already works on a necklace of 2 Bones",
        "DG-B1",
    ),
    (
        "birth",
        lambda: play(land(), "birth of hunter+hunter", "pass"),
        "birth of hunter+chief",
        "One birth a round: it is already planned",
        "DG-C1",
    ),
    ("go", land, f"go to {cell(0, 0)}", "There is no land on a1 yet", "DG-2"),
    ("go", land, f"go to {cell(3, 3)}", "d4 is held by Bo: a Village, Megalith or Shaman token stands there", "DG-X4"),
    ("fresco", land, "fresco 3-top with hunter", "That tile of the Fresco does not lie face up", "DG-F1"),
    (
        "capacity",
        lambda: play(land(), "capacity range with hunter", "pass"),
        "capacity range with chief",
        "A member already works on Range this round",
        "DG-G1",
    ),
    ("hut", lambda: play(land(), "hut H5"), "hut H5", "A Shaman already stands at “Trade” this round", "DG-H0a"),
    (
        "party",
        lambda: play(land(tool=0), f"go to {cell(4, 3)}"),
        "send hunter+tool",
        "It takes 1 Tool; you have 0",
        "R2",
    ),
    (
        "hunt",
        lambda: play(land(tool=0), f"go to {cell(5, 3)}"),
        "hunt with 0 chiefs 1 hunters",
        "Hunting a Horse takes Mastery 2: with all your Tools this group reaches 1",
        "DG-E1",
    ),
    ("mark", marking, "mark 1-top", "Already painted: tile 1, top", "DG-F1"),
    ("partner", partners, "twins with chief", "Not at home: the Chief", "DG-H6"),
    (
        "resolve_habitat",
        lambda: resolving("habitat with chief", "birth of hunter+hunter"),
        "resolve habitat by chief",
        "It costs 1 Stone: you lack 1 Stone",
        "DG-A2",
    ),
    (
        "resolve_craft",
        lambda: resolving("birth of hunter+hunter"),
        "resolve craft 1",
        "You have sent nobody to do that",
        "DG-3.1",
    ),
    (
        "resolve_birth",
        lambda: resolving(f"go to {cell(4, 3)}", "send hunter"),
        "resolve birth",
        "You have sent nobody to do that",
        "DG-3.1",
    ),
    (
        "resolve_expedition",
        lambda: resolving("birth of hunter+hunter"),
        f"resolve {cell(4, 3)}",
        "You have no expedition on e4",
        "DG-3.1",
    ),
    (
        "resolve_fresco",
        lambda: resolving("fresco 1-top with hunter", "birth of hunter+hunter"),
        "resolve fresco 1-top",
        "",
        "DG-F2",
    ),
    (
        "resolve_capacity",
        lambda: resolving("capacity transport with chief", "birth of hunter+hunter", wood=1),
        "resolve capacity transport",
        "It costs 1 Wood and 1 Stone: you lack 1 Stone",
        "DG-G1",
    ),
    (
        "resolve_hut",
        lambda: resolving("hut H3A", "birth of hunter+hunter", wood=5, stone=5, tool=1),
        "resolve hut",
        "It costs 2 Wood, 2 Stone and 2 Tools: you lack 1 Tool",
        "DG-H3",
    ),
    (
        "raise",
        lambda: play(resolving("habitat with hunter", wood=1, stone=1), "resolve habitat by member"),
        "raise prestigious on bare",
        "It costs 1 Wood, 1 Stone and 1 Bone: you lack 1 Bone",
        "DG-A2",
    ),
    (
        "carry",
        lambda: play(resolving(f"go to {cell(5, 3)}", "hunt with 1 chiefs 0 hunters"), f"resolve {cell(5, 3)}"),
        "carry 3 meat",
        "At most 1 can be taken",
        "DG-X7",
    ),
    (
        "tools",
        lambda: play(resolving("capacity tools with chief", stone=3), "resolve capacity tools"),
        "tools keep recipe second",
        "That recipe belongs to a level you have not reached",
        "DG-G3",
    ),
    (
        "offer",
        lambda: play(resolving("hut H5", wood=1), "resolve hut"),
        "offer wood",
        "The Shaman accepts only 1 Meat, 1 Fur or 1 Bone",
        "DG-H0b",
    ),
    (
        "journey",
        lambda: play(resolving("hut H2"), "resolve hut", "offer fur"),
        f"journey to {cell(0, 0)}",
        "There is no land on a1 yet",
        "DG-2",
    ),
    (
        "megalith",
        lambda: play(resolving("hut H3A", wood=2, stone=2, tool=2), "resolve hut"),
        f"megalith on {cell(0, 0)}",
        "There is no land on a1 yet",
        "DG-2",
    ),
    (
        "barter",
        lambda: play(resolving("hut H5"), "resolve hut", "offer fur"),
        "barter wood+wood",
        "You do not have 2 Wood to give",
        "DG-H5",
    ),
    (
        "take",
        lambda: play(resolving("hut H5"), "resolve hut", "offer fur", "barter fruit+meat"),
        "for meat",
        "What you take must differ from what you give",
        "R31",
    ),
    ("feed", feeding, "eat 9 meat", "You have only 3 Meat", "R33"),
    ("village", moving, f"village to {cell(0, 0)}", "There is no land on a1 yet", "DG-2"),
    ("village", moving, f"village to {cell(3, 3)}", "Your Village already stands on d4: let it stay", "DG-5.7"),
    ("host", lambda: event(Phase.HOSPITALITY, 3, meat=0), "host for meat", "It costs 1 Meat: you lack 1 Meat", "SC04"),
    ("regrow", lambda: event(Phase.REGROW), f"regrow {cell(5, 3)}", "The land on f4 is not exhausted", "SC16"),
    ("herd_of", lambda: event(Phase.SPECIES), "herd of bison", "a Bison does not appear in this season", "SC17"),
    ("herd_on", lambda: event(Phase.HERD), f"herd on {cell(5, 3)}", "An animal already stands on f4", "SC17"),
    ("discard", lambda: event(Phase.THIEVES), "discard tool", "The thieves take only Wood, Stone, Fur or Bone", "SC19"),
    ("repair", gale, "repair", "It costs 1 Wood and 1 Stone: you lack 1 Wood", "SC23"),
    ("lose", gale, "lose simple on shelter", "You have no such Habitat", "SC23"),
    ("rockfall", painted, "rockfall 1-centre", "You have no cube on tile 1, centre", "SC24"),
    ("unlearn", lambda: event(Phase.UNLEARN), "unlearn range", "Range is at its first level", "SC25"),
    ("swap", lambda: event(Phase.SWAP, 6, wood=0), "swap wood", "You have no Wood", "SC07"),
    ("forget", lambda: event(Phase.FORGET), "forget mammoth", "Not in your memory: a Mammoth", "DG-E3"),
    ("give_up", land, "give up", "Only a lone player may give up", "DG-S5"),
]
ALWAYS = {name for name, answer in ANSWERS.items() if answer is None}


@pytest.mark.parametrize(("kind", "position", "text", "said", "rule"), REFUSED, ids=[f"{r[0]}-{r[2]}" for r in REFUSED])
def test_a_refused_action_has_its_reason(kind: str, position: Position, text: str, said: str, rule: str) -> None:
    """Each in words, with its rule, whole and different in all three languages."""
    s = position()
    assert GAME.actions.find(GAME.actions.number(text))[0].name == kind
    assert reason(s, text).rule == rule
    assert not said or sentence(s, text) == said
    told = [sentence(s, text, language) for language in COMPLETE_LANGUAGES]
    assert len(set(told)) == len(COMPLETE_LANGUAGES) and not any(mark in line for line in told for mark in "{}|")


def test_every_kind_of_action_that_can_be_refused_is_tried() -> None:
    """What is always legal in its phase (pass, finish, …) can only come at a wrong moment."""
    tried = {row[0] for row in REFUSED}
    assert tried | ALWAYS == {block.name for block in GAME.actions.blocks}
    assert not tried & ALWAYS


@pytest.mark.parametrize("name", sorted(ALWAYS))
def test_what_is_always_legal_can_only_be_untimely(name: str) -> None:
    """In a phase that asks something else."""
    s = land() if name not in ASKED[Phase.PROGRAM] else feeding()
    assert why_not(s, BOX, GAME.actions.first(name)) == NOT_NOW


def test_every_reason_of_the_words_is_given_somewhere() -> None:
    """No sentence without a use, no use without a sentence."""
    import re

    source = "".join(path.read_text(encoding="utf-8") for path in GAME.folder.glob("scene/reasons/*.py"))
    keys = {key.removeprefix("why.") for key in GAME.words("en").entries if key.startswith("why.")}
    named = set(re.findall(r'"([a-z_]+)"', source))
    assert keys <= named, keys - named


def test_a_weak_clan_reads_what_a_hunt_takes() -> None:
    """DG-E1: Mastery and members of the species, and how far those at home come."""
    s = table("tile=[d4:T00 e4:C09] beast=[e4:bison1] clans.0.village=d4 clans.1.village=d4")
    s.clans[0].hunters = 1
    assert sentence(s, f"go to {cell(4, 3)}") == (
        "Hunting a Bison takes Mastery 6 and at least 3 members: "
        "without the Shaman, those at home reach Mastery 6 with all Tools"
    )


def test_far_and_exhausted_land() -> None:
    """DG-X3, R3: out of Range; nothing left; nothing to harvest on a home of animals."""
    s = table("tile=[d4:T00 e4:S3 f4:S1 g4:S4] clans.0.village=d4 clans.1.village=d4")
    s.ripe &= ~(1 << at(4, 3))
    assert sentence(s, f"go to {cell(6, 3)}") == "g4 lies beyond your Range of 2"
    assert sentence(s, f"go to {cell(4, 3)}") == "The land on e4 is exhausted"
    assert sentence(s, f"go to {cell(5, 3)}") == "There is nothing to harvest or to hunt on f4"


def test_alone_scarcity_beyond_the_quota_is_refused_with_its_number() -> None:
    """R49: in a solo game; the sentence names the quota."""
    s = table("players=1 tile=[e4:T00 f4:S3 i1:Q06 i7:Q07 a7:Q08] clans.0.goods.tool=0")
    s.clans[0].scarcity = s.solo.quota
    assert (
        sentence(s, "habitat with hunter")
        == f"It would take 1 Scarcity, more than the {s.solo.quota} allowed in this game"
    )


def test_beds_that_would_be_missing() -> None:
    """R9: a prestigious Habitat over a shelter."""
    s = play(resolving("habitat with hunter", wood=1, stone=1, bone=1), "resolve habitat by member")
    assert sentence(s, "raise prestigious on shelter") == "Too few beds would be left: 4 beds for 6 members"


def test_the_animal_of_a_painting_is_named() -> None:
    """DG-F2: which animal is missing in memory."""
    s = land()
    put(s, "fresco=[F03 F02 F01 F04] fresco_up=1")
    play(s, "fresco 1-top with hunter", "pass", "birth of hunter+hunter", "pass")
    assert sentence(s, "resolve fresco 1-top") == "Not in your memory: a Mammoth"
    put(s, "clans.0.memory.mammoth=1")
    assert why_not(s, BOX, GAME.actions.number("resolve fresco 1-top")) is None


def test_events_of_the_solo_game_ask_in_their_own_time() -> None:
    """DG-S4: an event is being asked; programming must wait, and the refusal names the event."""
    s = turned("SC08")
    told = say_reason(GAME, NOT_NOW, s, BOX, GAME.words("en"), Names(["Ada"], 0))
    assert why_not(s, BOX, GAME.actions.number("pass")) == NOT_NOW and "Driftwood" in told and "Take 2 Wood" in told


def test_the_table_refuses_in_every_language() -> None:
    """Table.play raises with sentence and rule; no rule code stands in the sentence."""
    with pytest.raises(IllegalAction) as refused:
        Table.new(GAME, 2, seed=1, interpreted=True).play("go to a1")
    told = {refused.value.sentence(language) for language in COMPLETE_LANGUAGES}
    assert (
        refused.value.rule == "DG-2"
        and len(told) == len(COMPLETE_LANGUAGES)
        and not any("DG-" in line for line in told)
    )

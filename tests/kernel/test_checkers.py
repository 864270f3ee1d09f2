"""The checkers find what they are for: each is shown a game broken in one place."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import embers
import firstfire
from embers.decisions import apply
from embers.rules.knowledge import resample
from firstfire.kernel.checking import checkers, deal_checkers, knowledge_checkers, scene_checkers, word_checkers
from firstfire.kernel.engines.engine import InterpretedEngine
from firstfire.kernel.game import Game
from firstfire.kernel.presentation import memo
from firstfire.kernel.records.bits import allow
from firstfire.kernel.records.rng import below
from firstfire.kernel.rule import rule
from firstfire.kernel.rules.notes import HIDDEN, note


def broken(**rules: Any) -> Game:
    return dataclasses.replace(embers.GAME, rules={**embers.GAME.rules, **rules})


@pytest.fixture(autouse=True)
def _plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRSTFIRE_INTERPRET", "1")


@rule
def forgets_an_ember(s: Any, box: Any, action: int) -> None:
    apply(s, box, action)
    if s.pile == 7:
        s.pile = 6


@rule
def never_ends(s: Any, box: Any, action: int) -> None:
    s.player = 1 - s.player


@rule
def stops_offering(s: Any, box: Any, mask: Any) -> None:
    if s.pile > 5:
        allow(mask, 0)


@rule
def sits_elsewhere(s: Any, box: Any, action: int) -> None:
    apply(s, box, action)
    s.player = 5


@rule
def tells_everything(s: Any, box: Any, seat: int) -> None:
    pass


@rule
def deals_wrongly(s: Any, box: Any, seat: int) -> None:
    for i in range(4):
        s.charms[i] = 0


@rule
def keep_charm(s: Any, seat: int, mine: int) -> None:
    for i in range(4):
        if mine >= 0 and s.charms[i] == mine:
            s.charms[i] = s.charms[seat]
            s.charms[seat] = mine


@rule
def deals_in_order(s: Any, box: Any, seat: int) -> None:
    mine = s.charms[seat] if seat >= 0 else HIDDEN
    for i in range(4):
        s.charms[i] = i
    keep_charm(s, seat, mine)


@rule
def only_rotates(s: Any, box: Any, seat: int) -> None:
    mine = s.charms[seat] if seat >= 0 else HIDDEN
    first = below(s, 4)
    for i in range(4):
        s.charms[i] = (first + i) % 4
    keep_charm(s, seat, mine)


@rule
def swaps_now_and_then(s: Any, seat: int, low: int, high: int) -> None:
    """A bias: where the charm 0 lies in one place, it is put into another every second time."""
    if low != seat and high != seat and s.charms[low] == 0 and below(s, 2) == 0:
        s.charms[low] = s.charms[high]
        s.charms[high] = 0


@rule
def deals_with_a_bias(s: Any, box: Any, seat: int) -> None:
    resample(s, box, seat)
    if s.over == 0:
        for i in range(3):
            swaps_now_and_then(s, seat, i, 3)


@rule
def deals_seats_a_bias_later(s: Any, box: Any, seat: int) -> None:
    resample(s, box, seat)
    if s.over == 0 and seat >= 0 and s.pile < box.embers:
        for i in range(3):
            swaps_now_and_then(s, seat, i, 3)


@pytest.mark.parametrize(
    ("deal", "finding"),
    [
        (deals_in_order, "0 decisions each, resample for spectators: charms.0 is 0 600 times"),
        (only_rotates, "0 decisions each, resample for spectators: the step from one place of charms to the next is 1"),
        (deals_with_a_bias, "0 decisions each, resample for spectators: charms.3 is 0"),
        (deals_seats_a_bias_later, "decisions each, resample for seat 0 after one for spectators: charms.3 is 0"),
    ],
)
def test_uneven_deals_are_found(deal: Any, finding: str) -> None:
    assert finding in deal_checkers.deals_are_fair(broken(resample=deal), 2, 5)[0]


@rule
def deals_nothing_again(s: Any, box: Any) -> None:
    pass


@rule
def rotates_the_deck(s: Any, box: Any) -> None:
    for _ in range(below(s, s.deck_left)):
        first = s.deck[0]
        for i in range(s.deck_left - 1):
            s.deck[i] = s.deck[i + 1]
        s.deck[s.deck_left - 1] = first


@pytest.mark.parametrize("deal", [deals_nothing_again, rotates_the_deck])
def test_an_order_that_redeal_keeps_is_found(deal: Any) -> None:
    totem = dataclasses.replace(firstfire.game("totem"), rules={**firstfire.game("totem").rules, "redeal": deal})
    assert "neighbours in deck that nobody knows stay" in deal_checkers.deals_are_fair(totem, 2, 5)[0]


def test_sound_games_pass(tiny: Game) -> None:
    assert checkers.random_games(tiny, 3, 50, engine=InterpretedEngine(tiny)) == []
    assert checkers.legal_is_accepted(tiny, 3, 1) == []
    assert knowledge_checkers.knowledge_is_sound(tiny, 3, 1) == []
    assert deal_checkers.deals_are_fair(tiny, 2, 5) == []
    assert checkers.copies_are_independent(tiny, 3, 1) == []
    assert checkers.notation_round_trips(tiny) == []
    assert word_checkers.words_are_whole(tiny) == []
    assert checkers.mask_matches_list(tiny, 2, 1) == []
    assert checkers.speeds_agree(tiny, 2, 1) == []


@pytest.mark.parametrize(
    ("rules", "finding"),
    [
        ({"apply": forgets_an_ember}, "as many as at the start"),
        ({"apply": never_ends}, "longer than its bound"),
        ({"legal": stops_offering}, "no legal action"),
        ({"apply": sits_elsewhere}, "no seat of this table"),
    ],
)
def test_broken_rules_are_found(rules: Any, finding: str) -> None:
    (found,) = checkers.random_games(broken(**rules), 2, 50)
    assert finding in found


def test_a_leak_is_found() -> None:
    leaky = broken(redact=tells_everything)
    assert "resampling changes what is known" in knowledge_checkers.knowledge_is_sound(leaky, 2, 1)[0]

    def build(state: Any, viewer: int, language: str) -> object:
        return list(state.charms)

    assert scene_checkers.scenes_keep_secrets(embers.GAME, 2, 1, build) != []


def test_a_wrong_deal_is_found() -> None:
    assert knowledge_checkers.knowledge_is_sound(broken(resample=deals_wrongly), 2, 3) != []


def test_lost_notes_are_found() -> None:
    @rule
    def chatters(s: Any, box: Any, action: int) -> None:
        apply(s, box, action)
        for _ in range(9):
            note(s, 1, 0)

    assert "buffer of notes" in checkers.random_games(broken(apply=chatters), 2, 1)[0]


@pytest.mark.parametrize(
    ("key", "wrong", "finding"),
    [
        ("phase.taking", "{seat:take|{seet} takes}", "en, phase.taking cannot be said"),
        ("action.take", "Take {amount} {{embers}}", "en, action.take: 'Take 1 {embers}'"),
        ("note.charmed", "{seat} draws {c:a charm|charms}", "en, note.charmed cannot be said"),
        ("note.took", "{seat} takes {a:one|two|three}", "en, note.took cannot be said"),
    ],
)
def test_sentences_that_cannot_be_said_are_found(tiny: Game, key: str, wrong: str, finding: str) -> None:
    assert word_checkers.sentences_are_whole(tiny) == []
    memo.forget()
    tiny.words("en").entries[key] = wrong
    try:
        assert word_checkers.sentences_are_whole(tiny)[0].startswith(finding)
    finally:
        memo.forget()  # the words with them

"""Secrets: objectives, piles, trade cards to come; what is open stays open (section 10)."""

from __future__ import annotations

from collections import Counter

import pytest

from firstfire.errors import NothingToUndo
from firstfire.games.neta_tanka import GAME
from firstfire.games.neta_tanka.actions import ACTIONS, COUNT_OBJECTIVE, PLACE, RESULT
from firstfire.games.neta_tanka.state import Phase
from firstfire.games.neta_tanka.strategy.worth import nearness
from firstfire.kernel.checking.playing import walk
from firstfire.kernel.rules.notes import HIDDEN, NOBODY
from firstfire.table import Table

from ..playing import seen
from .reading import BOX, ENGINE, end_turns, play, put, resolving, village


def test_objectives_are_secret() -> None:
    """NT-U11, R39: one's own only; a spectator sees none; undealt ones nobody."""
    s = village("clans.0.objective=O3 clans.1.objective=O1 clans.2.objective=O2")
    for viewer in (NOBODY, 0, 1, 2):
        view = seen(s, viewer)
        assert [view.clans[seat].objective for seat in range(3)] == [
            s.clans[seat].objective if seat == viewer else HIDDEN for seat in range(3)
        ]
        assert list(view.undealt) == [HIDDEN] * 4


def test_r38_exchanged_objective_is_open() -> None:
    """R38: discarded face up."""
    s = village("clans.0.objective=O3 clans.1.objective=O1 clans.2.objective=O2")
    resolving(s, 0)
    play(s, "exchange objective")
    assert seen(s, 2).clans[0].objective == 2
    assert seen(s, 2).clans[1].objective == HIDDEN


def test_objectives_are_shown_at_the_end_but_not_the_undealt() -> None:
    """R39, NT-S7: the count shows the players' objectives."""
    s = village("clans.0.objective=O3 clans.1.objective=O1 clans.2.objective=O2")
    s.round, s.trade_left = 7, 1
    resolving(s, 0)
    end_turns(s, 3)
    view = seen(s, NOBODY)
    assert [view.clans[seat].objective for seat in range(3)] == [2, 0, 1] and view.undealt[3] == HIDDEN


def test_piles_show_their_top_card_only() -> None:
    """NT-U3, NT-U4: the top is open, the order below is not."""
    s = village("players=4")
    view = seen(s, 0)
    assert view.craft_pile[12] == s.craft_pile[12] and list(view.craft_pile[:12]) == [HIDDEN] * 12
    assert view.card_pile[4] == s.card_pile[4] and list(view.card_pile[:4]) == [HIDDEN] * 4


def test_trade_cards_to_come_are_hidden() -> None:
    """NT-U5: those below the open one, and those left in the box."""
    s = village("players=2")
    assert list(seen(s, 0).trade[1:]) == [HIDDEN] * 9 and seen(s, 0).trade[0] == s.trade[0]


def test_open_things_stay_open() -> None:
    """Section 10: reserves, hands, tokens and boards of others are public."""
    s = village("clans.1.cards=[N4]")
    s.clans[1].tokens = 5
    view = seen(s, NOBODY)
    assert view.clans[1].cards == s.clans[1].cards and view.clans[1].tokens == 5
    assert list(view.clans[1].reserve) == list(s.clans[1].reserve)


def test_the_deal_is_told_to_its_owner_only() -> None:
    """NT-U11: the log line of the deal hides the card from others."""
    table = Table.new("neta_tanka", 3, 5, interpreted=True, names=["A", "B", "C"])
    told = {seat: [line for line in table.view(seat).log("en")[0] if "objective" in line] for seat in (NOBODY, 0, 1)}
    assert told[1][1].startswith("You are dealt an objective (at least")
    assert told[0][1] == told[NOBODY][1] == "B is dealt an objective (secret)."
    assert all(line.endswith("(secret).") for line in told[NOBODY])


def test_resampling_deals_every_hidden_card_evenly() -> None:
    """Every objective the viewer cannot exclude is as likely; the own one is kept."""
    s = village("players=4 clans.0.objective=O1 clans.1.objective=O2 clans.2.objective=O3 clans.3.objective=O4")
    counts: Counter[int] = Counter()
    for seed in range(300):
        view = seen(s, 0)
        ENGINE.determinize(view, BOX, 0, seed, 1)
        assert view.clans[0].objective == 0 and ENGINE.check(view, BOX) == 0
        counts[view.clans[1].objective] += 1
    assert set(counts) == {1, 2, 3} and min(counts.values()) > 60


def test_views_and_scenes_do_not_tell_two_deals_apart() -> None:
    """Two true states that differ only in hidden cards give equal views, scenes and likings."""
    words = GAME.words("en")
    names = ["A", "B", "C"]
    for ply, (s, actions, _) in enumerate(walk(GAME, 3, 21, engine=ENGINE)):
        if ply % 9 or s.over:
            continue
        viewer = s.player
        other = seen(s, viewer)
        ENGINE.determinize(other, BOX, viewer, ply, 2)
        one, two = seen(s, viewer), seen(other, viewer)
        assert bytes(one) == bytes(two)
        scenes = [GAME.presentation.scene(view, GAME, BOX, viewer, words, names).as_data() for view in (one, two)]
        assert scenes[0] == scenes[1]
        assert ENGINE.legal(other, BOX) == actions
        for action in actions:
            assert ENGINE.prefer(one, BOX, action) == ENGINE.prefer(s, BOX, action), ACTIONS.text(action)


def test_value_reads_no_secret_that_does_not_count() -> None:
    """While nobody else has begun all that their objective asks, the true table is worth to the player what the view of
    it is."""
    compared = 0
    for s, _, _ in walk(GAME, 3, 22, engine=ENGINE):
        others = [s.clans[seat] for seat in range(3) if seat != s.player]
        if s.ply % 9 or s.over or any(nearness(clan, BOX) > 0 for clan in others):
            continue
        known, true = [0.0] * 3, [0.0] * 3
        ENGINE.value(seen(s, s.player), BOX, known)
        ENGINE.value(s, BOX, true)
        assert known == true
        compared += 1
    assert compared > 5


def test_what_cannot_be_undone() -> None:
    """R38: the shown objective: no way back; ordinary actions can be undone."""
    table = Table.new("neta_tanka", 3, 5, interpreted=True)
    table.play("place nomad at hunt")
    assert table.can_undo()
    table.undo()
    assert table.state.normals[PLACE.index("hunt")] == 0 and not table.can_undo()
    while table.state.phase == Phase.PLACING:
        table.play(table.numbers()[0])
    held = table.state.player
    table.play("exchange objective")
    assert table.state.irreversible == 1 and not table.can_undo()
    with pytest.raises(NothingToUndo, match="exchange objective"):
        table.undo()
    assert table.state.clans[held].exchanged == 1
    s = village("clans.0.cards=[N8]")
    resolving(s, 0)
    play(s, "play N8")
    assert s.irreversible == 0


def test_s7_the_log_names_every_objective() -> None:
    """NT-S7, R38: at the end everybody reads which objective was met, missed or exchanged before."""
    s = village("clans.0.objective=O3 clans.1.objective=O1 clans.2.objective=O2")
    s.round, s.trade_left = 7, 1
    for i in range(4):
        tent = s.clans[0].tents[i]
        tent[0], tent[1] = 1, 2
    put(s, "clans.0.finished=[C1 C7]")
    resolving(s, 0)
    end_turns(s, 1)
    play(s, "exchange objective")
    end_turns(s, 2)
    told = [n for n in s.notes[: s.note_count] if n.kind == COUNT_OBJECTIVE]
    assert [(n.seat, n.a, RESULT.values[n.b]) for n in told] == [(0, 2, "met"), (1, 0, "exchanged"), (2, 1, "missed")]
    assert s.over and s.notes_lost == 0

"""What every game keeps, for every number of players and every option value.

One compiled engine per game serves all of these; the counts are small here and large in
`tests/games/<game>` and `make soak`.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from tests.samples import sample

from firstfire import Table, game, names
from firstfire.authoring.check_game import table_at, what_a_viewer_gets, what_a_viewer_is_shown
from firstfire.kernel.checking import (
    checkers,
    clearing,
    deal_checkers,
    knowledge_checkers,
    observation_checkers,
    playing,
    scene_checkers,
    secret_checkers,
    word_checkers,
)
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.game import Game
from firstfire.kernel.positions.perft import Perft, PerftCase, read_cases

from . import shelf

# `make check` looks at each game with its first number of players, and at what takes long in the smaller ones only;
# `make test` at all of it.
CASES = shelf.cases()
ALL = [pytest.param(case, id=case.id, marks=() if case.is_first else pytest.mark.slow) for case in CASES]
SMALLER = ("embers", "totem", "neta_tanka")
LONG = [
    pytest.param(case, id=case.id, marks=() if case.is_first and case.game.name in SMALLER else pytest.mark.slow)
    for case in CASES
]
PLAIN = [param for param, case in zip(ALL, CASES, strict=True) if not case.options]
FIRST = [param for param, case in zip(ALL, CASES, strict=True) if case.is_first]
GROUPING = [param for param, case in zip(ALL, CASES, strict=True) if case.game.presentation.takes is not None]
CHAINING = [param for param, case in zip(ALL, CASES, strict=True) if case.game.presentation.chains is not None]
LISTED = [pytest.param(case, id=case.id) for case in CASES if case.game.lists_in_order]


@pytest.mark.parametrize("case", ALL)
def test_no_rule_does_what_would_go_wrong_compiled(case: shelf.Case) -> None:
    assert playing.strict_games(case.game, case.seats, options=case.options) == []


@pytest.mark.parametrize("case", LONG)
def test_invariants_hold_in_random_games(case: shelf.Case) -> None:
    assert checkers.random_games(case.game, case.seats, case.games, options=case.options) == []


@pytest.mark.parametrize("case", LONG)
def test_what_is_legal_is_what_is_accepted(case: shelf.Case) -> None:
    assert checkers.legal_is_accepted(case.game, case.seats, 11, options=case.options, every=case.every) == []


@pytest.mark.parametrize("case", ALL)
def test_interpreted_and_compiled_rules_agree(case: shelf.Case) -> None:
    assert checkers.speeds_agree(case.game, case.seats, 12, options=case.options, limit=case.limit) == []


@pytest.mark.parametrize("case", ALL)
def test_redacting_a_resampled_state_gives_the_same_view(case: shelf.Case) -> None:
    assert knowledge_checkers.knowledge_is_sound(case.game, case.seats, 13, options=case.options) == []


@pytest.mark.parametrize("case", ALL)
def test_observations_keep_their_ranges_and_tell_nothing_hidden(case: shelf.Case) -> None:
    assert observation_checkers.observations_are_sound(case.game, case.seats, 26, options=case.options, every=2) == []


@pytest.mark.parametrize("case", PLAIN)
def test_observations_tell_apart_what_a_player_can(case: shelf.Case) -> None:
    shown = partial(what_a_viewer_is_shown, case.game)
    assert observation_checkers.observations_lose_nothing(case.game, case.seats, 28, shown, branches=2) == []


@pytest.mark.parametrize("case", LONG)
def test_scenes_choices_and_logs_keep_secrets(case: shelf.Case) -> None:
    found = scene_checkers.scenes_keep_secrets(
        case.game, case.seats, 14, partial(what_a_viewer_gets, case.game), options=case.options, every=case.looks
    )
    assert found == []


@pytest.mark.parametrize("case", FIRST)
def test_notes_tell_nobody_a_secret(case: shelf.Case) -> None:
    gets = partial(what_a_viewer_gets, case.game)
    found = secret_checkers.notes_keep_secrets(
        case.game, case.seats, 14, gets, every=case.looks, limit=sample(12, 200), set_ups=sample(1, 5)
    )
    assert found == []


@pytest.mark.parametrize("case", FIRST)
def test_what_is_hidden_is_dealt(case: shelf.Case) -> None:
    assert knowledge_checkers.deals_are_complete(case.game, case.seats, 5, games=sample(1, 3)) == []


@pytest.mark.parametrize("case", FIRST)
def test_what_is_dealt_is_dealt_evenly(case: shelf.Case) -> None:
    assert deal_checkers.deals_are_fair(case.game, case.seats, 5) == []


@pytest.mark.parametrize("case", FIRST)
def test_what_leaves_a_row_is_cleared(case: shelf.Case) -> None:
    shown = partial(what_a_viewer_is_shown, case.game)
    assert clearing.rows_are_cleared(case.game, case.seats, 6, shown, tries=sample(60, 250)) == []


@pytest.mark.parametrize("case", FIRST)
def test_a_hidden_row_is_hidden_whole(case: shelf.Case) -> None:
    shown = partial(what_a_viewer_is_shown, case.game)
    assert clearing.rows_are_hidden_whole(case.game, case.seats, 6, shown) == []


@pytest.mark.parametrize("case", FIRST)
def test_points_and_ranks_do_not_depend_on_what_stood_in_the_row(case: shelf.Case) -> None:
    engine, box = engine_for(case.game), case.game.standard_box
    *_, (s, _, _) = playing.walk(case.game, case.seats, 31)
    for reading in (engine.score, engine.rank):
        clean, used = engine.row(), engine.row()
        for seat in range(case.seats):
            used[seat] = 7
        reading(s, box, clean)
        reading(s, box, used)
        assert list(used)[: case.seats] == list(clean)[: case.seats]


@pytest.mark.parametrize("case", LONG)
def test_what_scenes_remember_is_what_they_would_draw_anew(case: shelf.Case) -> None:
    views = 30 if case.is_first else sample(15, 30)
    assert scene_checkers.memo_is_sound(case.game, case.seats, 23, options=case.options, views=views) == []


@pytest.mark.parametrize("case", ALL)
def test_what_can_be_taken_back_told_nothing(case: shelf.Case) -> None:
    for seed in (20, 21, 22):
        assert knowledge_checkers.undo_tells_nothing(case.game, case.seats, seed, options=case.options) == []


@pytest.mark.parametrize("case", ALL)
def test_copies_are_independent(case: shelf.Case) -> None:
    assert checkers.copies_are_independent(case.game, case.seats, 15, options=case.options) == []


@pytest.mark.parametrize("case", ALL)
def test_a_position_as_text_gives_the_same_bytes_and_plays_on_as_before(case: shelf.Case) -> None:
    assert checkers.positions_round_trip(case.game, case.seats, 25, options=case.options) == []


@pytest.mark.parametrize("case", LISTED)
def test_actions_are_listed_in_order_where_the_game_says_so(case: shelf.Case) -> None:
    assert checkers.legal_is_listed_in_order(case.game, case.seats, 19, options=case.options) == []


@pytest.mark.parametrize("case", LONG)
def test_every_refused_action_has_its_reason(case: shelf.Case) -> None:
    every = 9 * case.looks
    assert (
        scene_checkers.reasons_are_whole(case.game, case.seats, 24, options=case.options, every=every, tries=200) == []
    )


@pytest.mark.parametrize("case", ALL)
def test_masks_and_lists_agree(case: shelf.Case) -> None:
    assert checkers.mask_matches_list(case.game, case.seats, 16) == []


@pytest.mark.parametrize("name", names())
def test_notation_round_trips(name: str) -> None:
    assert checkers.notation_round_trips(game(name)) == []


@pytest.mark.parametrize("name", names())
def test_words_are_whole_in_all_languages(name: str) -> None:
    assert word_checkers.words_are_whole(game(name)) == []


@pytest.mark.parametrize("name", names())
def test_refusals_name_rules_of_the_book_and_every_field_can_be_written(name: str) -> None:
    assert word_checkers.refusals_cite_the_book(game(name)) == []
    assert checkers.fields_are_declared(game(name)) == []


@pytest.mark.parametrize("name", names())
def test_every_sentence_can_be_said_to_everybody_with_every_number(name: str) -> None:
    assert word_checkers.sentences_are_whole(game(name)) == []


@pytest.mark.parametrize("case", ALL)
def test_two_choices_never_look_alike(case: shelf.Case) -> None:
    """Two legal actions with the same clicks could not be told apart by a player."""
    for s, legal, _ in playing.walk(case.game, case.seats, 17, options=case.options):
        if not legal:
            continue
        view = table_at(case.game, s).view(s.player)
        box, picks = case.game.standard_box, case.game.presentation.picks
        takes = case.game.presentation.takes or (lambda *_: ())
        paths = [(picks(view.state, box, action), frozenset(takes(view.state, box, action))) for action in legal]
        clicked = [path for path in paths if any(path)]
        assert len(set(clicked)) == len(clicked), (s.ply, clicked)


@pytest.mark.parametrize("case", CHAINING)
def test_chains_can_be_played_to_their_end_and_taken_back(case: shelf.Case) -> None:
    """Every action of a chain is legal after those before it, by the same player, and none is without a way back."""
    seen = 0
    for s, legal, _ in playing.walk(case.game, case.seats, 37, options=case.options):
        if not legal or s.ply % case.chained:
            continue
        table = table_at(case.game, s)
        for chain in table.view(s.player).scene().chains:
            seen += 1
            assert chain.take or chain.again == (len(chain.actions) == 1)
            start = table.digest()
            for action in chain.actions:
                assert table.player == s.player
                table.play(action)
                assert table.can_undo(s.player)
            table.undo_turn(s.player)
            assert table.digest() == start
    assert seen > 5 or case.game.name == "doggerland"  # seldom asked in random games


@pytest.mark.parametrize("case", GROUPING)
def test_what_is_laid_together_lies_on_the_table_and_is_reached_piece_by_piece(case: shelf.Case) -> None:
    """Groups name pieces that are there, in numbers that are there; each is built by laying glowing pieces, from
    nothing; what lies there at first is one of them."""
    grouped = 0
    for s, legal, _ in playing.walk(case.game, case.seats, 29, options=case.options):
        if not legal:
            continue
        scene = table_at(case.game, s).view(s.player).scene()
        assert scene.problems() == [], s.ply
        groups: dict[tuple[str, ...], list[Counter[str]]] = {}
        for choice in scene.choices:
            if choice.take:
                groups.setdefault(choice.picks, []).append(Counter(dict(choice.take)))
        for group in groups.values():
            grouped += 1
            for wanted in group:
                laid: Counter[str] = Counter()
                for piece in wanted.elements():
                    lit = {each for other in group if laid <= other for each in other - laid}
                    assert piece in lit, (s.ply, piece, wanted)
                    laid[piece] += 1
                assert [other for other in group if other == laid] == [wanted]
    assert grouped > 0


@pytest.mark.parametrize("case", ALL)
def test_a_saved_game_replays_to_the_same_bytes(case: shelf.Case, tmp_path: Path) -> None:
    table = Table.new(case.game, case.seats, 18, options=case.options)
    for _ in range(60):
        if table.over:
            break
        table.play(table.numbers()[table.state.ply * 7 % len(table.numbers())])
    loaded = Table.load(table.save(tmp_path / "game.json"))
    assert bytes(loaded.state) == bytes(table.state)
    assert loaded.log("fr") == table.log("fr")


@pytest.mark.parametrize(
    ("found", "case"), shelf.perft_cases(), ids=lambda value: getattr(value, "name", None) or str(value)
)
def test_perft(found: Game, case: PerftCase) -> None:
    assert Perft(found).mismatch(case) == ""


def test_every_game_has_counts_for_every_number_of_players() -> None:
    for name in names():
        counted = {case.players for case in read_cases(shelf.perft_file(name))}
        assert counted == set(game(name).seats), name

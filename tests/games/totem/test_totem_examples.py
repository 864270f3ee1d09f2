"""The examples E1–E3 and the sample game, driven from data. (The worked scenarios: scenarios.toml.)"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from firstfire.games.totem import GAME
from firstfire.games.totem.rules.setup import deal_hand
from firstfire.games.totem.state import Phase

from ..playing import at, options
from .reading import BOX, SEAT_LETTERS, cards_in, events, letter_of, play, show_side, show_zone

FOLDER = Path(__file__).parent
SAMPLE = tomllib.loads((FOLDER / "sample_game.toml").read_text(encoding="utf-8"))


def dealt(deck: list[str], starter: str) -> Any:
    """The table after the deal of a known deck (the convention of TT-S3)."""
    seat = SEAT_LETTERS.index(starter)
    s = at("totem", check=False, phase="setup", starter=seat, active=seat, player=seat, deck=deck[::-1])
    for player in range(2):
        deal_hand(s, BOX, player)
    return s


def actions_of(move: str) -> list[str]:
    """Our actions for a move in the dossier's notation, where a whole placement or a whole trim is one move."""
    if move.startswith("setup"):
        return [f"place {card}" for card in move.split(":")[1].split()]
    if move.startswith("trim"):
        return [f"trim {card}" for card in move.split()[1:]]
    return [move]


def state_line(s: Any) -> str:
    """What the dossier says of the table after each move."""
    decides = "-" if s.over else letter_of(s.player)
    return (
        f"{Phase(s.phase).name} turn {s.turn} active {letter_of(s.active)} decides {decides} attacks {s.attacks} "
        f"last {letter_of(s.last)} deck {s.deck_left} discard {s.discard.bit_count()}"
    )


def test_sample_game() -> None:
    """Section 13: 15 turns, every position, and the events of 10.3 in their order."""
    s = dealt(SAMPLE["deck"].split(), SAMPLE["starter"])
    for step in SAMPLE["step"]:
        if step["move"]:
            play(s, *actions_of(step["move"]))
        assert events(s) == step["events"], step["move"]
        assert state_line(s) == step["state"], step["move"]
        for seat, key in enumerate("ab"):
            assert show_side(s, seat).split("|")[1] == step[key].split("|")[1]
            assert set(show_side(s, seat).split("|")[0].split()) == set(step[key].split("|")[0].split())
    assert (letter_of(s.winner), GAME.endings[s.ending], s.turn) == ("A", "end1", 15)


def test_e1_the_table_after_setup() -> None:
    """E1, TT-S1 to TT-S6: deck 38, discard pile empty, hands of three, zones of four hidden totems."""
    s = dealt(SAMPLE["deck"].split(), "A")
    play(s, "place H1", "place N13d", "place E4", "place H7")
    assert (s.deck_left, s.discard, letter_of(s.player)) == (38, 0, "B")
    play(s, "place P8", "place E5", "place N10a", "place E9")
    assert (s.deck_left + 1, s.discard) == (38, 0)
    assert [s.sides[seat].hand_size for seat in range(2)] == [3 + 1, 3]
    assert show_zone(s, 0) == "(H1) (N13d) (E4) (H7)"
    assert show_zone(s, 1) == "(P8) (E5) (N10a) (E9)"


ATTACKED = """phase=action turn=1 deck=[P1 E1]
sides=[{{hand=[{attacker} S3] zone=[(H4) (E6) (N11a) (P8)]}}
       {{hand=[E2 S7] zone=[({target}) (H5) (E9) (S8)]}}]"""


def test_e2_a_lower_level_is_discarded_and_the_defender_stays_face_up() -> None:
    """E2, TT-K7, TT-K8: 10 against 13."""
    s = at("totem", ATTACKED.format(attacker="N10b", target="N13a"))
    play(s, "attack N10b -> 1")
    assert show_zone(s, 1) == "N13a (H5) (E9) (S8)"
    assert "N10b" in cards_in(s.discard)
    assert "N13a" not in cards_in(s.discard)


@pytest.mark.parametrize("attacker", ["N12a", "N10b"])
def test_e3_an_equal_or_higher_level_wins_and_may_attack_again(attacker: str) -> None:
    """E3, TT-K7, TT-K9, TT-K10: 12 or 10 against 10."""
    s = at("totem", ATTACKED.format(attacker=attacker, target="N10a"))
    play(s, f"attack {attacker} -> 1")
    assert show_zone(s, 1) == "- (H5) (E9) (S8)"
    assert {attacker, "N10a"} <= set(cards_in(s.discard))
    assert "pass" in options(s)

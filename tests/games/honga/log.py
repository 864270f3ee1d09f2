"""What the log of Honga tells (log_reader.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firstfire.games.honga import state

SECRETS = {"draws_disc", "keeps_disc", "returns_disc", "picks_up"}
DEALT = r"fire|round|trays\.\d\.(disc|holds)|slots\.\d"
FOLLOWED = (
    rf"{DEALT}|trays\.\d\.(goods\.\d|mammoths|herd|depot|step|points|hand.*|unseen_count|last_lure)|honga|tusk|lures"
    r"|herd_count|triggered|offer\.\d"
)
CHANGES = {
    "begins": "s.fire = seat",
    "round": "s.round += 1; says(a == s.round)",
    "opens": "s.slots[a - 1] = b",
    "draws_disc": "draw(s, before, s.trays[seat], a, c)",
    "keeps_disc": "hold(s.trays[seat], a, c); s.offer[0] = s.offer[1] = state.NONE; says(c in before.offer)",
    "returns_disc": "says(sorted([c, s.trays[seat].disc]) == sorted(before.offer) and a == before.offer_colour)",
    "picks_up": "s.trays[seat].hand[c] += 1; s.trays[seat].hand_count += 1; s.trays[seat].unseen_count -= 1",
    "lays": "says((a, a, c) == (s.trays[seat].disc, after.top[b], after.turned[a])); hold(s.trays[seat])",
    "points": "says(a == after.turn.hands[b])",
    "minds": "says(after.turn.hands[state.Field.HONGA] > 0)",
    "stays": "says(after.turn.hands[state.Field.HONGA] == 0 and before.honga == seat)",
    "neglects": "says(after.turn.hands[state.Field.HONGA] == 0 and s.honga != seat); s.honga = seat",
    "feeds": "eat(s.trays[seat], a)",
    "feeds_nothing": "says(not any(s.trays[seat].goods) and s.trays[seat].mammoths == 0)",
    "gathers": "s.trays[seat].goods[a] += 1; says(b == s.trays[seat].goods[a])",
    "explores": "s.trays[seat].unseen_count += 1",
    "pays": "s.trays[seat].goods[b] -= a",
    "gives_tray": "s.trays[seat].mammoths -= a; s.trays[seat].depot += a",
    "gives_herd": "give(s, s.trays[seat]); says(before.herd[a - 1] == seat)",
    "lures": "lure(s, s.trays[seat])",
    "pushed_out": "s.trays[seat].herd -= 1; s.trays[seat].mammoths += 1; s.herd_count -= 1",
    "takes_tusk": "s.tusk = seat",
    "tusk_returns": "s.tusk = seat",
    "climbs": "s.trays[seat].step = a",
    "reaches_top": "go_down(s); score(s.trays[seat], a); says((a, b) == (top_points(box), s.trays[seat].points))",
    "honoured": "score(s.trays[seat], a); says(a > 0 and (b, c) == (before.trays[seat].step, s.trays[seat].points))",
    "lapse": "says(a == after.turn.lapsed - before.turn.lapsed)",
    "barters": "score(s.trays[seat], b); s.slots[list(s.slots).index(a)] = state.NONE; says(c == s.trays[seat].points)",
    "plays": "s.trays[seat].hand[a] -= 1; s.trays[seat].hand_count -= 1",
    "scores": "score(s.trays[seat], a); says(b == s.trays[seat].points)",
    "chases": "says(s.honga == seat); s.honga = state.NONE",
    "adds_hand": "says(after.turn.hands[a] == before.turn.hands[a] + 1)",
    "target": "s.triggered = 1; says(a == s.trays[seat].points)",
    "ends": "says(a == s.round)",
}
EVENTS = {
    "turn": "[after.player] if text and (after.player != before.player or after.seats == 1) and not after.over else []",
    "points": "[before.player] * hands(box, before.trays[before.player].disc) if text.startswith('lay') else []",
    "minds": "[before.player] * answers(text, kinds, 'stays', 'neglects')",
    "stays": "[before.player] * answers(text, kinds, 'minds', 'neglects')",
    "feeds_nothing": "[after.player] * (meals(before, after, kinds) - kinds.count('feeds'))",
    "lapse": "[before.player] * (after.turn.lapsed > before.turn.lapsed)",
    "reshuffles": "[state.NONE] * reshuffled(before, after, text.startswith('keep'))",
    "adds_hand": "[before.player] if after.turn.lucky > before.turn.lucky else []",
    "ends": "[state.NONE] if after.over else []",
    "returns_disc": "[before.player] if text.startswith('keep') else []",
}


def hold(tray: Any, colour: int = -1, disc: int = state.NONE) -> None:
    tray.disc, tray.holds = disc, colour + 1


def draw(s: Any, before: Any, tray: Any, colour: int, disc: int) -> None:
    if before.turn.extra:
        s.offer[0 if s.offer[0] == state.NONE else 1] = disc
    else:
        hold(tray, colour, disc)


def eat(tray: Any, good: int) -> None:
    if good == state.Good.MAMMOTH:
        tray.mammoths -= 1
        tray.depot += 1
    else:
        tray.goods[good] -= 1


def lure(s: Any, tray: Any) -> None:
    s.lures += 1
    s.herd_count += 1
    tray.depot, tray.herd, tray.last_lure = tray.depot - 1, tray.herd + 1, s.lures


def give(s: Any, tray: Any) -> None:
    s.herd_count -= 1
    tray.herd, tray.depot = tray.herd - 1, tray.depot + 1


def top_points(box: Any) -> int:
    return int(box.step_points[box.top_step])


def score(tray: Any, points: int) -> None:
    tray.points += points


def go_down(s: Any) -> None:
    for tray in s.trays:
        tray.step = 0


def hands(box: Any, disc: int) -> int:
    """To how many fields a disc points."""
    return sum(quarter > 0 for quarter in box.quarters[disc])


def answers(text: str, kinds: Sequence[str], *others: str) -> bool:
    """Whether laying a disc had none of the other answers."""
    return text.startswith("lay") and not any(other in kinds for other in others)


def reshuffled(before: Any, after: Any, one_back: bool) -> int:
    """How many piles of discs have grown (of two discs, one goes back below), and discards have been taken up."""
    discs = zip(before.piles, after.piles, strict=True)
    grown = [new.count - old.count > one_back for old, new in discs]
    grown += [after.barter_gone < before.barter_gone, after.bonus_gone < before.bonus_gone]
    return sum(grown)


def meals(before: Any, after: Any, kinds: Sequence[str]) -> int:
    """How often HONGA ate: where he comes, and where a turn begins at which he is there."""
    return int("neglects" in kinds) + int("turn" in kinds and after.honga == after.player)

"""How much of a game is played on its board: which choices are made by clicking pieces and places, and which are left
to buttons. As a table over random games: `python -m tests.games.on_the_board prehistory neta_tanka`.

A choice is made on the board if its own clicks lead to it and to nothing else: a path of picks that no other choice
shares or goes on from, or a group of pieces (`take`) behind its path that is its own.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random

from firstfire import Table, game
from firstfire.kernel.presentation.scene import Choice, Scene

SAMPLES = 8  # decisions of a phase that are looked at in one game
BOLD = 0.5  # of the moves at random among all, the others among those a player would rather make


def buttons(choices: Sequence[Choice]) -> list[Choice]:
    """The choices that no click on the board alone leads to."""
    ends = Counter((choice.picks, choice.take) for choice in choices)
    inner = {choice.picks[:length] for choice in choices for length in range(len(choice.picks))}
    inner |= {choice.picks for choice in choices if choice.take}
    return [
        choice for choice in choices
        if ends[choice.picks, choice.take] > 1 or (not choice.take and (not choice.picks or choice.picks in inner))
    ]  # fmt: skip


def decisions(name: str, players: int, seed: int, samples: int = SAMPLES) -> Iterator[tuple[str, Scene]]:
    """The first decisions of every phase of a random game, each with its scene for the seat to act."""
    found = game(name)
    table = Table.new(found, players=players, seed=seed, interpreted=True)
    chance, seen, prefer = Random(seed), Counter[str](), found.rules["prefer"]
    while not table.over:
        numbers = table.numbers()
        if seen[table.phase] < samples:
            seen[table.phase] += 1
            yield table.phase, table.view(table.player or 0).scene()
        if chance.random() < BOLD:
            table.play(chance.choice(numbers))
        else:
            liking = {number: prefer(table.state, found.standard_box, number) for number in numbers}
            table.play(chance.choice([n for n in numbers if liking[n] == max(liking.values())]))


def kind_of(name: str, choice: Choice) -> str:
    """The kind of action of a choice."""
    return str(game(name).actions.values(choice.action)[0])


def measured(name: str, games: int) -> str:
    """A line for each phase: decisions and choices, how many of them are made on the board, and what the rest is."""
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    rest: dict[str, Counter[str]] = defaultdict(Counter)
    for seed in range(games):
        for phase, scene in decisions(name, game(name).seats[seed % len(game(name).seats)], seed):
            left = buttons(scene.choices)
            for row in (phase, "all"):
                tally[row].update(decisions=1, whole=not left, choices=len(scene.choices), left=len(left))
                rest[row].update(kind_of(name, choice) for choice in left)
    lines = [f"{name}: {games} random games, at most {SAMPLES} decisions of a phase from each"]
    for phase, seen in tally.items():
        parts = " ".join(f"{kind} {count}" for kind, count in rest[phase].most_common())
        whole, board = 100 * seen["whole"] // seen["decisions"], 100 - 100 * seen["left"] / seen["choices"]
        lines.append(
            f"{phase:14} decisions {seen['decisions']:4}, {whole:3} % without a button;"
            f" choices {seen['choices']:5}, {board:5.1f} % on the board; buttons: {parts or 'none'}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        print(measured(each, games=6))

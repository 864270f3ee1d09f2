"""OpenSpiel's own search plays our Totem against a random player.

    python examples/env_open_spiel_mcts.py [SIMULATIONS]    (pip install 'firstfire[envs]')

Its information-set search (ISMCTS) deals what it cannot see anew for every simulation, so it plays by what its seat may
know; `MCTSBot` beside it would look at the hidden cards.
"""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import firstfire.envs.open_spiel  # registers firstfire_totem and the others


def main(simulations: int = 60, seed: int = 1) -> list[float]:
    chance = np.random.RandomState(seed)
    game = pyspiel.load_game(firstfire.envs.open_spiel.short_name("totem"))
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    searcher = ismcts.ISMCTSBot(
        game,
        evaluator,
        uct_c=1.4,
        max_simulations=simulations,
        random_state=chance,
        allow_inconsistent_action_sets=True,
    )
    # Without this it would deal by a generator of its own, and no two runs were alike.
    searcher.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random_sample))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            action = int(searcher.step(state))
            print(f"the search plays {state.action_to_string(action)!r}")
        else:
            action = int(chance.choice(state.legal_actions()))
        state.apply_action(action)
    returns: list[float] = state.returns()
    print(f"returns: {returns}")
    return returns


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

"""Random play through PettingZoo: what an agent sees, what it may do, and what it gets.

python examples/env_random.py [GAME] [PLAYERS]          (pip install 'firstfire[envs]')
"""

from __future__ import annotations

import sys

from firstfire.envs import pettingzoo as firstfire


def main(game: str = "honga", players: int | None = None) -> dict[str, float]:
    env = firstfire.env(game, players, render_mode="ansi")
    env.reset(seed=7)
    env.action_space("player_0").seed(7)
    paid = {}
    decisions = 0
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        if terminated:
            paid[agent] = reward
            env.step(None)
            continue
        action = env.action_space("player_0").sample(seen["action_mask"])
        if decisions < 3:
            print(f"{agent}: {seen['action_mask'].sum()} actions are legal, takes {env.action_text(action)!r}")
        env.step(action)
        decisions += 1
    print(f"{decisions} decisions; rewards: {paid}")
    return paid


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "honga", int(sys.argv[2]) if len(sys.argv) > 2 else None)

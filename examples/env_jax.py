"""A JAX user's loop: the batch's arrays become JAX arrays without a copy, the policy is jitted.

    python examples/env_jax.py [STEPS]                      (needs JAX)

The policy here is a random linear one, to show the loop and not to play well.
"""

from __future__ import annotations

import sys

import jax
import numpy as np
from jax import numpy as jnp

from firstfire.envs import make_batch


def main(steps: int = 200, tables: int = 256) -> float:
    env = make_batch("totem", count=tables, seats=2, seed=1)
    plan = env.observation.plan()
    source, match = jnp.asarray(plan.source), jnp.asarray(plan.match)
    factor, hot = jnp.asarray(plan.factor), jnp.asarray(plan.hot)
    key = jax.random.key(0)
    weights = jax.random.normal(key, (env.observation.encoded_size, env.actions)) * 0.1

    @jax.jit  # type: ignore[untyped-decorator]
    def choose(key: jax.Array, rows: jax.Array, masks: jax.Array) -> jax.Array:
        picked = rows[:, source]
        seen = jnp.where(hot, picked == match, picked * factor)
        logits = jnp.where(masks, seen @ weights, -1e9)
        return jax.random.categorical(key, logits).astype(jnp.int32)

    finished = 0
    for step in range(steps):
        # `from_dlpack` would share the environment's own memory, which the next step changes: JAX copies here.
        rows, masks = jnp.array(env.observations), jnp.array(env.masks)
        actions = choose(jax.random.fold_in(key, step), rows, masks)
        env.step(np.asarray(actions))
        finished += int(env.done.sum())
    print(f"{steps * tables:,} decisions, {finished} games finished")
    return finished


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

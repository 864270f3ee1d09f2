"""PPO in one file: a network learns Honga for two by playing against itself, on many tables at once.

    python examples/env_ppo_torch.py [--updates 200] [--tables 256] [--device cpu]       (needs Torch)

Every table is one game; whoever's turn it is, the same network decides from that seat's own observation. Rewards come
at the end only: a decision is credited with what its seat got, against what the network guessed at that seat's
decisions (`advantages` runs along the decisions of one seat, not of the table). Illegal actions get no probability.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from firstfire.envs import make_batch

STEPS = 64  # decisions of every table between two updates
ROUNDS, PIECES = 3, 4  # times each decision is learned from, in so many pieces
CLIP, ENTROPY, VALUE, LAMBDA, RATE = 0.2, 0.01, 0.5, 0.95, 5e-4


class Policy(nn.Module):  # type: ignore[misc]
    """A value and a preference for every action, from what a seat knows."""

    def __init__(self, columns: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(columns, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Preferences (logits) and the value."""
        hidden = self.body(seen)
        return self.actor(hidden).masked_fill(~masks, -1e9), self.critic(hidden).squeeze(-1)


class Encoder:
    """Observations for the network, made on its own device by the tables of the game's description."""

    def __init__(self, observation: Any, device: str) -> None:
        plan = observation.plan()
        self.source, self.hot = torch.tensor(plan.source, device=device), torch.tensor(plan.hot, device=device)
        self.match = torch.tensor(plan.match, device=device)
        self.factor = torch.tensor(plan.factor, device=device)
        self.columns = observation.encoded_size

    def __call__(self, rows: Any) -> Any:
        """Rows of whole numbers as rows of fractions: choices one-hot, counts scaled."""
        picked = rows[:, self.source]
        return torch.where(self.hot, (picked == self.match).float(), picked * self.factor)


def advantages(values: Any, players: Any, rewards: Any, done: Any, last: Any, to_act: Any) -> Any:
    """Generalised advantages along the decisions of each seat: a seat's next guess is what it thinks at its own next
    decision, and at the end of the game it is told what it got."""
    steps, tables = values.shape
    found = np.zeros_like(values)
    seats = rewards.shape[-1]
    guess = np.zeros((tables, seats), np.float32)  # what each seat thinks at its next decision
    gained = np.zeros((tables, seats), np.float32)  # the advantage of that decision
    every = np.arange(tables)
    guess[every, to_act] = last
    for step in range(steps - 1, -1, -1):
        ended = done[step][:, None]
        guess = np.where(ended, rewards[step], guess)
        gained = np.where(ended, 0.0, gained)
        seat = players[step]
        delta = guess[every, seat] - values[step]
        found[step] = delta + LAMBDA * gained[every, seat]
        gained[every, seat], guess[every, seat] = found[step], values[step]
    return found


def score(policy: Policy, encode: Encoder, device: str, against: str, tables: int = 64, seed: int = 99) -> float:
    """The mean reward of the network (seat 0 at even tables, seat 1 at odd ones) against `random` or `greedy`."""
    env = make_batch("honga", count=tables, seats=2, seed=seed, auto_reset=False)
    mine = np.arange(tables) % 2
    paid = np.zeros(tables)
    while not env.done.all():
        if against == "greedy":
            actions = np.where(env.masks, env.likings(), np.iinfo(np.int16).min).argmax(1).astype(np.int32)
            actions[env.done] = -1  # nobody plays where the game is over
        else:
            actions = env.sample().copy()
        turn = env.players == mine
        if turn.any():
            seen, masks = (
                torch.tensor(env.observations[turn], device=device),
                torch.tensor(env.masks[turn], device=device),
            )
            with torch.no_grad():
                logits, _ = policy(encode(seen), masks)
            actions[turn] = torch.distributions.Categorical(logits=logits).sample().cpu().numpy()
        env.step(actions)
        paid += env.rewards[np.arange(tables), mine]  # nothing but in the step that ends a game
    env.close()
    return float(paid.mean())


def train(updates: int = 200, tables: int = 256, device: str = "cpu", seed: int = 1) -> list[tuple[float, float]]:
    torch.manual_seed(seed)
    env = make_batch("honga", count=tables, seats=2, seed=seed)
    encode = Encoder(env.observation, device)
    policy = Policy(encode.columns, env.actions).to(device)
    optimiser = torch.optim.Adam(policy.parameters(), RATE, eps=1e-5)
    seen_at = torch.zeros((STEPS, tables, env.observation.size), dtype=torch.int16, device=device)
    mask_at = torch.zeros((STEPS, tables, env.actions), dtype=torch.bool, device=device)
    action_at = torch.zeros((STEPS, tables), dtype=torch.int64, device=device)
    chance_at, value_at = (torch.zeros((STEPS, tables), device=device) for _ in range(2))
    players, done = np.zeros((STEPS, tables), np.int64), np.zeros((STEPS, tables), bool)
    rewards = np.zeros((STEPS, tables, env.rewards.shape[1]), np.float32)

    def scored(when: str) -> tuple[float, float]:
        random, greedy = (score(policy, encode, device, other) for other in ("random", "greedy"))
        print(f"{when}: {random:+.2f} against random players, {greedy:+.2f} against greedy ones", flush=True)
        return random, greedy

    scores, spent = [scored("before")], 0.0
    for update in range(updates):
        start = time.perf_counter()
        for step in range(STEPS):
            seen_at[step] = torch.tensor(env.observations, device=device)
            mask_at[step] = torch.tensor(env.masks, device=device)
            players[step] = env.players
            with torch.no_grad():
                logits, value_at[step] = policy(encode(seen_at[step]), mask_at[step])
            spread = torch.distributions.Categorical(logits=logits)
            action_at[step] = spread.sample()
            chance_at[step] = spread.log_prob(action_at[step])
            env.step(action_at[step].to(torch.int32).cpu().numpy())
            rewards[step], done[step] = env.rewards, env.done
        with torch.no_grad():
            _, last = policy(
                encode(torch.tensor(env.observations, device=device)), torch.tensor(env.masks, device=device)
            )
        values = value_at.cpu().numpy()
        gained = advantages(values, players, rewards, done, last.cpu().numpy(), env.players.astype(np.int64))
        learn(policy, optimiser, encode, (seen_at, mask_at, action_at, chance_at, value_at), torch.tensor(gained))
        spent += time.perf_counter() - start
        if update % 20 == 19 or update == updates - 1:
            scores.append(scored(f"update {update + 1}, {(update + 1) * STEPS * tables / spent:,.0f} decisions/s"))
    return scores


def learn(policy: Policy, optimiser: Any, encode: Encoder, made: tuple[Any, ...], gained: Any) -> None:
    """Some rounds over the decisions that were made: what was seen, masks, actions, chances and values."""
    flat = [each.flatten(0, 1) for each in made]
    gained = gained.to(flat[4].device).flatten()
    goals = flat[4] + gained
    gained = (gained - gained.mean()) / (gained.std() + 1e-8)
    for _ in range(ROUNDS):
        for some in torch.randperm(len(goals), device=goals.device).chunk(PIECES):
            logits, guess = policy(encode(flat[0][some]), flat[1][some])
            spread = torch.distributions.Categorical(logits=logits)
            ratio = (spread.log_prob(flat[2][some]) - flat[3][some]).exp()
            kept = ratio.clamp(1 - CLIP, 1 + CLIP)
            loss = -torch.min(ratio * gained[some], kept * gained[some]).mean()
            loss = loss + VALUE * functional.mse_loss(guess, goals[some]) - ENTROPY * spread.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    train(arguments.updates, arguments.tables, arguments.device)

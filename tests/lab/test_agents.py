"""Agents: programs that speak lines of JSON, policies in files, bots of OpenSpiel."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from firstfire import Table
from firstfire.errors import BadSetup
from firstfire.lab import agents
from firstfire.lab.agents import agent_named
from firstfire.lab.match import play_match
from firstfire.view import View

AGENT = """
import json, sys
game = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        game = message
    else:
        assert game["seat"] == message["seat"] and game["game"] == "totem"
        assert len(message["legal"]) == len(message["texts"]) and len(message["observation"]) > 10
        print(json.dumps({"action": {answer}}), flush=True)
"""


def program(folder: Path, answer: str) -> str:
    """An agent that answers so, as it is named on a command line."""
    file = folder / "agent.py"
    file.write_text(AGENT.replace("{answer}", answer), encoding="utf-8")
    return f"command:{sys.executable} {file}"


def at_the_start() -> View:
    """What the seat to act knows."""
    table = Table.new("totem", seed=1)
    return table.view(int(table.player or 0))


@pytest.mark.parametrize("answer", ['message["legal"][-1]', 'message["texts"][-1]'])
def test_a_program_plays_a_match_by_numbers_or_texts(tmp_path: Path, answer: str) -> None:
    match = play_match("totem", [program(tmp_path, answer), "random"], 4, jobs=1)
    assert len(match.played) == 4 and match.standings[0].decisions > 10


@pytest.mark.parametrize(
    ("answer", "says"),
    [("10 ** 6", "not legal"), ("None", "not legal"), ("True", "not legal"),
     ('"fly"', "not legal"), ("[1]", "not legal"), ("sys.exit(3)", "has ended"),
     ("print('hello')", "answered 'hello'")],
)  # fmt: skip
def test_a_wrong_answer_is_told(tmp_path: Path, answer: str, says: str) -> None:
    agent = agent_named(program(tmp_path, answer), "totem", 1)
    with pytest.raises(BadSetup, match=says):
        agent.choose(at_the_start())


@pytest.mark.parametrize(
    ("name", "says"),
    [("command:/no/such/program", "cannot be started"), ("command:", "names nothing"),
     ("policy:none.onnx", "no policy"), ("policy:README.md", "a policy is a file"),
     ("openspiel:nowhere:Bot", "nowhere"), ("nobody", "nobody")],
)  # fmt: skip
def test_an_agent_that_is_none_is_refused(name: str, says: str) -> None:
    view = at_the_start()
    with pytest.raises(BadSetup, match=says):
        agent_named(name, "totem", 1).choose(view)


def test_a_policy_plays_the_legal_action_that_it_scores_highest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The runtime is a stand-in here: it gets the file, an observation and a mask by the names of the inputs."""
    view = at_the_start()
    size, asked = len(view.game.actions), []

    class Session:
        def __init__(self, file: str, providers: list[str]) -> None:
            self.file = file

        def get_inputs(self) -> list[Any]:
            return [SimpleNamespace(name="seen"), SimpleNamespace(name="may")]

        def run(self, outputs: None, given: dict[str, Any]) -> list[Any]:
            asked.append({name: value.shape for name, value in given.items()})
            scores = np.arange(size, dtype=np.float32)
            scores[view.numbers[-1]] = np.nan
            return [scores[None]]

    monkeypatch.setitem(sys.modules, "onnxruntime", SimpleNamespace(InferenceSession=Session))
    file = tmp_path / "net.onnx"
    file.write_bytes(b"")
    assert agent_named(f"policy:{file}", "totem", 1).choose(view) == view.numbers[-2]
    assert asked == [{"seen": (1, len(view.observe())), "may": (1, size)}]


def test_a_bot_of_openspiel_plays_and_sees_only_what_its_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def make(game: Any, player: int) -> Any:
        def step(state: Any) -> int:
            assert state.current_player() == player
            seen.append(int(state.table.s.sides[1 - player].hand))
            return int(state.legal_actions()[0])

        return SimpleNamespace(step=step)

    monkeypatch.setattr(agents, "found_in_module", lambda name: make)
    view = at_the_start()
    agent = agent_named("openspiel:any:Bot", "totem", 1)
    chosen = {agent.choose(view) for _ in range(6)}
    assert chosen == {view.numbers[0]}
    assert len(set(seen)) > 1, "the other hand is dealt anew each time"
    match = play_match("totem", ["openspiel:any:Bot", "random"], 2, jobs=1)
    assert len(match.played) == 2

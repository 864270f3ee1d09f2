"""The rules in a module, called from Python as a page calls them: the same games as by the plain rules."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.offline.wasm_host import WasmtimeHost

from firstfire.errors import NotCompiled, UnfitLibrary
from firstfire.kernel.engines import module
from firstfire.kernel.engines.engine import engine_for, use_module
from firstfire.kernel.engines.module import WasmEngine, module_for
from firstfire.kernel.game import Game
from firstfire.players import player_named
from firstfire.server.bots.jobs import Choose, chosen, perform
from firstfire.server.bots.requests import BotRequest
from firstfire.table import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # builds, on a busy machine


@pytest.fixture
def host(libraries: Path) -> WasmtimeHost:
    (file,) = (libraries / "wasm").glob("embers.*.wasm")
    return WasmtimeHost(file)


@pytest.fixture
def engine(tiny: Game, host: WasmtimeHost, monkeypatch: pytest.MonkeyPatch) -> Iterator[WasmEngine]:
    monkeypatch.setattr(module, "_MODULES", {})
    use_module(tiny, host)
    found = engine_for(tiny, interpreted=False)
    assert isinstance(found, WasmEngine)
    yield found
    monkeypatch.undo()
    engine_for.__globals__["_engine"].cache_clear()
    engine_for.__globals__["can_run_compiled"].cache_clear()


def play(game: Game, level: str, *, interpreted: bool) -> tuple[list[int], bytes]:
    """A game of a level against itself: what was played, and the record in the end."""
    table, played = Table.new(game, 2, 7, interpreted=interpreted), list[int]()
    player = player_named(level, game.name, 5, interpreted=interpreted)
    while (seat := table.player) is not None:
        played.append(player.choose(table.view(seat)))
        table.play(played[-1])
    return played, bytes(table.lean.s)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("level", ["random", "greedy", "search:40", "guided:20", "hunter"])
def test_players_choose_and_games_end_alike(tiny: Game, level: str) -> None:
    assert play(tiny, level, interpreted=False) == play(tiny, level, interpreted=True)


def test_random_games_are_the_same_byte_by_byte(tiny: Game, engine: WasmEngine) -> None:
    plain, stream = engine_for(tiny, interpreted=True), random.Random(3)
    for seed in range(20):
        here, there = Table.new(tiny, 3, seed, interpreted=False), Table.new(tiny, 3, seed, interpreted=True)
        assert here.lean.engine is engine and there.lean.engine is plain
        while not there.over:
            assert here.numbers() == there.numbers()
            action = stream.choice(there.numbers())
            for table in (here, there):
                table.play(action)
            assert bytes(here.lean.s) == bytes(there.lean.s)
            assert bytes(here.lean.seen_by(1)) == bytes(there.lean.seen_by(1))
        assert here.outcome() == there.outcome()


@pytest.mark.usefixtures("engine")
def test_a_bot_s_job_is_done_in_the_module(tiny: Game, host: WasmtimeHost) -> None:
    view = Table.new(tiny, 2, 3, interpreted=True).view(0)
    asked = BotRequest(tiny.key, 0, "spirit", bytes(view.state), tuple(view.numbers), 1)
    before = host.calls
    action, _ = chosen(perform(Choose(asked, 5.0), interpreted=False))
    assert action in view.numbers and host.calls > before


def test_trees_give_their_memory_back(tiny: Game, engine: WasmEngine, host: WasmtimeHost) -> None:
    view = Table.new(tiny, 2, 3, interpreted=True).view(0)
    tops = []
    for _ in range(4):
        player_named("search:10", tiny.name, 5, interpreted=False).choose(view)
        gc.collect()
        tops.append(host.top)
    assert tops[1:] == tops[:1] * 3


def test_boxes_make_way_for_others(tiny: Game, engine: WasmEngine, host: WasmtimeHost) -> None:
    tops = []
    for _ in range(3 * module.BOXES):
        box = tiny.box.from_buffer_copy(tiny.standard_box)
        assert engine.new(2, 5, box=box).seats == 2
        tops.append(host.top)
    assert tops[-1] == tops[module.BOXES]


def test_what_does_not_fit_is_refused(tiny: Game, engine: WasmEngine, host: WasmtimeHost) -> None:
    with pytest.raises(TypeError, match="step: s must be"):
        engine.step(tiny.box(), tiny.standard_box, 0)
    with pytest.raises(NotCompiled, match="does not hold"):
        engine.entry(play)
    about = host.about()
    host.about = lambda: about.replace('"sources": "', '"sources": "0').replace('"sources":"', '"sources":"0')  # type: ignore[method-assign]
    known = module_for(tiny)
    with pytest.raises(UnfitLibrary, match="other rules"):
        use_module(tiny, host)
    assert module_for(tiny) is known

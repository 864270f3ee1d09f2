"""The player who learned: the nets that come with the games, how they are named, and that they cannot cheat."""

from __future__ import annotations

import hashlib
import random
import shutil
from pathlib import Path

import pytest
from tests.samples import sample

from firstfire import Table
from firstfire import game as find_game
from firstfire.errors import BadNet, BadSetup
from firstfire.games import GAMES
from firstfire.kernel.engines.engine import engine_for
from firstfire.kernel.positions.position import Position
from firstfire.kernel.records.record import copy_of
from firstfire.lab.match import play_match, view_of
from firstfire.players import Player, player_named
from firstfire.players.net import NetPlayer
from firstfire.players.policy.file import read_net
from firstfire.players.policy.flat import Flat
from firstfire.players.policy.net import net_for, shipped_net

SHIPPED = {name: path for name in GAMES if (path := shipped_net(find_game(name))) is not None}
MOST_BYTES = 12_000_000  # of all nets together


def test_nets_come_with_the_games_that_have_them_and_stay_small() -> None:
    assert SHIPPED.keys() == {"totem", "honga", "neta_tanka", "doggerland", "prehistory"}
    assert sum(path.stat().st_size for path in SHIPPED.values()) <= MOST_BYTES


@pytest.mark.parametrize("name", SHIPPED)
def test_a_net_that_comes_with_a_game_fits_it_and_tells_where_it_is_from(name: str) -> None:
    net = net_for(find_game(name), interpreted=True)
    assert isinstance(net.flat, Flat)
    assert net.flat.actions == len(find_game(name).actions)
    assert net.flat.file.recipe["game"] == name
    assert {"decisions", "seconds", "device", "against"} <= net.flat.file.figures.keys()


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        pytest.param(name, seats, marks=[pytest.mark.slow] if seats != 2 else [])
        for name in SHIPPED
        for seats in find_game(name).seats
    ],
)
def test_hidden_facts_do_not_change_what_a_net_chooses(name: str, seats: int) -> None:
    """Along a game, every choice is made again in a world that differs only in what the seat cannot see (by the machine
    code that people play against)."""
    game = find_game(name)
    engine = engine_for(game, interpreted=False)
    position = Position(game, seats, 12, engine=engine)
    stream = random.Random(7)
    players: list[Player] = [NetPlayer(5, temperature=temperature, interpreted=False) for temperature in (0.0, 1.0)]
    other_worlds = 0
    for ply in range(30):
        if position.over:
            break
        view = view_of(position)
        other = copy_of(view.state)
        engine.determinize(other, position.box, view.seat, ply, 98)
        other_worlds += bytes(other) != bytes(position.s)
        seen = view_of(Position(game, box=position.box, engine=engine, s=other))
        for player in players:
            assert player.choose(view) == player.choose(seen)
        position.step(stream.choice(position.legal()))
    assert other_worlds > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_net_beats_the_sensible_beginner(name: str) -> None:
    """Without luck in it: the same deals and choices at every run, on every machine."""
    won = play_match(name, ["net", "greedy"], sample(20, 40), seed=9001, jobs=1).as_dict()["players"][0]
    assert won["win_rate"] >= 0.65, won


@pytest.mark.slow
def test_a_net_answers_the_same_as_plain_python_and_compiled() -> None:
    table = Table.new("totem", players=2, seed=3, interpreted=True)
    plain, compiled = NetPlayer(1, interpreted=True), NetPlayer(1, interpreted=False)
    for _ in range(6):
        view = table.view(table.player if table.player is not None else 0)
        chosen = plain.choose(view)
        assert compiled.choose(view) == chosen
        table.play(chosen)


@pytest.mark.slow
def test_a_net_chooses_the_same_on_every_machine() -> None:
    """Ten games of the net of Totem against itself, drawn at a temperature: the same 442 choices wherever it runs."""
    game = find_game("totem")
    engine = engine_for(game, interpreted=True)
    told, count = hashlib.sha256(), 0
    for seed in range(10):
        position = Position(game, 2, 900 + seed, engine=engine, quiet=True)
        player = NetPlayer(seed, temperature=0.5, interpreted=True)
        while not position.over:
            chosen = player.choose(view_of(position))
            told.update(f"{chosen} ".encode())
            count += 1
            position.step(chosen)
    assert (count, told.hexdigest()[:16]) == (442, "192e1080db127306")


def test_a_temperature_makes_it_choose_in_other_ways() -> None:
    table = Table.new("totem", players=2, seed=7, interpreted=True)
    view = table.view(table.player if table.player is not None else 0)
    steady = {NetPlayer(seed, interpreted=True).choose(view) for seed in range(8)}
    lively = {NetPlayer(seed, temperature=3.0, interpreted=True).choose(view) for seed in range(8)}
    assert len(steady) == 1 < len(lively)


def test_nets_are_named_with_temperature_and_file(tmp_path: Path) -> None:
    path = tmp_path / "mine+old.net"
    shutil.copy(SHIPPED["totem"], path)
    for text, temperature in [("net", 0.0), ("net:0.5", 0.5), (f"net:{path}", 0.0), (f"net:{path}+0.25", 0.25)]:
        player = player_named(text, "totem", 1, outside=True)
        assert isinstance(player, NetPlayer) and (player.name, player.temperature) == (text, temperature)


def test_only_a_command_may_name_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="names a file"):
        player_named(f"net:{tmp_path / 'a.net'}", "totem")


@pytest.mark.parametrize("text", ["net:-1", "net:nan", "net:1e9"])
def test_a_bad_temperature_is_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="temperature"):
        player_named(text, "totem", outside=True)


def test_a_game_without_a_net_says_how_to_get_one() -> None:
    with pytest.raises(BadNet, match="firstfire train embers"):
        player_named("net", "embers")


def test_a_net_of_another_game_is_refused() -> None:
    with pytest.raises(BadNet, match="is a net for totem, not for honga"):
        net_for(find_game("honga"), SHIPPED["totem"])


def test_a_net_for_other_observations_or_actions_is_refused(tmp_path: Path) -> None:
    data = SHIPPED["totem"].read_bytes()
    mark = read_net(SHIPPED["totem"]).fingerprint.encode()
    (tmp_path / "old.net").write_bytes(data.replace(mark, mark[::-1]))
    with pytest.raises(BadNet, match="other rules of totem"):
        net_for(find_game("totem"), tmp_path / "old.net")

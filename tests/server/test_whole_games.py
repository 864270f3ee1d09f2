"""Whole games over real WebSockets: people, bots, spectators, hot seats, lost links."""

from __future__ import annotations

import random
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient
from tests.server.tools import Sitter, catch_up, new_table, other

from firstfire import game as find_game
from firstfire import names

SMALL = ("embers", "totem")
ALL = dict.fromkeys((*SMALL, *names()))
GAMES = [pytest.param(name, marks=() if name in SMALL else pytest.mark.slow) for name in ALL]


def join_all(client: TestClient, game: str, players: int, stack: ExitStack, seed: int) -> list[Sitter]:
    """A table where every seat is a person with a browser of their own."""
    made = new_table(client, game, ["me", *["open"] * (players - 1)], seed=seed)
    table = made["table"]["id"]
    clients = [client, *(other(client) for _ in range(players - 1))]
    for someone in clients[1:]:
        assert someone.post(f"/api/tables/{table}/join", json={}).status_code == 200
    return [stack.enter_context(Sitter(someone, table)) for someone in clients]


@pytest.mark.parametrize("game", GAMES)
def test_people_play_a_whole_game_and_a_spectator_watches(client: TestClient, game: str) -> None:
    players = max(2, min(find_game(game).seats))
    stream = random.Random(game)
    together = find_game(game).side_by_side
    aside = {find_game(game).phases[phase] for phase in together.phases} if together else set()
    with ExitStack() as stack:
        sitters = join_all(client, game, players, stack, seed=11)
        watcher = stack.enter_context(Sitter(other(client), sitters[0].table))
        everybody = [*sitters, watcher]
        while not sitters[0].over:
            seat, phase = watcher.picture.state["turn"]["seat"], watcher.picture.state["scene"]["phase"]
            with_choices = [bool(sitter.picture.choices) for sitter in everybody]
            assert with_choices[seat] and not with_choices[-1]
            assert sum(with_choices) == 1 or phase.lower() in aside
            answer = sitters[seat].act(stream)
            assert answer["type"] == "done"
            catch_up(everybody, answer["version"])
        for sitter in everybody:
            result = sitter.picture.state["result"]
            assert result["ending"] and len(result["seats"]) == players and 1 in [s["rank"] for s in result["seats"]]
            assert sitter.picture.state["log"]


@pytest.mark.parametrize("game", SMALL)
def test_a_person_plays_a_bot_to_the_end(client: TestClient, game: str) -> None:
    made = new_table(client, game, ["me", {"kind": "bot", "level": "greedy"}], seed=12)
    stream = random.Random(12)
    with Sitter(client, made["table"]["id"]) as sitter:
        thought = 0
        while not sitter.over:
            sitter.until(lambda: sitter.picture.my_turn or sitter.over)
            if not sitter.over:
                assert sitter.act(stream)["type"] == "done"
                thought += sitter.picture.state["seats"][1]["thinking"]
        assert thought and sitter.picture.state["result"]


def test_an_elder_is_asked(client: TestClient) -> None:
    made = new_table(client, "embers", ["me", {"kind": "bot", "level": "random"}], seed=2)
    with Sitter(client, made["table"]["id"]) as sitter:
        sitter.until(lambda: sitter.picture.my_turn)
        hint = sitter.say("hint", version=sitter.picture.state["version"])
        legal = {choice["action"] for choice in sitter.picture.choices}
        assert hint["type"] == "hint" and hint["moves"][0]["action"] in legal and hint["sentence"]


def test_a_lost_link_is_taken_up_again(client: TestClient) -> None:
    with ExitStack() as stack:
        ayla, brun = join_all(client, "embers", 2, stack, seed=3)
        first = ayla if ayla.picture.my_turn else brun
        second = brun if first is ayla else ayla
        session, last = second.picture.session, second.picture.last
        second.socket.close()
        answer = first.act(random.Random(1))
        resumed = Sitter(second.client, second.table, resume={"session": session, "last": last})
        resumed.picture.last, resumed.picture.state = last, dict(second.picture.state)
        stack.enter_context(resumed)
        resumed.until(lambda: resumed.picture.seen)
        assert resumed.picture.seen[0]["resumed"] is True
        resumed.until(lambda: resumed.picture.state["version"] == answer["version"])
        assert resumed.picture.my_turn


def test_two_windows_of_one_person_see_the_same(client: TestClient) -> None:
    with ExitStack() as stack:
        sitters = join_all(client, "embers", 2, stack, seed=3)
        window = stack.enter_context(Sitter(client, sitters[0].table))
        acting = next(sitter for sitter in sitters if sitter.picture.my_turn)
        answer = acting.act(random.Random(1))
        catch_up([*sitters, window], answer["version"])
        assert window.picture.state["scene"] == sitters[0].picture.state["scene"]


def test_a_rematch_seats_everybody_again(client: TestClient) -> None:
    with ExitStack() as stack:
        sitters = join_all(client, "embers", 2, stack, seed=4)
        while not sitters[0].over:
            acting = next(sitter for sitter in sitters if sitter.picture.my_turn)
            catch_up(sitters, acting.act(random.Random(1))["version"])
        table = sitters[0].say("rematch")["table"]
        sitters[1].until(lambda: sitters[1].picture.state["rematch"] == table)
        again = client.get(f"/api/tables/{table}").json()
        assert again["state"] == "playing" and again["mine"] == [1]
        assert sitters[1].client.post(f"/api/tables/{sitters[1].table}/rematch", json={}).json()["table"]["mine"] == [0]

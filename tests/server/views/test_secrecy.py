"""Secrecy on the real messages: what a viewer gets does not depend on what that viewer may
not know. Two true states that differ only in hidden facts give the same bytes."""

from __future__ import annotations

import random

import pytest
from tests.server.tools import Desk
from tests.server.twins import GUESTS, otherwise, seated, table_of, twin

from firstfire import game as find_game
from firstfire import names
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES
from firstfire.kernel.rules.notes import NOBODY
from firstfire.server.protocol.models import Act
from firstfire.server.rooms.room import Room
from firstfire.server.rooms.traffic import Enter, Say
from firstfire.server.store.events import Event
from firstfire.table import Table

CHECKS = 40  # positions of a game that are looked at, spread over all of it
GAMES = [*dict.fromkeys(("embers", *names()))]


def play(desk: Desk, action: int) -> None:
    """Let an action happen, unseen."""
    story = desk.room.story
    data = {"seat": story.player, "action": action, "spent": 0}
    story.fold(Event(story.count + 1, int(desk.now * 1000), "act", data))


def all_sent(room: Room, who: str, language: str, now: float) -> list[bytes]:
    """Everything somebody gets who opens the table now."""
    return [body for _, body in room.handle(Enter("s", who, who.title(), language), now, now).mail]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("fewest", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_messages_do_not_depend_on_what_the_viewer_may_not_know(game: str, fewest: bool) -> None:
    seats = [count for count in find_game(game).seats if count > 1]
    players = min(seats) if fewest else max(seats)
    desk = seated(game, players, seed=21)
    stream = random.Random(f"{game} {players}")
    length = _length(game, players)
    looked = set(stream.sample(range(length), min(CHECKS, length)))
    differed = 0
    for step in range(length):
        if step in looked:
            seat = stream.randrange(-1, players)
            who = GUESTS[seat] if seat >= 0 else "spectator"
            language = stream.choice(COMPLETE_LANGUAGES)
            room = otherwise(desk, seat, step + 1)
            differed += bytes(table_of(room).state) != bytes(table_of(desk.room).state)
            assert all_sent(room, who, language, desk.now) == all_sent(twin(desk), who, language, desk.now)
        if desk.room.story.player is None:
            break
        play(desk, stream.choice(table_of(desk.room).numbers()))
    assert differed or not _has_secrets(game), "the test never changed anything"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_an_action_tells_no_more_than_the_view_after_it(game: str) -> None:
    """The same action on two such states: where the viewer's record is the same afterwards, so
    is every byte sent because of it."""
    players = min(count for count in find_game(game).seats if count > 1)
    desk = seated(game, players, seed=22)
    stream = random.Random(game)
    length = _length(game, players)
    looked = set(stream.sample(range(length), min(CHECKS, length)))
    compared = 0
    for step in range(length):
        player = desk.room.story.player
        if player is None:
            break
        action = stream.choice(table_of(desk.room).numbers())
        if step in looked:
            seat = stream.choice([other for other in range(-1, players) if other != player])
            compared += _same_news(desk, seat, player, action, step + 1)
        play(desk, action)
    assert compared


def _same_news(desk: Desk, seat: int, player: int, action: int, seed: int) -> bool:
    who = GUESTS[seat] if seat >= 0 else "spectator"
    rooms = [twin(desk), otherwise(desk, seat, seed)]
    if action not in table_of(rooms[1]).numbers():
        return False
    news = []
    for room in rooms:
        for name in (who, GUESTS[player]):
            room.handle(Enter(name, name, name.title(), "en"), desk.now, desk.now)
        act = Act(type="act", id="x", version=room.story.version, action=action)
        out = room.handle(Say(GUESTS[player], act), desk.now, desk.now)
        news.append([body for session, body in out.mail if session == who])
    views = [bytes(table_of(room).view(seat).state) for room in rooms]
    if views[0] != views[1]:
        return False  # the action itself showed something; then the messages may differ
    assert news[0] == news[1]
    return True


@pytest.mark.parametrize("game", GAMES)
def test_choices_go_to_the_seat_that_acts_and_the_seed_to_nobody(game: str) -> None:
    players = min(count for count in find_game(game).seats if count > 1)
    desk = seated(game, players, seed=0xDEADBEEFCAFE)
    for name in [*GUESTS[:players], "spectator"]:
        desk.enter(name)
    stream = random.Random(game)
    for _ in range(40):
        player = desk.room.story.player
        if player is None:
            break
        for name, picture in desk.pictures.items():
            aside = name in GUESTS and desk.room.story.is_aside(GUESTS.index(name))
            assert bool(picture.choices) == (name == GUESTS[player] or aside)
        desk.act(GUESTS[player], stream.randrange(len(desk.pictures[GUESTS[player]].choices)))
    seed = str(0xDEADBEEFCAFE).encode()
    assert not any(seed in body for bodies in desk.raw.values() for body in bodies)


def _length(game: str, players: int) -> int:
    """About how many decisions a random game takes."""
    table = Table.new(game, players, 21, interpreted=True)
    stream = random.Random(1)
    count = 0
    while not table.over:
        table.lean.step(stream.choice(table.numbers()))
        count += 1
    return count


def _has_secrets(game: str) -> bool:
    """Whether a spectator of the first position knows less than there is (but for the rng, which
    comes first in every record)."""
    table = Table.new(game, None, 21, interpreted=True)
    return bytes(table.view(NOBODY).state)[16:] != bytes(table.state)[16:]

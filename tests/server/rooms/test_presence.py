"""Who looks, and from where: lost links, other devices, one screen for several seats."""

from __future__ import annotations

from tests.server.tools import Desk, person, play_out

from firstfire.server.rooms.session import KEPT_BYTES
from firstfire.server.rooms.traffic import Enter


def test_a_lost_session_gets_the_rest(two: Desk) -> None:
    brun = two.pictures["brun"]
    had = brun.last
    two.act("ayla")  # Brun's link is lost before this arrives
    missed = two.raw["brun"][-1]
    brun.last = had
    two.leave("brun")
    two.put(Enter("unused", "brun", "Brun", "en", resume=("brun", had)))
    welcome, *rest = [body for session, body in two.out.mail if session == "brun"]
    assert b'"resumed":true' in welcome and rest[0] == missed and "unused" not in two.room.presence.sessions


def test_large_messages_are_not_kept_for_ever(two: Desk) -> None:
    """What is kept for a lost link has a size; whoever is further behind gets the whole picture."""
    session = two.room.presence.sessions["brun"]
    for _ in range(10):
        session.message("update", filling="x" * (KEPT_BYTES // 4))
    assert session.kept == sum(len(body) for _, body in session.sent) <= KEPT_BYTES
    two.leave("brun")
    two.put(Enter("fresh", "brun", "Brun", "en", resume=("brun", 1)))
    assert two.out.reply == "fresh" and two.pictures["fresh"].state["scene"]


def test_what_happened_while_away_comes_with_the_return(two: Desk) -> None:
    two.leave("brun")
    two.act("ayla")
    two.put(Enter("unused", "brun", "Brun", "en", resume=("brun", two.pictures["brun"].last)))
    assert two.pictures["brun"].my_turn and two.pictures["brun"].state["version"] == 1


def test_a_session_is_not_resumed_by_somebody_else(two: Desk) -> None:
    two.leave("brun")
    two.put(Enter("thief", "cara", "Cara", "en", resume=("brun", 1)))
    assert two.out.reply == "thief" and two.pictures["thief"].state["viewer"] == -1
    assert not two.pictures["thief"].choices


def test_an_unknown_session_gets_everything(two: Desk) -> None:
    two.put(Enter("fresh", "brun", "Brun", "en", resume=("long ago", 40)))
    assert two.pictures["fresh"].state["scene"] and two.pictures["fresh"].seen[0]["resumed"] is False


def marks(desk: Desk, session: str) -> list[tuple[str, int]]:
    return [(seat["mark"], seat["colour"]) for seat in desk.pictures[session].state["seats"]]


def test_whoever_comes_wears_the_mark_they_have_chosen_and_it_lasts(two: Desk) -> None:
    assert marks(two, "ayla") == [("", 0), ("", 0)] and not two.events("wear"), "who chose nothing wears nothing"
    for mark, colour in [("owl", 4), ("fox", 2), ("fox", 3)]:
        two.enter("brun", "later", mark=mark, colour=colour)
        assert marks(two, "ayla") == marks(two, "later") == [("", 0), (mark, 4)], "colours stay while a game is played"
    assert len(two.events("wear")) == 2, "only what is new is written"
    two.enter("cara", mark="bear")
    two.enter("ayla", "guest of brun", keyed=(1, two.room.story.chairs[1].keys_from), mark="bear")
    assert marks(two, "cara") == [("bear", 0), ("fox", 4)], "a spectator sits nowhere; a key opens a seat of another"
    assert two.wake().story.chairs[1].mark == "fox"


def test_at_one_screen_the_first_seat_wears_the_mark() -> None:
    desk = Desk([person("Ayla"), person("Brun", "ayla")])
    desk.enter("ayla", mark="owl", colour=2)
    assert marks(desk, "ayla") == [("owl", 2), ("", 0)]


def test_nothing_is_worn_when_nothing_can_be_stored_or_the_game_is_over(two: Desk) -> None:
    two.room.stalled = True
    two.enter("brun", "later", mark="owl")
    two.room.stalled = False
    play_out(two)
    two.enter("brun", "last", mark="owl")
    assert not two.events("wear") and marks(two, "last") == [("", 0), ("", 0)]


def test_hot_seat_hands_the_screen_over() -> None:
    desk = Desk([person("Ayla"), person("Brun", "ayla")])
    ayla = desk.enter("ayla")
    assert ayla.state["mine"] == [0, 1] and ayla.state["hand_over"] is None
    desk.act("ayla")
    assert ayla.state["hand_over"] == 1 and not ayla.choices
    assert ayla.state["viewer"] == -1, "nobody's secrets lie open between two players"
    desk.say("ayla", "look", seat=1)
    assert ayla.state["viewer"] == 1 and ayla.my_turn and ayla.state["hand_over"] is None
    assert desk.act("ayla")["type"] == "done"


def test_at_one_screen_only_who_made_a_move_reads_what_undo_takes_back() -> None:
    """It may name a card: of what others have laid, nobody else at the screen is told more than that it goes back."""
    desk = Desk([person("Ayla"), person("Brun", "ayla")], game="totem")
    ayla, first = desk.enter("ayla"), desk.room.story.player
    assert first is not None
    desk.say("ayla", "look", seat=first)
    while ayla.my_turn:
        desk.act("ayla")
        assert (ayla.state["undo_says"] != "") is (ayla.state["viewer"] == first)
    for viewer, reads in ((-1, False), (1 - first, False), (first, True)):
        desk.say("ayla", "look", seat=viewer)
        assert (ayla.state["viewer"], ayla.state["undo"], ayla.state["undo_says"] != "") == (viewer, True, reads)


def test_at_one_screen_one_peeks_at_ones_own_secrets_until_the_next_change() -> None:
    desk = Desk([person("Ayla"), person("Brun", "ayla")])
    ayla = desk.enter("ayla")
    desk.say("ayla", "look", seat=1)
    assert ayla.state["viewer"] == 1 and ayla.state["hand_over"] == 0 and not ayla.choices
    desk.say("ayla", "look", seat=-1)
    assert ayla.state["viewer"] == -1 and ayla.state["hand_over"] == 0
    desk.say("ayla", "look", seat=0)
    desk.act("ayla")
    desk.say("ayla", "look", seat=0)
    assert ayla.state["viewer"] == 0 and ayla.state["hand_over"] == 1 and not ayla.choices
    assert desk.say("ayla", "undo", version=desk.room.story.version)["type"] == "done"
    assert ayla.my_turn and ayla.state["viewer"] == 0
    desk.act("ayla")
    assert ayla.state["viewer"] == -1 and ayla.state["hand_over"] == 1


def test_nobody_looks_from_a_seat_of_others(two: Desk) -> None:
    assert two.say("ayla", "look", seat=1)["code"] == "not_yours"
    assert two.pictures["ayla"].state["viewer"] == 0


def test_old_sessions_are_forgotten(two: Desk) -> None:
    two.leave("brun")
    two.enter("cara")
    two.now += 301
    two.leave("cara")
    assert set(two.room.presence.sessions) == {"ayla", "cara"}

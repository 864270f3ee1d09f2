"""Who sits where: joining, leaving, personal links, stand-ins, rematches."""

from __future__ import annotations

from tests.server.tools import OPEN, Desk, ask, bot, person, play_out

from firstfire.server.protocol import models
from firstfire.server.rooms.traffic import ClaimSeat, Enter, Glance
from firstfire.server.store.events import Event


def test_a_table_begins_when_every_seat_is_taken() -> None:
    desk = Desk([person("Ayla"), OPEN])
    picture = desk.enter("ayla")
    assert picture.state["scene"] is None and picture.state["table"]["state"] == "gathering"
    ask(desk, "brun", models.Join(name="Brun"))
    assert desk.out.reply["table"]["mine"] == [1]
    assert picture.state["table"]["state"] == "playing" and picture.my_turn
    assert [event.kind for event in desk.out.events] == ["sit", "begin"]


def test_two_people_of_one_name_get_two_names() -> None:
    desk = Desk([person("Ayla"), OPEN])
    ask(desk, "other", models.Join(name="Ayla"))
    assert desk.room.story.names == ["Ayla", "Ayla 2"]


def test_a_taken_seat_is_refused(two: Desk) -> None:
    ask(two, "cara", models.Join(seat=0))
    assert two.out.refused is not None and two.out.refused.code == "not_gathering"
    desk = Desk([person("Ayla"), OPEN, OPEN])
    ask(desk, "cara", models.Join(seat=0))
    assert desk.out.refused is not None and desk.out.refused.code == "seat_taken"


def test_the_last_to_leave_closes_the_table() -> None:
    desk = Desk([person("Ayla"), OPEN])
    ask(desk, "ayla", models.Leave(seat=0))
    assert desk.room.story.state == "closed"


def test_who_leaves_a_game_keeps_the_seat_while_a_bot_plays_on(two: Desk) -> None:
    """Ayla is told what happened, is asked nothing while the bot plays, and takes her seat back when she likes."""
    ayla = two.pictures["ayla"]
    assert ayla.my_turn
    ask(two, "ayla", models.Leave(seat=0))
    chair = two.room.story.chairs[0]
    assert (chair.kind, chair.level, chair.holders, chair.standin) == ("bot", "hunter", {"ayla"}, True)
    assert len(two.out.jobs) == 1 and two.pictures["brun"].state["seats"][0]["thinking"] is True
    told = ayla.state["seats"][0]
    assert (told["gone"], told["may_return"], told["level_label"]) == ("left", True, "Hunter")
    assert (ayla.state["viewer"], ayla.my_turn, ayla.state["turn"]["mine"]) == (0, False, False)
    two.bot_moves()
    assert two.pictures["brun"].my_turn and two.pictures["brun"].state["seats"][0]["thinking"] is False
    assert two.wake().story.chairs == two.room.story.chairs
    two.act("brun")
    assert two.say("ayla", "back", seat=0)["type"] == "done"
    assert (chair.kind, chair.gone) == ("person", "") and ayla.my_turn and ayla.state["seats"][0]["gone"] is None
    assert two.wake().story.chairs == two.room.story.chairs


def test_a_personal_link_opens_a_seat_for_which_a_bot_plays_and_takes_it_back_only_when_asked(two: Desk) -> None:
    valid_from = two.room.story.chairs[0].keys_from
    ask(two, "ayla", models.Leave(seat=0))
    ask(two, "phone", ClaimSeat(0, valid_from))
    assert two.room.story.chairs[0].standin and two.room.story.chairs[0].holders == {"ayla", "phone"}
    ask(two, "phone", models.Back(seat=0))
    assert two.room.story.chairs[0].kind == "person"


def test_a_listed_table_may_be_made_so_that_who_left_does_not_come_back() -> None:
    """Not so at a private one, and never where the link was lost."""
    for listed, gone in ((True, "left"), (True, "away"), (False, "left")):
        desk = Desk([person("Ayla"), person("Brun")], listed=listed, returns=False)
        desk.enter("ayla")
        desk.enter("brun")
        if gone == "left":
            ask(desk, "brun", models.Leave(seat=1))
        else:
            desk.leave("brun")
            ask(desk, "ayla", models.Takeover(seat=1), after=61)
        refused = listed and gone == "left"
        assert desk.pictures["ayla"].state["seats"][1]["may_return"] is not refused
        ask(desk, "brun", models.Back(seat=1))
        assert (desk.out.refused.code if desk.out.refused else None) == ("no_return" if refused else None)
        assert desk.room.story.held_by("brun") == [1]


def test_in_older_logs_who_left_or_ran_out_of_time_has_the_seat_no_more() -> None:
    for why in ("left", "clock"):
        desk = Desk([person("Ayla"), person("Brun")], clock={"seconds": 600, "increment": 0})
        older = {"seat": 0, "level": "hunter", "name": "Ayla", "why": why}
        desk.log.append(Event(len(desk.log) + 1, int(desk.now * 1000), "bot", older))
        desk.room = desk.wake()
        chair = desk.room.story.chairs[0]
        assert (chair.kind, chair.holders, chair.standin) == ("bot", set(), False)
        ask(desk, "ayla", models.Back(seat=0))
        assert desk.out.refused is not None and desk.out.refused.code == "not_yours"
        desk.enter("brun")
        while desk.room.story.state == "playing":
            desk.bot_moves() if desk.room.story.player == 0 else desk.act("brun")
        assert desk.out.result is not None
        lost = desk.out.result.seats[0]
        assert (lost.left, lost.owner, lost.guests, lost.place) == (True, "ayla", ("ayla",), 2)


def test_a_game_in_which_a_bot_helped_somebody_who_came_back_is_not_rated() -> None:
    desk = Desk([person("Ayla"), person("Brun")])
    for name in ("ayla", "brun"):
        desk.enter(name)
    ask(desk, "ayla", models.Leave(seat=0))
    desk.bot_moves()
    ask(desk, "ayla", models.Back(seat=0))
    while desk.room.story.state == "playing":
        desk.act("ayla") if desk.room.story.player == 0 else desk.act("brun")
    assert desk.out.result is not None and not desk.out.result.rated


def test_who_is_played_for_at_the_end_has_lost_and_plays_the_rematch() -> None:
    """A bot plays again for those who are not here; whoever is, or asks for the rematch, sits there."""
    desk = Desk([person("Ayla"), person("Brun"), person("Cara")])
    for name in ("ayla", "brun", "cara"):
        desk.enter(name)
    for name, seat in (("brun", 1), ("cara", 2)):
        ask(desk, name, models.Leave(seat=seat))
    desk.leave("cara")
    while desk.room.story.state == "playing":
        desk.act("ayla") if desk.room.story.player == 0 else desk.bot_moves()
    assert desk.out.result is not None
    assert [(seat.left, seat.guests) for seat in desk.out.result.seats] == [
        (False, ("ayla",)), (True, ("brun",)), (True, ("cara",)),
    ]  # fmt: skip
    assert desk.out.result.rated
    ask(desk, "brun", models.Back(seat=1))
    assert desk.out.refused is not None and desk.out.refused.code == "not_playing"
    assert desk.say("brun", "rematch")["table"] == "second"
    (made,) = desk.out.created
    assert made.story is not None
    chairs = {chair.name: (chair.kind, chair.gone, chair.holders) for chair in made.story.chairs}
    assert chairs == {
        "Ayla": ("person", "", {"ayla"}), "Brun": ("person", "", {"brun"}), "Cara": ("bot", "away", {"cara"}),
    }  # fmt: skip
    assert made.story.state == "playing"


def test_bots_that_play_for_everybody_wait_until_somebody_looks(two: Desk) -> None:
    for name, seat in (("ayla", 0), ("brun", 1)):
        ask(two, name, models.Leave(seat=seat))
        two.leave(name)
    assert not two.out.jobs and two.room.asked is None
    two.enter("brun", session="again")
    assert len(two.out.jobs) == 1


def test_a_personal_link_opens_the_seat_on_another_device(two: Desk) -> None:
    ask(two, "phone", ClaimSeat(0, two.room.story.chairs[0].keys_from))
    phone = two.enter("phone")
    assert phone.state["mine"] == [0] and phone.my_turn
    assert two.act("phone")["type"] == "done"


def test_a_key_in_hello_opens_the_seat_without_a_cookie(two: Desk) -> None:
    keyed = (1, two.room.story.chairs[1].keys_from)
    two.put(Enter("program", "key:1", "x", "en", keyed=keyed))
    assert two.pictures["program"].state["mine"] == [1]
    two.put(Enter("forger", "key:1", "x", "en", keyed=(1, 99)))
    assert two.out.refused is not None and two.out.refused.code == "bad_key"


def test_a_bot_stands_in_only_for_the_absent(two: Desk) -> None:
    assert two.say("brun", "takeover", seat=0)["code"] == "not_away"
    two.leave("ayla")
    assert two.say("brun", "takeover", seat=0, after=30)["code"] == "not_away"
    assert two.say("brun", "takeover", seat=0, after=60)["type"] == "done"
    assert two.pictures["brun"].state["seats"][0]["standin"] is True
    two.enter("ayla", session="again")
    assert two.say("again", "back", seat=0)["type"] == "done"
    assert two.room.story.chairs[0].kind == "person" and two.pictures["again"].my_turn


def test_the_host_changes_the_level_of_a_bot_before_the_game() -> None:
    desk = Desk([person("Ayla"), bot("random"), OPEN])
    desk.enter("ayla")
    assert desk.say("ayla", "takeover", seat=1, level="greedy")["type"] == "done"
    assert desk.room.story.chairs[1].level == "greedy"
    assert desk.say("ayla", "takeover", seat=1, level="dragon")["code"] == "bad_setup"


def test_nobody_changes_the_level_of_a_bot_in_mid_game() -> None:
    """The host of a game that went badly made the bots random (level None: the usual one)."""
    desk = Desk([person("Ayla"), bot("greedy"), person("Brun")])
    desk.enter("ayla")
    refused = desk.say("ayla", "takeover", seat=1, level="random")
    assert refused["code"] == "bad_setup" and "before the game began" in refused["sentence"]
    assert desk.say("ayla", "takeover", seat=1)["type"] == "done"
    assert desk.say("ayla", "takeover", seat=1, level="greedy")["type"] == "done"
    assert desk.room.story.chairs[1].level == "greedy" and not desk.out.events


def test_the_end_has_a_result_and_a_rematch(two: Desk) -> None:
    play_out(two)
    result = two.pictures["brun"].state["result"]
    assert result["ending"] and {seat["rank"] for seat in result["seats"]} == {1, 2}
    assert two.say("ayla", "act", version=two.room.story.version, action=0)["code"] == "not_playing"
    assert two.say("ayla", "undo", version=two.room.story.version)["code"] == "not_playing"
    answer = two.say("brun", "rematch")
    (made,) = two.out.created
    assert answer["table"] == "second" == made.id
    sat = {event.data["seat"]: event.data["guest"] for event in made.events if event.kind == "sit"}
    assert sat == {0: "brun", 1: "ayla"} and made.setup.seed == 8 and made.row.state == "playing"
    two.say("ayla", "rematch")
    assert not two.out.created and two.pictures["ayla"].state["rematch"] == "second"


def test_a_table_that_was_made_private_stays_so_in_the_rematch(two: Desk) -> None:
    ask(two, "ayla", models.ChangeSettings(listed=False, hints=False))
    play_out(two)
    two.say("brun", "rematch")
    (made,) = two.out.created
    assert made.setup.listed is False and made.row.listed is False and made.setup.hints is False


def test_a_table_with_a_known_seed_is_not_listed_later() -> None:
    desk = Desk([person("Ayla"), OPEN], seeded=True, listed=False)
    ask(desk, "ayla", models.ChangeSettings(listed=True))
    assert desk.out.refused is not None and desk.out.refused.code == "bad_setup" and not desk.room.story.listed


def test_no_rematch_before_the_end_or_by_strangers(two: Desk) -> None:
    assert two.say("ayla", "rematch")["code"] == "not_finished"
    play_out(two)
    two.enter("cara")
    assert two.say("cara", "rematch")["code"] == "no_seat"


def test_glancing_changes_nothing(two: Desk) -> None:
    ask(two, "cara", Glance())
    assert two.out.reply["keys"] == [] and two.out.reply["table"]["mine"] == [] and not two.out.events


def test_a_shared_seat_is_given_up_by_the_last_who_holds_it(two: Desk) -> None:
    """Who came by the personal link, with a cookie or without, takes only themselves away; then the owner leaves it to
    them; then a bot plays on it."""
    story = two.room.story
    key = (0, story.chairs[0].keys_from)
    ask(two, "phone", ClaimSeat(*key))
    ask(two, "thief", ClaimSeat(*key))
    ask(two, "thief", models.Leave(seat=0))
    assert two.out.refused is None and two.out.reply["table"]["mine"] == []
    assert story.chairs[0].kind == "person" and story.chairs[0].holders == {"ayla", "phone"}
    thief = two.enter("thief", keyed=key)
    assert thief.state["mine"] == [0]
    assert two.say("thief", "leave", seat=0)["type"] == "done" and thief.state["mine"] == []
    assert story.chairs[0].holders == {"ayla", "phone"} and two.pictures["ayla"].my_turn
    ask(two, "ayla", models.Leave(seat=0))
    assert (story.chairs[0].kind, story.chairs[0].owner, story.chairs[0].holders) == ("person", "phone", {"phone"})
    assert two.wake().story.chairs == story.chairs
    ask(two, "phone", models.Leave(seat=0))
    assert story.chairs[0].kind == "bot" and story.chairs[0].holders == {"phone"}

"""The judge of an evening: whether what everybody was told fits one order of all that happened (linearizability, for a
log whose order is known).

actions   What was acknowledged (played, taken back, chosen aside) is in the log once, at the version that was told;
          what was refused is not. An action that was asked for after another was answered comes after it. Nobody was
          shown a version with an action that was not asked for yet, nor one older than what was answered to anybody
          before this viewer's link began. A log replays, and has no gaps.
talk      Each line that was acknowledged was said once; lines are numbered without gaps, in an order that fits as well.
clocks    Nobody is charged more than the time that passed, nobody loses before their time is over, and nobody who plays
          as soon as they can loses by the clock at all, whatever befell their table; who sleeps loses once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from tests.server.cluster.people import Asked, Person

from firstfire.server.store.database import Store
from firstfire.server.store.events import Event
from firstfire.server.store.story import Setup, Story

FOR_CERTAIN = ("stale", "illegal", "not_your_turn", "no_undo", "not_playing")  # refused: it was not done
ROUNDED = 50  # milliseconds by which two clocks of one machine may differ


def judge(database: str, people: Sequence[Person]) -> Counter[str]:
    """Fails where the histories do not fit; what was acknowledged, by kind."""
    store, told = Store(database), Counter[str]()
    for table in sorted({person.table for person in people}):
        here = [person for person in people if person.table == table]
        stored = store.table(table)
        assert stored is not None
        row, events = stored
        asked = [each for person in here for each in person.acts]
        done = [each for each in asked if each.answered is not None and not each.refused]
        told.update(each.kind for each in done)
        _judge_actions(events, asked, done)
        _judge_views(events, here, done)
        _judge_talk([line.text for line in store.chat(table, most=10**6)], asked)
        _judge_clocks(Setup(**row.setup), table, events, {person.seat for person in here if person.sleeps})
    store.close()
    return told


def version_for(events: Sequence[Event], seat: int) -> list[int]:
    """The version as a seat counts it, after so many events."""
    found = [0]
    for event in events:
        mine = event.is_a.plays and event.data["seat"] == seat
        found.append(found[-1] + (event.kind in ("act", "undo") or mine))
    return found


def _places(events: Sequence[Event]) -> dict[str, int]:
    """The number of the event that each request led to: of the last one where it took several actions back."""
    named = [event for event in events if event.is_a.plays and "id" in event.data]
    runs = [list(run) for _, run in groupby(named, lambda event: str(event.data["id"]))]
    for run in runs:
        assert len(run) == 1 or {event.kind for event in run} == {"undo"}, "an action was played twice"
        assert run[-1].number - run[0].number == len(run) - 1, "something happened in the middle of an undo"
    places = {str(run[0].data["id"]): run[-1].number for run in runs}
    assert len(places) == len(runs), "an action was played twice"
    return places


def _judge_actions(events: Sequence[Event], asked: Sequence[Asked], done: Sequence[Asked]) -> None:
    place, deeds = _places(events), ("act", "undo")
    acts = [each for each in done if each.kind in deeds]
    for each in acts:
        assert each.id in place, "an acknowledged action is lost"
    for each in asked:
        assert each.refused not in FOR_CERTAIN or each.repeated or each.id not in place, "a refused action was done"
    _judge_order([(each, place[each.id]) for each in asked if each.id in place and each.kind in deeds])
    for each in acts:
        end = place[each.id]
        while end < len(events) and events[end].data.get("sealed"):  # what others chose aside is played with it
            end += 1
        there = version_for(events, each.seat)[end]
        said = each.version >= there if each.repeated else each.version == there
        assert said, "an action was told another place than it has in the log"


def _judge_order(placed: Sequence[tuple[Asked, int]]) -> None:
    for first, here in placed:
        for second, there in placed:
            if first.answered is not None and first.answered < second.asked:
                assert here < there, "what was answered comes after what was asked for later"


def _judge_views(events: Sequence[Event], people: Sequence[Person], done: Sequence[Asked]) -> None:
    place = _places(events)
    asked = {place[each.id]: each.asked for person in people for each in person.acts if each.id in place}
    answered = sorted((each.answered, place[each.id]) for each in done if each.id in place and each.answered)
    for person in people:
        versions = version_for(events, person.seat)
        made = {version: number for number, version in reversed(list(enumerate(versions)))}  # the first event that did
        for shown in person.seen:
            assert shown.version in made, "somebody saw what never happened"
            assert asked.get(made[shown.version], 0) <= shown.at, "somebody saw an action before it was asked for"
            before = max((versions[number] for at, number in answered if at < shown.began), default=0)
            assert shown.version >= before, f"{_told(person, shown.version)} {before}: a table as it was before"


def _told(person: Person, version: int) -> str:
    return f"seat {person.seat} of table {person.table} was shown version {version} after"


def _judge_talk(said: Sequence[str], asked: Sequence[Asked]) -> None:
    place = {text: number for number, text in enumerate(said)}
    assert len(place) == len(said), "a line was said twice"
    lines = [each for each in asked if each.kind == "chat"]
    for each in lines:
        assert each.answered is None or each.refused or each.text in place, "an acknowledged line is lost"
    _judge_order([(each, place[each.text]) for each in lines if each.text in place])


def _judge_clocks(setup: Setup, table: str, events: Sequence[Event], asleep: set[int]) -> None:
    story = Story(table, setup)
    lost = Counter[int]()
    for event in events:
        passed = event.at - story.charged_at
        if setup.clock and event.kind in ("act", "undo"):
            assert event.data.get("spent", 0) <= passed + ROUNDED, "somebody was charged more than the time that passed"
        if event.kind == "bot" and event.data.get("why") == "clock":
            seat = event.data["seat"]
            assert passed + ROUNDED >= story.left[seat], "somebody lost before their time was over"
            lost[seat] += 1
        story.fold(event)
    assert set(lost.values()) <= {1}, "somebody lost by the clock twice"
    assert set(lost) <= asleep, "somebody who plays as soon as they can lost by the clock"

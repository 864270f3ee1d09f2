"""What the log of Prehistory tells (log_reader.py)."""

from __future__ import annotations

from typing import Any

from firstfire.games.prehistory import state
from firstfire.games.prehistory.actions import HEAP

SECRETS: set[str] = set()
DEALT = r"order\.[01]"
FOLLOWED = (
    r"order\.\d|tribes\.\d\.(tent\.\d|markers\.\d|development|points|painted|tiles|cards|card_count|hunts|fish|fishing|offset"
    r"|shamans|animals\.\d|megaliths|camps|pairs|place\.\d)|round|track\.\d|track_count|passed|rotation\.\d"
    r"|top\.\d\.\d|base\.\d\.\d|base_count\.\d"
)
CHANGES = {
    "laid_weather": "set_weather(s, seat, a, 1)",
    "laid_shamans": "s.tribes[seat].shamans = box.pattern[a]",
    "winter": "begin_round(s); says((seat, a) == (after.order[0], s.round) and b in after.price)",
    "spring": "s.passed = 0; says((seat, a) == (s.order[0], s.round))",
    "ordered": "s.order[a - 1] = seat",
    "refilled": "add(s.top[a], b); says(seat == s.order[0])",
    "income": "set_weather(s, seat, a, 0); earn(s, box, seat)",
    "paid": "add(pool(s, seat, a), a, -1)",
    "paid_each": "pay_each(s, seat, a)",
    "gained": "add(pool(s, seat, a), a)",
    "developed": "s.tribes[seat].development += a",
    "scored": "s.tribes[seat].points += a",
    "painted": "s.tribes[seat].painted |= 1 << a",
    "gathered": "s.tribes[seat].tiles |= 1 << a",
    "paired": "s.tribes[seat].pairs += 1; says(b == box.partner[a])",
    "held": "s.tribes[seat].cards |= 1 << a; s.tribes[seat].card_count += 1",
    "tracked": "advance(s, seat); says(s.track[a - 1] == seat)",
    "danced": "dance(s, seat, a, b)",
    "danced_for": "dance(s, seat, a, b); pay_each(s, seat, c)",
    "fished": "s.tribes[seat].fish |= 1 << a; s.tribes[seat].fishing = b",
    "hunted": "s.tribes[seat].hunts |= 1 << a",
    "retraced": "says(0 < a < 5 and 'hunted' in kinds)",
    "migrated": "move(s, seat, state.BOARD, b, a)",
    "placed": "add(s.tribes[seat].tent, b, -1); lay(s, a, b)",
    "skipped": "says(a == before.deed)",
    "passed": "s.passed |= 1 << seat",
    "pushed": "push(s)",
    "picked": "take(s, a)",
    "fishing_income": "s.tribes[seat].points += a; s.tribes[seat].development += b",
    "fishing_points": "s.tribes[seat].points += a",
    "autumn": "says(seat == s.order[0])",
    "marched": "add(pool(s, seat, a), a, -1); says(b == after.movement - before.movement)",
    "strode": "s.tribes[seat].development -= a; says(b == after.movement - before.movement)",
    "moved": "walk(s, seat, a, b); says(c == before.movement - after.movement)",
    "caught": "s.tribes[seat].animals[a] += 1",
    "megalith": "s.tribes[seat].megaliths += 1",
    "built": "s.tribes[seat].camps |= 1 << a; says(after.hexes[b].camp == 1 + state.CAMPS * seat + a)",
    "settled": "move(s, seat, a, state.BOARD)",
    "joined": "move(s, seat, state.RESERVE, state.BOARD)",
    "turned": "s.tribes[seat].development -= c; s.rotation[a] = (s.rotation[a] + (-1 if b else 1)) % state.SIDES",
    "turned_weather": "set_weather(s, seat, a, 1); s.tribes[seat].development -= b",
    "bought": "add(pool(s, seat, a), a); s.tribes[seat].development -= b",
    "returned": "add(pool(s, seat, a), a, -1); s.tribes[seat].development += b",
    "finale": "says(seat == s.order[0])",
    "converted": "says(a == cubes(s, seat)); empty(s, seat); s.tribes[seat].development += a",
    "counted": "says(0 < b <= points[seat])",
    "total": "says(a == points[seat])",
}
EVENTS = {
    "winter": "[after.order[0]] if after.round > before.round else []",
    "spring": "[after.order[0]] if begins(before, after, state.Season.SPRING) else []",
    "autumn": "[after.order[0]] if begins(before, after, state.Season.AUTUMN) else []",
    "finale": "[after.order[0]] if begins(before, after, state.Season.FINAL) else []",
    "picked": "[before.player] if text.startswith('take') else []",
    "skipped": "[before.player] if text == 'pass' and before.season == state.Season.SUMMER else []",
    "declined": "[before.player] if text == 'pass' and before.season == state.Season.FINAL else []",
    "turned_weather": "[before.player] if text == 'turn weather' else []",
    "total": "list(range(after.seats)) if after.over else []",
}


def begin_round(s: Any) -> None:
    """Another year, and nobody on the ceremony track."""
    s.round += 1
    s.track_count = 0
    for place in range(state.SEATS):
        s.track[place] = state.NONE


def amount(cubes: int) -> tuple[int, int, int]:
    """Where so many cubes of a colour are: (store, colour, number)."""
    kind, number = divmod(cubes, HEAP)
    return (*divmod(kind, state.COLOURS), number + 1)


def pool(s: Any, seat: int, cubes: int) -> Any:
    return s.tribes[seat].markers if amount(cubes)[0] == state.Pool.MARKERS else s.tribes[seat].tent


def add(row: Any, cubes: int, sign: int = 1) -> None:
    _, colour, number = amount(cubes)
    row[colour] += sign * number


def pay_each(s: Any, seat: int, colours: int) -> None:
    for colour in range(state.COLOURS):
        s.tribes[seat].tent[colour] -= (colours >> colour) & 1


def set_weather(s: Any, seat: int, outlook: int, ahead: int) -> None:
    """The weather tile as the log says it gives, so many notches ahead."""
    assert outlook // state.SIDES == s.tribes[seat].weather
    s.tribes[seat].offset = (outlook - ahead) % state.SIDES


def earn(s: Any, box: Any, seat: int) -> None:
    tribe = s.tribes[seat]
    for side in range(state.SIDES):
        tribe.tent[box.weather_colour[side]] += box.weather[tribe.weather][(side - tribe.offset) % state.SIDES]


def advance(s: Any, seat: int) -> None:
    """The disc of a player on the ceremony track."""
    track = list(s.track[: s.track_count])
    if seat not in track:
        s.track[s.track_count] = seat
        s.track_count += 1
    else:
        place = track.index(seat)
        s.track[place], s.track[place - 1] = s.track[place - 1], s.track[place]


def dance(s: Any, seat: int, start: int, end: int) -> None:
    s.tribes[seat].shamans = s.tribes[seat].shamans & ~(1 << start) | 1 << end


def move(s: Any, seat: int, start: int, end: int, members: int = 1) -> None:
    for member in range(state.MEMBERS):
        if members and s.tribes[seat].place[member] == start:
            s.tribes[seat].place[member] = end
            members -= 1


def walk(s: Any, seat: int, start: int, end: int) -> None:
    """The first member there who has not moved yet."""
    tribe = s.tribes[seat]
    ready = [i for i in range(state.MEMBERS) if tribe.place[i] == start and not tribe.tired >> i & 1]
    tribe.place[ready[0]] = end


def lay(s: Any, pillar: int, cubes: int) -> None:
    s.base[pillar][s.base_count[pillar]] = amount(cubes)[1]
    s.base_count[pillar] += 1


def push(s: Any) -> None:
    for pillar in range(state.COLOURS):
        for slot in range(s.base_count[pillar]):
            s.top[pillar][s.base[pillar][slot]] += 1
            s.base[pillar][slot] = state.NONE
        s.base_count[pillar] = 0


def take(s: Any, pillar: int) -> None:
    for colour in range(state.COLOURS):
        s.top[pillar][colour] = 0


def cubes(s: Any, seat: int) -> int:
    return int(sum(s.tribes[seat].tent) + sum(s.tribes[seat].markers))


def empty(s: Any, seat: int) -> None:
    for colour in range(state.COLOURS):
        s.tribes[seat].tent[colour] = s.tribes[seat].markers[colour] = 0


def begins(before: Any, after: Any, season: int) -> bool:
    return bool(before.season != season == after.season)

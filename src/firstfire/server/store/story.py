"""The story of one table: everything that lasts, folded from its stored events.

The game is played by the rules it was begun with. Where those are not kept the story is *archived*: who sat
there, who said what and the result can be told; nothing can be played.

Nothing here reads a clock, a network or a disk. The same set-up and events give the same
story on any machine, so a room can sleep, or be killed, and wake from its log.
"""

from __future__ import annotations

import logging
from bisect import bisect
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from ...errors import FirstfireError, RulesNotKept, UnknownGame
from ...games import game as find_game
from ...games import versions
from ...kernel.engines.engine import Engine
from ...kernel.game import Game
from ...kernel.positions.aside import may_choose_now
from ...kernel.positions.position import Position
from ...saves import Save
from ...table import Table
from ..protocol.refusals import Refusal
from .events import Event, Holds, kind_of_event
from .talk import EVERYBODY

log = logging.getLogger(__name__)
LONGEST = 100_000  # events of a log; then only actions are added, which come to an end by themselves
ANSWERS = 2000  # requests a table remembers, to answer and not repeat
COME_BACK = 60.0  # seconds on the clock of who comes back after a bot, at least (if the table gives so many)
NAMELESS = "…"  # in the place of a name that was to be forgotten


@dataclass(frozen=True)
class Setup:
    """How a table was made."""

    game: str
    players: int
    seed: int
    options: dict[str, str]
    language: str
    listed: bool
    hints: bool
    undo: bool
    seeded: bool
    host: str
    created: int
    clock: dict[str, int] | None = None
    spectators: bool = True
    rules: dict[str, Any] | None = None  # by which rules and components it is played (older tables: see `begin`)
    standin: str = "hunter"  # the level of every bot that sits in for a person, agreed when the table is made
    returns: bool = True  # whether at a listed table, too, who left or ran out of time may come back

    def as_data(self) -> dict[str, Any]:
        """For the database."""
        return asdict(self)

    @property
    def own_box(self) -> str:
        """The fingerprint of the components that the table brought along; empty: it is played with the game's own."""
        return str(self.rules["box"]) if self.rules and self.rules.get("own") else ""


@dataclass
class Chair:
    """A seat and who sits there."""

    kind: str = "open"
    name: str = ""
    level: str | None = None
    gone: str = ""  # why a bot plays here for its person: "clock", "left" or "away"
    holders: set[str] = field(default_factory=set)  # guests; while a bot plays for them, too
    owner: str = ""  # the guest who sat down first (of those who hold it still); the others came by the personal link
    named: str = ""  # the guest whose name it has
    keys_from: int = 0  # the moment since which personal links are valid (a number of events would tell what others do)
    keys_since: int = 0  # the event: what older links say
    back_at: int = 0  # the event by which its person came back
    is_helped: bool = False  # a bot has played for its person
    mark: str = ""  # the drawing its owner has chosen; empty: none
    colour: int = 0

    @property
    def standin(self) -> bool:
        """Whether a bot plays here for a person who keeps the seat."""
        return self.kind == "bot" and bool(self.holders)

    def opens_to(self, valid_from: int) -> bool:
        """Whether a personal link that is valid from then opens this seat."""
        return valid_from in (self.keys_from, self.keys_since)

    def change_keys(self, event: Event) -> None:
        """The personal links there were open it no longer."""
        self.keys_from, self.keys_since = max(event.at, self.keys_from + 1), event.number


@dataclass(frozen=True)
class Happening:
    """What befell a seat: `clock`, `left`, `standin`, `level` (of a bot), `failed` (a bot) or `back`."""

    what: str
    seat: int
    level: str | None = None


class Retraction(NamedTuple):
    """What a seat may take back: so many actions to be before its own last one, so many to be before its turn."""

    step: int
    turn: int
    is_aside: bool = False  # choices that nobody else knows of


NOTHING = Retraction(0, 0)


@dataclass(frozen=True)
class Archive:
    """What the database keeps of a table beside its log: enough to show it where its rules are not kept."""

    state: str = "playing"
    result: Mapping[str, Any] | None = None  # in each language


class Story:
    """A table and all that happened at it. `archive` stands there where the rules do not."""

    def __init__(
        self, table: str, setup: Setup, *, interpreted: bool = True, game: Game | None = None,
        archive: Archive | None = None,
    ) -> None:  # fmt: skip
        self.id = table
        self.setup = setup
        self.archive = archive
        self._game = None if archive is not None else game or rules_of(setup)
        self.interpreted = interpreted
        self.hints, self.listed, self.spectators = setup.hints, setup.listed, setup.spectators
        self.components: str | None = None  # the file of who made the table; None: the game's own
        self.removed: set[str] = set()  # guests whose seat the host took away
        self.chairs = [Chair() for _ in range(setup.players)]
        self.seatings = 0  # events so far that may have changed who sits where
        self.table: Table | None = None
        self.state = "gathering"
        self.player: int | None = None  # the seat to act
        self.count = 0  # events so far
        self.version = 0  # actions and undos so far
        self.sealed: list[list[int]] = [[] for _ in range(setup.players)]  # what each seat chose aside, not played yet
        self.sealings = [0] * setup.players  # choices made aside and taken back so far, of each seat
        self._touched = [0] * setup.players  # the version for each seat after what it did last
        self._stirred = (0, self.sealings[:])  # the version, and those choices, when something of STIRS happened last
        self.serials: list[int] = []  # the event number of each action that stands
        self.times = [setup.created]  # when each event happened; first: when the game began
        self.happenings: dict[int, Happening] = {}  # what befell the seats while the game was played, by event number
        self.timeline: list[int] = [0]  # the set-up, then the event numbers of both, in order: what the log tells
        self.left: list[int] = [setup.clock["seconds"] * 1000] * setup.players if setup.clock else []
        self.given: list[int] = []  # what each action that stands gave back to its clock
        self.charged_at = 0  # when time was last charged to a seat, or the turn given to one (ms since 1970)
        self.stands = False  # the clock was stopped then: the table was put away
        self.turn_since = 0  # when the seat to act got the turn
        self.talking = EVERYBODY  # who may talk
        self.muted: set[str] = set()  # guests who may not
        self.answered: OrderedDict[tuple[str, str], int] = OrderedDict()  # (who, request id) → version after it
        self.rematch: str | None = None
        self.changed = setup.created
        self.advised: set[int] = set()  # seats that asked for a hint
        self.retried = False  # a bot's answer was taken back
        self.continued = False  # whether another game goes on here, whose cards have been seen
        self.ended: int | None = None  # when the game ended

    @classmethod
    def told(
        cls, table: str, setup: Setup, events: list[Event], *, interpreted: bool, archive: Archive | None = None
    ) -> Story:  # fmt: skip
        """The story that these events tell, by the rules they were told under."""
        try:
            story = cls(table, setup, interpreted=interpreted, game=rules_of(setup, events))
            story._fold_all(events)
        except FirstfireError as error:
            log.warning("table %s cannot be played here: %s", table, error)
            story = cls(table, setup, archive=archive or Archive())
            story._fold_all(events)
            if story.state != "closed":
                story.state = "archived"
        return story

    def _fold_all(self, events: Sequence[Event]) -> None:
        moot = taken_back(events)
        for event in events:
            self.fold(event, moot=event.number in moot)

    def fold(self, event: Event, *, moot: bool = False) -> None:
        """Let one event happen. `moot`: an action that was taken back long ago, or its undo; the game itself need
        not be bothered with it."""
        if event.number != self.count + 1:
            raise ValueError(f"event {event.number} of table {self.id} does not follow {self.count}")
        player, kind = self.player, event.is_a
        if moot:
            self._moot(event)
        else:
            kind.apply(self, event)
        self.player = self.table.player if self.table is not None and self.state == "playing" else None
        self.count = event.number
        self.times.append(event.at)
        if not kind.plays:
            self.seatings += 1
        if kind.stirs:
            self._stirred = (self.version, self.sealings[:])
        if event.charges(player):
            self.charged_at, self.stands = event.at, event.kind == "spend"
            if self.player != player or kind.stirs:
                self.turn_since = event.at
        if kind.is_version or not kind.plays:  # when somebody chooses aside is nobody's business
            self.changed = event.at
        if kind.plays and "by" in event.data:
            self._touched[event.data["seat"]] = self.version_for(event.data["seat"])
        if "id" in event.data:
            self.answered[event.data["by"], event.data["id"]] = self.version
            if len(self.answered) > ANSWERS:
                self.answered.popitem(last=False)

    # ── asking ─────────────────────────────────────────────────────────────────────────

    @property
    def game(self) -> Game:
        """The game, by the rules of this table."""
        if self._game is None:
            raise Refusal("other_rules")
        return self._game

    @property
    def is_archived(self) -> bool:
        """Whether its rules are not kept here: it can be looked at, not played."""
        return self._game is None

    @property
    def playing(self) -> Table:
        """The game itself, while it is being played."""
        if self.table is None or self.state != "playing":
            raise Refusal("not_playing")
        return self.table

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [chair.name for chair in self.chairs]

    @property
    def open_seats(self) -> list[int]:
        """The seats nobody sits on."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]

    def held_by(self, guest: str) -> list[int]:
        """The seats a guest holds (a stand-in does not take a seat away)."""
        return [seat for seat, chair in enumerate(self.chairs) if guest in chair.holders]

    def chair_of(self, guest: str) -> int | None:
        """The seat that wears a guest's mark: the first of their own (at one screen somebody has several)."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.owner == guest and chair.holders), None)

    def may_look(self, guest: str, *, seated: bool) -> bool:
        """Whether somebody may look at the table: before the game begins whoever has the link (to take a seat), but
        those the host has removed; then who is seated, and spectators where the host lets them."""
        if seated:
            return True
        return guest not in self.removed and (self.spectators or self.state == "gathering")

    @property
    def come_back(self) -> int:
        """The milliseconds that who comes back after a bot's move has at least."""
        return min(self.setup.clock["seconds"], int(COME_BACK)) * 1000 if self.setup.clock else 0

    def may_return(self, seat: int) -> bool:
        """Whether the person for whom a bot plays may take the seat back: always at a table of one's own circle and
        where the link was lost; elsewhere as it was agreed."""
        chair = self.chairs[seat]
        if self.state not in ("gathering", "playing"):
            return False
        return chair.standin and (not self.listed or self.setup.returns or chair.gone == "away")

    def can_undo(self, seats: Iterable[int]) -> bool:
        """Whether one of these seats may take its last action back."""
        return any(self.retraction(seat).step for seat in seats)

    def retraction(self, seat: int) -> Retraction:
        """What a seat may take back now: its last actions, or what it chose aside; where it plays against bots alone,
        also what they have answered."""
        if self.chairs[seat].kind != "person" or not self.setup.undo or self.state != "playing":
            return NOTHING
        if standing := self.standing(seat):
            return Retraction(1, standing)
        if self.sealed[seat]:
            return Retraction(1, len(self.sealed[seat]), is_aside=True)
        if self.table is None or not self.plays_bots(seat):
            return NOTHING
        step, turn = self.table.undoable_through(seat)
        most = self._since_back(seat)
        return Retraction(step, min(turn, most)) if step <= most else NOTHING

    def plays_bots(self, seat: int) -> bool:
        """Whether bots sit on all other chairs, none of them for a person."""
        others = (chair for other, chair in enumerate(self.chairs) if other != seat)
        return all(chair.kind == "bot" and not chair.holders for chair in others)

    def _since_back(self, seat: int) -> int:
        """How many of the last actions a seat may reach: under a clock those since its person came back."""
        return len(self.serials) - (bisect(self.serials, self.chairs[seat].back_at) if self.left else 0)

    def standing(self, seat: int) -> int:
        """How many of its last played actions a seat may take back. Under a clock these are its person's own: a bot's
        move that was taken back again and again would hold the game up."""
        if self.table is None or self.chairs[seat].kind != "person":
            return 0
        return min(self.table.undoable(seat), self._since_back(seat))

    def is_aside(self, seat: int) -> bool:
        """Whether a seat chooses (or has chosen) aside, while another one is asked. Who holds both answers in order."""
        table, player = self.table, self.player
        if table is None or player is None or not may_choose_now(table.game, table.state, seat):
            return False
        return self.chairs[seat].holders.isdisjoint(self.chairs[player].holders)

    def may_wait_for(self) -> list[int]:
        """The seats of people who may have to act now while somebody else waits for them (`Room.awaits` knows it)."""
        if self.player is None:
            return []
        people = {seat: chair.holders for seat, chair in enumerate(self.chairs) if chair.kind == "person"}
        asked = people if self.game.side_by_side is not None else {self.player} & people.keys()
        return [seat for seat in asked if any(people[seat].isdisjoint(others) for others in people.values() if others)]

    def version_for(self, seat: int) -> int:
        """The version as a seat counts it: what others choose aside tells nobody anything, not even that."""
        return self.version + (self.sealings[seat] if seat >= 0 else 0)

    def shows_only(self, seat: int, version: int) -> bool:
        """Whether who was shown that version for a seat was certainly shown the table as it is now: the version is the
        same, and nothing that has none happened since then."""
        stirred, sealings = self._stirred
        return version == self.version_for(seat) != stirred + (sealings[seat] if seat >= 0 else 0)

    def is_fresh(self, seat: int, version: int) -> bool:
        """Whether somebody who saw that version for a seat knows all that matters for its choice: everything, or, where
        seats choose side by side, everything that the seat did itself."""
        table, side_by_side = self.table, self.game.side_by_side
        if seat >= 0 and table is not None and side_by_side is not None and table.state.phase in side_by_side.phases:
            return self._touched[seat] <= version <= self.version_for(seat)
        return version == self.version_for(seat)

    def knows_own(self, seat: int, version: int) -> bool:
        """Whether somebody who saw that version for a seat knows all that the seat did itself, and only bots have acted
        since: what it takes back is then what it means to."""
        return self.plays_bots(seat) and self._touched[seat] <= version <= self.version_for(seat)

    def adopt(self, engine: Engine) -> None:
        """Go on with another engine of the same game (compiled instead of interpreted)."""
        self.interpreted = not engine.compiled
        if self.table is not None and self.table.lean.engine is not engine:
            position = self.table.lean
            self.table.lean = Position(self.game, box=position.box, engine=engine, s=position.s)

    def names_of(self, guest: str) -> set[tuple[int, str]]:
        """The seats that bear a guest's name, and that name."""
        return {(seat, chair.name) for seat, chair in enumerate(self.chairs) if chair.named == guest}

    def forget(self, guest: str, nobody: str) -> bool:
        """Know somebody no longer, as if read from a log without them (persons.py); whether anything was known."""
        known = guest == self.setup.host or guest in self.removed | self.muted
        for seat, chair in enumerate(self.chairs):
            if guest in (chair.owner, chair.named) or guest in chair.holders:
                known = True
                self._forget_at(seat, guest, nobody)
        if any(who == guest for who, _ in self.answered):
            said = (((nobody if who == guest else who, name), at) for (who, name), at in self.answered.items())
            self.answered = OrderedDict(said)
        if known:
            self.setup = replace(self.setup, host=nobody if guest == self.setup.host else self.setup.host)
            self.removed = {nobody if who == guest else who for who in self.removed}
            self.muted = {nobody if who == guest else who for who in self.muted}
            self.seatings += 1
        return known

    def _forget_at(self, seat: int, guest: str, nobody: str) -> None:
        chair = self.chairs[seat]
        chair.holders = {nobody if who == guest else who for who in chair.holders}
        chair.owner = nobody if chair.owner == guest else chair.owner
        if chair.named == guest:
            chair.named, chair.name, chair.mark, chair.colour = nobody, NAMELESS, "", 0
            if self.table is not None and self.table.origin.names is not None:
                self.table.origin.names[seat] = NAMELESS

    # ── events ─────────────────────────────────────────────────────────────────────────

    @kind_of_event(stirs=True, holds=Holds.GAINS)
    def _sit(self, event: Event) -> None:
        chair = self.chairs[event.data["seat"]]
        if chair.kind == "open":
            chair.kind, chair.name = "person", event.data["name"]
        if not chair.holders:
            chair.owner = chair.named = event.data["guest"]
        chair.holders.add(event.data["guest"])

    def _befall(self, event: Event, what: str) -> None:
        """The log tells what befalls seats while the game is played."""
        if self.state == "playing":
            self.happenings[event.number] = Happening(what, event.data["seat"], event.data.get("level"))
            self.timeline.append(event.number)

    @kind_of_event(stirs=True, charges=True, holds=Holds.CLEARS)
    def _bot(self, event: Event) -> None:
        seat, why, standin = event.data["seat"], event.data.get("why", ""), event.data.get("standin", False)
        chair = self.chairs[seat]
        self._befall(event, why or ("level" if chair.kind == "bot" else "standin"))
        if chair.kind == "person":
            chair.gone = why or ("away" if standin else "left")
        chair.kind, chair.level = "bot", event.data["level"]
        if not standin:  # in older logs who left, or ran out of time, had the seat no more
            chair.holders.clear()
            chair.change_keys(event)
        if self.table is None:
            chair.name = event.data["name"]
        if self.left:
            self.left[seat] = 0 if why == "clock" else max(0, self.left[seat] - event.data.get("spent", 0))

    @kind_of_event(stirs=True, holds=Holds.CLEARS)
    def _open(self, event: Event) -> None:
        before = self.chairs[event.data["seat"]]
        self.chairs[event.data["seat"]] = Chair(keys_from=before.keys_from)
        self.chairs[event.data["seat"]].change_keys(event)

    @kind_of_event(stirs=True, holds=Holds.CLEARS)
    def _remove(self, event: Event) -> None:
        self.removed.update(event.data["guests"])
        self._open(event)

    @kind_of_event(stirs=True, holds=Holds.LOSES)
    def _quit(self, event: Event) -> None:
        chair = self.chairs[event.data["seat"]]
        chair.holders.discard(event.data["guest"])
        chair.owner = event.data.get("owner", chair.owner)

    @kind_of_event(stirs=True, holds=Holds.KEEPS)
    def _renew(self, event: Event) -> None:
        chair = self.chairs[event.data["seat"]]
        chair.holders = {event.data["guest"]}
        chair.change_keys(event)

    @kind_of_event()
    def _wear(self, event: Event) -> None:
        chair = self.chairs[event.data["seat"]]
        chair.mark, chair.colour = event.data["mark"], event.data["colour"]

    @kind_of_event(stirs=True, charges=True)
    def _back(self, event: Event) -> None:
        self._befall(event, "back")
        chair = self.chairs[event.data["seat"]]
        chair.kind, chair.level, chair.gone, chair.back_at = "person", None, "", event.number
        if self.left:
            self.left[event.data["seat"]] -= event.data.get("spent", 0)

    @kind_of_event()
    def _own(self, event: Event) -> None:
        self.components = event.data["text"]

    @kind_of_event(stirs=True, charges=True)
    def _begin(self, event: Event) -> None:
        self.state = "playing"
        self.times[0] = event.at
        self.continued = event.data.get("continued", False)
        if self._game is None:
            self.left = []  # no clock runs where nobody can play
            return
        if not begin_data(self._game, self.setup.own_box).items() <= event.data.items():
            raise RulesNotKept(f"table {self.id} was begun by other rules than {self._game.key}")
        self.table = self._set_up(self._game, event.data["box"])

    def _set_up(self, game: Game, box: str) -> Table:
        setup = self.setup
        if self.components is None:
            return Table.new(
                game, setup.players, setup.seed, options=setup.options, names=self.names, interpreted=self.interpreted
            )  # fmt: skip
        save = Save(
            game=game.name, rules_version=game.rules_version, players=setup.players, seed=setup.seed,
            options=dict(setup.options), box=box, components=self.components, names=self.names,
        )  # fmt: skip
        return Table.from_save(save, interpreted=self.interpreted)

    @kind_of_event(plays=True, is_version=True, charges=True, is_listed=False)
    def _act(self, event: Event) -> None:
        if self._game is None:
            self.version += 1
            self.serials.append(event.number)
            return
        table, seat = self.playing, event.data["seat"]
        table.play(event.data["action"])
        self.chairs[seat].is_helped |= self.chairs[seat].standin and not event.data.get("sealed")
        if event.data.get("sealed"):
            self.sealed[seat].pop(0)
        self.version += 1
        self.serials.append(event.number)
        self.timeline.append(event.number)
        if self.left and self.setup.clock is not None:
            self.left[seat] -= event.data["spent"]
            self.given.append(self._given(seat, ended=table.player != seat))
            self.left[seat] += self.given[-1]
        if table.over:
            self.state, self.ended = "finished", event.at

    def _given(self, seat: int, *, ended: bool) -> int:
        """What an action gives to the clock of its seat: when the turn has ended what was agreed, or all of it where
        each turn has its own. What a bot does for somebody leaves them a minute to come back with."""
        clock = self.setup.clock
        assert clock is not None
        whole = clock["seconds"] * 1000
        if ended and clock.get("per_turn"):
            return whole - self.left[seat]
        if self.chairs[seat].kind == "bot":
            return max(0, self.come_back - self.left[seat])
        return clock["increment"] * 1000 if ended else 0

    @kind_of_event(plays=True, is_version=True, charges=True, is_listed=False)
    def _undo(self, event: Event) -> None:
        if self._game is None:
            self.version += 1
            self.serials.pop()
            return
        of = event.data.get("of", event.data["seat"])
        self.playing.undo(force=True)
        self.retried |= of != event.data["seat"]
        if self.left:  # what was gained goes back; what was spent stays spent
            self.left[of] -= self.given.pop()
            self.left[event.data["seat"]] -= event.data.get("spent", 0)
        number, place = self.serials.pop(), len(self.timeline) - 1
        while self.timeline[place] != number:  # it is one of the last
            place -= 1
        del self.timeline[place]
        self.version += 1

    @kind_of_event(plays=True, is_listed=False)
    def _seal(self, event: Event) -> None:
        self.sealed[event.data["seat"]].append(event.data["action"])
        self.sealings[event.data["seat"]] += 1

    @kind_of_event(plays=True, is_listed=False)
    def _unseal(self, event: Event) -> None:
        sealed = self.sealed[event.data["seat"]]
        del sealed[len(sealed) - event.data["count"] :]
        self.sealings[event.data["seat"]] += 1

    def _moot(self, event: Event) -> None:
        """What remains of an action and its undo: the time they took, that they were versions, and whose it was."""
        self.version += 1
        self.retried |= event.kind == "undo" and "of" in event.data
        if event.data.get("sealed"):
            self.sealed[event.data["seat"]].pop(0)
        if self.left:
            self.left[event.data["seat"]] -= event.data.get("spent", 0)

    @kind_of_event()
    def _chat(self, event: Event) -> None:
        """Older logs hold what was said; today it lies beside them (talk.py)."""

    @kind_of_event(is_listed=False)
    def _mute(self, event: Event) -> None:
        if event.data["muted"]:
            self.muted.add(event.data["guest"])
        else:
            self.muted.discard(event.data["guest"])

    @kind_of_event(charges=True)
    def _spend(self, event: Event) -> None:
        if self.left:
            self.left[event.data["seat"]] -= event.data["spent"]

    @kind_of_event(is_listed=False)
    def _hint(self, event: Event) -> None:
        self.advised.add(event.data["seat"])

    @kind_of_event()
    def _set(self, event: Event) -> None:
        self.hints = event.data.get("hints", self.hints)
        self.listed = event.data.get("listed", self.listed)
        self.spectators = event.data.get("spectators", self.spectators)
        self.talking = event.data.get("chat", self.talking)

    @kind_of_event()
    def _next(self, event: Event) -> None:
        self.rematch = event.data["table"]

    @kind_of_event()
    def _close(self, event: Event) -> None:
        self.state = "closed"


def shown_until(events: Sequence[Event], seat: int, version: int) -> int | None:
    """How many events were shown to who saw a version for a seat; None where that is not certain (`shows_only`)."""
    count, until = 0, None
    for event in events:
        if event.is_a.is_version or (event.is_a.plays and event.data["seat"] == seat):
            count += 1
        if count == version:
            if event.is_a.stirs:
                return None
            until = event.number
    return until


def taken_back(events: Sequence[Event]) -> set[int]:
    """The numbers of actions that were taken back, and of their undos, before another action was played: they have
    left no trace in the game. (What was taken back since the last action says who may take back more.)"""
    last = next((event.number for event in reversed(events) if event.kind == "act"), 0)
    standing: list[int] = []
    moot: set[int] = set()
    for event in events:
        if event.number > last:
            break
        if event.kind == "act":
            standing.append(event.number)
        elif event.kind == "undo":
            moot |= {standing.pop(), event.number}
    return moot


def begin_data(game: Game, own_box: str = "") -> dict[str, Any]:
    """What a set-up and a `begin` event say: by which rules and components the game is played. `own_box`: the
    fingerprint of components that are not the game's own."""
    own = {"own": True} if own_box else {}
    return {"rules_version": game.rules_version, "box": own_box or game.standard_hash, **own}


def rules_of(setup: Setup, events: Sequence[Event] = ()) -> Game:
    """The game of a table, by the rules it was begun with; refuses what is not kept."""
    rules = next((event.data for event in events if event.kind == "begin"), setup.rules)
    if rules is None:
        return find_game(setup.game)
    game = find_game(f"{setup.game}@{rules['rules_version']}")
    if not rules.get("own") and begin_data(game)["box"] != rules["box"]:
        raise RulesNotKept(f"{game.key} has other components here (box {game.standard_hash}, not {rules['box']})")
    return game


def are_kept(name: str, rules: Mapping[str, Any] | None) -> bool:
    """Whether a table of that game and of those rules can be played here (without loading old rules)."""
    try:
        newest = find_game(name)
    except (UnknownGame, ImportError):
        return False
    if rules is None:
        return True
    if rules["rules_version"] != newest.rules_version:
        return rules["rules_version"] in versions(name)
    return bool(rules.get("own") or rules["box"] == newest.standard_hash)

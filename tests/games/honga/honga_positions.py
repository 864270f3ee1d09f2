"""Building positions of Honga by the names of the rulebook, and playing from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from firstfire.games.honga import GAME
from firstfire.games.honga.box import BARTER_NAMES, BONUS_NAMES, DISC_NAMES, FIELD_NAMES
from firstfire.games.honga.state import GREYS, NONE, Phase
from firstfire.kernel.compare import diff
from firstfire.kernel.engine import engine_for
from firstfire.kernel.record import copy_of

from .. import playing

ENGINE = engine_for(GAME, interpreted=True)
SPACES = ("NW", "NE", "SE", "SW")
SPACE_NAMES = {"NW": "north-west", "NE": "north-east", "SE": "south-east", "SW": "south-west"}


class Case:
    """A table with seat 0 to begin, whose position a test arranges and then plays."""

    def __init__(self, players: int = 3, seed: int = 1, box: Any = None) -> None:
        self.box = box or GAME.standard_box
        self.s: Any = ENGINE.new(players, seed, options={"start": "1"}, box=self.box)
        self.before: Any = None

    # ── arranging ──────────────────────────────────────────────────────────────────────

    def tray(self, seat: int, *goods: int, **fields: int) -> Case:
        """Fish, berry, mushroom, water; then mammoths=, points=, step= ... by name."""
        tray = self.s.trays[seat]
        for good, amount in enumerate(goods):
            tray.goods[good] = amount
        if "mammoths" in fields:
            tray.depot -= fields["mammoths"] - tray.mammoths
        if "points" in fields:
            tray.earned[0] += fields["points"] - tray.points
            self.s.triggered = int(self.s.triggered or fields["points"] >= self.box.target[self.s.seats])
        for name, value in fields.items():
            setattr(tray, name, value)
        return self

    def herd(self, *seats: int, placed: Iterable[int] = ()) -> Case:
        """The herd, youngest first; `placed`: seats by their last placement, if it is not that order."""
        for seat in placed or reversed(seats):
            self.s.lures += 1
            self.s.trays[seat].last_lure = self.s.lures
        for i, seat in enumerate(seats):
            self.s.herd[i] = seat
            self.s.trays[seat].herd += 1
            self.s.trays[seat].depot -= 1
        self.s.herd_count = len(seats)
        owners = [seat for seat in range(self.s.seats) if self.s.trays[seat].herd]
        self.s.tusk = max(
            owners, key=lambda seat: (self.s.trays[seat].herd, self.s.trays[seat].last_lure), default=NONE
        )
        return self

    def honga(self, seat: int | None) -> Case:
        self.s.honga = NONE if seat is None else seat
        return self

    def slots(self, *cards: str) -> Case:
        """These barter cards open; the next ones named after the third come next from the deck."""
        places: list[tuple[Any, int]] = [(self.s.slots, i) for i in range(3)]
        places += [(self.s.barter_deck, i) for i in reversed(range(self.s.barter_count))]
        return self._bring(places, [BARTER_NAMES.index(card) for card in cards])

    def discs(self, colour: str, *discs: str) -> Case:
        """The discs on top of a pile, the top first."""
        pile = self.s.piles[int(colour == "red")]
        wanted = [DISC_NAMES.index(disc) for disc in discs]
        for place, disc in enumerate(wanted):
            at = [pile.discs[i] for i in range(pile.count)].index(disc)
            top = pile.count - 1 - place
            pile.discs[at], pile.discs[top] = pile.discs[top], disc
        return self

    def disc(self, seat: int, name: str) -> Case:
        """This disc in a hand; the one held before goes back where it came from."""
        wanted = DISC_NAMES.index(name)
        tray = self.s.trays[seat]
        for other in range(self.s.seats):
            if self.s.trays[other].disc == wanted:
                self.s.trays[other].disc, tray.disc = tray.disc, wanted
                return self
        pile = self.s.piles[int(wanted >= GREYS)]
        at = [pile.discs[i] for i in range(pile.count)].index(wanted)
        if (tray.disc >= GREYS) == (wanted >= GREYS):
            pile.discs[at], tray.disc = tray.disc, wanted
            return self
        pile.count -= 1
        pile.discs[at] = pile.discs[pile.count]
        pile.discs[pile.count] = NONE
        back = self.s.piles[int(tray.disc >= GREYS)]
        back.discs[back.count] = tray.disc
        back.count += 1
        tray.disc = wanted
        tray.holds = 1 + int(wanted >= GREYS)
        return self

    def cards(self, seat: int, *kinds: str, unseen: bool = False) -> Case:
        """Bonus cards from the deck to a hand (or face down before a player)."""
        tray = self.s.trays[seat]
        for name in kinds:
            kind = _kind(name)
            deck = [self.s.bonus_deck[i] for i in range(self.s.bonus_count)]
            del deck[deck.index(kind)]
            self.s.bonus_count -= 1
            for i in range(25):
                self.s.bonus_deck[i] = deck[i] if i < len(deck) else NONE
            (tray.unseen if unseen else tray.hand)[kind] += 1
            if unseen:
                tray.unseen_count += 1
            else:
                tray.hand_count += 1
        return self

    def top_bonus(self, *names: str) -> Case:
        """The bonus cards on top of the deck, the top first."""
        places = [(self.s.bonus_deck, i) for i in reversed(range(self.s.bonus_count))]
        for place, name in enumerate(names):
            row, i = places[place]
            at = next(k for k in range(i, -1, -1) if row[k] == _kind(name))
            row[i], row[at] = row[at], row[i]
        return self

    def lay_on_board(self, space: str, *names: str) -> Case:
        """Discs from the piles onto a space, the last one on top."""
        for name in names:
            disc = DISC_NAMES.index(name)
            pile = self.s.piles[int(disc >= GREYS)]
            at = [pile.discs[i] for i in range(pile.count)].index(disc)
            pile.count -= 1
            for i in range(at, pile.count):
                pile.discs[i] = pile.discs[i + 1]
            pile.discs[pile.count] = NONE
            self.s.under[disc] = self.s.top[SPACES.index(space)]
            self.s.top[SPACES.index(space)] = disc
        return self

    def acting(self, hands: Mapping[str, int] | None = None, space: str = "NW", **given: int) -> Case:
        """In the middle of seat 0's turn: its disc lies, these hands are left, the others have lapsed."""
        s = self.s
        tray = s.trays[s.player]
        disc = tray.disc
        tray.disc, tray.holds = NONE, 0
        s.under[disc] = s.top[SPACES.index(space)]
        s.top[SPACES.index(space)] = disc
        s.turn.disc, s.turn.space = disc, SPACES.index(space)
        left = {**(hands or {}), **given}
        for field, count in left.items():
            s.turn.hands[FIELD_NAMES.index(field)] = count
        s.turn.lapsed = sum(self.box.quarters[disc]) - sum(left.values())
        s.phase = Phase.ACT
        return self

    def sated(self) -> Case:
        """One card of sated mammoths has been played in this turn."""
        self.s.turn.sated = 1
        return self

    def ready(self) -> Case:
        """The position is sound; remember it for `changes`."""
        playing.assert_sound(self.s, self.box)
        self.before = copy_of(self.s)
        return self

    def _bring(self, places: list[tuple[Any, int]], wanted: list[int]) -> Case:
        for place, card in enumerate(wanted):
            row, i = places[place]
            other, k = next((r, j) for r, j in places if r[j] == card)
            other[k], row[i] = row[i], card
        return self

    # ── playing ────────────────────────────────────────────────────────────────────────

    def play(self, *texts: str) -> Case:
        """Play actions by their notation; each must be legal, each position sound."""
        playing.play(self.s, *texts, box=self.box, sound=True)
        return self

    def lay(self, space: str, rotation: int) -> Case:
        return self.play(f"lay disc {SPACE_NAMES[space]} turned {rotation}")

    def legal(self) -> list[str]:
        return playing.listed(self.s, box=self.box)

    def blocks(self) -> set[str]:
        return {GAME.actions.find(action)[0].name for action in ENGINE.legal(self.s, self.box)}

    def notes(self) -> list[str]:
        """The kinds of notes the last action left."""
        return playing.kinds(self.s)

    # ── looking ────────────────────────────────────────────────────────────────────────

    def changes(self) -> dict[str, int]:
        """Every field that differs from the remembered position: its new value."""
        return {name: after for name, (_, after) in diff(self.before, self.s).items()}

    def goods(self, seat: int) -> tuple[int, ...]:
        return tuple(self.s.trays[seat].goods)

    def points(self) -> list[int]:
        return [self.s.trays[seat].points for seat in range(self.s.seats)]

    def hands(self) -> dict[str, int]:
        return {name: self.s.turn.hands[i] for i, name in enumerate(FIELD_NAMES) if self.s.turn.hands[i]}

    def herd_now(self) -> list[int]:
        return [self.s.herd[i] for i in range(self.s.herd_count)]

    def open_cards(self) -> list[str]:
        return [BARTER_NAMES[card] if card >= 0 else "-" for card in self.s.slots]

    def hand(self, seat: int) -> list[str]:
        tray = self.s.trays[seat]
        return [BONUS_NAMES[kind] for kind in range(10) for _ in range(tray.hand[kind])]

    def disc_of(self, seat: int) -> str:
        return str(DISC_NAMES[self.s.trays[seat].disc])

    def payments(self, start: str) -> set[tuple[int, ...]]:
        """Everything that can be paid after a first action: goods taken and herd spaces, every path
        followed to its end."""
        found: list[tuple[int, ...]] = []
        first = copy_of(self.s)
        bill_spaces = 0
        ENGINE.step(first, self.box, GAME.actions.number(start))
        stack = [(first, bill_spaces)]
        while stack:
            s, spaces = stack.pop()
            if s.phase == Phase.ACT:
                mine, now = self.s.trays[self.s.player], s.trays[self.s.player]
                found.append((*(mine.goods[i] - now.goods[i] for i in range(4)), spaces))
                continue
            for action in ENGINE.legal(s, self.box):
                after = copy_of(s)
                ENGINE.step(after, self.box, action)
                block, offset = GAME.actions.find(action)
                stack.append((after, offset if block.name == "give" else spaces))
        assert len(found) == len(set(found)), "two paths to one payment"
        return set(found)


def _kind(name: str) -> int:
    return int(name[4:]) - 1 if name.startswith("HO-B") else BONUS_NAMES.index(name)

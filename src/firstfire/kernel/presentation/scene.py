"""Scenes: the table as one viewer sees it, as plain data.

A game's `scene.py` builds a Scene from a *redacted* record; the browser and the terminal
draw any scene without knowing the game. Units: the table is a plane of `Scene.size` units
(about 100 units = the width of a hand); every zone has a box in the wide and, where it
differs, in the tall arrangement.

    Zone     a place: what kind of layout, whose, where, a label, how many fit
    Look     how a kind of piece looks: shape, size, colours, art by name, a letter
    Piece    a thing in a zone (sixty wood are one piece with a count)
    Listing  pieces to look through: a whole pile, the cards nobody has seen yet
    Chain    several choices by one click
    Choice   an action number, a sentence, and the picks (piece or zone ids) that lead to it, in order; then, in any
             order, the pieces to be laid together (`take`): a group that sets out, the goods that pay a price
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

Take = tuple[tuple[str, int], ...]  # pieces, each with how many of it: laid together, in no order
ZONE_KINDS = ("pile", "row", "fan", "grid", "track", "slots", "area", "panel", "map", "tokens")


@dataclass(frozen=True)
class Rect:
    """A rectangle on the table: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float


class Drawn:
    """A part of a scene. It keeps its JSON once that is written (see `memo.written`)."""

    _json: ClassVar[bytes] = b""
    _weighed: ClassVar[bool] = False  # its bytes count in some memory (see `memo.weight_of`)


@dataclass
class Zone(Drawn):
    """A place on the table. `cells` places slots inside a map or area (x, y in 0..1);
    `links` joins cells by index (drawn as lines, with a label)."""

    id: str
    kind: str
    box: Rect
    tall: Rect | None = None
    label: str = ""
    owner: int | None = None
    capacity: int | None = None
    columns: int | None = None
    cells: list[tuple[float, float]] = field(default_factory=list)
    links: list[tuple[int, int, str]] = field(default_factory=list)
    art: str = ""
    tip: str = ""
    parent: str = ""  # the zone it lies on, if any
    signs: list[str] = field(default_factory=list)  # what is printed on it: "+1 wood", "/", "2 meat"
    after: str = ""  # it opens, with all that lies on it, after this pick (a piece or zone id); "": it is always there

    def __post_init__(self) -> None:
        if self.kind not in ZONE_KINDS:
            raise ValueError(f"zone {self.id}: {self.kind!r} is not one of {', '.join(ZONE_KINDS)}")


@dataclass(frozen=True)
class Look(Drawn):
    """How a kind of piece looks. `shape`: card, tile, disc, cube, meeple, hex, token, chip."""

    id: str
    shape: str
    front: str = ""  # art by name
    back: str = ""
    letter: str = ""
    colour: str = ""
    alt: str = ""
    w: float = 60
    h: float = 84


@dataclass
class Piece(Drawn):
    """A thing in a zone. A hidden piece has an id that tells nothing and the look of a back."""

    id: str
    zone: str
    slot: int
    look: str
    face_up: bool = True
    turned: int = 0  # quarter turns
    owner: int | None = None
    count: int | None = None
    label: str = ""
    badges: list[str] = field(default_factory=list)
    tip: str = ""


@dataclass
class Listing(Drawn):
    """Pieces that can be looked through by opening a zone: a public pile of which only the top lies on the table, or
    an aid such as the cards nobody has seen yet. Without a label it is what lies in the zone, and a text table
    shows it instead of the top; the top comes first. Its pieces are on no board: no click means one of them."""

    id: str
    zone: str  # the zone it is opened from
    pieces: list[Piece]
    label: str = ""


@dataclass(frozen=True)
class Counter(Drawn):
    """A number beside a player's name or on the table."""

    id: str
    label: str
    value: int
    seat: int | None = None
    icon: str = ""


@dataclass(frozen=True)
class Choice(Drawn):
    """A legal action: its number, a sentence, its path of picks (piece or zone ids), and what is laid together after
    them (`take`: piece ids, each with how many of it). `default`: the sensible one of those with the same picks;
    without a take, laying nothing is that choice. `quiet`: it is not highlighted but asked for by name, in the
    card of its first pick or in the list of choices."""

    action: int
    text: str
    sentence: str
    picks: tuple[str, ...] = ()
    take: Take = ()
    default: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class Chain(Drawn):
    """Several choices by one click, one after the other; none of them gives anything away that could not be taken
    back. `again`: its only action is chosen again as long as the same chain is offered. `take`: the chain is one answer
    to a question that the rules ask bit by bit; it is laid together like the take of a choice, and so are all others
    that are offered then."""

    sentence: str
    actions: tuple[int, ...]
    again: bool = False
    take: Take = ()
    default: bool = False


@dataclass
class Prompt:
    """The player to act, and the question. `held`: the first picks, made before anybody clicks (a pile of figures that
    is in the hand already); another click changes them. `chapter`: the round or season, whose change is announced."""

    seat: int | None
    sentence: str
    step: str = ""
    held: tuple[str, ...] = ()
    chapter: str = ""


@dataclass
class Scene:
    """The whole table as one viewer sees it."""

    game: str
    seats: int
    viewer: int  # a seat, or -1 for a spectator
    size: Rect
    tall: Rect
    prompt: Prompt
    zones: list[Zone] = field(default_factory=list)
    looks: Sequence[Look] = ()  # a memoised tuple as it is: what is the same one needs no second look
    pieces: list[Piece] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    lists: list[Listing] = field(default_factory=list)
    colours: list[str] = field(default_factory=list)  # of each seat, the same all game long; []: the client's own
    over: bool = False
    ending: str = ""
    phase: str = ""  # the moment of the game, as chapters of its book name it
    quiet: Sequence[str] = ()  # zones that play no part in this phase: drawn paler, unless something there is chosen

    def as_data(self) -> dict[str, Any]:
        """Plain dicts and lists, ready for JSON."""
        return asdict(self)

    def problems(self) -> list[str]:
        """What is wrong with the scene itself: ids that stand twice or lead nowhere."""
        found: list[str] = []
        zones = {zone.id for zone in self.zones}
        pieces = {piece.id for piece in self.pieces}
        looks = {look.id for look in self.looks}
        if len(zones) != len(self.zones):
            found.append("a zone id stands twice")
        if len(pieces) != len(self.pieces):
            found.append("a piece id stands twice")
        found += [f"quiet zone {id} is nowhere" for id in self.quiet if id not in zones]
        found += [f"piece {p.id} lies in no zone ({p.zone})" for p in self.pieces if p.zone not in zones]
        found += [f"piece {p.id} has no look ({p.look})" for p in self.pieces if p.look not in looks]
        found += [f"list {each.id} opens no zone ({each.zone})" for each in self.lists if each.zone not in zones]
        listed = [(each.id, piece) for each in self.lists for piece in each.pieces]
        found += [f"list {name}: piece {p.id} has no look ({p.look})" for name, p in listed if p.look not in looks]
        if len({(name, piece.id) for name, piece in listed}) != len(listed):
            found.append("a piece id stands twice in a list")
        if len({each.id for each in self.lists}) != len(self.lists):
            found.append("a list id stands twice")
        legal = {choice.action for choice in self.choices}
        found += [f"chain {each.sentence!r} cannot begin" for each in self.chains if {*each.actions[:1]} - legal]
        if self.colours and (len(self.colours) != self.seats or len(set(self.colours)) != self.seats):
            found.append(f"{self.seats} seats need a colour each, not {self.colours}")
        found += [
            f"zone {z.id} opens after nothing ({z.after})" for z in self.zones if z.after not in {"", *zones, *pieces}
        ]
        for choice in self.choices:
            lost = [pick for pick in choice.picks if pick not in zones and pick not in pieces]
            found += [f"choice {choice.text}: pick {pick} is nowhere" for pick in lost]
        held = self.prompt.held
        if self.choices and held and not any(choice.picks[: len(held)] == held for choice in self.choices):
            found.append(f"no choice begins with what is held: {', '.join(held)}")
        return found + self._group_problems()

    def _group_problems(self) -> list[str]:
        """What is wrong with the pieces that choices want laid together."""
        found: list[str] = []
        there = {piece.id: 1 if piece.count is None else piece.count for piece in self.pieces}
        seen: set[tuple[tuple[str, ...], frozenset[tuple[str, int]]]] = set()
        defaults: set[tuple[str, ...]] = set()
        grouped = {(choice.picks, piece) for choice in self.choices for piece, _ in choice.take}
        for choice in self.choices:
            name = f"choice {choice.text}"
            found += [f"{name}: takes {piece}, which is nowhere" for piece, _ in choice.take if piece not in there]
            found += [
                f"{name}: takes {count} of {piece}, there are {there[piece]}"
                for piece, count in choice.take
                if piece in there and not 1 <= count <= there[piece]
            ]
            if len({piece for piece, _ in choice.take}) != len(choice.take):
                found.append(f"{name}: takes a piece twice")
            key = choice.picks, frozenset(choice.take)
            if choice.take and key in seen:
                found.append(f"{name}: another choice has the same picks and takes the same")
            seen.add(key)
            if choice.default and choice.picks in defaults:
                found.append(f"{name}: a second default after {choice.picks}")
            if choice.default:
                defaults.add(choice.picks)
            found += [
                f"{name}: {pick} is both the next pick and part of a group"
                for place, pick in enumerate(choice.picks)
                if (choice.picks[:place], pick) in grouped
            ]
        return found

"""Embers: the smallest complete Firstfire game, to copy from.

A pile of embers. On your turn take one to three; who takes the last one scores nothing.
Everybody else scores what they took plus a secret charm. (A real game spreads this over
box.py, state.py, actions.py, setup.py, rules by phase, scoring.py, knowledge.py,
strategy.py and scene.py.)
"""

from __future__ import annotations

from pathlib import Path

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.bits import Mask, allow
from firstfire.kernel.domain import NUMBER, Domain
from firstfire.kernel.game import Game
from firstfire.kernel.header import Header, end_game
from firstfire.kernel.notes import HIDDEN, Note, NoteKind, Notes, note, secret_note
from firstfire.kernel.reasons import Reason
from firstfire.kernel.record import Row, i8, record, rows
from firstfire.kernel.rng import shuffle
from firstfire.kernel.rule import rule
from firstfire.kernel.scene import Box as Rect
from firstfire.kernel.scene import Look, Piece, Prompt, Scene, Zone
from firstfire.kernel.sentences import question
from firstfire.kernel.sheet import Sheet
from firstfire.kernel.words import Words

CHARMS = 4
CHARM = Domain("charm", ("ash", "spark", "flame", "blaze"))
ACTIONS = Actions(Block("take", "take {amount}", amount=Domain.numbers("amount", 1, 3)))
NOTES = Notes(NoteKind("took", a=NUMBER, b=NUMBER), NoteKind("charmed", c=CHARM))
(TAKE,) = ACTIONS.firsts("take")
TOOK, CHARMED = NOTES.numbers("took", "charmed")


@record
class Box:
    """What is printed: the pile, the limit, the worth of each charm."""

    embers: int = i8
    most: int = i8
    worth: Row[int] = i8[CHARMS]


@record
class State(Header):
    """The pile, what each seat took, and each seat's secret charm (the rest lie unused)."""

    pile: int = i8
    burnt: int = i8
    taken: Row[int] = i8[4]
    charms: Row[int] = i8[CHARMS]
    notes: Row[Note] = rows(Note, 8)


def fill(box: Box, sheet: Sheet) -> None:
    """Copy the components into the box."""
    pile = sheet.table("pile")
    box.embers = pile.integer("embers", 1, 100)
    box.most = pile.integer("most", 1, 3)
    for charm in sheet.tables("charm", CHARMS):
        box.worth[charm.index] = charm.integer("worth", 0, 9)


@rule
def setup(s: State, box: Box) -> None:
    """EM-5, EM-6: lay out the pile and deal one secret charm to each seat."""
    s.pile = box.embers
    for i in range(CHARMS):
        s.charms[i] = i
    shuffle(s, s.charms, CHARMS)
    for seat in range(s.seats):
        secret_note(s, CHARMED, seat, 0, 0, s.charms[seat])


@rule
def legal(s: State, box: Box, mask: Mask) -> None:
    """EM-1, EM-2: one to three embers, as far as the pile goes."""
    for amount in range(1, min(box.most, s.pile) + 1):
        allow(mask, TAKE + amount - 1)


@rule
def apply(s: State, box: Box, action: int) -> None:
    """EM-1, EM-3: take embers; the last one burns."""
    amount = action - TAKE + 1
    s.pile -= amount
    s.taken[s.player] += amount
    note(s, TOOK, s.player, amount, s.pile)
    if s.pile == 0:
        s.burnt = s.player
        end_game(s, 0)
    else:
        s.player = (s.player + 1) % s.seats


@rule
def score(s: State, box: Box, out: Row[int]) -> None:
    """EM-3, EM-4: what was taken plus the charm; nothing for the burnt one."""
    for seat in range(s.seats):
        out[seat] = s.taken[seat] + box.worth[s.charms[seat]] if s.charms[seat] >= 0 else s.taken[seat]
        if s.over != 0 and seat == s.burnt:
            out[seat] = 0


@rule
def rank(s: State, box: Box, out: Row[int]) -> None:
    """EM-4: more points are better; ties share a place."""
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            if points(s, box, other) > points(s, box, seat):
                out[seat] += 1


@rule
def points(s: State, box: Box, seat: int) -> int:
    """The points of one seat."""
    if s.over != 0 and seat == s.burnt:
        return 0
    return s.taken[seat] + box.worth[s.charms[seat]]


@rule
def redact(s: State, box: Box, seat: int) -> None:
    """EM-6, R1: a seat knows its own charm only, until the game is over."""
    for i in range(CHARMS):
        if i != seat and s.over == 0:
            s.charms[i] = HIDDEN


@rule
def resample(s: State, box: Box, seat: int) -> None:
    """Deal the charms the seat does not know."""
    if s.over != 0:
        return
    mine = s.charms[seat] if seat >= 0 else HIDDEN
    for i in range(CHARMS):
        s.charms[i] = i
    shuffle(s, s.charms, CHARMS)
    for i in range(CHARMS):
        if mine >= 0 and s.charms[i] == mine:
            s.charms[i] = s.charms[seat]
            s.charms[seat] = mine


@rule
def value(s: State, box: Box, out: Row[float]) -> None:
    """Everybody equal but the one who must soon burn."""
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats


@rule
def prefer(s: State, box: Box, action: int) -> float:
    """Leave a pile of 1 above a multiple of 4."""
    left = s.pile - (action - TAKE + 1)
    return 1.0 if left % 4 == 1 else 0.0


@rule
def check(s: State, box: Box) -> int:
    """1: no ember is lost."""
    total = s.pile
    for seat in range(s.seats):
        total += s.taken[seat]
    return 0 if total == box.embers else 1


def scene(view: State, game: Game, box: Box, seat: int, words: Words, names: list[str]) -> Scene:
    """The pile in the middle, a bowl for each seat."""
    zones = [Zone("pile", "pile", Rect(300, 100, 200, 200), label=words.say("zone.pile"))]
    pieces = [Piece("embers", "pile", 0, "ember", count=view.pile)]
    for i in range(view.seats):
        label = words.say("zone.hand", seat=names[i])
        zones.append(Zone(f"bowl{i}", "pile", Rect(200 * i, 350, 180, 120), label=label, owner=i))
        pieces.append(Piece(f"taken{i}", f"bowl{i}", 0, "ember", count=view.taken[i], owner=i))
    prompt = Prompt(None if view.over else view.player, question(words, "phase.taking", view.player, names))
    size = Rect(0, 0, 800, 500)
    return Scene("embers", view.seats, seat, size, size, prompt, zones, [Look("ember", "token")], pieces)


def name_value(box: Box, words: Words, domain: Domain, index: int) -> str | None:
    """A charm by its name and what it is worth in this box."""
    if domain is not CHARM:
        return None
    return words.say("charm.worth", name=words.say(f"value.charm.{CHARM.values[index]}"), worth=box.worth[index])


def picks(view: State, box: Box, action: int) -> tuple[str, ...]:
    """No place to click: the choices are buttons."""
    return ()


def why_not(view: State, box: Box, action: int) -> Reason | None:
    """Why so many cannot be taken: the limit, or the pile."""
    amount = action - TAKE + 1
    if amount > box.most:
        return Reason("too_many", "EM-1", most=box.most)
    if amount > view.pile:
        return Reason("too_few_left", "EM-2", left=view.pile)
    return None


GAME = Game(
    name="embers", seats=(2, 3, 4), rules_version=1, folder=Path(__file__).parent, state=State, box=Box,
    actions=ACTIONS, notes=NOTES, phases=("taking",), endings=("burnt",), max_plies=100, fill=fill, scene=scene,
    picks=picks, name_value=name_value, why_not=why_not,
    rules={f.__name__: f for f in (setup, legal, apply, score, rank, redact, resample, value, prefer, check)},
    invariants={1: "embers in the pile and in the bowls are as many as at the start"},
)  # fmt: skip

"""Table: a game being played. The one class to start with.

>>> from firstfire import Table
>>> table = Table.new("totem", players=2, seed=7)
>>> table.play(table.legal()[0])         # or a text, or a number
>>> table.undo()
>>> table.hint()[0].action               # what a good player would do
>>> Table.at("totem", table.position())  # the same table again, from one line of text
>>> table.save("night.json")
"""

from __future__ import annotations

import ctypes
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from .errors import BadNotation, BadPosition, BadSetup, IllegalAction, NothingToUndo
from .games import game as find_game
from .kernel.engines.engine import Engine, engine_for
from .kernel.game import Game, box_hash, state_hash
from .kernel.positions.notation import game_named, read_position, write_position
from .kernel.positions.position import Position
from .kernel.presentation.complaints import complaint
from .kernel.presentation.why_not import NOT_NOW
from .kernel.records.record import copy_of
from .kernel.rules.actions import whole_number
from .kernel.rules.notes import NOBODY
from .kernel.viewer.sentences import LogNote, notes_of
from .saves import Save, good_names, read_save, write_save
from .view import Action, View

if TYPE_CHECKING:
    from .explain import Analysis, Hint
    from .players import Budget

SEEDS = 1 << 64
POSITIONS_KEPT = 64  # before the last actions, to take them back; earlier ones are played again when they are needed


@dataclass(frozen=True)
class Outcome:
    """How a game ended: why, the points, and each seat's place (1 is best, ties share)."""

    ending: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place (all of them in a drawn game)."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


@dataclass(frozen=True)
class _Turn:
    """One action that was played."""

    action: int
    seat: int
    irreversible: bool
    notes: tuple[LogNote, ...]


class Table:
    """A game being played. Make one with `Table.new`, `Table.at` or `Table.load`. `table.lean` is its `Position`."""

    def __init__(self, position: Position, origin: Save, *, history: bool = True) -> None:
        self.lean = position
        self.game: Game = position.engine.game
        self.origin = origin
        self.keeps_history = history
        self._opening = notes_of(position.s) if history else ()
        self._turns: list[_Turn] = []
        self._before: deque[Any] = deque(maxlen=POSITIONS_KEPT)  # the states before the last of them
        self._read: dict[int, list[tuple[LogNote, ...]]] = {}  # the notes as each seat that asked may read them
        self._undone: list[tuple[int, int]] = []  # actions taken back, with their seats
        self._legal: list[int] | None = None  # what is legal now, if it was asked for already

    # ── beginning ──────────────────────────────────────────────────────────────────────

    @classmethod
    def new(
        cls,
        game: str | Game,
        players: SupportsIndex | None = None,
        seed: SupportsIndex | None = None,
        *,
        options: Mapping[str, str] | None = None,
        components: str | Path | None = None,
        names: Sequence[str] | None = None,
        interpreted: bool | None = None,
        history: bool = True,
    ) -> Table:
        """Set up a table. Without a seed the operating system draws one; `components` is the
        path of an owner's own components file; `interpreted` runs the rules as plain Python."""
        found = game if isinstance(game, Game) else find_game(game)
        count, luck = _count(found, players), _luck(seed)
        _check(found, count, options or {}, names)
        box, text, fingerprint = _box(found, components)
        save = Save(
            game=found.name, rules_version=found.rules_version, players=count, seed=luck,
            options=dict(options or {}), box=fingerprint, components=text, names=list(names) if names else None,
        )  # fmt: skip
        return cls._set_up(found, save, box, engine_for(found, interpreted=interpreted), history=history)

    @classmethod
    def at(
        cls,
        game: str | Game,
        position: str = "",
        *,
        components: str | Path | None = None,
        names: Sequence[str] | None = None,
        interpreted: bool | None = None,
        history: bool = True,
        **fields: Any,
    ) -> Table:
        """A table in a position that is given as text (what `position()` writes, or less), with
        further fields by name. A position that cannot be is refused, with everything that is wrong with it.

        >>> Table.at("totem", "seed=7").position() == Table.new("totem", seed=7).position()
        True
        """
        if not isinstance(position, str):
            raise BadPosition("a position is text", [f"not {position!r}"])
        if isinstance(game, str) and not position and game_named(game) != game:
            game, position = game_named(game), game  # the text names its game
        found = game if isinstance(game, Game) else find_game(game)
        found = _by_rules_of(found, position)
        box, text, fingerprint = _box(found, components)
        s = read_position(found, position, box=box, **fields)
        if names is not None and not good_names(names, s.seats):
            raise BadSetup(f"{s.seats} names are needed, one for each seat, printable and not blank, not {names!r}")
        options = {o.name: o.values[s.options[i]] for i, o in enumerate(found.options) if s.options[i]}
        save = Save(
            game=found.name, rules_version=found.rules_version, players=int(s.seats), seed=0, options=options,
            box=fingerprint, components=text, names=list(names) if names else None,
            position=write_position(found, s, box),
        )  # fmt: skip
        return cls._set_up(found, save, box, engine_for(found, interpreted=interpreted), history=history)

    @classmethod
    def _set_up(cls, game: Game, save: Save, box: Any, engine: Engine, *, history: bool = True) -> Table:
        return cls(save.beginning(game, box, engine, quiet=not history), save, history=history)

    @classmethod
    def load(cls, path: str | Path, *, interpreted: bool | None = None) -> Table:
        """A saved game, played again from its seed to its last action."""
        return cls.from_save(read_save(Path(path)), interpreted=interpreted)

    @classmethod
    def from_save(cls, save: Save, *, interpreted: bool | None = None) -> Table:
        """The game a save describes; refuses one whose replay does not end where it did."""
        game = save.rules()
        box = save.box_for(game)
        table = cls._set_up(game, save.without_actions(), box, engine_for(game, interpreted=interpreted))
        save.replay_into(table)
        return table

    @classmethod
    def replay(cls, path: str | Path, *, interpreted: bool | None = None) -> Iterator[Table]:
        """Walk through a saved game: the same table after the set-up and after each action."""
        save = read_save(Path(path))
        cls.from_save(save, interpreted=interpreted)  # refuses a file that does not replay
        return cls._walk(save, engine_for(save.rules(), interpreted=interpreted))

    @classmethod
    def _walk(cls, save: Save, engine: Engine) -> Iterator[Table]:
        table = cls._set_up(engine.game, save.without_actions(), save.box_for(engine.game), engine)
        yield table
        for action in save.actions:
            table.play(action)
            yield table

    # ── asking ─────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> Any:
        """The record itself. Read it; change it only through `play`."""
        return self.lean.s

    @property
    def box(self) -> Any:
        """What is printed on the components."""
        return self.lean.box

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state.seats)

    @property
    def player(self) -> int | None:
        """The seat to act; None when the game is over."""
        record = self.lean.s
        return None if record.over else int(record.player)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.lean.s.over)

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return str(self.game.phases[self.state.phase])

    def numbers(self) -> list[int]:
        """The legal actions as bare numbers."""
        legal, self._legal = self._legal, None  # handed out once, so that nobody shares it
        return self.lean.legal() if legal is None else legal

    def legal(self) -> list[Action]:
        """The legal actions: texts that know their number."""
        return [Action(self.game.actions.text(number), number) for number in self.numbers()]

    def view(self, seat: SupportsIndex) -> View:
        """The table as one seat may know it (-1: a spectator)."""
        return self._view(self._viewer(seat))

    def _viewer(self, seat: SupportsIndex) -> int:
        """A seat of this table, or -1."""
        number = whole_number(seat)
        if number is None or not NOBODY <= number < self.players:
            raise complaint(BadSetup, "seat", seat=repr(seat), last=self.players - 1)
        return number

    def _view(self, seat: int) -> View:
        acts = seat == self.player
        return View(
            self.game, self.box, seat, self.lean.seen_by(seat), self.numbers() if acts else (),
            self.notes(seat), self.origin.names,
        )  # fmt: skip

    def notes(self, seat: SupportsIndex | None = None) -> list[tuple[LogNote, ...]]:
        """What happened, as notes: at the set-up and at each action; as one seat may read them (-1: a
        spectator), or all of it."""
        if seat is None:
            return [self._opening, *(turn.notes for turn in self._turns)]
        viewer = self._viewer(seat)
        read = self._read.setdefault(viewer, [])
        if not read:
            read.append(tuple(note.seen_by(viewer) for note in self._opening))
        for turn in self._turns[len(read) - 1 :]:
            read.append(tuple(note.seen_by(viewer) for note in turn.notes))
        return list(read)

    def notes_at(self, step: SupportsIndex) -> tuple[LogNote, ...]:
        """All of what happened at one step: 0 is the set-up, k the k-th action."""
        number = whole_number(step)
        if number is None or not 0 <= number <= len(self._turns):
            raise BadSetup(f"there is no step {step!r}: steps are 0 to {len(self._turns)}")
        return self._turns[number - 1].notes if number else self._opening

    def scores(self) -> list[int]:
        """The points of each seat as they stand."""
        return self.lean.scores()

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        ending = self.game.endings[self.state.ending]
        return Outcome(ending, tuple(self.scores()), tuple(self.lean.ranks()))

    def log(self, language: str = "en", seat: int | None = None) -> list[str]:
        """What happened, in sentences: everything, or what one seat may know."""
        viewer = self.view(NOBODY if seat is None else seat)
        if seat is None:
            viewer.history = [[note._replace(sight=NOBODY) for note in notes] for notes in self.notes()]
        return [sentence for lines in viewer.log(language) for sentence in lines]

    def actions(self) -> list[Action]:
        """The actions played so far."""
        return [Action(self.game.actions.text(turn.action), turn.action) for turn in self._turns]

    def played(self) -> list[int]:
        """The actions played so far as bare numbers."""
        return [turn.action for turn in self._turns]

    def seat_of(self, turn: SupportsIndex) -> int:
        """The seat that played an action, the first one being 0 (the last one -1)."""
        number = whole_number(turn)
        if number is None or not -len(self._turns) <= number < len(self._turns):
            raise BadSetup(f"there is no action number {turn!r}: {len(self._turns)} were played, the first is number 0")
        return self._turns[number].seat

    def digest(self) -> str:
        """A fingerprint of the whole state: equal on every machine for equal games."""
        return state_hash(self.game, self.state)

    def position(self) -> str:
        """The whole position as one line of text, hidden cards and chance included: it is for the owner of the
        table, to paste, to edit and to begin from (`Table.at`)."""
        return write_position(self.game, self.state, self.box)

    # ── advice ─────────────────────────────────────────────────────────────────────────

    def hint(
        self, seat: int | None = None, *, budget: Budget | None = None, count: int = 3, seed: int = 0
    ) -> list[Hint]:
        """The best actions of the seat to act, best first: each with the chance to win, the scores to expect
        and how often it was tried. From what that seat may know, within a budget of the search. There are `count` of
        them, or all the actions there are."""
        from .explain.analysis import hints

        interpreted = not self.lean.engine.compiled
        return hints(self, seat, budget=budget, count=count, seed=seed, interpreted=interpreted)

    def analysis(
        self, *, simulations: int = 1000, seed: int = 0, progress: Callable[[int, int], None] | None = None
    ) -> Analysis:
        """Every decision so far, each judged from what its player knew: the curve of the chances to win, and
        the turning points. `progress(done, all)` is called after each decision."""
        from .explain.analysis import analyse

        return analyse(self, simulations=simulations, seed=seed, progress=progress)

    # ── playing ────────────────────────────────────────────────────────────────────────

    def play(self, *actions: str | SupportsIndex) -> Table:
        """Play actions one after the other, each a text or a number. An illegal one raises
        and changes nothing; the ones before it stand."""
        for action in actions:
            number = action if type(action) is int else self.number_of(action)
            legal = self._recorded(number) if self.keeps_history else self.lean.advance(number)
            if legal is None:
                raise self._refusal(number)
            self._legal = legal
        return self

    def number_of(self, action: str | SupportsIndex) -> int:
        """The number of an action written as a text (legal or not); a text that names none is refused."""
        if isinstance(action, Action) and 0 <= action.number < len(self.game.actions):
            if self.game.actions.text(action.number) == action:
                return action.number
        if isinstance(action, str):
            return self._written(self.game.alias(action) if self.game.alias else action)
        number = whole_number(action)
        if number is None:
            raise IllegalAction(str(action), "an action is a text or a whole number")
        return number

    def _written(self, text: str) -> int:
        """The action with a text: the notation, or what people are shown of an action, a legal one if there is one."""
        try:
            return self.game.actions.number(text)
        except BadNotation:
            if self.game.presentation.display_text is None:
                raise
            wanted, text_of = " ".join(text.split()), self.game.text
            for number in (*self.lean.legal(), *range(len(self.game.actions))):
                if text_of(number) == wanted:
                    return int(number)
            raise

    def _recorded(self, number: int) -> list[int] | None:
        """Play an action and remember how to take it back; None if it is not legal."""
        position, turns = self.lean, len(self._turns)
        before, seat = copy_of(position.s), int(position.s.player)
        self._legal = None
        try:
            legal = position.advance(number)
            if legal is not None:
                self._turns.append(_Turn(number, seat, bool(position.s.irreversible), notes_of(position.s)))
                self._before.append(before)
                self._undone.clear()
        except BaseException:  # whatever stopped it in the middle: nothing has happened
            del self._turns[turns:]
            if self._before and self._before[-1] is before:
                self._before.pop()
            self._restore(before)
            raise
        return legal

    def _refusal(self, number: int) -> IllegalAction:
        view = self.view(int(self.state.player))
        view.reader = NOBODY  # who asks is not known: the player is named
        why = view.why_not(number) or NOT_NOW
        text = self.game.actions.called(number)
        options = view.legal()
        shown = ", ".join(options[:8]) + (f" and {len(options) - 8} more" if len(options) > 8 else "")
        hint = f"{view.names()[view.seat]} may play: {shown}" if options else ""
        say = partial(view.say_reason, why)
        return IllegalAction(text, say("en"), rule=why.rule, hint=hint, say=say)

    def undo(self, *, force: bool = False) -> Table:
        """Take back the last action. Free as long as it told nobody anything new; `force`
        takes back anything (for analysis)."""
        problem = self._why_no_undo(force=force)
        if problem:
            raise NothingToUndo(problem)
        if not self._before:
            self._find_positions()
        turn = self._turns.pop()
        self._restore(self._before.pop())
        for read in self._read.values():
            del read[len(self._turns) + 1 :]
        self._undone.append((turn.action, turn.seat))
        return self

    def undo_turn(self, seat: SupportsIndex | None = None) -> Table:
        """Take back all the last actions of the seat that acted last (or of this seat), one after the other, up to
        another player's action or one that told somebody something new."""
        if not self.undoable(seat):
            raise NothingToUndo(self._why_no_undo() or f"the last action was not one of seat {seat}")
        for _ in range(self.undoable(seat)):
            self.undo()
        return self

    def undoable(self, seat: SupportsIndex | None = None) -> int:
        """How many actions `undo` takes back one after the other: the last ones of one seat (of this seat)."""
        turns = self._turns
        if not self.can_undo(seat):
            return 0
        last = takewhile(lambda turn: turn.seat == turns[-1].seat and not turn.irreversible, reversed(turns))
        return sum(1 for _ in last)

    def undoable_through(self, seat: SupportsIndex) -> tuple[int, int]:
        """How many of the last actions a seat takes back to be before its own last action, and to be before all those
        it made in a row then. None of them told anybody anything new; the others' answers to it are among them."""
        viewer = self._viewer(seat)
        free = [turn.seat == viewer for turn in takewhile(lambda turn: not turn.irreversible, reversed(self._turns))]
        if not self.keeps_history or True not in free:
            return 0, 0
        answers = free.index(True)
        own = sum(1 for _ in takewhile(bool, free[answers:]))
        return answers + 1, answers + own

    def view_before(self, count: SupportsIndex) -> tuple[View, int]:
        """The table before the last `count` actions, as the seat that acted then saw it, and the action it chose."""
        number = whole_number(count)
        if number is None or not 1 <= number <= len(self._turns):
            raise BadSetup(f"there is nothing before the last {count!r} actions: {len(self._turns)} were played")
        if len(self._before) < number:
            self._before.clear()
            self._find_positions()
        turn = self._turns[-number]
        position = Position(self.game, box=self.box, engine=self.lean.engine, s=copy_of(self._before[-number]))
        seen = position.seen_by(turn.seat)
        return View(self.game, self.box, turn.seat, seen, [turn.action], (), self.origin.names), turn.action

    def can_undo(self, seat: SupportsIndex | None = None) -> bool:
        """Whether `undo` takes the last action back (by this seat: only its own)."""
        if seat is not None and self._viewer(seat) not in {turn.seat for turn in self._turns[-1:]}:
            return False
        return not self._why_no_undo()

    def _why_no_undo(self, *, force: bool = False) -> str:
        """What stands against taking back the last action; nothing: it can be taken back."""
        if not self.keeps_history:
            return "this table keeps no history; make it with history=True"
        if not self._turns:
            return "nothing has been played yet"
        turn = self._turns[-1]
        if force:
            return ""
        if self._undone and turn.seat != self._undone[-1][1]:
            return "the action before was another player's"
        if turn.irreversible:
            text = self.game.actions.text(turn.action)
            return f"{text!r} cannot be taken back: something random happened or a hidden card was revealed"
        return ""

    def redo(self) -> Table:
        """Play again what was just taken back."""
        if not self._undone:
            raise NothingToUndo("nothing was taken back")
        *rest, (action, _) = self._undone
        self.play(action)
        self._undone = rest
        return self

    def _find_positions(self) -> None:
        """The states before the last actions, from the beginning of the game."""
        position = self.origin.beginning(self.game, self.box, self.lean.engine)
        for turn in self._turns:
            self._before.append(copy_of(position.s))
            position.push(turn.action)

    def _restore(self, before: Any) -> None:
        self._legal = None
        ctypes.memmove(ctypes.addressof(self.state), ctypes.addressof(before), ctypes.sizeof(before))

    # ── copying and keeping ────────────────────────────────────────────────────────────────────────

    def copy(self) -> Table:
        """An independent table in the same state, with the same chance to come and the same actions to take back."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.lean = self.lean.copy()
        made._turns, made._undone = self._turns[:], self._undone[:]
        made._before = self._before.copy()  # the records in it never change
        made._read = {seat: notes[:] for seat, notes in self._read.items()}
        made._legal = None if self._legal is None else self._legal[:]
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def to_save(self) -> Save:
        """The game so far as a save."""
        if not self.keeps_history:
            raise BadSetup("a table without history cannot be saved; make it with history=True")
        return self.origin.with_actions([str(action) for action in self.actions()], self.digest())

    def save(self, path: str | Path) -> Path:
        """Write the game to a JSON file (whole, or not at all)."""
        return write_save(self.to_save(), Path(path))

    def __repr__(self) -> str:
        origin = self.origin
        if not self.keeps_history or origin.components is not None:
            return f"<Table of {origin.game}, {origin.players} players, ply {self.state.ply}>"
        arguments = [repr(origin.game)]
        if origin.position is not None:
            arguments.append(repr(origin.position))
        else:
            arguments += [f"players={origin.players}", f"seed={origin.seed}"]
            arguments += [f"options={origin.options!r}"] if origin.options else []
        arguments += [f"names={origin.names!r}"] if origin.names else []
        played = f".play({', '.join(repr(str(action)) for action in self.actions())})" if self._turns else ""
        return f"Table.{'new' if origin.position is None else 'at'}({', '.join(arguments)}){played}"

    def __str__(self) -> str:
        """The table as the player to act sees it, as text."""
        seat = NOBODY if self.player is None else self.player
        view = self.view(seat)
        scene = view.scene()
        names = view.names()
        head = scene.ending if self.over else f"{names[seat]}: {scene.prompt.sentence}"
        from .kernel.presentation.text_scene import draw

        return f"{draw(scene)}\n{head}"


def _box(game: Game, components: str | Path | None) -> tuple[Any, str | None, str]:
    """The box of a table, the text of its file where it is not ours, and its fingerprint."""
    if components is None:
        return game.standard_box, None, game.standard_hash
    if not isinstance(components, str | os.PathLike):
        raise BadSetup(f"components are the path of a file, not {components!r}")
    box = game.box_from(components)
    return box, Path(components).read_text(encoding="utf-8"), box_hash(box)


def _by_rules_of(game: Game, position: str) -> Game:
    """The rules a position names, where it names those of another version of this game."""
    named = game_named(position)
    return find_game(named) if named.partition("@")[0] == game.name and named not in (game.name, game.key) else game


def _count(game: Game, players: SupportsIndex | None) -> int:
    """How many play: the fewest, unless given."""
    number = min(game.seats) if players is None else whole_number(players)
    if number is None:
        raise BadSetup(f"players must be a whole number, not {players!r}")
    return number


def _luck(seed: SupportsIndex | None) -> int:
    """A seed: one of the operating system, unless given."""
    number = int.from_bytes(os.urandom(8), "little") if seed is None else whole_number(seed)
    if number is None or not 0 <= number < SEEDS:
        raise complaint(BadSetup, "seed", seed=repr(seed))
    return number


def _check(game: Game, players: int, options: Mapping[str, str], names: Sequence[str] | None) -> None:
    game.check_seats(players, options)
    game.option_numbers(options)
    if names is not None and not good_names(names, players):
        raise BadSetup(f"{players} names are needed, one for each seat, printable and not blank, not {names!r}")

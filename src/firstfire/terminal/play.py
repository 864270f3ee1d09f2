"""A game at the terminal.

The table is shown as the person to act sees it; a move is a number from the list or its
text. With several people at one keyboard the screen asks the next one to sit down before
it shows anything secret.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from ..errors import FirstfireError
from ..kernel.notes import NOBODY
from ..kernel.plain import draw
from ..kernel.words import LANGUAGES, Words
from ..players import Budget, Greedy, Player, hints_for
from ..table import Table
from ..view import View, common_words

SHOWN = 40  # choices listed before "and so many more"
THINKING = Budget(seconds=1.0)


class Quit(Exception):
    """The person wants to stop."""


class TerminalGame:
    """One table, some seats for people, the others for players."""

    def __init__(
        self,
        table: Table,
        players: Sequence[Player | None],
        *,
        language: str = "en",
        file: Path,
        read: Callable[[str], str] | None = None,
        out: TextIO | None = None,
    ) -> None:
        self.table = table
        self.players = players
        self.language = language
        self.file = file
        self.read = read or _prompt
        self.out = out or sys.stdout
        self._logged: dict[int, int] = {}  # how much of the log each person has read
        self._sitting: int | None = None

    @property
    def words(self) -> Words:
        """The words of the chosen language."""
        return common_words(self.language)

    def run(self) -> None:
        """Play to the end, or until the person leaves; the game is always saved."""
        try:
            self._loop()
        except (KeyboardInterrupt, EOFError, Quit):
            self.table.save(self.file)
            self.say("")
            self.say(self.words.say("terminal.goodbye", file=self.file))
            return
        self.table.save(self.file)
        self._finish()

    def _loop(self) -> None:
        while not self.table.over:
            seat = self.table.state.player
            player = self.players[seat]
            if player is None:
                self._ask(seat)
            else:
                view = self.table.view(seat)
                self.table.play(player.choose(view))
            self.table.save(self.file)

    def _people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player is None]

    def _view(self, seat: int) -> View:
        """The table as a person sees it; where several share the screen, nobody is "you"."""
        view = self.table.view(seat)
        if len(self._people()) > 1:
            view.reader = NOBODY
        return view

    def _ask(self, seat: int) -> None:
        """Show the table to a person and carry out what they type, until a move is made."""
        if len(self._people()) > 1 and self._sitting != seat:
            self._wipe()
            name = self.table.view(seat).names(self.language)[seat]
            self.read(self.words.say("terminal.pass_device", seat=name))
        self._sitting = seat
        view = self._view(seat)
        self._show_log(view)
        self._show_table(view)
        self._show_choices(view, SHOWN)
        ply = self.table.state.ply
        while self.table.state.ply == ply and not self.table.over:
            typed = self.read(self.words.say("terminal.ask", seat=view.names(self.language)[seat])).strip()
            self._obey(typed, view)

    def _obey(self, typed: str, view: View) -> None:
        word, _, rest = typed.partition(" ")
        try:
            if not typed:
                return
            if word in _COMMANDS:
                _COMMANDS[word](self, view, rest.strip())
            elif number_in(typed) is not None:
                self._choose(number_in(typed) or 0, view)
            else:
                self.table.play(typed)
        except FirstfireError as error:
            self.say(str(error))

    def _choose(self, choice: int, view: View) -> None:
        if not 1 <= choice <= len(view.numbers):
            self.say(self.words.say("terminal.bad_choice", choice=choice, count=len(view.numbers)))
        else:
            self.table.play(view.numbers[choice - 1])

    # ── what a person may type besides moves ───────────────────────────────────────────

    def _help(self, view: View, rest: str) -> None:
        self.say(self.words.say("terminal.help"))

    def _undo(self, view: View, rest: str) -> None:
        """Take back one's own moves, up to the last point where chance or another spoke."""
        if not self.table.can_undo(view.seat):
            self.say(self.words.say("terminal.nothing"))
            return
        move = self.table.actions()[-1]
        self.table.undo()
        self.say(self.words.say("terminal.undone", move=move))
        for seat, read in self._logged.items():
            self._logged[seat] = min(read, len(self.table.actions()) + 1)

    def _redo(self, view: View, rest: str) -> None:
        self.table.redo()
        self.say(self.words.say("terminal.redone", move=self.table.actions()[-1]))

    def _hint(self, view: View, rest: str) -> None:
        number = Greedy(0, interpreted=True).choose(view)
        self.say(self.words.say("terminal.hint", move=self._choice(view, number)))

    def _think(self, view: View, rest: str) -> None:
        """What the search finds, best first; its compiled rules may have to be made once."""
        self.say(self.words.say("terminal.thinking"))
        for hint in hints_for(view, budget=THINKING):
            move, points = self._choice(view, hint.action.number), round(hint.scores[view.seat])
            self.say("  " + self.words.say("terminal.found", move=move, win=f"{hint.win:.0%}", points=points))

    def _log(self, view: View, rest: str) -> None:
        self._logged[view.seat] = 0
        self._show_log(view)

    def _moves(self, view: View, rest: str) -> None:
        self._show_choices(view, None)

    def _save(self, view: View, rest: str) -> None:
        path = self.table.save(Path(rest) if rest else self.file)
        self.say(self.words.say("terminal.saved", file=path))

    def _speak(self, view: View, rest: str) -> None:
        if rest not in LANGUAGES:
            self.say(", ".join(LANGUAGES))
            return
        self.language = rest
        self._show_table(view)
        self._show_choices(view, SHOWN)

    def _quit(self, view: View, rest: str) -> None:
        raise Quit

    # ── showing ────────────────────────────────────────────────────────────────────────

    def say(self, line: str) -> None:
        """Print a line."""
        print(line, file=self.out, flush=True)

    def _wipe(self) -> None:
        """Clear the screen and what can be scrolled back to: the next person must not read it."""
        if self.out.isatty():
            print("\x1b[2J\x1b[3J\x1b[H", end="", file=self.out, flush=True)

    def _show_log(self, view: View) -> None:
        lines = view.log(self.language)
        for said in lines[self._logged.get(view.seat, 0) :]:
            for sentence in said:
                self.say(f"  · {sentence}")
        self._logged[view.seat] = len(lines)

    def _show_table(self, view: View) -> None:
        scene = view.scene(self.language)
        names = view.names(self.language)
        self.say("")
        self.say(draw(scene))
        counters = [f"{names[c.seat]}: {c.label} {c.value}" for c in scene.counters if c.seat is not None]
        if counters:
            self.say(" · ".join(counters))
        self.say(self.words.say("table.your_turn", seat=names[view.seat], prompt=scene.prompt.sentence))

    def _show_choices(self, view: View, limit: int | None) -> None:
        choices = view.scene(self.language).choices
        for number, choice in enumerate(choices[:limit], 1):
            self.say(f"  {number:3}. {choice.sentence}  [{choice.text}]")
        if limit is not None and len(choices) > limit:
            self.say("  " + self.words.say("terminal.more", count=len(choices) - limit))

    def _choice(self, view: View, action: int) -> str:
        """An action as it stands in the list of choices."""
        place = view.numbers.index(action)
        return f"{place + 1}. {view.scene(self.language).choices[place].sentence}"

    def _finish(self) -> None:
        outcome = self.table.outcome()
        people = self._people()
        view = self._view(people[0] if people else -1)
        self._show_log(view)
        self.say("")
        self.say(draw(view.scene(self.language)))
        for line in result_lines(self.table, self.language):
            self.say(line)
        assert outcome is not None


def result_lines(table: Table, language: str) -> list[str]:
    """How a game ended, in sentences."""
    outcome = table.outcome()
    if outcome is None:
        return []
    words = common_words(language)
    names = table.view(-1).names(language)
    ending = table.game.words(language, table.box).say(f"ending.{outcome.ending}")
    lines = [words.say("table.over", ending=ending)]
    order = sorted(range(table.players), key=lambda seat: outcome.ranks[seat])
    lines += [f"  {outcome.ranks[seat]}. {names[seat]}: {outcome.scores[seat]}" for seat in order]
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        lines.append(words.say("table.winner", seat=winners[0]))
    elif winners:
        lines.append(words.say("table.winners", seats=", ".join(winners)))
    return lines


_COMMANDS: dict[str, Callable[[TerminalGame, View, str], None]] = {
    "?": TerminalGame._help,
    "help": TerminalGame._help,
    "u": TerminalGame._undo,
    "r": TerminalGame._redo,
    "h": TerminalGame._hint,
    "t": TerminalGame._think,
    "l": TerminalGame._log,
    "m": TerminalGame._moves,
    "s": TerminalGame._save,
    "lang": TerminalGame._speak,
    "q": TerminalGame._quit,
}


def number_in(typed: str) -> int | None:
    """The number somebody typed, if it is a plain one."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None


def _prompt(text: str) -> str:
    return input(text)


def watch(path: Path, language: str, read: Callable[[str], str] | None = None, out: TextIO | None = None) -> None:
    """Walk through a saved game move by move."""
    read, out = read or _prompt, out or sys.stdout
    words = common_words(language)
    saved = Table.load(path, interpreted=True)
    moves = saved.actions()
    at = 0
    while True:
        table = _at_move(path, at)
        view = table.view(-1)
        names = view.names(language)
        print(draw(view.scene(language)), file=out)
        if at:
            actor = names[table._turns[-1].seat]
            print(words.say("terminal.step", number=at, count=len(moves), seat=actor, move=moves[at - 1]), file=out)
            for sentence in view.log(language)[-1]:
                print(f"  · {sentence}", file=out)
        if at == len(moves):
            print(words.say("terminal.end_of_log"), file=out)
            for line in result_lines(table, language):
                print(line, file=out)
        try:
            typed = read(words.say("terminal.next") + " ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if typed == "q" or (at == len(moves) and typed == ""):
            return
        if typed == "b":
            at = max(0, at - 1)
        elif (wanted := number_in(typed)) is not None:
            at = min(len(moves), wanted)
        else:
            at = min(len(moves), at + 1)


def _at_move(path: Path, count: int) -> Table:
    for at, table in enumerate(Table.replay(path, interpreted=True)):
        if at == count:
            return table
    raise FirstfireError(f"the game has fewer than {count} moves")  # pragma: no cover - count is bounded

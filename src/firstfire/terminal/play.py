"""A game at the terminal.

A person reads what happened, what changed on the table, and what may be done: a number of the list, or the text
of an action. The whole table is shown when a turn begins and it fits on the screen, when a round begins, and
when somebody asks (see `commands`). With several people at one keyboard the screen asks the next one to sit
down before it shows anything secret.
"""

from __future__ import annotations

import shlex

from ..errors import BadNotation, FirstfireError, IllegalAction
from ..games.folders import folder_of
from ..kernel.presentation.complaints import error_sentence
from ..kernel.presentation.why_not import Reason
from ..kernel.rules.notes import NOBODY
from ..view import View
from .choosing import numbers_in
from .commands import COMMANDS, Quit, command_named, is_all, nearest
from .keeping import short_name
from .results import result_lines
from .screen import Screen

REPEATED = 50  # how often one line may play the same thing


class TerminalGame(Screen):
    """One table, some seats for people, the others for players."""

    def run(self) -> None:
        """Play to the end, or until the person leaves; the game is always saved."""
        try:
            self._loop()
        except (KeyboardInterrupt, EOFError, Quit):
            self.table.save(self.file)
            self.page.say()
            self.tell("goodbye")
            folder = folder_of(self.table.game.name)
            found_in = "" if folder is None else f"{shlex.quote(str(folder))} "
            self.page.write([f"  firstfire play {found_in}--resume {shlex.quote(short_name(self.file))}"])
            return
        finally:
            if self.preparation is not None:
                self.preparation.stop()
        self.table.save(self.file)
        self._finish()

    def _loop(self) -> None:
        while not self.table.over:
            seat = self.table.state.player
            player = self.players[seat]
            if player is None:
                self._ask(seat)
            else:
                self.turn += 1
                self.prepared()
                self.table.play(player.choose(self.table.view(seat)))
            self.table.save(self.file)

    def prepared(self) -> None:
        """Wait until the opponents can think, and say so; a person who waits alone has the table to read."""
        if self.preparation is None:
            return
        if not self.preparation.done and len(self.people()) == 1:
            view = self.view(self.people()[0])
            self.show_news(view, view.scene(self.language))
        self.preparation.wait(self.page, self.words)

    # ── asking ─────────────────────────────────────────────────────────────────────────

    def _ask(self, seat: int) -> None:
        """Show what is new to a person and carry out what they type, until a move is made."""
        if self._sitting != seat:
            self.turn += 1
            if len(self.people()) > 1:
                self._hand_over(seat)
        self._sitting = seat
        view = self.view(seat)
        scene = view.scene(self.language)
        self.numbering.renew(seat, self.turn, view.state.phase, self.table.game, view.numbers)
        self.show_news(view, scene)
        self.show_question(view, scene)
        self.shown_turn = self.turn
        ply = self.table.state.ply
        while self.table.state.ply == ply and not self.table.over:
            self._obey(self.read(self.words.say("terminal.ask", seat=view.names(self.language)[seat])).strip(), view)

    def _hand_over(self, seat: int) -> None:
        self.page.wipe()
        self.forget_shown(seat)  # the screen is empty: the whole table again
        name = self.table.view(seat).names(self.language)[seat]
        self.read(self.words.say("terminal.pass_device", seat=name))

    def _obey(self, typed: str, view: View) -> None:
        try:
            if not typed:
                self.show_question(view, view.scene(self.language))
            elif (numbers := numbers_in(typed)) is not None:
                self._choose(numbers, view)
            elif (number := self._repeated(typed)) is not None:
                self._play_all(number, view)
            else:
                self._play_or_command(typed, view)
        except IllegalAction as error:
            self.page.say(error.sentence(self.language))
        except FirstfireError as error:
            self.page.say(error_sentence(error, self.language))

    def _repeated(self, typed: str) -> int | None:
        """The number of `3 all`."""
        number, _, word = typed.partition(" ")
        found = numbers_in(number) if is_all(word.strip(), self.words) else None
        return found[0] if found and len(found) == 1 else None

    def _play_or_command(self, typed: str, view: View) -> None:
        """The text of an action goes before a command of the same name."""
        try:
            action = self.table.number_of(typed)
        except BadNotation:
            name, rest = command_named(typed, self.words)
            if name:
                COMMANDS[name](self, view, rest)
            else:
                self._unknown(typed, view)
            return
        self._try([action], view)

    def _unknown(self, typed: str, view: View) -> None:
        shown = typed if len(typed) <= 60 else f"{typed[:60]}…"
        shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
        self.tell("unknown", typed=shown)
        if near := nearest(typed, [str(action) for action in view.legal()], self.words):
            self.tell("near", near=near)

    def _choose(self, numbers: list[int], view: View) -> None:
        actions = []
        for number in numbers:
            action = self.numbering.action(number)
            if action is None:
                known = [known for known, _ in self.numbering.listed]
                return self.tell("bad_choice", choice=number, low=min(known), high=max(known))
            actions.append(action)
        return self._try(actions, view)

    def _try(self, actions: list[int], view: View) -> None:
        """Play actions in a row, as far as they can be played; say why not."""
        for place, action in enumerate(actions):
            why = self.view(view.seat).why_not(action)
            if self.table.player != view.seat or why is not None:
                if place:
                    left = [self.sentence(view, other) for other in actions[place:]]
                    self.tell("not_played", moves=" · ".join(left))
                if why is not None and self.table.player == view.seat:
                    self._refuse(why, view.seat)
                return
            self.table.play(action)

    def _refuse(self, why: Reason, seat: int) -> None:
        """Say why not; the rule behind it where `rules` can open it."""
        said = self.view(seat).say_reason(why, self.language)
        book = self.table.game.book(self.language, self.table.box)
        cited = book is not None and book.rule(why.rule) is not None
        self.page.say(f"{said} [{self.words.say('command.rules').split()[0]} {why.rule}]" if cited else said)

    def _play_all(self, number: int, view: View) -> None:
        """Play the same thing again and again while it may be played and the same is asked."""
        action = self.numbering.action(number)
        if action is None:
            return self._choose([number], view)
        phase = self.table.phase
        for _ in range(REPEATED):
            self.table.play(action)
            if self.table.player != view.seat or self.table.phase != phase or action not in self.table.numbers():
                return None
        return None

    def _finish(self) -> None:
        people = self.people()
        view = self.view(people[0] if people else NOBODY)
        scene = view.scene(self.language)
        self.show_log(view)
        self.show_table(view, scene)
        self.page.say()
        self.page.write(result_lines(self.table, self.language, self.page.width, reader=view.reader))
        self.tell("kept", file=self.file)

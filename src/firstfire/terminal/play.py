"""A game at the terminal.

A person reads what happened, what changed on the table, and what may be done: a number of the list, or the text
of an action. The whole table is shown when a turn begins and it fits on the screen, when a round begins, and
when somebody asks (see `commands`). With several people at one keyboard the screen asks the next one to sit
down before it shows anything secret.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from ..errors import BadNotation, FirstfireError, IllegalAction
from ..games.folders import folder_of
from ..kernel.complaints import complained
from ..kernel.notes import NOBODY
from ..kernel.reasons import Reason
from ..kernel.scene import Scene
from ..kernel.sections import without_rule_ids
from ..kernel.sentences import action_sentence
from ..kernel.text_scene import Block, block_lines, blocks, changes, colon_of, counter_line, seat_lines, sticky
from ..kernel.words import Words
from ..players import Player
from ..table import Table
from ..view import View, common_words
from .choosing import Numbering, numbers_in, some_of_each
from .commands import COMMANDS, Quit, command_named, is_all, nearest
from .keeping import short_name
from .page import BOLD, DIM, Page
from .preparing import Preparation
from .results import result_lines

SHOWN = 40  # choices listed before "and so many more"
REPEATED = 50  # how often one line may play the same thing
FEW = 4  # choices whose cards are explained at once
SHORTEST_TITLE = 4  # letters of a card's name that is looked for in what is told


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
        preparation: Preparation | None = None,
    ) -> None:
        self.table = table
        self.players = players
        self.language = language
        self.file = file
        self.read = read or input
        self.page = Page(out)
        self.preparation = preparation
        self.numbering = Numbering()
        self.written = {file.resolve()}  # the files that are this game's
        self._turn = 0  # counts turns: they begin when somebody else has acted
        self._shown_turn = -1  # the last turn a person was asked in
        self._logged: dict[int, int] = {}  # how much of the log each person has read
        self._seen: dict[int, tuple[list[Block], str]] = {}  # the table as each person read it last, and its counters
        self._explained: dict[int, set[str]] = {}  # the cards each person has been told about
        self._sitting: int | None = None

    @property
    def words(self) -> Words:
        """The words of the chosen language."""
        return common_words(self.language)

    def tell(self, key: str, **values: object) -> None:
        """Say a sentence of the terminal."""
        self.page.say(self.words.say(f"terminal.{key}", **values))

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
                self._turn += 1
                self.prepared()
                self.table.play(player.choose(self.table.view(seat)))
            self.table.save(self.file)

    def prepared(self) -> None:
        """Wait until the opponents can think, and say so; a person who waits alone has the table to read."""
        if self.preparation is None:
            return
        if not self.preparation.done and len(self.people()) == 1:
            view = self.view(self.people()[0])
            self._show_news(view, view.scene(self.language))
        self.preparation.wait(self.page, self.words)

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def view(self, seat: int) -> View:
        """The table as a person sees it; where several share the screen, nobody is "you"."""
        view = self.table.view(seat)
        if len(self.people()) > 1:
            view.reader = NOBODY
        return view

    # ── asking ─────────────────────────────────────────────────────────────────────────

    def _ask(self, seat: int) -> None:
        """Show what is new to a person and carry out what they type, until a move is made."""
        if self._sitting != seat:
            self._turn += 1
            if len(self.people()) > 1:
                self._hand_over(seat)
        self._sitting = seat
        view = self.view(seat)
        scene = view.scene(self.language)
        self.numbering.renew(seat, self._turn, view.state.phase, self.table.game, view.numbers)
        self._show_news(view, scene)
        self.show_question(view, scene)
        self._shown_turn = self._turn
        ply = self.table.state.ply
        while self.table.state.ply == ply and not self.table.over:
            self._obey(self.read(self.words.say("terminal.ask", seat=view.names(self.language)[seat])).strip(), view)

    def _hand_over(self, seat: int) -> None:
        self.page.wipe()
        self._seen.pop(seat, None)  # the screen is empty: the whole table again
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
            self.page.say(complained(error, self.language))

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

    # ── showing ────────────────────────────────────────────────────────────────────────

    def _show_news(self, view: View, scene: Scene) -> None:
        """What happened since this person looked, then the table: what changed, or all of it."""
        told = self.show_log(view)
        before, counters = self._seen.get(view.seat, ([], ""))
        now, line = blocks(scene, self.page.width, self.language), counter_line(scene.counters)
        fits = len(block_lines(now, self.page.width)) < self.page.height - 8
        new_round = line.split(" · ")[0] != counters.split(" · ")[0]  # the first counter counts them
        if not before or new_round or (fits and self._turn != self._shown_turn):
            self.show_table(view, scene)
        else:
            rows = [*block_lines(changes(before, now), self.page.width - 2), *([line] if line != counters else [])]
            self.page.write([f"  {row}" for row in rows])
            self._seen[view.seat] = now, line
        few = [choice.sentence for choice in scene.choices] if len(scene.choices) <= FEW else []
        self._explain(view, scene, [*told, scene.prompt.sentence, *few])

    def show_table(self, view: View, scene: Scene) -> None:
        """The whole table."""
        now, line = blocks(scene, self.page.width, self.language), counter_line(scene.counters)
        self._seen[view.seat] = now, line
        self.page.say()
        self.page.write(block_lines(now, self.page.width))
        self.page.say(
            " · ".join([*([line] if line else []), *seat_lines(scene, view.names(self.language), self.language)])
        )

    def show_log(self, view: View) -> list[str]:
        """What was told since this person read last."""
        lines = view.log(self.language)
        told = [sentence for said in lines[self._logged.get(view.seat, 0) :] for sentence in said]
        for sentence in told:
            self.page.say(sentence, before="  · ")
        self._logged[view.seat] = len(lines)
        return told

    def _explain(self, view: View, scene: Scene, told: list[str]) -> None:
        """The text of each open card that is spoken of for the first time."""
        known = self._explained.setdefault(view.seat, set())
        cards = {look.id: look for look in scene.looks if look.shape == "card"}
        texts: dict[str, set[str]] = {}
        for piece in scene.pieces:
            if piece.look in cards and piece.face_up and piece.tip:
                texts.setdefault(piece.label or cards[piece.look].alt, set()).add(piece.tip)
        for name, tips in texts.items():
            if len(name) < SHORTEST_TITLE or len(tips) > 1 or tips <= known:  # a name of several is no title
                continue
            if any(name in sentence for sentence in told):
                known.update(tips)
                tip = without_rule_ids(tips.pop())
                if any(tip.rstrip(".") in sentence for sentence in told):
                    continue
                self.page.say(
                    tip if tip.startswith(name) else f"{name}{colon_of(self.language)}{tip}", before="    ", style=DIM
                )

    def show_question(self, view: View, scene: Scene, limit: int | None = SHOWN) -> None:
        """Where the game stands, what is asked, and the choices."""
        self.page.say()
        if scene.prompt.step:
            self.page.say(without_rule_ids(scene.prompt.step), style=DIM)
        name, asked = view.names(self.language)[view.seat], scene.prompt.sentence
        if len(self.people()) == 1:
            asked = self.words.say("terminal.asked_you", prompt=asked)
        elif name not in asked:
            asked = self.words.say("terminal.asked", seat=name, prompt=asked)
        self.page.say(asked, style=BOLD)
        self.show_choices(scene, limit)

    def show_choices(self, scene: Scene, limit: int | None = SHOWN) -> None:
        """The list of choices."""
        choices = {choice.action: choice for choice in scene.choices}
        listed = self.numbering.listed
        kinds = [self.table.game.actions.find(action)[0].name for _, action in listed]
        shown = listed if limit is None or len(listed) <= limit else some_of_each(listed, kinds, limit)
        hidden = Counter(kinds) - Counter(kind for pair, kind in zip(listed, kinds, strict=True) if pair in set(shown))
        for place, (number, action) in enumerate(shown):
            choice = choices[action]
            text = sticky(f"[{choice.text}]", self.page.width - 8)
            self.page.say(f"{choice.sentence}  {text}", before=f"  {number:3}. ")
            kind = kinds[listed.index((number, action))]
            following = shown[place + 1 : place + 2]
            if hidden[kind] and not (following and kinds[listed.index(following[0])] == kind):
                self.page.say(self.words.say("terminal.more_like", count=hidden[kind]), before="       ", style=DIM)
        if len(listed) > len(shown):
            self.page.say(self.words.say("terminal.more", count=len(listed) - len(shown)), before="  ")

    def choice_line(self, view: View, action: int) -> str:
        """An action as it stands in the list of choices."""
        scene = view.scene(self.language)
        sentence = next(choice.sentence for choice in scene.choices if choice.action == action)
        return f"{self.numbering.number(action)}. {sentence}"

    def sentence(self, view: View, action: int) -> str:
        """An action in words."""
        words = self.table.game.words(self.language, self.table.box)
        return action_sentence(self.table.game, words, action, view.names(self.language))

    def forget_shown(self, seat: int) -> None:
        """Let the next page be a whole one (in another language, say)."""
        self._seen.pop(seat, None)

    def unread(self, seat: int, count: int) -> None:
        """The log of a person goes on after so many entries."""
        self._logged[seat] = count

    def read_up_to(self, recent: int) -> None:
        """Everybody has read the log but for the last moves: what led here is told again, not the whole game."""
        moves = len(self.table.actions())
        if moves > recent:
            self.tell("earlier", count=moves - recent)
        for seat in self.people():
            self._logged[seat] = max(0, moves + 1 - recent)

    def taken_back(self) -> None:
        """The log is shorter now."""
        for seat, read in self._logged.items():
            self._logged[seat] = min(read, len(self.table.actions()) + 1)

    def _finish(self) -> None:
        people = self.people()
        view = self.view(people[0] if people else NOBODY)
        scene = view.scene(self.language)
        self.show_log(view)
        self.show_table(view, scene)
        self.page.say()
        self.page.write(result_lines(self.table, self.language, self.page.width, reader=view.reader))
        self.tell("kept", file=self.file)

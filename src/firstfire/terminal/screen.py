"""The screen of a game at the terminal: what each person has read, and how the rest is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from ..kernel.presentation.scene import Scene
from ..kernel.presentation.sections import without_rule_ids
from ..kernel.presentation.text_scene import (
    ZoneText,
    block_lines,
    blocks,
    changes,
    colon_of,
    counter_line,
    seat_lines,
    sticky,
)
from ..kernel.presentation.words import Words
from ..kernel.rules.notes import NOBODY
from ..kernel.viewer.sentences import action_sentence
from ..players import Player
from ..table import Table
from ..view import View, common_words
from .choosing import Numbering, some_of_each
from .page import BOLD, DIM, TextPage
from .preparing import Preparation

SHOWN = 40  # choices listed before "and so many more"
FEW = 4  # choices whose cards are explained at once
SHORTEST_TITLE = 4  # letters of a card's name that is looked for in what is told


class Screen:
    """A table that people look at in turn; commands show parts of it (commands.py), play.py asks."""

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
        self.page = TextPage(out)
        self.preparation = preparation
        self.numbering = Numbering()
        self.written = {file.resolve()}  # the files that are this game's
        self.turn = 0  # counts turns: they begin when somebody else has acted
        self.shown_turn = -1  # the last turn a person was asked in
        self._logged: dict[int, int] = {}  # how much of the log each person has read
        self._seen: dict[
            int, tuple[list[ZoneText], str]
        ] = {}  # the table as each person read it last, and its counters
        self._explained: dict[int, set[str]] = {}  # the cards each person has been told about
        self._sitting: int | None = None

    @property
    def words(self) -> Words:
        """The words of the chosen language."""
        return common_words(self.language)

    def tell(self, key: str, **values: object) -> None:
        """Say a sentence of the terminal."""
        self.page.say(self.words.say(f"terminal.{key}", **values))

    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    def view(self, seat: int) -> View:
        """The table as a person sees it; where several share the screen, nobody is "you"."""
        view = self.table.view(seat)
        if len(self.people()) > 1:
            view.reader = NOBODY
        return view

    def show_news(self, view: View, scene: Scene) -> None:
        """What happened since this person looked, then the table: what changed, or all of it."""
        told = self.show_log(view)
        before, counters = self._seen.get(view.seat, ([], ""))
        now, line = blocks(scene, self.page.width, self.language), counter_line(scene.counters)
        fits = len(block_lines(now, self.page.width)) < self.page.height - 8
        new_round = line.split(" · ")[0] != counters.split(" · ")[0]  # the first counter counts them
        if not before or new_round or (fits and self.turn != self.shown_turn):
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

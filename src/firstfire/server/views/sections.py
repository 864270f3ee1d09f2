"""View model: what one seat may see of a table, as JSON sections.

Scenes, choices and log lines come from the redacted view of the seat only, and are made
once for all viewers of the same seat, language and reader: the seat that is "you" in them (NOBODY for
a spectator, and where one screen serves several seats).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.positions.aside import aside
from ...kernel.presentation.memo import frozen, trimmed, written
from ...kernel.presentation.scene import Scene
from ...kernel.rules.notes import NOBODY
from ...kernel.viewer.drawing import chains, choice_rows, draw_table
from ...kernel.viewer.sentences import Names, choice_sentences
from ...view import View, seat_names
from ..protocol.json_text import to_json
from ..store.story import Story
from .descriptions import words_of
from .finality import final_actions, idle_action, is_forced
from .logbook import LogPages, happening_line, written_lines

Known = dict[str, tuple[object, bytes]]  # a section as it was drawn, and its JSON
PARTS = ("zones", "looks", "pieces", "counters", "choices", "chains", "lists")  # of a scene, each with its own JSON
FIELDS = ("game", "seats", "viewer", "size", "tall", "prompt", *PARTS, "colours", "over", "ending", "phase", "quiet")
SAID_KEPT = 16  # sentences of actions that may be taken back, in all languages
Log = tuple[list[int], LogPages]  # event numbers, and the lines of each


class DrawnSections:
    """The drawn pictures of one story, kept until the story goes on."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self._views: dict[int, View] = {}
        self._scenes: dict[tuple[int, str, int], dict[str, bytes]] = {}
        self._final: dict[int, list[int]] = {}
        self._said: dict[tuple[int, str, int], str] = {}  # what actions did that may be taken back
        self._logs: dict[tuple[int, str, int], Log] = {}
        self._known: dict[tuple[int, str, int], Known] = {}  # the last scene of each, for what did not change since
        self._names: dict[tuple[str, int], Names] = {}  # of a game that has begun: they stay
        self._drawn_at = -1  # how many events there were

    def names(self, language: str, reader: int) -> Names:
        """What the players are called, for a reader."""
        key = (language, reader)
        if key not in self._names:
            table = self.story.table
            assert table is not None
            self._names[key] = Names(seat_names(table.origin.names, table.players, language), reader)
        return self._names[key]

    def view(self, seat: int) -> View:
        """The redacted view of a seat, now (without its history: the log has that)."""
        self._renew()
        if seat not in self._views:
            table = self.story.table
            assert table is not None
            numbers = table.numbers() if seat == table.player else []
            state = table.lean.seen_by(seat)
            if self.story.is_aside(seat):
                chosen = self.story.sealed[seat]
                state, numbers = aside(table.game, table.box, table.lean.engine, state, seat, chosen)
            self._views[seat] = View(table.game, table.box, seat, state, numbers, (), table.origin.names)
        return self._views[seat]

    def asks(self, seat: int) -> bool:
        """Whether the person of a seat has something to choose now (where a bot plays for them, it chooses)."""
        if seat < 0 or self.story.player is None or self.story.chairs[seat].kind != "person":
            return False
        return bool(self.view(seat).numbers)

    def final(self, seat: int) -> list[int]:
        """The legal actions of a seat that could not be taken back."""
        view = self.view(seat)
        if seat not in self._final:
            assert self.story.table is not None
            # What the others chose aside is played as soon as the seat that is asked is done.
            followed = seat == self.story.player and any(self.story.sealed)
            self._final[seat] = final_actions(view, self.story.table.lean.engine, followed=followed)
        return self._final[seat]

    def said_before(self, count: int, language: str, reader: int) -> str:
        """What the first of the last `count` actions did, as its choice said it then."""
        table, key = self.story.table, (self.story.serials[-count], language, reader)
        if key not in self._said and table is not None:
            view, action = table.view_before(count)
            words, names = words_of(table.game, language), self.names(language, reader)
            if len(self._said) >= SAID_KEPT:
                self._said.clear()
            [self._said[key]] = choice_sentences(table.game, view.state, frozen(view.box), words, names, [action])
        return self._said[key]

    def forced(self, seat: int) -> bool:
        """Whether a seat has only one choice, and everybody knows that."""
        return len(self.view(seat).numbers) == 1 and is_forced(self.view(seat), self.view(NOBODY))

    def idle(self, seat: int) -> int | None:
        """The action that a seat need not be asked for: it passes, and can be taken back."""
        action = idle_action(self.view(seat), self.view(NOBODY))
        return None if action is None or action in self.final(seat) else action

    def scene(self, seat: int, language: str, reader: int = NOBODY) -> dict[str, bytes] | None:
        """The scene as one seat sees it, section by section; None before the game begins."""
        self._renew()
        if self.story.table is None:
            return None
        key = (seat, language, reader)
        if key not in self._scenes:
            self._scenes[key] = self._drawn(seat, language, reader)
        return self._scenes[key]

    def _drawn(self, seat: int, language: str, reader: int) -> dict[str, bytes]:
        view, words = self.view(seat), words_of(self.story.game, language)
        game, state, box = view.game, view.state, frozen(view.box)
        names = self.names(language, reader)
        scene = draw_table(game, state, box, seat, words, names)
        made = scene_sections(scene, self._known.setdefault((seat, language, reader), {}))
        if self.asks(seat):  # a scene comes without choices
            made["choices"] = to_json(choice_rows(game, state, box, view.numbers, words, names))
            if chained := chains(game, state, box, view.numbers, words):
                made["chains"] = trimmed(to_json(chained))
        return made

    def log(self, seat: int, language: str, reader: int = NOBODY) -> Log:
        """The log of a seat: the set-up (event number 0), the actions that stand, what befell seats."""
        table = self.story.table
        if table is None:
            return [], LogPages()
        key = (seat, language, reader)
        if key not in self._logs:
            self._logs[key] = [], LogPages()
        serials, lines = self._logs[key]
        happenings, wanted = self.story.happenings, self.story.timeline
        keep = common(serials, wanted)
        if keep < len(serials):
            del serials[keep:]
            lines.cut(keep)
        if keep < len(wanted):
            names = self.names(language, reader)
            words = words_of(table.game, language)
            step = keep - 1
            if keep and happenings:
                step -= sum(number <= wanted[keep - 1] for number in happenings)
            for number in wanted[keep:]:
                serials.append(number)
                if number in happenings:
                    told = [to_json(happening_line(happenings[number], step, language, names))]
                else:
                    step += 1
                    told = written_lines(table.game, words, step, table.notes_at(step), seat, names)
                lines.append(stamped(told, self.story.times[number]))
        return serials, lines

    def _renew(self) -> None:
        if self._drawn_at != self.story.count:
            self._drawn_at = self.story.count
            self._views.clear()
            self._scenes.clear()
            self._final.clear()

    def forget_names(self) -> None:
        """Somebody is called otherwise."""
        self._names.clear()
        self._said.clear()
        self._logs.clear()
        self.forget()

    def forget(self) -> None:
        """The story changed in another way (it began)."""
        self._drawn_at = -1


def common(mine: Sequence[int], theirs: Sequence[int]) -> int:
    """How many entries two lists share at their beginning. Serial numbers only grow, so it
    is enough to look from the end of the shorter one."""
    length = min(len(mine), len(theirs))
    while length and mine[length - 1] != theirs[length - 1]:
        length -= 1
    return length


def stamped(lines: Sequence[bytes], at: int) -> list[bytes]:
    """Lines of the log as JSON, with the time."""
    return [b'%b,"at":%d}' % (line[:-1], at) for line in lines]


def scene_sections(scene: Scene, known: Known | None = None) -> dict[str, bytes]:
    """The fields of a scene as JSON. Parts that were written before are not written again, nor are sections that
    consist of the same parts as those `known` from the last scene."""
    known = {} if known is None else known
    sections, values = {}, vars(scene)
    for name in FIELDS:
        drawn, last = values[name], known.get(name)
        if last is None or (last[0] is not drawn and last[0] != drawn):  # parts that are shared are equal at a glance
            if name in PARTS:
                drawn = drawn if type(drawn) is tuple else [*drawn]  # a list of our own: whatever becomes of theirs
                last = known[name] = drawn, written(drawn, to_json)
            else:
                last = known[name] = drawn, trimmed(to_json(drawn))
        sections[name] = last[1]
    return sections

"""What a person may type besides moves. Each command has its English words and letters, and those of the language."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from ..errors import FirstfireError, NotInBook
from ..explain import Hint, hints_for, tell_reasons
from ..games.folders import written
from ..kernel.engines.engine import engine_for, interpreting
from ..kernel.engines.library import library_for
from ..kernel.presentation.languages import LANGUAGES, format_percent, language_of
from ..kernel.presentation.scene import Scene
from ..kernel.presentation.sections import without_rule_ids
from ..kernel.presentation.text_scene import block_lines, blocks, colon_of, seat_lines
from ..kernel.presentation.words import COMMON, Words, translated
from ..players import Budget, Greedy
from ..view import Action, View, common_words
from .page import BOLD
from .preparing import Preparation
from .results import source_lines
from .rules import RuleReader
from .screen import Screen

THINKING = Budget(seconds=0.5)  # with outlook and lines a second and a half, and more than the spirit looks
ALL = "all"
ROOMY = 70  # letters of a line in which a list has two columns


class Quit(Exception):
    """The person wants to stop."""


def command_named(typed: str, words: Words) -> tuple[str, str]:
    """The command somebody typed, and what follows it; an empty name where it is none."""
    word, _, rest = typed.partition(" ")
    for name in COMMANDS:
        if word.lower() in spelled(name, words):
            return name, rest.strip()
    return "", ""


def spelled(name: str, words: Words) -> list[str]:
    """The ways to write a command: in the language first, then in English."""
    own, english = (common.say(f"command.{name}").split() for common in (words, common_words("en")))
    return list(dict.fromkeys([*own, *english]))


def is_all(word: str, words: Words) -> bool:
    """Whether a word means "as often as it goes"."""
    return word.lower() in spelled(ALL, words)


def nearest(typed: str, actions: list[str], words: Words) -> str:
    """The actions or commands that somebody may have meant."""
    known = [*actions, *(word for name in COMMANDS for word in spelled(name, words) if len(word) > 1)]
    found = difflib.get_close_matches(typed[:100], known, n=3, cutoff=0.6)
    return " · ".join(found)


# ────────────────────────────────────────────────────────────────────────────── the game


def help_(game: Screen, view: View, rest: str) -> None:
    """All commands."""
    game.tell("help")
    languages = _languages(game)
    for name in (*COMMANDS, ALL):
        title = ", ".join(spelled(name, game.words)[:3])
        text = game.words.say(f"command_help.{name}", languages=languages)
        if game.page.width < ROOMY:
            game.page.say(f"{title}{colon_of(game.language)}{text}", before="  ")
        else:
            game.page.say(text, before=f"  {title:<24} ")


def undo(game: Screen, view: View, rest: str) -> None:
    """Take back one's own last move, or (`all`) all up to the last point where chance or another spoke."""
    if not game.table.can_undo(view.seat):
        return game.tell("nothing")
    for _ in range(game.table.undoable(view.seat) if is_all(rest, game.words) else 1):
        move = game.sentence(view, game.table.actions()[-1].number)
        game.table.undo()
        game.tell("undone", move=move)
    return game.taken_back()


def redo(game: Screen, view: View, rest: str) -> None:
    """Play again what was taken back."""
    try:
        game.table.redo()
    except FirstfireError:
        return game.tell("nothing_again")
    return game.tell("redone", move=game.sentence(view, game.table.actions()[-1].number))


def hint(game: Screen, view: View, rest: str) -> None:
    """What a sensible beginner would play."""
    number = Greedy(0, interpreted=True).choose(view)
    game.tell("hint", move=game.choice_line(view, number))
    _reasons(game, view, Hint(Action(view.game.actions.text(number), number), 0.0, (), (), 0), interpreted=True)


def think(game: Screen, view: View, rest: str) -> None:
    """What the search finds, best first; its compiled rules may have to be made once."""
    if game.preparation is None and not interpreting(game.table.game) and library_for(game.table.game) is None:
        game.preparation = Preparation(written(game.table.game))
    if game.preparation is not None:
        game.preparation.wait(game.page, game.words)
    game.tell("thinking")
    own = game.table.game.words(game.language, game.table.box)
    searched = [found for found in hints_for(view, budget=THINKING) if found.scores]
    for rank, found in enumerate(searched):
        points = round(found.scores[view.seat])
        unit = own.say("score.unit", points=points) if "score.unit" in own else game.words.say(
            "terminal.unit", points=points
        )  # fmt: skip
        move, win = game.choice_line(view, found.action.number), format_percent(found.win, game.language)
        line = game.words.say("terminal.found", move=move, win=win, points=unit.replace("-", "−"))
        game.page.say(line, before="  ")
        if not rank:
            _reasons(game, view, found)


def _reasons(game: Screen, view: View, hint: Hint, *, interpreted: bool | None = None) -> None:
    """Why a move, in the game's words."""
    for reason in tell_reasons(view, hint, game.language, engine_for(view.game, interpreted=interpreted)):
        game.page.say(reason.sentence, before="    ")


def save(game: Screen, view: View, rest: str) -> None:
    """Write the game to its file, or to another one that is not there yet."""
    file = Path(rest) if rest else game.file
    with suppress(OSError, RuntimeError, ValueError):  # a path that cannot be is refused below
        file = file.expanduser()
        if file.resolve() not in game.written and file.exists():
            return game.tell("file_exists", file=file)
    path = game.table.save(file)
    game.written.add(path.resolve())
    return game.tell("saved", file=path)


def _languages(game: Screen) -> str:
    """The languages there are; those that are not whole with their share of the sentences of this table."""
    folders = (COMMON, game.table.game.folder / "words")
    said = {code: f"{code} ({format_percent(translated(folders, code) / 100, code)})" for code in LANGUAGES}
    return ", ".join(said[code] if language_of(code).partial else code for code in LANGUAGES)


def language(game: Screen, view: View, rest: str) -> None:
    """Speak another language."""
    if rest not in LANGUAGES:
        return game.tell("languages", languages=_languages(game))
    game.language = rest
    game.forget_shown(view.seat)
    scene = view.scene(rest)
    game.show_table(view, scene)
    return game.show_question(view, scene)


def quit_(game: Screen, view: View, rest: str) -> None:
    """Leave; the game is saved."""
    raise Quit


# ──────────────────────────────────────────────────────────────────────── looking around


def table(game: Screen, view: View, rest: str) -> None:
    """The whole table, and the question again."""
    scene = view.scene(game.language)
    game.show_table(view, scene)
    game.show_question(view, scene)


def moves(game: Screen, view: View, rest: str) -> None:
    """All choices."""
    game.show_choices(view.scene(game.language), None)


def log(game: Screen, view: View, rest: str) -> None:
    """What happened so far: all of it, or the last so many moves."""
    entries = len(view.log(game.language))
    wanted = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else entries
    game.unread(view.seat, max(0, entries - wanted))
    game.show_log(view)


def score(game: Screen, view: View, rest: str) -> None:
    """The points of all as far as everybody sees them, and where one's own come from."""
    for line in seat_lines(view.scene(game.language), view.names(game.language), game.language):
        game.page.say(line, before="  ")
    game.tell("your_points")
    rows = source_lines(view.game, view.state, view.box, view.seat, game.language, game.page.width)
    game.page.write(rows or [f"{_points(view):>6}"])


def _points(view: View) -> int:
    """The points of the seat as they stand, for a game that does not tell where they come from."""
    engine = engine_for(view.game, interpreted=True)
    points = engine.row()
    engine.score(view.state, view.box, points)
    return int(points[view.seat])


def rules(game: Screen, view: View, rest: str) -> None:
    """The chapters of the rulebook, or one of them, or one rule: by its number, its key, words or an id."""
    book = game.table.game.book(game.language, game.table.box, game.table.origin.components)
    if book is None:
        return game.tell("none_here")
    reader = RuleReader(game.page, game.language)
    try:
        reader.show(book, rest)
    except NotInBook as unknown:
        return game.page.say(str(unknown))
    return None if rest else game.tell("rules_how")


def cards(game: Screen, view: View, rest: str) -> None:
    """What lies open, with its text: all cards, or everything whose name has a word in it."""
    rows = card_rows(view.scene(game.language), rest.lower(), colon_of(game.language))
    if not rows:
        return game.tell("none_here")
    for zone, texts in rows.items():
        game.page.say(zone, style=BOLD)
        for text in texts:
            game.page.say(text, before="  - ")
    return None


def card_rows(scene: Scene, wanted: str, colon: str = ": ") -> dict[str, list[str]]:
    """The open cards by zone, each with its text; with a word, every open thing that has it in its name."""
    looks = {look.id: look for look in scene.looks}
    zones = {zone.id: zone for zone in scene.zones}
    found: dict[str, list[str]] = {}
    for piece in [*scene.pieces, *(piece for each in scene.lists for piece in each.pieces)]:
        look, zone = looks[piece.look], zones[piece.zone]
        name = piece.label or look.alt or look.id
        if not piece.face_up or (wanted not in name.lower() if wanted else look.shape != "card"):
            continue
        tip = without_rule_ids(piece.tip)
        badges = f" [{', '.join(piece.badges)}]" if piece.badges else ""
        text = tip if tip.startswith(name) else f"{name}{badges}" + (f"{colon}{tip}" if tip else "")
        board = zones.get(zone.parent)
        title = zone.label or (board.label if board else "")
        if zone.owner is not None and board and board.label not in title:
            title = f"{title}, {board.label}"
        texts = found.setdefault(title, [])
        if text not in texts:
            texts.append(text)
    return found


def links(game: Screen, view: View, rest: str) -> None:
    """What joins two places: each with its ends and what it gives."""
    scene = view.scene(game.language)
    boards = {zone.id for zone in scene.zones if zone.links}
    found = [
        block for block in blocks(scene, game.page.width, game.language) if block.id in boards and not block.picture
    ]
    if not found:
        return game.tell("none_here")
    for block in found:
        for thing in block.things:
            game.page.say(thing, before="  ")
    return None


def map_(game: Screen, view: View, rest: str) -> None:
    """What is drawn as it lies."""
    found = [block for block in blocks(view.scene(game.language), game.page.width, game.language) if block.picture]
    if not found:
        return game.tell("none_here")
    return game.page.write(block_lines(found, game.page.width))


COMMANDS: Mapping[str, Callable[[Screen, View, str], None]] = {
    "help": help_, "table": table, "moves": moves, "log": log, "score": score, "rules": rules, "cards": cards,
    "links": links, "map": map_, "hint": hint, "think": think, "undo": undo, "redo": redo, "save": save,
    "language": language, "quit": quit_,
}  # fmt: skip

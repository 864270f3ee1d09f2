"""Whole games at the keyboard, typed by a script."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firstfire import Table
from firstfire.kernel.presentation.languages import COMPLETE_LANGUAGES, LANGUAGES
from firstfire.kernel.presentation.words import compare_languages
from firstfire.players import Budget, Greedy
from firstfire.terminal import commands
from firstfire.terminal.play import TerminalGame
from firstfire.view import common_words

from .conftest import Play

GAMES = [("totem", 2), ("honga", 2), ("neta_tanka", 2), ("doggerland", 1), ("doggerland", 2), ("prehistory", 2)]


def test_who_gives_up_alone_has_no_place(play: Play) -> None:
    """A lone player wins or loses: there is nobody to come second to."""
    table, pages = play("give up", game="doggerland", players=1)
    assert table.over
    assert re.search(r"The game is over: .*\n  Player 1: 0\n", pages[-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_kind_of_choice_is_hidden_behind_the_many_of_another(play: Play, language: str) -> None:
    """Doggerland's first list has about fifty choices: those of the hut stand at its end."""
    table, pages = play("q", game="doggerland", language=language)
    kinds = {table.game.actions.find(number)[0].name for number in table.numbers()}
    numbers = [table.number_of(text) for text in re.findall(r"\[([^]]+)\]\n", pages[0].partition("   1. ")[2])]
    assert len(numbers) < len(table.numbers())
    assert {table.game.actions.find(number)[0].name for number in numbers} == kinds


def test_a_whole_game_against_a_sensible_beginner(play: Play) -> None:
    table, pages = play(*["1"] * 21)
    assert table.over
    assert "The game is over: the pile is gone." in pages[-1]
    assert re.search(r"\n(You win|Player 2 wins|shared victory: Player 1, Player 2)", pages[-1])
    assert "Player 1 wins" not in pages[-1]
    assert "· Player 2 takes" in "".join(pages)


@pytest.mark.parametrize(("language", "said"), [("en", "Your turn"), ("fr", "À vous"), ("nl", "Jij bent aan de beurt")])
def test_the_table_speaks_its_language_and_says_you(play: Play, language: str, said: str) -> None:
    assert said in play("q", language=language).shown


def test_wrong_words_get_an_answer_and_change_nothing(play: Play) -> None:
    table, pages = play("9", "0", "take 5", "dance", "", "u", "r", "lang xx", "²", "9" * 5000, "s /no/where.json", "q")
    assert table.state.ply == 0
    answers = [" ".join(page.split()) for page in pages[1:]]
    assert answers[0].startswith("There is no choice 9. Type a number of the list (1 to 3)")
    assert answers[1].startswith("There is no choice 0.")
    assert answers[2].startswith("There is no move or command “take 5”")
    assert "Did you mean: take" in answers[2]
    assert answers[3].startswith("There is no move or command “dance”")
    assert "take embers" in answers[4]
    assert answers[5].startswith("Nothing to take back")
    assert answers[6].startswith("Nothing was taken back.")
    known = [code if code in COMPLETE_LANGUAGES else rf"{code} \(\d+\s?%\)" for code in LANGUAGES]
    assert re.match(f"There are: {', '.join(known)}\\.", answers[7])
    assert answers[8].startswith("There is no move or command “²”")
    assert answers[9].startswith("There is no move or command “999")
    assert answers[10].startswith("cannot write")


@pytest.mark.parametrize(
    ("language", "unknown", "refused"),
    [
        ("en", "There is no move or command “foo bar”", "At this point: "),
        ("fr", "Aucun coup ni commande ne s’écrit « foo bar »", "En ce moment : "),
        ("nl", "Geen zet en geen opdracht heet ‘foo bar’", "Op dit moment: "),
    ],
)
def test_what_cannot_be_played_is_refused_in_the_language_of_the_table(
    play: Play, language: str, unknown: str, refused: str
) -> None:
    table, pages = play("foo bar", "pass", "q", game="totem", language=language)
    assert table.state.ply <= 4  # what the opponent placed
    assert " ".join(pages[1].split()).startswith(unknown)
    assert pages[2].startswith(refused)


def test_moves_by_text_hints_help_log_and_language(play: Play) -> None:
    table, pages = play("?", "h", "l", "m", "lang fr", "take 2", "q")
    assert table.actions()[0] == "take 2"
    assert re.search(r"A sensible beginner would play: \d\. Take \d from the pile", pages[2])
    assert "Prendre 2 dans le tas" in pages[5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_answered_under_every_name(play: Play, language: str) -> None:
    words = common_words(language)
    spelled = [word for name in commands.COMMANDS if name != "quit" for word in commands.spelled(name, words)]
    assert len(set(spelled)) == len(spelled), "two commands share a word"
    _, pages = play(*spelled, language=language)
    for word, page in zip(spelled, pages[1:], strict=False):
        assert page.strip(), word
        assert words.say("terminal.unknown", typed=word)[:25] not in page, word
    assert len(pages) == len(spelled) + 2


def test_the_help_names_every_command_in_every_language(play: Play) -> None:
    assert not compare_languages(Path(commands.__file__).parent.parent / "words")
    for language in LANGUAGES:
        page = play("?", "q", language=language).pages[1]
        assert page.count("\n") >= len(commands.COMMANDS)


def test_thinking_shows_chances_and_points(play: Play) -> None:
    table, pages = play("t", "q")
    assert table.state.ply == 0
    assert re.search(r"\d\. Take \d from the pile: wins \d+%, (−1|1) point\n|−?\d+ points", pages[1])


def test_thinking_lists_no_move_that_the_search_left_out(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that soon is sure tries fewer moves than are listed; nobody knows the points of the others."""
    monkeypatch.setattr(commands, "THINKING", Budget(simulations=1))
    _, pages = play("t", "q")
    assert pages[1].count(": wins ") == 1


@pytest.mark.parametrize("leave", ["q", "^C"])
def test_leaving_keeps_the_game(play: Play, tmp_path: Path, leave: str) -> None:
    session = play("take 3", leave)
    assert session.pages[-1].endswith(f"\n  firstfire play --resume {tmp_path / 'game.json'}\n")
    assert bytes(Table.load(tmp_path / "game.json", interpreted=True).state) == bytes(session.table.state)


def test_two_people_at_one_keyboard_are_called_by_their_names(play: Play) -> None:
    _, pages = play("", "1", "", "1", "q", people=2)
    shown = "".join(pages)
    assert "Player 1, take your place" in shown
    assert "Player 2, take your place" in shown
    assert shown.count("a secret one") >= 2
    assert "Player 1 takes embers" in shown
    assert not re.search(r"\b[Yy]ou\b", shown)


def test_undo_at_the_keyboard(play: Play) -> None:
    """With two people the second may not take back the first one's move."""
    table, pages = play("", "take 3", "", "u", "q", people=2)
    assert table.actions() == ["take 3"]
    assert pages[4].startswith("Nothing to take back")


def test_a_whole_turn_is_taken_back_at_the_keyboard(play: Play) -> None:
    """A disc is laid and a hand used: one undo takes the hand back, `undo all` both."""
    before = play("q", game="honga").table.actions()
    one, both = (play("1", "1", typed, "q", game="honga") for typed in ("u", "u all"))
    assert len(one.table.actions()) == len(before) + 1 and one.shown.count("Taken back: ") == 1
    assert both.table.actions() == before and both.shown.count("Taken back: ") == 2


def test_saving_elsewhere_never_overwrites_another_file(play: Play, tmp_path: Path) -> None:
    other, mine = tmp_path / "other.json", tmp_path / "mine.json"
    mine.write_text("mine")
    session = play(f"s {other}", "take 1", f"s {other}", f"s {mine}", "q")
    assert len(Table.load(other, interpreted=True).actions()) == 2
    assert mine.read_text() == "mine"
    assert "exists and is not this game" in session.shown


# ───────────────────────────────────────────────────────────────────── what is shown


def test_the_step_of_the_turn_is_shown(play: Play) -> None:
    assert "Setup · 0 of 4 placed" in play("q", game="totem").pages[0]
    assert "Round 1 of 5 · 6 to place" in play("q", game="neta_tanka").pages[0]


def test_a_small_decision_shows_what_changed_and_not_the_whole_table(play: Play) -> None:
    _, pages = play("1", "table", "q", game="neta_tanka")
    assert "Craft pile (13):" in pages[0]
    changed = pages[1].split("Round 1 of 5")[0]
    assert "1 Timber (+1 generosity" in changed and "red nomad of Player 1" in changed
    assert "Craft pile" not in changed
    assert len(changed.splitlines()) < 15
    assert "Craft pile (13):" in pages[2]


def test_an_event_is_explained_when_it_happens(play: Play) -> None:
    page = " ".join(play("q", game="doggerland", players=1, seed=11).pages[0].split())
    assert page.count("Gnawing hunger”: The clan needs 2 more food this round.") == 1
    assert page.count("The clan needs 2 more food") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "language"),
    [(*game, COMPLETE_LANGUAGES[i % len(COMPLETE_LANGUAGES)]) for i, game in enumerate(GAMES)],
)
def test_a_whole_game_is_short_enough_to_read_and_ends_with_the_sources_of_the_points(
    game: str, players: int, language: str, tmp_path: Path
) -> None:
    """Played by a beginner in the person's seat: beside the choices at most 25 lines for each question."""
    table, asked, out = Table.new(game, players, 11, interpreted=True), 0, io.StringIO()

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        number = Greedy(99, interpreted=True).choose(table.view(0))
        return str(terminal.numbering.number(number))

    seats = [None, *(Greedy(seat, interpreted=True) for seat in range(1, players))]
    terminal = TerminalGame(table, seats, language=language, file=tmp_path / "g.json", read=read, out=out)
    terminal.run()
    shown = out.getvalue()
    assert table.over
    lines = [line for line in shown.splitlines() if not re.match(r" +\d+\. | {7}", line)]
    assert len(lines) < 25 * asked
    outcome = table.outcome()
    assert outcome is not None
    over = common_words(language).say("table.over", ending="").replace("\u00a0", " ")  # a terminal's blanks are plain
    ending = shown[shown.index(over.rstrip(". ")) :]
    for seat in range(players):
        rows = table.game.presentation.breakdown(table.state, table.box, seat, table.game.words(language, table.box))  # type: ignore[misc]
        for label, points in rows:
            told = str(points).replace("-", "−")
            assert not points or " ".join(f"{label} {told}".split()) in " ".join(ending.split())


@pytest.mark.parametrize("width", ["30", "60"])
def test_a_narrow_screen_is_kept(play: Play, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for game, players in GAMES:
        for page in play("?", "map", "links", "cards", "score", "q", game=game, players=players).pages:
            for line in page.removesuffix("Player 1 > ").splitlines():
                word = max(map(len, line.split()), default=0)  # a word is never broken
                assert len(line) <= int(width) or word > int(width) - 13, (game, line)


def test_points_are_told_by_a_game_that_has_no_sources_of_points(play: Play) -> None:
    pages = play("score", "take 3", "score", "q").pages
    first, later = (int(page.split("as they stand:")[1].split()[0]) for page in pages if "as they stand:" in page)
    assert later == first + 3


# ──────────────────────────────────────────────────────────────────── several at once


def test_several_numbers_are_the_choices_of_the_list_that_was_shown(play: Play) -> None:
    _, pages = play("2 4 1 7", "q", game="totem")
    listed = re.findall(r"Place (.*) face down  \[place", pages[0])
    standing = re.search(r"Totems of Player 1: (.*)", pages[1])
    assert standing is not None
    placed = re.findall(r"\d\) \(([^()\[\]]*)", standing[1])
    assert [listed[number - 1] for number in (2, 4, 1, 7)] == placed


def test_numbers_that_can_no_longer_be_played_are_named(play: Play) -> None:
    _, pages = play("1 1", "1-9", "q", game="totem")
    assert "Not played any more: Place" in pages[1]
    assert pages[2].startswith("There is no choice 1.")


def test_a_choice_keeps_its_number_while_the_turn_lasts(play: Play) -> None:
    _, pages = play("3", "q", game="totem")
    before = dict(re.findall(r"(\d+)\. .*\[(place \w+)\]", pages[0]))
    after = dict(re.findall(r"(\d+)\. .*\[(place \w+)\]", pages[1]))
    assert after == {number: text for number, text in before.items() if number != "3"}


def test_ending_a_turn_is_always_zero_and_the_same_again_is_all(play: Play) -> None:
    _, pages = play("lay disc south-west turned 3", "gather berry", "q", game="honga", seed=11)
    assert re.search(r" 0\. End the turn.*\[end turn\]\nPlayer 1 > $", pages[1], re.DOTALL)
    assert re.search(r" 0\. End the turn.*\[end turn\]\nPlayer 1 > $", pages[2], re.DOTALL)
    number = re.search(r"(\d+)\. Search the forest", pages[2])
    assert number is not None
    table, pages = play("lay disc south-west turned 3", f"{number[1]} all", "q", game="honga", seed=11)
    assert table.actions()[-3:] == ["explore forest"] * 3


# ───────────────────────────────────────────────────────────────────────── anything


@pytest.mark.slow
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    lines=st.lists(
        st.one_of(
            st.text(max_size=20),
            st.sampled_from([
                "1", "0", "2 1", "1-3", "3-1", "1 all", "all", "rules", "rules 99999999999", "rules TT-K4", "cards \0",
                "log -1", "log 3", "s", "s \0", "u", "r", "lang", "lang nl", "links x", "map", "score", "take 1", "{}",
                "{0}", "%s", "\x1b[2J", "1 2 3 4 5 6 7 8 9", "1-999999999", "999999999-1", ",", "1,", "-1", "١",
            ]),
            st.integers().map(str),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_whatever_is_typed_gets_an_answer_and_the_game_stays_whole(
    play: Play, tmp_path: Path, lines: list[str]
) -> None:
    for game in ("embers", "totem"):
        table, pages = play(*(line for line in lines if not line.startswith("s ") or line == "s \0"), game=game)
        assert bytes(Table.load(tmp_path / "game.json", interpreted=True).state) == bytes(table.state)
        assert "\x1b[2J" not in "".join(pages)

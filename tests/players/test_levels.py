"""Levels: six, named in three languages, and players by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firstfire import game as find_game
from firstfire.errors import BadSetup, UnknownGame
from firstfire.games import GAMES
from firstfire.kernel.positions.position import Position
from firstfire.kernel.presentation.languages import LANGUAGES
from firstfire.kernel.presentation.words import compare_languages
from firstfire.kernel.thinking import EFFORTS, BotTable, Effort, Efforts, SearchSettings
from firstfire.lab.match import view_of
from firstfire.players import Budget, Greedy, Random, Search, levels_of, player_named
from firstfire.players.guided import has_guide
from firstfire.players.levels import WORDS, Level, _level_player
from firstfire.players.settings import settings_for


@pytest.mark.parametrize("game", [*GAMES, "embers"])
def test_six_levels_that_think_more_and_err_less(game: str) -> None:
    levels = levels_of(game)
    assert [level.name for level in levels] == ["child", "gatherer", "hunter", "shaman", "elder", "spirit"]
    assert [level.simulations for level in levels] == sorted({level.simulations for level in levels})
    for guided in (False, True):  # a level that a net leads errs among better ideas
        efforts = [level.efforts.usual for level in levels]
        efforts = [effort for effort in efforts if bool(effort.net_share) == guided and effort.error_rate]
        for fault in ("error_rate", "max_loss", "whim_rate"):
            faults = [getattr(effort, fault) for effort in efforts]
            assert faults == sorted(faults, reverse=True)
    shares = [level.efforts.usual.net_share for level in levels]
    assert shares == sorted(shares)  # who is wiser uses its net oftener
    spirit, elder = levels[-1].efforts.usual, levels[-2].efforts.usual
    assert spirit.error_rate == spirit.whim_rate == 0.0 == elder.whim_rate


@pytest.mark.parametrize("name", GAMES)
def test_every_game_brings_its_own_levels_and_settings(name: str) -> None:
    this = find_game(name)
    assert tuple(level.efforts for level in levels_of(name)) == this.bots.levels
    assert settings_for(name) is this.bots.search is not None


def test_a_game_without_settings_gets_the_middle_of_the_road() -> None:
    assert settings_for("embers") == SearchSettings()
    assert settings_for("embers", 1) == SearchSettings(min_value_range=0.02)
    assert [level.simulations for level in levels_of("embers")] == [level.usual.simulations for level in EFFORTS]


def test_a_game_has_all_levels_or_none() -> None:
    with pytest.raises(TypeError, match="an entry for each of child"):
        BotTable(levels=(Efforts(Effort(5)),))
    with pytest.raises(TypeError, match="at least one simulation"):
        BotTable(levels=(Efforts(Effort(5), without_net=Effort()),) * 6)
    for wrong in ({"simulations": -1}, {"net_simulations": -1}, {"error_rate": 1.5}, {"net_share": 1.5}):
        with pytest.raises(BadSetup, match="error_rate, max_loss, whim_rate and net_share"):
            Effort(**wrong)
    with pytest.raises(BadSetup, match="has 0 decisions or more"):
        Effort(5, depth=-1)


def test_a_level_has_an_effort_of_its_own_where_no_net_leads() -> None:
    """Prehistory has a net for two and three: with four, an elder thinks as its `without_net` says, if it has one."""
    usual, alone = Effort(1000, net_share=1.0, net_simulations=5, quest=True), Effort(7, error_rate=0.2, depth=150)
    elder = _level_player(Level("elder", Efforts(usual, without_net=alone)), 1, interpreted=True)
    two, three, four = (view_of(Position(find_game("prehistory"), seats, 3)) for seats in (2, 3, 4))
    assert [elder.usual(view).simulations for view in (three, four)] == [5, 7]
    assert [elder.effort_for(view) for view in (three, four)] == [usual, alone]
    bots = find_game("prehistory").bots
    assert elder.settings_at(three) == bots.search_with_net
    assert bots.search is not None and elder.settings_at(four) == replace(bots.search, depth=150) != bots.search
    elder.consider(four)
    assert elder.simulations == 7 and elder.trees[0].settings.depth == 150
    without = _level_player(Level("elder", Efforts(usual)), 1, interpreted=True)
    assert (without.usual(four).simulations, without.settings_at(four)) == (1000, bots.search)
    plain = _level_player(Level("shaman", Efforts(Effort(10), Effort(4), alone)), 1, interpreted=True)
    assert not plain.uses_net(three)
    assert [plain.usual(view).simulations for view in (two, three, four)] == [10, 4, 7]
    changed = Search(Budget(simulations=5), 1, efforts=Efforts(usual, without_net=alone), changes=("depth=5",))
    assert changed.settings_at(four).depth == 5


@pytest.mark.parametrize("name", ["honga", "neta_tanka", "doggerland", "prehistory"])
def test_with_more_players_than_nets_lead_levels_think_ever_more(name: str) -> None:
    """More simulations, no less far, and with no more faults than those below."""
    game = find_game(name)
    crowds = [seats for seats in game.seats if seats > 2 and not has_guide(game, seats)]
    assert crowds
    for seats in crowds:
        view = view_of(Position(game, seats, 3))
        found = [player_named(level.name, name, 1, interpreted=True) for level in levels_of(name)]
        levels = [level for level in found if isinstance(level, Search)]
        thought = [level.usual(view).simulations for level in levels]
        seen = [level.settings_at(view).depth for level in levels]
        errors = [(level.effort_for(view).error_rate, level.effort_for(view).whim_rate) for level in levels]
        assert len(levels) == 6 and thought == sorted(set(thought)) and seen == sorted(seen)
        assert errors == sorted(errors, reverse=True)


def test_a_level_may_think_more_or_less_among_three_and_more() -> None:
    """Doggerland's spirit, led by its net, looks longer among three; among four, where no net leads it, it thinks as
    without one. Who has no net thinks so much among three and more."""
    spirit, efforts = player_named("spirit", "doggerland", 1, interpreted=True), levels_of("doggerland")[5].efforts
    usual, crowd = efforts.usual, efforts.crowd
    assert isinstance(spirit, Search) and crowd is not None
    assert usual.simulations == crowd.simulations > crowd.net_simulations > usual.net_simulations > 0
    views = [view_of(Position(find_game("doggerland"), seats, 3)) for seats in (1, 2, 3, 4)]
    thought = [spirit.usual(view).simulations for view in views]
    assert thought == [usual.simulations, usual.net_simulations, crowd.net_simulations, crowd.simulations]
    crowded = [view_of(Position(find_game("embers"), seats, 3)) for seats in (2, 3)]
    for view, simulations in zip(crowded, (4, 7), strict=True):
        player = Search(Budget(simulations=9), 1, efforts=Efforts(Effort(4), Effort(7)), interpreted=True)
        player.consider(view)
        assert player.simulations == simulations
        assert Search(Budget(simulations=4), 1, interpreted=True).usual(view) == Budget(simulations=4)


def test_words_are_complete() -> None:
    assert compare_languages(WORDS) == []
    for language in LANGUAGES:
        titles = {level.title(language) for level in levels_of("totem")}
        abouts = {level.about(language) for level in levels_of("totem")}
        assert len(titles) == len(abouts) == 6


def test_players_by_name() -> None:
    assert isinstance(player_named("random", "totem"), Random)
    assert isinstance(player_named("greedy", "totem"), Greedy)
    hunter = player_named("hunter", "totem")
    assert isinstance(hunter, Search)
    assert hunter.budget.simulations == levels_of("totem")[2].simulations
    assert hunter.efforts == levels_of("totem")[2].efforts
    timed = player_named("search:0.5s", "totem")
    assert isinstance(timed, Search)
    assert timed.budget.seconds == 0.5
    several = player_named("search:50+threads=3+depth=4", "totem")
    assert isinstance(several, Search)
    assert (several.threads, several.budget.simulations) == (3, 50)


@pytest.mark.parametrize("name", [
    "huntr", "greedy:5", "search:often", "search:5+dept=3", "search:5+depth=x", "search:5+depth=-5",
    "search:5+c_puct=nan", "search:5+candidates=99999999999999999999999", f"search:{2**63}", "",
    "search:5+threads=0", "search:5+threads=two", "searching:5",
])  # fmt: skip
def test_wrong_names_are_refused_with_help(name: str) -> None:
    with pytest.raises(BadSetup, match=r"[Pp]layers are|budget|setting|threads"):
        player_named(name, "totem")


def test_near_misses_get_a_suggestion() -> None:
    with pytest.raises(BadSetup, match="Did you mean 'hunter'"):
        player_named("huntr", "totem")


@pytest.mark.parametrize("player", ["random", "greedy", "search:5", "hunter", "huntr"])
def test_an_unknown_game_is_refused(player: str) -> None:
    with pytest.raises(UnknownGame, match="totem"):
        player_named(player, "chess")
    with pytest.raises(UnknownGame, match="totem"):
        levels_of("chess")
    with pytest.raises(UnknownGame, match="totem"):
        levels_of("")

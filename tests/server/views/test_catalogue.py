"""The shelf says which options there are to choose for how many players."""

from __future__ import annotations

from typing import Any

from firstfire import game
from firstfire.server.views.catalogue import game_info


class Ready:
    """Rules that are compiled."""

    def state(self, game: str) -> str:
        return "ready"

    def reached(self, game: str) -> tuple[int, int]:
        return 0, 0


def options_of(name: str) -> dict[str, dict[str, Any]]:
    """The options of a game, by name."""
    return {option["name"]: option for option in game_info(game(name), "en", Ready())["options"]}


def test_what_only_a_solo_game_has_is_not_offered_to_several() -> None:
    options = options_of("doggerland")
    assert options["difficulty"]["seats"] == options["giving_up"]["seats"] == [1]
    assert options["length"]["seats"] == [2, 3, 4], "alone a game always has eight rounds"
    assert options["opening"]["seats"] == [1, 2, 3, 4]


def test_only_somebody_who_sits_there_can_begin() -> None:
    values = {value["value"]: value["seats"] for value in options_of("honga")["start"]["values"]}
    assert values["random"] == values["1"] == [2, 3, 4, 5]
    assert values["4"] == [4, 5] and values["5"] == [5]


def test_the_usual_value_of_an_option_can_be_chosen_for_any_number_of_players() -> None:
    for name in ("totem", "honga", "neta_tanka", "doggerland", "prehistory"):
        for option in options_of(name).values():
            usual = next(value for value in option["values"] if value["value"] == option["default"])
            assert tuple(usual["seats"]) == game(name).seats

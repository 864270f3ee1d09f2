"""The games for OpenSpiel: each a registered Python game.

    import pyspiel
    import firstfire.envs.open_spiel                    # registers firstfire_totem, firstfire_honga, …

    game = pyspiel.load_game("firstfire_honga(players=3)")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))    # all outcomes are equally likely
        else:
            state.apply_action(choose(state))

Parameters are `players` and the game's own options. Returns are those of the places: 1 for the first, -1 for the last,
evenly between, shared by who ties; they add up to 0. Chance is explicit (chance_nodes.py): nodes of 256 equally likely
outcomes for the deal, and wherever an action asks for chance.

    observation          what the seat knows now, for a network (`Game.observation.encode`); as string, for people
    information state    a string only: everything the seat ever saw and did (perfect recall). There is no tensor of it.

`resample_from_infostate` deals again what a seat does not know; of the others' actions its history tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np
import pyspiel

from ..errors import BadSetup
from ..games import game as find_game
from ..games import names
from ..kernel.engines.engine import interpreting
from ..kernel.game import Game
from .chance_nodes import CHANCE, DEAL, OUTCOMES, TERMINAL, Machine, machine_for
from .tree_table import TreeTable, outcomes

BEGIN = pyspiel.State.__init__
CHANCES = [(outcome, 1.0 / OUTCOMES) for outcome in range(OUTCOMES)]


def short_name(game: str) -> str:
    """What OpenSpiel calls a game: `firstfire_neta_tanka`."""
    return f"firstfire_{game}"


def game_type(game: Game, players: int | None = None) -> Any:
    """How OpenSpiel classifies a game (a lone player's is no zero-sum game)."""
    alone = players == 1
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"Firstfire: {game.words('en').say('game.title')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": usual_players(game)} | {o.name: o.default for o in game.options},
    )


def usual_players(game: Game) -> int:
    """How many play unless it is said: two, or the fewest."""
    return 2 if 2 in game.seats else min(game.seats)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, as OpenSpiel sees it. Each has a class of its own, as OpenSpiel's registry expects."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = find_game(self.name)
        given = dict(params or {})
        players = int(given.get("players", usual_players(game)))
        options = {key: str(value) for key, value in given.items() if key != "players"}
        game.check_seats(players, options)
        game.option_numbers(options)
        self.machine: Machine = machine_for(game.key, players, tuple(sorted(options.items())), interpreting(game))
        self.rules = game
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if players == 1 else 0.0,
            max_game_length=game.max_plies,
        )
        super().__init__(game_type(game, players), info, given)

    def new_initial_state(self) -> SpielState:
        """A table before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and at most one node for each action."""
        return DEAL + self.rules.max_plies

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | None:
        """An observer of what one seat knows; None for kinds that are not offered (only public, of everybody)."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observers take no parameters, not {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SeatObserver(self.machine, kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table in OpenSpiel's tree. All there is to copy and to keep is in `table`."""

    def __init__(self, game: SpielGame) -> None:
        BEGIN(self, game)
        self.table = TreeTable(game.machine)

    # What OpenSpiel asks all the time is answered here, without a way through its own language.

    def current_player(self) -> int:
        """The seat to act, or chance, or nobody any more."""
        return self.table.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance is to speak."""
        return self.table.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions in order of number: of the player to act; of anybody else none."""
        table = self.table
        acting = table.player
        if player is None or player == acting:
            return outcomes() if acting == CHANCE else table.listed(table.handle)
        found: list[int] = super().legal_actions(player)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All outcomes of a chance node, with their chances; anywhere else it raises, as in OpenSpiel's poker."""
        if self.table.player != CHANCE:
            raise pyspiel.SpielError("this is not a chance node: call is_chance_node() first")
        return CHANCES[:]

    def apply_action(self, action: int) -> None:
        """Play an action of the player to act, or an outcome of chance. OpenSpiel's own history gets it when
        somebody asks for it (`_written`)."""
        if type(action) is not int:
            action = index(action)  # a plain number before anything happens: the history keeps it
        table = self.table
        player = table.player
        if player >= 0:
            found = table.act(table.handle, action, -1)
            table.player = found if found >= 0 else table.halted(found, action)
        elif player == CHANCE:
            table.speak(action)
        else:
            table.apply(action)
        log = table.unwritten
        log.append(player)
        log.append(action)

    def _apply_action(self, action: int) -> None:
        """OpenSpiel's own side plays, and adds it to its history when we are done: what came before goes first."""
        self._written()
        self.table.apply(action)

    def _written(self) -> None:
        """Bring OpenSpiel's own history up to date."""
        if self.table.unwritten:
            self.table.write_down(super().apply_action)

    def history(self) -> list[int]:
        """All actions and outcomes so far."""
        written: list[int] = super().history()
        return written + self.table.unwritten[1::2]

    def move_number(self) -> int:
        """How many they are."""
        written: int = super().move_number()
        return written + len(self.table.unwritten) // 2

    def returns(self) -> list[float]:
        """What each player gets at the end; nothing before."""
        return self.table.returns()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance {action}"
        return self.table.machine.game.actions.text(action)

    def string_to_action(self, *arguments: Any) -> int:
        """The action that is called so."""
        return self.table.machine.game.actions.number(arguments[-1])

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> SpielState:
        """A table that this player could as well be at: what it does not know is dealt again. The history holds its own
        actions; of what chance and the others did it tells only that it happened (all of it is outcome or action 0)."""
        table = self.table
        if table.player in (CHANCE, TERMINAL):
            raise BadSetup("hidden cards are sampled at a decision node, not at a chance node and not at the end")
        if not 0 <= player_id < table.machine.seats:
            raise BadSetup(f"there is no player {player_id}: players are 0 to {table.machine.seats - 1}")
        history = self.full_history()
        low, high = (int(probability_sampler() * (1 << 32)) & 0xFFFFFFFF for _ in range(2))
        known = self.remembered(player_id)
        other = self.get_game().new_initial_state()
        own = ((turn.player, turn.action if turn.player == player_id else 0) for turn in history)
        other.table.unwritten = [number for turn in own for number in turn]
        other.table.become(table.dealt_anew(player_id, low, high), len(history), player_id, known)
        return other  # type: ignore[no-any-return]

    def remembered(self, player: int) -> tuple[int, int]:
        """A fingerprint of everything a player saw and did so far."""
        return self.table.remembered(self.history(), player)

    def position(self) -> str:
        """The whole table as text, hidden things included: `Table.at` opens it (not before the deal)."""
        return self.table.position()

    def __str__(self) -> str:
        return self.table.told()


def _with_history(name: str) -> Callable[..., Any]:
    """OpenSpiel's own method, with a history that is up to date."""
    inherited = getattr(pyspiel.State, name)

    def method(self: SpielState, *arguments: Any, **named: Any) -> Any:
        self._written()
        return inherited(self, *arguments, **named)

    method.__name__, method.__doc__ = name, inherited.__doc__
    return method


for _name in (
    "full_history", "history_str", "clone", "child", "serialize", "is_initial_state",
    "is_initial_non_chance_state", "apply_action_with_legality_check", "apply_action_struct", "to_json", "to_dict",
    "to_struct",
):  # fmt: skip
    setattr(SpielState, _name, _with_history(_name))


class SeatObserver:
    """What one seat knows: OpenSpiel's observer of a Python game. With perfect recall it has a string and no tensor."""

    def __init__(self, machine: Machine, perfect_recall: bool) -> None:
        self._machine = machine
        self._perfect_recall = perfect_recall
        seats, size = machine.seats, machine.game.observation.encoded_size
        self.tensor = None if perfect_recall else np.zeros(seats + size, np.float32)
        self.dict = {} if self.tensor is None else {
            "player": self.tensor[:seats], "observation": self.tensor[seats:]}  # fmt: skip

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows into `tensor` (the parts of which are in `dict`)."""
        player = self._seat(player)
        if self.tensor is None:
            raise pyspiel.SpielError(
                "there is no tensor with perfect recall: take string_from, or an observer with perfect_recall=False"
            )
        self.tensor.fill(0.0)
        self.dict["player"][player] = 1.0
        if state.table.dealt:
            row = self._machine.look(state.table.s, player)
            self.dict["observation"][:] = self._machine.game.observation.encode(row)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same for people; with perfect recall, what it did and a fingerprint of all it saw."""
        player = self._seat(player)
        if not state.table.dealt:
            return f"player {player}: nothing is dealt"
        if not self._perfect_recall:
            described = self._machine.game.observation
            return f"player {player}\n{described.dump(self._machine.look(state.table.s, player))}"
        text = self._machine.game.actions.text
        own = ", ".join(text(turn.action) for turn in state.full_history() if turn.player == player)
        first, second = state.remembered(player)
        return f"player {player}, saw {first:08x}{second:08x}, did: {own or 'nothing'}"

    def _seat(self, player: int) -> int:
        """A player of the table; of anybody else OpenSpiel's own states raise the same error."""
        seat = index(player)
        if not 0 <= seat < self._machine.seats:
            raise pyspiel.SpielError(f"there is no player {seat}: players are 0 to {self._machine.seats - 1}")
        return seat


def register_all() -> None:
    """Register our games; importing this module does it."""
    known = set(pyspiel.registered_names())
    for name in names():
        if short_name(name) not in known:
            title = f"{name.title().replace('_', '')}Game"
            kind = type(title, (SpielGame,), {"name": name, "__doc__": SpielGame.__doc__})
            globals()[title] = kind  # where pickle looks for it
            pyspiel.register_game(game_type(find_game(name)), kind)


register_all()

"""The table of decisions: the rules it makes, and what it refuses."""

from __future__ import annotations

import traceback
from enum import IntEnum
from typing import Any

import pytest

from firstfire.kernel.records.bits import Mask, allow, listed, new_mask
from firstfire.kernel.records.domain import Domain
from firstfire.kernel.records.header import Header
from firstfire.kernel.records.record import i8, i16, record
from firstfire.kernel.rule import is_rule, rule
from firstfire.kernel.rules.actions import Actions, Block
from firstfire.kernel.rules.decisions import Decision, DecisionChoice, Decisions, Provided, Question, Unasked, by_block

CARD = Domain("card", "abcde")
SLOT = Domain.numbers("slot", 1, 3)
ACTIONS = Actions(
    Block("pass", "pass"),
    Block("place", "place {card} on {slot}", card=CARD, slot=SLOT),
    Block("take", "take {slot} with {card}", slot=SLOT, card=CARD),
    Block("shout", "shout {card}", card=CARD),
)


class Phase(IntEnum):
    """What is asked."""

    PLACING = 0
    TAKING = 3


@record
class State(Header):
    """What the rules below write down."""

    card: int = i8
    slot: int = i8
    how: int = i8
    trail: int = i16  # a decimal digit for each rule that was called after `take`
    gate: int = i8


@rule
def lay(s: State, card: int, slot: int) -> None:
    s.card, s.slot, s.how = card, slot, 1


@rule
def lift(s: State, slot: int, card: int, how: int) -> bool:
    s.card, s.slot, s.how = card, slot, how
    return s.gate != 0


@rule
def stay(s: State) -> None:
    s.how = 9


@rule
def cry(s: State, action: int) -> None:
    s.how = 4
    s.card = action


@rule
def is_even(card: int, slot: int) -> bool:
    return (card + slot) % 2 == 0


@rule
def high_cards(s: State, slot: int) -> int:
    return 0b11000 if s.slot == slot else 0


@rule
def offer_last(s: State, mask: Mask) -> None:
    allow(mask, ACTIONS_LAST)


@rule
def opens(s: State) -> None:
    s.trail = 10 * s.trail + 1


@rule
def goes_on(s: State) -> None:
    s.trail = 10 * s.trail + 2


@rule
def settles(s: State) -> None:
    s.trail = 10 * s.trail + 3


@rule
def own_way(s: State) -> None:
    s.trail = 10 * s.trail + 7


@rule
def is_over(s: State) -> bool:
    return s.over != 0


ACTIONS_LAST = len(ACTIONS) - 1


def table(**more: Any) -> Decisions:
    return Decisions(
        ACTIONS,
        Decision(
            Phase.TAKING, DecisionChoice("take", among=high_cards, take=lift, how=2), DecisionChoice("pass", take=stay)
        ),
        Decision(
            Phase.PLACING, DecisionChoice("place", when=is_even, take=lay), DecisionChoice("take", take=lift, how=3)
        ),
        anywhere=(DecisionChoice("shout", offer=offer_last, take=cry),),
        **more,
    )


def texts(decisions: Decisions, s: State) -> list[str]:
    mask = new_mask(len(ACTIONS))
    decisions.legal(s, None, mask)
    return [ACTIONS.text(action) for action in listed(mask)]


def played(decisions: Decisions, text: str, **fields: int) -> State:
    s = State()
    for name, value in fields.items():
        setattr(s, name, value)
    decisions.apply(s, None, ACTIONS.number(text))
    return s


def test_options_come_from_the_rules_of_the_phase() -> None:
    s = State()
    s.phase, s.slot = Phase.TAKING, 1
    assert texts(table(), s) == ["pass", "take 2 with d", "take 2 with e", "shout e"]


def test_a_test_is_asked_for_every_action_of_its_block() -> None:
    found = texts(table(), State())
    places = [(card, slot) for card in range(5) for slot in range(3) if (card + slot) % 2 == 0]
    even = [f"place {'abcde'[card]} on {slot + 1}" for card, slot in places]
    every = [f"take {slot} with {card}" for slot in (1, 2, 3) for card in "abcde"]
    assert found == even + every + ["shout e"]


@pytest.mark.parametrize("action", range(len(ACTIONS)))
def test_parameters_are_read_from_the_number_of_an_action(action: int) -> None:
    block, values = ACTIONS.values(action)
    s = played(table(), ACTIONS.text(action), phase=Phase.PLACING)
    if block in ("place", "take"):
        assert (s.card, s.slot) == (values["card"], values["slot"])
    if block == "shout":
        assert s.card == action  # the rule asked for the number itself


def test_one_block_may_be_carried_out_differently_in_two_phases() -> None:
    assert played(table(), "take 3 with b", phase=Phase.PLACING).how == 3
    assert played(table(), "take 3 with b", phase=Phase.TAKING).how == 2


def test_what_follows_is_called_in_order_and_only_if_play_goes_on() -> None:
    full = table(first=opens, then=goes_on, always=settles)
    assert played(full, "pass", phase=Phase.TAKING).trail == 123
    assert played(full, "take 1 with a", phase=Phase.TAKING, gate=0).trail == 13  # `lift` answered no
    assert played(full, "take 1 with a", phase=Phase.TAKING, gate=1).trail == 123


def test_a_choice_may_have_its_own_way_on() -> None:
    own = Decisions(
        Actions(Block("pass", "pass"), Block("stop", "stop"), Block("go", "go")),
        Decision(
            Phase.PLACING,
            DecisionChoice("pass", take=stay, first=None, then=None),
            DecisionChoice("stop", take=stay, then=own_way),
            DecisionChoice("go", take=stay),
        ),
        first=opens,
        then=goes_on,
    )
    trails = []
    for action in range(3):
        s = State()
        own.apply(s, None, action)
        trails.append(s.trail)
    assert trails == [0, 17, 12]


def test_what_every_choice_begins_with_is_written_once() -> None:
    source = table(first=opens).source
    assert source.count("opens(s)") == 1
    assert played(table(first=opens), "pass", phase=Phase.TAKING).trail == 1
    assert played(table(first=opens), "shout a").trail == 1


def test_what_nobody_need_be_asked_for_is_answered_at_once() -> None:
    @rule
    def is_open(s: State) -> bool:
        return s.gate > 0

    @rule
    def come_nearer(s: State) -> None:
        s.gate -= 1
        s.phase = Phase.TAKING

    @rule
    def arrive(s: State) -> None:
        s.phase = Phase.PLACING
        s.over = 1 if s.gate > 5 else 0

    made = Decisions(
        Actions(Block("pass", "pass")),
        Decision(
            Phase.PLACING, DecisionChoice("pass", take=stay), unasked=Unasked(is_open, take=come_nearer, then=own_way)
        ),
        Decision(
            Phase.TAKING, DecisionChoice("pass", take=stay), unasked=Unasked(when=is_open, take=arrive, then=goes_on)
        ),
        always=settles,
    )
    ends = []
    for gate in (0, 1, 2, 9):
        s = State()
        s.gate = gate
        made.apply(s, None, 0)
        ends.append((s.gate, s.phase, s.trail))
    # after `settles` (3) the two answer in turn (7, 2) while the gate is open, and no longer when the game is over
    assert ends[:3] == [(0, Phase.PLACING, 3), (0, Phase.TAKING, 37), (0, Phase.TAKING, 3727)]
    assert ends[3] == (8, Phase.PLACING, 372)


def test_phases_with_the_same_unasked_answer_share_it() -> None:
    pause = Unasked(when=is_over, take=stay)
    made = Decisions(
        Actions(Block("pass", "pass")),
        Decision(Phase.PLACING, DecisionChoice("pass", take=stay), unasked=pause),
        Decision(Phase.TAKING, DecisionChoice("pass", take=stay), unasked=pause),
    )
    assert "if (phase == 0 or phase == 3) and is_over(s):  # PLACING, TAKING" in made.source


def test_a_set_may_tell_the_actions_of_a_whole_block() -> None:
    @rule
    def corners(s: State) -> int:
        return 0b100000000000101

    made = Decisions(
        Actions(Block("go", "go"), Block("place", "place {card} on {slot}", card=CARD, slot=SLOT)),
        Decision(Phase.PLACING, DecisionChoice("place", options=corners, take=lay), DecisionChoice("go", take=stay)),
    )
    mask = new_mask(16)
    made.legal(State(), None, mask)
    found = [made.actions.text(action) for action in listed(mask)]
    assert found == ["go", "place a on 1", "place a on 3", "place e on 3"]


def test_a_number_given_for_a_parameter_leaves_one_value_of_it() -> None:
    fixed = Decisions(
        ACTIONS,
        Decision(
            Phase.PLACING,
            DecisionChoice("place", when=is_even, take=lay, card=2),
            DecisionChoice("shout", take=cry, card=3),
        ),
        Decision(
            Phase.TAKING,
            DecisionChoice("take", among=high_cards, take=lift, slot=1, how=5),
            DecisionChoice("pass", take=stay),
        ),
    )
    s = State()
    assert texts(fixed, s) == ["place c on 1", "place c on 3", "shout d"]
    s.phase, s.slot = Phase.TAKING, 1
    assert texts(fixed, s) == ["pass", "take 2 with d", "take 2 with e"]
    s = played(fixed, "take 2 with d", phase=Phase.TAKING)
    assert (s.slot, s.card, s.how) == (1, 3, 5)


class Quiz(IntEnum):
    """Two questions that follow each other, and a decision that is always put."""

    START = 0
    WHICH = 1
    WHERE = 2


@rule
def ask_which(s: State) -> None:
    s.phase = Quiz.WHICH


@rule
def answer_which(s: State, card: int) -> None:
    s.card, s.phase = card, Quiz.WHERE


@rule
def answer_where(s: State, card: int, slot: int) -> None:
    s.slot, s.how, s.phase = slot, card, Quiz.START


@rule
def known_cards(s: State) -> int:
    return s.gate


@rule
def is_open(s: State) -> bool:
    return s.trail < 100


@rule
def fits(s: State, card: int, slot: int) -> bool:
    return s.card == card and slot >= s.how


def quiz(**more: Any) -> Decisions:
    return Decisions(
        ACTIONS,
        Decision(Quiz.START, DecisionChoice("pass", take=ask_which)),
        Question(Quiz.WHICH, DecisionChoice("shout", among=known_cards, take=answer_which)),
        Question(Quiz.WHERE, Provided(is_open, DecisionChoice("place", when=fits, take=answer_where))),
        anywhere=(DecisionChoice("take", take=lift, how=7),),
        **more,
    )


def test_a_question_with_several_answers_is_put() -> None:
    s = played(quiz(), "pass", gate=0b10100)
    assert s.phase == Quiz.WHICH
    assert [text for text in texts(quiz(), s) if text.startswith("shout")] == ["shout c", "shout e"]
    s = played(quiz(), "shout c", phase=Quiz.WHICH, gate=0b10100, how=1)
    assert s.phase == Quiz.WHERE and s.card == 2


def test_an_only_answer_is_given_at_once_and_what_follows_it_too() -> None:
    s = played(quiz(always=settles), "pass", gate=0b10000, how=2)
    assert (s.phase, s.card, s.slot, s.how) == (Quiz.START, 4, 2, 4)
    assert s.trail == 333  # for the pass and for both answers


def test_a_table_just_laid_comes_to_its_first_decision_in_the_same_way() -> None:
    s = State()
    s.phase, s.gate, s.how = Quiz.WHICH, 0b10000, 2
    quiz(always=settles).settle(s, None)
    assert (s.phase, s.card, s.slot, s.trail) == (Quiz.START, 4, 2, 333)
    s.phase, s.gate = Quiz.WHICH, 0b11000
    quiz(always=settles).settle(s, None)
    assert (s.phase, s.trail) == (Quiz.WHICH, 3333)


def test_a_decision_with_one_choice_is_put_all_the_same() -> None:
    assert played(quiz(), "pass", gate=0b10000, how=2).phase == Quiz.START  # and not passed again


def test_a_question_without_an_answer_stays() -> None:
    assert played(quiz(), "pass", gate=0).phase == Quiz.WHICH
    assert played(quiz(), "pass", gate=0b1, trail=100).phase == Quiz.WHERE


def test_nothing_is_answered_when_the_game_is_over() -> None:
    assert played(quiz(), "pass", gate=0b1, over=1).phase == Quiz.WHICH


def test_conditions_may_be_nested() -> None:
    @rule
    def is_calm(s: State) -> bool:
        return s.gate == 0

    nested = Decisions(
        ACTIONS,
        Decision(
            Phase.PLACING,
            Provided(
                is_open,
                Provided(is_calm, DecisionChoice("take", among=high_cards, take=lift, how=1)),
                DecisionChoice("pass", take=stay),
            ),
            DecisionChoice("place", "shout", take=stay, card=0),
        ),
    )
    found = []
    for trail, gate in ((0, 0), (0, 1), (100, 0)):
        s = State()
        s.trail, s.gate = trail, gate
        found.append([text for text in texts(nested, s) if text.startswith(("pass", "take"))])
    assert found == [["pass", "take 1 with d", "take 1 with e"], ["pass"], []]
    assert nested.blocks_at(Phase.PLACING) == ("pass", "place", "take", "shout")


@pytest.mark.parametrize("follows", [None, goes_on])
def test_many_blocks_are_carried_out_in_parts(follows: Any) -> None:
    """Each of 25 blocks by its own number, in both phases; what follows is told by the part."""
    many = Actions(*(Block(f"b{i}", f"b{i} {{slot}}", slot=SLOT) for i in range(25)))
    names = [block.name for block in many.blocks]
    made = Decisions(
        many,
        Decision(Phase.PLACING, *(DecisionChoice(name, take=lift, card=i, how=1) for i, name in enumerate(names))),
        Decision(Phase.TAKING, *(DecisionChoice(name, take=lift, card=i, how=2) for i, name in enumerate(names))),
        then=follows,
    )
    assert "def apply_3(" in made.source
    for action in range(len(many)):
        for phase, how in ((Phase.PLACING, 1), (Phase.TAKING, 2)):
            s = State()
            s.phase, s.gate = phase, action % 2
            made.apply(s, None, action)
            assert (s.card, s.slot, s.how) == (action // 3, action % 3, how)
            assert s.trail == (2 if follows and s.gate else 0)  # `lift` says whether play goes on


def test_a_choice_with_which_several_decisions_end_is_listed_once() -> None:
    farewell = DecisionChoice("shout", take=cry, when=is_over)
    made = Decisions(
        ACTIONS,
        Decision(Phase.PLACING, farewell, DecisionChoice("place", take=lay)),
        Decision(Phase.TAKING, DecisionChoice("pass", take=stay), DecisionChoice("take", take=lift, how=1), farewell),
    )
    assert made.source.count("is_over(s)") == 1
    for phase, own in ((Phase.PLACING, 15), (Phase.TAKING, 16)):
        for over in (0, 1):
            s = State()
            s.phase, s.over = phase, over
            found = texts(made, s)
            assert len(found) == own + 5 * over
            assert [text.startswith("shout") for text in found] == [False] * own + [True] * (5 * over)


def test_a_choice_with_which_several_decisions_begin_is_listed_once_before_the_others() -> None:
    early = DecisionChoice("pass", take=stay)
    made = Decisions(
        ACTIONS,
        Decision(Phase.PLACING, early, DecisionChoice("place", "shout", take=cry)),
        Decision(Phase.TAKING, early, DecisionChoice("take", take=lift, how=1)),
    )
    assert made.source.count("allow(mask, 0)") == 1
    for phase in Phase:
        s = State()
        s.phase = phase
        found = texts(made, s)
        assert found[0] == "pass" and found == sorted(found, key=ACTIONS.number)


def test_a_shared_choice_in_the_middle_keeps_its_place() -> None:
    """The list stays in order of number: only what comes first or last may be listed apart from the rest."""
    middle = DecisionChoice("place", take=lay)
    made = Decisions(
        ACTIONS,
        Decision(Phase.PLACING, DecisionChoice("pass", take=stay), middle, DecisionChoice("shout", take=cry)),
        Decision(Phase.TAKING, DecisionChoice("pass", take=stay), middle, DecisionChoice("take", take=lift, how=1)),
    )
    assert made.source.count("allow(mask, 1 + 3 * card + slot)") == 2


def test_numbers_may_be_given_to_a_shared_condition() -> None:
    @rule
    def has(s: State, how: int) -> bool:
        return s.how == how

    made = Decisions(
        Actions(Block("pass", "pass"), Block("stop", "stop")),
        Decision(
            Phase.PLACING,
            Provided(has, DecisionChoice("pass", take=stay), how=3),
            Provided(has, DecisionChoice("stop", take=stay), how=4),
        ),
    )
    found = []
    for how in (2, 3, 4):
        s = State()
        s.how = how
        mask = new_mask(2)
        made.legal(s, None, mask)
        found.append(listed(mask))
    assert found == [[], [0], [1]]


def test_blocks_of_a_phase_in_order_of_number() -> None:
    assert table().blocks_at(Phase.TAKING) == ("pass", "take", "shout")
    assert table().blocks_at(Phase.PLACING) == ("place", "take", "shout")


def test_the_rules_are_rules_and_their_lines_stand_in_tracebacks() -> None:
    made = table()
    assert is_rule(made.legal) and is_rule(made.apply)
    with pytest.raises(AttributeError) as caught:
        made.legal(object(), None, None)
    assert "phase = s.phase" in "".join(traceback.format_exception(caught.value))
    assert "def apply(s, box, action):" in made.source


def test_by_block_gives_what_is_asked_for_by_name() -> None:
    @rule
    def mood_of(s: State) -> int:
        return 100 * s.gate

    @rule
    def like(card: int, mood: int) -> float:
        return 1.0 * card + mood

    prefer = by_block("prefer", ACTIONS, DecisionChoice("shout", take=like), mood=mood_of)
    s = State()
    s.gate = 3
    assert prefer(s, None, ACTIONS.number("shout d")) == 303.0
    assert prefer(s, None, ACTIONS.number("pass")) == 0.0


def test_by_block_asks_one_rule_for_each_block() -> None:
    @rule
    def like(card: int, slot: int, bonus: int) -> float:
        return 10.0 * card + slot + bonus

    prefer = by_block("prefer", ACTIONS, DecisionChoice("place", "take", take=like, bonus=5), otherwise=-1.0)
    assert prefer(None, None, ACTIONS.number("place c on 2")) == 26.0
    assert prefer(None, None, ACTIONS.number("take 2 with c")) == 26.0
    assert prefer(None, None, ACTIONS.number("pass")) == -1.0


SHOUTS = Actions(Block("shout", "shout {card}", card=CARD))


def plain(s: State) -> None:
    """Not a rule."""


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: DecisionChoice(take=stay), "a choice names the block"),
        (lambda: DecisionChoice("pass", take=plain), "take is a function marked with @rule"),
        (lambda: Unasked(when=is_over, take=plain), "unasked: take is a function marked with @rule"),
        (
            lambda: DecisionChoice("pass", take=stay, when=is_even, offer=offer_last),
            "give one of when, among, options and offer",
        ),
        (
            lambda: Decisions(ACTIONS, Decision(Phase.PLACING, DecisionChoice("jump", take=stay))),
            "jump, which is no block",
        ),
        (
            lambda: Decisions(ACTIONS, Decision(Phase.PLACING, DecisionChoice("pass", take=stay))),
            "no decision offers the",
        ),
        (lambda: Decisions(ACTIONS, Decision(Phase.PLACING), Decision(Phase.PLACING)), "PLACING stands twice"),
        (
            lambda: Decisions(
                Actions(Block("pass", "pass")), Decision(Phase.PLACING, DecisionChoice("pass", take=lay))
            ),
            "lay wants card, slot",
        ),
        (
            lambda: Decisions(
                Actions(Block("n", "n {a}", a=Domain.numbers("a", 1, 64))),
                Decision(Phase.PLACING, DecisionChoice("n", among=high_cards, take=stay)),
            ),
            "at most 63",
        ),
        (
            lambda: Decisions(
                Actions(Block("n", "n {a} {b}", a=SLOT, b=Domain.numbers("b", 1, 22))),
                Decision(Phase.PLACING, DecisionChoice("n", options=known_cards, take=stay)),
            ),
            "actions of a block, at most 63",
        ),
        (
            lambda: Decisions(
                Actions(Block("n", "n {phase}", phase=CARD)), Decision(Phase.PLACING, DecisionChoice("n", take=stay))
            ),
            "cannot be called phase",
        ),
        (
            lambda: Question(Phase.PLACING, DecisionChoice("shout", offer=offer_last, take=cry)),
            "by when, among or options",
        ),
        (
            lambda: Decisions(
                SHOUTS, Decision(Phase.PLACING, DecisionChoice("shout", take=cry), DecisionChoice("shout", take=stay))
            ),
            "PLACING carries out shout in two ways",
        ),
        (
            lambda: Decisions(SHOUTS, Decision(Phase.PLACING, DecisionChoice("shout", take=cry, card=5))),
            "card is 0 to 4, not 5",
        ),
        (lambda: by_block("prefer", ACTIONS, DecisionChoice("jump", take=stay)), "jump is no block"),
    ],
)
def test_a_wrong_table_is_refused_in_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        make()

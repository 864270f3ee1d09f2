"""Every choice of Nētā-Tanka as a number and a text, and everything the log can tell."""

from __future__ import annotations

from firstfire.kernel.actions import Actions, Block
from firstfire.kernel.domain import NUMBER, SEAT, Domain
from firstfire.kernel.notes import NoteKind, Notes

from .box import CARDS, CRAFTS, EFFECTS, LINKS, OBJECTIVES, PLACE_KEYS, RESOURCE_KEYS, TENTS, TOKENS, TRADES

PIECE = Domain("piece", ("nomad", "second", "visitor"))
TOLD = Domain("told", ("nomad", "visitor", "red", "blue", "black", "white"))  # a piece in the log: see clan.told
PAIR = Domain("pair", TOLD.values)  # two nomads on the ends of a link
PLACE = Domain("place", PLACE_KEYS)
RESOURCE = Domain("resource", RESOURCE_KEYS)
ONE = Domain("one", RESOURCE_KEYS)  # one token of a resource
MATERIAL = Domain("material", ("wood", "skin"))
FOOD = Domain("food", ("meat", "mushroom"))
PRICE = Domain("price", ("meat", "mushrooms"))
TIER = Domain("tier", ("wood", "skull"))
SOURCE = Domain("source", ("supply", "forest", "tanning", "reserve"))
TENT = Domain.numbers("tent", 1, TENTS)
LINK = Domain("link", (f"K{i + 1}" for i in range(LINKS)))
EFFECT = Domain("effect", (f"L{i + 1}" for i in range(EFFECTS)))
TOKEN = Domain("token", (f"J{i + 1}" for i in range(TOKENS)))
CRAFT = Domain("craft", (f"C{i + 1}" for i in range(CRAFTS)))
CRAFT_NAME = Domain("craft_name", CRAFT.values)
CARD = Domain("card", (f"N{i + 1}" for i in range(CARDS)))
TRADE = Domain("trade", (f"T{i + 1}" for i in range(TRADES)))
OBJECTIVE = Domain("objective", (f"O{i + 1}" for i in range(OBJECTIVES)))
RESULT = Domain("result", ("met", "missed", "exchanged"))  # of an objective at the end

ACTIONS = Actions(
    Block("place", "place {piece} at {place}", piece=PIECE, place=PLACE),
    Block("resolve", "resolve {place}", place=PLACE),
    Block("link", "link {link}", link=LINK),
    Block("link_second", "link {link} second", link=LINK),
    Block("play_card", "play {card}", card=CARD),
    Block("discard_card", "discard {card}", card=CARD),
    Block("use_token", "use {token}", token=TOKEN),
    Block("gift", "give {resource} to {seat}", resource=ONE, seat=SEAT),
    Block("pay_gate", "gate {resource}", resource=ONE),
    Block("exchange", "exchange objective"),
    Block("end_turn", "end turn"),
    Block("stop", "stop"),
    Block("buy", "offer for {resource}", resource=ONE),
    Block("sacrifice", "offer {resource}", resource=ONE),
    Block("offer_craft", "offer for {craft}", craft=CRAFT),
    Block("offer_link", "offer for {link}", link=LINK),
    Block("build", "build {material} on tent {tent}", material=MATERIAL, tent=TENT),
    Block("take", "take {resource}", resource=ONE),
    Block("pick_all", "take all mushrooms"),
    Block("raise", "raise totem with {tier}", tier=TIER),
    Block("feed", "feed {food}", food=FOOD),
    Block("craft", "craft {material} on {craft}", material=MATERIAL, craft=CRAFT),
    Block("take_craft", "take {craft}", craft=CRAFT),
    Block("welcome", "welcome visitor for {price}", price=PRICE),
    Block("pay", "pay {price}", price=PRICE),
    Block("learn", "learn {card}", card=CARD),
    Block("remove", "remove {craft}", craft=CRAFT),
    Block("take_token", "take {token}", token=TOKEN),
)

(
    PLACE_NOMAD, RESOLVE, USE_LINK, USE_LINK_SECOND, PLAY_CARD, DISCARD_CARD, USE_TOKEN, GIFT, PAY_GATE, EXCHANGE,
    END_TURN, STOP, BUY, SACRIFICE, OFFER_CRAFT, OFFER_LINK, BUILD, TAKE, PICK_ALL, RAISE, FEED, CRAFT_ON, TAKE_CRAFT,
    WELCOME, PAY, LEARN, REMOVE, TAKE_TOKEN,
) = ACTIONS.firsts(*(block.name for block in ACTIONS.blocks))  # fmt: skip
GIFT_SEATS = len(SEAT)

NOTES = Notes(
    NoteKind("dealt", c=OBJECTIVE),
    NoteKind("first_player"),
    NoteKind("round_begins", a=NUMBER, b=TRADE),
    NoteKind("placed", a=TOLD, b=PLACE),
    NoteKind("copied", a=TOLD, b=PLACE),
    NoteKind("resolves", a=PLACE),
    NoteKind("took", a=NUMBER, b=RESOURCE, c=SOURCE),
    NoteKind("found_nothing", a=PLACE),
    NoteKind("generosity", a=NUMBER),
    NoteKind("paid", a=NUMBER, b=RESOURCE),
    NoteKind("forest_grows", a=NUMBER, b=NUMBER),
    NoteKind("hunted", a=NUMBER),
    NoteKind("tanned", a=NUMBER, b=NUMBER),
    NoteKind("raised", a=ONE, b=NUMBER),
    NoteKind("overtakes", a=NUMBER),
    NoteKind("built", a=ONE, b=NUMBER),
    NoteKind("tent_done", a=NUMBER),
    NoteKind("paid_gate", a=ONE, b=NUMBER),
    NoteKind("fed", a=NUMBER, b=RESOURCE, c=NUMBER),
    NoteKind("copy_unlocked"),
    NoteKind("crafted", a=ONE, b=CRAFT_NAME),
    NoteKind("finished", a=CRAFT_NAME),
    NoteKind("took_craft", a=CRAFT),
    NoteKind("removed_craft", a=CRAFT),
    NoteKind("craft_display", a=CRAFT, b=CRAFT),
    NoteKind("took_card", a=CARD),
    NoteKind("card_display", a=CARD, b=CARD),
    NoteKind("played", a=CARD),
    NoteKind("discarded", a=CARD),
    NoteKind("linked", a=LINK, b=PLACE, c=PLACE, d=PAIR),
    NoteKind("offered_link", a=LINK, b=PLACE, c=PLACE, d=EFFECT),
    NoteKind("offered_generosity"),
    NoteKind("offered_resource", a=ONE),
    NoteKind("took_token", a=TOKEN, b=EFFECT),
    NoteKind("used_token", a=TOKEN, b=EFFECT),
    NoteKind("gave", a=ONE, b=SEAT),
    NoteKind("exchanged", a=OBJECTIVE),
    NoteKind("claimed_visitor"),
    NoteKind("stopped", a=PLACE),
    NoteKind("turn_ends"),
    NoteKind("visitor_comes"),
    NoteKind("visitor_leaves"),
    NoteKind("buffalo_returns"),
    NoteKind("meat_spoils", a=NUMBER, b=RESOURCE),
    NoteKind("mission", a=PLACE, b=TOLD),
    NoteKind("count_board", a=NUMBER, b=NUMBER, c=NUMBER, d=NUMBER),
    NoteKind("count_rest", a=NUMBER, b=NUMBER, c=NUMBER, d=NUMBER),
    NoteKind("count_total", a=NUMBER, b=NUMBER),
    NoteKind("count_objective", a=OBJECTIVE, b=RESULT),
)
(
    DEALT, FIRST_PLAYER, ROUND_BEGINS, PLACED, COPIED, RESOLVES, TOOK, FOUND_NOTHING, GENEROSITY, PAID, FOREST_GROWS,
    HUNTED, TANNED, RAISED, OVERTAKES, BUILT, TENT_DONE, PAID_GATE, FED, COPY_UNLOCKED, CRAFTED, FINISHED, TOOK_CRAFT,
    REMOVED_CRAFT, CRAFT_DISPLAY, TOOK_CARD, CARD_DISPLAY, PLAYED, DISCARDED, LINKED, OFFERED_LINK, OFFERED_GENEROSITY,
    OFFERED_RESOURCE, TOOK_TOKEN, USED_TOKEN, GAVE, EXCHANGED, CLAIMED_VISITOR, STOPPED, TURN_ENDS, VISITOR_COMES,
    VISITOR_LEAVES, BUFFALO_RETURNS, MEAT_SPOILS, MISSION, COUNT_BOARD, COUNT_REST, COUNT_TOTAL,
    COUNT_OBJECTIVE,
) = NOTES.numbers(*(kind.name for kind in NOTES.kinds))  # fmt: skip

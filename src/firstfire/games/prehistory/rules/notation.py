"""What the record of Prehistory may hold, and how a position of it is written.

    tribes=[{tent=[red:2] place=[2c 2c board reserve …] shamans=[0 2 4] cards=[CE04] weather=WT2} …]
    hexes=[start 1a:forest/fish/FT03 rock/animal/rhino water/megalith/A/taken forest/camp/1.C3]

A hexagon is its terrain, what it offers, which one, and what lies there: the tile of a fish or gathering site (`-`
where it is taken), `taken` for an animal or megalith that is gone, a camp as seat and tile. Stacks have their top at
the end. Counts, and who stands where on the map, follow from the rest.
"""

from __future__ import annotations

from firstfire.kernel.observations.fields import (
    BY_SEAT,
    SEAT_OR_NONE,
    Fields,
    Spelling,
    counted,
    derived,
    filled,
    number,
    one_of,
    pieces,
    seat_set,
    set_of,
)
from firstfire.kernel.records.bits import popcount
from firstfire.kernel.records.rows import as_tuple

from ..actions import CAMP, CARD, COLOUR, DEED, FISH_TILE, HEX, HUNT, PRICE_TILE, SECTION, TILE
from ..box import GROUND_NAMES, LETTER_NAMES, SPECIES_NAMES, TERRAIN_NAMES, Box
from ..state import (
    BASE_SLOTS,
    CAMPS,
    COLOURS,
    HEXES,
    LOOKS,
    MEMBERS,
    NONE,
    PHASES,
    SEATS,
    SIDES,
    START,
    Ground,
    Hex,
    Letter,
    Phase,
    Season,
    State,
)

GROUNDS = (*GROUND_NAMES, "start")
DETAILS = {Ground.MEGALITH: LETTER_NAMES, Ground.ANIMAL: SPECIES_NAMES, Ground.MARKER: COLOUR.values}
TOKENS = {Ground.FISH: FISH_TILE, Ground.GATHER: TILE}


def write_hex(place: Hex) -> str | None:
    """A hexagon in short; None for one that cannot be."""
    if place.kind == Ground.START:
        plain = (place.terrain, place.detail, place.token, place.camp) == (NONE, 0, NONE, 0)
        return "start" if plain else None
    kind = Ground(place.kind)
    details, tokens = DETAILS.get(kind, ()), TOKENS.get(kind)
    stays = kind == Ground.ANIMAL or (kind == Ground.MEGALITH and place.detail == Letter.A)
    if not 0 <= place.terrain < len(TERRAIN_NAMES) or not 0 <= place.detail < max(1, len(details)):
        return None
    if place.token > (0 if stays else NONE) and (tokens is None or place.token >= len(tokens)):
        return None
    parts = [TERRAIN_NAMES[place.terrain], GROUNDS[kind]]
    parts += [details[place.detail]] if details else []
    if tokens is not None:
        parts.append("-" if place.token == NONE else tokens.values[place.token])
    elif stays and place.token == NONE:
        parts.append("taken")
    if place.camp > 0:
        owner, camp = divmod(place.camp - 1, CAMPS)
        parts.append(f"{owner}.{CAMP.values[camp]}")
    return "/".join(parts)


def read_hex(text: str, place: Hex) -> str | None:
    """Lay out a hexagon as a text says."""
    if text == "start":
        place.kind, place.terrain = Ground.START, NONE
        return None
    terrain, _, rest = text.partition("/")
    name, *more = rest.split("/")
    if terrain not in TERRAIN_NAMES or name not in GROUND_NAMES:
        kinds = ", ".join(GROUND_NAMES)
        return f"{text!r} is not a hexagon such as forest/fish/FT03: {', '.join(TERRAIN_NAMES)}, then {kinds}"
    kind = Ground(GROUND_NAMES.index(name))
    place.terrain, place.kind = TERRAIN_NAMES.index(terrain), kind
    if (details := DETAILS.get(kind)) is not None:
        if not more or more[0] not in details:
            return f"{text!r} needs one of {', '.join(details)}"
        place.detail = details.index(more.pop(0))
    if (tokens := TOKENS.get(kind)) is not None:
        if not more or (more[0] != "-" and more[0] not in tokens):
            return f"{text!r} needs one of {tokens.values[0]} to {tokens.values[-1]}, or - for none"
        place.token = NONE if more[0] == "-" else tokens.index(more[0])
        more.pop(0)
    elif kind == Ground.ANIMAL or (kind == Ground.MEGALITH and place.detail == Letter.A):
        taken = more[:1] == ["taken"]
        place.token = NONE if taken else 0
        del more[: int(taken)]
    return _read_camp(text, more, place)


def _read_camp(text: str, more: list[str], place: Hex) -> str | None:
    """A camp on a hexagon, if the text tells of one."""
    if not more:
        return None
    owner, _, camp = more[0].partition(".")
    if len(more) > 1 or owner not in map(str, range(SEATS)) or camp not in CAMP:
        return f"{text!r}: {'/'.join(more)} is not a camp such as 1.C3, seat and tile"
    place.camp = 1 + CAMPS * int(owner) + CAMP.index(camp)
    return None


def token_of(place: Hex, field: str) -> tuple[str, ...]:
    """The names of the tiles that lie on a hexagon of this kind as its token."""
    tokens = TOKENS.get(Ground(place.kind)) if field == "token" else None
    return tokens.values if tokens is not None else ()


DOORS = (Phase.SPRING, Phase.PILLAR, Phase.AFTER, Phase.SUMMER, Phase.AUTUMN, Phase.FINAL)  # see decisions.legal
DEEDS = (Phase.PAYMENT, Phase.DANCE, Phase.MEMBERS, Phase.DESTINATION, Phase.PILLAR, Phase.SUMMER)

CUBES = number(0, 99)
POINTS = number(0, 999)
POSITIONS = set_of(SIDES)
PRICE = pieces(one_of(PRICE_TILE.values, below=("-",)))
GATHERED = pieces(one_of(TILE.values, below=("-",)))
FISHED = pieces(one_of(FISH_TILE.values, below=("-",)))
HUNTED = pieces(one_of(HUNT.values, below=("-",)))
CEREMONY = pieces(one_of(CARD.values, below=("-",)))

FIELDS: Fields = {
    "tribes": BY_SEAT,
    "tribes.tiles": pieces(set_of(TILE.values)),
    "tribes.fish": pieces(set_of(FISH_TILE.values)),
    "tribes.hunts": pieces(set_of(HUNT.values)),
    "tribes.cards": pieces(set_of(CARD.values)),
    "tribes.witnessed": set_of(CARD.values),
    "tribes.development": POINTS,
    "tribes.points": POINTS,
    "tribes.painted": set_of(SECTION.values),
    "tribes.tired": set_of(MEMBERS),
    "tribes.tent": CUBES.by(COLOUR.values),
    "tribes.markers": CUBES.by(COLOUR.values),
    "tribes.place": one_of(HEX.values, below=("board", "reserve")),
    "tribes.animals": CUBES.by(SPECIES_NAMES),
    "tribes.fishing": number(0, 99),
    "tribes.weather": one_of([f"WT{tile + 1}" for tile in range(SEATS)]),
    "tribes.offset": number(0, SIDES - 1),
    "tribes.shamans": POSITIONS,
    "tribes.camps": set_of(CAMP.values),
    "tribes.card_count": counted(len(CARD)),
    "tribes.megaliths": number(0, HEXES),
    "tribes.pairs": derived(number(0, len(TILE))),
    "hunting_discard": pieces(set_of(HUNT.values)),
    "ceremony_discard": pieces(set_of(CARD.values)),
    "hexes": Spelling(write_hex, read_hex, keys=(HEX.values,), holds=token_of),
    "hexes.terrain": one_of(TERRAIN_NAMES, below=("-",), blank=0),
    "hexes.kind": one_of(GROUNDS),
    "hexes.detail": number(0, COLOURS - 1),
    "hexes.token": number(NONE, len(TILE) - 1),
    "hexes.camp": number(0, CAMPS * SEATS),
    "hexes.crowd": derived(number(0, SEATS * MEMBERS)),
    "hexes.stander": derived(number(0, SEATS)),
    "movement": number(0, 999),
    "season": one_of([season.name.lower() for season in Season]),
    "round": number(1, 20, blank=0),
    "order": SEAT_OR_NONE,
    "turn": derived(number(0, SEATS - 1)),
    "passed": seat_set(SEATS),
    "track": SEAT_OR_NONE,
    "track_count": counted(SEATS),
    "deed": one_of(DEED.values, below=("-",)),
    "target": number(NONE, HEXES - 1),
    "amount": number(0, MEMBERS),
    "camp": one_of(CAMP.values, below=("-",)),
    "dancers": POSITIONS,
    "floor": POSITIONS,
    "back": one_of(PHASES, below=("-",)),
    "looks": number(0, LOOKS),
    "emptied": set_of(DEED.values),
    "price": pieces(one_of(PRICE_TILE.values, blank=NONE)),
    "rotation": number(0, SIDES - 1),
    "stack": PRICE,
    "stack_count": counted(4),
    "spent": pieces(set_of(PRICE_TILE.values)),
    "top": CUBES.by(DEED.values, COLOUR.values),
    "base": one_of(COLOUR.values, below=("-",)).by(DEED.values),
    "base_count": counted(BASE_SLOTS).by(DEED.values),
    "tile_slots": GATHERED,
    "tile_stack": GATHERED,
    "tile_count": counted(len(TILE)),
    "fish_slots": FISHED,
    "fish_stack": FISHED,
    "fish_count": counted(len(FISH_TILE)),
    "hunting_row": HUNTED,
    "hunting_deck": HUNTED,
    "hunting_count": counted(len(HUNT)),
    "ceremony_row": CEREMONY,
    "ceremony_deck": CEREMONY,
    "ceremony_count": counted(len(CARD)),
}


def complete(s: State, box: Box) -> None:
    """Count stacks, cards and pairs; who stands on each hexagon."""
    s.stack_count, s.tile_count, s.fish_count = filled(s, "stack"), filled(s, "tile_stack"), filled(s, "fish_stack")
    s.hunting_count, s.ceremony_count = filled(s, "hunting_deck"), filled(s, "ceremony_deck")
    s.track_count = filled(s, "track")
    s.turn = next((turn for turn in range(s.seats) if s.order[turn] == s.player), 0)
    for pillar in range(COLOURS):
        s.base_count[pillar] = sum(colour != NONE for colour in as_tuple(s.base[pillar]))
    for h in range(HEXES):
        s.hexes[h].crowd = s.hexes[h].stander = 0
    for seat in range(s.seats):
        tribe = s.tribes[seat]
        tribe.card_count = popcount(tribe.cards)
        kinds = [popcount(tribe.tiles & box.kind_tiles[kind]) for kind in range(COLOURS)]
        tribe.pairs = sum(min(kinds[kind], kinds[box.partner[kind]]) for kind in range(COLOURS)) // 2
        for member in range(MEMBERS):
            if (h := tribe.place[member]) >= START:
                s.hexes[h].crowd += 1
                s.hexes[h].stander = 0 if h == START else seat + 1
    _check_decision(s)


def _check_decision(s: State) -> None:
    """What the rules rely on beyond the invariants: the decision that is asked, or waits behind the door of
    development, has its action."""
    asked = s.phase if s.back == NONE else s.back
    if s.back != NONE and asked not in DOORS:
        raise ValueError(f"back: no door of development opens in {PHASES[asked]}")
    if s.deed == NONE and not s.over and asked in DEEDS:
        raise ValueError(f"deed: in {PHASES[asked]} an action is being done")

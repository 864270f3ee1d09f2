"""Many tables of one game on a GPU: the same environment as on the CPU, with everything on the GPU.

    env = make_batch("totem", count=65536, seats=2, seed=1, device="cuda")
    seen = torch.from_dlpack(env.observations)       # no copy, here and below
    masks = torch.from_dlpack(env.masks)
    env.step(actions)                                # int32 or int64 on the GPU: a Torch tensor, a JAX array, …

One thread plays one table; small records lie in the shared memory of its block meanwhile, larger ones in thread-local
memory. Records, legal sets and observations lie word by word, not table by table (word 0 of all
tables, word 1 of all tables, …), so that neighbouring threads touch neighbouring memory:

    tables        [word of the record][table]      uint64
    legal sets    [word of the set][table]         int64
    observations  [feature][table]                 int16, shown to the outside as (count, size)
    masks         [table][action]                  bool, rows padded to whole words

A step is three launches: play, begin the next game where one ended (gathered, so that the few threads that deal cards
do so together), spread what changed in the legal sets into the masks. Nothing is allocated and nothing travels to the
host, so a step can be captured in a CUDA graph: pass the stream. What was refused is counted on the GPU; `check()`
asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import BadSetup, IllegalAction
from ..kernel.compiling.likings import liking_step
from ..kernel.compiling.specialise import Workshop, code_shape
from ..kernel.game import Game
from ..kernel.gpu.choosing import LONG_MASK
from ..kernel.gpu.cuda_code import (
    KernelSource,
    card_dtype,
    compile_kernel,
    from_card_layout,
    numba_cuda,
    prints_of,
    to_card_layout,
)
from ..kernel.gpu.cuda_driver import DeviceArray, card
from ..kernel.gpu.streaming import FILLED, STREAMING, TALLY, close_word, open_stream
from ..kernel.records.bits import count as options_of
from ..kernel.records.bits import lowest, nth, popcount, words_for
from ..kernel.records.entry import AnyBox
from ..kernel.records.header import Header
from ..kernel.records.record import dtype_of
from ..kernel.rule import generic
from ..kernel.rules.contract import legal, observe, prefer, redact
from ..kernel.rules.drive import Dice
from ..kernel.rules.notes import SILENT
from .batch import BatchEnv, BatchStep
from .stepping import ActionOutcome, Terms, begin_game, choose, list_actions, pay, play, seed_dice, spread, to_act

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENDED, REFUSED, WHERE = 0, 1, 2  # counts: games that ended in this step; actions refused so far; the last one's table
THREADS = 128  # in a block
FEW = 32  # in a block that begins games: they are few, and so they lie on as many processors as possible
REGISTERS = 64  # a thread: with more, too few threads run at once (a fifth to a third slower for the larger games) …
SMALL, MORE_REGISTERS = 512, 128  # … but records of so few bytes lie in shared memory, which is full before (Totem)
LIKERS = 32  # threads that share the actions of one table when they are liked: a warp, in the same phase of a game
LIKE_REGISTERS = 40  # a thread that likes: with the 120 it wants, too few run at once (a third slower at Doggerland)
CALLED = 60  # lines of intermediate code above which a rule that `prefer` asks is called, not taken in
TILE = 4  # tables whose masks a warp spreads: their words lie in the same sectors of memory
SHARED = 48 << 10  # bytes of shared memory that a block may have without asking


@generic
def list_by_mask(s: Header, box: AnyBox, mask: Any, legal_sets: Any, table: int, before: int) -> int:
    """Write the legal set of a table; a bit for each of its words that is filled (shared where there are more than 64).
    Only words are written that are not empty, or were not."""
    list_actions(s, box, mask)
    now = 0
    for i in range(len(mask)):
        if mask[i] != 0:
            now |= 1 << (i & 63)
        if ((now | before) >> (i & 63)) & 1 != 0:
            legal_sets[i, table] = mask[i]
    return now


@generic
def list_by_stream(s: Header, box: AnyBox, tally: Any, legal_sets: Any, table: int, before: int) -> int:
    """The same without a mask, for up to 64 words: the rules write them where they belong."""
    stream = (legal_sets[:, table], tally)
    open_stream(stream)
    if s.over == 0:
        stream_legal(s, box, stream)
    close_word(stream)
    now: int = tally[FILLED]
    empty = before & ~now
    for _ in range(popcount(empty)):
        legal_sets[lowest(empty), table] = 0
        empty &= empty - 1
    return now


@generic
def show_table(  # noqa: PLR0917 - a kernel takes every array by its address
    s: Header, box: AnyBox, room: Any, at: int, work: Any, table: int,
    tables: Any, legal_sets: Any, filled: Any, changed: Any, observations: Any, players: Any,
) -> None:  # fmt: skip
    """Write what there is to see of a table; its record (in `room`, from the word `at` on) is kept first, then blanked
    for the seat to act. Of the legal set only words are written that are not empty, or were not (`filled` remembers
    which)."""
    before = filled[table]
    now = list_words(s, box, work, legal_sets, table, before)
    filled[table] = now
    changed[table] = now | before
    players[table] = to_act(s)
    for i in range(WORDS):
        tables[i, table] = room[at + i]
    seat = s.player
    redact(s, box, seat)
    observe(s, box, seat, observations[:, table])


def step_kernel(  # noqa: PLR0913, PLR0917 - a kernel takes every array by its address
    tables: Any, fresh: Any, box: Any, terms: Any, actions: Any, games: Any, legal_sets: Any, filled: Any,
    changed: Any, observations: Any, players: Any, rewards: Any, done: Any, ended: Any, counts: Any,
) -> None:  # fmt: skip
    """One thread plays one action at one table."""
    table = cuda.grid(1)
    if table >= len(players):
        return
    places = cuda.local.array(16, INT64)
    work = cuda.local.array(WORK, INT64)
    at = 0
    if NEAR != 0:
        room = cuda.shared.array(NEAR, UINT64)
        at = cuda.threadIdx.x * STRIDE
    else:
        room = cuda.local.array(WORDS, UINT64)
    for i in range(WORDS):
        room[at + i] = tables[i, table]
    s = seen_as(room, at, fresh[0])
    turn = play(s, box[0], legal_sets[:, table], actions[table])
    most = terms[0].most
    if turn == ActionOutcome.ENDED:
        pay(s, box[0], terms[0].reward, most, places, rewards, table * most)
    else:
        for seat in range(most):
            rewards[table * most + seat] = 0.0
    done[table] = s.over
    changed[table] = 0
    if turn == ActionOutcome.REFUSED:
        cuda.atomic.add(counts, REFUSED, 1)
        counts[WHERE] = table
    if turn == ActionOutcome.ENDED and terms[0].auto_reset != 0:
        games[table] += 1
        ended[cuda.atomic.add(counts, ENDED, 1)] = table
    elif turn == ActionOutcome.PLAYED or turn == ActionOutcome.ENDED:
        show(s, box[0], room, at, work, table, tables, legal_sets, filled, changed, observations, players)


def begin_kernel(  # noqa: PLR0917 - a kernel takes every array by its address
    tables: Any, fresh: Any, box: Any, terms: Any, games: Any, legal_sets: Any, filled: Any, changed: Any,
    observations: Any, players: Any, ended: Any, counts: Any,
) -> None:  # fmt: skip
    """The threads begin the next game of the tables where one ended."""
    work = cuda.local.array(WORK, INT64)
    at = 0
    if NEAR_FEW != 0:
        room = cuda.shared.array(NEAR_FEW, UINT64)
        at = cuda.threadIdx.x * STRIDE
    else:
        room = cuda.local.array(WORDS, UINT64)
    s = seen_as(room, at, fresh[0])
    for i in range(cuda.grid(1), counts[ENDED], cuda.gridsize(1)):
        table = ended[i]
        begin_game(s, fresh[0], box[0], terms[0], table, games[table])
        show(s, box[0], room, at, work, table, tables, legal_sets, filled, changed, observations, players)


def spread_kernel(legal_sets: Any, changed: Any, masks: Any, counts: Any) -> None:
    """A warp spreads what changed in the legal sets of some tables, one after the other: a byte for each bit. Of eight
    neighbouring words each four threads take one, twice eight bytes a thread."""
    thread = cuda.grid(1)
    first = (thread >> 5) * TILE
    lane = thread & 31
    place = lane & 3
    for table in range(first, min(first + TILE, len(changed))):
        which = changed[table]
        start = table * MASK_ROW
        for eight in range(0, MASK_WORDS, 8):
            if (which >> (eight & 63)) & 255 == 0:
                continue
            word = eight + (lane >> 2)
            here = (word << 3) + place
            if (which >> (word & 63)) & 1 != 0 and here < MASK_ROW:
                bits = legal_sets[word, table] >> (place << 3)
                masks[start + here] = spread(bits)
                if here + 4 < MASK_ROW:
                    masks[start + here + 4] = spread(bits >> 32)
    if thread == 0:
        counts[ENDED] = 0


def blank_kernel(tables: Any, fresh: Any, box: Any, players: Any, known: Any) -> None:
    """One thread lays down what the seat to act knows of one table: its record, blanked, word after word."""
    table = cuda.grid(1)
    if table >= len(players) or players[table] < 0:
        return
    at = table * WORDS
    for i in range(WORDS):
        known[at + i] = tables[i, table]
    s = seen_as(known, at, fresh[0])
    redact(s, box[0], s.player)


def like_kernel(known: Any, fresh: Any, box: Any, legal_sets: Any, players: Any, action_scores: Any) -> None:
    """A warp says how the seat to act of one table likes what it may do: all its threads read the same record, and each
    takes every so many actions one. Nothing is written of an action that is not legal."""
    table = cuda.grid(1) // LIKERS
    if table >= len(players) or players[table] < 0:
        return
    options = options_of(legal_sets[:, table])
    s = seen_as(known, table * WORDS, fresh[0])
    for rank in range(cuda.grid(1) % LIKERS, options, LIKERS):
        action = nth(legal_sets[:, table], rank)
        action_scores[table, action] = liking_step(prefer(s, box[0], action))


def sample_kernel(chance: Any, legal_sets: Any, actions: Any) -> None:
    """One thread chooses one of the legal actions of one table."""
    table = cuda.grid(1)
    if table >= len(actions):
        return
    dice = cuda.local.array(1, DICE)
    for i in range(4):
        dice[0].rng[i] = chance[i, table]
    actions[table] = choose(legal_sets[:, table], dice[0])
    for i in range(4):
        chance[i, table] = dice[0].rng[i]


def seed_kernel(chance: Any, terms: Any) -> None:
    """One thread begins the stream of one table."""
    table = cuda.grid(1)
    if table >= chance.shape[1]:
        return
    dice = cuda.local.array(1, DICE)
    seed_dice(dice[0], terms[0], table)
    for i in range(4):
        chance[i, table] = dice[0].rng[i]


# What the kernels and `show_table` see under these names is put there when they are compiled.
cuda: Any = None
seen_as: Any = None
show: Any = None
list_words: Any = None
stream_legal: Any = None
UINT64: Any = None
INT64: Any = None
DICE: Any = None
WORDS = 0  # of a record
NEAR = 0  # words of the records of a block that lie in its shared memory (0: in thread-local memory) …
NEAR_FEW = 0  # … of one that begins games …
STRIDE = 0  # … and from one record to the next: odd, so that neighbours find theirs in different banks
WORK = 0  # of the row to work in that listing needs
MASK_WORDS = 0  # of a legal set
MASK_ROW = 0  # words of eight bytes in a row of masks


class GpuBatch(BatchEnv):
    """Many tables on a GPU. The arrays are `DeviceArray`s: `__cuda_array_interface__` and `__dlpack__` hand them to
    Torch, JAX, CuPy and Numba without a copy; `numpy()` copies them to the host."""

    def __init__(
        self,
        game: Game,
        count: int,
        seats: int | None = None,
        seed: int = 0,
        *,
        reward: str = "rank",
        options: Mapping[str, str] | None = None,
        box: Any = None,
        auto_reset: bool = True,
        registers: int | None = None,
        threads: int = THREADS,
        number: int = 0,
    ) -> None:
        import numpy as np

        super().__init__(game, count, seats, seed, reward, options, box, auto_reset)
        self.card = card(number)
        self._layout = card_dtype(game.state)
        self._record_words = -(-self._layout.itemsize // 8)
        zeros, size = self.card.zeros, self.observation.size
        self._tables = zeros((self._record_words, count), np.uint64)
        self._legal_sets = zeros((self._words, count), np.int64)
        self._filled, self._changed = zeros(count, np.int64), zeros(count, np.int64)
        self._observations = zeros((size, count), np.int16)
        self._masks = zeros(count * self._terms.row, np.int64)
        self._players = zeros(count, np.int8)
        self._rewards = zeros(count * self._terms.most, np.float32)
        self._done = zeros(count, np.int8)
        self._games = zeros(count, np.int64)
        self._ended = zeros(count, np.int64)
        self._counts = zeros(3, np.int64)
        self._chance = zeros((4, count), np.int64)
        self._sampled = zeros(count, np.int32)
        self._fresh_there = self.card.put(to_card_layout(self._fresh))
        self._box_there = self.card.put(np.frombuffer(self.box, dtype_of(game.box)).copy())
        self._terms_there = self.card.zeros(1, dtype_of(Terms))
        self._arrays = BatchStep(
            self._observations.view((count, size), (2, 2 * count)),
            self._masks.view((count, self.actions), (8 * self._terms.row, 1), np.bool_),
            self._players,
            self._rewards.view((count, self._terms.most)),
            self._done.view((count,), dtype=np.bool_),
        )
        self._padded_masks = self._masks.view((count, 8 * self._terms.row), dtype=np.bool_)
        self._action_scores: DeviceArray  # made when first asked for …
        self._like: Any = None  # … with the launch that fills it …
        self._blank: Any = None  # … and the one before: what each seat knows
        self._bind(registers_for(self._layout.itemsize) if registers is None else registers, threads)
        self.reset()

    def __reduce__(self) -> NoReturn:
        raise BadSetup("tables on a GPU cannot be copied or pickled: make others with the same settings and seed")

    def _bind(self, registers: int, threads: int) -> None:
        """Compile the kernels, or find them, and look up everything that a launch needs."""
        made = _KernelMaker(self, registers, threads)
        every = -(-self.count // threads)
        tables, fresh, box, terms = self._tables, self._fresh_there, self._box_there, self._terms_there
        games, legal_sets, seen, players = self._games, self._legal_sets, self._observations, self._players
        ended, counts, words = self._ended, self._counts, (self._filled, self._changed)
        self._play = made.launch(
            step_kernel, every, threads, tables, fresh, box, terms, self._sampled, games, legal_sets, *words, seen,
            players, self._rewards, self._done, ended, counts,
        )  # fmt: skip
        some = min(-(-self.count // FEW), 32 * self.card.processors)
        self._begin = made.launch(
            begin_kernel,
            some,
            FEW,
            tables,
            fresh,
            box,
            terms,
            games,
            legal_sets,
            *words,
            seen,
            players,
            ended,
            counts,
        )
        warps = -(-self.count // TILE)
        self._spread = made.launch(spread_kernel, -(-warps // 8), 256, legal_sets, self._changed, self._masks, counts)
        self._choose = made.launch(sample_kernel, -(-self.count // 256), 256, self._chance, legal_sets, self._sampled)
        self._seed_dice = made.launch(seed_kernel, -(-self.count // 256), 256, self._chance, terms)

    def reset(self, seed: int | None = None) -> BatchStep:
        """Begin every table's first game, from a new seed if one is given."""
        import numpy as np

        self._demand_open()
        if seed is not None:
            self._set_seed(seed)
        terms: Any = self._terms
        self._terms_there.write(np.frombuffer(terms, dtype_of(Terms)))
        for array in (self._games, self._rewards, self._done):
            array.clear()
        self._ended.write(np.arange(self.count))
        self._counts.write(np.array([self.count, 0, 0]))
        self._seed_dice()
        self._begin()
        self._spread()
        self.card.wait()
        return self.arrays

    def step(self, actions: Any, stream: int = 0) -> BatchStep:
        """Play one action at each table (-1 leaves it alone): int32, or int64 of which the low 32 bits are read, on the
        card. Launches and returns: what follows in the same stream (0: the default one; Torch:
        `torch.cuda.current_stream().cuda_stream`) sees the result."""
        self._demand_open()
        if actions is not self._sampled:
            self._play.point(4, *self._checked(actions))
        else:
            self._play.point(4, self._sampled.address, 4)
        self._play(stream)
        self._begin(stream)
        self._spread(stream)
        return self.arrays

    def sample(self, stream: int = 0) -> DeviceArray:
        """A random legal action for each table (-1 where the game is over), the same that a batch on the CPU chooses;
        always in the same array."""
        self._demand_open()
        self._choose(stream)
        return self._sampled

    def action_scores(self, stream: int = 0) -> DeviceArray:
        """The score of each legal action by the game's `prefer` (`BatchEnv.action_scores`), as the tables stand now:
        ask again after a step. The first time the kernel is compiled, so not while a CUDA graph is captured."""
        import numpy as np

        self._demand_open()
        if self._like is None:
            self._action_scores = self.card.zeros((self.count, self.actions), np.int16)
            known = self.card.zeros(self.count * self._record_words, np.uint64)
            self.card.wait()  # until it is zero: another stream would not
            made, players, box = _KernelMaker(self, 0, THREADS), self._players, self._box_there
            fresh, every = self._fresh_there, -(-self.count // FEW)
            self._blank = made.launch(blank_kernel, every, FEW, self._tables, fresh, box, players, known)
            self._like = made.launch(
                like_kernel, -(-self.count * LIKERS // THREADS), THREADS, known, fresh, box, self._legal_sets, players,
                self._action_scores,
            )  # fmt: skip
        self._blank(stream)
        self._like(stream)
        return self._action_scores

    def check(self) -> None:
        """Raise what was refused since the last check: a refused action changed nothing at its table."""
        import numpy as np

        self.card.wait()
        counts = self._counts.numpy()
        if counts[REFUSED]:
            self._counts.write(np.array([counts[ENDED], 0, 0]))
            raise IllegalAction("?", f"{counts[REFUSED]} actions were refused, the last at table {counts[WHERE]}")

    @property
    def states(self) -> NDArray[Any]:
        """The records of all tables (a copy on the host)."""
        import numpy as np

        words = np.ascontiguousarray(self._tables.numpy().T).view(np.uint8)
        held = np.ascontiguousarray(words[:, : self._layout.itemsize]).view(self._layout)
        return from_card_layout(held[:, 0], self.game.state)

    def state(self, table: int) -> Any:
        """One table's record (a copy on the host)."""
        return self.game.state.from_buffer_copy(self.states[table].tobytes())

    def _checked(self, actions: Any) -> tuple[int, int]:
        """Where actions lie on the GPU, and how far apart."""
        told = getattr(actions, "__cuda_array_interface__", None)
        if told is None:
            raise BadSetup(f"actions must be on the GPU (a Torch tensor on cuda, a JAX array, …), not {type(actions)}")
        if told["typestr"] not in ("<i4", "<i8"):
            raise IllegalAction(str(told["typestr"]), "actions are int32 or int64")
        if tuple(told["shape"]) != (self.count,):
            raise BadSetup(f"{self.count} actions are needed, one for each table, not {tuple(told['shape'])}")
        return told["data"][0], (told.get("strides") or (int(told["typestr"][2]),))[0]


def registers_for(record: int) -> int:
    """How many registers a thread may use, by the bytes of a record on the GPU."""
    return MORE_REGISTERS if record <= SMALL else REGISTERS


class ShowFunction:
    """The function `show` of a game's kernels: how a table is shown, the legal set listed by a mask or by a stream."""

    def __init__(self, game: Game, target: str = "cuda") -> None:
        words = words_for(len(game.actions))
        self.streamed = game.lists_in_order and LONG_MASK < words <= 64
        self.work = TALLY if self.streamed else words
        self.workshop = Workshop(target, game.rules, replace=SILENT)
        self._streaming = Workshop(target, game.rules, replace=STREAMING)

    def made_of(self) -> str:
        """What it is made of, as a text."""
        parts = [code_shape(show_table.__code__), *prints_of(self.workshop, show_table)]
        if self.streamed:
            parts += [code_shape(list_by_stream.__code__), *prints_of(self.workshop, list_by_stream)]
            parts.append(self._streaming.fingerprint(legal))
        else:
            parts.append(self.workshop.fingerprint(list_by_mask))
        return " ".join(parts)

    def function(self, **sizes: int) -> Any:
        """The function, compiled for a GPU (or as plain Python)."""
        listing = self.workshop.twin(list_by_mask)
        if self.streamed:
            listing = self._made(list_by_stream, stream_legal=self._streaming.twin(legal))
        return self._made(show_table, list_words=listing, **sizes)

    def _made(self, function: Any, **given: Any) -> Any:
        twin = self.workshop.bare_twin(function)
        twin.__globals__.update(given)
        return numba_cuda().jit(device=True)(twin) if self.workshop.target == "cuda" else twin


class _KernelMaker:
    """Compiles the kernels of an environment."""

    def __init__(self, env: GpuBatch, registers: int, threads: int) -> None:
        self.env = env
        self.registers = registers
        self.showing = ShowFunction(env.game)
        stride = env._record_words | 1
        near = stride * threads if env._layout.itemsize <= SMALL and 8 * stride * threads <= SHARED else 0
        self.sizes = {
            "WORDS": env._record_words, "NEAR": near, "NEAR_FEW": stride * FEW if near else 0, "STRIDE": stride,
            "WORK": self.showing.work, "MASK_WORDS": env._words, "MASK_ROW": env._terms.row,
        }  # fmt: skip
        self.made_of = f"{self.sizes} {env._layout} {dtype_of(env.game.box)} {dtype_of(Terms)} {self.showing.made_of()}"

    def launch(self, function: Any, blocks: int, threads: int, *arguments: DeviceArray) -> Any:
        """A kernel with its arguments."""
        from numba import from_dtype, types

        shapes = tuple(
            types.Array(from_dtype(a.dtype), len(a.shape), "A" if a is self.env._sampled else "C") for a in arguments
        )
        shows = function in {step_kernel, begin_kernel}
        registers = {step_kernel: self.registers, like_kernel: LIKE_REGISTERS}.get(function, 0)
        workshop, given = self.showing.workshop, self._shown if shows else self._given
        called = CALLED if function is like_kernel else 0
        source = KernelSource(self.env.game.name, workshop, function, shapes, given, self.made_of, registers, called)
        return compile_kernel(self.env.card, source).bind(blocks, threads, *arguments)

    def _given(self) -> dict[str, Any]:
        from numba import from_dtype, int64, uint64

        numba_cuda()
        from ..kernel.compiling.machine_cuda import seen_as

        return {"UINT64": uint64, "INT64": int64, "DICE": from_dtype(dtype_of(Dice)), "seen_as": seen_as, **self.sizes}

    def _shown(self) -> dict[str, Any]:
        return {"show": self.showing.function(WORDS=self.sizes["WORDS"]), **self._given()}

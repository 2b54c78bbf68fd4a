"""
The native core: shapes, comparison and card play over rank counts. It knows no game by name.
"""

from collections.abc import Sequence
import enum


class Order(enum.Enum):
    """How one combo stands against another."""

    beats = 0

    does_not = 1

    incomparable = 2

class RuleTable:
    """
    Rule rows of one game, as numbers.

    A shape is (unit, least, most, kickers): cards of a body group, 1 to 8, and how many groups; most > 1 makes it a run of ranks 3…A. A kicker is (size, count, run, bans): count 0 is one a body group; with run they are of consecutive ranks and compared second; bans add up: 1 rank of the body, 2 two of one rank, 4 both jokers, 8 a joker, 16 four cards of one rank, 32 a trio that would lengthen the run. A bomb is (kind, size, tier), weakest first: kind 0 equal cards 3…2, 1 equal jokers, 2 any jokers; tier 0 any, 1 soft, 2 hard, 3 pure. 32 rows at most.
    """

    def __init__(self, packs: int, seats: int, joker_pairs: bool, shapes: Sequence[tuple[int, int, int, Sequence[tuple[int, int, bool, int]]]], bombs: Sequence[tuple[int, int, int]]) -> None: ...

    @property
    def packs(self) -> int: ...

    @property
    def seats(self) -> int: ...

    @property
    def shape_count(self) -> int: ...

    @property
    def bomb_count(self) -> int: ...

class PlayIterator:
    """Walks over plays."""

    def __iter__(self) -> PlayIterator: ...

    def __next__(self) -> tuple[int, int]: ...

class Plays:
    """
    Legal plays, each (cards word, combo code); the buffer is N x 2 unsigned 64-bit integers.

    Order: rows as in the table, then length, top, second; then more natural cards in the body first, more of the lowest kicker rank first, plays of wild cards alone last.
    """

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> tuple[int, int]: ...

    def __iter__(self) -> PlayIterator: ...

    def __contains__(self, play: object) -> bool: ...

    def index(self, play: tuple[int, int]) -> int: ...

    def __buffer__(self, flags: int, /) -> memoryview: ...

def plays(table: RuleTable, hand: int, last: int | None = None, wild: int = -1) -> Plays:
    """
    Every legal play of `hand` on the combo `last` (None: a lead), each once; passing is not listed.

    hand: four bits a rank, 3…A 2 x X from the lowest; the top four bits count red sevens where they are wild. wild: -1 none, 0…12 all cards of a rank, 13 the red sevens, 14 both jokers. ValueError above 5,000,000 plays.
    """

def count(table: RuleTable, hand: int, last: int | None = None, wild: int = -1) -> int:
    """How many plays there are, without storing them."""

def readings(table: RuleTable, cards: int, wild: int = -1) -> list[int]:
    """
    All combos the whole bag can be: bombs first, strongest first; then rows as in the table, in a row longest, highest top and second first. None for a bag that the packs cannot hold.

    A combo code: bits 0-7 row (shapes, then bombs), 8-11 body groups, 12-15 top rank, 16-19 top of the kicker run or 15.
    """

def compare(table: RuleTable, a: int, b: int) -> Order:
    """How combo `a` stands against `b`."""

def beats(table: RuleTable, a: int, b: int) -> bool:
    """True if combo `a` may be played on `b`."""

def least_plays(table: RuleTable, hand: int) -> int:
    """
    Least number of plays that empty the hand, leading each; always achievable.

    Exact where kickers are solos or pairs of one kind on trios or larger groups; rows with trio kickers, two kinds of kickers or kicker runs are not used, so with them it is an upper bound, as it is for hands with more than 20,000 ways to set runs aside (two packs, 35 cards and more). ValueError without rows of solos and of pairs.
    """

def least_plays_after(table: RuleTable, hand: int, plays: Plays) -> list[int]:
    """least_plays of the hand without each of the plays."""

class Refusal(enum.Enum):
    """Why a play is illegal; `no_such_combo`: the cards do not read so."""

    over = 1

    not_in_hand = 2

    no_such_combo = 3

    does_not_beat = 4

class CardPlay:
    """
    Card play of one deal from the first lead to the first empty hand. A trick ends when all other seats pass in a row; a lead may not be passed.
    """

    def __init__(self, table: RuleTable, hands: Sequence[int], turn: int, wild: int = -1) -> None: ...

    @staticmethod
    def at(table: RuleTable, hands: Sequence[int], turn: int, last: tuple[int, int] | None, last_seat: int | None, passes: int, plays_by_seat: Sequence[int], bombs: Sequence[tuple[int, int]], wild: int = -1) -> CardPlay:
        """
        Any middle of a deal. A hand that is empty must be that of the last play, with the turn still there. ValueError if the parts contradict each other.
        """

    def plays(self) -> Plays:
        """The legal plays of the seat to play; none when the deal is over."""

    @property
    def may_pass(self) -> bool: ...

    def legal(self, cards: int, combo: int) -> Refusal | None:
        """None, or why the seat to play may not play this."""

    def play(self, cards: int, combo: int) -> None:
        """ValueError, and nothing changed, if the play is illegal."""

    def pass_(self) -> None:
        """ValueError, and nothing changed, on a lead or when the deal is over."""

    def copy(self) -> CardPlay: ...

    @property
    def hands(self) -> list[int]: ...

    @property
    def counts(self) -> list[int]:
        """Cards left, by seat."""

    @property
    def turn(self) -> int: ...

    @property
    def wild(self) -> int: ...

    @property
    def passes(self) -> int:
        """Passes in a row since the last play."""

    @property
    def last(self) -> tuple[int, int] | None:
        """The play to beat; None on a lead."""

    @property
    def last_seat(self) -> int | None: ...

    @property
    def plays_by_seat(self) -> list[int]:
        """Plays made, passes not counted."""

    @property
    def bombs(self) -> list[tuple[int, int]]:
        """By bomb row: (led, answering)."""

    @property
    def winner(self) -> int | None:
        """The seat whose hand is empty."""

class PlayoutTotals:
    """Sums over a batch of random playouts."""

    @property
    def games(self) -> int: ...

    @property
    def steps(self) -> int:
        """Plays and passes."""

    @property
    def plays_listed(self) -> int:
        """Legal plays over all steps, passes not counted."""

    @property
    def wins(self) -> list[int]: ...

    @property
    def bombs(self) -> int: ...

def playouts(table: RuleTable, games: int, seed: int, hands: Sequence[int] = (20, 17, 17)) -> PlayoutTotals:
    """
    Random deals of `hands` cards a seat, seat 0 leading, played to the end. At each step every legal play is listed and one act chosen uniformly.
    """

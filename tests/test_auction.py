"""The auction machines of rulebook 2.12: every sequence of acts against a naive reading of its sentences."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
import pytest

from dizhu.errors import IllegalAction
from dizhu.games.acts import Action, Bid, Call, Grab
from dizhu.games.climb.auction import ILLEGAL, OVER, auction_table
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Cause, Phase
from dizhu.rules import RuleSet, load
from dizhu.rules.ruleset import CallGrabAuction, GivenLandlord, ScoreAuction
from tests.cases_deals import dealt
from tests.cases_words import rule_set

YES, NO, TAKE, LEAVE = Call(True), Call(False), Grab(True), Grab(False)
EVERY_ACT: tuple[Action, ...] = (*map(Bid, range(-1, 5)), YES, NO, TAKE, LEAVE)


class Asks(NamedTuple):
    """A seat is asked, counted from the first, and may say these."""

    seat: int
    acts: set[Action]


class Ends(NamedTuple):
    """The landlord counted from the first asked, None if there is none; the bid; the number of grabs."""

    landlord: int | None
    bid: int = 1
    grabs: int = 0


Reading: TypeAlias = Callable[[int, Sequence[Action]], Asks | Ends]


def values(said: Sequence[Action]) -> list[int]:
    return [act.value for act in said if isinstance(act, Bid)]


def higher(high: int) -> set[Action]:
    return {Bid(value) for value in (0, 1, 2, 3) if value > high or value == 0}


def score_once(seats: int, said: Sequence[Action]) -> Asks | Ends:
    """Each seat once; 3 ends; after all seats the highest bidder is landlord, or all passed."""
    bids = values(said)
    high = max(bids, default=0)
    if high == 3 or len(bids) == seats:
        return Ends(bids.index(high), high) if high else Ends(None)
    return Asks(len(bids), higher(high))


def score_rounds(seats: int, said: Sequence[Action]) -> Asks | Ends:
    """Seats go round; ends at 3, at n-1 passes in a row after a bid, or at n opening passes."""
    bids = values(said)
    high = max(bids, default=0)
    if high == 3 or (high and bids[-(seats - 1) :] == [0] * (seats - 1)):
        return Ends(bids.index(high) % seats, high)
    if bids == [0] * seats:
        return Ends(None)
    return Asks(len(bids) % seats, higher(high))


def call_grab(seats: int, said: Sequence[Action], *, second_chance: bool = False) -> Asks | Ends:
    """The first call closes the calling; then one chance for every other seat that has not refused, the caller last if
    anybody grabbed; the last grabber is landlord, without a grab the caller."""
    if YES not in said:
        return Ends(None) if len(said) == seats else Asks(len(said), {YES, NO})
    caller = list(said).index(YES)
    after = [(caller + k) % seats for k in range(1, seats)]
    asked = after if second_chance else [seat for seat in after if seat > caller]
    answers = list(said[caller + 1 :])
    if TAKE in answers[: len(asked)]:
        asked = [*asked, caller]
    if len(answers) < len(asked):
        return Asks(asked[len(answers)], {TAKE, LEAVE})
    grabbers = [seat for seat, answer in zip(asked, answers, strict=True) if answer == TAKE]
    return Ends([caller, *grabbers][-1], grabs=len(grabbers))


def call_rob(seats: int, said: Sequence[Action]) -> Asks | Ends:
    return call_grab(seats, said, second_chance=True)


MACHINES: dict[str, tuple[str, Reading]] = {
    "score_once": ("qq_3p", score_once),
    "score_rounds": ("pagat_3p", score_rounds),
    "call_grab": ("call-rob-strict", call_grab),
    "call_grab with refused_may_grab": ("call-rob", call_rob),
    "call_grab with shows": ("happy_3p", call_grab),
}


def sequences(reading: Reading, seats: int, said: tuple[Action, ...] = ()) -> Iterator[tuple[Action, ...]]:
    """Every sequence of acts and all its beginnings, by the naive reading."""
    yield said
    asks = reading(seats, said)
    if isinstance(asks, Asks):
        for act in sorted(asks.acts, key=repr):
            yield from sequences(reading, seats, (*said, act))


def at_seats(rules: RuleSet, seats: int) -> RuleSet:
    """The same auction at a table of so many seats, with one pack and the hands that fit."""
    hand, bottom = {2: (20, 3), 3: (17, 3), 4: (12, 6)}[seats]
    table = rules.table
    table = msgspec.structs.replace(
        table,
        seats=seats,
        hand=hand,
        bottom=msgspec.structs.replace(table.bottom, cards=bottom),
        dead=54 - seats * hand - bottom,
    )
    return msgspec.structs.replace(rules, table=table)


def after(rules: RuleSet, first: int, said: Sequence[Action]) -> ClimbGame:
    """A whole deal in which the asked seats said this one after the other."""
    game = dealt(rules, first=first)
    for act in said:
        (seat,) = game.awaited
        game.act(seat, act, Cause.PLAYER)
    return game


def says(game: ClimbGame, first: int) -> Asks | Ends:
    """What the game says, in the words of the naive reading."""
    seats = game.rules.table.seats
    if game.phase in (Phase.BID, Phase.CALL, Phase.GRAB):
        (seat,) = game.awaited
        offers = {other: game.options(other) for other in range(seats)}
        assert [other for other, options in offers.items() if options is not None] == [seat]
        options = offers[seat]
        assert options is not None
        assert len(set(options.acts)) == len(options.acts)
        return Asks((seat - first) % seats, set(options.acts))
    view = game.view("spectator")
    if view.landlord is None:
        assert game.outcome is not None
        assert (game.outcome.kind, game.outcome.points) == ("redeal", (0,) * seats)
        return Ends(None)
    grab = next((factor for factor in view.factors if factor.name == "grab"), None)
    assert (grab.value, grab.times) == (2, view.grabs) if grab else view.grabs == 0
    return Ends((view.landlord - first) % seats, view.bid, view.grabs)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", MACHINES)
def test_every_sequence_goes_as_the_rulebook_says(name: str, seats: int) -> None:
    rules_name, reading = MACHINES[name]
    rules = at_seats(rule_set(rules_name), seats)
    ended = 0
    for said in sequences(reading, seats):
        first = len(said) % seats
        wanted = reading(seats, said)
        assert says(after(rules, first, said), first) == wanted, said
        ended += isinstance(wanted, Ends)
    assert ended >= 2 * seats


@pytest.mark.parametrize("name", MACHINES)
def test_every_other_act_is_refused(name: str) -> None:
    rules_name, reading = MACHINES[name]
    rules = rule_set(rules_name)
    for said in sequences(reading, 3):
        asks = reading(3, said)
        if isinstance(asks, Ends):
            continue
        game = after(rules, 0, said)
        before = [game.view(seat) for seat in range(3)]
        for seat in range(3):
            for act in EVERY_ACT:
                if seat != asks.seat or act not in asks.acts:
                    with pytest.raises(IllegalAction):
                        game.act(seat, act, Cause.PLAYER)
        assert [game.view(seat) for seat in range(3)] == before


@pytest.mark.parametrize(
    ("name", "seats", "courses"),
    [
        ("score_once", 2, 10),  # a pass and four answers, 1 and three, 2 and two, 3
        ("score_once", 3, 20),  # a pass and those 10, 1 and 3 + 2 + 1, 2 and 2 + 1, 3
        ("score_rounds", 2, 15),  # by hand: after 2 two courses, after 1 four; twice 4 + 2 + 1, and all pass
        ("score_rounds", 3, 40),  # after 2 three, after 1 nine; three times 9 + 3 + 1, and all pass
        ("call_grab", 2, 5),
        ("call_grab", 3, 12),  # the rows of the table, the last grab yes or no
        ("call_grab with refused_may_grab", 2, 7),
        ("call_grab with refused_may_grab", 3, 22),
    ],
)
def test_there_are_so_many_courses(name: str, seats: int, courses: int) -> None:
    auction = rule_set(MACHINES[name][0]).auction
    table = auction_table(auction, seats)

    def count(state: int) -> int:
        if table.asked[state] == OVER:
            return 1
        return sum(count(after) for after in table.step[state] if after != ILLEGAL)

    assert count(0) == courses


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("name", MACHINES)
def test_no_sequence_is_stuck_or_goes_on_for_ever(name: str, seats: int) -> None:
    table = auction_table(rule_set(MACHINES[name][0]).auction, seats)
    longest = {}

    def steps(state: int, path: frozenset[int]) -> int:
        assert state not in path, "an act leads back to an earlier state"
        if state not in longest:
            nexts = [after for after in table.step[state] if after != ILLEGAL]
            over = table.asked[state] == OVER
            assert over == (not nexts)
            assert over == (table.result[state] is not None)
            longest[state] = 0 if over else 1 + max(steps(after, path | {state}) for after in nexts)
        return longest[state]

    assert steps(0, frozenset()) <= 3 * seats
    assert len(longest) == len(table.step)


SAID: dict[str, Action] = {"call": YES, "refuse": NO, "y": TAKE, "n": LEAVE}
# The table of 2.12, a row with two ends written twice: course, landlord a, b or c, factor.
ROWS = [
    ("call n n", "a", 1),
    ("call y n n", "b", 2),
    ("call y n y", "a", 4),
    ("call n y n", "c", 2),
    ("call n y y", "a", 4),
    ("call y y n", "c", 4),
    ("call y y y", "a", 8),
    ("refuse call n", "b", 1),
    ("refuse call y n", "c", 2),
    ("refuse call y y", "b", 4),
    ("refuse refuse call", "c", 1),
]


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("rules_name", ["happy_3p", "call-rob-strict"])
@pytest.mark.parametrize(("course", "landlord", "factor"), ROWS)
def test_the_rows_of_the_table(rules_name: str, course: str, landlord: str, factor: int, first: int) -> None:
    game = after(rule_set(rules_name), first, [SAID[word] for word in course.split()])
    assert game.phase not in (Phase.BID, Phase.CALL, Phase.GRAB)
    view = game.view("spectator")
    assert view.landlord == (first + "abc".index(landlord)) % 3
    product = 1
    for one in view.factors:
        product *= one.product
    assert product == factor


def test_all_refuse_is_a_redeal_where_nobody_showed() -> None:
    for rules_name in ("happy_3p", "call-rob-strict", "call-rob"):
        game = after(rule_set(rules_name), 0, [NO, NO, NO])
        assert game.outcome is not None
        assert game.outcome.kind == "redeal"


def test_four_seats_have_one_chance_each_and_the_caller_the_last() -> None:
    four = at_seats(rule_set("call-rob-strict"), 4)
    assert says(after(four, 0, [YES, TAKE, TAKE, TAKE, TAKE]), 0) == Ends(0, grabs=4)
    assert says(after(four, 0, [NO, NO, YES, TAKE, TAKE]), 0) == Ends(2, grabs=2)
    assert says(after(four, 0, [NO, YES, LEAVE, LEAVE]), 0) == Ends(1)


def test_a_given_landlord_leads_without_an_auction() -> None:
    rules = load("douzero")
    assert isinstance(rules.auction, GivenLandlord)
    game = dealt(rules, first=2)
    assert (game.phase, game.awaited, game.view(0).landlord) == (Phase.PLAY, (2,), 2)


def test_the_machines_are_those_of_the_rule_files() -> None:
    kinds = {name: load(name).auction for name in ("qq_3p", "pagat_3p", "happy_3p")}
    assert kinds["qq_3p"] == ScoreAuction(values=(1, 2, 3), turns="once", first="rotate")
    assert kinds["pagat_3p"] == ScoreAuction(values=(1, 2, 3), turns="rounds", first="marker")
    happy = kinds["happy_3p"]
    assert isinstance(happy, CallGrabAuction)
    assert (happy.grab, happy.refused_may_grab, happy.shower_first) == (2, False, True)

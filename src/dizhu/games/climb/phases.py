"""The phases before the cards: dealing with early shows, the auction, the landlord's show, doubling.

Each phase is a few functions over the state: what a seat is offered, and what an accepted act does. They return what is
to be told; `ClimbGame` checks acts against the offers before it calls them.
"""

from __future__ import annotations

from dizhu import _core
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import Action, Bid, Close, DealTo, Double, Grab, Show
from dizhu.games.climb.auction import OVER
from dizhu.games.climb.facts import (
    Asked,
    Bottom,
    Doubled,
    Ended,
    Fact,
    Landlord,
    Marker,
    Received,
    Said,
    Shown,
    Trusteed,
)
from dizhu.games.climb.state import State
from dizhu.games.game import Options, Outcome, Phase, Seat, Told
from dizhu.rules import PairwiseDouble, PhasedShow
from dizhu.rules.ruleset import CallGrabAuction, FirstShower

ToldFacts = list[Told[Fact]]


def show_factor(state: State, seat: Seat) -> int:
    """What showing is worth to a seat now; 0 if it may not."""
    show = state.rules.show
    if not isinstance(show, PhasedShow) or state.shown[seat]:
        return 0
    if state.phase is Phase.SHOW:
        return show.bottom if seat == state.landlord else 0
    if state.phase is not Phase.DEAL:
        return 0
    if state.received == 0:
        return show.before
    return next((step.factor for step in show.during if state.received <= step.received), 0)


def deal_options(state: State, seat: Seat) -> Options | None:
    """During the deal a seat may show; nobody waits for it."""
    factor = show_factor(state, seat)
    return Options(Phase.DEAL, (Show(True),), show=factor, awaited=False, deadline="show") if factor else None


def deal_to(state: State, action: DealTo) -> ToldFacts:
    """Every seat receives more cards; with the whole hand the auction begins."""
    hand = state.rules.table.hand
    if not state.received < action.received <= hand:
        expected = f"expected {state.received + 1}…{hand} cards"
        raise IllegalAction(Reason.DEAL_ORDER, f"{expected}, got {action.received}: {state.received} dealt")
    assert state.deal is not None, "a position is never dealt"
    told: ToldFacts = [Told(Received(action.received))]
    for seat in state.seats:
        new = state.deal.hand(state.rules, seat, action.received)[state.received :]
        told.append(state.take(seat, new))
    state.received = action.received
    return told if state.received < hand else told + _open_auction(state)


def show(state: State, seat: Seat, action: Show) -> ToldFacts:
    """A hand is laid open, or the landlord keeps his closed."""
    told: ToldFacts = []
    if action.yes:
        factor = show_factor(state, seat)
        state.shown[seat] = factor
        state.showers.append(seat)
        told.append(Told(Shown(seat, factor, tuple(state.hands[seat]))))
    else:
        told.append(Told(Said(seat, action)))
    return told + _open_double(state) if state.phase is Phase.SHOW else told


def show_options(state: State, seat: Seat) -> Options | None:
    """The landlord, with the bottom in hand, may show before the doubling."""
    factor = show_factor(state, seat)
    return Options(Phase.SHOW, (Show(False), Show(True)), show=factor, deadline="show") if factor else None


def _open_auction(state: State) -> ToldFacts:
    assert state.deal is not None, "a position has no auction"
    told: ToldFacts = []
    auction = state.rules.auction
    state.first, state.marker = state.deal.first, state.deal.marker
    if state.marker is not None:
        told.append(Told(Marker(state.first, state.marker)))
    if isinstance(auction, CallGrabAuction) and auction.shower_first and state.showers:
        state.first = state.showers[0]
    told.append(Told(Asked(state.first)))
    return told + _auction_moved(state)


def auction_seat(state: State) -> Seat:
    """The seat asked in the auction."""
    assert state.first is not None, "the auction has begun"
    return (state.first + state.auction_table.asked[state.auction]) % len(state.seats)


def auction_options(state: State, seat: Seat) -> Options | None:
    """The seat whose turn it is may do what the auction's table allows."""
    if seat != auction_seat(state):
        return None
    return Options(state.phase, state.auction_table.legal(state.auction), deadline="bid")


def speak(state: State, seat: Seat, action: Action) -> ToldFacts:
    """A bid, call or grab, yes or no."""
    state.auction = state.auction_table.after(state.auction, action)
    state.grabs += isinstance(action, Grab) and action.yes
    return [Told(Said(seat, action)), *_auction_moved(state)]


def _auction_moved(state: State) -> ToldFacts:
    table = state.auction_table
    if table.asked[state.auction] != OVER:
        act = table.legal(state.auction)[0]
        state.phase = Phase.BID if isinstance(act, Bid) else Phase.GRAB if isinstance(act, Grab) else Phase.CALL
        return []
    result = table.result[state.auction]
    assert result is not None, "a state in which nobody is asked has a result"
    assert state.first is not None, "the auction has begun"
    if result.landlord is not None:
        return _make_landlord(state, (state.first + result.landlord) % len(state.seats), result.bid, result.grabs)
    auction = state.rules.auction
    if isinstance(auction, CallGrabAuction) and isinstance(auction.all_pass, FirstShower) and state.showers:
        return _make_landlord(state, state.showers[0], 1, 0)
    return end(state, Outcome("redeal", (0,) * len(state.seats)))


def _make_landlord(state: State, seat: Seat, bid: int, grabs: int) -> ToldFacts:
    assert state.deal is not None, "a position has its landlord"
    state.landlord, state.bid, state.grabs = seat, bid, grabs
    state.bottom = state.deal.bottom(state.rules)
    told: ToldFacts = [Told(Landlord(seat, bid, grabs, len(state.bottom)))]
    if state.bottom:
        state.bottom_open = state.rules.table.bottom.seen_by == "all" or state.shown[seat] > 0
        told.append(Told(Bottom(state.bottom), None if state.bottom_open else (seat,)))
        told.append(state.take(seat, state.bottom))
    state.phase = Phase.SHOW
    return told if show_factor(state, seat) else told + _open_double(state)


def may_double(state: State, seat: Seat) -> bool:
    """Whether a seat may double: its own coins and those of the seats it would double against exceed the threshold."""
    if not isinstance(state.rules.double, PairwiseDouble):
        return False
    if state.room.threshold is None or state.funds is None:
        return True
    involved = state.seats if seat == state.landlord else (seat, state.landlord)
    return all(state.funds[s] > state.room.threshold for s in involved if s is not None)


def _open_double(state: State) -> ToldFacts:
    state.phase = Phase.DOUBLE
    return [] if any(may_double(state, seat) for seat in state.seats) else open_play(state)


def double_options(state: State, seat: Seat) -> Options | None:
    """Every seat that may double is asked at the same time."""
    if seat in state.choices or not may_double(state, seat):
        return None
    return Options(Phase.DOUBLE, (Double(False), Double(True)), deadline="double")


def double(state: State, seat: Seat, action: Double) -> ToldFacts:
    """A choice; nothing is told before all have chosen."""
    state.choices[seat] = action.yes
    waits = any(double_options(state, s) for s in state.seats)
    return [] if waits else _close_double(state)


def close_double(state: State, _: Close) -> ToldFacts:
    """Time is up: who has not chosen does not double, and that counts as a time-out of his."""
    for seat in state.seats:
        if double_options(state, seat):
            state.choices[seat] = False
            strike(state, seat)
    return _close_double(state)


def _close_double(state: State) -> ToldFacts:
    state.doubled = tuple(state.choices.get(seat) for seat in state.seats)
    return [Told(Doubled(state.doubled)), *tell_withheld(state), *open_play(state)]


def open_play(state: State) -> ToldFacts:
    """The landlord is to lead."""
    assert state.landlord is not None, "only a landlord can lead"
    state.phase = Phase.PLAY
    words = [state.rank_hand(seat).word for seat in state.seats]
    state.play = _core.CardPlay(state.rules.core, words, state.landlord)
    return []


def end(state: State, outcome: Outcome) -> ToldFacts:
    """The deal is over; everything hidden is told."""
    state.phase = Phase.OVER
    state.outcome = outcome
    if state.deal is not None:
        state.bottom = state.deal.bottom(state.rules)
    return [Told(Ended(outcome, tuple(map(tuple, state.hands)), state.bottom))]


def strike(state: State, seat: Seat) -> None:
    """Count a time-out; the second in a row hands the seat to the robot, told when the time comes."""
    state.strikes[seat] += 1
    if state.strikes[seat] == 2:
        state.withheld[seat] = True


def tell_withheld(state: State) -> ToldFacts:
    """Tell the changes of trusteeship that waited for the end of a phase, in seat order."""
    told: ToldFacts = []
    for seat, on in sorted(state.withheld.items()):
        told += set_trustee(state, seat, on)
    state.withheld.clear()
    return told


def command_robot(state: State, seat: Seat, *, on: bool) -> ToldFacts:
    """A seat turns the robot on or off, or lost its connection: the last word counts, and is told at once."""
    state.withheld.pop(seat, None)
    return set_trustee(state, seat, on)


def set_trustee(state: State, seat: Seat, on: bool) -> ToldFacts:
    """The robot takes a seat over or gives it back; nothing is told if that changes nothing."""
    if not on:
        state.strikes[seat] = 0
    if state.trusteed[seat] == on:
        return []
    state.trusteed[seat] = on
    return [Told(Trusteed(seat, on))]

"""Settlement (结算): from what happened to points, every factor named. Source: docs/rule-files.md, "Score"."""

from __future__ import annotations

from dizhu.games.climb.state import State
from dizhu.games.game import Factor, Outcome
from dizhu.rules import PairwiseDouble
from dizhu.rules.ruleset import CallGrabAuction


def factors(state: State) -> tuple[Factor, ...]:
    """All factors of the unit so far, base first once there is a landlord; springs once the play is over."""
    score = state.rules.score
    base = state.bid if score.base == "bid" else score.base
    found = [Factor("base", base)] if state.landlord is not None else []
    found.append(Factor("init", state.room.init))
    if isinstance(state.rules.auction, CallGrabAuction):
        found.append(Factor("grab", state.rules.auction.grab, state.grabs))
    found.append(Factor("show", max(1, *state.shown)))
    if state.play is not None:
        for row, (led, answering) in zip(state.rules.combos.bombs, state.play.bombs, strict=True):
            value = score.bombs if isinstance(score.bombs, int) else score.bombs.get(row, 1)
            found.append(Factor(row, value, led + answering))
        found += _springs(state)
    return tuple(f for f in found if f.name == "base" or f.product != 1)


def _springs(state: State) -> list[Factor]:
    """Spring and anti-spring exclude each other: one wants the landlord to have gone out, the other an opponent."""
    winner = state.playing.winner
    plays = state.playing.plays_by_seat
    if winner is None or state.landlord is None:
        return []
    if winner == state.landlord:
        silent = all(plays[seat] == 0 for seat in state.seats if seat != winner)
        return [Factor("spring", state.rules.score.spring)] if silent else []
    return [Factor("anti_spring", state.rules.score.anti_spring)] if plays[state.landlord] == 1 else []


def settle(state: State) -> Outcome:
    """The outcome of a deal whose card play is over: what landlord and each peasant owe each other.

    A peasant's stake is the unit times both sides' doubling; the landlord wins or loses the sum.
    """
    winner, landlord = state.playing.winner, state.landlord
    assert winner is not None, "a deal is settled when a hand is empty"
    assert landlord is not None, "a deal that was played has a landlord"
    named = factors(state)
    unit = 1
    for factor in named:
        unit *= factor.product
    double = state.rules.double.factor if isinstance(state.rules.double, PairwiseDouble) else 1
    own = tuple(double if choice else 1 for choice in state.doubled)
    sign = 1 if winner == landlord else -1
    points = [0] * len(state.seats)
    for seat in state.seats:
        if seat != landlord:
            stake = sign * unit * own[landlord] * own[seat]
            points[seat] -= stake
            points[landlord] += stake
    return Outcome("settled", tuple(points), 0, landlord, winner, named, own)

"""The auction machines (叫地主), each enumerated once into an integer table that a game steps.

Seats count here from the seat asked first, which is 0. A machine is two pure functions over small frozen states: who is
asked what, and what an act leads to. `auction_table` walks everything reachable, so a table is also the proof that no
sequence goes on for ever. Source: docs/rule-files.md, "Auctions".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Final, TypeAlias, TypeVar

import msgspec

from dizhu.games.acts import Action, Bid, Call, Grab
from dizhu.rules.ruleset import Auction, CallGrabAuction, GivenLandlord, ScoreAuction

OVER: Final = -1
ILLEGAL: Final = -1


class Result(msgspec.Struct, frozen=True):
    """How an auction ended.

    landlord:  seat counted from the first asked; None if nobody wanted to be
    bid:       the winning bid; 1 where there are no values
    grabs:     number of grabs
    """

    landlord: int | None
    bid: int = 1
    grabs: int = 0


class AuctionTable(msgspec.Struct, frozen=True):
    """One machine as integers; state 0 is the start.

    acts:    the acts by number
    asked:   by state, the seat asked, counted from the first asked; OVER at the end
    step:    by state and act number, the next state or ILLEGAL
    result:  by state, how it ended; None before the end
    """

    acts: tuple[Action, ...]
    asked: tuple[int, ...]
    step: tuple[tuple[int, ...], ...]
    result: tuple[Result | None, ...]

    def legal(self, state: int) -> tuple[Action, ...]:
        """The acts allowed in a state."""
        return tuple(act for act, after in zip(self.acts, self.step[state], strict=True) if after != ILLEGAL)

    def after(self, state: int, act: Action) -> int:
        """The state an act leads to, or ILLEGAL."""
        return self.step[state][self.acts.index(act)] if act in self.acts else ILLEGAL


class _Bidding(msgspec.Struct, frozen=True):
    """Turns taken (in rounds, the seat asked), highest bid and its seat, passes since the last bid or the start."""

    turn: int = 0
    high: int = 0
    holder: int = 0
    passes: int = 0


class _Calling(msgspec.Struct, frozen=True):
    """Turn counts all seats once in the calling; then `left` are the seats that may still grab, in order."""

    turn: int = 0
    refused: tuple[int, ...] = ()
    caller: int | None = None
    holder: int = 0
    grabs: int = 0
    left: tuple[int, ...] = ()


S = TypeVar("S", bound=Hashable)
Ask: TypeAlias = Callable[[S], int | Result]
Step: TypeAlias = Callable[[S, Action], S | None]


@cache
def auction_table(auction: Auction, seats: int) -> AuctionTable:
    """The table of an auction for so many seats."""
    match auction:
        case ScoreAuction():
            return _score(auction, seats)
        case CallGrabAuction():
            return _call_grab(auction, seats)
        case GivenLandlord():
            return AuctionTable((), (OVER,), ((),), (Result(0),))


def _score(auction: ScoreAuction, seats: int) -> AuctionTable:
    top = auction.values[-1]

    def ask(at: _Bidding) -> int | Result:
        over = at.passes == seats - 1 if at.high else at.passes == seats
        if auction.turns == "once":
            over = at.turn == seats
        if at.high == top or over:
            return Result(at.holder, at.high) if at.high else Result(None)
        return at.turn % seats

    def step(at: _Bidding, act: Action) -> _Bidding | None:
        if not isinstance(act, Bid):
            return None
        turn = at.turn + 1 if auction.turns == "once" else (at.turn + 1) % seats
        if act.value == 0:
            return _Bidding(turn, at.high, at.holder, at.passes + 1)
        return _Bidding(turn, act.value, at.turn % seats) if act.value > at.high else None

    return _enumerate(_Bidding(), (Bid(0), *map(Bid, auction.values)), ask, step)


def _call_grab(auction: CallGrabAuction, seats: int) -> AuctionTable:
    def ask(at: _Calling) -> int | Result:
        if at.caller is None:
            return Result(None) if at.turn == seats else at.turn
        return at.left[0] if at.left else Result(at.holder, grabs=at.grabs)

    def step(at: _Calling, act: Action) -> _Calling | None:
        if isinstance(act, Call) and at.caller is None:
            if not act.yes:
                return _Calling(at.turn + 1, (*at.refused, at.turn))
            others = [(at.turn + k) % seats for k in range(1, seats)]
            left = tuple(s for s in others if auction.refused_may_grab or s not in at.refused)
            return _Calling(at.turn, at.refused, at.turn, at.turn, 0, left)
        if isinstance(act, Grab) and at.caller is not None:
            asked, *rest = at.left
            grabs, holder = (at.grabs + 1, asked) if act.yes else (at.grabs, at.holder)
            if not rest and grabs and asked != at.caller:
                rest = [at.caller]
            return _Calling(at.turn, at.refused, at.caller, holder, grabs, tuple(rest))
        return None

    return _enumerate(_Calling(), (Call(False), Call(True), Grab(False), Grab(True)), ask, step)


def _enumerate(start: S, acts: tuple[Action, ...], ask: Ask[S], step: Step[S]) -> AuctionTable:
    states = [start]
    number = {start: 0}
    asked: list[int] = []
    rows: list[tuple[int, ...]] = []
    results: list[Result | None] = []
    for state in states:  # grows while it is walked
        asks = ask(state)
        results.append(asks if isinstance(asks, Result) else None)
        asked.append(OVER if isinstance(asks, Result) else asks)
        row = [ILLEGAL] * len(acts)
        for index, act in enumerate(acts):
            after = None if isinstance(asks, Result) else step(state, act)
            if after is not None:
                row[index] = number.setdefault(after, len(states))
                if row[index] == len(states):
                    states.append(after)
        rows.append(tuple(row))
    return AuctionTable(acts, tuple(asked), tuple(rows), tuple(results))

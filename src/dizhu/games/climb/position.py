"""A middle of a deal, and bringing a fresh state to it."""

from __future__ import annotations

import msgspec

from dizhu import _core
from dizhu.cards import Card, Hand, format_cards, full_deck
from dizhu.games.climb.facts import Laid
from dizhu.games.climb.phases import may_double
from dizhu.games.climb.state import State
from dizhu.games.game import Phase, Seat
from dizhu.rules import Combo


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A middle of a deal to set a game up at, for cases, puzzles and analysis.

    hands:     by seat, as they are now
    landlord:  who is landlord; in the double phase his hand holds the bottom
    turn:      whose turn it is to play; ignored in the double phase
    phase:     ``play`` or ``double``
    last:      the play to be beaten and the passes after it: seat, cards, combo, passes; None when `turn` leads
    plays:     by seat, the plays made so far
    bombs:     by bomb row of the rule set, bombs that led a trick and bombs that answered
    shown:     by seat, the factor the hand was shown for; 0 where it is closed
    doubled:   by seat, who doubled
    bottom:    the bottom cards, if they matter
    """

    hands: tuple[tuple[Card, ...], ...]
    landlord: Seat
    turn: Seat = 0
    phase: Phase = Phase.PLAY
    bid: int = 1
    grabs: int = 0
    last: tuple[Seat, tuple[Card, ...], Combo, int] | None = None
    plays: tuple[int, ...] | None = None
    bombs: dict[str, tuple[int, int]] = {}
    shown: tuple[int, ...] | None = None
    doubled: tuple[bool | None, ...] | None = None
    bottom: tuple[Card, ...] = ()


def set_up(state: State, at: Position) -> State:
    """Bring a fresh state to a position."""
    rules = state.rules
    if len(at.hands) != len(state.seats) or at.landlord not in state.seats or at.turn not in state.seats:
        raise ValueError(f"expected {len(state.seats)} hands and seats 0…{len(state.seats) - 1} of {rules.id}")
    if at.phase not in (Phase.PLAY, Phase.DOUBLE):
        raise ValueError(f"expected phase play or double, got {at.phase!r}")
    if at.bid < 1 or at.grabs < 0 or min(at.shown or (0,)) < 0:
        raise ValueError(f"expected a bid of at least 1 and no negative numbers, got {at.bid}, {at.grabs}, {at.shown}")
    per_seat = {"plays": at.plays, "shown": at.shown, "doubled": at.doubled}
    for name, values in per_seat.items():
        if values is not None and len(values) != len(state.seats):
            raise ValueError(f"expected {name} of {len(state.seats)} seats, got {len(values)}")
    table = at.last[1] if at.last is not None else ()
    dealt = [*table, *(card for hand in at.hands for card in hand)]
    wrong = set(dealt) - set(full_deck(rules.table.packs))
    if wrong or len(set(dealt)) != len(dealt):
        raise ValueError(f"expected every card of {rules.table.packs} pack(s) at most once, got {format_cards(dealt)}")
    state.hands = [sorted(hand) for hand in at.hands]
    state.landlord, state.bid, state.grabs, state.bottom = at.landlord, at.bid, at.grabs, at.bottom
    state.received = rules.table.hand
    state.shown = list(at.shown or state.shown)
    state.doubled = at.doubled or state.doubled
    if at.phase == Phase.DOUBLE:
        state.phase = Phase.DOUBLE
        if not any(may_double(state, seat) for seat in state.seats):
            raise ValueError("expected a seat that may double in the double phase")
        return state
    state.phase = Phase.PLAY
    if at.last is not None:
        state.laid = Laid(at.last[0], at.last[1], at.last[2])
    state.play = _core_play(state, at)
    return state


def _core_play(state: State, at: Position) -> _core.CardPlay:
    rules = state.rules
    unknown = set(at.bombs) - set(rules.combos.bombs)
    if unknown:
        raise ValueError(f"expected bombs of {rules.id}: {', '.join(rules.combos.bombs)}, got {unknown}")
    last = None if at.last is None else (Hand.of(at.last[1]).word, rules.code(at.last[2]))
    return _core.CardPlay.at(
        rules.core,
        hands=[state.rank_hand(seat).word for seat in state.seats],
        turn=at.turn,
        last=last,
        last_seat=None if at.last is None else at.last[0],
        passes=0 if at.last is None else at.last[3],
        plays_by_seat=list(at.plays or [0] * len(state.seats)),
        bombs=[at.bombs.get(row, (0, 0)) for row in rules.combos.bombs],
        wild=-1,
    )

"""One deal of a climbing game. `ClimbGame.act` is the only way to change it. Source: docs/game-contract.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from dizhu.cards import format_cards, full_deck
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import (
    Action,
    Bid,
    Call,
    Close,
    DealTo,
    Double,
    Drop,
    Grab,
    Lay,
    Pass,
    Show,
    Trustee,
)
from dizhu.games.climb import phases, play
from dizhu.games.climb.deal import Deal
from dizhu.games.climb.facts import Fact, Factored
from dizhu.games.climb.phases import ToldFacts
from dizhu.games.climb.position import Position, set_up
from dizhu.games.climb.settle import factors
from dizhu.games.climb.state import State
from dizhu.games.climb.view import SeatView, Trick, View, in_history
from dizhu.games.door import check_entry
from dizhu.games.game import Actor, Cause, Entry, Event, Factor, Options, Outcome, Phase, Room, Seat, Told, Viewer
from dizhu.rules import PhasedShow, RuleSet
from dizhu.rules.ruleset import ScoreAuction

Offer: TypeAlias = Callable[[State, Seat], Options | None]
Deed: TypeAlias = Callable[[State, Seat, Any], ToldFacts]

_OFFERS: Final[dict[Phase, Offer]] = {
    Phase.DEAL: phases.deal_options,
    Phase.BID: phases.auction_options,
    Phase.CALL: phases.auction_options,
    Phase.GRAB: phases.auction_options,
    Phase.SHOW: phases.show_options,
    Phase.DOUBLE: phases.double_options,
    Phase.PLAY: play.play_options,
    Phase.OVER: lambda _state, _seat: None,
}
_DEEDS: Final[dict[type[Action], Deed]] = {
    Bid: phases.speak,
    Call: phases.speak,
    Grab: phases.speak,
    Show: phases.show,
    Double: phases.double,
    Lay: play.lay,
    Pass: play.pass_,
}
_NO: Final[dict[Phase, Action]] = {
    Phase.BID: Bid(0),
    Phase.CALL: Call(False),
    Phase.GRAB: Grab(False),
    Phase.SHOW: Show(False),
    Phase.DOUBLE: Double(False),
}


class ClimbGame:
    """One deal: dealing, auction, show, doubling, card play, settlement.

    rules:  the variant
    deal:   the cards, the seat asked first, the turned-up card
    room:   initial multiplier and doubling threshold
    funds:  coins by seat, which decide who may double; None for plenty

    entries:  all that was done so far; a combo nobody named is named there

    ValueError if the deal does not fit the table.
    """

    def __init__(
        self, rules: RuleSet, deal: Deal, *, room: Room | None = None, funds: Sequence[int] | None = None
    ) -> None:
        size = 54 * rules.table.packs
        if sorted(deal.deck) != sorted(full_deck(rules.table.packs)):
            raise ValueError(f"expected a deck of {size} cards, each once, got {format_cards(deal.deck)}")
        if deal.first not in range(rules.table.seats):
            raise ValueError(f"expected a first seat 0…{rules.table.seats - 1}, got {deal.first}")
        self._state = State(rules, deal, room or Room(), funds)
        self.entries: list[Entry] = []
        self._remember_options()

    @classmethod
    def at(
        cls, rules: RuleSet, position: Position, *, room: Room | None = None, funds: Sequence[int] | None = None
    ) -> ClimbGame:
        """A game set up in the middle of a deal, then driven by `act`. ValueError if it does not hold together."""
        game = cls.__new__(cls)
        game._state = set_up(State(rules, None, room or Room(), funds), position)
        game.entries = []
        game._remember_options()
        return game

    @property
    def rules(self) -> RuleSet:
        """The variant."""
        return self._state.rules

    @property
    def deal(self) -> Deal | None:
        """What the deal started from; None for a game set up at a position."""
        return self._state.deal

    @property
    def drawn_first(self) -> Seat:
        """The seat that rotation or chance made first, whoever was asked first in the end."""
        return self._state.deal.first if self._state.deal else 0

    @property
    def phase(self) -> Phase:
        """Where the deal stands."""
        return self._state.phase

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None before."""
        return self._state.outcome

    @property
    def factors(self) -> tuple[Factor, ...]:
        """What the unit is made of so far."""
        return factors(self._state)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the game waits for; empty while the system has something to do, and at the end."""
        asked = ((seat, self.options(seat)) for seat in self._state.seats)
        return tuple(seat for seat, options in asked if options is not None and options.awaited)

    def trusteed(self, seat: Seat) -> bool:
        """Whether the robot plays this seat, even where that is told only later."""
        return self._state.withheld.get(seat, self._state.trusteed[seat])

    def options(self, seat: Seat) -> Options | None:
        """What this seat may do now; several seats may be asked at once."""
        return _OFFERS[self._state.phase](self._state, seat)

    def default(self, seat: Seat) -> Action:
        """What the clock does for an awaited seat. Source: docs/game-contract.md, "Time-outs and the robot"."""
        self._offered(seat)
        no = _NO.get(self._state.phase)
        return no if no is not None else play.time_out(self._state, seat)

    def trustee(self, seat: Seat) -> Action:
        """What the robot does for an awaited seat; outside the card play it is the clock's act."""
        if self._state.phase is Phase.PLAY:
            self._offered(seat)
            return play.robot(self._state, seat)
        return self.default(seat)

    def due(self) -> DealTo | None:
        """The next step of the deal; None while the game waits for seats."""
        state = self._state
        if state.phase is not Phase.DEAL:
            return None
        return DealTo(next(step for step in state.deal_steps() if step > state.received))

    def act(self, actor: Actor, action: Action, cause: Cause) -> list[Event[Fact]]:
        """Do an act. IllegalAction gives the reason if it is not allowed, and then nothing was changed.

        A choice that is told later yields no event. A person's act takes the seat back from the robot.
        """
        if self.phase is Phase.OVER:
            raise IllegalAction(Reason.OVER, f"expected nothing more, got {action}: the deal is over")
        check_entry(actor, action, cause, self.rules.table.seats)
        events = self._act(actor, action, cause)
        if isinstance(action, Lay):
            action = self._state.named(action)
        self.entries.append(Entry(actor, action, cause))
        return events

    def _act(self, actor: Actor, action: Action, cause: Cause) -> list[Event[Fact]]:
        state = self._state
        if actor == "system":
            return self._event(self._system(action))
        if isinstance(action, Trustee | Drop):
            on = action.on if isinstance(action, Trustee) else True
            return self._event(phases.command_robot(state, actor, on=on))
        self._check(actor, action, cause)
        secret = state.phase.secret
        if secret:  # what the choice says of the robot is told with the choices
            self._mark(actor, cause)
        told = _DEEDS[type(action)](state, actor, action)
        if not secret:
            self._mark(actor, cause)
        if not (state.phase.secret or state.phase is Phase.OVER):
            told += phases.tell_withheld(state)
        return self._event(told, quiet=actor if secret else None)

    def view(self, viewer: Viewer) -> View:
        """The deal as that viewer may know it, with its options and the public history. ValueError for a stranger."""
        state = self._state
        if viewer != "spectator" and viewer not in state.seats:
            raise ValueError(f"expected a seat 0…{len(state.seats) - 1} or 'spectator', got {viewer!r}")
        return View(
            viewer=viewer,
            rules=state.rules.id,
            seats=tuple(self._seat_view(seat, viewer) for seat in state.seats),
            first=state.first,
            marker=state.marker,
            landlord=state.landlord,
            bid=state.bid,
            grabs=state.grabs,
            bottom=self._seen_bottom(viewer),
            trick=self._trick(),
            history=tuple(state.history),
            factors=state.sent_factors,
            choice=self._own_choice(viewer),
            options=self.options(viewer) if isinstance(viewer, int) else None,
            outcome=state.outcome,
        )

    def _offered(self, seat: Seat) -> Options:
        options = self.options(seat)
        if options is None or not options.awaited:
            raise IllegalAction(Reason.NOT_ASKED, f"seat {seat} is not asked; the game waits for {self.awaited}")
        return options

    def _check(self, seat: Seat, action: Action, cause: Cause) -> None:
        options = self.options(seat)
        if (
            isinstance(action, Show)
            and isinstance(self.rules.show, PhasedShow)
            and (options is None or not options.show)
        ):
            shown = self._state.shown[seat]
            reason = Reason.SHOWN if shown else Reason.SHOW_LATE
            raise IllegalAction(reason, f"seat {seat} cannot show now: factor {shown}, phase {self.phase}")
        if options is None:
            raise IllegalAction(Reason.NOT_ASKED, f"seat {seat} is not asked; the game waits for {self.awaited}")
        fits = options.lay if isinstance(action, Lay) else action in options.acts
        if not fits:
            raise _refusal(self.rules, options, action)
        if cause is Cause.CLOCK and action != self.default(seat):
            raise IllegalAction(Reason.NOT_DEFAULT, f"expected {self.default(seat)} from the clock, got {action}")
        if cause is Cause.TRUSTEE:
            if not self.trusteed(seat):
                raise IllegalAction(Reason.NOT_TRUSTEE, f"the robot does not play seat {seat}")
            if action != self.trustee(seat):
                raise IllegalAction(Reason.NOT_DEFAULT, f"expected {self.trustee(seat)} from the robot, got {action}")

    def _system(self, action: Action) -> ToldFacts:
        state = self._state
        if isinstance(action, DealTo) and state.phase is Phase.DEAL:
            return phases.deal_to(state, action)
        if isinstance(action, Close) and state.phase is Phase.DOUBLE:
            return phases.close_double(state, action)
        reason = {DealTo: Reason.DEAL_ORDER, Close: Reason.NOT_CLOSABLE}.get(type(action), Reason.NOT_SYSTEM)
        raise IllegalAction(reason, f"the system cannot do {action} in phase {state.phase}")

    def _mark(self, seat: Seat, cause: Cause) -> None:
        """Count time-outs in a row; a person's act ends the count and takes the seat back from the robot."""
        state = self._state
        if cause is Cause.CLOCK:
            phases.strike(state, seat)
        elif cause is Cause.PLAYER:
            state.strikes[seat] = 0
            if state.trusteed[seat] or seat in state.withheld:
                state.withheld[seat] = False

    def _event(self, told: ToldFacts, *, quiet: Seat | None = None) -> list[Event[Fact]]:
        """The event of an act, with the options that changed; none if nothing is told.

        quiet:  the seat whose act it was and which learns its new options with the acknowledgement
        """
        state = self._state
        state.history += [t.fact for t in told if in_history(t.fact)]
        if not told:
            if quiet is not None:
                state.sent[quiet] = self.options(quiet)
            return []
        factors_now = self.factors
        if factors_now != state.sent_factors:
            state.sent_factors = factors_now
            told.append(Told(Factored(factors_now)))
        now = {seat: self.options(seat) for seat in state.seats}
        changed = {seat: options for seat, options in now.items() if options != state.sent[seat]}
        state.sent = list(now.values())
        return [Event(tuple(told), changed)]

    def _remember_options(self) -> None:
        self._state.sent = [self.options(seat) for seat in self._state.seats]
        self._state.sent_factors = self.factors

    def _seat_view(self, seat: Seat, viewer: Viewer) -> SeatView:
        state = self._state
        known = seat == viewer or state.shown[seat] or state.phase is Phase.OVER
        played = state.play is not None
        return SeatView(
            cards=len(state.hands[seat]),
            hand=tuple(state.hands[seat]) if known else None,
            shown=state.shown[seat],
            doubled=state.doubled[seat],
            trustee=state.trusteed[seat],
            plays=state.playing.plays_by_seat[seat] if played else 0,
        )

    def _seen_bottom(self, viewer: Viewer) -> tuple[Any, ...] | None:
        state = self._state
        if state.phase is Phase.OVER:
            return state.bottom
        if state.landlord is None or not state.bottom:
            return None
        return state.bottom if state.bottom_open or viewer == state.landlord else None

    def _trick(self) -> Trick | None:
        state = self._state
        if state.laid is None or state.play is None or state.play.last is None:
            return None
        return Trick(state.laid.seat, state.laid, state.play.passes)

    def _own_choice(self, viewer: Viewer) -> Action | None:
        state = self._state
        if state.phase is not Phase.DOUBLE or not isinstance(viewer, int) or viewer not in state.choices:
            return None
        return Double(state.choices[viewer])


def _refusal(rules: RuleSet, options: Options, action: Action) -> IllegalAction:
    """Why an act is not among those offered."""
    may = ", ".join(map(str, options.acts)) + (" or cards" if options.lay else "")
    reason = Reason.NOT_OFFERED
    if isinstance(action, Pass) and options.lay:
        reason = Reason.LEAD_PASS
    if isinstance(action, Bid) and isinstance(rules.auction, ScoreAuction) and options.phase is Phase.BID:
        reason = Reason.BID_TOO_LOW if action.value in rules.auction.values else Reason.BID_VALUE
    return IllegalAction(reason, f"expected {may}, got {action}")

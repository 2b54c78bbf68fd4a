"""Everything one deal knows. Phases change it, and only while `Game.act` runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dizhu import _core
from dizhu.cards import Card, Hand
from dizhu.games.acts import Lay
from dizhu.games.climb.auction import auction_table
from dizhu.games.climb.deal import Deal
from dizhu.games.climb.facts import Fact, Got, Laid
from dizhu.games.game import Factor, Options, Outcome, Phase, Room, Seat, Told
from dizhu.rules import PhasedShow, RuleSet


class State:
    """One deal in progress.

    received:     cards of its hand every seat holds
    auction:      state number in the auction's table
    first:        the seat the auction began with
    hands:        physical cards by seat, weakest first
    bottom_open:  whether all were told the bottom
    play, laid:   the card play, and the last cards put on the table
    choices:      choices of the double phase so far
    strikes:      by seat, time-outs in a row
    withheld:     changes of trusteeship still to be told: with this act, or in the doubling with all choices
    sent:         by seat, the options last told; `sent_factors` likewise
    """

    def __init__(self, rules: RuleSet, deal: Deal | None, room: Room, funds: Sequence[int] | None) -> None:
        seats = rules.table.seats
        if funds is not None and len(funds) != seats:
            raise ValueError(f"expected funds of {seats} seats, got {len(funds)}")
        if room.init < 1:
            raise ValueError(f"expected an initial multiplier of at least 1, got {room.init}")
        self.rules = rules
        self.deal = deal
        self.room = room
        self.funds = funds
        self.phase = Phase.DEAL
        self.received = 0
        self.auction = 0
        self.auction_table = auction_table(rules.auction, seats)
        self.first: Seat | None = None
        self.marker: Card | None = None
        self.landlord: Seat | None = None
        self.bid = 0
        self.grabs = 0
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.bottom: tuple[Card, ...] = ()
        self.bottom_open = True
        self.shown = [0] * seats
        self.showers: list[Seat] = []
        self.choices: dict[Seat, bool] = {}
        self.doubled: tuple[bool | None, ...] = (None,) * seats
        self.play: _core.CardPlay | None = None
        self.laid: Laid | None = None
        self.trusteed = [False] * seats
        self.strikes = [0] * seats
        self.withheld: dict[Seat, bool] = {}
        self.history: list[Fact] = []
        self.sent: list[Options | None] = [None] * seats
        self.sent_factors: tuple[Factor, ...] = ()
        self.outcome: Outcome | None = None

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.rules.table.seats)

    @property
    def playing(self) -> _core.CardPlay:
        """The card play; only there in and after the play phase."""
        assert self.play is not None, "the card play has not begun"
        return self.play

    def rank_hand(self, seat: Seat) -> Hand:
        """A seat's hand counted by rank."""
        return Hand.of(self.hands[seat])

    def take(self, seat: Seat, cards: Iterable[Card]) -> Told[Fact]:
        """Cards come into a hand; its seat learns them, and everybody if the hand lies open."""
        new = tuple(cards)
        self.hands[seat] = sorted([*self.hands[seat], *new])
        return Told(Got(seat, new), None if self.shown[seat] else (seat,))

    def named(self, action: Lay) -> Lay:
        """The act that laid the last cards, with the combo they were read as."""
        assert self.laid is not None, "cards were laid"
        return Lay(self.laid.cards, self.laid.combo)

    def deal_steps(self) -> tuple[int, ...]:
        """Numbers of cards at which dealing pauses, so that showing early is a real decision; the last is the hand."""
        show = self.rules.show
        during = tuple(step.received for step in show.during) if isinstance(show, PhasedShow) else ()
        return (*during, self.rules.table.hand)

    def partners(self, seat: Seat, other: Seat) -> bool:
        """Whether two different seats are on one side."""
        return seat != other and self.landlord not in (None, seat, other)

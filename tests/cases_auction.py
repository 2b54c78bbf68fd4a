"""Cases about the way to a landlord: bids, calls and grabs, shows, who may double. Whole deals through a `Match`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from dizhu.errors import IllegalAction
from dizhu.games.acts import Action, Bid, Call, DealTo, Double, Grab, Show
from dizhu.games.climb.deal import Deal, synthetic
from dizhu.games.climb.facts import Said, Shown
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.view import View
from dizhu.games.game import Cause, Phase, Room, Viewer
from dizhu.games.match import Match
from dizhu.rules import PhasedShow, RuleSet
from dizhu.rules.ruleset import CallGrabAuction, GivenLandlord
from tests.cases_words import BadLine, NotCarried, Presupposed, others, physical, seat_of

Word: TypeAlias = int | str
AUCTION: Final = (Phase.BID, Phase.CALL, Phase.GRAB)
WORDS: Final[dict[Word, Action]] = {
    "call": Call(True),
    "refuse": Call(False),
    "grab": Grab(True),
    "nograb": Grab(False),
}


class ShownAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that showed its hand, and the factor that was worth."""

    seat: int
    factor: int


class OneDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several deals in a row."""

    actions: list[Word | tuple[int, Word]]
    first: int | None = None


class Auction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the time before the landlord leads; `phase` says which."""

    seats: int
    phase: str = "bid"
    first: int | None = None
    actions: list[Word | tuple[int, Word]] | None = None
    hands: list[str] | None = None
    bottom: str = ""
    shown: list[ShownAt] = []
    deals: list[OneDeal] | None = None
    landlord: int = 0
    funds: list[int] | None = None
    threshold: int | None = None
    received: int | None = None


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bid that may or may not be accepted."""

    seat: int
    bid: int


class Bids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An auction of numbers; where there are calls and grabs 1 is yes and 0 is no."""

    first_seat: int = 0
    actions: list[int] = []
    asked: list[int] | None = None
    tried: Try | None = msgspec.field(name="try", default=None)
    timeout_seat: int | None = None
    redeals_in_row: int | None = None
    actions_each: list[int] = []


def auction(rules: RuleSet, given: Auction) -> dict[str, Any]:
    """Answer the question of the phase."""
    if given.seats != rules.table.seats:
        raise BadLine(f"expected {rules.table.seats} seats of {rules.id}, got {given.seats}")
    if given.funds is not None and len(given.funds) != given.seats:
        raise BadLine(f"expected coins of {given.seats} seats, got {given.funds}")
    answers: dict[str, Callable[[RuleSet, Auction], dict[str, Any]]] = {
        "bid": _bid_phase,
        "double": _double_phase,
        "show": _show_phase,
    }
    if given.phase not in answers:
        raise NotCarried(f"no phase {given.phase}")
    return answers[given.phase](rules, given)


def bid(rules: RuleSet, given: Bids) -> dict[str, Any]:
    """Where an auction of numbers stands, and what becomes of one more act."""
    if isinstance(rules.auction, GivenLandlord):
        raise NotCarried(f"no auction in {rules.id}")
    if given.redeals_in_row is not None:
        return {"terminates": _redeals(rules, given.redeals_in_row, given.actions_each)}
    game = _begin(Match(rules, "cases"), given.first_seat)
    game.act("system", DealTo(rules.table.hand), Cause.SYSTEM)
    if given.asked is not None and len(given.asked) != len(given.actions):
        raise BadLine(f"expected {len(given.actions)} seats that were asked, got {given.asked}")
    for index, number in enumerate(given.actions):
        seat = given.asked[index] if given.asked is not None else _turn(game)
        game.act(seat, _act(game, number), Cause.PLAYER)
    said = state(game)
    said["multiplier"] = said["factor"]
    if given.tried is not None:
        said["accepted"] = refusal(game, given.tried.seat, _act(game, given.tried.bid)) is None
    if given.timeout_seat is not None:
        act = game.default(given.timeout_seat)
        game.act(given.timeout_seat, act, Cause.CLOCK)
        said["action"] = _number(act)
    return said


def all_passed(rules: RuleSet) -> ClimbGame:
    """A deal in which every seat passes when it is asked."""
    game = _begin(Match(rules, "cases"), 0)
    game.act("system", DealTo(rules.table.hand), Cause.SYSTEM)
    while game.phase in AUCTION:
        game.act(_turn(game), _answers(game)[0], Cause.PLAYER)
    return game


def state(game: ClimbGame) -> dict[str, Any]:
    """Where an auction stands, from what a spectator and the asked seat are told."""
    view: View = game.view("spectator")
    over = game.phase not in AUCTION
    answers = [] if over else _answers(game)
    return {
        "over": over,
        "landlord": view.landlord,
        "bid": view.bid,
        "factor": _grabbed(game, view),
        "redeal": game.outcome is not None and game.outcome.kind == "redeal",
        "bottom_open": view.bottom is not None,
        "first_caller": view.first,
        "next_seat": None if over else _turn(game),
        "legal": [_number(act) for act in answers],
    }


def refusal(game: ClimbGame, seat: int, act: Action) -> str | None:
    """Why an act is refused, None if it is done; Presupposed if a refused act changed anything."""
    viewers: tuple[Viewer, ...] = (*range(game.rules.table.seats), "spectator")
    before = [game.view(viewer) for viewer in viewers]
    try:
        game.act(seat, act, Cause.PLAYER)
    except IllegalAction as refused:
        if [game.view(viewer) for viewer in viewers] != before:
            raise Presupposed(f"{act} of seat {seat} was refused, but changed the game") from refused
        return str(refused.reason)
    return None


def _bid_phase(rules: RuleSet, given: Auction) -> dict[str, Any]:
    match = Match(rules, "cases")
    if given.deals is None and given.actions is None:
        raise BadLine("expected actions or deals")
    said: dict[str, Any] = {}
    for one in given.deals or [OneDeal(given.actions or [], given.first)]:
        game = _begin(match, one.first, given)
        _show_all(game, given.shown)
        game.act("system", DealTo(rules.table.hand), Cause.SYSTEM)
        refused = _speak(game, one.actions)
        if refused is not None:
            return {"illegal_at": refused}
        said = state(game)
        if said["over"]:
            _play_out(game)
            match.close()
            said["next_first"] = match.next_first
    return said | {"illegal_at": None}


def _double_phase(rules: RuleSet, given: Auction) -> dict[str, Any]:
    match = Match(rules, "cases", room=Room(threshold=given.threshold), funds=given.funds)
    game = _begin(match, given.landlord)
    _make_landlord(game, given.landlord)
    if game.phase is Phase.SHOW:
        game.act(given.landlord, Show(False), Cause.PLAYER)
    offers = [game.options(seat) for seat in range(rules.table.seats)]
    return {"may_double": [offer is not None and Double(True) in offer.acts for offer in offers]}


def _show_phase(rules: RuleSet, given: Auction) -> dict[str, Any]:
    game = _begin(Match(rules, "cases"), given.landlord)
    received = given.received or 0
    if received > rules.table.hand:
        _make_landlord(game, given.landlord)
    elif received:
        game.act("system", DealTo(received), Cause.SYSTEM)
    if refusal(game, given.landlord, Show(True)) is not None:
        return {"factor": None}
    return {"factor": game.view("spectator").seats[given.landlord].shown}


def _deal(rules: RuleSet, first: int, hands: Sequence[str] | None = None, bottom: str = "") -> Deal:
    """A whole deal: the given hands, else the new deck dealt out in its first order."""
    table = rules.table
    dealt = physical([*(hands or []), bottom], table.packs)
    left = others(dealt, table.packs)
    if not hands:
        dealt = [tuple(left[seat * table.hand :][: table.hand]) for seat in range(table.seats)]
        left = left[table.seats * table.hand :]
        dealt.append(tuple(left[: table.bottom.cards]))
        left = left[table.bottom.cards :]
    try:
        return synthetic(rules, dealt[:-1], dealt[-1], first, left)
    except (ValueError, IndexError) as error:
        raise BadLine(str(error)) from error


def _begin(match: Match, first: int | None, given: Auction | None = None) -> ClimbGame:
    if first is None:
        first = match.next_first or 0
    hands, bottom = (given.hands, given.bottom) if given is not None else (None, "")
    return match.begin(_deal(match.rules, seat_of(match.rules, first), hands, bottom))


def _show_all(game: ClimbGame, shown: Sequence[ShownAt]) -> None:
    """Deal as far as each show was worth its factor, and show; earliest first."""
    for one in shown:
        steps = game.rules.show
        if not isinstance(steps, PhasedShow):
            raise NotCarried(f"no show in {game.rules.id}")
        during = next((step.received for step in steps.during if step.factor == one.factor), None)
        received = game.view("spectator").seats[one.seat].cards
        if one.factor != steps.before and during is not None and during > received:
            game.act("system", DealTo(during), Cause.SYSTEM)
        told = game.act(one.seat, Show(True), Cause.PLAYER)[0].told[0].fact
        if not isinstance(told, Shown) or told.factor != one.factor:
            raise Presupposed(f"expected a show worth {one.factor}, got {told}")


def _make_landlord(game: ClimbGame, landlord: int) -> None:
    """Deal, and let one seat say all it can in the auction while the others refuse."""
    game.act("system", DealTo(game.rules.table.hand), Cause.SYSTEM)
    while game.phase in AUCTION:
        answer = -1 if _turn(game) == landlord else 0
        game.act(_turn(game), _answers(game)[answer], Cause.PLAYER)


def _speak(game: ClimbGame, actions: Sequence[Word | tuple[int, Word]]) -> int | None:
    """Carry out the acts; the index of the first that is refused."""
    for index, said in enumerate(actions):
        seat, word = said if isinstance(said, tuple) else (None, said)
        act = WORDS.get(word) if isinstance(word, str) else Bid(word)
        if act is None:
            raise NotCarried(f"no act {word}")
        over = game.phase not in AUCTION
        seats = [seat] if seat is not None else list(range(game.rules.table.seats)) if over else [_turn(game)]
        if all(refusal(game, one, act) is not None for one in seats):
            return index
    return None


def _play_out(game: ClimbGame) -> None:
    """Every seat does what the clock would do, until the deal is over."""
    while game.outcome is None:
        seat = game.awaited[0]
        game.act(seat, game.default(seat), Cause.PLAYER)


def _redeals(rules: RuleSet, deals: int, actions: Sequence[int]) -> bool:
    match = Match(rules, "cases")
    for _ in range(deals):
        game = _begin(match, None)
        game.act("system", DealTo(rules.table.hand), Cause.SYSTEM)
        for number in actions:
            game.act(_turn(game), _act(game, number), Cause.PLAYER)
        if game.outcome is None or game.outcome.kind != "redeal":
            return False
        match.close()
    return match.redeals == deals


def _turn(game: ClimbGame) -> int:
    """The one seat that is asked in the auction."""
    if game.phase not in AUCTION:
        raise Presupposed(f"expected an auction that goes on, but the phase is {game.phase}")
    (seat,) = game.awaited
    return seat


def _answers(game: ClimbGame) -> tuple[Action, ...]:
    """What the asked seat may say, the refusal first."""
    options = game.options(_turn(game))
    assert options is not None, "the asked seat has options"
    return options.acts


def _act(game: ClimbGame, number: int) -> Action:
    """A number as an act: a bid, or yes and no to the question asked."""
    if not isinstance(game.rules.auction, CallGrabAuction) or number not in (0, 1):
        return Bid(number)
    return Grab(bool(number)) if game.phase is Phase.GRAB else Call(bool(number))


def _number(act: Action) -> Word:
    """An act as the case files write it."""
    match act:
        case Bid(value):
            return value
        case Call() | Grab():
            return next(word for word, said in WORDS.items() if said == act)
        case _:
            raise Presupposed(f"expected an act of the auction, got {act}")


def _grabbed(game: ClimbGame, view: View) -> int:
    """The factor of the grabs: of the settlement once there is a landlord, counted from the history before."""
    if view.landlord is not None:
        product = 1
        for factor in view.factors:
            product *= factor.product if factor.name == "grab" else 1
        return product
    grabs = sum(isinstance(fact, Said) and fact.action == Grab(True) for fact in view.history)
    grab = game.rules.auction.grab if isinstance(game.rules.auction, CallGrabAuction) else 1
    return int(grab**grabs)

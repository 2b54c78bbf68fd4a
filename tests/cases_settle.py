"""Cases about points: a game set up just before its last card, which is then played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from dizhu.games.acts import Lay
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.game import Cause, Outcome, Room
from dizhu.rules import Bomb, RuleSet
from tests.cases_auction import ShownAt, all_passed
from tests.cases_words import BadLine, NotCarried, others, physical, seat_of, type_name

ROLES: Final = ("landlord", "farmer_down", "farmer_up")


class BombPut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bomb put on the table."""

    size: int
    led: bool
    tier: str | None = None


class JokersPut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bomb of jokers put on the table."""

    kind: str
    led: bool


class Happened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Facts of the game; the rules decide what they are worth."""

    bombs: list[BombPut] = []
    jokers: list[JokersPut] = []
    plays: list[int] | None = None
    spring: bool = False
    grabs: int = 0
    shown: bool | list[ShownAt] = False
    doubles: list[bool] | None = None
    left_in_hands: list[str | None] | None = None


class InRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the room adds. Coins a point other than one, and coins taken from each seat, are not in the project yet."""

    init: int = 1
    coins_a_point: int = msgspec.field(name="N", default=1)
    taken: int = msgspec.field(name="A", default=0)


class Settle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is a deal worth that went so?"""

    landlord: int
    winner_seat: int
    factors: Happened = Happened()
    bid: int = 1
    room: InRoom = InRoom()


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same in fewer words, for three seats; `spring` is judged already, other facts may be there to count by."""

    bid: int | None = None
    base: int | None = None
    bombs_played: int = 0
    spring: Literal["spring", "anti-spring"] | None = None
    winner: Literal["landlord", "farmers"] = "landlord"
    grabs: int = 0
    all_passed: bool = False
    doubled: list[str] | dict[str, bool] = []
    plays: list[str] = []
    landlord_plays: int | None = None
    farmer_plays: list[int] | None = None
    landlord_passes: int = 0
    left_in_hands: dict[str, str] = {}
    previous_round_bombs: int = 0


def settle(rules: RuleSet, given: Settle) -> dict[str, Any]:
    """Points by seat, and of the house."""
    happened, seats = given.factors, rules.table.seats
    if given.room.coins_a_point != 1 or given.room.taken != 0:
        raise NotCarried("no coins")
    if happened.shown is True:
        raise NotCarried("no show of the landlord for one factor")
    for by_seat in (happened.plays, happened.doubles, happened.left_in_hands):
        if by_seat is not None and len(by_seat) != seats:
            raise BadLine(f"expected {seats} values, one a seat, got {by_seat}")
    shown = [0] * seats
    for one in happened.shown or []:
        shown[seat_of(rules, one.seat)] = max(shown[one.seat], one.factor)
    winner = seat_of(rules, given.winner_seat)
    outcome = _last_card(
        rules,
        Position(
            hands=_hands(rules, winner, happened.left_in_hands or [None] * seats),
            landlord=seat_of(rules, given.landlord),
            turn=winner,
            bid=given.bid,
            grabs=happened.grabs,
            plays=_before(_plays(given, seats), winner),
            bombs=_bombs(rules, happened),
            shown=tuple(shown),
            doubled=None if happened.doubles is None else tuple(happened.doubles),
        ),
        Room(init=given.room.init),
    )
    return {"deltas": list(outcome.points), "system": outcome.system}


def score(rules: RuleSet, given: Score) -> dict[str, Any]:
    """Points by role; the landlord is seat 0."""
    if given.all_passed:
        outcome = all_passed(rules).outcome
        assert outcome is not None, "a deal nobody wants is over"
        return dict(zip(ROLES, outcome.points, strict=True))
    if given.previous_round_bombs:
        score(rules, Score(bid=given.bid, base=given.base, bombs_played=given.previous_round_bombs))
    stake = given.bid if given.bid is not None else given.base
    if stake is None:
        raise BadLine("expected a bid or a base")
    plays = _judged_plays(given)
    winner = 0 if given.winner == "landlord" else 1 if plays[1] else 2
    named = given.doubled if isinstance(given.doubled, list) else [role for role, yes in given.doubled.items() if yes]
    rockets = min(given.plays.count("xX"), given.bombs_played)
    by_bid = rules.score.base == "bid"
    outcome = _last_card(
        rules,
        Position(
            hands=_hands(rules, winner, [given.left_in_hands.get(role) for role in ROLES]),
            landlord=0,
            turn=winner,
            bid=stake if by_bid else 1,
            grabs=given.grabs,
            plays=_before(plays, winner),
            bombs={"4x": (given.bombs_played - rockets, 0), "xX": (rockets, 0)},
            doubled=tuple(role in named for role in ROLES),
        ),
        Room(init=1 if by_bid else stake),
    )
    return dict(zip(ROLES, outcome.points, strict=True))


def _last_card(rules: RuleSet, position: Position, room: Room) -> Outcome:
    """The outcome after the seat to play has led its one card."""
    try:
        game = ClimbGame.at(rules, position, room=room)
    except ValueError as error:
        raise BadLine(str(error)) from error
    game.act(position.turn, Lay(position.hands[position.turn]), Cause.PLAYER)
    assert game.outcome is not None, "a deal is over when a hand is empty"
    return game.outcome


def _hands(rules: RuleSet, winner: int, left: Sequence[str | None]) -> tuple[tuple[Any, ...], ...]:
    """One card for the winner, for the others what they are left with, or one card too."""
    if left[winner]:
        raise BadLine(f"expected nothing left in the hand of the winner, got {left[winner]}")
    hands = physical([text or "" for text in left], rules.table.packs)
    spare = iter(others(hands, rules.table.packs))
    return tuple(hand or (next(spare),) for hand in hands)


def _bombs(rules: RuleSet, happened: Happened) -> dict[str, tuple[int, int]]:
    """Bombs by row of the rule set: led, answering."""
    put = [(_bomb_row(rules, bomb), bomb.led) for bomb in happened.bombs]
    put += [(_joker_row(rules, jokers), jokers.led) for jokers in happened.jokers]
    rows = {row for row, _ in put}
    return {row: (put.count((row, True)), put.count((row, False))) for row in rows}


def _bomb_row(rules: RuleSet, put: BombPut) -> str:
    for row in rules.combos.bombs:
        bomb = Bomb.parse(row)
        if not bomb.jokers and bomb.size == put.size and bomb.tier == (put.tier or ""):
            return row
    raise BadLine(f"expected a bomb of {rules.id}, got {put}")


def _joker_row(rules: RuleSet, put: JokersPut) -> str:
    for row in rules.combos.bombs:
        if Bomb.parse(row).jokers and type_name(rules, row) == put.kind:
            return row
    raise BadLine(f"expected a bomb of jokers of {rules.id}, got {put}")


def _plays(given: Settle, seats: int) -> list[int]:
    """Plays by seat: those told, else a spring's, else enough of everybody to make neither spring."""
    happened = given.factors
    if happened.plays is not None:
        return happened.plays
    if happened.spring and given.winner_seat != given.landlord:
        raise BadLine("expected a spring of the landlord who went out")
    plays = [2 + len(happened.bombs) + len(happened.jokers)] * seats
    return [count if not happened.spring or seat == given.landlord else 0 for seat, count in enumerate(plays)]


def _judged_plays(given: Score) -> list[int]:
    """Plays by role: those told, else what the judged spring says."""
    many = 2 + given.bombs_played
    landlord = given.landlord_plays
    if landlord is None:
        landlord = 1 if given.spring == "anti-spring" else many
    farmers = given.farmer_plays
    if farmers is None:
        farmers = [0, 0] if given.spring == "spring" else [many, many]
    if len(farmers) != len(ROLES) - 1:
        raise BadLine(f"expected plays of two farmers, got {farmers}")
    return [landlord, *farmers]


def _before(plays: Sequence[int], winner: int) -> tuple[int, ...]:
    """Plays by seat before the last one, the winner's."""
    if plays[winner] < 1:
        raise BadLine(f"expected a play of the winner, seat {winner}, got {list(plays)}")
    return tuple(count - (seat == winner) for seat, count in enumerate(plays))

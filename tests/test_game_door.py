"""What is refused before a game looks at its meaning, and positions that do not hold together."""

from __future__ import annotations

from typing import Any

import pytest

from dizhu.cards import Card, Rank, parse_cards
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import Action, Bid, Close, DealTo, Drop, Lay, Trustee
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.game import Actor, Cause, Phase, Room
from dizhu.rules import Combo, load
from tests.games import HANDS, lay, new_game, position, refused


@pytest.mark.parametrize(
    "change",
    [
        {"hands": (parse_cards("3c"),) * 3},
        {"hands": (parse_cards("3c"), parse_cards("4c"))},
        {"landlord": 3},
        {"turn": 5},
        {"bombs": {"9x": (1, 0)}},
        {"shown": (0, 0)},
        {"doubled": (True,)},
        {"plays": (1, 2, 3, 4)},
        {"hands": (parse_cards("3c'"), parse_cards("4c"), parse_cards("5c"))},
        {"last": (1, parse_cards("9s"), Combo("solo", 1, Rank.NINE), 2)},
        {"last": (4, parse_cards("9s"), Combo("solo", 1, Rank.NINE), 0)},
        {"last": (2, parse_cards("9c"), Combo("solo", 1, Rank.NINE), 0)},
        {"phase": Phase.BID},
        {"phase": Phase.DOUBLE},
        {"bid": 0},
        {"shown": (0, -5, 0)},
    ],
)
def test_a_position_that_does_not_hold_together_is_refused(change: dict[str, object]) -> None:
    fields: dict[str, object] = {"hands": tuple(parse_cards(hand) for hand in HANDS), "landlord": 0, **change}
    with pytest.raises(ValueError, match="expected"):
        ClimbGame.at(load("qq_3p"), Position(**fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actor", "action", "cause"),
    [
        (0, lay("3c"), Cause.SYSTEM),
        ("system", DealTo(17), Cause.PLAYER),
        ("system", Close(), Cause.CLOCK),
        (0, Trustee(True), Cause.TRUSTEE),
        (0, Trustee(False), Cause.CLOCK),
        (0, Drop(), Cause.PLAYER),
        (0, lay("3c"), "player"),
        (0, lay("3c"), None),
    ],
)
def test_a_cause_must_fit_actor_and_act(actor: Actor, action: Action, cause: Any) -> None:
    before = position().view(0)
    game = position()
    with pytest.raises(IllegalAction) as error:
        game.act(actor, action, cause)
    assert error.value.reason is Reason.BAD_CAUSE
    assert game.view(0) == before


@pytest.mark.parametrize(
    ("actor", "action"),
    [
        (False, lay("3c")),
        (0.0, lay("3c")),
        ("0", lay("3c")),
        (-1, lay("3c")),
        (None, lay("3c")),
        (0, None),
        (0, "pass"),
        (0, Lay(None)),  # type: ignore[arg-type]
        (0, Lay([Card.parse("3c")])),  # type: ignore[arg-type]
        (0, Lay(("3c",))),  # type: ignore[arg-type]
        (0, Lay(parse_cards("3c"), "solo")),  # type: ignore[arg-type]
        (0, Trustee(1)),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_act_of_a_seat_is_refused_at_the_door(actor: Any, action: Any) -> None:
    refused(position(), actor, action)


def test_a_bid_is_a_number_and_nothing_that_equals_one() -> None:
    game = new_game("qq_3p")
    game.act("system", DealTo(17), Cause.SYSTEM)
    for value in (True, 1.0, "1", -1, 4):
        refused(game, game.awaited[0], Bid(value))  # type: ignore[arg-type]
    refused(game, "system", DealTo(17.0))  # type: ignore[arg-type]


@pytest.mark.parametrize("viewer", [3, -1, "0", None, "Spectator"])
def test_there_is_no_view_for_strangers(viewer: Any) -> None:
    with pytest.raises(ValueError, match="expected a seat"):
        position().view(viewer)


def test_a_room_multiplies_by_something() -> None:
    with pytest.raises(ValueError, match="expected an initial multiplier of at least 1, got 0"):
        ClimbGame.at(load("qq_3p"), Position(hands=tuple(map(parse_cards, HANDS)), landlord=0), room=Room(init=0))

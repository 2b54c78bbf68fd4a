"""Games set up for tests, and refusals looked at."""

from __future__ import annotations

import pytest

from dizhu.cards import parse_cards
from dizhu.errors import IllegalAction
from dizhu.games.acts import Action, Call, DealTo, Grab, Lay, Show
from dizhu.games.climb.deal import draw
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.fair import Stream, seed_secret
from dizhu.games.game import Actor, Cause, Room
from dizhu.rules import Combo, load
from tests.deals import new_match

HANDS = ("3c 4c 5c 6c 7c 8c Jd Jh", "9c 9d Th 2c x", "3d 3h 3s Ac X")


def position(*hands: str, turn: int = 0, landlord: int = 0, last: tuple[int, str, int] | None = None) -> ClimbGame:
    """A qq_3p game with these hands; `last` is a seat, the cards it laid, and the passes since."""
    rules = load("qq_3p")
    table = None
    if last is not None:
        cards = parse_cards(last[1])
        combo = rules.reading("".join(str(card.rank) for card in cards))
        assert combo is not None
        table = (last[0], cards, combo, last[2])
    held = tuple(parse_cards(hand) for hand in hands or HANDS)
    at = Position(hands=held, landlord=landlord, turn=turn, last=table, plays=(1, 1, 1), bid=2)
    return ClimbGame.at(rules, at)


def new_game(variant: str, seed: int = 0) -> ClimbGame:
    game = new_match(load(variant), seed).game
    assert game is not None
    return game


def refused(game: ClimbGame, actor: Actor, action: Action, cause: Cause | None = None) -> IllegalAction:
    """The refusal of an act, by default for the actor's usual cause; the game must be as it was."""
    cause = cause or (Cause.SYSTEM if actor == "system" else Cause.PLAYER)
    before = [game.view(viewer) for viewer in (0, 1, 2, "spectator")], list(game.entries)
    with pytest.raises(IllegalAction) as error:
        game.act(actor, action, cause)
    assert ([game.view(viewer) for viewer in (0, 1, 2, "spectator")], list(game.entries)) == before
    return error.value


def lay(cards: str, combo: Combo | None = None) -> Lay:
    return Lay(parse_cards(cards), combo)


def landlord_found(funds: tuple[int, int, int] | None = None) -> ClimbGame:
    """A happy_3p game at the doubling: seat 1 is landlord, its hand closed."""
    rules = load("happy_3p")
    deal = draw(rules, Stream(seed_secret(0, 0), "t", 0, [b""] * 3), 1)
    game = ClimbGame(rules, deal, room=Room(threshold=100), funds=funds)
    game.act("system", DealTo(17), Cause.SYSTEM)
    game.act(1, Call(True), Cause.PLAYER)
    game.act(2, Grab(False), Cause.PLAYER)
    game.act(0, Grab(False), Cause.PLAYER)
    game.act(1, Show(False), Cause.PLAYER)
    return game

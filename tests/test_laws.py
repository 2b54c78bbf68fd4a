"""Laws that hold for any deal of any variant: nothing is lost, nothing is made, nothing leaks."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from dizhu.cards import Card, full_deck
from dizhu.errors import IllegalAction
from dizhu.games.acts import Action, Lay, Pass, Show
from dizhu.games.climb.deal import Deal
from dizhu.games.climb.facts import Fact
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.view import View, fold, fold_own
from dizhu.games.codec import decode, encode
from dizhu.games.game import Cause, Phase, Viewer
from dizhu.games.project import Seen, project
from dizhu.rules import RuleSet, available, load
from tests.deals import Step, new_match, random_steps

DEALS = {"variants": 300, "compat": 40}
VARIANTS = {variant: DEALS[folder] for folder in DEALS for variant in available(folder=folder)}


def deals(rules: RuleSet) -> Iterator[tuple[int, ClimbGame]]:
    for seed in range(VARIANTS[rules.id]):
        game = new_match(rules, seed).game
        assert game is not None
        yield seed, game


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_are_conserved(variant: str) -> None:
    rules = load(variant)
    deck = sorted(full_deck(rules.table.packs))
    for seed, game in deals(rules):
        laid: list[Card] = []
        for _, action, _, _ in random_steps(game, random.Random(seed)):
            laid += action.cards if isinstance(action, Lay) else ()
            if game.phase in (Phase.PLAY, Phase.OVER) and game.view(0).landlord is not None:
                held = [card for seat in range(rules.table.seats) for card in game.view(seat).hand]
                if game.phase is Phase.PLAY:
                    assert sorted([*held, *laid]) == deck
        outcome = game.outcome
        assert outcome is not None
        if outcome.kind == "settled":
            everywhere = [card for hand in game.view("spectator").seats for card in hand.hand or ()]
            assert sorted([*everywhere, *laid]) == deck


@pytest.mark.parametrize("variant", VARIANTS)
def test_points_sum_to_zero(variant: str) -> None:
    for seed, game in deals(load(variant)):
        for _ in random_steps(game, random.Random(seed)):
            pass
        assert game.outcome is not None
        assert sum(game.outcome.points) + game.outcome.system == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_folding_what_is_seen_gives_the_view(variant: str) -> None:
    rules = load(variant)
    viewers: list[Viewer] = [*range(rules.table.seats), "spectator"]
    for seed, game in deals(rules):
        views = {viewer: game.view(viewer) for viewer in viewers}
        for actor, action, _, events in random_steps(game, random.Random(seed)):
            if not events and isinstance(actor, int) and not isinstance(action, Show):
                views[actor] = fold_own(views[actor], action)
            for event in events:
                for viewer in viewers:
                    views[viewer] = fold(views[viewer], project(event, viewer))
            for viewer in viewers:
                assert views[viewer] == game.view(viewer), (variant, seed, viewer, action)


def known_cards(rules: RuleSet, deal: Deal, steps: list[Step], viewer: Viewer) -> set[Card]:
    """What a viewer may know after some steps, told from the deal and the acts alone."""
    received = 0
    laid: set[Card] = set()
    open_seats = {viewer} if isinstance(viewer, int) else set()
    landlord: int | None = None
    for actor, action, _, events in steps:
        received = getattr(action, "received", received)
        if isinstance(action, Lay):
            laid |= set(action.cards)
        if isinstance(action, Show) and action.yes and isinstance(actor, int):
            open_seats.add(actor)
        for event in events:
            for told in event.told:
                if type(told.fact).__name__ == "Landlord":
                    landlord = getattr(told.fact, "seat")  # noqa: B009
    known = set(laid)
    for seat in open_seats:
        assert isinstance(seat, int)
        known |= set(deal.hand(rules, seat, received))
    if landlord is not None and (rules.table.bottom.seen_by == "all" or landlord in open_seats):
        known |= set(deal.bottom(rules))
    if received == rules.table.hand and deal.marker is not None:
        known.add(deal.marker)
    return known


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere in a message."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from cards_in(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from cards_in(item)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_message_holds_a_card_its_reader_may_not_know(variant: str) -> None:
    rules = load(variant)
    viewers: list[Viewer] = [*range(rules.table.seats), "spectator"]
    for seed, game in deals(rules):
        deal = game.deal
        assert deal is not None
        steps: list[Step] = []
        for step in random_steps(game, random.Random(seed)):
            steps.append(step)
            if game.outcome is not None:
                break
            for viewer in viewers:
                may_know = known_cards(rules, deal, steps, viewer)
                for event in step[3]:
                    frame = encode(project(event, viewer))
                    seen = set(cards_in(decode(frame, Seen[Fact])))
                    assert seen <= may_know, (variant, seed, viewer, step)
                frame = encode(game.view(viewer))
                assert set(cards_in(decode(frame, View))) <= may_know, (variant, seed, viewer, step)


def frames(game: ClimbGame, steps: list[Step], viewer: Viewer) -> list[bytes]:
    """Everything a viewer is sent while these acts are done: views, events, its own answers and refusals."""
    sent = [encode(game.view(viewer))]
    for actor, action, cause, _ in steps:
        if isinstance(viewer, int):
            sent.append(_refusal(game, viewer, Pass()))
            sent.append(_refusal(game, viewer, Lay((Card.parse("3c"), Card.parse("4d")))))
        events = game.act(actor, action, cause)
        sent += [encode(project(event, viewer)) for event in events]
        if actor == viewer:
            sent.append(encode(game.options(int(actor))))
        sent.append(encode(game.view(viewer)))
    return sent


def _refusal(game: ClimbGame, seat: int, action: Action) -> bytes:
    """The code a seat is sent for an act, where it is refused."""
    options = game.options(seat)
    if options is not None and isinstance(action, Pass) and action in options.acts:
        return b""
    try:
        game.act(seat, action, Cause.PLAYER)
    except IllegalAction as error:
        return error.reason.encode()
    raise AssertionError(f"expected a refusal of {action}")


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_sent_does_not_depend_on_hidden_cards(variant: str) -> None:
    rules = load(variant)
    compared = 0
    for seed, game in deals(rules):
        rng = random.Random(seed)
        deal = game.deal
        assert deal is not None
        steps = list(random_steps(game, rng, absent=0.01))
        viewer: Viewer = rng.choice([*range(rules.table.seats), "spectator"])
        so_far = steps[: rng.randrange(1, len(steps))]
        known = known_cards(rules, deal, so_far, viewer)
        hidden = [place for place, card in enumerate(deal.deck) if card not in known]
        room, funds = game._state.room, game._state.funds
        expected = frames(ClimbGame(rules, deal, room=room, funds=funds), so_far, viewer)
        for _ in range(5):
            deck = list(deal.deck)
            cards = [deck[place] for place in hidden]
            rng.shuffle(cards)
            for place, card in zip(hidden, cards, strict=True):
                deck[place] = card
            other = ClimbGame(rules, Deal(tuple(deck), deal.first, deal.marker), room=room, funds=funds)
            try:
                got = frames(other, so_far, viewer)
            except IllegalAction:
                continue  # this redistribution does not allow what the clock or the robot did
            assert got == expected, (variant, seed, viewer, len(so_far))
            compared += 1
            break
    assert compared > VARIANTS[variant] * 0.8

"""Bots: the laws every bot keeps in every rule set, and what the greedy one does with literal hands."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dizhu.bots import NAMES, Bot, drive, make
from dizhu.cards import Card, Rank, Suit, full_deck
from dizhu.games.acts import Action, Bid, Call, Double, Grab, Lay, Pass, Show, Trustee
from dizhu.games.climb.deal import Deal, synthetic
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.game import Cause, Entry, Outcome, Phase
from dizhu.rules import RuleSet, available, load
from dizhu.rules.ruleset import GivenLandlord
from tests.deals import begin, new_match

Log = list[tuple[Entry, ...]]


def seated(name: str, rules: RuleSet, seed: int) -> dict[int, Bot]:
    return {seat: make(name, rules, random.Random(f"{seed} {seat}")) for seat in range(rules.table.seats)}


def play_match(name: str, rules: RuleSet, seed: int, deals: int) -> tuple[Log, list[Outcome]]:
    """Deals in a row with the same bots; the entries of each, and how each ended."""
    match, bots = new_match(rules, seed), seated(name, rules, seed)
    log: Log = []
    outcomes = []
    while match.game is not None:
        log.append(tuple(entry for entry, _ in drive(match.game, bots)))
        assert match.game.outcome is not None
        outcomes.append(match.game.outcome)
        match.close()
        if len(log) < deals:
            begin(match, seed)
    return log, outcomes


def redealt(deal: Deal, rules: RuleSet, seat: int, rng: random.Random) -> Deal:
    """Another deal in which `seat` sees the same before it acts, and what it cannot see is mixed anew."""
    table = rules.table
    dealt = table.seats * table.hand
    bottom_seen = isinstance(rules.auction, GivenLandlord)
    deck = list(deal.deck)
    free = [i for i in range(dealt if bottom_seen else len(deck)) if i >= dealt or i % table.seats != seat]
    if deal.marker is not None and deck.index(deal.marker) in free:
        free.remove(deck.index(deal.marker))
    for old, new in zip(free, rng.sample(free, len(free)), strict=True):
        deck[old] = deal.deck[new]
    return Deal(tuple(deck), deal.first, deal.marker)


def bot_laws(name: str, rules: RuleSet, deals: int) -> None:
    """A bot's acts are accepted to the end of every deal, do not show a hand unasked, and repeat with the seed."""
    log, outcomes = play_match(name, rules, 3, deals)
    assert any(outcome.kind == "settled" for outcome in outcomes)
    assert all(sum(outcome.points) + outcome.system == 0 for outcome in outcomes)
    for entry in (entry for entries in log for entry in entries):
        assert entry.cause is (Cause.SYSTEM if entry.actor == "system" else Cause.PLAYER)
    assert play_match(name, rules, 3, deals)[0] == log
    assert play_match(name, rules, 5, deals)[0] != log


def law_of_the_view(name: str, rules: RuleSet, seed: int) -> int:
    """Hidden cards mixed anew: while a seat sees the same, its bot does the same. Returns how often it was asked."""
    match = new_match(rules, seed)
    assert match.game is not None
    assert match.game.deal is not None
    seat = match.game.deal.first
    mixed = redealt(match.game.deal, rules, seat, random.Random(seed))
    games = [ClimbGame(rules, deal, room=match.room, funds=match.funds) for deal in (match.game.deal, mixed)]
    bots = [seated(name, rules, seed) for _ in games]
    asked = 0
    while games[0].outcome is None:
        views = [game.view(seat) for game in games]
        if views[0] != views[1]:
            break
        if seat in games[0].awaited:
            acts = [bot[seat].act(view) for bot, view in zip(bots, views, strict=True)]
            assert acts[0] == acts[1]
            asked += 1
            for game in games:
                game.act(seat, acts[0], Cause.PLAYER)
            continue
        for game, bot in zip(games, bots, strict=True):
            others = {s: b for s, b in bot.items() if s != seat}
            next(drive(game, others))
    return asked


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", available())
def test_a_bot_keeps_the_laws(variant: str, name: str, long_run: bool) -> None:
    bot_laws(name, load(variant), 300 if long_run else 20)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", available())
def test_a_bot_acts_from_the_view_alone(variant: str, name: str) -> None:
    assert sum(law_of_the_view(name, load(variant), seed) for seed in range(30)) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_equal_views_of_the_card_play_give_equal_plays(name: str) -> None:
    """Two games that differ in the other hands alone, at every point of which the seat sees the same."""
    rules = load("qq_3p")
    for seed in range(40):
        rng = random.Random(seed)
        deck = list(full_deck(1))
        rng.shuffle(deck)
        own, rest = tuple(deck[:17]), deck[17:]
        views = []
        for _ in range(2):
            rng.shuffle(rest)
            hands = (tuple(rest[:20]), own, tuple(rest[20:]))
            views.append(ClimbGame.at(rules, Position(hands=hands, landlord=0, turn=1)).view(1))
        assert views[0] == views[1]
        first, second = (make(name, rules, random.Random(1)).act(view) for view in views)
        assert first == second


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="expected a bot of random, greedy, got 'clever'"):
        make("clever", load("qq_3p"), random.Random())


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_that_is_not_asked_refuses(name: str) -> None:
    rules = load("qq_3p")
    game = table("3", "4", "5")
    for viewer in (1, "spectator"):
        with pytest.raises(ValueError, match=f"expected the view of a seat the game waits for, got that of {viewer}"):
            make(name, rules, random.Random()).act(game.view(viewer))


def test_random_chooses_every_act_equally_often() -> None:
    """Over a four: five, six, seven or pass; the pair of sixes does not fit."""
    game = table("39", "5667", "89", turn=1, last=(0, "4", 0))
    bot = make("random", game.rules, random.Random(8))
    drawn = Counter(str(laid(bot.act(game.view(1)))) for _ in range(4000))
    assert set(drawn) == {"5", "6", "7", "pass"}
    assert all(abs(count - 1000) < 5 * (4000 * 0.25 * 0.75) ** 0.5 for count in drawn.values())


# ---- drive


def test_drive_does_one_act_at_a_time() -> None:
    game = table("34", "5", "6", landlord=0)
    steps = drive(game, seated("random", game.rules, 1))
    assert len(game.view(0).history) == 0
    entry, events = next(steps)
    assert (entry.actor, entry.cause) == (0, Cause.PLAYER)
    assert len(events) == 1
    assert len(game.view(0).history) == 1


def test_drive_stops_at_a_seat_without_a_bot_and_goes_on_after_its_act() -> None:
    game = table(20, 17, 17)
    bots = seated("greedy", game.rules, 1)
    del bots[0]
    acted = 0
    while game.outcome is None:
        assert {entry.actor for entry, _ in drive(game, bots)} <= {1, 2}
        if game.outcome is None:
            assert game.awaited == (0,)
            game.act(0, game.default(0), Cause.PLAYER)
            acted += 1
    assert acted > 1


def test_drive_lets_the_robot_play_a_seat_it_was_given() -> None:
    game = table("34", "56", "78")
    game.act(0, Trustee(True), Cause.PLAYER)
    robot = game.trustee(0)
    assert next(drive(game, seated("greedy", game.rules, 1)))[0] == Entry(0, robot, Cause.TRUSTEE)
    assert next(drive(game, {}), None) is None


def test_in_the_double_phase_bots_answer_in_seat_order_and_do_not_wait_for_a_person() -> None:
    rules = load("happy_3p")
    hands = tuple(tuple(full_deck(1)[seat:51:3]) for seat in range(3))
    game = ClimbGame.at(rules, Position(hands=hands, landlord=1, turn=1, phase=Phase.DOUBLE))
    bots = seated("greedy", rules, 1)
    del bots[1]
    assert [entry.actor for entry, _ in drive(game, bots)] == [0, 2]
    assert game.awaited == (1,)


# ---- greedy: cards


def dealt(*hands: str | int) -> list[tuple[Card, ...]]:
    """Hands written by rank as physical cards, or so many cards of what is left of the deck.

    Suits go out in the order c d h s; what is left is shuffled, always alike.
    """
    suits = {rank: iter([""] if rank.joker else [str(suit) for suit in Suit]) for rank in Rank}
    written = [
        tuple(Card(rank, next(suits[rank])) for rank in map(Rank.parse, hand)) if isinstance(hand, str) else ()
        for hand in hands
    ]
    left = [card for card in full_deck(1) if not any(card in hand for hand in written)]
    random.Random(1).shuffle(left)
    return [
        tuple(left.pop() for _ in range(n)) if isinstance(n, int) else hand
        for n, hand in zip(hands, written, strict=True)
    ]


def table(*hands: str | int, turn: int = 0, landlord: int = 0, last: tuple[int, str, int] | None = None) -> ClimbGame:
    """A qq_3p game in the card play, hands as for `dealt`; `last` is a seat, what it laid, and the passes after it."""
    rules = load("qq_3p")
    *held, on_table = dealt(*hands, last[1] if last else "")
    laid_before = None
    if last:
        combo = rules.reading(last[1])
        assert combo is not None
        laid_before = (last[0], on_table, combo, last[2])
    at = Position(hands=tuple(held), landlord=landlord, turn=turn, last=laid_before, plays=(1, 1, 1))
    return ClimbGame.at(rules, at)


def laid(action: Action) -> str:
    """The cards of an act by rank; ``pass``."""
    assert isinstance(action, Lay | Pass)
    return "pass" if isinstance(action, Pass) else "".join(str(card.rank) for card in action.cards)


def greedy(game: ClimbGame, seat: int) -> str:
    return laid(make("greedy", game.rules, random.Random(1)).act(game.view(seat)))


def test_goes_out_when_it_can_on_a_lead() -> None:
    assert greedy(table("34567", 14, 14), 0) == "34567"


def test_goes_out_over_an_enemy() -> None:
    assert greedy(table("A", 14, "K3", turn=0, last=(2, "Q", 0)), 0) == "A"


def test_goes_out_over_its_partner() -> None:
    assert greedy(table(14, "22", "78", turn=1, last=(2, "AA", 1)), 1) == "22"


def test_goes_out_with_a_bomb_as_a_bomb() -> None:
    game = table("7777", "34", "56")
    action = make("greedy", game.rules, random.Random(1)).act(game.view(0))
    assert isinstance(action, Lay)
    assert action.combo is not None
    assert action.combo.shape == "4x"


def test_begins_a_chain_that_nobody_can_beat() -> None:
    """The rocket wins the trick for certain, and the three goes out."""
    assert greedy(table("3xX", 14, 14, last=(2, "2", 0)), 0) == "xX"


def test_leads_weak_cards_first() -> None:
    assert greedy(table("36JA2X", 14, 14), 0) == "3"


def test_leads_long_plays_before_breaking_them() -> None:
    assert greedy(table("345678TT22", 14, 14), 0) == "345678"


def test_does_not_cover_a_partner_whom_the_landlord_passed() -> None:
    assert greedy(table(14, "58JQA", 14, turn=1, last=(2, "7", 1)), 1) == "pass"


@pytest.mark.parametrize(("high", "hand"), [("A", "58JQ2"), ("KK", "5AA22"), ("JJJ", "5AAA2")])
def test_does_not_cover_high_cards_of_a_partner_though_the_landlord_is_to_come(high: str, hand: str) -> None:
    assert greedy(table(13, 14, hand, turn=2, last=(1, high, 0)), 2) == "pass"


def test_does_not_cover_a_partner_who_is_nearly_out() -> None:
    assert greedy(table(14, "46", "58JQA", turn=2, last=(1, "3", 0)), 2) == "pass"


def test_raises_a_low_card_of_its_partner_before_the_landlord() -> None:
    assert greedy(table(13, 14, "588JJQQ", turn=2, last=(1, "4", 0)), 2) == "5"


def test_does_not_lead_a_single_into_an_enemy_with_one_card() -> None:
    assert greedy(table("9", "3558", 14, turn=1), 1) == "55"


def test_leads_the_highest_single_into_an_enemy_with_one_card_if_it_has_nothing_else() -> None:
    assert greedy(table("9", "37Q", 14, turn=1), 1) == "Q"


def test_answers_with_the_highest_single_before_an_enemy_with_one_card() -> None:
    assert greedy(table("44779K", "A", "3366", turn=0, last=(2, "5", 0)), 0) == "K"


def test_keeps_a_bomb_while_nothing_presses() -> None:
    assert greedy(table("33444466778", 14, 14, last=(2, "KK", 0)), 0) == "pass"


def test_does_not_tear_a_bomb_for_a_single() -> None:
    assert greedy(table("3366JJJJ", 14, 14, last=(2, "T", 0)), 0) == "pass"


def test_bombs_an_enemy_who_is_nearly_out() -> None:
    assert greedy(table("7", "36888844", 14, turn=1, last=(0, "KK", 0)), 1) == "8888"


def test_helps_a_partner_with_one_card_by_its_lowest_single() -> None:
    assert greedy(table(13, "455KK", "9", turn=1), 1) == "4"


# ---- greedy: auction

STRONG = "4567788AAA222xX"
WEAK = "33445667899TJQQ"


def in_auction(variant: str, hand: str) -> ClimbGame:
    """A deal of `variant` at its first auction turn, which seat 0 has with this hand and two more threes or tens."""
    rules = load(variant)
    (own,) = dealt(hand + ("33" if "3" not in hand else "TT"))
    rest = [card for card in full_deck(1) if card not in own]
    game = ClimbGame(rules, synthetic(rules, (own, rest[:17], rest[17:34]), rest[34:], 0))
    while (due := game.due()) is not None:
        game.act("system", due, Cause.SYSTEM)
    return game


def says(game: ClimbGame, seat: int) -> Action:
    return make("greedy", game.rules, random.Random(1)).act(game.view(seat))


@pytest.mark.parametrize("variant", ["qq_3p", "pagat_3p", "openspiel"])
def test_bids_the_most_with_a_strong_hand_and_passes_with_a_weak_one(variant: str) -> None:
    assert says(in_auction(variant, STRONG), 0) == Bid(3)
    assert says(in_auction(variant, WEAK), 0) == Bid(0)


def test_calls_grabs_and_doubles_with_a_strong_hand() -> None:
    game = in_auction("happy_3p", STRONG)
    assert says(game, 0) == Call(True)
    for action in (Call(True), Grab(True), Grab(False)):
        game.act(game.awaited[0], action, Cause.PLAYER)
    assert says(game, 0) == Grab(True)
    game.act(0, Grab(True), Cause.PLAYER)
    assert says(game, 0) == Show(False)
    game.act(0, Show(False), Cause.PLAYER)
    assert says(game, 0) == Double(True)


def test_does_not_call_grab_or_double_with_a_weak_hand() -> None:
    game = in_auction("happy_3p", WEAK)
    assert says(game, 0) == Call(False)
    game.act(0, Call(True), Cause.PLAYER)
    for action in (Grab(True), Grab(False)):
        game.act(game.awaited[0], action, Cause.PLAYER)
    assert says(game, 0) == Grab(False)
    game.act(0, Grab(False), Cause.PLAYER)
    game.act(1, Show(False), Cause.PLAYER)
    assert says(game, 0) == Double(False)

"""Card play in the native core: turns, tricks, counters, refusals, any middle of a deal; and random playouts."""

from __future__ import annotations

import itertools
import random

import pytest

from dizhu import _core
from tests import core_tables as tables
from tests.core_tables import combo, word

FREE = tables.FREE.table()
SOLO, PAIR, TRIO_SOLO, FOUR, ROCKET = 0, 1, 7, 12, 13
THREE, FOURS = combo(SOLO, 1, 0), combo(SOLO, 1, 1)
NO_BOMBS = [(0, 0), (0, 0)]


def deal(*hands: str, turn: int = 0, wild: int = -1) -> _core.CardPlay:
    return _core.CardPlay(FREE, [word(hand) for hand in hands], turn, wild)


def state(play: _core.CardPlay) -> tuple[object, ...]:
    return (
        play.hands,
        play.counts,
        play.turn,
        play.passes,
        play.last,
        play.last_seat,
        play.plays_by_seat,
        play.bombs,
        play.winner,
        play.may_pass,
        list(play.plays()),
    )


def again(play: _core.CardPlay, table: _core.RuleTable) -> _core.CardPlay:
    """The same state, set up from its parts."""
    return _core.CardPlay.at(
        table, play.hands, play.turn, play.last, play.last_seat, play.passes, play.plays_by_seat, play.bombs, play.wild
    )


def test_a_trick_ends_when_all_others_passed() -> None:
    play = deal("345", "67", "89", turn=1)
    assert (play.turn, play.last, play.last_seat, play.may_pass) == (1, None, None, False)
    play.play(word("6"), combo(SOLO, 1, 3))
    assert (play.turn, play.last, play.last_seat, play.may_pass) == (2, (word("6"), combo(SOLO, 1, 3)), 1, True)
    play.pass_()
    assert (play.turn, play.passes) == (0, 1)
    play.pass_()
    assert (play.turn, play.passes, play.last, play.last_seat, play.may_pass) == (1, 0, None, None, False)
    assert play.plays_by_seat == [0, 1, 0]


def test_passing_does_not_lock_out() -> None:
    play = deal("36", "4", "57")
    play.play(word("3"), THREE)
    play.pass_()
    play.play(word("5"), combo(SOLO, 1, 2))
    play.play(word("6"), combo(SOLO, 1, 3))
    assert play.winner == 0
    assert play.turn == 0


def test_the_deal_ends_with_the_first_empty_hand() -> None:
    play = deal("3", "44", "5")
    play.play(word("3"), THREE)
    assert (play.winner, play.hands, play.counts) == (0, [0, word("44"), word("5")], [0, 2, 1])
    assert list(play.plays()) == []
    assert not play.may_pass
    assert play.legal(word("5"), combo(SOLO, 1, 2)) is _core.Refusal.over
    with pytest.raises(ValueError, match=r"^over: 5 "):
        play.play(word("5"), combo(SOLO, 1, 2))
    with pytest.raises(ValueError, match=r"^over: seat 0"):
        play.pass_()


def test_bombs_are_counted_led_or_answering() -> None:
    play = deal("33334", "4444", "xX5")
    play.play(word("3333"), combo(FOUR, 1, 0))
    assert play.bombs == [(1, 0), (0, 0)]
    play.pass_()
    play.play(word("xX"), combo(ROCKET, 1, 14))
    assert play.bombs == [(1, 0), (0, 1)]
    assert play.plays_by_seat == [1, 0, 1]


@pytest.mark.parametrize(
    ("cards", "code", "refusal"),
    [
        ("8", combo(SOLO, 1, 5), _core.Refusal.not_in_hand),
        ("45", combo(PAIR, 1, 1), _core.Refusal.no_such_combo),
        ("44", combo(PAIR, 1, 0), _core.Refusal.no_such_combo),
        ("4", 999, _core.Refusal.no_such_combo),
        ("4", (1 << 64) - 1, _core.Refusal.no_such_combo),
        ("", FOURS, _core.Refusal.no_such_combo),
        ("44", combo(PAIR, 1, 1), _core.Refusal.does_not_beat),
        ("4", FOURS, _core.Refusal.does_not_beat),
        ("6", combo(SOLO, 1, 3), None),
    ],
)
def test_why_a_play_is_illegal(cards: str, code: int, refusal: _core.Refusal | None) -> None:
    play = deal("59", "4456", "7")
    play.play(word("5"), combo(SOLO, 1, 2))
    assert play.legal(word(cards), code) == refusal
    before = state(play)
    if refusal is not None:
        with pytest.raises(ValueError, match=f"^{refusal.name}: {cards} as combo {code} on 5 as .* seat 1, hand 4456"):
            play.play(word(cards), code)
        assert state(play) == before


def test_a_lead_must_not_be_passed() -> None:
    play = deal("3", "4", "5")
    with pytest.raises(ValueError, match="must_lead: seat 0 may not pass"):
        play.pass_()


def test_the_named_reading_counts() -> None:
    play = deal("333444" + "34" + "7", "5", "6")
    cards = word("33334444")
    trios, quad = (next(code for code in _core.readings(FREE, cards) if code & 255 == row) for row in (9, 10))
    assert play.legal(cards, trios) is play.legal(cards, quad) is None
    play.play(cards, quad)
    assert play.last == (cards, quad)


def test_wild_cards_keep_their_reading_on_the_table() -> None:
    play = deal("3357", "44", "66", wild=2)
    play.play(word("335"), combo(2, 1, 0))
    assert play.last == (word("335"), combo(2, 1, 0))
    assert play.wild == 2
    assert list(play.plays()) == []


@pytest.mark.parametrize("name", tables.ALL)
def test_random_deals_keep_their_laws(name: str) -> None:
    rows = tables.ALL[name]
    table, rng = rows.table(), random.Random(f"deals {name}")
    for _ in range(8):
        wild = rng.choice([-1, 3]) if name == "laizi" else -1
        if name == "odd":  # without solos not every hand can be played out
            continue
        size = 54 * rows.packs // rows.seats
        deck = [rank for rank in range(15) for _ in range(4 * rows.packs if rank < 13 else rows.packs)]
        rng.shuffle(deck)
        hands = [sum(1 << 4 * rank for rank in deck[seat * size : (seat + 1) * size]) for seat in range(rows.seats)]
        play = _core.CardPlay(table, hands, rng.randrange(rows.seats), wild)
        left, led, answered = sum(play.counts), 0, 0
        while play.winner is None:
            twin = play.copy()
            options = list(play.plays())
            assert state(again(play, table)) == state(play)
            assert (play.last is None) == (not play.may_pass)
            if play.may_pass and (not options or rng.random() < 0.3):
                play.pass_()
            else:
                cards, code = rng.choice(options)
                assert play.legal(cards, code) is None
                led += play.last is None and code & 255 >= len(rows.shapes)
                answered += play.last is not None and code & 255 >= len(rows.shapes)
                play.play(cards, code)
                left -= sum(tables.counts(cards))
            assert sum(play.counts) == left
            assert list(twin.plays()) == options
        assert [sum(column) for column in zip(*play.bombs, strict=True)] == [led, answered]
        assert state(again(play, table)) == state(play)
        assert play.counts[play.winner] == 0


def at(**changes: object) -> _core.CardPlay:
    parts: dict[str, object] = {
        "table": FREE,
        "hands": [word("3"), word("4"), word("5")],
        "turn": 1,
        "last": (word("3"), THREE),
        "last_seat": 0,
        "passes": 0,
        "plays_by_seat": [1, 0, 0],
        "bombs": NO_BOMBS,
    }
    return _core.CardPlay.at(**(parts | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": [1, 1]}, "hands: expected 3 values"),
        ({"hands": []}, "hands: expected 3 values"),
        ({"hands": [1, -1, 1]}, "hands: expected 0 to .* got -1"),
        ({"hands": [1, word("33333"), 1]}, "hands: expected cards of 1 pack"),
        ({"hands": [0, 1, 1]}, "only the seat of the last play"),
        ({"hands": [0, 0, 1], "turn": 0}, "only the seat of the last play"),
        ({"turn": 3}, "turn: expected 0 to 2, got 3"),
        ({"turn": 0}, "turn: expected the seat after"),
        ({"turn": 2}, "turn: expected the seat after"),
        ({"last": None}, "expected both or neither"),
        ({"last_seat": None}, "expected both or neither"),
        ({"last_seat": 9}, "last_seat: expected 0 to 2, got 9"),
        ({"last": (word("3"), FOURS)}, "last: expected cards that read as the combo, got 3 as"),
        ({"last": (word("3"), 99)}, "last combo: expected a combo"),
        ({"last": (word("3"),)}, "last: expected 2 values"),
        ({"passes": 2}, "passes: expected 0 to 1, got 2"),
        ({"passes": -1}, "passes: expected 0 to 1, got -1"),
        ({"last": None, "last_seat": None, "passes": 1}, "passes: expected 0 on a lead"),
        ({"plays_by_seat": [1, 0]}, "plays_by_seat: expected 3 values"),
        ({"plays_by_seat": [1, 0, -1]}, "plays_by_seat: expected 0 to 108, got -1"),
        ({"bombs": [(0, 0)]}, "bombs: expected 2 values"),
        ({"bombs": [(0, 0), (0, -1)]}, "bombs: expected 0 to 108, got -1"),
        ({"bombs": [(0, 0), (0,)]}, "bombs: expected 2 values"),
        ({"wild": 15}, "wild: expected -1 to 14"),
    ],
)
def test_a_middle_that_cannot_be_is_refused(changes: dict[str, object], message: str) -> None:
    assert at().turn == 1
    with pytest.raises(ValueError, match=message):
        at(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"table": None},
        {"hands": 5},
        {"hands": ["3", 1, 1]},
        {"last": 5},
        {"turn": "1"},
        {"bombs": [0, 0]},
        {"passes": 0.0},
    ],
)
def test_wrong_types_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        at(**changes)


def test_hands_at_the_start_must_hold_cards() -> None:
    with pytest.raises(ValueError, match="expected cards in every hand"):
        deal("3", "", "4")


def test_the_rows_outlive_their_python_name() -> None:
    play = _core.CardPlay(tables.FREE.table(), [1, 1, 1], 0)
    assert list(play.copy().plays()) == [(1, THREE)]


def test_playouts_are_repeatable_and_add_up() -> None:
    table = tables.RLCARD.table()
    first, same, other = (_core.playouts(table, 500, seed) for seed in (1, 1, 2))
    assert (first.steps, first.plays_listed, first.wins, first.bombs) == (
        same.steps,
        same.plays_listed,
        same.wins,
        same.bombs,
    )
    assert first.steps != other.steps
    assert first.games == sum(first.wins) == 500
    assert _core.playouts(table, 0, 1).wins == [0, 0, 0]


def test_playouts_agree_with_random_play_step_by_step() -> None:
    """Means of the batch against the same random play driven from here, within four standard errors."""
    table, rng, steps, listed = tables.RLCARD.table(), random.Random(5), [], []
    deck = [rank for rank in range(15) for _ in range(4 if rank < 13 else 1)]
    for _ in range(400):
        rng.shuffle(deck)
        hands = [sum(1 << 4 * rank for rank in deck[a:b]) for a, b in itertools.pairwise((0, 20, 37, 54))]
        play = _core.CardPlay(table, hands, 0)
        steps.append(0)
        listed.append(0)
        while play.winner is None:
            options = list(play.plays())
            steps[-1] += 1
            listed[-1] += len(options)
            chosen = rng.randrange(len(options) + play.may_pass)
            if chosen == len(options):
                play.pass_()
            else:
                play.play(*options[chosen])
    totals = _core.playouts(table, 20_000, 3)
    for sample, mean in ((steps, totals.steps / totals.games), (listed, totals.plays_listed / totals.games)):
        ours = sum(sample) / len(sample)
        error = (sum((value - ours) ** 2 for value in sample) / len(sample) / len(sample)) ** 0.5
        assert abs(ours - mean) < 4 * error


@pytest.mark.parametrize(
    ("games", "seed", "hands", "message"),
    [
        (-1, 0, (20, 17, 17), "games: expected 0 to"),
        (1, -1, (20, 17, 17), "seed: expected 0 to"),
        (1, 0, (20, 17), "hands: expected 3 values"),
        (1, 0, (20, 17, 18), "hands: expected at most 54 cards, got 55"),
        (1, 0, (20, 17, 0), "hands: expected 1 to 54, got 0"),
    ],
)
def test_bad_playouts_are_refused(games: int, seed: int, hands: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.playouts(FREE, games, seed, hands)

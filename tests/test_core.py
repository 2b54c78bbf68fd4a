"""The native core: rule tables, listing, readings and comparison, from Python."""

from __future__ import annotations

import random
import struct

import pytest

from dizhu import _core
from tests import core_tables as tables
from tests.core_tables import combo, word

FULL_DECK = word("3456789TJQKA2" * 4 + "xX")
FREE = tables.FREE.table()
SOLO, PAIR, TRIO, CHAIN, PAIRS, PLANE, TRIO_PAIR, TRIO_SOLO, PLANE_PAIRS, PLANE_SOLOS, QUAD_PAIRS, QUAD_SOLOS = range(
    12
)
FOUR, ROCKET = 12, 13


def bags_of(rows: tables.Rows, hand: str) -> set[int]:
    return {cards for cards, _ in _core.plays(rows.table(), word(hand))}


def full_deck_rows(rows: tables.Rows) -> list[int]:
    """Rows of all plays of at most 20 cards from the full deck."""
    return [code & 255 for cards, code in _core.plays(rows.table(), FULL_DECK) if sum(tables.counts(cards)) <= 20]


def test_full_deck_counts_published_for_the_peers() -> None:
    assert len(full_deck_rows(tables.RLCARD)) == 27_472 - 1  # without the pass
    assert full_deck_rows(tables.OPENSPIEL).count(PLANE_SOLOS) == 22_588
    assert full_deck_rows(tables.DOUZERO).count(QUAD_SOLOS) == 1_339


@pytest.mark.parametrize(
    ("rows", "hand", "count"),
    [
        (tables.RLCARD, "33344455566677789TJQ", 452),
        (tables.RLCARD, "334455667788", 25),
        (tables.RLCARD, "3445566778899TTJJQQK", 76),
        (tables.RLCARD, "333444555666xX", 84),
        (tables.DOUZERO, "333444555666xX", 89),
        (tables.STRICT, "333444555666xX", 74),
        (tables.EMPEROR, "3334445556667777", 62),
    ],
)
def test_known_leads(rows: tables.Rows, hand: str, count: int) -> None:
    assert len(bags_of(rows, hand)) == count


def test_chain_may_start_at_a_rank_held_four_times() -> None:
    assert word("45678") in bags_of(tables.RLCARD, "344445678999TTKAA22X")


@pytest.mark.parametrize("name", tables.ALL)
def test_leads_are_all_plays_and_no_play_twice(name: str) -> None:
    rows = tables.ALL[name]
    table, rng = rows.table(), random.Random(name)
    for _ in range(60):
        hand = tables.dense_hand(rng, rows.packs, rng.randint(3, 12 if rows.packs == 2 else 10))
        listed = list(_core.plays(table, hand))
        assert len(set(listed)) == len(listed) == _core.count(table, hand), tables.text(hand)
        assert set(listed) == tables.naive_plays(rows, hand), tables.text(hand)


@pytest.mark.parametrize("name", tables.ALL)
def test_answers_are_the_leads_that_beat(name: str) -> None:
    rows = tables.ALL[name]
    table, rng = rows.table(), random.Random(f"answers {name}")
    for _ in range(40):
        leads = list(_core.plays(table, tables.dense_hand(rng, rows.packs, 16)))
        mine = list(_core.plays(table, hand := tables.dense_hand(rng, rows.packs, 17)))
        for _, last in rng.sample(leads, min(6, len(leads))):
            beating = [play for play in mine if tables.naive_beats(rows, play[1], last)]
            assert list(_core.plays(table, hand, last)) == beating, (tables.text(hand), last)
            assert all(_core.beats(table, code, last) for _, code in beating)


@pytest.mark.parametrize("name", tables.ALL)
def test_readings_are_all_and_in_order_of_preference(name: str) -> None:
    rows = tables.ALL[name]
    table, rng = rows.table(), random.Random(f"readings {name}")
    shapes = len(rows.shapes)
    for _ in range(400):
        bag = tables.dense_hand(rng, rows.packs, rng.randint(1, 12))
        found = _core.readings(table, bag)
        expected = {combo(*reading) for reading in tables.naive_wild_readings(rows, tables.counts(bag), -1)}
        assert set(found) == expected, tables.text(bag)
        preference = [(code & 255, -(code >> 8 & 15), -(code >> 12 & 15), -(code >> 16)) for code in found]
        assert preference == sorted(
            preference, key=lambda key: (key[0] < shapes, key[0] if key[0] < shapes else -key[0], key[1:])
        )


def test_order_of_plays_is_pinned() -> None:
    plays = _core.plays(tables.RLCARD.table(), word("33344455xX"))
    shown = [f"{code & 255}:{tables.text(cards)}" for cards, code in plays]
    assert shown == [
        "0:3",
        "0:4",
        "0:5",
        "0:x",
        "0:X",
        "1:33",
        "1:44",
        "1:55",
        "2:333",
        "2:444",
        "4:334455",
        "5:333444",
        "6:33344",
        "6:33355",
        "6:33444",
        "6:44455",
        "7:3334",
        "7:3335",
        "7:333x",
        "7:333X",
        "7:3444",
        "7:4445",
        "7:444x",
        "7:444X",
        "9:33344455",
        "9:3334445x",
        "9:3334445X",
        "13:xX",
    ]


def test_plays_are_a_sequence_and_a_read_only_buffer() -> None:
    plays = _core.plays(FREE, word("3344"))
    assert list(plays) == [plays[at] for at in range(len(plays))]
    assert plays[-1] == (word("44"), combo(PAIR, 1, 1))
    assert plays[-1] in plays
    assert (word("44"), combo(PAIR, 1, 0)) not in plays
    assert "44" not in plays
    assert plays.index(plays[2]) == 2
    view = memoryview(plays)
    assert view.readonly
    assert view.format == "Q"
    assert view.shape == (len(plays), 2)
    assert view.c_contiguous
    assert view.tobytes() == b"".join(struct.pack("=QQ", *play) for play in plays)
    with pytest.raises(IndexError, match="4"):
        plays[4]
    with pytest.raises(ValueError, match="one of the plays"):
        plays.index((1, 2))
    with pytest.raises(TypeError):
        view[0, 0] = 1
    assert memoryview(_core.plays(FREE, word("3"), combo(SOLO, 1, 0))).shape == (0, 2)


def test_a_view_outlives_its_plays() -> None:
    view = memoryview(_core.plays(FREE, word("345678")))
    assert struct.unpack_from("=QQ", view) == (word("3"), combo(SOLO, 1, 0))


def test_compare_is_a_partial_order() -> None:
    order = _core.Order
    assert _core.compare(FREE, combo(SOLO, 1, 14), combo(SOLO, 1, 13)) is order.beats
    assert _core.compare(FREE, combo(SOLO, 1, 13), combo(SOLO, 1, 13)) is order.does_not
    assert _core.compare(FREE, combo(SOLO, 1, 13), combo(PAIR, 1, 0)) is order.incomparable
    assert _core.compare(FREE, combo(CHAIN, 5, 11), combo(CHAIN, 6, 7)) is order.incomparable
    assert _core.compare(FREE, combo(FOUR, 1, 0), combo(CHAIN, 12, 11)) is order.beats
    assert _core.compare(FREE, combo(CHAIN, 12, 11), combo(FOUR, 1, 0)) is order.does_not
    assert _core.compare(FREE, combo(ROCKET, 1, 14), combo(FOUR, 1, 12)) is order.beats
    assert _core.compare(FREE, combo(FOUR, 1, 12), combo(ROCKET, 1, 14)) is order.does_not


def test_ship_is_compared_by_its_trio_run_second() -> None:
    table = tables.EMPEROR.table()
    low, high = (_core.readings(table, word(cards)) for cards in ("44445555777888JJ66", "44445555888999JJ22"))
    assert low == [combo(13, 2, 2, 5)]
    assert high == [combo(13, 2, 2, 6)]
    assert _core.beats(table, high[0], low[0])
    assert not _core.beats(table, low[0], high[0])
    assert _core.readings(table, word("4444555577799933" + "66")) == []


def test_wrong_bags_have_no_readings() -> None:
    for bag in (0, word("33333"), word("xx"), word("XX"), word("777r"), (1 << 64) - 1):
        assert _core.readings(FREE, bag) == []


def test_too_many_plays_are_refused_with_their_number() -> None:
    rows = tables.Rows(2, 4, True, ((3, 2, 12, (tables.solo(0, 0),)),), ())
    hand = word("3456789TJQKA2" * 5 + "xxXX")
    number = _core.count(rows.table(), hand)
    assert number > 5_000_000
    with pytest.raises(ValueError, match=f"at most 5000000, the hand has {number}"):
        _core.plays(rows.table(), hand)


class Liar:
    """A sequence that is longer than it says, and one that fails when it is read."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        if self.error is not None:
            raise self.error
        if index == 1000:
            raise IndexError
        return 1


def test_sequences_that_lie_do_no_harm() -> None:
    with pytest.raises(ValueError, match="hands: expected 3 values"):
        _core.CardPlay(FREE, Liar(), 0)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        _core.CardPlay(FREE, Liar(ZeroDivisionError()), 0)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        _core.RuleTable(1, 3, False, Liar(ZeroDivisionError()), [])  # type: ignore[arg-type]


def test_objects_that_were_never_made_do_no_harm() -> None:
    table = _core.RuleTable.__new__(_core.RuleTable)
    with pytest.raises(TypeError), pytest.warns(RuntimeWarning, match="uninitialized"):
        _core.plays(table, 1)
    with pytest.raises(TypeError, match="expected a RuleTable"):
        _core.CardPlay(table, [1, 1, 1], 0)
    with pytest.raises(BufferError):
        memoryview(_core.Plays.__new__(_core.Plays))


BAD_CALLS = [
    (lambda: _core.plays(FREE, -1), ValueError, "hand: expected 0 to 2\\*\\*64 - 1 .* got -1"),
    (lambda: _core.plays(FREE, 1 << 64), ValueError, "hand: .* got 18446744073709551616"),
    (lambda: _core.plays(FREE, 15), ValueError, "hand: expected cards of 1 pack.* got 333333333333333"),
    (lambda: _core.plays(FREE, word("r")), ValueError, "hand: .* got r"),
    (lambda: _core.plays(FREE, word("777"), None, 13), ValueError, "hand: .* got 777"),
    (lambda: _core.plays(FREE, "33"), TypeError, "str"),  # type: ignore[arg-type]
    (lambda: _core.plays(FREE, 3.0), TypeError, "float"),  # type: ignore[arg-type]
    (lambda: _core.plays(None, 3), TypeError, "NoneType"),  # type: ignore[arg-type]
    (lambda: _core.plays(FREE, 1, 14), ValueError, "last: expected a combo of this rule table, got 14"),
    (lambda: _core.plays(FREE, 1, combo(SOLO, 1, 15)), ValueError, "last: expected a combo"),
    (lambda: _core.plays(FREE, 1, combo(CHAIN, 4, 8)), ValueError, "last: expected a combo"),
    (lambda: _core.plays(FREE, 1, combo(CHAIN, 5, 3)), ValueError, "last: expected a combo"),
    (lambda: _core.plays(FREE, 1, combo(PAIR, 1, 13)), ValueError, "last: expected a combo"),
    (lambda: _core.plays(FREE, 1, combo(SOLO, 1, 3, 4)), ValueError, "last: expected a combo"),
    (lambda: _core.plays(FREE, 1, "3"), TypeError, "last: expected an int or None, got '3'"),  # type: ignore[arg-type]
    (lambda: _core.plays(FREE, 1, None, 15), ValueError, "wild: expected -1 to 14, got 15"),
    (
        lambda: _core.plays(FREE, 1, None, -(1 << 70)),
        ValueError,
        "wild: expected -1 to 14, got -1180591620717411303424",
    ),
    (lambda: _core.beats(FREE, combo(SOLO, 1, 3), 1 << 33), ValueError, "b: expected a combo"),
    (lambda: _core.RuleTable(3, 3, False, [], []), ValueError, "packs: expected 1 to 2, got 3"),
    (lambda: _core.RuleTable(1, 9, False, [], []), ValueError, "seats: expected 2 to 8, got 9"),
    (lambda: _core.RuleTable(1, 3, False, [(1, 1, 1)], []), ValueError, "shape: expected 4 values"),  # type: ignore[list-item]
    (lambda: _core.RuleTable(1, 3, False, [(9, 1, 1, [])], []), ValueError, "shape unit: expected 1 to 8, got 9"),
    (lambda: _core.RuleTable(1, 3, False, [(1, 5, 13, [])], []), ValueError, "shape most: expected 1 to 12, got 13"),
    (lambda: _core.RuleTable(1, 3, False, [(1, 5, 4, [])], []), ValueError, "least <= most"),
    (lambda: _core.RuleTable(1, 3, False, [(3, 1, 1, [(5, 1, False, 0)])], []), ValueError, "kicker size: .* got 5"),
    (lambda: _core.RuleTable(1, 3, False, [(3, 1, 1, [(1, 1, False, 64)])], []), ValueError, "kicker bans: .* got 64"),
    (lambda: _core.RuleTable(1, 3, False, [(3, 1, 1, [(1, 1, False, 0)] * 3)], []), ValueError, "at most two"),
    (lambda: _core.RuleTable(1, 3, False, [(3, 1, 1, [(1, 1, True, 0)] * 2)], []), ValueError, "at most one run"),
    (lambda: _core.RuleTable(1, 3, False, [("a", 1, 1, [])], []), TypeError, "shape unit: expected an int, got 'a'"),  # type: ignore[list-item]
    (lambda: _core.RuleTable(1, 3, False, [(1, 1, 1, [])] * 33, []), ValueError, "rows: expected at most 32, got 33"),
    (lambda: _core.RuleTable(1, 3, False, 5, []), TypeError, "shapes: expected a sequence, got 5"),  # type: ignore[arg-type]
    (lambda: _core.RuleTable(1, 3, False, [], [(0, 3, 0)]), ValueError, "bomb size: expected 4 to 8, got 3"),
    (lambda: _core.RuleTable(1, 3, False, [], [(3, 4, 0)]), ValueError, "bomb kind: expected 0 to 2, got 3"),
    (lambda: _core.least_plays(tables.Rows(1, 3, False, (), ()).table(), 1), ValueError, "rows of solos and of pairs"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD_CALLS)
def test_bad_input_says_what_was_expected_and_what_came(call, error, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=message):
        call()


def test_no_input_crashes_the_core() -> None:
    rng = random.Random(2)
    table = tables.EMPEROR.table()
    for _ in range(20_000):
        values = [
            rng.choice([rng.getrandbits(64), rng.getrandbits(20), rng.getrandbits(8), -rng.getrandbits(70)])
            for _ in range(3)
        ]
        for call in (
            lambda v: _core.plays(table, v[0], v[1], v[2]),
            lambda v: _core.readings(table, v[0], v[2]),
            lambda v: _core.compare(table, v[0], v[1]),
        ):
            try:
                call(values)
            except ValueError as error:
                assert "expected" in str(error)  # noqa: PT017

"""The vectors come from a script that shares nothing with this project."""

import json
from pathlib import Path
from typing import Any

import pytest

from dizhu.cards import format_cards
from dizhu.games.climb.deal import Deal, draw, synthetic
from dizhu.games.fair import Stream, commitment, seed_secret
from dizhu.rules import load

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "fair-deal.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["table"])
def test_fair_deal_follows_the_published_vectors(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    seats = [bytes.fromhex(seat) for seat in vector["seats"]]
    assert commitment(secret, vector["table"], vector["deal"]).hex() == vector["commitment"]
    stream = Stream(secret, vector["table"], vector["deal"], seats)
    deck = stream.deck(vector["packs"])
    assert format_cards(deck).split() == vector["deck"]
    assert [stream.below(draw["below"]) for draw in vector["then"]] == [draw["value"] for draw in vector["then"]]
    assert stream.words == vector["words"]
    n, hand, bottom = vector["n"], vector["hand"], vector["bottom_cards"]
    assert [format_cards(deck[seat : n * hand : n]).split() for seat in range(n)] == vector["hands"]
    assert format_cards(deck[n * hand : n * hand + bottom]).split() == vector["bottom"]
    assert format_cards(deck[n * hand + bottom :]).split() == vector["dead"]


def test_a_deal_lays_the_vectors_cards() -> None:
    rules = load("qq_3p")
    fitting = [v for v in VECTORS if (v["packs"], v["n"], v["hand"]) == (1, 3, 17)]
    assert fitting
    for vector in fitting:
        seats = [bytes.fromhex(seat) for seat in vector["seats"]]
        deal = draw(rules, Stream(bytes.fromhex(vector["secret"]), vector["table"], vector["deal"], seats), None)
        assert [format_cards(deal.hand(rules, seat, 17)).split() for seat in range(3)] == vector["hands"]
        assert format_cards(deal.hand(rules, 1, 2)).split() == vector["hands"][1][:2]
        assert format_cards(deal.bottom(rules)).split() == vector["bottom"]
        if vector["then"] and vector["then"][0]["below"] == 3:
            assert deal.first == vector["then"][0]["value"]


def test_the_turned_up_card_names_the_seat_it_was_dealt_to() -> None:
    rules = load("pagat_3p")
    for seed in range(30):
        deal = draw(rules, Stream(seed_secret(seed, 0), "t", 0, [b""] * 3), None)
        assert deal.marker in deal.hand(rules, deal.first, 17)


def test_rotation_draws_nothing() -> None:
    rules = load("qq_3p")
    stream = Stream(seed_secret(1, 0), "t", 0, [b""] * 3)
    assert draw(rules, stream, 2).first == 2
    fresh = Stream(seed_secret(1, 0), "t", 0, [b""] * 3)
    fresh.deck(1)
    assert stream.words == fresh.words


@pytest.mark.parametrize("change", ["secret", "table", "deal", "bytes"])
def test_everything_committed_to_changes_the_deck(change: str) -> None:
    def deck(secret: bytes = b"s" * 32, table: str = "t", deal: int = 0, added: bytes = b"") -> Deal:
        return draw(load("qq_3p"), Stream(secret, table, deal, [added, b"", b""]), 0)

    other: dict[str, Any] = {"secret": b"r" * 32, "table": "u", "deal": 1, "added": b"1"}
    key = "added" if change == "bytes" else change
    assert deck(**{key: other[key]}) != deck()


def test_numbers_are_uniform() -> None:
    stream = Stream(seed_secret(7, 7), "t", 0, [])
    counts = [0] * 13
    for _ in range(13_000):
        counts[stream.below(13)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 40  # chi-square, 12 degrees, p < 0.0001


def test_a_synthetic_deal_is_a_whole_deck() -> None:
    rules = load("qq_3p")
    deal = draw(rules, Stream(seed_secret(3, 0), "t", 0, [b""] * 3), 1)
    hands = [deal.hand(rules, seat, 17) for seat in range(3)]
    assert synthetic(rules, hands, deal.bottom(rules), 1) == deal
    with pytest.raises(ValueError, match="expected 3 hands of 17 cards"):
        synthetic(rules, hands[:2], deal.bottom(rules), 1)
    with pytest.raises(ValueError, match="expected all 54 cards once"):
        synthetic(rules, hands, hands[0][:3], 1)

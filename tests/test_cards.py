import pytest
from hypothesis import given
from hypothesis import strategies as st

from dizhu.cards import Card, Hand, Rank, full_deck, parse_cards
from dizhu.errors import NotationError

CARDS = st.sampled_from(full_deck(2))


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("3456789TJQKA2xX", "3456789TJQKA2xX"),
        ("Xx2akqjt9876543", "3456789TJQKA2xX"),
        ("10 10 10", "TTT"),
        ("1010j", "TTJ"),
        ("", ""),
        ("33334444 xxXX", "33334444xxXX"),
    ],
)
def test_hand_is_written_weakest_rank_first(text: str, letters: str) -> None:
    assert str(Hand.parse(text)) == letters


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("3345z", 4),
        ("1", 0),
        ("33 0", 3),
        ("r", 0),
        ("333333333", 8),
        ("xxx", 2),
        ("王", 0),
        ("3-4", 1),
        ("345\n6?", 5),
    ],
)
def test_bad_hand_is_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(NotationError, match=f"at position {position + 1} of") as error:
        Hand.parse(text)
    assert error.value.position == position


def test_red_sevens_are_read_only_where_they_are_told_apart() -> None:
    hand = Hand.parse("77rr8", red_sevens=True)
    assert (hand.count(Rank.SEVEN), hand.red_sevens, len(hand)) == (2, 2, 5)
    assert str(hand) == "77rr8"
    assert eval(repr(hand)) == hand


@pytest.mark.parametrize("text", ["7h", "Td", "7h'", "X", "x'", "2s"])
def test_card_is_its_notation(text: str) -> None:
    card = Card.parse(text)
    assert str(card) == text
    assert eval(repr(card)) == card


def test_ten_has_two_spellings() -> None:
    assert Card.parse("10d") == Card.parse("Td") == Card(Rank.TEN, "d")


@pytest.mark.parametrize(
    ("text", "position"), [("7", 0), ("7x", 1), ("h7", 0), ("7h8", 2), ("7h''", 3), ("Xh", 1), ("7h 4", 3)]
)
def test_bad_card_is_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_cards(text)
    assert error.value.position == position


@given(st.lists(CARDS, unique=True, max_size=40))
def test_hand_and_cards_survive_their_notation(cards: list[Card]) -> None:
    hand = Hand.of(cards)
    assert Hand.parse(str(hand)) == hand
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)
    assert len(hand) == len(cards)
    assert sorted(card.rank for card in cards) == list(hand.ranks())


@given(st.lists(CARDS, unique=True, max_size=40), st.data())
def test_taking_away_what_was_added_gives_the_hand_back(cards: list[Card], data: st.DataObject) -> None:
    part = data.draw(st.lists(st.sampled_from(cards), unique=True)) if cards else []
    whole, some = Hand.of(cards), Hand.of(part)
    assert some in whole
    assert (whole - some) + some == whole


def test_a_hand_cannot_lose_what_it_does_not_hold() -> None:
    with pytest.raises(ValueError, match="expected cards of 334, got 44"):
        Hand.parse("334") - Hand.parse("44")


def test_a_hand_never_overflows_into_another_rank() -> None:
    eight = Hand.parse("3" * 8)
    with pytest.raises(ValueError, match="expected at most 15 cards of a rank"):
        eight + eight
    with pytest.raises(ValueError, match="expected at most 15 cards of a rank"):
        Hand(0xF << 60) + Hand(0xF << 60)
    for word in (-1, 1 << 64):
        with pytest.raises(ValueError, match="expected a 64-bit word"):
            Hand(word)


def test_a_hand_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Hand.parse("3").word = 0


def test_a_new_deck_is_in_order() -> None:
    deck = full_deck(2)
    assert len(set(deck)) == 108
    assert " ".join(map(str, deck[:5])) == "3c 3d 3h 3s 4c"
    assert " ".join(map(str, deck[51:57])) == "2s x X 3c' 3d' 3h'"

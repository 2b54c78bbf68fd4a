"""The questions a rule set answers, asked the way a person would."""

import pytest

from dizhu.cards import Hand
from dizhu.errors import NotationError
from dizhu.rules import Play, load


def test_cards_as_text_are_what_they_are_when_led() -> None:
    rules = load("qq_3p")
    assert rules.beats("3333", "666689")  # a bomb beats a quad with two
    assert not rules.beats("444455", "555538")
    assert rules.compare("334455", "44556677") == "incomparable"
    assert rules.compare("7777", "2") == "beats"
    assert rules.compare("3", "2") == "does_not"
    assert [str(play) for play in rules.plays("344", "3")] == ["4 as solo"]
    play = Play(Hand.parse("9TJQK"), rules.readings("9TJQK")[0])
    assert rules.beats("TJQKA", play)
    assert rules.beats(Hand.parse("xX"), play)


def test_what_cannot_be_read_is_explained() -> None:
    rules = load("qq_3p")
    with pytest.raises(NotationError, match="expected cards that are a combo of qq_3p"):
        rules.beats("45", "3")
    for wrong in (["3"], 3, None):
        with pytest.raises(TypeError, match="expected a Hand or ranks such as"):
            rules.plays(wrong)  # type: ignore[arg-type]


def test_following_counts_the_reading_that_beats() -> None:
    rules = load("qq_3p")
    planes = {combo.shape + str(combo.length): combo for combo in rules.readings("333444555666")}
    assert rules.reading("444555666777") == rules.readings("444555666777")[0]
    follow = rules.reading("444555666777", planes["trio*2..+solo3"])
    assert follow is not None
    assert (follow.shape, follow.length, str(follow.top)) == ("trio*2..+solo", 3, "7")
    assert rules.reading("345678", planes["trio*2..4"]) is None
    bomb = rules.reading("7777", planes["trio*2..4"])
    assert bomb is not None
    assert bomb.shape == "4x"


@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("", 0),
        ("3", 1),
        ("34", 2),
        ("34567", 1),
        ("333444", 1),
        ("3334445", 2),
        ("33344456", 1),
        ("xX", 1),
        ("33334445", 1),  # 333444+3+5
    ],
)
def test_least_number_of_plays(hand: str, least: int) -> None:
    assert load("qq_3p").least_plays(hand) == least


def test_a_rule_set_is_shown_by_its_name() -> None:
    assert repr(load("qq_3p")) == "load('qq_3p')"

import random
from pathlib import Path

import pytest

from dizhu.cards import Hand
from dizhu.errors import NotationError
from dizhu.rules import Combo, Play, RuleSet, available, load, load_file
from dizhu.rules.notation import format_exact, format_play, parse_combo

SHAPES = Path(__file__).parent / "data" / "rules"


def rules_of(name: str) -> RuleSet:
    file = SHAPES / f"{name}.toml"
    return load_file(file) if file.exists() else load(name)


def only(rules: RuleSet, cards: str, shape: str, wild: str | None = None) -> Play:
    bag = rules.hand(cards, wild)
    found = [combo for combo in rules.readings(bag, wild) if combo.shape == shape]
    return Play(bag, found[0])


@pytest.mark.parametrize(
    ("variant", "cards", "shape", "text"),
    [
        ("qq_3p", "34567", "solo*5..", "34567"),
        ("qq_3p", "6333", "trio+solo", "333+6"),
        ("qq_3p", "34445333", "trio*2..+solo", "333444+3+5"),
        ("qq_3p", "33334444", "quad+2pair", "4444+33+33"),
        ("qq_3p", "Xx2222", "quad+2solo", "2222+x+X"),
        ("qq_3p", "Xx", "xX", "xX"),
        ("qq_3p", "7777", "4x", "7777"),
        ("emperor_3p", "44445555777888JJ22", "quad*2..+trio*+pair", "44445555+777+888+JJ+22"),
        ("emperor_3p", "444477799", "quad+trio+pair", "4444+777+99"),
        ("emperor_3p", "44445555777JJJ", "quad*2..+trio", "44445555+777+JJJ"),
        ("hidden_5p", "xXX", "3j", "xXX"),
    ],
)
def test_play_is_written_body_first(variant: str, cards: str, shape: str, text: str) -> None:
    rules = rules_of(variant)
    play = only(rules, cards, shape)
    assert format_play(rules, play) == text
    assert parse_combo(rules, text) == play.combo


@pytest.mark.parametrize(
    ("cards", "wild", "shape", "text"),
    [
        ("3335", "5", "4x:soft", "3333:soft"),
        ("3335", "5", "trio+solo", "333+5"),
        ("6789 5", "5", "solo*5..", "6789T"),
        ("44556 7", "7", "pair*3..", "445566"),
        ("333 4 7", "7", "trio+pair", "333+44"),
        ("33 77 8", "7", "trio+pair", "888+33"),
        ("333444 5 K", "K", "trio*2..+solo", "333444+5+K"),
        ("333444 5 r", "red7", "trio*2..+solo", "333444+5+7"),
        ("33344 5 xX", "jokers", "trio*2..+solo", "333444+5+X"),
        ("333 77", "7", "trio+pair", "333+77"),
        ("JJJQQQ 44 KK", "K", "trio*2..+pair", "JJJQQQ+44+KK"),
        ("5555", "5", "4x:pure", "5555:pure"),
        ("r", "red7", "solo", "7"),
        ("rr", "red7", "pair", "77"),
        ("x", "jokers", "solo", "x"),
        ("3333", "5", "4x:hard", "3333:hard"),
    ],
)
def test_wild_cards_are_written_as_what_they_stand_for(cards: str, wild: str, shape: str, text: str) -> None:
    rules = rules_of("happy_laizi_3p")
    assert format_play(rules, only(rules, cards.replace(" ", ""), shape, wild), wild) == text


def test_a_wild_kicker_respects_the_bans() -> None:
    """In pagat_3p kickers differ: 9TTTQQQQ with wild queens is 999TTT with a queen and another card."""
    rules = load("pagat_3p")
    play = only(rules, "9TTTQQQQ", "trio*2..+solo", "Q")
    body, *kickers = format_play(rules, play, "Q").split("+")
    assert len(body) == 6
    assert len(set(kickers)) == 2


@pytest.mark.parametrize("text", ["", "3", "333+4", "333444+5+6", "34567", "xX", "7777", "4444+33+33"])
def test_combo_survives_its_notation(text: str) -> None:
    rules = load("qq_3p")
    if not text:
        with pytest.raises(NotationError):
            parse_combo(rules, text)
        return
    combo = parse_combo(rules, text)
    assert format_play(rules, Play(Hand.parse(text.replace("+", "")), combo)) == text


@pytest.mark.parametrize("text", ["33+4", "444+333", "3+333", "333+44+5", "z", "3333:soft", "333444+5"])
def test_what_is_no_combo_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_combo(load("qq_3p"), text)


@pytest.mark.parametrize("wild", ["3", "T", "A", "2", "red7", "jokers"])
@pytest.mark.parametrize("variant", [*available(), "happy_laizi_3p", "emperor_3p", "trad_4p_special"])
def test_every_play_with_wild_cards_is_written_as_a_play_without(variant: str, wild: str) -> None:
    rules = rules_of(variant)
    rng = random.Random(f"{variant} {wild}")
    wilds = {"red7": "rr", "jokers": "xX"}.get(wild, wild * 4)
    deck = [rank for rank in "345689TJQKA2" for _ in range(4) if rank != wild] + ["7", "7"]
    for _ in range(4):
        hand = "".join(rng.sample(deck, 8)) + wilds[: rng.randint(1, len(wilds))]
        for play in rules.plays(hand, wild=wild):
            if not rules.bomb(play.combo):
                assert parse_combo(rules, format_exact(rules, play, wild)) == play.combo, (hand, play)


@pytest.mark.parametrize("variant", [*available(), "emperor_3p", "hidden_5p", "trad_4p_special"])
def test_every_listed_play_survives_its_notation(variant: str) -> None:
    rules = rules_of(variant)
    rng = random.Random(5)
    deck = [rank for rank in "3456789TJQKA2" for _ in range(4 * rules.table.packs)] + ["x", "X"] * rules.table.packs
    for _ in range(30):
        for play in rules.plays("".join(rng.sample(deck, 17))):
            assert parse_combo(rules, format_play(rules, play)) == play.combo


AMBIGUOUS = """
extends = "qq_3p"
name = { en = "Rows that look alike" }
[table]
packs = 2
hand = 34
bottom = { cards = 6 }
[plays]
shapes = ["solo", "pair", "trio", "quad", "solo*5..", "solo*5..7", "trio*2..", "trio*3..", "trio+solo+pair",
          "quad+pair+trio", "trio*2..+solo+pair*"]
bombs = ["4x", "2j", "4j"]
joker_pairs = true
"""


@pytest.mark.parametrize(
    ("cards", "shape", "text"),
    [
        ("3333", "quad", "3333 as quad"),
        ("3333", "4x", "3333"),
        ("xx", "pair", "xx as pair"),
        ("xx", "2j", "xx"),
        ("34567", "solo*5..7", "34567 as solo*5..7"),
        ("333444555", "trio*3..", "333444555 as trio*3.."),
        ("777844", "trio+solo+pair", "777+8+44"),
        ("444", "trio", "444"),
        ("7777 44 888", "quad+pair+trio", "7777+44+888"),
        ("333444 5 9 8877", "trio*2..+solo+pair*", "333444+5+9+77+88"),
    ],
)
def test_rows_that_look_alike_are_named(tmp_path: Path, cards: str, shape: str, text: str) -> None:
    file = tmp_path / "alike.toml"
    file.write_text(AMBIGUOUS, "utf-8")
    rules = load_file(file)
    play = only(rules, cards.replace(" ", ""), shape)
    assert format_exact(rules, play) == text
    assert parse_combo(rules, text) == play.combo
    with pytest.raises(NotationError):
        parse_combo(rules, f"{format_play(rules, play)} as trio+pair")


def test_tier_is_part_of_the_shape() -> None:
    assert Combo("4x:soft", 1, Hand.parse("3").ranks().__next__()).tier == "soft"

"""Matches between bots: what the figures mean, that they mirror and repeat, and how strong the greedy bot is."""

from __future__ import annotations

import random
import statistics
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from dizhu.arena import Result, match
from dizhu.arena.duel import deal
from dizhu.cards import full_deck
from dizhu.rules import available, load, load_file

RULES = Path(__file__).parent / "data" / "rules"


def test_a_match_and_its_reverse_mirror_each_other() -> None:
    rules = load("douzero")
    there, back = match("greedy", "random", rules, 60, 4), match("random", "greedy", rules, 60, 4)
    assert back.wp == pytest.approx(1 - there.wp)
    assert back.adp == pytest.approx(-there.adp)
    assert (back.wp_se, back.adp_se) == pytest.approx((there.wp_se, there.adp_se))
    assert back.by_role.landlord.wp == pytest.approx(1 - there.by_role.peasants.wp)
    assert back.by_role.peasants.adp == pytest.approx(-there.by_role.landlord.adp)
    assert there.wp == pytest.approx((there.by_role.landlord.wp + there.by_role.peasants.wp) / 2)
    assert there.adp == pytest.approx((there.by_role.landlord.adp + there.by_role.peasants.adp) / 2)


def test_a_match_repeats_with_its_seed_and_whatever_the_number_of_processes() -> None:
    rules = load("qq_3p")
    assert match("greedy", "random", rules, 120, 9) == match("greedy", "random", rules, 120, 9, jobs=2)
    assert match("greedy", "random", rules, 120, 9) != match("greedy", "random", rules, 120, 10)


def test_a_bot_is_even_with_itself_and_a_random_landlord_wins_as_often_as_elsewhere() -> None:
    """The landlord's share in random self-play under RLCard's rules, measured with RLCard itself, is 0.353."""
    result = match("random", "random", load("rlcard"), 1000, 2)
    assert (result.wp, result.adp) == (0.5, 0.0)
    assert abs(result.by_role.landlord.wp - 0.353) < 4 * (0.353 * 0.647 / 1000) ** 0.5


def test_without_factors_for_bombs_the_points_say_who_won() -> None:
    """Base 1: the landlord wins or loses 2 points, so the average is twice wins minus losses."""
    result = match("greedy", "random", load("rlcard"), 50, 1)
    for figures in (result, result.by_role.landlord, result.by_role.peasants):
        assert figures.adp == pytest.approx(2 * (2 * figures.wp - 1))


def test_bombs_double_the_landlords_points() -> None:
    games = [match("greedy", "random", load("douzero"), 1, seed).by_role.landlord for seed in range(60)]
    assert all(game.adp > 0 if game.wp else game.adp < 0 for game in games)
    assert {abs(game.adp) for game in games} >= {2, 4}
    assert {abs(game.adp) for game in games} <= {2 * 2**bombs for bombs in range(12)}


def test_the_standard_error_is_that_of_the_mean_over_decks() -> None:
    """Decks are numbered, so those of a shorter match begin a longer one; from the means follows every deck's value."""
    rules, n = load("douzero"), 10
    results = [match("greedy", "random", rules, k, 6) for k in range(1, n + 1)]
    assert (results[0].wp_se, results[0].adp_se) == (0, 0)
    for mean in ("wp", "adp"):
        sums = [0.0, *(k * getattr(result, mean) for k, result in enumerate(results, 1))]
        values = [after - before for before, after in pairwise(sums)]
        assert len(set(values)) > 1
        expected = statistics.stdev(values) / n**0.5
        assert getattr(results[-1], f"{mean}_se") == pytest.approx(expected)


def test_a_result_is_plain_json() -> None:
    result = match("random", "greedy", load("qq_3p"), 2, 5)
    plain = msgspec.to_builtins(result)
    assert list(plain) == ["a", "b", "rules", "decks", "seed", "wp", "wp_se", "adp", "adp_se", "by_role"]
    assert [plain[name] for name in ("a", "b", "rules", "decks", "seed")] == ["random", "greedy", "qq_3p", 2, 5]
    assert {role: list(figures) for role, figures in plain["by_role"].items()} == {
        "landlord": ["wp", "adp"],
        "peasants": ["wp", "adp"],
    }
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result


def test_a_deal_gives_the_bottom_to_the_landlord() -> None:
    hands = deal(load("douzero"), random.Random(1)).hands
    assert [len(hand) for hand in hands] == [20, 17, 17]
    assert sorted(card for hand in hands for card in hand) == sorted(full_deck(1))


@pytest.mark.parametrize(
    ("a", "b", "decks", "jobs", "message"),
    [
        ("greedy", "clever", 5, 1, "expected a bot of random, greedy, got 'clever'"),
        ("clever", "greedy", 5, 1, "expected a bot of random, greedy, got 'clever'"),
        ("greedy", "random", 0, 1, "expected at least one deck and one job, got 0 and 1"),
        ("greedy", "random", 5, 0, "expected at least one deck and one job, got 5 and 0"),
    ],
)
def test_bad_input_is_refused(a: str, b: str, decks: int, jobs: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        match(a, b, load("qq_3p"), decks, 1, jobs=jobs)


@pytest.mark.parametrize("variant", available())
def test_greedy_wins_85_of_100_against_random(variant: str, long_run: bool) -> None:
    result = match("greedy", "random", load(variant), 2000 if long_run else 150, 1)
    assert result.wp - 3 * result.wp_se >= 0.85


@pytest.mark.parametrize("file", sorted(file.name for file in RULES.glob("*.toml")))
def test_bots_play_other_tables_too(file: str) -> None:
    """Two packs, four and five seats, quads as plain shapes."""
    rules = load_file(RULES / file)
    assert match("greedy", "random", rules, 4, 1).wp > 0.5

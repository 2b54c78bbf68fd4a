"""Two bots against each other at the card play, every deal twice with the roles swapped.

No bidding: hands are dealt at random, seat 0 is landlord with the bottom in hand and leads. WP is the share of games
won, ADP the average difference in points, both for the first bot's side. Points are the landlord's: with base 1, three
seats and no bomb a game is worth ±2, as in DouZero's evaluation (ICML 2021).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context

import msgspec

from dizhu.bots import NAMES, drive, make
from dizhu.cards import Card, full_deck
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.rules import RuleSet


class Figures(msgspec.Struct, frozen=True):
    """What the first bot's side reached in one role: share of games won, average points in the landlord's measure."""

    wp: float
    adp: float


class Roles(msgspec.Struct, frozen=True):
    """Figures of the first bot by its role."""

    landlord: Figures
    peasants: Figures


class Result(msgspec.Struct, frozen=True):
    """How a match went, all for bot `a`.

    rules:           id of the rule set
    decks:           deals, each played twice
    wp, adp:         over both roles
    wp_se, adp_se:   standard errors. The two games of a deal are correlated, so they count as one observation, their
                     mean; 0 for a single deal, which tells nothing about the spread
    """

    a: str
    b: str
    rules: str
    decks: int
    seed: int
    wp: float
    wp_se: float
    adp: float
    adp_se: float
    by_role: Roles


class _Game(msgspec.Struct, frozen=True):
    """One game for bot `a`: 1 if its side won, else 0; points of its side in the landlord's measure."""

    won: int
    points: int


class _Task(msgspec.Struct, frozen=True):
    """A few deals of a match, for one process."""

    a: str
    b: str
    rules: RuleSet
    seed: int
    first: int
    count: int


_CHUNK = 50


def match(a: str, b: str, rules: RuleSet, decks: int, seed: int, *, jobs: int = 1) -> Result:
    """Play bot `a` against bot `b` over so many deals; the same for the same seed, whatever `jobs` is.

    jobs:  processes to play in; more than one are started afresh, so a script must guard its main part

    ValueError for an unknown bot or fewer than one deal or process.
    """
    for name in (a, b):
        if name not in NAMES:
            raise ValueError(f"expected a bot of {', '.join(NAMES)}, got {name!r}")
    if decks < 1 or jobs < 1:
        raise ValueError(f"expected at least one deck and one job, got {decks} and {jobs}")
    tasks = [_Task(a, b, rules, seed, first, min(_CHUNK, decks - first)) for first in range(0, decks, _CHUNK)]
    pairs = [pair for part in _run(tasks, jobs) for pair in part]
    landlord, peasants = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    wp, wp_se = _mean_and_error([(x.won + y.won) / 2 for x, y in pairs])
    adp, adp_se = _mean_and_error([(x.points + y.points) / 2 for x, y in pairs])
    return Result(a, b, rules.id, decks, seed, wp, wp_se, adp, adp_se, Roles(_figures(landlord), _figures(peasants)))


def _run(tasks: list[_Task], jobs: int) -> Iterator[list[tuple[_Game, _Game]]]:
    if jobs == 1:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play, tasks)


def _play(task: _Task) -> list[tuple[_Game, _Game]]:
    """Both games of every deal of a task: `a` as landlord, then `a` as the peasants."""
    return [_pair(task, number) for number in range(task.first, task.first + task.count)]


def _pair(task: _Task, number: int) -> tuple[_Game, _Game]:
    rng = random.Random(f"{task.seed} {number}")
    position = deal(task.rules, rng)
    chance = rng.getrandbits(64)
    landlord, points = _game(task.rules, position, task.a, task.b, chance)
    as_landlord = _Game(int(landlord), points)
    landlord, points = _game(task.rules, position, task.b, task.a, chance)
    return as_landlord, _Game(int(not landlord), -points)


def deal(rules: RuleSet, rng: random.Random) -> Position:
    """Random hands; seat 0 is landlord, holds the bottom too and leads."""
    table = rules.table
    deck = list(full_deck(table.packs))
    rng.shuffle(deck)
    hands: list[tuple[Card, ...]] = []
    for seat in range(table.seats):
        size = table.hand + (table.bottom.cards if seat == 0 else 0)
        hands.append(tuple(deck[:size]))
        del deck[:size]
    return Position(hands=tuple(hands), landlord=0, turn=0, bid=1)


def _game(rules: RuleSet, position: Position, landlord: str, peasants: str, chance: int) -> tuple[bool, int]:
    """Whether the landlord won, and his points. `chance` seeds the bots, by seat, so a role's luck is its own."""
    game = ClimbGame.at(rules, position)
    seats = range(rules.table.seats)
    bots = {s: make(peasants if s else landlord, rules, random.Random(f"{chance} {s}")) for s in seats}
    for _ in drive(game, bots):
        pass
    outcome = game.outcome
    assert outcome is not None, "bots at every seat play to the end"
    return outcome.winner == position.landlord, outcome.points[position.landlord]


def _figures(games: list[_Game]) -> Figures:
    return Figures(_mean(game.won for game in games), _mean(game.points for game in games))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean of independent values and its standard error."""
    mean = _mean(values)
    if len(values) == 1:
        return mean, 0.0
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))

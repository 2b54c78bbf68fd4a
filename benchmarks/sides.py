"""The sides of the comparison: this package, and three others driven the way their users drive them.

A peer is imported only when its side is made; one that is not installed raises `MissingPeer`.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from benchmarks.race import Work
from dizhu import _core
from dizhu.rules import load

INSTALL: Final = (
    "make bench, or: python -m pip install -r benchmarks/peers.txt",
    "python -m pip install --no-deps -r benchmarks/peers-bare.txt",
)


class MissingPeer(RuntimeError):
    """A peer, or something it needs, is not installed; the message names the commands that install all of them."""


def import_peer(module: str) -> Any:
    """Import a module of a peer; MissingPeer if it is not there."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        commands = "\n".join(f"  {command}" for command in INSTALL)
        raise MissingPeer(
            f"cannot import {module}: {error.name} is not installed; install the peers with\n{commands}"
        ) from error


# ---- deals


class Deal(msgspec.Struct, frozen=True):
    """Cards 0…53 of one pack, by seat: 20 for the landlord, who leads, then 17 and 17 in turn order.

    Cards 0…51 are rank ``card % 13`` from 3 up, the suits one after another; 52 and 53 are the jokers.
    """

    hands: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def sample_deals(number: int, seed: int) -> list[Deal]:
    """Random deals, the same for the same seed."""
    rng = random.Random(seed)
    deals = []
    for _ in range(number):
        cards = tuple(rng.sample(range(54), 54))
        deals.append(Deal((cards[:20], cards[20:37], cards[37:])))
    return deals


def rank_of(card: int) -> int:
    """0…14 for 3…X."""
    return card % 13 if card < 52 else card - 39


def word_of(cards: Sequence[int]) -> int:
    """The hand word of the core: four bits a rank."""
    return sum(1 << 4 * rank_of(card) for card in cards)


# ---- ours


class OurPlayouts:
    """Batches of random games; the core shuffles and deals each one itself, inside the timed part."""

    def __init__(self, profile: str, games: int, seed: int) -> None:
        self.name = f"dizhu, profile {profile}"
        self._table = load(profile).core
        self._games = games
        self._seed = seed

    def prepare(self) -> None: ...

    def run(self) -> None:
        self._totals = _core.playouts(self._table, self._games, self._seed)

    def work(self) -> Work:
        return Work(self._totals.games, self._totals.steps, self._totals.plays_listed)


class OurLeads:
    """The plays of hands on lead, each hand listed `times` over, as an array: a buffer of N × 2 words, not copied."""

    def __init__(self, profile: str, words: Sequence[int], times: int) -> None:
        self.name = f"dizhu, profile {profile}, array"
        self._table = load(profile).core
        self._words = words
        self._times = times

    def prepare(self) -> None: ...

    def run(self) -> None:
        plays, table, words = _core.plays, self._table, self._words
        for _ in range(self._times):
            for word in words:
                memoryview(plays(table, word, None))

    def work(self) -> Work:
        hands = len(self._words) * self._times
        return Work(hands, hands, self._times * sum(_core.count(self._table, word, None) for word in self._words))


class OurLeadsAsList(OurLeads):
    """The same as a list of pairs of ints."""

    def __init__(self, profile: str, words: Sequence[int], times: int) -> None:
        super().__init__(profile, words, times)
        self.name = f"dizhu, profile {profile}, list of pairs"

    def run(self) -> None:
        plays, table, words = _core.plays, self._table, self._words
        for _ in range(self._times):
            for word in words:
                list(plays(table, word, None))


# ---- OpenSpiel

_DEALT: Final = 51  # the action that deals card 0; the actions below it choose the face-up card
_BID_THREE: Final = 3
_SPIEL_PASS: Final = 0


def spiel_lead(game: Any, deal: Deal) -> Any:
    """An OpenSpiel state in which the landlord of `deal` is about to lead.

    The chance acts deal the cards in turn, the first one face up; its seat bids three and takes the last three cards.
    """
    state = game.new_initial_state()
    state.apply_action(0)
    for at in range(17):
        for hand in deal.hands:
            state.apply_action(_DEALT + hand[at])
    state.apply_action(_BID_THREE)
    return state


class SpielPlayouts:
    """OpenSpiel's play phase, from the first lead on: list, choose, apply, in a Python loop."""

    name = "open_spiel, play phase"

    def __init__(self, deals: Sequence[Deal], seed: int) -> None:
        game = import_peer("pyspiel").load_game("dou_dizhu")
        self._leads = [spiel_lead(game, deal) for deal in deals]
        self._seed = seed

    def prepare(self) -> None:
        self._states = [state.clone() for state in self._leads]
        self._random = random.Random(self._seed).random

    def run(self) -> None:
        rand = self._random
        for state in self._states:
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(rand() * len(actions))])

    def work(self) -> Work:
        steps = plays = 0
        for lead, over in zip(self._leads, self._states, strict=True):
            state = lead.clone()
            for action in over.history()[len(lead.history()) :]:
                actions = state.legal_actions()
                steps += 1
                plays += len(actions) - (_SPIEL_PASS in actions)
                state.apply_action(action)
        return Work(len(self._leads), steps, plays)


class SpielLeads:
    """`legal_actions`, a list of ints, of states in which the landlord is about to lead, each `times` over."""

    name = "open_spiel, list of ints"

    def __init__(self, deals: Sequence[Deal], times: int) -> None:
        game = import_peer("pyspiel").load_game("dou_dizhu")
        self._states = [spiel_lead(game, deal) for deal in deals]
        self._times = times

    def prepare(self) -> None: ...

    def run(self) -> None:
        for _ in range(self._times):
            for state in self._states:
                state.legal_actions()

    def work(self) -> Work:
        hands = len(self._states) * self._times
        return Work(hands, hands, self._times * sum(len(state.legal_actions()) for state in self._states))


# ---- RLCard


class RlcardPlayouts:
    """RLCard's raw game, without features: take a legal action of the state, step.

    `init_game` shuffles, deals and lists what each hand can ever play; it is timed only if `dealing`.
    """

    def __init__(self, games: int, seed: int, *, dealing: bool) -> None:
        self.name = "rlcard, raw game with init_game" if dealing else "rlcard, raw game"
        self._game_type = import_peer("rlcard.games.doudizhu").Game
        self._random_state = import_peer("numpy.random").RandomState
        self._games = games
        self._seed = seed
        self._dealing = dealing

    def prepare(self) -> None:
        shuffling = self._random_state(self._seed)
        self._random = random.Random(self._seed).random
        self._tables = [self._game_type() for _ in range(self._games)]
        for game in self._tables:
            game.np_random = shuffling
            if not self._dealing:
                game.init_game()
        self._plays = 0

    def run(self) -> None:
        rand = self._random
        plays = 0
        for game in self._tables:
            if self._dealing:
                game.init_game()
            state = game.state
            while not game.is_over():
                actions = state["actions"]
                plays += len(actions) - ("pass" in actions)
                state, _ = game.step(actions[int(rand() * len(actions))])
        self._plays = plays

    def work(self) -> Work:
        return Work(self._games, sum(len(game.round.trace) for game in self._tables), self._plays)


# ---- DouZero

_DOUZERO_RANKS: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30)


class DouzeroAgent:
    """A player of DouZero's that takes any legal action; it counts what it is offered."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random
        self.steps = 0
        self.plays = 0

    def act(self, infoset: Any) -> list[int]:
        actions: list[list[int]] = infoset.legal_actions
        self.steps += 1
        self.plays += len(actions) - ([] in actions)
        return actions[int(self._random() * len(actions))]


class DouzeroPlayouts:
    """DouZero's `GameEnv`, without features; `card_play_init`, which lists the first lead, is timed with the steps."""

    name = "douzero, GameEnv"

    def __init__(self, deals: Sequence[Deal], seed: int) -> None:
        self._env_type = import_peer("douzero.env.game").GameEnv
        self._deals = deals
        self._seed = seed

    def prepare(self) -> None:
        self._agent = DouzeroAgent(self._seed)
        seats = ("landlord", "landlord_down", "landlord_up")
        self._tables = []
        for deal in self._deals:
            hands = [sorted(_DOUZERO_RANKS[rank_of(card)] for card in hand) for hand in deal.hands]
            bottom = [_DOUZERO_RANKS[rank_of(card)] for card in deal.hands[0][17:]]
            env = self._env_type(dict.fromkeys(seats, self._agent))
            self._tables.append((env, dict(zip(seats, hands, strict=True)) | {"three_landlord_cards": bottom}))

    def run(self) -> None:
        for env, cards in self._tables:
            env.card_play_init(cards)
            while not env.game_over:
                env.step()

    def work(self) -> Work:
        return Work(len(self._deals), self._agent.steps, self._agent.plays)

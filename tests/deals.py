"""Random whole deals through a Match, for the tests of laws, records and bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from dizhu.cards import Hand
from dizhu.games.acts import Action, Commit, Lay, Pass, Ready, Start
from dizhu.games.climb.facts import Fact
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.play import pick
from dizhu.games.fair import seed_secret
from dizhu.games.game import Actor, Cause, Event, Room
from dizhu.games.match import Match
from dizhu.rules import RuleSet

Step = tuple[Actor, Action, Cause, list[Event[Fact]]]


def new_match(rules: RuleSet, seed: int) -> Match:
    """A match whose first deal has begun; odd seeds make a room in which one seat may not double."""
    funds = [100 + 7 * seat for seat in range(rules.table.seats)] if seed % 2 else None
    match = Match(rules, f"t-{seed}", room=Room(init=1 + seed % 3, threshold=100 if seed % 2 else None), funds=funds)
    begin(match, seed)
    return match


def begin(match: Match, seed: int) -> ClimbGame:
    """Start the next deal of a match with a secret made from a seed."""
    for seat in range(match.rules.table.seats):
        match.act(seat, Ready())
    match.act("system", Commit(seed_secret(seed, match.deal)))
    match.act("system", Start())
    assert match.game is not None
    return match.game


def random_act(game: ClimbGame, seat: int, rng: random.Random) -> Action:
    """Something legal for an awaited seat, uniformly among plays where cards are asked for."""
    options = game.options(seat)
    assert options is not None
    if options.lay and (not options.acts or rng.random() < 0.75):
        hand = game.view(seat).hand
        plays = game.rules.plays(Hand.of(hand), options.to_beat)
        if plays:
            play = rng.choice(plays)
            return Lay(pick(hand, play.cards), play.combo)
        return Pass()
    return rng.choice(options.acts)


def random_steps(game: ClimbGame, rng: random.Random, *, absent: float = 0.05) -> Iterator[Step]:
    """Play a game to its end at random; `absent` is the share of acts the clock does."""

    def step(actor: Actor, action: Action, cause: Cause) -> Step:
        return actor, action, cause, game.act(actor, action, cause)

    while game.outcome is None:
        for seat in range(game.rules.table.seats):
            options = game.options(seat)
            if options and not options.awaited and rng.random() < 0.1:
                yield step(seat, rng.choice(options.acts), Cause.PLAYER)
        due = game.due()
        if due is not None:
            yield step("system", due, Cause.SYSTEM)
            continue
        seat = rng.choice(game.awaited)
        if game.trusteed(seat) and rng.random() < 0.7:
            yield step(seat, game.trustee(seat), Cause.TRUSTEE)
        elif rng.random() < absent:
            yield step(seat, game.default(seat), Cause.CLOCK)
        else:
            yield step(seat, random_act(game, seat, rng), Cause.PLAYER)


def play_match(rules: RuleSet, seed: int, on_deal: Callable[[Match], None]) -> Match:
    """Play deals of a match until one is settled, calling back at the end of each, before it is closed."""
    rng = random.Random(seed)
    match = new_match(rules, seed)
    while match.game is not None:
        for _ in random_steps(match.game, rng):
            pass
        on_deal(match)
        settled = match.game.outcome is not None and match.game.outcome.kind == "settled"
        match.close()
        if not settled:
            begin(match, seed)
    return match

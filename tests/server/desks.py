"""Whole tables in virtual time without sockets or storage: people at random, bots, robots, lost connections."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from dizhu.bots import Bot, make
from dizhu.errors import IllegalAction
from dizhu.games.acts import AddBytes, Ready, Trustee
from dizhu.games.game import Cause, Seat
from dizhu.rules import RuleSet
from dizhu.server.desk import Desk, Refusal, TableEvent
from dizhu.server.log import Acted, Body, Opened, Presence, Seated
from dizhu.server.schedule import Timing, What, at_once, body_of, dues
from dizhu.server.tableview import Chair
from tests.deals import random_act

TIMING = Timing()


class Step(msgspec.Struct, frozen=True):
    """A body, when it came, and its events."""

    body: Body
    at_ms: int
    events: tuple[TableEvent, ...]


class Sim:
    """A desk at which people do what people do."""

    def __init__(self, rules: RuleSet, seed: int, *, persons: int, lost: float = 0.02) -> None:
        self.rng = random.Random(seed)
        self.opening = Opened(f"{seed:06}", rules.id, rules.digest)
        self.desk = Desk(f"table-{seed}", self.opening, rules, 0)
        self.now_ms = 0
        self.steps: list[Step] = []
        self._persons = persons
        self._lost = lost
        self._bots: dict[Seat, Bot] = {}

    def play(self, deals: int) -> Iterator[Step]:
        """Sit down and play until so many deals are in the books, void ones counted."""
        seats = self.desk.seats
        for seat in seats:
            bot = "" if seat < self._persons else "greedy"
            chair = Chair(f"p{seat}", "ox", bot)
            yield from self._do(Seated(seat, None if bot else f"account-{seat}", chair))
            if bot:
                self._bots[seat] = make(bot, self.desk.rules, random.Random(self.rng.random()))
        while self.desk.match.deal < deals:
            yield from self._next()

    def _next(self) -> Iterator[Step]:
        """Time goes on to the next thing that is due, or to something a person does before it."""
        waiting = dues(self.desk, TIMING, {})
        assert waiting, f"nothing is due at a table that is {self.desk.stage}, in {self.desk.game}"
        due, at_ms = min(waiting.items(), key=lambda item: item[1])
        body = self._person()
        patient = due.what in (What.SHUT, What.VACATE)
        at_ms = min(at_ms, self.now_ms + 1000) if patient else at_ms
        if body is not None and (patient or self.rng.random() < 0.9):
            try:
                self.now_ms = max(self.now_ms, self.now_ms + self.rng.randrange(max(1, at_ms - self.now_ms)))
                yield from self._do(body)
                return
            except (IllegalAction, Refusal):
                pass
        self.now_ms = max(self.now_ms, at_ms)
        if not patient and due in dues(self.desk, TIMING, {}):
            yield from self._do(body_of(due, self.desk, self._bots))

    def _person(self) -> Body | None:
        desk, rng = self.desk, self.rng
        seat = rng.choice(desk.persons)
        game = desk.match.game
        secret = game is not None and game.phase.secret
        if not secret and rng.random() < (self._lost if desk.here(seat) else 0.3):
            return Presence(seat, not desk.here(seat))
        if not desk.here(seat):
            return None
        if game is None:
            if desk.committed and not desk.added(seat) and rng.random() < 0.8:
                return Acted(seat, AddBytes(rng.randbytes(32)), Cause.PLAYER)
            return Acted(seat, Ready(), Cause.PLAYER)
        if rng.random() < 0.02:
            return Acted(seat, Trustee(rng.random() < 0.5), Cause.PLAYER)
        asked = [other for other in desk.persons if desk.here(other) and game.options(other)]
        if not asked:
            return None
        seat = rng.choice(asked)
        return Acted(seat, random_act(game, seat, rng), Cause.PLAYER)

    def _do(self, body: Body | None) -> Iterator[Step]:
        while body is not None:
            step = Step(body, self.now_ms, tuple(self.desk.apply(body, self.now_ms)))
            self.steps.append(step)
            yield step
            body = at_once(self.desk, self.rng)

"""People at a table who do all that people do: play, dawdle, go away, come back, call robots, and be wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from logging import LogRecord
from pathlib import Path

from dizhu.cards import Card, full_deck
from dizhu.games.acts import (
    AddBytes,
    Bid,
    Call,
    Double,
    Grab,
    Lay,
    Leave,
    Pass,
    Ready,
    Show,
    Trustee,
)
from dizhu.games.game import Phase
from dizhu.rules import RuleSet
from dizhu.server.protocol import (
    Detach,
    Do,
    Fill,
    FromClient,
    Hints,
    Join,
    Open,
    Readings,
    SeatAct,
    Sync,
)
from tests.deals import random_act
from tests.server.rooms import room
from tests.server.secrecy import FORMER, NAMES, SEATS, SPECTATORS, STRANGER, FaultyStore, Scene, Step


async def act_out(
    folder: Path, rules: RuleSet, seed: int, log: Sequence[LogRecord], *, persons: int, deals: int
) -> Scene:
    """Let people sit down and play so many deals at least, void ones counted, until one is settled."""
    async with room(folder, seed=seed, kind=FaultyStore) as house:
        scene = Scene(house, rules, seed, log)
        people = People(scene, random.Random(f"{rules.id} {seed}"), persons)
        await people.gather()
        while scene.desk.match.deal < deals or scene.desk.match.game is not None or scene.desk.match.redeals:
            await people.go_on()
        await people.look_back()
        await scene.finish()
        return scene


class People:
    """Everybody at the table, doing what comes to their minds; every refusal there is comes to them in time."""

    def __init__(self, scene: Scene, rng: random.Random, persons: int) -> None:
        self._scene = scene
        self._rng = rng
        self._players = range(persons)
        self._ids = 0
        self._acts_to_outage = rng.randint(1, 40)
        self._away: set[int] = set()

    async def gather(self) -> None:
        """Sit down, one of them on the chair of somebody who left, and be ready; others look on."""
        scene, rng = self._scene, self._rng
        await self._say(0, Open(self._id(0), scene.rules.id))
        if rng.random() < 0.5:
            await self._say(FORMER, Join(self._id(FORMER), scene.code))
            await self._add_bytes(FORMER)
            await self._act(FORMER, Leave())
        await self._say(STRANGER, Open(self._id(STRANGER), scene.rules.id))
        for player in self._players[1:]:
            await self._say(player, Join(self._id(player), scene.code))
            await self._resync(player)
        if len(self._players) < SEATS:
            await self._say(0, Fill(self._id(0), scene.table))
        else:
            await self._say(SPECTATORS[0], Join(self._id(SPECTATORS[0]), scene.code))
        for player in rng.sample(self._players, len(self._players)):
            await self._nonsense()
            if rng.random() < 0.9:
                await self._add_bytes(player)
            await self._act(player, Ready())
        await self._say(SPECTATORS[1], Join(self._id(SPECTATORS[1]), scene.code))

    async def go_on(self) -> None:
        """One thing more; before the cards are played people think less of their acts than of everything else."""
        rng, game = self._rng, self._scene.desk.match.game
        playing = game is None or game.phase is Phase.PLAY
        pick = rng.choices(
            [self._proper, self._nonsense, self._resync_somebody, self._go_somebody, self._call_robot],
            [10, 3, 1, 0.25, 0.3 * (game is not None)] if playing else [5, 4, 1.5, 0.25, 0.5],
        )[0]
        await pick()

    async def look_back(self) -> None:
        """After the last deal: look at it once more, before another can begin."""
        for person in (*self._players, *SPECTATORS):
            await self._scene.say(person, Sync(self._id(person), self._scene.table))

    async def _proper(self) -> None:
        """The act of somebody who is asked, or getting ready for the next deal; else time goes by."""
        desk, rng = self._scene.desk, self._rng
        game = desk.match.game
        here = [player for player in self._players if player not in self._away]
        if game is None:
            unready = [player for player in here if not desk.match.ready[player]]
            if not unready:
                await self._nonsense()
                return
            player = rng.choice(unready)
            if not desk.added(player) and rng.random() < 0.8:
                await self._add_bytes(player)
            await self._act(player, Ready())
            return
        asked = [player for player in here if game.options(player)]
        if not asked or (game.phase is Phase.DEAL and rng.random() < 0.9):
            await self._nonsense()
            return
        player = rng.choice(asked)
        self._acts_to_outage -= 1
        full = not game.phase.secret and self._acts_to_outage == 0
        await self._act(player, random_act(game, player, rng), full=full)  # type: ignore[arg-type]

    async def _call_robot(self) -> None:
        """Call the robot, or send it away."""
        await self._act(self._rng.choice(self._players), Trustee(self._rng.random() < 0.5))

    async def _go_somebody(self) -> None:
        """Lose a connection, or leave the page."""
        person = self._rng.choice([*self._players, *SPECTATORS])
        if person in self._away:
            return
        frame = Detach(self._id(person), self._scene.table) if self._rng.random() < 0.3 else None
        await self._say(person, frame)
        self._away.add(person)

    async def _resync_somebody(self) -> None:
        """Somebody goes on, more often than not one who was away."""
        away = sorted(self._away) * 2
        await self._resync(self._rng.choice([*away, *self._players, *SPECTATORS]))

    async def _resync(self, person: int) -> None:
        """Go on on the same connection or on another, with the events since some moment or with a snapshot."""
        rng, desk = self._rng, self._scene.desk
        since = None if rng.random() < 0.4 else rng.choice([desk.event, 0, rng.randrange(desk.event + 3)])
        self._away.discard(person)
        await self._say(person, Sync(self._id(person), self._scene.table, since), fresh=rng.random() < 0.3)

    async def _nonsense(self) -> None:
        """Something that is refused more often than not."""
        rng, scene = self._rng, self._scene
        game = scene.desk.match.game
        asked = [player for player in self._players if game is not None and game.options(player)]
        person = rng.choice([*asked] * 6 + [*self._players] * 3 + [*SPECTATORS, STRANGER])
        number = rng.randrange(scene.tab(person)[1] + 1) if rng.random() < 0.1 else None
        earlier = [
            step.frame
            for step in scene.steps
            if step.tab[0] == person and isinstance(step.frame, Open | Join | Fill | Do)
        ]
        if earlier and rng.random() < 0.1:
            await self._say(person, rng.choice(earlier), number=number)
            return
        hand = list(game.view(person).hand) if game is not None and person < SEATS else []
        cards = rng.sample(hand, min(len(hand), rng.randrange(5)))
        if rng.random() < 0.3:
            cards.append(rng.choice(full_deck(scene.rules.table.packs)))
        options = game.options(person) if game is not None and person in asked else None
        if options is not None and options.lay and rng.random() < 0.5:
            await self._act(person, Lay(tuple(cards)) if options.acts else Pass())
        else:
            await self._say(person, self._odd(person, tuple(cards)), number=number)

    def _odd(self, person: int, cards: tuple[Card, ...]) -> FromClient:
        rng, scene, id_ = self._rng, self._scene, self._id(person)
        acts: list[SeatAct] = [Bid(1), Bid(3), Bid(9), Call(True), Grab(True), Show(True), Double(True), Pass()]
        acts += [Lay(cards), Lay(()), AddBytes(bytes(33)), *self._too_late(person)]
        turn = scene.desk.turn_id(person) if person < SEATS else None
        odd: list[FromClient] = [Do(id_, scene.table, act, turn) for act in acts]
        odd += [Hints(id_, scene.table), Hints(id_, scene.table, cards), *[Readings(id_, scene.table, cards)] * 3]
        odd += [Do(id_, scene.table, Pass(), (turn or 0) + 1), Do(id_, scene.table, Trustee(True))]
        odd += [Fill(id_, scene.table), Join(id_, "nowhere"), Open(id_, "no_such_game")]
        return rng.choice(odd)

    def _too_late(self, person: int) -> list[SeatAct]:
        """What may be done before a deal only."""
        if self._scene.desk.gathering:
            return []
        return [Ready(), AddBytes(self._rng.randbytes(16)), Leave()]

    async def _add_bytes(self, person: int) -> None:
        await self._act(person, AddBytes(self._rng.randbytes(self._rng.randint(8, 32))))

    async def _act(self, person: int, action: SeatAct, *, full: bool = False) -> None:
        turn = self._scene.desk.turn_id(person) if person < SEATS else None
        await self._say(person, Do(self._id(person), self._scene.table, action, turn), full=full)

    async def _say(self, person: int, frame: FromClient | None, *, number: int | None = None, **how: bool) -> None:
        """Send a frame after a while, which may be longer than a clock runs."""
        rng, clock = self._rng, self._scene.clock
        pause = rng.choices([0, rng.randrange(1500), rng.randrange(8000), 31_000], [2, 10, 2, 0.3])[0]
        tab = self._scene.tab(person, fresh=how.pop("fresh", False))
        if number is not None:
            tab = (person, number)
        await self._scene.do(Step(clock.now_ms() + pause, tab, frame, **how))

    def _id(self, person: int) -> str:
        self._ids += 1
        return f"{NAMES[person]}-{self._ids}"

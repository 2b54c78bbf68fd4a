"""What people do at a table: sit down together, get to a phase, play a deal, and what was written and told of it."""

from __future__ import annotations

from typing import TypeVar

from dizhu.cards import Card
from dizhu.games.acts import Bid, Call, Double, Grab, Lay, Pass, Show
from dizhu.games.climb.view import View
from dizhu.games.game import Cause, Entry, Phase
from dizhu.server.log import Body, read
from dizhu.server.protocol import Ack, Answer, FromServer, Happened, Refused, SeatAct
from dizhu.server.tableview import AnyFact
from tests.server.rooms import Peer, Room, acts

F = TypeVar("F", bound=AnyFact)
NAMES = ("Ann", "Bob", "Cid")


async def friends(house: Room, rules: str = "qq_3p", names: tuple[str, ...] = NAMES) -> list[Peer]:
    """People at a new table, in the order of their seats; bots on the other chairs. Nobody is ready yet."""
    people = [Peer(house, name) for name in names]
    table = await people[0].open(rules, bots=False)
    for friend in people[1:]:
        assert isinstance(await friend.join(table.code), Ack)
    if None in people[0].known.chairs:
        assert isinstance(await people[0].fill(), Ack)
    return people


async def begin(people: list[Peer]) -> None:
    """All are ready, with bytes: the next deal begins."""
    for peer in people:
        await peer.ready()


def asked(people: list[Peer]) -> Peer:
    """The only one of them whom the game waits for."""
    [peer] = acts(people)
    return peer


def seat(peer: Peer) -> int:
    """Its chair."""
    assert peer.known.you is not None
    return peer.known.you


def view(peer: Peer) -> View:
    """The running or last deal, as it knows it."""
    assert peer.known.view is not None
    return peer.known.view


def hand(peer: Peer) -> tuple[Card, ...]:
    """Its cards."""
    return view(peer).hand


async def act(peer: Peer) -> None:
    """One act towards the card play, then by the first hint."""
    options = peer.options
    assert options is not None
    if options.lay:
        hints = (await peer.hints()).hints
        answer = await peer.do(Lay(hints[0]) if hints else Pass())
    else:
        answer = await peer.do(_towards_play(options.phase))
    assert isinstance(answer, Ack), answer


def _towards_play(phase: Phase) -> SeatAct:
    acts: dict[Phase, SeatAct] = {
        Phase.BID: Bid(3),
        Phase.CALL: Call(True),
        Phase.GRAB: Grab(False),
        Phase.SHOW: Show(False),
        Phase.DOUBLE: Double(False),
    }
    return acts[phase]


async def reach(house: Room, people: list[Peer], phase: Phase) -> None:
    """Act until somebody is asked something of that phase."""
    while not any(peer.phase is phase for peer in people):
        waiting = list(acts(people))
        if waiting:
            await act(waiting[0])
        else:
            await house.advance(1000)


async def started(house: Room, phase: Phase, rules: str = "qq_3p") -> list[Peer]:
    """Three friends in a phase of their first deal."""
    people = await friends(house, rules)
    await begin(people)
    await reach(house, people, phase)
    return people


async def follow_on(house: Room, people: list[Peer]) -> Peer:
    """Let the leader lay a card; the next to act, who has something to beat."""
    leader = asked(people)
    assert isinstance(await leader.do(Lay(hand(leader)[:1])), Ack)
    return asked(people)


async def play_deal(house: Room, people: list[Peer]) -> None:
    """Play until the deal is in the books: people answer by hints as soon as they are asked."""
    deal = people[0].known.deal
    while people[0].known.deal == deal:
        for peer in list(acts(people)):
            if peer.options is not None:
                await act(peer)
        if not list(acts(people)):
            await house.advance(1000)


def entries(house: Room, peer: Peer) -> list[Entry]:
    """What was done in the running or last deal, deals to the seats left out."""
    game = house.table(peer.known.id).desk.game
    assert game is not None
    return [entry for entry in game.entries if entry.cause is not Cause.SYSTEM]


async def log(house: Room, peer: Peer) -> list[tuple[int, Body]]:
    """What is written of a table: when, and what."""
    return [(row.at_ms, read(row.body)) for row in await house.store.rows(peer.known.id)]


def facts(frames: list[FromServer]) -> list[AnyFact]:
    """The facts that frames tell, in order."""
    return [fact for frame in frames if isinstance(frame, Happened) for fact in frame.facts]


def code(answer: Ack | Refused | Answer) -> str:
    """Why something was refused."""
    assert isinstance(answer, Refused), answer
    return answer.code


class Ear:
    """What somebody hears from now on."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._from = len(peer.frames)

    @property
    def frames(self) -> list[FromServer]:
        """All frames."""
        return self._peer.frames[self._from :]

    @property
    def facts(self) -> list[AnyFact]:
        """What they tell."""
        return facts(self.frames)

    def all(self, kind: type[F]) -> list[F]:
        """The facts of a kind."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

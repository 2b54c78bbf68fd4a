"""The clocks of a table to the millisecond, and what is done when they run out. Source: rulebook 2.10, 6.2."""

from __future__ import annotations

from pathlib import Path

import pytest

from dizhu.games.acts import Action, AddBytes, Bid, Call, Double, Grab, Ready, Show, Trustee
from dizhu.games.climb.facts import Doubled, Laid, Passed, Received, Said, Shown
from dizhu.games.game import Cause, Entry, Phase
from dizhu.games.match import Committed, Prepared, Started
from dizhu.server.protocol import Ack, Readings
from dizhu.server.tableview import Clock
from tests.server.friends import Ear, asked, begin, entries, friends, hand, seat, started, view
from tests.server.rooms import Peer, Room, room
from tests.server.virtual import in_loop


@pytest.mark.parametrize(
    ("rules", "phase", "ms", "no"),
    [
        ("qq_3p", Phase.BID, 15_000, Bid(0)),
        ("pagat_3p", Phase.BID, 15_000, Bid(0)),
        ("happy_3p", Phase.CALL, 15_000, Call(False)),
        ("happy_3p", Phase.GRAB, 15_000, Grab(False)),
        ("happy_3p", Phase.SHOW, 10_000, Show(False)),
    ],
)
@in_loop
async def test_the_clock_says_no(rules: str, phase: Phase, ms: int, no: Action, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, phase, rules)
        peer = asked(people)
        ears = [Ear(peer) for peer in people]
        await house.advance(ms - 1)
        assert [ear.frames for ear in ears] == [[], [], []]
        await house.advance(1)
        assert [ear.facts[0] for ear in ears] == [Said(seat(peer), no)] * 3
        assert entries(house, peer)[-1] == Entry(seat(peer), no, Cause.CLOCK)


@in_loop
async def test_the_clock_does_not_double(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.DOUBLE, "happy_3p")
        assert isinstance(await people[1].do(Double(True)), Ack)
        ear = Ear(people[0])
        await house.advance(9_999)
        assert ear.frames == []
        await house.advance(1)
        assert ear.facts[0] == Doubled((False, True, False))
        assert entries(house, people[0])[-2:] == [
            Entry(0, Double(False), Cause.CLOCK),
            Entry(2, Double(False), Cause.CLOCK),
        ]


@pytest.mark.parametrize("rules", ["qq_3p", "pagat_3p", "happy_3p"])
@in_loop
async def test_the_clock_leads_the_lowest_card_and_passes(rules: str, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY, rules)
        leader, ear = asked(people), Ear(people[0])
        lowest = min(card.rank for card in hand(leader))
        await house.advance(29_999)
        assert ear.frames == []
        await house.advance(1)
        [laid] = ear.all(Laid)
        assert laid.seat == seat(leader)
        assert [card.rank for card in laid.cards] == [lowest]
        follower, ear = asked(people), Ear(people[0])
        await house.advance(29_999)
        assert ear.frames == []
        await house.advance(1)
        assert ear.facts == [Passed(seat(follower))]
        assert [entry.cause for entry in entries(house, leader)[-2:]] == [Cause.CLOCK] * 2


@in_loop
async def test_a_deal_takes_two_seconds_between_its_steps(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house, "happy_3p")
        await begin(people)
        for cards in (8, 16, 17):
            ear = Ear(people[0])
            await house.advance(1999)
            assert ear.frames == []
            await house.advance(1)
            assert ear.all(Received) == [Received(cards)]
        assert people[0].known.view is not None
        assert people[0].known.view.first is not None


@pytest.mark.parametrize(("steps", "factor"), [(0, 5), (1, 4), (2, 3)])
@in_loop
async def test_a_show_during_the_deal_counts_at_once_and_delays_nothing(
    steps: int, factor: int, tmp_path: Path
) -> None:
    async with room(tmp_path) as house:
        people = await friends(house, "happy_3p")
        await begin(people)
        await house.advance(2000 * steps + 1000)
        ears = [Ear(peer) for peer in people]
        assert isinstance(await people[1].do(Show(True)), Ack)
        held = hand(people[1])
        assert len(held) == (0, 8, 16)[steps]
        assert [ear.facts[0] for ear in ears] == [Shown(1, factor, held)] * 3
        assert (await people[1].do(Show(True))).code == "show/already_shown"
        ear = Ear(people[0])
        await house.advance(999)
        assert ear.frames == []
        await house.advance(1)
        assert ear.all(Received) == [Received((8, 16, 17)[steps])]
        assert view(people[0]).seats[1].hand == hand(people[1])


@in_loop
async def test_after_the_last_card_it_is_too_late_to_show(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.CALL, "happy_3p")
        other = next(peer for peer in people if peer is not asked(people))
        assert (await other.do(Show(True))).code == "show/too_late"
        assert (await asked(people).do(Show(True))).code == "show/too_late"


@in_loop
async def test_the_clock_that_is_shown_is_the_one_that_runs(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        first = seat(asked(people))
        late = Peer(house, "Dan")
        await house.advance(4000)
        await late.join(people[0].known.code)
        assert late.known.clock == Clock((first,), 11_000, 15_000)
        assert {peer.known.clock for peer in people} == {Clock((first,), 15_000, 15_000)}
        assert isinstance(await asked(people).do(Bid(3)), Ack)
        assert {peer.known.clock for peer in [*people, late]} == {Clock((first,), 30_000, 30_000)}


@in_loop
async def test_questions_stop_no_clock(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        for _ in range(3):
            await house.advance(9000)
            await leader.hints()
            await leader.ask(Readings(leader.id(), leader.known.id, hand(leader)[:1]))
        ear = Ear(people[0])
        await house.advance(2999)
        assert ear.frames == [] or leader is people[0]
        assert ear.facts == []
        await house.advance(1)
        assert len(ear.all(Laid)) == 1


@in_loop
async def test_a_refused_act_stops_no_clock(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder = asked(people)
        await house.advance(14_000)
        assert (await bidder.do(Bid(7))).code == "auction/no_such_bid"
        await house.advance(1000)
        assert entries(house, bidder) == [Entry(seat(bidder), Bid(0), Cause.CLOCK)]


# From being ready to the deal.


@in_loop
async def test_a_deal_begins_only_when_all_are_ready(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        for peer in people[:2]:
            await peer.ready()
        await people[2].do(AddBytes(b"c"))
        await house.advance(50_000)
        assert people[0].known.stage == "gathering"
        ear = Ear(people[0])
        await people[2].do(Ready())
        assert [type(fact) for fact in ear.facts[:2]] == [Prepared, Started]


@in_loop
async def test_a_deal_waits_two_seconds_for_bytes(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        for peer in people:
            await peer.do(Ready())
        await house.advance(1200)
        await people[0].do(AddBytes(b"a"))  # it does not begin the wait anew
        ear = Ear(people[1])
        await house.advance(799)
        assert ear.frames == []
        await house.advance(1)
        [begun] = ear.all(Started)
        assert begun.seat_bytes == (b"a", b"", b"")
        assert (await people[1].do(AddBytes(b"late"))).code == "match/started"


@in_loop
async def test_a_deal_waits_no_longer_than_for_the_last_persons_bytes(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house, names=("Ann", "Bob"))
        for peer in people:
            await peer.do(Ready())
        await house.advance(1999)
        await people[1].do(AddBytes(b"b"))
        assert people[0].known.stage == "gathering"
        ear = Ear(people[0])
        await people[0].do(AddBytes(b"a"))
        assert [fact.seat_bytes for fact in ear.all(Started)] == [(b"a", b"b", b"")]  # a bot adds nothing


@in_loop
async def test_bytes_are_told_to_nobody_before_the_deal(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        ears = [Ear(peer) for peer in people]
        assert isinstance(await people[0].do(AddBytes(bytes(range(32)))), Ack)
        assert [ear.facts for ear in ears[1:]] == [[], []]
        assert (people[0].known.own_bytes, people[1].known.own_bytes) == (bytes(range(32)), None)
        assert (await people[1].do(AddBytes(bytes(33)))).code == "match/bytes_size"


@in_loop
async def test_a_void_deal_is_dealt_again_with_a_new_secret(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        first, ear = seat(asked(people)), Ear(people[0])
        before = people[0].known.commitment
        for _ in people:
            assert isinstance(await asked(people).do(Bid(0)), Ack)
        [committed] = ear.all(Committed)
        assert committed.deal == 1
        assert committed.commitment != before
        assert people[0].known.redeals == 1
        await house.advance(1999)
        assert ear.all(Started) == []
        await house.advance(1)
        assert len(ear.all(Started)) == 1
        assert seat(asked(people)) == (first + 1) % 3  # rulebook 2.8


@in_loop
async def test_who_is_not_ready_between_deals_is_made_ready_after_45_seconds(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await settled(house)
        await house.advance(100_000)  # nobody waits, so nobody is urged
        assert people[0].known.ready == (False,) * 3
        await people[0].do(Ready())
        await house.advance(10_000)
        await people[1].do(Ready())  # the others' wait goes on
        ear = Ear(people[0])
        await house.advance(34_999)
        assert ear.frames == []
        await house.advance(1)
        assert ear.facts == [Prepared(2)]
        await house.advance(2000)
        assert people[0].known.stage == "playing"


async def settled(house: Room) -> list[Peer]:
    """Three friends after their first deal."""
    people = await started(house, Phase.PLAY)
    for peer in people:
        await peer.do(Trustee(True))
    await house.advance(600_000)
    assert people[0].known.stage == "between"
    return people


@in_loop
async def test_before_the_first_deal_nobody_is_urged(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        await people[0].do(Ready())
        await house.advance(500_000)
        assert people[0].known.ready == (True, False, False)

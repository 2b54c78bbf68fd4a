"""The robot that plays for a person, lost connections and bots. Source: rulebook 2.10, 6.5."""

from __future__ import annotations

from pathlib import Path

import pytest

from dizhu.games.acts import Bid, Double, Lay, Pass, Show, Trustee
from dizhu.games.climb.facts import Doubled, Ended, Laid, Passed, Trusteed
from dizhu.games.game import Cause, Phase
from dizhu.rules import load
from dizhu.server.log import Acted, Presence
from dizhu.server.protocol import Ack
from dizhu.server.tableview import Clock, Here
from tests.server.friends import (
    Ear,
    asked,
    begin,
    entries,
    follow_on,
    friends,
    hand,
    log,
    play_deal,
    reach,
    seat,
    started,
    view,
)
from tests.server.rooms import Peer, room
from tests.server.virtual import in_loop


def robots(peer: Peer) -> list[bool]:
    """Who is played by the robot, as a person knows it."""
    return [seat.trustee for seat in view(peer).seats]


async def round_of_passes(people: list[Peer]) -> None:
    """The others pass, so that the last to lay leads again."""
    for _ in people[1:]:
        assert isinstance(await asked(people).do(Pass()), Ack)


@in_loop
async def test_two_time_outs_in_a_row_hand_the_seat_to_the_robot(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        await house.advance(30_000)
        await round_of_passes(people)
        assert not any(robots(leader))
        ear = Ear(people[0])
        await house.advance(30_000)
        assert ear.all(Trusteed) == [Trusteed(seat(leader), True)]
        await round_of_passes(people)
        ear = Ear(people[0])
        await house.advance(999)
        assert ear.frames == []
        await house.advance(1)
        assert len(ear.all(Laid)) == 1
        assert entries(house, leader)[-1].cause is Cause.TRUSTEE


@in_loop
async def test_an_act_between_two_time_outs_keeps_the_seat(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        await house.advance(30_000)
        await round_of_passes(people)
        await leader.do(Lay(hand(leader)[:1]))
        await round_of_passes(people)
        await house.advance(30_000)
        assert not any(robots(leader))


@in_loop
async def test_time_outs_of_different_phases_are_in_a_row(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        first = asked(people)
        await house.advance(15_000)
        await asked(people).do(Bid(3))
        await asked(people).do(Lay(hand(asked(people))[:1]))
        await asked(people).do(Pass())
        assert asked(people) is first
        ear = Ear(first)
        await house.advance(30_000)
        assert ear.all(Trusteed) == [Trusteed(seat(first), True)]


@in_loop
async def test_a_time_out_of_the_doubling_counts_and_is_told_with_it(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.CALL, "happy_3p")
        caller = asked(people)
        await house.advance(15_000)  # one time-out
        await reach(house, people, Phase.DOUBLE)
        others = [peer for peer in people if peer is not caller]
        await others[0].do(Double(False))
        ear = Ear(others[1])
        await house.advance(9999)
        assert ear.frames == []
        await house.advance(1)
        assert [type(fact) for fact in ear.facts] == [Doubled, Trusteed]
        assert ear.all(Trusteed) == [Trusteed(seat(caller), True)]


@in_loop
async def test_the_button_works_at_once_and_an_own_act_takes_the_seat_back(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader, ear = asked(people), Ear(people[0])
        await house.advance(20_000)
        assert isinstance(await leader.do(Trustee(True)), Ack)
        await house.advance(999)
        assert isinstance(await leader.do(Trustee(False)), Ack)
        assert ear.facts == [Trusteed(seat(leader), True), Trusteed(seat(leader), False)]
        assert leader.known.clock == Clock((seat(leader),), 30_000, 30_000)
        await house.advance(9000)  # the question is as old as it is
        assert ear.all(Laid) == []
        assert isinstance(await leader.do(Trustee(True)), Ack)
        await house.advance(999)
        assert isinstance(await leader.do(Lay(hand(leader)[:1])), Ack)
        assert not any(robots(leader))
        assert [entry.cause for entry in entries(house, leader)[-3:]] == [Cause.PLAYER] * 3


@in_loop
async def test_given_back_the_clock_runs_from_where_it_was(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader, ear = asked(people), Ear(people[0])
        await house.advance(29_500)
        await leader.do(Trustee(True))
        await leader.do(Trustee(False))
        await house.advance(499)
        assert ear.all(Laid) == []
        await house.advance(1)
        assert len(ear.all(Laid)) == 1
        assert entries(house, leader)[-1].cause is Cause.CLOCK


@in_loop
async def test_the_robot_answers_where_the_clock_would_pass(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        landlord = asked(people)
        follower = await follow_on(house, people)
        trick = view(landlord).trick
        assert trick is not None
        led = trick.laid.cards[0].rank
        higher = [card.rank for card in hand(follower) if card.rank > led]
        assert higher, "a deal in which it can be beaten"
        await follower.do(Trustee(True))
        ear = Ear(people[0])
        await house.advance(1000)
        [laid] = ear.all(Laid)
        assert [card.rank for card in laid.cards] == [min(higher)]
        partner = asked(people)
        await partner.do(Trustee(True))
        ear = Ear(people[0])
        await house.advance(1000)
        assert ear.facts == [Passed(seat(partner))]


@pytest.mark.parametrize("rules", ["qq_3p", "pagat_3p", "happy_3p"])
@in_loop
async def test_a_deal_played_wholly_by_robots_ends(rules: str, tmp_path: Path) -> None:
    async with room(tmp_path, seed=4) as house:
        people = await friends(house, rules)
        await begin(people)
        if rules == "happy_3p":
            await people[0].do(Show(True))  # who shows first becomes landlord if nobody calls
        else:
            await asked(people).do(Bid(3))
        ear = Ear(people[0])
        for peer in people:
            await peer.do(Trustee(True))
        played = len(entries(house, people[0]))
        await house.advance(300_000)
        [ended] = ear.all(Ended)
        assert ended.outcome.kind == "settled"
        assert sum(ended.outcome.points) == 0
        assert people[0].known.points == ended.outcome.points
        assert {entry.cause for entry in entries(house, people[0])[played:]} == {Cause.TRUSTEE}
        check_robot(people[0])


def check_robot(peer: Peer) -> None:
    """Nobody beat a partner, and a bomb was used only to go out."""
    seen, bombs = view(peer), load(peer.known.rules).combos.bombs
    left = [20 if seat == seen.landlord else 17 for seat in range(3)]
    last, passes = None, 0
    for fact in seen.history:
        if isinstance(fact, Passed):
            passes += 1
        elif isinstance(fact, Laid):
            answers = last not in (None, fact.seat) and passes < 2
            assert not answers or seen.landlord in (last, fact.seat)
            left[fact.seat] -= len(fact.cards)
            assert fact.combo.shape not in bombs or left[fact.seat] == 0
            last, passes = fact.seat, 0
    assert min(left) == 0


@in_loop
async def test_a_bot_answers_after_a_second_whatever_it_holds(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann = Peer(house)
        await ann.open("happy_3p")
        for _ in range(2):
            await ann.ready()
            await play_deal(house, [ann])
        answers = asked_ms = doubling_ms = 0
        for at_ms, body in await log(house, ann):
            if not isinstance(body, Acted):
                continue
            doubles = isinstance(body.action, Double)
            if body.actor in (1, 2) and body.cause is Cause.PLAYER:
                assert at_ms - (doubling_ms if doubles else asked_ms) == 1000, body
                answers += 1
            asked_ms, doubling_ms = at_ms, doubling_ms if doubles else at_ms
        assert answers > 20


# Lost connections.


@in_loop
async def test_a_connection_is_lost_after_five_seconds_and_the_robot_plays(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        others = [peer for peer in people if peer is not leader]
        ear = Ear(others[0])
        leader.hang_up()
        await house.advance(4999)
        assert ear.frames == []
        await house.advance(1)
        assert ear.facts == [Here(seat(leader), False), Trusteed(seat(leader), True)]
        await house.advance(999)
        assert ear.all(Laid) == []
        await house.advance(1)
        assert len(ear.all(Laid)) == 1
        assert entries(house, leader)[-1].cause is Cause.TRUSTEE


@in_loop
async def test_back_within_five_seconds_nothing_happened(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        other = next(peer for peer in people if peer is not leader)
        ear, event = Ear(other), leader.event
        leader.hang_up()
        await house.advance(4999)
        again = Peer(house, account=leader.account)
        await again.sync(leader.known.id)
        assert (again.event, again.known.view) == (event, leader.known.view)
        assert again.known.clock == Clock((seat(leader),), 25_001, 30_000)
        await house.advance(25_000)
        assert ear.frames == []
        await house.advance(1)
        assert entries(house, leader)[-1].cause is Cause.CLOCK


@in_loop
async def test_back_later_the_seat_is_given_back_at_once(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        await follow_on(house, people)
        leader = next(peer for peer in people if view(peer).landlord == seat(peer))
        other = next(peer for peer in people if peer is not leader)
        leader.hang_up()
        await house.advance(20_000)
        assert robots(other)[seat(leader)]
        ear, again = Ear(other), Peer(house, account=leader.account)
        await again.join(other.known.code)
        assert ear.facts == [Here(seat(leader), True), Trusteed(seat(leader), False)]
        assert len(hand(again)) == 19
        assert not robots(again)[seat(leader)]
        await house.advance(9999)
        assert ear.all(Laid) == []  # the follower's clock was not touched
        await house.advance(1)
        assert len(ear.all(Passed)) == 1


@in_loop
async def test_who_wanted_the_robot_keeps_it_when_the_connection_is_back(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        follower = await follow_on(house, people)
        other = next(peer for peer in people if peer is not follower and peer.options is None)
        last = next(peer for peer in people if peer is not follower and peer is not other)
        await last.do(Trustee(True))
        last.hang_up()
        await house.advance(6000)
        again = Peer(house, account=last.account)
        await again.sync(last.known.id)
        assert house.table(last.known.id).desk.here(seat(last))
        assert robots(again)[seat(last)]


@in_loop
async def test_a_connection_lost_in_the_doubling_is_told_only_after_it(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.DOUBLE, "happy_3p")
        ear = Ear(people[0])
        people[2].hang_up()
        await house.advance(9999)
        assert ear.frames == []
        await house.advance(1)
        kinds = [type(fact) for fact in ear.facts]
        assert kinds.index(Doubled) < kinds.index(Here) < kinds.index(Trusteed)


@in_loop
async def test_back_in_the_doubling_is_told_only_after_it(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.CALL, "happy_3p")
        people[2].hang_up()
        await house.advance(5000)
        await reach(house, people[:2], Phase.DOUBLE)
        ear, again = Ear(people[0]), Peer(house, account=people[2].account)
        await again.sync(people[2].known.id)
        await house.advance(900)
        assert ear.frames == []
        for peer in people[:2]:
            await peer.do(Double(False))
        await house.advance(100)
        kinds = [type(fact) for fact in ear.facts]
        assert kinds.index(Doubled) < kinds.index(Here)
        assert not robots(again)[2]


@in_loop
async def test_whose_connection_is_lost_is_ready_once_somebody_waits(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        for peer in people:
            await peer.do(Trustee(True))
        await house.advance(300_000)
        people[1].hang_up()
        await house.advance(5000)
        assert people[0].known.ready == (False,) * 3
        await people[0].ready()
        assert people[0].known.ready == (True, True, False)
        await people[2].ready()
        assert people[0].known.stage == "playing"
        assert robots(people[0]) == [False, True, False]
        assert people[0].known.seat_bytes == (bytes(range(32)), b"", bytes(range(32)))


@in_loop
async def test_nobody_there_no_deal_begins(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        for peer in people:
            peer.hang_up()
        await house.advance(100_000)
        desk = house.table(people[0].known.id).desk
        assert (desk.stage, desk.match.redeals, all(desk.match.ready)) == ("between", 1, True)
        written = await log(house, people[0])
        await house.advance(400_000)
        assert await log(house, people[0]) == written
        assert sum(isinstance(body, Presence) for _, body in written) == 3
        again = Peer(house, account=people[0].account)
        await again.sync(people[0].known.id)
        await house.advance(2000)
        assert again.known.stage == "playing"

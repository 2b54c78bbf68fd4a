"""Everything that can cross at a table: plays and time-outs, double clicks, two tabs. Exactly one of them counts."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from dizhu.games.acts import Bid, Double, Lay, Pass, Show, Trustee
from dizhu.games.climb.facts import Doubled, Laid, Trusteed
from dizhu.games.game import Cause, Phase
from dizhu.server.log import Opened
from dizhu.server.protocol import Ack, Detach, Do, Hints, Join, Open, Own, Refused, SeatAct, Taken
from tests.server.friends import Ear, asked, begin, code, entries, follow_on, friends, hand, log, seat, started, view
from tests.server.rooms import Peer, Room, room
from tests.server.virtual import in_loop

Spot = Literal["bid", "lead", "follow"]
CLOCKS_MS = {"bid": 15_000, "lead": 30_000, "follow": 30_000}


async def at(house: Room, spot: Spot) -> tuple[Peer, SeatAct]:
    """Somebody who was asked just now, and an act that is not what the clock would do."""
    people = await started(house, Phase.BID if spot == "bid" else Phase.PLAY)
    if spot == "bid":
        return asked(people), Bid(2)
    if spot == "lead":
        return asked(people), Lay(hand(asked(people))[-1:])
    follower = await follow_on(house, people)
    return follower, Lay((await follower.hints()).hints[0])


def answers(peer: Peer, cmd_id: str) -> list[Ack | Refused]:
    """What a command was answered."""
    return [frame for frame in peer.frames if isinstance(frame, Ack | Refused) and frame.cmd_id == cmd_id]


@pytest.mark.parametrize("spot", ["bid", "lead", "follow"])
@pytest.mark.parametrize(("late_ms", "order"), [(-1, "play"), (0, "play"), (0, "ring"), (700, "play"), (700, "ring")])
@in_loop
async def test_of_a_play_and_its_time_out_one_counts(spot: Spot, late_ms: int, order: str, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        peer, action = await at(house, spot)
        before, command = len(entries(house, peer)), peer.doing(action)
        house.clock.skip(CLOCKS_MS[spot] + late_ms)
        if order == "ring":
            house.clock.ring()
        peer.say(command)
        house.clock.ring()
        await house.settle()
        [answer] = answers(peer, command.cmd_id)
        [entry] = entries(house, peer)[before:]
        if order == "ring":
            assert (answer, entry.cause) == (Refused(command.cmd_id, "turn/stale"), Cause.CLOCK)
        else:
            assert (answer, entry.cause) == (Ack(command.cmd_id, peer.known.id), Cause.PLAYER)
        await house.advance(14_999)
        assert len(entries(house, peer)) == before + 1  # whoever is asked now has all of the time


@pytest.mark.parametrize("spot", ["bid", "lead", "follow"])
@in_loop
async def test_a_timer_that_rings_at_any_time_or_twice_does_nothing(spot: Spot, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        peer, action = await at(house, spot)
        table, before = house.table(peer.known.id), len(entries(house, peer))
        for _ in range(3):
            table._ring()
            await house.settle()
        assert len(entries(house, peer)) == before
        await house.advance(CLOCKS_MS[spot] - 1)
        peer.say(peer.doing(action))
        table._ring()
        table._ring()
        await house.advance(1)
        table._ring()
        await house.advance(10_000)
        assert [entry.action for entry in entries(house, peer)[before:]] == [entries(house, peer)[before].action]
        assert entries(house, peer)[before].cause is Cause.PLAYER


@in_loop
async def test_a_play_for_an_older_question_is_stale(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        late = leader.doing(Lay(hand(leader)[-1:]))
        await house.advance(30_000)
        for _ in people[1:]:
            await asked(people).do(Pass())
        assert asked(people) is leader
        assert late.turn_id != leader.known.turn_id
        assert await leader.ask(late) == Refused(late.cmd_id, "turn/stale")
        assert isinstance(await leader.do(Lay(hand(leader)[-1:])), Ack)


@pytest.mark.parametrize("turn_id", [None, 0, 1, 10**9])
@in_loop
async def test_an_act_must_name_its_question(turn_id: int | None, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder = asked(people)
        command = Do(bidder.id(), bidder.known.id, Bid(3), turn_id)
        assert await bidder.ask(command) == Refused(command.cmd_id, "turn/stale")
        assert entries(house, bidder) == []


@in_loop
async def test_another_seats_answer_does_not_change_the_question(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.DOUBLE, "happy_3p")
        commands = [peer.doing(Double(True)) for peer in people]
        for peer, command in zip(people, commands, strict=True):
            peer.say(command)
        ear = Ear(people[0])
        await house.settle()
        assert all(isinstance(answers(p, c.cmd_id)[0], Ack) for p, c in zip(people, commands, strict=True))
        assert ear.all(Doubled) == [Doubled((True, True, True))]


@pytest.mark.parametrize("order", ["act", "ring"])
@in_loop
async def test_of_an_act_and_the_robots_one_counts(order: str, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        peer, action = await at(house, "lead")
        await peer.do(Trustee(True))
        before, command, ear = len(entries(house, peer)), peer.doing(action), Ear(peer)
        house.clock.skip(1000)
        if order == "ring":
            house.clock.ring()
        peer.say(command)
        house.clock.ring()
        await house.settle()
        [entry] = entries(house, peer)[before:]
        assert entry.cause is (Cause.TRUSTEE if order == "ring" else Cause.PLAYER)
        assert len(ear.all(Laid)) == 1
        assert ear.all(Trusteed) == ([] if order == "ring" else [Trusteed(seat(peer), False)])


@pytest.mark.parametrize(("order", "factor"), [("show", 5), ("ring", 0)])
@in_loop
async def test_a_show_counts_for_the_step_it_was_meant_for(order: str, factor: int, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house, "happy_3p")
        await begin(people)
        command = people[0].doing(Show(True))
        house.clock.skip(2000)
        if order == "ring":
            house.clock.ring()
        people[0].say(command)
        house.clock.ring()
        await house.settle()
        assert view(people[1]).seats[0].shown == factor
        [answer] = answers(people[0], command.cmd_id)
        assert isinstance(answer, Ack) if factor else answer == Refused(command.cmd_id, "turn/stale")


# Double clicks.


@in_loop
async def test_the_same_command_twice_is_done_once_and_answered_twice(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder = asked(people)
        command = bidder.doing(Bid(1))
        bidder.say(command)
        bidder.say(command)
        await house.settle()
        assert answers(bidder, command.cmd_id) == [Ack(command.cmd_id, bidder.known.id)] * 2
        assert [entry.action for entry in entries(house, bidder)] == [Bid(1)]
        await asked(people).do(Bid(3))
        assert await bidder.ask(command) == Ack(command.cmd_id, bidder.known.id)
        assert len(entries(house, bidder)) == 2


@in_loop
async def test_the_same_act_as_another_command_is_refused(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder = asked(people)
        first, second = bidder.doing(Bid(1)), bidder.doing(Bid(1))
        bidder.say(first)
        bidder.say(second)
        await house.settle()
        assert answers(bidder, second.cmd_id) == [Refused(second.cmd_id, "turn/stale")]
        assert len(entries(house, bidder)) == 1


@in_loop
async def test_two_people_may_choose_the_same_cmd_id(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        for value in (1, 2):
            assert isinstance(await asked(people).do(Bid(value), cmd_id="7"), Ack)
        assert [entry.action for entry in entries(house, people[0])] == [Bid(1), Bid(2)]


@in_loop
async def test_a_hidden_choice_is_answered_with_itself_again(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.DOUBLE, "happy_3p")
        command, ears = people[1].doing(Double(True)), [Ear(people[0]), Ear(people[2])]
        told = Ack(command.cmd_id, people[1].known.id, Own(Double(True), None))
        assert await people[1].ask(command) == told
        assert await people[1].ask(command) == told
        assert (await people[1].do(Double(False), turn_id=command.turn_id)).code == "turn/stale"
        assert [ear.frames for ear in ears] == [[], []]
        for peer in (people[0], people[2]):
            await peer.do(Double(False))
        assert await people[1].ask(command) == Ack(command.cmd_id, people[1].known.id)
        assert ears[0].all(Doubled) == [Doubled((False, True, False))]


@in_loop
async def test_nothing_tells_who_has_chosen_in_secret(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.DOUBLE, "happy_3p")
        watcher = Peer(house, "Dan")
        await watcher.join(people[0].known.code)
        clock = people[1].known.clock
        await people[0].do(Double(True))
        await people[1].do(Trustee(True))
        await people[1].do(Trustee(False))
        late = Peer(house, "Eve")
        await late.join(people[0].known.code)
        assert {peer.known.clock for peer in (people[1], people[2], watcher, late)} == {clock}
        assert clock is not None
        assert clock.seats == (0, 1, 2)


@in_loop
async def test_open_twice_is_one_table(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann = Peer(house)
        command = Open("o", "qq_3p", True)
        ann.say(command)
        ann.say(command)
        await house.settle()
        assert len(house.lobby) == 1
        [first, second] = answers(ann, "o")
        assert first == second == Ack("o", ann.known.id)
        assert sum(isinstance(body, Opened) for _, body in await log(house, ann)) == 1
        again = Peer(house, account=ann.account)
        assert await again.ask(command) == first
        assert again.known.you == 0


# Two tabs.


@in_loop
async def test_the_newer_tab_plays_and_the_older_is_told(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        older = asked(people)
        newer, ear = Peer(house, account=older.account), Ear(older)
        await newer.sync(older.known.id)
        assert ear.frames == [Taken(older.known.id)]
        assert (await older.do(Bid(3))).code == "seat/played_elsewhere"
        assert code(await older.ask(Hints(older.id(), older.known.id))) == "seat/played_elsewhere"
        assert isinstance(await newer.do(Bid(3)), Ack)
        assert len(ear.frames) == 3, "nothing but the two refusals"
        older.hang_up()
        await house.advance(6000)
        assert view(newer).seats[seat(newer)].trustee is False
        assert house.table(newer.known.id).desk.here(seat(newer))


@in_loop
async def test_the_older_tab_takes_the_seat_back_by_a_sync(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        older = asked(people)
        newer = Peer(house, account=older.account)
        await newer.join(older.known.code)
        await newer.do(Bid(3))
        await older.sync(older.known.id, older.event)
        assert isinstance(newer.frames[-1], Taken)
        assert (await newer.do(Lay(hand(newer)[:1]))).code == "seat/played_elsewhere"
        assert isinstance(await older.do(Lay(hand(older)[:1])), Ack)
        newer.hang_up()
        await house.advance(6000)
        assert house.table(older.known.id).desk.here(seat(older))


@in_loop
async def test_a_tab_that_let_go_of_the_table_does_not_play(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder = asked(people)
        assert isinstance(await bidder.ask(Detach(bidder.id(), bidder.known.id)), Ack)
        assert (await bidder.do(Bid(3))).code == "table/not_here"
        await house.advance(5000)
        assert not house.table(bidder.known.id).desk.here(seat(bidder))


@in_loop
async def test_a_connection_lost_while_it_comes_is_lost(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob = Peer(house, "Ann"), Peer(house, "Bob")
        table = await ann.open("qq_3p", bots=False)
        bob.say(Join(bob.id(), table.code))
        bob.hang_up()
        await house.advance(4999)
        assert house.table(table.id).desk.here(1)
        await house.advance(1)
        assert not house.table(table.id).desk.here(1)

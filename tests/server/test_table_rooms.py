"""Coming to a table and leaving it: chairs, spectators, owner, codes. Source: docs/protocol.md, rulebook 6.2."""

from __future__ import annotations

from pathlib import Path

from dizhu.games.acts import AddBytes, Bid, Lay, Leave, Pass, Ready, Trustee
from dizhu.games.game import Phase
from dizhu.games.match import Left
from dizhu.server.protocol import Ack, Code, Do, Fill, Hints, Join, Open, Readings, Refused
from dizhu.server.tableview import Ceased, Chair, Here, Owned, Sat
from tests.server.friends import Ear, act, asked, code, entries, friends, hand, started, view
from tests.server.rooms import Peer, Room, room
from tests.server.virtual import in_loop


async def crowd(house: Room, table: str, count: int) -> list[Peer]:
    """People who watch a table."""
    watchers = [Peer(house, f"W{number}") for number in range(count)]
    for watcher in watchers:
        assert isinstance(await watcher.join(table), Ack)
    return watchers


@in_loop
async def test_chairs_are_taken_in_order_and_told(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob, cid = (Peer(house, name) for name in ("Ann", "Bob", "Cid"))
        table = await ann.open("qq_3p", bots=False)
        assert (table.you, table.owner, len(table.code), table.code.isdigit()) == (0, 0, 6, True)
        ear = Ear(ann)
        await bob.join(table.code)
        await cid.join(table.id)
        assert ear.facts == [Sat(1, Chair("Bob", "ox")), Sat(2, Chair("Cid", "ox"))]
        assert [peer.known.you for peer in (ann, bob, cid)] == [0, 1, 2]
        assert ann.known.chairs == bob.known.chairs == cid.known.chairs
        await bob.join(table.code)
        assert bob.known.you == 1, "one's own chair again"


@in_loop
async def test_two_who_come_at_once_get_different_chairs(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob, cid, dan = (Peer(house, name) for name in ("Ann", "Bob", "Cid", "Dan"))
        table = await ann.open("qq_3p", bots=False)
        for peer in (bob, cid, dan):
            peer.say(Join(peer.id(), table.code))
        await house.settle()
        assert [peer.known.you for peer in (bob, cid, dan)] == [1, 2, None]


@in_loop
async def test_at_a_full_table_one_watches_and_sees_no_hand(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        [dan] = await crowd(house, people[0].known.code, 1)
        assert dan.known.you is None
        assert [seat.hand for seat in view(dan).seats] == [None, None, None]
        leader = asked(people)
        await leader.do(Lay(hand(leader)[:1]))
        assert view(dan).trick == view(leader).trick
        assert dan.known.chairs == people[0].known.chairs


@in_loop
async def test_more_than_fifty_do_not_watch(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        watchers = await crowd(house, people[0].known.code, 50)
        late = Peer(house, "Zoe")
        assert code(await late.join(people[0].known.code)) == "table/no_empty_chair"
        assert code(await late.sync(people[0].known.id)) == "table/no_empty_chair"
        assert late.table is None
        again = Peer(house, account=people[1].account)
        assert isinstance(await again.join(people[0].known.code), Ack), "a chair of one's own is always there"
        assert isinstance(await watchers[7].sync(people[0].known.id), Ack), "and so is the place one has"
        watchers[0].hang_up()
        assert isinstance(await late.join(people[0].known.code), Ack)


@in_loop
async def test_who_watches_does_nothing(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        [dan] = await crowd(house, people[0].known.code, 1)
        turn = asked(people).known.turn_id
        ears = [Ear(peer) for peer in people]
        acts = (Bid(3), Pass(), Lay(hand(people[0])[:1]), Trustee(True), Ready(), AddBytes(b"x"), Leave())
        for action in acts:
            assert (await dan.do(action, turn_id=turn)).code == "table/not_seated"
        assert code(await dan.fill()) == "table/not_seated"
        assert code(await dan.ask(Hints(dan.id(), dan.known.id))) == "table/not_seated"
        assert code(await dan.ask(Readings(dan.id(), dan.known.id, hand(people[0])[:1]))) == "table/not_seated"
        assert [ear.frames for ear in ears] == [[], [], []]
        assert entries(house, people[0]) == []


@in_loop
async def test_at_someone_elses_table_and_at_none_nothing_is_done(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        turn, table = asked(people).known.turn_id, people[0].known.id
        stranger = Peer(house, "Dan")
        await stranger.open("qq_3p")
        for frame in (
            Do(stranger.id(), table, Bid(3), turn),
            Do(stranger.id(), table, Leave()),
            Fill(stranger.id(), table),
            Hints(stranger.id(), table),
        ):
            assert code(await stranger.ask(frame)) == "table/not_seated"
        for id_ in ("0" * 20, "x", people[0].known.code):
            assert code(await stranger.ask(Do(stranger.id(), id_, Bid(3), turn))) == "table/no_such_table"
            assert code(await stranger.sync(id_)) == "table/no_such_table"
        assert entries(house, people[0]) == []
        assert code(await stranger.ask(Open(stranger.id(), "no_such", True))) == "table/no_such_game"


@in_loop
async def test_acts_out_of_turn_are_refused(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        other = next(peer for peer in people if peer is not leader)
        for action in (Lay(hand(other)[:1]), Pass()):
            assert (await other.do(action, turn_id=leader.known.turn_id)).code == "turn/stale"
            command = Do(other.id(), other.known.id, action)
            assert code(await other.ask(command)) == "game/not_asked"
        assert (await leader.do(Pass())).code == "play/lead_must_play"
        assert (await leader.do(Bid(3))).code == "game/not_offered"
        assert (await leader.do(Lay(hand(other)[:1]))).code == "play/not_in_hand"
        assert (await leader.do(Lay(()))).code == "play/not_in_hand"
        assert (await leader.do(Ready())).code == "match/started"
        assert (await leader.do(Leave())).code == "match/started"
        assert len(entries(house, leader)) == len([e for e in entries(house, leader) if isinstance(e.action, Bid)])


@in_loop
async def test_between_deals_there_is_nothing_to_play(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        for action in (Bid(3), Pass(), Trustee(True), Trustee(False)):
            assert (await people[0].do(action)).code == "turn/stale"
            assert (await people[0].do(action, turn_id=0)).code == "turn/stale"
        assert code(await people[0].ask(Hints(people[0].id(), people[0].known.id))) == "game/not_asked"


# The owner, bots, leaving.


@in_loop
async def test_only_the_owner_lets_bots_sit_down_and_once(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob = Peer(house, "Ann"), Peer(house, "Bob")
        table = await ann.open("qq_3p", bots=False)
        await bob.join(table.code)
        assert code(await bob.fill()) == "table/not_owner"
        commands = [Fill(ann.id(), table.id), Fill(ann.id(), table.id)]
        for command in commands:
            ann.say(command)
        await house.settle()
        assert Ack(commands[0].cmd_id, table.id) in ann.frames
        assert Refused(commands[1].cmd_id, "table/no_empty_chair") in ann.frames
        bot = bob.known.chairs[2]
        assert bot is not None
        assert (bot.bot, bob.known.ready) == ("greedy", (False, False, True))
        assert bot.avatar != "ox"


@in_loop
async def test_the_table_passes_on_to_the_next_person(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        ears = [Ear(people[0]), Ear(people[1])]
        assert isinstance(await people[0].do(Leave()), Ack)
        assert [ear.facts for ear in ears] == [[Left(0), Owned(1)]] * 2
        assert (await people[0].do(Ready())).code == "table/not_seated"
        assert isinstance(await people[1].fill(), Ack)
        ear = Ear(people[0])
        await people[1].do(Ready())
        assert ear.frames == [], "who left hears nothing more"


@in_loop
async def test_leaving_frees_the_chair_with_all_that_was_on_it(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        await people[1].ready()
        await people[1].do(Leave())
        assert people[0].known.chairs[1] is None
        assert people[0].known.ready == (False, False, False)
        dan = Peer(house, "Dan")
        await dan.join(people[0].known.code)
        assert (dan.known.you, dan.known.own_bytes) == (1, None)
        await people[1].join(people[0].known.code)
        assert people[1].known.you is None
        for peer in (people[0], people[2]):
            await peer.ready()
        await dan.do(Ready())
        await house.advance(2000)
        assert dan.known.seat_bytes == (bytes(range(32)), b"", bytes(range(32)))


@in_loop
async def test_nobody_leaves_after_the_first_deal(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        for _ in people:
            await asked(people).do(Bid(0))
        assert people[0].known.stage == "between"
        assert (await people[0].do(Leave())).code == "match/started"
        late = Peer(house, "Dan")
        await late.join(people[0].known.code)
        assert late.known.you is None


@in_loop
async def test_when_the_last_person_leaves_the_table_is_closed(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob = Peer(house, "Ann"), Peer(house, "Bob")
        table = await ann.open("qq_3p", bots=False)
        await ann.fill()
        await bob.join(table.code)
        ear = Ear(bob)
        await ann.do(Leave())
        assert ear.facts == [Left(0), Owned(None), Ceased()]
        assert len(house.lobby) == 0
        assert code(await bob.join(table.code)) == "table/no_such_table"
        assert await house.store.unfinished() == []


@in_loop
async def test_a_chair_is_kept_a_minute_for_a_lost_connection(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        people[0].hang_up()
        await house.advance(5000)
        await house.advance(30_000)
        await people[1].do(Ready())  # what others do does not lengthen it
        ear = Ear(people[1])
        await house.advance(29_999)
        assert ear.frames == []
        await house.advance(1)
        assert ear.facts == [Left(0), Owned(1)]
        await people[0].join(people[1].known.code)
        assert (people[0].known.you, people[0].known.owner) == (0, 1)


@in_loop
async def test_back_in_time_the_chair_is_still_there(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        people[0].hang_up()
        await house.advance(60_000)
        ear = Ear(people[1])
        await people[0].sync(people[0].known.id, people[0].event)
        await house.advance(100_000)
        assert ear.facts == [Here(0, True)]
        assert people[0].known.chairs[0] == Chair("Ann", "ox")


# Limits.


@in_loop
async def test_codes_cannot_be_guessed(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob = Peer(house, "Ann"), Peer(house, "Bob")
        table = await ann.open("qq_3p", bots=False)
        wrong = [f"{number:06}" for number in range(30) if f"{number:06}" != table.code]
        answers = [code(await bob.join(wrong[number])) for number in range(20)]
        assert answers == ["table/no_such_table"] * 10 + ["limit/too_many"] * 10
        assert isinstance(await bob.join(table.code), Ack), "a right one costs nothing"
        await house.advance(11_999)
        assert code(await bob.join(wrong[20])) == "limit/too_many"
        await house.advance(1)
        assert code(await bob.join(wrong[20])) == "table/no_such_table"
        assert code(await ann.join(wrong[20])) == "table/no_such_table", "others have guesses of their own"


@in_loop
async def test_a_person_has_eight_tables_at_most(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        account = Peer(house).account
        tabs = [Peer(house, account=account) for _ in range(9)]
        for tab in tabs:
            tab.say(Open(tab.id(), "qq_3p", True))
        await house.settle()
        assert len(house.lobby) == len(house.lobby.own_tables(account.id)) == 8
        assert [refused.code for tab in tabs for refused in tab.of(Refused)] == ["limit/too_many_tables"]
        assert tabs[8].table is None


@in_loop
async def test_a_table_takes_so_many_commands_and_no_more(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        frames = [Hints(people[0].id(), people[0].known.id) for _ in range(65)]
        for frame in frames:
            people[0].say(frame)
        refused = people[0].of(Refused)
        assert refused == [Refused(frames[64].cmd_id, "table/busy")]
        await house.settle()
        assert [r.code for r in people[0].of(Refused)[1:]] == ["game/not_asked"] * 64
        assert isinstance(await people[1].do(Ready()), Ack)


@in_loop
async def test_a_server_that_stops_refuses_what_waits(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder = asked(people)
        first, second = bidder.doing(Bid(1)), Hints(bidder.id(), bidder.known.id)
        bidder.say(first)
        bidder.say(second)
        await house.lobby.stop()
        assert Ack(first.cmd_id, bidder.known.id) in bidder.frames, "what was in hand is done"
        assert Refused(second.cmd_id, "socket/server_stopping") in bidder.frames
        assert code(await bidder.do(Bid(1))) == "socket/server_stopping"
        assert len(await house.store.unfinished()) == 1


@in_loop
async def test_one_person_takes_one_place_to_watch(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        code = people[0].known.code
        tabs = [Peer(house, "Dan") for _ in range(60)]
        for tab in tabs:
            assert isinstance(await tab.join(code), Ack)
        assert [tab.taken for tab in tabs] == [*[True] * 59, False]
        ear = Ear(tabs[0])
        await act(asked(people))
        assert ear.frames == []
        assert tabs[-1].known.view is not None
        await crowd(house, code, 49)
        assert isinstance(await tabs[0].join(code), Ack), "another of his connections, when all places are taken"
        assert isinstance(await Peer(house, "Eve").join(code), Refused)


@in_loop
async def test_a_command_that_is_sent_again_makes_no_room(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        table = people[0].known
        guest = people[2]
        came = Join("came", table.code)
        await guest.do(Leave())
        assert isinstance(await guest.ask(came), Ack)
        await guest.do(Leave())
        await Peer(house, "Zoe").join(table.code)
        await crowd(house, table.code, 50)
        before = len(guest.frames)
        assert await guest.ask(came) == Refused("came", Code.NO_EMPTY_CHAIR)
        assert len(guest.frames) == before + 1

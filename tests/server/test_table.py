"""One table in virtual time: playing, clocks, robots, and everything that can cross."""

from __future__ import annotations

from pathlib import Path

import pytest

from dizhu.games.acts import Bid, Lay, Pass
from dizhu.games.game import Phase
from dizhu.server.protocol import Ack
from tests.server.rooms import GAMES, Peer, Room, room
from tests.server.virtual import in_loop

MINUTE_MS = 60_000


async def play_deal(room: Room, peers: list[Peer]) -> None:
    """Play until the next result: people answer by hints as soon as they are asked."""
    deal = peers[0].known.deal
    while peers[0].known.deal == deal:
        asked = [peer for peer in peers if peer.options is not None and peer.options.awaited]
        for peer in asked:
            if peer.options is not None:
                await act(peer)
        if not asked:
            await room.advance(1000)


async def act(peer: Peer) -> None:
    """One act: the first hint, or pass, or the first thing offered."""
    options = peer.options
    assert options is not None
    if options.lay:
        hints = (await peer.hints()).hints
        answer = await peer.do(Lay(hints[0]) if hints else Pass())
    else:
        answer = await peer.do(options.acts[-1] if options.phase is not Phase.SHOW else options.acts[0])  # type: ignore[arg-type]
    assert isinstance(answer, Ack), answer


@pytest.mark.parametrize("rules", GAMES)
@in_loop
async def test_a_quick_game_is_played_to_its_end(rules: str, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann = Peer(house)
        table = await ann.open(rules)
        assert [chair.bot if chair else None for chair in table.chairs] == ["", "greedy", "greedy"]
        for _ in range(3):
            await ann.ready()
            await play_deal(house, [ann])
        assert ann.known == house.table(table.id).desk.view(0)
        for deal in range(3):
            assert "dizhu record 1" in await house.lobby.record(table.id, deal)


@in_loop
async def test_three_friends_play(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob, cid = (Peer(house, name) for name in ("Ann", "Bob", "Cid"))
        table = await ann.open("happy_3p", bots=False)
        for friend in (bob, cid):
            assert isinstance(await friend.join(table.code), Ack)
        for friend in (ann, bob, cid):
            await friend.ready()
        await play_deal(house, [ann, bob, cid])
        assert ann.known.points == bob.known.points == cid.known.points
        assert Bid(1) != Pass()

"""Whole matches in virtual time: alone against bots, and three friends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.friends import begin, friends, play_deal
from tests.server.rooms import GAMES, Peer, room
from tests.server.virtual import in_loop


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


@pytest.mark.parametrize("rules", GAMES)
@in_loop
async def test_three_friends_play(rules: str, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house, rules)
        for _ in range(2):
            await begin(people)
            await play_deal(house, people)
        points = {peer.known.points for peer in people}
        assert len(points) == 1
        assert sum(points.pop()) == 0

"""Hints and readings at a table: true, for one's own hand alone, and without any effect. Source: rulebook 2.5, 6.4."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from dizhu.cards import Card, Hand
from dizhu.games.acts import Lay
from dizhu.games.game import Phase
from dizhu.rules import Combo
from dizhu.server.protocol import Answer, Hints, Readings
from tests import oracle, oracle_rules
from tests.server.friends import Ear, act, asked, begin, code, friends, hand, log, reach, started
from tests.server.rooms import Peer, room
from tests.server.virtual import in_loop


def reading(combo: Combo) -> oracle_rules.Reading:
    """A combo in the words of the oracle."""
    return oracle_rules.Reading(combo.shape, combo.length, str(combo.top), None)


def ranks(cards: Iterable[Card]) -> str:
    """Cards without their suits, lowest first."""
    return oracle.ordered(str(Hand.of(cards)))


async def question(peer: Peer, cards: tuple[Card, ...]) -> Answer:
    """What cards of a hand can be."""
    answer = await peer.ask(Readings(peer.id(), peer.known.id, cards))
    assert isinstance(answer, Answer)
    return answer


@pytest.mark.parametrize("rules", ["qq_3p", "pagat_3p"])
@in_loop
async def test_hints_for_an_answer_go_from_the_lowest_up_and_bombs_last(rules: str, tmp_path: Path) -> None:
    known, seen, none = oracle_rules.load(rules), 0, 0
    bombs = [bomb.text for bomb in known.bombs]
    async with room(tmp_path) as house:
        people = await friends(house, rules)
        for _ in range(3):
            await begin(people)
            await reach(house, people, Phase.PLAY)
            while people[0].known.stage == "playing":
                peer = asked(people)
                hints = (await peer.hints()).hints
                beat = peer.options.to_beat if peer.options else None
                if beat is not None:
                    best = dict(oracle.plays_by_shape(known, ranks(hand(peer)), reading(beat)))
                    assert {ranks(cards) for cards in hints} == set(best)
                    assert all(set(cards) <= set(hand(peer)) for cards in hints)
                    keys = [key(best[ranks(cards)], bombs) for cards in hints]
                    assert keys == sorted(keys)
                    seen, none = seen + len(hints), none + (not hints)
                await act(peer)
    assert seen > 50
    assert none > 5


def key(found: oracle_rules.Reading, bombs: list[str]) -> tuple[int, int]:
    """Where a hint belongs: ordinary plays by rank, then bombs by strength."""
    bomb = bombs.index(found.shape) + 1 if found.shape in bombs else 0
    return bomb, oracle_rules.RANKS.index(found.top)


@in_loop
async def test_hints_with_a_card_all_have_it(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        card = hand(leader)[5]
        answer = await leader.ask(Hints(leader.id(), leader.known.id, (card,)))
        assert isinstance(answer, Answer)
        assert answer.hints
        assert all(card in cards and set(cards) <= set(hand(leader)) for cards in answer.hints)


@in_loop
async def test_out_of_turn_there_are_no_hints(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        for phase, rules in ((Phase.BID, "qq_3p"), (Phase.DOUBLE, "happy_3p")):
            people = await started(house, phase, rules)
            assert [(await peer.hints()).hints for peer in people] == [()] * 3
        people = await started(house, Phase.PLAY)
        assert [bool((await peer.hints()).hints) for peer in people] == [peer is asked(people) for peer in people]


@in_loop
async def test_readings_say_what_fits_and_what_counts(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        low, high = hand(leader)[:1], hand(leader)[-1:]
        led = await question(leader, high)
        assert [(r.combo.shape, r.fits) for r in led.readings] == [("solo", True)]
        assert led.default == 0
        await leader.do(Lay(high))
        follower = asked(people)
        lowest = await question(follower, hand(follower)[:1])
        assert [(r.combo.shape, r.fits) for r in lowest.readings] == [("solo", False)]
        assert lowest.default is None
        waiting = await question(leader, low)
        assert [(r.combo.shape, r.fits) for r in waiting.readings] == [("solo", False)]
        odd = (hand(leader)[0], hand(leader)[-1])
        assert (await question(leader, odd)).readings == ()
        assert (await question(leader, ())).readings == ()


@in_loop
async def test_questions_are_about_ones_own_cards(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        for cards in (hand(people[1])[:1], hand(people[0])[:1] * 2, (*hand(people[0])[:1], *hand(people[1])[:1])):
            for kind in (Hints, Readings):
                answer = await people[0].ask(kind(people[0].id(), people[0].known.id, cards))
                assert code(answer) == "play/not_in_hand"


@in_loop
async def test_questions_change_nothing_and_are_heard_by_nobody(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        before, ears = await log(house, people[0]), [Ear(peer) for peer in people]
        views = [house.table(people[0].known.id).desk.view(number) for number in range(3)]
        for peer in people:
            await peer.hints()
            await question(peer, hand(peer)[:2])
        assert [[type(frame) for frame in ear.frames] for ear in ears] == [[Answer, Answer]] * 3
        assert await log(house, people[0]) == before
        assert [house.table(people[0].known.id).desk.view(number) for number in range(3)] == views

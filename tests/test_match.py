from typing import Any

import pytest

from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import AddBytes, Bid, Commit, DealTo, Leave, MatchAction, Ready, Start
from dizhu.games.fair import seed_secret
from dizhu.games.game import Actor, Cause
from dizhu.games.match import Committed, Match, Started
from dizhu.games.project import project
from dizhu.rules import load
from tests.deals import begin, new_match, play_match, random_steps


def refused(match: Match, actor: Actor, action: MatchAction) -> Reason:
    with pytest.raises(IllegalAction) as error:
        match.act(actor, action)
    return error.value.reason


def all_pass(match: Match) -> int:
    """Pass a deal through to a redeal; returns the seat asked first."""
    game = match.game
    assert game is not None
    game.act("system", DealTo(17), Cause.SYSTEM)
    first = game.awaited[0]
    for _ in range(3):
        game.act(game.awaited[0], Bid(0), Cause.PLAYER)
    match.close()
    return first


def test_a_deal_begins_when_all_are_ready_and_the_secret_is_committed_to() -> None:
    match = Match(load("qq_3p"), "t-1")
    secret = bytes(range(32))
    assert refused(match, "system", Start()) is Reason.NO_COMMITMENT
    assert refused(match, 0, AddBytes(b"early")) is Reason.NO_COMMITMENT
    assert refused(match, "system", Commit(b"short")) is Reason.BYTES_SIZE
    (event,) = match.act("system", Commit(secret))
    (fact,) = project(event, "spectator").facts
    assert isinstance(fact, Committed)
    # tests/data/fair-deal.json, first vector
    assert fact.commitment.hex() == "9cd67c7eb38fc362813d3ae0e12da49c526f930fe5a7dd28a3d2f704ac52c9f3"
    assert refused(match, "system", Commit(secret)) is Reason.STARTED
    assert refused(match, "system", Start()) is Reason.NOT_READY
    for seat in range(3):
        match.act(seat, Ready())
    match.act("system", Start())
    assert match.game is not None
    assert refused(match, 0, Ready()) is Reason.STARTED


def test_only_the_seat_sees_its_bytes_before_the_deal_is_fixed() -> None:
    match = Match(load("qq_3p"), "t-1")
    match.act("system", Commit(bytes(32)))
    (event,) = match.act(1, AddBytes(b"mine"))
    assert project(event, 1).facts != ()
    assert project(event, 0).facts == project(event, "spectator").facts == ()
    assert refused(match, 2, AddBytes(bytes(33))) is Reason.BYTES_SIZE
    for seat in range(3):
        match.act(seat, Ready())
    (event,) = match.act("system", Start())
    assert project(event, "spectator").facts == (Started(0, (b"", b"mine", b"")),)


def test_seats_do_not_act_for_the_system_nor_strangers_for_seats() -> None:
    match = Match(load("qq_3p"), "t-1")
    assert refused(match, 0, Commit(bytes(32))) is Reason.NOT_SYSTEM
    assert refused(match, 0, Start()) is Reason.NOT_SYSTEM
    assert refused(match, 3, Ready()) is Reason.NOT_ASKED
    assert refused(match, "system", Ready()) is Reason.NOT_ASKED


def test_a_seat_may_leave_before_the_first_deal_only() -> None:
    match = new_match(load("qq_3p"), 0)
    assert refused(match, 0, Leave()) is Reason.STARTED
    all_pass(match)
    assert refused(match, 0, Leave()) is Reason.STARTED
    fresh = Match(load("qq_3p"), "t-1")
    fresh.act(1, Ready())
    fresh.act(1, Leave())
    assert fresh.ready == [False] * 3


def test_the_right_to_bid_first_goes_round_also_on_redeals() -> None:
    match = new_match(load("qq_3p"), 4)
    asked = []
    for _ in range(5):
        asked.append(all_pass(match))
        assert match.next_first == (asked[-1] + 1) % 3
        begin(match, 4)
    assert asked == [(asked[0] + k) % 3 for k in range(5)]
    assert (match.deal, match.redeals, match.points) == (5, 5, [0, 0, 0])


@pytest.mark.parametrize("variant", ["pagat_3p", "happy_3p"])
def test_where_chance_or_a_card_decides_nothing_goes_round(variant: str) -> None:
    assert play_match(load(variant), 3, lambda match: None).next_first is None


def test_points_run_on_and_readiness_does_not() -> None:
    import random

    match = new_match(load("qq_3p"), 6)
    total = [0, 0, 0]
    settled = 0
    while settled < 3:
        assert match.game is not None
        for _ in random_steps(match.game, random.Random(settled)):
            pass
        outcome = match.game.outcome
        assert outcome is not None
        total = [a + b for a, b in zip(total, outcome.points, strict=True)]
        settled += outcome.kind == "settled"
        match.close()
        assert match.ready == [outcome.kind == "redeal"] * 3
        begin(match, 6)
    assert match.points == total


def test_a_running_deal_cannot_be_closed() -> None:
    match = new_match(load("qq_3p"), 0)
    with pytest.raises(IllegalAction):
        match.close()


@pytest.mark.parametrize(
    ("actor", "action"),
    [
        (0, Bid(1)),
        (0, None),
        (True, Ready()),
        (1.0, Ready()),
        ("system", Commit([1] * 32)),  # type: ignore[arg-type]
        ("system", Commit("s" * 32)),  # type: ignore[arg-type]
        (0, AddBytes("abc")),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_act_is_refused_at_the_door(actor: Any, action: Any) -> None:
    match = Match(load("qq_3p"), "t-1")
    refused(match, actor, action)
    assert match.ready == [False] * 3
    match.act("system", Commit(bytes(32)))


def test_a_committed_deal_is_not_replaced_by_one_made_by_hand() -> None:
    source = new_match(load("qq_3p"), 0)
    assert source.game is not None
    assert source.game.deal is not None
    match = Match(load("qq_3p"), "t-1")
    match.act("system", Commit(bytes(32)))
    with pytest.raises(IllegalAction):
        match.begin(source.game.deal)


def test_a_table_needs_a_name() -> None:
    for table in ("", "桌" * 86, "a\nb", "a\u2028b", "\x1b[2J"):
        with pytest.raises(ValueError, match="expected a table id of 1…255 bytes"):
            Match(load("qq_3p"), table)


def test_fifty_void_deals_in_a_row_come_back() -> None:
    match = new_match(load("qq_3p"), 9)
    decks = set()
    for _ in range(50):
        assert match.game is not None
        assert match.game.deal is not None
        decks.add(match.game.deal.deck)
        all_pass(match)
        match.act("system", Commit(seed_secret(9, match.deal)))
        match.act("system", Start())
    assert len(decks) == 50

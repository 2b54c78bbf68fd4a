"""The benchmarks without their peers: sampling, adapters on stand-ins, the arithmetic, the output. No timing."""

from __future__ import annotations

import gc
import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.race import Outcome, Pairing, Speed, Work, race, ratios, table
from benchmarks.rules import Peers, Sizes, main
from benchmarks.sides import (
    INSTALL,
    DouzeroAgent,
    MissingPeer,
    OurLeads,
    OurLeadsAsList,
    OurPlayouts,
    import_peer,
    rank_of,
    sample_deals,
    spiel_lead,
    word_of,
)
from dizhu.cards import Hand

ROOT = Path(__file__).parent.parent
PEERS = {"open_spiel", "rlcard", "douzero"}


class FakeClock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class FakeSide:
    """Takes the given seconds, run after run; preparing takes an hour."""

    def __init__(self, name: str, seconds: list[float], items: int, clock: FakeClock, log: list[str]) -> None:
        self.name = name
        self._seconds = iter(seconds)
        self._items = items
        self._clock = clock
        self._log = log

    def prepare(self) -> None:
        self._clock.seconds += 3600

    def run(self) -> None:
        assert not gc.isenabled()
        self._clock.seconds += next(self._seconds)
        self._log.append(self.name)

    def work(self) -> Work:
        return Work(items=self._items, steps=2 * self._items, plays=9 * self._items)


class IdleSide:
    """Does a little counting, so that it takes some time."""

    name = "idle"

    def prepare(self) -> None: ...

    def run(self) -> None:
        sum(range(100_000))

    def work(self) -> Work:
        return Work(items=10, steps=610, plays=2800)


def idle_peers(sizes: Sizes) -> Peers:
    del sizes
    return Peers(*(IdleSide() for _ in Peers.__struct_fields__))


# ---- deals


def test_every_deal_is_the_whole_pack_in_hands_of_20_17_17() -> None:
    for deal in sample_deals(50, seed=3):
        assert [len(hand) for hand in deal.hands] == [20, 17, 17]
        assert sorted(card for hand in deal.hands for card in hand) == list(range(54))


def test_deals_depend_on_the_seed_alone() -> None:
    assert sample_deals(5, seed=3) == sample_deals(5, seed=3)
    assert sample_deals(5, seed=3) != sample_deals(5, seed=4)
    assert len(set(sample_deals(50, seed=3))) == 50


def test_the_landlord_gets_every_card_about_equally_often() -> None:
    deals = sample_deals(2000, seed=1)
    expected, deviation = 2000 * 20 / 54, (2000 * 20 / 54 * 34 / 54) ** 0.5
    for card in range(54):
        assert abs(sum(card in deal.hands[0] for deal in deals) - expected) < 5 * deviation


def test_cards_become_the_hand_word_of_the_core() -> None:
    assert word_of([0, 13, 26, 39, 12, 52, 53]) == Hand.parse("33332xX").word
    assert word_of(range(54)) == Hand.parse("".join(4 * rank for rank in "3456789TJQKA2") + "xX").word
    assert [rank_of(card) for card in (0, 1, 12, 13, 51, 52, 53)] == [0, 1, 12, 0, 12, 13, 14]


# ---- sides


def test_our_playouts_count_games_and_every_play_and_pass() -> None:
    side = OurPlayouts("openspiel", games=3000, seed=1)
    side.prepare()
    side.run()
    work = side.work()
    assert work.items == 3000
    assert 60 < work.steps / work.items < 63  # 61 with passes: measured on two other engines
    side.run()
    assert side.work() == work


@pytest.mark.parametrize("kind", [OurLeads, OurLeadsAsList])
def test_our_leads_count_each_hand_as_often_as_it_is_listed(kind: type[OurLeads]) -> None:
    words = [Hand.parse("34").word, Hand.parse("3334").word, Hand.parse("34567").word]
    side = kind("openspiel", words, times=4)
    side.prepare()
    side.run()
    # 3, 4 | 3, 33, 333, 4, 333+4 | five solos and the chain
    assert side.work() == Work(items=12, steps=12, plays=4 * (2 + 5 + 6))


class FakeSpielState:
    """Deals as OpenSpiel documents it: choose the face-up card, 51 cards in turn, bids; the winner takes the rest."""

    def __init__(self) -> None:
        self.hands: list[set[int]] = [set(), set(), set()]
        self.left = set(range(54))
        self.acts = 0

    def apply_action(self, action: int) -> None:
        if self.acts == 0:
            assert action == 0  # the first card dealt lies face up, so its seat bids first
        elif self.acts <= 51:
            self.left.remove(action - 51)
            self.hands[(self.acts - 1) % 3].add(action - 51)
        else:
            assert action == 3
            self.hands[0] |= self.left
        self.acts += 1


def test_a_deal_becomes_the_same_hands_in_openspiel() -> None:
    game = SimpleNamespace(new_initial_state=FakeSpielState)
    for deal in sample_deals(20, seed=2):
        state = spiel_lead(game, deal)
        assert state.acts == 53
        assert state.hands == [set(hand) for hand in deal.hands]


def test_the_agent_for_douzero_takes_legal_plays_and_counts_them_without_passes() -> None:
    agent = DouzeroAgent(seed=1)
    offers: list[list[list[int]]] = [[[3], [4], [3, 3]], [[5], []], [[]]]
    taken = [agent.act(SimpleNamespace(legal_actions=offer)) for offer in offers for _ in range(20)]
    assert all(act in offers[at // 20] for at, act in enumerate(taken))
    assert {tuple(act) for act in taken[:20]} == {(3,), (4,), (3, 3)}
    assert (agent.steps, agent.plays) == (60, 20 * (3 + 1 + 0))


# ---- arithmetic


def test_sides_take_turns_and_the_best_run_counts() -> None:
    clock, log = FakeClock(), list[str]()
    pairing = Pairing(
        "key",
        "title",
        FakeSide("ours", [2.0, 0.5, 4.0], 100, clock, log),
        FakeSide("peer", [5.0, 8.0, 4.0], 10, clock, log),
        (FakeSide("other", [1.0, 1.0, 1.0], 5, clock, log),),
    )
    outcome = race(pairing, rounds=3, clock=clock)
    assert log == ["ours", "peer", "other"] * 3
    assert [(speed.name, speed.seconds, speed.rate) for speed in outcome.speeds] == [
        ("ours", 0.5, 200.0),
        ("peer", 4.0, 2.5),
        ("other", 1.0, 5.0),
    ]
    assert outcome.ratio == 80.0
    assert [outcome.to_peer(speed) for speed in outcome.speeds] == [80.0, 1.0, 2.0]
    assert gc.isenabled()


def test_garbage_collection_is_back_after_a_run_that_fails() -> None:
    side = FakeSide("ours", [], 1, FakeClock(), [])
    with pytest.raises(StopIteration):
        race(Pairing("key", "title", side, side), rounds=1)
    assert gc.isenabled()


def outcome_of(key: str, ours: float, peer: float) -> Outcome:
    work = Work(items=1200, steps=73_200, plays=336_720)
    return Outcome(key, "random games", (Speed("ours", ours, work), Speed("peer", peer, work)))


def test_ratios_are_by_key_and_greater_when_we_are_faster() -> None:
    assert ratios([outcome_of("a", 0.5, 10.0), outcome_of("b", 3.0, 1.0)]) == {"a": 20.0, "b": 0.33}


def test_the_table_shows_speeds_ratios_and_the_size_of_the_work() -> None:
    head, ours, peer = table(outcome_of("a", 0.5, 10.0)).splitlines()
    assert head.startswith("random games ")
    assert ours.split() == ["ours", "2,400", "20.00", "61.0", "4.60"]
    assert peer.split() == ["peer", "120", "1.00", "61.0", "4.60"]


# ---- command


def test_json_is_the_last_line_and_has_the_four_ratios(capsys: pytest.CaptureFixture[str]) -> None:
    processors = available_processors()
    assert main(["--json", "--quick"], find_peers=idle_peers) == 0
    line = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(line) == ["playouts_vs_openspiel", "playouts_vs_rlcard", "playouts_vs_douzero", "listing_vs_openspiel"]
    assert all(isinstance(ratio, float) and ratio > 0 for ratio in line.values())
    assert available_processors() == processors


def test_without_json_the_figures_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick"], find_peers=idle_peers) == 0
    out = capsys.readouterr().out
    assert "load average" in out
    assert "dizhu 0." in out
    assert out.count("idle") == 5
    assert "{" not in out


def available_processors() -> set[int]:
    ask: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return ask(0) if ask else set()


def test_a_missing_peer_is_an_error_that_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    def no_peers(sizes: Sizes) -> Peers:
        return Peers(*(import_peer(f"no_such_peer_{sizes.rounds}") for _ in Peers.__struct_fields__))

    assert main(["--quick"], find_peers=no_peers) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no_such_peer_2" in captured.err
    assert all(command in captured.err for command in INSTALL)


def test_a_peer_whose_own_needs_are_missing_is_named_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half_a_peer.py").write_text("import no_such_need\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingPeer, match="cannot import half_a_peer: no_such_need is not installed"):
        import_peer("half_a_peer")


def test_the_commands_install_every_peer_and_the_package_needs_none() -> None:
    files = [ROOT / command.split()[-1] for command in INSTALL]
    listed = [file.read_text(encoding="utf-8").split() for file in files]
    assert set(listed[0]) | set(listed[1]) >= PEERS
    assert set(listed[1]) == {"rlcard", "douzero"}  # a plain install of these two pulls torch in
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = project["dependencies"] + [need for extra in project["optional-dependencies"].values() for need in extra]
    assert not [need for need in needs for peer in PEERS if need.replace("-", "_").startswith(peer)]

"""The laws of a table: what is followed is what is seen, and a log read again is the same table."""

from __future__ import annotations

import os

import msgspec
import pytest

from dizhu.games.game import Viewer
from dizhu.rules import available, load
from dizhu.server.desk import Desk
from dizhu.server.follow import follow, follow_ack
from dizhu.server.log import read, write
from dizhu.server.protocol import Ack, FromServer, Happened
from dizhu.server.tableview import TableView
from tests.server.desks import Sim
from tests.server.wires import FOLDER, contents, frames, text

VARIANTS = available(folder="variants")
SEEDS = 40 if "DIZHU_LONG" in os.environ else 4


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("persons", [1, 2, 3])
def test_following_the_frames_gives_the_view(variant: str, persons: int) -> None:
    viewers: list[Viewer] = [0, 1, 2, "spectator"]
    for seed in range(SEEDS):
        for viewer in viewers:
            sim = Sim(load(variant), seed, persons=persons)
            known: TableView | None = None
            for frame, view in frames(sim, viewer, 3):
                known = view if known is None else followed(known, frame)
                if frame_is_last(frame, sim):
                    assert known == view, (variant, seed, viewer, frame)
            assert known == sim.desk.view(viewer)


def followed(table: TableView, frame: FromServer) -> TableView:
    """The table after one more frame."""
    if isinstance(frame, Happened):
        return follow(table, frame)
    assert isinstance(frame, Ack)
    return follow_ack(table, frame)


def frame_is_last(frame: FromServer, sim: Sim) -> bool:
    """Whether a frame is the last of its step, so that the desk is as it says."""
    return not isinstance(frame, Happened) or frame.event == sim.desk.event


def test_golden_wire_files_are_what_the_server_sends() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert written == {name: text(content) for name, content in contents()}, "python -m tests.server.wires writes them"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_log_read_again_is_the_same_table(variant: str) -> None:
    rules = load(variant)
    sim = Sim(rules, 5, persons=2)
    list(sim.play(3))
    again = Desk(sim.desk.id, sim.opening, rules, 0)
    for step in sim.steps:
        body = read(write(step.body))
        assert body == step.body
        assert again.apply(body, step.at_ms) == list(step.events)
    for viewer in (*sim.desk.seats, "spectator"):
        assert again.view(viewer) == sim.desk.view(viewer)
    assert (again.turns, again.asked_ms, again.robot_ms) == (sim.desk.turns, sim.desk.asked_ms, sim.desk.robot_ms)
    assert (again.event, again.set_ms, again.urged_ms) == (sim.desk.event, sim.desk.set_ms, sim.desk.urged_ms)


def test_views_differ_between_viewers() -> None:
    sim = Sim(load("qq_3p"), 1, persons=1)
    for step in sim.play(1):
        if step.events and sim.desk.match.game is not None and sim.desk.match.game.view(0).hand:
            break
    own, other = sim.desk.view(0), sim.desk.view(1)
    assert own.view is not None
    assert other.view is not None
    assert own.view.hand != other.view.hand
    assert msgspec.structs.replace(own, you=1, own_bytes=None, turn_id=None, view=None) == msgspec.structs.replace(
        other, own_bytes=None, turn_id=None, view=None
    )

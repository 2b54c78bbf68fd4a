"""Golden wire files: the frames one viewer gets of a whole table, and the table they add up to.

The server's tests and the client's read the same files. ``python -m tests.server.wires`` writes them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from dizhu.games.codec import encode
from dizhu.games.game import Viewer
from dizhu.rules import available, load
from dizhu.server.desk import Desk
from dizhu.server.gallery import happened
from dizhu.server.log import Acted
from dizhu.server.protocol import Ack, FromServer, Own, Snapshot
from dizhu.server.tableview import TableView
from tests.server.desks import Sim

FOLDER: Final = Path(__file__).parent.parent / "golden" / "wire"
_SEED: Final = 3
_DEALS: Final = 2


def own_choice(desk: Desk, seat: int) -> Own | None:
    """What an ack tells a seat of a choice made in secret."""
    game = desk.match.game
    if game is None or not game.phase.secret:
        return None
    view = game.view(seat)
    return None if view.choice is None else Own(view.choice, view.options)


def frames(sim: Sim, viewer: Viewer, deals: int) -> Iterator[tuple[FromServer, TableView]]:
    """Every frame a viewer gets while a table plays so many deals, and the table as it is then."""
    yield Snapshot(sim.desk.event, sim.desk.view(viewer)), sim.desk.view(viewer)
    for step in sim.play(deals):
        number = sim.desk.event - len(step.events)
        for event in step.events:
            number += 1
            yield happened(sim.desk, number, event, viewer), sim.desk.view(viewer)
        if isinstance(viewer, int) and isinstance(step.body, Acted) and step.body.actor == viewer and not step.events:
            own = own_choice(sim.desk, viewer)
            yield Ack(f"c{len(sim.steps)}", sim.desk.id, own), sim.desk.view(viewer)


def contents() -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and contents of every golden file."""
    for variant in available(folder="variants"):
        for viewer in (0, "spectator"):
            sim = Sim(load(variant), _SEED, persons=2)
            sent = list(frames(sim, viewer, _DEALS))
            yield (
                f"{variant}-{viewer}.json",
                {
                    "viewer": viewer,
                    "frames": [json.loads(encode(frame)) for frame, _ in sent],
                    "then": json.loads(encode(sent[-1][1])),
                },
            )


def text(content: dict[str, Any]) -> str:
    """A golden file: one frame a line."""
    lines = ",\n".join(json.dumps(frame, ensure_ascii=False) for frame in content["frames"])
    then = json.dumps(content["then"], ensure_ascii=False)
    return f'{{"viewer": {json.dumps(content["viewer"])}, "frames": [\n{lines}\n], "then":\n{then}\n}}\n'


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in contents():
        (FOLDER / name).write_text(text(content), encoding="utf-8")

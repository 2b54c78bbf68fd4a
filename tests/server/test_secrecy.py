"""Secrecy on the frames that people receive: (a) nothing they may not know is in them, (b) nor does it show in them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

import msgspec
import pytest

from dizhu.errors import Reason
from dizhu.games.acts import AddBytes, Call, Double, Grab, Leave, Ready, Show, Trustee
from dizhu.games.game import Entry, Phase
from dizhu.rules import load
from dizhu.server.protocol import (
    Code,
    Do,
    FromClient,
    Hints,
    Join,
    Open,
    Readings,
    Refused,
    Sync,
)
from tests.server.rooms import GAMES, room
from tests.server.secrecy import (
    FORMER,
    NAMES,
    SEATS,
    SPECTATORS,
    FaultyStore,
    Scene,
    Step,
    again,
)
from tests.server.secrecy_hidden import Variation, changed, reader, vary
from tests.server.secrecy_people import act_out
from tests.server.secrecy_reading import PIECE, RUN, Reading, b64, check_secrets, live
from tests.server.virtual import in_loop

CHUNKS = 5
SCENES = 12
SCENES_LONG = 60
REFUSALS: Final = {
    *(Code.STORAGE, Code.STALE, Code.NOT_HERE, Code.NOT_SEATED, Code.NO_SUCH_TABLE),
    *(Reason.NOT_ASKED, Reason.NOT_OFFERED, Reason.STARTED),
    *(Reason.NOT_IN_HAND, Reason.NO_COMBO, Reason.DOES_NOT_BEAT, Reason.LEAD_PASS),
}
"""Refusals of every kind of check; some of a kind are too rare to come up in every run."""


@pytest.fixture(autouse=True)
def _few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """One table and its store are quiet after a few rounds of the loop; this halves the time of these tests."""
    monkeypatch.setattr("tests.server.virtual.ROUNDS", 12)


def scene_of(folder: Path, variant: str, seed: int, caplog: pytest.LogCaptureFixture) -> Scene:
    caplog.set_level("DEBUG", "dizhu")
    rng = random.Random(f"{variant} {seed}")
    persons, deals = rng.choice([3, 3, 3, 2, 1]), rng.choice([1, 1, 1, 2])
    folder.mkdir()
    return asyncio.run(act_out(folder, load(variant), seed, caplog.records, persons=persons, deals=deals))


def seeds(chunk: int, *, long_run: bool) -> range:
    number = SCENES_LONG if long_run else SCENES
    return range(chunk * number, (chunk + 1) * number)


# (a) Nothing is said.


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", GAMES)
def test_nobody_is_sent_what_he_may_not_know(
    variant: str, chunk: int, tmp_path: Path, caplog: pytest.LogCaptureFixture, long_run: bool
) -> None:
    refused: Counter[str] = Counter()
    lines = 0
    for seed in seeds(chunk, long_run=long_run):
        scene = scene_of(tmp_path / str(seed), variant, seed, caplog)
        for person in range(len(NAMES)):
            reading = Reading(scene, person)
            for ear in [ear for tab, ear in scene.ears.items() if tab[0] == person]:
                for sent in ear.heard:
                    reading.check(sent)
                for frame, moment in live(ear.heard):
                    reading.check_question(frame, moment)
        for line in scene.log:
            assert not PIECE.findall(line), line
            assert not RUN.findall(line), line
            check_secrets(scene, set(), line)
        refused += Counter(answer.code for answer in scene.answers if isinstance(answer, Refused))
        lines += len(scene.log)
    assert lines, "something was logged"
    assert refused.keys() >= REFUSALS, REFUSALS - refused.keys()


@in_loop
async def test_who_takes_a_chair_is_not_told_the_bytes_of_who_left_it(tmp_path: Path) -> None:
    async with room(tmp_path, kind=FaultyStore) as house:
        scene = Scene(house, GAMES["qq_3p"], 0, [])
        await scene.say(0, Open("1", "qq_3p"))
        await scene.say(FORMER, Join("1", scene.code))
        await scene.say(FORMER, Do("2", scene.table, AddBytes(bytes(range(32)))))
        await scene.say(FORMER, Do("3", scene.table, Leave()))
        await scene.say(1, Join("1", scene.code))
        await scene.say(1, Sync("2", scene.table, since=0))
        texts = [sent.text for sent in scene.ears[1, 0].heard]
        assert len(texts) > 2
        assert not [text for text in texts if b64(bytes(range(32))) in text]


# (b) Nothing shows.


def cuts(scene: Scene, rng: random.Random) -> Iterator[tuple[int, int]]:
    """A step of the secret phase, of the play and of another phase the scene has been in, and a person.

    Most often it is somebody who is asked something then, or who looks at the table again.
    """
    phases: dict[Phase | None, list[int]] = {}
    for at, mark in enumerate(scene.marks):
        phases.setdefault(mark.phase, []).append(at)
    some = rng.choice([phase for phase in phases if phase not in (Phase.DOUBLE, Phase.PLAY)])
    for phase in [phase for phase in (Phase.DOUBLE, Phase.PLAY, some) if phase in phases]:
        who: dict[int, Sequence[int]]
        who = {at: sorted({person for person, _ in scene.marks[at].heard}) for at in phases[phase]}
        asked: dict[int, Sequence[int]] = {at: scene.marks[at].asked for at in who if scene.marks[at].asked}
        look: dict[int, Sequence[int]]
        look = {at: [scene.steps[at].tab[0]] for at in who if isinstance(scene.steps[at].frame, Sync)}
        chosen = rng.choice([asked, asked, look, who]) or who
        cut = rng.choice([*chosen])
        yield cut, rng.choice(chosen[cut])


def told(entries: tuple[Entry, ...]) -> list[Entry]:
    """The entries that are no choices made in secret."""
    return [entry for entry in entries if not isinstance(entry.action, Double)]


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", GAMES)
def test_frames_do_not_depend_on_what_their_reader_may_not_know(
    variant: str, chunk: int, tmp_path: Path, caplog: pytest.LogCaptureFixture, long_run: bool
) -> None:
    wanted, compared = 0, 0
    for seed in seeds(chunk, long_run=long_run):
        scene = scene_of(tmp_path / str(seed), variant, seed, caplog)
        rng = random.Random(seed)
        for cut, person in cuts(scene, rng):
            wanted += 1
            variation = vary(scene, person, cut, rng)
            if variation is not None:  # else what clocks and robots did allows no other cards
                compared += is_alike(scene, person, cut, variation, tmp_path / f"{seed}-{cut}", caplog)
    assert compared > wanted * 0.85


def is_alike(
    scene: Scene, person: int, cut: int, variation: Variation, folder: Path, caplog: pytest.LogCaptureFixture
) -> bool:
    """Check that all was alike for a person and in the log; False where the other course is no secret any more."""
    mark, more = scene.marks[cut], looks(scene, person, cut)
    plain = Variation((*scene.steps[: cut + 1], *more), {}, None)
    one, other = (
        run_again(scene, course, folder / str(at), caplog)
        for at, course in enumerate([plain, msgspec.structs.replace(variation, steps=(*variation.steps, *more))])
    )
    if mark.phase is Phase.DOUBLE and other.marks[-1].phase is not Phase.DOUBLE:
        return False  # the robot or the clock was the last to choose
    where = (scene.rules.id, scene.seed, NAMES[person], cut, mark.phase)
    assert one.marks[cut].entries == mark.entries, where
    assert told(other.marks[-1].entries) == told(one.marks[-1].entries), where
    assert heard(other, person) == heard(one, person), where
    assert logged(other) == logged(one), where
    return True


def run_again(scene: Scene, course: Variation, folder: Path, caplog: pytest.LogCaptureFixture) -> Scene:
    folder.mkdir(parents=True)
    with changed(course):
        return asyncio.run(again(folder, scene.rules, scene.seed, caplog.records, course.steps))


def looks(scene: Scene, person: int, cut: int) -> list[Step]:
    """A person looks at the table in every way there is."""
    mark, table = scene.marks[cut], scene.table
    frames: list[FromClient] = [Hints("look-1", table), Readings("look-2", table, ())]
    if reader(person) is not None:
        frames += [Sync("look-3", table), Sync("look-4", table, max(0, mark.event - 5)), Sync("look-5", table)]
    return [Step(mark.at_ms, (person, mark.tabs[person]), frame) for frame in frames]


def heard(scene: Scene, person: int) -> list[tuple[int, int, str]]:
    """All that a person was sent until the last step was done: on which connection, when, and the text."""
    return [
        (tab[1], sent.at_ms, sent.text)
        for tab, number in sorted(scene.marks[-1].heard.items())
        if tab[0] == person
        for sent in scene.ears[tab].heard[:number]
    ]


def logged(scene: Scene) -> list[str]:
    """What the server wrote into its log until the last step was done."""
    return scene.log[: scene.marks[-1].logged]


WHENS: Final = (None, (0, True), (300, False), (700, True), (2500, False))
"""When somebody chooses, after how many milliseconds, and what."""


@pytest.mark.parametrize("robot", [False, True])
@pytest.mark.parametrize("chosen", [False, True])
def test_nothing_tells_who_has_chosen_in_secret(tmp_path: Path, *, robot: bool, chosen: bool) -> None:
    courses = [(one, None if chosen else two) for one, two in product(WHENS, [None] if chosen else WHENS)]
    seen = [
        asyncio.run(doubling(tmp_path / str(at), chosen=chosen, robot=robot, others=course))
        for at, course in enumerate(courses)
    ]
    for course, frames in zip(courses, seen, strict=True):
        assert frames == seen[0], course


async def doubling(
    folder: Path, *, chosen: bool, robot: bool, others: tuple[tuple[int, bool] | None, ...]
) -> list[list[tuple[int, int, str]]]:
    """What one player and one spectator are sent while the others choose, unless they do not.

    chosen:  whether the player has chosen
    robot:   whether the robot plays for one of the others
    """
    folder.mkdir()
    async with room(folder, kind=FaultyStore) as house:
        scene = Scene(house, GAMES["happy_3p"], 0, [])
        await to_doubling(scene, robot=robot)
        start_ms, turns = scene.clock.now_ms(), scene.desk.turns
        does: list[tuple[int, int, FromClient | None]] = [
            (at, person, Sync(f"look-{at}", scene.table, since))
            for at in (500, 1500, 3500, 5500, 9000)
            for person in (0, 1, SPECTATORS[0])
            for since in (None, scene.desk.event - 5)
        ]
        does += [(4000, 2, None), (9900, 2, Sync("back", scene.table))]
        for person, when in ((0, (100, True) if chosen else None), *zip((1, 2), others, strict=True)):
            if when is not None:
                act = Do(f"choice-{person}", scene.table, Double(when[1]), turns[person])
                does.append((when[0], person, act))
        for after_ms, person, frame in sorted(does, key=lambda step: step[:2]):
            await scene.do(Step(start_ms + after_ms, (person, 0), frame))
        assert scene.marks[-1].phase is Phase.DOUBLE
        return [heard(scene, person) for person in (0, SPECTATORS[0])]


async def to_doubling(scene: Scene, *, robot: bool) -> None:
    """Sit down, deal, and let the first who is asked be landlord."""
    await scene.say(0, Open("open", "happy_3p"))
    for person in (1, 2, SPECTATORS[0]):
        await scene.say(person, Join("join", scene.code))
    for seat in range(SEATS):
        await scene.say(seat, Do("ready", scene.table, Ready()))
    while scene.marks[-1].phase is not Phase.DOUBLE:
        game = scene.desk.match.game
        if game is None or not game.awaited:
            await scene.house.advance(1000)
            continue
        seat = game.awaited[0]
        act = Call(True) if game.phase is Phase.CALL else Grab(False) if game.phase is Phase.GRAB else Show(False)
        if game.phase is Phase.SHOW and robot:
            await scene.say(1, Do("robot", scene.table, Trustee(True)))
        await scene.say(seat, Do(f"{game.phase}-{seat}", scene.table, act, scene.desk.turn_id(seat)))

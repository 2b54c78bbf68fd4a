"""What may stand in the frames a person is sent: every card, every other string and every question has its reason."""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from typing import Final

from dizhu.cards import Card
from dizhu.games.acts import AddBytes, Bid, Call, Double, Grab, Lay, Pass, Show
from dizhu.games.codec import decode
from dizhu.games.fair import SEAT_BYTES, commitment
from dizhu.games.game import Options, Phase
from dizhu.server.protocol import (
    Do,
    FromServer,
    Happened,
    Now,
    Snapshot,
)
from tests.server.secrecy import (
    NAMES,
    SEATS,
    STRANGER,
    Moment,
    Scene,
    Sent,
)
from tests.server.secrecy_hidden import Story, reader

CARD: Final = re.compile(r"(?:10|[3-9TJQKA2])[cdhs]'?|[xX]'?")
WORD: Final = re.compile(r"(?!xx)[a-z][a-z_/]+")
RUN: Final = re.compile(r"\b[3-9TJQKA2xX]{5,}\b")
PIECE: Final = re.compile(r"(?<![\w+/='])(?:(?:10|[3-9TJQKA2])[cdhs]'?|[xX]'?)(?![\w+/='])")


def strings(value: object) -> Iterator[str]:
    """Every string anywhere in a message, keys included."""
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from strings(item)
        case list():
            for item in value:
                yield from strings(item)


def b64(data: bytes) -> str:
    return b64encode(data).decode()


def written(data: bytes) -> set[str]:
    """All that bytes may look like in a text."""
    numbers = {str(int.from_bytes(data, "big")), str(int.from_bytes(data, "little"))}
    return {
        data.hex(),
        data.hex().upper(),
        b64(data).rstrip("="),
        urlsafe_b64encode(data).decode().rstrip("="),
        *numbers,
    }


class Reading:
    """What one person may read at a table, moment by moment."""

    def __init__(self, scene: Scene, person: int) -> None:
        self._scene = scene
        self._person = person
        self._stories = {deal: Story.of(game) for deal, game in scene.games.items()}
        rules = scene.rules
        rows = {*rules.combos.shapes, *rules.combos.bombs}
        ids = {step.frame.cmd_id for step in scene.steps if step.frame is not None and step.tab[0] == person}
        self._plain = {"", rules.id, *NAMES, *rows, *ids}
        for table, code in scene.codes.items():
            if (table == scene.table) == (person != STRANGER):
                self._plain |= {table, code}

    def cards(self, moment: Moment) -> set[Card]:
        """The cards it may know."""
        return self._stories[moment.deal].known(reader(self._person), moment) if moment.deal >= 0 else set()

    def data(self, moment: Moment) -> set[bytes]:
        """The bytes it may know: commitments, its own, everybody's once a deal has begun, secrets once it is over."""
        scene = self._scene
        known = {data for person, data in added(scene) if person == self._person}
        for (table, deal), secret in scene.secrets.items():
            if (table == scene.table) == (self._person != STRANGER) and deal <= moment.deal + moment.over:
                known.add(commitment(secret, table, deal))
            if table == scene.table and deal < moment.deal + moment.over:
                known.add(secret)
        for deal, data in scene.added.items():
            known |= {*data} if deal <= moment.deal else set()
        return known

    def check(self, sent: Sent) -> None:
        """Every card in a frame may be known, every other string has a reason, and no secret is written in any way."""
        cards, data = self.cards(sent.moment), self.data(sent.moment)
        explained = self._plain | {b64(known) for known in data}
        for string in strings(json.loads(sent.text)):
            if CARD.fullmatch(string):
                assert Card.parse(string) in cards, (string, sent)
            else:
                assert string in explained or WORD.fullmatch(string), (string, sent)
        assert {Card.parse(piece) for piece in PIECE.findall(sent.text)} <= cards, sent
        check_secrets(self._scene, data, sent.text)

    def check_question(self, frame: FromServer, moment: Moment) -> None:
        """A seat that is asked something is the seat that is to answer; nobody else is told what it is asked."""
        view = frame.table.view if isinstance(frame, Snapshot) else None
        asked = frame if isinstance(frame, Happened | Now) else view
        if asked is None or not isinstance(asked.options, Options):
            return
        assert reader(self._person) in range(SEATS), frame
        done = self._stories[moment.deal].entries[: moment.entries]
        acts = [entry.action for entry in done if entry.actor == self._person]
        if asked.options.phase is Phase.DOUBLE:
            assert not any(isinstance(act, Double) for act in acts), frame
        elif asked.options.phase is Phase.DEAL:
            assert Show(True) not in acts, frame
        else:
            coming = self._stories[moment.deal].entries[moment.entries :]
            answers = [entry for entry in coming if isinstance(entry.action, Bid | Call | Grab | Show | Lay | Pass)]
            assert answers[0].actor == self._person, frame


def live(heard: Sequence[Sent]) -> Iterator[tuple[FromServer, Moment]]:
    """Frames and when they came, without events of the past that were sent again."""
    kept: list[tuple[FromServer, Moment]] = []
    for sent in heard:
        frame: FromServer = decode(sent.text, FromServer)  # type: ignore[arg-type]
        while isinstance(frame, Now) and kept and isinstance(kept[-1][0], Happened):
            kept.pop()
        kept.append((frame, sent.moment))
    yield from kept


def check_secrets(scene: Scene, known: set[bytes], text: str) -> None:
    """No text holds secrets of the server, or bytes that people added, unless they are known."""
    theirs = {data for _, data in added(scene) if len(data) <= SEAT_BYTES}
    for secret in {*scene.secrets.values(), *theirs} - known:
        assert not any(form in text for form in written(secret)), text


def added(scene: Scene) -> list[tuple[int, bytes]]:
    """Who sent which bytes, those that were refused included."""
    acts = [(step.tab[0], step.frame.action) for step in scene.steps if isinstance(step.frame, Do)]
    return [(person, act.data) for person, act in acts if isinstance(act, AddBytes)]

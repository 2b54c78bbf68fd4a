"""What a person may know of a deal, told from cards and acts alone; and other courses that look the same to it."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

import msgspec
import pytest

from dizhu.bots import Bot
from dizhu.cards import Card
from dizhu.errors import IllegalAction
from dizhu.games.acts import Action, AddBytes, Bid, Call, DealTo, Double, Grab, Lay, Show
from dizhu.games.climb import deal as dealing
from dizhu.games.climb.deal import Deal
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.view import View
from dizhu.games.fair import Stream
from dizhu.games.game import Cause, Entry, Phase, Seat, Viewer
from dizhu.rules import RuleSet
from dizhu.server.protocol import Do, Hints, Readings, Refused
from tests.server.secrecy import SEATS, SPECTATORS, Mark, Moment, Scene, Step

TRIES: Final = 60
Reader: TypeAlias = Viewer | None
"""A viewer of the table; None is somebody who is not there."""


def reader(person: int) -> Reader:
    """As whom a person may know what happens at the table."""
    return person if person < SEATS else "spectator" if person in SPECTATORS else None


class Story(msgspec.Struct, frozen=True):
    """A deal from its first act to its last."""

    rules: RuleSet
    deal: Deal
    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, game: ClimbGame) -> Story:
        """The story of a game that is over."""
        assert game.deal is not None
        return cls(game.rules, game.deal, tuple(game.entries))

    def known(self, who: Reader, moment: Moment) -> set[Card]:
        """The cards a reader may know when so much has been done."""
        if who is None:
            return set()
        if moment.over:
            return set(self.deal.deck)
        rules, done = self.rules, self.entries[: moment.entries]
        received = max((entry.action.received for entry in done if isinstance(entry.action, DealTo)), default=0)
        lying_open = {entry.actor for entry in done if isinstance(entry.action, Show) and entry.action.yes} | {who}
        known = {card for entry in done if isinstance(entry.action, Lay) for card in entry.action.cards}
        for seat in range(rules.table.seats):
            if seat in lying_open:
                known |= set(self.deal.hand(rules, seat, received))
        landlord = self.landlord(moment.entries)
        if landlord is not None and (rules.table.bottom.seen_by == "all" or landlord in lying_open):
            known |= set(self.deal.bottom(rules))
        if received == rules.table.hand and self.deal.marker is not None:
            known.add(self.deal.marker)
        return known

    def landlord(self, entries: int) -> Seat | None:
        """Who is landlord after so many acts: the seat that will lead, once the last word of the auction was said."""
        words = [at for at, entry in enumerate(self.entries) if isinstance(entry.action, Bid | Call | Grab)]
        leads = [entry.actor for entry in self.entries if isinstance(entry.action, Lay)]
        return leads[0] if leads and isinstance(leads[0], int) and words[-1] < entries else None


class Variation(msgspec.Struct, frozen=True):
    """Another course of a scene.

    steps:  what is done
    deals:  what is dealt instead of what would be
    acts:   by seat, what the bots do; None leaves it to them
    """

    steps: tuple[Step, ...]
    deals: Mapping[Deal, Deal]
    acts: Mapping[Seat, tuple[Action, ...]] | None


def vary(scene: Scene, person: int, cut: int, rng: random.Random) -> Variation | None:
    """What could also have been until after step `cut`, for all that a person may know; None if nothing was found."""
    mark = scene.marks[cut]
    deals: dict[Deal, Deal] = {}
    if not mark.moment.over:
        story = Story.of(scene.games[mark.moment.deal])
        other = redealt(story, mark, reader(person), _lost_lays(scene, cut), rng)
        if other is None:
            return None
        deals[story.deal] = other
    steps = [step for at in range(cut + 1) for step in _step(scene, at, person, rng, mark)]
    if mark.phase is Phase.DOUBLE:
        steps = _choose_anew(scene, steps, person, cut, rng)
    return Variation(tuple(steps), deals, _bots_acts(scene, mark, rng))


def _lost_lays(scene: Scene, cut: int) -> set[Card]:
    """Cards that people put down while the disk was full: they must be able to in the other course, too."""
    acts = [step.frame.action for step in scene.steps[: cut + 1] if step.full and isinstance(step.frame, Do)]
    return {card for act in acts if isinstance(act, Lay) for card in act.cards}


def redealt(story: Story, mark: Mark, who: Reader, more: set[Card], rng: random.Random) -> Deal | None:
    """Another deal in which the same acts are legal, and all that the reader may know is the same.

    more:  other cards that must stay where they are
    """
    rules, deal = story.rules, story.deal
    laid = {card for entry in mark.entries if isinstance(entry.action, Lay) for card in entry.action.cards}
    fixed = story.known(who, mark.moment) | laid | more
    hidden = [place for place, card in enumerate(deal.deck) if card not in fixed]
    for attempt in range(TRIES):
        moved = hidden if attempt < TRIES / 3 else rng.sample(hidden, min(len(hidden), 6 if attempt % 2 else 2))
        other = _shuffled(story, moved, first_known=_dealt(rules, mark.entries), rng=rng)
        if other.deck != deal.deck and _legal(rules, other, mark.entries):
            return other
    return None


def _shuffled(story: Story, places: Sequence[int], *, first_known: bool, rng: random.Random) -> Deal:
    """A deal with the cards of these places shuffled, and another seat asked first as long as nobody knows which."""
    rules, deal = story.rules, story.deal
    cards = [deal.deck[place] for place in places]
    rng.shuffle(cards)
    deck = list(deal.deck)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    first, marker = deal.first, deal.marker
    if not first_known and marker is not None:
        place = rng.randrange(rules.table.seats * rules.table.hand)
        first, marker = place % rules.table.seats, deck[place]
    elif not first_known and rules.auction.first == "random":
        first = rng.randrange(rules.table.seats)
    return Deal(tuple(deck), first, marker)


def _dealt(rules: RuleSet, entries: Sequence[Entry]) -> bool:
    """Whether all cards have been dealt, so that everybody knows who is asked first."""
    received = [entry.action.received for entry in entries if isinstance(entry.action, DealTo)]
    return rules.table.hand in received


def _legal(rules: RuleSet, deal: Deal, entries: Sequence[Entry]) -> bool:
    """Whether the same can be done with these cards, by people, clocks and robots alike."""
    game = ClimbGame(rules, deal)
    try:
        for entry in entries:
            game.act(entry.actor, entry.action, entry.cause)
    except IllegalAction:
        return False
    return True


def _step(scene: Scene, at: int, person: int, rng: random.Random, mark: Mark) -> Iterator[Step]:
    """A step of the scene, if it must be done: what others are refused or ask may as well not be."""
    step, frame = scene.steps[at], scene.steps[at].frame
    if step.tab[0] == person or step.full:
        yield step
    elif isinstance(frame, Hints | Readings) or isinstance(scene.answers[at], Refused):
        lays = isinstance(frame, Do) and isinstance(frame.action, Lay)
        if not lays and rng.random() < 0.5:
            yield step
    elif isinstance(frame, Do) and isinstance(frame.action, AddBytes) and scene.marks[at].moment == mark.moment:
        added = AddBytes(rng.randbytes(rng.randrange(33))) if mark.moment.over else frame.action
        yield msgspec.structs.replace(step, frame=msgspec.structs.replace(frame, action=added))
    else:
        yield step


def _choose_anew(scene: Scene, steps: list[Step], person: int, cut: int, rng: random.Random) -> list[Step]:
    """Others choose something else in secret, at other times, or not yet."""
    mark = scene.marks[cut]
    opened = next(
        at for at, m in enumerate(scene.marks) if (m.moment.deal, m.phase) == (mark.moment.deal, Phase.DOUBLE)
    )
    opened_ms = scene.marks[opened].at_ms
    kept = [step for step in steps if step.at_ms < opened_ms or step.tab[0] == person or not _doubles(step)]
    chosen = {entry.actor for entry in mark.entries if isinstance(entry.action, Double)}
    others = [seat for seat in range(SEATS) if seat != person]
    waits = [seat for seat in others if seat not in chosen]
    last = None if person < SEATS and person not in chosen else rng.choice(waits)
    free = [seat for seat in others if seat != last]  # somebody must not have chosen
    first = sum(step.at_ms <= opened_ms for step in kept)
    for seat in free:
        if rng.random() < 0.3:
            continue
        place = rng.randrange(first, len(kept) + 1)
        earliest_ms = max(opened_ms, kept[place - 1].at_ms)
        at_ms = rng.randint(earliest_ms, kept[place].at_ms if place < len(kept) else mark.at_ms)
        act = Do(f"secret-{seat}", scene.table, Double(rng.random() < 0.5), mark.turns[seat])
        kept.insert(place, Step(at_ms, (seat, mark.tabs[seat]), act))
    return kept


def _doubles(step: Step) -> bool:
    return isinstance(step.frame, Do) and isinstance(step.frame.action, Double)


def _bots_acts(scene: Scene, mark: Mark, rng: random.Random) -> dict[Seat, tuple[Action, ...]]:
    """What bots did until then; what they chose in secret may be something else."""
    entries = [
        _else(entry, rng) if deal == mark.moment.deal and mark.phase is Phase.DOUBLE else entry
        for deal in range(mark.moment.deal + 1)
        for entry in scene.games[deal].entries
        if entry.cause is Cause.PLAYER
    ]
    return {seat: tuple(entry.action for entry in entries if entry.actor == seat) for seat in range(SEATS)}


def _else(entry: Entry, rng: random.Random) -> Entry:
    chooses = isinstance(entry.action, Double)
    return msgspec.structs.replace(entry, action=Double(rng.random() < 0.5)) if chooses else entry


class Parrot:
    """A bot that says what it was told to say, whatever seat it plays."""

    def __init__(self, acts: Mapping[Seat, deque[Action]]) -> None:
        self._acts = acts

    def act(self, view: View) -> Action:
        """See `Bot`."""
        assert isinstance(view.viewer, int)
        return self._acts[view.viewer].popleft()


@contextmanager
def changed(variation: Variation) -> Iterator[None]:
    """Deal the cards of a variation, with its bots, where others would be dealt."""
    acts = {seat: deque(done) for seat, done in (variation.acts or {}).items()}

    def draw(rules: RuleSet, stream: Stream, first: Seat | None) -> Deal:
        drawn = dealing.draw(rules, stream, first)
        return variation.deals.get(drawn, drawn)

    def make(_name: str, _rules: RuleSet, _rng: random.Random) -> Bot:
        return Parrot(acts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dizhu.games.match.draw", draw)
        if variation.acts is not None:
            patch.setattr("dizhu.server.table.make", make)
        yield

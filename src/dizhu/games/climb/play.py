"""The card play: what a seat may lay, what laying does, and what the clock and the robot lay."""

from __future__ import annotations

from collections.abc import Iterable

from dizhu.cards import Card, Hand, format_cards
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import Action, Lay, Pass
from dizhu.games.climb.facts import Laid, Passed
from dizhu.games.climb.phases import ToldFacts, end
from dizhu.games.climb.settle import settle
from dizhu.games.climb.state import State
from dizhu.games.game import Options, Phase, Seat, Told
from dizhu.rules import Combo


def to_beat(state: State) -> Combo | None:
    """The combo on the table; None when leading."""
    last = state.playing.last
    return None if last is None else state.rules.combo(last[1])


def play_options(state: State, seat: Seat) -> Options | None:
    """The seat whose turn it is lays cards; following it may pass."""
    if seat != state.playing.turn:
        return None
    beat = to_beat(state)
    return Options(Phase.PLAY, (Pass(),) if beat else (), lay=True, to_beat=beat, deadline="play")


def lay(state: State, seat: Seat, action: Lay) -> ToldFacts:
    """Cards on the table; the deal ends with the last of a hand."""
    combo = _checked(state, seat, action)
    cards = tuple(sorted(action.cards))
    state.playing.play(Hand.of(cards).word, state.rules.code(combo))
    state.hands[seat] = [card for card in state.hands[seat] if card not in cards]
    state.laid = Laid(seat, cards, combo)
    told: ToldFacts = [Told(state.laid)]
    return told if state.playing.winner is None else told + end(state, settle(state))


def pass_(state: State, seat: Seat, _: Pass) -> ToldFacts:
    """Nothing laid; when all others passed, the last to lay leads."""
    state.playing.pass_()
    if state.playing.last is None:
        state.laid = None
    return [Told(Passed(seat))]


def _checked(state: State, seat: Seat, action: Lay) -> Combo:
    """The combo an act puts down, or IllegalAction."""
    cards = action.cards
    held = state.hands[seat]
    absent = [card for card in cards if card not in held]
    if absent or len(set(cards)) != len(cards) or not cards:
        wrong = format_cards(absent) or ("the same card twice" if cards else "no cards")
        raise IllegalAction(Reason.NOT_IN_HAND, f"expected cards of the hand, got {wrong}: {_where(state, seat)}")
    bag, beat = Hand.of(cards), to_beat(state)
    readings = state.rules.readings(bag)
    if not readings or (action.combo is not None and action.combo not in readings):
        can_be = ", ".join(f"{combo.shape} {combo.top}" for combo in readings) or "nothing"
        named = f"{action.combo.shape} {action.combo.top}" if action.combo else "a combo"
        raise IllegalAction(Reason.NO_COMBO, f"expected {named}, but {bag} can be {can_be}: {_where(state, seat)}")
    combo = action.combo or state.rules.reading(bag, beat)
    if combo is None or (beat and not state.rules.beats(combo, beat)):
        assert state.laid is not None, "what must be beaten was laid"
        table = Hand.of(state.laid.cards)
        raise IllegalAction(Reason.DOES_NOT_BEAT, f"{bag} does not beat {table}: {_where(state, seat)}")
    return combo


def _where(state: State, seat: Seat) -> str:
    return f"seat {seat}, hand {state.rank_hand(seat)}, rules {state.rules.id}"


def pick(held: Iterable[Card], ranks: Hand) -> tuple[Card, ...]:
    """Physical cards of a hand for cards counted by rank, the first of each rank in the order of the hand.

    ValueError if the hand does not hold them.
    """
    left = ranks.word
    picked = []
    for card in held:
        if left >> 4 * card.rank & 15:
            left -= 1 << 4 * card.rank
            picked.append(card)
    if left:
        raise ValueError(f"expected cards of the hand, but it lacks {Hand(left)}")
    return tuple(picked)


def time_out(state: State, seat: Seat) -> Action:
    """What the clock plays: a pass, or the lowest single card as a lead."""
    if to_beat(state):
        return Pass()
    lowest = (state.hands[seat][0],)
    return Lay(lowest, state.rules.reading(Hand.of(lowest)))


def robot(state: State, seat: Seat) -> Action:
    """What the robot plays (托管): it never beats a partner, and bombs only to go out.

    Source: docs/game-contract.md, "Time-outs and the robot".
    """
    beat = to_beat(state)
    if beat is None:
        return time_out(state, seat)
    assert state.laid is not None, "what must be beaten was laid"
    if state.partners(seat, state.laid.seat):
        return Pass()
    held = state.rank_hand(seat)
    for play in state.rules.plays(held, beat):
        if not state.rules.bomb(play.combo) or play.cards == held:
            return Lay(pick(state.hands[seat], play.cards), play.combo)
    return Pass()

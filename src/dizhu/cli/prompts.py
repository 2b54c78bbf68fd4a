"""What the person is asked, as questions to a terminal, from what a view's options offer."""

from __future__ import annotations

from dizhu.cli.phrases import Phrases
from dizhu.cli.terminal import Question
from dizhu.cli.typed import Command, Do, Which, command, read
from dizhu.games.acts import Bid, Call, Double, Grab, Lay, Pass, Show
from dizhu.games.climb.view import View
from dizhu.games.game import Options


def own_question(view: View, lines: tuple[str, ...], say: Phrases) -> Question:
    """The question to a seat the game waits for.

    lines:  what it may lay, as typed in
    """
    options, words = view.options, say.words
    assert options is not None, "only a seat that is asked has a question"
    if not options.lay:
        return Question(_spoken(options, say), words("keys.other"))

    def live(line: str) -> str:
        if command(line) is Command.HINT:
            return words("live.hint")
        answer = read(line, view, say)
        lay = answer.action if isinstance(answer, Do) else answer.plays[0] if isinstance(answer, Which) else None
        if not isinstance(lay, Lay) or lay.combo is None:
            return ""
        return words("live.ready", what=say.combo(lay.combo))

    trick, after = view.trick, words("live.next") if len(lines) > 1 else ""
    if trick is None:
        return Question(words("ask.lead"), words("keys.lead"), live, lines, lines, next_hint=after)
    combo = trick.laid.combo
    what = f"{say.play(trick.laid.cards, combo)} ({say.combo(combo)})"
    choices = ("p", *lines) if Pass() in options.acts else lines
    none = words("no.hint")
    return Question(words("ask.follow", what=what), words("keys.play"), live, choices, lines, none, after)


def early_question(view: View, say: Phrases) -> Question:
    """Whether to show the hand while cards are dealt."""
    assert view.options is not None, "only a seat that may show has this question"
    return Question(say.words("ask.early", factor=view.options.show, n=len(view.hand)), say.words("keys.other"))


def which_question(plays: tuple[Lay, ...], say: Phrases) -> Question:
    """Which of several combos cards are meant as."""
    names = [
        f"{number} {say.combo(lay.combo)} {say.play(lay.cards, lay.combo)}"
        for number, lay in enumerate(plays, 1)
        if lay.combo is not None
    ]
    return Question(say.words("ask.which", list=say.words.listed(names)))


def _spoken(options: Options, say: Phrases) -> str:
    """A question that is answered with a word."""
    words = say.words
    match options.acts[-1]:
        case Bid():
            values = [str(act.value) for act in options.acts if isinstance(act, Bid) and act.value]
            return words("ask.bid", values=" ".join(values))
        case Call():
            return words("ask.call")
        case Grab():
            return words("ask.grab")
        case Show():
            return words("ask.show", factor=options.show)
        case Double():
            return words("ask.double")
        case other:
            return str(other)

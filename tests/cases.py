"""Runs files of cases through the core, the games and the matches that players use.

::

    python -m tests.cases [--verbose] FILE...

One line for every failure, with the rule set, what was wanted and what came; at the end ``N passed, M failed, K not
carried``. A case counts once: it passes if all its rule sets give what it wants, and is not carried if it asks for a
variant, a profile or a mechanism that is not in the project yet; ``--verbose`` says which. Exit code 1 if a case
failed, 2 for a file or a line that cannot be read. The form of the files: tests/data/README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from dizhu.errors import IllegalAction
from dizhu.rules import RuleSet, available
from tests import cases_auction, cases_plays, cases_settle
from tests.cases_words import (
    AUCTION_PROFILES,
    BadLine,
    NotCarried,
    Presupposed,
    one_deck_rules,
    rule_set,
    spelled,
)


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a file."""

    id: str
    kind: str
    variant: str
    given: dict[str, Any]
    want: dict[str, Any]
    why: str


class Failure(NamedTuple):
    """What one rule set says instead of what was wanted."""

    rules: str
    want: dict[str, Any]
    got: dict[str, Any] | str


class Verdict(NamedTuple):
    """What came of a case: failures, or why it is not carried, or neither."""

    case: Case
    failures: tuple[Failure, ...] = ()
    not_carried: str | None = None


class Question(NamedTuple):
    """A kind of case: what is given, who answers, what may be wanted, and whether it takes a whole game's rules."""

    given: type[msgspec.Struct]
    answer: Callable[[RuleSet, Any], dict[str, Any]]
    wants: frozenset[str]
    whole_game: bool = False


def _wants(names: str) -> frozenset[str]:
    return frozenset(names.split())


_AUCTION = _wants(
    "over landlord bid factor redeal next_first bottom_open first_caller next_seat legal illegal_at may_double"
)
_BID = _wants("over landlord bid multiplier redeal next_seat legal accepted action terminates")
QUESTIONS: Final = {
    "classify": Question(cases_plays.Classify, cases_plays.classify, _wants("readings")),
    "beats": Question(cases_plays.Beats, cases_plays.beats, _wants("beats")),
    "wild": Question(cases_plays.Wild, cases_plays.wild, _wants("readings beats")),
    "moves": Question(cases_plays.Moves, cases_plays.moves, _wants("count cards moves pass_legal leads")),
    "auction": Question(cases_auction.Auction, cases_auction.auction, _AUCTION, whole_game=True),
    "bid": Question(cases_auction.Bids, cases_auction.bid, _BID),
    "settle": Question(cases_settle.Settle, cases_settle.settle, _wants("deltas system"), whole_game=True),
    "score": Question(cases_settle.Score, cases_settle.score, _wants("landlord farmer_down farmer_up")),
}


def read(path: Path) -> Iterator[tuple[int, Case]]:
    """Every case of a file with the number of its line; BadLine says what cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            lines = list(file)
    except (OSError, UnicodeDecodeError) as error:
        raise BadLine(f"{path}: cannot be read: {error}") from error
    for number, line in enumerate(lines, start=1):
        try:
            yield number, msgspec.json.decode(line, type=Case)
        except msgspec.DecodeError as error:
            raise BadLine(f"{path}:{number}: {error}") from error


def run(case: Case) -> Verdict:
    """What comes of one case. BadLine if it is not in the form of its kind."""
    question = QUESTIONS.get(case.kind)
    if question is None:
        return Verdict(case, not_carried=f"no cases of kind {case.kind}")
    missing: list[str] = []
    failures: list[Failure] = []
    for name in _rule_names(case):
        try:
            failures += _ask(question, _rules(name, question), case)
        except NotCarried as reason:
            missing.append(str(reason))
    return Verdict(case, tuple(failures), missing[0] if missing and not failures else None)


def _rule_names(case: Case) -> Sequence[str]:
    if case.variant != "any":
        return case.variant.split("+")
    return AUCTION_PROFILES if case.kind in ("bid", "score") else one_deck_rules()


def _rules(name: str, question: Question) -> RuleSet:
    if question.whole_game and name not in available():
        raise NotCarried(f"no game {name}")
    return rule_set(name)


def _ask(question: Question, rules: RuleSet, case: Case) -> list[Failure]:
    given = _given(question, case)
    unknown = case.want.keys() - question.wants
    if unknown:
        raise NotCarried(f"nothing that says {', '.join(sorted(unknown))}")
    try:
        got = question.answer(rules, given)
    except (IllegalAction, Presupposed) as refused:
        return [Failure(rules.id, case.want, str(refused))]
    only = {"illegal_at"} & case.want.keys() or case.want.keys()
    wanted = {key: value for key, value in case.want.items() if key in only}
    wrong = {key: value for key, value in wanted.items() if key not in got or differs(key, got[key], value)}
    if not wrong:
        return []
    return [Failure(rules.id, wrong, {key: got[key] for key in wrong if key in got} or got)]


def _given(question: Question, case: Case) -> msgspec.Struct:
    try:
        return msgspec.convert(case.given, question.given)
    except msgspec.ValidationError as error:
        if "unknown field" in str(error):
            raise NotCarried(f"nothing that takes {str(error).split('field ')[1]}") from error
        raise BadLine(f"{case.id}: {error}") from error


def differs(key: str, got: Any, want: Any) -> bool:
    """Whether two values differ; readings, moves and legal bids are sets, cards are multisets."""
    if key in ("readings", "moves", "legal") and isinstance(want, list):
        got, want = _set_of(got), _set_of(want)
    return bool(got != want)


def _set_of(value: Sequence[Any]) -> list[bytes]:
    return sorted(msgspec.json.encode(_unordered(item), order="sorted") for item in value)


def _unordered(item: Any) -> Any:
    if isinstance(item, dict):
        return item | ({"cards": spelled(item["cards"])} if "cards" in item else {})
    return spelled(item) if isinstance(item, str) and item not in cases_auction.WORDS else item


def report(verdicts: Sequence[Verdict], *, verbose: bool) -> Iterator[str]:
    """The lines about failures, about what is not carried if wanted, and the sum."""
    for case, failures, not_carried in verdicts:
        for failure in failures:
            yield f"FAILED {case.id} [{failure.rules}] want {failure.want}, got {failure.got} ({case.why})"
        if not_carried is not None and verbose:
            yield f"not carried {case.id} [{case.variant}]: {not_carried}"
    failed = sum(bool(verdict.failures) for verdict in verdicts)
    absent = sum(verdict.not_carried is not None for verdict in verdicts)
    yield f"{len(verdicts) - failed - absent} passed, {failed} failed, {absent} not carried"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the files named on the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description="Run files of cases.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="cases, one JSON object a line")
    parser.add_argument("--verbose", action="store_true", help="list the cases that are not carried, with the reason")
    options = parser.parse_args(arguments)
    verdicts = []
    try:
        for path in options.files:
            for number, case in list(read(path)):
                try:
                    verdicts.append(run(case))
                except BadLine as error:
                    raise BadLine(f"{path}:{number}: {error}") from error
    except BadLine as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for line in report(verdicts, verbose=options.verbose):
        sys.stdout.write(f"{line}\n")
    return 1 if any(verdict.failures for verdict in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Reading rule files: finding them, following ``extends``, checking that they hold together.

A file that extends another says only what differs: tables merge key by key, lists replace, and a table with a new
``kind`` replaces its parent. Titles are not mixed with the parent's. Inside the package a file stands at most two
steps from a root; a host's own file may add one. Unknown keys are errors with their path. Source: docs/rule-files.md.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

from dizhu.errors import NotationError, RuleError
from dizhu.rules.ruleset import CallGrabAuction, PairwiseDouble, PhasedShow, RuleSet, ScoreAuction
from dizhu.rules.shape import BANS, Bomb, Shape

FOLDERS: Final = ("variants", "compat")
DEFAULT: Final = "qq_3p"
"""The rule set where nobody names one."""
ARENA_DEFAULT: Final = "douzero"
"""The rule set of the arena where nobody names one: the one that published figures are for."""
_STEPS: Final = 2
_ID: Final = re.compile(r"\w[\w.-]*")
_LARGEST_HAND: Final = 41
_LARGEST_FACTOR: Final = 1_000_000


def available(*, folder: str = "") -> tuple[str, ...]:
    """Ids of the rule sets in the package that are games, variants first; `folder` names one of `FOLDERS` alone."""
    found = []
    for name in FOLDERS:
        if folder in ("", name):
            ids = sorted(file.name.removesuffix(".toml") for file in _files(name))
            found += [id_ for id_ in ids if not load(id_).abstract]
    return tuple(found)


@cache
def load(id_: str) -> RuleSet:
    """The rule set of that id; RuleError names those there are if there is no such file."""
    file = _find(id_)
    if file is None:
        known = ", ".join(available())
        raise RuleError(f"no rules of that id; expected one of {known}, or a file ending in .toml", "$", id_)
    return _build(file.read_text("utf-8"), id_, id_, _STEPS)


def load_file(path: Path | str) -> RuleSet:
    """A host's own rule file, which may extend any rule set of the package. RuleError if it is wrong."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise RuleError(f"cannot be read: {reason}", "$", str(path)) from error
    id_ = path.name.removesuffix(".toml")
    if not _ID.fullmatch(id_):
        raise RuleError(f"expected a file name of letters, digits, dots and dashes, got {path.name!r}", "$", str(path))
    return _build(text, id_, str(path), _STEPS + 1)


def load_any(name: str) -> RuleSet:
    """A rule set by id, or by path where the name ends in ``.toml``."""
    return load_file(name) if name.endswith(".toml") else load(name)


def _build(text: str, id_: str, source: str, steps: int) -> RuleSet:
    tree = _resolve(_parse(text, source), source, steps)
    if "id" in tree:
        raise RuleError("unknown field `id`: the file's name is the id", "$", source)
    tree["id"] = id_
    try:
        rules = msgspec.convert(tree, RuleSet)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise RuleError(_plain(message), path.removesuffix("`") or "$", source) from error
    for message, path in _faults(rules):
        raise RuleError(message, path, source)
    try:
        _ = rules.core
    except ValueError as error:
        raise RuleError(str(error), "$.plays", source) from error
    return rules


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RuleError(f"not TOML: {error}", "$", source) from error


def _resolve(tree: dict[str, Any], source: str, steps: int) -> dict[str, Any]:
    parent_id = tree.pop("extends", None)
    if parent_id is None:
        return tree
    if not isinstance(parent_id, str):
        raise RuleError(f"expected the id of a rule set, got {parent_id!r}", "$.extends", source)
    if steps == 0:
        raise RuleError("a file may stand at most two steps from its root", "$.extends", source)
    file = _find(parent_id)
    if file is None:
        raise RuleError(f"no rules of id {parent_id!r} to extend", "$.extends", source)
    parent = _resolve(_parse(file.read_text("utf-8"), parent_id), parent_id, steps - 1)
    parent.pop("abstract", None)
    if "name" in tree:
        parent.pop("name", None)
    return _merge(parent, tree)


def _merge(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    merged = dict(parent)
    for key, value in child.items():
        old = parent.get(key)
        merged[key] = value
        if isinstance(old, dict) and isinstance(value, dict) and value.get("kind", old.get("kind")) == old.get("kind"):
            merged[key] = _merge(old, value)
    return merged


def _faults(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Say what does not hold together, as (message, path)."""
    table = rules.table
    for name, value, least, most in (
        ("seats", table.seats, 2, 5),
        ("packs", table.packs, 1, 2),
        ("hand", table.hand, 1, 54),
        ("bottom.cards", table.bottom.cards, 0, 54),
        ("dead", table.dead, 0, 54),
    ):
        if not least <= value <= most:
            yield f"expected {least}…{most}, got {value}", f"$.table.{name}"
    dealt = table.seats * table.hand + table.bottom.cards + table.dead
    if dealt != 54 * table.packs:
        yield f"expected seats * hand + bottom + dead = {54 * table.packs} cards, got {dealt}", "$.table"
    if table.hand + table.bottom.cards > _LARGEST_HAND:
        got = table.hand + table.bottom.cards
        yield f"expected at most {_LARGEST_HAND} cards in the landlord's hand, got {got}", "$.table"
    if "en" not in rules.name:
        yield "expected a title in en", "$.name"
    for language, title in rules.name.items():
        if not title.isprintable() or not title:
            yield f"expected a title of printable characters, got {title!r}", f"$.name.{language}"
    yield from _auction_faults(rules)
    yield from _play_faults(rules)
    yield from _score_faults(rules)


def _auction_faults(rules: RuleSet) -> Iterator[tuple[str, str]]:
    auction = rules.auction
    if isinstance(auction, ScoreAuction):
        values = list(auction.values)
        if values != sorted(set(values)) or not values or not 1 <= values[0] <= values[-1] <= _LARGEST_FACTOR:
            yield f"expected rising values of at least 1, got {values}", "$.auction.values"
    elif rules.score.base == "bid":
        yield "expected a number: an auction without values has no bid", "$.score.base"
    if isinstance(rules.show, PhasedShow):
        received = [step.received for step in rules.show.during]
        if received != sorted(set(received)) or any(not 1 <= k < rules.table.hand for k in received):
            expected = f"expected rising numbers of cards from 1 to {rules.table.hand - 1}"
            yield f"{expected}, got {received}", "$.show.during"


def _play_faults(rules: RuleSet) -> Iterator[tuple[str, str]]:
    plays = rules.combos
    for name, texts, parse in (("shapes", plays.shapes, Shape.parse), ("bombs", plays.bombs, Bomb.parse)):
        for index, text in enumerate(texts):
            path = f"$.plays.{name}[{index}]"
            try:
                row = parse(text)
            except NotationError as error:
                yield str(error), path
                continue
            if isinstance(row, Shape) and str(row) != text:
                yield f"expected the shape written as {row}, got {text}", path
            if isinstance(row, Bomb) and row.text(rules.table.packs) != text:
                yield f"expected {row.text(rules.table.packs)} with {rules.table.packs} pack(s), got {text}", path
            if rules.rows.index(text) < index + (len(plays.shapes) if name == "bombs" else 0):
                yield f"{text} stands twice", path
    for least in ("solo", "pair"):
        if least not in plays.shapes:
            yield f"expected {least} among the shapes: no leader and no robot can do without", "$.plays.shapes"
    if len(plays.shapes) + len(plays.bombs) > 32:
        yield "expected at most 32 shapes and bombs", "$.plays"
    for kind in ("solo", "pair", "trio", "quad"):
        bans = getattr(plays.kicker_bans, kind)
        for index, ban in enumerate(bans):
            path = f"$.plays.kicker_bans.{kind}[{index}]"
            if ban not in BANS:
                yield f"expected one of {', '.join(BANS)}, got {ban!r}", path
            elif ban in bans[:index]:
                yield f"{ban} stands twice", path


def _score_faults(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield from _factor_faults(rules)
    bombs = rules.score.bombs if isinstance(rules.score.bombs, dict) else {}
    for row in bombs:
        if row not in rules.combos.bombs:
            yield f"expected a bomb of this rule set: {', '.join(rules.combos.bombs)}", f"$.score.bombs.{row}"


def _factor_faults(rules: RuleSet) -> Iterator[tuple[str, str]]:
    score, show = rules.score, rules.show
    factors = {"score.spring": score.spring, "score.anti_spring": score.anti_spring}
    if isinstance(score.bombs, int):
        factors["score.bombs"] = score.bombs
    else:
        factors |= {f"score.bombs.{row}": factor for row, factor in score.bombs.items()}
    if isinstance(score.base, int):
        factors["score.base"] = score.base
    if isinstance(rules.auction, CallGrabAuction):
        factors["auction.grab"] = rules.auction.grab
    if isinstance(rules.double, PairwiseDouble):
        factors["double.factor"] = rules.double.factor
    if isinstance(show, PhasedShow):
        factors |= {"show.before": show.before, "show.bottom": show.bottom}
        factors |= {f"show.during[{index}].factor": step.factor for index, step in enumerate(show.during)}
    for path, factor in factors.items():
        if not 1 <= factor <= _LARGEST_FACTOR:
            yield f"expected 1…{_LARGEST_FACTOR}, got {factor}", f"$.{path}"


def _plain(message: str) -> str:
    return message.replace("Object contains unknown field", "unknown field").replace("Object missing", "missing")


def _files(folder: str) -> Iterator[Traversable]:
    for file in resources.files("dizhu.rules").joinpath(folder).iterdir():
        if file.name.endswith(".toml"):
            yield file


def _find(id_: str) -> Traversable | None:
    return next((file for folder in FOLDERS for file in _files(folder) if file.name == f"{id_}.toml"), None)

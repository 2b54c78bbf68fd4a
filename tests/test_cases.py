"""The files of cases, run as ``python -m tests.cases`` runs them, and the runner itself."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import cases
from tests.cases_words import DATA

FILES = (DATA / "public-faults.jsonl", DATA / "variants.jsonl")
ONE_DECK = {"qq_3p", "pagat_3p", "happy_3p"}
SHAPES = ONE_DECK | {"happy_laizi_3p", "emperor_3p", "hidden_5p", "trad_4p_special"}


@cache
def everything() -> tuple[cases.Verdict, ...]:
    """Every verdict on the two files."""
    return tuple(cases.run(case) for file in FILES for _, case in cases.read(file))


def must_be_carried(case: cases.Case) -> bool:
    """What is in the project: issue by issue this grows, until nothing is left out."""
    if case.kind in ("classify", "beats", "moves"):
        return not case.id.startswith(case.variant) or case.variant in SHAPES
    if case.kind == "settle":
        room = case.given.get("room", {})
        coins = "funds" in case.given or room.get("N", 1) != 1 or room.get("A", 0) != 0
        return case.variant in ONE_DECK and not coins
    if case.kind == "auction":
        return case.variant in ONE_DECK
    if case.kind == "score":
        return case.variant in {"any", "openspiel", "douzero", "call-rob", "call-rob-double", "spring-x3"}
    return case.kind == "bid" or (case.kind == "wild" and case.variant == "laizi-classic")


def test_no_case_fails() -> None:
    assert list(cases.report(everything(), verbose=False))[:-1] == []


def test_what_the_project_has_is_carried_and_nothing_else() -> None:
    carried = {verdict.case.id for verdict in everything() if verdict.not_carried is None}
    assert carried == {verdict.case.id for verdict in everything() if must_be_carried(verdict.case)}


def test_nothing_is_left_out_by_a_change_of_the_files() -> None:
    by_kind: dict[str, int] = {}
    for verdict in everything():
        if verdict.not_carried is None:
            by_kind[verdict.case.kind] = by_kind.get(verdict.case.kind, 0) + 1
    assert by_kind == {
        "classify": 92 + 39,
        "beats": 28 + 23,
        "moves": 34 + 11,
        "wild": 14,
        "bid": 19,
        "score": 17,
        "auction": 12,
        "settle": 4,
    }


def falsified(value: Any) -> Iterator[Any]:
    """Values that are wrong where this one is right."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
            yield None
        case None:
            yield 0
        case []:
            yield [{"type": "single", "main": "3", "len": 1}]
        case list():
            yield value[1:]
            yield [*value, value[0]]
        case _:
            raise TypeError(f"no wrong value for {value!r}")


def test_every_wrong_want_fails() -> None:
    tried = 0
    for verdict in everything():
        case = verdict.case
        if verdict.not_carried is not None:
            continue
        for key, value in case.want.items():
            for wrong in falsified(value):
                said = cases.run(cases.Case(case.id, case.kind, case.variant, case.given, case.want | {key: wrong}, ""))
                assert said.failures, (case.id, key, wrong)
                tried += 1
    assert tried > 500


def one(kind: str, variant: str, given: dict[str, Any], want: dict[str, Any]) -> cases.Verdict:
    return cases.run(cases.Case("one", kind, variant, given, want, "made here"))


# Forms that neither file has; what is wanted comes from the rulebook.
OTHER_FORMS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": None}, {"factor": 5}),
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": 1}, {"factor": 4}),
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": 8}, {"factor": 4}),
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": 9}, {"factor": 3}),
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": 16}, {"factor": 3}),
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": 17}, {"factor": None}),
    ("auction", "happy_3p", {"seats": 3, "phase": "show", "received": 20}, {"factor": 2}),
    (
        "auction",
        "happy_3p",
        {
            "seats": 3,
            "first": 0,
            "shown": [{"seat": 2, "factor": 4}, {"seat": 1, "factor": 3}],
            "actions": ["refuse", "refuse", "refuse"],
        },
        {"over": True, "landlord": 2, "factor": 1, "first_caller": 2, "redeal": False},
    ),
    (
        "auction",
        "happy_3p",
        {"seats": 3, "first": 0, "actions": [[0, "call"], [2, "grab"]]},
        {"illegal_at": 1},
    ),
    (
        "auction",
        "qq_3p",
        {"seats": 3, "deals": [{"first": 0, "actions": [0, 0, 0]}, {"first": 1, "actions": [0, 0, 0]}]},
        {"over": True, "landlord": None, "redeal": True, "next_first": 2},
    ),
    (
        "auction",
        "qq_3p",
        {"seats": 3, "deals": [{"first": 2, "actions": [3]}, {"actions": [1]}]},
        {"over": False, "first_caller": 0, "next_seat": 1, "legal": [3, 0, 2]},
    ),
    (
        "auction",
        "qq_3p",
        {
            "seats": 3,
            "first": 1,
            "actions": [2],
            "hands": ["333344445555666xX", "7777888899996TTTT", "JJJJQQQQKKKKAAAA2"],
            "bottom": "222",
        },
        {"over": False, "next_seat": 2, "legal": [0, 3]},
    ),
    (
        "settle",
        "qq_3p",
        {"landlord": 1, "winner_seat": 1, "bid": 3, "factors": {"spring": True}},
        {"deltas": [-6, 12, -6]},
    ),
    (
        "settle",
        "qq_3p",
        {
            "landlord": 0,
            "winner_seat": 1,
            "bid": 1,
            "factors": {"plays": [1, 3, 0], "left_in_hands": ["3333", None, "xX"]},
        },
        {"deltas": [-4, 2, 2], "system": 0},
    ),
    (
        "settle",
        "happy_3p",
        {
            "landlord": 2,
            "winner_seat": 2,
            "bid": 1,
            "factors": {
                "grabs": 2,
                "shown": [{"seat": 2, "factor": 2}],
                "bombs": [{"size": 4, "led": True}],
                "doubles": [True, False, True],
            },
        },
        {"deltas": [-64, -32, 96], "system": 0},
    ),
    (
        "score",
        "call-rob-double",
        {"base": 1, "bombs_played": 1, "spring": None, "winner": "farmers", "doubled": ["farmer_up", "landlord"]},
        {"landlord": -12, "farmer_down": 4, "farmer_up": 8},
    ),
    (
        "score",
        "openspiel",
        {"bid": 2, "bombs_played": 0, "spring": None, "winner": "landlord", "previous_round_bombs": 3},
        {"landlord": 4, "farmer_down": -2, "farmer_up": -2},
    ),
    ("beats", "qq_3p", {"a": "33337777", "a_as": "plane1", "b": "3333"}, {"beats": False}),
    ("beats", "qq_3p", {"a": "33334444", "b": "55556666"}, {"beats": False}),
    ("classify", "qq_3p", {"cards": "33333"}, {"readings": []}),
    ("classify", "hidden_5p", {"cards": "xxx"}, {"readings": []}),
    ("moves", "rlcard", {"hand": "33", "seat": "D", "history": [["L", "pass"]]}, {"count": 2, "leads": True}),
]


@pytest.mark.parametrize(("kind", "variant", "given", "want"), OTHER_FORMS)
def test_a_form_that_no_file_has(kind: str, variant: str, given: dict[str, Any], want: dict[str, Any]) -> None:
    assert one(kind, variant, given, want)[1:] == ((), None)


@pytest.mark.parametrize(
    ("kind", "variant", "given", "want", "reason"),
    [
        ("solve", "rlcard", {}, {}, "no cases of kind solve"),
        ("settle", "grab_4p", {"landlord": 0, "winner_seat": 0}, {}, "no game grab_4p"),
        ("settle", "happy_laizi_3p", {"landlord": 0, "winner_seat": 0}, {}, "no game happy_laizi_3p"),
        ("settle", "qq_3p", {"landlord": 0, "winner_seat": 0, "funds": [1, 1, 1]}, {}, "nothing that takes `funds`"),
        ("settle", "qq_3p", {"landlord": 0, "winner_seat": 0, "room": {"N": 10}}, {}, "no coins"),
        ("classify", "tiandi-laizi", {"cards": "3"}, {"readings": []}, "no rules tiandi-laizi"),
        ("auction", "qq_3p", {"seats": 3, "phase": "pick"}, {}, "no phase pick"),
        ("auction", "qq_3p", {"seats": 3, "actions": [0]}, {"dissolve": True}, "nothing that says dissolve"),
    ],
)
def test_what_is_not_there_is_not_carried(
    kind: str, variant: str, given: dict[str, Any], want: dict[str, Any], reason: str
) -> None:
    assert one(kind, variant, given, want)[1:] == ((), reason)


def test_a_case_fails_if_one_of_its_rule_sets_does() -> None:
    given, plane = {"cards": "333444xX"}, {"type": "plane1", "main": "4", "len": 2}
    said = one("classify", "lenient+pagat", given, {"readings": [plane]})
    assert [(failure.rules, failure.got) for failure in said.failures] == [("pagat_3p", {"readings": []})]


def test_a_rule_set_that_is_not_there_does_not_hide_a_failure() -> None:
    said = one("classify", "tiandi-laizi+lenient", {"cards": "3"}, {"readings": []})
    assert said.failures
    assert said.not_carried is None


LINE = {"id": "a", "kind": "classify", "variant": "qq_3p", "given": {"cards": "3"}, "want": {}, "why": "because"}


def write(path: Path, *lines: dict[str, Any] | str) -> str:
    file = path / "some.jsonl"
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return str(file)


def test_the_sum_is_the_last_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = LINE | {"want": {"readings": [{"type": "single", "main": "3", "len": 1}]}}
    wrong = LINE | {"id": "b", "want": {"readings": []}}
    absent = LINE | {"id": "c", "variant": "grab_4p"}
    assert cases.main([write(tmp_path, right, absent)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed, 1 not carried\n"
    assert cases.main(["--verbose", write(tmp_path, right, wrong, absent)]) == 1
    got = "{'readings': [{'type': 'single', 'main': '3', 'len': 1}]}"
    assert capsys.readouterr().out.splitlines() == [
        f"FAILED b [qq_3p] want {{'readings': []}}, got {got} (because)",
        "not carried c [grab_4p]: no rules grab_4p",
        "1 passed, 1 failed, 1 not carried",
    ]


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "",
        "[]",
        {key: value for key, value in LINE.items() if key != "why"},
        LINE | {"more": 1},
        LINE | {"given": {}},
        LINE | {"given": {"cards": 3}},
        LINE | {"given": {"cards": "3Z"}},
        LINE | {"given": {"cards": "3", "wild": "x"}},
        LINE | {"kind": "auction", "given": {"seats": 4, "actions": []}},
        LINE | {"kind": "auction", "given": {"seats": 3, "actions": [], "hands": ["3", "4", "5"]}},
        LINE | {"kind": "settle", "given": {"landlord": 3, "winner_seat": 0}},
        LINE | {"kind": "settle", "given": {"landlord": 0, "winner_seat": 0, "factors": {"plays": [1]}}},
        LINE | {"kind": "bid", "given": {"actions": [0], "asked": []}},
    ],
)
def test_a_line_that_cannot_be_read_is_named(
    bad: dict[str, Any] | str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, LINE, bad)
    assert cases.main([file]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{file}:2: ")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cases.main([str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl: cannot be read" in capsys.readouterr().err

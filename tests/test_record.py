"""Records: whole deals as text, replayed line by line and verified; a tampered one is refused and says where."""

from __future__ import annotations

from pathlib import Path

import pytest

from dizhu.errors import RecordError
from dizhu.games.climb.deal import synthetic
from dizhu.games.match import Match
from dizhu.games.record import Record, replay, verify
from dizhu.rules import available, load, load_file
from tests.deals import new_match, play_match, random_steps

GOLDEN = Path(__file__).parent / "golden" / "record"


def record_text(variant: str = "qq_3p", seed: int = 0) -> str:
    texts: list[str] = []
    play_match(load(variant), seed, lambda match: texts.append(str(Record.of(match))))
    return texts[-1]


@pytest.mark.parametrize("variant", available())
def test_every_deal_verifies_and_survives_its_text(variant: str) -> None:
    def check(match: Match) -> None:
        text = str(Record.of(match))
        record = Record.parse(text)
        assert str(record) == text
        verify(record)

    for seed in range(40):
        play_match(load(variant), seed, check)


@pytest.mark.parametrize("variant", available(folder="variants"))
def test_every_variant_has_a_golden_record_that_verifies(variant: str) -> None:
    files = sorted(GOLDEN.glob(f"{variant}*.txt"))
    assert files, f"no golden record of {variant}"
    for file in files:
        text = file.read_text("utf-8")
        record = Record.parse(text)
        assert record.rules.id == variant
        assert str(record) == text
        verify(record)


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("qq_3p-bomb-and-rocket", (-4, 8, -4)),  # bid 1, a bomb and the rocket: 1 x 2 x 2 = 4 from each peasant
        ("qq_3p-spring", (-6, -6, 12)),  # bid 3, spring: 3 x 2 = 6
        ("qq_3p-redeal", (0, 0, 0)),
        ("pagat_3p-two-bombs", (12, -24, 12)),  # bid 3, two bombs: 3 x 4 = 12, the landlord lost
        ("pagat_3p-redeal", (0, 0, 0)),
        ("happy_3p-grab-and-spring", (16, -8, -8)),  # two grabs and spring: 4 x 2 = 8
        # a grab, a show for 4, a bomb: 16; landlord and seat 1 doubled: 16 x 4 and 16 x 2
        ("happy_3p-show-grab-and-double", (96, -64, -32)),
    ],
)
def test_golden_records_settle_as_reckoned_by_hand(name: str, points: tuple[int, ...]) -> None:
    record = Record.parse((GOLDEN / f"{name}.txt").read_text("utf-8"))
    *_, (_, _, game) = replay(record)
    assert game.outcome is not None
    assert game.outcome.points == points


def tamper(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with one line changed, and that line's number."""
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if old in line)
    lines[number] = lines[number].replace(old, new)
    return "\n".join(lines) + "\n", number + 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deal 0", "deal 1"),
        ("first 0 drawn", "first 1 drawn"),
        ("bytes - - -", "bytes - 00 -"),
        ("secret f", "secret e"),
        ("system deal 17", "system deal 16"),
        ("points", "points 1"),
        ("dizhu record 1", "dizhu record 2"),
        ("rules qq_3p ", "rules qq_3p 0"),
        ("init 1", "init 2"),
    ],
)
def test_a_tampered_line_is_refused_and_named(old: str, new: str) -> None:
    text = next(t for t in (record_text(seed=seed) for seed in range(200)) if old in t)
    tampered, line = tamper(text, old, new)
    with pytest.raises(RecordError) as error:
        verify(Record.parse(tampered))
    assert str(error.value).startswith("line ")
    if old in ("points", "dizhu record 1", "rules qq_3p ", "first 0 drawn"):
        assert error.value.line == line


def test_a_changed_card_of_any_play_is_refused_where_it_stands() -> None:
    text = record_text(seed=2)
    lines = text.splitlines()
    plays = [n for n, line in enumerate(lines) if " lay " in line]
    for number in plays:
        changed = list(lines)
        head, cards = changed[number].split(" lay ")
        changed[number] = f"{head} lay {'X' if 'X' not in cards else 'x'}"
        with pytest.raises(RecordError) as error:
            verify(Record.parse("\n".join(changed) + "\n"))
        assert error.value.line >= number + 1


@pytest.mark.parametrize(("deal", "how"), [("deal 0", "rotated"), ("deal 5", "drawn")])
def test_the_first_seat_cannot_be_chosen_in_the_first_deal(deal: str, how: str) -> None:
    text = record_text(seed=4)
    record = Record.parse(text)
    seat = (record.first + 1) % 3
    forged = text.replace("deal 0", deal, 1).replace(f"first {record.first} drawn", f"first {seat} {how}")
    with pytest.raises(RecordError, match=r"line [45]:"):
        verify(Record.parse(forged))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("system deal 17", "system deal 17 by player"),
        ("system deal 17", "system deal 017"),
        ("system deal 17", "system deal １７"),
        ("0 bid ", "0 bid  "),
        ("0 bid ", "00 bid "),
        ("0 pass", "0 pass by player"),
        ("0 pass", "0 pass by system"),
        ("0 pass", "9999999999 pass"),
        ("0 bid ", "0 bid 9999999999"),
    ],
)
def test_an_entry_has_one_spelling(old: str, new: str) -> None:
    text = next(t for t in (record_text(seed=seed) for seed in range(50)) if old in t)
    with pytest.raises(RecordError, match=r"line [0-9]+: "):
        verify(Record.parse(text.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("points -6 -6 12", "points -06 -6 12"),
        ("points -6 -6 12", "points -6 -6 +12"),
        ("points -6 -6 12", "points -6 -6 1_2"),
        ("factor base 3 1", "factor base ３ 1"),
        ("first 2", "first 02"),
        ("init 1", "init 01"),
        ("winner 2", "winner  2"),
        ("deal 0", "deal 00"),
    ],
)
def test_every_line_has_one_spelling(old: str, new: str) -> None:
    text = (GOLDEN / "qq_3p-spring.txt").read_text("utf-8")
    old = old if old in text else next(line for line in text.splitlines() if line.startswith(old[:5]))
    with pytest.raises(RecordError, match=r"line [0-9]+: expected"):
        Record.parse(text.replace(old, new, 1))
    secret = next(line for line in text.splitlines() if line.startswith("secret "))
    with pytest.raises(RecordError, match="expected it written as"):
        Record.parse(text.replace(secret, "secret " + secret[7:].upper()))


def test_a_record_may_have_the_line_ends_of_windows() -> None:
    text = record_text(seed=4)
    verify(Record.parse(text.replace("\n", "\r\n")))


def test_dropping_any_entry_is_refused() -> None:
    lines = record_text(seed=5).splitlines()
    first, last = lines.index("entries") + 1, lines.index("end")
    for number in range(first, last):
        with pytest.raises(RecordError):
            verify(Record.parse("\n".join(lines[:number] + lines[number + 1 :]) + "\n"))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("deal", "9" * 30),
        ("deal", "-1"),
        ("deal", "²"),
        ("table", ""),
        ("table", "桌" * 86),
        ("init", "x"),
        ("init", "9" * 5000),
        ("first", "5 drawn"),
        ("first", "0 chosen"),
        ("secret", "00"),
        ("secret", "zz"),
        ("bytes", "- -"),
        ("bytes", "- - " + "00" * 33),
        ("points", "1 2"),
        ("winner", "one"),
    ],
)
def test_a_malformed_value_is_refused_on_its_line(key: str, value: str) -> None:
    lines = record_text(seed=1).splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith(key + " "))
    lines[number] = f"{key} {value}"
    with pytest.raises(RecordError, match=r"expected|hexadecimal") as error:
        Record.parse("\n".join(lines) + "\n")
    assert error.value.line == number + 1


@pytest.mark.parametrize("cut", range(0, 40, 3))
def test_a_torn_record_says_what_is_missing(cut: int) -> None:
    lines = record_text(seed=3).splitlines()
    with pytest.raises(RecordError, match="expected"):
        verify(Record.parse("\n".join(lines[:-1][: cut + 1])))


@pytest.mark.parametrize(
    "text", ["", "\n", "hello\n", "dizhu record 1\nrules\n", "dizhu record 1\nrules no_such 00\n", "\x00\n"]
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match=r"line [12]:"):
        Record.parse(text)


def test_a_synthetic_deal_replays_but_cannot_be_verified() -> None:
    import random

    rules = load("qq_3p")
    source = new_match(rules, 1).game
    assert source is not None
    assert source.deal is not None
    deal = source.deal
    match = Match(rules, "case")
    hands = [deal.hand(rules, seat, 17) for seat in range(3)]
    game = match.begin(synthetic(rules, hands, deal.bottom(rules), 2))
    for _ in random_steps(game, random.Random(1)):
        pass
    text = str(Record.of(match))
    record = Record.parse(text)
    assert str(record) == text
    assert len(list(replay(record))) == len(game.entries)
    with pytest.raises(RecordError, match="cannot be verified") as error:
        verify(record)
    assert text.splitlines()[error.value.line - 1].startswith("deck ")


def test_a_synthetic_deck_must_be_whole() -> None:
    text = record_text(seed=1)
    lines = [line for line in text.splitlines() if not line.startswith(("commitment", "secret"))]
    lines = ["deck 3c 3c 4d" if line.startswith("bytes") else line for line in lines]
    with pytest.raises(RecordError, match="expected a deck of 54"):
        list(replay(Record.parse("\n".join(lines) + "\n")))
    twice = ["deck" + " 3c" * 54 if line.startswith("deck") else line for line in lines]
    with pytest.raises(RecordError, match="each once"):
        list(replay(Record.parse("\n".join(twice) + "\n")))


def test_a_record_of_house_rules_needs_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "qq_3p"\nname = { en = "Mine" }\n[score]\nspring = 3\n', "utf-8")
    rules = load_file(file)
    texts: list[str] = []
    play_match(rules, 0, lambda match: texts.append(str(Record.of(match))))
    with pytest.raises(RecordError, match=r"line 2: .*no rules of that id"):
        Record.parse(texts[-1])
    verify(Record.parse(texts[-1], rules))
    with pytest.raises(RecordError, match="they are not the same game"):
        Record.parse(texts[-1], load("qq_3p"))


def test_only_a_deal_that_is_over_has_a_record() -> None:
    with pytest.raises(ValueError, match="expected a match whose deal is over"):
        Record.of(new_match(load("qq_3p"), 0))

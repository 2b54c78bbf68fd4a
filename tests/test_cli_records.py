"""The commands on records: replay and verify. The deals are laid out by hand, or fair ones in which seat 0 bids."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dizhu.cards import parse_cards
from dizhu.cli import cli
from dizhu.games.acts import Action, AddBytes, Bid, Commit, DealTo, Lay, Pass, Ready, Start
from dizhu.games.climb.deal import synthetic
from dizhu.games.fair import commitment, seed_secret
from dizhu.games.game import Cause
from dizhu.games.match import Match
from dizhu.games.record import Record
from dizhu.rules import load

BOTTOM = "3d 3h X"
HANDS = (
    "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c 2d 2h 2s x",
    "3s 4d 4h 5d 5h 6d 6h 7d 7h 8d 8h 9d 9h Td Th Jd Jh",
    "4s 5s 6s 7s 8s 9s Ts Js Qd Qh Qs Kd Kh Ks Ad Ah As",
)
SPRING = """\
QQ Dou Dizhu (qq_3p), table home, deal 1
  seat 0  3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c 2d 2h 2s x
  seat 1  3s 4d 4h 5d 5h 6d 6h 7d 7h 8d 8h 9d 9h Td Th Jd Jh
  seat 2  4s 5s 6s 7s 8s 9s Ts Js Qd Qh Qs Kd Kh Ks Ad Ah As
  bottom  3d 3h X
  first   seat 2, given

   1  system  17 cards each are dealt
      seat 2 is asked first
   2  seat 2  passes  (time is up)
   3  seat 0  bids 3
      seat 0 is landlord
   4  seat 0  3456789TJQKA          solo*5..       332222xX
   5  seat 1  passes
   6  seat 2  passes
   7  seat 0  2222                  4x             33xX
   8  seat 1  passes
   9  seat 2  passes
  10  seat 0  xX                    xX             33
  11  seat 1  passes
  12  seat 2  passes
  13  seat 0  33                    pair           goes out
      left with seat 1: 3445566778899TTJJ
      left with seat 2: 456789TJQQQKKKAAA

the landlord, seat 0, wins: seat 0 went out
  unit    base 3 × 4x 2 × xX 2 × spring 2 = 24
  seat 0  +48
  seat 1  -24
  seat 2  -24
"""


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)), prog_name="dizhu")


def lay(cards: str) -> Lay:
    return Lay(parse_cards(cards))


def by_hand() -> str:
    """Seat 0 bids 3, leads 3…A, four twos, both jokers and 33; nobody else plays: 3 × 2 × 2 × 2 for the spring."""
    match = Match(load("qq_3p"), "home")
    game = match.begin(synthetic(match.rules, list(map(parse_cards, HANDS)), parse_cards(BOTTOM), 2))
    game.act("system", DealTo(17), Cause.SYSTEM)
    game.act(2, Bid(0), Cause.CLOCK)
    game.act(0, Bid(3), Cause.PLAYER)
    for cards in ("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac", "2c 2d 2h 2s", "X x", "3d 3h"):
        game.act(0, lay(cards), Cause.PLAYER)
        if game.outcome is None:
            game.act(1, Pass(), Cause.PLAYER)
            game.act(2, Pass(), Cause.PLAYER)
    return str(Record.of(match))


def fair(*, bid: bool = True) -> str:
    """A deal of the seed 7: the first asked bids 3, then all lay their lowest card or pass; or nobody bids."""
    match = Match(load("qq_3p"), "local")
    for seat in range(3):
        match.act(seat, Ready())
    match.act("system", Commit(seed_secret(7, 0)))
    match.act(0, AddBytes(b"own bytes"))
    match.act("system", Start())
    game = match.game
    assert game is not None
    game.act("system", DealTo(17), Cause.SYSTEM)
    while game.outcome is None:
        (seat,) = game.awaited
        action: Action = Bid(3) if bid and game.phase == "bid" else game.default(seat)
        game.act(seat, action, Cause.PLAYER)
    return str(Record.of(match))


def saved(folder: Path, text: str) -> Path:
    file = folder / "deal.dzr"
    file.write_text(text)
    return file


def changed(text: str, old: str, new: str) -> tuple[str, int]:
    """The text with the only or first line `old` made `new`, and that line's number."""
    lines = text.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith(old))
    lines[at] = new
    return "\n".join(lines) + "\n", at + 1


def test_replay_prints_the_deal(tmp_path: Path) -> None:
    result = run("replay", saved(tmp_path, by_hand()))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SPRING


def test_replay_of_a_void_deal(tmp_path: Path) -> None:
    result = run("replay", saved(tmp_path, fair(bid=False)))
    assert result.exit_code == 0
    assert result.stdout.endswith("\n\nnobody wants to be landlord: the deal is void\n")


def test_replay_stops_at_the_line_that_does_not_fit(tmp_path: Path) -> None:
    text, line = changed(by_hand(), "0 lay 2c", "0 lay 3c 3d = 33")
    assert line == 15
    result = run("replay", saved(tmp_path, text))
    assert result.exit_code == 1
    assert result.stdout == SPRING[: SPRING.index("   7  seat 0")]
    assert result.stderr.startswith(f"dizhu: {tmp_path}/deal.dzr: does not replay: line {line}: play/not_in_hand")


def test_a_fair_deal_is_verified(tmp_path: Path) -> None:
    for text in (fair(), fair(bid=False)):
        file = saved(tmp_path, text)
        result = run("verify", file)
        assert (result.exit_code, result.stderr) == (0, "")
        seal = commitment(seed_secret(7, 0), "local", 0).hex()
        begins = f"{file}: verified: deal 1 of table local, qq_3p\n  seal (commitment)\n  {seal}\n"
        assert result.stdout.startswith(begins)
        ends = "  Compare the seal with the one shown before the deal (page l of the game).\n"
        assert result.stdout.endswith(ends)
        found = json.loads(run("verify", file, "--json").stdout)
        assert found == {"verified": True, "line": None, "reason": None}


def test_a_deal_made_by_hand_is_not(tmp_path: Path) -> None:
    file = saved(tmp_path, by_hand())
    _, line = changed(by_hand(), "deck", "")
    result = run("verify", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"dizhu: {file}: not verified: line {line}: a synthetic deal cannot be verified")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dizhu record", "dizhu record 2"),
        ("rules", "rules qq_3p 00"),
        ("table", "table elsewhere"),
        ("deal", "deal 1"),
        ("deal", "deal -1"),
        ("secret", f"secret {'00' * 32}"),
        ("bytes", "bytes - - -"),
        ("points", "points 0 0 0"),
        ("winner", "winner 1x"),
        ("system deal", "system deal 16"),
        ("end", "all"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused_with_its_line(tmp_path: Path, old: str, new: str) -> None:
    text, line = changed(fair(), old, new)
    file = saved(tmp_path, text)
    result = run("verify", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"dizhu: {file}: not verified: line ")
    found = run("verify", file, "--json")
    answer = json.loads(found.stdout)
    assert (found.exit_code, answer["verified"]) == (1, False)
    assert f"line {answer['line']}: {answer['reason']}\n" in result.stderr
    if old in ("dizhu record", "rules", "points", "winner") or new == "deal -1":
        assert answer["line"] == line
    if old in ("table", "secret"):
        assert answer["line"] == changed(fair(), "commitment", "")[1]


def test_a_record_under_house_rules_needs_their_file(tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "qq_3p"\nname = { en = "House" }\n[score]\nspring = 3\n')
    text, _ = changed(by_hand(), "rules", f"rules house {_digest(rules)}")
    text, _ = changed(text, "factor spring", "factor spring 3 1")
    text, _ = changed(text, "points", "points 72 -36 -36")
    file = saved(tmp_path, text)
    assert run("replay", file).exit_code == 1
    result = run("replay", file, "--rules", rules)
    assert result.exit_code == 0
    assert "  unit    base 3 × 4x 2 × xX 2 × spring 3 = 36\n" in result.stdout


def _digest(rules: Path) -> str:
    shown = run("rules", "show", rules).stdout
    return shown.split("digest")[1].strip()


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "deal.dzr"
    file.write_bytes(b"\xff\x00")
    for command in ("replay", "verify"):
        result = run(command, file)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "not UTF-8" in result.stderr

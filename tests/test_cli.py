"""The commands that answer questions: plays, readings, rules, arena."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dizhu.cli import cli
from dizhu.rules import load

RULES = Path(__file__).parent / "data" / "rules"
LAIZI = str(RULES / "happy_laizi_3p.toml")
EMPEROR = str(RULES / "emperor_3p.toml")
SPECIAL = str(RULES / "trad_4p_special.toml")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, prog_name="dizhu")


def answer(*arguments: str) -> dict[str, object]:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def combos(*arguments: str) -> list[tuple[str, str, int]]:
    found = answer("readings", *arguments)["readings"]
    assert isinstance(found, list)
    return [(each["shape"], each["top"], each["length"]) for each in found]


def cards(*arguments: str) -> list[str]:
    found = answer("plays", *arguments)["plays"]
    assert isinstance(found, list)
    return [each["cards"] for each in found]


# plays


def test_plays_as_json_are_one_line_of_objects() -> None:
    result = run("plays", "55444333", "--json")
    assert result.stdout.startswith('{"rules": "qq_3p", "hand": "33344455", "beat": null, "plays": [{"cards": "3", ')
    found = json.loads(result.stdout)
    listed = [(each["cards"], each["shape"], each["top"], each["length"]) for each in found["plays"]]
    assert listed == [
        ("3", "solo", "3", 1),
        ("4", "solo", "4", 1),
        ("5", "solo", "5", 1),
        ("33", "pair", "3", 1),
        ("44", "pair", "4", 1),
        ("55", "pair", "5", 1),
        ("333", "trio", "3", 1),
        ("444", "trio", "4", 1),
        ("334455", "pair*3..", "5", 3),
        ("333444", "trio*2..", "4", 2),
        ("33344", "trio+pair", "3", 1),
        ("33355", "trio+pair", "3", 1),
        ("33444", "trio+pair", "4", 1),
        ("44455", "trio+pair", "4", 1),
        ("3334", "trio+solo", "3", 1),
        ("3335", "trio+solo", "3", 1),
        ("3444", "trio+solo", "4", 1),
        ("4445", "trio+solo", "4", 1),
        ("33344455", "trio*2..+solo", "4", 2),
    ]
    assert {tuple(each) for each in found["plays"]} == {("cards", "shape", "top", "length")}


def test_plays_are_listed_by_shape_for_people() -> None:
    assert run("plays", "33344455").stdout == (
        "qq_3p: 19 plays of 33344455\n"
        "  solo           3 4 5\n"
        "  pair           33 44 55\n"
        "  trio           333 444\n"
        "  pair*3..       334455\n"
        "  trio*2..       333444\n"
        "  trio+pair      333+44 333+55 444+33 444+55\n"
        "  trio+solo      333+4 333+5 444+3 444+5\n"
        "  trio*2..+solo  333444+5+5\n"
    )


def test_plays_beat_what_is_on_the_table() -> None:
    assert cards("3456789TJQK", "--beat", "45678") == ["56789", "6789T", "789TJ", "89TJQ", "9TJQK"]
    assert answer("plays", "3456789TJQK", "--beat", "87654")["beat"] == {
        "cards": "45678",
        "shape": "solo*5..",
        "top": "8",
        "length": 5,
    }
    assert run("plays", "3456789TJQK", "--beat", "45678").stdout.startswith(
        "qq_3p: 5 plays of 3456789TJQK to beat 45678 (solo*5.., top 8, length 5)\n"
    )


def test_the_reading_of_the_table_can_be_named() -> None:
    """TTTJJJQQQ345 beats 666777888999 put down as three trios and 999, not as four trios (case qq_3p-moves-03, 04)."""
    table = ("TTTJJJQQQ345", "--beat", "666777888999", "--beat-as")
    assert cards(*table, "trio*2..+solo") == ["345TTTJJJQQQ"]
    assert cards(*table, "trio*2..") == []
    assert cards("TTTJJJQQQ345", "--beat", "666777888999") == []


def test_no_play_is_said_in_words() -> None:
    result = run("plays", "345", "--beat", "KK")
    assert (result.exit_code, result.stdout) == (0, "qq_3p: nothing in 345 to beat KK (pair, top K)\n")
    assert run("plays", "").stdout == "qq_3p: nothing in an empty hand\n"


def test_wild_cards_are_written_as_themselves() -> None:
    """Case happy_laizi_3p-moves-01: 37 plays, 34 bags of cards."""
    found = cards("33445568", "--wild", "8", "--rules", LAIZI)
    assert (len(found), len(set(found))) == (37, 34)
    listed = run("plays", "33445568", "--wild", "8", "--rules", LAIZI).stdout.splitlines()
    assert "  pair       33 38=33 44 48=44 55 58=55 68=66" in listed
    assert "  trio       338=333 448=444 558=555" in listed


def test_red_sevens_are_written_r() -> None:
    assert cards("37r", "--wild", "red7") == ["3", "7", "r", "3r", "7r"]


def test_ten_may_be_written_10() -> None:
    assert cards("10 t", "--beat", "9") == ["T"]


# readings


@pytest.mark.parametrize(
    ("bag", "rules", "expected"),
    [
        ("333xX", "qq_3p", []),  # rulebook 3.1 fact 5
        ("333444xX", "qq_3p", [("trio*2..+solo", "4", 2)]),  # 3.1 fact 6
        ("33777888", "qq_3p", [("trio*2..+solo", "8", 2)]),  # 3.2 fact 4
        ("33777888", "pagat_3p", []),
        ("6666xX", "pagat_3p", []),  # 3.2 fact 5
        ("222333", "qq_3p", []),  # 3.1 fact 4
        ("33334444", "qq_3p", [("trio*2..+solo", "4", 2), ("quad+2pair", "4", 1), ("quad+2pair", "3", 1)]),  # 2.5
        ("444555666777", "qq_3p", [("trio*2..", "7", 4), ("trio*2..+solo", "7", 3), ("trio*2..+solo", "6", 3)]),
        ("xX", "qq_3p", [("xX", "X", 1)]),
        ("2222", EMPEROR, [("quad", "2", 1)]),  # emperor_3p-classify-05
    ],
)
def test_readings(bag: str, rules: str, expected: list[tuple[str, str, int]]) -> None:
    assert sorted(combos(bag, "--rules", rules)) == sorted(expected)


@pytest.mark.parametrize("bag", ["33333", "xx", "xxx", "3" * 18, "X3X"])
def test_cards_that_no_deck_holds_are_nothing(bag: str) -> None:
    assert combos(bag) == []
    result = run("readings", bag)
    assert (result.exit_code, result.stdout) == (0, f"qq_3p: {''.join(sorted(bag))} can be nothing\n")


def test_two_packs_hold_twice_as_many() -> None:
    assert combos("xx", "--rules", SPECIAL) == [("pair", "x", 1)]
    assert combos("xxx", "--rules", SPECIAL) == []


def test_readings_with_a_second_run_name_its_top() -> None:
    """Case emperor_3p-beats-08: two quads, two trios in a run compared second, two pairs."""
    found = answer("readings", "44445555JJJQQQ77XX", "--rules", EMPEROR)["readings"]
    shape = "quad*2..+trio*+pair"
    assert found == [{"cards": "4444555577JJJQQQXX", "shape": shape, "top": "5", "length": 2, "second": "Q"}]


@pytest.mark.parametrize(
    ("bag", "wild", "expected"),
    [
        ("3335", "5", [("4x:soft", "3", 1), ("trio+solo", "3", 1)]),  # the examples of rulebook 2.13
        ("4675", "5", []),
        ("46785", "5", [("solo*5..", "8", 5)]),
        ("34675", "5", [("solo*5..", "7", 5)]),
        ("67895", "5", [("solo*5..", "T", 5), ("solo*5..", "9", 5)]),
        ("5555", "5", [("4x:pure", "5", 1)]),
        ("3333", "5", [("4x:hard", "3", 1)]),
    ],
)
def test_readings_of_wild_cards(bag: str, wild: str, expected: list[tuple[str, str, int]]) -> None:
    assert combos(bag, "--wild", wild, "--rules", LAIZI) == expected


def test_only_readings_that_beat_the_table() -> None:
    """Rulebook 2.5: 444555666777 is a run of four trios as a lead; to beat three with kickers it is 7 high."""
    beat = ("--beat", "333444555678", "--beat-as", "trio*2..+solo")
    assert combos("444555666777", *beat) == [("trio*2..+solo", "7", 3), ("trio*2..+solo", "6", 3)]
    assert combos("3333", "--beat", "666689") == [("4x", "3", 1)]  # 3.1 fact 2
    assert combos("444457", "--beat", "333389") == [("quad+2solo", "4", 1)]
    assert combos("44445577", "--beat", "333389") == []  # two types, as in 3.1 fact 1


def test_readings_for_people_mark_the_one_that_counts() -> None:
    assert run("readings", "33334444").stdout == (
        "qq_3p: 33334444 can be 3 combos\n"
        "  trio*2..+solo  top 4, length 2  (unless another is named)\n"
        "  quad+2pair     top 4\n"
        "  quad+2pair     top 3\n"
    )
    assert run("readings", "34").stdout == "qq_3p: 34 can be nothing\n"


# rules


def test_rules_are_listed_variants_first() -> None:
    found = answer("rules", "list")["rules"]
    assert isinstance(found, list)
    assert [each["id"] for each in found if each["folder"] == "variants"] == ["happy_3p", "pagat_3p", "qq_3p"]
    profiles = [each["id"] for each in found if each["folder"] == "compat"]
    assert profiles == ["douzero", "onestraw", "openspiel", "rlcard"]
    assert "  qq_3p      QQ Dou Dizhu                            QQ 斗地主\n" in run("rules", "list").stdout


def test_rules_are_shown_with_all_they_inherit() -> None:
    shown = run("rules", "show", "pagat_3p").stdout
    for line in (
        "pagat_3p: Three-Player Dou Dizhu, Bidding Rounds · 三人斗地主（轮叫） · 三人鬥地主（輪叫）",
        "table    seats 3, packs 1, hand 17, bottom (cards 3, seen by all), dead 0",
        "auction  score, values 1 2 3, turns rounds, first marker, all pass (redeal)",
        "bombs    4x < xX",
        "kickers  not allowed: solo body repeat rocket, pair body repeat",
        "score    base bid, bombs 2, spring 1, anti spring 1",
        f"digest   {load('pagat_3p').digest}",
    ):
        assert line in shown.splitlines()


def test_a_rule_file_that_holds_together() -> None:
    result = run("rules", "check", LAIZI)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{LAIZI}: holds together")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "qq_3p"\n[auction]\ngrabs = 2\n', "unknown field `grabs` - at `$.auction`"),
        ('extends = "qq_3p"\n[table]\nhand = 18\n', "- at `$.table`"),
        ('extends = "qq_3p"\n[plays]\nshapes = ["solo", "sole"]\n', "- at `$.plays.shapes[1]`"),
        ('extends = "nobody"\n', "- at `$.extends`"),
        ("name = {\n", "not TOML"),
    ],
)
def test_a_rule_file_that_does_not(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text)
    result = run("rules", "check", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"dizhu: {file}: ")
    assert message in result.stderr
    assert run("plays", "3", "--rules", str(file)).exit_code == 2


def test_a_rule_file_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    for file in (tmp_path / "absent.toml", binary):
        result = run("rules", "check", str(file))
        assert (result.exit_code, result.stdout) == (2, "")
        assert "cannot be read" in result.stderr


def test_house_rules_are_played_by(tmp_path: Path) -> None:
    file = tmp_path / "no_kickers.toml"
    file.write_text('extends = "qq_3p"\nname = { en = "No kickers" }\n[plays]\nshapes = ["solo", "pair", "trio"]\n')
    assert answer("plays", "33344", "--rules", str(file))["rules"] == "no_kickers"
    assert cards("33344", "--rules", str(file)) == ["3", "4", "33", "44", "333"]


def test_what_the_commands_on_rules_do_is_said_in_whole_sentences() -> None:
    lines = run("rules", "--help").stdout.splitlines()
    commands = lines[lines.index("Commands:") + 1 : lines.index("Commands:") + 4]
    assert sorted(line.split()[0] for line in commands) == ["check", "list", "show"]
    assert all(line.endswith(".") and not line.endswith("...") for line in commands)


# arena


def test_arena_as_json() -> None:
    found = answer("arena", "random", "random", "--decks", "3", "--seed", "5")
    assert list(found) == ["a", "b", "rules", "decks", "seed", "wp", "wp_se", "adp", "adp_se", "by_role"]
    assert [found[key] for key in ("a", "b", "rules", "decks", "seed")] == ["random", "random", "douzero", 3, 5]
    roles = found["by_role"]
    assert isinstance(roles, dict)
    assert {role: list(figures) for role, figures in roles.items()} == {
        "landlord": ["wp", "adp"],
        "peasants": ["wp", "adp"],
    }
    assert found["wp"] == pytest.approx((roles["landlord"]["wp"] + roles["peasants"]["wp"]) / 2)
    assert answer("arena", "random", "random", "--decks", "3", "--seed", "5", "--jobs", "2") == found


def test_arena_for_people() -> None:
    lines = run("arena", "greedy", "random", "--decks", "2", "--rules", "qq_3p").stdout.splitlines()
    assert lines[0] == "greedy against random: qq_3p, 2 decks played twice, seed 0"
    assert run("arena", "random", "random", "--decks", "1").stdout.startswith(
        "random against random: douzero, 1 deck played twice, seed 0\n"
    )
    assert lines[1].split()[0] == "WP"
    assert lines[2].split()[0] == "ADP"

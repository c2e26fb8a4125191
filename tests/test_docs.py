"""The documents keep up with the code: commands, games, scenarios, clauses."""

import ast
import re
from pathlib import Path

import pytest

import simkit.games  # noqa: F401  registers the games
from simkit.contract import GAMES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
OURS = {name: game for name, game in GAMES.items() if game.package.startswith("simkit.games.")}
CLAUSE = re.compile(r"\b([A-Z]{2})-(\d{1,3}[a-z]?|X\d+[a-z]?)\b")


def marked_clauses(name: str) -> set[str]:
    """Every clause ID that a test of the game is marked with."""
    found: set[str] = set()
    for file in (ROOT / "tests" / "games" / name).glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def split_rules(name: str) -> tuple[set[str], set[str]]:
    """Clause IDs of RULES.md: all of them, and those in its section on what is not modelled."""
    text = (ROOT / "simkit" / "games" / name / "RULES.md").read_text()
    head, _, tail = text.partition("## Not modelled")
    missing = {"-".join(match) for match in CLAUSE.findall(tail)}
    return {"-".join(match) for match in CLAUSE.findall(head)} | missing, missing


@pytest.mark.parametrize("name", OURS)
def test_every_clause_is_tested_or_listed_as_not_modelled(name: str) -> None:
    listed, missing = split_rules(name)
    assert len(listed) > 50
    assert sorted(listed - missing - marked_clauses(name)) == []


@pytest.mark.parametrize("name", OURS)
def test_no_test_is_marked_with_an_unknown_clause_and_no_number_is_skipped(name: str) -> None:
    listed, _ = split_rules(name)
    assert sorted(marked_clauses(name) - listed) == []
    found = [match for clause in listed if (match := re.fullmatch(r"([A-Z]{2})-(\d+)", clause))]
    for prefix in {match[1] for match in found}:
        numbers = sorted(int(match[2]) for match in found if match[1] == prefix)
        assert numbers == list(range(1, numbers[-1] + 1)), prefix


@pytest.mark.parametrize("name", OURS)
def test_every_switch_stands_in_the_rules_and_the_readme_names_the_game(name: str) -> None:
    text = (ROOT / "simkit" / "games" / name / "RULES.md").read_text()
    assert [switch.name for switch in OURS[name].switches if f"`{switch.name}`" not in text] == []
    assert OURS[name].title in README


def test_the_readme_names_every_command() -> None:
    from simkit.cli import app

    names = [command.name or command.callback.__name__ for command in app.registered_commands]
    assert len(names) == 9
    assert [name for name in names if f"simkit {name}" not in README] == []


def test_every_scenario_is_valid_and_stands_in_the_readme() -> None:
    from simkit import load

    files = sorted((ROOT / "scenarios").rglob("*.toml"))
    assert files
    for file in files:
        scenario = load(file)
        assert scenario.question
        assert str(file.relative_to(ROOT)) in README or f"{file.parent.name}/" in README

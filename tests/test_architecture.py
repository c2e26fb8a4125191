"""The shape of the code: who may import whom, no recursion in kernels, no printing, small modules and functions."""

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

PACKAGE = Path(__file__).parent.parent / "simkit"
MODULES = sorted(PACKAGE.rglob("*.py"))
DECORATORS = {"kernel", "entry"}
NUMBA_ALLOWED = {"kernel.py", "contract.py", "rng.py", "bits.py", "policy.py"}


def name_of(module: Path) -> str:
    return str(module.relative_to(PACKAGE))


def imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def functions(module: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.FunctionDef):
            yield node


def is_compiled(function: ast.FunctionDef) -> bool:
    names = {node.id for node in function.decorator_list if isinstance(node, ast.Name)}
    return bool(names & DECORATORS)


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_numba_is_named_only_where_kernels_are_made(module: Path) -> None:
    if module.parent == PACKAGE and module.name in NUMBA_ALLOWED:
        return
    assert not [name for name in imports(module) if name.split(".")[0] == "numba"]


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_a_part_imports_only_what_it_stands_on(module: Path) -> None:
    parts = module.relative_to(PACKAGE).parts
    wanted = set(imports(module))
    ours = {name for name in wanted if name.startswith("simkit.")}
    if parts[0] == "games" and len(parts) == 3:
        core = ("simkit.kernel", "simkit.bits", "simkit.rng", "simkit.contract", "simkit.policy")
        foreign = [
            name for name in ours if not name.startswith((*core, f"simkit.games.{parts[1]}", "simkit.games"))
        ]
        assert not foreign
        others = [
            name
            for name in ours
            if name.startswith("simkit.games.") and not name.startswith(f"simkit.games.{parts[1]}")
        ]
        assert not others
    if parts[0] == "stats":
        assert all(name.startswith("simkit.stats") for name in ours)
    if parts[0] == "report":
        allowed = ("simkit.report", "simkit.stats", "simkit.results", "simkit.scenario", "simkit.contract")
        assert all(
            name.startswith((*allowed, "simkit.errors", "simkit.manifest", "simkit.plan")) for name in ours
        )
    if parts[-1] in {"engine.py", "policy.py", "contract.py"} and len(parts) == 1:
        assert not [name for name in ours if name.startswith("simkit.games")]


def call_graph() -> nx.DiGraph:
    """Kernels by name and the kernels they name; a name stands for every kernel so called (an upper bound)."""
    bodies = [f for module in MODULES for f in functions(module) if is_compiled(f)]
    graph = nx.DiGraph()
    for module in MODULES:
        compiled = {f.name for f in functions(module) if is_compiled(f)}
        known = compiled | {name.rsplit(".", 1)[-1] for name in imports(module)}
        for f in functions(module):
            if not is_compiled(f):
                continue
            for node in ast.walk(f):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
                    target = node.func.id
                    graph.add_edge((module.parent.name, f.name), (module.parent.name, target))
    assert len(bodies) > 20
    return graph


def test_no_kernel_calls_itself_directly_or_through_others() -> None:
    assert list(nx.simple_cycles(call_graph())) == []


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_the_library_does_not_print(module: Path) -> None:
    if module.name == "cli.py":
        return
    calls = [
        node.lineno
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert calls == []


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_modules_and_functions_stay_small(module: Path) -> None:
    lines = module.read_text().splitlines()
    assert len(lines) <= 450
    for function in functions(module):
        assert (function.end_lineno or 0) - function.lineno < 55, function.name
        if is_compiled(function):
            assert len(function.args.args) <= 8, function.name


@pytest.mark.parametrize("module", [m for m in MODULES if m.parent.parent.name == "games"], ids=name_of)
def test_no_kernel_reads_a_module_level_array(module: Path) -> None:
    tree = ast.parse(module.read_text())
    arrays = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call | ast.List | ast.Dict | ast.Tuple)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for function in functions(module):
        if is_compiled(function):
            used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            assert not used & arrays, function.name


def is_comparison(node: ast.AST) -> bool:
    """A comparison, or a sum of comparisons."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return is_comparison(node.left) and is_comparison(node.right)
    return isinstance(node, ast.Compare)


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_no_kernel_adds_comparisons(module: Path) -> None:
    """Compiled they are whole numbers; uncompiled, on NumPy's scalars, True + True is True."""
    for function in functions(module):
        if is_compiled(function):
            sums = [
                ast.unparse(node)
                for node in ast.walk(function)
                if isinstance(node, ast.BinOp) and is_comparison(node) and not isinstance(node, ast.Compare)
            ]
            assert sums == [], function.name


def test_every_game_folder_has_the_same_files() -> None:
    wanted = {
        "__init__.py",
        "RULES.md",
        "components.toml",
        "board.py",
        "state.py",
        "rules.py",
        "invariants.py",
        "features.py",
        "text.py",
        "draw.py",
    }
    folders = [folder for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()]
    for folder in folders:
        assert wanted <= {file.name for file in folder.iterdir()}, folder.name

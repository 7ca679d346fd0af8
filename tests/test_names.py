"""One name has one meaning: no public class or constant stands in two modules, but for sisters that mean the same."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import kahuna

SOURCE = Path(kahuna.__file__).parent

# Modules that say the same of different games, boards or stores, so that a name in several of them is no surprise.
SISTERS = {
    "the rules of each game, and a state of any": ("rules/*.py", "table/spec.py"),
    "what each game says of itself": ("table/games/*.py",),
    "where a net's inputs stand, by the numbers of its board": ("*_inputs.py", "rules/*.py"),
    "what nets and searches do, game by game": ("bots/mcts.py", "bots/nets/*.py"),
    "environments, game by game": ("envs/*.py",),
    "the two kinds of store": ("server/*_schema.py", "server/store_*.py"),
    "processes beside the server": ("server/judge.py", "server/thinkers.py"),
    "what is written from types": ("server/pagefacts.py", "server/pagetypes.py", "server/schemas.py"),
    "colours and points of pictures": ("*/picture.py", "*/pictures.py", "*/raster.py", "*/kahuna_board.py"),
    "arrays of whole numbers": ("bots/hex_value.py", "review/turns.py"),
}


def public_names(tree: ast.Module) -> Iterator[str]:
    """The classes, constants and types that a module defines."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(name, ast.Name) and name.id[0].isupper() and len(name.id) > 1:
                        yield name.id


def are_sisters(modules: set[str]) -> bool:
    return any(
        all(any(fnmatch(module, pattern) for pattern in patterns) for module in modules)
        for patterns in SISTERS.values()
    )


def test_a_public_name_is_defined_in_one_module_or_in_sisters() -> None:
    defined: dict[str, set[str]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        if path.parent.name == "oracle":
            continue  # the naive model imports nothing of the program
        for name in public_names(ast.parse(path.read_text("utf-8"))):
            defined[name].add(path.relative_to(SOURCE).as_posix())
    doubled = {name: modules for name, modules in defined.items() if len(modules) > 1}
    found = {name: sorted(modules) for name, modules in doubled.items() if not are_sisters(modules)}
    assert not found, "\n".join(f"{name}: {', '.join(modules)}" for name, modules in sorted(found.items()))

"""Which of the Python tests a change of these files can affect: `affected.py FILE…` prints their files.

It follows imports. Experiments are found by their folder and asked for by their ids, so who names an id depends on that
experiment, and who asks for all of them depends on all. Where a package finds its modules by their folder, importing it
is importing them. Data are read by who names their file or folder. When in doubt, a test is affected.
"""

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "simulations"
EXPERIMENTS = PACKAGE / "inflight" / "experiments"
ALL_OF_THEM = re.compile(r"\bcatalogue\(\)|\"list\"|\bdocs\b")
EVERYTHING = re.compile(r"^simulations/pyproject\.toml$|^tests/conftest\.py$|^scripts/test/affected\.py$")

FILES = [*PACKAGE.glob("inflight/**/*.py"), *ROOT.glob("tests/**/*.py")]
TEXTS = {file: file.read_text(encoding="utf-8") for file in FILES}
IDS = {
    (file.parent if file.name == "__init__.py" else file).stem.replace("_", "-"): file
    for file in [*EXPERIMENTS.glob("[!_]*.py"), *EXPERIMENTS.glob("*/__init__.py")]
}


def module_name(file: Path) -> str:
    """As it is imported: the package's by its full name, what lies beside a test by the file's."""
    if PACKAGE not in file.parents:
        return file.stem
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in FILES}


def imports(file: Path) -> set[Path]:
    """The files behind its import statements, also behind those in functions, with the packages they lie in."""
    package = [*file.relative_to(PACKAGE).parts[:-1]] if PACKAGE in file.parents else []
    names = set()
    for node in ast.walk(ast.parse(TEXTS[file])):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            names |= {f"{base}.{alias.name}" for alias in node.names}
    parts = (name.split(".") for name in names)
    every = {".".join(each[: n + 1]) for each in parts for n in range(len(each))}
    return {MODULES[name] for name in every & MODULES.keys()}


def depends_on(file: Path) -> set[Path]:
    text, is_test = TEXTS[file], PACKAGE not in file.parents
    found = imports(file)
    if file.name == "__init__.py" and "iter_modules(__path__)" in text:
        found |= set(file.parent.glob("*.py")) | set(file.parent.glob("*/__init__.py"))
    if is_test and ALL_OF_THEM.search(text):
        return found | set(IDS.values())
    words = re.findall(r"[a-z0-9-]+", text) if is_test else re.findall(r'"([a-z0-9-]+)"', text)
    return found | {IDS[word] for word in words if word in IDS}


def readers(path: Path) -> set[Path]:
    """Who names this file, and the tests that name the folder it comes from, as one names a path."""
    top, folder = path.parts[0], path.parent.name
    folder = folder if top in {"tests", "simulations"} else top

    def names(file: Path, *words: str) -> bool:
        return re.search(rf"""["'/]({"|".join(map(re.escape, words))})["'/]""", TEXTS[file]) is not None

    return {file for file in FILES if names(file, path.name, *([] if PACKAGE in file.parents else [folder]))}


def affected(changed: list[str]) -> set[Path]:
    if any(EVERYTHING.search(path) for path in changed):
        return set(FILES)
    dependents = defaultdict(set)
    for file in FILES:
        for other in depends_on(file):
            dependents[other].add(file)
    # A package stands for what was removed from it.
    modules = [ROOT / path for path in changed if path.endswith(".py")]
    ahead = [file if file in TEXTS else file.with_name("__init__.py") for file in modules]
    ahead += [file for path in changed if not path.endswith(".py") for file in readers(Path(path))]
    reached: set[Path] = set()
    while ahead:
        file = ahead.pop()
        if file not in reached:
            reached.add(file)
            ahead.extend(dependents[file])
    return reached


def has_tests(file: Path) -> bool:
    return file in TEXTS and (file.name.startswith("test_") or (PACKAGE in file.parents and ">>>" in TEXTS[file]))


for found in sorted(filter(has_tests, affected(sys.argv[1:]))):
    print(found.relative_to(ROOT))

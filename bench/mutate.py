"""`run.py mutate`: how many of some randomly chosen conditions the tests would miss if they were negated.

The conditions are those of `if`, `while` and comprehensions in rules, actions, reads, access, API and views. All chosen
ones are wrapped in a copy of the project, so that one run of the tests shows which test reaches which condition. Then
each is negated alone, and the tests that reach it are run, fastest first, until one fails or the time is up.

`--same FILE` takes the conditions of an earlier result, even if they moved within their function. It lists those that
were caught in the earlier run and are not caught in this one.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random  # noqa: TID251 - chooses conditions to negate, by a seed
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("tournaments", "scorecards", "brackets", "judging", "clubs", "hall", "config")
PLACES = {"rules", "actions", "reads", "access", "api", "views", "pages"}
SECONDS_EACH = 120
"""How many seconds of tests (by their unmodified times) are run against one negated condition."""

# Of the copy: every process started in it has `_condition`, which records what the current test reaches.
SITECUSTOMIZE = '''
import atexit, builtins, os, time

_folder, _negated = os.environ["MUTATE_FOLDER"], int(os.environ.get("MUTATE_NEGATED", "-1"))
_seen, _test, _looked = {}, "", 0.0


def _condition(number, value):
    global _test, _looked
    if number == _negated:
        return not value
    now = time.monotonic()
    if now - _looked > 0.02:
        _looked = now
        try:
            with open(os.environ.get("MUTATE_TEST", ""), encoding="utf-8") as file:
                _test = file.read()
        except OSError:
            _test = ""
    told = _seen.setdefault(number, set())
    if _test not in told:
        told.add(_test)
        with open(os.path.join(_folder, f"reached-{os.getpid()}"), "a", encoding="utf-8") as file:
            file.write(f"{number}\\t{_test}\\n")
    return value


def _from_now(test):
    """The process of the tests says which one begins, to itself and to those that it started."""
    global _test, _looked
    _test, _looked = test, time.monotonic()
    with open(os.environ["MUTATE_TEST"], "w", encoding="utf-8") as file:
        file.write(test)


builtins._condition = _condition
builtins._from_now = _from_now
'''

PLUGIN = """
import builtins, json, os
import pytest

os.environ["MUTATE_TEST"] = os.path.join(os.environ["MUTATE_FOLDER"], f"test-{os.getpid()}")
_spent = {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    builtins._from_now(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report):
    if "PYTEST_XDIST_WORKER" not in os.environ and os.environ.get("MUTATE_XDIST"):
        return
    _spent[report.nodeid] = _spent.get(report.nodeid, 0) + report.duration
    if report.failed:
        _spent[report.nodeid] = float("inf")
    if report.when == "teardown":
        with open(os.path.join(os.environ["MUTATE_FOLDER"], f"times-{os.getpid()}"), "a", encoding="utf-8") as file:
            file.write(json.dumps([report.nodeid, _spent[report.nodeid]]) + "\\n")
"""


@dataclass(frozen=True)
class Condition:
    """The identity of a condition, independent of line numbers: the nth condition with this text in this function."""

    path: str
    function: str
    text: str
    nth: int


@dataclass
class Outcome:
    """What became of one negated condition: how many tests reach it, how many were run, and which test caught it."""

    condition: Condition
    reached_by: int
    run: int
    caught_by: str | None


@dataclass(frozen=True)
class Span:
    """The offsets of a condition in its file, in bytes."""

    start: int
    end: int


def find_conditions(path: str, source: str) -> dict[Condition, Span]:
    """Return every condition of a file with its offsets, except those within f-strings and TYPE_CHECKING."""
    lines = source.encode().splitlines(keepends=True)
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    spans: dict[Condition, Span] = {}
    seen: Counter[tuple[str, str]] = Counter()

    def tests_of(node: ast.AST) -> Iterator[ast.expr]:
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs

    def visit(node: ast.AST, function: str) -> None:
        if isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            function = f"{function}.{node.name}".lstrip(".")
        for test in tests_of(node):
            text = " ".join((ast.get_source_segment(source, test) or "").split())
            if text and "TYPE_CHECKING" not in text:
                assert test.end_lineno is not None
                assert test.end_col_offset is not None
                seen[function, text] += 1
                spans[Condition(path, function, text, seen[function, text])] = Span(
                    offsets[test.lineno - 1] + test.col_offset, offsets[test.end_lineno - 1] + test.end_col_offset
                )
        for child in ast.iter_child_nodes(node):
            visit(child, function)

    visit(ast.parse(source), "")
    return spans


def sources() -> dict[str, str]:
    """Return the examined files, by path."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    chosen = {}
    for path in listed.splitlines():
        parts = Path(path).with_suffix("").parts
        if parts[0] in APPS and PLACES & set(parts[1:]) and "tests" not in parts:
            chosen[path] = (ROOT / path).read_text(encoding="utf-8")
    return chosen


def make_copy(folder: Path, conditions: Sequence[Condition], files: dict[str, str]) -> None:
    """Copy the project to this folder, with these conditions wrapped."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for path in filter(None, listed.split("\0")):
        if (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / path)
    wrapped = defaultdict(list)
    for number, condition in enumerate(conditions):
        wrapped[condition.path].append((find_conditions(condition.path, files[condition.path])[condition], number))
    for path, spans in wrapped.items():
        content = files[path].encode()
        # Conditions may be nested. Insertion from the back keeps the offsets of the outer ones valid.
        marks = [(span.end, 0, -span.start, b")") for span, _number in spans]
        marks += [(span.start, 1, -span.end, f"_condition({number}, ".encode()) for span, number in spans]
        for offset, _kind, _size, words in sorted(marks, reverse=True, key=lambda mark: (mark[0], mark[1], -mark[2])):
            content = content[:offset] + words + content[offset:]
        ast.parse(content)
        (folder / path).write_bytes(content)
    ours = folder / "mutate"
    ours.mkdir()
    (ours / "sitecustomize.py").write_text(SITECUSTOMIZE, encoding="utf-8")
    (ours / "mutate_plugin.py").write_text(PLUGIN, encoding="utf-8")


def run_tests(
    folder: Path, records: Path, *arguments: str, negated: int = -1, parallel: bool = False
) -> tuple[int, str]:
    """Run tests of the copy; return exit code and output. `parallel`: all tests run, in two processes.

    Otherwise they stop at the first failure, and are killed after four times the time that is allowed for them.
    """
    env = {
        **os.environ,
        "PYTHONPATH": str(folder / "mutate"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "MUTATE_FOLDER": str(records),
        "MUTATE_NEGATED": str(negated),
        "MUTATE_XDIST": "1" if parallel else "",
    }
    command = [sys.executable, "-m", "pytest", "-p", "mutate_plugin", "-q", *arguments]
    command += ["-n", "2", "--dist", "worksteal"] if parallel else ["-n", "0", "-x", "--no-header", "--tb=no", "-rf"]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            check=False,
            timeout=None if parallel else SECONDS_EACH * 4,
        )
    except subprocess.TimeoutExpired:
        return 1, "FAILED (none ended in time)"
    return done.returncode, done.stdout + done.stderr


def reached(records: Path, count: int) -> tuple[dict[int, set[str]], dict[str, float]]:
    """Return the tests that reach each condition, and the seconds that each passing test took."""
    times: dict[str, float] = {}
    for file in records.glob("times-*"):
        for line in file.read_text(encoding="utf-8").splitlines():
            test, seconds = json.loads(line)
            if seconds != float("inf"):
                times[test] = seconds
    tests: dict[int, set[str]] = {number: set() for number in range(count)}
    for file in records.glob("reached-*"):
        for line in file.read_text(encoding="utf-8").splitlines():
            number, _, test = line.partition("\t")
            if test in times:
                tests[int(number)].add(test)
    return tests, times


def try_one(folder: Path, number: int, condition: Condition, tests: Sequence[str], times: dict[str, float]) -> Outcome:
    """Negate one condition and run the tests that reach it, fastest first, as many as fit into SECONDS_EACH."""
    chosen: list[str] = []
    seconds_left = float(SECONDS_EACH)
    for test in sorted(tests, key=lambda name: (times[name], name)):
        seconds_left -= times[test]
        if seconds_left < 0 and chosen:
            break
        chosen.append(test)
    if not chosen:
        return Outcome(condition, 0, 0, None)
    with tempfile.TemporaryDirectory() as records:
        test_list = Path(records) / "tests"
        test_list.write_text("\n".join(chosen), encoding="utf-8")
        code, output = run_tests(folder, Path(records), f"@{test_list}", negated=number)
    if code == 0:
        return Outcome(condition, len(tests), len(chosen), None)
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return Outcome(condition, len(tests), len(chosen), failed[0] if failed else f"exit code {code}: {output[-300:]}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="run.py mutate", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="which conditions are chosen (1)")
    parser.add_argument("--count", type=int, default=200, help="how many (200)")
    parser.add_argument("--same", type=Path, metavar="FILE", help="the conditions of this result, compared with it")
    parser.add_argument("--out", type=Path, default=Path("mutate.json"), help="where the result goes (mutate.json)")
    parser.add_argument("tests", nargs="*", help="options of pytest for the tests that count, after --")
    options = parser.parse_args()

    files = sources()
    all_conditions = [condition for path, source in files.items() for condition in find_conditions(path, source)]
    earlier: dict[Condition, str | None] = {}
    if options.same:
        for row in json.loads(options.same.read_text(encoding="utf-8")):
            earlier[Condition(**row["condition"])] = row["caught_by"]
        present = set(all_conditions)
        conditions = [condition for condition in earlier if condition in present]
        print(f"{len(earlier) - len(conditions)} of {len(earlier)} conditions stand nowhere any more.", flush=True)
    else:
        conditions = random.Random(options.seed).sample(all_conditions, min(options.count, len(all_conditions)))
    print(
        f"{len(conditions)} of {len(all_conditions)} conditions; every test once, to see who reaches them …", flush=True
    )

    with tempfile.TemporaryDirectory(prefix="pegboard-mutate-") as parent:
        folder, records = Path(parent) / "copy", Path(parent) / "records"
        folder.mkdir()
        records.mkdir()
        make_copy(folder, conditions, files)
        _code, output = run_tests(folder, records, *options.tests, parallel=True)
        print("\n".join(output.splitlines()[-15:]), flush=True)
        tests_by_condition, times = reached(records, len(conditions))
        outcomes: list[Outcome] = []
        with ThreadPoolExecutor(2) as pool:
            jobs = [
                pool.submit(try_one, folder, number, condition, sorted(tests_by_condition[number]), times)
                for number, condition in enumerate(conditions)
            ]
            for job in jobs:
                outcome = job.result()
                outcomes.append(outcome)
                words = outcome.caught_by
                if words is None:
                    words = "SURVIVED" if outcome.reached_by else "reached by no test"
                place = f"{outcome.condition.path}:{outcome.condition.function}"
                print(f"{len(outcomes)} {place}: {outcome.condition.text[:60]} — {words[:120]}", flush=True)
    options.out.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1), encoding="utf-8")
    caught = sum(1 for outcome in outcomes if outcome.caught_by)
    print(f"Caught: {caught} of {len(outcomes)}. The result is in {options.out}.")
    lost = [outcome for outcome in outcomes if earlier.get(outcome.condition) and not outcome.caught_by]
    for outcome in lost:
        print(
            f"Caught before, not now: {outcome.condition.path}:{outcome.condition.function}: {outcome.condition.text}"
        )
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())

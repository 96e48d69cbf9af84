"""How many cases are tried, and many of them in one test, where they are quick, alike, and stand on nothing."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Test = Callable[..., None]

EVERYTHING = bool(os.environ.get("TEST_EVERYTHING"))
"""With `run.py test --all`, as before a release."""


def often(times: int) -> int:
    """So often before a release, and a quarter of that with every change, where something is tried at random."""
    return times if EVERYTHING else max(times // 4, 2)


def for_all(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Iterable[str] | Callable[[Any], str] | None = None
) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, but as one test, which goes through all cases and names every one that fails."""
    given = tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else names
    sets = [
        case if isinstance(case, ParameterSet) else ParameterSet.extract_from(case, len(given) == 1) for case in cases
    ]
    assert sets, "there are no cases"
    called = (
        [ids(one.values[0]) for one in sets] if callable(ids) else ids or [str(one.id or one.values) for one in sets]
    )

    def decorate(test: Test) -> Test:
        def every(**fixtures: Any) -> None:
            wrong = []
            for one, name in zip(sets, called, strict=True):
                try:
                    test(**dict(zip(given, one.values, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as fault:
                    fault.add_note(f"The case: {name}")
                    wrong.append(fault)
            if wrong:
                raise BaseExceptionGroup(f"{len(wrong)} of {len(sets)} cases", wrong)

        # pytest goes by the signature: what the cases give is none of its fixtures.
        functools.update_wrapper(every, test)
        del every.__wrapped__
        asked = inspect.signature(test).parameters.values()
        every.__signature__ = inspect.Signature([one for one in asked if one.name not in given])
        return every

    return decorate

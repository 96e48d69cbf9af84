"""What scripts do with what they hold, the server's answers and time: tested in Node, where no page is needed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hall.tests import servers

FILES = sorted(servers.ROOT.glob("*/tests/js/*.test.js"))


@pytest.mark.node
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_script_does_what_its_tests_say(path: Path) -> None:
    command = [servers.find_node(), "--test", str(path)]

    done = subprocess.run(command, cwd=servers.ROOT, capture_output=True, encoding="utf-8", check=False, timeout=120)

    assert done.returncode == 0, done.stdout + done.stderr

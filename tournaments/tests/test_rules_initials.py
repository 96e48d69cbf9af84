"""What signs a correction: letters, and nothing that is no name."""

from __future__ import annotations

import pytest

from tournaments.rules.initials import is_initials


@pytest.mark.parametrize("text", ["J", "JK", "jk", "J.K.", "J. K.", "JKLM", "Ø.Å.", "Жд", "李", "क्", "É", "J.K.L.M."])
def test_letters_of_any_script_sign(text: str) -> None:
    assert is_initials(text)


@pytest.mark.parametrize(
    "text", ["", " ", "<b>x", "JKLMN", "12", "J1", "-", "...", ".J", "J K", "J..", "J\nK", "\u0301", "J\u0000", "✓"]
)
def test_nothing_else_does(text: str) -> None:
    assert not is_initials(text)

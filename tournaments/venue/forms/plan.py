"""How people move, as a choice."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.rotation.rules import rotation
from tournaments.rotation.rules.rotation import Movement


class MovementSelect(forms.RadioSelect):
    """Movements without a plan stand in the list and cannot be chosen; the field's hint says why."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value and str(value) != Movement.NONE and Movement(str(value)) not in rotation.PLANS:
            option["attrs"]["disabled"] = True
        return option

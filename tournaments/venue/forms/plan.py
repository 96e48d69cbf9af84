"""The form field widget to choose a movement."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments.rotation.rules import movements as movements_rules
from tournaments.rotation.rules.movements import Movement


class MovementSelect(forms.RadioSelect):
    """The movements to choose from; one without a plan is disabled, and the help text of the field says why."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if value and str(value) != Movement.NONE and Movement(str(value)) not in movements_rules.PLANS:
            option["attrs"]["disabled"] = True
        return option

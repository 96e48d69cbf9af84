"""The API of judging: calls and judges, rulings, notes on conduct, the judging in figures, and finding a rule."""

from judging.api.calls import (
    CallComingView,
    CallDoneView,
    CallIn,
    CallOut,
    CallsView,
    CallThereView,
    CallThirdView,
    DutyView,
    JudgesView,
)
from judging.api.rules import RulesView
from judging.api.rulings import ConductView, JudgingView, RulingsView, RulingView, TakingBackView

__all__ = [
    "CallComingView",
    "CallDoneView",
    "CallIn",
    "CallOut",
    "CallThereView",
    "CallThirdView",
    "CallsView",
    "ConductView",
    "DutyView",
    "JudgesView",
    "JudgingView",
    "RulesView",
    "RulingView",
    "RulingsView",
    "TakingBackView",
]

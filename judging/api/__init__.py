"""The API of judging: calls and judges, rulings, notes on conduct, the judging in figures, and finding a rule."""

from judging.api.calls import (
    CallComingView,
    CallDeclinedView,
    CallDoneView,
    CallOut,
    CallSentView,
    CallsView,
    CallThereView,
    CallThirdView,
    DutyView,
    JudgesView,
    MadeCallsView,
    MadeCallView,
    OwnCallIn,
)
from judging.api.rules import RulesView
from judging.api.rulings import ConductView, JudgingView, RulingsView, RulingView, TakingBackView

__all__ = [
    "CallComingView",
    "CallDeclinedView",
    "CallDoneView",
    "CallOut",
    "CallSentView",
    "CallThereView",
    "CallThirdView",
    "CallsView",
    "ConductView",
    "DutyView",
    "JudgesView",
    "JudgingView",
    "MadeCallView",
    "MadeCallsView",
    "OwnCallIn",
    "RulesView",
    "RulingView",
    "RulingsView",
    "TakingBackView",
]

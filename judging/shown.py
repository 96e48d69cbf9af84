"""Columns that the API shows of each model of this app."""

from __future__ import annotations

from judging.calls.api import ComingOut, JudgeOut, MadeCallOut, SentOut
from judging.models import Call, Coming, Conduct, Duty, Ruling, Sending
from judging.rulings.api import ConductOut, RulingOut
from tournaments.api.shapes import Shown
from tournaments.shown import ADDRESS

ACCOUNT = "the name stands for the account"

SHOWN = (
    Shown(model=Call, by=(MadeCallOut,), columns={"entrant": "entry"}, left_out={ACCOUNT: "caller"}),
    Shown(
        model=Coming,
        by=(ComingOut,),
        left_out={
            ACCOUNT: "judge",
            ADDRESS: "call",
            "who gave up comes no more": "gave_up_at",
            "a ruling tells it in words": "related",
        },
    ),
    Shown(model=Sending, by=(SentOut,), left_out={ACCOUNT: "judge", ADDRESS: "call"}),
    Shown(
        model=Duty,
        by=(JudgeOut,),
        columns={"username": "judge", "free": "is_free"},
        left_out={"the log tells it": "at"},
    ),
    Shown(
        model=Ruling,
        by=(RulingOut,),
        columns={"where": "table seat match game"},
        left_out={ACCOUNT: "recorder", "what the assistant was told": "answers"},
    ),
    Shown(model=Conduct, by=(ConductOut,), columns={"entrant": "entry"}),
)

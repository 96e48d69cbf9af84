"""What the pages of the playoffs ask for."""

from brackets.forms.honours import HonourForm
from brackets.forms.moving import MovingForm
from brackets.forms.playoffs import DrawForm, ForfeitForm, GameForm, LengthForm, ScheduleForm
from brackets.forms.running import ClaimForm, EndingForm, LastGameForm, RoundTablesForm, RoundTimesForm, TableForm
from brackets.forms.settling import FundForm, ItemForm, PayoutForm, PoolForm, PoolPlacesForm, PrizesForm

__all__ = [
    "ClaimForm",
    "DrawForm",
    "EndingForm",
    "ForfeitForm",
    "FundForm",
    "GameForm",
    "HonourForm",
    "ItemForm",
    "LastGameForm",
    "LengthForm",
    "MovingForm",
    "PayoutForm",
    "PoolForm",
    "PoolPlacesForm",
    "PrizesForm",
    "RoundTablesForm",
    "RoundTimesForm",
    "ScheduleForm",
    "TableForm",
]
